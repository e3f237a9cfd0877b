"""A certificate as a tree of steps: what each makes known, and what it uses.

The kernel itself takes every step (:func:`proofs.kernel.check.expand`) but the leaves, which it has
checked when it accepted the certificate; beside each of its contexts the same formulas are kept in
the names of their authors.  A leaf names the literals it uses by number, so it is known exactly
which facts it rests on.  What states a lemma of the library, or a statement of the paper that is
told elsewhere, is not followed: its proof there is one step, :data:`CITED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from proofs.kernel.axioms import AXIOMS
from proofs.kernel.check import expand, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import NUMBER, RELATIONS, Formula, read_formula
from proofs.prose.cited import Instance, Lemmas
from proofs.prose.formulas import apart, put

Json = Any
Owners = tuple[int | None, ...]
CITED = "cited"
TOLD_ELSEWHERE = 20  # steps of a proof that is not told again where a statement of the paper is it
LEAVES = ("leaf", "zero", "evaluate", "cover")


@dataclass(frozen=True)
class Fact:
    """A formula that is known from some step on; ``by`` is the rule, or "given"."""

    id: int
    formula: Json
    by: str
    at: tuple[Json, ...] = ()
    of: int | None = None  # the fact that it is an instance of


@dataclass
class Step:
    """One node: its goal, the facts it uses itself, and for each child what becomes known there."""

    node: Mapping[str, Any]
    goal: Json
    uses: frozenset[int] = frozenset()
    known: list[tuple[Fact, ...]] = field(default_factory=list)
    then: list[Step] = field(default_factory=list)
    against: bool = False  # of a leaf: what is known contradicts itself, whatever the goal
    below: frozenset[int] = frozenset()  # what it and all steps below use
    size: int = 1
    lemma: Instance | None = None  # of what is CITED

    @property
    def by(self) -> str:
        return str(self.node["by"])

    def each(self) -> Iterator[Step]:
        """This step and all below."""
        todo = [self]
        while todo:
            step = todo.pop()
            yield step
            todo += reversed(step.then)


@dataclass
class Walk:
    """The steps of a certificate, and its facts by their numbers."""

    root: Step
    facts: list[Fact]
    given: list[Fact]


@dataclass(frozen=True)
class _Place:
    """A context with what its literals and rules are: the facts they come from, as JSON."""

    context: _Traced
    literals: Owners
    rules: Owners
    formulas: tuple[Json, ...]  # of the rules
    goal: Json


def walk(certificate: Mapping[str, Any], lemmas: Lemmas | None = None) -> Walk:
    """Follow a certificate that the kernel has accepted; not into proofs of the ``lemmas``.

    Raises:
        Reject: it is none.
    """
    statement = certificate["statement"]
    facts: list[Fact] = []
    opened = open_statement({**statement, "given": []})
    start = _Traced(opened.sorts, opened.functions, opened.goal)
    goal = read_formula(statement["show"], start.sorts, start.functions)
    given = [read_formula(data, start.sorts, start.functions) for data in statement["given"]]
    known = start.child(*given, goal=goal)
    made = [_fact(facts, formula, "given") for formula in statement["given"]]
    place = _entered(_Place(start, (), (), (), None), known, made, statement["show"])
    following = _Following(facts, lemmas or Lemmas())
    return Walk(_step(place, certificate["proof"], following), facts, made)


@dataclass(frozen=True)
class _Following:
    facts: list[Fact]
    lemmas: Lemmas


def _fact(facts: list[Fact], formula: Json, by: str, **more: Any) -> Fact:
    facts.append(Fact(len(facts), apart(formula), by, **more))
    return facts[-1]


def _step(
    place: _Place, node: Mapping[str, Any], following: _Following, cased: bool = False
) -> Step:
    place.context.told = []
    step = Step(node, place.goal, _used(place, node))
    if node["by"] in LEAVES:
        step.below = step.uses
        step.against = (
            cased and "terms" in node and _place_of_goal(place.context) not in _named(node)
        )
        return step
    lemma = None
    if node["by"] == "have":
        lemma = following.lemmas.of(node["show"], partial(_integral, place.context))
        if lemma is not None and lemma.lemma.weight and _nodes(node["then"][0]) < TOLD_ELSEWHERE:
            lemma = None
    children = expand(place.context, node)
    for number, ((context, inner), (assumed, goal)) in enumerate(
        zip(children, _children(place, node), strict=True)
    ):
        more: dict[str, Any] = {}
        if node["by"] == "use" and number == len(children) - 1:
            more = {"at": tuple(node["at"]), "of": place.rules[node["rule"]]}
        if node["by"] == "obtain":
            more = {"at": (place.formulas[node["rule"]][2],)}
        made = [_fact(following.facts, formula, str(node["by"]), **more) for formula in assumed]
        entered = _entered(place, cast(_Traced, context), made, goal)  # a child of one is one
        step.known.append(tuple(made))
        if lemma is not None and number == 0:
            told = Step({"by": CITED}, entered.goal, size=_nodes(inner), lemma=lemma)
        else:
            told = _step(entered, inner, following, node["by"] in ("case", "split", "finite"))
        step.then.append(told)
    step.below = step.uses.union(*(below.below for below in step.then))
    step.size += sum(below.size for below in step.then)
    return step


def _integral(context: Context, term: Json) -> bool:
    """Whether the kernel would take the term for an integer."""
    scratch = context.child()
    try:
        return scratch.integral(scratch.poly(scratch.read(term), assume=True))
    except Reject:
        return False


def _nodes(node: Mapping[str, Any]) -> int:
    return 1 + sum(map(_nodes, node["then"]))


def _place_of_goal(context: Context) -> int:
    trial = context.child()
    trial.negated_goal()
    return len(trial.literals)


def _used(place: _Place, node: Mapping[str, Any]) -> frozenset[int]:
    """The facts that a node names itself."""
    if node["by"] in ("use", "obtain"):
        owners = [place.rules[node["rule"]]]
    elif "terms" in node:
        known = len(place.literals)
        owners = [place.literals[i] for i in _named(node) if i < known]
    else:
        owners = []
    return frozenset(owner for owner in owners if owner is not None)


def _named(node: Mapping[str, Any]) -> set[int]:
    """The literals of a leaf, by number."""
    found = {i for term in node["terms"] for i in term[1]} | {i for i, _ in node["mult"]}
    return found | ({node["lit"]} if "lit" in node else set())


def _entered(place: _Place, context: _Traced, made: Sequence[Fact], goal: Json) -> _Place:
    """The place of a child, in which these facts are new."""
    parts = [(part, fact.id) for fact in made for part in conjuncts(fact.formula)]
    literals: list[int | None] = [*place.literals]
    literals += [None] * (len(context.literals) - len(literals))
    told = [owner for part, owner in parts if part[0] in RELATIONS]
    last = [len(literals) - 1] if told else []  # a split says so without a formula
    for index, owner in zip(context.told or last, told, strict=True):
        literals[index] = owner
    rules = [(part, owner) for part, owner in parts if part[0] not in RELATIONS]
    owners = (*place.rules, *(owner for _, owner in rules))
    formulas = (*place.formulas, *(part for part, _ in rules))
    if len(owners) != len(context.rules):
        raise Reject("bad-certificate", "the hypotheses are not those that are told")
    return _Place(context, tuple(literals), owners, formulas, goal)


class _Traced(Context):
    """A context that notes which of its literals are relations that a step made known."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.told: list[int] = []

    def child(self, *assumed: Formula, goal: Formula | None = None) -> _Traced:
        new = _Traced(self.sorts, self.functions, self.goal if goal is None else goal)
        new.atoms, new.literals, new.rules = dict(self.atoms), self.literals[:], self.rules[:]
        new.told = self.told[:]
        for formula in assumed:
            new.assume(formula)
        return new

    def assume(self, formula: Formula) -> None:
        super().assume(formula)  # of a conjunction it comes back here for each part
        if formula[0] in RELATIONS:
            self.told.append(len(self.literals) - 1)


