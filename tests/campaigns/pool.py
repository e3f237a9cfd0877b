"""Certificates to damage: small ones, that every rule of the kernel appears in."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs.kernel import check
from tests import kept_files
from tests.sampling import share

Json = Any
ROOT = Path(__file__).parents[2]
TABLES = ("test_cover", "test_induction", "test_logic", "test_positivity", "test_terms")
ARENA = ROOT / "tests" / "arena" / "accept"
MAX_BYTES, MAX_BOXES, MAX_BITS = 4_000, 16, 160  # a mutant must be cheap


def nodes(proof: Json) -> Iterator[Json]:
    """The nodes of a proof, from the root."""
    todo = [proof]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(node["then"])


def _cheap(data: Json, text: str) -> bool:
    return len(text) <= MAX_BYTES and all(
        len(node.get("cuts", ())) <= MAX_BOXES and node.get("bits", 0) <= MAX_BITS
        for node in nodes(data["proof"])
    )


def expected() -> dict[str, str]:
    """Name to text: the rows of the kernel's tables and the files said to be proofs.

    In a run of the tests, a share of those that are kept: all rules are in the rows of the tables.
    """
    found: dict[str, str] = {}
    for table in TABLES:
        for name, data, answer in import_module(table).ROWS:
            if answer == "accept" and not isinstance(data, (str, bytes)):
                found[name] = json.dumps(data)
    for path in sorted(ARENA.glob("*.json")):
        if path.stat().st_size <= 2 * MAX_BYTES:
            found[path.stem] = json.dumps(json.loads(path.read_text(encoding="utf-8")))
    for name in share(sorted(kept_files.names(size=2 * MAX_BYTES)), 8):
        found[name] = json.dumps(kept_files.loaded(name))
    return {name: text for name, text in found.items() if _cheap(json.loads(text), text)}


@cache
def pool() -> tuple[str, ...]:
    """The texts of those that the kernel accepts (a test says: all of them)."""
    return tuple(text for text in expected().values() if check(text).accepted)


@cache
def by_rule() -> dict[str, tuple[str, ...]]:
    """The texts that use each rule of the kernel."""
    found: dict[str, list[str]] = {}
    for text in pool():
        for rule in {node["by"] for node in nodes(json.loads(text)["proof"])}:
            found.setdefault(rule, []).append(text)
    return {rule: tuple(texts) for rule, texts in sorted(found.items())}


def drawn(rng: random.Random, rule: str = "") -> str:
    """One of them: first a rule, if none is given, then a text that uses it.

    So the rare rules are met as often as the common ones, however many certificates of one kind
    are kept.
    """
    return rng.choice(by_rule()[rule or rng.choice(list(by_rule()))])
