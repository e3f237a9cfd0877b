"""The least widths that are found, for each layer of Table 1, and the table's bounds.

For a function f and eps: ``N``, the least number of units for which the layer's construction is
certified to be closer than eps on all of [0, 1] (for smooth layers with steps so steep that no
fewer than the step network's are tried: flatter ones may do with fewer), and ``best``, what is
known of the least number of units of any network of that layer:

LN-2, LS-1   the least number itself, in exact arithmetic (:mod:`constructions.fewest_steps`)
ReLU         a lower estimate from finitely many values (:mod:`verify.affine_pieces`)

Table 1 is about the worst f of its class, so N and best are at most its upper bound; its lower
bound stands beside them for comparison, and an easy f stays below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from verify.appended import Cells, Kept, dealt, lists, reader
from verify.engines import check_engine, workers_of
from verify.sweep import lipschitz_upper
from verify.swept import Swept, csv_text, write_record

if TYPE_CHECKING:
    from pathlib import Path

    from constructions.fewest_steps import Polyline
    from constructions.functions import Function
    from verify.sweep import Asked

CLAIM = "pln.table1"
COLUMNS = ("layer", "f", "L", "eps", "M", "N", "best", "known", "lower", "upper", "ok")
EXACT, AT_LEAST, SAMPLED = "exact", "at least", "at least, sampled"
ZIGZAG_CELLS = 4
"""The function of Eq. 51 with so many cells is added for each eps: it needs the most units."""

MAX_UNITS = 400
"""More units than this are not looked for."""

TRIES = 14
MAX_BOXES = 5_000
VERTICES = (64, 256)
SAMPLES = 401
BITS = 32


@dataclass(frozen=True)
class Job:
    """One function and one eps, in plain text: it travels between processes."""

    name: str
    text: str
    L: str
    eps: str


@dataclass(frozen=True)
class Row:
    """What was found for one layer; ``failure`` says why ``ok`` is false."""

    layer: str
    f: str
    L: str
    eps: str
    M: int
    N: int | None
    best: int | None
    known: str | None
    lower: int | None
    upper: int
    ok: bool
    text: str
    failure: str = ""

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in COLUMNS)

    def as_dict(self) -> dict[str, Any]:
        return dict(zip(COLUMNS, self.values(), strict=True))


@dataclass(frozen=True)
class Widths(Swept):
    """The rows, layer by layer for each function and eps."""

    rows: tuple[Row, ...]
    engine: str

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data."""
        return self.record(
            COLUMNS, id=CLAIM, level="enclosure", engine=self.engine, device="", points=0
        )

    def write(self, out: Path) -> Path:
        """The rows as CSV and as JSON."""
        from reports.files import write_text

        write_record({**self.as_dict(), "texts": {row.f: row.text for row in self.rows}}, out)
        table = csv_text(COLUMNS, [row.values() for row in self.rows])
        return write_text(out / "sweep" / f"{CLAIM}.csv", table)


def widths(
    functions: Mapping[str, str],
    eps: Sequence[Fraction],
    engine: str = "local",
    kept: Kept | None = None,
) -> Widths:
    """The least widths of every layer for every function and eps, and for Eq. 51.

    ``kept`` is the file of rows that the search goes on from (:class:`verify.appended.Kept`).

    Raises:
        ValueError: an empty grid, eps <= 0, a function that is not Lipschitz on [0, 1], too many
            units, an engine that is not there.
    """
    from constructions.adversaries import zigzag_text

    if not functions or not eps:
        raise ValueError("the grid is empty: no values for functions or eps")
    check_engine(engine)
    constants = {name: lipschitz_upper(text) for name, text in functions.items()}
    jobs = [
        Job(name, text, str(constants[name]), str(Fraction(e)))
        for name, text in functions.items()
        for e in eps
    ]
    for e in eps:
        hardest = zigzag_text(ZIGZAG_CELLS, Fraction(e))
        name = f"Eq. 51, eps = {Fraction(e)}"
        jobs.append(Job(name, hardest, str(2 * ZIGZAG_CELLS * Fraction(e)), str(Fraction(e))))
    for job in jobs:
        _few_enough(job)
    return Widths(tuple(_run(jobs, engine, kept)), engine)


