"""The smoothed scale factor in float64, on numpy arrays and torch tensors, with its derivatives.

With z = v/sigma, ``f_sigma^(k)(v) = sigma^(-1/2-k) h^(k)(z)``.  h^(k) is taken

- from Taylor polynomials of degree :data:`DEGREE` around the midpoints of cells of length 1/2
  for -20 <= z <= 20, to the left of -5 of ``exp(z^2/2) h^(k)(z)``;
- from the series for z -> oo to the right of 20, where what it leaves out is below
  ``exp(-z^2/8) < 2^-72`` and the next term;
- to the left of -20 from ``int u^(s-1) exp(-u x - u^2/2) du ~ x^-s sum (-1/2)^j Gamma(s + 2j)/j!
  x^(-2j)``, x = -z, which alternates around its value.

The polynomials come from balls (:func:`table`), and :func:`truncation` bounds what they leave
out.  What remains is rounding: a few units in the last place for z >= -5.  To the left of that
``exp(-z^2/4)`` is computed from an exact square and taken twice, before and after the power of
sigma, so that f_sigma is accurate until it underflows itself, where the result is 0 or subnormal.
Nothing overflows: sigma lies between :data:`LEAST` and :data:`MOST`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from fractions import Fraction
from functools import cache
from math import factorial, gamma, pi, sqrt
from typing import Any

from constructions.weierstrass import asymptotic

DEGREE = 22
REACH = 20  # the cells fill [-REACH, REACH]
SEAM = -5  # to the left of it exp(z^2/2) is split off
CELLS = 4 * REACH
PARTS = 16  #: parts of a cell where z >= 0 and few terms are wanted
ORDERS = 4  # h, h', h'', h'''
TAIL_TERMS = 12
LEAST, MOST = 2.0**-300, 2.0**300  # of sigma: sigma^(-5/2) is then far from the ends of float64


@cache
def table(order: int) -> list[list[float]]:
    """For each cell the Taylor coefficients of ``h^(order)``, or of ``exp(z^2/2) h^(order)``."""
    from constructions.interop.flint import from_fraction
    from constructions.interop.weierstrass_balls import _precision, standard

    rows = []
    for cell in range(CELLS):
        centre = Fraction(2 * cell + 1, 4) - REACH
        values = standard(centre, 160, DEGREE + order)
        with _precision(400 + 2 * REACH * REACH):
            coefficients = [values[order + k] / factorial(k) for k in range(DEGREE + 1)]
            if centre < SEAM:
                coefficients = _times_gauss(coefficients, from_fraction(centre))
            rows.append([float(c.mid()) for c in coefficients])
    return rows


@cache
def _array(order: int) -> Any:
    """The table as an array of numpy."""
    import numpy as np

    return np.array(table(order), dtype=np.float64)


def degree_for(bits: int) -> int:
    """The degree of polynomials on parts of cells that leave out less than 2^-bits of max h.

    With each degree the bound of :func:`truncation` has the factor r/R = 2^-8, and less than 2^14
    stands before it.
    """
    return -(-(bits + 14) // 8) - 1


@cache
def parts(orders: tuple[int, ...], bits: int) -> Any:
    """For 0 <= z <= REACH, a row for each part of a cell: coefficients of u^k, where the part is
    -1/2 <= u <= 1/2, of one order after the other.
    """
    from math import comb

    import numpy as np

    count, size = degree_for(bits) + 1, 1 / (2 * PARTS)
    shifts = [(part + 0.5) * size - 0.25 for part in range(PARTS)]
    moved = np.array(
        [
            [
                [comb(k, m) * s ** max(k - m, 0) * size**m for k in range(DEGREE + 1)]
                for m in range(count)
            ]
            for s in shifts
        ]
    )
    cells = [_array(order)[2 * REACH :] for order in orders]
    rows = [np.einsum("pmk,ck->cpm", moved, cell).reshape(-1, count) for cell in cells]
    return np.ascontiguousarray(np.concatenate(rows, axis=1))


def _times_gauss(coefficients: list[Any], centre: Any) -> list[Any]:
    """The Taylor coefficients times those of ``exp(z^2/2)``: g' = z g."""
    g = [(centre * centre / 2).exp()]
    for k in range(DEGREE):
        g.append((centre * g[k] + (g[k - 1] if k else 0)) / (k + 1))
    return [
        sum((coefficients[i] * g[k - i] for i in range(1, k + 1)), coefficients[0] * g[k])
        for k in range(DEGREE + 1)
    ]


