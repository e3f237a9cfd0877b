"""f(lo) <= f(hi) where f' >= 0 between the two, by m equal steps.

The kernel has no derivatives.  With d = (hi - lo)/m each step from x to x + d changes f by at least
f'(x) d - C d^2 >= -C d^2, so all of them by at least -C (hi - lo)^2/m, and a gap f(lo) - f(hi) > 0
is more than that for a large m.  The bound C comes with the derivative, term by term, from the
bundles of :mod:`proofs.search.library`; the steps are an induction, written out for the term f.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from constructions.terms import Term, TermSystem, conj, every, exists, implies, var
from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import library
from proofs.search.library import bundle
from proofs.search.prove import _Chain, _rule
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    define,
    fill,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    use,
)

S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)
Prover = Callable[[Context], Node | None]
SMOOTH = {"exp": "exp", "tanh": "tanh", "log": "log", "sqrt": "sqrt", "/": "inverse"}


class NotSmooth(Exception):
    """The term has a part whose derivative is not known here, or a bound was not found."""


def put(term: Json, name: str, value: Json) -> Json:
    """The term with ``value`` for a variable."""
    if isinstance(term, str):
        return value if term == name else term
    if not isinstance(term, list):
        return term
    if term[0] in ("sum", "all", "some") and occurs(term, name):
        raise NotSmooth(term[0])
    return [put(part, name, value) if i else part for i, part in enumerate(term)]


def occurs(term: Json, name: str) -> bool:
    if isinstance(term, list):
        return any(occurs(part, name) for part in term[1:])
    return bool(term == name)


def derivative(term: Json, name: str) -> Json:
    """d term / d name, in the form that the bundles have."""
    if not occurs(term, name):
        return "0"
    if term == name:
        return "1"
    op, *args = term
    if op == "+":
        return _sum([derivative(a, name) for a in args])
    if op == "-":
        slopes = [derivative(a, name) for a in args]
        return (
            _sum([slopes[0], _times("-1", slopes[1])]) if len(args) == 2 else _times("-1", *slopes)
        )
    if op in ("*", "^"):
        factors = args if op == "*" else [args[0]] * args[1]
        if not factors:
            return "0"
        if len(factors) == 1:
            return derivative(factors[0], name)
        first, rest = factors[0], _whole(factors[1:])
        return _sum([_times(derivative(first, name), rest), _times(first, derivative(rest, name))])
    if op == "/":
        top, bottom = args
        slope = _times("-1", ["^", ["/", "1", bottom], 2], derivative(bottom, name))
        if top == "1":
            return slope
        return _sum([_times(derivative(top, name), ["/", "1", bottom]), _times(top, slope)])
    inner = derivative(args[0], name)
    rates: dict[str, Json] = {
        "exp": term,
        "tanh": ["-", "1", ["^", term, 2]],
        "log": ["/", "1", args[0]],
        "sqrt": ["/", ["/", "1", term], "2"],
    }
    if op not in rates:
        raise NotSmooth(op)
    return _times(rates[op], inner)


def _whole(factors: list[Json]) -> Json:
    return factors[0] if len(factors) == 1 else ["*", *factors]


def _sum(parts: list[Json]) -> Json:
    kept = [p for p in parts if p != "0"]
    return kept[0] if len(kept) == 1 else ["+", *kept] if kept else "0"


def _times(*parts: Json) -> Json:
    if "0" in parts:
        return "0"
    kept = [p for p in parts if p != "1"]
    return kept[0] if len(kept) == 1 else ["*", *kept] if kept else "1"


@dataclass
class Line:
    """What is known, growing step by step, and the steps."""

    context: Context
    chain: _Chain = field(default_factory=_Chain)

    def step(self, step: Node, before: list[Node]) -> None:
        self.go(step, self.children(step), before)

    def children(self, step: Node) -> list[Context]:
        children = _rule(self.context, step)
        if children is None:
            raise NotSmooth(step["by"])
        return children

    def go(self, step: Node, children: list[Context], before: list[Node]) -> None:
        """Go on after a step that has these children, all but the last proved ``before``."""
        self.chain.add(step, before)
        self.context = children[-1]

    def have(self, show: Any, script: Node) -> None:
        """Know ``show``, by a script."""
        self.have_by(show, lambda context: self.filled(context, script))

    def have_by(self, show: Any, prover: Prover) -> None:
        step = node("have", show=show)
        children = self.children(step)
        proof = prover(children[0])
        if proof is None:
            raise NotSmooth("have")
        self.go(step, children, [proof])

    def obtain(self, stem: str) -> Term:
        """A name for what the last hypothesis says there is."""
        name = self.fresh(stem)
        self.step(node("obtain", rule=len(self.context.rules) - 1, **{"as": name}), [])
        return var(name)

    def fresh(self, stem: str) -> str:
        return next(f"{stem}{i}" for i in range(1000) if f"{stem}{i}" not in self.context.sorts)

    def lemma(self, name: str) -> int:
        """The number of a lemma of the library among the hypotheses."""
        shown = open_statement(library.statement(name)).goal
        if shown in self.context.rules:
            return self.context.rules.index(shown)
        for used in library.USES[name]:
            self.lemma(used)
        self.have_by(library.FORMULAS[name], lambda context: library.proved(context, name))
        return self.context.rules.index(shown)

    @staticmethod
    def filled(context: Context, script: Node) -> Node:
        try:
            return fill(context, script)
        except (NotFound, Reject, LookupError) as error:
            raise NotSmooth(str(error)[:200]) from None


@dataclass
class Smooth:
    """Bundles of the subterms of f between ``lo`` and ``hi``, as hypotheses of a line.

    ``low`` proposes lower bounds above 0 of a term, ``floor`` proves them.
    """

    line: Line
    name: str
    lo: Json
    hi: Json
    floor: Callable[[Context, Json], Node | None]
    low: Callable[[Json], list[Json]]
    known: dict[str, tuple[int, Term]] = field(default_factory=dict)

    def at(self, term: Json, point: Any) -> Term:
        return Term(put(term, self.name, point.json))

    def between(self, x: Term, y: Term) -> Json:
        return conj(Term(self.lo) <= x, x <= y, y <= Term(self.hi))

    def claim(self, term: Json, x: Term, y: Term, C: Any) -> Json:
        slope = derivative(term, self.name)
        return bundle(self.at(term, x), self.at(term, y), self.at(slope, x), y - x, C)

    def bundle(self, term: Json) -> tuple[int, Term]:
        """The number of the hypothesis that has the bundle of a term, and its constant."""
        key = str(term)
        if key not in self.known:
            self.known[key] = self._bundle(term)
        return self.known[key]

    def _bundle(self, term: Json) -> tuple[int, Term]:
        if not occurs(term, self.name):
            value = Term(term)
            C = value**2 + 1
            number = self.line.lemma("constant")
            return self._shown(term, C, [], lambda x, y: [(number, [value, y - x])])
        if term == self.name:
            lo, hi = Term(self.lo), Term(self.hi)
            number = self.line.lemma("variable")
            return self._shown(term, lo**2 + hi**2 + 1, [], lambda x, y: [(number, [x, y, lo, hi])])
        op, *args = term
        if op == "-":
            second = _times("-1", args[-1])
            return self._same(term, second if len(args) == 1 else ["+", args[0], second])
        if op == "+":
            return self._pair(term, args[0], args[1:], "sum", "+")
        if op in ("*", "^"):
            factors = args if op == "*" else [args[0]] * args[1]
            if len(factors) == 1:
                return self._same(term, factors[0])
            return self._pair(term, factors[0], factors[1:], "times", "*")
        if op == "/" and args[0] != "1":
            return self._same(term, ["*", args[0], ["/", "1", args[1]]])
        if op not in SMOOTH:
            raise NotSmooth(op)
        return self._function(term, SMOOTH[op], args[-1])

    def _same(self, term: Json, other: Json) -> tuple[int, Term]:
        """The bundle of a term that is the same polynomial."""
        number, C = self.bundle(other)
        return self._shown(term, C, [number], lambda x, y: [])

    def _pair(
        self, term: Json, first: Json, rest: list[Json], lemma: str, op: str
    ) -> tuple[int, Term]:
        second = rest[0] if len(rest) == 1 else [op, *rest]
        (one, C), (two, D) = self.bundle(first), self.bundle(second)
        number = self.line.lemma(lemma)

        def used(x: Term, y: Term) -> list[tuple[int, list[Term]]]:
            at: list[Term] = []
            for part, constant in ((first, C), (second, D)):
                slope = derivative(part, self.name)
                at += [self.at(part, x), self.at(part, y), self.at(slope, x), constant]
            return [(number, [*at, y - x])]

        return self._shown(term, C + D if lemma == "sum" else 3 * C * D, [one, two], used)

    def _function(self, term: Json, lemma: str, inner: Json) -> tuple[int, Term]:
        number, C = self.bundle(inner)
        partial = lemma in ("inverse", "log", "sqrt")
        least, K = self.lower(inner) if partial else (-1, C)
        own, chain = self.line.lemma(lemma), self.line.lemma("chain")
        M = {"exp": S.exp(K), "inverse": K**3, "log": K**2, "sqrt": K**3, "tanh": S.const(16)}[
            lemma
        ]
        slope = derivative(inner, self.name)

        def used(x: Term, y: Term) -> list[tuple[int, list[Term]]]:
            u0, u1 = self.at(inner, x), self.at(inner, y)
            F0, F1 = self.at(term, x), self.at(term, y)
            g = {
                "exp": F0,
                "inverse": -(F0**2),
                "log": 1 / u0,
                "sqrt": 1 / F0 / 2,
                "tanh": 1 - F0**2,
            }[lemma]
            chained = [F0, F1, g, M, u0, u1, self.at(slope, x), C, y - x]
            return [(own, [u0, u1, C * (y - x), K]), (chain, chained)]

        return self._shown(term, 2 * M * C**2, [number], used, least if partial else None)

    def lower(self, term: Json) -> tuple[int, Term]:
        """The hypothesis that some K >= 1 has 1 <= K term and term <= K, and this K."""
        number, C = self.bundle(term)
        x = var(self.line.fresh("xm"))
        inside = conj(Term(self.lo) <= x, x <= Term(self.hi))
        for least in self.low(term):
            e = Term(least)
            positive = every(x.json, "real", implies(inside, e <= self.at(term, x)))
            K = var(self.line.fresh("Km"))
            whole = every(
                x.json,
                "real",
                implies(inside, conj(K * self.at(term, x) >= 1, self.at(term, x) <= K)),
            )
            some = exists(K.json, "real", conj(K >= 1, whole))
            try:
                self.line.have_by(e > 0, lambda context: self.floor(context, "0"))
                self.line.have_by(positive, lambda context: self.floor(context, x.json))
            except NotSmooth:
                continue
            rule = len(self.line.context.rules) - 1
            plain = isinstance(least, str) and least not in self.line.context.sorts
            u, r = self.at(term, x), S.const(1 / Fraction(least)) if plain else 1 / e
            sure: list[Any] = [] if plain else [r > 0, (e * r).equals(1)]
            some_e: list[Any] = [] if plain else [e > 0]
            inner = lemmas(
                [
                    (u <= C, using(recent=12)),
                    (u * r >= 1, using(e <= u, *sure)),
                    (u * C >= 0, using(e <= u, C >= 1, *some_e)),
                ],
                node("both", using(u * r >= 1, u * C >= 0), using(u <= C, *sure[:1])),
            )
            points = use(number, [x, x], _known(), use(rule, [x], given(), inner))
            bounds = intro(x.json, intro("", points))
            proof = node("some", node("both", using(C >= 1, *sure[:1]), bounds), **{"is": C + r})
            if sure:
                known = [(fact, given()) for fact in sure[1:]]
                known += [(r > 0, using(e > 0, *sure[1:]))]
                proof = define(r.json, using(e > 0), lemmas(known, proof))
            # C >= 1 is in every bundle: at lo
            self.line.have(some, use(number, [Term(self.lo), Term(self.lo)], _known(), proof))
            K = self.line.obtain("Km")
            return len(self.line.context.rules) - 1, K
        raise NotSmooth("no lower bound")

    def _shown(
        self,
        term: Json,
        C: Term,
        rules: list[int],
        used: Callable[[Term, Term], list[tuple[int, list[Term]]]],
        least: int | None = None,
    ) -> tuple[int, Term]:
        """A bundle from those of the parts and lemmas, then with a name for its constant."""
        x, y = (var(self.line.fresh(stem)) for stem in ("xm", "ym"))
        constant = var(self.line.fresh("Cm"))
        body = implies(self.between(x, y), self.claim(term, x, y, constant))
        show = exists(constant.json, "real", every(x.json, "real", every(y.json, "real", body)))
        script = given()
        for number, at in reversed(used(x, y)):
            script = use(number, at, _known(), script)
        if least is not None:
            for point in (y, x):
                script = use(least, [point], _known(), script)
        for number in reversed(rules):
            script = use(number, [x, y], _known(), script)
        script = intro(x.json, intro(y.json, intro("", script)))
        self.line.have(show, node("some", script, **{"is": C}))
        obtained = self.line.obtain("Cm")
        return len(self.line.context.rules) - 1, obtained


def _known() -> Node:
    """Known parts, or at least easy ones."""
    return look(lambda context: given() if context.goal[0] != "and" else _parts(context))


def _parts(context: Context) -> Node:
    return node("both", *[_known() for _ in context.goal[1:]])


def rise(
    context: Context,
    term: Json,
    name: str,
    lo: Json,
    hi: Json,
    slope: Prover,
    floor: Callable[[Context, Json], Node | None],
    low: Callable[[Json], list[Json]],
) -> Line:
    """A line from the context to ``term(lo) <= term(hi)``, where ``lo <= hi`` is known.

    ``slope`` proves that the derivative at the last variable is not negative, ``low`` proposes
    lower bounds above 0 of a term and ``floor`` proves them.

    Raises:
        NotSmooth: no proof was found.
    """
    line = Line(context.child())
    rate = derivative(term, name)
    x = var(line.fresh("tm"))
    inside = conj(Term(lo) <= x, x <= Term(hi))
    line.have_by(
        every(x.json, "real", implies(inside, ZERO <= Term(put(rate, name, x.json)))), slope
    )
    rising = len(line.context.rules) - 1
    smooth = Smooth(line, name, lo, hi, floor, low)
    number, C = smooth.bundle(term)
    steps = line.lemma("steps")
    line.have(
        Term(put(term, name, lo)) <= Term(put(term, name, hi)),
        _steps(line, smooth, term, rate, number, rising, steps, C),
    )
    return line


def _steps(
    line: Line,
    smooth: Smooth,
    term: Json,
    rate: Json,
    number: int,
    rising: int,
    steps: int,
    C: Term,
) -> Node:
    lo, hi = Term(smooth.lo), Term(smooth.hi)
    m, h, k = (var(line.fresh(stem)) for stem in ("mm", "hm", "km"))
    first, last, D = smooth.at(term, lo), smooth.at(term, hi), hi - lo
    G = first - last
    x, y = lo + k * h, lo + (k + 1) * h
    fx, fy, rx = smooth.at(term, x), smooth.at(term, y), smooth.at(rate, x)
    claim = implies(k <= m, first - C * k * h**2 <= fx)
    parts, total, room = m >= 1, (m * h).equals(D), C * D**2 < m * G

    moved = fy - fx - rx * (y - x)
    onward = lemmas(
        [
            (h * k >= 0, using(h >= 0, k >= 0)),
            (h * (m - k - 1) >= 0, using(h >= 0, k + 1 <= m)),
            (
                conj(lo <= x, x <= y, y <= hi),
                using(h * k >= 0, h >= 0, h * (m - k - 1) >= 0, total),
            ),
            (conj(lo <= x, x <= hi), using(h * k >= 0, h >= 0, h * (m - k - 1) >= 0, total)),
        ],
        use(
            number,
            [x, y],
            given(),
            use(
                rising,
                [x],
                given(),
                have(
                    rx * (y - x) >= 0,
                    using(rx >= 0, h >= 0),
                    using(
                        -moved <= C * (y - x) ** 2, first - C * k * h**2 <= fx, rx * (y - x) >= 0
                    ),
                ),
            ),
        ),
    )
    step = intro("", look(lambda c: use(len(c.rules) - 1, [], using(k + 1 <= m), onward)))
    end = lo + m * h
    fend = smooth.at(term, end)
    ended = have(
        conj(lo <= end, end <= hi),
        using(total, lo <= hi),
        use(
            number,
            [end, hi],
            _known_or(total),
            have(
                G <= C * m * h**2,
                using(first - C * m * h**2 <= fend, fend - last <= C * (hi - end), total),
                use(steps, [G, C, m, h, D], given(), using(ONE <= 0)),
            ),
        ),
    )
    conclude = look(
        lambda c: use(
            len(c.rules) - 1,
            [m],
            using(parts),
            look(lambda d: use(len(d.rules) - 1, [], using(), ended)),
        )
    )
    base = intro("", using())
    whole = induct(k.json, "0", claim, base, step, conclude)
    nonnegative = split(h.json, given(), using(total, lo <= hi, parts, h < 0))
    counted = have(
        exists(h.json, "real", total),
        define(
            (ONE / m).json,
            using(parts),
            node("some", node("both", *[using((m * (1 / m)).equals(1))] * 2), **{"is": D / m}),
        ),
        _obtained(h, have(h >= 0, nonnegative, whole)),
    )
    count = S.floor(C * D**2 / G) + 1
    quotient = C * D**2 / G
    some = define(
        (ONE / G).json,
        using(G > 0),
        lemmas(
            [
                (ONE / G > 0, using(G > 0, (G * (ONE / G)).equals(1))),
                (D**2 >= 0, using(lo <= hi)),
                (C * D**2 >= 0, using(C >= 1, D**2 >= 0)),
                (quotient >= 0, using(C * D**2 >= 0, ONE / G > 0)),
                (
                    (quotient * G).equals(C * D**2),
                    node("both", *[using((G * (ONE / G)).equals(1))] * 2),
                ),
                (quotient < count, given()),
                (
                    S.floor(quotient) >= 0,
                    split(
                        S.floor(quotient).json,
                        given(),
                        using(quotient >= 0, quotient < count, S.floor(quotient) <= -1),
                    ),
                ),
            ],
            node(
                "some",
                node(
                    "both",
                    using(S.floor(quotient) >= 0),
                    using(quotient < count, G > 0, (quotient * G).equals(C * D**2)),
                ),
                **{"is": count},
            ),
        ),
    )
    large = have(exists(m.json, "int", conj(parts, room)), some, _obtained(m, counted))
    gap = have(G > 0, using(last - first < 0), large)
    return use(number, [lo, hi], _ends(lo, hi), split((last - first).json, given(), gap))


def _obtained(name: Term, then: Node) -> Node:
    return look(lambda c: node("obtain", then, rule=len(c.rules) - 1, **{"as": name.json}))


def _ends(lo: Term, hi: Term) -> Node:
    return using(lo <= hi)


def _known_or(total: Any) -> Node:
    return look(lambda c: node("both", *[using(total, recent=3)] * (len(c.goal) - 1)))
