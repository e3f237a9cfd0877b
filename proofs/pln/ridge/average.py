"""Averages of f with positive weights are close to f: the error of the cosines.

With p_j >= 0, sum p_j = 1 and |f(u_j) - f(x)| <= d_j: |sum p_j f(u_j) - f(x)| <= sum p_j d_j.  In
:mod:`constructions.cosines` they are those of a positive kernel, and d_j = sum_i L_i |u_j - x|_i.
"""

from __future__ import annotations

from constructions.terms import Term, app, total, var
from proofs.language.elaboration import written
from proofs.pln.ridge.cells import K, p
from proofs.pln.ridge.statement import in_range
from proofs.pln.symbols import S
from proofs.trees.script import statement

fx, r = var("fx"), var("r")


def weight(term: Term) -> Term:
    return app("p", term)


def gap(term: Term) -> Term:
    return app("y", term) - fx


def distance(term: Term) -> Term:
    return app("d", term)


def weights(high: Term) -> Term:
    return total("r", 1, high, weight(r))


def values(high: Term) -> Term:
    return total("r", 1, high, weight(r) * app("y", r))


def distances(high: Term) -> Term:
    return total("r", 1, high, weight(r) * distance(r))


POSITIVE = in_range(weight(p) >= 0)
NEAR = in_range(S.abs(gap(p)) <= distance(p))
AVERAGE = statement(
    {"K": "int", "fx": "real"},
    [K >= 1, POSITIVE, weights(K).equals(1), NEAR],
    S.abs(values(K) - fx) <= distances(K),
    {"p": 1, "y": 1, "d": 1},
)


PROOF = written(
    AVERAGE,
    """
have all: for all m: int, 0 <= m => m <= K =>
    |values(m) - fx*weights(m)| <= distances(m) by induction on m:
  step:
    have more: values(m + 1) = values(m) + p(m + 1)*y(m + 1) by sum_last(r -> p(r)*y(r), 1, m + 1)
    have share: weights(m + 1) = weights(m) + p(m + 1) by sum_last(p, 1, m + 1)
    have reach: distances(m + 1) = distances(m) + p(m + 1)*d(m + 1) by
        sum_last(r -> p(r)*d(r), 1, m + 1)
    have positive: 0 <= p(m + 1)
    have near: |y(m + 1) - fx| <= d(m + 1)
    have one: |p(m + 1)*(y(m + 1) - fx)| <= p(m + 1)*d(m + 1) by positive, near
    show by more, share, reach, one, ih
have whole: |values(K) - fx*weights(K)| <= distances(K) by all(K), K >= 1
have full: weights(K) = 1
show by whole, full
""",
    values=values,
    weights=weights,
    distances=distances,
)
