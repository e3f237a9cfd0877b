"""layeract.table6.*: sentences of the paper about its Table 6."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import ALL, DEEPER, NETWORKS, TABLE6, above, of
from proofs.printed import Sentence, fails, holds, number

NOISY = holds(
    Sentence(
        "layeract.table6.noisy",
        "Without normalisation, LA-SiLU is better than ReLU on noisy CIFAR10",
        source("Appendix E, Table 6", ""),
        "The networks with LA-SiLU outperformed the networks with ReLU on noisy datasets.",
        "the total and the five categories of Table 6; Table 7 prints the same numbers, "
        "`layeract.table7.differs`",
    ),
    [
        relation
        for network in NETWORKS
        for relation in above(TABLE6, of(network, "LA-SiLU"), [of(network, "ReLU")], ALL[1:])
    ],
    "three networks, six columns",
)

CLEAN = holds(
    Sentence(
        "layeract.table6.clean",
        "Without normalisation, the deeper networks are better with ReLU on clean CIFAR10",
        source("Appendix E, Table 6", ""),
        "However, the performance of ResNet32 and ResNet44 with ReLU outperformed those with "
        "LA-SiLU on clean datasets.",
        "the column clean of Table 6",
    ),
    [
        relation
        for network in DEEPER
        for relation in above(TABLE6, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks",
)

TRIALS = fails(
    Sentence(
        "layeract.table6.trials",
        "Appendix E averages over the same number of trials in both of its sentences",
        source("Appendix E, Tables 6 and 7", ""),
        "We present the average accuracy over 10 trials. We report the average classification "
        "accuracy among 30 trials.",
        "the numbers of trials of the experiments without normalisation, Tables 6 and 7",
    ),
    {"10 trials before Table 6, 30 trials after Table 7": number("30").may_equal(number("10"))},
)
