"""Sums whose terms fall by the factor 4 at every second step from some index on: scripts.

The terms are Q(k) >= 0 with ``(k + 2) Q(k + 2) <= R^2 Q(k)``: so it is for the moments of f_sigma
and for its Maclaurin series.  From ``k + 2 >= 4 R^2`` on, ``sum + (Q(n) + Q(n - 1))/3`` falls.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.library.vectors import ZERO, both_sums, fact
from proofs.trees.script import Node, auto, have, induct, intro, lemmas, node

k, n, m, N0, R = (var(name) for name in ("k", "n", "m", "N0", "R"))
Body = Callable[[Term], Term]


def partial(body: Body, low: Term | int, high: Term) -> Term:
    """sum_{k=low}^{high} body(k)."""
    return total("k", low, high, body(k))


def terms_fall(Q: Body) -> Json:
    """What is known of the terms."""
    inside = conj(Q(n) >= 0, (n + 2) * Q(n + 2) <= R**2 * Q(n))
    return every("n", "int", implies(n >= 0, inside))


def quarter(Q: Body, at: Term, then: Node) -> Node:
    """Q(at + 2) <= Q(at)/4 and signs, where at >= 0 and at + 2 >= 4 R^2; then go on."""
    falls = terms_fall(Q)
    gap = Q(at) / 4 - Q(at + 2)
    product = lemmas(
        [
            ((at + 2 - 4 * R**2) * Q(at) >= 0, auto("times Q")),
            ((at + 2) * gap >= 0, auto("(k + 2) (Q/4 - Q(k + 2))")),
            (gap >= 0, _divided(at + 2, gap)),
        ],
        then,
    )
    return fact(falls, [at], fact(falls, [at + 2], product, auto("k >= 0")), auto("k >= 0"))


def _divided(factor: Term, value: Term) -> Node:
    a, b = var("a0"), var("b0")
    lemma: Json = implies(conj(a > 0, a * b >= 0), b >= 0)
    proof = intro("", node("split", auto("shown"), auto("a b < 0"), on=b.json))
    for name in ("b0", "a0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    return have(lemma, proof, fact(lemma, [factor, value], auto("instance"), auto("premises")))


def bounded(Q: Body, low: Term | int, start: Term, then: Callable[[Json], Node]) -> Node:
    """sum_{low}^{n} Q <= sum_{low}^{start + 1} Q + (Q(start + 1) + Q(start))/3 for n > start.

    ``start >= 0`` and ``start + 2 >= 4 R^2`` must be known, and low <= start + 2.  ``then`` goes
    on, with the universal formula that is known.
    """

    def potential(at: Term) -> Term:
        return partial(Q, low, at) + (Q(at) + Q(at - 1)) / 3

    first = start + 1
    limit = partial(Q, low, first) + (Q(first) + Q(start)) / 3
    claim = potential(m) <= limit
    unfolded = node("unfold", auto("range"), auto("falls"), on=partial(Q, low, m + 1).json)
    values = lemmas(
        [
            (Q(m - 1) >= 0, fact(terms_fall(Q), [m - 1], auto("Q >= 0"), auto("k >= 0"))),
            (Q(m + 1) <= Q(m - 1) / 4, _previous(Q)),
            (Q(m) >= 0, fact(terms_fall(Q), [m], auto("Q >= 0"), auto("k >= 0"))),
        ],
        unfolded,
    )
    whole = every("m", "int", implies(m >= first, claim))
    return induct("m", first.json, claim, auto("start"), values, then(whole))


def _previous(Q: Body) -> Node:
    """Q(m + 1) <= Q(m - 1)/4, the arguments being (m - 1) + 2 and m - 1."""
    at = m - 1
    return have(at + 2 - 4 * R**2 >= 0, auto("m is large"), quarter(Q, at, auto("the same")))


def where_defined(body: Term) -> Term:
    """A term that is 0 where ``body`` is undefined, and else the same: data for a function."""
    return total("i", 0, 0, body)


def as_defined(body: Term, then: Node) -> Node:
    """``where_defined(body) = body`` is known, for a ``body`` that is defined; then go on."""
    empty = total("i", 0, ZERO - 1, body)
    return both_sums("unfold", [where_defined(body)], both_sums("empty", [empty], then))
