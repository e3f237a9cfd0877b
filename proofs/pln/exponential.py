"""The sigmoid."""

from __future__ import annotations

from constructions.layers import sigmoid
from constructions.terms import Term
from proofs.pln.symbols import S


def sigma(at: Term) -> Term:
    """1/(1 + e^-t)."""
    value: Term = sigmoid(S, at)
    return value
