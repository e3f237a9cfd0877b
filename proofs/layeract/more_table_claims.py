"""layeract.table8.* to layeract.table22.*: further sentences of the paper about its tables."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.terms import Term
from proofs.claims import Claim
from proofs.layeract.paper import source
from proofs.layeract.table_claims import cell, of, others
from proofs.layeract.tables import (
    NETWORKS,
    TABLE8,
    TABLE9,
    TABLE12,
    TABLE13,
    TABLE16,
    TABLE17,
    TABLE18,
    TABLE19,
    TABLE20,
    TABLE21,
    TABLE22,
    TABLE23,
)
from proofs.printed import MISSING, Amount, PrintedTable, Sentence, fails, holds, number, printed
from proofs.trees.script import Json

TWO = ("Clean", "Total")
LAYERACT = ("LA-SiLU", "LA-HardSiLU")

# --- Tables 8 and 9: SwitchNorm ------------------------------------------------------------------

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
TABLE8_SWITCHNORM = holds(
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
TABLE8_SWITCHNORM_EACH = fails(
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

# --- Tables 12 and 13: DBN -----------------------------------------------------------------------

TENTH = number("1/10")
TABLE12_SIMILAR = holds(
    Sentence(
        "layeract.table12.similar",
        "With DBN, LA-SiLU is similar or better but for ResNet20 on CIFAR100",
        source("Appendix F, Tables 12 and 13", ""),
        "Except for ResNet20 on CIFAR100, networks with LA-SiLU showed similar or improved "
        "performance on both clean and noisy datasets compared to those employing ReLU and "
        "LA-SiLU.",
        "the columns clean and total: LA-SiLU is at most 0.1 below ReLU and below SiLU, for which "
        "the sentence has LA-SiLU a second time; for ResNet20 on CIFAR100 it is more than that "
        "below ReLU",
    ),
    [
        *(
            at.at(of(network, "LA-SiLU"), column) + TENTH > at.at(of(network, other), column)
            for at in (TABLE12, TABLE13)
            for network in NETWORKS
            if (at, network) != (TABLE13, NETWORKS[0])
            for other in ("ReLU", "SiLU")
            for column in TWO
        ),
        *(
            TABLE13.at(of(NETWORKS[0], "ReLU"), column)
            > TABLE13.at(of(NETWORKS[0], "LA-SiLU"), column) + TENTH
            for column in TWO
        ),
    ],
    "six networks, two columns",
)

# --- Tables 16 to 19 -----------------------------------------------------------------------------

_SIMILAR = (
    "The performance of networks with LayerAct functions were better or similar compared to "
    "other activation functions."
)
_NOISY = (TABLE16, TABLE17, TABLE18, TABLE19)
HALF, TWO_POINTS = number("1/2"), number("2")
TABLE16_SIMILAR = holds(
    Sentence(
        "layeract.table16.similar",
        "On noisy CIFAR, the deeper networks are similar or better with LayerAct",
        source("Appendix K, Tables 16 to 19", ""),
        _SIMILAR,
        "the column total: both LayerAct functions are at most 0.5 below each other function",
    ),
    [
        at.at(row, "Total") + HALF > at.at(name, "Total")
        for at in _NOISY
        for row in LAYERACT
        for name in others(at)
    ],
    "four tables",
)
TABLE16_SIMILAR_CLEAN = fails(
    Sentence(
        "layeract.table16.similar.clean",
        "On clean CIFAR, the deeper networks are similar or better with LayerAct",
        source("a second reading of Appendix K, Tables 16 to 19", ""),
        _SIMILAR,
        "the column clean: both LayerAct functions are at most 2 below each other function",
        ("Of the total on noisy data it holds: `layeract.table16.similar`.",),
    ),
    {
        f"Table {at.number}, Clean: {name} {cell(at, name, 'Clean')}, {row} "
        f"{cell(at, row, 'Clean')}": (at.at(row, "Clean") + TWO_POINTS).may_exceed(
            at.at(name, "Clean")
        )
        for at in _NOISY
        for row in LAYERACT
        for name in others(at)
    },
)

# --- Tables 20 to 23: p-values -------------------------------------------------------------------

LEVEL = number("1/20")
_EXCEPT = tuple(("RN44", name) for name in ("ReLU", "LReLU"))
TABLE22_SIGNIFICANT = holds(
    Sentence(
        "layeract.table22.significant",
        "LA-HardSiLU differs significantly but from ReLU and LReLU, on noisy CIFAR",
        source("Section 4.2.2, Tables 22 and 23", ""),
        "In statistical significance test, networks with LA-HardSiLU outperformed those with "
        "element-level activation functions (T-test or Wilconxon signed-rank test with p-value < "
        "0.05), except networks with ReLU and LReLU on noisy CIFAR10 with Gaussian noise 1 and 2.",
        "the p-values of LA-HardSiLU are below 0.05, but for those of ResNet44 with ReLU and "
        "LReLU on CIFAR10-C",
        (
            "The tables have one p-value for all corruptions of CIFAR10-C together; none is about "
            "Gaussian noise 1 and 2.",
            "For ResNet44 with PReLU on CIFAR10-C none is given.",
        ),
    ),
    [
        *(
            LEVEL > at.at(row, name)
            for at in (TABLE22, TABLE23)
            for row in at.names
            for name in at.columns
            if cell(at, row, name) != MISSING and (at is TABLE23 or (row, name) not in _EXCEPT)
        ),
        *(TABLE22.at(row, name) > LEVEL for row, name in _EXCEPT),
    ],
    "47 p-values",
)


def _large() -> list[str]:
    """The p-values of Tables 20 and 21 that are not below 0.05, as they are printed."""
    every = [text for row in TABLE20.values() for text in row]
    every += [text for _, cells in TABLE21.rows for text in cells]
    return [text for text in every if not text.startswith("<") and float(text) >= 0.05]


def _one_is_small(values: Sequence[Amount]) -> Json:
    """The least of them may be below 0.05."""
    least = values[0].low
    for value in values[1:]:
        least = _minimum(least, value.low)
    return least < LEVEL.high


def _minimum(one: Term, other: Term) -> Term:
    return Term(["min", one.json, other.json])


_SEVEN = _large()[:7]
TABLE20_COUNT = fails(
    Sentence(
        "layeract.table20.count.all",
        "Of all comparisons in Tables 20 and 21 all but six have p-values below 0.05",
        source("a reading of Section 4.2.1 by all of Tables 20 and 21", ""),
        "Read by all comparisons of Tables 20 and 21, one of two readings: the p-value from T-test "
        "or Wilconxon signed-rank test was below 0.05 in 30 out of 36 experiments.",
        "30 out of 36 leave six: of any seven p-values of the two tables one is below 0.05",
        (
            f"The two tables have 47 p-values, {len(_large())} of them not below 0.05.",
            "36 are the comparisons with the six functions that Section 4.2 names, on two datasets "
            "with three networks, one of which exploded. In the text at hand the columns of Table "
            "20 are out of order, so that this reading is not decided.",
        ),
    ),
    {f"the p-values {', '.join(_SEVEN)}": _one_is_small([printed(text) for text in _SEVEN])},
)

CLAIMS: tuple[Claim, ...] = (
    TABLE8_SWITCHNORM,
    TABLE8_SWITCHNORM_EACH,
    TABLE12_SIMILAR,
    TABLE16_SIMILAR,
    TABLE16_SIMILAR_CLEAN,
    TABLE20_COUNT,
    TABLE22_SIGNIFICANT,
)
