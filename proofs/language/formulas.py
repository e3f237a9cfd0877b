"""Formulas as JSON, and a context's reading of them, for :mod:`proofs.language.elaboration`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.terms import SHOWN, read_formula
from proofs.trees.script import Json


def sorts_of(context: Context) -> dict[str, str]:
    return {name: sort for name, sort in context.sorts.items() if name[0] != "@"}


def read_in(fact: Json, context: Context) -> Any:
    sorts = sorts_of(context)
    return read_formula(apart_from(fact, sorts), sorts, context.functions)


def fresh_name(name: str, context: Context) -> str:
    """A name that is free, like this one; not the name that the kernel shows bound variables by."""
    name = "x" if SHOWN.fullmatch(name) else name
    new, i = name, 2
    while new in context.sorts or new in context.functions:
        new, i = f"{name}_{i}", i + 1
    return new


def apart_from(part: Json, names: Collection[str]) -> Json:
    """The formula with bound names that are none of these: a variable may have come to be known."""
    if not isinstance(part, list):
        return part
    if part[0] in ("all", "some", "sum") and part[1] in names:
        new = part[1]
        while new in names or mentions(part, new):
            new += "_"
        part = [part[0], new, *(put(p, part[1], new) for p in part[2:])]
    return [part[0], *(apart_from(p, names) for p in part[1:])]


def parts(formula: Json) -> list[Json]:
    """The parts of a conjunction, and of those inside."""
    if formula[0] != "and":
        return [formula]
    return [p for part in formula[1:] for p in parts(part)]


def all_of(formulas: Sequence[Json]) -> Json:
    return formulas[0] if len(formulas) == 1 else ["and", *formulas]


def relating(sign: str, left: Json, right: Json) -> Json:
    if sign in (">=", ">"):
        return [{">=": "<=", ">": "<"}[sign], right, left]
    return [sign, left, right]


def mentions(part: Json, name: str) -> bool:
    if isinstance(part, list):
        return any(mentions(p, name) for p in part[1:])
    return bool(part == name)


def put(part: Json, name: str, value: Json) -> Json:
    """The formula with a term for a free variable; bound names are kept apart from the term's."""
    if isinstance(part, str):
        return value if part == name else part
    if not isinstance(part, list):
        return part
    if part[0] in ("all", "some", "sum"):
        bound = part[1]
        if bound == name:
            kept = 3 if part[0] != "sum" else 4
            return [*part[:2], *(put(p, name, value) for p in part[2:kept]), *part[kept:]]
        if mentions(["", value], bound):
            new = bound
            while mentions(["", value], new) or mentions(part, new):
                new += "_"
            part = [part[0], new, *(put(p, bound, new) for p in part[2:])]
        return [*part[:2], *(put(p, name, value) for p in part[2:])]
    kept = 2 if part[0] in ("app", "lipschitz") else 1
    return [*part[:kept], *(put(p, name, value) for p in part[kept:])]


def renamed(part: Json, old: str, new: str) -> Json:
    return part if old == new else put(part, old, new)


def case_facts(term: Json) -> list[list[Json]]:
    """What the kernel's rule ``case`` assumes in each of its cases."""
    op, *args = term
    if op == "sign":
        sides = [["<", "0", args[0]], ["=", args[0], "0"], ["<", args[0], "0"]]
        return [[side, ["=", term, str(1 - i)]] for i, side in enumerate(sides)]
    a, b = (args[0], "0") if op == "abs" else args
    upper, lower = {"abs": (a, ["-", a]), "max": (a, b), "min": (b, a)}[op]
    return [[["<=", b, a], ["=", term, upper]], [["<", a, b], ["=", term, lower]]]
