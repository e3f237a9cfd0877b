"""Functions of several variables as finite sums of ridge functions g(w . x), where they are one.

Recognised, exactly: functions of one direction; polynomials (every monomial is a sum of powers of
linear forms, by the polarisation formula below); products of sines, cosines and exponentials of
affine functions; max and min of two functions that differ by a function of one direction; sums,
differences and constant multiples of all these.  The rest is handed back.

With y = x - (1/2, ..., 1/2), D = a_1 + ... + a_n and h = a/2 - v (Kan 2008, from moments):

    y_1^a_1 ... y_n^a_n = (1/D!) sum_{0 <= v <= a} (-1)^|v| binom(a, v) (h . y)^D.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, gcd, lcm

from constructions.functions.expression import (
    ONE,
    ZERO,
    Binary,
    Call,
    Expression,
    Negate,
    Number,
    Pi,
    Power,
    Variable,
    add,
    is_total,
    multiply,
    number,
    rebuild,
    simplify,
    subtract,
    transform,
    variables,
)

MAX_DEGREE = 8
MAX_PRODUCTS = 200
"""Larger expansions are not tried: the function is then not recognised."""

Direction = tuple[int, ...]
Monomial = tuple[int, ...]
Polynomial = dict[Monomial, Fraction]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Ridge:
    """The summand profile(s(x)) with s = (w . x - low) / length, which runs over [0, 1].

    ``direction`` is w, primitive with a positive first entry; ``profile`` is in the variable x.
    """

    direction: Direction
    profile: Expression

    @property
    def low(self) -> int:
        """The least value of w . x on the cube."""
        return sum(min(w, 0) for w in self.direction)

    @property
    def length(self) -> int:
        return sum(abs(w) for w in self.direction)

    def position(self, point: tuple[Fraction, ...]) -> Fraction:
        """s(x)."""
        inner = sum((w * x for w, x in zip(self.direction, point, strict=True)), Fraction(0))
        return (inner - self.low) / self.length


@dataclass(frozen=True)
class Identity:
    """An identity that was used: ``max`` or ``min`` of u and v; ``wave``: the addition theorems
    for sin and cos of u + v and u - v; ``exp``: e^(u + v) = e^u e^v."""

    kind: str
    u: Expression
    v: Expression


@dataclass(frozen=True)
class Decomposition:
    """f = sum of ridges + rest; ``rest`` is None where nothing is left."""

    ridges: tuple[Ridge, ...]
    rest: Expression | None
    identities: tuple[Identity, ...] = ()


def decompose(expression: Expression, names: tuple[str, ...]) -> Decomposition:
    """The ridge functions that are recognised in ``expression``, and what is left of it.

    The sum of both is equal to the expression wherever that has a value.
    """
    work = _Work(names)
    work.take(simplify(expression), Fraction(1))
    return work.result()


# --- affine parts --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Affine:
    """a . x + a_0 + pi (b . x + b_0) with rational coefficients; the last entries are a_0, b_0."""

    a: tuple[Fraction, ...]
    b: tuple[Fraction, ...]

    def plus(self, other: Affine, sign: int = 1) -> Affine:
        return Affine(
            tuple(p + sign * q for p, q in zip(self.a, other.a, strict=True)),
            tuple(p + sign * q for p, q in zip(self.b, other.b, strict=True)),
        )

    def times(self, q: Fraction) -> Affine:
        return Affine(tuple(q * p for p in self.a), tuple(q * p for p in self.b))

    @property
    def constant(self) -> bool:
        return not any((*self.a[:-1], *self.b[:-1]))

    def direction(self) -> Direction | None:
        """The one direction w with a = lambda w, b = mu w; None if there is none."""
        first = primitive(self.a[:-1]) if any(self.a[:-1]) else primitive(self.b[:-1])
        for part in (self.a[:-1], self.b[:-1]):
            if any(part) and primitive(part) != first:
                return None
        return first

    def along(self, w: Direction, low: int, length: int) -> Expression:
        """The affine function of s in [0, 1] that it is where w . x = low + length s."""
        i = next(i for i, q in enumerate(w) if q)

        def part(entries: tuple[Fraction, ...]) -> Expression:
            factor = entries[i] / w[i]
            slope, start = factor * length, entries[-1] + factor * low
            return add(multiply(number(slope), Variable("x")), number(start))

        return add(part(self.a), multiply(Pi(), part(self.b)))


def primitive(vector: tuple[Fraction, ...]) -> Direction:
    """The integer vector without common factor on the line of ``vector``, first entry positive."""
    scale = lcm(*(q.denominator for q in vector))
    whole = [int(q * scale) for q in vector]
    common = gcd(*whole)
    lead = next(q for q in whole if q)
    return tuple(q // common * (1 if lead > 0 else -1) for q in whole)


class _Work:
    """Ridges by direction, the polynomial part, and the rest, as they are found."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names, self.n = names, len(names)
        self.profiles: dict[Direction, dict[Expression, Fraction]] = {}
        self.polynomial: Polynomial = {}
        self.rest: Expression | None = None
        self.affine_memo: dict[Expression, Affine | None] = {}
        self.identities: dict[Identity, None] = {}

    # -- taking a sum apart

    def take(self, node: Expression, factor: Fraction) -> None:
        """Add ``factor`` times the node."""
        if isinstance(node, Negate):
            return self.take(node.argument, -factor)
        if isinstance(node, Binary) and node.operator in "+-":
            self.take(node.left, factor)
            return self.take(node.right, factor if node.operator == "+" else -factor)
        poly = polynomial(node, self.names)
        degree = max((sum(m) for m in poly), default=0) if poly is not None else 0
        if poly is not None and (degree <= 1 or self.line(node) is None):
            for monomial, value in poly.items():
                self.polynomial[monomial] = self.polynomial.get(monomial, 0) + factor * value
            return None
        if self.ridge(node, factor):
            return None
        if isinstance(node, Call) and node.name in ("max", "min") and len(node.arguments) == 2:
            gap = Call("abs", (subtract(*node.arguments),))
            if self.line(gap) is not None:
                self.identities[Identity(node.name, *node.arguments)] = None
                for part in node.arguments:
                    self.take(part, factor / 2)
                return self.take(gap, factor / 2 if node.name == "max" else -factor / 2)
        products = self.expanded(node)
        if products is not None and len(products) > 1:
            for constant, factors in products:
                self.take(_product(factors), factor * constant)
            return None
        alone = None if products is None else self.multiple(*products[0])
        if alone is not None and alone[1] != node:
            return self.take(alone[1], factor * alone[0])
        if products and self.waves(products[0][1], factor * products[0][0]):
            return None
        part = multiply(number(factor), node)
        self.rest = part if self.rest is None else add(self.rest, part)
        return None

    def multiple(
        self, scale: Fraction, factors: list[Expression]
    ) -> tuple[Fraction, Expression] | None:
        """A product as a rational multiple of the one factor that is not constant."""
        varying = [factor for factor in factors if variables(factor)]
        numbers = [self.affine(factor) for factor in factors if not variables(factor)]
        if len(varying) != 1:
            return None
        for constant in numbers:
            if constant is None or constant.b[-1]:
                return None
            scale *= constant.a[-1]
        return (scale, varying[0]) if scale else None  # 0 u has no value where u has none

    def ridge(self, node: Expression, factor: Fraction) -> bool:
        """Take the node if it is a function of one direction."""
        w = self.line(node)
        if w is None:
            return False
        low, length = sum(min(q, 0) for q in w), sum(map(abs, w))

        def replace(part: Expression) -> Expression | None:
            affine = self.affine(part)
            return None if affine is None else affine.along(w, low, length)

        self.put(w, transform(node, replace), factor)
        return True

    def put(self, w: Direction, profile: Expression, factor: Fraction = Fraction(1)) -> None:
        """Add ``factor`` times a profile along w; what occurs twice is added up."""
        if isinstance(profile, Binary) and profile.operator == "*":
            for one, other in ((profile.left, profile.right), (profile.right, profile.left)):
                if isinstance(one, Number):
                    return self.put(w, other, factor * one.value)
        known = self.profiles.setdefault(w, {})
        known[profile] = known.get(profile, Fraction(0)) + factor
        return None

    def profile(self, w: Direction) -> Expression:
        total: Expression = ZERO
        for part, factor in self.profiles.get(w, {}).items():
            if factor:
                total = add(total, multiply(number(factor), part))
            elif not is_total(part):  # u - u has no value where u has none
                total = add(total, Binary("*", ZERO, part))
        return total

    # -- one direction

    def affine(self, node: Expression) -> Affine | None:
        if node not in self.affine_memo:
            self.affine_memo[node] = self._affine(node)
        return self.affine_memo[node]

    def _affine(self, node: Expression) -> Affine | None:
        zero = (Fraction(0),) * (self.n + 1)
        if isinstance(node, Number):
            return Affine((*zero[:-1], node.value), zero)
        if isinstance(node, Pi):
            return Affine(zero, (*zero[:-1], Fraction(1)))
        if isinstance(node, Variable):
            i = self.names.index(node.name)
            return Affine(tuple(Fraction(int(j == i)) for j in range(self.n + 1)), zero)
        if isinstance(node, Negate):
            inner = self.affine(node.argument)
            return None if inner is None else inner.times(Fraction(-1))
        if not isinstance(node, Binary):
            return None
        left, right = self.affine(node.left), self.affine(node.right)
        if left is None or right is None:
            return self._collapsed(node)
        if node.operator in "+-":
            return left.plus(right, 1 if node.operator == "+" else -1)
        if node.operator == "/":
            q = right.a[-1]
            return left.times(1 / q) if right.constant and not right.b[-1] and q else None
        for one, two in ((left, right), (right, left)):
            if one.constant and not one.b[-1]:
                return two.times(one.a[-1])
            if one.constant and not one.a[-1] and not any(two.b):
                return Affine(zero, tuple(one.b[-1] * q for q in two.a))
        return None

    def _collapsed(self, node: Expression) -> Affine | None:
        """A polynomial of higher degree on paper whose higher terms cancel."""
        poly = polynomial(node, self.names)
        if poly is None or any(sum(m) > 1 for m in poly):
            return None
        zero = (Fraction(0),) * (self.n + 1)
        linear = [poly.get(_unit(i, self.n), Fraction(0)) for i in range(self.n)]
        return Affine((*linear, poly.get((0,) * self.n, Fraction(0))), zero)

    def line(self, node: Expression) -> Direction | None:
        """The direction w of a node that is a function of w . x alone and not constant."""
        affine = self.affine(node)
        if affine is not None:
            return None if affine.constant else affine.direction()
        found: Direction | None = None
        for child in node.children():
            w = self.line(child)
            if w is None:
                if variables(child):
                    return None
            elif found not in (None, w):
                return None
            else:
                found = w
        return found

    # -- products

    def expanded(self, node: Expression) -> list[tuple[Fraction, list[Expression]]] | None:
        """The node as a sum of rational multiples of products; None if that is too long."""
        one: list[tuple[Fraction, list[Expression]]] = [(Fraction(1), [node])]
        if isinstance(node, Number):
            return [(node.value, [])]
        if isinstance(node, Negate):
            inner = self.expanded(node.argument)
            return None if inner is None else [(-c, f) for c, f in inner]
        if isinstance(node, Power) and 0 < node.exponent <= MAX_DEGREE and self.line(node) is None:
            return self._times([node.base] * node.exponent)
        if not isinstance(node, Binary) or self.line(node) is not None:
            return one
        if node.operator == "*":
            return self._times([node.left, node.right])
        if node.operator == "/":
            return self._times([node.left], [Binary("/", ONE, node.right)])
        left, right = self.expanded(node.left), self.expanded(node.right)
        if left is None or right is None or len(left) + len(right) > MAX_PRODUCTS:
            return None
        sign = 1 if node.operator == "+" else -1
        return left + [(sign * c, f) for c, f in right]

    def _times(
        self, factors: list[Expression], plain: list[Expression] | None = None
    ) -> list[tuple[Fraction, list[Expression]]] | None:
        """The product of the expanded ``factors`` and of ``plain`` ones."""
        total: list[tuple[Fraction, list[Expression]]] = [(Fraction(1), list(plain or []))]
        for factor in factors:
            parts = self.expanded(factor)
            if parts is None or len(parts) * len(total) > MAX_PRODUCTS:
                return None
            total = [(c * d, [*f, *g]) for c, f in total for d, g in parts]
        return total

    def waves(self, factors: list[Expression], factor: Fraction) -> bool:
        """Take a product of sines and cosines, or of exponentials, by the addition theorems."""
        constants = [f for f in factors if not variables(f)]
        found = [w for f in factors if variables(f) for w in self.powers(f)]
        calls = [f for f in found if isinstance(f, Call)]
        scale = _product(constants)
        if len(calls) < len(found) or not calls:
            return False
        if all(call.name == "exp" for call in calls):
            exponent = calls[0].arguments[0]
            used: list[Identity] = []
            for call in calls[1:]:
                used.append(Identity("exp", exponent, call.arguments[0]))
                exponent = add(exponent, call.arguments[0])
            taken = self.ridge(multiply(scale, Call("exp", (exponent,))), factor)
            self.identities.update(dict.fromkeys(used) if taken else {})
            return taken
        if any(call.name not in ("sin", "cos") for call in calls):
            return False
        sums: list[tuple[Fraction, str, Expression]] = [(factor, "cos", ZERO)]
        waves: list[Identity] = []
        for call in calls:
            following: list[tuple[Fraction, str, Expression]] = []
            for one in sums:
                following += self.wave_product(one, call, waves)
            sums = following
        ready = [(c, multiply(scale, Call(name, (at,)))) for c, name, at in sums]
        if any(variables(node) and self.line(node) is None for _, node in ready):
            return False
        for c, node in ready:
            self.take(node, c)
        self.identities.update(dict.fromkeys(waves))
        return True

    def wave_product(
        self, one: tuple[Fraction, str, Expression], call: Call, used: list[Identity]
    ) -> list[tuple[Fraction, str, Expression]]:
        """factor * wave(u) * wave(v) as a sum of waves in u + v and in u - v or v - u."""
        factor, name, u = one
        v = call.arguments[0]
        if u == ZERO and name == "cos":
            return [(factor, call.name, v)]
        plus, minus, half = add(u, v), subtract(u, v), factor / 2
        turned = self.falls(minus)
        minus = subtract(v, u) if turned else minus
        used.append(Identity("wave", v, u) if turned else Identity("wave", u, v))
        if name == call.name == "cos":
            return [(half, "cos", minus), (half, "cos", plus)]
        if name == call.name == "sin":
            return [(half, "cos", minus), (-half, "cos", plus)]
        sign = half if (name == "sin") != turned else -half
        return [(half, "sin", plus), (sign, "sin", minus)]

    def falls(self, node: Expression) -> bool:
        """Whether an affine function decreases in its direction."""
        affine = self.affine(node)
        lead = 0 if affine is None else next((q for q in (*affine.a[:-1], *affine.b[:-1]) if q), 0)
        return lead < 0

    @staticmethod
    def powers(node: Expression) -> list[Expression]:
        """A power as its factors."""
        if isinstance(node, Power) and 0 < node.exponent <= MAX_DEGREE:
            return [node.base] * node.exponent
        return [node]

    # -- the polynomial

    def result(self) -> Decomposition:
        centred = _centred(self.polynomial)
        powers: dict[Direction, dict[int, Fraction]] = {}
        linear = tuple(centred.pop(_unit(i, self.n), Fraction(0)) for i in range(self.n))
        start = centred.pop((0,) * self.n, Fraction(0))
        if any(linear):
            w = primitive(linear)
            i = next(i for i, q in enumerate(w) if q)
            powers[w] = {1: linear[i] / w[i]}
        for monomial, value in centred.items():
            degree = sum(monomial)
            for w, factor in _polarised(monomial):
                known = powers.setdefault(w, {})
                known[degree] = known.get(degree, Fraction(0)) + value * factor
        for w, coefficients in powers.items():
            profile = _power_sum(coefficients, sum(map(abs, w)))
            if profile != ZERO:
                self.put(w, profile)
        profiles = {w: self.profile(w) for w in self.profiles}
        if start or not profiles:
            w = next(iter(profiles), _unit(0, self.n))
            profiles[w] = add(profiles.get(w, ZERO), number(start))
        ridges = tuple(Ridge(w, simplify(profile)) for w, profile in profiles.items())
        if self.rest is not None and not variables(self.rest):
            first = ridges[0]
            merged = Ridge(first.direction, simplify(add(first.profile, self.rest)))
            return Decomposition((merged, *ridges[1:]), None, tuple(self.identities))
        return Decomposition(ridges, self.rest, tuple(self.identities))


