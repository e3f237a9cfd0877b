"""Deep networks without batch normalisation, on digits: the VGG and ResNet of the PLN paper.

PLN-8 normalises along the channels, at each position of the image by itself.

Source: *Parallel Layer Normalization for Universal Approximation*, Section 4.2, Tables 2 and B.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from statistics import geometric_mean
from typing import Any

from verify.experiments import Experiment, Row, Sentence, Settings
from verify.experiments.curves import Curve, Role, picture
from verify.experiments.pln_fits import layer
from verify.experiments.training import CLASSES, accuracy, digits, fit, number, seeded

SEEDS = (10, 20, 30, 40, 50)
PRINTED = ("sigmoid", "tanh", "ReLU")
LAYERS = (*PRINTED, "PLN-8")
VGG16 = (2, 2, 3, 3, 3)
"""Convolutions before each pooling."""

Phi = Callable[[Any], Any]


def channelwise(name: str) -> Phi:
    """The layer along the channels of (images, channels, height, width)."""
    phi = layer(name)
    return lambda h: phi(h.movedim(1, -1)).movedim(-1, 1)


def vgg(phi: Phi, width: int, normalised: bool = False) -> Any:
    """VGG-16 of one width: 13 convolutions, poolings while there is room, a linear layer.

    With ``normalised`` batch normalisation stands before each nonlinear layer.
    """
    from torch import nn

    class Nonlinear(nn.Module):
        def forward(self, h: Any) -> Any:
            return phi(h)

    parts: list[Any] = [nn.Unflatten(-1, (1, 8, 8))]
    channels, side = 1, 8
    for count in VGG16:
        for _ in range(count):
            parts.append(nn.Conv2d(channels, width, 3, padding=1))
            parts += [nn.BatchNorm2d(width)] * normalised
            parts.append(Nonlinear())
            channels = width
        if side > 1:
            parts.append(nn.MaxPool2d(2))
            side //= 2
    return nn.Sequential(*parts, nn.Flatten(), nn.Linear(width, CLASSES))


def resnet(phi: Phi, blocks: int, channels: Sequence[int]) -> Any:
    """ResNet-(6 blocks + 2) for small images: phi(x + conv(phi(conv(x)))), no normalisation.

    Where the channels grow, the shortcut takes every second pixel and adds channels of zeros.
    """
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, before: int, after: int) -> None:
            super().__init__()
            self.stride = 1 if before == after else 2
            self.first = nn.Conv2d(before, after, 3, self.stride, 1)
            self.second = nn.Conv2d(after, after, 3, 1, 1)

        def forward(self, x: Any) -> Any:
            y = self.second(phi(self.first(x)))
            x = x[:, :, :: self.stride, :: self.stride]
            more = y.shape[1] - x.shape[1]
            return phi(y + nn.functional.pad(x, (0, 0, 0, 0, 0, more)))

    class Start(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Conv2d(1, channels[0], 3, 1, 1)

        def forward(self, x: Any) -> Any:
            return phi(self.first(x.unflatten(-1, (8, 8))[:, None]))

    class Mean(nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.mean(x, (2, 3))

    parts: list[Any] = [Start()]
    before = channels[0]
    for after in channels:
        for _ in range(blocks):
            parts.append(Block(before, after))
            before = after
    return nn.Sequential(*parts, Mean(), nn.Linear(before, CLASSES))


def start_as(model: Any, how: str) -> Any:
    """The initial weights: torch's own, or those of He et al. for the convolutions."""
    from torch import nn

    if how == "He":
        for part in model.modules():
            if isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight, nonlinearity="relu")
                nn.init.zeros_(part.bias)
    return model


# --- trained -------------------------------------------------------------------------------------


