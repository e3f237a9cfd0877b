"""Instances of Prop. 3: the user's normalised classifier, the vanilla one, and what they predict.

A row rests on two certificates: the claim's own, for every network, and one that this classifier is
among those it is about: the weights of the vanilla one are those of the proof, its values are those
that were computed, and none of the vectors is one that cannot be normalised.  The classes with the
largest logit are also computed for both, in numbers +-sqrt(q), and compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.federated import read_json
from constructions.terms import app
from constructions.vanilla import Classifier, argmax, exact_logits, vanilla
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, of_obligation
from proofs.fl import instances
from proofs.fl.instances import (
    EXACT,
    MAX_KERNEL_WIDTH,
    RADICALS,
    TERMS,
    Row,
    Settings,
    X,
    closed_evidence,
    enclosure,
    equations,
    inputs_of,
    numbers,
    rationals,
    read_network,
    text_of,
)
from proofs.parameters import Reader
from proofs.trees.script import Json


def classifier(*weights: str, W: str, slope: str = "0", bias: str = "") -> str:
    """A classifier as compact JSON: each layer's rows as ``"1 2; 3 4"``, and those of W."""
    data = json.loads(instances.layers(*weights, slope=slope, bias=bias))
    data["W"] = [row.split() for row in W.split(";")]
    return json.dumps(data, separators=(",", ":"))


def reader(form: str) -> Reader[Classifier]:
    """Reads a classifier of this form, as JSON or in a JSON file."""

    def read(value: str) -> Classifier:
        made = Classifier.from_json(read_json(text_of(value)), form)
        if made.form != form:
            raise ValueError(f"this claim is about the form {form!r}, not {made.form!r}")
        return made

    return Reader(read, read_network.limits)


DEFAULT = classifier("1 0; 0 2", "-1 1; 1 2", W="1 0; 0 1; 1 1")


def parameters(form: str) -> tuple[Parameter, ...]:
    says = "the weights and W, as JSON or a JSON file"
    return (Parameter("network", says, reader(form), DEFAULT), X)


INSTANCES: tuple[Mapping[str, str], ...] = (
    {"network": DEFAULT, "x": "1, 1"},
    {"network": classifier("1; -1", W="1 1", slope="1/10"), "x": "-3"},
    {
        "network": classifier(
            "1 2; 3 -4; 1 1",
            "1 -1 2; 2 1 -1",
            "1 2; -1 1; 3 1",
            W="1 0 2; -1 1 1; 0 0 0; 5 -2 1",
            bias="1 0 -1",
        ),
        "x": "1/2, 1/3",
    },
    {
        "network": classifier(
            "1; 2", "1 -1; 2 1", "3 1; 1 1", "1 -2; 2 1", W="1 1; 1 1", slope="-1/3"
        ),
        "x": "1000000",
    },
    {
        "network": classifier(
            "0 0; 0 0; 0 0", "1 0 -1; 0 1 1", W="0 0; 0 0; 0 0", bias="1 2 1/1000000"
        ),
        "x": "7, -7",
    },
    {"network": classifier("1 -1; -1 1", "-1 -1; -1 -2", W="-1 2; 3 1", slope="1"), "x": "3, 1"},
)


def _compact(made: Classifier) -> str:
    """The classifier as short JSON: what is 0 is left out; of a wide one its digest."""
    if _wide(made):
        return instances.digest_of(made)
    data = made.to_json()
    del data["format"], data["form"]
    for layer in data["layers"]:
        if set(layer["b"]) == {"0"}:
            del layer["b"]
    return json.dumps(data, separators=(",", ":"))


def row(settings: Settings, general: Obligation) -> Row:
    """A classifier and its vanilla one at x: the labels on which their errors are not the same.

    ``lo`` and ``hi`` are the largest difference of the errors over all labels, 0 or 1.

    Raises:
        ValueError: x has the wrong length, or a vector cannot be normalised.
    """
    given, x = settings["network"], settings["x"]
    made = vanilla(given)
    if _wide(given):
        own, predicted = _wide_values(given, made, x)
    else:
        parts = _weights(given, made) + _values(given, made, x)
        predicted = [_predicted(net, x) for net in (given, made)]
        says = (
            f"the vanilla network's weights and values at $x = ({numbers(x)})$; each vector that "
            f"is normalised can be; predicted: {_classes(predicted[1])}"
        )
        own = closed_evidence(says, parts)
    gap = Fraction(int(predicted[0] != predicted[1]))
    return Row(
        inputs={"network": _compact(given), "x": numbers(x)},
        units=sum(made.network.widths),
        width=max(made.network.widths),
        lo=gap,
        hi=gap,
        evidence=(of_obligation(general), own),
        network=made,
    )


