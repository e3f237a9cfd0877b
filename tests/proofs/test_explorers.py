"""What pages show on sliders: numbers against values computed apart, curves near their points."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest

from proofs.explorers import Explorer, curve, dots
from proofs.layeract import explorers as layeract
from proofs.pln import explorers as pln
from proofs.registry import find
from proofs.weierstrass import explorers as weierstrass
from tests.sampling import by_turns


def one(found: list[Explorer]) -> Explorer:
    """The explorer, with a place for each combination of its sliders."""
    (explorer,) = found
    sizes = [len(slider.labels) for slider in explorer.sliders]
    every = {place.at for place in explorer.places}
    assert len(every) == len(explorer.places)
    assert all(0 <= k < n for at in every for k, n in zip(at, sizes, strict=True))
    assert explorer.chosen in every
    for place in explorer.places:
        assert all(row.evidence for _, row in place.rows), "nothing is shown without evidence"
    return explorer


@by_turns(3)
def test_steps_have_the_error_of_their_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pln, "BOUNDS", ("1/3", "1/8"))
    explorer = one(pln.of_steps())
    for place in (p for p in explorer.places if p.at[1] == 0):
        ((_, row),) = place.rows
        N = int(1 / (2 * F(explorer.sliders[0].labels[place.at[0]]))) + 1
        third = F(1, 3)
        ends = [
            abs(abs(F(2 * k + 1, 2 * N) - third) - abs(x - third))
            for k in range(N)
            for x in (F(k, N), F(k + 1, N), min(max(third, F(k, N)), F(k + 1, N)))
        ]
        assert (row.units, row.lo, row.hi) == (N, max(ends), max(ends))
        assert row.verdict == "certified"
        assert row.level == "kernel"


@by_turns(3)
def test_a_large_delta_breaks_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pln, "SIZES", (2, 8))
    monkeypatch.setattr(pln, "DELTAS", ("0", "1/100"))
    rows = {place.at: place.rows[0][1] for place in one(pln.of_norms()).places}
    assert rows[0, 0].hi == rows[0, 1].hi == F(1, 12), "the limit does not depend on d"
    assert rows[0, 0].hi < rows[1, 0].lo <= rows[1, 0].hi < F(1, 10) < rows[1, 1].lo
    assert [rows[at].verdict for at in ((1, 0), (1, 1))] == ["certified", "refuted"]
    # delta sqrt(d/2) is what counts: twice as much by d = 8 as by twice the delta
    monkeypatch.setattr(pln, "SIZES", (2,))
    monkeypatch.setattr(pln, "DELTAS", ("1/100", "1/50"))
    double = one(pln.of_norms()).places[1].rows[0][1]
    assert (double.lo, double.hi) == (rows[1, 1].lo, rows[1, 1].hi)


@by_turns(4)
def test_kinks_are_where_units_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pln, "COARSE", ("2", "1"))
    explorer = one(pln.of_kinks())
    eps = explorer.sliders[0].labels
    for place in explorer.places:
        ((_, row),) = place.rows
        N = int(6 / (2 * F(eps[place.at[0]]))) + 2
        assert row.units == N
        cells = N - 1 if place.at[1] == 0 else N
        (kinks,) = (c for c in place.curves if c["name"] == "kinks")
        shown = sorted({x for x, y in zip(kinks["x"], kinks["y"], strict=True) if y is not None})
        # the unit for the value at 0 turns at -1/cells, outside
        assert shown == pytest.approx([k / cells for k in range(N - 1)], abs=1e-4)


@by_turns(4)
def test_the_printed_head_misses_by_a_factor() -> None:
    claim = find("sumformer.thm4_4")
    assert claim.explorers is not None
    explorer = one(claim.explorers())
    for place in explorer.places:
        k = int(explorer.sliders[0].labels[place.at[0]])
        for says, row in place.rows:
            n = int(says.removeprefix("n = ").partition(",")[0])
            missed = (F(n, k) - 1) * F(n, 2) if "printed" in says else F(0)
            assert (row.lo, row.hi) == (missed, missed), (k, says)
            assert (row.verdict == "certified") == (missed == 0)


@by_turns(3)
def test_noise_at_the_data_of_the_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layeract, "ALPHAS", ("1/100",))
    monkeypatch.setattr(layeract, "SIZES", (F(1),))
    claim = find("layeract.eq9")
    assert claim.explorers is not None
    (made,) = claim.explorers()
    (place,) = made.places
    (_, printed), (_, repaired) = place.rows
    assert (printed.lo, printed.bound) == (F(1100, 6 * 40851), F(20, 6 * 799))
    assert (printed.verdict, repaired.verdict) == ("refuted", "certified")
    assert printed.lo < repaired.bound


@by_turns(3)
def test_the_smoothed_factor_at_0_and_1() -> None:
    explorer = one(weierstrass.of_width())
    last = explorer.places[-1]
    assert explorer.sliders[0].labels[last.at[0]] == "1"
    (_, at_zero), (_, apart) = last.rows
    with mpmath.workdps(30):
        zero = mpmath.mpf(2) ** (-0.75) * mpmath.gamma(0.25) / mpmath.sqrt(2 * mpmath.pi)
        one_ = mpmath.exp(-0.25) * mpmath.pcfd(-0.5, -1) / mpmath.sqrt(2)
        for row, true in ((at_zero, zero), (apart, abs(one_ - 1))):
            assert row.lo <= F(str(mpmath.nstr(true, 25))) + F(1, 10**20)
            assert row.hi >= F(str(mpmath.nstr(true, 25))) - F(1, 10**20)
            assert row.hi - row.lo < F(1, 10**20)
    assert at_zero.level == "enclosure"


def test_curves_stay_near_their_points_and_jumps_are_gaps() -> None:
    x = [k / 100 for k in range(101)]
    made = curve("f", "net", x, [v * v for v in x], 1.0)
    assert 5 < len(made["x"]) < 40
    for v in x:
        k = max(i for i, a in enumerate(made["x"]) if a <= v)
        k = min(k, len(made["x"]) - 2)
        (a, c), (b, d) = made["x"][k : k + 2], made["y"][k : k + 2]
        at = b + (d - b) * (v - a) / (c - a) if c > a else b
        assert abs(at - v * v) <= 0.0016
    step = curve("G", "net", [0, 1, 1, 1, 2], [0, 0, 5, 9, 9], 1.0)
    assert step["y"] == [0, 0, None, 9, 9]
    assert dots("p", [(1.0, 2.0)])["role"] == "dots"
