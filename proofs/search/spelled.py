"""Statements at exact data, spelled out: floor(2) is 2, i is 1 or 2, a sum has two terms.

What is said of a network of two layers with two neurons each, whose values are terms in the numbers
of layer and neuron, is a relation for each of these numbers, with short sums in it.  Whole numbers
between two numbers get each of their values; then what stands in a relation becomes known from the
inside out: floors of numbers, each term of a short sum, exponentials of numbers, that quotients and
roots are defined; hypotheses about such numbers at each of them; the cases of what has cases last.
Where units of a layer are summed up, the number of the layer is put in, and what they are is shown
once for all columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import ceil, floor, prod
from types import MappingProxyType

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context, Literal
from proofs.kernel.errors import Reject
from proofs.kernel.poly import Poly
from proofs.kernel.terms import NUMBER, SHOWN
from proofs.search._moves import atom_json, looked_at, poly_json
from proofs.search.calculus import Line, NotSmooth, occurs
from proofs.search.cases import replaced
from proofs.search.clock import now
from proofs.search.covers import cover
from proofs.search.data import Point, Undefined, _OutOfWork, fails, value
from proofs.search.prove import _rule
from proofs.search.simpler import Simpler
from proofs.search.strategies import ELEMENTARY, accepted, apart, tail
from proofs.trees.leaves import restated
from proofs.trees.owed import BRANCHES, PARTIAL
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    _renumber,
    auto,
    case,
    fill,
    have,
    intro,
    look,
    node,
    searched,
    split,
    unread,
    use,
)

MAX_TERMS, MAX_VALUES, WORK = 12, 12, 2_000
"""Terms of a sum, values of a whole number, work for the value of a term."""
TAKEN = ("1", "0", "-1", "2", "1/2")
"""What is tried for a number that is said to be there and has no two ends."""
ARITHMETIC = ("+", "-", "*", "/")
OPPOSITE = {"<": "<=", "<=": "<"}
LEAF, SECONDS = 2, 15
"""Processor time for a leaf, and for each longer search, of a formula without variables."""


def spelled_out(statement: Json, deadline: float) -> bytes | None:
    """A certificate of the statement from its relations, each spelled out; or None."""
    return accepted(statement, spelled(open_statement(statement), deadline))


def spelled(context: Context, deadline: float) -> Node | None:
    """A proof of the goal from its relations, each spelled out; or None."""
    goal = unread(context.goal)
    ends = _put_in(goal)
    if ends is not None:
        return _each_value(context, goal, ends, deadline)
    if goal[0] not in ("and", "implies", "all"):
        return _relation(deadline, context)
    name = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
    taken = node("intro", **{"as": name if goal[0] == "all" else ""})
    return _shown(context, node("both") if goal[0] == "and" else taken, deadline)


def _shown(context: Context, step: Node, deadline: float) -> Node | None:
    proofs = []
    for child in _rule(context, step) or []:
        proof = spelled(child, deadline)
        if proof is None:
            return None
        proofs.append(proof)
    return {**step, "then": proofs} if proofs else None


def _put_in(goal: Json) -> tuple[int, int] | None:
    """The ends of a whole number that a function is about, which has to have each value itself."""
    match goal:
        case ["all", k, "int", ["implies", ["<=", low, n], ["implies", ["<=", m, high], said]]]:
            if k == n == m and _of(said, k):
                with suppress(Undefined, _OutOfWork, KeyError):
                    ends = [value(end, Point({}, {}, [WORK])) for end in (low, high)]
                    return ceil(ends[0]), floor(ends[1])
    return None


def _of(said: Json, name: str) -> bool:
    """Whether a function is about a name and another one."""
    if not isinstance(said, list):
        return False
    if said[0] in (*ELEMENTARY, *BRANCHES, "sqrt"):
        names = [part for part in _leaves(said) if not NUMBER.fullmatch(part)]
        return name in names and {name} != {*names}
    return any(_of(part, name) for part in said[1:])


def _leaves(term: Json) -> list[str]:
    if not isinstance(term, list):
        return [str(term)]
    return [leaf for part in term[1:] for leaf in _leaves(part)]


def _each_value(
    context: Context, goal: Json, ends: tuple[int, int], deadline: float
) -> Node | None:
    """From the last value to the first, by induction: what is left is said of larger numbers."""
    _, name, _, (_, (_, low, _), said) = goal
    new = next(f"n{i}" for i in range(1000) if f"n{i}" not in context.sorts)
    first, last = ends
    line = Line(context)
    try:
        for number in range(max(first, last), first - 1, -1):
            start = low if number == first else str(number)
            step = node("induct", on=new, claim=replaced(said, name, new), **{"from": start})
            children = _rule(line.context, step)
            if children is None:
                return None
            base, more, _ = children
            above = len(line.context.rules) - 1
            first_one = spelled(base, deadline)
            others = (
                spelled(more, deadline)
                if number >= last
                else fill(more, use(above, [["+", new, "1"]], auto(), restated()))
            )
            if first_one is None or others is None:
                return None
            line.step(step, [first_one, others])
        return line.chain.close(fill(line.context, restated()))
    except (NotSmooth, NotFound, Reject, LookupError):
        return None


def _relation(
    deadline: float, context: Context, at: Mapping[str, Fraction] = MappingProxyType({})
) -> Node | None:
    for named in (False, True):
        data = _Data(Line(context), deadline, dict(at))
        try:
            if named and not data.name_what_there_is():
                return None
            return data.line.chain.close(data.proof())
        except (NotSmooth, NotFound, Reject, LookupError, RecursionError):
            continue
    return None


@dataclass
class _Data:
    """A relation in the making; ``at`` are the values that whole numbers have by now."""

    line: Line
    deadline: float
    at: dict[str, Fraction] = field(default_factory=dict)
    known: list[Json] = field(default_factory=list)
    kinks: list[Json] = field(default_factory=list)
    axioms: dict[str, int] = field(default_factory=dict)
    exponents: set[str] = field(default_factory=set)
    written: dict[str, range] = field(default_factory=dict)  # which facts write out a sum
    shortened: bool = True

    def proof(self) -> Node:
        """What closes the line, when everything is known.

        Raises:
            NotSmooth: nothing was found.
        """
        if now() > self.deadline:
            raise NotSmooth("time")
        found = None if self._of_numbers() else _leaf(self.line.context, 0.3)
        if found is not None:
            return found
        self._know_atoms("floor")
        goal = unread(self.line.context.goal)
        whole, units = self._whole_numbers(), _units(goal)
        if whole and units:
            for name, low, high in whole:
                if any(occurs(unit, name) for unit in units) and self._only_ends(name, goal):
                    return self._put_in(name, low, high)
            found = self._whatever_is_left(goal)
            if found is not None:
                return found
        if whole:
            return self._for_each(*whole[0])
        goal = unread(self.line.context.goal)
        covered = self._covered(goal)
        if covered is not None:
            return covered
        self._know_atoms("sum", *BRANCHES)
        if goal[0] == "some":
            return self._take(goal)
        self._know(goal)
        self._compare(goal)
        self._use_each()
        return self._in_cases(self.line.context, self.kinks)

    def _whole_numbers(self) -> list[tuple[str, int, int]]:
        """Those between two numbers that have no value yet, and of which more is said."""
        found = []
        for name, sort in self.line.context.sorts.items():
            if sort == "int" and name not in self.at and name[0] != "@":
                low, high = self._ends(name) or (0, MAX_VALUES)
                if high - low < MAX_VALUES and (high < low or self._matters(name)):
                    found.append((name, low, high))
        return found

    def _whatever_is_left(self, goal: Json) -> Node | None:
        """The goal for all values of what is left, where no unit depends on a variable."""
        kinks = _units(goal, inside=True)
        if any(occurs(kink, name) for kink in kinks for name in self.line.context.sorts):
            return None
        data = _Data(Line(self.line.context), self.deadline, self.at)
        with suppress(NotSmooth):
            data._know(goal)
            found = _leaf(data.line.context, 2)
            return found and data.line.chain.close(found)
        return None

    def _covered(self, goal: Json) -> Node | None:
        """Of sums in one variable, between two numbers: by boxes, of what they are sums of."""
        if goal[0] not in OPPOSITE or not _has(goal, "sum"):
            return None
        shown, few = [goal[0], *map(self._added_up, goal[1:])], len(self.line.context.literals)
        try:
            self.line.have_by(shown, lambda context: cover(context, self.deadline))
        except NotSmooth:
            return None
        self.shortened = False
        used = [*range(few, len(self.line.context.literals))]
        for total in _outermost(goal, "sum"):
            self._know(total)
            self.line.have_by(["=", total, self._added_up(total)], lambda c: _leaf(c, 2))
            used.append(len(self.line.context.literals) - 1)
        known = len(self.line.context.literals)

        def closed(context: Context, kinks: list[Json]) -> Node | None:
            if not kinks:
                return _among(context, [*used, *range(known, len(context.literals))], 2)
            step = node("case", on=kinks[0])
            proofs = [closed(child, kinks[1:]) for child in _rule(context, step) or []]
            return None if None in proofs else {**step, "then": proofs}

        kinks = [kink for kink in _outermost(goal, *BRANCHES) if _has(kink, "sum")]
        return closed(self.line.context, kinks)

    def _added_up(self, term: Json) -> Json:
        """With what sums outside of functions are sums of, and sums of numbers as numbers."""
        if not isinstance(term, list):
            return term
        if term[0] == "sum":
            _, index, low, high, body = term
            first, last = self._number(low), self._number(high)
            if first is None or last is None or last - first >= MAX_TERMS:
                return term
            parts, top = [], high
            for _ in range(max(0, int(last - first) + 1)):
                parts.append(self._added_up(replaced(body, index, top)))
                top = ["-", top, "1"]
            return ["+", "0", "0", *parts]
        if term[0] in ARITHMETIC and (number := self._number(term)) is not None:
            return str(number)
        return [term[0], *(self._inside(part, term[0]) for part in term[1:])]

    def _inside(self, part: Json, head: str) -> Json:
        if head in ARITHMETIC or head in BRANCHES:
            return self._added_up(part)
        return part if _has(part, "sum") else self._added_up(part)

    def _know_atoms(self, *heads: str) -> None:
        """What hypotheses and the goal have of these, once numbers are put in."""
        for key in looked_at(self.line.context).atoms:
            if key[0] in heads:
                with suppress(NotSmooth):
                    self._know(atom_json(self.line.context, key))

    def _take(self, goal: Json) -> Node:
        """What there is is looked for among the numbers that it is between, or among a few."""
        _, name, sort, body = goal
        some = self._numbers(name, body) if sort == "int" else []
        for at in some or [*TAKEN, *self._there(sort)]:
            if not some and self._fails_at(name, at, body):
                continue
            step = node("some", **{"is": at})
            for child in _rule(self.line.context, step) or []:
                proof = spelled(child, self.deadline)
                if proof is not None:
                    return {**step, "then": [proof]}
        raise NotSmooth("nothing to take")

    def _there(self, sort: str) -> list[Json]:
        """The variables in hand, and one more than each."""
        sorts = self.line.context.sorts
        names = [n for n in sorts if n[0] != "@" and sorts[n] == sort and n not in self.at]
        return [*names, *(["+", n, "1"] for n in names)]

    def _fails_at(self, name: str, at: Json, body: Json) -> bool:
        """Whether what is said of a number is seen to fail at this one, for all that is known."""
        context = self.line.context
        if any(rule[0] != "lipschitz" for rule in context.rules):
            return False
        said = replaced(body, name, at)
        for literal in context.literals:
            if not any(n[0] == "@" for monomial in literal.poly for n, _ in monomial):
                relation = {">=": "<=", ">": "<"}.get(literal.rel, literal.rel)
                said = ["implies", [relation, "0", poly_json(context, literal.poly)], said]
        for variable, sort in context.sorts.items():
            if variable[0] != "@":
                said = ["all", variable, sort, said]
        return _seen_to_fail(said, 10 * WORK)

    def _use_each(self) -> None:
        """What is said of all whole numbers between two numbers, at each of them."""
        number = 0
        while number < len(self.line.context.rules):
            rule = unread(self.line.context.rules[number])
            for at in self._said_of(rule):
                with suppress(NotSmooth):
                    self._use(node("use", rule=number, at=[at]), replaced(rule[3][2], rule[1], at))
            number += 1

    def _use(self, step: Node, said: Json) -> None:
        """What a hypothesis says at a number, if its premises hold there."""
        children = _rule(self.line.context, step)
        premise = _leaf(children[0], 0.3) if children else None
        if premise is not None:
            self._know(said)
            self.line.step(step, [premise])
            if said[0] in OPPOSITE:
                self._compare([OPPOSITE[said[0]], said[2], said[1]])

    def _said_of(self, rule: Json) -> list[Json]:
        """The whole numbers that a hypothesis is about, between two numbers."""
        if rule[0] != "all" or rule[2] != "int" or rule[3][0] != "implies":
            return []
        return self._numbers(rule[1], rule[3][1])

    def _numbers(self, name: str, formula: Json) -> list[Json]:
        """Whole numbers between two numbers that a formula has for a variable."""
        bounds = [part[1:] for part in _conjuncts(formula) if part[0] == "<="]
        lows = [q for end, k in bounds if k == name and (q := self._number(end)) is not None]
        highs = [q for k, end in bounds if k == name and (q := self._number(end)) is not None]
        if not lows or not highs:
            return []
        low, high = ceil(max(lows)), floor(min(highs))
        return [str(n) for n in range(low, high + 1)] if high - low < MAX_VALUES else []

    def _compare(self, relation: Json) -> None:
        """Quotients with one denominator compare as what is divided does."""
        op, *sides = relation
        if any(not isinstance(side, list) or side[0] != "/" for side in sides):
            return
        (_, one, under), (_, other, last) = sides
        if under == last:
            with suppress(NotSmooth):
                self._have([op, one, other])
                self._have(["<", "0", ["/", "1", under]])

    def name_what_there_is(self) -> bool:
        """Names for what hypotheses say there is; whether there are any."""
        there = [n for n, rule in enumerate(self.line.context.rules) if rule[0] == "some"]
        for number in there:
            new = self.line.fresh("w")
            self.line.step(node("obtain", rule=number, **{"as": new}), [])
        return bool(there)

    def _of_numbers(self) -> bool:
        """Whether the goal has cases that numbers decide: a leaf would come too early."""
        terms = [unread(self.line.context.goal)]
        while terms:
            term = terms.pop()
            if isinstance(term, list) and term[0] not in ("all", "some", "sum"):
                if term[0] in BRANCHES and self._number(term) is not None:
                    return True
                terms += term[1:]
        return False

    def _matters(self, name: str) -> bool:
        """Whether more is said of it than two ends."""
        context = self.line.context
        said = [x for x in context.literals if any((name, 1) in m for m in x.poly)]
        return len(said) > 2 or repr(name) in repr((context.goal, context.rules, [*context.atoms]))

    def _only_ends(self, name: str, goal: Json) -> bool:
        """Whether the goal is an equation about it, and nothing but two ends is known."""
        context = self.line.context
        said = [x.poly for x in context.literals if any((name, 1) in m for m in x.poly)]
        return (
            goal[0] == "="
            and all({*poly} - {()} == {((name, 1),)} for poly in said)
            and repr(name) not in repr((context.rules, [*context.atoms]))
        )

    def _ends(self, name: str) -> tuple[int, int] | None:
        """The largest lower and the least upper number that are known of a whole number."""
        context, x = self.line.context, ((name, 1),)
        numbers = {
            atom: number
            for key, atom in context.atoms.items()
            if key[0] == "floor" and (number := self._number(atom_json(context, key))) is not None
        }
        lows, highs = [], []
        numbers |= self.at
        for literal in context.literals:
            slope = literal.poly.get(x)
            others = {m: factor for m, factor in literal.poly.items() if m != x}
            known = all(name in numbers for m in others for name, _ in m)
            if literal.rel not in (">=", ">", "=") or slope is None or not known:
                continue
            rest = sum(
                (
                    q * prod((numbers[n] ** e for n, e in m), start=Fraction(1))
                    for m, q in others.items()
                ),
                Fraction(0),
            )
            end = -rest / slope
            if literal.rel == "=" or slope > 0:
                lows.append(floor(end) + 1 if literal.rel == ">" else ceil(end))
            if literal.rel == "=" or slope < 0:
                highs.append(ceil(end) - 1 if literal.rel == ">" else floor(end))
        return (max(lows), min(highs)) if lows and highs else None

    def _put_in(self, name: str, low: int, high: int) -> Node:
        """An equation with each value in the place of a whole number, so that no power is left.

        It holds for all values >= high, then for all >= high - 1, ..., by inductions that begin
        there and whose steps are known.
        """
        line, new = self.line, self.line.fresh("v")
        inside = ["and", ["<=", str(low), new], ["<=", new, str(high)]]
        claim = ["implies", inside, replaced(unread(line.context.goal), name, new)]
        solve = partial(_relation, self.deadline, at={**self.at, name: Fraction(low)})
        for number in range(high, low - 1, -1):
            step = node("induct", on=new, claim=claim, **{"from": str(number)})
            children = line.children(step)
            base = apart(children[0], solve)
            if base is None:
                raise NotSmooth(f"{name} = {number}")
            last = len(line.context.rules) - 1
            after = _instance(last, ["+", new, "1"], new, last + 2)
            onward = intro("", after if number < high else _from(_ends_of(new)))
            line.go(step, children, [base, line.filled(children[1], onward)])
        last = len(line.context.rules) - 1
        return line.filled(line.context, _instance(last, name, name, last + 1))

    def _for_each(self, name: str, low: int, high: int) -> Node:
        high = max(low - 1, high)
        for order, over in (
            (["<=", str(low), name], ["-", name, str(low)]),
            (["<=", name, str(high)], ["-", name, str(high + 1)]),
        ):
            self.line.have(order, split(over, auto("between", 2), auto("between", 2)))
        step = node("finite", on=name, **{"from": low, "to": high})
        proofs = []
        children = _rule(self.line.context, step) or []
        for number, child in zip(range(low, high + 1), children, strict=True):
            each = _Data(Line(child), self.deadline, {**self.at, name: Fraction(number)})
            proofs.append(each.line.chain.close(each.proof()))
        return {**step, "then": proofs}

    def _know(self, term: Json) -> None:
        """What the kernel is to know of a term and of what is inside of it."""
        if not isinstance(term, list) or term in self.known or term[0] in ("all", "some"):
            return
        for part in term[2:4] if term[0] == "sum" else term[1:]:
            self._know(part)
        self.known.append(term)
        if term[0] == "floor" and (whole := self._number(term)) is not None:
            self._round(term, whole)
        elif term[0] == "sum":
            self._write_out(term)
        elif term[0] in PARTIAL:
            self._define(term)
        elif term[0] in BRANCHES:
            self._decide(term)
        elif term[0] == "exp" and (number := self._number(term[1])) is not None:
            with suppress(NotSmooth):
                self._exponential(term[1], str(number))
        if self.shortened and term[0] == "/" and term[1] != "1" and self._number(term[2]) is None:
            self._know(["/", "1", term[2]])
        if (
            self.shortened
            and term[0] in ("sum", "sqrt", "/")
            and not _has(term, "sign", "max", "min")
        ):
            self._shorten(term)

    def _shorten(self, term: Json) -> None:
        """What a sum, a root or a quotient is worth in fewer words."""
        try:
            simpler = Simpler(self.line.context, self._number, MAX_TERMS)
            shorter = simpler.term(term)
            if simpler.poly(shorter) == simpler.poly(term):
                return
        except (Reject, ZeroDivisionError):
            return
        with suppress(NotSmooth):
            for part in shorter[1:] if isinstance(shorter, list) else []:
                self._know(part)
            self._know(shorter)
            self.line.have_by(["=", term, shorter], lambda c: _near(c) or _leaf(c, 2))

    def _round(self, term: Json, whole: Fraction) -> None:
        near = auto("floor", 2)
        with suppress(NotSmooth):
            self.line.have(["=", term, str(whole)], near)
            return
        self.line.have(["=", term[1], str(self._number(term[1]))], auto("inside", 2))
        below = split(["-", term, str(whole)], near, near)
        self.line.have(["=", term, str(whole)], split(["-", term, str(whole + 1)], near, below))

    def _write_out(self, total: Json) -> None:
        _, index, low, high, body = total
        first, last = self._number(low), self._number(high)
        if first is None or last is None or last - first >= MAX_TERMS:
            return
        top, before = high, len(self.line.context.literals)
        for _ in range(max(0, int(last - first) + 1)):
            self._know(replaced(body, index, top))
            self._step(node("unfold", on=["sum", index, low, top, body]))
            top = ["-", top, "1"]
        self._step(node("empty", on=["sum", index, low, top, body]))
        self.written[json.dumps(total)] = range(before, len(self.line.context.literals))

    def _define(self, term: Json) -> None:
        under = term[-1]
        sign = self._number(under)
        if sign is None or sign > 0:
            inside = [kink for kink in self.kinks if _within(under, kink)]
            with suppress(NotSmooth):
                self.line.have_by(
                    ["<", "0", under],
                    lambda c: _near(c, 0.3) if term[0] == "sqrt" else self._in_cases(c, inside),
                )
        self._step(node("define", term=term))

    def _decide(self, kink: Json) -> None:
        """Its value, if that is a number; or else a case of its own later."""
        number = self._number(kink)
        if number is None:
            self.kinks.append(kink)
            return
        for total in _sums(kink):
            if not _units(total):
                self._valued(total)
        before, shown = len(self.line.context.literals), ["=", kink, str(number)]
        near = _from(lambda i, poly: i >= before or len({*poly} - {()}) == 1)
        try:
            self.line.have(shown, case(kink, *[near] * BRANCHES[kink[0]]))
        except NotSmooth:
            self.line.have(shown, case(kink, *[auto("value", 2)] * BRANCHES[kink[0]]))

    def _valued(self, total: Json) -> None:
        """The value of a sum of numbers that is written out."""
        facts, number = self.written.get(json.dumps(total)), self._number(total)
        if facts and number is not None:
            with suppress(NotSmooth):
                self.line.have(["=", total, str(number)], _from(lambda i, _: i in facts))

    def _exponential(self, at: Json, number: Json) -> None:
        """exp(t) = exp(q), where t = q: each is above the other one's tangent."""
        tangent, product = self._axiom("exp-line"), self._axiom("exp-sum")

        def below(one: Json, other: Json) -> Node:
            gap = ["-", other, one]
            factor = have(["<=", "1", ["exp", gap]], auto("factor"), auto("exp"))
            return use(tangent, [gap], use(product, [one, gap], factor))

        both = node("both", below(at, number), below(number, at))
        self.line.have(["=", ["exp", at], ["exp", number]], both)
        for other in self.exponents - {number}:
            low, high = sorted((number, other), key=Fraction)
            self.line.have(["<", ["exp", low], ["exp", high]], auto("exp", 2))
        self.exponents.add(number)

    def _axiom(self, name: str) -> int:
        """The number of an axiom among the hypotheses."""
        if name not in self.axioms:
            self.axioms[name] = len(self.line.context.rules)
            self.line.step(node("axiom", name=name), [])
        return self.axioms[name]

    def _have(self, show: Json) -> None:
        self.line.have_by(show, lambda context: self._in_cases(context, self.kinks))

    def _step(self, step: Node) -> None:
        """A step with one thing to be shown before it goes on."""
        children = self.line.children(step)
        self.line.go(step, children, [self._in_cases(children[0], self.kinks)])

    def _in_cases(self, context: Context, kinks: list[Json]) -> Node:
        if now() > self.deadline:
            raise NotSmooth("time")
        near = _near(context, 0.1) if context.goal[0] != "=" else None
        found = near or _leaf(context, 0.1 if kinks else 2)
        if found is not None:
            return found
        if not kinks:
            found = tail(context, min(self.deadline, now() + 3))
            if found is None:
                raise NotSmooth("not found")
            return found
        step = node("case", on=kinks[0])
        children = _rule(context, step)
        if children is None:
            return self._in_cases(context, kinks[1:])
        return {**step, "then": [self._in_cases(child, kinks[1:]) for child in children]}

    def _number(self, term: Json) -> Fraction | None:
        sorts = self.line.context.sorts  # in a sum what has no value counts as 0
        if any(occurs(term, name) for name in sorts if name not in self.at):
            return None
        try:
            number = value(term, Point(dict(self.at), {}, [WORK]))
        except (Undefined, _OutOfWork, OverflowError, KeyError):
            return None
        return number if isinstance(number, Fraction) else None


