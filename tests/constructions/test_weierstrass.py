"""The smoothed scale factor: against mpmath's integral and parabolic cylinder function."""

from __future__ import annotations

import math
from fractions import Fraction as F
from random import Random

import mpmath
import numpy as np
import pytest

from constructions.exact import ExactSystem
from constructions.interop.weierstrass_arrays import (
    CELLS,
    REACH,
    SEAM,
    evaluate,
    numpy_arrays,
    truncation,
)
from constructions.interop.weierstrass_balls import smoothed
from constructions.systems import NumberError
from constructions.weierstrass import (
    asymptotic,
    derivatives,
    goldschmidt,
    goldschmidt_coupled,
    horner,
    maclaurin,
    newton,
    newton_degree,
)
from tests.sampling import by_turns, some_of

S, XP = ExactSystem(), numpy_arrays()
POINTS = [(F(0), F(1)), (F(1), F(1)), (F(-5), F(1)), (F(1, 10), F(1, 100)), (F(-3), F(1, 2)),
          (F(20), F(1, 3)), (F(-40), F(1)), (F(100), F(1)), (F(1, 1000), F(7))]  # fmt: skip


def mp(q: F) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


def closed_form(v: mpmath.mpf, sigma: mpmath.mpf) -> mpmath.mpf:
    """C exp(-v^2/4 sigma^2) D_(-1/2)(-v/sigma), C = (2 sigma)^(-1/2)."""
    z = v / sigma
    return mpmath.exp(-z * z / 4) * mpmath.pcfd(mpmath.mpf(-1) / 2, -z) / mpmath.sqrt(2 * sigma)


def integral(v: mpmath.mpf, sigma: mpmath.mpf) -> mpmath.mpf:
    """E[(v + xi)^(-1/2)] over v + xi = s^2 > 0."""
    peak = mpmath.sqrt(max(v, 0))
    ends = sorted({mpmath.mpf(0), peak, *(peak + k * sigma for k in (1, 4, 16)), peak + 40})
    density = lambda s: mpmath.exp(-((s * s - v) ** 2) / (2 * sigma**2))  # noqa: E731
    return 2 * mpmath.quad(density, ends) / (sigma * mpmath.sqrt(2 * mpmath.pi))


def close(ball: object, value: mpmath.mpf, digits: int) -> bool:
    middle = ball.mid().str(60, radius=False)  # type: ignore[attr-defined]
    return abs(mpmath.mpf(middle) - value) <= abs(value) * mpmath.mpf(10) ** -digits


@pytest.mark.parametrize(("v", "sigma"), POINTS)
def test_balls_agree_with_the_closed_form(v: F, sigma: F) -> None:
    with mpmath.workdps(45):
        (ball,) = smoothed(v, sigma, 160)
        assert close(ball, closed_form(mp(v), mp(sigma)), 38)


@pytest.mark.parametrize(("v", "sigma"), [p for p in POINTS if abs(p[0] / p[1]) <= 10])
def test_the_closed_form_is_the_integral(v: F, sigma: F) -> None:
    with mpmath.workdps(30):
        assert close(smoothed(v, sigma, 160)[0], integral(mp(v), mp(sigma)), 15)


def test_complex_arguments() -> None:
    from flint import acb

    with mpmath.workdps(45):
        for z in (mpmath.mpc(1, 3), mpmath.mpc(-4, 2), mpmath.mpc(0, -6)):
            ball = smoothed(acb(float(z.real), float(z.imag)), 1, 160)[0]
            value = closed_form(z, mpmath.mpf(1))
            assert close(ball.real, value.real, 30)
            assert close(ball.imag, value.imag, 30)


