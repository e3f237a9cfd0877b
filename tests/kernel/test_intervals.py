"""Enclosures contain the values, at random and at hard points, and are as tight as they should be.

The oracle is ball arithmetic with 3000 bits (FLINT), far beyond the precision under test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import flint
import pytest

from proofs.kernel import intervals as I
from proofs.kernel.errors import Decline, Reject
from tests.sampling import some_of

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh", "atan", "sqrt")


PRECISE = flint.ctx.workprec(3000)


def ball(q: F) -> Any:
    return flint.arb(flint.fmpq(q.numerator, q.denominator))


def inside(value: Any, interval: I.Interval) -> bool:
    return not value < ball(interval[0]) and not value > ball(interval[1])


def near_multiple_of_pi(rng: random.Random) -> F:
    bits = rng.randrange(1, 200)
    exact = flint.arb.pi() * rng.randrange(-600, 601) / rng.choice([1, 2, 4])
    return F(int((exact * 2**bits).floor().unique_fmpz()) + rng.randrange(-1, 3), 2**bits)


HARD: tuple[Callable[[random.Random], F], ...] = (
    lambda r: F(r.randrange(-(10**6), 10**6), r.randrange(1, 10**6)),
    lambda r: F(r.choice([-1, 1]), 10 ** r.randrange(1, 400)),
    near_multiple_of_pi,
    lambda r: F(r.randrange(-1000, 1001)),
    # where the series change over
    lambda r: (
        r.choice([1, -1]) * F(r.choice([1, 2, 4, 5]), r.choice([2, 3, 4, 5]))
        + F(r.randrange(-2, 3), 10 ** r.randrange(1, 60))
    ),
    lambda r: r.choice([-1, 1]) * F(r.randrange(1, 1000)) + F(1, 2 ** r.randrange(1, 500)),
    lambda r: F(r.randrange(-3, 4), 2 ** r.randrange(0, 3000)),
    lambda r: 1 + F(r.randrange(-3, 4), 2 ** r.randrange(0, 1000)),
)


@some_of(2)
@pytest.mark.parametrize("name", FUNCTIONS)
@PRECISE
def test_enclosures_contain_the_values(name: str) -> None:
    rng = random.Random(name)
    done = 0
    while done < 200:
        low, width = rng.choice(HARD)(rng), abs(rng.choice(HARD)(rng))
        high = low + rng.choice([F(0), width])
        bits = rng.choice([1, 2, 5, 16, 53, 64, 128, 300])
        try:
            found = getattr(I, name)((low, high), bits)
        except Reject:
            continue
        done += 1
        for at in (low, (low + high) / 2, high, low + (high - low) * F(rng.randrange(999), 998)):
            assert inside(getattr(ball(at), name)(), found), (name, bits, low, high, at)


@pytest.mark.parametrize("name", FUNCTIONS)
@PRECISE
def test_enclosures_of_a_point_are_tight(name: str) -> None:
    rng = random.Random(name)
    for _ in range(40):
        at = F(rng.randrange(1, 5000), rng.randrange(1, 1000))
        lo, hi = getattr(I, name)((at, at), 64)
        scale = max(1, abs(hi)) if name == "exp" else 1
        assert 0 <= hi - lo <= F(8, 2**64) * scale, (name, at)


@pytest.mark.parametrize("bits", [1, 2, 10, 64, 1024])
@PRECISE
def test_pi(bits: int) -> None:
    lo, hi = I.pi(bits)
    assert inside(flint.arb.pi(), (lo, hi))
    assert hi - lo <= F(1, 2**bits)


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [("exp", 0, 1), ("log", 1, 0), ("sin", 0, 0), ("cos", 0, 1), ("tanh", 0, 0), ("atan", 0, 0),
     ("sqrt", F(9, 4), F(3, 2)), ("sqrt", 0, 0)],
)  # fmt: skip
def test_exact_values_need_no_precision(name: str, at: F, value: F) -> None:
    assert getattr(I, name)(I.point(at), 0) == I.point(value)


@pytest.mark.parametrize("name", FUNCTIONS)
@PRECISE
def test_other_values_are_enclosed_without_precision_too(name: str) -> None:
    lo, hi = getattr(I, name)(I.point(2), 0)
    assert lo < hi
    assert inside(getattr(flint.arb(2), name)(), (lo, hi))


@pytest.mark.parametrize(
    ("call", "code", "kind"),
    [
        (lambda: I.log(I.point(0), 64), "log-of-nonpositive", Reject),
        (lambda: I.log((F(-1), F(1)), 64), "log-of-nonpositive", Reject),
        (lambda: I.sqrt((F(-1, 10**9), F(1)), 64), "root-of-negative", Reject),
        (lambda: I.inverse((F(-1), F(1))), "division-by-zero", Reject),
        (lambda: I.inverse((F(0), F(1))), "division-by-zero", Reject),
        (lambda: I.inverse((F(-1), F(0))), "division-by-zero", Reject),
        (lambda: I.meet((F(0), F(1)), (F(2), F(3))), "empty-enclosure", Reject),
        (lambda: I.exp(I.point(1001), 64), "argument-size", Decline),
        (lambda: I.exp(I.point(-1001), 64), "argument-size", Decline),
        (lambda: I.sin(I.point(F(1, 2**4096)), 64), "argument-size", Decline),
        (lambda: I.add(I.point(2**65536), I.point(0)), "number-size", Decline),
        (lambda: I.add(I.point(0), I.point(F(1, 2**65536))), "number-size", Decline),
    ],
)
def test_refusals(call: Callable[[], object], code: str, kind: type[Reject]) -> None:
    with pytest.raises(Reject) as refusal:
        call()
    assert (type(refusal.value), refusal.value.code) == (kind, code)


@pytest.mark.parametrize("seed", range(200))
def test_arithmetic_contains_and_rounds_outward(seed: int) -> None:
    rng = random.Random(seed)

    def some() -> tuple[I.Interval, F]:
        lo = F(rng.randrange(-20, 20), rng.randrange(1, 99))
        hi = lo + rng.choice([0, F(rng.randrange(50), rng.randrange(1, 99))])
        return (lo, hi), lo + (hi - lo) * F(rng.randrange(11), 10)

    (a, x), (b, y) = some(), some()
    for bits in (0, 1, 7, 64):
        results = [(I.add(a, b, bits), x + y), (I.mul(a, b, bits), x * y), (I.neg(a), -x)]
        results += [(I.hull(a, b), x), (I.hull(a, b), y)]
        if not b[0] <= 0 <= b[1]:
            results.append((I.inverse(b, bits), 1 / y))
        if a[0] <= y <= a[1]:
            results.append((I.meet(a, b), y))
        for (lo, hi), value in results:
            assert lo <= value <= hi
    assert I.mul(a, b) == (min(p * q for p in a for q in b), max(p * q for p in a for q in b))


def test_rounding_happens_only_above_the_precision() -> None:
    third = F(1, 3)
    assert I.outward(third, third, 0) == (third, third) == I.outward(third, third, 2)
    assert I.outward(third, third, 1) == (0, F(1, 2))
    assert I.outward(-third, third, 1) == (-F(1, 2), F(1, 2))


def test_nothing_is_rounded_unless_asked_for() -> None:
    third, seventh = (F(1, 3), F(1, 2)), (F(1, 7), F(1, 7))
    assert I.add(third, seventh) == (F(10, 21), F(9, 14))
    assert I.mul(third, seventh) == (F(1, 21), F(1, 14))
    assert I.inverse((F(3), F(7))) == seventh[:1] + third[:1]


#: on both sides of every place where a series changes over, and far from it
CHOSEN: dict[str, tuple[str, ...]] = {
    "exp": ("1/4", "-1/4", "13/50", "1/5", "-1/3", "1/2", "7/25", "1", "-1", "2", "-3", "20",
            "1/1000", "-50"),
    "log": ("2/3", "4/3", "1/2", "1/3", "3/2", "7/5", "5/7", "3/5", "5/3", "2", "3", "5", "100",
            "1/100", "999/1000", "1001/1000", "17/25", "13/10", "8/5", "1/5"),
    "sin": ("1/2", "-1/2", "11/20", "9/20", "1", "-1", "2", "3", "-5", "100", "1/1000", "7/10"),
    "cos": ("1/2", "-1/2", "11/20", "9/20", "1", "-1", "2", "3", "-5", "100", "1/1000", "7/10"),
    "tanh": ("1/8", "-1/8", "1/2", "-1/2", "1", "-1", "3", "-3", "20", "-20", "1/1000"),
    "atan": ("2/5", "-2/5", "1", "-1", "1/3", "-1/3", "7/10", "-7/10", "9/20", "1/2", "3/5",
             "11/10", "-11/10", "3", "-3", "100", "-1/100", "21/50"),
    "sqrt": ("2", "1/2", "3", "2/3", "1/4", "9/4", "4/3", "8", "1/1000", "1001/1000"),
}  # fmt: skip
POINTS = [(name, at) for name, points in CHOSEN.items() for at in points]


@pytest.mark.parametrize(("name", "text"), POINTS)
@flint.ctx.workprec(400)
def test_values_at_chosen_points(name: str, text: str) -> None:
    """Contained, and off by no more than rounding: two units in the last place, and a bit."""
    at = F(text)
    value = getattr(ball(at), name)()
    size = abs(F(str(value.mid().floor().unique_fmpz()))) + 1
    for bits in (1, 8, 20, 64):
        lo, hi = getattr(I, name)((at, at), bits)
        assert inside(value, (lo, hi)), bits
        # exp(2 q) is squared as often as q is large, so tanh loses more than the others
        assert hi - lo <= F(33, 16) * F(1, 2**bits) * (size if name == "exp" else 1), bits


@pytest.mark.parametrize("text", CHOSEN["sqrt"])
def test_a_root_lies_between_neighbours(text: str) -> None:
    for bits in (0, 1, 8, 64):
        lo, hi = I.sqrt((F(text), F(text)), bits)
        assert lo * lo <= F(text) <= hi * hi
        assert hi - lo in (0, F(1, 2**bits))


Ratio = Callable[[int], tuple[int, int]]
Series = tuple[F, Ratio, int]


def series_of(name: str, at: F, bits: int, monkeypatch: pytest.MonkeyPatch) -> list[Series]:
    """The series that are summed for a value."""
    found: list[Series] = []
    original = vars(I)["_series"]

    def spy(first: F, ratio: Ratio, work: int) -> I.Interval:
        found.append((first, ratio, work))
        return original(first, ratio, work)  # type: ignore[no-any-return]

    monkeypatch.setattr(I, "_series", spy)
    getattr(I, name)((at, at), bits)
    return found


@pytest.mark.parametrize(("name", "text"), [p for p in POINTS if p[0] != "sqrt"])
def test_what_is_cut_off_is_bounded(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratios of at most 1/4: what follows a term is at most a third of it."""
    series = series_of(name, F(text), 64, monkeypatch)
    assert series
    for _first, ratio, work in series:
        assert all(abs(F(*ratio(k))) <= F(1, 4) for k in range(1, 60))
        assert work >= 64 + 16
    if name == "log":  # 1/2 < m < 2, so |m - 1| / (m + 1) < 1/3; and 1/3 for log 2
        assert all(abs(first) <= F(1, 3) for first, *_ in series)


