"""Scripts that fix variables and assume premises."""

from __future__ import annotations

from proofs.trees.script import Node, intro


def intros(names: str, then: Node) -> Node:
    """Fix new variables; ``.`` assumes the premise of an implication."""
    for name in reversed(names.split()):
        then = intro("" if name == "." else name, then)
    return then
