"""Polynomials near a Lipschitz semi-invariant g, with a certified error: Bernstein's.

On a box [low, high]^(n d), with u = (x - low)/(high - low) and N = n d coordinates,

    (B_m g)(x) = sum_k g(low + (high - low) k/m) prod_i C(m, k_i) u_i^k_i (1 - u_i)^(m - k_i).

If g changes by at most L_i |u_i - v_i| with coordinate i, or has second derivatives of size at most
M_i, then ``|B_m g - g| <= sum_i min(L_i/(2 sqrt m), M_i/(8 m))`` (``sumformer.thm4_1.bernstein``,
:func:`formula_error`).  That is far from sharp; :func:`certified_error` may find less, on cells:
B_m g - g changes by at most (D_i + L_i) |u_i - v_i|, where D_i = m max
|difference of neighbouring values|, so that its value in the middle of a cell bounds it there.

B_m g is semi-invariant as g is: exchanging tokens exchanges the points k/m.  Values that are not
rational are replaced by rational ones within tau, equal ones where tokens are exchanged, and tau
is part of the error.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import comb, factorial, isqrt, lcm, prod
from typing import TYPE_CHECKING, Any

from constructions.functions.errors import (
    FunctionError,
    NotDefined,
    NotLipschitz,
    ParseError,
    Undecided,
    quote,
    show,
)
from constructions.functions.expression import (
    Call,
    Expression,
    Number,
    Pi,
    Variable,
    add,
    divide,
    multiply,
    number,
    transform,
    walk,
)
from constructions.functions.function import Function
from constructions.sumformer import (
    NotSemiInvariant,
    SemiInvariant,
    coordinate,
    read_outputs,
)
from constructions.symmetry import difference_at, points, renamed, same
from constructions.systems import NumberError

if TYPE_CHECKING:
    from constructions.interop.polynomials import Sparse

MAX_VARIABLES = 6
"""n d for a g that is no polynomial."""
MAX_MONOMIALS = 5_000
"""Bound on the monomials (m + 1)^(n d) of a Bernstein polynomial."""
MAX_KEPT = 4_000
"""Points for which sums over the first variables are kept."""
MAX_CELLS, FEW_CELLS = 10_000, 2_500
"""Cells on which one degree is tried; fewer where the formula has a degree that does."""
MAX_TOKENS_SYMMETRISED = 5
PRECISION = Fraction(1, 1 << 24)
"""Values that are not rational are taken within this share of eps."""

RATIONAL = ("abs", "max", "min", "sign", "floor")
"""Functions with rational values at rational points."""

Decide = Callable[[Expression, Expression, Sequence[str], Fraction, Fraction], bool]


# --- the function --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """g(x_1; {x_2, ..., x_n}) on [low, high]^(n d), by expressions, shown to be semi-invariant.

    ``L``: what the user says that the constants of all coordinates are at most.  ``symmetrised``:
    the outputs are means over all orders of what the text says.
    """

    text: str
    n: int
    d: int
    outputs: tuple[Expression, ...]
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)
    L: Fraction | None = None
    symmetrised: bool = False

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise ParseError(f"low < high, got {show(self.low)} and {show(self.high)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The coordinates, token by token."""
        return tuple(
            coordinate(i, k, self.d) for i in range(1, self.n + 1) for k in range(1, self.d + 1)
        )

    @property
    def size(self) -> int:
        """N = n d."""
        return self.n * self.d

    def moved(self, node: Expression) -> Expression | None:
        """x -> low + (high - low) x, for :func:`transform`."""
        if not isinstance(node, Variable):
            return None
        return add(number(self.low), multiply(number(self.high - self.low), node))

    @cached_property
    def unit(self) -> tuple[Function, ...]:
        """u -> g(low + (high - low) u) in the variables of the cube."""
        from constructions.functions.cube import names

        known = dict(zip(self.names, names(self.size), strict=True))
        moved = (transform(g, self.moved) for g in self.outputs)
        return tuple(Function(self.text, renamed(g, known)) for g in moved)

    @cached_property
    def constants(self) -> tuple[tuple[Fraction, ...], ...]:
        """L_i in the coordinates u, for each output.

        Raises:
            FunctionError: g is not Lipschitz, or not known to be; L is too small.
        """
        return tuple(self._constants(g) for g in self.unit)

    @cached_property
    def curvatures(self) -> tuple[tuple[Fraction | None, ...], ...]:
        """M_i >= |second derivative along u_i|, None where there is none, for each output."""
        from constructions.functions.cube import cube_curvature

        found = []
        for g in self.unit:
            own = [cube_curvature(g, self.size, i) for i in range(min(2, self.n) * self.d)]
            found.append(tuple(own[: self.d] + own[self.d : 2 * self.d] * (self.n - 1)))
        return tuple(found)

    def _constants(self, g: Function) -> tuple[Fraction, ...]:
        from constructions.functions.cube import cube_constants

        first = list(range(min(2, self.n) * self.d))  # the other tokens are as the second
        width = self.high - self.low
        most = None if self.L is None else self.L * width
        try:
            found = cube_constants(g, self.size, first, most)
        except (NotDefined, NotLipschitz) as error:
            raise type(error)(self._at(str(error)), error.where) from None
        except Undecided as error:
            raise Undecided(self._at(str(error)), error.where) from None
        upper = list(found.upper)
        if most is not None:
            if max(found.lower) > most:
                raise FunctionError(
                    f"L = {show(self.L or most)} is too small: a slope of at least "
                    f"{show(max(found.lower) / width)} occurs, and L is for the sum of the "
                    "distances in all coordinates"
                )
            if max(upper) > most:
                raise Undecided(
                    f"it is not decided whether L = {show(self.L or most)} suffices: the largest "
                    f"slope is between {show(max(found.lower) / width)} and "
                    f"{show(max(upper) / width)}"
                )
        return tuple(upper[: self.d] + upper[self.d : 2 * self.d] * (self.n - 1))

    def _at(self, message: str) -> str:
        if (self.low, self.high) == (0, 1) and self.d == 1:
            return message
        return f"{message} (in coordinates of the unit cube, x1 to x{self.size})"

    def swapped(self, j: int) -> dict[str, str]:
        """The names with tokens j and j + 1 exchanged."""
        found: dict[str, str] = {}
        for k in range(1, self.d + 1):
            one, other = coordinate(j, k, self.d), coordinate(j + 1, k, self.d)
            found |= {one: other, other: one}
        return found


