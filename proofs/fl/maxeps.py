"""fl.maxeps: feature normalisation with max{eps, norm}."""

from proofs.fl.prop3a import MAXEPS as CLAIM

__all__ = ["CLAIM"]