def run_asked(asked: Asked, *, lenient: bool = False, kept: Kept | None = None) -> Widths:
    """The least widths for what the command line asks for: functions and eps."""
    beside = sorted({"d", "delta"} & set(asked.axes))
    if beside and not lenient:
        raise ValueError(f"{CLAIM} is about every layer: its grid has no {beside[0]}")
    return widths(asked.functions, asked.eps, asked.engine, kept)


def repeat(data: Mapping[str, Any]) -> str:
    """Look for the least widths of a written file again; what differs, if anything."""
    rows, texts = data["rows"], data["texts"]
    if not rows:
        raise ValueError("there are no rows")
    kept: dict[Job, list[Mapping[str, Any]]] = {}
    for row in rows:
        name = str(row["f"])
        job = Job(name, str(texts[name]), str(row["L"]), str(row["eps"]))
        kept.setdefault(job, []).append(row)
    constants = {text: lipschitz_upper(text) for text in {job.text for job in kept}}
    for job in kept:
        if Fraction(job.L) < constants[job.text] or Fraction(job.eps) <= 0:
            return f"{job.name} at eps = {job.eps}: L is too small"
        _few_enough(job)
    again = iter(_run(list(kept), "local"))
    for found in kept.values():
        for row in found:
            if next(again).as_dict() != dict(row):
                return f"{row['layer']}, {row['f']} at eps = {row['eps']}"
    return ""


def _few_enough(job: Job) -> None:
    from constructions.pln import units_needed

    N = units_needed(Fraction(job.L), Fraction(job.eps))
    if N > MAX_UNITS:
        raise ValueError(
            f"{job.name} with eps = {job.eps} asks for N = {N if N < 10**30 else '10^30 or more'} "
            f"units; least widths are looked for up to {MAX_UNITS}"
        )


def _run(jobs: Sequence[Job], spec: str, kept: Kept | None = None) -> list[Row]:
    what = Cells(
        __name__,
        jobs,
        vars,
        least_all,
        (),
        lambda rows: [vars(row) for row in rows],
        lists(reader(Row)),
    )
    found = what.results(spec, dealt(workers_of(spec)), kept)
    return [row for rows in found for row in rows]


# --- one job -------------------------------------------------------------------------------------


def least_all(jobs: Sequence[Job]) -> list[list[Row]]:
    """The rows of each job."""
    return [least(job) for job in jobs]


def least(job: Job) -> list[Row]:
    """The rows of one function and eps, a layer each."""
    from constructions.functions import parse
    from constructions.layers import SIGMA_PLUS_DELTA
    from constructions.pln import SIGMOID, TANH

    f, L, eps = parse(job.text), Fraction(job.L), Fraction(job.eps)
    best, known = fewest(f, L, eps)
    steps = _least_steps(f, L, eps, best)
    smooth = {
        "Sigmoid": (SIGMOID, "sigmoid"),
        "Tanh": (TANH, "tanh"),
        "LN-d": (SIGMA_PLUS_DELTA, "pln-d"),
        "LS-d": (SIGMA_PLUS_DELTA, "pls-d"),
    }
    rows = [
        _row(job, layer, row, _least_smooth(f, L, eps, steps, step), None, None)
        for layer, (step, row) in smooth.items()
    ]
    kinks = fewest_kinks(f, eps)
    relu = [n for n in (_least_chords(f, L, eps), _least_pairs(f, L, eps)) if n is not None]
    rows.insert(2, _row(job, "ReLU", "relu", min(relu, default=None), kinks, SAMPLED))
    return [
        *rows,
        _row(job, "LN-2", "pln-2", steps, best, known),
        _row(job, "LS-1", "pls-1", steps, best, known),
    ]


