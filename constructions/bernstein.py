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

Degrees are tried upwards, and the work is counted (:data:`MAX_WORK`): a request ends with a
polynomial or with one line, in about 30 seconds of one core.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import factorial, isqrt, lcm, prod
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
    Binary,
    Call,
    Expression,
    Number,
    Pi,
    Power,
    Variable,
    add,
    divide,
    multiply,
    number,
    transform,
    variables,
    walk,
)
from constructions.functions.function import Function, shortest_dyadic
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
"""n d for a g that is no polynomial, and that a polynomial is looked for."""
MAX_MONOMIALS = 5_000
"""Bound on the monomials (m + 1)^(n d) of a Bernstein polynomial."""
MAX_KEPT = 4_000
"""Points for which sums over the first variables are kept."""
MAX_CELLS, FEW_CELLS = 10_000, 2_500
"""Cells on which one degree is tried; fewer where the formula has a degree that does."""
MAX_WORK = 16_000_000
"""Units of about a microsecond for the search of a degree; see :class:`Work`."""
VALUE_WORK, NODE_WORK, CALL_WORK, CELL_WORK = 20, 6, 40, 100
"""Units for a value of g, each step of its program, each exp, sin, ... there, and a cell."""
MAX_STEPS, SLOPE_WORK = 1_200, 12_000
"""Steps of g times coordinates whose slopes are found, and units for each."""
SHARE, LAST = Fraction(1, 4), Fraction(3, 4)
"""Shares of the work left for one degree, and for the largest."""
EXACT_DEGREE = 64
"""Above it polynomials in one variable are evaluated in balls of :data:`BITS` bits."""
BITS = 192
LONG = 2_048
"""Bits of a common denominator above which values of quotients are rounded."""
MAX_TOKENS_SYMMETRISED = 5
PRECISION = Fraction(1, 1 << 24)
"""Values that are not rational are taken within this share of eps."""

RATIONAL = ("abs", "max", "min", "sign", "floor")
"""Functions with rational values at rational points."""

POINT = re.compile(r"\b(x\d*) = (~?)(-?\d+(?:/\d+|(?:\.\d+)?(?:e[-+]?\d+)?))")
"""A coordinate in a message."""

Decide = Callable[[Expression, Expression, Sequence[str], Fraction, Fraction], bool]


class OutOfWork(Exception):
    """The units allowed are spent; :func:`approximate` ends with what it has."""


