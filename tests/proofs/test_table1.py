"""Table 1: bounds read off sequents, cells that fall with their claims, and a false cell."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest

from constructions.terms import var
from proofs.claims import Table
from proofs.language.elaboration import StepError, written
from proofs.pln.table1 import bounds as table1_bounds
from proofs.pln.table1 import few_units
from proofs.pln.table1 import rows as table1_rows
from proofs.pln.table1.bounds import Bound, Known, best, contradicts, lower_bound, upper_bound
from proofs.pln.table1.few_groups import LAYER_NORM, LAYER_SCALING, NORM_ZERO, SCALING_ZERO, Group
from proofs.pln.table1.rows import LOWER, PRINTED, ROWS, SOURCES, UPPER, ending, known, tables
from proofs.registry import find
from proofs.trees.script import auto, elaborate, statement
from tests.sampling import by_turns, some_of
from verify import runner

PROVED = {source.claim: "proved" for source in SOURCES}
TRUE = statement({}, [], ["<", "0", "1"])
CELLS = {cell.id: cell for cell in PRINTED}
WIDTH = "pln.prop1.tanh.width"


def rows(table: Table) -> dict[str, tuple[str, ...]]:
    return {row[0]: row for row in table.rows}


def without(*claims: str) -> Mapping[str, str]:
    return {**PROVED, **dict.fromkeys(claims, "open")}


# --- what is printed -----------------------------------------------------------------------------

#: Table 1, cell by cell: layer, side, floor(L/2 eps) + c, factor of W
PAPER = [
    ("sigmoid", UPPER, 1, "1"),
    ("tanh", UPPER, 1, "1"),
    ("relu", LOWER, -1, "1"),
    ("relu", UPPER, 2, "1"),
    ("pln-d", UPPER, 1, "d"),
    ("pls-d", UPPER, 1, "d"),
    ("pln-2", LOWER, 0, "2"),
    ("pln-2", UPPER, 1, "2"),
    ("pls-1", LOWER, 0, "1"),
    ("pls-1", UPPER, 1, "1"),
]


def test_the_cells_are_those_of_the_paper() -> None:
    found = [(c.id, c.side, c.bound, c.width) for c in PRINTED]
    assert found == [(f"pln.table1.{n}.{s}", s, Bound(c), w) for n, s, c, w in PAPER]


@pytest.mark.parametrize("cell", PRINTED, ids=lambda cell: cell.id)
def test_the_factor_of_the_width_is_the_d_of_the_layer(cell: table1_rows.Printed) -> None:
    assert {row.d for row in ROWS if row.key in cell.rows} == {cell.width}


@pytest.mark.parametrize("cell", PRINTED, ids=lambda cell: cell.id)
def test_every_cell_is_proved_by_its_claims_and_falls_with_them(
    cell: table1_rows.Printed,
) -> None:
    end = ending(cell, PROVED)
    assert end.verdict == "proved"
    assert end.claims
    assert ending(cell, {}).verdict == "open"
    others = [source.claim for source in SOURCES if source.row in cell.rows]
    assert ending(cell, without(*others)).verdict == "open"


# --- bounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.obligation)
def test_a_source_says_something(source: table1_rows.From) -> None:
    assert table1_rows.read(source).at(8) is not None or table1_rows.read(source).most is not None


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.obligation)
def test_the_bound_is_what_the_hypotheses_allow(source: table1_rows.From) -> None:
    """The hypotheses on N, M, L and eps, evaluated: they hold where the bound says so."""
    sequent, bound = table1_rows.obligation(source).statement, table1_rows.read(source)
    for M in range(12):
        for L in (F(2 * M), 2 * M + F(1, 3), 2 * M + F(19, 10)):
            value = bound.at(M)
            sizes: dict[str, Any] = {"L": L, "eps": F(1), "n": 0, "d": 3, "delta": F(1)}
            sizes["N"] = value if source.side == UPPER else M
            # the auxiliary variable M of a sequent: cells, N - 1, or N/2 or N/2 + 1 of them
            cells = [M] if value is None else [M, value - 1, value // 2, value // 2 + 1]
            holds = any(
                all(truth(g, {**sizes, "M": m}) is not False for g in sequent["given"])
                for m in cells
            )
            assert holds == (value is not None), (M, L)


def truth(formula: Any, at: Mapping[str, Any]) -> bool | None:
    """A hypothesis of plain arithmetic; None for others."""
    try:
        first, second = (number(side, at) for side in formula[1:])
    except (KeyError, ValueError):
        return None
    if first is None or second is None:
        return False
    return {"<=": first <= second, "<": first < second, "=": first == second}[formula[0]]


def number(term: Any, at: Mapping[str, Any]) -> Any:
    if isinstance(term, str):
        return at[term] if term in at else F(term)
    if term[0] == "floor":
        return number(term[1], at).__floor__()
    first, second = (number(part, at) for part in term[1:])
    operations = {"+": F.__add__, "-": F.__sub__, "*": F.__mul__, "/": F.__truediv__}
    return operations[term[0]](F(first), F(second))


def _changed(name: str) -> Any:
    return copy.deepcopy(table1_rows.obligation(by_name(name)).statement)


def by_name(obligation: str) -> table1_rows.From:
    return next(source for source in SOURCES if source.obligation == obligation)


def test_another_number_of_units_is_another_bound() -> None:
    sequent = _changed("pln.prop1.tanh.statement")
    assert upper_bound(sequent) == Bound(1)
    sequent["given"][1][2][2] = "3"
    assert upper_bound(sequent) == Bound(3)
    del sequent["given"][1]
    with pytest.raises(ValueError, match="no number of units"):
        upper_bound(sequent)


EPS_ABOVE = ["<", ["/", "L", ["*", "2", ["+", "N", "2"]]], "eps"]
EVEN = ["=", "N", ["-", ["*", "2", "M"], "2"]]


@pytest.mark.parametrize(
    ("given", "bound"),
    [
        ([EVEN, ["<=", "4", "M"], EPS_ABOVE], Bound(-1, multiple=2, minimum=6)),
        ([["<=", "3", "N"], EPS_ABOVE], Bound(-1, minimum=3)),
        ([["=", "N", "1"], ["<", ["/", "L", "2"], "eps"]], Bound(1, fixed=True, most=0)),
        ([["=", "N", "2"], ["<", ["/", "L", "4"], "eps"]], Bound(2, fixed=True, most=1)),
        (
            [["=", "N", "5"], ["=", "M", "3"], ["<", ["/", "L", "12"], "eps"]],
            Bound(5, fixed=True, most=5),
        ),
    ],
    ids=["even", "free", "constant", "line", "lines"],
)
def test_a_bound_by_a_limit_on_eps(given: list[Any], bound: Bound) -> None:
    """Where the limit holds for every L/(2 eps) below M + 1, and for the next smaller N not."""
    assert upper_bound({"given": given}) == bound
    for M in range(12):
        value = bound.at(M)
        if value is None:
            continue
        at = {"L": 2 * M + F(199, 100), "eps": F(1), "N": value, "M": (value + 2) // 2}
        assert all(truth(g, at) for g in given)
        below = {**at, "N": value - bound.multiple, "M": value // 2}
        assert bound.fixed or not all(truth(g, below) for g in given)


@pytest.mark.parametrize(
    "given",
    [
        [EPS_ABOVE, EPS_ABOVE],
        [["<", ["/", "L", ["*", "3", "N"]], "eps"]],
        [["=", "N", ["+", ["*", "2", "M"], "1"]], ["<=", "4", "M"], EPS_ABOVE],
        [["=", "N", ["*", "2", "M"]], EPS_ABOVE],
        [["=", "N", ["floor", ["/", "L", ["*", "2", "eps"]]]], ["<", ["/", "L", "2"], "eps"]],
    ],
    ids=["two limits", "another limit", "odd", "no least number", "two numbers"],
)
def test_a_limit_of_another_shape_is_refused(given: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"limit|units|shape"):
        upper_bound({"given": given})


def test_a_lower_bound_is_not_read_off_an_upper_one() -> None:
    with pytest.raises(ValueError, match="not a lower bound"):
        lower_bound(_changed("pln.prop1.tanh.statement"))


def test_conditions_on_M_limit_the_bound() -> None:
    bound = lower_bound(_changed("pln.table1.tanh.3"))
    assert bound == Bound(3, fixed=True, least=4)
    assert [bound.at(M) for M in (3, 4, 9)] == [None, 3, 3]
    bound = upper_bound(_changed("pln.table1.tanh.one"))
    assert bound == Bound(1, fixed=True, most=1)
    assert [bound.at(M) for M in (0, 1, 2)] == [1, 1, None]


def test_a_bound_in_even_numbers() -> None:
    """For even N >= 6 with N + 2 > L/(2 eps) N units: the next even number from M - 1 on."""
    pairs = Bound(-1, multiple=2, minimum=6)
    assert [pairs.at(M) for M in (0, 7, 8, 9, 10)] == [6, 6, 8, 8, 10]
    assert pairs.formula() == "max(6, 2 ceil((M - 1) \\/ 2))"
    two = Known(Bound(2), "a", "a")
    both = [two, Known(pairs, "b", "b")]
    assert [best(both, M, upper=True) for M in (0, 4, 5, 9)] == [2, 6, 6, 8]


# --- the table follows the verdicts --------------------------------------------------------------


def test_the_computed_table() -> None:
    _, computed, small = map(rows, tables(PROVED))
    assert computed["PLN-2, $delta = 0$, A.6"][1:4] == ("$M + 1$", "$M + 1$", "$M + 1$")
    assert computed["Sigmoid"][3] == "$1$ for $M = 0$, $2$ for $M = 1$"
    assert small["Tanh"][1:6] == ("1", "1", "2–3", "2–4", "3–5")
    assert small["ReLU"][1:9] == ("1", "2", "3", "4", "4–5", "4–5", "5–6", "6")
    assert small["PLN-$d$, $delta = 0$, $d >= 3$"][1:5] == ("1", "1", "2–3", "2–4")
    assert small["PLS-$d$, $delta = 0$, $d >= 1$, $abs(z) <= 1$ at $bold(h) = 0$"][1:5] == (
        "1",
        "1–2",
        "2–3",
        "2–4",
    )
    assert small["PLS-$d$, $delta = 0$, $d >= 2$"][1:5] == ("1", "1", "2–3", "2–4")


def test_a_claim_that_is_not_proved_leaves_the_weaker_bound() -> None:
    _, computed, small = map(rows, tables(without("pln.prop3.sharpened")))
    row = computed["PLN-2, $delta = 0$, A.6"]
    assert row[1:4] == ("$M$", "$M + 1$", "open")
    assert "pln.prop3.sharpened" not in row[4]
    assert small["PLN-2, $delta = 0$, A.6"][1:4] == ("$<= 1$", "1–2", "2–3")
    printed = rows(tables(without("pln.prop3.sharpened"))[0])
    assert printed["PLN-2"][3] == "■ proved", "the printed bound needs the weaker one alone"


def test_without_any_claim_a_cell_is_open() -> None:
    printed, computed, small = tables(without("pln.prop1.sigmoid", "pln.table1.sigmoid.sharpened"))
    assert rows(printed)["Sigmoid"][3] == "○ open"
    assert rows(computed)["Sigmoid"][1:] == ("open", "open", "open", "–")
    assert set(rows(small)["Sigmoid"][1:]) == {"open"}
    assert rows(printed)["Tanh"][3] == "■ proved"


def test_a_claim_of_another_verdict_does_not_count() -> None:
    for verdict in ("supported", "certified", "refuted", "vacuous"):
        assert known("tanh", UPPER, {"pln.prop1.tanh": verdict}) == []


# --- a false cell --------------------------------------------------------------------------------


def test_an_upper_bound_one_too_small_is_refuted_with_its_place() -> None:
    cell = replace(CELLS["pln.table1.pln-2.upper"], bound=Bound(0))
    end = ending(cell, PROVED)
    assert (end.verdict, end.claims) == ("refuted", ("pln.prop3.sharpened",))
    assert "$L = 0$, $epsilon = 1$: $cal(N) >= 1$" in end.because
    assert ending(cell, without("pln.prop3.sharpened")).verdict == "open"


def test_a_lower_bound_one_too_large_is_refuted() -> None:
    cell = replace(CELLS["pln.table1.pls-1.lower"], bound=Bound(2))
    end = ending(cell, PROVED)
    assert (end.verdict, end.claims) == ("refuted", ("pln.prop4",))
    sharp = replace(cell, bound=Bound(1))
    assert ending(sharp, PROVED).verdict == "proved", "M + 1 is exact"


def test_printed_bounds_do_not_contradict_the_proved_ones() -> None:
    for row in ROWS:
        lower, upper = known(row.key, LOWER, PROVED), known(row.key, UPPER, PROVED)
        for bound in lower:
            assert contradicts(bound.bound, upper, 200, upper=False) is None


@pytest.mark.parametrize("count", [1, 2])
def test_one_point_less_does_not_contradict(count: int) -> None:
    """With one sign less for its last number of sequences the text is refused."""
    whole = few_units.sequences(count)
    elaborate(TRUE, written(TRUE, whole)())
    start = whole.index(f"have sequences{count}")
    fewer = re.sub(r" =>\n[^\n]*( => 0 < 0)", r"\1", whole[start:])
    assert len(fewer) < len(whole[start:])
    with pytest.raises(StepError, match="no reason was found"):
        written(TRUE, whole[:start] + fewer)()


# --- the mathematics, by other means -------------------------------------------------------------


def signs(values: list[float]) -> int:
    """How often the sign changes."""
    return sum(a * b < 0 for a, b in pairwise(values))


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize(("kind", "most"), [("sigmoid", (0, 2)), ("tanh", (1, 3))])
def test_random_units_change_their_sign_no_more_often(kind: str, most: tuple[int, int]) -> None:
    """n sigmoids at most 2^n - 2 times, n tanh units at most 2^n - 1 times; both are reached."""
    import math
    import random

    random_ = random.Random(7)

    def unit(t: float) -> float:
        return math.tanh(t) if kind == "tanh" else (1 + math.tanh(t / 2)) / 2

    for count, limit in zip((1, 2), most, strict=True):
        found = set()
        for _ in range(4000):
            units = [
                (random_.gauss(0, 1), random_.gauss(0, 12), random_.gauss(0, 8))
                for _ in range(count)
            ]
            values = [sum(a * unit(w * k / 60 + b) for a, w, b in units) for k in range(61)]
            found.add(signs(values))
        assert max(found) == limit


@pytest.mark.parametrize("group", [LAYER_NORM, LAYER_SCALING], ids=["LN", "LS"])
def test_the_group_of_the_statement_is_the_layer(group: Group) -> None:
    """alpha^T (h - mu)/(sigma + delta) for d = 3, by hand and from the term of the sequent."""
    w, b, alpha = (F(2), F(-1), F(1, 2)), (F(1), F(3), F(-2)), (F(1), F(-2), F(5))
    x, delta = F(1, 3), F(1, 4)
    h = [wi * x + bi for wi, bi in zip(w, b, strict=True)]
    mean = sum(h) / 3 if group is LAYER_NORM else F(0)
    scale = float(sum((a - mean) ** 2 for a in h) / 3) ** 0.5 + float(delta)
    expected = sum(float(a * (e - mean)) for a, e in zip(alpha, h, strict=True)) / scale
    term = group.outputs(var("one"), var("x")).total()
    values = Evaluator({"one": 1, "x": x, "d": 3, "delta": delta}, {"w": w, "b": b, "alpha": alpha})
    assert values.number(term.json) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("group", [NORM_ZERO, SCALING_ZERO], ids=["LN", "LS"])
@pytest.mark.parametrize("x", [F(1, 3), F(-1, 2)], ids=["defined", "undefined"])
def test_without_delta_a_group_has_the_given_value_where_it_is_undefined(
    group: Group, x: F
) -> None:
    """h = (2x + 1) u, so at x = -1/2 the denominator is 0 and the value is alpha^T z."""
    u, alpha, z = (F(1), F(-2), F(4)), (F(1), F(-2), F(5)), (F(7), F(1), F(-3))
    h = [(2 * x + 1) * a for a in u]
    mean = sum(h) / 3 if group is NORM_ZERO else F(0)
    scale = float(sum((a - mean) ** 2 for a in h) / 3) ** 0.5
    out = [float(a - mean) / scale for a in h] if scale else [float(a) for a in z]
    expected = sum(float(a) * b for a, b in zip(alpha, out, strict=True))
    term = group.outputs(var("one"), var("x")).total()
    functions = {"w": [2 * a for a in u], "b": u, "alpha": alpha, "z": z}
    values = Evaluator({"one": 1, "x": x, "d": 3}, functions)
    assert values.number(term.json) == pytest.approx(expected, rel=1e-12)


class Evaluator:
    """Floating evaluation of a term, straight from its text."""

    def __init__(self, values: Mapping[str, Any], functions: Mapping[str, Any]) -> None:
        self.values, self.functions = values, functions

    def number(self, term: Any) -> float:
        if isinstance(term, str):
            return float(self.values[term] if term in self.values else F(term))
        op, args = term[0], term[1:]
        if op == "app":
            return float(self.functions[args[0]][int(self.number(args[-1])) - 1])
        if op == "sum":
            low, high = int(self.number(args[1])), int(self.number(args[2]))
            return sum(
                Evaluator({**self.values, args[0]: k}, self.functions).number(args[3])
                for k in range(low, high + 1)
            )
        if op == "sqrt":
            return float(self.number(args[0]) ** 0.5)
        if op in ("abs", "sign"):
            value = self.number(args[0])
            return abs(value) if op == "abs" else float((value > 0) - (value < 0))
        if op == "-" and len(args) == 1:
            return -self.number(args[0])
        first, second = map(self.number, args)
        return {"+": first + second, "-": first - second, "*": first * second}.get(
            op, first / second if op == "/" else 0.0
        )


def test_companions_are_found_by_their_ids() -> None:
    for source in SOURCES:
        assert find(source.claim).id == source.claim
    with pytest.raises(KeyError):
        find("pln.table1.nothing")


def test_a_run_makes_the_tables_from_its_verdicts() -> None:
    claim = find("pln.table1")
    made = runner.tables(claim, PROVED)
    assert [t["title"] for t in made] == [t.title for t in tables(PROVED)]
    fallen = runner.tables(claim, without("pln.prop3.sharpened"))
    changed = [
        row[0]
        for before, after in zip(made, fallen, strict=True)
        for row, new in zip(before["rows"], after["rows"], strict=True)
        if row != new
    ]
    assert changed == ["PLN-2, $delta = 0$, A.6"] * 2
    assert runner.tables(find("pln.prop4"), PROVED) == []


@by_turns(2)
def test_a_verdict_that_the_run_lacks_is_computed() -> None:
    claim = find("pln.thm1.sharpened3")
    assert runner.verdict_of(claim) == "proved"
    (exact,) = claim.obligations
    false = statement({"t": "real"}, [], ["<", "t", "0"])
    wrong = replace(exact, id="t.false", statement=false, script=lambda: auto(seconds=1))
    assert runner.verdict_of(replace(claim, obligations=(wrong,))) == "open"


def test_a_bound_without_its_obligation_on_N_phi_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """What networks do for each f alone is not read as a bound on N(phi)."""
    source = by_name("pln.prop1.tanh.statement")
    claim = find(source.claim)
    bare = replace(claim, obligations=tuple(o for o in claim.obligations if o.id != WIDTH))
    assert len(bare.obligations) == len(claim.obligations) - 1
    assert table1_rows.width(source).id == WIDTH
    monkeypatch.setattr(table1_rows, "find", lambda name: bare)
    with pytest.raises(ValueError, match="unpack"):
        table1_rows.width(source)


def test_a_condition_that_is_not_read_is_refused() -> None:
    """L sqrt 2 < eps is no function of M; left out it would say too much."""
    (sequent,) = (
        o.statement
        for o in find("pln.prop2.upper.sharpened3").obligations
        if o.id.endswith(".three")
    )
    table1_bounds.read(UPPER, sequent)
    odd = ["<", ["*", "L", ["sqrt", "2"]], "eps"]
    sequent = {**sequent, "given": [*sequent["given"], odd]}
    with pytest.raises(ValueError, match="a hypothesis on L or eps of another shape"):
        table1_bounds.read(UPPER, sequent)
