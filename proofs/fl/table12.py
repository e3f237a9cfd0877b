"""fl.table12.*: sentences of the paper about its Table 12."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, FN_LN, TABLE12, more
from proofs.printed import Sentence, holds

COMBINED = holds(
    Sentence(
        "fl.table12.combined",
        "Combined with FedYogi, FedFN and FedLN improve",
        source("Appendix E and Table 12", ""),
        "In Table 12, we show that combined with FedYogi, FedFN and FedLN has improved "
        "performance.",
        "FedFN + Yogi is above FedFN and FedLN + Yogi above FedLN, in each column",
        ("FedFN + Yogi is below FedYogi alone for two classes: 78.83 and 78.97.",),
    ),
    [relation for row in FN_LN for relation in more(TABLE12, f"{row} + Yogi", row, COLUMNS)],
    "three columns",
)
