"""Element-level and layer-level activation functions, forward and backward.

Source: *LayerAct: Advanced Activation Mechanism Utilizing Layer-Direction Normalization for CNNs
with BatchNorm*, Eq. 2, 3, 5, 6 and the formulas of Section 3.1.  An activation scale function s
gives

    a_i = y_i s(y_i)                                                     (element-level, Eq. 2)
    a_i = y_i s(n_i),  n_i = (y_i - mu_y) / sqrt(sigma_y^2 + alpha)      (layer-level, Eq. 6)

with mu_y and sigma_y^2 the mean and variance of the layer's d inputs.  Definition 3.2 takes
alpha = 0; then ``at_zero`` is n_i where all inputs are equal (``None``: that does not occur).
Every formula is over a number system and a vector of it: :class:`Dense`, a list of d values, or
:class:`Indexed`, d values of a symbolic layer as kernel terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from constructions.layers import Dense, sigmoid
from constructions.terms import Json, Term, total, var

Value = Any
System = Any


# --- vectors -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Indexed:
    """The vector (body(1), ..., body(length)) of kernel terms, for a symbolic ``length``."""

    body: Callable[[Term], Term]
    length: Term

    def map(self, function: Callable[[Any], Any]) -> Indexed:
        return Indexed(lambda at: function(self.body(at)), self.length)

    def total(self) -> Term:
        """The sum, with an index that is not used inside of it."""
        index = f"j{_nested(self.body(var('j')).json) + 1}"
        return total(index, 1, self.length, self.body(var(index)))


def _nested(json: Json) -> int:
    """How deep sums are nested in a term."""
    if not isinstance(json, list):
        return 0
    return (json[0] == "sum") + max((_nested(part) for part in json[1:]), default=0)


Vector = Dense | Indexed
V = TypeVar("V", Dense, Indexed)


def dense(system: System, values: Any) -> Dense:
    """The vector of these values of the number system."""
    return Dense(tuple(values), system)


def paired(function: Callable[..., Any], *vectors: Any) -> Any:
    """The vector of function(u_i, v_i, ...); all are :class:`Dense` or all :class:`Indexed`."""
    first = vectors[0]
    if isinstance(first, Indexed):
        return Indexed(lambda at: function(*(v.body(at) for v in vectors)), first.length)
    heads = zip(*(v.head for v in vectors), strict=True)
    return Dense(tuple(function(*values) for values in heads), first.system)


# --- activation scale functions ------------------------------------------------------------------


def hard_sigmoid(system: System, t: Value) -> Value:
    """max(0, min(1, t/6 + 1/2)): 0 for t < -3, 1 for t >= 3 (LA-HardSiLU, Section 3.1)."""
    line = t / 6 + system.const(Fraction(1, 2))
    return system.maximum(system.const(0), system.minimum(system.const(1), line))


def step(system: System, t: Value) -> Value:
    """1 for t >= 0, 0 for t < 0: the scale of ReLU (Eq. 3)."""
    return system.minimum(system.const(1), system.sign(t) + 1)


def sigmoid_slope(system: System, t: Value, at_kink: Value = None) -> Value:
    """The derivative s (1 - s) of the sigmoid function; it has no kinks."""
    s = sigmoid(system, t)
    return s * (1 - s)


def hard_sigmoid_slope(system: System, t: Value, at_kink: Value = None) -> Value:
    """1/6 for |t| < 3, 0 for |t| > 3, and ``at_kink`` (0 for ``None``) at t = -3 and t = 3."""
    side = system.sign(3 - system.abs(t))
    slope = system.maximum(system.const(0), side) / 6
    return slope if at_kink is None else slope + at_kink * (1 - system.abs(side))


def step_slope(system: System, t: Value, at_kink: Value = None) -> Value:
    """0 for t != 0, and ``at_kink`` (0 for ``None``) at t = 0, where ReLU's scale jumps."""
    if at_kink is None:
        return system.const(0) * t
    return at_kink * (1 - system.abs(system.sign(t)))


