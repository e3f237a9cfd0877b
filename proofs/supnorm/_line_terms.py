"""The one-dimensional network as kernel terms, in the form that interval enclosures like.

A smoothed step t/(|t| + c) contains t twice, so an interval enclosure of it loses a multiple of
the box's width.  The equal term

    sign(t) (1 - c/(|t| + c))                       for t/(|t| + c)
    sign(t) (1 - c^2/(t^2 + c^2 + |t| q))           for t/q with q = sqrt(t^2 + c^2)

has only monotone pieces that all move the same way, so its enclosure is sharp where the sign of
t is known.  :func:`equal_steps` proves that the two are equal, once for all t.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from constructions.layers import CONVENTIONS, SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, STEEP, TANH, network_on_line, step_on_line, weights_on_line
from constructions.terms import Term, TermSystem
from proofs.kernel.check import expand
from proofs.kernel.context import Context
from proofs.kernel.poly import Poly, add, scale
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    elaborate,
    have,
    intro,
    lemmas,
    look,
    node,
    statement,
    use_all,
)

Json = Any
X = "x"


@dataclass(frozen=True)
class Step:
    """One unit: ``alpha s(x + b)``."""

    alpha: Fraction
    b: Fraction


@dataclass(frozen=True)
class OnLine:
    """``network_on_line(y, x, c, convention)`` with the terms a certificate needs of it."""

    y: tuple[Fraction, ...]
    c: Fraction = Fraction(0)
    convention: str = SIGMA_PLUS_DELTA

    def __post_init__(self) -> None:
        if not self.y:
            raise ValueError("a network needs at least one value")
        if self.c < 0:
            raise ValueError(f"the smoothing c must not be negative, got {self.c}")
        if self.convention not in (*CONVENTIONS, *STEEP):
            raise ValueError(f"unknown convention {self.convention!r}")

    @property
    def N(self) -> int:
        return len(self.y)

    @cached_property
    def units(self) -> tuple[Step, ...]:
        """The units with a weight, as :func:`network_on_line` sums them."""
        steps = (Step(alpha, b) for alpha, b in weights_on_line(self.y, self.convention))
        return tuple(step for step in steps if step.alpha)

    @property
    def rewritten(self) -> bool:
        """Whether the sharp form of a unit differs from the printed one."""
        return bool(self.c) and self.convention != TANH

    def term(self, x: Json = X) -> Json:
        """G(x), the term of the construction itself."""
        json: Json = network_on_line(TermSystem(), self.y, Term(x), self.c, self.convention).json
        return json

    def printed(self, unit: Step) -> Json:
        """s(x + b) as the construction writes it."""
        t = ["+", X, str(unit.b)]
        return printed_step(t, self.c, self.convention) if self.c else ["sign", t]

    def sharp(self, unit: Step) -> Json:
        """alpha s(x + b) as it is best enclosed."""
        t = ["+", X, str(unit.b)]
        step = sharp_step(t, self.c, self.convention) if self.rewritten else self.printed(unit)
        return ["*", str(unit.alpha), step]

    def value(self, q: Fraction) -> float:
        """G(q) in floating point."""
        c = float(self.c)
        total = 0.0
        for unit in self.units:
            t = float(q + unit.b)
            if not c:
                step = float((t > 0) - (t < 0))
            elif self.convention == SIGMA_PLUS_DELTA:
                step = t / (abs(t) + c)
            elif self.convention in STEEP:
                step = math.tanh(t / c / (1 if self.convention == TANH else 2))
                step = step if self.convention == TANH else (1 + step) / 2
            else:
                step = t / (t * t + c * c) ** 0.5
            total += float(unit.alpha) * step
        return total


def printed_step(t: Json, c: Fraction, convention: str) -> Json:
    system = TermSystem()
    json: Json = step_on_line(system, Term(t), system.const(c), convention).json
    return json


def _missing(t: Json, c: Fraction, convention: str) -> Json:
    """What |s(t)| lacks of 1, for t != 0."""
    if convention == SIGMA_PLUS_DELTA:
        return ["/", str(c), ["+", ["abs", t], str(c)]]
    return ["/", str(c * c), _denominator(t, c)]


def _denominator(t: Json, c: Fraction) -> Json:
    return ["+", ["*", t, t], str(c * c), ["*", ["abs", t], _root(t, c)]]


def _root(t: Json, c: Fraction) -> Json:
    return ["sqrt", ["+", ["*", t, t], ["*", str(c), str(c)]]]


def sharp_step(t: Json, c: Fraction, convention: str) -> Json:
    if convention == SIGMOID:  # e^-t may be very large, and is then enclosed badly
        return ["/", ["+", "1", ["tanh", ["/", t, str(2 * c)]]], "2"]
    return ["*", ["sign", t], ["-", "1", _missing(t, c, convention)]]


# What follows finds indices of literals, so that a leaf can be written down without a search.


def poly(context: Context, json: Json) -> Poly:
    return context.poly(context.read(json))


def difference(context: Context, left: Json, right: Json) -> Poly:
    return add(poly(context, right), scale(poly(context, left), -1))


def index(context: Context, wanted: Poly, rel: str) -> int:
    """The last literal ``wanted rel 0`` of a context.

    Raises:
        LookupError: it is not there.
    """
    for i in reversed(range(len(context.literals))):
        literal = context.literals[i]
        if literal.rel == rel and literal.poly == wanted:
            return i
    raise LookupError(f"no literal {rel} 0 of this form")


def known(context: Context, left: Json, rel: str, right: Json) -> int:
    """The index of the literal that ``left rel right`` has become."""
    kind = {"<=": ">=", "<": ">"}.get(rel, rel)
    return index(context, difference(context, left, right), kind)


def leaf(
    terms: list[tuple[Fraction | int, list[int], list[Json]]],
    mult: list[tuple[int, Json]] | None = None,
) -> Node:
    """A leaf node; terms with coefficient 0 are left out."""
    return node(
        "leaf",
        terms=[[str(Fraction(c)), used, squares] for c, used, squares in terms if c],
        mult=[[i, p] for i, p in mult or []],
    )


def closing(write: Callable[[Context, int], Node]) -> Node:
    """A leaf to be written down, given the context and the index of its negated goal."""

    def closed(context: Context) -> Node:
        context.negated_goal()  # names the atoms of the goal, in the kernel's order
        return write(context, len(context.literals))

    return look(closed)


# Equality of the two forms of a step.


def equal_steps(c: Fraction, convention: str, then: Node) -> Node:
    """have: for all real t, printed step = sharp step; then go on."""
    t = "t"
    equation = ["=", printed_step(t, c, convention), sharp_step(t, c, convention)]
    proof = intro(t, _defined(c, convention, _cases(c, convention)))
    return have(["all", t, "real", equation], proof, then)


def equal_sigmoids(c: Fraction, given: list[Json], then: Node) -> Node:
    """:func:`equal_steps` for the sigmoid; to stand at the root, where ``given`` is known of x."""
    system = TermSystem()
    t = Term("t")
    F, E = system.exp(-(t / system.const(c))), system.exp(t / system.const(c))
    zero = system.exp(system.const(0))
    equation = ["=", printed_step("t", c, SIGMOID), sharp_step("t", c, SIGMOID)]

    def axiom(name: str, at: list[Term], after: Node) -> Node:
        return node("axiom", use_all(lambda rule: rule[0] == "all", at, 0, after), name=name)

    facts = lemmas(
        [
            (zero.equals(1), auto("e^0 = 1")),
            ((E * F).equals(1), auto("e^t e^-t = 1")),
            (1 + F > 0, auto("1 + e^-t > 0")),
            (E + 1 > 0, auto("e^t + 1 > 0")),
        ],
        auto("sigma(t) = (1 + tanh(t/2))/2"),
    )
    inverse = axiom("exp-sum", [t / system.const(c), -(t / system.const(c))], facts)
    known_zero = axiom("exp-sum", [system.const(0), system.const(0)], inverse)
    script = intro("t", axiom("tanh", [t / system.const(2 * c)], known_zero))
    goal = ["all", "t", "real", equation]
    proof = elaborate(statement({X: "real"}, given, goal, {"f": 1}), script)["proof"]
    return have(goal, proof, then)


def _defined(c: Fraction, convention: str, then: Node) -> Node:
    t, square = "t", c * c
    size = ["abs", t]
    if convention == SIGMA_PLUS_DELTA:
        denominator = ["+", size, str(c)]

        def positive(context: Context, goal: int) -> Node:
            at = known(context, "0", "<=", size)
            return leaf([(c, [], []), (1, [at], [])], [(goal, "1")])

        return define(["/", t, denominator], closing(positive), then)

    q, D = _root(t, c), _denominator(t, c)

    def radicand(context: Context, goal: int) -> Node:
        return leaf([(1, [goal], []), (square, [], []), (1, [], [t])])

    def root(context: Context, goal: int) -> Node:
        at = index(context, difference(context, q[1], ["*", q, q]), "=")
        return leaf([(square, [], []), (1, [], [t])], [(at, "1"), (goal, q)])

    def all_of_it(context: Context, goal: int) -> Node:
        factors = [known(context, "0", "<=", size), known(context, "0", "<=", q)]
        terms: list[Any] = [(square, [], []), (1, [], [t]), (1, factors, [])]
        return leaf(terms, [(goal, "1")])

    then = define(["/", "1", D], closing(all_of_it), then)
    then = define(["/", t, q], closing(root), then)
    return define(q, closing(radicand), then)


def _cases(c: Fraction, convention: str) -> Node:
    t = "t"

    def identity(v: int) -> Node:
        return closing(lambda context, goal: _close(context, goal, c, convention, v))

    def wrong(context: Context, goal: int) -> Node:  # the case of |t| that sign(t) excludes
        below = known(context, t, "<", "0")
        try:
            above = known(context, "0", "<", t)
        except LookupError:
            above = known(context, "0", "<=", t)
        return leaf([(1, [above], []), (1, [below], [])])

    return case(
        ["sign", t],
        case(["abs", t], identity(1), closing(wrong)),
        identity(0),
        case(["abs", t], closing(wrong), identity(-1)),
    )


def _close(context: Context, goal: int, c: Fraction, convention: str, v: int) -> Node:
    """The identity in the case sign(t) = v; a = |t|, i and j the two inverses.

    Written out for sigma + delta: sign(t)(1 - c i) - t i vanishes by i (a + c) = 1,
    sign(t) = v and v t = a.  For the root, with c^2 = q^2 - t^2:
    1 - c^2 j - a i = 1 - (q - a) (q + a) j - a i = 1 - (q - a) i - a i = 1 - q i.
    """
    t = "t"
    a = ["abs", t]
    lacking = _missing(t, c, convention)
    kept = ["-", "1", lacking]
    sign_is = known(context, ["sign", t], "=", str(v))
    mult: list[tuple[int, Json]] = [(sign_is, kept)]
    if convention == SIGMA_PLUS_DELTA:
        i = ["/", "1", ["+", a, str(c)]]
        inverse = index(context, difference(context, "1", ["*", i, ["+", a, str(c)]]), "=")
        facts: list[tuple[int, Json]] = [(inverse, str(v))]
        turned: Json = ["*", str(v), i]
    else:
        q, D = _root(t, c), _denominator(t, c)
        i, j = ["/", "1", q], ["/", "1", D]
        gap = ["-", q, a]
        first = index(context, difference(context, "1", ["*", i, q]), "=")
        second = index(context, difference(context, "1", ["*", j, D]), "=")
        third = index(context, difference(context, q[1], ["*", q, q]), "=")
        sign = str(v)
        squares = ["-", ["*", q, q], ["*", a, a]]
        facts = [
            (first, ["*", sign, ["-", "1", ["*", squares, j]]]),
            (second, ["*", sign, gap, i]),
            (third, ["*", sign, ["-", ["*", gap, i, j], j]]),
        ]
        shift = ["+", t, ["*", sign, a]]  # t + v a
        turned = ["-", ["*", sign, i], ["*", j, shift]]
    if v:
        # the literal of |t| = v t reads v t - a = 0
        size_is = known(context, a, "=", t if v > 0 else ["-", t])
        mult += [*facts, (size_is, turned)]
    else:
        i = ["/", "1", _first_denominator(c, t, convention)]
        mult.append((known(context, t, "=", "0"), ["-", i]))
    return node("zero", lit=goal, terms=[["1", [], []]], mult=[[k, p] for k, p in mult])


def _first_denominator(c: Fraction, t: Json, convention: str) -> Json:
    return ["+", ["abs", t], str(c)] if convention == SIGMA_PLUS_DELTA else _root(t, c)


def fill(context: Context, given: Node) -> Node:
    """Write out what a script leaves to a look at the context; covers are not run here."""
    while given["by"] == "look":
        given = given["function"](context)
    if not given["then"]:
        return given
    children = expand(context, {**given, "then": [None] * len(given["then"])})
    pairs = zip(children, given["then"], strict=True)
    return {**given, "then": [fill(child, then) for (child, _), then in pairs]}


def kinks(term: Any, low: Fraction, high: Fraction) -> list[Fraction]:
    """Points of ]low, high[ where an affine argument of abs, sign, max or min changes sign.

    ``term`` is a term as the kernel reads it, in the variable x.  For a term that is piecewise
    linear the answer is complete: between neighbouring points every subterm is affine.
    """
    found: list[Fraction] = []
    todo = [(low, high)]
    while todo:
        a, b = todo.pop()
        if len(found) > 10_000:
            return sorted(found)
        crossings: list[Fraction] = []
        _affine(term, a, b, crossings)
        inside = [q for q in crossings if a < q < b]
        if inside:
            cut = inside[0]
            found.append(cut)
            todo += [(a, cut), (cut, b)]
    return sorted(found)


Line = tuple[Fraction, Fraction]  # slope, intercept


def _affine(term: Any, a: Fraction, b: Fraction, crossings: list[Fraction]) -> Line | None:
    """The affine form of ``term`` on ]a, b[, if it has one and nothing crosses inside."""
    zero = Fraction(0)
    if isinstance(term, Fraction):
        return zero, term
    if isinstance(term, str):
        return Fraction(1), zero
    op = term[0]
    if op in ("sum", "app", "pi"):
        return None
    parts = [_affine(t, a, b, crossings) for t in (term[1:2] if op == "^" else term[1:])]
    lines = [part for part in parts if part is not None]
    if len(lines) != len(parts):
        return None
    middle = (a + b) / 2

    def at(line: Line) -> Fraction:
        return line[0] * middle + line[1]

    def cross(line: Line, level: Fraction = zero) -> None:
        if line[0]:
            crossings.append((level - line[1]) / line[0])

    first = lines[0]
    if op == "+":
        return sum((p[0] for p in lines), zero), sum((p[1] for p in lines), zero)
    if op == "-":
        last = lines[-1]
        return (-last[0], -last[1]) if len(lines) == 1 else (first[0] - last[0], first[1] - last[1])
    if op == "*":
        for other in lines[1:]:
            if first[0] and other[0]:
                return None
            first = (first[0] * other[1] + first[1] * other[0], first[1] * other[1])
        return first
    if op == "/":
        second = lines[1]
        return None if second[0] or not second[1] else (first[0] / second[1], first[1] / second[1])
    if op == "^" and (term[2] <= 1 or not first[0]):
        return first if term[2] == 1 else (zero, first[1] ** term[2])
    if op in ("abs", "sign"):
        cross(first)
        side = (at(first) > 0) - (at(first) < 0)
        return (first[0] * side, first[1] * side) if op == "abs" else (zero, Fraction(side))
    if op in ("max", "min"):
        gap = (first[0] - lines[1][0], first[1] - lines[1][1])
        cross(gap)
        return first if (at(gap) >= 0) == (op == "max") else lines[1]
    if op == "floor":
        ends = sorted((first[0] * a + first[1], first[0] * b + first[1]))
        if ends[0].__floor__() + 1 < ends[1]:
            cross(first, Fraction(ends[0].__floor__() + 1))
        return zero, Fraction(at(first).__floor__())
    return None
