"""Classifiers and their one-class loss, and a classifier whose loss is as small as one likes.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*, Eq. 2,
Section 4.3 and Appendix B.2.  On samples x_1, ..., x_m that all have the label k, the classifier
with features g and class embeddings w_1, ..., w_C has the loss

    f_k = (1/m) sum_i log sum_c exp((w_c - w_k)^T g(x_i)).

:func:`constant_features` is the network of B.2, :func:`one_class` gives it (or any network whose
features on the samples lie in one open half space) embeddings with f_k <= delta.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from constructions.exact import ExactSystem
from constructions.federated import Layer, LayeredNet, Matrix, Vector, leaky, product
from constructions.systems import add_all
from constructions.vanilla import Classifier

#: a rational below e, so that BELOW_E ** u >= v gives exp(u) >= v
BELOW_E = Fraction(2718, 1000)


def margins(system: Any, W: Matrix, g: Vector, label: int) -> list[Any]:
    """(w_c - w_label)^T g for every class; classes count from 1."""
    scores = product(system, W, g)
    return [score - scores[label - 1] for score in scores]


def loss_at(system: Any, W: Matrix, g: Vector, label: int) -> Any:
    """log sum_c exp((w_c - w_label)^T g): the loss on a sample with these features."""
    return system.log(add_all([system.exp(gap) for gap in margins(system, W, g, label)]))


def one_class_loss(
    system: Any, classifier: Classifier, samples: Sequence[Vector], label: int
) -> Any:
    """f_k, the mean loss on samples that all have this label."""
    features = [classifier.trace(system, x)[-1].handed for x in samples]
    values = [loss_at(system, classifier.W, g, label) for g in features]
    return add_all(values) / system.const(len(values))


def constant_features(
    inputs: int, widths: Sequence[int], x0: Fraction = Fraction(1), slope: Fraction = Fraction(0)
) -> LayeredNet:
    """The network of B.2, whose hidden values are all rho(x0), whatever its input is.

    U_1 = 0, b_1 = x0 1 and U_j = x0 / (rho(x0) d_{j-1}) 1 1^T, b_j = 0 for j >= 2, with
    rho = (Leaky) ReLU of this slope.

    Raises:
        ValueError: no layer or input, or rho(x0) = 0.
    """
    if not widths or min(widths) < 1 or inputs < 1:
        raise ValueError("a network needs an input, a layer, and a neuron in every layer")
    value = leaky(ExactSystem(), ExactSystem().const(x0), ExactSystem().const(slope)).rational()
    if not value:
        raise ValueError(f"rho({x0}) = 0; the construction needs an x0 where rho is not 0")
    none = (Fraction(0),)
    layers = [Layer((none * inputs,) * widths[0], (x0,) * widths[0], "none")]
    for before, after in pairwise(widths):
        layers.append(Layer(((x0 / (value * before),) * before,) * after, none * after, "none"))
    return LayeredNet(tuple(layers), slope)


def margin_for(classes: int, delta: Fraction) -> int:
    """The least whole u with 2.718^u >= (C - 1)/delta; then log(1 + (C - 1) exp(-u)) <= delta."""
    if delta <= 0:
        raise ValueError("delta must be positive")
    u = 0
    while BELOW_E**u * delta < classes - 1:
        u += 1
    return max(u, 1)


def one_class(
    features: LayeredNet, samples: Sequence[Sequence[Fraction]], classes: int, label: int,
    delta: Fraction, t: Fraction | None = None,
) -> Classifier:  # fmt: skip
    """Embeddings w_k = t v and w_c = -t v (c != k) with f_k <= delta on the samples.

    v is the mean of the samples' features (in B.2: rho(x0) 1).  Where t is not given it is
    u / (2 min_i v^T g(x_i)) with u from :func:`margin_for`, so that every margin is at least u;
    with a t that is given f_k may be above delta.

    Raises:
        ValueError: a label that is no class, no sample, or v^T g(x_i) <= 0 for some sample.
    """
    if not 1 <= label <= classes:
        raise ValueError(f"the label is one of 1 to {classes}")
    if not samples:
        raise ValueError("at least one sample is needed")
    exact = ExactSystem()
    values = []
    for x in samples:
        g = features.evaluate(exact, [exact.const(a) for a in x])
        values.append([a.rational() for a in g])
    count = len(values)
    v = [sum(entries, Fraction(0)) / count for entries in zip(*values, strict=True)]
    least = min(sum(a * b for a, b in zip(v, g, strict=True)) for g in values)
    if least <= 0:
        raise ValueError(
            "the samples' features do not all lie on the same side as their mean, "
            "so w_k = t v, w_c = -t v does not fit them"
        )
    if t is None:
        t = Fraction(margin_for(classes, delta)) / (2 * least)
    own, other = tuple(t * a for a in v), tuple(-t * a for a in v)
    W = tuple(own if c == label else other for c in range(1, classes + 1))
    return Classifier(features, W, "vanilla")
