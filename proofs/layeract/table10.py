"""layeract.table10.*: sentences of the paper about its Table 10."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import (
    ALL,
    CATEGORIES,
    DEEPER,
    NETWORKS,
    TABLE10,
    TABLE11,
    above,
    maybe_above,
    of,
)
from proofs.printed import Sentence, fails, holds

NOISY = holds(
    Sentence(
        "layeract.table10.noisy",
        "With IEBN, LA-SiLU is best on noisy data but for ResNet20 on CIFAR100",
        source("Appendix F, Tables 10 and 11", ""),
        "With the exception of ResNet20 on CIFAR100, networks with LA-SiLU demonstrated enhanced "
        "performance on noisy datasets when compared to their counterparts utilizing ReLU and "
        "SiLU.",
        "the column total: LA-SiLU is above ReLU and SiLU in five cases, and below ReLU in the "
        "sixth",
    ),
    [
        *(
            relation
            for at, networks in ((TABLE10, NETWORKS), (TABLE11, DEEPER))
            for network in networks
            for relation in above(
                at, of(network, "LA-SiLU"), [of(network, "ReLU"), of(network, "SiLU")], ["Total"]
            )
        ),
        *above(TABLE11, "ResNet20 ReLU", ["ResNet20 LA-SiLU"], ["Total"]),
    ],
    "six totals",
)

NOISY_EACH = fails(
    Sentence(
        "layeract.table10.noisy.each",
        "With IEBN, LA-SiLU is best for each category of corruptions but for ResNet20 on CIFAR100",
        source("a second reading of Appendix F, Tables 10 and 11", ""),
        "With the exception of ResNet20 on CIFAR100, networks with LA-SiLU demonstrated enhanced "
        "performance on noisy datasets when compared to their counterparts utilizing ReLU and "
        "SiLU.",
        "the five categories and the total of both tables",
        ("Of the total it holds: `layeract.table10.noisy`.",),
    ),
    {
        name: relation
        for at, networks in ((TABLE10, NETWORKS), (TABLE11, DEEPER))
        for network in networks
        for name, relation in maybe_above(
            at,
            of(network, "LA-SiLU"),
            [of(network, "ReLU"), of(network, "SiLU")],
            [*CATEGORIES, "Total"],
        ).items()
    },
)

CLEAN = holds(
    Sentence(
        "layeract.table10.clean",
        "With IEBN, the deeper networks are better with ReLU on clean data",
        source("Appendix F, Tables 10 and 11", ""),
        "Conversely, ReLU outperformed LA-SiLU in ResNet32 and ResNet44 models.",
        "the column clean of both tables",
    ),
    [
        relation
        for at in (TABLE10, TABLE11)
        for network in DEEPER
        for relation in above(at, of(network, "ReLU"), [of(network, "LA-SiLU")], ["Clean"])
    ],
    "two networks, two datasets",
)

_SURPASSED = (
    "Nonetheless, it is important to highlight that LA-SiLU consistently surpassed SiLU, which "
    "utilizes the same activation scale function, across all tested scenarios."
)

SILU = holds(
    Sentence(
        "layeract.table10.silu",
        "With IEBN, LA-SiLU is better than SiLU on clean data and in the total",
        source("Appendix F, Tables 10 and 11", ""),
        _SURPASSED,
        "the columns clean and total of both tables",
    ),
    [
        relation
        for at in (TABLE10, TABLE11)
        for network in NETWORKS
        for relation in above(at, of(network, "LA-SiLU"), [of(network, "SiLU")], ["Clean", "Total"])
    ],
    "three networks, two datasets",
)

SILU_EACH = fails(
    Sentence(
        "layeract.table10.silu.each",
        "With IEBN, LA-SiLU is better than SiLU in each category of corruptions",
        source("Appendix F, Tables 10 and 11", ""),
        _SURPASSED,
        "every column of both tables",
        ("Of clean data and of the total it holds: `layeract.table10.silu`.",),
    ),
    {
        name: relation
        for at in (TABLE10, TABLE11)
        for network in NETWORKS
        for name, relation in maybe_above(
            at, of(network, "LA-SiLU"), [of(network, "SiLU")], ALL
        ).items()
    },
)
