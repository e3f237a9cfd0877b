"""Sums of symbolic length: what holds of each summand holds of the sum.

Of a sum the kernel knows how to take off its last summand, and induction.  From these follow, for
terms c that do not depend on k,

    0 <= c b(k) + ... + d  for low <= k <= high  gives  0 <= c sum b(k) + ... + d (high - low + 1)

and the same with ``=`` and ``<``.  A goal becomes a goal without sums: each body is multiplied out
into monomials in what depends on k, whose sums are atoms to everything else; then come the facts
that a textbook would add.  A sum of squares of s u(k) + t v(k) is not negative (Cauchy and
Schwarz), each summand is at most the whole where none is negative, products of what is known of
each k are summed, a convex function lies above its tangent in the mean (Jensen).  Last, a goal that
is linear in the sums is shown term by term.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context, freeze
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS, substitute
from proofs.search import _moves
from proofs.search.calculus import Line, NotSmooth, occurs, put
from proofs.search.cases import kinks, without
from proofs.search.clock import now
from proofs.search.completions import completed, squares
from proofs.search.matching import matched
from proofs.search.monotone import plausible
from proofs.search.powers import together
from proofs.search.prove import Fuel, _OutOfWork, _rule, _Search
from proofs.search.quotients import cleared
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    fill,
    have,
    induct,
    intro,
    look,
    node,
    split,
    unread,
    use,
)

WORK, MAX_SQUARES, MAX_BOUNDS, QUICK, FEW = 400, 6, 12, 4.0, 4
MAX_MULTIPLIERS = 2
Prover = Callable[[Context], Node | None]


@dataclass(frozen=True)
class Range:
    """low..high, as terms."""

    low: Json
    high: Json

    def total(self, index: str, body: Json, high: Json = None) -> Json:
        return ["sum", index, self.low, self.high if high is None else high, body]


@dataclass(frozen=True)
class Part:
    """c times the sum of the monomial ``body`` in k; of ``"1"`` the sum is the number of terms."""

    coefficient: Json
    body: Json


def times(*factors: Json) -> Json:
    if "0" in factors:
        return "0"
    kept = [f for f in factors if f != "1"]
    return kept[0] if len(kept) == 1 else ["*", *kept] if kept else "1"


def plus(*terms: Json) -> Json:
    kept = [t for t in terms if t != "0"]
    return kept[0] if len(kept) == 1 else ["+", *kept] if kept else "0"


@dataclass
class Sums:
    """The sums in sight of a line, and what is known of them."""

    line: Line
    deadline: float
    k: str = ""
    known: set[str] = field(default_factory=set)
    search: _Search = field(default_factory=lambda: _Search(WORK))

    def __post_init__(self) -> None:
        self.k = self.k or self.line.fresh("ks")

    # -- from terms to sums

    def last(self, formula: Json, script: Node) -> None:
        """Know a formula by a script, once."""
        self.line.have(formula, script)
        self.known.add(str(formula))

    def summed(self, at: Range, parts: Sequence[Part], rel: str, each: Prover) -> Json:
        """``0 rel`` the parts, from the same for each k, which ``each`` proves.

        Raises:
            NotSmooth: it does not, or nothing is known of the length where it matters.
        """
        k, whole, own = self.k, [p for p in parts if p.body == "1"], []
        own = [p for p in parts if p.body != "1"]
        constant = plus(*[p.coefficient for p in whole])

        def inside(i: Json) -> Json:
            terms = [times(p.coefficient, put(p.body, k, i)) for p in own]
            return [rel, "0", plus(*terms, constant)]

        def until(j: Json) -> Json:
            sums = [times(p.coefficient, at.total(k, p.body, j)) for p in own]
            length = ["+", ["-", j, at.low], "1"]
            return [rel, "0", plus(*sums, times(constant, length))]

        fact = until(at.high)
        if str(fact) in self.known:
            return fact
        for p in parts:
            if _has(p.coefficient, ("/", "sqrt", "log")):
                self._defined(p.coefficient)
        within = ["and", ["<=", at.low, k], ["<=", k, at.high]]
        lemma = ["all", k, "int", ["implies", within, inside(k)]]
        step = node("have", show=lemma)
        children = _rule(self.line.context, step)
        proof = None if children is None else each(children[0])
        if children is None or proof is None:
            raise NotSmooth("a summand")
        script = self._induction(at, own, rel, inside, until, constant)
        line = Line(children[1])
        line.have(fact, script)
        told = {**step, "then": [proof, line.chain.close(self._known(line.context, fact))]}
        self.line.step(node("have", show=fact), [told])
        self.known.add(str(fact))
        return fact

    def _known(self, context: Context, fact: Json) -> Node:
        """The fact as the goal of a context that has it."""
        goal = context.child(goal=_formula(context, fact))
        return Line.filled(goal, given())

    def _induction(
        self,
        at: Range,
        own: Sequence[Part],
        rel: str,
        inside: Callable[[Json], Json],
        until: Callable[[Json], Json],
        constant: Json,
    ) -> Node:
        """The fact where the lemma is the last hypothesis with a quantifier."""
        k, context = self.k, self.line.context
        j = self.line.fresh("js")
        bodies = list({str(p.body): p.body for p in own}.values())
        lemma = len(context.rules)
        start = at.low if rel == "<" else ["-", at.low, "1"]
        order = ["<=", start, at.high]

        def emptied(high: Json, known: Node, then: Node) -> Node:
            for body in bodies:
                then = node("empty", known, then, on=at.total(k, body, high))
            return then

        def unfolded(high: Json, known: Node, then: Node) -> Node:
            for body in bodies:
                then = node("unfold", known, then, on=at.total(k, body, high))
            return then

        def ended(high: Json, *facts: Json) -> Node:
            shorter = ["-", high, "1"]
            steps = [
                ["=", at.total(k, b, high), ["+", at.total(k, b, shorter), put(b, k, high)]]
                for b in bodies
            ]
            return _among(*facts, *steps)

        def nothing(high: Json) -> list[Json]:
            return [["=", at.total(k, body, high), "0"] for body in bodies]

        before = ["-", at.low, "1"]
        if rel == "<":
            base = use(
                lemma,
                [at.low],
                node("both", using(), given()),
                unfolded(
                    at.low,
                    using(),
                    emptied(
                        before,
                        using(),
                        look(
                            lambda c: ended(at.low, inside(at.low), *nothing(before)),
                        ),
                    ),
                ),
            )
        else:
            base = emptied(before, using(), using(*nothing(before)))
        up = ["+", j, "1"]
        onward = use(
            lemma,
            [up],
            node("both", using(["<=", start, j]), given()),
            unfolded(up, using(["<=", start, j]), ended(up, until(j), inside(up))),
        )
        claim = ["implies", ["<=", j, at.high], until(j)]
        step = intro(
            "",
            look(lambda c: use(len(c.rules) - 1, [], using(["<=", up, at.high]), onward)),
        )
        rest = look(
            lambda c: use(
                len(c.rules) - 1,
                [at.high],
                given(),
                look(lambda d: use(len(d.rules) - 1, [], using(), given())),
            )
        )
        whole = induct(j, start, claim, intro("", base), step, rest)
        child = context.child(goal=_formula(context, order))
        proof = self.search.leaf(child, 0)
        if proof is not None:
            return have(order, proof, whole)
        if rel == "<" or constant != "0":
            raise NotSmooth("a length")
        below = ["<", at.high, at.low]
        short = have(below, look(_closing), emptied(at.high, given(), using(*nothing(at.high))))
        return split(["-", at.high, start], have(order, given(), whole), short)

    # -- sums in sight

    def ranges(self) -> dict[str, tuple[Range, list[Json]]]:
        """Bodies of the sums in sight in the index k, by range."""
        found: dict[str, tuple[Range, list[Json]]] = {}
        context = self.line.context
        seen = [unread(context.goal)]
        seen += [_moves.atom_json(context, key) for key in context.atoms if key[0] == "sum"]
        for term in seen:
            for _, index, low, high, body in _sums(term):
                at = Range(low, high)
                bodies = found.setdefault(self._place(at), (at, []))[1]
                body = put(body, index, self.k)
                if body not in bodies:
                    bodies.append(body)
        return found

    def _place(self, at: Range) -> str:
        scratch = self.line.context.child()
        try:
            ends = [freeze(scratch.poly(scratch.read(end), True)) for end in (at.low, at.high)]
        except Reject:
            return str(at)
        return str(ends)

    def parts(self, body: Json) -> list[Part] | None:
        """The body as coefficients times monomials in what depends on k."""
        scratch = self.line.context.child()
        scratch.declare(self.k, "int")
        try:
            poly = scratch.poly(scratch.read(body), True)
        except Reject:
            return None
        poly = _without_squares(scratch, poly)
        moving = {
            name
            for key, name in scratch.atoms.items()
            if _moves._key_mentions(scratch, key, self.k)
        } | {self.k}
        found: dict[Any, P.Poly] = {}
        for m, c in poly.items():
            inner = tuple(p for p in m if p[0] in moving)
            outer = tuple(p for p in m if p[0] not in moving)
            found.setdefault(inner, {})[outer] = c
        return [
            Part(
                _moves.poly_json(scratch, coefficient),
                _moves.poly_json(scratch, {inner: P.constant(1)[()]}),
            )
            for inner, coefficient in sorted(found.items())
        ]

    # -- what is known of each k

    def each(self, effort: int = 1, way: Prover | None = None) -> Prover:
        """A proof for each k, from the hypotheses at k."""

        def prover(context: Context) -> Node | None:
            line = Line(context.child())
            line.step(node("intro", **{"as": line.fresh("kt")}), [])
            k = list(line.context.sorts)[-1]
            line.step(node("intro", **{"as": ""}), [])
            self.instances(line, k)
            proof = self.term(line.context, effort) if way is None else way(line.context)
            return None if proof is None else line.chain.close(proof)

        return prover

    def instances(self, line: Line, k: str) -> None:
        """Hypotheses for all integers, at k."""
        for i, rule in enumerate(list(line.context.rules)):
            if rule[0] != "all" or rule[2] != "int":
                continue
            step = node("use", rule=i, at=[k])
            after: Context | None = line.context
            while after is not None:
                count = len(after.rules)
                after = self.search._apply(
                    line.context, step, Fuel(0, 0, 0, 0), frozenset(), line.chain
                )
                if after is None:
                    break
                line.context = after
                if len(after.rules) == count or after.rules[-1][0] != "implies":
                    break
                step = node("use", rule=len(after.rules) - 1, at=[])

    def term(self, context: Context, effort: int) -> Node | None:
        """A goal about one k."""
        from proofs.search.strategies import _with_exponentials, multiplied

        op = context.goal[0]
        if op == "and":
            proofs = [self.term(child, effort) for child in _rule(context, node("both")) or []]
            return None if None in proofs else node("both", *[p for p in proofs if p])
        for fuel in (Fuel(0, 0, 0, 0), Fuel(0, 0, 3, 0), Fuel(1, 1, 3, 0))[: 2 + effort]:
            if now() > self.deadline:
                return None
            try:
                if fuel.leaf and _has(context.goal, ("/",)):
                    found = multiplied(context, lambda inner: completed(inner, _Search(60)))
                    if found is not None:
                        return found
                found = _Search(200).solve(context, fuel, frozenset())
                if found is None and _has(context.goal, ("exp",)) and not fuel.leaf:
                    found = matched(context, _Search(60))
                if found is None and _has(context.goal, ("exp", "log", "tanh")) and not fuel.leaf:
                    line = together(context)
                    found = _with_exponentials(line.context, _Search(200), fuel)
                    found = None if found is None else line.chain.close(found)
                if found is None and not fuel.leaf and op in RELATIONS:
                    found = completed(context, _Search(60), (0,))
            except _OutOfWork:
                continue
            if found is not None:
                return found
        return None

    # -- facts

    def signs(self) -> None:
        """That sums of what is positive are, and that others are not negative."""
        for at, bodies in list(self.ranges().values()):
            for body in bodies:
                way = self._by_program if self._seen_by_it(body) else None
                for rel in ("<", "<="):
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        self.summed(at, [Part("1", body)], rel, self.each(0, way))
                        break

    def _by_program(self, context: Context) -> Node | None:
        from proofs.search.piecewise import piecewise

        if context.goal[0] != "and":
            return piecewise(context, self.deadline)
        proofs = [self._by_program(child) for child in _rule(context, node("both")) or []]
        return None if None in proofs else node("both", *[p for p in proofs if p])

    def _seen_by_it(self, body: Json) -> bool:
        """Whether a linear program sees the sign of the body: values, kinks and exponentials."""
        seen = self.line.context.child()
        seen.declare(self.k, "int")
        try:
            poly = seen.poly(seen.read(body))
        except Reject:
            return False
        heads = {name: key[0] for key, name in seen.atoms.items()}
        used = [heads.get(name, "app") for name in _names(poly)]
        plain = all(sum(e for _, e in m) <= 1 for m in poly)
        return plain and all(head in ("app", "abs", "max", "min", "exp") for head in used)

    def expand(self) -> None:
        """Sums by the sums of their bodies' monomials."""
        for at, bodies in list(self.ranges().values()):
            for body in bodies:
                parts = self.parts(body)
                if parts is None or (len(parts) == 1 and parts[0] == Part("1", body)):
                    continue
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    whole = [*parts, Part("-1", body)]
                    self.summed(at, whole, "=", self.each(0))

    def closed_forms(self) -> None:
        """Sums of 1, k, k^2, k^3 as polynomials in their ends."""
        for at, found in list(self.monomials()):
            for body in found:
                power = {self.k: 1, str(["^", self.k, 2]): 2, str(["^", self.k, 3]): 3}.get(
                    str(body)
                )
                if power is None:
                    continue
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    self._closed_form(at, body, power)

    def _closed_form(self, at: Range, body: Json, power: int) -> None:
        j, start = self.line.fresh("js"), ["-", at.low, "1"]

        def until(high: Json) -> Json:
            form = ["-", _power_sum(power, high), _power_sum(power, start)]
            return ["=", at.total(self.k, body, high), form]

        def total(high: Json) -> Json:
            return at.total(self.k, body, high)

        up = ["+", j, "1"]
        taken = ["=", total(up), ["+", total(j), put(body, self.k, up)]]
        base = node("empty", using(), using(["=", total(start), "0"]), on=total(start))
        step = node("unfold", using(["<=", start, j]), using(taken, until(j)), on=total(up))
        rest = look(lambda c: use(len(c.rules) - 1, [at.high], look(self._leaf), given()))
        self.last(until(at.high), induct(j, start, until(j), base, step, rest))

    def monomials(self) -> Iterator[tuple[Range, list[Json]]]:
        """The monomials in k whose sums are in sight, by range, with 1 where there are terms."""
        for at, bodies in list(self.ranges().values()):
            found: list[Json] = []
            for body in bodies:
                parts = self.parts(body) or []
                found += [p.body for p in parts if p.body not in found]
            yield at, found if "1" in found else [*found, "1"]

    def squares(self) -> None:
        """(sum q)^2 <= sum p sum r where q^2 = p r and neither p nor r is negative."""
        count = 0
        for at, found in list(self.monomials()):
            for p, r in combinations(found, 2):
                for q in found:
                    if q in (p, r) or count >= MAX_SQUARES or now() > self.deadline:
                        continue
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        if self._between(at, p, q, r):
                            self._square(at, p, q, r)
                            count += 1

    def differences(self) -> None:
        """(sum u w)^2 <= sum u^2 sum w^2 for squares in sight, where w is itself a sum."""
        for at, bodies in list(self.ranges().values()):
            found = {
                str(body) for place, known in self.monomials() if place == at for body in known
            }
            squares = [b for b in bodies if isinstance(b, list) and b[0] == "^" and b[2] == 2]
            for r in squares:
                if len(self.parts(r) or []) < 2:
                    continue
                for p in squares:
                    q = ["*", p[1], r[1]]
                    parts = self.parts(q) or []
                    if p == r or not all(str(part.body) in found for part in parts):
                        continue
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        self.summed(at, [*parts, Part("-1", q)], "=", self.each(0))
                        self._square(at, p, q, r, (p[1], r[1]))

    def _between(self, at: Range, p: Json, q: Json, r: Json) -> bool:
        """Whether q^2 = p r for each k."""
        if not _plausible(p, q, r, self.k):
            return False
        within = ["and", ["<=", at.low, self.k], ["<=", self.k, at.high]]
        equal = ["=", ["^", q, 2], ["*", p, r]]
        step = node("have", show=["all", self.k, "int", ["implies", within, equal]])
        children = _rule(self.line.context, step)
        return children is not None and self.each(0)(children[0]) is not None

    def _square(
        self, at: Range, p: Json, q: Json, r: Json, roots: tuple[Json, Json] | None = None
    ) -> None:
        """Q^2 <= P R from s^2 P + 2 s t Q + t^2 R >= 0 for all s and t, of which five are needed.

        (R, -Q) and (-Q, P) give (P + R) (P R - Q^2) >= 0; if P = R = 0, (1, -Q) gives Q = 0.
        """
        line = self.line
        s, t = line.fresh("sq"), line.fresh("tq")
        P_, Q, R = (self._whole(at, body) for body in (p, q, r))

        def form(x: Json, y: Json) -> Json:
            return plus(times(["^", x, 2], P_), times("2", x, y, Q), times(["^", y, 2], R))

        fact = ["<=", "0", form(s, t)]
        step = node("have", show=["all", s, "real", ["all", t, "real", fact]])
        goal = _first(line.context, step)
        for name in (s, t):
            goal = None if goal is None else _first(goal, node("intro", **{"as": name}))
        if goal is None:
            raise NotSmooth("a square")
        inner = Sums(Line(goal), self.deadline, self.k)
        parts = [Part(["^", s, 2], p), Part(["*", "2", s, t], q), Part(["^", t, 2], r)]
        form_of = inner._form(p, q, r, s, t) if roots is None else inner._of_root(*roots, s, t)
        shown = inner.summed(at, parts, "<=", form_of)
        proof = self._known_by(inner.line, shown, fact)
        line.step(step, [node("intro", node("intro", proof, **{"as": t}), **{"as": s})])
        rule, known = len(line.context.rules) - 1, []
        minus = ["-", Q]
        for x, y in (("1", "0"), ("0", "1"), (R, minus), (minus, P_), ("1", minus)):
            line.step(node("use", rule=rule, at=[x, y]), [])
            known.append(["<=", "0", form(x, y)])
        total = ["+", P_, R]
        nothing = [["<=", end, "0"] for end in (total, P_, R)]
        zero = using(*known[:2], known[4], *nothing[1:])
        for end in reversed(nothing[1:]):
            zero = have(end, using(*known[:2], nothing[0]), zero)
        positive = using(*known[2:4], ["<", "0", total])
        show = ["<=", ["^", Q, 2], ["*", P_, R]]
        line.have(show, split(["-", total], zero, positive))
        self._roots(P_, Q, R)

    def _of_root(self, u: Json, w: Json, s: str, t: str) -> Prover:
        """(s u + t w)^2 is not negative for each k."""

        def prover(context: Context) -> Node | None:
            line = Line(context.child())
            k = line.fresh("kt")
            line.step(node("intro", **{"as": k}), [])
            line.step(node("intro", **{"as": ""}), [])
            root = ["+", ["*", s, put(u, self.k, k)], ["*", t, put(w, self.k, k)]]
            found = _Search(WORK).leaf(squares(line.context, [root], line.chain), 0)
            return None if found is None else line.chain.close(found)

        return prover

    def _form(self, p: Json, q: Json, r: Json, s: str, t: str) -> Prover:
        """s^2 p + 2 s t q + t^2 r is not negative for each k, where q^2 = p r.

        It is a square times a factor of p and r; times p, or times r, it is a square.
        """

        def prover(context: Context) -> Node | None:
            line = Line(context.child())
            k = line.fresh("kt")
            line.step(node("intro", **{"as": k}), [])
            line.step(node("intro", **{"as": ""}), [])
            self.instances(line, k)
            self._defined_in(line, line.context.goal)
            a, b, c = (put(term, self.k, k) for term in (p, q, r))
            roots = list(_linear_roots(line.context, a, b, c, s, t))
            line.context = squares(line.context, roots, line.chain)
            for effort in (0, 1):
                proof = _Search(200).leaf(line.context, effort)
                if proof is not None:
                    return line.chain.close(proof)
            return None

        return prover

    def _defined_in(self, line: Line, formula: Any) -> None:
        after = self.search._define(
            line.context, formula, Fuel(0, 1, 1, 0), frozenset(), line.chain
        )
        if after is None:
            raise NotSmooth("undefined")
        line.context = after

    def _roots(self, P_: Json, Q: Json, R: Json) -> None:
        """-sqrt(P) sqrt(R) <= Q <= sqrt(P) sqrt(R), where these roots are in sight."""
        line = self.line
        seen = _moves.looked_at(line.context)
        roots = {key[1] for key in seen.atoms if key[0] == "sqrt"}
        scratch = line.context.child()
        under = [freeze(scratch.poly(scratch.read(t), True)) for t in (P_, R)]
        if not set(under) <= roots:
            return
        s = ["*", ["sqrt", P_], ["sqrt", R]]
        facts = [
            ["<=", "0", s],
            ["=", ["^", s, 2], ["*", P_, R]],
            ["<=", Q, s],
            ["<=", ["-", Q], s],
        ]
        line.have(facts[0], using(["<=", "0", ["sqrt", P_]], ["<=", "0", ["sqrt", R]]))
        square = [["=", ["^", ["sqrt", t], 2], t] for t in (P_, R)]
        line.have(facts[1], using(*square))
        for fact in facts[2:]:
            line.have(fact, using(*facts[:2], ["<=", ["^", Q, 2], ["*", P_, R]]))

    def _whole(self, at: Range, body: Json) -> Json:
        if body == "1":
            return ["+", ["-", at.high, at.low], "1"]
        return at.total("bs", put(body, self.k, "bs"))

    def _known_by(self, line: Line, shown: Json, goal: Json) -> Node:
        context = line.context.child(goal=_formula(line.context, goal))
        return line.chain.close(Line.filled(context, using(shown)))

    def single(self) -> None:
        """Each summand in sight is at most the whole, where none is negative."""
        for at, bodies in list(self.ranges().values()):
            for i, sort in list(self.line.context.sorts.items()):
                if i[0] == "@" or sort != "int" or not self._inside(at, i):
                    continue
                for body in bodies:
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        self.summand(at, body, i)

    def _inside(self, at: Range, i: Json) -> bool:
        context = self.line.context
        for goal in (["<=", at.low, i], ["<=", i, at.high]):
            if self.search.leaf(context.child(goal=_formula(context, goal)), 0) is None:
                return False
        return not (occurs(at.low, i) or occurs(at.high, i))

    def summand(self, at: Range, body: Json, i: Json) -> Json:
        """body(i) <= sum body, from 0 <= body(k) for each k; i is known to be in the range."""
        line, k = self.line, self.k
        for order in (["<=", at.low, i], ["<=", i, at.high]):
            if str(order) not in self.known:
                self.last(order, look(self._leaf))
        before = ["-", i, "1"]
        nonnegative = self.summed(Range(at.low, before), [Part("1", body)], "<=", self.each(0))
        within = ["and", ["<=", at.low, k], ["<=", k, at.high]]
        each = ["all", k, "int", ["implies", within, ["<=", "0", body]]]
        line.have_by(each, lambda c: self._must(self.each(0)(c)))
        lemma = len(line.context.rules) - 1
        j = line.fresh("js")
        value, up = put(body, k, i), ["+", j, "1"]

        def until(high: Json) -> Json:
            return ["<=", value, at.total(k, body, high)]

        def equation(high: Json) -> Json:
            shorter = at.total(k, body, ["-", high, "1"])
            return ["=", at.total(k, body, high), ["+", shorter, put(body, k, high)]]

        low = ["<=", at.low, i]
        base = intro(
            "",
            use(
                lemma,
                [i],
                node("both", given(), given()),
                node("unfold", given(), using(nonnegative, equation(i)), on=at.total(k, body, i)),
            ),
        )
        onward = use(
            lemma,
            [up],
            node("both", using(low, ["<=", i, j]), given()),
            node(
                "unfold",
                using(low, ["<=", i, j]),
                using(until(j), equation(up), ["<=", "0", put(body, k, up)]),
                on=at.total(k, body, up),
            ),
        )
        step = intro(
            "", look(lambda c: use(len(c.rules) - 1, [], using(["<=", up, at.high]), onward))
        )
        rest = look(
            lambda c: use(
                len(c.rules) - 1,
                [at.high],
                given(),
                look(lambda d: use(len(d.rules) - 1, [], using(), given())),
            )
        )
        claim = ["implies", ["<=", j, at.high], until(j)]
        self.last(until(at.high), induct(j, i, claim, base, step, rest))
        return until(at.high)

    def singles(self) -> None:
        """For all k in the range body(k) <= sum body, as hypotheses."""
        for at, bodies in list(self.ranges().values()):
            for body in bodies:
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    self._every(at, body)

    def _every(self, at: Range, body: Json) -> None:
        line, i = self.line, self.line.fresh("is")
        within = ["and", ["<=", at.low, i], ["<=", i, at.high]]
        show = [
            "all",
            i,
            "int",
            ["implies", within, ["<=", put(body, self.k, i), at.total(self.k, body)]],
        ]
        step = node("have", show=show)
        goal, _ = _rule(line.context, step) or (None, None)
        if goal is None:
            raise NotSmooth("each summand")
        inner = Sums(Line(goal), self.deadline, self.k)
        inner.line.step(node("intro", **{"as": i}), [])
        inner.line.step(node("intro", **{"as": ""}), [])
        fact = inner.summand(at, body, i)
        line.step(step, [self._known_by(inner.line, fact, fact)])

    def bounds(self) -> None:
        """Sums of hypotheses at each k and of products of two, where their parts are in sight."""
        for at, found in list(self.monomials()):
            products = list(self._products(at))
            count = 0
            for term in products:
                parts = self.parts(term)
                if not parts or count >= MAX_BOUNDS or now() > self.deadline:
                    continue
                if not all(p.body in found for p in parts):
                    continue
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    self.summed(at, parts, "<=", self.each(int(len(term) > 3)))
                    count += 1

    def _products(self, at: Range, factors: int = 2) -> Iterator[Json]:
        """Terms that are not negative for each k."""
        line = Line(self.line.context.child())
        line.context.declare(self.k, "int")
        for order in (["<=", at.low, self.k], ["<=", self.k, at.high]):
            line.context.assume(_formula(line.context, order))
        before = len(line.context.literals)
        with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
            self.instances(line, self.k)
        context = line.context
        terms: list[Json] = []
        for literal in context.literals[before:]:
            if literal.rel not in (">=", ">", "="):
                continue
            for poly in _without_sizes(context, literal.poly):
                term = _moves.poly_json(context, poly)
                if occurs(term, self.k) and term not in terms:
                    terms.append(term)
                    if literal.rel == "=":
                        terms.append(["-", term])
        yield from terms
        if factors == 1:
            return
        for count in (2, 3) if len(terms) <= FEW else (2,):
            for some in combinations_with_replacement(terms, count):
                yield ["*", *some]

    def convex(self) -> None:
        """n exp(mean of t) <= sum of exp(t), and <= n exp(M) where t <= M is a hypothesis."""
        for at, found in list(self.monomials()):
            for body in found:
                if not isinstance(body, list) or body[0] != "exp":
                    continue
                for bound in self._ends(at, body[1]):
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        top = Part(["exp", bound], "1")
                        self.summed(at, [top, Part("-1", body)], "<=", self.each(0))
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    self._jensen(at, body)

    def entropies(self) -> None:
        """Of w log s the sum is at least that of w log t + w - t u, where w = u s is not negative.

        And at most that of w log t - w + v/t for v = w s; t is 1, or what is under a logarithm
        outside of the sums, or its reciprocal, or in another sum with the same w.
        """
        from proofs.search.tangents import tangents

        way = self.each(way=lambda c: tangents(c, self.deadline, self._leaf_or_none))
        for at, found in list(self.monomials()):
            logs = [(body, *split) for body in found if (split := _logarithm(body)) is not None]
            facts = [
                [Part("1", body), Part("-1", another), Part("-1", w), Part("1", u)]
                for (body, w, s), (another, v, t) in permutations(logs, 2)
                for u in found
                if w == v and _equal(times(u, s), times(w, t), self.k)
            ]
            for body, w, s in logs:
                for u, (log, t) in [(u, r) for u in found for r in self._references()]:
                    if _equal(times(u, s), w, self.k):
                        facts.append([Part("1", body), Part(["-", ["-", log], "1"], w), Part(t, u)])
                    if _equal(times(w, s), u, self.k):
                        per = ["/", "1", t]
                        facts.append([Part("-1", body), Part(["-", log, "1"], w), Part(per, u)])
            for parts in facts:
                if now() > self.deadline:
                    return
                with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                    self.summed(at, parts, "<=", way)

    def _references(self) -> list[tuple[Json, Json]]:
        """Logarithms outside of sums, and their arguments; that of 1, and of reciprocals, too."""
        seen = _moves.looked_at(self.line.context)
        found: list[tuple[Json, Json]] = [("0", "1")]
        for key in seen.atoms:
            if key[0] == "log":
                t = _moves.poly_json(seen, key[1])
                found += [(["-", ["log", t]], ["/", "1", t]), (["log", t], t)]
        return found

    def _leaf_or_none(self, context: Context) -> Node | None:
        return self.search.leaf(context, 0)

    def _ends(self, at: Range, term: Json) -> Iterator[Json]:
        """Upper bounds of a term that are hypotheses for each k."""
        for h in list(self._products(at, 1)):
            scratch = self.line.context.child()
            scratch.declare(self.k, "int")
            with suppress(Reject):
                poly = scratch.poly(scratch.read(["+", h, term]), True)
                bound = _moves.poly_json(scratch, poly)
                if not occurs(bound, self.k):
                    yield bound

    def _jensen(self, at: Range, body: Json) -> None:
        length = self._whole(at, "1")
        parts = self.parts(body[1])
        if parts is None:
            raise NotSmooth("an exponent")
        self._defined(["/", "1", length])
        total = plus(*[times(p.coefficient, self._whole(at, p.body)) for p in parts])
        mean = ["/", total, length]
        top = ["exp", mean]
        tangent = [Part(times("-1", top, p.coefficient), p.body) for p in parts]
        rest = [Part(times("-1", top, ["-", "1", mean]), "1")]
        fact = self.summed(at, [Part("1", body), *tangent, *rest], "<=", self.each(1))
        one = ["=", ["*", length, ["/", "1", length]], "1"]
        self.last(["<=", times(length, top), at.total(self.k, body)], using(fact, one))

    def _defined(self, term: Json) -> None:
        line = self.line
        formula = _formula(line.context, ["=", term, term])
        after = self.search._define(
            line.context, formula, Fuel(0, 1, 1, 0), frozenset(), line.chain
        )
        if after is None:
            raise NotSmooth("undefined")
        line.context = after

    def by_terms(self, effort: int) -> Node | None:
        """A goal that is linear in the sums of a range, from each k."""
        line = self.line
        goal = line.context.goal
        if goal[0] not in ("<=", "<", "="):
            return None
        seen = _moves.looked_at(line.context)
        poly = _without_squares(seen, seen.poly(("-", goal[2], goal[1])))
        for at, _ in list(self.ranges().values()):
            place = self._place(at)
            atoms = {
                name: key
                for key, name in seen.atoms.items()
                if key[0] == "sum"
                and self._place(Range(*(_moves.poly_json(seen, end) for end in key[2:4]))) == place
            }
            linear: dict[str, P.Poly] = {}
            rest: P.Poly = {}
            for m, c in poly.items():
                inside = [(n, e) for n, e in m if n in atoms]
                if not inside:
                    rest[m] = c
                elif sum(e for _, e in inside) > 1:
                    break
                else:
                    outer = tuple(p for p in m if p[0] not in atoms)
                    linear.setdefault(inside[0][0], {})[outer] = c
            else:
                if linear:
                    with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                        return self._linear(at, seen, atoms, linear, rest, effort)
        return None

    def _linear(
        self,
        at: Range,
        seen: Context,
        atoms: Any,
        linear: dict[str, P.Poly],
        rest: P.Poly,
        effort: int,
    ) -> Node:
        parts = []
        for name, coefficient in linear.items():
            body = unread(substitute(atoms[name][4], atoms[name][1], self.k))
            parts.append(Part(_moves.poly_json(seen, coefficient), body))
        facts: list[Json] = []
        if rest:
            length = self._whole(at, "1")
            per = self._per(rest, at, seen)
            if per is None:
                self._defined(["/", "1", length])
                per = ["*", _moves.poly_json(seen, rest), ["/", "1", length]]
                facts = [["=", ["*", length, ["/", "1", length]], "1"]]
            parts.append(Part(per, "1"))
        rel = self.line.context.goal[0]
        fact = self.summed(at, parts, rel, self.each(0 if rel == "=" else effort))
        context = self.line.context
        closed = self.search.leaf(context, 0) or Line.filled(context, using(fact, *facts))
        return self.line.chain.close(closed)

    def _per(self, rest: P.Poly, at: Range, seen: Context) -> Json | None:
        """rest / (high - low + 1), where this is a polynomial in one name."""
        length = seen.poly(seen.read(self._whole(at, "1")))
        if len(length) != 1:
            return None
        ((m, c),) = length.items()
        out: P.Poly = {}
        for n, d in rest.items():
            powers = dict(n)
            for name, e in m:
                powers[name] = powers.get(name, 0) - e
            if any(e < 0 for e in powers.values()):
                return None
            out[tuple(sorted((v, e) for v, e in powers.items() if e))] = d / c
        return _moves.poly_json(seen, out)

    def _leaf(self, context: Context) -> Node:
        proof = self.search.leaf(context, 0)
        if proof is None:
            raise NotSmooth("a leaf")
        return proof

    @staticmethod
    def _must(proof: Node | None) -> Node:
        if proof is None:
            raise NotSmooth("a summand")
        return proof


