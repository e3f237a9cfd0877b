"""Every claim: its certificates, its readings, its controls; what must not be proved is not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from constructions.terms import conj
from proofs import registry, vacuity
from proofs.certify import family
from proofs.claims import Attempt, Claim, Parameter, Source, Witness
from proofs.decide import met
from proofs.evidence import Evidence, of_attempt, shipped
from proofs.evidence import gather as gather_evidence
from proofs.index import index
from proofs.kernel import check
from proofs.kernel.check import expand, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.language import elaboration
from proofs.language.elaboration import StepError
from proofs.pln.bound import error_bound
from proofs.pln.lemma2 import claim as l2
from proofs.pln.lemma2 import proof as l2_proofs
from proofs.pln.symbols import G_HAT, IN_UNIT_INTERVAL, ONE, L, N, S, c, eps, f, x, y
from proofs.refute import negation, of_witness, satisfied
from proofs.search import spelled
from proofs.trees import script as scripts
from proofs.trees.script import Json, Node, NotFound, statement
from proofs.verdicts import decide
from tests import kept_files
from tests.decided import DECIDED, LEFT_OPEN, complaints
from tests.sampling import paper, seldom, some_of
from verify.runner import state

each_id = pytest.mark.parametrize("claim_id", registry.ids())
#: whose certificates take the kernel many seconds
LONG = {
    "pln.lemma3", "pln.lemma4", "pln.lemma4.almost", "pln.prop1.sigmoid", "pln.prop2.lower",
    "pln.prop2.upper", "pln.prop3", "pln.table1", "pln.thm1", "pln.thm2", "pln.thm3",
    "pln.thm3.density", "layeract.eq4.method", "weierstrass.limit",
}  # fmt: skip
each_formal_id = pytest.mark.parametrize(
    "claim_id", seldom([name for name in registry.ids() if name not in LEFT_OPEN], LONG)
)


def sequents(claim: Claim) -> dict[str, Json]:
    """What each piece of evidence of a claim is about, by id."""
    found = {o.id: o.statement for o in claim.all_obligations()}
    found |= {a.id: negation(a)[0] for a in claim.all_attempts()}
    return found | {datum.id: satisfied(datum)[0] for datum in claim.data()}


def main_of(claim: Claim) -> Any:
    """What the claim says: its first obligation or, of a claim that is refuted, its attempt."""
    return (*claim.obligations, *claim.attempts)[0]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of at most half a second."""
    search = scripts.searched
    monkeypatch.setattr(
        scripts, "searched", lambda found, seconds: search(found, min(seconds, 0.5))
    )
    monkeypatch.setattr(elaboration, "SECONDS", 0.5)
    monkeypatch.setattr(spelled, "SECONDS", 0.5)
    monkeypatch.setattr(spelled, "LEAF", 0.5)


# --- what is shipped -----------------------------------------------------------------------------


@some_of(10, kind=paper)
@each_id
def test_every_certificate_is_kept_for_exactly_the_claims_statement(claim_id: str) -> None:
    for claim in family(registry.load(claim_id)):
        for name, sequent in sequents(claim).items():
            assert shipped(name, sequent) is not None, name


def test_nothing_is_kept_that_no_claim_asks_for() -> None:
    wanted = {
        name
        for claim_id in registry.ids()
        for claim in family(registry.load(claim_id))
        for name in claim.evidence_ids()
    }
    assert set(kept_files.names()) <= wanted


def test_titles_and_ids_agree() -> None:
    for claim_id in registry.ids():
        claim = registry.load(claim_id)
        assert (claim.id, claim.title) == (claim_id, index()["claims"][claim_id]["title"])
        members = list(family(claim))
        assert len({member.id for member in members}) == len(members), claim_id
        evidence = [name for member in members for name in member.evidence_ids()]
        assert len(set(evidence)) == len(evidence), claim_id


def test_lines_and_readings_refer_to_evidence_that_exists() -> None:
    for claim_id in registry.ids():
        for claim in family(registry.load(claim_id)):
            known = {o.id for o in claim.all_obligations()}
            for line in claim.lines:
                assert line.obligations or line.attempts or line.why, line.id
                assert not line.conclusion_stands or line.conclusion_stands in known, line.id
                # a line that is attacked says what is wrong with it
                assert line.why or not line.attempts, line.id
            known |= {a.id for a in claim.attempts}
            for reading in claim.readings:
                assert not reading.obligation or reading.obligation in known, claim.id


