"""Sweeps: the constructor of Theorem 1 over a grid of functions, eps, d and delta.

For each cell of the grid the network is built with exact weights and its error is *measured*:
the maximum of |G(x) - f(x)| over many points, in floating point.  This is evidence of level
``sampled``: a maximum over points bounds the sup norm from below only.  What is certified on the
whole interval is the business of ``verify run``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from constructions.layers import SIGMA_PLUS_DELTA
from verify.engines import check_engine, engine, workers_of

COLUMNS = ("f", "L", "eps", "d", "N", "delta", "predicted", "measured", "tightness", "ok")
EVIDENCE = "sampled"
STANDARD_NAME = "@standard"

SCALES = (0.0, 0.125, 0.5, 1.0, 2.0, 8.0, 64.0)
"""Distances from a breakpoint, in units of the smoothing c, at which the error is measured."""

MAX_POINTS = 1_000_000

WORK_LIMIT = 5e7
"""Units times points times coordinates that one job takes on, roughly."""


@dataclass(frozen=True)
class Cell:
    """One cell of the grid, in plain strings and numbers: it travels between processes."""

    name: str
    text: str
    L: str
    eps: str
    d: int
    delta: str | None
    convention: str
    N: int


@dataclass(frozen=True)
class Row:
    """What was found in a cell; ``failure`` says why ``ok`` is false.

    ``predicted`` is the bound L/(2N) + rho + smoothing, ``measured`` the largest sampled error,
    ``where`` its point, ``rounding`` how far floating point may have moved it.
    """

    f: str
    L: str
    eps: str
    d: int
    N: int
    delta: str
    predicted: float
    measured: float
    tightness: float | None
    ok: bool
    where: float
    rounding: float
    text: str
    convention: str
    failure: str = ""

    def values(self) -> tuple[Any, ...]:
        """The entries of :data:`COLUMNS`."""
        return tuple(getattr(self, name) for name in COLUMNS)

    def as_dict(self) -> dict[str, Any]:
        return dict(zip(COLUMNS, self.values(), strict=True))


@dataclass(frozen=True)
class SweepResult:
    """The rows of a sweep in the order of the grid, and how they were computed."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    engine: str
    device: str
    points: int
    convention: str
    level: str = field(default=EVIDENCE)

    @property
    def ok(self) -> bool:
        return all(row.ok for row in self.rows)

    @property
    def first_failure(self) -> Row | None:
        return next((row for row in self.rows if not row.ok), None)

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data."""
        failure = self.first_failure
        return {
            "schema": 1,
            "level": self.level,
            "engine": self.engine,
            "device": self.device,
            "points": self.points,
            "convention": self.convention,
            "columns": list(self.columns),
            "rows": [row.as_dict() for row in self.rows],
            "ok": self.ok,
            "first_failure": None
            if failure is None
            else {**failure.as_dict(), "where": failure.where, "why": failure.failure},
        }

    def to_csv(self) -> str:
        """The rows as CSV with a header; numbers that are exact stay exact."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow(["" if v is None else v for v in row.values()])
        return out.getvalue()

    def write_csv(self, path: Path | str) -> Path:
        """:meth:`to_csv` as a file that appears whole or not at all."""
        from reports.files import write_text

        return write_text(Path(path), self.to_csv())


def resolve_functions(specs: Iterable[str]) -> dict[str, str]:
    """``{name: text}`` for expressions and ``@standard``, the standard functions."""
    from constructions.functions import STANDARD

    found: dict[str, str] = {}
    for spec in specs:
        if spec == STANDARD_NAME:
            found.update(STANDARD)
        elif spec.startswith("@"):
            raise ValueError(f"unknown set of functions {spec!r}; there is {STANDARD_NAME}")
        else:
            found[spec] = spec
    return found


