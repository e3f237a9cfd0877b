"""Chebyshev polynomials near an analytic g: the bound, against values of g in balls."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from random import Random

import pytest

from constructions.bernstein import Near, parse_target
from constructions.chebyshev import (
    NotAnalytic,
    bound_on_ellipse,
    chebyshev,
    rest_of_series,
    shifted,
    used,
)
from constructions.functions.expression import Program, evaluate
from constructions.functions.function import parse
from constructions.interop.complex_balls import AnalyticSystem
from constructions.interop.flint import BallSystem, to_fractions
from constructions.systems import NumberError
from tests.sampling import by_turns, some_of


def least_gap(near: Near, count: int = 60) -> F:
    """A number that |g - P| reaches on the box: corners, and random points."""
    g, system, random, least = near.target, BallSystem(160), Random(1), F(0)
    corners = list(product((F(0), F(1)), repeat=g.size))[:32]
    others = [tuple(F(random.randrange(65), 64) for _ in range(g.size)) for _ in range(count)]
    for u in [*corners, *others]:
        with system.working():
            x = {
                name: system.const(g.low + (g.high - g.low) * q)
                for name, q in zip(g.names, u, strict=True)
            }
            for output, P in zip(g.outputs, near.at(u), strict=True):
                lo, hi = to_fractions(evaluate(output, system, x) - system.const(P))
                least = max(least, lo, -hi)
    return least


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize(
    ("text", "n", "d", "low", "high"),
    [
        ("exp(x1*x2)", 2, 1, 0, 1),
        ("exp(x1*x2)", 2, 1, -1, 2),
        ("1/(1+x1+x2+x3)", 3, 1, 0, 1),
        ("exp(x1)/(exp(x1)+exp(x2)+exp(x3))", 3, 1, 0, 1),
        ("sin(3*x1)+cos(x2*x3)", 3, 1, 0, 1),
        ("exp(-x1c1**2)*x2c2; tanh(x1c1 + x2c1)", 2, 2, 0, 1),
        ("atan(x1)*sqrt(2+x2)", 2, 1, -1, 1),
        ("exp(2)*x1", 2, 1, 0, 1),
    ],
)
@pytest.mark.parametrize("eps", [F(1, 10), F(1, 200)])
def test_the_bound_holds(text: str, n: int, d: int, low: int, high: int, eps: F) -> None:
    near = chebyshev(parse_target(text, n, d, F(low), F(high)), eps)
    assert near.bound < eps
    assert F(0) <= near.reached <= near.bound
    assert least_gap(near) <= near.bound
    near.polynomial  # noqa: B018  (semi-invariant, or it raises)
    assert near.at((F(1),) * (n * d)) == [
        sum(P.values()) for P in near.data
    ]  # at u = 1 all monomials are 1


def test_only_the_coordinates_that_g_uses() -> None:
    g = parse_target("exp(x1c2*x2c2 + x1c2*x3c2)", 3, 3)
    assert used(g, g.outputs[0]) == (1, 4, 7)
    with pytest.raises(NotAnalytic, match="at most 6 coordinates, n d = 9"):
        chebyshev(g, F(1, 10))
    g = parse_target("exp(x1c2)", 3, 2)
    near = chebyshev(g, F(1, 100))
    assert {k for data in near.data for k in data} <= {(0, e, 0, 0, 0, 0) for e in range(9)}


def test_a_cubic_in_place_of_a_degree_of_eight() -> None:
    near = chebyshev(parse_target("exp(x1*x2)", 2, 1), F(1, 10))
    assert near.degree <= 4
    assert len(near.data[0]) < 10


@pytest.mark.parametrize(
    "text", ["abs(x1 - x2)", "max(x1, x2)", "sqrt(x1 + x2)", "log(x1 + x2)", "1/(x1 + x2)"]
)
def test_what_is_not_analytic(text: str) -> None:
    with pytest.raises(NotAnalytic, match="analytic around the box"):
        chebyshev(parse_target(text, 2, 1), F(1, 10))


def test_too_many_coefficients_are_counted() -> None:
    with pytest.raises(NotAnalytic, match=r"\(m \+ 1\)\^3 Chebyshev coefficients with m = "):
        chebyshev(parse_target("1/(1/20+x1+x2+x3)", 3, 1), F(1, 100))
    with pytest.raises(ValueError, match="eps must be positive"):
        chebyshev(parse_target("exp(x1)", 1, 1), F(0))


def test_the_rest_of_a_series_by_hand() -> None:
    """1/(a - y) = sum of a geometric series: rho = 2, a = 5/4, c_k = 2/sqrt(a^2 - 1) rho^-k."""
    rho, m = F(3, 2), 6
    M = 1 / (F(5, 4) - (rho + 1 / rho) / 2)
    tail = F(8, 3) * F(1, 2) ** (m + 1) * 2  # sum_{k > m} |a_k|, |a_k| = 8/3 2^-k
    assert rest_of_series(M, rho, m, 1) >= 2 * tail
    assert rest_of_series(M, rho, m + 1, 1) < rest_of_series(M, rho, m, 1)
    # two variables, one term left out: T_1 T_0 + T_0 T_1 + ... with M = 1
    whole = (rho + 1) / (rho - 1)
    assert abs(rest_of_series(F(1), rho, 0, 2) - 2 * (whole**2 - 1)) < F(1, 2**70)


def test_the_bound_on_an_ellipse_encloses_values_there() -> None:
    program, rho = Program(parse("exp(x)/(2+x)").expression), F(2)
    M = bound_on_ellipse(program, ["x"], rho)
    assert M is not None
    # at w = 2 and w = -2: y = 5/4 and -5/4, u = 9/8 and -1/8
    for u in (F(9, 8), F(-1, 8)):
        lo, _ = to_fractions(
            parse("exp(x)/(2+x)").evaluate(BallSystem(64), x=BallSystem().const(u))
        )
        assert lo <= M
    pole = Program(parse("1/(x - 9/8)").expression)  # on the ellipse, outside of the box
    assert bound_on_ellipse(pole, ["x"], rho) is None
    assert bound_on_ellipse(pole, ["x"], F(9, 8)) is not None


def test_shifted_polynomials() -> None:
    assert shifted(0) == (1,)
    assert shifted(1) == (-1, 2)
    assert shifted(2) == (1, -8, 8)
    assert shifted(3) == (-1, 18, -48, 32)


def test_branch_cuts_are_refused() -> None:
    system = AnalyticSystem(64)
    with system.working():
        for name, re in (("log", 0), ("log", -2), ("sqrt", -1), ("abs", 1), ("floor", 1)):
            with pytest.raises(NumberError):
                getattr(system, name)(system.const(re))
        i = system.sqrt(system.const(4)) * 0 + _imaginary(2)
        with pytest.raises(NumberError, match="branch cut"):
            system.atan(i)
        assert system.finite(system.atan(system.const(1)) * 4 - system.pi()).contains(0)
        with pytest.raises(NumberError):
            system.finite(system.const(1) / system.const(0))


def _imaginary(y: int) -> object:
    from flint import acb

    return acb(0, y)
