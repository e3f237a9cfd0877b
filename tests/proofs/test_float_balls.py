"""Balls of floats against fractions and FLINT: at random and at extreme numbers."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from constructions.interop.flint import to_fractions
from proofs.supnorm.float_balls import (
    LN_2,
    LN_2_OFF,
    REDUCED,
    REST,
    TERMS,
    Balls,
    larger,
    of_fraction,
)
from tests.sampling import some_of

EXTREME = [0.0, 5e-324, 2.0**-1022, 2.0**-900, 1e-300, 1.0, 1 + 2.0**-52, 2.0**52, 1e150, 1e300]
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def numbers(rng: random.Random, count: int) -> list[float]:
    found = []
    for _ in range(count):
        kind = rng.randrange(4)
        if kind == 0:
            value = rng.choice(EXTREME)
        elif kind == 1:
            value = math.ldexp(rng.random(), rng.randrange(-1074, 900))
        else:
            value = rng.uniform(0, 4)
        found.append(rng.choice((-1, 1)) * value)
    return found


def radii(rng: random.Random, middles: list[float]) -> list[float]:
    share = (0.0, 2.0**-53, 2.0**-30, 0.3, 1.0, 3.0)
    return [abs(m) * rng.choice(share) + rng.choice((0.0, 0.0, 1e-310, 1e-9)) for m in middles]


def elements(rng: random.Random, m: float, r: float) -> list[F]:
    """Exact elements of a ball: its ends, its middle and some between."""
    inside = F(rng.randrange(-(2**20), 2**20), 2**20)
    return [F(m), F(m) - F(r), F(m) + F(r), F(m) + inside * F(r)]


def holds(ball: Balls, i: int, value: F) -> bool:
    m, r = float(ball.m[i]), float(ball.r[i])
    if not (math.isfinite(m) and math.isfinite(r)):
        return not r < math.inf  # nothing is said
    return abs(value - F(m)) <= F(r)


def drawn(seed: int, count: int = 1500) -> tuple[random.Random, list[float], list[float]]:
    rng = random.Random(seed)
    m = numbers(rng, count)
    return rng, m, radii(rng, m)


@some_of(1)
@pytest.mark.parametrize("sign", OPERATIONS)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning", "ignore:invalid:RuntimeWarning")
def test_an_operation_contains_its_exact_results(sign: str) -> None:
    rng, m, r = drawn(1)
    _, n, s = drawn(2)
    apply = OPERATIONS[sign]
    found = apply(Balls(np.array(m), np.array(r)), Balls(np.array(n), np.array(s)))
    said = 0
    for i in range(len(m)):
        for a in elements(rng, m[i], r[i]):
            for b in elements(rng, n[i], s[i]):
                if sign == "/" and not b:
                    assert not found.r[i] < math.inf
                else:
                    assert holds(found, i, apply(a, b)), (m[i], r[i], n[i], s[i])
        said += bool(np.isfinite(found.r[i]))
    assert said > len(m) / 4


def test_a_radius_without_its_rounding_is_seen() -> None:
    """The tests above can fail: 1/3 is not the float next to it."""
    third = Balls(np.array([1.0])) / Balls(np.array([3.0]))
    assert holds(third, 0, F(1, 3))
    assert not holds(Balls(third.m, np.array([0.0])), 0, F(1, 3))


def test_signs_sizes_and_powers() -> None:
    rng, m, r = drawn(3, 600)
    ball = Balls(np.array(m), np.array(r))
    with np.errstate(all="ignore"):
        cube, size, turned, most = ball**3, abs(ball), -ball, larger(ball, -ball)
    for i in range(len(m)):
        for a in elements(rng, m[i], r[i]):
            assert holds(cube, i, a**3)
            assert holds(size, i, abs(a))
            assert holds(turned, i, -a)
            assert holds(most, i, max(a, -a))
            assert F(float(ball.lower()[i])) <= a <= F(float(ball.upper()[i]))
            assert abs(a) <= F(float(ball.upper_size()[i]))


def test_a_rational_number_is_near_its_float() -> None:
    rng = random.Random(4)
    for _ in range(400):
        q = F(rng.randrange(-(10**30), 10**30), rng.randrange(1, 10**30))
        ball = of_fraction(q)
        assert abs(F(float(ball.m)) - q) <= F(float(ball.r))


FUNCTIONS: dict[str, tuple[Callable[[Balls], Balls], Callable[[Any], Any], float]] = {
    "sqrt": (Balls.sqrt, lambda t: t.sqrt(), 1e9),
    "exp": (Balls.exp, lambda t: t.exp(), 720.0),
    "tanh": (Balls.tanh, lambda t: t.tanh(), 400.0),
    "bell": (Balls.bell, lambda t: 1 / t.cosh() ** 2, 400.0),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_contains_its_values(name: str) -> None:
    ours, theirs, most = FUNCTIONS[name]
    rng = random.Random(5)
    m = [rng.choice((-1, 1)) * most ** rng.uniform(-1, 1) for _ in range(500)]
    m += [0.0, -0.0, 1e-300, 0.35, -699.5, -700.0, -701.0, 350.0, -349.75, 1e4, -1e8]
    if name == "sqrt":
        m = [abs(value) for value in m]
    r = [rng.choice((0.0, 1e-16, 1e-9)) * abs(value) for value in m]
    found = ours(Balls(np.array(m), np.array(r)))
    said, old, ctx.prec = 0, ctx.prec, 300
    try:
        for i in range(len(m)):
            for a in elements(rng, m[i], r[i]):
                x = arb(a.numerator) / arb(a.denominator)
                if abs(float(a)) > 1e6 and name != "sqrt":
                    continue
                low, high = to_fractions(theirs(x))
                assert holds(found, i, low), (m[i], r[i])
                assert holds(found, i, high), (m[i], r[i])
            # sharp where the number is known: no empty promise
            if not r[i] and np.isfinite(found.r[i]):
                said += 1
                assert found.r[i] <= 1e-12 * max(1.0, abs(found.m[i]))
    finally:
        ctx.prec = old
    assert said > 100


def test_the_constants_of_the_exponential() -> None:
    old, ctx.prec = ctx.prec, 200
    try:
        assert abs(arb(2).log() - arb(LN_2)) < arb(LN_2_OFF)
        left = arb(REDUCED).exp() - sum(
            (arb(REDUCED) ** j / arb(math.factorial(j)) for j in range(TERMS + 1)), arb(0)
        )
        assert left < arb(REST)
        assert left > arb(REST) / 2
    finally:
        ctx.prec = old


def test_what_is_not_finite_is_never_a_small_ball() -> None:
    with np.errstate(all="ignore"):
        huge = Balls(np.array([1e300])) * 1e300
        assert not huge.r[0] < math.inf
        assert not (huge - huge).r[0] < math.inf
        assert not (huge * 0.0).r[0] < math.inf
        assert not Balls(np.array([1.0]), np.array([2.0])).sqrt().r[0] < math.inf
        assert not (1.0 / Balls(np.array([1e-3]), np.array([1e-3]))).r[0] < math.inf
        assert not Balls(np.array([701.0])).exp().r[0] < math.inf
        assert not Balls(np.array([1.0]), np.array([5.0])).exp().r[0] < math.inf
