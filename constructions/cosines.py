"""Any Lipschitz function on the cube as a finite sum of cosines, with an error that is known.

Reflected at its ends, f has period 2 in each coordinate and changes by at most L_i |u_i - v_i|
still.  Averages of f with the weights of a positive kernel are sums of cosines:

    T(x) = sum_j f(u_j) prod_i K_i(x_i - u_{j,i}) / (2 P_i),
    K_i(t) = |sum_{l <= m_i} a_l e^{i pi l t}|^2,   sum a_l^2 = 1,

over the nodes u = (2j - 1)/(2P).  The weights are positive and sum to 1 for m < 2P, so

    |T(x) - f(x)| <= sum_i L_i D_i,    D_i = sup_x sum_j K_i(x - u_j)/(2 P_i) dist(x, u_j).

With rho_k = sum_l a_l a_{l + k} and dist(t, 2Z) = 1/2 - (4/pi^2) sum_{k odd} cos(pi k t)/k^2,

    D <= 1/2 - (4/pi^2) sum_{k odd} rho_k/k^2 + (19/100) sum_{|k| odd} rho_k/P^2   for P >= 2m.

The last term bounds the frequencies k + 2Pq, q != 0, that the nodes do not tell from k:
sum_q 1/(2Pq - k)^2 = (pi/2P)^2/sin^2(pi k/2P), and 1/sin^2 t - 1/t^2 < 19/50 for |t| <= pi/4.
With the sines a_l = sin(pi (l + 1)/(m + 2)) of Fejer and Korovkin D is about 0.78/(m + 2).  They
are rounded to integers: then rho_k is rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import gcd, pi, prod, sin
from typing import Any, Protocol

from constructions.functions.ridges import Direction

MAX_NODES = 40_000
"""Values of f that are sampled, at most."""
MAX_COSINES = 20_000
MAX_DEGREE = 400
INVERSE_PI_SQUARED = Fraction(113, 355) ** 2  #: below 1/pi^2, since pi < 355/113
PI_ABOVE = Fraction(355, 113)
BITS = 128


class Sampled(Protocol):
    """A function on the cube, known through rational approximations of its values."""

    def sample_at(self, point: Any, tolerance: Fraction) -> Fraction: ...


@lru_cache(maxsize=512)
def kernel(m: int) -> tuple[Fraction, ...]:
    """rho_0 = 1, rho_1, ..., rho_m of the rounded Fejer-Korovkin kernel."""
    a = [max(1, round(4000 * sin(pi * (j + 1) / (m + 2)))) for j in range(m + 1)]
    whole = sum(v * v for v in a)
    return tuple(
        Fraction(sum(a[j] * a[j + k] for j in range(m + 1 - k)), whole) for k in range(m + 1)
    )


def nodes(m: int) -> int:
    """The number P of nodes in [0, 1] that is used with degree m."""
    return max(2 * m, 1)


@lru_cache(maxsize=512)
def spread(m: int) -> Fraction:
    """D, an upper bound on the mean distance of the nodes under the weights of the kernel."""
    if m == 0:
        return Fraction(1, 2)  # one node, in the middle of [0, 1]
    rho = kernel(m)
    odd = range(1, m + 1, 2)
    mean = Fraction(1, 2) - 4 * INVERSE_PI_SQUARED * sum(rho[k] / k**2 for k in odd)
    confused = Fraction(19, 100) * 2 * sum(rho[k] for k in odd) / nodes(m) ** 2
    return (mean + confused).limit_denominator(10**6) + Fraction(1, 10**6)


def degree_for(accuracy: Fraction) -> int:
    """The least degree with spread at most ``accuracy``, which is positive."""
    if spread(0) <= accuracy:
        return 0
    low, high = 0, 1
    while spread(high) > accuracy:
        low, high = high, 2 * high
        if high > MAX_DEGREE:
            raise ValueError(f"cosines of degree above {MAX_DEGREE} would be needed")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if spread(middle) <= accuracy else (middle, high)
    return high


@dataclass(frozen=True)
class CosineSum:
    """sum over w and q of b_{w,q} cos(pi q w.x) + start, within ``error`` of f on the cube.

    ``terms`` maps a primitive direction w to its harmonics {q: b}; all numbers are exact.
    """

    start: Fraction
    terms: dict[Direction, dict[int, Fraction]]
    error: Fraction
    degrees: tuple[int, ...]


def degrees_for(constants: Sequence[Fraction], accuracy: Fraction) -> tuple[int, ...]:
    """m_i with sum L_i D_i <= ``accuracy``: every coordinate in use gets the same share."""
    used = [L for L in constants if L]
    if not used:
        return (0,) * len(constants)
    share = accuracy / len(used)
    found = tuple(degree_for(share / L) if L else 0 for L in constants)
    if prod(nodes(m) for m in found) > MAX_NODES:
        raise ValueError(f"more than {MAX_NODES} values of f would be needed")
    if prod(2 * m + 1 for m in found) > 2 * MAX_COSINES:
        raise ValueError(f"more than {MAX_COSINES} cosines would be needed")
    return found


def cosine_sum(
    f: Sampled,
    names: Sequence[str],
    constants: Sequence[Fraction],
    degrees: tuple[int, ...],
    tolerance: Fraction,
) -> CosineSum:
    """The sum of cosines with these degrees for f with the Lipschitz constants L_i.

    ``tolerance`` is the error of the sampled values; together with the rounding of the
    coefficients, at most as much again, it is part of ``error``.  A constant L_i = 0 says that f
    does not depend on that coordinate.
    """
    import flint

    sizes = [nodes(m) for m in degrees]
    points = [[Fraction(2 * j + 1, 2 * P) for j in range(P)] for P in sizes]
    old = flint.ctx.prec
    flint.ctx.prec = BITS
    try:
        values = [
            _ball(f.sample_at(dict(zip(names, point, strict=True)), tolerance))
            for point in product(*points)
        ]
        for axis, m in enumerate(degrees):
            values = _transformed(values, sizes, degrees, axis, m)
        return _rounded(values, degrees, constants, tolerance)
    finally:
        flint.ctx.prec = old


def _ball(q: Fraction) -> Any:
    from constructions.interop.flint import from_fraction

    return from_fraction(q)


def _transformed(
    values: list[Any], sizes: list[int], degrees: tuple[int, ...], axis: int, m: int
) -> list[Any]:
    """Along one axis: v_k = (1/P) sum_j cos(pi k u_j) v_j for k <= m."""
    from flint import arb, arb_mat, fmpq

    P = sizes[axis]
    before = prod(m_ + 1 for m_ in degrees[:axis])  # the axes that are done
    after = prod(sizes[axis + 1 :])
    rows = [
        arb.cos_pi_fmpq(fmpq(k * (2 * j + 1), 2 * P)) / P for k in range(m + 1) for j in range(P)
    ]
    table = arb_mat(m + 1, P, rows)
    found: list[Any] = []
    for block in range(before):
        part = values[block * P * after : (block + 1) * P * after]
        found += (table * arb_mat(P, after, part)).entries()
    return found


def _rounded(
    values: list[Any],
    degrees: tuple[int, ...],
    constants: Sequence[Fraction],
    tolerance: Fraction,
) -> CosineSum:
    """The coefficients on a grid that keeps the error of all of them together below tolerance."""
    from flint import arb, fmpz

    from constructions.interop.flint import from_fraction, to_fractions

    kernels = [[from_fraction(q) for q in kernel(m)] for m in degrees]
    count = prod(2 * m + 1 for m in degrees)
    bits = (count / tolerance).__ceil__().bit_length()
    scale, lost = arb(fmpz(1) << bits), arb(0)
    start = Fraction(0)
    terms: dict[Direction, dict[int, Fraction]] = {}
    for place, k in enumerate(product(*(range(m + 1) for m in degrees))):
        exact = values[place]
        for i, ki in enumerate(k):
            exact = exact * kernels[i][ki]
        signs = sum(1 for ki in k if ki)
        exact = exact * 2 if signs else exact  # 2^signs, shared by 2^(signs - 1) ridges
        rounded = int((exact * scale).mid().floor().unique_fmpz())
        b = Fraction(rounded, 1 << bits)
        copies = 1 << max(signs - 1, 0)
        lost += abs(exact - from_fraction(b)) * copies
        if not signs:
            start = b
        elif b:
            for w, q in _signed(k):
                terms.setdefault(w, {})[q] = b
    error = sum((L * spread(m) for L, m in zip(constants, degrees, strict=True) if L), Fraction(0))
    return CosineSum(start, terms, error + tolerance + to_fractions(lost)[1], degrees)


def _signed(k: tuple[int, ...]) -> list[tuple[Direction, int]]:
    """The vectors (+-k_1, ..., +-k_n) with a positive first entry, as q times a primitive one."""
    common = gcd(*k)
    first = next(i for i, q in enumerate(k) if q)
    choices = [(q,) if i == first or not q else (q, -q) for i, q in enumerate(k)]
    return [(tuple(q // common for q in w), common) for w in product(*choices)]


@dataclass(frozen=True)
class CosineProfile:
    """g(s) = sum_q b_q cos(pi q (low + length s)) on [0, 1]."""

    harmonics: tuple[tuple[int, Fraction], ...]
    low: int
    length: int

    @property
    def radius(self) -> Fraction:
        """At least sup |g|."""
        return sum((abs(b) for _, b in self.harmonics), Fraction(0))

    def lipschitz(self) -> Fraction:
        """An upper bound on sup |g'|.

        For three harmonics and more by the values on a grid of 16 Q points, Q the highest one: a
        trigonometric polynomial p of degree Q has |p| >= cos(pi/16) sup |p| at one of them, since
        |p(t)| >= sup |p| cos(Q (t - t_0)) around a place t_0 of the supremum (M. Riesz).
        """
        plain = PI_ABOVE * self.length * sum(q * abs(b) for q, b in self.harmonics)
        if len(self.harmonics) < 3:
            return _up(plain)
        return _up(min(plain, self._on_grid()))

    def _on_grid(self) -> Fraction:
        from flint import arb, fmpq

        from constructions.interop.flint import from_fraction, to_fractions

        Q = max(q for q, _ in self.harmonics)
        M = 16 * Q
        sines = [arb.sin_pi_fmpq(fmpq(2 * j, M)) for j in range(M)]
        weights = [(q, from_fraction(q * b)) for q, b in self.harmonics]
        highest = Fraction(0)
        for j in range(M // 2 + 1):
            value = arb(0)
            for q, weight in weights:
                value += weight * sines[q * j % M]
            low, high = to_fractions(value)
            highest = max(highest, high, -low)
        return PI_ABOVE * self.length * highest * Fraction(100, 98)

    def exact(self, s: Fraction) -> Fraction | None:
        """The value where every cosine is 0 or 1/2 or 1 up to its sign; else None."""
        total = Fraction(0)
        for q, b in self.harmonics:
            turns = (q * (self.low + self.length * s)) % 2
            value = _COSINES.get(turns)
            if value is None:
                return None
            total += b * value
        return total

    def sample(self, s: Fraction, tolerance: Fraction) -> Fraction:
        """A rational within ``tolerance`` > 0 of g(s)."""
        from flint import arb, fmpq

        from constructions.functions.function import shortest_dyadic
        from constructions.interop.flint import BallSystem, from_fraction, to_fractions

        t = self.low + self.length * s
        bits = 64 + (self.radius / tolerance + 1).__ceil__().bit_length()
        with BallSystem(bits).working():
            value = arb(0)
            for q, b in self.harmonics:
                turns = (q * t) % 2
                cosine = arb.cos_pi_fmpq(fmpq(turns.numerator, turns.denominator))
                value += from_fraction(b) * cosine
            low, high = to_fractions(value)
        if high - low > tolerance:
            raise ArithmeticError("more bits are needed than were taken")
        return shortest_dyadic(high - tolerance, low + tolerance)


_COSINES = {
    Fraction(0): Fraction(1),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): Fraction(0),
    Fraction(2, 3): Fraction(-1, 2),
    Fraction(1): Fraction(-1),
    Fraction(4, 3): Fraction(-1, 2),
    Fraction(3, 2): Fraction(0),
    Fraction(5, 3): Fraction(1, 2),
}  #: cos(pi t) for t in [0, 2) where it is rational


def _up(q: Fraction) -> Fraction:
    from constructions.interop.flint import round_dyadic

    return round_dyadic(q, 24, 1)
