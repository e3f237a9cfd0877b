"""Data for powers: functions p with p(0) = 1 and p(k + 1) = q p(k) for all integers k >= 0.

For a number q > 0 such a function is exp(t log q), for 0 it is max(0, 1 - t), for -1 a zigzag.  So
a statement with such hypotheses is read with these in the place of p; data against what is left,
or data that meet its hypotheses, are those of the statement, with p written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from proofs.claims import Witness
from proofs.search import data as exact
from proofs.search.data import Found
from proofs.trees.script import Json

Search = Callable[[Json], Iterator[Found]]
ARGUMENT = "t"


def powers(statement: Json) -> dict[str, tuple[Json, list[int]]]:
    """Functions that hypotheses define so: q, and the numbers of the two hypotheses."""
    starts: dict[str, int] = {}
    onward: dict[str, tuple[Json, int]] = {}
    for i, formula in enumerate(statement["given"]):
        if formula[0] == "=" and formula[2] == "1" and formula[1][:1] == ["app"]:
            if formula[1][2:] == ["0"]:
                starts[formula[1][1]] = i
            continue
        match formula:
            case ["all", k, "int", ["implies", ["<=", "0", m], ["=", left, ["*", q, right]]]]:
                name = right[1] if right[:1] == ["app"] else ""
                ends = [["app", name, ["+", k, "1"]], ["app", name, k], k]
                if [left, right, m] == ends and not _has(q, k):
                    onward[name] = (q, i)
    return {name: (q, [starts[name], i]) for name, (q, i) in onward.items() if name in starts}


def fixed(statement: Json) -> set[int]:
    """Numbers of the hypotheses that powers come with: their recursion, and bounds of exponents.

    Without them the functions are no powers.
    """
    found = powers(statement)
    inside = set(_exponents([*statement["given"], statement["show"]], found, statement["vars"]))
    own = {i for _, numbers in found.values() for i in numbers}
    bounds = {
        i
        for i, formula in enumerate(statement["given"])
        if formula[0] in ("<=", "<", "=") and isinstance(formula[2], str) and formula[2] in inside
    }
    return own | bounds


def _exponents(term: Json, found: Any, names: Any) -> Iterator[str]:
    """Variables in the arguments of these functions."""
    if isinstance(term, list):
        if term[:1] == ["app"] and term[1] in found:
            yield from exact.free(["", *term[2:]], names)
        for part in term:
            yield from _exponents(part, found, names)


def with_powers(statement: Json, search: Search) -> Iterator[Found]:
    """What ``search`` finds for statements without these functions, with them written out."""
    found = powers(statement)
    if not found or any(_has(q, name) for q, _ in found.values() for name in found):
        return
    taken = {i for _, numbers in found.values() for i in numbers}
    for sign in ("positive", "zero", "negative"):
        reduced = {
            "vars": statement["vars"],
            "functions": {f: n for f, n in statement["functions"].items() if f not in found},
            "given": [
                *(_put(g, found, sign) for i, g in enumerate(statement["given"]) if i not in taken),
                *(_signed(q, sign) for q, _ in found.values()),
            ],
            "show": _put(statement["show"], found, sign),
        }
        for hit in search(reduced):
            made = _bodies(found, hit.witness)
            if made is not None:
                whole = Witness(hit.witness.values, {**hit.witness.functions, **made})
                yield replace(hit, witness=whole)


def _signed(q: Json, sign: str) -> Json:
    if sign == "positive":
        return ["<", "0", q]
    return ["=", q, "0" if sign == "zero" else "-1"]


def body(q: Fraction, at: Json) -> Json | None:
    """The power of a number, as a term; None for negative ones but -1."""
    if q == 1:
        return "1"
    if q == 0:
        return ["max", "0", ["-", "1", at]]
    if q == -1:
        return _zigzag(at)
    return ["exp", ["*", at, ["log", str(q)]]] if q > 0 else None


def _zigzag(at: Json) -> Json:
    return ["-", ["+", "1", ["*", "4", ["floor", ["/", at, "2"]]]], ["*", "2", at]]


def _bodies(found: Any, witness: Witness) -> dict[str, Any] | None:
    made = {}
    for name, (q, _) in found.items():
        point = exact.Point(
            {n: exact.value(v, exact.Point({}, {})) for n, v in witness.values.items()},
            dict(witness.functions),
            [20_000],
        )
        try:
            number = exact.value(q, point)
            term = body(Fraction(number), ARGUMENT)
        except (exact.Undefined, exact._OutOfWork, ValueError, TypeError):
            return None
        if term is None:
            return None
        made[name] = ((ARGUMENT,), term)
    return made


def _put(term: Json, found: Any, sign: str) -> Json:
    if not isinstance(term, list):
        return term
    if term[0] == "app" and term[1] in found:
        at = _put(term[2], found, sign)
        if sign == "zero":
            return ["max", "0", ["-", "1", at]]
        return _zigzag(at) if sign == "negative" else ["exp", ["*", at, ["log", found[term[1]][0]]]]
    return [_put(part, found, sign) for part in term]


def _has(term: Json, name: str) -> bool:
    return any(_has(part, name) for part in term) if isinstance(term, list) else term == name