def test_complex_arguments_keep_their_accuracy_where_terms_cancel() -> None:
    """v is exact, v/sigma is not: its rounding must not grow with exp(|z|^2).

    sum c_k z^k with c_(k+2) = -(k + 1/2) c_k/((k + 1)(k + 2)), in plain complex arithmetic.
    """
    from flint import acb

    ball = smoothed(acb(-108.25, -75.5), 10, 160)[0]
    with mpmath.workdps(120):
        root = mpmath.sqrt(2 * mpmath.pi)
        c = [mpmath.gamma(0.25) / mpmath.mpf(2) ** 0.75 / root]
        c.append(mpmath.gamma(0.75) / mpmath.mpf(2) ** 0.25 / root)
        for k in range(1200):
            c.append(-(k + mpmath.mpf(1) / 2) * c[k] / ((k + 1) * (k + 2)))
        z = mpmath.mpc("-10.825", "-7.55")
        value = mpmath.polyval(c[::-1], z) / mpmath.sqrt(10)
        for part, true in ((ball.real, value.real), (ball.imag, value.imag)):
            assert close(part, true, 44)
            assert mpmath.mpf(part.rad().str(20, radius=False)) < abs(value) * mpmath.mpf(10) ** -46


@by_turns(3)
def test_balls_contain_their_derivatives() -> None:
    """The difference quotient of order h^2 of the mpmath function."""
    with mpmath.workdps(50):
        for v in (F(-2), F(1, 3), F(5)):
            balls = smoothed(v, F(1, 2), 160, 3)
            for k in range(1, 4):
                value = mpmath.diff(lambda t: closed_form(t, mpmath.mpf(1) / 2), mp(v), k)
                assert close(balls[k], value, 12)


def test_arguments_out_of_reach_are_refused() -> None:
    with pytest.raises(NumberError, match="up to 300"):
        smoothed(F(301), 1)
    with pytest.raises(NumberError, match="sigma of the Gaussian is > 0"):
        smoothed(F(1), 0)
    assert smoothed(F(60), 1)[0].is_finite()


# --- series ---------------------------------------------------------------------------------------


def test_maclaurin_coefficients() -> None:
    even, odd = maclaurin(5)
    assert even == [1, 0, F(-1, 4), 0, F(5, 96), 0]
    assert odd == [0, 1, 0, F(-1, 4), 0, F(7, 160)]
    assert maclaurin(0) == ([F(1)], [F(0)])
    with pytest.raises(ValueError, match="at least 0"):
        maclaurin(-1)


def test_the_maclaurin_polynomial_is_the_function() -> None:
    even, odd = maclaurin(40)
    with mpmath.workdps(40):
        at_zero = closed_form(mpmath.mpf(0), mpmath.mpf(1))
        slope = mpmath.gamma(mpmath.mpf(3) / 4) / mpmath.root(2, 4) / mpmath.sqrt(2 * mpmath.pi)
        z = F(1, 2)
        parts = [mp(horner(S, c, S.const(z)).a) for c in (even, odd)]
        value = at_zero * parts[0] + slope * parts[1]
        assert abs(value - closed_form(mp(z), mpmath.mpf(1))) < mpmath.mpf(10) ** -30


def test_the_asymptotic_series() -> None:
    assert asymptotic(3) == [1, F(3, 8), F(105, 128)]
    with mpmath.workdps(40):
        series = sum(mp(a) / mpmath.mpf(30) ** (2 * k) for k, a in enumerate(asymptotic(12)))
        value = closed_form(mpmath.mpf(30), mpmath.mpf(1)) * mpmath.sqrt(30)
        assert abs(series - value) < mp(asymptotic(13)[12]) / mpmath.mpf(30) ** 24 * 2


# --- float64 --------------------------------------------------------------------------------------


def ulps(got: float, v: float, sigma: float, order: int) -> float:
    """The error in units in the last place of the true value."""
    (*_, ball) = smoothed(F(v), F(sigma), 80, order)
    mantissa, exponent = ball.mid().man_exp()
    true = F(int(mantissa)) * F(2) ** int(exponent)
    return float(abs(F(got) - true) / F(math.ulp(float(true))))


