"""Functions of n <= 6 variables on the unit cube: ranges over boxes, and Lipschitz constants.

The constants are one for each coordinate:

    |f(u) - f(v)| <= L_1 |u_1 - v_1| + ... + L_n |u_n - v_n|      for all u, v in [0, 1]^n.

So max L_i is a Lipschitz constant for the l1 distance of points, sqrt(sum L_i^2) for the l2
distance and sum L_i for the l_inf distance.  A branch and bound over boxes encloses the partial
derivatives; at kinks the enclosure is the hull of the slopes on both sides.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NoReturn

from constructions.functions.errors import (
    FunctionError,
    NotDefined,
    NotLipschitz,
    Undecided,
    quote,
)
from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Number,
    Power,
    Variable,
    apply_node,
    transform,
)
from constructions.functions.function import Function, parse, place
from constructions.functions.lipschitz import _simplest_between as simplest_between
from constructions.systems import NumberError

MAX_VARIABLES = 6
MAX_BOXES = 1_500
"""Boxes for each coordinate; the bound that has been reached by then stands."""
MAX_CURVED = 400
"""Boxes on which second derivatives are enclosed."""
CLOSE_ENOUGH = Fraction(129, 128)
"""The search ends where the bound is at most this times a slope that occurs."""
SMALLEST = Fraction(1, 1 << 12)
"""Where f has no slope on a box of this size, the reason is looked for."""
BITS = 64
Box = tuple[tuple[Fraction, Fraction], ...]


def names(n: int) -> tuple[str, ...]:
    """The coordinates of a point: ``x`` for n = 1, else ``x1, ..., xn``.

    Raises:
        FunctionError: n is not between 1 and 6.
    """
    if not 1 <= n <= MAX_VARIABLES:
        raise FunctionError(f"functions of 1 to {MAX_VARIABLES} variables are accepted, not of {n}")
    return ("x",) if n == 1 else tuple(f"x{i}" for i in range(1, n + 1))


def on_cube(f: Function, n: int) -> Function:
    """``f`` as a function on [0, 1]^n, in the variables :func:`names`.

    Raises:
        FunctionError: another variable occurs.
    """
    known = names(n)
    if n == 1 and f.variables == ("x1",):
        return Function(f.text, _renamed(f.expression, "x1", Variable("x")))
    for name in f.variables:
        if name not in known:
            listed = known[0] if n == 1 else f"x1, ..., x{n}"
            raise FunctionError(
                f"unknown variable {quote(name)} in '{quote(f.text)}': with n = {n} there "
                f"{'is' if n == 1 else 'are'} {listed}"
            )
    return f


def parse_on_cube(text: str, n: int) -> Function:
    """:func:`constructions.functions.parse`, then :func:`on_cube`."""
    return on_cube(parse(text, names(n)), n)


def unit_cube(n: int) -> Box:
    return ((Fraction(0), Fraction(1)),) * n


def enclose_box(f: Function, box: Box, bits: int = BITS) -> tuple[Fraction, Fraction]:
    """``(low, high)`` with ``low <= f(x) <= high`` for all x in the box (by intervals).

    Raises:
        NotDefined: f has no value at a corner or the middle of the box.
        Undecided: no finite range was found.
    """
    from constructions.functions.spans import SpanSystem
    from constructions.interop.flint import to_fractions

    spans = SpanSystem(bits)
    known = names(len(box))
    try:
        with spans.working():
            values = {x: spans.interval(*side) for x, side in zip(known, box, strict=True)}
            span = spans.finite(f.program.run(spans, values))
            return to_fractions(span.lo)[0], to_fractions(span.hi)[1]
    except NumberError:
        for point in _points(box):
            f.exact_at(dict(zip(known, point, strict=True)))
        where = place(dict(zip(known, _middle(box), strict=True)))
        raise Undecided(f"no finite range of '{quote(f.text)}' was found around {where}") from None


@dataclass(frozen=True)
class CubeConstants:
    """``lower[i] <= sup |df/dx_i| <= upper[i]`` on the cube; ``upper`` are the L_i above."""

    upper: tuple[Fraction, ...]
    lower: tuple[Fraction, ...]

    @property
    def l1(self) -> Fraction:
        """A Lipschitz constant for the l1 distance, max L_i."""
        return max(self.upper)

    @property
    def l_inf(self) -> Fraction:
        """A Lipschitz constant for the l_inf distance, sum L_i."""
        return sum(self.upper, Fraction(0))


def cube_constants(
    f: Function, n: int, axes: Sequence[int] | None = None, at_most: Fraction | None = None
) -> CubeConstants:
    """Rigorous Lipschitz constants of f on [0, 1]^n, one for each coordinate (or of ``axes``).

    Where it can be, the search goes on until it is decided whether they are ``at_most`` that.

    Raises:
        NotDefined: f has no value at a point of the cube.
        NotLipschitz: f jumps, or its slope is unbounded, on a line along a coordinate.
        Undecided: one of these may be so, and could be neither shown nor excluded.
    """
    f = on_cube(f, n)
    found = [_Slopes(f, n, i, at_most).bound() for i in (range(n) if axes is None else axes)]
    return CubeConstants(tuple(high for _, high in found), tuple(low for low, _ in found))


def cube_curvature(f: Function, n: int, axis: int) -> Fraction | None:
    """At least sup |d^2 f/dx_axis^2| on [0, 1]^n, or None where f is not seen to have one.

    A number means that f is twice differentiable along the axis, on every line in the cube.
    """
    return _Slopes(on_cube(f, n), n, axis).curvature()


class _Slopes:
    """The branch and bound for one coordinate."""

    def __init__(self, f: Function, n: int, axis: int, at_most: Fraction | None = None) -> None:
        from constructions.functions.jets import JetSystem
        from constructions.functions.spans import SpanSystem

        self.f, self.n, self.axis, self.at_most = f, n, axis, at_most
        self.names = names(n)
        self.spans = SpanSystem(BITS)
        self.jets = JetSystem(self.spans)

    def bound(self) -> tuple[Fraction, Fraction]:
        if self.names[self.axis] not in self.f.variables:
            return self.constant()
        # first the boxes without a bound, of those the smallest; then the steepest
        heap: list[tuple[int, Fraction, int, Box]] = []
        low, number = Fraction(0), 0
        waiting = [self.start()]
        while True:
            for box in waiting:
                high = self.slope(box)
                low = max(low, self.slope_at(_middle(box)))
                number += 1
                size = max(hi - lo for lo, hi in box)
                if high is None and size <= SMALLEST:
                    self.refuse(box)
                entry = (0, size) if high is None else (1, -high)
                heapq.heappush(heap, (*entry, number, box))
            bounded, key, _, box = heap[0]
            if bounded and (number >= MAX_BOXES or self.done(low, -key)):
                high = _rounded_up(-key)
                if self.at_most is not None and -key <= self.at_most:
                    high = min(high, self.at_most)
                return low, high
            if number >= 4 * MAX_BOXES:
                self.refuse(box)  # always raises
            heapq.heappop(heap)
            waiting = _halves(box)

    def done(self, low: Fraction, high: Fraction) -> bool:
        """The bound is close to a slope that occurs, and the question ``at_most`` is decided."""
        decided = self.at_most is None or high <= self.at_most or low > self.at_most
        return decided and high <= low * CLOSE_ENOUGH

    def start(self) -> Box:
        """The cube, in the coordinates that occur in f; the others do not matter."""
        half = Fraction(1, 2)
        sides = ((Fraction(0), Fraction(1)), (half, half))
        return tuple(sides[name not in self.f.variables] for name in self.names)

    def constant(self) -> tuple[Fraction, Fraction]:
        """f does not depend on this coordinate; whether it is defined is seen along another."""
        if not self.f.variables:
            self.f.exact_at(dict.fromkeys(self.names, Fraction(0)))
        return Fraction(0), Fraction(0)

    def slope(self, box: Box) -> Fraction | None:
        """At least the size of every difference quotient along the axis in the box, or None."""
        from constructions.interop.flint import to_fractions

        try:
            with self.spans.working():
                jet = self.run(box)
                if len(jet.c) < 2:
                    return None
                steep = self.spans.finite(jet.c[1])
                self.spans.finite(jet.c[0])
                return max(-to_fractions(steep.lo)[0], to_fractions(steep.hi)[1], Fraction(0))
        except NumberError:
            return None

    def curvature(self) -> Fraction | None:
        """See :func:`cube_curvature`."""
        if self.names[self.axis] not in self.f.variables:
            return Fraction(0)
        heap: list[tuple[int, Fraction, int, Box]] = []
        waiting, number = [self.start()], 0
        while True:
            for box in waiting:
                number += 1
                high = self.second(box)
                size = max(hi - lo for lo, hi in box)
                entry = (0, -size) if high is None else (1, -high)
                heapq.heappush(heap, (*entry, number, box))
            bounded, key, _, box = heap[0]
            if number >= MAX_CURVED:
                return _rounded_up(-key) if bounded else None
            heapq.heappop(heap)
            waiting = _halves(box)

    def second(self, box: Box) -> Fraction | None:
        """At least the size of the second derivative along the axis in the box, or None.

        A kink in the box, or at its edge, leaves a jet without a second derivative.
        """
        from constructions.interop.flint import to_fractions

        try:
            with self.spans.working():
                jet = self.run(box)
                if len(jet.c) < 3:
                    return None
                curved = [self.spans.finite(part) for part in jet.c][2]
                return max(-to_fractions(curved.lo)[0], to_fractions(curved.hi)[1], Fraction(0))
        except NumberError:
            return None

    def slope_at(self, point: Sequence[Fraction]) -> Fraction:
        """At most the size of the derivative there (0 where it is not found)."""
        from constructions.interop.flint import to_fractions

        try:
            with self.spans.working():
                jet = self.run(tuple((q, q) for q in point))
                if len(jet.c) < 3:  # a kink: no derivative
                    return Fraction(0)
                low, high = to_fractions(jet.c[1].lo)[0], to_fractions(jet.c[1].hi)[1]
                return max(low, -high, Fraction(0))
        except NumberError:
            return Fraction(0)

    def run(self, box: Box) -> Any:
        """f with its derivative along the axis; ``sqrt`` of a sum of squares is a norm."""
        from constructions.functions.jets import Jet

        values: dict[str, Any] = {}
        for i, (name, side) in enumerate(zip(self.names, box, strict=True)):
            span = self.spans.interval(*side)
            zero = self.spans.const(0)
            jet = self.jets.variable(span) if i == self.axis else Jet(self.jets, (span, zero, zero))
            values[name] = jet
        results: list[Any] = []
        index: dict[Expression, int] = {}
        for node, inputs in self.f.program.steps:
            index[node] = len(results)
            parts = _squares(node)
            if parts and not results[inputs[0]].c[0] > 0:
                results.append(self.norm(results[inputs[0]], [results[index[a]] for a in parts]))
            else:
                results.append(apply_node(node, self.jets, values, [results[i] for i in inputs]))
        return results[-1]

    def norm(self, radicand: Any, parts: list[Any]) -> Any:
        """sqrt(a^2 + b^2 + ...) changes by at most |a'| + |b'| + ... along the axis."""
        from constructions.functions.jets import Jet

        zero = self.spans.const(0)
        value = self.spans.sqrt(self.spans.maximum(radicand.c[0], zero))
        if any(len(part.c) < 2 for part in parts):
            return Jet(self.jets, (value,))
        steep = zero
        for part in parts:
            steep = steep + self.spans.abs(part.c[1])
        return Jet(self.jets, (value, steep.union(-steep)))

    def refuse(self, box: Box) -> NoReturn:
        """Say why f has no bounded slope around here: along a line, where that shows it."""
        from constructions.functions.lipschitz import lipschitz

        tried: set[Expression] = set()
        for point in dict.fromkeys((_simplest(box), _middle(box))):
            for axis in range(self.n):
                fixed = {
                    name: q
                    for i, (name, q) in enumerate(zip(self.names, point, strict=True))
                    if i != axis
                }
                line = restricted(self.f, fixed)
                if line.expression in tried:
                    continue
                tried.add(line.expression)
                try:
                    lipschitz(line)
                except (NotDefined, NotLipschitz) as error:
                    told = f" (on the line {place(fixed)})" if fixed else ""
                    free = f"{self.names[axis]} = "
                    message = str(error).replace("x = ", free)
                    raise type(error)(f"{message}{told}", error.where) from None
                except Undecided:
                    continue
        where = place(dict(zip(self.names, _middle(box), strict=True)))
        raise Undecided(f"no Lipschitz constant of '{quote(self.f.text)}' was found around {where}")


def restricted(f: Function, fixed: Mapping[str, Fraction]) -> Function:
    """f on a line: all variables but one are given, and that one is called ``x``."""

    def replace(node: Expression) -> Expression | None:
        if not isinstance(node, Variable):
            return None
        return Number(fixed[node.name]) if node.name in fixed else Variable("x")

    line = transform(f.expression, replace)
    return Function(f.text, line)


def _renamed(expression: Expression, name: str, by: Expression) -> Expression:
    return transform(expression, lambda node: by if node == Variable(name) else None)


def _squares(node: Expression) -> list[Expression]:
    """a, b, ... where the node is sqrt(a^2 + b^2 + ... + constants >= 0), else nothing."""
    if not isinstance(node, Call) or node.name != "sqrt":
        return []
    found: list[Expression] = []
    waiting = [node.arguments[0]]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Binary) and part.operator == "+":
            waiting += [part.left, part.right]
        elif isinstance(part, Power) and part.exponent == 2:
            found.append(part.base)
        elif isinstance(part, Binary) and part.operator == "*" and part.left == part.right:
            found.append(part.left)
        elif not (isinstance(part, Number) and part.value >= 0):
            return []
    return found


def _middle(box: Box) -> tuple[Fraction, ...]:
    return tuple((lo + hi) / 2 for lo, hi in box)


def _points(box: Box) -> list[tuple[Fraction, ...]]:
    """The simplest point, the middle and the corners of the box."""
    return list(dict.fromkeys([_simplest(box), _middle(box), *product(*box)]))


def _simplest(box: Box) -> tuple[Fraction, ...]:
    return tuple(simplest_between(lo, hi) for lo, hi in box)


def _halves(box: Box) -> list[Box]:
    """The box cut across its longest side."""
    axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
    lo, hi = box[axis]
    middle = (lo + hi) / 2
    return [(*box[:axis], side, *box[axis + 1 :]) for side in ((lo, middle), (middle, hi))]


def _rounded_up(q: Fraction) -> Fraction:
    from constructions.interop.flint import round_dyadic

    return round_dyadic(q, 16, 1)


__all__ = [
    "MAX_VARIABLES",
    "Box",
    "CubeConstants",
    "cube_constants",
    "cube_curvature",
    "enclose_box",
    "names",
    "on_cube",
    "parse_on_cube",
    "restricted",
    "unit_cube",
]
