"""layeract.eq9: its statements, and the proofs of what holds."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, var
from proofs.claims import Witness
from proofs.layeract.eq9 import noise as near
from proofs.layeract.eq9.noise import bound, euclid_bound_term, moved
from proofs.layeract.sums import (
    FUNCTIONS,
    ROOT,
    ROOT_NOISY,
    SCALE,
    SORTS,
    SPREAD,
    SQUARES,
    STATISTICS,
    TIMES,
    ZERO,
    K,
    alpha,
    centred_noise,
    change,
    compared,
    d,
    distance,
    first,
    mu,
    n_noisy,
    noisy,
    norm,
    nu,
    one_more,
    plain,
    reals,
    s,
    size,
    square,
    statistics,
    total,
    v,
    w,
    y,
)
from proofs.layeract.witnesses import (
    hard_bounded,
    hard_increasing,
    hard_lipschitz,
    layer,
)
from proofs.library.vectors import S, every_real, fact
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, define, have, intro, lemmas, statement

# --- the printed statement -----------------------------------------------------------------------

#: what is said of the noise: it is not the same for all elements, and sigma_eps << sigma_y
SMALL: list[Json] = [w > 0, 2500 * w <= v]
#: the root is above 1, and alpha is one of Appendix H, 0.00001 and 0.1, or between them
USED: list[Json] = [v + alpha > 1, 100_000 * alpha >= 1, 10 * alpha <= 1]
GIVEN = [*STATISTICS, *SCALE, *SMALL, *USED]
GIVEN_LARGE = [*STATISTICS, *SCALE, *SMALL, alpha >= 1]


def last(at: Term) -> Term:
    """K |eps_i - mu_eps| / sqrt(sigma_y^2 + alpha)."""
    return K * S.abs(centred_noise(at)) / ROOT


PRINTED_ROOT = S.sqrt(v + alpha + w)


def middle(at: Term) -> Term:
    """|(y_i + eps_i - mu_y - mu_eps)/sqrt(sigma_y^2 + alpha + sigma_eps^2) - n_i|."""
    return S.abs((noisy(at) - mu - nu) / PRINTED_ROOT - (y(at) - mu) / ROOT)


CHANGE = total(size(moved))
MIDDLE = K * total(middle)
LAST = total(last)
STATEMENT = statement(SORTS, GIVEN, CHANGE < LAST, FUNCTIONS)
STATEMENT_LARGE = statement(SORTS, GIVEN_LARGE, CHANGE < LAST, FUNCTIONS)
FIRST = statement(SORTS, GIVEN, CHANGE < MIDDLE, FUNCTIONS)
EQUALITY = statement(SORTS, GIVEN, MIDDLE.equals(LAST), FUNCTIONS)
HALF_OF_D = statement(SORTS, GIVEN, total(lambda at: s(n_noisy(at))) < d / 2, FUNCTIONS)

#: sigma_y^2 = 26, so that the roots are 51/10 and 51/10 + 3/235
WITNESS = layer((-2, -5, 7), (Fraction(3, 47), Fraction(-3, 47), 0), Fraction(1, 100))
#: sigma_y^2 = 260000, sigma_eps^2 = 96, alpha = 128129, so the roots are 623 and 625
WITNESS_LARGE = layer((-200, -500, 700), (12, -12, 0), 128_129)


def _wide() -> Witness:
    """17 pairs -1000, 1000, the first four times as large, and noise -17, 17 on it."""
    inputs = [1000 * (-1) ** k * (4 if k <= 2 else 1) for k in range(1, 35)]
    gap, rise = Fraction(8017), Fraction(29, 10)  # t^2 - r^2 and t - r
    root = (gap / rise - rise) / 2
    found = layer(inputs, [-17, 17, *[0] * 32], root**2 - Fraction(64_000_000, 34))
    at = var("u")
    sign = 2 * at - 4 * S.floor(at / 2) - 1  # 1 for odd places, -1 for even ones
    first = (1 - S.sign(at - Fraction(5, 2))) / 2
    functions = {
        "y": (("u",), (-1000 * sign * (1 + 3 * first)).json),
        "eps": (("u",), (-17 * sign * first).json),
    }
    return Witness(found.values, {**found.functions, **functions})


#: sigma_eps is 332 times smaller than sigma_y; the roots differ by 29/10
WIDE = _wide()
SCALE_GIVENS = {8: hard_bounded, 9: hard_increasing, 11: hard_lipschitz}

ROOTS = statement(
    {"v": "real", "w": "real", "alpha": "real"},
    [v >= 0, w >= 0, alpha > 1],
    conj(ROOT > 1, ROOT <= PRINTED_ROOT, PRINTED_ROOT <= ROOT + w / (2 * ROOT)),
)


# --- what holds ----------------------------------------------------------------------------------

REPAIRED = statement(SORTS, [*STATISTICS, *SCALE], CHANGE <= total(bound), FUNCTIONS)


def repaired_script() -> Node:
    return first(near.FIRST, statistics(distance(near.sum_bound(given()))))


EUCLID_SHARP = statement(
    SORTS, [*STATISTICS, *SCALE], norm(moved) <= euclid_bound_term(), FUNCTIONS
)
FIRST_LEMMAS = [
    SQUARES,
    SPREAD,
    TIMES,
    near.SQUARED,
    near.ROOTED,
    *(one_more(*kind) for kind in ((">=", 0), ("<=", 1), ("=", 1), ("=", 2), ("=", 3))),
]


def euclid_sharp_script() -> Node:
    return first(FIRST_LEMMAS, statistics(distance(near.euclid_bound(given()))))


IDENTITY = statement(
    SORTS,
    STATISTICS,
    total(square(change)).equals(
        d
        * (
            (w - (ROOT - ROOT_NOISY) ** 2) / (ROOT * ROOT_NOISY)
            - alpha * (1 / ROOT_NOISY - 1 / ROOT) ** 2
        )
    ),
    {"y": 1, "eps": 1},
)


def identity_script() -> Node:
    product = 1 / (ROOT * ROOT_NOISY)
    known = have(product.equals(1 / ROOT_NOISY * (1 / ROOT)), _inverse(), auto("the identity"))
    positive = have(
        ROOT * ROOT_NOISY > 0, using(ROOT > 0, ROOT_NOISY > 0), define(product.json, given(), known)
    )
    return first(FIRST_LEMMAS, statistics(distance(positive)))


def _inverse() -> Node:
    a, b = var("a"), var("b")
    lemma = every_real(
        "ab", ["implies", conj(a > 0, b > 0, a * b > 0), (1 / (a * b)).equals(1 / b * (1 / a))]
    )
    quotients = define(
        (1 / (a * b)).json,
        auto(),
        define((1 / a).json, auto(), define((1 / b).json, auto(), auto())),
    )
    proof = reals("a b", intro("", quotients))
    return have(lemma, proof, fact(lemma, [ROOT, ROOT_NOISY], given(), given()))


# --- one bound for all samples -------------------------------------------------------------------

LEAST = S.sqrt(alpha)


def bound_of_noise(at: Term) -> Term:
    """K (|eps_i - mu_eps| + sigma_eps) / sqrt(alpha), whatever y is."""
    return K * (S.abs(centred_noise(at)) + near.SIGMA) / LEAST


ONE_BOUND = statement(SORTS, [*STATISTICS, *SCALE], CHANGE <= total(bound_of_noise), FUNCTIONS)


def one_bound_script() -> Node:
    """1/r <= 1/sqrt(alpha), as r^2 = sigma_y^2 + alpha."""
    sizes, sigma = total(size(centred_noise)), near.SIGMA
    p, q = 1 / ROOT, 1 / LEAST
    whole = K * sizes + K * sigma * d
    steps: list[tuple[Json, Node]] = [
        (LEAST > 0, using(alpha > 0, LEAST >= 0, (LEAST**2).equals(alpha))),
        (LEAST <= ROOT, _smaller_root()),
    ]
    ends: list[tuple[Json, Node]] = [
        (q > 0, using(LEAST > 0, (LEAST * q).equals(1))),
        (p <= q, _smaller_inverse(p, q)),
        (K * sizes >= 0, using(K >= 0, sizes >= 0)),
        (K * sigma >= 0, using(K >= 0, sigma >= 0)),
        (K * sigma * d >= 0, using(K * sigma >= 0, d >= 1)),
        (whole >= 0, using(K * sizes >= 0, K * sigma * d >= 0)),
        (whole * p <= whole * q, using(whole >= 0, p <= q)),
    ]
    sums = [
        total(bound).equals(K * sigma / ROOT * d + K / ROOT * sizes),
        total(bound_of_noise).equals(K * sigma / LEAST * d + K / LEAST * sizes),
    ]
    last = using(CHANGE <= total(bound), *sums, whole * p <= whole * q)
    level = compared(
        bound_of_noise, "=", [(K / LEAST, size(centred_noise))], K * sigma / LEAST, plain, last
    )
    rooted = lemmas(steps, define(q.json, given(), lemmas(ends, level)))
    known = near.sizes(centred_noise, define(LEAST.json, auto("alpha >= 0"), rooted))
    return first(near.FIRST, statistics(distance(near.sum_bound(known))))


def _smaller_root() -> Node:
    a, b = var("a2"), var("b2")
    lemma = every_real(["a2", "b2"], ["implies", conj(b > 0, a**2 <= b**2), a <= b])
    proof = reals("a2 b2", intro("", auto("roots")))
    squares_ = using((LEAST**2).equals(alpha), (ROOT**2).equals(v + alpha), v >= 0)
    at = have(LEAST**2 <= ROOT**2, squares_, fact(lemma, [LEAST, ROOT], given(), given()))
    return have(lemma, proof, at)


def _smaller_inverse(p: Term, q: Term) -> Node:
    """q - p = p q (r - sqrt(alpha))."""
    facts = [(ROOT * p).equals(1), (LEAST * q).equals(1)]
    return have(
        p * q > 0,
        using(p > 0, q > 0),
        have(
            p * q * (ROOT - LEAST) >= 0,
            using(p * q > 0, LEAST <= ROOT),
            using(p * q * (ROOT - LEAST) >= 0, *facts),
        ),
    )


# --- the Euclidean reading -----------------------------------------------------------------------

EUCLID_GIVEN = [*STATISTICS, *SCALE, K > 0, w > 0, 4 * w <= v]
EUCLID = statement(SORTS, EUCLID_GIVEN, norm(moved) < LAST, FUNCTIONS)
_NAMES = ("n2", "x2", "z2", "r2", "t2", "w2", "v2", "d2", "lip2")
_n, _x, _z, _r, _t, _w, _v, _d, _k = (var(name) for name in _NAMES)
_FINAL = every_real(
    _NAMES,
    [
        "implies",
        conj(
            _r > 0,
            _t > 0,
            _k > 0,
            _w > 0,
            _d >= 1,
            4 * _w <= _v,
            _v < _r**2,
            (_r - _t) ** 2 <= _w,
            _n <= _k**2 * _x,
            _x * (_r * _t) <= _d * _w,
            2 * _d * _w <= _z**2,
        ),
        _n < (_k / _r * _z) ** 2,
    ],
)


def _final() -> Node:
    """r < 2 t, so K^2 X <= K^2 d w/(r t) < 2 K^2 d w/r^2 <= K^2 Z^2/r^2."""
    p, q = 1 / _t, 1 / _r
    D = _d * _w
    steps: list[tuple[Json, Node]] = [
        (4 * (_r - _t) ** 2 < _r**2, auto("|r - t| < r/2")),
        (_r < 2 * _t, auto("r < 2 t")),
        (p > 0, auto("1/t > 0")),
        (q > 0, auto("1/r > 0")),
        (p * q > 0, auto("1/(r t) > 0")),
        (p < 2 * q, auto("1/t < 2/r")),
        (D > 0, auto("d w > 0")),
        (_x * (_r * _t) * (p * q) <= D * (p * q), auto("over r t")),
        ((_x * (_r * _t) * (p * q)).equals(_x), auto("p t = q r = 1")),
        (_x <= D * (p * q), auto("X")),
        (D * q > 0, auto("d w/r > 0")),
        (D * q * p < D * q * (2 * q), auto("1/t < 2/r")),
        (_x < 2 * D * q**2, auto("X, again")),
        (q**2 > 0, auto("1/r^2 > 0")),
        (2 * D * q**2 <= _z**2 * q**2, auto("Z^2")),
        (_x < _z**2 * q**2, auto("X, at last")),
        (_k**2 > 0, auto("K^2 > 0")),
        (_k**2 * _x < _k**2 * (_z**2 * q**2), auto("times K^2")),
    ]
    proof = define(p.json, auto("t"), define(q.json, auto("r"), lemmas(steps, auto("the square"))))
    return reals(_NAMES, intro("", proof))


def euclid_script() -> Node:
    Z, X, N2 = total(size(centred_noise)), total(square(change)), total(square(moved))
    values = [N2, X, Z, ROOT, ROOT_NOISY, w, v, d, K]
    end = K / ROOT * Z
    a, b = var("a2"), var("b2")
    strict = every_real(["a2", "b2"], ["implies", conj(b >= 0, a**2 < b**2), a < b])
    root = norm(moved)
    close = lemmas(
        [
            (K / ROOT > 0, using(K > 0, 1 / ROOT > 0)),
            (end >= 0, using(K / ROOT > 0, Z >= 0)),
            (root**2 < end**2, using(N2 < end**2, (root**2).equals(N2))),
        ],
        fact(strict, [root, end], using(root < end, LAST.equals(ZERO * d + end)), given()),
    )
    rooted = define(root.json, given(), close)
    final = fact(_FINAL, values, rooted, given())
    facts: list[tuple[Json, Node]] = [
        (v < ROOT**2, using(alpha > 0, (ROOT**2).equals(v + alpha))),
        (
            2 * d * w <= Z**2,
            using(
                total(square(centred_noise)).equals(d * w),
                total(square(centred_noise)) <= Z / 2 * Z,
            ),
        ),
    ]
    sums = compared(last, "=", [(K / ROOT, size(centred_noise))], ZERO, plain, lemmas(facts, final))
    positive = have(1 / ROOT > 0, using(ROOT > 0, (ROOT * (1 / ROOT)).equals(1)), sums)
    lemmas_: list[tuple[Json, Node]] = [
        *FIRST_LEMMAS,
        (_FINAL, _final()),
        (strict, reals("a2 b2", intro("", auto("roots")))),
    ]
    below = near.squares_bound(define((1 / ROOT).json, given(), positive))
    known = near.half_of_all(statistics(distance(below)))
    return first(lemmas_, near.sizes(centred_noise, known))
