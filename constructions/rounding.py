"""How far a network is from the exact one when its weights and its arithmetic are rounded.

:func:`deviation` bounds, for every X with tokens in the box that are numbers of the type used,

    | computed(X) - T(X) |      in each output,

where ``computed`` uses the weights ``written`` and arithmetic of unit roundoff u; u = 0 is exact
arithmetic, so that ``T.bound.total + deviation(T, written, 0)`` certifies the written weights
themselves.

*Model of arithmetic.*  Every product, sum and quotient is rounded by a factor 1 + delta with
|delta| <= u, which keeps its sign; a product and the sum it goes into may be rounded once (fused
multiply-add).  Sums are added up in any order, by any binary tree, each output in its own.  A
product by 0 is 0, a sum with 0 and a product by a power of 2 are exact; the same operation on equal
numbers gives equal numbers; ``exp`` is right to 8 roundings.  Nothing overflows.

*Underflow.*  Near the denormal numbers an operation may also be off by ``least``, half the smallest
of them (:data:`LEAST`): 2^-150 or 2^-1075, as in IEEE arithmetic, where they are not flushed to 0.
``least`` = 0 means that nothing underflows.  A sum of K terms makes at most K products and K - 1
additions, so that it is off by (2 K - 1) least more; as each node is off by no more than that, its
own rounding adds at most u (K - 1) (2 K - 1) (1 + gamma_K) least, which is below K least: 3 K least
in all.  A product by 1 and a sum with 0 are exact all the same.

*A sum* of terms a_i of which at most K are not 0 makes K - 1 additions that round, each of a
subset of the terms.  Its error is exactly sum_i delta_i a_i + sum_nodes delta s^, so with P and N
the sums of the positive and of the negative terms (each node is at most max(P, N) in size)

    |error| <= u (sum_i |a_i| + sum_nodes |s|) + u (K - 1) gamma_K (P + N),
    sum_nodes |s| <= sum_{c=2}^{K} max(P_c, N_c),      P_c the sum of the c largest positive terms,

since in a binary tree the m-th smallest node has at most m + 1 leaves.  As rounding keeps signs,
ReLU of the rounded value is the rounded value of ReLU.

*A layer* N (:func:`local`): units of one direction w bend at numbers s = w . y, those to the right
of s are off on one side and on on the other, so what is on at one s is counted exactly; and sums
of ReLUs with positive factors are convex, so they are largest at corners of the box.

*More than two blocks* (:class:`constructions.layered.LayeredNet`): the same, one block after the
other; each layer carries errors by the slopes of its own pieces (:func:`slopes`), and the ranges of
columns are those of the exact layers.

*What a layer is given* with an error e_i is carried by the slopes of the exact N:
|dN/dz_i| <= |dP/dz_i| + |d(N - P)/dz_i|, not by the sum of the sizes of its weights, which is much
larger, as powers of linear forms cancel (:func:`steepness`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product

from constructions.attention import LinformerHead, PerformerHead, TransformerHead
from constructions.feedforward import FeedForward, derivative, size_on
from constructions.transformer import (
    MARGIN,
    ZERO,
    BlockNet,
    TransformerNet,
    above,
    head_factor,
    psi_polynomials,
)

ONE = Fraction(1)
Interval = tuple[Fraction, Fraction]
Pairs = Mapping[int, tuple[int, Interval]]
Terms = tuple[tuple[int, Fraction], ...]
LEAST = {"float64": Fraction(1, 2**1075), "float32": Fraction(1, 2**150)}
"""Half the smallest number > 0 of a type: what an operation is off by at most near 0."""

CORNERS = 40_000  #: units times corners of the box, at most; beyond, a coarser bound is taken


@dataclass(frozen=True)
class Column:
    """What is known of a column: its exact values lie in ``range``, computed ones within ``e``."""

    range: Interval
    e: Fraction = ZERO

    @property
    def m(self) -> Fraction:
        return max(abs(self.range[0]), abs(self.range[1]))

    @property
    def computed(self) -> Interval:
        """Where the computed values are."""
        return self.range[0] - self.e, self.range[1] + self.e


def gamma(k: int, u: Fraction) -> Fraction:
    """gamma_k = k u/(1 - k u); ``ValueError`` where it would not be small."""
    if 64 * k * u > 1:
        raise ValueError("the network is too large for an error bound in this precision")
    return k * u / (1 - k * u)


# --- the network ---------------------------------------------------------------------------------


def deviation(
    net: BlockNet,
    written: BlockNet,
    u: Fraction,
    roundings: int | None = None,
    kink: Fraction = ZERO,
    least: Fraction = ZERO,
    factor: Fraction = ONE,
) -> tuple[Fraction, ...]:
    """Bounds of |computed - T(X)|, one for each output; see the module.

    ``written`` is ``net.replaced(...)``: the same network with other weights.  ``roundings``: the
    head is computed up to (1 + gamma_k) in each summand, for this k in place of our own count.
    ``kink``: that of :func:`local`.  ``least``: see the module; not with ``roundings``.
    ``factor``: the head of the written network is multiplied by it.

    Raises:
        ValueError: the errors are too large for these bounds.
    """
    k = roundings_of(net.head, net.n) if roundings is None else roundings
    if not isinstance(net, TransformerNet):
        return _block_by_block(net, written, u, k, kink, least, factor)
    n, d, latent = net.n, net.d, net.latent
    first = 1 + d
    entry = embedded(net, written, u, least)
    state: list[Interval] = [(Fraction(1),) * 2, *(column.computed for column in entry)]
    state += [(ZERO, ZERO)] * (net.D - 1 - d)
    made = local(net.blocks[0].FC, written.blocks[0].FC, state, {}, u, kink, least)
    x = [column.e for column in entry]
    phi = [
        Column((-e, 1 + e), made[first + r] + given)
        for r, (e, given) in enumerate(zip(net.bound.phi, carried(net, 0, x), strict=True))
    ]
    near_zero = least and underflow(written.head, n, least)
    sums = attended(net, written, phi, gamma(k, u), near_zero, factor)
    pairs: dict[int, tuple[int, Interval]] = {}
    for r, (own, (total, apart)) in enumerate(zip(phi, sums, strict=True)):
        state[first + r], state[first + latent + r] = own.computed, total.computed
        s = net.bound.sums[r] + apart
        pairs[first + latent + r] = (first + r, (-s, n - 1 + s))
    out = local(net.blocks[1].FC, written.blocks[1].FC, state, pairs, u, kink, least)
    into = x + [apart for _, apart in sums]
    return tuple(
        above(e + more)
        for e, more in zip(out[net.D - net.outputs :], carried(net, 1, into), strict=True)
    )


def _block_by_block(
    net: BlockNet,
    written: BlockNet,
    u: Fraction,
    roundings: int,
    kink: Fraction,
    least: Fraction,
    factor: Fraction,
) -> tuple[Fraction, ...]:
    """:func:`deviation` for any number of blocks; Sigma stands in the row of one layer alone."""
    d, latent = net.d, net.latent
    nothing = Column((ZERO, ZERO))
    state = [Column((ONE, ONE)), *embedded(net, written, u, least)]
    state += [nothing] * (net.D - 1 - d)
    for at, (block, rounded) in enumerate(zip(net.blocks, written.blocks, strict=True)):
        read = list(state)
        if at == net.attending:
            near_zero = least and underflow(written.head, net.n, least)
            phi = state[1 + d : 1 + d + latent]
            sums = attended(net, written, phi, gamma(roundings, u), near_zero, factor)
            read[1 + d + latent : 1 + d + 2 * latent] = [total for total, _ in sums]
        made = local(block.FC, rounded.FC, [c.computed for c in read], {}, u, kink, least)
        moved, reached = slopes(block.FC), layer_ranges(block.FC, [c.range for c in read])
        for c, (e, steep, reach) in enumerate(zip(made, moved, reached, strict=True)):
            if not steep and reach == (ZERO, ZERO) and not e:
                continue
            added = Column(reach, above(e + sum((q * read[i].e for i, q in steep.items()), ZERO)))
            state[c] = added if state[c] == nothing else _sum(state[c], added, u, least)
    return tuple(column.e for column in state[net.D - net.outputs :])


def _sum(one: Column, other: Column, u: Fraction, least: Fraction) -> Column:
    """A column and what a layer adds to it, in one rounding."""
    lo, hi = (a + b for a, b in zip(one.range, other.range, strict=True))
    whole = Column((lo, hi))
    return Column((lo, hi), above((one.e + other.e) * (1 + u) + u * whole.m + least))


def slopes(layer: FeedForward) -> list[dict[int, Fraction]]:
    """For each output, column -> a bound of the derivative, everywhere: the steepest pieces."""
    found: list[dict[int, Fraction]] = [{} for _ in range(layer.outputs)]
    for form, outputs in _pieces(layer).items():
        for o, units in outputs.items():
            steepest = max(map(abs, _piece_slopes(units)))
            for c, w in form:
                found[o][c] = found[o].get(c, ZERO) + abs(w) * steepest
    return found


def layer_ranges(layer: FeedForward, ranges: Sequence[Interval]) -> list[Interval]:
    """Enclosures of the outputs of the exact layer."""
    found = [(b, b) for b in layer.b2]
    for form, outputs in _pieces(layer).items():
        lo = sum((min(w * q for q in ranges[c]) for c, w in form), ZERO)
        hi = sum((max(w * q for q in ranges[c]) for c, w in form), ZERO)
        for o, units in outputs.items():
            bends = (bend for _, bend, _ in units if lo < bend < hi)
            values = _piece_values(units, sorted({lo, hi, *bends}))
            found[o] = found[o][0] + min(values), found[o][1] + max(values)
    return found


Bends = list[tuple[int, Fraction, Fraction]]


def _pieces(layer: FeedForward) -> dict[Terms, dict[int, Bends]]:
    """Linear form -> output -> (side, where it bends, weight) of each unit."""
    found: dict[Terms, dict[int, Bends]] = {}
    for unit in layer.units:
        side = -1 if unit.weights and unit.weights[0][1] < 0 else 1
        form = tuple((c, side * w) for c, w in unit.weights)
        outputs = found.setdefault(form, {})
        for o, w in unit.out:
            outputs.setdefault(o, []).append((side, -side * unit.bias, w))
    return found


def _piece_slopes(units: Bends) -> list[Fraction]:
    """The slopes of sum w ReLU(side (s - bend)) from left to right."""
    slope = sum((-w for side, _, w in units if side < 0), ZERO)
    found = [slope]
    for _, _, w in sorted(units, key=lambda unit: unit[1]):
        slope += w  # a unit to the right begins, or one to the left ends
        found.append(slope)
    return found


def _piece_values(units: Bends, at: Sequence[Fraction]) -> list[Fraction]:
    """The values of that sum at increasing s."""
    ordered = sorted(units, key=lambda unit: unit[1])
    slope = sum((-w for side, _, w in units if side < 0), ZERO)
    value = sum((w * max(bend - at[0], ZERO) for side, bend, w in units if side < 0), ZERO)
    value += sum((w * max(at[0] - bend, ZERO) for side, bend, w in units if side > 0), ZERO)
    found, s, k = [], at[0], 0
    while k < len(ordered) and ordered[k][1] <= s:
        slope += ordered[k][2]
        k += 1
    for t in at:
        while k < len(ordered) and ordered[k][1] < t:
            value += slope * (ordered[k][1] - s)
            s, slope = ordered[k][1], slope + ordered[k][2]
            k += 1
        value += slope * (t - s)
        s = t
        found.append(value)
    return found


def embedded(net: BlockNet, written: BlockNet, u: Fraction, least: Fraction = ZERO) -> list[Column]:
    """The columns u = (x - low)/(high - low), in [0, 1]; on [0, 1]^d they are the tokens."""
    largest = max(abs(net.low), abs(net.high))
    (W, (b,)), (V, (c,)) = net.embedding(), written.embedding()
    found = []
    for j in range(net.d):
        w, v, shift = W[j][1 + j], V[j][1 + j], c[1 + j]
        e = abs(v - w) * largest + abs(shift - b[1 + j])
        e += ZERO if _is_power_of_two(v) else u * abs(v) * largest
        e += ZERO if v == 1 else least
        e += u * (1 + e) + least if shift else ZERO
        found.append(Column((ZERO, Fraction(1)), above(e)))
    return found


def attended(
    net: BlockNet,
    written: BlockNet,
    phi: Sequence[Column],
    relative: Fraction,
    near_zero: Fraction = ZERO,
    factor: Fraction = ONE,
) -> list[tuple[Column, Fraction]]:
    """(Sigma_r, the error of p_r = Sigma_r - phi_r(x_i)), Sigma_r = rho sum_j phi_r(x_j).

    Each summand is computed up to a factor 1 + ``relative``, and the sum up to ``near_zero`` more,
    with ``factor`` times the head of ``written``.  In p_r the errors of phi_r(x_i) cancel, up to
    |rho - 1|.
    """
    n = net.n
    exact, rounded = (head_factor(net.head, n), head_factor(written.head, n))
    rounded = (rounded[0] * factor, rounded[1] * factor)
    moved = max(abs(rounded[1] - exact[0]), abs(rounded[0] - exact[1]))
    if net.head == written.head:  # the same number, known or not
        moved = abs(factor - 1) * max(map(abs, exact))
    size, steep = max(map(abs, rounded)), max(map(abs, exact))
    off = max(abs(q - 1) for q in exact)
    found = []
    for column in phi:
        lo, hi = column.range
        head = (moved + size * relative) * n * (column.m + column.e) + near_zero
        ends = [n * q * rho for q in (lo, hi) for rho in exact]
        total = Column((min(ends), max(ends)), above(head + steep * n * column.e))
        found.append((total, above(head + (steep * (n - 1) + off) * column.e)))
    return found


def roundings_of(head: TransformerHead, n: int) -> int:
    """k such that the head is computed up to (1 + gamma_k) in each summand.

    The queries and keys have one entry that is not 0, and it is 1.  So all scores of a Transformer
    are products of ones over sqrt(D), equal numbers, and so are the powers: a softmax weight is
    a (1/(a + ... + a)), right to n + 1 roundings, whatever ``exp`` is; W_V, the product and the
    sum make n + 1 more.  In a Linformer with k = 1 the one weight is a (1/a), right to 2 roundings;
    W_V and F make a product each, the sum over the tokens n - 1, that over k weighed terms k more,
    n + 1 + k with k = 1 or not.  With k > 1, scores
    are sums of n terms over sqrt(D) > 2, in any order, and differ by at most gamma_(n + 4).  A
    kernel value is right to 8 roundings for each ``exp``, 3 to join them, and 1 + |omega| for their
    arguments.
    """
    if isinstance(head, PerformerHead):
        k = len(head.omega)
        largest = max(-(-abs(w[0]) // 1) for w in head.omega)
        return 2 * (20 + largest) + n + k + 2
    if isinstance(head, LinformerHead):
        k = len(head.E)
        weight = 2 if k == 1 else 2 * (n + 4) + 19 + k
        return weight + n + 1 + k
    return 2 * n + 2


def underflow(head: TransformerHead, n: int, least: Fraction) -> Fraction:
    """What products and sums of a head's values near 0 are off by in all, at most.

    W_V makes each value off by ``least``; a sum of K weighed terms adds at most 2 K least.  The
    weights of a softmax sum to 1.  In a Performer |a_l| <= e^|omega_l|, and e <= 3.  All this up to
    a factor of at most 2 for the roundings of the weights.
    """
    if isinstance(head, PerformerHead):
        k, size = len(head.omega), max(-(-abs(w[0]) // 1) for w in head.omega)
        steep = Fraction(3) ** size
        return 2 * least * (steep * k * (2 * n + n * steep) + 2 * k)
    if isinstance(head, LinformerHead):
        return 2 * least * (n * max(map(abs, head.F[0])) + 2 * n + 2 * len(head.F))
    return 2 * least * (1 + 2 * n)


# --- what a layer is given -----------------------------------------------------------------------


def steepness(net: TransformerNet, block: int, cells: Fraction) -> list[list[Fraction]]:
    """Bounds of |dN_o/dz_i|: phi~_r in x_j (block 0), psi~_o in x_j and then p_r (block 1).

    N is linear on cells of size h, where its slopes are within h/2 max|q''| of q' in each
    direction; beyond the box by ``cells`` cells N goes on straight, within (1/2 + cells) h max|q''|
    of q' at the nearest point of the box.
    """
    n, d, latent = net.n, net.d, net.sumformer.latent
    more = 1 + 2 * cells
    if not block:
        return [
            [a + more * q for a, q in zip(degree, row, strict=True)]
            for degree, row in zip(net.sumformer.degrees, net.bound.phi_slopes, strict=True)
        ]
    box = [(ZERO, Fraction(1))] * d + [(-MARGIN, n - 1 + MARGIN)] * latent
    return [
        [above(size_on(derivative(P, i), box)) + more * q for i, q in enumerate(row)]
        for P, row in zip(psi_polynomials(net.sumformer), net.bound.psi_slopes, strict=True)
    ]


def carried(net: TransformerNet, block: int, errors: Sequence[Fraction]) -> list[Fraction]:
    """How far the exact layer's outputs move with inputs that are off by ``errors``."""
    d, n = net.d, net.n
    half = [Fraction(1, 2)] * d + [Fraction(n - 1, 2) or Fraction(1)] * (len(errors) - d)
    away = max(e / h for e, h in zip(errors, half, strict=True))
    return [
        above(sum((q * e for q, e in zip(row, errors, strict=True)), ZERO))
        for row in steepness(net, block, away * net.bound.cells[block])
    ]


