"""layeract.def2_1.any: Definition 2.1 for every activation scale; see :mod:`.def2_1`."""

from proofs.layeract.def2_1 import ANY_CLAIM as CLAIM

__all__ = ["CLAIM"]
