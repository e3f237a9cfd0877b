"""The paper's bibliographic data, and readings written as they stand: phrase beside formula."""

from __future__ import annotations

from dataclasses import replace

from proofs.claims import Reading, Source
from proofs.pln.objects import OBJECTS

Phrase = str | tuple[str, str]  #: what is printed, and a note on it


def source(place: str, equations: str) -> Source:
    return Source(
        "pln",
        "Parallel Layer Normalization for Universal Approximation",
        "Y. Ni, Y. Liu, W. Sun, Y. Tang, Y. Guo, P. Feng, W. Wu, L. Huang",
        place,
        equations,
        OBJECTS,
    )


def readings(of: str, given: tuple[Phrase, ...], *show: Phrase) -> tuple[Reading, ...]:
    """The readings of obligation ``of``: a phrase for each hypothesis, in order, then ``show``.

    One phrase for the conclusion, one for each of its parts, or none.
    """
    paths: list[tuple[str | int, ...]] = [("given", i) for i in range(len(given))]
    paths += [("show",)] if len(show) == 1 else [("show", 1 + i) for i in range(len(show))]
    pairs = [(phrase, "") if isinstance(phrase, str) else phrase for phrase in (*given, *show)]
    return tuple(
        Reading(printed, path, note, of) for (printed, note), path in zip(pairs, paths, strict=True)
    )


def also(rows: tuple[Reading, ...], *of: str) -> tuple[Reading, ...]:
    """Readings of hypotheses, again for obligations that begin with the same hypotheses."""
    return tuple(replace(row, obligation=name) for name in of for row in rows)