def truncation(cell: int, degree: int = DEGREE, parts: int = 1) -> Fraction:
    """A bound of what the cell's polynomial for h leaves out, relative to h there; cells >= SEAM.

    By Cauchy on the circle of radius R = 4 around the centre a, and ``|h(x + iy)| <= e^(y^2/2)
    h(x)``: the rest of the series is at most ``e^(R^2/2) max h (r/R)^(n+1)/(1 - r/R)``, r = 1/4.
    With ``parts``, of the polynomials around the middles of so many parts: r is 1/4 of that, and
    circles reach 1/4 further.
    """
    from constructions.interop.flint import to_fractions
    from constructions.interop.weierstrass_balls import standard

    centre = Fraction(2 * cell + 1, 4) - REACH
    if centre < SEAM:
        raise ValueError("to the left of the seam the cells hold another function")
    R, r = 4, Fraction(1, 4) / parts
    far, half = R + (Fraction(1, 4) if parts > 1 else 0), Fraction(1, 4)

    def upper(z: Fraction) -> Fraction:
        return to_fractions(standard(z)[0])[1]

    # h increases up to its maximum, which is below 11/10, and decreases from there
    most = upper(centre + far) if centre + far < 0 else Fraction(11, 10)
    if centre - far > 2:
        most = upper(centre - far)
    least = min(to_fractions(standard(centre + side * half)[0])[0] for side in (-1, 1))
    ratio = r / R
    return 2981 * most * ratio ** (degree + 1) / (1 - ratio) / least  # e^8 < 2981


def falling(order: int) -> list[float]:
    """Coefficients b_j of ``h^(order)(z) ~ z^(-1/2-order) sum b_j z^(-2j)``."""
    out = []
    for j, a in enumerate(asymptotic(TAIL_TERMS)):
        for i in range(order):
            a *= -(Fraction(1, 2) + 2 * j + i)
        out.append(float(a))
    return out


def falling_terms(order: int, bits: int, least: float) -> int:
    """How many of :func:`falling` are needed for 2^-bits where z >= least >= REACH."""
    sizes = [abs(b) * least ** (-2 * j) for j, b in enumerate(falling(order))]
    return next(n for n in range(2, TAIL_TERMS + 1) if sum(sizes[n:]) < 2.0**-bits * sizes[0])


def _moment(s: float) -> list[float]:
    """Coefficients of ``int u^(s-1) e^(-ux-u^2/2) du = x^-s sum m_j x^(-2j)``, over sqrt(2 pi)."""
    return [(-0.5) ** j * gamma(s + 2 * j) / factorial(j) / sqrt(2 * pi) for j in range(TAIL_TERMS)]


class Arrays:
    """The operations that differ between numpy and torch."""

    def __init__(
        self,
        module: Any,
        asarray: Callable[[Any, Any], Any],
        double: Callable[[Any], Any],
        quiet: Callable[[], Any],
    ) -> None:
        self.quiet = quiet  # the arithmetic of infinities is meant
        self.where, self.exp, self.floor = module.where, module.exp, module.floor
        self.sqrt, self.clip, self.isnan = module.sqrt, module.clip, module.isnan
        self.asarray, self.double = asarray, double
        self.index = lambda a: a.long() if hasattr(a, "long") else a.astype("int64")


