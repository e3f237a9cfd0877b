"""A polynomial in s that is positive on an interval, as two squares and a small rest.

q = A^2 + (s - low)(high - s) B^2 for every polynomial q >= 0 of even degree on [low, high] (Lukacs;
Fejer and Riesz on the circle).  A and B are found in floating point, where q may come as close to
0 as the stated margin, and refined with integers until what is left over is far below the margin;
that rest is written as monomials and squares of binomials.  So a bound that is nearly attained at
many points is one leaf of the kernel, without any cut of the interval.

s is x itself or the root of alpha x + beta; then A and B are written as a(x) + s b(x), which
halves the degrees, and s^2 = alpha x + beta is used once.

Wilson's iteration: G. T. Wilson, Factorization of the covariance generating function of a pure
moving average process, SIAM J. Numer. Anal. 6 (1969).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, log2
from typing import Any

Json = Any
LeafTerm = list[Any]
POINTS = 4096
"""Points on the circle where a first factor is computed."""
LOW, HIGH, BELOW, ABOVE, ROOT, TOP = range(-6, 0)
"""Stand for the numbers of a frame's literals: N s - low, high - N s >= 0 (integers, N a common
denominator), X + x, X - x >= 0 (X a power of two), and for a root s >= 0, S - s >= 0."""


class NoSquares(Exception):
    """No such form was found (which proves nothing)."""


@dataclass(frozen=True)
class Frame:
    """The ranges of s and of x on a piece, and s^2 = alpha x + beta where s is a root.

    ``at``: the term s.
    """

    at: Json
    ends: tuple[Fraction, Fraction]
    within: tuple[Fraction, Fraction]
    root: tuple[Fraction, Fraction] | None = None

    @property
    def common(self) -> int:
        """N, the common denominator of the ends of s."""
        return lcm(*(end.denominator for end in self.ends))

    @property
    def size(self) -> Fraction:
        """X, the least power of two that is at least |x|."""
        return _power_of_two(max(abs(end) for end in self.within))

    @property
    def top(self) -> Fraction:
        """S, the least power of two that is at least s."""
        return _power_of_two(max(abs(end) for end in self.ends))

    def split(self, poly: Any) -> tuple[Any, Any]:
        """a and b with poly(s) = a(x) + s b(x)."""
        if self.root is None:
            return poly, flint_poly([])
        alpha, beta = self.root
        inner, c = flint_poly([beta, alpha]), fractions(poly)
        return flint_poly(c[0::2])(inner), flint_poly(c[1::2])(inner)

    def joined(self, a: Any, b: Any) -> Any:
        """a(x) + s b(x) as a polynomial in s."""
        if self.root is None:
            return a
        alpha, beta = self.root
        phi = flint_poly([-beta / alpha, Fraction(0), 1 / alpha])
        return a(phi) + flint_poly([Fraction(0), Fraction(1)]) * b(phi)

    def term(self, a: Any, b: Any) -> Json:
        """a(x) + s b(x) as a term."""
        first, second = (written(fractions(q), "x") for q in (a, b))
        if second == "0":
            return first
        second = self.at if second == "1" else ["*", self.at, second]
        return second if first == "0" else ["+", first, second]


def _power_of_two(q: Fraction) -> Fraction:
    if not q:
        return Fraction(1)
    e = q.numerator.bit_length() - q.denominator.bit_length()
    return Fraction(2) ** (e if Fraction(2) ** e >= q else e + 1)


def chebyshev(coefficients: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients in T_0, T_1, ... of a polynomial given in 1, h, h^2, ..."""
    n = len(coefficients)
    common = lcm(*(c.denominator for c in coefficients))
    found: list[int] = []
    for steps, c in enumerate(reversed(coefficients)):  # h T_j = (T_(j+1) + T_|j-1|)/2, doubled
        shifted = [0] * (len(found) + 1)
        for j, a in enumerate(found):
            shifted[j + 1] += a
            shifted[abs(j - 1)] += a
        shifted[0] += (c.numerator * (common // c.denominator)) << steps
        found = shifted
    return [Fraction(a, common << max(0, n - 1)) for a in found]


def moved(poly: Any, ends: tuple[Fraction, Fraction]) -> list[Fraction]:
    """The coefficients in h of poly(c + w h), which takes [-1, 1] to the interval."""
    lo, hi = ends
    return fractions(poly(flint_poly([(lo + hi) / 2, (hi - lo) / 2])))


def flint_poly(q: Sequence[Fraction]) -> Any:
    from flint import fmpq, fmpq_poly

    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in q])


