"""One cell of the search for the steepest slope: which branches f takes, how steep it can be.

On a cell ``[a, b]`` every ``abs, min, max, sign, floor`` whose argument keeps its side is
replaced by the branch it takes.  What stays open is expanded into *variants*: smooth
expressions of which f equals one at each point of the cell.  A continuous selection of
functions that are M-Lipschitz on an interval is M-Lipschitz, so the slopes of the variants
bound those of f.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.functions.expression import (
    NARY_CALLS,
    ZERO,
    Call,
    Expression,
    Program,
    Variable,
    derivative,
    fold_negate,
    has_call,
    number,
    rebuild,
    subtract,
    transform,
    walk,
)
from constructions.functions.jets import Jet, JetSystem
from constructions.functions.reals import RealSystem
from constructions.systems import NumberError

JUMPS = ("sign", "floor")
SWITCHES = ("abs", "min", "max", *JUMPS)
MAX_VARIANTS = 16
NEAR = Fraction(65, 64)


class Workbench:
    """The number systems of one search (balls for cells, single reals for points)."""

    def __init__(self, ball_bits: int = 96, point_bits: int = 128) -> None:
        from constructions.functions.spans import SpanSystem
        from constructions.interop import flint

        self.balls = flint.BallSystem(ball_bits)
        self.reals = RealSystem(point_bits)
        self.ball_jets = JetSystem(self.balls)
        self.real_jets = JetSystem(self.reals)
        self.spans = SpanSystem(ball_bits)
        self.span_jets = JetSystem(self.spans)
        self._seconds: dict[Expression, Expression] = {}
        self.from_interval = flint.from_interval
        self.to_fractions = flint.to_fractions

    def value(self, expression: Expression, q: Fraction) -> Any:
        """The :class:`Real` value at a rational; raises NumberError."""
        return Program(expression).run(self.reals, {"x": self.reals.const(q)})

    def side(self, expression: Expression, q: Fraction) -> int | None:
        """The decided sign at ``q``; None if undecided or undefined."""
        try:
            return int(self.value(expression, q).side())
        except NumberError:
            return None

    def slope(self, program: Program, q: Fraction) -> Any:
        """``|f'(q)|`` as a Real for a smooth program; raises NumberError."""
        jet = program.run(self.real_jets, {"x": self.real_jets.variable(self.reals.const(q))})
        if len(jet.c) < 2:
            raise NumberError("no slope at a jump")
        return self.reals.abs(jet.c[1])

    def bounds(self, real: Any) -> tuple[Fraction, Fraction]:
        """Rational bounds of a Real, equal if it is exact."""
        if real.exact is not None:
            return real.exact, real.exact
        low, high = self.to_fractions(real.ball())
        return low, high

    def over(self, program: Program, a: Fraction, b: Fraction) -> tuple[Any, Any, Any]:
        """``(jet over [a, b], jet at the midpoint, ball of x - midpoint)``."""
        middle = (a + b) / 2
        jets = self.ball_jets
        wide = program.run(jets, {"x": jets.variable(self.from_interval(a, b))})
        centre = program.run(jets, {"x": jets.variable(self.from_interval(middle, middle))})
        for jet in (wide, centre):
            for part in jet.c:
                self.balls.finite(part)
        half = (b - a) / 2
        return wide, centre, self.from_interval(-half, half)

    def steepest(self, program: Program, a: Fraction, b: Fraction) -> Fraction | None:
        """A bound on ``|f'|`` by endpoints, without the slack of balls; None if there is none."""
        jets, spans = self.span_jets, self.spans
        try:
            with spans.working():
                seed = jets.variable(spans.interval(a, b))
                seed = Jet(jets, seed.c[:2])
                slope = spans.finite(spans.abs(program.run(jets, {"x": seed}).c[1]))
                return self.to_fractions(slope.hi)[1]
        except (NumberError, IndexError):
            return None

    def bends_one_way(self, expression: Expression, a: Fraction, b: Fraction) -> bool:
        """Whether f'' keeps its sign on ``[a, b]``, touching zero allowed.

        The range of f'' is sharp where f'' is monotone, so a cell that ends at an inflection
        is settled, which no enclosure of f'' by balls can do.
        """
        second = self._seconds.get(expression)
        if second is None:
            second = self._seconds[expression] = derivative(derivative(expression))
        try:
            low, high = self.range(second, a, b)
        except NumberError:
            return False
        return low >= 0 or high <= 0

    def range(self, expression: Expression, a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        """Rational bounds of a continuous expression: sharp where it is monotone.

        Raises:
            NumberError: no finite enclosure was found.
        """
        program = Program(expression)
        with self.balls.working():
            spans = self.spans
            span = spans.finite(program.run(spans, {"x": spans.interval(a, b)}))
            low, high = self.to_fractions(span.lo)[0], self.to_fractions(span.hi)[1]
            try:
                wide, centre, offset = self.over(program, a, b)
                if len(wide.c) < 2:
                    return low, high
                if wide.c[1] >= 0 or wide.c[1] <= 0:
                    ends = [self.bounds(self.value(expression, z)) for z in (a, b)]
                    return min(e[0] for e in ends), max(e[1] for e in ends)
                better = self.to_fractions(centre.c[0] + wide.c[1] * offset)
            except NumberError:
                return low, high
        return max(low, better[0]), min(high, better[1])


@dataclass(frozen=True)
class Switch:
    """An open branch: the sign of ``argument`` decides; ``level`` is k for ``floor`` at k."""

    argument: Expression
    name: str
    level: int | None = None


class TooWide(Exception):
    """The cell meets too many branches; halve it."""


def resolve(bench: Workbench, expression: Expression, a: Fraction, b: Fraction) -> Expression:
    """The expression with every switch that keeps its side on ``[a, b]`` replaced."""
    if not has_call(expression, SWITCHES):
        return expression
    memo: dict[Expression, Expression] = {}

    def go(node: Expression) -> Expression:
        known = memo.get(node)
        if known is None:
            known = rebuild(node, [go(child) for child in node.children()])
            if isinstance(known, Call) and known.name in SWITCHES:
                known = settle(known)
            memo[node] = known
        return known

    def settle(node: Call) -> Expression:
        try:
            return decide(node)
        except NumberError:
            return node

    def decide(node: Call) -> Expression:
        if node.name in NARY_CALLS:
            first, second = node.arguments
            low, high = bench.range(subtract(first, second), a, b)
            if low >= 0:
                return first if node.name == "max" else second
            if high <= 0:
                return second if node.name == "max" else first
            return node
        inner = node.arguments[0]
        low, high = bench.range(inner, a, b)
        if node.name == "floor":
            return number(low.__floor__()) if low.__floor__() == high.__floor__() else node
        if node.name == "sign":
            if low == high == 0:
                return ZERO
            return number(1) if low > 0 else number(-1) if high < 0 else node
        if low >= 0:
            return inner
        return fold_negate(inner) if high <= 0 else node

    return go(expression)


def open_switch(
    bench: Workbench, expression: Expression, a: Fraction, b: Fraction, jumps_only: bool = False
) -> Switch | None:
    """An innermost open switch of a resolved expression."""
    for node in walk(expression):
        if not isinstance(node, Call) or node.name not in SWITCHES:
            continue
        if jumps_only and node.name not in JUMPS:
            continue
        if node.name in NARY_CALLS:
            return Switch(subtract(*node.arguments), node.name)
        if node.name == "floor":
            low, high = bench.range(node.arguments[0], a, b)
            level = high.__floor__()
            if level - low.__floor__() != 1:
                raise TooWide
            return Switch(node.arguments[0], "floor", level)
        return Switch(node.arguments[0], node.name)
    return None


def choose(expression: Expression, switch: Switch, side: int) -> Expression:
    """The expression where ``switch.argument`` (less its level) has the given side."""
    u = switch.argument

    def replace(node: Expression) -> Expression | None:
        if not isinstance(node, Call) or node.name not in SWITCHES:
            return None
        if switch.level is not None:
            if node.name == "floor" and node.arguments[0] == u:
                return number(switch.level if side > 0 else switch.level - 1)
            return None
        if node.name == "abs" and node.arguments[0] == u:
            return u if side > 0 else fold_negate(u)
        if node.name == "sign" and node.arguments[0] == u:
            return number(side)
        if node.name in NARY_CALLS and len(node.arguments) == 2:
            first, second = node.arguments
            for left, right in ((first, second), (second, first)):
                if subtract(left, right) == u:
                    return left if (side > 0) == (node.name == "max") else right
        return None

    return transform(expression, replace)


def variants(
    bench: Workbench, expression: Expression, a: Fraction, b: Fraction
) -> list[Expression]:
    """Smooth expressions of which f equals one at each point of the cell.

    Raises:
        TooWide: more than MAX_VARIANTS, or a floor meets several integers.
        NumberError: a switch has no finite enclosure on the cell.
    """
    waiting, smooth = [expression], []
    while waiting:
        current = waiting.pop()
        switch = open_switch(bench, current, a, b)
        if switch is None:
            smooth.append(current)
        else:
            waiting += [choose(current, switch, side) for side in (-1, 1)]
        if len(waiting) + len(smooth) > MAX_VARIANTS:
            raise TooWide
    return smooth


@dataclass(frozen=True)
class Slopes:
    """What a cell says: ``upper`` bounds every slope; ``lower`` is reached at ``point``.

    ``final`` means that halving the cell cannot improve ``upper``.
    """

    upper: Fraction
    lower: Fraction
    lower_exact: bool
    point: Fraction
    final: bool


def measure(
    bench: Workbench, parts: list[Expression], a: Fraction, b: Fraction, known: Fraction
) -> Slopes:
    """Bound the slopes of all variants over ``[a, b]``.

    ``known`` is a bound worth meeting with equality: where the balls come close to it, the
    slower arithmetic by endpoints is tried.  Raises NumberError where f is undefined.
    """
    outcome: Slopes | None = None
    for part in parts:
        slopes = _measure_smooth(bench, Program(part), a, b, known)
        if outcome is None or slopes.upper > outcome.upper:
            outcome = slopes
    if outcome is None:
        raise NumberError("a cell without a variant")
    if len(parts) > 1:
        # Which variant f follows where is open here: only the upper bound speaks of f.
        return Slopes(outcome.upper, Fraction(0), False, (a + b) / 2, False)
    return outcome


def _measure_smooth(
    bench: Workbench, program: Program, a: Fraction, b: Fraction, known: Fraction
) -> Slopes:
    middle = (a + b) / 2
    varies = any(isinstance(node, Variable) for node, _ in program.steps)
    if program.expression == ZERO or not varies:
        program.run(bench.reals, {})
        return Slopes(Fraction(0), Fraction(0), True, middle, True)
    with bench.balls.working():
        wide, centre, offset = bench.over(program, a, b)
        if len(wide.c) < 3:
            raise NumberError("a switch is open where none should be")
        low, high = bench.to_fractions(wide.c[1])
        if wide.c[2] >= 0 or wide.c[2] <= 0:
            ends = _at_ends(bench, program, a, b)
            if ends is not None:
                return ends
        better_low, better_high = bench.to_fractions(centre.c[1] + wide.c[2] * offset)
        low, high = max(low, better_low), min(high, better_high)
        if low > high:
            raise ArithmeticError("two enclosures of the same slope do not meet")
        mid_low, mid_high = bench.to_fractions(centre.c[1])
    reached = max(mid_low, -mid_high, Fraction(0))
    upper = max(high, -low)
    if known < upper <= known * NEAR:
        sharper = bench.steepest(program, a, b)
        if sharper is not None:
            upper = max(min(upper, sharper), reached)
        if upper > known and bench.bends_one_way(program.expression, a, b):
            ends = _at_ends(bench, program, a, b)
            if ends is not None:
                return ends
    return Slopes(upper, reached, False, middle, False)


def _at_ends(bench: Workbench, program: Program, a: Fraction, b: Fraction) -> Slopes | None:
    """The slope is monotone: its extremes are at the ends."""
    try:
        first, second = bench.slope(program, a), bench.slope(program, b)
    except NumberError:
        return None
    at_a, at_b = bench.bounds(first), bench.bounds(second)
    point, best, real = (a, at_a, first) if at_a[0] >= at_b[0] else (b, at_b, second)
    upper = max(at_a[1], at_b[1])
    return Slopes(upper, max(best[0], Fraction(0)), real.exact is not None, point, True)
