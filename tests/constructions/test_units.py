"""The layers LS-d, tanh and sigmoid, and the networks of Theorem 3 and Proposition 1.

Expected values are computed by plain lines, in fractions or to fifty digits.
"""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import mpmath
import pytest

from constructions.exact import ExactSystem, Surd
from constructions.functions import parse
from constructions.interop.arrays import evaluate_batched
from constructions.interop.export import read_network, write_network
from constructions.interop.mp import MpSystem
from constructions.layers import (
    SCALING_CONVENTIONS,
    Dense,
    LayerScaling,
    Sigmoid,
    Tanh,
    layer_scaling,
    read_layer,
)
from constructions.networks import ParallelNet
from constructions.pln import (
    SIGMOID,
    TANH,
    construct_scaling,
    construct_shifted_norm,
    construct_steep,
    exp_below,
    network_on_line,
    scaling_network,
    shifted_norm_network,
    shifted_norm_unit_on_line,
    shifted_unit_on_line,
    steep_network,
)
from constructions.terms import TermSystem
from tests.sampling import by_turns, some_of

Y = (F(1, 3), F(-5, 7), F(2))
POINTS = [F(k, 24) for k in range(25)]
MP = MpSystem(50)


def exact(value: Any) -> F:
    rational = value.rational()
    assert rational is not None
    return F(rational)


def at(net: ParallelNet, x: F) -> F:
    system = ExactSystem(net.radicand())
    return exact(net.evaluate(system, [system.const(x)]))


def steps(x: F, c: F) -> F:
    """Eq. 8-9 with t/(|t| + c) in place of sign, for the values Y."""
    units = [((Y[k] - Y[k - 1]) / 2, F(-k, 3)) for k in (1, 2)] + [((Y[0] + Y[2]) / 2, F(1))]
    return sum((a * (x + b) / (abs(x + b) + c) for a, b in units if x + b), F(0))


# --- LS-d ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("h", "delta", "convention", "expected"),
    [
        ([3], 0, "rms+delta", [1]),
        ([-3], 0, "rms+delta", [-1]),
        ([-3], 1, "rms+delta", [F(-3, 4)]),
        ([1, 7], 0, "rms+delta", [F(1, 5), F(7, 5)]),
        ([1, 7], 5, "rms+delta", [F(1, 10), F(7, 10)]),
        ([1, 7], 11, "sqrt(mean+delta)", [F(1, 6), F(7, 6)]),
        ([2, 0, 0, 0], 3, "rms+delta", [F(1, 2), 0, 0, 0]),
        ([0, 0], 1, "rms+delta", [0, 0]),
    ],
)
def test_layer_scaling_by_hand(
    h: list[int], delta: int, convention: str, expected: list[F]
) -> None:
    """mean h^2 = (1 + 49)/2 = 25 for h = (1, 7), and so on."""
    system = ExactSystem()
    vector = Dense(tuple(system.const(a) for a in h), system)
    found = layer_scaling(system, vector, system.const(delta), convention, system.const(0))
    assert [exact(a) for a in found.head] == expected


@pytest.mark.parametrize(("at_zero", "expected"), [(0, 0), (1, 1), (-2, -2)])
def test_layer_scaling_at_zero_is_the_convention(at_zero: int, expected: int) -> None:
    system = ExactSystem()
    layer = LayerScaling(2, Surd(F(0)), at_zero=at_zero)
    zero, one = system.const(0), system.const(1)
    assert [exact(a) for a in layer.apply(system, [zero, zero])] == [expected, expected]
    assert [exact(a) for a in layer.apply(system, [one, one])] == [1, 1]


@pytest.mark.parametrize(
    ("d", "delta", "convention"),
    [(0, F(1), "rms+delta"), (1, F(-1), "rms+delta"), (1, F(1), "sigma+delta")],
)
def test_layer_scaling_checks_its_parameters(d: int, delta: F, convention: str) -> None:
    with pytest.raises(ValueError):
        LayerScaling(d, Surd(delta), convention)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("scale", [F(1), F(7, 2)])
