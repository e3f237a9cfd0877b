"""The user's function: text, expression, and its values in any number system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from constructions.functions.errors import FunctionError, NotDefined, Undecided, quote, show
from constructions.functions.expression import Expression, Program, variables
from constructions.functions.parse import parse_expression
from constructions.systems import NumberError, System

PRECISIONS = (64, 192, 640, 2048)
"""Bits tried in turn until a question about a single value is answered."""


@dataclass(frozen=True)
class Function:
    """A function given by an expression in ``x`` or in ``x1, x2, ...``.

    Two functions are equal when their expressions are.  Where one variable is expected,
    ``x1`` as the only variable counts as ``x``.
    """

    text: str = field(compare=False)
    expression: Expression

    def __str__(self) -> str:
        return self.text

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The variables that occur: ``x`` first, then ``x1, x2, ...`` in order."""
        return variables(self.expression)

    @cached_property
    def program(self) -> Program:
        return Program(self.expression)

    def single_variable(self) -> str:
        """The name of the only variable (``x`` for a constant function).

        Raises:
            FunctionError: the function has several variables, or one other than ``x, x1``.
        """
        if len(self.variables) > 1 or self.variables not in ((), ("x",), ("x1",)):
            names = ", ".join(self.variables)
            raise FunctionError(
                f"a function of one variable x is needed; '{quote(self.text)}' uses {quote(names)}"
            )
        return self.variables[0] if self.variables else "x"

    def evaluate(self, system: System, **point: Any) -> Any:
        """The value at ``point`` (``x=...`` or ``x1=..., x2=...``), computed in ``system``.

        Only operations of :class:`System` are used.  A ball system works at its own precision
        and must return a finite ball.

        Raises:
            FunctionError: a variable has no value.
            NumberError: the value is undefined, or not representable in ``system``.
        """
        if "x" in point and "x1" not in point and "x" not in self.variables:
            point = {**point, "x1": point["x"]}
        elif "x1" in point and "x" not in point and self.variables == ("x",):
            point = {**point, "x": point["x1"]}
        missing = [name for name in self.variables if name not in point]
        if missing:
            raise FunctionError(
                f"'{quote(self.text)}' needs a value for {quote(', '.join(missing))}"
            )
        try:
            working = getattr(system, "working", None)
            if working is None:
                return self.program.run(system, point)
            with working():
                return system.finite(self.program.run(system, point))  # type: ignore[attr-defined]
        except ZeroDivisionError:
            raise NumberError("a division by zero") from None

    def _at(self, point: Mapping[str, Fraction], accept: Callable[[Any], Any], purpose: str) -> Any:
        """Evaluate at a rational point with rising precision until ``accept`` says something."""
        from constructions.functions.reals import RealSystem, Undefined

        first = next(iter(point.values()), Fraction(0))
        for bits in PRECISIONS:
            system = RealSystem(bits)
            values = {name: system.const(q) for name, q in point.items()}
            try:
                answer = accept(self.program.run(system, values))
            except Undefined as reason:
                raise NotDefined(
                    f"'{quote(self.text)}' is not defined at {place(point)}: {reason}", first
                ) from None
            except NumberError:
                continue
            if answer is not None:
                return answer
        raise Undecided(
            f"{purpose} of '{quote(self.text)}' at {place(point)} is not decided with "
            f"{PRECISIONS[-1]} bits",
            first,
        )

    def _on_line(self, q: int | Fraction) -> dict[str, Fraction]:
        return {self.single_variable(): Fraction(q)}

    def exact(self, q: int | Fraction) -> Fraction | None:
        """``f(q)`` if it is rational and is found so by exact steps, else None.

        Exact steps: arithmetic, ``abs min max floor sign``, square roots of squares, rational
        combinations of 1 and pi, and the elementary functions where such arguments give
        rational values (``sin(pi/6) = 1/2``, ``exp(0) = 1``, ``log(1) = 0``, ...).

        Raises:
            NotDefined: f has no value at q.
            Undecided: a comparison inside f is too close to call.
        """
        return self.exact_at(self._on_line(q))

    def exact_at(self, point: Mapping[str, Fraction]) -> Fraction | None:
        """:meth:`exact` at a point of several coordinates, named as in the expression."""
        answer: tuple[Fraction | None] = self._at(point, lambda v: (v.exact,), "the value")
        return answer[0]

    def sample(self, q: int | Fraction, tolerance: Fraction) -> Fraction:
        """A rational y with ``|y - f(q)| <= tolerance``: ``f(q)`` itself if exact, else dyadic.

        Raises:
            FunctionError: ``tolerance <= 0``.
            NotDefined, Undecided: as :meth:`exact`.
        """
        return self.sample_at(self._on_line(q), tolerance)

    def sample_at(self, point: Mapping[str, Fraction], tolerance: Fraction) -> Fraction:
        """:meth:`sample` at a point of several coordinates, named as in the expression."""
        tolerance = Fraction(tolerance)
        if tolerance <= 0:
            raise FunctionError("a tolerance must be positive")

        def accept(value: Any) -> Fraction | None:
            if value.exact is not None:
                return Fraction(value.exact)
            from constructions.interop.flint import to_fractions

            low, high = to_fractions(value.ball())
            # Every y in [high - tolerance, low + tolerance] will do: take the coarsest grid.
            first, last = high - tolerance, low + tolerance
            if first > last:
                return None
            return shortest_dyadic(first, last) if last - first >= tolerance / 2 else None

        answer: Fraction = self._at(point, accept, "a sample")
        return answer

    def enclose(
        self, lo: int | Fraction, hi: int | Fraction, bits: int = 64
    ) -> tuple[Fraction, Fraction]:
        """Dyadic ``(low, high)`` with ``low <= f(x) <= high`` for all x in ``[lo, hi]``.

        Sharp (up to ``bits``) where f is monotone on the interval, else of second order in
        its width.

        Raises:
            NotDefined: f has no value somewhere in the interval.
            Undecided: no finite enclosure was found.
        """
        from constructions.functions.ranges import enclose

        return enclose(self, Fraction(lo), Fraction(hi), bits)


def place(point: Mapping[str, Fraction]) -> str:
    """A point for a message: ``x1 = 0, x2 = 1/2``."""
    return ", ".join(f"{name} = {show(q)}" for name, q in point.items())


def shortest_dyadic(low: Fraction, high: Fraction) -> Fraction:
    """A number ``n / 2**k`` in ``[low, high]`` with the smallest k >= 0.

    >>> shortest_dyadic(Fraction(1, 3), Fraction(2, 5))
    Fraction(3, 8)

    Raises:
        ValueError: there is none.
    """
    if low <= 0 <= high:
        return Fraction(0)
    (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
    width = high - low
    if width < 0 or (not width and b & (b - 1)):
        raise ValueError("no dyadic number is in the interval")
    none, some = -1, (width.denominator // width.numerator if width else b - 1).bit_length()
    while some - none > 1:  # what is there for k is there for all that are larger
        k = (none + some) // 2
        if -(-(a << k) // b) * d <= c << k:
            some = k
        else:
            none = k
    return Fraction(-(-(a << some) // b), 1 << some)


def parse(text: str, coordinates: Sequence[str] = ()) -> Function:
    """The function that the text denotes (see :func:`parse_expression` for the language).

    Raises:
        ParseError: one line saying what is wrong and what would be right.
    """
    return Function(
        " ".join(text.split()) if isinstance(text, str) else text,
        parse_expression(text, coordinates),
    )
