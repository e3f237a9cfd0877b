"""What the refuted claims on smoothing assume, and their instances that need none of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from fractions import Fraction as F
from typing import Any

import mpmath
import pytest

from constructions.interop.flint import from_fraction
from constructions.terms import var
from proofs import registry
from proofs.kernel import check
from proofs.trees.script import Json
from proofs.weierstrass.instances import sample_rows, width_rows
from proofs.weierstrass.integral import bounds, is_near_integral
from tests import kept_files
from tests.sampling import by_turns, some_of

# --- the premise about I(z) is true of I(z) -------------------------------------------------------

RELATIONS = ("<=", "<")


class Balls:
    """Formulas of the kernel's language, straight from their JSON, in balls of FLINT.

    A relation that the balls do not decide is an error: neither answer would be known.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.partial: dict[tuple[str, F], list[Any]] = {}

    def term(self, json: Json, env: dict[str, F]) -> Any:
        from flint import arb

        if isinstance(json, str):
            if json in env:
                return from_fraction(env[json])
            return self.values[json] if json in self.values else from_fraction(F(json))
        op, args = json[0], json[1:]
        if op == "sum":
            return self.sum(args, env)
        if op == "^":
            return self.term(args[0], env) ** args[1]
        parts = [self.term(part, env) for part in args]
        if op in ("+", "*"):
            total = arb(0 if op == "+" else 1)
            for part in parts:
                total = total + part if op == "+" else total * part
            return total
        if op == "-":
            return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
        if op == "/":
            return parts[0] / parts[1]
        assert op == "exp"
        return parts[0].exp()

    def sum(self, args: Json, env: dict[str, F]) -> Any:
        """From 0 to an integer; the summand depends on the index and on n, and is added up once."""
        index, low, high, body = args
        assert low == "0"
        assert "m" not in _names(body)
        top = int(env[high] if high in env else F(high))
        sums = self.partial.setdefault((str(body), env.get("n", F(0))), [])
        while len(sums) <= top:
            value = self.term(body, {**env, index: F(len(sums))})
            sums.append(sums[-1] + value if sums else value)
        return sums[top]

    def holds(self, formula: Json, env: dict[str, F]) -> bool:
        op, args = formula[0], formula[1:]
        if op == "and":
            return all(self.holds(part, env) for part in args)
        if op == "implies":
            return not self.holds(args[0], env) or self.holds(args[1], env)
        assert op in RELATIONS
        a, b = (self.term(part, env) for part in args)
        true, false = (a <= b, a > b) if op == "<=" else (a < b, a >= b)
        if not true and not false:
            raise ValueError(f"not decided: {a} {op} {b}")
        return bool(true)


def _names(json: Json) -> set[str]:
    if isinstance(json, list):
        return set().union(*map(_names, json[1:])) if json[1:] else set()
    return {json} if isinstance(json, str) else set()


def integral(z: int) -> Any:
    """I(z) = int_0^oo exp(-(x^2 - z)^2/2) dx.

    From X = 8 on the exponent falls with a slope of at least 2 X (X^2 - z).
    """
    from flint import acb, arb

    part = acb.integral(lambda x, _: (-((x * x - z) ** 2) / 2).exp(), acb(0), acb(8)).real
    gap = arb(64 - z)
    return part + arb(0).union((-(gap**2) / 2).exp() / (16 * gap))


def plain(formula: Any) -> Json:
    """The JSON of a formula."""
    return json.loads(json.dumps(getattr(formula, "json", formula)))


def of_sums(z: int) -> list[Json]:
    """The two bounds of I(z) by the sum with n and m."""
    return [plain(bound) for bound in bounds(var("I"), F(z), var("n"), var("m"))]


def grid(formulas: list[Json], z: int, everywhere: bool = False) -> list[tuple[int, int]]:
    """Where one of them fails for n <= 25 and m <= 6 n with (m/n)^2 > z, or anywhere."""
    balls = Balls({"I": integral(z)})
    return [
        (n, m)
        for n in range(1, 26)
        for m in range(1, 6 * n + 1)
        if everywhere or m * m > z * n * n
        if not all(balls.holds(formula, {"n": F(n), "m": F(m)}) for formula in formulas)
    ]


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("z", [0, 1, 2])
def test_the_premise_about_the_integral_is_true_of_the_integral(z: int) -> None:
    assert grid(of_sums(z), z) == []


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize("z", [0, 1, 2])
@pytest.mark.parametrize("part", [0, 1])
def test_a_premise_with_a_bound_turned_round_is_not(z: int, part: int) -> None:
    """Either inequality between I(z) and a Riemann sum, turned round, fails on the grid."""
    op, low, high = of_sums(z)[part]
    assert op == "<="
    assert "I" in (low, high)
    assert grid([[op, high, low]], z)


def test_a_premise_without_its_condition_is_not_true() -> None:
    """For X^2 <= z the bound of what lies beyond X is none."""
    assert (2, 1) in grid(of_sums(2), 2, everywhere=True)


