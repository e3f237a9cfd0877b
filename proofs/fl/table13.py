"""fl.table13.*: sentences of the paper about its Table 13."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE13, maybe_more, sum_of
from proofs.printed import Sentence, fails, holds

_INSIDE = ("FedFN - MV inside - ResNet", "FedFN - n inside - ResNet")

_HELP = (
    'We can see that both $sans(n)_sans("MV")$ and $sans(n)$ help the improvement of FedFN, and '
    "they narrow the gap between FN and LN."
)

HELP = holds(
    Sentence(
        "fl.table13.help",
        "Normalising inside the blocks improves FedFN on average",
        source("Appendix E and Table 13", ""),
        _HELP,
        "the mean of the three columns is above that of FedFN and below that of FedLN",
    ),
    [
        relation
        for row in _INSIDE
        for relation in (
            sum_of(TABLE13, row, COLUMNS) > sum_of(TABLE13, "FedFN - ResNet", COLUMNS),
            sum_of(TABLE13, "FedLN - ResNet", COLUMNS) > sum_of(TABLE13, row, COLUMNS),
        )
    ],
    "two means against two",
)

HELP_EACH = fails(
    Sentence(
        "fl.table13.help.each",
        "Normalising inside the blocks improves FedFN in each column",
        source("Appendix E and Table 13", ""),
        _HELP,
        "in each column both are above FedFN",
        ("On average it holds: `fl.table13.help`.",),
    ),
    {
        name: relation
        for row in _INSIDE
        for name, relation in maybe_more(TABLE13, row, "FedFN - ResNet", COLUMNS).items()
    },
)
