"""The other readings of sentences on smoothed normalisation: what refutes them, against mpmath."""

from __future__ import annotations

import json
from fractions import Fraction as F
from random import Random
from typing import Any

import mpmath
import pytest

from proofs import registry
from proofs.kernel import check
from proofs.trees.script import Json
from proofs.weierstrass import instances
from proofs.weierstrass.newton.steps import BF16, FP16
from proofs.weierstrass.newton.unreduced import EVERY_CLAIM, ONE_CLAIM, multiples
from tests import kept_files
from tests.sampling import by_turns, some_of


def mp(q: F) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


def value(term: Json, at: dict[str, Any]) -> Any:
    """A closed term of a witness, by mpmath."""
    if isinstance(term, str):
        return at[term] if term in at else mp(F(term))
    op, args = term[0], term[1:]
    if op == "^":
        return value(args[0], at) ** args[1]
    if op == "sum":
        assert args[1:3] == ["0", "0"]
        return value(args[3], at)
    parts = [value(part, at) for part in args]
    if op == "-":
        return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
    return {
        "+": sum,
        "*": mpmath.fprod,
        "/": lambda p: p[0] / p[1],
        "min": min,
        "max": max,
        "sqrt": lambda p: mpmath.sqrt(p[0]),
        "exp": lambda p: mpmath.exp(p[0]),
    }[op](parts)


# --- the printed reason for an entire transform --------------------------------------------------


def test_the_kernel_of_the_gap_is_entire_and_that_is_its_modulus() -> None:
    """K(w) = exp(-w^2/2 + i w^3): on the real line the Gaussian's modulus, at v = i none falls."""
    line = registry.load("weierstrass.entire").lines[1]
    (attempt,) = line.attempts
    names, body = attempt.witness.functions["A"]
    assert attempt.witness.values == {"c": 1}
    K = lambda w: mpmath.exp(-(w**2) / 2 + 1j * w**3)  # noqa: E731
    random = Random(1)
    for _ in range(20):
        x, y = (mp(F(random.randint(-20, 20), 8)) for _ in "xy")
        modulus = value(body, dict(zip(names, (x, y), strict=True)))
        assert mpmath.almosteq(modulus, abs(K(mpmath.mpc(x, y))))
        assert mpmath.almosteq(abs(K(x)), mpmath.exp(-(x**2) / 2))
    for u in (1, 2, 5):
        assert abs(K(u - 1j)) / mpmath.sqrt(u) >= 1
        assert abs(K(mpmath.mpf(u))) / mpmath.sqrt(u) < 1


# --- Newton's steps without range reduction ------------------------------------------------------


def iterate(v: F, y: F, count: int) -> F:
    for _ in range(count):
        y = y * (3 - v * y * y) / 2
    return y


def test_no_constant_guess_is_accurate_where_v_is_small_against_it() -> None:
    """At v = 1/(100 y_0^2) the error is above 1/2, whatever y_0 is; at 0 it is 1."""
    assert [a.witness.values for a in ONE_CLAIM.attempts] == [{}]
    for guess in (F(1, 1000), F(5, 8), F(7), F(-2)):
        v = 1 / (100 * guess**2)
        assert [iterate(v, guess, k) for k in range(5)] == [q * guess for q in multiples()]
        assert 1 - iterate(v, guess, 4) * abs(1 / (10 * guess)) > F(1, 2)
    assert iterate(F(1), F(0), 4) == 0


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("given", EVERY_CLAIM.instances, ids=str)
def test_rows_with_and_without_range_reduction(given: dict[str, str]) -> None:
    settings = EVERY_CLAIM.settings(given)
    printed, *repaired = instances.steps_rows(settings)
    unit = {"BF16": BF16, "FP16": FP16}[settings["format"]]
    with mpmath.workdps(80):
        y = iterate(settings["v"], settings["y0"], settings["N"])
        error = abs(1 - mp(y) * mpmath.sqrt(mp(settings["v"])))
        slack = mpmath.mpf(10) ** -75
        assert mp(printed.lo) - slack <= error <= mp(printed.hi) + slack
        assert printed.verdict == ("certified" if error <= mp(unit) else "refuted")
    assert (printed.version, printed.bound, printed.level) == ("printed", unit, "kernel")
    for row in repaired:
        v = F(row.inputs["v reduced"])
        assert (row.version, row.verdict, row.bound) == ("repaired", "certified", unit)
        assert 1 <= v < 4
        power = settings["v"] / v
        assert power in {F(4) ** k for k in range(-20, 21)}