def _wide(made: Classifier) -> bool:
    """Whether a layer, or the number of classes, is too large for terms."""
    return max(made.n, len(made.W), *made.network.widths) > MAX_KERNEL_WIDTH


def _wide_values(
    given: Classifier, made: Classifier, x: tuple[Fraction, ...]
) -> tuple[Evidence, list[tuple[int, ...]]]:
    """The same by rational arithmetic: an entry of each vector off the centre, the classes."""
    seen, logits = exact_logits(given, x)
    predicted = [argmax(logits), argmax(exact_logits(made, x)[1])]
    parts: list[Json] = []
    for number, values in enumerate(seen, 1):
        if given.form == "FN" and number < len(seen):
            continue
        centre = Fraction(0) if given.form == "FN" else sum(values, Fraction(0)) / len(values)
        place = next((k for k, a in enumerate(values, 1) if a != centre), None)
        if place is None:
            kind = "0" if given.form == "FN" else "constant"
            raise ValueError(f"layer {number} is {kind} at this x and cannot be normalised")
        parts.append(app("z", number, place).differs(TERMS.const(centre)))
    says = (
        f"the vectors $z$ that are normalised, up to positive factors, at $x = ({numbers(x)})$, "
        f"{made.layer}: of each the first entry that is not $0$, or not the mean; predicted by the "
        f"given network: {_classes(predicted[0])}, by the vanilla one: {_classes(predicted[1])}"
    )
    return enclosure(says, parts, {"z": 2}), predicted


def _classes(found: tuple[int, ...]) -> str:
    return ("class " if len(found) == 1 else "classes ") + ", ".join(map(str, found))


def _predicted(made: Classifier, x: tuple[Fraction, ...]) -> tuple[int, ...]:
    logits = made.evaluate(RADICALS, inputs_of(x, made, RADICALS))
    return argmax(logits, lambda a: a.square)


def _minus_mean(row: list[Any]) -> list[Any]:
    """The row minus its mean, as terms."""
    total = row[0]
    for entry in row[1:]:
        total = total + entry
    return [entry - total / TERMS.const(len(row)) for entry in row]


def _projected(old: list[Fraction], new: list[Fraction]) -> list[Json]:
    """new = P old, in numbers."""
    return equations(_minus_mean([TERMS.const(q) for q in old]), new)


def _weights(given: Classifier, made: Classifier) -> list[Json]:
    """The new weights are products with P."""
    parts: list[Json] = []
    for number, (old, new) in enumerate(
        zip(given.network.layers, made.network.layers, strict=True)
    ):
        if given.form == "pre":
            columns = zip(zip(*old.U, strict=True), zip(*new.U, strict=True), strict=True)
            for one, other in columns:
                parts += _projected(list(one), list(other))
            parts += _projected(list(old.b), list(new.b))
        elif given.form == "post" and number:
            for one, other in zip(old.U, new.U, strict=True):
                parts += _projected(list(one), list(other))
    if given.form == "post":
        for one, other in zip(given.W, made.W, strict=True):
            parts += _projected(list(one), list(other))
    return parts


def _values(given: Classifier, made: Classifier, x: tuple[Fraction, ...]) -> list[Json]:
    """The vanilla layers in numbers; of each vector to be normalised an entry off the centre."""
    parts: list[Json] = []
    before = list(x)
    traced = made.trace(EXACT, inputs_of(x, made))
    last = len(traced)
    layers = zip(given.network.layers, made.network.layers, traced, strict=True)
    for number, (old, new, values) in enumerate(layers, 1):
        handed = rationals(values.handed)
        terms = [TERMS.const(q) for q in before]
        parts += equations(new.activation(TERMS, terms, made.network.slope), handed)
        if given.form == "pre":  # z_i is a positive multiple of U_i v_{i-1} + b_i
            seen = rationals(old.affine(EXACT, [EXACT.const(q) for q in before]))
            parts += equations(old.affine(TERMS, terms), seen)
        else:
            seen = handed
        if given.form != "FN" or number == last:
            parts.append(_apart(seen, given.form == "FN", number))
        before = handed
    return parts


def _apart(values: list[Fraction], scaled: bool, number: int) -> Json:
    """Some entry is not 0 (FN), or not the mean."""
    centre = Fraction(0) if scaled else sum(values, Fraction(0)) / len(values)
    found = [a for a in values if a != centre]
    if not found:
        kind = "0" if scaled else "constant"
        raise ValueError(f"layer {number} is {kind} at this x and cannot be normalised")
    return TERMS.const(found[0]).differs(TERMS.const(centre))
