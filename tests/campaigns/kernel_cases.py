"""The tests of the kernel as plain calls, for running them many times in one process.

pytest takes longer to begin than most of these tests to end.  What it needs is read from its
marks: the parameters of a test, and ``monkeypatch``.  Anything else is refused, so that no test is
left out unnoticed.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS / "kernel", TESTS / "arena")
RANDOM = {"test_mutants", "test_soundness"}  # random walks: the score rests on the tables
Case = Callable[[], None]


def test_modules() -> list[str]:
    names = [path.stem for folder in FOLDERS for path in sorted(folder.glob("test_*.py"))]
    return [name for name in names if name not in RANDOM]


def find(module: str) -> dict[str, Case]:
    """The cases of one test module, by name, in the order in which they stand there."""
    for folder in map(str, FOLDERS):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    return dict(_cases(importlib.import_module(module)))


def _cases(module: ModuleType) -> Iterator[tuple[str, Case]]:
    for name, test in list(vars(module).items()):
        if isinstance(test, type) and name.startswith("Test"):
            raise TypeError(f"{module.__name__}.{name}: a class of tests")
        if type(test).__name__.startswith("Fixture"):
            raise TypeError(f"{module.__name__}.{name}: a fixture")
        if name.startswith("test_") and callable(test):
            for number, arguments in enumerate(_parameters(test)):
                yield f"{module.__name__}::{name}[{number}]", _case(test, arguments)


def _parameters(test: Any) -> Iterator[dict[str, Any]]:
    tables: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name in ("some_of", "by_turns"):  # what pytest leaves out is run here
            continue
        if mark.name != "parametrize":
            raise TypeError(f"{test.__name__}: mark {mark.name}")
        names, rows = mark.args
        names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        values = [(row,) if len(names) == 1 else tuple(row) for row in rows]
        tables.append([dict(zip(names, row, strict=True)) for row in values])
    for rows in product(*tables):
        yield {name: value for row in rows for name, value in row.items()}


def _case(test: Callable[..., None], arguments: dict[str, Any]) -> Case:
    missing = set(inspect.signature(test).parameters) - set(arguments)
    if missing - {"monkeypatch"}:
        raise TypeError(f"{test.__name__}: fixtures {sorted(missing)}")

    def run() -> None:
        if not missing:
            test(**arguments)
            return
        with pytest.MonkeyPatch.context() as monkeypatch:
            test(**arguments, monkeypatch=monkeypatch)

    return run
