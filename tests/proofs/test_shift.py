"""A shift of all inputs of a LayerAct layer, on numbers that are computed here."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from random import Random

import pytest

from proofs import vacuity
from proofs.evidence import gather
from proofs.layeract.eq9.shift import SMOOTH, SMOOTH_BOUND
from proofs.registry import find
from proofs.verdicts import decide
from tests.sampling import by_turns, some_of

Scale = Callable[[float], float]


def logistic(t: float) -> float:
    return 1 / (1 + exp(-t))


def hard(t: float) -> float:
    return max(0.0, min(1.0, t / 6 + 0.5))


def outputs(y: list[float], s: Scale, alpha: float) -> list[float]:
    """Eq. 6, written out again."""
    mean = sum(y) / len(y)
    root = sqrt(sum((v - mean) ** 2 for v in y) / len(y) + alpha)
    return [v * s((v - mean) / root) for v in y]


def moved(y: list[float], c: float, s: Scale, alpha: float) -> float:
    shifted = outputs([v + c for v in y], s, alpha)
    return sum(abs(a - b) for a, b in zip(shifted, outputs(y, s, alpha), strict=True))


@pytest.mark.parametrize(
    ("s", "bound"), [(logistic, 0.5303), (hard, (3 + sqrt(10)) / 12)], ids=["silu", "hard"]
)
def test_no_sample_is_moved_further(s: Scale, bound: float) -> None:
    random = Random(20)
    worst = 0.0
    for _ in range(400):
        d = random.randint(1, 40)
        y = [random.gauss(0, 1) for _ in range(d)]
        y[0] = -random.uniform(0, 8) * sqrt(d)
        c = random.uniform(-3, 3)
        worst = max(worst, moved(y, c, s, 1e-5) / (abs(c) * d))
    assert 0.5 < worst <= bound + 1e-9


def test_the_samples_of_the_controls_come_near() -> None:
    """sqrt(sigma^2 + alpha) = 1.001."""
    alpha = 1.001**2 - 1
    one = moved([0.25] * 16 + [-4.0], 1, logistic, alpha) / 17
    other = moved([1 / 6] * 36 + [-6.0], 1, hard, alpha) / 37
    assert 0.53 < one < 0.5303
    assert 0.513 < other < (3 + sqrt(10)) / 12 < 0.5136


def value(term: object) -> float:
    """A closed term in floating point."""
    if isinstance(term, str):
        top, _, bottom = term.partition("/")
        return float(top) / float(bottom or 1)
    assert isinstance(term, list)
    op, *args = term
    if op == "^":
        return value(args[0]) ** args[1]
    numbers = [value(a) for a in args]
    if op == "sqrt":
        return sqrt(numbers[0])
    left = numbers[0]
    for right in numbers[1:]:
        left = {"+": left + right, "*": left * right, "/": left / right, "-": left - right}[op]
    return left


def test_the_parabola_lies_above_the_logistic_function() -> None:
    a, b, q = (value(term.json) for term in SMOOTH)
    gaps = [a + b * t + q * t * t - logistic(t) for t in (k / 100 for k in range(-2000, 2001))]
    assert min(gaps) > -1e-12
    assert min(gaps) < 1e-3  # it is not far above
    assert a + q == pytest.approx(value(SMOOTH_BOUND.json))


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    "name",
    [
        "layeract.eq9.smaller.sharpened",
        "layeract.eq9.across.repaired.sharpened",
        "fl.assumption1.bias.sharpened",
        "sumformer.thm4_1.discontinuous",
        "sumformer.thmC_1",
    ],
)
def test_nothing_is_given(name: str) -> None:
    claim = find(name)
    found = gather(claim)
    decision = decide(claim, found, vacuity.gather(claim, found))
    assert (decision.verdict, decision.level, decision.given) == ("proved", "kernel", ())
