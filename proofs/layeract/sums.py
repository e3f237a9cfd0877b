"""Layers of every dimension d as kernel terms, and how to compare sums over their elements.

The inputs are y(1), ..., y(d), the noise eps(1), ..., eps(d).  Means and variances are variables,
each with the hypothesis that says what it is: mu, nu and muhat are the means of y, eps and
y + eps, v, w and vhat their variances (sigma^2 in the paper).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constructions.layeract import Indexed, deviation, mean, normalise, variance
from constructions.terms import Term, app, conj, every, implies, plain_json, var
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.library.vectors import S, both_sums, every_real, fact, put, sigma
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    by_scalars,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
)

ZERO, ONE = S.const(0), S.const(1)
d, k, K, alpha = (var(name) for name in ("d", "k", "K", "alpha"))
mu, nu, muhat = (var(name) for name in ("mu", "nu", "muhat"))
v, w, vhat = (var(name) for name in ("v", "w", "vhat"))
Body = Callable[[Term], Term]
Pointwise = Callable[[Term, Node], Node]

FUNCTIONS = {"y": 1, "eps": 1, "s": 1}


def y(at: Term) -> Term:
    return app("y", at)


def noise(at: Term) -> Term:
    """eps_i."""
    return app("eps", at)


def noisy(at: Term) -> Term:
    """y_i + eps_i."""
    return y(at) + noise(at)


def s(at: Term) -> Term:
    """The activation scale function, which is left open."""
    return app("s", at)


# --- the layer's statistics ----------------------------------------------------------------------

MEAN = mu.equals(mean(Indexed(y, d)))
MEAN_NOISE = nu.equals(mean(Indexed(noise, d)))
MEAN_NOISY = muhat.equals(mean(Indexed(noisy, d)))
VARIANCE = v.equals(variance(Indexed(y, d), mu))
VARIANCE_NOISE = w.equals(variance(Indexed(noise, d), nu))
VARIANCE_NOISY = vhat.equals(variance(Indexed(noisy, d), muhat))
ROOT, ROOT_NOISY = deviation(S, v, alpha), deviation(S, vhat, alpha)
SORTS = {
    "d": "int",
    **dict.fromkeys(("mu", "nu", "muhat", "v", "w", "vhat", "alpha", "K"), "real"),
}
STATISTICS: list[Json] = [
    d >= 1,
    alpha > 0,
    MEAN,
    VARIANCE,
    MEAN_NOISE,
    VARIANCE_NOISE,
    MEAN_NOISY,
    VARIANCE_NOISY,
]


def centred(at: Term) -> Term:
    """y_i - mu_y."""
    return y(at) - mu


def centred_noise(at: Term) -> Term:
    """eps_i - mu_eps."""
    return noise(at) - nu


def centred_noisy(at: Term) -> Term:
    return noisy(at) - muhat


def n(at: Term) -> Term:
    """n_i of Eq. 6."""
    return normalise(S, y(at), mu, ROOT)


def n_noisy(at: Term) -> Term:
    """n_i of Eq. 6 for the noisy inputs."""
    return normalise(S, noisy(at), muhat, ROOT_NOISY)


# --- Definition 3.1 ------------------------------------------------------------------------------

_a, _b = var("a"), var("b")
LIPSCHITZ = every(
    "a", "real", every("b", "real", S.abs(s(_a) - s(_b)) <= K * S.abs(_a - _b))
)  #: |s(a) - s(b)| <= K |a - b|
INCREASING = every("a", "real", every("b", "real", implies(_a <= _b, s(_a) <= s(_b))))
BOUNDED = every("a", "real", conj(s(_a) >= 0, s(_a) <= 1))
HALF = s(ZERO).equals(ONE / 2)
SCALE: list[Json] = [BOUNDED, INCREASING, HALF, LIPSCHITZ]  #: Definition 3.1


# --- texts ---------------------------------------------------------------------------------------

#: names in texts, and of the hypotheses on a layer
LAYER_NAMES = {"n": n, "root": ROOT}
LAYER_FACTS = {"mean": MEAN, "spread": VARIANCE}
#: the centred inputs add up to 0, their squares to d sigma^2; the root is positive
CENTRED = """have centre: sum(k = 1..d, y(k) - mu) = 0 by mean, sums, d >= 1
have squares: sum(k = 1..d, (y(k) - mu)^2) = d*v by spread, d >= 1
have size: 0 <= sum(k = 1..d, (y(k) - mu)^2) by sum_nonneg(k -> (y(k) - mu)^2, 1, d)
have large: 0 <= v by squares, size, d >= 1
have positive: 0 < root by large, alpha > 0
have radicand: root^2 = v + alpha by large, alpha > 0
"""
#: the n_i add up to 0, and their squares to less than d
NORMALISED = f"""{CENTRED}have normals: for all m: int, 0 <= m =>
    sum(k = 1..m, n(k)) = sum(k = 1..m, y(k) - mu)/root and
    sum(k = 1..m, n(k)^2) = sum(k = 1..m, (y(k) - mu)^2)/root^2 by induction on m:
  step:
    show by ih, positive
