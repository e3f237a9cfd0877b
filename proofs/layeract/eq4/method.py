"""layeract.eq4.method: what follows from smaller terms, the text after Eq. 4."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.paper import source
from proofs.layeract.sums import (
    FUNCTIONS,
    MEAN,
    MEAN_NOISY,
    SCALE,
    SORTS,
    VARIANCE,
    VARIANCE_NOISY,
    alpha,
    d,
    k,
    n,
    n_noisy,
    noise,
    noisy,
    s,
    total,
    y,
)
from proofs.layeract.witnesses import layer
from proofs.library.vectors import S
from proofs.trees.script import statement

# --- what holds: the largest weights -------------------------------------------------------------

M, E, A2, B2 = (var(name) for name in ("M", "E", "A2", "B2"))


def change(at: Term) -> Term:
    """|s(hat *_i) - s(*_i)|, any number >= 0."""
    return app("p", at)


def scale(at: Term) -> Term:
    """s(hat *_i), any number >= 0."""
    return app("q", at)


def weighted(at: Term) -> Term:
    """A summand of Eq. 4 and of Eq. 7."""
    return S.abs(y(at)) * change(at) + S.abs(noise(at)) * scale(at)


ELEMENTS = every(
    "k",
    "int",
    implies(
        k >= 1, k <= d, conj(S.abs(y(k)) <= M, S.abs(noise(k)) <= E, change(k) >= 0, scale(k) >= 0)
    ),
)
LARGEST = M * total(change) + E * total(scale)
SMALLER = M * A2 + E * B2
REPAIRED = statement(
    {"d": "int", **dict.fromkeys(("M", "E", "A2", "B2"), "real")},
    [d >= 1, ELEMENTS, total(change) <= A2, total(scale) <= B2],
    conj(total(weighted) <= LARGEST, LARGEST <= SMALLER),
    {"y": 1, "eps": 1, "p": 1, "q": 1},
)


#: every summand has the weights M and E
LARGEST_WEIGHTS = """
have least: 0 <= M and 0 <= E by elements(1)
have each: for all k in 1..d, weighted(k) <= M*p(k) + E*q(k):
  use here: elements(k)
  have one: |y(k)|*p(k) <= M*p(k) by here
  have two: |eps(k)|*q(k) <= E*q(k) by here
