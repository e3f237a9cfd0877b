"""How far the modules of :mod:`constructions.interop.torch_sumformer` may be from the network.

:func:`error_bounds` adds to :mod:`constructions.rounding` what a style has of its own: the quotient
and the features of performer-pytorch, GELU, and the norms of the encoder and of linformer's model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.attention import LinformerHead
from constructions.feedforward import FeedForward, size_on
from constructions.interop.arrays import UNIT_ROUNDOFF
from constructions.interop.torch_sumformer import (
    LARGE,
    SHARP_BITS,
    as_mean,
    balanced_layer,
    check,
    model_width,
)
from constructions.interop.transformer_files import arrays, exactly
from constructions.rounding import Column, attended, carried, deviation, embedded, gamma, local
from constructions.transformer import (
    ZERO,
    BlockNet,
    TransformerNet,
    above,
    head_factor,
    psi_polynomials,
)


def error_bounds(
    net: BlockNet,
    dtype: str = "float64",
    style: str = "definition",
    norm_first: bool = False,
    kernel: Mapping[str, Any] | None = None,
) -> list[float]:
    """Bounds on |module(X) - T(X)| for each output, T the exact network of the definitions.

    For all X with tokens in the box that are numbers of the dtype; see
    :mod:`constructions.rounding` for what is assumed of the arithmetic, and nothing underflows.  In
    the models, ``erf`` is assumed to be 1 and -1 beyond 6.
    """
    kernel = dict(kernel or {})
    check(net, dtype, style, kernel)
    u = Fraction(UNIT_ROUNDOFF[dtype])
    kink = 9 / Fraction(2) ** SHARP_BITS[dtype] if style.endswith("_model") else ZERO
    apart = [ZERO] * net.outputs
    if not isinstance(net, TransformerNet):
        return [_up(q) for q in deviation(net, net.replaced(exactly(arrays(net, dtype))), u)]
    exact = net
    if style.startswith("performer"):
        exact = as_mean(net)
        sums = [net.bound.scale * net.n * (1 + e) for e in net.bound.phi]
        apart = carried(net, 1, [*[ZERO] * net.d, *sums])
    written = exact.replaced(exactly(arrays(exact, dtype)))
    if style in ("encoder", "linformer_model"):
        size = net.D + 1 if style == "encoder" else model_width(net)
        first = norm_first or style == "linformer_model"
        found: Sequence[Fraction] = _normed_bounds(exact, written, u, first, size, kink)
    elif style.startswith("performer"):  # a quotient of two sums over tokens and features
        features = max(int(kernel.get("nb_features") or net.D * net.D.bit_length()), net.D)
        found = deviation(exact, written, u, 2 * (net.n + features) + 4, kink)
    else:
        found = deviation(exact, written, u)
    return [_up(q + more) for q, more in zip(found, apart, strict=True)]


def _up(q: Fraction) -> float:
    value = float(q)
    return value if Fraction(value) >= q else value * (1 + 2.0**-50)


def _normed_bounds(
    net: TransformerNet,
    written: TransformerNet,
    u: Fraction,
    norm_first: bool,
    size: int,
    kink: Fraction,
) -> list[Fraction]:
    """The recursion of :func:`constructions.rounding.deviation` with norms of rows of ``size``.

    The scores are 0 here: k = n or that of a Linformer equal weights, right to k + 1 roundings.
    """
    head = net.blocks[1].head
    k = len(head.E) if isinstance(head, LinformerHead) else 0
    relative = gamma(2 * k + net.n + 2 if k else 2 * net.n + 2, u)
    n, d, latent = net.n, net.d, net.sumformer.latent
    first = 1 + d
    sums_at = first + latent
    start, featured, attended_to, ended = _ranges(net)
    norm = _Norm(u, size)
    # embedding: ones are exact, the balance is a sum of d + 1 numbers, with weights of its own
    entry = embedded(net, written, u)
    (W, (b,)), tokens = net.embedding(), max(abs(net.low), abs(net.high))
    whole = sum((abs(q) * tokens for row in W for q in row), ZERO) + sum(map(abs, b))
    errors = [ZERO] * net.D + [gamma(d + 4, u) * whole]
    errors[1:first] = [column.e for column in entry]
    state = [Column(r, e) for r, e in zip(start, errors, strict=True)]
    steps = zip(net.blocks, written.blocks, (start, attended_to), (featured, ended), strict=True)
    for number, (block, rounded, inside, after) in enumerate(steps):
        errors, before, apart = [ZERO] * (net.D + 1), state, [ZERO] * latent
        if number:  # in the first layer W_V = 0
            read = norm(state) if norm_first else state
            sums = attended(net, written, read[first:sums_at], relative)
            errors[sums_at : sums_at + latent] = [column.e for column, _ in sums]
            errors[-1] = sum(errors, ZERO) + gamma(latent + 2, u) * sum(
                (column.m + column.e for column, _ in sums), ZERO
            )
            for r, (_, own) in enumerate(sums):  # phi as it was read, and as it stands
                apart[r] = own + read[first + r].e - state[first + r].e + before[sums_at + r].e
        state = _added(state, inside, errors, u)
        exact = balanced_layer(block.FC)
        into = []
        pairs = {}
        if number:
            for r, s in enumerate(net.bound.sums):
                two = first + r, sums_at + r
                added = u * sum(state[c].m + state[c].e for c in two)
                off = norm.difference(state, apart[r] + added, n - 1 + s, *two)
                into.append(off)
                pairs[sums_at + r] = (first + r, (-s - off, n - 1 + s + off))
        state = state if norm_first else norm(state)
        read = norm(state) if norm_first else state
        into = [*(column.e for column in read[1:first]), *into]
        made = local(
            exact, _rounded_last(exact, rounded.FC, u), [c.computed for c in read], pairs, u, kink
        )
        moved, at = carried(net, number, into), (net.D - net.outputs if number else first)
        for o, e in enumerate(moved):
            made[at + o] += e
        made[-1] += sum(moved, ZERO)
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

    The mean is at most mean(e) + gamma_{D+2} mean(m + e), the same for all columns, so that it
    drops out of differences; the factor (1 + var/E)^(-1/2) is within 2 max(m + e)^2/E of 1 for any
    usual algorithm for var; of 12 roundings at most 4 are of one column alone.
    """

    def __init__(self, u: Fraction, size: int) -> None:
        self.u, self.size = u, size

    def __call__(self, state: list[Column]) -> list[Column]:
        whole = [c.m + c.e for c in state]
        mean = sum((c.e for c in state), ZERO) / self.size
        mean += gamma(self.size + 2, self.u) * sum(whole, ZERO) / self.size
        relative = gamma(12, self.u) + 2 * max(whole) ** 2 / LARGE
        return [
            Column(c.range, above((c.e + mean) * (1 + relative) + relative * c.m)) for c in state
        ]

    def difference(
        self, state: list[Column], e: Fraction, size: Fraction, one: int, other: int
    ) -> Fraction:
        """The error of a difference of two columns that is at most ``size`` and off by ``e``."""
        columns, after = (state[one], state[other]), self(state)
        common = gamma(12, self.u) + 2 * max(c.m + c.e for c in state) ** 2 / LARGE
        # of a column less the mean; the mean is at most what the norm adds
        alone = sum(c.m + b.e for c, b in zip(columns, (after[one], after[other]), strict=True))
        return above((e + gamma(4, self.u) * alone) * (1 + common) + common * size)
