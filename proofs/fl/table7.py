"""fl.table7.*: sentences of the paper about its Table 7."""

from __future__ import annotations

from constructions.terms import Term
from proofs.fl.paper import source
from proofs.printed import Amount, Sentence, fails, holds, number

CHANNELS, KERNEL, FLATTENED = 64, 5, 1600


def _side(image: int, padding: int) -> Term:
    """(((n + 2p - 4)/2) + 2p - 4)/2: the side of an n x n image after the two layers of Table 7.

    Kernels of 5 x 5 with stride 1 and padding p, maxima over 2 x 2; before rounding down.
    """
    side = Term(str(image))
    for _ in range(2):
        side = (side + (2 * padding - KERNEL + 1)) / 2
    return side


def _features(side: Term) -> Amount:
    return Amount(CHANNELS * side * side, CHANNELS * side * side)


_FLATTEN = (
    "The CNN of Table 7: Input (shape) (28, 28, 3); two Conv2d $(k, c, s)$ (5, 64, 1), each with a "
    "MaxPool2d (2, 2) after it; Flatten (shape) 1600; Dense (1600, 384)."
)

_FLAT = number(str(FLATTENED))

FLATTEN = fails(
    Sentence(
        "fl.table7.flatten",
        "The CNN of Table 7 has 1600 features for images of 28 x 28 pixels",
        source("Table 7, Appendix C.1", ""),
        _FLATTEN,
        "64 channels of the side that is left, squared, are 1600; the convolutions have no "
        "padding, as none is printed",
        ("28, 24, 12, 8, 4 pixels: $64 dot 4^2 = 1024$ features.",),
    ),
    {
        "28, 24, 12, 8, 4 pixels: $64 dot 4^2$ features and 1600": _features(
            _side(28, 0)
        ).may_equal(_FLAT)
    },
    repaired=(
        holds(
            Sentence(
                "fl.table7.flatten.repaired",
                "The CNN of Table 7 has 1600 features for images of 32 x 32 pixels",
                source("Table 7, Appendix C.1", ""),
                "The same with Input (32, 32, 3), the size of the images of CIFAR-10.",
                "32, 28, 14, 10, 5 pixels: $64 dot 5^2 = 1600$",
            ),
            [_features(_side(32, 0)).may_equal(_FLAT)],
            "64 channels of 5 x 5",
        ),
        holds(
            Sentence(
                "fl.table7.flatten.repaired2",
                "The CNN of Table 7 has 1600 features for 28 x 28 pixels with padding 1",
                source("Table 7, Appendix C.1", ""),
                "The same with padding 1 in both convolutions, which Table 7 does not print.",
                "28, 26, 13, 11, 5 pixels, where maxima over 2 x 2 of 11 rows are 5, and "
                "$64 dot 5^2 = 1600$",
            ),
            [
                _features(Term("5")).may_equal(_FLAT),
                _side(28, 1) >= 5,
                Term("6") > _side(28, 1),
            ],
            "64 channels of 5 x 5, and 5 is 11/2 rounded down",
        ),
    ),
)
