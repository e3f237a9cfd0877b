"""The claims on smoothed normalisation: instances, hypotheses and ranges against mpmath."""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction as F
from random import Random
from typing import Any

import mpmath
import pytest

from constructions.weierstrass_routes import newton_line
from proofs import registry, vacuity
from proofs.certify import family
from proofs.claims import Claim
from proofs.decide import Decision
from proofs.evidence import gather
from proofs.kernel import check
from proofs.trees.script import Json
from proofs.verdicts import decide
from proofs.weierstrass import instances
from proofs.weierstrass.limit.closer import FAR, NEAR
from proofs.weierstrass.newton.precision import BF16, FP16, RANGES
from proofs.weierstrass.newton.steps import coefficients, range_proof
from tests import kept_files
from tests.sampling import by_turns, paper, seldom, some_of

PROVED, GIVEN, REFUTED = "proved", "conditional", "refuted"
EXPECTED = {
    "weierstrass.newton": PROVED,
    "weierstrass.newton.polynomial": PROVED,
    "weierstrass.newton.goldschmidt": PROVED,
    "weierstrass.newton.precision": PROVED,
    "weierstrass.newton.precision.basin": REFUTED,
    "weierstrass.newton.precision.unreduced": REFUTED,
    "weierstrass.newton.guesses.linear": PROVED,
    "weierstrass.newton.guesses.constant": PROVED,
    "weierstrass.closed_form": GIVEN,
    "weierstrass.entire": GIVEN,
    "weierstrass.weber": GIVEN,
    "weierstrass.weber.entire": GIVEN,
    "weierstrass.limit": GIVEN,
    "weierstrass.limit.closer": GIVEN,
    "weierstrass.limit.closer.monotone": REFUTED,
    "weierstrass.maclaurin": GIVEN,
    "weierstrass.randomized": REFUTED,
    "weierstrass.randomized.entire": GIVEN,
    "weierstrass.branch_points": GIVEN,
    "weierstrass.branch_points.clamped": PROVED,
    "weierstrass.branch_points.worse": PROVED,
    "weierstrass.branch_points.worse.plain": REFUTED,
    "weierstrass.branch_points.worse.radius": REFUTED,
    "weierstrass.ghost_distance": PROVED,
    "weierstrass.ghost_distance.path": PROVED,
    "weierstrass.ghost_distance.path.any": REFUTED,
    "weierstrass.ghost_distance.radius": GIVEN,
    "weierstrass.ghost_distance.radius.any": REFUTED,
    "weierstrass.ghost_distance.positive": PROVED,
    "weierstrass.ghost_distance.positive.variance": REFUTED,
}


def mp(q: F | int) -> Any:
    return mpmath.mpf(F(q).numerator) / F(q).denominator


def smoothed(v: Any, sigma: Any) -> Any:
    """f_sigma(v) = int_0^oo u^(-1/2) density(u - v) du, with u = x^2."""
    peak = mpmath.sqrt(max(mpmath.re(v), 0))
    ends = sorted({mpmath.mpf(0), peak, *(mpmath.sqrt(peak**2 + k * sigma) for k in (1, 4, 20))})
    density = lambda x: mpmath.exp(-((x * x - v) ** 2) / (2 * sigma**2))  # noqa: E731
    return 2 * mpmath.quad(density, ends) / (sigma * mpmath.sqrt(2 * mpmath.pi))


# --- verdicts ------------------------------------------------------------------------------------


def of(claim: Claim) -> Decision:
    found = gather(claim)
    return decide(claim, found, vacuity.gather(claim, found))


