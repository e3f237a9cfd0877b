"""The paper's bibliographic data."""

from __future__ import annotations

from proofs.claims import Source


def source(place: str, equations: str) -> Source:
    return Source(
        "layeract",
        "LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs "
        "with BatchNorm",
        "Anonymous authors",
        place,
        equations,
    )
