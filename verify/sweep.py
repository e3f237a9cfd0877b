"""Sweeps: the network of a theorem over a grid of functions, eps, d and delta.

For each cell of the grid the network is built with exact weights.  Its error is *measured*: the
maximum of |G(x) - f(x)| over many points, in floating point, on a device.  This is evidence of
level ``sampled``: a maximum over points bounds the sup norm from below only.  And it is *enclosed*
on all of [0, 1]: exactly, or between two rational numbers, by balls.  No verdict uses a sweep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs.parameters import nonnegative, positive, size_from
from verify.engines import check_engine, workers_of
from verify.swept import Swept, csv_text, write_record

if TYPE_CHECKING:
    from proofs.pln.sweeps import Built, Enclosed, Family
    from verify.appended import Kept

COLUMNS = (
    "layer",
    "f",
    "L",
    "eps",
    "d",
    "N",
    "width",
    "delta",
    "lambda",
    "cells",
    "bound",
    "predicted",
    "measured",
    "lo",
    "hi",
    "ratio",
    "where",
    "side",
    "ok",
)
STANDARD_NAME = "@standard"

SCALES = (0.0, 0.125, 0.5, 1.0, 2.0, 8.0, 64.0)
"""Distances from a breakpoint, in units of the smoothing c, at which the error is measured."""

MAX_POINTS = 1_000_000
MAX_KINKS = 4_096

WORK_LIMIT = 5e7
"""Units times points times coordinates that one job takes on, roughly."""

ENCLOSING = 4_000
"""What enclosing one unit costs, in such work."""

SIDES = {-1: "left of", 0: "at", 1: "right of"}


@dataclass(frozen=True)
class Cell:
    """One cell of the grid, in plain strings and numbers: it travels between processes."""

    claim: str
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

    ``bound`` is that of the theorem for N ideal units on so many ``cells``, L/(2N) for steps;
    ``predicted``, below eps, that of this network; ``measured`` the largest sampled error,
    ``rounding`` how far floating point may have moved it.  The supremum of the error is between
    ``lo`` and ``hi``, exact rational numbers, where it was enclosed; ``ratio`` is the largest that
    it can be (or was measured) over ``predicted``.  ``where`` is the point where the error is
    largest: exactly, and attained or approached from a ``side``, where lo = hi, else among the
    points measured.
    """

    layer: str
    f: str
    L: str
    eps: str
    d: int
    N: int
    width: int
    delta: str | None
    lam: str | None
    cells: int
    bound: float
    predicted: float
    measured: float
    lo: str | None
    hi: str | None
    ratio: float | None
    where: float
    side: str
    ok: bool
    rounding: float
    text: str
    convention: str
    failure: str = ""

    def values(self) -> tuple[Any, ...]:
        """The entries of :data:`COLUMNS`."""
        return tuple(getattr(self, "lam" if name == "lambda" else name) for name in COLUMNS)

    def as_dict(self) -> dict[str, Any]:
        return dict(zip(COLUMNS, self.values(), strict=True))


