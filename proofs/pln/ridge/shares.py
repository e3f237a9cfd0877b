"""How the error is shared out over the terms: the width in closed form, and that it is the least.

With q_r = sqrt(L_r), Q = sum q_r and E = eps - A, the shares e_r = E q_r/Q give

    sum floor(L_r/(2 e_r)) <= Q^2/(2E),   and sum L_r/(2 e_r) >= Q^2/(2E) for any shares at all.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, app, total, var
from proofs.language.elaboration import Written, written
from proofs.pln.ridge.cells import K, p
from proofs.pln.ridge.statement import e, in_range
from proofs.pln.symbols import S
from proofs.trees.script import statement

E, r = var("E"), var("r")
SORTS = {"K": "int", "E": "real"}
FUNCTIONS = {"q": 1, "e": 1}


def q(term: Term) -> Term:
    """sqrt(L_r)."""
    return app("q", term)


def roots(high: Term) -> Term:
    return total("r", 1, high, q(r))


def ratio(term: Term) -> Term:
    """L_r/(2 e_r)."""
    return q(term) * q(term) / (2 * e(term))


def count(term: Term) -> Term:
    return S.floor(ratio(term))


def counts(high: Term) -> Term:
    """sum floor(L_r/(2 e_r))."""
    return total("r", 1, high, count(r))


def ratios(high: Term) -> Term:
    """sum L_r/(2 e_r)."""
    return total("r", 1, high, ratio(r))


def shares(high: Term) -> Term:
    return total("r", 1, high, e(r))


Q = roots(K)
LEAST = Q * Q / (2 * E)
POSITIVE = in_range(q(p) > 0)
PROPORTIONAL = in_range(e(p).equals(E * q(p) / Q))
WIDTH = statement(SORTS, [K >= 1, E > 0, POSITIVE, PROPORTIONAL], counts(K) <= LEAST, FUNCTIONS)
NO_BETTER = statement(
    SORTS,
    [K >= 1, E > 0, POSITIVE, in_range(e(p) > 0), shares(K) <= E],
    ratios(K) >= LEAST,
    FUNCTIONS,
)


def proved(sequent: Json, text: str) -> Written:
    sums: dict[str, Any] = {"counts": counts, "ratios": ratios, "roots": roots, "shares": shares}
    return written(sequent, text, count=count, ratio=ratio, **sums)


#: each floor is at most q_r Q/(2E)
WIDTH_PROOF = proved(
    WIDTH,
    """
let Q = roots(K)
have positive: for all k in 1..K, 0 < q(k)
have whole: 0 < Q by sum_positive(q, 1, K), positive, 1 <= K
have each: for all k in 1..K, count(k) <= Q/(2*E)*q(k):
  have own: 0 < q(k) by positive(k)
  have share: e(k) = E*q(k)/Q
  have above: 0 < E*q(k)/Q by own, whole, 0 < E
  have e(k) > 0 by share, above
  have e(k)*Q = E*q(k) by share, whole
  have ratio(k) = Q/(2*E)*q(k)
calc counts(K) <= sum(i = 1..K, Q/(2*E)*q(i)) by
        sum_mono(i -> count(i), i -> Q/(2*E)*q(i), 1, K), each
     _ = Q/(2*E)*Q by sum_scale(q, Q/(2*E), 1, K)
""",
)

#: (q/e - Q/E)^2 e >= 0 gives q^2/e >= 2 q Q/E - e Q^2/E^2; the shares add up to at most E
NO_BETTER_PROOF = proved(
    NO_BETTER,
    """
have square: for all w, s, v: real, 0 < v => s*w*v - s*s/2*v <= w*w*v/2:
  have 0 <= (w - s)^2*v
have grown: for all s, x, y: real, x <= y => s*s*x <= s*s*y:
  have 0 <= s^2*(y - x)
let s = roots(K)/E
have each: for all k in 1..K, s*q(k) - s*s/2*e(k) <= ratio(k):
  have 0 < e(k)
  use square(q(k)/e(k), s, e(k))
  have q(k) = q(k)/e(k)*e(k)
have below: sum(i = 1..K, s*q(i) - s*s/2*e(i)) <= ratios(K) by
    sum_mono(i -> s*q(i) - s*s/2*e(i), i -> ratio(i), 1, K), each
have all: for all m: int, 0 <= m =>
    sum(i = 1..m, s*q(i) - s*s/2*e(i)) = s*roots(m) - s*s/2*shares(m) by induction on m
show by below, all(K), grown(s, shares(K), E), 0 < E
""",
)
