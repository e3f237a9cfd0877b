"""Proposition 1, the printed proof: limits, one far unit, and sums of units (Eq. 32-42)."""

from __future__ import annotations

from fractions import Fraction

from constructions.pln import b_hat
from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.library.exponential import EXP_INVERSE, EXP_MONOTONE, axiom, have_exp
from proofs.pln.exponential import SIGMOID_TANH, TANH_SMOOTH, have_sigmoid, have_tanh, sigma
from proofs.pln.lemma1 import reciprocal
from proofs.pln.symbols import ONE, ZERO, N, S, lam, m, y
from proofs.pln.thm1_sums import A, alpha, at, delta0, each_sum, eps1, i, known, reals
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

FUNCTIONS = {"f": 1, "alpha": 1, "b": 1, "e": 1}
REALS = (
    "x", "t", "L", "eps", "eps1", "eps2", "delta0", "lam", "lamN", "lamk", "A", "Ak", "B", "u",
)  # fmt: skip
SORTS = {"N": "int", "k": "int", "p": "int", **dict.fromkeys(REALS, "real")}
lamN, u, eta = var("lamN"), var("u"), var("eta")
HALF = Fraction(1, 2)


def names_of(json: Json, bound: frozenset[str] = frozenset()) -> set[str]:
    """The free names of a formula or term."""
    if isinstance(json, str):
        return set() if json in bound else {json}
    if not isinstance(json, list):
        return set()
    inner = bound | {json[1]} if json[0] in ("all", "some", "sum") else bound
    rest = json[2:] if json[0] == "app" else json[1:]
    return set().union(*(names_of(part, inner) for part in rest))


def functions_of(json: Json) -> set[str]:
    if not isinstance(json, list):
        return set()
    own = {json[1]} if json[0] in ("app", "lipschitz") else set()
    return own.union(*(functions_of(part) for part in json))


def sequent(given: list[Json], show: Json) -> Json:
    """A statement with the sorts and functions that occur in it."""
    whole = plain_json([*given, show])
    free = set().union(*map(names_of, whole))
    used = set().union(*map(functions_of, whole))
    return statement(
        {name: sort for name, sort in SORTS.items() if name in free},
        given,
        show,
        {name: size for name, size in FUNCTIONS.items() if name in used},
    )


def s(at_: Term) -> Term:
    """s_j = 2 sigma(lambda t) - 1."""
    return 2 * sigma(lam * at_) - 1


#: Eq. 34 and b_j = -j/N for j < N, b_N = 1
WEIGHTS: list[Json] = [
    every(
        "i",
        "int",
        implies(
            i >= 1,
            i <= N - 1,
            conj(alpha(i).equals(y(i + 1) - y(i)), app("b", i).equals(b_hat(i, N))),
        ),
    ),
    alpha(N).equals(y(ONE)),
    app("b", N).equals(1),
]


def sigmas(high: Term) -> Term:
    """sum_j alpha_j sigma(lambda t_j)."""
    return total("i", 1, high, alpha(i) * sigma(lam * at(i)))


def limits(high: Term) -> Term:
    """sum_j alpha_j (sign t_j + 1)/2."""
    return total("i", 1, high, HALF * alpha(i) * (S.sign(at(i)) + 1))


def signs(high: Term) -> Term:
    return total("i", 1, high, HALF * alpha(i) * S.sign(at(i)))


def halves(high: Term) -> Term:
    return total("i", 1, high, HALF * alpha(i))


G, GH = sigmas(N), limits(N)

# --- Eq. 32 and 33 -------------------------------------------------------------------------------


def modulus(high: Term) -> Term:
    """R = sum over t_j != 0 of |alpha_j|/|t_j|."""
    return total("i", 1, high, S.abs(alpha(i)) * reciprocal(at(i)))


def tends(body: Term, limit: Term) -> Json:
    """lim_{lambda -> +oo} body = limit, spelled out."""
    near: Json = every("lam", "real", implies(lam > var("M"), S.abs(body - limit) < eta))
    return every("eta", "real", implies(eta > 0, exists("M", "real", near)))


EQ32 = tends(G, GH)
#: for all u and lam > 0: sigma(lam u) is defined and within r(u)/lam of its limit
UNIT_GAP: Json = reals(
    "u lam",
    implies(
        lam > 0,
        conj(
            1 + S.exp(-(lam * u)) > 0,
            reciprocal(u) >= 0,
            (sigma(lam * u) - (S.sign(u) + 1) / 2) * lam <= reciprocal(u),
            -(sigma(lam * u) - (S.sign(u) + 1) / 2) * lam <= reciprocal(u),
        ),
    ),
)


