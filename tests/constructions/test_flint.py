"""Balls contain the truth: every primitive against exact rationals, and refusals never nan."""

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.interop.flint import (
    BallSystem,
    from_interval,
    round_dyadic,
    to_fraction_bounds,
    to_fractions,
)
from constructions.systems import NumberError, System

BALLS = BallSystem(64)
rationals = st.fractions(min_value=-50, max_value=50, max_denominator=10**6)
few = settings(max_examples=60, deadline=None)


def inside(ball: object, q: Fraction) -> bool:
    low, high = to_fractions(ball)
    return low <= q <= high


def ball_around(q: Fraction, r: Fraction) -> object:
    return from_interval(q - r, q + r)


def test_it_is_a_system() -> None:
    assert isinstance(BALLS, System)
    assert BALLS.name == "ball"


@few
@given(rationals, rationals)
def test_intervals_and_ends_enclose(a: Fraction, b: Fraction) -> None:
    low, high = min(a, b), max(a, b)
    got = to_fractions(from_interval(low, high))
    assert got[0] <= low
    assert high <= got[1]
    short = to_fraction_bounds(from_interval(low, high), 20)
    assert short[0] <= got[0]
    assert got[1] <= short[1]


@few
@given(rationals, rationals, st.fractions(0, 1, max_denominator=50))
def test_arithmetic_contains_the_exact_value(a: Fraction, b: Fraction, r: Fraction) -> None:
    with BALLS.working():
        x, y = ball_around(a, r), BALLS.const(b)
        for end in (a - r, a, a + r):
            assert inside(x + y, end + b)
            assert inside(x - y, end - b)
            assert inside(-x, -end)
            assert inside(x * y, end * b)
            for n in (0, 1, 2, 3, 7):
                assert inside(BALLS.power(x, n), end**n)
            if abs(a) > r:
                assert inside(BALLS.power(x, -3), 1 / end**3)
            if b:
                assert inside(BALLS.divide(x, y), end / b)
            assert inside(BALLS.abs(x), abs(end))
            assert inside(BALLS.sign(x), Fraction((end > 0) - (end < 0)))
            assert inside(BALLS.floor(x), Fraction(end.__floor__()))
            assert inside(BALLS.maximum(x, y), max(end, b))
            assert inside(BALLS.minimum(x, y), min(end, b))


