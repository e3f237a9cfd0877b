"""Formulas for people: as the kernel prints them, with repeated parts named once.

A layer's formula repeats its mean in every coordinate; written out, a statement about it fills a
page.  ``abbreviated`` names what occurs again: ``... T1 ...  where T1 = ...``.  Putting the parts
back in gives the kernel's own text, character by character up to brackets.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from proofs.kernel.terms import show

MIN_SIZE, MAX_NAMES, MAX_NODES = 7, 9, 20_000
LOGICAL = ("<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz")


def abbreviated(formulas: list[Any]) -> tuple[list[str], list[str]]:
    """The texts of the formulas, and the lines ``T1 = ...`` that they need."""
    current = list(formulas)
    definitions: list[tuple[str, Any]] = []
    while len(definitions) < MAX_NAMES:
        part = _most_wasteful([*current, *(body for _, body in definitions)])
        if part is None:
            break
        name = f"T{len(definitions) + 1}"
        current = [_replace(f, part, name) for f in current]
        definitions = [(n, _replace(body, part, name)) for n, body in definitions]
        definitions.append((name, part))
    return [show(f) for f in current], [f"{name} = {show(body)}" for name, body in definitions]


def _most_wasteful(formulas: list[Any]) -> Any:
    """The repeated term whose naming saves most."""
    counts: Counter[Any] = Counter()
    sizes: dict[Any, int] = {}

    def visit(node: Any) -> int:
        if not isinstance(node, tuple):
            return 1
        size = 1 + sum(visit(part) for part in node[1:])
        if node[0] not in LOGICAL:
            counts[node] += 1
            sizes[node] = size
        return size

    if sum(visit(f) for f in formulas) > MAX_NODES:
        return None
    saving = {n: (c - 1) * sizes[n] for n, c in counts.items() if c > 1 and sizes[n] >= MIN_SIZE}
    return max(saving, key=lambda n: (saving[n], sizes[n]), default=None)


def _replace(node: Any, part: Any, name: str) -> Any:
    if node == part:
        return name
    if isinstance(node, tuple):
        return (node[0], *(_replace(child, part, name) for child in node[1:]))
    return node
