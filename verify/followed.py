"""A refutation followed at numbers: what its certificate names, an example of what it does not.

The negation of a statement may say something of every number.  Its proof in the certificate is a
tree; here it is walked along the negated formula.  What the proof introduces gets an example that
meets the premises, what it says exists gets the term that it names, where it tells cases apart the
one is taken in which the numbers are.  At the end stands a comparison of the statement that fails
at these numbers, or one of a premise that holds.  It is handed out only if it does so for certain
(:func:`certain`), by exact rationals or by enclosures that lie apart, whatever the proof says.

Nothing here is evidence: that the same is so for every number is what the kernel has accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from proofs import decide
from verify.numeric_rows import (
    RELATIONS,
    SEEN,
    Point,
    Side,
    _about,
    _Judge,
    _whole,
    closed,
    judge_at,
)

if TYPE_CHECKING:
    from constructions.interop.mp_terms import Number

Json = Any
Node = Mapping[str, Any]
#: rules whose last child has the goal of the node
ONWARD = frozenset(
    {"have", "define", "axiom", "use", "same", "unfold", "empty", "induct", "supremum", "obtain"}
)
EXAMPLES = tuple(map(Fraction, ("1", "2", "1/2", "0", "-1", "3", "1/4")))
TRIED, MOST, WORK = 40, 600, 400_000  # examples of a name, of all; operations of mpmath
ABSURD = ["<", "1", "0"]


class Lost(Exception):
    """The proof cannot be followed here: no number meets a premise, or a value is not known."""


@dataclass(frozen=True, eq=False)
class Value:
    """A name with its closed term and number; ``named`` is the proof's term for it, if it has one.

    In ``named`` the names are those of the statement.
    """

    name: str
    sort: str
    term: Json
    number: Number
    named: Json = None
    premises: tuple[Json, ...] = ()

    @property
    def example(self) -> bool:
        return self.named is None


@dataclass(frozen=True)
class End:
    """A comparison with the values of everything in it; in ``steps`` what is bound around it."""

    side: Side
    holds: bool
    steps: tuple[Value, ...]


@dataclass(frozen=True)
class _Here:
    inner: Mapping[str, Value]  # by the names of the statement
    outer: Mapping[str, Value]  # by the names of the proof
    steps: tuple[Value, ...] = ()

    def bound(self, value: Value, name: str = "") -> _Here:
        outer = {**self.outer, name: value} if name else self.outer
        return _Here({**self.inner, value.name: value}, outer, (*self.steps, value))

    def numbers(self) -> dict[str, Number]:
        return {name: value.number for name, value in self.inner.items()}

    def terms(self) -> dict[str, Json]:
        return {name: value.term for name, value in self.inner.items()}


Certain = Callable[[Side, bool], bool]


def follow(formula: Json, proof: Node, point: Point, certain: Certain) -> list[End]:
    """Comparisons at which a proof that ``formula`` fails ends, the one that fails last.

    ``certain`` says whether a comparison holds (fails) for certain.  Empty where all that fails.
    """
    judge = judge_at(point, WORK)
    if judge is None:
        return []
    walk = _Walk(judge, point, certain)
    try:
        return walk.denied(formula, walk.whole(proof), _Here({}, {}))
    except (Lost, RecursionError):
        return []


class _Walk:
    def __init__(self, judge: _Judge, point: Point, certain: Certain) -> None:
        self.judge, self.point, self.certain = judge, point, certain
        self.left = MOST
        self.fitting: dict[str, Fraction] = {}

    def whole(self, proof: Node) -> Node:
        """The part of a proof of a negation that is about the conclusion: the last one."""
        node = self.onward(proof, _Here({}, {}))
        if node["by"] != "both":
            raise Lost("no conjunction")
        return node["then"][-1]

    # formulas: of what is denied the proof shows the negation, as proofs.decide writes it

    def denied(self, formula: Json, node: Node, here: _Here) -> list[End]:
        op, *args = formula
        if op in RELATIONS:
            return [self.end(formula, False, here)]
        node = self.onward(node, here)
        if op == "implies":
            self.expect(node, "both")
            premise, then = node["then"]
            return [*self.premise(args[0], premise, here), *self.denied(args[1], then, here)]
        if op == "all":
            return self.denied(args[2], *self.named(args, node, here))
        if op == "some":
            return self.example(args, node, here, "some", self.denied)
        if op == "and" and args:
            for held in args[:-1]:
                self.expect(node, "intro")
                self.meets(held, here)
                node = self.onward(node["then"][0], here)
            return self.denied(args[-1], node, here)
        raise Lost(op)

    def shown(self, formula: Json, node: Node, here: _Here) -> list[End]:
        op, *args = formula
        if op in RELATIONS:
            return [self.end(formula, True, here)]
        node = self.onward(node, here)
        if op == "and":
            self.expect(node, "both")
            parts = zip(args, node["then"], strict=True)
            return [end for part, then in parts for end in self.shown(part, then, here)]
        if op == "some":
            return self.shown(args[2], *self.named(args, node, here))
        if op == "all":
            return self.example(args, node, here, "all", self.shown)
        if op == "implies" and args[1] != ABSURD:
            self.expect(node, "intro")
            self.meets(args[0], here)
            return self.shown(args[1], node["then"][0], here)
        raise Lost(op)

    def premise(self, formula: Json, node: Node, here: _Here) -> list[End]:
        """What is shown of a premise, as far as its proof can be followed."""
        try:
            return self.shown(formula, node, here)
        except Lost:
            return []

    def named(self, args: list[Json], node: Node, here: _Here) -> tuple[Node, _Here]:
        """What the proof names for what exists."""
        name, sort, _ = args
        self.expect(node, "some")
        term = node["is"]
        number = self.value(term, {n: v.number for n, v in here.outer.items()})
        exact = str(number.exact) if number.exact is not None else None
        at = {n: v.term for n, v in here.outer.items()}
        shown = _put(term, {n: v.name for n, v in here.outer.items()})
        made = Value(name, sort, exact or _put(term, at), number, shown)
        return node["then"][0], here.bound(made)

    def example(
        self,
        args: list[Json],
        node: Node,
        here: _Here,
        op: str,
        then: Callable[[Json, Node, _Here], list[End]],
    ) -> list[End]:
        """The first example at which the rest of the proof can be followed."""
        name, sort, body = args
        self.expect(node, "intro")
        if op == "some" and name not in self.fitting and body[0] == "some":
            self.fit(args, here)
        premises = tuple(_premises(body, op))
        for term, number in islice(self.candidates(name, sort, body, op, here), TRIED):
            self.left -= 1
            if self.left < 0:
                break
            made = Value(name, sort, term, number, premises=premises)
            try:
                return then(body, node["then"][0], here.bound(made, node["as"]))
            except Lost:
                continue
        raise Lost(f"no example of {name}")

    def candidates(
        self, name: str, sort: str, body: Json, op: str, here: _Here
    ) -> Iterator[tuple[Json, Number]]:
        at = {**self.judge.at, **here.numbers()}
        exact: list[Fraction] = []
        lows: list[Number] = []
        highs: list[Number] = []
        for _, other, relation, below in _about(name, body, op):
            try:
                number = self.judge.mp.value(other, at)
            except (ArithmeticError, ValueError, KeyError):
                continue
            if relation != "=":
                (highs if below else lows).append(number)
            elif number.exact is None:
                yield self.put(other, here), number
            else:
                exact.append(number.exact)
        if name in self.fitting:
            exact.append(self.fitting[name])
        if lows and highs:
            exact += _between(lows, highs)
        known = [n.exact for n in at.values() if n.exact is not None]
        taken = {n.exact for n in here.numbers().values()} if sort == "real" else set()
        near = [a + s * b / 2 for a in known for b in known for s in (1, -1)]
        ends = [n.exact for n in (*lows, *highs) if n.exact is not None]
        around = [q + s for q in ends for s in (0, 1, -1, Fraction(1, 2))]
        every = [*EXAMPLES, *around, *known, *near]
        every.sort(key=lambda q: q in taken)  # what is not another name's value tells more
        fit = (q for q in dict.fromkeys((*exact, *every)) if sort == "real" or _whole(q))
        yield from ((str(q), self.judge.mp.number(q)) for q in fit)

    def fit(self, args: list[Json], here: _Here) -> None:
        """Values for names that are bound together, where their premises are linear."""
        names: list[str] = []
        while args[1] == "real":
            names.append(args[0])
            body = args[2]
            if body[0] != "some":
                break
            args = body[1:]
        else:
            return
        premises = list(_premises(body, "some"))
        if len(names) < 2 or any(p[0] not in ("<=", "<") for p in premises):
            return
        try:
            rows = [self.affine(["-", p[2], p[1]], names, here) for p in premises]
        except Lost:
            return
        self.fitting.update(zip(names, _inside(rows, len(names)) or (), strict=False))

    def affine(self, term: Json, names: list[str], here: _Here) -> list[Fraction]:
        """The coefficients of a term that is affine in the names, and its constant."""
        at = {**self.judge.at, **here.numbers()}

        def there(point: list[int]) -> Fraction:
            numbers = {n: self.judge.mp.number(q) for n, q in zip(names, point, strict=True)}
            exact = self.value(term, {**at, **numbers}).exact
            if exact is None:
                raise Lost("no rational")
            return exact

        units = [[int(i == j) for j in range(len(names))] for i in range(len(names))]
        constant = there([0] * len(names))
        row = [there(unit) - constant for unit in units]
        other = [i + 2 for i in range(len(names))]
        if there(other) != constant + sum(a * q for a, q in zip(row, other, strict=True)):
            raise Lost("not affine")
        return [*row, constant]

    def meets(self, formula: Json, here: _Here) -> None:
        at = {**self.judge.at, **here.numbers()}
        terms = {**self.point.values, **here.terms()}
        found = self.judge.truth(formula, at, terms)
        if found < SEEN or (found == SEEN and not self.proved(formula, terms)):
            raise Lost("a premise is not met")

    def proved(self, formula: Json, terms: Mapping[str, Json]) -> bool:
        """Whether a search finds a certificate of what is seen at some values alone."""
        from proofs.search.prove import prove

        chain = {
            "vars": dict.fromkeys(terms, "real"),
            "functions": {name: len(args) for name, (args, _) in self.point.functions.items()},
            "given": [formula],
            "show": decide.ABSURD,
        }
        functions = {n: [list(a), b] for n, (a, b) in self.point.functions.items()}
        asked = decide.met(chain, {"values": dict(terms), "functions": functions})
        return prove(asked, effort=1) is not None

    def end(self, formula: Json, holds: bool, here: _Here) -> End:
        op, left, right = formula
        terms = {**self.point.values, **here.terms()}
        side = Side(op, left, right, terms)
        if not self.certain(side, holds):
            raise Lost("a comparison is not certain")
        return End(side, holds, here.steps)

    # proofs

    def onward(self, node: Node, here: _Here) -> Node:
        """The node that takes the goal apart, behind what is noted or told apart before it."""
        while True:
            by = node["by"]
            if by in ONWARD:
                node = node["then"][-1]
            elif by in ("split", "case", "finite"):
                node = node["then"][self.branch(node, here)]
            else:
                return node

    def branch(self, node: Node, here: _Here) -> int:
        at = {n: v.number for n, v in here.outer.items()}
        on = node["on"]
        if node["by"] == "finite":
            number = self.value(on, at).exact
            if number is None or not node["from"] <= number <= node["to"]:
                raise Lost("a value out of its range")
            return int(number) - int(node["from"])
        if node["by"] == "split":
            return 0 if self.sign(on, at) >= 0 else 1
        if on[0] in ("max", "min"):
            return 0 if self.sign(["-", on[1], on[2]], at) >= 0 else 1
        sign = self.sign(on[1], at)
        return 1 - sign if on[0] == "sign" else 0 if sign >= 0 else 1

    def sign(self, term: Json, at: Mapping[str, Number]) -> int:
        number = self.value(term, at)
        if number.exact is not None:
            return (number.exact > 0) - (number.exact < 0)
        if abs(number.mp) <= self.judge.mp.near:
            raise Lost("a sign is not known")
        return 1 if number.mp > 0 else -1

    def value(self, term: Json, at: Mapping[str, Number]) -> Number:
        try:
            return self.judge.mp.value(term, at)
        except (ArithmeticError, ValueError, KeyError, TypeError) as error:
            raise Lost(str(error)) from None

    def put(self, term: Json, here: _Here) -> Json:
        terms = {**self.point.values, **here.terms()}
        return closed([term], terms, self.point.functions)[0]

    def expect(self, node: Node, by: str) -> None:
        if node["by"] != by:
            raise Lost(f"{node['by']} where {by} is wanted")


def _premises(body: Json, op: str) -> Iterator[Json]:
    """The relations that an example has to meet, as they stand at the head of a body."""
    if op == "all":
        while body[0] == "implies":
            yield from _flat(body[1])
            body = body[2]
    elif body[0] == "and":
        for part in body[1:-1]:
            yield from _flat(part)


def _flat(formula: Json) -> Iterator[Json]:
    if formula[0] == "and":
        for part in formula[1:]:
            yield from _flat(part)
    else:
        yield formula


def _between(lows: Sequence[Number], highs: Sequence[Number]) -> Iterator[Fraction]:
    """A number between the ends: their middle or, where it is irrational, a short decimal."""
    low, high = max(lows, key=lambda n: n.mp), min(highs, key=lambda n: n.mp)
    if low.exact is not None and high.exact is not None:
        yield (low.exact + high.exact) / 2
    else:
        for digits in range(1, 30):
            q = Fraction(round((low.mp + high.mp) / 2 * 10**digits), 10**digits)
            if low.mp < q.numerator / (low.mp * 0 + q.denominator) < high.mp:
                yield q
                return


def _inside(rows: list[list[Fraction]], size: int) -> list[Fraction] | None:
    """A point at which all ``row . (x, 1) >= 0``, in short decimals; None if none is found.

    It is near the mean of the corners, or that mean itself.
    """
    corners: list[list[Fraction]] = []
    for chosen in combinations(rows, size):
        corner = _solved(chosen)
        if corner is not None and corner not in corners and _meet(rows, corner):
            corners.append(corner)
    if not corners:
        return None
    mean = [sum(column, Fraction(0)) / len(corners) for column in zip(*corners, strict=True)]
    for digits in range(1, 9):
        rounded = [Fraction(round(q * 10**digits), 10**digits) for q in mean]
        if _meet(rows, rounded):
            return rounded
    return mean


def _meet(rows: Sequence[list[Fraction]], point: list[Fraction]) -> bool:
    there = [*point, Fraction(1)]
    products = (sum(a * q for a, q in zip(row, there, strict=True)) for row in rows)
    return all(product >= 0 for product in products)


def _solved(rows: Sequence[list[Fraction]]) -> list[Fraction] | None:
    """The solution of ``row . (x, 1) = 0`` for all rows, if there is just one."""
    left = [list(row) for row in rows]
    for column in range(len(left)):
        pivot = next((i for i in range(column, len(left)) if left[i][column]), None)
        if pivot is None:
            return None
        left[column], left[pivot] = left[pivot], left[column]
        first = [q / left[column][column] for q in left[column]]
        left[column] = first
        for i, row in enumerate(left):
            if i != column and row[column]:
                left[i] = [q - row[column] * p for q, p in zip(row, first, strict=True)]
    return [-row[-1] for row in left]


def _put(term: Json, at: Mapping[str, Json]) -> Json:
    if isinstance(term, str):
        return at.get(term, term)
    return [term[0], *(_put(part, at) for part in term[1:])] if isinstance(term, list) else term


def steps(formula: Json, proof: Node) -> list[Json]:
    """What a proof that ``formula`` fails for every number notes on its way, one after the other.

    These are relations in the names of the formula, with a number on one side, which is not 0; only
    of proofs that name nothing and tell no cases apart before.
    """
    node = proof
    found: list[Json] = []
    names: dict[str, str] = {}
    known = _Known()
    while node["by"] in ONWARD:
        known.learn(node)
        node = node["then"][-1]
    if node["by"] != "both":
        return []
    node = node["then"][-1]
    while node["by"] in ONWARD or node["by"] == "intro":
        if node["by"] == "intro":
            while formula[0] == "and" and len(formula) == 2:
                formula = formula[1]
            if formula[0] == "some":
                names[node["as"]], formula = formula[1], formula[3]
            elif formula[0] == "and":
                known.add(formula[1])
                formula = ["and", *formula[2:]]
            else:
                return []
        elif node["by"] == "have":
            found += [_put(part, names) for part in _flat(node["show"]) if part[0] in RELATIONS]
        elif node["by"] == "use":
            found += [_put(part, names) for part in known.used(node) if part[0] in RELATIONS]
        known.learn(node)
        node = node["then"][-1]
    return [r for i, r in enumerate(found) if _telling(r) or (i == len(found) - 1 and _ends(r))]


def _ends(relation: Json) -> bool:
    """Whether the last relation is shown without a number: not that something is positive."""
    return "0" not in relation and "@" not in json.dumps(relation)


class _Known:
    """What is known in a proof besides relations, by the numbers that the kernel gives it."""

    def __init__(self) -> None:
        self.rules: list[Json] = []
        self.sure = True  # that the numbers are the kernel's

    def add(self, formula: Json) -> None:
        self.rules += [part for part in _flat(formula) if part[0] not in RELATIONS]

    def learn(self, node: Node) -> None:
        if node["by"] == "have":
            self.add(node["show"])
        elif node["by"] == "use":
            made = self.used(node)
            self.sure &= bool(made)
            for part in made:
                self.add(part)
        elif node["by"] in ("axiom", "induct"):
            self.rules.append(["axiom"])
        elif node["by"] in ("supremum", "obtain"):
            self.sure = False

    def used(self, node: Node) -> list[Json]:
        """What a rule for all numbers gives at some; nothing where that is not known."""
        if not self.sure or node["rule"] >= len(self.rules):
            return []
        rule = self.rules[node["rule"]]
        at: dict[str, Json] = {}
        for term in node["at"]:
            if rule[0] != "all":
                return []
            at[rule[1]], rule = term, rule[3]
        if len(node["then"]) == 2:
            if rule[0] != "implies":
                return []
            rule = rule[2]
        return [_put(rule, at)]


def _telling(relation: Json) -> bool:
    """Whether a relation says of something how large it is."""
    if "@" in json.dumps(relation):
        return False
    values = [rational(side) for side in relation[1:]]
    return sum(value is not None for value in values) == 1 and 0 not in values


def names_in(node: Json) -> set[str]:
    """The names in a term or formula that nothing in it binds, those of functions as well."""
    if isinstance(node, str):
        return {node} if node[:1].isalpha() else set()
    if not isinstance(node, list):
        return set()
    inside = set().union(*map(names_in, node[2:]))
    if node[0] in ("all", "some"):
        return names_in(node[3]) - {node[1]}
    if node[0] == "sum":
        return names_in(node[2]) | names_in(node[3]) | (names_in(node[4]) - {node[1]})
    return inside | (names_in(node[1]) if len(node) > 1 else set())


def rational(term: Json) -> Fraction | None:
    """The value of a closed term, if that is a rational number."""
    from constructions.interop.mp_terms import Evaluator

    try:
        return Evaluator({}).value(term, {}).exact
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return None


def reduced(term: Json) -> Json:
    """A closed term with its rational parts worked out: of ``1/sqrt(max(2, 1/2))`` 1/sqrt(2)."""
    if not isinstance(term, list) or term[0] == "sum":
        return term
    made = [term[0], *map(reduced, term[1:])]
    found = rational(made)
    return made if found is None else str(found)


def proof_of(certificate: bytes | str | None) -> Node | None:
    if not certificate:
        return None
    found: Node = json.loads(certificate)["proof"]
    return found
