"""layeract.continuity: which scales make the outputs continuous (Section 3.1)."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.fl.vectors import both_sums, every_real, fact
from proofs.layeract.calculus import ONE, ZERO, S, known, lemma
from proofs.layeract.leaves import given, using
from proofs.layeract.sums import (
    BOUNDED,
    FUNCTIONS,
    LIPSCHITZ,
    ROOT,
    ROOT_NOISY,
    SCALE,
    SORTS,
    STATISTICS,
    K,
    alpha,
    centred_noise,
    change,
    compared,
    d,
    distance,
    k,
    n,
    n_noisy,
    noise,
    noisy,
    nu,
    s,
    square,
    statistics,
    total,
    v,
    vhat,
    w,
    y,
)
from proofs.methods.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    statement,
)

ell, size, h, t = var("l"), var("size"), var("h"), var("t")
eta, delta, jump = var("eta"), var("delta"), var("jump")
OUTPUT, MOVED = y(ell) * s(n(ell)), noisy(ell) * s(n_noisy(ell))
FACTOR = S.sqrt(d / alpha)
CLOSE = every("k", "int", implies(conj(k >= 1, k <= d), S.abs(noise(k)) <= size))
STATEMENT = statement(
    {**SORTS, "l": "int", "size": "real"},
    [*STATISTICS, *SCALE, CLOSE, ell >= 1, ell <= d],
    S.abs(MOVED - OUTPUT) <= size * (1 + S.abs(y(ell)) * (K * FACTOR)),
    FUNCTIONS,
)


def statement_script() -> Node:
    """(nhat_l - n_l)^2 <= sum (nhat - n)^2 <= d w/alpha and w <= size^2."""
    gap, X = change(ell), total(square(change))
    one, other = s(n_noisy(ell)), s(n(ell))
    drift = S.abs(one - other)
    F = FACTOR

    def small(at: Term, rest: Node) -> Node:
        value = noise(at)
        bounded = have(value**2 <= size * size, auto("eps^2"), rest)
        sides = case(S.abs(value).json, auto(), auto())
        return fact(
            CLOSE, [at], have(conj(value <= size, -value <= size), sides, bounded), auto("inside")
        )

    def expanded(at: Term, rest: Node) -> Node:
        equal = (centred_noise(at) ** 2).equals(noise(at) ** 2 + -2 * nu * noise(at) + nu * nu)
        return have(equal, auto("the square"), rest)

    r, q = ROOT, ROOT_NOISY
    inverse = d / alpha
    final: list[tuple[Json, Node]] = [
        (d * w <= d * (size * size), auto("w <= size^2")),
        (w <= size * size, _divide()),
        (r * q >= alpha, _roots()),
        (X * alpha <= d * w, using(X * (r * q) <= d * w, r * q >= alpha, X >= 0)),
        (
            gap**2 * alpha <= d * (size * size),
            using(gap**2 <= X, X * alpha <= d * w, d * w <= d * (size * size), alpha > 0),
        ),
        (d > 0, using(d >= 1)),
        (inverse > 0, known(QUOTIENT, "p q", [d, alpha], given())),
    ]
    rooted: list[tuple[Json, Node]] = [
        ((F * F * alpha).equals(d), _square_root(F, inverse)),
        (F > 0, using((F * F * alpha).equals(d), F >= 0, d >= 1)),
        (S.abs(gap) <= size * F, _size_of(gap, F)),
        (K >= 0, _positive_constant()),
        (drift <= K * (size * F), using(drift <= K * S.abs(gap), K >= 0, S.abs(gap) <= size * F)),
    ]
    whole = MOVED - OUTPUT
    product = S.abs(y(ell)) * drift
    ends: list[tuple[Json, Node]] = [
        (S.abs(y(ell)) >= 0, auto()),
        (product <= S.abs(y(ell)) * (K * (size * F)), auto("|y| drift")),
        (
            conj(y(ell) * (one - other) <= product, -(y(ell) * (one - other)) <= product),
            _product(one, other),
        ),
        (
            conj(noise(ell) <= size, -noise(ell) <= size),
            case(S.abs(noise(ell)).json, auto(), auto()),
        ),
        (size >= 0, auto()),
        (conj(noise(ell) * one <= size, -(noise(ell) * one) <= size), auto("eps s")),
        (whole.equals(y(ell) * (one - other) + noise(ell) * one), auto("the change")),
    ]
    facts = [
        whole.equals(y(ell) * (one - other) + noise(ell) * one),
        ends[2][0], ends[5][0], ends[1][0],
    ]  # fmt: skip
    leaf = case(S.abs(whole).json, *[using(*facts, recent=2)] * 2)
    inner = fact(CLOSE, [ell], fact(BOUNDED, [n_noisy(ell)], lemmas(ends, leaf)), given())
    proof = fact(LIPSCHITZ, [n_noisy(ell), n(ell)], lemmas(rooted, inner))
    proof = lemmas(final, define(F.json, using(inverse > 0), proof))
    single = _one_of_the_sum(proof)
    far = distance(single)
    squares_ = compared(square(noise), "<=", [], size * size, small, far)
    split_up = compared(
        square(centred_noise), "=", [(ONE, square(noise)), (-2 * nu, noise)], nu * nu, expanded,
        squares_,
    )  # fmt: skip
    return _scalars(statistics(split_up))


_c = var("c_")
_POSITIVE = every_real(["c_"], _c**2 >= 0)


def _one_of_the_sum(then: Node) -> Node:
    """(nhat_l - n_l)^2 <= sum (nhat - n)^2; then go on."""
    m = var("m3")

    def upto(high: Term) -> Term:
        return total(square(change), high)

    inside = implies(ell <= m, upto(m) >= change(ell) ** 2)
    claim = implies(m <= d, conj(upto(m) >= 0, inside))
    none = node("both", auto("0 >= 0"), intro("", auto("1 <= l <= 0")))
    base = intro("", both_sums("empty", [upto(ZERO)], none))
    new = change(m + 1) ** 2
    more = upto(m + 1).equals(upto(m) + new)
    equal = [y(ell).equals(y(m + 1)), noise(ell).equals(noise(m + 1))]
    last = have(
        change(ell).equals(change(m + 1)),
        using(*equal),
        using(more, upto(m) >= 0, change(ell).equals(change(m + 1))),
    )
    for values in ((noise(ell), noise(m + 1)), (y(ell), y(m + 1))):
        last = same(*values, last)
    older = fact(inside, [], using(more, upto(m) >= change(ell) ** 2, new >= 0), auto("l <= m"))
    cases = node("split", older, last, on=(m - ell).json)
    one = node("both", using(more, upto(m) >= 0, new >= 0), intro("", cases))
    unfolded = both_sums("unfold", [upto(m + 1)], have(more, given(), one))
    step = intro("", fact(claim, [], fact(_POSITIVE, [change(m + 1)], unfolded), auto("m <= d")))
    whole = every("m3", "int", implies(m >= 0, claim))
    at_d = implies(d <= d, conj(upto(d) >= 0, implies(ell <= d, upto(d) >= change(ell) ** 2)))
    known = fact(implies(ell <= d, upto(d) >= change(ell) ** 2), [], then, given())
    end = fact(whole, [d], fact(at_d, [], known, auto("d <= d")), auto("0 <= d"))
    proof = induct("m3", "0", claim, base, step, end)
    return have(_POSITIVE, intro("c_", auto("a square")), proof)


_a, _b, _p, _q, _x = (var(f"{name}_") for name in ["a", "b", "p", "q", "x"])
QUOTIENT = ([_p > 0, _q > 0], _p / _q > 0)
DIVIDED = ([_p >= 1, _p * _a <= _p * _b], _a <= _b)
ROOTS = (
    [
        _a > 0,
        _b > 0,
        (_a * _a).equals(_p + _x),
        (_b * _b).equals(_q + _x),
        _p >= 0,
        _q >= 0,
        _x > 0,
    ],
    _a * _b >= _x,
)
SQUARE_ROOT = ([(_a * _a).equals(_p * _b), (_b * _q).equals(1)], (_a * _a * _q).equals(_p))
SMALLER = ([_x > 0, _a >= 0, _b >= 0, _a * _a * _x <= _b * _b * _x], _a <= _b)
PRODUCT = (
    [_p >= _a, _p >= -_a, _q >= _b, _q >= -_b, _p >= 0, _q >= 0],
    conj(_a * _b <= _p * _q, -(_a * _b) <= _p * _q),
)
LEMMAS = {
    "p q": QUOTIENT,
    "p a b": DIVIDED,
    "a b p q x": ROOTS,
    "a b p q": SQUARE_ROOT,
    "a b x": SMALLER,
    "b a p q": PRODUCT,
}


def _scalars(then: Node) -> Node:
    for names, (premises, show) in LEMMAS.items():
        then = lemma(names, premises, show, auto("scalar fact"), then)
    return then


def _divide() -> Node:
    return known(DIVIDED, "p a b", [d, w, size * size], given())


def _roots() -> Node:
    """sqrt(v + alpha) sqrt(vhat + alpha) >= alpha."""
    return known(ROOTS, "a b p q x", [ROOT, ROOT_NOISY, v, vhat, alpha], given())


def _square_root(F: Term, inverse: Term) -> Node:
    return known(SQUARE_ROOT, "a b p q", [F, 1 / alpha, d, alpha], given())


def _size_of(gap: Term, F: Term) -> Node:
    steps: list[tuple[Json, Node]] = [
        (S.abs(gap) >= 0, case(S.abs(gap).json, using(recent=2), using(recent=2))),
        ((S.abs(gap) * S.abs(gap)).equals(gap**2), case(S.abs(gap).json, *[using(recent=2)] * 2)),
        (size >= 0, _size_positive()),
        (size * F >= 0, using(size >= 0, F >= 0)),
        (
            S.abs(gap) * S.abs(gap) * alpha <= size * F * (size * F) * alpha,
            using(
                gap**2 * alpha <= d * (size * size),
                (F * F * alpha).equals(d),
                (S.abs(gap) * S.abs(gap)).equals(gap**2),
            ),
        ),
    ]
    return lemmas(steps, known(SMALLER, "a b x", [S.abs(gap), size * F, alpha], given()))


def _size_positive() -> Node:
    return fact(CLOSE, [ell], auto("0 <= |eps|"), given())


def _positive_constant() -> Node:
    """|s(1) - s(0)| <= K."""
    return fact(LIPSCHITZ, [ONE, ZERO], have(S.abs(ONE - ZERO).equals(1), auto(), auto("K >= 0")))


def _product(one: Term, other: Term) -> Node:
    values = [one - other, y(ell), S.abs(y(ell)), S.abs(one - other)]
    return known(PRODUCT, "b a p q", values, given())