# --- a layer -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Unit:
    """A hidden unit at inputs in the box: where it bends, and how far its value may be off."""

    side: int  #: it is on for s > bend (1) or s < bend (-1)
    bend: Fraction
    e: Fraction  #: |ReLU computed - ReLU exact|, at the same inputs

    def on(self, s: Fraction) -> Fraction:
        """Its exact value, s = w . y."""
        return max(self.side * (s - self.bend), ZERO)


@dataclass(frozen=True)
class _Term:
    """What a unit adds to one output."""

    unit: _Unit
    weight: Fraction  #: as written
    moved: Fraction  #: |written - exact|


@dataclass(frozen=True)
class _Direction:
    """The units of one linear form w . y, the interval it is in, and its free variables."""

    form: tuple[tuple[int, Fraction], ...]
    span: Interval
    units: tuple[int, ...]
    sides: tuple[int, ...]


Part = tuple[_Direction, list[_Term]]


def local(
    exact: FeedForward,
    written: FeedForward,
    ranges: Sequence[Interval],
    pairs: Pairs,
    u: Fraction,
    kink: Fraction = ZERO,
    least: Fraction = ZERO,
) -> list[Fraction]:
    """Bounds of |computed - exact| for each output, both of the same inputs in ``ranges``.

    ``pairs``: column -> (other, range) says that their difference lies in ``range``.  ``kink``: in
    place of ReLU stands a function that is off by at most so much, and only so near to 0.
    ``least``: see the module.
    """
    free: dict[int, Interval] = {}
    directions = _directions(exact, ranges, pairs, free)
    terms: list[list[Part]] = [[] for _ in range(exact.outputs)]
    for direction in directions:
        of_output: dict[int, list[_Term]] = {}
        for h, side in zip(direction.units, direction.sides, strict=True):
            unit = _unit(exact, written, h, side, direction.span, ranges, u, kink, least)
            for (o, w), (_, v) in zip(exact.units[h].out, written.units[h].out, strict=True):
                of_output.setdefault(o, []).append(_Term(unit, v, abs(v - w)))
        for o, found in of_output.items():
            terms[o].append((direction, found))
    return [
        _output(parts, a, b, free, u, least)
        for parts, a, b in zip(terms, exact.b2, written.b2, strict=True)
    ]


