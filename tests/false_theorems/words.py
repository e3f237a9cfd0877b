"""Names and operations in which the pairs are written."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import Term, TermSystem, app, as_json, var
from proofs.kernel.context import Context
from proofs.trees.script import Json, Node, auto, case, have, look, node, split, unread

S = TermSystem()
absolute, sign, floor, sqrt = S.abs, S.sign, S.floor, S.sqrt
largest, least, exp, log, tanh = S.maximum, S.minimum, S.exp, S.log, S.tanh
sin, cos, atan, PI = S.sin, S.cos, S.atan, S.pi()
a, b, c, d, e, h, p, q, r, s, t, u, v, w, x, y, z = map(var, "abcdehpqrstuvwxyz")
i, j, k, m, n, N, L = map(var, "ijkmnNL")
eps, delta, eta = var("eps"), var("delta"), var("eta")


def f(*at: Any) -> Term:
    return app("f", *at)


def g(*at: Any) -> Term:
    return app("g", *at)


def lipschitz(function: str, constant: Any, low: Any = 0, high: Any = 1) -> Json:
    return ["lipschitz", function, as_json(constant), as_json(low), as_json(high)]


def relu(at: Any) -> Term:
    return S.maximum(0, at)


def number(at: Any) -> Term:
    """A rational, or its text, as a term."""
    return Term(as_json(at))


# Scripts.


def defined(terms: list[Term], then: Node) -> Node:
    """Quotients, roots and logarithms that are defined for a reason that a leaf finds."""
    for term in reversed(terms):
        then = node("define", auto("defined"), then, term=term.json)
    return then


def cases(terms: list[Term], then: Node) -> Node:
    """All cases of absolute values, greater and lesser of two, and signs."""
    for term in reversed(terms):
        then = case(term.json, *[then] * (3 if term.json[0] == "sign" else 2))
    return then


def intro(name: str, then: Node) -> Node:
    return node("intro", then, **{"as": name})


def cover(name: str, low: int | str, high: int | str, boxes: int, bits: int = 24) -> Node:
    """Equal boxes from ``low`` to ``high``."""
    first, last = Fraction(low), Fraction(high)
    cuts = [str(first + (last - first) * place / boxes) for place in range(boxes + 1)]
    return node("cover", on=name, cuts=cuts, bits=bits)


def finite(name: str, low: int, high: int, then: Node) -> Node:
    """Every value of an integer variable."""
    children = [then] * (high - low + 1)
    return node("finite", *children, on=name, **{"from": low, "to": high})


def apart(term: Term, then: Node) -> Node:
    """From term != 0: term > 0 or term < 0."""
    absurd = have(term.equals(0), auto(), auto())
    return split(term.json, split((-term).json, absurd, then), then)


def near(integer: Term, seconds: float = 4) -> Node:
    """The goal by the two cases integer >= 0 and integer <= -1 (which is to be absurd)."""
    return split(integer.json, auto(seconds=seconds), auto(seconds=seconds))


def every_case(seconds: float = 4) -> Node:
    """All cases of what the goal mentions, the innermost first, then a leaf in each."""

    def first(context: Context) -> Node:
        found: list[Term] = []
        kinks(unread(context.goal), found)
        return cases(found, auto(seconds=seconds))

    return look(first)


def kinks(json: Json, found: list[Term]) -> None:
    """The absolute values and their like in a term or formula, the innermost first."""
    if isinstance(json, list):
        for part in json[1:]:
            kinks(part, found)
        if json[0] in ("abs", "max", "min", "sign") and not any(
            term.same(Term(json)) for term in found
        ):
            found.append(Term(json))
