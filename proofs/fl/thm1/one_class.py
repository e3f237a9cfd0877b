"""Instances of fl.thm1: a classifier whose one-class loss is at most delta, and its norms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from constructions.federated import LayeredNet, exact_trace
from constructions.one_class import constant_features, loss_at, one_class, one_class_loss
from constructions.systems import add_all
from constructions.terms import Term, app
from constructions.vanilla import Classifier
from proofs.claims import Obligation, Parameter
from proofs.evidence import HOLDS, Evidence, of_obligation
from proofs.fl.instances import (
    EXACT,
    MAX_KERNEL_WIDTH,
    TERMS,
    Row,
    closed_evidence,
    digest_of,
    enclosure,
    equations,
    inputs_of,
    layers,
    numbers,
    rationals,
    read_network,
    read_vector,
)
from proofs.parameters import Reader, exact_number, positive_of, whole
from proofs.trees.script import Json

Settings = Mapping[str, Any]
MAX_NUMBERS = 2_000  # of a certificate; above, balls
MAX_SIZE = 4_096  # classes, neurons of a layer
MAX_LAYERS = 8
BITS = 64


def _widths(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not 1 <= len(parts) <= MAX_LAYERS:
        raise ValueError(f"a network has 1 to {MAX_LAYERS} layers")
    return tuple(WIDTH(part) for part in parts)


WIDTH = whole("a width", 1, MAX_SIZE)
WIDTHS = Reader(_widths, f"1 to {MAX_LAYERS} of them with commas, each {WIDTH.limits}")


def _samples(text: str) -> tuple[tuple[Fraction, ...], ...]:
    found = tuple(read_vector(part) for part in text.split(";"))
    if any(len(x) != len(found[0]) for x in found):
        raise ValueError("the samples differ in length")
    return found


PARAMETERS = (
    Parameter("classes", "the number of classes C", whole("classes", 1, MAX_SIZE), "2"),
    Parameter("label", "the client's class k", whole("label", 1, MAX_SIZE), "1"),
    Parameter("delta", "the loss to get below", positive_of("delta"), "1/10"),
    Parameter("x", "the samples: numbers with commas, samples with semicolons", _samples, "0"),
    Parameter("widths", "the widths d_1, ..., d_L of the network of B.2", WIDTHS, "1"),
    Parameter("x0", "a number with rho(x0) != 0", exact_number, "1"),
    Parameter("slope", "the slope of (Leaky) ReLU", exact_number, "0"),
    Parameter(
        "t", "the scale of the embeddings w_k = t v, w_c = -t v (chosen)", positive_of("t"), None
    ),
    Parameter(
        "network", "other features than those of B.2, as JSON or a JSON file", read_network, None
    ),
)
INSTANCES: tuple[Mapping[str, str], ...] = (
    {"classes": "2", "delta": "1/10"},
    {"classes": "1", "delta": "1/1000000", "x": "3, -4", "widths": "2"},
    {"classes": "10", "label": "10", "delta": "1/1000", "x": "1; 2; -3", "widths": "3, 1, 4"},
    {"classes": "3", "label": "2", "delta": "2", "x": "0, 0", "widths": "4", "x0": "1/1000"},
    {"classes": "5", "x0": "-2", "slope": "1/10", "widths": "2, 2", "delta": "1/1000000000"},
    {
        "classes": "4",
        "label": "3",
        "delta": "1/50",
        "x": "1, 0; 0, 1; 2, 3",
        "network": layers("1 2; 3 -4; 1 1", "1 1 2; 2 1 1"),
    },
)


def classifier(settings: Settings) -> Classifier:
    """The classifier of B.2 for these settings.

    Raises:
        ValueError: a label that is no class, samples that do not fit the network, rho(x0) = 0, or
            features that no class embedding of this form can serve.
    """
    features: LayeredNet | None = settings["network"]
    samples = settings["x"]
    if features is None:
        widths, x0, slope = settings["widths"], settings["x0"], settings["slope"]
        features = constant_features(len(samples[0]), widths, x0, slope)
    elif any(layer.step != "none" for layer in features.layers):
        raise ValueError("Theorem 1 is of networks without normalisation")
    if features.n != len(samples[0]):
        raise ValueError(f"the network takes {features.n} inputs, a sample has {len(samples[0])}")
    return one_class(
        features,
        samples,
        settings["classes"],
        settings["label"],
        settings["delta"],
        settings["t"],
    )


def loss_row(settings: Settings, general: Obligation) -> Row:
    """The loss of the classifier, enclosed; that it is at most delta; and the norms that forces.

    With a t of the user's the loss may be above delta: then that is what is shown.
    """
    made, samples, delta = classifier(settings), settings["x"], settings["delta"]
    if _large(made, samples):
        own, lo, hi = _by_balls(made, samples, settings)
    else:
        own, lo, hi = _by_kernel(made, samples, settings)
        if own.outcome != HOLDS:  # beyond the kernel's exp
            own, lo, hi = _by_balls(made, samples, settings)
    return Row(
        inputs={name: text for name, text in _texts(settings).items() if text},
        units=sum(made.network.widths),
        width=max(made.network.widths),
        lo=lo,
        hi=hi,
        evidence=(of_obligation(general), own),
        network=made,
        bound=delta,
    )


Samples = tuple[tuple[Fraction, ...], ...]
Found = tuple[Evidence, Fraction, Fraction]


def _large(made: Classifier, samples: Samples) -> bool:
    """Whether the values, or the weights, are too many for a certificate."""
    sizes = (made.n, len(made.W), *made.network.widths)
    values = len(samples) * (sum(made.network.widths) + 2)
    return max(sizes) > MAX_KERNEL_WIDTH or max(values, made.cost()["parameters"]) > MAX_NUMBERS


def _by_balls(made: Classifier, samples: Samples, settings: Settings) -> Found:
    """The features in fractions, the loss from them in balls."""
    from constructions.interop.flint import BallSystem, to_fraction_bounds

    label, delta = settings["label"], settings["delta"]
    system = BallSystem(256)
    with system.working():
        total = system.const(0)
        for x in samples:
            *_, (_, g) = exact_trace(made.network, x)
            total = total + loss_at(system, made.W, [system.const(a) for a in g], label)
        lo, hi = to_fraction_bounds(total / len(samples), BITS)
    loss = app("f", label)
    below = hi <= delta
    parts = [loss <= TERMS.const(hi), loss >= TERMS.const(lo)]
    says = (
        f"$f_k$ on the samples, of {made.layer}: the features in fractions, the loss in balls; "
        f"it is {'at most' if below else 'not shown to be at most'} ${_typst(delta)}$"
    )
    return enclosure(says, parts, {"f": 1}, "ball arithmetic"), lo, hi


def _by_kernel(made: Classifier, samples: Samples, settings: Settings) -> Found:
    """Values, loss and the norms it forces, in a certificate."""
    label, delta = settings["label"], settings["delta"]
    parts: list[Json] = []
    features = [_layers_hold(made.network, x, parts) for x in samples]
    losses = [loss_at(TERMS, made.W, _constants(g), label) for g in features]
    loss = add_all(losses) / len(losses)
    lo, hi = _enclosed(made, samples, label)
    below = lo <= delta
    if below:
        parts.append(loss <= TERMS.const(delta))
        parts += _norms_forced(made, features, settings)
    else:
        parts.append(loss > TERMS.const(delta))
    says = (
        f"the features on the samples; $f_k <= {_typst(delta)}$; and "
        "$e^(-norm(bold(w)_k - bold(w)_c) norm(bold(g)(bold(x)_i))) <= e^(m delta) - 1$ for every "
        "class and sample"
    )
    if not below:
        says = f"the features on the samples; $f_k > {_typst(delta)}$ for this $t$"
    return closed_evidence(says, parts), lo, hi


def _typst(q: Fraction) -> str:
    return str(q).replace("/", "\\/")


def _constants(values: list[Fraction]) -> list[Term]:
    return [TERMS.const(q) for q in values]


def _layers_hold(network: LayeredNet, x: tuple[Fraction, ...], parts: list[Json]) -> list[Fraction]:
    """Add every layer's values, in numbers, to ``parts``; the features."""
    before = list(x)
    for layer, (y, _) in zip(
        network.layers, network.trace(EXACT, inputs_of(x, network)), strict=True
    ):
        values = rationals(y)
        parts += equations(layer.activation(TERMS, _constants(before), network.slope), values)
        before = values
    return before


