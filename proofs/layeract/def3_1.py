"""layeract.def3_1: the two activation scale functions of LayerAct (Definition 3.1)."""

from __future__ import annotations

from constructions.layeract import HARD_SIGMOID, SIGMOID
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract.calculus import ONE, ZERO, Curve, S, known, lemma, scalars
from proofs.layeract.eq2 import bounded, increasing
from proofs.layeract.paper import source
from proofs.library.exponential import EXP_INVERSE, EXP_MONOTONE, axiom, have_exp
from proofs.library.vectors import fact, shown_by
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
    split,
    statement,
)

a, b, K, n, y = (var(name) for name in ("a", "b", "K", "n", "y"))


def sigmoid(at: Term) -> Term:
    value: Term = SIGMOID.value(S, at)
    return value


def hard(at: Term) -> Term:
    value: Term = HARD_SIGMOID.value(S, at)
    return value


def lipschitz(of: Curve, constant: Term) -> Json:
    gap = S.abs(of(a) - of(b)) <= constant * S.abs(a - b)
    return every("a", "real", every("b", "real", gap))


def definition(of: Curve, constant: Term) -> Json:
    """Definition 3.1 with this K."""
    half = of(ZERO).equals(ONE / 2)
    return conj(half, bounded(of), increasing(of), lipschitz(of, constant))


STATEMENT = statement({}, [], conj(definition(sigmoid, ONE / 4), definition(hard, ONE / 6)))


def sharp(of: Curve, constant: Term) -> Json:
    """No smaller K will do."""
    return statement({"K": "real"}, [lipschitz(of, K)], constant <= K)


# --- e^(2u) - 1 <= u (e^(2u) + 1), that is tanh u <= u -------------------------------------------

_u, _z, _P, _W, _q, _F, _m = (var(f"{name}_") for name in ["u", "z", "P", "W", "q", "F", "m"])
TANH = every("u_", "real", implies(_u >= 0, S.exp(2 * _u) - 1 <= _u * (S.exp(2 * _u) + 1)))
#: tanh(p + q) <= tanh p + tanh q, with r = k tanh z and W - 1 = q (W + 1)
_r = var("r_")
ADDED = (
    [_P >= 1, _W >= 1, _q >= 0, _r >= 0, _P - 1 <= _r * (_P + 1), (_W - 1).equals(_q * (_W + 1))],
    _P * _W - 1 <= (_r + _q) * (_P * _W + 1),
)


def _added() -> Node:
    """(PW - 1)(P + 1)(W + 1) <= (PW + 1)((P - 1)(W + 1) + (W - 1)(P + 1)), as (P-1)(W-1) >= 0."""
    PW = _P * _W
    top = (_P - 1) * (_W + 1) + (_W - 1) * (_P + 1)
    whole = (PW - 1) * ((_P + 1) * (_W + 1)) <= (_r + _q) * (PW + 1) * ((_P + 1) * (_W + 1))
    positive = (_P + 1) * (_W + 1) > 0
    steps: list[tuple[Json, Node]] = [
        ((_P - 1) * (_W - 1) >= 0, using(_P >= 1, _W >= 1)),
        (PW >= 1, using((_P - 1) * (_W - 1) >= 0, _P >= 1, _W >= 1)),
        (positive, using((_P - 1) * (_W - 1) >= 0, _P >= 1, _W >= 1)),
        (top <= (_r + _q) * ((_P + 1) * (_W + 1)), auto("bound of the sum")),
        ((PW + 1) * top <= (PW + 1) * ((_r + _q) * ((_P + 1) * (_W + 1))), auto("times PW + 1")),
        (
            (PW - 1) * ((_P + 1) * (_W + 1)) <= (PW + 1) * top,
            using((_P - 1) * (_W - 1) >= 0, PW >= 1),
        ),
        (whole, auto("together")),
    ]
    return lemmas(steps, using(whole, positive))


def have_tanh_line(then: Node) -> Node:
    """:data:`TANH`, where the facts of ``have_exp`` are known; then go on."""
    proof = intro("u_", intro("", _tanh_line()))
    return lemma("P W q r", *ADDED, _added(), have(TANH, proof, then))


