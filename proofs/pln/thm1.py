"""pln.thm1: floor(L/(2 eps)) + 1 groups of LN-d are enough for every L-Lipschitz f (Eq. 16-26).

The statement and its proof are in :mod:`proofs.pln.thm1_statement`, the printed proof, line by
line, in :mod:`proofs.pln.thm1_proof`.
"""

from __future__ import annotations

from constructions.terms import app, var
from proofs.claims import Claim, Obligation, Reading
from proofs.methods.script import auto, have, statement
from proofs.pln import instances
from proofs.pln.bound import bound_script, nonnegative_constant
from proofs.pln.definition3 import FAMILY_NOTE, bound_on_width, controls, met, readings
from proofs.pln.members import SCALED, members, rows
from proofs.pln.paper import source
from proofs.pln.symbols import N, c, h
from proofs.pln.thm1_printed import STATEMENT as PRINTED_STATEMENT
from proofs.pln.thm1_printed import statement_script as printed_script
from proofs.pln.thm1_proof import CONTROLS, LINES, REPAIRS, SATISFIABLE
from proofs.pln.thm1_statement import (
    FRAMEWORKS,
    SHARP,
    SPENDING,
    STATEMENT,
    frameworks_script,
    spending_script,
    statement_script,
)


def _repaired(obligation: Obligation) -> Claim:
    """What does hold in place of a line that fails."""
    return Claim(
        id=obligation.id,
        kind="proof-step",
        title=f"What holds in place of {obligation.id.removesuffix('.repaired')}",
        source=source("Theorem 1, proof", "16-26"),
        statement=obligation.says,
        readings=(Reading("the statement", ("show",)),),
        obligations=(obligation,),
    )


def _sharpened() -> Claim:
    return Claim(
        id="pln.thm1.sharpened",
        kind="theorem",
        title="The error of the PLN-d network, with an explicit sufficient delta",
        source=source("beyond Theorem 1", "16-26"),
        statement="For every $N >= 1$, every $L$-Lipschitz $f$ and any units that step at "
        "$k \\/ N$ with smoothing $c$: $abs(G(x) - f(x)) <= L/(2 N) + A c/(1 \\/ (2 N) + c) + "
        "B c/(1 + c)$ on $[0, 1]$, where $A = sum_(k < N) abs(hat(alpha)_k)$ and "
        "$B = abs(hat(alpha)_N)$. For "
        "$(h - mu) \\/ (sigma + delta)$ the smoothing is $c = delta sqrt(d \\/ 2)$; units "
        "$t \\/ sqrt(t^2 + c^2)$, as frameworks have them, satisfy the same. So every "
        "$delta <= sqrt(2 \\/ d) (epsilon - L \\/ (2 N)) \\/ (2 N A + B)$ will do.",
        readings=(
            Reading("$N >= 1$", ("given", 0), obligation="pln.thm1.bound"),
            Reading("$f$ is $L$-Lipschitz", ("given", 1), obligation="pln.thm1.bound"),
            Reading("$x in [0, 1]$", ("given", 2), obligation="pln.thm1.bound"),
            Reading("", ("given", 3), obligation="pln.thm1.bound"),
            Reading("smoothing $c > 0$", ("given", 4), obligation="pln.thm1.bound"),
            Reading("units that step at $k \\/ N$", ("given", 5), obligation="pln.thm1.bound"),
            Reading("the unit that is always on", ("given", 6), obligation="pln.thm1.bound"),
            Reading("the bound", ("show",), obligation="pln.thm1.bound"),
        ),
        obligations=(
            Obligation(
                "pln.thm1.bound",
                "the bound, for every $N$, $f$ and all such units",
                SHARP,
                lambda: nonnegative_constant(
                    bound_script(lambda index: app("step", index), var("last"), c)
                ),
            ),
            Obligation(
                "pln.thm1.frameworks",
                "$t \\/ sqrt(t^2 + c^2)$ is such a unit",
                FRAMEWORKS,
                frameworks_script,
            ),
            Obligation(
                "pln.thm1.spending",
                "the smoothing costs at most $c (2 N A + B)$",
                statement({"N": "int"}, [N > 0], SPENDING),
                lambda: have(h > 0, auto("h > 0"), spending_script()),
            ),
        ),
    )


def _printed() -> Claim:
    printed = Obligation(
        "pln.thm1.printed",
        "for every $d >= 3$, $L$, $epsilon$ and $f$ some weights give $abs(G - f) <= "
        "(L \\/ (2 N) + epsilon) \\/ 2 < epsilon$ on $[0, 1]$",
        PRINTED_STATEMENT,
        printed_script,
    )
    width, inside = bound_on_width(printed), members(printed, SCALED)
    return Claim(
        id="pln.thm1.sharpened2",
        kind="theorem",
        title="Theorem 1 without delta: LN exactly as in Eq. 1, for every d >= 3",
        source=source("beyond Theorem 1", "1, 16-26"),
        statement="With Eq. 1 as printed, no $delta$ and nothing at $sigma = 0$: for every "
        '$d >= 3$ we have $cal(N)("LN-"d) <= floor(L \\/ 2 epsilon) + 1$, by units that are '
        "defined everywhere.",
        readings=(
            Reading('$"LN-"d(dot)$ on $RR^d$, $d >= 3$', ("given", 0)),
            Reading("$epsilon > 0$", ("given", 1)),
            Reading("$floor(L \\/ 2 epsilon) + 1$", ("given", 2)),
            Reading("$f in cal(F)([0, 1]; L)$", ("given", 3), FAMILY_NOTE),
            Reading(
                '$bold(alpha)^top "LN"(bold(w) x + bold(b))$',
                ("given", 4),
                "an abbreviation: $s(c, t)$ is the unit with the pre-activation $[t, -t, c, 0, "
                "..., 0]$, for symbolic $d$; for $c > 0$ its $sigma$ is never $0$, so whatever a "
                "layer gives at $sigma = 0$, the networks are the same",
            ),
            Reading("the networks", ("show",), "for one $f$", printed.id),
            *rows(inside, '"LN-"d'),
            *readings(width, '"LN-"d', '$cal(N)("LN-"d) <= N$', "as in `pln.thm1`"),
        ),
        obligations=(width, inside, printed),
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
    statement_script,
)
WIDTH, MEMBERS = bound_on_width(NETWORKS), members(NETWORKS, SCALED)
MET = met(
    SATISFIABLE,
    WIDTH,
    "the hypotheses hold for $L = epsilon = 1$, $N = 1$, $d = 8$, $delta = 1$, where all "
    "$f$ and all networks are 0",
    N=1,
    eps=1,
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
    readings=(
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
        *rows(MEMBERS, '"LN-"d'),
        *readings(
            WIDTH,
            '"LN-"d',
            '$cal(N)("LN-"d) <= N$',
            "the width $cal(W) = d cal(N)$ is Definition 3 too",
        ),
    ),
    obligations=(WIDTH, MEMBERS, NETWORKS),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=MET,
    notes=(
        "Readings of $delta$: given with the layer (proved, by scaling the weights), or free "
        "to be small (then scale 1 does, with the $delta$ of `pln.thm1.sharpened`).",
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
    sharpened=(_sharpened(), _printed()),
    parameters=instances.PLN_PARAMETERS,
    instances=instances.PLN_INSTANCES,
    run=instances.pln_rows,
    construct=instances.construct_pln,
)
