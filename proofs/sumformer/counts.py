"""Sums of powers of a base: the terms; that they tell how often each exponent occurs.

The proof is that of the library's lemma ``counted``: with ``W(u) = B^u`` and natural u_j,

    sum_j W(u_j) = (c + B z) W(v) + l,   k - c - h <= l <= (k - c - h) W(v)/B,   h <= z,

where c is the number of j with u_j = v, h that of the larger ones, and z is an integer.  For k < B
the number c is digit v of the sum in base B.  For k = B only the sum B W(v - 1) = W(v) has
another digit, and that is the sum of no other k numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.library.vectors import S

ZERO, ONE = S.const(0), S.const(1)
B, v, u = var("B"), var("v"), var("u")
Body = Callable[[Term], Term]


def W(at: Term) -> Term:
    """B^at, by its recursion."""
    return app("W", at)


def equal(one: Term, other: Term) -> Term:
    """1 if two numbers are equal, else 0."""
    return 1 - S.abs(S.sign(one - other))


def added(low: Term, high: Term, body: Body) -> Term:
    """sum_{j=low}^{high} body(j)."""
    return total("j", low, high, body(var("j")))


def count(low: Term, high: Term, label: Body, value: Term) -> Term:
    """The number of j in low..high with this label."""
    return added(low, high, lambda at: equal(label(at), value))


#: W(u) = B^u for natural u
POWERS = [W(ZERO).equals(1), every("u", "int", implies(u >= 0, W(u + 1).equals(B * W(u))))]


def natural(low: Term, high: Term, label: Body) -> Json:
    """Labels are not negative (they are integers as values of floor)."""
    j = var("j")
    return every("j", "int", implies(conj(j >= low, j <= high), label(j) >= 0))


def same_counts(
    low: Term, high: Term, one: Body, other: Body, other_high: Term | None = None
) -> Json:
    """Every natural number is a label equally often in both."""
    end = high if other_high is None else other_high
    equal_at = count(low, high, one, v).equals(count(low, end, other, v))
    return every("v", "int", implies(v >= 0, equal_at))