def _tanh_line() -> Node:
    """With m equal parts: (F - 1)(1 - u/m) <= u (F + 1), for every m > u."""
    F = S.exp(2 * _u)
    gap = F - 1 - _u * (F + 1)
    m = S.floor(_u * (F - 1) / gap) + 1 + S.floor(_u) + 1
    z = 2 * _u / m
    W = S.exp(z)
    q = (W - 1) / (W + 1)
    at = var("k_")
    P = S.exp(at * z)
    claim = conj(P >= 1, P - 1 <= at * q * (P + 1))
    start = have(S.exp(ZERO * z).equals(1), auto("e^0"), node("both", auto(), auto()))
    grown = S.exp((at + 1) * z)
    one = have(
        (at * q) >= 0,
        using(q >= 0, at >= 0),
        known(ADDED, "P W q r", [P, W, q, at * q], _next(grown, P, W, at * q, q)),
    )
    step = axiom("exp-sum", [at * z, z], one)
    whole = every("k_", "int", implies(at >= 0, claim))
    Pm = S.exp(m * z)
    ends = lemmas(
        [
            ((m * z).equals(2 * _u), node("both", auto("m z"), auto("m z"))),
        ],
        fact(
            EXP_MONOTONE,
            [m * z, 2 * _u],
            fact(EXP_MONOTONE, [2 * _u, m * z], _contradiction(F, gap, m, z, W, q, Pm), auto()),
            auto(),
        ),
    )
    last = fact(whole, [m], ends, auto("m >= 0"))
    proof = induct("k_", "0", claim, start, step, last)
    facts: list[tuple[Json, Node]] = [
        (F >= 1, _one_below(2 * _u)),
        (_u * (F - 1) / gap >= 0, auto()),
        (m > _u, auto("m > u")),
        (m > _u * (F - 1) / gap, auto("m > u (F - 1)/gap")),
        (m * gap > _u * (F - 1), auto("m gap > u (F - 1)")),
        (m >= 1, split((m - 1).json, given(), using(m > _u, _u >= 0, recent=1))),
        (m > 0, using(m >= 1)),
        (z >= 0, auto("z >= 0")),
        (z < 2, auto("z < 2")),
        (W >= 1, _one_below(z)),
        (W + 1 > 0, auto()),
        (1 / (W + 1) > 0, auto()),
        (q >= 0, auto()),
        ((W - 1).equals(q * (W + 1)), auto()),
    ]
    above = define((1 / gap).json, auto("gap > 0"), lemmas(facts, proof))
    return split((-gap).json, auto("gap <= 0"), have(gap > 0, auto(), above))


def _one_below(at: Term) -> Node:
    return axiom("exp-line", [at], auto("1 <= e^t"))


def _next(grown: Term, P: Term, W: Term, r: Term, q: Term) -> Node:
    product = grown.equals(P * W)
    bound = P * W - 1 <= (r + q) * (P * W + 1)
    return have(
        product, given(), node("both", using(product, P >= 1, W >= 1), using(product, bound))
    )


