"""Certified errors of networks with very many units: against balls, and planted violations."""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction as F

import numpy as np
import pytest
from flint import arb, ctx

from constructions.functions import parse
from constructions.layers import ROOT_OF_VAR_PLUS_DELTA, SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, TANH
from proofs.supnorm import tables as supnorm_tables
from proofs.supnorm.networks import NotCertified, OnLine, enclose_sup, enclose_sup_balls
from proofs.supnorm.tables import (
    SHAPES,
    InFloats,
    NotShown,
    Shown,
    TooManyBoxes,
    enclose_sup_tables,
    reached,
    searched,
    twice,
)
from proofs.supnorm.taylor_tables import SLACK, NoTable, tables
from tests.sampling import by_turns, some_of

SHARP = F(1, 10**6)


def network(text: str, N: int, c: F, convention: str = SIGMA_PLUS_DELTA) -> OnLine:
    f = parse(text)
    return OnLine(
        tuple(f.sample(F(2 * k + 1, 2 * N), F(1, 10**12)) for k in range(N)), c, convention
    )


CASES = [
    ("sin(2*(10*x-5)+1)+cos(10*x-5)", 40, F(1, 10_000), SIGMA_PLUS_DELTA),
    ("abs(x-1/3)", 17, F(1, 50), SIGMA_PLUS_DELTA),
    ("max(x/2, 3*x-1)", 21, F(1, 900), ROOT_OF_VAR_PLUS_DELTA),
    ("exp(-3*x)", 25, F(1, 400), TANH),
    ("sqrt(x+1/100)", 30, F(1, 3000), SIGMOID),
    ("x**2", 33, F(0), SIGMA_PLUS_DELTA),
    ("0*x", 20, F(1, 100), SIGMA_PLUS_DELTA),
]


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize(("text", "N", "c", "convention"), CASES)
def test_two_roads_to_one_supremum(text: str, N: int, c: F, convention: str) -> None:
    f, line = parse(text), network(text, N, c, convention)
    if text == "0*x":  # the error is 0, and no tolerance is a part of it
        with pytest.raises(TooManyBoxes):
            enclose_sup_tables(line, f)
        assert enclose_sup_tables(line, f, target=F(1, 10**6)).hi < F(1, 10**6)
        return
    found = enclose_sup_tables(line, f, tolerance=SHARP)
    assert found.lo <= found.hi <= found.lo * (1 + 2 * SHARP)
    lo, hi = enclose_sup_balls(line, f, max_boxes=300)
    assert lo <= found.hi
    assert found.lo <= hi
    for k in range(0, 101):  # the value at a point is no more than the bound
        assert reached(line, f, F(k, 100)) <= found.hi


def test_a_planted_violation_is_found() -> None:
    """One value of 200 moved so that the error there is 1e-5 above a bound that held."""
    text, N = "sin(3*x)", 200
    f, line = parse(text), network(text, N, F(1, 10**7))
    before = enclose_sup_tables(line, f, tolerance=F(1, 10**7))
    assert enclose_sup_tables(line, f, target=before.hi * (1 + SHARP)).hi < before.hi * (1 + SHARP)
    for k in (0, 77, N - 1):
        y = list(line.y)
        x = F(2 * k + 1, 2 * N)
        y[k] = f.sample(x, F(1, 10**12)) + before.hi * (1 + F(1, 10**5))
        worse = enclose_sup_tables(OnLine(tuple(y), line.c), f, target=before.hi)
        assert worse.lo > before.hi
        assert reached(OnLine(tuple(y), line.c), f, worse.at) >= worse.lo