def test_the_network_of_theorem_3_is_a_sum_of_steps(d: int, scale: F) -> None:
    """delta = c s/sqrt(d) gives units t/(|t| + c), whatever d and the scale s are."""
    c = F(1, 50)
    delta = Surd.root(F(1, d)) * (c * scale)
    net = scaling_network(Y, d, delta, scale=Surd(scale))
    assert net.cost()["width"] == 3 * d
    for x in POINTS:
        assert at(net, x) == steps(x, c)


@pytest.mark.parametrize(("at_zero", "value"), [(0, (F(1, 3) - F(5, 7)) / 2), (1, F(-5, 7))])
def test_at_a_breakpoint_the_convention_decides(at_zero: int, value: F) -> None:
    net = scaling_network(Y, 1, Surd(F(0)), at_zero=at_zero)
    assert at(net, F(1, 3)) == value
    assert at(net, F(1, 4)) == F(1, 3)
    assert at(net, F(1, 2)) == F(-5, 7)


@pytest.mark.parametrize("d", [2, 3, 8])
def test_eq_4_as_printed_needs_no_convention(d: int) -> None:
    """alpha^T LS([t, c, 0, ..., 0]) = t/sqrt(t^2 + c^2): 3/5 for t = 3, c = 4, and 0 at t = 0."""
    system = MpSystem(50)
    c, size = system.const(4), system.const(d)
    padded = _Repeating(system)
    for t, expected in ((3, F(3, 5)), (0, F(0)), (-3, F(-3, 5))):
        with mpmath.workdps(50):
            found = shifted_unit_on_line(padded, system.const(t), c, size)
            gap = abs(found - system.const(expected))
        assert gap < mpmath.mpf(10) ** -45


@pytest.mark.parametrize("d", [3, 4, 9])
def test_eq_1_as_printed_needs_no_convention(d: int) -> None:
    """alpha^T LN([t, -t, c, 0, ..., 0]) = t/sqrt(t^2 + c^2 (1 - 1/d)/2), and 0 at t = 0."""
    system = MpSystem(50)
    padded, size = _Repeating(system), system.const(d)
    for t, c in ((F(3), F(4)), (F(-1, 7), F(2)), (F(0), F(1, 100)), (F(5), F(1, 10**9))):
        with mpmath.workdps(50):
            found = shifted_norm_unit_on_line(padded, system.const(t), system.const(c), size)
            square = t * t + c * c * (1 - F(1, d)) / 2
            root = mpmath.sqrt(mpmath.mpf(square.numerator) / square.denominator)
            gap = abs(found - mpmath.mpf(t.numerator) / t.denominator / root)
        assert gap < mpmath.mpf(10) ** -45


@pytest.mark.parametrize("d", [3, 5, 8])
def test_the_network_without_delta_is_a_sum_of_steps(d: int) -> None:
    """Each unit is t/sqrt(t^2 + c^2), the last one at t = x + 1, whatever d is."""
    c = F(1, 20)
    net = shifted_norm_network(Y, d, c)
    assert net.cost()["width"] == 3 * d
    assert ParallelNet.from_json(json.loads(net.dumps())) == net
    system = MpSystem(50)
    for x in POINTS:
        with mpmath.workdps(50):
            found = net.evaluate(system, [system.const(x)])
            expected = mpmath.mpf(0)
            for k, alpha in ((1, F(-11, 21)), (2, F(19, 14)), (-3, F(7, 6))):
                t = x - F(k, 3)
                root = mpmath.sqrt(
                    mpmath.mpf((t * t + c * c).numerator) / (t * t + c * c).denominator
                )
                value = alpha * t
                expected += mpmath.mpf(value.numerator) / value.denominator / root
            assert abs(found - expected) < mpmath.mpf(10) ** -40


def test_what_the_network_without_delta_asks_for() -> None:
    with pytest.raises(ValueError, match="d >= 3"):
        shifted_norm_network(Y, 2, F(1, 20))
    with pytest.raises(ValueError, match="smoothing c must be positive"):
        shifted_norm_network(Y, 3, F(0))
    made = construct_shifted_norm(parse("abs(x-1/3)"), F(1), F(1, 20), 4)
    assert (made.network.N, made.delta.q) == (11, 0)
    assert made.predicted < F(1, 20)


