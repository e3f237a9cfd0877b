"""Density in C([0, 1]^n): the identities of A.2 on numbers, and hypotheses that can be met."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import exp, sqrt
from random import Random
from typing import Any

import pytest

from proofs import registry, vacuity
from proofs.claims import Attempt
from proofs.evidence import of_satisfiability, shipped
from proofs.kernel.check import check
from proofs.kernel.errors import Reject
from proofs.pln.density.cube import GIVEN, STATEMENT
from proofs.pln.lemma4 import instances as lemma4_instances
from proofs.pln.lemma4.steps import KEPT, STEPS
from proofs.pln.thm2 import controls as thm2_controls
from proofs.pln.thm2 import statement as thm2_statement
from proofs.pln.thm3.density import controls as thm3_density_controls
from proofs.pln.thm3.density import statement as thm3_density_statement
from proofs.trees.script import NotFound
from proofs.verdicts import decide
from tests.sampling import by_turns, some_of
from verify.runner import prove


def layer_norm(h: list[float]) -> list[float]:
    """Eq. 1, written out again."""
    mu = sum(h) / len(h)
    sigma = sqrt(sum((v - mu) ** 2 for v in h) / len(h))
    return [(v - mu) / sigma for v in h]


@pytest.mark.parametrize("d", [2, 3, 7])
def test_eq_29_and_30_on_numbers(d: int) -> None:
    random = Random(d)
    weights = [(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)) for _ in "abc"]
    x = 0.37
    units = [a * layer_norm([w * x + b, -w * x - b] + [0.0] * (d - 2))[0] for a, w, b in weights]
    constant = sum(a for a, _, _ in weights) * layer_norm([1.0, -1.0] + [0.0] * (d - 2))[0]
    sigmas = [a * ((w * x + b > 0) * 1.0) for a, w, b in weights]
    assert sum(units) + constant == pytest.approx(sqrt(2 * d) * sum(sigmas))


def test_the_shifted_unit_on_numbers() -> None:
    """[1/2, -1/2, 0, ...] LN([t, -t, 1, 0, ...]) = sqrt(d/2) t/sqrt(t^2 + (1 - 1/d)/2)."""
    for d in (3, 4, 9):
        for t in (-2.5, 0.0, 0.25):
            z = layer_norm([t, -t, 1.0] + [0.0] * (d - 3))
            expected = sqrt(d / 2) * t / sqrt(t * t + (1 - 1 / d) / 2)
            assert (z[0] - z[1]) / 2 == pytest.approx(expected)


def test_the_shifted_unit_of_layer_scaling_on_numbers() -> None:
    """LS([t, 1, 0, ...])_1 = sqrt(d) t/sqrt(t^2 + 1)."""
    for d in (2, 3, 9):
        for t in (-2.5, 0.0, 0.25):
            h = [t, 1.0] + [0.0] * (d - 2)
            first = h[0] / sqrt(sum(v * v for v in h) / d)
            assert first == pytest.approx(sqrt(d) * t / sqrt(t * t + 1))


def wavy(t: float) -> float:
    """Bounded by 3 with limits 0 and 1, neither monotone nor continuous."""
    if abs(t) > 5:
        return 1.0 if t > 0 else 0.0
    return 3.0 if t == 0 or int(7 * t) % 2 else -2.0


@pytest.mark.parametrize("K", [1, 2, 5, 40])
def test_the_bound_of_k_units_on_numbers(K: int) -> None:
    """T = 6, eta = 0 and B = 3, so the error is at most 4/K."""
    T, B = 6.0, 3.0
    lam = 2 * K * T
    worst = 0.0
    for i in range(-50, 351):
        t = i / 200
        units = sum(wavy(lam * (t - (2 * k - 1) / (2 * K))) for k in range(1, K + 1)) / K
        worst = max(worst, abs(units - max(0.0, min(1.0, t))))
    assert 1 / (2 * K) <= worst <= (B + 1) / K


@by_turns(4)
@some_of(1)
@pytest.mark.parametrize("met", [thm2_controls.LIMIT_MET, thm3_density_controls.LIMIT_MET])
def test_the_layer_without_delta_is_the_sign(met: Attempt) -> None:
    """With the value 0 where the scale is 0; the same data with a unit that is 0 are refused."""
    assert of_satisfiability(met).proved
    (unit,) = {"ln", "ls"} & set(met.witness.functions)
    functions = {**met.witness.functions, unit: (("u",), "0")}
    zero = replace(met, witness=replace(met.witness, functions=functions))
    assert not of_satisfiability(zero).proved


@by_turns(4)
@some_of(1)
@pytest.mark.parametrize("name", ["pln.thm2", "pln.thm3.density"])
def test_density_without_delta_is_proved_and_cites_nothing(name: str) -> None:
    (claim,) = registry.load(name).sharpened
    found = prove(claim)
    decision = decide(claim, found, vacuity.gather(claim, found))
    assert (decision.verdict, decision.given) == ("proved", ())
    assert (decision.level, decision.scope) == ("kernel", "all")


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("claim_id", "printed_proof"),
    [("pln.lemma3", "gap"), ("pln.thm4", "none"), ("pln.thm2", "gap"), ("pln.thm3.density", "gap")],
)
def test_density_is_proved_and_cites_nothing(claim_id: str, printed_proof: str) -> None:
    claim = registry.load(claim_id)
    found = prove(claim)
    decision = decide(claim, found, vacuity.gather(claim, found))
    assert (decision.verdict, decision.given) == ("proved", ())
    assert (decision.level, decision.scope) == ("kernel", "all")
    assert decision.printed_proof == printed_proof


# --- Theorem 4, with nothing cited ---------------------------------------------------------------

TRIVIAL = ["all", "u", "real", ["implies", ["<", "0", "0"], ["<", "0", "0"]]]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("hypothesis", range(2, len(GIVEN)))
def test_each_hypothesis_of_theorem_4_is_used(hypothesis: int) -> None:
    """With something trivial in its place the kept proof is rejected."""
    certificate = shipped("pln.thm4.statement", STATEMENT)
    assert certificate is not None
    data = json.loads(certificate)
    data["statement"]["given"][hypothesis] = TRIVIAL
    assert check(json.dumps(data)).outcome == "reject"


@by_turns(3)
@some_of(2)
@pytest.mark.parametrize("hypothesis", [1, *range(4, 9)])
@pytest.mark.parametrize(
    ("name", "sequent"),
    [
        ("pln.thm2.limit", thm2_statement.LIMIT_STATEMENT),
        ("pln.thm2.printed", thm2_statement.SHIFTED_STATEMENT),
        ("pln.thm3.density.limit", thm3_density_statement.LIMIT_STATEMENT),
        ("pln.thm3.density.printed", thm3_density_statement.PRINTED_STATEMENT),
    ],
)
def test_each_hypothesis_without_delta_is_used(name: str, sequent: Any, hypothesis: int) -> None:
    """The layer, the numbering of points, f, the networks: all but d, n >= 0 and epsilon > 0."""
    certificate = shipped(name, sequent)
    assert certificate is not None
    data = json.loads(certificate)
    assert len(data["statement"]["given"]) == 9
    data["statement"]["given"][hypothesis] = TRIVIAL
    assert check(json.dumps(data)).outcome == "reject"


@pytest.mark.parametrize("K", [1, 4, 25])
def test_steps_near_an_exponential(K: int) -> None:
    """val(0) + sum_k (val(k) - val(k - 1)) s(k) is within (B + 2) om, B = 3, eta = 0."""
    B, om = 3.0, exp(2) / K * 2

    def val(k: int) -> float:
        return exp(2 * k / K)

    for i in range(201):
        t = i / 200
        steps = [wavy(20 * K * (t - (2 * k - 1) / (2 * K))) for k in range(1, K + 1)]
        changes = [val(k) - val(k - 1) for k in range(1, K + 1)]
        assert max(changes) <= om
        total = val(0) + sum(c * s for c, s in zip(changes, steps, strict=True))
        assert abs(total - exp(2 * t)) <= (B + 2) * om


@pytest.mark.parametrize("T", [1.0, 3.0])
def test_powers_are_a_step_down(T: float) -> None:
    """(1 - e^q/N)^N is within c of 1 for q <= -T and of 0 for q >= T, with c (1 + T) = 2."""
    c = 2 / (1 + T)
    for q in (-T - 2, -T, 0.0, T, T + 2):
        for N in (2 * exp(q), 2 * exp(q) + 1, 40 * exp(q)):
            power = (1 - exp(q) / N) ** N
            assert 0 < power <= 1
            assert q > -T or 1 - power <= c
            assert q < T or power <= c


# --- Lemma 4, one unit at a time -----------------------------------------------------------------


def step(a: list[Fraction], w: list[Fraction], b: list[Fraction], x: Fraction) -> Fraction:
    """alpha^T LN-2(w x + b) with [1, -1] where both entries agree (A.6), written out again."""
    sign = 1 if w[0] * x + b[0] >= w[1] * x + b[1] else -1
    return sign * (a[0] - a[1])


@by_turns(4)
def test_instances_of_lemma_4_are_the_steps_that_the_units_are() -> None:
    assert shipped(KEPT, STEPS), "instances build on a kept certificate"
    claim = registry.load("pln.lemma4")
    seen = set()
    for given in claim.instances:
        settings = claim.settings(given)
        (row,) = lemma4_instances.rows(settings)
        a, w, b = ([settings[f"{name}{i}"] for i in (1, 2)] for name in "awb")
        gamma, beta, c, r = (Fraction(row.inputs[key]) for key in ("gamma", "beta", "c", "r"))
        for x in (Fraction(i, 3) for i in range(-9, 10)):
            inside = gamma * (r * (x + beta) >= 0) + c
            assert inside == step(a, w, b, x)
        jump = step(a, w, b, -beta)  # at the jump itself
        assert jump == gamma + c
        assert row.verdict == "certified"
        assert isinstance(row, lemma4_instances.StepRow)
        seen.add(row.version)
        faces_left = w[0] < w[1] and a[0] != a[1]
        assert row.version == ("repaired" if faces_left else "printed")
    assert seen == {"printed", "repaired"}


def test_a_step_that_is_not_the_unit_gets_no_certificate() -> None:
    numbers = dict.fromkeys(lemma4_instances.NAMES, Fraction(0)) | {"a1": Fraction(1)}
    numbers |= {"w1": Fraction(-1)}
    right = lemma4_instances.step_of(numbers)
    assert right.r == -1
    wrong = lemma4_instances.Step(right.gamma, right.beta + 1, right.c, right.r)
    assert lemma4_instances.certificate(numbers, right)
    with pytest.raises((NotFound, Reject, LookupError)):
        lemma4_instances.certificate(numbers, wrong)
    with pytest.raises(ValueError, match=r"faces right \(1\) or left"):
        lemma4_instances.Step(right.gamma, right.beta, right.c, 0)
