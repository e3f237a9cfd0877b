"""layeract.table22.*: sentences of the paper about its Table 22."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import LEVEL, TABLE22, TABLE23, cell
from proofs.printed import MISSING, Sentence, holds

_EXCEPT = tuple(("RN44", name) for name in ("ReLU", "LReLU"))

SIGNIFICANT = holds(
    Sentence(
        "layeract.table22.significant",
        "LA-HardSiLU differs significantly but from ReLU and LReLU, on noisy CIFAR",
        source("Section 4.2.2, Tables 22 and 23", ""),
        "In statistical significance test, networks with LA-HardSiLU outperformed those with "
        "element-level activation functions (T-test or Wilconxon signed-rank test with p-value < "
        "0.05), except networks with ReLU and LReLU on noisy CIFAR10 with Gaussian noise 1 and 2.",
        "the p-values of LA-HardSiLU are below 0.05, but for those of ResNet44 with ReLU and "
        "LReLU on CIFAR10-C",
        (
            "The tables have one p-value for all corruptions of CIFAR10-C together; none is about "
            "Gaussian noise 1 and 2.",
            "For ResNet44 with PReLU on CIFAR10-C none is given.",
        ),
    ),
    [
        *(
            LEVEL > at.at(row, name)
            for at in (TABLE22, TABLE23)
            for row in at.names
            for name in at.columns
            if cell(at, row, name) != MISSING and (at is TABLE23 or (row, name) not in _EXCEPT)
        ),
        *(TABLE22.at(row, name) > LEVEL for row, name in _EXCEPT),
    ],
    "47 p-values",
)
