"""Theorem 1, the proof: its hypotheses, one unit, and sums over a range of units (Eq. 16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.pln import b_hat
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.claims import Obligation
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.language.elaboration import written
from proofs.pln.symbols import LEVEL, ONE, N, S, delta, jump, k, m, x, y
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
    use,
)

FUNCTIONS = {"f": 1, "alpha": 1, "b": 1, "alphastar": 1, "deltaof": 1, "s": 2, "e": 1}
SORTS = {
    "N": "int",
    "k": "int",
    "p": "int",
    "d": "int",
    **dict.fromkeys(
        ("x", "t", "L", "eps", "eps1", "eps2", "delta", "delta0", "deltaN", "deltastar"), "real"
    ),
    **dict.fromkeys(("deltak", "A", "Ak"), "real"),
}
i, p, t = var("i"), var("p"), var("t")
A, A_k, delta0, eps1, eps2, delta_N, delta_k = (
    var(name) for name in ("A", "Ak", "delta0", "eps1", "eps2", "deltaN", "deltak")
)


def alpha(index: Term) -> Term:
    """alpha_hat_index, a function of its own: Eq. 16-20 hold for all weights."""
    return app("alpha", index)


def at(index: Term) -> Term:
    """x + b_hat_index."""
    return x + app("b", index)


def smooth(u: Term) -> Term:
    """s(t) = t / (|t| + delta)."""
    return u / (S.abs(u) + delta)


def step(u: Term) -> Term:
    """t / |t|, the sign of t away from 0."""
    return u / S.abs(u)


G = total("i", 1, N, alpha(i) * smooth(at(i)))
GH = total("i", 1, N, alpha(i) * S.sign(at(i)))  #: G_hat

# --- the hypotheses of the text ------------------------------------------------------------------

#: Eq. 8-9 and b_hat_j = -j/N for j < N, b_hat_N = 1
WEIGHTS: list[Json] = [
    every(
        "i",
        "int",
        implies(
            i >= 1, i <= N - 1, conj(alpha(i).equals(jump(i)), app("b", i).equals(b_hat(i, N)))
        ),
    ),
    alpha(N).equals(LEVEL),
    app("b", N).equals(1),
]
UNITS: list[Json] = [i >= 1, i <= N]
#: case 1: |x + b_hat_j| > delta_0 for every j
FAR: Json = every("i", "int", implies(*UNITS, S.abs(at(i)) > delta0))
#: the units other than k are far
FAR_K: Json = every("i", "int", implies(*UNITS, i.differs(k), S.abs(at(i)) > delta0))
MAX: Json = every("i", "int", implies(*UNITS, S.abs(alpha(i)) <= A))
MAX_K: Json = every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= A_k))
SMALL: list[Json] = [delta0 > 0, delta0 < 1 / (2 * N)]
BREAK: list[Json] = [k >= 1, k <= N - 1]
NEAR: list[Json] = [*BREAK, S.abs(at(k)) <= delta0]


# --- script helpers ------------------------------------------------------------------------------


def known(formula: Json, at: list[Term], then: Node, *proofs: Node) -> Node:
    """Instantiate the hypothesis ``formula`` at ``at`` and discharge its premises."""
    formula = plain_json(formula)
    bare, premises = formula, 0
    while bare[0] == "all":
        bare = bare[3]
    while bare[0] == "implies":
        bare, premises = bare[2], premises + 1
    shown = [*proofs, *[auto(f"premise of {formula[0]}")] * (premises - len(proofs))]

    def first(context: Context) -> Node:
        names = set(context.sorts) - _bound(formula)
        target = read_formula(formula, names, context.functions)
        place, rest = context.rules.index(target), len(context.rules)
        body = then
        for n in reversed(range(1, premises)):
            body = use(rest + n - 1, [], shown[n], body)
        return use(place, [a.json for a in at], *shown[:1], body)

    return look(first)


def _bound(formula: Json) -> set[str]:
    if not isinstance(formula, list):
        return set()
    own = {formula[1]} if formula[0] in ("all", "some", "sum") else set()
    return own.union(*(_bound(part) for part in formula[1:]))


def mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(mentions(a, name) for a in json))


def sequent(given: list[Json], show: Json) -> Json:
    """A statement with the sorts and functions that occur in it."""
    whole = plain_json([*given, show])
    free = {n: s for n, s in SORTS.items() if any(_free(a, n) for a in whole)}
    used = {name: n for name, n in FUNCTIONS.items() if mentions(whole, name)}
    return statement(free, given, show, used)


def _free(json: Json, name: str) -> bool:
    if not isinstance(json, list):
        return bool(json == name)
    if json[0] in ("all", "some") and json[1] == name:
        return False
    if json[0] == "sum" and json[1] == name:
        return any(_free(a, name) for a in json[2:4])
    return any(_free(a, name) for a in json)


def obligation(
    name: str, says: str, given: list[Json], show: Json, proof: str | Callable[[], Node] = auto
) -> Obligation:
    """A step of the printed proof, with its proof as text or as a script."""
    whole = sequent(given, show)
    script = written(whole, proof, y=y) if isinstance(proof, str) else proof
    return Obligation(f"pln.thm1.{name}", says, whole, script)


# --- scalar lemmas: one unit ---------------------------------------------------------------------

U, V, R = var("u"), var("v"), var("r")


def reals(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real", formula)
    return formula


def _gap(u: Term, sign: int) -> Term:
    """t/|t| - t/(|t| + delta) in Eq. 16, its negative in Eq. 20."""
    return step(u) - smooth(u) if sign > 0 else smooth(u) - step(u)


def _error(u: Term) -> Term:
    """delta t / (|t| (|t| + delta))."""
    return delta * u / (S.abs(u) * (S.abs(u) + delta))


def unit_lemma(sign: int) -> Json:
    """For t != 0: sign t = t/|t|, |gap| = |delta t/(|t|(|t| + delta))| = delta/(|t| + delta)."""
    return reals(
        "u",
        implies(
            S.abs(U) > 0,
            conj(
                S.sign(U).equals(step(U)),
                S.abs(_gap(U, sign)).equals(S.abs(_error(U))),
                S.abs(_error(U)).equals(delta / (S.abs(U) + delta)),
            ),
        ),
    )


def unit_lemma_script(sign: int) -> Node:
    """Where delta > 0 is known."""
    T = S.abs(U)
    sizes = [
        (_gap(U, sign).equals(sign * _error(U)), auto("gap = error")),
        (_error(U).equals(S.sign(U) * (delta / (T + delta))), auto("error, signed")),
        (delta / (T + delta) >= 0, auto("delta/(|t| + delta) >= 0")),
    ]
    both_sizes = case(S.abs(_gap(U, sign)).json, *[case(S.abs(_error(U)).json, auto(), auto())] * 2)
    ends = node(
        "both",
        auto("sign t = t/|t|"),
        both_sizes,
        case(S.abs(_error(U)).json, auto("size +"), auto("size -")),
    )
    inner = lemmas(
        [
            (T + delta > 0, auto()),
            (T * (T + delta) > 0, auto()),
            (1 / (T + delta) > 0, auto()),
            ((1 / T * T).equals(1), auto()),
            ((1 / (T * (T + delta))).equals(1 / T * (1 / (T + delta))), auto()),
            (step(U).equals(S.sign(U)), auto()),
            ((1 / (T + delta)).equals(1 / T - delta * (1 / T) * (1 / (T + delta))), auto()),
        ],
        lemmas(sizes, ends),
    )
    by_size = case(T.json, inner, inner)
    return intro("u", intro("", case(S.sign(U).json, by_size, by_size, by_size)))


#: u v <= |u| |v| and -u v <= |u| |v|
PRODUCT: Json = reals(
    "u v",
    conj(U * V <= S.abs(U) * S.abs(V), -(U * V) <= S.abs(U) * S.abs(V)),
)


def have_unit(sign: int, then: Node) -> Node:
    """The lemmas on one unit, where delta > 0 is known."""
    sizes = case(S.abs(U).json, *[case(S.abs(V).json, auto("|u||v|"), auto("|u||v|"))] * 2)
    lemma = have(unit_lemma(sign), unit_lemma_script(sign), then)
    return have(PRODUCT, intro("u", intro("v", node("both", sizes, sizes))), lemma)


# --- sums over a range of units ------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """The units ``low..high`` with the sums of Eq. 16 (sign = 1) or Eq. 20 (sign = -1) over them.

    ``far`` is the hypothesis |x + b_j| > delta_0 for the units of the range, ``most`` that
    |alpha_j| <= ``top``.
    """

    low: Term
    high: Term
    sign: int
    far: Json
    most: Json
    top: Term

    def _sum(self, body: Callable[[Term], Term], high: Term | None = None) -> Term:
        return total("i", self.low, self.high if high is None else high, body(i))

    def signs(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: alpha(j) * S.sign(at(j)), high)

    def units(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: alpha(j) * smooth(at(j)), high)

    def difference(self, high: Term | None = None) -> Term:
        first, second = self.signs(high), self.units(high)
        return first - second if self.sign > 0 else second - first

    def gaps(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: alpha(j) * _gap(at(j), self.sign), high)

    def sizes(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: S.abs(alpha(j)) * S.abs(_gap(at(j), self.sign)), high)

    def errors(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: S.abs(alpha(j)) * S.abs(_error(at(j))), high)

    def costs(self, high: Term | None = None) -> Term:
        return self._sum(lambda j: S.abs(alpha(j)) * (delta / (S.abs(at(j)) + delta)), high)

    def chain(self) -> Json:
        """What the induction shows of the whole range."""
        return self._chain(self.high)

    def _chain(self, high: Term) -> Json:
        return conj(
            self.difference(high).equals(self.gaps(high)),
            self.gaps(high) <= self.sizes(high),
            -self.gaps(high) <= self.sizes(high),
            self.sizes(high).equals(self.errors(high)),
            self.errors(high).equals(self.costs(high)),
        )

    def have_chain(self, then: Node) -> Node:
        """:meth:`chain`, by induction; needs :func:`unit_lemma`, delta0 > 0 and low - 1 <= high."""
        sums = (self.signs, self.units, self.gaps, self.sizes, self.errors, self.costs)
        last = m + 1
        one = unit_lemma(self.sign)
        a, gap = alpha(last), _gap(at(last), self.sign)
        product = known(
            PRODUCT, [a, gap], each_sum("unfold", sums, last, node("both", *[auto("sum")] * 5))
        )
        at_last = known(self.far, [last], known(one, [at(last)], product))
        return self._by_induction(sums, at_last, then)

    def constants(self, each: Term, high: Term | None = None) -> Term:
        """sum_j each, with a summand that does not depend on j."""
        return self._sum(lambda j: each, high)

    def have_count(self, each: Term, then: Node) -> Node:
        """sum_j each = (number of units) each."""
        sums = (lambda high: self.constants(each, high),)
        claim = self.constants(each, m).equals((m - self.low + 1) * each)
        base = each_sum("empty", sums, self.low - 1, auto("no constants"))
        step = each_sum("unfold", sums, m + 1, auto("one more constant"))
        full = known(every("m", "int", implies(m >= self.low - 1, claim)), [self.high], then)
        return induct("m", (self.low - 1).json, claim, base, step, full)

    def have_costs_below(self, each: Term, then: Node, strict: bool = False) -> Node:
        """costs <= constants, < where there is a unit (``strict``); needs :func:`term_lemma`."""
        last = m + 1

        def below(high: Term) -> Json:
            weak = self.costs(high) <= self.constants(each, high)
            strict = self.costs(high) < self.constants(each, high)
            return conj(weak, implies(high >= self.low, strict))

        sums = (self.costs, lambda high: self.constants(each, high))
        before = implies(m <= self.high, below(m))
        positive = (S.abs(at(last)) + delta > 0, auto("|t| + delta > 0"))
        compare = known(
            term_lemma(each, self.top),
            [S.abs(at(last)), S.abs(alpha(last))],
            lemmas([positive], each_sum("unfold", sums, last, auto("one more term"))),
        )
        step = known(self.far, [last], known(self.most, [last], compare))
        base = intro("", each_sum("empty", sums, self.low - 1, auto("no terms")))
        strictly = implies(self.high >= self.low, self.costs() < self.constants(each))
        end = known(strictly, [], then) if strict else then
        full = known(every("m", "int", implies(m >= self.low - 1, before)), [self.high], end)
        return induct(
            "m",
            (self.low - 1).json,
            before,
            base,
            intro("", known(before, [], step)),
            full,
        )

    def have_close(self, each: Term, then: Node) -> Node:
        """|difference| <= (number of units) each; needs :func:`close_lemma`."""

        def close(high: Term) -> Json:
            bound = (high - self.low + 1) * each
            return conj(self.difference(high) <= bound, -self.difference(high) <= bound)

        sums, last = (self.signs, self.units), m + 1
        before = implies(m <= self.high, close(m))
        positive = (S.abs(at(last)) + delta > 0, auto("|t| + delta > 0"))
        one = lemmas([positive], each_sum("unfold", sums, last, auto("one more unit")))
        compare = known(close_lemma(each, self.top), [at(last), alpha(last)], one)
        step = known(self.far, [last], known(self.most, [last], compare))
        base = intro("", each_sum("empty", sums, self.low - 1, auto("no units")))
        full = known(every("m", "int", implies(m >= self.low - 1, before)), [self.high], then)
        return induct(
            "m", (self.low - 1).json, before, base, intro("", known(before, [], step)), full
        )

    def _by_induction(self, sums: Any, step: Node, then: Node) -> Node:
        before = implies(m <= self.high, self._chain(m))
        base = each_sum("empty", sums, self.low - 1, node("both", *[auto("no units")] * 5))
        return induct(
            "m",
            (self.low - 1).json,
            before,
            intro("", base),
            intro("", known(before, [], step)),
            known(every("m", "int", implies(m >= self.low - 1, before)), [self.high], then),
        )


def each_sum(by: str, sums: Any, high: Term, then: Node) -> Node:
    for part in sums:
        then = node(by, auto("range of the sum"), then, on=part(high).json)
    return then


ALL = Range(ONE, N, 1, FAR, MAX, A)
EQ16 = conj(
    S.abs(GH - G).equals(S.abs(ALL.gaps())),
    S.abs(ALL.gaps()) <= ALL.sizes(),
    ALL.sizes().equals(ALL.errors()),
    ALL.errors().equals(ALL.costs()),
)


def eq16_script() -> Node:
    values = case(S.abs(GH - G).json, *[case(S.abs(ALL.gaps()).json, auto(), auto())] * 2)
    triangle = case(S.abs(ALL.gaps()).json, auto("|sum|, +"), auto("|sum|, -"))
    return have_unit(1, ALL.have_chain(node("both", values, triangle, auto(), auto())))


def term_lemma(each: Term, top: Term) -> Json:
    """|alpha_j| delta/(|t| + delta) < each, where |t| > delta_0 and |alpha_j| <= top."""
    return reals(
        "u r",
        implies(U > delta0, R >= 0, R <= top, R * (delta / (U + delta)) < each),
    )


def term_lemma_script(each: Term, top: Term, limit: Term) -> Node:
    """For each = top limit/(delta_0 + delta), from delta <= limit and top > 0."""
    smaller, r0 = delta / (U + delta), 1 / (delta0 + delta)
    steps = [
        (U + delta > 0, auto()),
        (smaller < delta * r0, auto("1/(|t| + delta) < 1/(delta_0 + delta)")),
        (R * smaller <= top * smaller, auto("|alpha| <= top")),
        (top * smaller < top * (delta * r0), auto("top > 0")),
        (delta * r0 <= limit * r0, auto("delta <= limit")),
        (top * (delta * r0) <= top * (limit * r0), auto()),
        (each.equals(top * (limit * r0)), auto("each")),
    ]
    return intro("u", intro("r", intro("", intro("", intro("", lemmas(steps, auto("term")))))))


def close_lemma(each: Term, top: Term) -> Json:
    """|alpha_j (sign t - s(t))| <= each, where |t| > delta_0 and |alpha_j| <= top."""
    gap = R * (S.sign(U) - smooth(U))
    close = conj(gap <= each, -gap <= each)
    return reals("u r", implies(S.abs(U) > delta0, S.abs(R) <= top, close))


#: u v <= |u| w and -u v <= |u| w, where |v| = w
WEIGHTED: Json = reals(
    "u v w",
    implies(
        S.abs(V).equals(var("w")),
        conj(U * V <= S.abs(U) * var("w"), -(U * V) <= S.abs(U) * var("w")),
    ),
)


def have_weighted(then: Node) -> Node:
    """WEIGHTED, and |sign t - s(t)| = delta/(|t| + delta) for t != 0, where delta > 0 is known."""
    sizes = case(S.abs(U).json, *[case(S.abs(V).json, auto("|u| w"), auto("|u| w"))] * 2)
    weighted = intro("u", intro("v", intro("w", intro("", node("both", sizes, sizes)))))
    T, r = S.abs(U), 1 / (S.abs(U) + delta)
    gap = S.sign(U) - smooth(U)
    value = (gap.equals(S.sign(U) * (delta * r)), auto("sign t - s(t)"))
    inner = lemmas(
        [(T + delta > 0, auto()), (delta * r > 0, auto()), value],
        case(S.abs(gap).json, auto("gap +"), auto("gap -")),
    )
    by_size = case(T.json, inner, inner)
    distance = intro("u", intro("", case(S.sign(U).json, by_size, by_size, by_size)))
    return lemmas([(WEIGHTED, weighted), (DISTANCE, distance)], then)


DISTANCE: Json = reals(
    "u",
    implies(
        S.abs(U) > 0,
        S.abs(S.sign(U) - smooth(U)).equals(delta / (S.abs(U) + delta)),
    ),
)


def _close_script(each: Term, top: Term, limit: Term) -> Node:
    gap, r0 = S.sign(U) - smooth(U), 1 / (delta0 + delta)
    cost = delta / (S.abs(U) + delta)
    steps = [
        (S.abs(U) + delta > 0, auto()),
        (cost <= delta * r0, auto("1/(|t| + delta) <= 1/(delta_0 + delta)")),
        (cost >= 0, auto()),
        (S.abs(R) * cost <= top * cost, auto("|alpha| <= top")),
        (top * cost <= top * (delta * r0), auto()),
        (delta * r0 <= limit * r0, auto("delta <= limit")),
        (top * (delta * r0) <= top * (limit * r0), auto()),
        (each.equals(top * (limit * r0)), auto("each")),
    ]
    weighted = known(WEIGHTED, [R, gap, cost], lemmas(steps, node("both", auto(), auto())))
    distance = known(DISTANCE, [U], weighted)
    return intro("u", intro("r", intro("", intro("", distance))))


def have_close_terms(
    e: Term, number: Term, top: Term, limit: Term, positive: Node, then: Node
) -> Node:
    """close_lemma and number * each < e, where limit = e delta_0/(number top) is known."""
    each, r0 = each_cost(e, number, top), 1 / (delta0 + delta)
    total_cost = e * delta0 * r0
    return lemmas(
        [
            (top > 0, split(top.json, auto("top != 0"), positive)),
            (delta0 + delta > 0, auto()),
            (r0 > 0, auto()),
            (close_lemma(each, top), _close_script(each, top, limit)),
            ((number * each).equals(total_cost), auto("number * each")),
            (total_cost < e, auto("< eps")),
        ],
        then,
    )


# --- what a range of units costs ------------------------------------------------------------------


def spending(e: Term, number: Term, top: Term) -> Term:
    """delta_N and delta_k of the text, e delta_0/(number top)."""
    return e * delta0 / (number * top)


def each_cost(e: Term, number: Term, top: Term) -> Term:
    return top * spending(e, number, top) * (1 / (delta0 + delta))


def have_terms(e: Term, number: Term, top: Term, limit: Term, positive: Node, then: Node) -> Node:
    """top > 0, the term lemma and number * each = e delta_0/(delta_0 + delta) < e.

    Needs ``limit`` = e delta_0/(number top) as a hypothesis.
    """
    each, r0 = each_cost(e, number, top), 1 / (delta0 + delta)
    return lemmas(
        [
            (top > 0, split(top.json, auto("top != 0"), positive)),
            (delta0 + delta > 0, auto()),
            (r0 > 0, auto()),
            (term_lemma(each, top), term_lemma_script(each, top, limit)),
            ((number * each).equals(e * delta0 / (delta0 + delta)), auto("number * each")),
            (e * delta0 / (delta0 + delta) < e, auto("< eps")),
        ],
        then,
    )
