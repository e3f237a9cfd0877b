"""Whole networks of Sumformer in modules of torch and of the packages people use.

    style             kind          attention, and the block around it
    definition        all           Definitions 2.1, 2.5, 2.6, as printed; Definition 2.3
    multihead         transformer   ``nn.MultiheadAttention``, one head; Definition 2.3
    encoder           transformer   ``nn.TransformerEncoder`` of two layers, with normalisation
    linformer         linformer     ``linformer.LinformerSelfAttention``; Definition 2.3
    linformer_model   linformer     the package's model: ``linformer.Linformer`` of depth 2
    performer         performer     ``performer_pytorch.SelfAttention``; Definition 2.3
    performer_model   performer     the package's model: ``performer_pytorch.Performer`` of depth 2

All are ``embedding (Linear), blocks, read-out (Linear)``, from (batch, n, d) to (batch, n, m), and
all compute T, the network of the definitions, up to a stated error.  What differs from them:

*Two residuals.*  The encoder and the two models have X' = X + Att(X), then X' + FC(X'), where
Definition 2.3 has X + FC(X + Att(X)).  No later layer reads the columns that differ.

*Layer normalisation* (encoder, linformer_model).  ``nn.LayerNorm`` divides by sqrt(var + E).  With
one more column that makes every row sum to 0 (``balance``), a large E = 2^80 and the factor sqrt(E)
as its weight, it maps x to x (1 + var/E)^(-1/2), which is x up to a relative var/(2 E): below 2^-60
for values up to 1000, less than float64 can see.  E is an argument of torch's encoder; the model of
linformer has torch's 1e-5, and its norms are given E when they are made.  W_Q and W_K are 0, which
attends in the same way (``sumformer.thm4_3.no_ones``).

*GELU* (both models).  Their layers have GELU(t) = t (1 + erf(t/sqrt 2))/2 in place of ReLU.  With
c W_1, c b_1, W_2/c for a power c of 2, a unit gives GELU(c t)/c: for |c t| >= 9, where erf is 1 or
-1 in either type, that is ReLU(t), and else within 9/c of it.  c is 2^40 or 2^80.

*Sizes.*  Models have as many hidden units as a multiple of the width (``ff_mult``; 4 in linformer,
where it cannot be set): units that are never on, and in linformer columns of 0, fill them up.

*linformer 0.2.3.*  ``proj_k``, ``proj_v`` are E and F transposed, random at first; the scores are
divided by sqrt(dim_head) = sqrt(D); heads = 1, dim_head = D, to_out = I.  Keys and values share
neither weights (``share_kv``) nor heads.  It has no causal option, and takes k >= n as well.

*performer-pytorch 1.1.4* has eight deviations from Definition 2.6.  It divides by the sum of the
kernel values; adds 1e-4 to each (``generalized_attention``: 1e-3, and ReLU in place of exp);
subtracts the largest exponent of the token, or of all of them; divides queries and keys by D^(1/4);
takes int(D log D) features, not k < n; draws them at random, orthogonal, in blocks; draws them
again in training (the model, every 1000 calls); and offers ``no_projection``, a softmax of queries
and of keys.  Here queries and keys are the same for all tokens, so whatever the kernel is, its
values are positive numbers that cancel in the quotient: the mean is left, with n in W_V in place
of r, close to 1/lambda (:func:`as_mean`).  Both give the same sums up to |lambda r - 1| <= 2^-64,
which the bound takes in.  ``causal`` sums over the tokens up to i, another function: it is refused.

How far a module may be from T is a bound, :mod:`constructions.interop.torch_sumformer_bounds`.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from constructions.attention import (
    LinformerHead,
    Matrix,
    PerformerHead,
    TransformerHead,
)
from constructions.feedforward import FeedForward
from constructions.interop.arrays import DTYPES, import_torch, rounded_to
from constructions.transformer import ZERO, BlockNet, TransformerNet

KINDS = {
    "definition": ("transformer", "linformer", "performer"),
    "multihead": ("transformer",),
    "encoder": ("transformer",),
    "linformer": ("linformer",),
    "linformer_model": ("linformer",),
    "performer": ("performer",),
    "performer_model": ("performer",),
}
ANY_DEPTH = ("definition", "multihead", "linformer")
"""Styles of networks that follow the parts of g (:mod:`constructions.layered`)."""
NORM_BITS = 80
LARGE = Fraction(2**NORM_BITS)  #: E, the ``layer_norm_eps`` of the encoder
SHARP_BITS = {"float32": 40, "float64": 80}  #: c = 2^this in GELU(c t)/c
KERNELS = ("generalized_attention", "nb_features", "no_projection")  #: options of a performer
INSTALL = 'this needs {0}, which is not installed: pip install "netproof[interop]"'


def to_torch(
    net: BlockNet,
    dtype: str = "float64",
    style: str = "definition",
    norm_first: bool = False,
    kernel: Mapping[str, Any] | None = None,
) -> Any:
    """The network as a module in evaluation mode; weights are rounded to ``dtype``.

    ``norm_first`` is that of ``nn.TransformerEncoderLayer``, for the style ``encoder``; ``kernel``
    holds options of performer-pytorch: ``generalized_attention``, ``no_projection``,
    ``nb_features``.

    Raises:
        ValueError: a package is missing, the style is not one of this kind of network, an option
            makes another function, or a weight is too large or too small for the type.
    """
    kernel = dict(kernel or {})
    check(net, dtype, style, kernel)
    torch = import_torch()
    kind = getattr(torch, dtype)
    shown = net
    if isinstance(net, TransformerNet):
        if style == "encoder":
            return _encoder(net, kind, norm_first).train(False)
        if style == "linformer_model":
            return _linformer_model(net, kind).train(False)
        if style == "performer_model":
            return _performer_model(as_mean(net), kind, kernel).train(False)
        shown = as_mean(net) if style == "performer" else net
    head = {
        "definition": _modules()["Head"],
        "multihead": _multihead,
        "linformer": _linformer,
        "performer": partial(_performer, options=kernel),
    }[style]
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


def check(net: BlockNet, dtype: str, style: str, kernel: Mapping[str, Any]) -> None:
    if dtype not in DTYPES:
        raise ValueError(f"the dtype is {' or '.join(DTYPES)}, not {dtype!r}")
    if net.kind not in KINDS.get(style, ()):
        styles = [name for name, kinds in KINDS.items() if net.kind in kinds]
        raise ValueError(f"a {net.kind} has the styles {', '.join(styles)}, not {style!r}")
    if not isinstance(net, TransformerNet) and style not in ANY_DEPTH:
        raise ValueError(
            f"a network of {len(net.blocks)} blocks has the styles {', '.join(ANY_DEPTH)}; others "
            "are for the two blocks of route=polynomial and route=chebyshev"
        )
    if kernel.get("causal"):
        raise ValueError("a causal head sums over the tokens up to its own: another function")
    if kernel and (not style.startswith("performer") or not {*kernel} <= {*KERNELS}):
        raise ValueError(f"options of a kernel are {', '.join(KERNELS)}, for the styles performer*")
    if kernel.get("nb_features", 1) < 1:
        raise ValueError(f"nb_features is at least 1, got {kernel['nb_features']}")


def as_mean(net: TransformerNet) -> TransformerNet:
    """A Performer's network with a head that takes the mean: n in W_V, and the softmax.

    Equal scores have equal weights, 1/n each, with and without a kernel.  This head is exact, and
    the Performer's is up to |lambda r - 1| in each summand.
    """
    blocks = []
    for block in net.blocks:
        WV = tuple(tuple(Fraction(net.n * bool(q)) for q in row) for row in block.head.WV)
        blocks.append(replace(block, head=TransformerHead(block.head.WQ, block.head.WK, WV)))
    bound = replace(net.bound, scale=ZERO)
    return replace(net, kind="transformer", blocks=tuple(blocks), bound=bound)


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


def _import_linformer() -> Any:
    try:
        import linformer
    except ImportError:
        raise ValueError(INSTALL.format("linformer")) from None
    return linformer


def _linformer(head: TransformerHead, n: int, kind: Any) -> Any:
    """``LinformerSelfAttention(dim=D, seq_len=n, k, heads=1)``; to_out is the identity."""
    if not isinstance(head, LinformerHead):
        raise ValueError("this module is for a Linformer")
    package = _import_linformer()
    module = package.LinformerSelfAttention(head.D, n, k=len(head.E), heads=1).to(kind)
    _fill_linformer(module, head, kind)
    return module


def _fill_linformer(module: Any, head: LinformerHead, kind: Any) -> None:
    torch = import_torch()
    with torch.no_grad():
        _fill_apart(module, head.WQ, head.WK, head.WV, kind)
        module.proj_k.copy_(_tensor(head.E, kind).T)
        module.proj_v.copy_(_tensor(head.F, kind).T)


def _fill_apart(module: Any, WQ: Matrix, WK: Matrix, WV: Matrix, kind: Any) -> None:
    """``to_q``, ``to_k``, ``to_v``, and ``to_out`` the identity; all biases are 0."""
    torch = import_torch()
    with torch.no_grad():
        for layer, W in ((module.to_q, WQ), (module.to_k, WK), (module.to_v, WV)):
            layer.weight.copy_(_tensor(W, kind).T)
        module.to_out.weight.copy_(torch.eye(len(WV), dtype=kind))
        for layer in (module.to_q, module.to_k, module.to_v, module.to_out):
            if layer.bias is not None:
                layer.bias.zero_()


def import_performer() -> Any:
    """The package; importing it warns of ``distutils`` and of parts of torch that move."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import performer_pytorch
        except ImportError as error:
            if error.name == "distutils":  # not in Python 3.12 and later
                raise ValueError(
                    "performer-pytorch needs distutils: pip install setuptools"
                ) from None
            raise ValueError(INSTALL.format("performer-pytorch")) from None
    return performer_pytorch


