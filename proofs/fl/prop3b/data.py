"""Exact data for Prop. 3.B: two neurons in each layer, two classes, rho(t) = t."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, var
from proofs.fl.prop1.data import AT, LAYER, Value
from proofs.library.vectors import ONE

OTHER = var("s")
LINE, OTHER_LINE = 3 - 2 * AT, 3 - 2 * OTHER  #: (1, -1)
AVERAGE = LINE * OTHER_LINE / 2  #: maps (1, -1) to itself and (1, 1) to 0
ONES: dict[str, Value] = {
    "rho": LAYER,
    "w": 2,
    "x": 3 - 2 * LAYER,
    "U": AVERAGE,
    "b": 0,
    "z": LINE,
    "a": LINE,
    "muz": 0,
}  #: one layer, or more: everything is (1, -1)
VALUES = {"L": 1, "beta": 1, "C": 2, "y": 1, "ev": 0, "en": 0, "uv": 0, "un": 0}
#: the normalised network errs, and the vanilla one does not
ERRING = {**VALUES, "en": 1, "un": 1}
#: logits 1 and -1 for features (1, -1)
CLASSES: Term = (3 - 2 * LAYER) * (3 - 2 * AT) / 2


MATRIX, LAYERED, HEADS = ("u", "v", "s"), ("u", "v"), ("u", "v")

# --- data of controls ----------------------------------------------------------------------------

TRIANGLE = LAYER * (LAYER - 1) / 2  #: 0, 0, 1 in layers 0, 1, 2
BIAS = (LAYER - 1) * LINE * Fraction(-3, 2)
FLIPPED: dict[str, Value] = {
    **ONES,
    "x": (3 - 2 * LAYER) * 2,
    "b": BIAS,
    "z": (2 - (LAYER - 1) * Fraction(5, 2)) * LINE,
    "a": (2 - LAYER - TRIANGLE) * LINE,
}  #: with a bias in layer 2
FLIPPED_PLAIN = (2 - TRIANGLE * Fraction(3, 2)) * LINE
BACK = 2 - AT  #: (1, 0)
RAISED: dict[str, Value] = {
    **ONES,
    "x": 2 - LAYER,
    "U": BACK,
    "z": BACK,
    "muz": ONE / 2,
    "a": BACK + LAYER * (1 - AT),
}
#: w_1 = (1, 1), w_2 = (1/2, 0)
UNEVEN = (2 - LAYER) + (LAYER - 1) * (2 - AT) / 2
CONSTANT: dict[str, Value] = {**ONES, "x": 0, "U": 0, "z": 0, "a": -LAYER * LINE}
DOUBLED: dict[str, Value] = {
    **ONES,
    "x": (3 - 2 * LAYER) * 2,
    "z": 2 * LINE,
    "a": (2 - LAYER) * LINE,
}