@pytest.mark.parametrize(
    ("first", "ratio", "value"),
    [(F(1), (1, 4), F(4, 3)), (F(1), (-1, 4), F(4, 5)), (F(-3), (1, 4), F(-4)),
     (F(-3), (-1, 4), F(-12, 5)), (F(5), (0, 1), F(5)), (F(0), (1, 4), F(0)),
     (F(1, 3), (0, 1), F(1, 3)), (F(-1, 3), (1, 4), F(-4, 9)), (F(2, 7), (-1, 5), F(5, 21))],
)  # fmt: skip
def test_geometric_series(first: F, ratio: tuple[int, int], value: F) -> None:
    """What is cut off is largest where the ratio is 1/4 throughout."""
    for bits in range(0, 40):
        lo, hi = vars(I)["_series"](first, lambda k: ratio, bits)
        assert lo <= value <= hi
        assert hi - lo <= F(2 * bits + 6, 2**bits)  # bits/2 terms, each 8/3 wide at most


def test_a_series_of_whole_terms_is_exact() -> None:
    """Where nothing is rounded and nothing follows, the value is a number."""
    for first in (F(0), F(1), F(-5, 2)):
        assert vars(I)["_series"](first, lambda k: (0, 1), 4) == (first, first)
    for name, at, value in (("exp", 0, 1), ("sin", 0, 0), ("cos", 0, 1), ("log", 1, 0),
                            ("atan", 0, 0), ("tanh", 0, 0)):  # fmt: skip
        assert getattr(I, name)(I.point(at), 8) == I.point(value)


