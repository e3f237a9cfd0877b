"""Chords of functions of one variable: the certified error, against values of the function."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest

from constructions.chords import Chords, chords, kinked, linear
from constructions.functions.function import Function, parse
from constructions.interop.flint import BallSystem, to_fractions
from tests.sampling import by_turns, some_of

CASES = [
    ("exp(x)", 0, 1),
    ("1/(1+x)", 0, 3),
    ("x**2", -1, 1),
    ("x**3 - x", -2, 1),
    ("sin(x)", 0, 7),
    ("sqrt(x)", 0, 1),
    ("log(x)", 1, 100),
    ("abs(x - 1/3)", -1, 1),
    ("exp(-8*x**2)", -1, 1),
    ("3 - 2*x", 0, 5),
]


def largest_gap(q: Chords, h: Function, low: F, high: F, count: int = 300) -> tuple[F, F]:
    """Bounds of max |q - h| over a fine grid, knots and middles of cells."""
    system, least, most = BallSystem(128), F(0), F(0)
    points = [low + (high - low) * F(k, count) for k in range(count + 1)]
    points += [t for t in q.knots if low <= t <= high]
    points += [(s + t) / 2 for s, t in zip(q.knots, q.knots[1:], strict=False) if t <= high]
    for t in points:
        lo, hi = to_fractions(system.const(q(t)) - h.evaluate(system, x=system.const(t)))
        least, most = max(least, lo, -hi), max(most, hi, -lo)
    return least, most


@by_turns(2)
@some_of(12)
@pytest.mark.parametrize("tolerance", [F(1, 10), F(1, 1000)])
@pytest.mark.parametrize(("text", "low", "high"), CASES)
def test_the_error_is_what_is_certified(text: str, low: int, high: int, tolerance: F) -> None:
    h = parse(text)
    q = chords(h, F(low), F(high), tolerance)
    least, _ = largest_gap(q, h, F(low), F(high))
    assert least <= q.error <= tolerance
    assert (q.knots[0], q.knots[-1]) == (low, high)


def test_a_convex_function_has_its_chords_moved_by_half_of_the_error() -> None:
    """x^2 on cells of length 1/4 is 1/64 below its chords: 8 cells on [-1, 1] for 1/100."""
    q = chords(parse("x**2"), F(-1), F(1), F(1, 100))
    assert len(q.slopes) == 8
    assert q(F(0)) != 0


def test_units_compute_the_chords() -> None:
    q = chords(parse("sin(x)"), F(0), F(7), F(1, 50))
    for k in range(-20, 90):
        t = F(k, 10)
        units = sum((w * max(side * (t - knot), F(0)) for side, knot, w in q.units), q.origin)
        assert units == q(t)
    assert len(q.units) == len(q.slopes)
    steepest = max(abs((q(F(k + 1, 9)) - q(F(k, 9))) * 9) for k in range(-9, 80))
    assert steepest <= q.steepest == max(map(abs, q.slopes))


def test_piecewise_linear_functions_are_exact() -> None:
    absolute = kinked((F(-3), F(0), F(2)), (F(3), F(0), F(2)))
    assert [absolute(F(t)) for t in (-7, -1, 0, 5)] == [7, 1, 0, 5]
    assert (absolute.error, len(absolute.units)) == (0, 2)
    relu = kinked((F(-3), F(0), F(2)), (F(0), F(0), F(2)))
    assert relu.units == ((1, F(0), F(1)),)
    same = linear(F(-2), F(5))
    assert (same(F(-2)), same(F(4)), len(same.units)) == (-2, 4, 1)


def test_one_point_is_an_interval_too() -> None:
    q = chords(parse("exp(x)"), F(1), F(1), F(1, 100))
    assert abs(q(F(1)) - F(271828, 100000)) <= q.error + F(1, 100000)


@pytest.mark.parametrize(
    ("text", "low", "high", "tolerance", "message"),
    [
        ("exp(20*x)", 0, 1, F(1, 100), "about 110015 cells are needed for 'exp(20*x)', and at"),
        ("x", 0, 1, F(0), "a tolerance > 0"),
        ("x", 1, 0, F(1), "low <= high"),
    ],
)
def test_what_is_refused(text: str, low: int, high: int, tolerance: F, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        chords(parse(text), F(low), F(high), tolerance)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("text", ["sign(x)", "1/x"])
def test_a_jump_and_a_pole_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"are needed|near enough|not defined|no finite"):
        chords(parse(text), F(-1), F(1), F(1, 10))


def test_knots_increase() -> None:
    with pytest.raises(ValueError, match="increase"):
        Chords((F(0), F(0)), (F(0), F(1)), F(0))
    with pytest.raises(ValueError, match="two knots"):
        Chords((F(0),), (F(0),), F(0))
