"""Induction on a recursion whose base and step are statements about a few numbers.

Of m[k + 1] = b m[k] + (1 - b) g[k] the step from |m[k]| <= G to |m[k + 1]| <= G is a statement
about four numbers without functions: the hypotheses are taken at k, and each value of a function,
and each sum that the step makes longer, becomes a variable.  Any strategy may prove it; it is used
as a lemma, and so is the base.  Of x[k + 1] = f(x[k]) what holds of f between all points, as a
Lipschitz bound, is taken between those in sight.  Where that does not do, signs that sequences
keep (0 < x[k]), and q^k <= e^(k (q - 1)), are shown first in the same way, and known in the step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, islice

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS, read_formula
from proofs.search.calculus import occurs
from proofs.search.geometric import powers
from proofs.search.lemmas import Lemma, assuming, discharged, fitted
from proofs.search.prove import Fuel, _Chain, _OutOfWork, _rule, _Search
from proofs.trees.script import Json, Node, node

WORK = 1_000
PAIRS = 6
"""Values of one function between which a bound for all u and v is used."""
HERE = "#"
"""Where a fact has its index."""
NONE, QUICK = Fuel(0, 0, 0, 0), Fuel(0, 1, 2, 0)
Solve = Callable[[Json], bytes | None]


@dataclass(frozen=True)
class Induction:
    """On which variable, from where, and whether hypotheses end at the variable itself."""

    name: str
    start: int
    bounded: bool
    index: str

    def claim(self, goal: Json) -> Json:
        claim = put(goal, self.name, self.index)
        return ["implies", ["<=", self.index, self.name], claim] if self.bounded else claim


def recurring(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement by such an induction, or None."""
    if statement["show"][0] not in (*RELATIONS, "and") or not _recursions(statement):
        return None
    for way in inductions(statement):
        found = _inducted(statement, way, solve)
        if found is None:
            found = _with_facts(statement, way, solve)
        if found is not None:
            return found
    return None


def inductions(statement: Json) -> Iterator[Induction]:
    """Integers with a least value at which the goal has a function, or to which it has a sum."""
    taken = {*statement["vars"], *statement["functions"]}
    index = next(f"i{k}" for k in range(1000) if f"i{k}" not in taken)
    for name, sort in statement["vars"].items():
        if sort != "int" or not any(_reaches(part, name) for part in _parts(statement["show"])):
            continue
        lows = [
            Fraction(low) + (op == "<")
            for op, low, high in map(_relation, statement["given"])
            if op in ("<=", "<") and high == name and _number(low) is not None
        ]
        if lows:
            bounded = any(_mentions(rule, name) for rule in _recursions(statement))
            yield Induction(name, int(max(lows)), bounded, index)


def _recursions(statement: Json) -> list[Json]:
    """Hypotheses for all integers k, of one variable."""
    return [g for g in statement["given"] if g[0] == "all" and g[2] == "int" and g[3][0] != "all"]


def _reaches(term: Json, name: str) -> bool:
    if not isinstance(term, list):
        return False
    if term[0] == "app":
        return any(_mentions(part, name) for part in term[2:])
    return bool(term[0] == "sum" and _mentions(term[3], name))


def put(term: Json, name: str, value: Json) -> Json:
    """The term or formula with ``value``, in which nothing is bound there, for a variable."""
    if isinstance(term, list):
        return [term[0], *(put(part, name, value) for part in term[1:])]
    return value if term == name else term


def _parts(term: Json) -> Iterator[Json]:
    yield term
    if isinstance(term, list):
        for part in term[1:]:
            yield from _parts(part)


def _mentions(term: Json, name: str) -> bool:
    return term == name or (isinstance(term, list) and any(_mentions(t, name) for t in term[1:]))


def _relation(formula: Json) -> tuple[str, Json, Json]:
    return tuple(formula) if formula[0] in RELATIONS else ("", None, None)


