"""Relations of sympy as sequents: each assumption is a hypothesis, or the relation is refused."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from sympy import (
    And,
    Eq,
    Function,
    Ge,
    Gt,
    Implies,
    Le,
    Lt,
    Max,
    Mul,
    Ne,
    Not,
    Or,
    Pow,
    Rational,
    Sum,
    Symbol,
    ceiling,
    cosh,
    exp,
    floor,
    log,
    sqrt,
    tan,
)

from constructions.interop.sympy_statements import sequent_of, term_of
from proofs.kernel.check import open_statement
from tests.sampling import by_turns, some_of

x, y = sympy.symbols("x y", real=True)
k, j, m = sympy.symbols("k j m", integer=True)
n = Symbol("n", integer=True, nonnegative=True)
f = Function("f")
FALSE = ["<", "1", "0"]
X, Y = ["<", "0", "x"], ["<", "0", "y"]
HALF = ["floor", ["*", "1/2", "p"]]

SHOWN: list[tuple[Any, Any]] = [
    (Gt(x, 0), X),
    (Ge(x, 1), ["<=", "1", "x"]),
    (Ne(x, 1), ["!=", "x", "1"]),
    (Le(x / 3, sympy.pi), ["<=", ["*", "1/3", "x"], ["pi"]]),
    (Lt(x**-2, y), ["<", ["/", "1", ["^", "x", 2]], "y"]),
    (Lt(x ** Rational(3, 2), y), ["<", ["^", ["sqrt", "x"], 3], "y"]),
    (Eq(sqrt(x), y), ["=", ["sqrt", "x"], "y"]),
    (Lt(Max(x, y), 1), ["<", ["max", "x", "y"], "1"]),
    (Lt(exp(x), sympy.E), ["<", ["exp", "x"], ["exp", "1"]]),
    (Lt(f(x), 1), ["<", ["app", "f", "x"], "1"]),
    (Lt(ceiling(x), y), ["<", ["-", ["floor", ["-", "x"]]], "y"]),
    (Lt(tan(x), y), ["<", ["*", ["sin", "x"], ["/", "1", ["cos", "x"]]], "y"]),
    (And(x > 0, y > 0), ["and", X, Y]),
    (Or(x > 0, y > 0), ["implies", ["implies", X, FALSE], Y]),
    (Not(And(x > 0, y > 0), evaluate=False), ["implies", ["and", X, Y], FALSE]),
    (
        Eq(Mul(x, Pow(x, -1, evaluate=False), evaluate=False), 1, evaluate=False),
        ["=", ["*", ["/", "1", "x"], "x"], "1"],
    ),
    (
        Eq(Sum(Sum(j, (j, 1, k)), (k, 1, n)), x),
        ["=", ["sum", "k", "1", "n", ["sum", "j", "1", "k", "j"]], "x"],
    ),
    (Lt(k + Sum(k, (k, 0, n)), 1), ["<", ["+", "k", ["sum", "k_", "0", "n", "k_"]], "1"]),
]


@pytest.mark.parametrize(("relation", "show"), SHOWN, ids=lambda part: str(part)[:40])
def test_relations(relation: Any, show: Any) -> None:
    sequent = sequent_of(relation)
    open_statement(sequent)
    assert sequent["show"] == show


def test_premises_are_hypotheses() -> None:
    positive = Symbol("p", positive=True)
    sequent = sequent_of(Implies(And(x > 0, y > 0), x * y * positive > 0))
    assert sequent["given"] == [["<", "0", "p"], X, Y]
    assert sequent["show"][0] == "<"


ASSUMED: list[tuple[dict[str, bool], str, list[Any]]] = [
    ({}, "real", []),
    ({"real": True}, "real", []),
    ({"positive": True}, "real", [["<", "0", "p"]]),
    ({"negative": True}, "real", [["<", "p", "0"]]),
    ({"nonnegative": True}, "real", [["<=", "0", "p"]]),
    ({"positive": False}, "real", [["<=", "p", "0"]]),
    ({"negative": False, "zero": False}, "real", [["<=", "0", "p"], ["!=", "p", "0"]]),
    ({"zero": False}, "real", [["!=", "p", "0"]]),
    ({"nonzero": True}, "real", [["!=", "p", "0"]]),
    ({"zero": True}, "int", [["<=", "0", "p"], ["<=", "p", "0"]]),
    ({"integer": True}, "int", []),
    ({"integer": True, "positive": True}, "int", [["<", "0", "p"]]),
    ({"even": True}, "int", [["=", "p", ["*", "2", HALF]]]),
    ({"odd": True}, "int", [["!=", "p", "0"], ["=", "p", ["+", ["*", "2", HALF], "1"]]]),
    ({"extended_positive": True}, "real", [["<", "0", "p"]]),
]


@pytest.mark.parametrize(("assumed", "sort", "given"), ASSUMED, ids=str)
def test_assumptions_are_hypotheses(assumed: dict[str, bool], sort: str, given: list[Any]) -> None:
    p = Symbol("p", **assumed)
    sequent = sequent_of(Gt(p**3 + x, 5))
    assert sequent["vars"]["p"] == sort
    assert sequent["given"] == given
    open_statement(sequent)


@pytest.mark.parametrize(
    "assumed",
    [
        *({"prime": True}, {"prime": False}, {"composite": True}, {"irrational": True}),
        *({"rational": True}, {"integer": False}, {"even": False}, {"algebraic": True}),
        *({"noninteger": True}, {"polar": True}, {"infinite": True}),
    ],
    ids=str,
)
def test_assumptions_without_a_formula_are_refused(assumed: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match=r"which has no formula here|is not real"):
        sequent_of(Gt(Symbol("p", **assumed) ** 3 + x, 5))


positive_index = Symbol("k", integer=True, positive=True)
REFUSED: list[tuple[Any, str]] = [
    (sympy.true, "evaluated it to a truth value"),
    (True, "evaluated it to a truth value"),
    ("x > 0", "not a relation of sympy: str"),
    (x + 1, "not a relation of sympy"),
    (Gt(x, 0.5), "is a float"),
    (Gt(Symbol("x") + x, 0), "two different symbols are called x"),
    (Gt(f(x) + Symbol("f"), 0), "a symbol and a function"),
    (Gt(f(x) + f(x, y), 0), "f has"),
    (Gt(Symbol("x y"), 0), "a name is a letter"),
    (Gt(Symbol("k1"), 0), "bound variable is printed"),
    (Gt(x ** Rational(1, 3), 0), "not known to be positive"),
    (Gt(x, sympy.Integer(10) ** 5_000), "too long"),
    (Gt(sympy.Piecewise((x, x > 0), (0, True)), y), "Piecewise is not in the language"),
    (Gt(sympy.Derivative(f(x), x), 0), "Derivative is not in the language"),
    (Gt(Function("g", positive=True)(x), 1), "assumed of the values of g"),
    (sympy.Xor(x > 0, y > 0), "Xor is not in the language"),
    (Gt(Sum(k, (k, 1, m)), x), "sympy counts backwards"),
    (Gt(Sum(k, (k, 3, 1)), x), "sympy counts backwards"),
    (Gt(Sum(1 / k**2, (k, 1, sympy.oo)), x), "not known to be an integer"),
    (Gt(Sum(k, (k, 1, x)), y), "not known to be an integer"),
    (Gt(Sum(positive_index, (positive_index, 0, n)), x), "which its limits do not say"),
]


@pytest.mark.parametrize(("relation", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_refused_with_the_reason(relation: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        sequent_of(relation)


def test_a_deep_expression_is_refused() -> None:
    deep = x
    for _ in range(1_200):
        deep = sympy.sin(deep, evaluate=False)
    with pytest.raises(ValueError, match="inside of each other"):
        sequent_of(Gt(deep, y, evaluate=False))


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_sympy(seed: int) -> None:
    """Terms at random, at exact points: sympy's own value and that of the sequent."""
    import random
    from fractions import Fraction

    from proofs.search.data import Point, Undefined, value

    r = random.Random(seed)

    def term(depth: int) -> Any:
        if depth == 0:
            return r.choice([x, y, sympy.Integer(2), Rational(1, 3)])
        a, b = term(depth - 1), term(depth - 1)
        return r.choice([a + b, a - b, a * b, Max(a, b), abs(a), floor(a), a**2, sympy.sign(a), -a])

    compared = 0
    for _ in range(40):
        e = term(3)
        sequent = sequent_of(Le(e, Symbol("z"), evaluate=False))
        q, p = Fraction(r.randint(-9, 9), 4), Fraction(r.randint(-9, 9), 5)
        expected = e.subs({x: Rational(q), y: Rational(p)})
        try:
            point = Point({"x": q, "y": p, "z": Fraction(0)}, {}, [10**5])
            found = value(sequent["show"][1], point)
        except Undefined:
            continue
        assert found == Fraction(int(expected.p), int(expected.q))
        compared += 1
    assert compared > 30


def test_powers_and_hyperbolic_functions() -> None:
    p = Symbol("p", positive=True)
    assert sequent_of(Gt(p**x, y))["show"] == ["<", "y", ["exp", ["*", "x", ["log", "p"]]]]
    halves = [["*", "1/2", ["exp", "x"]], ["*", "1/2", ["exp", ["-", "x"]]]]
    assert sequent_of(Gt(cosh(x), y))["show"] == ["<", "y", ["+", *halves]]
    assert sequent_of(Gt(log(x), y))["show"] == ["<", "y", ["log", "x"]]


@pytest.mark.parametrize(
    ("expression", "term"),
    [
        (1 - x, ["-", "1", "x"]),
        (x - 2 * y, ["-", "x", ["*", "2", "y"]]),
        (-x - y, ["-", ["-", "x"], "y"]),
        (x + y + 1, ["+", "x", "y", "1"]),
        (x - 1 + y, ["-", ["+", "x", "y"], "1"]),
    ],
    ids=str,
)
def test_differences_are_written_as_such(expression: Any, term: Any) -> None:
    assert term_of(expression) == term
