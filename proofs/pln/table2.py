"""pln.table2.*: sentences of the paper about the gradients in its Table 2."""

from __future__ import annotations

from itertools import pairwise

from proofs.pln.paper import source
from proofs.pln.tables import RESNETS, TABLE2
from proofs.printed import Sentence, holds, number

_ACTIVATIONS = ("Sigmoid", "Tanh", "ReLU")
_OTHERS = ("Sigmoid", "Tanh", "PLN-8")
EXPLOSION = holds(
    Sentence(
        "pln.table2.explosion",
        "In Table 2 ReLU has by far the largest gradients, and they grow fastest with depth",
        source("Section 4.2, Table 2", ""),
        "According to the gradient norms in Table 2, we demonstrate that ReLU suffers from "
        "gradient explosion in deep ResNet architectures without BN or a proper initialization.",
        "with ReLU each deeper ResNet has more than 1000 times the norm of the one before; in "
        "each ResNet the norm with ReLU is above those with the other layers, in the two deeper "
        "ones more than 1000 times",
    ),
    [
        *(
            TABLE2.at("ReLU", deeper) > TABLE2.at("ReLU", network).times(1000)
            for network, deeper in pairwise(RESNETS)
        ),
        *(TABLE2.at("ReLU", RESNETS[0]) > TABLE2.at(name, RESNETS[0]) for name in _OTHERS),
        *(
            TABLE2.at("ReLU", network) > TABLE2.at(name, network).times(1000)
            for network in RESNETS[1:]
            for name in _OTHERS
        ),
    ],
    "three networks",
)
VANISHING = holds(
    Sentence(
        "pln.table2.vanishing",
        "In Table 2 the activations have smaller gradients in VGG than PLN-8",
        source("Section 4.2, Table 2", ""),
        "By analyzing the gradients, we conjecture that gradient vanishing is the probable reason "
        "traditional activation functions do not work in this experiment.",
        "the column VGG: the norms with Sigmoid, Tanh and ReLU are below that with PLN-8, and "
        "below 1/100",
        ("That with PLN-8, 0.0068, is below 1/100 too.",),
    ),
    [
        *(TABLE2.at("PLN-8", "VGG") > TABLE2.at(name, "VGG") for name in _ACTIVATIONS),
        *(number("1/100") > TABLE2.at(name, "VGG") for name in _ACTIVATIONS),
    ],
    "three activations",
)
