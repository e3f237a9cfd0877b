"""The experiments of the PLN paper: see :mod:`verify.experiments`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log10
from statistics import fmean
from typing import Any

from verify.experiments import Experiment, Row, Sentence, Settings
from verify.experiments.curves import Curve, Role, picture
from verify.experiments.pln_deep import GRADIENTS, VGG, VGG_BN
from verify.experiments.pln_fits import (
    LEAST,
    certified,
    fits,
    logs,
    mean_log,
    size_of,
    train,
)
from verify.experiments.training import number, seeded

SEEDS = (0, 10, 100, 1000, 10000)
CONSTRUCTED = "constructed"
NORMS = ("PLN-2", "PLN-4", "PLN-8", "PLN-16", "PLN-32", "PLN-64")
ACTIVATIONS = ("sigmoid", "tanh", "ReLU")


# --- one variable -------------------------------------------------------------------------------


def fit_trial(settings: Settings, seed: int) -> list[Row]:
    """Every layer at every width, and beside them the constructed networks."""
    import torch

    rows: list[Row] = []
    with seeded(seed):
        x = torch.linspace(-5, 5, settings["points"])[:, None]
        grid = torch.linspace(-5, 5, settings["grid"])[:, None]
        y, truth = _target(x), _target(grid)
        for width in settings["widths"]:
            for name in settings["layers"]:
                if fits(name, width):
                    got = train(
                        name, width, x, y, grid, truth, settings["steps"], settings["rates"]
                    )
                    rows.append(
                        {"layer": name, "width": width, "loss": got.loss,
                         "largest error": got.largest, "rate": got.rate}
                    )  # fmt: skip
            for size in settings["norm sizes"]:
                if width >= size:
                    bound, low, high = certified(width // size)
                    rows.append(
                        {"layer": CONSTRUCTED, "width": width, "norm size": size, "bound": bound,
                         "certified from": low, "certified to": high}
                    )  # fmt: skip
    return rows


def _target(x: Any) -> Any:
    return ((2 * x + 1).sin() + x.cos())[:, 0]


def _common(rows: Sequence[Row], names: Sequence[str]) -> list[int]:
    """The widths at which all of these layers were trained."""
    return sorted(set.intersection(*(set(logs(rows, name)) for name in names)))


def _sizes(rows: Sequence[Row], least: int) -> list[str]:
    """The PLN layers that were trained at more than one width, from a norm size on."""
    return [n for n in NORMS if size_of(n, 0) >= least and len(logs(rows, n)) > 1]


def _best_size(rows: Sequence[Row]) -> bool | None:
    names = _sizes(rows, 2)
    if not {"PLN-2", "PLN-4"} <= set(names):
        return None
    widths = _common(rows, names)
    return min(names, key=lambda name: mean_log(rows, name, widths)) == "PLN-4"


def _smaller_is_better(rows: Sequence[Row]) -> bool | None:
    names = _sizes(rows, 4)
    widths = _common(rows, names) if names else []
    if len(names) < 2 or not widths:
        return None
    found = [mean_log(rows, name, widths) for name in names]
    return found == sorted(found)


def _gap(rows: Sequence[Row], name: str, other: str, width: int) -> float:
    """By how many powers of ten the loss of ``name`` is below that of ``other``."""
    return logs(rows, other)[width] - logs(rows, name)[width]


def _better_than_relu(names: Sequence[str], width: int) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: all(_gap(rows, name, "ReLU", width) > 0 for name in names)


def _wider_is_better(rows: Sequence[Row]) -> bool:
    found = [logs(rows, name) for name in _sizes(rows, 2)]
    return all(of[max(of)] < of[min(of)] for of in found)


def _built(rows: Sequence[Row]) -> dict[tuple[int, int], Row]:
    """The constructed networks by width and norm size."""
    own = [r for r in rows if r["layer"] == CONSTRUCTED]
    return {(int(number(r, "width")), int(number(r, "norm size"))): r for r in own}


def _ratios(rows: Sequence[Row]) -> list[float]:
    """The certified error for twice the norm size at the same width, over that of the size."""
    errors = {at: number(row, "certified to") for at, row in _built(rows).items()}
    return [
        errors[width, 2 * size] / error
        for (width, size), error in errors.items()
        if errors.get((width, 2 * size), RANGE) < RANGE
    ]


RANGE = 1.0
"""Errors below this are compared with d/W: one line is already within 2.1 of the target."""


def _proportional(rows: Sequence[Row]) -> bool | None:
    found = _ratios(rows)
    return all(1.7 <= ratio <= 2.3 for ratio in found) if found else None


def fit_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The largest error against the width: trained, certified, and the theorem's bound."""
    built = {w: r for (w, size), r in _built(rows).items() if size == 2}
    widths = sorted(built)
    curves = [
        Curve("Theorem 1: L/(2N), PLN-2", "bound", widths,
              [number(built[w], "bound") for w in widths]),
        Curve("constructed PLN-2, certified", "target", widths,
              [number(built[w], "certified to") for w in widths]),
    ]  # fmt: skip
    shown: tuple[tuple[str, Role], ...] = (("PLN-2", "other"), ("PLN-4", "net"), ("ReLU", "second"))
    curves += [_over_width(rows, name, role, "largest error") for name, role in shown]
    return picture(
        "Largest error against width: trained, constructed, and the bound",
        "sin(2x + 1) + cos(x) on [-5, 5]. Trained: the largest error on a grid, geometric mean "
        "over the seeds. Constructed: the certified error on the whole interval. The theorem "
        "bounds what the best network needs; it does not bound what training finds.",
        ("width", "largest error"),
        curves,
        "both",
    )


