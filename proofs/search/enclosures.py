"""What the product itself says of a closed term: an enclosure by the kernel or by FLINT's balls.

The kernel's is that of its rule ``evaluate``, with the same code and a limit on its work.  Where
it declines (large arguments of exp, long sums) and where terms are long, balls take over.  Rows of
mpmath are compared with these; no verdict asks for them here.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from constructions.systems import NumberError
from proofs.kernel import intervals as I
from proofs.kernel.cover import MAX_PRECISION, Box, enclose
from proofs.kernel.errors import METER, Reject
from proofs.kernel.terms import read_term

Json = Any
WORK = 150_000  # units of the kernel's meter for one term
KERNEL, BALLS = "kernel", "balls"
LONG = 600  # characters
PRECISIONS = (320, MAX_PRECISION)


class NoEnclosure(ArithmeticError):
    """Neither the kernel nor balls enclose the term."""


def enclosed(term: Json, width: Fraction) -> tuple[Fraction, Fraction, str]:
    """Rationals around the value of a closed term, and whose they are; ``width`` is asked for.

    Raises:
        NoEnclosure: there is none, because the term is undefined or beyond every limit.
    """
    best: tuple[Fraction, Fraction, str] | None = None
    first, second = _by_kernel, _by_balls
    if len(json.dumps(term)) > LONG:  # the kernel's rationals take their time there
        first, second = second, first
    for by in (first, second):
        for bits in PRECISIONS:
            try:
                low, high, name = by(term, bits)
            except NoEnclosure:
                break
            if best is None or high - low < best[1] - best[0]:
                best = low, high, name
            if high - low <= width:
                return low, high, name
    if best is None:
        raise NoEnclosure("no enclosure by the kernel or by balls")
    return best


def _by_kernel(term: Json, bits: int) -> tuple[Fraction, Fraction, str]:
    before = METER.left
    METER.left = WORK
    try:
        low, high = enclose(read_term(term, (), {}), Box("", I.ZERO, I.ZERO, bits)).range
    except (Reject, ArithmeticError, RecursionError, ValueError) as error:
        raise NoEnclosure(str(error)[:100]) from None
    finally:
        METER.left = before
    return low, high, KERNEL


def _by_balls(term: Json, bits: int) -> tuple[Fraction, Fraction, str]:
    from constructions.interop.flint import BallSystem, to_fractions
    from constructions.term_values import TooLong, value

    system = BallSystem(bits)
    try:
        with system.working():
            low, high = to_fractions(value(term, system, {}))
    except (NumberError, TooLong, ArithmeticError, ValueError, RecursionError) as error:
        raise NoEnclosure(str(error)[:100]) from None
    return low, high, BALLS
