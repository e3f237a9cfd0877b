"""A network is data: exact parameters, named coordinates, shapes checked when it is built.

Parallel phi-Net (Parallel Layer Normalization, Definition 2, Eq. 2):

    G(x) = sum_{j=1}^N alpha_j^T phi(W_j x + b_j),   alpha_j, b_j in R^d,  W_j in R^{d x n}.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.displayed import Evaluated
from constructions.exact import ExactSystem, Quadratic, Surd
from constructions.layers import Layer, LayerNorm, LayerScaling, read_layer
from constructions.systems import NumberError, add_all

FORMAT = "netproof-network/1"


@dataclass(frozen=True)
class Unit:
    """One summand of Eq. 2: ``alpha`` and ``b`` in R^d, ``W`` as d rows of length n."""

    name: str
    alpha: tuple[Surd, ...]
    W: tuple[tuple[Surd, ...], ...]
    b: tuple[Surd, ...]


@dataclass(frozen=True, repr=False)
class ParallelNet(Evaluated):
    """An element of G(N; phi) with phi = ``layer``: R^d -> R^d and N = ``len(units)``."""

    layer: Layer
    n: int
    units: tuple[Unit, ...]

    def __post_init__(self) -> None:
        if self.n < 1 or not self.units:
            raise ValueError("a network needs at least one input and one unit")
        for unit in self.units:
            shapes = (len(unit.alpha), len(unit.b), len(unit.W))
            if shapes != (self.layer.d,) * 3 or any(len(row) != self.n for row in unit.W):
                raise ValueError(
                    f"{unit.name}: alpha, b and W must have {self.layer.d} rows and W {self.n} "
                    f"columns, got {shapes[0]}, {shapes[1]} and {shapes[2]} rows"
                )

    @property
    def N(self) -> int:
        """The number of units."""
        return len(self.units)

    def evaluate(self, system: Any, x: Sequence[Any]) -> Any:
        """G(x) in any number system, unit by unit as Eq. 2 has it; ``x`` has n entries."""
        if len(x) != self.n:
            raise ValueError(f"the network takes {self.n} inputs, got {len(x)}")
        return add_all([self.unit_value(system, unit, x) for unit in self.units])

    def unit_value(self, system: Any, unit: Unit, x: Sequence[Any]) -> Any:
        """alpha_j^T phi(W_j x + b_j)."""
        h = []
        for row, shift in zip(unit.W, unit.b, strict=True):
            entry = shift.value(system)
            for w, value in zip(row, x, strict=True):
                entry = entry + w.value(system) * value
            h.append(entry)
        z = self.layer.apply(system, h)
        result = system.const(0)
        for a, value in zip(unit.alpha, z, strict=True):
            if a.q:
                result = result + a.value(system) * value
        return result

    def radicand(self) -> int:
        """The m for which all parameters lie in Q(sqrt(m))."""
        surds = [s for u in self.units for s in (*u.alpha, *u.b, *(w for row in u.W for w in row))]
        if isinstance(self.layer, LayerNorm):
            surds += [self.layer.delta, Surd.root(2 * self.layer.d)]
        if isinstance(self.layer, LayerScaling):
            surds += [self.layer.delta, Surd.root(self.layer.d)]
        return max((s.m for s in surds), default=1)

    def _exactly(self, point: Sequence[Fraction], digits: int) -> Any:
        """The value where it lies in Q(sqrt(m)), m = :meth:`radicand`, rounded once."""
        from constructions.interop.mp import MpSystem

        system = ExactSystem(self.radicand())
        try:
            value = self.evaluate(system, [system.const(q) for q in point])
        except (NumberError, ZeroDivisionError):
            return None
        if not isinstance(value, Quadratic):
            return None
        mp = MpSystem(2 * digits + 20)
        rounded = mp.const(value.a) + mp.const(value.b) * mp.sqrt(mp.const(value.m))
        return MpSystem(digits).mp.mpf(rounded)

    def _general(self) -> str:
        sizes = f"N = {self.N},\\; \\phi = \\text{{{self.layer}}}"
        return rf"G(x) = \sum_{{j=1}}^{{N}} \alpha_j^\top \phi(W_j x + b_j),\quad {sizes}"

    def _formula(self) -> str:
        unit = "&alpha;<sub>j</sub><sup>T</sup> &phi;(W<sub>j</sub> x + b<sub>j</sub>)"
        return f"<div>G(x) = &sum;<sub>j</sub> {unit}</div>"

    def cost(self) -> dict[str, Any]:
        """Width in neurons, depth, number of parameters, of nonzero ones, the largest weight."""
        weights = [
            s for u in self.units for s in (*u.alpha, *u.b, *(w for row in u.W for w in row))
        ]
        largest = max(weights, key=lambda s: abs(float(s)), default=Surd.of(0))
        return {
            "units": self.N,
            "width": self.N * self.layer.d,
            "depth": 1,
            "parameters": len(weights),
            "nonzero": sum(1 for s in weights if s.q),
            "largest_weight": str(-largest if largest.q < 0 else largest),
        }

    def to_json(self) -> dict[str, Any]:
        """The network as JSON data; numbers are exact (``"3/4"``, ``"3/4*sqrt(2)"``)."""
        return {
            "format": FORMAT,
            "formula": "G(x) = sum_j alpha_j . phi(W_j x + b_j)",
            "inputs": [f"x{i + 1}" for i in range(self.n)] if self.n > 1 else ["x"],
            "layer": self.layer.spec(),
            "units": [
                {
                    "name": u.name,
                    "alpha": [str(s) for s in u.alpha],
                    "W": [[str(s) for s in row] for row in u.W],
                    "b": [str(s) for s in u.b],
                }
                for u in self.units
            ],
        }

    @classmethod
    def from_json(cls, data: Any) -> ParallelNet:
        """Inverse of :meth:`to_json`; ``ValueError`` with one clear line on anything else."""
        try:
            if data["format"] != FORMAT:
                raise ValueError(f"the format is {FORMAT!r}")
            layer = read_layer(data["layer"])
            units = tuple(
                Unit(
                    str(u["name"]),
                    tuple(Surd.read(s) for s in u["alpha"]),
                    tuple(tuple(Surd.read(s) for s in row) for row in u["W"]),
                    tuple(Surd.read(s) for s in u["b"]),
                )
                for u in data["units"]
            )
            return cls(layer, len(data["inputs"]), units)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a network file: {error!r}"[:120]) from None

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"
