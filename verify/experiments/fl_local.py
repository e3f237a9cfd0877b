"""Local training in the FL paper: Figures 2 and 3, one local step, and equal final networks."""

from __future__ import annotations

from collections.abc import Sequence

from verify.experiments import Experiment, Row, Sentence, Settings
from verify.experiments.curves import one_thread, picture, series, value
from verify.experiments.fl_setting import DIFFERS, FEDERATED, NEEDS, SEEDS, SMALL, shape_of
from verify.experiments.fl_training import (
    CLASSES,
    Digits,
    Shape,
    Tensor,
    accuracy,
    descend,
    digits,
    features,
    federated,
    initial,
    logits,
    tensors,
)


def _pretrained(settings: Settings, shape: Shape, data: Digits, seed: int) -> dict[str, Tensor]:
    """FedAvg with one class for each client."""
    return federated(
        shape,
        data,
        ["1 class"],
        seed,
        settings["rounds"],
        settings["local steps"],
        [settings["learning rate"]],
        settings["clients"],
        settings["batch"],
    ).values


def _locally(
    settings: Settings,
    shape: Shape,
    values: dict[str, Tensor],
    data: Digits,
    label: int,
    steps: int,
    seed: int,
) -> dict[str, Tensor]:
    """SGD on the training images of one class."""
    import numpy as np
    import torch

    x, y = tensors(shape, data.train_x, data.train_y)
    own = np.flatnonzero(data.train_y == label)
    random = np.random.default_rng([seed, 4])
    rate = torch.tensor([settings["learning rate"]], dtype=x.dtype)
    for _ in range(steps):
        drawn = torch.as_tensor(random.choice(own, (1, settings["batch"])))
        values = descend(shape, values, x[drawn], y[drawn], rate)
    return values


# --- Figure 2 -------------------------------------------------------------------------------------


def _figure2(settings: Settings, seed: int) -> list[Row]:
    with one_thread():
        data = digits(seed)
        vanilla, normal = shape_of(settings, "none"), shape_of(settings, "n last")
        start = _pretrained(settings, vanilla, data, seed)
        settings = {**settings, "learning rate": settings["local learning rate"]}
        ends = {"before": (vanilla, start)}
        for name, shape in (("vanilla", vanilla), ("FN", normal)):
            ends[name] = (shape, _locally(settings, shape, start, data, 0, settings["steps"], seed))
        x, y = tensors(vanilla, data.test_x, data.test_y)
        rows: list[Row] = []
        for name, (shape, values) in ends.items():
            rows += [
                {
                    "model": name,
                    "class": label,
                    "accuracy": accuracy(shape, values, x[y == label], y[y == label])[0],
                }
                for label in range(CLASSES)
            ]
            overall = accuracy(shape, values, x, y)[0]
            rows.append({"model": name, "class": "all", "accuracy": overall})
    return rows


def _others(rows: Sequence[Row], model: str) -> float:
    """The mean accuracy on the classes of other clients."""
    own = [value(rows, "accuracy", model=model, **{"class": k}) for k in range(1, CLASSES)]
    return sum(own) / len(own)


def _own(rows: Sequence[Row], model: str) -> float:
    return value(rows, "accuracy", model=model, **{"class": 0})


def _all(rows: Sequence[Row], model: str) -> float:
    return value(rows, "accuracy", model=model, **{"class": "all"})


