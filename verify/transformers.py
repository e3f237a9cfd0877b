"""Sweeps of whole transformers: what they are off by, over a grid of n, d, k and eps.

For each cell the network of Theorem 4.3, 4.4 or 4.5 is built with exact weights.  Its error and
that of its Sumformer are *measured*: the maximum of |T(X) - f(X)| and |S(X) - f(X)| over many X
in floating point, f from g itself.  X are corners of the cube, random tokens (of a fixed seed)
and points around the worst of them.  For a g that is no polynomial S and T are those of one near
it (:mod:`constructions.near_networks`), f is of g itself.  This is evidence of level ``sampled``;
the bound it is compared with is proved for all X (:mod:`constructions.transformer`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofs.parameters import positive, size_from
from verify.appended import Cells, Kept, dealt, reader
from verify.engines import check_engine, workers_of
from verify.swept import Swept, csv_text, write_record

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = {
    "sumformer.thm4_3": "transformer",
    "sumformer.thm4_4": "linformer",
    "sumformer.thm4_5": "performer",
}
COLUMNS = (
    "network",
    "g",
    "n",
    "d",
    "k",
    "eps",
    "D",
    "hidden",
    "parameters",
    "predicted",
    "measured",
    "sumformer",
    "ratio",
    "where",
    "ok",
)
STANDARD = ("figure 2", "squares", "pairs")
MAX_POINTS = 100_000
MAX_CORNERS = 12
ZOOMS = (0.1, 0.01, 0.001)
SEED = 1
ALLOWED = 1024
"""f and S are taken to be computed to so many roundings of the sum of the sizes of their terms: a
convention and not a bound."""


@dataclass(frozen=True)
class Cell:
    """One cell of the grid, in plain text: it travels between processes."""

    claim: str
    name: str
    text: str
    n: int
    d: int
    k: int | None
    eps: str


@dataclass(frozen=True)
class Row:
    """What was found in a cell; ``failure`` says why ``ok`` is false.

    ``predicted`` is the proved bound, rounded up; ``measured`` the largest |T - f| found, at the
    tokens ``where``; ``sumformer`` the largest |S - f|; ``rounding`` how far floating point may
    have moved ``measured``.
    """

    network: str
    g: str
    n: int
    d: int
    k: int | None
    eps: str
    D: int
    hidden: int
    parameters: int
    predicted: float
    measured: float
    sumformer: float
    ratio: float | None
    where: str
    ok: bool
    rounding: float
    text: str
    failure: str = ""

    @property
    def layer(self) -> str:
        return self.network

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in COLUMNS)

    def as_dict(self) -> dict[str, Any]:
        return dict(zip(COLUMNS, self.values(), strict=True))


@dataclass(frozen=True)
class Transformers(Swept):
    """The rows in the order of the grid, and how they were computed."""

    claim: str
    rows: tuple[Row, ...]
    engine: str
    device: str
    points: int

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON data."""
        return self.record(
            COLUMNS,
            id=self.claim,
            level="sampled",
            engine=self.engine,
            device=self.device,
            points=self.points,
        )

    def write(self, out: Path) -> Path:
        """The rows as CSV and as JSON."""
        from reports.files import write_text

        texts = {f"{row.g}, n = {row.n}": row.text for row in self.rows}
        write_record({**self.as_dict(), "texts": texts}, out)
        table = csv_text(COLUMNS, [row.values() for row in self.rows])
        return write_text(out / "sweep" / f"{self.claim}.csv", table)


def standard(name: str, n: int) -> str:
    """The g of this name for n >= 2 tokens, as text."""
    others = [f"x{j}" for j in range(2, n + 1)]
    if name == "figure 2":  # the paper's, Figure 2, for any n
        return f"x1 + 7*x1**2 + 3*x1*({' + '.join(others)})**3"
    if name == "squares":
        return " + ".join(f"{x}**2" for x in others) + " - x1/3"
    pairs = [f"{x}*{y}" for i, x in enumerate(others) for y in others[i + 1 :]]
    return " + ".join(pairs or ["x1*x2"]) + " + x1/7"


def texts(name: str, n: int) -> str:
    """A standard g, or the user's own."""
    return standard(name, n) if name in STANDARD else name


