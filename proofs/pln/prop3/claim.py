"""pln.prop3: floor(L/(2 eps)) <= N(LN-2) <= floor(L/(2 eps)) + 1 (Eq. 61-63); the upper is exact.

The statements and their proofs are in :mod:`proofs.pln.prop3.statement`, the printed proof in
:mod:`proofs.pln.prop3.proof`; Proposition 4 shares both.
"""

from __future__ import annotations

from proofs.pln.prop3.proof import claim
from proofs.pln.prop3.statement import LN2

CLAIM = claim(
    "pln.prop3",
    LN2,
    '"LN-2"',
    'Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "LN-2")$, where $"LN-2"(dot)$ '
    "denotes LN on $RR^2$. Given the error bound $epsilon > 0$, we have $floor(L \\/ 2 epsilon) <= "
    'cal(N)("LN-2") <= floor(L \\/ 2 epsilon) + 1$ and $cal(W)("LN-2") = 2 cal(N)("LN-2")$.',
    "Minimum approximation width of PLN-2",
    3,
)
