"""Slips in the papers' texts, as the errata show them: a severity of their own.

The data are found elsewhere; a slip is a flat mapping of plain texts (:class:`Slip`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from reports.tables import plain

SEVERITY = "slip"
SAYS = (
    "Lines that say another thing than is meant; no theorem hangs on one. Refuted: a claim says "
    "what the line says, and the kernel refutes it. Misdirected: what the line points at has not "
    "what it is said to have, and another place has it, by headings, captions and rows as printed. "
    "Noted: read, and not decided."
)
TONES = {"refuted": "bad", "misdirected": "bad", "noted": "weak"}


class Slip(TypedDict):
    """One slip.

    ``word`` is what is said of it, ``claim`` the id of the claim that decides it, or empty;
    ``printed`` is the line, ``should`` what it should say.
    """

    id: str
    severity: str
    paper: str
    title: str
    place: str
    printed: str
    should: str
    why: str
    word: str
    claim: str


def by_paper(slips: Iterable[Slip]) -> list[tuple[str, list[Slip]]]:
    """The slips of each paper, with its title, in their order."""
    found: dict[str, list[Slip]] = {}
    for slip in slips:
        found.setdefault(slip["title"], []).append(slip)
    return list(found.items())


def decided(slip: Slip) -> str:
    """``refuted: fl.table7.flatten``, or the word alone."""
    return plain(f"{slip['word']}: {slip['claim']}" if slip["claim"] else slip["word"])