FIGURE2 = Experiment(
    id="fl.figure2",
    kind="numeric",
    title="Local overfitting: five steps on class 0, without and with FN",
    place="Section 4.3, Figure 2, Appendix D",
    protocol={**FEDERATED, "rounds": 100, "local learning rate": 0.01, "steps": 5},
    small={**SMALL, "rounds": 2, "steps": 2},
    differs=(
        *DIFFERS[:2],
        "100 rounds with learning rate 0.1 before; the local steps have the printed 0.01",
        DIFFERS[-1],
    ),
    seeds=SEEDS,
    trial=_figure2,
    sentences=(
        Sentence(
            "After local training, the vanilla model easily reaches 100% on its local dataset, "
            "while the performance on other clients drastically drops. This is true even when it "
            "is initialized from a relatively good pre-trained model (left figure).",
            "Section 4.3",
            "the vanilla model has 100% of class 0 of the test images, and on the other classes "
            "less than half of its mean accuracy before",
            lambda rows: (
                _own(rows, "vanilla") == 100
                and _others(rows, "vanilla") < _others(rows, "before") / 2
            ),
            lambda rows: _others(rows, "vanilla") - _others(rows, "before"),
            "change on the other classes, in points",
        ),
        Sentence(
            "Comparably, feature normalization can mitigate local overfitting (Figure 2, right).",
            "Section 4.3",
            "after local training the accuracy on all classes is larger with FN than without",
            lambda rows: _all(rows, "FN") > _all(rows, "vanilla"),
            lambda rows: _all(rows, "FN") - _all(rows, "vanilla"),
            "with FN minus without, all classes, in points",
        ),
    ),
    pictures=lambda rows: picture(
        "Test accuracy of each class in percent, before and after five steps on class 0",
        "Means over the seeds.",
        ("class", "accuracy"),
        [
            series(rows, role, name, "class", "accuracy", model=model)
            for model, name, role in (
                ("before", "before", "target"),
                ("vanilla", "without FN", "other"),
                ("FN", "with FN", "net"),
            )
        ],
        between=(0, 100),
    ),
    needs=NEEDS,
)

# --- Figure 3 -------------------------------------------------------------------------------------

_IMAGES = 20


def _figure3(settings: Settings, seed: int) -> list[Row]:
    import numpy as np

    with one_thread():
        data = digits(seed)
        vanilla = shape_of(settings, "none")
        start = initial(vanilla, seed, 1)
        local = _locally(settings, vanilla, start, data, 1, settings["steps"], seed)
        random = np.random.default_rng([seed, 5])
        own = random.choice(np.flatnonzero(data.train_y == 1), _IMAGES, replace=False)
        mixed = random.choice(len(data.test_y), _IMAGES, replace=False)
        (first,), (second,) = (
            tensors(vanilla, data.train_x[own]),
            tensors(vanilla, data.test_x[mixed]),
        )
        head = local[f"U{vanilla.layers + 1}"][0]
        norms = features(vanilla, local, first[None])[0][0].norm(dim=1)
        rows: list[Row] = [
            {"panel": "class embeddings", "index": c, "value": float(v)}
            for c, v in enumerate(head.norm(dim=1))
        ]
        rows += [
            {"panel": "feature norms", "index": i, "value": float(v)} for i, v in enumerate(norms)
        ]
        rows += _singular("locally overfitted", vanilla, local, second, normalised=False)
        for name, kind in (("FedAvg", "none"), ("FedFN", "n last")):
            shape = shape_of(settings, kind)
            trained = _pretrained(settings, shape, data, seed)
            rows += _singular(name, shape, trained, second, normalised=True)
    return rows


def _singular(
    panel: str, shape: Shape, values: dict[str, Tensor], x: Tensor, normalised: bool
) -> list[Row]:
    """The singular values of the feature matrix, largest first."""
    import torch

    found = features(shape, values, x[None])[0][0].double()
    if normalised:
        found = found / found.norm(dim=1, keepdim=True).clamp_min(1e-5)
    return [
        {"panel": panel, "index": i, "value": float(v)}
        for i, v in enumerate(torch.linalg.svdvals(found), 1)
    ]


def _panel(rows: Sequence[Row], panel: str) -> list[float]:
    return [float(row["value"] or 0) for row in rows if row["panel"] == panel]


def _effective(rows: Sequence[Row], panel: str) -> float:
    """The effective rank: exp of the entropy of the singular values as shares."""
    import math

    values = _panel(rows, panel)
    shares = [v / sum(values) for v in values if v > 0]
    return math.exp(-sum(p * math.log(p) for p in shares))


def _gap(rows: Sequence[Row]) -> float:
    first, second, *_ = _panel(rows, "locally overfitted")
    return first / second


