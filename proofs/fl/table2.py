"""fl.table2.*: sentences of the paper about its Table 2."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE2
from proofs.printed import Sentence, holds

GAP = holds(
    Sentence(
        "fl.table2.gap",
        "The gap between FedLN and FedFN is smaller for the CNN",
        source("Table 2 and Section 5.1", ""),
        "We observe a smaller accuracy gap for CNNs, as predicted by our theory.",
        "FedLN $-$ FedFN, in each of the three columns",
    ),
    [
        TABLE2.at("FedLN - ResNet", column) - TABLE2.at("FedFN - ResNet", column)
        > TABLE2.at("FedLN - CNN", column) - TABLE2.at("FedFN - CNN", column)
        for column in COLUMNS
    ],
    "three columns",
)
