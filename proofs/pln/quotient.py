"""From a q = w and r q = 1: a = w r.  For numbers, so that no large term has to be looked into."""

from __future__ import annotations

from constructions.terms import Json, implies, var
from proofs.pln.thm1_sums import reals

_a, _q, _r, _w = (var(name) for name in "aqrw")
QUOTIENT: Json = reals(
    "a q r w", implies((_a * _q).equals(_w), (_r * _q).equals(1), _a.equals(_w * _r))
)
