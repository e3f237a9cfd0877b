"""pln.ridge: networks of LN-d for functions of n variables, with their width as a formula.

The paper shows density in C([0, 1]^n) with a cited theorem and without a width (Theorems 2 and 3).
Here f is given as a finite sum of ridge functions up to an error A; the statement and its proof are
in :mod:`proofs.pln.ridge.statement`, how the error is best shared out in
:mod:`proofs.pln.ridge.shares`.  How any Lipschitz f becomes such a sum: :mod:`constructions.ridge`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proofs.claims import Claim, Obligation, Parameter, Reading
from proofs.pln.paper import readings, source
from proofs.pln.ridge import instances
from proofs.pln.ridge.average import AVERAGE, PROOF
from proofs.pln.ridge.controls import controls, satisfiable
from proofs.pln.ridge.shares import NO_BETTER, NO_BETTER_PROOF, WIDTH, WIDTH_PROOF
from proofs.pln.ridge.statement import LN, Layer, proof, sequent
from proofs.pln.ridge.units import UNITS, UNITS_PROOF

_STATEMENT = (
    "Let $f$ be within $A$ of $sum_(r <= K) g_r (bold(w)_r^top bold(x) + b_r)$ on $[0, 1]^n$, "
    "where $bold(w)_r^top bold(x) + b_r in [0, 1]$ and $g_r in cal(F)([0, 1]; L_r)$, and let "
    "$e_r > 0$ with $A + sum_r e_r <= epsilon$. Then some $G in cal(G)(N; phi)$, $phi = {name}$, "
    "$N = 1 + sum_r floor(L_r \\/ (2 e_r))$, has $abs(G(bold(x)) - f(bold(x))) <= A + sum_r "
    "1\\/2 (L_r \\/ (2 N_r) + e_r) < epsilon$ on $[0, 1]^n$, with $N_r = floor(L_r \\/ (2 e_r)) "
    "+ 1$. Its width is $d N$."
)


def _readings(layer: Layer, name: str) -> tuple[Reading, ...]:
    return (
        Reading(f"$phi = {name}$, $d >= {layer.least}$", ("given", 0)),
        Reading(
            "the denominator with a small number $delta > 0$ (Eq. 5)",
            ("given", 1),
            "proved for every $delta > 0$: the weights are scaled instead",
        ),
        Reading("a number of terms", ("given", 2)),
        Reading("$e_r > 0$", ("given", 3)),
        Reading("$A + sum_r e_r <= epsilon$", ("given", 4)),
        Reading("$g_r in cal(F)([0, 1]; L_r)$", ("given", 5)),
        Reading(
            "$bold(w)_r^top bold(x) + b_r$",
            ("given", 6),
            "an abbreviation: $T(r, x)$; a point of the cube is named by a number $x$, and "
            "$X(i, x)$ are its coordinates, any functions of it. Nothing else is used of the cube, "
            "so the statement holds for any set of points",
        ),
        Reading("$bold(w)_r^top bold(x) + b_r in [0, 1]$", ("given", 7)),
        Reading("$f$ is within $A$ of the sum", ("given", 8)),
        Reading(
            "$bold(alpha)^top phi(bold(W) bold(x) + bold(b))$",
            ("given", 9),
            "an abbreviation: $s(lambda, t)$ is the unit of Lemma 1 with weights scaled by "
            "$lambda$, for symbolic $d$",
        ),
        Reading(
            "some $G in cal(G)(N; phi)$ with $abs(G - f) <= ... < epsilon$",
            ("show",),
            "$G$ has $floor(L_r \\/ (2 e_r))$ units for each $r$ and one constant unit; their "
            "weights do not depend on the point",
        ),
    )


SHARPENED = Claim(
    id="pln.ridge.sharpened",
    kind="theorem",
    title="The width in closed form, and the best way to share out the error",
    source=source("beyond Theorems 2 and 3", "3"),
    statement="Let $E = epsilon - A > 0$, $L_r > 0$ and $Q = sum_r sqrt(L_r)$. With the shares "
    "$e_r = E sqrt(L_r) \\/ Q$ the width of `pln.ridge` is $N <= 1 + Q^2 \\/ (2 E)$; for any "
    "other shares, $sum_r L_r \\/ (2 e_r) >= Q^2 \\/ (2 E)$.",
    readings=(
        Reading("$K >= 1$", ("given", 0), obligation="pln.ridge.width"),
        Reading("$E > 0$", ("given", 1), obligation="pln.ridge.width"),
        Reading("$q_r = sqrt(L_r) > 0$", ("given", 2), obligation="pln.ridge.width"),
        Reading("$e_r = E sqrt(L_r) \\/ Q$", ("given", 3), obligation="pln.ridge.width"),
        Reading("$N - 1 <= Q^2 \\/ (2 E)$", ("show",), obligation="pln.ridge.width"),
        *readings(
            "pln.ridge.least",
            (
                "$K >= 1$",
                "$E > 0$",
                "$q_r = sqrt(L_r) > 0$",
                "for any other shares $e_r > 0$",
                ("for any other shares", "of the same error: $sum_r e_r <= E$"),
            ),
            "$sum_r L_r \\/ (2 e_r) >= Q^2 \\/ (2 E)$",
        ),
    ),
    obligations=(
        Obligation(
            "pln.ridge.width",
            "$sum_r floor(L_r \\/ (2 e_r)) <= Q^2 \\/ (2 E)$, for every $K$ and all $L_r$",
            WIDTH,
            WIDTH_PROOF,
        ),
        Obligation(
            "pln.ridge.least",
            "$sum_r L_r \\/ (2 e_r) >= Q^2 \\/ (2 E)$ for all shares with $sum_r e_r <= E$",
            NO_BETTER,
            NO_BETTER_PROOF,
        ),
    ),
    not_claimed=(
        "nothing is said of whether other networks are less wide; the floors are not counted in "
        "the lower bound",
    ),
)


ANY_UNITS = Claim(
    id="pln.ridge.sharpened2",
    kind="theorem",
    title="The error for any units that are steps, and any numbers of cells",
    source=source("beyond Theorems 2 and 3", "3"),
    statement="At a point $bold(x)$ let $T_r = bold(w)_r^top bold(x) + b_r in [0, 1]$, and let "
    "unit $s_(r, j)$ have the sign of $T_r - j \\/ N_r$, size at most $1$ and distance at most "
    "$q_r$ from that sign beyond $1 \\/ (2 N_r)$. Then $abs(G(bold(x)) - f(bold(x))) <= A + sum_r "
    "(L_r \\/ (2 N_r) + q_r L_r \\/ 2)$, for all $N_r >= 1$. Units $t \\/ (abs(t) + c)$ and "
    "$t \\/ sqrt(t^2 + c^2)$, the two conventions of $delta$, are such units for "
    "$c <= q_r \\/ (2 N_r)$ (`pln.thm1.frameworks`).",
    readings=(
        Reading("a number of terms", ("given", 0)),
        Reading("$N_r >= 1$", ("given", 1), "$N_r = floor(M_r)$, which is any natural number"),
        Reading("$g_r in cal(F)([0, 1]; L_r)$", ("given", 2)),
        Reading("$T_r in [0, 1]$", ("given", 3)),
        Reading("$q_r >= 0$", ("given", 4)),
        Reading("the units", ("given", 5), "$v(r, j)$ is the value of unit $j$ along $r$"),
        Reading("$f(bold(x))$ is within $A$ of $sum_r g_r (T_r)$", ("given", 6)),
        Reading("the bound", ("show",)),
    ),
    obligations=(
        Obligation(
            "pln.ridge.units",
            "the bound, for every $K$, all $N_r$, profiles and units",
            UNITS,
            UNITS_PROOF,
        ),
    ),
)


AVERAGES = Claim(
    id="pln.ridge.sharpened3",
    kind="theorem",
    title="Averages with positive weights stay near",
    source=source("beyond Theorems 2 and 3", "3"),
    statement="Let $p_j >= 0$, $sum_j p_j = 1$ and $abs(f(bold(u)_j) - f(bold(x))) <= d_j$. Then "
    "$abs(sum_j p_j f(bold(u)_j) - f(bold(x))) <= sum_j p_j d_j$.",
    readings=(
        Reading("a number of points $bold(u)_j$", ("given", 0)),
        Reading("$p_j >= 0$", ("given", 1)),
        Reading("$sum_j p_j = 1$", ("given", 2)),
        Reading(
            "$abs(f(bold(u)_j) - f(bold(x))) <= d_j$",
            ("given", 3),
            "$y(j)$ is $f(bold(u)_j)$; for the constants $L_i$ of the coordinates, "
            "$d_j = sum_i L_i abs(u_(j, i) - x_i)$",
        ),
        Reading("the bound", ("show",)),
    ),
    obligations=(
        Obligation(
            "pln.ridge.average",
            "the bound, for any number of points and all weights",
            AVERAGE,
            PROOF,
        ),
    ),
    notes=(
        "Why a sum of cosines may stand for $f$ in an instance. That the weights of a "
        "Fejér-Korovkin kernel are such weights, and what $sum_j p_j d_j$ is at most, is "
        "computed in `constructions/cosines.py` and is not a certificate: such an instance is of "
        "level enclosure.",
    ),
)


def ridge_claim(
    claim_id: str,
    title: str,
    layer: Layer,
    name: str,
    parameters: tuple[Parameter, ...],
    tried: tuple[Mapping[str, str], ...],
    run: Callable[[Mapping[str, Any]], list[Any]],
    construct: Callable[[Mapping[str, Any]], Any],
    sharpened: tuple[Claim, ...] = (),
) -> Claim:
    """The statement for one kind of layer."""
    return Claim(
        id=claim_id,
        kind="theorem",
        title=title,
        source=source("beyond Theorems 2 and 3", "3"),
        statement=_STATEMENT.replace("{name}", name),
        readings=_readings(layer, name),
        obligations=(
            Obligation(
                f"{claim_id}.statement",
                "for every $K$, $n$, $d$, $delta$, $epsilon$, $A$, and all directions, profiles, "
                "constants and shares, some weights give the bound at every point",
                sequent(layer),
                proof(layer),
            ),
        ),
        controls=controls(layer),
        satisfiable=satisfiable(layer),
        notes=(
            "Not in the paper, which has no width for $n >= 2$. For $n = K = 1$ and $A = 0$ it is "
            f"`{'pln.thm1' if layer is LN else 'pln.thm3'}`.",
            "In an instance $f$ is taken apart exactly where it can be (functions of one "
            "direction, polynomials, products of sines, cosines and exponentials, max and min); "
            "for the rest a sum of cosines with a proved error stands in. `directions` counts the "
            "terms with steps, `closed form` is $1 + Q^2 \\/ (2 E)$ of `pln.ridge.sharpened`.",
        ),
        not_claimed=(
            "nothing is said of points outside of the cube",
            "the width is that of this construction; no lower bound for $n >= 2$ is claimed",
            "nothing is said of training: the weights are computed, not learned",
        ),
        cites=("pln.thm1" if layer is LN else "pln.thm3",),
        sharpened=sharpened,
        parameters=parameters,
        instances=tried,
        run=run,
        construct=construct,
    )


CLAIM = ridge_claim(
    "pln.ridge",
    "Width of PLN-Net for functions of n variables",
    LN,
    '"LN-"d',
    instances.PLN_PARAMETERS,
    instances.PLN_INSTANCES,
    instances.pln_rows,
    instances.construct_pln,
    (SHARPENED, ANY_UNITS, AVERAGES),
)
