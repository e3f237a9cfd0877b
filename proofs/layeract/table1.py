"""layeract.table1.*: sentences of the paper about its Table 1."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import TABLE1, TABLE2, above
from proofs.printed import Sentence, holds

BEST = holds(
    Sentence(
        "layeract.table1.best",
        "LA-SiLU is the best activation of ResNet20 on clean CIFAR",
        source("Section 4.2.1, Tables 1 and 2", ""),
        "In both dataset, LA-SiLU achieved the best performance among the activation functions.",
        "the columns named clean of Tables 1 and 2: LA-SiLU is above each other function",
    ),
    [
        relation
        for at in (TABLE1, TABLE2)
        for relation in above(at, "LA-SiLU", [n for n in at.names if n != "LA-SiLU"], ["Clean"])
    ],
    "nine functions in two columns",
)
