"""Arrays of floating-point numbers: numpy, or torch on any device, through one class.

Values are arrays (or scalars) of one dtype on one device; every operation acts entry by entry.
Nothing is rounded outward here: what these numbers show is sampled evidence.  ``torch`` is
imported only when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.exact import Surd
from constructions.layers import LayerNorm, LayerScaling, Padded, layer_norm
from constructions.networks import ParallelNet
from constructions.systems import NumberError

Array = Any

NAMESPACES = ("numpy", "torch")
DTYPES = ("float64", "float32")
UNIT_ROUNDOFF = {"float64": 2.0**-53, "float32": 2.0**-24}
"""Half the distance from 1 to the next larger number: the relative error of one operation."""

MEMORY = {"numpy": 1 << 19, "torch": 1 << 20, "device": 1 << 30}
"""Bytes of the d arrays of one chunk: within the cache on a CPU, large on a device."""


def import_torch() -> Any:
    """The torch module; :class:`ValueError` saying how to install it where it is missing."""
    try:
        import torch
    except ImportError:
        raise ValueError(
            'this needs torch, which is not installed: pip install "netproof[torch]"'
        ) from None
    return torch


def has_torch() -> bool:
    """Whether torch is installed (without importing it)."""
    from importlib.util import find_spec

    try:
        return find_spec("torch") is not None
    except ValueError:  # a module that was blocked on purpose
        return False


def check_device(namespace: str, device: str) -> None:
    """:class:`ValueError` with one line if ``device`` is not there."""
    if namespace == "numpy":
        if device != "cpu":
            raise ValueError(f"numpy runs on the cpu, not on {device!r}; use torch for devices")
        return
    if not re.fullmatch(r"cpu|mps|cuda(:\d{1,4})?", device):
        raise ValueError(f"unknown device {device!r}; write cpu, cuda, cuda:0 or mps")
    torch = import_torch()
    kind, _, index = device.partition(":")
    if kind == "cuda":
        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if int(index or 0) >= count:
            raise ValueError(f"device {device!r} is not there: torch sees {count} CUDA devices")
    elif kind == "mps" and not torch.backends.mps.is_available():
        raise ValueError("device 'mps' is not there: torch sees no Apple GPU")


def choose_device(device: str = "auto") -> tuple[str, str, str]:
    """``(namespace, device, dtype)`` for ``auto``, ``numpy``, ``cpu``, ``cuda[:i]`` or ``mps``.

    ``auto`` is the first of cuda and mps that torch has, else numpy; ``cpu`` is torch where it is
    installed, else numpy.  Apple GPUs have no float64: their dtype is float32.

    Raises:
        ValueError: the device is unknown, or asked for and not there.
    """
    if device == "numpy" or (device in ("auto", "cpu") and not has_torch()):
        return "numpy", "cpu", "float64"
    if device == "auto":
        torch = import_torch()
        if torch.cuda.is_available():
            device = "cuda"
        elif torch.backends.mps.is_available():
            device = "mps"
        else:
            return "numpy", "cpu", "float64"
    check_device("torch", device)
    return "torch", device, "float32" if device.startswith("mps") else "float64"


class ArraySystem:
    """Floating-point arrays of ``namespace`` (``numpy`` or ``torch``) as a number system."""

    name: str

    def __init__(
        self, namespace: str = "numpy", dtype: str = "float64", device: str = "cpu"
    ) -> None:
        if namespace not in NAMESPACES:
            raise ValueError(f"arrays come from {' or '.join(NAMESPACES)}, not {namespace!r}")
        if dtype not in DTYPES:
            raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
        check_device(namespace, device)
        self.namespace, self.device = namespace, device
        self.is_torch = namespace == "torch"
        self.xp: Any = import_torch() if self.is_torch else np
        self.dtype: Any = getattr(self.xp, dtype)
        self.dtype_name = dtype
        self.unit_roundoff = UNIT_ROUNDOFF[dtype]
        self.name = f"{namespace} {dtype}" + ("" if device == "cpu" else f" on {device}")

    # --- from and to other numbers ---

    def array(self, values: Any) -> Array:
        """``values`` (numbers, nested lists, a numpy array) as an array of this system."""
        host = np.asarray(values, dtype=self.dtype_name)
        if self.is_torch:
            return self.xp.tensor(host, dtype=self.dtype, device=self.device)
        return host

    def numpy(self, a: Array) -> Any:
        """``a`` as a numpy array on the host."""
        return a.detach().cpu().numpy() if self.is_torch else np.asarray(a)

    def const(self, q: int | Fraction) -> Array:
        return self.scalar(float_of(q))

    def scalar(self, value: float) -> Array:
        if self.is_torch:
            return self.xp.full((), value, dtype=self.dtype, device=self.device)
        return self.dtype(value)

    def _quiet(self) -> AbstractContextManager[Any]:
        return nullcontext() if self.is_torch else np.errstate(all="ignore")

    @contextmanager
    def working(self) -> Iterator[ArraySystem]:
        """A block in which numpy keeps infinities and NaN to itself; see :meth:`finite`."""
        with self._quiet():
            yield self

    def finite(self, a: Array) -> Array:
        """``a`` itself; :class:`NumberError` if an entry is infinite or undefined."""
        with self._quiet():  # a sum that is finite has finite terms, and is found sooner
            sound = bool(self.xp.isfinite(self.xp.sum(a)))
        if not sound and not bool(self.xp.isfinite(a).all()):
            raise NumberError("a value is undefined, or too large for a float")
        return a

    # --- the operations of a System ---

    def pi(self) -> Array:
        return self.scalar(float(np.pi))

    def _apply(self, function: str, *arguments: Array) -> Array:
        with self._quiet():
            return getattr(self.xp, function)(*arguments)

    def sqrt(self, a: Array) -> Array:
        return self._apply("sqrt", a)

    def abs(self, a: Array) -> Array:
        return self._apply("abs", a)

    def sign(self, a: Array) -> Array:
        return self._apply("sign", a)

    def maximum(self, a: Array, b: Array) -> Array:
        return self._apply("maximum", a, b)

    def minimum(self, a: Array, b: Array) -> Array:
        return self._apply("minimum", a, b)

    def floor(self, a: Array) -> Array:
        return self._apply("floor", a)

    def exp(self, a: Array) -> Array:
        return self._apply("exp", a)

    def log(self, a: Array) -> Array:
        return self._apply("log", a)

    def sin(self, a: Array) -> Array:
        return self._apply("sin", a)

    def cos(self, a: Array) -> Array:
        return self._apply("cos", a)

    def tan(self, a: Array) -> Array:
        return self._apply("tan", a)

    def tanh(self, a: Array) -> Array:
        return self._apply("tanh", a)

    def atan(self, a: Array) -> Array:
        return self._apply("arctan", a)

    def ratio(self, a: Array, b: Array, at_zero: Any) -> Array:
        """``a / b``; with ``at_zero`` given, that value wherever ``b = 0`` (no warning)."""
        if at_zero is None:
            with self._quiet():
                return a / b
        zero = b == 0
        safe = self.xp.where(zero, self.scalar(1.0), b)
        return self.xp.where(zero, at_zero, a / safe)

    def repeated(self, a: Array, times: Any) -> Array:
        """``a`` added ``times`` times."""
        return a * times


def float_of(value: int | Fraction | Surd) -> float:
    """The float nearest to a rational (three roundings away for a surd); NumberError if too big."""
    try:
        return float(value) if value else 0.0
    except OverflowError:
        raise NumberError("a constant is too large for a float") from None


def rounded_to(values: Any, dtype: str) -> Any:
    """Rational numbers, or float64 numbers, as a numpy array of ``dtype``, each to the nearest.

    Raises:
        ValueError: one of them is too large for the type.
    """
    try:
        with np.errstate(over="ignore"):
            found = np.array(values, dtype="float64").astype(dtype)
        if np.isfinite(found).all():
            return found
    except OverflowError:
        dtype = "float64"
    instead = "write .json, which is exact" if dtype == "float64" else "use --dtype float64"
    raise ValueError(f"a weight is too large for {dtype}: {instead}")


# --- networks, many at a time -----------------------------------------------------------------


@dataclass(frozen=True)
class Stack:
    """Parameters of B networks of one layer kind, padded to N units with ``alpha = 0``.

    Shapes: alpha (B, N, d), W (B, N, d, n), b (B, N, d), delta (B).  ``used`` lists the
    coordinates in which some unit is not identically 0, ``read`` those with a weight in alpha.
    """

    layer: Any
    alpha: Any
    W: Any
    b: Any
    delta: Any
    used: tuple[int, ...]
    read: tuple[int, ...]


def layer_kind(net: ParallelNet) -> tuple[Any, ...]:
    """Networks with equal kinds can share a batch."""
    layer = net.layer
    if isinstance(layer, LayerNorm):
        return ("layer_norm", layer.d, layer.convention, layer.delta.q > 0, layer.at_zero, net.n)
    return (str(layer), layer.d, net.n)


def stack(nets: Sequence[ParallelNet]) -> Stack:
    """The networks' parameters as numpy float64 arrays."""
    if not nets:
        raise ValueError("a batch needs at least one network")
    if len({layer_kind(net) for net in nets}) > 1:
        raise ValueError("the networks of a batch must share layer, d, convention and inputs")
    B, N, d, n = len(nets), max(net.N for net in nets), nets[0].layer.d, nets[0].n
    alpha, b = np.zeros((B, N, d)), np.zeros((B, N, d))
    W, delta = np.zeros((B, N, d, n)), np.zeros(B)
    for i, net in enumerate(nets):
        if isinstance(net.layer, LayerNorm | LayerScaling):
            delta[i] = float_of(net.layer.delta)
        for j, unit in enumerate(net.units):
            for row in range(d):
                # most entries of the paper's units are 0: converting only the rest matters
                if unit.alpha[row].q:
                    alpha[i, j, row] = float_of(unit.alpha[row])
                if unit.b[row].q:
                    b[i, j, row] = float_of(unit.b[row])
                for column, w in enumerate(unit.W[row]):
                    if w.q:
                        W[i, j, row, column] = float_of(w)
    used = tuple(r for r in range(d) if W[:, :, r].any() or b[:, :, r].any())
    read = tuple(r for r in range(d) if alpha[:, :, r].any())
    return Stack(nets[0].layer, alpha, W, b, delta, used, read)


