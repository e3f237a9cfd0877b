"""pln.prop1.tanh: floor(L/(2 eps)) + 1 units of tanh are enough for every L-Lipschitz f (A.4.2).

The statements and their proofs are in :mod:`proofs.pln.prop1.tanh.statement`.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, every, exists, var
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln import instances
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, controls, met, with_networks
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.exponential import sigma
from proofs.pln.members import TANH, companion, members
from proofs.pln.paper import readings, source
from proofs.pln.prop1.tanh.statement import (
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
from proofs.pln.symbols import S
from proofs.trees.script import statement

t, x = var("t"), var("x")


# --- controls ------------------------------------------------------------------------------------


BOUND = Bound("pln.prop1.tanh", tuple(GIVEN), SORTS, FUNCTIONS, error)


CONTROLS: tuple[Control, ...] = (
    *BOUND.controls(),
    BOUND.scale_control(
        "with weights of one scale, $lambda = 1$: $f = 1$, $epsilon = 1\\/10$, at $x = 0$",
        Fraction(1, 10),
    ),
)

# --- the printed proof ---------------------------------------------------------------------------

#: tanh(t) = 2 sigma(2t) - 1
IDENTITY: Json = every("t", "real", S.tanh(t).equals(2 * sigma(2 * t) - 1))


IDENTITY_STATEMENT = statement({}, [], IDENTITY)
IDENTITY_PROOF = written(
    IDENTITY_STATEMENT,
    """
have 0 < exp(-(2*t))
show by tanh_far(t)
""",
)


_a, _w, _b = var("a"), var("w"), var("b")
#: some unit a tanh(w x + b) is sigma for all x
_ONE_UNIT = statement(
    {},
    [],
    exists(
        "a",
        "real",
        exists(
            "w",
            "real",
            exists("b", "real", every("x", "real", (_a * S.tanh(_w * x + _b)).equals(sigma(x)))),
        ),
    ),
)


#: where w != 0 the unit is 0 at x = -b/w; where w = 0 it is constant
_NOT_ONE_UNIT = """
fix a, w, b
cases w != 0:
  have w*(-b/w) + b = 0
  have tanh(w*(-b/w) + b) = 0
  have 0 < 1/(1 + exp(-(-b/w)))
  take -b/w
have w = 0
have tanh(w*0 + b) = tanh(w*1 + b)
have 1/(1 + exp(-0)) = 1/2
have 1/(1 + exp(-1)) > 1/2
cases a*tanh(w*0 + b) = 1/2:
  take 1
