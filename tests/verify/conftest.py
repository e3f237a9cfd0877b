"""The fixture ``verify``: the command in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandkit import Run, command


@pytest.fixture
def verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    return command(tmp_path, monkeypatch, capsys)