def evaluate_batched(
    nets: Sequence[ParallelNet],
    xs: Any,
    namespace: str = "numpy",
    device: str = "cpu",
    dtype: str = "float64",
    memory: int | None = None,
    padded: bool = True,
) -> Array:
    """The values of B networks at P points each, shape (B, P), through the layer's definition.

    ``xs`` has shape (P,) or (B, P) for one input and (P, n) or (B, P, n) for n inputs.  Networks
    of similar width go together; a chunk of networks and points is one evaluation of the layer
    on arrays of shape (B', N, P').  Units that fill up a narrower network have
    W = b = alpha = 0: whatever their layer yields counts nothing.

    ``padded`` treats trailing coordinates in which every unit is 0 as one (the layer's formula
    over :class:`Padded`, work independent of d) instead of one by one (``layer.apply``).
    """
    system = ArraySystem(namespace, dtype, device)
    if not nets:
        raise ValueError("a batch needs at least one network")
    B, n = len(nets), nets[0].n
    points = system.array(xs)
    shape = tuple(points.shape)
    if n == 1 and len(shape) in (1, 2):
        points = points.reshape((*shape, 1))
    if points.ndim == 2:
        points = points.reshape((1, *tuple(points.shape)))
    if points.ndim != 3 or points.shape[2] != n or points.shape[0] not in (1, B):
        raise ValueError(f"{B} networks of {n} inputs cannot take points of shape {shape}")
    if len({layer_kind(net) for net in nets}) > 1:
        raise ValueError("the networks of a batch must share layer, d, convention and inputs")
    if memory is None:
        memory = MEMORY[namespace if device == "cpu" else "device"]
    widths: dict[int, list[int]] = {}
    for i, net in enumerate(nets):
        widths.setdefault(net.N.bit_length(), []).append(i)
    rows: list[Any] = [None] * B
    for members in widths.values():
        part = stack([nets[i] for i in members])
        x = points if points.shape[0] == 1 else points[members]
        values = _evaluate_stack(system, part, x, memory, padded)
        for row, i in enumerate(members):
            rows[i] = values[row]
    return system.xp.stack(rows)


