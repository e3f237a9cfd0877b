"""Two versions of a construction, where the printed one and the one that works differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.claims import Parameter
from proofs.parameters import one_of

PRINTED, REPAIRED = VERSIONS = ("printed", "repaired")


read_version = one_of("version", VERSIONS)


def wanted(settings: Mapping[str, Any], version: str) -> bool:
    """Whether rows of this version are asked for: both are, unless one is named."""
    return settings["version"] in (None, version)


VERSION = Parameter("version", "which construction (both)", read_version, None)
