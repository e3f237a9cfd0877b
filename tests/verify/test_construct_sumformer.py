"""``verify construct`` for Theorems 4.3-4.5: files, the record beside them, and refusals."""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from commandkit import Done, Run

from constructions.bernstein import parse_target
from constructions.interop.transformer_files import (
    certified,
    exactly,
    read_onnx,
    read_safetensors,
    recheck,
    write_transformer,
)
from constructions.near_networks import whole
from constructions.rounding import deviation
from constructions.transformer import TransformerNet
from proofs.registry import load
from proofs.sumformer.thm4_1.bernstein.instances import unchanged
from tests.sampling import by_turns, some_of

G = "x1 + 7*x1**2 + 3*x1*(x2+x3)**3"
FIGURE_2 = ("--set", f"g={G}", "--set", "n=3", "--set", "eps=1/50")
MIDDLE = ("--set", f"g={G}", "--set", "n=3", "--set", "eps=3")
SMALL = ("--set", "g=x1*x2/3", "--set", "n=2", "--set", "eps=1/9")
KINDS = {
    "sumformer.thm4_3": (),
    "sumformer.thm4_4": ("--set", "k=2"),
    "sumformer.thm4_5": ("--set", "omega=1/3", "--set", "k=2"),
}


def network(claim_id: str, words: tuple[str, ...]) -> TransformerNet:
    """The exact network for the same words."""
    claim = load(claim_id)
    given = dict(word.split("=", 1) for word in words if word != "--set")
    assert claim.construct
    net = claim.construct(claim.settings(given))
    assert isinstance(net, TransformerNet)
    return net


def beside(path: str) -> Any:
    return json.loads(Path(f"{path}.bound.json").read_text())