def _over_width(rows: Sequence[Row], name: str, role: Role, of: str) -> Curve:
    """The geometric mean over the seeds, against the width."""
    own = [r for r in rows if r["layer"] == name]
    widths = sorted({int(number(r, "width")) for r in own})
    means = [
        10 ** fmean(log10(max(number(r, of), LEAST)) for r in own if r["width"] == width)
        for width in widths
    ]
    return Curve(name, role, widths, means)


FITS = Experiment(
    id="pln.fits",
    kind="numeric",
    title="One hidden layer fitted to sin(2x + 1) + cos(x) on [-5, 5]",
    place="Section 4.1, Figures 4 to 6; Section B.1, Tables I and III",
    protocol={
        "widths": [8, 16, 32, 64, 128],
        "layers": [*ACTIVATIONS, *NORMS, "LN"],
        "norm sizes": [2, 4, 8],
        "points": 128,
        "grid": 2001,
        "steps": 1000,
        "optimiser": "Adam on all points at once",
        "rates": [0.1, 0.01, 0.001],
        "kept": "of the learning rates, the one with the least loss",
        "loss": "mean squared error on the points",
        "eps": "1e-5 is added to the variance of a layer that is trained",
        "constructed": "the network of Theorem 1 as delta goes to 0, LN being 0 where sigma is; "
        "its error on the whole interval is certified as verify run pln.thm1 does it",
    },
    small={"widths": [8, 16], "steps": 10, "grid": 201, "norm sizes": [2, 4]},
    differs=(
        "widths 8 to 128; printed are 8 to 4096",
        "full batches, 1000 steps; printed are 1000 epochs with batches of 4 to 16",
        "Adam with three learning rates; printed are Adam and SGD with six",
        "128 equally spaced points; how many were used is not printed",
        "norm sizes are compared up to 32, at the widths 64 and 128; printed are up to 64",
        "PLS is not among the layers",
        "constructed networks stand beside the trained ones; the paper trains only",
    ),
    seeds=SEEDS,
    trial=fit_trial,
    sentences=(
        Sentence(
            "However, we find that PLN performs best at the norm size d = 4 rather than d = 2.",
            "Section 4.1.1",
            "of the norm sizes, 4 has the least mean of log10(loss) over the widths that all have",
            _best_size,
            lambda rows: (
                mean_log(rows, "PLN-2", (w := _common(rows, ["PLN-2", "PLN-4"])))
                - mean_log(rows, "PLN-4", w)
            ),
            "powers of ten by which the loss of PLN-4 is below that of PLN-2, mean over widths",
        ),
        Sentence(
            "PLN with a smaller norm size may allow for a smaller L∞ error ε constraint [...], "
            "which may help the PLN-Net perform better. This is corresponding to the results of "
            "norm size d ranging in {4, 8, 16, 32, 64}",
            "Section 4.1.1",
            "from d = 4 on the mean of log10(loss), over the widths that all norm sizes have, "
            "does not fall as d is doubled",
            _smaller_is_better,
        ),
        Sentence(
            "d/ε ∼ W(LN-d)",
            "Section 4.1.1",
            "constructed networks of one width: for twice the norm size, the certified error, "
            "where it is below 1, is 1.7 to 2.3 times as large",
            _proportional,
        ),
        Sentence(
            "We find that both Sigmoid and Tanh perform better than ReLU",
            "Section 4.1.2, Figure 6: networks of width 16",
            "at width 16 the losses of sigmoid and of tanh are below that of ReLU",
            _better_than_relu(("sigmoid", "tanh"), 16),
            lambda rows: min(_gap(rows, name, "ReLU", 16) for name in ("sigmoid", "tanh")),
            "powers of ten by which the worse of the two is below ReLU",
        ),
        Sentence(
            "In the meanwhile, PLN-4 also performs well.",
            "Section 4.1.2, Figure 6: networks of width 16",
            "at width 16 the loss of PLN-4 is below that of ReLU, as those of sigmoid and tanh "
            "are said to be",
            _better_than_relu(("PLN-4",), 16),
            lambda rows: _gap(rows, "PLN-4", "ReLU", 16),
            "powers of ten by which it is below",
        ),
        Sentence(
            "as the network width increases, the model's approximation performance gradually "
            "improves",
            "Section B.1.1, of Table I",
            "for each norm size the loss at the largest width is below that at the least",
            _wider_is_better,
        ),
    ),
    pictures=fit_pictures,
    needs=("torch",),
)