@by_turns(3)
@some_of(3, kind=lambda case: EXPECTED[case["claim_id"]])
@pytest.mark.parametrize("claim_id", seldom(EXPECTED, ["weierstrass.limit"]))
def test_verdicts_and_those_of_what_holds_instead(claim_id: str) -> None:
    """A verdict is given what the claim assumes, and nothing else is left open."""
    first, *others = family(registry.load(claim_id))
    assert of(first).verdict == EXPECTED[claim_id]
    for claim in (first, *others):
        found = of(claim)
        assert list(found.given) == list(claim.assumes)
        if claim is not first:
            assert found.verdict == (GIVEN if claim.assumes else PROVED)
    if EXPECTED[claim_id] == REFUTED:
        assert first.repaired


def test_the_printed_reason_for_an_entire_transform_is_a_gap() -> None:
    found = of(registry.load("weierstrass.entire"))
    assert (found.printed_proof, found.first_failing) == ("gap", "weierstrass.entire.proof.2")
    assert found.lines == {"weierstrass.entire.proof.1": "holds", found.first_failing: "gap"}


@pytest.mark.parametrize(
    ("claim_id", "sibling"),
    [
        ("weierstrass.newton.precision.basin", "weierstrass.newton.precision"),
        ("weierstrass.newton.precision.unreduced", "weierstrass.newton.precision"),
        ("weierstrass.limit.closer.monotone", "weierstrass.limit.closer"),
        ("weierstrass.randomized", "weierstrass.randomized.entire"),
        ("weierstrass.branch_points.worse.plain", "weierstrass.branch_points.worse"),
        ("weierstrass.branch_points.worse.radius", "weierstrass.branch_points.worse"),
        ("weierstrass.ghost_distance.path.any", "weierstrass.ghost_distance.path"),
        ("weierstrass.ghost_distance.radius.any", "weierstrass.ghost_distance.radius"),
        ("weierstrass.ghost_distance.positive.variance", "weierstrass.ghost_distance.positive"),
    ],
)
def test_a_refuted_reading_names_the_other_one(claim_id: str, sibling: str) -> None:
    assert any(f"`{sibling}`" in note for note in registry.load(claim_id).notes)
    assert EXPECTED[claim_id] == REFUTED
    assert EXPECTED[sibling] in (PROVED, GIVEN)


def test_what_is_named_in_a_note_is_there() -> None:
    for claim_id in EXPECTED:
        for claim in family(registry.load(claim_id)):
            known = {c.id for i in registry.ids() if i.startswith("weierstrass.")
                     for c in family(registry.load(i))}  # fmt: skip
            known |= {o for i in known if i in registry.ids()
                      for o in registry.load(i).evidence_ids()}  # fmt: skip
            texts = (*claim.notes, *claim.not_claimed, *(r.note for r in claim.readings))
            for text in texts:
                assert set(re.findall(r"`(weierstrass[^`]*)`", text)) <= known


# --- certificates do not prove more than they say ------------------------------------------------


def replaced(formula: Json, old: Json, new: str) -> Json:
    if formula == old:
        return new
    return [replaced(part, old, new) for part in formula] if isinstance(formula, list) else formula


@by_turns(2)
@some_of(10, kind=paper)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("weierstrass.newton.statement", ["/", "3", "2"], "1"),  # e_(n+1) <= e_n^2 for n >= 1
        ("weierstrass.newton.polynomial.statement", ["app", "p", "2", "d"], "1"),
        ("weierstrass.newton.polynomial.odd", "2", "3"),
        ("weierstrass.newton.polynomial.sharpened.statement", "-1", "1"),
        ("weierstrass.newton.goldschmidt.statement", "2", "1"),
        ("weierstrass.newton.rate.statement", "3/2", "1"),  # false: the error is above e_1^(2^N)
        ("weierstrass.newton.precision.fp16", "1/2048", "1/65536"),
        ("weierstrass.newton.precision.range4.fp16", "1/2048", "1/65536"),
        ("weierstrass.limit.rate", "10", "1/4"),
        ("weierstrass.limit.bounds", ["/", "2", "3"], "1/4"),
        ("weierstrass.maclaurin.rounded", "177/50", "3"),
        ("weierstrass.maclaurin.remainder", ["/", "4", "3"], "1/3"),
        ("weierstrass.closed_form.statement", "4", "3"),
        ("weierstrass.ghost_distance.quadratic", "4", "3"),
    ],
)
def test_a_certificate_is_not_one_of_a_false_neighbour(name: str, old: Json, new: str) -> None:
    certificate = kept_files.loaded(name)
    assert check(json.dumps(certificate).encode()).accepted
    other = copy.deepcopy(certificate)
    other["statement"]["show"] = replaced(other["statement"]["show"], old, new)
    assert other != certificate
    assert not check(json.dumps(other).encode()).accepted


