"""Membership in an ideal over the rationals, with cofactors: why an equation follows.

``membership(h, [g_1, ..., g_m])`` gives polynomials with h = sum p_i g_i, by Buchberger's
algorithm in which every basis element remembers its cofactors; polynomial arithmetic is that of
python-flint, and without it nothing is found.  ``refute`` turns this into the kernel's leaves:

- a literal ``h != 0`` with d h in the ideal, d a product of literals > 0: ``zero``;
- a product of literals > 0 in the ideal (1, or d, or the k-th power of a negated goal): ``leaf``.
  So h = 0 follows from h^k = 0 by the two halves h <= 0 and -h <= 0.

Limits are counted (pairs, monomials, degrees), so the answer depends on the input alone.
Source: Buchberger's criterion and normal selection, as in Cox, Little and O'Shea, chapter 2.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from proofs.positivity.finder import LiteralLike, Monomial, Node, Poly, check

MAX_PAIRS, MAX_TERMS, MAX_DEGREE, MAX_BITS = 80, 200, 12, 1_000
MAX_STEPS, MAX_NAMES = 400, 14


class _TooLarge(Exception):
    """Beyond the limits of the search."""


@dataclass
class _Element:
    """A polynomial of the ideal and its cofactors: poly = sum cofactors[i] * generator_i."""

    poly: Any
    cofactors: dict[int, Any]


class Ideal:
    """A Groebner basis (possibly unfinished, if limits are met) with cofactors.

    Raises ImportError without python-flint.
    """

    def __init__(self, generators: Sequence[Mapping[Monomial, Fraction]], names: Sequence[str]):
        from flint import Ordering, fmpq_mpoly_ctx

        self.names = list(names)
        self.ring = fmpq_mpoly_ctx.get(self.names or ["_"], Ordering.degrevlex)
        self.steps = MAX_STEPS
        self.leads: list[tuple[int, ...]] = []
        self.basis: list[_Element] = []
        for i, generator in enumerate(generators):
            poly = self.poly(generator)
            if poly != 0:
                self.basis.append(_Element(poly, {i: self.ring.constant(1)}))
        self.complete = self._buchberger()

    def poly(self, poly: Mapping[Monomial, Fraction]) -> Any:
        """``poly`` in the ring; its variables must be among the names."""
        from flint import fmpq

        place = {name: i for i, name in enumerate(self.names)}
        size = max(len(self.names), 1)
        terms = {}
        for monomial, c in poly.items():
            exponents = [0] * size
            for name, e in monomial:
                exponents[place[name]] = e
            terms[tuple(exponents)] = fmpq(c.numerator, c.denominator)
        return self.ring.from_dict(terms)

    def term(self, poly: Any) -> Any:
        """``poly`` as a kernel term."""
        summands: list[Any] = []
        for exponents, c in sorted(poly.to_dict().items(), reverse=True):
            parts: list[Any] = [
                name if e == 1 else ["^", name, int(e)]
                for name, e in zip(self.names, exponents, strict=False)
                if e
            ]
            if c != 1 or not parts:
                parts.insert(0, str(Fraction(int(c.p), int(c.q))))
            summands.append(parts[0] if len(parts) == 1 else ["*", *parts])
        if not summands:
            return "0"
        return summands[0] if len(summands) == 1 else ["+", *summands]

    def cofactors(self, poly: Any) -> dict[int, Any] | None:
        """Cofactors of ``poly`` over the generators, or None if it does not reduce to 0."""
        try:
            rest, quotients = self._reduce(poly)
        except _TooLarge:
            return None
        if rest != 0:
            return None
        out: dict[int, Any] = {}
        for j, q in quotients.items():
            for i, c in self.basis[j].cofactors.items():
                out[i] = out.get(i, 0) + q * c
        return out

    # -- Buchberger's algorithm

    def _reduce(self, poly: Any) -> tuple[Any, dict[int, Any]]:
        """Remainder and quotients of division by the basis."""
        if not self.basis:
            return poly, {}
        quotients, rest = _divide(poly, [e.poly for e in self.basis])
        self._weigh(rest)
        return rest, {j: q for j, q in enumerate(quotients) if q != 0}

    def _weigh(self, poly: Any) -> None:
        self.steps -= 1
        if self.steps < 0 or len(poly) > MAX_TERMS or poly.total_degree() > 4 * MAX_DEGREE:
            raise _TooLarge
        for c in poly.coeffs():
            if int(c.q).bit_length() > MAX_BITS or int(c.p).bit_length() > MAX_BITS:
                raise _TooLarge

    def _buchberger(self) -> bool:
        queue: list[tuple[int, int, int]] = []
        for j in range(len(self.basis)):
            self._enqueue(queue, j)
        done = 0
        while queue:
            degree, i, j = heapq.heappop(queue)
            if degree > MAX_DEGREE or done >= MAX_PAIRS:
                return False
            done += 1
            try:
                element = self._s_polynomial(i, j)
                rest, quotients = self._reduce(element.poly)
            except _TooLarge:
                return False
            if rest == 0:
                continue
            cofactors = dict(element.cofactors)
            for k, q in quotients.items():
                for index, c in self.basis[k].cofactors.items():
                    cofactors[index] = cofactors.get(index, 0) - q * c
            if any(c != 0 and len(c) > MAX_TERMS for c in cofactors.values()):
                return False
            self.basis.append(_Element(rest, cofactors))
            self._enqueue(queue, len(self.basis) - 1)
        return True

    def _enqueue(self, queue: list[tuple[int, int, int]], j: int) -> None:
        """The pairs of element j with those before it, by the degree of their common multiple."""
        self.leads.append(self._lead(j))
        for i in range(j):
            first, second = self.leads[i], self.leads[j]
            if any(a and b for a, b in zip(first, second, strict=True)):  # else it reduces to 0
                heapq.heappush(queue, (sum(map(max, first, second)), i, j))

    def _lead(self, i: int) -> tuple[int, ...]:
        return tuple(int(e) for e in self.basis[i].poly.monomial(0))

    def _s_polynomial(self, i: int, j: int) -> _Element:
        first, second = self.leads[i], self.leads[j]
        top = [max(a, b) for a, b in zip(first, second, strict=True)]
        out_poly: Any = 0
        cofactors: dict[int, Any] = {}
        for index, lead, sign in ((i, first, 1), (j, second, -1)):
            element = self.basis[index]
            exponents = tuple(a - b for a, b in zip(top, lead, strict=True))
            factor = self.ring.from_dict({exponents: sign / element.poly.coefficient(0)})
            out_poly = out_poly + factor * element.poly
            for k, c in element.cofactors.items():
                cofactors[k] = cofactors.get(k, 0) + factor * c
        return _Element(out_poly, cofactors)


def _divide(poly: Any, divisors: list[Any]) -> tuple[list[Any], Any]:
    """Quotients and remainder: poly = sum q_i d_i + r, no monomial of r divisible by a lead."""
    zero = poly - poly
    quotients = [zero for _ in divisors]
    for _ in range(MAX_STEPS):
        changed = False
        for i, d in enumerate(divisors):
            q, poly = divmod(poly, d)
            if q != 0:
                quotients[i] = quotients[i] + q
                changed = True
        if not changed:
            return quotients, poly
    raise _TooLarge


def membership(
    poly: Mapping[Monomial, Fraction], generators: Sequence[Mapping[Monomial, Fraction]]
) -> list[Any] | None:
    """Terms p_i with poly = sum p_i * generators[i], or None if none were found.

    >>> x, y = (("x", 1),), (("y", 1),)
    >>> membership({(("x", 2),): 1, (("y", 2),): -1}, [{x: 1, y: 1}])
    [['+', 'x', ['*', '-1', 'y']]]
    """
    try:
        ideal = Ideal([_fractions(g) for g in generators], _names([poly, *generators]))
    except ImportError:
        return None
    found = ideal.cofactors(ideal.poly(_fractions(poly)))
    if found is None:
        return None
    return [ideal.term(found[i]) if found.get(i, 0) != 0 else "0" for i in range(len(generators))]


def refute(literals: Sequence[LiteralLike]) -> Node | None:
    """A ``zero`` or ``leaf`` node, as :func:`proofs.positivity.finder.find` gives it, or None."""
    equal = [i for i, lit in enumerate(literals) if lit.rel == "=" and lit.poly]
    nonzero = [i for i, lit in enumerate(literals) if lit.rel == "!="]
    if not equal or len(equal) > 24:
        return None
    used = [literals[i].poly for i in (*equal, *nonzero)]
    names = _names(used)
    if len(names) > MAX_NAMES:
        return None
    inside = set(names)
    strict = [
        i
        for i, lit in enumerate(literals)
        if lit.rel == ">" and lit.poly and set(_names([lit.poly])) <= inside
    ][-8:]
    try:
        ideal = Ideal([literals[i].poly for i in equal], names)
    except (ImportError, _TooLarge):
        return None
    for k in nonzero:
        h = ideal.poly(literals[k].poly)
        for indices in _products(strict):
            factor = ideal.ring.constant(1)
            for i in indices:
                factor = factor * ideal.poly(literals[i].poly)
            found = ideal.cofactors(factor * h)
            if found is not None:
                node = _node(ideal, equal, found, indices, k)
                return node if check(literals, node) else None
    for indices in _products(strict):
        factor = ideal.ring.constant(1)
        for i in indices:
            factor = factor * ideal.poly(literals[i].poly)
        found = ideal.cofactors(factor)
        if found is not None:
            node = _node(ideal, equal, found, indices, None)
            return node if check(literals, node) else None
    return None


def _products(strict: list[int]) -> Iterator[tuple[int, ...]]:
    for n in range(3):
        yield from combinations_with_replacement(strict, n)
    for n in (3, 4):
        yield from ((i,) * n for i in strict[-1:])  # the negated goal comes last


def _node(
    ideal: Ideal, equal: list[int], found: dict[int, Any], used: tuple[int, ...], lit: int | None
) -> Node:
    mult = [[equal[i], ideal.term(-p)] for i, p in sorted(found.items()) if p != 0]
    body: dict[str, Any] = {} if lit is None else {"lit": lit}
    body |= {"terms": [["1", list(used), []]], "mult": mult}
    return {"leaf" if lit is None else "zero": body}


def _fractions(poly: Mapping[Monomial, Any]) -> Poly:
    return {m: Fraction(c) for m, c in poly.items()}


def _names(polys: Sequence[Mapping[Monomial, Any]]) -> list[str]:
    return sorted({name for poly in polys for m in poly for name, _ in m})
