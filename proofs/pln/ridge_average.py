"""Averages of f with positive weights are close to f: the error of the cosines.

With p_j >= 0, sum p_j = 1 and |f(u_j) - f(x)| <= d_j: |sum p_j f(u_j) - f(x)| <= sum p_j d_j.  In
:mod:`constructions.cosines` they are those of a positive kernel, and d_j = sum_i L_i |u_j - x|_i.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, every, implies, total, var
from proofs.pln.ridge_cells import K, p
from proofs.pln.ridge_statement import in_range, unfolded
from proofs.pln.symbols import ZERO, S, m
from proofs.pln.thm1_sums import known
from proofs.trees.script import Node, auto, case, have, induct, intro, lemmas, statement

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


def _error(high: Term) -> Term:
    return S.abs(values(high) - fx * weights(high))


POSITIVE = in_range(weight(p) >= 0)
NEAR = in_range(S.abs(gap(p)) <= distance(p))
AVERAGE = statement(
    {"K": "int", "fx": "real"},
    [K >= 1, POSITIVE, weights(K).equals(1), NEAR],
    S.abs(values(K) - fx) <= distances(K),
    {"p": 1, "y": 1, "d": 1},
)


def average_script() -> Node:
    last = m + 1
    sums: list[Callable[[Term], Term]] = [values, weights, distances]
    claim = implies(m <= K, _error(m) <= distances(m))
    own, reach = weight(last) * gap(last), weight(last) * distance(last)
    one = lemmas(
        [
            (gap(last) <= distance(last), auto("y - f <= d")),
            (-gap(last) <= distance(last), auto("f - y <= d")),
            (own <= reach, auto("weighted, +")),
            (-own <= reach, auto("weighted, -")),
        ],
        case(_error(last).json, *[case(_error(m).json, auto(), auto())] * 2),
    )
    opened = unfolded("unfold", last, sums, known(POSITIVE, [last], known(NEAR, [last], one)))
    goal = S.abs(values(K) - fx)
    end = case(goal.json, *[case(_error(K).json, auto(), auto())] * 2)
    base = unfolded("empty", ZERO, sums, case(_error(ZERO).json, auto(), auto()))
    whole = known(implies(K <= K, _error(K) <= distances(K)), [], end)
    return induct(
        "m",
        "0",
        claim,
        intro("", base),
        intro("", have(m <= K, auto("m <= K"), known(claim, [], opened))),
        known(every("m", "int", implies(m >= 0, claim)), [K], whole),
    )