# --- goals ---------------------------------------------------------------------------------------


def summing(context: Context, deadline: float) -> Node | None:
    """A proof of an atomic goal with sums of symbolic length, or None."""
    try:
        return _summing(context, deadline)
    except (NotSmooth, NotFound, _OutOfWork, Reject, LookupError):
        return None


def _summing(context: Context, deadline: float) -> Node | None:
    goal = context.goal
    if goal[0] not in RELATIONS or goal[0] == "!=":
        return None
    if any(map(_long, kinks(unread(goal)))):
        ready = Sums(Line(context.child()), deadline)
        ready.signs()
        found = without(ready.line.context, _long, lambda inner: summing(inner, deadline))
        return None if found is None else ready.line.chain.close(found)
    sums = Sums(Line(context.child()), deadline)
    line = sums.line
    for name, sort in list(line.context.sorts.items()):
        if sort == "int" and name[0] != "@":
            sums.instances(line, name)
    sums.signs()
    defined = sums.search._define(line.context, goal, Fuel(0, 1, 2, 0), frozenset(), line.chain)
    if defined is None:
        return None
    line.context = defined
    sums.expand()

    def rest(inner: Context) -> Node | None:
        return _with_facts(Sums(Line(inner.child()), deadline, sums.k, set(sums.known)))

    found = _end(line, True) if _has(goal, ("log",)) else _at_once(line)
    if found is None and _has(goal, ("log",)):  # products of what is under logarithms
        found = rest(line.context)
        found = None if found is None else line.chain.close(found)
    elif found is None:
        found = _in_their_place(line.context, lambda inner: cleared(inner, rest))
        found = None if found is None else line.chain.close(found)
    return found


