"""A semidefinite program in floats, rounded to exact sums of squares.

The question: coefficients ``x_j`` (``>= 0``, or free) and positive semidefinite matrices
``Q_b`` with ``sum x_j * column_j + sum_b g_b * (z_b^T Q_b z_b) = 0`` as polynomials and marked
sum 1.  Clarabel proposes; the proposal is rounded onto the exact affine space and accepted
when an exact ``L D L^T`` shows every ``Q_b`` positive semidefinite.  Where every solution is
singular, near-null vectors are rounded and divided out (facial reduction), and it solves again.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Any

from proofs.positivity._linear import Column, prune
from proofs.positivity._packed import Packed, mul, primitive

MAX_BITS = 1500  # longer numbers make certificates that nobody wants to check
Root = tuple[Fraction, Packed]
_ONE_AT_A_TIME = Lock()  # the process has one standard error
DENOMINATORS = (1, 2, 12, 60, 1000, 10**5, 10**8)


@dataclass(frozen=True)
class Block:
    """``weight * (z^T Q z)``: a non-negative polynomial times a sum of squares over ``basis``."""

    weight: Packed
    basis: tuple[Packed, ...]
    payload: Any


def available() -> bool:
    """Is the semidefinite solver installed?"""
    import importlib.util

    return importlib.util.find_spec("clarabel") is not None


@dataclass(frozen=True)
class _Entry:
    """``Q_b[i][j]`` of the program, ``i <= j``; the column counts both symmetric entries."""

    block: int
    i: int
    j: int


def _entries(blocks: Sequence[Block]) -> list[Column]:
    out = []
    for b, block in enumerate(blocks):
        for j, z in enumerate(block.basis):
            half = mul(block.weight, z)
            for i in range(j + 1):
                poly = mul(half, block.basis[i])
                if i < j:
                    poly = {m: 2 * c for m, c in poly.items()}
                out.append(Column(poly, _Entry(b, i, j), free=i < j))
    return out


def _shrink(columns: Sequence[Column], blocks: Sequence[Block]) -> tuple[list[Column], list[Block]]:
    """Drop basis elements whose square can never cancel (a Newton polytope argument)."""
    current, kept = list(columns), list(blocks)
    while True:
        entries = _entries(kept)
        # columns that may still be dropped carry their place; Q entries carry theirs
        alive = prune([*current, *entries])
        diagonal = {
            (c.payload.block, c.payload.i)
            for c in alive
            if isinstance(c.payload, _Entry) and c.payload.i == c.payload.j
        }
        smaller = [
            Block(
                block.weight,
                tuple(z for i, z in enumerate(block.basis) if (b, i) in diagonal),
                block.payload,
            )
            for b, block in enumerate(kept)
        ]
        smaller = [block for block in smaller if block.basis]
        remaining = [c for c in alive if not isinstance(c.payload, _Entry)]
        size = sum(len(block.basis) for block in kept)
        if len(remaining) == len(current) and sum(len(b.basis) for b in smaller) == size:
            return current, kept
        current, kept = remaining, smaller


def _numeric(columns: Sequence[Column], blocks: Sequence[Block], left: float) -> Any:
    """The solver's float values for ``columns`` (with the Q entries last), or None."""
    import clarabel
    import numpy as np
    from scipy.sparse import csc_matrix

    index: dict[int, int] = {}
    for column in columns:
        for m in column.poly:
            index.setdefault(m, len(index))
    height = len(index) + 1
    data: list[float] = []
    row: list[int] = []
    start = [0]
    scales = []
    plain = [j for j, c in enumerate(columns) if not isinstance(c.payload, _Entry) and not c.free]
    slot = {j: height + k for k, j in enumerate(plain)}
    first = height + len(plain)
    offsets = []
    for block in blocks:
        offsets.append(first)
        first += len(block.basis) * (len(block.basis) + 1) // 2
    for j, column in enumerate(columns):
        entry = column.payload if isinstance(column.payload, _Entry) else None
        top = float(max((abs(c) for c in column.poly.values()), default=1))
        scale = 1.0 if entry else top
        scales.append(scale)
        for m, c in column.poly.items():
            data.append(float(c) / scale)
            row.append(index[m])
        if column.mark:
            data.append(1.0)
            row.append(height - 1)
        if j in slot:
            data.append(-1.0)
            row.append(slot[j])
        if entry is not None:
            place = offsets[entry.block] + entry.j * (entry.j + 1) // 2 + entry.i
            data.append(-1.0 if entry.i == entry.j else -math.sqrt(2.0))
            row.append(place)
        start.append(len(data))
    matrix = csc_matrix(
        (np.array(data), np.array(row), np.array(start)), shape=(first, len(columns))
    )
    target = np.zeros(first)
    target[height - 1] = 1.0
    cones: list[Any] = [clarabel.ZeroConeT(height)]
    if plain:
        cones.append(clarabel.NonnegativeConeT(len(plain)))
    cones += [clarabel.PSDTriangleConeT(len(block.basis)) for block in blocks]
    objective = np.array(
        [
            1e-3
            if not c.free and not (isinstance(c.payload, _Entry) and c.payload.i < c.payload.j)
            else 0.0
            for c in columns
        ]
    )
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.time_limit = max(left, 0.01)
    settings.max_threads = 1
    quadratic = csc_matrix((len(columns), len(columns)))
    try:
        with _unsaid():
            solver = clarabel.DefaultSolver(quadratic, objective, matrix, target, cones, settings)
            answer = solver.solve()
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # the solver's own end, no Exception
            raise
        return None
    if str(answer.status) not in (
        "Solved",
        "AlmostSolved",
        "InsufficientProgress",
        "MaxIterations",
    ):
        return None
    values = np.array(answer.x)
    if not np.all(np.isfinite(values)):
        return None
    return values / np.array(scales)


