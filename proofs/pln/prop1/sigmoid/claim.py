"""pln.prop1.sigmoid: floor(L/(2 eps)) + 1 sigmoid units are enough for every L-Lipschitz f (A.4.1).

The statements and their proofs are in :mod:`proofs.pln.prop1.sigmoid.statement`, the printed
proof, line by line, in :mod:`proofs.pln.prop1.sigmoid.proof`.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Claim, Control, Obligation, Reading
from proofs.pln import instances
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, controls, met, with_networks
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.members import SIGMOID, companion, members
from proofs.pln.paper import readings, source
from proofs.pln.prop1.sigmoid.proof import LINES, REPAIRED_EQ36
from proofs.pln.prop1.sigmoid.statement import (
    FUNCTIONS,
    GIVEN,
    RATE,
    RATE_PROOF,
    SORTS,
    STATEMENT,
    STATEMENT_PROOF,
    UNIFORM,
    UNIFORM_PROOF,
    error,
)
from proofs.pln.step_controls import Bound

BOUND = Bound("pln.prop1.sigmoid", tuple(GIVEN), SORTS, FUNCTIONS, error)


CONTROLS: tuple[Control, ...] = (
    *BOUND.controls(),
    BOUND.scale_control(
        "with weights of one scale, $lambda = 1$: $f = 1$, $epsilon = 1\\/10$, at $x = 0$",
        Fraction(1, 10),
    ),
)

SHARPENED = Claim(
    id="pln.prop1.sigmoid.sharpened",
    kind="theorem",
    title="One hidden layer of sigmoids for every f of the class, and the rate in lambda",
    source=source("beyond Proposition 1", "32-46"),
    statement="Let $N = floor(L \\/ (2 epsilon)) + 1$, $lambda > 0$ and $lambda >= 2 N ln(1 + 2 L "
    "\\/ (epsilon - L \\/ (2 N)))$. Then the units $sigma(lambda (x - k \\/ N))$, $k < N$, and one "
    "constant unit approximate *every* $L$-Lipschitz $f$ on $[0, 1]$ with error at most "
    "$(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$: only the $N$ output weights depend on $f$. For "
    "every $N >= 1$, $lambda > 0$ and $f$ the error of the network of Eq. 34 is at most "
    "$L \\/ (2 N) + A \\/ "
    "(e^(lambda \\/ (2 N)) + 1) + abs(alpha_N) \\/ (e^lambda + 1)$, "
    "$A = sum_(k < N) abs(alpha_k)$.",
    readings=(
        Reading("$epsilon > 0$", ("given", 0), obligation="pln.prop1.sigmoid.uniform"),
        Reading("the scale $lambda > 0$", ("given", 1), obligation="pln.prop1.sigmoid.uniform"),
        Reading("$N$", ("given", 2), obligation="pln.prop1.sigmoid.uniform"),
        Reading("large $lambda$", ("given", 3), obligation="pln.prop1.sigmoid.uniform"),
        Reading("every $L$-Lipschitz $f$", ("given", 4), obligation="pln.prop1.sigmoid.uniform"),
        Reading("the bound", ("show",), obligation="pln.prop1.sigmoid.uniform"),
        *readings(
            "pln.prop1.sigmoid.rate",
            (
                "every $N >= 1$",
                "$lambda > 0$",
                "every $L$-Lipschitz $f$",
                "on $[0, 1]$",
                "on $[0, 1]$",
            ),
            "the error of the network of Eq. 34 is at most the bound",
        ),
    ),
    obligations=(
        Obligation(
            "pln.prop1.sigmoid.uniform",
            "one hidden layer for every $f$, and an explicit $lambda$",
            UNIFORM,
            UNIFORM_PROOF,
        ),
        Obligation(
            "pln.prop1.sigmoid.rate",
            "the error for every $N$, $lambda$ and $f$",
            RATE,
            RATE_PROOF,
        ),
    ),
)

NETWORKS = Obligation(
    "pln.prop1.sigmoid.statement",
    "for every $L$, $epsilon$ and $f$ some $lambda > 0$ gives "
    "$abs(G - f) <= (L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$",
    STATEMENT,
    STATEMENT_PROOF,
)
WIDTH, MEMBERS = bound_on_width(NETWORKS), members(NETWORKS, SIGMOID)
MET = met(
    BOUND.satisfiable("the hypotheses of the networks hold for $f(u) = u$"),
    WIDTH,
    "the hypotheses hold for $L = epsilon = 1$, $N = 1$, where all $f$ and all networks are 0",
    N=1,
    eps=1,
)
_READ = with_networks(
    (
        Reading("the error bound $epsilon > 0$", ("given", 0)),
        Reading(
            "$floor(L \\/ 2 epsilon) + 1$",
            ("given", 1),
            "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as the proof of Lemma 2 uses it",
        ),
        Reading("$f in cal(F)([0, 1]; L)$", ("given", 2), FAMILY_NOTE),
        Reading("the networks of the proof", ("show",), "for one $f$", NETWORKS.id),
        *width_readings(
            WIDTH,
            "sigma",
            "$cal(N)(sigma) <= N$",
            "the network is that of Eq. 34, without an output bias, which Definition 2 does "
            "not have; $cal(W) = cal(N)$ since $d = 1$",
        ),
    ),
    (WIDTH, NETWORKS),
)
CLAIM = Claim(
    id="pln.prop1.sigmoid",
    kind="theorem",
    title="Minimum approximation width of sigmoid networks",
    source=source("Proposition 1", "32-46"),
    statement="Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; sigma)$, where "
    "$sigma(x) = 1 \\/ (1 + e^(-x))$ denotes the sigmoid function. Given the error bound "
    "$epsilon > 0$, we have $cal(W)(sigma) = cal(N)(sigma) <= floor(L \\/ 2 epsilon) + 1$.",
    readings=_READ,
    obligations=(WIDTH, NETWORKS),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=MET,
    notes=(
        "$hat(alpha)_j$, $hat(b)_j$ and $alpha_j$, $b_j$ are used for the same numbers in the "
        "printed proof; no other weights occur in it.",
        '"$G(x) - f(x) < epsilon$" before Eq. 35 is $abs(G(x) - f(x)) < epsilon$, which is what is '
        "then proved.",
    ),
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$",
        "nothing is said of how large the weights are; $lambda$ grows with "
        "$ln(L \\/ (epsilon - L \\/ (2 N)))$",
        "nothing is said of training: the weights are computed, not learned",
    ),
    cites=("pln.lemma2",),
    repaired=(
        Claim(
            id="pln.prop1.sigmoid.eq36.repaired",
            kind="proof-step",
            title="Eq. 36 with its bracket and a weak first relation",
            source=source("Proposition 1, proof", "36"),
            statement=REPAIRED_EQ36.says,
            readings=readings(
                REPAIRED_EQ36.id,
                (
                    "for every $N >= 1$",
                    "$delta_0 > 0$",
                    "every $abs(t_j) > delta_0$",
                    "$alpha^* >= abs(alpha_j)$ for every $j$",
                    ("$alpha^* >= abs(alpha_j)$ for every $j$", "so $alpha^* >= 0$"),
                ),
                "the first relation of the chain",
                "the second relation of the chain",
                "the third relation of the chain",
            ),
            obligations=(REPAIRED_EQ36,),
        ),
    ),
    sharpened=(
        SHARPENED,
        companion(
            "pln.prop1.sigmoid",
            source("Proposition 1, Sigmoid", "32-46"),
            "$sigma$",
            [r for r in _READ if r.obligation in ("", WIDTH.id)],
            MEMBERS,
        ),
    ),
    parameters=instances.STEEP_PARAMETERS,
    instances=instances.STEEP_INSTANCES,
    run=instances.sigmoid_rows,
    construct=instances.construct_sigmoid,
)
