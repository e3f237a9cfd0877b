"""layeract.saturation.every: saturation in narrow layers; see :mod:`.saturation`."""

from proofs.layeract.saturation import EVERY_CLAIM as CLAIM

__all__ = ["CLAIM"]