def vgg_trial(settings: Settings, seed: int) -> list[Row]:
    """VGG-16 of every layer, trained."""
    import torch

    rows: list[Row] = []
    epochs, warm = settings["epochs"], settings["warm-up"]

    def factor(epoch: int) -> float:
        passed = sum(epoch >= share * epochs for share in (1 / 4, 5 / 12, 7 / 12, 3 / 4, 11 / 12))
        return min(1.0, (epoch + 1) / warm) / 2.5**passed

    for name, rate in product(settings["layers"], settings["rates"]):
        with seeded(seed) as generator:
            data = digits(generator)
            model = vgg(channelwise(name), settings["width"], settings.get("batch norm", False))
            optimiser = torch.optim.SGD(model.parameters(), rate, momentum=0.9, weight_decay=1e-4)

            def scheduled(epoch: int, rate: float = rate) -> float:
                return rate * factor(epoch)

            fit(model, data, optimiser, range(epochs), settings["batch"], generator, scheduled)
            rows.append(
                {"layer": name, "rate": rate,
                 "accuracy": accuracy(model, data.test_x, data.test_y),
                 "train accuracy": accuracy(model, data.x, data.y)}
            )  # fmt: skip
    return rows


def _accuracies(rows: Sequence[Row]) -> dict[str, float]:
    """Of each layer, on the test images, with the rate that is best on the training images."""
    best: dict[str, Row] = {}
    for r in rows:
        name, found = str(r["layer"]), number(r, "train accuracy")
        if name not in best or found > number(best[name], "train accuracy"):
            best[name] = r
    return {name: number(r, "accuracy") for name, r in best.items()}


def _only_pln(rows: Sequence[Row]) -> bool:
    found = _accuracies(rows)
    return all(found[name] < 0.2 for name in PRINTED) and found["PLN-8"] > 0.8


VGG = Experiment(
    id="pln.vgg",
    kind="numeric",
    title="VGG-16 without batch normalisation, trained on digits",
    place="Section 4.2, Classification with VGG; Section B.2.1",
    protocol={
        "data": "scikit-learn's digits: 1297 images for training, 500 for tests",
        "layers": list(LAYERS),
        "width": 16,
        "epochs": 10,
        "warm-up": 1,
        "batch": 32,
        "optimiser": "SGD, momentum 0.9, weight decay 1e-4",
        "rates": [0.1, 0.001],
        "kept": "of the learning rates, the one with the best accuracy on the training images",
        "schedule": "divided by 2.5 after 1/4, 5/12, 7/12, 3/4 and 11/12 of the epochs",
        "initial weights": "torch's own",
        "eps": "1e-5 is added to the variance",
    },
    small={"width": 8, "epochs": 1, "rates": [0.001], "batch": 128},
    differs=(
        "8 x 8 digits; printed is CIFAR-10, 32 x 32 pixels of three colours",
        "width 16; printed is 64",
        "10 epochs with batches of 32, warm-up in 1; printed are 240 with 128, warm-up in 20",
        "the better of two learning rates; printed is 0.1",
        "three poolings: after them an image is one pixel",
        "no data augmentation",
        "how weights are initialised is not printed",
    ),
    seeds=SEEDS,
    trial=vgg_trial,
    sentences=(
        Sentence(
            "For the test accuracy, VGG activated by Sigmoid, Tanh or ReLU can only reach 10%, "
            "but VGG activated by PLN-8 reach 89.45%.",
            "Section 4.2",
            "sigmoid, tanh and ReLU classify less than 20 % of the test images correctly (one "
            "class of ten: 10 %), PLN-8 more than 80 %",
            _only_pln,
            lambda rows: 100 * _accuracies(rows)["PLN-8"],
            "test accuracy of PLN-8, percent",
        ),
    ),
    needs=("torch", "sklearn"),
)


def _only_close(rows: Sequence[Row]) -> bool:
    """PLN-8 above sigmoid and tanh, and below ReLU by at most five percentage points."""
    of = _accuracies(rows)
    return max(of["sigmoid"], of["tanh"]) < of["PLN-8"] < of["ReLU"] <= of["PLN-8"] + 0.05


def _plateau(rows: Sequence[Row]) -> bool:
    """The step from 2 to 4 is an increase, and larger than any change after it."""
    of = _accuracies(rows)
    later = [abs(of[name] - of["PLN-4"]) for name in ("PLN-8", "LN")]
    return of["PLN-4"] - of["PLN-2"] > max(later)