@pytest.mark.parametrize(
    ("z", "sums"), [(0, ((2, 2), (16, 32))), (1, ((20, 46),)), (2, ((20, 46),))]
)
def test_the_sums_that_refute_say_what_is_true_of_the_integral(z: int, sums: Any) -> None:
    """They stand in the refuted statements, and have X^2 > z."""
    claim_id = "weierstrass.limit.closer.monotone" if z else "weierstrass.randomized"
    name = f"I{z}"
    formulas = [plain(bound) for bound in is_near_integral(var(name), F(z), sums)]
    (asked,) = registry.load(claim_id).data()
    known = [plain(given) for given in asked.statement["given"]]
    balls = Balls({name: integral(z)})
    for formula in formulas:
        assert formula in known
        assert balls.holds(formula, {})
    assert all(m * m > z * n * n for n, m in sums)


# --- what holds instead --------------------------------------------------------------------------


def replaced(formula: Json, old: Json, new: str) -> Json:
    if formula == old:
        return new
    return [replaced(part, old, new) for part in formula] if isinstance(formula, list) else formula


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("weierstrass.randomized.without", "3", "1"),
        ("weierstrass.randomized.without", "p", "0"),  # with the mass at u <= 0
        ("weierstrass.limit.closer.monotone.eventually", "10", "1/10"),
    ],
)
def test_its_certificate_is_not_one_of_a_neighbour(name: str, old: Json, new: str) -> None:
    certificate = kept_files.loaded(name)
    assert check(json.dumps(certificate).encode()).accepted
    other = copy.deepcopy(certificate)
    other["statement"]["show"] = replaced(other["statement"]["show"], old, new)
    assert other != certificate
    assert not check(json.dumps(other).encode()).accepted


@pytest.mark.parametrize("sigma", [F(1, 3), F(2)])
@pytest.mark.parametrize("eps", [F(1, 100), F(1, 4), F(3)])
def test_the_majorants_of_what_holds_instead(sigma: F, eps: F) -> None:
    """u^(-1/2) - (u + eps)^(-1/2) lies below u^(-1/2) and (eps/2) u^(-3/2), which add up."""
    with mpmath.workdps(30):
        e = mp(eps)
        for u in (e / 1000, e / 3, e, 2 * e, 50 * e, 10**6 * e):
            less = 1 / mpmath.sqrt(u) - 1 / mpmath.sqrt(u + e)
            assert 0 < less < 1 / mpmath.sqrt(u)
            assert less < e / 2 * u ** mpmath.mpf("-1.5")
        near = mpmath.quad(lambda x: 2, [0, mpmath.sqrt(e)])  # u = x^2
        far = mpmath.quad(lambda u: e / 2 * u ** mpmath.mpf("-1.5"), [e, mpmath.inf])
        assert mpmath.almosteq(near + far, 3 * mpmath.sqrt(e), 1e-10)
        peak = density(mpmath.mpf(5), mpmath.mpf(5), mp(sigma))
        assert mpmath.almosteq(peak, 1 / (mp(sigma) * mpmath.sqrt(2 * mpmath.pi)), 1e-20)


# --- instances -----------------------------------------------------------------------------------


def mp(q: F) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


def density(u: Any, v: Any, sigma: Any) -> Any:
    return mpmath.exp(-(((u - v) / sigma) ** 2) / 2) / (sigma * mpmath.sqrt(2 * mpmath.pi))


def above_zero(function: Any, v: Any, sigma: Any, eps: Any = 1) -> Any:
    """E[function(u) 1(u > 0)] with u = v + xi, after u = x^2."""
    ends = {mpmath.sqrt(max(v + k * sigma, 0)) for k in (-12, -6, -2, -1, 0, 1, 2, 4, 8, 16)}
    ends |= {mpmath.sqrt(eps) * k for k in (1, 4, 16)} | {mpmath.mpf(0)}
    points = sorted(x for x in ends if x <= mpmath.sqrt(max(v, 0) + 16 * sigma))
    inside = lambda x: 2 * x * function(x * x) * density(x * x, v, sigma)  # noqa: E731
    return mpmath.quad(lambda x: inside(x) if x else mpmath.mpf(0), points)


def of(claim_id: str, given: Mapping[str, str]) -> dict[str, Any]:
    return registry.load(claim_id).settings(given)


