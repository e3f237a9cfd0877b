"""Networks with feature or layer normalisation as modules of torch, and how far they may be off.

    U v + b      ``Linear`` (b: see to_torch)   n(v)     ``RMSNorm(d, elementwise_affine=False)``
    rho          ``ReLU`` or ``LeakyReLU``      n_MV(v)  ``LayerNorm(d, elementwise_affine=False)``
    W g          ``Linear(bias=False)``         s(v)     a module of ours: torch has none

``RMSNorm`` computes v / sqrt(mean(v^2) + eps) = sqrt(d) v / ||v|| for eps = 0, which is n of the
paper.  With eps = 0 a vector that cannot be normalised (0, or a constant one for n_MV) becomes
NaN, and so does everything after it; with eps > 0 it becomes 0.

How far a module with eps = 0 may be from the exact network is not a tolerance but a bound:
:func:`forward_error_bounds`.  Torch is imported when a function of this module is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from constructions.federated import Block, LayeredNet, Matrix, ResidualNet
from constructions.interop.arrays import DTYPES, UNIT_ROUNDOFF, import_torch
from constructions.interop.torch_modules import gamma
from constructions.vanilla import FORMS, Classifier

Network = LayeredNet | ResidualNet | Classifier
SLACK = 1.05


# --- modules -------------------------------------------------------------------------------------


def to_torch(network: Network, dtype: str = "float64", eps: float = 0.0) -> Any:
    """The network as an ``nn.Sequential`` with inputs (batch, n) and outputs (batch, d_L).

    A classifier's outputs are its logits.  Weights are rounded to ``dtype``.

    From the second layer on, a bias that is 0 is no parameter: Assumption 1 wants it to be 0 while
    training, too (``fl.prop1.training``), and with biases that are trained the two formats of
    Propositions 1 and 2 part (``fl.prop1.training.biases``).

    Raises:
        ValueError: torch is missing, ``dtype`` is unknown, or ``eps`` is negative.
    """
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    if eps < 0:
        raise ValueError("eps must not be negative")
    torch = import_torch()
    kind = getattr(torch, dtype)
    if isinstance(network, ResidualNet):
        blocks = [_modules()["Block"](block, network.slope, kind, eps) for block in network.blocks]
        return torch.nn.Sequential(*blocks)
    layers = network.network if isinstance(network, Classifier) else network
    before = FORMS[network.form][0] if isinstance(network, Classifier) else "none"
    after = FORMS[network.form][1] if isinstance(network, Classifier) else None
    modules: list[Any] = []
    for number, layer in enumerate(layers.layers):
        width = len(layer.U)
        biased = number == 0 or any(layer.b)
        modules += [
            _linear(layer.U, layer.b if biased else None, kind),
            *_step(before, width, eps),
            _activation(layers.slope),
            *_step(layer.step if after is None else after, width, eps),
        ]
    if isinstance(network, Classifier):
        modules.append(_linear(network.W, None, kind))
    return torch.nn.Sequential(*modules)


def _linear(U: Matrix, b: Sequence[Fraction] | None, kind: Any) -> Any:
    torch = import_torch()
    module = torch.nn.Linear(len(U[0]), len(U), bias=b is not None, dtype=kind)
    with torch.no_grad():
        rows = [[float(w) for w in row] for row in U]
        module.weight.copy_(torch.tensor(rows, dtype=torch.float64))
        if b is not None:
            module.bias.copy_(torch.tensor([float(w) for w in b], dtype=torch.float64))
    return module


def _activation(slope: Fraction) -> Any:
    torch = import_torch()
    return torch.nn.LeakyReLU(float(slope)) if slope else torch.nn.ReLU()


def _step(name: str, width: int, eps: float) -> list[Any]:
    """The module of a step, none for ``none``."""
    torch = import_torch()
    if name == "none":
        return []
    if name == "s":
        return [_modules()["Shift"]()]
    kind = torch.nn.RMSNorm if name == "n" else torch.nn.LayerNorm
    return [kind(width, eps=eps, elementwise_affine=False)]


@lru_cache(maxsize=1)
def _modules() -> dict[str, Any]:
    """Our module classes; made on first use because their base class is torch's."""
    torch = import_torch()

    class Shift(torch.nn.Module):  # type: ignore[name-defined]
        """s(v) = v - mean(v)."""

        def forward(self, v: Any) -> Any:
            return v - v.mean(dim=-1, keepdim=True)

    class ResidualBlock(torch.nn.Module):  # type: ignore[name-defined]
        """x -> N rho(x + A_2 M rho(A_1 x)), Eq. 9-11."""

        def __init__(self, block: Block, slope: Fraction, kind: Any, eps: float) -> None:
            super().__init__()
            self.branch = torch.nn.Sequential(
                _linear(block.A1, None, kind),
                _activation(slope),
                *_step(block.inside, len(block.A1), eps),
                _linear(block.A2, None, kind),
            )
            self.end = torch.nn.Sequential(
                _activation(slope), *_step(block.after, len(block.A2), eps)
            )

        def forward(self, x: Any) -> Any:
            return self.end(x + self.branch(x))

    return {"Shift": Shift, "Block": ResidualBlock}


