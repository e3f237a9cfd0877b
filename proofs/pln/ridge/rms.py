"""pln.ridge.rms: the same for LS-d (RMSNorm), d >= 1; see :mod:`proofs.pln.ridge.claim`."""

from __future__ import annotations

from proofs.pln.ridge import instances
from proofs.pln.ridge.claim import ridge_claim
from proofs.pln.ridge.statement import LS

CLAIM = ridge_claim(
    "pln.ridge.rms",
    "Width of PLS-Net for functions of n variables",
    LS,
    '"LS-"d',
    instances.PLS_PARAMETERS,
    instances.PLS_INSTANCES,
    instances.pls_rows,
    instances.construct_pls,
)
