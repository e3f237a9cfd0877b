"""Table 2 of the paper, as printed: norms of gradients before training.

Source: *Parallel Layer Normalization for Universal Approximation*, Y. Ni et al., Table 2.
``python -m proofs.read_tables pln TEXT`` compares it with the text of the paper.  Table 1, of
bounds, is in :mod:`proofs.pln.table1.rows`.
"""

from __future__ import annotations

from proofs.printed import table

RESNETS = ("ResNet-20", "ResNet-56", "ResNet-110")

TABLE2 = table(
    2,
    "norm of the initial gradients on VGG and ResNet without BN",
    " | ".join(("VGG", *RESNETS)),
    """
    Sigmoid: 0.0026 0.13 0.533 170.3
    Tanh: 0.0006 0.04 0.101 27.06
    ReLU: 0.0006 1.68 2.5e4 1.2e13
    PLN-8: 0.0068 0.08 0.179 41.01
    """,
)
TABLES = (TABLE2,)