def _norms_forced(
    made: Classifier, features: list[list[Fraction]], settings: Settings
) -> list[Json]:
    """exp(-||w_k - w_c|| ||g(x_i)||) <= e^(m delta) - 1; all other classes are alike.

    That is log(1/(e^(m delta) - 1)) <= ||w_k - w_c|| ||g(x_i)||, without a logarithm of what may
    be too large for the kernel.
    """
    label, total = settings["label"], len(features) * settings["delta"]
    others = [row for number, row in enumerate(made.W, 1) if number != label]
    if not others:
        return []
    excess = TERMS.exp(TERMS.const(total)) - 1
    own = made.W[label - 1]
    apart = sum(((a - b) ** 2 for a, b in zip(own, others[0], strict=True)), Fraction(0))
    lengths = [sum((a * a for a in g), Fraction(0)) for g in features]
    root = TERMS.sqrt(TERMS.const(apart))
    return [TERMS.exp(-(root * TERMS.sqrt(TERMS.const(q)))) <= excess for q in lengths]


def _enclosed(
    made: Classifier, samples: tuple[tuple[Fraction, ...], ...], label: int
) -> tuple[Fraction, Fraction]:
    """Rational bounds of the loss, by balls."""
    from constructions.interop.flint import BallSystem, to_fraction_bounds

    system = BallSystem(256)
    with system.working():
        balls = [[system.const(a) for a in x] for x in samples]
        return to_fraction_bounds(one_class_loss(system, made, balls, label), BITS)


def _texts(settings: Settings) -> dict[str, str]:
    """The settings as they are typed; what the network makes superfluous is left out."""
    found = {
        "classes": str(settings["classes"]),
        "label": str(settings["label"]),
        "delta": str(settings["delta"]),
        "x": "; ".join(numbers(x) for x in settings["x"]),
    }
    if settings["t"] is not None:
        found["t"] = str(settings["t"])
    if settings["network"] is not None:
        return found | {"network": _compact(settings["network"])}
    return found | {
        "widths": ", ".join(map(str, settings["widths"])),
        "x0": str(settings["x0"]),
        "slope": str(settings["slope"]),
    }


def _compact(network: LayeredNet) -> str:
    """The features as short JSON: what is 0 or none is left out; of wide ones their digest."""
    if max(network.n, *network.widths) > MAX_KERNEL_WIDTH:
        return digest_of(network)
    data = network.to_json()
    del data["format"]
    for layer in data["layers"]:
        del layer["step"]
        if set(layer["b"]) == {"0"}:
            del layer["b"]
    return json.dumps(data, separators=(",", ":"))
