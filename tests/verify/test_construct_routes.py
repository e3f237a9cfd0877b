"""``verify construct`` for functions that people name: sizes, routes, files, refusals."""

from __future__ import annotations

import json
import re
from fractions import Fraction as F
from pathlib import Path

import pytest
from commandkit import Run

from proofs.registry import load
from tests.sampling import by_turns, some_of

SOFTMAX = "exp(x1)/(exp(x1)+exp(x2)+exp(x3))"
NAMED = {
    "abs(x1-x2)": ("2", "1/1000"),
    "max(x1,x2,x3)": ("3", "1/20"),
    SOFTMAX: ("3", "1/100"),
    "exp(x1*x2)": ("2", "1/100"),
    "1/(1+x1+x2+x3)": ("3", "1/100"),
}
KINDS = {
    "sumformer.thm4_3": (),
    "sumformer.thm4_4": ("--set", "k=1"),
    "sumformer.thm4_5": ("--set", "omega=1/3"),
}


def words(g: str, n: str, eps: str, *more: str) -> tuple[str, ...]:
    return ("--set", f"g={g}", "--set", f"n={n}", "--set", f"eps={eps}", *more)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("g", NAMED)
def test_the_size_is_said_before_it_is_built(verify: Run, g: str) -> None:
    n, eps = NAMED[g]
    said = verify("construct", "sumformer.thm4_3", *words(g, n, eps), "--size", "--json")
    assert (said.status, said.err) == (0, "")
    assert not list(Path().iterdir())
    plan = json.loads(said.out)
    assert plan["route"] == "layers"
    assert plan["multiplications"] > int(n) * plan["cost"]["parameters"]
    assert plan["seconds"] > 0
    made = verify("construct", "sumformer.thm4_3", *words(g, n, eps), "-o", "t.json", "--json")
    cost = json.loads(made.out)["cost"]
    assert {name: cost[name] for name in plan["cost"]} == plan["cost"]
    assert cost["units"] < 70
    assert F(cost["error_at_most"]) < F(eps)


def test_the_size_in_words(verify: Run) -> None:
    done = verify("construct", "sumformer.thm4_3", *words(SOFTMAX, "3", "1/100"), "--size")
    first, work, what, *others, time = done.out.splitlines()
    assert re.fullmatch(r"about [\d.e-]+ seconds of processor time .* factor of 2 .*", time)
    assert re.fullmatch(r"layers: \d\d units, 3 blocks, width 6, d' = 1, \d+ parameters", first)
    assert re.fullmatch(r"about \d{4} multiplications for 3 tokens", work)
    assert what == "phi1 = exp(x1); v1 = -log(p1 + phi1); y1 = exp(v1 + x1)"
    assert [line.split()[0] for line in others] == ["chebyshev:"]
    done = verify("construct", "sumformer.thm4_3", *words("x1*x2", "2", "1/100"), "--size")
    aside = ("multiplications", "seconds")
    lines = [line for line in done.out.splitlines() if not any(word in line for word in aside)]
    assert [line.split(":")[0] for line in lines] == ["polynomial", "layers"]
    done = verify("construct", "pln.thm1", "--set", "f=abs(x-1/3)", "--set", "d=4", "--size")
    assert (done.status, done.out.split()[1]) == (0, "units,")
    assert "at most 72 multiplications by weights" in done.out
    assert not list(Path().iterdir())


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("claim_id", KINDS)
@pytest.mark.parametrize("file", ["t.onnx", "t.safetensors", "t.json"])
def test_a_file_of_any_depth_is_certified_again(verify: Run, claim_id: str, file: str) -> None:
    pytest.importorskip("onnx" if file == "t.onnx" else "safetensors", reason="an optional extra")
    more = (*KINDS[claim_id], "--set", "low=-1", "--dtype", "float32")
    done = verify("construct", claim_id, *words(SOFTMAX, "3", "1/20", *more), "-o", file)
    assert (done.status, done.err) == (0, "")
    assert "3 blocks" in done.out
    record = Path(file if file == "t.json" else f"{file}.bound.json")
    assert json.loads(record.read_text())["route"] == "layers"
    done = verify("check", "--rerun", file)
    assert (done.status, done.out.split()[0]) == (0, "accept")
    record.write_text(record.read_text().replace('"route": "layers"', '"route": "chebyshev"'))
    done = verify("check", "--rerun", file)
    assert (done.status, done.out.split()[0]) == (1, "reject")


