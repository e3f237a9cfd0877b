"""Two versions of a construction, where the printed one and the one that works differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.claims import Parameter

PRINTED, REPAIRED = VERSIONS = ("printed", "repaired")


def read_version(text: str) -> str:
    """Which of the two."""
    if text not in VERSIONS:
        raise ValueError(f"version is one of {', '.join(VERSIONS)}, got {text[:40]!r}")
    return text


def wanted(settings: Mapping[str, Any], version: str) -> bool:
    """Whether rows of this version are asked for: both are, unless one is named."""
    return settings["version"] in (None, version)


VERSION = Parameter("version", "printed or repaired (both)", read_version, None)
