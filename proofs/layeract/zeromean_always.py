"""layeract.zeromean.always: the mean activation for all data; see :mod:`.zeromean`."""

from proofs.layeract.zeromean import ALWAYS_CLAIM as CLAIM

__all__ = ["CLAIM"]
