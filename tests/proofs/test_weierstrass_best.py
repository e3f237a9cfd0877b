"""weierstrass.limit.sharpened2, against values that mpmath computes."""

from __future__ import annotations

import copy
import json
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import mpmath
import pytest

from constructions.terms import var
from proofs.kernel.check import check
from proofs.weierstrass.limit.best import LAW
from proofs.weierstrass.limit.best_cells import (
    ABOVE,
    BELOW,
    ENDS_ABOVE,
    ENDS_BELOW,
    GRID,
    LAST,
    REACH,
    STEPS,
    error,
    few,
    over,
    trapezoidal,
    under,
)
from proofs.weierstrass.limit.best_statement import (
    DIP,
    LESS_ABOVE,
    LESS_BELOW,
    PEAK,
    factor,
    major,
    minor,
    rest,
)
from tests import kept_files
from tests.sampling import by_turns, some_of


def integral(z: Any) -> Any:
    """int_0^oo exp(-(x^2 - z)^2/2) dx."""
    with mpmath.workdps(25):
        root = mpmath.sqrt(max(z, 0))
        ends = sorted({0, *(mpmath.sqrt(root**2 + k) for k in (0, 1, 4, 12, 40))})
        return mpmath.quad(lambda x: mpmath.exp(-((x * x - z) ** 2) / 2), ends)


def scaled_deviation(z: Any) -> Any:
    """z^2 (sqrt(z) f_1(z) - 1)."""
    return z**2 * (2 * mpmath.sqrt(z) * integral(z) / mpmath.sqrt(2 * mpmath.pi) - 1)


def summed(z: Any) -> tuple[Any, Any]:
    """The trapezoidal sum and its error, from their formulas in the module's docstring."""
    g = lambda x: mpmath.exp(-((x * x - z) ** 2) / 2)  # noqa: E731
    end = mpmath.mpf(LAST) / STEPS
    value = (g(0) / 2 + sum(g(mpmath.mpf(k) / STEPS) for k in range(1, LAST + 1))) / STEPS
    strip = 5 * mpmath.exp(2 * z + 4) / (mpmath.exp(2 * mpmath.pi * STEPS) - 1)
    return value, strip + g(end) / (2 * end * (end**2 - z))


def evaluated(term: Any, at: Any) -> Any:
    """A term in z by mpmath."""

    def of(part: Any, k: Any = None) -> Any:
        if isinstance(part, str):
            return at if part == "z" else k if part == "k" else mpmath.mpf(F(part).numerator) / F(
                part).denominator  # fmt: skip
        op, *args = part
        if op == "sum":
            return sum(of(args[3], j) for j in range(int(args[1]), int(args[2]) + 1))
        if op == "^":
            return of(args[0], k) ** args[1]
        values = [of(a, k) for a in args]
        first, *others = values
        match op:
            case "+":
                return mpmath.fsum(values)
            case "*":
                return mpmath.fprod(values)
            case "-":
                return first - others[0] if others else -first
            case "/":
                return first / others[0]
        return {"exp": mpmath.exp, "sqrt": mpmath.sqrt}[op](first)

    return of(json.loads(json.dumps(term)))


@pytest.mark.parametrize("z", [0.01, 0.3, 0.6, 1.0, 2.51, 4.0, 5.5])
def test_the_integral_is_as_near_to_the_sum_as_is_assumed(z: float) -> None:
    value, room = summed(mpmath.mpf(z))
    assert abs(integral(mpmath.mpf(z)) - value) <= room
    assert mpmath.almosteq(evaluated(_without_pi(trapezoidal), mpmath.mpf(z)), value, 1e-12)


def _without_pi(of: Any) -> Any:
    return of(var("z")).json


def test_the_error_in_the_statement_is_the_one_of_the_docstring() -> None:
    text = json.dumps(_without_pi(error)).replace('["pi"]', f'"{F(355, 113)}"')
    for z in (mpmath.mpf(1), mpmath.mpf(5)):
        assert mpmath.almosteq(evaluated(json.loads(text), z), summed(z)[1], 1e-4)


