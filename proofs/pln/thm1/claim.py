"""pln.thm1: floor(L/(2 eps)) + 1 groups of LN-d are enough for every L-Lipschitz f (Eq. 16-26).

The statement and its proof are in :mod:`proofs.pln.thm1.statement`, the printed proof, line by
line, in :mod:`proofs.pln.thm1.proof`.
"""

from __future__ import annotations

from proofs.claims import Claim, Obligation, Reading
from proofs.pln import explorers, instances
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
from proofs.pln.paper import Phrase, readings, source
from proofs.pln.thm1.data import BOUND as BOUND_DATA
from proofs.pln.thm1.data import DELTA_AFTER, DELTA_BEFORE, REPAIRED, WITHOUT_DELTA
from proofs.pln.thm1.delta import AFTER, AFTER_PROOF, BEFORE, BEFORE_PROOF
from proofs.pln.thm1.printed import STATEMENT as PRINTED_STATEMENT
from proofs.pln.thm1.printed import STATEMENT_PROOF as PRINTED_PROOF
from proofs.pln.thm1.proof import CONTROLS, LINES, REPAIRS, SATISFIABLE
from proofs.pln.thm1.root import ROOT
from proofs.pln.thm1.statement import (
    FRAMEWORKS,
    FRAMEWORKS_PROOF,
    SHARP,
    SHARP_PROOF,
    SPENDING_PROOF,
    SPENT,
    STATEMENT,
    STATEMENT_PROOF,
)

_CHOSEN = (
    "$epsilon > 0$",
    "$N = floor(L \\/ (2 epsilon)) + 1$",
    "$f$ is $L$-Lipschitz on $[0, 1]$",
    ("the weights of Eq. 8-9", "$hat(alpha)_j$ and $hat(b)_j$ for $1 <= j <= N - 1$"),
    ("the weights of Eq. 8-9", "$hat(alpha)_N$"),
    ("the weights of Eq. 8-9", "$hat(b)_N$"),
)
_DELTA0 = ("$delta_0 in (0, 1 \\/ (2 N))$",) * 2
#: of each repaired line: what stands beside its hypotheses and its conclusion
_REPAIRED: dict[str, tuple[tuple[Phrase, ...], tuple[Phrase, ...]]] = {
    "pln.thm1.simplify.repaired": (
        ("for every $d >= 2$", "and $delta > 0$"),
        (
            "$delta' = delta sqrt(d \\/ 2) > 0$",
            ("the unit is $t \\/ (abs(t) + delta')$", "the unit of Lemma 1, for symbolic $d$"),
            "$delta <= delta^* sqrt(2 \\/ d)$ gives $delta' <= delta^*$",
        ),
    ),
    "pln.thm1.delta_N.repaired": (
        (
            *_CHOSEN,
            ("$alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$", "for some $p >= 1$"),
            ("$alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$", "$p <= N$"),
            ("$alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$", "it is $abs(hat(alpha)_p)$"),
            ("$alpha^* = max_(1 <= j <= N) abs(hat(alpha)_j)$", "none is larger"),
            "$epsilon_1 > 0$",
            *_DELTA0,
        ),
        ("$delta_N$ is a positive number",),
    ),
    "pln.thm1.delta_k.repaired": (
        (
            *_CHOSEN,
            "every $1 <= k <= N - 1$",
            "every $1 <= k <= N - 1$",
            ("$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$", "for some $p >= 1$"),
            ("$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$", "$p <= N$"),
            ("$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$", "$p != k$"),
            ("$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$", "it is $abs(hat(alpha)_p)$"),
            ("$alpha_k^* = max_(j != k) abs(hat(alpha)_j)$", "none is larger"),
            "$epsilon_2 > 0$",
            *_DELTA0,
        ),
        ("$delta_k$ is a positive number",),
    ),
    "pln.thm1.conclusion.repaired": (
        _CHOSEN,
        ("there is a $delta^* > 0$ such that the error is below $epsilon$ for all smaller ones",),
    ),
}


_TITLES = {
    "pln.thm1.simplify.repaired": "With delta sqrt(d/2) for delta the unit of d = 2 is that of d",
    "pln.thm1.delta_N.repaired": "delta_N with alpha* + 1 in place of alpha* is a positive number",
    "pln.thm1.delta_k.repaired": "delta_k with alpha_k* + 1 in place of alpha_k* is positive",
    "pln.thm1.conclusion.repaired": "The error is below eps for every delta up to some delta* > 0",
}