def _evaluate_stack(
    system: ArraySystem, parameters: Stack, points: Array, memory: int, padded: bool
) -> Array:
    """The values of one stack, chunk by chunk."""
    B, N, d, _ = parameters.W.shape
    P = int(points.shape[1])
    coordinates = min(d, len(parameters.used) + 1) if padded else d
    room = max(1, memory // (8 * N * coordinates))  # (network, point) pairs in one chunk
    step_P = min(P, room)
    step_B = min(B, max(1, room // step_P))
    rows = []
    for i in range(0, B, step_B):
        part = replace(
            parameters,
            alpha=system.array(parameters.alpha[i : i + step_B]),
            W=system.array(parameters.W[i : i + step_B]),
            b=system.array(parameters.b[i : i + step_B]),
            delta=system.array(parameters.delta[i : i + step_B]),
        )
        x = points if points.shape[0] == 1 else points[i : i + step_B]
        pieces = [
            _evaluate_chunk(system, part, x[:, j : j + step_P], padded) for j in range(0, P, step_P)
        ]
        rows.append(system.xp.concatenate(pieces, axis=1))
    return system.xp.concatenate(rows, axis=0)


def _evaluate_chunk(system: ArraySystem, part: Stack, x: Array, padded: bool) -> Array:
    """``sum_j alpha_j . phi(W_j x + b_j)`` for stacked parameters and points (B or 1, P, n)."""
    layer, zero = part.layer, system.scalar(0.0)
    d = layer.d
    m = max(part.used, default=0) + 1
    h = [zero] * d
    for row in part.used or (0,):
        entry = part.b[:, :, row, None]
        for column in range(x.shape[2]):
            entry = entry + part.W[:, :, row, column, None] * x[:, None, :, column]
        h[row] = entry
    delta = part.delta[:, None, None]
    if padded and m < d and isinstance(layer, LayerNorm) and not layer.at_zero:
        vector = Padded(tuple(h[:m]), zero, system.const(d), system.repeated)
        at_zero = None if layer.delta.q > 0 else zero
        z = layer_norm(system, vector, delta, layer.convention, at_zero)
        outputs = [*z.head, *[z.fill] * (d - m)]  # type: ignore[union-attr]
    else:
        outputs = list(layer.apply(system, h, delta))
    total = system.array(np.zeros((part.alpha.shape[0], x.shape[1])))
    for row in part.read:
        total = total + (part.alpha[:, :, row, None] * outputs[row]).sum(1)
    return total