def _contradiction(F: Term, gap: Term, m: Term, z: Term, W: Term, q: Term, Pm: Term) -> Node:
    """F - 1 <= m q (F + 1) and q (2 - z) <= z."""
    inverse = (S.exp(z) * S.exp(-z)).equals(1)
    steps: list[tuple[Json, Node]] = [
        (Pm.equals(F), node("both", given(), given())),
        (F - 1 <= m * q * (F + 1), using(Pm.equals(F), Pm - 1 <= m * q * (Pm + 1))),
        (W * (1 - z) <= 1, using(inverse, 1 + -z <= S.exp(-z), W > 0)),
        ((W - 1) * (2 - z) <= z * (W + 1), using(W * (1 - z) <= 1)),
        (q * (2 - z) <= z, _divided(W, z, q)),
        (m * (F + 1) > 0, using(m >= 1, F >= 1)),
        (m * (F + 1) * (q * (2 - z)) <= m * (F + 1) * z, using(q * (2 - z) <= z, m * (F + 1) > 0)),
        ((F - 1) * (2 - z) <= m * q * (F + 1) * (2 - z), using(F - 1 <= m * q * (F + 1), z < 2)),
        (
            (F - 1) * (2 - z) <= m * z * (F + 1),
            using(
                (F - 1) * (2 - z) <= m * q * (F + 1) * (2 - z),
                m * (F + 1) * (q * (2 - z)) <= m * (F + 1) * z,
            ),
        ),
        (m * ((F - 1) * (2 - z)) <= m * (m * z * (F + 1)), auto("times m")),
        (m * (m * z * (F + 1)) <= m * (2 * _u * (F + 1)), auto("m z = 2 u")),
        ((F - 1) * (m * z) <= (F - 1) * (2 * _u), auto("m z = 2 u")),
    ]
    return axiom(
        "exp-line", [-z], fact(EXP_INVERSE, [z], lemmas(steps, auto("m gap <= u (F - 1)")))
    )


def _divided(W: Term, z: Term, q: Term) -> Node:
    return using((W - 1) * (2 - z) <= z * (W + 1), (W - 1).equals(q * (W + 1)), W >= 1)


# --- the sigmoid function ------------------------------------------------------------------------

_H, _E, _D = (var(name) for name in scalars("H E D"))
#: with P = e^-a, p = P H^2 = e^-b, H = e^(D/2): 1/(1 + P) - 1/(1 + p) <= (H - 1)/(H + 1) <= D/4
QUARTER = (
    [_P > 0, _H >= 1, _D >= 0, 4 * (_H - 1) <= _D * (_H + 1)],
    4 * (_P * (_H * _H - 1)) <= _D * ((1 + _P) * (1 + _P * (_H * _H))),
)


def _quarter() -> Node:
    whole, square = (1 + _P) * (1 + _P * (_H * _H)), _P * ((1 + _H) * (1 + _H))
    steps: list[tuple[Json, Node]] = [
        ((1 - _P * _H) * (1 - _P * _H) >= 0, auto()),
        (square <= whole, using((1 - _P * _H) * (1 - _P * _H) >= 0)),
        (_D * square <= _D * whole, using(square <= whole, _D >= 0)),
        (_P * (_H + 1) > 0, using(_P > 0, _H >= 1)),
        (
            _P * (_H + 1) * (4 * (_H - 1)) <= _P * (_H + 1) * (_D * (_H + 1)),
            using(4 * (_H - 1) <= _D * (_H + 1), _P * (_H + 1) > 0),
        ),
    ]
    return lemmas(steps, using(steps[2][0], steps[4][0]))


def _sigmoid_lipschitz() -> Node:
    """For a >= b; otherwise the two change places."""
    one, two = var("a1"), var("b1")

    def ordered(hi: Term, lo: Term) -> Node:
        D = hi - lo
        H, P, p = S.exp(D / 2), S.exp(-hi), S.exp(-lo)
        r, q = 1 / (1 + P), 1 / (1 + p)
        gap = sigmoid(hi) - sigmoid(lo)
        bound = 4 * (P * (H * H - 1)) <= D * ((1 + P) * (1 + P * (H * H)))
        facts: list[tuple[Json, Node]] = [
            (D >= 0, auto()),
            (H >= 1, auto("e^(D/2) >= 1")),
            (S.exp(D).equals(H * H), given()),
            (p.equals(P * (H * H)), auto("e^-b = e^-a e^D")),
            (4 * (H - 1) <= D * (H + 1), auto("tanh(D/4) <= D/4")),
        ]
        fractions: list[tuple[Json, Node]] = [
            (1 + P > 0, auto()),
            (1 + p > 0, auto()),
            (r > 0, auto()),
            (q > 0, auto()),
            (r * q > 0, auto()),
            (bound, given()),
            ((r * (1 + P)).equals(1), auto()),
            ((q * (1 + p)).equals(1), auto()),
            (gap.equals(r * q * (P * (H * H - 1))), auto("the difference")),
            (4 * gap <= D, _fraction(gap, r, q, P, p, H, D)),
            (gap >= 0, auto("increasing")),
        ]
        ends = lemmas(fractions, _close(one, two, 4 * gap <= D, gap >= 0))
        proof = lemmas(facts, known(QUARTER, "P H D", [P, H, D], ends))
        proof = axiom("exp-sum", [D / 2, D / 2], axiom("exp-sum", [D, -hi], proof))
        proof = axiom("exp-line", [D / 2], proof)
        return fact(TANH, [D / 4], proof, auto("D >= 0"))

    both = split((one - two).json, ordered(one, two), ordered(two, one))
    return intro("a1", intro("b1", both))


