"""Polynomials near an analytic semi-invariant g, with a certified error: Chebyshev's.

In the coordinates y in [-1, 1]^N of the box that g uses (others cost nothing), let g be analytic in
a polyellipse: y_i = (w + 1/w)/2 with |w| <= rho.  With |g| <= M there the coefficients of

    g = sum_k a_k T_k1(y_1) ... T_kN(y_N)      have      |a_k| <= 2^{#{i: k_i > 0}} M rho^{-|k|}

(Cauchy's integrals over |w_i| = rho, one variable after the other).  At the (m + 1)^N points whose
coordinates are roots of T_{m+1}, a T_j with some j_i > m has the values of 0 or of +- a T_k with
k <= m.  So the interpolant P there is off by at most twice what is left of the series,

    |P - g| <= 2 M (S^N - S_m^N),    S = (rho + 1)/(rho - 1),    S_m = 1 + 2 sum_{k=1}^m rho^{-k}.

Balls enclose the coefficients c_k of P; the polynomial taken has rational numbers near some of
them, equal ones where tokens are exchanged, and 0 for the rest, which costs at most the sum of the
differences, as |T_k| <= 1.  (The T_k are orthogonal on these points: what is left is the
least-squares fit to g there by the T_k that are kept.)  M, and that g is analytic, are seen from
one evaluation of g in complex balls on a box around the polyellipse (or one for each part of it):
every quotient, root and logarithm stays away from its singularities.  abs, max, min, sign and floor
are not analytic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

from constructions.bernstein import MAX_VARIABLES, Near, Target
from constructions.functions.errors import FunctionError, show
from constructions.functions.expression import Expression, Program, transform, variables
from constructions.systems import NumberError

if TYPE_CHECKING:
    from constructions.interop.polynomials import Sparse

RADII = tuple(map(Fraction, ("9/8", "5/4", "3/2", "2", "5/2", "3", "4", "5", "6", "8", "12", "20")))
"""The rho that are tried."""
MAX_POINTS = 10_000
"""Bound on (m + 1)^N."""
SHARE = Fraction(1, 8)
"""The share of eps for the rest of the series; the others are for coefficients left out."""
BITS = 160
GRID = Fraction(1, 1 << 20)
"""The share of eps within which coefficients are rational numbers, all together."""
CORNERS = 16
"""Corners of the box at which the error is looked at."""
MAX_PARTS = 4_096
"""Boxes by which a polyellipse is covered, at most."""
ZERO, ONE = Fraction(0), Fraction(1)
Exponents = tuple[int, ...]


class NotAnalytic(ValueError):
    """g is not seen to be analytic around the box, or only so near it that degrees are too high."""


def chebyshev(g: Target, eps: Fraction) -> Near:
    """A polynomial with sup |g - P| < eps on the box, of the least total degree that is seen to do.

    Raises:
        NotAnalytic: see there; the message says how many coefficients would be needed.
        ValueError: eps <= 0.
    """
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {show(eps)}")
    if g.n * g.d > MAX_VARIABLES:
        raise NotAnalytic(
            f"a g that is no polynomial has at most {MAX_VARIABLES} coordinates, n d = {g.n * g.d}"
        )
    return _chebyshev(g, eps)


@lru_cache(maxsize=16)
def _chebyshev(g: Target, eps: Fraction) -> Near:
    found = [_output(g, output, eps) for output in g.outputs]
    bounds = tuple(bound for _, bound in found)
    degree = max((sum(k) for data, _ in found for k in data), default=0)
    data = tuple(data for data, _ in found)
    near = Near(g, (), degree, "Chebyshev", bounds, ZERO, eps * GRID, data)
    return replace(near, reached=_reached(near))


def _reached(near: Near) -> Fraction:
    """A number that |g - P| reaches: at corners of the box, and on its diagonal."""
    from constructions.interop.flint import BallSystem, round_dyadic, to_fractions

    g, system, least = near.target, BallSystem(BITS), ZERO
    points = [(Fraction(k, 8),) * g.size for k in range(9)]
    points += list(product((ZERO, ONE), repeat=g.size))[:CORNERS]
    programs = [Program(output) for output in g.outputs]
    with system.working():
        for u in points:
            x = (system.const(g.low + (g.high - g.low) * q) for q in u)
            values = dict(zip(g.names, x, strict=True))
            for program, P in zip(programs, near.at(u), strict=True):
                lo, hi = to_fractions(program.run(system, values) - system.const(P))
                least = max(least, lo, -hi)
    return max(ZERO, round_dyadic(least, 32, -1))


def used(g: Target, output: Expression) -> tuple[int, ...]:
    """The numbers of the coordinates that occur, with the same ones of all other tokens."""
    names, d = set(variables(output)), g.d
    kept = {i for i, name in enumerate(g.names) if name in names}
    kept |= {j * d + i % d for i in kept if i >= d for j in range(1, g.n)}
    return tuple(sorted(kept))


def _output(g: Target, output: Expression, eps: Fraction) -> tuple[Sparse, Fraction]:
    """(P in the coordinates u of the cube, a bound of its error)."""
    places, kept, bound = series(g, output, eps)
    return _in_powers(kept, places, g.size), bound


def series(
    g: Target, output: Expression, eps: Fraction
) -> tuple[tuple[int, ...], dict[Exponents, Fraction], Fraction]:
    """(coordinates, c, bound): sum_k c_k prod T_ki(2 u_i - 1) is within the bound < eps of g.

    Raises:
        NotAnalytic: see :func:`chebyshev`.
    """
    moved = transform(output, g.moved) if (g.low, g.high) != (0, 1) else output
    places = used(g, output)
    names = [g.names[i] for i in places]
    program = Program(moved)
    m, rest = _degree(program, names, SHARE * eps)
    values = _coefficients(program, names, m)
    kept, bound = _kept(g, places, values, eps, rest)
    return places, kept, bound


# --- the rest of the series ----------------------------------------------------------------------


def _degree(program: Program, names: Sequence[str], allowed: Fraction) -> tuple[int, Fraction]:
    """(m, bound of |P - g|) with the bound at most ``allowed``, m the least one for any rho.

    Raises:
        NotAnalytic: there is none with (m + 1)^N <= :data:`MAX_POINTS`.
    """
    N, best = len(names), None
    if not N:
        return 0, ZERO
    needed = None
    for rho in RADII:
        M = bound_on_ellipse(program, names, rho)
        if M is None:
            break
        m = 0
        while rest_of_series(M, rho, m, N) > allowed:
            m += 1 + m // 16
        needed = m if needed is None else min(m, needed)
        if (m + 1) ** N <= MAX_POINTS and (best is None or m < best[0]):
            best = m, rest_of_series(M, rho, m, N)
    if best is not None:
        return best
    if needed is None:
        raise NotAnalytic("g is not seen to be analytic around the box")
    raise NotAnalytic(
        f"(m + 1)^{N} Chebyshev coefficients with m = {needed} are needed, and at most "
        f"{MAX_POINTS} are used"
    )


def rest_of_series(M: Fraction, rho: Fraction, m: int, N: int) -> Fraction:
    """2 M (S^N - S_m^N), rounded up."""
    whole = (rho + 1) / (rho - 1)
    part = 1 + 2 * (1 - 1 / rho**m) / (rho - 1)
    left = 2 * M * (whole**N - part**N)
    return Fraction(-((-left.numerator << 80) // left.denominator), 1 << 80)


def bound_on_ellipse(program: Program, names: Sequence[str], rho: Fraction) -> Fraction | None:
    """M >= |g| in the polyellipse, where g is analytic; None if that is not seen."""
    from constructions.interop.flint import round_dyadic, to_fractions

    wide, tall = (rho + 1 / rho) / 2, (rho - 1 / rho) / 2
    for parts in (1, 2, 4):
        if (parts * parts) ** len(names) > MAX_PARTS and parts > 1:
            break
        cells = list(_cells(wide, tall, parts))
        largest: Fraction | None = ZERO
        for choice in product(cells, repeat=len(names)):
            value = _in_complex(program, dict(zip(names, choice, strict=True)))
            try:
                size = None if value is None else to_fractions(value.abs_upper())[1]
            except NumberError:  # too large to be a number here
                size = None
            if size is None:
                largest = None
                break
            largest = max(largest or ZERO, size)
        if largest is not None:
            return round_dyadic(largest, 32, 1)
    return None


def _cells(wide: Fraction, tall: Fraction, parts: int) -> Iterator[Any]:
    """Complex balls that cover (1 + y)/2 for y in the ellipse: parts of the box around it."""
    from flint import acb

    from constructions.interop.flint import BallSystem, from_interval

    with BallSystem(BITS).working():
        for a, b in product(range(parts), repeat=2):
            ends = [(Fraction(2 * i, parts) - 1, Fraction(2 * i + 2, parts) - 1) for i in (a, b)]
            (left, right), (low, high) = ends
            yield acb(
                from_interval((1 + wide * left) / 2, (1 + wide * right) / 2),
                from_interval(tall * low / 2, tall * high / 2),
            )


def _in_complex(program: Program, values: dict[str, Any]) -> Any:
    """The value of g on complex balls, None where it is not seen to be analytic."""
    from constructions.interop.complex_balls import AnalyticSystem

    system = AnalyticSystem(BITS)
    try:
        with system.working():
            return system.finite(program.run(system, values))
    except NumberError:
        return None


# --- the coefficients ----------------------------------------------------------------------------


def _coefficients(program: Program, names: Sequence[str], m: int) -> dict[Exponents, Any]:
    """Balls around the c_k, k in {0, ..., m}^N: c_k = prod (2 - [k_i = 0])/(m + 1) sum g T_k."""
    from flint import arb

    from constructions.interop.flint import BallSystem

    N, system = len(names), BallSystem(BITS)
    with system.working():
        angles = [arb(2 * j + 1) / (2 * (m + 1)) for j in range(m + 1)]
        points = [(1 + arb.cos_pi(t)) / 2 for t in angles]
        table = [[arb.cos_pi(k * t) * (2 - (k == 0)) / (m + 1) for t in angles]
                 for k in range(m + 1)]  # fmt: skip
        try:
            values = [
                system.finite(program.run(system, dict(zip(names, u, strict=True))))
                for u in product(points, repeat=N)
            ]
        except (NumberError, FunctionError) as error:
            raise NotAnalytic(str(error)) from None
        for _ in range(N):  # the first axis is summed over, and goes behind the others
            stride = len(values) // (m + 1)
            lines = [values[place::stride] for place in range(stride)]
            values = [
                sum((w * v for w, v in zip(row, line, strict=True)), arb(0))
                for line in lines
                for row in table
            ]
    return dict(zip(product(range(m + 1), repeat=N), values, strict=True))


def _kept(
    g: Target,
    places: Sequence[int],
    values: dict[Exponents, Any],
    eps: Fraction,
    rest: Fraction,
) -> tuple[dict[Exponents, Fraction], Fraction]:
    """(coefficients that are kept, a bound of |P - g|): of low total degree first.

    Exponents with exchanged tokens have one coefficient; they are kept or left out together.
    """
    from constructions.interop.flint import to_fractions

    orbits: dict[Exponents, list[Exponents]] = {}
    for k in values:
        orbits.setdefault(_sorted(g, places, k), []).append(k)
    grid = ONE
    while grid * len(values) > eps * GRID:
        grid /= 2
    numbers: dict[Exponents, Fraction] = {}
    off = rest
    sizes: dict[Exponents, Fraction] = {}  # what it costs to leave an orbit out, beyond ``off``
    for key, members in orbits.items():
        ends = [to_fractions(values[k]) for k in members]
        lo, hi = max(a for a, _ in ends), min(b for _, b in ends)  # one number for all of them
        q = round((lo + hi) / 2 / grid) * grid
        numbers[key] = q
        off += len(members) * max(hi - q, q - lo, ZERO)
        sizes[key] = len(members) * abs(q)
    left = eps - off
    kept = set(orbits)
    degrees = sorted({sum(key) for key in orbits}, reverse=True)
    for degree in degrees:  # all of the highest degrees, then small ones of the next
        for key in sorted((k for k in kept if sum(k) == degree), key=lambda k: (sizes[k], k)):
            if sizes[key] < left:
                left -= sizes[key]
                kept.discard(key)
        if any(sum(key) == degree for key in kept):
            break
    for key in sorted(kept, key=lambda k: (sizes[k], k)):
        if sizes[key] < left:
            left -= sizes[key]
            kept.discard(key)
    return {k: numbers[key] for key in kept for k in orbits[key]}, eps - left


def _sorted(g: Target, places: Sequence[int], k: Exponents) -> Exponents:
    """The exponents with the tokens x_2, ..., x_n in order."""
    own = [e for i, e in zip(places, k, strict=True) if i < g.d]
    others: dict[int, list[int]] = {}
    for i, e in zip(places, k, strict=True):
        if i >= g.d:
            others.setdefault(i // g.d, []).append(e)
    return (*own, *(e for token in sorted(others.values()) for e in token))


def _in_powers(kept: dict[Exponents, Fraction], places: Sequence[int], size: int) -> Sparse:
    """sum c_k T_k(2 u - 1) in the powers of u, exponents of all coordinates."""
    found: dict[Exponents, Fraction] = {}
    for k, c in kept.items():
        rows = [shifted(e) for e in k]
        for choice in product(*(range(len(row)) for row in rows)):
            value = c
            for row, e in zip(rows, choice, strict=True):
                value *= row[e]
            if value:
                exponents = [0] * size
                for place, e in zip(places, choice, strict=True):
                    exponents[place] = e
                key = tuple(exponents)
                found[key] = found.get(key, ZERO) + value
    return {key: value for key, value in found.items() if value}


@lru_cache(maxsize=256)
def shifted(k: int) -> tuple[int, ...]:
    """The coefficients of T_k(2 u - 1): (-1)^(k - j) 4^j k/(k + j) C(k + j, 2 j) of u^j, k > 0."""
    if not k:
        return (1,)
    return tuple((-1) ** (k - j) * 4**j * k * comb(k + j, 2 * j) // (k + j) for j in range(k + 1))
