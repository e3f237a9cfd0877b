"""What is owed before a goal is shown: that its quotients and roots have values."""

from __future__ import annotations

from proofs.kernel.context import Context
from proofs.search._moves import partial
from proofs.trees.script import Node, auto, define, look, unread


def defined(then: Node) -> Node:
    """Show that every quotient and root of the goal is defined; then go on."""

    def found(context: Context) -> Node:
        proof = then
        for term in reversed(partial(context.goal)):
            proof = define(unread(term), auto("defined"), proof)
        return proof

    return look(found)
