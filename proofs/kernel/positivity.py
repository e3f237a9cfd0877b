"""Leaves: an explicit identity shows that the literals of a context contradict each other.

leaf   sum c * (product of literals) * (product of squares) + sum p * (equality) = 0, every c > 0,
       where some term has no square and only strict literals: the sum is positive, and is 0.
zero   (such a positive sum) * h + sum p * (equality) = 0 although h != 0.

With one equality goal and the term 1, ``zero`` is polynomial identity modulo an ideal.
"""

from __future__ import annotations

from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context, Literal
from proofs.kernel.errors import Reject


def leaf(context: Context, node: dict[str, Any]) -> list[Context]:
    """Both rules: ``zero`` is the one that names a literal h != 0, as ``lit``."""
    literals = context.literals + context.negated_goal()
    factor = [_literal(literals, node["lit"], "!=")] if "lit" in node else []
    total, strict = P.constant(0), False
    for number, indices, roots in _rows(node["terms"], 3):
        c = context.poly(context.read(number)) if isinstance(number, str) else {}
        if set(c) != {()} or c[()] <= 0:
            raise Reject("coefficient-not-positive", str(number)[:40])
        used = [_literal(literals, i, ">=", ">") for i in _list(indices)]
        squares = [context.poly(context.read(s)) for s in _list(roots)]
        total = P.add(total, P.product([c, *used, *squares, *squares]))
        strict = strict or (not squares and all(literals[i].rel == ">" for i in indices))
    if not strict:
        raise Reject("nothing-strict", "no term is a product of strict literals alone")
    total = P.product([total, *factor])
    for index, multiplier in _rows(node["mult"], 2):
        equality = _literal(literals, index, "=")
        total = P.add(total, P.multiply(context.poly(context.read(multiplier)), equality))
    if total:
        raise Reject("identity-fails", f"{len(total)} monomials remain")
    return []


def _literal(literals: list[Literal], index: Any, *rels: str) -> P.Poly:
    if type(index) is not int or not 0 <= index < len(literals):
        raise Reject("no-such-literal", str(index)[:40])
    if literals[index].rel not in rels:
        raise Reject("wrong-relation", f"literal {index} is {literals[index].rel}")
    return literals[index].poly


def _rows(data: Any, width: int) -> list[Any]:
    for row in _list(data):
        if len(_list(row)) != width:
            raise Reject("bad-leaf", str(row)[:40])
    return data


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise Reject("bad-leaf", str(data)[:40])
    return data
