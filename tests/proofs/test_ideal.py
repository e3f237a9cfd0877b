"""Ideal membership with cofactors: the identity is multiplied out again by plain code."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs.positivity.finder import Literal, Poly, check, polynomial
from proofs.positivity.ideal import membership, refute


def poly(*terms: tuple[int, str]) -> Poly:
    """``poly((1, "xx"), (-1, ""))`` is x^2 - 1."""
    out: Poly = {}
    for c, letters in terms:
        monomial = tuple((v, letters.count(v)) for v in sorted(set(letters)))
        out[monomial] = out.get(monomial, Fraction(0)) + c
    return {m: c for m, c in out.items() if c}


def times(a: Poly, b: Poly) -> Poly:
    out: Poly = {}
    for m, c in a.items():
        for n, d in b.items():
            powers = dict(m)
            for name, e in n:
                powers[name] = powers.get(name, 0) + e
            key = tuple(sorted(powers.items()))
            out[key] = out.get(key, Fraction(0)) + c * d
    return {m: c for m, c in out.items() if c}


def plus(a: Poly, b: Poly) -> Poly:
    out = {m: a.get(m, Fraction(0)) + b.get(m, Fraction(0)) for m in {**a, **b}}
    return {m: c for m, c in out.items() if c}


CUBES = poly((1, "aaa"), (1, "bbb"), (1, "ccc"), (-3, "abc"))


@pytest.mark.parametrize(
    ("goal", "generators"),
    [
        (poly((1, "xx"), (-1, "yy")), [poly((1, "x"), (1, "y"))]),
        (CUBES, [poly((1, "a"), (1, "b"), (1, "c"))]),
        # x^2 y - x y^2 from x y = 1 and x = y; needs an S-polynomial for y^2 = 1
        (poly((1, "yy"), (-1, "")), [poly((1, "xy"), (-1, "")), poly((1, "x"), (-1, "y"))]),
        (poly((1, "xxx"), (-1, "x")), [poly((1, "xx"), (-1, "y")), poly((1, "xy"), (-1, "x"))]),
        ({}, [poly((1, "x"))]),
    ],
)
def test_members_come_with_their_cofactors(goal: Poly, generators: list[Poly]) -> None:
    found = membership(goal, generators)
    assert found is not None
    total: Poly = {}
    for cofactor, generator in zip(found, generators, strict=True):
        total = plus(total, times(polynomial(cofactor), generator))
    assert total == goal


@pytest.mark.parametrize(
    ("goal", "generators"),
    [
        (poly((1, "x"), (1, "y")), [poly((1, "xx"), (-1, "yy"))]),
        (poly((1, "x")), [poly((1, "xx"))]),
        (poly((1, "")), [poly((1, "xx"), (1, ""))]),
        (poly((1, "x")), []),
    ],
)
def test_what_is_no_member_is_not_found(goal: Poly, generators: list[Poly]) -> None:
    assert membership(goal, generators) is None


def equal(*terms: tuple[int, str]) -> Literal:
    return Literal(poly(*terms), "=")


def test_an_equation_up_to_a_positive_factor() -> None:
    """From y > 0 and x y = y follows x = 1."""
    literals = [Literal(poly((1, "y")), ">"), equal((1, "xy"), (-1, "y"))]
    node = refute([*literals, Literal(poly((1, "x"), (-1, "")), "!=")])
    assert node is not None
    assert set(node) == {"zero"}
    assert check([*literals, Literal(poly((1, "x"), (-1, "")), "!=")], node)
    assert refute([literals[1], Literal(poly((1, "x"), (-1, "")), "!=")]) is None, "y may be 0"


def test_a_power_that_vanishes() -> None:
    """From x^3 = 0 follows x <= 0."""
    literals = [equal((1, "xxx")), Literal(poly((1, "x")), ">")]
    node = refute(literals)
    assert node is not None
    assert check(literals, node)
    assert refute([equal((1, "xxx"), (-1, "")), literals[1]]) is None


def test_equations_that_contradict_each_other() -> None:
    literals = [equal((1, "xy"), (-1, "")), equal((1, "x")), Literal(poly((1, "z")), ">=")]
    node = refute(literals)
    assert node is not None
    assert set(node) == {"leaf"}
    assert check(literals, node)


def test_without_flint_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    goal, generators = poly((1, "x")), [poly((1, "x"))]
    assert membership(goal, generators) == ["1"]
    monkeypatch.setitem(sys.modules, "flint", None)
    assert membership(goal, generators) is None
    assert refute([equal((1, "x")), Literal(poly((1, "x")), "!=")]) is None
