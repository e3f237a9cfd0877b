"""Errata of a paper: what does not hold as printed, as data that every renderer shares.

An erratum is a claim whose statement or printed proof does not stand, or a slip of the pen
(:mod:`reports.slips`).  Its severity is computed:

===================  =============================================================================
statement false      the statement is refuted, and nothing lesser is wrong with it
constant             it is refuted, and a proved repair differs from it in constants alone
statement ill-formed  it cannot be typed as printed
statement vacuous    it is true and says nothing
proof broken         the statement is not refuted, and a line of its printed proof is
gap                  no line is refuted, and a line has no reason that holds
slip                 a line that says another thing than is meant, or printed numbers that should
                     be equal and are not; no theorem hangs on it
===================  =============================================================================

Companions, which the paper does not print, are no errata.  A claim that decides a slip is part of
that slip.  Numbers are kept elsewhere and handed in (``numbers``: the ids of a paper in the order
in which they got theirs), so that an erratum keeps its number; what has none yet follows after.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports import tables
from reports.record import Claim, ProofStep, Reading, Record, Related, Worked
from reports.slips import Slip

FALSE, CONSTANT, ILL_FORMED, VACUOUS = (
    "statement false",
    "constant",
    "statement ill-formed",
    "statement vacuous",
)
BROKEN, GAP, SLIP = "proof broken", "gap", "slip"

SEVERITIES = {
    FALSE: "Statements that are false",
    CONSTANT: "Statements with a wrong constant",
    ILL_FORMED: "Statements that cannot be typed",
    VACUOUS: "Statements that say nothing",
    BROKEN: "Proofs that break",
    GAP: "Proofs with a gap",
    SLIP: "Slips of the pen",
}
MEANS = {
    FALSE: "the kernel accepts the negation at exact data",
    CONSTANT: "the same, and a repair that is proved differs from it in constants alone",
    ILL_FORMED: "it cannot be typed as printed, under any reading the paper allows",
    VACUOUS: "it is true for a reason that makes it say nothing",
    BROKEN: "the statement is not refuted; a line of its printed proof is",
    GAP: "no line is refuted; one has no reason that holds, or is not decided",
    SLIP: "a line that says another thing than is meant, or printed numbers that should be equal "
    "and are not; no theorem hangs on it",
}
KINDS = {
    "theorem": "a statement",
    "proof-step": "a step of a proof",
    "definition": "a definition",
    "data": "a sentence about printed numbers",
    "numeric": "a statement about numbers",
}


@dataclass(frozen=True)
class Line:
    """A line of a printed proof that does not go through; ``worked`` are its counterexamples."""

    step: ProofStep
    worked: tuple[Worked, ...]


@dataclass(frozen=True)
class Instead:
    """What holds instead: a companion, and its claim where the record has it."""

    id: str
    word: str
    claim: Claim | None


@dataclass(frozen=True)
class Erratum:
    """One erratum: of a claim, of a slip, or of a slip with the claim that decides it."""

    number: int
    kept: bool  # whether the number is kept, or only given for now
    paper: str
    severity: str
    claim: Claim | None
    slip: Slip | None
    worked: Worked | None
    lines: tuple[Line, ...]
    instead: tuple[Instead, ...]

    @property
    def id(self) -> str:
        return self.slip["id"] if self.slip else self.claim["id"] if self.claim else ""

    @property
    def label(self) -> str:
        """``pln-3``; with a question mark while the number is not kept."""
        return f"{self.paper}-{self.number}{'' if self.kept else '?'}"

    @property
    def place(self) -> str:
        if self.slip:
            return tables.plain(self.slip["place"])
        return tables.place(self.claim) if self.claim else ""

    @property
    def title(self) -> str:
        return tables.plain(self.claim["title"]) if self.claim and not self.slip else ""

    @property
    def kind(self) -> str:
        """What it is that does not hold: a statement, a step of a proof, a sentence on numbers."""
        if self.slip:
            return "a line of the text"
        return KINDS[self.claim["kind"]] if self.claim else ""

    @property
    def word(self) -> str:
        """What is said of it: the verdict, and what of the printed proof."""
        if self.slip:
            return tables.plain(self.slip["word"])
        if self.claim is None:
            return ""
        proof = self.claim["printed_proof"]
        ended = f", printed proof {proof}" if proof != "none" else ""
        return f"{tables.word(self.claim)}{ended}"

    def commands(self, root: str = tables.ROOT) -> list[str]:
        """How to check it again: decide it, and the kernel alone on what refutes it."""
        if self.claim is None:
            return []
        found = [f"verify run {shlex.quote(self.claim['of'])}"]
        return found + [f"verify check {shlex.quote(f'{root}/{n}')}" for n in self._files()]

    def _files(self) -> list[str]:
        if self.claim is None:
            return []
        wanted = {name for line in self.lines for name in line.step["evidence"]}
        if self.claim["refutation"]:
            wanted = {self.claim["refutation"]["evidence"]}
        worked = {item["of"] for item in self.claim.get("worked", [])}
        return [
            item["certificate"]["file"]
            for item in self.claim["evidence"]
            if item["certificate"] and item["id"] in wanted & (worked or wanted)
        ]


@dataclass(frozen=True)
class Paper:
    """The errata of one paper, by number."""

    id: str
    title: str
    authors: str
    errata: tuple[Erratum, ...]
    claims: int

    def groups(self) -> list[tuple[str, list[Erratum]]]:
        """By severity, in the order of :data:`SEVERITIES`."""
        found = [(s, [e for e in self.errata if e.severity == s]) for s in SEVERITIES]
        return [(severity, own) for severity, own in found if own]


def collected(
    record: Record,
    slipped: Sequence[Slip] = (),
    numbers: Mapping[str, Sequence[str]] | None = None,
) -> list[Paper]:
    """The errata of every paper in the record, papers without one included."""
    known = {claim["id"]: claim for claim in record["claims"]}
    companions = {
        item["id"] for c in record["claims"] for item in (*c["repaired"], *c["sharpened"])
    }
    deciding = {slip["claim"] for slip in slipped if slip["claim"]}
    found: list[Paper] = []
    for paper, claims in tables.papers(record):
        own = [claim for claim in claims if claim["id"] not in companions]
        listed: list[tuple[str, Claim | None, Slip | None]] = [
            (severity, claim, None)
            for claim in own
            if claim["id"] not in deciding and (severity := severity_of(claim, known))
        ]
        listed += [
            (SLIP, known.get(slip["claim"]), slip) for slip in slipped if slip["paper"] == paper
        ]
        order = list(SEVERITIES)
        listed.sort(key=lambda item: order.index(item[0]))
        kept = list((numbers or {}).get(paper, ()))
        entries = []
        after = len(kept)
        for severity, claim, slip in listed:
            name = slip["id"] if slip else claim["id"] if claim else ""
            after += name not in kept
            number = kept.index(name) + 1 if name in kept else after
            entries.append(_erratum(number, name in kept, paper, severity, claim, slip, known))
        source = claims[0]["source"]
        entries.sort(key=lambda entry: entry.number)
        found.append(
            Paper(
                paper,
                tables.plain(source["title"]),
                tables.plain(source["authors"]),
                tuple(entries),
                len(own),
            )
        )
    return found


def severity_of(claim: Claim, known: Mapping[str, Claim]) -> str:
    """What is wrong with the claim as printed; empty if nothing is."""
    if claim["verdict"] == "refuted" and tables.compared(claim):
        return SLIP
    if claim["verdict"] == "refuted":
        repaired = (known.get(item["id"]) for item in _proved(claim["repaired"]))
        if any(differ_in_constants(claim, repair) for repair in repaired if repair):
            return CONSTANT
        return FALSE
    if claim["verdict"] in ("ill-formed", "vacuous"):
        return ILL_FORMED if claim["verdict"] == "ill-formed" else VACUOUS
    return {"broken": BROKEN, "gap": GAP}.get(claim["printed_proof"], "")


def _proved(found: Iterable[Related]) -> Iterator[Related]:
    return (item for item in found if item["verdict"] in ("proved", "conditional"))


def _erratum(
    number: int,
    kept: bool,
    paper: str,
    severity: str,
    claim: Claim | None,
    slip: Slip | None,
    known: Mapping[str, Claim],
) -> Erratum:
    worked = {item["of"]: item for item in claim.get("worked", [])} if claim else {}
    lines = tuple(
        Line(step, tuple(worked[name] for name in step["evidence"] if name in worked))
        for step in (claim["proof_steps"] if claim else [])
        if step["status"] != "holds"
    )
    refutation = claim["refutation"] if claim else None
    instead = tuple(
        Instead(item["id"], tables.word(item), known.get(item["id"]))
        for item in (claim["repaired"] if claim else [])
    )
    against = worked.get(refutation["evidence"]) if refutation else None
    return Erratum(number, kept, paper, severity, claim, slip, against, lines, instead)


SAYS = (
    "What has a command below it was decided by machine, and the command decides it again; a slip "
    "without one was read, or found by comparing headings, captions and rows as printed."
)


def count(paper: Paper) -> str:
    """``21 statements, 3 errata: 1 statement false, 2 slip``."""
    told = ", ".join(f"{len(own)} {severity}" for severity, own in paper.groups())
    n, m = len(paper.errata), paper.claims
    errata = "1 erratum" if n == 1 else f"{n} errata"
    return f"{m} statement{'' if m == 1 else 's'}, {errata}{': ' if told else ''}{told}"


# --- what is said of one, for every renderer ------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A paragraph: its name, whether its text is markup, and how it is to be set.

    ``as_`` is "quote", "text", "formula" or "code", ``of`` the id of what it is about; a
    counterexample is a formula of several lines, with its data as ``worked``.
    """

    name: str
    text: str
    markup: bool = False
    as_: str = "text"
    of: str = ""
    worked: Worked | None = None


