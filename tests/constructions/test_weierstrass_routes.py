"""Three routes with rigorous errors: against mpmath, numpy's integers and plain fractions."""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import mpmath
import numpy as np
import pytest

from constructions.interop import weierstrass_floats
from constructions.interop.weierstrass_floats import FORMATS, census, iterate, maclaurin_reach
from constructions.interop.weierstrass_smoothing import (
    bias,
    bias_change,
    mean,
    samples,
    second_moment,
    unbounded_moment,
    unbounded_slope,
    variance,
)
from constructions.systems import NumberError
from constructions.weierstrass_routes import (
    H_SLOPE,
    H_ZERO,
    ULP,
    Reach,
    maclaurin_error,
    maclaurin_majorant,
    maclaurin_order,
    maclaurin_remainder,
    maclaurin_rounding,
    newton_constant,
    newton_error,
    newton_fate,
    newton_line,
    newton_polynomial,
    newton_range,
    newton_reach,
    newton_steps,
    newton_widest,
    root_above,
    step,
)
from tests.sampling import by_turns, some_of


def mp(q: F) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


def h(z: mpmath.mpf) -> mpmath.mpf:
    return mpmath.exp(-z * z / 4) * mpmath.pcfd(mpmath.mpf(-1) / 2, -z) / mpmath.sqrt(2)


def at_zero() -> tuple[mpmath.mpf, mpmath.mpf]:
    """h(0) and h'(0): moments of u^(-1/2) and u^(1/2) against the normal density on u > 0."""
    quarter, root = mpmath.mpf(1) / 4, mpmath.sqrt(2 * mpmath.pi)
    zero = mpmath.gamma(quarter) / 2 ** (3 * quarter) / root
    return zero, mpmath.gamma(3 * quarter) / 2**quarter / root


# --- route 1 --------------------------------------------------------------------------------------


def test_the_two_constants() -> None:
    with mpmath.workdps(50):
        zero, slope = at_zero()
        assert mp(H_ZERO) <= zero <= mp(H_ZERO + ULP)
        assert mp(H_SLOPE) <= slope <= mp(H_SLOPE + ULP)


@pytest.mark.parametrize("reach", [F(0), F(1, 3), F(1), F(5, 2), F(7)])
@pytest.mark.parametrize("order", [0, 1, 7, 30])
def test_the_remainder_holds_and_is_reached_on_the_imaginary_axis(reach: F, order: int) -> None:
    bound = maclaurin_remainder(order, reach)
    with mpmath.workdps(60):
        coefficients = list(at_zero())
        for k in range(order):
            factor = -mpmath.mpf(2 * k + 1) / (2 * (k + 1) * (k + 2))
            coefficients.append(factor * coefficients[k])
        for z in (mp(reach), -mp(reach), mpmath.mpc(0, 1) * mp(reach)):
            partial = sum(a * z**k for k, a in enumerate(coefficients[: order + 1]))
            assert abs(h(z) - partial) <= mp(bound) + mpmath.mpf(10) ** -55
        # at z = i reach all terms of the even part have one sign, and all of the odd part
        there = h(mpmath.mpc(0, 1) * mp(reach))
        done = sum(abs(a) * mp(reach) ** k for k, a in enumerate(coefficients[: order + 1]))
        exact = there.real + there.imag - done
        assert exact <= mp(bound) + mpmath.mpf(10) ** -55
        assert mp(bound) <= exact * (1 + mpmath.mpf(10) ** -15) + mpmath.mpf(10) ** -55


