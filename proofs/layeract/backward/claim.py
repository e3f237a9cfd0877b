"""layeract.backward: the three gradient formulas after Eq. 6, for every d, s and loss."""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import Indexed, deviation, mean, normalise, variance
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.kernel.context import Context
from proofs.layeract import instances
from proofs.layeract.backward.chain_rule import (
    LOSS,
    a,
    g,
    gradient,
    have_gradient,
    have_scalars,
    loss,
    outputs,
)
from proofs.layeract.calculus import (
    INVERSE_ROOT,
    ONE,
    OUTPUT,
    OUTPUT_NAMES,
    ZERO,
    Curve,
    S,
    absolute,
    derivative,
    differentiable,
    ds,
    have_output,
    known,
    lemma,
    near,
    normal,
    output,
    output_slope,
    s,
    scalars,
)
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    MEAN,
    ROOT,
    VARIANCE,
    alpha,
    centred,
    compared,
    d,
    k,
    mu,
    n,
    plain,
    v,
    y,
)
from proofs.library.vectors import fact, opened, put, shown_by
from proofs.library.witnesses import defined
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
    look,
    node,
    same,
    split,
    statement,
    unread,
)

t, ell = var("t"), var("l")
V = v + alpha
FUNCTIONS = {"y": 1, "s": 1, "ds": 1, "g": 1, "a": 2, "F": 1}
SORTS = {"d": "int", "mu": "real", "v": "real", "alpha": "real"}
INSIDE = conj(k >= 1, k <= d)
SMOOTH = every("k", "int", implies(INSIDE, differentiable(n(k), ds(n(k)))))
LAYER: list[Json] = [d >= 1, alpha > 0, MEAN, VARIANCE, SMOOTH]


def _weighted(at: Term) -> Term:
    """dL/da_at s'(n_at)."""
    return g(at) * ds(n(at))


def _sum(body: Callable[[Term], Term]) -> Term:
    return total("j", 1, d, body(var("j")))


def _by_mean(at: Term) -> Term:
    return _weighted(at) * (-y(at) / ROOT)


def _by_variance(at: Term) -> Term:
    return _weighted(at) * (-y(at) * n(at) / (2 * V))


#: the printed formulas, for n_i, mu and sigma^2 of the layer
BY_MEAN, BY_VARIANCE = _sum(_by_mean), _sum(_by_variance)
BY_INPUT = (
    g(ell) * s(n(ell))
    + _weighted(ell) * (y(ell) / ROOT)
    + 1 / d * BY_MEAN
    + 2 * (y(ell) - mu) / d * BY_VARIANCE
)


def _are(value: Term, *conditions: Json) -> Json:
    """The outputs along the line, for every t (or those at which the condition holds)."""
    inside = conj(k >= 1, k <= d, *conditions)
    return every("k", "int", every("t", "real", implies(inside, a(k, t).equals(value))))


ALONG_MEAN = _are(y(k) * s(normalise(S, y(k), mu + t, ROOT)))
ALONG_VARIANCE = _are(
    y(k) * s(normalise(S, y(k), mu, deviation(S, v + t, alpha))), v + t + alpha > 0
)


def chosen(at: Term) -> Term:
    """1 at the input that is moved, else 0."""
    return 1 - S.abs(S.sign(at - ell))


def line(at: Term) -> Term:
    """The inputs, number l being moved by t."""
    return y(at) + t * chosen(at)


def M(at: Term) -> Term:
    return app("M", at)


def W(at: Term) -> Term:
    return app("W", at)


MEAN_ALONG = every("t", "real", M(t).equals(mean(Indexed(line, d))))
VARIANCE_ALONG = every("t", "real", W(t).equals(variance(Indexed(line, d), M(t))))
ALONG_INPUT = _are(line(k) * s(normalise(S, line(k), M(t), deviation(S, W(t), alpha))))

STATEMENT = statement(
    {**SORTS, "l": "int"},
    [*LAYER, MEAN_ALONG, VARIANCE_ALONG, ALONG_INPUT, LOSS, ell >= 1, ell <= d],
    derivative(loss, BY_INPUT),
    {**FUNCTIONS, "M": 1, "W": 1},
)
OF_MEAN = statement(SORTS, [*LAYER, ALONG_MEAN, LOSS], derivative(loss, BY_MEAN), FUNCTIONS)
OF_VARIANCE = statement(
    SORTS, [*LAYER, ALONG_VARIANCE, LOSS], derivative(loss, BY_VARIANCE), FUNCTIONS
)


