"""fl.table5.*: sentences of the paper about its Table 5."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import FN_LN, TABLE5, maybe_more, more
from proofs.printed import Sentence, fails, holds

_EDGE = "From the table we conclude that FedFN/FedLN still has a clear edge under covariate shift."

EDGE = holds(
    Sentence(
        "fl.table5.edge",
        "FedFN and FedLN are above FedAvg and FedProx on PACS, and one of them above FedYogi",
        source("Section 5.4 and Table 5", ""),
        _EDGE,
        "both are above FedAvg and FedProx in each column, and the better of them above FedYogi",
    ),
    [
        *(
            relation
            for row in FN_LN
            for other in ("FedAvg", "FedProx")
            for relation in more(TABLE5, row, other, TABLE5.columns)
        ),
        *(
            TABLE5.at(row, column) > TABLE5.at("FedYogi", column)
            for row, column in (
                ("FedFN", "2-2-3 classes"),
                ("FedFN", "Dir(0.5)"),
                ("FedLN", "Dir(1.0)"),
            )
        ),
    ],
    "three columns",
)

EDGE_EACH = fails(
    Sentence(
        "fl.table5.edge.each",
        "FedFN and FedLN are each above every other method on PACS",
        source("Section 5.4 and Table 5", ""),
        _EDGE,
        "each of the two is above each of the other three, in each column",
        ("What holds of both together is `fl.table5.edge`.",),
    ),
    {
        name: relation
        for row in FN_LN
        for other in ("FedAvg", "FedProx", "FedYogi")
        for name, relation in maybe_more(TABLE5, row, other, TABLE5.columns).items()
    },
)
