"""Scripts about sums of every length: relations between them, and sums of sums.

A sum here runs over an index from 1 to ``high``; ``pointwise(at, then)`` makes facts at one index
known, where 1 <= at <= high is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constructions.terms import Json, Term, every, implies, plain_json, total, var
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.library.vectors import S, both_sums, fact, put
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, have, induct, intro, look

ZERO, ONE = S.const(0), S.const(1)
Body = Callable[[Term], Term]
Then = Callable[[Term, Node], Node]


def intros(names: str, then: Node) -> Node:
    """Fix new variables; ``.`` assumes the premise of an implication."""
    for name in reversed(names.split()):
        then = intro("" if name == "." else name, then)
    return then


def over(high: Term, body: Body, index: str = "u1") -> Term:
    return total(index, 1, high, body(var(index)))


def combination(parts: Sequence[tuple[Term, Term]]) -> Term:
    """sum of factor * value."""
    value: Term = ZERO
    for factor, term in parts:
        value = value + factor * term
    return value


def upto(name: str, claim: Json, high: Term, then: Node) -> Node:
    """From ``claim`` (an implication) for all integers >= 0 to its conclusion at ``high``."""
    whole = every(name, "int", implies(var(name) >= 0, claim))
    last = fact(put(claim, name, high), [], then, auto("the range"))
    return fact(whole, [high], last, given())


def _among(facts: Sequence[Json]) -> Node:
    """A leaf from these facts; those that are no more than 0 = 0 are left out."""

    def found(context: Context) -> Node:
        probe = context.child()
        said = [
            fact_
            for fact_ in facts
            if probe.literal(read_formula(plain_json(fact_), context.sorts, context.functions)).poly
        ]
        return using(*said, label="one more summand")

    return look(found)


def relation(
    high: Term,
    parts: Sequence[tuple[Term, Body]],
    pointwise: Then,
    then: Node,
    name: str,
    index: str = "u1",
) -> Node:
    """sum_p factor_p sum_{j=1}^{high} body_p(j) = 0, from the same at every index."""
    at = var(name)

    def sums(top: Term) -> list[Term]:
        return [over(top, body, index) for _, body in parts]

    def value(terms: Sequence[Term]) -> Json:
        factors = [factor for factor, _ in parts]
        return combination(list(zip(factors, terms, strict=True))).equals(0)

    claim = implies(at <= high, value(sums(at)))
    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    new = value([body(at + 1) for _, body in parts])
    more = [
        one.equals(less + body(at + 1))
        for one, less, (_, body) in zip(sums(at + 1), sums(at + 1 - 1), parts, strict=True)
    ]
    close = _among([value(sums(at)), new, *more])
    unfolded = both_sums("unfold", sums(at + 1), have(new, auto("pointwise"), close))
    step = intro("", fact(claim, [], pointwise(at + 1, unfolded), auto("m <= high")))
    return induct(name, "0", claim, base, step, upto(name, claim, high, then))


def exchanged(
    first: Term, second: Term, body: Callable[[Term, Term], Term], then: Node, name: str
) -> Node:
    """sum_a sum_b body(a, b) = sum_b sum_a body(a, b), a up to ``first``, b up to ``second``."""
    at = var(name)

    def rows(top: Term) -> Term:
        return over(top, lambda x: over(second, lambda y: body(x, y), "u2"), "u1")

    def columns(top: Term) -> Term:
        return over(second, lambda y: over(top, lambda x: body(x, y), "u2"), "u1")

    def column(top: Term) -> Body:
        return lambda y: over(top, lambda x: body(x, y), "u2")

    claim = rows(at).equals(columns(at))
    nothing = relation(
        second,
        [(ONE, column(ZERO))],
        lambda y, go: both_sums("empty", [column(ZERO)(y)], go),
        auto("no rows"),
        f"{name}a",
    )
    base = both_sums("empty", [rows(ZERO)], nothing)
    more = relation(
        second,
        [(ONE, column(at + 1)), (-ONE, column(at)), (-ONE, lambda y: body(at + 1, y))],
        lambda y, go: both_sums("unfold", [column(at + 1)(y)], go),
        auto("one row more"),
        f"{name}b",
    )
    step = both_sums("unfold", [rows(at + 1)], more)
    whole = every(name, "int", implies(at >= 0, claim))
    return induct(name, "0", claim, base, step, fact(whole, [first], then, given()))
