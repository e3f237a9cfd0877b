"""The experiments of Ghosts of Softmax, Appendix 3: see :mod:`verify.experiments`.

The page prints no experiments; these are about what it says of the routes in passing: that they are
fast, accurate enough to train with, and a regulariser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from verify.experiments import Experiment, Row, Sentence, Settings
from verify.experiments.curves import Curve, Role, picture
from verify.experiments.training import number, seeded
from verify.experiments.weierstrass_training import (
    EXACT,
    SAMPLED,
    SMOOTHED,
    by_route,
    gap,
    iterate,
    learnt,
    lost,
    newton,
    trial,
)

SEEDS = (1, 2, 3, 4, 5)
ROUTES = "The paper's three practical paths"

# --- time ----------------------------------------------------------------------------------------


def time_trial(settings: Settings, seed: int) -> list[Row]:
    """Medians of times that are taken in turns, over that of torch's own."""
    import torch
    from torch import nn

    from constructions.interop.torch_weierstrass import WeierstrassLayerNorm, WeierstrassRMSNorm

    rows: list[Row] = []
    with seeded(seed) as generator:
        v = 0.1 + torch.rand(settings["values"], generator=generator)
        routes = {"rsqrt": torch.rsqrt, **_routes(settings)}
        rows += _ratios({name: _call(f, v) for name, f in routes.items()}, "rsqrt", settings)
        d, sigma = settings["d"], settings["sigma"]
        x = torch.randn(settings["rows"], d, generator=generator)
        for norm, smooth in (
            (nn.LayerNorm(d), WeierstrassLayerNorm(d, sigma)),
            (nn.RMSNorm(d), WeierstrassRMSNorm(d, sigma)),
        ):
            name = type(norm).__name__
            for after, made in (("forward", _call), ("forward and backward", _backward)):
                modules = {
                    f"{name}, {after}": made(norm, x),
                    f"{type(smooth).__name__}, {after}": made(smooth, x),
                }
                rows += _ratios(modules, f"{name}, {after}", settings)
    return rows


def _routes(settings: Settings) -> dict[str, Callable[[Any], Any]]:
    """The printed routes to the factor, elementwise, in float32."""
    import torch

    from constructions.weierstrass import maclaurin
    from constructions.weierstrass_routes import H_SLOPE, H_ZERO

    sigma, eps = settings["sigma"], settings["eps"]
    even, odd = maclaurin(settings["order"])
    series = [float(H_ZERO * a + H_SLOPE * b) for a, b in zip(even, odd, strict=True)]

    def horner(v: Any) -> Any:
        z = v / sigma
        total = torch.full_like(z, series[-1])
        for c in reversed(series[:-1]):
            total = total * z + c
        return total / sigma**0.5

    def sample(v: Any) -> Any:
        return ((v + sigma * torch.randn_like(v)).clamp(min=0) + eps).rsqrt()

    return {
        f"route 1, order {settings['order']}": horner,
        "route 2, one sample": sample,
        **{f"route 3, N = {n}": partial(iterate, steps=n) for n in settings["N"]},
        **{
            f"reduction and route 3, N = {n}": partial(newton, steps=n, dtype=torch.float32)
            for n in settings["N"]
        },
    }


def _call(function: Any, x: Any) -> Callable[[], Any]:
    import torch

    def run() -> Any:
        with torch.no_grad():
            return function(x)

    return run


def _backward(module: Any, x: Any) -> Callable[[], Any]:
    x = x.clone().requires_grad_()

    def run() -> Any:
        x.grad = None
        return module(x).sum().backward()

    return run


def _ratios(calls: dict[str, Callable[[], Any]], one: str, settings: Settings) -> list[Row]:
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(settings["repeats"]):
        for name, call in calls.items():
            begin = perf_counter()
            call()
            times[name].append(perf_counter() - begin)
    found = {name: median(values) for name, values in times.items()}
    return [{"what": name, "time": found[name] / found[one], "of": one} for name in calls]


def _time(rows: Sequence[Row], begins: str) -> float:
    """The largest ratio of those whose name begins so."""
    return max(number(r, "time") for r in rows if str(r["what"]).startswith(begins))