def _product(factors: list[Expression]) -> Expression:
    total: Expression = ONE
    for factor in factors:
        total = multiply(total, factor)
    return total


def polynomial(node: Expression, names: tuple[str, ...]) -> Polynomial | None:
    """The node as a rational polynomial of degree at most 8, or None."""
    n = len(names)
    if isinstance(node, Number):
        return {(0,) * n: node.value} if node.value else {}
    if isinstance(node, Variable):
        return {_unit(names.index(node.name), n): Fraction(1)}
    if isinstance(node, Negate):
        inner = polynomial(node.argument, names)
        return None if inner is None else {m: -q for m, q in inner.items()}
    if isinstance(node, Power):
        base = polynomial(node.base, names) if 0 <= node.exponent <= MAX_DEGREE else None
        result: Polynomial | None = {(0,) * n: Fraction(1)}
        for _ in range(node.exponent):
            result = _poly_product(result, base)
        return result if base is not None else None
    if not isinstance(node, Binary):
        return None
    left, right = polynomial(node.left, names), polynomial(node.right, names)
    if left is None or right is None:
        return None
    if node.operator == "*":
        return _poly_product(left, right)
    if node.operator == "/":
        only = right.get((0,) * n)
        return {m: q / only for m, q in left.items()} if only and len(right) == 1 else None
    sign = 1 if node.operator == "+" else -1
    return _poly_sum(left, {m: sign * q for m, q in right.items()})