class _Repeating:
    """A number system with ``repeated``, which sums of symbolic length need."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    @staticmethod
    def repeated(a: Any, times: Any) -> Any:
        return a * times


@pytest.mark.parametrize("d", [1, 4])
@pytest.mark.parametrize("convention", SCALING_CONVENTIONS)
@pytest.mark.parametrize("delta", [None, F(0), F(1, 10**6), F(10)])
def test_a_construction_of_theorem_3_keeps_its_promise(
    d: int, convention: str, delta: F | None
) -> None:
    made = construct_scaling(parse("abs(x-1/3)"), F(1), F(1, 10), d, convention, delta)
    assert made.network.N == 6
    assert made.predicted < F(1, 10)
    for x in POINTS:
        with mpmath.workdps(50):
            value = made.network.evaluate(MP, [MP.const(x)])
            error = abs(value - MP.const(abs(x - F(1, 3))))
            assert error <= MP.const(made.predicted) + mpmath.mpf(10) ** -40


# --- tanh and sigmoid ----------------------------------------------------------------------------


def tanh_by_hand(x: F, lam: F) -> Any:
    """Eq. 8-9 with tanh(lambda t)."""
    units = [((Y[k] - Y[k - 1]) / 2, F(-k, 3)) for k in (1, 2)] + [((Y[0] + Y[2]) / 2, F(1))]
    with mpmath.workdps(50):
        return sum(MP.const(a) * mpmath.tanh(MP.const(lam * (x + b))) for a, b in units)


def sigmoid_by_hand(x: F, lam: F) -> Any:
    """Eq. 34: alpha_j the jumps, alpha_N the first value."""
    units = [(Y[k] - Y[k - 1], F(-k, 3)) for k in (1, 2)] + [(Y[0], F(1))]
    with mpmath.workdps(50):
        return sum(MP.const(a) / (1 + mpmath.exp(-MP.const(lam * (x + b)))) for a, b in units)


@pytest.mark.parametrize(("kind", "by_hand"), [(TANH, tanh_by_hand), (SIGMOID, sigmoid_by_hand)])
@pytest.mark.parametrize("lam", [F(1, 2), F(40)])
def test_the_networks_of_proposition_1(kind: str, by_hand: Any, lam: F) -> None:
    net = steep_network(Y, lam, kind)
    assert (net.N, net.cost()["width"]) == (3, 3)
    for x in POINTS:
        with mpmath.workdps(50):
            value = net.evaluate(MP, [MP.const(x)])
            line = network_on_line(MP, Y, MP.const(x), 1 / lam, kind)
            assert abs(value - by_hand(x, lam)) < mpmath.mpf(10) ** -40
            assert abs(value - line) < mpmath.mpf(10) ** -40


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize("kind", [TANH, SIGMOID])
@pytest.mark.parametrize("text", ["abs(x-1/3)", "0*x", "x-1/2", "5-x"])
def test_a_construction_of_proposition_1_keeps_its_promise(kind: str, text: str) -> None:
    f = parse(text)
    made = construct_steep(f, F(1), F(1, 10), kind)
    assert made.predicted < F(1, 10)
    for x in POINTS:
        with mpmath.workdps(50):
            error = abs(made.network.evaluate(MP, [MP.const(x)]) - f.evaluate(MP, x=MP.const(x)))
            assert error <= MP.const(made.predicted)


def test_lambda_is_given_or_refused() -> None:
    f = parse("x")
    assert construct_steep(f, F(1), F(1, 2), TANH, F(50)).lam == 50
    for lam, why in ((F(1, 100), "not below eps"), (F(0), "must be positive")):
        with pytest.raises(ValueError, match=why):
            construct_steep(f, F(1), F(1, 2), TANH, lam)
    with pytest.raises(ValueError, match="one of tanh, sigmoid"):
        construct_steep(f, F(1), F(1, 2), "relu")


def test_a_lower_bound_of_the_exponential() -> None:
    """e = 2.71828182845904523536..., e^10 = 22026.46579480671651695..."""
    assert F("2.7182818284590452") < exp_below(F(1)) < F("2.7182818284590453")
    assert F("22026.4657948067") < exp_below(F(10)) < F("22026.4657948068")
    assert exp_below(F(0)) == 1
    assert exp_below(F(1000)) > 10**60  # far below, and still a bound
    with pytest.raises(ValueError):
        exp_below(F(-1))


# --- files and batches ---------------------------------------------------------------------------

NETWORKS = {
    "LS-1": scaling_network(Y, 1, Surd(F(1, 9))),
    "LS-3": scaling_network(Y, 3, Surd(F(1, 9), 3), SCALING_CONVENTIONS[0]),
    "LS-2, framework": scaling_network(Y, 2, Surd(F(1, 100)), SCALING_CONVENTIONS[1]),
    "LS-1 at zero": scaling_network(Y, 1, Surd(F(0)), at_zero=1),
    "tanh": steep_network(Y, F(40), TANH),
    "sigmoid": steep_network(Y, F(40), SIGMOID),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_json_is_exact_both_ways(name: str, tmp_path: Path) -> None:
    net = NETWORKS[name]
    assert ParallelNet.from_json(json.loads(net.dumps())) == net
    write_network(net, tmp_path / "net.json")
    assert read_network(tmp_path / "net.json") == net


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ({"kind": "layer_scaling", "d": 0, "delta": "1", "convention": "rms+delta", "at_zero": 0},
         "d >= 1"),
        ({"kind": "layer_scaling", "d": 2.0, "delta": "1", "convention": "rms+delta", "at_zero": 0},
         "d is an integer"),
        ({"kind": "layer_scaling", "d": 2, "delta": "1", "convention": "rms+delta", "at_zero": 0.5},
         "at_zero is an integer"),
        ({"kind": "softmax"}, "unknown kind"),
    ],
)  # fmt: skip
def test_a_malformed_layer_is_one_clear_line(spec: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_layer(spec)
    assert read_layer({"kind": "tanh"}) == Tanh()
    assert read_layer({"kind": "sigmoid"}) == Sigmoid()


@pytest.mark.parametrize("name", NETWORKS)
def test_a_batch_computes_the_network(name: str) -> None:
    net = NETWORKS[name]
    inner = [F(1, 8), F(1, 2), F(9, 10)]
    found = evaluate_batched([net, net], [float(x) for x in inner])
    for i, x in enumerate(inner):
        with mpmath.workdps(50):
            expected = float(net.evaluate(MP, [MP.const(x)]))
        assert abs(found[0][i] - expected) < 1e-12
        assert abs(found[1][i] - expected) < 1e-12


def test_a_batch_of_different_layers_is_refused() -> None:
    with pytest.raises(ValueError, match="must share"):
        evaluate_batched([NETWORKS["tanh"], NETWORKS["sigmoid"]], [0.5])


@pytest.mark.parametrize("name", [name for name in NETWORKS if name != "LS-1 at zero"])
def test_onnx_computes_the_network(name: str, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    reference = pytest.importorskip("onnx.reference")
    import numpy as np

    net = NETWORKS[name]
    write_network(net, tmp_path / "net.onnx", "float64")
    session = reference.ReferenceEvaluator(onnx.load(tmp_path / "net.onnx"))
    points = np.array([[0.125], [0.5], [0.9]])
    (found,) = session.run(None, {"x": points})
    for i, x in enumerate((F(1, 8), F(1, 2), F(9, 10))):
        with mpmath.workdps(50):
            expected = float(net.evaluate(MP, [MP.const(x)]))
        assert abs(found[i][0] - expected) < 1e-12


def test_onnx_refuses_a_convention_at_zero(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    with pytest.raises(ValueError, match="needs delta > 0"):
        write_network(NETWORKS["LS-1 at zero"], tmp_path / "net.onnx")


def test_terms_of_the_sigmoid_are_as_the_paper_writes_it() -> None:
    system = TermSystem()
    (value,) = Sigmoid().apply(system, [system.const(2)])
    assert value.json == ["/", "1", ["+", "1", ["exp", ["-", "2"]]]]
