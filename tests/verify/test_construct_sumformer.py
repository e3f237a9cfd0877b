"""``verify construct`` for Theorems 4.3-4.5: files, the record beside them, and refusals."""

from __future__ import annotations

import json
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from commandkit import Done, Run

from constructions.interop.transformer_files import exactly, read_onnx, read_safetensors, recheck
from constructions.rounding import deviation
from constructions.transformer import TransformerNet
from proofs.registry import load

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
    moved = max(deviation(net, net.replaced(exactly(weights)), F(0)))
    assert 0 < moved < certified["arithmetic"]
    assert abs(certified["written"] - net.bound.total - moved) < F(1, 10**12)
    assert recheck(net, file) == record


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


def test_floating_point_above_eps_is_said(verify: Run) -> None:
    pytest.importorskip("safetensors", reason="an optional extra")
    words = ("--set", "g=1000000*(x1-x2)**2", "--set", "n=2", "--set", "eps=1", "-o")
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
        (moved, "is not what its record says: certified, sha256"),
        (Path(f"other.{ending}").read_bytes(), ""),
        (original[: len(original) // 2], "not a network file"),
        (b"", ""),
    ):
        file.write_bytes(data)
        rejected(verify("check", "--rerun", record), "differs", says)
    file.write_bytes(original)
    assert verify("check", "--rerun", record).status == 0


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
        rejected(done, "differs", "is not this network, its weights aside")
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
    rejected(done, "differs", "is not this network, its weights aside")


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
    arrays["block2.FC.W2"][0, -1] *= 1 + 1e-9
    path.write_bytes(package.save(arrays))
    with pytest.raises(ValueError, match="not what its record says: certified, sha256"):
        recheck(net, path)
    arrays["block2.FC.W2"][0, -1] *= 2
    path.write_bytes(package.save(arrays))
    with pytest.raises(ValueError, match="not below eps = 1/9"):
        recheck(net, path)
    arrays["block2.FC.W2"][0, -1] = float("nan")
    path.write_bytes(package.save(arrays))
    with pytest.raises(ValueError, match="not a finite number"):
        recheck(net, path)
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="not a network file"):
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


def test_the_record_goes_where_the_file_cannot(
    verify: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file fails after its record: the record is taken away again."""
    pytest.importorskip("onnx", reason="an optional extra")
    from constructions.interop import transformer_files

    real = transformer_files.write_bytes

    def fails(path: Path, data: bytes) -> Path:
        if path.suffix == ".onnx":
            raise OSError(28, "no space left on device")
        return real(path, data)

    monkeypatch.setattr(transformer_files, "write_bytes", fails)
    refused(verify("construct", "sumformer.thm4_3", *SMALL, "-o", "net.onnx"), "no space left")


# --- instances -----------------------------------------------------------------------------------


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
