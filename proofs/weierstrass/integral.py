"""The integral behind f_sigma as a number between Riemann sums, and values of it.

After u = x^2, ``f_sigma(sigma z) = sigma^(-1/2) 2 I(z)/sqrt(2 pi)`` with the integral
``I(z) = int_0^oo g(x) dx``, ``g(x) = exp(-(x^2 - z)^2/2)``.  g rises to at most 1 and then falls,
so with ``S = sum_(k=0)^m g(k/n)`` and ``X = m/n``, ``X^2 > z``:
``(S - 1)/n <= I(z) <= (S + 1)/n + g(X)/(2 X (X^2 - z))``.  These bounds for all n and m leave one
number, so they are a definition of I(z).
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, conj, every, implies, total, var
from proofs.fl.vectors import S, fact
from proofs.methods.script import Node, auto, have, node

n, m, k = var("n"), var("m"), var("k")
BITS = 24
EXISTS = (
    "the integral $I(z) = integral_0^infinity e^(-(x^2 - z)^2\\/2) dif x$ lies between the Riemann "
    "sums that stand for it, as that of a function which rises to at most 1 and then falls"
)  #: assumed wherever :func:`is_integral` is


def bump(at: Term, z: Fraction) -> Term:
    """g(x)."""
    return S.exp(-((at**2 - S.const(z)) ** 2) / 2)


def riemann(z: Fraction, steps: Term, last: Term) -> Term:
    """sum_{k=0}^m g(k/n)."""
    return total("k", 0, last, bump(k / steps, z))


def _bounds(value: Term, z: Fraction, steps: Term, last: Term) -> Json:
    sums, end = riemann(z, steps, last), last / steps
    rest = bump(end, z) / (2 * end * (end**2 - S.const(z)))
    return conj(value >= (sums - 1) / steps, value <= (sums + 1) / steps + rest)


def is_integral(value: Term, z: Fraction) -> Json:
    """``value`` is I(z)."""
    inside = conj(n >= 1, m >= 1, (m / n) ** 2 > S.const(z))
    formula = implies(inside, _bounds(value, z, n, m))
    return every("n", "int", every("m", "int", formula))


def at_least(value: Term, z: Fraction, steps: int, last: int, lo: Fraction, then: Node) -> Node:
    """value >= lo from the sum with these n and m; then go on."""
    sums = (riemann(z, S.const(steps), S.const(last)) - 1) / S.const(steps)
    shown = have(value >= lo, auto("above the sum"), then)
    return have(sums >= lo, node("evaluate", bits=BITS), _used(value, z, steps, last, shown))


def at_most(value: Term, z: Fraction, steps: int, last: int, hi: Fraction, then: Node) -> Node:
    """value <= hi from the sum with these n and m; then go on."""
    N, end = S.const(steps), S.const(last) / S.const(steps)
    rest = bump(end, z) / (2 * end * (end**2 - S.const(z)))
    sums = (riemann(z, N, S.const(last)) + 1) / N + rest
    shown = have(value <= hi, auto("below the sum"), then)
    return have(sums <= hi, node("evaluate", bits=BITS), _used(value, z, steps, last, shown))


def _used(value: Term, z: Fraction, steps: int, last: int, then: Node) -> Node:
    inside = node("both", auto("n"), auto("m"), node("evaluate", bits=0))
    return fact(is_integral(value, z), [S.const(steps), S.const(last)], then, inside)