def conjuncts(formula: Json) -> Iterator[Json]:
    """The formulas that a conjunction is made of."""
    if formula[0] == "and":
        for part in formula[1:]:
            yield from conjuncts(part)
    else:
        yield formula


def _children(place: _Place, node: Mapping[str, Any]) -> list[tuple[list[Json], Json]]:
    """For each child what is assumed there, and its goal, as docs/certificate.md has it."""
    by, goal = node["by"], place.goal
    if by == "split":
        on = node["on"]
        if (compared := difference(on)) is not None:
            a, b = compared
            return [([["<=", b, a]], goal), ([["<", a, b]], goal)]
        whole = place.context.integral(place.context.poly(place.context.read(on)))
        below = ["<=", on, "-1"] if whole else ["<", on, "0"]
        return [([["<=", "0", on]], goal), ([below], goal)]
    if by == "case":
        on = node["on"]
        a, b = on[1], on[2] if len(on) == 3 else "0"
        if on[0] == "sign":
            sides = [["<", "0", a], ["=", a, "0"], ["<", a, "0"]]
            values = ["1", "0", "-1"]
            return [([side, ["=", on, v]], goal) for side, v in zip(sides, values, strict=True)]
        upper, lower = {"abs": (a, ["-", a]), "max": (a, b), "min": (b, a)}[on[0]]
        return [
            ([["<=", b, a], ["=", on, upper]], goal),
            ([["<", a, b], ["=", on, lower]], goal),
        ]
    if by == "have":
        return [([], node["show"]), ([node["show"]], goal)]
    if by == "both":
        if goal[0] == "=":
            return [([], ["<=", goal[1], goal[2]]), ([], ["<=", goal[2], goal[1]])]
        return [([], part) for part in goal[1:]]
    if by == "intro":
        if goal[0] == "implies":
            return [([goal[1]], goal[2])]
        return [([], put(goal[3], goal[1], node["as"]))]
    if by == "some":
        return [([], put(goal[3], goal[1], node["is"]))]
    if by == "obtain":
        rule = place.formulas[node["rule"]]
        return [([put(rule[3], rule[1], node["as"])], goal)]
    if by == "use":
        return _use(place, node)
    if by == "same":
        first, second = node["first"], node["second"]
        pairs = zip(first[2:], second[2:], strict=True)
        equal = ["and", *(["=", a, b] for a, b in pairs)]
        return [([], equal), ([["=", first, second]], goal)]
    if by == "define":
        term = node["term"]
        a = term[2] if term[0] == "/" else term[1]
        condition = {"/": ["!=", a, "0"], "sqrt": ["<=", "0", a], "log": ["<", "0", a]}[term[0]]
        return [([], condition), ([condition], goal)]
    if by == "axiom":
        return [([AXIOMS[node["name"]]], goal)]
    if by == "supremum":
        return [([_supremum(node)], goal)]
    if by == "finite":
        each = range(node["from"], node["to"] + 1)
        return [([["=", node["on"], str(i)]], goal) for i in each]
    if by == "induct":
        return _induct(node, goal)
    if by in ("unfold", "empty"):
        return _sum(node, goal)
    return []


