"""How far a network is from the exact one when its weights and its arithmetic are rounded.

:func:`deviation` bounds, for every X with tokens in [0, 1]^d that are numbers of the type used,

    | computed(X) - T(X) |      in each output,

where ``computed`` uses the weights ``written`` and arithmetic of unit roundoff u, with sums in any
order and with or without fused multiply-add; u = 0 is exact arithmetic, so that
``T.bound.total + deviation(T, written, 0)`` certifies the written weights themselves.  With
gamma_k = k u/(1 - k u), a linear form t = sum_c w_c v_c + b is off by at most

    sum |w~_c| e_c + sum |w~_c - w_c| m_c + |b~ - b| + gamma_{nnz+1} (sum |w~_c| (m_c + e_c) + |b~|)

where m_c bounds |v_c| and e_c its error; ReLU does not enlarge it.  Two things are taken from the
arithmetic: a product by 0 is 0, and ``exp`` is right to 8 roundings.  Overflow and underflow are
not considered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from constructions.attention import LinformerHead, PerformerHead, TransformerHead
from constructions.feedforward import FeedForward, Hidden
from constructions.transformer import ZERO, TransformerNet, above, head_factor

Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Column:
    """What is known of a column: its exact values lie in ``range``, computed ones within ``e``."""

    range: Interval
    e: Fraction = ZERO

    @property
    def m(self) -> Fraction:
        return max(abs(self.range[0]), abs(self.range[1]))


def gamma(k: int, u: Fraction) -> Fraction:
    """gamma_k = k u/(1 - k u); ``ValueError`` where it would not be small."""
    if 64 * k * u > 1:
        raise ValueError("the network is too large for an error bound in this precision")
    return k * u / (1 - k * u)


def deviation(
    net: TransformerNet, written: TransformerNet, u: Fraction, roundings: int | None = None
) -> tuple[Fraction, ...]:
    """Bounds of |computed - T(X)|, one for each output; see the module.

    ``written`` is ``net.replaced(...)``: the same network with other weights.  ``roundings``: the
    head is computed up to (1 + gamma_k) in each summand, for this k in place of our own count.
    """
    n, d, latent = net.n, net.d, net.sumformer.latent
    k = roundings_of(net.blocks[1].head, n) if roundings is None else roundings
    unit = (ZERO, Fraction(1))
    state = [Column((Fraction(1),) * 2), *[Column(unit)] * d]
    state += [Column((ZERO, ZERO))] * (net.D - 1 - d)
    first = 1 + d
    before, after = (block.FC for block in net.blocks)
    made = fed(before, written.blocks[0].FC, state, {}, u)
    for r in range(latent):
        e = net.bound.phi[r]
        state[first + r] = Column((-e, 1 + e), made[first + r])
    sums = attended(net, written, state[first : first + latent], gamma(k, u))
    pairs: dict[int, tuple[int, Interval]] = {}
    for r, column in enumerate(sums):
        state[first + latent + r] = column
        s = net.bound.sums[r]
        pairs[first + latent + r] = (first + r, (-s, n - 1 + s))
    out = fed(after, written.blocks[1].FC, state, pairs, u)
    return tuple(out[net.D - net.outputs :])


def attended(
    net: TransformerNet, written: TransformerNet, phi: list[Column], relative: Fraction
) -> list[Column]:
    """The Sigma columns rho sum_j phi_r(x_j), each summand up to a factor 1 + ``relative``."""
    n = net.n
    exact, rounded = (head_factor(net.blocks[1].head, n), head_factor(written.blocks[1].head, n))
    moved = max(abs(rounded[1] - exact[0]), abs(rounded[0] - exact[1]))
    if net.blocks[1].head == written.blocks[1].head:  # the same factor, known or not
        moved = ZERO
    size = max(abs(q) for q in rounded)
    found = []
    for column in phi:
        lo, hi = column.range
        e = size * (1 + relative) * n * column.e + (moved + size * relative) * n * column.m
        ends = [n * q * rho for q in (lo, hi) for rho in exact]
        found.append(Column((min(ends), max(ends)), above(e)))
    return found


def roundings_of(head: TransformerHead, n: int) -> int:
    """k such that the head is computed up to (1 + gamma_k) in each summand.

    Scores are single products of 1/sqrt(D) in size; each is computed up to D + n + 8 roundings,
    so a softmax weight is right up to four times that, its own sum and a quotient.  A kernel
    value exp(-1/2) exp(omega) is right up to (1 + |omega|) (D + 4) + 24 roundings.
    """
    D = head.D
    if isinstance(head, PerformerHead):
        k = len(head.omega)
        largest = max(-(-abs(w[0]) // 1) for w in head.omega)
        return 2 * ((1 + largest) * (D + 4) + 24) + n + k + 8
    k = len(head.E) if isinstance(head, LinformerHead) else 0
    return 4 * (D + n + 8) + 32 + 3 * (n + k)


def fed(
    exact: FeedForward,
    written: FeedForward,
    state: list[Column],
    pairs: Mapping[int, tuple[int, Interval]],
    u: Fraction,
) -> list[Fraction]:
    """Bounds of the error of FC in each of its outputs.

    ``pairs``: column -> (other, range) says that their difference lies in ``range``.
    """
    errors = [ZERO] * exact.outputs
    sizes = [abs(b) for b in written.b2]
    terms = [1] * exact.outputs
    for o, (a, b) in enumerate(zip(exact.b2, written.b2, strict=True)):
        errors[o] = abs(a - b)
    for mine, theirs in zip(exact.units, written.units, strict=True):
        e = _inner(mine, theirs, state, u)
        most = max(_highest(mine, state, pairs), ZERO)
        for (o, w), (_, v) in zip(mine.out, theirs.out, strict=True):
            errors[o] += above(abs(v) * e + abs(v - w) * most)
            sizes[o] += above(abs(v) * (most + e))
            terms[o] += 1
    return [
        above(e + gamma(count, u) * size) if count > 1 or size else e
        for e, size, count in zip(errors, sizes, terms, strict=True)
    ]


def _inner(mine: Hidden, theirs: Hidden, state: list[Column], u: Fraction) -> Fraction:
    """The error of the linear form of a unit."""
    carried, size = abs(mine.bias - theirs.bias), abs(theirs.bias)
    for (c, w), (_, v) in zip(mine.weights, theirs.weights, strict=True):
        column = state[c]
        carried += abs(v) * column.e + abs(v - w) * column.m
        size += abs(v) * (column.m + column.e)
    return above(carried + gamma(len(mine.weights) + 1, u) * size)


def _highest(
    unit: Hidden, state: list[Column], pairs: Mapping[int, tuple[int, Interval]]
) -> Fraction:
    """The largest exact value of the linear form of a unit."""
    weights = dict(unit.weights)
    most = unit.bias
    for c, w in unit.weights:
        other, known = pairs.get(c, (-1, (ZERO, ZERO)))
        if weights.get(other) == -w:
            most += max(w * known[0], w * known[1])
            del weights[c], weights[other]
    for c, w in weights.items():
        lo, hi = state[c].range
        most += max(w * lo, w * hi)
    return most
