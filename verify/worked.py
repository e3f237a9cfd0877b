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
from itertools import groupby
from typing import Any

import verify.followed as followed
import verify.tabled as tabled
from proofs import decide, notation
from proofs.claims import Attempt, Claim
from proofs.definitions import Definition, Tree, fold_part, json_of
from proofs.evidence import Evidence
from proofs.refute import of_witness
from proofs.search.closed_terms import put as put_in
from verify.numeric_rows import FALSE, MAX_TEXT, Compared, Point, Side, closed, compare, judge_at

Json = Any
WORK, MORE = 8_000, 400_000  # operations of mpmath for a refutation, for one comparison
SHOWN = 12  # digits of a value that is no short rational
LONG, WIDE = 60, 500  # characters of a rational, and of a formula, that are shown
FEW = 6  # summands that are shown
NOTED = 90  # characters of a formula that a proof notes on its way


def of_claim(claim: Claim, found: Mapping[str, Evidence]) -> list[Json]:
    """The refutations of a claim and of the lines of its printed proof, worked out."""
    attempts = [*claim.attempts, *(a for line in claim.lines for a in line.attempts)]
    known = claim.source.definitions
    proved = [(attempt, found[attempt.id]) for attempt in attempts if found[attempt.id].proved]
    return [of_attempt(attempt, known, evidence.certificate) for attempt, evidence in proved]


