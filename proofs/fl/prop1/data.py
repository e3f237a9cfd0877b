"""Exact data for Prop. 1: one neuron of weight 1 at x = 1, rho(t) = t."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term
from proofs.library.vectors import ONE, shown_by
from proofs.library.witnesses import LAYER, affine, each_layer, leaky_identity
from proofs.trees.script import Node, auto, intro

ONES: dict[str, Term | int] = {
    "rho": LAYER,
    "w": 1,
    "x": 1,
    "U": 1,
    "b": 0,
    "z": 1,
    "a": 1,
    "p": 1,
    "g": 1,
}
VALUES = {"L": 1, "l": 1, "beta": 1}


def closed(*names: str) -> Callable[[], Node]:
    """Everything is a number where the layer and the coordinate are fixed."""

    def script() -> Node:
        proof = intro("", auto("numbers"))
        for name in reversed(names):
            proof = intro(name, proof)
        return proof

    return script


def _nowhere_zero() -> Node:
    return each_layer(shown_by(ONE, auto("not 0")))


GIVENS: dict[int, Callable[[], Node]] = {
    0: leaky_identity,
    2: closed("h"),
    3: closed("h", "q"),
    4: lambda: intro("q", auto("the input")),
    5: lambda: affine(1, 1),
    6: closed("h", "q"),
    7: _nowhere_zero,
    8: lambda: intro("q", auto("the input")),
    9: lambda: affine(1, 1),
    10: closed("q"),
}
