"""layeract.table4.*: sentences of the paper about its Table 4."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import DEEPER, NETWORKS, TABLE4, TABLE5, above, maybe_above, of
from proofs.printed import Sentence, fails, holds

RELU = holds(
    Sentence(
        "layeract.table4.relu",
        "With LayerNorm, the deeper networks are better with ReLU on clean CIFAR",
        source("Appendix D, Tables 4 and 5", ""),
        "The results showed that ResNet32 and ResNet44 with ReLU outperformed those with LA-SiLU.",
        "the column clean of both tables",
    ),
    [
        relation
        for at in (TABLE4, TABLE5)
        for network in DEEPER
        for relation in above(at, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks, two datasets",
)

FOUR = holds(
    Sentence(
        "layeract.table4.four",
        "With LayerNorm, LA-SiLU is best in four of six noisy scenarios",
        source("Appendix D, Tables 4 and 5", ""),
        "On the noisy CIFAR100 dataset, the performance of ResNet20 and ResNet44 with SiLU was "
        "better than those with LA-SiLU. Nonetheless, it is noteworthy that LA-SiLU exhibited "
        "superior performance in four out of six scenarios on noisy datasets.",
        "the column total: LA-SiLU is above ReLU and SiLU in four cases, SiLU above it in two",
    ),
    [
        *(
            relation
            for at, network in (
                *((TABLE4, network) for network in NETWORKS),
                (TABLE5, "ResNet32"),
            )
            for relation in above(
                at, of(network, "LA-SiLU"), [of(network, "ReLU"), of(network, "SiLU")], ["Total"]
            )
        ),
        *(
            relation
            for network in ("ResNet20", "ResNet44")
            for relation in above(TABLE5, of(network, "SiLU"), [of(network, "LA-SiLU")], ["Total"])
        ),
    ],
    "six totals",
)

SILU = holds(
    Sentence(
        "layeract.table4.silu",
        "With LayerNorm, LA-SiLU is better than SiLU on clean CIFAR",
        source("Appendix D, Tables 4 and 5", ""),
        "Moreover, networks with LA-SiLU outperformed those with SiLU.",
        "the column clean of both tables; of noisy data the paper says the contrary for two of "
        "six networks, two sentences before",
    ),
    [
        relation
        for at in (TABLE4, TABLE5)
        for network in NETWORKS
        for relation in above(at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean"])
    ],
    "three networks, two datasets",
)

SILU_EACH = fails(
    Sentence(
        "layeract.table4.silu.each",
        "With LayerNorm, LA-SiLU is better than SiLU on clean and on noisy CIFAR",
        source("a second reading of Appendix D, Tables 4 and 5", ""),
        "Moreover, networks with LA-SiLU outperformed those with SiLU.",
        "the columns clean and total of both tables",
        ("Of clean data it holds: `layeract.table4.silu`.",),
    ),
    {
        name: relation
        for at in (TABLE4, TABLE5)
        for network in NETWORKS
        for name, relation in maybe_above(
            at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean", "Total"]
        ).items()
    },
)
