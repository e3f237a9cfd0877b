"""Layered and residual networks: formulas, exact roots, reductions, files."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from constructions.exact import ExactSystem
from constructions.federated import (
    STEPS,
    Block,
    Layer,
    LayeredNet,
    Radical,
    RadicalSystem,
    ResidualNet,
    exact_outputs,
    exact_plain_outputs,
    leaky,
    norm,
    normalised,
    read_json,
    reduced,
    scale,
    shift,
    standardise,
)
from constructions.systems import NumberError
from constructions.terms import TermSystem, conj
from proofs.kernel import check

R, E = RadicalSystem(), ExactSystem()


def radicals(*values: int | F) -> list[Radical]:
    return [Radical.of(q) for q in values]


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "square"),
    [
        (R.sqrt(Radical.of(8)) + R.sqrt(Radical.of(2)), F(18)),  # 3 sqrt 2
        (R.sqrt(Radical.of(2)) - R.sqrt(Radical.of(8)), F(-2)),  # -sqrt 2
        (R.sqrt(Radical.of(2)) * R.sqrt(Radical.of(3)), F(6)),
        (Radical.of(1) / R.sqrt(Radical.of(2)), F(1, 2)),
        (Radical.of(-3) + 3, F(0)),
        (Radical.of(F(-1, 2)) * F(1, 2), F(-1, 16)),
        (-R.sqrt(Radical.of(F(1, 3))), F(-1, 3)),
        (Radical.of(2) ** 3, F(64)),
        (Radical.of(2) ** -1, F(1, 4)),
        (2 - Radical.of(5), F(-9)),
        (1 / Radical.of(4), F(1, 16)),
        (R.abs(Radical.of(-2)), F(4)),
        (R.maximum(Radical.of(-1), Radical.of(-2)), F(-1)),
        (R.minimum(Radical.of(1), Radical.of(-2)), F(-4)),
        (R.floor(Radical.of(F(-1, 2))), F(-1)),
        (R.sign(Radical.of(F(-1, 2))), F(-1)),
        (R.ratio(Radical.of(1), Radical.of(0), Radical.of(7)), F(49)),
    ],
)
def test_a_radical_is_known_by_its_signed_square(result: Radical, square: F) -> None:
    assert result.square == square


@pytest.mark.parametrize(
    "term",
    [
        lambda: R.sqrt(Radical.of(2)) + R.sqrt(Radical.of(3)),
        lambda: R.sqrt(Radical.of(2)) + 1,
        lambda: R.sqrt(R.sqrt(Radical.of(2))),
        lambda: R.sqrt(Radical.of(-1)),
        lambda: R.floor(R.sqrt(Radical.of(2))),
    ],
)
def test_what_is_no_radical_is_refused(term: Any) -> None:
    with pytest.raises(NumberError):
        term()


def test_division_by_zero_and_text() -> None:
    with pytest.raises(ZeroDivisionError):
        Radical.of(1) / Radical.of(0)
    assert str(R.sqrt(Radical.of(2)) * -1) == "-sqrt(2)"
    assert str(Radical.of(F(-3, 2))) == "-3/2"


def test_sums_of_radicals_agree_with_floats() -> None:
    chosen = random.Random(5)
    for _ in range(200):
        p, q = (F(chosen.randint(-9, 9), chosen.randint(1, 9)) for _ in range(2))
        root = math.sqrt(3)
        a, b = Radical.of(p) * R.sqrt(Radical.of(3)), Radical.of(q) * R.sqrt(Radical.of(3))
        square = (a + b).square
        value = math.copysign(math.sqrt(abs(square)), square)
        assert value == pytest.approx(float(p) * root + float(q) * root, abs=1e-12)


# --- steps ---------------------------------------------------------------------------------------


def test_the_steps_on_a_vector_that_is_worked_out_by_hand() -> None:
    v = radicals(3, -4)  # norm 5, mean -1/2, deviation 7/2
    assert norm(R, v) == Radical.of(5)
    assert scale(R, v) == [R.sqrt(Radical.of(2)) * F(3, 5), R.sqrt(Radical.of(2)) * F(-4, 5)]
    assert shift(R, v) == radicals(F(7, 2), F(-7, 2))
    assert standardise(R, v) == radicals(1, -1)
    assert STEPS["none"](R, v) == v
    assert leaky(R, Radical.of(-4), Radical.of(F(1, 10))) == Radical.of(F(-2, 5))
    assert leaky(R, Radical.of(4), Radical.of(F(1, 10))) == Radical.of(4)


@pytest.mark.parametrize(
    ("step", "v"), [(scale, (0, 0)), (standardise, (2, 2)), (standardise, (5,))]
)
def test_what_cannot_be_normalised_has_no_value(step: Any, v: tuple[int, ...]) -> None:
    """The zero vector, constant vectors, and any vector of one neuron."""
    with pytest.raises(ZeroDivisionError):
        step(R, radicals(*v))


def test_one_neuron_is_normalised_to_its_sign() -> None:
    assert scale(R, radicals(-7)) == radicals(-1)


def test_the_steps_lower_to_kernel_terms() -> None:
    """sqrt(2) 3 / 5 by the kernel, against the square 18/25."""
    system = TermSystem()
    term = scale(system, [system.const(3), system.const(-4)])[0]
    size = norm(system, [system.const(3), system.const(-4)])
    sequent = {"vars": {}, "functions": {}, "given": [], "show": size.equals(5).json}
    proof = {"by": "evaluate", "bits": 0, "then": []}
    assert check(json.dumps({"statement": sequent, "proof": proof})).accepted
    bounds = [system.const(F(84852813, 10**8)) < term, term < system.const(F(84852814, 10**8))]
    leaf = {"by": "evaluate", "bits": 64, "then": []}
    goal = {**sequent, "show": conj(*bounds).json}
    both = {"by": "both", "then": [leaf, leaf]}
    assert check(json.dumps({"statement": goal, "proof": both})).accepted


# --- networks ------------------------------------------------------------------------------------


def matrix(chosen: random.Random, rows: int, columns: int) -> tuple[tuple[F, ...], ...]:
    return tuple(
        tuple(F(chosen.randint(-5, 5), chosen.randint(1, 3)) for _ in range(columns))
        for _ in range(rows)
    )


def a_network(seed: int, step: str) -> tuple[LayeredNet, list[F]]:
    chosen = random.Random(seed)
    widths = [chosen.randint(1, 4)] + [chosen.randint(2, 4) for _ in range(chosen.randint(1, 4))]
    layers = []
    for number, (before, after) in enumerate(pairwise(widths)):
        b = [F(chosen.randint(-3, 3)) if not number else F(0) for _ in range(after)]
        layers.append(Layer(matrix(chosen, after, before), tuple(b), step))
    slope = F(chosen.choice([0, 1, -1, 2]), chosen.choice([1, 3, 10]))
    x = [F(chosen.randint(-9, 9), chosen.randint(1, 5)) for _ in range(widths[0])]
    return LayeredNet(tuple(layers), slope), x


def by_floats(network: LayeredNet, x: list[F]) -> list[float]:
    """The network as the paper writes it, in plain floats."""
    v = [float(a) for a in x]
    for layer in network.layers:
        z = []
        for row, b in zip(layer.U, layer.b, strict=True):
            t = sum(float(u) * a for u, a in zip(row, v, strict=True)) + float(b)
            z.append(t if t > 0 else float(network.slope) * t)
        d, mu = len(z), sum(z) / len(z)
        if layer.step == "n":
            size = math.sqrt(sum(a * a for a in z))
            v = [math.sqrt(d) * a / size for a in z]
        elif layer.step == "nMV":
            sigma = math.sqrt(sum((a - mu) ** 2 for a in z) / d)
            v = [(a - mu) / sigma for a in z]
        else:
            v = [a - mu for a in z] if layer.step == "s" else z
    return v


@pytest.mark.parametrize("step", ["n", "nMV"])
def test_the_reduction_has_exactly_the_same_output(step: str) -> None:
    compared = 0
    for seed in range(60):
        network, x = a_network(seed, step)
        try:
            full = network.evaluate(R, radicals(*x))
            short = reduced(network).evaluate(R, radicals(*x))
        except ZeroDivisionError:
            continue
        assert [a.square for a in full] == [b.square for b in short]
        values = [math.copysign(math.sqrt(abs(a.square)), a.square) for a in full]
        assert values == pytest.approx(by_floats(network, x), rel=1e-6, abs=1e-9)
        compared += 1
    assert compared >= 30


def test_a_bias_in_a_later_layer_changes_the_output() -> None:
    """Layers of one neuron: 2 becomes 1, then 1 - 3/2 or 2 - 3/2."""
    layers = (Layer(((F(1),),), (F(0),), "n"), Layer(((F(1),),), (F(-3, 2),), "n"))
    network = LayeredNet(layers, F(1))
    short = LayeredNet((Layer(((F(1),),), (F(0),), "none"), layers[1]), F(1))
    assert network.evaluate(R, radicals(2)) == radicals(-1)
    assert short.evaluate(R, radicals(2)) == radicals(1)
    with pytest.raises(ValueError, match="Assumption 1: layer 2 has a bias"):
        reduced(network)


def test_the_reduction_keeps_the_weights_and_the_last_step() -> None:
    network, _ = a_network(3, "nMV")
    short = reduced(network)
    assert [layer.step for layer in short.layers][:-1] == ["s"] * (len(short.layers) - 1)
    assert short.layers[-1] == network.layers[-1]
    assert normalised(short, "nMV") == network
    assert {layer.step for layer in reduced(normalised(network, "n")).layers[:-1]} <= {"none"}


def test_blocks_scale_and_normalised_blocks_do_not() -> None:
    """x = (4, 0): (-1, 1) where both blocks normalise, (1, -1) where the first one shifts."""
    one, zero = F(1), F(0)
    unit, none = ((one, zero), (zero, one)), ((zero, zero), (zero, zero))
    push = ((zero, zero), (F(3), zero))
    full = ResidualNet((Block(unit, none, "nMV", "nMV"), Block(unit, push, "nMV", "nMV")), zero)
    short = ResidualNet((Block(unit, none, "nMV", "s"), Block(unit, push, "nMV", "nMV")), zero)
    assert full.evaluate(R, radicals(4, 0)) == radicals(-1, 1)
    assert short.evaluate(R, radicals(4, 0)) == radicals(1, -1)
    plain = ResidualNet((Block(unit, push), Block(push, unit)), F(-1, 3))
    at = [a.rational() for a in plain.evaluate(E, [E.const(2), E.const(-1)])]
    moved = [a.rational() for a in plain.evaluate(E, [E.const(14), E.const(-7)])]
    assert moved == [7 * (a or 0) for a in at]


# --- files and shapes ----------------------------------------------------------------------------


def test_files_hold_the_network_exactly(tmp_path: Path) -> None:
    network, _ = a_network(11, "n")
    assert LayeredNet.from_json(json.loads(network.dumps())) == network
    blocks = ResidualNet((Block(((F(1, 3),),), ((F(-2),),), "nMV", "s"),), F(1, 10))
    assert ResidualNet.from_json(json.loads(blocks.dumps())) == blocks
    assert network.cost()["units"] == sum(network.widths)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "not a network file"),
        ({"format": "other", "layers": []}, "the format is"),
        ({"layers": []}, "1 to 64 layers"),
        ({"layers": [{"U": []}]}, "at least one neuron"),
        ({"layers": [{"U": [["1"], ["1", "2"]]}]}, "differ in length"),
        ({"layers": [{"U": [["1"]], "b": ["1", "2"]}]}, "b has 2 entries for 1 neurons"),
        ({"layers": [{"U": [["1"]]}, {"U": [["1", "2"]]}]}, "layer 2 takes 2 inputs"),
        ({"layers": [{"U": [["1"]], "step": "batch"}]}, "the step is one of"),
        ({"layers": [{"U": [["one"]]}]}, "not a number"),
        ({"layers": [{"U": [["1/0"]]}]}, "not a number"),
        ({"layers": [{"U": [[0.5]]}]}, "numbers are integers or strings"),
        ({"layers": [{"U": [[True]]}]}, "numbers are integers or strings"),
        ({"layers": [{"U": [["9" * 61]]}]}, "at most 60 characters"),
        ({"layers": [{"U": [["1"] * 4097]}]}, "at most 4096"),
        ({"layers": 3}, "not a network file"),
        ([], "not a network file"),
    ],
)
def test_what_is_no_network_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        LayeredNet.from_json(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"blocks": []}, "1 to 64 blocks"),
        ({"blocks": [{"A1": [["1"]], "A2": [["1", "2"]]}]}, "A1 must be 1 x 1 and A2 1 x 1"),
        ({"blocks": [{"A1": [], "A2": [["1"]]}]}, "at least one neuron"),
        ({"blocks": [{"A1": [["1"]], "A2": [["1"]], "after": "?"}]}, "the step is one of"),
        ({"blocks": [{"A1": [["1"]]}]}, "not a network file"),
        (
            {
                "blocks": [
                    {"A1": [["1"]], "A2": [["1"]]},
                    {"A1": [["1", "1"]], "A2": [["1"], ["1"]]},
                ]
            },
            "the same R",
        ),
    ],
)
def test_what_is_no_residual_network_is_refused(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ResidualNet.from_json(data)


def test_hostile_text_is_refused() -> None:
    for text in ("{", "[" * 100_000, " " * (2**25 + 1)):
        with pytest.raises(ValueError, match=r"not JSON|at most"):
            read_json(text)
    assert read_json("{}") == {}


def test_inputs_of_the_wrong_length_are_refused() -> None:
    network, x = a_network(1, "n")
    with pytest.raises(ValueError, match="inputs"):
        network.evaluate(R, radicals(*x, 1))


@pytest.mark.parametrize("step", ["n", "nMV", "none", "s"])
@pytest.mark.parametrize("slope", [F(0), F(-2, 3)])
def test_outputs_as_roots_are_those_of_the_number_system(step: str, slope: F) -> None:
    """One rational factor for each vector, and numbers +-sqrt(q) throughout."""
    made = tuple(
        Layer(
            tuple(
                tuple(F((7 * i + 5 * j * j + k) % 11 - 5, 3) for j in range(3)) for i in range(3)
            ),
            (F(1, 2), F(-1), F(3)) if k == 0 else (F(0),) * 3,
            step,
        )
        for k in range(3)
    )
    network, x = LayeredNet(made, slope), (F(1), F(-2), F(1, 7))
    found = exact_outputs(network, x)
    assert found == network.evaluate(RadicalSystem(), [Radical.of(a) for a in x])
    assert len(set(found)) > 1
    moved = replace(network, layers=(*made[:-1], replace(made[-1], b=(F(1),) * 3)))
    if step in ("none", "s"):
        assert exact_outputs(moved, x) == moved.evaluate(
            RadicalSystem(), [Radical.of(a) for a in x]
        )
    else:
        with pytest.raises(NumberError, match="irrational"):
            exact_outputs(moved, x)


def test_outputs_of_blocks_are_those_of_the_number_system() -> None:
    rows = tuple(tuple(F((3 * i + j) % 5 - 2, 2) for j in range(4)) for i in range(4))
    network = ResidualNet((Block(rows, rows[::-1]), Block(rows, rows)), F(1, 3))
    x = (F(1), F(-1, 2), F(3), F(0))
    system = ExactSystem()
    exact = [a.rational() for a in network.evaluate(system, [system.const(a) for a in x])]
    assert exact_plain_outputs(network, x) == exact
    assert any(exact)
    with pytest.raises(ValueError, match=r"Eq\. 9"):
        exact_plain_outputs(ResidualNet((Block(rows, rows, "n"),), F(0)), x)


def test_networks_that_no_memory_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("constructions.federated.MAX_WEIGHTS", 10)
    layer = Layer(((F(1),) * 5,) * 2, (F(0),) * 2, "none")
    assert LayeredNet((layer,), F(0)).n == 5
    with pytest.raises(ValueError, match="at most 10 weights, this one 14"):
        LayeredNet((layer, Layer(((F(1),) * 2,) * 2, (F(0),) * 2, "none")), F(0))
    square = ((F(1),) * 3,) * 2
    with pytest.raises(ValueError, match="at most 10 weights, this one 12"):
        ResidualNet((Block(square, ((F(1),) * 2,) * 3),), F(0))