def _number(term: Json) -> Fraction | None:
    try:
        return Fraction(term) if isinstance(term, str) else None
    except ValueError:
        return None


# --- statements about numbers --------------------------------------------------------------------


@dataclass
class _Numbers:
    """Names for the values of functions, and for sums, that stand in a step."""

    taken: set[str]
    index: str
    names: dict[str, str] = field(default_factory=dict)
    terms: dict[str, Json] = field(default_factory=dict)

    def flat(self, term: Json) -> Json:
        """The term with names for these.

        Raises:
            LookupError: a function has a bound variable in its argument, or a formula quantifiers.
        """
        if not isinstance(term, list):
            return term
        if term[0] in ("all", "some", "lipschitz"):
            raise LookupError(term[0])
        if term[0] == "app":
            return self._named([*term[:2], *(self._simple(part) for part in term[2:])])
        if term[0] == "sum":
            return self._named(term)
        return [term[0], *(self.flat(part) for part in term[1:])]

    def knows(self, term: Json) -> bool:
        """Whether all values of functions in a term have names already."""
        if not isinstance(term, list):
            return True
        if term[0] == "app":
            return str([*term[:2], *(self._simple(part) for part in term[2:])]) in self.names
        return all(self.knows(part) for part in term[1:])

    def _simple(self, term: Json) -> Json:
        """An argument as index + c where it is one."""
        found = linear(term, self.index)
        if found is None:
            return term
        factor, rest = found
        if factor not in (0, 1):
            return term
        if not factor:
            return str(rest)
        return ["+", self.index, str(rest)] if rest else self.index

    def _named(self, term: Json) -> str:
        key = str(term)
        if key not in self.names:
            stem = "s" if term[0] == "sum" else str(term[1])[:20]
            name = next(f"{stem}_{k}" for k in range(1000) if f"{stem}_{k}" not in self.taken)
            self.taken.add(name)
            self.names[key], self.terms[name] = name, term
        return self.names[key]


def linear(term: Json, name: str) -> tuple[Fraction, Fraction] | None:
    """a and b where the term is a name + b, for numbers a and b."""
    if isinstance(term, str):
        q = _number(term)
        if q is not None:
            return Fraction(0), q
        return (Fraction(1), Fraction(0)) if term == name else None
    if term[0] not in ("+", "-", "*"):
        return None
    parts = [linear(part, name) for part in term[1:]]
    if None in parts:
        return None
    known = [part for part in parts if part is not None]
    if term[0] == "*":
        a, b = Fraction(0), Fraction(1)
        for c, d in known:
            if a and c:
                return None
            a, b = a * d + b * c, b * d
        return a, b
    signs = [1] * len(known)
    if term[0] == "-":
        signs = [-1] if len(known) == 1 else [1, -1]
    return (
        sum((s * p[0] for s, p in zip(signs, known, strict=True)), Fraction(0)),
        sum((s * p[1] for s, p in zip(signs, known, strict=True)), Fraction(0)),
    )


def longer(term: Json, way: Induction) -> Json:
    """A term at index + 1, with the last summands of its sums taken off."""
    if not isinstance(term, list):
        return ["+", way.index, "1"] if term == way.name else term
    if term[0] != "sum":
        return [term[0], *(longer(part, way) for part in term[1:])]
    _, k, low, high, body = term
    at = linear(high, way.name)
    if at is None or at[0] != 1 or _mentions(low, way.name) or occurs(body, way.name):
        raise LookupError("sum")
    before = put(high, way.name, way.index)
    last: Json = ["+", way.index, str(at[1] + 1)] if at[1] != -1 else way.index
    return ["+", ["sum", k, low, before, body], put(body, k, last)]


