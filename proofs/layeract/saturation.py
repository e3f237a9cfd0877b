"""layeract.saturation: which units can be saturated, and which outputs there are (Section 3.1)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.layeract import HARD_SIGMOID, SIGMOID, layer_scales
from constructions.layeract import Scale as ScaleFunction
from constructions.layers import Dense
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract import instances
from proofs.layeract.calculus import INVERSE_ROOT, ONE, ZERO, S, known, lemma, s
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    HALF,
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
    square,
    squares,
    v,
    y,
)
from proofs.layeract.sums import total as total_of
from proofs.layeract.witnesses import HARD, pieces
from proofs.library.vectors import fact
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

tau, A, c, eta = (var(name) for name in ("tau", "A", "c", "eta"))
LEFT_OPEN = ScaleFunction("s", lambda system, t: s(t), lambda system, t, at: ZERO, None)
SORTS = {"d": "int", "mu": "real", "v": "real", "alpha": "real"}
LAYER: list[Json] = [d >= 1, alpha > 0, MEAN, VARIANCE]


# --- n has mean 0 and mean square below 1 --------------------------------------------------------


def have_normalised(then: Node) -> Node:
    """sum n = 0 and sum n^2 < d, from :data:`LAYER`; then go on."""
    q = 1 / ROOT
    total = total_of(square(centred)).equals(d * v)
    no_mean, spread = total_of(n).equals(0), total_of(square(n)).equals(d * (v * (q * q)))

    def scaled(at: Term, rest: Node) -> Node:
        return have(n(at).equals(q * centred(at)), auto("n = q c"), rest)

    def scaled_square(at: Term, rest: Node) -> Node:
        return have((n(at) ** 2).equals(q * q * centred(at) ** 2), auto("n^2"), rest)

    ends = lemmas(
        [
            (spread, auto("sum n^2")),
            (v * (q * q) < 1, using((q * q * (v + alpha)).equals(1), alpha > 0, q > 0)),
            (total_of(square(n)) < d, using(spread, v * (q * q) < 1, d >= 1)),
        ],
        then,
    )
    second = compared(square(n), "=", [(q * q, square(centred))], ZERO, scaled_square, ends)
    first = compared(n, "=", [(q, centred)], ZERO, scaled, have(no_mean, auto("sum n"), second))
    steps: list[tuple[Json, Node]] = [
        (total, auto("d sigma^2")),
        (v >= 0, using(total, total_of(square(centred)) >= 0, d >= 1)),
        (v + alpha > 0, using(v >= 0, alpha > 0)),
    ]
    centre = compared(
        centred, "=", [(ONE, y)], -mu, plain, have(total_of(centred).equals(0), auto(), first)
    )
    from proofs.layeract.calculus import _inverse_root

    roots = known(INVERSE_ROOT, "u", [v + alpha], centre)
    return lemma("u", *INVERSE_ROOT, _inverse_root(), squares(centred, lemmas(steps, roots)))


# --- how many units can be saturated -------------------------------------------------------------


def mark(at: Term) -> Term:
    """1 for the units that are counted, else 0."""
    return app("b", at)


MARKED = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= d),
        conj((mark(k) * mark(k)).equals(mark(k)), mark(k) * (n(k) + tau) <= 0),
    ),
)
COUNT = total_of(mark)
COUNTED = statement(
    {**SORTS, "tau": "real"},
    [*LAYER, tau > 0, MARKED],
    COUNT * (1 + tau * tau) < d,
    {"y": 1, "b": 1},
)
_t, _b, _n = (var(f"{name}_") for name in ("t", "b", "n"))
_SQUARE = (
    [(_b * _b).equals(_b), _b * (_n + _t) <= 0, _t > 0],
    (_t * _n - 1) ** 2 >= _b * (_t * _t + 1) ** 2,
)


def _square() -> Node:
    """b is 0 or 1; for b = 1, t n - 1 <= -(t^2 + 1)."""
    one = lemmas(
        [
            (_b.equals(1), using((_b * _b).equals(_b), _b > 0)),
            (_n <= -_t, using(_b.equals(1), _b * (_n + _t) <= 0)),
            (_t * _n <= -(_t * _t), using(_n <= -_t, _t > 0)),
        ],
        using(_t * _n <= -(_t * _t), _b.equals(1), _t > 0),
    )
    zero = auto("b = 0")
    above = have(_b > 0, given(), one)
    return case(S.sign(_b).json, above, zero, auto("b < 0"))


def count_script() -> Node:
    def gap(at: Term) -> Term:
        return (tau * n(at) - 1) ** 2

    def expanded(at: Term, rest: Node) -> Node:
        right = ONE + tau * tau * n(at) ** 2 + -2 * tau * n(at)
        return have(gap(at).equals(right), auto("the square"), rest)

    def above(at: Term, rest: Node) -> Node:
        inner = known(_SQUARE, "t b n", [tau, mark(at), n(at)], rest)
        return fact(MARKED, [at], inner, auto("1 <= k <= d"))

    size = tau * tau + 1
    squares_ = total_of(square(n))
    ends = lemmas(
        [
            (total_of(gap).equals(tau * tau * squares_ + d), using_sum(gap)),
            (tau * tau * squares_ < tau * tau * d, using(squares_ < d, tau > 0)),
            (size > 0, auto()),
            (COUNT * (size * size) < d * size, auto("(tau^2 + 1)^2 count < (tau^2 + 1) d")),
        ],
        split((COUNT * size - d).json, auto("too many"), auto("few enough")),
    )
    marked = compared(gap, ">=", [((tau * tau + 1) ** 2, mark)], ZERO, above, ends)
    parts = [(tau * tau, square(n)), (-2 * tau, n)]
    sums = compared(gap, "=", parts, ONE, expanded, marked)
    return lemma("t b n", *_SQUARE, _square(), have_normalised(sums))


def using_sum(gap: Callable[[Term], Term]) -> Node:
    return auto("the sum of the squares")


# --- the largest mean activation scale -----------------------------------------------------------

TEN = S.sqrt(S.const(10))
LARGEST = (3 + TEN) / 12


def hard(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def hard_scale(at: Term) -> Term:
    return hard(n(at))


MEAN_SCALE = statement(SORTS, LAYER, total_of(hard_scale) < d * LARGEST, {"y": 1})
_MAJORANT = every(
    "t_",
    "real",
    hard(_t) <= ONE / 2 + _t / 6 + (TEN - 3 - _t) ** 2 / (24 * TEN),
)


def _majorant() -> Node:
    at = var("t_")
    inner, whole = hard(at).json[2], hard(at).json
    leaf = auto("the parabola")
    facts = [(TEN >= 3, auto()), (24 * TEN > 0, auto())]
    return intro("t_", lemmas(facts, case(inner, *[case(whole, leaf, leaf)] * 2)))


def mean_script() -> Node:
    def below(at: Term, rest: Node) -> Node:
        return fact(_MAJORANT, [n(at)], rest)

    r = 1 / (24 * TEN)
    parts = [(r, square(n)), (ONE / 6 - 2 * (TEN - 3) * r, n)]
    each = ONE / 2 + (TEN - 3) ** 2 * r
    ends = lemmas(
        [
            ((r * TEN).equals(ONE / 24), auto("r sqrt 10")),
            (r > 0, auto()),
            (r * total_of(square(n)) < r * d, using(total_of(square(n)) < d, r > 0)),
        ],
        auto("the mean scale"),
    )
    sums = compared(hard_scale, "<=", parts, each, below, ends)
    facts: list[tuple[Json, Node]] = [(TEN >= 3, auto()), (24 * TEN > 0, auto())]
    majorant = have(_MAJORANT, _majorant(), have_normalised(sums))
    return define(TEN.json, auto("10 >= 0"), lemmas(facts, define(r.json, auto(), majorant)))


# --- outputs and the saturation state ------------------------------------------------------------

ell, x, C = var("l"), var("x"), var("C")
OUTPUT = y(ell) * s(n(ell))
CONSTANT = every("k", "int", implies(conj(k >= 1, k <= d), y(k).equals(2 * A)))
STATEMENT = statement(
    {**SORTS, "A": "real", "l": "int"},
    [*LAYER, HALF, CONSTANT, ell >= 1, ell <= d],
    OUTPUT.equals(A),
    {"y": 1, "s": 1},
)


def statement_script() -> Node:
    """mu = 2 A, so n = 0 and s(n) = 1/2."""

    def all_equal(at: Term, rest: Node) -> Node:
        return fact(CONSTANT, [at], rest, auto("1 <= k <= d"))

    zero = [(n(ell).equals(0), auto("n = 0"))]
    here = fact(CONSTANT, [ell], lemmas(zero, same(s(n(ell)), s(ZERO), auto("A"))), given())
    summed = have(mu.equals(2 * A), auto("mu = 2 A"), have_normalised(here))
    return compared(y, "=", [], 2 * A, all_equal, summed)


FIRST = y(ONE).equals(-x)
OTHERS = every("k", "int", implies(conj(k >= 2, k <= d), y(k).equals(0)))
_t1 = var("t")
SMALL = every("t", "real", implies(_t1 < C, S.abs(s(_t1)) < eta))
SATURATED = statement(
    {**SORTS, "x": "real", "C": "real", "eta": "real"},
    [
        *LAYER,
        SMALL,
        FIRST,
        OTHERS,
        x > 0,
        x * x * (d - 1) >= alpha * d * d,
        d - 1 > 2 * C * C,
    ],
    S.abs(s(n(ONE))) < eta,
    {"y": 1, "s": 1},
)


def saturated_script() -> Node:
    """n_1 <= -sqrt((d - 1)/2) < C."""
    from proofs.library.vectors import both_sums
    from proofs.trees.script import induct

    m = var("m")

    def sums(high: Term) -> list[Term]:
        return [total_of(y, high), total_of(square(centred), high)]

    def values(high: Term) -> Json:
        one, two = sums(high)
        return conj(one.equals(-x), two.equals((x + mu) ** 2 + (high - 1) * mu**2))

    claim = implies(m <= d, values(m))
    none = both_sums("empty", sums(ONE - 1), auto("one summand"))
    base = intro("", both_sums("unfold", sums(ONE), none))
    more = both_sums("unfold", sums(m + 1), auto("one more"))
    zero = fact(OTHERS, [m + 1], more, auto("2 <= m + 1 <= d"))
    step = intro("", fact(claim, [], zero, auto("m <= d")))
    whole = every("m", "int", implies(m >= 1, claim))
    r, N = ROOT, n(ONE)
    X = x * x * (d - 1)
    ends: list[tuple[Json, Node]] = [
        ((mu * d).equals(-x), auto("d mu = -x")),
        ((v * d).equals((x + mu) ** 2 + (d - 1) * mu**2), auto("d sigma^2")),
        ((v * d * d).equals(X), auto("d^2 sigma^2 = x^2 (d - 1)")),
        (v * d * d >= 0, using((v * d * d).equals(X), X >= alpha * d * d, alpha * d * d > 0)),
        (v > 0, auto("sigma^2 > 0")),
        (v + alpha > 0, auto()),
    ]
    final: list[tuple[Json, Node]] = [
        ((N * r * d).equals(-(x * (d - 1))), auto("n_1 r d")),
        ((r * r * d * d) <= 2 * X, auto("r^2 d^2 <= 2 x^2 (d - 1)")),
        (N < 0, auto("n_1 < 0")),
        ((N * r * d * (N * r * d)).equals(X * (d - 1)), auto("squares")),
        (N * N * (2 * X) >= X * (d - 1), auto("n_1^2 >= (d - 1)/2")),
        (X > 0, using(X >= alpha * d * d, alpha * d * d > 0)),
        (2 * (N * N) >= d - 1, using(N * N * (2 * X) >= X * (d - 1), X > 0)),
        (N < C, auto("n_1 < C")),
    ]
    used = fact(SMALL, [N], given(), given())
    rooted = known(INVERSE_ROOT, "u", [v + alpha], lemmas(final, used))
    positive: list[tuple[Json, Node]] = [(d > 0, auto()), (alpha * d * d > 0, auto())]
    last = fact(
        whole,
        [d],
        fact(
            implies(d <= d, values(d)), [], fact_first(lemmas([*positive, *ends], rooted)), auto()
        ),
        auto(),
    )
    proof = fact_first(induct("m", "1", claim, base, step, last))
    from proofs.layeract.calculus import _inverse_root

    return lemma("u", *INVERSE_ROOT, _inverse_root(), proof)


def fact_first(then: Node) -> Node:
    return then


# --- every width ---------------------------------------------------------------------------------

_p, _q = var("p"), var("q")
_PAIR = layer_scales(S, SIGMOID, Dense((_p, _q), S), alpha).head[0]
EVERY = statement(
    {"alpha": "real", "eta": "real"},
    [alpha > 0, eta > 0],
    exists("p", "real", exists("q", "real", _PAIR < eta)),
)


def _never() -> Node:
    """n_1 > -1, so that e^-n < e < 3 and s(n_1) > 1/4."""
    p1, q1 = var("p1"), var("q1")
    value = layer_scales(S, SIGMOID, Dense((p1, q1), S), ONE).head[0]
    exponent = Term(value.json[2][2][1])  # -n
    root = Term(exponent.json[1][2])
    E = S.exp(exponent)
    gap = (p1 - q1) / 2
    radicand = Term(root.json[1])
    steps: list[tuple[Json, Node]] = [
        (radicand.equals(gap * gap + 1), auto("sigma^2 + 1")),
        (gap * gap >= 0, auto()),
        (radicand > 0, auto()),
    ]
    rooted: list[tuple[Json, Node]] = [
        (root > 0, auto()),
        (root * root > gap * gap, auto()),
        (root > gap, auto()),
        (root > -gap, auto()),
        ((exponent * root).equals(-gap), auto()),
        (exponent <= 1, auto("-n <= 1")),
        (S.exp(ONE) < 3, auto("e < 3")),
        (E <= S.exp(ONE), _monotone(exponent)),
        (1 + E > 0, auto()),
    ]
    proof = lemmas(steps, define(root.json, auto(), lemmas(rooted, auto("1/4 <= s"))))
    from proofs.library.exponential import have_exp

    return have_exp(intro("p1", intro("q1", proof)))


def _monotone(exponent: Term) -> Node:
    from proofs.library.exponential import EXP_MONOTONE

    return fact(EXP_MONOTONE, [exponent, ONE], given(), given())


# --- data ----------------------------------------------------------------------------------------

_POINT = {"d": 1, "mu": 2, "v": 0, "alpha": 1}
_STILL = Witness({**_POINT, "A": 1, "l": 1}, {"y": (("u",), "2"), "s": (("u",), "1/2")})


def _only_one() -> Node:
    return intro("q", intro("", auto("2 = 2 A")))


def _of_two(**values: object) -> Witness:
    """y = (-4, 4) and alpha = 9: n = (-4/5, 4/5)."""
    body = ["-", ["*", "8", "u"], "12"]
    first = ["max", "0", ["-", "2", "u"]]
    base = {"d": 2, "mu": 0, "v": 16, "alpha": 9}
    return Witness({**base, **values}, {"y": (("u",), body), "b": (("u",), first)})


def _marked() -> Node:
    from proofs.library.witnesses import defined

    def one() -> Node:
        root = S.sqrt(S.const(16) + 9)
        return have(
            root.equals(5), auto("root"), defined(node("both", auto("0 or 1"), auto("n + tau")))
        )

    return intro("q", intro("", node("finite", one(), one(), on="q", **{"from": 1, "to": 2})))


#: y = (-20, 0, ..., 0), d = 20: mu = -1, sigma^2 = 19; the hard sigmoid is 0 below -3
_ONE_OUT = Witness(
    {
        **{"d": 20, "mu": -1, "v": 19, "alpha": "1/100"},
        **{"x": 20, "C": -3, "eta": "1/100"},
    },
    {"y": (("u",), ["*", "-20", ["max", "0", ["-", "2", "u"]]]), "s": HARD},
)


def _low_is_zero() -> Node:
    return intro("t1", intro("", pieces(auto("s = 0"))))


def _others_zero() -> Node:
    return intro("q", intro("", pieces(auto("y = 0"))))


STATE_DATA = Attempt(
    "layeract.saturation.state.satisfiable",
    "$y = (-20, 0, ..., 0)$, $d = 20$, $alpha = 1/100$, the hard sigmoid with $C = -3$",
    SATURATED,
    _ONE_OUT,
    {4: _low_is_zero, 6: _others_zero},
)

CONTROLS = (
    Control(
        Attempt(
            "layeract.saturation.control.half",
            "without $s(0) = 1\\/2$: $s = 1$",
            {**STATEMENT, "given": [*LAYER, CONSTANT, ell >= 1, ell <= d]},
            Witness({**_POINT, "A": 1, "l": 1}, {"y": (("u",), "2"), "s": (("u",), "1")}),
            {4: _only_one},
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.saturation.control.count",
            "with $tau^2 d$ for $1 + tau^2$ units: one of two units has $n_i <= -4\\/5$, and "
            "$1 + 2 dot 16\\/25 > 2$",
            {**COUNTED, "show": COUNT * (1 + 2 * tau * tau) < d},
            _of_two(tau="4/5"),
            {5: _marked},
        ),
        "constant tightened",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.saturation.{of}")


def _layer(of: str) -> tuple[Reading, ...]:
    names = ("a layer of $d$ inputs", "$alpha > 0$", "$mu_y$", "$sigma_y^2$")
    return tuple(_also(text, ("given", i), of) for i, text in enumerate(names))


SHARPENED = (
    Claim(
        id="layeract.saturation.sharpened",
        kind="theorem",
        title="Fewer than d/(1 + tau^2) of the units can have n_i <= -tau",
        source=source("beyond Section 3.1", "6"),
        statement="For $tau > 0$, fewer than $d \\/ (1 + tau^2)$ of the $d$ units have $n_i <= "
        "-tau$. With LA-HardSiLU ($tau = 3$) fewer than a tenth of the units are saturated, none "
        "if $d <= 10$.",
        readings=(
            *_layer("count"),
            _also("$tau > 0$", ("given", 4), "count"),
            _also("any units with $n_i <= -tau$, marked by $b = 1$", ("given", 5), "count"),
            _also("their number times $1 + tau^2$ is below $d$", ("show",), "count"),
        ),
        obligations=(
            Obligation(
                "layeract.saturation.count", "for every $d$, $alpha > 0$ and all inputs", COUNTED,
                count_script,
            ),
        ),
        satisfiable=Attempt(
            "layeract.saturation.count.satisfiable",
            "$y = (-4, 4)$, $alpha = 9$: one unit of two has $n_i <= -4\\/5$",
            COUNTED,
            _of_two(tau="4/5"),
            {5: _marked},
        ),
    ),
    Claim(
        id="layeract.saturation.sharpened.2",
        kind="theorem",
        title="The mean activation scale of LA-HardSiLU is below (3 + sqrt 10)/12",
        source=source("beyond Section 3.1", "6"),
        statement="$1/d sum_i s(n_i) < (3 + sqrt(10)) \\/ 12 approx 0.5135$ for the hard sigmoid, "
        "whatever the inputs and $d$.",
        readings=(
            *_layer("mean"),
            _also("$sum_i s(n_i) < d (3 + sqrt(10)) \\/ 12$", ("show",), "mean"),
        ),
        obligations=(
            Obligation(
                "layeract.saturation.mean", "for every $d$, $alpha > 0$ and all inputs",
                MEAN_SCALE, mean_script,
            ),
        ),
        notes=(
            "By symmetry the mean is above $(9 - sqrt(10)) \\/ 12 approx 0.4865$: the activation "
            "scales of a layer always add up to nearly $d \\/ 2$.",
        ),
    ),
)  # fmt: skip

MAIN = Obligation(
    "layeract.saturation.statement",
    "every real number is an output, for every $d$ and every $s$ with $s(0) = 1\\/2$",
    STATEMENT,
    statement_script,
)
STATE = Obligation(
    "layeract.saturation.state",
    "$s(n_1)$ is as small as one likes, for every $s$ with the limit 0",
    SATURATED,
    saturated_script,
)
OUTPUT_READINGS = (
    Reading("a layer of $d$ inputs", ("given", 0), "every $d >= 1$"),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading("$s(0) = 1\\/2$", ("given", 4), "Definition 3.1"),
    Reading("the inputs are all $2 A$", ("given", 5), "any real number $A$, also $A << 0$"),
    Reading("any element $l$: $l >= 1$", ("given", 6)),
    Reading("and $l <= d$", ("given", 7)),
    Reading("its output is $A$: every real number is an output", ("show",)),
)
DATA = Attempt(
    "layeract.saturation.satisfiable", "$d = 1$, $y = 2$", STATEMENT, _STILL, {5: _only_one}
)
_STATE_READ = (
    _also("$s(t) -> 0$ for $t -> -infinity$: below $eta$ for $t < C$", ("given", 4), "state"),
    _also("one input is $-x$", ("given", 5), "state"),
    _also("the others are 0", ("given", 6), "state"),
)
EVERY_REPAIRED = Claim(
    id="layeract.saturation.every.repaired",
    kind="theorem",
    title="LayerAct has a saturation state in layers that are wide enough",
    source=source("Section 3.1", "6"),
    statement="If $s(t) -> 0$ for $t -> -infinity$, with $abs(s(t)) < eta$ for $t < C$, then a "
    "layer of $d > 1 + 2 C^2$ elements has inputs with $abs(s(n_1)) < eta$.",
    differs=(
        "The layer is wide enough for the scale function, $d > 1 + 2 C^2$, instead of any width."
    ),
    readings=(
        *_layer("state"),
        *_STATE_READ,
        _also("$x > 0$", ("given", 7), "state"),
        _also("is large: $x^2 (d - 1) >= alpha d^2$", ("given", 8), "state"),
        _also("$d > 1 + 2 C^2$", ("given", 9), "state"),
        _also("then $abs(s(n_1)) < eta$", ("show",), "state"),
    ),
    obligations=(STATE,),
    satisfiable=STATE_DATA,
)

EVERY_CLAIM = Claim(
    id="layeract.saturation.every",
    kind="theorem",
    title="LayerAct has a saturation state whatever the width of the layer",
    source=source("Section 3.1", "6"),
    statement="Thus, while LayerAct still have saturation state where $s(n_i) tilde.eq 0$, the "
    "activation output space with a LayerAct function is not limited. [The first half, read of "
    "layers of every width.]",
    readings=(
        Reading("$alpha > 0$", ("given", 0)),
        Reading("$tilde.eq 0$: below any $eta > 0$", ("given", 1)),
        Reading(
            "there are inputs with $s(n_1) < eta$", ("show",), "LA-SiLU, a layer of two elements"
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.saturation.every.two",
            "$d = 2$: $abs(n_i) < 1$, so that $s(n_i) > 1\\/(1 + e) > 1\\/4$, whatever the inputs",
            EVERY,
            Witness({"alpha": 1, "eta": "1/4"}),
            {},
            _never,
        ),
    ),
    satisfiable=Attempt(
        "layeract.saturation.every.satisfiable", "$alpha = 1$, $eta = 1\\/4$", EVERY,
        Witness({"alpha": 1, "eta": "1/4"}),
    ),
    repaired=(EVERY_REPAIRED,),
    notes=(
        "Always $abs(n_i) < sqrt(d - 1)$, and how many units may come near is "
        "`layeract.saturation.sharpened`. In wide layers there is a saturation state "
        "(`layeract.saturation`).",
    ),
)  # fmt: skip

CLAIM = Claim(
    id="layeract.saturation",
    kind="theorem",
    title="LayerAct has a saturation state, and its output space is not limited",
    source=source("Section 3.1", "6"),
    statement="Thus, while LayerAct still have saturation state where $s(n_i) tilde.eq 0$, the "
    "activation output space with a LayerAct function is not limited (e.g., consider a layer "
    "where $mu_y << 0$).",
    readings=(
        *OUTPUT_READINGS,
        *_layer("state"),
        *_STATE_READ,
        _also("there is a saturation state: inputs with $x > 0$", ("given", 7), "state"),
        _also("where $x$ is large", ("given", 8), "state"),
        _also("and so is $d$", ("given", 9), "state"),
        _also("then $s(n_1) tilde.eq 0$", ("show",), "state", "in wide layers; of narrow ones see "
        "`layeract.saturation.every`"),
    ),
    obligations=(
        MAIN,
        STATE,
    ),
    controls=CONTROLS,
    satisfiable=(DATA, STATE_DATA),
    sharpened=SHARPENED,
    parameters=instances.OUTPUTS,
    instances=instances.OUTPUT_INSTANCES,
    run=lambda settings: [instances.output_row(settings, MAIN)],
)  # fmt: skip