def _directions(
    layer: FeedForward, ranges: Sequence[Interval], pairs: Pairs, free: dict[int, Interval]
) -> list[_Direction]:
    """The units by their linear form up to sign; ``free`` gets the variables and their ranges."""
    found: dict[Terms, list[tuple[int, int]]] = {}
    for h, unit in enumerate(layer.units):
        side = -1 if unit.weights and unit.weights[0][1] < 0 else 1
        form = tuple((c, side * w) for c, w in unit.weights)
        found.setdefault(form, []).append((h, side))
    made = []
    for form, members in found.items():
        weights, own = dict(form), {}
        for c, w in form:
            other, known = pairs.get(c, (-1, (ZERO, ZERO)))
            if weights.get(other) == -w:
                # the number of the difference; columns have the others
                own[len(ranges) + c] = (weights.pop(c), known)
                del weights[other]
        own |= {c: (w, ranges[c]) for c, w in weights.items()}
        free |= {c: known for c, (_, known) in own.items()}
        lo = sum((min(w * a, w * b) for w, (a, b) in own.values()), ZERO)
        hi = sum((max(w * a, w * b) for w, (a, b) in own.values()), ZERO)
        reduced = tuple((c, w) for c, (w, _) in own.items())
        units, sides = zip(*members, strict=True)
        made.append(_Direction(reduced, (lo, hi), units, sides))
    return made


