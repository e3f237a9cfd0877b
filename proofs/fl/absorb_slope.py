"""fl.absorb.slope: absorbing the slopes at the same width, with slopes that are not negative."""

from proofs.fl.absorb import SLOPE as CLAIM

__all__ = ["CLAIM"]