def shortest(term: Json, way: Induction) -> Json:
    """A term at the start, with its sums written out."""
    if not isinstance(term, list):
        return str(way.start) if term == way.name else term
    if term[0] != "sum":
        return [term[0], *(shortest(part, way) for part in term[1:])]
    _, k, low, high, body = term
    ends = [linear(put(end, way.name, str(way.start)), way.name) for end in (low, high)]
    if None in ends or occurs(body, way.name):
        raise LookupError("sum")
    first, last = (int(end[1]) for end in ends if end is not None)
    if last - first > 3:
        raise LookupError("sum")
    summands = [put(body, k, str(j)) for j in range(first, last + 1)]
    return ["+", *summands] if len(summands) > 1 else summands[0] if summands else "0"


@dataclass(frozen=True)
class _Part:
    """The base or the step: a statement, the terms of its variables, and which rules it uses."""

    statement: Json
    at: list[Json]
    instances: list[tuple[int, list[Json]]]


def _part(statement: Json, way: Induction, onward: bool) -> _Part:
    """The base, or the step from ``index`` to the next.

    Raises:
        LookupError: it is no statement about numbers.
    """
    i = way.index
    numbers = _Numbers({*statement["vars"], *statement["functions"], i}, i)
    goal = statement["show"]
    if onward:
        before = numbers.flat(put(goal, way.name, i))
        show = numbers.flat(longer(goal, way))
        given = [["<=", str(way.start), i], *(before[1:] if before[0] == "and" else [before])]
        points: list[Json] = [i, ["+", i, "1"]]
        if way.bounded:
            given.append(["<=", ["+", i, "1"], way.name])
    else:
        show = numbers.flat(shortest(goal, way))
        given, points = [], [str(way.start)]
    for formula in statement["given"]:
        if formula[0] in RELATIONS and (way.bounded or not _mentions(formula, way.name)):
            given.append(numbers.flat(formula))
    return _at_points(statement, numbers, given, show, points)


def _at_points(
    statement: Json, numbers: _Numbers, given: list[Json], show: Json, points: list[Json]
) -> _Part:
    """With what the hypotheses say at the first of the points, and at others of what is there."""
    instances: list[tuple[int, list[Json]]] = []
    between = _between(statement)
    for number, rule in enumerate(statement["given"]):
        if rule not in _recursions(statement):
            continue
        premise, says = rule[3][1:] if rule[3][0] == "implies" else (None, rule[3])
        for place, point in enumerate(points):
            here = put(says, rule[1], point)
            asked = None if premise is None else put(premise, rule[1], point)
            there = asked is None or _follows(statement, given, asked, numbers.index)
            near = place == 0 or numbers.knows(here) or _iterates(here, numbers, between.values())
            if there and near:
                flat = numbers.flat(here)
                given += flat[1:] if flat[0] == "and" else [flat]
                instances.append((number, [point]))
    for number, name in between.items():
        first, second = statement["given"][number][1], statement["given"][number][3][1]
        at = [term[2] for term in numbers.terms.values() if term[:2] == ["app", name]]
        for pair in islice(combinations(at, 2), PAIRS):
            here = statement["given"][number][3][3]
            for variable, point in zip((first, second), pair, strict=True):
                here = put(here, variable, point)
            given.append(numbers.flat(here))
            instances.append((number, list(pair)))
    sorts = {**statement["vars"], numbers.index: "int"}
    sorts |= dict.fromkeys(numbers.terms, "real")
    seen = [*given, show]
    names = {n: s for n, s in sorts.items() if any(_mentions(f, n) for f in seen)}
    part = {"vars": names, "functions": {}, "given": given, "show": show}
    return _Part(part, [numbers.terms.get(name, name) for name in names], instances)


def _between(statement: Json) -> dict[int, str]:
    """Hypotheses for all u and v about f(u) and f(v), as Lipschitz bounds are, with their f."""
    found = {}
    for number, rule in enumerate(statement["given"]):
        if rule[:1] != ["all"] or rule[3][0] != "all" or rule[3][3][0] not in RELATIONS:
            continue
        u, v, says = rule[1], rule[3][1], rule[3][3]
        for name, arity in statement["functions"].items():
            met = [term for term in _parts(says) if term[:1] == ["app"]]
            if (
                arity == 1
                and met
                and all(term in (["app", name, u], ["app", name, v]) for term in met)
            ):
                found[number] = name
    return found


