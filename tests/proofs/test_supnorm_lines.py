"""Certificates of many units that are lines on either side: accepted, and refused where false."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.functions import linear_pieces, parse
from constructions.relu import jump_pairs, relu_network
from proofs import replay
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.kernel.check import open_statement
from proofs.pln import instances
from proofs.pln.instances import _term
from proofs.pln.prop2 import instances as prop2_instances
from proofs.pln.prop2.instances import Steps, chords, written_relu
from proofs.pln.prop2.upper.pairs import pieces
from proofs.pln.prop3 import instances as prop3_instances
from proofs.supnorm._line_terms import fill
from proofs.supnorm.blocks import MAX_WORK, NotWide
from proofs.supnorm.line_tables import enclose_lines
from proofs.supnorm.lines import PLUS, RELU, SIGN, Kind, Lines, Network, Unit
from proofs.supnorm.networks import (
    NotCertified,
    OnLine,
    certify_lines,
    exact_sup,
    signs,
    upper_of_lines,
)
from proofs.trees.script import statement
from tests.sampling import by_turns, some_of

KINDS = {"relu": RELU, "sign": SIGN, "plus": PLUS}
TOP = F(10001, 10000)


def relu(text: str, M: int) -> Network:
    f = parse(text)
    return written_relu(relu_network([f.sample(F(k, M), F(1, 10**9)) for k in range(M + 1)]))


def middles(text: str, N: int) -> tuple[F, ...]:
    f = parse(text)
    return tuple(f.sample(F(2 * k + 1, 2 * N), F(1, 10**9)) for k in range(N))


NETWORKS = {
    "relu": ("exp(-x)", lambda: relu("exp(-x)", 11)),
    "one cell": ("x**2", lambda: relu("x**2", 1)),
    "roots": ("sqrt(x+1)", lambda: relu("sqrt(x+1)", 26)),
    "plus": ("sin(3*x)", lambda: Steps(middles("sin(3*x)", 12)).network()),
    "sign": ("1/(1+x)", lambda: signs(OnLine(middles("1/(1+x)", 12)))),
    "pairs": ("cos(x)", lambda: written_relu(jump_pairs(parse("cos(x)"), F(1), F(1, 15)).network)),
}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", NETWORKS)
def test_a_bound_is_certified(name: str) -> None:
    text, made = NETWORKS[name]
    network, f = made(), parse(text)
    lo, hi, certificates = certify_lines(network, f, _term(f))
    assert len(certificates) == 2
    assert all(check(dumps(certificate)).accepted for certificate in certificates)
    assert all(replay.check(dumps(certificate)).accepted for certificate in certificates)
    upper = certificates[0]["statement"]
    assert upper["show"] == ["<=", ["abs", ["-", network.G, _term(f)]], str(hi)]
    assert upper["given"] == [["<=", "0", "x"], ["<=", "x", "1"]]
    found = enclose_lines(network.cells(), f, F(1, 1000))
    assert found.lo * F(9999, 10000) <= lo <= hi <= found.lo * F(1002, 1000)


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", NETWORKS)
def test_a_bound_that_is_exceeded_by_1e_5_is_not_shown(name: str) -> None:
    text, made = NETWORKS[name]
    network, f = made(), parse(text)
    found = enclose_lines(network.cells(), f, F(1, 10**6))
    certificate = Lines(network, _term(f), found.hi * TOP).certificate()
    assert check(dumps(certificate)).accepted
    low = found.lo * (1 - F(1, 10**5))
    with pytest.raises(NotWide):
        Lines(network, _term(f), low)
    old = certificate["statement"]["show"][2]
    spoiled = copy.deepcopy(certificate)
    spoiled["statement"]["show"][2] = str(low)
    assert check(dumps(spoiled)).outcome == "reject"
    everywhere = _replaced(copy.deepcopy(certificate), {old: str(low), f"-{old}": f"-{low}"})
    assert check(dumps(everywhere)).outcome == "reject"


def _replaced(node: Any, texts: dict[str, str]) -> Any:
    if isinstance(node, dict):
        return {key: _replaced(value, texts) for key, value in node.items()}
    if isinstance(node, list):
        return [_replaced(value, texts) for value in node]
    return texts.get(node, node) if isinstance(node, str) else node


@pytest.mark.parametrize("name", ["relu", "sign", "plus"])
def test_a_weight_that_is_moved_is_noticed(name: str) -> None:
    text, made = NETWORKS[name]
    network, f = made(), parse(text)
    B = enclose_lines(network.cells(), f, F(1, 1000)).hi * F(101, 100)
    assert Lines(network, _term(f), B).certificate()
    for k in (0, 5, len(network.units) - 1):
        units = list(network.units)
        units[k] = replace(units[k], alpha=units[k].alpha + 40 * B)
        with pytest.raises(NotWide):
            Lines(replace(network, units=tuple(units)), _term(f), B)


@pytest.mark.parametrize("k", [0, 3, 10])
def test_units_that_are_not_those_of_the_network_are_rejected(k: int) -> None:
    network, f = relu("exp(-x)", 11), parse("exp(-x)")
    B = enclose_lines(network.cells(), f, F(1, 1000)).hi * 2
    units = list(network.units)
    units[k] = replace(units[k], alpha=units[k].alpha + B / 1000)
    certificate = Lines(replace(network, units=tuple(units)), _term(f), B).certificate()
    assert check(dumps(certificate)).code == "identity-fails"


@pytest.mark.parametrize("name", KINDS)
def test_the_lemma_on_a_unit_holds_and_a_false_one_does_not(name: str) -> None:
    def shown(kind: Kind) -> bool:
        goal = statement({"x": "real"}, [], kind.lemma)
        return check(
            dumps({"statement": goal, "proof": fill(open_statement(goal), kind.proof())})
        ).accepted

    kind = KINDS[name]
    assert shown(kind)
    for wrong in (replace(kind, right=(kind.right[0], F(2))), replace(kind, left=(F(1), F(0)))):
        assert not shown(wrong)


def test_cells_are_those_of_the_networks() -> None:
    y = [F(k * k, 7) for k in range(5)]
    ours = [(c.lo, c.hi, c.p, c.q) for c in written_relu(relu_network(y)).cells()]
    assert ours == [(c.lo, c.hi, c.p, c.q) for c in chords(y)]
    steps = Steps(tuple(y))
    assert steps.network().cells() == steps.cells() == signs(OnLine(tuple(y))).cells()
    network = jump_pairs(parse("cos(x)"), F(1), F(1, 15)).network
    assert written_relu(network).cells() == pieces(network)


def test_units_in_any_order_that_rise_or_fall() -> None:
    """|x - 1/3| from two units at one place, a third that falls, and one beyond 1."""
    third, one = F(1, 3), F(1)
    units = [Unit(one, one, F(-2)), Unit(one, -one, third), Unit(one, one, -third)]
    parts = [
        ["*", str(u.alpha), ["max", "0", ["+", str(u.b), ["*", str(u.w), "x"]]]] for u in units
    ]
    network = Network(["+", *parts], tuple(units), RELU)
    f = parse("abs(x-1/3)")
    certificate = Lines(network, _term(f), F(0), exact=True).certificate()
    assert check(dumps(certificate)).accepted
    assert replay.check(dumps(certificate)).accepted
    with pytest.raises(NotWide):
        Lines(network, _term(parse("abs(x-1/3)+x/10**6")), F(0), exact=True)
    with pytest.raises(NotWide, match="steps down"):
        Lines(replace(network, kind=SIGN), _term(f), F(9))


@by_turns(2)
@pytest.mark.parametrize("made", [lambda y: signs(OnLine(y)), lambda y: Steps(y).network()])
def test_the_exact_supremum_for_a_piecewise_linear_function(made: Any) -> None:
    f, y = parse("abs(x-1/3)"), middles("abs(x-1/3)", 9)
    pieces_of = linear_pieces(f)
    assert pieces_of is not None
    sup = exact_sup(y, pieces_of).value
    assert check(dumps(upper_of_lines(made(y), _term(f), sup))).accepted
    with pytest.raises(NotCertified):
        upper_of_lines(made(y), _term(f), sup * (1 - F(1, 10**9)))


def test_at_its_place_a_sign_is_0() -> None:
    """The mean of two levels is what is compared there, and a level that is far off is seen."""
    y = (F(0), F(1), F(0), F(1))
    network, f = signs(OnLine(y)), parse("1/2")
    assert check(dumps(Lines(network, _term(f), F(1, 2), exact=True).certificate())).accepted
    text = dumps(Lines(network, _term(f), F(1, 2), exact=True).certificate())
    assert b'"at":["0"]' in text.replace(b" ", b"")


ROWS = {
    "relu": prop2_instances.relu_rows,
    "pair": prop3_instances.rows("pln.prop3"),
    "single": prop3_instances.rows("pln.prop4"),
    "sign": instances.sign_rows,
}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("text", ["abs(x-1/3)", "sin(2*x)/2"])
def test_instances_of_more_units_than_boxes_alone_can_do_have_certificates(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"f": parse(text), "eps": F(1, 21), "L": None, "version": None}

    def rows() -> list[Any]:
        return ROWS[name](settings)

    for module in (instances, prop2_instances):
        monkeypatch.setattr(module, "MAX_TREE_UNITS", 8)
    for row in rows():
        assert [item.level for item in row.evidence] == ["kernel", "kernel"]
        assert (row.lo == row.hi) == (text == "abs(x-1/3)")
        assert row.hi <= row.lo * F(1002, 1000)
    for module in (instances, prop2_instances):
        monkeypatch.setattr(module, "MAX_KERNEL_UNITS", 9)
    for row in rows():
        assert [item.level for item in row.evidence] == ["enclosure"]


@by_turns(4)
def test_a_thousand_units_are_within_the_kernels_work() -> None:
    for kind in ("relu", "plus"):
        y = [F(k * (2000 - k), 10**6) for k in range(1001)]
        network = written_relu(relu_network(y)) if kind == "relu" else Steps(tuple(y[1:])).network()
        f = parse("x*(2-x)")
        B = enclose_lines(network.cells(), f, F(1, 1000)).hi * F(5, 4)
        assert Lines(network, _term(f), B).work < MAX_WORK


def test_random_networks_of_lines() -> None:
    rng = random.Random(3)
    f = parse("x**2-x/3")
    for _ in range(6):
        places = [F(rng.randrange(-3, 40), 31) for _ in range(rng.randrange(1, 9))]
        signs_of = [rng.choice((-1, 1)) for _ in places]
        units = tuple(
            Unit(F(rng.randrange(-9, 10), 4), F(w), -w * place)
            for w, place in zip(signs_of, places, strict=True)
        )
        terms = [
            ["*", str(u.alpha), RELU.step(["+", str(u.b), ["*", str(u.w), "x"]])] for u in units
        ]
        network = Network(["+", "0", *terms], units, RELU)
        found = enclose_lines(network.cells(), f, F(1, 1000))
        x = found.at
        value = sum((u.alpha * max(F(0), u.w * x + u.b) for u in units), F(0))
        assert abs(abs(value - x * x + x / 3) - found.lo) < F(1, 10**9)
        certificate = Lines(network, _term(f), found.hi * F(101, 100)).certificate()
        assert check(dumps(certificate)).accepted
