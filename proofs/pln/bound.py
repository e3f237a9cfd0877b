"""The error of a network of N steps, for every N and every L-Lipschitz f (Eq. 19-26, repaired).

Let s_k be any unit that steps from -1 to 1 at k/N with smoothing c (``units.smooth_facts``).  Then
on all of [0, 1], with jumps = sum |alpha_hat_k| and level = |alpha_hat_N|,

    |G(x) - f(x)| <= L/(2N) + jumps c/(1/(2N) + c) + level c/(1 + c).

The paper splits [0, 1] into points near to and far from the breakpoints at an arbitrary delta_0;
here every x belongs to its nearest breakpoint (:mod:`proofs.pln.cells`).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.cells import FEW, GRID, NAMES, cell
from proofs.pln.symbols import LEVEL, L, N, S, eps, f, h, jump, jumps, k, offset, x
from proofs.pln.units import step_facts
from proofs.trees.script import statement

Unit = Callable[[Term], Term]
WIDTH: Json = N.equals(S.floor(L / (2 * eps)) + 1)
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
HALFWAY = (L / (2 * N) + eps) / 2  #: strictly below eps, and the same for every f


def steps(s: Unit, high: Term) -> Term:
    """sum_{k=1}^{high} alpha_hat_k s_k."""
    return total("k", 1, high, jump(k) * s(k))


def network(s: Unit, last: Term) -> Term:
    """G(x) = sum_{k<N} alpha_hat_k s_k + alpha_hat_N s_N."""
    return steps(s, N - 1) + LEVEL * last


def error_bound(c: Term) -> Term:
    return L / (2 * N) + c / (h / 2 + c) * jumps(N - 1) + S.abs(LEVEL) * (c / (1 + c))


def cell_error(s: Unit) -> Term:
    """|sum_{k<N} alpha_hat_k s_k + alpha_hat_N - f(x)|: the last unit is constantly 1."""
    return S.abs(steps(s, N - 1) + LEVEL - f(x))


def cell_bound(far: Term) -> Term:
    """L/(2N) + far sum_{k<N} |alpha_hat_k|."""
    return L * h / 2 + far * jumps(N - 1)


def every_step(s: Unit, far: Term) -> Json:
    """What the bound needs of the units: each is within ``far`` of its sign beyond h/2."""
    return every("k", "int", step_facts(s(k), offset(k), far))


far_ = var("far")


def on_domain(conclusion: Json) -> Json:
    """For all x in [0, 1]."""
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


#: for every N, every L-Lipschitz f and any units within ``far`` of their signs beyond 1/(2N)
ANY_UNITS: Json = statement(
    {"N": "int", "x": "real", "L": "real", "far": "real"},
    [
        N > 0,
        ["lipschitz", "f", L.json, "0", "1"],
        x >= 0,
        x <= 1,
        far_ >= 0,
        every_step(lambda index: app("step", index), far_),
    ],
    conj(
        cell_error(lambda index: app("step", index)) <= cell_bound(far_),
        cell_error(lambda index: app("step", index)) <= L / (2 * N) + far_ * L / 2,
    ),
    {"f": 1, "step": 1},
)


ANY_UNITS_PROOF = written(
    ANY_UNITS,
    f"{GRID}{cell('far')}{FEW}show by cell, few",
    {"each": every_step(lambda index: app("step", index), far_)},
    step=lambda k: app("step", k),
    **NAMES,
)
