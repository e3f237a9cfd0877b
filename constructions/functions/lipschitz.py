"""The best Lipschitz constant of a function on an interval, between two rigorous bounds.

Where f is piecewise linear the constant is the largest slope, exactly.  Elsewhere a branch and
bound over cells encloses ``|f'|``; on a cell where f' is monotone its extremes are at the ends.
Jumps, poles and unbounded slopes are refused with the place where they are; what the methods
cannot settle is :class:`Undecided`, never guessed.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from constructions.functions.errors import (
    ConstantTooSmall,
    FunctionError,
    NotDefined,
    NotLipschitz,
    Undecided,
    quote,
    show,
)
from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Negate,
    Power,
    Program,
    Variable,
    add,
    has_call,
    multiply,
    number,
    simplify,
    substitute,
    subtract,
    transform,
    walk,
)
from constructions.functions.piecewise import (
    Piece,
    Stepwise,
    analyse,
    check_interval,
    pieces_of,
)
from constructions.systems import NumberError

if TYPE_CHECKING:
    from constructions.functions.cells import Switch, Workbench
    from constructions.functions.function import Function

TOLERANCE = Fraction(1, 1 << 31)
"""Relative distance between ``upper`` and ``lower`` that ends the search."""
MAX_CELLS = 5_000
EXTRA_CELLS = 200
"""Cells spent on proving an exact constant after the tolerance is met."""
MAX_SPLITS = 2_000
TINY = Fraction(1, 1 << 36)
"""Cells of this share of the interval are examined for a singular point."""
SMALLEST = Fraction(1, 1 << 64)
"""Cells of this share are not halved again: their bound stands as it is."""


@dataclass(frozen=True)
class LipschitzBound:
    """``lower <= (the best Lipschitz constant) <= upper``.

    The slope reaches ``lower`` at ``point`` (as a one-sided derivative).  ``exact`` says that
    the two are equal, so that the constant is known.  Methods: ``pieces`` (piecewise linear),
    ``cells`` (branch and bound).
    """

    upper: Fraction
    lower: Fraction
    exact: bool
    point: Fraction
    method: str

    def __post_init__(self) -> None:
        if not 0 <= self.lower <= self.upper:
            raise ValueError("Lipschitz bounds need 0 <= lower <= upper")
        if self.exact != (self.lower == self.upper):
            raise ValueError("exact bounds are equal bounds")


def linear_pieces(
    f: Function, lo: int | Fraction = 0, hi: int | Fraction = 1
) -> tuple[Piece, ...] | None:
    """The exact pieces of f on ``[lo, hi]``, merged, left to right.

    None if f is not found to be continuous and piecewise linear with rational breakpoints and
    coefficients, or has more than 10,000 pieces.

    Raises:
        NotDefined: a divisor vanishes at a point found on the way.
    """
    low, high = check_interval(lo, hi)
    program = Program(_in_x(f))
    form = analyse(program, low, high).get(program.expression)
    return None if form is None else pieces_of(form)


def lipschitz(f: Function, lo: int | Fraction = 0, hi: int | Fraction = 1) -> LipschitzBound:
    """Rigorous bounds on ``sup |f(a) - f(b)| / |a - b|`` over ``[lo, hi]``.

    Where the constant is not known exactly, ``upper - lower <= 1e-9 * upper`` (unless the
    search runs out of cells: the bounds then stay rigorous and are wider).

    Raises:
        NotDefined: f has no value somewhere in the interval.
        NotLipschitz: f jumps, or its slope is unbounded.
        Undecided: one of these may be so, and could be neither shown nor excluded.
    """
    return _Search(f, *check_interval(lo, hi)).bound()


def check_constant(
    f: Function, L: int | Fraction, lo: int | Fraction = 0, hi: int | Fraction = 1
) -> Fraction:
    """``L`` itself, if f is L-Lipschitz on ``[lo, hi]``.

    Raises:
        ConstantTooSmall: two points are found whose values differ by more than allowed.
        NotDefined, NotLipschitz, Undecided: as :func:`lipschitz`.
    """
    constant = Fraction(L)
    low, high = check_interval(lo, hi)
    if constant < 0:
        raise FunctionError(f"a Lipschitz constant is not negative; got {show(constant)}")
    bound = _Search(f, low, high, target=constant).bound()
    if bound.upper <= constant:
        return constant
    pair = _witness(f, constant, bound.point, low, high)
    if pair is not None:
        first, second, slope = pair
        raise ConstantTooSmall(
            f"L = {show(constant)} is too small: between x = {show(first)} and "
            f"x = {show(second)} the function changes by more than "
            f"{show(constant)}*|difference| (slope about {slope:.3g})",
            first,
            second,
        )
    raise Undecided(
        f"it is not decided whether L = {show(constant)} suffices: the constant lies between "
        f"{show(bound.lower)} and {show(bound.upper)}",
        bound.point,
    )


def _in_x(f: Function) -> Expression:
    name = f.single_variable()
    if name == "x":
        return f.expression
    return transform(f.expression, lambda n: Variable("x") if n == Variable(name) else None)


def _witness(
    f: Function, constant: Fraction, point: Fraction, lo: Fraction, hi: Fraction
) -> tuple[Fraction, Fraction, float] | None:
    """Two points ``a < b`` with ``|f(a) - f(b)| > constant*(b - a)``, decided by balls."""
    from constructions.functions.reals import RealSystem

    program = Program(_in_x(f))

    def slope(a: Fraction, b: Fraction, bits: int) -> float | None:
        system = RealSystem(bits)
        try:
            at_a = program.run(system, {"x": system.const(a)})
            at_b = program.run(system, {"x": system.const(b)})
            change = system.abs(at_b - at_a)
            if (change - system.const(constant * (b - a))).side() <= 0:
                return None
            return float((change / system.const(b - a)).ball().mid())
        except (NumberError, OverflowError):
            return None

    candidates: list[tuple[Fraction, Fraction, int]] = []
    for steps in (10, 100, 1000):
        k = (point * steps).__floor__()
        for first in (k, k - 1):
            candidates.append((Fraction(first, steps), Fraction(first + 1, steps), 192))
    for k in range(2, 80):
        h = (hi - lo) / (1 << k)
        candidates += [
            (point - h, point, 192 + 4 * k),
            (point, point + h, 192 + 4 * k),
            (point - h, point + h, 192 + 4 * k),
        ]
    for a, b, bits in candidates:
        if lo <= a < b <= hi:
            found = slope(a, b, bits)
            if found is not None:
                return a, b, found
    return None


def _simplest_between(a: Fraction, b: Fraction) -> Fraction:
    """The rational with the smallest denominator in ``[a, b]``."""
    whole = a.__floor__()
    if whole == a:
        return a
    if whole + 1 <= b:
        return Fraction(whole + 1)
    return whole + 1 / _simplest_between(1 / (b - whole), 1 / (a - whole))


class _Search:
    """One search: segments between exact breakpoints, then cells within them."""

    def __init__(
        self, f: Function, lo: Fraction, hi: Fraction, target: Fraction | None = None
    ) -> None:
        self.f = f
        self.name = f"'{quote(f.text)}'"
        self.lo, self.hi = lo, hi
        self.target = target
        self.program = Program(_in_x(f))
        self.expression = self.program.expression

    # -- the steps ---------------------------------------------------------------------

    def bound(self) -> LipschitzBound:
        self.forms = analyse(self.program, self.lo, self.hi)
        whole = self.forms.get(self.expression)
        if whole is not None:
            return self.piecewise_linear(whole)
        from constructions.functions.cells import Workbench

        self.bench: Workbench = Workbench()
        points = self.split_points()
        self.check_defined(points)
        segments = [(a, b, self.on_segment(a, b)) for a, b in pairwise(points)]
        if has_call(self.expression, ("sign", "floor")):
            self.check_continuous(points, [segment[2] for segment in segments])
        return self.search(segments)

    def piecewise_linear(self, form: Stepwise) -> LipschitzBound:
        index = form.jump()
        if index is not None:
            raise self.jump_at(form.points[index])
        best = max(range(len(form.lines)), key=lambda i: abs(form.lines[i][0]))
        slope = abs(form.lines[best][0])
        middle = (form.points[best] + form.points[best + 1]) / 2
        return LipschitzBound(slope, slope, True, middle, "pieces")

    def jump_at(self, z: Fraction) -> NotLipschitz:
        """The refusal, naming the smallest part that jumps there."""
        culprit = self.expression
        for node in walk(self.expression):
            form = self.forms.get(node)
            if form is not None and isinstance(node, Call) and z in form.points:
                i = form.points.index(z)
                if any(v is not None and v != form.values[i] for v in form.limits(i)):
                    culprit = node
                    break
        part = quote(str(culprit))
        start = f"{self.name} is not continuous: " if culprit != self.expression else ""
        return NotLipschitz(f"{start}{part} jumps at x = {show(z)}", z)

    def split_points(self) -> list[Fraction]:
        points = {self.lo, self.hi}
        for node, _ in self.program.steps:
            form = self.forms.get(node)
            if form is not None:
                points.update(form.points)
            guarded = _guarded(node)
            inner = self.forms.get(guarded) if guarded is not None else None
            if inner is not None:
                points.update(inner.split_at_zero().points)
            if len(points) > MAX_SPLITS:
                raise Undecided(
                    f"{self.name} has more than {MAX_SPLITS} breakpoints in the interval"
                )
        return sorted(points)

    def check_defined(self, points: list[Fraction]) -> None:
        """Refuse at once where f has no value at a breakpoint or between two."""
        from constructions.functions.reals import Undefined

        middles = [(a + b) / 2 for a, b in pairwise(points)]
        for z in (*points, *middles):
            try:
                self.bench.value(self.expression, z)
            except Undefined:
                raise self.undefined_at(z) from None
            except NumberError:
                continue

    def undefined_at(self, z: Fraction) -> NotDefined:
        from constructions.functions.reals import Undefined

        for node, _ in self.program.steps:
            try:
                self.bench.value(node, z)
            except Undefined as reason:
                return NotDefined(
                    f"{quote(str(node))} is not defined at x = {show(z)}: {reason}", z
                )
            except NumberError:
                continue
        return NotDefined(f"{self.name} is not defined at x = {show(z)}", z)

    def on_segment(self, a: Fraction, b: Fraction) -> Expression:
        """f between two breakpoints: parts that are linear there become ``m*x + c``."""

        def replace(node: Expression) -> Expression | None:
            form = self.forms.get(node)
            if form is None:
                return None
            slope, intercept = form.line_on(a, b)
            return add(multiply(number(slope), Variable("x")), number(intercept))

        return simplify(transform(self.expression, replace))

    def at_point(self, z: Fraction) -> Expression:
        """f at z as a constant expression."""

        def replace(node: Expression) -> Expression | None:
            form = self.forms.get(node)
            if form is None or z not in form.points:
                return number(z) if node == Variable("x") else None
            return number(form.values[form.points.index(z)])

        return simplify(transform(self.expression, replace))

    def check_continuous(self, points: list[Fraction], parts: list[Expression]) -> None:
        """Compare the limits from both sides with the value at every breakpoint."""
        for i, z in enumerate(points):
            here = self.at_point(z)
            for k in (i - 1, i):
                if 0 <= k < len(parts):
                    far = points[k] if k < i else points[k + 1]
                    limit = self.towards(parts[k], z, far)
                    self.compare(substitute(limit, "x", number(z)), here, z)

    def towards(self, part: Expression, z: Fraction, far: Fraction) -> Expression:
        """An expression continuous at z that equals ``part`` between z and a point near it.

        Its value at z is the one-sided limit, which that of ``part`` need not be: ``floor(x**2)``
        tends to 0 at 1 from the left.
        """
        from constructions.functions.cells import (
            JUMPS,
            MAX_VARIANTS,
            TooWide,
            choose,
            open_switch,
            resolve,
        )

        bench = self.bench
        a, b = sorted((z, z + (far - z) * TINY))
        for _ in range(MAX_VARIANTS):
            part = resolve(bench, part, a, b)
            if not has_call(part, JUMPS):
                return part
            try:
                switch = open_switch(bench, part, a, b, jumps_only=True)
            except (TooWide, NumberError):
                break
            if switch is None:
                break
            level = subtract(switch.argument, number(switch.level or 0))
            direction = self.direction(level, a, b)
            if direction is None or bench.side(level, z) != 0:
                break
            part = choose(part, switch, direction if far > z else -direction)
        raise Undecided(f"it is not decided whether {self.name} jumps at x = {show(z)}", z)

    def compare(self, limit: Expression, here: Expression, z: Fraction) -> None:
        """Refuse unless two constant expressions have the same value."""
        from constructions.functions.cells import resolve
        from constructions.functions.reals import RealSystem, Undefined

        # Settle the switches first: equal irrational values must be seen as equal trees.
        limit, here = (resolve(self.bench, part, z, z) for part in (limit, here))
        if limit == here:
            return
        difference = Program(subtract(limit, here))
        for bits in (128, 512):
            try:
                gap = difference.run(RealSystem(bits), {})
                if gap.side() == 0:
                    return
                raise self.jump_at(z)
            except Undefined:
                break
            except NumberError:
                continue
        raise Undecided(f"it is not decided whether {self.name} jumps at x = {show(z)}", z)

    # -- branch and bound --------------------------------------------------------------

    def search(self, segments: list[tuple[Fraction, Fraction, Expression]]) -> LipschitzBound:
        lower, lower_exact, point = Fraction(0), True, self.lo
        done = Fraction(0)
        heap: list[tuple[int, Fraction, int, Fraction, Fraction, Expression]] = []
        count = extra = 0
        polished = False
        doubt: Undecided | None = None

        def visit(a: Fraction, b: Fraction, expression: Expression) -> None:
            nonlocal lower, lower_exact, point, done, count
            from constructions.functions.cells import (
                JUMPS,
                TooWide,
                measure,
                resolve,
                variants,
            )

            count += 1
            resolved = resolve(self.bench, expression, a, b)
            known = lower if self.target is None else self.target
            try:
                if has_call(resolved, JUMPS):
                    raise TooWide
                slopes = measure(self.bench, variants(self.bench, resolved, a, b), a, b, known)
            except (NumberError, TooWide):
                heapq.heappush(heap, (0, Fraction(0), count, a, b, resolved))
                return
            if slopes.lower > lower or (slopes.lower == lower and slopes.lower_exact):
                lower, lower_exact, point = slopes.lower, slopes.lower_exact, slopes.point
            if slopes.final:
                done = max(done, slopes.upper)
            else:
                heapq.heappush(heap, (1, -slopes.upper, count, a, b, resolved))

        for a, b, expression in segments:
            visit(a, b, expression)
            self_lower = self.end_slopes(a, b, expression)
            for value, z in self_lower:
                if value >= lower:
                    lower, lower_exact, point = value, True, z
        while heap:
            unbounded, minus, _, a, b, expression = heap[0]
            upper = -minus
            if unbounded and doubt is not None:
                raise doubt
            if unbounded and self.target is not None:
                if upper <= self.target or lower > self.target:
                    done = max(done, upper)
                    break
            elif unbounded:
                if upper <= lower:
                    break
                if upper <= lower * (1 + TOLERANCE):
                    if not polished:
                        polished = True
                        for value, z in self.round_points(point):
                            if value >= lower:
                                lower, lower_exact, point = value, True, z
                    if not lower_exact or done > lower or extra >= EXTRA_CELLS:
                        done = max(done, upper)
                        break
                    extra += 1
            if count > MAX_CELLS:
                if not unbounded:
                    raise Undecided(
                        f"no bound on the slope of {self.name} was found near "
                        f"x = {show((a + b) / 2)}",
                        (a + b) / 2,
                    )
                done = max(done, upper)
                break
            heapq.heappop(heap)
            if not unbounded and b - a <= (self.hi - self.lo) * TINY:
                try:
                    for cell in self.examine(a, b, expression):
                        visit(*cell)
                except Undecided as reason:
                    # Another cell may show what is wrong: say "undecided" only at the end.
                    doubt = doubt or reason
                continue
            if unbounded and b - a <= (self.hi - self.lo) * SMALLEST:
                done = max(done, upper)
                continue
            middle = (a + b) / 2
            visit(a, middle, expression)
            visit(middle, b, expression)
        if doubt is not None:
            raise doubt
        return self.conclude(max(done, lower), lower, lower_exact, point)

    def end_slopes(
        self, a: Fraction, b: Fraction, expression: Expression
    ) -> list[tuple[Fraction, Fraction]]:
        """Exact one-sided slopes at the ends of a segment, where f is smooth up to the end."""
        from constructions.functions.cells import SWITCHES

        if has_call(expression, SWITCHES):
            return []
        found = []
        program = Program(expression)
        for z in (a, b):
            try:
                value = self.bench.slope(program, z).exact
            except NumberError:
                continue
            if value is not None:
                found.append((value, z))
        return found

    def round_points(self, point: Fraction) -> list[tuple[Fraction, Fraction]]:
        """Exact slopes at rationals of small denominator near a point of steepest slope."""
        found = []
        near = dict.fromkeys(point.limit_denominator(n) for n in (1, 10, 100, 1000, 10_000))
        for z in near:
            if self.lo <= z <= self.hi:
                try:
                    value = self.bench.slope(self.program, z).exact
                except NumberError:
                    continue
                if value is not None:
                    found.append((value, z))
        return found

    def conclude(
        self, upper: Fraction, lower: Fraction, lower_exact: bool, point: Fraction
    ) -> LipschitzBound:
        from constructions.interop.flint import round_dyadic

        if upper == lower and lower_exact:
            return LipschitzBound(upper, lower, True, point, "cells")
        if self.target is None or upper > self.target:
            upper = round_dyadic(upper, 40, 1)
        lower = round_dyadic(lower, 40, -1)
        return LipschitzBound(upper, lower, upper == lower, point, "cells")

    # -- singular points ---------------------------------------------------------------

    @staticmethod
    def candidates(a: Fraction, b: Fraction) -> list[Fraction]:
        return [a, b, _simplest_between(a, b)]

    def examine(
        self, a: Fraction, b: Fraction, expression: Expression
    ) -> list[tuple[Fraction, Fraction, Expression]]:
        """A tiny cell without a bound: refuse with the reason, or split it where f allows."""
        from constructions.functions.cells import JUMPS, TooWide, open_switch

        where = _simplest_between(a, b)
        self.look_for_undefined(a, b, expression)
        if has_call(expression, JUMPS):
            try:
                switch = open_switch(self.bench, expression, a, b, jumps_only=True)
            except (TooWide, NumberError):
                switch = None
            if switch is not None:
                return self.examine_jump(a, b, expression, switch)
        self.look_for_steep(a, b, expression)
        raise Undecided(
            f"it is not decided whether the slope of {self.name} is bounded near "
            f"x = {_near(where)}",
            where,
        )

    def examine_jump(
        self, a: Fraction, b: Fraction, expression: Expression, switch: Switch
    ) -> list[tuple[Fraction, Fraction, Expression]]:
        from constructions.functions.cells import JUMPS, choose, resolve

        bench, where = self.bench, _simplest_between(a, b)
        level = subtract(switch.argument, number(switch.level or 0))
        undecided = Undecided(
            f"it is not decided whether {self.name} jumps near x = {_near(where)}", where
        )
        direction = self.direction(level, a, b)
        if direction is None:
            raise undecided
        sides = [choose(expression, switch, direction * s) for s in (-1, 1)]
        if any(has_call(resolve(bench, part, a, b), JUMPS) for part in sides):
            raise undecided
        for z in self.candidates(a, b):
            if bench.side(level, z) != 0:
                continue
            cells = [(a, z, sides[0]), (z, b, sides[1])]
            cells = [cell for cell in cells if cell[0] < cell[1]]
            for _, _, part in cells:
                self.compare(substitute(part, "x", number(z)), self.at_point(z), z)
            return cells
        ends = bench.side(level, a), bench.side(level, b)
        if ends == (-direction, direction):
            # One crossing, at an irrational point: values from its two sides stay apart.
            try:
                left, right = (bench.range(part, a, b) for part in sides)
                apart = left[1] < right[0] or right[1] < left[0]
            except NumberError:
                apart = False
            if apart:
                raise NotLipschitz(f"{self.name} jumps near x = {_near(where)}", where)
        if ends in ((1, 1), (-1, -1)):
            # Monotone with one sign at both ends: the switch never meets its level here.
            return [(a, b, choose(expression, switch, ends[0] or 1))]
        raise undecided

    def direction(self, expression: Expression, a: Fraction, b: Fraction) -> int | None:
        """1 or -1 if the expression is shown to increase or decrease strictly on the cell."""
        bench = self.bench
        try:
            with bench.balls.working():
                wide, _, _ = bench.over(Program(expression), a, b)
                if len(wide.c) < 3:
                    return None
                return 1 if wide.c[1] > 0 else -1 if wide.c[1] < 0 else None
        except NumberError:
            return None

    def look_for_undefined(self, a: Fraction, b: Fraction, expression: Expression) -> None:
        from constructions.functions.cells import SWITCHES
        from constructions.functions.reals import Undefined

        for z in (*self.candidates(a, b), (a + b) / 2):
            try:
                self.bench.value(self.expression, z)
            except Undefined:
                raise self.undefined_at(z) from None
            except NumberError:
                continue
        if has_call(expression, SWITCHES):
            return
        for node in walk(expression):
            guarded = _guarded(node)
            if guarded is None or not self.continuous_on(guarded, a, b):
                continue
            if isinstance(node, Call) and node.name in ("sqrt", "log"):
                crosses = self.changes_sign(guarded, a, b)
            else:
                crosses = self.has_zero(guarded, a, b)
            if crosses:
                where = _simplest_between(a, b)
                raise NotDefined(
                    f"{quote(str(node))} is not defined near x = {_near(where)}", where
                )

    def continuous_on(self, expression: Expression, a: Fraction, b: Fraction) -> bool:
        try:
            with self.bench.balls.working():
                value = Program(expression).run(
                    self.bench.balls, {"x": self.bench.from_interval(a, b)}
                )
                return bool(value.is_finite())
        except NumberError:
            return False

    def changes_sign(self, expression: Expression, a: Fraction, b: Fraction) -> bool:
        signs = self.bench.side(expression, a), self.bench.side(expression, b)
        return signs in ((1, -1), (-1, 1))

    def has_zero(self, expression: Expression, a: Fraction, b: Fraction) -> bool:
        """Whether a continuous expression is shown to vanish somewhere in the cell."""
        if isinstance(expression, Power) and expression.exponent > 0:
            return self.has_zero(expression.base, a, b)
        if isinstance(expression, Negate):
            return self.has_zero(expression.argument, a, b)
        if isinstance(expression, Binary) and expression.operator == "*":
            return any(self.has_zero(part, a, b) for part in expression.children())
        return self.changes_sign(expression, a, b)

    def look_for_steep(self, a: Fraction, b: Fraction, expression: Expression) -> None:
        """Refuse where f leaves a point like a root."""
        from constructions.functions.germs import GermSystem

        system = GermSystem()
        program = Program(expression)
        for z in dict.fromkeys(self.candidates(a, b)):
            for side, allowed in ((-1, z > a), (1, z < b)):
                if not allowed:
                    continue
                try:
                    germ: Any = program.run(system, {"x": system.variable(z, side)})
                except NumberError:
                    continue
                if germ.is_steep:
                    raise NotLipschitz(
                        f"{self.name} is not Lipschitz: its slope is unbounded at x = {show(z)}",
                        z,
                    )


def _guarded(node: Expression) -> Expression | None:
    """The part that must stay off zero (or positive) for the node to have a value."""
    if isinstance(node, Binary) and node.operator == "/":
        return node.right
    if isinstance(node, Power) and node.exponent < 0:
        return node.base
    if isinstance(node, Call) and node.name in ("sqrt", "log"):
        return node.arguments[0]
    if isinstance(node, Call) and node.name == "tan":
        return Call("cos", node.arguments)
    return None


def _near(q: Fraction) -> str:
    return f"{float(q):.9g}"


__all__ = [
    "LipschitzBound",
    "check_constant",
    "linear_pieces",
    "lipschitz",
]