def fractions(poly: Any) -> list[Fraction]:
    return [Fraction(int(c.p), int(c.q)) for c in poly.coeffs()]


def written(coefficients: Sequence[Fraction], at: Json) -> Json:
    """The polynomial as a term: by Horner in short blocks, which are joined in pairs."""
    n = len(coefficients)
    if n > 8:
        k = 1 << ((n - 1).bit_length() - 1)
        low, high = written(coefficients[:k], at), written(coefficients[k:], at)
        if high == "0":
            return low
        high = ["^", at, k] if high == "1" else ["*", ["^", at, k], high]
        return high if low == "0" else ["+", low, high]
    value: Json = "0"
    for c in reversed(coefficients):
        value = "0" if value == "0" else at if value == "1" else ["*", at, value]
        if c:
            value = str(c) if value == "0" else ["+", str(c), value]
    return value


def positive(poly: Any, margin: Fraction, frame: Frame) -> tuple[int, list[LeafTerm]]:
    """K > 0 and terms of a leaf with sum K poly(s), where poly > margin > 0 is expected.

    The sum is taken with s^2 = alpha x + beta.

    Raises:
        NoSquares: poly is not seen to be positive.
    """
    try:
        return 1, _rest(poly, frame)  # one coefficient may outweigh all others
    except NoSquares:
        pass
    lo, hi = frame.ends
    degree = poly.degree() + 1
    reach = float(frame.top)
    if frame.root is not None:
        reach = float(abs(frame.root[0]) * frame.size + abs(frame.root[1])) ** 0.5
    stretch = (reach + abs(float(lo + hi)) / 2) * 2 / float(hi - lo)
    narrow = max(0, int(log2(max(1.0, stretch))) - 10)  # a short interval far from 0
    growth = int(degree * log2(2.42 * max(1.0, stretch))) + 1 + narrow
    factor, e, bits = _factor(moved(poly, frame.ends), margin, growth)
    # rounding the coefficients of A and B to integers must not cost more than the margin
    K = 16 + e + _inverse_bits(margin) + growth // 2 + degree.bit_length() + narrow
    K += degree // 2 * max(0, _log(frame.size), _log(frame.top))
    K = max(K + max(0, -_inverse_bits((hi - lo) * frame.common)), 0)
    A, B = _brought_back(factor, Fraction(2) ** (K + e - bits), frame)
    rest = poly * 4**K - frame.joined(*A) ** 2 - frame.joined(*B) ** 2 * _product(frame)
    # the kernel adds the terms up from the left: short ones first
    terms = [*_rest(rest, frame), ["1", [], [frame.term(*A)]]]
    if B[0] or B[1]:
        terms.append(["1", [LOW, HIGH], [frame.term(*B)]])
    return 4**K, terms


def _product(frame: Frame) -> Any:
    """The product of the literals LOW and HIGH."""
    N = Fraction(frame.common)
    lo, hi = (end * N for end in frame.ends)
    return flint_poly([-lo, N]) * flint_poly([hi, -N])


def _rest(poly: Any, frame: Frame) -> list[LeafTerm]:
    """Terms for a polynomial whose constant outweighs all else."""
    a, b = (fractions(q) for q in frame.split(poly))
    a = a or [Fraction(0)]
    if not b:
        return monomials(a, frame.size, [])
    X, weight = frame.size, Fraction(0)
    for j in reversed(range(len(b))):
        weight = weight * X + abs(b[j])
    if not any(b[1:]) and b[0] > 0:
        weight = Fraction(0)
    # s b(x) = s (b(x) + weight) + weight (S - s) - weight S
    a[0] -= weight * frame.top
    terms = monomials(a, X, [])
    terms += monomials([b[0] + weight, *b[1:]], X, [ROOT])
    return terms + ([[str(weight), [TOP], []]] if weight else [])


