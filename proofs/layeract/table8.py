"""layeract.table8.*: sentences of the paper about its Table 8."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import NETWORKS, TABLE8, TABLE9, TWO, cell, of
from proofs.printed import PrintedTable, Sentence, fails, holds

_SWITCH = "Table 8 and 9 exhibit that the combination of SwitchNorm and LayerAct is not effective."


def _best(at: PrintedTable, network: str) -> str:
    """Of ReLU and SiLU, the one with the better total."""
    return max(("ReLU", "SiLU"), key=lambda name: float(cell(at, of(network, name), "Total")))


_CASES = tuple((at, network) for at in (TABLE8, TABLE9) for network in NETWORKS)

_BELOW = {
    f"Table {at.number}, {network}, {column}: {_best(at, network)} "
    f"{cell(at, of(network, _best(at, network)), column)}, "
    f"LA-SiLU {cell(at, of(network, 'LA-SiLU'), column)}": (
        at.at(of(network, _best(at, network)), column),
        at.at(of(network, "LA-SiLU"), column),
    )
    for at, network in _CASES
    for column in TWO
}

_FIVE = len(_BELOW) - len(TWO)  # all but the last network, ResNet44 on CIFAR100

SWITCHNORM = holds(
    Sentence(
        "layeract.table8.switchnorm",
        "With SwitchNorm, LA-SiLU is not the best in five of six cases",
        source("Appendix F, Tables 8 and 9", ""),
        _SWITCH,
        "the columns clean and total: the better of ReLU and SiLU is above LA-SiLU for every "
        "network but ResNet44 on CIFAR100",
    ),
    [better > own for better, own in list(_BELOW.values())[:_FIVE]],
    "two columns, five networks",
)

SWITCHNORM_EACH = fails(
    Sentence(
        "layeract.table8.switchnorm.each",
        "With SwitchNorm, LA-SiLU is not the best in any case",
        source("a second reading of Appendix F, Tables 8 and 9", ""),
        _SWITCH,
        "the columns clean and total: the better of ReLU and SiLU is above LA-SiLU for every "
        "network",
        ("In five of the six cases it holds: `layeract.table8.switchnorm`.",),
    ),
    {name: better.may_exceed(own) for name, (better, own) in _BELOW.items()},
)
