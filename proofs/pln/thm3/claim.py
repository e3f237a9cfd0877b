"""pln.thm3: floor(L/(2 eps)) + 1 groups of LS-d (RMSNorm) are enough, for every d >= 1 (A.3).

The statements and their proofs are in :mod:`proofs.pln.thm3.statement`, the printed proof and
the density that Theorem 4 gives in :mod:`proofs.pln.thm3.proof`.
"""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.pln import instances
from proofs.pln.bound import ANY_UNITS, ANY_UNITS_PROOF
from proofs.pln.definition3 import (
    FAMILY_NOTE,
    bound_on_width,
    by_scale,
    controls,
    met,
    met_by,
    with_networks,
)
from proofs.pln.definition3 import readings as width_readings
from proofs.pln.members import SCALED, companion, members
from proofs.pln.paper import readings, source
from proofs.pln.thm3.controls import (
    CONTROLS,
    LIMIT_MET,
    PRINTED_MET,
    SATISFIABLE,
    UNIFORM_MET,
)
from proofs.pln.thm3.proof import LINES
from proofs.pln.thm3.statement import (
    PRINTED_PROOF,
    PRINTED_STATEMENT,
    STATEMENT,
    STATEMENT_PROOF,
    UNIFORM,
    UNIFORM_PROOF,
    ZERO_PROOF,
    ZERO_STATEMENT,
)

_SAYS = "for every $d$, $L$, $epsilon$ and $f$ some weights give $abs(G - f) <= " \
    "(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$"  # fmt: skip

SHARPENED = Claim(
    id="pln.thm3.sharpened",
    kind="theorem",
    title="One hidden layer of LS-d for every f of the class, with an explicit delta",
    source=source("beyond Theorem 3", "31"),
    statement="Let $d >= 1$, $epsilon, delta, s > 0$, $N = floor(L \\/ (2 epsilon)) + 1$ and "
    "$2 N L delta sqrt(d) <= s (epsilon - L \\/ (2 N))$. Then the units "
    "$[s (x - k \\/ N), 0, ..., 0]$, $k < N$, and one constant unit "
    "approximate *every* $L$-Lipschitz $f$ on $[0, 1]$ with error at most "
    "$(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$: only the $N$ output weights depend on $f$. "
    "For any units in $[-1, 1]$ that have the sign of $x - k \\/ N$ and are within $eta >= 0$ of "
    "it beyond $1 \\/ (2 N)$, and the constant $hat(alpha)_N$, the error is at most "
    "$L \\/ (2 N) + eta sum_(k < N) abs(hat(alpha)_k)$ and at most $L \\/ (2 N) + eta L \\/ 2$, "
    "for every $N >= 1$.",
    readings=(
        Reading("$d >= 1$", ("given", 0), obligation="pln.thm3.uniform"),
        Reading("$epsilon > 0$", ("given", 1), obligation="pln.thm3.uniform"),
        Reading("$delta > 0$", ("given", 2), obligation="pln.thm3.uniform"),
        Reading("the scale $s > 0$ of the weights", ("given", 3), obligation="pln.thm3.uniform"),
        Reading("$N$", ("given", 4), obligation="pln.thm3.uniform"),
        Reading("small $delta$, or large $s$", ("given", 5), obligation="pln.thm3.uniform"),
        Reading("every $L$-Lipschitz $f$", ("given", 6), obligation="pln.thm3.uniform"),
        Reading("the units", ("given", 7), obligation="pln.thm3.uniform"),
        Reading("the bound", ("show",), obligation="pln.thm3.uniform"),
        *readings(
            "pln.thm3.any",
            (
                "every $N >= 1$",
                "every $L$-Lipschitz $f$",
                "on $[0, 1]$",
                "on $[0, 1]$",
                "$eta >= 0$",
                "any units in $[-1, 1]$ that have the sign of $x - k \\/ N$ and are within "
                "$eta$ of it beyond $1 \\/ (2 N)$",
            ),
            "the error is at most $L \\/ (2 N) + eta sum_(k < N) abs(hat(alpha)_k)$",
            "the error is at most $L \\/ (2 N) + eta L \\/ 2$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm3.uniform",
            "one hidden layer for every $f$, and an explicit $delta$",
            UNIFORM,
            UNIFORM_PROOF,
        ),
        Obligation(
            "pln.thm3.any",
            "the bound for any units, for every $N$ and $f$",
            ANY_UNITS,
            ANY_UNITS_PROOF,
        ),
    ),
    satisfiable=UNIFORM_MET,
)

