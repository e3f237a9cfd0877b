"""The ReLU networks of *Parallel Layer Normalization*, Appendix A.5: linear interpolation.

``y(k)`` is the value at k/M.  With M cells, Eq. 50 needs M + 1 units: one for the value at 0 and
one for the slope of each cell.  The paper writes Eq. 50 with N cells and N units, so the slope of
the last cell is missing (:func:`printed_relu_network`); with M = N - 1 cells it is complete.

:func:`jump_pairs` needs fewer units for the same error: N/2 + 1 lines that do not join.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    total = weights[0]
    for j in range(2, units + 1):
        weights.append(cells * (y[j - 1] - y[j - 2]) - total)
        total += weights[-1]
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


def values_at(
    f: Sampled, points: Sequence[Fraction], tolerance: Fraction
) -> tuple[tuple[Fraction, ...], Fraction]:
    """``(y, rho)``: f at the points; rho = 0 where f can be exact, else ``tolerance``."""
    exact = getattr(f, "exact", lambda q: None)
    known = tuple(value for value in map(exact, points) if value is not None)
    if len(known) == len(points):
        return known, Fraction(0)
    return tuple(f.sample(q, tolerance) for q in points), tolerance


def values_at_knots(
    f: Sampled, M: int, tolerance: Fraction
) -> tuple[tuple[Fraction, ...], Fraction]:
    """f at 0, 1/M, ..., 1 as :func:`values_at` gives it."""
    return values_at(f, [knot(Fraction(k), M) for k in range(M + 1)], tolerance)


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


def interpolate_printed(f: Sampled, L: Fraction, eps: Fraction) -> tuple[Fraction, ...]:
    """The values at 0, 1/N, ..., 1 that Eq. 50 names, N = floor(L/(2 eps)) + 2.

    For :func:`printed_relu_network`; values that are not exact are as close as those of
    :func:`interpolate`.
    """
    N = relu_units_needed(L, eps)
    if N > MAX_UNITS:
        raise ValueError(f"L/(2 eps) asks for N = {N} units; at most {MAX_UNITS} are built")
    return values_at_knots(f, N, short_below((eps - L / (2 * (N - 1))) / 2))[0]


# --- pairs of kinks ------------------------------------------------------------------------------
# Two kinks next to each other are a jump and a change of slope, so N/2 pairs leave N/2 + 1 lines
# free.  Cell k of M (0 <= k < M) has the line from (k/M, y_{2k}) to ((k+1)/M, y_{2k+1}), where y_j
# is f at the middle of the j-th of 2M equal cells: within L/(4M) of every L-Lipschitz f.


def quarter_point(j: Value, M: Value) -> Value:
    """(2j + 1)/(4M): the middle of the j-th of 2M equal cells, 0 <= j < 2M."""
    return (2 * j + 1) / (4 * M)


def cell_slope(y: Samples, k: Value, M: Value) -> Value:
    """s_k = M (y_{2k+1} - y_{2k}), the slope in cell k, 0 <= k < M."""
    return M * (y(2 * k + 1) - y(2 * k))


def cell_line(y: Samples, k: Value, M: Value, x: Value) -> Value:
    """The line of cell k at x: y_{2k} + s_k (x - k/M)."""
    return y(2 * k) + cell_slope(y, k, M) * (x - knot(k, M))


def jump_at(y: Samples, k: Value) -> Value:
    """J_k = y_{2k} - y_{2k-1}, the jump from line k - 1 to line k at k/M."""
    return y(2 * k) - y(2 * (k - 1) + 1)


def turn_at(y: Samples, k: Value, M: Value) -> Value:
    """D_k = s_k - s_{k-1}, the change of slope at k/M."""
    return cell_slope(y, k, M) - cell_slope(y, k - 1, M)


def second_of_pair(y: Samples, k: Value, M: Value, first: Value) -> Value:
    """Z_k = D_k - X_k, the weight of the second kink of pair k, where X_k is that of the first."""
    return turn_at(y, k, M) - first


def gap_of_pair(y: Samples, k: Value, M: Value, first: Value) -> Value:
    """d_k = -J_k/Z_k: the kinks of pair k are at k/M and k/M + d_k (d_k may be negative, or 0)."""
    return -jump_at(y, k) / second_of_pair(y, k, M, first)


def steepness(size: Value, M: Value, L: Value, margin: Value) -> Value:
    """Y = 4 (margin + L)^2/margin + M |y_0| + 2 L with size = |y_0|, margin = eps - L/(4M) > 0.

    With |X_k| about Y all gaps are at most margin/(8 M (margin + L)).
    """
    return 4 * (margin + L) * (margin + L) / margin + M * size + 2 * L


def left_weights(y: Samples, M: Value, Y: Value) -> tuple[Value, Value, Value]:
    """X_1, X_2, X_3 with sum_i X_i (i/M - x) = y_0 + s_0 x, of the kinks that face left."""
    s = cell_slope(y, 0, M)
    return Y - (M * y(0) + 3 * s) / 2, -2 * Y, Y + (M * y(0) + s) / 2


def outer_weights(y: Samples, M: Value, P: Value, Y: Value) -> tuple[Value, Value]:
    """X_1, X_2 with X_1 (1/M - x) + X_2 (2/M - x) + Y (P/M - x) = y_0 + s_0 x, P >= 3."""
    s, value = cell_slope(y, 0, M), M * y(0)
    return (P - 2) * Y - value - 2 * s, value + s - (P - 1) * Y


def five_weights(y: Samples, M: Value, Y: Value) -> tuple[Value, Value, Value]:
    """X_1, X_2, A with A x + X_1 (1/M - x) + X_2 (2/M - x) = y_0 + s_0 x: two kinks face left."""
    return M * y(0) - 2 * Y, Y, cell_slope(y, 0, M) + M * y(0) - Y


def three_slope(y: Samples) -> Value:
    """s = 3 (y_2 - y_1)/2, y_j = f((2j + 1)/6): the line y_1 + s (x - 1/3) is used on [1/3, 1]."""
    return 3 * (y(2) - y(1)) / 2


def three_second(y: Samples, first: Value) -> Value:
    """Z = s - X, the weight of the second kink at 1/3 where X is that of the first."""
    return three_slope(y) - first


def three_gap(y: Samples, first: Value) -> Value:
    """d = -(y_1 - y_0)/Z: the kinks are at 1/3 and 1/3 + d, and the value jumps from y_0 to y_1."""
    return -(y(1) - y(0)) / three_second(y, first)


# An odd unit is a kink in the middle of a longer last piece.  With 1 <= r <= sqrt(2) and
# 4 M = 2 N + 1 + 2 r, P = (N - 1)/2 cells of width 1/M leave a piece of width (3 + 2 r)/(4 M), and
# two lines are within L/(4 M) of f there, too.


def half_piece(M: Value, r: Value) -> Value:
    """(3 + 2 r)/(8 M), half of the last piece."""
    return (3 + 2 * r) / (8 * M)


def piece_slope(a: Value, b: Value, M: Value, r: Value) -> Value:
    """The slope of a line that goes from a to b on half of the last piece."""
    return 8 * M / (3 + 2 * r) * (b - a)


def paired_units_needed(L: Fraction, eps: Fraction) -> int:
    """The least even N >= 6 with L/(2(N + 2)) < eps: max(6, 2 floor(L/(4 eps)))."""
    if eps <= 0:
        raise ValueError(f"eps must be positive, got {eps}")
    if L < 0:
        raise ValueError(f"L must not be negative, got {L}")
    return max(6, 2 * int(L / (4 * eps)))


#: N ReLUs, N <= 5, come closer than every eps > L/(4 M) for these M; see :func:`few_kinks`
FEW_CELLS = {1: Fraction(1, 2), 2: Fraction(1), 3: Fraction(3, 2), 4: Fraction(2), 5: Fraction(3)}


def few_units_needed(L: Fraction, eps: Fraction) -> int | None:
    """The least N <= 5 with L/(4 M) < eps, M of ``FEW_CELLS``; None where there is none."""
    paired_units_needed(L, eps)  # refuses what is no L or no eps
    return next((N for N, M in FEW_CELLS.items() if L < 4 * M * eps), None)


def fewest_units_needed(L: Fraction, eps: Fraction) -> int:
    """N of :func:`few_kinks` where that serves, else of :func:`jump_pairs`."""
    return few_units_needed(L, eps) or paired_units_needed(L, eps)


def kink_pair_network(y: Sequence[Fraction], Y: Fraction) -> ParallelNet:
    """N = len(y) - 2 >= 6 units through ``y[0], ..., y[N+1]`` with first weights of about ``Y``."""
    if len(y) < 8 or len(y) % 2:
        raise ValueError(f"pairs need an even number of at least 8 values, got {len(y)}")
    M = len(y) // 2

    def value(j: int) -> Fraction:
        return y[j]

    def unit(name: str, alpha: Fraction, w: int, b: Fraction) -> Unit:
        return Unit(name, (Surd(alpha),), ((Surd(Fraction(w)),),), (Surd(b),))

    left = left_weights(value, M, Y)
    units = []
    for k in range(1, M):
        at, first = knot(Fraction(k), M), left[k - 1] if k <= 3 else Y
        w = -1 if k <= 3 else 1  # the first kinks of three pairs face left
        second = second_of_pair(value, k, M, first)
        if not second:
            raise ValueError(f"pair {k} has no second kink: take a larger Y")
        units.append(unit(f"pair {k}, first", first, w, -w * at))
        units.append(unit(f"pair {k}, second", second, 1, -at - gap_of_pair(value, k, M, first)))
    return ParallelNet(Relu(), 1, tuple(units))


def odd_kinks_network(value: Samples, N: int, r: Fraction, Y: Fraction) -> ParallelNet:
    """N = 2 P + 1 >= 7 units: P pairs of kinks, and one kink in the middle of the last piece.

    ``value`` is f, by places in [0, 1]; 4 M = 2 N + 1 + 2 r.
    """
    if N < 7 or not N % 2:
        raise ValueError(f"a longer last piece needs an odd number of at least 7 units, got {N}")
    P, M = N // 2, (2 * N + 1 + 2 * Fraction(r)) / 4

    def y(j: int) -> Fraction:
        return value(quarter_point(Fraction(j), M))

    def unit(name: str, alpha: Fraction, w: int, b: Fraction) -> Unit:
        return Unit(name, (Surd(alpha),), ((Surd(Fraction(w)),),), (Surd(b),))

    middle = P / M + half_piece(M, r)
    end = value(1 - 1 / (4 * M))
    slope = piece_slope(y(2 * P), value(middle), M, r)
    turn = piece_slope(value(middle), end, M, r) - slope
    left, units = {**dict(enumerate(outer_weights(y, M, Fraction(P), Y), start=1)), P: Y}, []
    for k in range(1, P + 1):
        at, first = knot(Fraction(k), M), left.get(k, Y)
        w = -1 if k in left else 1  # the first kinks of three pairs face left
        second = second_of_pair(y, k, M, first)
        if k == P:
            second = slope - cell_slope(y, P - 1, M) - first
        if not second:
            raise ValueError(f"pair {k} has no second kink: take a larger Y")
        gap = -jump_at(y, k) / second
        units.append(unit(f"pair {k}, first", first, w, -w * at))
        units.append(unit(f"pair {k}, second", second, 1, -at - gap))
    units.append(unit("kink", turn, 1, -middle))
    return ParallelNet(Relu(), 1, tuple(units))


def few_kinks_network(y: Sequence[Fraction], Y: Fraction) -> ParallelNet:
    """1, 2, 3, 4 or 5 units through 1, 2, 3, 4 or 6 values, f at the middles of equal cells.

    1  the constant y_0
    2  the line y_0 + s_0 x
    3  the constant y_0, and from 1/3 on, behind a pair of kinks, the line through y_1 and y_2
    4  the line y_0 + s_0 x and a pair of kinks at 1/2
    5  pairs at 1/3 and 2/3 whose first kinks face left, and ReLU(x)
    """
    N = next((N for N, M in FEW_CELLS.items() if 2 * M == len(y)), None)
    if N is None:
        raise ValueError(f"one to five units need 1, 2, 3, 4 or 6 values, got {len(y)}")
    M = FEW_CELLS[N]

    def value(j: int) -> Fraction:
        return y[j]

    units: list[Unit] = []

    def add(name: str, alpha: Fraction, w: int, b: Fraction) -> None:
        units.append(Unit(name, (Surd(alpha),), ((Surd(Fraction(w)),),), (Surd(b),)))

    def pair(
        k: int, at: Fraction, first: Fraction, second: Fraction, gap: Fraction, w: int
    ) -> None:
        add(f"pair {k}, first", first, w, -w * at)
        add(f"pair {k}, second", second, 1, -at - gap)

    if N != 5:
        add("constant", y[0], 0, Fraction(1))
    if N in (2, 4):
        add("slope", cell_slope(value, 0, M), 1, Fraction(0))
    if N == 3:
        second = three_second(value, Y)
        pair(1, Fraction(1, 3), Y, second, three_gap(value, Y), 1)
    if N == 4:
        pair(1, 1 / M, Y, second_of_pair(value, 1, M, Y), gap_of_pair(value, 1, M, Y), 1)
    if N == 5:
        *left, slope = five_weights(value, M, Y)
        add("slope", slope, 1, Fraction(0))
        for k, first in enumerate(left, start=1):
            second = second_of_pair(value, k, M, first)
            pair(k, k / M, first, second, gap_of_pair(value, k, M, first), -1)
    return ParallelNet(Relu(), 1, tuple(units))


@dataclass(frozen=True)
class JumpPairs:
    """One instance of ``pln.prop2.upper.sharpened2`` or ``3``, from values known up to ``rho``."""

    network: ParallelNet
    y: tuple[Fraction, ...]
    Y: Fraction  #: the steepness
    rho: Fraction
    predicted: Fraction  #: (L/(4 M) + eps)/2 + rho < eps, an upper bound of the error


def jump_pairs(f: Sampled, L: Fraction, eps: Fraction) -> JumpPairs:
    """N ReLUs with error below eps for an L-Lipschitz f on [0, 1]; N is even.

    N = max(6, 2 floor(L/(4 eps))), the least even N >= 6 with L/(2(N + 2)) < eps.  The kinks of
    three pairs that face left make up for the free line that N units without a bias do not have.
    Values that are not exact are those of an (L + 4 M rho)-Lipschitz function within rho of f.
    ``ValueError`` for eps <= 0, L < 0 or too many units.
    """
    N = paired_units_needed(L, eps)
    if N > MAX_UNITS:
        raise ValueError(f"L/(4 eps) asks for N = {N} units; at most {MAX_UNITS} are built")
    return _steep(f, L, eps, Fraction(N // 2 + 1), kink_pair_network)


def few_kinks(f: Sampled, L: Fraction, eps: Fraction) -> JumpPairs:
    """At most five ReLUs with error below eps for an L-Lipschitz f on [0, 1], as few as we know.

    ``ValueError`` for eps <= 0, L < 0, and for L >= 12 eps, where :func:`jump_pairs` serves.
    """
    N = few_units_needed(L, eps)
    if N is None:
        raise ValueError("five ReLUs are shown to be enough for L < 12 eps only")
    return _steep(f, L, eps, FEW_CELLS[N], few_kinks_network)


def _steep(
    f: Sampled,
    L: Fraction,
    eps: Fraction,
    M: Fraction,
    build: Callable[[Sequence[Fraction], Fraction], ParallelNet],
) -> JumpPairs:
    """The network of f at the 2 M middles, as steep as eps - L/(4 M) > 0 asks."""
    bound = L / (4 * M)
    points = [quarter_point(Fraction(j), M) for j in range(int(2 * M))]
    y, rho = values_at(f, points, short_below((eps - bound) / 4))
    constant, within = L + 4 * M * rho, eps - rho
    Y = steepness(abs(y[0]), M, constant, within - constant / (4 * M))
    return JumpPairs(build(y, Y), y, Y, rho, (bound + eps) / 2 + rho)