def _fraction(gap: Term, r: Term, q: Term, P: Term, p: Term, H: Term, D: Term) -> Node:
    from proofs.trees.script import by_scalars

    names = ["r8", "q8", "P8", "p8", "X8", "D8", "g8"]
    R, Q, P8, p8, X, D8, G = (var(name) for name in names)
    values = dict(zip(names, (r, q, P, p, P * (H * H - 1), D, gap), strict=True))
    premises = [
        R * Q > 0,
        (R * (1 + P8)).equals(1),
        (Q * (1 + p8)).equals(1),
        4 * X <= D8 * ((1 + P8) * (1 + p8)),
        G.equals(R * Q * X),
    ]
    return have(
        4 * (P * (H * H - 1)) <= D * ((1 + P) * (1 + p)),
        auto("with p"),
        by_scalars(values, premises, 4 * G <= D8),
    )


def _close(one: Term, two: Term, upper: Json, lower: Json) -> Node:
    """The goal with its absolute values."""
    gap, apart = sigmoid(one) - sigmoid(two), one - two
    leaf = auto("the bound")
    return case(S.abs(gap).json, *[case(S.abs(apart).json, leaf, leaf)] * 2)


def _sigmoid_bounds() -> tuple[Node, Node]:
    u, v = var("u"), var("v")
    E, F = S.exp(-v), S.exp(-u)
    bottom = [(1 + E > 0, auto()), (1 / (1 + E) > 0, auto())]
    one = intro("v", lemmas(bottom, node("both", auto("s >= 0"), auto("s <= 1"))))
    both = [*bottom, (1 + F > 0, auto()), (1 / (1 + F) > 0, auto())]
    rising = fact(EXP_MONOTONE, [-v, -u], lemmas(both, auto("increasing")), auto("-b <= -a"))
    return one, intro("u", intro("v", intro("", rising)))


def _hard_cases(*at: Term, then: Node) -> Node:
    for t in at:
        whole = hard(t).json
        then = case(whole[2], *[case(whole, then, then)] * 2)
    return then


def statement_script() -> Node:
    u, v = var("u"), var("v")
    limits, rising = _sigmoid_bounds()
    smooth = node("both", auto("s(0)"), limits, rising, _sigmoid_lipschitz())
    gap = hard(u) - hard(v)
    leaf = case(S.abs(gap).json, *[case(S.abs(u - v).json, auto("1/6"), auto("1/6"))] * 2)
    stiff = node(
        "both",
        auto("s(0)"),
        intro("v", node("both", *[_hard_cases(v, then=auto())] * 2)),
        intro("u", intro("v", intro("", _hard_cases(u, v, then=auto("increasing"))))),
        intro("u", intro("v", _hard_cases(u, v, then=leaf))),
    )
    whole = lemma("P H D", *QUARTER, _quarter(), node("both", smooth, stiff))
    return have_exp(have_tanh_line(whole))


# --- the constants are the least -----------------------------------------------------------------


