"""pln.appB1: what the text of the paper counts, against what it lists."""

from __future__ import annotations

from proofs.pln.paper import source
from proofs.printed import Sentence, fails, number

OPTIMIZERS = ("Adam", "SGD")
RATES = ("0.1", "0.01", "0.001", "0.0001", "0.00001", "0.000001")
SEEDS = ("0", "10", "100")
BATCH_SIZES = ("4", "8", "16")

BATCHES = fails(
    Sentence(
        "pln.appB1.batches",
        "Appendix B.1 names the four batch sizes that it counts",
        source("Appendix B.1", ""),
        "For each activation function, we perform experiments using two optimizers (Adam and SGD), "
        "six learning rates (0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001), three random seeds "
        "(0, 10, 100), and four batch sizes (4, 8, 16).",
        "each list has as many entries as are counted before it",
        ("Which of the two is right is not printed.",),
    ),
    {
        f"{counted} {what}, {len(listed)} listed": number(str(counted)).may_equal(
            number(str(len(listed)))
        )
        for counted, what, listed in (
            (2, "optimizers", OPTIMIZERS),
            (6, "learning rates", RATES),
            (3, "random seeds", SEEDS),
            (4, "batch sizes", BATCH_SIZES),
        )
    },
)