def _unit(
    exact: FeedForward,
    written: FeedForward,
    h: int,
    side: int,
    span: Interval,
    ranges: Sequence[Interval],
    u: Fraction,
    kink: Fraction,
    least: Fraction,
) -> _Unit:
    """The error of ReLU(w . y + b): of the weights, and of a sum in any order (see the module)."""
    mine, theirs = exact.units[h], written.units[h]
    bend = -side * mine.bias
    most = max(span[1] - bend if side > 0 else bend - span[0], ZERO)
    moved = abs(mine.bias - theirs.bias)
    positive, negative = max(theirs.bias, ZERO), max(-theirs.bias, ZERO)
    products, size, count = ZERO, abs(theirs.bias), int(bool(theirs.bias))
    for (c, w), (_, v) in zip(mine.weights, theirs.weights, strict=True):
        lo, hi = ranges[c]
        largest = max(abs(lo), abs(hi))
        moved += abs(v - w) * largest
        if not v or not largest:
            continue
        count += 1
        size += abs(v) * largest
        products += ZERO if _is_power_of_two(v) else abs(v) * largest
        positive += max(v * lo, v * hi, ZERO)
        negative += max(-v * lo, -v * hi, ZERO)
    rounding = u * products + 3 * count * least
    if count > 1:  # the last addition gives the value itself, and rounds it with its sign
        nodes = (count - 2) * max(positive, negative) + most + moved
        rounding += u * (nodes + (count - 1) * gamma(count, u) * size)
    return _Unit(side, bend, above(moved + rounding + kink))