# --- files ---------------------------------------------------------------------------------------


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("claim_id", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
def test_the_written_weights_are_certified(
    verify: Run, claim_id: str, dtype: str, ending: str
) -> None:
    pytest.importorskip("onnx" if ending == "onnx" else "safetensors", reason="an optional extra")
    wide = (claim_id, dtype, ending) == ("sumformer.thm4_4", "float32", "onnx")
    words = (*(FIGURE_2 if wide else MIDDLE), *KINDS[claim_id])
    eps = F(1, 50) if wide else F(3)
    file = f"net.{ending}"
    done = verify("construct", claim_id, *words, "--dtype", dtype, "-o", file)
    assert (done.status, done.err) == (0, "")
    assert f"< eps = {eps} on [0, 1]" in done.out
    assert sorted(p.name for p in Path().iterdir()) == [file, f"{file}.bound.json"]

    record, net = beside(file), network(claim_id, words)
    assert record["columns"] == ["1", "x1", "phi1", "Sigma1", "y1"]
    assert record["readout"] == ["y1"]
    certified = {name: F(q) for name, q in record["certified"].items() if name != "says"}
    assert certified["exact"] == net.bound.total < certified["written"] < eps
    # the file's own weights, read back, and what they are from the exact ones
    weights = (read_onnx if ending == "onnx" else read_safetensors)(Path(file).read_bytes())
    assert {str(array.dtype) for array in weights.values()} == {dtype}
    factor = F(1)
    if claim_id == "sumformer.thm4_5" and ending == "onnx":  # it divides by sqrt(2), rounded
        root = F(11863283, 2**23) if dtype == "float32" else F(6369051672525773, 2**52)
        factor = 2 / root**2
    moved = max(deviation(net, net.replaced(exactly(weights)), F(0), factor=factor))
    assert 0 < moved < certified["arithmetic"]
    assert abs(certified["written"] - net.bound.total - moved) < F(1, 10**12)
    assert recheck(net, file) == record


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("claim_id", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_onnxruntime_computes_the_network(verify: Run, claim_id: str, dtype: str) -> None:
    """Within the stated error of the exact network, at 0, 1, and a fixed sample."""
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    np = pytest.importorskip("numpy")
    from constructions.interop.flint import BallSystem, to_fractions

    words = (*MIDDLE, *KINDS[claim_id])
    assert verify("construct", claim_id, *words, "--dtype", dtype, "-o", "net.onnx").status == 0
    session = runtime.InferenceSession("net.onnx", providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(5)
    X = np.concatenate([np.zeros((1, 3, 1)), np.ones((1, 3, 1)), rng.random((4, 3, 1))])
    X = X.astype(dtype)
    (Y,) = session.run(None, {"X": X})
    assert (Y.dtype, Y.shape) == (np.dtype(dtype), (6, 3, 1))
    most = F(beside("net.onnx")["certified"]["arithmetic"])
    assert most < {"float32": F(1, 100), "float64": F(1, 10**10)}[dtype]
    net, balls = network(claim_id, words), BallSystem(192)
    with balls.working():
        for tokens, values in zip(X.tolist(), Y.tolist(), strict=True):
            exact = net(balls, [[balls.const(F(q)) for q in x] for x in tokens])
            for row, value in zip(exact, values, strict=True):
                lo, hi = to_fractions(row[0])
                assert lo - most <= F(value[0]) <= hi + most
    # and of f, within both: g is written out here
    for tokens, values in zip(X.tolist(), Y.tolist(), strict=True):
        for i, value in enumerate(values):
            x = F(tokens[i][0])
            s = sum(F(t[0]) for t in tokens) - x
            f = x + 7 * x**2 + 3 * x * s**3
            assert abs(F(value[0]) - f) <= net.bound.total + most


@by_turns(2)
@pytest.mark.parametrize("claim_id", KINDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_tokens_of_another_box(verify: Run, claim_id: str, dtype: str) -> None:
    """[-1, 2]^d: the embedding has a scale of 1/3, which is rounded; g is written out here."""
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    np = pytest.importorskip("numpy")
    box = ("--set", "g=x1*(x2+x3)-x1", "--set", "n=3", "--set", "low=-1", "--set", "high=2")
    words = (*box, *KINDS[claim_id], "--set", "eps=1/3", "--dtype", dtype, "-o", "net.onnx")
    done = verify("construct", claim_id, *words)
    assert (done.status, done.err) == (0, "")
    assert done.out.count("on [-1, 2]") == 1
    assert verify("check", "--rerun", "net.onnx").status == 0
    certified = beside("net.onnx")["certified"]
    assert "tokens in [-1, 2]^d" in certified["says"]
    most = F(certified["exact"]) + F(certified["arithmetic"])
    session = runtime.InferenceSession("net.onnx", providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(7)
    ends = [np.full((1, 3, 1), -1.0), np.full((1, 3, 1), 2.0)]
    X = np.concatenate([*ends, rng.uniform(-1, 2, (20, 3, 1))]).astype(dtype)
    (Y,) = session.run(None, {"X": X})
    for tokens, values in zip(X.tolist(), Y.tolist(), strict=True):
        whole = sum(F(t[0]) for t in tokens)
        for (x,), (y,) in zip(tokens, values, strict=True):
            f = F(x) * (whole - F(x)) - F(x)
            assert abs(F(y) - f) <= most < F(1, 3)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("g", "more"),
    [
        ("sin(x1) + x2 + x3", ()),
        ("abs(x1 - x2 - x3)/4", ()),
        ("x1*x2", ("--set", "symmetrise=yes")),
        ("sin(x1)/2 + x2*x3", ("--set", "L=2", "--set", "low=0", "--set", "high=1/2")),
    ],
)
def test_a_g_that_is_near_a_polynomial_is_certified_again(
    verify: Run, g: str, more: tuple[str, ...]
) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", f"g={g}", "--set", "n=3", "--set", "eps=1/2", *more)
    for file in ("net.json", "net.safetensors"):
        done = verify("construct", "sumformer.thm4_4", *words, "--dtype", "float32", "-o", file)
        assert (done.status, done.err) == (0, "")
        done = verify("check", "--rerun", file)
        assert (done.status, done.out.split()) == (0, ["accept", file])


def bounds_of(done: Done) -> dict[str, Any]:
    """``certified`` of the JSON answer, its numbers as fractions."""
    assert (done.status, done.err) == (0, "")
    answer = json.loads(done.out)
    found = dict(answer["certified"])
    assert answer["cost"]["error_at_most"] == found["written"]
    for name in ("eps", "exact", "written", "arithmetic", "computed"):
        found[name] = F(found[name])
    return found


def printed(done: Done) -> list[str]:
    """The lines on the error."""
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()[3:]
    assert all(len(line) <= 80 for line in lines)
    return [line.strip() for line in lines]


@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
def test_what_is_printed_is_of_the_rounded_weights(verify: Run, ending: str) -> None:
    """x1/3 + x2/7 is exact with exact weights; those of the file are not."""
    pytest.importorskip(ending, reason="an optional extra")
    words = ("--set", "g=x1/3+x2/7", "--set", "n=2", "--set", "eps=1/10", "--dtype", "float32")
    command = ("construct", "sumformer.thm4_3", *words, "-o", f"e.{ending}")
    written, computed = printed(verify(*command))
    # the outer weights are 1/6 and 1/14, and 5/21: off by 4.97e-9, 3.19e-9 and 0.71e-9
    assert written == "|f - T| <= 8.87e-09 < eps = 1/10 on [0, 1], weights rounded to float32"
    assert computed.startswith("in float32 arithmetic |f - T| <= 3.23e-07 < eps = 1/10 (")
    found = bounds_of(verify(*command, "--json"))
    assert (found["exact"], found["eps"], found["dtype"]) == (0, F(1, 10), "float32")
    assert F(886, 10**11) < found["written"] <= F(887, 10**11)
    assert F(322, 10**9) < found["computed"] <= F(323, 10**9)
    assert found["computed"] == found["exact"] + found["arithmetic"]
    assert found["computed_below_eps"] is True
    assert str(found["written"]) == beside(f"e.{ending}")["certified"]["written"]
    # what is assumed is said by all three
    for text in (computed, found["says"], beside(f"e.{ending}")["certified"]["says"]):
        assert text.count("(overflow aside)") == 1


@by_turns(8)
def test_floating_point_above_eps_is_said(verify: Run) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", "g=1000000*(x1-x2)**2", "--set", "n=2", "--set", "eps=1")
    words = (*words, "--set", "route=polynomial", "-o")
    command = ("construct", "sumformer.thm4_3", *words, "e.safetensors", "--dtype")
    written, computed = printed(verify(*command, "float32"))
    assert written.startswith("|f - T| <= 0.852 < eps = 1 on [0, 1], ")
    assert computed.startswith("in float32 arithmetic NOT below eps: |f - T| <= 132 (")
    found = bounds_of(verify(*command, "float32", "--json"))
    assert found["exact"] < F(3, 4) < F(851, 1000) < found["written"] <= F(852, 1000)
    assert F(131) < found["computed"] <= F(132)
    assert found["computed_below_eps"] is False
    # double precision is enough
    written, computed = printed(verify(*command, "float64"))
    assert computed.startswith("in float64 arithmetic |f - T| <= 0.749 < eps = 1 (")
    assert bounds_of(verify(*command, "float64", "--json"))["computed_below_eps"] is True


def test_of_an_exact_file_the_exact_bound_is_printed(verify: Run) -> None:
    command = ("construct", "sumformer.thm4_3", *SMALL, "-o", "net.json")
    net = network("sumformer.thm4_3", SMALL)
    assert printed(verify(*command)) == [net.says]
    assert "certified" not in json.loads(verify(*command, "--json").out)


@by_turns(2)
@pytest.mark.parametrize("claim_id", KINDS)
def test_json_is_exact(verify: Run, claim_id: str) -> None:
    words = (*FIGURE_2, *KINDS[claim_id])
    assert verify("construct", claim_id, *words, "-o", "net.json").status == 0
    data, net = json.loads(Path("net.json").read_text()), network(claim_id, words)
    assert data == net.to_json()
    assert data["g"] == G
    assert F(data["bound"]["error_at_most"]) < F(1, 50)
    assert data["kind"] == {"3": "transformer", "4": "linformer", "5": "performer"}[claim_id[-1]]
    assert [p.name for p in Path().iterdir()] == ["net.json"]


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("claim_id", KINDS)
def test_the_record_is_certified_again(verify: Run, claim_id: str) -> None:
    """``verify check --rerun`` on the record beside a file, then on one with another eps."""
    pytest.importorskip("safetensors", reason="an optional extra")
    words = (*MIDDLE, *KINDS[claim_id])
    verify("construct", claim_id, *words, "--dtype", "float32", "-o", "net.safetensors")
    beside_it = Path("net.safetensors.bound.json")
    done = verify("check", "--rerun", beside_it)
    assert (done.status, done.out.split()) == (0, ["accept", str(beside_it)])
    text = beside_it.read_text()
    for old, new in (
        ('"eps": "3"', '"eps": "2"'),
        ('"eps": "3"', '"eps": "1e999999999"'),
        ('"tokens": 3', '"tokens": 2'),
    ):
        assert old in text
        beside_it.write_text(text.replace(old, new))
        done = verify("check", "--rerun", beside_it)
        assert (done.status, done.out.split()[0]) == (1, "reject")
    beside_it.write_text(text)
    Path("net.safetensors").unlink()
    done = verify("check", "--rerun", beside_it)
    assert (done.status, done.out.split()[0]) == (1, "reject")
    assert "cannot read net.safetensors" in done.out


def test_a_record_is_no_certificate(verify: Run) -> None:
    """Without ``--rerun`` the one line says what to do; a certificate's fault keeps its own."""
    pytest.importorskip("safetensors", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.safetensors")
    for name in ("net.safetensors.bound.json", "run.json"):
        if name == "run.json":
            Path(name).write_text('{"claims": []}')
        done = verify("check", name)
        assert (done.status, done.err, done.out.count("\n")) == (1, "", 1)
        assert done.out.startswith("reject ")
        assert f"verify check --rerun {name}" in done.out
    Path("half.json").write_text('{"statement": {}}')
    done = verify("check", "half.json")
    assert (done.status, "--rerun" in done.out) == (1, False)


def rejected(done: Done, code: str, says: str) -> None:
    """Status 1 and one line."""
    assert (done.status, done.err, done.out.count("\n")) == (1, "", 1), done
    assert done.out.startswith("reject ")
    assert f"  {code}: " in done.out
    assert says in done.out


@by_turns(2)
@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
def test_a_weight_file_that_was_altered_is_rejected(verify: Run, ending: str) -> None:
    package = pytest.importorskip(ending, reason="an optional extra")
    file = Path(f"net.{ending}")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", file)
    original, record = file.read_bytes(), f"{file}.bound.json"
    assert verify("check", "--rerun", record).status == 0
    net = network("sumformer.thm4_3", SMALL)
    other = "sumformer.thm4_3", "--set", "g=x1*x2/3", "--set", "n=2", "--set", "eps=1/10"
    verify("construct", *other, "-o", f"other.{ending}")
    if ending == "onnx":
        model = package.load_from_string(original)
        tensor = next(t for t in model.graph.initializer if t.name == "block2.FC.W2")
        array = package.numpy_helper.to_array(tensor).copy()
        array[0, -1] *= 1 + 1e-9
        tensor.CopyFrom(package.numpy_helper.from_array(array, tensor.name))
        moved = model.SerializeToString()
    else:
        arrays = dict(read_safetensors(original))
        arrays["block2.FC.W2"][0, -1] *= 1 + 1e-9
        moved = sys.modules["safetensors.numpy"].save(arrays)
    assert net.tensors()["block2.FC.W2"][0][-1]  # a weight that counts
    for data, says in (
        (moved, f"net.{ending} is not what is written for this network"),
        (Path(f"other.{ending}").read_bytes(), ""),
        (original[: len(original) // 2], ""),
        (b"", ""),
    ):
        file.write_bytes(data)
        rejected(verify("check", "--rerun", record), "differs", says)
    file.write_bytes(original)
    assert verify("check", "--rerun", record).status == 0


@by_turns(2)
@some_of(13)
@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("sha256", "0" * 64, "differs"),
        ("certified", {"exact": "0", "written": "0", "arithmetic": "0"}, "differs"),
        ("certified", [], "differs"),
        ("bound", {"error_at_most": "0"}, "differs"),
        ("dtype", "float32", "differs"),
        ("columns", [], "differs"),
        ("dtype", "int8", "not-a-record"),
        ("eps", "1/0", "not-a-record"),
        ("eps", "0", "not-a-record"),
        ("g", "floor(x1)", "not-a-record"),
        ("g", "x1/0", "not-a-record"),
        ("g", 5, "not-a-record"),
        ("g", None, "not-a-record"),
        ("k", 10**9, "not-a-record"),
        ("k", 0, "not-a-record"),
        ("tokens", 10**9, "not-a-record"),
        ("omega", ["1/0"], "not-a-record"),
        ("kind", [], "not-a-record"),
    ],
)
def test_a_record_that_was_altered_is_rejected(
    verify: Run, key: str, value: Any, code: str
) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = (*SMALL, "--set", "k=1")
    verify("construct", "sumformer.thm4_4", *words, "-o", "net.safetensors")
    record = Path("net.safetensors.bound.json")
    data = json.loads(record.read_text())
    assert data.get(key) != value
    record.write_text(json.dumps({**data, key: value}))
    rejected(verify("check", "--rerun", record), code, "")
    record.write_text(json.dumps(data))
    assert verify("check", "--rerun", record).status == 0


# --- every kind of file, checked again -----------------------------------------------------------


WRITTEN = ("net.json", "net.onnx", "net.safetensors", "net.csv")


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize("claim_id", KINDS)
@pytest.mark.parametrize("file", WRITTEN)
def test_a_file_is_checked_by_its_own_name(verify: Run, claim_id: str, file: str) -> None:
    pytest.importorskip("onnx", reason="an optional extra")
    pytest.importorskip("safetensors", reason="an optional extra")
    verify("construct", claim_id, *MIDDLE, *KINDS[claim_id], "-o", file)
    done = verify("check", "--rerun", file)
    assert (done.status, done.out.split()) == (0, ["accept", file])
    done = verify("check", file)
    assert (done.status, done.out.count("\n")) == (1, 1)
    assert f"verify check --rerun {file}" in done.out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"eps": "1/9"', '"eps": "1/900"', "is not the network that it names"),
        ('"bias": "-1"', '"bias": "-2"', "is not the network that it names: blocks"),
        ('"y1"', '"z1"', "is not the network that it names"),
        ('"kind": "transformer"', '"kind": "reformer"', "kinds: transformer, linformer, performer"),
        ('"g": "x1*x2/3"', '"g": "x1*x2/0"', ""),
        ('"g": "x1*x2/3"', '"g": 3', "g is a text"),
        ('"tokens": 2', '"tokens": "two"', ""),
    ],
)
def test_an_exact_file_that_was_altered_is_rejected(
    verify: Run, old: str, new: str, says: str
) -> None:
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.json")
    text = Path("net.json").read_text()
    assert old in text
    Path("net.json").write_text(text.replace(old, new))
    done = verify("check", "--rerun", "net.json")
    assert (done.status, done.err, done.out.count("\n")) == (1, "", 1)
    assert done.out.startswith("reject ")
    assert says in done.out


@by_turns(3)
def test_a_benchmark_that_was_altered_is_rejected(verify: Run) -> None:
    """Every file of it, each by itself: its bytes, and its absence."""
    pytest.importorskip("onnx", reason="an optional extra")
    done = verify("construct", "sumformer.thm4_3", *SMALL, "--dtype", "float32", "-o", "b/net.csv")
    assert (done.status, done.err) == (0, "")
    kept = sorted(p for p in Path("b").rglob("*") if p.is_file())
    record = json.loads(Path("b/net.csv.bound.json").read_text())
    names = {str(p.relative_to("b")) for p in kept}
    assert names == {*record["files"], "net.csv", "net.csv.bound.json"}
    for file in kept:
        original = file.read_bytes()
        file.write_bytes(original.replace(b"1", b"2", 1) + b" ")
        assert verify("check", "--rerun", "b/net.csv").status == 1, file
        file.unlink()
        done = verify("check", "--rerun", "b/net.csv" if file.name != "net.csv" else kept[-1])
        assert done.status in (1, 2), file
        assert (done.out + done.err).count("\n") == 1
        file.write_bytes(original)
    assert verify("check", "--rerun", "b/net.csv").status == 0


def test_a_benchmark_has_a_plain_name(verify: Run) -> None:
    """It stands in a list whose entries are separated by commas."""
    for name in ("a,b.csv", "a b.csv", "\n.csv"):
        done = verify("construct", "sumformer.thm4_3", *SMALL, "-o", name)
        refused(done, "the name of a benchmark has letters, digits")


def test_another_graph_with_the_same_weights_is_rejected(verify: Run) -> None:
    """The digest of the record was altered as well."""
    import hashlib

    onnx = pytest.importorskip("onnx", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.onnx")
    record = beside("net.onnx")
    original = Path("net.onnx").read_bytes()
    for change in ("Relu", "name", "metadata"):
        model = onnx.load_from_string(original)
        if change == "Relu":
            node = next(n for n in model.graph.node if n.op_type == "Relu")
            node.op_type = "Identity"
        elif change == "name":
            model.graph.output[0].name = "Z"
        else:
            model.metadata_props[0].value += " "
        data = model.SerializeToString(deterministic=True)
        Path("net.onnx").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        Path("net.onnx.bound.json").write_text(json.dumps({**record, "sha256": digest}))
        done = verify("check", "--rerun", "net.onnx")
        rejected(done, "differs", "net.onnx is not what is written for this network")
    Path("net.onnx").write_bytes(original)
    Path("net.onnx.bound.json").write_text(json.dumps(record))
    assert verify("check", "--rerun", "net.onnx").status == 0


def test_other_metadata_of_the_same_weights_is_rejected(verify: Run) -> None:
    import hashlib

    pytest.importorskip("safetensors", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.safetensors")
    record, data = beside("net.safetensors"), Path("net.safetensors").read_bytes()
    altered = data.replace(b"phi1", b"phi2")
    assert altered != data
    Path("net.safetensors").write_bytes(altered)
    digest = hashlib.sha256(altered).hexdigest()
    Path("net.safetensors.bound.json").write_text(json.dumps({**record, "sha256": digest}))
    done = verify("check", "--rerun", "net.safetensors")
    rejected(done, "differs", "net.safetensors is not what is written for this network")


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "3", "null", "{}", '{"format": "netproof-bound/1"}', "[" * 500,
     '{"format": "netproof-transformer/1"}', '{"format": ["netproof-bound/1"]}'],
)  # fmt: skip
def test_a_record_that_is_none_is_rejected(verify: Run, text: str) -> None:
    """Beside a file, and by itself: status 1, one line."""
    Path("net.onnx").write_bytes(b"\x08\x08")
    Path("net.onnx.bound.json").write_text(text)
    Path("alone.json").write_text(text)
    for name in ("net.onnx", "net.onnx.bound.json", "alone.json"):
        done = verify("check", "--rerun", name)
        assert (done.status, done.err, done.out.count("\n")) == (1, "", 1), (name, done)
        assert done.out.startswith("reject ")


def test_a_record_in_the_exact_format_says_nothing_of_another_file(verify: Run) -> None:
    """Only an exact file itself has that format, and it speaks for itself."""
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "exact.json")
    exact = Path("exact.json").read_text()
    for name in ("net.onnx", "net.csv", "net.safetensors", "net"):
        Path(name).write_bytes(bytes(range(100)))
        Path(f"{name}.bound.json").write_text(exact)
        for file in (name, f"{name}.bound.json"):
            rejected(verify("check", "--rerun", file), "not-a-record", "is not of the format")
    Path("net.json").write_text(exact.replace('"bias": "-1"', '"bias": "17"', 1))
    Path("net.json.bound.json").write_text(exact)
    rejected(verify("check", "--rerun", "net.json"), "differs", "that it names: blocks")
    rejected(verify("check", "--rerun", "net.json.bound.json"), "not-a-record", "the format")
    Path("net.json").write_text(exact)
    assert verify("check", "--rerun", "net.json").status == 0
    # a record in its own format beside it changes nothing, and is no record
    record = json.dumps({**json.loads(exact), "format": "netproof-bound/1", "dtype": "float64"})
    Path("net.json.bound.json").write_text(record)
    assert verify("check", "--rerun", "net.json").status == 0
    done = verify("check", "--rerun", "net.json.bound.json")
    rejected(done, "differs", "net.json is no file that has a record")


@by_turns(2)
@some_of(13)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("block2.WQ", 1e30),
        ("block2.WK", 1e30),
        ("block2.WQ", 1 + 2.0**-52),
        ("block1.WQ", 1e30),
        ("block2.E", 2.0),
        ("block2.omega", 0.75),
        ("embedding.W", 1 + 2.0**-52),
        ("readout.W", 1 + 2.0**-52),
        ("block2.FC.b1", 1e-300),
    ],
)
@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
def test_other_weights_are_rejected(verify: Run, ending: str, name: str, value: float) -> None:
    """All entries of E alike, W_Q and W_K too large: the digest of the record was altered too."""
    import hashlib

    import numpy as np

    package = pytest.importorskip(ending, reason="an optional extra")
    claim_id = f"sumformer.thm4_{ {'E': 4, 'omega': 5}.get(name.rsplit('.')[-1], 3) }"
    file = Path(f"net.{ending}")
    verify("construct", claim_id, *SMALL, "-o", file)
    original = file.read_bytes()

    def changed(array: Any) -> Any:
        array = np.array(array)
        if name.endswith(".E"):
            return array * value
        array.flat[int(np.argmax(np.abs(array) > 0))] = value
        return array

    if ending == "onnx":
        model = package.load_from_string(original)
        tensor = next(t for t in model.graph.initializer if t.name == name)
        array = changed(package.numpy_helper.to_array(tensor))
        tensor.CopyFrom(package.numpy_helper.from_array(array, name))
        data = model.SerializeToString(deterministic=True)
    else:
        arrays = dict(read_safetensors(original))
        arrays[name] = changed(arrays[name])
        key = int.from_bytes(original[:8], "little")
        metadata = json.loads(original[8 : 8 + key])["__metadata__"]
        data = sys.modules["safetensors.numpy"].save(arrays, metadata)
    assert data != original
    file.write_bytes(data)
    record = Path(f"{file}.bound.json")
    digest = hashlib.sha256(data).hexdigest()
    record.write_text(json.dumps({**json.loads(record.read_text()), "sha256": digest}))
    rejected(verify("check", "--rerun", file), "differs", f"{file} is not what is written")


