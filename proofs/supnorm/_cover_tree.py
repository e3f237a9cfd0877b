"""Certificates of |G(x) - f(x)| <= B on [0, 1], written as a tree over the cells of the network.

Evaluating all N units on every box would cost N times the number of boxes.  Instead, a node of
the tree for cells [a, b] first replaces the units that are far from [a, b] by one line,

    |sum over far units - (p + q x)| <= e                         (one box)
    |sum over the other units + (p + q x) - f(x)| <= B - e        (the nodes below)

and the kernel joins the two by the triangle inequality.  Near a breakpoint only the few units
around it are left, so about N log N unit evaluations do.  Nothing here is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from constructions.layers import SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, STEEP, TANH
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.kernel.poly import Poly, add, scale
from proofs.kernel.terms import read_term
from proofs.supnorm._float_forms import FloatTerm, NoForm
from proofs.supnorm._line_terms import (
    OnLine,
    Step,
    X,
    closing,
    equal_sigmoids,
    equal_steps,
    index,
    kinks,
    known,
    leaf,
    poly,
)
from proofs.trees.script import Node, case, have, look, node, rule_index, split, use

Json = Any
ZERO = Fraction(0)
CELLS_PER_LEAF = 8


class TooHigh(Exception):
    """At ``at`` the error is not below the bound, or no box small enough was found."""

    def __init__(self, at: Fraction) -> None:
        super().__init__(f"the bound fails, or is too close, at x = {at}")
        self.at = at


@dataclass(frozen=True)
class Line:
    """p + q x."""

    p: Fraction = ZERO
    q: Fraction = ZERO

    def __add__(self, other: Line) -> Line:
        return Line(self.p + other.p, self.q + other.q)

    @property
    def json(self) -> Json:
        return ["+", str(self.p), ["*", str(self.q), X]] if self.q else str(self.p)


@dataclass
class Plan:
    """What stays the same in one certificate, and the boxes counted so far.

    ``f`` is the term of the target.  Where f is uninterpreted, it is L-Lipschitz on [0, 1] and
    ``samples`` lists (s, y) with |f(s) - y| <= rho, one in the middle of each cell.
    ``margin`` is how much of the bound may be spent on replacing far units by lines.
    """

    network: OnLine
    f: Json
    margin: Fraction
    bits: int
    kinks: tuple[Fraction, ...] = ()
    samples: tuple[tuple[Fraction, Fraction], ...] = ()
    L: Fraction = ZERO
    rho: Fraction = ZERO
    exactly: bool = False
    boxes: int = 0

    @property
    def levels(self) -> int:
        return max(1, self.network.N.bit_length())

    @property
    def leaf(self) -> int:
        """How many cells one cover treats; measured: joining many units costs the kernel more
        than enclosing a few more units on every box."""
        if self.samples:
            return 1
        return max(CELLS_PER_LEAF, self.network.N // 3 if self.network.c else 0)

    @property
    def scale(self) -> float:
        """The size of the numbers in a float estimate."""
        return float(max(abs(y) for y in self.network.y))

    def at(self, cell: int) -> Fraction:
        return Fraction(cell, self.network.N)


def total(units: Sequence[Json], line: Line) -> Json:
    """The sum of the units and the line."""
    return ["+", *units, line.json] if units else line.json


def error(units: Sequence[Json], line: Line, f: Json) -> Json:
    """|sum of units + line - f|."""
    return ["abs", ["-", total(units, line), f]]


def tree(plan: Plan, lo: int, hi: int, units: Sequence[Step], line: Line, B: Fraction) -> Node:
    """A proof of |sum of units + line - f| <= B for x between the cells' ends lo/N and hi/N."""
    far, model, e = _far(plan, lo, hi, units)
    if far:
        near = [unit for unit in units if unit not in far]
        below = tree(plan, lo, hi, near, line + model, B - e)
        return _joined(plan, lo, hi, far, near, line, model, e, B, below)
    if hi - lo > plan.leaf:
        middle = (lo + hi) // 2
        above = tree(plan, middle, hi, units, line, B)
        under = tree(plan, lo, middle, units, line, B)
        return split(["-", X, str(plan.at(middle))], above, under)
    terms = [plan.network.sharp(unit) for unit in units]
    if plan.samples:
        return _sampled(plan, lo, terms, line, B)
    goal = ["<=", error(terms, line, plan.f), str(B)]
    return _cover(plan, goal, plan.at(lo), plan.at(hi))


def _cover(plan: Plan, goal: Json, low: Fraction, high: Fraction) -> Node:
    slack = read_term(["-", goal[2], goal[1]], {X}, {})
    cuts = boxes(plan, slack, low, high)
    plan.boxes += len(cuts) - 1
    return node("cover", on=X, cuts=[str(q) for q in cuts], bits=plan.bits)


