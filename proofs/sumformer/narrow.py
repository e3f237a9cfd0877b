"""Theorems 4.3 to 4.5 as Definitions 2.3 to 2.6 have them: every block has width d.

The printed proofs change the width, and what follows from them is for the width 1 + d + 2 d'
(``X.repaired``).  With width d nothing is decided here; ``docs/width-d.md`` has what is known.
"""

from __future__ import annotations

CONTINUOUS = (
    "Definition 2.7 does not say that $f$ is continuous; the text before Theorem 4.1 and the "
    "proofs do. Without that the theorem is false for continuous networks: none is near a step "
    "(`sumformer.thm4_3.continuity`)."
)
NOT_CLAIMED = ("the theorem with this width, and that it fails",)


def open_here(number: str, known: str, how: str = "on paper") -> str:
    """Why the printed statement is open, and what is known of it."""
    return (
        "Open. Definition 2.3 has one width, and the printed proof does not keep it: it hands "
        "$phi$ and $Sigma$ on in coordinates of their own. What it gives has the width $1 + d + 2 "
        f"d'$ (`sumformer.thm4_{number}.repaired`). Known {how}, without a certificate "
        f"(`docs/width-d.md`): {known}"
    )
