"""Instances: what is certified for a user's function, against values computed apart from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from constructions.exact import ExactSystem, Surd
from constructions.interop.export import read_network, write_network
from constructions.layers import CONVENTIONS, LayerNorm
from constructions.networks import ParallelNet
from constructions.pln import smoothing
from proofs import registry
from proofs.kernel import check
from proofs.parameters import exact_number
from proofs.pln import instances
from proofs.pln.instances import Row
from tests.sampling import by_turns, share, some_of

F = Fraction
Value = Callable[[F], F]


def rows(claim_id: str, **given: str) -> list[Row]:
    """The rows of the repaired version, unless the other is named."""
    claim = registry.load(claim_id)
    assert claim.run is not None
    if any(parameter.name == "version" for parameter in claim.parameters):
        given = {"version": "repaired"} | given
    return claim.run(claim.settings(given))


def network(claim_id: str, **given: str) -> ParallelNet:
    claim = registry.load(claim_id)
    assert claim.construct is not None
    return claim.construct(claim.settings(given))


# --- the limit, exactly --------------------------------------------------------------------------

#: text, the function, its Lipschitz constant, where it bends
LINEAR: list[tuple[str, Value, F, list[F]]] = [
    ("x", lambda x: x, F(1), []),
    ("-3*x+2", lambda x: -3 * x + 2, F(3), []),
    ("0*x", lambda x: F(0), F(0), []),
    ("7", lambda x: F(7), F(0), []),
    ("abs(x-1/3)", lambda x: abs(x - F(1, 3)), F(1), [F(1, 3)]),
    ("abs(abs(x-1/2)-1/4)", lambda x: abs(abs(x - F(1, 2)) - F(1, 4)), F(1),
     [F(1, 4), F(1, 2), F(3, 4)]),
    ("min(2*x, 1-x)", lambda x: min(2 * x, 1 - x), F(2), [F(1, 3)]),
    ("max(x/2, 3*x-1)", lambda x: max(x / 2, 3 * x - 1), F(3), [F(2, 5)]),
    ("min(x, 1-x)+abs(x-3/4)", lambda x: min(x, 1 - x) + abs(x - F(3, 4)), F(2),
     [F(1, 2), F(3, 4)]),
]  # fmt: skip


def sup_error(f: Value, N: int, bends: list[F]) -> F:
    """sup |G - f| for G = f(midpoint) on open cells, the mean of two neighbours in between.

    On every piece between breakpoints and bends the error is linear: its ends decide.
    """
    y = [f(F(2 * k - 1, 2 * N)) for k in range(1, N + 1)]
    cuts = sorted({F(k, N) for k in range(N + 1)} | set(bends))
    found = [
        abs(value - f(end))
        for a, b in pairwise(cuts)
        for value in [y[int((a + b) / 2 * N)]]
        for end in (a, b)
    ]
    means = [abs((y[k - 1] + y[k]) / 2 - f(F(k, N))) for k in range(1, N)]
    return max(found + means)


@by_turns(2)
@some_of(3)
@pytest.mark.parametrize("eps", ["1/2", "1/7", "0.04"])
@pytest.mark.parametrize(("text", "f", "L", "bends"), LINEAR, ids=[row[0] for row in LINEAR])
def test_the_error_of_the_sign_network_is_exact(
    text: str, f: Value, L: F, bends: list[F], eps: str
) -> None:
    (row,) = rows("pln.lemma2", f=text, eps=eps)
    N = int(L / (2 * F(eps))) + 1
    expected = sup_error(f, N, bends)
    assert (row.units, row.width, row.bound) == (N, N, F(eps))
    assert row.inputs["L"] == str(L)
    assert (row.lo, row.hi) == (expected, expected)
    assert expected <= L / (2 * N) < F(eps)
    assert (row.verdict, row.level) == ("certified", "kernel")


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("text", "f", "L", "bends"), LINEAR, ids=[row[0] for row in LINEAR])
def test_the_limit_row_of_theorem_1_is_the_sign_network(
    text: str, f: Value, L: F, bends: list[F]
) -> None:
    limit, smoothed = rows("pln.thm1", f=text, eps="1/5", d="3")
    N = int(L / F(2, 5)) + 1
    assert (limit.lo, limit.hi) == (sup_error(f, N, bends),) * 2
    assert (limit.units, limit.width, limit.inputs["delta"]) == (N, 3 * N, "0+")
    assert (limit.verdict, smoothed.verdict) == ("certified", "certified")
    assert smoothed.lo <= smoothed.hi < F(1, 5)


def test_a_given_constant_is_used_and_a_wrong_one_refused() -> None:
    (row,) = rows("pln.lemma2", f="x", eps="1/10", L="2")
    assert (row.units, row.hi) == (11, F(1, 22))
    with pytest.raises(ValueError, match=r"L = 1/2 is too small: between x = .* and x = "):
        rows("pln.lemma2", f="x", eps="1/10", L="1/2")
    with pytest.raises(ValueError, match="too small"):
        network("pln.thm1", f="x**2", eps="1/10", L="1")


@by_turns(3)
def test_what_is_certified_is_stated_in_the_certificates() -> None:
    for row in rows("pln.thm1", f="x**2", eps="1/4", d="2"):
        upper, lower = row.evidence
        assert upper.statement["show"][0] == "<="
        assert upper.statement["show"][2] == str(row.hi)
        assert upper.statement["given"] == [["<=", "0", "x"], ["<=", "x", "1"]]
        assert str(row.lo) in json.dumps(lower.statement)
        for item in row.evidence:
            assert item.certificate is not None
            assert check(item.certificate).accepted
            assert json.loads(item.certificate)["statement"] == item.statement


# --- a network with delta ------------------------------------------------------------------------


def exact_values(net: ParallelNet, points: list[F]) -> list[Any]:
    """G at the points, in the field of the network's parameters: no rounding at all."""
    system = ExactSystem(net.radicand())
    return [net.evaluate(system, [system.const(q)]) for q in points]