FIGURE3 = Experiment(
    id="fl.figure3",
    kind="numeric",
    title="Norms and singular values after local training on class 1: feature collapse",
    place="Section 4.3, Figure 3, Appendix D",
    protocol={**FEDERATED, "steps": 1000},
    small={**SMALL, "rounds": 2, "steps": 5},
    differs=(
        *DIFFERS[:3],
        "1,000 local steps from the initial network for the three panels on the left; how many "
        "the figure has is not printed",
        "the same 20 test images of random classes for all singular values",
        DIFFERS[-1],
    ),
    seeds=SEEDS,
    trial=_figure3,
    sentences=(
        Sentence(
            "It can be shown that ‖w_1‖ is relatively large compared to others.",
            "Section 4.3",
            "the norm of the class embedding of class 1 is the largest of the ten",
            lambda rows: (
                _panel(rows, "class embeddings")[1] == max(_panel(rows, "class embeddings"))
            ),
            lambda rows: (
                _panel(rows, "class embeddings")[1]
                / max(v for c, v in enumerate(_panel(rows, "class embeddings")) if c != 1)
            ),
            "its norm, as a multiple of the largest other one",
        ),
        Sentence(
            "In the middle-left panel, we sample 20 images from client 1 and compute their "
            "feature norms. We see that ‖g_θ‖’s are all very large, compared to class embeddings.",
            "Section 4.3",
            "each of the 20 feature norms is larger than each of the ten norms of class embeddings",
            lambda rows: min(_panel(rows, "feature norms")) > max(_panel(rows, "class embeddings")),
            lambda rows: min(_panel(rows, "feature norms")) / max(_panel(rows, "class embeddings")),
            "the smallest feature norm, as a multiple of the largest class embedding",
        ),
        Sentence(
            "If we plot the singular values of the feature matrix of 20 random images from "
            "different classes, [g_θ(x_1), …, g_θ(x_20)], we observe a huge spectral gap.",
            "Section 4.3",
            "the first singular value is at least ten times the second (printed: 1,900 and 6.9)",
            lambda rows: _gap(rows) >= 10,
            _gap,
            "the first singular value, as a multiple of the second",
        ),
        Sentence(
            "While a vanilla network learns degenerate features, an FN network mitigates feature "
            "collapse and the feature embedding has more directions that are effective, measured "
            "by the corresponding singular values (c.f. Shi et al. 2023).",
            "Section 4.3",
            "the effective rank of the normalised features, exp of the entropy of the singular "
            "values as shares of their sum, is larger after FedFN than after FedAvg",
            lambda rows: _effective(rows, "FedFN") > _effective(rows, "FedAvg"),
            lambda rows: _effective(rows, "FedFN") - _effective(rows, "FedAvg"),
            "effective rank after FedFN minus that after FedAvg",
        ),
    ),
    pictures=lambda rows: picture(
        "Singular values of the features of 20 images",
        "Means over the seeds. After FedAvg and FedFN the features are normalised.",
        ("index", "singular value"),
        [
            series(rows, role, name, "index", "value", panel=name)
            for name, role in (
                ("locally overfitted", "other"),
                ("FedAvg", "target"),
                ("FedFN", "net"),
            )
        ],
        "both",
        between=(1e-4, 100),
    ),
    needs=NEEDS,
)

# --- one local step -------------------------------------------------------------------------------


def _one_step(settings: Settings, seed: int) -> list[Row]:
    import numpy as np
    import torch

    data, clients, batch = digits(seed), settings["clients"], settings["batch"]
    rows: list[Row] = []
    with one_thread():
        for kind in settings["normalised"]:
            shape = shape_of(settings, kind, double=True)
            x, y = tensors(shape, data.train_x, data.train_y)
            random = np.random.default_rng([seed, 3])
            rate = torch.tensor([settings["learning rate"]], dtype=x.dtype)
            fed = one = initial(shape, seed, 1)
            for _ in range(settings["rounds"]):
                drawn = torch.as_tensor(
                    np.stack(
                        [
                            random.choice(np.flatnonzero(data.train_y == k), batch)
                            for k in range(clients)
                        ]
                    )
                )
                local = {k: v.repeat_interleave(clients, 0) for k, v in fed.items()}
                local = descend(shape, local, x[drawn], y[drawn], rate.expand(clients))
                fed = {k: v.mean(0, keepdim=True) for k, v in local.items()}
                every = drawn.reshape(1, -1)
                one = descend(shape, one, x[every], y[every], rate)
            rows.append({"normalised": kind, "difference": _relative(fed, one)})
    return rows


