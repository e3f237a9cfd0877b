"""Slips in the papers' texts with what is said of each, from the verdicts of a record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from proofs.slips import Pointer, slips, word
from reports.slips import SEVERITY, Slip


def listed(claims: Sequence[Mapping[str, Any]], papers: Collection[str] = ()) -> list[Slip]:
    """The slips of these papers, all if none is named; ``claims`` are those that were decided."""
    verdicts = {str(claim["id"]): str(claim["verdict"]) for claim in claims}
    return [
        Slip(
            id=slip.id,
            severity=SEVERITY,
            paper=slip.source.paper,
            title=slip.source.title,
            place=slip.source.place,
            printed=slip.printed,
            should=slip.should,
            why=f"{slip.why} {slip.by.why()}." if isinstance(slip.by, Pointer) else slip.why,
            word=word(slip, verdicts),
            claim=slip.by if isinstance(slip.by, str) else "",
        )
        for slip in slips()
        if not papers or slip.source.paper in papers
    ]
