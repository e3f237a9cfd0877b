"""The tables of the paper, as printed: accuracies in percent.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*,
G. Zhang, M. Beitollahi, A. Bie, X. Chen, arXiv:2308.09565v2, Tables 1-6 and 10-14.
``python -m proofs.read_tables fl TEXT`` compares them with the text of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.printed import Amount, PrintedTable, printed_value, table, total
from proofs.trees.script import Json

SKEW = "1 class | 2 classes | Dir(0.1)"
_STEPS = " | ".join(f"{skew}, E={E}" for skew in SKEW.split(" | ") for E in (1, 10, 20))

TABLE1 = table(
    1,
    "Comparing normalization methods",
    "CIFAR-10, 1 class | CIFAR-10, 2 classes | CIFAR-10, Dir(0.1) | CIFAR-100, 2 classes "
    "| CIFAR-100, 5 classes | CIFAR-100, Dir(0.1) | TinyImageNet, Dir(0.01) "
    "| TinyImageNet, Dir(0.02) | TinyImageNet, Dir(0.05)",
    """
    FedAvg: 55.0 65.6 71.7 32.3 36.2 38.1 21.2 20.9 21.9
    FedProx: 54.7 66.7 71.4 32.4 36.6 38.8 21.0 20.8 22.1
    SCAFFOLD: 55.3 67.1 71.1 32.3 36.6 38.7 20.7 20.7 21.7
    FedLC: 10.0 57.9 65.0 6.0 18.2 22.3 0.8 0.4 0.5
    FedDecorr: 43.9 70.2 69.9 29.2 33.0 34.2 22.2 22.4 1.5
    FedRS: 10.0 56.7 66.1 10.7 24.9 22.1 14.8 18.4 19.0
    FedYogi: 80.9 80.0 79.2 44.6 44.1 45.2 22.5 24.3 25.7
    FedLN: 87.2 88.0 89.1 46.6 46.2 47.3 38.2 39.1 38.1
    FedFN: 80.8 82.3 84.2 40.3 45.4 45.4 34.0 34.1 34.1
    """,
)
TABLE2 = table(
    2,
    "Comparing the difference between LN and FN",
    SKEW,
    """
    FedLN - CNN: 78.04 77.52 78.27
    FedFN - CNN: 77.14 76.67 78.13
    FedLN - ResNet: 86.15 88.01 89.06
    FedFN - ResNet: 80.81 82.30 84.19
    """,
)
TABLE3 = table(
    3,
    "Comparing layer-wise vs. last-layer normalization",
    "1 class | 2 classes | Dir(0.1) | 1 class, bias | 2 classes, bias | Dir(0.1), bias",
    """
    FedAvg: 56.82 71.83 73.06 58.57 72.0 73.17
    FedFN - each layer: 77.05 76.60 77.27 77.70 76.29 76.50
    FedFN - last layer: 77.14 76.67 78.14 74.46 76.27 76.78
    FedLN - each layer: 77.16 78.09 78.71 77.75 76.73 78.36
    FedLN - last layer: 77.71 77.65 79.94 76.89 76.74 77.26
    """,
)
TABLE4 = table(
    4,
    "Comparison among normalization methods in FL",
    SKEW,
    """
    FedAvg: 56.82 71.83 73.06
    FedGN: 77.15 77.54 79.15
    FedAvg + BN: 9.63 24.64 58.80
    FedBN: 10.00 19.90 41.25
    FedFN: 77.14 76.67 78.14
    FedLN: 77.71 77.65 79.94
    """,
)
TABLE5 = table(
    5,
    "PACS dataset comparison",
    "2-2-3 classes | Dir(0.5) | Dir(1.0)",
    """
    FedAvg: 54.35 67.60 68.15
    FedProx: 55.96 57.14 56.58
    FedYogi: 64.56 71.81 72.20
    FedFN: 71.58 72.72 71.89
    FedLN: 70.46 69.39 72.72
    """,
)
TABLE6 = table(
    6,
    "Comparison among different variations of FedLN",
    SKEW,
    """
    FedLN - learnable: 78.04 77.52 78.27
    FedLN - static: 77.17 78.41 78.27
    FedLN - before: 77.04 78.08 78.27
    """,
)
TABLE10 = table(
    10,
    "SoTA comparison on CIFAR-10 with CNN",
    _STEPS,
    """
    FedAvg: 57.45 55.86 58.65 57.35 71.83 73.16 52.82 73.06 74.58
    FedProx: 57.39 54.24 58.31 57.42 71.86 72.78 53.94 72.85 74.72
    SCAFFOLD: 57.41 54.14 57.97 57.45 71.88 73.44 52.87 72.38 75.20
    FedLC: 9.72 9.72 9.72 39.35 62.01 64.49 45.08 70.25 71.98
    FedDecorr: 47.50 48.18 48.09 47.73 70.88 73.43 45.46 74.58 75.31
    FedRS: 10.00 10.00 10.00 37.96 63.26 64.06 44.82 70.60 72.63
    FedYogi: 77.61 73.13 74.21 76.77 78.97 77.12 76.46 79.35 77.99
    FedFN: 77.52 77.14 77.35 74.52 76.67 76.12 75.73 78.13 77.35
    FedLN: 79.25 78.04 78.12 77.39 77.52 76.93 77.10 78.27 77.48
    """,
)
TABLE11 = table(
    11,
    "SoTA comparison on CIFAR-100 with CNN",
    " | ".join(
        f"{skew}, E={E}" for skew in ("2 classes", "5 classes", "Dir(0.01)") for E in (1, 10, 20)
    ),
    """
    FedAvg: 39.38 32.33 33.57 41.81 36.22 36.65 40.92 38.14 38.12
    FedProx: 42.47 32.39 31.70 41.65 36.59 36.95 44.35 38.85 38.67
    SCAFFOLD: 41.40 32.30 34.43 41.46 36.57 37.06 44.55 38.7 38.69
    FedLC: 4.41 6.04 5.75 17.63 18.17 18.78 21.31 22.34 22.35
    FedDecorr: 33.03 29.21 32.43 33.27 32.94 35.26 33.58 34.24 36.48
    FedRS: 6.35 10.73 10.81 22.30 24.88 25.29 21.78 22.19 24.13
    FedYogi: 46.66 44.60 43.98 46.79 44.08 43.89 48.10 45.20 44.96
    FedFN: 46.51 40.32 43.70 45.51 45.41 44.10 48.15 45.36 44.52
    FedLN: 48.72 46.59 45.89 49.83 46.22 45.68 51.21 47.30 45.53
    """,
)
TABLE12 = table(
    12,
    "Combining adaptive optimization with normalization",
    SKEW,
    """
    FedAvg: 56.82 71.83 73.06
    FedYogi: 73.13 78.97 79.35
    FedFN: 77.14 76.67 78.14
    FedLN: 77.71 77.65 79.94
    FedFN + Yogi: 80.47 78.83 80.35
    FedLN + Yogi: 79.27 79.16 80.46
    """,
)
TABLE13 = table(
    13,
    "Comparison between different modifications of ResNet",
    SKEW,
    """
    FedLN - ResNet: 86.15 88.01 89.06
    FedFN - MV inside - ResNet: 77.76 84.34 86.63
    FedFN - n inside - ResNet: 82.14 84.05 85.17
    FedFN - ResNet: 80.81 82.30 84.19
    """,
)
TABLE14 = table(
    14,
    "Results with multiple runs for CIFAR-10",
    "CNN | CNN, deviation | ResNet | ResNet, deviation",
    """
    FedAvg: 55.76 0.55 55.34 0.78
    FedYogi: 73.76 0.70 76.90 2.80
    FedFN: 76.85 0.37 80.55 0.17
    FedLN: 77.21 0.85 83.40 4.90
    """,
)
TABLES = (
    TABLE1,
    TABLE2,
    TABLE3,
    TABLE4,
    TABLE5,
    TABLE6,
    TABLE10,
    TABLE11,
    TABLE12,
    TABLE13,
    TABLE14,
)

# --- what several sentences name ------------------------------------------------------------------

COLUMNS = tuple(SKEW.split(" | "))
FN_LN = ("FedFN", "FedLN")


def more(at: PrintedTable, row: str, other: str, columns: Sequence[str]) -> list[Json]:
    """``row`` is certainly above ``other`` in each of the columns."""
    return [at.at(row, column) > at.at(other, column) for column in columns]


def maybe_more(at: PrintedTable, row: str, other: str, columns: Sequence[str]) -> dict[str, Json]:
    """``row`` may be above ``other`` in each of the columns."""
    return {
        f"{place(at, row, column)}, {place(at, other, column)}": at.at(row, column).may_exceed(
            at.at(other, column)
        )
        for column in columns
    }


def place(at: PrintedTable, row: str, column: str) -> str:
    """Where a number stands, and the number."""
    cell = dict(at.rows)[row][at.columns.index(column)]
    return f"Table {at.number}, {row}, {column}: {cell}"


def sum_of(at: PrintedTable, row: str, columns: Sequence[str]) -> Amount:
    """The sum over the columns; sums of equally many numbers compare as their means do."""
    return total(at.at(row, column) for column in columns)


def difference(at: PrintedTable, row: str, column: str) -> str:
    """The row's number and FedAvg's, as a difference."""
    position = at.columns.index(column)
    return f"${dict(at.rows)[row][position]} - {dict(at.rows)['FedAvg'][position]}$"


def gain(at: PrintedTable, row: str, column: str) -> Amount:
    """The row's number minus FedAvg's."""
    return at.at(row, column) - at.at("FedAvg", column)


def exact(text: str) -> Amount:
    """A number that is not rounded, as it is printed."""
    return Amount(printed_value(text), printed_value(text))
