"""A shift of all inputs: the fluctuation of LayerAct is |c| sum s(n_i), and how large that can be.

The shift c moves the mean and nothing else, so n does not change.  The n_i have mean 0 and their
squares a mean of at most 1.  So where s(t) <= a + b t + q t^2 with q >= 0, sum s(n_i) is at
most (a + q) d.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.layeract import Indexed, fluctuation, hard_sigmoid
from constructions.layers import sigmoid
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.kernel.context import Context
from proofs.layeract.sums import (
    BOUNDED,
    FUNCTIONS,
    MEAN,
    MEAN_NOISY,
    ONE,
    ROOT,
    ROOT_NOISY,
    SQUARES,
    VARIANCE,
    VARIANCE_NOISY,
    ZERO,
    alpha,
    centred,
    centred_noisy,
    compared,
    d,
    first,
    k,
    mu,
    muhat,
    n,
    n_noisy,
    noise,
    noisy,
    one_more,
    s,
    square,
    squares,
    total,
    v,
    vhat,
    y,
)
from proofs.library.exponential import axiom
from proofs.library.vectors import S, fact
from proofs.search.clock import now
from proofs.search.covers import cover
from proofs.trees.leaves import using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    same,
    split,
    statement,
)

c = var("c")
_a, _t = var("a"), var("t")
SORTS = {"d": "int", **dict.fromkeys(("mu", "muhat", "v", "vhat", "alpha", "c"), "real")}
#: the same noise at all inputs
SHIFTED = every("k", "int", implies(conj(k >= 1, k <= d), noise(k).equals(c)))
LAYERS = [d >= 1, alpha > 0, MEAN, VARIANCE, MEAN_NOISY, VARIANCE_NOISY, SHIFTED]
FLUCTUATION = fluctuation(
    S,
    Indexed(lambda at: noisy(at) * s(n_noisy(at)), d),
    Indexed(lambda at: y(at) * s(n(at)), d),
)


def scale(at: Term) -> Term:
    """s(n_i)."""
    return s(n(at))


IDENTITY = statement(
    SORTS, [*LAYERS, BOUNDED], FLUCTUATION.equals(S.abs(c) * total(scale)), FUNCTIONS
)

# --- two scales, and the parabolas above them -----------------------------------------------------

#: s(t) <= a + b t + q t^2
Parabola = tuple[Term, Term, Term]
_number = lambda text: S.const(Fraction(text))  # noqa: E731
#: near the best one, which meets the sigmoid function at about 0.2625 and -3.8102
SMOOTH: Parabola = (_number("0.502732"), _number("0.231273"), _number("0.027568"))
SMOOTH_BOUND = _number("0.5303")  #: a + q
_ROOT10 = S.sqrt(S.const(10))
#: (t + 3 + sqrt(10))^2/(24 sqrt(10)), which meets the hard one at sqrt(10) - 3 and -sqrt(10) - 3
_q = 1 / (24 * _ROOT10)
HARD: Parabola = (_q * (3 + _ROOT10) ** 2, 2 * _q * (3 + _ROOT10), _q)
HARD_BOUND = (3 + _ROOT10) / 12


def value(parabola: Parabola, at: Term) -> Term:
    a, b, q = parabola
    return a + b * at + q * (at * at)


def scale_is(function: Callable[[Term], Term]) -> Json:
    return every("a", "real", s(_a).equals(function(_a)))


def smooth(t: Term) -> Term:
    return sigmoid(S, t)


def hard(t: Term) -> Term:
    return hard_sigmoid(S, t)


def bounded_by(bound: Term, function: Callable[[Term], Term]) -> Json:
    return statement(
        SORTS, [*LAYERS, scale_is(function)], FLUCTUATION <= bound * S.abs(c) * d, FUNCTIONS
    )


SILU = bounded_by(SMOOTH_BOUND, smooth)
HARD_SILU = bounded_by(HARD_BOUND, hard)


def below(function: Callable[[Term], Term], parabola: Parabola) -> Json:
    """0 <= s(t) <= a + b t + q t^2 for all t."""
    inside = conj(function(_t) >= 0, function(_t) <= value(parabola, _t))
    return every("t", "real", inside)


def both(*parts: Node) -> Node:
    return node("both", *parts)


def _covered() -> Node:
    def found(context: Context) -> Node:
        proof = cover(context, now() + 60)
        if proof is None:
            raise LookupError("no cover")
        return proof

    return look(found)


def smooth_below() -> Node:
    """By boxes on [-8, 8]; beyond 8 the parabola is above 1, below -8 above 1/(1 - t)."""
    t = var("t0")
    e = S.exp(-t)
    inverse = 1 / (1 + e)
    parabola = value(SMOOTH, t)
    positive = (1 + e > 0, auto("1 + e^-t > 0"))
    line: Node = auto("(1 + e^-t)(a + b t + q t^2) >= 1")
    line = lemmas(
        [
            (parabola >= Fraction(2, 5), auto("above 2/5")),
            (e >= 9, auto("e^-t >= 1 - t")),
            ((1 + e - 10) * parabola >= 0, auto("a product")),
            ((1 + e) * parabola >= 4, auto("at least 4")),
            (inverse > 0, auto("> 0")),
            (inverse * ((1 + e) * parabola - 4) >= 0, auto("times the inverse")),
        ],
        auto("parabola >= 4 s"),
    )
    left = axiom("exp-line", [-t], line)
    right = lemmas(
        [(inverse > 0, auto("> 0")), (inverse <= 1, auto("s <= 1")), (parabola >= 1, auto("1"))],
        auto("1"),
    )
    upper = split((t - 8).json, right, split((-8 - t).json, left, _covered()))
    whole = define(
        inverse.json, auto("not 0"), have(inverse > 0, auto("s > 0"), both(auto("s >= 0"), upper))
    )
    return intro("t0", lemmas([positive], whole))


def hard_below() -> Node:
    """q (t + 3 + r)^2, which is t/6 + 1/2 + q (t + 3 - r)^2, with r^2 = 10 and 24 r q = 1."""
    t, r, q = var("t0"), _ROOT10, _q
    parabola, line = value(HARD, t), t / 6 + ONE / 2
    facts: list[tuple[Json, Node]] = [
        ((24 * r * q).equals(1), auto("24 r q = 1")),
        (q > 0, auto("q > 0")),
        (parabola.equals(q * (t + 3 + r) ** 2), auto("a square")),
        (q * (t + 3 + r) ** 2 >= 0, auto("a square")),
        ((24 * r * q * (t + 3)).equals(t + 3), auto("times t + 3")),
        ((parabola - line).equals(q * (t + 3 - r) ** 2), auto("another square")),
        (q * (t + 3 - r) ** 2 >= 0, auto("a square")),
    ]
    least = S.minimum(ONE, line)
    ends = both(auto("s >= 0"), auto("s <= parabola"))
    cases = case(least.json, *[case(S.maximum(ZERO, least).json, ends, ends)] * 2)
    return intro("t0", lemmas(facts, cases))


def root_known(then: Node) -> Node:
    """sqrt(10) > 0 and what is divided by it; then go on."""
    positive = have(_ROOT10 > 0, auto("r > 0"), define(_q.json, auto("not 0"), then))
    return define(_ROOT10.json, auto("10 >= 0"), positive)


# --- the proof ------------------------------------------------------------------------------------


def _no_other(gap: Term) -> Node:
    """Of two roots with one square none is larger: (t - r)(t + r) = 0."""
    total_ = ROOT_NOISY + ROOT
    equal = (ROOT_NOISY**2).equals(ROOT**2)
    return lemmas(
        [
            (equal, auto("one square")),
            (total_ > 0, auto("> 0")),
            (gap * total_ > 0, using(gap > 0, total_ > 0)),
            ((gap * total_).equals(0), using(equal)),
        ],
        auto("0 > 0"),
    )


def unmoved(then: Node) -> Node:
    """muhat = mu + c, vhat = v and the roots are equal and positive; then go on."""
    p, q = 1 / ROOT_NOISY, 1 / ROOT
    roots: list[tuple[Json, Node]] = [
        (ROOT > 0, using(v + alpha > 0, ROOT >= 0, (ROOT**2).equals(v + alpha))),
        (
            ROOT_NOISY.equals(ROOT),
            split(
                (ROOT_NOISY - ROOT).json,
                split(
                    (ROOT - ROOT_NOISY).json,
                    auto("equal"),
                    _no_other(ROOT_NOISY - ROOT),
                ),
                _no_other(ROOT - ROOT_NOISY),
            ),
        ),
    ]
    inner = have(p.equals(q), auto("equal roots"), then)
    inner = define(q.json, auto("root > 0"), define(p.json, auto("root > 0"), inner))
    inner = lemmas(roots, inner)
    inner = define(ROOT.json, auto("v + alpha"), define(ROOT_NOISY.json, auto("v + alpha"), inner))
    positive: list[tuple[Json, Node]] = [
        (total(square(centred)).equals(d * v), auto("d v")),
        (v >= 0, auto("v >= 0")),
        (vhat.equals(v), auto("the same variance")),
        (v + alpha > 0, auto("> 0")),
        (vhat + alpha > 0, auto("> 0")),
    ]
    known = lemmas(positive, inner)

    def squared(at: Term, rest: Node) -> Node:
        equal = have(
            centred_noisy(at).equals(centred(at)),
            auto("c"),
            have((centred_noisy(at) ** 2).equals(centred(at) ** 2), auto("squares"), rest),
        )
        return fact(SHIFTED, [at], equal, auto("an index"))

    known = compared(square(centred_noisy), "=", [(ONE, square(centred))], ZERO, squared, known)
    known = have(muhat.equals(mu + c), auto("the mean"), squares(centred, known))

    def added(at: Term, rest: Node) -> Node:
        return fact(SHIFTED, [at], rest, auto("an index"))

    return compared(noisy, "=", [(ONE, y)], c, added, known)


def same_scale(at: Term, then: Node) -> Node:
    """nhat_i = n_i, so that their scales are equal; then go on."""
    equal = have(n_noisy(at).equals(n(at)), auto("n"), same(s(n_noisy(at)), s(n(at)), then))
    return fact(SHIFTED, [at], equal, auto("an index"))


def change(at: Term) -> Term:
    return noisy(at) * s(n_noisy(at)) - y(at) * s(n(at))


def summed(positive: Callable[[Term, Node], Node], then: Node) -> Node:
    """The fluctuation is |c| sum s(n_i); then go on."""

    def element(at: Term, rest: Node) -> Node:
        moved = (change(at)).equals(c * s(n(at)))
        signs = case(S.abs(change(at)).json, *[case(S.abs(c).json, auto("c"), auto("-c"))] * 2)
        sized = have(S.abs(change(at)).equals(S.abs(c) * s(n(at))), signs, rest)
        products = [
            (moved, auto("c s")),
            (S.abs(c) * s(n(at)) >= 0, auto("a product")),
        ]
        return positive(at, same_scale(at, lemmas(products, sized)))

    sizes = lambda at: S.abs(change(at))  # noqa: E731
    return compared(sizes, "=", [(S.abs(c), scale)], ZERO, element, then)


def identity_script() -> Node:
    def positive(at: Term, rest: Node) -> Node:
        return fact(BOUNDED, [n(at)], rest)

    return first([SQUARES, one_more("=", 1)], unmoved(summed(positive, auto("the sums"))))


def bound_script(
    function: Callable[[Term], Term], parabola: Parabola, bound: Term, shown: Node
) -> Node:
    """sum s(n) <= q p^2 sum c_i^2 + b p sum c_i + a d, where p = 1/r and sum c_i = 0."""
    a, b, q = parabola
    p = 1 / ROOT
    scales = total(scale)

    def known(at: Term, rest: Node) -> Node:
        above = fact(below(function, parabola), [n(at)], rest)
        return fact(scale_is(function), [n(at)], above)

    def positive(at: Term, rest: Node) -> Node:
        return known(at, have(s(n(at)) >= 0, auto("s >= 0"), rest))

    def element(at: Term, rest: Node) -> Node:
        right = q * (p * p) * centred(at) ** 2 + b * p * centred(at) + a
        return known(at, have(s(n(at)) <= right, auto("the parabola at n"), rest))

    spread = total(square(centred))
    ends: list[tuple[Json, Node]] = [
        (total(centred).equals(0), auto("the mean is 0")),
        ((p * p * (v + alpha)).equals(1), auto("p^2 r^2 = 1")),
        (p * p * alpha >= 0, auto("a product")),
        (p * p * v <= 1, auto("p^2 v <= 1")),
        (q > 0, auto("q > 0")),
        (q * d * (1 - p * p * v) >= 0, auto("a product")),
        ((q * (p * p) * spread).equals(q * d * (p * p * v)), auto("d v")),
        (scales <= (a + q) * d, auto("the sums")),
        ((a + q).equals(bound), auto("the bound")),
        (((a + q) * d).equals(bound * d), auto("times d")),
        (S.abs(c) * (bound * d - scales) >= 0, auto("times |c|")),
    ]
    last = lemmas(ends, auto("|c| times the sum"))
    parts = [(q * (p * p), square(centred)), (b * p, centred)]
    proof = compared(scale, "<=", parts, a, element, last)
    proof = compared(centred, "=", [(ONE, y)], ZERO - mu, lambda at, rest: rest, proof)
    proof = unmoved(summed(positive, proof))
    return have(
        below(function, parabola),
        shown,
        first([SQUARES, one_more("=", 1), one_more("<=", 2)], proof),
    )


def silu_script() -> Node:
    return bound_script(smooth, SMOOTH, SMOOTH_BOUND, smooth_below())


def hard_silu_script() -> Node:
    return root_known(bound_script(hard, HARD, HARD_BOUND, hard_below()))
