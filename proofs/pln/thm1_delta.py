"""Theorem 1 and the order of its quantifiers: delta chosen after f, and delta given before f.

The printed proof chooses delta for one f.  A layer has its delta before any f is given
(Definition 3 takes one phi for the whole class), and then the printed weights are not enough.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, conj, every, exists, implies, var
from proofs.claims import Attempt, Witness
from proofs.library.lipschitz import nonnegative_constant
from proofs.pln.bound import LIPSCHITZ, WIDTH, positive_cell, steps
from proofs.pln.symbols import (
    LEVEL,
    ONE,
    ZERO,
    L,
    N,
    S,
    d,
    delta,
    eps,
    f,
    jump,
    jumps,
    m,
    x,
)
from proofs.pln.thm1_cases import ERROR
from proofs.pln.thm1_conclusion import CONSTANT_1
from proofs.pln.thm1_statement import (
    BOUND,
    SPENDING,
    STEPS,
    UNIT,
    _bound_script,
    _jumps_positive,
    _last_quantified,
    _steps_script,
    error,
    on_unit_interval,
    s,
    spending_script,
)
from proofs.pln.thm1_sums import WEIGHTS, each_sum, known, sequent
from proofs.pln.units import IDENTITY, ROOT, dimension_facts, identity_script
from proofs.trees.script import (
    Node,
    auto,
    case,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
    use_all,
)

FUNCTIONS = {"f": 1, "s": 2}
SMOOTHING = delta * ROOT  #: c of the units with the printed weights

# --- delta after f -------------------------------------------------------------------------------

_JUMPS, _LEVEL = jumps(N - 1), S.abs(LEVEL)
#: delta sqrt(d/2) (2 N A + B) < eps - L/(2N)
SMALL: Json = SMOOTHING * (2 * N * _JUMPS + _LEVEL) < eps - L / (2 * N)
AFTER = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, N > 0, LIPSCHITZ, SMALL, UNIT],
    on_unit_interval(error(ONE) < eps),
    FUNCTIONS,
)


def after_script() -> Node:
    """The bound for c = delta sqrt(d/2), and what the smoothing costs."""
    spent = known(SPENDING, [SMOOTHING, _JUMPS, _LEVEL], auto("error < eps"))
    bounded = use_all(_last_quantified, [x], 2, spent)
    at_x = intro("x", intro("", intro("", known(BOUND, [ONE, SMOOTHING], bounded))))
    sizes: list[tuple[Json, Node]] = [
        (_LEVEL >= 0, auto("|level| >= 0")),
        (SMOOTHING > 0, auto("c > 0")),
        (1 / (2 * N) + SMOOTHING > 0, auto("1/(2N) + c > 0")),
        (1 + SMOOTHING > 0, auto("1 + c > 0")),
        (N * _JUMPS >= 0, auto("N jumps >= 0")),
    ]
    proved = lemmas(
        [(SPENDING, spending_script()), (STEPS, _steps_script()), (BOUND, _bound_script())],
        lemmas(sizes, at_x),
    )
    whole = lemmas([(N >= 1, split((N - 1).json, auto(), auto()))], _jumps_positive(proved))
    facts = have(IDENTITY, identity_script(), dimension_facts(whole))
    return nonnegative_constant(positive_cell(facts))


# --- delta before f ------------------------------------------------------------------------------

_u, _v = var("u"), var("v")
MISSED = eps * (1 + SMOOTHING) / SMOOTHING  #: the constant that the printed network misses by eps
CONSTANT: Json = every("u", "real", f(_u).equals(MISSED))
#: f is in F([0, 1]; L) for every L >= 0
IN_EVERY_CLASS: Json = every(
    "L",
    "real",
    every(
        "u",
        "real",
        every("v", "real", implies(L >= 0, S.abs(f(_u) - f(_v)) <= L * S.abs(_u - _v))),
    ),
)
TOO_FAR: Json = exists("x", "real", conj(x >= 0, x <= 1, eps <= error(ONE)))
BEFORE = statement(
    {"N": "int", "d": "int", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, eps > 0, N > 0, CONSTANT, UNIT],
    conj(IN_EVERY_CLASS, TOO_FAR),
    FUNCTIONS,
)


def before_script() -> Node:
    """All jumps are 0, and the last unit is 1/(1 + c) at x = 0: the error there is eps."""
    size = S.abs(f(_u) - f(_v))
    zero = case(size.json, auto("0 <= L |u - v|"), auto("0 <= L |u - v|"))
    distance = [(S.abs(_u - _v) >= 0, auto()), (L * S.abs(_u - _v) >= 0, auto())]
    same = known(CONSTANT, [_u], known(CONSTANT, [_v], lemmas(distance, zero)))
    classes = intro("L", intro("u", intro("v", intro("", same))))
    return lemmas(
        [(N >= 1, split((N - 1).json, auto(), auto()))],
        have(
            IDENTITY,
            identity_script(),
            dimension_facts(
                lemmas(
                    [(SMOOTHING > 0, auto("c > 0")), (1 + SMOOTHING > 0, auto("1 + c > 0"))],
                    node("both", classes, _too_far()),
                )
            ),
        ),
    )


def _too_far() -> Node:
    """At x = 0 the network is LEVEL s(1, 1)."""

    def unit(index: Json) -> Json:
        return s(ONE, 0 + (-index) / N)

    def so_far(high: Json) -> Json:
        return steps(unit, high)

    last, one = m + 1, S.abs(ONE)
    ends = [(2 * last + 1) / (2 * N), (2 * last - 1) / (2 * N)]
    flat = have(jump(last).equals(0), auto("no jump"), auto("one more step"))
    for at in ends:
        flat = known(CONSTANT, [at], flat)
    value = (s(ONE, ONE) * (1 + SMOOTHING)).equals(1)
    missed = auto("the error is eps")
    for at in ((2 * ONE - 1) / (2 * N), (2 * N - 1) / (2 * N), ZERO):
        missed = known(CONSTANT, [at], missed)
    size = S.abs(so_far(N - 1) + LEVEL * s(ONE, ZERO + 1) - f(ZERO))
    missed = case(size.json, missed, missed)
    known_value = known(
        UNIT,
        [ONE, ONE],
        known(IDENTITY, [ONE * ONE, delta], case(one.json, auto("s(1, 1)"), auto("s(1, 1)"))),
    )
    end = have(value, known_value, node("both", auto("0 <= 0"), auto("0 <= 1"), missed))
    return induct(
        "m",
        "0",
        so_far(m).equals(0),
        each_sum("empty", [so_far], ZERO, auto("no steps")),
        each_sum("unfold", [so_far], last, flat),
        known(
            every("m", "int", implies(m >= 0, so_far(m).equals(0))),
            [N - 1],
            node("some", end, **{"is": "0"}),
        ),
    )


# --- the inference of the printed proof ----------------------------------------------------------

#: the network of the proof for a layer with d = 2 whose delta is given, and f = 2
LAYER = Attempt(
    "pln.thm1.final.layer",
    "$d = 2$, a layer with $delta = 1$, $epsilon = 1\\/2$, $f = 2$, $L = 0$, so $N = 1$: at "
    "$x = 0$ the network of the proof is $2 dot 1\\/(1 + 1) = 1$, and the error is $1$",
    sequent(
        [eps > 0, delta > 0, WIDTH, LIPSCHITZ, *WEIGHTS],
        on_unit_interval(ERROR < eps),
    ),
    Witness(
        {"N": 1, "L": 0, "eps": Fraction(1, 2), "delta": 1},
        {"f": (("u",), "2"), "alpha": (("u",), "2"), "b": CONSTANT_1},
    ),
    script=lambda: node(
        "some", node("both", auto(), node("both", auto(), auto("the error at 0"))), **{"is": "0"}
    ),
)