def sigmoid_sharp_script() -> Node:
    """At h = 1 - 4K > 0: s(h) - 1/2 >= h/(2 (2 + h)), and 4K + 2Kh < 1."""
    at = 1 - 4 * K
    F = S.exp(-at)
    gap = sigmoid(at) - sigmoid(ZERO)
    r = 1 / (1 + F)
    steps: list[tuple[Json, Node]] = [
        (at > 0, auto()),
        (F * (1 + at) <= 1, auto("e^-h (1 + h) <= 1")),
        (1 + F > 0, auto()),
        (r > 0, auto()),
        ((r * (1 + F)).equals(1), auto()),
        (sigmoid(ZERO).equals(ONE / 2), auto()),
        (r * (2 + at) >= 1 + at, using(F * (1 + at) <= 1, r > 0, (r * (1 + F)).equals(1))),
        (S.abs(at).equals(at), case(S.abs(at).json, auto(), auto())),
        (r - ONE / 2 <= K * at, case(S.abs(gap).json, *[auto("the bound")] * 2)),
        ((r - ONE / 2) * (2 * (2 + at)) >= at, auto()),
        ((r - ONE / 2) * (2 * (2 + at)) <= K * at * (2 * (2 + at)), auto()),
        (at * (2 * K * (2 + at) - 1) >= 0, auto()),
        (2 * K * (2 + at) >= 1, auto()),
    ]
    proof = axiom("exp-line", [at], fact(EXP_INVERSE, [at], lemmas(steps, auto("K >= 1/4"))))
    used = fact(
        lipschitz(sigmoid, K), [at, ZERO], have(S.abs(at - ZERO).equals(S.abs(at)), auto(), proof)
    )
    small = split((K - ONE / 4).json, auto("K >= 1/4"), used)
    return have_exp(small)


def hard_sharp_script() -> Node:
    """At 3 and 0: 1/2 <= 3 K."""
    three = S.const(3)
    facts = have((hard(three) - hard(ZERO)).equals(ONE / 2), auto(), auto("K >= 1/6"))
    return fact(lipschitz(hard, K), [three, ZERO], facts)


# --- LA-SiLU and LA-HardSiLU ---------------------------------------------------------------------

SILU_FORM = (y * sigmoid(n)).equals(y / (1 + S.exp(-n)))
_line = y * (n / 6 + ONE / 2)
HARD_FORM = conj(
    implies(n >= 3, (y * hard(n)).equals(y)),
    implies(n >= -3, n < 3, (y * hard(n)).equals(_line)),
    implies(n < -3, (y * hard(n)).equals(0)),
)
FORMS = statement({"y": "real", "n": "real"}, [], conj(SILU_FORM, HARD_FORM))


def forms_script() -> Node:
    smooth = have(1 + S.exp(-n) > 0, auto(), auto("the same"))
    part = _hard_cases(n, then=auto("this piece"))
    pieces = node("both", intro("", part), intro("", intro("", part)), intro("", part))
    return node("both", smooth, pieces)


_STRICT = every("a", "real", every("b", "real", implies(a < b, hard(a) < hard(b))))


def _flat() -> Node:
    """s(3) = s(4)."""
    three, four = S.const(3), S.const(4)
    return shown_by(three, shown_by(four, node("both", auto("3 < 4"), auto("1 = 1"))))


def _too_steep(of: Curve, constant: Term) -> Node:
    """|s(1) - s(0)| > K."""
    return shown_by(ONE, shown_by(ZERO, auto("|s(1) - s(0)|")))


CONTROLS = (
    Control(
        Attempt(
            "layeract.def3_1.control.strict",
            "strictly increasing: the hard sigmoid has $s(3) = s(4) = 1$",
            statement({}, [], _STRICT),
            Witness({}),
            {},
            _flat,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.def3_1.control.quarter",
            "$K = 1\\/5$ for the sigmoid function: $s(1) - s(0) > 1\\/5$",
            statement({}, [], lipschitz(sigmoid, ONE / 5)),
            Witness({}),
            {},
            lambda: _too_steep(sigmoid, ONE / 5),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.def3_1.control.sixth",
            "$K = 1\\/7$ for the hard sigmoid: $s(1) - s(0) = 1\\/6$",
            statement({}, [], lipschitz(hard, ONE / 7)),
            Witness({}),
            {},
            lambda: _too_steep(hard, ONE / 7),
        ),
        "constant tightened",
    ),
)


