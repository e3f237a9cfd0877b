"""Exact data for Corollary 1: weights 0, so that all logits are equal, whatever the parameters.

Where a tie is no error all errors and infima are 0, where it is one they are 1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Term, var
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
from proofs.fl.error_data import a_tie
from proofs.fl.prop1.data import closed
from proofs.fl.prop3b.data import (
    any_input,
    biases,
    deviations,
    head,
    later_weights,
    varies,
    weights,
)
from proofs.library.vectors import ONE, ZERO, S, shown_by
from proofs.library.witnesses import affine, leaky_identity, means, with_root
from proofs.trees.script import Json, Node, auto, have, intro, node

Scripts = dict[int, Callable[[], Node]]
_AT, _OTHER = var("l1"), var("j1")
_LINE = 3 - 2 * _AT  # (1, -1)


def _all_of(*parts: Node) -> Node:
    """For all parameters and samples: each part of a conjunction."""
    return intro("s1", intro("t1", node("both", *parts)))


def _errors(strict: bool) -> Node:
    tie = have(S.floor(ONE).equals(1), auto("floor 1"), a_tie(strict, 2))
    return intro("s1", intro("t1", tie))


def _average(value: int, then: Node) -> Node:
    term: Json = ["/", ["sum", "j", "1", "1", str(value)], "1"]
    return have(["=", term, str(value)], auto("the average"), then)


def _infimum(value: int, *also: Node) -> Node:
    """The infimum of averages that are all ``value``, where the parameters are also ``also``."""
    near = _average(value, auto("value < value + delta"))
    member = node("both", *also, near) if also else near
    close = intro("d1", intro("", shown_by(ZERO, member)))
    below = _average(value, auto("value <= value"))
    return node("both", intro("s1", intro("", below) if also else below), close)


def _labels() -> Node:
    return intro("t1", intro("", auto("floor 1 = 1")))


def _networks() -> Node:
    return _all_of(any_input(), affine(1, 2), means(2), deviations(Fraction(1)))


def _member(*parts: Node) -> Node:
    """The family contains s1 itself, which is its own vanilla network."""
    return intro("s1", shown_by(var("s1"), node("both", *parts)))


def _before() -> Node:
    return _member(weights(1), biases(1), closed("h", "q")())


def _after() -> Node:
    first = intro("q", intro("t", auto("U = U")))
    same_bias = intro("h", intro("q", auto("0 = 0")))
    return _member(first, later_weights(1), same_bias, head())


def _layered(name: str, sequent: Json, change: Callable[[], Node], strict: bool) -> Attempt:
    """One layer of two neurons, one sample, two classes; the network is its own vanilla one."""
    value = int(strict)
    terms: dict[str, tuple[tuple[str, ...], Term | int]] = {
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
    functions = {
        name: (names, term.json if isinstance(term, Term) else str(term))
        for name, (names, term) in terms.items()
    }
    scripts: Scripts = {
        0: leaky_identity,
        2: closed("h"),
        4: _labels,
        5: lambda: intro("s1", closed("h", "q")()),
        6: lambda: _all_of(any_input(), affine(1, 2)),
        7: _networks,
        8: lambda: _errors(strict),
        9: lambda: _errors(strict),
        10: change,
        11: lambda: _infimum(value),
        12: lambda: _infimum(value, intro("t1", intro("", varies(1)))),
    }
    return Attempt(
        name,
        "the hypotheses hold for one layer of two neurons with activations 1 and $-1$, one sample, "
        "and two classes of weight 0, whatever the parameters",
        sequent,
        Witness({"L": 1, "n": 1, "C": 2, "beta": 1, "e0": value, "e1": value}, functions),
        scripts,
    )


_FUNCTIONS: dict[str, tuple[tuple[str, ...], Json]] = {
    "W": (("u", "v", "s"), "0"),
    "g": (("u", "v", "s"), "1"),
    "f": (("u", "v", "s"), "1"),
    "lab": (("u",), "1"),
}


def features(strict: bool) -> tuple[Witness, Scripts]:
    """One sample, one feature 1 = 1 / max{1, 1}, two classes of weight 0."""
    value = int(strict)
    error = (("u", "v"), str(value))
    witness = Witness(
        {"d": 1, "n": 1, "C": 2, "e0": value, "e2": value, "eps": 1},
        {**_FUNCTIONS, "ea": error, "ef": error},
    )
    normalised = intro("s1", intro("t1", intro("q", intro("", auto("the features")))))
    scripts: Scripts = {
        2: _labels,
        4: lambda: normalised,
        5: lambda: _errors(strict),
        6: lambda: _errors(strict),
        7: lambda: _infimum(value),
        8: lambda: _infimum(value),
    }
    return witness, scripts


def _feature(name: str, sequent: Json, strict: bool) -> Attempt:
    witness, scripts = features(strict)
    says = "the hypotheses hold for one sample, one feature and weights 0"
    return Attempt(name, says, sequent, witness, scripts)


_NORM = Attempt(
    "fl.cor1.feature.norm.satisfiable",
    "the hypotheses hold for one sample, one feature 1 and weights 0",
    NORM,
    Witness(
        {"d": 1, "n": 1, "C": 2, "e0": 0, "e2": 0, "s9": 0},
        {**_FUNCTIONS, **dict.fromkeys(("ea", "ef"), (("u", "v"), "0")), "D": (("u",), "1")},
    ),
    {
        2: _labels,
        3: lambda: _errors(False),
        4: lambda: _errors(False),
        5: lambda: intro("h", intro("q", auto("0 = 0"))),
        7: lambda: _infimum(0),
        8: lambda: _infimum(0, auto("1 > 0")),
    },
)
SATISFIABLE = (
    _feature("fl.cor1.satisfiable", FEATURE, False),
    _layered("fl.cor1.pre.satisfiable", BEFORE, _before, False),
    _layered("fl.cor1.post.satisfiable", AFTER, _after, False),
    _NORM,
)


def _has_output() -> Node:
    """1 = sqrt(1) 1 / sqrt(1)."""
    one = Fraction(1)
    return intro("s1", intro("t1", intro("q", intro("", with_root(1, one, one)))))


def _error_or_none() -> Node:
    tie = have(S.floor(ONE).equals(1), auto("floor 1"), a_tie(True, 2))
    return _all_of(intro("", tie), intro("", auto("1 = 1")))


_OUTPUT = Attempt(
    "fl.cor1.unique.norm.satisfiable",
    "the hypotheses hold for one sample, one feature 1 and weights 0",
    UNIQUE_NORM,
    Witness(
        {"d": 1, "n": 1, "C": 2, "e0": 1, "e2": 1},
        {**_FUNCTIONS, **dict.fromkeys(("ea", "ef"), (("u", "v"), "1"))},
    ),
    {
        2: _labels,
        4: _has_output,
        5: lambda: _errors(True),
        6: _error_or_none,
        7: lambda: _infimum(1),
        8: lambda: _infimum(1),
    },
)
UNIQUE = (
    _feature("fl.cor1.unique.satisfiable", UNIQUE_FEATURE, True),
    _layered("fl.cor1.unique.pre.satisfiable", UNIQUE_BEFORE, _before, True),
    _layered("fl.cor1.unique.post.satisfiable", UNIQUE_AFTER, _after, True),
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
    {
        2: _labels,
        3: lambda: _errors(False),
        5: lambda: intro("h", intro("q", auto("0 = 0"))),
        6: lambda: _infimum(0, auto("1 > 0")),
    },
)
