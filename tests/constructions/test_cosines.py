"""Sums of cosines for Lipschitz functions: the weights, the error, the profiles."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import pairwise, product

import mpmath
import pytest

from constructions.cosines import (
    CosineProfile,
    cosine_sum,
    degree_for,
    degrees_for,
    kernel,
    nodes,
    spread,
)
from constructions.functions.cube import names, parse_on_cube
from tests.sampling import by_turns, some_of


def weight(m: int, t: mpmath.mpf) -> mpmath.mpf:
    """K(t) from its Fourier coefficients."""
    rho = kernel(m)
    waves = (2 * mpmath.mpf(rho[k].numerator) / rho[k].denominator * mpmath.cospi(k * t)
             for k in range(1, m + 1))  # fmt: skip
    return 1 + mpmath.fsum(waves)


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("m", [1, 2, 3, 6, 11])
def test_the_weights_average_and_stay_near(m: int) -> None:
    """Positive, of sum 1, and of a mean distance below the bound, at every x that is tried."""
    P = nodes(m)
    places = [F(2 * j + 1, 2 * P) for j in range(2 * P)]
    worst = mpmath.mpf(0)
    for i in range(60):
        x = F(i, 60 * P) * 2
        weights = [weight(m, mpmath.mpf((x - u).numerator) / (x - u).denominator) for u in places]
        assert min(weights) > -(mpmath.mpf(10) ** -12)
        assert abs(mpmath.fsum(weights) / (2 * P) - 1) < mpmath.mpf(10) ** -12
        away = [abs((x - u + 1) % 2 - 1) for u in places]
        mean = mpmath.fsum(w * float(a) for w, a in zip(weights, away, strict=True)) / (2 * P)
        worst = max(worst, mean)
    assert worst <= float(spread(m)) <= 1.1 * worst


def test_the_spread_falls_like_one_over_the_degree() -> None:
    assert spread(0) == F(1, 2)
    values = [spread(m) for m in range(0, 60)]
    assert all(b < a for a, b in pairwise(values))
    assert all(spread(m) * (m + 2) < F(11, 10) for m in range(60))


def test_the_least_degree_for_an_accuracy() -> None:
    for accuracy in (F(1, 2), F(1, 3), F(1, 10), F(1, 37)):
        m = degree_for(accuracy)
        assert spread(m) <= accuracy
        assert m == 0 or spread(m - 1) > accuracy
    assert degrees_for((F(1), F(0), F(2)), F(1, 2))[1] == 0


def test_too_many_are_refused() -> None:
    with pytest.raises(ValueError, match="degree above 400"):
        degree_for(F(1, 1000))
    with pytest.raises(ValueError, match="more than 40000 values of f"):
        degrees_for((F(1),) * 3, F(1, 10))
    assert degrees_for((F(1),) * 3, F(3, 4)) == (2, 2, 2)


@by_turns(2)
@pytest.mark.parametrize(
    ("text", "constants", "accuracy"),
    [
        ("sin(x1*x2)", (F(1), F(1)), F(1, 4)),
        ("abs(x1*x2 - 1/4)", (F(1), F(1)), F(1, 3)),
        ("x1", (F(1), F(0)), F(1, 5)),
        ("x1*x2*x3", (F(1),) * 3, F(1)),
    ],
)
def test_no_point_is_farther_than_the_error(
    text: str, constants: tuple[F, ...], accuracy: F
) -> None:
    n = len(constants)
    f = parse_on_cube(text, n)
    degrees = degrees_for(constants, accuracy)
    found = cosine_sum(f, names(n), constants, degrees, F(1, 10**6))
    assert found.error <= accuracy + F(1, 10**5)
    steps = 9 if n == 2 else 4
    for corner in product(range(steps + 1), repeat=n):
        point = [F(i, steps) for i in corner]
        exact = f.sample_at(dict(zip(names(n), point, strict=True)), F(1, 10**9))
        value = mpmath.mpf(found.start.numerator) / found.start.denominator
        for w, harmonics in found.terms.items():
            t = sum((q * x for q, x in zip(w, point, strict=True)), F(0))
            for q, b in harmonics.items():
                value += float(b) * mpmath.cospi(q * mpmath.mpf(t.numerator) / t.denominator)
        assert abs(value - float(exact)) <= float(found.error)


PROFILE = CosineProfile(((1, F(1, 2)), (2, F(-1, 3)), (5, F(1, 7))), -1, 3)


def at(profile: CosineProfile, s: F) -> mpmath.mpf:
    t = profile.low + profile.length * mpmath.mpf(s.numerator) / s.denominator
    return mpmath.fsum(float(b) * mpmath.cospi(q * t) for q, b in profile.harmonics)


def test_samples_of_a_profile() -> None:
    for s in (F(0), F(1, 3), F(5, 17), F(1)):
        assert abs(PROFILE.sample(s, F(1, 10**12)) - F(str(at(PROFILE, s)))) < F(1, 10**11)
    assert abs(PROFILE.sample(F(2, 7), F(1, 10**40)) - PROFILE.sample(F(2, 7), F(1, 10**45))) < F(
        2, 10**40
    )


def test_exact_values_of_a_profile() -> None:
    half = CosineProfile(((1, F(3)),), 0, 1)
    assert [half.exact(F(k, 6)) for k in (0, 2, 3, 6)] == [3, F(3, 2), 0, -3]
    assert half.exact(F(1, 4)) is None


@pytest.mark.parametrize(
    "profile",
    [PROFILE, CosineProfile(((3, F(1)),), 0, 2), CosineProfile(((1, F(1)), (2, F(1))), 0, 1)],
)
def test_the_constant_of_a_profile_bounds_its_slopes(profile: CosineProfile) -> None:
    grid = [F(i, 400) for i in range(401)]
    values = [at(profile, s) for s in grid]
    steepest = max(abs(b - a) * 400 for a, b in pairwise(values))
    assert steepest <= float(profile.lipschitz()) <= 1.5 * float(steepest)
    assert max(map(abs, values)) <= float(profile.radius) + 1e-12
