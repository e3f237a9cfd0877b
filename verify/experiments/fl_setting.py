"""What the experiments of the FL paper share: their settings, and how these differ from printed."""

from __future__ import annotations

from verify.experiments import Settings
from verify.experiments.fl_training import Shape

NEEDS = ("numpy", "torch", "sklearn")
SEEDS = (11, 12, 13, 14, 15)
FEDERATED = {
    "data": "digits",
    "clients": 10,
    "width": 64,
    "layers": 3,
    "batch": 32,
    "local steps": 10,
    "rounds": 50,
    "learning rate": 0.1,
}
SMALL = {"width": 8, "batch": 4, "local steps": 2, "rounds": 5}
DIFFERS = (
    "scikit-learn's digits, 8 x 8 pixels, 140 images of each of the 10 classes for training and "
    "397 for testing, in place of CIFAR-10",
    "a fully connected ReLU network of 3 hidden layers of 64 units, without biases where none are "
    "named, in place of the CNN of Table 7 and of ResNet-18; no augmentation",
    "50 rounds in place of 10,000, and learning rate 0.1 in place of 0.01, with which the network "
    "that is not normalised does not converge in 500 steps of centralised training either",
    "accuracies are means over the last fifth of the rounds or steps, not those after the last one",
    "batches are drawn with replacement",
)


def shape_of(settings: Settings, kind: str, bias: bool = False, double: bool = False) -> Shape:
    """The network of the settings."""
    return Shape(kind, settings["width"], settings["layers"], bias, double)