VGG_BN = Experiment(
    id="pln.vgg_bn",
    kind="numeric",
    title="VGG-16 with batch normalisation, trained on digits",
    place="Section 4.3.1, Figure 8; Section B.2.2, Figures A1 and A2",
    protocol={
        **VGG.protocol,
        "layers": [*PRINTED, "PLN-2", "PLN-4", "PLN-8", "LN"],
        "batch norm": True,
        "epochs": 8,
        "rates": [0.1],
        "kept": "there is one learning rate",
    },
    small={"width": 8, "epochs": 1, "batch": 128},
    differs=(
        "8 x 8 digits; printed is CIFAR-10, 32 x 32 pixels of three colours",
        "width 16, where LN is PLN-16; printed are widths of 16 to 256 in Figure 8 and 128, with "
        "norm sizes of 2 to 128, in Figures A1 and A2",
        "8 epochs with batches of 32, warm-up in 1; printed are 240 with 128, warm-up in 20",
        "three poolings: after them an image is one pixel",
        "no data augmentation, no ResNet",
    ),
    seeds=SEEDS,
    trial=vgg_trial,
    sentences=(
        Sentence(
            "We find that in VGG-16 with BN, PLN-8 performs better than Sigmoid and Tanh, but "
            "slightly worse than ReLU.",
            "Section 4.3.1, Figure 8",
            "the test accuracy of PLN-8 is above those of sigmoid and tanh and below that of "
            "ReLU, by at most five percentage points",
            _only_close,
            lambda rows: 100 * (_accuracies(rows)["ReLU"] - _accuracies(rows)["PLN-8"]),
            "percentage points by which PLN-8 is below ReLU",
        ),
        Sentence(
            "ReLU outperforms Sigmoid with the introduce of BN",
            "Section 4.3.1",
            "the test accuracy of ReLU is above that of sigmoid",
            lambda rows: _accuracies(rows)["ReLU"] > _accuracies(rows)["sigmoid"],
            lambda rows: 100 * (_accuracies(rows)["ReLU"] - _accuracies(rows)["sigmoid"]),
            "percentage points by which ReLU is above sigmoid",
        ),
        Sentence(
            "For both architectures, PLN shows a sharp increase in accuracy as the norm size "
            "increases from 2 to 4, after which accuracy plateaus.",
            "Section B.2.2, Figures A1 and A2; of VGG-16 here",
            "the test accuracy rises from norm size 2 to 4, by more than it changes from 4 to 8 "
            "and from 4 to 16",
            _plateau,
            lambda rows: 100 * (_accuracies(rows)["PLN-4"] - _accuracies(rows)["PLN-2"]),
            "percentage points by which PLN-4 is above PLN-2",
        ),
    ),
    needs=("torch", "sklearn"),
)


# --- initial gradients ---------------------------------------------------------------------------


def gradient_trial(settings: Settings, seed: int) -> list[Row]:
    """The norm of the gradient of all parameters before training, mean over batches."""
    rows: list[Row] = []
    for name in settings["layers"]:
        with seeded(seed) as generator:
            data = digits(generator)
            for start in settings["initial weights"]:
                for network in settings["networks"]:
                    norm = _norm(_network(network, channelwise(name), settings, start), data,
                                 settings)  # fmt: skip
                    rows.append(
                        {"layer": name, "network": network, "initial weights": start,
                         "gradient": norm}
                    )  # fmt: skip
    return rows


