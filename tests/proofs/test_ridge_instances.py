"""Functions of n variables: certified errors against dense samples, spoiled certificates."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from typing import Any

import numpy as np
import pytest

from constructions.terms import conj
from proofs import registry
from proofs.kernel import check
from proofs.pln.instances import Row
from proofs.pln.ridge import statement as ridge
from proofs.pln.ridge.controls import controls
from proofs.pln.symbols import eps
from proofs.trees.script import Json
from tests import kept_files
from tests.sampling import by_turns, some_of

CLAIMS = ("pln.ridge", "pln.ridge.rms")


def rows(claim_id: str, **given: str) -> list[Row]:
    claim = registry.load(claim_id)
    assert claim.run is not None
    return claim.run(claim.settings(given))


def evaluated(row: Row, X: Any) -> Any:
    """The exported network at the rows of X, in floats, from Eq. 2 and Eq. 4-5 by hand."""
    net = json.loads(row.network.dumps())
    layer = net["layer"]
    d, delta = layer["d"], number(layer["delta"])
    total = np.zeros(len(X))
    for unit in net["units"]:
        W = np.array([[number(w) for w in line] for line in unit["W"]])
        h = X @ W.T + np.array([number(b) for b in unit["b"]])
        if layer["kind"] == "layer_norm":
            h = h - h.mean(axis=1, keepdims=True)
        square = (h**2).mean(axis=1)
        inside = layer["convention"].startswith("sqrt")
        scale = np.sqrt(square + delta) if inside else np.sqrt(square) + delta
        z = np.divide(h, scale[:, None], out=np.zeros_like(h), where=scale[:, None] > 0)
        assert z.shape[1] == d
        total += z @ np.array([number(a) for a in unit["alpha"]])
    return total


def number(text: str) -> float:
    q, _, root = text.partition("*sqrt(")
    return float(F(q)) * (float(root.rstrip(")")) ** 0.5 if root else 1.0)


def cube(n: int, points: int = 1200) -> Any:
    corners = np.array(list(product((0.0, 0.5, 1.0), repeat=n)))
    return np.concatenate([np.random.default_rng(3).random((points, n)), corners])


CASES: list[tuple[str, dict[str, str], Callable[[Any], Any], str]] = [
    (
        "pln.ridge",
        {"f": "sin(x1+2*x2)+x1*x2", "eps": "2/5", "d": "3"},
        lambda x: np.sin(x[0] + 2 * x[1]) + x[0] * x[1],
        "kernel",
    ),
    (
        "pln.ridge",
        {"f": "max(x1,x2)", "eps": "1/5", "convention": "sqrt(var+delta)"},
        lambda x: np.maximum(x[0], x[1]),
        "kernel",
    ),
    (
        "pln.ridge",
        {"f": "sin(x1)*cos(x2)", "eps": "2/5", "delta": "1/50"},
        lambda x: np.sin(x[0]) * np.cos(x[1]),
        "kernel",
    ),
    (
        "pln.ridge.rms",
        {"f": "exp(-x1)*exp(-x2)*exp(x3)", "eps": "1", "d": "2"},
        lambda x: np.exp(x[2] - x[0] - x[1]),
        "kernel",
    ),
    (
        "pln.ridge.rms",
        {"f": "min(x1,1-x2)-x3", "eps": "1/2", "delta": "0"},
        lambda x: np.minimum(x[0], 1 - x[1]) - x[2],
        "kernel",
    ),
    (
        "pln.ridge.rms",
        {"f": "sin(x1*x2)", "eps": "1/3", "convention": "sqrt(mean+delta)"},
        lambda x: np.sin(x[0] * x[1]),
        "enclosure",
    ),
    (
        "pln.ridge",
        {"f": "abs(x1*x2-1/4)", "eps": "1/2"},
        lambda x: np.abs(x[0] * x[1] - 0.25),
        "enclosure",
    ),
]


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(("claim_id", "given", "f", "level"), CASES)
def test_no_sample_exceeds_the_certified_error(
    claim_id: str, given: dict[str, str], f: Callable[[Any], Any], level: str
) -> None:
    (row,) = rows(claim_id, **given)
    assert (row.verdict, row.level) == ("certified", level)
    assert 0 <= row.lo <= row.hi < row.bound == F(given["eps"])
    assert row.width == row.units * row.network.layer.d
    X = cube(row.network.n)
    worst = np.abs(evaluated(row, X) - f(X.T)).max()
    assert worst <= float(row.hi) + 1e-9
    assert worst >= 0.5 * float(row.lo)  # the lower end is no accident
    for item in row.evidence:
        if item.certificate is not None:
            assert check(item.certificate).accepted


@by_turns(3)
def test_an_error_that_is_a_little_too_small_is_not_joined() -> None:
    """The certificate that adds up the directions, with less than their sum."""
    (row,) = rows("pln.ridge", f="x1*x2", eps="1/4")
    joined = json.loads(row.evidence[-2].certificate or b"")
    assert check(json.dumps(joined)).accepted
    goal = joined["statement"]["show"]
    goal[2] = str(F(goal[2]) * F(99, 100))
    assert not check(json.dumps(joined)).accepted


@by_turns(3)
def test_the_joined_certificate_is_about_this_function() -> None:
    (row,) = rows("pln.ridge", f="x1*x2", eps="1/4")
    text = (row.evidence[-2].certificate or b"").decode()
    joined = json.loads(text)
    size = joined["statement"]["show"][1]
    assert size[1][2] == ["*", "x1", "x2"]
    size[1][2] = ["*", "x1", "x1"]
    assert not check(json.dumps(joined)).accepted


def test_the_constant_function_has_no_error() -> None:
    for claim_id in CLAIMS:
        (row,) = rows(claim_id, f="7", n="6", eps="1/1000")
        assert (row.units, row.lo, row.hi, row.level) == (1, 0, 0, "kernel")


@by_turns(3)
def test_one_variable_needs_the_units_of_theorem_1() -> None:
    (row,) = rows("pln.ridge", f="abs(x-1/3)", eps="1/20")
    assert row.units == 11  # floor(1/(2/20)) + 1


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("n", "typed", "written"),
    [
        ("1", "|sum(x)-1/2|", "abs(x-1/2)"),
        ("2", "|sum(x)-1|+max(x)", "abs(x1+x2-1)+max(x1,x2)"),
        ("3", "sum(x**2)", "x1**2+x2**2+x3**2"),
    ],
)
def test_sums_over_all_inputs(n: str, typed: str, written: str) -> None:
    (row,), (same,) = (rows("pln.ridge", f=f, n=n, eps="1/4") for f in (typed, written))
    assert row.inputs["f"] == typed
    assert (row.units, row.lo, row.hi, row.level) == (same.units, same.lo, same.hi, same.level)


REFUSED = [
    ({"f": "x1+y"}, "unknown name; variables are x or x1, x2"),
    ({"f": "x1+x2", "n": "1"}, "unknown variable x1 in 'x1.x2': with n = 1 there is x"),
    ({"f": "x1+x9"}, "n is an integer from 1 to 6, got '9'"),
    ({"f": "x1+x2c1"}, "variables are x1, x2, ..., not x2c1"),
    ({"f": "x1+x2c1", "n": "2"}, "unknown variable x2c1 in"),
    ({"f": "sum(x)**2"}, "say how many, as in --set n=3"),
    ({"f": "sum(x)+x3", "n": "2"}, "unknown variable x3"),
    ({"f": "sum(x+y)", "n": "2"}, "unknown name; variables are x or x1, x2"),
    ({"n": "0"}, "n is an integer from 1 to 6, got '0'"),
    ({"eps": "0"}, "eps must be positive"),
    ({"f": "sqrt(x1)+x2"}, "is not Lipschitz at x1 = 0"),
    ({"f": "1/(x1+x2)"}, "is not defined at x1 = 0, x2 = 0"),
    ({"f": "x1*x2", "eps": "1/100000"}, "not built with 50000 units or fewer"),
]


@pytest.mark.parametrize(("given", "why"), REFUSED)
@pytest.mark.parametrize("claim_id", CLAIMS)
def test_settings_that_cannot_be_used(claim_id: str, given: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        rows(claim_id, **given)
    assert "\n" not in str(caught.value)


def test_their_neighbours_can() -> None:
    claim = registry.load("pln.ridge.rms")
    assert claim.construct is not None
    for given in ({"f": "x1+x2", "n": "3"}, {"f": "1/(1+x1+x2)"}, {"f": "sqrt(1+x1)+x2"}):
        network = claim.construct(claim.settings({**given, "eps": "1/4"}))
        assert network.n == int(given.get("n", "2"))


# --- the statement, altered ----------------------------------------------------------------------


def dropped(position: int) -> Callable[[Json], Json]:
    return lambda goal: {
        **goal, "given": [g for i, g in enumerate(goal["given"]) if i != position]
    }  # fmt: skip


def strict(goal: Json) -> Json:
    """The bound with no room for the units."""
    inner = goal["show"][2]
    near = inner[3][2][3]
    changed = ["all", "x", "real", ["<", near[1], ridge.A.json]]
    return {**goal, "show": ["and", goal["show"][1], [*inner[:3], ["and", inner[3][1], changed]]]}


def fewer(goal: Json) -> Json:
    """floor(L/(3 e)) for floor(L/(2 e)) throughout."""
    return json.loads(json.dumps(goal).replace('["*", "2", ["app", "e"', '["*", "3", ["app", "e"'))


def smaller(goal: Json) -> Json:
    return {**goal, "show": conj(ridge.BOUND < eps / 2, goal["show"][2]).json}


@by_turns(2)
@some_of(4)
@pytest.mark.parametrize("claim_id", CLAIMS)
@pytest.mark.parametrize(
    "alter", [*map(dropped, (0, 1, 2, 3, 4, 5, 7, 8, 9)), strict, fewer, smaller]
)
def test_the_kept_proof_proves_no_altered_statement(
    claim_id: str, alter: Callable[[Json], Json]
) -> None:
    certificate = kept_files.loaded(f"{claim_id}.statement")
    altered = alter(certificate["statement"])
    assert altered != certificate["statement"]
    assert not check(json.dumps({**certificate, "statement": altered})).accepted


@pytest.mark.parametrize("layer", [ridge.LN, ridge.LS])
def test_there_are_controls_of_both_kinds(layer: ridge.Layer) -> None:
    kinds = {control.kind for control in controls(layer)}
    assert kinds == {"hypothesis dropped", "constant tightened"}


def test_the_shares_by_brute_force() -> None:
    """Q^2/(2E) against floors and against other shares, for squares L_r = q_r^2."""
    for q in ((F(1),), (F(1), F(2)), (F(1, 3), F(2), F(5, 7))):
        for E in (F(1, 10), F(3)):
            Q = sum(q)
            least = Q * Q / (2 * E)
            shares = [E * value / Q for value in q]
            counts = [(v * v / (2 * e)).__floor__() for v, e in zip(q, shares, strict=True)]
            assert sum(counts) <= least
            for i in range(1, 6):
                tilted = [e * F(1 + (i + j) % 4) for j, e in enumerate(shares)]
                tilted = [e * E / sum(tilted) for e in tilted]
                assert sum(v * v / (2 * e) for v, e in zip(q, tilted, strict=True)) >= least