def numpy_arrays() -> Arrays:
    import numpy as np

    return Arrays(
        np,
        lambda data, like: np.asarray(data, dtype=np.float64),
        lambda v: np.asarray(v, dtype=np.float64),
        lambda: np.errstate(all="ignore"),
    )


def torch_arrays() -> Arrays:
    import torch

    return Arrays(
        torch,
        # without a copy; a tensor that is kept would belong to the mode it was made in
        lambda data, like: torch.from_numpy(data).to(like.device),
        lambda v: v.double(),
        nullcontext,
    )


def checked_width(sigma: float) -> float:
    """sigma, if it is a width for which values can be computed.

    Raises:
        ValueError: sigma is not between :data:`LEAST` and :data:`MOST` (2^-300 and 2^300).
    """
    if not 0 < sigma < float("inf"):
        raise ValueError("the width sigma of the Gaussian is > 0 and finite")
    if not LEAST <= sigma <= MOST:
        raise ValueError("the width sigma of the Gaussian lies between 2^-300 and 2^300")
    return sigma


def evaluate(xp: Arrays, v: Any, sigma: float, order: int = 0) -> Any:
    """``f_sigma^(order)(v)``, a float64 array, for an array of real numbers v and one sigma > 0.

    Raises:
        ValueError: sigma is not one for :func:`checked_width`, or the order is above 2.
    """
    checked_width(sigma)
    if not 0 <= order < ORDERS - 1:
        raise ValueError(f"derivatives are available up to order {ORDERS - 2}")
    v = xp.double(v)
    with xp.quiet():
        z = v / sigma
        inside = xp.clip(xp.where(xp.isnan(z), 0.0, z), -60.0, float(REACH))
        # z is rounded; what the rounding took away counts where h changes fast
        lost = _residual(xp.clip(v, -60 * sigma, REACH * sigma), inside, sigma) / sigma
        lost = xp.where(xp.isnan(z) | (z != inside), 0.0, lost)
        value = _standard(xp, inside, order) + _standard(xp, inside, order + 1) * lost
        half = _half_gauss(xp, inside)
        value = value * half / (sigma**order * sqrt(sigma)) * half
        right = xp.where(z > REACH, v, 1.0)
        ratio = sigma / right
        tail = _series(falling(order), ratio * ratio) / (xp.sqrt(right) * right**order)
        return xp.where(xp.isnan(z), z, xp.where(z > REACH, tail, value))


def evaluate_variances(v: Any, sigma: float, order: int = 0, bits: int = 60) -> Any:
    """``f_sigma^(order)(v)`` for a float64 tensor of variances v >= 0 on the CPU, order 0 or 1.

    As :func:`evaluate`, in a fraction of its time: there is nothing to the left of 0, what rounds z
    moves h by less than a unit in the last place, the cells have :data:`PARTS` parts with fewer
    terms, and where all v are to the right of the cells, terms of the series are left out: of
    either as many as sum to less than 2^-bits of the largest value (of h; of h', where it is 0).
    """
    return evaluate_orders(v, sigma, (order,), bits)[0]


def evaluate_orders(v: Any, sigma: float, orders: tuple[int, ...], bits: int) -> list[Any]:
    """:func:`evaluate_variances` for several orders, which are read from one table."""
    import torch

    if not v.numel():
        return [v] * len(orders)
    low, high = (end.item() / sigma for end in v.aminmax())
    if low > REACH:
        return [_far(v, sigma, order, bits, low) for order in orders]
    u = (v * (2 * PARTS / sigma)).view(-1)
    if high > REACH:
        u.clamp_(max=2 * PARTS * REACH)
    place = u.long().clamp_(max=2 * PARTS * REACH - 1)
    u = u.sub_(place).sub_(0.5)
    columns = torch.from_numpy(parts(orders, bits)).index_select(0, place).unbind(1)
    right = v > REACH * sigma if high > REACH else None
    values = []
    for number, order in enumerate(orders):
        size = len(columns) // len(orders)
        *rest, second, first = columns[number * size : (number + 1) * size]
        value = torch.addcmul(second, first, u)
        for column in reversed(rest):
            torch.addcmul(column, value, u, out=value)
        value = value.mul_(1 / (sigma**order * sqrt(sigma))).view(v.shape)
        if right is not None:
            value[right] = _far(v[right], sigma, order, bits, REACH)
        values.append(value)
    return values


