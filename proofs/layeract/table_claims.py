"""layeract.table*: sentences of the paper about its tables."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.terms import Term, conj, exists, var
from proofs.claims import Attempt, Claim, Obligation, Reading, Witness
from proofs.layeract import tables
from proofs.layeract.paper import source
from proofs.layeract.tables import (
    NETWORKS,
    TABLE1,
    TABLE2,
    TABLE3,
    TABLE4,
    TABLE5,
    TABLE6,
    TABLE7,
    TABLE10,
    TABLE11,
    TABLE14,
    TABLE15,
    TABLE16,
    TABLE17,
    TABLE18,
    TABLE19,
)
from proofs.printed import (
    ROUNDING,
    Amount,
    PrintedTable,
    Sentence,
    fails,
    holds,
    number,
    printed_value,
    total,
)
from proofs.trees.script import Json, Node, auto, intro, statement

LAYERACT = ("LA-SiLU", "LA-HardSiLU")
CATEGORIES = ("Noise", "Blur", "Digital", "Weather", "Extra")
DEEPER = NETWORKS[1:]
ALL = TABLE1.columns


def others(at: PrintedTable) -> list[str]:
    """The element-level functions of a table."""
    return [row for row in at.names if row not in LAYERACT]


def above(at: PrintedTable, row: str, other: Sequence[str], columns: Sequence[str]) -> list[Json]:
    """``row`` is certainly above each other row in each of the columns."""
    return [at.at(row, column) > at.at(name, column) for name in other for column in columns]


def maybe_above(
    at: PrintedTable, row: str, other: Sequence[str], columns: Sequence[str]
) -> dict[str, Json]:
    """``row`` may be above each other row in each of the columns."""
    return {
        f"Table {at.number}, {column}: {row} {cell(at, row, column)}, "
        f"{name} {cell(at, name, column)}": at.at(row, column).may_exceed(at.at(name, column))
        for name in other
        for column in columns
    }


def cell(at: PrintedTable, row: str, column: str) -> str:
    """The number as it is printed."""
    return dict(at.rows)[row][at.columns.index(column)]


def of(network: str, function: str) -> str:
    """The row of a network with an activation function."""
    return f"{network} {function}"


# --- the average over the corruptions ------------------------------------------------------------

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


def no_average() -> Node:
    """The rows contradict each other, whatever the shares are."""
    proof = auto("no shares")
    for share in reversed(_FREE):
        proof = intro(str(share.json), proof)
    return proof


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
            script=no_average,
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

# --- Tables 1, 2 and 15: clean CIFAR -------------------------------------------------------------

TABLE1_BEST = holds(
    Sentence(
        "layeract.table1.best",
        "LA-SiLU is the best activation of ResNet20 on clean CIFAR",
        source("Section 4.2.1, Tables 1 and 2", ""),
        "In both dataset, LA-SiLU achieved the best performance among the activation functions.",
        "the columns named clean of Tables 1 and 2: LA-SiLU is above each other function",
    ),
    [
        relation
        for at in (TABLE1, TABLE2)
        for relation in above(at, "LA-SiLU", [n for n in at.names if n != "LA-SiLU"], ["Clean"])
    ],
    "nine functions in two columns",
)


def _gelu(data: str, network: str) -> dict[str, Json]:
    column = f"{data}, {network}"
    return maybe_above(TABLE15, "GELU", ["LA-SiLU"], [column])


_BETTER = (
    "In other experiments, ResNet32 and ResNet44 on clean CIFAR datasets (Table 15 in Appendix K), "
    "GELU achieved better result in two specific cases, "
)
TABLE15_GELU = fails(
    Sentence(
        "layeract.table15.gelu",
        "GELU is better than LA-SiLU for ResNet32 and ResNet44 on CIFAR10",
        source("Section 4.2.1 and Table 15", ""),
        _BETTER + "ResNet32 on CIFAR10 and ResNet44 on CIFAR10.",
        "GELU is above LA-SiLU in the two columns",
    ),
    _gelu("CIFAR10", "ResNet32") | _gelu("CIFAR10", "ResNet44"),
    repaired=(
        holds(
            Sentence(
                "layeract.table15.gelu.repaired",
                "GELU is better than LA-SiLU for ResNet32 on CIFAR10 and ResNet44 on CIFAR100",
                source("Table 15", ""),
                _BETTER + "ResNet32 on CIFAR10 and ResNet44 on CIFAR100.",
                "GELU is above LA-SiLU in these two columns and below it in the other two",
            ),
            [
                TABLE15.at("GELU", "CIFAR10, ResNet32")
                > TABLE15.at("LA-SiLU", "CIFAR10, ResNet32"),
                TABLE15.at("GELU", "CIFAR100, ResNet44")
                > TABLE15.at("LA-SiLU", "CIFAR100, ResNet44"),
                TABLE15.at("LA-SiLU", "CIFAR10, ResNet44")
                > TABLE15.at("GELU", "CIFAR10, ResNet44"),
                TABLE15.at("LA-SiLU", "CIFAR100, ResNet32")
                > TABLE15.at("GELU", "CIFAR100, ResNet32"),
            ],
            "four columns",
        ),
    ),
)
_CLEAN_TABLES = (
    (TABLE1, "CIFAR10, ResNet20"),
    (TABLE16, "CIFAR10, ResNet32"),
    (TABLE17, "CIFAR10, ResNet44"),
    (TABLE2, "CIFAR100, ResNet20"),
    (TABLE18, "CIFAR100, ResNet32"),
    (TABLE19, "CIFAR100, ResNet44"),
)
TABLE15_COLUMNS = holds(
    Sentence(
        "layeract.table15.columns",
        "Table 15 repeats the clean columns of Tables 1, 2 and 16 to 19",
        source("Tables 1, 2, 15 to 19", ""),
        "Table 15 shows the classification performance of networks on clean CIFAR10 and CIFAR100 "
        "datasets.",
        "each number of a clean column may be that of Table 15",
    ),
    [
        at.at(row, "Clean").may_equal(TABLE15.at(row, column))
        for at, column in _CLEAN_TABLES
        for row in at.names
    ],
    "every row of the six tables",
)

# --- Table 3: ImageNet ---------------------------------------------------------------------------

_ALL_DATASETS = (
    "The networks with LayerAct functions outperformed those with other activation functions on "
    "all datasets."
)
TABLE3_OUTPERFORM = holds(
    Sentence(
        "layeract.table3.outperform",
        "The better LayerAct function is above all others on ImageNet",
        source("Section 4.2.3 and Table 3", ""),
        _ALL_DATASETS,
        "LA-SiLU is above each element-level function in each column",
    ),
    above(TABLE3, "LA-SiLU", others(TABLE3), ALL),
    "seven functions in seven columns",
)
TABLE3_OUTPERFORM_EACH = fails(
    Sentence(
        "layeract.table3.outperform.each",
        "Each LayerAct function is above all others on clean and noisy ImageNet",
        source("Section 4.2.3 and Table 3", ""),
        _ALL_DATASETS,
        "LA-SiLU and LA-HardSiLU are each above each element-level function, on clean ImageNet and "
        "in the total of ImageNet-C",
        ("Of LA-SiLU alone it holds: `layeract.table3.outperform`.",),
    ),
    {
        name: relation
        for row in LAYERACT
        for name, relation in maybe_above(TABLE3, row, others(TABLE3), ["Clean", "Total"]).items()
    },
)
TABLE3_CLEAN = holds(
    Sentence(
        "layeract.table3.clean",
        "Both LayerAct functions are above all others on clean ImageNet",
        source("Section 4.2.3 and Table 3", ""),
        "The LayerAct functions, even LA-HardSiLU that showed worse performance on the clean "
        "CIFAR10 and CIFAR100 datasets compared to SiLU or LReLU, outperformed other activation "
        "functions on clean ImageNet.",
        "both are above each element-level function in the column clean",
    ),
    [relation for row in LAYERACT for relation in above(TABLE3, row, others(TABLE3), ["Clean"])],
    "seven functions",
)
_WORSE = (
    "LA-HardSiLU that showed worse performance on the clean CIFAR10 and CIFAR100 datasets "
    "compared to SiLU or LReLU"
)


def _columns(data: str) -> list[str]:
    return [f"{data}, {network}" for network in NETWORKS]


TABLE3_WORSE = holds(
    Sentence(
        "layeract.table3.worse",
        "On average over the networks LA-HardSiLU is worse than SiLU and LReLU on clean CIFAR",
        source("Section 4.2.3 and Table 15", ""),
        _WORSE,
        "the mean of the three networks, on each of the two datasets",
    ),
    [
        total(TABLE15.at(row, column) for column in _columns(data))
        > total(TABLE15.at("LA-HardSiLU", column) for column in _columns(data))
        for data in ("CIFAR10", "CIFAR100")
        for row in ("SiLU", "LReLU")
    ],
    "two means each",
)
TABLE3_WORSE_EACH = fails(
    Sentence(
        "layeract.table3.worse.each",
        "For each network LA-HardSiLU is worse than SiLU or LReLU on clean CIFAR",
        source("Section 4.2.3 and Table 15", ""),
        _WORSE,
        "in each column of Table 15, LA-HardSiLU is below the better of SiLU and LReLU",
        ("On average over the networks it holds: `layeract.table3.worse`.",),
    ),
    {
        f"Table 15, {column}: {row} {cell(TABLE15, row, column)}, LA-HardSiLU "
        f"{cell(TABLE15, 'LA-HardSiLU', column)}": TABLE15.at(row, column).may_exceed(
            TABLE15.at("LA-HardSiLU", column)
        )
        for data in ("CIFAR10", "CIFAR100")
        for column in _columns(data)
        for row in [max(("SiLU", "LReLU"), key=lambda name: float(cell(TABLE15, name, column)))]
    },
)

# --- Tables 4 and 5: layer normalisation ---------------------------------------------------------

TABLE4_RELU = holds(
    Sentence(
        "layeract.table4.relu",
        "With LayerNorm, the deeper networks are better with ReLU on clean CIFAR",
        source("Appendix D, Tables 4 and 5", ""),
        "The results showed that ResNet32 and ResNet44 with ReLU outperformed those with LA-SiLU.",
        "the column clean of both tables",
    ),
    [
        relation
        for at in (TABLE4, TABLE5)
        for network in DEEPER
        for relation in above(at, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks, two datasets",
)
TABLE4_FOUR = holds(
    Sentence(
        "layeract.table4.four",
        "With LayerNorm, LA-SiLU is best in four of six noisy scenarios",
        source("Appendix D, Tables 4 and 5", ""),
        "On the noisy CIFAR100 dataset, the performance of ResNet20 and ResNet44 with SiLU was "
        "better than those with LA-SiLU. Nonetheless, it is noteworthy that LA-SiLU exhibited "
        "superior performance in four out of six scenarios on noisy datasets.",
        "the column total: LA-SiLU is above ReLU and SiLU in four cases, SiLU above it in two",
    ),
    [
        *(
            relation
            for at, network in (
                *((TABLE4, network) for network in NETWORKS),
                (TABLE5, "ResNet32"),
            )
            for relation in above(
                at, of(network, "LA-SiLU"), [of(network, "ReLU"), of(network, "SiLU")], ["Total"]
            )
        ),
        *(
            relation
            for network in ("ResNet20", "ResNet44")
            for relation in above(TABLE5, of(network, "SiLU"), [of(network, "LA-SiLU")], ["Total"])
        ),
    ],
    "six totals",
)
TABLE4_SILU = holds(
    Sentence(
        "layeract.table4.silu",
        "With LayerNorm, LA-SiLU is better than SiLU on clean CIFAR",
        source("Appendix D, Tables 4 and 5", ""),
        "Moreover, networks with LA-SiLU outperformed those with SiLU.",
        "the column clean of both tables; of noisy data the paper says the contrary for two of "
        "six networks, two sentences before",
    ),
    [
        relation
        for at in (TABLE4, TABLE5)
        for network in NETWORKS
        for relation in above(at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean"])
    ],
    "three networks, two datasets",
)
TABLE4_SILU_EACH = fails(
    Sentence(
        "layeract.table4.silu.each",
        "With LayerNorm, LA-SiLU is better than SiLU on clean and on noisy CIFAR",
        source("a second reading of Appendix D, Tables 4 and 5", ""),
        "Moreover, networks with LA-SiLU outperformed those with SiLU.",
        "the columns clean and total of both tables",
        ("Of clean data it holds: `layeract.table4.silu`.",),
    ),
    {
        name: relation
        for at in (TABLE4, TABLE5)
        for network in NETWORKS
        for name, relation in maybe_above(
            at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean", "Total"]
        ).items()
    },
)
# --- Tables 6 and 7: no normalisation ------------------------------------------------------------

TABLE6_NOISY = holds(
    Sentence(
        "layeract.table6.noisy",
        "Without normalisation, LA-SiLU is better than ReLU on noisy CIFAR10",
        source("Appendix E, Table 6", ""),
        "The networks with LA-SiLU outperformed the networks with ReLU on noisy datasets.",
        "the total and the five categories of Table 6; Table 7 prints the same numbers, "
        "`layeract.table7.differs`",
    ),
    [
        relation
        for network in NETWORKS
        for relation in above(TABLE6, of(network, "LA-SiLU"), [of(network, "ReLU")], ALL[1:])
    ],
    "three networks, six columns",
)
TABLE6_CLEAN = holds(
    Sentence(
        "layeract.table6.clean",
        "Without normalisation, the deeper networks are better with ReLU on clean CIFAR10",
        source("Appendix E, Table 6", ""),
        "However, the performance of ResNet32 and ResNet44 with ReLU outperformed those with "
        "LA-SiLU on clean datasets.",
        "the column clean of Table 6",
    ),
    [
        relation
        for network in DEEPER
        for relation in above(TABLE6, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks",
)


def _unequal(first: PrintedTable, second: PrintedTable) -> Json:
    """The sum over all cells of the squared difference of what is printed is not 0."""
    total_ = Term("0")
    for row in first.names:
        for column in first.columns:
            gap = printed_value(cell(first, row, column)) - printed_value(cell(second, row, column))
            total_ = total_ + gap * gap
    return total_ > 0


TABLE7_DIFFERS = fails(
    Sentence(
        "layeract.table7.differs",
        "Tables 6 and 7 are of different datasets",
        source("Appendix E, Tables 6 and 7", ""),
        "Table 6: Classification performance on CIFAR10 and CIFAR10-C of ResNet32 without a "
        "normaliation method. Table 7: Classification performance on CIFAR100 and CIFAR100-C of "
        "ResNet32 without a normaliation method.",
        "some of the 42 numbers of Table 7 differ from those of Table 6: the sum of the squared "
        "differences of what is printed is above 0",
        (
            "With LayerNorm (Table 5) and BatchNorm (Table 2) ResNet20 with ReLU has 61.3 and "
            "65.92 on CIFAR100; Table 7 prints 88.51, as Table 6 does for CIFAR10.",
        ),
    ),
    {"all 42 numbers of Table 7 are those of Table 6": _unequal(TABLE6, TABLE7)},
)

# --- Tables 10, 11 and 14 ------------------------------------------------------------------------

TABLE10_NOISY = holds(
    Sentence(
        "layeract.table10.noisy",
        "With IEBN, LA-SiLU is best on noisy data but for ResNet20 on CIFAR100",
        source("Appendix F, Tables 10 and 11", ""),
        "With the exception of ResNet20 on CIFAR100, networks with LA-SiLU demonstrated enhanced "
        "performance on noisy datasets when compared to their counterparts utilizing ReLU and "
        "SiLU.",
        "the column total: LA-SiLU is above ReLU and SiLU in five cases, and below ReLU in the "
        "sixth",
    ),
    [
        *(
            relation
            for at, networks in ((TABLE10, NETWORKS), (TABLE11, DEEPER))
            for network in networks
            for relation in above(
                at, of(network, "LA-SiLU"), [of(network, "ReLU"), of(network, "SiLU")], ["Total"]
            )
        ),
        *above(TABLE11, "ResNet20 ReLU", ["ResNet20 LA-SiLU"], ["Total"]),
    ],
    "six totals",
)
TABLE10_NOISY_EACH = fails(
    Sentence(
        "layeract.table10.noisy.each",
        "With IEBN, LA-SiLU is best for each category of corruptions but for ResNet20 on CIFAR100",
        source("a second reading of Appendix F, Tables 10 and 11", ""),
        "With the exception of ResNet20 on CIFAR100, networks with LA-SiLU demonstrated enhanced "
        "performance on noisy datasets when compared to their counterparts utilizing ReLU and "
        "SiLU.",
        "the five categories and the total of both tables",
        ("Of the total it holds: `layeract.table10.noisy`.",),
    ),
    {
        name: relation
        for at, networks in ((TABLE10, NETWORKS), (TABLE11, DEEPER))
        for network in networks
        for name, relation in maybe_above(
            at,
            of(network, "LA-SiLU"),
            [of(network, "ReLU"), of(network, "SiLU")],
            [*CATEGORIES, "Total"],
        ).items()
    },
)
TABLE10_CLEAN = holds(
    Sentence(
        "layeract.table10.clean",
        "With IEBN, the deeper networks are better with ReLU on clean data",
        source("Appendix F, Tables 10 and 11", ""),
        "Conversely, ReLU outperformed LA-SiLU in ResNet32 and ResNet44 models.",
        "the column clean of both tables",
    ),
    [
        relation
        for at in (TABLE10, TABLE11)
        for network in DEEPER
        for relation in above(at, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks, two datasets",
)
_SURPASSED = (
    "Nonetheless, it is important to highlight that LA-SiLU consistently surpassed SiLU, which "
    "utilizes the same activation scale function, across all tested scenarios."
)
TABLE10_SILU = holds(
    Sentence(
        "layeract.table10.silu",
        "With IEBN, LA-SiLU is better than SiLU on clean data and in the total",
        source("Appendix F, Tables 10 and 11", ""),
        _SURPASSED,
        "the columns clean and total of both tables",
    ),
    [
        relation
        for at in (TABLE10, TABLE11)
        for network in NETWORKS
        for relation in above(at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean", "Total"])
    ],
    "three networks, two datasets",
)
TABLE10_SILU_EACH = fails(
    Sentence(
        "layeract.table10.silu.each",
        "With IEBN, LA-SiLU is better than SiLU in each category of corruptions",
        source("Appendix F, Tables 10 and 11", ""),
        _SURPASSED,
        "every column of both tables",
        ("Of clean data and of the total it holds: `layeract.table10.silu`.",),
    ),
    {
        name: relation
        for at in (TABLE10, TABLE11)
        for network in NETWORKS
        for name, relation in maybe_above(
            at, of(network, "LA-SiLU"), [of(network, "SiLU")], ALL
        ).items()
    },
)
TABLE14_EVERY = holds(
    Sentence(
        "layeract.table14.every",
        "LA-SiLU is better than ReLU and SiLU in every U-Net",
        source("Appendix I and Table 14", ""),
        "The experimental results demonstrate that networks with LA-SiLU outperform those with "
        "ReLU and SiLU in every case.",
        "the three columns",
    ),
    above(TABLE14, "LA-SiLU", ["ReLU", "SiLU"], TABLE14.columns),
    "three columns",
)

TABLE6_TRIALS = fails(
    Sentence(
        "layeract.table6.trials",
        "Appendix E averages over the same number of trials in both of its sentences",
        source("Appendix E, Tables 6 and 7", ""),
        "We present the average accuracy over 10 trials. We report the average classification "
        "accuracy among 30 trials.",
        "the numbers of trials of the experiments without normalisation, Tables 6 and 7",
    ),
    {"10 trials before Table 6, 30 trials after Table 7": number("30").may_equal(number("10"))},
)

CLAIMS: tuple[Claim, ...] = (
    TABLE1_BEST,
    TOTAL,
    TABLE3_OUTPERFORM,
    TABLE3_OUTPERFORM_EACH,
    TABLE3_CLEAN,
    TABLE3_WORSE,
    TABLE3_WORSE_EACH,
    TABLE4_RELU,
    TABLE4_FOUR,
    TABLE4_SILU,
    TABLE4_SILU_EACH,
    TABLE6_NOISY,
    TABLE6_CLEAN,
    TABLE6_TRIALS,
    TABLE7_DIFFERS,
    TABLE10_NOISY,
    TABLE10_NOISY_EACH,
    TABLE10_CLEAN,
    TABLE10_SILU,
    TABLE10_SILU_EACH,
    TABLE14_EVERY,
    TABLE15_GELU,
    TABLE15_COLUMNS,
)