def test_the_majorant_and_the_order() -> None:
    with mpmath.workdps(40):
        z = mpmath.mpc(0, 3)
        exact = h(z).real + h(z).imag  # sum |c_k| 3^k
        assert exact <= mp(maclaurin_majorant(F(3))) <= exact * (1 + mpmath.mpf(10) ** -20)
    order = maclaurin_order(F(3), F(1, 2**24))
    assert maclaurin_remainder(order, F(3)) <= F(1, 2**24) < maclaurin_remainder(order - 1, F(3))
    assert maclaurin_order(F(0), F(1, 10)) == 0
    assert maclaurin_order(F(1, 100), F(1)) == 0
    # f = sigma^(-1/2) h: at sigma = 4 the root is exact
    assert maclaurin_error(F(4), F(4), 9) >= maclaurin_remainder(9, F(1)) / 2
    assert maclaurin_error(F(-4), F(4), 9) <= maclaurin_remainder(9, F(1)) * F(51, 100)
    for wrong in (
        lambda: maclaurin_remainder(-1, F(1)),
        lambda: maclaurin_remainder(1, F(-1)),
        lambda: maclaurin_order(F(1), F(0)),
        lambda: maclaurin_error(F(1), F(0), 1),
        lambda: maclaurin_rounding(10, F(1), F(1, 4)),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_rounding_is_within_its_bound_and_ruins_the_series_where_it_says() -> None:
    from constructions.weierstrass import maclaurin

    even, odd = maclaurin(60)
    coefficients = [np.float32(float(H_ZERO * a + H_SLOPE * b)) for a, b in zip(even, odd)]  # noqa: B905
    for z in (F(-4), F(-2), F(1), F(4)):
        value = np.float32(0)
        for c in reversed(coefficients):
            value = np.float32(value * np.float32(float(z)) + c)
        with mpmath.workdps(40):
            error = abs(mpmath.mpf(float(value)) - h(mp(z)))
            bound = maclaurin_rounding(60, abs(z), F(1, 2**24)) + maclaurin_remainder(60, abs(z))
            assert error <= mp(bound)
            assert (error > h(mp(z)) / 10) == (z == -4)


# --- route 2 --------------------------------------------------------------------------------------

SETTINGS = [(F(1), F(1, 4), F(1, 100)), (F(0), F(1), F(1, 10)), (F(-1), F(1, 2), F(1, 10))]


def integral(v: F, sigma: F, eps: F, power: mpmath.mpf) -> mpmath.mpf:
    """The expectation as it is printed, integrated over xi."""
    a, s, e = mp(v), mp(sigma), mp(eps)

    def inside(x: mpmath.mpf) -> mpmath.mpf:
        density = mpmath.exp(-(x**2) / (2 * s * s)) / (s * mpmath.sqrt(2 * mpmath.pi))
        return (max(mpmath.mpf(0), a + x) + e) ** -power * density

    points = sorted({-12 * s, -a, *(-a + e * 4**k for k in range(8)), mpmath.mpf(0), 12 * s + e})
    return mpmath.quad(inside, points)


@by_turns(2)
@pytest.mark.parametrize(("v", "sigma", "eps"), SETTINGS)
def test_moments_are_the_integrals(v: F, sigma: F, eps: F) -> None:
    with mpmath.workdps(25):
        for ball, power in ((mean(v, sigma, eps), "0.5"), (second_moment(v, sigma, eps), "1")):
            middle = mpmath.mpf(ball.mid().str(30, radius=False))
            assert abs(middle - integral(v, sigma, eps, mpmath.mpf(power))) < mpmath.mpf(10) ** -14
            assert float(ball.rad()) < 1e-20


def test_the_printed_expectation_is_not_the_smoothed_factor() -> None:
    """At 0 half of the samples are eps^(-1/2); far to the right the bias is -eps v^(-3/2)/2."""
    assert bias(F(0), F(1), F(1, 10**6)) > 499
    assert bias(F(0), F(1), F(1, 10**8)) > 4999  # worse as eps gets smaller
    far = float(bias(F(16), F(1, 2), F(1, 1000)).mid())
    assert far == pytest.approx(-0.0005 / 64, rel=0.01)
    low, high = bias_change(F(1, 4), F(1, 100))
    assert bias(low, F(1, 4), F(1, 100)) > 0 > bias(high, F(1, 4), F(1, 100))
    assert high - low < F(1, 2**18)
    with pytest.raises(NumberError, match="no change"):
        bias_change(F(1), F(1, 10**300))


def test_samples_and_their_variance() -> None:
    rng = np.random.default_rng(1)
    xi = rng.normal(0, 0.25, 400_000)
    drawn = (np.maximum(0, 1 + xi) + 0.01) ** -0.5
    exact = float(variance(F(1), F(1, 4), F(1, 100)).mid())
    assert drawn.var() == pytest.approx(exact, rel=0.05)
    assert samples(F(1), F(1, 4), F(1, 100), F(1, 100)) == -int(-exact * 10**4 // 1)
    assert samples(F(20), F(1, 3), F(1, 10), F(1)) == 1
    for wrong, message in (
        ((F(1), F(0), F(1)), "sigma"),
        ((F(1), F(1), F(0)), "eps > 0"),
        ((F(101), F(1), F(1)), "up to 100"),
    ):
        with pytest.raises(NumberError, match=message):
            mean(*wrong)
    with pytest.raises(NumberError, match="standard error"):
        samples(F(1), F(1), F(1), F(0))


def test_without_eps_the_variance_is_infinite() -> None:
    """The cut-off second moment grows at least like the slope times the logarithm."""
    slope = unbounded_slope(F(1), F(1), F(1, 4))
    values = [unbounded_moment(F(1), F(1), F(1, 4**k)) for k in (1, 8, 16, 64)]
    assert slope > 0.24  # phi(1) = 0.2419...
    log4 = float(np.log(4.0))
    for k, value in zip((8, 16, 64), values[1:], strict=True):
        assert value - values[0] > slope * (k - 1) * log4


# --- route 3 --------------------------------------------------------------------------------------


@by_turns(2)
def test_the_iterate_as_a_polynomial() -> None:
    """One step from c: (3 c - c^3 v)/2; from a + b v: degree 4."""
    assert newton_polynomial([F(2)], 1) == [3, -4]
    assert newton_polynomial([F(1), F(-1, 4)], 0) == [1, F(-1, 4)]
    four = newton_polynomial([F(1), F(-1, 4)], 1)
    v = F(7, 5)
    y = 1 - v / 4
    assert len(four) == 5
    assert sum(c * v**k for k, c in enumerate(four)) == y * (3 - v * y * y) / 2
    assert [len(newton_polynomial([F(1)], n)) - 1 for n in range(5)] == [0, 1, 4, 13, 40]
    with pytest.raises(ValueError, match="number of steps"):
        newton_polynomial([], 1)
    with pytest.raises(ValueError, match="up to degree"):
        newton_polynomial([F(1)], 7)


def in_floats(w: float) -> str:
    y = w**0.5
    for _ in range(400):
        y = y * (3 - y * y) / 2
        if abs(y) > 1e6:
            return "infinite"
    return "1/sqrt(v)" if y > 0.5 else "-1/sqrt(v)" if y < -0.5 else "zero"


def test_where_the_iteration_goes() -> None:
    for k in range(1, 700):
        w = F(k, 100)
        if w not in (3, 5):
            assert newton_fate(w, F(1))[0] == in_floats(k / 100), w
    assert newton_fate(F(3), F(1)) == ("zero", 1)
    assert newton_fate(F(5), F(1)) == ("two-cycle", 0)
    assert newton_fate(F(1), F(0)) == ("zero", 0)
    assert newton_fate(F(1), F(-1)) == ("-1/sqrt(v)", 0)
    assert newton_fate(5 - F(1, 6**40), F(1))[1] >= 38
    with pytest.raises(ValueError, match="v > 0"):
        newton_fate(F(0), F(1))


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_the_reach_of_a_constant_guess(steps: int) -> None:
    tau = F(1, 2**11)
    reach = newton_reach(steps, tau)

    def accurate(w: F) -> bool:
        for _ in range(steps):
            w = step(w)
        return (1 - tau) ** 2 <= w <= (1 + tau) ** 2

    inside = reach.inside
    assert accurate(inside[0]) and accurate(inside[1])  # noqa: PT018
    assert not accurate(reach.low[0] - F(1, 2**60))
    assert not accurate(reach.high[1] + F(1, 2**60))
    assert reach.low[1] - reach.low[0] < F(1, 2**60)
    fine = newton_reach(steps, F(1, 2**100))
    assert max(fine.low[1] - fine.low[0], fine.high[1] - fine.high[0]) < F(1, 2**60)
    scaled = F(1, 4) * reach
    assert scaled.inside == (inside[0] / 4, inside[1] / 4)
    with pytest.raises(ValueError, match="at least one step"):
        newton_reach(0, tau)
    with pytest.raises(ValueError, match="low end"):
        Reach((F(1), F(2)), (F(1), F(3)))


def test_the_error_of_a_linear_guess() -> None:
    line = newton_line(F(1), F(4))
    low, high = newton_range(line, F(1), F(4))
    grid = [(1 + F(3 * k, 500)) for k in range(501)]
    values = [v * (line[0] + line[1] * v) ** 2 for v in grid]
    assert low <= min(values) <= low + F(1, 1000)
    assert high - F(1, 1000) <= max(values) <= high
    assert abs((1 - root_above(low)) - (root_above(high) - 1)) < F(1, 10**6)  # balanced
    for steps in (1, 2, 3):
        bound = newton_error(line, F(1), F(4), steps)
        polynomial = newton_polynomial(line, steps)
        worst = F(0)
        for v in (F(1), F(4), -line[0] / (3 * line[1])):
            y = sum((c * v**k for k, c in enumerate(polynomial)), F(0))
            worst = max(worst, 1 - root_above(v * y * y))
        assert worst <= bound <= worst + F(1, 2**100)
    assert newton_steps(line, F(1), F(4), F(1, 2**12)) == 2
    assert newton_steps(line, F(1), F(4), F(1, 2**24)) == 3
    for power in (200, 1000):  # beyond the bits of a bound by default
        steps = newton_steps(line, F(1), F(4), F(1, 2**power))
        assert newton_error(line, F(1), F(4), steps, power + 64) <= F(1, 2**power)
        assert newton_error(line, F(1), F(4), steps - 1, power + 64) > F(1, 2**power)
    with pytest.raises(ValueError, match="converges for"):
        newton_error([F(1)], F(1), F(3), 2)
    with pytest.raises(ValueError, match="positive on the whole"):
        newton_range([F(1), F(-1)], F(1, 2), F(2))


def test_a_constant_guess_does_not_cover_float16() -> None:
    """Four steps reach accuracy 2^-11 on a range of v of ratio below 8; float16 needs 36 steps."""
    low, high = newton_reach(4, F(1, 2**11)).inside
    assert 7 < high / low < 8
    whole = F(1, 2**24), F(65504)
    guess = [newton_constant(*whole)]
    assert newton_error(guess, *whole, 4) > F(99, 100)
    assert newton_steps(guess, *whole, F(1, 2**11)) == 36
    # no step gains more than a factor 3/2 in y sqrt(v)
    assert root_above(guess[0] ** 2 * whole[0]) * F(3, 2) ** 32 < F(3, 4)


@pytest.mark.parametrize("linear", [False, True])
def test_the_widest_interval(linear: bool) -> None:
    tau = F(1, 2**11)
    guess, q = newton_widest(3, tau, linear)
    assert newton_error(guess, F(1), q, 3) <= tau
    assert newton_steps(guess, F(1), q, tau) == 3
    low, high = newton_reach(3, tau).inside
    if linear:
        assert q > 2 * high / low
    else:
        assert high / low * F(99, 100) < q <= high / low
    assert newton_widest(4, tau, linear)[1] > 2 * q
    with pytest.raises(ValueError, match="at least one step"):
        newton_widest(0, tau, linear)


# --- native arithmetic ----------------------------------------------------------------------------


def test_rounding_to_bfloat16_is_to_nearest_even() -> None:
    form = FORMATS["bf16"]
    cases = [1.0, 1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-8 + 2**-20, 3.3895314e38, 3.4e38]
    expected = [1.0, 1.0, 1 + 2**-6, 1 + 2**-7, 3.3895314e38, np.inf]
    with np.errstate(over="ignore"):
        got = form.round(np.array(cases, dtype=np.float32))
    assert got.tolist() == pytest.approx(expected)
    assert np.isnan(form.round(np.array([np.nan], dtype=np.float32)))[0]
    for name, last in (("bf16", 3.3895313892515355e38), ("fp16", 65504.0)):
        chosen = FORMATS[name]
        ends = chosen.values([1, chosen.finite]).astype(np.float64)
        assert ends[1] == last
        assert chosen.pattern(last) == chosen.finite
        assert chosen.pattern(float(ends[0])) == 1


def bf16(q: F) -> F:
    """To eight significant bits, ties to even, from exact numbers: normal range only."""
    if q == 0:
        return q
    size = abs(q.numerator).bit_length() - q.denominator.bit_length()
    for e in (size, size - 1):
        if F(2) ** e <= abs(q) < F(2) ** (e + 1):
            return round(q / F(2) ** (e - 7)) * F(2) ** (e - 7)
    raise AssertionError


def test_native_steps_are_those_of_exact_rounding() -> None:
    form = FORMATS["bf16"]
    for v in (1.0, 0.40625, 1.8359375, 2.640625):
        y, q = F(1), F(v)
        for _ in range(3):
            y = bf16(bf16(y * bf16(3 - bf16(q * bf16(y * y)))) / 2)
        got = iterate(form, np.array([v], dtype=np.float32), [1.0], 3, "newton")
        assert F(float(got[0])) == y


@pytest.mark.parametrize("name", ["bf16", "fp16"])
def test_all_inputs_of_the_short_formats(name: str) -> None:
    form = FORMATS[name]
    found = census(name, [1.0], 4, 2 * form.unit)  # type: ignore[arg-type]
    assert found.inputs == form.finite
    assert found.accurate < found.inputs / 10  # most of the format is out of reach
    assert found.not_finite > found.inputs / 3
    assert found.interval is not None
    low, high = newton_reach(4, 2 * form.unit).inside
    assert found.interval[0] == pytest.approx(float(low), rel=0.35)
    assert found.interval[1] == pytest.approx(float(high), rel=0.1)
    assert found.worst <= 2 * form.unit
    assert census(name, [1.0], 0, form.unit, low=1, high=1).accurate == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["bf16", "fp16"])
def test_with_the_exponent_taken_out_three_steps_are_enough(name: str) -> None:
    form = FORMATS[name]
    line = [float(c) for c in newton_line(F(1), F(4))]
    three = census(name, line, 3, 2 * form.unit, low=1, high=4)  # type: ignore[arg-type]
    assert three.accurate == three.inputs == 2 ** (form.digits) + 1
    other = census(name, line, 3, 2 * form.unit, "goldschmidt", 1, 4)  # type: ignore[arg-type]
    assert other.accurate < other.inputs  # its b has lost what rounding took


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("name", "inputs", "missed"),
    [("bf16", 257, 6), ("fp16", 2049, 39), ("fp32", 16_777_217, 4374)],
)
def test_every_input_from_1_to_4(name: Any, inputs: int, missed: int) -> None:
    """In fp32 to four unit roundoffs, in the others to two; Goldschmidt's product form is worse."""
    line = [float(c) for c in newton_line(F(1), F(4))]
    unit = (4 if name == "fp32" else 2) * FORMATS[name].unit
    for method, left in (("newton", 0), ("coupled", 0), ("goldschmidt", missed)):
        found = census(name, line, 3, unit, method, 1.0, 4.0)  # type: ignore[arg-type]
        assert (found.inputs, found.inputs - found.accurate) == (inputs, left), method
    # what the note of the claim says
    from proofs import registry

    notes = " ".join(registry.load("weierstrass.newton.goldschmidt").notes)
    assert f"{missed:,} of {inputs:,}" in notes


