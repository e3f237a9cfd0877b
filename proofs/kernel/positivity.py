"""Leaves: an explicit identity shows that the literals of a context contradict each other.

leaf   sum c * (product of literals) * (product of squares) + sum p * (equality) = 0, every c > 0,
       where some term has no square and only strict literals: the sum is positive, and is 0.
zero   (positive combination of strict products) * h + sum p * (equality) = 0 although h != 0.

With one equality goal and one term, ``zero`` is polynomial identity modulo an ideal.
"""

from __future__ import annotations

from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context, Literal
from proofs.kernel.errors import Reject


def leaf(context: Context, node: dict[str, Any]) -> list[Context]:
    literals = context.literals + context.negated_goal()
    total, strict = _combination(context, literals, node["terms"])
    if not strict:
        raise Reject("nothing-strict", "no term is a product of strict literals alone")
    _must_vanish(P.add(total, _ideal(context, literals, node["mult"])))
    return []


def zero(context: Context, node: dict[str, Any]) -> list[Context]:
    literals = context.literals + context.negated_goal()
    factor = P.constant(0)
    for term in _list(node["terms"]):
        part, strict = _combination(context, literals, [term])
        if not strict:
            raise Reject("nothing-strict", "the factor of h must be strictly positive")
        factor = P.add(factor, part)
    if not node["terms"]:
        raise Reject("nothing-strict")
    nonzero = _literal(literals, node["lit"], ("!=",))
    product = P.multiply(factor, nonzero.poly)
    _must_vanish(P.add(product, _ideal(context, literals, node["mult"])))
    return []


def _combination(context: Context, literals: list[Literal], terms: Any) -> tuple[P.Poly, bool]:
    """The sum of the terms, and whether one of them is strictly positive."""
    total, strict = P.constant(0), False
    for term in _list(terms):
        if not isinstance(term, list) or len(term) != 3:
            raise Reject("bad-leaf", str(term)[:40])
        coefficient = P.constant(0)
        if isinstance(term[0], str):
            coefficient = context.poly(context.read(term[0]))
        if set(coefficient) != {()} or coefficient[()] <= 0:
            raise Reject("coefficient-not-positive", str(term[0])[:40])
        used = [_literal(literals, i, (">=", ">")) for i in _list(term[1])]
        squares = [context.poly(context.read(s)) for s in _list(term[2])]
        total = P.add(
            total,
            P.product([coefficient, *(h.poly for h in used), *(s for s in squares for _ in "12")]),
        )
        strict = strict or (not squares and all(h.rel == ">" for h in used))
    return total, strict


def _ideal(context: Context, literals: list[Literal], mult: Any) -> P.Poly:
    total = P.constant(0)
    for pair in _list(mult):
        if not isinstance(pair, list) or len(pair) != 2:
            raise Reject("bad-leaf", str(pair)[:40])
        equality = _literal(literals, pair[0], ("=",))
        total = P.add(total, P.multiply(context.poly(context.read(pair[1])), equality.poly))
    return total


def _literal(literals: list[Literal], index: Any, rels: tuple[str, ...]) -> Literal:
    if type(index) is not int or not 0 <= index < len(literals):
        raise Reject("no-such-literal", str(index)[:40])
    if literals[index].rel not in rels:
        raise Reject("wrong-relation", f"literal {index} is {literals[index].rel}")
    return literals[index]


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise Reject("bad-leaf", str(data)[:40])
    return data


def _must_vanish(poly: P.Poly) -> None:
    if poly:
        raise Reject("identity-fails", f"{len(poly)} monomials remain")
