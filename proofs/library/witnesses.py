"""Exact data for networks, and the scripts that show that they are networks.

All layers have one neuron, or all have two; values are polynomials in layer and coordinate.
"""

from __future__ import annotations

from constructions.terms import var
from proofs.kernel.context import Context
from proofs.library.vectors import S
from proofs.search._moves import partial
from proofs.trees.script import (
    Node,
    auto,
    define,
    have,
    look,
    unread,
)

LAYER, AT = var("u"), var("v")  #: the arguments of a layer's vector


def width_known(neurons: int, then: Node) -> Node:
    """floor d = d."""
    size = S.const(neurons)
    return have(S.floor(size).equals(size), auto("floor d"), then)


def defined(then: Node) -> Node:
    """Show that every quotient and root of the goal is defined; then go on."""

    def found(context: Context) -> Node:
        proof = then
        for term in reversed(partial(context.goal)):
            proof = define(unread(term), auto("defined"), proof)
        return proof

    return look(found)
