"""The tables of the paper, as printed: accuracies in percent.

Source: *LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs
with BatchNorm*, anonymous authors (under double-blind review), Tables 1-23.
``python -m proofs.read_tables layeract TEXT`` compares them with the text of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.printed import PrintedTable, number, table
from proofs.trees.script import Json

COLUMNS = "Clean | Total | Noise | Blur | Digital | Weather | Extra"
NETWORKS = ("ResNet20", "ResNet32", "ResNet44")
_UNETS = "U-net | Unet++ w/o DSV | Unet++ with DSV"
_CLEAN = " | ".join(
    f"{data}, {network}" for data in ("CIFAR10", "CIFAR100") for network in NETWORKS
)

TABLE1 = table(
    1,
    "Classification performance of ResNet20 on the CIFAR10",
    COLUMNS,
    """
    ReLU: 91.29 69.92 50.28 65.19 72.67 78.63 72.59
    LReLU: 91.31 69.82 49.88 65.26 72.66 78.41 72.52
    PReLU: 90.82 69.04 49.99 64.01 71.9 77.34 71.74
    SiLU: 91.45 70.12 50.23 65.63 72.54 78.86 73.03
    HardSiLU: 91.09 69.65 49.71 65.2 72.04 78.18 72.76
    Mish: 91.48 70.1 50.05 65.69 72.65 78.87 72.9
    GELU: 91.50 69.78 49.8 64.95 72.46 78.69 72.55
    ELU: 91.04 69.83 48.33 66.55 72.26 78.81 72.53
    LA-SiLU: 91.60 71.5 51.8 67.51 73.97 79.9 74.37
    LA-HardSiLU: 91.21 71.34 52.17 67.46 73.52 79.48 74.33
    """,
)
TABLE2 = table(
    2,
    "Classification performance of ResNet20 on the CIFAR100",
    COLUMNS,
    """
    ReLU: 65.92 41.81 21.91 40.41 43.95 49.02 42.75
    LReLU: 65.88 41.9 21.89 40.53 44.15 49.12 42.8
    PReLU: 64.00 39.85 20.71 38.13 42.35 46.54 40.71
    SiLU: 65.89 41.32 20.95 39.89 43.46 48.76 42.3
    HardSiLU: 65.19 41.04 21.31 39.55 43.19 48.07 42.11
    Mish: 65.85 41.12 20.48 39.74 43.39 48.59 42.08
    GELU: 65.84 41.22 21.02 39.72 43.31 48.65 42.2
    ELU: 66.24 41.31 19.17 40.53 43.63 49.15 42.32
    LA-SiLU: 66.39 42.6 21.48 41.69 45.03 50.12 43.47
    LA-HardSiLU: 66.16 42.85 22.33 41.76 45.29 50.06 43.86
    """,
)
TABLE3 = table(
    3,
    "Classification performance on the clean and noisy ImageNet",
    COLUMNS,
    """
    ReLU: 77.71 43.75 34.40 36.85 48.37 47.18 49.60
    LReLU: 77.83 43.24 32.87 36.33 48.00 47.03 49.38
    PReLU: 74.99 36.77 23.28 32.27 43.29 39.56 42.05
    SiLU: 77.85 42.31 29.74 35.94 46.59 47.36 48.77
    HardSiLU: 76.30 40.56 26.21 35.14 46.01 45.23 46.63
    Mish: 77.41 42.57 31.24 36.60 46.73 46.83 48.64
    GELU: 78.01 40.71 27.82 35.35 45.34 44.52 47.28
    LA-SiLU: 78.62 45.29 36.16 37.66 50.31 48.33 51.71
    LA-HardSiLU: 78.24 43.63 32.21 37.57 47.69 47.88 49.93
    """,
)
TABLE4 = table(
    4,
    "Classification performance of ResNets with LayerNorm on the CIFAR10",
    COLUMNS,
    """
    ResNet20 ReLU: 88.24 73.77 62.05 71.26 76.48 79.69 76.46
    ResNet20 SiLU: 87.53 74.3 63.32 71.74 77.33 79.77 76.58
    ResNet20 LA-SiLU: 88.52 75.31 63.81 73.11 78.23 80.92 77.6
    ResNet32 ReLU: 88.55 74.48 63.33 71.92 76.94 80.33 77.11
    ResNet32 SiLU: 87.27 75.3 64.78 72.92 78.55 80.3 77.32
    ResNet32 LA-SiLU: 87.85 76.39 67.35 74.22 78.80 80.99 78.32
    ResNet44 ReLU: 88.58 75.2 64.32 72.75 77.87 80.67 77.67
    ResNet44 SiLU: 86.65 75.11 65.67 72.73 77.84 79.85 77.1
    ResNet44 LA-SiLU: 86.88 76.73 69.53 74.98 78.51 80.43 78.43
    """,
)
TABLE5 = table(
    5,
    "Classification performance of ResNets with LayerNorm on the CIFAR100",
    COLUMNS,
    """
    ResNet20 ReLU: 61.3 44.04 31.82 44.39 47.03 48.86 45.07
    ResNet20 SiLU: 60.45 45.93 35.66 46.46 48.46 49.91 46.59
    ResNet20 LA-SiLU: 62.3 45.3 31.63 45.9 48.72 50.65 46.17
    ResNet32 ReLU: 63.21 45.92 33.23 46.17 49.26 50.94 46.84
    ResNet32 SiLU: 60.04 47.14 37.37 48.6 49.57 50.33 47.41
    ResNet32 LA-SiLU: 60.76 47.26 36.63 48.51 49.97 51.03 47.51
    ResNet44 ReLU: 64.18 46.63 33.92 46.89 49.68 51.72 47.75
    ResNet44 SiLU: 59.58 47.41 38.28 48.69 49.45 50.61 47.73
    ResNet44 LA-SiLU: 60.17 47.31 38.1 48.82 49.63 50.26 47.46
    """,
)
TABLE6 = table(
    6,
    "CIFAR10 and CIFAR10-C of ResNet32 without a normalization method",
    COLUMNS,
    """
    ResNet20 ReLU: 88.51 67.43 53.27 62.12 70.93 75.91 71.38
    ResNet20 LA-SiLU: 88.95 69.36 54.71 65.58 71.93 77.59 73.34
    ResNet32 ReLU: 89.56 68.94 54.48 63.9 72.45 77.52 72.73
    ResNet32 LA-SiLU: 89.12 70.59 56.29 66.81 73.11 78.94 74.22
    ResNet44 ReLU: 90.03 69.97 55.75 65.08 73.38 78.45 73.62
    ResNet44 LA-SiLU: 88.77 71.65 58.15 68.32 74.01 79.49 74.88
    """,
)
TABLE7 = table(
    7,
    "CIFAR100 and CIFAR100-C of ResNet32 without a normalization method",
    COLUMNS,
    """
    ResNet20 ReLU: 88.51 67.43 53.27 62.12 70.93 75.91 71.38
    ResNet20 LA-SiLU: 88.95 69.36 54.71 65.58 71.93 77.59 73.34
    ResNet32 ReLU: 89.56 68.94 54.48 63.9 72.45 77.52 72.73
    ResNet32 LA-SiLU: 89.12 70.59 56.29 66.81 73.11 78.94 74.22
    ResNet44 ReLU: 90.03 69.97 55.75 65.08 73.38 78.45 73.62
    ResNet44 LA-SiLU: 88.77 71.65 58.15 68.32 74.01 79.49 74.88
    """,
)
TABLE8 = table(
    8,
    "CIFAR10 and CIFAR10-C of ResNet32 with SwitchNorm",
    COLUMNS,
    """
    ResNet20 ReLU: 89.65 72.4 56.07 71.35 75.24 80.43 74.81
    ResNet20 SiLU: 90.6 74.17 57.7 72.94 77.57 82.21 76.33
    ResNet20 LA-SiLU: 89.56 72.43 55.9 71.05 75.47 80.87 74.73
    ResNet32 ReLU: 90.7 73.9 58.24 72.84 76.3 81.79 76.42
    ResNet32 SiLU: 90.79 74.65 58.78 73.39 77.64 82.57 76.91
    ResNet32 LA-SiLU: 89.94 72.72 56.15 71.07 75.52 81.48 75.23
    ResNet44 ReLU: 91.4 74.65 58.1 74.01 77.18 82.81 76.99
    ResNet44 SiLU: 74.48 61.7 49.5 60.58 64.11 67.87 63.41
    ResNet44 LA-SiLU: 89.36 72.02 54.85 70.59 75.07 81.05 74.24
    """,
)
TABLE9 = table(
    9,
    "CIFAR100 and CIFAR100-C of ResNet32 with SwitchNorm",
    COLUMNS,
    """
    ResNet20 ReLU: 57.36 37.01 20.61 38.43 39.75 43.56 38.59
    ResNet20 SiLU: 64.55 42.96 25.13 43.91 46.35 50.42 44.55
    ResNet20 LA-SiLU: 63.88 41.76 23.23 42.83 45.28 49.43 43.4
    ResNet32 ReLU: 60.19 38.81 21.89 40.02 41.3 46.0 40.61
    ResNet32 SiLU: 64.35 42.45 25.00 43.08 45.86 49.92 44.00
    ResNet32 LA-SiLU: 64.05 42.27 23.72 43.46 45.5 50.16 43.89
    ResNet44 ReLU: 61.64 39.93 22.64 41.03 42.47 47.54 41.67
    ResNet44 SiLU: 44.8 29.57 18.11 29.96 31.98 34.21 30.73
    ResNet44 LA-SiLU: 62.99 41.91 22.86 43.06 46.02 49.79 43.06
    """,
)
TABLE10 = table(
    10,
    "CIFAR10 and CIFAR10-C of ResNet32 with IEBN",
    COLUMNS,
    """
    ResNet20 ReLU: 91.5 70.12 52.49 66.73 73.44 79.64 73.89
    ResNet20 SiLU: 91.44 68.98 49.39 66.26 72.29 79.0 73.06
    ResNet20 LA-SiLU: 91.63 70.64 52.7 67.3 74.2 79.87 74.65
    ResNet32 ReLU: 92.54 71.67 54.06 68.82 74.82 81.12 75.11
    ResNet32 SiLU: 91.85 71.07 53.39 68.26 73.9 80.5 74.9
    ResNet32 LA-SiLU: 92.36 71.77 54.19 68.19 75.32 81.15 75.6
    ResNet44 ReLU: 92.78 72.18 55.2 68.83 75.61 81.59 75.43
    ResNet44 SiLU: 92.08 71.23 52.79 68.54 74.27 80.95 74.99
    ResNet44 LA-SiLU: 92.5 73.01 56.97 69.18 76.03 82.34 76.5
    """,
)
TABLE11 = table(
    11,
    "CIFAR100 and CIFAR100-C of ResNet32 with IEBN",
    COLUMNS,
    """
    ResNet20 ReLU: 66.62 41.97 22.81 42.51 45.07 50.3 44.37
    ResNet20 SiLU: 66.19 40.88 21.14 41.08 44.29 49.68 43.28
    ResNet20 LA-SiLU: 66.73 41.59 21.31 41.98 45.26 50.53 43.82
    ResNet32 ReLU: 68.17 43.49 23.81 43.89 46.76 52.3 45.78
    ResNet32 SiLU: 67.43 42.3 23.15 42.38 45.33 51.14 44.68
    ResNet32 LA-SiLU: 67.97 43.56 24.49 43.39 46.94 52.47 45.76
    ResNet44 ReLU: 69.47 44.73 25.74 44.77 47.77 53.51 47.12
    ResNet44 SiLU: 68.18 43.47 24.76 43.37 46.46 52.22 45.89
    ResNet44 LA-SiLU: 68.41 45.29 26.89 45.15 48.67 54.03 47.13
    """,
)
TABLE12 = table(
    12,
    "CIFAR10 and CIFAR10-C of ResNet32 with DBN",
    COLUMNS,
    """
    ResNet20 ReLU: 89.96 64.9 35.84 64.19 71.27 77.93 67.99
    ResNet20 SiLU: 89.69 65.02 39.63 63.08 70.24 76.98 68.83
    ResNet20 LA-SiLU: 91.33 68.49 43.02 67.59 73.41 79.73 72.33
    ResNet32 ReLU: 91.99 68.18 37.10 68.58 75.0 81.30 71.15
    ResNet32 SiLU: 92.27 68.02 40.16 66.64 73.86 80.91 71.57
    ResNet32 LA-SiLU: 92.26 70.33 44.43 69.65 75.0 82.12 73.99
    ResNet44 ReLU: 92.30 69.07 38.99 69.20 75.73 81.82 72.07
    ResNet44 SiLU: 92.13 68.89 41.72 68.09 74.14 81.17 72.52
    ResNet44 LA-SiLU: 92.42 70.94 46.53 69.58 75.17 82.61 74.69
    """,
)
TABLE13 = table(
    13,
    "CIFAR100 and CIFAR100-C of ResNet32 with DBN",
    COLUMNS,
    """
    ResNet20 ReLU: 59.71 34.19 13.48 34.26 38.28 43.67 36.07
    ResNet20 SiLU: 57.82 32.13 13.41 31.57 35.78 40.99 34.22
    ResNet20 LA-SiLU: 58.19 32.24 14.32 30.95 35.11 41.4 34.96
    ResNet32 ReLU: 54.06 30.29 14.16 28.67 34.09 38.34 32.14
    ResNet32 SiLU: 62.0 35.26 14.99 34.41 39.35 45.01 37.46
    ResNet32 LA-SiLU: 65.02 38.75 19.18 37.84 41.81 48.66 41.36
    ResNet44 ReLU: 60.32 34.64 14.96 33.68 39.03 44.1 36.51
    ResNet44 SiLU: 64.67 37.58 15.81 37.63 42.01 47.2 39.83
    ResNet44 LA-SiLU: 67.59 42.44 21.03 42.54 46.52 52.15 44.6
    """,
)
TABLE14 = table(
    14,
    "Segmentation performance on U-net and Unet++",
    _UNETS,
    """
    ReLU: 84.71 84.94 84.92
    SiLU: 84.87 85.15 85.01
    LA-SiLU: 85.13 85.27 85.05
    """,
)
TABLE15 = table(
    15,
    "Classification performance on the clean CIFAR10 and CIFAR100",
    _CLEAN,
    """
    ReLU: 91.29 92.03 92.03 65.92 67.04 68.02
    LReLU: 91.31 92.03 92.03 65.88 67.37 67.96
    PReLU: 90.82 92.03 - 64.00 66.35 67.68
    SiLU: 91.45 92.17 92.18 65.89 67.22 67.71
    HardSiLU: 91.09 91.77 91.42 65.19 66.49 66.38
    Mish: 91.48 92.21 92.30 65.85 67.18 68.06
    GELU: 91.50 92.25 92.22 65.84 67.30 68.19
    ELU: 91.04 91.61 91.68 66.24 67.01 67.55
    LA-SiLU: 91.60 92.20 92.36 66.39 67.74 68.07
    LA-HardSiLU: 91.21 91.68 91.36 66.16 66.63 65.51
    """,
)
TABLE16 = table(
    16,
    "CIFAR10 and CIFAR10-C of ResNet32",
    COLUMNS,
    """
    ReLU: 92.03 72.00 53.07 67.62 74.75 80.44 74.41
    LReLU: 92.03 72.01 52.66 67.86 74.77 80.42 74.5
    PReLU: 92.03 71.7 52.82 67.06 74.72 79.90 74.17
    SiLU: 92.17 71.7 52.37 67.21 74.08 80.51 74.38
    HardSiLU: 91.77 71.32 52.75 66.75 73.39 79.66 74.28
    Mish: 92.21 71.96 53.09 67.42 74.3 80.57 74.64
    GELU: 92.25 71.64 52.44 67.18 74.11 80.26 74.26
    LA-SiLU: 92.20 72.8 54.02 68.42 75.13 81.36 75.51
    LA-HardSiLU: 91.68 72.6 55.36 67.71 74.70 80.53 75.62
    """,
)
TABLE17 = table(
    17,
    "CIFAR10 and CIFAR10-C of ResNet44",
    COLUMNS,
    """
    ReLU: 92.03 73.71 56.39 70.03 76.05 81.27 75.92
    LReLU: 92.03 73.69 56.03 70.10 76.09 81.43 75.81
    SiLU: 92.18 72.45 53.12 68.64 74.80 80.88 75.06
    HardSiLU: 91.42 72.63 55.51 68.72 74.73 79.86 75.34
    Mish: 92.30 72.79 53.74 68.86 75.22 81.18 75.3
    GELU: 92.22 72.82 54.65 68.69 75.26 80.85 75.24
    LA-SiLU: 92.36 73.5 55.29 69.14 75.73 81.91 76.19
    LA-HardSiLU: 91.36 73.33 57.45 68.48 75.30 80.64 76.30
    """,
)
TABLE18 = table(
    18,
    "CIFAR100 and CIFAR100-C of ResNet32",
    COLUMNS,
    """
    ReLU: 67.04 43.51 24.10 41.99 45.81 50.58 44.32
    LReLU: 67.37 43.58 23.8 42.12 45.94 50.73 44.42
    PReLU: 66.35 42.44 23.72 40.31 44.81 49.42 43.27
    SiLU: 67.22 42.94 23.06 41.27 45.01 50.31 44.02
    HardSiLU: 66.49 42.67 23.64 40.87 44.87 49.54 43.71
    Mish: 67.18 42.95 22.69 41.53 45.05 50.37 43.97
    GELU: 67.30 43.00 23.15 41.45 45.21 50.21 43.94
    LA-SiLU: 67.74 44.6 24.16 43.58 46.74 52.11 45.51
    LA-HardSiLU: 66.63 44.86 25.98 43.83 47.02 51.50 45.81
    """,
)
TABLE19 = table(
    19,
    "CIFAR100 and CIFAR100-C of ResNet44",
    COLUMNS,
    """
    ReLU: 68.02 44.77 25.45 43.05 47.33 51.94 45.44
    LReLU: 67.96 44.8 25.57 43.26 47.17 51.91 45.5
    PReLU: 67.68 44.31 25.78 42.19 46.7 51.44 44.97
    SiLU: 67.71 44.04 24.52 42.61 46.16 51.08 45.01
    HardSiLU: 66.38 44.11 26.22 42.77 46.29 50.32 44.9
    Mish: 68.06 44.14 24.18 42.69 46.36 51.37 45.11
    GELU: 68.19 43.93 24.39 42.29 46.15 51.02 44.85
    LA-SiLU: 68.07 46.12 26.68 44.94 48.32 53.44 46.89
    LA-HardSiLU: 65.51 46.83 30.85 45.83 48.93 52.5 47.35
    """,
)
# p-values.  In the text at hand equal cells beside each other are one, and the columns of Table 20
# are out of order, so that these are not among TABLES, which :mod:`proofs.read_tables` compares.
FUNCTIONS = "ReLU | LReLU | PReLU | SiLU | HardSiLU | Mish | GELU | ELU"

#: the p-values of Table 20, LA-SiLU on CIFAR10, of each network, without their columns
TABLE20 = {
    "RN20": ("<0.001",) * 5 + ("0.002", "0.011", "0.016"),
    "RN32": ("<0.001",) * 2 + ("0.02", "0.011", "0.005", "0.331", "0.422", "0.125"),
    "RN44": ("<0.001",) * 2 + ("0.014", "0.001", "0.007", "0.479", "0.094"),
}
TABLE21 = table(
    21,
    "Statistical significance test of LA-SiLU on CIFAR100 dataset",
    FUNCTIONS,
    """
    RN20: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 0.065
    RN32: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    RN44: 0.357 0.244 0.008 0.006 <0.001 0.476 0.207 <0.001
    """,
)
#: the lower halves of Tables 22 and 23: LA-HardSiLU on CIFAR10-C and CIFAR100-C
TABLE22 = table(
    22,
    "Statistical significance test of LayerAct functions on CIFAR10-C dataset",
    FUNCTIONS,
    """
    RN20: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    RN32: 0.007 0.014 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    RN44: 0.18 0.138 - <0.001 0.008 0.01 0.018 <0.001
    """,
)
TABLE23 = table(
    23,
    "Statistical significance test of LayerAct functions on CIFAR100-C dataset",
    FUNCTIONS,
    """
    RN20: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    RN32: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    RN44: <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001 <0.001
    """,
)
TABLES = (
    TABLE1,
    TABLE2,
    TABLE3,
    TABLE4,
    TABLE5,
    TABLE6,
    TABLE7,
    TABLE8,
    TABLE9,
    TABLE10,
    TABLE11,
    TABLE12,
    TABLE13,
    TABLE14,
    TABLE15,
    TABLE16,
    TABLE17,
    TABLE18,
    TABLE19,
)

# --- what several sentences name ------------------------------------------------------------------

LAYERACT = ("LA-SiLU", "LA-HardSiLU")
CATEGORIES = ("Noise", "Blur", "Digital", "Weather", "Extra")
DEEPER = NETWORKS[1:]
ALL = TABLE1.columns
TWO = ("Clean", "Total")
LEVEL = number("1/20")


def others(at: PrintedTable) -> list[str]:
    """The element-level functions of a table."""
    return [row for row in at.names if row not in LAYERACT]


def above(at: PrintedTable, row: str, other: Sequence[str], columns: Sequence[str]) -> list[Json]:
    """``row`` is certainly above each other row in each of the columns."""
    return [at.at(row, column) > at.at(name, column) for name in other for column in columns]


def maybe_above(
    at: PrintedTable, row: str, other: Sequence[str], columns: Sequence[str]
) -> dict[str, Json]:
    """``row`` may be above each other row in each of the columns."""
    return {
        f"Table {at.number}, {column}: {row} {cell(at, row, column)}, "
        f"{name} {cell(at, name, column)}": at.at(row, column).may_exceed(at.at(name, column))
        for name in other
        for column in columns
    }


def cell(at: PrintedTable, row: str, column: str) -> str:
    """The number as it is printed."""
    return dict(at.rows)[row][at.columns.index(column)]


def of(network: str, function: str) -> str:
    """The row of a network with an activation function."""
    return f"{network} {function}"
