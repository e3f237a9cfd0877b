"""fl.cor1.unique: Corollary 1 where ties are errors."""

from proofs.fl.cor1 import UNIQUE_CLAIM as CLAIM

__all__ = ["CLAIM"]
