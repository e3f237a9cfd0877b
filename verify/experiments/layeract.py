"""The experiments of the LayerAct paper: see :mod:`verify.experiments`.

A network with one hidden layer on digits; its activations are looked at during training, and moved
by noise afterwards.

Source: *LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs
with BatchNorm*, Sections 2.3 and 4.1, Appendices H and J.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import Any

from verify.experiments import Experiment, Row, Sentence, Settings
from verify.experiments.curves import Curve, Role, picture
from verify.experiments.training import CLASSES, accuracy, digits, fit, number, seeded

SEEDS = (11, 22, 33, 44, 55)
LAYERACT = ("LA-SiLU", "LA-HardSiLU")
OTHERS = ("ReLU", "LReLU", "PReLU", "Mish", "SiLU", "HardSiLU")
"""What Section 4.2 compares with; GELU and ELU are compared with in the tables too."""

ELEMENT = (*OTHERS, "GELU", "ELU")
NEGATIVE = tuple(name for name in OTHERS if name != "ReLU")
PIXELS, FEATURES = 64, "activation input"
IMAGE = "image"


def function(name: str, alpha: float) -> Any:
    """The module of an activation function, torch's own where it has one."""
    from torch import nn

    from constructions.interop.torch_layeract import layer_act_module

    if name in LAYERACT:
        return layer_act_module("sigmoid" if name == "LA-SiLU" else "hard-sigmoid", alpha)
    made = {
        "ReLU": nn.ReLU, "LReLU": nn.LeakyReLU, "PReLU": nn.PReLU, "SiLU": nn.SiLU,
        "HardSiLU": nn.Hardswish, "Mish": nn.Mish, "GELU": nn.GELU, "ELU": nn.ELU,
    }  # fmt: skip
    return made[name]()


def trial(settings: Settings, seed: int) -> list[Row]:
    """Train with every function; statistics at some epochs, fluctuations after the last."""
    import torch
    from torch import nn

    rows: list[Row] = []
    for name in settings["functions"]:
        with seeded(seed) as generator:
            data = digits(generator)
            units = settings["units"]
            first, last = nn.Linear(PIXELS, units), nn.Linear(units, CLASSES)
            phi = function(name, settings["alpha"])
            model = nn.Sequential(first, phi, last)
            optimiser = torch.optim.SGD(
                model.parameters(), settings["rate"], momentum=0.9, weight_decay=1e-4
            )
            done = 0
            for epoch in [*settings["looked at"], settings["epochs"]]:
                fit(
                    model, data, optimiser, range(done, epoch), settings["batch"], generator,
                    _schedule(settings),
                )  # fmt: skip
                done = epoch
                with torch.no_grad():
                    y = first(data.test_x)
                    rows.append({"function": name, "epoch": epoch, **_means(y, phi(y))})
            share = accuracy(model, data.test_x, data.test_y)
            rows.append({"function": name, "accuracy": share})
            with torch.no_grad():
                rows += _fluctuations(name, first, phi, data.test_x, settings, generator)
    return rows


def _schedule(settings: Settings) -> Callable[[int], float]:
    """The rate times 0.1 at one half and at three quarters of the epochs."""
    epochs = settings["epochs"]
    return lambda epoch: float(
        settings["rate"] * 0.1 ** sum(epoch >= share * epochs for share in (1 / 2, 3 / 4))
    )


def _means(y: Any, a: Any) -> dict[str, float]:
    """Over the units: the mean of |mean over the images|; and the mean negative part of all."""
    return {
        "|mean output|": float(a.mean(0).abs().mean()),
        "|mean input|": float(y.mean(0).abs().mean()),
        "negative part": float((-a).clamp(min=0).mean()),
    }


