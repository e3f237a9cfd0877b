"""Slips in the text of the LayerAct paper."""

from __future__ import annotations

from proofs.layeract.paper import source
from proofs.layeract.tables import TABLE6
from proofs.slips import Pointer, Slip

_OUTLINE = {
    "Figure 4": "Appendix G, LA-SiLU with different mean and variance values in the input",
    "Figure 7": "Appendix J, Distribution of activation input fluctuation due to noise with "
    "different noise distribution",
}

SLIPS: tuple[Slip, ...] = (
    Slip(
        "layeract.slip.variance",
        source("Section 3.2, first paragraph", ""),
        "represents the variance of noise",
        "the standard deviation of the noise",
        "It is compared with sigma_y, which Eq. 5 defines as the standard deviation, and Eq. 9 has "
        "its square beside that of sigma_y.",
    ),
    Slip(
        "layeract.slip.figure",
        source("Section 4.1.2", ""),
        "Although the fluctuation distribution of the activation input was similar (See Figure 4 "
        "in Appendix J)",
        "Figure 7",
        "Figure 4 shows outputs, and is in Appendix G.",
        Pointer("Figure 4", "Figure 7", ("activation input fluctuation", "Appendix J"), _OUTLINE),
    ),
    Slip(
        "layeract.slip.negation",
        source("Section 3.3, last paragraph", ""),
        "recalling that the inputs to LayerAct should be excessively large to maintain "
        "noise-robustness",
        "should not be excessively large",
        "Section 3.2, which is recalled, has robustness when the input is not excessively large.",
    ),
    Slip(
        "layeract.slip.unfinished",
        source("Section 3.3, last sentence", ""),
        "batch-direction normalizations such as BatchNorm or Decorrelated Batch Normalization (?) "
        "For details",
        "a reference in place of the question mark, and an end of the sentence",
        "The sentence has no verb.",
    ),
    Slip(
        "layeract.slip.gelu",
        source("Section 4.2.1 and Table 15", ""),
        "GELU achieved better result in two specific cases, ResNet32 on CIFAR10 and ResNet44 on "
        "CIFAR10",
        "and ResNet44 on CIFAR100",
        "For ResNet44 on CIFAR10, LA-SiLU has 92.36 and GELU 92.22.",
        "layeract.table15.gelu",
    ),
    Slip(
        "layeract.slip.gaussian",
        source("Section 4.2.2, last paragraph", ""),
        "on noisy CIFAR10 with Gaussian noise 1 and 2",
        "on CIFAR10-C for ResNet44",
        "No noise of these names is defined; Table 22 has the two exceptions for ResNet44.",
    ),
    Slip(
        "layeract.slip.trials",
        source("Appendix E", ""),
        "We report the average classification accuracy among 30 trials.",
        "one number of trials",
        "The average accuracy over 10 trials, a page before, is that of the same tables.",
        "layeract.table6.trials",
    ),
    Slip(
        "layeract.slip.repeated",
        source("Appendix E, Table 7", ""),
        "Table 7: Classification … on CIFAR100 and CIFAR100-C of ResNet32 without a",
        "the numbers of CIFAR100",
        "All 42 numbers of Table 7 are those of Table 6, which is of CIFAR10.",
        "layeract.table7.differs",
    ),
    Slip(
        "layeract.slip.itself",
        source("Appendix F, after Table 13", ""),
        "datasets compared to those employing ReLU and LA-SiLU",
        "employing ReLU and SiLU",
        "LA-SiLU is what is compared.",
    ),
    Slip(
        "layeract.slip.not_in_table",
        source("Appendix I, last paragraph", ""),
        "where ResNet20 with LA-SiLU demonstrated better performance compared to that with ReLU "
        "and SiLU",
        "compared to that with ReLU",
        f"Table 6 of Appendix E has no SiLU; its rows are {', '.join(TABLE6.names)}.",
    ),
    Slip(
        "layeract.slip.captions",
        source("Tables 6 to 13, captions", ""),
        "Classification performance on CIFAR10 and CIFAR10-C of ResNet32 without a",
        "of ResNets",
        "The rows are of ResNet20, ResNet32 and ResNet44; so it is in Tables 7 to 13.",
    ),
    Slip(
        "layeract.slip.heads",
        source("Tables 10 and 12, column heads", ""),
        "Classification performance on CIFAR10 and CIFAR10-C of ResNet32 with IEBN.",
        "CIFAR10 and CIFAR10-C in the heads, as in the captions",
        "The heads of Tables 10 and 12 are CIFAR100 and CIFAR100-C; Tables 11 and 13 are of those.",
    ),
)
