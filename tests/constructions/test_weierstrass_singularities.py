"""Singularities along lines, zeros of the smoothed factor: against mpmath and plain fractions."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import mpmath
import pytest

from constructions.interop.weierstrass_zeros import Box, count, effective_radius, isolate, nearest
from constructions.systems import NumberError
from constructions.weierstrass_singularities import (
    Along,
    clamped,
    growth_radius,
    mean_square,
    running,
    scaled_squares,
    singularities,
    smoothed,
    taylor,
    variance,
)
from tests.sampling import by_turns


def mp(q: F) -> mpmath.mpf:
    return mpmath.mpf(q.numerator) / q.denominator


def random_line(rng: Random, d: int) -> tuple[list[F], list[F]]:
    def draw() -> list[F]:
        return [F(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(d)]

    return draw(), draw()


@pytest.mark.parametrize("kind", [variance, mean_square])
@pytest.mark.parametrize("seed", range(6))
def test_the_radius_is_the_distance_to_the_complex_zeros(kind: object, seed: int) -> None:
    """mpmath's roots of v(t) + eps, for v evaluated entry by entry."""
    x, u = random_line(Random(seed), 2 + seed)
    v = kind(x, u)  # type: ignore[operator]
    eps, t0 = F(1, 10), F(seed - 2, 3)
    for t in (F(0), F(1), F(-7, 3)):
        moved = [p + t * q for p, q in zip(x, u, strict=True)]
        mean = sum(moved) / len(x) if kind is variance else 0
        assert v.at(t) == sum((m - mean) ** 2 for m in moved) / len(x)
    found = singularities(v, eps, t0)
    roots = mpmath.polyroots([mp(v.a), mp(v.b), mp(v.c + eps)])
    distance = min(abs(root - mp(t0)) for root in roots)
    assert found.radius_squared == (v.at(t0) + eps) / v.a  # the covariance has no part in it
    assert mpmath.almosteq(mpmath.sqrt(mp(found.radius_squared)), distance, 1e-12)
    low, high = found.radius()  # type: ignore[misc]
    assert low**2 <= found.radius_squared <= high**2
    assert found.kind == "branch points"


def test_the_texts_own_distance() -> None:
    """v0 + v' t: |v0|/|v'|, and (v0 + eps)/|v'| with eps."""
    line = Along(F(0), F(-3), F(2))
    assert singularities(line, F(0)).radius() == (F(2, 3), F(2, 3))
    assert singularities(line, F(1)).radius_squared == 1
    assert singularities(line, F(1)).kind == "branch point"
    assert singularities(Along(F(0), F(0), F(2)), F(0)) == smoothed(Along(F(0), F(0), F(2)))
    with pytest.raises(ValueError, match="> 0"):
        singularities(line, F(0), F(1))


def test_a_double_zero_is_a_pole_and_two_real_zeros_are_told() -> None:
    x = [F(1), F(3)]
    v = variance(x, [F(-1), F(-3)])  # (1 - t)^2 Var(x)
    assert singularities(v, F(0)).kind == "pole"
    assert singularities(v, F(0)).radius_squared == 1
    assert singularities(v, F(1, 9)).kind == "branch points"
    # t^2 - 2 from 3, and 4 - t^2 from 1
    low, high = singularities(Along(F(1), F(0), F(-2)), F(0), F(3)).radius()  # type: ignore[misc]
    assert (3 - high) ** 2 <= 2 <= (3 - low) ** 2
    assert high - low < F(1, 10**15)
    assert singularities(Along(F(-1), F(0), F(4)), F(0), F(1)).radius() == (1, 1)
    with pytest.raises(ValueError, match="irrational"):
        scaled_squares(Along(F(1), F(0), F(-2)), F(0), F(3), 4)


def test_batch_statistics() -> None:
    x, u = [F(0), F(2)], [F(1), F(0)]
    batch = variance(x, u)
    moved = running(F(3), F(1, 10), batch, 2)
    assert moved.at(F(0)) == F(9, 10) * 3 + F(1, 10) * 2 * batch.at(F(0))
    # v keeps a part that does not move: the radius grows
    assert singularities(moved, F(0)).radius_squared == moved.at(F(0)) / (batch.a / 5)
    with pytest.raises(ValueError, match="n >= 2"):
        running(F(1), F(1, 10), batch, 1)
    with pytest.raises(ValueError, match="as many directions"):
        variance([F(1)], [])


def test_the_clamped_factor() -> None:
    line, eps = Along(F(0), F(-2), F(1)), F(1, 10)
    above = clamped(line, eps)
    assert above.series is not None
    assert above.series.radius() == (F(1, 2), F(1, 2))  # of 1/sqrt(v), without eps
    assert above.agrees == (F(9, 20), F(9, 20))
    below = clamped(line, eps, F(1, 2))
    assert below.series is not None
    assert below.series.kind == "none"
    assert below.agrees == (F(1, 20), F(1, 20))
    assert clamped(line, eps, F(9, 20)).series is None  # at the kink
    square = Along(F(1), F(0), F(1, 10))  # touches eps at 0 and stays above
    assert clamped(square, eps).agrees is None
    touching = clamped(square, eps)
    assert touching.series is not None
    assert touching.series.radius_squared == F(1, 10)
    low, high = clamped(Along(F(1), F(0), F(-1)), F(1), F(2)).agrees  # type: ignore[misc]
    assert (2 - high) ** 2 <= 2 <= (2 - low) ** 2
    with pytest.raises(ValueError, match="eps > 0"):
        clamped(line, F(0))