def _far(v: Any, sigma: float, order: int, bits: int, least: float) -> Any:
    """The series for v/sigma >= least >= REACH, its first terms."""
    terms, count = falling(order), falling_terms(order, bits, least)
    power = v.rsqrt() if order == 0 else v.rsqrt().div_(v)
    w = v.reciprocal().mul_(sigma).square_()
    value = w * terms[count - 1]
    for b in reversed(terms[1 : count - 1]):
        value.add_(b).mul_(w)
    return value.add_(terms[0]).mul_(power)


def _residual(v: Any, z: Any, sigma: float) -> Any:
    """v - z sigma, the product without rounding (Dekker)."""
    split = 134217729.0  # 2^27 + 1
    t = split * z
    zh = t - (t - z)
    u = split * sigma
    sh = u - (u - sigma)
    zl, sl = z - zh, sigma - sh
    p = z * sigma
    return (v - p) - (((zh * sh - p) + zh * sl + zl * sh) + zl * sl)


def _standard(xp: Arrays, z: Any, order: int) -> Any:
    """h^(order)(z) for -60 <= z <= REACH, without the factors that :func:`_half_gauss` has."""
    middle, place = _cell(xp, z)
    rows = xp.asarray(_array(order), z)[xp.index(place)]
    t = middle - ((place + 0.5) / 2 - REACH)
    value = rows[..., DEGREE]
    for k in range(DEGREE - 1, -1, -1):
        value = value * t + rows[..., k]
    x = xp.clip(-z, REACH, 60.0)
    inner = _left(xp, x, order)
    return xp.where(z < -REACH, inner, value)


def _cell(xp: Arrays, z: Any) -> tuple[Any, Any]:
    """z, clipped to the cells, and the number of its cell."""
    middle = xp.clip(z, -REACH, REACH)
    return middle, xp.clip(xp.floor((middle + REACH) * 2), 0, CELLS - 1)


def _series(coefficients: list[float], w: Any) -> Any:
    value = 0 * w + coefficients[-1]
    for c in reversed(coefficients[:-1]):
        value = value * w + c
    return value


def _left(xp: Arrays, x: Any, order: int) -> Any:
    """``exp(z^2/2) h^(order)(z)``, z = -x: moments of ``u^(-1/2) He_order(u + x)``."""
    w = 1 / (x * x)
    root = 1 / xp.sqrt(x)
    moments = [_series(_moment(0.5 + i), w) * root / x**i for i in range(order + 1)]
    return {
        0: lambda m: m[0],
        1: lambda m: m[1] + x * m[0],
        2: lambda m: m[2] + 2 * x * m[1] + (x * x - 1) * m[0],
        3: lambda m: m[3] + 3 * x * m[2] + (3 * x * x - 3) * m[1] + (x * x * x - 3 * x) * m[0],
    }[order](moments)


def _half_gauss(xp: Arrays, z: Any) -> Any:
    """exp(-z^2/4) to the left of the seam, 1 elsewhere.

    From a square that is exact in its leading part.
    """
    place = _cell(xp, z)[1]
    z = xp.clip(z, -60.0, 0.0)  # the rest is not used
    head = xp.floor(z * 2.0**20) / 2.0**20
    value = xp.exp(-(head * head) / 4) * xp.exp(-(z - head) * (z + head) / 4)
    # by the cell, not by z: z + REACH may have been rounded across the seam
    return xp.where(place < 2 * (REACH + SEAM), value, 1.0 + 0 * z)
