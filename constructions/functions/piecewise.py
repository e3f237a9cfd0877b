"""Exact piecewise linear functions: their pieces, jumps included, over the rationals.

:class:`Stepwise` carries a function that is affine between finitely many rational points and
has a rational value at each of them; it need not be continuous there.  The family is closed
under ``+ -``, products and quotients with a piecewise constant, ``abs, min, max, sign, floor``.
:func:`linear_pieces` is the continuous case, merged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from constructions.functions.errors import FunctionError, NotDefined, quote, show
from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Negate,
    Number,
    Pi,
    Power,
    Program,
    Variable,
)

MAX_PIECES = 10_000

Affine = tuple[Fraction, Fraction]
"""``(slope, intercept)``."""


@dataclass(frozen=True)
class Piece:
    """``f(x) = slope*x + intercept`` on the closed interval ``[lo, hi]``, ``lo < hi``."""

    lo: Fraction
    hi: Fraction
    slope: Fraction
    intercept: Fraction

    def __post_init__(self) -> None:
        if not self.lo < self.hi:
            raise ValueError("a piece needs lo < hi")

    def at(self, q: Fraction) -> Fraction:
        return self.slope * q + self.intercept


class NotPiecewiseLinear(Exception):
    """The function leaves the family (or has more than MAX_PIECES pieces)."""


@dataclass(frozen=True)
class Stepwise:
    """Affine on ``(points[i], points[i+1])``, with ``values[i]`` at ``points[i]``."""

    points: tuple[Fraction, ...]
    lines: tuple[Affine, ...]
    values: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.points) != len(self.values) or len(self.lines) != len(self.points) - 1:
            raise ValueError("a stepwise function needs one value per point, one line between")
        if len(self.lines) > MAX_PIECES:
            raise NotPiecewiseLinear

    def limits(self, i: int) -> tuple[Fraction | None, Fraction | None]:
        """The limits from the left and from the right at ``points[i]``."""
        z = self.points[i]
        left = self.lines[i - 1][0] * z + self.lines[i - 1][1] if i > 0 else None
        right = self.lines[i][0] * z + self.lines[i][1] if i < len(self.lines) else None
        return left, right

    def jump(self) -> int | None:
        """The index of the first point where the function is not continuous."""
        for i, value in enumerate(self.values):
            if any(limit is not None and limit != value for limit in self.limits(i)):
                return i
        return None

    def line_on(self, a: Fraction, b: Fraction) -> Affine:
        """The affine form on ``(a, b)``, which no breakpoint divides."""
        from bisect import bisect_right

        i = min(bisect_right(self.points, (a + b) / 2), len(self.lines)) - 1
        return self.lines[i]

    def merged(self) -> Stepwise:
        """The same function without the points that break nothing."""
        points, lines, values = [self.points[0]], [self.lines[0]], [self.values[0]]
        for i in range(1, len(self.points) - 1):
            z, (slope, intercept) = self.points[i], lines[-1]
            if self.lines[i] == lines[-1] and slope * z + intercept == self.values[i]:
                continue
            points.append(z)
            values.append(self.values[i])
            lines.append(self.lines[i])
        points.append(self.points[-1])
        values.append(self.values[-1])
        return Stepwise(tuple(points), tuple(lines), tuple(values))

    def refined(self, extra: list[Fraction]) -> Stepwise:
        """The same function with more breakpoints."""
        if not extra:
            return self
        wanted = sorted(set(self.points) | set(extra))
        known = dict(zip(self.points, self.values, strict=True))
        lines: list[Affine] = []
        values: list[Fraction] = []
        index = -1
        for z in wanted:
            if z in known:
                index += 1
                values.append(known[z])
            else:
                slope, intercept = self.lines[index]
                values.append(slope * z + intercept)
            if index < len(self.lines):
                lines.append(self.lines[index])
        return Stepwise(tuple(wanted), tuple(lines[: len(wanted) - 1]), tuple(values))

    def mapped(
        self, line: Callable[[Affine], Affine], value: Callable[[Fraction], Fraction]
    ) -> Stepwise:
        return Stepwise(
            self.points, tuple(map(line, self.lines)), tuple(map(value, self.values))
        ).merged()

    def crossings(self, levels: Callable[[Fraction, Fraction], list[Fraction]]) -> Stepwise:
        """Refined wherever a sloped line meets one of ``levels(low, high)`` of its range."""
        extra: list[Fraction] = []
        for i, (slope, intercept) in enumerate(self.lines):
            if not slope:
                continue
            a, b = self.points[i], self.points[i + 1]
            ends = sorted((slope * a + intercept, slope * b + intercept))
            for level in levels(ends[0], ends[1]):
                z = (level - intercept) / slope
                if a < z < b:
                    extra.append(z)
            if len(extra) > MAX_PIECES:
                raise NotPiecewiseLinear
        return self.refined(extra)

    def split_at_zero(self) -> Stepwise:
        return self.crossings(lambda low, high: [Fraction(0)] if low < 0 < high else [])

    def mid_value(self, i: int) -> Fraction:
        slope, intercept = self.lines[i]
        return slope * (self.points[i] + self.points[i + 1]) / 2 + intercept

    def by_sign(
        self, line: Callable[[int, Affine], Affine], value: Callable[[Fraction], Fraction]
    ) -> Stepwise:
        """Map each line together with its sign, after splitting at the zeros."""
        split = self.split_at_zero()
        lines = tuple(line(_sign(split.mid_value(i)), part) for i, part in enumerate(split.lines))
        return Stepwise(split.points, lines, tuple(map(value, split.values))).merged()


def _sign(q: Fraction) -> int:
    return (q > 0) - (q < 0)


def together(
    a: Stepwise,
    b: Stepwise,
    line: Callable[[Affine, Affine], Affine],
    value: Callable[[Fraction, Fraction], Fraction],
) -> Stepwise:
    """Combine two functions of the same interval."""
    a, b = a.refined(list(b.points)), b.refined(list(a.points))
    return Stepwise(
        a.points,
        tuple(map(line, a.lines, b.lines)),
        tuple(map(value, a.values, b.values)),
    ).merged()


def _times(p: Affine, q: Affine) -> Affine:
    if p[0] and q[0]:
        raise NotPiecewiseLinear
    return (p[0] * q[1] + p[1] * q[0], p[1] * q[1])


def _plus(p: Affine, q: Affine) -> Affine:
    return (p[0] + q[0], p[1] + q[1])


def _minus(p: Affine, q: Affine) -> Affine:
    return (p[0] - q[0], p[1] - q[1])


def _absolute(a: Stepwise) -> Stepwise:
    return a.by_sign(lambda s, p: (-p[0], -p[1]) if s < 0 else p, abs)


def _signs(a: Stepwise) -> Stepwise:
    return a.by_sign(lambda s, p: (Fraction(0), Fraction(s)), lambda v: Fraction(_sign(v)))


def _floor(a: Stepwise) -> Stepwise:
    def levels(low: Fraction, high: Fraction) -> list[Fraction]:
        first, last = low.__floor__() + 1, high.__ceil__() - 1
        if last - first > MAX_PIECES:
            raise NotPiecewiseLinear
        return [Fraction(k) for k in range(first, last + 1)]

    split = a.crossings(levels)
    lines = tuple(
        (Fraction(0), Fraction(split.mid_value(i).__floor__())) for i in range(len(split.lines))
    )
    values = tuple(Fraction(v.__floor__()) for v in split.values)
    return Stepwise(split.points, lines, values).merged()


def _larger(a: Stepwise, b: Stepwise) -> Stepwise:
    # max(a, b) = b + max(a - b, 0)
    excess = together(a, b, _minus, lambda v, w: v - w)
    positive = excess.by_sign(
        lambda s, p: p if s > 0 else (Fraction(0), Fraction(0)), lambda v: max(v, Fraction(0))
    )
    return together(b, positive, _plus, lambda v, w: v + w)


def _opposite(a: Stepwise) -> Stepwise:
    return a.mapped(lambda p: (-p[0], -p[1]), lambda v: -v)


def _quotient(a: Stepwise, b: Stepwise, node: Expression) -> Stepwise:
    if any(slope for slope, _ in b.lines):
        if all(line == (0, 0) for line in a.lines):
            raise NotPiecewiseLinear  # 0/u needs u to stay off zero: not ours to decide
        raise NotPiecewiseLinear
    split = b.refined(list(a.points))
    for i, v in enumerate(split.values):
        if v == 0:
            raise undefined(node, split.points[i])
        if i < len(split.lines) and split.lines[i][1] == 0:
            raise undefined(node, (split.points[i] + split.points[i + 1]) / 2)
    return together(a, b, lambda p, q: (p[0] / q[1], p[1] / q[1]), lambda v, w: v / w)


def undefined(node: Expression, z: Fraction) -> NotDefined:
    """The refusal for a node without value at ``z``."""
    return NotDefined(f"{quote(str(node))} is not defined at x = {show(z)}", z)


def analyse(program: Program, lo: Fraction, hi: Fraction) -> dict[Expression, Stepwise]:
    """The exact form on ``[lo, hi]`` of every node that is piecewise linear.

    Raises:
        NotDefined: a divisor is zero at a point found on the way.
    """
    found: dict[Expression, Stepwise] = {}
    for node, _ in program.steps:
        parts = [found.get(child) for child in node.children()]
        if any(part is None for part in parts):
            continue
        try:
            found[node] = _rule(node, [part for part in parts if part is not None], lo, hi)
        except NotPiecewiseLinear:
            continue
    return found


def _rule(node: Expression, parts: list[Stepwise], lo: Fraction, hi: Fraction) -> Stepwise:
    if isinstance(node, Number):
        c = node.value
        return Stepwise((lo, hi), ((Fraction(0), c),), (c, c))
    if isinstance(node, Variable):
        return Stepwise((lo, hi), ((Fraction(1), Fraction(0)),), (lo, hi))
    if isinstance(node, Pi):
        raise NotPiecewiseLinear
    if isinstance(node, Negate):
        return _opposite(parts[0])
    if isinstance(node, Binary):
        a, b = parts
        if node.operator == "+":
            return together(a, b, _plus, lambda v, w: v + w)
        if node.operator == "-":
            return together(a, b, _minus, lambda v, w: v - w)
        if node.operator == "*":
            return together(a, b, _times, lambda v, w: v * w)
        return _quotient(a, b, node)
    if isinstance(node, Power):
        return _power(node, parts[0], lo, hi)
    if not isinstance(node, Call):
        raise NotPiecewiseLinear
    if node.name == "abs":
        return _absolute(parts[0])
    if node.name == "sign":
        return _signs(parts[0])
    if node.name == "floor":
        return _floor(parts[0])
    if node.name == "max":
        return _fold(_larger, parts)
    if node.name == "min":
        return _opposite(_fold(_larger, [_opposite(part) for part in parts]))
    return _elementary(node, parts[0])


def _fold(operation: Callable[[Stepwise, Stepwise], Stepwise], parts: list[Stepwise]) -> Stepwise:
    result = parts[0]
    for part in parts[1:]:
        result = operation(result, part)
    return result


def _power(node: Power, base: Stepwise, lo: Fraction, hi: Fraction) -> Stepwise:
    if node.exponent == 0:
        return Stepwise((lo, hi), ((Fraction(0), Fraction(1)),), (Fraction(1), Fraction(1)))
    if node.exponent == 1:
        return base
    if any(slope for slope, _ in base.lines):
        raise NotPiecewiseLinear
    n = node.exponent
    if n < 0:
        one = _power(Power(node.base, 0), base, lo, hi)
        return _quotient(one, _power(Power(node.base, -n), base, lo, hi), node)
    return base.mapped(lambda p: (Fraction(0), p[1] ** n), lambda v: v**n)


def _elementary(node: Call, a: Stepwise) -> Stepwise:
    """``sqrt`` and the transcendental functions, where a piecewise constant stays rational."""
    from constructions.functions.reals import RealSystem, Undefined, Unresolved

    if any(slope for slope, _ in a.lines):
        raise NotPiecewiseLinear
    system = RealSystem(64)

    def value(v: Fraction) -> Fraction:
        try:
            exact: Fraction | None = getattr(system, node.name)(system.const(v)).exact
        except (Undefined, Unresolved):
            exact = None
        if exact is None:
            raise NotPiecewiseLinear
        return exact

    return a.mapped(lambda p: (Fraction(0), value(p[1])), value)


def pieces_of(form: Stepwise) -> tuple[Piece, ...] | None:
    """The pieces of a continuous form; None if it jumps."""
    if form.jump() is not None:
        return None
    form = form.merged()
    return tuple(
        Piece(form.points[i], form.points[i + 1], slope, intercept)
        for i, (slope, intercept) in enumerate(form.lines)
    )


def check_interval(lo: int | Fraction, hi: int | Fraction) -> tuple[Fraction, Fraction]:
    low, high = Fraction(lo), Fraction(hi)
    if not low < high:
        raise FunctionError(f"an interval needs lo < hi, not [{show(low)}, {show(high)}]")
    return low, high