def _by_difference(line: Line) -> Node | None:
    """0 <= G from a fact 0 <= F on sums, where G - c F is not negative for an evident c."""
    seen = _moves.looked_at(line.context)
    if seen.goal[0] != "<=":
        return None
    sums = {name for key, name in seen.atoms.items() if key[0] == "sum"}
    values, used = _solved(seen, sums)
    gap = _reduced(seen.literal(seen.goal).poly, values)
    for literal in seen.literals:
        if literal.rel not in (">=", ">"):
            continue
        for c in _multipliers(gap, _reduced(literal.poly, values), sums):
            left = P.minus(gap, P.multiply(c, _reduced(literal.poly, values)))
            known = ["<=", "0", _moves.poly_json(seen, literal.poly)]
            with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
                return _from_difference(line, seen, left, c, known, used)
    return None


def _multipliers(gap: P.Poly, fact: P.Poly, sums: set[str]) -> list[P.Poly]:
    """Positive monomials c for which gap - c fact has a term with a sum less, the best first."""
    found = []
    for (m, a), (k, b) in product(gap.items(), fact.items()):
        powers = dict(m)
        if a / b <= 0 or not {name for name, _ in k} & sums:
            continue
        if any(powers.get(name, 0) < e for name, e in k):
            continue
        for name, e in k:
            powers[name] -= e
        c = {tuple(sorted((name, e) for name, e in powers.items() if e)): a / b}
        left = P.minus(gap, P.multiply(c, fact))
        found.append((sum(1 for m in left if {name for name, _ in m} & sums), c))
    return [c for _, c in sorted(found, key=lambda one: one[0])][:MAX_MULTIPLIERS]