def test_the_coupled_form_natively_is_its_definition() -> None:
    """Each operation in bfloat16, by rounding exact fractions; x keeps the rounding of v y0."""
    form = FORMATS["bf16"]
    for v in (1.0, 0.40625, 1.8359375, 2.640625):
        x, h = bf16(F(v)), F(1, 2)
        for _ in range(3):
            rest = bf16(F(1, 2) - bf16(x * h))
            x, h = bf16(x + bf16(x * rest)), bf16(h + bf16(h * rest))
        got = iterate(form, np.array([v], dtype=np.float32), [1.0], 3, "coupled")
        assert F(float(got[0])) == 2 * h


@pytest.mark.parametrize(("name", "count"), [("bf16", 32_639), ("fp16", 31_743)])
def test_the_other_inputs_of_a_short_format(name: str, count: int) -> None:
    """All 65,536 bit patterns: what is not counted is 0, negative, infinite or not a number."""
    form = FORMATS[name]
    every = form.values(np.arange(1 << 16))
    counted = form.values(np.arange(1, form.finite + 1))
    assert len(counted) == form.finite == count
    with np.errstate(invalid="ignore"):  # signalling patterns among those that are no number
        wide = every.astype(np.float64)
        assert np.array_equal(np.sort(wide[(wide > 0) & np.isfinite(wide)]), counted)
    for method in ("newton", "goldschmidt", "coupled"):
        y = iterate(form, every, [1.0], 4, method).astype(np.float64)
        assert (y[wide == 0] == form.round(1.5**4)).all()  # each step is 3/2 y, v = 0 and -0
        assert np.isnan(y[np.isnan(wide)]).all()
        assert not np.isfinite(y[wide == np.inf]).any()
        # a step from v < 0 is a sum of positive numbers, so that y does not decrease
        below = y[(wide < 0) & np.isfinite(wide)]
        assert ((below >= 1) | np.isnan(below)).all()


