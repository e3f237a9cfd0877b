"""The paper's bibliographic data."""

from __future__ import annotations

from proofs.claims import Source
from proofs.weierstrass.objects import OBJECTS


def source(place: str, equations: str = "") -> Source:
    return Source(
        "weierstrass",
        "Ghosts of Softmax, Appendix 3: Weierstrass-smoothed normalisation",
        "not named in the text",
        place,
        equations,
        OBJECTS,
    )
