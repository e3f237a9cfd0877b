"""Readers of what a person sets: exact numbers, sizes and names, each with one clear line.

A :class:`proofs.claims.Parameter` has one of them; all raise ``ValueError`` for what they cannot
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d{1,60}/\d{1,60}|\d{0,60}\.?\d{0,60}(e[+-]?\d{1,2})?)", re.ASCII)


def exact_number(text: str) -> Fraction:
    """``1/10``, ``0.1`` or ``1e-3`` as the rational it says."""
    if not NUMBER.fullmatch(text.strip()):
        raise ValueError(f"{text[:40]!r} is not a number such as 1/10, 0.1 or 1e-3")
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text[:40]!r} is not a number such as 1/10, 0.1 or 1e-3") from None


def positive_of(name: str) -> Callable[[str], Fraction]:
    """A reader of positive numbers."""

    def read(text: str) -> Fraction:
        value = exact_number(text)
        if value <= 0:
            raise ValueError(f"{name} must be positive, got {text[:40]}")
        return value

    return read


positive = positive_of("eps")


def nonnegative(name: str) -> Callable[[str], Fraction]:
    """A reader of numbers that are 0 or more."""

    def read(text: str) -> Fraction:
        value = exact_number(text)
        if value < 0:
            raise ValueError(f"{name} must not be negative, got {text[:40]}")
        return value

    return read


def size_from(least: int) -> Callable[[str], int]:
    """A reader of sizes d >= ``least``."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,4}", text.strip(), re.ASCII) or int(text) < least:
            raise ValueError(f"d must be an integer from {least} to 9999, got {text[:40]!r}")
        return int(text)

    return read


def one_of(known: Sequence[str]) -> Callable[[str], str]:
    """A reader of one of the listed conventions."""

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"convention is one of {', '.join(known)}, got {text[:40]!r}")
        return text

    return read
