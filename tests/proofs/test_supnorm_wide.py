"""Certificates of networks of many steps: accepted as they are, refused where the bound is not."""

from __future__ import annotations

import copy
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.functions import parse
from constructions.layers import ROOT_OF_VAR_PLUS_DELTA, SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, TANH
from proofs import replay
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.pln import instances
from proofs.pln.instances import _enclosed, _term
from proofs.supnorm.blocks import NotWide
from proofs.supnorm.networks import NotCertified, OnLine, certify_wide, enclose_sup
from proofs.supnorm.unit_lemma import Bounds, bounds
from proofs.supnorm.wide import Wide
from proofs.trees.script import statement
from tests.sampling import by_turns, some_of

SHAPES = [
    ("sin(3*x)", 11, F(1, 10**6), SIGMA_PLUS_DELTA),
    ("abs(x-1/3)", 9, F(1, 10**5), ROOT_OF_VAR_PLUS_DELTA),
    ("exp(-x)", 10, F(1, 1500), TANH),
    ("1/(1+x)", 9, F(1, 2500), SIGMOID),
    ("sqrt(x+1)", 12, F(0), SIGMA_PLUS_DELTA),
]


def network(text: str, N: int, c: F, convention: str) -> OnLine:
    f = parse(text)
    values = tuple(f.sample(F(2 * k + 1, 2 * N), F(1, 10**9)) for k in range(N))
    return OnLine(values, c, convention)


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("text", "N", "c", "convention"), SHAPES)
def test_a_bound_is_certified(text: str, N: int, c: F, convention: str) -> None:
    line, f = network(text, N, c, convention), parse(text)
    lo, hi, certificates = certify_wide(line, f, _term(f))
    assert all(check(dumps(certificate)).accepted for certificate in certificates)
    assert all(replay.check(dumps(certificate)).accepted for certificate in certificates)
    upper = certificates[0]["statement"]
    assert upper["show"] == ["<=", ["abs", ["-", line.term(), _term(f)]], str(hi)]
    assert upper["given"] == [["<=", "0", "x"], ["<=", "x", "1"]]
    below, above = enclose_sup(line, f, None)
    assert lo <= above
    assert below <= hi
    assert hi < below * F(5, 4)


@by_turns(2)
def test_a_target_just_above_the_supremum_is_certified_and_one_below_is_not() -> None:
    line, f = network("sin(3*x)", 13, F(1, 10**9), SIGMA_PLUS_DELTA), parse("sin(3*x)")
    below, above = enclose_sup(line, f, None)
    target = above * F(1001, 1000)
    _, hi, (upper, _) = certify_wide(line, f, _term(f), target)
    assert below <= hi < target
    assert check(dumps(upper)).accepted
    for short in (F(1, 10**5), F(1, 100)):
        with pytest.raises(NotWide):
            Wide(line, _term(f), below * (1 - short))


@by_turns(3)
def test_a_bound_that_is_written_into_a_certificate_is_rejected() -> None:
    text, N = "abs(x-1/3)", 9
    line, f = network(text, N, F(1, 10**6), SIGMA_PLUS_DELTA), parse(text)
    certificate = Wide(line, _term(f), F(51, 50) / (2 * N)).certificate()
    assert check(dumps(certificate)).accepted
    below, _ = enclose_sup(line, f, None)
    old, new = certificate["statement"]["show"][2], str(below * (1 - F(1, 10**5)))
    spoiled = copy.deepcopy(certificate)
    spoiled["statement"]["show"][2] = new
    assert check(dumps(spoiled)).outcome == "reject"
    everywhere = _replaced(copy.deepcopy(certificate), {old: new, f"-{old}": f"-{new}"})
    assert check(dumps(everywhere)).outcome == "reject"


def _replaced(node: Any, texts: dict[str, str]) -> Any:
    if isinstance(node, dict):
        return {key: _replaced(value, texts) for key, value in node.items()}
    if isinstance(node, list):
        return [_replaced(value, texts) for value in node]
    return texts.get(node, node) if isinstance(node, str) else node


