"""fl.table1.*: sentences of the paper about its Table 1."""

from __future__ import annotations

from itertools import pairwise

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE1, TABLE2, TABLE11, difference, exact, gain, more, place
from proofs.printed import Sentence, fails, holds, number

BEST = holds(
    Sentence(
        "fl.table1.best",
        "FedLN is the best method in every column of Table 1",
        source("Section 1 and Table 1", ""),
        "We are the first to show that layer normalization is the best method so far for label "
        "shift problems, outperforming existing algorithms like FedProx, SCAFFOLD and FedLC.",
        "in each of the nine columns, FedLN is above each of the other eight methods",
    ),
    [
        relation
        for row in TABLE1.names
        if row != "FedLN"
        for relation in more(TABLE1, "FedLN", row, TABLE1.columns)
    ],
    "FedLN against eight methods in nine columns",
)

INFERIOR = holds(
    Sentence(
        "fl.table1.inferior",
        "FedFN is consistently inferior to FedLN in Table 1",
        source("Section 3, after Table 1", ""),
        "FedFN largely captures the performance gain of FedLN, despite being consistently "
        "inferior to FedLN.",
        "in each of the nine columns, FedFN is between FedAvg and FedLN",
    ),
    [
        *more(TABLE1, "FedLN", "FedFN", TABLE1.columns),
        *more(TABLE1, "FedFN", "FedAvg", TABLE1.columns),
    ],
    "nine columns",
)

_ONE_CLASS = gain(TABLE1, "FedLN", "CIFAR-10, 1 class")

GAIN = holds(
    Sentence(
        "fl.table1.gain",
        "FedLN improves over FedAvg by about 32 points with one class",
        source("Section 1", ""),
        "In the extreme one-class setting, LN can improve over FedAvg by $tilde 32%$ in terms of "
        "absolute test accuracy (see Table 1).",
        "87.2 - 55.0 rounds to 32",
        (
            "Tables 2 and 13 print 86.15 for what Table 1 prints as 87.2 (`fl.table1.table2`); "
            "with that the gain rounds to 31.",
        ),
    ),
    [_ONE_CLASS > number("31.5"), number("32.5") > _ONE_CLASS],
    "between 31.5 and 32.5",
)

_LARGE = number("9")


def _smallest(row: str) -> str:
    """The column in which the row gains least."""
    cells, base = dict(TABLE1.rows)[row], dict(TABLE1.rows)["FedAvg"]
    gains = {
        column: float(a) - float(b)
        for column, a, b in zip(TABLE1.columns, cells, base, strict=True)
    }
    return min(gains, key=lambda column: gains[column])


ONLY = holds(
    Sentence(
        "fl.table1.only",
        "FedLN is the only algorithm with a large gain in all columns of Table 1",
        source("Section 3, after Table 1", ""),
        "FedLN is the only algorithm that can dramatically improve FedAvg in all scenarios.",
        "a gain is dramatic from 9 points on: FedLN's always is, and of each other algorithm some "
        "is not",
        ("The sentence is true for 7.5 to 9 points; for 7 points FedFN does so too.",),
    ),
    [
        *(gain(TABLE1, "FedLN", column) > _LARGE for column in TABLE1.columns),
        *(
            _LARGE > gain(TABLE1, row, _smallest(row))
            for row in TABLE1.names
            if row not in ("FedAvg", "FedLN")
        ),
    ],
    "nine gains of FedLN, and the smallest one of each other algorithm",
)

_SKEWED = (
    ("CIFAR-10, 1 class", "CIFAR-10, 2 classes", "CIFAR-10, Dir(0.1)"),
    ("CIFAR-100, 2 classes", "CIFAR-100, 5 classes", "CIFAR-100, Dir(0.1)"),
    ("TinyImageNet, Dir(0.01)", "TinyImageNet, Dir(0.02)", "TinyImageNet, Dir(0.05)"),
)

_HELPS = (
    "Our main finding is that as client label distributions become more skewed, layer "
    "normalization helps more."
)

