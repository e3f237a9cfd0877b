"""The longest ranges of v for N Newton steps, against mpmath and against other guesses."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random
from typing import Any

import mpmath
import pytest

from proofs.weierstrass.newton import guesses
from proofs.weierstrass.newton.guesses import (
    FP32,
    NAMES,
    constant_guess,
    constant_range,
    linear_guess,
    linear_range,
)
from proofs.weierstrass.newton.guesses_linear import CASES, CONSTANT_CLAIM, LINEAR_CLAIM
from proofs.weierstrass.newton.steps import BF16, FP16
from tests.sampling import by_turns, some_of


def error(count: int, v: Any, y: Any) -> Any:
    for _ in range(count):
        y = y * (3 - v * y * y) / 2
    return abs(1 - y * mpmath.sqrt(v))


def ends(count: int, unit: F) -> tuple[Any, Any]:
    """phi^N = 1 - u, by the closed form of the cubic's roots: phi(2 sin t) = sin 3t."""
    value = 1 - mpmath.mpf(unit.numerator) / unit.denominator
    for _ in range(count - 1):
        value = 2 * mpmath.sin(mpmath.asin(value) / 3)
    low = 2 * mpmath.sin(mpmath.asin(value) / 3)
    high = 2 * mpmath.sin((mpmath.pi - mpmath.asin(value)) / 3)
    return low, high


def mp(q: F) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


def test_the_unit_roundoffs() -> None:
    assert (BF16, FP16, FP32) == (F(1, 2**8), F(1, 2**11), F(1, 2**24))
    assert len(CASES) == 6
    assert {unit for _, unit in CASES} == set(NAMES)


@pytest.mark.parametrize(("count", "unit"), CASES)
def test_the_factors_lie_between(count: int, unit: F) -> None:
    with mpmath.workdps(40):
        low, high = ends(count, unit)
        constant, linear = constant_range(count, unit), linear_range(count, unit)
        assert mp(constant.works) < (high / low) ** 2 < mp(constant.fails)
        # 3 t - t^3 = 2 low/high: t = 2 sin a, 2 sin(pi/3 - a) with sin 3a = low/high
        angle = mpmath.asin(low / high) / 3
        least, greatest = 2 * mpmath.sin(angle), 2 * mpmath.sin(mpmath.pi / 3 - angle)
        assert mp(linear.works) < (greatest / least) ** 2 < mp(linear.fails)
        assert linear.fails - linear.works <= F(1, 500)


@by_turns(2)
@pytest.mark.parametrize(("count", "unit"), CASES)
def test_the_guesses_work_on_a_grid(count: int, unit: F) -> None:
    b, c = linear_guess(count, unit)
    g = constant_guess(count, unit)
    with mpmath.workdps(40):
        for k in range(401):
            v = 1 + mp(linear_range(count, unit).works - 1) * k / 400
            assert error(count, v, mp(b) * (mp(c) - v)) <= mp(unit)
            v = 1 + mp(constant_range(count, unit).works - 1) * k / 400
            assert error(count, v, mp(g)) <= mp(unit)


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(("count", "unit"), CASES)
def test_no_guess_near_the_best_works_on_the_longer_range(count: int, unit: F) -> None:
    rng = Random(7)
    b, c = linear_guess(count, unit)
    K = linear_range(count, unit).fails
    with mpmath.workdps(30):
        grid = [1 + mp(K - 1) * k / 300 for k in range(301)]
        turn = mp(c) / 3
        for _ in range(20):
            alpha = mp(b * c) * (1 + mpmath.mpf(rng.uniform(-1, 1)) / 10**4)
            beta = -mp(b) * (1 + mpmath.mpf(rng.uniform(-1, 1)) / 10**4)
            points = [*grid, turn, -alpha / beta / 3]
            assert max(error(count, v, alpha + beta * v) for v in points) > mp(unit)


@pytest.mark.parametrize("linear", [True, False])
def test_a_shorter_range_is_not_said_to_fail(linear: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof of the negative side refuses where a guess works."""
    ranges = linear_range if linear else constant_range
    true = ranges(3, BF16)
    assert guesses.fails_proof(3, BF16, linear)
    short = guesses.Range(true.works, true.works, true.turn)
    name = "linear_range" if linear else "constant_range"
    monkeypatch.setattr(guesses, name, lambda count, unit: short)
    with pytest.raises(ValueError, match="do not show it"):
        guesses.fails_proof(3, BF16, linear)


@pytest.mark.parametrize("linear", [True, False])
def test_a_longer_range_is_not_said_to_work(linear: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = linear_range if linear else constant_range
    true = ranges(3, BF16)
    long = guesses.Range(true.fails, true.fails, true.turn)
    name = "linear_range" if linear else "constant_range"
    monkeypatch.setattr(guesses, name, lambda count, unit: long)
    with pytest.raises(ValueError, match="not one for these steps"):
        guesses.works_proof(3, BF16, linear)


def test_fp32_on_four_binades_of_the_root() -> None:
    """1 <= v <= 4: three steps from a linear guess, not from a constant one."""
    assert linear_range(3, FP32).works > 4 > constant_range(4, FP32).fails
    assert {o.id.rsplit(".", 1)[1] for o in LINEAR_CLAIM.obligations} == {"works", "fails"}
    assert len(CONSTANT_CLAIM.obligations) == len(LINEAR_CLAIM.obligations) == 2 * len(CASES)
