"""N(ReLU) between our bounds, the networks of pairs beside them, and what the bounds rest on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F

import pytest

from constructions.exact import ExactSystem
from constructions.functions import parse
from constructions.networks import ParallelNet
from constructions.relu import (
    few_kinks,
    few_kinks_network,
    half_piece,
    jump_pairs,
    kink_pair_network,
    odd_kinks_network,
    steepness,
)
from constructions.terms import Term, plain_json, var
from proofs.claims import Control, Witness
from proofs.decide import same
from proofs.kernel import check
from proofs.pln.definition3 import approximates, bound_of
from proofs.pln.prop2.lower.small import SHARPENED, small
from proofs.pln.prop2.upper.longer import ODD
from proofs.pln.prop2.upper.odd import FIVE_NETWORK, LONGER_NETWORK, THREE_NETWORK
from proofs.pln.prop2.upper.pairs import FREE, PAIRS, few_rows, pair_rows, pieces
from proofs.pln.prop2.upper.pairs_statement import LEFT_NETWORK
from proofs.pln.relu_widths import exact, lower, upper
from proofs.refute import instantiate, negation
from proofs.registry import find
from proofs.trees.script import node, statement
from tests.campaigns import jump_pairs as campaign
from tests.campaigns.jump_pairs import Linear, error
from tests.kept_files import loaded
from tests.sampling import by_turns, some_of

# --- the bounds ----------------------------------------------------------------------------------

#: L/eps, and what is known of N(ReLU) there, by hand
TABLE = {
    "0": (1, 1), "19/10": (1, 1), "2": (2, 2), "399/100": (2, 2), "4": (3, 3),
    "599/100": (3, 3), "6": (4, 4), "799/100": (4, 4), "8": (4, 5), "1199/100": (4, 5),
    "12": (5, 6), "14": (6, 6), "1599/100": (6, 6), "16": (7, 7),
    "1782/100": (7, 7), "1783/100": (7, 8), "18": (8, 8), "20": (9, 9), "2182/100": (9, 9),
    "2183/100": (9, 10), "1001": (499, 499),
    "10018284/10000": (499, 499), "10018285/10000": (499, 500), "1003": (500, 500),
}  # fmt: skip


@pytest.mark.parametrize("ratio", TABLE)
def test_the_bounds(ratio: str) -> None:
    low, high = TABLE[ratio]
    r = F(ratio)
    assert (lower(r).units, upper(r).units) == (low, high)
    assert exact(r) == (low if low == high else None)


def test_the_bounds_lie_between_the_printed_ones_and_grow() -> None:
    ratios = [F(k, 8) for k in range(400)]
    for r in ratios:
        printed = int(r / 2)
        assert printed - 1 <= lower(r).units <= upper(r).units <= printed + 2
        assert upper(r).units <= max(printed, 4) or r < 14
    for bound in (lower, upper):
        units = [bound(r).units for r in ratios]
        assert units == sorted(units)
        with pytest.raises(ValueError, match="negative"):
            bound(F(-1))


@pytest.mark.parametrize("ratio", TABLE)
@pytest.mark.parametrize("bound", [lower, upper])
def test_every_bound_names_a_claim(bound: Callable[[F], object], ratio: str) -> None:
    claim = find(bound(F(ratio)).claim)  # type: ignore[attr-defined]
    show = claim.obligations[0].statement["show"]
    assert (show[0] == "and") == (bound is lower)
    assert show == ["<=", "N_phi", "N"] or show[2][1] == plain_json(approximates(var("n")))


def test_the_bounds_on_widths_come_from_networks_and_functions() -> None:
    for claim in (PAIRS, FREE, SHARPENED):
        bounds = [o.statement for o in claim.obligations if o.id.endswith("width")]
        behind = [o.statement for o in claim.obligations if not o.id.endswith("width")]
        assert bounds == [bound_of(sequent) for sequent in behind]
    cells = [small(number) for number in range(4)]
    assert behind == cells
    assert [b["show"][2][2] for b in bounds] == [["<=", str(k), "n"] for k in (1, 2, 3, 4)]


# --- the networks --------------------------------------------------------------------------------


def test_pairs_keep_their_promise_for_functions_meant_to_hurt() -> None:
    outcome = campaign.run(40, 7)
    assert outcome.failures == 0, outcome.examples
    assert outcome.counts["error above 99 % of L/(2 q)"] > 20


def test_the_campaign_sees_a_network_of_other_values(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(y: list[F], Y: F) -> ParallelNet:
        return kink_pair_network([*y[:-1], y[-1] + 1], Y)

    monkeypatch.setattr(campaign, "kink_pair_network", other)
    assert campaign.run(20, 7).failures > 0
    monkeypatch.undo()

    def few(y: list[F], Y: F) -> ParallelNet:
        return few_kinks_network([*y[:-1], y[-1] + 1], Y)

    monkeypatch.setattr(campaign, "few_kinks_network", few)
    assert campaign.run(20, 7).failures > 0


def test_the_error_of_the_campaign_is_the_largest_on_a_fine_grid() -> None:
    f = Linear([(F(0), F(1, 3)), (F(1, 3), F(0)), (F(1), F(2, 3))])

    class Exact:
        def exact(self, q: F) -> F:
            return abs(q - F(1, 3))

        sample = None

    network = jump_pairs(Exact(), F(1), F(1, 12)).network  # type: ignore[arg-type]
    system = ExactSystem()
    grid = [F(k, 720) for k in range(721)]
    sizes = [abs(network.evaluate(system, [system.const(x)]).rational() - f(x)) for x in grid]
    assert max(sizes) <= error(network, f) <= max(sizes) + F(1, 720)


def test_the_pieces_are_the_network() -> None:
    network = jump_pairs(find("pln.prop2.upper").settings(
        {"f": "abs(x-1/3)", "eps": "1/12"})["f"], F(1), F(1, 12)).network  # fmt: skip
    system = ExactSystem()
    cells = pieces(network)
    assert (cells[0].lo, cells[-1].hi, len(cells)) == (0, 1, 7)
    for cell in cells:
        for x in (cell.lo, (cell.lo + cell.hi) / 2, cell.hi):
            assert network.evaluate(system, [system.const(x)]).rational() == cell.at(x)


@by_turns(2)
@some_of(5)
@pytest.mark.parametrize("M", [4, 5, 6])
@pytest.mark.parametrize("x", ["0", "9/40", "1/2", "101/200", "1"])
def test_what_is_proved_is_said_of_the_network_that_is_built(M: int, x: str) -> None:
    y = [abs(F(2 * j + 1, 4 * M) - F(1, 3)) for j in range(2 * M)]
    network, system = kink_pair_network(y, F(50)), ExactSystem()
    value = network.evaluate(system, [system.const(F(x))]).rational()
    body = ["abs", ["-", "u", "1/3"]]
    witness = Witness({"M": M, "Y": 50, "x": F(x)}, {"f": (("u",), body)})

    def accepted(claimed: F) -> bool:
        goal = instantiate(["=", LEFT_NETWORK.json, str(claimed)], witness)
        proof = node("both", *[node("evaluate", bits=0)] * 2)
        return check(json.dumps({"statement": statement({}, [], goal), "proof": proof})).accepted

    assert value is not None
    assert accepted(value)
    assert not accepted(value + F(1, 10**9))


@by_turns(2)
@pytest.mark.parametrize(
    ("text", "eps", "N"), [("abs(x-1/3)", "1/12", 6), ("3+0*x", "1/9", 6), ("x**2", "1/6", 6)]
)
def test_instances_are_certified_by_the_kernel(text: str, eps: str, N: int) -> None:
    (row,) = pair_rows(PAIRS.settings({"f": text, "eps": eps}))
    assert (row.units, row.verdict, row.level) == (N, "certified", "kernel")
    assert row.lo <= row.hi < row.bound


@pytest.mark.parametrize(
    ("text", "eps", "N"),
    [("x**2", "3/2", 1), ("abs(x-1/2)", "3/8", 2), ("abs(x-1/3)", "1/5", 3),
     ("min(x, 1-x)", "1/7", 4), ("abs(x-1/2)", "1/11", 5), ("5+0*x", "1/9", 1)],
)  # fmt: skip
def test_instances_of_few_units_are_certified_by_the_kernel(text: str, eps: str, N: int) -> None:
    settings = FREE.settings({"f": text, "eps": eps})
    (row,) = few_rows(settings)
    assert (row.units, row.verdict, row.level) == (N, "certified", "kernel")
    assert row.lo <= row.hi < row.bound
    assert len(row.network.units) == N
    with pytest.raises(ValueError, match="five ReLUs"):
        few_rows({**settings, "f": parse("x"), "L": F(1), "eps": F(1, 12)})


@by_turns(2)
@pytest.mark.parametrize(("network", "values"), [(THREE_NETWORK, 3), (FIVE_NETWORK, 6)])
@pytest.mark.parametrize("x", ["0", "1/4", "1/3", "1001/3000", "7/12", "1"])
def test_what_is_proved_of_few_units_is_said_of_those_that_are_built(
    network: Term, values: int, x: str
) -> None:
    y = [abs(F(2 * j + 1, 2 * values) - F(1, 3)) for j in range(values)]
    system = ExactSystem()
    value = few_kinks_network(y, F(50)).evaluate(system, [system.const(F(x))]).rational()
    body = ["abs", ["-", "u", "1/3"]]
    witness = Witness({"M": F(values, 2), "Y": 50, "x": F(x)}, {"f": (("u",), body)})

    def accepted(claimed: F) -> bool:
        goal = instantiate(["=", network.json, str(claimed)], witness)
        proof = node("both", *[node("evaluate", bits=0)] * 2)
        return check(json.dumps({"statement": statement({}, [], goal), "proof": proof})).accepted

    assert value is not None
    assert accepted(value)
    assert not accepted(value + F(1, 10**9))


def test_few_units_are_those_that_the_bounds_have() -> None:
    for r in (F(k, 8) for k in range(96)):
        made = few_kinks(parse("0*x"), r, F(1))
        assert len(made.network.units) == upper(r).units


@by_turns(2)
@some_of(2)
@pytest.mark.parametrize("N", [7, 9, 11])
@pytest.mark.parametrize("x", ["0", "1/4", "17/20", "99/100", "1"])
def test_what_is_proved_of_odd_numbers_of_units_is_said_of_those_that_are_built(
    N: int, x: str
) -> None:
    r = F(7, 5)
    made, system = odd_kinks_network(lambda u: abs(u - F(1, 3)), N, r, F(50)), ExactSystem()
    assert len(made.units) == N
    value = made.evaluate(system, [system.const(F(x))]).rational()
    body = ["abs", ["-", "u", "1/3"]]
    values = {"M": (2 * N + 1 + 2 * r) / 4, "P": N // 2, "r": r, "Y": 50, "x": F(x)}
    witness = Witness(values, {"f": (("u",), body)})

    def accepted(claimed: F) -> bool:
        goal = instantiate(["=", LONGER_NETWORK.json, str(claimed)], witness)
        proof = node("both", *[node("evaluate", bits=0)] * 2)
        return check(json.dumps({"statement": statement({}, [], goal), "proof": proof})).accepted

    assert value is not None
    assert accepted(value)
    assert not accepted(value + F(1, 10**9))


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("N", [7, 9, 11])
@pytest.mark.parametrize("r", [F(1), F(7, 5), F(1414213562, 10**9)])
def test_odd_numbers_of_units_keep_their_promise_and_no_larger_r_does(N: int, r: F) -> None:
    """f grows by 1 where it hurts: away from a place in the last piece, in both directions."""
    margin = F(1, 10**4)

    def largest(r: F, at: F) -> tuple[F, F]:
        M = (2 * N + 1 + 2 * r) / 4
        start, half = N // 2 / M, half_piece(M, r)
        place = start + at * half
        share = 1 / (4 * M)

        def f(u: F) -> F:
            return abs(u - place)

        Y = steepness(f(share), M, F(1), margin)
        made = odd_kinks_network(f, N, r, Y)
        return error(made, Linear([(F(0), place), (place, F(0)), (F(1), 1 - place)])), share

    places = [F(k, 40) for k in range(1, 80)]
    for at in places:
        found, share = largest(r, at)
        assert found <= share + margin / 2
    assert any(e > s + margin / 2 for e, s in (largest(F(8, 5), at) for at in places))


@by_turns(2)
@pytest.mark.parametrize("control", ODD.controls, ids=lambda control: control.attempt.id)
def test_a_bump_is_missed_without_a_hypothesis(control: Control) -> None:
    attempt = control.attempt
    kept = loaded(attempt.id)
    assert same(kept["statement"], negation(attempt)[0])
    assert check(json.dumps(kept)).accepted
    values = attempt.witness.values
    lower = {**values, "N_phi": 1}  # one unit is at most N
    other = negation(replace(attempt, witness=Witness(lower, attempt.witness.functions)))[0]
    assert not check(json.dumps({**kept, "statement": other})).accepted
    if values["N"] != 7:
        return  # nothing is built with fewer units than are counted

    def bump(at: F) -> F:
        body = instantiate(["app", "F", "0", str(at)], attempt.witness)
        h, c = F(body[2][1]), F(body[2][2][1][2])
        return max(F(0), h - abs(at - c))

    center = F(instantiate(["app", "F", "0", "0"], attempt.witness)[2][2][1][2])
    assert bump(center) >= values["eps"]
    for Y in (F(1), F(50), F(10**6)):
        made, system = odd_kinks_network(bump, 7, F(values["r"]), Y), ExactSystem()
        assert made.evaluate(system, [system.const(center)]).rational() == 0


def test_longer_pieces_need_an_odd_number_of_units() -> None:
    for N in (5, 8):
        with pytest.raises(ValueError, match="odd number of at least 7"):
            odd_kinks_network(lambda u: u, N, F(1), F(50))
