"""layeract.continuity.anywhere: outputs where the scale jumps; see :mod:`.continuity`."""

from proofs.layeract.continuity import ANYWHERE as CLAIM

__all__ = ["CLAIM"]
