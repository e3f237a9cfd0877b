"""How far noise moves the activation scales s(n) of a layer, in both norms, for every d.

With r = sqrt(sigma_y^2 + alpha), t the same of the noisy layer, e = eps - mu_eps and s as in
Definition 3.1:

    sum (nhat_i - n_i)^2  = d ((sigma_eps^2 - (r - t)^2)/(r t) - alpha (1/t - 1/r)^2)
    |s(nhat) - s(n)|_2   <= K |e|_2 / sqrt(r t)
    |s(nhat) - s(n)|_1   <= K (|e|_1 + d sigma_eps) / r
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.layeract.sums import (
    LIPSCHITZ,
    ONE,
    ROOT,
    ROOT_NOISY,
    SPREAD,
    SQUARES,
    TIMES,
    ZERO,
    K,
    alpha,
    centred,
    centred_noise,
    centred_noisy,
    change,
    compared,
    d,
    ensured,
    mu,
    muhat,
    n,
    n_noisy,
    noise,
    norm,
    nu,
    one_more,
    plain,
    reals,
    root_below,
    s,
    size,
    square,
    squares,
    total,
    vhat,
    w,
)
from proofs.library.vectors import S, both_sums, every_real, fact, same_value
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
)

SIGMA = S.sqrt(w)  #: sigma_eps


def moved(at: Term) -> Term:
    """s(nhat_i) - s(n_i)."""
    return s(n_noisy(at)) - s(n(at))


def lipschitz_at(at: Term, then: Node) -> Node:
    """|s(nhat) - s(n)| <= K |nhat - n|."""
    return fact(LIPSCHITZ, [n_noisy(at), n(at)], then)


def constant_not_negative(then: Node) -> Node:
    """K >= 0, since |s(0) - s(1)| <= K."""
    inside = case(S.abs(ZERO - ONE).json, auto("K >= 0"), auto("K >= 0"))
    shown = fact(LIPSCHITZ, [ZERO, ONE], case(S.abs(s(ZERO) - s(ONE)).json, inside, inside))
    return have(K >= 0, shown, then)


def quotients_positive(then: Node) -> Node:
    return lemmas([(1 / ROOT_NOISY > 0, auto("1/t > 0")), (1 / ROOT > 0, auto("1/r > 0"))], then)


# --- the sum of absolute values ------------------------------------------------------------------

_h, _e, _r, _t, _c = (var(name) for name in ("h0", "e0", "r0", "t0", "c0"))
_NAMES = ("h0", "c0", "e0", "r0", "t0")
_POSITIVE = conj(_r > 0, _t > 0, _e.equals(_h - _c))
#: with h = chat = c + e: |h/t - c/r| <= |e|/r + (h^2/t + t)/2 |r - t|/(r t)
_ELEMENT = every_real(
    _NAMES,
    implies(
        _POSITIVE,
        S.abs(_h / _t - _c / _r)
        <= S.abs(_e) / _r + (_h**2 / _t + _t) / 2 * (S.abs(_r - _t) / (_r * _t)),
    ),
)


def _element() -> Node:
    """h/t - c/r = e/r + h (r - t)/(r t), and 2 |h| <= h^2/t + t."""
    p, q, gap = 1 / _t, 1 / _r, S.abs(_r - _t)
    inner = _h / _t - _c / _r
    mean = (_h**2 / _t + _t) / 2
    over = gap / (_r * _t)
    steps: list[tuple[Json, Node]] = [
        (p > 0, auto("1/t > 0")),
        (q > 0, auto("1/r > 0")),
        (_r * _t > 0, auto("r t > 0")),
        ((1 / (_r * _t)).equals(p * q), auto("1/(r t)")),
        (p * (S.abs(_h) - _t) ** 2 >= 0, auto("a square")),
        (S.abs(_h) <= mean, auto("2 |h| <= h^2/t + t")),
        (over.equals(gap * p * q), auto("the quotient")),
        (over >= 0, auto("its sign")),
        (inner.equals(_e * q + _h * (_r - _t) * p * q), auto("the difference")),
        (S.abs(_h) * over <= mean * over, auto("times the quotient")),
        (_e * q <= S.abs(_e) * q, auto("e")),
        (-_e * q <= S.abs(_e) * q, auto("-e")),
    ]
    products = [
        (sign * _h * (_r - _t) * p * q <= S.abs(_h) * over, _product(sign)) for sign in (1, -1)
    ]
    end = case(S.abs(inner).json, auto("the difference"), auto("minus the difference"))
    proof = intro(
        "", define(p.json, auto(), define(q.json, auto(), _over(lemmas([*steps, *products], end))))
    )
    for name in reversed(_NAMES):
        proof = intro(name, proof)
    return proof


def _over(then: Node) -> Node:
    return have(_r * _t > 0, auto("r t > 0"), define((1 / (_r * _t)).json, auto("r t"), then))


def _product(sign: int) -> Node:
    """h g x <= |h| |g| x for x = p q >= 0."""
    a, b, x = (var(name) for name in "abx")
    one = S.abs(a) * S.abs(b) * x
    lemma = every_real("abx", implies(x >= 0, conj(a * b * x <= one, -(a * b * x) <= one)))
    sides = [
        (a * b <= S.abs(a) * S.abs(b), auto("a b")),
        (-(a * b) <= S.abs(a) * S.abs(b), auto("-a b")),
    ]
    shown: Node = lemmas(sides, auto("times x"))
    shown = case(S.abs(a).json, *[case(S.abs(b).json, shown, shown)] * 2)
    proof = intro("a", intro("b", intro("x", intro("", shown))))
    at = [_h, _r - _t, (1 / _t) * (1 / _r)]
    return have(lemma, proof, fact(lemma, at, auto("the product"), auto("p q >= 0")))


ELEMENT = (_ELEMENT, _element())  #: for :func:`~proofs.layeract.sums.first`

_ENDS_NAMES = ("m0", "x0", "h0", "r0", "t0", "g0", "s0", "n0", "lip0", "b0", "v0")


def _ends() -> tuple[Json, Node]:
    """M <= X/r + (H/(2 t) + d t/2) g/(r t) with H <= d t^2, g <= sigma: M <= (X + d sigma)/r."""
    M, X, H, r, t, g, sig, dim, const, right, left = (var(name) for name in _ENDS_NAMES)
    over = g / (r * t)
    premises = conj(
        r > 0,
        t > 0,
        const >= 0,
        dim >= 1,
        g >= 0,
        g <= sig,
        H <= dim * t**2,
        M <= t / 2 * over * dim + 1 / r * X + 1 / t / 2 * over * H,
        left <= const * M,
        right.equals(const * sig / r * dim + const / r * X),
    )
    p, q = 1 / t, 1 / r
    half = g * p * p * q / 2
    steps: list[tuple[Json, Node]] = [
        (p > 0, auto("1/t > 0")),
        (q > 0, auto("1/r > 0")),
        (half >= 0, auto("a factor")),
        (half * H <= half * (dim * t**2), auto("H")),
        ((half * (dim * t**2)).equals(g * q * dim / 2), auto("p t = 1")),
        ((1 / (r * t)).equals(p * q), auto("1/(r t)")),
        ((p / 2 * over * H).equals(half * H), auto("H, written out")),
        ((t / 2 * over * dim).equals(g * q * dim / 2), auto("p t = 1")),
        (M <= (X + g * dim) * q, auto("M")),
        (q * dim >= 0, auto("d/r")),
        (g * dim * q <= sig * dim * q, auto("g <= sigma")),
        (M <= (X + sig * dim) * q, auto("M, again")),
        (const * M <= const * ((X + sig * dim) * q), auto("times K")),
    ]
    proof = intro("", define(p.json, auto(), define(q.json, auto(), lemmas(steps, auto("end")))))
    lemma = every_real(_ENDS_NAMES, implies(premises, left <= right))
    return lemma, reals(_ENDS_NAMES, proof)


ENDS = _ends()
_a, _b = var("a0"), var("b0")
_WITHIN = every_real(
    ("a0", "b0"), implies(conj(_b >= 0, _a**2 <= _b**2), S.abs(_a) <= _b)
)  #: |a| <= b where a^2 <= b^2 and b >= 0
WITHIN = (
    _WITHIN,
    reals("a0 b0", intro("", case(S.abs(_a).json, auto("+"), auto("-")))),
)
#: lemmas for :func:`sum_bound`
FIRST = [
    SQUARES,
    SPREAD,
    TIMES,
    ELEMENT,
    ENDS,
    WITHIN,
    *(one_more(*kind) for kind in ((">=", 0), ("<=", 1), ("=", 1), ("=", 2), ("<=", 2), ("=", 3))),
]


def bound(at: Term) -> Term:
    """K (|eps_i - mu_eps| + sigma_eps) / r."""
    return K * (S.abs(centred_noise(at)) + SIGMA) / ROOT


def sum_bound(then: Node) -> Node:
    """After :func:`distance`: sum |s(nhat) - s(n)| <= sum K (|e| + sigma_eps) / r."""
    gap = S.abs(ROOT - ROOT_NOISY)
    over = gap / (ROOT * ROOT_NOISY)
    values = [
        total(size(change)),
        total(size(centred_noise)),
        total(square(centred_noisy)),
        ROOT,
        ROOT_NOISY,
        gap,
        SIGMA,
        d,
        K,
        total(bound),
        total(size(moved)),
    ]

    def element(at: Term, rest: Node) -> Node:
        points = [centred_noisy(at), centred(at), centred_noise(at), ROOT, ROOT_NOISY]
        return fact(_ELEMENT, points, rest, using(ROOT > 0, ROOT_NOISY > 0, muhat.equals(mu + nu)))

    end = have(
        total(square(centred_noisy)) <= d * ROOT_NOISY**2,
        _energy(),
        fact(ENDS[0], values, then, given()),
    )
    constants = compared(
        bound, "=", [(K / ROOT, size(centred_noise))], K * SIGMA / ROOT, plain, end
    )
    scales = compared(size(moved), "<=", [(K, size(change))], ZERO, lipschitz_at, constants)
    parts = [
        (1 / ROOT, size(centred_noise)),
        (1 / ROOT_NOISY / 2 * over, square(centred_noisy)),
    ]
    moves = compared(size(change), "<=", parts, ROOT_NOISY / 2 * over, element, scales)
    near = fact(
        _WITHIN, [ROOT - ROOT_NOISY, SIGMA], moves, using((ROOT - ROOT_NOISY) ** 2 <= w, recent=4)
    )
    root = define(SIGMA.json, auto("w >= 0"), near)
    product = have(
        ROOT * ROOT_NOISY > 0, using(ROOT > 0, ROOT_NOISY > 0), define(over.json, given(), root)
    )
    lemmas_ = ensured(*ENDS, ensured(*WITHIN, ensured(*ELEMENT, product)))
    return quotients_positive(constant_not_negative(lemmas_))


def _energy() -> Node:
    """H = d vhat <= d t^2, as t^2 = vhat + alpha."""
    facts = [d >= 1, vhat <= ROOT_NOISY**2, total(square(centred_noisy)).equals(d * vhat)]
    root = using(alpha > 0, (ROOT_NOISY**2).equals(vhat + alpha))
    return have(vhat <= ROOT_NOISY**2, root, using(*facts))


# --- the Euclidean norm --------------------------------------------------------------------------

_m, _c1, _k1 = (var(name) for name in ("m1", "d1", "lip1"))
_SQUARED = every_real(
    ("m1", "d1", "lip1"),
    implies(conj(_k1 >= 0, S.abs(_m) <= _k1 * S.abs(_c1)), _m**2 <= _k1**2 * _c1**2),
)
SQUARED = (_SQUARED, reals("m1 d1 lip1", intro("", auto("squares"))))  #: for ``first``


def squares_bound(then: Node) -> Node:
    """sum (s(nhat) - s(n))^2 <= K^2 sum (nhat - n)^2, and K >= 0; then go on."""

    def known(at: Term, rest: Node) -> Node:
        step = fact(_SQUARED, [moved(at), change(at), K], rest, given())
        return lipschitz_at(at, step)

    sums = compared(square(moved), "<=", [(K**2, square(change))], ZERO, known, then)
    return ensured(*SQUARED, constant_not_negative(squares(moved, sums)))


def euclid_bound_term() -> Term:
    """K |e|_2 / sqrt(r t)."""
    return K * norm(centred_noise) / S.sqrt(ROOT * ROOT_NOISY)


_x, _z, _q, _b, _g, _y = (var(name) for name in ("x2", "z2", "q2", "b2", "g2", "y2"))
_ROOTED = every_real(
    ("x2", "y2", "z2", "q2", "lip1"),
    implies(
        conj(_k1 >= 0, _z >= 0, _q > 0, _x <= _k1**2 * _y, _y * _q**2 <= _z**2, _x >= 0),
        _x <= (_k1 * _z / _q) ** 2,
    ),
)


def _rooted() -> Node:
    inverse = 1 / _q
    steps = [
        (inverse > 0, auto("1/q > 0")),
        (_y <= _z**2 * inverse**2, auto("y")),
        (_k1**2 * _y <= _k1**2 * (_z**2 * inverse**2), auto("times K^2")),
    ]
    proof = define(inverse.json, auto("q"), lemmas(steps, auto("the square")))
    return reals("x2 y2 z2 q2 lip1", intro("", proof))


ROOTED = (_ROOTED, _rooted())  #: for ``first``


def euclid_bound(then: Node) -> Node:
    """After :func:`distance`: |s(nhat) - s(n)|_2 <= K |e|_2 / sqrt(r t)."""
    end, product = euclid_bound_term(), S.sqrt(ROOT * ROOT_NOISY)
    length, radicand, X = norm(centred_noise), total(square(moved)), total(square(change))
    squared = fact(
        _ROOTED,
        [radicand, X, length, product, K],
        root_below(radicand, end, then),
        lemmas([(X * product**2 <= length**2, auto("X r t <= d w"))], given()),
    )
    roots = lemmas(
        [(product > 0, auto("sqrt(r t) > 0"))],
        define(end.json, given(), have(end >= 0, auto("not negative"), squared)),
    )
    known = define(product.json, given(), define(length.json, given(), roots))
    positive = have(ROOT * ROOT_NOISY > 0, using(ROOT > 0, ROOT_NOISY > 0), known)
    return ensured(*ROOTED, squares_bound(positive))


# --- elements against the sum of the others ------------------------------------------------------


def others_formula(body: Callable[[Term], Term]) -> Json:
    """|sum b - b_i| <= sum |b| - |b_i| for every i."""
    at = var("i")
    rest, sizes = total(body) - body(at), total(size(body)) - S.abs(body(at))
    return every("i", "int", implies(at >= 1, at <= d, conj(rest <= sizes, -rest <= sizes)))


def others(
    body: Callable[[Term], Term],
    then: Node,
    equal: Callable[[Term, Term, Node], Node] | None = None,
) -> Node:
    """:func:`others_formula`, by induction over d; then go on.

    ``equal(i, m, then)`` makes known that body(i) = body(m) where i = m is; by default from the
    first function value in it.
    """
    at, upto = var("i1"), var("m")

    def parts(high: Term, part: Term) -> Json:
        rest = total(body, high) - part
        sizes = total(size(body), high) - S.abs(part)
        return conj(rest <= sizes, -rest <= sizes)

    def claim(high: Term) -> Json:
        return conj(parts(high, ZERO), implies(at <= high, parts(high, body(at))))

    same = equal or (lambda i, m, rest: same_value(body(i), body(m), rest))
    last = same(at, upto + 1, auto("the last one"))
    older = fact(
        implies(at <= upto, parts(upto, body(at))), [], auto("an older one"), auto("i <= m")
    )
    inside = intro("", node("split", older, last, on=(upto - at).json))
    whole = every("m", "int", implies(upto >= 0, claim(upto)))

    def written(high: Term) -> list[Term]:
        return [total(body, high), total(size(body), high)]

    nothing = node("both", auto("0 <= 0"), intro("", auto("i <= 0")))
    base = both_sums("empty", written(ZERO), nothing)
    more = both_sums("unfold", written(upto + 1), node("both", auto("the sum"), inside))
    at_end = fact(implies(at <= d, parts(d, body(at))), [], given(), given())
    known = fact(whole, [d], at_end, auto("d >= 0"))
    proof = intro("i1", intro("", intro("", induct("m", "0", claim(upto), base, more, known))))
    return have(others_formula(body), proof, then)


def half_of_all(then: Node) -> Node:
    """sum e^2 <= (sum |e|)^2 / 2 for e = eps - mu_eps, since sum e = 0; then go on."""
    all_ = total(size(centred_noise))

    def known(at: Term, rest: Node) -> Node:
        sign, amount = centred_noise(at), S.abs(centred_noise(at))
        inside = conj(
            total(centred_noise) - sign <= all_ - amount,
            -(total(centred_noise) - sign) <= all_ - amount,
        )
        zero = total(centred_noise).equals(0)
        square_known = have(
            sign**2 <= all_ / 2 * amount,
            using(2 * amount <= all_, amount >= 0, (amount**2).equals(sign**2)),
            rest,
        )
        half = have(
            2 * amount <= all_,
            case(amount.json, using(zero, recent=4), using(zero, recent=4)),
            have(
                (amount**2).equals(sign**2), auto("|e|^2"), have(amount >= 0, auto(), square_known)
            ),
        )
        last = fact(implies(at <= d, inside), [], half, given())
        return fact(others_formula(centred_noise), [at], last, auto("1 <= i"))

    squares_ = compared(
        square(centred_noise), "<=", [(all_ / 2, size(centred_noise))], ZERO, known, then
    )
    zero = have(total(centred_noise).equals(0), auto("sum e = 0"), others(centred_noise, squares_))
    return compared(centred_noise, "=", [(ONE, noise)], -nu, plain, zero)


def sizes(body: Callable[[Term], Term], then: Node) -> Node:
    """sum |body| >= 0; then go on."""

    def known(at: Term, rest: Node) -> Node:
        return have(S.abs(body(at)) >= 0, given(), rest)

    return compared(size(body), ">=", [], ZERO, known, then)
