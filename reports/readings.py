"""Quotations that are read in more than one way, and decided differently.

One sentence of a paper may be proved in one reading and refuted in another.  Wherever a claim like
that is named, its reading stands beside it, with the claim that reads the same words otherwise.
The reading is the claim's title; that two such claims have different ones is checked
(:func:`unnamed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reports import tables
from reports.record import Claim, Record

#: of each claim's id, the claims that read its words otherwise
Readings = Mapping[str, tuple["Otherwise", ...]]


@dataclass(frozen=True)
class Otherwise:
    """A claim about the same words, which ends differently."""

    id: str
    reading: str
    word: str


def reading(claim: Claim) -> str:
    """What the quoted words are taken to say, as plain text."""
    return tables.plain(claim["title"])


def otherwise(record: Record) -> Readings:
    """Of each claim whose quotation ends otherwise elsewhere: the claims where it does."""
    return {
        claim["id"]: tuple(
            Otherwise(other["id"], reading(other), tables.word(other))
            for other in group
            if tables.word(other) != tables.word(claim)
        )
        for group in _groups(record)
        for claim in group
    }


def _groups(record: Record) -> Iterable[list[Claim]]:
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in record["claims"]:
        groups.setdefault((claim["source"]["paper"], claim["statement"]), []).append(claim)
    return (group for group in groups.values() if len({tables.word(c) for c in group}) > 1)


def unnamed(record: Record) -> list[str]:
    """Claims whose words stand elsewhere with another verdict and the same reading."""
    found = otherwise(record)
    return [
        claim["id"]
        for claim in record["claims"]
        if reading(claim) in {other.reading for other in found.get(claim["id"], ())}
    ]


def placed(claim: Claim, found: Readings, place: str = "") -> str:
    """``Theorem 1, read as “...”; read otherwise, proved: fl.thm1``.

    Of words that are read in one way alone it is the place.
    """
    place = place or tables.place(claim)
    others = found.get(claim["id"], ())
    if not others:
        return place
    elsewhere = "; ".join(f"read otherwise, {o.word}: {tables.plain(o.id)}" for o in others)
    return f"{place}, read as “{reading(claim)}”; {elsewhere}"
