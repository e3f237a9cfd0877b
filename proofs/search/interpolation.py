"""Weighted values of a Lipschitz function: |sum_i c_i f(t_i)| <= R, where the c_i sum to 0.

What approximates f(x) by its values elsewhere, as an end point, a midpoint, Bernstein's polynomial
or a linear interpolation, differs from it by such a sum.  With u = t_p for one p,

    |sum_i c_i f(t_i)| = |sum_i c_i (f(t_i) - f(u))| <= sum_i |c_i| L |t_i - u|,

and that this is at most R is a statement without f.  Where a goal is of another form, as for
products of two functions, their values become variables whose distances are bounded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search.calculus import Line, NotSmooth, occurs
from proofs.search.cases import replaced
from proofs.search.lemmas import Lemma, assuming, discharged, told_in
from proofs.search.ordered import _closed, _renamed, _used
from proofs.search.prove import _OutOfWork, _rule, _Search
from proofs.search.stated import _premise, lipschitz
from proofs.trees.leaves import using
from proofs.trees.script import Json, Node, NotFound, node, unread
from proofs.trees.transport import Missing

WORK, MAX_VALUES, MAX_PIVOTS = 300, 6, 4
Solve = Callable[[Json], bytes | None]
Summands = list[tuple[Json, Json | None]]
FAILURES = (NotSmooth, NotFound, Missing, Reject, _OutOfWork)


@dataclass(frozen=True)
class Bound:
    """|f(s) - f(t)| <= constant |s - t|, for all real s and t or for those between the ends."""

    number: int
    constant: Json
    ends: tuple[Json, ...]


def interpolated(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those of ``solve`` for points, signs and the bound, or None."""
    known = _bounds(open_statement(statement))
    if not known or statement["show"][0] not in ("<=", "<"):
        return None
    _, left, right = statement["show"]
    size = isinstance(left, list) and left[0] == "abs"
    summands = _summands(left[1] if size else ["-", left, right], known)
    if summands is None or (size and any(value is None for _, value in summands)):
        return None
    values: dict[str, tuple[Json, list[Json]]] = {}
    for c, value in summands:
        if value is not None:
            values.setdefault(str(value), (value, []))[1].append(c)
    weighted = [(_sum(cs), value) for value, cs in values.values()]
    rest = right if size else ["-", _sum([c for c, value in summands if value is None])]
    if not 2 <= len(weighted) <= MAX_VALUES:
        return None
    found: dict[str, bytes | None] = {}

    def once(part: Json) -> bytes | None:
        if str(part) not in found:
            found[str(part)] = solve(part)
        return found[str(part)]

    for pivots in _pivots([value for _, value in weighted], [c for c, _ in weighted]):
        try:
            return _Told(statement, known, once).from_weights(size, weighted, rest, pivots)
        except FAILURES:
            continue
    return None


def as_numbers(statement: Json, solve: Solve) -> Node | None:
    """A proof from one that ``solve`` finds where values of Lipschitz functions are variables."""
    known = _bounds(open_statement(statement))
    plain = [g for g in statement["given"] if g[0] in RELATIONS]
    values = [*{str(v): v for v in _values(["", *plain, statement["show"]])}.values()]
    pairs = [(s, t) for s, t in combinations(values, 2) if s[1] == t[1]]
    alone = all(v[1] in known and len(v) == 3 and not [*_values(v[2])] for v in values)
    if not (alone and pairs and len(values) <= MAX_VALUES) or _binds(statement["show"]):
        return None
    fresh = [
        n
        for n in (f"y{i}" for i in range(100))
        if n not in {*statement["vars"], *statement["functions"]}
    ][: len(values)]
    told = _Told(statement, known, solve)
    try:
        facts = [told.sign(name) for name in {s[1]: 0 for s, _ in pairs}]
        facts += [told.distance(s, t) for s, t in pairs]
    except FAILURES:
        return None
    given, show = ["", *plain, *facts], statement["show"]
    for value, name in zip(values, fresh, strict=True):
        given, show = (replaced(part, value, name) for part in (given, show))
    names = {**statement["vars"], **dict.fromkeys(fresh, "real")}
    whole = {"vars": names, "functions": {}, "given": given[1:], "show": show}
    about = [g for g in given[1:] if any(occurs(g, name) for name in fresh)]
    for part in ({**whole, "given": about}, whole):
        found = solve(part)
        if found is not None:
            break
    else:
        return None
    bound = {name: f"{name[:30]}_0" for name in names}
    lemmas = [Lemma(_renamed(_closed(part), bound), json.loads(found))]
    try:
        again = _Told(assuming(statement, lemmas), known, lambda asked: told.parts.get(str(asked)))
        number = len(again.line.context.rules) - 1
        for name in {s[1]: 0 for s, _ in pairs}:
            again.sign(name)
        for s, t in pairs:
            again.distance(s, t)
        at = [*statement["vars"], *values]
        last = _used(again.line.context, range(number, number + 1), at)
        if last is None:
            return None
        return discharged(statement, again.line.chain.close(last), lemmas)
    except FAILURES:
        return None


