"""Exact data against a statement, from every source there is; the kernel judges each.

In this order: small numbers and simple functions, models of z3 and cvc5, a search in floats from
thousands of points, rounded to short rationals.  What the kernel accepts is then made smaller:
integers first, then simpler numbers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from proofs.claims import Attempt, Witness
from proofs.methods import data as exact
from proofs.methods.data import Found
from proofs.methods.script import Json

DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 100, 1_000, 10_000, 10**6, 10**9)
PER_SOURCE = 6
"""Candidates of one source that the kernel is asked about."""


@dataclass(frozen=True)
class Hit:
    """Data that the kernel accepts against the statement."""

    witness: Witness
    part: int
    source: str
    certificate: bytes


def attack(statement: Json, deadline: float, name: str = "attack") -> Hit | None:
    """Data against the statement, made small; ``deadline`` is a value of ``time.monotonic()``."""
    for source, candidates in _sources(statement, deadline):
        for found in islice(candidates, PER_SOURCE):
            certificate = judged(statement, found, name)
            if certificate is not None:
                small, shown = _smaller(statement, found, certificate, name, deadline)
                return Hit(small.witness, small.part, source, shown)
            if time.monotonic() > deadline:
                return None
    return None


def judged(statement: Json, found: Found, name: str = "attack") -> bytes | None:
    """The kernel's certificate that the data refute the statement, if there is one."""
    from proofs.evidence import of_attempt

    attempt = Attempt(name, "", statement, found.witness, part=found.part)
    try:
        item = of_attempt(attempt)
    except ValueError:
        return None
    return item.certificate if item.proved else None


def _sources(statement: Json, deadline: float) -> Iterator[tuple[str, Iterator[Found]]]:
    yield "small numbers and simple functions", exact.refuting(statement, 20_000)
    yield "a search in floats, rounded", _by_floats(statement, deadline)
    if time.monotonic() < deadline:
        yield "a model of z3 or cvc5", _by_solvers(statement, deadline)
    yield "small numbers and simple functions", exact.refuting(statement, 200_000)


def _by_solvers(statement: Json, deadline: float) -> Iterator[Found]:
    from proofs.methods.solvers import proposed

    seconds = max(1.0, min(10.0, deadline - time.monotonic()))
    for model in proposed(statement, seconds):
        values = {name: str(model[name]) for name in statement["vars"]}
        yield from _parts(statement, values, {})


def _parts(statement: Json, values: dict[str, str], functions: Any) -> Iterator[Found]:
    """The data with each part of the conclusion that fails there, as far as can be seen."""
    show = statement["show"]
    parts = show[1:] if show[0] == "and" else [show]
    for i, part in enumerate(parts):
        point = _point(values, functions)
        try:
            if exact.fails(part, point):
                yield Found(Witness(values, functions), (), i)
                return
        except (exact._OutOfWork, OverflowError):
            continue


def _point(values: Mapping[str, str], functions: Any) -> exact.Point:
    numbers: dict[str, Any] = {name: Fraction(text) for name, text in values.items()}
    return exact.Point(numbers, functions, [20_000])


def _holds(statement: Json, values: Mapping[str, str], functions: Any) -> bool:
    """Whether the hypotheses hold at the data, as far as can be seen."""
    point = _point(values, functions)
    try:
        return all(exact.truth(formula, point) for formula in statement["given"])
    except (exact._OutOfWork, OverflowError):
        return False


def _by_floats(statement: Json, deadline: float) -> Iterator[Found]:
    from proofs.search.floats import NotHere, against

    order = exact._order(
        statement["vars"], [(g, exact.free(g, statement["vars"])) for g in statement["given"]]
    )
    for functions in islice(exact._function_choices(statement["functions"]), 24):
        for part in _conclusions(statement):
            if time.monotonic() > deadline:
                return
            try:
                points = list(against({**statement, "show": part}, functions, order))
            except NotHere:
                return
            for point in points[:PER_SOURCE]:
                rounded = _rounded(statement, point, functions)
                if rounded is not None:
                    yield rounded


def _conclusions(statement: Json) -> Sequence[Json]:
    show = statement["show"]
    return list(show[1:]) if show[0] == "and" else [show]


def _rounded(statement: Json, point: Mapping[str, float], functions: Any) -> Found | None:
    """The point with as short rationals as still do."""
    if not all(map(math.isfinite, point.values())):
        return None
    for largest in DENOMINATORS:
        values = {
            name: str(
                Fraction(round(q))
                if statement["vars"][name] == "int"
                else Fraction(q).limit_denominator(largest)
            )
            for name, q in point.items()
        }
        if _holds(statement, values, functions):
            found = next(_parts(statement, values, functions), None)
            if found is not None:
                return found
    return None


# --- smaller -------------------------------------------------------------------------------------


def _smaller(
    statement: Json, found: Found, certificate: bytes, name: str, deadline: float
) -> tuple[Found, bytes]:
    """The data with integers nearer to 0 and shorter numbers, as long as the kernel agrees."""
    sorts = statement["vars"]
    values = {n: str(q) for n, q in found.witness.values.items()}
    functions = dict(found.witness.functions)
    try:
        numbers = {n: Fraction(q) for n, q in values.items()}
    except ValueError:
        return found, certificate
    order = sorted(sorts, key=lambda n: (sorts[n] != "int", list(sorts).index(n)))
    changed, rounds = True, 0
    while changed and rounds < 4 and time.monotonic() < deadline:
        changed, rounds = False, rounds + 1
        for variable in order:
            for q in _simpler(numbers[variable], sorts[variable]):
                trial = {**values, variable: str(q)}
                if not _holds(statement, trial, functions):
                    continue
                smaller = next(_parts(statement, trial, functions), None)
                shown = None if smaller is None else judged(statement, smaller, name)
                if smaller is not None and shown is not None:
                    found, certificate = smaller, shown
                    values, changed = trial, True
                    numbers[variable] = q
                    break
    return found, certificate


def weight(q: Fraction) -> tuple[int, int, Fraction, bool]:
    """How long a number is to read: digits, then denominator, size and sign."""
    return (len(str(abs(q.numerator))) + len(str(q.denominator)), q.denominator, abs(q), q < 0)


def _simpler(q: Fraction, sort: str) -> list[Fraction]:
    """Numbers that are simpler than q: small ones, and q with a smaller denominator."""
    if sort == "int":
        return [
            Fraction(n) for n in (0, 1, 2, 3, 4, -1, 5, 6, -2) if weight(Fraction(n)) < weight(q)
        ]
    near = [q.limit_denominator(d) for d in (1, 2, 3, 4, 5, 10, 20, 100, 1000)]
    rounded = [Fraction(round(q * s), s) for s in (10, 100)]
    small = [Fraction(n) for n in (0, 1, -1, 2, -2)] + [Fraction(1, 2), Fraction(-1, 2)]
    found = dict.fromkeys([*small, *near, *rounded])
    return sorted((r for r in found if weight(r) < weight(q)), key=weight)