def _poly_sum(p: Polynomial, q: Polynomial) -> Polynomial:
    total = {m: p.get(m, Fraction(0)) + q.get(m, Fraction(0)) for m in {**p, **q}}
    return {m: value for m, value in total.items() if value}


def _poly_product(p: Polynomial | None, q: Polynomial | None) -> Polynomial | None:
    if p is None or q is None:
        return None
    total: Polynomial = {}
    for m, a in p.items():
        for k, b in q.items():
            key = tuple(i + j for i, j in zip(m, k, strict=True))
            if sum(key) > MAX_DEGREE:
                return None
            total[key] = total.get(key, Fraction(0)) + a * b
    return {m: value for m, value in total.items() if value}


def _unit(i: int, n: int) -> Monomial:
    return tuple(int(j == i) for j in range(n))


def _centred(poly: Mapping[Monomial, Fraction]) -> Polynomial:
    """The coefficients in y = x - 1/2."""
    total: Polynomial = {}
    for monomial, value in poly.items():
        for lower in product(*(range(a + 1) for a in monomial)):
            factor = value
            for a, j in zip(monomial, lower, strict=True):
                factor *= comb(a, j) * HALF ** (a - j)
            total[lower] = total.get(lower, Fraction(0)) + factor
    return {m: value for m, value in total.items() if value}


