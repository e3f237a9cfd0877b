"""Mathematics where the terminal has few characters."""

import io
import os
import subprocess
import sys

import pytest

from reports import errata_texts, tables
from tests.sampling import by_turns
from verify.plain_text import ascii_text, fitted, wrapped

ASCII = {
    "x² ≤ ε": "x^2 <= epsilon",
    "x₁₂ + y¹⁰": "x_12 + y^10",
    "Ĝ(x) ∈ ℝ": "G_hat(x) in reals",
    "⌊L/2⌋ ≠ −1": "floor(L/2) != -1",
    "𝒢 and Σ_{k=1..n} α": "G and sum_{k=1..n} alpha",
    "■ proved": "# proved",
    "◇ gap": "~ gap",
    "(w_j)^⊤x ↦ ⟨a, b′⟩": "(w_j)^Tx |-> <a, b'>",
    "中": "\\u4e2d",
    "données": "donnees",
    "λ": "lambda",
    "plain": "plain",
}


@pytest.mark.parametrize(("text", "plain"), ASCII.items())
def test_signs_have_an_ascii_form(text: str, plain: str) -> None:
    assert ascii_text(text) == plain
    assert ascii_text(text).isascii()


def test_marks_of_verdicts_have_an_ascii_form() -> None:
    for marks in (tables.MARKS, tables.PROOF_MARKS, tables.STEP_MARKS):
        for mark in marks.values():
            assert len(plain := ascii_text(mark)) <= 3
            assert plain != "?"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_stream_without_the_signs_writes_ascii(encoding: str) -> None:
    raw = io.BytesIO()
    stream = fitted(io.TextIOWrapper(raw, encoding=encoding))
    stream.write("|x| ≤ ε·y²\n")
    stream.flush()
    assert raw.getvalue() == b"|x| <= epsilon*y^2\n"


def test_a_stream_with_all_signs_is_left_alone() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert fitted(stream) is stream
    assert fitted(io.StringIO()) is not None


@by_turns(3)
def test_the_command_prints_ascii_where_it_must() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "verify.cli", "list", "--help"]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    assert done.stdout.isascii()
    command = [sys.executable, "-m", "verify.cli", "show", "pln.affine", "--no-pager"]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    assert done.stdout.isascii()
    assert b"<=" in done.stdout


@by_turns(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "pln.lemma2", "--no-pager"],
        pytest.param(["show", "pln.thm1", "--no-pager"], marks=by_turns(8)),  # its rows
        ["list", "pln"],
        ["glossary"],
    ],
)
def test_lines_in_ascii_fit_the_terminal(arguments: list[str]) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    command = [sys.executable, "-m", "verify.cli", *arguments]
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    lines = done.stdout.decode("ascii").splitlines()
    # a command stays on one line, to be copied
    assert [line for line in lines if len(line) > 80 and "verify check" not in line] == []
    if arguments[0] == "show":
        assert any("epsilon" in line for line in lines)


def test_what_takes_more_room_in_ascii_is_broken_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "  " + "ε ≤ δ, " * 8
    assert wrapped(line, 60) == [line.rstrip()]
    monkeypatch.setattr(sys, "stdout", fitted(io.TextIOWrapper(io.BytesIO(), encoding="ascii")))
    first, *more = wrapped(line, 60)
    assert first.startswith("  epsilon <= delta,")
    assert more
    assert all(len(part) <= 60 for part in (first, *more))
    paper = next(iter(errata_texts.texts(["$epsilon <= 1$"]).values()))
    assert paper == "ε ≤ 1", "what goes to a file stays as it is"
