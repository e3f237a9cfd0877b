"""The loss of a layer of d outputs along a line, and what is assumed of it.

The outputs are a(1, t), ..., a(d, t), the loss along the line is F(t) = L(a(1, t), ..., a(d, t)),
and g(j) = dL/da_j: L is differentiable at a(., 0), which is all that is assumed of it.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.layeract.calculus import (
    ZERO,
    S,
    h,
)

d, k = var("d"), var("k")
eta, delta = var("eta"), var("delta")


def a(at: Term, t: Term) -> Term:
    """Output number ``at`` where the line is at t."""
    return app("a", at, t)


def g(at: Term) -> Term:
    """dL/da_at."""
    return app("g", at)


def loss(t: Term) -> Term:
    """F(t)."""
    return app("F", t)


def moved(at: Term, t: Term) -> Term:
    return a(at, t) - a(at, ZERO)


def first_order(t: Term, high: Term = d) -> Term:
    """sum_j g_j (a_j(t) - a_j(0))."""
    return total("j", 1, high, g(var("j")) * moved(var("j"), t))


def distance(t: Term, high: Term = d) -> Term:
    """sum_j |a_j(t) - a_j(0)|."""
    return total("j", 1, high, S.abs(moved(var("j"), t)))


def _rest(t: Term) -> Term:
    return loss(t) - loss(ZERO) - first_order(t)


_CLOSE = implies(distance(h) < delta, S.abs(_rest(h)) <= eta * distance(h))
_SMALL = exists("delta", "real", conj(delta > 0, every("h", "real", _CLOSE)))
#: L is differentiable at the outputs, with gradient g: said of the points of the line
LOSS = every("eta", "real", implies(eta > 0, _SMALL))
