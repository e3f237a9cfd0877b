"""Counterexamples worked out: the data of a refutation written into the statement that fails.

The kernel has accepted the negation of a statement at exact data.  Here the comparison that fails
there is looked for, as :mod:`verify.numeric_rows` does, and laid out in three forms: as it stands
in the statement, with the data in place of its names, and the values of both sides.  A value is
the rational that it is, or a decimal that enclosures by the kernel or by balls agree with to all
digits that are shown.  What cannot be shown so (that for every *delta* some *x* exists) is given as
the negated statement, which is what the kernel has accepted.

All of this is for readers; no verdict rests on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofs import decide, notation
from proofs.claims import Attempt, Claim
from proofs.definitions import Definition, fold_part
from proofs.evidence import Evidence
from proofs.refute import of_witness
from verify.numeric_rows import FALSE, MAX_TEXT, Compared, Point, Side, closed, compare, judge_at

Json = Any
WORK = 8_000  # operations of mpmath for a refutation
SHOWN = 12  # digits of a value that is no short rational
LONG, WIDE = 60, 500  # characters of a rational, and of a formula, that are shown


def of_claim(claim: Claim, found: Mapping[str, Evidence]) -> list[Json]:
    """The refutations of a claim and of the lines of its printed proof, worked out."""
    attempts = [*claim.attempts, *(a for line in claim.lines for a in line.attempts)]
    known = claim.source.definitions
    return [of_attempt(attempt, known) for attempt in attempts if found[attempt.id].proved]


def of_attempt(attempt: Attempt, definitions: Sequence[Definition] = ()) -> Json:
    """One refutation, which the kernel has accepted (:class:`reports.record.Worked`).

    Data, and a negated statement, are printed with the names of the ``definitions``.
    """
    statement, data = attempt.statement, of_witness(attempt.witness)
    functions = dict(attempt.witness.functions)
    row: Json = {"of": attempt.id, "data": [], "relation": "", "sides": []}
    row["negation"] = _formula([])
    if len(json.dumps(statement)) > MAX_TEXT:
        return row
    used = {*statement["vars"], *statement["functions"]}
    row["data"] = _data(
        {name: term for name, term in data["values"].items() if name in used},
        {name: made for name, made in functions.items() if name in used},
        definitions,
    )
    failing = _failing(attempt, Point(data["values"], functions, {}, True))
    if failing is None:
        negated = decide.negation(statement, data | {"part": attempt.part})
        last = {**negated, "show": negated["show"][-1]}
        row["negation"] = _formula(notation.formula(last, last["show"], definitions))
        return row
    side, values = failing
    layout = notation.Layout(notation.Names())
    for name in (*statement["vars"], *statement["functions"]):
        layout.names(name)
    there = json.dumps([side.left, side.right])
    bound = {n: term for n, term in side.at.items() if n not in used and f'"{n}"' in there}
    row["data"] += _data(bound, {}, ())
    row["relation"] = notation.RELATIONS[side.op]
    put = closed([side.left, side.right], side.at, functions)
    for term, with_data, value in zip((side.left, side.right), put, values, strict=True):
        written = notation.Layout(notation.Names()).term(notation.tree(with_data))
        row["sides"].append(
            {
                "printed": _formula([layout.term(notation.tree(term))]),
                "put": _formula([written]),
                "value": value,
            }
        )
    return row


def _formula(boxes: list[notation.Box]) -> Json:
    """A formula as text and laid out; nothing where it is too long to be read."""
    text = notation.lines(boxes)
    read = len(text) <= WIDE and not re.search(rf"\d{{{LONG}}}", text)
    return {"text": text, "boxes": boxes} if read else {"text": "", "boxes": []}


def _data(
    values: Mapping[str, Json], functions: Mapping[str, Any], definitions: Sequence[Definition]
) -> list[Json]:
    """``N = 1`` and ``f(x) = |x - 1/2|``, a formula each."""
    names = notation.Names()
    layout = notation.Layout(names)
    rows = [(layout.names(name), (), term) for name, term in values.items()]
    rows += [
        (layout.term(("app", name, *parameters)), parameters, body)
        for name, (parameters, body) in functions.items()
    ]
    shown = (_datum(head, names, parameters, term, definitions) for head, parameters, term in rows)
    return [made for made in shown if made["text"]]


def _datum(
    head: notation.Box,
    names: notation.Names,
    parameters: Sequence[str],
    term: Json,
    definitions: Sequence[Definition],
) -> Json:
    """``y = 1/3``; a number that is too long to be read is rounded: ``y ≈ 0.333``."""
    if isinstance(term, str) and len(term) > LONG:
        rounded = ["num", f"{float(Fraction(term)):.{SHOWN}g}"]
        return _formula([["row", head, ["text", " ≈ "], rounded]])
    about = {"vars": dict.fromkeys(parameters, "real"), "functions": {}}
    tree, used = fold_part(about, term, definitions)
    layout = notation.Layout(names, {definition.id: definition for definition in used})
    return _formula([["row", head, ["op", "="], layout.term(tree)]])


def _failing(attempt: Attempt, point: Point) -> tuple[Side, tuple[str, str]] | None:
    """The comparison that fails for certain at the data, with the values of its sides."""
    judge = judge_at(point, WORK)
    if judge is None:
        return None
    show = attempt.statement["show"]
    failing = show[1 + attempt.part] if show[0] == "and" else show
    sides: list[Side] = []
    if _exists(failing) or judge.truth(failing, sides=sides) != FALSE:
        return None
    for side in reversed(sides):
        try:
            at = {name: judge.mp.value(term, {}) for name, term in side.at.items()}
            exact = [judge.mp.value(term, at).exact for term in (side.left, side.right)]
            shown = compare(side, point.functions)
        except (ArithmeticError, ValueError, KeyError):
            continue
        if _fails(side.op, exact, shown):
            left, right = map(_value, exact, (shown.left, shown.right))
            return side, (left, right)
    return None


def _exists(formula: Json) -> bool:
    """Whether a conclusion says that something exists: no single value shows that it is false."""
    if formula[0] == "some":
        return True
    inner = {"and": formula[1:], "implies": formula[2:], "all": formula[3:]}.get(formula[0], [])
    return any(map(_exists, inner))


def _fails(op: str, exact: list[Fraction | None], shown: Compared) -> bool:
    """Whether the comparison is false: by exact values, or by enclosures that lie apart."""
    a, b = exact
    if a is None or b is None:
        if shown.digits is None or shown.digits < SHOWN:
            return False
        a, b = Fraction(shown.left), Fraction(shown.right)
        if abs(a - b) <= Fraction(1, 10 ** (SHOWN - 2)) * max(abs(a), abs(b)):
            return False
    return not {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]


def _value(exact: Fraction | None, decimal: str) -> str:
    """``1/6``; ``0.367879441171...`` where the number is no short rational."""
    if exact is not None and len(str(exact)) <= LONG:
        return str(exact)
    mantissa, e, exponent = decimal.partition("e")
    digits = 0
    for end, char in enumerate(mantissa):
        digits += char.isdigit() and (digits > 0 or char != "0")
        if digits == SHOWN:
            return f"{mantissa[: end + 1]}...{e}{exponent}"
    return decimal