@pytest.mark.parametrize(
    ("first", "ratio", "bits", "ends"),
    [(F(15, 2), (1, 4), 0, (7 + 1, 8 + 2)), (F(15, 2), (-1, 4), 0, (7 - 2, 8 - 1)),
     (F(-15, 2), (1, 4), 0, (-8 - 2, -7 - 1)), (F(-15, 2), (-1, 4), 0, (-8 + 1, -7 + 2)),
     (F(17, 2), (2, 9), 0, (8 + 1, 9 + 2)), (F(9), (2, 9), 0, (9 + 2, 9 + 2)),
     (F(15, 4), (1, 4), 1, (F(7 + 1, 2), F(8 + 2, 2)))],
)  # fmt: skip
def test_a_term_is_rounded_outward(
    first: F, ratio: tuple[int, int], bits: int, ends: tuple[F, F]
) -> None:
    """Two terms, each to whole multiples of 2**-bits, and nothing after them."""
    ratios = {1: ratio}
    assert vars(I)["_series"](first, lambda k: ratios.get(k, (0, 1)), bits) == ends


def test_products_have_the_ends_of_all_products() -> None:
    numbers = [F(q) for q in ("-3", "-1/2", "0", "1/3", "1/2", "2")]
    intervals = [(low, high) for low in numbers for high in numbers if low <= high]
    for a in intervals:
        for b in intervals:
            ends = [x * y for x in a for y in b]
            assert I.mul(a, b) == (min(ends), max(ends))


