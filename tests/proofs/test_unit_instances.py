"""Instances of Theorem 3 and Proposition 1, against values computed apart from the code."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import pairwise
from math import exp, floor, log, sqrt, tanh
from typing import Any

import pytest

from constructions.exact import ExactSystem
from constructions.layers import LayerScaling, Sigmoid, Tanh
from constructions.networks import ParallelNet
from proofs import registry
from proofs.kernel import check
from proofs.pln.instances import Row
from tests.sampling import by_turns, some_of

CLAIMS = ("pln.thm3", "pln.prop1.tanh", "pln.prop1.sigmoid")


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


def largest_error(step: Any, y: list[float], f: Any, weights: Any, points: int = 4000) -> float:
    """max |G - f| on a grid, for units ``step`` at k/N and one at -1."""
    N = len(y)
    units = [*zip(weights[0], [-k / N for k in range(1, N)], strict=True), (weights[1], 1.0)]
    grid = [i / points for i in range(points + 1)]
    return max(abs(sum(a * step(x + b) for a, b in units) - f(x)) for x in grid)


def half_jumps(y: list[float]) -> Any:
    """Eq. 8-9."""
    return [(b - a) / 2 for a, b in pairwise(y)], (y[0] + y[-1]) / 2


def jumps(y: list[float]) -> Any:
    """Eq. 34."""
    return [b - a for a, b in pairwise(y)], y[0]


def midpoints(f: Any, N: int) -> list[float]:
    return [f((2 * k - 1) / (2 * N)) for k in range(1, N + 1)]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("claim_id", ["pln.prop1.tanh", "pln.prop1.sigmoid"])
@pytest.mark.parametrize(
    ("text", "f", "L", "eps"),
    [
        ("abs(x-1/3)", lambda x: abs(x - 1 / 3), 1, "1/8"),
        ("3-x", lambda x: 3 - x, 1, "1/5"),
        ("0*x", lambda x: 0.0, 0, "1/7"),
    ],
)
def test_the_certified_error_of_proposition_1(
    claim_id: str, text: str, f: Any, L: int, eps: str
) -> None:
    (row,) = rows(claim_id, f=text, eps=eps)
    N = floor(F(L) / (2 * F(eps))) + 1
    assert (row.units, row.width, row.bound, row.verdict) == (N, N, F(eps), "certified")
    assert row.level == "kernel"
    lam = float(F(row.inputs["lambda"]))
    y = midpoints(f, N)
    if claim_id == "pln.prop1.tanh":
        found = largest_error(lambda t: tanh(lam * t), y, f, half_jumps(y))
    else:
        found = largest_error(lambda t: 1 / (1 + exp(-lam * t)), y, f, jumps(y))
    assert found <= float(row.hi) + 1e-9
    assert float(row.lo) - 1e-9 <= float(row.hi) < float(row.bound)
    assert found >= float(row.lo) - 0.01  # the grid sees most of the supremum
    for item in row.evidence:
        assert item.certificate is not None
        assert check(item.certificate).accepted


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("claim_id", "word"), [("pln.prop1.tanh", "tanh"),
                                                ("pln.prop1.sigmoid", "exp")])  # fmt: skip
def test_the_certificate_is_about_the_unit_itself(claim_id: str, word: str) -> None:
    (row,) = rows(claim_id, f="x", eps="1/3", **{"lambda": "20"})
    statement = json.dumps(row.evidence[0].statement)
    assert statement.count(f'"{word}"') == 2  # N = 2 units
    assert '"1/20"' in statement


def test_a_lambda_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="not below eps"):
        rows("pln.prop1.tanh", f="x", eps="1/3", **{"lambda": "1/10"})
    with pytest.raises(ValueError, match="lambda must be positive"):
        rows("pln.prop1.tanh", f="x", eps="1/3", **{"lambda": "-1"})


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("convention", ["rms+delta", "sqrt(mean+delta)"])
def test_the_certified_error_of_theorem_3(d: int, convention: str) -> None:
    """f = |x - 1/3|, eps = 1/8: N = 5; one row for the limit, one for a given delta."""
    limit, smooth = rows("pln.thm3", f="abs(x-1/3)", eps="1/8", d=str(d), convention=convention)
    assert limit.lo == limit.hi == F(1, 10)  # L/(2N), at x = 0
    assert (limit.units, limit.width) == (smooth.units, smooth.width) == (5, 5 * d)
    assert limit.verdict == smooth.verdict == "certified"
    delta = smooth.inputs["delta"]
    rational, _, root = delta.partition("*sqrt(")
    small = float(F(rational)) * (sqrt(int(root[:-1])) if root else 1.0)

    def step(t: float) -> float:
        """alpha h_1 with alpha = 1/sqrt(d), h = [t, 0, ..., 0]."""
        mean = t * t / d
        scale = sqrt(mean) + small if convention == "rms+delta" else sqrt(mean + small)
        return t / scale / sqrt(d)

    y = midpoints(lambda x: abs(x - 1 / 3), 5)
    found = largest_error(step, y, lambda x: abs(x - 1 / 3), half_jumps(y))
    assert found <= float(smooth.hi) + 1e-9 < 1 / 8
    assert found >= float(smooth.lo) - 0.01


@by_turns(3)
def test_the_exported_network_is_the_one_that_is_certified() -> None:
    (row,) = rows("pln.thm3", f="x**2", eps="1/10", d="4", delta="1/100000")
    net = network("pln.thm3", f="x**2", eps="1/10", d="4", delta="1/100000")
    assert net == row.network
    assert net.layer == LayerScaling(4, net.layer.delta)  # type: ignore[union-attr]
    system = ExactSystem(net.radicand())
    for k in range(41):
        x = F(k, 40)
        value = net.evaluate(system, [system.const(x)]).rational()
        assert value is not None
        assert abs(value - x * x) <= row.hi


@pytest.mark.parametrize(("claim_id", "layer"), [("pln.prop1.tanh", Tanh()),
                                                 ("pln.prop1.sigmoid", Sigmoid())])  # fmt: skip
def test_the_network_of_proposition_1_has_no_bias_at_the_output(
    claim_id: str, layer: object
) -> None:
    net = network(claim_id, f="x", eps="1/6")
    assert net.layer == layer
    assert net.N == 4  # floor(1/(2/6)) + 1, the constant unit among them
    lam = net.units[0].W[0][0].q
    assert [u.W[0][0].q for u in net.units] == [lam] * 4
    assert [u.b[0].q / lam for u in net.units] == [F(-1, 4), F(-1, 2), F(-3, 4), F(1)]


def test_the_printed_weights() -> None:
    """f(u) = u, N = 4: alpha_j = 1/4 and f(1/8) for the sigmoid, half the jumps for tanh."""
    sigmoid = network("pln.prop1.sigmoid", f="x", eps="1/6")
    assert [u.alpha[0].q for u in sigmoid.units] == [F(1, 4)] * 3 + [F(1, 8)]
    tanh_net = network("pln.prop1.tanh", f="x", eps="1/6")
    assert [u.alpha[0].q for u in tanh_net.units] == [F(1, 8)] * 3 + [F(1, 2)]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_extreme_instances_are_declared(claim_id: str) -> None:
    declared = registry.load(claim_id).instances
    assert len(declared) >= 5
    assert any(given["f"] == "0*x" for given in declared)
    assert any(floor(F(given["eps"])) > 1 for given in declared)


@pytest.mark.parametrize(("text", "why"), [("0", "from 1 to 9999"), ("-1", "from 1 to 9999"),
                                           ("1.5", "from 1 to 9999")])  # fmt: skip
def test_the_size_of_a_group_is_at_least_one(text: str, why: str) -> None:
    claim = registry.load("pln.thm3")
    with pytest.raises(ValueError, match=why):
        claim.settings({"d": text})
    assert claim.settings({"d": "1"})["d"] == 1


@by_turns(4)
def test_a_steep_network_needs_about_n_log_n() -> None:
    """The rate 2 A/(e^(lambda/N) + 1): lambda is about N log(L/margin), not N^2."""
    (row,) = rows("pln.prop1.tanh", f="x", eps="1/12")
    margin = 1 / 12 - 1 / 14
    assert float(F(row.inputs["lambda"])) < 2 * 7 * log(8 / margin)


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize("claim_id", ["pln.prop1.tanh", "pln.prop1.sigmoid"])
def test_the_printed_lambda_stands_beside_the_repaired_one(claim_id: str) -> None:
    claim = registry.load(claim_id)
    assert claim.run is not None
    repaired, printed = claim.run(claim.settings({"f": "x", "eps": "1/4"}))
    assert (repaired.version, printed.version) == ("repaired", "printed")
    weight, slack = (F(1, 2) if claim_id.endswith("tanh") else F(1, 3)), F(1, 12)
    star = 12 * log((3 * weight - slack) / slack)  # alpha^* and delta_0 = 1/12
    assert star <= F(printed.inputs["lambda"]) <= star + 2
    assert printed.verdict == repaired.verdict == "certified"


@by_turns(2)
@pytest.mark.parametrize("claim_id", ["pln.prop1.tanh", "pln.prop1.sigmoid"])
def test_a_printed_lambda_that_is_no_logarithm_is_said_to_be_none(claim_id: str) -> None:
    claim = registry.load(claim_id)
    assert claim.run is not None
    (only,) = claim.run(claim.settings({"f": "0*x", "eps": "1/4"}))
    assert (only.version, only.inputs["printed"][:5]) == ("repaired", "none:")
    with pytest.raises(ValueError, match="logarithm of a number <= 0"):
        rows(claim_id, f="0*x", eps="1/4", version="printed")