_DIFFERS = {
    "pln.thm1.simplify.repaired": "$delta'$ is a name for $delta sqrt(d \\/ 2)$ and no "
    "approximation of it, and it is said how small $delta$ has to be.",
    "pln.thm1.conclusion.repaired": "It says that there is a $delta^* > 0$, not that the least of "
    "the printed $delta_k$ is one.",
}


def _repaired(obligation: Obligation) -> Claim:
    """What does hold in place of a line that fails."""
    given, show = _REPAIRED[obligation.id]
    return Claim(
        id=obligation.id,
        kind="proof-step",
        title=_TITLES[obligation.id],
        source=source("Theorem 1, proof", "16-26"),
        statement=obligation.says,
        differs=_DIFFERS.get(obligation.id, ""),
        readings=readings(obligation.id, given, *show),
        obligations=(obligation,),
        satisfiable=REPAIRED.get(obligation.id, ()),
    )


_STEP = "units that step at $k \\/ N$ with smoothing $c$"
_TERMS = "$A = sum_(k < N) abs(hat(alpha)_k)$, $B = abs(hat(alpha)_N)$"


def _sharpened() -> Claim:
    return Claim(
        id="pln.thm1.sharpened",
        kind="theorem",
        title="The error of the PLN-d network, with an explicit sufficient delta",
        source=source("beyond Theorem 1", "16-26"),
        statement="For every $N >= 1$, every $L$-Lipschitz $f$ and any units that step at "
        "$k \\/ N$ with smoothing $c > 0$: $abs(G(x) - f(x)) <= L/(2 N) + A c/(1 \\/ (2 N) + c) + "
        "B c/(1 + c)$ on $[0, 1]$, where $A = sum_(k < N) abs(hat(alpha)_k)$ and "
        "$B = abs(hat(alpha)_N)$; units $t \\/ sqrt(t^2 + c^2)$, as frameworks have them, are such "
        "units. The last two terms are at most $c (2 N A + B)$. For $d >= 2$ and "
        "$(h - mu) \\/ (sigma + delta)$ with the weights of Lemma 1, every $delta > 0$ with "
        "$delta sqrt(d \\/ 2) (2 N A + B) < epsilon - L \\/ (2 N)$ gives "
        "$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$.",
        readings=(
            *readings(
                "pln.thm1.bound",
                (
                    "$N >= 1$",
                    "every $L$-Lipschitz $f$",
                    "on $[0, 1]$",
                    "on $[0, 1]$",
                    "smoothing $c > 0$",
                    (_STEP, "$s_k$, as a function of $k$"),
                    (_STEP, "the unit with $hat(b)_N = 1$, which is always on"),
                ),
                ("$abs(G(x) - f(x)) <= L/(2 N) + A c/(1 \\/ (2 N) + c) + B c/(1 + c)$", _TERMS),
            ),
            *readings(
                "pln.thm1.frameworks",
                ("$c > 0$",),
                ("units $t \\/ sqrt(t^2 + c^2)$ are such units", "where $t >= 0$"),
                ("units $t \\/ sqrt(t^2 + c^2)$ are such units", "where $t <= 0$"),
            ),
            *readings(
                "pln.thm1.spending",
                ("$N >= 1$",),
                ("the last two terms are at most $c (2 N A + B)$", "for all $c > 0$, $A, B >= 0$"),
            ),
            *readings(
                "pln.thm1.delta",
                (
                    "$d >= 2$",
                    "every $delta > 0$",
                    "$N >= 1$",
                    "every $L$-Lipschitz $f$",
                    ("$delta sqrt(d \\/ 2) (2 N A + B) < epsilon - L \\/ (2 N)$", _TERMS),
                    (
                        "$(h - mu) \\/ (sigma + delta)$ with the weights of Lemma 1",
                        "$s(1, t)$ is its unit; here $lambda = 1$",
                    ),
                ),
                ("$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$", "$delta$ may depend on $f$"),
            ),
        ),
        obligations=(
            Obligation(
                "pln.thm1.bound",
                "the bound, for every $N$, $f$ and all such units",
                SHARP,
                SHARP_PROOF,
            ),
            Obligation(
                "pln.thm1.frameworks",
                "$t \\/ sqrt(t^2 + c^2)$ is such a unit",
                FRAMEWORKS,
                FRAMEWORKS_PROOF,
            ),
            Obligation(
                "pln.thm1.spending",
                "the smoothing costs at most $c (2 N A + B)$",
                SPENT,
                SPENDING_PROOF,
            ),
            Obligation(
                "pln.thm1.delta",
                "for every $d$, $N$, $f$ and every $delta$ that is so small",
                AFTER,
                AFTER_PROOF,
            ),
        ),
        satisfiable=(BOUND_DATA, DELTA_AFTER),
    )


