"""Networks with feature or layer normalisation, their reductions, and residual networks.

Source: *Understanding the Role of Layer Normalization in Label-Skewed Federated Learning*,
Eq. 3-18.  A layer is v -> N(rho(U v + b)) with rho(t) = max(t, 0) + slope min(t, 0) and one of the
steps N of :data:`STEPS`:

    n(v) = sqrt(d) v / ||v||          n_MV(v) = (v - mu 1) / sigma
    s(v) = v - mu 1                   none: v

:func:`reduced` puts normalisation off to the last layer (Prop. 1' and 2').  Every formula is over a
number system; :class:`RadicalSystem` computes with +-sqrt(q) exactly, which is all that scale
normalised networks with rational weights need.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from constructions.displayed import Evaluated
from constructions.exact import rational_root
from constructions.systems import NumberError, add_all

FORMAT = "netproof-layers/1"
BLOCKS_FORMAT = "netproof-blocks/1"
MAX_TEXT = 1 << 25
MAX_WIDTH, MAX_DEPTH = 4096, 64
MAX_WEIGHTS = 1 << 21
Vector = Sequence[Any]
Matrix = tuple[tuple[Fraction, ...], ...]


# --- exact numbers -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Radical:
    """A number r = +-sqrt(|square|), known by ``square`` = r |r|, a rational.

    Products and quotients of such numbers are such numbers.  A sum is one where the ratio of the
    squares is the square of a rational; otherwise :class:`NumberError`.
    """

    square: Fraction

    def _other(self, other: Any) -> Radical:
        return other if isinstance(other, Radical) else Radical.of(other)

    @classmethod
    def of(cls, q: int | Fraction) -> Radical:
        return cls(Fraction(q) * abs(Fraction(q)))

    def __add__(self, other: Any) -> Radical:
        other = self._other(other)
        if not self.square or not other.square:
            return self if not other.square else other
        ratio = rational_root(abs(other.square / self.square))
        if ratio is None:
            raise NumberError(f"{self} + {other} is not the root of a rational")
        factor = 1 + (ratio if (other.square > 0) == (self.square > 0) else -ratio)
        return Radical(self.square * factor * abs(factor))

    def __mul__(self, other: Any) -> Radical:
        return Radical(self.square * self._other(other).square)

    def __truediv__(self, other: Any) -> Radical:
        other = self._other(other)
        if not other.square:
            raise ZeroDivisionError("division by zero")
        return Radical(self.square / other.square)

    def __neg__(self) -> Radical:
        return Radical(-self.square)

    def __sub__(self, other: Any) -> Radical:
        return self + -self._other(other)

    def __radd__(self, other: Any) -> Radical:
        return self + other

    def __rmul__(self, other: Any) -> Radical:
        return self * other

    def __rsub__(self, other: Any) -> Radical:
        return -self + other

    def __rtruediv__(self, other: Any) -> Radical:
        return self._other(other) / self

    def __pow__(self, n: int) -> Radical:
        result = Radical.of(1)
        for _ in range(abs(n)):
            result = result * self
        return 1 / result if n < 0 else result

    def sign(self) -> int:
        return (self.square > 0) - (self.square < 0)

    def rational(self) -> Fraction | None:
        root = rational_root(abs(self.square))
        return None if root is None else root * self.sign()

    def __str__(self) -> str:
        root = self.rational()
        if root is not None:
            return str(root)
        return f"{'-' if self.square < 0 else ''}sqrt({abs(self.square)})"


class RadicalSystem:
    """The number system of :class:`Radical`; elementary functions are not part of it."""

    name = "radicals"

    def const(self, q: int | Fraction) -> Radical:
        return Radical.of(q)

    def sqrt(self, a: Radical) -> Radical:
        q = a.rational()
        if q is None or q < 0:
            raise NumberError(f"sqrt({a}) is not the root of a rational")
        return Radical(q)

    def abs(self, a: Radical) -> Radical:
        return Radical(abs(a.square))

    def sign(self, a: Radical) -> Radical:
        return Radical.of(a.sign())

    def maximum(self, a: Radical, b: Radical) -> Radical:
        return a if a.square >= b.square else b

    def minimum(self, a: Radical, b: Radical) -> Radical:
        return a if a.square <= b.square else b

    def floor(self, a: Radical) -> Radical:
        q = a.rational()
        if q is None:
            raise NumberError(f"floor({a}) is not computed exactly")
        return Radical.of(q.numerator // q.denominator)

    def ratio(self, a: Radical, b: Radical, at_zero: Any) -> Radical:
        return a / b if at_zero is None or b.sign() else at_zero


# --- the steps, each formula once ----------------------------------------------------------------


def leaky(system: Any, at: Any, slope: Any) -> Any:
    """(Leaky) ReLU: max(t, 0) + slope min(t, 0)."""
    zero = system.const(0)
    return system.maximum(at, zero) + slope * system.minimum(at, zero)


def mean(system: Any, v: Vector) -> Any:
    """mu(v) = (1/d) sum v_i, Eq. 3."""
    return add_all(v) / system.const(len(v))


def shift(system: Any, v: Vector) -> list[Any]:
    """s(v) = v - mu(v) 1."""
    middle = mean(system, v)
    return [a - middle for a in v]


def norm(system: Any, v: Vector) -> Any:
    """The Euclidean norm."""
    return system.sqrt(add_all([a * a for a in v]))


def scale(system: Any, v: Vector) -> list[Any]:
    """n(v) = sqrt(d) v / ||v||, the text after Eq. 5; undefined for v = 0."""
    root, size = system.sqrt(system.const(len(v))), norm(system, v)
    return [root * a / size for a in v]


def standardise(system: Any, v: Vector) -> list[Any]:
    """n_MV(v) = (v - mu 1) / sigma, Eq. 3; undefined for constant v."""
    gaps = shift(system, v)
    sigma = system.sqrt(add_all([a * a for a in gaps]) / system.const(len(v)))
    return [a / sigma for a in gaps]


def keep(system: Any, v: Vector) -> list[Any]:
    """No normalisation."""
    return list(v)


STEPS: Mapping[str, Callable[[Any, Vector], list[Any]]] = {
    "n": scale,
    "nMV": standardise,
    "s": shift,
    "none": keep,
}
#: what stands in all layers but the last after the reduction: Eq. 14 and Eq. 18
REDUCED_STEP = {"n": "none", "nMV": "s", "none": "none", "s": "s"}


# --- networks ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layer:
    """v -> N(rho(U v + b)): U has d_i rows of length d_{i-1}, b has d_i entries."""

    U: Matrix
    b: tuple[Fraction, ...]
    step: str

    def __post_init__(self) -> None:
        if not self.U or not self.U[0]:
            raise ValueError("a layer needs at least one neuron and one input")
        if any(len(row) != len(self.U[0]) for row in self.U):
            raise ValueError("the rows of U differ in length")
        if len(self.b) != len(self.U):
            raise ValueError(f"b has {len(self.b)} entries for {len(self.U)} neurons")
        if self.step not in STEPS:
            raise ValueError(f"the step is one of {', '.join(STEPS)}, not {self.step[:40]!r}")
        if len(self.U) > MAX_WIDTH or len(self.U[0]) > MAX_WIDTH:
            raise ValueError(f"a layer has at most {MAX_WIDTH} neurons and inputs")

    def affine(self, system: Any, v: Vector) -> list[Any]:
        """U v + b."""
        return [
            add_all([system.const(u) * a for u, a in zip(row, v, strict=True)]) + system.const(b)
            for row, b in zip(self.U, self.b, strict=True)
        ]

    def activation(self, system: Any, v: Vector, slope: Fraction) -> list[Any]:
        """rho(U v + b)."""
        return [leaky(system, t, system.const(slope)) for t in self.affine(system, v)]


@dataclass(frozen=True, repr=False)
class LayeredNet(Evaluated):
    """A network of layers; its first bias is free, the others are 0 under Assumption 1."""

    layers: tuple[Layer, ...]
    slope: Fraction

    def __post_init__(self) -> None:
        if not 1 <= len(self.layers) <= MAX_DEPTH:
            raise ValueError(f"a network has 1 to {MAX_DEPTH} layers")
        for number, (before, after) in enumerate(
            zip(self.layers, self.layers[1:], strict=False), 2
        ):
            if len(after.U[0]) != len(before.U):
                raise ValueError(
                    f"layer {number} takes {len(after.U[0])} inputs, layer {number - 1} has "
                    f"{len(before.U)} neurons"
                )
        check_weights(sum(len(layer.U) * len(layer.U[0]) for layer in self.layers))

    @property
    def n(self) -> int:
        """The number of inputs."""
        return len(self.layers[0].U[0])

    @property
    def widths(self) -> list[int]:
        return [len(layer.U) for layer in self.layers]

    @property
    def layer(self) -> str:
        """The steps of its layers, in words."""
        steps = ", ".join(layer.step for layer in self.layers)
        return f"layers of {', '.join(map(str, self.widths))} neurons with steps {steps}"

    def biased(self) -> int | None:
        """The first layer from the second on that has a bias, if any (Assumption 1)."""
        for number, layer in enumerate(self.layers[1:], 2):
            if any(layer.b):
                return number
        return None

    def trace(self, system: Any, x: Vector) -> list[tuple[list[Any], list[Any]]]:
        """For each layer what is normalised and what comes of it."""
        if len(x) != self.n:
            raise ValueError(f"the network takes {self.n} inputs, got {len(x)}")
        values: list[tuple[list[Any], list[Any]]] = []
        v = list(x)
        for layer in self.layers:
            before = layer.activation(system, v, self.slope)
            v = STEPS[layer.step](system, before)
            values.append((before, v))
        return values

    def evaluate(self, system: Any, x: Vector) -> list[Any]:
        """g_theta(x) in any number system."""
        return self.trace(system, x)[-1][1]

    def cost(self) -> dict[str, Any]:
        """Width in neurons, depth, number of parameters, of nonzero ones, the largest weight."""
        return dict(self._cost)

    @cached_property
    def _cost(self) -> dict[str, Any]:
        weights = [w for layer in self.layers for row in (*layer.U, layer.b) for w in row]
        return {
            "units": sum(self.widths),
            "width": max(self.widths),
            "depth": len(self.layers),
            "parameters": len(weights),
            "nonzero": sum(1 for w in weights if w),
            "largest_weight": str(max(map(abs, weights))),
        }

    def to_json(self) -> dict[str, Any]:
        """The network as JSON data, all numbers exact."""
        return {
            "format": FORMAT,
            "slope": str(self.slope),
            "layers": [
                {
                    "U": [[str(w) for w in row] for row in layer.U],
                    "b": [str(w) for w in layer.b],
                    "step": layer.step,
                }
                for layer in self.layers
            ],
        }

    @classmethod
    def from_json(cls, data: Any) -> LayeredNet:
        """Inverse of :meth:`to_json`; ``b`` and ``slope`` may be left out (0).

        Raises:
            ValueError: anything else, in one clear line.
        """
        try:
            if data.get("format", FORMAT) != FORMAT:
                raise ValueError(f"the format is {FORMAT!r}")
            layers = []
            for entry in data["layers"]:
                U = tuple(tuple(_number(w) for w in row) for row in entry["U"])
                b = tuple(_number(w) for w in entry.get("b", ["0"] * len(U)))
                layers.append(Layer(U, b, str(entry.get("step", "none"))))
            return cls(tuple(layers), _number(data.get("slope", "0")))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a network file: {error!r}"[:120]) from None

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"


def check_weights(count: int) -> None:
    """Refuse a network that is too large to be held as exact numbers."""
    if count > MAX_WEIGHTS:
        raise ValueError(f"a network has at most {MAX_WEIGHTS} weights, this one {count}")


def exact_trace(
    network: LayeredNet, x: Sequence[Fraction]
) -> Iterator[tuple[Fraction, list[Fraction]]]:
    """Of each layer rho(U v + b) as (q, r), which stands for sqrt(q) r, and then the output.

    U v = sqrt(q) U r, rho is positively homogeneous, s(v) = sqrt(q) s(r), and
    n(v) = sqrt(1/mean(r^2)) r, so that all of r are rational.  A bias is added where q is the
    square of a rational.  The time is linear in the number of weights.

    Raises:
        ZeroDivisionError: a vector that cannot be normalised.
        NumberError: a bias where sqrt(q) is irrational.
    """
    q, r = Fraction(1), list(x)
    for layer in network.layers:
        if any(layer.b):
            root = rational_root(q)
            if root is None:
                raise NumberError("a bias is added to an irrational vector")
            q, r = Fraction(1), [root * a for a in r]
        r = [rho(dot(row, r) + b, network.slope) for row, b in zip(layer.U, layer.b, strict=True)]
        yield q, r
        if layer.step in ("s", "nMV"):
            middle = sum(r, Fraction(0)) / len(r)
            r = [a - middle for a in r]
        if layer.step in ("n", "nMV"):
            q = len(r) / sum((a * a for a in r), Fraction(0))
    yield q, r


def exact_outputs(network: LayeredNet, x: Sequence[Fraction]) -> list[Radical]:
    """g_theta(x) as roots of rationals, see :func:`exact_trace`."""
    *_, (q, r) = exact_trace(network, x)
    return [Radical(q * a * abs(a)) for a in r]


def exact_plain_outputs(network: ResidualNet, x: Sequence[Fraction]) -> list[Fraction]:
    """The outputs of blocks without normalisation (Eq. 9), in time linear in the weights."""
    v = list(x)
    for block in network.blocks:
        if (block.inside, block.after) != ("none", "none"):
            raise ValueError("the blocks are those of Eq. 9, without normalisation")
        hidden = [rho(dot(row, v), network.slope) for row in block.A1]
        v = [rho(a + dot(row, hidden), network.slope) for a, row in zip(v, block.A2, strict=True)]
    return v


def rho(t: Fraction, slope: Fraction) -> Fraction:
    return t if t > 0 else slope * t


def dot(row: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
    """The inner product, over one denominator."""
    # sums of fractions would take a greatest common divisor for each term
    pairs = [(u, a) for u, a in zip(row, v, strict=True) if u and a]
    bottoms = [u.denominator * a.denominator for u, a in pairs]
    bottom = lcm(*bottoms)
    total = sum(
        u.numerator * a.numerator * (bottom // b) for (u, a), b in zip(pairs, bottoms, strict=True)
    )
    return Fraction(total, bottom)


def _number(value: Any) -> Fraction:
    """A number as the exact rational it says: ``"1/3"``, ``"0.1"`` or an integer."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f"numbers are integers or strings such as '1/3', got {value!r}"[:120])
    if len(str(value)) > 60:
        raise ValueError("a number has at most 60 characters")
    text = str(value).strip()
    if not text or set(text) - set("0123456789+-./") or text.count("/") > 1:
        raise ValueError(f"not a number: {text!r}")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"not a number: {text!r}") from None


