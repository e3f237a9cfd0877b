"""Slips in the text of the FL paper."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import TABLE4
from proofs.slips import Slip

SLIPS: tuple[Slip, ...] = (
    Slip(
        "fl.slip.variance",
        source("Section 2, after Eq. 3", "3"),
        "are standard notions of mean and variance",
        "of mean and standard deviation",
        "sigma(x) is the square root of the mean of the squares (x_i - mu(x))^2.",
    ),
    Slip(
        "fl.slip.third_map",
        source("Section 4.1, after Eq. 9", "9"),
        "where each of … is a linear transformation",
        "each of A_1, A_2",
        "Printed are A_1, A_2, A_3; the block of Eq. 9 has no A_3.",
    ),
    Slip(
        "fl.slip.accuracy",
        source("Appendix B.1, after Eq. 22", ""),
        "to denote the accuracy function of pre-activation LN",
        "the error function",
        "Eq. 19 defines epsilon as the 0-1 error, and Proposition 3.B compares errors.",
    ),
    Slip(
        "fl.slip.equivariant",
        source("Proposition 1', first sentence", ""),
        "Scale normalizing each layer is equivariant to only scale normalizing the last layer.",
        "is equivalent to",
        "Proposition 1, of which this is the formal statement, has equivalent.",
    ),
    Slip(
        "fl.slip.one_class",
        source("Section 5.3, Table 4", ""),
        "Table 4 shows the comparison in the one-class FL setting.",
        "in three label-skewed settings",
        f"Its columns are {', '.join(TABLE4.columns)}.",
    ),
    Slip(
        "fl.slip.flatten",
        source("Table 7, Appendix C.1", ""),
        "Input (shape) (28, 28, 3) … Flatten (shape) 1600",
        "1024 features, or images of 32 x 32 pixels, or padding 1",
        "Without padding, which is not printed, 28 x 28 pixels end as 64 channels of 4 x 4.",
        "fl.table7.flatten",
    ),
    Slip(
        "fl.slip.clients",
        source("Appendix C.2 and Table 8", ""),
        "200 clients for TinyImageNet",
        "one number in both places",
        "Table 8 has 20.",
        "fl.table8.clients",
    ),
    Slip(
        "fl.slip.rates",
        source("Appendix C.3 and Table 9", ""),
        "We use SGD with a 0.01 learning rate (lr) and batch size of 32 for all of the experiments "
        "except for",
        "one learning rate for CIFAR-100 and E > 1 in both places",
        "Table 9 has 0.1 for CIFAR-100; the text has that for E = 1 alone.",
        "fl.table9.rate",
    ),
    Slip(
        "fl.slip.beta",
        source("Appendix C.2", ""),
        "For TinyImageNet, we apply Dirichlet allocation with",
        "0.01, 0.02, 0.05, or other heads of Table 1",
        "Printed after it are 0.1, 0.2, 0.5; the columns of Table 1 are Dir(0.01), Dir(0.02) and "
        "Dir(0.05).",
        "fl.table1.beta",
    ),
    Slip(
        "fl.slip.beta_cifar100",
        source("Table 11, head of the third column", ""),
        "Methods 2 classes 5 classes Dir(0.01)",
        "Dir(0.1), or another head of Table 1",
        "Table 1 and Appendix C.2 have Dir(0.1) for these runs on CIFAR-100.",
        "fl.table11.beta",
    ),
    Slip(
        "fl.slip.epochs",
        source("Appendix D, Figure 2", ""),
        "using FedAvg for 10000 epochs with 10 local steps",
        "10,000 rounds",
        "Local steps are counted in a round, and all experiments have 10,000 global rounds "
        "(Appendix C.3).",
    ),
    Slip(
        "fl.slip.several",
        source("Appendix A", ""),
        "On the empirical side, we did not run our experiments several times for the "
        "reproducibility check",
        "but for those of Table 14",
        "Appendix E has three runs of the one-class setting on CIFAR-10.",
    ),
)
