"""Polynomials: the ring axioms on random ones, evaluation as the oracle, and the limits."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from proofs.kernel import poly as P
from proofs.kernel.errors import METER, Decline

NAMES = ("x", "y", "@0")


def some_poly(rng: random.Random) -> P.Poly:
    monomials = [
        tuple((name, rng.randint(1, 3)) for name in sorted(rng.sample(NAMES, rng.randint(0, 2))))
        for _ in range(rng.randint(0, 4))
    ]
    return {m: F(rng.choice([-3, -1, 1, 2]), rng.randint(1, 4)) for m in monomials}


def value(poly: P.Poly, at: dict[str, F]) -> F:
    total = F(0)
    for monomial, c in poly.items():
        for name, e in monomial:
            c *= at[name] ** e
        total += c
    return total


@pytest.mark.parametrize("seed", range(100))
def test_arithmetic_agrees_with_the_values(seed: int) -> None:
    rng = random.Random(seed)
    a, b, c = (some_poly(rng) for _ in range(3))
    at = {name: F(rng.randint(-5, 5), rng.randint(1, 5)) for name in NAMES}
    q = F(rng.randint(-2, 2), 3)
    assert value(P.add(a, b, c), at) == value(a, at) + value(b, at) + value(c, at)
    assert value(P.scale(a, q), at) == q * value(a, at)
    assert value(P.multiply(a, b), at) == value(a, at) * value(b, at)
    assert value(P.product([a, b, c]), at) == value(a, at) * value(b, at) * value(c, at)


@pytest.mark.parametrize("seed", range(50))
def test_equal_polynomials_are_equal_dictionaries(seed: int) -> None:
    rng = random.Random(seed)
    a, b, c = (some_poly(rng) for _ in range(3))
    assert P.multiply(a, P.add(b, c)) == P.add(P.multiply(a, b), P.multiply(a, c))
    assert P.multiply(a, b) == P.multiply(b, a)
    assert P.add(a, P.scale(a, -1)) == {} == P.multiply(a, P.constant(0)) == P.scale(a, 0)
    assert P.product([]) == P.constant(1) == {(): 1}


def test_coefficients_are_fractions() -> None:
    """Whole numbers too: a quotient of two of them is no float."""
    x = P.variable("x")
    made = (P.constant(3), P.constant(-1), x, P.scale(x, 2), P.multiply(x, P.constant(2)))
    assert all(type(c) is F for poly in made for c in poly.values())


def test_no_operation_changes_its_arguments() -> None:
    x, one = P.variable("x"), P.constant(1)
    P.product([P.add(x), one, x])
    P.add(P.product([x]), P.add(x), P.multiply(one, x), x)
    P.minus(P.multiply(x, one), P.scale(P.product([x]), 2))
    P.multiply(x, x)
    assert x == {(("x", 1),): 1}
    assert one == {(): 1}


def many(count: int) -> P.Poly:
    return {((f"v{i}", 1),): F(1) for i in range(count)}


@pytest.mark.parametrize(
    ("build", "code"),
    [
        (lambda: P.add(many(20_001)), "too-many-monomials"),
        (lambda: P.multiply(many(900), many(900)), "too-many-monomials"),
        (lambda: P.multiply(many(230), {((f"w{i}", 1),): F(1) for i in range(100)}),
         "too-many-monomials"),
        (lambda: P.product([P.variable("x")] * 65), "degree"),
        (lambda: P.scale(P.variable("x"), F(2) ** 4096), "number-size"),
        (lambda: P.scale(P.variable("x"), F(1, 2**4096)), "number-size"),
        (lambda: P.add(P.constant(2**4096 - 1), P.constant(1)), "number-size"),
        (lambda: P.multiply(P.constant(2**4000), P.constant(2**200)), "number-size"),
    ],
)  # fmt: skip
def test_limits(build: object, code: str) -> None:
    with pytest.raises(Decline) as refusal:
        build()  # type: ignore[operator]
    assert refusal.value.code == code


def test_just_inside_the_limits() -> None:
    assert len(P.add(many(20_000))) == 20_000
    ones = {((f"w{i}", 1),): F(1) for i in range(100)}
    assert len(P.multiply(many(200), ones)) == len(P.multiply(ones, many(200))) == 20_000
    assert P.product([P.variable("x")] * 64) == {(("x", 64),): 1}
    assert P.scale(P.variable("x"), 2**4095) == {(("x", 1),): 2**4095}


def test_work_is_counted_and_bounded() -> None:
    METER.left = 100
    try:
        with pytest.raises(Decline) as refusal:
            P.multiply(many(20), many(20))
    finally:
        METER.left = METER.UNLIMITED
    assert refusal.value.code == "too-much-work"
