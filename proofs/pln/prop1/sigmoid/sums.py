"""Proposition 1, the printed proof: what its displays say, Eq. 32-46."""

from __future__ import annotations

from collections.abc import Callable
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
from proofs.pln.exponential import sigma
from proofs.pln.mixtures import Mixture
from proofs.pln.symbols import ONE, N, S, eps, f, k, lam, x, y
from proofs.pln.thm1.sums import BREAK, SMALL, A, alpha, at, delta0, eps1, i
from proofs.trees.script import statement

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


def tends(body: Term, limit: Term) -> Json:
    """lim_{lambda -> +oo} body = limit, spelled out."""
    near: Json = every("lam", "real", implies(lam > var("M"), S.abs(body - limit) < eta))
    return every("eta", "real", implies(eta > 0, exists("M", "real", near)))


EQ32 = tends(G, GH)


BIASES: list[Json] = [app("b", N).equals(1)]
EQ33 = GH.equals(signs(N - 1) + halves(N - 1) + alpha(N))


# --- one far unit (Eq. 37 and 38) -----------------------------------------------------------------


def distance(at_: Term) -> Term:
    """|(t + |t|)/|t| - 2/(1 + e^(-lambda t))|."""
    return S.abs((at_ + S.abs(at_)) / S.abs(at_) - 2 / (1 + S.exp(-(lam * at_))))


COST = 2 * eps1 / (N * A)
SHARE = (N * A - eps1) / eps1
#: lambda_N = (1/delta_0) ln((N alpha^* - eps_1)/eps_1), and it is positive
LAMBDA: list[Json] = [lamN.equals(1 / delta0 * S.log(SHARE)), lamN > 0, lam >= lamN]
FAR_UNIT: list[Json] = [N > 0, delta0 > 0, eps1 > 0, A > 0, *LAMBDA]
REST = 2 - 2 / (1 + S.exp(-(lam * u)))
AT_N = 2 - 2 / (1 + S.exp(-(lamN * delta0)))
LOG_N = 2 - 2 / (1 + S.exp(S.log(eps1 / (N * A - eps1))))
QUOTIENT = 2 - 2 * (N * A - eps1) / (N * A - eps1 + eps1)
EQ37 = conj(
    distance(u).equals(S.abs(REST)),
    S.abs(REST).equals(REST),
    REST < AT_N,
    AT_N.equals(LOG_N),
    LOG_N.equals(QUOTIENT),
    QUOTIENT.equals(COST),
)
SHORT = 2 / (1 + S.exp(-(lam * u)))
SHORT_N = 2 / (1 + S.exp(lamN * delta0))
EQ38 = conj(
    distance(u).equals(S.abs(-SHORT)),
    S.abs(-SHORT).equals(SHORT),
    SHORT < SHORT_N,
    SHORT_N.equals(2 / (1 + S.exp(S.log(SHARE)))),
    (2 / (1 + S.exp(S.log(SHARE)))).equals(2 * eps1 / (N * A - eps1 + eps1)),
    (2 * eps1 / (N * A - eps1 + eps1)).equals(COST),
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
EQ39 = conj(
    far_sizes(N) < total("i", 1, N, HALF * A * COST),
    total("i", 1, N, HALF * A * COST).equals(eps1),
)

SIGN_ERROR, ERROR = S.abs(GH - f(x)), S.abs(G - f(x))
EQ40 = conj(
    ERROR <= S.abs(G - GH) + SIGN_ERROR,
    S.abs(G - GH) + SIGN_ERROR < eps1 + eps - eps1,
    (eps1 + eps - eps1).equals(eps),
)


# --- case 2 --------------------------------------------------------------------------------------

S_K, SIGN_K = s(at(k)), S.sign(at(k))


def around_k(body: Callable[[Term], Term]) -> Term:
    """The sum over j != k."""
    left = total("i", 1, k - 1, alpha(i) * body(at(i)))
    return left + total("i", k + 1, N, alpha(i) * body(at(i)))


FIRST_TERM = HALF * S.abs(around_k(s) - around_k(S.sign))
TERM_K = HALF * alpha(k) * SIGN_K
SECOND = GH + HALF * alpha(k) * S_K - TERM_K - f(x)
EQ41 = conj(
    ERROR.equals(S.abs(G - f(x) + GH - GH)),
    S.abs(G - f(x) + GH - GH) <= FIRST_TERM + S.abs(SECOND),
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

NEAR_BREAK = Mixture(S_K, GH - TERM_K + HALF * alpha(k) * S_K - f(x))
EQ46 = NEAR_BREAK.relations()
