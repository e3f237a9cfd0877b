"""layeract.table14.*: sentences of the paper about its Table 14."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import TABLE14, above
from proofs.printed import Sentence, holds

EVERY = holds(
    Sentence(
        "layeract.table14.every",
        "LA-SiLU is better than ReLU and SiLU in every U-Net",
        source("Appendix I and Table 14", ""),
        "The experimental results demonstrate that networks with LA-SiLU outperform those with "
        "ReLU and SiLU in every case.",
        "the three columns",
    ),
    above(TABLE14, "LA-SiLU", ["ReLU", "SiLU"], TABLE14.columns),
    "three columns",
)
