"""Exact data for Corollary 1: weights 0, so that all logits are equal, whatever the parameters.

Where a tie is no error all errors and infima are 0, where it is one they are 1.
"""

from __future__ import annotations

from constructions.terms import var
from proofs.claims import Attempt, Witness
from proofs.fl.cor1.statement import (
    AFTER,
    ALL_ZERO,
    BEFORE,
    FEATURE,
    NORM,
    UNIQUE_AFTER,
    UNIQUE_BEFORE,
    UNIQUE_FEATURE,
    UNIQUE_NORM,
)
from proofs.fl.prop1.data import Value, data
from proofs.trees.script import Json

_AT, _OTHER = var("l1"), var("j1")
_LINE = 3 - 2 * _AT  # (1, -1)


def _layered(name: str, sequent: Json, strict: bool) -> Attempt:
    """One layer of two neurons, one sample, two classes; the network is its own vanilla one."""
    value = int(strict)
    terms: dict[str, tuple[tuple[str, ...], Value]] = {
        "rho": (("u",), var("u")),
        "w": (("u",), 2),
        "x": (("t1", "l1"), _LINE),
        "lab": (("t1",), 1),
        "U": (("s1", "i1", "l1", "j1"), _LINE * (3 - 2 * _OTHER) / 2),
        "b": (("s1", "i1", "l1"), 0),
        "W": (("s1", "i1", "l1"), 0),
        "v": (("s1", "t1", "i1", "l1"), _LINE),
        "z": (("s1", "t1", "i1", "l1"), _LINE),
        "a": (("s1", "t1", "i1", "l1"), _LINE),
        "muz": (("s1", "t1", "i1"), 0),
        "ea": (("s1", "t1"), value),
        "eb": (("s1", "t1"), value),
    }
    return Attempt(
        name,
        "the hypotheses hold for one layer of two neurons with activations 1 and $-1$, one sample, "
        "and two classes of weight 0, whatever the parameters",
        sequent,
        data({"L": 1, "n": 1, "C": 2, "beta": 1, "e0": value, "e1": value}, {}, terms),
    )


_FUNCTIONS: dict[str, tuple[tuple[str, ...], Json]] = {
    "W": (("u", "v", "s"), "0"),
    "g": (("u", "v", "s"), "1"),
    "f": (("u", "v", "s"), "1"),
    "lab": (("u",), "1"),
}


def features(strict: bool) -> Witness:
    """One sample, one feature 1 = 1 / max{1, 1}, two classes of weight 0."""
    value = int(strict)
    error = (("u", "v"), str(value))
    return Witness(
        {"d": 1, "n": 1, "C": 2, "e0": value, "e2": value, "eps": 1},
        {**_FUNCTIONS, "ea": error, "ef": error},
    )


def _feature(name: str, sequent: Json, strict: bool) -> Attempt:
    says = "the hypotheses hold for one sample, one feature and weights 0"
    return Attempt(name, says, sequent, features(strict))


_NORM = Attempt(
    "fl.cor1.feature.norm.satisfiable",
    "the hypotheses hold for one sample, one feature 1 and weights 0",
    NORM,
    Witness(
        {"d": 1, "n": 1, "C": 2, "e0": 0, "e2": 0, "s9": 0},
        {**_FUNCTIONS, **dict.fromkeys(("ea", "ef"), (("u", "v"), "0")), "D": (("u",), "1")},
    ),
)
SATISFIABLE = (
    _feature("fl.cor1.satisfiable", FEATURE, False),
    _layered("fl.cor1.pre.satisfiable", BEFORE, False),
    _layered("fl.cor1.post.satisfiable", AFTER, False),
    _NORM,
)


_OUTPUT = Attempt(
    "fl.cor1.unique.norm.satisfiable",
    "the hypotheses hold for one sample, one feature 1 and weights 0",
    UNIQUE_NORM,
    Witness(
        {"d": 1, "n": 1, "C": 2, "e0": 1, "e2": 1},
        {**_FUNCTIONS, **dict.fromkeys(("ea", "ef"), (("u", "v"), "1"))},
    ),
)
UNIQUE = (
    _feature("fl.cor1.unique.satisfiable", UNIQUE_FEATURE, True),
    _layered("fl.cor1.unique.pre.satisfiable", UNIQUE_BEFORE, True),
    _layered("fl.cor1.unique.post.satisfiable", UNIQUE_AFTER, True),
    _OUTPUT,
)
ZERO_WEIGHTS = Attempt(
    "fl.cor1.sharpened.satisfiable",
    "the hypotheses hold for one sample, one feature and weights 0",
    ALL_ZERO,
    Witness(
        {"d": 1, "n": 1, "C": 2, "e0": 0, "s9": 0},
        {
            **{name: _FUNCTIONS[name] for name in ("W", "g", "lab")},
            "ea": (("u", "v"), "0"),
            "D": (("u",), "1"),
        },
    ),
)
