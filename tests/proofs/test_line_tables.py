"""Certified errors of networks that are lines on cells, against balls and exact values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from constructions.functions import parse
from proofs.pln.prop2.instances import Cell, Steps, _enclosed_by_balls, chords
from proofs.supnorm import line_tables
from proofs.supnorm.line_tables import Boxes, enclose_lines
from proofs.supnorm.networks import NotCertified
from proofs.supnorm.tables import NotShown, TooManyBoxes, twice
from proofs.supnorm.taylor_tables import tables
from tests.sampling import by_turns, some_of

SHARP = F(1, 10**6)


def ends(*given: Any) -> tuple[F, F]:
    found = enclose_lines(*given)
    return found.lo, found.hi


def interpolant(text: str, M: int) -> list[Cell]:
    f = parse(text)
    return chords([f.sample(F(k, M), F(1, 10**12)) for k in range(M + 1)])


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize(
    ("text", "M"), [("sin(3*x)", 13), ("exp(-2*x)", 100), ("abs(x-1/3)", 7), ("sqrt(x+1/50)", 9)]
)
def test_two_roads_to_one_supremum(text: str, M: int) -> None:
    cells, f = interpolant(text, M), parse(text)
    lo, hi = ends(cells, f, SHARP)
    assert 0 < lo <= hi <= lo * (1 + 2 * SHARP)
    low, high = _enclosed_by_balls(cells, f, F(1, 10), None, 2_000, None)
    assert low <= hi
    assert lo <= high


def test_an_exact_value() -> None:
    """Chords of x^2 are 1/(4 M^2) off in the middle of each cell."""
    for M in (3, 10, 1001):
        lo, hi = ends(interpolant("x**2", M), parse("x**2"), SHARP)
        assert lo <= F(1, 4 * M * M) * (1 + SHARP)
        assert hi >= F(1, 4 * M * M) * (1 - SHARP)
        assert hi <= lo * (1 + 2 * SHARP)


def test_jumps_are_seen_from_both_sides() -> None:
    """Steps through x at 7 midpoints, ends of cells that no float has: 1/14."""
    cells = Steps(tuple(F(2 * k + 1, 14) for k in range(7))).cells()
    lo, hi = ends(cells, parse("x"), SHARP)
    assert lo <= F(1, 14) <= hi <= F(1, 14) * (1 + 2 * SHARP)


@pytest.mark.parametrize("k", [0, 50, 99])
def test_a_planted_violation_is_found(k: int) -> None:
    """One of a hundred lines moved so that the error is 1e-5 above a bound that held."""
    cells, f = interpolant("exp(-2*x)", 100), parse("exp(-2*x)")
    _, hi = ends(cells, f, SHARP)
    assert ends(cells, f, SHARP, hi * (1 + SHARP))[1] < hi * (1 + SHARP)
    cell = cells[k]
    error = cell.at(cell.lo) - f.sample(cell.lo, F(1, 10**12))
    cells[k] = replace(cell, p=cell.p - error - hi * (1 + F(1, 10**5)))
    lo, _ = ends(cells, f, SHARP, hi)
    assert lo > hi


def test_boxes_that_miss_something_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    cells, f = interpolant("sin(3*x)", 11), parse("sin(3*x)")
    search = line_tables._search

    def without(which: int) -> None:
        def spoiled(*given: object) -> tuple[Boxes, int, float]:
            boxes, *rest = search(*given)  # type: ignore[arg-type]
            keep = np.arange(len(boxes.cell)) != which % len(boxes.cell)
            return boxes.take(keep), *rest  # type: ignore[return-value]

        monkeypatch.setattr(line_tables, "_search", spoiled)

    ends(cells, f, SHARP)
    for which in (0, 5, -1):
        without(which)
        with pytest.raises(NotShown):
            ends(cells, f, SHARP)
    monkeypatch.setattr(line_tables, "_search", search)
    with pytest.raises(NotShown):
        ends(cells[:-1], f, F(1, 10))
    with pytest.raises(NotShown):
        ends([*cells[:4], *cells[5:]], f, F(1, 10))


def test_what_is_too_close_is_said() -> None:
    cells, f = interpolant("0*x", 5), parse("0*x")
    with pytest.raises(TooManyBoxes):
        ends(cells, f, SHARP)
    assert ends(cells, f, SHARP, F(1, 10**6))[1] < F(1, 10**6)


def test_both_kinds_of_balls_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = line_tables._shown
    for text in ("exp(-2*x)", "abs(x-1/3)", "1000*x**2"):
        cells, f = interpolant(text, 13), parse(text)
        table = tables(f, F(1, 10**14))
        boxes, _, _ = line_tables._search(cells, table, 1e-3, None)
        hi = line_tables._shown_again(cells, table, boxes)
        assert hi <= shown(cells, table, boxes) <= hi * (1 + F(1, 10**9))
        with twice():
            assert ends(cells, f, SHARP) == ends(cells, f, SHARP)
    monkeypatch.setattr(line_tables, "_shown", lambda *given: shown(*given) * (1 - F(1, 10**6)))
    ends(cells, f, SHARP)
    with twice(), pytest.raises(NotCertified, match="do not show"):
        ends(cells, f, SHARP)
