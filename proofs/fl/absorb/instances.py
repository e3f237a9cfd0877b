"""Instances of fl.absorb: the user's network and slopes, and the Leaky ReLU network instead."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.absorb import absorbed, exact_values, two_slopes, values
from constructions.federated import LayeredNet
from constructions.terms import app
from constructions.vanilla import Classifier, exact_logits
from proofs.claims import Obligation, Parameter
from proofs.evidence import Evidence, of_obligation
from proofs.fl.instances import (
    EXACT,
    NETWORK,
    TERMS,
    Row,
    X,
    _compact,
    closed_evidence,
    enclosure,
    equations,
    inputs_of,
    is_large,
    layers,
    numbers,
    rationals,
    read_vector,
)
from proofs.trees.script import Json

Settings = Mapping[str, Any]


def _number(text: str) -> Fraction:
    (value,) = read_vector(text)
    return value


PARAMETERS = (
    NETWORK,
    X,
    Parameter("a", "rho(t) = a t for t >= 0", _number, "2"),
    Parameter("b", "rho(t) = b t for t < 0", _number, "1/3"),
)
INSTANCES: tuple[Mapping[str, str], ...] = (
    {"network": layers("1 0; 0 2", "-1 1; 1 1"), "x": "1, 1"},
    {"network": layers("1; -1"), "x": "-3", "a": "0", "b": "-5"},
    {"network": layers("1; -1"), "x": "-3", "a": "0", "b": "0"},
    {
        "network": layers("1 2; 3 -4; 1 1", "1 -1 2; 2 1 -1", "1 2; -1 1; 3 1", bias="1 0 -1"),
        "x": "1/2, 1/3",
        "a": "-1",
        "b": "7/2",
    },
    {"network": layers("1; 2", "1 -1; 2 1", "3 1; 1 1"), "x": "1000000", "a": "1/1000", "b": "1"},
)


def network(settings: Settings) -> Classifier:
    """The Leaky ReLU network for these settings."""
    return absorbed(settings["network"], settings["a"], settings["b"])


def row(settings: Settings, general: Obligation) -> Row:
    """Both networks at x, layer by layer in numbers; they do not differ."""
    given, a, b = settings["network"], settings["a"], settings["b"]
    made = network(settings)
    x = settings["x"]
    inputs_of(x, given)
    own, gap = (_wide if is_large(given) else _written)(given, made, x, a, b)
    inputs = {"network": _compact(given), "x": numbers(x), "a": str(a), "b": str(b)}
    return Row(
        inputs=inputs | {"slope": str(made.network.slope)},
        units=sum(made.network.widths),
        width=max(made.network.widths),
        lo=gap,
        hi=gap,
        evidence=(of_obligation(general), own),
        network=made,
    )


Found = tuple[Evidence, Fraction]


def _written(
    given: LayeredNet, made: Classifier, x: tuple[Fraction, ...], a: Fraction, b: Fraction
) -> Found:
    """Every layer's values in numbers, for the kernel, and by how much the outputs differ."""
    wanted = [rationals(p) for p in values(EXACT, given, inputs_of(x, given), a, b)]
    parts: list[Json] = []
    before = list(x)
    for layer, p in zip(given.layers, wanted, strict=True):
        terms = layer.affine(TERMS, [TERMS.const(q) for q in before])
        parts += equations([two_slopes(TERMS, t, a, b) for t in terms], p)
        before = p
    before = list(x)
    traced = made.trace(EXACT, inputs_of(x, made.network))
    for layer, values_ in zip(made.network.layers, traced, strict=True):
        found = rationals(values_.handed)
        constants = [TERMS.const(q) for q in before]
        parts += equations(layer.activation(TERMS, constants, made.network.slope), found)
        before = found
    outputs = rationals(made.evaluate(EXACT, inputs_of(x, made.network)))
    factor = made.W[0][0]
    parts += equations([TERMS.const(factor) * TERMS.const(q) for q in before], wanted[-1])
    gap = max(abs(p - q) for p, q in zip(outputs, wanted[-1], strict=True))
    return closed_evidence("both networks at $x$", parts), gap


def _wide(
    given: LayeredNet, made: Classifier, x: tuple[Fraction, ...], a: Fraction, b: Fraction
) -> Found:
    """By how much each output differs, by rational arithmetic."""
    outputs = exact_logits(made, x)[1]
    gaps = [abs(p - q) for p, q in zip(outputs, exact_values(given, x, a, b), strict=True)]
    parts = [app("gap", k).equals(TERMS.const(q)) for k, q in enumerate(gaps, 1)]
    says = f"by how much the outputs of both networks differ at $x = ({numbers(x)})$, {made.layer}"
    return enclosure(says, parts, {"gap": 1}), max(gaps)
