"""layeract.table3.*: sentences of the paper about its Table 3."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import (
    ALL,
    LAYERACT,
    NETWORKS,
    TABLE3,
    TABLE15,
    above,
    cell,
    maybe_above,
    others,
)
from proofs.printed import Sentence, fails, holds, total

_ALL_DATASETS = (
    "The networks with LayerAct functions outperformed those with other activation functions on "
    "all datasets."
)

OUTPERFORM = holds(
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

OUTPERFORM_EACH = fails(
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

CLEAN = holds(
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


WORSE = holds(
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

WORSE_EACH = fails(
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
