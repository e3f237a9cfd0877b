"""Functions on the unit cube: names, ranges, Lipschitz constants, refusals."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from constructions.functions import FunctionError, NotDefined, NotLipschitz, Undecided
from constructions.functions.cube import (
    CubeConstants,
    cube_constants,
    enclose_box,
    names,
    parse_on_cube,
    unit_cube,
)
from tests.sampling import by_turns, some_of

GRID = [F(i, 6) for i in range(7)]


def test_the_coordinates_of_a_point() -> None:
    assert names(1) == ("x",)
    assert names(3) == ("x1", "x2", "x3")
    for n in (0, 7):
        with pytest.raises(FunctionError, match=f"1 to 6 variables are accepted, not of {n}"):
            names(n)


def test_x1_is_x_in_one_dimension() -> None:
    assert parse_on_cube("x1**2", 1).variables == ("x",)
    assert parse_on_cube("x**2", 1).variables == ("x",)


REFUSED = [
    ("x1 + x3", 2, FunctionError, r"unknown variable x3 in 'x1 \+ x3': with n = 2 there are x1, "),
    ("x", 2, FunctionError, "unknown variable x in 'x'"),
    ("x2", 1, FunctionError, "with n = 1 there is x$"),
    ("1/(x1 - x2)", 2, NotDefined, r"x1 = 0: a division by zero \(on the line x2 = 0\)"),
    ("log(x1*x2)", 2, NotDefined, "the logarithm of a number that is not positive"),
    ("sqrt(x1*x2)", 2, NotLipschitz, "its slope is unbounded at x1 = 0 .on the line x2 = "),
    ("floor(x1 + x2)", 2, NotLipschitz, "jumps at x1 = 1/2 .on the line x2 = 1/2"),
    ("x1*sign(x2 - 1/2)", 2, NotLipschitz, "jumps at x2 = 1/2"),
]


@pytest.mark.parametrize(("text", "n", "kind", "why"), REFUSED)
def test_a_refusal_says_why_in_one_line(
    text: str, n: int, kind: type[FunctionError], why: str
) -> None:
    with pytest.raises(kind, match=why) as caught:
        cube_constants(parse_on_cube(text, n), n)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "n"),
    [("1/(x1 - x2 + 2)", 2), ("log(x1*x2 + 1)", 2), ("sqrt(x1*x2 + 1)", 2), ("x2*x1", 2)],
)
def test_the_neighbours_of_what_is_refused_are_accepted(text: str, n: int) -> None:
    assert len(cube_constants(parse_on_cube(text, n), n).upper) == n


EXACT = [
    # suprema of the partial derivatives, by hand
    ("x1*x2", (1, 1)),
    ("3*x1 - x2/7 + 5", (3, F(1, 7))),
    ("max(x1, x2)", (1, 1)),
    ("abs(x1*x2 - 1/4)", (1, 1)),
    ("x1**2*x2", (2, 1)),
    ("sqrt(x1**2 + x2**2)", (1, 1)),
    ("sqrt(x1*x1 + x2*x2 + 1/100)", (1, 1)),
    ("exp(x1)*x2", ("2.718281828459045235361", "2.718281828459045235361")),
    ("7", (0, 0)),
    ("x2", (0, 1)),
]


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(("text", "true"), EXACT)
def test_constants_enclose_the_largest_slopes(text: str, true: tuple[object, ...]) -> None:
    found = cube_constants(parse_on_cube(text, 2), 2)
    for low, high, value in zip(found.lower, found.upper, true, strict=True):
        assert low <= F(str(value)) <= high <= F(str(value)) * F(21, 20)


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("text", ["x1*x2 - abs(x1 - x2)", "min(x1*x2, 1/3)*x1", "(x1 - x2)**3"])
def test_no_difference_exceeds_the_constants(text: str) -> None:
    f = parse_on_cube(text, 2)
    L = cube_constants(f, 2).upper
    values = {p: f.exact_at(dict(zip(("x1", "x2"), p, strict=True))) for p in product(GRID, GRID)}
    for (p, a), (q, b) in product(values.items(), repeat=2):
        assert a is not None
        assert b is not None
        assert abs(a - b) <= sum(c * abs(u - v) for c, u, v in zip(L, p, q, strict=True))


def test_constants_for_the_usual_distances() -> None:
    found = CubeConstants((F(3), F(1)), (F(3), F(1)))
    assert (found.l1, found.l_inf) == (3, 4)


def test_a_range_contains_every_value() -> None:
    f = parse_on_cube("x1*x2 - abs(x1 - x2)", 2)
    box = ((F(0), F(1, 2)), (F(1, 3), F(2, 3)))
    low, high = enclose_box(f, box)
    inside = [(a, b) for a in GRID[:4] for b in GRID[2:5]]
    values = [a * b - abs(a - b) for a, b in inside]
    assert low <= min(values)
    assert max(values) <= high
    assert high - low < 2  # and is no wider than intervals make it


def test_a_range_that_does_not_exist_is_refused() -> None:
    with pytest.raises(NotDefined, match="not defined at x1 = 0, x2 = 0: a division by zero"):
        enclose_box(parse_on_cube("1/(x1*x2)", 2), unit_cube(2))
    with pytest.raises(Undecided, match="no finite range"):
        enclose_box(parse_on_cube("1/(x1*x2 - x1 + 3/10)", 2), ((F(0), F(1)), (F(0), F(1))))


def test_values_at_points() -> None:
    f = parse_on_cube("x1/3 + exp(x2)", 2)
    assert f.exact_at({"x1": F(1, 2), "x2": F(0)}) == F(7, 6)
    near = f.sample_at({"x1": F(0), "x2": F(1)}, F(1, 10**9))
    assert abs(near - F("2.718281828459045235361")) <= F(1, 10**9)