def _beside_others(begins: str) -> Callable[[Sequence[Row]], float]:
    return lambda rows: _time(rows, begins) / min(_time(rows, "route 1"), _time(rows, "route 2"))


def _fastest(begins: str) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: _beside_others(begins)(rows) < 1


_FAST = "Fast · hardware-friendly"

TIME = Experiment(
    id="weierstrass.time",
    kind="numeric",
    title="The time of the three routes and of the smoothed modules",
    place=ROUTES,
    protocol={
        "values": 65536,
        "order": 20,
        "N": [3, 4],
        "sigma": 0.25,
        "eps": 1e-5,
        "rows": 256,
        "d": 256,
        "repeats": 25,
        "time": "median of repeated calls in turns, over that of torch's own function or module "
        "in the same run",
        "route 3": "from 5/8; in other rows after range reduction, which is part of the time",
    },
    small={"values": 256, "rows": 4, "d": 8, "repeats": 2},
    differs=(
        "eager torch in float32 on one thread of a processor; the page names no machine, and "
        "speaks of hardware with fused multiply-add",
        "order 20 of route 1 and one sample of route 2; the page names none",
        "times depend on the machine",
    ),
    seeds=SEEDS,
    trial=time_trial,
    sentences=(
        Sentence(
            _FAST,
            "Route 3, N = 3–4 steps",
            "the iteration alone, 3 and 4 steps from a given guess, takes less time than route 1 "
            "and than route 2",
            _fastest("route 3"),
            _beside_others("route 3"),
            "time of 4 steps over the less of those of routes 1 and 2",
        ),
        Sentence(
            _FAST,
            "Route 3, N = 3–4 steps",
            "the same with the range reduction that gives every v > 0 a reasonable guess",
            _fastest("reduction"),
            _beside_others("reduction"),
            "time of reduction and 4 steps over the less of those of routes 1 and 2",
        ),
    ),
    needs=("torch",),
)  # fmt: skip


# --- route 1 in float32 --------------------------------------------------------------------------


def horner_trial(settings: Settings, seed: int) -> list[Row]:
    """How far Horner's rule in float32 is accurate, for v > 0."""
    from constructions.interop.weierstrass_floats import maclaurin_reach

    return [
        {"order": order, "bits": bits,
         "reach": maclaurin_reach("fp32", order, 2.0**-bits, 1, settings["stride"])}
        for bits in settings["bits"]
        for order in settings["orders"]
    ]  # fmt: skip


def _reaches(rows: Sequence[Row], bits: int) -> list[float]:
    return [number(r, "reach") for r in rows if r["bits"] == bits]


def _grows(bits: int) -> Callable[[Sequence[Row]], bool]:
    return lambda rows: all(
        a < b for a, b in zip(_reaches(rows, bits), _reaches(rows, bits)[1:], strict=False)
    )


def _most(bits: int) -> Callable[[Sequence[Row]], float]:
    return lambda rows: max(_reaches(rows, bits))


