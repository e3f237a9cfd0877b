"""Theorem 1, the proof: both cases, relation by relation (Eq. 16-26)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.kernel.terms import read_formula
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.bound import at_least_one, positive_cell, width_facts
from proofs.pln.lemma2 import LIPSCHITZ
from proofs.pln.lemma2_proofs import bounded
from proofs.pln.mixtures import ABOVE, BELOW, LEFT_HALF, RIGHT_HALF, Mixture
from proofs.pln.symbols import G_HAT, ONE, ZERO, L, N, S, delta, eps, f, h, k, m, signs, x, y
from proofs.pln.thm1_sums import (
    ALL,
    BREAK,
    FAR,
    FAR_K,
    GH,
    MAX,
    MAX_K,
    NEAR,
    SMALL,
    WEIGHTS,
    A,
    A_k,
    G,
    Range,
    U,
    V,
    alpha,
    at,
    delta0,
    delta_k,
    delta_N,
    each_cost,
    each_sum,
    eps1,
    eps2,
    have_close_terms,
    have_terms,
    have_unit,
    have_weighted,
    i,
    known,
    reals,
    smooth,
    spending,
)
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
    same,
    split,
    use,
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

        base = each_sum("empty", (after,), k, each_sum("unfold", (whole,), k, auto("at k")))
        step = each_sum("unfold", (whole, after), m + 1, auto("after k"))
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


def both_ranges(part: Callable[[Range], Term]) -> Term:
    return part(LEFT) + part(RIGHT)


EQ20 = conj(
    FIRST_TERM.equals(S.abs(both_ranges(Range.gaps))),
    S.abs(both_ranges(Range.gaps)) <= both_ranges(Range.sizes),
    both_ranges(Range.sizes).equals(both_ranges(Range.errors)),
    both_ranges(Range.errors).equals(both_ranges(Range.costs)),
    both_ranges(Range.costs) < both_ranges(lambda part: part.constants(EACH_K)),
    both_ranges(lambda part: part.constants(EACH_K)).equals(eps2 * delta0 / (delta0 + delta)),
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
    first = case(FIRST_TERM.json, *[case(S.abs(both_ranges(Range.gaps)).json, auto(), auto())] * 2)
    triangle = case(S.abs(both_ranges(Range.gaps)).json, auto("|sum|, +"), auto("|sum|, -"))
    rest = [auto("sizes"), auto("errors"), auto("strict"), auto("total"), auto("< eps2")]
    return have(FAR_K, far_script(), from_eq20(node("both", first, triangle, *rest)))


AROUND: list[Json] = [*BREAK, k / N - delta0 <= x, x <= k / N + delta0]


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
        added = each_sum("unfold", (partial,), last, case(sign_last.json, *[auto(label)] * 3))
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
    whole = have(at(N) > 0, auto("x + 1 > 0"), each_sum("unfold", (partial,), N, end))
    to_right = induct(
        "m",
        k.json,
        after,
        intro("", auto("at k")),
        intro("", at_right),
        known(every("m", "int", implies(m >= k, after)), [N - 1], whole),
    )
    unit_k = known_weights(k, each_sum("unfold", (partial,), k, to_right))
    return induct(
        "m",
        "0",
        before,
        intro("", each_sum("empty", (partial,), ZERO, auto("no units"))),
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


EQ22_TEXT = """
have place: x + b(k) = x - k/N
have weight: alpha(k) = (y(k + 1) - y(k))/2
have left: k/N - delta0 <= x => x < k/N => sign(x + b(k)) = -1 by place
have middle: x = k/N => sign(x + b(k)) = 0 by place
have right: k/N < x => x <= k/N + delta0 => sign(x + b(k)) = 1 by place
show by weight, left, middle, right
"""
EQ24_TEXT = """
have place: x + b(k) = x - k/N
have weight: alpha(k) = (y(k + 1) - y(k))/2
have size: |x + b(k)| = |x - k/N| by place
have unit: (x + b(k))/(|x + b(k)| + delta) = (x - k/N)/(|x - k/N| + delta) by place, size, delta > 0
show by weight, unit
"""


#: Eq. 25 with each of its relations, after what it says of s_k
NEAR_BREAK = Mixture(S_K, GH - TERM_K + alpha(k) * S_K - f(x))
EQ25 = NEAR_BREAK.relations()
#: for delta > 0: -1 < t/(|t| + delta) < 1 and t s(t) >= 0
STEEP: Json = reals("u", conj(smooth(U) > -1, smooth(U) < 1, smooth(U) * U >= 0))


SAME_SIZE: Json = reals("u v", implies(U.equals(V), S.abs(U).equals(S.abs(V))))
#: |(1+s)/2 u + (1-s)/2 v| <= |(1+s)/2| |u| + |(1-s)/2| |v| <= (1+s)/2 p + (1-s)/2 q
_s, _p, _q = var("s"), var("p0"), var("q0")
WEIGH: Json = reals(
    "s u v p0 q0",
    implies(
        conj(_s >= -1, _s <= 1, S.abs(U) <= _p, S.abs(V) <= _q),
        conj(
            S.abs((1 + _s) / 2 * U + (1 - _s) / 2 * V)
            <= S.abs((1 + _s) / 2) * S.abs(U) + S.abs((1 - _s) / 2) * S.abs(V),
            S.abs((1 + _s) / 2) * S.abs(U) + S.abs((1 - _s) / 2) * S.abs(V)
            <= (1 + _s) / 2 * _p + (1 - _s) / 2 * _q,
        ),
    ),
)


def have_steep(then: Node) -> Node:
    """The lemmas on s_k, where delta > 0 is known."""
    T = S.abs(U)
    r = 1 / (T + delta)
    facts = lemmas(
        [(T + delta > 0, auto()), (r > 0, auto()), (T * r >= 0, auto())],
        node("both", auto("-1 < s"), auto("s < 1"), auto("s t >= 0")),
    )
    steep = intro("u", case(T.json, facts, facts))
    equal = case(S.abs(U).json, *[case(S.abs(V).json, auto("|u|"), auto("|u|"))] * 2)
    same_size = (SAME_SIZE, intro("u", intro("v", intro("", equal))))
    return lemmas([same_size, (STEEP, steep), (WEIGH, weigh_script())], then)


def weigh_script() -> Node:
    high, low = (1 + _s) / 2, (1 - _s) / 2
    steps = [
        (S.abs(high).equals(high), case(S.abs(high).json, auto(), auto())),
        (S.abs(low).equals(low), case(S.abs(low).json, auto(), auto())),
        (high * U <= high * S.abs(U), auto()),
        (-(high * U) <= high * S.abs(U), auto()),
        (low * V <= low * S.abs(V), auto()),
        (-(low * V) <= low * S.abs(V), auto()),
        (high * S.abs(U) <= high * _p, auto()),
        (low * S.abs(V) <= low * _q, auto()),
    ]
    sums = case(S.abs(high * U + low * V).json, auto("triangle +"), auto("triangle -"))
    script = intro("", lemmas(steps, node("both", sums, auto("reach"))))
    for name in ("q0", "p0", "v", "u", "s"):
        script = intro(name, script)
    return script


def have_eq25(then: Node) -> Node:
    """Eq. 25 up to <= L/(2N), each relation a lemma; needs L >= 0 and :func:`have_place`."""
    reach = L * (RIGHT_HALF - x), L * (x - LEFT_HALF)
    same_size = known(SAME_SIZE, [NEAR_BREAK.shifted, NEAR_BREAK.mixed], then)
    steps = lemmas(NEAR_BREAK.steps(), same_size)
    weighed = known(WEIGH, [S_K, ABOVE, BELOW, *reach], steps)
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
            context.rules.index(
                read_formula(plain_json(LIPSCHITZ), set(context.sorts), context.functions)
            ),
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
            each_sum("unfold", (partial, signs), last, auto("one more unit")),
        ),
    )
    last_sign = (
        S.sign(at(N)).equals(S.sign(x + 1)),
        case(S.sign(at(N)).json, *[case(S.sign(x + 1).json, *[auto("sign")] * 3)] * 3),
    )
    equal = have(GH.equals(G_HAT), auto("G_hat"), known(LEMMA2, [x], auto("Lemma 2")))
    whole = lemmas([last_sign], each_sum("unfold", (partial,), N, equal))
    bridge = induct(
        "m",
        "0",
        claim,
        intro("", each_sum("empty", (partial, signs), ZERO, auto("no units"))),
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
    return have(LEMMA2, intro("x", intro("", intro("", intro("", bounded())))), then)


#: k = N would need |x + 1| <= delta_0 < 1/(2N) <= 1/2
CASE2_TEXT = """
have 1/(2*N) <= 1/2
have k <= N - 1:
  cases k = N:
    have b(k) = 1 by k = N, b(N) = 1
have b(k) = -k/N
"""
EPS2_TEXT = """
use f(0, 1)
have 0 <= L
have 0 <= L/(2*eps)
have wide: L/(2*eps) < N
have 1 <= N
have L/(2*N) < eps by wide, eps > 0, 1 <= N
"""


def eq26_script() -> Node:
    triangle = have(REGROUPED.equals(G - f(x)), auto(), by_signs([ERROR, FIRST_TERM, SECOND_TERM]))
    return have_parts(node("both", triangle, auto(), auto()))


IN_CASE1: Json = implies(FAR, ERROR < eps)
IN_CASE2: Json = every("k", "int", implies(*NEAR, ERROR < eps))
#: the estimate of case 2 for any bound A_k of the other weights
POINT2: Json = every(
    "k",
    "int",
    reals(
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


def by_signs(parts: list[Term]) -> Node:
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
    end = by_signs([ERROR, S.abs(GH - G), SIGN_ERROR])
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
    end = by_signs([ERROR, FIRST_TERM, SECOND_TERM])
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
