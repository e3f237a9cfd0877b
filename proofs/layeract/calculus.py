"""Derivatives of terms in one real variable, by their definition."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, TermSystem, app, conj, every, exists, implies, var
from proofs.trees.script import (
    Json,
)

S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)
Curve = Callable[[Term], Term]
eta, delta, h = var("eta"), var("delta"), var("h")


def s(at: Term) -> Term:
    """The activation scale function, left open."""
    return app("s", at)


def ds(at: Term) -> Term:
    """Its derivative, a function of the same argument."""
    return app("ds", at)


def near(of: Curve, value: Term, bound: Term, size: Term) -> Json:
    """|of(h) - of(0) - value h| <= bound |h| for |h| < size."""
    gap = S.abs(of(h) - of(ZERO) - value * h) <= bound * S.abs(h)
    return every("h", "real", implies(S.abs(h) < size, gap))


def derivative(of: Curve, value: Term) -> Json:
    """``value`` is the derivative of ``of`` at 0."""
    small = exists("delta", "real", conj(delta > 0, near(of, value, eta, delta)))
    return every("eta", "real", implies(eta > 0, small))


def differentiable(point: Term, slope: Term) -> Json:
    """s has this derivative at the point."""
    return derivative(lambda at: s(point + at), slope)
