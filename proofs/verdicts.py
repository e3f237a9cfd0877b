"""Verdicts are computed from evidence, never typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.claims import ArgumentStep, Claim, Line
from proofs.evidence import Evidence
from proofs.steps import SCHEMAS, BadStep

Found = Mapping[str, Evidence]


@dataclass(frozen=True)
class LineStatus:
    """How one printed line ended (holds, fails, gap, open) and the verdict that amounts to."""

    status: str
    verdict: str


@dataclass(frozen=True)
class Decision:
    """The verdict on the statement and, apart from it, the status of the printed proof."""

    verdict: str
    level: str | None
    scope: str | None
    printed_proof: str
    first_failing: str
    lines: Mapping[str, LineStatus]
    refuted_by: str = ""


def decide(claim: Claim, found: Found) -> Decision:
    """The verdict of a claim and of its printed proof.

    refuted: the kernel accepts the negation at exact data.  proved: every obligation holds for
    all parameters at kernel level, its argument steps apply and, where the claim names data, its
    hypotheses are seen to hold there; supported without the latter two.  open otherwise.
    The printed proof is broken if a line fails, has a gap if a line's inference does, is checked
    if every line holds.
    """
    lines = {line.id: line_status(line, found) for line in claim.lines}
    failing = [name for name, line in lines.items() if line.status == "fails"]
    gaps = [name for name, line in lines.items() if line.status == "gap"]
    if not lines:
        printed, first = "none", ""
    elif failing:
        printed, first = "broken", failing[0]
    elif gaps:
        printed, first = "gap", gaps[0]
    elif all(line.status == "holds" for line in lines.values()):
        printed, first = "checked", ""
    else:  # some line is neither proved nor refuted: its justification is missing
        printed, first = "gap", next(n for n, line in lines.items() if line.status == "open")
    refuting = [a.id for a in claim.attempts if found[a.id].proved]
    if refuting:
        return Decision("refuted", "kernel", "instance", printed, first, lines, refuting[0])
    if claim.obligations and all(_for_all(found[o.id]) for o in claim.obligations):
        joined = all(step_holds(step, found) for step in claim.steps)
        if claim.satisfiable:  # a statement whose hypotheses are not known to hold says little
            joined = joined and found[claim.satisfiable.id].proved
        verdict = "proved" if joined else "supported"
        return Decision(verdict, "kernel", "all", printed, first, lines)
    return Decision("open", None, None, printed, first, lines)


def line_status(line: Line, found: Found) -> LineStatus:
    """Whether a printed line holds: an attempt that succeeds outweighs every obligation."""
    if any(found[a.id].proved for a in line.attempts):
        stands = line.conclusion_stands and found[line.conclusion_stands].proved
        return LineStatus("gap" if stands else "fails", "refuted")
    if line.obligations and all(_for_all(found[o.id]) for o in line.obligations):
        return LineStatus("holds", "proved")
    return LineStatus("open", "open")


def step_holds(step: ArgumentStep, found: Found) -> bool:
    """Whether the premises of an argument step are proved and have the shape its schema needs."""
    schema = SCHEMAS[step.schema]
    try:
        for name in step.premises:
            schema(found[name].statement)
    except BadStep:
        return False
    return all(_for_all(found[name]) for name in step.premises)


def _for_all(evidence: Evidence) -> bool:
    return evidence.proved and evidence.scope == "all"