have sum(k = 1..d, M*p(k) + E*q(k)) = M*sum(k = 1..d, p(k)) + E*sum(k = 1..d, q(k))
have M*sum(k = 1..d, p(k)) <= M*A2 by least, sum(k = 1..d, p(k)) <= A2
have E*sum(k = 1..d, q(k)) <= E*B2 by least, sum(k = 1..d, q(k)) <= B2
use sum_mono(k -> weighted(k), k -> M*p(k) + E*q(k), 1, d)
"""
_ALL_ONE = Witness(
    {"d": 1, "M": 1, "E": 1, "A2": 1, "B2": 1},
    dict.fromkeys(("y", "eps", "p", "q"), (("u",), "1")),
)
REPAIRED_CLAIM = Claim(
    id="layeract.eq4.method.repaired",
    kind="theorem",
    title="What lowers the two terms lowers a bound with the largest weights",
    source=source("a reading of Section 2.3", "4"),
    statement="With $M >= abs(y_i)$ and $E >= abs(epsilon_i)$ for all $i$, the right side of Eq. 4 "
    "and of Eq. 7 is at most $M norm(s(hat(*)) - s(*)) + E norm(s(hat(*)))$, and this upper bound "
    "of the fluctuation does not become larger if the two terms become smaller.",
    readings=(
        Reading("$d$-dimensional", ("given", 0)),
        Reading("$abs(y_i) <= M$, $abs(epsilon_i) <= E$, both parts at least 0", ("given", 1)),
        Reading("$norm(s(hat(*)) - s(*))$ is at most $A_2$", ("given", 2)),
        Reading("$norm(s(hat(*)))$ is at most $B_2$", ("given", 3)),
        Reading("the bound, and that it follows the two terms", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.eq4.method.repaired.statement",
            "for every $d$, and whatever the scales are",
            REPAIRED,
            written(REPAIRED, LARGEST_WEIGHTS, {"elements": ELEMENTS}, weighted=weighted),
        ),
    ),
    satisfiable=Attempt(
        "layeract.eq4.method.repaired.satisfiable",
        "$d = 1$ and everything 1",
        REPAIRED,
        _ALL_ONE,
    ),
)

# --- the reading that fails ----------------------------------------------------------------------

NAMES = ("mu", "muhat", "v", "vhat", "alpha", "K")
POSITIVE = every("k", "int", implies(k >= 1, k <= d, y(k) > 0))


def _weighted(after: Term, before: Term, at: Term) -> Term:
    return y(at) * S.abs(after - before) + S.abs(noise(at)) * after


ELEMENT_CHANGE = total(lambda at: S.abs(s(noisy(at)) - s(y(at))))
ELEMENT_SIZE = total(lambda at: s(noisy(at)))
LAYER_CHANGE = total(lambda at: S.abs(s(n_noisy(at)) - s(n(at))))
LAYER_SIZE = total(lambda at: s(n_noisy(at)))
BOUND_4 = total(lambda at: _weighted(s(noisy(at)), s(y(at)), at))
BOUND_7 = total(lambda at: _weighted(s(n_noisy(at)), s(n(at)), at))
GIVEN = [
    d >= 1,
    alpha > 0,
    MEAN,
    VARIANCE,
    MEAN_NOISY,
    VARIANCE_NOISY,
    *SCALE,
    POSITIVE,
    LAYER_CHANGE < ELEMENT_CHANGE,
    LAYER_SIZE < ELEMENT_SIZE,
]
STATEMENT = statement(
    {name: SORTS[name] for name in ("d", *NAMES)}, GIVEN, BOUND_7 <= BOUND_4, FUNCTIONS
)

INPUTS = (1, *[18, 10] * 5)
NOISE = (-1, *[0] * 10)


def _alpha() -> Fraction:
    """The alpha with which the roots of the noisy and the clean layer differ by 1/5."""
    spreads: list[Fraction] = []
    for values in (INPUTS, [a + b for a, b in zip(INPUTS, NOISE, strict=True)]):
        mean = Fraction(sum(values), len(values))
        spreads.append(sum(((a - mean) ** 2 for a in values), Fraction(0)) / len(values))
    gap, rise = spreads[1] - spreads[0], Fraction(1, 5)
    found: Fraction = ((gap / rise - rise) / 2) ** 2 - spreads[0]
    return found


WITNESS = layer(INPUTS, NOISE, _alpha(), names=NAMES)

CLAIM = Claim(
    id="layeract.eq4.method",
    kind="theorem",
    title="What lowers the two terms lowers the bound of the fluctuation",
    source=source("a reading of Section 2.3", "4"),
    statement="Thus, a method that can reduce the upper bound of $norm(s(hat(*)) - s(*))$ and "
    "$norm(s(hat(*)))$ will reduce the upper bound of activation fluctuation, resulting in a "
    "low variance of noise-robustness across samples. [Read: for $y_i > 0$, if both terms are "
    "smaller for LayerAct than for the element-level function, so is the bound of Eq. 7 than "
    "that of Eq. 4.]",
    readings=(
        *(
            Reading(text, ("given", i))
            for i, text in enumerate(
                (
                    "$d$-dimensional",
                    "$alpha > 0$",
                    "$mu_y$",
                    "$sigma_y^2$",
                    "$mu_(hat(y))$",
                    "$sigma_(hat(y))^2$",
                    "Definition 3.1: bounded between zero and one",
                    "increasing",
                    "$s(0) = 1/2$",
                    "$abs(s(a) - s(b)) <= K abs(a - b)$",
                    "$y_i > 0$ for all $i$",
                    "$norm(s(hat(n)) - s(n)) < norm(s(hat(y)) - s(y))$",
                    "$norm(s(hat(n))) < norm(s(hat(y)))$",
                )
            )
        ),
        Reading("the bound of Eq. 7 is at most that of Eq. 4", ("show",)),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.eq4.method.weights",
            "$y = (1, 18, 10, 18, 10, ...)$, $d = 11$, $epsilon = (-1, 0, ...)$: LA-HardSiLU has "
            "both terms smaller, and the larger bound",
            STATEMENT,
            WITNESS,
        ),
    ),
    satisfiable=Attempt("layeract.eq4.method.satisfiable", "the same layer", STATEMENT, WITNESS),
    repaired=(REPAIRED_CLAIM,),
    notes=(
        "A reading: the upper bound of the activation fluctuation is the right side of Eq. 4 and "
        "7. With the largest weights in the place of each the sentence holds.",
        "In Eq. 4 and 7 the two terms stand with weights $y_i$ and $abs(epsilon_i)$: little change "
        "of the scale of a large $y_i$ outweighs much change for a small one.",
        "At these data both bounds are the fluctuations themselves.",
    ),
)
