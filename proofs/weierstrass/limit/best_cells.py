"""The smoothed scale factor for 0 < v/sigma <= 11/2: sums of exponentials against two bounds.

After u = x^2, ``f_sigma(sigma z) = sigma^(-1/2) h(z)`` with ``sqrt(2 pi)/2 h(z) = I(z)``, the
integral ``I(z) = int_0^oo g(x) dx`` of ``g(x) = exp(-(x^2 - z)^2/2)``.  This g is even and entire,
so trapezoidal sums are close: with x = k/4, and sums that end at X = 13/4,

    |I(z) - (g(0)/2 + sum_(k=1)^13 g(k/4))/4|  <=  5 e^(2 z + 4)/(e^(8 pi) - 1)
                                                     + g(X)/(2 X (X^2 - z))      for 0 < z < X^2,

the first by |g(x + i b)| = exp(2 b^2 z + 4 b^4) exp(-(x^2 - z - 3 b^2)^2/2), where |b| <= 1 and
``int exp(-(x^2 - w)^2/2) dx <= 2 + sqrt(2 pi) < 5`` for w >= 0; the second since g falls beyond X.

A cell is an interval of z on which the sum lies below (above) a line with short coefficients, and
the line below (above) what the bound on h leaves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from constructions.terms import Json, Term, every, implies, plain_json, total, var
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.terms import read_term
from proofs.library.vectors import S, both_sums
from proofs.trees.script import Node, auto, define, have, intro, lemmas, look, node, split

z, k = var("z"), var("k")
STEPS, LAST = 4, 13
END = S.const(Fraction(LAST, STEPS))  #: X
REACH = Fraction(11, 2)  #: cells end here
#: the two constants: -BELOW <= z^2 (sqrt(z) h(z) - 1) <= ABOVE
BELOW, ABOVE = Fraction(773, 10_000), Fraction(5721, 10_000)
HALF_ROOT = S.sqrt(2 * S.pi()) / 2
BITS, GRID = 40, Fraction(1, 4096)
SHARE = 0.6  #: of what is left between the sum and the bound, for the sum


def bump(x: Term, at: Term) -> Term:
    """g(x)."""
    return S.exp(-((x**2 - at) ** 2) / 2)


def partial(last: Term, at: Term) -> Term:
    """sum_{k=1}^{last} g(k/4)."""
    return total("k", 1, last, bump(k / STEPS, at))


def trapezoidal(at: Term) -> Term:
    return (bump(S.const(0), at) / 2 + partial(S.const(LAST), at)) / STEPS


def error(at: Term) -> Term:
    """Of the trapezoidal sum."""
    strip = 5 * S.exp(2 * at + 4) / (S.exp(2 * STEPS * S.pi()) - 1)
    return strip + bump(END, at) / (2 * END * (END**2 - at))


def scaled_by(at: Term) -> Term:
    """sqrt(z) z^2."""
    return S.sqrt(at) * at**2


def within_reach(formula: Json) -> Json:
    return every("z", "real", implies(z > 0, z <= REACH, formula))


UPPER = within_reach(scaled_by(z) * (trapezoidal(z) + error(z)) <= HALF_ROOT * (z**2 + ABOVE))
LOWER = within_reach(HALF_ROOT * (z**2 - BELOW) <= scaled_by(z) * (trapezoidal(z) - error(z)))

# --- cells ---------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """On [low, high] the sum is below (or above) ``start + slope z``."""

    low: Fraction
    high: Fraction
    start: Fraction
    slope: Fraction

    def line(self, at: Term) -> Term:
        return self.start + self.slope * at


def _written(at: Term) -> Term:
    """g(0)/2 + sum_k g(k/4), each g with as few operations as may be."""
    centres = [Fraction(i, STEPS) ** 2 for i in range(LAST + 1)]
    first, *others = [S.exp(S.const(Fraction(-1, 2)) * (at - c) ** 2) for c in centres]
    value = first * Fraction(1, 2)
    for other in others:
        value = value + other
    return value


def _sum_at(x: float) -> float:
    g = [math.exp(-(((i / STEPS) ** 2 - x) ** 2) / 2) for i in range(LAST + 1)]
    return g[0] / 2 + sum(g[1:])


def _error_at(x: float) -> float:
    end = LAST / STEPS
    strip = 5 * math.exp(2 * x + 4) / (math.exp(2 * STEPS * math.pi) - 1)
    return strip + math.exp(-((end**2 - x) ** 2) / 2) / (2 * end * (end**2 - x))


def _between(x: float, above: bool) -> float:
    """From the sum towards what the bound leaves to it."""
    sign, bound = (1, float(ABOVE)) if above else (-1, -float(BELOW))
    room = math.sqrt(2 * math.pi) / 2 * (x * x + bound) / (math.sqrt(x) * x * x)
    gap = sign * (room - _sum_at(x) / STEPS) - _error_at(x)
    return _sum_at(x) + sign * STEPS * min(SHARE * gap, 0.1)


def _cell(low: Fraction, high: Fraction, above: bool) -> Cell:
    first, last = float(low or high / 8), float(high)
    ends = _between(first, above), _between(last, above)
    slope = Fraction(round((ends[1] - ends[0]) / (last - first) * 10**6), 10**6)
    middle = (ends[0] + ends[1]) / 2 - float(slope) * (first + last) / 2
    return Cell(low, high, Fraction(round(middle * 10**7), 10**7), slope)


def _sides(cell: Cell, above: bool) -> tuple[Json, Json]:
    """The sum against the line, the line against the bound."""
    line = cell.line(z)
    if above:
        rest = HALF_ROOT * (z**2 + ABOVE) - scaled_by(z) * (line / STEPS + error(z))
        return _written(z) <= line, S.const(0) <= rest
    rest = scaled_by(z) * (line / STEPS - error(z)) - HALF_ROOT * (z**2 - BELOW)
    return line <= _written(z), S.const(0) <= rest


def _shown(goal: Json, low: Fraction, high: Fraction) -> bool:
    """By one box, and its upper end as a point."""
    left, right = (read_term(part, {"z": "real"}, {}) for part in plain_json(goal)[1:])
    boxes = (Box("z", low, high, BITS), Box("z", high, high, BITS))
    return all(enclose(("-", right, left), box).range[0] >= 0 for box in boxes)


def cells(above: bool) -> Iterator[Cell]:
    """From the left, each about as long as the kernel's enclosures show both sides."""
    low, step = Fraction(0), 512
    while low < REACH:
        step = 2 * step
        high = min(low + step * GRID, REACH)
        while not _shows(_cell(low, high, above), above):
            step = step * 4 // 5
            high = min(low + step * GRID, REACH)
        yield _cell(low, high, above)
        low = high