# --- scripts -------------------------------------------------------------------------------------


class Line:
    """A line: y_k + e_k t over the root of V + p t + w t^2, with c_k + b_k t above it."""

    def __init__(
        self,
        e: Callable[[Term], Term],
        b: Callable[[Term], Term],
        p: Term,
        w: Term,
        equal: Callable[[Term, Term, Node], Node],
    ) -> None:
        self.e, self.b, self.p, self.w, self.equal = e, b, p, w, equal

    def curve(self, at: Term) -> Curve:
        return output(y(at), self.e(at), normal(centred(at), self.b(at), V, self.p, self.w))

    def slope(self, at: Term) -> Term:
        return output_slope(y(at), self.e(at), centred(at), self.b(at), V, self.p, ds(n(at)))

    def has_derivatives(self) -> Node:
        """Proof of ``outputs(slope)``."""
        at = var("q")
        values = [y(at), self.e(at), centred(at), self.b(at), V, self.p, self.w, ds(n(at))]
        used = known(OUTPUT, OUTPUT_NAMES, values, self._moved(at))
        return intro("q", intro("", fact(SMOOTH, [at], used, given())))

    def _moved(self, at: Term) -> Node:
        curve, slope, point, size = self.curve(at), self.slope(at), var("s1"), var("delta1")
        one: Curve = lambda u: a(at, u)  # noqa: E731
        gap = one(point) - one(ZERO) - slope * point
        far = curve(point) - curve(ZERO) - slope * point
        bound = S.abs(far) <= var("eta1") * S.abs(point)
        equal = [one(u).equals(curve(u)) for u in (point, ZERO)]
        ends = absolute(gap, *equal, bound, far <= S.abs(far), -far <= S.abs(far))
        both = self.equal(at, point, self.equal(at, ZERO, ends))
        here = fact(near(curve, slope, var("eta1"), size), [point], both, given())
        body = intro("s1", intro("", here))
        shown = shown_by(size, node("both", given(), body))
        known_ = derivative(curve, slope)
        some = put(known_.json[3][2], "eta", var("eta1"))
        return intro(
            "eta1", intro("", fact(known_, [var("eta1")], opened(some, "delta1", shown), given()))
        )


def _by_line(
    of: Line,
    printed: Term,
    equal_sums: Callable[[Node], Node],
    before: Callable[[Node], Node] = lambda then: then,
) -> Node:
    """The chain rule along the line, and the printed sum in place of sum g a'."""
    whole = gradient(of.slope)
    value = have(whole.equals(printed), equal_sums(given()), _restate(whole, printed))
    each = have(outputs(of.slope), of.has_derivatives(), have_gradient(of.slope, value))
    return have_output(have_scalars(before(_squares(each))))


def _squares(then: Node) -> Node:
    """V > 0 and its root."""
    from proofs.layeract.sums import square, squares
    from proofs.layeract.sums import total as total_of

    steps: list[tuple[Json, Node]] = [
        (total_of(square(centred)).equals(d * v), auto("d sigma^2")),
        (
            v >= 0,
            using(total_of(square(centred)).equals(d * v), total_of(square(centred)) >= 0, d >= 1),
        ),
        (V > 0, using(v >= 0, alpha > 0)),
    ]
    return squares(centred, lemmas(steps, known(INVERSE_ROOT, "u", [V], then)))


def _restate(one: Term, other: Term) -> Node:
    """F'(0) is the one number, so it is the other, which is equal."""
    size, point = var("delta1"), var("s1")
    value = derivative(loss, one)
    gap = loss(point) - loss(ZERO) - other * point
    was = loss(point) - loss(ZERO) - one * point
    bound = S.abs(was) <= var("eta1") * S.abs(point)
    scaled = (one * point).equals(other * point)
    leaf = absolute(gap, scaled, bound, was <= S.abs(was), -was <= S.abs(was))
    ends = have(scaled, using(one.equals(other)), leaf)
    here = fact(near(loss, one, var("eta1"), size), [point], ends, given())
    shown = shown_by(size, node("both", given(), intro("s1", intro("", here))))
    some = put(value.json[3][2], "eta", var("eta1"))
    return intro(
        "eta1", intro("", fact(value, [var("eta1")], opened(some, "delta1", shown), given()))
    )