def test_an_attempt_on_the_claim_attacks_the_claim() -> None:
    """A claim is refuted by the negation of its own statement and of nothing else."""
    for claim_id in registry.ids():
        for claim in family(registry.load(claim_id)):
            own = [o.statement for o in claim.obligations]
            for attempt in claim.attempts:
                assert not own or attempt.statement in own, attempt.id


# --- the reading table ---------------------------------------------------------------------------


@some_of(10, kind=paper)
@each_id
def test_readings_are_rendered_from_the_statement(claim_id: str) -> None:
    for claim in family(registry.load(claim_id)):
        table = state(claim)["reading"]
        if claim.id in LEFT_OPEN:
            assert table == [] == list(claim.readings)
            continue
        assert 0 < len(claim.readings) <= len(table)
        assert all(row["formal"] for row in table)
        assert {r.printed for r in claim.readings} <= {row["printed"] for row in table}


def all_accepted(claim: Claim) -> dict[str, Evidence]:
    """The evidence of a claim: the kernel accepts every certificate that is kept for it."""
    found = gather_evidence(claim)
    assert [name for name in sequents(claim) if not found[name].proved] == []
    return found


@some_of(6, kind=paper)
@each_formal_id
def test_a_verdict_rests_on_nothing_but_what_the_claim_says_it_assumes(claim_id: str) -> None:
    """Every hypothesis is read, and met by exact data, in every claim."""
    for claim in family(registry.load(claim_id)):
        found = all_accepted(claim)
        rows = vacuity.gather(claim, found, kinds=[vacuity.SATISFIABLE])
        decision = decide(claim, found, rows)
        assert decision.verdict in DECIDED, claim.id
        assert set(decision.given) <= set(claim.assumes), claim.id


@some_of(20, kind=paper)
@each_id
def test_data_are_for_a_statement_of_the_claim(claim_id: str) -> None:
    for claim in family(registry.load(claim_id)):
        own = [item.statement for item in (*claim.all_obligations(), *claim.all_attempts())]
        premises = [json.dumps(item.statement) for item in vacuity.premises(claim)]
        for datum in claim.data():
            given = [json.dumps(hypothesis) for hypothesis in datum.statement["given"]]
            inside = any(all(part in text for part in given) for text in premises)
            assert datum.statement in own or (given and inside), datum.id


@some_of(1)
@pytest.mark.parametrize("claim_id", sorted(LEFT_OPEN))
def test_what_nothing_formal_stands_for_is_open(claim_id: str) -> None:
    claim = registry.load(claim_id)
    assert (claim.obligations, claim.attempts) == ((), ())  # lines of the proof may be judged
    assert decide(claim, all_accepted(claim)).verdict == "open"
    assert claim.cites
    assert claim.not_claimed


def test_a_record_of_all_claims_is_complained_about() -> None:
    """``make decided`` reads what ``make verify`` found."""
    assumed = {
        claim.id: list(claim.assumes)
        for claim_id in registry.ids()
        for claim in family(registry.load(claim_id))
    }
    claims = [
        {"id": name, "verdict": "open" if name in LEFT_OPEN else "proved", "given": given}
        for name, given in assumed.items()
    ]
    assert list(complaints({"claims": claims})) == []
    for change, told in (
        ({"verdict": "open"}, "pln.lemma2: open"),
        ({"verdict": "vacuous"}, "pln.lemma2: vacuous"),
        ({"given": ["a theorem"]}, "pln.lemma2: given a theorem"),
        ({"id": "pln.other"}, "pln.lemma2: not in the record"),
    ):
        other = [claim | change if claim["id"] == "pln.lemma2" else claim for claim in claims]
        assert list(complaints({"claims": other})) == [told]
    proved = [claim | {"verdict": "proved"} for claim in claims]
    assert list(complaints({"claims": proved})) == [f"{name}: proved" for name in assumed
                                                    if name in LEFT_OPEN]  # fmt: skip