def _fixed() -> Claim:
    return Claim(
        id="pln.thm1.sharpened3",
        kind="theorem",
        title="With the printed weights no delta serves every f",
        source=source("Theorem 1, proof", "16-26"),
        statement="For every $d >= 2$, $delta > 0$, $epsilon > 0$ and $N >= 1$ the constant $f = "
        "epsilon (1 + c) \\/ c$, $c = delta sqrt(d \\/ 2)$, is $L$-Lipschitz for every $L >= 0$, "
        "and the network with the weights of Eq. 8-9 and Lemma 1 has $abs(G(x) - f(x)) >= epsilon$ "
        "for some $x in [0, 1]$.",
        readings=readings(
            "pln.thm1.fixed",
            (
                "every $d >= 2$",
                ("$delta > 0$", "first $delta$, then $f$"),
                "$epsilon > 0$",
                "$N >= 1$",
                "the constant $f = epsilon (1 + c) \\/ c$",
                (
                    "the weights of Eq. 8-9 and Lemma 1",
                    "$s(1, t)$ is the unit of Lemma 1, for symbolic $d$",
                ),
            ),
            "$f$ is $L$-Lipschitz for every $L >= 0$",
            ("$abs(G(x) - f(x)) >= epsilon$ for some $x in [0, 1]$", "at $x = 0$"),
        ),
        obligations=(
            Obligation(
                "pln.thm1.fixed",
                "for every $d$, $delta$, $epsilon$ and $N$",
                BEFORE,
                BEFORE_PROOF,
            ),
        ),
        satisfiable=DELTA_BEFORE,
        not_claimed=(
            "that Theorem 1 fails: with other weights it holds for every $delta$ (`pln.thm1`)",
        ),
    )


def _printed() -> Claim:
    printed = Obligation(
        "pln.thm1.printed",
        "for every $d >= 3$, $L$, $epsilon$ and $f$ some weights give $abs(G - f) <= "
        "(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$",
        PRINTED_STATEMENT,
        PRINTED_PROOF,
    )
    width = by_scale(WITHOUT_DELTA, printed)
    return Claim(
        id="pln.thm1.sharpened2",
        kind="theorem",
        title="Theorem 1 without delta: LN exactly as in Eq. 1, for every d >= 3",
        source=source("beyond Theorem 1", "1, 16-26"),
        statement="With Eq. 1 as printed, no $delta$ and nothing at $sigma = 0$: for every "
        '$d >= 3$ we have $cal(N)("LN-"d) <= floor(L \\/ 2 epsilon) + 1$, by units that are '
        "defined everywhere.",
        readings=with_networks(
            (
                Reading('$"LN-"d(dot)$ on $RR^d$, $d >= 3$', ("given", 0)),
                Reading("$epsilon > 0$", ("given", 1)),
                Reading("$floor(L \\/ 2 epsilon) + 1$", ("given", 2)),
                Reading("$f in cal(F)([0, 1]; L)$", ("given", 3), FAMILY_NOTE),
                Reading(
                    '$bold(alpha)^top "LN"(bold(w) x + bold(b))$',
                    ("given", 4),
                    "an abbreviation: $s(c, t)$ is the unit with the pre-activation $[t, -t, c, 0, "
                    "..., 0]$, for symbolic $d$; for $c > 0$ its $sigma$ is never $0$, so whatever "
                    "a layer gives at $sigma = 0$, the networks are the same",
                ),
                Reading("the networks", ("show",), "for one $f$", printed.id),
                *width_readings(width, '"LN-"d', '$cal(N)("LN-"d) <= N$', "as in `pln.thm1`"),
            ),
            (width, printed),
        ),
        obligations=(width, printed),
        satisfiable=WITHOUT_DELTA,
        notes=(
            "For $d = 2$ a network that is defined on all of $[0, 1]$ is constant there "
            "(`pln.thm2.constant`): then $delta > 0$ or a value at $sigma = 0$ is needed.",
        ),
        not_claimed=("that so many units are needed: for $M <= 1$ one is enough, see pln.table1",),
        parameters=instances.PRINTED_PARAMETERS,
        run=instances.printed_rows,
        construct=instances.construct_printed,
    )