def _row(job: Job, layer: str, row: str, N: int | None, best: int | None, known: str | None) -> Row:
    from proofs.pln.table1.bounds import UPPER
    from proofs.pln.table1.rows import PRINTED

    M = int(Fraction(job.L) / (2 * Fraction(job.eps)))
    cells = {cell.side: cell.bound.at(M) for cell in PRINTED if row in cell.rows}
    upper = cells[UPPER]
    if upper is None:
        raise ValueError(f"Table 1 has no upper bound for {layer}")
    lower = next((value for side, value in cells.items() if side != UPPER), None)
    failure = ""
    if N is None or N > upper:
        failure = f"no network of {upper} units, the bound of Table 1, was certified"
    elif best is not None and best > N:
        failure = f"{N} units are enough, and {best} are said to be needed"
    return Row(
        layer, job.name, job.L, job.eps, M, N, best, known, lower, upper, not failure, job.text,
        failure,
    )  # fmt: skip


# --- the least number of units of any network ----------------------------------------------------


def fewest(f: Function, L: Fraction, eps: Fraction) -> tuple[int, str]:
    """How many +-1 units are needed: exactly, or a lower bound.

    A smooth f is replaced by a polyline g with |f - g| <= eta, bounded by balls: what comes closer
    than eps - eta to g is closer than eps to f, and what is closer than eps to f is closer than
    eps + eta to g.
    """
    from constructions.fewest_steps import Polyline, least_units
    from constructions.functions import linear_pieces

    pieces = linear_pieces(f)
    if pieces is not None:
        return least_units(Polyline.of(pieces), eps), EXACT
    low = 1
    for count in VERTICES:
        g, eta = polyline(f, count, L)
        low = least_units(g, eps + eta)
        if eta < eps and least_units(g, eps - eta) == low:
            return low, EXACT
    return low, AT_LEAST


def polyline(f: Function, count: int, L: Fraction) -> tuple[Polyline, Fraction]:
    """g with ``count`` equal parts, and eta with |f - g| <= eta on [0, 1]."""
    from constructions.fewest_steps import Polyline

    x = tuple(Fraction(k, count) for k in range(count + 1))
    y = tuple(_short(f, q) for q in x)
    eta = max(_from_chord(f, a, b, L) for a, b in pairwise(x))
    return Polyline(x, y), eta + Fraction(1, 2**BITS)


def _from_chord(f: Function, a: Fraction, b: Fraction, L: Fraction) -> Fraction:
    """A bound of the distance of f from its chord on [a, b], with h = b - a.

    h^2/8 max |f''|, else h/4 (max f' - min f') where the slopes are known, else h L/2.
    """
    from constructions.functions.jets import JetSystem
    from constructions.interop.flint import BallSystem, from_interval, to_fractions
    from constructions.systems import NumberError

    balls, h = BallSystem(96), b - a
    bounds = [h * L / 2]
    try:
        with balls.working():
            jets = JetSystem(balls)
            c = f.evaluate(jets, x=jets.variable(from_interval(a, b))).c
            if len(c) > 1:
                low, high = to_fractions(c[1])
                bounds.append(h * (high - low) / 4)
            if len(c) > 2:
                bounds.append(h * h / 8 * max(abs(q) for q in to_fractions(c[2])))
    except NumberError:  # a slope that is not bounded or not defined
        pass
    return min(bounds)


def _short(f: Function, q: Fraction) -> Fraction:
    """f(q) up to 2^-BITS, as a short number."""
    value = f.sample(q, Fraction(1, 2 ** (BITS + 2)))
    return Fraction(round(value * 2**BITS), 2**BITS)


def fewest_kinks(f: Function, eps: Fraction) -> int:
    """A lower estimate of the number of ReLUs, of level ``sampled``."""
    from constructions.fewest_steps import Polyline
    from constructions.functions import linear_pieces
    from verify.affine_pieces import fewest_pieces, swings

    x = [Fraction(k, SAMPLES - 1) for k in range(SAMPLES)]
    y = [_short(f, q) for q in x]
    lines = fewest_pieces([float(q) for q in x], [float(v) for v in y], float(eps))
    pieces = linear_pieces(f)
    if pieces is None:
        turns = swings(y, eps + Fraction(1, 2 ** (BITS - 1)))
    else:
        turns = swings(Polyline.of(pieces).y, eps)
    return max(1, lines - 1, turns - 1)


# --- the least number of units of a construction -------------------------------------------------


def _most(L: Fraction, eps: Fraction) -> int:
    from constructions.pln import units_needed

    return units_needed(L, eps) + 1