def _zero(at: Term) -> Term:
    return ZERO


def _sums_equal(
    left: Callable[[Term], Term], right: Callable[[Term], Term]
) -> Callable[[Node], Node]:
    def script(then: Node) -> Node:
        def pointwise(at: Term, rest: Node) -> Node:
            return have(left(at).equals(right(at)), auto("one summand"), rest)

        return compared(left, "=", [(ONE, right)], ZERO, pointwise, auto("the sum"))

    return script


def mean_script() -> Node:
    def equal(at: Term, point: Term, then: Node) -> Node:
        return fact(
            ALONG_MEAN,
            [at, point],
            have(a(at, point).equals(of.curve(at)(point)), auto("a"), then),
            given(),
        )

    of = Line(_zero, lambda at: -ONE, ZERO, ZERO, equal)
    return _by_line(of, BY_MEAN, _sums_equal(lambda at: g(at) * of.slope(at), _by_mean))


def variance_script() -> Node:
    def equal(at: Term, point: Term, then: Node) -> Node:
        known_ = have(a(at, point).equals(of.curve(at)(point)), auto("a"), then)
        radicand = v + point + alpha
        root = S.sqrt(radicand)
        inverse = (root * (1 / root)).equals(1)
        steps: list[tuple[Json, Node]] = [
            (root > 0, using(root >= 0, inverse)),
            (radicand > 0, using(root > 0, (root * root).equals(radicand))),
        ]
        return lemmas(steps, fact(ALONG_VARIANCE, [at, point], known_, given()))

    of = Line(_zero, _zero, ONE, ZERO, equal)
    return _by_line(of, BY_VARIANCE, _sums_equal(lambda at: g(at) * of.slope(at), _by_variance))


def _one_chosen(then: Node) -> Node:
    """sum_j [j = l] = 1, where 1 <= l <= d."""
    m = var("m")

    def partial(high: Term) -> Term:
        return total("j", 1, high, chosen(var("j")))

    claim = conj(implies(m < ell, partial(m).equals(0)), implies(m >= ell, partial(m).equals(1)))
    base = node("empty", auto("empty sum"), auto("0 < l"), on=partial(ZERO).json)
    before, after = implies(m < ell, partial(m).equals(0)), implies(m >= ell, partial(m).equals(1))
    sign = S.sign(m + 1 - ell)
    leaf = node("unfold", auto(), auto("one more"), on=partial(m + 1).json)
    resolved = case(sign.json, *[case(S.abs(sign).json, leaf, leaf)] * 3)
    older = split(
        (m - ell).json,
        fact(after, [], resolved, auto("l <= m")),
        fact(before, [], resolved, auto("m < l")),
    )
    whole = every("m", "int", implies(m >= 0, claim))
    at_d = implies(d >= ell, partial(d).equals(1))
    end = fact(whole, [d], fact(at_d, [], then, auto("l <= d")), auto("0 <= d"))
    return induct("m", "0", claim, base, older, end)


_SELECTED = every(
    "k",
    "int",
    conj(
        (chosen(k) * chosen(k)).equals(chosen(k)),
        (chosen(k) * centred(k)).equals(chosen(k) * centred(ell)),
    ),
)


def _selected(then: Node) -> Node:
    """e_k^2 = e_k and e_k c_k = e_k c_l."""
    at = var("q")
    sign = S.sign(at - ell)
    away = case(S.abs(sign).json, auto("e = 0"), auto("e = 0"))
    here = same(y(at), y(ell), case(S.abs(sign).json, auto("e = 1"), auto("e = 1")))
    return have(_SELECTED, intro("q", case(sign.json, away, here, away)), then)


