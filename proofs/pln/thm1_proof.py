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

FUNCTIONS = {"f": 1, "alpha": 1, "b": 1}
SORTS = {
    "N": "int",
    "k": "int",
    "p": "int",
    "d": "int",
    **dict.fromkeys(("x", "t", "L", "eps", "eps1", "eps2", "delta", "delta0", "deltaN"), "real"),
    **dict.fromkeys(("deltak", "A"), "real"),
}
i, p, t = var("i"), var("p"), var("t")
A, delta0, eps1, eps2, delta_N, delta_k = (
    var(name) for name in ("A", "delta0", "eps1", "eps2", "deltaN", "deltak")
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
MAX_K: Json = every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= A))
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

_u, _w, _q, _a, _b, _r = (var(name) for name in ("u", "w", "q", "va", "vb", "r"))


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


def have_unit(sign: int, then: Node) -> Node:
    return have(unit_lemma(sign), unit_lemma_script(sign), then)


# --- sums over a range of units ------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """The units ``low..high`` with the sums of Eq. 16 (sign = 1) or Eq. 20 (sign = -1) over them.

    ``far`` is the hypothesis |x + b_j| > delta_0 for the units of the range, ``most`` that
    |alpha_j| <= A.
    """

    low: Term
    high: Term
    sign: int
    far: Json
    most: Json

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
        product = lemmas(
            [
                (a * gap <= S.abs(a) * S.abs(gap), _product(a, gap)),
                (-(a * gap) <= S.abs(a) * S.abs(gap), _product(a, gap)),
            ],
            _each("unfold", sums, last, node("both", *[auto("sum")] * 5)),
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
            term_lemma(each),
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


def _product(a: Term, b: Term) -> Node:
    return case(S.abs(a).json, *[case(S.abs(b).json, auto("|a||b|"), auto("|a||b|"))] * 2)


def _each(by: str, sums: Any, high: Term, then: Node) -> Node:
    for part in sums:
        then = node(by, auto("range of the sum"), then, on=part(high).json)
    return then


ALL = Range(ONE, N, 1, FAR, MAX)
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


def term_lemma(each: Term) -> Json:
    """|alpha_j| delta/(|t| + delta) < each, where |t| > delta_0 and |alpha_j| <= A."""
    return _reals(
        "u r",
        implies(_u > delta0, _r >= 0, _r <= A, _r * (delta / (_u + delta)) < each),
    )


def term_lemma_script(each: Term, limit: Term) -> Node:
    """For each = A limit/(delta_0 + delta), from delta <= limit and A > 0."""
    smaller, r0 = delta / (_u + delta), 1 / (delta0 + delta)
    steps = [
        (_u + delta > 0, auto()),
        (smaller < delta * r0, auto("1/(|t| + delta) < 1/(delta_0 + delta)")),
        (_r * smaller <= A * smaller, auto("|alpha| <= A")),
        (A * smaller < A * (delta * r0), auto("A > 0")),
        (delta * r0 <= limit * r0, auto("delta <= delta_N")),
        (A * (delta * r0) <= A * (limit * r0), auto()),
        (each.equals(A * (limit * r0)), auto("each")),
    ]
    return intro("u", intro("r", intro("", intro("", intro("", lemmas(steps, auto("term")))))))


# --- case 1 --------------------------------------------------------------------------------------


def spending(e: Term, number: Term) -> Term:
    """delta_N of the text, e delta_0/(number A)."""
    return e * delta0 / (number * A)


def each_cost(e: Term, number: Term) -> Term:
    return A * spending(e, number) * (1 / (delta0 + delta))


def have_terms(e: Term, number: Term, limit: Term, positive: Node, then: Node) -> Node:
    """A > 0, the term lemma and number * each = e delta_0/(delta_0 + delta) < e.

    Needs ``limit`` = e delta_0/(number A) as a hypothesis.
    """
    each, r0 = each_cost(e, number), 1 / (delta0 + delta)
    facts = lemmas(
        [
            (A > 0, split(A.json, auto("A != 0"), positive)),
            (delta0 + delta > 0, auto()),
            (r0 > 0, auto()),
            (term_lemma(each), term_lemma_script(each, limit)),
            ((number * each).equals(e * delta0 / (delta0 + delta)), auto("number * each")),
            (e * delta0 / (delta0 + delta) < e, auto("< eps")),
        ],
        then,
    )
    return facts


CASE1 = [N > 0, delta > 0, *SMALL, FAR]
BUDGET = [eps1 > 0, MAX, delta_N.equals(spending(eps1, N)), delta <= delta_N]
COSTS, EACH = ALL.costs(), ALL.constants(each_cost(eps1, N))
EQ17 = conj(
    S.abs(GH - G) <= COSTS,
    COSTS < EACH,
    EACH.equals(eps1 * delta0 / (delta0 + delta)),
    eps1 * delta0 / (delta0 + delta) < eps1,
)


def eq17_script() -> Node:
    one = known(MAX, [ONE], have(S.abs(alpha(ONE)) >= 0, auto(), auto("A >= 0")))
    each = each_cost(eps1, N)
    first = case(S.abs(GH - G).json, auto("Eq. 16, +"), auto("Eq. 16, -"))
    end = node("both", first, auto("strict"), auto("total"), auto("< eps1"))
    sums = ALL.have_chain(ALL.have_count(each, ALL.have_costs_below(each, end, strict=True)))
    return at_least_one(have_unit(1, have_terms(eps1, N, delta_N, one, sums)))


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

LEFT = Range(ONE, k - 1, -1, FAR_K, MAX_K)
RIGHT = Range(k + 1, N, -1, FAR_K, MAX_K)
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

        def claim(
            high: Term, whole: Any = whole, after: Any = after, unit: Any = unit
        ) -> Json:
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
BUDGET_K = [eps2 > 0, MAX_K, delta_k.equals(spending(eps2, COUNT)), delta <= delta_k]
CASE2 = [N > 0, delta > 0, *WEIGHTS, *SMALL, *NEAR]
EACH_K = each_cost(eps2, COUNT)


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
    return positive_cell(t_k)


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
    other = have(z.equals(k), auto("z = k"), auto("z != k"))
    inner = known_weights(
        z,
        have(
            at(z).equals(x - z / N),
            auto("t_z"),
            split((z - k - 1).json, after, split((k - z - 1).json, before, other)),
        ),
    )
    last = same(
        app("b", z),
        app("b", N),
        lemmas([(x >= 0, have(k * h >= h, auto(), auto("x >= 0"))), (h <= 1, auto())], size),
    )
    return intro(
        "z",
        intro("", intro("", intro("", at_least_one(split((N - 1 - z).json, inner, last))))),
    )


def eq20_script() -> Node:
    witness = split((k - 2).json, known(MAX_K, [ONE], _at_most()), known(MAX_K, [N], _last()))
    facts = have_terms(eps2, COUNT, delta_k, witness, _sums20())
    return have(FAR_K, far_script(), have_unit(-1, facts))


def _at_most() -> Node:
    return have(S.abs(alpha(ONE)) >= 0, auto(), auto("A >= 0"))


def _last() -> Node:
    return have(S.abs(alpha(N)) >= 0, auto(), auto("A >= 0"))


def _sums20() -> Node:
    first = case(FIRST_TERM.json, *[case(S.abs(_two(Range.gaps)).json, auto(), auto())] * 2)
    triangle = case(S.abs(_two(Range.gaps)).json, auto("|sum|, +"), auto("|sum|, -"))
    rest = [auto("sizes"), auto("errors"), auto("strict"), auto("total"), auto("< eps2")]
    end = node("both", first, triangle, *rest)
    right = RIGHT.have_chain(
        RIGHT.have_count(EACH_K, RIGHT.have_costs_below(EACH_K, end, strict=True))
    )
    return LEFT.have_chain(LEFT.have_count(EACH_K, LEFT.have_costs_below(EACH_K, right)))