@contextmanager
def _unsaid() -> Iterator[None]:
    """Where the solver breaks off it writes a trace to the process's standard error: nowhere."""
    with _ONE_AT_A_TIME:
        try:
            kept = os.dup(2)
        except OSError:  # there is none
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(nowhere)


def _matrix(block: Block, b: int, columns: Sequence[Column], values: Sequence[Any]) -> list[Any]:
    size = len(block.basis)
    matrix: list[Any] = [[0] * size for _ in range(size)]
    for column, value in zip(columns, values, strict=True):
        entry = column.payload
        if isinstance(entry, _Entry) and entry.block == b:
            matrix[entry.i][entry.j] = matrix[entry.j][entry.i] = value
    return matrix


def roots_of(matrix: list[list[Fraction]], basis: Sequence[Packed]) -> list[Root] | None:
    """``z^T Q z = sum d * r^2`` with every ``d > 0`` by exact ``L D L^T``, or None."""
    import flint

    size = len(basis)
    work = [[flint.fmpq(q.numerator, q.denominator) for q in row] for row in matrix]
    out: list[Root] = []
    for k in range(size):
        pivot = work[k][k]
        if pivot < 0 or (pivot == 0 and any(q != 0 for q in work[k][k:])):
            return None
        if pivot == 0:
            continue
        quotients = [work[k][j] / pivot for j in range(k, size)]
        if any(int(q.q).bit_length() > MAX_BITS for q in quotients):
            return None
        line = [Fraction(int(q.p), int(q.q)) for q in quotients]
        poly: Packed = {}
        for z, c in zip(basis[k:], line, strict=True):
            if c:
                for m, d in z.items():
                    poly[m] = poly.get(m, 0) + c * d
        content, root = primitive({m: c for m, c in poly.items() if c})
        out.append((Fraction(int(pivot.p), int(pivot.q)) * content * content, root))
        for i in range(k + 1, size):
            if work[k][i] != 0:
                for j in range(k + 1, size):
                    work[i][j] -= work[k][i] * quotients[j - k]
    return out


def _round(
    columns: Sequence[Column],
    blocks: Sequence[Block],
    values: Sequence[float],
    deadline: float,
) -> list[tuple[Fraction, Any]] | None:
    """Exact coefficients and squares near ``values``, or None."""
    import flint
    import numpy as np

    def keep(column: Column, value: float) -> bool:
        return column.free or isinstance(column.payload, _Entry) or value > 1e-7

    used = [(c, float(x)) for c, x in zip(columns, values, strict=True) if keep(c, float(x))]
    # pivots absorb the rounding errors: prefer free unknowns, then matrices, then large x
    used.sort(
        key=lambda pair: (
            isinstance(pair[0].payload, _Entry) or not pair[0].free,
            not isinstance(pair[0].payload, _Entry),
            -pair[1] if not isinstance(pair[0].payload, _Entry) and not pair[0].free else 0.0,
        )
    )
    index: dict[int, int] = {}
    for column, _ in used:
        for m in column.poly:
            index.setdefault(m, len(index))
    height, width = len(index) + 1, len(used)
    if height * width > 400_000:
        return None
    matrix = flint.fmpz_mat(height, width + 1)
    for j, (column, _) in enumerate(used):
        for m, c in column.poly.items():
            matrix[index[m], j] = c
        if column.mark:
            matrix[height - 1, j] = 1
    matrix[height - 1, width] = 1
    reduced, denominator, rank = matrix.rref()
    denominator = int(denominator)
    if denominator.bit_length() > MAX_BITS:
        return None
    pivots: list[int] = []
    lines: list[list[tuple[int, int]]] = []
    for i in range(rank):
        line = [(j, int(reduced[i, j])) for j in range(width + 1) if reduced[i, j] != 0]
        pivots.append(line[0][0])
        lines.append(line[1:])
    if width in pivots:
        return None
    pivotal = set(pivots)
    for bound in DENOMINATORS:
        if time.process_time() > deadline:
            return None
        exact = [Fraction(0)] * width
        for j, (_, value) in enumerate(used):
            if j not in pivotal:
                exact[j] = Fraction(value).limit_denominator(bound)
        for j, line in zip(pivots, lines, strict=True):
            total = Fraction(0)
            for k, c in line:
                total += c if k == width else -c * exact[k]
            exact[j] = total / denominator
        picked = [column for column, _ in used]
        if any(
            x < 0 and not c.free and not isinstance(c.payload, _Entry)
            for c, x in zip(picked, exact, strict=True)
        ):
            continue
        out: list[tuple[Fraction, Any]] = [
            (x, c)
            for c, x in zip(picked, exact, strict=True)
            if x and not isinstance(c.payload, _Entry)
        ]
        for b, block in enumerate(blocks):
            gram = _matrix(block, b, picked, exact)
            # a look in floats spares the exact factorisation of a hopeless matrix
            lowest, *_ = eigenvalues = np.linalg.eigvalsh(np.array(gram, dtype=float))
            if lowest < -1e-9 * max(1.0, float(eigenvalues[-1])):
                break
            roots = roots_of(gram, block.basis)
            if roots is None:
                break
            out.extend((d, (block.payload, root)) for d, root in roots)
        else:
            return out
    return None