def unit_gap_script() -> Node:
    """(1 - |tanh v|) (1 + |v|) <= 1 for v = lam u/2, so (1 - |s|)/2 lam <= 1/|u|."""
    v, value = lam * u / 2, S.tanh(lam * u / 2)
    z = S.sign(u)
    room = S.abs(u) + 1 - S.abs(z)
    leaf = node("both", *[auto("sigma(lam u) near its limit")] * 4)

    def side(sign: int, then: Node) -> Node:
        back = 2 if sign > 0 else 1
        chosen = look(lambda c: use(len(c.rules) - back, [], auto("side of 0"), then))
        return have(sign * v >= 0, auto("lam u/2"), known(TANH_SMOOTH, [v], chosen))

    off = [
        ((1 - value) * (lam * u) <= 2, auto("1 - tanh")),
        ((1 - value) >= 0, auto()),
        (1 / room > 0, auto()),
        ((1 - value) * lam * HALF <= 1 / room, auto("(1 - tanh) lam/2 <= 1/u")),
    ]
    under = [
        ((1 + value) * (lam * -u) <= 2, auto("1 + tanh")),
        ((1 + value) >= 0, auto()),
        (1 / room > 0, auto()),
        ((1 + value) * lam * HALF <= 1 / room, auto("(1 + tanh) lam/2 <= -1/u")),
    ]
    above = side(1, lemmas(off, leaf))
    below = side(-1, lemmas(under, leaf))
    zero = side(1, side(-1, have(value.equals(0), auto("tanh(0)"), leaf)))

    def sizes(then: Node) -> Node:
        inner = case(S.abs(z).json, then, then)
        return case(S.abs(u).json, inner, inner)

    positive = (room > 0, auto("|u| + 1 - |sign u| > 0"))
    by_sign = case(z.json, *[sizes(lemmas([positive], part)) for part in (above, zero, below)])
    defined = have(1 + S.exp(-(lam * u)) > 0, auto("1 + e^-t > 0"), by_sign)
    shown = known(SIGMOID_TANH, [lam * u], defined)
    return intro("u", intro("lam", intro("", shown)))


def eq32_script() -> Node:
    last = m + 1
    sums = (sigmas, limits, modulus)
    gap = sigmas(m) - limits(m)
    claim = conj(modulus(m) >= 0, gap * lam <= modulus(m), -gap * lam <= modulus(m))
    unit = (sigma(lam * at(last)) - (S.sign(at(last)) + 1) / 2) * lam
    r, weight = reciprocal(at(last)), alpha(last)
    more = lemmas(
        [
            (S.abs(weight) * r >= 0, auto("|alpha| r >= 0")),
            (weight * unit <= S.abs(weight) * r, auto("|alpha| r, +")),
            (-(weight * unit) <= S.abs(weight) * r, auto("|alpha| r, -")),
        ],
        each_sum("unfold", sums, last, node("both", *[auto("one more unit")] * 3)),
    )
    by_weight = case(S.abs(weight).json, more, more)
    step = known(UNIT_GAP, [at(last), lam], by_weight)
    base = each_sum("empty", sums, ZERO, node("both", *[auto("no units")] * 3))
    R = modulus(N)
    choice = (R + 1) / eta
    whole: Json = every("m", "int", implies(m >= 0, claim))
    close = lemmas(
        [
            (lam * eta > R, auto("lam eta > R")),
            ((G - GH) * lam < lam * eta, auto("+")),
            (-(G - GH) * lam < lam * eta, auto("-")),
            (G - GH < eta, auto("below eta, +")),
            (-(G - GH) < eta, auto("below eta, -")),
        ],
        case(S.abs(G - GH).json, auto("near"), auto("near")),
    )
    sized = induct("m", "0", claim, base, step, known(whole, [N], close))
    positive = [(choice > 0, auto("M > 0")), (lam > 0, auto("lam > 0"))]
    beyond = intro("lam", intro("", lemmas([positive[1]], sized)))
    chosen = have(*positive[0], node("some", beyond, **{"is": choice.json}))
    at_eta = intro(
        "eta", intro("", have(1 / eta > 0, auto(), have(R >= 0, _modulus_script(), chosen)))
    )
    return have_exp(have_tanh(have_sigmoid(have(UNIT_GAP, unit_gap_script(), at_eta))))


def _modulus_script() -> Node:
    last = m + 1
    one = have(S.abs(alpha(last)) * reciprocal(at(last)) >= 0, auto(), auto("R >= 0"))
    step = known(UNIT_GAP, [at(last), ONE], node("unfold", auto(), one, on=modulus(last).json))
    whole: Json = every("m", "int", implies(m >= 0, modulus(m) >= 0))
    return induct(
        "m",
        "0",
        modulus(m) >= 0,
        node("empty", auto(), auto(), on=modulus(ZERO).json),
        step,
        known(whole, [N], auto()),
    )


