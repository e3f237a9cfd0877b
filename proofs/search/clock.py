"""The clock of searches: seconds of the processor, so that a busy machine finds as much.

What ends a process from outside (:mod:`proofs.search.conclude`) is an ordinary clock, which waits
``PATIENCE`` times as long.
"""

from __future__ import annotations

import resource

PATIENCE = 4.0
"""On a busy machine the clock on the wall runs so many times as fast."""
BOTH = 2
"""An attack and a search for a proof work side by side: so many seconds of the processor in one."""


def now() -> float:
    """Processor seconds of this process, and of those that it started and that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)
