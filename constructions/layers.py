"""The layers, each formula written once (Parallel Layer Normalization, Eq. 1, 4, 5, A.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from constructions.exact import Surd
from constructions.systems import add_all

SIGMA_PLUS_DELTA = "sigma+delta"  #: (h - mu) / (sigma + delta), Eq. 5 of the paper
ROOT_OF_VAR_PLUS_DELTA = "sqrt(var+delta)"  #: (h - mu) / sqrt(sigma^2 + delta), as in frameworks
CONVENTIONS = (SIGMA_PLUS_DELTA, ROOT_OF_VAR_PLUS_DELTA)
RMS_PLUS_DELTA = "rms+delta"  #: h / (sqrt(mean h^2) + delta), Eq. 4 with the delta of Eq. 5
ROOT_OF_MEAN_PLUS_DELTA = "sqrt(mean+delta)"  #: h / sqrt(mean h^2 + delta), as in frameworks
SCALING_CONVENTIONS = (RMS_PLUS_DELTA, ROOT_OF_MEAN_PLUS_DELTA)


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

    At sigma = 0 with delta = 0 coordinate i is ``at_zero[i]``, by default 0 (then LN is the limit
    of delta -> 0+); Appendix A.6 of the paper takes [1, -1] for d = 2.
    """

    d: int
    delta: Surd
    convention: str = SIGMA_PLUS_DELTA
    at_zero: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.at_zero and len(self.at_zero) != self.d:
            raise ValueError(f"at_zero needs {self.d} coordinates, got {len(self.at_zero)}")
        if self.d < 2:
            raise ValueError(f"LN-d needs d >= 2, got d = {self.d}")
        if self.delta.q < 0:
            raise ValueError(f"delta must not be negative, got {self.delta}")
        if self.convention not in CONVENTIONS:
            raise ValueError(f"convention is one of {', '.join(CONVENTIONS)}")

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        """LN-d(h); ``delta`` overrides the layer's own (a batch of layers in an array system)."""
        vector = Dense(tuple(h), system)
        small = self.delta.value(system) if delta is None else delta

        def normed(at_zero: Any) -> tuple[Any, ...]:
            return layer_norm(system, vector, small, self.convention, at_zero).head

        if self.delta.q > 0:
            return normed(None)
        if not any(self.at_zero):
            return normed(system.const(0))
        return tuple(normed(system.const(v))[i] for i, v in enumerate(self.at_zero))

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {
            "kind": "layer_norm",
            "d": self.d,
            "delta": str(self.delta),
            "convention": self.convention,
            **({"at_zero": list(self.at_zero)} if self.at_zero else {}),
        }

    def __str__(self) -> str:
        return f"LN-{self.d}, {self.convention.replace('delta', str(self.delta))}"


def layer_scaling(
    system: Any, h: Vector, delta: Any, convention: str = RMS_PLUS_DELTA, at_zero: Any = None
) -> Vector:
    """Layer scaling LS-d (RMSNorm) of ``h`` in R^d.

    LS(h)_j = h_j / (sqrt(mean h^2) + delta)  or  h_j / sqrt(mean h^2 + delta), by convention.
    Where the denominator is 0 (only at h = 0 for delta = 0) every coordinate is ``at_zero``;
    ``None`` says that this does not occur.  Source: Parallel Layer Normalization, Eq. 4.
    """
    mean = h.map(lambda a: a * a).total() / h.length
    if convention == RMS_PLUS_DELTA:
        scale = system.sqrt(mean) + delta
    else:
        scale = system.sqrt(mean + delta)
    return h.map(lambda a: system.ratio(a, scale, at_zero))


