"""layeract.table7.*: sentences of the paper about its Table 7."""

from __future__ import annotations

from constructions.terms import Term
from proofs.layeract.paper import source
from proofs.layeract.tables import TABLE6, TABLE7, cell
from proofs.printed import PrintedTable, Sentence, fails, printed_value
from proofs.trees.script import Json


def _unequal(first: PrintedTable, second: PrintedTable) -> Json:
    """The sum over all cells of the squared difference of what is printed is not 0."""
    total_ = Term("0")
    for row in first.names:
        for column in first.columns:
            gap = printed_value(cell(first, row, column)) - printed_value(cell(second, row, column))
            total_ = total_ + gap * gap
    return total_ > 0


DIFFERS = fails(
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
