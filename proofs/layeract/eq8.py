"""layeract.eq8: the bounds on the activation scales of element-level functions (Eq. 8)."""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import step
from constructions.terms import Term, conj, every, exists, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract import instances
from proofs.layeract.paper import read_as, source
from proofs.layeract.sums import (
    BOUNDED,
    LIPSCHITZ,
    SCALE,
    K,
    d,
    noise,
    noisy,
    norm,
    s,
    size,
    total,
    y,
)
from proofs.layeract.witnesses import HARD, listed
from proofs.library.vectors import S
from proofs.trees.script import (
    statement,
)

SORTS = {"d": "int", "K": "real"}
FUNCTIONS = {"y": 1, "eps": 1, "s": 1}
GIVEN = [d >= 1, *SCALE]


def after(at: Term) -> Term:
    """s(yhat_i)."""
    return s(noisy(at))


def moved(at: Term) -> Term:
    """s(yhat_i) - s(y_i)."""
    return after(at) - s(y(at))


PRINTED = total(lambda at: K * S.abs(noise(at)))
SHOW = conj(total(size(moved)) <= PRINTED, total(size(after)) <= d)
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)
EUCLID = statement(SORTS, GIVEN, conj(norm(moved) <= PRINTED, norm(after) <= d), FUNCTIONS)
SHARP = statement(
    SORTS, GIVEN, conj(norm(moved) <= K * norm(noise), norm(after) <= S.sqrt(d)), FUNCTIONS
)

# --- proofs ---------------------------------------------------------------------------------------

FACTS = {"bounded": BOUNDED, "lipschitz": LIPSCHITZ}
NAMES = {"moved": moved, "after": after}
BOTH = """
have change: sum(k = 1..d, |moved(k)|) <= sum(k = 1..d, K*|eps(k)|):
  have each: for all k in 1..d, |moved(k)| <= K*|eps(k)|:
    show by lipschitz(y(k) + eps(k), y(k))
  show by sum_mono(k -> |moved(k)|, k -> K*|eps(k)|, 1, d), each
have size: sum(k = 1..d, |after(k)|) <= d:
  have each: for all k in 1..d, |after(k)| <= 1:
    show by bounded(y(k) + eps(k))
  show by sum_mono(k -> |after(k)|, k -> 1, 1, d), sum_constant(1, d, 1), each
"""
EUCLIDEAN = f"""{BOTH}
show by change, size, norm_two_one(k -> moved(k), 1, d), norm_two_one(k -> after(k), 1, d)
"""
SQUARES = """
have lip: 0 <= K by lipschitz(0, 1)
have change: sqrt(sum(k = 1..d, moved(k)^2)) <= K*sqrt(sum(k = 1..d, eps(k)^2)):
  let N = sum(k = 1..d, eps(k)^2)
  have each: for all k in 1..d, moved(k)^2 <= K^2*eps(k)^2:
    have |moved(k)| <= K*|eps(k)| by lipschitz(y(k) + eps(k), y(k))
  have sums: sum(k = 1..d, moved(k)^2) <= K^2*N
    by sum_mono(k -> moved(k)^2, k -> K^2*eps(k)^2, 1, d), sum_scale(k -> eps(k)^2, K^2, 1, d), each
  use squares_nonneg(k -> moved(k), 1, d), squares_nonneg(k -> eps(k), 1, d)
  show by root_mono(sum(k = 1..d, moved(k)^2), K^2*N), root_scale(K, N, K^2*N), lip, sums
have size: sqrt(sum(k = 1..d, after(k)^2)) <= sqrt(d):
  have each: for all k in 1..d, after(k)^2 <= 1:
    show by bounded(y(k) + eps(k))
  have sums: sum(k = 1..d, after(k)^2) <= d
    by sum_mono(k -> after(k)^2, k -> 1, 1, d), sum_constant(1, d, 1), each
  use squares_nonneg(k -> after(k), 1, d)
  show by root_mono(sum(k = 1..d, after(k)^2), d), sums
"""

# --- ReLU ----------------------------------------------------------------------------------------

_K, _y, _e = (var(name) for name in ("K1", "y1", "e1"))
_JUMP = S.abs(step(S, _y + _e) - step(S, _y)) <= _K * S.abs(_e)
RELU = statement({}, [], exists("K1", "real", every("y1", "real", every("e1", "real", _JUMP))), {})


#: at y = -h/2 with the noise h the scale jumps from 0 to 1
JUMP = """
fix K
let h = 1/(1 + |K|)
have small: 0 < h and K*h < 1
take -h/2
take h
"""

# --- the claims ----------------------------------------------------------------------------------


def _data(y0: int, e0: int, constant: Fraction = Fraction(1, 6)) -> Witness:
    functions = {"y": listed(y0), "eps": listed(e0), "s": HARD}
    return Witness({"d": 1, "K": constant}, functions)


_LESS = total(lambda at: K * S.const(Fraction(9, 10)) * S.abs(noise(at)))
CONTROLS = (
    Control(
        Attempt(
            "layeract.eq8.control.lipschitz",
            "without the Lipschitz bound: HardSigmoid with $K = 0$",
            statement(SORTS, GIVEN[:-1], SHOW, FUNCTIONS),
            _data(0, 1, Fraction(0)),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "layeract.eq8.control.constant",
            "with $9 K \\/ 10$: HardSigmoid at $y = 0$, $epsilon = 1$",
            {**STATEMENT, "show": conj(total(size(moved)) <= _LESS, total(size(after)) <= d)},
            _data(0, 1),
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            "layeract.eq8.control.size",
            "with $9 d \\/ 10$: HardSigmoid at $y = 3$",
            {
                **STATEMENT,
                "show": conj(
                    total(size(moved)) <= PRINTED,
                    total(size(after)) <= d * S.const(Fraction(9, 10)),
                ),
            },
            _data(3, 0),
            part=1,
        ),
        "constant tightened",
    ),
)
_READINGS = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("Definition 3.1: bounded between zero and one", ("given", 1)),
    Reading("increasing", ("given", 2), "not needed"),
    Reading("$s(0) = 1/2$", ("given", 3), "not needed"),
    Reading("$abs(s(a) - s(b)) <= K abs(a - b)$", ("given", 4)),
)