def test_a_sample_of_float32() -> None:
    line = [float(c) for c in newton_line(F(1), F(4))]
    found = census("fp32", line, 3, F(1, 2**22), low=1, high=4, stride=997)
    assert found.accurate == found.inputs > 16_000
    with pytest.raises(ValueError, match="a format is one of"):
        census("fp8", line, 3, F(1, 2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="degree <= 1"):
        census("fp16", [], 3, F(1, 2))


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("stride", [3, 5, 997])
@pytest.mark.parametrize(("name", "guess"), [("bf16", 1.0), ("fp16", 1.0), ("fp16", 0.01)])
def test_the_interval_of_a_sample_is_one_of_samples(
    name: Any, guess: float, stride: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found again from the definition, one sample after the other; in one chunk and in several."""
    form = FORMATS[name]
    tau = 2 * form.unit
    patterns = range(1, form.finite + 1, stride)
    y = iterate(form, form.values(np.array(patterns)), [guess], 4, "newton").astype(float)
    values = [float(v) for v in form.values(np.array(patterns))]
    errors = [abs(a * math.sqrt(v) - 1) for a, v in zip(y, values, strict=True)]
    home = max(i for i, v in enumerate(values) if v <= 1 / guess**2)
    low = high = home
    while errors[low - 1] <= tau:
        low -= 1
    while errors[high + 1] <= tau:
        high += 1
    assert errors[home] <= tau
    for chunk in (1 << 20, 7):
        monkeypatch.setattr(weierstrass_floats, "CHUNK", chunk)
        found = census(name, [guess], 4, tau, stride=stride)
        assert found.interval == (values[low], values[high])
        assert found.worst == pytest.approx(max(errors[low : high + 1]), rel=1e-12)
        assert found.worst <= tau
    # where all are accurate, the run ends with the last sample
    after = float(form.values([patterns[high] + stride - 1])[0])  # no sample, but for stride 1
    inner = census(name, [guess], 4, tau, low=values[low], high=after, stride=stride)
    assert inner.accurate == inner.inputs == high - low + 1
    assert inner.interval == (values[low], values[high])


def test_no_interval_around_an_input_that_is_not_accurate() -> None:
    tau = F(1, 2**8)
    assert census("bf16", [-1.0], 3, tau).interval is None  # it goes to -1/sqrt(v)
    assert census("bf16", [1.0], 3, tau, low=2.5).interval is None
    assert census("bf16", [1e-200], 3, tau).interval is None
    sampled = census("bf16", [1.0], 4, 2 * tau, stride=3)
    assert sampled.interval is not None
    assert sampled.interval[0] < 1 < sampled.interval[1]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"initial": [0.0]}, "finite and not 0"),
        ({"initial": [math.nan]}, "finite and not 0"),
        ({"initial": [1.0, math.inf]}, "finite and not 0"),
        ({"method": "halley"}, "a method is one of newton, goldschmidt, coupled"),
        ({"low": -1.0}, "low > 0"),
        ({"low": 0.0}, "low > 0"),
        ({"high": math.inf}, "finite high"),
        ({"high": math.nan}, "finite high"),
        ({"low": 2.0, "high": 1.0}, "low <= high"),
        ({"low": 70000.0}, "no numbers"),
    ],
)
def test_input_errors_of_a_census(given: dict[str, Any], why: str) -> None:
    arguments = {"initial": [1.0], "steps": 3, "accuracy": F(1, 2**11), **given}
    with pytest.raises(ValueError, match=why):
        census("fp16", **arguments)


def test_the_ends_of_a_census_are_numbers_of_the_format() -> None:
    whole = census("fp16", [1.0], 1, F(1, 2**11))
    wide = census("fp16", [1.0], 1, F(1, 2**11), low=1e-30, high=1e30)
    assert (wide.inputs, wide.accurate) == (whole.inputs, whole.accurate)


@by_turns(2)
def test_where_the_series_breaks() -> None:
    """A hundredth of accuracy: bfloat16 up to z = 1.9 at any order, float32 up to 4.7."""
    assert 1.5 < maclaurin_reach("bf16", 40, 1 / 128) < 2.5
    assert maclaurin_reach("bf16", 80, 1 / 128) == maclaurin_reach("bf16", 40, 1 / 128)
    assert 4 < maclaurin_reach("fp32", 80, 1 / 128) < 6
    assert maclaurin_reach("fp32", 80, 1 / 128, -1) < maclaurin_reach("fp32", 80, 1 / 128)
    # one step further along the samples it fails; more samples leave no more than that
    coarse, fine = (maclaurin_reach("fp32", 80, 1 / 128, 1, stride) for stride in (16896, 4224))
    assert abs(fine - coarse) <= 16896 * 2.0**-21
    with pytest.raises(ValueError, match="side"):
        maclaurin_reach("fp16", 3, 0.1, 2)
    with pytest.raises(ValueError, match="a stride is at least 1"):
        maclaurin_reach("fp16", 3, 0.1, 1, 0)


@pytest.mark.parametrize("name", ["bf16", "fp16"])
def test_the_reach_of_the_series_ends_where_the_first_input_fails(name: Any) -> None:
    """Against mpmath: from the reach to the next number of the format, Horner's rule fails."""
    form = FORMATS[name]
    reach = maclaurin_reach(name, 40, 1 / 128)
    from constructions.weierstrass import maclaurin

    even, odd = maclaurin(40)
    with mpmath.workdps(30):
        zero, slope = at_zero()
        exact = [mp(a) * zero + mp(b) * slope for a, b in zip(even, odd, strict=True)]
    coefficients = [form.round(np.float32(float(c))) for c in exact]
    ends = form.values([form.pattern(reach), form.pattern(reach) + 1])
    for z, accurate in zip(ends, (True, False), strict=True):
        value = coefficients[-1]
        for c in reversed(coefficients[:-1]):
            value = form.round(np.asarray(form.round(np.asarray(value * z)) + c))
        with mpmath.workdps(30):
            true = h(mpmath.mpf(float(z)))
            assert (abs(float(value) - true) <= true / 128) is accurate


def test_the_campaign_in_small(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.campaigns import weierstrass_floats

    assert weierstrass_floats.main(["65521"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 18 + 18
    assert "32,639 inputs" in lines[20]
    bad = census("fp16", [1.0], 3, F(1, 2**11), low=1, high=4)
    assert weierstrass_floats.missed(bad)
