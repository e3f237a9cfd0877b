"""The logarithm between polynomials: the theorem, against mpmath, and suprema that it serves."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import mpmath
import pytest

from constructions.functions import parse
from proofs.kernel import check
from proofs.kernel.check import open_statement
from proofs.kernel.terms import read_formula
from proofs.replay import check as replay
from proofs.supnorm.logarithm import (
    Logarithm,
    NoLogarithm,
    Theorem,
    product_lemma,
    product_proof,
)
from proofs.supnorm.of_polynomials import supnorm
from proofs.supnorm.polynomials import WIDTH
from proofs.trees.script import have, statement
from tests.sampling import by_turns, some_of


def taylor(n: int) -> tuple[F, ...]:
    """(log s - (s - 1))/(s - 1)^2 = -1/2 + (s - 1)/3 - ..., cut off, in powers of s."""
    found = [F(0)] * n
    power = [F(1)]
    for j in range(n):
        for i, c in enumerate(power):
            found[i] += F((-1) ** (j + 1), j + 2) * c
        power = [a - b for a, b in zip([F(0), *power], [*power, F(0)], strict=True)]
    return tuple(found)


def certificate(theorem: Theorem) -> str:
    goal = statement({}, [], theorem.lemma)
    product = read_formula(product_lemma(), (), {})
    context = open_statement(goal)
    first = product_proof(context.child(goal=product))
    then = theorem.proof(context.child(product), 0)
    return json.dumps({"statement": goal, "proof": have(product_lemma(), first, then)})


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize(
    ("a", "b", "n"), [(F(3, 4), F(5, 4), 12), (F(1, 2), F(3, 2), 4), (F(127, 128), F(9, 8), 28)]
)
def test_the_theorem_is_proved(a: F, b: F, n: int) -> None:
    """It holds at both ends, and with a smaller R its proof is refused."""
    theorem = Theorem(Logarithm(a, b, taylor(n)))
    text = certificate(theorem)
    assert check(text).accepted
    assert replay(text).accepted
    with mpmath.workdps(60):
        for s in (a, b, F(1), (a + 1) / 2, (b + 1) / 2):
            y = mpmath.mpf((s - 1).numerator) / (s - 1).denominator
            cut = mpmath.fsum((-1) ** (j + 1) * y**j / j for j in range(1, n + 2))
            R = mpmath.mpf(theorem.R.numerator) / theorem.R.denominator
            assert abs(cut - mpmath.log(1 + y)) <= R
    data = json.loads(text)
    smaller = json.dumps(data["statement"]).replace(f'"{theorem.R}"', f'"{theorem.R / 2}"')
    data["statement"] = json.loads(smaller)
    assert check(json.dumps(data)).outcome == "reject"


def test_too_small_numbers_are_not_proved() -> None:
    """kappa below |H| is not seen to hold; eta too small leaves a term with the wrong sign."""
    log = Logarithm(F(3, 4), F(5, 4), taylor(6))
    theorem = Theorem(log)
    theorem.kappa /= 1000
    with pytest.raises(NoLogarithm):
        certificate(theorem)
    theorem = Theorem(log)
    theorem.eta /= 1000
    assert check(certificate(theorem)).code == "coefficient-not-positive"


@pytest.mark.parametrize(
    ("a", "b"), [(F(1, 8), F(2)), (F(1, 2), F(5)), (F(1), F(2)), (F(1, 2), F(1))]
)
def test_intervals_that_are_not_taken(a: F, b: F) -> None:
    """Those that are too long, and those on one side of 1."""
    with pytest.raises(NoLogarithm):
        Logarithm(a, b, taylor(2))


def test_the_longest_interval() -> None:
    assert check(certificate(Theorem(Logarithm(F(1, 4), F(4), taylor(2))))).accepted


LINES: list[tuple[str, F, F, Any]] = [
    ("log(x)", F(1), F(9), lambda: mpmath.log(9)),
    ("log(x)", F(1, 100), F(1, 10), lambda: mpmath.log(100)),
    ("log(5-2*x)", F(0), F(2), lambda: mpmath.log(5)),
    ("log(x/3+500)", F(-1), F(1), lambda: mpmath.log(mpmath.mpf(1501) / 3)),
    ("log(1+x/10**9)+1", F(0), F(1), lambda: 1 + mpmath.log1p(mpmath.mpf(10) ** -9)),
    ("log(pi*x)", F(1), F(2), lambda: mpmath.log(2 * mpmath.pi)),
    ("log(2*x)*log(3*x)", F(1), F(2), lambda: mpmath.log(4) * mpmath.log(6)),
]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(("f", "a", "b", "true"), LINES)
def test_logarithms_of_lines(f: str, a: F, b: F, true: Any) -> None:
    """The largest |f|, which is at an end."""
    found = supnorm([F(0)], parse(f), a, b)
    with mpmath.workdps(50):
        value = true()
        lo, hi = (mpmath.mpf(q.numerator) / q.denominator for q in (found.lo, found.hi))
        assert lo <= value <= hi
    assert found.hi - found.lo <= WIDTH * found.hi
    assert check(found.certificate).accepted
    assert replay(found.certificate).accepted