def parts(erratum: Erratum, root: str = tables.ROOT) -> Iterator[Part]:
    """What is said of an erratum, in order: quotation, failure, lines, what holds, commands."""
    claim, slip = erratum.claim, erratum.slip
    if slip:
        yield Part("printed", f"“{tables.plain(slip['printed'])}”", as_="quote")
        yield Part("should say", tables.plain(slip["should"]))
        yield Part("why", tables.plain(slip["why"]))
    if claim is None:
        return
    if not slip:
        name = "as read" if tables.own_words(claim) else "statement"
        yield Part(name, claim["statement"], True, "quote")
    for text in tables.given(claim):
        yield Part("given", text, True)
    if claim["refutation"]:
        yield Part("fails", claim["refutation"]["says"], True)
    shown = []  # a counterexample of both the statement and a line is told once
    if erratum.worked:
        shown.append(_told(erratum.worked))
        yield from _worked(erratum.worked)
    if claim.get("because"):
        yield Part("why", tables.plain(claim.get("because")))
    for typing in claim.get("typings", []):
        if typing["reason"]:
            yield Part("as", typing["says"], True)
            yield Part("", tables.plain(typing["reason"]))
    for line in erratum.lines:
        named = {"fails": "line fails", "gap": "line, a gap"}[line.step["status"]]
        of = tables.plain(line.step["id"])
        yield Part(named, line.step["printed"], True, "quote", of)
        if line.step["why"]:
            yield Part("why", line.step["why"], True)
        for worked in line.worked:
            if _told(worked) not in shown:
                shown.append(_told(worked))
                yield from _worked(worked)
        if line.step["repair"]:
            yield Part("repair", line.step["repair"], True)
    for item in erratum.instead:
        if item.claim:
            of = f"{item.id}, {item.word}"
            yield Part("instead", item.claim["statement"], True, "quote", of)
    for command in erratum.commands(root):
        yield Part("check", command, as_="code")