# --- error bounds --------------------------------------------------------------------------------


class Tracked:
    """A vector v and bounds e of |computed - v|, entry by entry; ``u`` is the unit roundoff.

    Each step adds what its own roundings can do, for any order of summation, with or without
    fused multiply-add, and hands on what came in.  gamma_k = k u / (1 - k u).
    """

    def __init__(self, v: Sequence[float], e: Sequence[float], u: float) -> None:
        self.v, self.e, self.u = list(v), list(e), u

    def gamma(self, k: int) -> float:
        return gamma(k, self.u)

    def affine(self, U: Matrix, b: Sequence[Fraction] | None) -> Tracked:
        """e_k = sum |U_kj| e_j + gamma_{n+3} (sum |U_kj| (|v_j| + e_j) + |b_k|).

        One rounding for each weight, one for each product, n for the sums.
        """
        values, errors, factor = [], [], self.gamma(len(self.v) + 3)
        for number, row in enumerate(U):
            weights = [float(w) for w in row]
            shift = float(b[number]) if b is not None else 0.0
            values.append(sum(w * a for w, a in zip(weights, self.v, strict=True)) + shift)
            carried = sum(abs(w) * a for w, a in zip(weights, self.e, strict=True))
            size = sum(
                abs(w) * (abs(a) + d) for w, a, d in zip(weights, self.v, self.e, strict=True)
            )
            errors.append(carried + factor * (size + abs(shift)))
        return Tracked(values, errors, self.u)

    def activation(self, slope: Fraction) -> Tracked:
        """rho is Lipschitz with max(1, |slope|); the slope and a product are rounded."""
        beta = float(slope)
        values = [max(a, 0.0) + beta * min(a, 0.0) for a in self.v]
        most, factor = max(1.0, abs(beta)), self.gamma(2)
        errors = [
            most * d + factor * abs(beta) * (abs(a) + d)
            for a, d in zip(self.v, self.e, strict=True)
        ]
        return Tracked(values, errors, self.u)

    def plus(self, other: Tracked) -> Tracked:
        """The sum of two vectors, one rounding."""
        values = [a + b for a, b in zip(self.v, other.v, strict=True)]
        errors = [
            d + f + self.gamma(1) * (abs(a) + d + abs(b) + f)
            for a, d, b, f in zip(self.v, self.e, other.v, other.e, strict=True)
        ]
        return Tracked(values, errors, self.u)

    def step(self, name: str) -> Tracked:
        if name == "none":
            return self
        if name == "s":
            return self.shifted(3)
        return self.scaled() if name == "n" else self.shifted(8).standardised(self)

    def shifted(self, more: int) -> Tracked:
        """s: e_i + mean(e) + gamma_{d+more} (|v_i| + mean|v|)."""
        d = len(self.v)
        mean, drift = sum(self.v) / d, sum(self.e) / d
        size, factor = sum(map(abs, self.v)) / d, self.gamma(d + more)
        errors = [
            f + drift + factor * (abs(a) + f + size + drift)
            for a, f in zip(self.v, self.e, strict=True)
        ]
        return Tracked([a - mean for a in self.v], errors, self.u)

    def scaled(self) -> Tracked:
        """n: N = rms(v) is 1-Lipschitz in rms, and computed up to gamma_{d+8}; v_i/N.

        e_N = rms(e) + gamma_{d+8} N and (e_i + |z_i| e_N) / (N - e_N) + gamma_4 |z_i|.
        """
        d = len(self.v)
        N = sqrt(sum(a * a for a in self.v) / d)
        e_N = sqrt(sum(f * f for f in self.e) / d) + self.gamma(d + 8) * N
        return self._divided(N, e_N)

    def standardised(self, raw: Tracked) -> Tracked:
        """n_MV, from the shifted vector: as :func:`forward_error_bound` for delta = 0.

        The variance is computed from the unshifted vector by any usual algorithm, one pass or
        two: e_V = gamma_{2d+12} 2 mean(v^2).
        """
        d = len(self.v)
        S = sqrt(sum(a * a for a in self.v) / d)
        square = sum((abs(a) + f) ** 2 for a, f in zip(raw.v, raw.e, strict=True)) / d
        e_V = self.gamma(2 * d + 12) * 2 * square
        moved = min(e_V / S, sqrt(e_V)) if S else sqrt(e_V)
        e_S = sqrt(sum(f * f for f in self.e) / d) + moved + self.gamma(8) * S
        return self._divided(S, e_S)

    def _divided(self, size: float, error: float) -> Tracked:
        if size <= 2 * error:
            raise ValueError("a vector that is normalised is too close to one that cannot be")
        values = [a / size for a in self.v]
        errors = [
            (f + abs(z) * error) / (size - error) + self.gamma(4) * (abs(z) + f / size)
            for f, z in zip(self.e, values, strict=True)
        ]
        return Tracked(values, errors, self.u)