# Far units.


def _far(plan: Plan, lo: int, hi: int, units: Sequence[Step]) -> tuple[list[Step], Line, Fraction]:
    """The units to replace by a line on these cells, the line, and the error of doing so."""
    nothing: tuple[list[Step], Line, Fraction] = ([], Line(), ZERO)
    a, b = plan.at(lo), plan.at(hi)
    apart = [unit for unit in units if not a <= -unit.b <= b]
    if not plan.network.c:
        if len(apart) < min(3, len(units)):
            return nothing
        signs = (unit.alpha if a > -unit.b else -unit.alpha for unit in apart)
        return apart, Line(sum(signs, ZERO)), ZERO
    allowed = float(plan.margin) / (plan.levels + 1)
    far: list[Step] = []
    spent = 0.0
    for cost, unit in sorted(((_curvature(plan, u, a, b), u) for u in apart), key=lambda p: p[0]):
        spent += cost
        if spent > allowed:
            break
        far.append(unit)
    if len(far) < 3:
        return nothing
    far.sort(key=lambda unit: -unit.b)
    total = ["+", "0", *(plan.network.sharp(unit) for unit in far)]
    form = FloatTerm(read_term(total, {X}, {})).form(a, b)
    slope = form.slope or (0.0, 0.0)
    q = _short((slope[0] + slope[1]) / 2)
    p = _short((form.middle[0] + form.middle[1]) / 2 - float(q * (a + b) / 2))
    model = Line(p, q)
    size = FloatTerm(read_term(error([total], Line(), model.json), {X}, {})).upper(a, b)
    weight = float(sum((abs(unit.alpha) for unit in far), ZERO))
    e = Fraction(math.ceil((size * 1.000001 + weight * 1e-12) * 2.0**64), 2**64)
    return far, model, e


def _curvature(plan: Plan, unit: Step, a: Fraction, b: Fraction) -> float:
    """About how far alpha s(x + b) is from a line on [a, b], as the kernel will see it."""
    c, radius = float(plan.network.c), float(b - a) / 2
    t = float(max(a + unit.b, -unit.b - b))
    weight = abs(float(unit.alpha)) * radius**2 * c / (t + c)
    if plan.network.convention in STEEP:  # the second derivative is at most 8 e^(-2t/c)/c^2
        rate = 2 if plan.network.convention == TANH else 1
        return abs(float(unit.alpha)) * radius**2 * 4 * math.exp(-rate * t / c) / c**2
    if plan.network.convention == SIGMA_PLUS_DELTA:
        return 2 * weight / (t + c) ** 2
    return 3 * weight * c / (t + c) ** 3


def _short(value: float) -> Fraction:
    """A dyadic number with at most 53 bits behind the point, near ``value``."""
    return Fraction(round(value * 2**50), 2**50)


def _joined(
    plan: Plan,
    lo: int,
    hi: int,
    far: list[Step],
    near: list[Step],
    line: Line,
    model: Line,
    e: Fraction,
    B: Fraction,
    below: Node,
) -> Node:
    """|far + near + line - f| <= B, with ``below`` for the near units and one box for the far."""
    sharp = plan.network.sharp
    rest = error([sharp(unit) for unit in near], line + model, plan.f)
    parts = [sharp(unit) for unit in far]
    replaced = error(parts, Line(), model.json)
    whole = error([sharp(unit) for unit in (*far, *near)], line, plan.f)
    a, b = plan.at(lo), plan.at(hi)
    plan.boxes += 1
    flat = node("cover", on=X, cuts=[str(a), str(b)], bits=plan.bits if plan.network.c else 0)
    closed = triangle(whole, B, [(rest, B - e), (replaced, e)])
    then = have(["<=", replaced, str(e)], flat, closed)
    return have(["<=", rest, str(B - e)], below, then)


def triangle(whole: Json, B: Fraction, parts: list[tuple[Json, Fraction]]) -> Node:
    """|u| <= B from known |u_i| <= b_i, where u is the sum of the u_i and B of the b_i."""

    def side(context: Context, goal: int, sign: int) -> Node:
        value = ["-", whole[1]] if sign < 0 else whole[1]
        equal = known(context, whole, "=", value)
        terms: list[Any] = [(1, [goal], [])]
        for part, bound in parts:
            terms.append((1, [known(context, part, "<=", str(bound))], []))
            terms.append((1, [_beyond(context, part, sign)], []))
        return leaf(terms, [(equal, "1")])

    return case(
        whole,
        closing(lambda context, goal: side(context, goal, 1)),
        closing(lambda context, goal: side(context, goal, -1)),
    )


def _beyond(context: Context, size: Json, sign: int) -> int:
    """The index of the literal |u| - sign u >= 0."""
    return index(context, _minus(poly(context, size), poly(context, size[1]), sign), ">=")