def _fluctuations(
    name: str, first: Any, phi: Any, x: Any, settings: Settings, generator: Any
) -> list[Row]:
    """||f(y + noise) - f(y)|| of each test image, in the norm of Definition 2.3, over d."""
    import torch

    rows: list[Row] = []
    for place, mean in product(settings["noise at"], settings["noise means"]):
        y = first(x)
        shape = x.shape if place == IMAGE else y.shape
        noise = mean + settings["noise deviation"] * torch.randn(shape, generator=generator)
        moved = first(x + noise) if place == IMAGE else y + noise
        inputs = (moved - y).abs().mean(-1).double()
        change = (phi(moved) - phi(y)).abs().mean(-1).double()
        rows.append(
            {"function": name, "noise at": place, "noise mean": mean,
             "mean fluctuation": float(change.mean()), "variance": float(change.var()),
             "largest": float(change.max()), "mean of inputs": float(inputs.mean())}
        )  # fmt: skip
    return rows


# --- rules ---------------------------------------------------------------------------------------

Case = Mapping[str, Row]


def _cases(rows: Sequence[Row], place: str) -> list[Case]:
    """For each noise at that place the row of every function."""
    own = [r for r in rows if r.get("noise at") == place]
    means = dict.fromkeys(r["noise mean"] for r in own)
    return [{str(r["function"]): r for r in own if r["noise mean"] == mean} for mean in means]


def _at(rows: Sequence[Row], epoch: int) -> Case:
    return {str(r["function"]): r for r in rows if r.get("epoch") == epoch}


def _value(case: Case, name: str, of: str) -> float:
    return number(case[name], of)


def _worst(case: Case, of: str, others: Sequence[str] = OTHERS) -> float:
    """The larger of the two LayerAct functions over the least of the others."""
    return max(_value(case, n, of) for n in LAYERACT) / min(_value(case, n, of) for n in others)


def _largest_ratio(place: str) -> Callable[[Sequence[Row]], float]:
    return lambda rows: max(
        _worst(case, of) for case in _cases(rows, place) for of in ("mean fluctuation", "variance")
    )


def _similar_inputs(rows: Sequence[Row]) -> float:
    ratios = []
    for case in _cases(rows, IMAGE):
        values = [_value(case, name, "mean of inputs") for name in case]
        ratios.append(max(values) / min(values))
    return max(ratios)


def _slightly_larger(rows: Sequence[Row]) -> bool:
    """For the noise of the largest mean, SiLU and HardSiLU above ReLU and LReLU."""
    case = _cases(rows, FEATURES)[-1]
    low = max(_value(case, name, "mean fluctuation") for name in ("ReLU", "LReLU"))
    return min(_value(case, name, "mean fluctuation") for name in ("SiLU", "HardSiLU")) > low


def _own_ratio(rows: Sequence[Row]) -> float:
    """The mean fluctuation of LA-SiLU over SiLU's and so on, the largest."""
    return max(
        _value(case, name, "mean fluctuation")
        / _value(case, name.removeprefix("LA-"), "mean fluctuation")
        for case in _cases(rows, FEATURES)
        for name in LAYERACT
    )


def _agreement(rows: Sequence[Row]) -> float:
    """Kendall's tau of the largest fluctuation and the variance over the functions, the least."""
    from scipy.stats import kendalltau

    found = []
    for case in _cases(rows, FEATURES):
        values = [[_value(case, name, of) for name in case] for of in ("largest", "variance")]
        found.append(float(kendalltau(*values).statistic))
    return min(found)


def _zero_like(of: str, others: Sequence[str] = OTHERS) -> Callable[[Sequence[Row]], float]:
    return lambda rows: _worst(_at(rows, MIDDLE), of, others)


def _negative_parts(rows: Sequence[Row]) -> float:
    """The lesser of the two LayerAct functions over the largest of the others."""
    case = _at(rows, MIDDLE)
    least = min(_value(case, name, "negative part") for name in LAYERACT)
    return least / max(_value(case, name, "negative part") for name in NEGATIVE)


def _last_epoch(rows: Sequence[Row]) -> int:
    return max(int(number(r, "epoch")) for r in rows if "epoch" in r)


def _change_after(rows: Sequence[Row]) -> float:
    """The largest relative change of |mean output| from epoch 40 to the last."""
    middle, last = _at(rows, MIDDLE), _at(rows, _last_epoch(rows))
    of = "|mean output|"
    return max(abs(_value(last, n, of) / _value(middle, n, of) - 1) for n in middle)


