"""Value and derivatives together: Taylor arithmetic over any system of numbers.

A :class:`Jet` holds ``(f, f', f'')`` at a point, or enclosures of the three over a whole
interval if the underlying system is one of balls.  At a kink the last entries have no meaning
and are dropped: ``abs`` around a zero keeps the value and the hull of the slopes (every
Lipschitz constant of the interval follows from it), ``sign`` and ``floor`` around a jump keep
the value alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.functions.reals import Unresolved


class Jet:
    """``c[0] = f, c[1] = f', c[2] = f''`` as far as they are known."""

    __slots__ = ("c", "system")

    def __init__(self, system: JetSystem, c: tuple[Any, ...]) -> None:
        self.system = system
        self.c = c

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.system, tuple(a + b for a, b in zip(self.c, other.c, strict=False)))

    def __sub__(self, other: Jet) -> Jet:
        return Jet(self.system, tuple(a - b for a, b in zip(self.c, other.c, strict=False)))

    def __neg__(self) -> Jet:
        return Jet(self.system, tuple(-a for a in self.c))

    def __mul__(self, other: Jet) -> Jet:
        a, b = self.c, other.c
        order = min(len(a), len(b))
        out = [a[0] * b[0]]
        if order > 1:
            out.append(a[1] * b[0] + a[0] * b[1])
        if order > 2:
            cross = a[1] * b[1]
            out.append(a[2] * b[0] + cross + cross + a[0] * b[2])
        return Jet(self.system, tuple(out))

    def __truediv__(self, other: Jet) -> Jet:
        # q = a/b:  q' = (a' - q b')/b,  q'' = (a'' - 2 q' b' - q b'')/b.
        a, b, divide = self.c, other.c, self.system.base.divide
        order = min(len(a), len(b))
        out = [divide(a[0], b[0])]
        if order > 1:
            out.append(divide(a[1] - out[0] * b[1], b[0]))
        if order > 2:
            cross = out[1] * b[1]
            out.append(divide(a[2] - cross - cross - out[0] * b[2], b[0]))
        return Jet(self.system, tuple(out))

    def __pow__(self, exponent: int) -> Jet:
        if exponent == 1:
            return self
        base, const, power = self.c[0], self.system.base.const, self.system.base.power
        if exponent < 0:
            return Jet(self.system, (const(1),) + (const(0),) * 2) / self**-exponent
        if exponent == 0:
            return Jet(self.system, (const(1),) + (const(0),) * 2)
        first = const(exponent) * power(base, exponent - 1)
        second = const(exponent * (exponent - 1)) * power(base, exponent - 2)
        return self.system.chain(self, power(base, exponent), first, second)


class JetSystem:
    """Jets over ``base`` (a ball or point system that also offers ``divide``)."""

    name = "jet"

    def __init__(self, base: Any) -> None:
        self.base = base
        self._zero, self._one = base.const(0), base.const(1)

    def variable(self, value: Any) -> Jet:
        """The jet of the variable itself."""
        return Jet(self, (value, self._one, self._zero))

    def chain(self, a: Jet, value: Any, first: Any, second: Any) -> Jet:
        """``g(a)`` from g, g', g'' at ``a``."""
        c = a.c
        out = [value]
        if len(c) > 1:
            out.append(first * c[1])
        if len(c) > 2:
            out.append(second * c[1] * c[1] + first * c[2])
        return Jet(self, tuple(out))

    def const(self, q: int | Fraction) -> Jet:
        return Jet(self, (self.base.const(q), self._zero, self._zero))

    def pi(self) -> Jet:
        return Jet(self, (self.base.pi(), self._zero, self._zero))

    def _side(self, value: Any) -> int | None:
        """Sign of a base value that keeps it over the whole ball; None around or at zero."""
        if hasattr(value, "side"):
            try:
                return int(value.side()) or None
            except Unresolved:
                return None
        return 1 if value > 0 else -1 if value < 0 else None

    def sqrt(self, a: Jet) -> Jet:
        root = self.base.sqrt(a.c[0])
        if len(a.c) == 1:
            return Jet(self, (root,))
        first = self.base.divide(self._one, root + root)
        second = -self.base.divide(first, a.c[0] + a.c[0])
        return self.chain(a, root, first, second)

    def abs(self, a: Jet) -> Jet:
        side = self._side(a.c[0])
        if side is not None:
            return a if side > 0 else -a
        if all(_vanishes(c) for c in a.c):
            return a
        out = [self.base.abs(a.c[0])]
        if len(a.c) > 1:
            out.append(self._hull(a.c[1], -a.c[1]))
        return Jet(self, tuple(out))

    def _hull(self, a: Any, b: Any) -> Any:
        if hasattr(a, "side"):
            with self.base.balls.working():
                return self.base.inexact(a.ball().union(b.ball()))
        return a.union(b)

    def sign(self, a: Jet) -> Jet:
        side = self._side(a.c[0])
        if side is not None:
            return self.const(side)
        return Jet(self, (self.base.sign(a.c[0]),))

    def maximum(self, a: Jet, b: Jet) -> Jet:
        difference = (a - b).c[0]
        side = self._side(difference)
        if side is not None:
            return a if side > 0 else b
        out = [self.base.maximum(a.c[0], b.c[0])]
        if len(a.c) > 1 and len(b.c) > 1:
            out.append(self._hull(a.c[1], b.c[1]))
        return Jet(self, tuple(out))

    def minimum(self, a: Jet, b: Jet) -> Jet:
        return -self.maximum(-a, -b)

    def floor(self, a: Jet) -> Jet:
        whole = self.base.floor(a.c[0])
        if hasattr(whole, "side"):
            if a.c[0].exact is not None and a.c[0].exact.denominator == 1:
                return Jet(self, (whole,))
            return self.const(whole.exact)
        number = whole.unique_fmpz()
        return Jet(self, (whole,)) if number is None else self.const(int(number))

    def exp(self, a: Jet) -> Jet:
        value = self.base.exp(a.c[0])
        return self.chain(a, value, value, value)

    def log(self, a: Jet) -> Jet:
        first = self.base.divide(self._one, a.c[0])
        return self.chain(a, self.base.log(a.c[0]), first, -(first * first))

    def sin(self, a: Jet) -> Jet:
        sine, cosine = self.base.sin(a.c[0]), self.base.cos(a.c[0])
        return self.chain(a, sine, cosine, -sine)

    def cos(self, a: Jet) -> Jet:
        sine, cosine = self.base.sin(a.c[0]), self.base.cos(a.c[0])
        return self.chain(a, cosine, -sine, -cosine)

    def tan(self, a: Jet) -> Jet:
        value = self.base.tan(a.c[0])
        first = self._one + self.base.power(value, 2)
        half = first * value
        return self.chain(a, value, first, half + half)

    def tanh(self, a: Jet) -> Jet:
        value = self.base.tanh(a.c[0])
        first = self._one - self.base.power(value, 2)
        half = first * value
        return self.chain(a, value, first, -(half + half))

    def atan(self, a: Jet) -> Jet:
        first = self.base.divide(self._one, self._one + self.base.power(a.c[0], 2))
        half = a.c[0] * first * first
        return self.chain(a, self.base.atan(a.c[0]), first, -(half + half))

    def ratio(self, a: Jet, b: Jet, at_zero: Jet) -> Jet:
        return at_zero if _vanishes(b.c[0]) else a / b


def _vanishes(value: Any) -> bool:
    return bool(value.is_zero())