# --- eight variables, random values --------------------------------------------------------------


def random_trial(settings: Settings, seed: int) -> list[Row]:
    """Independent uniform inputs and outputs: what is fitted is noise."""
    import torch

    rows: list[Row] = []
    with seeded(seed) as generator:
        x = 2 * torch.rand(settings["points"], 8, generator=generator) - 1
        y = 2 * torch.rand(settings["points"], generator=generator) - 1
        none = x[:0]
        for width in settings["widths"]:
            for name in settings["layers"]:
                got = train(name, width, x, y, none, y[:0], settings["steps"], settings["rates"])
                rows.append({"layer": name, "width": width, "loss": got.loss, "rate": got.rate})
    return rows


ROUNDING = -10.0
"""log10 of a loss below which a network fits all points up to what float32 rounds."""


def _widest(rows: Sequence[Row]) -> int:
    return max(int(number(r, "width")) for r in rows)


def _told(rows: Sequence[Row], names: Sequence[str]) -> bool:
    """Whether some of these losses is more than rounding."""
    return any(logs(rows, name)[_widest(rows)] > ROUNDING for name in names)


def _far_below(rows: Sequence[Row]) -> bool | None:
    if not _told(rows, ("PLN-2", "ReLU")):
        return None
    return _gap(rows, "PLN-2", "ReLU", _widest(rows)) > 1


def _well(rows: Sequence[Row]) -> bool | None:
    if not all(_told(rows, ("PLN-4", name)) for name in ACTIVATIONS):
        return None
    return min(_gap(rows, "PLN-4", name, _widest(rows)) for name in ACTIVATIONS) > 0


def random_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The loss against the width."""
    shown: tuple[tuple[str, Role], ...] = (
        ("PLN-2", "other"), ("PLN-4", "net"), ("ReLU", "second"), ("tanh", "target")
    )  # fmt: skip
    return picture(
        "Loss against width, random values at random points of 8 coordinates",
        "The mean squared error on the points that are fitted, geometric mean over the seeds.",
        ("width", "loss"),
        [_over_width(rows, name, role, "loss") for name, role in shown],
        "both",
    )


RANDOM = Experiment(
    id="pln.random",
    kind="numeric",
    title="One hidden layer fitted to random values at random points of 8 coordinates",
    place="Section 4.1.2, Figure 5(b); Section B.1",
    protocol={
        "widths": [64, 256],
        "layers": [*ACTIVATIONS, "PLN-2", "PLN-4"],
        "points": 512,
        "steps": 500,
        "optimiser": "Adam on all points at once",
        "rates": [0.1, 0.01, 0.001],
        "kept": "of the learning rates, the one with the least loss",
        "loss": "mean squared error on the points",
        "eps": "1e-5 is added to the variance",
    },
    small={"widths": [8, 16], "points": 32, "steps": 20},
    differs=(
        "the largest width is 256; the printed sentence is about 4096",
        "full batches, 500 steps; printed are 1000 epochs with batches of 4 to 16",
        "Adam with three learning rates; printed are Adam and SGD with six",
        "512 points; how many were used is not printed",
    ),
    seeds=SEEDS,
    trial=random_trial,
    sentences=(
        Sentence(
            "Following the results of width 4096 in Figure 5(b), PLN-2 outperforms ReLU much but "
            "with only one half approximation capacity.",
            "Section 4.1.2",
            "at the largest width the loss of PLN-2 is less than a tenth of that of ReLU",
            _far_below,
            lambda rows: _gap(rows, "PLN-2", "ReLU", _widest(rows)),
            "powers of ten by which the loss of PLN-2 is below that of ReLU",
        ),
        Sentence(
            "We find that PLN-Net performs extremely well in functional approximation tasks with "
            "high dimensional inputs.",
            "Section 5",
            "at the largest width the loss of PLN-4 is below those of sigmoid, tanh and ReLU",
            _well,
            lambda rows: min(_gap(rows, "PLN-4", n, _widest(rows)) for n in ACTIVATIONS),
            "powers of ten by which it is below the best of the three",
        ),
    ),
    pictures=random_pictures,
    needs=("torch",),
)

EXPERIMENTS: tuple[Experiment, ...] = (FITS, RANDOM, VGG, VGG_BN, GRADIENTS)
