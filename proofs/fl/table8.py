"""fl.table8.*: sentences of the paper about its Table 8."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.printed import Sentence, fails, number

CLIENTS = fails(
    Sentence(
        "fl.table8.clients",
        "TinyImageNet is split among the same number of clients everywhere",
        source("Tables 1 and 8, Appendix C.2", ""),
        "Our setup includes 10 clients for the CIFAR-10 dataset, 50 and 20 clients for the "
        "CIFAR-100 dataset, 200 clients for TinyImageNet, and 12 clients for PACS. Statistics on "
        "the number of clients are given in Table 8.",
        "the numbers of clients in the text are those of Table 8: 10, 50, 20, 200, 12 and "
        "10, 50, 20, 20, 12",
        (
            "Appendix C.2 also names Dir(0.1), Dir(0.2) and Dir(0.5) for TinyImageNet, where "
            "Table 1 has Dir(0.01), Dir(0.02) and Dir(0.05).",
        ),
    ),
    {
        f"{dataset}: {text} clients in the text, {row} in Table 8": number(text).may_equal(
            number(row)
        )
        for dataset, text, row in (
            ("CIFAR-10", "10", "10"),
            ("CIFAR-100, 2 classes", "50", "50"),
            ("CIFAR-100, 5 classes", "20", "20"),
            ("TinyImageNet", "200", "20"),
            ("PACS", "12", "12"),
        )
    },
)
