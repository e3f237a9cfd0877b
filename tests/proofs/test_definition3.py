"""Definition 3 in sequents: what P(m) says, which sequents it is made from, and lifted proofs."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as Q
from typing import Any

import pytest

from constructions.terms import plain_json, var
from proofs import vacuity
from proofs.claims import Attempt, Witness
from proofs.evidence import dumps, establish, of_obligation, of_satisfiability, shipped
from proofs.kernel import check
from proofs.pln import definition3 as d3
from proofs.pln.definition3 import put
from proofs.pln.members import EMPTY, OWN, _linear, parts
from proofs.pln.prop2.lower.small import SHARPENED
from proofs.pln.prop2.lower.statement import STATEMENT as ZIGZAG
from proofs.pln.prop2.upper.pairs import FREE
from proofs.pln.prop3.statement import LN2, LS1, lower
from proofs.pln.symbols import ZERO, N, eps
from proofs.pln.table1 import rows as table1_rows
from proofs.pln.thm1.claim import STATEMENT
from proofs.registry import find
from proofs.replay import check as second_check
from proofs.trees.lift import Lift, lifted
from proofs.trees.script import (
    Json,
    auto,
    case,
    elaborate,
    have,
    intro,
    node,
    same,
    split,
    statement,
    use,
)
from tests.sampling import by_turns, seldom, some_of

# --- P(m), with finitely many functions, networks and points -------------------------------------

POINTS = (Q(0), Q(1, 2), Q(1))


class Model:
    """Truth where reals are the numbers of functions and networks, points, and errors."""

    def __init__(self, f: list[list[Q]], g: list[list[Q]], tolerance: Q) -> None:
        self.f, self.g, self.eps = f, g, tolerance
        errors = {abs(a - b) for F in f for G in g for a, b in zip(F, G, strict=True)}
        self.ranges: dict[str, Any] = {
            "f": range(len(f)),
            "g": range(len(g)),
            "x": POINTS,
            "B": sorted(errors),
        }

    def holds(self, formula: Json, at: dict[str, Any]) -> bool:
        op, args = formula[0], formula[1:]
        if op in ("all", "some"):
            found = (self.holds(args[2], {**at, args[0]: v}) for v in self.ranges[args[0]])
            return all(found) if op == "all" else any(found)
        if op == "and":
            return all(self.holds(part, at) for part in args)
        if op == "implies":
            return not self.holds(args[0], at) or self.holds(args[1], at)
        first, second = (self.value(part, at) for part in args)
        return bool(first < second if op == "<" else first <= second)

    def value(self, term: Json, at: dict[str, Any]) -> Any:
        if isinstance(term, str):
            return self.eps if term == "eps" else at[term] if term in at else Q(term)
        if term[0] == "app":
            table = self.f if term[1] == "F" else self.g
            return table[at[term[2]]][POINTS.index(at[term[-1]])]
        values = [self.value(part, at) for part in term[1:]]
        return abs(values[0]) if term[0] == "abs" else values[0] - values[1]


@pytest.mark.parametrize("seed", range(60))
def test_P_is_a_supremum_of_infima_of_suprema_below_eps(seed: int) -> None:
    random_ = random.Random(seed)

    def tables(count: int) -> list[list[Q]]:
        return [[Q(random_.randint(-3, 3), 2) for _ in POINTS] for _ in range(count)]

    f, g, tolerance = tables(2), tables(3), Q(random_.randint(1, 6), 2)
    worst = max(min(max(abs(a - b) for a, b in zip(F, G, strict=True)) for G in g) for F in f)
    said = Model(f, g, tolerance).holds(plain_json(d3.approximates(var("m"))), {"m": Q(1)})
    assert said == (worst < tolerance)


def test_one_bound_serves_all_functions() -> None:
    """Errors 1 - 1/k are all below 1, their supremum is not: B has to stand before f."""
    formula = plain_json(d3.approximates(var("m")))
    names = []
    while formula[0] in ("all", "some", "and", "implies"):
        if formula[0] in ("all", "some"):
            names.append((formula[0], formula[1]))
        formula = formula[-1]
    assert names == [("some", "B"), ("all", "f"), ("some", "g"), ("all", "x")]


# --- what a bound on N(phi) is made from ---------------------------------------------------------

LOWER = {"ReLU": ZIGZAG, "LN-2": lower(LN2, ZERO, N), "LS-1, exact": lower(LS1, eps, N + 1)}


@pytest.mark.parametrize("name", LOWER)
def test_a_lower_bound_says_that_its_function_is_of_the_class(name: str) -> None:
    sequent = d3.lower(LOWER[name])
    in_class, (arrow, enough, bound) = sequent["show"][1:]
    assert in_class == plain_json(d3.is_member(d3.defeated(LOWER[name]).function))
    assert (arrow, enough) == ("implies", plain_json(d3.approximates(var("n"))))
    assert bound == LOWER[name]["show"][2][2]


@pytest.mark.parametrize("source", table1_rows.SOURCES, ids=lambda source: source.obligation)
def test_every_bound_of_the_table_is_one_on_N_phi(source: table1_rows.From) -> None:
    made = table1_rows.width(source).statement
    if source.side == table1_rows.UPPER:
        assert made["show"] == ["<=", "N_phi", "N"]
        assert made["given"][-1] == plain_json(d3.LEAST)
        assert "f" not in made["functions"]
    else:
        assert made["show"][2][1] == plain_json(d3.approximates(var("n")))


def _zigzag(change: Callable[[Json], Any]) -> Json:
    sequent = copy.deepcopy(ZIGZAG)
    change(sequent)
    return sequent


def _close(sequent: Json) -> Json:
    """0 <= x => (x <= 1 => |G - F| < eps)."""
    return sequent["show"][2][1][3]


def _constant(sequent: Json) -> Json:
    """L |u - v|."""
    formula = sequent["show"][1]
    while formula[0] in ("all", "implies"):
        formula = formula[-1]
    return formula[2]


NETWORKS: dict[str, Callable[[Json], Any]] = {
    "no Lipschitz part": lambda p: p.update(show=p["show"][2]),
    "existential": lambda p: p["show"][2][1].__setitem__(0, "some"),
    "another conclusion": lambda p: p["show"][2].__setitem__(2, ["<=", "n", "N"]),
    "strict conclusion": lambda p: p["show"][2][2].__setitem__(0, "<"),
    "half the interval": lambda p: _close(p)[2][1].__setitem__(2, "1/2"),
    "one more unit": lambda p: _close(p)[2][2][1][1][1].__setitem__(3, ["+", "n", "1"]),
    "weak closeness": lambda p: _close(p)[2][2].__setitem__(0, "<="),
    "F depends on the weights": lambda p: _close(p)[2][2][1][1].__setitem__(2, ["app", "b", "x"]),
    "another F": lambda p: _close(p)[2][2][1][1].__setitem__(2, ["*", "2", "x"]),
    "L depends on the points": lambda p: _constant(p).__setitem__(1, "u"),
    "n an even number": lambda p: p["given"].append(
        ["=", "n", ["*", "2", ["floor", ["/", "n", "2"]]]]
    ),
    "one n only": lambda p: p["given"].__setitem__(3, ["=", "n", "2"]),
    "n real": lambda p: p["vars"].update(n="real"),
    "weights bounded": lambda p: p["given"].append(
        ["all", "i", "int", ["<=", ["app", "w", "i"], "1"]]
    ),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_sequent_of_another_shape_is_no_lower_bound(name: str) -> None:
    d3.lower(ZIGZAG)
    with pytest.raises(ValueError, match=r"not a bound|natural number|may be assumed"):
        d3.lower(_zigzag(NETWORKS[name]))


def _parts(goal: Json) -> tuple[Json, Json]:
    """``some lam`` and, inside, ``all x``, to be changed in place."""
    some = goal["show"][2]
    return some, some[3][-1]


FUNCTIONS: dict[str, Callable[[Json], Any]] = {
    "empty": lambda p: _parts(p)[1][3].__setitem__(1, ["<", "1", "0"]),
    "half the interval": lambda p: _parts(p)[1][3][2].__setitem__(1, ["<=", "x", "1/2"]),
    "weights that depend on x": lambda p: _parts(p)[1].__setitem__(
        3, ["some", "mu", "real", _parts(p)[1][3]]
    ),
    "another bound": lambda p: _parts(p)[1][3][2][2].__setitem__(2, "eps"),
    "another point": lambda p: _parts(p)[1][3][2][2][1][1].__setitem__(2, ["app", "f", "0"]),
    "any f": lambda p: p.update(given=[g for g in p["given"] if g[0] != "lipschitz"]),
    "half of the class": lambda p: p.update(
        given=[[*g[:4], "1/2"] if g[0] == "lipschitz" else g for g in p["given"]]
    ),
    "some f": lambda p: p["given"].append(["=", ["app", "f", "0"], "0"]),
    "a weak bound": lambda p: p["show"][1].__setitem__(0, "<="),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_sequent_of_another_shape_is_no_upper_bound(name: str) -> None:
    d3.upper(STATEMENT)
    altered = copy.deepcopy(STATEMENT)
    FUNCTIONS[name](altered)
    assert altered != STATEMENT
    with pytest.raises(ValueError, match=r"not a bound|any L-Lipschitz"):
        d3.upper(altered)


def test_weights_that_are_written_out_leave_nothing_to_choose() -> None:
    from proofs.pln.prop2.upper.claim import NETWORKS as interpolant

    made = d3.explicit(interpolant.statement)
    assert (made.parameters, made.conditions) == ((), ())
    members = d3.upper(interpolant.statement)["given"][-2]
    assert members[:3] == ["all", "f", "real"]
    assert members[3][:3] == ["some", "g", "real"]


def test_networks_are_only_members_where_they_are_defined() -> None:
    """Pairs of kinks divide by differences of slopes: for some steepness there is no network."""
    (pairs,) = (o for o in FREE.obligations if o.id.endswith("sharpened3.statement"))
    assert '"y"' in json.dumps(d3.upper(pairs.statement)["given"][-2])
    assert '"y"' not in json.dumps(d3.upper(STATEMENT)["given"][-2])


# --- proofs --------------------------------------------------------------------------------------


def _one() -> Any:
    (one,) = (o for o in FREE.obligations if o.id.endswith(".one"))
    return one


def test_a_bound_is_proved_from_the_certificate_about_one_function() -> None:
    sequent = d3.upper(_one().statement)
    data = dumps(elaborate(sequent, d3.upper_proof(_one())()))
    assert check(data).accepted
    assert second_check(data).accepted


@by_turns(3)
def test_a_bound_is_proved_from_the_certificate_about_one_network() -> None:
    old = SHARPENED.obligations[len(SHARPENED.obligations) // 2]
    assert old.id.endswith(".zero")
    data = dumps(elaborate(d3.lower(old.statement), d3.lower_proof(old)()))
    assert check(data).accepted
    assert second_check(data).accepted


@pytest.mark.parametrize("dropped", [-1, -2, -3])
def test_the_proof_needs_each_part_of_the_definition(dropped: int) -> None:
    """Without functions of the class, the networks or the minimum it is a proof of nothing."""
    (width,) = (o for o in FREE.obligations if o.id.endswith(".one.width"))
    kept = shipped(width.id, width.statement)
    assert kept is not None
    proof = json.loads(kept)["proof"]
    less = copy.deepcopy(width.statement)
    del less["given"][dropped]
    assert check(dumps({"statement": width.statement, "proof": proof})).accepted
    assert not check(dumps({"statement": less, "proof": proof})).accepted


def test_one_unit_less_is_not_proved() -> None:
    (width,) = (o for o in FREE.obligations if o.id.endswith(".three.width"))
    kept = shipped(width.id, width.statement)
    assert kept is not None
    less = {**width.statement, "show": ["<=", "N_phi", ["-", "N", "1"]]}
    assert not check(dumps({"statement": less, "proof": json.loads(kept)["proof"]})).accepted


@by_turns(2)
def test_a_bound_that_depends_on_f_proves_nothing() -> None:
    """L/2 + |f(0)| bounds the error too, and is below eps where it is assumed: not for all f."""
    one = _one()
    bound = ["+", ["/", "L", "2"], ["*", "0", ["app", "f", "0"]]]
    text = json.dumps(one.statement["show"]).replace(json.dumps(["/", "L", "2"]), json.dumps(bound))
    altered = {**one.statement, "show": json.loads(text)}
    old = replace(one, id="t.depends", statement=altered)
    assert establish(old.id, "", altered, one.script).proved, "true for one f"
    with pytest.raises(Exception, match=r"unknown-(function|name)"):
        elaborate(d3.upper(altered), d3.upper_proof(old)())


# --- lifted certificates -------------------------------------------------------------------------


def _small() -> Json:
    """f(t) = f(2 t - t), and |f(0) - f(1)| <= L for a Lipschitz f."""
    t = var("t")
    equal = d3.app("f", t).equals(d3.app("f", 2 * t - t))
    size = ["abs", ["-", ["app", "f", "0"], ["app", "f", "1"]]]
    goal = statement(
        {"t": "real", "L": "real"},
        [["lipschitz", "f", "L", "0", "1"]],
        ["and", equal, ["<=", size, "L"]],
        {"f": 1},
    )
    first = same(d3.app("f", t), d3.app("f", 2 * t - t), auto())
    distance = ["abs", ["-", "0", "1"]]
    second = use(0, ["0", "1"], auto(), case(distance, auto(), auto()))
    return elaborate(goal, have(["<=", "0", "1"], auto(), node("both", first, second)))


def test_a_certificate_is_told_for_the_members_of_a_family() -> None:
    certificate = lifted(_small(), Lift({"f": ("F", "i")}, ("u", "v")), "i")
    assert certificate["statement"]["vars"] == {"t": "real", "L": "real", "i": "real"}
    assert certificate["statement"]["functions"] == {"F": 2}
    assert check(dumps(certificate)).accepted
    text = json.dumps(certificate["statement"])
    other = json.loads(text.replace('["app", "F", "i", "0"]', '["app", "F", "t", "0"]'))
    assert other != certificate["statement"]
    assert not check(dumps({**certificate, "statement": other})).accepted


def test_inverses_are_found_under_another_scaling() -> None:
    """Atoms are ordered by their names as text, so 1/p is scaled otherwise beyond the tenth."""
    from proofs.trees.transport import transport

    names = ["a", "b", "c", "d", "e", "g", "h", "k", "l", "m", "n"]
    goal: Json = ["<", "0", ["/", "1", ["-", ["abs", "x"], ["abs", "y"]]]]
    given = [["<", ["abs", "y"], ["abs", "x"]]]
    more = [["<=", "0", ["sqrt", name]] for name in names]
    sorts = dict.fromkeys(["x", "y", *names], "real")
    short = statement(sorts, given, goal)
    denominator: Json = ["-", ["abs", "x"], ["abs", "y"]]
    inverse = node("define", auto(), auto(), term=["/", "1", denominator])
    certificate = elaborate(short, inverse)
    for count in range(len(names) + 1):
        told = transport(certificate, statement(sorts, [*more[:count], *given], goal))
        assert told is not None
        assert check(dumps(told)).accepted, count


@by_turns(2)
def test_a_quantifier_of_the_lift_is_the_kernels() -> None:
    """A Lipschitz bound as a formula has the premises and the conclusion of the rule ``use``."""
    lift = Lift({"f": ("F", "i")}, ("u", "v"))
    given = [lift(["lipschitz", "f", "L", "0", "1"])]
    goal = statement({"i": "real", "L": "real"}, given, given[0], {"F": 2})
    script = intro("u", intro("v", intro("", use(0, ["u", "v"], auto(), auto()))))
    assert check(dumps(elaborate(goal, script))).accepted


# --- members -------------------------------------------------------------------------------------


def test_the_units_that_are_added_are_those_of_the_layer() -> None:
    """phi(w x + b) with weights that are free of x, and s(lam, x + b)."""
    shown: dict[str, Callable[[Json], Json]] = {
        "pln.prop1.sigmoid": lambda at: ["/", "1", ["+", "1", ["exp", ["-", at]]]],
        "pln.prop1.tanh": lambda at: ["tanh", at],
        "pln.prop2.upper": lambda at: ["max", "0", at],
        "pln.thm1": lambda at: ["app", "s", "lam0", at],
    }
    for name, unit in shown.items():
        parts_ = _added(_members(name).statement["given"][-1])
        assert len(parts_) == (3 if name == "pln.prop2.upper" else 2)
        for part in parts_:
            _, left, (_, before, (_, _, found)) = _last_equation(part)
            assert (left, before) == (["app", "G", "h", ["+", "m", "1"], "x"], ["app", *_GIVEN])
            (argument,) = (at for at in _sums(found) if found == unit(at))
            slope, shift = argument[1:]
            assert slope == "x" or (slope[0] == "*" and slope[2] == "x")
            assert '"x"' not in json.dumps([shift, *slope[1:2]])


_GIVEN = ["G", "g", "m", "x"]


def _added(formula: Json) -> list[Json]:
    """What is said of each unit that may be added."""
    while formula[0] in ("all", "implies"):
        formula = formula[-1]
    return list(formula[1:])


def _sums(term: Json) -> list[Json]:
    """The terms a + b in a term."""
    if not isinstance(term, list):
        return []
    inside = [found for part in term for found in _sums(part)]
    return [term, *inside] if term[0] == "+" else inside


def _members(name: str) -> Any:
    (claim,) = (c for c in find(name).sharpened if c.id == f"{name}.members")
    (found,) = claim.obligations
    return found


def _last_equation(formula: Json) -> Json:
    while formula[0] in ("all", "some", "implies"):
        formula = formula[-1]
    return formula


@pytest.mark.parametrize("name", ["pln.thm1", "pln.thm3", "pln.prop1.tanh", "pln.prop2.upper"])
def test_what_is_shown_of_members_is_what_the_bound_assumes(name: str) -> None:
    claim = find(name)
    width = claim.obligations[0].statement
    members = _members(name).statement
    common = len(width["given"]) - 2
    assert members["given"][:common] == width["given"][:common]
    *conditions, empty, _ = members["given"][common:]
    assert empty == plain_json(EMPTY)
    names = {new: old for old, new in OWN.items()}
    found = members["show"]
    for condition in conditions:
        found = ["implies", condition, found]
    for new in reversed([new for new in members["vars"] if new in names]):
        assert new not in width["vars"]
        found = ["all", new, "real", found]
    assert put(found, names) == width["given"][-2], "for every f and every scale"


@pytest.mark.parametrize("name", ["pln.thm1", "pln.prop1.sigmoid", "pln.prop2.upper"])
def test_a_network_has_no_fewer_units(name: str) -> None:
    """That the same networks are among those of N - 1 units is not proved."""
    members = _members(name)
    kept = shipped(members.id, members.statement)
    assert kept is not None
    text = json.dumps(members.statement["show"])
    fewer = text.replace('["app", "G", "g", "N", "x"]', '["app", "G", "g", ["-", "N", "1"], "x"]')
    assert fewer != text
    altered = {**members.statement, "show": json.loads(fewer)}
    proof = json.loads(kept)["proof"]
    assert check(dumps({"statement": members.statement, "proof": proof})).accepted
    assert not check(dumps({"statement": altered, "proof": proof})).accepted


@pytest.mark.parametrize("name", ["pln.thm1", "pln.prop1.sigmoid", "pln.prop2.upper"])
@pytest.mark.parametrize("dropped", [-1, -2])
def test_the_units_are_added_and_to_the_empty_network(name: str, dropped: int) -> None:
    """Without either hypothesis the proof is one of nothing."""
    members = _members(name)
    kept = shipped(members.id, members.statement)
    assert kept is not None
    less = copy.deepcopy(members.statement)
    del less["given"][dropped]
    assert not check(dumps({"statement": less, "proof": json.loads(kept)["proof"]})).accepted


@pytest.mark.parametrize("name", ["pln.thm1", "pln.thm3", "pln.prop1.sigmoid", "pln.prop2.upper"])
def test_the_networks_that_units_are_added_to_are_not_all_the_same(name: str) -> None:
    """The data are two units of the layer, of which there may be any number."""
    data = _members(name).data()
    assert data is not None
    op, first, second = data.witness.functions["G"][1]
    assert (op, first[:2], second[:2]) == ("+", ["*", "a0"], ["*", ["-", "a1", "a0"]])
    values = [json.dumps(put(unit[2], {"a2": "0"})) for unit in (first, second)]
    assert len({*values, json.dumps(first[2]), json.dumps(second[2])}) == 4


def test_what_is_not_linear_is_no_pre_activation() -> None:
    assert _linear(["*", "lam", ["-", "x", "b"]]) == ("lam", ["*", "lam", ["-", "b"]])
    assert _linear(["+", ["/", "b", "2"], "x"]) == ("1", ["/", "b", "2"])
    for other in (["*", "x", "x"], ["*", "x", "2"], ["/", "x", "2"], ["abs", "x"]):
        with pytest.raises(ValueError, match="linear"):
            _linear(other)


def test_networks_of_another_form_are_not_taken_apart() -> None:
    (pairs,) = (o for o in FREE.obligations if o.id.endswith("sharpened3.statement"))
    network = d3.explicit(pairs.statement).network
    assert len(parts(network).single) == 2
    with pytest.raises(ValueError, match="weighted units"):
        parts(["-", network, "1"])
    with pytest.raises(ValueError, match="weighted units"):
        parts(["+", network, "x"])


# --- data ----------------------------------------------------------------------------------------

BY_SCALE = {
    "pln.thm1.printed.width": "pln.thm1.sharpened2",
    "pln.thm3.limit.width": "pln.thm3",
    "pln.thm3.printed.width": "pln.thm3",
    "pln.table1.tanh.one.width": "pln.table1.tanh.sharpened",
    "pln.table1.pln-d0.one.width": "pln.table1.pln-d0.sharpened",
}


@by_turns(2)
@some_of(1)
@pytest.mark.parametrize("name", seldom(BY_SCALE, ["pln.table1.pln-d0.one.width"], 4))
def test_networks_of_one_parameter_are_numbered_by_it(name: str) -> None:
    """The kept data are these: a function that is no constant, a network for each number."""
    (width,) = (o for o in find(BY_SCALE[name]).obligations if o.id == name)
    assert width.data is not None
    functions = width.data().witness.functions
    assert functions["F"] == (("a0", "a1"), "a1")
    text = json.dumps(functions["G"][1])
    assert '"a0"' in text, "the parameter"
    assert '"a2"' in text, "x"
    rows = vacuity.of_obligation(width, of_obligation(width), search=False)
    (met,) = (row for row in rows if row.kind == vacuity.SATISFIABLE)
    assert met.outcome == vacuity.HOLD
    assert met.witness is not None
    assert met.witness.functions == functions


def test_networks_of_no_parameter_are_not_numbered_by_one() -> None:
    from proofs.pln.prop2.upper.claim import NETWORKS as interpolant
    from proofs.pln.prop2.upper.claim import SATISFIABLE

    assert not d3.explicit(interpolant.statement).parameters
    with pytest.raises(ValueError, match="one parameter"):
        d3.by_scale(SATISFIABLE, interpolant)


def test_enough_units_and_the_hypotheses_of_a_lower_bound_go_together() -> None:
    """P(n) is met: for L = eps = 1 there are no cells, the zigzag is -1, and so is one ReLU."""
    width = d3.lower(ZIGZAG)
    enough = width["show"][2][1]
    sequent = {**width, "given": [*width["given"], enough]}
    one = {"F": (("f", "x"), "-1"), "G": (("g", "m", "x"), "-1"), "alpha": (("g", "k"), "-1")}
    weights = {"w": (("g", "k"), "0"), "b": (("g", "k"), "1")}
    witness = Witness({"n": 1, "N": 0, "L": 1, "eps": 1}, {**one, **weights})
    unit: Json = ["*", "-1", ["max", "0", ["+", ["*", "0", "x"], "1"]]]

    def units() -> Json:
        value = case(unit[2], auto(), auto())
        none = node("empty", auto(), value, on=["sum", "i", "1", "0", unit])
        summed = node("unfold", auto(), none, on=["sum", "i", "1", "1", unit])
        return intro("g", intro("x", intro("", intro("", summed))))

    def zigzag() -> Json:
        even: Json = ["floor", ["/", ["+", ["*", "0", "x"], "1"], "2"]]
        size: Json = ["abs", ["-", ["*", "0", "x"], ["*", "2", even]]]
        below = split(["-", even, "1"], auto(), auto())
        is_zero = node("both", below, split(even, auto(), auto()))
        zero = have(["=", even, "0"], is_zero, case(size, auto(), auto()))
        return node("some", intro("x", intro("", intro("", zero))), **{"is": "0"})

    def near() -> Json:
        same_ = node("some", intro("x", intro("", intro("", auto()))), **{"is": "0"})
        return node("some", node("both", auto(), intro("f", same_)), **{"is": "0"})

    last = len(sequent["given"]) - 1
    scripts = {last: near, last - 1: units, last - 2: zigzag}
    assert of_satisfiability(Attempt("t.met", "", sequent, witness, scripts)).proved
    far = Witness(witness.values, {**witness.functions, "G": (("g", "m", "x"), "1")})
    assert not of_satisfiability(Attempt("t.far", "", sequent, far, scripts)).proved
