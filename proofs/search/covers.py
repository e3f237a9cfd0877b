"""Proofs in one variable on a bounded interval: boxes that are halved where they do not do.

The kernel's rule ``cover`` asks for cut points; each box between two of them, and each cut point,
must show the inequality by itself.  Boxes are tested with the kernel's own enclosures and halved
where these are too wide, so there are many cuts only where they are needed.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Decline, Reject
from proofs.search._moves import subterms
from proofs.search.clock import now
from proofs.trees.script import Node, node

BITS, FEW, MAX_BOXES, MAX_DEPTH, MAX_JUMPS = 64, 16, 600, 26, 40


def cover(context: Context, deadline: float, boxes: int = MAX_BOXES) -> Node | None:
    """A cover for the context's goal ``l <= r`` or ``l < r`` in one variable with bounds."""
    goal = context.goal
    if goal[0] not in ("<=", "<"):
        return None
    names = _names(goal)
    if len(names) != 1:
        return None
    (name,) = names
    if context.sorts.get(name) != "real":
        return None
    ends = bounds(context, name)
    if ends is None:
        return None
    low, high = ends
    term, strict = ("-", goal[2], goal[1]), goal[0] == "<"
    free_low = context.evident(_above(name, low), ">")
    free_high = context.evident(_below(name, high), ">")
    for at, free in ((low, free_low), (high, free_high)):
        if not free and not _holds(term, Box(name, at, at, BITS), strict):
            return None
    places = [low, *_jumps(context, term, name, low, high), high]
    for bits in (FEW, BITS) if _sums(term) else (BITS,):
        cuts = _cuts(term, name, places, strict, deadline, boxes, bits)
        if cuts is not None:
            return node("cover", on=name, cuts=[str(q) for q in cuts], bits=bits)
    return None


def _sums(term: Any) -> bool:
    return isinstance(term, tuple) and (term[0] == "sum" or any(map(_sums, term[1:])))


def _jumps(context: Context, term: Any, name: str, low: Fraction, high: Fraction) -> list[Fraction]:
    """Where floors of linear terms are not continuous, if these are few places."""
    found: set[Fraction] = set()
    for part in subterms(term):
        if part[0] != "floor":
            continue
        try:
            poly = dict(context.child().poly(part[1]))
        except Reject:
            continue
        slope = poly.pop(((name, 1),), Fraction(0))
        if not slope or set(poly) - {()}:
            continue
        start = poly.get((), Fraction(0))
        first, last = sorted(start + slope * end for end in (low, high))
        if last - first < MAX_JUMPS:
            whole = range(ceil(first), floor(last) + 1)
            found |= {at for n in whole if low < (at := (n - start) / slope) < high}
    return sorted(found) if len(found) < MAX_JUMPS else []


def bounds(context: Context, name: str) -> tuple[Fraction, Fraction] | None:
    """The largest lower and the least upper number that the context says of a variable."""
    lows, highs = [], []
    x = ((name, 1),)
    for literal in context.literals:
        poly = dict(literal.poly)
        if literal.rel not in (">=", ">", "=") or set(poly) - {x, ()} or x not in poly:
            continue
        slope, at = poly[x], -poly.get((), Fraction(0)) / poly[x]
        if literal.rel == "=" or slope > 0:
            lows.append(at)
        if literal.rel == "=" or slope < 0:
            highs.append(at)
    if not lows or not highs or max(lows) >= min(highs):
        return None
    return max(lows), min(highs)


def _cuts(
    term: Any,
    name: str,
    ends: list[Fraction],
    strict: bool,
    deadline: float,
    boxes: int,
    bits: int,
) -> list[Fraction] | None:
    cuts, todo, tried = ends[:1], [(a, b, 0) for a, b in reversed([*pairwise(ends)])], 0
    while todo:
        a, b, depth = todo.pop()
        tried += 1
        if len(cuts) > boxes or tried > 3 * boxes or now() > deadline:
            return None
        if _holds(term, Box(name, a, b, bits), strict):
            if b != ends[-1] and not _holds(term, Box(name, b, b, bits), strict):
                return None
            cuts.append(b)
            continue
        if depth >= MAX_DEPTH:
            return None
        middle = (a + b) / 2
        if not _holds(term, Box(name, middle, middle, bits), strict):
            return None  # it fails there, or holds by too little
        todo += [(middle, b, depth + 1), (a, middle, depth + 1)]
    return cuts


def _holds(term: Any, box: Box, strict: bool) -> bool:
    try:
        low = enclose(term, box).range[0]
    except (Reject, Decline, ZeroDivisionError):
        return False
    return low > 0 or (low == 0 and not strict)


def _above(name: str, q: Fraction) -> P.Poly:
    return P.minus(P.variable(name), P.constant(q))


def _below(name: str, q: Fraction) -> P.Poly:
    return P.minus(P.constant(q), P.variable(name))


def _names(part: Any) -> set[str]:
    """Free variables of a goal, and its functions."""
    if isinstance(part, str):
        return {part} if part[0] != "#" else set()
    if not isinstance(part, tuple):
        return set()
    inside = part[1:] if part[0] != "sum" else part[2:]
    return set().union(*map(_names, inside)) if inside else set()