def _iterates(formula: Json, numbers: _Numbers, functions: Collection[str]) -> bool:
    """Whether it says of a value that is there that it is f at another that is there."""
    if formula[0] != "=" or not numbers.knows(formula[1]):
        return False
    right = formula[2]
    return right[:1] == ["app"] and right[1] in functions and numbers.knows(right[2])


def _follows(statement: Json, given: list[Json], premise: Json, index: str) -> bool:
    """Whether a bound of the index is among what is known of integers."""
    whole = {name: "int" for name, sort in statement["vars"].items() if sort == "int"}
    whole[index] = "int"
    bounds = [g for g in given if all(n in whole or _number(n) is not None for n in _leaves(g))]
    asked = {"vars": whole, "functions": {}, "given": bounds, "show": premise}
    return _Search(WORK).solve(open_statement(asked), NONE, frozenset()) is not None


def _leaves(term: Json) -> Iterator[Json]:
    if not isinstance(term, list):
        yield term
        return
    for part in term[1:]:
        yield from _leaves(part)


# --- their use -----------------------------------------------------------------------------------


def _inducted(statement: Json, way: Induction, solve: Solve) -> Node | None:
    try:
        parts = [_part(statement, way, onward) for onward in (False, True)]
    except LookupError:
        return None
    lemmas = []
    for part in parts:
        found = solve(part.statement)
        if found is None:
            return None
        lemmas.append(fitted(Lemma(closed(part.statement), json.loads(found)), statement))
    context = open_statement(assuming(statement, lemmas))
    first = len(context.rules) - len(lemmas)
    claim = way.claim(statement["show"])
    step = node("induct", on=way.index, claim=claim, **{"from": str(way.start)})
    base, onward, rest = _rule(context, step) or (None, None, None)
    if base is None or onward is None or rest is None:
        return None
    try:
        last = _Search(WORK)._last(rest, way.name, QUICK, frozenset())
        proofs = [
            _told(child, part, first + number, _numbered(statement, context))
            for number, (child, part) in enumerate(zip((base, onward), parts, strict=True))
        ]
    except (_OutOfWork, Reject):
        return None
    whole = [proof for proof in (*proofs, last) if proof is not None]
    return discharged(statement, {**step, "then": whole}, lemmas) if len(whole) == 3 else None


def closed(statement: Json) -> Json:
    """A statement without functions as one formula."""
    found = statement["show"]
    if statement["given"]:
        given = statement["given"]
        found = ["implies", given[0] if len(given) == 1 else ["and", *given], found]
    for name, sort in reversed(statement["vars"].items()):
        found = ["all", name, sort, found]
    return found


def _numbered(statement: Json, context: Context) -> dict[int, int]:
    """The numbers of quantified hypotheses among the rules of the context."""
    return {
        number: context.rules.index(read_formula(formula, context.sorts, context.functions))
        for number, formula in enumerate(statement["given"])
        if formula in _recursions(statement) or number in _between(statement)
    }


def _told(context: Context, part: _Part, lemma: int, rules: dict[int, int]) -> Node | None:
    """The base or the step from its lemma: hypotheses at their points, sums, then the lemma."""
    chain, search = _Chain(), _Search(WORK)
    known = len(context.rules) - 1
    if context.goal[0] == "implies":  # the index is at most the variable
        step = node("intro", **{"as": ""})
        (context,) = _rule(context, step) or (context,)
        chain.add(step, [])
        if len(part.instances) and context.rules[known][0] == "implies":
            context = _used(context, known, [], search, chain) or context
    for number, points in part.instances:
        after = _used(context, rules[number], points, search, chain)
        if after is None:
            return None
        context = after
    after = _used(context, lemma, part.at, search, chain)
    if after is None:
        return None
    after = _written_out(after, search, chain)
    found = search.solve(after, Fuel(0, 0, 1, 0), frozenset())
    return None if found is None else chain.close(found)


