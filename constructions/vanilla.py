"""Classifiers with normalised features, and the vanilla ones with the same errors.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*,
Eq. 19-29.  A classifier has layers (U_i, b_i), a slope of its activation rho, and class embeddings
w_1, ..., w_C.  It predicts the classes of the largest logit w_c^T g, where g = a_L and

    vanilla:  a_i = rho(U_i a_{i-1} + b_i)
    FN:       the same, and g = n(a_L), Eq. 19 (by Prop. 1 as if n stood in each layer)
    pre:      a_i = rho(n_MV(U_i a_{i-1} + b_i))
    post:     a_i = n_MV(rho(U_i a_{i-1} + b_i))

:func:`vanilla` gives the weights of Prop. 3.A and 3.B: rational, since P = I - (1/d) 1 1^T is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from constructions.displayed import Evaluated
from constructions.federated import (
    MAX_WIDTH,
    STEPS,
    Layer,
    LayeredNet,
    Matrix,
    Vector,
    dot,
    leaky,
    product,
    read_numbers,
    rho,
)

FORMAT = "netproof-classifier/1"
#: form -> the step before the activation, and the one after it
FORMS = {
    "vanilla": ("none", "none"),
    "FN": ("none", "n"),
    "pre": ("nMV", "none"),
    "post": ("none", "nMV"),
}


@dataclass(frozen=True)
class Traced:
    """What a layer computes: U a + b, what is normalised, and what is handed on."""

    affine: list[Any]
    normalised: list[Any]
    handed: list[Any]


@dataclass(frozen=True, repr=False)
class Classifier(Evaluated):
    """Features of a network, and W: C rows w_c of length d_L."""

    network: LayeredNet
    W: Matrix
    form: str

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise ValueError(f"the form is one of {', '.join(FORMS)}, not {self.form[:40]!r}")
        if not self.W:
            raise ValueError("a classifier needs at least one class")
        features = self.network.widths[-1]
        if any(len(row) != features for row in self.W):
            raise ValueError(f"the rows of W must have {features} entries, as the last layer has")
        if len(self.W) > MAX_WIDTH:
            raise ValueError(f"a classifier has at most {MAX_WIDTH} classes")
        if any(layer.step != "none" for layer in self.network.layers):
            raise ValueError("the form says how layers are normalised; they have no steps")
        number = self.network.biased()
        if self.form in ("pre", "post") and number is not None:
            raise ValueError(f"Assumption 1: layer {number} has a bias that is not 0")

    @property
    def n(self) -> int:
        """The number of inputs."""
        return self.network.n

    @property
    def layer(self) -> str:
        """Its form and widths, in words."""
        widths = ", ".join(map(str, self.network.widths))
        return f"{self.form} classifier, layers of {widths} neurons, {len(self.W)} classes"

    def trace(self, system: Any, x: Vector) -> list[Traced]:
        """What each layer computes.

        Raises:
            ZeroDivisionError: a vector that cannot be normalised.
        """
        if len(x) != self.n:
            raise ValueError(f"the network takes {self.n} inputs, got {len(x)}")
        before, after = (STEPS[step] for step in FORMS[self.form])
        slope = system.const(self.network.slope)
        values: list[Traced] = []
        v: list[Any] = list(x)
        for layer in self.network.layers:
            affine = layer.affine(system, v)
            active = [leaky(system, t, slope) for t in before(system, affine)]
            last = len(values) + 1 == len(self.network.layers)
            v = after(system, active) if last or self.form != "FN" else active
            values.append(Traced(affine, affine if self.form == "pre" else active, v))
        return values

    def evaluate(self, system: Any, x: Vector) -> list[Any]:
        """The logits W g_theta(x)."""
        return product(system, self.W, self.trace(system, x)[-1].handed)

    def cost(self) -> dict[str, Any]:
        """The network's, with the weights of the classes."""
        cost = self.network.cost()
        weights = [w for row in self.W for w in row]
        largest = max(Fraction(cost["largest_weight"]), *(abs(w) for w in weights))
        return {
            **cost,
            "parameters": cost["parameters"] + len(weights),
            "nonzero": cost["nonzero"] + sum(1 for w in weights if w),
            "largest_weight": str(largest),
        }

    def to_json(self) -> dict[str, Any]:
        """The classifier as JSON data, all numbers exact."""
        data = self.network.to_json()
        for layer in data["layers"]:
            del layer["step"]
        rows = [[str(w) for w in row] for row in self.W]
        return {**data, "format": FORMAT, "form": self.form, "W": rows}

    @classmethod
    def from_json(cls, data: Any, form: str = "vanilla") -> Classifier:
        """Inverse of :meth:`to_json`; ``form`` is used where none is given.

        Raises:
            ValueError: anything else, in one clear line.
        """
        try:
            if data.get("format", FORMAT) != FORMAT:
                raise ValueError(f"the format is {FORMAT!r}")
            network = LayeredNet.from_json({k: v for k, v in data.items() if k != "format"})
            W = tuple(read_numbers(row) for row in data["W"])
            return cls(network, W, str(data.get("form", form)))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a classifier file: {error!r}"[:120]) from None

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"


