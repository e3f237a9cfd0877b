"""Networks as data: shapes, files, and files of other formats."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from constructions.exact import ExactSystem, Surd
from constructions.interop.export import read_network, write_network
from constructions.layers import CONVENTIONS, SIGMA_PLUS_DELTA, LayerNorm, Sign
from constructions.networks import ParallelNet, Unit
from constructions.pln import delta_for, pln_network, sign_network

Y = (F(1, 3), F(-5, 7), F(2))


def network(convention: str = SIGMA_PLUS_DELTA, d: int = 3) -> ParallelNet:
    return pln_network(Y, d, delta_for(d, F(1, 100), convention), convention)


NETWORKS = {
    "sign": sign_network(Y),
    **{convention: network(convention) for convention in CONVENTIONS},
}


def surds(*values: int) -> tuple[Surd, ...]:
    return tuple(Surd(F(v)) for v in values)


@pytest.mark.parametrize(
    "unit",
    [
        Unit("short alpha", surds(1), (surds(1), surds(1)), surds(0, 0)),
        Unit("short b", surds(1, 1), (surds(1), surds(1)), surds(0)),
        Unit("short W", surds(1, 1), (surds(1),), surds(0, 0)),
        Unit("wide W", surds(1, 1), (surds(1, 2), surds(1)), surds(0, 0)),
    ],
    ids=lambda unit: unit.name,
)
def test_shapes_are_checked_when_a_network_is_built(unit: Unit) -> None:
    with pytest.raises(ValueError, match=unit.name):
        ParallelNet(LayerNorm(2, Surd(F(1))), 1, (unit,))


def test_a_unit_of_the_right_shape_is_accepted() -> None:
    unit = Unit("u", surds(1, 1), (surds(1), surds(1)), surds(0, 0))
    assert ParallelNet(LayerNorm(2, Surd(F(1))), 1, (unit,)).N == 1


@pytest.mark.parametrize(
    ("d", "delta", "convention"),
    [(1, F(1), CONVENTIONS[0]), (2, F(-1), CONVENTIONS[0]), (2, F(1), "var")],
)
def test_layers_check_their_parameters(d: int, delta: F, convention: str) -> None:
    with pytest.raises(ValueError):
        LayerNorm(d, Surd(delta), convention)


def test_a_network_needs_units_and_its_inputs() -> None:
    with pytest.raises(ValueError, match="at least one"):
        ParallelNet(Sign(), 1, ())
    with pytest.raises(ValueError, match="takes 1 inputs, got 2"):
        sign_network(Y).evaluate(ExactSystem(), [ExactSystem().const(0)] * 2)
    with pytest.raises(ValueError, match="at least one value"):
        sign_network(())


def test_the_cost_counts_what_is_there() -> None:
    cost = network(d=3).cost()
    assert (cost["units"], cost["width"], cost["depth"]) == (3, 9, 1)
    assert cost["parameters"] == 27
    assert cost["nonzero"] == 3 * 5
    # alpha_hat_2 = (2 + 5/7)/2 times sqrt(2/3)
    assert cost["largest_weight"] == str(Surd(F(19, 42), 6))


@pytest.mark.parametrize("name", NETWORKS)
def test_json_is_exact_both_ways(name: str) -> None:
    net = NETWORKS[name]
    assert ParallelNet.from_json(json.loads(net.dumps())) == net


def changed(change: Callable[[dict[str, Any]], Any]) -> Any:
    data = json.loads(network().dumps())
    change(data)
    return data


MALFORMED: dict[str, Any] = {
    "nothing": {},
    "a list": [],
    "null": None,
    "another format": changed(lambda n: n.update(format="other/1")),
    "an unknown layer": changed(lambda n: n["layer"].update(kind="relu")),
    "a fractional d": changed(lambda n: n["layer"].update(d=2.5)),
    "an infinite d": changed(lambda n: n["layer"].update(d=float("inf"))),
    "d as text": changed(lambda n: n["layer"].update(d="3")),
    "d too small": changed(lambda n: n["layer"].update(d=1)),
    "negative delta": changed(lambda n: n["layer"].update(delta="-1")),
    "delta as a number": changed(lambda n: n["layer"].update(delta=0.5)),
    "a float weight": changed(lambda n: n["units"][0].update(b=["0.5", "0", "0"])),
    "a zero denominator": changed(lambda n: n["units"][0].update(b=["1/0", "0", "0"])),
    "a square radicand": changed(lambda n: n["units"][0].update(b=["1*sqrt(4)", "0", "0"])),
    "a huge radicand": changed(
        lambda n: n["units"][0].update(b=[f"1*sqrt({10**60 + 7})", "0", "0"])
    ),
    "a missing row": changed(lambda n: n["units"][0].update(W=[["1"], ["1"]])),
    "no units": changed(lambda n: n.update(units=[])),
    "no inputs": changed(lambda n: n.update(inputs=[])),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_json_is_one_clear_line(case: str) -> None:
    with pytest.raises(ValueError) as caught:
        ParallelNet.from_json(MALFORMED[case])
    assert "\n" not in str(caught.value)


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NETWORKS)
def test_a_json_file_gives_back_the_network(name: str, tmp_path: Path) -> None:
    path = write_network(NETWORKS[name], tmp_path / "new folder" / "net.json")
    assert read_network(path) == NETWORKS[name]
    assert [p.name for p in path.parent.iterdir()] == ["net.json"]


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_safetensors_file_gives_back_the_written_weights(
    name: str, dtype: str, tmp_path: Path
) -> None:
    numpy_io = pytest.importorskip("safetensors.numpy", reason="an optional extra")
    net = NETWORKS[name]
    path = write_network(net, tmp_path / "net.safetensors", dtype)
    arrays = numpy_io.load_file(path)
    assert {a.dtype.name for a in arrays.values()} == {dtype}
    d = net.layer.d
    assert {k: a.shape for k, a in arrays.items()} == {
        "W": (3, d, 1),
        "alpha": (3, d),
        "b": (3, d),
    }
    back = read_network(path)
    assert back.layer == net.layer
    for unit, old, row in zip(back.units, net.units, arrays["alpha"], strict=True):
        assert unit.name == old.name
        # exactly the float that was written, and within half an ulp or so of the exact weight
        assert [s.q for s in unit.alpha] == [F(float(v)) for v in row]
        for new, exact in zip(unit.alpha, old.alpha, strict=True):
            assert float(new) == pytest.approx(float(exact), rel=2 * float(np.finfo(dtype).eps))
    assert write_network(back, tmp_path / "again.safetensors", dtype).read_bytes() == (
        path.read_bytes()
    )


@pytest.mark.parametrize("name", NETWORKS)
def test_an_onnx_file_computes_the_network(name: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="an optional extra")
    from onnx.reference import ReferenceEvaluator

    net = NETWORKS[name]
    path = write_network(net, tmp_path / "net.onnx")
    xs = np.array([[0.0], [0.25], [0.7], [1.0]])
    (ys,) = ReferenceEvaluator(str(path)).run(None, {"x": xs})
    assert ys.shape == (4, 1)
    from constructions.interop.mp import MpSystem

    system = MpSystem(40)
    for (x,), (y,) in zip(xs.tolist(), ys.tolist(), strict=True):
        exact = net.evaluate(system, [system.const(F(x))])
        assert abs(float(exact) - y) < 1e-12
    assert write_network(net, tmp_path / "b.onnx").read_bytes() == path.read_bytes()


def test_onnx_refuses_a_layer_without_delta(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="an optional extra")
    with pytest.raises(ValueError, match="delta > 0"):
        write_network(pln_network(Y, 2, Surd(F(0))), tmp_path / "net.onnx")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["net.pt", "net", "net.json.gz"])
def test_an_unknown_ending_names_the_known_ones(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.json, \.safetensors, \.onnx"):
        write_network(network(), tmp_path / name)
    with pytest.raises(ValueError, match=r"\.json, \.safetensors"):
        read_network(tmp_path / name)
    with pytest.raises(ValueError, match="dtype"):
        write_network(network(), tmp_path / "net.json", "bfloat16")


@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
def test_a_weight_that_is_too_large_for_the_type_is_refused(ending: str, tmp_path: Path) -> None:
    """No infinite weight is written, and numpy says nothing (warnings are errors here)."""
    pytest.importorskip(ending, reason="an optional extra")
    path = tmp_path / f"net.{ending}"
    for dtype, size, instead in (("float32", 39, "float64"), ("float64", 309, ".json")):
        large = sign_network((F(0), F(10**size)))
        with pytest.raises(ValueError, match=f"too large for {dtype}: .*{instead}"):
            write_network(large, path, dtype)
        assert not list(tmp_path.iterdir())
    write_network(sign_network((F(0), F(10**38))), path, "float32")
    assert path.is_file()


def tensors(header: dict[str, Any], payload: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + payload


@pytest.mark.parametrize(
    ("ending", "data"),
    [
        (".json", b"not json"),
        (".json", b"\xff\xfe"),
        (".json", b"[" * 100_000),
        (".safetensors", b""),
        (".safetensors", b"\xff" * 64),
        (".safetensors", tensors({})),
        (".safetensors", tensors({"__metadata__": {"netproof": "{}"}})),
        (".safetensors", tensors({"__metadata__": {"netproof": "[]"}})),
    ],
)
def test_a_broken_file_is_one_clear_line(ending: str, data: bytes, tmp_path: Path) -> None:
    if ending == ".safetensors":
        pytest.importorskip("safetensors", reason="an optional extra")
    path = tmp_path / f"net{ending}"
    path.write_bytes(data)
    with pytest.raises(ValueError) as caught:
        read_network(path)
    assert "\n" not in str(caught.value)


def test_a_weight_that_is_no_number_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    path = write_network(network(), tmp_path / "net.safetensors")
    data = path.read_bytes()
    path.write_bytes(data[:-8] + struct.pack("<d", float("nan")))
    with pytest.raises(ValueError, match="finite"):
        read_network(path)