def _used(
    context: Context, number: int, at: list[Json], search: _Search, chain: _Chain
) -> Context | None:
    """The context with what a rule says at these terms, its premise shown."""
    step = node("use", rule=number, at=at)
    children = _rule(context, step)
    if children is None:
        return None
    *premises, after = children
    proofs = [search.solve(premise, Fuel(0, 0, 1, 0), frozenset()) for premise in premises]
    shown = [proof for proof in proofs if proof is not None]
    if len(shown) < len(premises):
        return None
    chain.add(step, shown)
    return after


def _written_out(context: Context, search: _Search, chain: _Chain) -> Context:
    """The context with short sums written out, and last summands taken off."""
    for _ in range(12):
        for _key, step in search._openings(context):
            if step["by"] in ("empty", "unfold"):
                after = search._apply(context, step, NONE, frozenset(), chain)
                if after is not None:
                    context = after
                    break
        else:
            break
    return context


# --- facts ---------------------------------------------------------------------------------------


def _with_facts(statement: Json, way: Induction, solve: Solve) -> Node | None:
    """The same, or the goal at the variable itself, with facts that are shown first."""
    steps: list[tuple[Node, Node]] = []
    known = statement
    for count, facts in enumerate(_facts(statement)):
        j = f"{way.index}j{count}"
        for op, left, right in facts:
            about = [op, put(left, HERE, j), put(right, HERE, j)]
            asked = {
                **known,
                "vars": {**known["vars"], j: "int"},
                "given": [*known["given"], ["<=", str(way.start), j]],
                "show": about,
            }
            found = _inducted(asked, Induction(j, way.start, False, way.index), solve)
            if found is not None:
                fact = ["all", j, "int", ["implies", ["<=", str(way.start), j], about]]
                shown = node("intro", node("intro", found, **{"as": ""}), **{"as": j})
                steps.append((node("have", show=fact), shown))
                known = {**known, "given": [*known["given"], fact]}
                break
    if not steps:
        return None
    found = _inducted(known, way, solve) or _at_once(known, way, solve)
    for step, shown in reversed(steps):
        found = None if found is None else {**step, "then": [shown, found]}
    return found


def _facts(statement: Json) -> Iterator[list[Json]]:
    """Of each sequence signs, the strict one first; of powers q^k <= e^(k (q - 1)), too."""
    found = powers(statement)
    for name, arity in statement["functions"].items():
        if arity == 1:
            yield [[sign, "0", ["app", name, HERE]] for sign in ("<", "<=")]
        if name in found:
            yield [["<=", ["app", name, HERE], ["exp", ["*", HERE, ["-", found[name][0], "1"]]]]]


def _at_once(statement: Json, way: Induction, solve: Solve) -> Node | None:
    """The goal from what the hypotheses say at the variable, without induction."""
    numbers = _Numbers({*statement["vars"], *statement["functions"]}, way.name)
    try:
        show = numbers.flat(statement["show"])
        given = [numbers.flat(g) for g in statement["given"] if g[0] in RELATIONS]
        part = _at_points(statement, numbers, given, show, [way.name])
    except LookupError:
        return None
    found = solve(part.statement)
    if found is None:
        return None
    lemma = fitted(Lemma(closed(part.statement), json.loads(found)), statement)
    context = open_statement(assuming(statement, [lemma]))
    try:
        rules = _numbered(statement, context)
        proof = _told(context, part, len(context.rules) - 1, rules)
    except (_OutOfWork, Reject):
        return None
    return None if proof is None else discharged(statement, proof, [lemma])