take 0
"""


LINES = (
    Line(
        "pln.prop1.tanh.identity",
        "$tanh(x) = 2 sigma(2 x) - 1$",
        (
            Obligation(
                "pln.prop1.tanh.identity.all",
                "for every $x$",
                IDENTITY_STATEMENT,
                IDENTITY_PROOF,
            ),
        ),
    ),
    Line(
        "pln.prop1.tanh.same",
        "resulting it has the same conclusion with sigmoid; the proof is almost the same as that "
        "of sigmoid",
        attempts=(
            Attempt(
                "pln.prop1.tanh.same.units",
                "the sigmoid itself, $cal(G)(1; sigma)$, is no $a tanh(w x + b)$: by the identity "
                "$N$ sigmoid units are $N$ tanh units and a constant",
                _ONE_UNIT,
                Witness({}, {}),
                script=_NOT_ONE_UNIT,
            ),
        ),
        conclusion_stands="pln.prop1.tanh.statement",
        why="the identity turns $N$ sigmoid units into $N$ tanh units and a constant, for which "
        "there is no unit left; the proof of the sigmoid has to be done again, and there "
        "$lambda_N$ is not always defined (`pln.prop1.sigmoid.lambda`)",
        repair="the weights of Lemma 2 with tanh in place of sign, and $lambda >= N "
        "ln(1 + 2 L \\/ (epsilon - L \\/ (2 N)))$ (`pln.prop1.tanh.sharpened`)",
    ),
)

SHARPENED = Claim(
    id="pln.prop1.tanh.sharpened",
    kind="theorem",
    title="One hidden layer of tanh for every f of the class, and the rate in lambda",
    source=source("beyond Proposition 1", "32-46"),
    statement="Let $N = floor(L \\/ (2 epsilon)) + 1$, $lambda > 0$ and $lambda >= N ln(1 + 2 L "
    "\\/ (epsilon - L \\/ (2 N)))$. Then the units $tanh(lambda (x - k \\/ N))$, $k < N$, and one "
    "constant unit approximate *every* $L$-Lipschitz $f$ on $[0, 1]$ with error at most "
    "$(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$: only the $N$ output weights depend on $f$. For "
    "every $N >= 1$, $lambda > 0$ and $f$ the error of the network with the weights of Lemma 2 is "
    "at most $L \\/ (2 N) + 2 A \\/ (e^(lambda \\/ N) + 1) + 2 B \\/ (e^(2 lambda) + 1)$, "
    "$A = sum_(k < N) abs(hat(alpha)_k)$, $B = abs(hat(alpha)_N)$.",
    readings=(
        Reading("$epsilon > 0$", ("given", 0), obligation="pln.prop1.tanh.uniform"),
        Reading("the scale $lambda > 0$", ("given", 1), obligation="pln.prop1.tanh.uniform"),
        Reading("$N$", ("given", 2), obligation="pln.prop1.tanh.uniform"),
        Reading("large $lambda$", ("given", 3), obligation="pln.prop1.tanh.uniform"),
        Reading("every $L$-Lipschitz $f$", ("given", 4), obligation="pln.prop1.tanh.uniform"),
        Reading("the bound", ("show",), obligation="pln.prop1.tanh.uniform"),
        *readings(
            "pln.prop1.tanh.rate",
            (
                "every $N >= 1$",
                "$lambda > 0$",
                "every $L$-Lipschitz $f$",
                "on $[0, 1]$",
                "on $[0, 1]$",
            ),
            "the error of the network with the weights of Lemma 2 is at most the bound",
        ),
    ),
    obligations=(
        Obligation(
            "pln.prop1.tanh.uniform",
            "one hidden layer for every $f$, and an explicit $lambda$",
            UNIFORM,
            UNIFORM_PROOF,
        ),
        Obligation(
            "pln.prop1.tanh.rate",
            "the error for every $N$, $lambda$ and $f$",
            RATE,
            RATE_PROOF,
        ),
    ),
)

NETWORKS = Obligation(
    "pln.prop1.tanh.statement",
    "for every $L$, $epsilon$ and $f$ some $lambda > 0$ gives "
    "$abs(G - f) <= (L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$",
    STATEMENT,
    STATEMENT_PROOF,
)
WIDTH, MEMBERS = bound_on_width(NETWORKS), members(NETWORKS, TANH)
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
            "tanh",
            "$cal(N)(tanh) <= N$",
            "$cal(W) = cal(N)$ since $d = 1$",
        ),
    ),
    (WIDTH, NETWORKS),
)
CLAIM = Claim(
    id="pln.prop1.tanh",
    kind="theorem",
    title="Minimum approximation width of tanh networks",
    source=source("Proposition 1, A.4.2", "32-46"),
    statement="As for Tanh, we can easily get that $tanh(x) = 2 sigma(2 x) - 1$, resulting it has "
    "the same conclusion with sigmoid. [Proposition 1: given $cal(F) = cal(F)([0, 1]; L)$ and the "
    "error bound $epsilon > 0$, $cal(W)(tanh) = cal(N)(tanh) <= floor(L \\/ 2 epsilon) + 1$.]",
    readings=_READ,
    obligations=(WIDTH, NETWORKS),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=MET,
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$",
        "nothing is said of how large the weights are; $lambda$ grows with "
        "$ln(L \\/ (epsilon - L \\/ (2 N)))$",
        "nothing is said of training: the weights are computed, not learned",
    ),
    cites=("pln.lemma2",),
    sharpened=(
        SHARPENED,
        companion(
            "pln.prop1.tanh",
            source("Proposition 1, Tanh", ""),
            "$tanh$",
            [r for r in _READ if r.obligation in ("", WIDTH.id)],
            MEMBERS,
        ),
    ),
    parameters=instances.STEEP_PARAMETERS,
    instances=instances.STEEP_INSTANCES,
    run=instances.tanh_rows,
    construct=instances.construct_tanh,
)
