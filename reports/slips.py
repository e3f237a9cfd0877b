"""Slips in the papers' texts, as the errata show them: a severity of their own.

The data are found elsewhere; a slip is a flat mapping of plain texts (:class:`Slip`).
"""

from __future__ import annotations

from typing import TypedDict

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

    ``word`` is what is said of it, ``claim`` the id of the claim that decides it, or takes the line
    as it stands, or empty; ``printed`` is the line, ``should`` what it should say.
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
