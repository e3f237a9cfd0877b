"""Sumformers with one latent coordinate: tokens are quantised, and sums of powers name multisets.

Sumformer, Theorem 4.1, the discontinuous proof (Eq. 18-19, 29-35), made explicit.  A token x in
[0, 1]^d lies in the cell with coordinates

    q_k = min(floor(Delta x_k), Delta - 1),   k = 1, ..., d,

so that the last cells are closed (with the half-open cells of Eq. 29 a coordinate 1 lies in none),
and cells are numbered by ``sum_k q_k Delta^(k-1)``.  With ``phi(x) = B^cell(x)``,

    Sigma - phi(x_1) = sum_c (number of other tokens in cell c) B^c,

and for B >= n these numbers, at most n - 1, are the digits in base B: ``psi`` reads them off and
takes g at the corners q/Delta of the cells.  If g changes by at most L delta where no coordinate
changes by more than delta, then |f - S| <= L/Delta.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any

from constructions.sumformer import SemiInvariant

Token = Sequence[Fraction]
Cell = tuple[int, ...]


class OutsideCube(ValueError):
    """A token that is not in [0, 1]^d."""


def multiset_code(cells: Sequence[int], base: int) -> int:
    """sum_i base^(cell_i)."""
    return sum(base**cell for cell in cells)


def multiset_of(code: int, base: int) -> list[int]:
    """The cells, in increasing order, of which no more than base - 1 are equal.

    Raises:
        ValueError: the code is negative, or the base below 2.
    """
    if code < 0 or base < 2:
        raise ValueError("a code is a natural number, in a base of at least 2")
    cells, at = [], 0
    while code:
        code, digit = divmod(code, base)
        cells += [at] * digit
        at += 1
    return cells


@dataclass(frozen=True)
class QuantisedSumformer:
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
        """B = n, and 2 for one token."""
        return max(self.n, 2)

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
        """The cells of the other tokens, from Sigma - phi(x)."""
        return [self.cell(number) for number in multiset_of(Sigma - self.phi(x), self.base)]

    def psi(self, x: Token, Sigma: int) -> list[Fraction]:
        """g at the corners of the cells of x and of the other tokens.

        Raises:
            ValueError: Sigma is not the sum over n tokens of which x is one.
        """
        others = self.others(x, Sigma)
        if len(others) != self.n - 1:
            raise ValueError(f"Sigma is not that of {self.n} tokens")
        return self.value([self.corner(cell) for cell in (self.quantised(x), *others)])

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
            f"{max(g.n, 2)}^{steps**g.d - 1}; the limit is {MAX_CELLS} cells"
        )
    return QuantisedSumformer(g, steps)


def _product(values: Sequence[Fraction], exponents: Sequence[int]) -> Fraction:
    out = Fraction(1)
    for value, k in zip(values, exponents, strict=True):
        out *= value**k
    return out