# --- Newton's iteration --------------------------------------------------------------------------


def test_the_recursion_of_the_coefficients_is_the_expansion() -> None:
    """c(n + 1, k) from sums of products of three, against the polynomials multiplied out."""
    c = {(0, 0): F(1)}
    for n in range(4):
        degree = (3 ** (n + 1) - 1) // 2
        expanded = coefficients(n + 1)
        for k in range(degree + 4):
            cube = sum(
                c.get((n, i), F(0)) * c.get((n, j), F(0)) * c.get((n, k - 1 - i - j), F(0))
                for i in range(k)
                for j in range(k - i)
            )
            c[n + 1, k] = (3 * c.get((n, k), F(0)) - cube) / 2
        assert [c[n + 1, k] for k in range(degree + 1)] == expanded[: degree + 1]
        assert not any(expanded[degree + 1 :])
        assert not any(c[n + 1, k] for k in range(degree + 1, degree + 4))
        assert c[n + 1, degree] == F(-1) ** (n + 1) / 2**degree
        assert 3 ** (n + 1) == 2 * degree + 1


def test_the_signs_of_the_coefficients_and_the_sum_of_their_sizes() -> None:
    """p <- p (3 + w p^2)/2 at w = 1, where all terms have one sign, as the note has it."""
    size, sums = F(1), []
    for count in range(1, 5):
        size = size * (3 + size * size) / 2
        c = coefficients(count)
        assert all(abs(a) == (-1) ** k * a for k, a in enumerate(c))
        assert sum(map(abs, c)) == size
        sums.append(f"{int(size):,}")
    (sharper,) = registry.load("weierstrass.newton.polynomial").sharpened
    assert ", ".join(sums) in sharper.notes[0]


def test_the_sign_of_a_coefficient_may_only_be_given_up_to_the_degree() -> None:
    """What the control says: beyond the degree they are 0, and before it not all are positive."""
    (sharper,) = registry.load("weierstrass.newton.polynomial").sharpened
    assert "alternate" not in sharper.title
    assert coefficients(1) == [F(3, 2), F(-1, 2)]
    controls = {c.attempt.id.rsplit(".", 1)[1]: c.attempt for c in sharper.controls}
    assert controls["positive"].witness.values == {"N": 1}
    assert controls["strict"].witness.values == {"N": 0}
    # the note: at most 1/sqrt(w) for 0 < w < 3, but not for N = 0
    assert "for $N >= 1$ the polynomial is at most" in sharper.notes[0]
    points = [F(k, 8) for k in range(1, 24)]
    for count in range(1, 5):
        assert all(w * iterate(w, F(1), count) ** 2 <= 1 for w in points)
    assert any(w * iterate(w, F(1), 0) ** 2 > 1 for w in points)


def test_both_constants_of_the_rate_have_a_control() -> None:
    """3/2 in the base and 2/3 before it: at N = 0 both sides are e_1, here 5/16."""
    (rate,) = [
        c for c in family(registry.load("weierstrass.newton")) if c.id == "weierstrass.newton.rate"
    ]
    controls = {c.attempt.id.rsplit(".", 1)[1]: c for c in rate.controls}
    main = rate.obligations[0].statement["show"][1]
    e1 = 1 - iterate(F(1), F(1, 2), 1)
    assert e1 == F(5, 16)
    assert F(2, 3) * (F(3, 2) * e1) == e1
    assert not e1 <= F(2, 3) * e1  # 1 for 3/2
    assert not e1 <= F(1, 2) * (F(3, 2) * e1)  # 1/2 for 2/3
    for name in ("base", "factor"):
        assert controls[name].kind == "constant tightened"
        assert controls[name].attempt.statement["show"][1] != main
        assert (
            controls[name].attempt.statement["show"][2] == rate.obligations[0].statement["show"][2]
        )


