"""fl.table4.*: sentences of the paper about its Table 4."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE4, more
from proofs.printed import Sentence, holds

BN = holds(
    Sentence(
        "fl.table4.bn",
        "Batch normalisation worsens FedAvg, personalised or not",
        source("Section 5.3 and Table 4", ""),
        "FedAvg + BN could even worsen the performance, especially under heavy label shift. "
        "Moreover, FedBN does not help mitigate label shift either.",
        "in each column FedAvg is above FedAvg + BN and above FedBN; it is so by more with one or "
        "two classes than with Dir(0.1)",
    ),
    [
        *more(TABLE4, "FedAvg", "FedAvg + BN", COLUMNS),
        *more(TABLE4, "FedAvg", "FedBN", COLUMNS),
        *(
            TABLE4.at("FedAvg", column) - TABLE4.at("FedAvg + BN", column)
            > TABLE4.at("FedAvg", "Dir(0.1)") - TABLE4.at("FedAvg + BN", "Dir(0.1)")
            for column in COLUMNS[:2]
        ),
    ],
    "three columns",
)
