"""Classifiers with normalised features and the vanilla ones: formulas, weights, files."""

from __future__ import annotations

import json
import random
from fractions import Fraction as F
from itertools import pairwise

import pytest

from constructions.federated import Layer, LayeredNet, RadicalSystem
from constructions.vanilla import FORMS, Classifier, argmax, projected, vanilla
from tests.sampling import by_turns, some_of

R = RadicalSystem()


def classifier(
    form: str,
    weights: list[list[list[int]]],
    W: list[list[int]],
    bias: list[int] | None = None,
    slope: F = F(0),
) -> Classifier:
    layers = []
    for number, U in enumerate(weights):
        b = bias if number == 0 and bias else [0] * len(U)
        rows = tuple(tuple(F(w) for w in row) for row in U)
        layers.append(Layer(rows, tuple(F(w) for w in b), "none"))
    rows = tuple(tuple(F(w) for w in row) for row in W)
    return Classifier(LayeredNet(tuple(layers), slope), rows, form)


def predicted(made: Classifier, x: list[F]) -> tuple[int, ...]:
    logits = made.evaluate(R, [R.const(a) for a in x])
    return argmax(logits, lambda a: a.square)


def test_a_row_minus_its_mean() -> None:
    assert projected([F(1), F(2), F(6)]) == (F(-2), F(-1), F(3))
    assert projected([F(5)]) == (F(0),)


def test_the_classes_of_the_largest_logit() -> None:
    assert argmax([1, 3, 3, 2]) == (2, 3)
    assert argmax([0, 0]) == (1, 2)
    assert argmax([3, -4], lambda a: a * a) == (2,)


def test_the_layers_that_are_worked_out_by_hand() -> None:
    """z = (3, -1), mean 1, deviation 2: rho(n_MV(z)) = (1, 0) and n_MV(rho(z)) = (1, -1)."""
    weights, x = [[[3], [-1]]], [R.const(1)]
    for form, features in (("pre", [1, 0]), ("post", [1, -1]), ("vanilla", [3, 0])):
        made = classifier(form, weights, [[1, 0], [0, 1]])
        assert made.evaluate(R, x) == [R.const(a) for a in features], form
    (size,) = classifier("FN", weights, [[1, 0]]).evaluate(R, x)
    assert size.square == 2  # sqrt(2) 3 / 3


def test_the_vanilla_weights_that_are_worked_out_by_hand() -> None:
    U, V, W = [[1, 2], [3, 4]], [[1, 3], [0, 2]], [[1, 0], [0, 5]]
    pre = vanilla(classifier("pre", [U, V], W, [4, 0]))
    assert [layer.U for layer in pre.network.layers] == [
        ((F(-1), F(-1)), (F(1), F(1))),
        ((F(1, 2), F(1, 2)), (F(-1, 2), F(-1, 2))),
    ]
    assert pre.network.layers[0].b == (F(2), F(-2))
    assert (pre.W, pre.form) == (((1, 0), (0, 5)), "vanilla")
    post = vanilla(classifier("post", [U, V], W, [4, 0]))
    assert [layer.U for layer in post.network.layers] == [
        ((1, 2), (3, 4)),
        ((F(-1), F(1)), (F(-1), F(1))),
    ]
    assert post.network.layers[0].b == (4, 0)
    assert post.W == ((F(1, 2), F(-1, 2)), (F(-5, 2), F(5, 2)))
    kept = vanilla(classifier("FN", [U, V], W, [4, 0]))
    assert [layer.U for layer in kept.network.layers] == [((1, 2), (3, 4)), ((1, 3), (0, 2))]


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("form", ["FN", "pre", "post"])
def test_the_predictions_are_the_same_wherever_the_first_has_a_value(form: str) -> None:
    """Random small weights, ties included; most of the networks have a value."""
    chosen = random.Random(7)
    seen = ties = 0
    for _ in range(300):
        depth = chosen.randint(1, 4)
        widths = [chosen.randint(1, 3)] + [chosen.randint(1, 4) for _ in range(depth)]
        weights = [
            [[chosen.randint(-2, 2) for _ in range(n)] for _ in range(d)]
            for n, d in pairwise(widths)
        ]
        W = [[chosen.randint(-1, 1) for _ in range(widths[-1])] for _ in range(3)]
        bias = [chosen.randint(-2, 2) for _ in range(widths[1])]
        slope = chosen.choice([F(0), F(1, 10), F(-1, 2), F(1)])
        made = classifier(form, weights, W, bias, slope)
        x = [F(chosen.randint(-3, 3), chosen.randint(1, 3)) for _ in range(widths[0])]
        try:
            wanted = predicted(made, x)
        except ZeroDivisionError:
            continue
        seen, ties = seen + 1, ties + (len(wanted) > 1)
        assert predicted(vanilla(made), x) == wanted
    assert seen > 60
    assert ties > 5


def test_without_the_projections_the_predictions_differ() -> None:
    made = classifier("post", [[[1], [0]]], [[1, 1], [1, 0]])
    bare = Classifier(made.network, made.W, "vanilla")
    assert predicted(made, [F(1)]) == (2,) == predicted(vanilla(made), [F(1)])
    assert predicted(bare, [F(1)]) == (1, 2)


@pytest.mark.parametrize("form", FORMS)
def test_files(form: str) -> None:
    made = classifier(form, [[[1, 2], [3, -4]]], [[1, 0], [0, 2]], [1, 0], F(1, 10))
    assert Classifier.from_json(json.loads(made.dumps())) == made
    data = made.to_json()
    del data["form"], data["format"]
    assert Classifier.from_json(data, form) == made
    assert made.cost() == {
        "units": 2,
        "width": 2,
        "depth": 1,
        "parameters": 10,
        "nonzero": 7,
        "largest_weight": "4",
    }
    assert made.layer.startswith(form)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"form": "LN"}, "the form is one of"),
        ({"W": []}, "at least one class"),
        ({"W": [["1"]]}, "must have 2 entries"),
        ({"W": [["1", "x"]]}, "not a number"),
        ({"W": 3}, "not a classifier file"),
        ({"format": "other"}, "the format is"),
        ({"W": [["1", "0"]] * 4097}, "at most 4096 classes"),
        ({"layers": [{"U": [["1"], ["2"]], "step": "n"}]}, "they have no steps"),
    ],
)
def test_what_is_no_classifier_is_refused(change: dict[str, object], why: str) -> None:
    data = classifier("pre", [[[1], [2]]], [[1, 0]]).to_json()
    with pytest.raises(ValueError, match=why):
        Classifier.from_json(data | change)


def test_assumption_1_is_asked_of_layer_normalisation_only() -> None:
    layer = Layer(((F(1),), (F(2),)), (F(0), F(0)), "none")
    second = Layer(((F(1), F(0)), (F(0), F(1))), (F(1), F(0)), "none")
    network = LayeredNet((layer, second), F(0))
    for form in ("pre", "post"):
        with pytest.raises(ValueError, match="Assumption 1: layer 2"):
            Classifier(network, ((F(1), F(0)),), form)
    assert Classifier(network, ((F(1), F(0)),), "FN").form == "FN"


def test_an_input_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="takes 1 inputs, got 2"):
        classifier("pre", [[[1], [2]]], [[1, 0]]).evaluate(R, [R.const(1)] * 2)