def of_attempt(
    attempt: Attempt,
    definitions: Sequence[Definition] = (),
    certificate: bytes | str | None = None,
) -> Json:
    """One refutation, which the kernel has accepted (:class:`reports.record.Worked`).

    Data, and a negated statement, are printed with the names of the ``definitions``.  Where the
    negation says something of every number, its ``certificate`` is followed at an example.
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
    point = Point(data["values"], functions, {}, True)
    failing = _failing(attempt, point)
    printing = _Printing(statement, definitions)
    if failing is not None:
        _compared(row, attempt, *failing, point, printing)
        return row
    negated = decide.negation(statement, data | {"part": attempt.part})
    last = {**negated, "show": negated["show"][-1]}
    row["negation"] = _formula(notation.formula(last, last["show"], definitions))
    proof = followed.proof_of(certificate)
    if proof is not None:
        _followed(row, attempt, proof, point, printing)
    return row


CLOSED: Json = {"vars": {}, "functions": {}}


class _Printing:
    """Terms and formulas as a statement's names and the paper's definitions print them."""

    def __init__(self, statement: Json, definitions: Sequence[Definition]) -> None:
        self.about = {"vars": dict(statement["vars"]), "functions": statement["functions"]}
        self.definitions = definitions
        self.names = notation.Names()
        for name in (*statement["vars"], *statement["functions"]):
            self.names(name)

    def layout(self, data: Json) -> tuple[notation.Layout, Any]:
        free = dict.fromkeys(followed.names_in(data) - {*self.about["functions"]}, "real")
        about = {**self.about, "vars": {**free, **self.about["vars"]}}
        folded, used = fold_part(about, data, self.definitions)
        return notation.Layout(self.names, {d.id: d for d in used}), folded

    def term(self, data: Json) -> notation.Box:
        layout, folded = self.layout(data)
        return layout.term(folded)

    def worked(self, data: Json) -> notation.Box:
        """A closed term; what stands for the parameters of a definition is worked out."""
        layout, folded = self.layout(data)
        return layout.term(_arguments(folded))

    def abbreviated(self, data: Json) -> list[notation.Box]:
        layout, folded = self.layout(data)
        return notation.abbreviated(layout, folded, followed.names_in(data))

    def formula(self, data: Json) -> notation.Box:
        layout, folded = self.layout(data)
        return layout.formula(folded)


def _compared(
    row: Json,
    attempt: Attempt,
    side: Side,
    values: Sequence[str],
    point: Point,
    printing: _Printing,
) -> None:
    """The comparison that fails: what is bound in it, and both sides."""
    statement = attempt.statement
    used = {*statement["vars"], *statement["functions"]}
    there = json.dumps([side.left, side.right])
    bound = {n: term for n, term in side.at.items() if n not in used and f'"{n}"' in there}
    row["data"] += _data(bound, {}, ())
    row["relation"] = notation.RELATIONS[side.op]
    row["sides"] = _sides(side, values, point, printing)


def _sides(side: Side, values: Sequence[str], point: Point, printing: _Printing) -> list[Json]:
    put = list(map(_tidy, closed([side.left, side.right], side.at, point.functions)))
    if values[0] == values[1] and followed.rational(put[0]) is None:
        put = list(map(followed.reduced, put))  # by which they are seen to be the same
    sides = []
    for term, with_data, value in zip((side.left, side.right), put, values, strict=True):
        written = _written(term, with_data, side, point)
        about = {"vars": {}, "functions": {n: len(a) for n, (a, _) in point.functions.items()}}
        shown = _formula([_Printing(about, printing.definitions).worked(written)])
        printed = _formula([printing.term(term)])
        made = {"printed": printed, "put": shown, "value": value}
        parts = _summands(with_data)
        named = _formula([] if printed["text"] else printing.abbreviated(term))
        more = {"named": named} if named["text"] else {}
        sides.append(made | more | ({"summands": parts} if parts else {}))
    return sides


def _written(term: Json, with_data: Json, side: Side, point: Point) -> Json:
    """The term with its data, but vectors and matrices by their names (:mod:`verify.tabled`).

    Only where putting in the rest gives the term that the kernel would be asked.
    """
    named = tabled.written(term, side.at, point.functions)
    whole = _tidy(tabled.inlined(term, side.at, point.functions))
    return with_data if named is None or whole != with_data else _tidy(named)


def _summands(term: Json) -> list[str]:
    """The values of a few summands, where these are short rationals."""
    if term[0] != "sum":
        return []
    low, high = map(followed.rational, term[2:4])
    if low is None or high is None or not 0 < high - low < FEW:
        return []
    values = [
        followed.rational(put_in(term[4], {term[1]: str(k)}))
        for k in range(int(low), int(high) + 1)
    ]
    short = [str(value) for value in values if value is not None and len(str(value)) <= LONG // 3]
    return short if len(short) == len(values) else []


def _arguments(tree: Tree) -> Tree:
    """Of n_{(3 + 5)/2}(3) n_4(3): arguments of definitions that are closed and rational."""
    if not isinstance(tree, tuple):
        return tree
    parts = [_arguments(part) for part in tree]
    if tree[0] == "defined":
        parts[2:] = [_worked_out(part) for part in parts[2:]]
    return tuple(parts)


def _worked_out(argument: Tree) -> Tree:
    found = followed.rational(json_of(argument)) if isinstance(argument, tuple) else None
    return argument if found is None or len(str(found)) > LONG // 3 else found


def _tidy(term: Json) -> Json:
    """The term without ``-(-3)``."""
    if not isinstance(term, list):
        return term
    made = [term[0], *map(_tidy, term[1:])]
    negative = made[0] == "-" and len(made) == 2 and str(made[1]).startswith("-")
    return made[1][1:] if negative and isinstance(made[1], str) else made


# --- negations that say something of every number -------------------------------------------------

OPPOSITE = {"<=": ">", "<": "≥", "=": "≠", "!=": "="}


def _followed(
    row: Json, attempt: Attempt, proof: followed.Node, point: Point, printing: _Printing
) -> None:
    """A negation at an example: what is named for what exists, and the comparison that fails.

    ``bound`` says of the last of the data which stand for every number, ``met`` are premises that
    hold there, and ``chain`` is what the proof notes for every number.
    """
    failing = decide.refutable(attempt.statement["show"])[attempt.part]

    def certain(side: Side, holds: bool) -> bool:
        return certainty(side, holds, point) is not None

    ends = followed.follow(failing, proof, point, certain)
    if not ends:
        return
    *met, last = ends
    relation = notation.RELATIONS[last.side.op]
    if not followed.names_in(["=", last.side.left, last.side.right]) and any(
        end.steps for end in met
    ):
        # it ends in 0 < 0: what is denied is the last premise
        last = met.pop()
        relation = OPPOSITE[last.side.op]
    values = certainty(last.side, last.holds, point)
    told = _steps(last.steps, printing)
    row["data"] += [item["formula"] for item in told]
    row["bound"] = [item["how"] for item in told]
    if "named" not in row["bound"]:
        row["chain"] = _chain(failing, proof, printing)
    row["met"] = [shown for end in met if (shown := _met(end, last.steps, point, printing))]
    row["relation"] = relation
    row["sides"] = _sides(last.side, values or (), point, printing)


def _chain(failing: Json, proof: followed.Node, printing: _Printing) -> list[Json]:
    noted = [printing.formula(item) for item in followed.steps(failing, proof)]
    made = [_formula([box]) for box in noted]
    return [m for m in made if 0 < len(m["text"]) <= NOTED and "Σ" not in m["text"]]


def _steps(steps: Sequence[followed.Value], printing: _Printing) -> list[Json]:
    """``for every integer n >= N, for instance n = 3`` and ``y = 2|c| + 2 = 4``."""
    told: list[Json] = []
    for example, group in groupby(steps, lambda step: step.example):
        some = list(group)
        if example:
            told.append({"how": "every", "formula": _examples(some, printing)})
        else:
            told += [{"how": "named", "formula": _choice(step, printing)} for step in some]
    return [item for item in told if item["formula"]["text"]]


def _examples(steps: Sequence[followed.Value], printing: _Printing) -> Json:
    """Values for names that stand for every number, as far as the premises on them allow."""
    layout = notation.Layout(printing.names)
    bound = [(step.name, step.sort) for step in steps]
    # what is said of the first ones stands behind the last one, too
    given = [notation.tree(premise) for step in steps for premise in step.premises]
    ranges = layout.ranges(bound, given)
    if len(notation.text(ranges)) > LONG:
        listed = layout.listed([layout.names(name) for name, _ in bound])
        meet = "meets" if len(bound) == 1 else "meet"
        ranges = ["row", listed, ["text", f" that {meet} the premises"]]
    boxes: list[notation.Box] = []
    for step in steps:
        boxes += [["op", ","]] if boxes else []
        boxes += [layout.names(step.name), *_number(step)]
    return _formula([["row", ["text", "for every "], ranges, ["text", ", for instance "], *boxes]])


def _choice(step: followed.Value, printing: _Printing) -> Json:
    """What the proof names for what exists, and its value."""
    name, term = printing.names(step.name), printing.term(step.named)
    if followed.rational(step.named) is not None or len(notation.text(term)) > LONG:
        return _formula([["row", name, *_number(step)]])
    return _formula([["row", name, ["op", "="], term, *_number(step)]])


def _number(step: followed.Value) -> list[notation.Box]:
    """``= 4``, ``≈ 0.333``."""
    exact = step.number.exact
    if exact is None or len(str(exact)) > LONG // 2:
        return [["text", " ≈ "], ["num", f"{float(step.number.mp):.{SHOWN}g}"]]
    return [["op", "="], notation.Layout(notation.Names()).term(exact)]


def _met(
    end: followed.End, known: Sequence[followed.Value], point: Point, printing: _Printing
) -> Json | None:
    """A premise that holds, with the values of its sides, unless one sees that."""
    values = certainty(end.side, end.holds, point)
    if values is None or all(isinstance(s, str) for s in (end.side.left, end.side.right)):
        return None
    op, left, right = end.side.op, end.side.left, end.side.right
    printed = _formula([printing.formula([op, left, right])])
    if not printed["text"]:
        return None
    own = [step for step in end.steps if step not in known]
    data = [item["formula"] for item in _steps(own, printing)]
    told = {"printed": printed, "relation": notation.RELATIONS[op], "values": list(values)}
    return {"data": data, **told}


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
    """``y = 1/3``; a number that is too long to be read is rounded: ``y ≈ 0.333``.

    A polynomial through values at integers is these values (:mod:`verify.tabled`).
    """
    if isinstance(term, str) and len(term) > LONG:
        rounded = ["num", f"{float(Fraction(term)):.{SHOWN}g}"]
        return _formula([["row", head, ["text", " ≈ "], rounded]])
    table = tabled.boxes(head, notation.Layout(names), parameters, term) if parameters else None
    if table is not None:
        return _formula([table])
    about = {"vars": dict.fromkeys(parameters, "real"), "functions": {}}
    tree, used = fold_part(about, term, definitions)
    layout = notation.Layout(names, {definition.id: definition for definition in used})
    return _formula([["row", head, ["op", "="], layout.term(tree)]])


def _failing(attempt: Attempt, point: Point) -> tuple[Side, tuple[str, str]] | None:
    """The comparison that fails for certain at the data, with the values of its sides."""
    judge = judge_at(point, WORK)
    if judge is None:
        return None
    failing = decide.refutable(attempt.statement["show"])[attempt.part]
    sides: list[Side] = []
    if _exists(failing) or judge.truth(failing, sides=sides) != FALSE:
        return None
    for side in reversed(sides):
        values = certainty(side, False, point)
        if values is not None:
            return side, values
    return None


def certainty(side: Side, holds: bool, point: Point) -> tuple[str, str] | None:
    """The values of both sides, if the comparison holds (or fails) for certain; else None."""
    judge = judge_at(point, MORE)
    if judge is None:
        return None
    try:
        at = {name: judge.mp.value(term, {}) for name, term in side.at.items()}
        exact = [judge.mp.value(term, at).exact for term in (side.left, side.right)]
        shown = compare(side, point.functions)
    except (ArithmeticError, ValueError, KeyError):
        return None
    if None in exact and side.op in ("=", "!=") and (side.op == "=") is holds:
        put = closed([side.left, side.right], side.at, point.functions)
        one, other = map(followed.reduced, put)
        if one == other:  # the same term, which has a value
            return _value(None, shown.left), _value(None, shown.left)
    if not (_holds if holds else _fails)(side.op, exact, shown):
        return None
    left, right = map(_value, exact, (shown.left, shown.right))
    return left, right


def _exists(formula: Json) -> bool:
    """Whether a conclusion says that something exists: no single value shows that it is false."""
    if formula[0] == "some":
        return True
    inner = {"and": formula[1:], "implies": formula[2:], "all": formula[3:]}.get(formula[0], [])
    return any(map(_exists, inner))


def _fails(op: str, exact: list[Fraction | None], shown: Compared) -> bool:
    """Whether the comparison is false: by exact values, or by enclosures that lie apart."""
    return _judged(op, exact, shown) is False


def _holds(op: str, exact: list[Fraction | None], shown: Compared) -> bool:
    """Whether it is true, by the same."""
    return _judged(op, exact, shown) is True


def _judged(op: str, exact: list[Fraction | None], shown: Compared) -> bool | None:
    a, b = exact
    if a is None or b is None:
        if shown.digits is None or shown.digits < SHOWN:
            return None
        a, b = Fraction(shown.left), Fraction(shown.right)
        if abs(a - b) <= Fraction(1, 10 ** (SHOWN - 2)) * max(abs(a), abs(b)):
            return None
    return {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]


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
