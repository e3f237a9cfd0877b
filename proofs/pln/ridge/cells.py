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
from proofs.claims import Obligation
from proofs.pln.bound import ANY_UNITS, ANY_UNITS_PROOF
from proofs.pln.definition3 import certificate_of
from proofs.pln.symbols import N, S
from proofs.trees.lift import Lift, lifted

K, p = var("K"), var("term")
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


@cache
def one_direction() -> Json:
    """The certificate of the bound for any units, said of every profile g(p, .)."""
    bound = Obligation("pln.thm3.any", "", ANY_UNITS, ANY_UNITS_PROOF)
    return lifted(certificate_of(bound), Lift({"f": ("g", "p")}, ("a0", "b0")), "p")


#: for which terms: 1 <= p <= K
IN_RANGE: list[Json] = [p >= 1, p <= K]