def monomials(q: list[Fraction], X: Fraction, used: list[int]) -> list[LeafTerm]:
    """q(x) by squares of x^i (X +- x) and x^i, by (X - x)(X + x) (x^i)^2, and a constant."""
    terms: list[LeafTerm] = []
    even = [*q[0::2], Fraction(0), Fraction(0)]
    for i, c in enumerate(q[1::2]):
        if c:  # 2 X c x^(2i+1) = +-|c| ((x^i (X +- x))^2 - X^2 x^2i - x^(2i+2))
            half = abs(c) / (2 * X)
            binomial = ["+" if c > 0 else "-", str(X), "x"]
            terms.append([str(half), used, [_power(i), binomial] if i else [binomial]])
            even[i] -= half * X * X
            even[i + 1] -= half
    lacking = Fraction(0)
    for i in reversed(range(1, len(even))):  # -e x^2i = e x^(2i-2) (X^2 - x^2) - e X^2 x^(2i-2)
        value = even[i] - lacking
        lacking = max(Fraction(0), -value) * X * X
        if value > 0:
            terms.append([str(value), used, [_power(i)]])
        elif value:
            squares = [_power(i - 1)] if i > 1 else []
            terms.append([str(-value), [*used, BELOW, ABOVE], squares])
    constant = even[0] - lacking
    if constant < 0:
        raise NoSquares("the rest is not seen to be positive")
    if constant:
        terms.append([str(constant), used, []])
    return terms


def _power(i: int) -> Json:
    return "x" if i == 1 else ["^", "x", i]


