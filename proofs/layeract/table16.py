"""layeract.table16.*: sentences of the paper about its Table 16."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import LAYERACT, TABLE16, TABLE17, TABLE18, TABLE19, cell, others
from proofs.printed import Sentence, fails, holds, number

_SIMILAR = (
    "The performance of networks with LayerAct functions were better or similar compared to "
    "other activation functions."
)

_NOISY = (TABLE16, TABLE17, TABLE18, TABLE19)

HALF, TWO_POINTS = number("1/2"), number("2")

SIMILAR = holds(
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

SIMILAR_CLEAN = fails(
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
