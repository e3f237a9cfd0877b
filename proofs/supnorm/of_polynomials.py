"""Certified sup |p - f| and sup |p/f - 1| on an interval, for a polynomial p.

    supnorm(p, f, a, b)      lo <= sup <= hi with hi - lo <= width * hi, and one certificate of both

The certificate says: for all x in [a, b] the error is at most hi, and for some x in [a, b] it is
at least lo.  A quotient of polynomials is :mod:`proofs.supnorm.polynomials`; every other f is put
between polynomials first, in :mod:`proofs.supnorm.elementary`.

Nothing here has to be believed: the certificate is for :func:`proofs.kernel.check`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from constructions.functions import Function
from proofs.supnorm.elementary import elementary
from proofs.supnorm.polynomials import (
    NARROWEST,
    WIDTH,
    Enclosure,
    NotEnclosed,
    Problem,
    coefficients,
    read,
)


def supnorm(
    p: Function | Sequence[Fraction | int],
    f: Function,
    a: Fraction,
    b: Fraction,
    *,
    relative: bool = False,
    width: Fraction = WIDTH,
) -> Enclosure:
    """Enclose sup |p - f| (or sup |p/f - 1|) over [a, b] with a certificate.

    ``p``: a polynomial in x, or its coefficients, constant first.  ``f``: one formula in numbers,
    x, ``+ - * / **``, sqrt, exp, log, sin, cos, tan and tanh; pi, and any function of a number.
    It is analytic on [a, b], or a quotient of polynomials in x and one square root of a x + b.

    Raises:
        ValueError: not a < b, or p is no polynomial, or f is not of this form, or has no value
            or a singularity (for the relative error also a zero) somewhere on [a, b].
        NotEnclosed: no certificate was found.
    """
    a, b, width = Fraction(a), Fraction(b), Fraction(width)
    if not a < b:
        raise ValueError("an interval needs a < b")
    if not NARROWEST <= width < 1:
        raise ValueError("the relative width is at least 2^-40 and less than 1")
    import numpy as np

    try:
        with np.errstate(all="ignore"):  # what comes of it is not finite, or not certified
            quotient = read(f)
            if quotient is None:
                return elementary(coefficients(p), f, a, b, relative, width)
            return Problem(coefficients(p), quotient, a, b, relative).enclosure(width)
    except OverflowError:
        raise NotEnclosed("the numbers are too large for floating point") from None
