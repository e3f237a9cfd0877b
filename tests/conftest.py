"""Tests decide: what earlier runs have left in the user's store is none of theirs."""

from __future__ import annotations

import gc
import os
from typing import Any

import pytest

from tests import sampling

os.environ["NETPROOF_STORE"] = ""
sampling.by_pytest = True
sampling.seed()  # before workers are started, who inherit it
gc.disable()  # while tests are collected, which leaves much behind and no garbage


def pytest_report_header() -> str:
    """Which shares there are."""
    if sampling.whole():
        return f"everything is tried ({sampling.ALL}); {sampling.SEED}={sampling.seed()}"
    return f"shares are drawn by {sampling.SEED}={sampling.seed()}; all: {sampling.ALL}=all"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shares and turns; not of what is asked for by name."""
    if sampling.whole() or config.option.keyword or any("::" in arg for arg in config.args):
        return
    kept = sampling.chosen(items)
    left = set(items).difference(kept)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = kept


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int) -> None:
    """How to try the same again, where something failed."""
    if exitstatus:
        terminalreporter.write_line(pytest_report_header())
