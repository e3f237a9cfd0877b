"""Verdicts are computed from evidence, never typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proofs.claims import Claim, Line, Typing
from proofs.evidence import CERTAIN, HOLDS, Evidence, weakest
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.vacuity import NEVER, Row

Found = Mapping[str, Evidence]
Controls = Mapping[str, Sequence[Row]]
SCOPES = ("all", "instance", "samples")  # strongest first
_EMPTY = "the premises for which it is refuted contradict each other"


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
    because: str = ""  # plain: why a statement is vacuous, ill-formed, or open though attacked


def decide(claim: Claim, found: Found, controls: Controls | None = None) -> Decision:
    """The verdict of a claim and of its printed proof.

    refuted: the kernel accepts the negation at exact data, or for all numbers that meet premises of
    which it accepts no contradiction.  ill-formed: the kernel's reader rejects
    every reading that the claim names.  vacuous: every obligation holds, and of each the kernel
    accepts that its hypotheses contradict each other (``controls``).  proved: every obligation
    holds for all parameters at kernel level and, where the claim names data, its hypotheses are
    seen to hold there.  certified: every obligation holds on its whole domain, at kernel or
    enclosure level.  supported: every obligation holds, some on weaker evidence, or the data do
    not meet the hypotheses.  open otherwise.  Level and scope are the weakest.
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
    attacks = [a.id for a in claim.attempts if found[a.id].proved]
    refuting = [name for name in attacks if not _contradictory(name, controls or {})]
    if refuting:
        return Decision("refuted", "kernel", "instance", printed, first, lines, refuting[0])
    reasons = [mistyped(typing) for typing in claim.typings]
    if reasons and all(reasons):
        because = "; ".join(reason or "" for reason in reasons)
        return Decision("ill-formed", None, None, printed, first, lines, "", because)
    items = [found[o.id] for o in claim.obligations]
    if not items or any(item.outcome != HOLDS for item in items):
        because = f"{_EMPTY}: {', '.join(attacks)}" if attacks else ""
        return Decision("open", None, None, printed, first, lines, "", because)
    level = weakest(items)
    scope = max((item.scope for item in items), key=SCOPES.index)
    empty = [o.id for o in claim.obligations if _contradictory(o.id, controls or {})]
    if level == "kernel" and len(empty) == len(items):
        because = f"the hypotheses contradict each other: {', '.join(empty)}"
        return Decision("vacuous", level, scope, printed, first, lines, "", because)
    # a statement whose hypotheses are not known to hold says little
    met = claim.satisfiable is None or found[claim.satisfiable.id].proved
    verdict = "supported"
    if met and level in CERTAIN and scope != "samples":
        verdict = "proved" if (level, scope) == ("kernel", "all") else "certified"
    return Decision(verdict, level, scope, printed, first, lines)


def mistyped(typing: Typing) -> str | None:
    """The reason for which the kernel's reader rejects a sequent, or None if it can be read.

    What lies outside of the kernel's language (it *declines*) is no error of type.
    """
    sequent = typing.statement
    try:
        for formula in (*sequent["given"], sequent["show"]):
            read_formula(formula, sequent["vars"], sequent["functions"])
    except Reject as error:
        return str(error) if error.outcome == "reject" else None
    return None


def _contradictory(name: str, controls: Controls) -> bool:
    """Whether the kernel has accepted that no data satisfy the hypotheses of an obligation."""
    return any(row.outcome == NEVER and row.certificate for row in controls.get(name, ()))


def line_status(line: Line, found: Found) -> LineStatus:
    """Whether a printed line holds: an attempt that succeeds outweighs every obligation."""
    if any(found[a.id].proved for a in line.attempts):
        stands = line.conclusion_stands and found[line.conclusion_stands].proved
        return LineStatus("gap" if stands else "fails", "refuted")
    if line.obligations and all(_for_all(found[o.id]) for o in line.obligations):
        return LineStatus("holds", "proved")
    return LineStatus("open", "open")


def _for_all(evidence: Evidence) -> bool:
    return evidence.proved and evidence.scope == "all"
