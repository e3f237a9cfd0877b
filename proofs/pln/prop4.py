"""pln.prop4: floor(L/(2 eps)) <= N(LS-1) <= floor(L/(2 eps)) + 1; the upper is exact.

The paper omits the proof: it is the one of Proposition 3, in :mod:`proofs.pln.prop3.statement`.
"""

from __future__ import annotations

from proofs.pln.prop3.proof import claim
from proofs.pln.prop3.statement import LS1

CLAIM = claim(
    "pln.prop4",
    LS1,
    '"LS-1"',
    'Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "LS-1")$, where $"LS-1"(dot)$ '
    "denotes LS on $RR$. Given the error bound $epsilon > 0$, we have $floor(L \\/ 2 epsilon) <= "
    'cal(W)("LS-1") = cal(N)("LS-1") <= floor(L \\/ 2 epsilon) + 1$.',
    "Minimum approximation width of PLS-1",
    4,
)