@by_turns(2)
@pytest.mark.parametrize(("text", "N", "c", "convention"), CASES)
def test_balls_of_floats_and_flints_say_the_same(text: str, N: int, c: F, convention: str) -> None:
    """The same boxes by both; beside what T_k leaves out, a part of 1e-9 is added at most."""
    f, line = parse(text), network(text, N, c, convention)
    target = F(1, 10**6) if text == "0*x" else None
    cells, table, found = searched(line, f, F(1, 10**3), target, 10**6)
    quick, slow = InFloats(cells, table), Shown(cells, table)
    hi = slow.bound(found.boxes)
    left_out = F(float(cells.float_balls.beyond.upper_size()))
    assert hi <= quick.bound(found.boxes) <= hi * (1 + F(1, 10**9)) + left_out + F(1, 10**12)
    assert left_out <= F(1, 1000) * max(map(abs, cells.weight)) + F(1, 10**12)
    for x in (F(0), F(1), F(1, 2), F(3, N), F(3, N) + F(1, 10**12), F(7, 2 * N), F(1, 3)):
        if c or (x * N).denominator > 1 or x in (0, 1):  # FLINT's ball of x sees no sign of 0
            exact = reached(line, f, x)
            assert exact - F(1, 10**9) <= quick.reached(f, x) <= exact
    # every ball of floats meets what FLINT says of the same number
    ours, theirs = cells.float_balls, cells.balls
    for k in range(0, N + 1, 3):
        assert abs(arb(float(ours.constant.m[k])) - theirs.constant[k]) <= arb(
            float(ours.constant.r[k])
        )
        for q in range(len(theirs.rest) if c else 0):
            gap = abs(arb(float(ours.rest.m[q, k])) - theirs.rest[q][k]) - arb(
                float(ours.rest.r[q, k])
            )
            assert gap * arb(cells.reach) ** q <= arb(2) ** -150  # FLINT's leave out what is tiny
        assert theirs.beyond[k] <= arb(float(ours.beyond.upper_size())) + arb(2) ** -150


def test_at_a_breakpoint_a_sign_is_0() -> None:
    N, f = 33, parse("x**2")
    y = tuple(F(2 * k + 1, 2 * N) ** 2 for k in range(N))
    cells, table, _ = searched(OnLine(y), f, F(1, 10), None, 10**6)
    exact = (y[2] + y[3]) / 2 - F(3, N) ** 2
    found = InFloats(cells, table).reached(f, F(3, N))
    assert exact - F(1, 10**12) <= found <= exact


