"""The sample record, loaded afresh for each test that may change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.record import Record, load

HERE = Path(__file__).parent


@pytest.fixture
def record() -> Record:
    return load(HERE / "sample_run.json")