@dataclass
class Work:
    """Units spent, of those allowed: about microseconds, counted and not measured."""

    allowed: int
    spent: int = 0

    def spend(self, units: int) -> None:
        """Raises: OutOfWork."""
        self.spent += units
        if self.spent > self.allowed:
            raise OutOfWork


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
        except (NotDefined, NotLipschitz, Undecided) as error:
            raise self.in_own_words(error) from None
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

    def in_own_words(self, error: NotDefined | NotLipschitz | Undecided) -> FunctionError:
        """The same of g in the coordinates x: ``error`` is of :attr:`unit`."""
        from constructions.functions.cube import names

        own = dict(zip(names(self.size), self.names, strict=True))
        message, where = str(error), error.where
        for verb in (" is not defined", " is not Lipschitz", " jumps"):
            part, said, rest = message.partition(verb)
            if said:
                message = f"{self._part(part, rest)}{said}{rest}"
                break

        def moved(found: re.Match[str]) -> str:
            name, about, text = found.groups()
            value = self.low + (self.high - self.low) * Fraction(text)
            if about or (not text.isdigit() and "/" not in text):  # rounded
                return f"{own.get(name, name)} = {about}{float(value):.9g}"
            return f"{own.get(name, name)} = {show(value)}"

        message = POINT.sub(moved, message)
        if where is not None:
            where = self.low + (self.high - self.low) * where
        kind: Any = type(error)
        made: FunctionError = kind(message, where)
        return made

    def _part(self, said: str, rest: str) -> str:
        """The part of g that is called ``said`` in the cube, on the line that ``rest`` names."""
        from constructions.functions.cube import names, restricted

        known = dict(zip(self.names, names(self.size), strict=True))
        _, _, line = rest.partition("(on the line ")
        fixed = {name: Fraction(text) for name, _, text in POINT.findall(line)}
        for output in self.outputs:
            for part in walk(output):
                inside = Function(said, renamed(transform(part, self.moved), known))
                if said in (quote(str(e.expression)) for e in (inside, restricted(inside, fixed))):
                    return quote(str(part))
        return f"'{quote(self.text)}'"

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
                        f"with tokens {j} and {j + 1} exchanged; is n = {g.n} meant? "
                        "symmetrise=yes takes the mean over all orders of x2, ..., xn"
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
    work: Work | None = field(default=None, compare=False, repr=False)
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

    def near(self, u: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Numbers on both sides of :meth:`at`; equal up to :data:`EXACT_DEGREE`."""
        if self.size > 1 or self.m <= EXACT_DEGREE:
            value = self.at(u)
            return value, value
        from flint import arb, fmpq

        from constructions.interop.flint import BallSystem, to_fractions

        if self.work is not None:
            self.work.spend(20 + self.m // 8)
        (q,) = u
        flipped = 2 * q > 1  # so that t <= 1
        with BallSystem(BITS).working():
            t = arb(fmpq(q.numerator, q.denominator))
            t = 1 - t if flipped else t
            return to_fractions(self._balls[flipped](t / (1 - t)) * (1 - t) ** self.m)

    @cached_property
    def _balls(self) -> tuple[Any, Any]:
        """Q and its reverse, with B(u) = (1 - u)^m Q(u/(1 - u)), Q(t) = sum C(m, k) v_k t^k."""
        from flint import arb, arb_poly, fmpq

        from constructions.interop.flint import BallSystem

        with BallSystem(BITS).working():
            parts = [
                arb(fmpq(w * v, self.scale))
                for w, v in zip(_binomials(self.m), self.data, strict=True)
            ]
            return arb_poly(parts), arb_poly(parts[::-1])

    def _left(self, u: tuple[Fraction, ...]) -> tuple[Sequence[int], int]:
        """The coefficients in the other variables, with the first ones at u; kept for reuse."""
        if not u:
            return self.data, self.scale
        found = self._known.get(u)
        if found is None:
            before, scale = self._left(u[:-1])
            row, bottom = _basis(self.m, u[-1])
            stride = len(before) // (self.m + 1)
            if self.work is not None:
                self.work.spend(10 + len(before) // 4)
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
        values: list[Any] = list(self.data)
        strides = [(m + 1) ** (size - 1 - axis) for axis in range(size)]
        for stride in strides:
            values = _along(values, m + 1, stride, _in_powers)
        if (low, width) != (0, 1):
            for stride in strides:
                values = _along(values, m + 1, stride, lambda v: _in_line(v, low, width))
        found = {}
        for exponents, value in zip(product(range(m + 1), repeat=size), values, strict=True):
            if value:
                p, q = (value, 1) if isinstance(value, int) else (int(value.p), int(value.q))
                found[exponents] = Fraction(p, q * self.scale)
        return found


_rows: dict[tuple[int, Fraction], tuple[list[int], int]] = {}


def _basis(m: int, q: Fraction) -> tuple[list[int], int]:
    """C(m, k) q^k (1 - q)^(m - k) for all k, as integers over one denominator."""
    found = _rows.get((m, q))
    if found is None:
        if len(_rows) > 5_000:
            _rows.clear()
        p, s = q.numerator, q.denominator - q.numerator
        found = [c * p**k * s ** (m - k) for k, c in enumerate(_binomials(m))], q.denominator**m
        _rows[m, q] = found
    return found


@lru_cache(maxsize=64)
def _binomials(m: int) -> tuple[int, ...]:
    row = [1]
    for k in range(m):
        row.append(row[-1] * (m - k) // (k + 1))
    return tuple(row)


def _in_powers(values: Sequence[int]) -> list[int]:
    """The coefficients of B in the powers of u: B(u) = u^m R(1/u - 1), R reversed C(m, k) v_k."""
    from flint import fmpz_poly

    m = len(values) - 1
    R = fmpz_poly([w * v for w, v in zip(_binomials(m), values, strict=True)][::-1])
    shifted = [int(c) for c in R(fmpz_poly([-1, 1])).coeffs()]
    return (shifted + [0] * (m + 1 - len(shifted)))[::-1]


def _in_line(values: Sequence[Any], low: Fraction, width: Fraction) -> list[Any]:
    """The coefficients of p((x - low)/width) from those of p."""
    from flint import fmpq, fmpq_poly

    shift = -low / width
    line = [fmpq(q.numerator, q.denominator) for q in (shift, 1 / width)]
    found = fmpq_poly(list(values))(fmpq_poly(line)).coeffs()
    return [*found, *[fmpq(0)] * (len(values) - len(found))]


def _along(
    values: list[Any], size: int, stride: int, change: Callable[[Sequence[Any]], list[Any]]
) -> list[Any]:
    """A change of each line along one axis."""
    out = list(values)
    for start in range(len(values)):
        if start // stride % size:
            continue
        line = slice(start, start + size * stride, stride)
        out[line] = change(values[line])
    return out


class _Sampler:
    """Values of one output, within tau of g; the same where tokens 2, ..., n are exchanged."""

    def __init__(self, g: Target, output: int, tau: Fraction, work: Work | None = None) -> None:
        self.target, self.work = g, work or Work(MAX_WORK)
        self.f, self.n, self.d, self.tolerance = g.unit[output], g.n, g.d, tau
        from constructions.functions.cube import names

        self.names = names(g.size)
        inexact = any(
            isinstance(node, Pi) or (isinstance(node, Call) and node.name not in RATIONAL)
            for node in walk(self.f.expression)
        )
        self.long = any(  # exact values, but with no short common denominator
            (isinstance(node, Binary) and node.operator == "/" and variables(node.right))
            or (isinstance(node, Power) and node.exponent < 0)
            for node in walk(self.f.expression)
        )
        self.tau = tau if inexact or self.long else Fraction(0)  # else values are exact
        steps = [node for node, _ in self.f.program.steps]
        calls = sum(isinstance(node, Call) and node.name not in RATIONAL for node in steps)
        self.price = VALUE_WORK + NODE_WORK * len(steps) + CALL_WORK * calls
        self._known: dict[tuple[Fraction, ...], Fraction] = {}

    def __call__(self, u: tuple[Fraction, ...]) -> Fraction:
        d = self.d
        tokens = [u[i : i + d] for i in range(0, len(u), d)]
        key = tuple(q for token in (tokens[0], *sorted(tokens[1:])) for q in token)
        value = self._known.get(key)
        if value is None:
            point = dict(zip(self.names, key, strict=True))
            self.work.spend(self.price)
            half = self.tolerance / (2 if self.long else 1)  # the rest is for values()
            try:
                value = self._known[key] = self.f.sample_at(point, half)
            except (NotDefined, Undecided) as error:
                raise self.target.in_own_words(error) from None
        return value

    def values(self, m: int) -> Values:
        size = len(self.names)
        grid = [Fraction(k, m) for k in range(m + 1)]
        found = [self(u) for u in product(grid, repeat=size)]
        scale = 1
        for value in found:
            scale = lcm(scale, value.denominator)
            if self.long and scale.bit_length() > LONG:
                half = self.tolerance / 2
                found = [shortest_dyadic(value - half, value + half) for value in found]
                scale = lcm(*(value.denominator for value in found))
                break
        data = tuple(value.numerator * (scale // value.denominator) for value in found)
        return Values(m, size, data, scale, self.work)


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
    share: Fraction = Fraction(1),
) -> tuple[Fraction, Fraction] | None:
    """(reached, bound) with reached <= sup |B - g| <= bound < below, over the unit cube.

    None if that is not so, or not seen on so many cells with this share of the work left.
    """
    work = g.work
    most = work.spent + share * (work.allowed - work.spent)
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
            work.spend(CELL_WORK)
            (lowest, highest), value = values.near(middle), g(middle)
            gap = max(highest - value, value - lowest)
            reached = max(reached, lowest - value - g.tau, value - highest - g.tau)
            reach = sum((s * (hi - lo) for s, (lo, hi) in zip(steep, cell, strict=True)),
                        Fraction(0)) / 2  # fmt: skip
            heapq.heappush(heap, (-_up(gap + g.tau + reach), count, cell))
        top = -heap[0][0]
        if top < below:
            return max(reached, Fraction(0)), top
        if reached >= below or count >= cells or work.spent > most:
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
    m)), "curvature" (:func:`formula_error` with some M_i), "cells" (:func:`certified_error`) or
    "Chebyshev" (:mod:`constructions.chebyshev`: no Bernstein polynomial, ``data`` in u for each
    output, ``degree`` the total one).  ``degree`` is m; ``tau`` how far the values of g at the
    points may be from those taken.
    """

    target: Target
    values: tuple[Values, ...]
    degree: int
    method: str
    bounds: tuple[Fraction, ...]
    reached: Fraction
    tau: Fraction
    data: tuple[Sparse, ...] = ()

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
        if self.method == "Chebyshev":
            return SemiInvariant(
                g.n, g.d, g.outputs, tuple(_in_box(data, low, width) for data in self.data)
            )
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
    def of(self) -> str:
        """Whose polynomial it is."""
        return "Chebyshev" if self.method == "Chebyshev" else "Bernstein"

    def at(self, u: Sequence[Fraction]) -> list[Fraction]:
        """P at a point of the cube; of a Bernstein polynomial of high degree a number near it."""
        if self.values:
            return [values.near(u)[0] for values in self.values]
        return [
            sum((c * prod(map(pow, u, k)) for k, c in data.items()), Fraction(0))
            for data in self.data
        ]

    @property
    def says(self) -> str:
        """What is known of the error, in one line."""
        if self.method == "exact":
            return "g is a polynomial, and taken as it is"
        value = printed_up(self.bound)
        if self.method == "Chebyshev":
            return f"total degree {self.degree}, |g - P| <= {value} by {HOW[self.method]}"
        return f"degree m = {self.degree} in each, |g - P| <= {value} by {HOW[self.method]}"


def printed_up(q: Fraction, digits: int = 6) -> str:
    """q >= 0 with so many decimals, rounded up."""
    whole, part = divmod(-((-q.numerator * 10**digits) // q.denominator), 10**digits)
    return f"{whole}.{part:0{digits}d}"


HOW = {
    "Lipschitz": "sum of L_i/(2 sqrt m)",
    "curvature": "sum of min(L_i/(2 sqrt m), M_i/(8 m))",
    "cells": "Lipschitz bounds on cells",
    "Chebyshev": "Chebyshev interpolation of an analytic g",
}


def _in_box(data: Sparse, low: Fraction, width: Fraction) -> Sparse:
    """p((x - low)/width) in the powers of x."""
    if (low, width) == (0, 1):
        return data
    from flint import fmpq

    from constructions.interop.polynomials import Ring, sparse

    size = len(next(iter(data), ()))
    ring = Ring([f"x{i}" for i in range(size)])
    scale, shift = (fmpq(q.numerator, q.denominator) for q in (1 / width, -low / width))
    lines = [ring.generators[name] * scale + shift for name in ring.names]
    return sparse(ring.from_sparse(data).compose(*lines, ctx=ring.context)) if data else {}


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
def approximate(g: Target, eps: Fraction, of: Fraction | None = None) -> Near:
    """A polynomial with sup |g - P| < eps on the box: g itself, or a Bernstein polynomial.

    Of a degree m that is seen to do, by the formula or on cells.  Degrees are doubled from the
    least that no probe speaks against, and halved between where one does, as long as
    :data:`MAX_WORK` lasts.  ``of``: the error that the user gave, of which eps is a share.

    Raises:
        ValueError: eps <= 0, or the polynomial would have more than :data:`MAX_MONOMIALS`
            monomials, or none is found with that work.
        FunctionError: see :attr:`Target.constants`.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {show(eps)}")
    if polynomial_outputs(g):
        return exact(g)
    if g.size > MAX_VARIABLES:
        raise ParseError(
            f"a g that is no polynomial has at most {MAX_VARIABLES} coordinates, n d = {g.size}"
        )
    search = _Search(g, eps)
    found = search.run()
    if found is not None:
        return found
    share = (
        ""
        if of is None or of == eps
        else (f" (of eps = {show(of)}, {show(eps)} is for the polynomial)")
    )
    why = (
        f"the search has taken the {MAX_WORK} units of work allowed"
        if search.work.spent > search.work.allowed
        else f"no degree up to {search.largest} is seen to do"
    )
    raise ValueError(
        f"no polynomial within {show(eps)} of g is found: the bound asks for degree "
        f"{_count(search.sure)} in each of {g.size} coordinates, {why}, and at most "
        f"{MAX_MONOMIALS} monomials are used: take a larger eps{share}"
    )


class _Search:
    """The degrees that are tried for one g and eps; the work is counted."""

    def __init__(self, g: Target, eps: Fraction) -> None:
        self.g, self.eps, tau = g, eps, eps * PRECISION
        self.work = Work(MAX_WORK)
        self.samplers = [_Sampler(g, output, tau, self.work) for output in range(len(g.outputs))]
        steps = sum(len(f.program.steps) for f in g.unit) * min(2, g.n) * g.d
        if steps > MAX_STEPS:
            raise ParseError(
                f"g is too long: its steps times the coordinates of two tokens are {steps}, and "
                f"slopes are found up to {MAX_STEPS}"
            )
        self.work.spend(SLOPE_WORK * steps)  # the most that constants and curvatures ask for
        pairs = zip(g.constants, g.curvatures, strict=True)
        self.sure = max(_sure_degree(constants, curved, eps - tau) for constants, curved in pairs)
        self.largest = _largest_degree(g.size)
        self.most = min(self.sure, self.largest)
        self.cells = FEW_CELLS if self.sure <= self.largest else MAX_CELLS
        self.low = 0
        self.found: Near | None = None

    def run(self) -> Near | None:
        try:
            first = self.first()
            if first is not None:
                self.upwards(first)
                self.halve()
        except OutOfWork:
            pass
        return self.found

    def bad(self, m: int) -> bool:
        """Whether a probe speaks against degree m."""
        for g in self.samplers:
            values = g.values(m)
            for u in _probes(g):
                (lowest, highest), value = values.near(u), g(u)
                if max(lowest - value, value - highest) - g.tau >= self.eps:
                    return True
        return False

    def first(self) -> int | None:
        """About the least degree that no probe speaks against; None if there is none."""
        m = 1
        while self.bad(m):
            self.low = m
            if m == self.most:
                return None
            m = min(2 * m, self.most)
        while m - self.low > max(1, self.low // 8):
            half = (self.low + m) // 2
            if self.bad(half):
                self.low = half
            else:
                m = half
        return m

    def upwards(self, m: int) -> None:
        """m, 2 m, 4 m, ..., the largest with more of the work."""
        while self.found is None:
            last = m >= self.most
            self.found = self.of_degree(m, LAST if last else SHARE)
            if self.found is None:
                self.low = m
                if last:
                    return
                m = min(2 * m, self.most)

    def halve(self) -> None:
        """A smaller degree that does, to an eighth."""
        low = self.low
        while self.found is not None and self.found.degree - low > max(1, low // 8):
            half = (low + self.found.degree) // 2
            better = self.of_degree(half, SHARE)
            if better is None:
                low = half
            else:
                self.found = better

    def of_degree(self, m: int, share: Fraction) -> Near | None:
        """The Bernstein polynomials of degree m, if their error is seen to be below eps."""
        g, eps, samplers, sure = self.g, self.eps, self.samplers, m >= self.sure
        tensors, bounds, reached, method = [], [], Fraction(0), "cells"
        for sampler, constants in zip(samplers, g.constants, strict=True):
            values = sampler.values(m)
            tensors.append(values)
            found = certified_error(values, sampler, constants, eps, self.cells, share)
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
                for constants, curved, sampler in zip(
                    g.constants, g.curvatures, samplers, strict=True
                )
            ]
        if method != "cells" and max(bounds) >= eps:
            return None
        for sampler, values in zip(samplers, tensors, strict=True):
            for u in _probes(sampler):
                (lowest, highest), value = values.near(u), sampler(u)
                reached = max(reached, max(lowest - value, value - highest) - sampler.tau)
        tau = max(sampler.tau for sampler in samplers)
        tensors = [replace(values, work=None) for values in tensors]
        return Near(g, tuple(tensors), m, method, tuple(bounds), reached, tau)


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
    "printed_up",
    "symmetrised",
]
