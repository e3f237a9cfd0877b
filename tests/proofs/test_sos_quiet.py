"""What the semidefinite solver writes of its own end does not reach a person's terminal."""

from __future__ import annotations

import os

import pytest

from proofs.positivity import _sos


def test_what_is_written_meanwhile_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    def broken_off() -> None:
        with _sos._unsaid():
            os.write(2, b"a trace ")
            raise ZeroDivisionError

    os.write(2, b"before ")
    with pytest.raises(ZeroDivisionError):
        broken_off()
    os.write(2, b"after")
    assert capfd.readouterr().err == "before after"


def test_without_a_standard_error_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(number: int) -> int:
        raise OSError(number)

    monkeypatch.setattr(os, "dup", closed)
    with _sos._unsaid():
        pass