def _also(printed: str, formal: tuple[object, ...], of: str, note: str = "") -> Reading:
    return Reading(printed, formal, note, f"layeract.def3_1.{of}")


def _quarter_script() -> Node:
    """The sigmoid function is 1/4-Lipschitz."""
    return have_exp(have_tanh_line(lemma("P H D", *QUARTER, _quarter(), _sigmoid_lipschitz())))


SHARPENED = Claim(
    id="layeract.def3_1.sharpened",
    kind="theorem",
    title="The Lipschitz constants 1/4 and 1/6 are the least",
    source=source("beyond Definition 3.1", ""),
    statement="If the sigmoid function is $K$-Lipschitz, then $K >= 1\\/4$; if the hard "
    "sigmoid is, "
    "$K >= 1\\/6$.",
    readings=(
        _also("the sigmoid function is $K$-Lipschitz", ("given", 0), "sharp.sigmoid"),
        _also("$K >= 1\\/4$", ("show",), "sharp.sigmoid"),
        _also("the hard sigmoid is $K$-Lipschitz", ("given", 0), "sharp.hard"),
        _also("$K >= 1\\/6$", ("show",), "sharp.hard"),
    ),
    obligations=(
        Obligation(
            "layeract.def3_1.sharp.sigmoid",
            "at 0 and $1 - 4 K$",
            sharp(sigmoid, ONE / 4),
            sigmoid_sharp_script,
        ),
        Obligation(
            "layeract.def3_1.sharp.hard", "at 0 and 3", sharp(hard, ONE / 6), hard_sharp_script
        ),
    ),
    satisfiable=(
        Attempt(
            "layeract.def3_1.sharp.sigmoid.satisfiable",
            "the sigmoid function is $1\\/4$-Lipschitz",
            sharp(sigmoid, ONE / 4),
            Witness({"K": "1/4"}),
            {0: _quarter_script},
        ),
    ),
)

CLAIM = Claim(
    id="layeract.def3_1",
    kind="definition",
    title="Sigmoid and hard sigmoid are activation scale functions for LayerAct",
    source=source("Section 3.1, Definition 3.1", "after 6"),
    statement="The activation scale function $s$ is an increasing Lipschitz continuous function "
    "that bounded between zero and one: $s(0) = 1\\/2$, $abs(s(a) - s(b)) <= K abs(a - b)$ "
    "for all $a, b in RR$. In this paper, we suggest the Sigmoid and HardSigmoid functions as "
    "simple activation scale functions for LayerAct functions. Both the functions are Lipschitz "
    "continuous functions and bounded between 0 and 1.",
    readings=(
        Reading(
            "the sigmoid function is one: $s(0) = 1\\/2$, bounded, increasing, with $K = 1\\/4$",
            ("show", 1),
        ),
        Reading(
            "the hard sigmoid is one: $s(0) = 1\\/2$, bounded, increasing, with $K = 1\\/6$",
            ("show", 2),
            "increasing is not strictly increasing, as in Section 2.1, where ReLU's scale is an "
            "example",
        ),
        Reading("both", ("show",)),
        _also("LA-SiLU is $y_i s(n_i)$ with the sigmoid function", ("show", 1), "forms"),
        _also("LA-HardSiLU is, with the hard sigmoid, in its three pieces", ("show", 2), "forms"),
    ),
    obligations=(
        Obligation(
            "layeract.def3_1.statement",
            "all conditions of Definition 3.1 for both functions",
            STATEMENT,
            statement_script,
        ),
        Obligation(
            "layeract.def3_1.forms",
            "the printed formulas of LA-SiLU and LA-HardSiLU are $y_i s(n_i)$",
            FORMS,
            forms_script,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.def3_1.satisfiable",
        "there is no hypothesis that has to be met",
        STATEMENT,
        Witness({}),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "The sigmoid function is strictly increasing and never 0 or 1; the hard sigmoid is "
        "constant for $n_i <= -3$ and for $n_i >= 3$.",
    ),
)
