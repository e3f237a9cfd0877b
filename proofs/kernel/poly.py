"""Polynomials over the rationals: a dictionary from monomials to coefficients.

A monomial is a sorted tuple of (variable, exponent >= 1); the constant monomial is ``()``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from proofs.kernel.errors import Decline, spend, weigh

Monomial = tuple[tuple[str, int], ...]
Poly = dict[Monomial, Fraction]

MAX_MONOMIALS, MAX_DEGREE, MAX_BITS, ONE = 20_000, 64, 4_096, Fraction(1)


def constant(q: Fraction | int) -> Poly:
    return {(): weigh(q if isinstance(q, Fraction) else Fraction(q), MAX_BITS)} if q else {}


def variable(name: str) -> Poly:
    return {((name, 1),): ONE}


def add(*polys: Poly) -> Poly:
    total: Poly = {}
    for poly in polys:
        spend(4 * len(poly))
        for m, c in poly.items():
            total[m] = weigh(total[m] + c, MAX_BITS) if m in total else c
        if len(total) > MAX_MONOMIALS:
            raise Decline("too-many-monomials")
    return {m: c for m, c in total.items() if c}


def scale(poly: Poly, q: Fraction | int) -> Poly:
    spend(4 * len(poly))
    return {m: weigh(c if q == 1 else c * q, MAX_BITS) for m, c in poly.items()} if q else {}


def minus(a: Poly, b: Poly) -> Poly:
    return add(a, {m: -c for m, c in b.items()})


def multiply(a: Poly, b: Poly) -> Poly:
    total: Poly = {}
    for m, c in a.items():
        spend(6 * len(b))
        for n, d in b.items():
            k, q = _join(m, n), d if c == 1 else c if d == 1 else c * d
            total[k] = weigh(total[k] + q if k in total else q, MAX_BITS)
        if len(total) > MAX_MONOMIALS:
            raise Decline("too-many-monomials")
    return {m: c for m, c in total.items() if c}


def product(polys: list[Poly]) -> Poly:
    return reduce(multiply, polys) if polys else constant(1)


def _join(a: Monomial, b: Monomial) -> Monomial:
    if not (a and b):
        return a or b
    exponents = dict(a)
    for name, e in b:
        exponents[name] = exponents.get(name, 0) + e
    spend(len(exponents))
    if sum(exponents.values()) > MAX_DEGREE:
        raise Decline("degree")
    return tuple(sorted(exponents.items()))
