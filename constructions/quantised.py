"""Sumformers with one latent coordinate: tokens are quantised, and sums of powers name multisets.

Sumformer, Theorem 4.1, the discontinuous proof (Eq. 18-19, 29-35), made explicit.  A token x in
[0, 1]^d lies in the cell with coordinates

    q_k = min(floor(Delta x_k), Delta - 1),   k = 1, ..., d,

so that the last cells are closed (with the half-open cells of Eq. 29 a coordinate 1 lies in none),
and cells are numbered by ``sum_k q_k Delta^(k-1)``.  With ``phi(x) = B^cell(x)``,

    Sigma - phi(x_1) = sum_c (number of other tokens in cell c) B^c,

and for B >= max(n - 1, 2) this names them: ``psi`` reads them off and takes g at the corners
q/Delta of the cells.  (These numbers have the sum n - 1, so they are the digits in base B, but for
B = n - 1 other tokens that are all in one cell c: their code is B^(c + 1).)  If g changes by at
most L delta where no coordinate changes by more than delta, then |f - S| <= L/Delta.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, floor
from typing import Any

from constructions.displayed import Displayed
from constructions.sumformer import SemiInvariant

Token = Sequence[Fraction]
Cell = tuple[int, ...]


class OutsideCube(ValueError):
    """A token that is not in [0, 1]^d."""


def multiset_of(code: int, base: int, size: int | None = None) -> list[int]:
    """The cells, in increasing order, of which no more than base - 1 are equal.

    Where their number ``size`` is known and at most the base, they may also be all equal.

    Raises:
        ValueError: the code is negative, the base below 2, or no ``size`` cells have the code.
    """
    if code < 0 or base < 2:
        raise ValueError("a code is a natural number, in a base of at least 2")
    cells, at, left = [], 0, code
    while left:
        left, digit = divmod(left, base)
        cells += [at] * digit
        at += 1
    if size is None or len(cells) == size:
        return cells
    if size == base and len(cells) == 1 and cells[0]:  # B times B^c is B^(c + 1)
        return [cells[0] - 1] * size
    raise ValueError(f"{code} is not the code of {size} cells in base {base}")


def least_base(size: int, cells: int) -> int:
    """The least integer base in which the codes of ``size`` of ``cells`` cells differ.

    2 for one token and for two cells, ``size`` from three cells on; 1 where there is one multiset.
    """
    if size == 0 or cells <= 1:
        return 1
    return 2 if cells == 2 else max(size, 2)


def code_bits(size: int, cells: int, base: int) -> int:
    """Bits of the largest code, size base^(cells - 1)."""
    return (size * base ** (cells - 1)).bit_length()


def multisets(size: int, cells: int) -> int:
    """C(cells + size - 1, size): how many values any code of them has."""
    return comb(cells + size - 1, size)


@dataclass(frozen=True, repr=False)
class MultisetCode(Displayed):
    """phi(u) = B^u: the sum over ``size`` of the cells 0, ..., ``cells`` - 1 names them.

    Raises:
        ValueError: no token or no cell, or a base below max(:func:`least_base`, 2).
    """

    size: int
    cells: int
    base: int

    def __post_init__(self) -> None:
        if self.size < 1 or self.cells < 1:
            raise ValueError("at least one token and one cell")
        least = max(least_base(self.size, self.cells), 2)
        if self.base < least:
            raise ValueError(
                f"the base B is at least {least}: the number of tokens, or 2 for up to two cells"
            )

    def phi(self, cell: int) -> int:
        """B^u.

        Raises:
            ValueError: there is no such cell.
        """
        return int(self.base ** _known(cell, self.cells))

    def encode(self, cells: Sequence[int]) -> int:
        """Sigma."""
        return sum(map(self.phi, cells))

    def decode(self, code: int) -> list[int]:
        """The cells in increasing order.

        Raises:
            ValueError: no ``size`` cells have this code.
        """
        if self.cells <= 2:  # n + (B - 1) (number of ones)
            ones, rest = divmod(code - self.size, self.base - 1)
            if rest or not 0 <= ones <= (self.size if self.cells == 2 else 0):
                raise ValueError(f"{code} is not the code of {self.size} of {self.cells} cells")
            return [0] * (self.size - ones) + [1] * ones
        found = multiset_of(code, self.base, self.size)
        if any(cell >= self.cells for cell in found):
            raise ValueError(f"there are {self.cells} cells")
        return found

    @property
    def bits(self) -> int:
        """Bits of the largest code, n B^(c - 1)."""
        return code_bits(self.size, self.cells, self.base)

    @property
    def layer(self) -> str:
        return (
            f"code of {self.size} of {self.cells} cells in base {self.base}: "
            f"{self.bits} bits, where {least_bits(self.size, self.cells)} is the least"
        )

    def cost(self) -> dict[str, Any]:
        """Sizes: one latent coordinate, and the largest value of phi."""
        return _code_cost(self.cells, self.phi(self.cells - 1))

    def to_json(self) -> dict[str, Any]:
        return _code_json("B^u", self.size, self.cells, self.base, self.bits)

    def dumps(self) -> str:
        """:meth:`to_json` as text."""
        return json.dumps(self.to_json(), indent=1) + "\n"


@dataclass(frozen=True, repr=False)
class ShortCode(MultisetCode):
    """The same in a base below :func:`least_base`: some multisets have one sum.

    In every base B < n with three cells or more, B + 1 tokens in a cell u + 1 have the sum of B in
    u and one in u + 2, since (B + 1) B = B + B^2.

    Raises:
        ValueError: no token or no cell, or a base below 2.
    """

    def __post_init__(self) -> None:
        if self.size < 1 or self.cells < 1:
            raise ValueError("at least one token and one cell")
        if self.base < 2:
            raise ValueError("the base B is at least 2")

    def decode(self, code: int) -> list[int]:
        """The cells in increasing order, where only one multiset has this code.

        Raises:
            ValueError: two multisets of ``size`` cells have it, or none.
        """
        found = next(self.coded(code), None)
        if found is None or self.other(found) is not None:
            raise ValueError(f"{code} does not name {self.size} of {self.cells} cells")
        return found

    def coded(self, code: int) -> Iterator[list[int]]:
        """The multisets of ``size`` cells with this code, each in increasing order."""

        def below(top: int, left: int, rest: int) -> Iterator[list[int]]:
            if left == 0 or rest < left:
                yield from [[]] if left == rest == 0 else []
                return
            largest = top  # of the cells that are still to come
            while self.base**largest > rest:
                largest -= 1
            while largest >= 0 and left * self.base**largest >= rest:
                value = self.base**largest
                for times in range(min(left, rest // value), 0, -1):
                    for others in below(largest - 1, left - times, rest - times * value):
                        yield [*others, *[largest] * times]
                largest -= 1

        yield from below(self.cells - 1, self.size, code)

    def other(self, cells: Sequence[int]) -> list[int] | None:
        """Another multiset with the sum of these cells, if there is one."""
        own = sorted(cells)
        return next((found for found in self.coded(self.encode(cells)) if found != own), None)


def least_bits(size: int, cells: int) -> int:
    """Bits of the numbers below C(c + n - 1, n): no code of all multisets has fewer."""
    return (multisets(size, cells) - 1).bit_length()


def _known(cell: int, cells: int) -> int:
    if not 0 <= cell < cells:
        raise ValueError(f"cells are numbered from 0 to {cells - 1}")
    return cell


def _code_cost(cells: int, largest: int, zeros: int = 0) -> dict[str, Any]:
    bits = largest.bit_length()
    return {
        "units": 1,
        "width": 1,
        "depth": 1,
        "parameters": cells,
        "nonzero": cells - zeros,
        "largest_weight": str(largest) if bits <= 4096 else f"about 2^{bits}",
    }


def _code_json(phi: str, size: int, cells: int, base: int, bits: int) -> dict[str, Any]:
    return {
        "format": "netproof code of multisets",
        "phi": phi,
        "size": size,
        "cells": cells,
        "base": base,
        "bits": bits,
        "least_bits": least_bits(size, cells),
    }


@dataclass(frozen=True, repr=False)
class PackedCode(Displayed):
    """phi(u) = u + u^2 M + ... + u^K M^(K - 1), K = 2 ``size``: power sums as digits in base M.

    The sum over ``size`` of the cells 0, ..., ``cells`` - 1 names them.
    """

    size: int
    cells: int

    def __post_init__(self) -> None:
        if self.size < 1 or self.cells < 1:
            raise ValueError("at least one token and one cell")

    @property
    def degree(self) -> int:
        """K, the number of digits."""
        return 2 * self.size

    @property
    def base(self) -> int:
        """M = n (c - 1)^K + 1, above all power sums."""
        return int(self.size * (self.cells - 1) ** self.degree + 1)

    def phi(self, cell: int) -> int:
        """The code of one cell.

        Raises:
            ValueError: there is no such cell.
        """
        u = _known(cell, self.cells)
        return sum(u**k * self.base ** (k - 1) for k in range(1, self.degree + 1))

    def encode(self, cells: Sequence[int]) -> int:
        """Sigma."""
        return sum(map(self.phi, cells))

    def decode(self, code: int) -> list[int]:
        """The cells in increasing order: the roots of prod (t - u_j), by Newton's identities.

        Raises:
            ValueError: no ``size`` cells have this code.
        """
        digits, left = [], code
        for _ in range(self.size):
            left, digit = divmod(left, self.base)
            digits.append(digit)
        elementary = [Fraction(1)]
        for k in range(1, self.size + 1):
            signed = ((-1) ** (i - 1) * elementary[k - i] * digits[i - 1] for i in range(1, k + 1))
            elementary.append(sum(signed, Fraction(0)) / k)
        found: list[int] = []
        polynomial = [(-1) ** k * e for k, e in enumerate(elementary)]
        for cell in range(self.cells):
            while len(polynomial) > 1:
                quotient = _divided(polynomial, cell)
                if quotient.pop():
                    break
                polynomial = quotient
                found.append(cell)
        if len(found) != self.size or self.encode(found) != code:
            raise ValueError(f"{code} is not the code of {self.size} cells")
        return found

    @property
    def bits(self) -> int:
        """Bits of the largest code."""
        return (self.size * self.phi(self.cells - 1)).bit_length()

    @property
    def layer(self) -> str:
        return (
            f"power sums of {self.size} of {self.cells} cells as digits: {self.bits} bits, where "
            f"{least_bits(self.size, self.cells)} is the least"
        )

    def cost(self) -> dict[str, Any]:
        """Sizes: one latent coordinate, and the largest value of phi."""
        return _code_cost(self.cells, self.phi(self.cells - 1), zeros=1)  # phi(0) = 0

    def to_json(self) -> dict[str, Any]:
        phi = "sum_(k=1)^(2 size) u^k base^(k-1)"
        return _code_json(phi, self.size, self.cells, self.base, self.bits)

    def dumps(self) -> str:
        """:meth:`to_json` as text."""
        return json.dumps(self.to_json(), indent=1) + "\n"


def _divided(polynomial: Sequence[Fraction], root: int) -> list[Fraction]:
    """Quotient by t - root, from the highest power on, and the remainder at the end."""
    out = [polynomial[0]]
    for coefficient in polynomial[1:]:
        out.append(out[-1] * root + coefficient)
    return out


@dataclass(frozen=True, repr=False)
class QuantisedSumformer(Displayed):
    """S(X)_i = psi(x_i, Sigma) of a semi-invariant polynomial g on [0, 1]^d, with d' = 1.

    ``steps`` is Delta, the number of cells for each coordinate.
    """

    g: SemiInvariant
    steps: int

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise ValueError("at least one cell for each coordinate")

    @property
    def n(self) -> int:
        return self.g.n

    @property
    def d(self) -> int:
        return self.g.d

    @property
    def base(self) -> int:
        """B = n - 1, and 2 for up to three tokens."""
        return max(self.n - 1, 2)

    @property
    def latent(self) -> int:
        """d'."""
        return 1

    @property
    def cells(self) -> int:
        """Delta^d."""
        return self.steps**self.d

    # --- phi ---

    def quantised(self, x: Token) -> Cell:
        """q(x): for each coordinate the number of its cell.

        Raises:
            OutsideCube: a coordinate is not in [0, 1].
        """
        if len(x) != self.d or any(not 0 <= value <= 1 for value in x):
            raise OutsideCube(f"a token has {self.d} coordinates from 0 to 1")
        return tuple(min(floor(self.steps * value), self.steps - 1) for value in x)

    def number(self, cell: Cell) -> int:
        """sum_k q_k Delta^(k-1)."""
        return sum(q * self.steps**k for k, q in enumerate(cell))

    def cell(self, number: int) -> Cell:
        """The cell with this number."""
        return tuple(number // self.steps**k % self.steps for k in range(self.d))

    def corner(self, cell: Cell) -> list[Fraction]:
        """The grid point q/Delta."""
        return [Fraction(q, self.steps) for q in cell]

    def phi(self, x: Token) -> int:
        """B^cell(x)."""
        return self.base ** self.number(self.quantised(x))

    # --- psi ---

    def others(self, x: Token, Sigma: int) -> list[Cell]:
        """The cells of the other tokens, from Sigma - phi(x).

        Raises:
            OutsideCube: x is not in the cube.
            ValueError: Sigma is not the sum over n tokens of which x is one.
        """
        code = Sigma - self.phi(x)
        numbers = multiset_of(code, self.base, self.n - 1)
        if any(number >= self.cells for number in numbers):
            raise ValueError(f"there are {self.cells} cells")
        return [self.cell(number) for number in numbers]

    def psi(self, x: Token, Sigma: int) -> list[Fraction]:
        """g at the corners of the cells of x and of the other tokens.

        Raises:
            OutsideCube: x is not in the cube.
            ValueError: Sigma is not the sum over n tokens of which x is one.
        """
        own = self.quantised(x)
        try:
            others = self.others(x, Sigma)
        except ValueError:
            raise ValueError(f"Sigma is not that of {self.n} tokens") from None
        return self.value([self.corner(cell) for cell in (own, *others)])

    def __call__(self, X: Sequence[Token]) -> list[list[Fraction]]:
        """S(X), Eq. 14, 15."""
        if len(X) != self.n:
            raise ValueError(f"X has {self.n} tokens")
        Sigma = sum(self.phi(x) for x in X)
        return [self.psi(x, Sigma) for x in X]

    # --- g and the error ---

    @cached_property
    def _terms(self) -> list[dict[tuple[int, ...], Fraction]]:
        from constructions.interop.polynomials import sparse

        return [sparse(polynomial) for polynomial in self.g.polynomials]

    def value(self, X: Sequence[Token]) -> list[Fraction]:
        """g(x_1; x_2, ..., x_n), exactly."""
        flat = [value for x in X for value in x]
        return [
            sum((c * _product(flat, exponents) for exponents, c in terms.items()), Fraction(0))
            for terms in self._terms
        ]

    def f(self, X: Sequence[Token]) -> list[list[Fraction]]:
        """f(X)_i = g(x_i; the others)."""
        return [self.value([X[i], *X[:i], *X[i + 1 :]]) for i in range(len(X))]

    @property
    def lipschitz(self) -> Fraction:
        """L = max over the outputs of sum_a |c_a| |a|, a bound on [0, 1]^(n d)."""
        return lipschitz_bound(self.g)

    @property
    def bound(self) -> Fraction:
        """L/Delta, a bound of |f - S| on [0, 1]^(n d)."""
        return self.lipschitz / self.steps

    @property
    def layer(self) -> str:
        return f"Sumformer with d' = 1, {self.steps} cells for each coordinate, base {self.base}"

    def cost(self) -> dict[str, Any]:
        """Sizes: d' = 1, and what psi distinguishes."""
        largest = self.base ** (self.cells - 1) if self.cells <= 4096 else 0
        return {
            "units": self.latent,
            "width": self.latent,
            "depth": 1,
            "parameters": self.cells,
            "nonzero": self.cells,
            "largest_weight": str(largest) if largest else f"{self.base}^{self.cells - 1}",
        }

    def to_json(self) -> dict[str, Any]:
        """Delta, B and g: all that phi and psi are made of."""
        return {
            "format": "netproof sumformer",
            "n": self.n,
            "d": self.d,
            "latent": self.latent,
            "steps": self.steps,
            "base": self.base,
            "phi": "B^(sum_k min(floor(steps x_k), steps - 1) steps^(k-1))",
            "g": [
                [{"exponents": list(e), "coefficient": str(c)} for e, c in sorted(terms.items())]
                for terms in self._terms
            ],
        }

    def dumps(self) -> str:
        """:meth:`to_json` as text."""
        return json.dumps(self.to_json(), indent=1) + "\n"


def lipschitz_bound(g: SemiInvariant) -> Fraction:
    """max over the outputs of sum_a |c_a| |a|: |g(X) - g(Y)| <= L max |x_ik - y_ik| on the cube."""
    from constructions.interop.polynomials import sparse

    return max(
        sum((abs(c) * sum(exponents) for exponents, c in sparse(polynomial).items()), Fraction(0))
        for polynomial in g.polynomials
    )


MAX_CELLS = 4096
"""Bound on the cells Delta^d: phi has values up to B^(Delta^d - 1)."""


def quantise(g: SemiInvariant, eps: Fraction) -> QuantisedSumformer:
    """The Sumformer with Delta = floor(L/eps) + 1, so that |f - S| <= L/Delta < eps on the cube.

    Raises:
        ValueError: eps <= 0, or more than :data:`MAX_CELLS` cells.
    """
    if eps <= 0:
        raise ValueError("eps must be positive")
    steps = floor(lipschitz_bound(g) / eps) + 1
    if steps**g.d > MAX_CELLS:
        raise ValueError(
            f"eps = {eps} takes {steps}^{g.d} cells, and phi numbers up to "
            f"{max(g.n - 1, 2)}^{steps**g.d - 1}; the limit is {MAX_CELLS} cells"
        )
    return QuantisedSumformer(g, steps)


def _product(values: Sequence[Fraction], exponents: Sequence[int]) -> Fraction:
    out = Fraction(1)
    for value, k in zip(values, exponents, strict=True):
        out *= value**k
    return out
