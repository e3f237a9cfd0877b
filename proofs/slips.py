"""Slips: lines of the papers that say another thing than is meant, beside what they should say.

A wrong number of a table or a section, a word in place of another, a count that is not that of the
list behind it.  No theorem hangs on one; each would mislead a reader who takes it as it stands.
Spelling and grammar are left out where the meaning is plain, and so is whatever the extraction of
a text may have done.

What is said of a slip is computed where anything can be:

==============  ==================================================================================
refuted         a claim of kind ``data`` says what the line says, and its verdict is this word
misdirected     what the line points at does not have what it is said to have, and another place
                has it: decided from headings, captions and rows as they are printed
noted           read, and not decided: nothing here is computed
==============  ==================================================================================

``python -m proofs.read_slips PAPER TEXT`` compares the quotations with the text of a paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from proofs.claims import Source

PAPERS = ("pln", "fl", "sumformer", "layeract")
"""The papers in which there are any; each has them as ``SLIPS`` of ``proofs.PAPER.slips``."""
NOTED = "noted"
MISDIRECTED = "misdirected"


@dataclass(frozen=True)
class Pointer:
    """A line that points at ``named`` for something which stands at ``meant``.

    ``outline`` gives for a place of the paper what is printed there: a heading, a caption, the
    names of a table's rows.  ``sought`` are the words by which the thing is known.

    Raises:
        ValueError: ``named`` has all of them, or ``meant`` lacks one.
    """

    named: str
    meant: str
    sought: tuple[str, ...]
    outline: Mapping[str, str]

    def __post_init__(self) -> None:
        if not self.sought or self._has(self.named):
            raise ValueError(f"{self.named} has what is sought: {', '.join(self.sought)}")
        if self.meant and not self._has(self.meant):
            raise ValueError(f"{self.meant} has not what is sought: {', '.join(self.sought)}")

    def _has(self, place: str) -> bool:
        words = self.outline.get(place, "").lower()
        return all(word.lower() in words for word in self.sought)

    def why(self) -> str:
        """What is printed at both places."""
        found = []
        for place in filter(None, (self.named, self.meant)):
            there = self.outline.get(place)
            found.append(f"{place}: {there}" if there else f"there is no {place}")
        return "; ".join(found)


@dataclass(frozen=True)
class Slip:
    """One slip; all texts are plain.

    ``printed`` is quoted, with ``…`` for what is left out.  ``should`` is what it should say.
    ``by`` is what decides it: the id of a claim, a :class:`Pointer`, or ``None``.  ``beside`` is
    the id of a claim that takes the line as it stands, and is no erratum of its own.
    """

    id: str
    source: Source
    printed: str
    should: str
    why: str
    by: str | Pointer | None = None
    beside: str = ""


@cache
def slips() -> tuple[Slip, ...]:
    """All of them, by paper.

    Raises:
        ValueError: two share an id, or one is not of its paper.
    """
    found: dict[str, Slip] = {}
    for paper in PAPERS:
        for slip in import_module(f"proofs.{paper}.slips").SLIPS:
            if slip.id in found or slip.source.paper != paper or not slip.id.startswith(paper):
                raise ValueError(f"{slip.id}: not an id of its own in {paper}")
            found[slip.id] = slip
    return tuple(found.values())


def word(slip: Slip, verdicts: Mapping[str, str]) -> str:
    """What is said of it; ``verdicts`` are those of the claims that were decided."""
    if slip.by is None:
        return NOTED
    if isinstance(slip.by, Pointer):
        return MISDIRECTED
    return verdicts.get(slip.by, "not decided")