def _factor(q: list[Fraction], margin: Fraction, growth: int) -> tuple[list[int], int, int]:
    """Integers H_i, e and b with q - margin/2 = 4^(e-b) |sum H_i z^i|^2 nearly, h = cos z."""
    import numpy as np

    exact = chebyshev(q)
    exact[0] -= margin / 2
    if len(exact) % 2 == 0:
        exact.append(Fraction(0))
    largest = max(abs(c) for c in exact)
    e = (largest.numerator.bit_length() - largest.denominator.bit_length()) // 2
    unit = Fraction(4) ** e
    target = [c / unit for c in exact]
    target[1:] = [c / 2 for c in target[1:]]
    lags = np.array([float(c) for c in target])
    start = _wilson(_cepstral(lags, float(margin / unit)), lags)
    bits = max(0, _inverse_bits(margin) + 2 * e) + 24 + growth
    whole = [(c.numerator << 2 * bits) // c.denominator for c in target]
    return _refined(start, whole, bits), e, bits


def _brought_back(factor: list[int], scale: Fraction, frame: Frame) -> tuple[Any, Any]:
    """A and B with integer coefficients: A^2 + (product of literals) B^2 is scale^2 |H|^2."""
    from flint import fmpq_poly, fmpz_poly

    k = (len(factor) - 1) // 2
    lo, hi = frame.ends
    w = (hi - lo) / 2
    inward = flint_poly([-(lo + hi) / 2 / w, 1 / w])
    first, second = fmpz_poly([factor[k]]), fmpz_poly([0])
    for j in range(1, k + 1):
        first += (factor[k + j] + factor[k - j]) * first_kind(j)
        second += (factor[k + j] - factor[k - j]) * second_kind(j - 1)
    found = []
    for poly, by in ((first, scale), (second, scale / w / frame.common)):
        exact = fmpq_poly(poly)(inward) * flint_poly([by])
        parts = frame.split(exact)
        found.append(tuple(flint_poly([Fraction(round(c)) for c in fractions(q)]) for q in parts))
    return found[0], found[1]


@lru_cache(maxsize=256)
def first_kind(j: int) -> Any:
    """The Chebyshev polynomial T_j."""
    from flint import fmpz_poly

    return fmpz_poly.chebyshev_t(j)


@lru_cache(maxsize=256)
def second_kind(j: int) -> Any:
    """The Chebyshev polynomial U_j."""
    from flint import fmpz_poly

    return fmpz_poly.chebyshev_u(j)


def _inverse_bits(q: Fraction) -> int:
    """About log2(1/q)."""
    return q.denominator.bit_length() - q.numerator.bit_length() + 1


def _log(power_of_two: Fraction) -> int:
    return power_of_two.numerator.bit_length() - power_of_two.denominator.bit_length()


def _cepstral(lags: Any, gap: float) -> Any:
    """A first factor, with its zeros off the circle, of a function lifted a little."""
    import numpy as np

    n = len(lags) - 1
    padded = np.zeros(POINTS)
    padded[: n + 1] = lags
    padded[-n:] += lags[:0:-1] if n else 0
    values = np.fft.fft(padded).real
    top = float(values.max())
    if top <= 0:
        raise NoSquares("it is nowhere positive")
    values = np.log(np.maximum(values, 0) + max(gap, 1e-5 * top))
    logs = np.fft.ifft(values).real
    logs[0] /= 2
    logs[POINTS // 2] /= 2
    logs[POINTS // 2 + 1 :] = 0
    factor = np.fft.ifft(np.exp(np.fft.fft(logs))).real
    return factor[: n + 1]


def _system(h: Any) -> Any:
    """The matrix of d -> (sum_i h_i d_(i+j) + d_i h_(i+j))_j."""
    import numpy as np

    n = len(h) - 1
    i = np.arange(n + 1)
    wide = np.concatenate([np.zeros(n + 1), h, np.zeros(n + 1)])
    hankel = wide[n + 1 + i[:, None] + i[None, :]]
    toeplitz = wide[n + 1 + i[None, :] - i[:, None]]
    return hankel + toeplitz


def _wilson(h: Any, lags: Any, steps: int = 40) -> Any:
    """Newton's method for sum_i h_i h_(i+j) = lags_j, from a factor with its zeros outside."""
    import numpy as np

    n = len(h) - 1
    best, found = np.inf, h
    stalled = 0
    for _ in range(steps):
        residual = lags - np.correlate(h, h, "full")[n:]
        size = float(np.abs(residual).max())
        if not np.isfinite(size):
            break
        if size < best / 2:
            best, found, stalled = size, h, 0
        else:
            stalled += 1
            if size < best:
                best, found = size, h
        if stalled >= 2 or best < 1e-15:
            break
        try:
            h = h + np.linalg.solve(_system(h), residual)
        except np.linalg.LinAlgError:
            break
    return found


def _refined(start: Any, target: list[int], bits: int) -> list[int]:
    """The factor as integers times 2^-bits: residuals are exact, the inverse is in floats."""
    import math

    import numpy as np
    from flint import fmpz_poly

    n = len(start) - 1
    if not np.isfinite(start).all():
        raise NoSquares("no first factor")
    try:
        inverse = np.linalg.inv(_system(start))
    except np.linalg.LinAlgError:
        raise NoSquares("a double zero") from None
    h = [int(math.ldexp(float(c), bits)) for c in start]
    before = math.inf
    for _ in range(40):
        product = (fmpz_poly(h) * fmpz_poly(h[::-1])).coeffs()
        product += [0] * (2 * n + 1 - len(product))
        off = [t - int(product[n + j]) for j, t in enumerate(target)]
        residual = np.array([_float(r, 2 * bits) for r in off])
        size = float(np.abs(residual).max())
        if size <= math.ldexp(4.0 * (n + 1), -bits):
            return h
        if not size <= before / 4:
            raise NoSquares("the factor does not settle")
        before = size
        h = [a + int(math.ldexp(d, bits)) for a, d in zip(h, inverse @ residual, strict=True)]
    raise NoSquares("the factor does not settle")


def _float(n: int, bits: int) -> float:
    """n / 2^bits."""
    import math

    drop = max(0, n.bit_length() - 64)
    return math.ldexp(float(n >> drop), drop - bits)


__all__ = ["Frame", "LeafTerm", "NoSquares", "chebyshev", "moved", "positive", "written"]
