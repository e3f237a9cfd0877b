"""Statements that are false only where a side is undefined: what its terms need, written beside it.

A relation with an undefined side is false, but nothing else: the opposite relation does not hold
there, so that no data refute it.  The same statement with ``b != 0`` for each quotient a/b in its
conclusion, ``t >= 0`` for each root and ``t > 0`` for each logarithm is refuted at such data.  It
is the same statement: that the conclusion implies what is written beside it is shown to the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search import data as exact
from proofs.search.attack import Hit, made_small
from proofs.search.calculus import occurs
from proofs.search.data import Found, Point
from proofs.search.prove import prove
from proofs.trees.script import Json

WORK, POINTS = 20_000, 400
SOURCE = "looking for undefined terms"


@dataclass(frozen=True)
class Nowhere:
    """The statement with what its terms need beside it, data against that, and the side there."""

    statement: Json
    hit: Hit
    side: Json


def conditions(term: Json) -> list[Json]:
    """What a term needs to be defined, that of inner terms first; a summand needs nothing."""
    if not isinstance(term, list):
        return []
    op, args = term[0], term[1:]
    if op == "sum":
        args = args[1:3]
    elif op in ("app", "^"):
        args = args[1:] if op == "app" else args[:1]
    found = [need for part in args for need in conditions(part)]
    if op == "/" and not _positive(args[1]):
        found.append(["!=", args[1], "0"])
    elif op == "sqrt" and not _positive(args[0]):
        found.append(["<=", "0", args[0]])
    elif op == "log" and not _positive(args[0]):
        found.append(["<", "0", args[0]])
    return [need for i, need in enumerate(found) if need not in found[:i]]


def _positive(term: Json) -> bool:
    """Whether a term is a positive number."""
    try:
        return isinstance(term, str) and Fraction(term) > 0
    except ValueError:
        return False


def relations(statement: Json) -> list[Json]:
    """The relations that the conclusion is, or none where it is something else."""
    show = statement["show"]
    found = show[1:] if show[0] == "and" else [show]
    return list(found) if all(part[0] in RELATIONS for part in found) else []


def undefined_sides(statement: Json) -> Iterator[tuple[Found, Json]]:
    """Data at which the hypotheses hold, as far as can be seen, and a side has no value."""
    sides = [side for relation in relations(statement) for side in relation[1:]]
    spoken_of = [*statement["given"], *conditions(["+", *sides])]
    few = {n: sort for n, sort in statement["vars"].items() if any(occurs(g, n) for g in spoken_of)}
    data = exact.satisfying({**statement, "vars": few}, WORK) if sides else ()
    for found in islice(data, POINTS):
        texts = {name: found.witness.values.get(name, "0") for name in statement["vars"]}
        found = replace(found, witness=replace(found.witness, values=texts))
        values: Any = {name: Fraction(str(q)) for name, q in texts.items()}
        for side in sides:
            try:
                exact.value(side, Point(values, dict(found.witness.functions)))
            except exact.Undefined as error:
                if str(error) == "size":
                    continue
                yield found, side
            except (ValueError, KeyError, OverflowError, exact._OutOfWork):
                continue


def nowhere(statement: Json, deadline: float, name: str = "attack") -> Nowhere | None:
    """The statement with a condition beside it, and data that the kernel accepts against that.

    None, too, where the kernel is not shown that the conclusion implies the condition.
    """
    parts = relations(statement)
    if not conditions(["+", *(side for part in parts for side in part[1:])]):
        return None
    for found, side in islice(undefined_sides(statement), 6):
        for need in conditions(side):
            wider = {**statement, "show": ["and", need, *parts]}
            hit = made_small(wider, found.witness, SOURCE, deadline, name)
            if hit is not None and hit.part == 0 and _implied(statement, need):
                return Nowhere(wider, hit, side)
    return None


def _implied(statement: Json, need: Json) -> bool:
    """Whether the kernel accepts that the conclusion implies what is written beside it."""
    try:
        return prove({**statement, "given": relations(statement), "show": need}, 0) is not None
    except Reject:  # no hypothesis for the kernel, as 1/0 = 1/0
        return False