def _units(term: Json, inside: bool = False) -> list[Json]:
    """Maxima, absolute values and the like in summands."""
    if not isinstance(term, list):
        return []
    found = [term] if inside and term[0] in BRANCHES else []
    return found + [unit for part in term[1:] for unit in _units(part, inside or term[0] == "sum")]


def _sums(term: Json) -> list[Json]:
    """The sums in a term, inner ones first."""
    if not isinstance(term, list):
        return []
    inner = [total for part in term[1:] for total in _sums(part)]
    return [*inner, term] if term[0] == "sum" else inner


def _instance(rule: int, at: Json, name: str, new: int) -> Node:
    """An equation, from a hypothesis on the values of a whole number; it will stand at ``new``."""
    ends = _from(_ends_of(name))
    return use(rule, [at], ends, use(new, [], node("both", ends, ends), look(_said)))


def _said(context: Context) -> Node:
    """The equation that became known last."""
    at = len(context.literals)
    return node("zero", lit=at, terms=[["1", [], []]], mult=[[at - 1, "-1"]])


def _ends_of(name: str) -> Callable[[int, Poly], bool]:
    return lambda _, poly: {*poly} - {()} == {((name, 1),)}


def _from(picked: Callable[[int, Poly], bool]) -> Node:
    """A relation from these facts alone: they contradict each other, or it follows."""

    def found(context: Context) -> Node:
        probe = context.child()
        literals = probe.literals + probe.negated_goal()
        goal = len(literals) - 1
        facts = [i for i in range(goal) if picked(i, literals[i].poly)]
        leaf = _leaf_of(literals, facts, 2) or _leaf_of(literals, [*facts, goal], 2)
        if leaf is None:
            raise NotFound("from few facts", context)
        return leaf

    return look(found)