def test_what_is_shown_twice_has_to_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    f, line = parse("sin(9*x)"), network("sin(9*x)", 20, F(1, 500))
    once = enclose_sup_tables(line, f)
    with twice():
        assert enclose_sup_tables(line, f) == once
    bound, least = InFloats.bound, InFloats.reached
    for name, wrong in (
        ("bound", lambda *given: bound(*given) * F(99, 100)),
        ("reached", lambda *given: least(*given) * (1 + F(1, 10**6))),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(InFloats, name, wrong)
            enclose_sup_tables(line, f)  # nobody sees it
            with twice(), pytest.raises(NotCertified, match="do not show"):
                enclose_sup_tables(line, f)


def test_a_process_that_flushes_small_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    f, line = parse("sin(9*x)"), network("sin(9*x)", 20, F(1, 500))
    lo, hi = enclose_sup(line, f, None)
    monkeypatch.setattr(supnorm_tables, "gradual", lambda: False)
    with pytest.raises(NotShown, match="flushed"):
        enclose_sup_tables(line, f)
    below, above = enclose_sup(line, f, None)  # by FLINT's balls alone
    assert max(lo, below) <= min(hi, above)


@pytest.mark.parametrize("by", [InFloats, Shown])
def test_only_what_balls_show_is_believed(by: type[InFloats] | type[Shown]) -> None:
    """Boxes that miss a part, leave their panel or are bounded by a wrong form are refused."""
    f, line = parse("sin(9*x)"), network("sin(9*x)", 20, F(1, 500))
    cells, table, found = searched(line, f, F(1, 10**4), None, 10**6)
    shown, boxes = by(cells, table), found.boxes
    assert shown.bound(boxes) >= F(found.lo)

    def changed(name: str, values: object) -> object:
        return dataclasses.replace(boxes, **{name: values})

    keep = np.arange(len(boxes)) != 3
    missing = dataclasses.replace(boxes, **{key: value[keep] for key, value in vars(boxes).items()})
    with pytest.raises(NotShown):
        shown.bound(missing)
    with pytest.raises(NotShown, match="no form"):
        InFloats(cells, table).bound(changed("form", np.full(len(boxes), 3)))  # type: ignore[arg-type]
    with pytest.raises(NotShown):
        shown.bound(changed("lo", boxes.lo * 1.5))  # type: ignore[arg-type]
    with pytest.raises(NotShown):
        shown.bound(changed("panel", (boxes.panel + 1) % len(table.panels)))  # type: ignore[arg-type]
    wide, wide_table, few = searched(line, f, F(1, 2), F(10), 10**6)
    first = few.boxes
    with pytest.raises(NotShown):  # not monotone on whole half cells
        by(wide, wide_table).bound(dataclasses.replace(first, form=np.full(len(first), 2)))
    for form in (0, 1):  # forms that hold anywhere: larger, never smaller than what is reached
        other = changed("form", np.full(len(boxes), form))
        assert shown.bound(other) >= F(found.lo)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_what_a_step_lacks_is_its_taylor_series(name: str) -> None:
    old, ctx.prec = ctx.prec, 200
    try:
        shape, c, t = SHAPES[name], arb(1) / 7, arb(1) / 3
        *tau, beyond = shape.lacks(t, c)
        for h in (arb(2) ** -12, -(arb(2) ** -12)):
            exact = 1 - shape.step(t + h, c)
            near = sum((a * h**q for q, a in enumerate(tau)), arb(0))
            rest = abs(exact - near)
            assert rest <= shape.lacks(t - arb(2) ** -12, c)[-1] * abs(h) ** 4
            assert rest >= beyond * abs(h) ** 4 / 200  # the bound is of the right order
            slope = (shape.step(t + h / 64, c) - shape.step(t - h / 64, c)) / (h / 32)
            assert abs(slope - shape.slope(t, c)) < arb(2) ** -20
    finally:
        ctx.prec = old


@pytest.mark.parametrize(
    "text", ["sin(20*x)*exp(x)", "abs(x-1/3)", "sqrt(x)", "max(sin(7*x), cos(3*x))", "tanh(9*x-4)"]
)
def test_a_table_encloses_its_function(text: str) -> None:
    f = parse(text)
    table = tables(f, F(1, 10**13))
    assert table.panels[0].lo == 0
    assert table.panels[-1].hi == 1
    for before, after in zip(table.panels, table.panels[1:], strict=False):
        assert before.hi == after.lo
    for panel in table.panels[:: 1 + len(table.panels) // 12]:
        for x in (panel.lo, panel.middle, panel.hi, min(F(1), panel.hi + SLACK)):
            u = (x - panel.middle) / panel.half
            P = sum((F(p) * u**k for k, p in enumerate(panel.p)), F(0))
            low, high = f.enclose(x, x, bits=120)
            assert high - F(panel.rad) <= P + F(1, 10**30)
            assert P <= low + F(panel.rad) + F(1, 10**30)


@pytest.mark.parametrize("text", ["1/x", "1/(x-1/3)", "log(x)", "sqrt(x-1/2)"])
def test_no_table_where_f_is_not_defined(text: str) -> None:
    with pytest.raises(NoTable):
        tables(parse(text), F(1, 10**13))


def test_three_thousand_units() -> None:
    N, f = 3_000, parse("x**2")
    y = tuple(F(2 * k + 1, 2 * N) ** 2 for k in range(N))
    found = enclose_sup_tables(OnLine(y, F(1, 10**10)), f, tolerance=F(1, 100))
    # steepest at 1: (1 - (1 - 1/(2N))^2) there, less what the smoothing takes
    assert math.isclose(found.lo, 1 / N, rel_tol=1e-2)
    assert found.hi <= found.lo * F(102, 100)