_X, _Y = (var(name) for name in scalars("X Y"))
SAME_ROOT = ([_X > 0, _Y >= 0, (_X * _X).equals(_Y * _Y)], _Y.equals(_X))
_P = 2 * centred(ell) / d
_Q = 1 / d - 1 / (d * d)
MOVED_MEAN = every("t", "real", M(t).equals(mu + t / d))
MOVED_VARIANCE = every("t", "real", W(t).equals(v + _P * t + _Q * t * t))


def _moments(then: Node) -> Node:
    """mu and sigma^2 along the line."""
    at = var("t1")

    def moved(index: Term) -> Term:
        return y(index) + at * chosen(index)

    def spread(index: Term) -> Term:
        return (moved(index) - M(at)) ** 2

    def square(index: Term) -> Term:
        return centred(index) ** 2

    mean_is = compared(moved, "=", [(ONE, y), (at, chosen)], ZERO, plain, auto("mu + t/d"))
    first = intro("t1", fact(MEAN_ALONG, [at], mean_is))
    parts = [
        (ONE, square),
        (2 * at * centred(ell) + at * at * (1 - 2 / d), chosen),
        (-2 * at / d, centred),
    ]
    each = at * at / (d * d)

    def pointwise(index: Term, rest: Node) -> Node:
        right = each
        for factor, body in parts:
            right = right + factor * body(index)
        equal = have(spread(index).equals(right), auto("the square"), rest)
        return fact(_SELECTED, [index], equal)

    variance_is = compared(spread, "=", parts, each, pointwise, auto("sigma^2 along the line"))
    no_mean = compared(centred, "=", [(ONE, y)], -mu, plain, variance_is)
    second = intro("t1", fact(VARIANCE_ALONG, [at], fact(MOVED_MEAN, [at], no_mean)))
    return have(MOVED_MEAN, first, have(MOVED_VARIANCE, second, then))


def _input_equal(at: Term, point: Term, then: Node) -> Node:
    """a_k(t) is the line's output: the two roots are equal, and so are the arguments of s."""
    own, other = S.sqrt(W(point) + alpha), S.sqrt(V + _P * point + _Q * point * point)
    top = y(at) + point * chosen(at)
    value = W(point).equals(v + _P * point + _Q * point * point)
    one = (top - M(point)) / own
    two = normal(centred(at), chosen(at) - 1 / d, V, _P, _Q)(point)
    radicand = V + _P * point + _Q * point * point
    steps: list[tuple[Json, Node]] = [
        (own > 0, using(own >= 0, (own * (1 / own)).equals(1))),
        (radicand >= 0, using(value, W(point) + alpha >= 0)),
    ]
    squares_are = (own * own).equals(other * other)
    by_squares = using(
        value, (own * own).equals(W(point) + alpha), (other * other).equals(radicand)
    )
    rooted: list[tuple[Json, Node]] = [
        (squares_are, by_squares),
        (other.equals(own), known(SAME_ROOT, "X Y", [own, other], given())),
        (other > 0, using(other.equals(own), own > 0)),
    ]
    known_ = have(
        one.equals(two), auto("arguments"), same(s(one), s(two), _equal_outputs(at, point, then))
    )
    roots = lemmas(steps, define(other.json, given(), lemmas(rooted, known_)))
    moments = fact(MOVED_MEAN, [point], fact(MOVED_VARIANCE, [point], roots))
    return fact(ALONG_INPUT, [at, point], moments, given())


def _equal_outputs(at: Term, point: Term, then: Node) -> Node:
    curve = output(y(at), chosen(at), normal(centred(at), chosen(at) - 1 / d, V, _P, _Q))
    return have(a(at, point).equals(curve(point)), auto("a"), then)


def input_script() -> Node:
    of = Line(chosen, lambda at: chosen(at) - 1 / d, _P, _Q, _input_equal)

    def body(at: Term) -> Term:
        return g(at) * of.slope(at)

    def direct(at: Term) -> Term:
        return chosen(at)

    here = g(ell) * s(n(ell)) + _weighted(ell) * (y(ell) / ROOT)
    parts = [(here, direct), (1 / d, _by_mean), (2 * (y(ell) - mu) / d, _by_variance)]

    def pointwise(at: Term, rest: Node) -> Node:
        right = here * direct(at) + parts[1][0] * _by_mean(at) + parts[2][0] * _by_variance(at)
        equal = have(body(at).equals(right), _summand(at), rest)
        return equal

    def equal_sums(then: Node) -> Node:
        return compared(body, "=", parts, ZERO, pointwise, auto("the sum"))

    def before(then: Node) -> Node:
        moments = lemma("X Y", *SAME_ROOT, auto("equal roots"), _moments(then))
        positive = have(d > 0, auto(), _selected(_one_chosen(moments)))
        return define((1 / d).json, auto("d > 0"), define((1 / (d * d)).json, auto(), positive))

    return _by_line(of, BY_INPUT, equal_sums, before)