@by_turns(3)
def test_onnxruntime_computes_a_network_of_any_depth(verify: Run) -> None:
    runtime = pytest.importorskip("onnxruntime", reason="has no wheel for every platform")
    np = pytest.importorskip("numpy")
    done = verify("construct", "sumformer.thm4_3", *words(SOFTMAX, "3", "1/50"), "-o", "t.onnx")
    assert done.status == 0
    certified = json.loads(Path("t.onnx.bound.json").read_text())["certified"]
    session = runtime.InferenceSession("t.onnx", providers=["CPUExecutionProvider"])
    X = np.concatenate(
        [np.zeros((1, 3, 1)), np.ones((1, 3, 1)), np.random.default_rng(3).random((40, 3, 1))]
    )
    (Y,) = session.run(None, {"X": X})
    f = np.exp(X) / np.exp(X).sum(axis=1, keepdims=True)
    most = float(F(certified["exact"]) + F(certified["arithmetic"]))
    assert most / 4 < np.abs(Y - f).max() <= most


def test_a_benchmark_is_for_two_blocks(verify: Run) -> None:
    done = verify("construct", "sumformer.thm4_3", *words(SOFTMAX, "3", "1/50"), "-o", "t.csv")
    assert done.status == 2
    assert "a benchmark is written for networks of two blocks" in done.err
    assert not list(Path().iterdir())


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (words("max(x1,x2,x3)", "3", "1/100000"), "layers: 33334 thresholds are needed, and at"),
        (words("exp(x2*x3)", "3", "1e-9"), "hidden units are needed, and at most 20000 are built"),
        (words("abs(x1-x2)", "2", "1/9", "--set", "L=1/3"), "L = 1/3 is too small"),
        (
            words("abs(x1-x2)", "2", "1/9", "--set", "route=short"),
            "the route is one of auto, layers",
        ),
        (words("abs(x1-x2)", "2", "1/9", "--set", "route=polynomial"), "g is no polynomial"),
        (words("x1*x2", "2", "1/9", "--set", "route=chebyshev"), "g is a polynomial"),
        (words("1/x1", "2", "1/9"), "not defined"),
        (words("floor(3*x1)", "2", "1/9"), "jumps at x1 = 1/3"),
        (words("exp(x2) + x1", "3", "1/9"), "g is not semi-invariant"),
        (words("abs(x1-x2)", "2", "0"), "eps must be positive"),
    ],
)
def test_one_line_says_what_is_wrong(verify: Run, given: tuple[str, ...], message: str) -> None:
    for more in (("--size",), ("-o", "t.json")):
        done = verify("construct", "sumformer.thm4_3", *given, *more)
        assert done.status == 2
        assert message in done.err
        assert done.err.count("\n") <= 1
    assert not list(Path().iterdir())


def test_a_file_or_a_size_is_asked_for(verify: Run) -> None:
    done = verify("construct", "sumformer.thm4_3", *words("x1*x2", "2", "1/9"))
    assert (done.status, done.out) == (2, "")
    assert "-o names the file" in done.err


def test_rows_of_a_network_that_follows_the_parts_of_g() -> None:
    claim = load("sumformer.thm4_3")
    assert claim.run
    given = {"g": "max(x1,x2,x3)", "n": "3", "eps": "1/10", "x": "1/4; 1/4; 1/4"}
    (row,) = claim.run(claim.settings(given))
    assert (row.inputs["by"], row.inputs["network"]) == ("parts of g", "whole")
    assert F(0) < row.lo <= row.hi < F(1, 12) + F(1, 2**60)
    assert (row.verdict, row.level, row.units) == ("certified", "enclosure", 8)
    found = claim.run(
        claim.settings(given | {"version": "printed", "route": "bernstein", "eps": "1"})
    )
    assert [row.version for row in found] == ["printed"]


def test_a_sumformer_of_a_chebyshev_polynomial(verify: Run) -> None:
    given = words("exp(x1*x2)", "2", "1/10")
    done = verify("construct", "sumformer.thm4_1.continuous", *given, "-o", "s.json")
    assert (done.status, done.err) == (0, "")
    assert "Chebyshev" in done.out
    data = json.loads(Path("s.json").read_text())
    assert (data["polynomial"]["of"], data["polynomial"]["degree"]) == ("Chebyshev", 3)
    assert F(data["error_at_most"]) < F(1, 10)
    again = verify("construct", "sumformer.thm4_1.continuous", *given, "--set", "route=bernstein",
                   "-o", "b.json")  # fmt: skip
    assert again.status == 0
    assert json.loads(Path("b.json").read_text())["polynomial"]["degree"] > 6