SHARPENED = Claim(
    id="layeract.eq8.sharpened",
    kind="theorem",
    title="Eq. 8 in the Euclidean norm",
    source=source("Section 3.2", "8"),
    statement="$norm(s(hat(y)) - s(y))_2 <= K norm(epsilon)_2$ and $norm(s(hat(y)))_2 <= sqrt(d)$.",
    readings=(*_READINGS, Reading("both bounds", ("show",))),
    obligations=(
        Obligation(
            "layeract.eq8.sharpened.statement",
            "for every $d >= 1$",
            SHARP,
            written(SHARP, SQUARES, FACTS, **NAMES),
        ),
    ),
)

MAIN = Obligation(
    "layeract.eq8.statement",
    "Eq. 8 for every $d >= 1$",
    STATEMENT,
    written(STATEMENT, BOTH, FACTS, **NAMES),
)

CLAIM = Claim(
    id="layeract.eq8",
    kind="theorem",
    title="The activation scales of element-level functions: change and size",
    source=source("Section 3.2", "8"),
    statement="Considering Definition 3.1, the upper bound of $norm(s(hat(y)) - s(y))$ and "
    "$norm(s(hat(y)))$ of element-level activation and that of $norm(s(hat(n)) - s(n))$ and "
    "$norm(s(hat(n)))$ of LayerAct are given by repectively: $norm(s(hat(y)) - s(y)) <= "
    "sum_(i=1)^d K abs(epsilon_i)$, $norm(s(hat(y)_i)) <= d$.",
    readings=(
        *_READINGS,
        Reading("Eq. 8", ("show",), "sums of absolute values, as in Definition 2.3"),
        *read_as("layeract.eq8.euclid", _READINGS),
        Reading("the same with the Euclidean norm", ("show",), "", "layeract.eq8.euclid"),
    ),
    obligations=(
        MAIN,
        Obligation(
            "layeract.eq8.euclid",
            "Eq. 8 with the Euclidean norm on its left sides",
            EUCLID,
            written(EUCLID, EUCLIDEAN, FACTS, **NAMES),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        "layeract.eq8.satisfiable",
        "HardSigmoid with $K = 1/6$",
        STATEMENT,
        _data(0, 1),
    ),
    sharpened=(SHARPENED,),
    notes=(
        "$norm(s(hat(y)_i))$ has an index too many; as the size of one number it is at most 1.",
        "Eq. 8 is about element-level functions whose scale satisfies Definition 3.1, such as SiLU "
        "and HardSiLU.  The scale of ReLU does not, and no $K$ serves it (`layeract.eq8.relu`).",
        "Both bounds are reached: by HardSigmoid, for values between $-3$ and 3, and from 3 on.",
    ),
    parameters=instances.PARAMETERS,
    instances=instances.INSTANCES,
    run=lambda settings: [
        instances.compared_row(
            settings, instances.element_change, instances.noise_bound, general=MAIN
        )
    ],
)

RELU_REPAIRED_CLAIM = Claim(
    id="layeract.eq8.relu.repaired",
    kind="theorem",
    title="Eq. 8 for the scale functions of Definition 3.1",
    source=source("Section 3.2", "8"),
    statement="For every $s$ as in Definition 3.1, such as Sigmoid and HardSigmoid, "
    "$norm(s(hat(y)) - s(y)) <= sum_(i=1)^d K abs(epsilon_i)$.",
    differs=(
        "It is about the scale functions of Definition 3.1 alone, not about those of every "
        "element-level activation."
    ),
    readings=(
        *read_as(MAIN.id, _READINGS),
        Reading("Eq. 8", ("show",), obligation=MAIN.id),
    ),
    obligations=(MAIN,),
)

RELU_CLAIM = Claim(
    id="layeract.eq8.relu",
    kind="theorem",
    title="Eq. 8 for the scale function of ReLU",
    source=source("a reading of Section 3.2", "3, 8"),
    statement="Considering Definition 3.1, the upper bound of $norm(s(hat(y)) - s(y))$ of "
    "element-level activation is given by $norm(s(hat(y)) - s(y)) <= sum_(i=1)^d K "
    "abs(epsilon_i)$. [Read of every element-level activation of Section 2.1, ReLU included, "
    "with some $K$.]",
    readings=(Reading("with some $K$", ("show",), '$s^"ReLU"$ of Eq. 3, $d = 1$'),),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.eq8.relu.jump",
            "for every $K$: at $y = -e \\/ 2$ with the noise $e = 1 \\/ (1 + abs(K))$ the scale "
            "jumps by 1, and $K e < 1$",
            RELU,
            Witness({}),
            script=JUMP,
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq8.relu.satisfiable", "there are no hypotheses", RELU, Witness({})
    ),
    repaired=(RELU_REPAIRED_CLAIM,),
    notes=(
        'Reading: "element-level activation" as in Sections 2 and 4, where ReLU is one of them.  '
        "With Definition 3.1, which the text before Eq. 8 names, see `layeract.eq8`.",
        "So Eq. 8 and 9 compare LayerAct with SiLU and HardSiLU, not with ReLU.",
    ),
)
