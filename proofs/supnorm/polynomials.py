"""sup |p - f| and sup |p/f - 1| of a polynomial p, where f is a quotient of polynomials.

With f = U/W in s, and s = x or s = sqrt(alpha x + beta), hi W - (p W - U) and hi W + (p W - U) are
polynomials in s, positive on an interval, and :mod:`proofs.supnorm.squares` shows each of them in
one leaf.  The interval is cut only where that fails.  :mod:`proofs.supnorm.of_polynomials` asks.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from constructions.functions import Function, FunctionError
from constructions.functions.expression import Program
from constructions.systems import NumberError
from constructions.terms import Term, TermSystem
from proofs.kernel import check
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_term
from proofs.supnorm.squares import (
    ABOVE,
    BELOW,
    HIGH,
    LOW,
    ROOT,
    TOP,
    Frame,
    LeafTerm,
    NoSquares,
    chebyshev,
    flint_poly,
    moved,
    positive,
    written,
)

Json = Any
ZERO, ONE = Fraction(0), Fraction(1)
WIDTH, NARROWEST = Fraction(1, 2**20), Fraction(1, 2**40)
MAX_DEGREE = 60
"""Of p, and of the polynomials whose sign is shown."""
MAX_PIECES = 64
ROOT_BITS = 40
Signed = tuple[int, list[LeafTerm]]
"""K > 0 and terms of a leaf that add up to K times a polynomial."""


class NotEnclosed(Exception):
    """The supremum was not enclosed (this proves nothing about it)."""


@dataclass(frozen=True)
class Enclosure:
    """``lo <= |p(at) - f(at)|`` and ``|p - f| <= hi`` on [a, b] (or of p/f - 1)."""

    lo: Fraction
    hi: Fraction
    at: Fraction
    pieces: int
    certificate: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.lo <= self.hi:
            raise ValueError("needs 0 <= lo <= hi")


def coefficients(p: Function | Sequence[Fraction | int]) -> list[Fraction]:
    """The coefficients of a polynomial in x, constant first.

    Raises:
        ValueError: it is no polynomial with rational coefficients, or of degree above 60.
    """
    if not isinstance(p, Function):
        found = [Fraction(c) for c in p]
    else:
        from constructions.interop.polynomials import Ring

        try:
            name = p.single_variable()
            ring = Ring((name,))
            sparse = ring.expand(p.expression).to_dict()
        except (NumberError, FunctionError) as error:
            raise ValueError(f"p must be a polynomial in x: {error}") from None
        degree = max((int(e[0]) for e in sparse), default=0)
        if degree > MAX_DEGREE:
            raise ValueError(f"p has degree {degree}; at most {MAX_DEGREE} is taken")
        found = [ZERO] * (degree + 1)
        for e, c in sparse.items():
            found[int(e[0])] = Fraction(int(c.p), int(c.q))
    while len(found) > 1 and not found[-1]:
        found.pop()
    if len(found) - 1 > MAX_DEGREE:
        raise ValueError(f"p has degree {len(found) - 1}; at most {MAX_DEGREE} is taken")
    return found or [ZERO]


# f as a quotient of polynomials


@dataclass(frozen=True)
class Reading:
    """f = A + B/d with polynomials A, B, d in x and s; s^2 = alpha x + beta, or there is no s.

    The polynomials are dictionaries from (exponent of x, exponent of s) to coefficients.
    """

    term: Json
    A: dict[tuple[int, int], Fraction]
    B: dict[tuple[int, int], Fraction]
    d: dict[tuple[int, int], Fraction] | None
    root: tuple[Fraction, Fraction] | None
    """(alpha, beta)"""


def read(f: Function) -> Reading | None:
    """f as a quotient of polynomials in x and one square root, or None if it is none.

    Raises:
        ValueError: f has several variables.
    """
    try:
        name = f.single_variable()
    except FunctionError as error:
        raise ValueError(str(error)) from None
    system = Quotients()
    try:
        value = Program(f.expression).run(system, {name: system.x}).poly
    except NumberError:
        return None
    parts: list[dict[tuple[int, int], Fraction]] = [{}, {}]
    for (i, j, q), c in value.to_dict().items():
        if q > 1:
            return None
        parts[q][int(i), int(j)] = Fraction(int(c.p), int(c.q))
    term = f.evaluate(TermSystem(), **{name: Term("x")}).json
    divisor = None if system.divisor is None else _pairs(system.divisor)
    return Reading(term, parts[0], parts[1], divisor, system.root)


def _pairs(poly: Any) -> dict[tuple[int, int], Fraction]:
    return {
        (int(i), int(j)): Fraction(int(c.p), int(c.q)) for (i, j, *_), c in poly.to_dict().items()
    }


@dataclass(frozen=True)
class Value:
    """A polynomial in x, s (the root) and q (the reciprocal of the one divisor)."""

    poly: Any
    system: Quotients

    def __add__(self, other: Value) -> Value:
        return Value(self.poly + other.poly, self.system)

    def __sub__(self, other: Value) -> Value:
        return Value(self.poly - other.poly, self.system)

    def __mul__(self, other: Value) -> Value:
        return self.system.bounded(self.poly * other.poly)

    def __neg__(self) -> Value:
        return Value(-self.poly, self.system)

    def __truediv__(self, other: Value) -> Value:
        return self.system.bounded(self.poly * self.system.reciprocal(other.poly))


class Quotients:
    """The number system of :class:`Value`; every other function is refused."""

    name = "quotients"

    def __init__(self) -> None:
        from constructions.interop.polynomials import Ring

        self.ring = Ring(("x", "s", "q"))
        self.x, self.s, self.q = (Value(self.ring.generators[n], self) for n in "xsq")
        self.divisor: Any = None
        self.root: tuple[Fraction, Fraction] | None = None

    def bounded(self, poly: Any) -> Value:
        if sum(poly.degrees()) > 2 * MAX_DEGREE:
            raise NumberError(f"the degree is above {2 * MAX_DEGREE}")
        return Value(poly, self)

    def const(self, c: int | Fraction) -> Value:
        return Value(self.ring.const(c), self)

    def power(self, base: Value, exponent: int) -> Value:
        if sum(base.poly.degrees()) * abs(exponent) > 2 * MAX_DEGREE:
            raise NumberError(f"the degree is above {2 * MAX_DEGREE}")
        value = base.poly ** abs(exponent)
        return Value(value if exponent >= 0 else self.reciprocal(value), self)

    def reciprocal(self, a: Any) -> Any:
        if not a:
            raise NumberError("a division by zero")
        if not sum(a.degrees()):
            return 1 / a
        if a.degrees()[2]:
            raise NumberError("a quotient inside a denominator")
        if self.divisor is not None and self.divisor != a:
            raise NumberError("two different denominators; write it as one quotient")
        self.divisor = a
        return self.q.poly

    def sqrt(self, a: Value) -> Value:
        degrees = a.poly.degrees()
        if degrees[0] > 1 or degrees[1] or degrees[2]:
            raise NumberError("a square root of more than a*x + b")
        terms = {int(e[0]): Fraction(int(c.p), int(c.q)) for e, c in a.poly.to_dict().items()}
        alpha, beta = terms.get(1, ZERO), terms.get(0, ZERO)
        if not alpha:
            raise NumberError("the square root of a number")
        if self.root not in (None, (alpha, beta)):
            raise NumberError("two different square roots")
        self.root = alpha, beta
        return self.s

    def __getattr__(self, name: str) -> Any:
        raise NumberError(f"{name} is not available")


def _ring() -> Any:
    from constructions.interop.polynomials import Ring

    return Ring(("x", "s"))


@dataclass(frozen=True)
class Piece:
    """A piece of [a, b], and terms that show hi D - rho (p W - U) > 0 for rho = 1 and -1."""

    frame: Frame
    signs: tuple[Signed, Signed]


class Problem:
    """One supremum: the polynomials, in s, and the pieces of the certificate."""

    def __init__(
        self, p: list[Fraction], f: Reading, a: Fraction, b: Fraction, relative: bool
    ) -> None:
        self.p, self.f, self.a, self.b, self.relative = p, f, a, b, relative
        self.bits = 64
        self.names = _ring()
        if f.root is not None:
            alpha, beta = f.root
            if min(alpha * a, alpha * b) + beta < 0:
                raise ValueError("f has no value on a part of the interval: a negative root")
            phi = [-beta / alpha, ZERO, 1 / alpha]
        else:
            phi = [ZERO, ONE]
        self.phi = flint_poly(phi)
        self.ends = self.range(a, b)
        d = f.d if f.d is not None else {(0, 0): ONE}
        W = self.in_s(d)
        U = self.in_s(f.A) * W + self.in_s(f.B) if f.d is not None else self.in_s(f.A)
        self.turn = self.sign(W, "f has a singularity")
        self.W, self.U = W * self.turn, U * self.turn
        self.side = self.sign(U * self.turn, "f vanishes (no relative error)") if relative else 1
        self.D = self.side * self.U if relative else self.W
        self.e = flint_poly(p)(self.phi) * self.W - self.U

    def in_s(self, poly: dict[tuple[int, int], Fraction]) -> Any:
        total = flint_poly([ZERO])
        s = flint_poly([ZERO, ONE])
        for (i, j), c in poly.items():
            total += self.phi**i * s**j * flint_poly([c])
        return total

    def range(self, lo: Fraction, hi: Fraction) -> tuple[Fraction, Fraction]:
        """An interval around the values of s on [lo, hi]."""
        if self.f.root is None:
            return lo, hi
        alpha, beta = self.f.root
        low, high = sorted((alpha * lo + beta, alpha * hi + beta))
        bits = ROOT_BITS + max(0, high.denominator.bit_length() - high.numerator.bit_length())
        bits = max(bits, ROOT_BITS + _inverse_bits(high - low))
        if low:
            bits = max(bits, ROOT_BITS + _inverse_bits(low) // 2)
        down, up = _root(low, bits), _root(high, bits)
        return down, up if up * up >= high else up + Fraction(1, 2**bits)

    def sign(self, poly: Any, why: str) -> int:
        """The sign of a polynomial in s that does not vanish on the range of s.

        Raises:
            ValueError: it vanishes there.
        """
        lo, hi = self.ends
        found = {_sign(poly, lo), _sign(poly, hi)}
        if len(found) > 1 or 0 in found or _roots(poly, lo, hi):
            raise ValueError(f"{why} on, or very close to, [{self.a}, {self.b}]")
        return found.pop()

    # the supremum in floating point

    def enclosure(self, width: Fraction) -> Enclosure:
        if not self.e:
            nothing: tuple[Signed, Signed] = ((1, []), (1, []))
            exact = Piece(self.frame(self.a, self.b), nothing)
            return self.certified(ZERO, ZERO, self.a, [exact])
        sup, where = peak(self.e, self.D, self.ends)
        if not sup > 0 or not math.isfinite(sup):
            raise NotEnclosed("the error cannot be told from 0 in floating point")
        at = self.point(where)
        lo, self.bits = value(self.error(), at, Fraction(sup) * width / 32)
        estimate = max(Fraction(sup), lo)
        hi = above(lo, estimate, width)
        return self.certified(lo, hi, at, self.pieces(hi, estimate))

    def point(self, h: float) -> Fraction:
        """A short number of [a, b] near the place h of the range of s."""
        lo, hi = self.ends
        s = lo + (hi - lo) * (1 + Fraction(h)) / 2
        x = s if self.f.root is None else (s * s - self.f.root[1]) / self.f.root[0]
        near = (self.b - self.a) / 2**32
        return nearby(x, self.a, self.b, near)

    def error(self) -> Json:
        p, f = written(self.p, "x"), self.f.term
        return ["-", ["/", p, f], "1"] if self.relative else ["-", p, f]

    # the certificate

    def pieces(self, hi: Fraction, estimate: Fraction) -> list[Piece]:
        """Pieces of [a, b] with the proof of both bounds on each.

        Raises:
            NotEnclosed: more than MAX_PIECES would be needed.
        """
        todo, found = [(self.a, self.b)], list[Piece]()
        while todo:
            lo, up = todo.pop()
            if len(found) + len(todo) >= MAX_PIECES:
                raise NotEnclosed(f"{MAX_PIECES} pieces are not enough")
            try:
                found.append(self.piece(lo, up, hi, estimate))
            except NoSquares:
                middle = _short((lo + up) / 2, (up - lo) / 64)
                todo += [(middle, up), (lo, middle)]
        return found

    def piece(self, lo: Fraction, up: Fraction, hi: Fraction, estimate: Fraction) -> Piece:
        """Both bounds on [lo, up].

        Raises:
            NoSquares: they are not seen to hold.
        """
        frame = self.frame(lo, up)
        margin = (hi - estimate) * self.least(self.D, frame.ends) * 3 / 8
        base = self.D * self.number(hi)
        above, below = (positive(base - rho * self.e, margin, frame) for rho in (1, -1))
        return Piece(frame, (above, below))

    def frame(self, lo: Fraction, up: Fraction) -> Frame:
        return Frame(self.at, self.range(lo, up), (lo, up), self.f.root)

    def least(self, poly: Any, ends: tuple[Fraction, Fraction]) -> Fraction:
        """About the least value on the range, from a few points."""
        lo, hi = ends
        values = [poly(_flint(lo + (hi - lo) * k / 32)) for k in range(33)]
        least = min(values)
        return Fraction(int(least.p), int(least.q))

    # polynomials in x and s

    def number(self, q: Fraction) -> Any:
        return flint_poly([q])

    def ring(self, term: Json) -> Any:
        """A term without quotients as a polynomial in x and s."""
        if term == self.at and self.f.root is not None:
            return self.names.generators["s"]
        if isinstance(term, str):
            return self.names.generators["x"] if term == "x" else self.names.const(Fraction(term))
        op, first, *rest = term
        value = self.ring(first)
        if op == "^":
            return value ** rest[0]
        for part in rest:
            other = self.ring(part)
            value = value + other if op == "+" else value - other if op == "-" else value * other
        return value

    def bivariate(self, poly: dict[tuple[int, int], Fraction]) -> Any:
        return self.names.from_sparse(poly)

    def term(self, poly: dict[tuple[int, int], Fraction]) -> Json:
        """A polynomial in x and s as a term."""
        rows: dict[int, list[Fraction]] = {}
        for (i, j), c in poly.items():
            row = rows.setdefault(j, [])
            row += [ZERO] * (i + 1 - len(row))
            row[i] = c
        parts = []
        for j, row in sorted(rows.items()):
            inner = written(row, "x")
            power = self.at if j == 1 else ["^", self.at, j]
            parts.append(inner if not j else power if inner == "1" else ["*", power, inner])
        return "0" if not parts else parts[0] if len(parts) == 1 else ["+", *parts]

    def literals(self, frame: Frame) -> dict[int, Any]:
        """The literals of a frame as polynomials."""
        x, s, one = self.names.generators["x"], self.ring(self.at), self.names.const(1)
        N = frame.common
        low, high = (int(end * N) for end in frame.ends)
        X, S = self.names.const(frame.size), self.names.const(frame.top)
        found = {LOW: N * s - low * one, HIGH: high * one - N * s, BELOW: X + x, ABOVE: X - x}
        return found | {ROOT: s, TOP: S - s}

    def multiple(self, poly: Any) -> Json:
        """poly/(s^2 - alpha x - beta), a polynomial, as a term."""
        if not poly:
            return "0"
        alpha, beta = self.f.root if self.f.root is not None else (ONE, ZERO)
        x, s = self.names.generators["x"], self.names.generators["s"]
        quotient, rest = divmod(poly, s**2 - x * _flint(alpha) - self.names.const(beta))
        if rest:
            raise NotEnclosed("an identity of the proof does not hold")
        return self.term(_pairs(quotient))

    @property
    def at(self) -> Json:
        """s, as a term."""
        if self.f.root is None:
            return "x"
        alpha, beta = self.f.root
        return ["sqrt", "x" if (alpha, beta) == (1, 0) else written([beta, alpha], "x")]

    def certified(self, lo: Fraction, hi: Fraction, at: Fraction, pieces: list[Piece]) -> Enclosure:
        from proofs.supnorm.proof import proof

        try:
            certificate = proof(self, lo, hi, at, pieces)
        except NoSquares as stopped:
            raise NotEnclosed(f"a denominator is not seen to be positive: {stopped}") from None
        return accepted(lo, hi, at, len(pieces), certificate)


def accepted(lo: Fraction, hi: Fraction, at: Fraction, pieces: int, certificate: Json) -> Enclosure:
    """The enclosure with its certificate, which the kernel has checked.

    Raises:
        NotEnclosed: the kernel does not accept it.
    """
    data = json.dumps(certificate, separators=(",", ":")).encode() + b"\n"
    result = check(data)
    if not result.accepted:
        why = "meets a limit" if result.outcome == "decline" else "is not sharp enough"
        raise NotEnclosed(f"the proof that was tried {why}")
    return Enclosure(lo, hi, at, pieces, data)


def peak(e: Any, D: Any, ends: tuple[Fraction, Fraction]) -> tuple[float, float]:
    """The largest |e|/D and the h in [-1, 1] where it is, in floating point."""
    import numpy as np
    from numpy.polynomial.chebyshev import chebval

    top, bottom = (np.array([float(c) for c in chebyshev(moved(q, ends))]) for q in (e, D))

    def size(angle: Any) -> Any:
        h = np.cos(angle)
        return np.abs(chebval(h, top)) / chebval(h, bottom)

    count = 16 * (len(top) + len(bottom)) + 64
    step = np.pi / count
    angle = np.linspace(0.0, np.pi, count + 1)
    found = size(angle)
    best = [(float(found[i]), float(angle[i])) for i in (0, count)]
    inner = np.arange(1, count)
    peaks = angle[inner[(found[1:-1] >= found[:-2]) & (found[1:-1] >= found[2:])]]
    for _ in range(4):
        if not len(peaks):
            break
        left, middle, right = size(peaks - step), size(peaks), size(peaks + step)
        bend = left - 2 * middle + right
        with np.errstate(divide="ignore", invalid="ignore"):
            shift = np.where(bend < 0, (left - right) / (2 * bend), 0.0)
        peaks = peaks + step * np.clip(np.nan_to_num(shift), -1, 1)
        step /= 8
    if len(peaks):
        values = size(peaks)
        i = int(values.argmax())
        best.append((float(values[i]), float(peaks[i])))
    value, place = max(best)
    return value, float(np.cos(place))


def value(error: Json, at: Fraction, step: Fraction) -> tuple[Fraction, int]:
    """A short lower bound of |error| at a point, and the bits that the kernel needs for it.

    Raises:
        NotEnclosed: the kernel does not enclose it.
    """
    term = read_term(["abs", error], {"x"}, {})
    grain, found, why = _inverse_bits(step), None, ""
    for more in (48, 160, 480):
        bits = min(1024, max(64, grain + more))
        try:
            low, high = enclose(term, Box("x", at, at, bits)).range
        except Reject as stopped:
            why = str(stopped)
            continue
        found = max(ZERO, _short(low - step, step)), bits
        if high - low <= step:
            break
    if found is None:
        raise NotEnclosed(f"the error at x = {at} is not enclosed: {why}")
    return found


def above(lo: Fraction, estimate: Fraction, width: Fraction) -> Fraction:
    """A short upper bound, three quarters of the width above the estimate.

    Raises:
        NotEnclosed: it is too far from the lower bound.
    """
    hi = _short(estimate * (1 + width * Fraction(3, 4)), estimate * width / 16)
    if hi - lo > width * hi:
        raise NotEnclosed("the supremum was not located")
    return hi


def nearby(x: Fraction, a: Fraction, b: Fraction, step: Fraction) -> Fraction:
    """A short number of [a, b] within ``step`` of x; an end if that is as near."""
    if x <= a + step:
        return a
    if x >= b - step:
        return b
    k = max(0, _inverse_bits(step))
    return Fraction(round(x * 2**k), 2**k)


def _flint(q: Fraction) -> Any:
    from flint import fmpq

    return fmpq(q.numerator, q.denominator)


def _sign(poly: Any, at: Fraction) -> int:
    value = poly(_flint(at))
    return (value > 0) - (value < 0)


def _roots(poly: Any, lo: Fraction, hi: Fraction) -> bool:
    """Whether a polynomial has a zero between lo and hi, by Sturm's chain; at both it has none."""
    chain = [poly, poly.derivative()]
    while chain[-1] != 0 and chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))

    def changes(at: Fraction) -> int:
        signs = [s for s in (_sign(q, at) for q in chain) if s]
        return sum(s != t for s, t in pairwise(signs))

    return changes(lo) != changes(hi)


def _root(q: Fraction, bits: int) -> Fraction:
    """The square root of q, rounded down to a multiple of 2^-bits unless it is rational."""
    top, bottom = math.isqrt(q.numerator), math.isqrt(q.denominator)
    if top * top == q.numerator and bottom * bottom == q.denominator:
        return Fraction(top, bottom)
    return Fraction(math.isqrt((q.numerator << 2 * bits) // q.denominator), 2**bits)


def _short(q: Fraction, step: Fraction) -> Fraction:
    """A short number between q and q + step."""
    k = max(0, _inverse_bits(step))
    return Fraction(math.ceil(q * 2**k), 2**k)


def _inverse_bits(q: Fraction) -> int:
    return q.denominator.bit_length() - q.numerator.bit_length() + 1


__all__ = ["Enclosure", "NotEnclosed", "Problem", "coefficients", "read"]