def _network(name: str, phi: Phi, settings: Settings, start: str) -> Any:
    if name == "VGG-16":
        return start_as(vgg(phi, settings["width"]), start)
    depth = int(name.removeprefix("ResNet-"))
    return start_as(resnet(phi, (depth - 2) // 6, settings["channels"]), start)


def _norm(model: Any, data: Any, settings: Settings) -> float:
    from torch.nn.functional import cross_entropy
    from torch.nn.utils import get_total_norm

    norms = []
    size = settings["batch"]
    for k in range(settings["batches"]):
        model.zero_grad()
        chosen = slice(k * size, (k + 1) * size)
        cross_entropy(model(data.x[chosen]), data.y[chosen]).backward()
        norms.append(float(get_total_norm([p.grad for p in model.parameters()])))
    return sum(norms) / len(norms)


def _gradient(rows: Sequence[Row], layer_: str, network: str, start: str) -> float | None:
    for r in rows:
        if (r["layer"], r["network"], r["initial weights"]) == (layer_, network, start):
            return number(r, "gradient")
    return None


def _explosion(rows: Sequence[Row], layer_: str = "ReLU") -> float:
    """The gradient's norm in ResNet-110 over that in ResNet-20; infinite where it overflows."""
    deep, shallow = (_gradient(rows, layer_, f"ResNet-{n}", "He") for n in (110, 20))
    return float("inf") if deep is None or not shallow else deep / shallow


def _explodes(rows: Sequence[Row]) -> bool | None:
    if not any(r["network"] == "ResNet-110" for r in rows):
        return None
    return _explosion(rows) > 1000 and all(
        _explosion(rows) > _explosion(rows, name) for name in LAYERS if name != "ReLU"
    )


def _vanishing(rows: Sequence[Row]) -> float:
    """The largest of the three norms over that of PLN-8."""
    found = [_gradient(rows, name, "VGG-16", "torch's own") for name in LAYERS]
    *others, own = [0.0 if value is None else value for value in found]
    return max(others) / own if own else float("inf")


def gradient_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The norm against the depth of the ResNet."""
    roles: dict[str, Role] = {
        "ReLU": "second", "PLN-8": "net", "tanh": "other", "sigmoid": "target"
    }  # fmt: skip
    curves = []
    for name, role in roles.items():
        found = {
            depth: [
                number(r, "gradient") for r in rows
                if (r["layer"], r["network"], r["initial weights"])
                == (name, f"ResNet-{depth}", "He")
            ]
            for depth in (20, 56, 110)
        }  # fmt: skip
        found = {depth: values for depth, values in found.items() if values and min(values) > 0}
        means = [geometric_mean(values) for values in found.values()]
        curves.append(Curve(name, role, list(found), means))
    return picture(
        "Norm of the initial gradient against the depth of the ResNet",
        "No normalisation, initial weights of He et al.; geometric mean over the seeds. Printed "
        "for ReLU: 1.68, 2.5e4, 1.2e13.",
        ("layers", "norm of the gradient"),
        curves,
        "both",
    )


GRADIENTS = Experiment(
    id="pln.gradients",
    kind="numeric",
    title="Gradients before training, in VGG-16 and ResNets without batch normalisation",
    place="Section 4.2, Table 2",
    protocol={
        "data": "scikit-learn's digits",
        "layers": list(LAYERS),
        "networks": ["VGG-16", "ResNet-20", "ResNet-56", "ResNet-110"],
        "initial weights": ["torch's own", "He"],
        "width": 16,
        "channels": [16, 32, 64],
        "batch": 32,
        "batches": 2,
        "norm": "Euclidean, of the gradient of the cross entropy for all parameters together",
    },
    small={"networks": ["VGG-16", "ResNet-20"], "channels": [8, 16, 32], "batch": 8, "batches": 1},
    differs=(
        "8 x 8 digits; printed is CIFAR-10",
        "VGG of width 16; printed is 64",
        "mean over two batches of 32; over what the printed norms are averaged is not said",
        "how weights are initialised is not printed: VGG is judged with torch's own, ResNet with "
        "those of He et al.; both are among the rows",
    ),
    seeds=SEEDS,
    trial=gradient_trial,
    sentences=(
        Sentence(
            "According to the gradient norms in Table 2, we demonstrate that ReLU suffers from "
            "gradient explosion in deep ResNet architectures without BN or a proper "
            "initialization",
            "Section 4.2, Classification with ResNet without BN",
            "with ReLU the norm in ResNet-110 is more than 1000 times that in ResNet-20, and this "
            "ratio is larger than with sigmoid, tanh and PLN-8",
            _explodes,
            _explosion,
            "ratio of the norms with ReLU, ResNet-110 over ResNet-20; printed 7e12",
        ),
        Sentence(
            "By analyzing the gradients, we conjecture that gradient vanishing is the probable "
            "reason traditional activation functions do not work in this experiment.",
            "Section 4.2, Classification with VGG",
            "in VGG-16 the norms with sigmoid, tanh and ReLU are all below that with PLN-8",
            lambda rows: _vanishing(rows) < 1,
            _vanishing,
            "the largest of the three norms over that of PLN-8; printed 0.38",
        ),
    ),
    pictures=gradient_pictures,
    needs=("torch", "sklearn"),
)