def _told(worked: Worked) -> Any:
    return worked["data"], worked["sides"], worked["relation"], worked["negation"]


def _worked(worked: Worked) -> Iterator[Part]:
    """A counterexample: the data, each side with its values, and what is not so."""
    lines = []
    if worked["data"]:
        lines.append("at " + ", ".join(tables.lines(item["text"]) for item in worked["data"]))
    for side in worked["sides"]:
        written = [side["printed"]["text"], side["put"]["text"], value_of(side["value"])]
        chain = list(dict.fromkeys(filter(None, written)))
        lines += [" = ".join(map(tables.plain, chain))] if len(chain) > 1 else []
    if worked["sides"]:
        left, right = (value_of(side["value"]) for side in worked["sides"])
        lines.append(f"{left} {worked['relation']} {right} is false")
    elif worked["negation"]["text"]:
        negated = tables.lines(worked["negation"]["text"])
        lines += [f"the kernel accepts: {negated}"]
    if lines:
        yield Part("", "\n".join(lines), as_="formula", worked=worked)


def value_of(value: str) -> str:
    """A value as people write it: ``−1/6``, ``0.0416…``."""
    return tables.plain(value).replace("-", "−").replace("...", "…")


def markup(papers: Iterable[Paper], root: str = tables.ROOT) -> list[str]:
    """Every text that is Typst markup."""
    return [part.text for p in papers for e in p.errata for part in parts(e, root) if part.markup]