def _polarised(monomial: Monomial) -> list[tuple[Direction, Fraction]]:
    """y^a = sum of factor (w . y)^D over the pairs (w, factor)."""
    degree = sum(monomial)
    total: dict[Direction, Fraction] = {}
    for v in product(*(range(a + 1) for a in monomial)):
        h = tuple(Fraction(a, 2) - i for a, i in zip(monomial, v, strict=True))
        if not any(h):
            continue
        w = primitive(h)
        i = next(i for i, q in enumerate(w) if q)
        factor = (h[i] / w[i]) ** degree * (-1) ** sum(v) / Fraction(factorial(degree))
        for a, j in zip(monomial, v, strict=True):
            factor *= comb(a, j)
        total[w] = total.get(w, Fraction(0)) + factor
    return [(w, factor) for w, factor in total.items() if factor]


def _power_sum(coefficients: Mapping[int, Fraction], length: int) -> Expression:
    """sum c_D (length (x - 1/2))^D; w . y = length (s - 1/2)."""
    centre = subtract(Variable("x"), number(HALF))
    total: Expression = ZERO
    for degree, value in sorted(coefficients.items()):
        if value:
            scaled = number(value * length**degree)
            total = add(total, multiply(scaled, rebuild(Power(centre, degree), [centre])))
    return total


__all__ = [
    "Decomposition",
    "Direction",
    "Identity",
    "Ridge",
    "decompose",
    "polynomial",
    "primitive",
]