BIASES: list[Json] = [app("b", N).equals(1)]
EQ33 = GH.equals(signs(N - 1) + halves(N - 1) + alpha(N))


def eq33_script() -> Node:
    last = m + 1
    sums = (limits, signs, halves)
    claim = limits(m).equals(signs(m) + halves(m))
    base = each_sum("empty", sums, ZERO, auto("no units"))
    step = each_sum("unfold", sums, last, auto("one more unit"))
    whole: Json = every("m", "int", implies(m >= 0, claim))
    sign = have(at(N) > 0, auto("x + 1 > 0"), case(S.sign(at(N)).json, *[auto("Eq. 33")] * 3))
    top = each_sum("unfold", (limits,), N, sign)
    full = induct("m", "0", claim, base, step, known(whole, [N - 1], top))
    return have(N >= 1, split((N - 1).json, auto(), auto()), full)


# --- one far unit (Eq. 37 and 38) -----------------------------------------------------------------


def distance(at_: Term) -> Term:
    """|(t + |t|)/|t| - 2/(1 + e^(-lambda t))|."""
    return S.abs((at_ + S.abs(at_)) / S.abs(at_) - 2 / (1 + S.exp(-(lam * at_))))


COST = 2 * eps1 / (N * A)
SHARE = (N * A - eps1) / eps1
#: lambda_N = (1/delta_0) ln((N alpha^* - eps_1)/eps_1), and it is positive
LAMBDA: list[Json] = [lamN.equals(1 / delta0 * S.log(SHARE)), lamN > 0, lam >= lamN]
FAR_UNIT: list[Json] = [N > 0, delta0 > 0, eps1 > 0, A > 0, *LAMBDA]
_REST = 2 - 2 / (1 + S.exp(-(lam * u)))
_AT_N = 2 - 2 / (1 + S.exp(-(lamN * delta0)))
_LOG = 2 - 2 / (1 + S.exp(S.log(eps1 / (N * A - eps1))))
_QUOTIENT = 2 - 2 * (N * A - eps1) / (N * A - eps1 + eps1)
EQ37 = conj(
    distance(u).equals(S.abs(_REST)),
    S.abs(_REST).equals(_REST),
    _REST < _AT_N,
    _AT_N.equals(_LOG),
    _LOG.equals(_QUOTIENT),
    _QUOTIENT.equals(COST),
)
_SHORT = 2 / (1 + S.exp(-(lam * u)))
_SHORT_N = 2 / (1 + S.exp(lamN * delta0))
EQ38 = conj(
    distance(u).equals(S.abs(-_SHORT)),
    S.abs(-_SHORT).equals(_SHORT),
    _SHORT < _SHORT_N,
    _SHORT_N.equals(2 / (1 + S.exp(S.log(SHARE)))),
    (2 / (1 + S.exp(S.log(SHARE)))).equals(2 * eps1 / (N * A - eps1 + eps1)),
    (2 * eps1 / (N * A - eps1 + eps1)).equals(COST),
)


def have_share(then: Node) -> Node:
    """E_0 = e^(lambda_N delta_0) = (N A - eps1)/eps1 > 0, and its inverse."""
    inverse = eps1 / (N * A - eps1)
    E0, F0 = S.exp(lamN * delta0), S.exp(-(lamN * delta0))
    of_log = axiom(
        "exp-log",
        [SHARE],
        axiom(
            "exp-log",
            [inverse],
            known(
                EXP_INVERSE,
                [lamN * delta0],
                lemmas(
                    [
                        ((lamN * delta0).equals(S.log(SHARE)), auto("lambda_N delta_0")),
                        (E0.equals(SHARE), _same_exp(lamN * delta0, S.log(SHARE))),
                        ((E0 * eps1).equals(N * A - eps1), auto("E_0 eps1")),
                        ((F0 * (N * A - eps1)).equals(eps1), auto("F_0 (N A - eps1)")),
                        ((S.exp(S.log(inverse)) * (N * A - eps1)).equals(eps1), auto("inverse")),
                        (S.exp(S.log(inverse)).equals(F0), auto("e^ln = F_0")),
                    ],
                    then,
                ),
            ),
            1,
        ),
        1,
    )
    positive = [
        (N * A > 0, auto("N A > 0")),
        (1 / eps1 > 0, auto("1/eps1 > 0")),
        (N * A - eps1 > 0, auto("N A - eps1 > 0")),
        (inverse > 0, auto("eps1/(N A - eps1) > 0")),
    ]
    return lemmas(positive, of_log)