def run_grid(
    claim: str,
    grid: Sequence[str],
    functions: Sequence[str] = (),
    device: str = "auto",
    engine: str = "local",
    points: int = 512,
    kept: Kept | None = None,
) -> Transformers:
    """A sweep from the command line's words: ``--grid n=2,3 --grid k=1,2 --grid eps=1/10``.

    ``kept`` is the file of rows that the sweep goes on from (:class:`verify.appended.Kept`).
    Without functions, the standard ones.  Pairs with k >= n, which no theorem speaks of, are left
    out.  ``ValueError`` with one clear line for what cannot be used.
    """
    from constructions.interop.arrays import choose_device

    readers: dict[str, Any] = {name: size_from(1) for name in ("n", "d", "k")}
    readers["eps"] = positive
    axes: dict[str, list[Any]] = {}
    for text in grid:
        name, equals, values = text.partition("=")
        if name not in readers or not equals:
            raise ValueError(f"--grid takes n=..., d=..., k=... or eps=..., got {text[:60]!r}")
        axes.setdefault(name, []).extend(readers[name](value) for value in values.split(","))
    if claim not in CLAIMS:
        raise ValueError(f"there is no such sweep for {claim[:60]}")
    if "k" in axes and CLAIMS[claim] == "transformer":
        raise ValueError("a Transformer has no k")
    if not 2 <= points <= MAX_POINTS:
        raise ValueError(f"between 2 and {MAX_POINTS} points can be used, got {points}")
    check_engine(engine)
    place = choose_device(device)
    ks: Sequence[int | None] = axes.get("k", [1]) if CLAIMS[claim] != "transformer" else [None]
    names = [
        n for f in functions or ("@standard",) for n in (STANDARD if f == "@standard" else [f])
    ]
    cells = [
        Cell(claim, name, texts(name, n), n, d, k, str(Fraction(e)))
        for name in names
        for n in axes.get("n", [3])
        for d in axes.get("d", [1])
        for k in ks
        for e in axes.get("eps", [Fraction(1, 10)])
        if (name not in STANDARD or n > 1) and (k is None or k < n)
    ]
    if not cells:
        raise ValueError("the grid is empty: 1 <= k < n, and n >= 2 for the standard functions")
    rows = _run(cells, engine, place, points, kept)
    where = place[0] if place[0] == "numpy" else f"torch {place[1]}"
    return Transformers(claim, tuple(rows), engine, f"{where} {place[2]}", points)


def repeat(data: Mapping[str, Any]) -> str:
    """Measure the rows of a written file again; what differs, if anything."""
    from constructions.interop.arrays import choose_device

    rows, known, points = data["rows"], data["texts"], int(data["points"])
    if not rows or not 2 <= points <= MAX_POINTS:
        raise ValueError(f"there are no rows, or not between 2 and {MAX_POINTS} points")
    cells = [
        Cell(
            str(data["id"]), str(row["g"]), str(known[f"{row['g']}, n = {row['n']}"]),
            int(row["n"]), int(row["d"]), None if row["k"] is None else int(row["k"]),
            str(row["eps"]),
        )
        for row in rows
    ]  # fmt: skip
    if any(cell.claim not in CLAIMS for cell in cells):
        raise ValueError(f"there is no such sweep for {cells[0].claim[:60]}")
    again = _run(cells, "local", choose_device("cpu"), points)
    exact = ("network", "D", "hidden", "parameters", "predicted", "ok")
    for row, new in zip(rows, again, strict=True):
        same = all(getattr(new, name) == row[name] for name in exact)
        if not same or not abs(new.measured - row["measured"]) <= 1e-6 * (1 + row["measured"]):
            return f"{row['g']}, n = {row['n']}, d = {row['d']}, k = {row['k']}, eps = {row['eps']}"
    return ""


def _run(
    cells: Sequence[Cell],
    spec: str,
    place: tuple[str, str, str],
    points: int,
    kept: Kept | None = None,
) -> list[Row]:
    what = Cells(
        __name__,
        cells,
        lambda cell: [vars(cell), place, points],
        measure,
        (place, points),
        vars,
        reader(Row),
    )
    return what.results(spec, dealt(workers_of(spec)), kept)


# --- one job -------------------------------------------------------------------------------------


def measure(cells: Sequence[Cell], place: tuple[str, str, str], points: int) -> list[Row]:
    """The rows of some cells."""
    from constructions.systems import NumberError

    rows = []
    for cell in cells:
        try:
            rows.append(_measured(cell, place, points))
        except (NumberError, OverflowError):
            raise ValueError(f"{cell.text[:60]} is too large for floating point") from None
    return rows


def omegas(k: int) -> list[Fraction]:
    """The first coordinates of omega_1, ..., omega_k in a sweep: 0, 1/2, -1, 3/2, ..."""
    return [Fraction((-1) ** (j + 1) * j, 2) for j in range(k)]