def test_goldschmidt_says_what_is_proved_and_names_its_guess() -> None:
    claim = registry.load("weierstrass.newton.goldschmidt")
    for equation in ("g_n = 2 h_n = y_n", "b_n = v y_n^2", "x_n = v y_n"):
        assert equation in claim.statement
    assert "entire" not in claim.statement
    note = " ".join(claim.notes)
    with mpmath.workdps(30):
        slope = 2 / (6 + mpmath.mpf(14) / 3 * mpmath.sqrt(mpmath.mpf(7) / 3))
        assert f"about {mpmath.nstr(slope, 6)}" in note
        line = lambda v: (7 * slope - slope * v) * mpmath.sqrt(v)  # noqa: E731
        middle = line(mpmath.mpf(7) / 3)
        assert mpmath.almosteq(line(1), line(4))
        assert mpmath.almosteq(1 - line(1), middle - 1)
    a, b = (float(c) for c in newton_line(F(1), F(4)))
    assert (a, b) == pytest.approx((float(7 * slope), -float(slope)), rel=1e-6)


@pytest.mark.parametrize("start", [F(1, 5), F(4, 5), F(1), F(13, 10), F(17, 10)])
def test_the_error_after_n_steps_lies_between_its_bounds(start: F) -> None:
    e = [1 - iterate(F(1), start, n) for n in range(6)]
    for n in range(5):
        assert e[1] ** 2**n <= e[n + 1] <= F(2, 3) * (F(3, 2) * e[1]) ** 2**n
    # in the middle of the two bounds it is neither
    assert start == 1 or e[1] ** 2 < e[2] < F(3, 2) * e[1] ** 2


def iterate(v: F, y: F, count: int) -> F:
    for _ in range(count):
        y = y * (3 - v * y * y) / 2
    return y


@pytest.mark.parametrize(("count", "unit"), RANGES)
def test_the_ranges_end_where_they_are_said_to_end(count: int, unit: F) -> None:
    low, high = RANGES[count, unit]
    step = F(1, 10**5)
    for guess in (low, high, (low + high) / 2, F(1)):
        assert abs(1 - iterate(F(1), guess, count)) <= unit
    for guess in (low - step, high + step):
        assert abs(1 - iterate(F(1), guess, count)) > unit
    with pytest.raises(ValueError, match="not one for these steps"):
        range_proof(count, unit, low - step, high)
    # the factor by which v may vary, as the reading table has it, in thousandths
    factor = high**2 / low**2
    (guesses,) = [c for c in family(registry.load("weierstrass.newton.precision.basin"))
                  if c.id.endswith(".guesses")]  # fmt: skip
    assert f"{int(factor * 1000) / 1000}" in guesses.readings[0].note


def test_unit_roundoffs() -> None:
    """Half the distance from 1 to the next number, with 8 and 11 bits."""
    assert (BF16, FP16) == (F(1, 2) / 2**7, F(1, 2) / 2**10)


