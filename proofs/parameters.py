"""Readers of what a person sets: exact numbers, sizes and names, each with one clear line.

A :class:`proofs.claims.Parameter` has one of them; all raise ``ValueError`` for what they cannot
read.  Those that take less than every number are a :class:`Reader`, which says what they take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

T = TypeVar("T")

NUMBER = re.compile(r"[+-]?(\d{1,60}/\d{1,60}|\d{0,60}\.?\d{0,60}(e[+-]?\d{1,2})?)", re.ASCII)


@dataclass(frozen=True)
class Reader(Generic[T]):
    """Reads a text, and says which values it takes: words made of the bounds that it checks."""

    read: Callable[[str], T]
    limits: str

    def __call__(self, text: str) -> T:
        return self.read(text)


def exact_number(text: str) -> Fraction:
    """``1/10``, ``0.1`` or ``1e-3`` as the rational it says."""
    if not NUMBER.fullmatch(text.strip()):
        raise ValueError(f"{text[:40]!r} is not a number such as 1/10, 0.1 or 1e-3")
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text[:40]!r} is not a number such as 1/10, 0.1 or 1e-3") from None


def positive_of(name: str) -> Reader[Fraction]:
    """A reader of positive numbers."""

    def read(text: str) -> Fraction:
        value = exact_number(text)
        if value <= 0:
            raise ValueError(f"{name} must be positive, got {text[:40]}")
        return value

    return Reader(read, "> 0")


positive = positive_of("eps")


def nonnegative(name: str) -> Reader[Fraction]:
    """A reader of numbers that are 0 or more."""

    def read(text: str) -> Fraction:
        value = exact_number(text)
        if value < 0:
            raise ValueError(f"{name} must not be negative, got {text[:40]}")
        return value

    return Reader(read, ">= 0")


def at_most_in_size(name: str, power: int) -> Reader[Fraction]:
    """A reader of numbers of at most ``10^power`` in absolute value."""

    def read(text: str) -> Fraction:
        value = exact_number(text)
        if abs(value) > 10**power:
            raise ValueError(f"{name} must be at most 10^{power} in size, got {text[:40]}")
        return value

    return Reader(read, f"at most 10^{power} in size")


def whole(name: str, least: int, most: int, why: str = "") -> Reader[int]:
    """A reader of integers from ``least`` to ``most``; ``why`` says what sets the bound."""
    limits = f"an integer from {least} to {most}"

    def read(text: str) -> int:
        digits = text.strip()
        if not re.fullmatch(r"\d{1,9}", digits, re.ASCII) or not least <= int(digits) <= most:
            raise ValueError(f"{name} is {limits}{why}, got {text[:40]!r}")
        return int(digits)

    return Reader(read, limits)


def size_from(least: int) -> Reader[int]:
    """A reader of sizes d >= ``least``."""
    return whole("d", least, 9_999)


def one_of(name: str, known: Sequence[str]) -> Reader[str]:
    """A reader of one of the listed words."""
    limits = f"one of {', '.join(known)}"

    def read(text: str) -> str:
        if text.strip() not in known:
            raise ValueError(f"{name} is {limits}, got {text[:40]!r}")
        return text.strip()

    return Reader(read, limits)
