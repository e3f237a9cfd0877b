"""Small roots have large reciprocals: steps that the proofs about 1/sqrt(v) share."""

from __future__ import annotations

from constructions.terms import Term, var
from proofs.library.vectors import S
from proofs.trees.script import Node, auto, case, have, lemmas, node


def below(root: Term, q: Term) -> Node:
    """root < q, from root^2 < q^2 and 0 <= root, 0 < q."""
    product = have((root - q) * (root + q) >= 0, auto("product"), auto("then root^2 >= q^2"))
    return node("split", product, auto("below"), on=(root - q).json)


def large_reciprocal(root: Term) -> Node:
    """1/root > B0, from root^2 < 1/(|B0| + 1)^2 and root > 0."""
    bound = S.abs(var("B0")) + 1
    return lemmas(
        [
            (root > 0, auto("> 0")),
            (root < 1 / bound, below(root, 1 / bound)),
            ((1 / bound - root) * bound > 0, auto("times |B| + 1")),
            (root * bound < 1, auto("below 1")),
            (1 / root > 0, auto("> 0")),
            ((1 - root * bound) * (1 / root) > 0, auto("times 1/root")),
            (1 / root > bound, auto("above |B| + 1")),
        ],
        case(S.abs(var("B0")).json, auto("above B"), auto("above B")),
    )
