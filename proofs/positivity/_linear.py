"""A linear program in floats, and its active columns solved again over the rationals.

The question: coefficients ``x_j`` (``>= 0``, or free) with ``sum x_j * column_j = 0`` as
polynomials and ``sum of x_j over marked columns = 1``.  HiGHS proposes which columns to use;
the coefficients themselves come from exact row reduction.  A wrong float costs an answer,
never its truth: the result satisfies the equations over the rationals or is None.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.positivity._packed import Packed


@dataclass(frozen=True)
class Column:
    """One unknown: its polynomial (integers), what it stands for, and its constraints.

    ``mark`` columns share the normalisation ``sum = 1``; ``cost`` steers towards short answers.
    """

    poly: Packed
    payload: Any
    free: bool = False
    mark: bool = False
    cost: float = 1.0


def prune(columns: Sequence[Column]) -> list[Column]:
    """Drop columns that no solution uses: some monomial of theirs can never cancel."""
    positive: dict[int, int] = {}
    negative: dict[int, int] = {}
    where: dict[int, list[int]] = {}
    for j, column in enumerate(columns):
        for m, c in column.poly.items():
            where.setdefault(m, []).append(j)
            if column.free or c > 0:
                positive[m] = positive.get(m, 0) + 1
            if column.free or c < 0:
                negative[m] = negative.get(m, 0) + 1
    alive = [True] * len(columns)

    def stuck(m: int) -> bool:
        p, n = positive.get(m, 0), negative.get(m, 0)
        # a lone free column counts on both sides and still cannot cancel itself
        return not p or not n or (p == n == 1 and len([j for j in where[m] if alive[j]]) == 1)

    queue = sorted(m for m in where if stuck(m))
    while queue:
        m = queue.pop()
        for j in where[m]:
            if not alive[j]:
                continue
            alive[j] = False
            free = columns[j].free
            for n, c in columns[j].poly.items():
                if free or c > 0:
                    positive[n] -= 1
                if free or c < 0:
                    negative[n] -= 1
                if n != m and stuck(n):
                    queue.append(n)
    return [column for column, keep in zip(columns, alive, strict=True) if keep]


def exact(columns: Sequence[Column], guess: Sequence[float]) -> list[Fraction] | None:
    """Rational ``x`` near ``guess`` with ``sum x_j column_j = 0`` and marked sum 1, or None.

    ``guess`` matters up to a positive factor, and only where the columns are dependent.
    Signs are checked here too: ``x_j >= 0`` unless column j is free.
    """
    import flint

    total_mark = sum(x for x, column in zip(guess, columns, strict=True) if column.mark)
    if total_mark <= 0:
        return None
    guess = [x / total_mark for x in guess]
    index: dict[int, int] = {}
    for column in columns:
        for m in sorted(column.poly):
            index.setdefault(m, len(index))
    height, width = len(index) + 1, len(columns)
    if not width or height * width > 400_000:
        return None
    matrix = flint.fmpz_mat(height, width + 1)
    for j, column in enumerate(columns):
        for m, c in column.poly.items():
            matrix[index[m], j] = c
        if column.mark:
            matrix[height - 1, j] = 1
    matrix[height - 1, width] = 1
    reduced, denominator, rank = matrix.rref()
    denominator = int(denominator)
    pivots = []
    j = 0
    for i in range(rank):
        while j <= width and reduced[i, j] == 0:
            j += 1
        pivots.append(j)
        j += 1
    if width in pivots:
        return None
    solution = [Fraction(0)] * width
    chosen = set(pivots)
    parameters = [j for j in range(width) if j not in chosen]
    for j in parameters:
        value = Fraction(guess[j]).limit_denominator(64)
        solution[j] = value if columns[j].free else max(value, Fraction(0))
    for i, j in enumerate(pivots):
        total = Fraction(int(reduced[i, width]), denominator)
        for k in parameters:
            if solution[k]:
                total -= Fraction(int(reduced[i, k]), denominator) * solution[k]
        solution[j] = total
    if any(x < 0 and not column.free for x, column in zip(solution, columns, strict=True)):
        return None
    return solution


def solve(columns: Sequence[Column], deadline: float) -> list[tuple[Fraction, Column]] | None:
    """The used columns with exact coefficients, or None; until the time is at ``deadline``."""
    columns = prune(columns)
    if not any(column.mark for column in columns):
        return None
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix

    index: dict[int, int] = {}
    for column in columns:
        for m in column.poly:
            index.setdefault(m, len(index))
    data: list[float] = []
    row: list[int] = []
    start = [0]
    scales: list[float] = []
    for column in columns:
        scale = float(max((abs(c) for c in column.poly.values()), default=1))
        scales.append(scale)
        for m, c in column.poly.items():
            data.append(c / scale)
            row.append(index[m])
        if column.mark:
            data.append(1.0)
            row.append(len(index))
        start.append(len(data))
    matrix = csc_matrix(
        (np.array(data), np.array(row, dtype=np.int32), np.array(start, dtype=np.int32)),
        shape=(len(index) + 1, len(columns)),
    )
    target = np.zeros(len(index) + 1)
    target[-1] = 1.0
    bounds = np.array([(-np.inf if column.free else 0.0, np.inf) for column in columns])
    short = np.array([0.0 if column.free else column.cost for column in columns])
    wiggle = np.array(
        [0.0 if column.free else 1.0 + (j * 7919 % 101) / 101 for j, column in enumerate(columns)]
    )
    for objective in (short, wiggle, 0 * short):
        left = deadline - time.process_time()
        if left <= 0:
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = linprog(
                objective,
                A_eq=matrix,
                b_eq=target,
                bounds=bounds,
                method="highs-ds",
                options={"time_limit": left, "primal_feasibility_tolerance": 1e-9},
            )
        if answer.x is None or answer.status == 2:
            return None
        for cut in (1e-9, 1e-7, 1e-5):
            active = [j for j, x in enumerate(answer.x) if abs(x) > cut]
            if not any(columns[j].mark for j in active):
                continue
            picked = [columns[j] for j in active]
            found = exact(picked, [answer.x[j] / scales[j] for j in active])
            if found is not None:
                return [(x, c) for x, c in zip(found, picked, strict=True) if x]
    return None
