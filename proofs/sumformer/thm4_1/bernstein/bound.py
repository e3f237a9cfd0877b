"""sumformer.thm4_1.bernstein: polynomials near Lipschitz functions, with the error written out.

The continuous proof of Theorem 4.1 cites Stone-Weierstrass.  For Lipschitz f a polynomial can be
written down and its error too: Bernstein's,

    (B_m f)(x) = sum_{k=0}^m f(k/m) b_{m,k}(x),     b_{m,k}(x) = C(m, k) x^k (1 - x)^(m - k).

With the moments sum b = 1, sum k b = m x and sum (k - m x)^2 b = m x (1 - x), all three by one
induction over m with Pascal's rule, and the square of a mean that is at most the mean of squares,

    |B_m f(x) - f(x)| <= L sum |k/m - x| b <= L sqrt(x (1 - x)/m) <= L/(2 sqrt m).
"""

from __future__ import annotations

from functools import cache
from textwrap import indent

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.library.vectors import Body, S
from proofs.trees.script import Json, elaborate, statement

m, k, x, L = (var(name) for name in ("m", "k", "x", "L"))
root = S.sqrt(m)
_i, _t = var("i"), var("t")


def C(row: Term | int, at: Term | int) -> Term:
    """The binomial coefficient, an uninterpreted function with Pascal's rule."""
    return app("C", row, at)


def P(exponent: Term | int, base: Term) -> Term:
    """base^exponent, an uninterpreted function with its recursion."""
    return app("P", exponent, base)


def b(row: Term, at: Term, x: Term) -> Term:
    """b_{row, at}(x)."""
    return C(row, at) * (P(at, x) * P(row - at, 1 - x))


EDGES = every(
    "i", "int", implies(conj(_i >= 0, _i <= m), conj(C(_i, 0).equals(1), C(_i, _i).equals(1)))
)
PASCAL = every(
    "i",
    "int",
    every(
        "k",
        "int",
        implies(conj(k >= 1, k <= _i, _i + 1 <= m), C(_i + 1, k).equals(C(_i, k - 1) + C(_i, k))),
    ),
)
START = every("t", "real", P(0, _t).equals(1))
NEXT = every(
    "i",
    "int",
    every("t", "real", implies(conj(_i >= 0, _i + 1 <= m), P(_i + 1, _t).equals(_t * P(_i, _t)))),
)
BASIS = [EDGES, PASCAL, START, NEXT]
BASIS_FUNCTIONS = {"C": 2, "P": 2}
FACTS = {"edges": EDGES, "pascal": PASCAL, "start": START, "next": NEXT}


def averages(values: Body, row: Term, high: Term, x: Term) -> Term:
    """sum_{k=0}^{high} values(k) b_{row,k}(x)."""
    return total("k", 0, high, values(k) * b(row, k, x))


# --- the basis at one point -----------------------------------------------------------------------


def weight(at: Term, x: Term) -> Term:
    """b_{m, at}(x)."""
    return b(m, at, x)