@dataclass(frozen=True)
class LayerScaling:
    """LS-d as data: size d >= 1, exact delta >= 0, convention.

    At h = 0 with delta = 0 every coordinate is ``at_zero``: 0 is the limit of delta -> 0+, 1 is
    what Appendix A.6 of the paper takes for d = 1.
    """

    d: int
    delta: Surd
    convention: str = RMS_PLUS_DELTA
    at_zero: int = 0

    def __post_init__(self) -> None:
        if self.d < 1:
            raise ValueError(f"LS-d needs d >= 1, got d = {self.d}")
        if self.delta.q < 0:
            raise ValueError(f"delta must not be negative, got {self.delta}")
        if self.convention not in SCALING_CONVENTIONS:
            raise ValueError(f"convention is one of {', '.join(SCALING_CONVENTIONS)}")

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        """LS-d(h); ``delta`` overrides the layer's own (a batch of layers in an array system)."""
        at_zero = None if self.delta.q > 0 else system.const(self.at_zero)
        delta = self.delta.value(system) if delta is None else delta
        return layer_scaling(system, Dense(tuple(h), system), delta, self.convention, at_zero).head

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {
            "kind": "layer_scaling",
            "d": self.d,
            "delta": str(self.delta),
            "convention": self.convention,
            "at_zero": self.at_zero,
        }

    def __str__(self) -> str:
        return f"LS-{self.d}, {self.convention.replace('delta', str(self.delta))}"


def sigmoid(system: Any, t: Any) -> Any:
    """1 / (1 + e^-t) (Parallel Layer Normalization, Proposition 1)."""
    return 1 / (1 + system.exp(-t))


@dataclass(frozen=True)
class Sigmoid:
    """The sigmoid function on R."""

    d: int = 1

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        return tuple(sigmoid(system, a) for a in h)

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {"kind": "sigmoid"}

    def __str__(self) -> str:
        return "sigmoid"


@dataclass(frozen=True)
class Tanh:
    """The hyperbolic tangent on R."""

    d: int = 1

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        return tuple(system.tanh(a) for a in h)

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {"kind": "tanh"}

    def __str__(self) -> str:
        return "tanh"


@dataclass(frozen=True)
class Sign:
    """The sign function on R: -1, 0, 1 for h < 0, h = 0, h > 0 (Lemma 1)."""

    d: int = 1

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        return tuple(system.sign(a) for a in h)

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {"kind": "sign"}

    def __str__(self) -> str:
        return "sign"


@dataclass(frozen=True)
class Relu:
    """ReLU(h) = max(0, h) on R (Parallel Layer Normalization, Proposition 2)."""

    d: int = 1

    def apply(self, system: Any, h: Sequence[Any], delta: Any = None) -> tuple[Any, ...]:
        return tuple(system.maximum(system.const(0), a) for a in h)

    def spec(self) -> dict[str, Any]:
        """The layer as JSON data."""
        return {"kind": "relu"}

    def __str__(self) -> str:
        return "ReLU"


Layer = LayerNorm | LayerScaling | Relu | Sigmoid | Sign | Tanh


def read_layer(spec: Any) -> Layer:
    """Inverse of ``spec``; ``ValueError`` with one clear line on anything else."""
    kind = spec["kind"]
    if kind in ("layer_norm", "layer_scaling") and type(spec["d"]) is not int:
        raise ValueError("the norm size d is an integer")
    if kind == "layer_norm":
        at_zero = spec.get("at_zero", [])
        if not isinstance(at_zero, list) or any(type(v) is not int for v in at_zero):
            raise ValueError("at_zero is a list of integers")
        delta = Surd.read(spec["delta"])
        return LayerNorm(spec["d"], delta, spec["convention"], tuple(at_zero))
    if kind == "layer_scaling":
        if type(spec["at_zero"]) is not int:
            raise ValueError("at_zero is an integer")
        delta = Surd.read(spec["delta"])
        return LayerScaling(spec["d"], delta, spec["convention"], spec["at_zero"])
    plain: dict[str, Layer] = {"relu": Relu(), "sigmoid": Sigmoid(), "sign": Sign(), "tanh": Tanh()}
    if kind not in plain:
        raise ValueError(f"unknown kind of layer: {kind!r}"[:120])
    return plain[kind]
