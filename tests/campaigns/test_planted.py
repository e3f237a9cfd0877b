"""The campaign of planted violations: no failures, and each road, broken on purpose, has some."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.functions import parse
from proofs.supnorm import line_tables
from proofs.supnorm import lines as supnorm_lines
from proofs.supnorm import tables as supnorm_tables
from proofs.supnorm import wide as supnorm_wide
from proofs.supnorm.networks import OnLine
from tests.campaigns import planted

Patch = pytest.MonkeyPatch


def test_no_planted_violation_passes() -> None:
    found = planted.run(60, 1)
    assert found.failures == 0, found.examples
    roads = {"certificate", "certificate of lines", "steps", "lines"}
    assert {name.split(":")[0] for name in found.counts} == roads


def test_the_oracle_is_the_network() -> None:
    y = tuple(F(k * k, 7) for k in range(5))
    line = OnLine(y)
    for k in range(5):
        assert planted.step_value(line, F(2 * k + 1, 10)) == y[k]
    assert planted.step_value(line, F(1, 5)) == (y[0] + y[1]) / 2
    for text, exact in planted.FUNCTIONS.items():
        for x in (F(0), F(1, 3), F(5, 7), F(1)):
            assert abs(parse(text).sample(x, F(1, 10**9)) - exact(x)) <= F(1, 10**9)


def shaved(function: Callable[..., F]) -> Callable[..., F]:
    return lambda *given: function(*given) * (1 - F(1, 10**4))


def test_a_bound_of_steps_that_is_too_low_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(supnorm_tables.InFloats, "bound", shaved(supnorm_tables.InFloats.bound))
    assert failures(planted.steps) > 0


def test_a_bound_of_lines_that_is_too_low_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(line_tables, "_shown", shaved(line_tables._shown))
    assert failures(planted.lines) > 0


def test_a_certificate_that_is_too_easy_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(supnorm_wide.Wide, "fits", lambda *given: True)
    assert failures(planted.steps) > 0


def test_a_certificate_of_lines_that_is_too_easy_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(supnorm_lines.Lines, "_in_floats", lambda *given: lambda a, b: True)
    assert failures(planted.blocks) > 0


def failures(road: Callable[[random.Random], Any]) -> int:
    rng = random.Random(5)
    return sum(road(rng).startswith("failure") for _ in range(30))
