"""layeract.def2_3.saturated: robustness of saturated samples; see :mod:`.def2_3`."""

from proofs.layeract.def2_3 import SATURATED_CLAIM as CLAIM

__all__ = ["CLAIM"]