@pytest.mark.parametrize(("name", "text"), POINTS)
def test_numbers_stay_short(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is summed, squared or multiplied on the way is rounded at each step."""
    sizes: list[int] = []
    original = I.weigh

    def spy(q: F, most: int) -> F:
        sizes.append(max(q.numerator.bit_length(), q.denominator.bit_length()))
        return original(q, most)

    monkeypatch.setattr(I, "weigh", spy)
    lo, hi = getattr(I, name)((F(text), F(text)), 64)
    assert all(end.denominator.bit_length() <= 65 for end in (lo, hi))
    assert max(sizes, default=0) <= 400


def test_the_largest_arguments() -> None:
    for at in (F(1000), F(-1000), F(1, 2**4095)):
        lo, hi = I.atan(I.point(at), 8)
        assert inside(ball(at).atan(), (lo, hi))


@flint.ctx.workprec(400)
def test_sine_and_cosine_move_no_faster_than_their_argument() -> None:
    """On an interval: the value in the middle, widened by half of the width."""
    for name in ("sin", "cos"):
        for low, high in ((F(1), F(3, 2)), (F(-2), F(-1)), (F(-1, 4), F(1, 2)), (F(-1), F(1))):
            middle = getattr(ball((low + high) / 2), name)()
            radius = (high - low) / 2
            lo, hi = getattr(I, name)((low, high), 64)
            for end, wanted in ((lo, middle - ball(radius)), (hi, middle + ball(radius))):
                if -1 < end < 1:
                    assert abs(ball(end) - wanted) < ball(F(1, 2**62))
                else:
                    assert abs(wanted) >= 1 - ball(F(1, 2**62))