have normal: sum(k = 1..d, n(k)) = 0 by normals(d), centre, positive, d >= 1
have below: v/root^2 < 1 by radicand, positive, alpha > 0
have total: sum(k = 1..d, n(k)^2) = d*(v/root^2) by normals(d), squares, positive, d >= 1
have small: sum(k = 1..d, n(k)^2) < d by below, total, d >= 1
"""


# --- scripts -------------------------------------------------------------------------------------


def total(body: Body, high: Term = d) -> Term:
    """sum_{j=1}^{high} body(j)."""
    return sigma(high, body)


def square(body: Body) -> Body:
    return lambda at: body(at) ** 2


def size(body: Body) -> Body:
    return lambda at: S.abs(body(at))


def norm(body: Body) -> Term:
    """The Euclidean norm of (body(1), ..., body(d))."""
    return S.sqrt(total(square(body)))


def known(lemma: Json) -> Callable[[Context], bool]:
    """Whether this is among the hypotheses."""

    def found(context: Context) -> bool:
        wanted = read_formula(plain_json(lemma), context.sorts, context.functions)
        return any(rule == wanted for rule in context.rules)

    return found


def first(lemmas_: list[tuple[Json, Node]], then: Node) -> Node:
    """Lemmas about numbers, before anything else is known: their leaves are found at once.

    Where one is needed and known already, it is not shown again (:func:`ensured`).
    """
    return lemmas(lemmas_, then)


def ensured(lemma: Json, proof: Node, then: Node) -> Node:
    """The lemma, proved here unless it is known."""
    return look(lambda context: then if known(lemma)(context) else have(lemma, proof, then))


def reals(names: str | tuple[str, ...], proof: Node) -> Node:
    """Proof of a formula for all reals of these names, which are kept."""
    for name in reversed(names.split() if isinstance(names, str) else names):
        proof = intro(name, proof)
    return proof


def _compared_sides(relation: str, one: Term, other: Term) -> Json:
    return {"=": one.equals(other), "<=": one <= other, ">=": one >= other}[relation]


def one_more_lemma(relation: str, parts: int) -> Json:
    """L1 = L0 + x and B1 = B0 + b: what holds of L0, the B0 and m holds of L1, the B1 and m + 1."""
    names = ["l0", "l1", "x1", "e0", "m0"]
    old, new, more, each, at = (var(name) for name in names)
    before, after, here = each * at, each * (at + 1), each
    premises = [new.equals(old + more)]
    for p in range(parts):
        part = [f"f{p}", f"b{p}", f"c{p}", f"a{p}"]
        factor, was, now, added = (var(name) for name in part)
        names += part
        premises.append(now.equals(was + added))
        before, after, here = before + factor * was, after + factor * now, here + factor * added
    premises += [_compared_sides(relation, more, here), _compared_sides(relation, old, before)]
    shown = _compared_sides(relation, new, after)
    return every_real(names, implies(conj(*premises), shown))


def one_more(relation: str, parts: int) -> tuple[Json, Node]:
    """The lemma, with its proof: for :func:`first`."""
    lemma = one_more_lemma(relation, parts)
    names, body = [], plain_json(lemma)
    while body[0] == "all":
        names.append(body[1])
        body = body[3]
    return lemma, reals(tuple(names), intro("", auto("one more summand")))


def compared(
    left: Body,
    relation: str,
    parts: Sequence[tuple[Term, Body]],
    each: Term,
    pointwise: Pointwise,
    then: Node,
    name: str = "m",
    count: Term = d,
) -> Node:
    """sum left (relation) sum_p factor_p sum body_p + d each, from the same at every element.

    ``relation`` is ``"="``, ``"<="`` or ``">="``; ``pointwise(at, then)`` makes known how left(at)
    and sum_p factor_p body_p(at) + each compare, where 1 <= at <= d is.  Sums may have another
    ``count`` of summands.
    """
    at = var(name)

    def sides(high: Term) -> Json:
        right = each * high
        for factor, body in parts:
            right = right + factor * total(body, high)
        return _compared_sides(relation, total(left, high), right)

    def sums(high: Term) -> list[Term]:
        unique = {str(t.json): t for t in (total(b, high) for b in (left, *(p[1] for p in parts)))}
        return list(unique.values())

    claim = implies(at <= count, sides(at))

    def close_step(context: Context) -> Node:
        lemma = one_more_lemma(relation, len(parts))
        if not known(lemma)(context):
            return auto("one more summand")
        values = [total(left, at), total(left, at + 1), left(at + 1), each, at]
        for factor, body in parts:
            values += [factor, total(body, at), total(body, at + 1), body(at + 1)]
        return fact(lemma, values, given(), given())

    base = intro("", both_sums("empty", sums(ZERO), auto("empty sums")))
    close = both_sums("unfold", sums(at + 1), look(close_step))
    step = intro("", fact(claim, [], pointwise(at + 1, close), auto("m <= d")))
    whole = every(name, "int", implies(at >= 0, claim))
    at_end = implies(count <= count, sides(count))
    last = fact(whole, [count], fact(at_end, [], then, auto("d <= d")), auto("d"))
    return induct(name, "0", claim, base, step, last)


def plain(at: Term, then: Node) -> Node:
    """Nothing needs to be shown of one element."""
    return then


_c = var("c0")
_SQUARE = every("c0", "real", _c**2 >= 0)
SQUARES = (_SQUARE, intro("c1", auto("a square")))  #: for :func:`first`


def squares(body: Body, then: Node) -> Node:
    """sum body^2 >= 0."""

    def square_known(at: Term, rest: Node) -> Node:
        return fact(_SQUARE, [body(at)], rest)

    summed = compared(square(body), ">=", [], ZERO, square_known, then)
    return ensured(*SQUARES, summed)


def by_induction(
    claim: Callable[[Term], Json], sums: list[Body], step: Node, then: Node, name: str = "m"
) -> Node:
    """claim(d), from claim(0) and claim(m + 1) by ``step``, with the sums written out."""
    at = var(name)

    def written(high: Term) -> list[Term]:
        return [total(body, high) for body in sums]

    base = both_sums("empty", written(ZERO), auto("empty sums"))
    more = both_sums("unfold", written(at + 1), step)
    whole = every(name, "int", implies(at >= 0, claim(at)))
    return induct(name, "0", claim(at), base, more, fact(whole, [d], then, auto("d >= 0")))


def root_below(radicand: Term, bound: Term, then: Node) -> Node:
    """sqrt(radicand) <= bound, where 0 <= radicand <= bound^2 and bound >= 0 are known."""
    a, b = var("a"), var("b")
    root = S.sqrt(radicand)
    lemma = by_scalars({"a": root, "b": bound}, [b >= 0, a**2 <= b**2], a <= b)
    known = lemmas([(root**2 <= bound**2, auto("the square")), (root <= bound, lemma)], then)
    return define(root.json, auto("radicand >= 0"), known)


def euclid_below(body: Body, then: Node) -> Node:
    """sqrt(sum body^2) <= sum |body|; then go on."""

    def claim(high: Term) -> Json:
        sizes = total(size(body), high)
        return conj(sizes >= 0, total(square(body), high) <= sizes**2)

    at = var("m")
    new, old = body(at + 1), total(size(body), at)
    step = lemmas(
        [(old * S.abs(new) >= 0, auto("a product")), ((S.abs(new) ** 2).equals(new**2), auto())],
        auto("(A + |x|)^2 >= A^2 + x^2"),
    )
    rooted = root_below(total(square(body)), total(size(body)), then)
    return squares(body, by_induction(claim, [size(body), square(body)], step, rooted))


def _positive_root(name: Term) -> Node:
    root = deviation(S, name, alpha)
    return using(name + alpha > 0, root >= 0, (root**2).equals(name + alpha))


#: what is squared in which variance
SPREADS = ((centred, v), (centred_noise, w), (centred_noisy, vhat))


def statistics(then: Node) -> Node:
    """What follows from :data:`STATISTICS`: muhat = mu + nu, the sums of squares, the roots > 0."""
    facts: list[tuple[Json, Node]] = [(muhat.equals(mu + nu), auto("means add"))]
    for body, name in SPREADS:
        facts += [
            (total(square(body)).equals(d * name), auto("d sigma^2")),
            (name >= 0, auto("variance >= 0")),
        ]
    positive = lemmas(
        [(v + alpha > 0, auto()), (vhat + alpha > 0, auto())],
        define(
            ROOT.json,
            auto(),
            define(
                ROOT_NOISY.json,
                auto(),
                lemmas(
                    [(ROOT > 0, _positive_root(v)), (ROOT_NOISY > 0, _positive_root(vhat))], then
                ),
            ),
        ),
    )
    known = lemmas(facts, positive)
    for body, _ in reversed(SPREADS):
        known = squares(body, known)
    return compared(noisy, "=", [(ONE, y), (ONE, noise)], ZERO, plain, known)


_p, _q, _r, _t = (var(name) for name in ("p0", "q0", "r0", "t0"))
_v, _w, _x = (var(name) for name in ("v0", "w0", "x0"))


def change(at: Term) -> Term:
    """nhat_i - n_i."""
    return n_noisy(at) - n(at)


#: sum (nhat_i - n_i)^2 in terms of the variances, with q = 1/r, p = 1/t, x = alpha
_SPREAD = _p * _q * (_w - (_r - _t) ** 2) - _x * (_p - _q) ** 2
_ROOTS = conj(_x >= 0, _r > 0, _t > 0, _p > 0, _q > 0, (_p * _t).equals(1), (_q * _r).equals(1))
_EXPANDED = (
    _p * _p * (_t * _t - _x) + _q * _q * (_r * _r - _x) - _p * _q * (_r**2 + _t**2 - 2 * _x - _w)
)
_NEAR = implies(_SPREAD >= 0, (_r - _t) ** 2 <= _w)
_NAMES = ("x0", "r0", "t0", "p0", "q0", "w0")
_LEMMA = every_real(
    _NAMES,
    implies(_ROOTS, conj(_EXPANDED.equals(_SPREAD), _SPREAD * (_r * _t) <= _w, _NEAR)),
)


def _lemma_script() -> Node:
    """Squares are not negative; p t = q r = 1."""
    steps: list[tuple[Json, Node]] = [
        (_p * _q > 0, auto("p q > 0")),
        (_r * _t > 0, auto("r t > 0")),
        (_x * (_p - _q) ** 2 >= 0, auto("alpha (p - q)^2 >= 0")),
        (_x * (_p - _q) ** 2 * (_r * _t) >= 0, auto("times r t")),
        ((_p * _q * (_r * _t)).equals(1), auto("p q r t = 1")),
        ((_r - _t) ** 2 >= 0, auto("a square")),
    ]
    within = have(_p * _q * (_w - (_r - _t) ** 2) >= 0, auto("the first term"), auto("times r t"))
    ends = node("both", auto("expanded"), auto("at most w"), intro("", within))
    proof = intro("", lemmas(steps, ends))
    for name in reversed(_NAMES):
        proof = intro(name, proof)
    return proof


SPREAD = (_LEMMA, _lemma_script())  #: for :func:`first`


_a, _b, _d, _f, _g = (var(name) for name in ("a4", "b4", "d4", "f4", "g4"))
_TIMES_NAMES = ("a4", "b4", "d4", "f4", "g4")
_TIMES = every_real(
    _TIMES_NAMES,
    implies(
        conj(_d >= 1, _a.equals(_d * _b), _a >= 0, _b * _f <= _g),
        conj(_b >= 0, _a * _f <= _d * _g),
    ),
)


def _times() -> Node:
    times = auto("times d")
    proof = node("both", auto("the sign of b"), times)
    return reals(_TIMES_NAMES, intro("", proof))


TIMES = (_TIMES, _times())  #: for :func:`first`


def distance(then: Node) -> Node:
    """After :func:`statistics`, with r and t the roots of the clean and the noisy layer:

    sum (nhat_i - n_i)^2 = d ((w - (r - t)^2) / (r t) - alpha (1/t - 1/r)^2),
    so sum (nhat_i - n_i)^2 r t <= d w, and (r - t)^2 <= w.
    """
    p, q = 1 / ROOT_NOISY, 1 / ROOT
    values = {"x0": alpha, "r0": ROOT, "t0": ROOT_NOISY, "p0": p, "q0": q, "w0": w}
    X = total(square(change))

    def at_roots(formula: Json) -> Json:
        for name, value in values.items():
            formula = put(formula, name, value)
        return formula

    spread = Term(at_roots(_SPREAD.json))
    parts = [
        (p * p - p * q, square(centred_noisy)),
        (q * q - p * q, square(centred)),
        (p * q, square(centred_noise)),
    ]

    def expanded(at: Term, rest: Node) -> Node:
        right = sum((f * body(at) for f, body in parts[1:]), parts[0][0] * parts[0][1](at))
        return have((change(at) ** 2).equals(right), auto("the square"), rest)

    right = ZERO * d
    for factor, body in parts:
        right = right + factor * total(body)
    written = [
        X.equals(right),
        *(total(square(body)).equals(d * name) for body, name in SPREADS),
        (ROOT**2).equals(v + alpha),
        (ROOT_NOISY**2).equals(vhat + alpha),
        at_roots(_EXPANDED.equals(_SPREAD)),
    ]
    near = fact(at_roots(_NEAR), [], then, given())
    times = fact(_TIMES, [X, spread, d, ROOT * ROOT_NOISY, w], near, given())
    equal = have(X.equals(d * spread), using(*written), times)
    known_ = ensured(*TIMES, equal)
    roots = fact(_LEMMA, list(values.values()), known_, auto("the roots"))
    positive = lemmas([(p > 0, auto("1/t > 0")), (q > 0, auto("1/r > 0"))], ensured(*SPREAD, roots))
    sums = compared(square(change), "=", parts, ZERO, expanded, positive)
    return squares(change, sums)