def _performer(
    head: TransformerHead, n: int, kind: Any, options: Mapping[str, Any] | None = None
) -> Any:
    """``SelfAttention(dim=D, heads=1, dim_head=D)`` with random features of its own.

    No omega changes what it computes here, so they stay as the package draws them.
    """
    package = import_performer()
    module = package.SelfAttention(head.D, heads=1, dim_head=head.D, **(options or {})).to(kind)
    _fill_apart(module, head.WQ, head.WK, head.WV, kind)
    return module


# --- the models of the packages ------------------------------------------------------------------


def _performer_model(net: TransformerNet, kind: Any, options: Mapping[str, Any]) -> Any:
    """``Performer(dim=D, depth=2, heads=1, dim_head=D, use_rezero=True)``, with factors 1."""
    torch = import_torch()
    package = import_performer()
    hidden = max(block.FC.hidden for block in net.blocks)
    model = package.Performer(
        net.D, len(net.blocks), 1, net.D, ff_mult=-(-hidden // net.D), use_rezero=True, **options
    ).to(kind)
    with torch.no_grad():
        for (attention, feed), block in zip(model.net.layers, net.blocks, strict=True):
            attention.g.fill_(1.0)
            feed.g.fill_(1.0)
            head = block.head
            _fill_apart(attention.fn, head.WQ, head.WK, head.WV, kind)
            _fill_gelu(feed.fn.fn, block.FC, net.D, kind)
    W, (b,) = net.embedding()
    return torch.nn.Sequential(linear(W, b, kind), model, linear(net.readout(), None, kind))


def _linformer_model(net: TransformerNet, kind: Any) -> Any:
    """``Linformer(dim, seq_len=n, depth=2, k, heads=1)`` on balanced rows, with large norms."""
    torch = import_torch()
    package = _import_linformer()
    size = model_width(net)
    heads = [block.head for block in net.blocks if isinstance(block.head, LinformerHead)]
    k, zero = len(heads[0].E), ((ZERO,) * size,) * size
    model = package.Linformer(size, net.n, len(heads), k=k, heads=1).to(kind)
    with torch.no_grad():
        for (attention, feed), block, head in zip(model.net.layers, net.blocks, heads, strict=True):
            WV = _widened(_balanced(head.WV), size, size)
            _fill_linformer(attention.fn, replace(head, WQ=zero, WK=zero, WV=WV), kind)
            _fill_gelu(feed.fn, balanced_layer(block.FC), size, kind)
            for norm in (attention.norm, feed.norm):
                _enlarge(norm)
    W, b = (_widened(_balanced(matrix), 0, size) for matrix in net.embedding())
    readout = _widened(net.readout(), size, net.outputs)
    return torch.nn.Sequential(linear(W, b[0], kind), model, linear(readout, None, kind))


def model_width(net: TransformerNet) -> int:
    """D + 1, or as much as 4 times the width is to have room for the hidden units."""
    return max(net.D + 1, *(-(-block.FC.hidden // 4) for block in net.blocks))


def _widened(matrix: Sequence[Sequence[Fraction]], rows: int, columns: int) -> Matrix:
    """The matrix with rows and columns of 0 behind its own."""
    wide = tuple((*row, *(ZERO,) * (columns - len(row))) for row in matrix)
    return (*wide, *((ZERO,) * columns,) * (rows - len(wide)))


def _fill_gelu(feed: Any, layer: FeedForward, width: int, kind: Any) -> None:
    """The package's FeedForward with c W_1, c b_1 and W_2/c; see the module."""
    torch = import_torch()
    name = str(kind).removeprefix("torch.")
    c, hidden = Fraction(2) ** SHARP_BITS[name], feed.w1.out_features
    FC = layer.matrices()
    W1, (b1,) = (_widened(FC[key], rows, hidden) for key, rows in (("W1", width), ("b1", 1)))
    W2, (b2,) = (_widened(FC[key], rows, width) for key, rows in (("W2", hidden), ("b2", 1)))
    with torch.no_grad():
        feed.w1.weight.copy_(_scaled(W1, c, kind).T)
        feed.w1.bias.copy_(_scaled([b1], c, kind)[0])
        feed.w2.weight.copy_(_scaled(W2, 1 / c, kind).T)
        feed.w2.bias.copy_(_tensor([b2], kind)[0])


def _scaled(matrix: Sequence[Sequence[Fraction]], c: Fraction, kind: Any) -> Any:
    """The rounded matrix times a power of 2, exactly; ``ValueError`` where the type ends."""
    torch = import_torch()
    plain = _tensor(matrix, kind)
    made = plain * float(c)
    inside = torch.isfinite(made) & (made.abs() >= torch.finfo(kind).tiny)
    if not bool((inside | (plain == 0)).all()):
        raise ValueError("a weight is too large or too small for GELU in this type: use float64")
    return made


def _enlarge(norm: Any) -> None:
    """``nn.LayerNorm`` as the identity of rows that sum to 0, up to 2^-60; see the module."""
    torch = import_torch()
    norm.eps = float(LARGE)
    with torch.no_grad():
        norm.weight.fill_(2.0 ** (NORM_BITS // 2))
        norm.bias.zero_()


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
                _enlarge(norm)
    W, b = net.embedding()
    readout = [*net.readout(), (ZERO,) * net.outputs]
    first = linear(_balanced(W), _balanced(b)[0], kind)
    return torch.nn.Sequential(first, encoder, linear(readout, None, kind))
