"""All pairs, and the kept certificates of the true members and of the refutations."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

from proofs.trees.script import Json

from .pair import Pair

THEMES = (
    "normalisation", "widths", "sums", "pieces", "bounds", "smooth", "limits", "integers",
    "conventions", "covers", "traps",
)  # fmt: skip
KEPT = Path(__file__).with_name("certificates.json")


def pairs() -> list[Pair]:
    """Every pair, theme by theme."""
    return [pair for theme in THEMES for pair in of(theme)]


def of(theme: str) -> list[Pair]:
    found: list[Pair] = import_module(f"{__package__}.pairs_{theme}").PAIRS
    return found


def kept() -> dict[str, dict[str, Json]]:
    """By name: ``true``, the proof of the true member, and ``refutation``, a list of proofs."""
    found: dict[str, dict[str, Json]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def keep(certificates: dict[str, dict[str, Json]]) -> None:
    """One pair a line, so that a change of one shows as such."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(certificates[name], separators=(',', ':'))}"
        for name in sorted(certificates)
    ]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
