"""Suprema of |G - f|: values worked out by hand, and certificates that the kernel judges.

Every accepted bound stands beside the same certificate with the bound lowered a little, which
the kernel must reject.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction as F
from typing import Any

import pytest

from constructions.functions import linear_pieces, parse
from constructions.layers import CONVENTIONS, ROOT_OF_VAR_PLUS_DELTA
from constructions.pln import network_on_line
from constructions.terms import Term, TermSystem
from proofs.kernel import check
from proofs.kernel.check import open_statement
from proofs.registry import find
from proofs.supnorm import _line_terms as lines
from proofs.supnorm import balls as supnorm_balls
from proofs.supnorm.networks import (
    ExactSup,
    NotCertified,
    OnLine,
    certify,
    certify_exact,
    certify_lipschitz,
    enclose_sup_balls,
    exact_sup,
    sup_norm,
)
from proofs.trees.script import intro, statement
from tests.sampling import by_turns, some_of


def lowered(text: str) -> Any:
    return parse(text).evaluate(TermSystem(), x=Term("x")).json


def midpoints(text: str, N: int) -> tuple[F, ...]:
    f = parse(text)
    return tuple(f.sample(F(2 * k + 1, 2 * N), F(1, 10**9)) for k in range(N))


def verdict(certificate: Any) -> str:
    result = check(json.dumps(certificate))
    return f"{result.outcome} {result.code}".strip()


def with_bound(certificate: Any, change: Any) -> Any:
    """The same proof for the bound ``change(B)``: wherever B is written, it is replaced."""
    old = certificate["statement"]["show"][2]
    new = str(change(F(old)))

    def walk(data: Any) -> Any:
        if isinstance(data, list):
            return [walk(part) for part in data]
        if isinstance(data, dict):
            return {key: walk(part) for key, part in data.items()}
        return new if data == old else data

    changed = walk(copy.deepcopy(certificate))
    assert changed["statement"]["show"][2] == new
    return changed


# f, values of the network, N, the supremum and where it is
BY_HAND = [
    ("x", 1, ExactSup(F(1, 2), F(0), 0)),
    ("x", 2, ExactSup(F(1, 4), F(0), 0)),
    ("x", 3, ExactSup(F(1, 6), F(0), 0)),
    ("abs(x-1/3)", 11, ExactSup(F(1, 22), F(0), 0)),
    ("0*x", 4, ExactSup(F(0), F(0), 0)),
]
# a tent of height 1/4 over [1/4, 3/4]: zero at both ends, steepest where the cells meet
TENT = "max(0, 1/4-abs(x-1/2))"


@pytest.mark.parametrize(("text", "N", "expected"), BY_HAND)
def test_suprema_worked_out_by_hand(text: str, N: int, expected: ExactSup) -> None:
    pieces = linear_pieces(parse(text))
    assert pieces is not None
    y = midpoints(text, N)
    assert exact_sup(y, pieces) == expected
    upper, lower = certify_exact(y, lowered(text), pieces)
    assert upper["statement"]["show"][2] == str(expected.value)
    assert verdict(upper) == "accept"
    assert verdict(lower) == "accept"
    if expected.value:
        assert verdict(with_bound(upper, lambda B: B * (1 - F(1, 10**6)))).startswith("reject")
        with pytest.raises(NotCertified):
            certify_exact(y, lowered(text), pieces, bound=expected.value * (1 - F(1, 10**6)))


def test_a_supremum_that_is_only_approached() -> None:
    # N = 2, midpoints 1/4 and 3/4 where the tent is 0: the error at 1/2 is the tent's height
    pieces = linear_pieces(parse(TENT))
    assert pieces is not None
    assert exact_sup((F(0), F(0)), pieces) == ExactSup(F(1, 4), F(1, 2), 0)
    # with the cells 0 and 1/8 the left limit at 1/2 is 1/4, the right one 1/8, the value 3/16
    y = (F(0), F(1, 8))
    assert exact_sup(y, pieces) == ExactSup(F(1, 4), F(1, 2), -1)
    mirrored = (F(1, 8), F(0))
    assert exact_sup(mirrored, pieces) == ExactSup(F(1, 4), F(1, 2), 1)
    for values in (y, mirrored):
        upper, lower = certify_exact(values, lowered(TENT), pieces)
        assert verdict(upper) == "accept"
        assert verdict(lower) == "accept"
        # the supremum is not larger
        wrong = copy.deepcopy(lower)
        conjuncts = wrong["statement"]["show"][3]
        assert conjuncts[3][1] == ["-", "1/4", "eta"]
        conjuncts[3][1][1] = "1/3"
        assert verdict(wrong).startswith("reject")


def test_a_zigzag_with_many_kinks() -> None:
    text = "abs(abs(x-1/2)-1/4)"
    pieces = linear_pieces(parse(text))
    assert pieces is not None
    N = 7
    y = midpoints(text, N)
    sup = exact_sup(y, pieces)
    f = parse(text)
    for k in range(1, 840):
        if k % 120:  # not a breakpoint
            x = F(k, 840)
            assert abs(y[int(x * N)] - (f.exact(x) or 0)) <= sup.value
    upper, lower = certify_exact(y, lowered(text), pieces)
    assert verdict(upper) == "accept"
    assert verdict(lower) == "accept"


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("c", [F(5), F(1, 100), F(1, 10**12)])
def test_the_two_forms_of_a_step_are_equal(c: F, convention: str) -> None:
    equation = ["=", lines.printed_step("t", c, convention), lines.sharp_step("t", c, convention)]
    goal = statement({}, [], ["all", "t", "real", equation])
    proof = intro("t", lines._defined(c, convention, lines._cases(c, convention)))
    certificate = {"statement": goal, "proof": lines.fill(open_statement(goal), proof)}
    assert verdict(certificate) == "accept"
    wrong = copy.deepcopy(certificate)
    wrong["statement"]["show"][3][2][2][1] = "2"
    assert verdict(wrong).startswith("reject")


CURVED = "sin(2*x+1)+cos(x)"


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize(
    ("text", "N", "c"),
    [
        (CURVED, 4, F(1, 400)),
        (CURVED, 4, F(1, 4 * 10**9)),
        (CURVED, 10, F(1, 1000)),
        ("abs(x-1/3)", 5, F(1, 500)),
        ("exp(x)/(1+x)", 1, F(1, 10)),
    ],
)
def test_smoothed_networks(text: str, N: int, c: F, convention: str) -> None:
    network = OnLine(midpoints(text, N), c, convention)
    f = lowered(text)
    sup = sup_norm(network, f)
    assert sup.hi - sup.lo <= sup.hi / 1000
    upper, lower = certify(network, f, sup, check=False)
    assert verdict(upper) == "accept"
    assert verdict(lower) == "accept"
    # lo is attained, so a bound below it is false and nothing may prove it
    too_low = with_bound(upper, lambda B: sup.lo * (1 - F(1, 10**6)))
    assert verdict(too_low).startswith("reject")
    too_high = copy.deepcopy(lower)
    too_high["statement"]["show"][1] = str(sup.hi)
    assert verdict(too_high).startswith("reject")
    low, high = enclose_sup_balls(network, parse(text), tolerance=1e-2, max_boxes=2_000)
    assert low <= sup.hi
    assert sup.lo <= high


def test_a_function_that_is_not_linear_against_the_sign_network() -> None:
    network = OnLine(midpoints(CURVED, 5))
    sup = sup_norm(network, lowered(CURVED))
    upper, lower = certify(network, lowered(CURVED), sup)
    assert verdict(upper) == "accept"
    assert verdict(lower) == "accept"


def test_a_target_is_reached_or_refused_with_the_point() -> None:
    network = OnLine(midpoints("x", 3), F(1, 10**6))
    # sup is 1/6 up to the smoothing: a little above is reached, below is refused
    near = sup_norm(network, lowered("x"), target=F(1, 6) + F(1, 10**5))
    assert near.hi < F(1, 6) + F(1, 10**5)
    upper, _ = certify(network, lowered("x"), near, check=False)
    assert verdict(upper) == "accept"
    with pytest.raises(NotCertified, match="not below the target") as refusal:
        sup_norm(network, lowered("x"), target=F(1, 6) - F(1, 10**5))
    at = refusal.value.at
    assert at is not None
    assert abs(network.value(at) - float(at)) > 1 / 6 - 1e-5


def test_constant_networks() -> None:
    for c in (F(0), F(1, 50)):
        network = OnLine((F(0), F(0), F(0)), c)
        sup = sup_norm(network, lowered("x/4"))
        upper, lower = certify(network, lowered("x/4"), sup, check=False)
        assert sup.lo == F(1, 4)
        assert verdict(upper) == "accept"
        assert verdict(lower) == "accept"


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(
    ("N", "c", "convention"),
    [
        (1, F(0), CONVENTIONS[0]),
        (5, F(0), CONVENTIONS[0]),
        (4, F(1, 400), CONVENTIONS[0]),
        (4, F(1, 4000), ROOT_OF_VAR_PLUS_DELTA),
    ],
)
def test_every_lipschitz_function(N: int, c: F, convention: str) -> None:
    L, rho = F(2), F(1, 10**6)
    network = OnLine(midpoints("x*x-x/3", N), c, convention)
    least = L / (2 * N) + rho
    bound = least if not c else least * F(105, 100)
    certificate = certify_lipschitz(network, L, rho, bound)
    assert verdict(certificate) == "accept"
    wrong = copy.deepcopy(certificate)
    wrong["statement"]["given"][2][2] = "3"  # f only 3-Lipschitz: the bound no longer follows
    assert verdict(wrong).startswith("reject")
    with pytest.raises(NotCertified):
        certify_lipschitz(network, L, rho, L / (2 * N) * (1 - F(1, 10**6)))


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        OnLine(())
    with pytest.raises(ValueError, match="negative"):
        OnLine((F(1),), F(-1))
    with pytest.raises(ValueError, match="unknown convention"):
        OnLine((F(1),), F(1), "sigma")
    with pytest.raises(ValueError, match="cover"):
        exact_sup((F(1),), ())
    with pytest.raises(ValueError, match="tolerance"):
        sup_norm(OnLine((F(1),)), "0", tolerance=F(0))
    with pytest.raises(NotCertified, match="enclose"):
        sup_norm(OnLine((F(1),)), ["/", "1", "x"])


@pytest.mark.parametrize("convention", [*CONVENTIONS, "tanh", "sigmoid"])
def test_units_far_from_a_cell_are_enclosed_in_groups(
    convention: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a cell sees contains the sum of all units, and is not much wider."""
    from constructions.interop.flint import BallSystem

    system = BallSystem(128)
    line = OnLine(tuple(F(k * k % 17, 16) for k in range(90)), F(1, 4_000), convention)
    monkeypatch.setattr(supnorm_balls, "MOST_NEAR", 3)
    grouped = supnorm_balls._Network(line, system)
    assert grouped.near == 3
    for k in (0, 1, 44, 89):
        a, b = F(k, 90), F(k + 1, 90)
        grouped.enter(a, b)
        with system.working():
            inside = grouped.on(a, (a + b) / 2)
            for q in (a, a + F(1, 50_000), (2 * a + b) / 3):
                whole = network_on_line(system, line.y, system.const(q), line.c, convention)
                assert inside.contains(whole)
                assert grouped.value(q).overlaps(whole)
            assert not inside.contains(whole + 4)
        assert float(grouped.far.rad()) < 1 / 50


@by_turns(2)
def test_a_network_of_thousands_of_units() -> None:
    f, eps = "x", F(1, 4_201)
    claim = find("pln.lemma2")
    assert claim.run is not None
    (row,) = claim.run(claim.settings({"f": f, "eps": str(eps)}))
    assert (row.units, row.level, row.verdict) == (2_101, "enclosure", "certified")
    assert row.lo <= F(1, 4_202) <= row.hi < eps  # L/(2 N), attained
    assert row.evidence[0].statement["functions"] == {"G": 1}
    with pytest.raises(ValueError, match=r"N = 10001 units; instances are built up to 10,?000"):
        claim.run(claim.settings({"f": f, "eps": "1/20001"}))