# --- controls and witnesses ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim_id", ["pln.lemma2", "pln.thm1", "pln.thm3", "pln.prop1.sigmoid", "pln.prop1.tanh"]
)
def test_there_are_controls_of_both_kinds(claim_id: str) -> None:
    kinds = {control.kind for control in registry.load(claim_id).controls}
    assert kinds == {"hypothesis dropped", "constant tightened"}


@some_of(8, kind=paper)
@each_id
def test_a_control_is_refuted_and_differs_from_the_statement(claim_id: str) -> None:
    for claim in family(registry.load(claim_id)):
        for control in claim.controls:
            main, altered = main_of(claim).statement, control.attempt.statement
            assert altered != main, control.attempt.id
            if control.kind == "hypothesis dropped":  # or a condition in the conclusion
                fewer = len(altered["given"]) < len(main["given"])
                assert fewer or altered["show"] != main["show"], control.attempt.id
            assert of_attempt(control.attempt).proved, control.attempt.id


def closed_value(formula: Json) -> bool | None:
    """Whether a closed formula of rational arithmetic is true; None where that is not computed.

    Universal formulas are tried on a grid: False is certain, True is not and comes out as None.
    """
    op, args = formula[0], formula[1:]
    if op in ("<=", "<", "=", "!="):
        a, b = (Model().term(arg) for arg in args)
        return {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]
    if op == "and":
        parts = [closed_value(part) for part in args]
        return False if False in parts else None if None in parts else True
    if op == "implies":
        first, second = map(closed_value, args)
        return True if first is False or second is True else second if first is True else None
    if op == "all":
        grid = [Fraction(i, 4) for i in range(-2, 7)] if args[1] == "real" else range(-1, 5)
        values = [closed_value(put(args[2], args[0], str(q))) for q in grid]
        return False if False in values else None
    return None


def alternates(formula: Json, universal: bool = False) -> bool:
    """Whether an existential formula stands under a universal quantifier."""
    if not isinstance(formula, list):
        return False
    if formula[:1] == ["some"] and universal:
        return True
    inside = universal or formula[:1] == ["all"]
    return any(alternates(part, inside) for part in formula)


def put(json_: Json, name: str, value: Json) -> Json:
    if isinstance(json_, str):
        return value if json_ == name else json_
    return [put(part, name, value) for part in json_] if isinstance(json_, list) else json_


def mutations(attempt: Attempt) -> Iterator[Attempt]:
    """The same attack with one value of the witness moved, or one function changed."""
    witness, sorts = attempt.witness, attempt.statement["vars"]
    for name, value in witness.values.items():
        if not isinstance(value, int | Fraction):
            continue
        for shift in (1, -1) if sorts.get(name) == "int" else (Fraction(1, 7), -1):
            moved = Witness({**witness.values, name: value + shift}, witness.functions)
            yield changed(attempt, moved, f"{name} {shift}")
    for name, (parameters, body) in witness.functions.items():
        for label, other in (("double", ["*", "2", body]), ("add", ["+", body, parameters[0]])):
            functions = {**witness.functions, name: (parameters, other)}
            yield changed(attempt, Witness(witness.values, functions), f"{name} {label}")


def changed(attempt: Attempt, witness: Witness, label: str) -> Attempt:
    return Attempt(
        f"mutant.{label}", "", attempt.statement, witness, attempt.givens, attempt.script,
        attempt.part,
    )  # fmt: skip


MUTANTS = 2  # of each witness: the search for a proof of what is false takes all its time


@some_of(5, kind=paper)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("claim_id", registry.ids())
def test_a_witness_that_refutes_nothing_is_not_accepted(claim_id: str) -> None:
    """A mutation of a witness whose negation is false by exact arithmetic is turned down."""
    attempts = [a for claim in family(registry.load(claim_id)) for a in claim.all_attempts()]
    for attempt in filter(computed, attempts):
        mutants = list(mutations(attempt))
        random.Random(attempt.id).shuffle(mutants)
        false = [mutant for mutant in mutants if is_false(mutant)][:MUTANTS]
        assert false or attempt.statement["vars"] == {}, "some mutation is false"
        for mutant in false:
            evidence = of_attempt(mutant)
            assert not evidence.proved, mutant.id
            assert evidence.reason, "a reason is given"


