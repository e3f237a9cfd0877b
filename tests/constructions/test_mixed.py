"""Numbers that stay rational where they can, against exact evaluation and balls."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.interop.mixed import Mixed, MixedSystem
from constructions.layeract import SIGMOID, dense, layer_act, mean, variance
from constructions.systems import NumberError, System
from tests.sampling import by_turns

F = Fraction
MIXED = MixedSystem(128)
SMALL = st.fractions(min_value=-9, max_value=9, max_denominator=40)


def test_it_is_a_number_system() -> None:
    assert isinstance(MIXED, System)


@by_turns(2)
@given(st.lists(SMALL, min_size=1, max_size=6))
def test_moments_of_exact_data_are_exact(values: list[F]) -> None:
    y = dense(MIXED, [MIXED.const(q) for q in values])
    mu = mean(y)
    spread = variance(y, mu)
    center = sum(values, F(0)) / len(values)
    assert mu.q == center
    assert spread.q == sum(((q - center) ** 2 for q in values), F(0)) / len(values)
    lo, hi = MIXED.sqrt(spread).bounds(60)  # also where all are equal
    assert max(lo, F(0)) ** 2 <= spread.q <= hi**2


def around(q: F) -> Mixed:
    """q as a ball."""
    root = MIXED.sqrt(MIXED.const(2))
    found = MIXED.const(q) + root - root
    assert found.q is None
    return found


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 6])
def test_powers_of_a_ball_around_zero_are_finite(exponent: int) -> None:
    lo, hi = (around(F(0)) ** exponent).bounds(60)
    assert lo <= F(0) ** exponent <= hi <= lo + F(1, 10**9)


@by_turns(3)
@given(SMALL, SMALL)
def test_operations_contain_what_rationals_give(p: F, q: F) -> None:
    for operation in (
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a * b,
        lambda a, b: 3 - a * b,
        lambda a, b: MIXED.maximum(a, b),
        lambda a, b: MIXED.minimum(a, b),
        lambda a, b: MIXED.abs(a - b),
        lambda a, b: a / (b * b + 1),
        lambda a, b: 2 / (1 + a**2) - b,
    ):
        exact = operation(MIXED.const(p), MIXED.const(q)).q
        assert exact is not None
        for a, b in ((around(p), MIXED.const(q)), (around(p), around(q))):
            lo, hi = operation(a, b).bounds(90)
            assert lo <= exact <= hi
            assert hi - lo < F(1, 10**20)


def test_what_is_undefined_is_refused() -> None:
    for value in (F(0), F(-1)):
        with pytest.raises(NumberError):
            MIXED.log(MIXED.const(value))
    with pytest.raises(NumberError):
        MIXED.sqrt(MIXED.const(-1))
    with pytest.raises(NumberError):
        MIXED.const(1) / MIXED.const(0)
    with pytest.raises(NumberError):
        MIXED.const(1) / around(F(0))
    assert MIXED.ratio(MIXED.const(1), MIXED.const(0), MIXED.const(7)).q == 7


def test_equal_inputs_have_an_output() -> None:
    y = dense(MIXED, [MIXED.const(F(1, 10))] * 3)
    assert [a.q for a in layer_act(MIXED, SIGMOID, y, MIXED.const(F(1, 3))).head] == [F(1, 20)] * 3
