"""Polynomials over the rationals: a dictionary from monomials to coefficients.

A monomial is a sorted tuple of (variable, exponent >= 1); the constant monomial is ``()``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from proofs.kernel.errors import Decline, spend, weigh

Monomial = tuple[tuple[str, int], ...]
Poly = dict[Monomial, Fraction]

MAX_MONOMIALS, MAX_DEGREE, MAX_BITS = 20_000, 64, 4_096


def constant(q: Fraction | int) -> Poly:
    return {(): weigh(Fraction(q), MAX_BITS)} if q else {}


def variable(name: str) -> Poly:
    return {((name, 1),): Fraction(1)}


def add(*polys: Poly) -> Poly:
    return _collect(item for poly in polys for item in poly.items())


def scale(poly: Poly, q: Fraction | int) -> Poly:
    return {m: weigh(c * q, MAX_BITS) for m, c in poly.items()} if q else {}


def minus(a: Poly, b: Poly) -> Poly:
    return add(a, scale(b, -1))


def multiply(a: Poly, b: Poly) -> Poly:
    return _collect((_join(m, n), c * d) for m, c in a.items() for n, d in b.items())


def product(polys: Iterable[Poly]) -> Poly:
    result = constant(1)
    for poly in polys:
        result = multiply(result, poly)
    return result


def _collect(terms: Iterable[tuple[Monomial, Fraction]]) -> Poly:
    total: Poly = {}
    for monomial, c in terms:
        total[monomial] = weigh(c + total.get(monomial, 0), MAX_BITS)
        if not total[monomial]:
            del total[monomial]
        if len(total) > MAX_MONOMIALS:
            raise Decline("too-many-monomials")
    return total


def _join(a: Monomial, b: Monomial) -> Monomial:
    exponents = dict(a)
    for name, e in b:
        exponents[name] = exponents.get(name, 0) + e
    spend(1 + len(exponents))
    if sum(exponents.values()) > MAX_DEGREE:
        raise Decline("degree")
    return tuple(sorted(exponents.items()))