def horner_pictures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The reach against the order."""
    orders = list(dict.fromkeys(number(r, "order") for r in rows))
    roles: dict[int, Role] = {22: "net", 11: "other", 8: "second"}
    return picture(
        "How far Horner's rule in FP32 is accurate, for v > 0",
        "The largest v/sigma up to which no value that was tried has a relative error above 2^-22 "
        "(4 unit roundoffs), 2^-11 and 2^-8.",
        ("order", "v/sigma"),
        [Curve(f"2^-{bits}", role, orders, _reaches(rows, bits)) for bits, role in roles.items()],
        "x",
        bottom=0.0,
    )


_CONTROLLED = "Accuracy controlled by truncation order."

HORNER = Experiment(
    id="weierstrass.horner",
    kind="numeric",
    title="Horner's rule for the Maclaurin polynomial in FP32, v > 0",
    place="Route 1",
    protocol={
        "orders": [5, 10, 20, 40, 80],
        "bits": [22, 11, 8],
        "stride": 16896,
        "reach": "the largest v/sigma up to which no float32 number that was tried has a relative "
        "error above 2^-bits; every 16,896th was tried",
    },
    small={"orders": [5, 10], "stride": 1 << 20},
    differs=(
        "coefficients rounded to float32, every operation rounded, none fused; the page does not "
        "say in which format the polynomial is evaluated",
        "a sample of the float32 numbers",
    ),
    seeds=(),
    trial=horner_trial,
    sentences=tuple(
        Sentence(
            _CONTROLLED,
            "Route 1",
            f"as the order is doubled, the reach for a relative error of 2^-{bits}{name} grows "
            "every time",
            _grows(bits),
            _most(bits),
            "the largest reach of all orders, v/sigma",
        )
        for bits, name in ((11, ", half a unit in the last place of FP16,"),
                           (22, ", 4 unit roundoffs of FP32,"))
    ),
    pictures=horner_pictures,
    needs=("numpy",),
)  # fmt: skip


# --- training ------------------------------------------------------------------------------------

_DATA = "scikit-learn's digits, pixels from 0 to 1, 500 images for tests"
_TWO = "two hidden layers of 64 units, each normalised over its units before a ReLU"

TRAINING = Experiment(
    id="weierstrass.training",
    kind="numeric",
    title="Training in BF16 with 3 and 4 steps of Newton's iteration in every layer norm",
    place="Route 3",
    protocol={
        "data": _DATA,
        "network": _TWO,
        "routes": [EXACT, "N = 3", "N = 4"],
        "format": "bfloat16",
        "eps": 1e-5,
        "train": 1297,
        "width": 64,
        "epochs": 15,
        "batch": 64,
        "rate": 0.05,
        "optimiser": "SGD, momentum 0.9",
    },
    small={"epochs": 1, "train": 128, "width": 16},
    differs=(
        "digits and two hidden layers; the page names no data and no network",
        "BF16 as torch's autocast has it: products of matrices and Newton's steps in BF16, weights "
        "and variances in FP32; FP16 is not run",
        "the initial guess is 5/8 after v is brought to [1, 4) by a power of 4; the page asks for "
        "a reasonable initial guess",
    ),
    seeds=SEEDS,
    trial=trial,
    sentences=(
        Sentence(
            "With N = 3–4 steps, accuracy is sufficient for FP16/BF16 training.",
            "Route 3",
            "with 3 and with 4 steps the test accuracy is at most one percentage point below that "
            "with 1/sqrt(v), which is above 80 %; else it does not tell",
            lambda rows: (
                all(lost(rows, r) <= 1 for r in by_route(rows) if r != EXACT)
                if learnt(rows)
                else None
            ),
            lambda rows: max(lost(rows, r) for r in by_route(rows) if r != EXACT),
            "percentage points that are lost, the larger of the two",
        ),
    ),
    needs=("torch", "sklearn"),
)

REGULARIZER = Experiment(
    id="weierstrass.regularizer",
    kind="numeric",
    title="Training on few digits with the sampled factor of route 2, and with its expectation",
    place="Route 2; the table, row Randomized smoothing",
    protocol={
        "data": _DATA,
        "network": _TWO,
        "routes": [SMOOTHED, SAMPLED],
        "sigma": 0.25,
        "eps": 0.01,
        "train": 200,
        "width": 64,
        "epochs": 60,
        "batch": 20,
        "rate": 0.05,
        "optimiser": "SGD, momentum 0.9",
        "in tests": "the smoothed factor in place of samples",
    },
    small={"epochs": 2, "width": 16},
    differs=(
        "200 digits and two hidden layers; the page names no data, network, sigma or epsilon",
        "in tests f_sigma stands for the expectation of route 2, which is another number: "
        "weierstrass.randomized",
    ),
    seeds=SEEDS,
    trial=trial,
    sentences=(
        Sentence(
            "Acts as a natural regularizer.",
            "Route 2",
            "after training, test loss less training loss is smaller with samples than with the "
            "smoothed factor",
            lambda rows: gap(rows, SAMPLED) < gap(rows, SMOOTHED),
            lambda rows: gap(rows, SAMPLED) / gap(rows, SMOOTHED),
            "test loss less training loss, samples over smoothed factor",
        ),
    ),
    needs=("torch", "sklearn"),
)

EXPERIMENTS: tuple[Experiment, ...] = (TIME, HORNER, TRAINING, REGULARIZER)