def _minus(left: Poly, right: Poly, sign: int = 1) -> Poly:
    return add(left, scale(right, -sign))


# A function known by samples.


def _sampled(plan: Plan, cell: int, units: list[Json], line: Line, B: Fraction) -> Node:
    """|units + line - f(x)| <= B on one cell: each half sees its own sample and the next one."""
    last = len(plan.samples) - 1
    s = plan.samples[cell][0]
    halves = [
        _between_samples(plan, s, plan.at(cell + 1), (cell, min(cell + 1, last)), units, line, B),
        _between_samples(plan, plan.at(cell), s, (cell, max(cell - 1, 0)), units, line, B),
    ]
    return split(["-", X, str(s)], *halves)


def _between_samples(
    plan: Plan,
    low: Fraction,
    high: Fraction,
    near: tuple[int, int],
    units: list[Json],
    line: Line,
    B: Fraction,
) -> Node:
    """u <= B + max(lower bounds of f) and min(upper bounds) - B <= u, then the cases."""
    L, rho = plan.L, plan.rho
    samples = [plan.samples[i] for i in near]
    reach = [["*", str(L), ["abs", ["-", X, str(s)]]] for s, _ in samples]
    floors = [["-", str(y - rho), r] for (_, y), r in zip(samples, reach, strict=True)]
    roofs = [["+", str(y + rho), r] for (_, y), r in zip(samples, reach, strict=True)]
    u, top, bottom = total(units, line), ["min", *roofs], ["max", *floors]
    whole = ["abs", ["-", u, plan.f]]
    above, below = ["<=", u, ["+", str(B), bottom]], ["<=", ["-", top, str(B)], u]

    def side(context: Context, goal: int, sign: int, k: int) -> Node:
        s, y = samples[k]
        at_s = ["app", plan.f[1], str(s)]
        moved, sample = ["abs", ["-", plan.f, at_s]], ["abs", ["-", at_s, str(y)]]
        covered = above if sign > 0 else below
        extreme, bound = (bottom, floors[k]) if sign > 0 else (top, roofs[k])
        equal = known(context, whole, "=", whole[1] if sign > 0 else ["-", whole[1]])
        used = [
            known(context, covered[1], "<=", covered[2]),
            known(context, moved, "<=", reach[k]),
            known(context, sample, "<=", str(rho)),
            _beyond(context, moved, -sign),
            _beyond(context, sample, -sign),
        ]
        mult = [(equal, "1"), (known(context, extreme, "=", bound), str(sign))]
        return leaf([(1, [goal], []), *((1, [i], []) for i in used)], mult)

    def branch(sign: int, k: int) -> Node:
        return closing(lambda context, goal: side(context, goal, sign, k))

    # of max the first argument comes first, of min the second
    then = case(
        whole,
        case(bottom, branch(1, 0), branch(1, 1)),
        case(top, branch(-1, 1), branch(-1, 0)),
    )
    then = have(above, _cover(plan, above, low, high), then)
    then = have(below, _cover(plan, below, low, high), then)
    inside = node("both", *(closing(_inside) for _ in range(4)))
    for s, _ in samples:
        then = _moved(s, inside, then)
    return then


def _moved(s: Fraction, inside: Node, then: Node) -> Node:
    def at(context: Context) -> Node:
        lipschitz = rule_index(context, lambda rule: rule[0] == "lipschitz")
        return use(lipschitz, [X, str(s)], inside, then)

    return look(at)


def _inside(context: Context, goal: int) -> Node:
    """0 <= x, x <= 1 (known) or the same for a number (evident)."""
    negation = context.negated_goal()[0].poly
    if set(negation) <= {()}:
        return leaf([(1, [goal], []), (-negation.get((), ZERO), [], [])])
    wanted = scale(negation, -1)
    return leaf([(1, [goal], []), (1, [index(context, wanted, ">=")], [])])


# The step from the sharp form to the network as it is built.


def transferred(network: OnLine, f: Json, B: Fraction, proof: Node, given: list[Json]) -> Node:
    """|G - f| <= B for the network's own term, from ``proof`` of the same for the sharp form."""
    sharp = error([network.sharp(unit) for unit in network.units], Line(), f)
    whole = ["abs", ["-", network.term(), f]]

    def side(context: Context, goal: int, sign: int) -> Node:
        equal = known(context, whole, "=", whole[1] if sign > 0 else ["-", whole[1]])
        mult: list[tuple[int, Json]] = [(equal, "1")]
        if network.rewritten:
            for unit in network.units:
                # the literal reads sharp - printed = 0
                step = network.sharp(unit)[2]
                mult.append(
                    (known(context, network.printed(unit), "=", step), str(sign * unit.alpha))
                )
        used = [known(context, sharp, "<=", str(B)), _beyond(context, sharp, sign)]
        return leaf([(1, [goal], []), *((1, [i], []) for i in used)], mult)

    then: Node = case(
        whole,
        closing(lambda context, goal: side(context, goal, 1)),
        closing(lambda context, goal: side(context, goal, -1)),
    )
    if network.rewritten:
        for unit in reversed(network.units):
            then = _instance(unit, then)
        if network.convention == SIGMOID:
            then = have(["<=", sharp, str(B)], proof, then)
            return equal_sigmoids(network.c, given, then)
        then = equal_steps(network.c, network.convention, then)
    return have(["<=", sharp, str(B)], proof, then)


