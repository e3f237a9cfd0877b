"""Functions taken apart into ridge functions: the sum is the function, exactly."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from typing import Any

import mpmath
import pytest

from constructions.functions import Function
from constructions.functions.cube import names, parse_on_cube
from constructions.functions.expression import Expression
from constructions.functions.ridges import Ridge, decompose, polynomial, primitive
from constructions.interop.mp import MpSystem
from constructions.ridge import construct_ridge

POLYNOMIALS = [
    ("x1*x2", 2),
    ("x1*x2*x3", 3),
    ("(x1 + x2)**3 - x1*x2**2 + 1/7", 2),
    ("x1**2 + x2**2 - 3*x1*x2 + x1/7", 2),
    ("(1 - x1)*(2 - x2)*(x1 - x2)", 2),
    ("x1**3*x2**2 - x3/5", 3),
    ("x1*x2*x3*x4", 4),
    ("0*x1", 2),
    ("7", 2),
]
OTHERS = [
    ("sin(3*x1 + x2) + x1*x2", 2),
    ("sin(pi*x1)*cos(pi*x2)", 2),
    ("cos(x1 - 2*x2)*cos(x2)*sin(x1)", 2),
    ("sin(x2)*sin(x1 + x2) - cos(x1)*sin(2*x2)", 2),
    ("(sin(x1) + cos(x2))**2", 2),
    ("exp(-x1 - x2)*exp(x3)*2", 3),
    ("abs(x1 - x2)*2 + min(x1, 1 - x2)", 2),
    ("max(x1*x2, x1*x2 + x1 - x2)", 2),
    ("2*max(x1, x2) + 3*x1", 2),
    ("max(x1, x2)/3 - min(2*x1, x2 + 1/2)*(1/7)", 3),
    ("(min(x1, x2) - 5*max(x2, x1))/(3/2)", 2),
    ("1/(1 + x1 + x2) + 3 - pi", 2),
    ("tanh(2*(x1 - x2))/(1 + (x1 - x2)**2)", 2),
]


def position(ridge: Ridge, point: tuple[F, ...]) -> F:
    """(w . x - low)/length, from the corners of the cube."""
    inner = [
        sum(w * x for w, x in zip(ridge.direction, corner, strict=True))
        for corner in product((0, 1), repeat=len(point))
    ]
    value = sum((w * x for w, x in zip(ridge.direction, point, strict=True)), F(0))
    return (value - min(inner)) / (max(inner) - min(inner))


def points(n: int) -> list[tuple[F, ...]]:
    return [(F(0),) * n, (F(1),) * n, tuple(F(1, i + 2) for i in range(n)), *(
        tuple(F((7 * i + 3 * j) % 11, 11) for j in range(n)) for i in range(6)
    )]  # fmt: skip


@pytest.mark.parametrize(("text", "n"), POLYNOMIALS)
def test_a_polynomial_is_its_ridges(text: str, n: int) -> None:
    f = parse_on_cube(text, n)
    found = decompose(f.expression, names(n))
    assert found.rest is None
    for point in points(n):
        at = [Function("", r.profile).exact(position(r, point)) for r in found.ridges]
        known = [value for value in at if value is not None]
        assert len(known) == len(at)
        assert sum(known, F(0)) == f.exact_at(dict(zip(names(n), point, strict=True)))


@pytest.mark.parametrize(("text", "n"), OTHERS)
def test_a_function_is_its_ridges_to_forty_digits(text: str, n: int) -> None:
    f = parse_on_cube(text, n)
    found = decompose(f.expression, names(n))
    assert found.rest is None
    system: Any = MpSystem(50)
    with mpmath.workdps(50):
        for point in points(n):
            x = {name: system.const(q) for name, q in zip(names(n), point, strict=True)}
            parts = [
                Function("", r.profile).evaluate(system, x=system.const(position(r, point)))
                for r in found.ridges
            ]
            assert abs(sum(parts) - f.evaluate(system, **x)) < mpmath.mpf(10) ** -40


def test_a_product_is_a_difference_of_two_squares() -> None:
    """x1 x2 = ((x1 + x2)^2 - (x1 - x2)^2)/4, so two directions and not three."""
    found = decompose(parse_on_cube("x1*x2", 2).expression, names(2))
    assert {r.direction for r in found.ridges} == {(1, 1), (1, -1)}


def test_a_function_of_one_direction_is_one_ridge() -> None:
    found = decompose(parse_on_cube("exp(2*x1 - 4*x2)*(x1 - 2*x2)**2", 2).expression, names(2))
    assert [r.direction for r in found.ridges] == [(1, -2)]


REST = ["x1*sin(x2)", "sin(x1*x2)", "sqrt(1 + x1**2 + x2**2)", "max(x1, x2**2, x1*x2)", "x1**9*x2"]


@pytest.mark.parametrize("text", REST)
def test_what_is_not_recognised_is_handed_back(text: str) -> None:
    f = parse_on_cube(text + " + x1", 2)
    found = decompose(f.expression, names(2))
    assert found.rest is not None
    rest: Expression = found.rest
    point = {"x1": F(1, 3), "x2": F(1, 2)}
    left = Function("", rest).sample_at(point, F(1, 10**12))
    kept = sum(
        (Function("", r.profile).exact(position(r, (F(1, 3), F(1, 2)))) or F(0))
        for r in found.ridges
    )
    assert kept == F(1, 3)
    assert abs(left + kept - f.sample_at(point, F(1, 10**12))) <= F(2, 10**12)


def test_primitive_vectors() -> None:
    assert primitive((F(-1, 2), F(3, 4))) == (2, -3)
    assert primitive((F(0), F(6), F(-4))) == (0, 3, -2)


def test_polynomials_are_read_up_to_degree_eight() -> None:
    f = parse_on_cube("(x1 + 2*x2)**2/3", 2)
    assert polynomial(f.expression, names(2)) == {
        (2, 0): F(1, 3), (1, 1): F(4, 3), (0, 2): F(4, 3)
    }  # fmt: skip
    assert polynomial(parse_on_cube("x1**4*x2**5", 2).expression, names(2)) is None
    assert polynomial(parse_on_cube("sin(x1)", 2).expression, names(2)) is None


@pytest.mark.parametrize(
    "text",
    [
        "1/(x1-1/3)-1/(x1-1/3)+sin(x1*x2)",
        "0*log(abs(x1-1/3))+sin(x1*x2)",
        "0*tan(3*x1)+sin(x1*x2)",
        "sqrt(x1-2)-sqrt(x1-2)+x2",
        "1/x1-1/x1+x2",
        "(x1-x2)/(x1-x2)+x1",
        "(1/(x1-1/3))**0+x2",
        "0*sqrt(x1*x2-2)+x2",
    ],
)
def test_what_cancels_has_to_have_a_value(text: str) -> None:
    """u - u and 0 u are 0 only where u is defined."""
    with pytest.raises(ValueError, match="not defined at"):
        construct_ridge(parse_on_cube(text, 2), 2, F(1, 3), 2)
    made = construct_ridge(parse_on_cube("log(x1+1)-log(x1+1)+x2", 2), 2, F(1, 3), 2)
    assert made.network.N == 2