SKEW = holds(
    Sentence(
        "fl.table1.skew",
        "FedLN gains more in the most skewed column of a dataset than in the least skewed one",
        source("Section 1 and Table 1", ""),
        _HELPS,
        "of the three columns of each dataset, the gain over FedAvg is larger in the first than "
        "in the last",
    ),
    [gain(TABLE1, "FedLN", first) > gain(TABLE1, "FedLN", last) for first, _, last in _SKEWED],
    "three datasets",
)

SKEW_EACH = fails(
    Sentence(
        "fl.table1.skew.each",
        "FedLN gains more in each more skewed column of a dataset",
        source("Section 1 and Table 1", ""),
        _HELPS,
        "the gain over FedAvg decreases from column to column of a dataset",
        ("Read of the ends of each dataset's columns the sentence holds: `fl.table1.skew`.",),
    ),
    {
        f"FedLN and FedAvg, {one} and {other}: {difference(TABLE1, 'FedLN', one)} and "
        f"{difference(TABLE1, 'FedLN', other)}": gain(TABLE1, "FedLN", one).may_exceed(
            gain(TABLE1, "FedLN", other)
        )
        for columns in _SKEWED
        for one, other in pairwise(columns)
    },
)

_CIFAR100 = {
    "CIFAR-100, 2 classes": "2 classes, E=10",
    "CIFAR-100, 5 classes": "5 classes, E=10",
    "CIFAR-100, Dir(0.1)": "Dir(0.01), E=10",
}

# Of the two parts of "may be equal" the second fails in Tables 2 and 11: what is refuted is then
# "the second part", given the first, which holds.
TABLE1_TABLE11 = fails(
    Sentence(
        "fl.table1.table11",
        "Table 1 prints the numbers of Table 11 for CIFAR-100, rounded",
        source("consistency of Tables 1 and 11", ""),
        "The CIFAR-100 columns of Table 1 are the columns with $E = 10$ of Table 11, to one "
        "decimal.",
        "27 numbers of Table 1 and of Table 11 can be the same number, rounded",
        (
            "25 of the 27 agree.",
            "Table 1 and Appendix C.2 call the third column Dir(0.1), Table 11 calls it Dir(0.01).",
        ),
    ),
    {
        f"{place(TABLE1, row, one)}; {place(TABLE11, row, other)}": TABLE11.at(
            row, other
        ).may_equal(TABLE1.at(row, one))
        for row in TABLE1.names
        for one, other in _CIFAR100.items()
    },
)

TABLE1_TABLE2 = fails(
    Sentence(
        "fl.table1.table2",
        "Table 1 prints the ResNet numbers of Table 2 for CIFAR-10, rounded",
        source("consistency of Tables 1, 2 and 13", ""),
        "The CIFAR-10 columns of FedLN and FedFN in Table 1 are the ResNet rows of Table 2 (and "
        "13), to one decimal.",
        "six numbers of Table 1 and of Table 2 can be the same number, rounded",
        ("Five of the six agree.",),
    ),
    {
        f"{place(TABLE1, row, f'CIFAR-10, {column}')}; {place(TABLE2, name, column)}": TABLE2.at(
            name, column
        ).may_equal(TABLE1.at(row, f"CIFAR-10, {column}"))
        for row, name in (("FedLN", "FedLN - ResNet"), ("FedFN", "FedFN - ResNet"))
        for column in COLUMNS
    },
)

BETA = fails(
    Sentence(
        "fl.table1.beta",
        "The skews of TinyImageNet in Table 1 are those of the text",
        source("Table 1 and Appendix C.2", ""),
        "For TinyImageNet, we apply Dirichlet allocation with $beta = 0.1, 0.2, 0.5$. The columns "
        "of Table 1: Dir(0.01), Dir(0.02), Dir(0.05).",
        "the three numbers of the columns are the three of the text",
    ),
    {
        f"TinyImageNet: Dir({column}) in Table 1, {text} in the text": exact(column).may_equal(
            exact(text)
        )
        for column, text in (("0.01", "0.1"), ("0.02", "0.2"), ("0.05", "0.5"))
    },
)