NETWORKS = Obligation(
    "pln.thm1.statement",
    "for every $d$, $L$, $epsilon$, $delta$ and $f$ some weights give "
    "$abs(G - f) <= (L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$",
    STATEMENT,
    STATEMENT_PROOF,
)
WIDTH, MEMBERS = bound_on_width(NETWORKS), members(NETWORKS, SCALED, SATISFIABLE)
MET = met(
    SATISFIABLE,
    WIDTH,
    "the hypotheses hold for $L = epsilon = 1$, $N = 1$, $d = 8$, $delta = 1$, where all "
    "$f$ and all networks are 0",
    N=1,
    eps=1,
)
_READ = with_networks(
    (
        Reading('$"LN-"d(dot)$ on $RR^d$, $d >= 2$', ("given", 0)),
        Reading("the error bound $epsilon > 0$", ("given", 1)),
        Reading(
            "Layer Normalization with a small number $delta > 0$ (Eq. 5)",
            ("given", 2),
            "proved for every $delta > 0$, not only for small ones: the weights are scaled instead",
        ),
        Reading(
            "$floor(L \\/ 2 epsilon) + 1$",
            ("given", 3),
            "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as the proof of Lemma 2 uses it",
        ),
        Reading("$f in cal(F)([0, 1]; L)$", ("given", 4), FAMILY_NOTE),
        Reading(
            '$bold(alpha)^top "LN"(bold(w) x + bold(b))$',
            ("given", 5),
            "an abbreviation: $s(lambda, t)$ is the unit of Lemma 1 with weights scaled by "
            "$lambda$, for symbolic $d$",
        ),
        Reading("the networks of the proof", ("show",), "for one $f$", NETWORKS.id),
        *width_readings(
            WIDTH,
            '"LN-"d',
            '$cal(N)("LN-"d) <= N$',
            "the width $cal(W) = d cal(N)$ is Definition 3 too",
        ),
    ),
    (WIDTH, NETWORKS),
)
CLAIM = Claim(
    id="pln.thm1",
    kind="theorem",
    title="Minimum approximation width of PLN-Net",
    source=source("Theorem 1", "16-26"),
    statement='Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "LN-"d)$, where '
    '$"LN-"d(dot)$ denotes Layer Normalization on $RR^d$, $d >= 2$. Given the error bound '
    '$epsilon > 0$, we have $cal(N)("LN-"d) <= floor(L \\/ 2 epsilon) + 1$. Furthermore, we '
    'have $cal(W)("LN-"d) <= d (floor(L \\/ 2 epsilon) + 1)$.',
    readings=_READ,
    obligations=(WIDTH, NETWORKS),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=met_by(SATISFIABLE, MET),
    notes=(
        "Two orders of quantifiers. With $delta$ given before $f$, as Definition 3 has it, the "
        "theorem is proved here, by scaling the weights. With $delta$ chosen after $f$, as the "
        "printed proof has it, the printed weights do, for the $delta$ of `pln.thm1.sharpened`; "
        "given first, no $delta$ lets them (`pln.thm1.sharpened3`).",
        'The printed conclusion $cal(W)("LN") <= 2 (floor(L \\/ 2 epsilon) + 1)$ is the case '
        "$d = 2$.",
    ),
    not_claimed=(
        "nothing is said of inputs outside $[0, 1]$",
        "nothing is said of how large the weights are; they grow as $delta$ does, and as "
        "$epsilon - L \\/ (2 N)$ shrinks",
        "nothing is said of training: the weights are computed, not learned",
    ),
    cites=("pln.lemma1", "pln.lemma2"),
    repaired=tuple(_repaired(obligation) for obligation in REPAIRS),
    sharpened=(
        _sharpened(),
        _printed(),
        _fixed(),
        ROOT,
        companion(
            "pln.thm1",
            source("Theorem 1", "16-26"),
            '$"LN-"d$',
            [r for r in _READ if r.obligation in ("", WIDTH.id)],
            MEMBERS,
        ),
    ),
    parameters=instances.PLN_PARAMETERS,
    instances=instances.PLN_INSTANCES,
    run=instances.pln_rows,
    explorers=explorers.of_norms,
    construct=instances.construct_pln,
)