@by_turns(2)
@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ('"width": 5', '"width": 5.0', "differs", "its record says: sizes"),
        ('"tokens": 2', '"tokens": 2.0', "differs", "its record says: tokens"),
        ('"tokens": 2', '"tokens": "2"', "differs", "its record says: tokens"),
        ('"tokens": 2', '"tokens": Infinity', "not-a-record", ""),
        ('"tokens": 2', '"tokens": [2]', "not-a-record", ""),
        ('"tokens": 2', '"Tokens": 2', "not-a-record", "the record has no 'tokens'"),
        ('"kind": ', '"kinds": ', "not-a-record", "the record has no 'kind'"),
        ('"tokens": 2', '"tokens": 2, "note": null', "differs", "its record says: note"),
        ('"tokens": 2', '"tokens": 2, "a\\nb": 1', "differs", r"its record says: 'a\nb'"),
        ('"tokens": 2', '"tokens": 3, "tokens": 2', "not-a-record", "stands there twice"),
        ('"width": 5', '"width": 4, "width": 5', "not-a-record", "stands there twice"),
    ],
)
@pytest.mark.parametrize("file", ["net.safetensors", "net.json"])
def test_a_record_is_read_to_the_letter(
    verify: Run, file: str, old: str, new: str, code: str, says: str
) -> None:
    """What Python calls equal is not: 5.0, null; nor is a key that stands there twice."""
    pytest.importorskip("safetensors", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", file)
    record = Path(file if file == "net.json" else f"{file}.bound.json")
    text = record.read_text()
    assert text.count(old) == 1
    record.write_text(text.replace(old, new))
    if file == "net.json":
        says = says.replace("its record says", "it names")
    rejected(verify("check", "--rerun", file), code, says)


def test_the_file_of_a_benchmark_that_is_missing_is_named(verify: Run) -> None:
    pytest.importorskip("onnx", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "b/net.csv")
    missing = sorted(Path("b/vnnlib").rglob("*.vnnlib"))[0]
    missing.unlink()
    done = verify("check", "--rerun", "b/net.csv")
    rejected(done, "differs", f"cannot read {missing}: No such file")


def test_the_root_of_a_graph_is_in_its_bound(verify: Run) -> None:
    """g = x1 + x2 + x3 and omega = 1/2, 1/2: lambda = 1 and r = 1, so only sqrt(2) is rounded.

    The graph divides by 11863283/2^23, in queries and keys: Sigma = 3 (1 + q) at X = (1, 1, 1),
    with 1 + q = 2 (2^23/11863283)^2, where f = 3.  The definition's sqrt(2) is exact.
    """
    pytest.importorskip("onnx", reason="an optional extra")
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", "g=x1+x2+x3", "--set", "n=3", "--set", "eps=1/10", "--set", "omega=1/2,1/2")
    for file in ("net.onnx", "net.safetensors"):
        done = verify("construct", "sumformer.thm4_5", *words, "--dtype", "float32", "-o", file)
        assert (done.status, done.err) == (0, "")
    off = 3 * abs(2 * F(2**23, 11863283) ** 2 - 1)
    assert F(102, 10**9) < off < F(103, 10**9)
    assert off <= F(beside("net.onnx")["certified"]["written"]) <= 2 * off
    assert F(beside("net.safetensors")["certified"]["written"]) == 0


@pytest.mark.parametrize(
    ("square", "linear", "eps", "dtype"),
    [
        (0, 40, F(6, 10**46), "float32"),
        (38, 37, F(1, 10**39), "float32"),
        (0, 320, F(1, 10**322), "float64"),
    ],
)
def test_numbers_near_0_are_within_the_bound(
    tmp_path: Path, square: int, linear: int, eps: F, dtype: str
) -> None:
    """g = x^2/10^square + x/10^linear: products round to denormal numbers.

    Of the linear ones, what is computed is further from f than a relative bound says.
    """
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    pytest.importorskip("onnx", reason="an optional extra")
    np = pytest.importorskip("numpy")
    g = f"x1{'/10**40' * (linear // 40)}{'/10' * (linear % 40)}"
    g += f" + x1**2/10**{square}" * bool(square)
    net = whole("transformer", parse_target(g, 1, 1, decide=unchanged), eps)
    file = write_transformer(net, tmp_path / "n.onnx", dtype)
    found = {name: F(certified(net, file)[name]) for name in ("exact", "computed")}
    session = runtime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    X = np.random.default_rng(3).random((200, 1, 1)).astype(dtype)
    (Y,) = session.run(None, {"X": X})
    off = F(0)
    for ((x,),), ((y,),) in zip(X.tolist(), Y.tolist(), strict=True):
        f = F(x) / 10**linear + (F(x) ** 2 / 10**square if square else 0)
        off = max(off, abs(F(y) - f))
    assert off <= found["computed"]
    if not square:
        written = net.replaced(exactly(read_onnx(file.read_bytes())))
        u = F(1, 2**24) if dtype == "float32" else F(1, 2**53)
        assert found["exact"] + max(deviation(net, written, u)) < off
        assert found["computed"] <= 12 * off, "the bound is of the right size"


def test_files_do_not_vary(verify: Run) -> None:
    for ending in ("onnx", "safetensors"):
        pytest.importorskip(ending, reason="an optional extra")
        for name in ("a", "b"):
            verify("construct", "sumformer.thm4_3", *SMALL, "-o", f"{name}.{ending}")
        assert Path(f"a.{ending}").read_bytes() == Path(f"b.{ending}").read_bytes()


def test_without_eps_the_block_alone_is_written(verify: Run) -> None:
    done = verify("construct", "sumformer.thm4_4", "--set", "n=3", "-o", "block.json")
    assert done.status == 0
    data = json.loads(Path("block.json").read_text())
    assert data["format"] == "netproof-attention/1"
    done = verify("construct", "sumformer.thm4_4", "--set", "n=3", "-o", "block.onnx")
    assert done.status == 2
    assert "written as .json only" in done.err


def test_an_altered_file_is_not_what_its_record_says(verify: Run) -> None:
    package = pytest.importorskip("safetensors.numpy", reason="an optional extra")
    verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.safetensors")
    net, path = network("sumformer.thm4_3", SMALL), Path("net.safetensors")
    assert recheck(net, path)["certified"]["exact"] == str(net.bound.total)
    arrays = package.load(path.read_bytes())
    for value in (1 + 1e-9, 2, float("nan")):
        arrays["block2.FC.W2"][0, -1] *= value
        path.write_bytes(package.save(arrays))
        with pytest.raises(ValueError, match="not what is written for this network"):
            recheck(net, path)
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="not what is written for this network"):
        recheck(net, path)


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim_id", "words", "says"),
    [
        ("sumformer.thm4_3", ("eps=0",), "0"),
        ("sumformer.thm4_3", ("eps=-1",), "-1"),
        ("sumformer.thm4_3", ("eps=1/1000000000000",), "hidden units are needed"),
        ("sumformer.thm4_3", ("eps=1/9", "g=x1*x2"), "not semi-invariant"),
        ("sumformer.thm4_3", ("eps=1/9", "g=floor(x1)"), "floor"),
        ("sumformer.thm4_3", ("eps=1/9", "delta=1"), "delta"),
        ("sumformer.thm4_4", ("eps=1/9", "k=3"), "1 <= k < n, got k = 3 and n = 3"),
        ("sumformer.thm4_4", ("eps=1/9", "n=1", "g=x1"), "1 <= k < n"),
        ("sumformer.thm4_5", ("eps=1/9", "omega=31"), "at most 30 in size"),
        ("sumformer.thm4_5", ("eps=1/9", "omega=1,2", "k=1"), "omega has one number, or k = 1"),
        ("sumformer.thm4_5", ("eps=1/9", "k=3"), "1 <= k < n, got 3 and n = 3"),
    ],
)
def test_what_cannot_be_built_is_refused(
    verify: Run, claim_id: str, words: tuple[str, ...], says: str
) -> None:
    given = [part for word in words for part in ("--set", word)]
    refused(verify("construct", claim_id, *given, "-o", "net.json"), says)


