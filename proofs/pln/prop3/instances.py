"""Instances of Propositions 3 and 4: the user's function through +-1 units, certified."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from constructions.networks import ParallelNet
from constructions.pln import buildable_units, short_below, values_at_midpoints
from constructions.plus_minus import pair_network, single_network
from proofs.pln.instances import (
    CONSTANT,
    EPS,
    F,
    Row,
    _described,
    _units,
    constant_of,
)
from proofs.pln.prop2.instances import Steps, certified_steps, plotted

Settings = Mapping[str, Any]
NETWORKS = {"pln.prop3": pair_network, "pln.prop4": single_network}


def _values(settings: Settings, L: Fraction, N: int) -> tuple[Fraction, ...]:
    slack = settings["eps"] - L / (2 * N)
    return values_at_midpoints(settings["f"], N, short_below(slack / 8))[0]


def rows(name: str) -> Callable[[Settings], list[Row]]:
    """The rows of one claim: floor(L/(2 eps)) + 1 units through the midpoint values."""

    def run(settings: Settings) -> list[Row]:
        f, eps = settings["f"], settings["eps"]
        L = constant_of(settings)
        N = _units(L, eps)
        y = _values(settings, L, N)
        network = NETWORKS[name](y)
        evidence, lo, hi = certified_steps(y, f, eps)
        width = N * network.layer.d
        plot = plotted(Steps(y).cells(), f, eps)
        return [Row(_described(settings, L), N, width, eps, lo, hi, evidence, network, plot)]

    return run


def construct(name: str) -> Callable[[Settings], ParallelNet]:
    """The network of one claim, for ``verify construct``."""

    def made(settings: Settings) -> ParallelNet:
        L = constant_of(settings)
        return NETWORKS[name](_values(settings, L, buildable_units(L, settings["eps"])))

    return made


PARAMETERS = (F, EPS, CONSTANT)
INSTANCES = (
    {"f": "sin(2*x+1)+cos(x)", "eps": "1/10"},
    {"f": "abs(x-1/3)", "eps": "1/20"},
    {"f": "x", "eps": "1/2"},
    {"f": "0*x", "eps": "1/1000000"},
    {"f": "1000*x", "eps": "501"},
    {"f": "min(x, 1-x) + abs(x-3/4)", "eps": "1/25"},
)