def computed(attempt: Attempt) -> bool:
    """Whether exact arithmetic says something of the negation, which is then not false.

    Roots and exponentials are the kernel's alone; for all ... there is: see test_widths.py.
    """
    shown = negation(attempt)[0]["show"]
    try:
        assert closed_value(shown) is not False, "the witness itself does its work"
    except Undefined:
        return False
    return not alternates(shown)


def is_false(mutant: Attempt) -> bool:
    try:
        return closed_value(negation(mutant)[0]["show"]) is False
    except (Undefined, ValueError, IndexError):
        return False


# --- negation and instantiation against brute force ----------------------------------------------


class Undefined(Exception):
    """Not a value of plain rational arithmetic."""


DOMAIN = [Fraction(q) for q in (-1, 0, Fraction(1, 2), 2)]


class Model:
    """Truth of formulas with quantifiers over the finite :data:`DOMAIN`, straight from the text."""

    def __init__(
        self,
        values: dict[str, Fraction] | None = None,
        functions: dict[str, tuple[tuple[str, ...], Json]] | None = None,
    ) -> None:
        self.values, self.functions = values or {}, functions or {}

    def at(self, name: str, value: Fraction) -> Model:
        return Model({**self.values, name: value}, self.functions)

    def term(self, json_: Json) -> Fraction:
        if isinstance(json_, str):
            if json_ in self.values:
                return self.values[json_]
            try:
                return Fraction(json_)
            except ValueError:
                raise Undefined(json_) from None
        op, args = json_[0], json_[1:]
        if op == "app":
            parameters, body = self.functions[args[0]]
            at = dict(zip(parameters, map(self.term, args[1:]), strict=True))
            return Model(at, self.functions).term(body)
        if op == "sum":
            low, high = self.term(args[1]), self.term(args[2])
            if low.denominator != 1 or high.denominator != 1:
                raise Undefined("limits of a sum")
            numbers = range(int(low), int(high) + 1)
            return sum((self.at(args[0], Fraction(i)).term(args[3]) for i in numbers), Fraction(0))
        if op == "^":
            return self.term(args[0]) ** args[1]
        values = [self.term(a) for a in args]
        if op == "/" and not values[1]:
            raise Undefined("division by zero")
        if op not in OPERATIONS:
            raise Undefined(op)
        return OPERATIONS[op](*values)

    def holds(self, formula: Json) -> bool:
        op, args = formula[0], formula[1:]
        if op == "and":
            return all(self.holds(part) for part in args)
        if op == "implies":
            return not self.holds(args[0]) or self.holds(args[1])
        if op in ("all", "some"):
            found = (self.at(args[0], q).holds(args[2]) for q in DOMAIN)
            return all(found) if op == "all" else any(found)
        if op == "lipschitz":
            constant, low, high = (self.term(a) for a in args[1:])
            inside = [q for q in DOMAIN if low <= q <= high]
            value = {q: self.at("q", q).term(["app", args[0], "q"]) for q in inside}
            return all(
                abs(value[u] - value[v]) <= constant * abs(u - v) for u in inside for v in inside
            )
        a, b = (self.term(arg) for arg in args)
        return {"<=": a <= b, "<": a < b, "=": a == b, "!=": a != b}[op]


