"""layeract.eq9.*: what the text says of Eq. 8 and 9, and of the size of the activation scales."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import (
    hard_sigmoid,
)
from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.layeract.eq9 import BOUND, NOISE_READ, STATISTICS_READ
from proofs.layeract.eq9_statement import GIVEN, HALF_OF_D, SCALE_GIVENS
from proofs.layeract.noise import moved
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    FUNCTIONS,
    MEAN,
    ONE,
    ROOT,
    SORTS,
    SQUARES,
    VARIANCE,
    ZERO,
    alpha,
    centred,
    compared,
    d,
    first,
    mu,
    n,
    n_noisy,
    noisy,
    one_more,
    plain,
    reals,
    s,
    size,
    square,
    squares,
    total,
    v,
    y,
)
from proofs.layeract.witnesses import layer, pieces
from proofs.library.vectors import S, every_real, fact
from proofs.trees.leaves import given, using
from proofs.trees.script import Node, auto, define, have, intro, lemmas, statement

# --- "bound to be lower" -------------------------------------------------------------------------

ELEMENT_CHANGE = total(lambda at: S.abs(s(noisy(at)) - s(y(at))))
LOWER = statement(
    SORTS,
    GIVEN,
    conj(
        total(size(moved)) <= ELEMENT_CHANGE,
        total(lambda at: s(n_noisy(at))) <= total(lambda at: s(noisy(at))),
    ),
    FUNCTIONS,
)
# --- the size of the scales ----------------------------------------------------------------------


def hard(at: Term) -> Term:
    """HardSigmoid of n_i."""
    return hard_sigmoid(S, n(at))


_TEN = S.sqrt(S.const(10))
LARGEST = S.const(Fraction(1, 4)) + _TEN / 12
LAYER_SORTS = {name: SORTS[name] for name in ("d", "mu", "v", "alpha")}
LAYER_GIVEN = [d >= 1, alpha > 0, MEAN, VARIANCE]
SIZE = statement(LAYER_SORTS, LAYER_GIVEN, total(hard) <= d * LARGEST, {"y": 1})
UNSATURATED = every("k", "int", implies(var("k") >= 1, var("k") <= d, S.abs(n(var("k"))) <= 3))
HALF = statement(LAYER_SORTS, [*LAYER_GIVEN, UNSATURATED], total(hard).equals(d / 2), {"y": 1})

_t, _q = var("t5"), var("q5")
_PARABOLA = every_real(
    ("t5", "q5"),
    implies(
        conj(_q > 3, _q < 4, (_q * _q).equals(10)),
        24 * _q * hard_sigmoid(S, _t) <= (_t + 3 + _q) ** 2,
    ),
)


def _parabola() -> Node:
    """24 q s(t) <= (t + 3 + q)^2: (t + 3 - q)^2 >= 0 where s is linear, t + 3 >= 6 above."""
    shown = have((_t + 3 - _q) ** 2 >= 0, auto("a square"), pieces(auto("a piece of s")))
    return reals("t5 q5", intro("", have((_t + 3 + _q) ** 2 >= 0, auto("a square"), shown)))


def layer_known(then: Node) -> Node:
    """sum (y - mu) = 0, sum (y - mu)^2 = d v, v >= 0, and the root is positive; then go on."""
    facts: list[tuple[Json, Node]] = [
        (total(centred).equals(0), auto("sum (y - mu) = 0")),
        (total(square(centred)).equals(d * v), auto("d sigma^2")),
        (v >= 0, auto("variance >= 0")),
        (v + alpha > 0, using(v >= 0, alpha > 0)),
    ]
    positive = have(ROOT > 0, using(v + alpha > 0, ROOT >= 0, (ROOT**2).equals(v + alpha)), then)
    known = lemmas(facts, define(ROOT.json, given(), positive))
    return compared(centred, "=", [(ONE, y)], -mu, plain, squares(centred, known))


def size_script() -> Node:
    """24 q sum s(n) <= sum (n + 3 + q)^2 = q0^2 sum c^2 + 2 (3 + q) q0 sum c + d (3 + q)^2."""
    q0 = 1 / ROOT

    def below(at: Term) -> Term:
        return (n(at) + 3 + _TEN) ** 2

    def parabola(at: Term, rest: Node) -> Node:
        return fact(_PARABOLA, [n(at), _TEN], rest, given())

    parts = [(q0 * q0, square(centred)), (2 * (3 + _TEN) * q0, centred)]
    each = (3 + _TEN) ** 2
    end: list[tuple[Json, Node]] = [
        (q0 > 0, using(ROOT > 0, (ROOT * q0).equals(1))),
        (q0 * q0 * v <= 1, _scaled(q0)),
        (d * (q0 * q0 * v) <= d, using(d >= 1, q0 * q0 * v <= 1)),
        (24 * _TEN * total(hard) <= d + d * each, _written(q0, each)),
        (total(hard) * (24 * _TEN) <= d * LARGEST * (24 * _TEN), _last(each)),
    ]
    close = lemmas(end, _divided())
    sums = compared(
        lambda at: 24 * _TEN * hard(at),
        "<=",
        [(ONE, below)],
        ZERO,
        parabola,
        compared(
            below,
            "=",
            parts,
            each,
            plain,
            compared(lambda at: 24 * _TEN * hard(at), "=", [(24 * _TEN, hard)], ZERO, plain, close),
        ),
    )
    root: list[tuple[Json, Node]] = [
        ((_TEN * _TEN).equals(10), auto("its square")),
        (_TEN > 3, auto("sqrt 10 > 3")),
        (_TEN < 4, auto("sqrt 10 < 4")),
    ]
    inverse = define(q0.json, given(), sums)
    lemmas_: list[tuple[Json, Node]] = [
        SQUARES,
        (_PARABOLA, _parabola()),
        *(one_more(*kind) for kind in ((">=", 0), ("<=", 1), ("=", 1), ("=", 2))),
    ]
    return define(_TEN.json, auto("10 >= 0"), lemmas(root, first(lemmas_, layer_known(inverse))))


def _scaled(q0: Term) -> Node:
    """v/r^2 <= 1."""
    facts = [(q0 * q0 * (v + alpha)).equals(1), q0 * q0 * alpha >= 0]
    one = using((ROOT * q0).equals(1), (ROOT**2).equals(v + alpha))
    return lemmas(
        [(q0 * ROOT * (q0 * ROOT) <= 1, using((ROOT * q0).equals(1))), (facts[0], one)],
        have(
            q0 * q0 > 0, using(q0 > 0), have(facts[1], using(q0 * q0 > 0, alpha > 0), using(*facts))
        ),
    )


def _written(q0: Term, each: Term) -> Node:
    left = total(lambda at: 24 * _TEN * hard(at))
    below = total(lambda at: (n(at) + 3 + _TEN) ** 2)
    facts = [
        left <= ZERO * d + ONE * below,
        below.equals(
            each * d + q0 * q0 * total(square(centred)) + 2 * (3 + _TEN) * q0 * total(centred)
        ),
        left.equals(ZERO * d + 24 * _TEN * total(hard)),
        total(centred).equals(0),
        total(square(centred)).equals(d * v),
        d * (q0 * q0 * v) <= d,
    ]
    return using(*facts)


def _last(each: Term) -> Node:
    return using(24 * _TEN * total(hard) <= d + d * each, (_TEN * _TEN).equals(10))


def _divided() -> Node:
    return using(_TEN > 3, total(hard) * (24 * _TEN) <= d * LARGEST * (24 * _TEN))


def half_script() -> Node:
    """Where |n| <= 3, s(n) = n/6 + 1/2, and the n add to 0."""
    q0 = 1 / ROOT

    def linear(at: Term, rest: Node) -> Node:
        value = hard(at).equals(q0 / 6 * centred(at) + ONE / 2)
        bounds: list[tuple[Json, Node]] = [
            (n(at) <= 3, using(S.abs(n(at)) <= 3, n(at) <= S.abs(n(at)))),
            (-n(at) <= 3, using(S.abs(n(at)) <= 3, -n(at) <= S.abs(n(at)))),
        ]
        line = n(at) / 6 + ONE / 2
        piece = (hard(at).equals(line), pieces(auto("a piece of s")))
        known = lemmas([*bounds, piece], have(value, using(hard(at).equals(line)), rest))
        inside = implies(at <= d, S.abs(n(at)) <= 3)
        return fact(UNSATURATED, [at], fact(inside, [], known, given()), auto("1 <= at"))

    sums = compared(hard, "=", [(q0 / 6, centred)], ONE / 2, linear, auto("d/2"))
    lemmas_ = [SQUARES, *(one_more(*kind) for kind in ((">=", 0), ("=", 1)))]
    return first(lemmas_, layer_known(define(q0.json, given(), sums)))


#: one element -36 and 36 elements 1: mean 0, variance 36
_ONE_OUT = (("u",), (1 - 37 * (1 - S.abs(S.sign(var("u") - 1)))).json)
_WIDER = Fraction(37, 6)  # a root of 37/6 in place of 6


def _alone(inputs: list[int], alpha_: Fraction) -> Witness:
    found = layer(inputs, [0] * len(inputs), alpha_, names=("mu", "v", "alpha"))
    return Witness(found.values, {"y": found.functions["y"]})


_LAYER_READ = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
)
SIZE_CLAIM = Claim(
    id="layeract.eq9.scale.repaired",
    kind="theorem",
    title="The activation scales of LA-HardSiLU add up to at most 0.5136 d",
    source=source("Section 3.2", "9"),
    statement="For HardSigmoid $norm(s(n)) = sum_i s(n_i) <= (1/4 + sqrt(10) / 12) d$ for all "
    "inputs "
    "and all $alpha > 0$, and $norm(s(n)) = d \\/ 2$ wherever no $n_i$ is beyond $plus.minus 3$.",
    readings=(
        *_LAYER_READ,
        Reading(
            "$norm(s(n)) <= (1/4 + sqrt(10) / 12) d$", ("show",), "$1/4 + sqrt(10)/12 = 0.51352...$"
        ),
        *read_as("layeract.eq9.scale.repaired.half", _LAYER_READ),
        Reading("$abs(n_i) <= 3$", ("given", 4), "", "layeract.eq9.scale.repaired.half"),
        Reading("$norm(s(n)) = d \\/ 2$", ("show",), "", "layeract.eq9.scale.repaired.half"),
    ),
    obligations=(
        Obligation(
            "layeract.eq9.scale.repaired.largest",
            "the bound for every $d >= 1$: a parabola above $s$, summed",
            SIZE,
            size_script,
        ),
        Obligation(
            "layeract.eq9.scale.repaired.half",
            "exactly half where nothing is saturated, for every $d >= 1$",
            HALF,
            half_script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.eq9.scale.repaired.control.constant",
                "with $0.512 d$: 36 elements 1 and one $-36$, $alpha = 73/36$",
                {**SIZE, "show": total(hard) <= d * S.const(Fraction(512, 1000))},
                Witness({"d": 37, "mu": 0, "v": 36, "alpha": _WIDER**2 - 36}, {"y": _ONE_OUT}),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.scale.repaired.satisfiable",
        "$y = (1, -1)$, $alpha = 3$",
        SIZE,
        _alone([1, -1], Fraction(3)),
    ),
    notes=(
        "The constant cannot be improved: one element in 37 at $-36$, the others at 1, has "
        "$norm(s(n)) -> 19/37 d = 0.51351... d$ as $alpha -> 0$; the best share of low elements is "
        "irrational.",
    ),
)

LOWER_REPAIRED_CLAIM = Claim(
    id="layeract.eq9.lower.repaired",
    kind="theorem",
    title="Bounds of the two terms of LayerAct that do not depend on the level of the inputs",
    source=source("Section 3.2", "9"),
    statement="$norm(s(hat(n)) - s(n)) <= sum_(i=1)^d (K (abs(epsilon_i - mu_epsilon) + "
    "sigma_epsilon)) / sqrt(sigma_y^2 + alpha)$, and for HardSigmoid $norm(s(n)) <= "
    "(1/4 + sqrt(10) / 12) d$, for all inputs and all noise.",
    readings=(
        *read_as(BOUND.id, STATISTICS_READ),
        Reading("the change of the scales", ("show",), obligation=BOUND.id),
        *read_as(SIZE_CLAIM.obligations[0].id, _LAYER_READ),
        Reading("their size", ("show",), obligation=SIZE_CLAIM.obligations[0].id),
    ),
    obligations=(BOUND, SIZE_CLAIM.obligations[0]),
)
#: the layer of layeract.eq9, 20 lower: every element is saturated
_LOW = layer((-22, -25, -13), (Fraction(3, 47), Fraction(-3, 47), 0), Fraction(1, 100))
LOWER_CLAIM = Claim(
    id="layeract.eq9.lower",
    kind="theorem",
    title="The two terms of LayerAct are bound to be lower",
    source=source("Section 3.2", "8, 9"),
    statement="Subsequently, we demonstrate that these two terms for LayerAct are bound to be "
    "lower than those of element-level activation. Here, we consider noise that is not "
    "substantial compared to activation input (i.e., $sigma_epsilon << sigma_y$). [The terms: "
    "$norm(s(hat(n)) - s(n)) <= norm(s(hat(y)) - s(y))$ and $norm(s(hat(n))) <= "
    "norm(s(hat(y)))$.]",
    readings=(
        *STATISTICS_READ,
        *NOISE_READ,
        Reading("both terms are lower", ("show",), "or equal"),
    ),
    obligations=(),
    attempts=tuple(
        Attempt(
            f"layeract.eq9.lower.{name}",
            "$y = (-22, -25, -13)$, $epsilon = (3/47, -3/47, 0)$, $alpha = 1/100$: for HardSiLU "
            f"every element is saturated and {says}",
            LOWER,
            _LOW,
            SCALE_GIVENS,
            part=part,
        )
        for part, (name, says) in enumerate(
            (
                ("change", "$norm(s(hat(y)) - s(y)) = 0 < norm(s(hat(n)) - s(n))$"),
                ("size", "$norm(s(hat(y))) = 0 < norm(s(hat(n)))$"),
            )
        )
    ),
    satisfiable=Attempt(
        "layeract.eq9.lower.satisfiable", "the same layer", LOWER, _LOW, SCALE_GIVENS
    ),
    repaired=(LOWER_REPAIRED_CLAIM,),
    notes=(
        "Eq. 8 and 9 are upper bounds; that one upper bound is below another says nothing of the "
        "terms themselves.",
    ),
)

#: the root of the noisy layer is 51 + 1/2000
_PAIR = layer((50, -50), (1, -1), Fraction(204_001, 4_000_000))

SCALE_CLAIM = Claim(
    id="layeract.eq9.scale",
    kind="theorem",
    title="The activation scales of LayerAct are much smaller than d",
    source=source("Section 3.2", "9"),
    statement="Eq. 9, second half: $norm(s(hat(n)_i)) << d$.",
    readings=(
        *STATISTICS_READ,
        *NOISE_READ,
        Reading(
            "$norm(s(hat(n))) << d$",
            ("show",),
            "of all that $<<$ may mean, that the sum is below $d \\/ 2$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.eq9.scale.half",
            "LA-HardSiLU with $y = (50, -50)$, $epsilon = (1, -1)$, $alpha = 0.05100025$: the "
            "scales are $136001/204002 + 68001/204002 = 1 = d \\/ 2$",
            HALF_OF_D,
            _PAIR,
            SCALE_GIVENS,
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq9.scale.satisfiable",
        "the same layer",
        HALF_OF_D,
        _PAIR,
        SCALE_GIVENS,
    ),
    repaired=(SIZE_CLAIM,),
    notes=(
        "The norm is the sum of absolute values (Definition 3.2). The Euclidean one is at most "
        "$sqrt(d)$, since $0 <= s <= 1$.",
        "Half of $d$ is not the exception but the rule: it is the sum wherever no element is "
        "saturated.  Read as $<$ alone the statement is true for LA-HardSiLU.",
        "Element-level functions have sums from 0 to $d$ (Eq. 8): LayerAct's are smaller than the "
        "largest of these, and larger than the smallest.",
    ),
)
