"""Whole networks of Sumformer in modules of torch and of the packages people use.

    style        kind          attention                                     block
    definition   all           Definitions 2.1, 2.5, 2.6, as printed         Definition 2.3
    multihead    transformer   ``nn.MultiheadAttention``, one head           Definition 2.3
    encoder      transformer   ``nn.TransformerEncoderLayer``, two of them, with layer normalisation
    linformer    linformer     ``linformer.LinformerSelfAttention``          Definition 2.3
    performer    performer     ``performer_pytorch.SelfAttention``           Definition 2.3

All are ``embedding (Linear), blocks, read-out (Linear)``, from (batch, n, d) to (batch, n, m).

*Layer normalisation.*  ``nn.LayerNorm`` divides by sqrt(var + E).  With one more column that makes
every row sum to 0 (``balance``), a large E = 2^80 and the factor sqrt(E) as its weight, it maps x
to x (1 + var/E)^(-1/2), which is x up to a relative var/(2 E): below 2^-60 for values up to 1000,
less than float64 can see.
So the encoder's layers, post-norm or pre-norm, compute the network with the norms in place.  Its
W_Q and W_K are 0, which attends in the same way (``sumformer.thm4_3.no_ones``).  Torch's layer
keeps X + Att(X) where Definition 2.3 keeps X; no later layer reads what differs.

*Performer.*  The package divides by the sum of the kernel values, which Definition 2.6 does not:
equal rows then give the mean, whatever omega is.  :func:`as_mean` is the network that it computes,
with n in W_V in place of 1/lambda; it has the same bound.  The package has no other attention that
is Definition 2.6.

How far a module may be from the exact network is a bound, :func:`error_bounds`.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from constructions.attention import (
    LinformerHead,
    Matrix,
    PerformerHead,
    TransformerHead,
)
from constructions.feedforward import FeedForward, size_on
from constructions.interop.arrays import DTYPES, UNIT_ROUNDOFF, import_torch, rounded_to
from constructions.interop.transformer_files import arrays, exactly
from constructions.rounding import Column, attended, deviation, fed, gamma, roundings_of
from constructions.transformer import (
    ZERO,
    TransformerNet,
    above,
    head_factor,
    psi_polynomials,
)

KINDS = {
    "definition": ("transformer", "linformer", "performer"),
    "multihead": ("transformer",),
    "encoder": ("transformer",),
    "linformer": ("linformer",),
    "performer": ("performer",),
}
NORM_BITS = 80
LARGE = Fraction(2**NORM_BITS)  #: E, the ``layer_norm_eps`` of the encoder
INSTALL = 'this needs {0}, which is not installed: pip install "netproof[interop]"'


def to_torch(
    net: TransformerNet,
    dtype: str = "float64",
    style: str = "definition",
    norm_first: bool = False,
) -> Any:
    """The network as a module in evaluation mode; weights are rounded to ``dtype``.

    ``norm_first`` is that of ``nn.TransformerEncoderLayer``, for the style ``encoder``.

    Raises:
        ValueError: a package is missing, the style is not one of this kind of network, or a
            weight is too large for the type.
    """
    _check(net, dtype, style)
    torch = import_torch()
    kind = getattr(torch, dtype)
    if style == "encoder":
        return _encoder(net, kind, norm_first).train(False)
    head = {
        "definition": _modules()["Head"],
        "multihead": _multihead,
        "linformer": _linformer,
        "performer": _performer,
    }[style]
    shown = as_mean(net) if style == "performer" else net
    W, (b,) = net.embedding()
    layers: list[Any] = [linear(W, b, kind)]
    for block in shown.blocks:
        FC = block.FC.matrices()
        feed = torch.nn.Sequential(
            linear(FC["W1"], FC["b1"][0], kind),
            torch.nn.ReLU(),
            linear(FC["W2"], FC["b2"][0], kind),
        )
        layers.append(_modules()["Block"](head(block.head, net.n, kind), feed))
    layers.append(linear(net.readout(), None, kind))
    return torch.nn.Sequential(*layers).train(False)


def _check(net: TransformerNet, dtype: str, style: str) -> None:
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    if net.kind not in KINDS.get(style, ()):
        styles = [name for name, kinds in KINDS.items() if net.kind in kinds]
        raise ValueError(f"a {net.kind} has the styles {', '.join(styles)}, not {style!r}")


def as_mean(net: TransformerNet) -> TransformerNet:
    """A Performer's network with a head that takes the mean: n in W_V, and the softmax.

    Equal scores have equal weights, 1/n each, with and without a kernel.  The bound of the
    Performer holds, as this head is exact.
    """
    blocks = []
    for block in net.blocks:
        WV = tuple(tuple(Fraction(net.n * bool(q)) for q in row) for row in block.head.WV)
        blocks.append(replace(block, head=TransformerHead(block.head.WQ, block.head.WK, WV)))
    bound = replace(net.bound, scale=ZERO)
    return replace(net, kind="transformer", blocks=tuple(blocks), bound=bound)


def reference(net: TransformerNet, style: str) -> TransformerNet:
    """The exact network that a module of this style computes."""
    return as_mean(net) if style == "performer" else net


# --- modules -------------------------------------------------------------------------------------


def linear(W: Sequence[Sequence[Fraction]], b: Sequence[Fraction] | None, kind: Any) -> Any:
    """x -> x W + b as ``nn.Linear``."""
    torch = import_torch()
    module = torch.nn.Linear(len(W), len(W[0]), bias=b is not None, dtype=kind)
    with torch.no_grad():
        module.weight.copy_(_tensor(W, kind).T)
        if b is not None:
            module.bias.copy_(_tensor([b], kind)[0])
    return module


def _tensor(matrix: Sequence[Sequence[Fraction]], kind: Any) -> Any:
    torch = import_torch()
    name = str(kind).removeprefix("torch.")
    return torch.tensor(rounded_to(matrix, name), dtype=kind)


@lru_cache(maxsize=1)
def _modules() -> dict[str, Any]:
    """Our module classes; made on first use because their base class is torch's."""
    torch = import_torch()

    class Head(torch.nn.Module):  # type: ignore[name-defined]
        """Definitions 2.1, 2.5 and 2.6."""

        def __init__(self, head: TransformerHead, n: int, kind: Any) -> None:
            super().__init__()
            for name, matrix in head.weights().items():
                self.register_buffer(name, _tensor(matrix, kind))
            self.head_kind = type(head)
            self.D = head.D

        def forward(self, X: Any) -> Any:
            Q, K, V = X @ self.WQ, X @ self.WK, X @ self.WV
            if self.head_kind is PerformerHead:
                return self.kernel(Q) @ (self.kernel(K).transpose(-1, -2) @ V)
            if self.head_kind is LinformerHead:
                K, V = self.E @ K, self.F @ V
            return torch.softmax(Q @ K.transpose(-1, -2) / self.D**0.5, dim=-1) @ V

        def kernel(self, x: Any) -> Any:
            outer = torch.exp(-(x * x).sum(dim=-1, keepdim=True) / 2)
            return outer * torch.exp(x @ self.omega.T) / len(self.omega) ** 0.5

    class Attention(torch.nn.Module):  # type: ignore[name-defined]
        """``nn.MultiheadAttention`` of X with itself."""

        def __init__(self, inner: Any) -> None:
            super().__init__()
            self.inner = inner

        def forward(self, X: Any) -> Any:
            return self.inner(X, X, X, need_weights=False)[0]

    class Block(torch.nn.Module):  # type: ignore[name-defined]
        """X + FC(X + Att(X)), Eq. 3."""

        def __init__(self, attention: Any, FC: Any) -> None:
            super().__init__()
            self.attention, self.FC = attention, FC

        def forward(self, X: Any) -> Any:
            return X + self.FC(X + self.attention(X))

    return {"Head": Head, "Attention": Attention, "Block": Block}