def _relative(one: dict[str, Tensor], other: dict[str, Tensor]) -> float:
    """The largest difference of two parameters, over the largest parameter."""
    apart = max(float((one[k] - other[k]).abs().max()) for k in one)
    return apart / max(float(v.abs().max()) for v in one.values())


def _apart(rows: Sequence[Row]) -> float:
    return max(value(rows, "difference", normalised=k) for k in ("none", "n last", "mv each"))


ONE_STEP = Experiment(
    id="fl.one_step",
    kind="numeric",
    title="FedAvg with one local step is centralised training with batches of all clients",
    place="Appendix E",
    protocol={
        **{k: v for k, v in FEDERATED.items() if k != "local steps"},
        "rounds": 100,
        "normalised": ["none", "n last", "mv each", "batch"],
    },
    small={"width": 8, "batch": 4, "rounds": 5},
    differs=(
        *DIFFERS[:2],
        "100 rounds, learning rate 0.1; float64",
        "batch normalisation, which the sentence does not name, is run beside: it normalises with "
        "the client's batch, so that the two differ",
    ),
    seeds=SEEDS,
    trial=_one_step,
    sentences=(
        Sentence(
            "Note that E = 1 it reduces to the centralized setting with 320 batch size (since "
            "each client has batch size 32), but due to label shift not every algorithm can "
            "converge well.",
            "Appendix E",
            "with one class for each client and the same batches, the parameters of FedAvg, FedFN "
            "and FedLN with E = 1 differ after the last round by at most 1e-9 of the largest one "
            "from those of centralised training; how well anything converges is not looked at",
            lambda rows: _apart(rows) <= 1e-9,
            _apart,
            "the largest relative difference of the three",
        ),
    ),
    needs=NEEDS,
)

# --- both formats ---------------------------------------------------------------------------------


def _formats(settings: Settings, seed: int) -> list[Row]:
    import torch

    data = digits(seed)
    rows: list[Row] = []
    with one_thread():
        for name in ("n", "mv"):
            for bias in (False, True):
                found, outputs = {}, {}
                for layers in ("each", "last"):
                    shape = shape_of(settings, f"{name} {layers}", bias, double=True)
                    found[layers] = _pretrained(settings, shape, data, seed)
                    (x,) = tensors(shape, data.test_x)
                    with torch.no_grad():
                        outputs[layers] = logits(shape, found[layers], x[None])
                apart = (outputs["each"] - outputs["last"]).abs().max()
                rows.append(
                    {
                        "normalised": name,
                        "bias": bias,
                        "parameters": _relative(found["each"], found["last"]),
                        "outputs": float(apart / outputs["last"].abs().max()),
                    }
                )
    return rows


def _formats_apart(rows: Sequence[Row], name: str) -> float:
    return max(
        value(rows, column, normalised=name, bias=False) for column in ("parameters", "outputs")
    )


FORMATS = Experiment(
    id="fl.same_network",
    kind="numeric",
    title="Normalising each layer or the last one: the same network after training",
    place="Section 4.1, after Proposition 1",
    protocol={**FEDERATED, "rounds": 20},
    small={**SMALL, "rounds": 2},
    differs=(
        *DIFFERS[:2],
        "20 rounds of FedAvg with one class for each client, learning rate 0.1; float64",
        "networks with biases, which Assumption 1 excludes, are run beside: there the two differ",
        DIFFERS[-1],
    ),
    seeds=SEEDS,
    trial=_formats,
    sentences=(
        Sentence(
            "Note that Proposition 1 tells us that starting from the same random initialization "
            "for A_1, …, A_L, training both formats will result in the same final network.",
            "Section 4.1",
            "without biases and with the same batches, all parameters and all outputs on the test "
            "images differ by at most 1e-6 of the largest",
            lambda rows: _formats_apart(rows, "n") <= 1e-6,
            lambda rows: _formats_apart(rows, "n"),
            "the largest relative difference",
        ),
    ),
    needs=NEEDS,
)

EXPERIMENTS: tuple[Experiment, ...] = (FIGURE2, FIGURE3, ONE_STEP, FORMATS)
