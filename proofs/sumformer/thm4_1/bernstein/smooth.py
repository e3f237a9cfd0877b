"""Bernstein polynomials of functions with curvature at most M.

Where |f(u) - f(x) - s (u - x)| <= M/2 (u - x)^2 for all u in [0, 1], the term with s drops out of
the average, as sum_k (k/m - x) b_{m,k}(x) = 0, and |B_m f(x) - f(x)| <= M x (1 - x)/(2 m).
"""

from __future__ import annotations

from constructions.terms import conj, every, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.thm4_1.bernstein.bound import (
    BASIS,
    BASIS_FUNCTIONS,
    OPERATOR,
    f,
    m,
    moments,
    weight,
    x,
)
from proofs.trees.script import statement

M, slope = var("M"), var("s")
_u = var("u")
CURVED = every(
    "u",
    "real",
    implies(
        conj(_u >= 0, _u <= 1),
        S.abs(f(_u) - f(x) - slope * (_u - x)) <= M / 2 * (_u - x) * (_u - x),
    ),
)
_AT_X = M * x * (1 - x) / (2 * m)
SMOOTH = statement(
    {"m": "int", "x": "real", "M": "real", "s": "real"},
    [m >= 1, *BASIS, CURVED, x >= 0, x <= 1],
    conj(S.abs(OPERATOR - f(x)) <= _AT_X, _AT_X <= M / (8 * m)),
    {**BASIS_FUNCTIONS, "f": 1},
)
SMOOTH_PROOF = written(
    SMOOTH,
    """
use moments(m, x)
have one: sum(k = 0..m, b(k, x)) = 1
have mean: sum(k = 0..m, (k/m - x)*b(k, x)) = 0
have spread: sum(k = 0..m, (k/m - x)^2*b(k, x)) = x*(1 - x)/m
let off(k) = f(k/m) - s*(k/m - x)
have near: for all k in 0..m, |off(k) - f(x)| <= M/2*(k/m - x)^2:
  have 0 <= k/m <= 1
  use curved(k/m)
have straight: sum(k = 0..m, off(k)*b(k, x)) = sum(k = 0..m, f(k/m)*b(k, x)):
  have linear: for all j: int, 0 <= j => sum(k = 0..j, off(k)*b(k, x)) =
      sum(k = 0..j, f(k/m)*b(k, x)) - s*sum(k = 0..j, (k/m - x)*b(k, x)) by induction on j
  show by linear(m), mean
have error: |sum(k = 0..m, f(k/m)*b(k, x)) - f(x)| <= M/2*(x*(1 - x)/m)
  by weighted_bound(k -> off(k), k -> (k/m - x)^2, k -> b(k, x), f(x), M/2, 0, m),
     one, straight, spread
have curve: 0 <= M:
  cases x <= 1/2:
    use curved(1)
  use curved(0)
have x*(1 - x) <= 1/4
""",
    {"curved": CURVED},
    {"moments": moments},
    b=weight,
)
