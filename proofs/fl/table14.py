"""fl.table14.*: sentences of the paper about its Table 14."""

from __future__ import annotations

from itertools import pairwise

from proofs.fl.paper import source
from proofs.fl.tables import TABLE14
from proofs.printed import Sentence, holds

_ORDER = ("FedAvg", "FedYogi", "FedFN", "FedLN")

ORDER = holds(
    Sentence(
        "fl.table14.order",
        "The means of three runs rank the methods alike for both architectures",
        source("Appendix E and Table 14", ""),
        "Our results show that the comparison is consistent across different runs.",
        "FedAvg, FedYogi, FedFN, FedLN is the order of the means, for the CNN and for the ResNet",
        (
            "The deviations overlap: 83.40 with 4.90 and 80.55 with 0.17. In the single run of "
            "Table 1, FedYogi (80.9) stands above FedFN (80.8).",
        ),
    ),
    [
        TABLE14.at(better, column) > TABLE14.at(worse, column)
        for column in ("CNN", "ResNet")
        for worse, better in pairwise(_ORDER)
    ],
    "three comparisons for each",
)
