"""Membership in the classes A_m: scripts that write a function with a name from others.

``member(m, F)`` says that some function c of A_m has the values F(s).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Json, Term, conj, exists, implies, var
from proofs.library.vectors import both_sums, fact, opened
from proofs.sumformer.closure import ZERO, over, upto
from proofs.sumformer.thm2_12 import terms as t
from proofs.sumformer.thm2_12.terms import Body, ev, inside, reals
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, induct, intro, node

Values = Callable[[Term, Node], Node]


def values(code: Term, function: Body) -> Json:
    """The function of this name has these values."""
    return reals("s", ev(code, t.s).equals(function(t.s)))


def member(level: Term, function: Body) -> Json:
    return exists("c1", "real", conj(inside(level, t.c1), values(t.c1, function)))


def opened_member(level: Term, function: Body, name: str, then: Node) -> Node:
    """Name a function of A_m that ``member`` says there is."""
    return opened(member(level, function), name, then)


@dataclass(frozen=True)
class Written:
    """A function with a name: how it is seen that it lies in A_m, and what its values are."""

    code: Term
    lies: Callable[[Term, Node], Node]  # level, then
    worth: Values  # sequence, then

    def __add__(self, other: Written) -> Written:
        return self._with(other, t.add, t.HAS_SUMS, t.SUM)

    def __mul__(self, other: Written) -> Written:
        return self._with(other, t.mul, t.HAS_PRODUCTS, t.PRODUCT)

    def _with(
        self, other: Written, operation: Callable[[Term, Term], Term], closed: Json, value: Json
    ) -> Written:
        pair = [self.code, other.code]
        return Written(
            operation(*pair),
            lambda level, then: self.lies(
                level, other.lies(level, fact(closed, [level, *pair], then, given()))
            ),
            lambda at, then: self.worth(at, other.worth(at, fact(value, [*pair, at], then))),
        )


def number(value: Term) -> Written:
    """A constant function; the term must be defined."""
    return Written(
        t.con(value),
        lambda level, then: fact(t.HAS_CONSTANTS, [level, value], then),
        lambda at, then: fact(t.CONSTANT, [value, at], then),
    )


def named(code: Term, function: Body) -> Written:
    """A function that is known to lie in A_m, with known values."""
    return Written(
        code, lambda level, then: then, lambda at, then: fact(values(code, function), [at], then)
    )


def itself(code: Term) -> Written:
    """A function that is known to lie in A_m; its values are its own."""
    return Written(code, lambda level, then: then, lambda at, then: then)


def power(index: Term) -> Written:
    """p_alpha, where |alpha| <= n is known."""
    return Written(
        t.P(index),
        lambda level, then: fact(t.HAS_POWER_SUMS, [level, index], then, auto("|alpha| <= n")),
        lambda at, then: fact(t.POWER_SUM, [index, at], then),
    )


def one_token(index: Term, token: Term) -> Written:
    """(x^(i))^alpha, where 0 <= m < i <= n is known."""
    return Written(
        t.Q(index, token),
        lambda level, then: fact(t.HAS_TOKENS, [level, token, index], then, auto("m < i <= n")),
        lambda at, then: fact(t.ONE_TOKEN, [index, at, token], then, auto("1 <= i <= n")),
    )


def element(level: Term, written: Written, extra: Values, label: str, name: str = "s5") -> Node:
    """Proof of ``member``: the function, and ``extra`` facts on its values at a sequence."""
    at = var(name)
    same = intro(name, written.worth(at, extra(at, auto(label))))
    return node(
        "some", node("both", written.lies(level, given()), same), **{"is": written.code.json}
    )


def nothing(at: Term, then: Node) -> Node:
    """No more is needed."""
    return then


def summed(
    level: Term,
    high: Term,
    body: Callable[[Term, Term], Term],
    pointwise: Callable[[Term, Node], Node],
    then: Node,
    name: str,
) -> Node:
    """member(m, sum_{j=1}^{high} body(j, .)), from the same of each summand."""
    at = var(name)
    old, new = f"{name}c", f"{name}d"

    def partial(top: Term) -> Body:
        return lambda s: over(top, lambda o: body(o, s))

    claim = implies(at <= high, member(level, partial(at)))

    def empty(s: Term, go: Node) -> Node:
        return both_sums("empty", [partial(ZERO)(s)], go)

    def more(s: Term, go: Node) -> Node:
        return both_sums("unfold", [partial(at + 1)(s)], go)

    base = intro("", element(level, number(ZERO), empty, "empty sum"))
    last = lambda s: body(at + 1, s)  # noqa: E731
    both = named(var(old), partial(at)) + named(var(new), last)
    added = opened_member(level, last, new, element(level, both, more, "one summand more"))
    known = opened_member(level, partial(at), old, pointwise(at + 1, added))
    step = intro("", fact(claim, [], known, auto("m <= high")))
    return induct(name, "0", claim, base, step, upto(name, claim, high, then))