def _conjuncts(formula: Json) -> list[Json]:
    if formula[0] != "and":
        return [formula]
    return [each for part in formula[1:] for each in _conjuncts(part)]


def _outermost(term: Json, *heads: str) -> list[Json]:
    if not isinstance(term, list):
        return []
    if term[0] in heads:
        return [term]
    return [found for part in term[1:] for found in _outermost(part, *heads)]


def _within(term: Json, part: Json) -> bool:
    return bool(term == part) or (
        isinstance(term, list) and any(_within(inner, part) for inner in term[1:])
    )


def _has(term: Json, *heads: str) -> bool:
    return isinstance(term, list) and (
        term[0] in heads or any(_has(part, *heads) for part in term[1:])
    )


def _near(context: Context, seconds: float = 2) -> Node | None:
    """A leaf, from what is known of nothing but what the goal is about."""
    probe = context.child()
    try:
        goal = probe.negated_goal()
    except Reject:
        return None
    names = {name for literal in goal for monomial in literal.poly for name, _ in monomial}
    kept = [
        i for i, x in enumerate(probe.literals) if all(n in names for m in x.poly for n, _ in m)
    ]
    found = _among(context, kept, seconds)
    if found is None and context.goal[0] == "=":
        halves = [_near(child, seconds) for child in _rule(context, node("both")) or []]
        return {**node("both"), "then": halves} if halves and None not in halves else None
    return found


