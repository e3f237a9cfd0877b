"""Sweeps of what is measured beside what is proved: random samples of one setting after another.

A sweep here has *axes* (depth, width, eps, ...) with a home value and others; without a grid it
goes from home along each axis in turn.  At each setting some *quantities* are measured on many
samples, which come from a generator with a stated seed: level ``sampled``.  A largest value over
samples is a lower estimate of the largest value, a least value an upper one of the least.

Beside a measured value stand a *proved* bound, which the claim named ``by`` proves, and a *printed*
one, of the paper, that the claim ``of`` speaks of.  Both are compared sample by sample, with an
allowance for rounding.  A row is ok if no sample is beyond the proved bound, and none beyond the
printed one unless that is expected, since netproof has a counterexample to the claim ``of``; the
row says so.  No verdict uses a sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

from verify.appended import Cells, Kept, dealt, lists, reader
from verify.engines import check_engine, workers_of
from verify.swept import Swept, csv_text, write_record

if TYPE_CHECKING:
    from pathlib import Path

    from constructions.interop.arrays import ArraySystem

MODULES = ("fl", "layeract", "weierstrass", "sumformer")
"""The papers: the sweeps of each are in ``verify/sweep_PAPER.py``."""

FOUND = (
    "quantity",
    "measured",
    "low",
    "mean",
    "high",
    "sense",
    "proved",
    "by",
    "printed",
    "of",
    "beyond",
    "samples",
    "left out",
    "rounding",
    "word",
    "ok",
)
SEED = 1
MAX_POINTS = 1_000_000
MAX_CELLS = 2_000
MAX_NUMBERS = 20_000_000
"""The largest array of a setting has at most so many numbers."""

AT_MOST, AT_LEAST = "<=", ">="
WITHIN = "within the bound"
MEASURED = "measured"
EXPECTED = "beyond the printed bound, as expected"
FAILED = "beyond the bound"

Value = int | str
Setting = Mapping[str, Value]
Place = tuple[str, str, str]


@dataclass(frozen=True)
class Axis:
    """One axis: how a value is read, the home value, and the others that are tried by default."""

    name: str
    read: Callable[[str], Value]
    home: Value
    others: tuple[Value, ...] = ()

    @property
    def values(self) -> tuple[Value, ...]:
        return (self.home, *self.others)


@dataclass(frozen=True)
class Found:
    """One quantity at one setting.

    ``values`` has the shape (networks, samples) or (networks,), ``kept`` (or ``None``) tells the
    samples that count; ``proved``, ``printed`` and ``rounding`` are numbers, or arrays like
    ``values``.  ``sense`` says whether the bounds are above (``<=``) or below (``>=``).  Other
    machines may find values that differ by twice the rounding, or by ``apart`` where that is given
    because the values are nothing but rounding.
    """

    quantity: str
    values: Any
    proved: Any = None
    by: str = ""
    printed: Any = None
    of: str = ""
    sense: str = AT_MOST
    rounding: Any = 0.0
    kept: Any = None
    apart: Any = None


@dataclass(frozen=True)
class Study:
    """The sweep of one claim: ``measure(setting, system, points, rng)`` gives what was found.

    ``says`` is one line, ``check`` raises :class:`ValueError` for a setting that makes no sense,
    ``numbers`` is how many numbers the largest array has.
    """

    claim: str
    says: str
    axes: tuple[Axis, ...]
    measure: Callable[[Setting, ArraySystem, int, Any], Sequence[Found]]
    check: Callable[[Setting], None] = field(default=lambda setting: None)
    points: int = 2048
    numbers: Callable[[Setting, int], int] = field(default=lambda setting, points: points)

    def __post_init__(self) -> None:
        if {axis.name for axis in self.axes} & set(FOUND):
            raise ValueError(f"{self.claim}: an axis has the name of a column")

    def cells(self, grid: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
        """The settings: of the grid, or from home along each axis; a setting once."""
        if grid:
            values = [grid.get(axis.name, (axis.home,)) for axis in self.axes]
            found = [dict(zip((a.name for a in self.axes), v, strict=True))
                     for v in product(*values)]  # fmt: skip
        else:
            home = {axis.name: axis.home for axis in self.axes}
            found = [home] + [home | {a.name: v} for a in self.axes for v in a.others]
        return [cell for i, cell in enumerate(found) if cell not in found[:i]]


@dataclass(frozen=True)
class Row:
    """One quantity at one setting.

    ``low``, ``mean`` and ``high`` are over the networks, of each network's extreme value;
    ``measured`` is the extreme one of all, or that which is furthest beyond its bound, and
    ``proved``, ``printed`` and ``rounding`` are those of the same sample.  ``beyond`` counts the
    samples beyond the printed bound, of ``samples`` that count.
    """

    setting: Setting
    quantity: str
    measured: float | None
    low: float | None
    mean: float | None
    high: float | None
    sense: str
    proved: float | None
    by: str
    printed: float | None
    of: str
    beyond: int | None
    samples: int
    left_out: int
    rounding: float
    word: str
    ok: bool
    failure: str = ""
    apart: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        found = {name: getattr(self, name.replace(" ", "_")) for name in FOUND}
        return {**self.setting, **found}


@dataclass(frozen=True)
class Measured(Swept):
    """The rows of one sweep, and how they were computed."""

    claim: str
    axes: tuple[str, ...]
    rows: tuple[Row, ...]
    engine: str
    device: str
    points: int
    seed: int

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.axes, *FOUND)

    @property
    def beyond_printed(self) -> int:
        """How many rows are beyond a printed bound."""
        return sum(row.word == EXPECTED for row in self.rows)

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data."""
        return self.record(
            self.columns,
            id=self.claim,
            level="sampled",
            engine=self.engine,
            device=self.device,
            points=self.points,
            seed=self.seed,
        )

    def write(self, out: Path) -> Path:
        """The rows as CSV and as JSON."""
        from reports.files import write_text

        write_record(self.as_dict(), out)
        table = csv_text(self.columns, [list(row.as_dict().values()) for row in self.rows])
        return write_text(out / "sweep" / f"{self.claim}.csv", table)

    def says(self) -> str:
        """What came out, in one line."""
        bounded = [row for row in self.rows if row.proved is not None]
        within = sum(row.ok for row in bounded)
        text = f"{self.claim}: {len(self.rows)} rows"
        if bounded:
            text += f", {within} of {len(bounded)} within a proved bound"
        if any(row.printed is not None for row in self.rows):
            beyond = self.beyond_printed
            text += f", {beyond} beyond a printed one, as expected" if beyond else ""
        return f"{text}  ({self.device}, seed {self.seed})"


