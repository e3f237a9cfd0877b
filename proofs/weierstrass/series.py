"""Sums whose terms fall by the factor 4 at every second step from some index on, as text.

The terms are Q(k) >= 0 with ``(k + 2) Q(k + 2) <= R^2 Q(k)``: so it is for the moments of f_sigma
and for its Maclaurin series.  From ``k + 2 >= 4 R^2`` on, ``sum + (Q(n) + Q(n - 1))/3`` falls.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, total, var

k, n, m, N0, R = (var(name) for name in ("k", "n", "m", "N0", "R"))
Body = Callable[[Term], Term]


def partial(body: Body, low: Term | int, high: Term) -> Term:
    """sum_{k=low}^{high} body(k)."""
    return total("k", low, high, body(k))


#: from ``falls``, what is known of the terms: they fall by the factor 4, and bounds of their sums
TAIL = """
have quarter: for all k: int, 0 <= k => k + 2 >= 4*R^2 => Q(k + 2) <= Q(k)/4:
  have here: 0 <= Q(k) and (k + 2)*Q(k + 2) <= R^2*Q(k) by falls(k)
  have larger: 0 <= (k + 2 - 4*R^2)*Q(k) by here, k + 2 >= 4*R^2
  have 0 <= (k + 2)*(Q(k)/4 - Q(k + 2)) by here, larger
have tail: for all i, s: int, 0 <= s => s + 2 >= 4*R^2 => i <= s + 2 => (for all j: int, s <= j =>
    sum(k = i..j + 1, Q(k)) + (Q(j + 1) + Q(j))/3 <= sum(k = i..s + 1, Q(k)) + (Q(s + 1) + Q(s))/3):
  have all: for all t: int, s <= t => sum(k = i..t + 1, Q(k)) + (Q(t + 1) + Q(t))/3
      <= sum(k = i..s + 1, Q(k)) + (Q(s + 1) + Q(s))/3 by induction on t:
    step:
      have last: sum(k = i..t + 2, Q(k)) = sum(k = i..t + 1, Q(k)) + Q(t + 2)
        by sum_last(k -> Q(k), i, t + 2)
      have small: Q(t + 2) <= Q(t)/4 by quarter(t)
      have sign: 0 <= Q(t) by falls(t)
      show by ih, last, small, sign
  show by all
"""


def where_defined(body: Term) -> Term:
    """A term that is 0 where ``body`` is undefined, and else the same: data for a function."""
    return total("i", 0, 0, body)
