"""LaTeX of ``verify show --latex``, compiled where pdflatex is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from proofs.registry import MODULES, PAPERS, load
from tests.sampling import by_turns
from verify.commands.show import _latex
from verify.runner import _read, _reading, definition_entries

HEAD = r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}"


def compiled(body: str, folder: Path) -> str:
    """What pdflatex says; skips where there is none."""
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not here")
    (folder / "a.tex").write_text(f"{HEAD}\n{body}\n\\end{{document}}\n", encoding="utf-8")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "a.tex"], cwd=folder, capture_output=True, timeout=120
    )
    return done.stdout.decode(errors="replace")


def entry(claim_id: str) -> dict[str, Any]:
    """Readings and the paper's definitions as a record has them."""
    claim = load(claim_id)
    known = claim.source.definitions
    rows = [_reading(sequent, of, r, known) for of, sequent, read in _read(claim) for r in read]
    return {"reading": rows, "definitions": definition_entries(known, known)}


@by_turns(3)
def test_formulas_of_each_paper_compile_with_amsmath_alone(tmp_path: Path) -> None:
    first = {paper: next(i for i in MODULES if i.startswith(f"{paper}.")) for paper in PAPERS}
    body = "\n".join(line for claim_id in first.values() for line in _latex(entry(claim_id)))
    assert body.count(r"\[") > 50
    said = compiled(body, tmp_path)
    assert "\n!" not in said
    assert (tmp_path / "a.pdf").exists()


def test_what_does_not_compile_is_seen(tmp_path: Path) -> None:
    assert "\n! Undefined control sequence" in compiled(r"\[ \nosuchname \]", tmp_path)