SAMPLES = registry.load("weierstrass.randomized").instances
WIDTHS = registry.load("weierstrass.limit.closer.monotone").instances


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("given", SAMPLES, ids=str)
def test_sample_rows(given: dict[str, str]) -> None:
    """Twice by quadrature: the expectation, and f_sigma(v); E is refuted, the repair certified."""
    settings = of("weierstrass.randomized", given)
    printed, repaired = sample_rows(settings)
    assert (printed.verdict, printed.version, printed.level) == ("refuted", "printed", "enclosure")
    assert (repaired.verdict, repaired.version) == ("certified", "repaired")
    assert printed.inputs["told apart"] == "yes"
    with mpmath.workdps(40):
        v, sigma, eps = (mp(settings[name]) for name in ("v", "sigma", "eps"))
        mass = mpmath.ncdf(-v / sigma) / mpmath.sqrt(eps)
        less = above_zero(lambda u: 1 / mpmath.sqrt(u) - 1 / mpmath.sqrt(u + eps), v, sigma, eps)
        bound = 3 * mpmath.sqrt(eps) / (sigma * mpmath.sqrt(2 * mpmath.pi))
        slack = mpmath.mpf(10) ** -12
        assert abs(mp(printed.lo) - abs(mass - less)) <= slack * abs(mass - less)
        assert abs(mp(repaired.hi) - less) <= slack * less
        assert bound * (1 - slack) <= mp(repaired.bound) <= bound
        factor = above_zero(lambda u: 1 / mpmath.sqrt(u), v, sigma)
        shown = mpmath.mpf(printed.inputs["f_sigma(v)"].strip("[").split()[0])
        assert abs(shown - factor) <= mpmath.mpf(10) ** -8 * factor
        shown = mpmath.mpf(printed.inputs["expectation"].strip("[").split()[0])
        assert abs(shown - (factor + mass - less)) <= mpmath.mpf(10) ** -8 * shown


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("given", WIDTHS, ids=str)
def test_width_rows(given: dict[str, str]) -> None:
    settings = of("weierstrass.limit.closer.monotone", given)
    printed, *repaired = width_rows(settings)
    with mpmath.workdps(40):
        v, *widths = (mp(settings[name]) for name in ("v", "sigma1", "sigma2"))
        factors = [above_zero(lambda u: 1 / mpmath.sqrt(u), v, sigma) for sigma in widths]
        near, far = (abs(f - 1 / mpmath.sqrt(v)) for f in factors)
        assert printed.verdict == ("certified" if near < far else "refuted")
        assert abs(mp(printed.lo) - near) <= mpmath.mpf(10) ** -12
        assert abs(mp(printed.bound) - far) <= mpmath.mpf(10) ** -12
        applies = 10 * widths[0] ** 2 < v ** mpmath.mpf("2.5") * far
    assert [row.verdict for row in repaired] == ["certified"] * applies


def test_widths_on_both_sides_of_the_maximum_and_of_the_zero() -> None:
    """v/sigma = 2 and 1.75; 1.75 and 1.6; 1 and 0.98...; 0.96... and 0.5."""
    at = [of("weierstrass.limit.closer.monotone", given) for given in WIDTHS]
    ratios = [(s["v"] / s["sigma1"], s["v"] / s["sigma2"], width_rows(s)[0].verdict) for s in at]
    peak, zero = F(7, 4), F(98, 100)
    assert any(a > b >= peak and verdict == "certified" for a, b, verdict in ratios)
    assert any(peak >= a > b > zero and verdict == "refuted" for a, b, verdict in ratios)
    assert any(zero > a > b and verdict == "certified" for a, b, verdict in ratios)


def test_what_is_not_told_apart_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Balls that meet decide nothing, neither for nor against."""
    from flint import arb

    from constructions.interop import weierstrass_balls, weierstrass_smoothing

    wide = arb(1, 1)  # from 0 to 2
    monkeypatch.setattr(weierstrass_balls, "smoothed", lambda *_: [wide])
    monkeypatch.setattr(weierstrass_smoothing, "mean", lambda *_: wide)
    for row in sample_rows(of("weierstrass.randomized", {})):
        assert row.verdict == "open"
        assert row.inputs.get("told apart", "no") == "no"
    (row,) = width_rows(of("weierstrass.limit.closer.monotone", {}))
    assert (row.verdict, row.inputs["told apart"]) == ("open", "no")


@pytest.mark.parametrize(
    ("claim_id", "given", "why"),
    [
        ("weierstrass.randomized", {"eps": "0"}, "eps must be positive"),
        ("weierstrass.randomized", {"sigma": "-1"}, "sigma must be positive"),
        ("weierstrass.randomized", {"v": "101"}, "at most 100"),
        ("weierstrass.randomized", {"v": "-31"}, "at least -30"),
        ("weierstrass.randomized", {"eps": "101"}, "at most 100"),
        ("weierstrass.randomized", {"delta": "1"}, "no parameter 'delta'"),
        ("weierstrass.limit.closer.monotone", {"sigma2": "1/2"}, "less than sigma2"),
        ("weierstrass.limit.closer.monotone", {"v": "0"}, "v must be positive"),
        ("weierstrass.limit.closer.monotone", {"sigma1": "1/400"}, "at most 300"),
    ],
)
def test_input_errors(claim_id: str, given: dict[str, str], why: str) -> None:
    claim = registry.load(claim_id)
    with pytest.raises(ValueError, match=why):
        claim.run(claim.settings(given))  # type: ignore[misc]
