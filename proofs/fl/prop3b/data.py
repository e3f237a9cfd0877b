"""Exact data for Prop. 3.B: two neurons in each layer, two classes, rho(t) = t."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.fl.error_data import a_tie, an_error, largest, no_error
from proofs.fl.prop1.data import closed
from proofs.library.vectors import ONE, S, shown_by, summands
from proofs.library.witnesses import (
    AT,
    LAYER,
    affine,
    defined,
    each_layer,
    leaky_identity,
    means,
    width_known,
    with_root,
)
from proofs.library.witnesses import data as network_data
from proofs.trees.script import Node, auto, have, intro, node

Scripts = dict[int, Callable[[], Node]]
OTHER = var("s")
LINE, OTHER_LINE = 3 - 2 * AT, 3 - 2 * OTHER  #: (1, -1)
AVERAGE = LINE * OTHER_LINE / 2  #: maps (1, -1) to itself and (1, 1) to 0
ONES: dict[str, Term | int] = {
    "rho": LAYER,
    "w": 2,
    "x": 3 - 2 * LAYER,
    "U": AVERAGE,
    "b": 0,
    "z": LINE,
    "a": LINE,
    "muz": 0,
}  #: one layer, or more: everything is (1, -1)
VALUES = {"L": 1, "beta": 1, "C": 2, "y": 1, "ev": 0, "en": 0, "uv": 0, "un": 0}
#: the normalised network errs, and the vanilla one does not
ERRING = {**VALUES, "en": 1, "un": 1}
#: logits 1 and -1 for features (1, -1)
CLASSES: Term = (3 - 2 * LAYER) * (3 - 2 * AT) / 2


def data(
    values: Mapping[str, object],
    terms: Mapping[str, Term | int],
    more: Mapping[str, tuple[tuple[str, ...], Term | int]],
) -> Witness:
    """A witness with functions of networks, and others with their arguments."""
    plain = network_data(values, terms)
    extra = {
        name: (arguments, term.json if isinstance(term, Term) else str(term))
        for name, (arguments, term) in more.items()
    }
    return Witness(plain.values, {**plain.functions, **extra})


MATRIX, LAYERED, HEADS = ("u", "v", "s"), ("u", "v"), ("u", "v")


def any_input() -> Node:
    """For a goal about the input, for every coordinate."""
    return intro("q", auto("the input"))


def weights(layers: int) -> Node:
    """U'_i = ... for each layer: the mean over two rows or columns is written out."""
    body = width_known(2, summands(2, defined(auto("minus the mean"))))
    return each_layer(*[body] * layers, names="hqt")


def later_weights(layers: int) -> Node:
    """The same from the second layer on; of one layer there is none."""
    if layers == 1:
        proof = intro("", have(ONE < 0, auto("2 <= h <= 1"), defined(auto("anything"))))
    else:
        body = width_known(2, summands(2, defined(auto("minus the mean"))))
        several = [body] * (layers - 1)
        proof = intro("", node("finite", *several, on="h", **{"from": 2, "to": layers}))
    return intro("h", intro("q", intro("t", proof)))


def biases(layers: int) -> Node:
    """b'_i = ... for each layer."""
    body = width_known(2, summands(2, defined(auto("minus the mean"))))
    return each_layer(*[body] * layers, names="hq")


def head() -> Node:
    """w'_c = P w_c."""
    body = width_known(2, summands(2, defined(auto("minus the mean"))))
    return intro("h", intro("q", intro("", body)))


def deviations(*values: Fraction) -> Node:
    """Layer after layer, the deviation has this value."""
    return each_layer(*(with_root(2, v * v, v) for v in values), names="hq")


def varies(layers: int) -> Node:
    return each_layer(*[shown_by(ONE, auto("not the mean"))] * layers)


def common(layers: int, *values: Fraction) -> Scripts:
    """Scripts for the hypotheses of both parts that are about the normalised network."""
    return {
        0: leaky_identity,
        2: closed("h"),
        3: closed("h", "q"),
        4: any_input,
        5: lambda: affine(layers, 2),
        6: lambda: means(2),
        7: lambda: deviations(*values),
        8: lambda: varies(layers),
    }


def error_scripts(first: int, errs: bool = False, tied: bool = False) -> Scripts:
    """The four errors: of the vanilla and the normalised network, ties being no errors or errors.

    With ``errs`` the normalised network prefers class 2; with ``tied`` the vanilla one has equal
    logits; else both are right.
    """

    def script(number: int) -> Node:
        strict = number > 1
        if number % 2:
            return an_error(strict, 2) if errs else no_error(strict, 1, 2)
        return a_tie(True, 2, 2) if tied and strict else no_error(strict, 1, 2)

    return {first + n: partial(script, n) for n in range(4)}


def one_errs(wrong: int = 2) -> Node:
    """Proof that the first classifier is right and the second is not, which prefers ``wrong``."""
    other = shown_by(S.const(wrong), auto("softmax"))
    return node("both", largest(2), other)