@pytest.mark.parametrize("z", [0.05, 0.4, 0.597, 0.7, 1.5, 2.4, 2.51, 2.7, 5.4, 5.6, 9.0, 30.0])
def test_the_bounds_hold_where_the_integral_is_computed(z: float) -> None:
    assert -BELOW <= F(float(scaled_deviation(mpmath.mpf(z)))) <= ABOVE


def test_the_next_constants_of_four_digits_do_not_do() -> None:
    assert scaled_deviation(mpmath.mpf(float(PEAK))) > float(LESS_ABOVE)
    assert scaled_deviation(mpmath.mpf(3) / 5) < -float(LESS_BELOW)
    assert DIP == F(3, 5)
    assert F(1, 10**4) == ABOVE - LESS_ABOVE == BELOW - LESS_BELOW


@pytest.mark.parametrize("ends", [ENDS_ABOVE, ENDS_BELOW])
def test_cells_cover_the_range(ends: str) -> None:
    numbers = [int(end) for end in ends.split()]
    assert numbers[0] == 0
    assert numbers[-1] > REACH * GRID >= numbers[-2]
    assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("z", [F(1, 100), F(3, 5), F(5, 2), F(4), F(11, 2)])
def test_the_simpler_sums_lie_on_both_sides_of_the_sum_and_its_error(z: F) -> None:
    value, room = summed(mpmath.mpf(float(z)))
    low, rest, high = (evaluated(made(var("z")).json, mpmath.mpf(float(z)))
                       for made in (under, few, over))  # fmt: skip
    assert low - rest <= value - room
    assert value + room <= high
    assert high - low <= room + 2 * rest + mpmath.mpf(10) ** -2


def test_the_five_points_have_the_moments_of_a_gaussian() -> None:
    weights = [F(*map(int, weight.json[1:])) for _, weight in LAW]
    for power, moment in enumerate((1, 0, 1, 0, 3)):
        pairs = zip(weights, LAW, strict=True)
        assert sum(w * F(point) ** power for w, (point, _) in pairs) == moment


@pytest.mark.parametrize("x", [F(1, 3), F(3, 4), F(1), F(2), F(5)])
def test_the_polynomials_beyond_lie_on_both_sides(x: F) -> None:
    s = x * x - 1
    as_numbers: Any = (minor, major, factor, rest)
    low, high, first, second = (of_numbers(made, s if i < 2 else x) for i, made in
                                enumerate(as_numbers))  # fmt: skip
    assert low <= 1 / x <= high
    cubic = 1 - s / 2 + F(3, 8) * s**2 - F(5, 16) * s**3
    assert 1 - x * cubic == (x - 1) ** 4 * first / 16
    assert x * high - 1 == (x - 1) ** 4 * second


def of_numbers(made: Any, at: F) -> F:
    def value(part: Any) -> F:
        if isinstance(part, str):
            return at if part == "x" else F(part)
        op, *args = part
        if op == "^":
            return value(args[0]) ** args[1]
        first, *others = map(value, args)
        if op == "-":
            return first - others[0] if others else -first
        for other in others:
            first = {"+": first + other, "*": first * other, "/": first / (other or 1)}[op]
        return first

    return value(json.loads(json.dumps(made(var("x")).json)))


@by_turns(4)
@some_of(1)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("weierstrass.limit.sharpened2.bounds", "5721/10000", "5720/10000"),
        ("weierstrass.limit.sharpened2.bounds", "773/10000", "772/10000"),
        ("weierstrass.limit.sharpened2.needed", "143/250", "573/1000"),
        ("weierstrass.limit.sharpened2.needed", "193/2500", "774/10000"),
    ],
)
def test_a_certificate_is_not_one_of_a_false_neighbour(name: str, old: str, new: str) -> None:
    certificate = kept_files.loaded(name)
    assert check(json.dumps(certificate).encode()).accepted
    other = copy.deepcopy(certificate)
    text = json.dumps(other["statement"]["show"])
    assert f'"{old}"' in text
    other["statement"]["show"] = json.loads(text.replace(f'"{old}"', f'"{new}"'))
    assert not check(json.dumps(other).encode()).accepted