MIDDLE = 40


def noise_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The standard deviation over images of the fluctuation, function by function."""
    names = list(dict.fromkeys(str(r["function"]) for r in rows))
    curves = []
    roles: dict[int, Role] = {0: "other", 1: "net"}
    for mean, role in roles.items():
        own = [r for r in rows if r.get("noise at") == FEATURES and r.get("noise mean") == mean]
        of = {n: [number(r, "variance") for r in own if r["function"] == n] for n in names}
        if all(of.values()):
            places = range(1, len(names) + 1)
            deviations = [fmean(values) ** 0.5 for values in of.values()]
            curves.append(Curve(f"noise of mean {mean}", role, places, deviations))
    listed = ", ".join(f"{k} {name}" for k, name in enumerate(names, 1))
    return picture(
        "How much the fluctuation differs between images",
        "Standard deviation over the test images of the mean |f(y + noise) - f(y)| of a layer, "
        "noise of deviation 0.5 added to the activation input; root of the mean variance over the "
        f"seeds. Functions: {listed}.",
        ("function", "deviation"),
        curves,
        bottom=0.0,
    )


_SMALLER = (
    "LayerAct functions have a significantly smaller mean and variance of activation fluctuation "
    "among the samples than any other element-level activation function in all cases."
)
_ZERO_LIKE = (
    "Thus, LA-SiLU and LA-HardSiLU can achieve more zero-like mean activation than other "
    "activation functions."
)
_PLACE = "Section 4.1.2, Figure 3"

NOISE = Experiment(
    id="layeract.noise",
    kind="numeric",
    title="Mean activations and fluctuations under noise of a layer of 512 units on digits",
    place="Section 4.1, Figures 2, 3, 6 and 7; Section 2.3; Appendix H",
    protocol={
        "data": "scikit-learn's digits, pixels from 0 to 1: 1297 for training, 500 for tests",
        "functions": [*ELEMENT, *LAYERACT],
        "units": 512,
        "alpha": 1e-5,
        "epochs": 80,
        "looked at": [1, MIDDLE],
        "batch": 64,
        "optimiser": "SGD, momentum 0.9, weight decay 1e-4",
        "rate": 0.01,
        "schedule": "times 0.1 after 40 and after 60 epochs",
        "noise means": [0, 1],
        "noise deviation": 0.5,
        "noise at": [FEATURES, IMAGE],
        "fluctuation": "mean over the units of |f(y + noise) - f(y)|, for each test image",
    },
    small={"units": 32, "epochs": 41, "batch": 1297, "rate": 0.1},
    differs=(
        "8 x 8 digits; printed is MNIST, 28 x 28",
        "batches of 64 images; printed is batch gradient descent, without a size",
        "where the noise is added is not said: to the activation input as in Definition 2.3, and "
        "in other rows to the image",
        "the others are ReLU, LReLU, PReLU, Mish, SiLU and HardSiLU, as in Section 4.2; which "
        "stand in the figures is not in the text; the rows have GELU and ELU too",
        "slopes of LReLU 0.01 and of PReLU 0.25 at first, as torch has them",
        "alpha = 1e-5, as printed for CIFAR; for MNIST none is printed",
        "what the figures show as distributions is judged by means and variances",
    ),
    seeds=SEEDS,
    trial=trial,
    sentences=(
        Sentence(
            _SMALLER,
            _PLACE,
            "noise added to the activation input: for both noises, mean and variance over the "
            "test images with LA-SiLU and LA-HardSiLU are below those with each of the six others",
            lambda rows: _largest_ratio(FEATURES)(rows) < 1,
            _largest_ratio(FEATURES),
            "worst case of the larger of the two LayerAct functions over the least of the others",
        ),
        Sentence(
            _SMALLER,
            _PLACE,
            "the same with noise added to the images",
            lambda rows: _largest_ratio(IMAGE)(rows) < 1,
            _largest_ratio(IMAGE),
            "worst case of the larger of the two LayerAct functions over the least of the others",
        ),
        Sentence(
            "the distribution of mean fluctuation in activation input appears similar across all "
            "functions",
            "Appendix J, Figure 7",
            "noise added to the images: the largest mean change of the activation inputs of a "
            "function is at most 1.5 times the least",
            lambda rows: _similar_inputs(rows) <= 1.5,
            _similar_inputs,
            "largest over least mean change of activation inputs",
        ),
        Sentence(
            "Moreover, the element-level activation functions that ensure a zero-like mean with "
            "one-sided saturation such as SiLU or HardSiLU showed slightly larger activation "
            "fluctuations than those of ReLU or LReLU when the noise had a large mean.",
            "Section 4.1.2",
            "noise of mean 1 added to the activation input: the mean fluctuations of SiLU and of "
            "HardSiLU are above those of ReLU and of LReLU",
            _slightly_larger,
        ),
        Sentence(
            "However, the LayerAct functions maintained lower fluctuations in both cases.",
            "Section 4.1.2",
            "noise added to the activation input: for both noises the mean fluctuation of LA-SiLU "
            "is below that of SiLU, and that of LA-HardSiLU below that of HardSiLU",
            lambda rows: _own_ratio(rows) < 1,
            _own_ratio,
            "a LayerAct function over its own element-level function, in the worst case",
        ),
        Sentence(
            "The lower the upper bound c is, the lower the variance of noise-robustness across "
            "samples.",
            "Section 2.3, after Definition 2.2",
            "noise added to the activation input: over the functions, c being the largest "
            "fluctuation of a test image, Kendall's tau of c and the variance is at least 1/2",
            lambda rows: _agreement(rows) >= 0.5,
            _agreement,
            "Kendall's tau, the lesser of the two noises",
        ),
        Sentence(
            _ZERO_LIKE,
            "Section 4.1.1, Figure 2",
            "at epoch 40 the mean over the units of |mean output over the test images| is less "
            "with both than with each of the six others",
            lambda rows: _zero_like("|mean output|")(rows) < 1,
            _zero_like("|mean output|"),
            "the larger of the two LayerAct functions over the least of the others",
        ),
        Sentence(
            _ZERO_LIKE,
            "Section 4.1.1, Figure 2",
            "the same with GELU and ELU among the others",
            lambda rows: _zero_like("|mean output|", ELEMENT)(rows) < 1,
            _zero_like("|mean output|", ELEMENT),
            "the larger of the two LayerAct functions over the least of the others",
        ),
        Sentence(
            "Our experimental results indicate that the LayerAct functions allow similar (before "
            "epoch 20) or larger (after epoch 40) negative outputs compared to the element-level "
            "activation functions with negative outputs.",
            "Section 4.1.1",
            "at epoch 40 the mean of max(0, -output) over units and test images is larger with "
            "both than with each of the five others that have negative outputs",
            lambda rows: _negative_parts(rows) > 1,
            _negative_parts,
            "the lesser of the two LayerAct functions over the largest of the others",
        ),
        Sentence(
            "The distributions did not change after 40 epochs.",
            "Section 4.1.1, Figure 2",
            "for each function the mean of |mean output| at the last epoch differs from that at "
            "epoch 40 by at most a tenth",
            lambda rows: _change_after(rows) <= 0.1,
            _change_after,
            "the largest relative change",
        ),
        Sentence(
            "As observed in the mean of activation input at epoch 40 (right), LayerAct functions "
            "promote the training of parameter W such that the output of the linear projection "
            "[...] gets closer to zero compared to other functions.",
            "Appendix J, Figure 6",
            "at epoch 40 the mean over the units of |mean activation input| is less with both "
            "than with each of the six others",
            lambda rows: _zero_like("|mean input|")(rows) < 1,
            _zero_like("|mean input|"),
            "the larger of the two LayerAct functions over the least of the others",
        ),
    ),
    pictures=noise_pictures,
    needs=("torch", "scipy", "sklearn"),
)

EXPERIMENTS: tuple[Experiment, ...] = (NOISE,)