def check_semi_invariant(g: Target, decide: Decide | None = None) -> None:
    """Adjacent transpositions of x_2, ..., x_n do not change g.

    ``decide`` may prove what the normal form does not show.

    Raises:
        NotSemiInvariant: with a transposition and an exact point.
        Undecided: neither was found.
    """
    open_: list[tuple[int, Expression, Expression]] = []
    for expression in g.outputs:
        for j in range(2, g.n):
            other = renamed(expression, g.swapped(j))
            if same(expression, other):
                continue
            for point in points(g.names, g.low, g.high):
                values = difference_at(expression, other, point)
                if values is not None:
                    at = ", ".join(f"{name} = {q}" for name, q in point.items())
                    raise NotSemiInvariant(
                        f"g is not semi-invariant: at {at} it is {values[0]}, and {values[1]} "
                        f"with tokens {j} and {j + 1} exchanged"
                    )
            open_.append((j, expression, other))
    for j, expression, other in open_:
        if decide is None or not decide(expression, other, g.names, g.low, g.high):
            raise Undecided(
                f"it is not decided whether g is semi-invariant: exchanging tokens {j} and "
                f"{j + 1} is not seen to change it, and not proved to leave it as it is; "
                "symmetrise=yes takes the mean over all orders of x2, ..., xn"
            )


def symmetrised(outputs: Sequence[Expression], n: int, d: int) -> tuple[Expression, ...]:
    """The mean of g over all orders of the tokens x_2, ..., x_n.

    Raises:
        ParseError: too many tokens.
    """
    if n > MAX_TOKENS_SYMMETRISED:
        raise ParseError(f"at most {MAX_TOKENS_SYMMETRISED} tokens are symmetrised, got {n}")
    found = []
    for g in outputs:
        total: Expression = Number(Fraction(0))
        for order in permutations(range(2, n + 1)):
            names = {
                coordinate(i, k, d): coordinate(j, k, d)
                for i, j in zip(range(2, n + 1), order, strict=True)
                for k in range(1, d + 1)
            }
            total = add(total, renamed(g, names))
        found.append(divide(total, number(factorial(max(n - 1, 1)))))
    return tuple(found)