def _instance(unit: Step, then: Node) -> Node:
    at = ["+", X, str(unit.b)]
    return look(lambda context: use(rule_index(context, lambda rule: rule[0] == "all"), [at], then))


# Where to cut.


def boxes(plan: Plan, slack: Any, low: Fraction, high: Fraction) -> list[Fraction]:
    """Cut points of [low, high] with ``slack`` >= 0 on every box, as few as is easily found.

    Raises:
        TooHigh: the bound fails at a point, or boxes would become too small.
    """
    holds = _test(plan, slack)
    N = plan.network.N
    inner = kinks(slack, low, high) if plan.samples else []
    inner += [plan.at(k) for k in range(math.ceil(low * N), math.floor(high * N) + 1)]
    ends = [low, *sorted(q for q in {*inner, *plan.kinks} if low < q < high), high]
    for q in ends:
        if not holds(q, q):
            raise TooHigh(q)
    cuts = [low]
    for a, b in pairwise(ends):
        cuts += _merged(holds, _bisected(plan, holds, a, b))[1:]
    return cuts


def _test(plan: Plan, term: Any) -> Callable[[Fraction, Fraction], bool]:
    """Whether the kernel will accept a box: asked of the floats, or (``exactly``) of the kernel."""
    if plan.exactly or not plan.bits:

        def exact(a: Fraction, b: Fraction) -> bool:
            try:
                return enclose(term, Box(X, a, b, plan.bits)).range[0] >= 0
            except Reject:
                return False

        return exact
    form = FloatTerm(term)
    noise = 1e-13 * plan.scale

    def estimate(a: Fraction, b: Fraction) -> bool:
        try:
            found = form.form(a, b)
        except NoForm:
            return False
        low = found.range[0]
        return low >= noise

    return estimate


def _bisected(
    plan: Plan, holds: Callable[[Fraction, Fraction], bool], low: Fraction, high: Fraction
) -> list[Fraction]:
    """Cuts of [low, high]; each box is halved, on a logarithmic scale around the breakpoints."""
    cuts, todo = [low], [(low, high)]
    least = min(high - low, plan.network.c or Fraction(1)) / 2**40
    while todo:
        a, b = todo.pop()
        if holds(a, b):
            cuts.append(b)
            continue
        middle = _between(plan, a, b)
        if b - a < least or len(cuts) > 20_000 or not holds(middle, middle):
            raise TooHigh(middle)
        todo += [(middle, b), (a, middle)]
    return cuts


def _between(plan: Plan, a: Fraction, b: Fraction) -> Fraction:
    """A cut between a and b: the middle on a logarithmic scale of the distance to a breakpoint."""
    N, c = plan.network.N, plan.network.c
    if not c:
        return (a + b) / 2
    nearest = Fraction(round((a + b) / 2 * N), N)
    if a < nearest < b:
        return nearest
    side = 1 if a >= nearest else -1
    near, far = sorted((abs(a - nearest), abs(b - nearest)))
    if far <= 4 * max(near, c):
        return nearest + side * _dyadic((near + far) / 2, far - near)
    return nearest + side * _dyadic(_sqrt(max(near, c) * far), max(near, c))


def _sqrt(q: Fraction) -> Fraction:
    return Fraction(math.sqrt(q))


def _dyadic(q: Fraction, scale_: Fraction) -> Fraction:
    """A short dyadic number near ``q``, to within about an eighth of ``scale_``."""
    k = 4 + max(0, scale_.denominator.bit_length() - scale_.numerator.bit_length())
    return Fraction(round(q * 2**k), 2**k)


def _merged(holds: Callable[[Fraction, Fraction], bool], cuts: list[Fraction]) -> list[Fraction]:
    """Drop cuts as long as the boxes that grow still pass."""
    kept = [cuts[0]]
    for i in range(1, len(cuts) - 1):
        if not holds(kept[-1], cuts[i + 1]):
            kept.append(cuts[i])
    return [*kept, cuts[-1]]


__all__ = ["Line", "Plan", "TooHigh", "boxes", "transferred", "tree", "triangle"]