# --- whether two statements differ in constants alone ---------------------------------------------


def differ_in_constants(one: Claim, other: Claim) -> bool:
    """Whether the statements of two claims are the same formulas up to the constants in them.

    Compared is what the readings stand for, in order.  Either each number, and each product of
    numbers, is taken for the same; or the statements have the same conclusion and hypotheses but
    for those that bound a quantity by a constant, made of numbers and integers of the statement,
    and these are of the same quantities.
    """
    mine, theirs = _first(one), _first(other)
    if [_boxes(row) for row in mine] == [_boxes(row) for row in theirs]:
        return False
    shapes = [[_shape(box) for row in rows for box in _boxes(row)] for rows in (mine, theirs)]
    if shapes[0] and shapes[0] == shapes[1]:
        return True
    kept, bounded = zip(*map(_split, (mine, theirs)), strict=True)
    return bool(bounded[0]) and kept[0] == kept[1] and bounded[0] == bounded[1]


def _first(claim: Claim) -> list[Reading]:
    """The readings of the claim's first statement."""
    rows = claim["reading"]
    return [row for row in rows if row.get("of", "") == rows[0].get("of", "")]


def _boxes(reading: Reading) -> list[Any]:
    return list(reading.get("boxes", []))


def _shape(box: Any) -> Any:
    if box[0] == "num":
        return "number"
    if box[0] == "frac" and _shape(box[1]) == _shape(box[2]) == "number":
        return "number"
    return [part if isinstance(part, str) else _shape(part) for part in box]


def _split(rows: Sequence[Reading]) -> tuple[list[Any], set[str]]:
    """What is more than a bound by a constant, and the quantities that such bounds are of."""
    integers: set[str] = set()
    kept: list[Any] = []
    bounded: set[str] = set()
    for row in rows:
        if row["formal"].startswith("for all "):
            for names in re.findall(r"([^;]*) ∈ ℤ", row["formal"].removeprefix("for all ")):
                integers |= {name.strip() for name in names.split(",")}
        of = _bounded(_boxes(row), integers)
        if of:
            bounded.add(of)
        else:
            kept.append(_boxes(row))
    return kept, bounded


def _bounded(boxes: Sequence[Any], integers: set[str]) -> str:
    """The name in a hypothesis ``constant <= name`` or ``name <= constant``; else empty."""
    flat = list(_opened(boxes[0])) if len(boxes) == 1 else []
    if not flat or flat[0] != ["text", "if "]:
        return ""
    signs = [i for i, box in enumerate(flat) if box[0] == "op" and box[1] in ("≤", "<")]
    if len(signs) != 1:
        return ""
    left, right = flat[1 : signs[0]], flat[signs[0] + 1 :]
    for side, rest in ((left, right), (right, left)):
        if len(side) == 1 and side[0][0] == "name" and all(_is_constant(b, integers) for b in rest):
            return str(side[0])
    return ""


def _opened(box: Any) -> Iterator[Any]:
    if box[0] == "row":
        for part in box[1:]:
            yield from _opened(part)
    else:
        yield box


def _is_constant(box: Any, integers: set[str]) -> bool:
    """Whether it is made of numbers and integers by + - * / and roots."""
    if box[0] == "name":
        return f"{box[2]}_{box[3]}" in integers if box[3] else box[2] in integers
    if box[0] == "op":
        return box[1] in "+−·\u2062"
    if box[0] == "fence":
        return box[1] == "(" and _is_constant(box[2], integers)
    known = ("row", "frac", "sqrt", "num")
    return box[0] == "num" or (box[0] in known and all(_is_constant(b, integers) for b in box[1:]))
