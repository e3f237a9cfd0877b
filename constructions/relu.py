"""The ReLU networks of *Parallel Layer Normalization*, Appendix A.5: linear interpolation.

``y(k)`` is the value at k/M.  With M cells, Eq. 50 needs M + 1 units: one for the value at 0 and
one for the slope of each cell.  The paper writes Eq. 50 with N cells and N units, so the slope of
the last cell is missing (:func:`printed_relu_network`); with M = N - 1 cells it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from constructions.exact import Surd
from constructions.layers import Relu
from constructions.networks import ParallelNet, Unit
from constructions.pln import MAX_UNITS, Sampled, Samples, Value, short_below


def relu_units_needed(L: Fraction, eps: Fraction) -> int:
    """N = floor(L / (2 eps)) + 2, the width of Proposition 2; N - 1 cells."""
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    if L < 0:
        raise ValueError(f"L must not be negative, got {L}")
    return int(L / (2 * eps)) + 2


def knot(k: Value, M: Value) -> Value:
    """k / M, the left end of cell k + 1 of M equal cells."""
    return k / M


def chord(y: Samples, k: Value, M: Value, x: Value) -> Value:
    """Eq. 47: the line through (k/M, y_k) and ((k+1)/M, y_{k+1}), at x."""
    return y(k) + M * (y(k + 1) - y(k)) * (x - knot(k, M))


def first_weight(y: Samples, M: Value) -> Value:
    """alpha_1 = M y_0, the weight of ReLU(x + 1/M) (Eq. 50)."""
    return M * y(0)


def second_weight(y: Samples, M: Value) -> Value:
    """alpha_2 = M (y_1 - y_0) - alpha_1, the weight of ReLU(x) (Eq. 50)."""
    return M * (y(1) - 2 * y(0))


def bend(y: Samples, k: Value, M: Value) -> Value:
    """alpha_{k+2} = M (y_{k+1} - 2 y_k + y_{k-1}), the weight of ReLU(x - k/M), 1 <= k < M.

    What the recursion of Eq. 50 comes to, by the kernel-checked ``pln.prop2.upper.eq50.weights``.
    """
    return M * (y(k + 1) - 2 * y(k) + y(k - 1))


def recursive_weights(y: Sequence[Fraction], cells: int, units: int) -> list[Fraction]:
    """alpha_1, ..., alpha_units of Eq. 50, by its recursion, with the slopes of ``cells`` cells."""
    weights = [cells * y[0]]
    for j in range(2, units + 1):
        weights.append(cells * (y[j - 1] - y[j - 2]) - sum(weights, Fraction(0)))
    return weights


def _network(weights: Sequence[Fraction], cells: int) -> ParallelNet:
    """Unit j is alpha_j ReLU(x - (j - 2)/cells)."""

    def unit(j: int, alpha: Fraction) -> Unit:
        shift = -knot(Fraction(j - 2), cells)
        return Unit(f"kink {j - 2}", (Surd(alpha),), ((Surd(Fraction(1)),),), (Surd(shift),))

    return ParallelNet(Relu(), 1, tuple(unit(j, a) for j, a in enumerate(weights, start=1)))


def relu_network(y: Sequence[Fraction]) -> ParallelNet:
    """M + 1 units that interpolate ``y[0], ..., y[M]`` at 0, 1/M, ..., 1 linearly (M >= 1)."""
    if len(y) < 2:
        raise ValueError("linear interpolation needs at least two values")
    cells = len(y) - 1
    return _network(recursive_weights(y, cells, len(y)), cells)


def printed_relu_network(y: Sequence[Fraction]) -> ParallelNet:
    """Eq. 50 as printed: N units for the N cells between ``y[0], ..., y[N]``.

    It interpolates up to (N-1)/N and goes on straight from there: y[N] is not used.
    """
    if len(y) < 2:
        raise ValueError("linear interpolation needs at least two values")
    cells = len(y) - 1
    return _network(recursive_weights(y, cells, cells), cells)


@dataclass(frozen=True)
class Interpolation:
    """One instance of Proposition 2: the network through values known up to ``rho``."""

    network: ParallelNet
    y: tuple[Fraction, ...]
    rho: Fraction
    predicted: Fraction  #: L/(2 (N - 1)) + rho, an upper bound of the error


def values_at_knots(
    f: Sampled, M: int, tolerance: Fraction
) -> tuple[tuple[Fraction, ...], Fraction]:
    """``(y, rho)``: f at 0, 1/M, ..., 1; rho = 0 where f can be exact, else ``tolerance``."""
    exact = getattr(f, "exact", lambda q: None)
    points = [knot(Fraction(k), M) for k in range(M + 1)]
    known = tuple(value for value in map(exact, points) if value is not None)
    if len(known) == len(points):
        return known, Fraction(0)
    return tuple(f.sample(q, tolerance) for q in points), tolerance


def interpolate(f: Sampled, L: Fraction, eps: Fraction) -> Interpolation:
    """The ReLU network of Proposition 2 for an L-Lipschitz f on [0, 1], with error below eps.

    N = floor(L/(2 eps)) + 2 units on M = N - 1 cells; values that are not exact take at most a
    half of what is left of eps.  ``ValueError`` for eps <= 0, L < 0 or too many units.
    """
    N = relu_units_needed(L, eps)
    if N > MAX_UNITS:
        raise ValueError(f"L/(2 eps) asks for N = {N} units; at most {MAX_UNITS} are built")
    bound = L / (2 * (N - 1))
    y, rho = values_at_knots(f, N - 1, short_below((eps - bound) / 2))
    return Interpolation(relu_network(y), y, rho, bound + rho)
