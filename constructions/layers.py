"""The layers, each formula written once (Parallel Layer Normalization, Eq. 1, 5 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from constructions.exact import Surd
from constructions.systems import add_all

SIGMA_PLUS_DELTA = "sigma+delta"  #: (h - mu) / (sigma + delta), Eq. 5 of the paper
ROOT_OF_VAR_PLUS_DELTA = "sqrt(var+delta)"  #: (h - mu) / sqrt(sigma^2 + delta), as in frameworks
CONVENTIONS = (SIGMA_PLUS_DELTA, ROOT_OF_VAR_PLUS_DELTA)


@dataclass(frozen=True)
class Padded:
    """The vector ``(head_1, ..., head_m, fill, ..., fill)`` in R^length.

    ``length`` may be a value of the number system, so that a vector of symbolic dimension
    d >= m is one object.  ``repeated(a, n)`` adds ``a`` to itself ``n`` times.
    """

    head: tuple[Any, ...]
    fill: Any
    length: Any
    repeated: Callable[[Any, Any], Any]

    def map(self, function: Callable[[Any], Any]) -> Padded:
        head = tuple(function(a) for a in self.head)
        return Padded(head, function(self.fill), self.length, self.repeated)

    def total(self) -> Any:
        rest = self.repeated(self.fill, self.length - len(self.head))
        for a in reversed(self.head):
            rest = a + rest
        return rest

    def dot(self, other: Padded) -> Any:
        """The inner product with a vector that is padded in the same place."""
        products = tuple(a * b for a, b in zip(self.head, other.head, strict=True))
        return Padded(products, self.fill * other.fill, self.length, self.repeated).total()


@dataclass(frozen=True)
class Dense:
    """The vector of the listed coordinates."""

    head: tuple[Any, ...]
    system: Any

    @property
    def length(self) -> Any:
        return self.system.const(len(self.head))

    def map(self, function: Callable[[Any], Any]) -> Dense:
        return Dense(tuple(function(a) for a in self.head), self.system)

    def total(self) -> Any:
        return add_all(self.head)


Vector = Padded | Dense


def layer_norm(
    system: Any, h: Vector, delta: Any, convention: str = SIGMA_PLUS_DELTA, at_zero: Any = None
) -> Vector:
    """Layer normalisation LN-d of ``h`` in R^d.

    mu = (1/d) sum h_i,  sigma^2 = (1/d) sum (h_i - mu)^2  and, by convention,
    LN(h)_j = (h_j - mu) / (sigma + delta)  or  (h_j - mu) / sqrt(sigma^2 + delta).
    Where the denominator is 0 (only for delta = 0) every coordinate is ``at_zero``; ``None``
    says that delta > 0.  Source: Parallel Layer Normalization, Eq. 1 and 5.
    """
    mu = h.total() / h.length
    centred = h.map(lambda a: a - mu)
    variance = centred.map(lambda a: a * a).total() / h.length
    if convention == SIGMA_PLUS_DELTA:
        scale = system.sqrt(variance) + delta
    else:
        scale = system.sqrt(variance + delta)
    return centred.map(lambda a: system.ratio(a, scale, at_zero))


@dataclass(frozen=True)
class LayerNorm:
    """LN-d as data: norm size d >= 2, exact delta >= 0, convention.

    At sigma = 0 with delta = 0 every coordinate is 0 (then LN is the limit of delta -> 0+).
    """

    d: int
    delta: Surd
    convention: str = SIGMA_PLUS_DELTA

    def __post_init__(self) -> None:
        if self.d < 2:
            raise ValueError(f"LN-d needs d >= 2, got d = {self.d}")
        if self.delta.q < 0:
            raise ValueError(f"delta must not be negative, got {self.delta}")
        if self.convention not in CONVENTIONS:
            raise ValueError(f"convention is one of {', '.join(CONVENTIONS)}")

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        """LN-d(h); ``delta`` overrides the layer's own (a batch of layers in an array system)."""
        at_zero = None if self.delta.q > 0 else system.const(0)
        delta = self.delta.value(system) if delta is None else delta
        return layer_norm(system, Dense(tuple(h), system), delta, self.convention, at_zero).head

    def __str__(self) -> str:
        return f"LN-{self.d}, {self.convention.replace('delta', str(self.delta))}"


@dataclass(frozen=True)
class Sign:
    """The sign function on R: -1, 0, 1 for h < 0, h = 0, h > 0 (Lemma 1)."""

    d: int = 1

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        return tuple(system.sign(a) for a in h)

    def __str__(self) -> str:
        return "sign"


Layer = LayerNorm | Sign
