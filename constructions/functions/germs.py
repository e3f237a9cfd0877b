"""How a function leaves a point: with a finite slope, or steeper like ``t**r``, ``r < 1``.

At a point z and to one side of it, a :class:`Germ` states one of two expansions in the
distance t > 0, both as t tends to 0:

* ``f = value + slope*t + o(t)``, or
* ``f = value + lead*t**order + o(t**order)`` with ``0 < order < 1`` and ``lead != 0``.

The second shows that f is not Lipschitz at z.  A rule that would need more terms raises
:class:`Unresolved`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.functions.reals import Real, RealSystem, Undefined, Unresolved


class Germ:
    """``value + lead*t**order + o(t**order)``; ``order == 1`` allows ``lead == 0``."""

    __slots__ = ("lead", "order", "system", "value")

    def __init__(self, system: GermSystem, value: Real, lead: Real, order: Fraction) -> None:
        self.system = system
        self.value = value
        self.lead = lead
        self.order = order

    @property
    def is_steep(self) -> bool:
        """Whether the slope is unbounded towards the point (shown)."""
        return self.order < 1

    def __add__(self, other: Germ) -> Germ:
        value = self.value + other.value
        if self.order != other.order:
            steeper = self if self.order < other.order else other
            return Germ(self.system, value, steeper.lead, steeper.order)
        return self.system.germ(value, self.lead + other.lead, self.order)

    def __neg__(self) -> Germ:
        return Germ(self.system, -self.value, -self.lead, self.order)

    def __sub__(self, other: Germ) -> Germ:
        return self + (-other)

    def __mul__(self, other: Germ) -> Germ:
        # (v + a t^p)(w + b t^q) = v w + w a t^p + v b t^q + a b t^(p+q)
        value = self.value * other.value
        terms = [
            (factor.value * germ.lead, germ.order)
            for factor, germ in ((other, self), (self, other))
            if not factor.value.is_zero()
        ]
        order = self.order + other.order
        if not terms and order <= 1:
            terms.append((self.lead * other.lead, order))
        if not terms:
            return Germ(self.system, value, self.system.zero, Fraction(1))
        first = min(order for _, order in terms)
        lead = self.system.zero
        for coefficient, power in terms:
            if power == first:
                lead = lead + coefficient
        # Where one value vanishes the other factor's remainder is of the order dropped here;
        # it is below the leading term, so the expansion stands.
        return self.system.germ(value, lead, first)

    def __truediv__(self, other: Germ) -> Germ:
        one = self.system.real.const(1)
        inverse = one / other.value
        return self * self.system.chain(other, inverse, -(inverse * inverse))

    def __pow__(self, exponent: int) -> Germ:
        result = self.system.const(1)
        for _ in range(abs(exponent)):
            result = result * self
        return result if exponent >= 0 else self.system.const(1) / result


class GermSystem:
    """Germs at one point, to one side (a :class:`constructions.systems.System`)."""

    name = "germ"

    def __init__(self, precision_bits: int = 192) -> None:
        self.real = RealSystem(precision_bits)
        self.zero = self.real.const(0)

    def germ(self, value: Real, lead: Real, order: Fraction) -> Germ:
        if order < 1 and lead.side() == 0:
            raise Unresolved("the steep terms cancel; more terms would be needed")
        return Germ(self, value, lead, order)

    def variable(self, z: Fraction, side: int) -> Germ:
        """``x = z + side*t``."""
        return Germ(self, self.real.const(z), self.real.const(side), Fraction(1))

    def const(self, q: int | Fraction) -> Germ:
        return Germ(self, self.real.const(q), self.zero, Fraction(1))

    def pi(self) -> Germ:
        return Germ(self, self.real.pi(), self.zero, Fraction(1))

    def chain(self, a: Germ, value: Real, first: Real) -> Germ:
        return self.germ(value, first * a.lead, a.order)

    def divide(self, a: Germ, b: Germ) -> Germ:
        return a / b

    def sqrt(self, a: Germ) -> Germ:
        if not a.value.is_zero():
            root = self.real.sqrt(a.value)
            return self.chain(a, root, self.real.const(1) / (root + root))
        side = a.lead.side()
        if side < 0:
            raise Undefined("the square root of a negative number")
        if side == 0:
            raise Unresolved("a square root of something flat")
        return Germ(self, self.zero, self.real.sqrt(a.lead), a.order / 2)

    def abs(self, a: Germ) -> Germ:
        side = a.lead.side() if a.value.is_zero() else a.value.side()
        return -a if side < 0 else a

    def sign(self, a: Germ) -> Germ:
        side = a.value.side()
        if side == 0:
            raise Unresolved("a jump")
        return self.const(side)

    def maximum(self, a: Germ, b: Germ) -> Germ:
        side = (a.value - b.value).side()
        if side == 0:
            raise Unresolved("a tie")
        return a if side > 0 else b

    def minimum(self, a: Germ, b: Germ) -> Germ:
        return -self.maximum(-a, -b)

    def floor(self, a: Germ) -> Germ:
        if a.value.exact is not None and a.value.exact.denominator == 1:
            raise Unresolved("a jump")
        return Germ(self, self.real.floor(a.value), self.zero, Fraction(1))

    def exp(self, a: Germ) -> Germ:
        value = self.real.exp(a.value)
        return self.chain(a, value, value)

    def log(self, a: Germ) -> Germ:
        return self.chain(a, self.real.log(a.value), self.real.const(1) / a.value)

    def sin(self, a: Germ) -> Germ:
        return self.chain(a, self.real.sin(a.value), self.real.cos(a.value))

    def cos(self, a: Germ) -> Germ:
        return self.chain(a, self.real.cos(a.value), -self.real.sin(a.value))

    def tan(self, a: Germ) -> Germ:
        value = self.real.tan(a.value)
        return self.chain(a, value, self.real.const(1) + value * value)

    def tanh(self, a: Germ) -> Germ:
        value = self.real.tanh(a.value)
        return self.chain(a, value, self.real.const(1) - value * value)

    def atan(self, a: Germ) -> Germ:
        slope = self.real.const(1) / (self.real.const(1) + a.value * a.value)
        return self.chain(a, self.real.atan(a.value), slope)

    def ratio(self, a: Germ, b: Germ, at_zero: Any) -> Germ:
        return a / b