class _Told:
    """A proof of a statement with bounds on its functions, as it grows."""

    def __init__(
        self, statement: Json, known: dict[str, Bound], solve: Callable[[Any], bytes | None]
    ) -> None:
        self.line, self.search = Line(open_statement(statement)), _Search(WORK)
        self.known, self.solve = known, solve
        self.goal = str(statement["show"])
        given = [g for g in statement["given"] if g[0] in RELATIONS and not [*_values(g)]]
        self.plain = {**statement, "functions": {}, "given": given}
        self.shown: set[str] = set()
        self.parts: dict[str, bytes] = {}

    def leaf(self, context: Context) -> Node | None:
        return self.search.leaf(context, 0) or self.search.leaf(context, 1)

    def part(self, show: Json, *signs: Json) -> Json:
        """Know what follows from the hypotheses that have no functions, and from signs."""
        if str(show) not in self.shown:
            asked = {**self.plain, "given": [*self.plain["given"], *signs], "show": show}
            found = self.solve(asked)
            if found is None:
                raise NotSmooth(str(show)[:40])
            self.line.have_by(show, told_in(asked, json.loads(found)["proof"]))
            self.shown.add(str(show))
            self.parts[str(asked)] = found
        return show

    def distance(self, s: Json, t: Json) -> Json:
        """Know |f(s) - f(t)| <= L |s - t|, for two values of one function."""
        if str(["-", t[2], s[2]]) in self.goal:
            s, t = t, s  # |t - s| is another term than |s - t|
        bound = self.known[s[1]]
        for point in (s[2], t[2]):
            if bound.ends and point not in bound.ends:
                self.part(["<=", bound.ends[0], point])
                self.part(["<=", point, bound.ends[1]])
        step = node("use", rule=bound.number, at=[s[2], t[2]])
        children = _rule(self.line.context, step) or []
        premises = [_premise(self.search, child) for child in children[:-1]]
        if not children or None in premises:
            raise NotSmooth("premises")
        self.line.step(step, [proof for proof in premises if proof])
        return ["<=", ["abs", ["-", s, t]], ["*", bound.constant, ["abs", ["-", s[2], t[2]]]]]

    def sign(self, name: str) -> Json:
        """Know 0 <= L, from two points that differ."""
        bound = self.known[name]
        low, high = bound.ends or ("0", "1")
        self.distance(["app", name, low], ["app", name, high])
        show = ["<=", "0", bound.constant]
        self.line.have_by(show, self.leaf)
        return show

    def from_weights(
        self, size: bool, weighted: list[tuple[Json, Json]], rest: Json, pivots: Sequence[Json]
    ) -> Node:
        """The goal, with weighted distances from the pivots in the place of weighted values."""
        signs, facts, sizes = [], [], []
        for pivot in pivots:
            signs.append(self.sign(pivot[1]))
            mine = [(c, value) for c, value in weighted if value[1] == pivot[1]]
            none = self.part(["=", _sum([c for c, _ in mine]), "0"])
            if _is_known(self.line.context, none):
                facts.append(["=", ["*", none[1], pivot], "0"])
                self.line.have(facts[-1], using(none))
            for c, value in mine:
                if value != pivot:
                    sizes.append(self.product(c, value, pivot, facts))
        facts.append(self.part(["<=", _sum(sizes), rest], *signs))
        facts = [fact for fact in facts if _is_known(self.line.context, fact)]
        terms = [["*", c, value] for c, value in weighted]
        sides = [["<=", side, rest] for side in (_sum(terms), ["-", _sum(terms)])]
        for side in sides if size else ():
            self.line.have(side, using(*facts))
        found = self.of_size(sides) if size else self.leaf(self.line.context)
        if found is None:
            raise NotSmooth("goal")
        return self.line.chain.close(found)

    def of_size(self, sides: list[Json]) -> Node | None:
        """|A| <= R from A <= R and -A <= R, which are known."""
        step = node("case", on=unread(self.line.context.goal)[1])
        proofs = [
            self.line.filled(child, using(side, recent=1))
            for side, child in zip(sides, _rule(self.line.context, step) or [], strict=False)
        ]
        return {**step, "then": proofs} if len(proofs) == 2 else None

    def product(self, c: Json, value: Json, pivot: Json, facts: list[Json]) -> Json:
        """|c| L |s - t|, where c (f(s) - f(t)) and its negative are known to be at most this."""
        near = self.distance(value, pivot)
        try:
            a, sign = c, self.part(["<=", "0", c])
        except NotSmooth:
            a, sign = ["-", c], self.part(["<=", "0", ["-", c]])
        for u in (["-", value, pivot], ["-", pivot, value]):
            plain = ["<=", u, near[2]]
            self.line.have_by(plain, self.leaf)
            facts.append(["<=", ["*", a, u], ["*", a, near[2]]])
            self.line.have(facts[-1], using(sign, plain))
        return ["*", a, near[2]]