def read_numbers(values: Any) -> tuple[Fraction, ...]:
    """A list of exact numbers, from untrusted data; ``ValueError`` in one clear line."""
    return tuple(_number(value) for value in values)


def read_json(text: str) -> Any:
    """JSON data of a network, from untrusted text; ``ValueError`` in one clear line."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"a network has at most {MAX_TEXT} characters")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}"[:120]) from None


def reduced(network: LayeredNet) -> LayeredNet:
    """The network that normalises in its last layer only (Eq. 14, Eq. 18).

    Raises:
        ValueError: a bias from the second layer on (Assumption 1).
    """
    number = network.biased()
    if number is not None:
        raise ValueError(f"Assumption 1: layer {number} has a bias that is not 0")
    *first, last = network.layers
    kept = tuple(replace(layer, step=REDUCED_STEP[layer.step]) for layer in first)
    return replace(network, layers=(*kept, last))


def normalised(network: LayeredNet, step: str) -> LayeredNet:
    """The same weights with this step in every layer (Eq. 13: ``n``, Eq. 17: ``nMV``)."""
    return replace(network, layers=tuple(replace(layer, step=step) for layer in network.layers))


# --- residual networks ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """x -> N rho(x + A_2 M rho(A_1 x)), Eq. 9-11, with linear A_1, A_2; M is inside, N after."""

    A1: Matrix
    A2: Matrix
    inside: str = "none"
    after: str = "none"

    def __post_init__(self) -> None:
        if not self.A1 or not self.A2 or not self.A1[0]:
            raise ValueError("a block needs at least one neuron")
        d, hidden = len(self.A2), len(self.A1)
        if any(len(row) != d for row in self.A1) or any(len(row) != hidden for row in self.A2):
            raise ValueError(f"A1 must be {hidden} x {d} and A2 {d} x {hidden}")
        if max(d, hidden) > MAX_WIDTH:
            raise ValueError(f"a block has at most {MAX_WIDTH} neurons")
        for step in (self.inside, self.after):
            if step not in STEPS:
                raise ValueError(f"the step is one of {', '.join(STEPS)}, not {step[:40]!r}")

    def trace(self, system: Any, x: Vector, slope: Fraction) -> tuple[list[Any], ...]:
        """rho(A_1 x), M of it, rho(x + A_2 M ...), N of that."""
        beta = system.const(slope)
        hidden = [leaky(system, t, beta) for t in product(system, self.A1, x)]
        branch = STEPS[self.inside](system, hidden)
        added = [a + t for a, t in zip(x, product(system, self.A2, branch), strict=True)]
        before = [leaky(system, t, beta) for t in added]
        return hidden, branch, before, STEPS[self.after](system, before)


def product(system: Any, A: Matrix, v: Vector) -> list[Any]:
    """A v."""
    return [add_all([system.const(u) * a for u, a in zip(row, v, strict=True)]) for row in A]


@dataclass(frozen=True, repr=False)
class ResidualNet(Evaluated):
    """A composition of blocks on R^d."""

    blocks: tuple[Block, ...]
    slope: Fraction

    def __post_init__(self) -> None:
        if not 1 <= len(self.blocks) <= MAX_DEPTH:
            raise ValueError(f"a residual network has 1 to {MAX_DEPTH} blocks")
        if len({len(block.A2) for block in self.blocks}) != 1:
            raise ValueError("all blocks are on the same R^d")
        check_weights(sum(2 * len(block.A1) * len(block.A2) for block in self.blocks))

    @property
    def n(self) -> int:
        return len(self.blocks[0].A2)

    @property
    def layer(self) -> str:
        """Its blocks, in words."""
        return f"{len(self.blocks)} residual blocks on R^{self.n}"

    def trace(self, system: Any, x: Vector) -> list[tuple[list[Any], ...]]:
        if len(x) != self.n:
            raise ValueError(f"the network takes {self.n} inputs, got {len(x)}")
        values, v = [], list(x)
        for block in self.blocks:
            values.append(block.trace(system, v, self.slope))
            v = values[-1][-1]
        return values

    def evaluate(self, system: Any, x: Vector) -> list[Any]:
        return self.trace(system, x)[-1][-1]

    def cost(self) -> dict[str, Any]:
        """The same as for layers; the depth counts two for a block."""
        return dict(self._cost)

    @cached_property
    def _cost(self) -> dict[str, Any]:
        weights = [w for b in self.blocks for A in (b.A1, b.A2) for row in A for w in row]
        return {
            "units": sum(len(b.A1) + len(b.A2) for b in self.blocks),
            "width": max(max(len(b.A1), len(b.A2)) for b in self.blocks),
            "depth": 2 * len(self.blocks),
            "parameters": len(weights),
            "nonzero": sum(1 for w in weights if w),
            "largest_weight": str(max(map(abs, weights))),
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "format": BLOCKS_FORMAT,
            "slope": str(self.slope),
            "blocks": [
                {
                    "A1": [[str(w) for w in row] for row in block.A1],
                    "A2": [[str(w) for w in row] for row in block.A2],
                    "inside": block.inside,
                    "after": block.after,
                }
                for block in self.blocks
            ],
        }

    @classmethod
    def from_json(cls, data: Any) -> ResidualNet:
        """Inverse of :meth:`to_json`; ``ValueError`` in one clear line on anything else."""
        try:
            if data.get("format", BLOCKS_FORMAT) != BLOCKS_FORMAT:
                raise ValueError(f"the format is {BLOCKS_FORMAT!r}")
            blocks = tuple(
                Block(
                    tuple(tuple(_number(w) for w in row) for row in entry["A1"]),
                    tuple(tuple(_number(w) for w in row) for row in entry["A2"]),
                    str(entry.get("inside", "none")),
                    str(entry.get("after", "none")),
                )
                for entry in data["blocks"]
            )
            return cls(blocks, _number(data.get("slope", "0")))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a network file: {error!r}"[:120]) from None

    def dumps(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"
