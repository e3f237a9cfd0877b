"""The printed proof of Theorem 1 (A.1.2, Eq. 16-26), line by line, exactly as printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.layers import Dense, layer_norm
from constructions.pln import b_hat, midpoint
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Control, Line, Obligation, Witness
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.methods.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    same,
    split,
    statement,
    use,
)
from proofs.pln.bound import nonnegative_constant, positive_cell, width_facts
from proofs.pln.lemma2 import LIPSCHITZ, WIDTH, at_least_one, sharp_script
from proofs.pln.symbols import (
    G_HAT,
    IN_UNIT_INTERVAL,
    LEVEL,
    ONE,
    ZERO,
    L,
    N,
    S,
    d,
    delta,
    eps,
    f,
    h,
    jump,
    k,
    lam,
    layer_norm_unit,
    m,
    signs,
    x,
    y,
)
from proofs.pln.thm1_statement import GIVEN, HALFWAY, STATEMENT, UNIT, error
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script
from proofs.refute import instantiate

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
    whole = [*given, show]
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
    name: str, says: str, given: list[Json], show: Json, script: Callable[[], Node] = auto
) -> Obligation:
    return Obligation(f"pln.thm1.{name}", says, sequent(given, show), script)


# --- scalar lemmas: one unit ---------------------------------------------------------------------

_u, _v, _r = var("u"), var("v"), var("r")


def _reals(names: str, formula: Json) -> Json:
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
    return _reals(
        "u",
        implies(
            S.abs(_u) > 0,
            conj(
                S.sign(_u).equals(step(_u)),
                S.abs(_gap(_u, sign)).equals(S.abs(_error(_u))),
                S.abs(_error(_u)).equals(delta / (S.abs(_u) + delta)),
            ),
        ),
    )


def unit_lemma_script(sign: int) -> Node:
    """Where delta > 0 is known."""
    T = S.abs(_u)
    sizes = [
        (_gap(_u, sign).equals(sign * _error(_u)), auto("gap = error")),
        (_error(_u).equals(S.sign(_u) * (delta / (T + delta))), auto("error, signed")),
        (delta / (T + delta) >= 0, auto("delta/(|t| + delta) >= 0")),
    ]
    both_sizes = case(
        S.abs(_gap(_u, sign)).json, *[case(S.abs(_error(_u)).json, auto(), auto())] * 2
    )
    ends = node(
        "both",
        auto("sign t = t/|t|"),
        both_sizes,
        case(S.abs(_error(_u)).json, auto("size +"), auto("size -")),
    )
    inner = lemmas(
        [
            (T + delta > 0, auto()),
            (T * (T + delta) > 0, auto()),
            (1 / (T + delta) > 0, auto()),
            ((1 / T * T).equals(1), auto()),
            ((1 / (T * (T + delta))).equals(1 / T * (1 / (T + delta))), auto()),
            (step(_u).equals(S.sign(_u)), auto()),
            ((1 / (T + delta)).equals(1 / T - delta * (1 / T) * (1 / (T + delta))), auto()),
        ],
        lemmas(sizes, ends),
    )
    by_size = case(T.json, inner, inner)
    return intro("u", intro("", case(S.sign(_u).json, by_size, by_size, by_size)))


#: u v <= |u| |v| and -u v <= |u| |v|
PRODUCT: Json = _reals(
    "u v",
    conj(_u * _v <= S.abs(_u) * S.abs(_v), -(_u * _v) <= S.abs(_u) * S.abs(_v)),
)


def have_unit(sign: int, then: Node) -> Node:
    """The lemmas on one unit, where delta > 0 is known."""
    sizes = case(S.abs(_u).json, *[case(S.abs(_v).json, auto("|u||v|"), auto("|u||v|"))] * 2)
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
            PRODUCT, [a, gap], _each("unfold", sums, last, node("both", *[auto("sum")] * 5))
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
        base = _each("empty", sums, self.low - 1, auto("no constants"))
        step = _each("unfold", sums, m + 1, auto("one more constant"))
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
            lemmas([positive], _each("unfold", sums, last, auto("one more term"))),
        )
        step = known(self.far, [last], known(self.most, [last], compare))
        base = intro("", _each("empty", sums, self.low - 1, auto("no terms")))
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
        one = lemmas([positive], _each("unfold", sums, last, auto("one more unit")))
        compare = known(close_lemma(each, self.top), [at(last), alpha(last)], one)
        step = known(self.far, [last], known(self.most, [last], compare))
        base = intro("", _each("empty", sums, self.low - 1, auto("no units")))
        full = known(every("m", "int", implies(m >= self.low - 1, before)), [self.high], then)
        return induct(
            "m", (self.low - 1).json, before, base, intro("", known(before, [], step)), full
        )

    def _by_induction(self, sums: Any, step: Node, then: Node) -> Node:
        claim = implies(m <= self.high, self._chain(m))
        before = implies(m <= self.high, self._chain(m))
        base = intro("", _each("empty", sums, self.low - 1, node("both", *[auto("no units")] * 5)))
        return induct(
            "m",
            (self.low - 1).json,
            claim,
            base,
            intro("", known(before, [], step)),
            known(every("m", "int", implies(m >= self.low - 1, before)), [self.high], then),
        )


def _each(by: str, sums: Any, high: Term, then: Node) -> Node:
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
    return _reals(
        "u r",
        implies(_u > delta0, _r >= 0, _r <= top, _r * (delta / (_u + delta)) < each),
    )


def term_lemma_script(each: Term, top: Term, limit: Term) -> Node:
    """For each = top limit/(delta_0 + delta), from delta <= limit and top > 0."""
    smaller, r0 = delta / (_u + delta), 1 / (delta0 + delta)
    steps = [
        (_u + delta > 0, auto()),
        (smaller < delta * r0, auto("1/(|t| + delta) < 1/(delta_0 + delta)")),
        (_r * smaller <= top * smaller, auto("|alpha| <= top")),
        (top * smaller < top * (delta * r0), auto("top > 0")),
        (delta * r0 <= limit * r0, auto("delta <= limit")),
        (top * (delta * r0) <= top * (limit * r0), auto()),
        (each.equals(top * (limit * r0)), auto("each")),
    ]
    return intro("u", intro("r", intro("", intro("", intro("", lemmas(steps, auto("term")))))))


def close_lemma(each: Term, top: Term) -> Json:
    """|alpha_j (sign t - s(t))| <= each, where |t| > delta_0 and |alpha_j| <= top."""
    gap = _r * (S.sign(_u) - smooth(_u))
    close = conj(gap <= each, -gap <= each)
    return _reals("u r", implies(S.abs(_u) > delta0, S.abs(_r) <= top, close))


#: u v <= |u| w and -u v <= |u| w, where |v| = w
WEIGHTED: Json = _reals(
    "u v w",
    implies(
        S.abs(_v).equals(var("w")),
        conj(_u * _v <= S.abs(_u) * var("w"), -(_u * _v) <= S.abs(_u) * var("w")),
    ),
)


def have_weighted(then: Node) -> Node:
    """WEIGHTED, and |sign t - s(t)| = delta/(|t| + delta) for t != 0, where delta > 0 is known."""
    sizes = case(S.abs(_u).json, *[case(S.abs(_v).json, auto("|u| w"), auto("|u| w"))] * 2)
    weighted = intro("u", intro("v", intro("w", intro("", node("both", sizes, sizes)))))
    T, r = S.abs(_u), 1 / (S.abs(_u) + delta)
    gap = S.sign(_u) - smooth(_u)
    value = (gap.equals(S.sign(_u) * (delta * r)), auto("sign t - s(t)"))
    inner = lemmas(
        [(T + delta > 0, auto()), (delta * r > 0, auto()), value],
        case(S.abs(gap).json, auto("gap +"), auto("gap -")),
    )
    by_size = case(T.json, inner, inner)
    distance = intro("u", intro("", case(S.sign(_u).json, by_size, by_size, by_size)))
    return lemmas([(WEIGHTED, weighted), (DISTANCE, distance)], then)


DISTANCE: Json = _reals(
    "u",
    implies(
        S.abs(_u) > 0,
        S.abs(S.sign(_u) - smooth(_u)).equals(delta / (S.abs(_u) + delta)),
    ),
)


def _close_script(each: Term, top: Term, limit: Term) -> Node:
    gap, r0 = S.sign(_u) - smooth(_u), 1 / (delta0 + delta)
    cost = delta / (S.abs(_u) + delta)
    steps = [
        (S.abs(_u) + delta > 0, auto()),
        (cost <= delta * r0, auto("1/(|t| + delta) <= 1/(delta_0 + delta)")),
        (cost >= 0, auto()),
        (S.abs(_r) * cost <= top * cost, auto("|alpha| <= top")),
        (top * cost <= top * (delta * r0), auto()),
        (delta * r0 <= limit * r0, auto("delta <= limit")),
        (top * (delta * r0) <= top * (limit * r0), auto()),
        (each.equals(top * (limit * r0)), auto("each")),
    ]
    weighted = known(WEIGHTED, [_r, gap, cost], lemmas(steps, node("both", auto(), auto())))
    distance = known(DISTANCE, [_u], weighted)
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


# --- case 1 --------------------------------------------------------------------------------------


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


CASE1 = [N > 0, delta > 0, *SMALL, FAR]
BUDGET = [eps1 > 0, MAX, delta_N.equals(spending(eps1, N, A)), delta <= delta_N]
COSTS, EACH = ALL.costs(), ALL.constants(each_cost(eps1, N, A))
EQ17 = conj(
    S.abs(GH - G) <= COSTS,
    COSTS < EACH,
    EACH.equals(eps1 * delta0 / (delta0 + delta)),
    eps1 * delta0 / (delta0 + delta) < eps1,
)


def from_eq17(end: Node) -> Node:
    """The sums of Eq. 16 and 17 compared, from the hypotheses of case 1."""
    each = each_cost(eps1, N, A)
    sums = ALL.have_chain(ALL.have_count(each, ALL.have_costs_below(each, end, strict=True)))
    return at_least_one(have_unit(1, have_terms(eps1, N, A, delta_N, _top_is_positive(), sums)))


def _top_is_positive() -> Node:
    return known(MAX, [ONE], have(S.abs(alpha(ONE)) >= 0, auto(), auto("A >= 0")))


def eq17_script() -> Node:
    first = case(S.abs(GH - G).json, auto("Eq. 16, +"), auto("Eq. 16, -"))
    return from_eq17(node("both", first, auto("strict"), auto("total"), auto("< eps1")))


#: Eq. 18 from Eq. 17 and the choice of eps1
EQ18 = conj(
    S.abs(G - f(x)) <= S.abs(G - GH) + S.abs(GH - f(x)),
    S.abs(G - GH) + S.abs(GH - f(x)) < eps1 + eps - eps1,
    (eps1 + eps - eps1).equals(eps),
)


def eq18_script() -> Node:
    backwards = case(S.abs(G - GH).json, *[case(S.abs(GH - G).json, auto(), auto())] * 2)
    parts = S.abs(G - GH).json, S.abs(GH - f(x)).json
    triangle = case(
        S.abs(G - f(x)).json, *[case(parts[0], *[case(parts[1], auto(), auto())] * 2)] * 2
    )
    turned = (S.abs(G - GH).equals(S.abs(GH - G)), backwards)
    return node("both", triangle, lemmas([turned], auto("< eps1 + eps - eps1")), auto())


# --- case 2 --------------------------------------------------------------------------------------

LEFT = Range(ONE, k - 1, -1, FAR_K, MAX_K, A_k)
RIGHT = Range(k + 1, N, -1, FAR_K, MAX_K, A_k)
S_K, SIGN_K = smooth(at(k)), S.sign(at(k))
REST_UNITS = LEFT.units() + RIGHT.units()
REST_SIGNS = LEFT.signs() + RIGHT.signs()
FIRST_TERM = S.abs(REST_UNITS - REST_SIGNS)
SECOND_TERM = S.abs(GH + alpha(k) * S_K - alpha(k) * SIGN_K - f(x))
REGROUPED = REST_UNITS + alpha(k) * S_K - f(x) + GH - REST_SIGNS - alpha(k) * SIGN_K
ERROR = S.abs(G - f(x))
EQ19 = conj(
    ERROR.equals(S.abs(G - f(x) + GH - GH)),
    S.abs(G - f(x) + GH - GH).equals(S.abs(REGROUPED)),
    S.abs(REGROUPED) <= FIRST_TERM + SECOND_TERM,
)


def have_parts(then: Node) -> Node:
    """G = (units j != k) + alpha_k s_k and the same for G_hat; needs delta > 0, 1 <= k <= N - 1."""

    def parts(unit: Callable[[Term], Term]) -> tuple[Callable[[Term], Term], ...]:
        def whole(high: Term) -> Term:
            return total("i", 1, high, alpha(i) * unit(at(i)))

        def after(high: Term) -> Term:
            return total("i", k + 1, high, alpha(i) * unit(at(i)))

        return whole, after

    for unit in (smooth, S.sign):
        whole, after = parts(unit)

        def claim(high: Term, whole: Any = whole, after: Any = after, unit: Any = unit) -> Json:
            return whole(high).equals(whole(k - 1) + alpha(k) * unit(at(k)) + after(high))

        base = _each("empty", (after,), k, _each("unfold", (whole,), k, auto("at k")))
        step = _each("unfold", (whole, after), m + 1, auto("after k"))
        last = m + 1
        then = have(
            S.abs(at(k)) + delta > 0,
            auto("|t_k| + delta > 0"),
            induct(
                "m",
                k.json,
                claim(m),
                base,
                have(S.abs(at(last)) + delta > 0, auto("|t| + delta > 0"), step),
                known(every("m", "int", implies(m >= k, claim(m))), [N], then),
            ),
        )
    return then


def eq19_script() -> Node:
    regroup = (
        (G - f(x)).equals(REGROUPED),
        auto("regroup"),
    )
    sizes = case(ERROR.json, *[case(S.abs(REGROUPED).json, auto(), auto())] * 2)
    triangle = case(
        S.abs(REGROUPED).json,
        *[case(FIRST_TERM.json, *[case(SECOND_TERM.json, auto(), auto())] * 2)] * 2,
    )
    return have_parts(have(*regroup, node("both", auto(), sizes, triangle)))


COUNT = N - 1
BUDGET_K = [eps2 > 0, MAX_K, delta_k.equals(spending(eps2, COUNT, A_k)), delta <= delta_k]
CASE2 = [N > 0, delta > 0, *WEIGHTS, *SMALL, *NEAR]
EACH_K = each_cost(eps2, COUNT, A_k)


def _two(part: Callable[[Range], Term]) -> Term:
    return part(LEFT) + part(RIGHT)


EQ20 = conj(
    FIRST_TERM.equals(S.abs(_two(Range.gaps))),
    S.abs(_two(Range.gaps)) <= _two(Range.sizes),
    _two(Range.sizes).equals(_two(Range.errors)),
    _two(Range.errors).equals(_two(Range.costs)),
    _two(Range.costs) < _two(lambda part: part.constants(EACH_K)),
    _two(lambda part: part.constants(EACH_K)).equals(eps2 * delta0 / (delta0 + delta)),
    eps2 * delta0 / (delta0 + delta) < eps2,
)


def far_script() -> Node:
    """If |x - k/N| <= delta_0 < 1/(2N), every other unit is farther than delta_0."""
    t_k = have(at(k).equals(x - k / N), known_weights(k, auto("t_k")), _bounds(at(k), _others()))
    return at_least_one(positive_cell(have(h <= 1, auto(), t_k)))


def known_weights(index: Term, then: Node) -> Node:
    return known(WEIGHTS[0], [index], then)


def _bounds(u: Term, then: Node) -> Node:
    return lemmas(
        [(u <= delta0, auto("t_k <= delta_0")), (-u <= delta0, auto("-t_k <= delta_0"))], then
    )


def _others() -> Node:
    z = var("z")
    size = case(S.abs(at(z)).json, auto("far"), auto("far"))
    after = have((z - k - 1) * h >= 0, auto(), size)
    before = have((k - z - 1) * h >= 0, auto(), size)
    other = have(z.equals(k), node("both", auto(), auto()), auto("z != k"))
    inner = known_weights(
        z,
        have(
            at(z).equals(x - z / N),
            auto("t_z"),
            split((z - k - 1).json, after, split((k - z - 1).json, before, other)),
        ),
    )
    last = have(
        z.equals(N),
        node("both", auto(), auto()),
        same(app("b", z), app("b", N), lemmas([(k * h >= h, auto()), (x >= 0, auto())], size)),
    )
    return intro(
        "z",
        intro("", intro("", intro("", split((N - 1 - z).json, inner, last)))),
    )


def from_eq20(end: Node) -> Node:
    """The sums of Eq. 20 compared, where the units j != k are far (FAR_K)."""
    right = RIGHT.have_chain(
        RIGHT.have_count(EACH_K, RIGHT.have_costs_below(EACH_K, end, strict=True))
    )
    sums = LEFT.have_chain(LEFT.have_count(EACH_K, LEFT.have_costs_below(EACH_K, right)))
    return have_unit(-1, have_terms(eps2, COUNT, A_k, delta_k, _top_k_is_positive(), sums))


def _top_k_is_positive() -> Node:
    nonnegative = [have(S.abs(alpha(j)) >= 0, auto(), auto("A >= 0")) for j in (ONE, N)]
    return split(
        (k - 2).json, known(MAX_K, [ONE], nonnegative[0]), known(MAX_K, [N], nonnegative[1])
    )


def eq20_script() -> Node:
    first = case(FIRST_TERM.json, *[case(S.abs(_two(Range.gaps)).json, auto(), auto())] * 2)
    triangle = case(S.abs(_two(Range.gaps)).json, auto("|sum|, +"), auto("|sum|, -"))
    rest = [auto("sizes"), auto("errors"), auto("strict"), auto("total"), auto("< eps2")]
    return have(FAR_K, far_script(), from_eq20(node("both", first, triangle, *rest)))


AROUND: list[Json] = [*BREAK, k / N - delta0 <= x, x <= k / N + delta0]
LEFT_HALF, RIGHT_HALF = midpoint(k, N), midpoint(k + 1, N)


def by_side(left: Json, middle: Json, right: Json) -> Json:
    """The three cases of Eq. 21 and 22."""
    return conj(
        implies(k / N - delta0 <= x, x < k / N, left),
        implies(x.equals(k / N), middle),
        implies(k / N < x, x <= k / N + delta0, right),
    )


EQ21 = by_side(GH.equals(y(k)), GH.equals(y(k) / 2 + y(k + 1) / 2), GH.equals(y(k + 1)))
TERM_K = alpha(k) * SIGN_K
EQ22 = by_side(
    TERM_K.equals((y(k) - y(k + 1)) / 2), TERM_K.equals(0), TERM_K.equals((y(k + 1) - y(k)) / 2)
)
EQ23 = (GH - TERM_K).equals((y(k + 1) + y(k)) / 2)
STEP_K = x - k / N  #: x + b_k, as written from Eq. 24 on
EQ24 = (alpha(k) * S_K).equals((y(k + 1) - y(k)) / 2 * (STEP_K / (S.abs(STEP_K) + delta)))


def have_value(then: Node) -> Node:
    """Eq. 23, where -delta_0 <= x - k/N <= delta_0 < 1/(2N) and Eq. 8-9 are known."""
    last = m + 1
    sign_last = S.sign(at(last))

    def partial(high: Term) -> Term:
        return total("i", 1, high, alpha(i) * S.sign(at(i)))

    def signed(away: Json, label: str) -> Node:
        added = _each("unfold", (partial,), last, case(sign_last.json, *[auto(label)] * 3))
        return known_weights(last, have(away, auto(f"{label}, side"), added))

    left = partial(m).equals((y(m + 1) - y(ONE)) / 2)
    before = implies(m <= k - 1, left)
    apart = have((k - last) * h >= h, auto(), signed(at(last) > 0, "left of x"))
    at_left = have(m <= k - 2, auto(), known(before, [], apart))
    right = partial(m).equals(partial(k) - (y(m + 1) - y(k + 1)) / 2)
    after = implies(m <= N - 1, right)
    beyond = have((last - k) * h >= h, auto(), signed(at(last) < 0, "right of x"))
    at_right = known(after, [], beyond)
    end = have(
        EQ23,
        case(S.sign(at(N)).json, *[auto("Eq. 23")] * 3),
        then,
    )
    whole = have(at(N) > 0, auto("x + 1 > 0"), _each("unfold", (partial,), N, end))
    to_right = induct(
        "m",
        k.json,
        after,
        intro("", auto("at k")),
        intro("", at_right),
        known(every("m", "int", implies(m >= k, after)), [N - 1], whole),
    )
    unit_k = known_weights(k, _each("unfold", (partial,), k, to_right))
    return induct(
        "m",
        "0",
        before,
        intro("", _each("empty", (partial,), ZERO, auto("no units"))),
        intro("", at_left),
        known(every("m", "int", implies(m >= 0, before)), [k - 1], unit_k),
    )


def have_place(then: Node) -> Node:
    """h > 0, N >= 1, x >= 0, t_k = x - k/N and its size, from the hypotheses of case 2."""
    u = STEP_K
    return at_least_one(
        positive_cell(
            lemmas(
                [
                    (k * h >= h, auto("k/N >= 1/N")),
                    (x >= 0, auto("x >= 0")),
                    (at(k).equals(u), known_weights(k, auto("t_k"))),
                ],
                then,
            )
        )
    )


def eq21_script() -> Node:
    sides = case(SIGN_K.json, *[auto("side of k/N")] * 3)
    return have_place(
        known_weights(
            k,
            have_value(
                node(
                    "both",
                    intro("", intro("", sides)),
                    intro("", sides),
                    intro("", intro("", sides)),
                )
            ),
        )
    )


def eq22_script() -> Node:
    sides = case(SIGN_K.json, *[auto("side of k/N")] * 3)
    three = node("both", intro("", intro("", sides)), intro("", sides), intro("", intro("", sides)))
    return have_place(known_weights(k, three))


def eq24_script() -> Node:
    same_size = S.abs(at(k)).equals(S.abs(STEP_K))
    sizes = case(S.abs(at(k)).json, *[case(S.abs(STEP_K).json, auto(), auto())] * 2)
    positive = (S.abs(STEP_K) + delta > 0, auto("|x - k/N| + delta > 0"))
    positive_too = (S.abs(at(k)) + delta > 0, auto())
    units = (S_K.equals(STEP_K / (S.abs(STEP_K) + delta)), auto("s_k"))
    return have_place(
        known_weights(
            k, lemmas([(same_size, sizes), positive, positive_too, units], auto("Eq. 24"))
        )
    )


#: Eq. 25 with each of its relations, after what it says of s_k
ABOVE, BELOW = y(k + 1) - f(x), y(k) - f(x)
SHIFTED = GH - TERM_K + alpha(k) * S_K - f(x)
MIXED = (1 + S_K) / 2 * y(k + 1) + (1 - S_K) / 2 * y(k) - f(x)
APART = S.abs((1 + S_K) / 2) * S.abs(ABOVE) + S.abs((1 - S_K) / 2) * S.abs(BELOW)
REACH = (1 + S_K) / 2 * L * (RIGHT_HALF - x) + (1 - S_K) / 2 * L * (x - LEFT_HALF)
EXPANDED = L / 2 * (1 / N) + S_K / 2 * L * (RIGHT_HALF - x) + S_K / 2 * L * (LEFT_HALF - x)
PULLED = L / (2 * N) + L * S_K * (k / N - x)
EQ25 = conj(
    S_K > -1,
    S_K < 1,
    S_K * (k / N - x) <= 0,
    S.abs(SHIFTED).equals(S.abs(MIXED)),
    S.abs(MIXED) <= APART,
    APART <= REACH,
    REACH.equals(EXPANDED),
    EXPANDED.equals(PULLED),
    PULLED <= L / (2 * N),
    L / (2 * N) <= eps - eps2,
)
#: for delta > 0: -1 < t/(|t| + delta) < 1 and t s(t) >= 0
STEEP: Json = _reals("u", conj(smooth(_u) > -1, smooth(_u) < 1, smooth(_u) * _u >= 0))


SAME_SIZE: Json = _reals("u v", implies(_u.equals(_v), S.abs(_u).equals(S.abs(_v))))
#: |(1+s)/2 u + (1-s)/2 v| <= |(1+s)/2| |u| + |(1-s)/2| |v| <= (1+s)/2 p + (1-s)/2 q
_s, _p, _q = var("s"), var("p0"), var("q0")
WEIGH: Json = _reals(
    "s u v p0 q0",
    implies(
        conj(_s >= -1, _s <= 1, S.abs(_u) <= _p, S.abs(_v) <= _q),
        conj(
            S.abs((1 + _s) / 2 * _u + (1 - _s) / 2 * _v)
            <= S.abs((1 + _s) / 2) * S.abs(_u) + S.abs((1 - _s) / 2) * S.abs(_v),
            S.abs((1 + _s) / 2) * S.abs(_u) + S.abs((1 - _s) / 2) * S.abs(_v)
            <= (1 + _s) / 2 * _p + (1 - _s) / 2 * _q,
        ),
    ),
)


def have_steep(then: Node) -> Node:
    """The lemmas on s_k, where delta > 0 is known."""
    T = S.abs(_u)
    r = 1 / (T + delta)
    facts = lemmas(
        [(T + delta > 0, auto()), (r > 0, auto()), (T * r >= 0, auto())],
        node("both", auto("-1 < s"), auto("s < 1"), auto("s t >= 0")),
    )
    steep = intro("u", case(T.json, facts, facts))
    equal = case(S.abs(_u).json, *[case(S.abs(_v).json, auto("|u|"), auto("|u|"))] * 2)
    same_size = (SAME_SIZE, intro("u", intro("v", intro("", equal))))
    return lemmas([same_size, (STEEP, steep), (WEIGH, _weigh_script())], then)


def _weigh_script() -> Node:
    high, low = (1 + _s) / 2, (1 - _s) / 2
    steps = [
        (S.abs(high).equals(high), case(S.abs(high).json, auto(), auto())),
        (S.abs(low).equals(low), case(S.abs(low).json, auto(), auto())),
        (high * _u <= high * S.abs(_u), auto()),
        (-(high * _u) <= high * S.abs(_u), auto()),
        (low * _v <= low * S.abs(_v), auto()),
        (-(low * _v) <= low * S.abs(_v), auto()),
        (high * S.abs(_u) <= high * _p, auto()),
        (low * S.abs(_v) <= low * _q, auto()),
    ]
    sums = case(S.abs(high * _u + low * _v).json, auto("triangle +"), auto("triangle -"))
    script = intro("", lemmas(steps, node("both", sums, auto("reach"))))
    for name in ("q0", "p0", "v", "u", "s"):
        script = intro(name, script)
    return script


def have_eq25(then: Node) -> Node:
    """Eq. 25 up to <= L/(2N), each relation a lemma; needs L >= 0 and :func:`have_place`."""
    reach = L * (RIGHT_HALF - x), L * (x - LEFT_HALF)
    steps = [
        (S_K * (k / N - x) <= 0, auto("s_k (k/N - x) <= 0")),
        (L * (S_K * (k / N - x)) <= 0, auto("L s_k (k/N - x) <= 0")),
        (SHIFTED.equals(MIXED), auto("regroup")),
        (REACH.equals(EXPANDED), auto("expand")),
        (EXPANDED.equals(PULLED), auto("pull out")),
        (PULLED <= L / (2 * N), auto("<= L/(2N)")),
    ]
    same_size = known(SAME_SIZE, [SHIFTED, MIXED], then)
    weighed = known(WEIGH, [S_K, ABOVE, BELOW, *reach], lemmas(steps, same_size))
    close = [
        (S.abs(ABOVE) <= reach[0], _lipschitz_gap(RIGHT_HALF, RIGHT_HALF - x)),
        (S.abs(BELOW) <= reach[1], _lipschitz_gap(LEFT_HALF, x - LEFT_HALF)),
    ]
    inside = [(k * h <= 1 - h, auto("k/N <= 1 - 1/N")), (x <= 1, auto("x <= 1"))]
    return lemmas([*inside, *close], have_value(known_weights(k, known(STEEP, [at(k)], weighed))))


def _lipschitz_gap(point: Term, distance: Term) -> Node:
    """|f(point) - f(x)| <= L distance, where |point - x| = distance."""
    gap = S.abs(point - x)
    return look(
        lambda context: use(
            context.rules.index(read_formula(LIPSCHITZ, set(context.sorts), context.functions)),
            [point.json, x.json],
            auto("points lie in the domain"),
            have(gap.equals(distance), case(gap.json, auto(), auto()), auto("Lipschitz")),
        )
    )


def eq25_script() -> Node:
    return have_steep(nonnegative_constant(have_place(have_eq25(auto("Eq. 25")))))


EQ26 = conj(
    ERROR <= FIRST_TERM + SECOND_TERM,
    FIRST_TERM + SECOND_TERM < eps2 + eps - eps2,
    (eps2 + eps - eps2).equals(eps),
)


# --- the choices of eps1, eps2 and k; the conclusion ---------------------------------------------


def on_unit_interval(*formulas: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, *formulas))


SIGN_ERROR = S.abs(GH - f(x))
#: in case 1, |G_hat - f| <= eps - eps1
EPS1: Json = on_unit_interval(FAR, SIGN_ERROR <= eps - eps1)
#: what Lemma 2 proves, for the network as it is written there
LEMMA2: Json = on_unit_interval(N > 0, S.abs(G_HAT - f(x)) <= L / (2 * N))
SHARP: Json = on_unit_interval(SIGN_ERROR <= L / (2 * N))


def sign_bound_script() -> Node:
    """Proof of SHARP from LEMMA2: G_hat is the network of Lemma 2."""

    def partial(high: Term) -> Term:
        return total("i", 1, high, alpha(i) * S.sign(at(i)))

    last = m + 1
    claim = implies(m <= N - 1, partial(m).equals(signs(m)))
    step = known_weights(
        last,
        have(
            S.sign(at(last)).equals(S.sign(x - last / N)),
            case(
                S.sign(at(last)).json, *[case(S.sign(x - last / N).json, *[auto("sign")] * 3)] * 3
            ),
            _each("unfold", (partial, signs), last, auto("one more unit")),
        ),
    )
    last_sign = (
        S.sign(at(N)).equals(S.sign(x + 1)),
        case(S.sign(at(N)).json, *[case(S.sign(x + 1).json, *[auto("sign")] * 3)] * 3),
    )
    equal = have(GH.equals(G_HAT), auto("G_hat"), known(LEMMA2, [x], auto("Lemma 2")))
    whole = lemmas([last_sign], _each("unfold", (partial,), N, equal))
    bridge = induct(
        "m",
        "0",
        claim,
        intro("", _each("empty", (partial, signs), ZERO, auto("no units"))),
        intro("", known(claim, [], step)),
        known(every("m", "int", implies(m >= 0, claim)), [N - 1], whole),
    )
    return intro("x", intro("", intro("", at_least_one(positive_cell(bridge)))))


def eps1_script() -> Node:
    """eps1 = eps - L/(2N) will do, for all x at once."""
    margin = eps - L / (2 * N)
    bound = intro(
        "x",
        intro("", intro("", intro("", known(SHARP, [x], auto("eps - eps1"))))),
    )
    chosen = node("some", node("both", auto("eps1 > 0"), bound), **{"is": margin.json})
    return have_lemma2(width_facts(have(SHARP, sign_bound_script(), chosen)))


def have_lemma2(then: Node) -> Node:
    """LEMMA2, proved before anything else is known."""
    return have(LEMMA2, intro("x", intro("", intro("", intro("", sharp_script())))), then)


def case2_script() -> Node:
    """k = N would need |x + 1| <= delta_0 < 1/(2N) <= 1/2."""
    one = have(
        k.equals(N),
        node("both", auto(), auto()),
        same(app("b", k), app("b", N), auto("|x + 1| >= 1")),
    )
    index = split((N - 1 - k).json, auto("k <= N - 1"), one)
    facts = have(k <= N - 1, index, node("both", auto(), known_weights(k, auto("b_k"))))
    return at_least_one(positive_cell(have(h <= 1, auto(), facts)))


def eps2_script() -> Node:
    margin = eps - L / (2 * N)
    chosen = node("some", node("both", auto("eps2 > 0"), auto("L/(2N)")), **{"is": margin.json})
    return width_facts(node("both", auto("N > L/(2 eps)"), chosen))


def eq26_script() -> Node:
    triangle = have(REGROUPED.equals(G - f(x)), auto(), _by_signs([ERROR, FIRST_TERM, SECOND_TERM]))
    return have_parts(node("both", triangle, auto(), auto()))


IN_CASE1: Json = implies(FAR, ERROR < eps)
IN_CASE2: Json = every("k", "int", implies(*NEAR, ERROR < eps))
#: the estimate of case 2 for any bound A_k of the other weights
POINT2: Json = every(
    "k",
    "int",
    _reals(
        "Ak deltak",
        implies(
            *NEAR,
            MAX_K,
            delta_k.equals(spending(eps2, COUNT, A_k)),
            delta <= delta_k,
            ERROR < eps,
        ),
    ),
)


def _by_signs(parts: list[Term]) -> Node:
    """Every case of the absolute values."""
    then = auto("triangle")
    for part in parts:
        then = case(part.json, then, then)
    return then


def far_holds() -> Node:
    """Proof of FAR where it is known."""
    return intro("z", intro("", intro("", known(FAR, [var("z")], auto("far")))))


def point1_script() -> Node:
    """IN_CASE1 where 0 <= x <= 1, EPS1 and the budget of case 1 are known."""
    each = each_cost(eps1, N, A)
    sums = ALL.have_close(each, case(S.abs(GH - G).json, auto("+"), auto("-")))
    terms = have_close_terms(eps1, N, A, delta_N, _top_is_positive(), sums)
    close = (S.abs(GH - G) < eps1, at_least_one(have_weighted(terms)))
    end = _by_signs([ERROR, S.abs(GH - G), SIGN_ERROR])
    return intro("", lemmas([close], known(EPS1, [x], end, auto(), auto(), far_holds())))


def point2_script() -> Node:
    """POINT2 where delta > 0, Eq. 8-9, 0 < delta_0 < 1/(2N) and L/(2N) <= eps - eps2 are known."""
    around = [
        (k / N - delta0 <= x, known_weights(k, auto("k/N - delta_0 <= x"))),
        (x <= k / N + delta0, known_weights(k, auto("x <= k/N + delta_0"))),
    ]
    ends = case(FIRST_TERM.json, auto("+"), auto("-"))
    sums = LEFT.have_close(EACH_K, RIGHT.have_close(EACH_K, ends))
    terms = have_close_terms(eps2, COUNT, A_k, delta_k, _top_k_is_positive(), sums)
    first = (
        FIRST_TERM < eps2,
        have(FAR_K, far_script(), have_weighted(terms)),
    )
    second = (
        SECOND_TERM <= L / (2 * N),
        lemmas(around, have_steep(have_place(have_eq25(auto("Eq. 25"))))),
    )
    parts = (REGROUPED.equals(G - f(x)), have_parts(auto("regroup")))
    end = _by_signs([ERROR, FIRST_TERM, SECOND_TERM])
    script = positive_cell(lemmas([first, second, parts], end))
    for _ in range(6):
        script = intro("", script)
    return intro("k", intro("Ak", intro("deltak", script)))


def finish_script() -> Node:
    """Either |x - q/N| <= delta_0 for q = floor(N x + 1/2), 1 <= q <= N - 1, or x is in case 1."""
    q, z = S.floor(N * x + Fraction(1, 2)), var("z")
    size = case(S.abs(at(z)).json, auto("far"), auto("far"))
    beyond = lemmas(
        [(N * (x - z * h) >= Fraction(1, 2), auto()), (x - z * h >= h / 2, auto())], size
    )
    behind = lemmas(
        [(N * (z * h - x) >= Fraction(1, 2), auto()), (z * h - x >= h / 2, auto())], size
    )
    at_last = have(z.equals(N), node("both", auto(), auto()), same(app("b", z), app("b", N), size))

    def far(nearest: Node) -> Node:
        """FAR, where ``nearest`` proves that unit z = q <= N - 1 is far."""
        here = have(z.equals(q), node("both", auto(), auto()), nearest)
        inner = known_weights(
            z, split((q - 1 - z).json, beyond, split((z - 1 - q).json, behind, here))
        )
        return intro("z", intro("", intro("", split((N - 1 - z).json, inner, at_last))))

    def close(nearest: Node) -> Node:
        return have(FAR, far(nearest), known(IN_CASE1, [], auto("case 1"), far_holds()))

    same_unit = same(
        app("b", z),
        app("b", q),
        case(S.abs(at(q)).json, *[case(S.abs(at(z)).json, auto("far"), auto("far"))] * 2),
    )
    near = known(IN_CASE2, [q], auto("case 2"))
    at_q = split((delta0 - S.abs(at(q))).json, near, close(same_unit))
    inside = split(
        (q - 1).json, split((N - 1 - q).json, at_q, close(auto("q > N - 1"))), close(auto("q < 1"))
    )
    return at_least_one(positive_cell(have(h <= 1, auto(), inside)))


# --- the conclusion, as printed and repaired -----------------------------------------------------


def top_of(index: Term) -> Term:
    """alpha_k^*, here any bound of the other weights."""
    return app("alphastar", index)


def limit_of(index: Term) -> Term:
    """delta_k as a function of k."""
    return app("deltaof", index)


def max_k(top: Term) -> Json:
    return every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= top))


#: delta_k = eps2 delta_0/((N - 1) alpha_k^*) is defined and delta <= delta_k, for every k < N
FOR_K: Json = every(
    "k",
    "int",
    implies(
        *BREAK,
        conj(
            max_k(top_of(k)),
            (COUNT * top_of(k)).differs(0),
            (limit_of(k) * (COUNT * top_of(k))).equals(eps2 * delta0),
            delta <= limit_of(k),
        ),
    ),
)
CHOSEN = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS, *SMALL, delta > 0]
PRINTED = [
    *CHOSEN,
    EPS1,
    *BUDGET,
    eps2 > 0,
    L / (2 * N) <= eps - eps2,
    FOR_K,
]
_ONCE_POSITIVE: Json = implies(N > 0, L >= 0, POINT2)


def _max_holds(known_max: Json, *more: Node) -> Node:
    """Proof of MAX_K for a bound that ``known_max`` gives."""
    z = var("z")
    last = known(known_max, [z], auto("|alpha| <= top"), *more)
    return intro("z", intro("", intro("", intro("", last))))


def _cases_of_x(case2: Node) -> Node:
    """The two cases for every x in [0, 1], where POINT2 and EPS1 are known."""
    both_cases = lemmas([(IN_CASE1, point1_script()), (IN_CASE2, case2)], finish_script())
    return intro("x", intro("", intro("", both_cases)))


def _have_point2(then: Node) -> Node:
    once = intro("x", intro("", intro("", intro("", intro("", point2_script())))))
    return have(on_unit_interval(N > 0, L >= 0, POINT2), once, then)


def _use_point2(top: Term, limit: Term, maximum: Node) -> Node:
    """ERROR < eps for the k at hand, by POINT2 with A_k = ``top`` and delta_k = ``limit``."""
    shown = [auto("0 <= x"), auto("x <= 1"), auto("N > 0"), auto("L >= 0")]
    near = [auto("1 <= k"), auto("k < N"), auto("near")]
    rest = [*near, maximum, auto("delta_k"), auto("delta <= delta_k")]
    at_k = known(POINT2, [k, top, limit], auto("case 2"), *rest)
    return known(on_unit_interval(N > 0, L >= 0, POINT2), [x], at_k, *shown)


def conclusion_script() -> Node:
    top = top_of(k)
    quotient = have(
        limit_of(k).equals(spending(eps2, COUNT, top)),
        auto("delta_k"),
        _use_point2(top, limit_of(k), _max_holds(max_k(top))),
    )
    case2 = intro("k", intro("", intro("", intro("", known(FOR_K, [k], quotient)))))
    return _have_point2(width_facts(_cases_of_x(case2)))


#: delta^* of the repaired proof: delta_0 = 1/(4N), alpha^* + 1 in place of alpha^*
_n = var("n")
TOP = total("n", 1, N, S.abs(alpha(_n))) + 1
MARGIN = eps - L / (2 * N)
delta_star = var("deltastar")
REPAIRED_CONCLUSION: Json = exists(
    "deltastar",
    "real",
    conj(
        delta_star > 0,
        every(
            "delta",
            "real",
            implies(delta > 0, delta <= delta_star, on_unit_interval(ERROR < eps)),
        ),
    ),
)
#: the proof with one bound A of all weights and eps2 = eps1
_CORE_GIVEN: list[Json] = [
    conj(N > 0, L >= 0, L / (2 * N) <= eps - eps1, eps2.equals(eps1), eps1 > 0),
    conj(*SMALL, delta > 0),
    MAX,
    conj(A > 0, delta_N.equals(spending(eps1, N, A)), delta <= delta_N),
    EPS1,
]
CORE: Json = _reals(
    "delta0 eps1 eps2 A deltaN delta", implies(*_CORE_GIVEN, on_unit_interval(ERROR < eps))
)


def _core_script() -> Node:
    limit = spending(eps2, COUNT, A)
    numbers = [
        (COUNT * A > 0, auto("(N - 1) A > 0")),
        (N * A * delta_N <= eps1 * delta0, auto("N A delta_N")),
        (COUNT * A * delta <= eps2 * delta0, auto("(N - 1) A delta")),
        (delta <= limit, auto("delta <= delta_k")),
    ]
    small = lemmas(numbers, _use_point2(A, limit, _max_holds(MAX)))
    case2 = intro("k", intro("", intro("", intro("", small))))
    script = _have_point2(_cases_of_x(case2))
    for _ in _CORE_GIVEN:
        script = intro("", script)
    for name in ("delta", "deltaN", "A", "eps2", "eps1", "delta0"):
        script = intro(name, script)
    return script


def _have_maximum(then: Node) -> Node:
    """MAX for A = sum |alpha_j| + 1, and A > 0."""
    z, last = var("z"), m + 1

    def sizes(high: Term) -> Term:
        return total("n", 1, high, S.abs(alpha(_n)))

    def below(high: Term) -> Json:
        each = every("i", "int", implies(i >= 1, i <= high, S.abs(alpha(i)) <= sizes(high)))
        return conj(sizes(high) >= 0, each)

    old = known(below(m)[2], [z], auto("an earlier weight"))
    equal = node("both", auto(), auto())
    newest = have(
        z.equals(last),
        equal,
        same(
            alpha(z),
            alpha(last),
            case(S.abs(alpha(z)).json, *[case(S.abs(alpha(last)).json, auto(), auto())] * 2),
        ),
    )
    one = intro("z", intro("", intro("", split((m - z).json, old, newest))))
    step = have(
        S.abs(alpha(last)) >= 0,
        auto(),
        _each("unfold", (sizes,), last, node("both", auto("sum >= 0"), one)),
    )
    base = _each("empty", (sizes,), ZERO, node("both", auto(), auto("no weights")))
    maximum = intro("z", intro("", intro("", known(below(N)[2], [z], auto("A")))))
    full = have(_at(MAX, {"A": TOP}), maximum, then)
    return induct(
        "m",
        "0",
        below(m),
        base,
        step,
        known(every("m", "int", implies(m >= 0, below(m))), [N], full),
    )


def _at(json: Any, values: dict[str, Term]) -> Any:
    """``json`` (a formula, or a script) with terms in place of free names."""
    if isinstance(json, str):
        return values[json].json if json in values else json
    if isinstance(json, list):
        if json and json[0] in ("all", "some", "sum"):
            return [*json[:2], *(_at(a, values) for a in json[2:])]
        return [*json[:1], *(_at(a, values) for a in json[1:])] if json else json
    return json


def repaired_script() -> Node:
    delta_zero = h / 4
    star = MARGIN * delta_zero / (N * TOP)
    within = on_unit_interval(ERROR < eps)
    numbers = node("both", *[auto("numbers")] * 5)
    eps1_known = known(SHARP, [x], auto("eps - eps1"))
    eps1_proof = intro("x", intro("", intro("", intro("", eps1_known))))
    maximum = intro("z", intro("", intro("", known(_at(MAX, {"A": TOP}), [var("z")], auto()))))
    core = known(
        CORE,
        [delta_zero, MARGIN, MARGIN, TOP, star, delta],
        intro("x", intro("", intro("", known(within, [x], auto("below eps"))))),
        numbers,
        node("both", *[auto("small")] * 3),
        maximum,
        node("both", auto("A > 0"), auto("delta_N"), auto("delta <= delta_N")),
        eps1_proof,
    )
    of_delta = intro("delta", intro("", intro("", core)))
    chosen = node("some", node("both", auto("delta* > 0"), of_delta), **{"is": star.json})
    positive = lemmas(
        [
            (MARGIN > 0, auto("eps - L/(2N) > 0")),
            (TOP > 0, auto("A > 0")),
            (N * TOP > 0, auto("N A > 0")),
            (star > 0, auto("delta* > 0")),
        ],
        chosen,
    )
    facts = width_facts(have(SHARP, sign_bound_script(), _have_maximum(positive)))
    return have(CORE, _core_script(), have_lemma2(facts))


# --- the units, and other norm sizes -------------------------------------------------------------


def put(script: Any, values: dict[str, Term]) -> Any:
    """A script with terms in place of free names, also where it looks before it goes on."""
    if callable(script):
        return lambda context: put(script(context), values)
    if isinstance(script, dict):
        terms = ("show", "on", "at", "is", "term", "claim", "first", "second", "from")
        changed = {
            key: [_at(a, values) for a in script[key]] if key == "at" else _at(script[key], values)
            for key in terms
            if key in script
        }
        then = {"then": [put(child, values) for child in script.get("then", [])]}
        look_again = {"function": put(script["function"], values)} if "function" in script else {}
        return {**script, **changed, **(then if "then" in script else {}), **look_again}
    return script


def unit_of_norm(size: int, then: Node) -> Node:
    """The unit identity of Lemma 1 for LN-``size``."""
    values = {"d": S.const(size)}
    return have(_at(IDENTITY, values), put(identity_script(), values), then)


def use_unit_of_norm(size: int, at: Term, small: Term, then: Node) -> Node:
    return known(_at(IDENTITY, {"d": S.const(size)}), [at, small], then)


ROOT_D = delta * ROOT
UNIT_2 = _at(layer_norm_unit(t).json, {"d": S.const(2)})
SMALL_D = (t / (S.abs(t) + ROOT_D)).equals(smooth(t))
ERROR_D = S.abs(total("i", 1, N, alpha(i) * (at(i) / (S.abs(at(i)) + ROOT_D))) - f(x))
#: alpha^* = max |alpha_j|, attained at p
MAXIMUM: list[Json] = [p >= 1, p <= N, A.equals(S.abs(alpha(p))), MAX]
MAXIMUM_K: list[Json] = [
    *BREAK, p >= 1, p <= N, p.differs(k), A_k.equals(S.abs(alpha(p))), MAX_K
]  # fmt: skip
_ANY = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS]
_ZERO: tuple[tuple[str, ...], Json] = (("u",), "0")
_ONE: tuple[tuple[str, ...], Json] = (("u",), "1")
_CENTRED: tuple[tuple[str, ...], Json] = (("u",), ["-", "u", "1/2"])


def _unit2_script() -> Node:
    root = S.sqrt(S.const(2) / 2)
    end = have(S.abs(t) + delta > 0, auto(), auto("the unit"))
    one = define(root.json, auto("2/2 >= 0"), have(root.equals(1), auto(), end))
    known_unit = use_unit_of_norm(2, t, delta, one)
    return unit_of_norm(2, known_unit)


def _norm_18() -> Attempt:
    """f = 1 and N = 1 for d = 18: delta = delta_N, and the error at x = 0 is eps."""
    quarter = Fraction(1, 4)
    ninth = Fraction(1, 9)
    values = {
        "N": 1, "d": 18, "L": 0, "eps": quarter, "eps1": quarter, "eps2": quarter,
        "A": 1, "delta0": Fraction(4, 9), "deltaN": ninth, "delta": ninth,
    }  # fmt: skip
    functions = {"f": _ONE, "alpha": _ONE, "b": _ONE, "alphastar": _ONE, "deltaof": _ONE}
    witness = Witness(values, functions)
    given = [d >= 2, *PRINTED]
    sum_of_one = instantiate(GH.json, witness)

    def one_unit(then: Node, on: Json) -> Node:
        return node("unfold", auto(), node("empty", auto(), then, on=_shorter(on)), on=on)

    eps1_proof = intro(
        "x",
        intro(
            "", intro("", intro("", one_unit(case(S.sign(x + 1).json, *[auto()] * 3), sum_of_one)))
        ),
    )
    error = _at(instantiate(ERROR_D.json, witness), {"x": ZERO})
    total_18 = error[1][1]
    scale = _at(total_18[4][2][2], {"i": ONE})
    positive = have(["<", "0", scale], auto("scale > 0"), one_unit(auto("error at 0"), total_18))
    at_zero = node("some", node("both", auto(), node("both", auto(), positive)), **{"is": "0"})
    return Attempt(
        "pln.thm1.simplify.conclusion",
        "$d = 18$, $f = 1$, $N = 1$, $epsilon = epsilon_1 = 1\\/4$, $delta_0 = 4\\/9$, so "
        "$delta_N = 1\\/9 = delta$: the error at $x = 0$ is $epsilon$",
        sequent(given, on_unit_interval(ERROR_D < eps)),
        witness,
        {given.index(EPS1): lambda: eps1_proof},
        lambda: at_zero,
    )


def _shorter(on: Json) -> Json:
    """A sum without its last term, as the kernel writes it."""
    return [*on[:3], ["-", on[3], "1"], on[4]]


# --- the printed lines ---------------------------------------------------------------------------


def _attempt(
    name: str,
    says: str,
    given: list[Json],
    show: Json,
    values: dict[str, Any],
    functions: dict[str, Any],
    givens: dict[int, Callable[[], Node]] | None = None,
) -> Attempt:
    witness = Witness(values, functions)
    return Attempt(f"pln.thm1.{name}", says, sequent(given, show), witness, givens or {})


def _only_two() -> Node:
    """|alpha_j| <= 0 for 1 <= j <= 2, j != 1, where alpha_j = (2 - j)/4."""
    z = var("z")
    two = case(S.abs((2 - z) / 4).json, auto("j = 2"), auto("j = 2"))
    one = have(z.equals(1), node("both", auto(), auto()), auto("j = 1"))
    return intro("z", intro("", intro("", intro("", split((z - 2).json, two, one)))))


#: b_hat_1 = -1/2 and b_hat_2 = 1 as one function of the index
_TWO_BIASES: tuple[tuple[str, ...], Json] = (("u",), ["-", ["*", "3/2", "u"], "2"])
_STANDS = "pln.thm1.statement"
_E_OF_N = app("e", i)
_EACH_BELOW: Json = every("i", "int", implies(i >= 0, _E_OF_N < eps))
_ALL_BELOW: Json = exists(
    "B", "real", conj(var("B") < eps, every("i", "int", implies(i >= 0, _E_OF_N <= var("B"))))
)


def _supremum() -> Attempt:
    """e(n) = 1 - 1/(n + 1) < 1 for every n, and the supremum is 1."""
    B, z = var("B"), var("z")
    e_of = ["-", "1", ["/", "1", ["+", "u", "1"]]]
    below = intro("z", intro("", have(z + 1 > 0, auto(), have(1 / (z + 1) > 0, auto(), auto()))))
    n = S.floor(1 / (1 - B))
    exceeds = lemmas(
        [
            (1 - B > 0, auto()),
            (1 / (1 - B) > 0, auto()),
            (n + 1 > 1 / (1 - B), auto()),
            (n >= 0, split(n.json, auto(), auto())),
            (n + 1 > 0, auto()),
            ((n + 1) * (1 - B) > 1, auto()),
            (1 / (n + 1) > 0, auto()),
            (1 / (n + 1) < 1 - B, auto()),
        ],
        node("some", node("both", auto(), auto()), **{"is": n.json}),
    )
    known_before = have(1 - B > 0, auto(), exceeds)
    return Attempt(
        "pln.thm1.final.supremum",
        "$e_n = 1 - 1 \\/ (n + 1)$, $epsilon = 1$: every $e_n < epsilon$, yet the supremum is "
        "$epsilon$",
        sequent([_EACH_BELOW], _ALL_BELOW),
        Witness({"eps": 1}, {"e": (("u",), e_of)}),
        {0: lambda: below},
        lambda: intro("B", intro("", known_before)),
    )


LINES: tuple[Line, ...] = (
    Line(
        "pln.thm1.units",
        "$G(x) = sum_(j=1)^N hat(alpha)_j s_j(x)$ with $s_j(x) = (x + hat(b)_j) \\/ "
        "(abs(x + hat(b)_j) + delta)$, by Lemma 1",
        (
            obligation(
                "units.two",
                "one unit for $d = 2$, for every input $t$",
                [delta > 0],
                ["=", UNIT_2, smooth(t).json],
                _unit2_script,
            ),
        ),
        reading="$d = 2$, as the next sentence says",
    ),
    Line(
        "pln.thm1.simplify",
        "we simplify $delta sqrt(d \\/ 2)$ as $delta$, since they are almost the same for "
        "$delta -> 0$; also the proof of the case $d = 2$, easy to extend to $d > 2$",
        attempts=(
            _attempt(
                "simplify.equal",
                "$d = 8$, $t = 1$, $delta = 1$: $1\\/3$ is not $1\\/2$",
                [d >= 2, delta > 0],
                SMALL_D,
                {"d": 8, "t": 1, "delta": 1},
                {},
            ),
            _norm_18(),
        ),
        conclusion_stands=_STANDS,
        why="for $d != 2$ the displayed $s_j$ is not a unit of the network, and with the printed "
        "$delta^*$ the conclusion $abs(G(x) - f(x)) < epsilon$ is false for $d = 18$",
        repair="ask for $delta sqrt(d \\/ 2) <= delta^*$ (`pln.thm1.simplify.repaired`)",
    ),
    Line(
        "pln.thm1.eps1",
        "there is some $epsilon_1 > 0$, subjected to $abs(hat(G)(x) - f(x)) <= "
        "epsilon - epsilon_1$",
        (
            obligation(
                "eps1.exists",
                "one $epsilon_1$ for all $x$ of case 1, namely $epsilon - L \\/ (2 N)$",
                _ANY,
                exists("eps1", "real", conj(eps1 > 0, EPS1)),
                eps1_script,
            ),
        ),
        reading="$epsilon_1$ is the same for all $x$, since $delta_N$ depends on it",
    ),
    Line(
        "pln.thm1.eq16",
        "Eq. 16: $abs(hat(G) - G) = abs(sum_j hat(alpha)_j [t_j\\/abs(t_j) - t_j\\/(abs(t_j) + "
        "delta)]) <= sum_j abs(hat(alpha)_j) abs(t_j\\/abs(t_j) - t_j\\/(abs(t_j) + delta)) = "
        "sum_j abs(hat(alpha)_j) abs(delta t_j\\/(abs(t_j) (abs(t_j) + delta))) = "
        "sum_j abs(hat(alpha)_j) delta\\/(abs(t_j) + delta)$, $t_j = x + hat(b)_j$",
        (
            obligation(
                "eq16.chain",
                "each of the four relations, for every $N$ and all weights and biases",
                [N > 0, delta > 0, delta0 > 0, FAR],
                EQ16,
                eq16_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.delta_N",
        "given $alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$ and "
        "$delta_N = epsilon_1 delta_0 \\/ (N alpha^*)$",
        attempts=(
            _attempt(
                "delta_N.zero",
                "$f = 0$: every weight is $0$, so $alpha^* = 0$",
                [*_ANY, *MAXIMUM],
                (N * A).differs(0),
                {"N": 1, "p": 1, "A": 0, "L": 0, "eps": 1},
                {"f": _ZERO, "alpha": _ZERO, "b": _ONE},
            ),
            _attempt(
                "delta_N.line",
                "$f(u) = u - 1\\/2$, $L = 1$, $epsilon = 1$, so $N = 1$: $alpha^* = "
                "abs(f(1\\/2)) = 0$",
                [*_ANY, *MAXIMUM],
                (N * A).differs(0),
                {"N": 1, "p": 1, "A": 0, "L": 1, "eps": 1},
                {"f": _CENTRED, "alpha": _ZERO, "b": _ONE},
            ),
        ),
        why="$delta_N$ divides by $N alpha^*$, which is $0$ where all weights are",
        repair="$delta_N = epsilon_1 delta_0 \\/ (N (alpha^* + 1))$ "
        "(`pln.thm1.delta_N.repaired`); Eq. 17 is proved for any bound $alpha^* != 0$",
    ),
    Line(
        "pln.thm1.eq17",
        "Eq. 17: for $delta <= delta_N$, $abs(hat(G) - G) <= sum_j abs(hat(alpha)_j) "
        "delta\\/(abs(t_j) + delta) < sum_j alpha^* dot epsilon_1 delta_0\\/(N alpha^*) dot "
        "1\\/(delta_0 + delta) = epsilon_1 delta_0\\/(delta_0 + delta) < epsilon_1$",
        (
            obligation(
                "eq17.chain",
                "each of the four relations, where $delta_N$ is defined",
                [*CASE1, *BUDGET],
                EQ17,
                eq17_script,
            ),
        ),
        reading="$alpha^*$ is any bound of the weights for which $N alpha^* != 0$",
    ),
    Line(
        "pln.thm1.eq18",
        "Eq. 18: $abs(G - f) <= abs(G - hat(G)) + abs(hat(G) - f) < epsilon_1 + epsilon - "
        "epsilon_1 = epsilon$",
        (
            obligation(
                "eq18.chain",
                "each of the three relations, from Eq. 17 and the choice of $epsilon_1$",
                [S.abs(GH - G) < eps1, SIGN_ERROR <= eps - eps1],
                EQ18,
                eq18_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.case2",
        "if $abs(x + hat(b)_k) <= delta_0$, for $x in [0, 1]$ and $delta_0 in (0, 1\\/(2N))$, we "
        "have $1 <= k <= N - 1$ and $hat(b)_k = - k\\/N$",
        (
            obligation(
                "case2.index",
                "unit $N$ is never near",
                [N > 0, *WEIGHTS, *SMALL, *IN_UNIT_INTERVAL, k >= 1, k <= N, NEAR[2]],
                conj(k <= N - 1, app("b", k).equals(-k / N)),
                case2_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eps2",
        "$N > L\\/(2 epsilon)$; hence there is some $epsilon_2 > 0$ with "
        "$L\\/(2N) <= epsilon - epsilon_2$",
        (
            obligation(
                "eps2.exists",
                "both",
                [eps > 0, WIDTH, LIPSCHITZ],
                conj(
                    L / (2 * eps) < N,
                    exists("eps2", "real", conj(eps2 > 0, L / (2 * N) <= eps - eps2)),
                ),
                eps2_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq19",
        "Eq. 19: $abs(G - f) = abs(G - f + hat(G) - hat(G)) = abs(sum_(j != k) hat(alpha)_j s_j + "
        'hat(alpha)_k s_k - f + hat(G) - sum_(j != k) hat(alpha)_j "sign" t_j - hat(alpha)_k '
        '"sign" t_k) <= abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) hat(alpha)_j '
        '"sign" t_j) + abs(hat(G) + hat(alpha)_k s_k - hat(alpha)_k "sign" t_k - f)$',
        (
            obligation(
                "eq19.chain",
                "each of the three relations, for every $N$, $k$ and all weights and biases",
                [N > 0, delta > 0, *BREAK],
                EQ19,
                eq19_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.delta_k",
        "$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$ and "
        "$delta_k = epsilon_2 delta_0 \\/ ((N - 1) alpha_k^*)$",
        attempts=(
            _attempt(
                "delta_k.zero",
                "$f(u) = u - 1\\/2$, $L = 1$, $epsilon = 1\\/2$, so $N = 2$; $k = 1$: "
                "$alpha_1^* = abs(hat(alpha)_2) = 0$",
                [*_ANY, *MAXIMUM_K],
                ((N - 1) * A_k).differs(0),
                {"N": 2, "k": 1, "p": 2, "Ak": 0, "L": 1, "eps": Fraction(1, 2)},
                {
                    "f": _CENTRED,
                    "alpha": (("u",), ["/", ["-", "2", "u"], "4"]),
                    "b": _TWO_BIASES,
                },
                {len(_ANY) + MAXIMUM_K.index(MAX_K): _only_two},
            ),
        ),
        why="$delta_k$ divides by $(N - 1) alpha_k^*$, which is $0$ where all other weights are",
        repair="$delta_k = epsilon_2 delta_0 \\/ ((N - 1) (alpha_k^* + 1))$ "
        "(`pln.thm1.delta_k.repaired`)",
    ),
    Line(
        "pln.thm1.eq20",
        "Eq. 20: for $delta <= delta_k$, $abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) "
        'hat(alpha)_j "sign" t_j) = ... <= ... = ... = sum_(j != k) abs(hat(alpha)_j) '
        "delta\\/(abs(t_j) + delta) < sum_(j != k) alpha_k^* dot epsilon_2 delta_0\\/((N - 1) "
        "alpha_k^*) dot 1\\/(delta_0 + delta) = epsilon_2 delta_0\\/(delta_0 + delta) < epsilon_2$",
        (
            obligation(
                "eq20.far",
                "the units $j != k$ are farther than $delta_0$ from $x$",
                CASE2,
                FAR_K,
                far_script,
            ),
            obligation(
                "eq20.chain",
                "each of the seven relations, where $delta_k$ is defined",
                [*CASE2, *BUDGET_K],
                EQ20,
                eq20_script,
            ),
        ),
        reading="$alpha_k^*$ is any bound of the other weights with $(N - 1) alpha_k^* != 0$",
    ),
    Line(
        "pln.thm1.eq21",
        "Eq. 21: $hat(G)(x) = f((2k-1)\\/(2N))$, $1/2 f((2k-1)\\/(2N)) + 1/2 f((2k+1)\\/(2N))$, "
        "$f((2k+1)\\/(2N))$ for $k\\/N - delta_0 <= x < k\\/N$, $x = k\\/N$, "
        "$k\\/N < x <= k\\/N + delta_0$",
        (
            obligation(
                "eq21.values",
                "all three cases, for every $N$ and $k$",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ21,
                eq21_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq22",
        'Eq. 22: $hat(alpha)_k "sign"(x + hat(b)_k)$ in the same three cases',
        (
            obligation(
                "eq22.values",
                "all three cases",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ22,
                eq22_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq23",
        'Eq. 23: $hat(G)(x) - hat(alpha)_k "sign"(x + hat(b)_k) = 1/2 [f((2k+1)\\/(2N)) + '
        "f((2k-1)\\/(2N))]$",
        (
            obligation(
                "eq23.value",
                "for every $N$ and $k$",
                [N > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ23,
                lambda: have_place(have_value(auto("Eq. 23"))),
            ),
        ),
    ),
    Line(
        "pln.thm1.eq24",
        "Eq. 24: $hat(alpha)_k s_k(x) = 1/2 [f((2k+1)\\/(2N)) - f((2k-1)\\/(2N))] dot "
        "(x - k\\/N) \\/ (abs(x - k\\/N) + delta)$",
        (
            obligation(
                "eq24.value",
                "for every $N$ and $k$",
                [N > 0, delta > 0, *WEIGHTS, *SMALL, *AROUND],
                EQ24,
                eq24_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq25",
        "$s_k(x) in (-1, 1)$, $s_k(x) (k\\/N - x) <= 0$, and Eq. 25: $abs(hat(G)(x) - "
        'hat(alpha)_k "sign"(x + hat(b)_k) + hat(alpha)_k s_k(x) - f(x)) = ... <= ... <= ... = '
        "... = L\\/(2N) + L s_k(x) (k\\/N - x) <= L\\/(2N) <= epsilon - epsilon_2$",
        (
            obligation(
                "eq25.chain",
                "what is said of $s_k$, and each of the seven relations",
                [
                    N > 0,
                    delta > 0,
                    *WEIGHTS,
                    *SMALL,
                    *AROUND,
                    LIPSCHITZ,
                    L / (2 * N) <= eps - eps2,
                ],
                EQ25,
                eq25_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.eq26",
        "Eq. 26: $abs(G - f) <= abs(sum_(j != k) hat(alpha)_j s_j - sum_(j != k) hat(alpha)_j "
        '"sign" t_j) + abs(hat(G) + hat(alpha)_k s_k - hat(alpha)_k "sign" t_k - f) < '
        "epsilon_2 + epsilon - epsilon_2 = epsilon$",
        (
            obligation(
                "eq26.chain",
                "each of the three relations, from Eq. 19, 20 and 25",
                [N > 0, delta > 0, *BREAK, FIRST_TERM < eps2, SECOND_TERM <= eps - eps2],
                EQ26,
                eq26_script,
            ),
        ),
    ),
    Line(
        "pln.thm1.conclusion",
        "therefore, given $delta^* = min(delta_1, ..., delta_N)$, when $delta <= delta^*$, we have "
        "$abs(G(x) - f(x)) < epsilon, forall x in [0, 1]$",
        (
            obligation(
                "conclusion.d2",
                "for every $N$, $f$ and $x$, where $delta_1, ..., delta_N$ are defined",
                PRINTED,
                on_unit_interval(ERROR < eps),
                conclusion_script,
            ),
        ),
        reading="$d = 2$, and no $delta_k$ divides by $0$",
    ),
    Line(
        "pln.thm1.final",
        'consequently, $cal(N)("LN") <= floor(L \\/ 2 epsilon) + 1$ and '
        '$cal(W)("LN") <= 2 (floor(L \\/ 2 epsilon) + 1)$',
        attempts=(_supremum(),),
        conclusion_stands=_STANDS,
        why="Definition 3 asks for $sup_f inf_G sup_x abs(f - G) < epsilon$; an error below "
        "$epsilon$ for each $f$ alone leaves $sup_f <= epsilon$.  The second bound is that of "
        "Theorem 1 for $d = 2$ only",
        repair="the bound $(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ is the same for every $f$ "
        "(`pln.thm1.statement`)",
    ),
)


# --- what holds in place of the failing lines ----------------------------------------------------


def _quotient_script(number: Term, top: Term) -> Node:
    """number (top + 1) > 0, so the quotient is a positive number."""
    size = S.abs(alpha(p)) >= 0
    positive = [
        (size, auto()),
        (top >= 0, auto("alpha* >= 0")),
        (number > 0, auto("number > 0")),
        (number * (top + 1) > 0, auto("number (alpha* + 1) > 0")),
        (1 / (number * (top + 1)) > 0, auto()),
    ]
    return lemmas(positive, auto("the quotient is positive"))


def _norm_script() -> Node:
    end = lemmas(
        [
            (ROOT * delta > 0, auto("delta sqrt(d/2) > 0")),
            (S.abs(t) + ROOT_D > 0, auto("|t| + delta sqrt(d/2) > 0")),
        ],
        node("both", auto("delta' > 0"), _norm_unit(), intro("", _norm_small())),
    )
    return have(IDENTITY, identity_script(), dimension_facts(end))


def _norm_unit() -> Node:
    return known(IDENTITY, [t, delta], auto("the unit"))


def _norm_small() -> Node:
    r = S.sqrt(2 / d)
    times = have(delta * ROOT <= delta_star * r * ROOT, auto("times sqrt(d/2)"), auto("delta'"))
    return times


REPAIRS: tuple[Obligation, ...] = (
    obligation(
        "simplify.repaired",
        "For every $d >= 2$ and $delta > 0$ the unit is $t \\/ (abs(t) + delta')$ with "
        "$delta' = delta sqrt(d \\/ 2) > 0$, and $delta <= delta^* sqrt(2 \\/ d)$ gives "
        "$delta' <= delta^*$: the proof for $d = 2$ is one for every $d$ with $delta'$ in place of "
        "$delta$.",
        [d >= 2, delta > 0],
        conj(
            ROOT_D > 0,
            layer_norm_unit(t).equals(t / (S.abs(t) + ROOT_D)),
            implies(delta <= delta_star * S.sqrt(2 / d), ROOT_D <= delta_star),
        ),
        _norm_script,
    ),
    obligation(
        "delta_N.repaired",
        "$delta_N = epsilon_1 delta_0 \\/ (N (alpha^* + 1))$ is a positive number for every $f$.",
        [*_ANY, *MAXIMUM, eps1 > 0, *SMALL],
        spending(eps1, N, A + 1) > 0,
        lambda: at_least_one_of_width(_quotient_script(N, A)),
    ),
    obligation(
        "delta_k.repaired",
        "$delta_k = epsilon_2 delta_0 \\/ ((N - 1) (alpha_k^* + 1))$ is a positive number for "
        "every $f$ and every $1 <= k <= N - 1$.",
        [*_ANY, *MAXIMUM_K, eps2 > 0, *SMALL],
        spending(eps2, COUNT, A_k + 1) > 0,
        lambda: _quotient_script(COUNT, A_k),
    ),
    obligation(
        "conclusion.repaired",
        "For every $L$, $epsilon > 0$ and every $L$-Lipschitz $f$ on $[0, 1]$, with the weights of "
        "Eq. 8-9 and $N = floor(L \\/ (2 epsilon)) + 1$, there is a $delta^* > 0$ such that "
        "$abs(sum_(j=1)^N hat(alpha)_j (x + hat(b)_j) \\/ (abs(x + hat(b)_j) + delta) - f(x)) < "
        "epsilon$ for all $0 < delta <= delta^*$ and all $x in [0, 1]$: the printed proof with "
        "$sum_j abs(hat(alpha)_j) + 1$ in place of $alpha^*$ and $alpha_k^*$.",
        _ANY,
        REPAIRED_CONCLUSION,
        repaired_script,
    ),
)


def at_least_one_of_width(then: Node) -> Node:
    """N > 0, from 1 <= p <= N."""
    return have(N > 0, auto("N > 0"), then)


# --- the statement altered, and its hypotheses at one point --------------------------------------

_DROPPED, _TIGHTENED = "hypothesis dropped", "constant tightened"
_UNIT: tuple[tuple[str, ...], Json] = (
    ("v", "w"), ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "1"]]
)  # fmt: skip


def _unit_holds(size: int, small: Fraction) -> Node:
    """Proof that s(lam, t) = lam t/(|lam t| + c) is the LN-size unit, c = small sqrt(size/2)."""
    at, level = lam * t, S.const(small)
    root = S.sqrt(S.const(size) / 2)
    size_c = S.const(small * _root(size))
    end = lemmas(
        [
            (S.abs(at) + size_c > 0, auto("|lam t| + c > 0")),
            (root.equals(S.const(_root(size))), auto("sqrt(d/2)")),
        ],
        auto("the unit"),
    )
    unit = define(root.json, auto("d/2 >= 0"), use_unit_of_norm(size, at, level, end))
    return unit_of_norm(size, intro("lam", intro("t", intro("", unit))))


def _root(size: int) -> int:
    """sqrt(size/2), where it is an integer."""
    return {2: 1, 8: 2}[size]


def _exceeds(body: Json, at: Term, conditions: int) -> Node:
    """Proof that x = ``at`` fulfils the conditions on x and the error there is above the bound.

    For N = 1; ``body`` is the error as a function of x.
    """
    size = _at(body, {"x": at})
    steps, last = size[1][1][1], size[1][1][2][2]  # |steps + LEVEL * last - f(x)|
    cases = case(size, auto("the error"), auto("the error"))
    if last == "0":
        end = node("empty", auto("no steps"), cases, on=steps)
    else:
        cases = case(last[2][1], cases, cases)
        end = node("empty", auto("no steps"), cases, on=steps)
        end = have(["<", "0", last[2]], auto("|lam t| + c > 0"), end)
    for _ in range(conditions):
        end = node("both", auto("x in the domain"), end)
    return node("some", end, **{"is": at.json})


def _premises(formula: Json) -> int:
    if formula[0] == "all":
        return _premises(formula[3])
    return 1 + _premises(formula[2]) if formula[0] == "implies" else 0


@dataclass(frozen=True)
class _Altered:
    """The statement of Theorem 1 in one other form, and data at which it fails."""

    name: str
    kind: str
    says: str
    given: list[Json]
    show: Json
    values: dict[str, Any]
    f: Json
    at: Term
    unit: tuple[tuple[str, ...], Json] = _UNIT
    unit_script: Callable[[], Node] = lambda: _unit_holds(2, Fraction(1))

    def control(self, unit: Json, error: Callable[[Term], Term]) -> Control:
        """As a control; ``unit`` is the hypothesis that says what s abbreviates."""
        witness = Witness(self.values, {"f": (("u",), self.f), "s": self.unit})
        conclusion = self.show[2]
        scaled = conclusion[0] == "some"
        everywhere = conclusion[3][2] if scaled else conclusion
        body = instantiate(error(lam if scaled else ONE).json, witness)
        exceeds = _exceeds(body, self.at, _premises(everywhere))

        def script() -> Node:
            return intro("lam", intro("", exceeds)) if scaled else exceeds

        attempt = Attempt(
            f"pln.thm1.control.{self.name}",
            self.says,
            sequent(self.given, self.show),
            witness,
            {self.given.index(unit): self.unit_script},
            script,
            part=1,
        )
        return Control(attempt, self.kind)


def _controls() -> tuple[Control, ...]:
    dimension, positive_eps, positive_delta, width, lipschitz_f, unit = GIVEN
    if unit != UNIT:
        raise ValueError("the hypotheses of Theorem 1 stand in another order")

    def shows(bound: Term, domain: list[Json] = IN_UNIT_INTERVAL) -> Json:
        everywhere = every("x", "real", implies(*domain, error(lam) <= bound))
        return conj(bound < eps, exists("lam", "real", conj(lam > 0, everywhere)))

    def data(L: int, eps: Fraction | int, delta: int = 1, d: int = 2) -> dict[str, Any]:
        return {"N": 1, "d": d, "L": L, "eps": eps, "delta": delta}

    def without(*dropped: Json, more: tuple[Json, ...] = ()) -> list[Json]:
        return [*(hypothesis for hypothesis in GIVEN if hypothesis not in dropped), *more]

    half, quarter, show = Fraction(1, 2), Fraction(1, 4), shows(HALFWAY)
    narrower = N.equals(S.floor(L / (2 * eps)))
    threefold = N.equals(S.floor(L / (3 * eps)) + 1)
    #: LN-1 of one coordinate
    h1 = layer_norm(S, Dense((lam * t,), S), delta).head[0]
    unit_1 = _reals("lam t", implies(lam > 0, app("s", lam, t).equals(h1)))
    unscaled = conj(HALFWAY < eps, on_unit_interval(error(ONE) <= HALFWAY))
    one_scale = (("v", "w"), ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "10"]])
    altered = (
        _Altered(
            "eps",
            _DROPPED,
            "without $epsilon > 0$: $epsilon = -1$, $f = 0$",
            without(positive_eps),
            show,
            data(0, -1),
            "0",
            ZERO,
        ),
        _Altered(
            "lipschitz",
            _DROPPED,
            "for a function that is not $L$-Lipschitz: $f(u) = u$, $L = 0$, $epsilon = 1\\/4$",
            without(lipschitz_f),
            show,
            data(0, quarter),
            "u",
            ONE,
        ),
        _Altered(
            "right",
            _DROPPED,
            "to the right of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = 2$",
            GIVEN,
            shows(HALFWAY, [x >= 0]),
            data(1, 1),
            "u",
            S.const(2),
        ),
        _Altered(
            "left",
            _DROPPED,
            "to the left of $[0, 1]$: $f(u) = u$, $epsilon = 1$, at $x = -1$",
            GIVEN,
            shows(HALFWAY, [x <= 1]),
            data(1, 1),
            "u",
            S.const(-1),
        ),
        _Altered(
            "norm",
            _DROPPED,
            "for $d = 1$: LN-1 is $0$, so no network reaches $f = 1$",
            without(dimension, unit, more=(unit_1,)),
            show,
            data(0, half),
            "1",
            ZERO,
            (("v", "w"), "0"),
            lambda: _unit1_script(),
        ),
        _Altered(
            "scale",
            _DROPPED,
            "with weights of one scale: $f = 1$, $delta = 10$, $epsilon = 1\\/2$, at $x = 0$",
            GIVEN,
            unscaled,
            data(0, half, 10),
            "1",
            ZERO,
            one_scale,
            lambda: _unit_holds(2, Fraction(10)),
        ),
        _Altered(
            "width",
            _TIGHTENED,
            "one unit fewer, $N = floor(L \\/ (2 epsilon))$: $f(u) = u$, $epsilon = 1\\/2$, at "
            "$x = 1$, for every scale of the weights",
            without(width, more=(narrower,)),
            show,
            data(1, half),
            "u",
            ONE,
        ),
        _Altered(
            "factor",
            _TIGHTENED,
            "$3 epsilon$ instead of $2 epsilon$: $f(u) = u$, $epsilon = 1\\/2$, at $x = 1$",
            without(width, more=(threefold,)),
            show,
            data(1, half),
            "u",
            ONE,
        ),
        _Altered(
            "bound",
            _TIGHTENED,
            "$L \\/ (2 N)$ instead of halfway to $epsilon$: $f(u) = u$, $epsilon = 1$, $x = 1$",
            GIVEN,
            shows(L / (2 * N)),
            data(1, 1),
            "u",
            ONE,
        ),
    )
    controls = [case.control(unit_1 if case.name == "norm" else unit, error) for case in altered]
    free_delta = without(positive_delta, unit)
    return (*controls, _negative_delta(free_delta, show, error))


def _total_unit(at: Term) -> Term:
    """LN-2([u, -u])_1 at delta = -1, where a quotient by 0 is 0."""
    return S.ratio(at, S.abs(at) - 1, ZERO)


def _negative_delta(given: list[Json], show: Json, error: Callable[[Term], Term]) -> Control:
    """f(u) = u - 1/2, N = 2, delta = -1: near its breakpoint the unit has a pole."""
    h2 = Dense((lam * t, -(lam * t)), S)
    ln2 = layer_norm(S, h2, delta, at_zero=ZERO).head[0]
    unit = _reals("lam t", implies(lam > 0, app("s", lam, t).equals(ln2)))
    values = {"N": 2, "d": 2, "L": 1, "eps": Fraction(1, 2), "delta": -1}
    body = _total_unit(var("v") * var("w")).json
    witness = Witness(values, {"f": _CENTRED, "s": (("v", "w"), body)})
    attempt = Attempt(
        "pln.thm1.control.delta",
        "for $delta = -1$, a quotient by $0$ read as $0$: $f(u) = u - 1\\/2$, $N = 2$; the unit "
        "has a pole near its breakpoint",
        sequent([*given, unit], show),
        witness,
        {len(given): lambda: put(_total_unit_script(h2), {"delta": S.const(-1)})},
        lambda: _pole_script(instantiate(error(lam).json, witness)),
        part=1,
    )
    return Control(attempt, _DROPPED)


#: |u| - |sign(|u| - 1)| is never 0
_NEVER_ZERO: Json = _reals("u", (S.abs(_u) - 1 + 1 - S.abs(S.sign(S.abs(_u) - 1))).differs(0))


def _have_never_zero(then: Node) -> Node:
    z = S.sign(S.abs(_u) - 1)
    cases = case(z.json, *[case(S.abs(z).json, auto("not 0"), auto("not 0"))] * 3)
    return have(_NEVER_ZERO, intro("u", cases), then)


def _total_unit_script(h2: Dense) -> Node:
    """sigma = |lam t|; then sigma + delta and |lam t| - 1 have one sign."""
    mu = h2.total() / h2.length
    variance = h2.map(lambda a: (a - mu) * (a - mu)).total() / h2.length
    sigma, size = S.sqrt(variance), S.abs(lam * t)
    scale = sigma + delta
    ours, theirs = S.sign(size - 1), S.sign(scale)
    nine = case(ours.json, *[case(theirs.json, *[auto("one sign")] * 3)] * 3)
    sizes = case(S.abs(ours).json, *[case(S.abs(theirs).json, auto(), auto())] * 2)
    end = lemmas(
        [
            ((sigma * sigma).equals(size * size), auto("sigma^2 = (lam t)^2")),
            (sigma.equals(size), node("both", auto("sigma <= |u|"), auto("|u| <= sigma"))),
            (ours.equals(theirs), nine),
            (S.abs(ours).equals(S.abs(theirs)), sizes),
            ((scale + 1 - S.abs(theirs)).differs(0), auto("denominator")),
        ],
        auto("the unit"),
    )
    root = define(sigma.json, auto("variance >= 0"), known(_NEVER_ZERO, [lam * t], end))
    return _have_never_zero(intro("lam", intro("t", intro("", root))))


def _pole_script(body: Json) -> Node:
    """x = 1 where lam < 5/2, else x = 1/2 + 5/(4 lam), where the unit of the step is 5."""

    def at_point(point: Term, facts: list[Json]) -> Node:
        u = lam * (point - Fraction(1, 2))
        size = _at(body, {"x": point})
        steps = size[1][1][1]
        z, value = S.sign(S.abs(u) - 1), _total_unit(u)
        end = case(size, auto("the error"), auto("the error"))
        first = node("unfold", auto(), node("empty", auto(), end, on=_shorter(steps)), on=steps)
        far = split((value - 4).json, first, split(value.json, auto("0 <= U < 4"), first))
        zero = have(value.equals(0), auto("U = 0"), first)
        by_sign = case(
            z.json,
            case(S.abs(z).json, far, far),
            case(S.abs(z).json, zero, zero),
            case(S.abs(z).json, far, far),
        )
        known_size = lemmas([(fact, auto("size")) for fact in facts], by_sign)
        defined = known(_NEVER_ZERO, [u], known(_NEVER_ZERO, [lam * (point + 1)], known_size))
        inside = node("both", auto("0 <= x"), node("both", auto("x <= 1"), defined))
        return node("some", inside, **{"is": point.json})

    near = Fraction(1, 2) + 5 / (4 * lam)
    steep = at_point(
        near,
        [
            (lam * (near - Fraction(1, 2))).equals(Fraction(5, 4)),
            S.abs(lam * (near - Fraction(1, 2))).equals(Fraction(5, 4)),
        ],
    )
    small = [(1 / lam > 0, auto()), (1 / lam <= Fraction(2, 5), auto())]
    right = at_point(ONE, [S.abs(lam * (ONE - Fraction(1, 2))).equals(lam / 2)])
    script = split((lam - Fraction(5, 2)).json, lemmas(small, steep), right)
    return _have_never_zero(intro("lam", intro("", script)))


def _unit1_script() -> Node:
    """LN-1 is 0: there is one coordinate, and it is its own mean."""
    at = lam * t
    h1 = layer_norm(S, Dense((at,), S), delta).head[0]
    scale = h1.json[2]
    variance = scale[1][1]
    end = have(["<", "0", scale], auto("sigma + delta > 0"), auto("0/(sigma + delta) = 0"))
    known_root = define(Term(["sqrt", variance]).json, auto("variance >= 0"), end)
    return put(intro("lam", intro("t", intro("", known_root))), {"delta": ONE})


def _satisfiable() -> Attempt:
    unit_8: Json = ["/", ["*", "v", "w"], ["+", ["abs", ["*", "v", "w"]], "2"]]
    values = {"N": 3, "d": 8, "L": 1, "eps": Fraction(1, 4), "delta": 1}
    return Attempt(
        "pln.thm1.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $epsilon = 1\\/4$, $N = 3$, $d = 8$, "
        "$delta = 1$",
        STATEMENT,
        Witness(values, {"f": (("u",), "u"), "s": (("v", "w"), unit_8)}),
        {GIVEN.index(UNIT): lambda: _unit_holds(8, Fraction(1))},
    )


CONTROLS: tuple[Control, ...] = _controls()
SATISFIABLE = _satisfiable()
