"""Networks close to the zigzag: what they are in floats, and that others are not shown to be."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from constructions.terms import var
from proofs.claims import Attempt
from proofs.evidence import of_satisfiability
from proofs.pln.close_data import BOXES, by_index, data, tanhs
from proofs.pln.table1.beyond import COMPANIONS
from proofs.pln.table1.close_groups import (
    HEIGHTS,
    NORM_ZERO,
    SCALING,
    SCALING_ZERO,
    Shape,
    groups,
    parts,
)
from proofs.refute import satisfied
from tests.sampling import by_turns, seldom, some_of

Json = Any
CLOSE = {
    datum.id: datum
    for claim in COMPANIONS
    for datum in claim.data()
    if datum.id.endswith(".satisfiable") and datum.witness.values["N"]
}
GRID = 240  # a multiple of 2 N for the N of the data, but 7: so jumps and corners are on it
CALLS = {"abs": abs, "floor": math.floor, "sqrt": math.sqrt, "exp": math.exp, "tanh": math.tanh}
OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def value(term: Json, at: Mapping[str, Any]) -> Any:
    """A term at numbers: exact where it is rational, else in floats."""
    if isinstance(term, str):
        return at[term] if term in at else F(term)
    op, args = term[0], term[1:]
    if op == "sum":
        low, high = (int(value(end, at)) for end in args[1:3])
        return sum(value(args[3], {**at, args[0]: F(k)}) for k in range(low, high + 1))
    found = [value(part, at) for part in args]
    if op == "sign":
        return (found[0] > 0) - (found[0] < 0)
    if op in CALLS:
        return CALLS[op](found[0])
    if len(found) == 1:
        return -found[0]
    total = found[0]
    for other in found[1:]:
        total = OPERATIONS[op](total, other)
    return total


def close_to(datum: Attempt) -> tuple[Json, Json, Json]:
    """The network, the zigzag and eps of what is proved of a datum: its last hypothesis."""
    formula = satisfied(datum)[0]["show"][-1]
    while formula[0] in ("all", "implies"):
        formula = formula[-1]
    assert formula[0] == "<"
    _, (_, (_, network, zigzag)), eps = formula
    return network, zigzag, eps


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", seldom(CLOSE, ["pln.table1.pln-d0.2.satisfiable"]))
def test_a_network_is_close_and_crosses_zero_once_in_each_cell(name: str) -> None:
    datum = CLOSE[name]
    network, zigzag, eps = close_to(datum)
    values = datum.witness.values
    assert network[3] == str(values["n"])
    points = [F(k, GRID) for k in range(GRID + 1)]
    nets = [float(value(network, {"x": x})) for x in points]
    aims = [value(zigzag, {"x": x}) for x in points]
    assert max(abs(net - aim) for net, aim in zip(nets, aims, strict=True)) < value(eps, {})
    corners = [value(zigzag, {"x": F(k, values["N"])}) for k in range(values["N"] + 1)]
    assert corners == [(-1) ** (k + 1) for k in range(values["N"] + 1)]
    signs = [net > 0 for net in nets if abs(net) > 1e-9]
    assert sum(a != b for a, b in pairwise(signs)) == values["N"]


def test_the_data_are_of_every_bound_of_more_than_one_unit() -> None:
    asked = {
        o.id
        for claim in COMPANIONS
        for o in claim.obligations
        if o.id.rpartition(".")[2] in ("2", "3", "4")
    }
    assert {name.removesuffix(".satisfiable") for name in CLOSE} >= asked
    assert len(asked) == 10


@by_turns(4)
@some_of(1)
@pytest.mark.parametrize(
    ("layer", "made"), [("tanh", tanhs(2)), ("pls-d", (groups(SCALING), BOXES))], ids=["tanh", "LS"]
)
def test_with_its_sign_turned_a_network_is_not_shown_to_be_close(layer: str, made: Any) -> None:
    datum = CLOSE[f"pln.table1.{layer}.2.satisfiable"]
    functions, units = made
    args, alpha = functions["alpha"]
    turned = {**functions, "alpha": (args, ["*", "-1", alpha])}
    values = datum.witness.values
    for weights, told, holds in (
        (functions, units, True),
        (turned, units, False),
        (turned, "", False),
    ):
        made_again = data("t.turned", "", datum.statement, values, weights, told)
        assert of_satisfiability(made_again).proved == holds


def normed(h: list[F], delta: int, centred: bool) -> list[float]:
    """LN or LS of h, by hand."""
    mean = sum(h) / len(h) if centred else F(0)
    root = math.sqrt(sum((a - mean) ** 2 for a in h) / len(h))
    return [float(a - mean) / (root + delta) for a in h]


@pytest.mark.parametrize(
    ("name", "shape", "simple"),
    [
        ("pln-d0", NORM_ZERO, lambda t: t / math.sqrt((2 * t * t + 6) / 3)),
        ("pls-d0", SCALING_ZERO, lambda t: t / math.sqrt((t * t + 1) / 2)),
    ],
    ids=["LN without delta", "LS without delta"],
)
def test_a_unit_is_the_layer_of_its_weights(name: str, shape: Shape, simple: Any) -> None:
    """alpha_i^T phi(w_i x + b_i), by hand, in the statement, and the simpler term of the text."""
    datum, size = CLOSE[f"pln.table1.{name}.2.satisfiable"], len(shape.over)
    group = parts(datum.statement, datum.witness)["group"](var("i"), var("x")).json
    for i, x in [(1, F(0)), (2, F(1, 3)), (3, F(7, 8))]:
        places = [{"i": F(i), "j": F(j)} for j in range(1, size + 1)]
        w, b, alpha = (
            [value(groups(shape)[name][1], at) for at in places] for name in ("w", "b", "alpha")
        )
        outputs = normed([v * x + c for v, c in zip(w, b, strict=True)], 0, shape is NORM_ZERO)
        expected = sum(float(a) * y for a, y in zip(alpha, outputs, strict=True))
        assert float(value(group, {"i": F(i), "x": x})) == pytest.approx(expected)
        t = 32 * x + 8 - 16 * (i - 1)
        assert HEIGHTS[i - 1] * simple(t) == pytest.approx(expected)


@pytest.mark.parametrize("values", [[5], [2, 2, 2], [1, 4, 9, 16], [-1, 1, -1, 1, F(1, 3)]])
def test_a_polynomial_has_its_values(values: list[Any]) -> None:
    term = by_index(values)
    assert [value(term, {"i": F(i)}) for i in range(1, len(values) + 1)] == values