def test_taylor_coefficients_and_their_growth() -> None:
    """Legendre polynomials: all scaled squares are <= 1, and the root test comes down to R."""
    x, u = random_line(Random(3), 4)
    v = variance(x, u)
    eps, t0 = F(1, 100), F(1, 3)
    C = v.at(t0) + eps
    with mpmath.workdps(30):
        found = [mp(q) for q in taylor(v, eps, t0, 6)]
        wanted = mpmath.taylor(lambda t: mpmath.sqrt(mp(C) / mp1(v, eps, t)), mp(t0), 6)
        assert all(mpmath.almosteq(a, b, 1e-20, 1e-20) for a, b in zip(found, wanted, strict=True))
        squares = scaled_squares(v, eps, t0, 121)
        cosine = -mp(v.slope(t0)) / (2 * mpmath.sqrt(mp(v.a * C)))
        for n in (1, 2, 7, 120):
            assert mpmath.almosteq(mpmath.sqrt(mp(squares[n])), abs(mpmath.legendre(n, cosine)))
    assert max(squares) == 1
    assert 1 <= growth_radius(squares, 120) < growth_radius(squares, 10) < F(3, 2)
    assert growth_radius(squares, 120) < F(103, 100)
    with pytest.raises(ValueError, match="root test"):
        growth_radius([F(1), F(0), F(0)], 1)
    for order in (0, -1, 121, 500):
        with pytest.raises(ValueError, match=r"up to order N \+ 1"):
            growth_radius(squares, order)


def mp1(v: Along, eps: F, t: mpmath.mpf) -> mpmath.mpf:
    return mp(v.a) * t * t + mp(v.b) * t + mp(v.c + eps)


# --- zeros ----------------------------------------------------------------------------------------


def h(z: mpmath.mpc) -> mpmath.mpc:
    return mpmath.exp(-z * z / 4) * mpmath.pcfd(mpmath.mpf(-1) / 2, -z)


@by_turns(2)
def test_the_zeros_are_those_of_the_parabolic_cylinder_function() -> None:
    box = Box(F(-3), F(4), F(0), F(4))
    found = isolate(box)
    assert len(found) == count(box) == 2
    for item in found:
        assert item.right - item.left == F(1, 2**48)
        start = mpmath.mpc(*(mp(c) for c in item.middle))
        root = mpmath.findroot(h, start)
        assert abs(root - start) < mpmath.mpf(2) ** -47
        assert mp(item.left) <= root.real <= mp(item.right)
        assert mp(item.bottom) <= root.imag <= mp(item.top)
    low, high = nearest(F(2), found)
    first = mpmath.findroot(h, mpmath.mpc(2.1, 2.27))
    assert mp(low) <= abs(first - 2) + mpmath.mpf(10) ** -14
    assert abs(first - 2) <= mp(high) + mpmath.mpf(10) ** -14


def test_counts_add_up_and_the_left_has_none() -> None:
    assert count(Box(F(-4), F(1), F(-2), F(2))) == 0
    assert count(Box(F(2), F(3), F(-3), F(3))) == 2  # a conjugate pair
    assert count(Box(F(2), F(3), F(2), F(3))) == 1
    assert count(Box(F(2), F(3), F(-3), F(-2))) == 1
    with pytest.raises(ValueError, match="left < right"):
        Box(F(1), F(1), F(0), F(1))
    with pytest.raises(ValueError, match="no zeros"):
        nearest(F(0), [])


def test_a_boundary_through_a_zero_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from constructions.interop import weierstrass_zeros

    monkeypatch.setattr(weierstrass_zeros, "_PIECES", 60)
    (zero,) = isolate(Box(F(2), F(3), F(2), F(3)))
    with pytest.raises(NumberError, match="too near the boundary"):
        count(Box(zero.middle[0], F(3), F(2), F(3)))


def test_effective_radii() -> None:
    """|c_n/c_0|^(-1/n) of the smoothed factor: below v for a while, and growing at last."""
    radii = effective_radius(F(1), F(1, 10), [2, 50, 400])
    with mpmath.workdps(30):
        c = mpmath.taylor(lambda t: h(10 * t), 1, 2)
        wanted = abs(c[2] / c[0]) ** (-mpmath.mpf(1) / 2)
        assert mp(radii[0][0]) - mpmath.mpf(10) ** -12 <= wanted
        assert wanted <= mp(radii[0][1]) + mpmath.mpf(10) ** -12
    assert radii[1][1] < F(4, 5)  # below the barrier at distance 1 that is said to be gone
    assert radii[2][0] > F(5, 4)
    with pytest.raises(ValueError, match="order >= 1"):
        effective_radius(F(1), F(1), [0])
    for sigma in (F(0), F(-1)):
        with pytest.raises(ValueError, match="sigma of the Gaussian is > 0"):
            effective_radius(F(1), sigma, [2])
