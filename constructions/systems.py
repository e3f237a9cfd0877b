"""One definition, many number systems.

A formula (a layer, a weight, a user's function) is written once, over the operations of a
:class:`System`, and evaluated in whichever number system the reader needs: exact rationals
(:class:`constructions.exact.ExactSystem`), rigorous balls, mpmath, sympy, arrays, kernel terms.

Values of a system support ``+ - * /`` and ``**`` with an integer exponent, among themselves
and with the values that :meth:`System.const` returns.  No formula may branch on a value:
what happens at a singular point is an argument (``at_zero``), so that every system, the
symbolic ones included, sees the same definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable


class NumberError(ArithmeticError):
    """A value has no meaning, or no exact representation, in the chosen number system."""


@runtime_checkable
class System(Protocol):
    """The operations every number system offers; ``Any`` stands for the system's values."""

    name: str

    def const(self, q: int | Fraction) -> Any:
        """The rational ``q`` as a value of this system."""

    def pi(self) -> Any: ...
    def sqrt(self, a: Any) -> Any: ...
    def abs(self, a: Any) -> Any: ...
    def sign(self, a: Any) -> Any:
        """-1, 0, 1 for a < 0, a = 0, a > 0."""

    def maximum(self, a: Any, b: Any) -> Any: ...
    def minimum(self, a: Any, b: Any) -> Any: ...
    def floor(self, a: Any) -> Any: ...
    def exp(self, a: Any) -> Any: ...
    def log(self, a: Any) -> Any: ...
    def sin(self, a: Any) -> Any: ...
    def cos(self, a: Any) -> Any: ...
    def tan(self, a: Any) -> Any: ...
    def tanh(self, a: Any) -> Any: ...
    def atan(self, a: Any) -> Any: ...

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Any:
        """``a / b``, and ``at_zero`` where ``b = 0`` (the convention of the formula)."""


def add_all(values: Sequence[Any]) -> Any:
    """The sum of at least one value, added in pairs: a term of logarithmic depth."""
    while len(values) > 1:
        pairs = [a + b for a, b in zip(values[::2], values[1::2], strict=False)]
        values = [*pairs, values[-1]] if len(values) % 2 else pairs
    return values[0]
