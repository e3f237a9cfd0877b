"""layeract.appD.symbols: Appendix D with n as it is printed there; see :mod:`.app_d`."""

from proofs.layeract.app_d import SYMBOLS as CLAIM

__all__ = ["CLAIM"]
