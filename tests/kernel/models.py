"""Exact values of terms and formulas in a model: the oracle that knows nothing of proofs.

A model gives a rational to every variable and a Python function to every function.  ``None`` is
an undefined value; :class:`Unknown` is raised where this oracle cannot tell (roots that are not
rational, exponentials, quantifiers).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction as F
from math import floor, isqrt
from typing import Any

from proofs.kernel.context import Context, Literal
from proofs.kernel.terms import substitute

Values = Mapping[str, F | None]
Functions = Mapping[str, Callable[..., F]]


class Unknown(Exception):
    """This oracle has no exact answer."""


def value(term: Any, at: Values, functions: Functions) -> F | None:
    """The value of ``term``, or None where it is undefined."""
    if isinstance(term, F):
        return term
    if isinstance(term, str):
        return at[term]
    op = term[0]
    if op == "sum":
        return _sum(*(value(t, at, functions) for t in term[2:4]), term, at, functions)
    if op == "^":
        base = value(term[1], at, functions)
        return None if base is None else base ** term[2]
    arguments = term[2:] if op == "app" else term[1:]
    parts = [value(a, at, functions) for a in arguments]
    if any(p is None for p in parts):
        return None
    return functions[term[1]](*parts) if op == "app" else _apply(op, parts)


def _sum(low: Any, high: Any, term: Any, at: Values, functions: Functions) -> F | None:
    if low is None or high is None:
        return None
    if low.denominator != 1 or high.denominator != 1 or high - low > 60:
        raise Unknown("a sum between limits that are not integers, or a long one")
    summands = (
        value(substitute(term[4], term[1], F(k)), at, functions)
        for k in range(int(low), int(high) + 1)
    )
    return sum((s for s in summands if s is not None), F(0))


def _apply(op: str, parts: list[Any]) -> F | None:
    if op == "+":
        return sum(parts, F(0))
    if op == "-":
        return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
    if op == "*":
        product = F(1)
        for p in parts:
            product *= p
        return product
    if op == "/":
        return parts[0] / parts[1] if parts[1] else None
    if op in ("max", "min"):
        return max(parts) if op == "max" else min(parts)
    (a,) = parts or (None,)
    if op == "abs":
        return abs(a)
    if op == "sign":
        return F((a > 0) - (a < 0))
    if op == "floor":
        return F(floor(a))
    if op == "sqrt":
        if a < 0:
            return None
        root = F(isqrt(a.numerator), isqrt(a.denominator))
        if root * root == a:
            return root
    raise Unknown(op)


def holds(formula: Any, at: Values, functions: Functions) -> bool:
    """Whether a formula without quantifiers holds; with an undefined term it does not."""
    op, args = formula[0], formula[1:]
    if op == "and":
        return all(holds(f, at, functions) for f in args)
    if op == "implies":
        return not holds(args[0], at, functions) or holds(args[1], at, functions)
    if op not in ("<=", "<", "=", "!="):
        raise Unknown(op)
    left, right = (value(t, at, functions) for t in args)
    if left is None or right is None:
        return False
    return {"<=": left <= right, "<": left < right, "=": left == right, "!=": left != right}[op]


def poly_value(poly: Any, at: Values) -> F | None:
    total = F(0)
    for monomial, c in poly.items():
        for name, e in monomial:
            factor = at[name]
            if factor is None:
                return None
            c *= factor**e
        total += c
    return total


def with_atoms(context: Context, at: Values, functions: Functions) -> dict[str, F | None]:
    """``at`` extended by the values of the context's atoms."""
    full = dict(at)
    for key, name in context.atoms.items():
        op = key[0]
        if op == "sum":
            limits = [poly_value(dict(k), full) for k in key[2:4]]
            full[name] = _sum(*limits, (op, key[1], None, None, key[4]), full, functions)
            continue
        parts = [poly_value(dict(k), full) for k in (key[2:] if op == "app" else key[1:])]
        if any(p is None for p in parts):
            full[name] = None
        elif op == "inv":
            full[name] = _apply("/", [F(1), parts[0]])
        else:
            full[name] = functions[key[1]](*parts) if op == "app" else _apply(op, parts)
    return full


def literal_holds(literal: Literal, at: Values) -> bool:
    p = poly_value(literal.poly, at)
    if p is None:
        return False
    return {">=": p >= 0, ">": p > 0, "=": p == 0, "!=": p != 0}[literal.rel]
