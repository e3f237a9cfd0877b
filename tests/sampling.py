"""What is promised of every claim or file, tried on a share of them; all in ``make test-all``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
ALL = "NETPROOF_TESTS"


def share(items: Sequence[T], one_in: int) -> list[T]:
    """Every ``one_in``-th item; all of them where the environment says ``NETPROOF_TESTS=all``."""
    return list(items) if os.environ.get(ALL) == "all" else list(items[::one_in])