def test_the_polynomials_are_the_iterates() -> None:
    random = Random(0)
    for count in range(1, 5):
        c = coefficients(count)
        assert len(c) - 1 == (3**count - 1) // 2
        assert c[-1] != 0
        for _ in range(5):
            v, y = F(random.randint(-30, 30), 7), F(random.randint(-9, 9), 5)
            w = v * y * y
            assert iterate(v, y, count) == y * sum(a * w**i for i, a in enumerate(c))


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("given", instances.NEWTON_INSTANCES, ids=str)
def test_newton_rows(given: dict[str, str]) -> None:
    settings = {p.name: p.read(given[p.name]) for p in instances.NEWTON_PARAMETERS}
    (row,) = instances.newton_rows(settings)
    with mpmath.workdps(80):
        y = iterate(settings["v"], settings["y0"], settings["N"])
        error = abs(1 - mp(y) * mpmath.sqrt(mp(settings["v"])))
        slack = mpmath.mpf(10) ** -75
        assert mp(row.lo) - slack <= error <= mp(row.hi) + slack
        assert row.hi - row.lo <= F(1, 10**40)
    assert (row.verdict, row.level) == ("certified", "kernel")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"v": "2", "y0": "2"}, r"v y0\^2 < 3"),
        ({"v": "3", "y0": "1"}, r"v y0\^2 < 3"),
        ({"v": "-1"}, "v must be positive"),
        ({"y0": "0"}, "y0 must be positive"),
        ({"N": "6"}, "N is an integer from 1 to 5"),
        ({"v": "1e13"}, "quotient of integers"),
    ],
)
def test_input_errors_of_newton(given: dict[str, str], why: str) -> None:
    claim = registry.load("weierstrass.newton")
    with pytest.raises(ValueError, match=why):
        instances.newton_rows(claim.settings(given))


# --- the smoothed scale factor -------------------------------------------------------------------


@pytest.mark.parametrize("given", instances.POINT_INSTANCES, ids=str)
def test_point_rows(given: dict[str, str]) -> None:
    settings = registry.load("weierstrass.closed_form").settings(given)
    (row,) = instances.point_rows(settings)
    assert (row.verdict, row.level) == ("certified", "enclosure")
    shown = row.inputs["f_sigma(v)"].removesuffix(" (40 digits)")
    with mpmath.workdps(60):
        v = mpmath.mpc(mp(settings["v"]), mp(settings["imag"]))
        sigma = mp(settings["sigma"])
        z = v / sigma
        D = mpmath.pcfd(-mpmath.mpf(1) / 2, -z)
        value = mpmath.exp(-z * z / 4) * D / mpmath.sqrt(2 * sigma)
        parts = [mpmath.mpf(part) for part in shown.removesuffix(" i").split(" + ")]
        assert len(parts) == (2 if settings["imag"] else 1)
        assert abs(mpmath.mpc(*parts) - value) <= abs(value) * mpmath.mpf(10) ** -38


def test_an_argument_that_is_too_large_is_refused() -> None:
    claim = registry.load("weierstrass.closed_form")
    with pytest.raises(ValueError, match=r"at most 30"):
        instances.point_rows(claim.settings({"v": "31"}))
    with pytest.raises(ValueError, match="sigma must be positive"):
        claim.settings({"sigma": "0"})


# --- what is assumed is true ---------------------------------------------------------------------


def bump_integral(z: float) -> Any:
    peak = mpmath.sqrt(max(z, 0))
    return mpmath.quad(lambda x: mpmath.exp(-((x * x - z) ** 2) / 2), [0, peak, peak + 2, 8])


@pytest.mark.parametrize("z", [-1.0, 0.0, 0.3, float(FAR), float(NEAR), 7.0])
def test_the_riemann_sums_enclose_the_integral(z: float) -> None:
    value = bump_integral(z)
    for n in (1, 2, 5, 24):
        for m in (n, 2 * n, 3 * n, 5 * n):
            X = mpmath.mpf(m) / n
            if X * X <= z:
                continue
            g = [mpmath.exp(-((mpmath.mpf(k) ** 2 / n**2 - z) ** 2) / 2) for k in range(m + 1)]
            total = mpmath.fsum(g)
            assert (total - 1) / n <= value <= (total + 1) / n + g[-1] / (2 * X * (X * X - z))