def _summand(at: Term) -> Node:
    """Where j = l, all that depends on j is what it is at l; elsewhere e_j = 0."""
    sign = S.sign(at - ell)
    leaf = case(S.abs(sign).json, auto("e = 0"), auto("e = 0"))
    other = case(S.abs(sign).json, auto("e = 1"), auto("e = 1"))
    pairs = [(y(at), y(ell)), (g(at), g(ell)), (s(n(at)), s(n(ell))), (ds(n(at)), ds(n(ell)))]
    here: Node = other
    for one, two in reversed(pairs):
        here = same(one, two, here)
    return case(sign.json, leaf, here, leaf)


# --- data ----------------------------------------------------------------------------------------

_HALF = ["/", "1", "2"]


def _data(functions: dict[str, Json], **values: object) -> Witness:
    """One input y = 1, so that mu = 1 and sigma = 0, with alpha = 1: n = 0."""
    names = {"a": ("u", "w"), **dict.fromkeys(("y", "s", "ds", "g", "F", "M", "W"), ("u",))}
    base = {"d": 1, "mu": 1, "v": 0, "alpha": 1}
    bodies = {"y": "1", "M": ["+", "1", "u"], "W": "0", **functions}
    return Witness({**base, **values}, {name: (names[name], body) for name, body in bodies.items()})


def written_out(then: Node) -> Node:
    """The sums of the goal, each of one summand, as their summands; then go on."""

    def found(context: Context) -> Node:
        sums: list[Json] = []
        _collect(unread(context.goal), sums)
        out = then
        for name, index, low, high, body in reversed(sums):
            rest = [name, index, low, ["-", high, "1"], body]
            out = node("empty", auto("no more"), out, on=rest)
            out = node("unfold", auto("one"), out, on=[name, index, low, high, body])
        return out

    return look(found)


def _collect(json: Json, sums: list[Json]) -> None:
    if isinstance(json, list):
        if json[0] == "sum" and json not in sums:
            sums.append(json)
        elif json[0] != "sum":
            for part in json[1:]:
                _collect(part, sums)


def _linear_scale() -> Node:
    """The derivative of s(u) = u + 1/2 is 1 everywhere, and that of a constant is 0."""
    inner = intro("s1", intro("", defined(_absolutes_of_goal(auto("no gap")))))
    shown = shown_by(ONE, node("both", auto("1 > 0"), inner))
    return intro("q", intro("", intro("eta1", intro("", shown))))


def _absolutes_of_goal(then: Node) -> Node:
    def found(context: Context) -> Node:
        out = then
        names: list[Json] = []
        _absolute_terms(unread(context.goal), names)
        for term in names:
            out = case(term, *[out] * (3 if term[0] == "sign" else 2))
        return out

    return look(found)


def _absolute_terms(json: Json, names: list[Json]) -> None:
    if isinstance(json, list) and json[0] != "sum":
        for part in json[1:]:
            _absolute_terms(part, names)
        if json[0] in ("abs", "sign") and json not in names:
            names.append(json)


def _exact_loss() -> Node:
    """F is the first-order change itself: no gap."""
    inner = intro("s1", intro("", written_out(_absolutes_of_goal(auto("no gap")))))
    shown = shown_by(ONE, node("both", auto("1 > 0"), inner))
    return intro("eta1", intro("", shown))


def _outputs_are() -> Node:
    """k = 1: the output at t."""
    one = node(
        "finite",
        written_out(defined(_absolutes_of_goal(auto("a")))),
        on="q",
        **{"from": 1, "to": 1},
    )
    return intro("q", intro("t1", intro("", one)))


