"""What the documents quote is what the commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.sampling import by_turns, seldom, some_of
from verify import figures

BLOCK = "before\n<!-- begin: {} -->\nold\n<!-- end -->\nafter\n"


def test_a_block_holds_the_command_and_its_output(tmp_path: Path) -> None:
    found = figures.refreshed(BLOCK.format("echo one; echo 'two  '"), tmp_path)
    assert found == (
        "before\n<!-- begin: echo one; echo 'two  ' -->\n"
        "```console\n$ echo one; echo 'two  '\none\ntwo\n```\n<!-- end -->\nafter\n"
    )


def test_what_is_refreshed_stays(tmp_path: Path) -> None:
    first = figures.refreshed(BLOCK.format("echo '$1 \\1 <!-- x -->'"), tmp_path / "a")
    assert figures.refreshed(first, tmp_path / "b") == first


def test_commands_of_a_document_share_a_folder(tmp_path: Path) -> None:
    text = BLOCK.format("echo 5 > kept") + BLOCK.format("cat kept")
    assert "$ cat kept\n5\n" in figures.refreshed(text, tmp_path)


def test_verify_is_this_one_and_80_columns_wide(tmp_path: Path) -> None:
    found = figures.refreshed(BLOCK.format("verify list --out none"), tmp_path)
    assert re.search(r"^ +not run +pln\.lemma2$", found, re.M)
    assert max(map(len, found.splitlines())) <= 80
    assert "\x1b" not in found


@pytest.mark.parametrize(
    "text",
    [
        "<!-- begin: echo -->\n",
        "<!-- end -->\n",
        "<!-- begin: echo -->\n<!-- begin: echo -->\n<!-- end -->\n",
    ],
)
def test_marks_must_alternate(text: str, tmp_path: Path) -> None:
    with pytest.raises(figures.Unusable, match="alternate"):
        figures.refreshed(text, tmp_path)


@by_turns(2)
@pytest.mark.parametrize("command", ["exit 3", "no-such-command", "verify run no.such.claim"])
def test_a_command_that_does_not_work_is_never_quoted(command: str, tmp_path: Path) -> None:
    with pytest.raises(figures.Unusable, match="exit status"):
        figures.refreshed(BLOCK.format(command), tmp_path)


def test_a_rejection_can_be_quoted(tmp_path: Path) -> None:
    found = figures.refreshed(BLOCK.format("echo '{}' > c; verify check c"), tmp_path)
    assert "reject  c  bad-certificate" in found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ('"""Doc.\n\nMore."""\n# comment\n\nx = 1  # said\n', 1),
        ('def f():\n    """Doc."""\n    return """a\nb"""\n', 3),
        ("x = (\n    1,\n    # no\n    2,\n)\n", 4),
        ('x = 1\n"""A string that documents nothing."""\n', 2),
    ],
)
def test_lines_of_code(text: str, lines: int, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text)
    assert figures.code_lines(path) == lines


def test_the_check_tells_old_from_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "FILES", ())
    monkeypatch.setattr(figures, "DOCUMENTS", ("A.md",))
    monkeypatch.setattr(figures, "PLOTS", {})
    (tmp_path / "A.md").write_text(BLOCK.format("echo 7"))
    assert figures.main(["--check"]) == 1
    assert "A.md is out of date" in capsys.readouterr().out
    assert figures.main([]) == 0
    assert figures.main(["--check"]) == 0
    (tmp_path / "A.md").write_text(BLOCK.format("exit 4"))
    assert figures.main([]) == 1


#: documents that show much of what the command computes
LONG = ("README.md", "docs/decide.md", "docs/referee.md", "docs/runs.md")


@some_of(3)
@pytest.mark.parametrize("name", seldom([*figures.DOCUMENTS, *figures.PLOTS], LONG))
def test_documents_and_plots_are_up_to_date(name: str) -> None:
    assert figures.main(["--check", name]) == 0


def test_a_file_that_is_not_computed_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        figures.main(["--check", "LICENSE"])
    assert "no file that is computed here: LICENSE" in capsys.readouterr().err


def test_what_the_campaigns_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert figures.main(["--reliability"]) == 0
    shown = capsys.readouterr().out
    assert "95 %" in shown
    assert max(map(len, shown.splitlines())) <= 80
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    assert figures.main(["--reliability"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_table_of_scaling_is_of_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spread = {"median": 2.0, "least": 1.0, "greatest": 4.0}
    slope = {"fitted": 1.25, "least": 1.0, "greatest": 1.5}
    kept = {
        "cores of the machine": 2,
        "other work on the machine (load)": 0.5,
        "exponents": [{"what": "w", "against": "N", "from": 2, "to": 8, "time": slope,
                       "memory": {**slope, "fitted": 0.75}}],
        "cores": [{"workers": 2, "times as fast": spread, "times the processor time": spread}],
        "cost": [{"what": "cell", "hours of a core for a million": 32.0}],
    }  # fmt: skip
    over = {"numpy": {"torch.compile": spread}}
    device = {"rounds": 9, "times as long as the structured path": over,
              "of the limits": {"numpy": {"share": spread}}}  # fmt: skip
    steps = {"networks": 3, "units": 5, "points": 7, "devices": {"cpu": device}}
    (tmp_path / "scaling.json").write_text(json.dumps({"scaling": kept}))
    (tmp_path / "benchmarks.json").write_text(json.dumps({"steps": steps}))
    monkeypatch.setattr(figures, "SCALING", str(tmp_path / "scaling.json"))
    monkeypatch.setattr(figures, "BENCHMARKS", str(tmp_path / "benchmarks.json"))
    said = figures.scaling()
    assert "  w, N = 2..8\n    1.25 (1 to 1.5), 0.75 (1 to 1.5)\n" in said
    assert "   2  2 (1 to 4), 2 (1 to 4)\n" in said
    assert "  cell: 32; 2, 0.5, 0.031\n" in said
    assert "3 networks of 5 units at 7 points\n" in said
    assert "  cpu: times as long as the structured path of numpy (rounds: 9)\n" in said
    assert "2 (1 to 4)                   torch.compile" in said
    assert "2 (1 to 4)                   numpy, share" in said