def _is_known(context: Context, formula: Json) -> bool:
    """Whether a fact is among the literals: 0 = 0 is not, however it is written."""
    op, *sides = (formula[0], *map(context.read, formula[1:]))
    return bool(context.child().literal((op, *sides)).poly)


def _bounds(context: Context) -> dict[str, Bound]:
    """The Lipschitz bounds among the hypotheses, by their functions."""
    found = {}
    for number, rule in enumerate(context.rules):
        formula = unread(rule)
        if formula[0] == "lipschitz":
            found[formula[1]] = Bound(number, formula[2], tuple(formula[3:]))
        elif formula[0] == "all" and (line := lipschitz(formula)) is not None:
            found[line[0]] = Bound(number, line[1], ())
    return found


def _summands(term: Json, known: dict[str, Bound]) -> Summands | None:
    """The term as a sum of c f(t), and of c alone (with None); None if it is no such sum."""
    if not [*_values(term)]:
        return [(term, None)]
    op, *args = term
    if op == "app" and args[0] in known and not [*_values(args[1])]:
        return [("1", term)]
    if op == "-" and len(args) == 1:
        return _times("-1", _summands(args[0], known))
    if op in ("+", "-"):
        found: Summands = []
        for i, arg in enumerate(args):
            part = _summands(arg, known)
            part = _times("-1", part) if i and op == "-" else part
            if part is None:
                return None
            found += part
        return found
    if op == "*" and sum(1 for arg in args if [*_values(arg)]) == 1:
        (inner,) = (arg for arg in args if [*_values(arg)])
        factors = [arg for arg in args if arg is not inner]
        return _times(factors[0] if len(factors) == 1 else ["*", *factors], _summands(inner, known))
    if op == "/" and not [*_values(args[1])]:
        return _times(["/", "1", args[1]], _summands(args[0], known))
    return None


def _times(factor: Json, summands: Summands | None) -> Summands | None:
    if summands is None:
        return None
    return [(factor if c == "1" else ["*", factor, c], value) for c, value in summands]


def _sum(terms: list[Json]) -> Json:
    return terms[0] if len(terms) == 1 else ["+", *terms] if terms else "0"


def _pivots(values: list[Json], weights: list[Json]) -> Iterator[tuple[Json, ...]]:
    """One value of each function, those with numbers for weights first."""
    of: dict[str, list[Json]] = {}
    for _, value in sorted(zip(weights, values, strict=True), key=lambda p: len(str(p[0]))):
        of.setdefault(value[1], []).append(value)
    for count, chosen in enumerate(product(*of.values())):
        if count < MAX_PIVOTS:
            yield chosen


def _values(term: Json) -> Iterator[Json]:
    """The values of functions in a term, also in quantified parts."""
    if isinstance(term, list) and term:
        if term[0] == "app":
            yield term
        for part in term[1:]:
            yield from _values(part)


def _binds(term: Json) -> bool:
    """Whether a name is bound in a term or formula."""
    return isinstance(term, list) and (
        term[0] in ("all", "some", "sum") or any(map(_binds, term[1:]))
    )
