"""The experiments of *Understanding the Role of Layer Normalization in Label-Skewed Federated
Learning*: label-skewed FedAvg on scikit-learn's digits (:mod:`verify.experiments.fl_training`).

The numbers of rounds and the learning rate were chosen on seeds that are not those of the
experiments, by what lets centralised training converge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verify.experiments import FRESH, Experiment, Row, Sentence, Settings
from verify.experiments.curves import one_thread, picture, series, value
from verify.experiments.fl_local import EXPERIMENTS as LOCAL
from verify.experiments.fl_setting import DIFFERS, FEDERATED, NEEDS, SEEDS, SMALL, shape_of
from verify.experiments.fl_training import Run, Shape, centralised, digits, federated

FED = {"none": "FedAvg", "n last": "FedFN", "mv each": "FedLN"}
SKEWS = ("1 class", "2 class", "Dir(0.1)")
_NORMAL = ("n last", "mv each")


def _federated(settings: Settings, shape: Shape, seed: int, **changed: Any) -> Run:
    """FedAvg as the settings say, but for what is ``changed``."""
    asked = {"skews": ["1 class"], "rates": None, "steps": settings["local steps"], **changed}
    rates = asked.pop("rates") or [settings["learning rate"]] * len(asked["skews"])
    return federated(
        shape,
        digits(seed),
        seed=seed,
        rates=rates,
        clients=settings["clients"],
        batch=settings["batch"],
        **{"rounds": settings["rounds"], **asked},
    )


def _last(
    settings: Settings, seed: int, kinds: Sequence[str], skews: Sequence[str], bias: bool = False
) -> list[dict[str, Any]]:
    """A row for each kind and skew: the accuracy over the last fifth of the rounds."""
    rows = []
    for kind in kinds:
        run = _federated(settings, shape_of(settings, kind, bias), seed, skews=list(skews))
        rows += [
            {"normalised": kind, "bias": bias, "skew": skew, "accuracy": run.late(i)}
            for i, skew in enumerate(skews)
        ]
    return rows


def _accuracy(rows: Sequence[Row], kind: str, skew: str, **more: Any) -> float:
    return value(rows, "accuracy", normalised=kind, skew=skew, **more)


def _gain(rows: Sequence[Row], kind: str, skew: str) -> float:
    """Points above FedAvg."""
    return _accuracy(rows, kind, skew) - _accuracy(rows, "none", skew)


def _largest(differences: Sequence[float]) -> float:
    return max(abs(item) for item in differences)


# --- Figure 4 -------------------------------------------------------------------------------------


def _figure4(settings: Settings, seed: int) -> list[Row]:
    rows: list[Row] = []
    steps, clients, batch = settings["local steps"], settings["clients"], settings["batch"]
    with one_thread():
        for kind in FED:
            shape = shape_of(settings, kind)
            fed = _federated(settings, shape, seed, every=settings["every"])
            one = centralised(
                shape,
                digits(seed),
                seed,
                settings["rounds"] * steps,
                settings["learning rate"],
                clients * batch,
                settings["every"] * steps,
            )
            for training, run, factor in (("federated", fed, steps), ("centralised", one, 1)):
                rows += [
                    {
                        "normalised": kind,
                        "training": training,
                        "batches": at * factor * clients,
                        "accuracy": found[0],
                    }
                    for at, found in zip(run.rounds, run.accuracies, strict=True)
                ]
    return rows


def _over_the_run(rows: Sequence[Row], kind: str, training: str) -> float:
    """The mean accuracy over the run, without the one before it."""
    own = [
        row
        for row in rows
        if row["normalised"] == kind and row["training"] == training and row["batches"]
    ]
    return sum(float(row["accuracy"] or 0) for row in own) / len(own)


def _behind(rows: Sequence[Row], kind: str) -> float:
    return _over_the_run(rows, kind, "centralised") - _over_the_run(rows, kind, "federated")


def _at_end(rows: Sequence[Row], kind: str, training: str) -> float:
    """The mean accuracy over the last fifth of the run."""
    own = [row for row in rows if row["normalised"] == kind and row["training"] == training]
    late = own[-max(len(own) // 5, 1) :]
    return sum(float(row["accuracy"] or 0) for row in late) / len(late)


_CURVES = (("none", "other"), ("n last", "net"), ("mv each", "second"))


def _figure4_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    curves = [
        series(rows, role, FED[kind], "batches", "accuracy", normalised=kind, training="federated")
        for kind, role in _CURVES
    ]
    curves.append(
        series(
            rows,
            "target",
            "centralised, not normalised",
            "batches",
            "accuracy",
            normalised="none",
            training="centralised",
        )
    )
    return picture(
        "One class for each client: test accuracy in percent",
        "Means over the seeds, after as many batches of 32 images.",
        ("batches", "accuracy"),
        curves,
        between=(0, 100),
    )


FIGURE4 = Experiment(
    id="fl.figure4",
    kind="numeric",
    title="One class for each client: FedAvg, FedFN and FedLN against centralised training",
    place="Section 5.1, Figure 4",
    protocol={**FEDERATED, "every": 2},
    small=SMALL,
    differs=(
        *DIFFERS,
        "centralised training has batches of 320 and the same learning rate and normalisation, "
        "as in Appendix D",
    ),
    seeds=SEEDS,
    trial=_figure4,
    sentences=(
        Sentence(
            "If we apply vanilla unnormalized networks to FedAvg, the average test accuracy grows "
            "very slowly compared to centralized training, although the same amount of data is "
            "passed to both algorithms.",
            "Section 5.1",
            "averaged over the run, FedAvg is at least 10 points below centralised training of "
            "the same network",
            lambda rows: _behind(rows, "none") >= 10,
            lambda rows: _behind(rows, "none"),
            "points below centralised training, mean over the run",
        ),
        Sentence(
            "Comparably, the convergence of FedAvg with LN and FN networks is much faster and "
            "closer to centralized training.",
            "Section 5.1",
            "averaged over the run, FedFN and FedLN are each at least 10 points above FedAvg, and "
            "each is less than half as far below centralised training of its network as FedAvg is",
            lambda rows: all(
                _over_the_run(rows, kind, "federated")
                >= _over_the_run(rows, "none", "federated") + 10
                and _behind(rows, kind) < _behind(rows, "none") / 2
                for kind in _NORMAL
            ),
            lambda rows: max(_behind(rows, kind) for kind in _NORMAL),
            "the larger of the points below centralised training, mean over the run",
        ),
        Sentence(
            "Moreover, the performance of FedFN/FedLN are very similar to each other, confirming "
            "that FN is the main mechanism of LN under extreme label shift.",
            "Section 5.1",
            "over the last fifth of the run the two accuracies are within 3 points",
            lambda rows: (
                abs(_at_end(rows, "n last", "federated") - _at_end(rows, "mv each", "federated"))
                <= 3
            ),
            lambda rows: (
                _at_end(rows, "mv each", "federated") - _at_end(rows, "n last", "federated")
            ),
            "FedLN minus FedFN over the last fifth of the run, in points",
        ),
    ),
    pictures=_figure4_pictures,
    needs=NEEDS,
)

# --- Figure 5 and the sentences on the skew -------------------------------------------------------

_BETAS = (0.1, 1.0, 10.0)


def _figure5(settings: Settings, seed: int) -> list[Row]:
    skews = ["1 class", "2 class", *(f"Dir({beta:g})" for beta in settings["beta"])]
    with one_thread():
        rows = _last(settings, seed, tuple(FED), skews)
    return [{**row, "beta": _beta(row["skew"])} for row in rows]


def _beta(skew: str) -> float | None:
    return float(skew[4:-1]) if skew.startswith("Dir(") else None


def _figure5_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return picture(
        "Test accuracy in percent against the skew",
        "Means over the seeds; a small beta is a heavy label shift.",
        ("beta", "accuracy"),
        [
            series(rows, role, FED[kind], "beta", "accuracy", normalised=kind)
            for kind, role in _CURVES
        ],
        "x",
        between=(60, 100),
    )


FIGURE5 = Experiment(
    id="fl.figure5",
    kind="numeric",
    title="The advantage of FN and LN against the skew of the labels",
    place="Sections 1, 3 and 5.2, Figure 5",
    protocol={**FEDERATED, "beta": list(_BETAS)},
    small={**SMALL, "beta": [0.1, 10.0]},
    differs=(*DIFFERS, "the values of beta in Figure 5 are not printed"),
    seeds=(*SEEDS, *FRESH),
    trial=_figure5,
    sentences=(
        Sentence(
            "When β is small, the label shift is heavy and there is a clear gap between "
            "FedFN/FedLN and FedAvg. However, when the clients are more i.i.d., the performance "
            "gap diminishes.",
            "Section 5.2",
            "for beta = 0.1 FedFN and FedLN are each at least 3 points above FedAvg; for beta = 10 "
            "each gap is less than half of that",
            lambda rows: all(
                _gain(rows, kind, "Dir(0.1)") >= 3
                and _gain(rows, kind, "Dir(10)") < _gain(rows, kind, "Dir(0.1)") / 2
                for kind in _NORMAL
            ),
            lambda rows: _gain(rows, "mv each", "Dir(0.1)") - _gain(rows, "mv each", "Dir(10)"),
            "gap of FedLN for beta = 0.1 minus that for beta = 10, in points",
        ),
        Sentence(
            "Our main finding is that as client label distributions become more skewed, layer "
            "normalization helps more.",
            "Section 1",
            "FedLN minus FedAvg is larger with one class than with two, and larger with two than "
            "for beta = 10",
            lambda rows: (
                _gain(rows, "mv each", "1 class")
                > _gain(rows, "mv each", "2 class")
                > _gain(rows, "mv each", "Dir(10)")
            ),
            lambda rows: _gain(rows, "mv each", "1 class"),
            "FedLN minus FedAvg with one class, in points",
        ),
        Sentence(
            "FedFN largely captures the performance gain of FedLN, despite being consistently "
            "inferior to FedLN.",
            "Section 3",
            "with one class, with two and for beta = 0.1, FedFN has at least half of FedLN's gain "
            "over FedAvg and is below FedLN",
            lambda rows: all(
                _gain(rows, "mv each", skew) / 2
                <= _gain(rows, "n last", skew)
                < _gain(rows, "mv each", skew)
                for skew in SKEWS
            ),
            lambda rows: (
                sum(
                    _accuracy(rows, "mv each", skew) - _accuracy(rows, "n last", skew)
                    for skew in SKEWS
                )
                / len(SKEWS)
            ),
            "FedLN minus FedFN, mean of the three, in points",
        ),
    ),
    pictures=_figure5_pictures,
    needs=NEEDS,
)

# --- Table 3 --------------------------------------------------------------------------------------

_TABLE3 = ("none", "n each", "n last", "mv each", "mv last")


def _table3(settings: Settings, seed: int) -> list[Row]:
    with one_thread():
        return [
            row
            for bias in (False, True)
            for row in _last(settings, seed, _TABLE3, settings["skews"], bias)
        ]


def _mean(rows: Sequence[Row], kind: str, bias: bool) -> float:
    own = [r for r in rows if r["normalised"] == kind and r["bias"] is bias]
    return sum(float(r["accuracy"] or 0) for r in own) / len(own)


def _bias_matters(rows: Sequence[Row]) -> list[float]:
    return [_mean(rows, kind, True) - _mean(rows, kind, False) for kind in _TABLE3]


def _skews(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(str(row["skew"]) for row in rows))


def _last_minus_each(rows: Sequence[Row]) -> list[float]:
    return [
        _accuracy(rows, f"{name} last", skew, bias=False)
        - _accuracy(rows, f"{name} each", skew, bias=False)
        for name in ("n", "mv")
        for skew in _skews(rows)
    ]


def _mv_minus_n(rows: Sequence[Row]) -> list[float]:
    return [
        _accuracy(rows, f"mv {layers}", skew, bias=bias)
        - _accuracy(rows, f"n {layers}", skew, bias=bias)
        for layers in ("each", "last")
        for bias in (False, True)
        for skew in _skews(rows)
    ]


TABLE3 = Experiment(
    id="fl.table3",
    kind="numeric",
    title="Normalising each layer or the last one, without and with biases",
    place="Section 5.1, Table 3",
    protocol={**FEDERATED, "skews": list(SKEWS)},
    small={**SMALL, "skews": ["1 class"]},
    differs=DIFFERS,
    seeds=SEEDS,
    trial=_table3,
    sentences=(
        Sentence(
            "The table shows that the assumption on bias terms as required by 1 does not affect "
            "the performance.",
            "Table 3, caption",
            "for each of the five methods, the mean accuracy of the columns changes by at most 3 "
            "points with the biases",
            lambda rows: _largest(_bias_matters(rows)) <= 3,
            lambda rows: _largest(_bias_matters(rows)),
            "the largest change of a method's mean, in points",
        ),
        Sentence(
            "Table 3 verifies that up to statistical error, normalization methods can be "
            "simplified to last-layer normalization.",
            "Section 5.1",
            "without biases, normalising the last layer and each layer differ by at most 3 points, "
            "for FN and for LN, in each column",
            lambda rows: _largest(_last_minus_each(rows)) <= 3,
            lambda rows: _largest(_last_minus_each(rows)),
            "the largest difference, in points",
        ),
        Sentence(
            "Even more, our simplification helps slightly as the last-layer normalization avoids "
            "division in the middle.",
            "Section 5.1",
            "without biases, the mean accuracy of the columns is larger with the last layer "
            "normalised than with each, for FN and for LN",
            lambda rows: all(
                _mean(rows, f"{name} last", False) > _mean(rows, f"{name} each", False)
                for name in ("n", "mv")
            ),
            lambda rows: sum(_last_minus_each(rows)) / len(_last_minus_each(rows)),
            "last layer minus each layer, mean, in points",
        ),
        Sentence(
            "In all cases, the performance of FN is very close to LN.",
            "Section 5.1",
            "with and without biases, each layer or the last one normalised, in each column: FN "
            "and LN are within 3 points",
            lambda rows: _largest(_mv_minus_n(rows)) <= 3,
            lambda rows: _largest(_mv_minus_n(rows)),
            "the largest difference, in points",
        ),
    ),
    needs=NEEDS,
)

# --- Tables 4 and 6 -------------------------------------------------------------------------------


def _last_of(kinds: Sequence[str]) -> Callable[[Settings, int], list[Row]]:
    """A trial: the accuracies of these kinds for the skews of the settings."""

    def trial(settings: Settings, seed: int) -> list[Row]:
        with one_thread():
            return list(_last(settings, seed, kinds, settings["skews"]))

    return trial


def _apart(rows: Sequence[Row], kinds: Sequence[str]) -> float:
    """The largest difference between two of the kinds in a column."""
    found = []
    for skew in _skews(rows):
        own = [_accuracy(rows, kind, skew) for kind in kinds]
        found.append(max(own) - min(own))
    return max(found)


def _bn_gains(rows: Sequence[Row]) -> list[float]:
    return [_gain(rows, "batch", skew) for skew in _skews(rows)]


TABLE4 = Experiment(
    id="fl.table4",
    kind="numeric",
    title="Group and batch normalisation in FedAvg",
    place="Section 5.3, Table 4",
    protocol={**FEDERATED, "skews": list(SKEWS)},
    small={**SMALL, "skews": ["1 class"]},
    differs=(
        *DIFFERS,
        "FedLN normalises each layer; FedBN is not run",
        "batch normalisation has momentum 0.1 for its running averages, which the server averages",
    ),
    seeds=SEEDS,
    trial=_last_of(("none", "n last", "mv each", "group 2", "batch")),
    sentences=(
        Sentence(
            "As argued in Du et al. (2022); Hsieh et al. (2020); Li et al. (2020b); Wang et al. "
            "(2023), plainly adding BN does not improve FedAvg.",
            "Section 5.3",
            "in each column FedAvg + BN is at most as accurate as FedAvg",
            lambda rows: max(_bn_gains(rows)) <= 0,
            lambda rows: max(_bn_gains(rows)),
            "the largest of FedAvg + BN minus FedAvg, in points",
        ),
        Sentence(
            "Our Table 4 verifies this conclusion and shows that FedAvg + BN could even worsen "
            "the performance, especially under heavy label shift.",
            "Section 5.3",
            "with one class FedAvg + BN is below FedAvg",
            lambda rows: _gain(rows, "batch", "1 class") < 0,
            lambda rows: _gain(rows, "batch", "1 class"),
            "FedAvg + BN minus FedAvg with one class, in points",
        ),
        Sentence(
            "On the other hand, FedGN behaves similarly to FedLN and FedFN.",
            "Section 5.3",
            "in each column the three accuracies are within 3 points",
            lambda rows: _apart(rows, ("group 2", *_NORMAL)) <= 3,
            lambda rows: _apart(rows, ("group 2", *_NORMAL)),
            "the largest difference, in points",
        ),
    ),
    needs=NEEDS,
)
_LN = ("mv learnable", "mv each", "mv before")
TABLE6 = Experiment(
    id="fl.table6",
    kind="numeric",
    title="Layer normalisation that is learnable, static, or before the activation",
    place="Section 5.6, Table 6",
    protocol={**FEDERATED, "skews": list(SKEWS)},
    small={**SMALL, "skews": ["1 class"]},
    differs=DIFFERS,
    seeds=(*SEEDS, *FRESH),
    trial=_last_of(_LN),
    sentences=(
        Sentence(
            "Such variation does not make a noticeable difference in our setting.",
            "Section 5.6",
            "in each column the three accuracies are within 3 points",
            lambda rows: _apart(rows, _LN) <= 3,
            lambda rows: _apart(rows, _LN),
            "the largest difference, in points",
        ),
    ),
    needs=NEEDS,
)

# --- Figure 6 -------------------------------------------------------------------------------------

_FIGURE6 = {
    "none": ("not normalised", "other"),
    "n last": ("FN", "net"),
    "mv each": ("LN", "second"),
    "group 2": ("GN", "target"),
    "batch": ("BN", "bound"),
}


def _figure6(settings: Settings, seed: int) -> list[Row]:
    rows: list[Row] = []
    with one_thread():
        for kind in _FIGURE6:
            run = centralised(
                shape_of(settings, kind),
                digits(seed),
                seed,
                settings["steps"],
                settings["learning rate"],
                settings["batch"],
                settings["every"],
                settings["momentum"],
            )
            rows += [
                {"normalised": kind, "training": "centralised", "steps": at, "accuracy": found[0]}
                for at, found in zip(run.rounds, run.accuracies, strict=True)
            ]
    return rows


def _over_vanilla(rows: Sequence[Row], kind: str) -> float:
    return _at_end(rows, kind, "centralised") - _at_end(rows, "none", "centralised")


def _similar(rows: Sequence[Row]) -> list[float]:
    return [_over_vanilla(rows, kind) for kind in ("batch", "mv each", "group 2")]


def _figure6_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return picture(
        "Centralised training: test accuracy in percent",
        "Means over the seeds.",
        ("steps", "accuracy"),
        [
            series(rows, role, name, "steps", "accuracy", normalised=kind)
            for kind, (name, role) in _FIGURE6.items()
        ],
        between=(0, 100),
    )


FIGURE6 = Experiment(
    id="fl.figure6",
    kind="numeric",
    title="Normalisation methods in centralised training",
    place="Section 5.3, Figure 6",
    protocol={
        "data": "digits",
        "width": 64,
        "layers": 3,
        "batch": 32,
        "learning rate": 0.001,
        "momentum": 0.9,
        "steps": 5000,
        "every": 250,
    },
    small={"width": 8, "steps": 20, "every": 10},
    differs=(*DIFFERS[:2], *DIFFERS[-2:], "5,000 steps; how many the figure shows is not printed"),
    seeds=SEEDS,
    trial=_figure6,
    sentences=(
        Sentence(
            "When we aggregate all the data on the server and perform different types of "
            "normalization, we find that BN/LN/GN improves centralized training similarly, as "
            "observed in recent literature (Wu & He, 2018).",
            "Section 5.3",
            "over the last fifth of the steps each of the three is above the network that is not "
            "normalised, and they are within 2 points of each other",
            lambda rows: min(_similar(rows)) > 0 and max(_similar(rows)) - min(_similar(rows)) <= 2,
            lambda rows: min(_similar(rows)),
            "the smallest of the three gains, in points",
        ),
        Sentence(
            "In contrast, the performance gain of FN disappears.",
            "Section 5.3",
            "over the last fifth of the steps the gain of FN is less than half of the smallest of "
            "these three",
            lambda rows: _over_vanilla(rows, "n last") < min(_similar(rows)) / 2,
            lambda rows: _over_vanilla(rows, "n last"),
            "FN minus not normalised, in points",
        ),
    ),
    pictures=_figure6_pictures,
    needs=NEEDS,
)

# --- Figure 7 -------------------------------------------------------------------------------------

_RATES = (0.003, 0.01, 0.03, 0.1, 0.3)


def _figure7(settings: Settings, seed: int) -> list[Row]:
    rates = settings["learning rate"]
    rows: list[Row] = []
    with one_thread():
        for kind in FED:
            run = _federated(
                settings,
                shape_of(settings, kind),
                seed,
                skews=["1 class"] * len(rates),
                rates=rates,
            )
            rows += [
                {"normalised": kind, "learning rate": rate, "accuracy": run.late(i)}
                for i, rate in enumerate(rates)
            ]
    return rows


def _variation(rows: Sequence[Row], kind: str) -> float:
    own = [float(row["accuracy"] or 0) for row in rows if row["normalised"] == kind]
    return max(own) - min(own)


def _figure7_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return picture(
        "One class for each client: test accuracy in percent against the learning rate",
        "Means over the seeds and over the last fifth of the rounds.",
        ("learning rate", "accuracy"),
        [
            series(rows, role, FED[kind], "learning rate", "accuracy", normalised=kind)
            for kind, role in _CURVES
        ],
        "x",
        between=(0, 100),
    )


FIGURE7 = Experiment(
    id="fl.figure7",
    kind="numeric",
    title="Learning rates in the one-class setting",
    place="Section 5.5, Figure 7",
    protocol={**FEDERATED, "learning rate": list(_RATES)},
    small={**SMALL, "learning rate": [0.01, 0.1]},
    differs=(
        *DIFFERS,
        "learning rates from 0.003 to 0.3; those of Figure 7 are not printed",
    ),
    seeds=SEEDS,
    trial=_figure7,
    sentences=(
        Sentence(
            "With different learning rates, the performance of the vanilla method changes "
            "severely, while the variation of FN/LN is relatively small within a large range of "
            "learning rates.",
            "Section 5.5",
            "the largest accuracy minus the smallest over the learning rates is for FedFN and for "
            "FedLN less than half of what it is for FedAvg",
            lambda rows: all(
                _variation(rows, kind) < _variation(rows, "none") / 2 for kind in _NORMAL
            ),
            lambda rows: max(_variation(rows, kind) for kind in _NORMAL),
            "the larger of the variations of FedFN and FedLN, in points",
        ),
    ),
    pictures=_figure7_pictures,
    needs=NEEDS,
)

# --- Table 10 -------------------------------------------------------------------------------------


def _table10(settings: Settings, seed: int) -> list[Row]:
    rows: list[Row] = []
    with one_thread():
        for kind in FED:
            for steps in settings["local steps"]:
                run = _federated(settings, shape_of(settings, kind), seed, steps=steps)
                rows.append({"normalised": kind, "local steps": steps, "accuracy": run.late()})
    return rows


def _gains_by_steps(rows: Sequence[Row]) -> list[float]:
    steps = dict.fromkeys(row["local steps"] for row in rows)
    return [
        value(rows, "accuracy", normalised=kind, **{"local steps": E})
        - value(rows, "accuracy", normalised="none", **{"local steps": E})
        for kind in _NORMAL
        for E in steps
    ]


TABLE10 = Experiment(
    id="fl.table10",
    kind="numeric",
    title="One class for each client, with 1, 10 and 20 local steps",
    place="Appendix E, Table 10",
    protocol={**FEDERATED, "local steps": [1, 10, 20]},
    small={**SMALL, "local steps": [1, 2]},
    differs=(*DIFFERS, "only the one-class columns; of the nine methods FedAvg, FedFN and FedLN"),
    seeds=SEEDS,
    trial=_table10,
    sentences=(
        Sentence(
            "This table shows our results are consistent with different local steps.",
            "Appendix E",
            "FedFN and FedLN are above FedAvg with 1, with 10 and with 20 local steps",
            lambda rows: min(_gains_by_steps(rows)) > 0,
            lambda rows: min(_gains_by_steps(rows)),
            "the smallest of the six gains over FedAvg, in points",
        ),
    ),
    needs=NEEDS,
)

EXPERIMENTS: tuple[Experiment, ...] = (
    *LOCAL,
    FIGURE4,
    FIGURE5,
    FIGURE6,
    FIGURE7,
    TABLE3,
    TABLE4,
    TABLE6,
    TABLE10,
)
