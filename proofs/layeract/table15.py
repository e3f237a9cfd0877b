"""layeract.table15.*: sentences of the paper about its Table 15."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import (
    TABLE1,
    TABLE2,
    TABLE15,
    TABLE16,
    TABLE17,
    TABLE18,
    TABLE19,
    maybe_above,
)
from proofs.printed import Sentence, fails, holds
from proofs.trees.script import Json


def _gelu(data: str, network: str) -> dict[str, Json]:
    column = f"{data}, {network}"
    return maybe_above(TABLE15, "GELU", ["LA-SiLU"], [column])


_BETTER = (
    "In other experiments, ResNet32 and ResNet44 on clean CIFAR datasets (Table 15 in Appendix K), "
    "GELU achieved better result in two specific cases, "
)

GELU = fails(
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

COLUMNS = holds(
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