def test_the_moments_satisfy_their_recursion() -> None:
    def moment(k: int) -> Any:
        return mpmath.quad(
            lambda x: 2 * x ** (2 * k) * mpmath.exp(-(x**4) / 2), [0, 1, 2, 6]
        )  # u = x^2

    for k in range(4):
        assert mpmath.almosteq(moment(k + 2), (k + mpmath.mpf(1) / 2) * moment(k), 1e-10)


@pytest.mark.parametrize("sigma", [0.01, 0.2, 0.6, 1.0, 3.0, 50.0])
@pytest.mark.parametrize("v", [0.05, 1.0, 4.0])
def test_both_bounds_hold(v: float, sigma: float) -> None:
    gap = mpmath.sqrt(v) * smoothed(mpmath.mpf(v), mpmath.mpf(sigma)) - 1
    s = sigma / v
    tail = mpmath.exp(-1 / (8 * s**2)) / (s * mpmath.sqrt(mpmath.pi))
    assert -1.5 * s**2 <= gap <= 2 * s**2 / 3 + tail
    assert abs(gap) <= 10 * s**2


@by_turns(2)
@pytest.mark.parametrize("v", [0.05, 1.0, 4.0])
def test_small_widths_deviate_less_than_large_ones(v: float) -> None:
    """At most 0.4/sqrt(v) up to sigma = v/5, at least 0.55/sqrt(v) from 16 v on."""
    for ratio in (0.01, 0.1, 0.2):
        near = smoothed(mpmath.mpf(v), mpmath.mpf(ratio * v))
        assert abs(mpmath.sqrt(v) * near - 1) <= 0.4
    for ratio in (16, 40, 1000):
        far = smoothed(mpmath.mpf(v), mpmath.mpf(ratio * v))
        assert abs(mpmath.sqrt(v) * far - 1) >= 0.55
        for s in (0.1, 1, 4, 30):  # the density is at most (2 pi sigma^2)^(-1/2)
            s *= mpmath.sqrt(v)
            assert far <= 2 * s / (ratio * v * mpmath.sqrt(2 * mpmath.pi)) + 1 / s


def test_the_deviation_is_not_monotone() -> None:
    near, far = (smoothed(mpmath.mpf(1), mpmath.mpf(s)) for s in (0.5, 1))
    assert abs(near - 1) > 0.125
    assert abs(far - 1) < 0.008


def test_the_printed_expectation_is_another_number() -> None:
    """v = 0, sigma = 1, eps = 1/4: half of it is the mass at u <= 0."""
    density = lambda u: mpmath.exp(-u * u / 2) / mpmath.sqrt(2 * mpmath.pi)  # noqa: E731
    right = mpmath.quad(lambda u: density(u) / mpmath.sqrt(u + 0.25), [0, 1, 4, 12])
    assert 1 + right > 1.4
    assert smoothed(mpmath.mpf(0), mpmath.mpf(1)) < 0.861


def test_the_value_is_below_a_rounding_of_the_constant_term() -> None:
    h0 = smoothed(mpmath.mpf(0), mpmath.mpf(1))
    for z, bits in ((3.54, 9), (4.08, 12), (5.89, 25)):
        assert smoothed(mpmath.mpf(-z), mpmath.mpf(1)) < h0 * mpmath.mpf(2) ** -bits


def test_zeros_of_a_moving_mean_square() -> None:
    random = Random(1)
    for _ in range(20):
        x, dx = ([random.randint(-9, 9) for _ in range(3)] for _ in range(2))
        v0, p, q = (
            sum(a * b for a, b in zip(r, t, strict=True)) for r, t in ((x, x), (x, dx), (dx, dx))
        )
        if not v0 or not q:
            continue
        for root in mpmath.polyroots([q, 2 * p, v0], maxsteps=200, extraprec=200):
            assert mpmath.almosteq(abs(root) ** 2, mpmath.mpf(v0) / q, 1e-6)
        assert (2 * p) ** 2 * F(v0, q) <= 4 * v0**2
