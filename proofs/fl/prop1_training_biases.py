"""fl.prop1.training.biases: training the two formats with biases."""

from proofs.fl.prop1_training import BIASES as CLAIM

__all__ = ["CLAIM"]