def dense(N: int, c: F) -> list[F]:
    """Points of [0, 1]: spread evenly, and on both sides of every breakpoint."""
    even = [F(i, 97) for i in range(98)]
    near = [F(k, N) + s * c * r for k in range(N + 1) for s in (-1, 0, 1) for r in (F(1, 3), 1, 9)]
    return sorted({*even, *(q for q in near if 0 <= q <= 1)})


DELTAS: list[dict[str, str]] = [
    {"d": "2"},
    {"d": "2", "delta": "1/1000"},
    {"d": "8", "delta": "3"},
    {"d": "5", "delta": "1/100000"},
    {"d": "3", "delta": "1/10"},
    {"d": "4", "convention": "sqrt(var+delta)"},
    {"d": "3", "delta": "1/7", "convention": "sqrt(var+delta)"},
    {"d": "50", "delta": "1/50"},
]


def to_fraction(value: Any) -> F | None:
    q = getattr(value, "a", value)
    return None if getattr(value, "b", 0) else F(q)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("given", DELTAS, ids=lambda given: ",".join(given.values()))
@pytest.mark.parametrize(
    ("text", "f"), [("x", lambda x: x), ("x**2", lambda x: x * x)], ids=["x", "x**2"]
)
def test_the_smoothed_row_encloses_the_exported_network(
    text: str, f: Value, given: dict[str, str]
) -> None:
    *_, row = rows("pln.thm1", f=text, eps="1/4", **given)
    net = network("pln.thm1", f=text, eps="1/4", **given)
    assert net == row.network, "what is certified is what is exported"
    assert (row.verdict, row.level) == ("certified", "kernel")
    assert row.lo <= row.hi < F(1, 4)
    layer = net.layer
    assert isinstance(layer, LayerNorm)
    assert (layer.d, layer.convention) == (int(given["d"]), given.get("convention", CONVENTIONS[0]))
    if "delta" in given:
        assert layer.delta == Surd(F(given["delta"])), "the given delta is respected"
    scale = net.units[0].W[0][0]
    c = smoothing(layer.d, layer.delta, layer.convention, scale)
    assert c.m == 1, "the smoothing is rational: the certificate is about this very number"
    points = dense(net.N, c.q)
    errors = [abs(G - f(q)) for q, G in zip(points, values_at(net, points), strict=True)]
    assert max(errors) <= row.hi
    assert max(errors) >= row.lo - F(1, 50), "the lower end is nearly reached"


def values_at(net: ParallelNet, points: list[F]) -> list[F]:
    """G at the points from the layers themselves: exactly, or to 50 digits where roots remain."""
    if isinstance(net.layer, LayerNorm) and net.layer.convention != CONVENTIONS[0]:
        from constructions.interop.mp import MpSystem

        system = MpSystem(60)
        values = [net.evaluate(system, [system.const(q)]) for q in points]
        return [F(system.mp.nstr(value, 50)) for value in values]
    found = [to_fraction(value) for value in exact_values(net, points)]
    assert None not in found
    return [q for q in found if q is not None]


def test_the_network_of_layers_is_the_line_that_is_certified() -> None:
    """Layer by layer in exact numbers, against sum alpha_hat t/(|t| + c)."""
    net = network("pln.thm1", f="x", eps="1/4", d="8", delta="3")
    assert isinstance(net.layer, LayerNorm)
    scale = net.units[0].W[0][0]
    c = smoothing(8, net.layer.delta, net.layer.convention, scale).q
    points = [F(0), F(1, 3), F(1, 2), F(1)]
    for q, value in zip(points, values_at(net, points), strict=True):
        alphas = [F(1, 6), F(1, 6), F(1, 2)]  # N = 3: (y_2 - y_1)/2, (y_3 - y_2)/2, (y_1 + y_3)/2
        steps = [q - F(1, 3), q - F(2, 3), q + 1]
        assert value == sum(a * t / (abs(t) + c) for a, t in zip(alphas, steps, strict=True))


