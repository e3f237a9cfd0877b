"""layeract.table2.*: sentences of the paper about its Table 2."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.terms import Term, conj, exists, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.layeract import tables
from proofs.layeract.paper import source
from proofs.layeract.tables import CATEGORIES, TABLE1, TABLE2, TABLE16, TABLE17, TABLE18, TABLE19
from proofs.printed import ROUNDING, Amount, PrintedTable, total
from proofs.trees.script import Json, statement

#: CIFAR-C and ImageNet-C: 19 corruptions, 3 of them noises and 4 in each other category
COUNTS = (3, 4, 4, 4, 4)

_FREE = tuple(var(f"p{number}") for number in range(1, 5))

#: what each of the five categories counts for; together they are 1
SHARES = (*_FREE, 1 - _FREE[0] - _FREE[1] - _FREE[2] - _FREE[3])

#: rows of Table 2 that fit no shares together
ROWS = ("ReLU", "PReLU", "LA-HardSiLU", "ELU")


def weighted(at: PrintedTable, row: str) -> list[Amount]:
    """The five categories."""
    return [at.at(row, category) for category in CATEGORIES]


def may_be_average(at: PrintedTable, row: str, shares: Sequence[Term]) -> Json:
    """The total may be the sum of the shares times the categories."""
    parts = list(zip(shares, weighted(at, row), strict=True))
    low, high = (
        Term(["+", *((share * getattr(amount, side)).json for share, amount in parts)])
        for side in ("low", "high")
    )
    whole = at.at(row, "Total")
    return conj(low <= whole.high, whole.low <= high)


def any_average(at: PrintedTable, names: Sequence[str]) -> Json:
    """There are shares of the five categories, the same for these rows, that give the totals."""
    positive = [share >= 0 for share in SHARES]
    rows = [part for row in names for part in may_be_average(at, row, SHARES).json[1:]]
    found = conj(*positive, *rows)
    return _some_shares(found)


def _some_shares(found: Json) -> Json:
    for share in reversed(_FREE):
        found = exists(str(share.json), "real", found)
    return found


def with_clean(at: PrintedTable) -> list[Json]:
    """20 Total = 3 Noise + 4 (...) + Clean, up to rounding, in every row."""
    return [
        at.at(row, "Total")
        .times(20)
        .may_equal(total([*_corruptions(at, row), at.at(row, "Clean")]))
        for row in at.names
    ]


def without_clean(at: PrintedTable) -> list[Json]:
    """19 Total = 3 Noise + 4 (...), up to rounding, in every row."""
    return [
        at.at(row, "Total").times(19).may_equal(total(_corruptions(at, row))) for row in at.names
    ]


def _corruptions(at: PrintedTable, row: str) -> list[Amount]:
    return [amount.times(count) for count, amount in zip(COUNTS, weighted(at, row), strict=True)]


_WITH = (TABLE1, TABLE2, TABLE16, TABLE17, TABLE18, TABLE19)

_WITHOUT = tuple(
    at
    for at in tables.TABLES
    if at.columns == TABLE1.columns and at.number not in {w.number for w in _WITH}
)


_ANY = statement({}, [], any_average(TABLE2, ROWS))


def _all_but_one() -> Json:
    """All of the inequalities but the last are hypotheses."""
    inside = _ANY["show"]
    while inside[0] == "some":
        inside = inside[3]
    return statement({str(share.json): "real" for share in _FREE}, inside[1:-1], inside[-1])


#: shares that give these totals, but for ELU, where more is printed
_SHARES = Witness({"p1": "11/64", "p2": "1/16", "p3": "9/32", "p4": "25/64"})

TOTAL_REPAIRED = Claim(
    id="layeract.table2.total.repaired",
    kind="data",
    title="The totals of Tables 1, 2 and 16 to 19 include the clean accuracy",
    source=source("Tables 1 to 6, 8 to 13, 16 to 19", ""),
    statement="In Tables 1, 2 and 16 to 19 the total is the average of the accuracies on the clean "
    "data and under the 19 corruptions; in the other tables it is that of the 19 corruptions.",
    differs=(
        "The totals of Tables 1, 2 and 16 to 19 average the accuracy on the clean data as well."
    ),
    readings=(
        Reading(
            "Tables 1, 2 and 16 to 19: 20 times the total is the clean accuracy, 3 times that of "
            "noise and 4 times that of each other category",
            ("show",),
            "every row, up to rounding; with 3 corruptions in the category noise and 4 in each "
            "other, as in CIFAR-C",
        ),
        Reading(
            "the other tables: 19 times the total is that without the clean accuracy",
            ("show",),
            "every row, up to rounding",
            "layeract.table2.total.corruptions",
        ),
    ),
    obligations=(
        Obligation(
            "layeract.table2.total.clean",
            "with the clean accuracy as a twentieth, in the six tables",
            statement({}, [], conj(*(part for at in _WITH for part in with_clean(at)))),
        ),
        Obligation(
            "layeract.table2.total.corruptions",
            "without it, in the other tables",
            statement({}, [], conj(*(part for at in _WITHOUT for part in without_clean(at)))),
        ),
    ),
)

TOTAL = Claim(
    id="layeract.table2.total",
    kind="data",
    title="The total is the average of the accuracy across all corruptions",
    source=source("Section 4.2.2, Tables 1 and 2", ""),
    statement="Tables 1 and 2 show the classification performance of ResNet20 on CIFAR10-C and "
    "CIFAR100-C datasets. The "
    "total represents the average of accuracy across all corruptions.",
    readings=(
        Reading(
            "Table 2: the average across corruptions of five categories",
            ("show",),
            f"with any share $p_1, ..., p_5$ of each category, the same in four of the ten rows; "
            f"{ROUNDING}",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.table2.total.shares",
            "Table 2: no shares of the five categories give the totals of ReLU, PReLU, "
            "LA-HardSiLU and ELU; with 3, 4, 4, 4 and 4 corruptions the first is 40.5, printed is "
            "41.81",
            _ANY,
            Witness({}),
        ),
    ),
    satisfiable=(
        Attempt("layeract.table2.total.satisfiable", "there are no hypotheses", _ANY, Witness({})),
        Attempt(
            "layeract.table2.total.shares.satisfiable",
            "the shares 11/64, 4/64, 18/64, 25/64 and 6/64 give these totals, but for ELU, where "
            "more is printed",
            _all_but_one(),
            _SHARES,
        ),
    ),
    repaired=(TOTAL_REPAIRED,),
    notes=(
        "Improvements of the total by a corrupted accuracy alone are therefore larger than "
        "printed: of LA-HardSiLU over ReLU in Table 2, 1.09 instead of 1.04 points.",
    ),
    not_claimed=("the experiments were not run again; this is about what is printed",),
)
