"""What can be wrong with a user's function: one class per cause, one line per message."""

from __future__ import annotations

from fractions import Fraction

QUOTE_LIMIT = 60


def quote(text: str, limit: int = QUOTE_LIMIT) -> str:
    """``text`` on one line, printable, shortened to ``limit`` characters."""
    flat = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    return flat if len(flat) <= limit else flat[: limit - 3] + "..."


def show(q: Fraction) -> str:
    """A rational for a message: exact if short, else to nine digits with a leading ``~``."""
    # Python refuses to print very long numbers, and no message wants them.
    if max(q.numerator.bit_length(), q.denominator.bit_length()) < 64 and len(str(q)) <= 16:
        return str(q)
    try:
        return f"~{float(q):.9g}"
    except OverflowError:
        return "a number beyond 1e308" if q > 0 else "a number below -1e308"


class FunctionError(ValueError):
    """A function cannot be used as asked; the message says why in one line."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class ParseError(FunctionError):
    """The text is not an expression of the accepted language."""


class NotDefined(FunctionError):
    """The function has no value at ``where`` (exactly there, or within 1e-9 of it)."""

    def __init__(self, message: str, where: Fraction) -> None:
        super().__init__(message)
        self.where = where


class NotLipschitz(FunctionError):
    """The function jumps, or its slope is unbounded, at ``where`` (or within 1e-9 of it)."""

    def __init__(self, message: str, where: Fraction) -> None:
        super().__init__(message)
        self.where = where


class ConstantTooSmall(FunctionError):
    """``|f(first) - f(second)| > L * |first - second|``: ``L`` is no Lipschitz constant."""

    def __init__(self, message: str, first: Fraction, second: Fraction) -> None:
        super().__init__(message)
        self.first = first
        self.second = second

    @property
    def point(self) -> Fraction:
        """The midpoint of the two points."""
        return (self.first + self.second) / 2


class Undecided(FunctionError):
    """The question has an answer, but the methods here do not find it (near ``where``)."""

    def __init__(self, message: str, where: Fraction | None = None) -> None:
        super().__init__(message)
        self.where = where
