"""What tests about Coq take: the programs and modules that ``make verified`` has built.

Nothing is built here, which would take minutes.  Where they are not there, or are of other sources,
a test is skipped with one line; in ``make coq-tests``, which ``make verified`` and ``make coq`` run
after building, it fails.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofs import verified

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "reports" / "out"
ASKED = "coq"
"""What ``NETPROOF_TESTS`` is in ``make coq-tests``."""


def program(checker: str = verified.PURE) -> Path:
    """The program of today's sources."""
    path = verified.place(OUT, checker)
    if not path.is_file():
        if checker == verified.GMP and not verified.zarith():
            pytest.skip("OCaml's zarith is not installed")
        _missing(f"no {checker} program of today's sources")
    return path


def statements() -> Path:
    """The folder with the modules that statements are made with, compiled, of today's sources."""
    folder = OUT / "coq"
    if not verified.are_stated_in(folder):
        _missing("no compiled modules of today's sources")
    return folder


def patient() -> None:
    """Skip what asks Coq for minutes, but in ``make coq-tests``."""
    if os.environ.get("NETPROOF_TESTS") != ASKED:
        pytest.skip("Coq takes minutes: make coq-tests")


def _missing(what: str) -> None:
    if os.environ.get("NETPROOF_TESTS") == ASKED:
        pytest.fail(f"{what}: make verified builds it, with Coq")
    pytest.skip(f"{what}: make verified builds it, with Coq")