def _midpoints(f: Function, L: Fraction, N: int, eps: Fraction) -> tuple[Fraction, ...]:
    from constructions.pln import short_below, values_at_midpoints

    # of a hundredth of what is left of eps, where something is
    room = max(eps - L / (2 * N), eps / 100)
    return values_at_midpoints(f, N, short_below(room / 100))[0]


def _least_steps(f: Function, L: Fraction, eps: Fraction, start: int) -> int | None:
    """Lemma 2's network with N units: the least N from ``start`` on that is closer than eps."""
    for N in range(start, _most(L, eps) + 1):
        if _steps_below(f, _midpoints(f, L, N, eps), eps):
            return N
    return None


def _steps_below(f: Function, y: Sequence[Fraction], eps: Fraction) -> bool:
    from constructions.functions import linear_pieces
    from proofs.pln.prop2.instances import Steps, enclose_cells
    from proofs.supnorm.networks import exact_sup

    pieces = linear_pieces(f)
    if pieces is not None:
        return exact_sup(y, pieces).value < eps
    return enclose_cells(Steps(tuple(y)).cells(), f, target=eps)[1] < eps


def _least_smooth(
    f: Function, L: Fraction, eps: Fraction, start: int | None, step: str
) -> int | None:
    """The same with smooth steps, steep enough.

    Fewer units than jumps need are not tried: flat steps may do with fewer, by another theorem.
    """
    for N in range(start or 1, _most(L, eps) + 1) if start else ():
        y = _midpoints(f, L, N, eps)
        if _steps_below(f, y, eps) and _some_width_below(f, y, eps, step):
            return N
    return None


def _some_width_below(f: Function, y: tuple[Fraction, ...], eps: Fraction, step: str) -> bool:
    from constructions.pln import budget, short_below
    from proofs.pln.sweeps import enclose_steps, without_floor
    from proofs.supnorm.networks import OnLine, enclose_sup_balls

    left = eps - enclose_steps(y, f, eps).hi
    if left <= 0:
        return False
    steepness = budget(y, Fraction(0), eps, Fraction(0)).steepness
    c = short_below(left / steepness / 2) if steepness else Fraction(1)
    g = without_floor(f)
    for _ in range(TRIES):
        line = OnLine(y, c, step)
        if enclose_sup_balls(line, g, target=eps, max_boxes=MAX_BOXES)[1] < eps:
            return True
        c = short_below(c / 4)
    return False


def _least_chords(f: Function, L: Fraction, eps: Fraction) -> int | None:
    """Linear interpolation with N ReLUs on N - 1 cells."""
    from constructions.pln import short_below
    from constructions.relu import values_at_knots
    from proofs.pln.prop2.instances import chords

    for N in range(2, _most(L, eps) + 2):
        y, _ = values_at_knots(f, N - 1, short_below(eps / 10_000))
        if _lines_below(chords(y), f, eps):
            return N
    return None


def _least_pairs(f: Function, L: Fraction, eps: Fraction) -> int | None:
    """Pairs of ReLUs, N even: N/2 + 1 lines that do not join."""
    from constructions.pln import short_below
    from constructions.relu import kink_pair_network, quarter_point, steepness, values_at
    from proofs.pln.prop2.upper.pairs import pieces

    for N in range(6, _most(L, eps) + 2, 2):
        M = N // 2 + 1
        points = [quarter_point(Fraction(j), Fraction(M)) for j in range(2 * M)]
        y, _ = values_at(f, points, short_below(eps / 10_000))
        for margin in (eps / 4, eps / 64):
            Y = steepness(abs(y[0]), Fraction(M), L, margin)
            try:
                network = kink_pair_network(y, Y)
            except ValueError:  # a pair whose two kinks are one
                continue
            if _lines_below(pieces(network), f, eps):
                return N
    return None


def _lines_below(cells: Any, f: Function, eps: Fraction) -> bool:
    from constructions.functions import linear_pieces
    from proofs.pln.prop2.instances import enclose_cells
    from proofs.pln.sweeps import enclose_lines

    if linear_pieces(f) is not None:
        return enclose_lines(cells, f, eps).hi < eps
    return enclose_cells(cells, f, target=eps)[1] < eps