def test_a_value_that_is_moved_is_noticed() -> None:
    """One level that is off by 1e-5 of the bound, at both ends and in the middle."""
    text, N = "sin(3*x)", 13
    line, f = network(text, N, F(1, 10**9), SIGMA_PLUS_DELTA), parse(text)
    B = enclose_sup(line, f, None)[1] * F(101, 100)
    assert Wide(line, _term(f), B).certificate()
    for k in (0, 6, N - 1):
        y = list(line.y)
        y[k] += 2 * B if k != 6 else B * (1 + F(1, 10**5))
        worse = OnLine(tuple(y), line.c)
        with pytest.raises(NotWide):
            Wide(worse, _term(f), B)


def lemmas() -> list[Bounds]:
    return [bounds(c, convention, F(7, 16 * N)) for _, N, c, convention in SHAPES]


@pytest.mark.parametrize("s", lemmas(), ids=lambda s: f"{s.convention}-{s.c}")
def test_the_lemma_on_steps_holds_with_its_r_and_not_with_a_smaller_one(s: Bounds) -> None:
    from proofs.kernel.check import open_statement
    from proofs.supnorm._line_terms import fill

    def shown(step: Bounds) -> bool:
        goal = statement({"x": "real"}, [], step.lemma)
        proof = fill(open_statement(goal), step.proof())
        return check(dumps({"statement": goal, "proof": proof})).accepted

    assert shown(s)
    value = float(abs(_step(s, float(s.w)) - float(s.values[2])))
    assert value <= float(s.r) * (1 + 1e-9)
    if s.c:
        assert not shown(Bounds(s.c, s.convention, s.w, s.r * F(1, 2)))


def _step(s: Bounds, t: float) -> float:
    """s(t), t > 0."""
    import math

    c = float(s.c)
    if not c:
        return 1.0
    if s.convention == SIGMA_PLUS_DELTA:
        return t / (t + c)
    if s.convention == TANH:
        return math.tanh(t / c)
    return 1 / (1 + math.exp(-t / c)) if s.convention == SIGMOID else t / math.hypot(t, c)


def test_what_is_not_of_this_shape_is_refused() -> None:
    f = parse("x")
    with pytest.raises(NotWide, match="breakpoints"):
        Wide(OnLine((F(1), F(1), F(1))), _term(f), F(10))
    wild = OnLine(tuple(F(k % 2) for k in range(20)), F(1, 5))
    with pytest.raises(NotCertified):
        certify_wide(wild, f, _term(f))


def test_instances_of_more_units_than_boxes_alone_can_do_have_certificates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(instances, "MAX_TREE_UNITS", 8)
    text, N = "abs(x-1/3)", 10
    line, f = network(text, N, F(1, 10**8), SIGMA_PLUS_DELTA), parse(text)
    evidence, lo, hi = _enclosed(line, f, F(1, 2 * N) * F(102, 100))
    assert [item.level for item in evidence] == ["kernel", "kernel"]
    assert lo < hi < F(1, 2 * N) * F(102, 100)
    monkeypatch.setattr(instances, "MAX_KERNEL_UNITS", 9)
    (by_balls,), _, _ = _enclosed(line, f, F(1, 2 * N) * F(102, 100))
    assert by_balls.level == "enclosure"


@by_turns(3)
def test_blocks_stand_in_for_boxes_only_where_they_are_as_sharp() -> None:
    """A narrow smoothing: to a thousandth.  A wide one: by boxes, as sharp."""
    f = parse("sin(3*x)")
    for c in (F(1, 10**7), F(1, 300)):
        line = network("sin(3*x)", 9, c, SIGMA_PLUS_DELTA)
        evidence, lo, hi = _enclosed(line, f, F(1))
        assert all(item.proved and item.level == "kernel" for item in evidence)
        assert lo <= hi <= lo * F(1002, 1000)
        by_blocks = "obtain" in str(evidence[0].certificate)
        assert by_blocks == (c < F(1, 1000))