def _same_exp(first: Term, second: Term) -> Node:
    """e^first = e^second, where first = second is known."""
    there = known(EXP_MONOTONE, [second, first], node("both", auto(), auto()))
    return known(EXP_MONOTONE, [first, second], there)


def _beyond(sign: int, then: Node) -> Node:
    """E = e^(sign lambda u) > E_0, where sign u > delta_0, and its inverse."""
    more = sign * lam * u
    rest = more - lamN * delta0
    grown = axiom(
        "exp-line",
        [rest],
        lemmas(
            [
                (rest > 0, auto("lambda |t| > lambda_N delta_0")),
                (S.exp(rest) > 1, auto("e^d > 1")),
                (S.exp(more) > S.exp(lamN * delta0), auto("E > E_0")),
            ],
            then,
        ),
    )
    return axiom("exp-sum", [lamN * delta0, rest], known(EXP_INVERSE, [more], grown))


def eq37_script() -> Node:
    F, F0 = S.exp(-(lam * u)), S.exp(-(lamN * delta0))
    F5 = S.exp(S.log(eps1 / (N * A - eps1)))
    facts = lemmas(
        [
            (1 + F > 0, auto()),
            (1 + F0 > 0, auto()),
            (F < F0, auto("F < F_0")),
            (S.abs(u).equals(u), case(S.abs(u).json, auto(), auto())),
            (S.abs(u) > 0, auto("|t| > 0")),
            (((u + S.abs(u)) / S.abs(u)).equals(2), auto("(t + |t|)/|t| = 2")),
            (1 / (1 + F) > 0, auto()),
            (1 / (1 + F) <= 1, auto("1/(1 + F) <= 1")),
            (1 / (1 + F0) < 1 / (1 + F), auto("1/(1 + F_0) < 1/(1 + F)")),
            (1 + F5 > 0, auto()),
            ((N * A - eps1 + eps1) > 0, auto()),
            ((1 + F0) * (N * A - eps1) <= N * A, auto("(1 + F_0)(N A - eps1)")),
            ((1 + F0) * (N * A - eps1) >= N * A, auto("(1 + F_0)(N A - eps1)")),
            ((1 / (1 + F5)).equals(1 / (1 + F0)), auto("ln")),
            ((1 / (1 + F5) * (N * A)).equals(N * A - eps1), auto("N A/(1 + F_0)")),
            ((1 / (N * A - eps1 + eps1) * (N * A)).equals(1), auto("N A/(N A)")),
        ],
        node(
            "both",
            case(distance(u).json, *[case(S.abs(_REST).json, auto(), auto())] * 2),
            case(S.abs(_REST).json, auto(), auto()),
            auto("strict"),
            auto("ln"),
            auto("quotient"),
            auto("cost"),
        ),
    )
    return have_exp(have_share(_beyond(1, facts)))


def eq38_script() -> Node:
    F, E0, E5 = S.exp(-(lam * u)), S.exp(lamN * delta0), S.exp(S.log(SHARE))
    facts = lemmas(
        [
            (1 + F > 0, auto()),
            (1 + E0 > 0, auto()),
            (F > E0, auto("F > E_0")),
            (S.abs(u).equals(-u), case(S.abs(u).json, auto(), auto())),
            (S.abs(u) > 0, auto("|t| > 0")),
            (((u + S.abs(u)) / S.abs(u)).equals(0), auto("(t + |t|)/|t| = 0")),
            (1 / (1 + F) > 0, auto()),
            (1 / (1 + F) < 1 / (1 + E0), auto("1/(1 + F) < 1/(1 + E_0)")),
            (1 + E5 > 0, auto()),
            (E5.equals(E0), auto("e^ln")),
            ((N * A - eps1 + eps1) > 0, auto()),
            (((1 + E0) * eps1).equals(N * A), auto("(1 + E_0) eps1 = N A")),
            ((1 / (1 + E5)).equals(1 / (1 + E0)), auto("ln")),
            ((1 / (1 + E5) * (N * A)).equals(eps1), auto("N A/(1 + E_0)")),
            ((1 / (N * A - eps1 + eps1) * (N * A)).equals(1), auto("N A/(N A)")),
        ],
        node(
            "both",
            case(distance(u).json, *[case(S.abs(-_SHORT).json, auto(), auto())] * 2),
            case(S.abs(-_SHORT).json, auto(), auto()),
            auto("strict"),
            auto("ln"),
            auto("quotient"),
            auto("cost"),
        ),
    )
    return have_exp(have_share(_beyond(-1, facts)))