def _face(
    blocks: Sequence[Block], columns: Sequence[Column], values: Sequence[float], tolerance: float
) -> list[Block] | None:
    """Blocks without the directions in which ``Q`` is nearly zero; None if nothing to drop."""
    import flint
    import numpy as np

    out: list[Block] = []
    changed = False
    for b, block in enumerate(blocks):
        matrix = np.array(_matrix(block, b, columns, [float(v) for v in values]), dtype=float)
        eigenvalues, vectors = np.linalg.eigh(matrix)
        scale = max(1.0, float(eigenvalues[-1]))
        near_null = [k for k, value in enumerate(eigenvalues) if value < tolerance * scale]
        if not near_null:
            out.append(block)
            continue
        if len(near_null) == len(block.basis):
            changed = True
            continue
        rows = vectors[:, near_null].T.copy()
        # row reduce with complete pivoting, so that simple null vectors become simple rationals
        places: list[int] = []
        for i in range(len(rows)):
            sub = np.abs(rows[i:])
            sub[:, places] = 0
            r, c = np.unravel_index(int(np.argmax(sub)), sub.shape)
            rows[[i, i + int(r)]] = rows[[i + int(r), i]]
            rows[i] /= rows[i, c]
            for other in range(len(rows)):
                if other != i:
                    rows[other] -= rows[other, c] * rows[i]
            places.append(int(c))
        simple = [[Fraction(float(v)).limit_denominator(30) for v in row] for row in rows]
        error = max(
            abs(float(q) - float(v))
            for exact, row in zip(simple, rows, strict=True)
            for q, v in zip(exact, row, strict=True)
        )
        if error > max(10 * math.sqrt(tolerance), 1e-3) / 3:
            out.append(block)
            continue
        size = len(block.basis)
        null = flint.fmpq_mat(
            len(simple),
            size,
            [flint.fmpq(q.numerator, q.denominator) for row in simple for q in row],
        )
        reduced, rank = null.rref()
        pivots = []
        for i in range(rank):
            pivots.append(next(j for j in range(size) if reduced[i, j] != 0))
        basis = []
        for j in range(size):
            if j in pivots:
                continue
            poly: Packed = dict(block.basis[j])
            for i, p in enumerate(pivots):
                ratio = Fraction(int(reduced[i, j].p), int(reduced[i, j].q))
                for m, d in block.basis[p].items():
                    poly[m] = poly.get(m, 0) - ratio * d
            _, integral = primitive({m: c for m, c in poly.items() if c})
            basis.append(integral)
        changed = True
        if basis:
            out.append(Block(block.weight, tuple(basis), block.payload))
    return out if changed else None


def solve_sums(
    columns: Sequence[Column],
    blocks: Sequence[Block],
    square: Callable[[Any, Packed], Column],
    deadline: float,
    *,
    size: int = 1500,
) -> list[tuple[Fraction, Column]] | None:
    """Exact coefficients of columns and squares, or None; ``square`` names a block's square."""
    columns, blocks = _shrink(columns, blocks)
    for attempt in range(6):
        if not any(column.mark for column in columns):
            return None
        everything = [*columns, *_entries(blocks)]
        left = deadline - time.process_time()
        if left <= 0 or len(everything) > size:
            return None
        values = _numeric(everything, blocks, left)
        if values is None:
            return None
        found = _round(everything, blocks, values, deadline)
        if found is not None:
            return [(x, what if isinstance(what, Column) else square(*what)) for x, what in found]
        for tolerance in (1e-6, 1e-4, 3e-3):
            faces = _face(blocks, everything, values, tolerance)
            if faces is not None:
                break
        else:
            return None
        keep = [
            c.free or x > 1e-5 or attempt == 0
            for c, x in zip(columns, values[: len(columns)], strict=True)
        ]
        columns = [c for c, k in zip(columns, keep, strict=True) if k]
        columns, blocks = _shrink(columns, faces)
    return None