def _among(context: Context, kept: list[int], seconds: float) -> Node | None:
    """A leaf, from some of the literals and what is read with the goal."""
    probe = context.child()
    try:
        literals = probe.literals + probe.negated_goal()
    except Reject:
        return None
    kept = sorted({*kept, *range(len(context.literals), len(literals))})
    return _leaf_of(literals, kept, seconds)


def _leaf_of(literals: list[Literal], kept: list[int], seconds: float) -> Node | None:
    """A leaf from the literals with these numbers."""
    found = searched([literals[i] for i in kept], seconds)
    if found is None:
        return None
    ((by, parameters),) = _renumber(found, kept).items()
    return {"by": by, **parameters, "then": []}


def _leaf(context: Context, seconds: float) -> Node | None:
    try:
        return fill(context.child(), auto("", seconds))
    except (NotFound, Reject):
        return None


def at_data(label: str = "") -> Node:
    """A closed formula whose proof is searched for: by a leaf, spelled out, as a statement is.

    Each has a share of :data:`SECONDS` of processor time.
    """

    def found(context: Context) -> Node:
        leaf = _leaf(context, LEAF)
        if leaf is not None:
            return leaf
        show = _free(unread(context.goal))
        closed = {"vars": {}, "functions": {}, "given": [], "show": show}
        if _seen_to_fail(show):
            raise NotFound(label, context)
        for way, seconds in ((spelled_out, SECONDS), (_decided, SECONDS)):
            certificate = way(closed, now() + seconds)
            if certificate is not None:
                proof: Node = json.loads(certificate)["proof"]
                return proof
        raise NotFound(label, context)

    return look(found)


def _seen_to_fail(formula: Json, work: int = WORK) -> bool:
    """Whether a relation is false at a few values of what a formula is about: no other quantifiers
    are in it, since these would range over a few values, too."""
    inside = formula
    while inside[0] in ("all", "implies"):
        if inside[0] == "implies" and _quantified(inside[1]):
            return False
        inside = inside[-1]
    try:
        return not _quantified(inside) and fails(formula, Point({}, {}, [work], sure=True))
    except (Undefined, _OutOfWork, OverflowError, KeyError):
        return False


def _quantified(formula: Json) -> bool:
    return isinstance(formula, list) and (
        formula[0] in ("all", "some", "lipschitz") or any(map(_quantified, formula[1:]))
    )


def _free(part: Json) -> Json:
    """A closed formula whose bound variables have names that free ones may have."""
    if isinstance(part, list):
        return [_free(inner) for inner in part]
    return f"at_{part[1:]}" if isinstance(part, str) and SHOWN.fullmatch(part) else part


def _decided(statement: Json, deadline: float) -> bytes | None:
    from proofs.search.conclude import proved

    return proved(statement, deadline)
