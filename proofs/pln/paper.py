"""The paper's bibliographic data."""

from __future__ import annotations

from proofs.claims import Source


def source(place: str, equations: str) -> Source:
    return Source(
        "pln",
        "Parallel Layer Normalization for Universal Approximation",
        "Y. Ni, Y. Liu, W. Sun, Y. Tang, Y. Guo, P. Feng, W. Wu, L. Huang",
        place,
        equations,
    )