NETWORKS = Obligation(
    "pln.thm3.statement", f"with $delta > 0$: {_SAYS}", STATEMENT, STATEMENT_PROOF
)
LIMIT = Obligation(
    "pln.thm3.limit",
    f"with $delta = 0$ and a convention at $bold(h) = 0$: {_SAYS}",
    ZERO_STATEMENT,
    ZERO_PROOF,
)
AS_PRINTED = Obligation(
    "pln.thm3.printed",
    f"with Eq. 4 as printed, $d >= 2$: {_SAYS}",
    PRINTED_STATEMENT,
    PRINTED_PROOF,
)
WIDTH = bound_on_width(NETWORKS)
LIMIT_WIDTH, PRINTED_WIDTH = by_scale(LIMIT_MET, LIMIT), by_scale(PRINTED_MET, AS_PRINTED)
MEMBERS = members(NETWORKS, SCALED, SATISFIABLE)
MET = met(
    SATISFIABLE,
    WIDTH,
    "the hypotheses hold for $L = epsilon = 1$, $N = 1$, $d = 4$, $delta = 1$, where all $f$ and "
    "all networks are 0",
    N=1,
    eps=1,
)
_READ = with_networks(
    (
        Reading('$"LS-"d(dot)$ on $RR^d, d >= 1$', ("given", 0)),
        Reading("$epsilon > 0$", ("given", 1)),
        Reading(
            "the denominator of Eq. 4 with a small number $delta > 0$, as in Eq. 5",
            ("given", 2),
            "proved for every $delta > 0$: the weights are scaled instead",
        ),
        Reading(
            "$floor(L \\/ 2 epsilon) + 1$",
            ("given", 3),
            "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as the proof of Lemma 2 uses it",
        ),
        Reading("$f in cal(F)([0, 1]; L)$", ("given", 4), FAMILY_NOTE),
        Reading(
            '$bold(alpha)^top "LS"(bold(w) x + bold(b))$',
            ("given", 5),
            "an abbreviation: $s(lambda, t)$ is the unit with $bold(alpha) = [1\\/sqrt(d), 0, "
            "..., 0]$ and pre-activation $lambda [t, 0, ..., 0]$, for symbolic $d$",
        ),
        *readings(
            "pln.thm3.limit",
            (
                '$"LS-"d(dot)$ on $RR^d, d >= 1$',
                "$epsilon > 0$",
                ("at $bold(h) = 0$ the value $v$", "assumed here: $v >= -1$"),
                ("at $bold(h) = 0$ the value $v$", "assumed here: $v <= 1$"),
                "$floor(L \\/ 2 epsilon) + 1$",
                "$f in cal(F)([0, 1]; L)$",
            ),
        ),
        *readings(
            "pln.thm3.printed",
            (
                ('$"LS-"d(dot)$ on $RR^d$', "$d >= 2$ here"),
                "$epsilon > 0$",
                "$floor(L \\/ 2 epsilon) + 1$",
                "$f in cal(F)([0, 1]; L)$",
            ),
        ),
        Reading(
            "the other reading: Eq. 4 without $delta$, where $bold(h) != 0$, and at "
            "$bold(h) = 0$ the value $v$ in each coordinate",
            ("given", 6),
            "$v = 0$ is the limit of $delta -> 0^+$, $v = 1$ is what A.6 takes for $d = 1$; "
            "any $v in [-1, 1]$ will do",
            obligation=LIMIT_WIDTH.id,
        ),
        Reading(
            "Eq. 4 exactly as printed, for $d >= 2$",
            ("given", 4),
            "the second coordinate is a constant $c > 0$, so $bold(h)$ is never $0$ and "
            "neither $delta$ nor a convention is needed",
            obligation=PRINTED_WIDTH.id,
        ),
        *width_readings(
            WIDTH,
            '"LS-"d',
            '$cal(N)("LS-"d) <= N$',
            "the width $cal(W) = d cal(N)$ is Definition 3 too",
        ),
        *width_readings(
            LIMIT_WIDTH, '"LS-"d', '$cal(N)("LS-"d) <= N$', "without $delta$", main=False
        ),
        *width_readings(
            PRINTED_WIDTH,
            '"LS-"d',
            '$cal(N)("LS-"d) <= N$',
            "with Eq. 4 as printed",
            main=False,
        ),
        Reading("the networks of the proof", ("show",), "for one $f$", NETWORKS.id),
        Reading("the networks of the proof", ("show",), "without $delta$", LIMIT.id),
        Reading("the networks of the proof", ("show",), "with Eq. 4 as printed", AS_PRINTED.id),
    ),
    (WIDTH, NETWORKS),
    (LIMIT_WIDTH, LIMIT),
    (PRINTED_WIDTH, AS_PRINTED),
)
CLAIM = Claim(
    id="pln.thm3",
    kind="theorem",
    title="Minimum approximation width of PLS-Net",
    source=source("Theorem 3", "4, 31"),
    statement='Let $"LS-"d(dot)$ be Layer Scaling (or RMSNorm) on $RR^d, d >= 1$. (...) '
    'Specially, given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "LS-"d)$, we have '
    '$cal(N)("LS-"d) <= floor(L \\/ 2 epsilon) + 1$ and '
    '$cal(W)("LS-"d) <= d (floor(L \\/ 2 epsilon) + 1)$.',
    readings=_READ,
    obligations=(WIDTH, LIMIT_WIDTH, PRINTED_WIDTH, NETWORKS, LIMIT, AS_PRINTED),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=(*met_by(SATISFIABLE, MET), LIMIT_MET, PRINTED_MET),
    notes=(
        "Eq. 4 says nothing at $bold(h) = 0$. For $d >= 2$ that is no loss; for $d = 1$ the "
        "theorem needs $delta > 0$ or a convention (`pln.thm3.undefined`), and holds with either.",
        "$d >= 1$ and $delta > 0$ are where the layer is defined; nothing can be said without.",
        "The first half of Theorem 3, density in $C([0, 1]^n)$, is `pln.thm3.density`.",
    ),
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$",
        "nothing is said of training: the weights are computed, not learned",
    ),
    cites=("pln.thm1",),
    sharpened=(
        SHARPENED,
        companion(
            "pln.thm3",
            source("Theorem 3", "31"),
            '$"LS-"d$',
            [r for r in _READ if r.obligation in ("", WIDTH.id)],
            MEMBERS,
        ),
    ),
    parameters=instances.SCALING_PARAMETERS,
    instances=instances.SCALING_INSTANCES,
    run=instances.scaling_rows,
    construct=instances.construct_ls,
)
