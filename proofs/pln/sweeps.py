"""The networks that sweeps run over, for each claim with a construction over (f, L, eps, d).

A family builds the network of one claim; what it returns knows the bound of its theorem and
encloses its own error on all of [0, 1]: exactly, in rational arithmetic, where network and f are
piecewise linear, else by branch and bound over balls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from constructions.exact import Surd
from constructions.layers import CONVENTIONS, SCALING_CONVENTIONS
from constructions.networks import ParallelNet
from constructions.pln import (
    SIGMOID,
    STEP_OF_SCALING,
    TANH,
    Construction,
    buildable_units,
    construct,
    construct_scaling,
    construct_steep,
    scale_for,
    short_below,
    sign_network,
    values_at_midpoints,
)
from constructions.plus_minus import pair_network, single_network
from constructions.relu import interpolate, jump_pairs
from proofs.pln.prop2.instances import Cell, Steps, chords, enclose_cells

if TYPE_CHECKING:
    from constructions.functions import Function

TOLERANCE = Fraction(1, 1000)
MAX_ENCLOSED_UNITS = 2_000
"""More units than this are measured only: balls would take minutes."""

MAX_PIECES = 60
BITS = 40


@dataclass(frozen=True)
class Enclosed:
    """lo <= sup |G - f| <= hi on [0, 1].

    Where lo = hi, ``at`` is a point where it is attained, or approached from the left (``side``
    -1) or from the right (1).
    """

    lo: Fraction
    hi: Fraction
    at: Fraction | None = None
    side: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.lo <= self.hi:
            raise ValueError("needs 0 <= lo <= hi")
        if (self.at is None) == (self.lo == self.hi):
            raise ValueError("a point is known where the value is, and only there")


@dataclass(frozen=True)
class Built:
    """One network of a family.

    ``bound`` is that of its theorem on the error of N ideal units, L/(2N) for steps; ``predicted``
    bounds the network's error and is below eps; ``setting`` is its delta or lambda.  It has
    ``cells`` equal cells, is smoothed over ``c`` and bends at ``kinks``; ``weights`` is the sum of
    the sizes of its output weights.
    """

    network: ParallelNet
    bound: Fraction
    predicted: Fraction
    cells: int
    weights: Fraction
    enclose: Callable[[Function, Fraction], Enclosed]
    setting: str = ""
    c: Fraction = Fraction(0)
    kinks: tuple[float, ...] = field(default=(), repr=False)


Build = Callable[[Any, Fraction, Fraction, int, str, "Fraction | Surd | None"], Built]


@dataclass(frozen=True)
class Family:
    """The networks of one claim: ``build(f, L, eps, d, convention, delta)``.

    ``least`` is the least size d of a group, ``sized`` whether there is more than one size;
    without ``conventions`` there is no delta.
    """

    layer: str
    build: Build
    least: int = 1
    sized: bool = False
    conventions: tuple[str, ...] = ()


# --- enclosures ----------------------------------------------------------------------------------


def enclose_steps(y: Sequence[Fraction], f: Function, eps: Fraction) -> Enclosed:
    """The step network through the values ``y`` at the N midpoints."""
    from constructions.functions import linear_pieces
    from proofs.supnorm.networks import exact_sup

    pieces = linear_pieces(f)
    if pieces is None:
        return _cells(Steps(tuple(y)).cells(), f, eps)
    found = exact_sup(y, pieces)
    return Enclosed(found.value, found.value, found.at, found.side)


def enclose_lines(cells: Sequence[Cell], f: Function, eps: Fraction) -> Enclosed:
    """A continuous network with one line in each cell."""
    from constructions.functions import linear_pieces

    pieces = linear_pieces(f)
    if pieces is None:
        return _cells(cells, f, eps)
    best, at, i, j = Fraction(-1), Fraction(0), 0, 0
    for x in sorted({Fraction(0), *(c.hi for c in cells), *(p.hi for p in pieces)}):
        while cells[i].hi < x:
            i += 1
        while pieces[j].hi < x:
            j += 1
        error = abs(cells[i].at(x) - pieces[j].slope * x - pieces[j].intercept)
        if error > best:
            best, at = error, x
    return Enclosed(best, best, at)


def enclose_smooth(
    y: Sequence[Fraction], c: Fraction, step: str, f: Function, eps: Fraction
) -> Enclosed:
    """The network through ``y`` with smooth steps ``step`` of width ``c``."""
    return _enclose_smooth(tuple(y), c, step, f.text, eps)


@lru_cache(maxsize=64)
def _enclose_smooth(
    y: tuple[Fraction, ...], c: Fraction, step: str, text: str, eps: Fraction
) -> Enclosed:
    """Networks that differ in d alone have the same steps: they are enclosed once."""
    from constructions.functions import parse
    from proofs.supnorm.networks import OnLine, enclose_sup

    line, f = OnLine(y, c, step), without_floor(parse(text))

    return _sharp(lambda target: enclose_sup(line, f, target), eps)


def without_floor(f: Function) -> Function:
    """A piecewise linear f as a + b x + a sum of multiples of |x - k|, if it is written otherwise.

    No box around a jump of floor or sign, however small, has a small range of values.
    """
    from constructions.functions import linear_pieces, parse

    pieces = linear_pieces(f) if "floor" in f.text or "sign" in f.text else None
    if pieces is None or len(pieces) > MAX_PIECES:
        return f
    bends = [(q.slope - p.slope, p.hi) for p, q in pairwise(pieces)]
    slope = pieces[0].slope + sum((turn for turn, _ in bends), Fraction(0)) / 2
    level = pieces[0].intercept - sum((turn * k for turn, k in bends), Fraction(0)) / 2
    terms = [f"({level})", f"({slope})*x", *(f"({turn / 2})*abs(x-({k}))" for turn, k in bends)]
    return parse("+".join(terms))


def _cells(cells: Sequence[Cell], f: Function, eps: Fraction) -> Enclosed:
    return _sharp(lambda target: enclose_cells(cells, f, TOLERANCE, target), eps)


def _sharp(
    enclose: Callable[[Fraction | None], tuple[Fraction, Fraction]], eps: Fraction
) -> Enclosed:
    """Once more where eps lies between the ends, until it is known on which side of eps it is."""
    lo, hi = enclose(None)
    if lo < eps <= hi:
        again = enclose(eps)
        lo, hi = max(lo, again[0]), min(hi, again[1])
    if lo == hi:  # as of f = 0 and a network that is 0
        return Enclosed(lo, hi, Fraction(0))
    above = _short(hi, 1)
    return Enclosed(_short(lo, -1), hi if hi < eps <= above else above)


def _short(q: Fraction, side: int) -> Fraction:
    """q rounded down or up to about BITS significant bits."""
    from constructions.interop.flint import round_dyadic

    return round_dyadic(q, BITS, side)


# --- families ------------------------------------------------------------------------------------


def _weights(network: ParallelNet) -> Fraction:
    """An upper bound of the sum of |alpha|, over units."""
    return sum((max(abs(a.q) * a.m for a in unit.alpha) for unit in network.units), Fraction(0))


def _values(f: Any, L: Fraction, eps: Fraction) -> tuple[tuple[Fraction, ...], Fraction]:
    """(y, predicted) of Lemma 2."""
    N = buildable_units(L, eps)
    y, rho = values_at_midpoints(f, N, short_below((eps - L / (2 * N)) / 8))
    return y, L / (2 * N) + rho


def _jumping(network: Callable[[Sequence[Fraction]], ParallelNet]) -> Build:
    """The step networks of Lemma 2 and Propositions 3 and 4."""

    def build(f: Any, L: Fraction, eps: Fraction, d: int, convention: str, delta: Any) -> Built:
        y, predicted = _values(f, L, eps)
        made = network(y)
        return Built(
            made,
            L / (2 * len(y)),
            predicted,
            len(y),
            _weights(made),
            lambda g, e: enclose_steps(y, g, e),
        )

    return build


def _normed(make: Callable[..., Construction], factor: int, steps: Callable[[str], str]) -> Build:
    """Theorems 1 and 3; the smoothing is that of LN-(factor d)."""

    def build(f: Any, L: Fraction, eps: Fraction, d: int, convention: str, delta: Any) -> Built:
        made = make(f, L, eps, d, convention, delta)
        step, y = steps(convention), made.y
        if not made.c.q:
            enclose = lambda g, e: enclose_steps(y, g, e)  # noqa: E731
            c = Fraction(0)
        else:
            if made.c.m != 1:  # a delta that makes c irrational: the scale makes it rational
                c = short_below(made.c_above)
                scale = scale_for(factor * d, made.delta, c, step)
                made = _rescaled(make, made, d, convention, scale, c)
            c = made.c.q
            enclose = lambda g, e: enclose_smooth(y, c, step, g, e)  # noqa: E731
        weights = made.budget.jumps + made.budget.level
        return Built(
            made.network,
            made.budget.bound,
            made.predicted,
            len(y),
            weights,
            enclose,
            str(made.delta),
            c,
        )

    return build


def _rescaled(
    make: Callable[..., Construction],
    made: Construction,
    d: int,
    convention: str,
    scale: Surd,
    c: Fraction,
) -> Construction:
    from dataclasses import replace

    from constructions.pln import pln_network, scaling_network

    network = pln_network if make is construct else scaling_network
    rescaled = network(made.y, d, made.delta, convention, scale)
    return replace(made, network=rescaled, c=Surd(c), scale=scale)


def _steep(kind: str) -> Build:
    """Proposition 1."""

    def build(f: Any, L: Fraction, eps: Fraction, d: int, convention: str, delta: Any) -> Built:
        made = construct_steep(f, L, eps, kind)
        y, c = made.y, 1 / made.lam
        return Built(
            made.network,
            made.budget.bound,
            made.predicted,
            len(y),
            _weights(made.network),
            lambda g, e: enclose_smooth(y, c, kind, g, e),
            str(made.lam),
            c,
        )

    return build


def _relu(f: Any, L: Fraction, eps: Fraction, d: int, convention: str, delta: Any) -> Built:
    """Proposition 2."""
    made = interpolate(f, L, eps)
    cells = chords(made.y)
    return Built(
        made.network,
        L / (2 * len(cells)),
        made.predicted,
        len(cells),
        _weights(made.network),
        lambda g, e: enclose_lines(cells, g, e),
        kinks=tuple(float(cell.lo) for cell in cells),
    )


def _pairs(f: Any, L: Fraction, eps: Fraction, d: int, convention: str, delta: Any) -> Built:
    """``pln.prop2.upper.sharpened2``."""
    from proofs.pln.prop2.upper.pairs import pieces

    made = jump_pairs(f, L, eps)
    cells = pieces(made.network)
    return Built(
        made.network,
        L / (2 * len(made.y)),
        made.predicted,
        len(made.y) // 2,
        _weights(made.network),
        lambda g, e: enclose_lines(cells, g, e),
        kinks=tuple(float(cell.lo) for cell in cells),
    )


FAMILIES: dict[str, Family] = {
    "pln.lemma2": Family("sign", _jumping(sign_network)),
    "pln.thm1": Family("LN-d", _normed(construct, 1, lambda name: name), 2, True, CONVENTIONS),
    "pln.thm3": Family(
        "LS-d",
        _normed(construct_scaling, 2, STEP_OF_SCALING.__getitem__),
        1,
        True,
        SCALING_CONVENTIONS,
    ),
    "pln.prop1.sigmoid": Family("Sigmoid", _steep(SIGMOID)),
    "pln.prop1.tanh": Family("Tanh", _steep(TANH)),
    "pln.prop2.upper": Family("ReLU", _relu),
    "pln.prop2.upper.sharpened2": Family("ReLU, pairs", _pairs),
    "pln.prop3": Family("LN-2", _jumping(pair_network), 2),
    "pln.prop4": Family("LS-1", _jumping(single_network)),
}
"""By claim; sigmoid and tanh have lambda where the norms have delta."""
