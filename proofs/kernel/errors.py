"""The two ways in which the kernel does not accept, and the meter behind one of them."""

from __future__ import annotations

import threading
from fractions import Fraction


class Reject(Exception):
    """The certificate does not prove its statement.  ``code`` is stable, ``why`` is for people."""

    outcome = "reject"

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}" if why else code)
        self.code, self.why = code, why


class Decline(Reject):
    """The certificate asks for something outside the kernel's language or limits."""

    outcome = "decline"


class Meter(threading.local):
    """What is left of the work granted to the certificate under check, about 1 us a unit.

    Work is counted, not timed, so that the same certificate always has the same outcome.
    """

    left = UNLIMITED = 1 << 62


METER = Meter()


def spend(units: int) -> None:
    METER.left = left = METER.left - units
    if left < 0:
        raise Decline("too-much-work")


def weigh(q: Fraction, max_bits: int) -> Fraction:
    """``q`` itself, once its size is found small enough and the work on it is counted."""
    size = (abs(q.numerator) | q.denominator).bit_length()
    if size > 255:  # the work on a short one is counted with what it is a part of
        spend((size >> 4) + (size * size >> 20))
        if size > max_bits:
            raise Decline("number-size")
    return q