RANGES = [(-30, -20), (-20, -5), (-5, 0), (0, 1), (1, 20), (20, 30)]


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize(("low", "high"), RANGES)
def test_a_few_units_in_the_last_place(low: int, high: int, order: int) -> None:
    random = Random(low + order)
    for sigma in (1.0, 1e-3, 0.37):
        ends = [low * sigma, math.nextafter(high * sigma, -math.inf)]
        for v in [*ends, *(random.uniform(low, high) * sigma for _ in range(6))]:
            got = evaluate(XP, np.array([v]), sigma, order)[0]
            if order == 0 or abs(v / sigma - 0.77) > 0.1:  # h' is 0 there
                assert ulps(float(got), v, sigma, order) <= 6, (v, sigma)


def test_what_the_polynomials_leave_out() -> None:
    assert max(truncation(cell) for cell in range(2 * (REACH + SEAM), CELLS)) < F(1, 2**60)
    with pytest.raises(ValueError, match="left of the seam"):
        truncation(0)


def test_extreme_arguments() -> None:
    v = np.array([np.nan, np.inf, -np.inf, -1e300, 1e300])
    got = evaluate(XP, v, 1e-3)
    assert np.isnan(got[0])
    assert got[1:].tolist() == pytest.approx([0, 0, 0, 1e-150], rel=1e-15)
    assert evaluate(XP, np.array([-39.5]), 1.0)[0] == 0
    assert evaluate(XP, np.array([1e300]), 2.0**-300)[0] == pytest.approx(1e-150, rel=1e-15)


@by_turns(2)
@pytest.mark.parametrize(
    ("v", "sigma"),
    [(-39.0, 1.0), (-42.0, 2.0**-200), (-47.0, 2.0**-299), (0.5, 2.0**-300), (-30.0, 2.0**300),
     (19.0, 2.0**300), (-20.5, 2.0**-250)],
)  # fmt: skip
@pytest.mark.parametrize("order", [0, 1, 2])
def test_values_far_from_1_where_they_are_normal(v: float, sigma: float, order: int) -> None:
    """Near -39 the value for sigma = 1 is subnormal, for a small sigma it is not."""
    got = float(evaluate(XP, np.array([v * sigma]), sigma, order)[0])
    (*_, ball) = smoothed(F(v) * F(sigma), F(sigma), 120, order)
    wanted = float(ball.mid())
    if abs(wanted) < 2.0**-1000:
        assert abs(got - wanted) <= max(abs(wanted) * 1e-13, 2.0**-1060)
    else:
        assert abs(got / wanted - 1) <= 1e-14


@pytest.mark.parametrize("sigma", [2.0**-301, 1e-300, 2.0**301, 1e305])
def test_widths_at_the_ends_of_float64_are_refused(sigma: float) -> None:
    with pytest.raises(ValueError, match=r"between 2\^-300 and 2\^300"):
        evaluate(XP, np.array([1.0]), sigma)


def test_numbers_of_other_kinds_are_taken_as_float64() -> None:
    """1/4 is a number of every format: float32 arithmetic would be off in the eighth digit."""
    (ball,) = smoothed(F(1, 4), F(1, 3), 80)
    wanted = float(ball.mid())
    for v in (0.25, [0.25], np.array([0.25], np.float32), np.array([0.25], np.float16)):
        got = np.asarray(evaluate(XP, v, 1 / 3))
        assert got.dtype == np.float64
        assert got.tolist() == pytest.approx(np.broadcast_to(wanted, got.shape), rel=1e-15)
    whole = evaluate(XP, np.array([[1, 2], [3, 0]])[:, ::-1], 2.0)
    assert whole.tolist() == evaluate(XP, np.array([[2.0, 1.0], [0.0, 3.0]]), 2.0).tolist()
    assert evaluate(XP, np.empty((0, 2)), 1.0).shape == (0, 2)


def test_negative_numbers_of_steps_and_terms_are_refused() -> None:
    one = S.const(1)
    for wrong in (
        lambda: asymptotic(-1),
        lambda: derivatives(S, one, one, one, -1),
        lambda: newton(S, one, one, -1),
        lambda: goldschmidt(S, one, one, -1),
        lambda: goldschmidt_coupled(S, one, one, -1),
        lambda: newton_degree(-1),
    ):
        with pytest.raises(ValueError, match="at least 0, not -1"):
            wrong()
    assert [y.a for y in newton(S, one, one, 0)] == [1]
    assert derivatives(S, one, one, one, 0) == [one]


