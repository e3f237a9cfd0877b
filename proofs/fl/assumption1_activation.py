"""fl.assumption1.activation: (Leaky) ReLU as a necessary condition."""

from proofs.fl.assumption1 import ACTIVATION_CLAIM as CLAIM

__all__ = ["CLAIM"]