@dataclass(frozen=True)
class Scale:
    """An activation scale function s with its derivative.

    ``value(system, t)`` is s(t), ``slope(system, t, at_kink)`` is s'(t).  ``lipschitz`` is the
    least K of Definition 3.1, ``None`` where there is none.
    """

    name: str
    value: Callable[[System, Value], Value]
    slope: Callable[..., Value]
    lipschitz: Fraction | None


SIGMOID = Scale("sigmoid", sigmoid, sigmoid_slope, Fraction(1, 4))  #: of SiLU, LA-SiLU
HARD_SIGMOID = Scale("hard-sigmoid", hard_sigmoid, hard_sigmoid_slope, Fraction(1, 6))
STEP = Scale("step", step, step_slope, None)  #: of ReLU; Definition 3.1 does not allow it
SCALES: Mapping[str, Scale] = {scale.name: scale for scale in (SIGMOID, HARD_SIGMOID, STEP)}


# --- element level -------------------------------------------------------------------------------


def element_act(system: System, scale: Scale, y: Value) -> Value:
    """y s(y), one element (Eq. 2)."""
    return y * scale.value(system, y)


def element_slope(system: System, scale: Scale, y: Value, at_kink: Value = None) -> Value:
    """s(y) + y s'(y), the gradient of one element (Eq. 2)."""
    return scale.value(system, y) + y * scale.slope(system, y, at_kink)


def silu(system: System, y: Value) -> Value:
    """y / (1 + e^-y)."""
    return element_act(system, SIGMOID, y)


def hard_silu(system: System, y: Value) -> Value:
    """y max(0, min(1, y/6 + 1/2))."""
    return element_act(system, HARD_SIGMOID, y)


def relu(system: System, y: Value) -> Value:
    """y for y >= 0, else 0."""
    return element_act(system, STEP, y)


# --- layer level ---------------------------------------------------------------------------------


def mean(y: Vector) -> Value:
    """mu_y = (1/d) sum y_i (Eq. 5)."""
    return y.total() / y.length


def variance(y: Vector, mu: Value) -> Value:
    """sigma_y^2 = (1/d) sum (y_i - mu_y)^2 (Eq. 5)."""
    return y.map(lambda a: (a - mu) ** 2).total() / y.length


def deviation(system: System, variance: Value, alpha: Value) -> Value:
    """sqrt(sigma_y^2 + alpha), the denominator of Eq. 6."""
    return system.sqrt(variance + alpha)


def normalise(system: System, a: Value, mu: Value, root: Value, at_zero: Value = None) -> Value:
    """(a - mu) / root, and ``at_zero`` where root = 0 (Eq. 6)."""
    return system.ratio(a - mu, root, at_zero)


@dataclass(frozen=True)
class Moments:
    """mu_y, sigma_y^2 and sqrt(sigma_y^2 + alpha) of a layer's inputs."""

    mu: Value
    variance: Value
    root: Value


def moments(system: System, y: Vector, alpha: Value) -> Moments:
    mu = mean(y)
    spread = variance(y, mu)
    return Moments(mu, spread, deviation(system, spread, alpha))


def normalised(system: System, y: V, alpha: Value, at_zero: Value = None) -> V:
    """The layer-normalised inputs n (Eq. 6)."""
    of = moments(system, y, alpha)
    return y.map(lambda a: normalise(system, a, of.mu, of.root, at_zero))


def layer_scales(system: System, scale: Scale, y: V, alpha: Value, at_zero: Value = None) -> V:
    """The activation scales s(n_i)."""
    return normalised(system, y, alpha, at_zero).map(lambda n: scale.value(system, n))


def layer_act(system: System, scale: Scale, y: V, alpha: Value, at_zero: Value = None) -> V:
    """The forward pass a_i = y_i s(n_i) (Eq. 6)."""
    found: V = paired(lambda a, s: a * s, y, layer_scales(system, scale, y, alpha, at_zero))
    return found


def la_silu(system: System, y: V, alpha: Value, at_zero: Value = None) -> V:
    """LA-SiLU: y_i / (1 + e^(-n_i))."""
    return layer_act(system, SIGMOID, y, alpha, at_zero)


