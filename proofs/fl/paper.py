"""The paper's bibliographic data."""

from __future__ import annotations

from proofs.claims import Source
from proofs.fl.objects import OBJECTS


def source(place: str, equations: str) -> Source:
    return Source(
        "fl",
        "Understanding the Role of Layer Normalization in Label-Skewed Federated Learning",
        "G. Zhang, M. Beitollahi, A. Bie, X. Chen",
        place,
        equations,
        OBJECTS,
    )
