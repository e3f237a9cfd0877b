"""Shallow networks of the PLN paper, trained by torch, and those that the product constructs.

A network is ``G(x) = alpha . phi(W x + b) + c`` with one hidden layer of ``width`` neurons.  One
copy for each learning rate is trained at once; as in the paper the best one is kept.

Source: *Parallel Layer Normalization for Universal Approximation*, Sections 4.1 and B.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import cache
from math import log10
from typing import Any

from verify.experiments import DIGITS, Row
from verify.experiments.training import number

FUNCTION = "sin(20*x-9)+cos(10*x-5)"
"""sin(2 t + 1) + cos(t) for t = 10 x - 5: from [-5, 5] to [0, 1]."""

EPS = 1e-5
"""Added to the variance in every LN that is trained: torch's default."""


@dataclass(frozen=True)
class Trained:
    """The copy with the least loss: its mean squared error, and the largest error on a grid."""

    loss: float
    largest: float
    rate: float
    values: Sequence[float]


def pln(h: Any, size: int) -> Any:
    """PLN-``size`` over the last dimension: group j holds the neurons j, j + groups, ..."""
    grouped = h.unflatten(-1, (size, h.shape[-1] // size))
    centred = grouped - grouped.mean(-2, keepdim=True)
    root = ((centred * centred).mean(-2, keepdim=True) + EPS).rsqrt()
    return (centred * root).flatten(-2)


def layer(name: str) -> Callable[[Any], Any]:
    """The nonlinear layer of a name: sigmoid, tanh, ReLU, LN or PLN-d."""
    import torch

    plain = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "ReLU": torch.relu}
    if name in plain:
        return plain[name]
    return lambda h: pln(h, size_of(name, h.shape[-1]))


def size_of(name: str, width: int) -> int:
    """The norm size of LN, which is the whole width, or PLN-d; 1 for an activation."""
    if name == "LN":
        return width
    return int(name.removeprefix("PLN-")) if name.startswith("PLN-") else 1


def fits(name: str, width: int) -> bool:
    """Whether groups of that size fill the width, and differ from LN."""
    size = size_of(name, width)
    return width % size == 0 and (name == "LN" or size < width)


def train(
    name: str, width: int, x: Any, y: Any, grid: Any, truth: Any, steps: int, rates: Sequence[float]
) -> Trained:
    """Adam on all points at once, from torch's initial weights, the same for each rate."""
    import torch

    first, last = torch.nn.Linear(x.shape[-1], width), torch.nn.Linear(width, 1)
    start = [first.weight, first.bias, last.weight, last.bias]
    copies = [[p.detach().clone().requires_grad_() for p in start] for _ in rates]
    optimiser = torch.optim.Adam(
        [{"params": own, "lr": rate} for own, rate in zip(copies, rates, strict=True)], fused=True
    )
    phi = layer(name)

    def outputs(at: Any) -> Any:
        W, b, alpha, c = (torch.stack(group) for group in zip(*copies, strict=True))
        h = torch.baddbmm(b[:, None], at.expand(len(rates), *at.shape), W.mT)
        return torch.baddbmm(c[:, None], phi(h), alpha.mT)[..., 0]

    for _ in range(steps):
        optimiser.zero_grad()
        ((outputs(x) - y) ** 2).mean(-1).sum().backward()
        optimiser.step()
    with torch.no_grad():
        losses = ((outputs(x) - y) ** 2).mean(-1).nan_to_num(float("inf"), float("inf"))
        best = int(losses.argmin())
        values = outputs(grid)[best]
        gap = float((values - truth).abs().max()) if len(grid) else 0.0
    return Trained(float(losses[best]), gap, rates[best], values.tolist())


# --- the constructed networks --------------------------------------------------------------------


@cache
def certified(groups: int) -> tuple[float, float, float]:
    """The network of Theorem 1 with this many groups: its bound, and ends of its error.

    The sup-norm error on [0, 1] is certified (``verify run pln.thm1``): LN without delta, 0 at
    sigma = 0, of any norm size.  The bound is L/(2N), L a bound on the slope.  All are rounded
    outward to the digits that rows are kept to.

    Raises:
        ValueError: the error of the network is not certified.
    """
    from proofs.pln.instances import constant_of
    from proofs.registry import find

    claim = find("pln.thm1")
    settings = claim.settings({"f": FUNCTION, "eps": "1", "d": "2", "delta": "0"})
    bound = constant_of(settings) / (2 * groups)
    settings["eps"] = bound * (1 + Fraction(1, 2**20))  # N = floor(L/(2 eps)) + 1
    [row] = claim.run(settings) if claim.run else []
    if row.verdict != "certified" or row.units != groups:
        raise ValueError(f"the network of {groups} groups was not certified")
    return outward(bound, True), outward(row.lo, False), outward(row.hi, True)


def outward(value: Fraction, up: bool) -> float:
    """The next number of as many digits as rows have, at least the value, or at most.

    >>> outward(Fraction(1, 3), True), outward(Fraction(1, 3), False)
    (0.333334, 0.333333)
    """
    rounding = ROUND_CEILING if up else ROUND_FLOOR
    context = Context(prec=DIGITS, rounding=rounding)
    return float(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


# --- rules ---------------------------------------------------------------------------------------

LEAST = 1e-30
"""A loss of 0 counts as this."""


def logs(rows: Sequence[Row], name: str) -> dict[int, float]:
    """log10 of the loss of a layer by its width; infinite where training diverged."""
    own = [r for r in rows if r["layer"] == name]
    return {int(number(r, "width")): log10(max(number(r, "loss"), LEAST)) for r in own}


def mean_log(rows: Sequence[Row], name: str, widths: Sequence[int]) -> float:
    """The mean of log10 of the loss over these widths."""
    found = logs(rows, name)
    return sum(found[width] for width in widths) / len(widths)
