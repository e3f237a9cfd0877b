"""pln.table1: every cell of Table 1, and the table that the proofs give (Section 3.3).

The rows, the sequents behind them and what follows are in :mod:`proofs.pln.table1.rows`.  The
obligations are those of the claims that the table sums up, the same objects.
"""

from __future__ import annotations

from dataclasses import replace

from proofs.claims import Claim, Reading, Tables
from proofs.pln.paper import source
from proofs.pln.table1.beyond import COMPANIONS
from proofs.pln.table1.bounds import UPPER
from proofs.pln.table1.rows import (
    PRINTED,
    SOURCES,
    From,
    Printed,
    printed_formula,
    tables,
    used_by,
    width,
)
from proofs.registry import find

_BEHIND = tuple(dict.fromkeys(s for cell in PRINTED for s in used_by(cell)))
_OBLIGATIONS = {s: width(s) for s in _BEHIND}
#: the rows of the readings: the bound whose conclusion no other has comes last
_CELLS = sorted(PRINTED, key=lambda cell: cell.id == "pln.table1.relu.lower")


def _says(cell: Printed) -> str:
    relation = "<=" if cell.side == UPPER else ">="
    value = printed_formula(cell.bound)
    factor = "" if cell.width == "1" else f"{cell.width} "
    width = f"{factor}({value})" if factor and cell.bound.plus else f"{factor}{value}"
    return f"{cell.layer}: $cal(N) {relation} {value}$ and $cal(W) {relation} {width}$"


def _hypotheses(source_: From) -> list[Reading]:
    """What stands beside the hypotheses of a sequent in the claim that it is taken from."""
    theirs, bound = find(source_.claim), _OBLIGATIONS[source_].id
    first = theirs.obligations[0].id
    return [
        replace(reading, obligation=bound)
        for reading in theirs.readings
        if reading.formal[0] == "given" and (reading.obligation or first) == bound
    ]


_CLAIMS = tuple(dict.fromkeys(s.claim for s in _BEHIND))
CLAIM = Claim(
    id="pln.table1",
    kind="theorem",
    title="Bounds on the width for each nonlinear layer",
    source=source("Table 1", ""),
    statement="$cal(N)(phi)$ and $cal(W)(phi)$ of $cal(G)(N; phi)$ using different nonlinear "
    "layers. " + "; ".join(_says(cell) for cell in PRINTED) + ".",
    readings=(
        *(
            Reading(
                f"{cell.layer}, {'upper' if cell.side == UPPER else 'lower'} bound",
                ("show",),
                f"the sequent of `{s.claim}`",
                obligation=_OBLIGATIONS[s].id,
            )
            for cell in _CELLS
            for s in used_by(cell)
        ),
        *(reading for s in _BEHIND for reading in _hypotheses(s)),
    ),
    obligations=tuple(_OBLIGATIONS.values()),
    satisfiable=tuple(
        datum
        for claim in _CLAIMS
        for datum in find(claim).data()
        if any(datum.statement == o.statement for o in _OBLIGATIONS.values())
    ),
    notes=(
        'Where the table prints "/" it claims nothing.',
        "$cal(W) = d cal(N)$ by Definition 3.",
        "PLN-2 and PLS-1 are read with $delta = 0$ and the values of A.6 at $sigma = 0$, as their "
        "proofs are; PLN-$d$ with the $delta > 0$ of A.1; PLS-$d$ with $delta > 0$ and with "
        "$delta = 0$. $floor(L \\/ 2 epsilon)$ is 0 where $epsilon > L \\/ 2$: the lower bounds "
        "then say nothing.",
    ),
    not_claimed=(
        "that the bounds are reached: see the computed table",
        "what PLN-2 and PLS-1 with $delta > 0$ need at least, beyond the rows of PLN-$d$ and "
        "PLS-$d$",
    ),
    cites=_CLAIMS,
    sharpened=COMPANIONS,
    tables=Tables(tuple(dict.fromkeys(s.claim for s in SOURCES)), tables),
)
