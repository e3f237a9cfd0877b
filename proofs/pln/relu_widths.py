"""N(ReLU) as a function of L/eps: the best bounds of our claims, and which claim has each.

N(phi) is the number of units of Definition 3.  With r = L/eps:

    N(ReLU) = 1 for r < 2, 2 for 2 <= r < 4, 3 for 4 <= r < 6, 4 for 6 <= r < 8, 4 or 5 for
    8 <= r < 12, 5 or 6 for 12 <= r < 14, 6 for 14 <= r < 16, and from there on
    N(ReLU) = M - 1 for M = floor(r/2), unless M is even and r >= 2 M - 1 + 2 sqrt(2): there it is
    M - 1 or M.

In terms of c_N, the infimum of the eps that N units reach for L = 1: c_1 = 1/2, c_2 = 1/4,
c_3 = 1/6, 1/12 <= c_4 <= 1/8, 1/14 <= c_5 <= 1/12, and for N >= 6
c_N = 1/(2(N + 2)) if N is even and 1/(2(N + 2)) <= c_N <= 1/(2 N + 1 + 2 sqrt(2)) if N is odd.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LOWER, NARROW = "pln.prop2.lower", "pln.prop2.lower.sharpened"
SMALL, PAIRS = "pln.prop2.upper.sharpened3", "pln.prop2.upper.sharpened2"
LONGER = "pln.prop2.upper.sharpened4"


@dataclass(frozen=True)
class Width:
    """A bound of N(ReLU), and the id of the claim that proves it."""

    units: int
    claim: str


def _checked(ratio: Fraction) -> Fraction:
    if ratio < 0:
        raise ValueError(f"L/eps must not be negative, got {ratio}")
    return Fraction(ratio)


def lower(ratio: Fraction) -> Width:
    """The largest B of our claims with B <= N(ReLU) for L/eps = ``ratio``; ``ValueError`` < 0."""
    r = _checked(ratio)
    narrow = Width(min(int(r / 2), 3) + 1, NARROW)  # n units need r < 2 n, for n = 0, 1, 2, 3
    return max(narrow, Width(int(r / 2) - 1, LOWER), key=lambda width: width.units)


def upper(ratio: Fraction) -> Width:
    """The least N of our claims with N(ReLU) <= N for L/eps = ``ratio``; ``ValueError`` < 0."""
    r = _checked(ratio)
    if r < 2:
        return Width(1, SMALL)
    if r < 4:
        return Width(2, SMALL)
    if r < 6:
        return Width(3, SMALL)
    if r < 8:
        return Width(4, SMALL)
    if r < 12:
        return Width(5, SMALL)
    even = max(6, 2 * int(r / 4))
    return Width(even - 1, LONGER) if _longer(even - 1, r) else Width(even, PAIRS)


def _longer(N: int, r: Fraction) -> bool:
    """Whether N >= 7 and r < 2 N + 1 + 2 sqrt(2)."""
    over = r - 2 * N - 1
    return N >= 7 and (over < 0 or over * over < 8)


def exact(ratio: Fraction) -> int | None:
    """N(ReLU) for L/eps = ``ratio`` where our bounds agree, else None."""
    low, high = lower(ratio).units, upper(ratio).units
    return low if low == high else None
