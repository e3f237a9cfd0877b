"""layeract.table12.*: sentences of the paper about its Table 12."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import NETWORKS, TABLE12, TABLE13, TWO, of
from proofs.printed import Sentence, holds, number

TENTH = number("1/10")

SIMILAR = holds(
    Sentence(
        "layeract.table12.similar",
        "With DBN, LA-SiLU is similar or better but for ResNet20 on CIFAR100",
        source("Appendix F, Tables 12 and 13", ""),
        "Except for ResNet20 on CIFAR100, networks with LA-SiLU showed similar or improved "
        "performance on both clean and noisy datasets compared to those employing ReLU and "
        "LA-SiLU.",
        "the columns clean and total: LA-SiLU is at most 0.1 below ReLU and below SiLU, for which "
        "the sentence has LA-SiLU a second time; for ResNet20 on CIFAR100 it is more than that "
        "below ReLU",
    ),
    [
        *(
            at.at(of(network, "LA-SiLU"), column) + TENTH > at.at(of(network, other), column)
            for at in (TABLE12, TABLE13)
            for network in NETWORKS
            if (at, network) != (TABLE13, NETWORKS[0])
            for other in ("ReLU", "SiLU")
            for column in TWO
        ),
        *(
            TABLE13.at(of(NETWORKS[0], "ReLU"), column)
            > TABLE13.at(of(NETWORKS[0], "LA-SiLU"), column) + TENTH
            for column in TWO
        ),
    ],
    "six networks, two columns",
)