def sweep(
    functions: Mapping[str, str],
    eps: Sequence[Fraction],
    d: Sequence[int],
    delta: Sequence[Fraction | None] = (None,),
    device: str = "auto",
    engine: str = "local",
    points: int = 4096,
    convention: str = SIGMA_PLUS_DELTA,
) -> SweepResult:
    """Build and measure the network of every (f, eps, d, delta); rows in the order of the grid.

    ``functions`` maps names to expressions on [0, 1]; ``None`` in ``delta`` lets the constructor
    choose it.  A cell is ok if measured <= predicted (1 + 1e-9) and measured < eps, both up to
    the rounding of the floats used.

    Raises:
        ValueError: an empty grid, eps <= 0, d < 2, a function that is not Lipschitz on [0, 1],
            a device or an engine that is not there.
    """
    from constructions.interop.arrays import choose_device
    from constructions.layers import CONVENTIONS

    for name, values in (("functions", functions), ("eps", eps), ("d", d), ("delta", delta)):
        if not values:
            raise ValueError(f"the grid is empty: no values for {name}")
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    if convention not in CONVENTIONS:
        raise ValueError(f"convention is one of {', '.join(CONVENTIONS)}")
    for size in d:
        if size < 2:
            raise ValueError(f"LN-d needs d >= 2, got d = {size}")
    for value in delta:
        if value is not None and value < 0:
            raise ValueError(f"delta must not be negative, got {value}")
    check_engine(engine)
    namespace, place, dtype = choose_device(device)
    constants = {name: lipschitz_upper(text) for name, text in functions.items()}
    cells = [
        _cell(name, text, constants[name], Fraction(e), size, _text(q), convention)
        for name, text in functions.items()
        for e in eps
        for size in d
        for q in delta
    ]
    jobs = _chunks(cells, points, workers_of(engine))
    rows = _run(jobs, engine, (namespace, place, dtype), points)
    where = namespace if namespace == "numpy" else f"torch {place}"
    return SweepResult(COLUMNS, tuple(rows), engine, f"{where} {dtype}", points, convention)


def _cell(
    name: str, text: str, L: Fraction, eps: Fraction, d: int, delta: str | None, convention: str
) -> Cell:
    from constructions.pln import MAX_UNITS, units_needed

    N = units_needed(L, eps)
    if N > MAX_UNITS:
        raise ValueError(
            f"{name} with eps = {eps} asks for N = {N} units; at most {MAX_UNITS} are built"
        )
    return Cell(name, text, str(L), str(eps), d, delta, convention, N)


def _text(q: Fraction | None) -> str | None:
    return None if q is None else str(Fraction(q))


def lipschitz_upper(text: str) -> Fraction:
    """A rigorous Lipschitz constant of the expression on [0, 1]."""
    from constructions.functions import lipschitz, parse

    return Fraction(lipschitz(parse(text)).upper)


def _run(
    jobs: Sequence[Sequence[Cell]], spec: str, place: tuple[str, str, str], points: int
) -> list[Row]:
    rows: list[Row] = []
    with engine(spec, len(jobs)) as executor:
        futures = [executor.submit(measure, list(job), place, points) for job in jobs]
        for future in futures:
            rows += future.result()
    return rows


def _chunks(cells: Sequence[Cell], points: int, workers: int) -> list[list[Cell]]:
    """Neighbouring cells together, by work; small sweeps become one job."""
    work = [cell.N * cell.d * 3.0 * points for cell in cells]
    share = max(WORK_LIMIT, sum(work) / (4 * workers))
    jobs: list[list[Cell]] = [[]]
    load = 0.0
    for cell, size in zip(cells, work, strict=True):
        if jobs[-1] and load + size > share:
            jobs.append([])
            load = 0.0
        jobs[-1].append(cell)
        load += size
    return jobs


# --- one job: a list of cells ------------------------------------------------------------------


def measure(cells: Sequence[Cell], place: tuple[str, str, str], points: int) -> list[Row]:
    """Build the networks of the cells and measure them, batch by batch."""
    from constructions.exact import Surd
    from constructions.functions import parse
    from constructions.interop.arrays import layer_kind
    from constructions.pln import construct

    parsed = {text: _Remembered(parse(text)) for text in {cell.text for cell in cells}}
    built = [
        construct(
            parsed[cell.text],
            Fraction(cell.L),
            Fraction(cell.eps),
            cell.d,
            cell.convention,
            None if cell.delta is None else Surd.read(cell.delta),
        )
        for cell in cells
    ]
    batches: dict[Any, list[int]] = {}
    for i, made in enumerate(built):
        batches.setdefault(layer_kind(made.network), []).append(i)
    rows: dict[int, Row] = {}
    for members in batches.values():
        functions = [parsed[cells[i].text].f for i in members]
        found = _errors([built[i] for i in members], functions, place, points)
        for i, (error, where, size) in zip(members, found, strict=True):
            rows[i] = _row(cells[i], built[i], error, where, size, place[2])
    return [rows[i] for i in range(len(cells))]


class _Remembered:
    """A function whose samples are computed once: cells that differ in d share them."""

    def __init__(self, f: Any) -> None:
        self.f = f
        self._exact: dict[Fraction, Fraction | None] = {}
        self._samples: dict[tuple[Fraction, Fraction], Fraction] = {}

    def exact(self, q: Fraction) -> Fraction | None:
        if q not in self._exact:
            self._exact[q] = self.f.exact(q)
        return self._exact[q]

    def sample(self, q: Fraction, tolerance: Fraction) -> Fraction:
        key = (q, tolerance)
        if key not in self._samples:
            self._samples[key] = self.f.sample(q, tolerance)
        return self._samples[key]