def series_bounds(q: Fraction, terms: int = 60) -> dict[str, tuple[Fraction, Fraction]]:
    """exp, sin, cos of |q| <= 2 between rationals, by Taylor sums with remainder 2^60/60!."""
    rest = Fraction(2**60, 1) / _factorial(terms)
    powers = [q**k / _factorial(k) for k in range(terms)]
    sums = {
        "exp": sum(powers),
        "sin": sum((-1) ** (k // 2) * powers[k] for k in range(1, terms, 2)),
        "cos": sum((-1) ** (k // 2) * powers[k] for k in range(0, terms, 2)),
    }
    return {name: (s - 8 * rest, s + 8 * rest) for name, s in sums.items()}


def _factorial(n: int) -> int:
    product = 1
    for k in range(2, n + 1):
        product *= k
    return product


def meets(ball: object, bounds: tuple[Fraction, Fraction]) -> bool:
    low, high = to_fractions(ball)
    return low <= bounds[1] and bounds[0] <= high


@few
@given(st.fractions(-2, 2, max_denominator=10**4))
def test_elementary_functions_meet_their_taylor_sums(q: Fraction) -> None:
    system = BallSystem(200)
    x = system.const(q)
    for name, bounds in series_bounds(q).items():
        value = getattr(system, name)(x)
        assert meets(value, bounds)
        # The control: a value off by 1e-6 does not pass.
        assert not meets(value, (bounds[0] + Fraction(1, 10**6), bounds[1] + Fraction(1, 10**6)))
    with system.working():
        e = system.exp(x)
        assert inside(system.log(e), q)
        assert meets(system.tan(x) * system.cos(x), series_bounds(q)["sin"])
        assert meets(system.tanh(x) * (e + system.exp(-x)), to_fractions(e - system.exp(-x)))
        if abs(q) < 1:
            assert inside(system.atan(system.tan(x)), q)


@pytest.mark.parametrize("q", [Fraction(0), Fraction(4, 9), Fraction(10**12)])
def test_square_roots_of_squares(q: Fraction) -> None:
    root = BALLS.sqrt(BALLS.const(q))
    with BALLS.working():
        assert inside(root * root, q)


def test_pi_lies_between_known_rationals() -> None:
    low, high = to_fractions(BALLS.pi())
    assert Fraction(333, 106) < low <= high < Fraction(355, 113)


AROUND_ZERO = from_interval(-1, 1)


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("log", AROUND_ZERO),
        ("log", arb(0)),
        ("log", arb(-1)),
        ("sqrt", AROUND_ZERO),
        ("sqrt", arb(-1)),
        ("tan", from_interval(1, 2)),
        ("exp", arb("inf")),
        ("sin", arb("nan")),
        ("cos", arb("nan")),
        ("abs", arb("nan")),
        ("sign", arb("nan")),
        ("floor", arb("nan")),
        ("tanh", arb("nan")),
        ("atan", arb("nan")),
    ],
)
def test_undefined_is_refused(name: str, argument: object) -> None:
    with pytest.raises(NumberError):
        getattr(BALLS, name)(argument)


@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_nan_does_not_get_lost_in_a_choice(name: str) -> None:
    for pair in [(arb("nan"), arb(1)), (arb(1), arb("nan"))]:
        with pytest.raises(NumberError):
            getattr(BALLS, name)(*pair)


def test_a_quotient_by_a_ball_around_zero_never_leaves_unnoticed() -> None:
    bad = arb(1) / AROUND_ZERO
    for travelled in (bad * 0, bad - bad, bad + 1, bad**0 * bad, 1 / bad):
        with pytest.raises(NumberError):
            BALLS.finite(travelled)
        with pytest.raises(NumberError):
            to_fractions(travelled)
    with pytest.raises(NumberError):
        BALLS.divide(arb(1), AROUND_ZERO)
    assert inside(BALLS.divide(arb(1), arb(4)), Fraction(1, 4))


def test_ratio_uses_its_convention_only_at_an_exact_zero() -> None:
    assert inside(BALLS.ratio(arb(1), arb(0), arb(7)), Fraction(7))
    assert inside(BALLS.ratio(arb(1), arb(2), arb(7)), Fraction(1, 2))
    with pytest.raises(NumberError):
        BALLS.ratio(arb(1), AROUND_ZERO, arb(7))


def test_signs_of_a_ball_around_zero() -> None:
    low, high = to_fractions(BALLS.sign(AROUND_ZERO))
    assert Fraction(-101, 100) < low <= -1
    assert 1 <= high < Fraction(101, 100)
    assert to_fractions(BALLS.sign(arb(0))) == (0, 0)
    assert to_fractions(BALLS.sign(arb(3))) == (1, 1)


def test_working_restores_the_global_precision() -> None:
    before = ctx.prec
    with BallSystem(300).working():
        assert ctx.prec == 300
    assert ctx.prec == before
    with pytest.raises(NumberError), BallSystem(300).working():
        to_fractions(arb("nan"))
    assert ctx.prec == before
    BallSystem(300).exp(arb(1))
    assert ctx.prec == before


def test_numbers_too_large_or_small_to_write() -> None:
    with pytest.raises(NumberError):
        to_fractions(BALLS.exp(arb(10**9)))
    low, high = to_fractions(BALLS.exp(arb(-(10**9))))
    assert low <= 0 < high < Fraction(1, 10**1000)
    assert high - low < Fraction(1, 10**1000)


def test_rejected_arguments() -> None:
    with pytest.raises(NumberError):
        from_interval(1, 0)
    with pytest.raises(NumberError):
        BallSystem(1)


@few
@given(rationals, st.integers(2, 80))
def test_dyadic_rounding_is_outward_and_short(q: Fraction, bits: int) -> None:
    low, high = round_dyadic(q, bits, -1), round_dyadic(q, bits, 1)
    assert low <= q <= high
    assert high - low <= abs(q) * Fraction(4, 1 << bits)
    assert abs(low.numerator).bit_length() <= bits + 2 or low.denominator == 1
