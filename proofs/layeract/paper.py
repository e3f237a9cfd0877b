"""The paper's bibliographic data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from proofs.claims import Reading, Source
from proofs.layeract.objects import OBJECTS


def source(place: str, equations: str) -> Source:
    return Source(
        "layeract",
        "LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs "
        "with BatchNorm",
        "Anonymous authors",
        place,
        equations,
        OBJECTS,
    )


def read_as(obligation: str, readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """The same readings, of another obligation."""
    return tuple(replace(reading, obligation=obligation) for reading in readings)
