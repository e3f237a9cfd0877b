"""The sentences on radii, Weber's equation and rounding: hypotheses and data against mpmath."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import mpmath
import numpy as np
import pytest

from constructions.interop.weierstrass_floats import FORMATS, maclaurin_reach
from constructions.weierstrass_routes import H_SLOPE, H_ZERO
from proofs import registry
from proofs.kernel import check
from proofs.weierstrass.maclaurin import instances as maclaurin_instances
from proofs.weierstrass.maclaurin import rounding as maclaurin_rounding
from proofs.weierstrass.maclaurin.rounding import RUNS, Run
from tests import kept_files
from tests.sampling import by_turns


def mp(q: F) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


# --- radii ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("s", [-0.5, -1.5, 0.5, -1.0, 2.5, 0.25])
def test_the_recursion_of_a_power_of_v_is_that_of_its_taylor_coefficients(s: float) -> None:
    v0 = mpmath.mpf(7) / 4
    with mpmath.workdps(40):
        c = mpmath.taylor(lambda v: v**s, v0, 8)
        assert mpmath.almosteq(c[0], mpmath.exp(s * mpmath.log(v0)))
        for k in range(8):
            assert mpmath.almosteq((k + 1) * v0 * c[k + 1], (s - k) * c[k], 1e-20, 1e-20)


@pytest.mark.parametrize(("s", "beyond"), [(-0.5, True), (-1.0, True), (2.5, True), (2.0, False)])
def test_the_terms_beyond_v0_grow_unless_the_power_is_a_polynomial(s: float, beyond: bool) -> None:
    terms = [float(abs(mpmath.binomial(s, k))) * 1.25**k for k in range(120)]  # t = 5/4 v0
    assert (terms[-1] > 1000 * terms[20]) is beyond


def test_the_counterexample_is_the_square_of_the_reciprocal() -> None:
    claim = registry.load("weierstrass.ghost_distance.radius.any")
    (attempt,) = claim.attempts
    names, g = attempt.witness.functions["g"]
    assert (names, g) == (("q",), ["sum", "i", "0", "0", ["/", "1", ["^", "q", 2]]])
    assert attempt.witness.functions["a"][1] == ["max", "0", ["min", "1", ["-", "2", "q"]]]
    for v in (F(9, 16), F(1), F(25, 16)):  # 1 + (v - 1), and (1/sqrt(v))^(-2)
        root = F(int(mpmath.sqrt(v.numerator)), int(mpmath.sqrt(v.denominator)))
        assert 1 + (v - 1) == 1 / (1 / root) ** 2


# --- Weber's equation ----------------------------------------------------------------------------


def test_the_sums_are_the_power_series_of_the_parabolic_cylinder_function() -> None:
    with mpmath.workdps(40):
        M = [2 ** (mpmath.mpf(k) / 2 - mpmath.mpf(3) / 4) * mpmath.gamma(mpmath.mpf(2 * k + 1) / 4)
             for k in range(13)]  # fmt: skip
        V = [mpmath.mpf(-1) ** k / mpmath.factorial(k) for k in range(13)]
        g = mpmath.taylor(lambda x: mpmath.exp(-x * x / 4), 0, 12)
        for k in range(10):
            assert mpmath.almosteq(M[k + 2], (k + mpmath.mpf(1) / 2) * M[k])
            assert mpmath.almosteq((k + 1) * V[k + 1], -V[k])
            assert mpmath.almosteq((k + 2) * g[k + 2], -g[k] / 2, 1e-25, 1e-25)
        d = [sum(g[i] * M[n - i] * V[n - i] for i in range(n + 1)) for n in range(13)]
        for x in (mpmath.mpf("0.1"), mpmath.mpf("-0.2")):
            value = mpmath.fsum(c * x**n for n, c in enumerate(d)) / mpmath.sqrt(mpmath.pi)
            assert mpmath.almosteq(value, mpmath.pcfd(-mpmath.mpf(1) / 2, x), 1e-12)
        assert abs(d[2]) < 1e-25
        assert abs(d[3]) < 1e-25
        for n in range(4, 13):
            assert mpmath.almosteq(n * (n - 1) * d[n], d[n - 4] / 4, 1e-20, 1e-20)


@pytest.mark.parametrize("nu", [mpmath.mpc(0.3, 1.5), mpmath.mpf(-7) / 2, mpmath.mpf(2)])
def test_every_parabolic_cylinder_function_satisfies_the_inequality_of_the_moduli(nu: Any) -> None:
    with mpmath.workdps(40):
        a = -nu - mpmath.mpf(1) / 2
        d = [mpmath.pcfd(nu, 0), mpmath.diff(lambda x: mpmath.pcfd(nu, x), 0)]
        for n in range(60):
            older = d[n - 2] / 4 if n >= 2 else 0
            d.append((a * d[n] + older) / ((n + 1) * (n + 2)))
        for n in range(2, 60):
            most = abs(a) * abs(d[n]) + abs(d[n - 2]) / 4
            assert (n + 1) * (n + 2) * abs(d[n + 2]) <= most * (1 + mpmath.mpf(10) ** -30)
        x = mpmath.mpf("1.3")
        value = mpmath.fsum(c * x**n for n, c in enumerate(d))
        assert abs(value - mpmath.pcfd(nu, x)) < mpmath.mpf(10) ** -12


# --- certificates do not prove more than they say ------------------------------------------------


def replaced(formula: Any, old: Any, new: Any) -> Any:
    if formula == old:
        return new
    return [replaced(part, old, new) for part in formula] if isinstance(formula, list) else formula


@by_turns(2)
@pytest.mark.parametrize(
    ("name", "place", "old", "new"),
    [
        ("weierstrass.weber.statement", "show", "3", "5"),
        ("weierstrass.weber.statement", "given", ["/", "1", "2"], "1"),
        ("weierstrass.weber.entire.series", "given", "2", "1"),
        ("weierstrass.ghost_distance.radius.statement", "given", "s", "v0"),
        ("weierstrass.ghost_distance.positive.statement", "given", "eps", "1"),
        ("weierstrass.maclaurin.floating.bf16.order20", "show", "1/64", "1/32"),
        ("weierstrass.maclaurin.floating.fp16.order40", "show", "1/512", "1/256"),
    ],
)
def test_a_certificate_is_not_one_of_a_neighbour(name: str, place: str, old: Any, new: Any) -> None:
    certificate = kept_files.loaded(name)
    assert check(json.dumps(certificate).encode()).accepted
    altered = replaced(certificate["statement"][place], old, new)
    assert altered != certificate["statement"][place]
    other = {**certificate, "statement": {**certificate["statement"], place: altered}}
    assert not check(json.dumps(other).encode()).accepted


# --- a variance is not negative ------------------------------------------------------------------


def test_v_is_printed_as_the_paper_has_it_in_both_readings() -> None:
    ids = ("weierstrass.ghost_distance.positive", "weierstrass.ghost_distance.positive.variance")
    one, other = (registry.load(claim_id) for claim_id in ids)
    assert one.statement == other.statement
    assert "a variance or mean-square quantity computed from activations." in one.statement
    assert "During the forward pass, $v$ is always positive." in one.statement


# --- Horner's rule in BF16 and FP16 --------------------------------------------------------------


@by_turns(2)
@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.id)
def test_horners_rule_in_exact_arithmetic_is_native_arithmetic(run: Run) -> None:
    """Against numpy in the format, with coefficients from mpmath."""
    form = FORMATS[run.form.name.lower()]
    with mpmath.workdps(30):
        c = mpmath.taylor(lambda z: mpmath.exp(-z * z / 4) * mpmath.pcfd(-0.5, -z), 0, 1)
        exact = [c[0] / mpmath.sqrt(2), c[1] / mpmath.sqrt(2)]
        for k in range(run.order - 1):
            exact.append(-(k + mpmath.mpf(1) / 2) * exact[k] / ((k + 1) * (k + 2)))
    rounded = [form.round(np.float32(float(q))) for q in exact]
    assert [F(float(q)) for q in rounded] == run.coefficients()
    value = rounded[-1]
    z = form.round(np.float32(float(run.z)))
    assert F(float(z)) == run.z
    for q in reversed(rounded[:-1]):
        value = form.round(np.asarray(form.round(np.asarray(value * z)) + q))
    assert F(float(value)) == run.value


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.id)
def test_the_first_argument_that_is_missed_and_by_how_much(run: Run) -> None:
    name = run.form.name.lower()
    reach = maclaurin_reach(name, run.order, float(run.accuracy))  # type: ignore[arg-type]
    form = FORMATS[name]
    assert F(float(form.values([form.pattern(reach) + 1])[0])) == run.z
    with mpmath.workdps(30):
        z = mp(run.z)
        true = mpmath.exp(-z * z / 4) * mpmath.pcfd(-mpmath.mpf(1) / 2, -z) / mpmath.sqrt(2)
        assert abs(mp(run.value) - true) > mp(run.accuracy) * true
        value, rest = (
            mp(p * H_ZERO + q * H_SLOPE) for p, q in maclaurin_rounding.polynomial(run.z)
        )
        assert abs(true - value) < rest < mp(F(1, 10**6))
    assert maclaurin_rounding.ORDER + 3 >= 4 * run.z**2
    assert run.accuracy == 4 * form.unit
    assert str(float(run.z)) in maclaurin_rounding.FLOATING.statement


def test_rounding_to_a_format() -> None:
    form = maclaurin_rounding.FP16
    for q in (F(1, 3), F(2049, 2048), F(2051, 2048), F(1, 2**26) * 3, F(-5, 7), F(0)):
        assert float(form.round(q)) == float(np.float16(float(q)))


# --- instances of the Maclaurin polynomial -------------------------------------------------------


@pytest.mark.parametrize("given", maclaurin_instances.INSTANCES, ids=str)
def test_rows_of_the_maclaurin_polynomial(given: dict[str, str]) -> None:
    settings = registry.load("weierstrass.maclaurin").settings(given)
    row, *constants = maclaurin_instances.rows(settings)
    assert (row.verdict, row.level) == ("certified", "enclosure")
    assert len(constants) == (2 if given["K"] == "1" else 0)
    assert all(r.verdict == "certified" for r in constants)
    with mpmath.workdps(80):
        sigma = mp(settings["sigma"])
        z = mp(settings["v"]) / sigma
        c = [2 ** mpmath.mpf("-0.75") * mpmath.gamma(mpmath.mpf("0.25")),
             2 ** mpmath.mpf("-0.25") * mpmath.gamma(mpmath.mpf("0.75"))]  # fmt: skip
        order = settings["K"]
        for k in range(order + 1):
            c.append(-(k + mpmath.mpf(1) / 2) * c[k] / ((k + 1) * (k + 2)))
        scale = mpmath.sqrt(2 * mpmath.pi * sigma)
        true = mpmath.exp(-z * z / 4) * mpmath.pcfd(-mpmath.mpf(1) / 2, -z)
        true /= mpmath.sqrt(2 * sigma)
        error = abs(true - mpmath.fsum(c[k] * z**k for k in range(order + 1)) / scale)
        after = sum(abs(c[k] * z**k) for k in (order + 1, order + 2)) / scale
        slack = mpmath.mpf(10) ** -65
        assert mp(row.lo) - slack <= error <= mp(row.hi) + slack
        assert abs(mp(row.bound) - 4 * after / 3) <= after * mpmath.mpf(10) ** -15
    assert row.hi <= row.bound


def test_the_closed_forms_of_the_first_two_coefficients() -> None:
    settings = registry.load("weierstrass.maclaurin").settings({"K": "1"})
    _, *constants = maclaurin_instances.rows(settings)
    for number, row in enumerate(constants):
        shown = row.inputs[f"c_{number}"].split(" = ")[1].split(" ")[0]
        with mpmath.workdps(50):
            integral = mpmath.quad(lambda x, j=number: x ** (2 * j) * mpmath.exp(-(x**4) / 2),
                                   [0, 1, 2, 5])  # fmt: skip
            assert abs(2 * integral / mpmath.sqrt(2 * mpmath.pi) - mpmath.mpf(shown)) < 1e-38


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"v": "0"}, "take v != 0"),
        ({"v": "9", "K": "400"}, "at most 8"),
        ({"v": "3", "K": "32"}, "K \\+ 3 >= 4"),
        ({"K": "0"}, "K is an integer"),
        ({"K": "401"}, "K is an integer"),
        ({"sigma": "0"}, "sigma must be positive"),
    ],
)
def test_input_errors_of_the_maclaurin_polynomial(given: dict[str, str], why: str) -> None:
    claim = registry.load("weierstrass.maclaurin")
    with pytest.raises(ValueError, match=why):
        maclaurin_instances.rows(claim.settings(given))


def test_in_fp16_the_later_coefficients_are_rounded_to_0() -> None:
    for run in RUNS:
        zero = [k for k, c in enumerate(run.coefficients()) if not c]
        assert zero == (list(range(16, run.order + 1)) if run.form.name == "FP16" else [])