@by_turns(2)
def test_delta_zero_asks_for_the_limit_alone_and_a_positive_one_for_no_limit() -> None:
    assert [row.inputs["delta"] for row in rows("pln.thm1", f="x", eps="1/4", delta="0")] == ["0+"]
    (only,) = rows("pln.thm1", f="x", eps="1/4", delta="1/9")
    assert only.inputs["delta"] == "1/9"
    assert "scale" in only.inputs, "a delta this large needs larger weights"
    (small,) = rows("pln.thm1", f="x", eps="1/4", delta="1/1000000")
    assert "scale" not in small.inputs


def test_with_the_printed_weights_a_given_delta_misses_a_constant() -> None:
    """f = 2, delta = 1: the printed network is 2/(1 + 1) at x = 0; scaled weights are close."""
    given = {"f": "2+0*x", "eps": "1/2", "delta": "1"}
    (printed,) = rows("pln.thm1", **given, version="printed")
    (repaired,) = rows("pln.thm1", **given)
    assert printed.lo == 1
    assert (printed.version, printed.verdict) == ("printed", "refuted")
    assert (repaired.version, repaired.verdict) == ("repaired", "certified")
    assert network("pln.thm1", **given, version="printed") == printed.network
    assert network("pln.thm1", **given) == repaired.network


@by_turns(2)
@pytest.mark.parametrize("d", [2, 3, 18])
def test_the_printed_delta_is_that_of_the_proof(d: int) -> None:
    """f(x) = x, eps = 1/4: N = 3, weights 1/6, 1/6, 1/2, eps_1 = 1/12, delta_0 = 1/12."""
    (row,) = rows("pln.thm1", f="x", eps="1/4", d=str(d), version="printed")
    star = F(1, 12) * F(1, 12) / (3 * F(1, 2))
    delta = row.network.layer.delta
    assert star * F(8, 10) < delta.above() <= star
    assert row.verdict == "certified"


def test_a_printed_delta_that_divides_by_0_is_said_to_be_none() -> None:
    given = {"f": "x-1/2", "eps": "1/2"}  # N = 2, weights 1/4 and 0
    claim = registry.load("pln.thm1")
    assert claim.run is not None
    found = claim.run(claim.settings(given))
    assert [row.inputs["printed"][:5] for row in found] == ["none:"] * 2
    with pytest.raises(ValueError, match="divides by 0"):
        rows("pln.thm1", **given, version="printed")
    with pytest.raises(ValueError, match="rational"):
        rows("pln.thm1", f="x", eps="1/4", d="3", delta="1", version="printed")


def test_a_norm_size_of_a_thousand() -> None:
    limit, smoothed = rows("pln.thm1", f="x", eps="1/3", d="1000")
    assert (limit.units, limit.width, smoothed.width) == (2, 2000, 2000)
    assert (limit.lo, limit.verdict, smoothed.verdict) == (F(1, 4), "certified", "certified")


def test_so_many_units_are_refused_before_any_work() -> None:
    for claim_id in ("pln.lemma2", "pln.thm1"):
        with pytest.raises(ValueError, match=r"needs N = \d+ units; .*take a larger eps"):
            rows(claim_id, f="x", eps="1e-9")


@pytest.mark.parametrize(
    ("lo", "hi", "verdict"),
    [
        ("1/5", "6/25", "certified"), ("1/4", "1/4", "refuted"), ("1/3", "1/2", "refuted"),
        ("1/5", "1/4", "open"), ("1/5", "1/3", "open"),
    ],
)  # fmt: skip
def test_the_verdict_on_an_instance_compares_the_enclosure_with_the_bound(
    lo: str, hi: str, verdict: str
) -> None:
    """The bound is strict: an error of exactly eps is too much."""
    (row,) = rows("pln.lemma2", f="x", eps="1/4")
    moved = replace(row, lo=F(lo), hi=F(hi))
    assert (moved.bound, moved.verdict) == (F(1, 4), verdict)
    first, second = row.evidence
    for evidence in (
        (replace(first, outcome="declined"), second), (first, replace(second, outcome="fails"))
    ):  # fmt: skip
        assert replace(moved, evidence=evidence).verdict == "open"


