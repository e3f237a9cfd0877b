"""The trusted kernel: standard library only, no floats, no search.

``check(text)`` answers accept, reject (with a reason code) or decline.
"""

from proofs.kernel.check import Result, check

__all__ = ["Result", "check"]