def _floor(a: Fraction) -> Fraction:
    return Fraction(a.numerator // a.denominator)


def _total(*values: Fraction) -> Fraction:
    return sum(values, Fraction(0))


def _product(*values: Fraction) -> Fraction:
    result = Fraction(1)
    for value in values:
        result *= value
    return result


OPERATIONS: dict[str, Callable[..., Fraction]] = {
    "+": _total,
    "*": _product,
    "-": lambda a, b=None: -a if b is None else a - b,
    "/": lambda a, b: a / b,
    "abs": abs,
    "max": max,
    "min": min,
    "floor": _floor,
    "sign": lambda a: Fraction((a > 0) - (a < 0)),
}


class Writer:
    """Random terms and formulas over the variables a, b, n and the functions f/1, g/2."""

    def __init__(self, seed: int) -> None:
        import random

        self.random = random.Random(seed)
        self.fresh = 0

    def new(self) -> str:
        self.fresh += 1
        return f"z{self.fresh}"

    def term(self, names: list[str], depth: int, functions: bool = True) -> Json:
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.2:
            return pick([*names, "-1", "0", "1/2", "2"])
        sub = lambda: self.term(names, depth - 1, functions)  # noqa: E731
        kind = pick(["+", "-", "*", "neg", "abs", "max", "min", "sign", "floor", "^", "/"])
        if functions and self.random.random() < 0.4:
            kind = pick(["f", "g", "sum"])
        if kind == "f":
            return ["app", "f", sub()]
        if kind == "g":
            return ["app", "g", sub(), sub()]
        if kind == "sum":
            index = self.new()
            return ["sum", index, "0", pick(["1", "n"]), self.term([*names, index], depth - 1)]
        if kind == "neg":
            return ["-", sub()]
        if kind == "^":
            return ["^", sub(), self.random.randrange(3)]
        if kind == "/":
            return ["/", sub(), "2"]
        unary = kind in ("abs", "sign", "floor")
        return [kind, sub()] if unary else [kind, sub(), sub()]

    def formula(self, names: list[str], depth: int) -> Json:
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.25:
            relation = pick(["<=", "<", "=", "!="])
            return [relation, self.term(names, 2), self.term(names, 2)]
        kind = pick(["and", "implies", "all", "some", "lipschitz"])
        if kind == "lipschitz":
            return [kind, "f", pick(["0", "1", "a", "2"]), "0", pick(["1", "b", "2"])]
        if kind in ("all", "some"):
            bound = self.new()
            return [kind, bound, "real", self.formula([*names, bound], depth - 1)]
        return [kind, self.formula(names, depth - 1), self.formula(names, depth - 1)]

    def sequent(self) -> tuple[Json, Witness]:
        names = ["a", "b", "n"]
        given = [self.formula(names, 2) for _ in range(self.random.randrange(3))]
        sorts = {"a": "real", "b": "real", "n": "int"}
        sequent = statement(sorts, given, self.formula(names, 3), {"f": 1, "g": 2})
        a, b = (self.random.choice(DOMAIN) for _ in "ab")
        values = {"a": a, "b": b, "n": self.random.randrange(-1, 4)}
        functions = {
            "f": (("u",), self.term(["u"], 2, functions=False)),
            "g": (("p", "q"), self.term(["p", "q"], 2, functions=False)),
        }
        return sequent, Witness(values, functions)


@some_of(6)
@pytest.mark.parametrize("seed", range(0, 600, 50))
def test_the_negation_is_the_negation(seed: int) -> None:
    """In every finite model: hypotheses and not the conclusion, at the witness."""
    outcomes = set()
    for number in range(seed, seed + 50):
        sequent, witness = Writer(number).sequent()
        attempt = Attempt("random", "", sequent, witness)
        values = {name: Fraction(value) for name, value in witness.values.items()}
        open_, closed = Model(values, dict(witness.functions)), Model()
        show = sequent["show"]
        failing = show[1] if show[0] == "and" else show
        given = all(open_.holds(g) for g in sequent["given"])
        goal = negation(attempt)[0]["show"]
        assert closed.holds(goal) == (given and not open_.holds(failing)), number
        assert closed.holds(met(sequent, of_witness(witness))["show"]) == given, number
        outcomes.add(closed.holds(goal))
    assert outcomes == {True, False}


def test_each_part_of_a_conjunction_can_be_the_one_that_fails() -> None:
    both = conj(["<=", "0", "a"], ["<=", "a", "1"])
    sequent = statement({"a": "real"}, [], both)
    parts = [of_attempt(Attempt("t", "", sequent, Witness({"a": 2}), part=i)) for i in (0, 1)]
    assert [part.proved for part in parts] == [False, True]


def test_a_witness_must_be_complete_and_of_the_right_sort() -> None:
    sequent = statement({"n": "int"}, [], ["<", "n", "0"], {"f": 1})
    for witness, why in (
        (Witness({}, {"f": (("u",), "u")}), "leaves n open"),
        (Witness({"n": 1}), "leaves f open"),
        (Witness({"n": Fraction(1, 2)}, {"f": (("u",), "u")}), "must be an integer"),
    ):
        with pytest.raises(ValueError, match=why):
            negation(Attempt("t", "", sequent, witness))


HALVES = [
    ["implies", ["<", "0", ["app", "f", "a"]], ["<", "1", "0"]],
    ["implies", ["<=", ["app", "f", "a"], "0"], ["<", "1", "0"]],
]


@pytest.mark.parametrize("body", [["/", "1", "u"], ["sqrt", ["-", "u", "1"]], ["log", "u"]])
def test_a_witness_that_is_undefined_cannot_dodge_a_condition(body: Json) -> None:
    """f(0) > 0 or f(0) <= 0 for every function f; a term without a value meets neither."""
    sequent = statement({"a": "real"}, HALVES, ["<", "1", "0"], {"f": 1})
    for function in (body, "u"):
        witness = Witness({"a": 0}, {"f": (("u",), function)})
        assert not of_attempt(Attempt("t", "", sequent, witness)).proved


def test_a_witness_is_defined_everywhere() -> None:
    """1/u has no value at 0, so it is no function; 1/max(u, 1/4) is one."""
    sequent = statement({"a": "real"}, [["<", "0", "a"]], ["<=", ["app", "f", "a"], "1"], {"f": 1})
    for body, proved in ((["/", "1", "u"], False), (["/", "1", ["max", "u", "1/4"]], True)):
        attempt = Attempt("t", "", sequent, Witness({"a": "1/2"}, {"f": (("u",), body)}))
        assert of_attempt(attempt).proved == proved


# --- settings ------------------------------------------------------------------------------------


def small(**more: Any) -> Claim:
    source = Source("", "", "", "", "")
    return Claim("t.claim", "theorem", "", source, "", (), (), **more)


def test_settings_are_read_by_their_parameters() -> None:
    def read(text: str) -> int:
        if not text.isdigit():
            raise ValueError(f"n is a number, got {text!r}")
        return int(text)

    claim = small(parameters=(Parameter("n", "", read, "3"), Parameter("m", "", read, None)))
    assert claim.settings({}) == {"n": 3, "m": None}
    assert claim.settings({"m": "7"}) == {"n": 3, "m": 7}
    with pytest.raises(ValueError, match="n is a number, got 'x'"):
        claim.settings({"n": "x"})
    with pytest.raises(ValueError, match=r"t\.claim has no parameter 'k'; it has n, m"):
        claim.settings({"k": "1"})
    with pytest.raises(ValueError, match="it has none"):
        small().settings({"k": "1"})


def test_a_claim_is_checked_when_it_is_made() -> None:
    attempt = Attempt("t.same", "", statement({}, [], ["<", "1", "0"]), Witness({}))
    with pytest.raises(ValueError, match="share a name"):
        small(attempts=(attempt, attempt))
    with pytest.raises(ValueError, match="kind is one of"):
        Claim("t", "lemma", "", Source("", "", "", "", ""), "", (), ())


# --- altered statements --------------------------------------------------------------------------


def search(goal: Json, script: Node, backwards: bool) -> None:
    """Follow a script through the kernel's rules, first or last children first.

    Returns if everything was found, so a statement that is not proved raises: soon, if the order
    is such that what cannot be found is reached before what can.
    """

    def follow(context: Context, step: Node) -> None:
        if step["by"] == "look":
            follow(context, step["function"](context))
        elif step["by"] == "auto":
            scripts._found(context, step, "")
        else:
            bare = {**step, "then": [None] * len(step["then"])}
            children = [child for child, _ in expand(context, bare)]
            pairs = list(zip(children, step["then"], strict=True))
            for child, then in reversed(pairs) if backwards else pairs:
                follow(child, then)

    follow(open_statement(goal), script)


def sharp(given: list[Json], show: Json) -> tuple[Json, Callable[[], Node]]:
    return statement(l2.SHARP["vars"], given, show, l2.FUNCTIONS), l2_proofs.bounded


def eq10(given: list[Json], show: Json) -> tuple[Json, Callable[[], Node]]:
    return statement(l2.CELL_SORTS, given, show, l2.FUNCTIONS), _as_text(l2_proofs.EQ10)


def eq11(given: list[Json], show: Json) -> tuple[Json, Callable[[], Node]]:
    return statement(l2.CELL_SORTS, given, show, l2.FUNCTIONS), _as_text(l2_proofs.EQ11)


def _as_text(text: str) -> Callable[[], Node]:
    return lambda: elaboration.argued(text, **l2_proofs.NAMES)


def last_step(width: Json, error: Json, positive: bool = True) -> tuple[Json, Callable[[], Node]]:
    """The end of Lemma 2's proof, where even the bound L/(2N) is given."""
    given = [*([eps > 0] if positive else []), width, l2.LIPSCHITZ, *IN_UNIT_INTERVAL, BOUND]
    return statement(l2.SORTS, given, error, l2.FUNCTIONS), _as_text(l2_proofs.SMALL)


def thm1_sharp(given: list[Json], show: Json) -> tuple[Json, Callable[[], Node]]:
    from proofs.pln.thm1 import claim as thm1

    original = thm1.SHARP
    return (
        statement(original["vars"], given, show, original["functions"]),
        thm1.CLAIM.sharpened[0].obligations[0].script,
    )


def thm1_given() -> list[Json]:
    from proofs.pln.thm1 import claim as thm1

    return list(thm1.SHARP["given"])


def thm1_error() -> Any:
    from proofs.pln.thm1 import claim as thm1

    return thm1.SHARP["show"][1]


BOUND = L / (2 * N) >= l2.ERROR
SHARP_GIVEN = l2.SHARP["given"]
EQ10, EQ11 = l2.EQ10["show"], l2.EQ11["show"]
j = l2.j

ORIGINALS: dict[str, Callable[[], tuple[Json, Callable[[], Node]]]] = {
    "Eq. 10": lambda: eq10(l2.OPEN_CELL, EQ10),
    "Eq. 11": lambda: eq11(l2.BREAKPOINT, EQ11),
    "end of Lemma 2": lambda: last_step(l2.WIDTH, l2.ERROR < eps),
}
ALTERED: dict[str, Callable[[], tuple[Json, Callable[[], Node]]]] = {
    "Lemma 2 with L/(2N) reached by nobody": lambda: sharp(SHARP_GIVEN, l2.ERROR < L / (2 * N)),
    "Lemma 2 with L/(3N)": lambda: sharp(SHARP_GIVEN, l2.ERROR <= L / (3 * N)),
    "Lemma 2 with L/(2(N + 1))": lambda: sharp(SHARP_GIVEN, l2.ERROR <= L / (2 * N + 2)),
    "Lemma 2 for -f": lambda: sharp(SHARP_GIVEN, S.abs(G_HAT + f(x)) <= L / (2 * N)),
    "Lemma 2 without N > 0": lambda: sharp(SHARP_GIVEN[1:], BOUND),
    "Lemma 2 without Lipschitz": lambda: sharp([N > 0, *IN_UNIT_INTERVAL], BOUND),
    "Lemma 2 left of 0": lambda: sharp([N > 0, l2.LIPSCHITZ, x <= 1], BOUND),
    "Lemma 2 right of 1": lambda: sharp([N > 0, l2.LIPSCHITZ, x >= 0], BOUND),
    "Lemma 2, Lipschitz on half": lambda: sharp(
        [N > 0, ["lipschitz", "f", L.json, "0", "1/2"], *IN_UNIT_INTERVAL], BOUND
    ),
    "N one less": lambda: last_step(N.equals(S.floor(L / (2 * eps))), l2.ERROR < eps),
    "3 eps for 2 eps": lambda: last_step(N.equals(S.floor(L / (3 * eps)) + 1), l2.ERROR < eps),
    "99/100 eps": lambda: last_step(l2.WIDTH, l2.ERROR < eps * Fraction(99, 100)),
    "without eps > 0": lambda: last_step(l2.WIDTH, l2.ERROR < eps, positive=False),
    "Eq. 10 in two cells": lambda: eq10([*l2.CELL, (j - 1) / N < x, x < (j + 1) / N], EQ10),
    "Eq. 10 at a breakpoint": lambda: eq10([*l2.CELL, (j - 1) / N < x, x <= j / N], EQ10),
    "Eq. 10 from j = 0": lambda: eq10([N > 0, j >= 0, *l2.OPEN_CELL[2:]], EQ10),
    "Eq. 10, next value": lambda: eq10(l2.OPEN_CELL, conj(*EQ10[1:4], G_HAT.equals(y(j + 1)))),
    "Eq. 10 without 1/2": lambda: eq10(
        l2.OPEN_CELL, conj(EQ10[1], l2.FIRST_SUM.equals(y(j) - y(ONE)), *EQ10[3:])
    ),
    "Eq. 10, sign of the second sum": lambda: eq10(
        l2.OPEN_CELL, conj(G_HAT.equals(l2.FIRST_SUM + l2.SECOND_SUM + l2.LEVEL), *EQ10[2:])
    ),
    "Eq. 11 up to j = N": lambda: eq11([N > 0, j >= 1, j <= N, x.equals(j / N)], EQ11),
    "Eq. 11, left value": lambda: eq11(l2.BREAKPOINT, conj(*EQ11[1:4], G_HAT.equals(y(j)))),
    "Theorem 1 with half the smoothing": lambda: thm1_sharp(
        thm1_given(), ["<=", thm1_error(), error_bound(c / 2).json]
    ),
    "Theorem 1 without c > 0": lambda: thm1_sharp(
        [g for g in thm1_given() if g != (c > 0).json], ["<=", thm1_error(), error_bound(c).json]
    ),
    "Theorem 1 without Lipschitz": lambda: thm1_sharp(
        [g for g in thm1_given() if g[0] != "lipschitz"], ["<=", thm1_error(), error_bound(c).json]
    ),
    "Theorem 1 without its last unit": lambda: thm1_sharp(
        thm1_given()[:-1], ["<=", thm1_error(), error_bound(c).json]
    ),
}


FAILS_EARLY = {"Lemma 2 without N > 0", "Theorem 1 without c > 0", "Theorem 1 without Lipschitz"}


@some_of(1)
@pytest.mark.parametrize("name", seldom(ORIGINALS, ["Eq. 11"]))
def test_the_search_finds_the_statement_as_it_is(name: str) -> None:
    goal, script = ORIGINALS[name]()
    search(goal, script(), backwards=True)
    search(goal, script(), backwards=False)


@some_of(2)
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_statement_is_not_proved(name: str) -> None:
    goal, script = ALTERED[name]()
    with pytest.raises((NotFound, Reject, LookupError, StepError)):
        search(goal, script(), backwards=name not in FAILS_EARLY)


def without(position: int) -> Callable[[Json], Json]:
    """Drop one hypothesis."""
    return lambda goal: {
        **goal, "given": [g for g in goal["given"] if g != goal["given"][position]]
    }  # fmt: skip


def strict(goal: Json) -> Json:
    return {**goal, "show": ["<", *goal["show"][1:]]}


def three_for_two(goal: Json) -> Json:
    return {**goal, "given": put(goal["given"], "2", "3")}


KEPT = [
    ("pln.lemma2.sharpened.bound", strict),
    ("pln.lemma2.statement", without(0)),
    ("pln.lemma2.statement", without(1)),
    ("pln.lemma2.statement", three_for_two),
    ("pln.lemma2.eq10.cells", without(-1)),
    ("pln.lemma1.statement", without(1)),
    ("pln.lemma1.rate", without(2)),
    ("pln.thm1.statement", without(0)),
    ("pln.thm1.statement", without(4)),
    ("pln.thm1.statement", three_for_two),
    ("pln.thm1.bound", strict),
]


@some_of(5, kind=paper)
@pytest.mark.parametrize(("name", "alter"), KEPT)
def test_a_kept_proof_proves_no_altered_statement(name: str, alter: Callable[[Json], Json]) -> None:
    certificate = kept_files.loaded(name)
    altered = alter(certificate["statement"])
    assert altered != certificate["statement"]
    assert not check(json.dumps({**certificate, "statement": altered})).accepted