def refused(done: Done, says: str) -> None:
    """Status 2, one line, and no file."""
    assert (done.status, done.out) == (2, ""), done
    assert done.err.startswith("verify: ")
    assert done.err.count("\n") == 1
    assert says in done.err
    assert list(Path().iterdir()) == []


def test_an_ending_that_is_unknown_is_refused(verify: Run) -> None:
    refused(verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.bin"), "the endings are")


def test_a_package_that_is_missing_is_named(verify: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    done = verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.onnx")
    refused(done, "needs onnx, which is not installed: pip install")


def test_weights_that_are_rounded_too_much_are_refused(verify: Run) -> None:
    """x1/3 is exact; its weights in single precision are not, to 10^-9."""
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", "g=x1/3", "--set", "n=2", "--set", "eps=1e-9")
    out = ("-o", "net.safetensors")
    done = verify("construct", "sumformer.thm4_3", *words, "--dtype", "float32", *out)
    refused(done, "which is not below eps = 1/1000000000: use --dtype float64")
    assert verify("construct", "sumformer.thm4_3", *words, *out).status == 0
    assert F(beside("net.safetensors")["certified"]["exact"]) == 0


HUGE = "g=(10**64)**5*x1"


@pytest.mark.parametrize("ending", ["onnx", "safetensors"])
@pytest.mark.parametrize(
    ("dtype", "g", "says"),
    [
        ("float64", HUGE, "too large for float64: write .json, which is exact"),
        ("float32", HUGE, "too large for float64: write .json, which is exact"),
        ("float32", "g=10**40*x1", "too large for float32: use --dtype float64"),
    ],
)
def test_weights_that_are_too_large_are_refused(
    verify: Run, ending: str, dtype: str, g: str, says: str
) -> None:
    """One line and no warning of numpy's (warnings are errors here)."""
    pytest.importorskip(ending, reason="an optional extra")
    words = ("--set", g, "--set", "n=2", "--set", "eps=1", "--dtype", dtype)
    refused(verify("construct", "sumformer.thm4_3", *words, "-o", f"z.{ending}"), says)


def test_what_a_type_is_too_small_for_can_be_written_otherwise(verify: Run) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", "n=2", "--set", "eps=1", "-o")
    done = verify("construct", "sumformer.thm4_3", "--set", HUGE, *words, "z.json")
    assert printed(done) == ["|f - T| <= 0 < eps = 1 on [0, 1]"]
    g = ("--set", "g=2**60*x1")  # exact in both types
    for dtype in ("float32", "float64"):
        command = ("construct", "sumformer.thm4_3", *g, *words, "z.safetensors", "--dtype", dtype)
        assert bounds_of(verify(*command, "--json"))["written"] == 0


def test_a_sweep_of_what_is_too_large_is_refused(verify: Run) -> None:
    f = HUGE.removeprefix("g=")
    refused(verify("sweep", "sumformer.thm4_3", "--f", f, "--grid", "n=2"), "is too large for")


def test_folders_are_made(verify: Run) -> None:
    """As with every file that a command writes."""
    assert verify("construct", "sumformer.thm4_3", *SMALL, "-o", "a/b/net.json").status == 0
    assert verify("construct", "pln.lemma2", "-o", "c/net.json").status == 0
    assert Path("a/b/net.json").is_file()
    assert Path("c/net.json").is_file()


def test_a_place_that_cannot_be_written(verify: Run) -> None:
    pytest.importorskip("onnx", reason="an optional extra")
    Path("taken").write_text("")
    done = verify("construct", "sumformer.thm4_3", *SMALL, "-o", "taken/net.onnx")
    assert done.status == 2
    assert "cannot write taken/net.onnx" in done.err
    Path("net.onnx").mkdir()
    done = verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.onnx")
    assert done.status == 2
    assert sorted(p.name for p in Path().iterdir()) == ["net.onnx", "taken"]


def disk_full_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file of this name can be written."""
    from constructions import files

    real = os.open

    def opened(path: Any, *more: Any) -> int:
        if Path(path).name.startswith(f".{name}."):
            raise OSError(28, "no space left on device")
        return real(path, *more)

    monkeypatch.setattr(files.os, "open", opened)


@pytest.mark.parametrize(
    ("file", "full"),
    [
        ("net.onnx", "net.onnx"),
        ("net.onnx", "net.onnx.bound.json"),
        ("a/b/net.onnx", "net.onnx.bound.json"),
        ("new/net.csv", "net_phi.onnx"),
        ("new/net.csv", "net-2.0.csv"),
        ("new/net.csv", "net.csv.bound.json"),
    ],
)
def test_nothing_stays_of_files_that_cannot_be_written(
    verify: Run, monkeypatch: pytest.MonkeyPatch, file: str, full: str
) -> None:
    """Neither the files before it nor the folders, and the file that failed is named."""
    pytest.importorskip("onnx", reason="an optional extra")
    disk_full_at(full, monkeypatch)
    done = verify("construct", "sumformer.thm4_3", *SMALL, "-o", file)
    refused(done, f"{full}: no space left")


def test_a_benchmark_that_cannot_be_written_again_stays_as_it_is(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnx", reason="an optional extra")

    def tree() -> dict[Path, bytes]:
        return {p: p.read_bytes() for p in Path().rglob("*") if p.is_file()}

    command = ("construct", "sumformer.thm4_3", *SMALL, "-o", "b/net.csv", "--dtype")
    assert verify(*command, "float32").status == 0
    before = tree()
    with monkeypatch.context() as patch:
        disk_full_at("net-2.0.csv", patch)
        done = verify(*command, "float64")
    assert done.status == 2
    assert "cannot write b/net-2.0.csv: no space left" in done.err
    assert tree() == before
    # a folder stands where a file should
    other = next(p for p in before if p.suffix == ".vnnlib")
    other.unlink()
    other.mkdir()
    before = tree()
    done = verify(*command, "float64")
    assert done.status == 2
    assert f"cannot write {other}: " in done.err
    assert tree() == before


# --- instances -----------------------------------------------------------------------------------


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim_id", KINDS)
def test_a_run_with_eps_encloses_the_error_of_the_whole(claim_id: str) -> None:
    claim = load(claim_id)
    given = {"g": "x1*(x2+x3)", "n": "3", "eps": "1/7", "x": "1/3; 0; 6/7"}
    assert claim.run
    rows = claim.run(claim.settings(given))
    whole = rows[-1]
    net = whole.network
    assert isinstance(net, TransformerNet)
    assert whole.inputs["network"] == "whole"
    assert (whole.verdict, whole.level, whole.version) == ("certified", "enclosure", "repaired")
    assert 0 < whole.lo <= whole.hi == net.bound.total < whole.bound == F(1, 7)
    assert whole.units == net.cost()["units"]
    assert len(claim.run(claim.settings({**given, "eps": "2"}))) == len(rows)
    del given["eps"]
    assert len(claim.run(claim.settings(given))) == len(rows) - 1


def test_tokens_outside_of_the_domain_are_refused() -> None:
    claim = load("sumformer.thm4_3")
    assert claim.run
    given = {"g": "x1*x2", "n": "2", "x": "1; 2"}
    assert all(row.verdict == "certified" for row in claim.run(claim.settings(given)))
    with pytest.raises(ValueError, match=r"tokens in \[0, 1\]\^d, and x is not there"):
        claim.run(claim.settings({**given, "eps": "1/2"}))
