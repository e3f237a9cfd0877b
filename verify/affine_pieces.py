"""How few affine pieces come close to a function, from its values at finitely many points.

A network of N ReLUs has N kinks at most, so it is continuous with at most N + 1 affine pieces.
Two counts are below the least N, therefore; both are of level ``sampled``:

:func:`fewest_pieces`   affine pieces that need not fit together, by linear programs in floats
:func:`swings`          each time that f goes up by 2 eps and then down, G has a kink in between
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

ROOM = 1e-9
"""Relative: an error that exceeds eps by less may be due to the linear program's tolerance."""


def line_error(x: Sequence[float], y: Sequence[float]) -> float:
    """min over p, q of max |p + q x_i - y_i|, by a linear program."""
    import numpy as np
    from scipy.optimize import linprog

    at, value = np.asarray(x, float), np.asarray(y, float)
    if len(at) < 3:
        return 0.0
    size = max(float(np.abs(value).max()), 1e-300)
    value = value / size  # the solver's tolerances are absolute
    one = np.ones_like(at)
    above, below = np.stack([one, at, -one], 1), np.stack([-one, -at, -one], 1)
    found = linprog(
        [0.0, 0.0, 1.0],
        A_ub=np.concatenate([above, below]),
        b_ub=np.concatenate([value, -value]),
        bounds=[(None, None), (None, None), (0, None)],
        method="highs",
    )
    if not found.success:
        raise ValueError(f"the linear program did not end: {found.message}")
    return float(found.fun) * size


def fewest_pieces(x: Sequence[float], y: Sequence[float], eps: float) -> int:
    """How many affine pieces are needed to be within eps of y_i at every x_i."""
    pieces, start, n = 0, 0, len(x)
    while start < n:
        pieces += 1
        fits, step = start + 1, 2  # one past the last point that is known to fit
        while (end := min(start + step, n)) and _fit(x[start:end], y[start:end], eps):
            fits, step = end, 2 * step
            if end == n:
                return pieces
        while end - fits > 1:
            middle = (fits + end) // 2
            if _fit(x[start:middle], y[start:middle], eps):
                fits = middle
            else:
                end = middle
        start = fits
    return pieces


def _fit(x: Sequence[float], y: Sequence[float], eps: float) -> bool:
    return line_error(x, y) <= eps * (1 + ROOM)


def swings(y: Sequence[Fraction], eps: Fraction) -> int:
    """The most m with y_(i_0), ..., y_(i_m) in turn up and down by 2 eps or more.

    A function closer than eps at these points goes up and down in turn as well: if it is
    piecewise linear and continuous, it has m - 1 kinks at least.
    """
    count, low, high, up = 0, y[0], y[0], 0
    for value in y[1:]:
        low, high = min(low, value), max(high, value)
        if up <= 0 and value - low >= 2 * eps:
            count, up, low, high = count + 1, 1, value, value
        elif up >= 0 and high - value >= 2 * eps:
            count, up, low, high = count + 1, -1, value, value
        elif up > 0 and value == high:
            low = value
        elif up < 0 and value == low:
            high = value
    return count
