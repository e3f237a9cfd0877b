"""fl.table3.*: sentences of the paper about its Table 3."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE3, maybe_more, sum_of
from proofs.printed import Sentence, fails, holds

_SIMPLER = (
    "Even more, our simplification helps slightly as the last-layer normalization avoids "
    "division in the middle."
)

_KINDS = ("FedFN", "FedLN")

SIMPLIFY = holds(
    Sentence(
        "fl.table3.simplify",
        "Without biases, normalising the last layer only is better on average",
        source("Section 5.1 and Table 3", ""),
        _SIMPLER,
        "the means of the three columns without bias, for FedFN and for FedLN; to satisfy "
        "Assumption 1, we removed the bias terms",
    ),
    [
        sum_of(TABLE3, f"{kind} - last layer", COLUMNS)
        > sum_of(TABLE3, f"{kind} - each layer", COLUMNS)
        for kind in _KINDS
    ],
    "two means",
)

SIMPLIFY_EACH = fails(
    Sentence(
        "fl.table3.simplify.each",
        "Without biases, normalising the last layer only is better in each column",
        source("Section 5.1 and Table 3", ""),
        _SIMPLER,
        "each of the three columns without bias, for FedFN and for FedLN",
        ("On average it holds: `fl.table3.simplify`.",),
    ),
    {
        name: relation
        for kind in _KINDS
        for name, relation in maybe_more(
            TABLE3, f"{kind} - last layer", f"{kind} - each layer", COLUMNS
        ).items()
    },
)
