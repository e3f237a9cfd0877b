"""The paper's bibliographic data."""

from __future__ import annotations

from proofs.claims import Source
from proofs.sumformer.objects import OBJECTS


def source(place: str, equations: str) -> Source:
    return Source(
        "sumformer",
        "Sumformer: Universal Approximation for Efficient Transformers",
        "S. Alberti, N. Dern, L. Thesing, G. Kutyniok",
        place,
        equations,
        OBJECTS,
    )