def _multihead(head: TransformerHead, n: int, kind: Any) -> Any:
    torch = import_torch()
    inner = torch.nn.MultiheadAttention(head.D, 1, bias=False, batch_first=True, dtype=kind)
    _fill(inner, head.WQ, head.WK, head.WV, kind)
    return _modules()["Attention"](inner)


def _fill(attention: Any, WQ: Matrix, WK: Matrix, WV: Matrix, kind: Any) -> None:
    """The weights of an ``nn.MultiheadAttention`` with one head; W_O = I, biases 0."""
    torch = import_torch()
    with torch.no_grad():
        stacked = torch.cat([_tensor(W, kind).T for W in (WQ, WK, WV)])
        attention.in_proj_weight.copy_(stacked)
        attention.out_proj.weight.copy_(torch.eye(len(WQ), dtype=kind))
        for bias in (attention.in_proj_bias, attention.out_proj.bias):
            if bias is not None:
                bias.zero_()


def _linformer(head: TransformerHead, n: int, kind: Any) -> Any:
    """``LinformerSelfAttention(dim=D, seq_len=n, k, heads=1)``; to_out is the identity."""
    torch = import_torch()
    if not isinstance(head, LinformerHead):
        raise ValueError("this module is for a Linformer")
    try:
        from linformer import LinformerSelfAttention
    except ImportError:
        raise ValueError(INSTALL.format("linformer")) from None
    module = LinformerSelfAttention(head.D, n, k=len(head.E), heads=1).to(kind)
    with torch.no_grad():
        for layer, W in ((module.to_q, head.WQ), (module.to_k, head.WK), (module.to_v, head.WV)):
            layer.weight.copy_(_tensor(W, kind).T)
        module.proj_k.copy_(_tensor(head.E, kind).T)
        module.proj_v.copy_(_tensor(head.F, kind).T)
        module.to_out.weight.copy_(torch.eye(head.D, dtype=kind))
        module.to_out.bias.zero_()
    return module


