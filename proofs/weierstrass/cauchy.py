"""Powers t^k, and products of finite sums of them, as statements have them; what proofs share.

A power t^k is a value p(t, k) with ``p(t, 0) = 1`` and ``p(t, k + 1) = t p(t, k)``.  A sequence a
has degree at most m where ``a_k = 0`` for k > m.  The product of two sums has the coefficients
``(a b)_k = sum_(i <= k) a_i b_(k - i)`` (the library's ``cauchy_degree`` and ``cauchy_product``).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, every, implies, total, var

#: a sequence, and one more name: bodies of sums are written with names that are bound nowhere else
Sequence = Callable[[Term], Term]
_t, _h, _k = (var(name) for name in ("t", "h", "k"))


def power(base: Term | int, exponent: Term | int) -> Term:
    """base^exponent, a value of the function p."""
    return app("p", base, exponent)


POWER_0 = every("t", "real", power(_t, 0).equals(1))
POWER_NEXT = every(
    "t",
    "real",
    every("h", "int", implies(_h >= 0, power(_t, _h + 1).equals(_t * power(_t, _h)))),
)


def zero_above(a: Sequence, degree: Term) -> Json:
    """a_k = 0 for all integers k > degree."""
    return every("k", "int", implies(_k > degree, a(_k).equals(0)))


def cauchy(a: Sequence, b: Sequence, k: Term) -> Term:
    """``sum_(i <= k) a_i b_(k - i)``."""
    i = var("i")
    return total("i", 0, k, a(i) * b(k - i))


#: t^(i + j) = t^i t^j, from ``one`` and ``next``: POWER_0 and POWER_NEXT
POWER_LAW = """
have law: for all t: real, i: int, j: int, 0 <= i => 0 <= j => p(t, i + j) = p(t, i)*p(t, j):
  fix t, i, j
  have all: for all k: int, 0 <= k => p(t, i + k) = p(t, i)*p(t, k) by induction on k:
    base:
      show by one(t)
    step:
      have first: p(t, i + k + 1) = t*p(t, i + k) by next(t, i + k)
      have second: p(t, k + 1) = t*p(t, k) by next(t, k)
      have t*p(t, i + k) = p(t, i)*(t*p(t, k)) by ih
  show by all(j)
"""
#: (-1)^k is 1 or -1
UNIT = """
have unit: for all k: int, 0 <= k => p(-1, k)^2 = 1 by induction on k:
  base:
    show by one(-1)
  step:
    show by ih, next(-1, k)
"""