def test_orders_above_2_are_refused() -> None:
    with pytest.raises(ValueError, match="up to order 2"):
        evaluate(XP, np.array([1.0]), 1.0, 3)


@pytest.mark.parametrize("sigma", [0.0, -1.0, math.inf, math.nan])
def test_the_width_is_positive(sigma: float) -> None:
    with pytest.raises(ValueError, match="> 0 and finite"):
        evaluate(XP, np.array([1.0]), sigma)
    with pytest.raises(ValueError, match="up to order 2"):
        evaluate(XP, np.array([1.0]), 1.0, 3)


# --- iterations -----------------------------------------------------------------------------------


def test_newton_in_exact_numbers() -> None:
    """r -> r (3 - r^2)/2 with r = y sqrt(v): from v = 1, y = 1/2: 11/16, then 2783/... ."""
    found = [y.a for y in newton(S, S.const(1), S.const(F(1, 2)), 2)]
    assert found == [F(1, 2), F(11, 16), F(11, 16) * (3 - F(121, 256)) / 2]
    other = [y.a for y in goldschmidt(S, S.const(1), S.const(F(1, 2)), 2)]
    assert other == found
    for v, y in ((F(7, 3), F(5, 8)), (F(-2), F(1)), (F(0), F(3)), (F(5), F(1))):
        values = [a.a for a in newton(S, S.const(v), S.const(y), 4)]
        pairs = goldschmidt_coupled(S, S.const(v), S.const(y), 4)
        assert [(x.a, 2 * h.a) for x, h in pairs] == [(v * a, a) for a in values]


def test_the_degree_in_v() -> None:
    from constructions.interop.polynomials import Ring

    ring = Ring(["v"])
    v, one = ring.generators["v"], ring.const(1)
    y = newton(ring, v, one, 3)[-1]  # type: ignore[arg-type]
    assert y.total_degree() == newton_degree(3) == 13
    assert [newton_degree(n) for n in range(5)] == [0, 1, 4, 13, 40]


# --- torch ----------------------------------------------------------------------------------------


def test_torch_gradients() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    from constructions.interop.torch_weierstrass import smoothed_rsqrt

    v = torch.linspace(-4, 8, 13, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda v: smoothed_rsqrt(v, 0.7), v)
    assert torch.autograd.gradgradcheck(lambda v: smoothed_rsqrt(v, 0.7), v)
    values = smoothed_rsqrt(v.detach(), 0.7).numpy()
    assert values.tolist() == evaluate(XP, v.detach().numpy(), 0.7).tolist()


@pytest.mark.parametrize("kind", ["LayerNorm", "RMSNorm"])
def test_modules_are_drop_in(kind: str) -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    from constructions.interop import torch_weierstrass

    torch.manual_seed(0)
    sigma, x = 1e-4, torch.randn(6, 16, dtype=torch.float64)
    ours = getattr(torch_weierstrass, f"Weierstrass{kind}")(16, sigma).double()
    theirs = getattr(torch.nn, kind)(16, eps=0.0).double()
    ours.load_state_dict(theirs.state_dict())
    # |sqrt(v) f - 1| <= sigma^2/(2 v^2) where v > 20 sigma: 3/8 w + 105/128 w^2 + ..., w <= 1/400
    v = x.var(-1, unbiased=False) if kind == "LayerNorm" else (x * x).mean(-1)
    bound = (theirs(x).abs().amax(-1) * sigma**2 / (2 * v**2)).max() + 1e-14
    assert (ours(x) - theirs(x)).abs().max() <= bound
    assert ours(torch.zeros(2, 16, dtype=torch.float64)).abs().max() == 0
    assert ours.to(torch.bfloat16)(x.bfloat16()).dtype == torch.bfloat16
    with pytest.raises(ValueError, match="x ends with"):
        ours(x[:, :3])
    with pytest.raises(ValueError, match="> 0 and finite"):
        type(ours)(16, 0.0)
    with pytest.raises(ValueError, match="lies between"):
        type(ours)(16, 1e-300)
