"""layeract.appC.information: whether outputs determine mean and variance; see :mod:`.app_c`."""

from proofs.layeract.app_c import INFORMATION_CLAIM as CLAIM

__all__ = ["CLAIM"]