def _shows(cell: Cell, above: bool) -> bool:
    return all(_shown(goal, cell.low, cell.high) for goal in reversed(_sides(cell, above)))


# --- scripts -------------------------------------------------------------------------------------


def _box(low: Fraction, high: Fraction) -> Node:
    return node("cover", on="z0", cuts=[str(low), str(high)], bits=BITS)


def _on_cell(cell: Cell, above: bool, scale: int, whole: int) -> Node:
    """The bound from both sides of the line, times 1 and sqrt(z) z^2/4.

    ``scale`` and ``whole`` are the literals ``sqrt(z) z^2 >= 0`` and that the sum is its summands.
    """
    at = var("z0")
    against, rest = (_replaced(goal) for goal in _sides(cell, above))
    factor = scaled_by(at) / STEPS if above else -scaled_by(at) / STEPS
    box = _box(cell.low, cell.high)

    def first(context: Context) -> Node:
        line = len(context.literals) - 1

        def second(after: Context) -> Node:
            count = len(after.literals)
            terms = [["1", [count], []], ["1", [count - 1], []],
                     [str(Fraction(1, STEPS)), [scale, line], []]]  # fmt: skip
            return node("leaf", terms=terms, mult=[[whole, factor.json]])

        return have(rest, box, look(second))

    return have(against, box, look(first))


def _replaced(formula: Json) -> Json:
    """For z0 in place of z."""

    def walk(part: Json) -> Json:
        if isinstance(part, list):
            return [part[0], *map(walk, part[1:])]
        return "z0" if part == "z" else part

    return walk(plain_json(formula))


def _tree(found: Sequence[Cell], above: bool, scale: int, whole: int) -> Node:
    if len(found) == 1:
        return _on_cell(found[0], above, scale, whole)
    half = len(found) // 2
    parts = [_tree(part, above, scale, whole) for part in (found[:half], found[half:])]
    return split((found[half].low - var("z0")).json, *parts)


def script(above: bool) -> Node:
    """:data:`UPPER` or :data:`LOWER`, cell by cell."""
    at = var("z0")
    summands = bump(S.const(Fraction(1, STEPS)), at)
    for number in range(2, LAST + 1):
        summands = summands + bump(S.const(Fraction(number, STEPS)), at)

    def scaled(context: Context) -> Node:
        scale = len(context.literals) - 1

        def summed(after: Context) -> Node:
            return _tree(list(cells(above)), above, scale, len(after.literals) - 1)

        equal = partial(S.const(LAST), at).equals(summands)
        sums = [partial(S.const(number), at) for number in range(LAST, 0, -1)]
        unfolded = both_sums("empty", [partial(S.const(0), at)], auto("the summands"))
        return have(equal, both_sums("unfold", sums, unfolded), look(summed))

    facts = [
        (2 * S.pi() > 0, node("evaluate", bits=64)),
        (S.exp(2 * STEPS * S.pi()) - 1 > 0, node("evaluate", bits=64)),
        (END**2 - at > 0, auto("X^2 > z")),
    ]
    body = have(scaled_by(at) >= 0, auto("product"), look(scaled))
    rooted = define(S.sqrt(at).json, auto("z >= 0"), body)
    return intro("z0", intro("", intro("", lemmas(facts, rooted))))