def la_hard_silu(system: System, y: V, alpha: Value, at_zero: Value = None) -> V:
    """LA-HardSiLU: y_i max(0, min(1, n_i/6 + 1/2))."""
    return layer_act(system, HARD_SIGMOID, y, alpha, at_zero)


@dataclass(frozen=True)
class Gradient:
    """dL/dmu, dL/dsigma^2 and the vector of dL/dy_i."""

    mu: Value
    variance: Value
    y: Any


def backward(
    system: System,
    scale: Scale,
    y: Vector,
    upstream: Vector,
    alpha: Value,
    at_kink: Value = None,
    at_zero: Value = None,
) -> Gradient:
    """The backward pass as printed after Eq. 6, from ``upstream`` = dL/da_i.

    dL/dmu      = sum dL/da_i s'(n_i) (-y_i) / sqrt(sigma^2 + alpha)
    dL/dsigma^2 = sum dL/da_i s'(n_i) (-y_i n_i) / (2 (sigma^2 + alpha))
    dL/dy_i     = dL/da_i s(n_i) + dL/da_i s'(n_i) y_i / sqrt(sigma^2 + alpha)
                  + (1/d) dL/dmu + 2 (y_i - mu)/d dL/dsigma^2

    Where sigma^2 + alpha = 0 each quotient by it is ``at_zero``; ``None`` says alpha > 0.
    """
    of = moments(system, y, alpha)
    n = y.map(lambda a: normalise(system, a, of.mu, of.root, at_zero))
    slopes = n.map(lambda t: scale.slope(system, t, at_kink))

    def to_mean(g: Value, s: Value, a: Value) -> Value:
        return g * s * system.ratio(-a, of.root, at_zero)

    def to_variance(g: Value, s: Value, a: Value, t: Value) -> Value:
        return g * s * system.ratio(-a * t, 2 * (of.variance + alpha), at_zero)

    by_mean = paired(to_mean, upstream, slopes, y).total()
    by_variance = paired(to_variance, upstream, slopes, y, n).total()

    def to_input(g: Value, s: Value, a: Value, t: Value) -> Value:
        direct = g * scale.value(system, t) + g * s * system.ratio(a, of.root, at_zero)
        return direct + by_mean / y.length + 2 * (a - of.mu) / y.length * by_variance

    return Gradient(by_mean, by_variance, paired(to_input, upstream, slopes, y, n))


def fluctuation(system: System, moved: Vector, still: Vector) -> Value:
    """sum_i |moved_i - still_i|, which Definitions 2.3 and 3.2 write ||f(y + eps) - f(y)||."""
    return paired(lambda a, b: system.abs(a - b), moved, still).total()


@dataclass(frozen=True)
class LayerAct:
    """A LayerAct layer as data: d elements, alpha > 0 and the name of its scale function.

    Raises:
        ValueError: no elements, alpha <= 0, or a scale that is not in :data:`SCALES`.
    """

    d: int
    alpha: Fraction
    scale: str

    def __post_init__(self) -> None:
        if self.d < 1:
            raise ValueError(f"a layer has at least one element, got d = {self.d}")
        if self.alpha <= 0:
            raise ValueError(f"alpha must be positive, got {self.alpha}")
        if self.scale not in SCALES:
            raise ValueError(f"the scale is one of {', '.join(SCALES)}")

    def scales(self, system: System, y: V) -> V:
        """The activation scales s(n_i)."""
        return layer_scales(system, SCALES[self.scale], y, system.const(self.alpha))

    def apply(self, system: System, y: V) -> V:
        """a_i = y_i s(n_i) (Eq. 6)."""
        return layer_act(system, SCALES[self.scale], y, system.const(self.alpha))

    def cost(self) -> dict[str, Any]:
        """The layer has no weights."""
        return {
            "units": self.d,
            "width": self.d,
            "depth": 1,
            "parameters": 0,
            "largest_weight": "0",
        }

    def __str__(self) -> str:
        return f"LayerAct, {self.scale}, d = {self.d}, alpha = {self.alpha}"
