"""Promises, tried many times: each module says one and counts how often it fails.

``python -m tests.campaigns`` runs them.  A module has ``PROMISE`` and ``run(trials, seed)``, which
returns an :class:`tests.campaigns.outcome.Outcome`.
"""

import sys
from pathlib import Path

# The kernel's tests import one another by plain names, as pytest runs them.
_KERNEL = str(Path(__file__).parents[1] / "kernel")
if _KERNEL not in sys.path:
    sys.path.insert(0, _KERNEL)
