"""Corollary 1: what is assumed of the families of parameters can be met."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from constructions.terms import Term, var
from proofs.claims import Attempt, Witness
from proofs.evidence import of_satisfiability
from proofs.fl.cor1.statement import AFTER, BEFORE
from proofs.fl.prop1.claim import closed
from proofs.fl.prop3b.data import (
    any_input,
    biases,
    deviations,
    head,
    later_weights,
    varies,
    weights,
)
from proofs.library.vectors import ZERO, shown_by
from proofs.library.witnesses import affine, defined, leaky_identity, means
from proofs.trees.script import Node, auto, have, intro, node
from tests.sampling import by_turns, some_of

K, J = var("l1"), var("j1")
LINE = 3 - 2 * K  # (1, -1)
#: two neurons, one layer, one sample; the same for all parameters s
FUNCTIONS: dict[str, tuple[tuple[str, ...], Term | str]] = {
    "rho": (("u",), "u"),
    "w": (("u",), "2"),
    "x": (("t1", "l1"), LINE),
    "lab": (("t1",), "1"),
    "U": (("s1", "i1", "l1", "j1"), LINE * (3 - 2 * J) / 2),
    "b": (("s1", "i1", "l1"), "0"),
    "W": (("s1", "i1", "l1"), "0"),
    "v": (("s1", "t1", "i1", "l1"), LINE),
    "z": (("s1", "t1", "i1", "l1"), LINE),
    "a": (("s1", "t1", "i1", "l1"), LINE),
    "muz": (("s1", "t1", "i1"), "0"),
    "ea": (("s1", "t1"), "0"),
    "eb": (("s1", "t1"), "0"),
}
VALUES = {"L": 1, "n": 1, "C": 2, "beta": 1, "e0": 0, "e1": 0}


def all_of(*parts: Node) -> Node:
    """For all parameters and samples: each part of a conjunction."""
    return intro("s1", intro("t1", node("both", *parts)))


def errors() -> Node:
    best = intro("h", intro("", defined(auto("all logits are 0"))))
    return all_of(intro("", auto("0 = 0")), intro("", best))


def average(then: Node) -> Node:
    return have(["=", ["/", ["sum", "j", "1", "1", "0"], "1"], "0"], auto("average"), then)


def infimum(*also: Node) -> Node:
    """0 is the infimum of averages that are 0, where the parameters are also ``also``."""
    near = average(auto("0 < delta"))
    member = node("both", *also, near) if also else near
    close = intro("d1", intro("", shown_by(ZERO, member)))
    below = intro("s1", intro("", auto("0 <= 0")) if also else auto("0 <= 0"))
    return node("both", below, close)


def network() -> Node:
    body = affine(1, 2), means(2), deviations(Fraction(1))
    return all_of(any_input(), *body)


def member(*parts: Node) -> Node:
    """The family contains s1 itself, which is its own vanilla network."""
    return intro("s1", shown_by(var("s1"), node("both", *parts)))


CHANGES: dict[str, tuple[Any, Callable[[], Node]]] = {
    "pre": (BEFORE, lambda: member(weights(1), biases(1), closed("h", "q")())),
    "post": (
        AFTER,
        lambda: member(
            intro("q", intro("t", auto("U = U"))),
            later_weights(1),
            intro("h", intro("q", auto("0 = 0"))),
            head(),
        ),
    ),
}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("place", CHANGES)
def test_there_is_such_a_family(place: str) -> None:
    sequent, change = CHANGES[place]
    functions = {
        name: (parameters, term.json if isinstance(term, Term) else term)
        for name, (parameters, term) in FUNCTIONS.items()
    }
    there = intro("t1", intro("", varies(1)))
    scripts: dict[int, Callable[[], Node]] = {
        0: leaky_identity,
        2: closed("h"),
        4: lambda: intro("t1", intro("", auto("floor 1 = 1"))),
        5: lambda: intro("s1", closed("h", "q")()),
        6: lambda: all_of(any_input(), affine(1, 2)),
        7: network,
        8: errors,
        9: errors,
        10: change,
        11: infimum,
        12: lambda: infimum(there),
    }
    attempt = Attempt("family", "", sequent, Witness(VALUES, functions), scripts)
    evidence = of_satisfiability(attempt)
    assert evidence.proved, evidence.reason