def _from_difference(
    line: Line, seen: Context, left: P.Poly, c: P.Poly, known: Json, used: list[Json]
) -> Node:
    """The goal, which is ``left`` plus c times what is known, where both are not negative.

    Raises:
        NotSmooth: one of them is not seen to be so.
    """
    inner, search = Line(line.context.child()), _Search(WORK)
    factors, rest = _divided(left)
    facts = [["<=", "0", _moves.poly_json(seen, p)] for p in (*factors, c, rest)]
    for show in facts[:-1]:
        inner.have_by(show, lambda context: search.leaf(context, 0))
    goal = _formula(inner.context, facts[-1])
    if not plausible(inner.context.child(goal=goal)):
        raise NotSmooth("negative somewhere")
    inner.have_by(facts[-1], lambda context: completed(context, search))
    both = [
        ["<=", "0", _moves.poly_json(seen, left)],
        ["<=", "0", ["*", facts[-2][2], known[2]]],
    ]
    inner.have(both[0], using(*facts[:-2], facts[-1]))
    inner.have(both[1], using(facts[-2], known))
    return line.chain.close(inner.chain.close(fill(inner.context, using(*both, *used))))


def _solved(seen: Context, sums: set[str]) -> tuple[dict[str, P.Poly], list[Json]]:
    """What equations give of sums, each by those that none gives; and the equations."""
    values: dict[str, P.Poly] = {}
    used: list[Json] = []
    for literal in seen.literals:
        if literal.rel != "=":
            continue
        poly = _reduced(literal.poly, values)
        for name in sorted(sums & _names(poly)):
            c = poly.get(((name, 1),))
            rest = {m: q for m, q in poly.items() if m != ((name, 1),)}
            if c is not None and name not in _names(rest):
                values = {
                    other: _with(p, name, P.scale(rest, -1 / c)) for other, p in values.items()
                }
                values[name] = P.scale(rest, -1 / c)
                used.append(["=", _moves.poly_json(seen, literal.poly), "0"])
                break
    return values, used


