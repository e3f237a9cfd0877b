"""Table 1 as data: what is printed, which sequent proves what of which layer, and what follows.

Nothing here says how a cell ends: the bounds are read off the sequents, the sequents count only
where their claims come out as proved, and a cell falls back where one does not.  A further bound
on a layer is one more line in :data:`SOURCES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from proofs.claims import Obligation, Table
from proofs.pln.definition3 import bound_of
from proofs.pln.table1 import bounds
from proofs.pln.table1.bounds import (
    LOWER,
    UPPER,
    Bound,
    Known,
    best,
    contradicts,
    helpful,
    implied,
    shifted,
)
from proofs.registry import find

LIMIT = 64  # values of M that are compared one by one; beyond, M + c against M + c
SHOWN = 9  # columns of the table of small cases


@dataclass(frozen=True)
class Row:
    """One layer with one reading of delta: a row of the computed table.  Texts are Typst markup."""

    key: str
    layer: str
    reading: str
    d: str


@dataclass(frozen=True)
class Printed:
    """One cell of N(phi) of Table 1 and the W(phi) beside it, which is to be d times as much.

    ``rows`` are the readings of the layer: the cell holds if it holds in each.
    """

    id: str
    layer: str
    side: str
    bound: Bound
    width: str  # the printed factor of W(phi)
    rows: tuple[str, ...]


@dataclass(frozen=True)
class From:
    """An obligation of a claim, about networks or a function, that a bound on N(phi) comes from."""

    row: str
    side: str
    claim: str
    obligation: str


ROWS = (
    Row("sigmoid", "Sigmoid", "", "1"),
    Row("tanh", "Tanh", "", "1"),
    Row("relu", "ReLU", "", "1"),
    Row("pln-d", "PLN-$d$", "$delta > 0$, $d >= 2$", "d"),
    Row("pln-d0", "PLN-$d$", "$delta = 0$, $d >= 3$", "d"),
    Row("pls-d", "PLS-$d$", "$delta > 0$, $d >= 1$", "d"),
    Row("pls-d0", "PLS-$d$", "$delta = 0$, $d >= 1$, $abs(z) <= 1$ at $bold(h) = 0$", "d"),
    Row("pls-d2", "PLS-$d$", "$delta = 0$, $d >= 2$", "d"),
    Row("pln-2", "PLN-2", "$delta = 0$, A.6", "2"),
    Row("pls-1", "PLS-1", "$delta = 0$, A.6", "1"),
)


def _companion(row: str, side: str, claim: str, *names: str) -> Iterator[From]:
    """These obligations of a companion of a proposition."""
    yield from (From(row, side, claim, f"{claim}.{name}") for name in names)


def _beyond(row: str, lower: Iterable[int], upper: Iterable[str] = ()) -> Iterator[From]:
    """The obligations of a companion of pln.table1."""
    claim = f"pln.table1.{row}.sharpened"
    yield from (From(row, LOWER, claim, f"pln.table1.{row}.{least}") for least in lower)
    yield from (From(row, UPPER, claim, f"pln.table1.{row}.{name}") for name in upper)


#: which obligation bounds which row; what it says is read off its sequent
SOURCES: tuple[From, ...] = (
    From("sigmoid", UPPER, "pln.prop1.sigmoid", "pln.prop1.sigmoid.statement"),
    From("tanh", UPPER, "pln.prop1.tanh", "pln.prop1.tanh.statement"),
    From("relu", LOWER, "pln.prop2.lower", "pln.prop2.lower.statement"),
    From("relu", UPPER, "pln.prop2.upper", "pln.prop2.upper.statement"),
    *_companion("relu", UPPER, "pln.prop2.upper.sharpened2", "statement"),
    *_companion("relu", UPPER, "pln.prop2.upper.sharpened3", "statement", "one", "three", "five"),
    *_companion("relu", LOWER, "pln.prop2.lower.sharpened", "zero", "one", "two", "three"),
    From("pln-d", UPPER, "pln.thm1", "pln.thm1.statement"),
    From("pls-d", UPPER, "pln.thm3", "pln.thm3.statement"),
    From("pln-d0", UPPER, "pln.thm1.sharpened2", "pln.thm1.printed"),
    From("pls-d0", UPPER, "pln.thm3", "pln.thm3.limit"),
    From("pls-d2", UPPER, "pln.thm3", "pln.thm3.printed"),
    From("pln-2", LOWER, "pln.prop3", "pln.prop3.lower"),
    From("pln-2", LOWER, "pln.prop3.sharpened", "pln.prop3.exact"),
    From("pln-2", UPPER, "pln.prop3", "pln.prop3.upper"),
    From("pls-1", LOWER, "pln.prop4", "pln.prop4.lower"),
    From("pls-1", LOWER, "pln.prop4.sharpened", "pln.prop4.exact"),
    From("pls-1", UPPER, "pln.prop4", "pln.prop4.upper"),
    *_beyond("sigmoid", (1, 2, 3, 4)),
    *_beyond("tanh", (1, 2, 3, 4), ("one",)),
    *_beyond("pln-d", (1, 2), ("one",)),
    *_beyond("pls-d", (1, 2), ("one",)),
    *_beyond("pln-d0", (1, 2), ("one",)),
    *_beyond("pls-d0", (1, 2)),
    *_beyond("pls-d2", (), ("one",)),
    *(
        From("pls-d2", LOWER, "pln.table1.pls-d0.sharpened", f"pln.table1.pls-d0.{least}")
        for least in (1, 2)
    ),
)


def _cell(name: str, layer: str, side: str, plus: int, width: str, *rows: str) -> Printed:
    return Printed(f"pln.table1.{name}.{side}", layer, side, Bound(plus), width, rows or (name,))


#: the cells of Table 1 that are not "/"
PRINTED: tuple[Printed, ...] = (
    _cell("sigmoid", "Sigmoid", UPPER, 1, "1"),
    _cell("tanh", "Tanh", UPPER, 1, "1"),
    _cell("relu", "ReLU", LOWER, -1, "1"),
    _cell("relu", "ReLU", UPPER, 2, "1"),
    _cell("pln-d", "PLN-$d$", UPPER, 1, "d", "pln-d"),
    _cell("pls-d", "PLS-$d$", UPPER, 1, "d", "pls-d", "pls-d0"),
    _cell("pln-2", "PLN-2", LOWER, 0, "2"),
    _cell("pln-2", "PLN-2", UPPER, 1, "2"),
    _cell("pls-1", "PLS-1", LOWER, 0, "1"),
    _cell("pls-1", "PLS-1", UPPER, 1, "1"),
)


# --- what the claims prove -----------------------------------------------------------------------


def obligation(source: From) -> Obligation:
    """The obligation that a source names."""
    (found,) = (o for o in find(source.claim).obligations if o.id == source.obligation)
    return found


def width(source: From) -> Obligation:
    """The obligation of the same claim that says it of N(phi): Definition 3 on that one."""
    wanted = bound_of(obligation(source).statement)
    (found,) = (o for o in find(source.claim).obligations if o.statement == wanted)
    return found


@cache
def read(source: From) -> Bound:
    """What the sequent of a source says of N(phi)."""
    width(source)
    return bounds.read(source.side, obligation(source).statement)


def known(row: str, side: str, verdicts: Mapping[str, str]) -> list[Known]:
    """The bounds on a row whose claims are proved."""
    return [
        Known(read(source), source.claim, source.obligation)
        for source in SOURCES
        if (source.row, source.side) == (row, side) and verdicts.get(source.claim) == "proved"
    ]


@dataclass(frozen=True)
class Ending:
    """How a printed cell ends, the claims behind it and, if it is refuted, where it fails."""

    verdict: str
    claims: tuple[str, ...]
    because: str = ""


def ending(cell: Printed, verdicts: Mapping[str, str]) -> Ending:
    """proved: in every reading the bounds imply the cell.  refuted: in one they contradict it."""
    upper, other = cell.side == UPPER, LOWER if cell.side == UPPER else UPPER
    claims: dict[str, None] = {}
    proved = True
    for row in cell.rows:
        against = contradicts(cell.bound, known(row, other, verdicts), LIMIT, upper=upper)
        if against:
            M, bound = against
            value, shown = bound.bound.at(M), cell.bound.at(M)
            relation, printed = ("<=", ">=") if not upper else (">=", "<=")
            because = (
                f"$L = {2 * M}$, $epsilon = 1$: $cal(N) {relation} {value}$ "
                f"(`{bound.claim}`), and $cal(N) {printed} {shown}$ is printed"
            )
            return Ending("refuted", (bound.claim,), because)
        used = implied(cell.bound, known(row, cell.side, verdicts), LIMIT, upper=upper)
        proved = proved and used is not None
        claims |= dict.fromkeys(k.claim for k in (used or {}).values())
    return Ending("proved" if proved else "open", tuple(claims))


# --- the tables of the report --------------------------------------------------------------------

MARKS = {"proved": "■ proved", "refuted": "× refuted", "open": "○ open"}


def tables(verdicts: Mapping[str, str]) -> list[Table]:
    """Table 1 as printed with what decides each cell, as computed, and for small M."""
    return [_printed(verdicts), _computed(verdicts), _small(verdicts)]


def _printed(verdicts: Mapping[str, str]) -> Table:
    rows = []
    for cell in PRINTED:
        end = ending(cell, verdicts)
        relation = "<=" if cell.side == UPPER else ">="
        value = printed_formula(cell.bound)
        width = value if cell.width == "1" else f"{cell.width} ({value})"
        if cell.width != "1" and not cell.bound.plus:
            width = f"{cell.width} {value}"
        rows.append(
            (
                cell.layer,
                f"$cal(N) {relation} {value}$",
                f"$cal(W) {relation} {width}$",
                MARKS[end.verdict] + (f": {end.because}" if end.because else ""),
                _ids(end.claims),
            )
        )
    head = ("Layer", "$cal(N)$ as printed", "$cal(W) = d cal(N)$ as printed", "Verdict", "By")
    return Table("Table 1 as printed, cell by cell", head, tuple(rows))


def _computed(verdicts: Mapping[str, str]) -> Table:
    rows = []
    for row in ROWS:
        lower, upper = (known(row.key, side, verdicts) for side in (LOWER, UPPER))
        low, high = helpful(lower, LIMIT, upper=False), helpful(upper, LIMIT, upper=True)
        rows.append(
            (
                f"{row.layer}, {row.reading}" if row.reading else row.layer,
                _bounds(low),
                _bounds(high),
                exact(lower, upper),
                _ids(dict.fromkeys(k.claim for k in (*low, *high))),
            )
        )
    head = ("Layer", "Lower bound on $cal(N)$", "Upper bound on $cal(N)$", "Exact", "By")
    says = "Table 1 as proved, $M = floor(L \\/ (2 epsilon))$, $cal(W) = d cal(N)$"
    return Table(says, head, tuple(rows))


def _small(verdicts: Mapping[str, str]) -> Table:
    rows = []
    for row in ROWS:
        lower, upper = (known(row.key, side, verdicts) for side in (LOWER, UPPER))
        cells = [interval(lower, upper, M) for M in range(SHOWN)]
        rows.append((f"{row.layer}, {row.reading}" if row.reading else row.layer, *cells))
    head = ("Layer", *(f"$M = {M}$" for M in range(SHOWN)))
    return Table("$cal(N)$ for small $M = floor(L \\/ (2 epsilon))$", head, tuple(rows))


def interval(lower: Iterable[Known], upper: Iterable[Known], M: int) -> str:
    """``3`` where the bounds meet, else ``2–4``, ``$>= 2$``, ``$<= 4$`` or ``open``."""
    low, high = best(lower, M, upper=False), best(upper, M, upper=True)
    low = None if low is not None and low <= 0 else low  # says nothing
    if low is None or high is None:
        return "open" if low == high else f"$<= {high}$" if low is None else f"$>= {low}$"
    return str(low) if low == high else f"{low}–{high}"


def exact(lower: list[Known], upper: list[Known]) -> str:
    """Where lower and upper bound meet: the value and the M, in Typst markup."""
    met = [M for M in range(LIMIT) if best(lower, M, upper=False) == best(upper, M, upper=True)]
    met = [M for M in met if best(lower, M, upper=False) is not None]
    always = {k.bound.plus for k in lower if k.bound.is_line}
    always &= {k.bound.plus for k in upper if k.bound.is_line}
    if always and len(met) == LIMIT:
        return f"${shifted('M', min(always))}$"
    start, says = _every_other(lower, upper, met)
    few = [f"${best(upper, M, upper=True)}$ for $M = {M}$" for M in met if M < start]
    return ", ".join([*few, *says]) or "open"


def _every_other(lower: list[Known], upper: list[Known], met: list[int]) -> tuple[int, list[str]]:
    """From where on ``M + c``, a lower bound for all M, is an upper bound for odd or even M."""
    for line in (k.bound for k in lower if k.bound.is_line):
        for bound in (k.bound for k in upper):
            if bound.multiple != 2 or bound.fixed or bound.most is not None:
                continue
            same = [M for M in met if bound.at(M) == line.at(M)]
            if same and same == list(range(same[0], LIMIT, 2)):  # M + 2 adds 2 to both
                parity = "odd" if same[0] % 2 else "even"
                return same[0], [f"${shifted('M', line.plus)}$ for {parity} $M >= {same[0]}$"]
    return LIMIT, []


def printed_formula(bound: Bound) -> str:
    """The bound as Table 1 writes it."""
    return shifted("floor(L \\/ 2 epsilon)", bound.plus)


def _bounds(bounds: list[Known]) -> str:
    if not bounds:
        return "open"
    ordered = sorted(bounds, key=lambda k: (k.bound.least, k.bound.most or 0, k.bound.plus))
    return ", ".join(_with_condition(known_.bound) for known_ in ordered)


def _with_condition(bound: Bound) -> str:
    where = bound.condition()
    return f"${bound.formula()}$" + (f" (${where}$)" if where else "")


def _ids(claims: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in claims) or "–"


def used_by(cell: Printed) -> tuple[From, ...]:
    """The sources that prove a cell in each of its readings, if their claims are proved."""
    found: dict[From, None] = {}
    for row in cell.rows:
        sources = [s for s in SOURCES if (s.row, s.side) == (row, cell.side)]
        for source in sources:
            alone = [Known(read(source), source.claim, source.obligation)]
            if implied(cell.bound, alone, LIMIT, upper=cell.side == UPPER) is not None:
                found.setdefault(source)
                break
        else:
            raise ValueError(f"{cell.id}: no single obligation proves it for {row}")
    return tuple(found)
