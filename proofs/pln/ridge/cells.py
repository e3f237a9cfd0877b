"""The error of the N steps along one ridge direction, for every N and every Lipschitz profile.

The profile of term p is g(p, .), with |g(p, u) - g(p, v)| <= L(p) |u - v| on [0, 1]; at z in
[0, 1] its N cells give, for units that are within ``gap`` of their signs beyond 1/(2N),

    |sum_{j<N} alpha_j s_j + alpha_N - g(p, z)| <= L(p)/(2N) + gap L(p)/2.

That is shown of a function of its own (:mod:`proofs.pln.cells`), and cited for one of a family.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from constructions.pln import alpha_hat, alpha_hat_last, b_hat, midpoint
from constructions.terms import Json, Term, app, every, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.bound import LIPSCHITZ
from proofs.pln.cells import FEW, GRID, NAMES, a_step, cell
from proofs.pln.symbols import LEVEL, L, N, S, f, h, x
from proofs.pln.symbols import jump as line_jump
from proofs.pln.symbols import offset as line_offset
from proofs.trees.lift import Lift, lifted
from proofs.trees.script import elaborate, statement

K, p, q = var("K"), var("term"), var("q")
_u, _v = var("a0"), var("b0")
Unit = Callable[[Term], Term]


def g(term: Term, at: Term) -> Term:
    """The profile of one term, at a number in [0, 1]."""
    return app("g", term, at)


def constant(term: Term) -> Term:
    """L(p), the Lipschitz constant of the profile."""
    return app("L", term)


def value(term: Term, index: Term | int, cells: Term = N) -> Term:
    """The profile at the midpoint of a cell."""
    return g(term, midpoint(S.const(index) if isinstance(index, int) else index, cells))


def jump(term: Term, index: Term, cells: Term = N) -> Term:
    """alpha_hat_index of Eq. 8 for the profile."""
    return alpha_hat(lambda i: value(term, i, cells), index)


def level(term: Term, cells: Term = N) -> Term:
    """alpha_hat_N of Eq. 9 for the profile."""
    return alpha_hat_last(lambda i: value(term, i, cells), cells)


def offset(at: Term, index: Term, cells: Term = N) -> Term:
    """at - index/N."""
    return at + b_hat(index, cells)


def steps(term: Term, unit: Unit, high: Term, cells: Term = N) -> Term:
    """sum_{j=1}^{high} alpha_j s_j."""
    j = var("j")
    return total("j", 1, high, jump(term, j, cells) * unit(j))


def one_lipschitz(term: Term) -> Json:
    """|g(p, u) - g(p, v)| <= L(p) |u - v| for all u and v in [0, 1]."""
    gap_ = S.abs(g(term, _u) - g(term, _v)) <= constant(term) * S.abs(_u - _v)
    inside = [_u >= 0, _u <= 1, _v >= 0, _v <= 1]
    return every("a0", "real", every("b0", "real", implies(*inside, gap_)))


def step_facts(s: Term, at: Term, far: Term, half: Term) -> Json:
    """|s| <= 1, s t >= 0, and |sign t - s| <= far where |t| >= ``half``."""
    right, left = implies(at >= half, 1 - s <= far), implies(at <= -half, 1 + s <= far)
    return ["and", s >= -1, s <= 1, s * at >= 0, right, left]


_j = var("j")
_STEPS = total("j", 1, N - 1, line_jump(_j) * app("step", _j))
_EACH = every("j0", "int", step_facts(app("step", var("j0")), line_offset(var("j0")), q, h / 2))
#: the steps along one direction, for a function and a point of their own
ONE_DIRECTION = statement(
    {"N": "int", "x": "real", "L": "real", "q": "real"},
    [N >= 1, LIPSCHITZ, x >= 0, x <= 1, q >= 0, _EACH],
    S.abs(_STEPS + LEVEL - f(x)) <= L / (2 * N) + q * (L / 2),
    {"f": 1, "step": 1},
)
ONE_DIRECTION_PROOF = written(
    ONE_DIRECTION,
    f"""{GRID}{FEW}
have each: for all k: int, {a_step("step(k)", "offset(k)", "q")}:
  show by units(k)
{cell("q")}
have q*jumps <= q*(L/2) by few, q >= 0
show by cell, q*jumps <= q*(L/2)
""",
    {"units": _EACH},
    **NAMES,
    step=lambda k: app("step", k),
)


@cache
def one_direction() -> Json:
    """The certificate of that for every profile g(p, .)."""
    lift = Lift({"f": ("g", "p")}, ("a0", "b0"))
    return lifted(elaborate(ONE_DIRECTION, ONE_DIRECTION_PROOF()), lift, "p")


#: for which terms: 1 <= p <= K
IN_RANGE: list[Json] = [p >= 1, p <= K]