def _is_power_of_two(q: Fraction) -> bool:
    a, b = abs(q.numerator), q.denominator
    return not (a & (a - 1) or b & (b - 1))


def _output(
    parts: Sequence[Part],
    bias: Fraction,
    rounded: Fraction,
    free: Mapping[int, Interval],
    u: Fraction,
    least: Fraction,
) -> Fraction:
    """The error of one output: of the units, of the outer weights, and of the outer sum."""
    inner = sum((_at_once(part, lambda t: abs(t.weight) * t.unit.e) for part in parts), ZERO)
    on = sum((_at_once(part, lambda t: Fraction(t.weight != 0)) for part in parts), ZERO)
    count = int(on) + int(rounded != 0)
    used = sorted({c for direction, _ in parts for c, _ in direction.form})
    if sum(len(terms) for _, terms in parts) << len(used) <= CORNERS:
        outer = ZERO
        for corner in product(*(free[c] for c in used)):
            at = dict(zip(used, corner, strict=True))
            outer = max(outer, _outer([_here(part, at) for part in parts], rounded, count, u))
    else:
        outer = _outer_apart(parts, rounded, count, u)
    if count > 1:  # the terms are off by the errors of the units
        outer += u * (count - 1) * (1 + gamma(count, u)) * inner
    return above(abs(bias - rounded) + (1 + u) * inner + outer + 3 * count * least)