def _reduced(poly: P.Poly, values: dict[str, P.Poly]) -> P.Poly:
    for name, value in values.items():
        if name in _names(poly):
            poly = _with(poly, name, value)
    return poly


def _divided(poly: P.Poly) -> tuple[list[P.Poly], P.Poly]:
    """Variables that divide a polynomial to an odd power, and what is left."""
    common = [(name, min(dict(m).get(name, 0) for m in poly)) for name in sorted(_names(poly))]
    odd = [name for name, e in common if e % 2]
    rest = {tuple((v, e - (v in odd)) for v, e in m if e - (v in odd)): c for m, c in poly.items()}
    return [P.variable(name) for name in odd], rest


def _in_their_place(context: Context, solve: Prover) -> Node | None:
    """The goal with what its sums are equal to, where that has quotients."""
    seen = _moves.looked_at(context)
    gap = seen.literal(context.goal).poly
    kinds = {name: key[0] for key, name in seen.atoms.items()}
    inside: set[str] = set()
    used: list[Json] = []
    for name in sorted(name for name in _names(gap) if kinds.get(name) == "sum"):
        for literal in seen.literals:
            c = literal.poly.get(((name, 1),))
            if literal.rel == "=" and c is not None:
                same = P.add(P.scale(literal.poly, -1 / c), P.variable(name))
                if name not in _names(same):
                    gap, inside = _with(gap, name, same), inside | _names(same)
                    sides = (_moves.poly_json(seen, p) for p in (P.variable(name), same))
                    used.append(["=", *sides])
                    break
    if not any(kinds.get(name) == "inv" for name in inside):
        return solve(context)
    for key, name in seen.atoms.items():
        monomials = [m for m, _ in key[1]] if key[0] == "inv" else []
        if len(monomials) == 1 and [e for _, e in monomials[0]] == [1]:  # 1/n of a variable n
            n, inverse = (P.variable(one) for one in (monomials[0][0][0], name))
            gap = _times_inverse(gap, n, inverse)
            used.append(["=", _moves.poly_json(seen, P.multiply(n, inverse)), "1"])
    show = [context.goal[0], "0", _moves.poly_json(seen, gap)]
    step = node("have", show=show)
    children = _rule(context, step) or []
    proof = solve(children[0]) if len(children) == 2 else None
    if proof is None:
        return None
    return {**step, "then": [proof, fill(children[1], using(show, *used))]}


