"""Slips in the papers' texts with what is said of each, from the verdicts of a record."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from proofs.slips import Pointer, slips, word
from proofs.slips import Slip as Printed
from reports.site import title
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
            should=_signed(slip.should),
            why=_signed(_why(slip)),
            word=word(slip, verdicts),
            claim=slip.by if isinstance(slip.by, str) else slip.beside,
        )
        for slip in slips()
        if not papers or slip.source.paper in papers
    ]


def _why(slip: Printed) -> str:
    return f"{slip.why} {slip.by.why()}." if isinstance(slip.by, Pointer) else slip.why


def _signed(text: str) -> str:
    """Our words on a slip with mathematical signs, as titles have them; the quotation stays."""
    return re.sub(r"(?<=[\w)]) - (?=[\w(])", " − ", title(text))