def _at_each_t() -> Node:
    here = have(S.sign(ZERO).equals(0), auto("sign 0"), auto("the value"))
    return intro("t1", written_out(defined(here)))


_STILL = _data(
    {
        "s": ["+", "u", _HALF],
        "ds": "1",
        "g": "1",
        "a": ["/", ["+", "1", "w"], "2"],
        "F": ["/", "u", "2"],
    },
    l=1,
)
_GIVENS: dict[int, Callable[[], Node]] = {
    2: lambda: written_out(defined(auto("mu"))),
    3: lambda: written_out(defined(auto("sigma^2"))),
    4: _linear_scale,
    5: _at_each_t,
    6: _at_each_t,
    7: _outputs_are,
    8: _exact_loss,
}


def _no_derivative() -> Node:
    """eta = 1/2 and h = delta/2."""
    at = var("delta1") / 2
    root = S.sqrt(ZERO + ONE)
    gap = written_out(defined(_absolutes_of_goal(auto("the gap"))))
    rooted = have(root.equals(1), auto("root"), define((1 / root).json, auto("not 0"), gap))
    gap = define((1 / (2 * (ZERO + ONE))).json, auto("not 0"), rooted)
    near_0 = case(S.abs(at).json, auto("|h| < delta"), auto("|h| < delta"))
    body = intro("delta1", intro("", shown_by(at, node("both", near_0, gap))))
    return shown_by(ONE / 2, node("both", auto("1/2 > 0"), body))


