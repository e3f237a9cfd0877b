"""Polynomials over the rationals, by python-flint: the ring Q[names], sparse data in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Number,
    Pi,
    Power,
    Program,
    variables,
    walk,
)
from constructions.systems import NumberError

Exponents = tuple[int, ...]
Sparse = dict[Exponents, Fraction]
MAX_TERMS = 200_000
"""Bound on the terms of a polynomial while an expression is expanded."""


class Ring:
    """The ring Q[names]; its values are flint's ``fmpq_mpoly``."""

    name = "polynomials"

    def __init__(self, names: Sequence[str]) -> None:
        from flint import Ordering, fmpq_mpoly_ctx

        self.names = tuple(names)
        self.context = fmpq_mpoly_ctx.get(self.names or ("unused",), Ordering.degrevlex)
        self.generators: dict[str, Any] = dict(zip(self.names, self.context.gens(), strict=False))

    def const(self, q: int | Fraction) -> Any:
        from flint import fmpq

        return self.context.constant(fmpq(q.numerator, q.denominator))

    def monomial(self, exponents: Exponents) -> Any:
        return self.context.from_dict({exponents: 1})

    def from_sparse(self, data: Mapping[Exponents, Fraction]) -> Any:
        from flint import fmpq

        return self.context.from_dict(
            {e: fmpq(c.numerator, c.denominator) for e, c in data.items()}
        )

    def expand(self, expression: Expression) -> Any:
        """The polynomial that an expression is.

        Raises:
            NumberError: it is none (a function, a quotient by an expression with variables, pi),
                or it may have more than :data:`MAX_TERMS` terms.
        """
        _bound(expression, len(self.names))
        system: Any = _Arithmetic(self)
        return Program(expression).run(system, self.generators)


class _Arithmetic:
    """What expansion needs of a number system; :func:`_bound` has refused all else."""

    name = "polynomials"

    def __init__(self, ring: Ring) -> None:
        self.const = ring.const

    def power(self, base: Any, exponent: int) -> Any:
        return base**exponent if exponent >= 0 else 1 / base ** (-exponent)


def _bound(expression: Expression, count: int) -> tuple[int, int]:
    """Bounds on the number of terms and on the degree; raises NumberError (see Ring.expand)."""
    known: dict[Expression, tuple[int, int]] = {}
    for node in walk(expression):
        parts = [known[child] for child in node.children()]
        if isinstance(node, Call):
            raise NumberError(f"{node.name} is no polynomial")
        if isinstance(node, Pi):
            raise NumberError("pi is no rational number; a polynomial has rational coefficients")
        if isinstance(node, Power):
            (size, degree), k = parts[0], node.exponent
            if k < 0:
                _constant(node.base, "a reciprocal")
            bound = (comb(size + k - 1, k), degree * k) if k >= 0 else (1, 0)
        elif isinstance(node, Binary) and node.operator in "+-":
            bound = parts[0][0] + parts[1][0], max(parts[0][1], parts[1][1])
        elif isinstance(node, Binary) and node.operator == "*":
            bound = parts[0][0] * parts[1][0], parts[0][1] + parts[1][1]
        elif isinstance(node, Binary):
            _constant(node.right, "a quotient")
            bound = parts[0]
        else:
            bound = parts[0] if parts else (1, 0 if isinstance(node, Number) else 1)
        size, degree = bound
        known[node] = min(size, comb(degree + count, count)), degree
        if known[node][0] > MAX_TERMS:
            raise NumberError(f"expanded it may have more than {MAX_TERMS} terms")
    return known[expression]


def _constant(divisor: Expression, what: str) -> None:
    if variables(divisor):
        raise NumberError(f"{what} by an expression with variables is no polynomial")
    if not isinstance(divisor, Number) or divisor.value == 0:
        raise NumberError(f"{what} by an expression that is 0, or no rational number")


def sparse(polynomial: Any) -> Sparse:
    """Exponents and exact coefficients of a flint polynomial."""
    return {e: Fraction(int(c.p), int(c.q)) for e, c in terms(polynomial)}


def terms(polynomial: Any) -> Iterator[tuple[Exponents, Any]]:
    """Exponents and flint rationals."""
    for exponents, c in zip(polynomial.monoms(), polynomial.coeffs(), strict=True):
        yield tuple(map(int, exponents)), c