def _measured(cell: Cell, place: tuple[str, str, str], points: int) -> Row:
    import numpy as np

    from constructions.bernstein import approximate, parse_target
    from constructions.interop.arrays import UNIT_ROUNDOFF, ArraySystem
    from constructions.interop.transformer_files import arrays, exactly
    from constructions.near_networks import SHARE, whole_network
    from constructions.rounding import LEAST, deviation
    from constructions.systems import NumberError
    from proofs.sumformer.thm4_1.bernstein.instances import unchanged

    kind, eps = CLAIMS[cell.claim], Fraction(cell.eps)
    options: dict[str, Any] = {"k": cell.k} if kind == "linformer" else {}
    options |= {"omega": omegas(cell.k or 1)} if kind == "performer" else {}
    try:
        g = parse_target(cell.text, cell.n, cell.d, decide=unchanged)
        near = approximate(g, eps * SHARE, eps)
    except NumberError as error:
        raise ValueError(str(error)) from None
    net = whole_network(kind, near, eps, **options)
    namespace, device, dtype = place
    system, u = ArraySystem(namespace, dtype, device), Fraction(UNIT_ROUNDOFF[dtype])
    rng = np.random.default_rng(SEED)
    X = _start(cell.n, cell.d, points, rng)
    measured, sumformer, where = 0.0, 0.0, X[0]
    for scale in (0.0, *ZOOMS):
        if scale:
            X = np.clip(where + scale * rng.uniform(-1, 1, (points, cell.n, cell.d)), 0.0, 1.0)
        worst, of_S, at = _errors(net, g, system, X.astype(dtype))
        sumformer = max(sumformer, of_S)
        if not worst <= measured:  # NaN is never missed
            measured, where = worst, X[at]
    written = net.replaced(exactly(arrays(net, dtype)))
    size = _sizes(near.in_unit, net)
    rounding = float(max(deviation(net, written, u, least=LEAST[dtype])) + ALLOWED * u * size)
    predicted, cost = _up(net.bound.total), net.cost()
    failure = ""
    tokens = "; ".join(", ".join(f"{q:.6g}" for q in x) for x in where)
    if not measured <= predicted + rounding:
        failure = f"measured {measured:.6g} > predicted {predicted:.6g} at x = {tokens}"
    elif not predicted < float(eps):
        failure = f"predicted {predicted:.6g}, not below eps = {cell.eps}"
    elif not sumformer <= _up(near.bound) + float(ALLOWED * u * size):
        failure = f"the Sumformer is off by {sumformer:.6g}"
    return Row(
        kind, cell.name, cell.n, cell.d, cell.k, cell.eps, net.D, sum(cost["hidden"]),
        cost["parameters"], predicted, measured, sumformer,
        measured / predicted if predicted else None, tokens, not failure, rounding, cell.text,
        failure,
    )  # fmt: skip


def _up(q: Fraction) -> float:
    import math

    value = float(q)
    return value if Fraction(value) >= q else math.nextafter(value, math.inf)


def _start(n: int, d: int, points: int, rng: Any) -> Any:
    """Corners of the cube where there are few, tokens that are all equal, and random ones."""
    import numpy as np

    random = rng.random((points, n, d))
    equal = np.repeat(np.linspace(0.0, 1.0, 33)[:, None, None], n * d, 1).reshape(33, n, d)
    parts = [equal, random]
    if n * d <= MAX_CORNERS:
        corners = np.array(np.meshgrid(*[[0.0, 1.0]] * (n * d))).reshape(n * d, -1).T
        parts.append(corners.reshape(-1, n, d))
    return np.concatenate(parts)


def _errors(net: Any, g: Any, system: Any, X: Any) -> tuple[float, float, int]:
    """(max |T - f|, max |S - f|, where the first is) over a batch (points, n, d)."""
    import numpy as np

    from constructions.functions.expression import evaluate
    from constructions.sumformer import coordinate

    tokens = [[system.array(X[:, i, j]) for j in range(net.d)] for i in range(net.n)]
    made, exact = net(system, tokens), net.sumformer(system, tokens)
    worst = np.zeros(len(X))
    of_S = 0.0
    for i in range(net.n):
        order = [i, *(j for j in range(net.n) if j != i)]
        values = {
            coordinate(place, c + 1, net.d): tokens[j][c]
            for place, j in enumerate(order, start=1)
            for c in range(net.d)
        }
        for o, expression in enumerate(g.outputs):
            f = system.numpy(evaluate(expression, system, values)).astype("float64")
            T, S = (system.numpy(v).astype("float64") for v in (made[i][o], exact[i][o]))
            worst = np.maximum(worst, np.abs(T - f))
            of_S = max(of_S, float(np.max(np.abs(S - f))))
    at = int(np.argmax(worst))  # numpy counts NaN as the largest: it is never missed
    return float(worst[at]), of_S, at


def _sizes(g: Any, net: Any) -> Fraction:
    """The sum of the sizes of all terms of g and of psi, for tokens in [0, 1]."""
    from constructions.feedforward import size_on
    from constructions.interop.polynomials import terms
    from constructions.transformer import psi_polynomials

    box = [(Fraction(0), Fraction(1))] * net.d
    box += [(-Fraction(net.n), Fraction(net.n))] * net.sumformer.latent
    of_g = sum(abs(Fraction(str(c))) for p in g.polynomials for _, c in terms(p))
    return Fraction(of_g) + sum(size_on(p, box) for p in psi_polynomials(net.sumformer))