_KINK = _data({"s": ["abs", "u"], "ds": "0", "g": "1", "a": ["abs", "w"], "F": ["abs", "u"]})
CONTROLS = (
    Control(
        Attempt(
            "layeract.backward.control.mean",
            "without the term of $mu$: $d = 1$, $y = 1$, $alpha = 1$, $s(u) = u + 1\\/2$, "
            "where the "
            "output is $y\\/2$",
            {**STATEMENT, "show": derivative(loss, BY_INPUT - 1 / d * BY_MEAN)},
            _STILL,
            _GIVENS,
            _no_derivative,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.backward.control.smooth",
            "with an $s$ that has a kink at $n_i$: $s(u) = abs(u)$, $d = 1$, $y = 1$, $alpha = 1$; "
            "$partial L \\/ partial mu$ does not exist",
            statement(SORTS, [*LAYER[:-1], ALONG_MEAN, LOSS], derivative(loss, BY_MEAN), FUNCTIONS),
            _KINK,
            {2: _GIVENS[2], 3: _GIVENS[3], 4: _outputs_are, 5: _exact_loss},
            _no_derivative,
        ),
        "hypothesis dropped",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str) -> Reading:
    return Reading(printed, formal, "", f"layeract.backward.{of}")


_LAYER_READ = (
    Reading("a layer of $d$ inputs, every $d >= 1$", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading(
        "$(partial s(n_i)) \\/ (partial n_i)$",
        ("given", 4),
        "$s$ is any function that is differentiable at each $n_i$; derivatives are limits of "
        "difference quotients",
    ),
)


def _loss_read(place: int) -> Reading:
    return Reading(
        "$(partial cal(L)) \\/ (partial a_i)$",
        ("given", place),
        "$cal(L)$ is differentiable at the outputs, with this gradient; "
        "$F(t)$ is its value where the outputs are $a_i (t)$",
    )


#: the change of the input, of mu or of sigma^2, with the values that the conclusion binds
_MOVED = {"eta_": 1, "delta_": 1, "h_": 0}
_BY_MEAN = _data(
    {
        **{"s": ["+", "u", _HALF], "ds": "1", "g": "1"},
        **{"a": ["-", _HALF, "w"], "F": ["-", "0", "u"]},
    },
    **_MOVED,
)
_BY_VARIANCE = _data({"s": ["+", "u", _HALF], "ds": "1", "g": "1", "a": _HALF, "F": "0"}, **_MOVED)
_OTHERS: dict[int, Callable[[], Node]] = {
    **{i: _GIVENS[i] for i in (2, 3, 4)},
    5: _outputs_are,
    6: _exact_loss,
}
_SAYS = "the hypotheses hold for $d = 1$, $y = 1$, $alpha = 1$, $s(u) = u + 1\\/2$"
DATA = (
    Attempt(
        "layeract.backward.satisfiable",
        _SAYS,
        STATEMENT,
        Witness({**_STILL.values, **_MOVED}, _STILL.functions),
        _GIVENS,
    ),
    Attempt("layeract.backward.mu.satisfiable", _SAYS, OF_MEAN, _BY_MEAN, _OTHERS),
    Attempt("layeract.backward.sigma.satisfiable", _SAYS, OF_VARIANCE, _BY_VARIANCE, _OTHERS),
)

MAIN = Obligation(
    "layeract.backward.statement",
    "$partial cal(L) \\/ partial y_i$, for every $d$, $alpha > 0$, $s$, loss and input",
    STATEMENT,
    input_script,
)
CLAIM = Claim(
    id="layeract.backward",
    kind="theorem",
    title="The three gradient formulas of the backward pass",
    source=source("Section 3.1", "after 6"),
    statement="$ (partial cal(L)) / (partial mu) = sum_i (partial cal(L)) / (partial a_i) dot "
    "(partial s(n_i)) / (partial n_i) dot (-y_i) / sqrt(sigma^2 + alpha), quad "
    "(partial cal(L)) / (partial sigma^2) = sum_i (partial cal(L)) / (partial a_i) dot "
    "(partial s(n_i)) / (partial n_i) dot (-y_i dot n_i) / (2 (sigma^2 + alpha)), $ "
    "$ (partial cal(L)) / (partial y_i) = (partial cal(L)) / (partial a_i) s(n_i) + "
    "(partial cal(L)) / (partial a_i) dot (partial s(n_i)) / (partial n_i) dot y_i / "
    "sqrt(sigma^2 + alpha) + 1/d dot (partial cal(L)) / (partial mu) + (2 (y_i - mu)) / d dot "
    "(partial cal(L)) / (partial sigma^2). $",
    readings=(
        *_LAYER_READ,
        Reading("$mu$ where $y_l$ is moved by $t$", ("given", 5)),
        Reading("$sigma^2$ there", ("given", 6)),
        Reading("the outputs there, Eq. 6", ("given", 7)),
        _loss_read(8),
        Reading("any $y_i$, called $y_l$: $l >= 1$", ("given", 9)),
        Reading("and $l <= d$", ("given", 10)),
        Reading("$(partial cal(L)) \\/ (partial y_i)$ is the printed value", ("show",)),
        *read_as("layeract.backward.mu", _LAYER_READ),
        _also("the outputs where $mu$ alone is moved", ("given", 5), "mu"),
        read_as("layeract.backward.mu", [_loss_read(6)])[0],
        _also("$(partial cal(L)) \\/ (partial mu)$ is the printed value", ("show",), "mu"),
        *read_as("layeract.backward.sigma", _LAYER_READ),
        _also("the outputs where $sigma^2$ alone is moved", ("given", 5), "sigma"),
        read_as("layeract.backward.sigma", [_loss_read(6)])[0],
        _also("$(partial cal(L)) \\/ (partial sigma^2)$ is the printed value", ("show",), "sigma"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.backward.mu",
            "$partial cal(L) \\/ partial mu$, $y$ and $sigma^2$ being held fixed",
            OF_MEAN,
            mean_script,
        ),
        Obligation(
            "layeract.backward.sigma",
            "$partial cal(L) \\/ partial sigma^2$, $y$ and $mu$ being held fixed",
            OF_VARIANCE,
            variance_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=DATA,
    notes=(
        "$partial cal(L) \\/ partial mu$ may also be read with $sigma^2$ following $mu$: the sum "
        "$sum_i (y_i - mu)$ is 0, so that nothing changes.",
        "The hard sigmoid has no derivative at $n_i = plus.minus 3$, and the formulas have no "
        "value there: a framework's convention takes its place.",
        "$sum_i$ is over all $d$ elements; in the last formula $i$ is the element that is moved.",
    ),
    not_claimed=("nothing is said of the gradients of the weights, or of rounding",),
    parameters=instances.WEIGHTED,
    instances=instances.WEIGHTED_INSTANCES,
    run=lambda settings: [instances.gradient_row(settings, MAIN)],
)