def grid(N: int, c: float, points: int, kinks: Sequence[float] = ()) -> Any:
    """Sorted points of [0, 1] where the error of a network with N units may be large.

    A uniform grid, the ends, midpoints and breakpoints of the cells, points on both sides of the
    breakpoints at several multiples of c, and ``kinks``.  Beyond ``points`` cells, an evenly
    spread choice of them.
    """
    import numpy as np

    chosen = np.arange(1, N)
    if len(chosen) > points // 8:
        chosen = chosen[np.linspace(0, len(chosen) - 1, max(1, points // 8)).astype(int)]
    breaks = chosen / N
    reach = c or 2.0**-40 / N  # sign steps: the two sides of the jump
    offsets = reach * np.array([*(-s for s in reversed(SCALES) if s), *SCALES])
    near = (breaks[:, None] + offsets[None, :]).ravel()
    middles = np.concatenate([breaks - 0.5 / N, breaks + 0.5 / N, [0.5 / N, 1 - 0.5 / N]])
    everything = np.concatenate(
        [np.linspace(0, 1, points), reach * np.array(SCALES), near, middles, np.array(kinks)]
    )
    return np.unique(np.clip(everything, 0.0, 1.0))


def _errors(
    built: Sequence[Any], functions: Sequence[Any], place: tuple[str, str, str], points: int
) -> list[tuple[float, float, float]]:
    """Per network: the largest |G - f| found, where, and the largest |f|."""
    import numpy as np

    kinks = {id(f): _kinks(f) for f in functions}
    smooth = [float(made.c) for made in built]
    grids = [
        grid(made.network.N, c, points, kinks[id(f)])
        for made, c, f in zip(built, smooth, functions, strict=True)
    ]
    first = _largest(built, functions, _rectangle(grids), place)
    # once more around each maximum, at the spacing of the grid and at the scale of c
    fine = np.linspace(-1.0, 1.0, 65)
    zooms = [
        np.clip(where + np.concatenate([fine / points, fine * (c or 1 / points)]), 0.0, 1.0)
        for (_, where, _), c in zip(first, smooth, strict=True)
    ]
    second = _largest(built, functions, _rectangle(zooms), place)
    return [
        max(a, b, key=lambda found: (found[0] != found[0], found[0]))
        for a, b in zip(first, second, strict=True)
    ]


def _rectangle(grids: Sequence[Any]) -> Any:
    """The grids as one array: shorter ones repeat their last point."""
    import numpy as np

    width = max(len(g) for g in grids)
    return np.stack([np.concatenate([g, np.full(width - len(g), g[-1])]) for g in grids])


def _largest(
    built: Sequence[Any], functions: Sequence[Any], xs: Any, place: tuple[str, str, str]
) -> list[tuple[float, float, float]]:
    import numpy as np

    from constructions.interop.arrays import ArraySystem, evaluate_batched

    namespace, device, dtype = place
    system = ArraySystem(namespace, dtype, device)
    values = system.numpy(
        evaluate_batched([made.network for made in built], xs, namespace, device, dtype)
    )
    found = []
    for i, f in enumerate(functions):
        target = system.numpy(f.evaluate(system, x=system.array(xs[i])))
        error = np.abs(values[i].astype("float64") - target)
        worst = int(np.argmax(error))  # numpy counts NaN as the largest: it is never missed
        found.append((float(error[worst]), float(xs[i][worst]), float(np.abs(target).max())))
    return found


def _kinks(f: Any) -> list[float]:
    """Where a piecewise linear f bends, if it is one."""
    from constructions.functions import linear_pieces

    pieces = linear_pieces(f)
    return [float(piece.lo) for piece in pieces or ()][:4096]


def rounding_of(N: int, d: int, weights: float, L: float, size: float, u: float) -> float:
    """How far floating point moves a measured error; ``weights`` is the sum of |alpha_hat|.

    u (weights (10 N + 4 d + 40) + 5 L + 64 max|f|), for unit roundoff u:

    A unit's t = x + b_hat is computed with an error of at most 5 u.  Take the point x' at which
    the unit nearest to its jump is exact: the others are moved by 10 u at most, and since their
    slope is at most 2/(3 sqrt(3) |t|) for every c, with |t| >= 1/(2N) - 5 u, by 9 N u in value;
    f moves by 5 u L.  Summing N units adds N u, the layer's own operations 4 d + 40 roundings;
    f is taken to be computed to 64 roundings of its largest value, a convention and not a bound.
    """
    return u * (weights * (10 * N + 4 * d + 40) + 5 * L + 64 * size)


def _row(cell: Cell, made: Any, error: float, where: float, size: float, dtype: str) -> Row:
    from constructions.interop.arrays import UNIT_ROUNDOFF

    predicted = made.predicted
    weights = float(made.budget.jumps + made.budget.level)
    rounding = rounding_of(
        made.network.N, cell.d, weights, float(Fraction(cell.L)), size, UNIT_ROUNDOFF[dtype]
    )
    bound = float(predicted)
    failure = ""
    if not error <= bound * (1 + 1e-9) + rounding:
        failure = f"measured {error:.6g} > predicted {bound:.6g} at x = {where!r}"
    elif not Fraction(error) - Fraction(rounding) < Fraction(cell.eps):
        failure = f"measured {error:.6g} >= eps = {cell.eps} at x = {where!r}"
    return Row(
        f=cell.name,
        L=cell.L,
        eps=cell.eps,
        d=cell.d,
        N=made.network.N,
        delta=str(made.delta),
        predicted=bound,
        measured=error,
        tightness=error / bound if bound else None,
        ok=not failure,
        where=where,
        rounding=rounding,
        text=cell.text,
        convention=cell.convention,
        failure=failure,
    )


# --- the command's side --------------------------------------------------------------------------


def run_grid(
    grid: Sequence[str],
    functions: Sequence[str],
    device: str,
    engine: str,
    points: int,
    convention: str,
) -> SweepResult:
    """A sweep from the command line's words: ``--grid eps=1/5,1/10``, ``--f @standard``.

    ``ValueError`` with one clear line for a name that is no axis or a value that cannot be read.
    """
    from proofs.pln.instances import nonnegative, norm_size, positive

    readers: dict[str, Any] = {"eps": positive, "d": norm_size, "delta": nonnegative("delta")}
    axes: dict[str, list[Any]] = {}
    for text in grid:
        name, equals, values = text.partition("=")
        if name not in readers or not equals:
            raise ValueError(f"--grid takes eps=..., d=... or delta=..., got {text[:60]!r}")
        axes.setdefault(name, []).extend(readers[name](value) for value in values.split(","))
    return sweep(
        resolve_functions(functions or ("@standard",)),
        axes.get("eps", [Fraction(1, 10)]),
        axes.get("d", [2]),
        axes.get("delta", (None,)),
        device,
        engine,
        points,
        convention,
    )


def write(result: SweepResult, claim_id: str, out: Path) -> Path:
    """The rows as CSV for people and as JSON for the report and for ``check --rerun``."""
    from reports.files import write_text

    folder = out / "sweep"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"level": result.level, "id": claim_id, **result.as_dict()}
    record["texts"] = {row.f: row.text for row in result.rows}
    write_text(folder / f"{claim_id}.json", json.dumps(record, indent=None) + "\n")
    return result.write_csv(folder / f"{claim_id}.csv")


def attach(record: dict[str, Any], out: Path) -> None:
    """Put the sweeps that lie beside a record into it."""
    for claim in record["claims"]:
        path = out / "sweep" / f"{claim['id']}.json"
        if path.is_file():
            data = json.loads(path.read_text())
            rows = [[row[name] for name in data["columns"]] for row in data["rows"]]
            engine = f"{data['engine']}, {data['device']}, {data['points']} points"
            claim["sweep"] = {"columns": data["columns"], "rows": rows, "engine": engine}


def repeat(data: dict[str, Any]) -> str:
    """Measure the rows of a written sweep again; what differs from the record, if anything."""
    from constructions.interop.arrays import choose_device

    rows, points = data["rows"], int(data["points"])
    if not rows:
        raise ValueError("there are no rows")
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    texts = {row["f"]: data["texts"][row["f"]] for row in rows}
    constants = {name: lipschitz_upper(text) for name, text in texts.items()}
    cells = [
        _cell(
            name := row["f"],
            texts[name],
            constants[name],
            Fraction(str(row["eps"])),
            int(row["d"]),
            str(row["delta"]),
            data["convention"],
        )
        for row in rows
    ]
    again = _run(_chunks(cells, points, workers_of("local")), "local", choose_device("cpu"), points)
    for row, new in zip(rows, again, strict=True):
        apart = abs(new.measured - row["measured"])
        same = (new.N, new.delta, new.ok) == (row["N"], row["delta"], row["ok"])
        if not same or not apart <= 1e-6 * (1 + abs(row["measured"])):
            return f"{row['f']} at eps = {row['eps']}, d = {row['d']}, delta = {row['delta']}"
    return ""
