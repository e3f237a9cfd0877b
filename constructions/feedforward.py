"""Feed-forward layers with one hidden ReLU layer that compute polynomials up to a proved error.

    FC(y) = ReLU(y W_1 + b_1) W_2 + b_2

is the two-layer network of *Sumformer*, Definition 2.3 and Appendix B, where phi and psi are
approximated.  The paper cites a theorem that such a network exists (Hornik et al., 1989); here it
is written down, with rational weights, for any polynomials on any box:

1. centre the box: z_i = c_i + H_i y_i with |y_i| <= 1;
2. write every monomial as powers of linear forms (polarisation, the central difference of t^K):

       y^a = 1/(2^K K!) sum_j (-1)^{sum_i (a_i - j_i)/2} prod_i C(a_i, (a_i - j_i)/2) (j . y)^K

   over j_i in {-a_i, -a_i + 2, ..., a_i}, K = |a|; parallel j are one direction;
3. so P(z) = constant + linear + sum_w q_w(w . y), with q_w(t) = sum_{k >= 2} c_k t^k on
   [-T, T], T = |w|_1; interpolate q_w linearly at t = k T/M, |k| <= M.

A chord of length h is within h^2/8 max|q''| of q, so direction w adds at most

    (T/M)^2/8 sum_k k (k - 1) |c_k| T^{k-2}

to the error, for all z in the box (:func:`chord_error`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, comb, factorial, gcd, prod
from typing import Any

from constructions.systems import add_all

Exponents = tuple[int, ...]
Polynomial = Mapping[Exponents, Fraction]  # exponents of z_1, z_2, ... -> coefficient
Direction = tuple[int, ...]
Powers = dict[int, Fraction]  # k -> coefficient of t^k
Box = Sequence[tuple[Fraction, Fraction]]
Entry = tuple[int, Fraction]

MAX_HIDDEN = 20_000
MAX_DIRECTIONS = 4_000


@dataclass(frozen=True)
class Hidden:
    """One hidden unit: ReLU(sum_c w_c y_c + bias), and what it adds to which outputs."""

    name: str
    weights: tuple[Entry, ...]
    bias: Fraction
    out: tuple[Entry, ...]


@dataclass(frozen=True)
class FeedForward:
    """FC(y) = ReLU(y W_1 + b_1) W_2 + b_2, kept by its entries that are not 0."""

    inputs: int
    outputs: int
    units: tuple[Hidden, ...]
    b2: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.b2) != self.outputs:
            raise ValueError(f"b_2 has {self.outputs} entries")
        for unit in self.units:
            columns = ((unit.weights, self.inputs), (unit.out, self.outputs))
            for entries, size in columns:
                places = [c for c, _ in entries]
                if len(set(places)) != len(places) or any(not 0 <= c < size for c in places):
                    raise ValueError(f"{unit.name}: columns are different, from 0 to {size - 1}")

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return len(self.units)

    def __call__(self, system: Any, y: Sequence[Any]) -> list[Any]:
        """FC(y) in any number system."""
        if len(y) != self.inputs:
            raise ValueError(f"the layer takes {self.inputs} inputs, got {len(y)}")
        zero = system.const(0)
        terms: list[list[Any]] = [[system.const(b)] for b in self.b2]
        for unit in self.units:
            inner = [system.const(w) * y[c] for c, w in unit.weights]
            value = system.maximum(add_all([*inner, system.const(unit.bias)]), zero)
            for c, w in unit.out:
                terms[c].append(system.const(w) * value)
        return [add_all(parts) for parts in terms]

    def within(
        self, inputs: Sequence[Mapping[int, Fraction]], outputs: Sequence[int], width: int
    ) -> FeedForward:
        """The layer in a row of ``width`` columns.

        Input i is ``sum_c inputs[i][c] y_c``; output o is column ``outputs[o]``; the other
        columns are 0.
        """
        if len(inputs) != self.inputs or len(outputs) != self.outputs:
            raise ValueError("one linear form for each input, one column for each output")
        units = []
        for unit in self.units:
            columns: dict[int, Fraction] = {}
            for i, w in unit.weights:
                for c, q in inputs[i].items():
                    columns[c] = columns.get(c, Fraction(0)) + w * q
            weights = tuple((c, w) for c, w in sorted(columns.items()) if w)
            out = tuple((outputs[o], w) for o, w in unit.out)
            units.append(Hidden(unit.name, weights, unit.bias, out))
        b2 = [Fraction(0)] * width
        for o, b in zip(outputs, self.b2, strict=True):
            b2[o] = b
        return FeedForward(width, width, tuple(units), tuple(b2))

    def matrices(self) -> dict[str, list[list[Fraction]]]:
        """W1 (inputs x hidden), b1 (1 x hidden), W2 (hidden x outputs), b2 (1 x outputs)."""
        zero = Fraction(0)
        W1 = [[zero] * self.hidden for _ in range(self.inputs)]
        W2 = [[zero] * self.outputs for _ in range(self.hidden)]
        for h, unit in enumerate(self.units):
            for c, w in unit.weights:
                W1[c][h] = w
            for c, w in unit.out:
                W2[h][c] = w
        return {"W1": W1, "b1": [[u.bias for u in self.units]], "W2": W2, "b2": [list(self.b2)]}


# --- polynomials ---------------------------------------------------------------------------------


def centred(polynomial: Polynomial, centre: Sequence[Fraction], half: Sequence[Fraction]) -> Any:
    """P(c + H y) as a polynomial in y."""
    found: dict[Exponents, Fraction] = {}
    for exponents, coefficient in polynomial.items():
        axes = [
            [(k, comb(a, k) * c ** (a - k) * H**k) for k in range(a + 1)]
            for a, c, H in zip(exponents, centre, half, strict=True)
        ]
        for choice in product(*axes):
            value = prod((q for _, q in choice), start=Fraction(coefficient))
            if value:
                key = tuple(k for k, _ in choice)
                found[key] = found.get(key, Fraction(0)) + value
    return {key: value for key, value in found.items() if value}


def middle(box: Box) -> tuple[list[Fraction], list[Fraction]]:
    """(c, H): the centre and the half-widths of a box; H = 1 where the box is flat."""
    for lo, hi in box:
        if lo > hi:
            raise ValueError(f"a box has lo <= hi, got {lo} and {hi}")
    return [(lo + hi) / 2 for lo, hi in box], [(hi - lo) / 2 or Fraction(1) for lo, hi in box]


def size_on(polynomial: Polynomial, box: Box) -> Fraction:
    """An upper bound of |P| on the box: the sum of the coefficients of P(c + H y), |y| <= 1."""
    return sum(map(abs, centred(polynomial, *middle(box)).values()), Fraction(0))


def derivative(polynomial: Polynomial, i: int) -> dict[Exponents, Fraction]:
    """The partial derivative with respect to z_i."""
    return {(*a[:i], a[i] - 1, *a[i + 1 :]): c * a[i] for a, c in polynomial.items() if a[i]}


def ridge_powers(a: Exponents) -> Iterator[tuple[Direction, Fraction]]:
    """y^a = sum over the pairs (w, c) of c (w . y)^K, K = |a| >= 1; each w is primitive."""
    K, used = sum(a), [i for i, e in enumerate(a) if e]
    found: dict[Direction, Fraction] = {}
    for lower in product(*(range(a[i] + 1) for i in used)):  # (a_i - j_i)/2
        j = [a[i] - 2 * low for i, low in zip(used, lower, strict=True)]
        common = gcd(*j)
        if not common:
            continue  # j = 0
        lead = next(value for value in j if value)
        scale = common if lead > 0 else -common
        w = [0] * len(a)
        for i, value in zip(used, j, strict=True):
            w[i] = value // scale
        signs = (-1) ** sum(lower) * prod(
            comb(a[i], low) for i, low in zip(used, lower, strict=True)
        )
        c = Fraction(signs * scale**K, 2**K * factorial(K))
        found[tuple(w)] = found.get(tuple(w), Fraction(0)) + c
    yield from ((w, c) for w, c in found.items() if c)


def ridges(polynomial: Polynomial) -> tuple[Fraction, dict[int, Fraction], dict[Direction, Powers]]:
    """(constant, linear, ridges) of a polynomial in y: the sum of all of them is P."""
    constant, linear = Fraction(0), dict[int, Fraction]()
    found: dict[Direction, Powers] = {}
    for a, c in polynomial.items():
        K = sum(a)
        if K == 0:
            constant += c
        elif K == 1:
            linear[a.index(1)] = c
        else:
            for w, factor in ridge_powers(a):
                powers = found.setdefault(w, {})
                powers[K] = powers.get(K, Fraction(0)) + c * factor
    kept = {w: {k: c for k, c in powers.items() if c} for w, powers in found.items()}
    return constant, linear, {w: powers for w, powers in kept.items() if powers}


# --- linear interpolation ------------------------------------------------------------------------


def chord_error(powers: Powers, T: Fraction, M: int) -> Fraction:
    """A bound of |q - q_M| on [-T, T]: (T/M)^2/8 sum_k k (k - 1) |c_k| T^{k-2}."""
    return curvature(powers, T) / M**2


def slope_error(powers: Powers, T: Fraction, M: int) -> Fraction:
    """A bound of |q' - q_M'| on [-T, T]: (T/M)/2 sum_k k (k - 1) |c_k| T^{k-2}.

    A chord's slope is the mean of q' on its cell.
    """
    return 4 * curvature(powers, T) / (T * M)


def curvature(powers: Powers, T: Fraction) -> Fraction:
    """T^2/8 sum_k k (k - 1) |c_k| T^{k-2}, at least T^2/8 max|q''| on [-T, T]."""
    return sum((k * (k - 1) * abs(c) * T**k for k, c in powers.items()), Fraction(0)) / 8


def bends(powers: Powers, T: Fraction, M: int) -> tuple[list[Fraction], list[Fraction]]:
    """The weights of ReLU(t - k T/M) and of ReLU(-t - k T/M), 0 <= k < M, in q_M.

    q_M interpolates q at k T/M, |k| <= M, where q(0) = 0; beyond T it goes on straight.
    """
    sides = []
    for sign in (1, -1):
        values = [_value(powers, sign * k * T / M) for k in range(M + 1)]
        slopes = [(b - a) * M / T for a, b in pairwise(values)]
        before = [Fraction(0), *slopes]
        sides.append([s - last for s, last in zip(slopes, before, strict=False)])
    return sides[0], sides[1]


def _value(powers: Powers, t: Fraction) -> Fraction:
    return sum((c * t**k for k, c in powers.items()), Fraction(0))


def root_above(q: Fraction, k: int, bits: int = 20) -> Fraction:
    """The least multiple of 2^-bits that is at least q^(1/k), q >= 0."""
    if q < 0:
        raise ValueError(f"no root of {q} is taken")
    scaled = q * 2 ** (k * bits)
    low, high = 0, 1
    while high**k < scaled:
        high *= 2
    while low < high:
        half = (low + high) // 2
        low, high = (half + 1, high) if half**k < scaled else (low, half)
    return Fraction(low, 2**bits)


def _cells(costs: Sequence[Mapping[Direction, Fraction]]) -> dict[Direction, int]:
    """M_w with sum_w costs_w/M_w^2 <= 1 for each output, and about the least sum_w M_w.

    M_w ~ r_w = max_o costs_w^(1/3), times the root of max_o sum_w costs_w/r_w^2.
    """
    most: dict[Direction, Fraction] = {}
    for of_output in costs:
        for w, cost in of_output.items():
            most[w] = max(most.get(w, Fraction(0)), cost)
    roots = {w: root_above(cost, 3) for w, cost in most.items()}

    def spent(sizes: Mapping[Direction, Fraction | int]) -> Fraction:
        sums = (sum((c / sizes[w] ** 2 for w, c in one.items()), Fraction(0)) for one in costs)
        return max(sums, default=Fraction(0))

    whole = root_above(spent(roots), 2)
    for slack in (Fraction(1, 1024), Fraction(0)):  # the roots are a little too large
        cells = {w: max(1, ceil(root * whole - slack)) for w, root in roots.items()}
        if spent(cells) <= 1:
            return cells
    raise ArithmeticError("the roots are too small")


# --- the network ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Approximation:
    """A layer, and for each output a bound of its error for every point of the box.

    ``slopes``: for each output and input, a bound of the derivative of the error in that input.
    ``cells``: a ridge is cut into at most so many cells on each side.
    """

    layer: FeedForward
    errors: tuple[Fraction, ...]
    slopes: tuple[tuple[Fraction, ...], ...]
    cells: int
    box: tuple[tuple[Fraction, Fraction], ...]
    directions: int


@dataclass(frozen=True)
class LayerPlan:
    """A layer that is not built yet: how many cells each direction gets.

    ``parts``: constant, linear part and ridges of each polynomial in the centred coordinates.
    """

    box: Box
    names: Sequence[str]
    parts: Sequence[tuple[Fraction, dict[int, Fraction], dict[Direction, Powers]]]
    cells: Mapping[Direction, int]

    @property
    def units(self) -> int:
        """About the hidden units; some of them may turn out to be 0."""
        linear = {i for _, part, _ in self.parts for i in part}
        return 2 * (sum(self.cells.values()) + len(linear))

    @property
    def errors(self) -> tuple[Fraction, ...]:
        """For each polynomial, a bound of its error on the box."""
        return tuple(
            sum((chord_error(q, _reach(w), self.cells[w]) for w, q in found.items()), Fraction(0))
            for _, _, found in self.parts
        )

    def build(self) -> Approximation:
        """The layer."""
        centre, half = middle(self.box)
        cells, parts = self.cells, self.parts
        slopes = tuple(
            tuple(
                sum((abs(w[i]) * slope_error(q, _reach(w), cells[w]) for w, q in found.items()),
                    Fraction(0)) / H
                for i, H in enumerate(half)
            )
            for _, _, found in parts
        )  # fmt: skip
        units = _Units(centre, half, self.names)
        for w, M in cells.items():
            for o, (_, _, found) in enumerate(parts):
                if w in found:
                    units.ridge(w, o, *bends(found[w], _reach(w), M), _reach(w) / M)
        for o, (_, linear, _) in enumerate(parts):
            for i, c in linear.items():
                units.linear(i, o, c)
        constants = tuple(constant for constant, _, _ in parts)
        layer = FeedForward(len(self.box), len(parts), units.made(), constants)
        most = max(cells.values(), default=1)
        flat = tuple((lo, hi) for lo, hi in self.box)
        return Approximation(layer, self.errors, slopes, most, flat, len(cells))


def planned_layer(
    polynomials: Sequence[Polynomial],
    box: Box,
    tolerances: Sequence[Fraction],
    names: Sequence[str],
    most: int = MAX_HIDDEN,
) -> LayerPlan:
    """One hidden layer for polynomials in z, each within its tolerance (> 0) on the box.

    Polynomials of degree at most 1 are exact, for every z.  ``names`` are those of z_1, z_2, ...

    Raises:
        ValueError: a tolerance is not positive, or more than ``most`` hidden units are needed.
    """
    if any(tolerance <= 0 for tolerance in tolerances):
        raise ValueError("the tolerances are positive")
    centre, half = middle(box)
    parts = [ridges(centred(P, centre, half)) for P in polynomials]
    costs = [
        {w: curvature(powers, _reach(w)) / tolerance for w, powers in found.items()}
        for (_, _, found), tolerance in zip(parts, tolerances, strict=True)
    ]
    directions = len({w for of_output in costs for w in of_output})
    if directions > MAX_DIRECTIONS:
        raise ValueError(f"{directions} directions are needed; at most {MAX_DIRECTIONS} are used")
    cells = _cells(costs)
    needed = 2 * sum(cells.values())
    if needed > most:
        raise ValueError(
            f"about {needed} hidden units are needed, and at most {most} are built: take a larger "
            "eps, or a g of lower degree"
        )
    return LayerPlan(box, names, parts, cells)


def polynomial_layer(
    polynomials: Sequence[Polynomial],
    box: Box,
    tolerances: Sequence[Fraction],
    names: Sequence[str],
    most: int = MAX_HIDDEN,
) -> Approximation:
    """The layer of :func:`planned_layer`."""
    return planned_layer(polynomials, box, tolerances, names, most).build()


def _reach(w: Direction) -> Fraction:
    """T: w . y lies in [-T, T] where |y_i| <= 1."""
    return Fraction(sum(map(abs, w)))


class _Units:
    """Hidden units of y = (z - c)/H, each once: key (direction, side, knot) -> weights out."""

    def __init__(
        self, centre: Sequence[Fraction], half: Sequence[Fraction], names: Sequence[str]
    ) -> None:
        self.centre, self.half, self.names = centre, half, names
        self._out: dict[tuple[Direction, int, Fraction], dict[int, Fraction]] = {}

    def _add(self, w: Direction, side: int, knot: Fraction, o: int, weight: Fraction) -> None:
        if weight:
            out = self._out.setdefault((w, side, knot), {})
            out[o] = out.get(o, Fraction(0)) + weight

    def ridge(
        self, w: Direction, o: int, right: list[Fraction], left: list[Fraction], h: Fraction
    ) -> None:
        for k, (up, down) in enumerate(zip(right, left, strict=True)):
            self._add(w, 1, k * h, o, up)
            self._add(w, -1, k * h, o, down)

    def linear(self, i: int, o: int, c: Fraction) -> None:
        """c y_i = c (ReLU(y_i) - ReLU(-y_i))."""
        w = tuple(int(i == k) for k in range(len(self.names)))
        self._add(w, 1, Fraction(0), o, c)
        self._add(w, -1, Fraction(0), o, -c)

    def made(self) -> tuple[Hidden, ...]:
        units = []
        for (w, side, knot), out in self._out.items():
            weights = tuple((i, side * e / self.half[i]) for i, e in enumerate(w) if e)
            shift = sum((q * self.centre[i] for i, q in weights), Fraction(0))
            kept = tuple((o, q) for o, q in sorted(out.items()) if q)
            if kept:
                name = f"{_form(w, self.names)} {'>' if side > 0 else '<'} {side * knot}"
                units.append(Hidden(name, weights, -shift - knot, kept))
        return tuple(units) or (Hidden("idle", (), Fraction(0), ()),)  # arrays are not empty


def _form(w: Direction, names: Sequence[str]) -> str:
    """The linear form of the centred coordinates, as text."""
    parts = [f"{'-' if e < 0 else '+'}{'' if abs(e) == 1 else abs(e)}{names[i]}"
             for i, e in enumerate(w) if e]  # fmt: skip
    return "".join(parts).removeprefix("+")