@cache
def studies() -> dict[str, Study]:
    """All sweeps of this kind by claim."""
    found: dict[str, Study] = {}
    for name in MODULES:
        found.update({s.claim: s for s in import_module(f"verify.sweep_{name}").STUDIES})
    return found


def named(words: Sequence[str]) -> list[str]:
    """Ids for ids, and for a paper's name its sweeps; what is neither stays as it is."""
    chosen: dict[str, None] = {}
    for word in words:
        of_paper = [claim for claim in studies() if claim.partition(".")[0] == word]
        chosen |= dict.fromkeys(of_paper or [word])
    return list(chosen)


# --- axes ----------------------------------------------------------------------------------------


def whole(name: str, low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from ``low`` to ``high``."""

    def read(text: str) -> int:
        digits = text.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise ValueError(f"{name} is a whole number from {low} to {high}, got {text[:40]!r}")
        if not low <= int(digits) <= high:
            raise ValueError(f"{name} is a whole number from {low} to {high}, got {digits}")
        return int(digits)

    return read


def rational(name: str, low: str, high: str) -> Callable[[str], str]:
    """A reader of rational numbers from ``low`` to ``high``, as exact text."""

    def read(text: str) -> str:
        try:
            if len(text) > 40 or "_" in text:
                raise ValueError
            q = Fraction(text.strip())
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{name} is a number such as 1/3 or 0.1, got {text[:40]!r}") from None
        if not Fraction(low) <= q <= Fraction(high):
            raise ValueError(f"{name} lies between {low} and {high}, got {text[:40]}")
        return str(q)

    return read


def one_of(name: str, words: Sequence[str]) -> Callable[[str], str]:
    """A reader of one of these words."""

    def read(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(f"{name} is one of {', '.join(words)}, got {text[:40]!r}")
        return text.strip()

    return read


# --- a sweep -------------------------------------------------------------------------------------


def run_grid(
    claim: str,
    grid: Sequence[str] = (),
    device: str = "auto",
    engine: str = "local",
    points: int | None = None,
    seed: int = SEED,
    kept: Kept | None = None,
) -> Measured:
    """The sweep of a claim from the command line's words: ``--grid depth=1,2,3 --grid eps=1/100``.

    ``kept`` is the file of rows that the sweep goes on from (:class:`verify.appended.Kept`).

    Raises:
        ValueError: one clear line for what cannot be used.
    """
    from constructions.interop.arrays import choose_device

    study = study_of(claim)
    read = {axis.name: axis.read for axis in study.axes}
    axes: dict[str, list[Value]] = {}
    for text in grid:
        name, equals, values = text.partition("=")
        if name not in read or not equals:
            takes = ", ".join(f"{axis}=..." for axis in read)
            raise ValueError(f"{claim}: --grid takes {takes}, got {text[:60]!r}")
        axes.setdefault(name, []).extend(read[name](value) for value in values.split(","))
    count = study.points if points is None else points
    _check(count, seed)
    check_engine(engine)
    cells = study.cells(axes)
    place = choose_device(device)
    rows = _run(claim, cells, engine, place, count, seed, kept)
    where = place[0] if place[0] == "numpy" else f"torch {place[1]}"
    names = tuple(axis.name for axis in study.axes)
    return Measured(claim, names, tuple(rows), engine, f"{where} {place[2]}", count, seed)


def study_of(claim: str) -> Study:
    if claim not in studies():
        raise ValueError(f"there is no such sweep for {claim[:60]}")
    return studies()[claim]


def _check(points: int, seed: int) -> None:
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    if not 0 <= seed < 2**32:
        raise ValueError(f"the seed is a whole number from 0 to 2^32 - 1, got {seed}")


def repeat(data: Mapping[str, Any]) -> str:
    """Measure the rows of a written file again; what differs, if anything."""
    from constructions.interop.arrays import choose_device

    claim, rows = str(data["id"]), data["rows"]
    points, seed = int(data["points"]), int(data["seed"])
    _check(points, seed)
    if not rows:
        raise ValueError("there are no rows")
    study = study_of(claim)
    cells: list[dict[str, Value]] = []
    for row in rows:
        cell = {axis.name: axis.read(str(row[axis.name])) for axis in study.axes}
        if cell not in cells:
            cells.append(cell)
    again = _run(claim, cells, "local", choose_device("cpu"), points, seed)
    if len(again) != len(rows):
        return f"{len(rows)} rows in the place of {len(again)}"
    for row, new in zip(rows, again, strict=True):
        if not _agree(row, new.as_dict(), new.apart):
            where = ", ".join(f"{name} = {value}" for name, value in new.setting.items())
            return f"{new.quantity} at {where}"
    return ""


def _agree(row: Mapping[str, Any], new: Mapping[str, Any], apart: float) -> bool:
    """Whether a row comes out again, up to the floats of another machine."""
    for name, value in new.items():
        old = row[name]
        if isinstance(value, float) and isinstance(old, float | int):
            loose = name in ("measured", "low", "mean", "high", "proved", "printed")
            room = 1e-6 * abs(value) + apart if loose else 1e-2 * abs(value) + apart
            if not abs(old - value) <= room:
                return False
        elif old != value:
            return False
    return True


def _run(
    claim: str,
    cells: Sequence[Setting],
    spec: str,
    place: Place,
    points: int,
    seed: int,
    kept: Kept | None = None,
) -> list[Row]:
    study = study_of(claim)
    if len(cells) > MAX_CELLS:
        raise ValueError(f"the grid has {len(cells)} settings; at most {MAX_CELLS} are measured")
    for cell in cells:
        study.check(cell)
        if study.numbers(cell, points) > MAX_NUMBERS:
            said = ", ".join(f"{name} = {value}" for name, value in cell.items())
            raise ValueError(f"{claim}: {points} points are too many for {said}")
    code = _claims_code(claim) if kept is not None else ""
    what = Cells(
        f"verify.sweep_{claim.partition('.')[0]}",
        cells,
        lambda cell: [claim, dict(cell), place, points, seed, code],
        _measure_of,
        (claim, place, points, seed),
        lambda rows: [vars(row) for row in rows],
        lists(reader(Row)),
    )
    found = what.results(spec, dealt(workers_of(spec)), kept)
    return [row for rows in found for row in rows]


def _claims_code(claim: str) -> str:
    """The digest of the claims of a paper: which of them have counterexamples is said in rows."""
    from proofs.registry import MODULES as CLAIMS
    from verify import sources

    paper = claim.partition(".")[0]
    homes = {name.partition(":")[0] for one, name in CLAIMS.items() if one.startswith(f"{paper}.")}
    return sources.digest([sources.closure(home) for home in sorted(homes)])


def _measure_of(
    cells: Sequence[Setting], claim: str, place: Place, points: int, seed: int
) -> list[list[Row]]:
    return measure(claim, cells, place, points, seed)


def measure(
    claim: str, cells: Sequence[Setting], place: Place, points: int, seed: int
) -> list[list[Row]]:
    """The rows of each cell; every cell has a generator of its own, of the same seed."""
    import numpy as np

    from constructions.interop.arrays import ArraySystem

    namespace, device, dtype = place
    system, study = ArraySystem(namespace, dtype, device), study_of(claim)
    rows = []
    with np.errstate(all="ignore"):
        for cell in cells:
            found = study.measure(cell, system, points, np.random.default_rng(seed))
            rows.append([row_of(cell, one) for one in found])
    return rows


def has_counterexample(claim: str) -> bool:
    """Whether netproof looks for a refutation of the claim: it has nothing to prove for it.

    Whether the counterexample holds is the claim's verdict (``verify run``), not the sweep's.
    """
    from proofs.registry import find

    entry = find(claim)
    return bool(entry.attempts) and not entry.obligations


def row_of(setting: Setting, found: Found) -> Row:
    """Compare what was found with its bounds, sample by sample."""
    import numpy as np

    values = np.asarray(found.values, dtype=float)
    values = values.reshape(len(values), -1)
    kept = np.ones(values.shape, dtype=bool)
    if found.kept is not None:
        kept = np.asarray(found.kept, dtype=bool).reshape(values.shape)

    def like(bound: Any) -> Any:
        array = np.asarray(bound, dtype=float)
        return array.reshape(values.shape) if array.ndim else np.full(values.shape, float(array))

    up = 1 if found.sense == AT_MOST else -1
    rounding = like(found.rounding)
    apart = 2 * (rounding if found.apart is None else like(found.apart))

    def over(bound: Any) -> Any:
        """Which samples that count are beyond it; NaN counts as beyond."""
        return kept & ~(up * values <= up * like(bound) + rounding)

    count, none = int(kept.sum()), np.zeros(values.shape, dtype=bool)
    bad = over(found.proved) if found.proved is not None else none
    bad |= kept & ~np.isfinite(values)
    beyond = over(found.printed) if found.printed is not None else none
    if not count:
        return Row(
            setting, found.quantity, None, None, None, None, found.sense, None, found.by, None,
            found.of, 0 if found.of else None, 0, values.size, 0.0, MEASURED, True,
        )  # fmt: skip
    # the worst sample, and the extreme one of each network in which some sample counts
    bound = found.proved if bad.any() and found.proved is not None else found.printed
    shown = bad if bad.any() else beyond if beyond.any() else kept
    excess = values - like(bound) if (bad | beyond).any() and bound is not None else values
    ranked = np.where(shown, np.nan_to_num(up * excess, nan=np.inf), -np.inf)
    at = np.unravel_index(int(np.argmax(ranked)), values.shape)
    extremes = up * np.max(np.where(kept, up * values, -np.inf), axis=1)
    extremes = extremes[kept.any(axis=1)]
    failure = ""
    says = f"{found.quantity} {values[at]:.6g}"
    where = ", ".join(f"{name} = {value}" for name, value in setting.items())
    if bad.any():
        limit = f"{like(found.proved)[at]:.6g}" if found.proved is not None else "finite"
        failure = f"{says}, not {found.sense} {limit} ({found.by or 'measured'}) at {where}"
    elif beyond.any() and not has_counterexample(found.of):
        failure = f"{says}, not {found.sense} {like(found.printed)[at]:.6g} ({found.of}) at {where}"
    word = WITHIN if found.proved is not None or found.printed is not None else MEASURED
    word = FAILED if failure else EXPECTED if beyond.any() else word
    return Row(
        setting=setting,
        quantity=found.quantity,
        measured=_number(values[at]),
        low=_number(extremes.min()),
        mean=_number(extremes.mean()),
        high=_number(extremes.max()),
        sense=found.sense,
        proved=None if found.proved is None else _number(like(found.proved)[at]),
        by=found.by,
        printed=None if found.printed is None else _number(like(found.printed)[at]),
        of=found.of,
        beyond=int(beyond.sum()) if found.printed is not None else None,
        samples=count,
        left_out=values.size - count,
        rounding=_number(rounding[at]) or 0.0,
        word=word,
        ok=not failure,
        failure=failure,
        apart=float(np.max(np.where(kept, apart, 0.0))),
    )


def _number(value: Any) -> float | None:
    """A float, or ``None`` for what JSON has no word for."""
    import math

    return float(value) if math.isfinite(value) else None
