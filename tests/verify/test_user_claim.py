"""A claim of the user's own: the example, and what its command says."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import verify
from tests.sampling import by_turns, some_of
from verify.commands.group import cli

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs/examples/my_claim.py"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("out")


@pytest.fixture(scope="module")
def record(out: Path) -> dict[str, Any]:
    result = CliRunner().invoke(cli, ["run", str(EXAMPLE), "--out", str(out), "--json"])
    assert result.exit_code == 0, result.output
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_the_false_claim_is_refuted_and_its_neighbour_proved(record: dict[str, Any]) -> None:
    false, true = record["claims"]
    assert (false["verdict"], false["level"], false["scope"]) == ("refuted", "kernel", "instance")
    assert (true["verdict"], true["level"], true["scope"]) == ("proved", "kernel", "all")
    assert false["repaired"] == [{"id": "mine.chords.repaired", "verdict": "proved", "given": []}]
    assert false["refutation"]["evidence"] == "mine.chords.middle"


def test_the_witness_is_exact(record: dict[str, Any]) -> None:
    """At N = 1, k = 0, x = 1/2 the chord is 1/2 and the square 1/4: 1/8 < 1/4."""
    chord, square = Fraction(1, 2), Fraction(1, 4)
    assert chord - square > Fraction(1, 8)
    assert chord - square <= Fraction(1, 4)
    shown = record["claims"][0]["evidence"][0]["statement"]
    assert "1/(8·1)" in shown


def test_the_reading_of_a_refuted_claim_is_what_was_refuted(record: dict[str, Any]) -> None:
    false, true = (claim["reading"] for claim in record["claims"])
    assert false[-1]["formal"].endswith("(1/(8N))/N")
    assert true[-1]["formal"].endswith("(1/(4N))/N")
    assert [row["formal"] for row in false[:3]] == [
        "for all N, k ∈ ℤ; x ∈ ℝ", "if 0 < N", "if 0 ≤ k",
    ]  # fmt: skip


def test_every_certificate_is_accepted_again(record: dict[str, Any], out: Path) -> None:
    files = [
        item["certificate"]["file"] for claim in record["claims"] for item in claim["evidence"]
    ]
    assert len(files) == 3
    assert all(verify.check((out / name).read_bytes()).accepted for name in files)


@by_turns(2)
def test_the_witness_is_printed_and_the_claim_can_be_shown(
    record: dict[str, Any], out: Path
) -> None:
    printed = CliRunner().invoke(cli, ["run", str(EXAMPLE), "--out", str(out)]).stdout
    assert "the error is 1/4, and 1/4 > 1/8" in printed
    for name in ("mine.chords", "mine.chords.repaired"):
        shown = CliRunner().invoke(cli, ["show", name, "--out", str(out)])
        assert shown.exit_code == 0
        assert "for all N, k ∈ ℤ; x ∈ ℝ" in shown.stdout or name == "mine.chords"
    unknown = CliRunner().invoke(cli, ["show", "mine.other", "--out", str(out)])
    assert unknown.exit_code == 2


SMALL = """
from verify import Claim, Obligation, Reading, Source, script, terms

x = terms.var("x")
sequent = script.statement({{"x": "real"}}, [], {formula})
CLAIM = Claim(
    "mine.small", "theorem", "A square", Source("mine", "", "", "", ""), "text",
    (Reading("text", ("show",)),),
    (Obligation("mine.small.all", "all", sequent, lambda: script.auto(seconds=1)),),
)
"""


@some_of(1)
@pytest.mark.parametrize(("formula", "verdict"), [("x * x >= 0", "proved"), ("x * x >= 1", "open")])
def test_a_claim_is_open_unless_something_is_found(
    formula: str, verdict: str, tmp_path: Path
) -> None:
    path = tmp_path / "claim.py"
    path.write_text(SMALL.format(formula=formula))
    result = CliRunner().invoke(cli, ["run", str(path), "--out", str(tmp_path / "o"), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["claims"][0]["verdict"] == verdict


def _with(tmp_path: Path, old: str, new: str) -> Any:
    """What ``verify run`` says of the example with a part changed."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "claim.py"
    path.write_text(text.replace(old, new))
    return CliRunner().invoke(cli, ["run", str(path), "--out", str(tmp_path / "o"), "--json"])


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("have sum: a + b", "have sum a + b", "(line 6, column 10 of its text): 'a' is not"),
        ("k >= 0", "k => 0", "(line 3, column 16 of its text): this is a number"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_with_its_line(
    old: str, new: str, place: str, tmp_path: Path
) -> None:
    result = _with(tmp_path, old, new)
    assert result.exit_code == 2
    assert new in result.output
    assert place in result.output


def test_a_proof_that_does_not_go_through_leaves_the_claim_open(tmp_path: Path) -> None:
    result = _with(tmp_path, "0 <= a*b by k/N <= x, x <= (k + 1)/N", "0 <= a*b by k/N <= x")
    assert result.exit_code == 0, result.output
    claims = {claim["id"]: claim for claim in json.loads(result.stdout)["claims"]}
    assert claims["mine.chords"]["verdict"] == "refuted"
    assert claims["mine.chords.repaired"]["verdict"] == "open"
    why = claims["mine.chords.repaired"]["evidence"][0]["reason"]
    assert "'have above: 0 <= a*b by k/N <= x' (line 5, column 1 of its text)" in why
    assert "it does not follow" in why


@some_of(1)
@pytest.mark.parametrize("text", ["CLAIMS = 1", "CLAIM = ", "raise RuntimeError('no')"])
def test_a_file_that_is_no_claim_is_one_clear_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "claim.py"
    path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "verify.cli", "run", str(path), "--out", str(tmp_path / "o")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("verify: ")


def test_the_public_names_are_there() -> None:
    for name in {*verify.HOME, *verify.MODULES}:
        assert getattr(verify, name) is not None
        assert name in dir(verify)
    with pytest.raises(AttributeError, match="no_such_name"):
        verify.no_such_name  # noqa: B018


def test_the_public_names_are_all_declared_for_type_checkers() -> None:
    text = (ROOT / "verify/__init__.py").read_text(encoding="utf-8")
    for name in {*verify.HOME, *verify.MODULES}:
        assert f"import {name} as {name}\n" in text


def test_importing_verify_loads_none_of_it() -> None:
    code = "import sys, verify; print([m for m in sys.modules if m.startswith('proofs')])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
