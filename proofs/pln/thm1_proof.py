"""The printed proof of Theorem 1 (A.1.2, Eq. 16-26), line by line, exactly as printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.pln import b_hat, midpoint
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Control, Line, Obligation, Witness
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.methods.script import (
    Node,
    auto,
    bounded_goal,
    case,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
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
    m,
    signs,
    x,
    y,
)

FUNCTIONS = {"f": 1, "alpha": 1, "b": 1, "alphastar": 1, "deltaof": 1}
SORTS = {
    "N": "int",
    "k": "int",
    "p": "int",
    "d": "int",
    **dict.fromkeys(("x", "t", "L", "eps", "eps1", "eps2", "delta", "delta0", "deltaN"), "real"),
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
    return statement(free, given, show, {g: 1 for g in FUNCTIONS if mentions(whole, g)})


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
    one = known(MAX, [ONE], have(S.abs(alpha(ONE)) >= 0, auto(), auto("A >= 0")))
    each = each_cost(eps1, N, A)
    sums = ALL.have_chain(ALL.have_count(each, ALL.have_costs_below(each, end, strict=True)))
    return at_least_one(have_unit(1, have_terms(eps1, N, A, delta_N, one, sums)))


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
    nonnegative = [have(S.abs(alpha(j)) >= 0, auto(), auto("A >= 0")) for j in (ONE, N)]
    witness = split(
        (k - 2).json, known(MAX_K, [ONE], nonnegative[0]), known(MAX_K, [N], nonnegative[1])
    )
    right = RIGHT.have_chain(
        RIGHT.have_count(EACH_K, RIGHT.have_costs_below(EACH_K, end, strict=True))
    )
    sums = LEFT.have_chain(LEFT.have_count(EACH_K, LEFT.have_costs_below(EACH_K, right)))
    return have_unit(-1, have_terms(eps2, COUNT, A_k, delta_k, witness, sums))


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
    close = (S.abs(GH - G) < eps1, from_eq17(case(S.abs(GH - G).json, auto(), auto())))
    end = _by_signs([ERROR, S.abs(GH - G), SIGN_ERROR])
    return intro("", lemmas([close], known(EPS1, [x], end, auto(), auto(), far_holds())))


def point2_script() -> Node:
    """POINT2 where delta > 0, Eq. 8-9, 0 < delta_0 < 1/(2N) and L/(2N) <= eps - eps2 are known."""
    around = [
        (k / N - delta0 <= x, known_weights(k, auto("k/N - delta_0 <= x"))),
        (x <= k / N + delta0, known_weights(k, auto("x <= k/N + delta_0"))),
    ]
    first = (
        FIRST_TERM < eps2,
        have(FAR_K, far_script(), from_eq20(case(FIRST_TERM.json, auto(), auto()))),
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
TOP = total("i", 1, N, S.abs(alpha(i))) + 1
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
        return total("i", 1, high, S.abs(alpha(i)))

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
    at = {"delta0": delta_zero, "eps1": MARGIN, "eps2": MARGIN, "A": TOP, "deltaN": star}
    numbers = node("both", *[auto("numbers")] * 5)
    eps1_known = known(SHARP, [x], auto("eps - eps1"))
    eps1_proof = intro("x", intro("", intro("", intro("", eps1_known))))
    maximum = intro("z", intro("", intro("", known(_at(MAX, {"A": TOP}), [var("z")], auto()))))
    core = known(
        CORE,
        [delta_zero, MARGIN, MARGIN, TOP, star, delta],
        known(_at(on_unit_interval(ERROR < eps), {}), [x], auto("below eps")),
        numbers,
        node("both", *[auto("small")] * 3),
        maximum,
        node("both", auto("A > 0"), auto("delta_N"), auto("delta <= delta_N")),
        eps1_proof,
    )
    of_delta = intro("delta", intro("", intro("", intro("x", intro("", intro("", core))))))
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
    facts = lemmas([(CORE, _core_script()), (SHARP, sign_bound_script())], _have_maximum(positive))
    return have_lemma2(width_facts(facts))
