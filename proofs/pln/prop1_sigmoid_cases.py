"""Proposition 1, the printed proof: both cases, relation by relation (Eq. 36-46)."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, implies, total
from proofs.library.exponential import have_exp
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.bound import at_least_one, positive_cell
from proofs.pln.exponential import SIGMOID_TANH, TANH_FAR, TANH_SMOOTH, have_sigmoid, have_tanh
from proofs.pln.mixtures import ABOVE, BELOW, LEFT_HALF, RIGHT_HALF, Mixture
from proofs.pln.prop1_sigmoid_sums import (
    COST,
    EQ37,
    EQ38,
    GH,
    HALF,
    WEIGHTS,
    G,
    distance,
    eq37_script,
    eq38_script,
    limits,
    s,
    sigmas,
    u,
)
from proofs.pln.symbols import ONE, ZERO, L, N, S, eps, f, h, k, lam, m, x, y
from proofs.pln.thm1_cases import WEIGH, weigh_script
from proofs.pln.thm1_sums import (
    BREAK,
    FAR,
    MAX,
    SMALL,
    A,
    alpha,
    at,
    delta0,
    each_sum,
    eps1,
    i,
    known,
    reals,
)
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    lipschitz,
    look,
    node,
    split,
    use,
)

# --- Eq. 36 and 39 -------------------------------------------------------------------------------


def gaps(high: Term) -> Term:
    """sum_j alpha_j (sign t_j - s_j)/2."""
    return total("i", 1, high, HALF * alpha(i) * (S.sign(at(i)) - s(at(i))))


def sizes(high: Term) -> Term:
    """sum_j |alpha_j (sign t_j - s_j)/2|."""
    return total("i", 1, high, S.abs(HALF * alpha(i) * (S.sign(at(i)) - s(at(i)))))


def far_sizes(high: Term) -> Term:
    """sum_j alpha^*/2 |(t_j + |t_j|)/|t_j| - 2/(1 + e^(-lambda t_j))|."""
    return total("i", 1, high, HALF * A * distance(at(i)))


EQ36 = conj(
    S.abs(GH - G).equals(S.abs(gaps(N))),
    S.abs(gaps(N)) <= sizes(N),
    sizes(N) <= far_sizes(N),
)
#: for |u| > delta_0: sigma(lam u) is defined, and |sign u - s(u)| is the distance of Eq. 36
UNIT: Json = reals(
    "u",
    implies(
        S.abs(u) > delta0,
        conj(
            1 + S.exp(-(lam * u)) > 0,
            S.abs(u) > 0,
            ((u + S.abs(u)) / S.abs(u)).equals(S.sign(u) + 1),
            S.abs(S.sign(u) - s(u)).equals(distance(u)),
            distance(u) >= 0,
        ),
    ),
)


def unit_script() -> Node:
    """Where delta_0 > 0 is known."""
    inside, gap = distance(u), S.abs(S.sign(u) - s(u))
    ends = lemmas(
        [
            (((u + S.abs(u)) / S.abs(u)).equals(S.sign(u) + 1), auto("sign t + 1")),
            (gap.equals(inside), case(gap.json, *[case(inside.json, auto(), auto())] * 2)),
        ],
        node("both", *[auto("unit")] * 4, case(inside.json, auto(), auto())),
    )
    sized = case(S.abs(u).json, ends, ends)
    facts = [(S.abs(u) > 0, auto("|t| > 0")), (1 + S.exp(-(lam * u)) > 0, auto("1 + e^-t > 0"))]
    return intro("u", intro("", lemmas(facts, case(S.sign(u).json, sized, sized, sized))))


def eq36_script() -> Node:
    sums = (limits, sigmas, gaps, sizes, far_sizes)
    last = m + 1
    one = S.abs(HALF * alpha(last) * (S.sign(at(last)) - s(at(last))))

    def claim(high: Term) -> Json:
        return conj(
            (limits(high) - sigmas(high)).equals(gaps(high)),
            gaps(high) <= sizes(high),
            -gaps(high) <= sizes(high),
            sizes(high) <= far_sizes(high),
        )

    before = implies(m <= N, claim(m))
    parts = S.abs(alpha(last)), S.abs(S.sign(at(last)) - s(at(last)))
    product = one <= HALF * A * parts[1]
    by_size = case(one.json, *[case(parts[0].json, *[case(parts[1].json, auto(), auto())] * 2)] * 2)
    more = each_sum("unfold", sums, last, node("both", *[auto("one more unit")] * 4))
    sized = lemmas([(product, by_size), (one >= 0, auto())], case(one.json, more, more))
    step = known(FAR, [last], known(MAX, [last], known(UNIT, [at(last)], sized)))
    base = each_sum("empty", sums, ZERO, node("both", *[auto("no units")] * 4))
    ends = node(
        "both",
        case(S.abs(GH - G).json, *[case(S.abs(gaps(N)).json, auto(), auto())] * 2),
        case(S.abs(gaps(N)).json, auto(), auto()),
        auto(),
    )
    whole: Json = every("m", "int", implies(m >= 0, before))
    full = known(whole, [N], known(implies(N <= N, claim(N)), [], ends))
    sums_of_n = induct("m", "0", before, intro("", base), intro("", known(before, [], step)), full)
    return have(UNIT, unit_script(), sums_of_n)


#: for |u| > delta_0: the distance is below 2 eps1/(N alpha^*)
CLOSE: Json = reals("u", implies(S.abs(u) > delta0, distance(u) < COST))
EQ39 = conj(
    far_sizes(N) < total("i", 1, N, HALF * A * COST),
    total("i", 1, N, HALF * A * COST).equals(eps1),
)


def eq39_script() -> Node:
    last = m + 1

    def constants(high: Term) -> Term:
        return total("i", 1, high, HALF * A * COST)

    def claim(high: Term) -> Json:
        return conj(
            far_sizes(high) <= constants(high),
            implies(high >= 1, far_sizes(high) < constants(high)),
            constants(high).equals(high * (HALF * A * COST)),
        )

    sums = (far_sizes, constants)
    before = implies(m <= N, claim(m))
    less = (HALF * A * distance(at(last)) < HALF * A * COST, auto("alpha^*/2 > 0"))
    more = lemmas([less], each_sum("unfold", sums, last, node("both", *[auto("more")] * 3)))
    step = known(FAR, [last], known(UNIT, [at(last)], known(CLOSE, [at(last)], more)))
    base = each_sum("empty", sums, ZERO, node("both", *[auto("no units")] * 3))
    whole: Json = every("m", "int", implies(m >= 0, before))
    strict = implies(N >= 1, far_sizes(N) < constants(N))
    half = (N * (HALF * A * COST)).equals(eps1)
    ends = known(strict, [], have(half, auto("N alpha^*/2 cost"), node("both", auto(), auto())))
    full = known(whole, [N], known(implies(N <= N, claim(N)), [], ends))
    sums_of_n = induct("m", "0", before, intro("", base), intro("", known(before, [], step)), full)
    positive = [(N * A > 0, auto("N A > 0")), (COST > 0, auto("cost > 0"))]
    rest = have(UNIT, unit_script(), lemmas(positive, sums_of_n))
    return at_least_one(have(CLOSE, close_script(), rest))


def close_script() -> Node:
    """From Eq. 37 and 38."""
    right = have(EQ37, eq37_script(), auto("t > delta_0"))
    left = have(EQ38, eq38_script(), auto("t < -delta_0"))
    above = have(u > delta0, auto("t > delta_0"), right)
    below = have(u < -delta0, auto("t < -delta_0"), left)
    return intro("u", intro("", case(S.abs(u).json, above, below)))


SIGN_ERROR, ERROR = S.abs(GH - f(x)), S.abs(G - f(x))
EQ40 = conj(
    ERROR <= S.abs(G - GH) + SIGN_ERROR,
    S.abs(G - GH) + SIGN_ERROR < eps1 + eps - eps1,
    (eps1 + eps - eps1).equals(eps),
)


# --- case 2 --------------------------------------------------------------------------------------

S_K, SIGN_K = s(at(k)), S.sign(at(k))


def _around_k(body: object) -> Term:
    """The sum over j != k."""
    left = total("i", 1, k - 1, alpha(i) * body(at(i)))  # type: ignore[operator]
    return left + total("i", k + 1, N, alpha(i) * body(at(i)))  # type: ignore[operator]


FIRST_TERM = HALF * S.abs(_around_k(s) - _around_k(S.sign))
TERM_K = HALF * alpha(k) * SIGN_K
SECOND_TERM = S.abs(GH + HALF * alpha(k) * S_K - TERM_K - f(x))
EQ41 = conj(
    ERROR.equals(S.abs(G - f(x) + GH - GH)),
    S.abs(G - f(x) + GH - GH) <= FIRST_TERM + SECOND_TERM,
)


def eq41_script() -> Node:
    last = m + 1

    def after(body: object, high: Term) -> Term:
        return total("i", k + 1, high, alpha(i) * body(at(i)))  # type: ignore[operator]

    def before(body: object, high: Term) -> Term:
        return total("i", 1, high, alpha(i) * body(at(i)))  # type: ignore[operator]

    sums = (
        sigmas,
        limits,
        lambda high: before(s, high),
        lambda high: before(S.sign, high),
    )
    beyond = (
        sigmas,
        limits,
        lambda high: after(s, high),
        lambda high: after(S.sign, high),
    )

    def gap(high: Term) -> Term:
        return sigmas(high) - limits(high)

    def defined(index: Term, then: Node) -> Node:
        return have(1 + S.exp(-(lam * at(index))) > 0, auto("1 + e^-t > 0"), then)

    left_claim = gap(m).equals(HALF * (before(s, m) - before(S.sign, m)))
    right_claim = gap(m).equals(gap(k) + HALF * (after(s, m) - after(S.sign, m)))
    whole = (GH - G).equals(
        -(HALF * (_around_k(s) - _around_k(S.sign)) + HALF * alpha(k) * (S_K - SIGN_K))
    )
    triangle = case(
        S.abs(G - f(x) + GH - GH).json,
        *[
            case(
                S.abs(_around_k(s) - _around_k(S.sign)).json,
                *[case(SECOND_TERM.json, auto("triangle"), auto("triangle"))] * 2,
            )
        ]
        * 2,
    )
    same_size = case(
        ERROR.json, *[case(S.abs(G - f(x) + GH - GH).json, auto("size"), auto("size"))] * 2
    )
    end = have(whole, auto("regroup"), node("both", same_size, triangle))
    right = induct(
        "m",
        k.json,
        right_claim,
        each_sum("empty", beyond[2:], k, auto("at k")),
        defined(last, each_sum("unfold", beyond, last, auto("after k"))),
        known(every("m", "int", implies(m >= k, right_claim)), [N], end),
    )
    at_k = defined(k, each_sum("unfold", (sigmas, limits), k, right))
    return induct(
        "m",
        "0",
        left_claim,
        each_sum("empty", sums, ZERO, auto("no units")),
        defined(last, each_sum("unfold", sums, last, auto("before k"))),
        known(every("m", "int", implies(m >= 0, left_claim)), [k - 1], at_k),
    )


AROUND: list[Json] = [*BREAK, k / N - delta0 <= x, x <= k / N + delta0]
PLACED: list[Json] = [N > 0, *WEIGHTS, *SMALL, *AROUND]


def by_side(left: Json, middle: Json, right: Json) -> Json:
    """The three cases of Eq. 43 and 44."""
    return conj(
        implies(k / N - delta0 <= x, x < k / N, left),
        implies(x.equals(k / N), middle),
        implies(k / N < x, x <= k / N + delta0, right),
    )


EQ43 = by_side(GH.equals(y(k)), GH.equals(y(k) / 2 + y(k + 1) / 2), GH.equals(y(k + 1)))
SIGNED_K = alpha(k) * SIGN_K
EQ44 = by_side(
    SIGNED_K.equals(y(k) - y(k + 1)), SIGNED_K.equals(0), SIGNED_K.equals(y(k + 1) - y(k))
)
EQ45 = (GH - TERM_K).equals((y(k + 1) + y(k)) / 2)


def have_value(then: Node) -> Node:
    """Eq. 45, from Eq. 34 and |x - k/N| <= delta_0 < 1/(2N)."""
    last = m + 1

    def one(away: Json, label: str) -> Node:
        signed = case(S.sign(at(last)).json, *[auto(label)] * 3)
        added = have(away, auto(f"{label}, side"), each_sum("unfold", (limits,), last, signed))
        return known(WEIGHTS[0], [last], added)

    left = limits(m).equals(y(m + 1) - y(ONE))
    before = implies(m <= k - 1, left)
    apart = have((k - last) * h >= h, auto(), one(at(last) > 0, "left of x"))
    at_left = have(m <= k - 2, auto(), known(before, [], apart))
    after = implies(m <= N - 1, limits(m).equals(limits(k)))
    beyond = have((last - k) * h >= h, auto(), one(at(last) < 0, "right of x"))
    end = have(EQ45, case(S.sign(at(N)).json, *[auto("Eq. 45")] * 3), then)
    whole = have(at(N) > 0, auto("x + 1 > 0"), each_sum("unfold", (limits,), N, end))
    to_right = induct(
        "m",
        k.json,
        after,
        intro("", auto("at k")),
        intro("", known(after, [], beyond)),
        known(every("m", "int", implies(m >= k, after)), [N - 1], whole),
    )
    unit_k = known(WEIGHTS[0], [k], each_sum("unfold", (limits,), k, to_right))
    return induct(
        "m",
        "0",
        before,
        intro("", each_sum("empty", (limits,), ZERO, auto("no units"))),
        intro("", at_left),
        known(every("m", "int", implies(m >= 0, before)), [k - 1], unit_k),
    )


def have_place(then: Node) -> Node:
    """h > 0, N >= 1, k/N >= 1/N, x >= 0 and t_k = x - k/N."""
    placed = [
        (k * h >= h, auto("k/N >= 1/N")),
        (x >= 0, auto("x >= 0")),
        (at(k).equals(x - k / N), known(WEIGHTS[0], [k], auto("t_k"))),
    ]
    return at_least_one(positive_cell(lemmas(placed, then)))


def sides_script(value: bool) -> Node:
    """Eq. 43 (``value``) or Eq. 44."""
    sides = case(SIGN_K.json, *[auto("side of k/N")] * 3)
    three = node("both", intro("", intro("", sides)), intro("", sides), intro("", intro("", sides)))
    return have_place(known(WEIGHTS[0], [k], have_value(three) if value else three))


def eq45_script() -> Node:
    return have_place(have_value(auto("Eq. 45")))


NEAR_BREAK = Mixture(S_K, GH - TERM_K + HALF * alpha(k) * S_K - f(x))
EQ46 = NEAR_BREAK.relations()
#: -1 < s(u) < 1 and s(u) u >= 0, where lambda > 0
STEP: Json = reals("u", conj(1 + S.exp(-(lam * u)) > 0, s(u) > -1, s(u) < 1, s(u) * u >= 0))


def step_script() -> Node:
    half, value = lam * u / 2, S.tanh(lam * u / 2)
    E, F = S.exp(2 * half), S.exp(-2 * half)
    strict = [
        (E + 1 > 0, auto()),
        (F + 1 > 0, auto()),
        (2 / (E + 1) > 0, auto()),
        (2 / (F + 1) > 0, auto()),
        (1 + S.exp(-(lam * u)) > 0, auto()),
        (s(u).equals(value), known(SIGMOID_TANH, [lam * u], auto("s = tanh"))),
    ]

    def side(sign: int) -> Node:
        signed = have(sign * half >= 0, auto("side"), known(TANH_SMOOTH, [half], _use_side(sign)))
        return signed

    both = split(u.json, side(1), side(-1))
    return intro("u", known(TANH_FAR, [half], lemmas(strict, both)))


def _use_side(sign: int) -> Node:
    back = 2 if sign > 0 else 1
    ends = node("both", *[auto("the step")] * 4)
    return look(lambda context: use(len(context.rules) - back, [], auto("side of 0"), ends))


def eq46_script() -> Node:
    reach = L * (RIGHT_HALF - x), L * (x - LEFT_HALF)
    signed, mixed = S.abs(NEAR_BREAK.shifted), S.abs(NEAR_BREAK.mixed)
    same_size = case(signed.json, *[case(mixed.json, auto(), auto())] * 2)
    steps = [*NEAR_BREAK.steps(), (signed.equals(mixed), same_size)]
    weighed = known(WEIGH, [S_K, ABOVE, BELOW, *reach], lemmas(steps, auto("Eq. 46")))

    def near(point: Term, gap: Term, distance_: Term) -> Node:
        return lipschitz("f", L, point, x, distance_, case(S.abs(gap).json, auto(), auto()))

    inside = [
        (k * h <= 1 - h, auto("k/N <= 1 - 1/N")),
        (x <= 1, auto("x <= 1")),
        (S.abs(ABOVE) <= reach[0], near(RIGHT_HALF, ABOVE, RIGHT_HALF - x)),
        (S.abs(BELOW) <= reach[1], near(LEFT_HALF, BELOW, x - LEFT_HALF)),
    ]
    of_k = known(WEIGHTS[0], [k], known(STEP, [at(k)], weighed))
    placed = have_place(lemmas(inside, have_value(of_k)))
    scalars = have(WEIGH, weigh_script(), nonnegative_constant(placed))
    return have_exp(have_tanh(have_sigmoid(have(STEP, step_script(), scalars))))