def _times_inverse(poly: P.Poly, n: P.Poly, inverse: P.Poly) -> P.Poly:
    """The polynomial without products of a variable and its inverse."""
    (((a, _),),), (((b, _),),) = n, inverse
    total: P.Poly = {}
    for m, c in poly.items():
        powers = dict(m)
        less = min(powers.get(a, 0), powers.get(b, 0))
        rest = tuple((v, e - less * (v in (a, b))) for v, e in m)
        total = P.add(total, {tuple(part for part in rest if part[1]): c})
    return total


def _names(poly: P.Poly) -> set[str]:
    return {name for m in poly for name, _ in m}


def _with(poly: P.Poly, name: str, value: P.Poly) -> P.Poly:
    """The polynomial with another in the place of a name."""
    total: P.Poly = {}
    for m, c in poly.items():
        powers = [value] * dict(m).get(name, 0)
        rest = tuple(part for part in m if part[0] != name)
        total = P.add(total, P.product([{rest: c}, *powers]))
    return total


def term_by_term(context: Context) -> Node | None:
    """A goal that is linear in its sums, from each of their terms."""
    try:
        return Sums(Line(context.child()), now() + QUICK).by_terms(0)
    except (NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
        return None


def _with_facts(sums: Sums) -> Node | None:
    """A goal without quotients, with more and more known of its sums."""
    line = sums.line
    ways: tuple[Callable[[], None], ...] = (sums.closed_forms, sums.single, sums.bounds)
    found = _without_sums(line.context) or sums.by_terms(0) or _end(line, True)
    more = (sums.convex, sums.entropies, sums.differences, sums.squares, sums.singles, sums.bounds)
    for facts in (*ways, *more):
        if found is not None or now() > sums.deadline:
            return found
        before = len(line.context.literals), len(line.context.rules)
        with suppress(NotSmooth, NotFound, Reject, LookupError, _OutOfWork):
            facts()
        if (len(line.context.literals), len(line.context.rules)) != before:
            found = _end(line, False) or _by_difference(line)
    found = found or sums.by_terms(1)
    if found is None and line.context.goal[0] == "=":
        proofs = []
        for child in _rule(line.context, node("both")) or []:
            proof = Sums(Line(child), sums.deadline, sums.k, set(sums.known)).by_terms(0)
            if proof is None:
                return None
            proofs.append(proof)
        return line.chain.close(node("both", *proofs))
    return found


def _without_sums(context: Context) -> Node | None:
    """A goal whose sums went as it was multiplied out, by the lines of exp."""
    from proofs.search.strategies import _with_exponentials

    seen = _moves.looked_at(context)
    heads = {name: key[0] for key, name in seen.atoms.items()}
    there = {heads.get(name) for name in _names(seen.literal(seen.goal).poly)}
    if "sum" in there or "exp" not in there:
        return None
    try:
        return _with_exponentials(context, _Search(200), Fuel(0, 0, 3, 0))
    except _OutOfWork:
        return None


def _at_once(line: Line) -> Node | None:
    """The goal as a leaf, or two of them."""
    search = _Search(WORK)
    try:
        found = search.leaf(line.context, 0)
        if found is None and line.context.goal[0] == "=":
            found = search._two_sides(line.context, 0)
    except _OutOfWork:
        return None
    return None if found is None else line.chain.close(found)


def _end(line: Line, quick: bool) -> Node | None:
    """The goal from what is known of the sums."""
    from proofs.search.logarithms import products

    context = line.context
    search = _Search(WORK)
    try:
        found = search.leaf(context, 0)
        if found is None and context.goal[0] == "=":
            found = search._two_sides(context, 0)
        if found is None:
            found = search._squared(context)
        if found is None and _has(context.goal, ("log",)):
            found = products(context, 15 if quick else 60)
        if found is None and not quick:
            found = _Search(60).solve(context, Fuel(0, 1, 2, 0), frozenset())
        if found is None:
            found = cleared(context, lambda inner: completed(inner, search))
    except _OutOfWork:
        return None
    return None if found is None else line.chain.close(found)


def _long(kink: Json) -> bool:
    """Whether there is a sum in it."""
    return next(_sums(kink), None) is not None


def _logarithm(body: Json) -> tuple[Json, Json] | None:
    """w and s of a monomial w log s."""
    factors = body[1:] if isinstance(body, list) and body[0] == "*" else [body]
    logs = [f for f in factors if isinstance(f, list) and f[0] == "log"]
    if len(logs) != 1:
        return None
    return times(*[f for f in factors if f is not logs[0]]), logs[0][1]


def _plausible(p: Json, q: Json, r: Json, k: str) -> bool:
    """Whether q^2 = p r at numbers: atoms are numbers of their own."""
    return _equal(["^", q, 2], ["*", p, r], k)


def _equal(left: Json, right: Json, k: str) -> bool:
    """Whether two terms are equal there."""
    import math

    def value(term: Json) -> float:
        if isinstance(term, list) and term[0] in ("*", "^", "+", "-"):
            if term[0] == "^":
                return float(value(term[1]) ** term[2])
            parts = [value(t) for t in term[1:]]
            if term[0] == "*":
                return math.prod(parts)
            if term[0] == "+":
                return sum(parts)
            return parts[0] - parts[1] if len(parts) == 2 else -parts[0]
        if isinstance(term, list) and term[0] == "/":
            return value(term[1]) / value(term[2])
        if isinstance(term, list) and term[0] == "abs":
            return abs(value(term[1]))
        if isinstance(term, str) and term != k:
            with suppress(ValueError):
                return float(Fraction(term))
        return 0.5 + zlib.crc32(str(term).encode()) / 2**32

    return abs(value(left) - value(right)) < 1e-9


def _power_sum(power: int, n: Json) -> Json:
    """1^p + ... + n^p."""
    if power == 1:
        return ["*", "1/2", n, ["+", n, "1"]]
    if power == 2:
        return ["*", "1/6", n, ["+", n, "1"], ["+", ["*", "2", n], "1"]]
    return ["*", "1/4", ["^", n, 2], ["^", ["+", n, "1"], 2]]


def _without_sizes(context: Context, poly: P.Poly) -> list[P.Poly]:
    """c - |t|, and c - t and c + t beside it, if it is of that form."""
    sizes = {name: dict(key[1]) for key, name in context.atoms.items() if key[0] == "abs"}
    found = [(m, c) for m, c in poly.items() if len(m) == 1 and m[0][0] in sizes]
    if len(found) != 1 or found[0][0][0][1] != 1 or found[0][1] >= 0:
        return [poly]
    ((m, c),) = found
    rest = {other: q for other, q in poly.items() if other != m}
    return [poly, *(P.add(rest, P.scale(sizes[m[0][0]], sign * c)) for sign in (1, -1))]


def _without_squares(context: Context, poly: P.Poly) -> P.Poly:
    """With u^2 for |u|^2, and u for the square of its root."""
    for key, name in list(context.atoms.items()):
        if key[0] not in ("abs", "sqrt"):
            continue
        inside = dict(key[1])
        whole = P.multiply(inside, inside) if key[0] == "abs" else inside
        while any(dict(m).get(name, 0) > 1 for m in poly):
            out: P.Poly = {}
            for m, c in poly.items():
                powers = dict(m)
                e = powers.pop(name, 0)
                if e > 2:
                    powers[name] = e - 2
                kept = {tuple(sorted(powers.items())): c}
                out = P.add(out, P.multiply(kept, whole) if e > 1 else {m: c})
            poly = out
    return poly


def _linear_roots(context: Context, p: Json, q: Json, r: Json, s: str, t: str) -> Iterator[Json]:
    """s a + t b where p = g a^2 and r = g b^2, and s p + t q, s q + t r."""
    scratch = context.child()
    monomials = []
    for term in (p, r):
        poly = scratch.poly(scratch.read(term))
        monomials.append(dict(next(iter(poly))) if len(poly) == 1 else None)
    first, second = monomials
    if first is not None and second is not None:
        common = {n: min(e, second.get(n, 0)) for n, e in first.items()}
        halves = []
        for powers in (first, second):
            rest = {n: e - common.get(n, 0) for n, e in powers.items() if e > common.get(n, 0)}
            if any(e % 2 for e in rest.values()):
                break
            half = tuple(sorted((n, e // 2) for n, e in rest.items()))
            halves.append(_moves.poly_json(scratch, {half: P.constant(1)[()]}))
        else:
            yield plus(times(s, halves[0]), times(t, halves[1]))
    yield plus(times(s, p), times(t, q))
    yield plus(times(s, q), times(t, r))


def _among(*facts: Json) -> Node:
    """A leaf from these known facts, without those that say 0 = 0 and the like."""

    def found(context: Context) -> Node:
        scratch = context.child()
        kept = [f for f in facts if scratch.literal(_formula(scratch, f)).poly]
        return using(*kept)

    return look(found)


def _first(context: Context, step: Node) -> Context | None:
    children = _rule(context, step)
    return children[0] if children else None


def _closing(context: Context) -> Node:
    """A leaf from what came last."""
    return using(recent=1)


def _formula(context: Context, json: Json) -> Any:
    from proofs.kernel.terms import read_formula

    return read_formula(json, context.sorts, context.functions)


def _sums(term: Json) -> Iterator[Json]:
    """Sums in a term whose parts are not bound by a sum around them."""
    if not isinstance(term, list):
        return
    if term[0] == "sum":
        yield term
        for inner in [*_sums(term[2]), *_sums(term[3]), *_sums(term[4])]:
            if not occurs(inner, term[1]):
                yield inner
        return
    if term[0] in ("all", "some"):
        return
    for part in term[1:]:
        yield from _sums(part)


def _has(goal: Any, heads: Sequence[str]) -> bool:
    compound = isinstance(goal, tuple | list)
    return compound and (goal[0] in heads or any(_has(part, heads) for part in goal))
