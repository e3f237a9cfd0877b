"""The least number of +-1 units: against a search over cuts, against drawn values, exactly."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import combinations, pairwise

import pytest

from constructions.fewest_steps import Polyline, Steps, fewest_steps, least_units
from constructions.functions import STANDARD, linear_pieces, parse
from constructions.networks import ParallelNet
from constructions.plus_minus import PAIR, SINGLE
from tests.sampling import by_turns


class Exact:
    """Rational arithmetic; the layers of A.6 need no more."""

    def const(self, q: int | F) -> F:
        return F(q)

    def sqrt(self, a: F) -> F:
        root = F(abs(a.numerator) ** 0.5).limit_denominator(10**6) / F(
            a.denominator**0.5
        ).limit_denominator(10**6)
        assert root * root == a
        return root

    def ratio(self, a: F, b: F, at_zero: F | None) -> F:
        return a / b if b else F(at_zero or 0)


def line(*values: int | F) -> Polyline:
    """The polyline through these values at equal distances."""
    n = len(values) - 1
    return Polyline(tuple(F(k, n) for k in range(n + 1)), tuple(F(v) for v in values))


@pytest.mark.parametrize("M", range(6))
@pytest.mark.parametrize("rest", [F(0), F(1, 3), F(99, 100)])
def test_a_ramp_needs_one_more_than_its_swing(M: int, rest: F) -> None:
    """f = L x: each piece takes less than 2 eps of it, so floor(L/(2 eps)) + 1 are needed."""
    eps = F(3, 7)
    ramp = line(0, 2 * eps * (M + rest))
    assert least_units(ramp, eps) == M + 1
    assert fewest_steps(ramp, eps).error(ramp) < eps


@pytest.mark.parametrize(
    ("values", "eps", "N"),
    [
        ((0, 0), F(1, 100), 1),
        ((5, 5), F(1, 100), 1),
        ((-1, 1), F(1, 2), 2),  # -1/2, then 1/2: one jump, but closer than 1/2 is not reached
        ((-1, 1), F(51, 100), 1),  # one unit: -x and x far from 0 have opposite values
        ((1, -1), F(51, 100), 1),
        ((0, 2), F(51, 100), 2),  # the same up to a constant, which a single jump does not have
        ((1, 0, 1), F(1, 2), 3),
        ((1, 0, 1), F(51, 100), 1),
        ((1, 0, -1), F(1, 4), 4),
        ((1, 0, -1), F(26, 100), 3),
    ],
)
def test_small_cases_by_hand(values: tuple[int, ...], eps: F, N: int) -> None:
    """Opposite ends save a unit: N jumps leave N + 1 pieces, the last minus the first."""
    f = line(*values)
    assert least_units(f, eps) == N
    found = fewest_steps(f, eps)
    assert found.N == N
    assert found.error(f) < eps


def fewest_by_cuts(f: Polyline, eps: F, grid: int) -> int:
    """The least N over step functions with their breaks at multiples of 1/grid."""
    ranges = {(a, b): f.range(F(a, grid), F(b, grid)) for a, b in combinations(range(grid + 1), 2)}
    for N in range(1, grid + 1):
        for count in (N, N + 1):
            for cuts in combinations(range(1, grid), count - 1):
                ends = list(pairwise((0, *cuts, grid)))
                if any(ranges[e][1] - ranges[e][0] >= 2 * eps for e in ends):
                    continue
                (low0, high0), (low1, high1) = ranges[ends[0]], ranges[ends[-1]]
                if count == N:
                    return N
                if max(high0, -low1) - min(low0, -high1) < 2 * eps:
                    return N
    return grid + 1


@by_turns(2)
def test_a_search_over_all_cuts_finds_no_fewer() -> None:
    """Values at multiples of 2 eps/3 with vertices on the grid: breaks on a fine grid suffice."""
    draw = random.Random(20260101)
    less = 0
    for _ in range(60):
        f = line(*(draw.randint(-4, 4) for _ in range(draw.randint(2, 4))))
        eps = F(draw.randint(2, 7), 2) - F(1, 97)
        N = least_units(f, eps)
        by_cuts = fewest_by_cuts(f, eps, 12)
        assert N <= by_cuts
        less += N < by_cuts
        found = fewest_steps(f, eps)
        assert (found.N, len(found.values) - N) in ((N, 0), (N, 1))
        assert found.error(f) < eps
    assert less < 30  # the grid is fine enough to say something


@by_turns(2)
def test_no_drawn_first_value_does_better() -> None:
    """Where N pieces are needed and none tied are found, none is found by chance either."""
    draw = random.Random(7)
    tied = free = 0
    for _ in range(200):
        values = [F(draw.randint(-6, 6), draw.choice((1, 2, 3))) for _ in range(draw.randint(2, 6))]
        f, eps = line(*values), F(draw.randint(1, 12), draw.choice((2, 3, 4)))
        found = fewest_steps(f, eps)
        if len(found.values) > found.N:
            tied += 1
            continue
        free += 1
        for _ in range(40):
            v = f.y[0] + eps * F(draw.randint(-999, 999), 1000)
            assert not opposite(f, eps, v, found.N - 1)
    assert tied > 20
    assert free > 20


def opposite(f: Polyline, eps: F, v: F, N: int) -> bool:
    """Whether v, then longest pieces, then -v come closer than eps with N jumps, by plain steps."""
    if N < 1 or abs(f.y[0] - v) >= eps or abs(f.y[-1] + v) >= eps:
        return False
    at = first_exit(f, F(0), v - eps, v + eps)
    for _ in range(N - 1):
        low = high = f.at(at)
        for x in [*(q for q in f.x if q > at), None]:
            if x is None:
                return True
            step = f.at(x)
            if max(high, step) - min(low, step) >= 2 * eps:
                edge = low + 2 * eps if step - low >= 2 * eps else high - 2 * eps
                before = max((q for q in (at, *f.x) if q < x), default=at)
                at = before + (x - before) * (edge - f.at(before)) / (step - f.at(before))
                break
            low, high = min(low, step), max(high, step)
    mirrored = Polyline(tuple(1 - q for q in reversed(f.x)), tuple(reversed(f.y)))
    return at > 1 - first_exit(mirrored, F(0), -v - eps, -v + eps)


def first_exit(f: Polyline, at: F, low: F, high: F) -> F:
    for x in (q for q in f.x if q > at):
        a, b = f.at(at), f.at(x)
        if not low < b < high:
            edge = high if b >= high else low
            return at + (x - at) * (edge - a) / (b - a)
        at = x
    return F(1)


@pytest.mark.parametrize("layer", [PAIR, SINGLE], ids=["LN-2", "LS-1"])
@pytest.mark.parametrize("name", ["identity", "kink", "zigzag", "clamp", "constant"])
def test_the_network_computes_the_steps(layer: object, name: str) -> None:
    pieces = linear_pieces(parse(STANDARD[name]))
    assert pieces is not None
    f, eps = Polyline.of(pieces), F(1, 11)
    steps = fewest_steps(f, eps)
    network = steps.network(layer)  # type: ignore[arg-type]
    assert isinstance(network, ParallelNet)
    assert network.N == steps.N
    ends = (F(0), *steps.breaks, F(1))
    for (lo, hi), value in zip(pairwise(ends), steps.values, strict=True):
        for x in (lo, (lo + hi) / 2):  # the right value at a break, as A.6 has it
            if lo < hi:
                assert network.evaluate(Exact(), [x]) == value
                assert abs(value - f.at(x)) < eps


def test_what_is_no_step_function_is_refused() -> None:
    with pytest.raises(ValueError, match="eps must be positive"):
        least_units(line(0, 1), F(0))
    with pytest.raises(ValueError, match="N units"):
        Steps(1, (F(1, 2),), (F(1), F(2)))
    with pytest.raises(ValueError, match="from 0 to 1"):
        Steps(2, (F(3, 2),), (F(1), F(2)))
    with pytest.raises(ValueError, match="vertices"):
        Polyline((F(0), F(1, 2)), (F(0), F(1)))
    with pytest.raises(ValueError, match=r"A\.6"):
        Steps(1, (), (F(1),)).network(type(PAIR)(2, PAIR.delta))