_OFF = k / m - x
#: sum b = 1, sum (k/m - x) b = 0 and sum (k/m - x)^2 b = x (1 - x)/m, where no b is negative
MOMENTS = statement(
    {"m": "int", "x": "real"},
    [m >= 1, *BASIS, x >= 0, x <= 1],
    conj(
        every("k", "int", implies(conj(k >= 0, k <= m), weight(k, x) >= 0)),
        total("k", 0, m, weight(k, x)).equals(1),
        total("k", 0, m, _OFF * weight(k, x)).equals(0),
        total("k", 0, m, _OFF**2 * weight(k, x)).equals(x * (1 - x) / m),
    ),
    BASIS_FUNCTIONS,
)
_MOMENTS_PROOF = written(
    MOMENTS,
    """
have none: b(0, 0) = 1:
  have C(0, 0) = 1
  show by start(x), start(1 - x), C(0, 0) = 1
have first: for all i: int, 0 <= i => i + 1 <= m => b(i + 1, 0) = (1 - x)*b(i, 0):
  show by edges(i), edges(i + 1), next(i, 1 - x)
have last: for all i: int, 0 <= i => i + 1 <= m => b(i + 1, i + 1) = x*b(i, i):
  show by edges(i), edges(i + 1), next(i, x)
have inner: for all i, k: int, 0 <= k => k + 1 <= i => i + 1 <= m =>
    b(i + 1, k + 1) = x*b(i, k) + (1 - x)*b(i, k + 1):
  show by pascal(i, k + 1), next(k, x), next(i - k - 1, 1 - x)
have positive: for all i: int, 0 <= i => i <= m => (for all k in 0..i, 0 <= b(i, k))
    by induction on i:
  base:
    have k = 0
    have b(0, k) = b(0, 0)
    show by none, b(0, k) = b(0, 0)
  step:
    cases k <= 0:
      have k = 0
      have b(i + 1, k) = b(i + 1, 0)
      show by first(i), ih(0), b(i + 1, k) = b(i + 1, 0)
    cases i < k:
      have k = i + 1
      have b(i + 1, k) = b(i + 1, i + 1)
      show by last(i), ih(i), b(i + 1, k) = b(i + 1, i + 1)
    show by inner(i, k - 1), ih(k - 1), ih(k)
have rows: for all i: int, 0 <= i => i <= m => sum(k = 0..i, b(i, k)) = 1 and
    sum(k = 0..i, k*b(i, k)) = i*x and
    sum(k = 0..i, k^2*b(i, k)) = i*x*(1 - x) + i^2*x^2 by induction on i:
  base:
    show by none
  step:
    have upto: for all j: int, 0 <= j => j <= i =>
        sum(k = 0..j, b(i + 1, k)) = sum(k = 0..j, b(i, k)) - x*b(i, j) and
        sum(k = 0..j, k*b(i + 1, k)) = sum(k = 0..j, k*b(i, k)) + x*sum(k = 0..j, b(i, k))
          - (j + 1)*x*b(i, j) and
        sum(k = 0..j, k^2*b(i + 1, k)) = sum(k = 0..j, k^2*b(i, k))
          + 2*x*sum(k = 0..j, k*b(i, k)) + x*sum(k = 0..j, b(i, k)) - (j + 1)^2*x*b(i, j)
        by induction on j:
      base:
        show by first(i)
      step:
        use inner(i, j)
    use upto(i), last(i)
have mean: sum(k = 0..m, (k/m - x)*b(m, k)) = 0:
  have linear: for all j: int, 0 <= j => sum(k = 0..j, (k/m - x)*b(m, k)) =
      sum(k = 0..j, k*b(m, k))/m - x*sum(k = 0..j, b(m, k)) by induction on j
  show by linear(m), rows(m)
have spread: sum(k = 0..m, (k/m - x)^2*b(m, k)) = x*(1 - x)/m:
  have linear: for all j: int, 0 <= j => sum(k = 0..j, (k/m - x)^2*b(m, k)) =
      sum(k = 0..j, k^2*b(m, k))/m^2 - 2*x*(sum(k = 0..j, k*b(m, k))/m)
      + x^2*sum(k = 0..j, b(m, k)) by induction on j
  show by linear(m), rows(m)
show by positive(m), rows(m), mean, spread
""",
    FACTS,
    b=lambda i, k: b(i, k, x),
)


@cache
def moments() -> Json:
    """The certificate of :data:`MOMENTS`, which texts cite."""
    return elaborate(MOMENTS, _MOMENTS_PROOF())


# --- the bound -----------------------------------------------------------------------------------


def f(at: Term) -> Term:
    return app("f", at)


LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
SORTS = {"m": "int", "x": "real", "L": "real"}
GIVEN = [m >= 1, *BASIS, LIPSCHITZ, x >= 0, x <= 1]
OPERATOR = averages(lambda at: f(at / m), m, m, x)  #: (B_m f)(x)
ERROR = S.abs(OPERATOR - f(x))
FUNCTIONS = {**BASIS_FUNCTIONS, "f": 1}
STATEMENT = statement(SORTS, GIVEN, ERROR <= L / (2 * root), FUNCTIONS)

_deviation = S.sqrt(x * (1 - x) / m)
POINTWISE = statement(SORTS, GIVEN, ERROR <= L * _deviation, FUNCTIONS)
_POINTWISE_TEXT = """
use moments(m, x)
use f(0, 1)
have rate: 0 <= L
have variance: 0 <= x*(1 - x)/m
have near: for all k in 0..m, |f(k/m) - f(x)| <= L*|k/m - x| + 0:
  have 0 <= k/m <= 1
  use f(k/m, x)
show by weighted_spread(k -> f(k/m), k -> k/m - x, k -> b(k, x), f(x), L, 0, x*(1 - x)/m, 0, m)
"""
POINTWISE_PROOF = written(POINTWISE, _POINTWISE_TEXT, theorems={"moments": moments}, b=weight)

#: sqrt(x (1 - x)/m) <= 1/(2 sqrt m)
BELOW = """
let s = 1/(2*sqrt(m))
have some: 0 <= s
have variance: 0 <= x*(1 - x)/m
have small: x*(1 - x)/m <= s^2:
  have s^2 = 1/4/m
  have x*(1 - x) <= 1/4
have below: sqrt(x*(1 - x)/m) <= s by root_below(x*(1 - x)/m, s), small, some, variance
"""
PROOF = written(
    STATEMENT,
    f"""
have close: |sum(k = 0..m, f(k/m)*b(k, x)) - f(x)| <= L*sqrt(x*(1 - x)/m):
{indent(_POINTWISE_TEXT, "  ")}
{BELOW}
use f(0, 1)
have rate: 0 <= L
show by close, below, rate
""",
    theorems={"moments": moments},
    b=weight,
)