def _at_once(part: Part, size: Callable[[_Term], Fraction]) -> Fraction:
    """The largest sum of the sizes of units that are on, as computed, at one s of the interval."""
    direction, terms = part
    lo, hi = direction.span
    right = sorted((t.unit.bend - t.unit.e, size(t)) for t in terms if t.unit.side > 0)
    left = sorted((t.unit.bend + t.unit.e, size(t)) for t in terms if t.unit.side < 0)
    starts, ends = [s for s, _ in right], [s for s, _ in left]
    before = [ZERO, *accumulate(q for _, q in right)]
    gone = [ZERO, *accumulate(q for _, q in left)]
    found = before[bisect_left(starts, hi)] + gone[-1] - gone[bisect_right(ends, hi)]
    for i, end in enumerate(ends):  # just below it
        if lo < end <= hi:
            found = max(found, before[bisect_left(starts, end)] + gone[-1] - gone[i])
    return found


@dataclass(frozen=True)
class _Values:
    """The terms of an output (or of one direction in it) at some inputs, without their errors."""

    terms: tuple[Fraction, ...]
    products: Fraction  #: the sizes of those whose product is rounded
    moved: Fraction  #: what the outer weights move the sum by


def _here(part: Part, at: Mapping[int, Fraction]) -> _Values:
    direction, terms = part
    return _values(terms, sum((w * at[c] for c, w in direction.form), ZERO))