def parse_target(
    text: str,
    n: int,
    d: int,
    low: Fraction = Fraction(0),
    high: Fraction = Fraction(1),
    *,
    L: Fraction | None = None,
    symmetrise: bool = False,
    decide: Decide | None = None,
) -> Target:
    """Read g as :func:`constructions.sumformer.parse_semi_invariant` does, not only polynomials.

    Raises:
        ParseError, NotSemiInvariant, Undecided: see :func:`check_semi_invariant`.
    """
    outputs = read_outputs(text, n, d)
    if symmetrise:
        outputs = symmetrised(outputs, n, d)
    target = Target(text, n, d, outputs, low, high, L, symmetrise)
    if not polynomial_outputs(target):
        if n * d > MAX_VARIABLES:
            raise ParseError(
                f"a g that is no polynomial has at most {MAX_VARIABLES} coordinates, n d = {n * d}"
            )
        check_semi_invariant(target, decide)
    return target


def polynomial_outputs(g: Target) -> bool:
    """Whether all outputs are polynomials with rational coefficients."""
    from constructions.interop.polynomials import Ring

    ring = Ring(g.names)
    try:
        for output in g.outputs:
            ring.expand(output)
    except NumberError:
        return False
    return True


# --- tensors over {0, ..., m}^N ------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """Numbers value(k)/scale for k in {0, ..., m}^N, the last index first to change."""

    m: int
    size: int
    data: tuple[int, ...]
    scale: int
    _known: dict[tuple[Fraction, ...], tuple[list[int], int]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def steepness(self, axis: int) -> Fraction:
        """D_i = m max |difference of neighbours|: |dB/du_i| is at most this."""
        stride = (self.m + 1) ** (self.size - 1 - axis)
        most = 0
        for place, value in enumerate(self.data):
            if place // stride % (self.m + 1) < self.m:
                most = max(most, abs(self.data[place + stride] - value))
        return Fraction(self.m * most, self.scale)

    def at(self, u: Sequence[Fraction]) -> Fraction:
        """The Bernstein polynomial with these coefficients, at u."""
        left, scale = self._left(tuple(u))
        return Fraction(left[0], scale)

    def _left(self, u: tuple[Fraction, ...]) -> tuple[Sequence[int], int]:
        """The coefficients in the other variables, with the first ones at u; kept for reuse."""
        if not u:
            return self.data, self.scale
        found = self._known.get(u)
        if found is None:
            before, scale = self._left(u[:-1])
            row, bottom = _basis(self.m, u[-1])
            stride = len(before) // (self.m + 1)
            found = (
                [
                    sum(w * before[k * stride + place] for k, w in enumerate(row) if w)
                    for place in range(stride)
                ],
                scale * bottom,
            )
            if len(u) < self.size:
                if len(self._known) > MAX_KEPT:
                    self._known.clear()
                self._known[u] = found
        return found

    def coefficients(self, low: Fraction, width: Fraction) -> Sparse:
        """The same polynomial in the powers of x = low + width u."""
        m, size = self.m, self.size
        matrix = _powers(m, low, width)
        values: list[Any] = [Fraction(v, self.scale) for v in self.data]
        for axis in range(size):
            values = _along(values, m + 1, (m + 1) ** (size - 1 - axis), matrix)
        found = {}
        for exponents, value in zip(product(range(m + 1), repeat=size), values, strict=True):
            if value:
                found[exponents] = value
        return found


_rows: dict[tuple[int, Fraction], tuple[list[int], int]] = {}


def _basis(m: int, q: Fraction) -> tuple[list[int], int]:
    """C(m, k) q^k (1 - q)^(m - k) for all k, as integers over one denominator."""
    found = _rows.get((m, q))
    if found is None:
        if len(_rows) > 5_000:
            _rows.clear()
        p, s = q.numerator, q.denominator - q.numerator
        found = [comb(m, k) * p**k * s ** (m - k) for k in range(m + 1)], q.denominator**m
        _rows[m, q] = found
    return found


def _powers(m: int, low: Fraction, width: Fraction) -> list[list[Fraction]]:
    """Row a: the coefficients of the values in that of x^a, u = (x - low)/width."""
    in_u = [
        [
            Fraction(comb(m, a) * (-1) ** (a - k) * comb(a, k)) if k <= a else Fraction(0)
            for k in range(m + 1)
        ]
        for a in range(m + 1)
    ]
    if (low, width) == (0, 1):
        return in_u
    shift = [
        [comb(a, b) * (-low) ** (a - b) / width**a if b <= a else Fraction(0) for a in range(m + 1)]
        for b in range(m + 1)
    ]
    return [
        [
            sum((row[a] * in_u[a][k] for a in range(m + 1) if row[a]), Fraction(0))
            for k in range(m + 1)
        ]
        for row in shift
    ]


def _along(
    values: list[Any], size: int, stride: int, matrix: Sequence[Sequence[Fraction]]
) -> list[Any]:
    """A matrix applied along one axis."""
    out = list(values)
    for start in range(len(values)):
        if start // stride % size:
            continue
        column = values[start : start + size * stride : stride]
        for b, row in enumerate(matrix):
            out[start + b * stride] = sum(
                (q * v for q, v in zip(row, column, strict=True) if q and v), Fraction(0)
            )
    return out


class _Sampler:
    """Values of one output, within tau of g; the same where tokens 2, ..., n are exchanged."""

    def __init__(self, g: Target, output: int, tau: Fraction) -> None:
        self.f, self.n, self.d, self.tolerance = g.unit[output], g.n, g.d, tau
        from constructions.functions.cube import names

        self.names = names(g.size)
        inexact = any(
            isinstance(node, Pi) or (isinstance(node, Call) and node.name not in RATIONAL)
            for node in walk(self.f.expression)
        )
        self.tau = tau if inexact else Fraction(0)  # values that are found exactly are not rounded
        self._known: dict[tuple[Fraction, ...], Fraction] = {}

    def __call__(self, u: tuple[Fraction, ...]) -> Fraction:
        d = self.d
        tokens = [u[i : i + d] for i in range(0, len(u), d)]
        key = tuple(q for token in (tokens[0], *sorted(tokens[1:])) for q in token)
        value = self._known.get(key)
        if value is None:
            point = dict(zip(self.names, key, strict=True))
            value = self._known[key] = self.f.sample_at(point, self.tolerance)
        return value

    def values(self, m: int) -> Values:
        size = len(self.names)
        grid = [Fraction(k, m) for k in range(m + 1)]
        found = [self(u) for u in product(grid, repeat=size)]
        scale = lcm(*(value.denominator for value in found))
        return Values(m, size, tuple(int(value * scale) for value in found), scale)


# --- the error -----------------------------------------------------------------------------------


def formula_error(
    constants: Sequence[Fraction], curvatures: Sequence[Fraction | None], m: int
) -> Fraction:
    """sum_i min(L_i/(2 sqrt m), M_i/(8 m)), rounded up by 2^-32 relatively.

    Source: ``sumformer.thm4_1.bernstein``, ``.smooth`` and ``.added``.
    """
    root = Fraction(isqrt(m << 64), 1 << 32)
    parts = [
        L / (2 * root) if M is None else min(L / (2 * root), M / (8 * m))
        for L, M in zip(constants, curvatures, strict=True)
    ]
    return sum(parts, Fraction(0))


def certified_error(
    values: Values,
    g: _Sampler,
    constants: Sequence[Fraction],
    below: Fraction,
    cells: int = MAX_CELLS,
) -> tuple[Fraction, Fraction] | None:
    """(reached, bound) with reached <= sup |B - g| <= bound < below, over the unit cube.

    None if that is not so, or not seen on so many cells.
    """
    size, d = values.size, g.d
    steep = [values.steepness(axis) + L for axis, L in enumerate(constants)]
    order: Callable[[Sequence[tuple[Fraction, Fraction]]], bool] = lambda cell: any(  # noqa: E731
        cell[i][0] > cell[i + d][1] for i in range(d, size - d, d)
    )
    if _least_cells(steep, below) > cells * factorial(max(size // d - 1, 1)):
        return None
    reached = Fraction(0)
    heap: list[tuple[Fraction, int, tuple[tuple[Fraction, Fraction], ...]]] = []
    waiting = [((Fraction(0), Fraction(1)),) * size]
    count = 0
    while True:
        for cell in waiting:
            if order(cell):  # its points have their tokens in another order
                continue
            count += 1
            middle = tuple((lo + hi) / 2 for lo, hi in cell)
            gap = abs(values.at(middle) - g(middle))
            reached = max(reached, gap - g.tau)
            reach = sum((s * (hi - lo) for s, (lo, hi) in zip(steep, cell, strict=True)),
                        Fraction(0)) / 2  # fmt: skip
            heapq.heappush(heap, (-_up(gap + g.tau + reach), count, cell))
        top = -heap[0][0]
        if top < below:
            return max(reached, Fraction(0)), top
        if reached >= below or count >= cells:
            return None
        cell = heapq.heappop(heap)[2]
        axis = max(range(size), key=lambda i: steep[i] * (cell[i][1] - cell[i][0]))
        lo, hi = cell[axis]
        half = (lo + hi) / 2
        waiting = [(*cell[:axis], side, *cell[axis + 1 :]) for side in ((lo, half), (half, hi))]


def _least_cells(steep: Sequence[Fraction], below: Fraction) -> Fraction:
    """So many cells, at least, are needed: each has sum_i s_i h_i/2 < below for its sides h_i.

    A product of sides is then at most (2 below/N)^N / prod s_i, and all of them fill the cube.
    """
    used = [s for s in steep if s]
    return prod((s * len(used) / (2 * below) for s in used), start=Fraction(1))


def _up(q: Fraction, bits: int = 40) -> Fraction:
    return Fraction(-((-q.numerator << bits) // q.denominator), 1 << bits)


def _probes(g: _Sampler) -> Iterator[tuple[Fraction, ...]]:
    """Points at which a bad degree shows: equal tokens, and the points of a coarse grid."""
    size = len(g.names)
    for k in range(1, 8):
        yield (Fraction(k, 8),) * size
    if size <= 4:
        yield from product((Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)), repeat=size)


@dataclass(frozen=True)
class Near:
    """A semi-invariant polynomial with sup |g - P| between ``reached`` and ``bound`` on the box.

    ``bounds`` are for each output.  ``method``: "exact" (g is P), "Lipschitz" (sum L_i/(2 sqrt
    m)), "curvature" (:func:`formula_error` with some M_i) or "cells" (:func:`certified_error`).
    ``degree`` is m; ``tau`` how far the values of g at the points may be from those taken.
    """

    target: Target
    values: tuple[Values, ...]
    degree: int
    method: str
    bounds: tuple[Fraction, ...]
    reached: Fraction
    tau: Fraction

    @cached_property
    def polynomial(self) -> SemiInvariant:
        """P in the coordinates x; checked to be semi-invariant."""
        return self._in(self.target.low, self.target.high - self.target.low)

    @cached_property
    def in_unit(self) -> SemiInvariant:
        """P in the coordinates u = (x - low)/(high - low) of the cube."""
        return self._in(Fraction(0), Fraction(1))

    def _in(self, low: Fraction, width: Fraction) -> SemiInvariant:
        g = self.target
        if self.values:
            data = tuple(values.coefficients(low, width) for values in self.values)
            return SemiInvariant(g.n, g.d, g.outputs, data)
        outputs = g.outputs
        if (low, width) != (g.low, g.high - g.low):
            outputs = tuple(transform(output, g.moved) for output in outputs)
        return SemiInvariant(g.n, g.d, outputs)

    @property
    def bound(self) -> Fraction:
        return max(self.bounds)

    @property
    def says(self) -> str:
        """What is known of the error, in one line."""
        if self.method == "exact":
            return "g is a polynomial, and taken as it is"
        value = float(_up(self.bound, 20))
        return f"degree m = {self.degree} in each, |g - P| <= {value:.6f} by {HOW[self.method]}"


HOW = {
    "Lipschitz": "sum of L_i/(2 sqrt m)",
    "curvature": "sum of min(L_i/(2 sqrt m), M_i/(8 m))",
    "cells": "Lipschitz bounds on cells",
}


def exact(g: Target) -> Near:
    """P = g for a polynomial g.

    Raises:
        NumberError: g is none.
    """
    none = (Fraction(0),) * len(g.outputs)
    near = Near(g, (), 0, "exact", none, Fraction(0), Fraction(0))
    try:
        near.polynomial  # noqa: B018  (checked where it is made)
    except NumberError as error:
        raise NumberError(f"g = {quote(g.text)}: {error}") from None
    return near


@lru_cache(maxsize=16)
def approximate(g: Target, eps: Fraction) -> Near:
    """A polynomial with sup |g - P| < eps on the box: g itself, or a Bernstein polynomial.

    Of a degree m that is seen to do, by the formula or on cells; found by halving, so that it is
    about the least.

    Raises:
        ValueError: eps <= 0, or the polynomial would have more than :data:`MAX_MONOMIALS`
            monomials.
        FunctionError: see :attr:`Target.constants`.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {show(eps)}")
    if polynomial_outputs(g):
        return exact(g)
    tau = eps * PRECISION
    samplers = [_Sampler(g, output, tau) for output in range(len(g.outputs))]
    largest = _largest_degree(g.size)
    pairs = list(zip(g.constants, g.curvatures, strict=True))
    sure = max(_sure_degree(constants, curved, eps - tau) for constants, curved in pairs)
    most = min(sure, largest)
    first = _first_degree(samplers, eps, most)
    cells = FEW_CELLS if sure <= largest else MAX_CELLS
    found = None if first is None else _of_degree(g, samplers, most, eps, most >= sure, cells)
    if first is not None and found is not None:
        low = first - 1
        while found.degree - low > 1 and found.degree > low + low // 8:
            half = (low + found.degree) // 2
            better = _of_degree(g, samplers, half, eps, half >= sure, cells)
            low, found = (half, found) if better is None else (low, better)
        return found
    raise ValueError(
        f"no polynomial within {show(eps)} of g is found: the bound asks for degree "
        f"{_count(sure)} in each of {g.size} coordinates, no degree up to {largest} is seen to do, "
        f"and at most {MAX_MONOMIALS} monomials are used: take a larger eps"
    )


def _count(m: int) -> str:
    return str(m) if m < 10**12 else "more than 10^12"


def _largest_degree(size: int) -> int:
    m = 1
    while (m + 2) ** size <= MAX_MONOMIALS:
        m += 1
    return m


def _sure_degree(
    constants: Sequence[Fraction], curvatures: Sequence[Fraction | None], eps: Fraction
) -> int:
    """The least m with formula_error < eps; it decreases in m."""
    high = 1
    while formula_error(constants, curvatures, high) >= eps:
        high *= 2
    low = high // 2  # 0, or too small
    while high - low > 1:
        half = (low + high) // 2
        low, high = (
            (low, half) if formula_error(constants, curvatures, half) < eps else (half, high)
        )
    return high


def _first_degree(samplers: Sequence[_Sampler], eps: Fraction, most: int) -> int | None:
    """About the least degree that no probe speaks against; None if there is none up to ``most``."""

    def bad(m: int) -> bool:
        for g in samplers:
            values = g.values(m)
            if any(abs(values.at(u) - g(u)) - g.tau >= eps for u in _probes(g)):
                return True
        return False

    if bad(most):
        return None
    low, high = 0, most  # low is bad, high is not
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if bad(half) else (low, half)
    return high


def _of_degree(
    g: Target, samplers: Sequence[_Sampler], m: int, eps: Fraction, sure: bool, cells: int
) -> Near | None:
    tensors, bounds, reached, method = [], [], Fraction(0), "cells"
    for sampler, constants in zip(samplers, g.constants, strict=True):
        values = sampler.values(m)
        tensors.append(values)
        found = certified_error(values, sampler, constants, eps, cells)
        if found is None and not sure:
            return None
        if found is None:  # one way for all outputs
            method = "Lipschitz"
            continue
        reached = max(reached, found[0])
        bounds.append(found[1])
    if method != "cells":
        if any(M is not None for curved in g.curvatures for M in curved):
            method = "curvature"
        bounds = [
            _up(formula_error(constants, curved, m) + sampler.tau, 64)
            for constants, curved, sampler in zip(g.constants, g.curvatures, samplers, strict=True)
        ]
    if method != "cells" and max(bounds) >= eps:
        return None
    for sampler, values in zip(samplers, tensors, strict=True):
        gaps = (abs(values.at(u) - sampler(u)) - sampler.tau for u in _probes(sampler))
        reached = max(reached, *gaps)
    tau = max(sampler.tau for sampler in samplers)
    return Near(g, tuple(tensors), m, method, tuple(bounds), reached, tau)


__all__ = [
    "MAX_MONOMIALS",
    "MAX_VARIABLES",
    "Near",
    "Target",
    "approximate",
    "certified_error",
    "check_semi_invariant",
    "exact",
    "formula_error",
    "parse_target",
    "polynomial_outputs",
    "symmetrised",
]