def import_performer() -> Any:
    """The package; importing it warns of ``distutils`` and of parts of torch that move."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import performer_pytorch
        except ImportError:
            raise ValueError(INSTALL.format("performer-pytorch")) from None
    return performer_pytorch


def _performer(head: TransformerHead, n: int, kind: Any) -> Any:
    """``SelfAttention(dim=D, heads=1, dim_head=D)`` with random features of its own.

    No omega changes what it computes here, so they stay as the package draws them.
    """
    torch = import_torch()
    package = import_performer()
    module = package.SelfAttention(head.D, heads=1, dim_head=head.D).to(kind)
    with torch.no_grad():
        for layer, W in ((module.to_q, head.WQ), (module.to_k, head.WK), (module.to_v, head.WV)):
            layer.weight.copy_(_tensor(W, kind).T)
        module.to_out.weight.copy_(torch.eye(head.D, dtype=kind))
        module.to_out.bias.zero_()
    return module


# --- the encoder ---------------------------------------------------------------------------------


def _balanced(matrix: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """One more column, minus the sum of the others."""
    return [[*row, -sum(row, ZERO)] for row in matrix]


def balanced_layer(layer: FeedForward) -> FeedForward:
    """FC with one more column on both sides: its outputs sum to 0, and it does not read it."""
    last = layer.outputs
    units = tuple(
        replace(unit, out=(*unit.out, (last, -sum((w for _, w in unit.out), ZERO))))
        for unit in layer.units
    )
    b2 = (*layer.b2, -sum(layer.b2, ZERO))
    return FeedForward(layer.inputs + 1, layer.outputs + 1, units, b2)


def _encoder(net: TransformerNet, kind: Any, norm_first: bool) -> Any:
    torch = import_torch()
    size, hidden = net.D + 1, max(block.FC.hidden for block in net.blocks)
    layer = torch.nn.TransformerEncoderLayer(
        size, 1, hidden, dropout=0.0, activation="relu", layer_norm_eps=float(LARGE),
        batch_first=True, norm_first=norm_first, dtype=kind,
    )  # fmt: skip
    encoder = torch.nn.TransformerEncoder(layer, len(net.blocks), enable_nested_tensor=False)
    zero = ((ZERO,) * size,) * size
    with torch.no_grad():
        for module, block in zip(encoder.layers, net.blocks, strict=True):
            WV = (*map(tuple, _balanced(block.head.WV)), (ZERO,) * size)
            _fill(module.self_attn, zero, zero, WV, kind)
            FC = balanced_layer(block.FC).matrices()
            idle = hidden - block.FC.hidden  # torch copies one layer: units that are never on
            W1 = [[*row, *[ZERO] * idle] for row in FC["W1"]]
            W2 = [*FC["W2"], *[[ZERO] * size] * idle]
            b1 = [*FC["b1"][0], *[ZERO] * idle]
            module.linear1.weight.copy_(_tensor(W1, kind).T)
            module.linear1.bias.copy_(_tensor([b1], kind)[0])
            module.linear2.weight.copy_(_tensor(W2, kind).T)
            module.linear2.bias.copy_(_tensor(FC["b2"], kind)[0])
            for norm in (module.norm1, module.norm2):
                norm.weight.fill_(2.0 ** (NORM_BITS // 2))
                norm.bias.zero_()
    W, b = net.embedding()
    readout = [*net.readout(), (ZERO,) * net.outputs]
    first = linear(_balanced(W), _balanced(b)[0], kind)
    return torch.nn.Sequential(first, encoder, linear(readout, None, kind))


# --- error bounds --------------------------------------------------------------------------------


def error_bounds(
    net: TransformerNet,
    dtype: str = "float64",
    style: str = "definition",
    norm_first: bool = False,
) -> list[float]:
    """Bounds on |module(X) - T(X)| for each output, T the exact :func:`reference`.

    For all X with tokens in [0, 1]^d that are numbers of the dtype; see
    :mod:`constructions.rounding` for what is assumed of the arithmetic.
    """
    _check(net, dtype, style)
    u = Fraction(UNIT_ROUNDOFF[dtype])
    exact = reference(net, style)
    written = exact.replaced(exactly(arrays(exact, dtype)))
    if style == "encoder":
        found: Sequence[Fraction] = _encoder_bounds(exact, written, u, norm_first)
    elif style == "performer":  # kernel values as in Definition 2.6, and a quotient of two sums
        k = 2 * roundings_of(net.blocks[1].head, net.n) + 8 * (net.D + net.n + _features(net.D))
        found = deviation(exact, written, u, k)
    else:
        found = deviation(exact, written, u)
    return [_up(q) for q in found]


def _features(D: int) -> int:
    """At least the number of random features the package takes, int(D log D)."""
    return D * D.bit_length()


def _up(q: Fraction) -> float:
    value = float(q)
    return value if Fraction(value) >= q else value * (1 + 2.0**-50)


def _encoder_bounds(
    net: TransformerNet, written: TransformerNet, u: Fraction, norm_first: bool
) -> list[Fraction]:
    """The recursion of :func:`constructions.rounding.deviation` with the norms in place."""
    n, d, latent = net.n, net.d, net.sumformer.latent
    first = 1 + d
    sums_at = first + latent
    start, featured, attended_to, ended = _ranges(net)
    norm = _Norm(u)
    pairs = {sums_at + r: (first + r, (-s, n - 1 + s)) for r, s in enumerate(net.bound.sums)}
    # embedding: ones and tokens are exact, the balance is a sum of d + 1 numbers
    errors = [ZERO] * net.D + [gamma(d + 2, u) * (d + 1)]
    state = [Column(r, e) for r, e in zip(start, errors, strict=True)]
    steps = zip(net.blocks, written.blocks, (start, attended_to), (featured, ended), strict=True)
    for number, (block, rounded, inside, after) in enumerate(steps):
        errors = [ZERO] * (net.D + 1)
        if number:  # in the first layer W_V = 0
            read = norm(state) if norm_first else state
            relative = gamma(6 * n + 4 * net.D + 48, u)
            sums = attended(net, written, read[first:sums_at], relative)
            errors[sums_at : sums_at + latent] = [column.e for column in sums]
            errors[-1] = sum(errors, ZERO) + gamma(latent + 2, u) * sum(
                (column.m + column.e for column in sums), ZERO
            )
        state = _added(state, inside, errors, u)
        state = state if norm_first else norm(state)
        read = norm(state) if norm_first else state
        exact = balanced_layer(block.FC)
        made = fed(exact, _rounded_last(exact, rounded.FC, u), read, pairs if number else {}, u)
        state = _added(state, after, made, u)
        state = state if norm_first else norm(state)
    return [column.e for column in state[net.D - net.outputs : net.D]]


def _rounded_last(exact: FeedForward, written: FeedForward, u: Fraction) -> FeedForward:
    """The written layer with the exact layer's last output: those weights are rounded apart.

    Their rounding is one more factor 1 + u in each term, which ``fed`` adds for the others in the
    difference of the weights; here the weight is enlarged by it (twice, for two roundings).
    """
    grown = 1 + 2 * u
    units = tuple(
        replace(theirs, out=(*theirs.out, (c, w * grown)))
        for theirs, (c, w) in zip(
            written.units, (unit.out[-1] for unit in exact.units), strict=True
        )
    )
    b2 = (*written.b2, exact.b2[-1] * grown)
    return FeedForward(exact.inputs, exact.outputs, units, b2)


def _ranges(net: TransformerNet) -> list[list[tuple[Fraction, Fraction]]]:
    """What the columns of the exact network are, balance included: at the start, with phi, with
    Sigma, with y."""
    unit, d, n = (ZERO, Fraction(1)), net.d, net.n
    rho = head_factor(net.blocks[1].head, n)
    ones = [(Fraction(1), Fraction(1)), *[unit] * d]
    nothing = [(ZERO, ZERO)] * net.sumformer.latent
    phi = [(-e, 1 + e) for e in net.bound.phi]
    Sigma = []
    for lo, hi in phi:
        ends = [n * q * factor for q in (lo, hi) for factor in rho]
        Sigma.append((min(ends), max(ends)))
    box = [unit] * d + [(-s, n - 1 + s) for s in net.bound.sums]
    sizes = [
        size_on(p, box) + error
        for p, error in zip(psi_polynomials(net.sumformer), net.bound.outputs, strict=True)
    ]
    y, silent = [(-size, size) for size in sizes], [(ZERO, ZERO)] * net.outputs
    stages = (
        [*ones, *nothing, *nothing, *silent],
        [*ones, *phi, *nothing, *silent],
        [*ones, *phi, *Sigma, *silent],
        [*ones, *phi, *Sigma, *y],
    )
    return [
        [*stage, (-sum((hi for _, hi in stage), ZERO), -sum((lo for lo, _ in stage), ZERO))]
        for stage in stages
    ]


def _added(
    state: list[Column],
    ranges: Sequence[tuple[Fraction, Fraction]],
    errors: Sequence[Fraction],
    u: Fraction,
) -> list[Column]:
    """The state and what a sublayer adds: both errors, and one rounding of the sum."""
    found = []
    for column, after, e in zip(state, ranges, errors, strict=True):
        whole = Column(after)
        found.append(Column(after, above((column.e + e) * (1 + u) + u * whole.m)))
    return found


class _Norm:
    """LayerNorm with eps = E and weight sqrt(E) on rows that sum to 0.

    The mean is at most mean(e) + gamma_{D+2} mean(m + e); the factor (1 + var/E)^(-1/2) is within
    2 max(m + e)^2/E of 1 for any usual algorithm for var; the rest is 12 roundings.
    """

    def __init__(self, u: Fraction) -> None:
        self.u = u

    def __call__(self, state: list[Column]) -> list[Column]:
        size = len(state)
        whole = [c.m + c.e for c in state]
        mean = sum((c.e for c in state), ZERO) / size
        mean += gamma(size + 2, self.u) * sum(whole, ZERO) / size
        relative = gamma(12, self.u) + 2 * max(whole) ** 2 / LARGE
        return [
            Column(c.range, above((c.e + mean) * (1 + relative) + relative * c.m)) for c in state
        ]
