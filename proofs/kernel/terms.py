"""Terms and formulas: what a certificate is made of.

A term is a ``Fraction``, a variable name, or a tuple ``(op, argument, ...)``; a formula is a
tuple ``(relation, ...)``.  Bound variables are renamed to ``#0``, ``#1``, ... from the inside
out when a certificate is read, so equal bodies are equal tuples and nothing is ever captured.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from proofs.kernel.errors import Decline, Reject, spend

Term = Any  # Fraction | str | tuple
Formula = tuple[Any, ...]

NUMBER = re.compile(r"-?[0-9]{1,1300}(/[0-9]{1,1300})?")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
SHOWN = re.compile(r"k[0-9]+")  # how bound variables are shown: no free one may look like it
ARITY = {"+": (2, 1_000_000), "*": (2, 1_000_000), "-": (1, 2), "^": (2, 2), "sum": (4, 4)}
ARITY |= dict.fromkeys(("/", "max", "min"), (2, 2)) | {"app": (1, 9), "pi": (0, 0)}
ARITY |= dict.fromkeys(("abs", "sign", "floor", "sqrt"), (1, 1))
ARITY |= dict.fromkeys(("exp", "log", "sin", "cos", "tanh", "atan"), (1, 1))
RELATIONS = ("<=", "<", "=", "!=")
MAX_DEPTH, MAX_POWER = 120, 64
KEPT = {"all": 3, "some": 3, "app": 2, "lipschitz": 2, "sum": 2}  # parts that are no terms


def read_term(data: Any, names: Collection[str], functions: dict[str, int], depth: int = 0) -> Term:
    """The term written as ``data`` (JSON), over the declared ``names`` and ``functions``."""
    if depth > MAX_DEPTH:
        raise Decline("too-deep")
    if isinstance(data, str):
        if NUMBER.fullmatch(data):
            top, _, bottom = data.partition("/")
            if bottom and int(bottom) == 0:
                raise Reject("bad-number", data[:40])
            return Fraction(int(top), int(bottom or 1))
        if data not in names:
            raise Reject("unknown-name", data[:40])
        return data
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise Reject("bad-term", str(data)[:40])
    spend(2 * len(data))
    op, args = data[0], data[1:]
    if op not in ARITY:
        raise Decline("unknown-operation", op[:40])
    if not ARITY[op][0] <= len(args) <= ARITY[op][1]:
        raise Reject("bad-arity", op)
    if op == "sum":
        low, high = (read_term(a, names, functions, depth + 1) for a in args[1:3])
        bound, body = _under(args[0], names, lambda n: read_term(args[3], n, functions, depth + 1))
        return (op, bound, low, high, body)
    kept: list[Any] = []  # the name of a function
    if op == "app":
        kept, args = args[:1], args[1:]
        if not isinstance(kept[0], str) or functions.get(kept[0]) != len(args):
            raise Reject("unknown-function", str(kept)[:40])
    elif op == "^":
        if type(args[1]) is not int or args[1] < 0:
            raise Reject("bad-power", str(args[1:])[:40])
        if args[1] > MAX_POWER:
            raise Decline("power", str(args[1:])[:40])
        return (op, read_term(args[0], names, functions, depth + 1), args[1])
    return (op, *kept, *(read_term(a, names, functions, depth + 1) for a in args))


def read_formula(
    data: Any, names: Collection[str], functions: dict[str, int], depth: int = 0
) -> Formula:
    """The formula written as ``data`` (JSON)."""
    if depth > MAX_DEPTH:
        raise Decline("too-deep")
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise Reject("bad-formula", str(data)[:40])
    op, args = data[0], data[1:]
    if op in RELATIONS and len(args) == 2:
        return (op, *(read_term(a, names, functions, depth + 1) for a in args))
    if op == "and" or (op == "implies" and len(args) == 2):
        return (op, *(read_formula(a, names, functions, depth + 1) for a in args))
    if op in ("all", "some") and len(args) == 3 and args[1] in ("real", "int"):
        bound, body = _under(
            args[0], names, lambda n: read_formula(args[2], n, functions, depth + 1)
        )
        return (op, bound, args[1], body)
    if op == "lipschitz" and len(args) == 4 and isinstance(args[0], str):
        if functions.get(args[0]) != 1:
            raise Reject("unknown-function", args[0][:40])
        return (op, args[0], *(read_term(a, names, functions, depth + 1) for a in args[1:]))
    raise Reject("bad-formula", op[:40])


def _under(name: Any, names: Collection[str], read: Any) -> tuple[str, Any]:
    """Read a body in which ``name`` is bound; return its canonical name and the body."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Reject("bad-name", str(name)[:40])
    if name in names:
        raise Reject("shadowed-name", name)
    spend(len(names))
    return bind(read({*names, name}), name)


def digest(node: Any) -> int:
    """A hash by way of texts: numbers can be chosen to have equal hashes, texts cannot."""
    parts = tuple(map(digest, node)) if isinstance(node, tuple) else str(node)
    spend(2 + (len(parts) >> 3))
    return hash(parts)


def bind(body: Any, name: str) -> tuple[str, Any]:
    """Rename the free ``name`` of ``body`` to the first ``#i`` above all those inside."""
    bound = f"#{_highest(body) + 1}"
    return bound, substitute(body, name, bound)


def _highest(node: Any) -> int:
    if isinstance(node, str):
        return int(node[1:]) if node[0] == "#" else -1
    return max(map(_highest, node)) if isinstance(node, tuple) else -1


def substitute(node: Any, name: str, value: Term) -> Any:
    """``node`` with the free variable ``name`` replaced by ``value`` (which binds nothing)."""
    if isinstance(node, str):
        return value if node == name else node
    if not isinstance(node, tuple):
        return node
    spend(len(node))
    if node[0] in ("all", "some", "sum") and node[1] == name:  # bound again: only a sum's
        limits = tuple(substitute(a, name, value) for a in node[2:4])  # limits lie outside
        return node[:2] + limits + node[4:] if node[0] == "sum" else node
    kept = KEPT.get(node[0], 1)
    return node[:kept] + tuple([substitute(a, name, value) for a in node[kept:]])