@dataclass(frozen=True)
class SweepResult(Swept):
    """The rows of a sweep in the order of the grid, and how they were computed."""

    claim: str
    rows: tuple[Row, ...]
    engine: str
    device: str
    points: int
    convention: str
    enclosed: bool
    columns: tuple[str, ...] = field(default=COLUMNS)

    @property
    def level(self) -> str:
        """The level of ``lo`` and ``hi``; what is ``measured`` is always sampled."""
        return "enclosure" if all(row.hi is not None for row in self.rows) else "sampled"

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data."""
        return self.record(
            self.columns,
            id=self.claim,
            level=self.level,
            engine=self.engine,
            device=self.device,
            points=self.points,
            convention=self.convention,
            enclosed=self.enclosed,
        )

    def to_csv(self) -> str:
        """The rows as CSV with a header; numbers that are exact stay exact."""
        return csv_text(self.columns, [row.values() for row in self.rows])

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


def family_of(claim: str) -> Family:
    """The networks of a claim; ``ValueError`` if there are none to be swept."""
    from proofs.pln.sweeps import FAMILIES
    from verify.promises import why_no_sweep

    if claim not in FAMILIES:
        why = why_no_sweep(claim)
        known = f": {why}" if why else f"; there is one for {', '.join(FAMILIES)}"
        raise ValueError(f"there is no sweep for {claim[:60]}{known}")
    return FAMILIES[claim]


def sweep(
    functions: Mapping[str, str],
    eps: Sequence[Fraction],
    d: Sequence[int] = (),
    delta: Sequence[Fraction | None] = (None,),
    device: str = "auto",
    engine: str = "local",
    points: int = 4096,
    convention: str | None = None,
    claim: str = "pln.thm1",
    enclosed: bool = True,
    kept: Kept | None = None,
) -> SweepResult:
    """Build and measure the network of every (f, eps, d, delta); rows in the order of the grid.

    ``functions`` maps names to expressions on [0, 1]; ``None`` in ``delta`` lets the constructor
    choose it.  ``d`` and ``delta`` are for the claims whose layer has them.  A cell is ok if
    measured <= predicted (1 + 1e-9) and measured < eps, both up to the rounding of the floats
    used, and, where it is ``enclosed``, if measured <= hi up to rounding, lo <= predicted and
    hi < eps.

    ``kept`` is a file of rows (:class:`verify.appended.Kept`): what it has of this code is not
    computed again, and what is computed is added when it is there, so that a sweep that was killed
    goes on.

    Raises:
        ValueError: an empty grid, eps <= 0, a d or delta that the layer does not have, a function
            that is not Lipschitz on [0, 1], a device or an engine that is not there.
    """
    from constructions.interop.arrays import choose_device

    chosen = family_of(claim)
    sizes = d or (chosen.least,)
    for name, values in (("functions", functions), ("eps", eps), ("delta", delta)):
        if not values:
            raise ValueError(f"the grid is empty: no values for {name}")
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    convention = _checked_convention(chosen, convention)
    for size in sizes:
        if size < chosen.least or (size > chosen.least and not chosen.sized):
            least = f"d >= {chosen.least}" if chosen.sized else f"d = {chosen.least}"
            raise ValueError(f"{chosen.layer} needs {least}, got d = {size}")
    for value in delta:
        if value is not None and not chosen.conventions:
            raise ValueError(f"{chosen.layer} has no delta here")
        if value is not None and value < 0:
            raise ValueError(f"delta must not be negative, got {value}")
    check_engine(engine)
    namespace, place, dtype = choose_device(device)
    constants = {name: lipschitz_upper(text) for name, text in functions.items()}
    cells = [
        _cell(claim, name, text, constants[name], Fraction(e), size, _text(q), convention)
        for name, text in functions.items()
        for e in eps
        for size in sizes
        for q in delta
    ]
    spot = (namespace, place, dtype)
    rows = _rows(cells, engine, spot, points, enclosed, kept)
    where = namespace if namespace == "numpy" else f"torch {place}"
    return SweepResult(claim, tuple(rows), engine, f"{where} {dtype}", points, convention, enclosed)


def _checked_convention(chosen: Family, convention: str | None) -> str:
    known = chosen.conventions
    if convention is None:
        return known[0] if known else ""
    if convention not in known and (known or convention):
        says = f"convention is one of {', '.join(known)}" if known else "there is no convention"
        raise ValueError(f"{chosen.layer}: {says}, got {convention[:40]!r}")
    return convention


def _cell(
    claim: str,
    name: str,
    text: str,
    L: Fraction,
    eps: Fraction,
    d: int,
    delta: str | None,
    convention: str,
) -> Cell:
    from constructions.pln import MAX_UNITS, units_needed

    N = units_needed(L, eps)
    if N > MAX_UNITS:
        raise ValueError(
            f"{name} with eps = {eps} asks for N = {N} units; at most {MAX_UNITS} are built"
        )
    return Cell(claim, name, text, str(L), str(eps), d, delta, convention, N)


def _text(q: Fraction | None) -> str | None:
    return None if q is None else str(Fraction(q))


def lipschitz_upper(text: str) -> Fraction:
    """A rigorous Lipschitz constant of the expression on [0, 1]."""
    from constructions.functions import lipschitz, parse

    return Fraction(lipschitz(parse(text)).upper)


def _rows(
    cells: Sequence[Cell],
    spec: str,
    place: tuple[str, str, str],
    points: int,
    enclosed: bool,
    kept: Kept | None = None,
) -> list[Row]:
    """The rows of the cells: those that are kept, and the others as they come.

    Raises:
        ValueError: a worker was killed; what was done by then is kept.
    """
    from verify.appended import Cells, reader

    what = Cells(
        __name__,
        cells,
        lambda cell: [vars(cell), place, points, enclosed],
        measure,
        (place, points, enclosed),
        vars,
        reader(Row),
    )
    return what.results(spec, lambda left: _chunks(left, points, workers_of(spec), enclosed), kept)


def _chunks(cells: Sequence[Cell], points: int, workers: int, enclosed: bool) -> list[list[Cell]]:
    """Neighbouring cells together, by work; small sweeps become one job."""
    work = [
        cell.N * cell.d * 3.0 * points + (ENCLOSING * cell.N**2 if enclosed else 0)
        for cell in cells
    ]
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


def measure(
    cells: Sequence[Cell], place: tuple[str, str, str], points: int, enclosed: bool
) -> list[Row]:
    """Build the networks of the cells, measure them, batch by batch, and enclose their errors."""
    from constructions.exact import Surd
    from constructions.functions import parse
    from constructions.interop.arrays import layer_kind
    from proofs.pln.sweeps import MAX_ENCLOSED_UNITS

    parsed = {text: _Remembered(parse(text)) for text in {cell.text for cell in cells}}
    built = [
        family_of(cell.claim).build(
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
        for i, f, seen in zip(members, functions, found, strict=True):
            narrow = enclosed and built[i].network.N <= MAX_ENCLOSED_UNITS
            certain = built[i].enclose(f, Fraction(cells[i].eps)) if narrow else None
            rows[i] = _row(cells[i], built[i], seen, certain, place[2])
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
    built: Sequence[Built], functions: Sequence[Any], place: tuple[str, str, str], points: int
) -> list[tuple[float, float, float]]:
    """Per network: the largest |G - f| found, where, and the largest |f|."""
    import numpy as np

    kinks = {id(f): _kinks(f) for f in functions}
    smooth = [float(made.c) for made in built]
    grids = [
        grid(made.cells, c, points, [*made.kinks[:MAX_KINKS], *kinks[id(f)]])
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

    from constructions.interop.arrays import ArraySystem

    namespace, device, dtype = place
    system = ArraySystem(namespace, dtype, device)
    values = _values([made.network for made in built], xs, place)
    found = []
    for i, f in enumerate(functions):
        target = system.numpy(f.evaluate(system, x=system.array(xs[i])))
        error = np.abs(values[i].astype("float64") - target)
        worst = int(np.argmax(error))  # numpy counts NaN as the largest: it is never missed
        found.append((float(error[worst]), float(xs[i][worst]), float(np.abs(target).max())))
    return found


def _values(nets: Sequence[Any], xs: Any, place: tuple[str, str, str]) -> Any:
    """The networks at their points, as numpy arrays, within :func:`rounding_of`.

    Of steps by breakpoints; of sigmoid and tanh, where far units are constants; else unit by unit.
    """
    import numpy as np

    from constructions.interop.arrays import ArraySystem, evaluate_batched
    from constructions.interop.saturating import Saturating
    from constructions.interop.steps import NotSteps, Steps

    namespace, device, dtype = place
    system = ArraySystem(namespace, dtype, device)
    widths: dict[int, list[int]] = {}
    for i, net in enumerate(nets):
        widths.setdefault(net.N.bit_length(), []).append(i)
    found = np.empty(np.shape(xs), dtype)
    for members in widths.values():
        part = [nets[i] for i in members]
        quick: Steps | Saturating | None = None
        for form in (Steps, Saturating):
            with suppress(NotSteps):
                quick = form.of(part)
        if quick is None or (isinstance(quick, Steps) and quick.ramps):
            values = evaluate_batched(part, xs[members], namespace, device, dtype)
        else:
            values = quick.values(xs[members], namespace, device, dtype)
        found[members] = system.numpy(values)
    return found


def _kinks(f: Any) -> list[float]:
    """Where a piecewise linear f bends, if it is one."""
    from constructions.functions import linear_pieces

    pieces = linear_pieces(f)
    return [float(piece.lo) for piece in pieces or ()][:MAX_KINKS]


def rounding_of(
    N: int, d: int, weights: float, L: float, size: float, u: float, saturating: bool = False
) -> float:
    """How far floating point moves a measured error; ``weights`` is the sum of |alpha_hat|.

    u (weights (10 N + 4 d + 40) + 5 L + 64 max|f|), for unit roundoff u:

    A unit's t = x + b_hat is computed with an error of at most 5 u.  Take the point x' at which
    the unit nearest to its jump is exact: the others are moved by 10 u at most, and since their
    slope is at most 1/(2|t|) for every c (2/(3 sqrt(3) |t|) for t/sqrt(t^2 + c^2), 1/(4|t|) for
    t/(|t| + c), less than 0.45/|t| for tanh(t/c), and for twice the sigmoid), with
    |t| >= 1/(2N) - 5 u, by 10 N u in value; a ReLU moves by 10 u.  f moves by 5 u L.  Summing N
    units adds N u, the layer's own operations 4 d + 40 roundings; f is taken to be computed to 64
    roundings of its largest value, a convention and not a bound.

    Where far units of sigmoid or tanh are constants, weights (33 N + 260) u are added: the bound of
    ``Saturating.rounding``, in which S is at most 2 weights.
    """
    more = 33 * N + 260 if saturating else 0
    return u * (weights * (11 * N + 4 * d + 40 + more) + 5 * L + 64 * size)


def _row(
    cell: Cell,
    made: Built,
    seen: tuple[float, float, float],
    certain: Enclosed | None,
    dtype: str,
) -> Row:
    from constructions.interop.arrays import UNIT_ROUNDOFF
    from constructions.layers import Sigmoid, Tanh

    error, where, size = seen
    network, chosen = made.network, family_of(cell.claim)
    rounding = rounding_of(
        network.N,
        network.layer.d,
        float(made.weights),
        float(Fraction(cell.L)),
        size,
        UNIT_ROUNDOFF[dtype],
        isinstance(network.layer, Sigmoid | Tanh),
    )
    bound, at, side = float(made.predicted), where, 0
    if certain is not None and certain.at is not None:
        at, side = float(certain.at), certain.side
    most = error if certain is None else float(certain.hi)
    return Row(
        layer=chosen.layer,
        f=cell.name,
        L=cell.L,
        eps=cell.eps,
        d=network.layer.d,
        N=network.N,
        width=network.N * network.layer.d,
        delta=made.setting if chosen.conventions else None,
        lam=made.setting if made.setting and not chosen.conventions else None,
        cells=made.cells,
        bound=float(made.bound),
        predicted=bound,
        measured=error,
        lo=None if certain is None else str(certain.lo),
        hi=None if certain is None else str(certain.hi),
        ratio=most / bound if bound else None,
        where=at,
        side=SIDES[side],
        ok=not (failure := _failure(cell, made, error, where, rounding, certain)),
        rounding=rounding,
        text=cell.text,
        convention=cell.convention,
        failure=failure,
    )


def _failure(
    cell: Cell,
    made: Built,
    error: float,
    where: float,
    rounding: float,
    certain: Enclosed | None,
) -> str:
    """Why the row is not ok, or nothing."""
    bound, eps = float(made.predicted), Fraction(cell.eps)
    at = f"at x = {where!r}"
    if not error <= bound * (1 + 1e-9) + rounding:
        return f"measured {error:.6g} > predicted {bound:.6g} {at}"
    if not Fraction(error) - Fraction(rounding) < eps:
        return f"measured {error:.6g} >= eps = {cell.eps} {at}"
    if certain is None:
        return ""
    if certain.lo > made.predicted:
        return f"the error is at least {float(certain.lo):.6g} > predicted {bound:.6g}"
    if not error <= float(certain.hi) * (1 + 1e-9) + rounding:
        return f"measured {error:.6g} > {float(certain.hi):.6g}, the enclosed supremum, {at}"
    if not certain.hi < eps:
        return f"the error is enclosed by {float(certain.hi):.6g}, not below eps = {cell.eps}"
    return ""


# --- the command's side --------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """What the command line asks for, read: the axes of the grid that were given."""

    axes: Mapping[str, Sequence[Any]]
    functions: Mapping[str, str]
    device: str = "auto"
    engine: str = "local"
    points: int = 4096
    convention: str | None = None
    enclosed: bool = True

    @property
    def eps(self) -> Sequence[Fraction]:
        return self.axes.get("eps", [Fraction(1, 10)])


def read_grid(grid: Sequence[str]) -> dict[str, list[Any]]:
    """``eps=1/5,1/10`` and the like; ``ValueError`` with one clear line for anything else."""
    readers: dict[str, Any] = {
        "eps": positive,
        "d": size_from(1),
        "delta": nonnegative("delta"),
    }
    axes: dict[str, list[Any]] = {}
    for text in grid:
        name, equals, values = text.partition("=")
        if name not in readers or not equals:
            raise ValueError(f"--grid takes eps=..., d=... or delta=..., got {text[:60]!r}")
        axes.setdefault(name, []).extend(readers[name](value) for value in values.split(","))
    return axes


def run_asked(
    claim: str,
    asked: Asked,
    *,
    lenient: bool = False,
    kept: Kept | None = None,
) -> SweepResult:
    """The sweep of one claim; ``lenient`` leaves out axes that its layer does not have."""
    chosen = family_of(claim)
    d, delta = list(asked.axes.get("d", ())), asked.axes.get("delta", (None,))
    convention = asked.convention
    if lenient:
        d = [size for size in d if size >= chosen.least] if chosen.sized else []
        delta = delta if chosen.conventions else (None,)
        convention = convention if convention in chosen.conventions else None
    return sweep(
        asked.functions,
        asked.eps,
        d,
        delta,
        asked.device,
        asked.engine,
        asked.points,
        convention,
        claim,
        asked.enclosed,
        kept,
    )


def write(result: SweepResult, out: Path) -> Path:
    """The rows as CSV for people and as JSON for the report and for ``check --rerun``."""
    record = {**result.as_dict(), "texts": {row.f: row.text for row in result.rows}}
    write_record(record, out)
    return result.write_csv(out / "sweep" / f"{result.claim}.csv")


def repeat(data: dict[str, Any]) -> str:
    """Measure the rows of a written sweep again; what differs from the record, if anything."""
    from constructions.interop.arrays import choose_device

    rows, points = data["rows"], int(data["points"])
    if not rows:
        raise ValueError("there are no rows")
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    claim, enclosed = str(data["id"]), bool(data["enclosed"])
    chosen = family_of(claim)
    convention = _checked_convention(chosen, str(data["convention"]))
    texts = {row["f"]: data["texts"][row["f"]] for row in rows}
    constants = {name: lipschitz_upper(text) for name, text in texts.items()}
    cells = [
        _cell(
            claim,
            name := row["f"],
            texts[name],
            constants[name],
            Fraction(str(row["eps"])),
            int(row["d"]),
            None if row["delta"] is None else str(row["delta"]),
            convention,
        )
        for row in rows
    ]
    again = _rows(cells, "local", choose_device("cpu"), points, enclosed)
    for row, new in zip(rows, again, strict=True):
        if not _agree(row, new):
            return f"{row['f']} at eps = {row['eps']}, d = {row['d']}, delta = {row['delta']}"
    return ""


def _agree(row: Mapping[str, Any], new: Row) -> bool:
    """Whether a row comes out again, up to the floats and the balls of another machine."""
    if (new.N, new.width, new.delta, new.lam, new.ok) != tuple(
        row[name] for name in ("N", "width", "delta", "lambda", "ok")
    ):
        return False
    if not abs(new.measured - row["measured"]) <= 1e-6 * (1 + abs(row["measured"])):
        return False
    ends = [(row["lo"], new.lo), (row["hi"], new.hi)]
    if any(a is None or b is None for a, b in ends):
        return all(a == b for a, b in ends)
    if new.lo == new.hi:  # exact
        return all(a == b for a, b in ends)
    room = Fraction(1, 100) * Fraction(new.hi or 0)
    return all(abs(Fraction(str(a)) - Fraction(str(b))) <= room for a, b in ends)