# --- Lemma 1 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["0", "1/3", "1/4", "-2", "7/5"])
def test_the_distance_to_the_limit_at_a_point_is_exact(at: str) -> None:
    (row,) = rows("pln.lemma1", f="x", eps="1/5", d="7", x=at, eta="1/1000")
    net = row.network
    system = ExactSystem(net.radicand())
    G = net.evaluate(system, [system.const(F(at))])
    signs = network("pln.lemma2", f="x", eps="1/5")
    (limit,) = exact_values(signs, [F(at)])
    distance = to_fraction(G - limit)
    assert distance is not None
    assert row.lo == row.hi == abs(distance) < row.bound == F(1, 1000)
    assert row.verdict == "certified"
    assert network("pln.lemma1", f="x", eps="1/5", d="7", x=at, eta="1/1000") == net


# --- exported networks ---------------------------------------------------------------------------


def test_the_sign_network_in_a_file_takes_the_values_of_the_lemma(tmp_path: Path) -> None:
    made = network("pln.lemma2", f="abs(x-1/3)", eps="1/8")
    path = write_network(made, tmp_path / "net.json")
    read = ParallelNet.from_json(json.loads(path.read_text()))
    assert read == made == read_network(path)
    N = read.N

    def y(k: int) -> F:
        return abs(F(2 * k - 1, 2 * N) - F(1, 3))

    middles = [F(2 * k - 1, 2 * N) for k in range(1, N + 1)]
    assert [to_fraction(v) for v in exact_values(read, middles)] == [y(k) for k in range(1, N + 1)]
    breaks = [F(k, N) for k in range(1, N)]
    means = [(y(k) + y(k + 1)) / 2 for k in range(1, N)]
    assert [to_fraction(v) for v in exact_values(read, breaks)] == means
    assert [to_fraction(v) for v in exact_values(read, [F(0), F(1)])] == [y(1), y(N)]


def test_the_pln_network_in_a_file_is_within_eps(tmp_path: Path) -> None:
    made = network("pln.thm1", f="abs(x-1/3)", eps="1/8", d="5", delta="1/50")
    path = write_network(made, tmp_path / "net.json")
    read = read_network(path)
    assert read == made
    points = [F(i, 40) for i in range(41)]
    for q, value in zip(points, exact_values(read, points), strict=True):
        G = to_fraction(value)
        assert G is not None
        assert abs(G - abs(q - F(1, 3))) < F(1, 8)


# --- reading settings ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [("1/10", F(1, 10)), ("0.1", F(1, 10)), (" 2 ", F(2)), ("1e-3", F(1, 1000)), ("-.5", F(-1, 2))],
)
def test_numbers_are_exact(text: str, value: F) -> None:
    assert exact_number(text) == value


@pytest.mark.parametrize(
    "text",
    ["", ".", "abc", "1/0", "1e999999", "1e100", "nan", "inf", "1_0", "0x10", "1/2/3", "1/-2",
     "٣", "1 2", "9" * 200, "--1", "e5"],
)  # fmt: skip
def test_what_is_not_a_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number such as"):
        exact_number(text)


@pytest.mark.parametrize(
    ("read", "text", "why"),
    [
        (instances.positive, "0", "eps must be positive"),
        (instances.positive, "-1/2", "eps must be positive"),
        (instances.nonnegative("delta"), "-1", "delta must not be negative"),
        (instances.norm_size, "1", "from 2 to 9999"),
        (instances.norm_size, "2.0", "from 2 to 9999"),
        (instances.norm_size, "-3", "from 2 to 9999"),
        (instances.norm_size, "10000", "from 2 to 9999"),
        (instances.norm_size, "², 2", "from 2 to 9999"),
        (instances.read_convention, "var", "convention is one of"),
        (instances.read_function, "x1*x2", "of x alone"),
    ],
)
def test_settings_are_refused_in_one_line(read: Callable[[str], Any], text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_at_least_five_instances_are_declared() -> None:
    for claim_id in share(registry.ids(), 4):
        if registry.load(claim_id).run is None:
            continue
        claim = registry.load(claim_id)
        assert len(claim.instances) >= 5
        for given in claim.instances:
            assert set(claim.settings(given)) == {p.name for p in claim.parameters}


@by_turns(3)
def test_a_certificate_that_is_too_long_for_the_kernel_is_replaced_by_balls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """f = x^2, eps = 1/5: six units.  Where the kernel declines, the error is enclosed by balls."""
    from proofs.kernel.errors import Decline

    settings = {"f": "x**2", "eps": "1/5", "delta": "1/1000"}
    (row,) = rows("pln.thm1", **settings)
    assert (row.verdict, row.level) == ("certified", "kernel")
    declined = replace(check(b""), outcome="decline", code=Decline("too-much-work").code)
    monkeypatch.setattr(instances, "check", lambda data: declined)
    (again,) = rows("pln.thm1", **settings)
    assert (again.verdict, again.level) == ("certified", "enclosure")
    assert max(row.lo, again.lo) <= min(row.hi, again.hi) < F(1, 5)