def test_there_is_one_row_where_nothing_is_reduced() -> None:
    given = {"v": "2", "y0": "5/8", "N": "3", "format": "BF16"}
    assert [row.version for row in instances.steps_rows(EVERY_CLAIM.settings(given))] == ["printed"]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"N": "2"}, "N is 3 or 4"),
        ({"format": "FP8"}, "one of BF16, FP16"),
        ({"v": "2", "y0": "2"}, r"v y0\^2 < 3"),
    ],
)
def test_input_errors_of_steps(given: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        instances.steps_rows(EVERY_CLAIM.settings(given))


# --- paths ---------------------------------------------------------------------------------------


def test_a_path_that_bends_has_a_constant_series() -> None:
    """v = min(1, 2 - 2 t): it comes to 0 at t_1 = 1, and 1/sqrt(v) is 1 up to 1/2."""
    (attempt,) = registry.load("weierstrass.ghost_distance.path.any").attempts
    functions = attempt.witness.functions
    for t in (F(0), F(1, 4), F(1, 2), F(3, 4), F(99, 100)):
        v = value(functions["v"][1], {"p": mp(t)})
        assert mpmath.almosteq(v, mp(min(F(1), 2 - 2 * t)))
        assert mpmath.almosteq(value(functions["F"][1], {"p": mp(t)}), 1 / mpmath.sqrt(v))
    assert [value(functions["a"][1], {"p": k}) for k in range(4)] == [1, 0, 0, 0]


@by_turns(2)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("weierstrass.ghost_distance.path.capped", "t1", ["/", "t1", "2"]),
        ("weierstrass.randomized.entire.series", "M", "A"),
        ("weierstrass.branch_points.running.past", "V", "W"),
        ("weierstrass.newton.diverges", "5", "4"),
    ],
)
def test_a_certificate_is_not_one_of_a_neighbour(name: str, old: str, new: Json) -> None:
    def replaced(node: Json) -> Json:
        if isinstance(node, list):
            return [replaced(part) for part in node]
        return new if node == old else node

    certificate = kept_files.loaded(name)
    assert check(json.dumps(certificate)).accepted
    for i, given in enumerate(certificate["statement"]["given"]):
        other = json.loads(json.dumps(certificate))
        other["statement"]["given"][i] = replaced(given)
        if other != certificate:
            break
    else:
        other["statement"]["show"] = replaced(other["statement"]["show"])
    assert other != certificate
    assert not check(json.dumps(other)).accepted


# --- route 2 -------------------------------------------------------------------------------------


@by_turns(4)
def test_the_expectation_is_its_power_series() -> None:
    """sum M_k z^k/k! times exp(-z^2/2)/sqrt(2 pi), and what is assumed of the M_k and A_k."""
    eps, sigma = mpmath.mpf(1) / 4, mpmath.mpf(1)
    g = lambda u: 1 / mpmath.sqrt(max(0, u) + eps)  # noqa: E731
    ends = [-12, -4, 0, 4, 12]
    weight = lambda t: mpmath.exp(-(t**2) / 2)  # noqa: E731
    with mpmath.workdps(20):
        A = [mpmath.quad(lambda t, k=k: abs(t) ** k * weight(t), ends) for k in range(40)]
        M = [mpmath.quad(lambda t, k=k: g(sigma * t) * t**k * weight(t), ends) for k in range(40)]
        for k in range(38):
            assert mpmath.almosteq(A[k + 2], (k + 1) * A[k], 1e-12)
            assert abs(M[k]) <= A[k] / mpmath.sqrt(eps)
        for z in (mpmath.mpc(1, 0), mpmath.mpc(-0.5, 1.5)):
            shifted = lambda t, z=z: g(sigma * t) * mpmath.exp(-((t - z) ** 2) / 2)  # noqa: E731
            whole = mpmath.quad(shifted, ends) / mpmath.sqrt(2 * mpmath.pi)
            series = sum(M[k] * z**k / mpmath.factorial(k) for k in range(40))
            value_ = mpmath.exp(-(z**2) / 2) * series / mpmath.sqrt(2 * mpmath.pi)
            assert mpmath.almosteq(whole, value_, 1e-10)
