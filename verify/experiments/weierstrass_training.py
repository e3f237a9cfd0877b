"""Small networks on digits whose layer norms compute their scale factor by a route of the page.

Source: Ghosts of Softmax, Appendix 3, routes 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.experiments import Row, Settings
from verify.experiments.training import CLASSES, accuracy, digits, fit, number, seeded

EXACT = "1/sqrt(v)"
SMOOTHED, SAMPLED = "f_sigma(v)", "sampled"


def reduced(v: Any) -> tuple[Any, Any]:
    """``(m, r)`` with v = m/r^2, 1 <= m < 4 and r a power of 2, for v > 0."""
    import torch

    _, exponent = torch.frexp(v)  # v = f 2^exponent, 1/2 <= f < 1
    half = torch.div(exponent - 1, 2, rounding_mode="floor")
    r = torch.ldexp(torch.ones_like(v), -half)
    return v * r * r, r


def newton(v: Any, steps: int, dtype: Any) -> Any:
    """1/sqrt(v) by Newton's iteration in ``dtype``, from 5/8 after range reduction to [1, 4)."""
    m, r = reduced(v)
    return iterate(m.to(dtype), steps).to(v.dtype) * r


def iterate(v: Any, steps: int) -> Any:
    """Newton's steps from 5/8, in the type of v."""
    y = 0 * v + 0.625
    for _ in range(steps):
        y = y * (3 - v * y * y) / 2
    return y


def norm(route: str, settings: Settings) -> Any:
    """A layer norm without parameters whose factor is had by a route."""
    import torch
    from torch import nn

    from constructions.interop.torch_weierstrass import smoothed_rsqrt

    steps = int(route.removeprefix("N = ")) if route.startswith("N = ") else 0
    dtype = getattr(torch, str(settings.get("format", "float32")))

    class Norm(nn.Module):
        def forward(self, x: Any) -> Any:
            x = x.float()
            centred = x - x.mean(-1, keepdim=True)
            v = (centred * centred).mean(-1, keepdim=True)
            if steps:
                return centred * newton(v + settings["eps"], steps, dtype)
            if route == EXACT:
                return centred * (v + settings["eps"]).rsqrt()
            if route == SAMPLED and self.training:
                noise = settings["sigma"] * torch.randn_like(v)
                return centred * ((v + noise).clamp(min=0) + settings["eps"]).rsqrt()
            return centred * smoothed_rsqrt(v, settings["sigma"])

    return Norm()


def network(route: str, settings: Settings) -> Any:
    """Two hidden layers, each normalised before its ReLU."""
    from torch import nn

    width = settings["width"]
    return nn.Sequential(
        nn.Linear(64, width), norm(route, settings), nn.ReLU(),
        nn.Linear(width, width), norm(route, settings), nn.ReLU(),
        nn.Linear(width, CLASSES),
    )  # fmt: skip


def trial(settings: Settings, seed: int) -> list[Row]:
    """A network of each route, trained from the same weights on the same batches."""
    import torch
    from torch.nn.functional import cross_entropy

    rows: list[Row] = []
    for route in settings["routes"]:
        with seeded(seed) as generator:
            data = digits(generator, settings["train"])
            model = network(route, settings)
            optimiser = torch.optim.SGD(model.parameters(), settings["rate"], momentum=0.9)
            mixed = settings.get("format") == "bfloat16"
            # the cache would keep the weights as they were at first
            with torch.autocast("cpu", torch.bfloat16, enabled=mixed, cache_enabled=False):
                fit(model, data, optimiser, range(settings["epochs"]), settings["batch"], generator)
                with torch.no_grad():
                    inside, outside = (
                        float(cross_entropy(model(x).float(), y))
                        for x, y in ((data.x, data.y), (data.test_x, data.test_y))
                    )
                share = accuracy(model, data.test_x, data.test_y)
            rows.append(
                {"route": route, "accuracy": share, "train loss": inside, "test loss": outside}
            )
    return rows


def by_route(rows: Sequence[Row]) -> dict[str, Row]:
    return {str(r["route"]): r for r in rows}


def learnt(rows: Sequence[Row]) -> bool:
    """Whether the network with 1/sqrt(v) classifies more than 80 % correctly."""
    return number(by_route(rows)[EXACT], "accuracy") > 0.8


def lost(rows: Sequence[Row], route: str) -> float:
    """By how much the test accuracy is below that with 1/sqrt(v), in percentage points."""
    of = by_route(rows)
    return 100 * (number(of[EXACT], "accuracy") - number(of[route], "accuracy"))


def gap(rows: Sequence[Row], route: str) -> float:
    """Test loss less training loss, both without noise."""
    row = by_route(rows)[route]
    return number(row, "test loss") - number(row, "train loss")