def _values(terms: Sequence[_Term], s: Fraction) -> _Values:
    found, products, moved = [], ZERO, ZERO
    for term in terms:
        value = term.unit.on(s)
        if value:
            found.append(term.weight * value)
            products += ZERO if _is_power_of_two(term.weight) else abs(term.weight) * value
            moved += term.moved * value
    return _Values(tuple(found), products, moved)


def _outer(values: Sequence[_Values], bias: Fraction, count: int, u: Fraction) -> Fraction:
    """What outer weights and the outer sum are off by at one corner; see the module."""
    terms = [term for one in values for term in one.terms] + [bias]
    moved = sum((one.moved for one in values), ZERO)
    products = sum((one.products for one in values), ZERO)
    if count < 2 or not u:
        return moved + u * products
    sides = [sorted((q for q in part if q > 0), reverse=True)[:count] for part in
             (terms, [-q for q in terms])]  # fmt: skip
    nodes, (P, N) = ZERO, (ZERO, ZERO)
    for c in range(count):
        P += sides[0][c] if c < len(sides[0]) else ZERO
        N += sides[1][c] if c < len(sides[1]) else ZERO
        nodes += max(P, N) if c else ZERO
    return moved + u * (products + nodes + (count - 1) * gamma(count, u) * (P + N))


def _outer_apart(parts: Sequence[Part], bias: Fraction, count: int, u: Fraction) -> Fraction:
    """The same without the corners: each direction at the worse end of its interval."""
    moved = products = ZERO
    P, N = max(bias, ZERO), max(-bias, ZERO)
    for direction, terms in parts:
        ends = [_values(terms, s) for s in direction.span]
        moved += above(max(one.moved for one in ends))
        products += above(max(one.products for one in ends))
        P += above(max(sum((q for q in one.terms if q > 0), ZERO) for one in ends))
        N += above(max(sum((-q for q in one.terms if q < 0), ZERO) for one in ends))
    if count < 2 or not u:
        return moved + u * products
    nodes = (count - 1) * max(P, N)
    return moved + u * (products + nodes + (count - 1) * gamma(count, u) * (P + N))
