"""What each theorem has: constructor, instances, mpmath, sympy, z3, sweep.

Every cell is computed from the record; what is not there has its reason in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.record import Claim, Record
from reports.tables import plain

HEAD = ("Constructor", "Instances", "mpmath", "sympy", "z3", "Sweep")
SAYS = (
    "What there is for each theorem beside its evidence. No verdict rests on mpmath, sympy, z3 or "
    "a sweep. mpmath: points and comparisons with fifty digits, each side held against the kernel "
    "or balls. sympy: equations that it sees to be identities. z3: negated statements that it "
    "finds to have no model (unsat). Small values: sums of symbolic length have been written out "
    "at integers such as those named, and nothing is said of other ones."
)


@dataclass(frozen=True)
class Cell:
    """What is there, and why the rest is not; ``there`` is false for a hole."""

    there: bool
    says: str
    why: str = ""

    @property
    def text(self) -> str:
        return f"{self.says} ({self.why})" if self.says and self.why else self.says or self.why


@dataclass(frozen=True)
class Row:
    """A theorem and its cells, in the order of :data:`HEAD`."""

    id: str
    cells: tuple[Cell, ...]


def rows(record: Record) -> list[Row]:
    """A row for every theorem of the papers that the record holds; companions have none."""
    return [
        Row(claim["id"], tuple(cell(claim) for cell in _CELLS))
        for claim in record["claims"]
        if "constructor" in claim
    ]


def counts(found: Sequence[Row]) -> list[tuple[str, int]]:
    """How many theorems have something in each column."""
    return [(name, sum(row.cells[i].there for row in found)) for i, name in enumerate(HEAD)]


def reasons(found: Sequence[Row]) -> dict[str, int]:
    """The reasons why something is not there, each once, by number."""
    texts = dict.fromkeys(cell.why for row in found for cell in row.cells if cell.why)
    return {text: number for number, text in enumerate(texts, 1)}


def _constructor(claim: Claim) -> Cell:
    has = claim["constructor"]
    return Cell(True, plain(has["says"])) if has["made"] else Cell(False, "", plain(has["says"]))


def _instances(claim: Claim) -> Cell:
    found = claim["instances"]
    if found:
        good = sum(item["verdict"] == "certified" for item in found)
        rest = Counter(item["verdict"] for item in found if item["verdict"] != "certified")
        others = [f"{n} {word}" for word, n in rest.items()]
        return Cell(True, ", ".join([f"{good} of {len(found)} certified", *others]))
    if claim["kind"] == "data":
        return Cell(False, "", "decided on the printed numbers themselves")
    if claim["scope"] == "all":
        return Cell(
            False, "", f"{claim['verdict']} for all parameters; none are asked for one by one"
        )
    if claim["verdict"] == "refuted":
        return Cell(False, "", "refuted; the counterexample is the instance")
    return Cell(False, "", "none are asked for")


def _numeric(claim: Claim) -> Cell:
    found = claim.get("numeric", [])
    done = [row for row in found if row["comparisons"]]
    why = _named({row["of"]: row["reason"] for row in found if not row["comparisons"]}, claim["id"])
    if not done:
        return Cell(False, "", why or "no statement stands for it")
    points = sum(row["known"] + row["moved"] + row["seeming"] for row in done)
    compared = sum(row["comparisons"] for row in done)
    digits = min((row["digits"] for row in done if row["digits"] is not None), default=None)
    agree = f", {digits} digits agree" if digits is not None else ""
    many = "point" if points == 1 else "points"
    sides = "comparison" if compared == 1 else "comparisons"
    return Cell(True, f"{points} {many}, {compared} {sides}{agree}", why)


def _symbolic(claim: Claim) -> Cell:
    found = [row for row in claim.get("symbolic", []) if row["equations"]]
    if not found:
        return Cell(False, "", "no equation in it" if claim.get("symbolic") else "nothing to prove")
    equations = sum(row["equations"] for row in found)
    seen = sum(row["identities"] for row in found)
    more = sum(row.get("at_lengths", 0) for row in found)
    small = _small([row.get("at", []) for row in found])
    why = _reasons([part for row in found for part in row["says"].split("; ") if part])
    says = f"{seen} of {equations} identities" + (f", {more} more at {small}" if more else "")
    return Cell(seen + more > 0, says, why)


def _smt(claim: Claim) -> Cell:
    found = claim.get("smt", [])
    if not found:
        return Cell(False, "", "nothing to prove")
    ends = Counter(row["outcome"] for row in found)
    at = [row["at"] for row in found if row.get("at")]
    outside = _reasons(
        [row["says"] for row in found if row["outcome"] == "outside" and not row.get("at")]
    )
    says = [f"{ends[word]} {word}" for word in ("unsat", "sat", "unknown") if ends[word]]
    says += [f"{len(at)} unsat at {_small(at)}"] if at else []
    if not says:
        return Cell(False, "", f"outside the fragment: {outside}")
    there = ends["unsat"] > 0 or bool(at)
    return Cell(there, ", ".join(says), f"outside: {outside}" if outside else "")


def _small(places: Sequence[Sequence[str]]) -> str:
    """Small values with the largest ones of the first row as an example."""
    return next((f"small values such as {at[-1]}" for at in places if at), "small values")


def _sweep(claim: Claim) -> Cell:
    sweep, has = claim["sweep"], claim.get("sweepable")
    if sweep:
        columns = sweep["columns"]
        if "ok" not in columns:
            return Cell(True, f"{len(sweep['rows'])} cases")
        at = columns.index("ok")
        good = sum(bool(row[at]) for row in sweep["rows"])
        return Cell(True, f"{good} of {len(sweep['rows'])} cases within the bound")
    beside = claim.get("measured_in", [])
    if beside:
        return Cell(True, f"measured in the sweep of {', '.join(beside)}")
    if has and has["made"]:
        return Cell(False, "", f"not in this record: {plain(has['says'])}")
    return Cell(False, "", plain(has["says"]) if has else "there is none")


def _reasons(texts: list[str]) -> str:
    """Each reason once, with how often where that is more than once; the commonest first."""
    found = Counter(plain(text) for text in texts)
    return "; ".join(f"{n} × {text}" if n > 1 else text for text, n in found.most_common(2))


def _named(reasons: Mapping[str, str], claim_id: str) -> str:
    """Each reason once, the commonest first, and the statements for which it is one."""
    parts = []
    for text, n in Counter(map(plain, reasons.values())).most_common(2):
        own = [
            name.removeprefix(f"{claim_id}.") for name in reasons if plain(reasons[name]) == text
        ]
        more = f" and {n - 2} more" if n > 2 else ""
        parts.append(f"{', '.join(own[:2])}{more}: {text}")
    return "; ".join(parts)


_CELLS = (_constructor, _instances, _numeric, _symbolic, _smt, _sweep)