def difference(term: Json) -> tuple[Json, Json] | None:
    """a and b of a - b, a + -1 b and a + -1: that is, what is compared where its sign is asked."""
    if not isinstance(term, list) or len(term) != 3 or term[0] not in ("+", "-"):
        return None
    op, a, b = term
    if op == "-":
        return a, b
    if isinstance(b, str) and NUMBER.fullmatch(b) and b.startswith("-"):
        return a, b[1:]
    if isinstance(b, list) and b[0] in ("*", "-") and b[1:-1] in (["-1"], []) and len(b) < 4:
        return a, b[-1]
    return None


def _use(place: _Place, node: Mapping[str, Any]) -> list[tuple[list[Json], Json]]:
    rule, goal = place.formulas[node["rule"]], place.goal
    if rule[0] == "lipschitz":
        name, constant, low, high = rule[1:]
        inside = [f for t in node["at"] for f in (["<=", low, t], ["<=", t, high])]
        u, v = node["at"]
        gap = ["abs", ["-", ["app", name, u], ["app", name, v]]]
        return [
            ([], ["and", *inside]),
            ([["<=", gap, ["*", constant, ["abs", ["-", u, v]]]]], goal),
        ]
    for term in node["at"]:
        rule = put(rule[3], rule[1], term)
    if rule[0] == "implies":
        return [([], rule[1]), ([rule[2]], goal)]
    return [([rule], goal)]


def _supremum(node: Mapping[str, Any]) -> Json:
    x, s, t, claim = (node[key] for key in ("on", "as", "other", "claim"))

    def above(bound: Json) -> Json:
        return ["all", x, "real", ["implies", claim, ["<=", x, bound]]]

    bounded = ["and", ["some", x, "real", claim], ["some", s, "real", above(s)]]
    least = ["all", t, "real", ["implies", above(t), ["<=", s, t]]]
    return ["implies", bounded, ["some", s, "real", ["and", above(s), least]]]


def _induct(node: Mapping[str, Any], goal: Json) -> list[tuple[list[Json], Json]]:
    k, start, claim = node["on"], node["from"], node["claim"]
    every = ["all", k, "int", ["implies", ["<=", start, k], claim]]
    return [
        ([], put(claim, k, start)),
        ([["<=", start, k], claim], put(claim, k, ["+", k, "1"])),
        ([every], goal),
    ]


def _sum(node: Mapping[str, Any], goal: Json) -> list[tuple[list[Json], Json]]:
    term = node["on"]
    _, k, low, high, body = term
    if node["by"] == "empty":
        return [([], ["<", high, low]), ([["<", high, low], ["=", term, "0"]], goal)]
    shorter = ["sum", k, low, ["-", high, "1"], body]
    split = ["=", term, ["+", shorter, put(body, k, high)]]
    return [([], ["<=", low, high]), ([["<=", low, high], split], goal)]