def forward_error_bounds(
    network: Network, x: Sequence[Fraction], dtype: str = "float64"
) -> list[float]:
    """Bounds on |computed - exact| for each output of :func:`to_torch` (eps = 0) at the point x.

    ``x`` must be numbers of the dtype.  The steps of :class:`Tracked` bound what rounding does to
    each layer; exact values in them are taken in double precision.  The result carries a factor
    1.05 for terms of second order, which are small since every gamma is at most 0.01 and every
    norm that divides is more than twice its error.  Underflow and overflow are not considered.

    Raises:
        ValueError: a vector that is normalised is 0 (constant, for n_MV), or too close to that.
    """
    u = UNIT_ROUNDOFF[dtype]
    v = Tracked([float(a) for a in x], [0.0] * len(x), u)
    if isinstance(network, ResidualNet):
        for block in network.blocks:
            hidden = v.affine(block.A1, None).activation(network.slope).step(block.inside)
            added = v.plus(hidden.affine(block.A2, None))
            v = added.activation(network.slope).step(block.after)
        return [SLACK * e for e in v.e]
    layers = network.network if isinstance(network, Classifier) else network
    before = FORMS[network.form][0] if isinstance(network, Classifier) else "none"
    after = FORMS[network.form][1] if isinstance(network, Classifier) else None
    for layer in layers.layers:
        v = v.affine(layer.U, layer.b).step(before).activation(layers.slope)
        v = v.step(layer.step if after is None else after)
    if isinstance(network, Classifier):
        v = v.affine(network.W, None)
    return [SLACK * e for e in v.e]
