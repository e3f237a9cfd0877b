"""The finder of positivity certificates: what it must find, and what it must not.

A sequent is ``(hypotheses, goal)`` in plain text; the literals given to the finder are the
hypotheses and the negated goal.  Every true sequent stands beside false neighbours (a constant
tightened, a hypothesis dropped), for which there is nothing to find.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from proofs.methods.positivity import Literal, Poly, check, find, polynomial

RELATIONS = {ast.GtE: ">=", ast.Gt: ">", ast.Eq: "=", ast.NotEq: "!="}
FLIPPED = {ast.LtE: ">=", ast.Lt: ">"}


def term(node: ast.expr) -> object:
    """The certificate term of a parsed expression."""
    if isinstance(node, ast.Constant):
        return str(Fraction(str(node.value)))
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ["-", term(node.operand)]
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        if isinstance(node.op, ast.Pow) and isinstance(right, ast.Constant):
            return ["^", term(left), right.value]
        if isinstance(node.op, ast.Div) and isinstance(right, ast.Constant):
            return ["*", str(1 / Fraction(str(right.value))), term(left)]
        head = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}[type(node.op)]
        return [head, term(left), term(right)]
    raise ValueError(ast.dump(node))


def literal(text: str) -> Literal:
    """``"x**2 <= 2*y"`` as a literal; ``==`` and ``!=`` as in Python."""
    compare = ast.parse(text.strip(), mode="eval").body
    assert isinstance(compare, ast.Compare), text
    assert len(compare.ops) == 1, text
    left, right = term(compare.left), term(compare.comparators[0])
    kind = type(compare.ops[0])
    if kind in FLIPPED:
        return Literal(polynomial(["-", right, left]), FLIPPED[kind])
    return Literal(polynomial(["-", left, right]), RELATIONS[kind])


def negated(text: str) -> Literal:
    """The negation of a goal."""
    goal = literal(text)
    opposite: Poly = {m: -c for m, c in goal.poly.items()}
    if goal.rel in (">=", ">"):
        return Literal(opposite, ">" if goal.rel == ">=" else ">=")
    return Literal(goal.poly, "!=" if goal.rel == "=" else "=")


def sequent(hypotheses: str, goal: str) -> tuple[Literal, ...]:
    """Hypotheses separated by ``;`` and the negated goal."""
    return (*(literal(h) for h in hypotheses.split(";") if h.strip()), negated(goal))


CORE = (
    "L >= 0; s >= -1; s <= 1; u <= L*A; -u <= L*A; v <= L*B; -v <= L*B; A >= 0; B >= 0; "
    "A + B == h; s*(A - B) <= 0"
)
SOFTSIGN = "c > 0; m > 0; T >= m; s*(T + c) == T; q*(m + c) == c"
ABS = "v >= 0; v >= t; v >= -t; v**2 == t**2"

TRUE = {
    "linear": ("x >= 1; y >= 2", "x + y >= 3"),
    "linear strict": ("x > 1; y >= 2; z == x + y", "z > 3"),
    "farkas with equalities": ("a + b == 3; b - c == 1; c >= 2", "a <= 0"),
    "transitive chain": ("a <= b; b <= c; c <= d; d <= e", "a <= e"),
    "product of bounds": ("x >= 0; x <= 1; y >= 0; y <= 1", "x*y <= 1"),
    "handelman": ("x >= 0; x <= 1", "x*(1 - x) <= 1/4"),
    "bilinear corner": ("x >= 0; x <= 1; y >= 0; y <= 1", "x + y - x*y <= 1"),
    "eq 25 core, upper": (CORE, "(1+s)/2*u + (1-s)/2*v <= L*h/2"),
    "eq 25 core, lower": (CORE, "-(1+s)/2*u - (1-s)/2*v <= L*h/2"),
    "eq 25 core, split weights": (
        "w >= 0; w <= 1; L >= 0; u <= L*A; v <= L*B; A >= 0; B >= 0; A + B == h; "
        "(2*w - 1)*(A - B) <= 0",
        "w*u + (1 - w)*v <= L*h/2",
    ),
    "softsign tail": (SOFTSIGN, "1 - s <= q"),
    "softsign below one": ("c > 0; T > 0; s*(T + c) == T", "s < 1"),
    "softsign positive": ("c > 0; T > 0; s*(T + c) == T", "s > 0"),
    "softsign monotone": (
        "c > 0; a >= 0; b >= a; s*(a + c) == a; r*(b + c) == b",
        "s <= r",
    ),
    "softsign lipschitz": (
        "c > 0; a >= 0; b >= a; s*(a + c) == a; r*(b + c) == b",
        "c*(r - s) <= b - a",
    ),
    "quotient below eps": ("L < 2*eps*N; N >= 1; q*2*N == L", "q < eps"),
    "sum of quotients": (
        "N >= 1; L >= 0; q*N == L; p*2*N == L; eps*N >= 2*L",
        "q + p <= eps",
    ),
    "quotient order": ("x >= 0; y > x; z > 0; a*y == z; b*(y + 1) == z", "b < a"),
    "square": ("", "x**2 + y**2 >= 2*x*y"),
    "am-gm": ("a >= 0; b >= 0; r >= 0; r**2 == a*b", "2*r <= a + b"),
    "am-gm squared": ("", "4*a*b <= (a + b)**2"),
    "square of a sum": ("", "(a + b)**2 <= 2*a**2 + 2*b**2"),
    "square of three": ("", "(a + b + c)**2 <= 3*(a**2 + b**2 + c**2)"),
    "cauchy-schwarz 2": ("", "(a*x + b*y)**2 <= (a**2 + b**2)*(x**2 + y**2)"),
    "cauchy-schwarz 3": (
        "",
        "(a*x + b*y + c*z)**2 <= (a**2 + b**2 + c**2)*(x**2 + y**2 + z**2)",
    ),
    "cauchy-schwarz rooted": (
        "A >= 0; B >= 0; A**2 == a**2 + b**2; B**2 == x**2 + y**2",
        "a*x + b*y <= A*B",
    ),
    "quartic": ("", "x**4 - 3*x**2 + 1 > -2"),
    "quadratic form": ("", "2*x**2 + 2*x*y + y**2 - 2*x + 2 > 0"),
    "schur": ("x >= y; y >= z; z >= 0", "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0"),
    "three variable order": ("x >= 0; y >= 0; z >= 0", "x**3 + y**3 + z**3 >= 3*x*y*z"),
    "root of two, above": ("r >= 0; r**2 == 2", "r < 3/2"),
    "root of two, below": ("r >= 0; r**2 == 2", "r > 7/5"),
    "root monotone": ("r >= 0; s >= 0; r**2 == a; s**2 == b; a <= b", "r <= s"),
    "root of a sum": (
        "r >= 0; p >= 0; q >= 0; p**2 == a; q**2 == b; r**2 == a + b",
        "r <= p + q",
    ),
    "abs triangle": (
        "u >= 0; u**2 == a**2; v >= a; v >= -a; w >= b; w >= -b; s**2 == (a + b)**2; s >= 0; "
        "s <= a + b",
        "s <= v + w",
    ),
    "abs product": (ABS + "; t <= 1; t >= -1", "t*v <= 1"),
    "abs square": (ABS, "t**2 <= v**2"),
    "reciprocal": ("x >= 1; y*x == 1", "y <= 1"),
    "reciprocal positive": ("x > 0; y*x == 1", "y > 0"),
    "monotone square": ("x >= 0; x <= y", "x**2 <= y**2"),
    "monotone cube": ("x >= 0; x <= y", "x**3 <= y**3"),
    "equality linear": ("a == b + 1; c == 2*a; d == c - 2*b", "d == 2"),
    "equality of a quotient": ("T > 0; x*T == a*T", "x == a"),
    "equality over a sum": ("T > 0; c > 0; x*(T + c) == T; y*(T + c) == c", "x + y == 1"),
    "sigma identity": (
        "r >= 0; d >= 2; d*r**2 == 2*t**2; s > 0; s*r == x; s**2*d == e",
        "e*r**2 == 2*t**2*s**2",
    ),
    "product of two equalities": (
        "d > 0; d*m == a + b; d*v == (a - m)**2 + (b - m)**2; d == 2",
        "4*v == (a - b)**2",
    ),
    "layer norm": (
        "d == 2; 2*m == a + b; v >= 0; 2*v**2 == (a - m)**2 + (b - m)**2; a > b",
        "2*v == a - b",
    ),
    "newton step": ("x > 0; x**2 >= 2; y*2*x == x**2 + 2", "y**2 >= 2"),
    "newton decreases": ("x > 0; x**2 >= 2; y*2*x == x**2 + 2", "y <= x"),
    "contradictory": ("x > 0; x < 0", "y == 1"),
    "induction step": (
        "S <= N*M; N >= 0; a <= M; T == S + a",
        "T <= (N + 1)*M",
    ),
    "lipschitz chain": (
        "L >= 0; y - x >= 0; z - y >= 0; f - g <= L*(y - x); g - k <= L*(z - y)",
        "f - k <= L*(z - x)",
    ),
}

# an equality goal that needs the order of the reals, left to the caller's splits
SPLIT_FIRST = {"layer norm"}

FALSE = {
    "linear, tightened": ("x >= 1; y >= 2", "x + y >= 31/10"),
    "linear, not strict": ("x >= 1; y >= 2; z == x + y", "z > 3"),
    "chain, link dropped": ("a <= b; c <= d; d <= e", "a <= e"),
    "product of bounds, no lower": ("x <= 1; y <= 1", "x*y <= 1"),
    "handelman, tightened": ("x >= 0; x <= 1", "x*(1 - x) <= 6/25"),
    "eq 25 core, tightened": (CORE, "(1+s)/2*u + (1-s)/2*v <= 49*L*h/100"),
    "eq 25 core, sign dropped": (
        CORE.replace("; s*(A - B) <= 0", ""),
        "(1+s)/2*u + (1-s)/2*v <= L*h/2",
    ),
    "eq 25 core, range dropped": (
        CORE.replace("s <= 1; ", ""),
        "(1+s)/2*u + (1-s)/2*v <= L*h/2",
    ),
    "softsign tail, tightened": (SOFTSIGN, "1 - s <= 99*q/100"),
    "softsign tail, order dropped": (
        SOFTSIGN.replace("T >= m", "T > 0"),
        "1 - s <= q",
    ),
    "quotient, not strict": ("L <= 2*eps*N; N >= 1; q*2*N == L", "q < eps"),
    "quotient, sign dropped": ("L < 2*eps*N; q*2*N == L", "q < eps"),
    "am-gm, tightened": ("a >= 0; b >= 0; r >= 0; r**2 == a*b", "201*r/100 <= a + b"),
    "square of a sum, tightened": ("", "(a + b)**2 <= 19*a**2/10 + 2*b**2"),
    "cauchy-schwarz 2, tightened": (
        "",
        "(a*x + b*y)**2 <= 99*(a**2 + b**2)*(x**2 + y**2)/100",
    ),
    "cauchy-schwarz, root signs dropped": (
        "A**2 == a**2 + b**2; B**2 == x**2 + y**2",
        "a*x + b*y <= A*B",
    ),
    "quartic, tightened": ("", "x**4 - 3*x**2 + 1 >= -6/5"),
    "schur, order dropped": ("x >= 0; y >= 0", "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0"),
    "root of two, sign dropped": ("r**2 == 2", "r > 7/5"),
    "root of two, too tight": ("r >= 0; r**2 == 2", "r > 71/50"),
    "abs product, bound dropped": (ABS + "; t >= -1", "t*v <= 1"),
    "reciprocal, sign dropped": ("x >= -1; y*x == 1", "y <= 1"),
    "monotone square, sign dropped": ("x <= y", "x**2 <= y**2"),
    "equality of a quotient, zero": ("T >= 0; x*T == a*T", "x == a"),
    "equality over a sum, no sign": ("x*(T + c) == T; y*(T + c) == c", "x + y == 1"),
    "sigma identity, tightened": (
        "r >= 0; d >= 2; d*r**2 == 2*t**2; s > 0; s*r == x; s**2*d == e",
        "e*r**2 == 3*t**2*s**2",
    ),
    "newton step, sign dropped": ("x**2 >= 2; y*2*x == x**2 + 2", "y >= 1"),
    "induction step, sign": ("S <= N*M; N >= 0; a <= M; T == S + a", "T <= N*M"),
    "satisfiable, nothing claimed": ("x > 0; y == x", "x == 0"),
}
