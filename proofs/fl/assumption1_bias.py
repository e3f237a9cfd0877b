"""fl.assumption1.bias: zero biases as a necessary condition."""

from proofs.fl.assumption1 import BIAS as CLAIM

__all__ = ["CLAIM"]
