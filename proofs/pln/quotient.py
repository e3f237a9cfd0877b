"""From a q = w and r q = 1: a = w r.  For numbers, so that no large term has to be looked into.

And what a unit computes, in closed form: exact data for a layer that is abbreviated.
"""

from __future__ import annotations

from constructions.terms import Json, Term, implies, total, var
from proofs.pln.thm1.sums import known, reals
from proofs.trees.script import Node, auto, have, intro, lemmas, node

_a, _q, _r, _w = (var(name) for name in "aqrw")
QUOTIENT: Json = reals(
    "a q r w", implies((_a * _q).equals(_w), (_r * _q).equals(1), _a.equals(_w * _r))
)


def closed_form(
    fact: Json,
    proof: Node,
    names: list[Term],
    premises: int,
    value: Term,
    q: Term,
    top: Term,
    once_only: bool = False,
) -> Node:
    """Proof that for all ``names`` with such premises top/q is the unit ``value``.

    ``fact``, with its ``proof``, says that value q = top there, and q^2 > 0; with ``once_only`` the
    quotient is written as :func:`once` writes it.
    """
    end = auto("the unit")
    if once_only:
        end = node("empty", auto("0 < 1"), end, on=once(top / q, 0).json)
        end = node("unfold", auto("1 <= 1"), end, on=once(top / q).json)
    facts = [
        (Term(q.json[1]) > 0, auto("q^2 > 0")),
        (q > 0, auto("q > 0")),
        ((1 / q * q).equals(1), auto("q/q")),
    ]
    shown = lemmas(facts, known(QUOTIENT, [value, q, 1 / q, top], end))
    shown = known(fact, names, shown)
    for _ in range(premises):
        shown = intro("", shown)
    for name in reversed(names):
        shown = intro(str(name.json), shown)
    division = intro("a", intro("q", intro("r", intro("w", auto("a = w r")))))
    return have(QUOTIENT, division, have(fact, proof, shown))


def once(value: Term, high: int = 1) -> Term:
    """A value as a sum with one summand: where it is not defined, that is 0."""
    return total("i", 1, high, value)
