"""Exact data for Prop. 3.B: two neurons in each layer, two classes, rho(t) = t."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from constructions.terms import Term, implies, var
from proofs.claims import Witness
from proofs.fl.errors import MONOTONE, monotone
from proofs.fl.prop1_data import closed
from proofs.fl.vectors import ONE, S, fact, shown_by, summands, unfolded
from proofs.fl.witnesses import (
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
from proofs.fl.witnesses import data as network_data
from proofs.kernel.context import Context
from proofs.methods.script import Node, auto, have, intro, look, node, unread

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
VALUES = {"L": 1, "beta": 1, "C": 2, "y": 1}
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


def one_errs(wrong: int = 2) -> Node:
    """Proof that the first classifier is right and the second is not, which prefers ``wrong``."""
    other = shown_by(S.const(wrong), auto("softmax"))
    return node("both", monotone(intro("h", intro("", look(_no_larger)))), other)


def _no_larger(context: Context) -> Node:
    """Proof of exp(a) / P <= exp(b) / P for class h, from a <= b for each of two classes."""
    _, (_, (_, one), partition), (_, (_, other), _) = unread(context.goal)
    inverse = 1 / Term(partition)
    exps = Term(["exp", one]) <= Term(["exp", other])
    values = [unfolded(one, 2, unfolded(other, 2, auto("the logits")))] * 2
    order = node("finite", *values, on="h", **{"from": 1, "to": 2})
    quotients = have(inverse > 0, auto("partition > 0"), auto("the quotients"))
    below = Term(one) <= Term(other)
    used = fact(implies(below, exps), [], quotients, auto("the logits"))
    known = fact(MONOTONE, [Term(one), Term(other)], used)
    return width_known(2, have(below, order, known))