def argmax(logits: Sequence[Any], key: Any = None) -> tuple[int, ...]:
    """The classes 1, ..., C of the largest logit: all of them where there is a tie."""
    values = [key(a) for a in logits] if key else list(logits)
    best = max(values)
    return tuple(c for c, value in enumerate(values, 1) if value == best)


def exact_logits(
    classifier: Classifier, x: Sequence[Fraction]
) -> tuple[list[list[Fraction]], list[Fraction]]:
    """What each layer normalises, and the logits, all up to positive factors, in fractions.

    The deviation of a vector is a positive factor of it, and rho is positively homogeneous, so
    that the places of the largest logits, and of entries that are not the mean, are those of
    :meth:`Classifier.evaluate`.  The time is linear in the number of weights.

    Raises:
        ValueError: x has the wrong length.
    """
    if len(x) != classifier.n:
        raise ValueError(f"the network takes {classifier.n} inputs, x has {len(x)}")
    seen: list[list[Fraction]] = []
    v, slope = list(x), classifier.network.slope
    for layer in classifier.network.layers:
        affine = [dot(row, v) + b for row, b in zip(layer.U, layer.b, strict=True)]
        if classifier.form == "pre":
            seen.append(affine)
            v = [rho(t, slope) for t in projected(affine)]
            continue
        active = [rho(t, slope) for t in affine]
        seen.append(active)
        v = list(projected(active)) if classifier.form == "post" else active
    return seen, [dot(row, v) for row in classifier.W]


def projected(row: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """P row, with P = I - (1/d) 1 1^T: the row minus its mean."""
    bottom = lcm(*(w.denominator for w in row))  # sums of fractions would take many divisors
    tops = [w.numerator * (bottom // w.denominator) for w in row]
    total, n = sum(tops), len(tops)
    return tuple(Fraction(n * top - total, n * bottom) for top in tops)


def _left(layer: Layer) -> Layer:
    """(P U, P b), Eq. 24."""
    columns = [projected(column) for column in zip(*layer.U, strict=True)]
    return replace(layer, U=tuple(zip(*columns, strict=True)), b=projected(layer.b))


def _right(layer: Layer) -> Layer:
    """U P, after Eq. 27."""
    return replace(layer, U=tuple(projected(row) for row in layer.U))


def vanilla(classifier: Classifier) -> Classifier:
    """The vanilla classifier with the same errors, wherever the other is defined.

    FN (Prop. 3.A): the same weights.  pre: U'_i = P_i U_i, b'_i = P_i b_i and the same W
    (Eq. 24).  post: U'_1 = U_1, U'_i = U_i P_{i-1} and w'_c = P_L w_c (Eq. 27-29).
    """
    first, *rest = classifier.network.layers
    layers, W = (first, *rest), classifier.W
    if classifier.form == "pre":
        layers = (_left(first), *(_left(layer) for layer in rest))
    elif classifier.form == "post":
        layers = (first, *(_right(layer) for layer in rest))
        W = tuple(projected(row) for row in W)
    return Classifier(replace(classifier.network, layers=layers), W, "vanilla")
