"""Inequalities in one variable, box by box: sup-norm covers.

On the open box between two neighbouring cut points every term is enclosed three times: its
range, its value in the middle, and its slope: t(x) - t(y) in slope * (x - y) for any two points
x, y of the box (for the middle and one other it is not enough: a term could turn).  They tighten
one another by  t(x) in t(m) + slope * (x - m).  The cut points are checked as points, so jumps
of sign and floor at cut points are harmless.

cover     left <= right (or <) for all x between the first and the last cut
evaluate  a goal without variables
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from proofs.kernel import intervals as I
from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Decline, Reject, spend
from proofs.kernel.intervals import Interval
from proofs.kernel.terms import RELATIONS, Formula, Term, substitute

MAX_PRECISION = 1_024
FLAT: Interval = (I.ZERO, I.ZERO)


class Box(NamedTuple):
    """The open box ]low, high[ of ``name``, or the point low = high."""

    name: str
    low: Fraction
    high: Fraction
    bits: int


class Form(NamedTuple):
    """Range on the box, value in its middle, slope on the box (None where there is none)."""

    range: Interval
    middle: Interval
    slope: Interval | None


def cover(context: Context, node: dict[str, Any]) -> list[Context]:
    op, left, right = _goal(context, ("<=", "<"))
    for box in _boxes(context, node):
        low = enclose(("-", right, left), box).range[0]
        if low < 0 or (low == 0 and op == "<"):
            raise Reject("not-shown", f"on [{str(box.low)[:40]}, {str(box.high)[:40]}]")
    return []


def evaluate(context: Context, node: dict[str, Any]) -> list[Context]:
    op, left, right = _goal(context, RELATIONS)
    low, high = enclose(("-", right, left), Box("", I.ZERO, I.ZERO, _precision(node))).range
    holds = {"<": low > 0, "<=": low >= 0, "=": low == high == 0, "!=": not low <= 0 <= high}
    if not holds[op]:
        raise Reject("not-shown", "the enclosure of right - left does not show it")
    return []


def _goal(context: Context, allowed: tuple[str, ...]) -> Formula:
    if context.goal[0] not in allowed:
        raise Reject("wrong-goal", context.goal[0])
    return context.goal


def _precision(node: dict[str, Any]) -> int:
    bits = node["bits"]
    if type(bits) is not int or not 0 <= bits <= MAX_PRECISION:
        raise Reject("bad-precision")
    return bits


def _boxes(context: Context, node: dict[str, Any]) -> list[Box]:
    name, cuts, bits = node["on"], node["cuts"], _precision(node)
    if not isinstance(name, str) or context.sorts.get(name) != "real":
        raise Reject("unknown-name", str(name)[:40])
    if not isinstance(cuts, list) or len(cuts) < 2:
        raise Reject("bad-cover")
    at = [context.read(q) for q in cuts]
    if not all(isinstance(q, Fraction) for q in at):
        raise Reject("not-a-number")
    boxes = [Box(name, at[0], at[0], bits)]
    for low, high in pairwise(at):
        if not low < high:
            raise Reject("cuts-not-increasing")
        boxes += [Box(name, low, high, bits), Box(name, high, high, bits)]
    x = P.variable(name)
    after, before = P.minus(x, P.constant(at[0])), P.minus(P.constant(at[-1]), x)
    if not context.evident(after, ">=") or not context.evident(before, ">="):
        raise Reject("domain-not-covered")
    # an end that a hypothesis excludes is not part of the domain
    first, last = (1 if context.evident(p, ">") else 0 for p in (after, before))
    return boxes[first : len(boxes) - last]


def enclose(term: Term, box: Box) -> Form:
    """Range, middle value and slope of ``term`` on ``box``."""
    spend(20)
    if isinstance(term, str):
        if term != box.name:
            raise Reject("free-variable", term)
        if box.low == box.high:
            return _constant((box.low, box.low))
        return Form((box.low, box.high), I.point((box.low + box.high) / 2), I.point(1))
    if not isinstance(term, tuple):
        return _constant(I.point(term))
    op, bits = term[0], box.bits
    if op == "sum":
        return enclose(_written_out(term), box)
    if op == "app":
        raise Reject("uninterpreted-function", term[1])
    if op == "^":
        base, form = enclose(term[1], box), _constant(I.point(1))
        for _ in range(term[2]):
            form = _tight(_times(form, base, bits), box)
        return form
    if op == "pi":
        return _constant(I.pi(bits))
    form, *others = [enclose(a, box) for a in term[1:]]
    if op == "-" and not others:
        form = _times(_constant(I.point(-1)), form, bits)
    elif op in ("abs", "sign", "floor"):
        form = _kinked(op, form)
    elif op in I.ELEMENTARY:
        form = _smooth(op, form, bits)
    for other in others:
        if op in ("+", "-"):
            sign = _constant(I.point(-1))
            form = _plus(form, other if op == "+" else _times(sign, other, bits), bits)
        elif op in ("*", "/"):
            form = _times(form, other if op == "*" else _smooth("inverse", other, bits), bits)
        else:
            form = _extreme(op, form, other)
    return _tight(form, box)


def _written_out(term: Term) -> Term:
    """A sum between constant limits, as a sum of its terms."""
    nowhere = Box("", I.ZERO, I.ZERO, 0)  # there are no variables in the limits
    (low, low_end), (high, high_end) = (enclose(t, nowhere).range for t in term[2:4])
    if low != low_end or high != high_end or low.denominator != 1 or high.denominator != 1:
        raise Reject("not-an-integer")
    if high - low >= 5_000:
        raise Decline("range-too-long")
    summands = [substitute(term[4], term[1], Fraction(k)) for k in range(int(low), int(high) + 1)]
    return ("+", I.ZERO, *summands)


def _constant(value: Interval) -> Form:
    """A term that is the same everywhere on the box; ``slope is FLAT`` tells that it is one."""
    return Form(value, value, FLAT)


def _tight(form: Form, box: Box) -> Form:
    """Use t(x) in t(m) + slope * [-r, r]."""
    spend(30)
    if form.slope is None or form.slope is FLAT:
        return form
    size = (box.high - box.low) / 2 * max(-form.slope[0], form.slope[1])
    moved = I.add(form.middle, (-size, size), box.bits)
    return form._replace(range=I.meet(form.range, moved))


def _plus(a: Form, b: Form, bits: int) -> Form:
    if a.slope is FLAT and b.slope is FLAT:
        return _constant(I.add(a.range, b.range, bits))
    slope = None if a.slope is None or b.slope is None else I.add(a.slope, b.slope, bits)
    return Form(I.add(a.range, b.range, bits), I.add(a.middle, b.middle, bits), slope)


def _times(a: Form, b: Form, bits: int) -> Form:
    if a.slope is FLAT and b.slope is FLAT:
        return _constant(I.mul(a.range, b.range, bits))
    slope = None
    if a.slope is not None and b.slope is not None:
        slope = I.add(I.mul(a.slope, b.range, bits), I.mul(a.range, b.slope, bits), bits)
    return Form(I.mul(a.range, b.range, bits), I.mul(a.middle, b.middle, bits), slope)


def _leaves_at_once(form: Form) -> bool:
    """Whether a term is strictly monotone: it does not take its extreme values on an open box.

    On a point no slope is but 0.
    """
    return form.slope is not None and not form.slope[0] <= 0 <= form.slope[1]


def _side(form: Form) -> int | None:
    """The sign of a term on the open box, where it has only one."""
    low, high = form.range
    if low > 0 or (low == 0 and (high == 0 or _leaves_at_once(form))):
        return 1 if high > 0 else 0
    return -1 if high < 0 or (high == 0 and _leaves_at_once(form)) else None


def _kinked(op: str, a: Form) -> Form:
    side = _side(a)
    if op == "abs" and side is not None:
        return _times(_constant(I.point(side)), a, 0)
    if op == "abs":
        slope = None if a.slope is None else I.hull(a.slope, I.neg(a.slope))
        return Form(_size(a.range), _size(a.middle), slope)
    value = I.UNIT if side is None else I.point(side)
    if op == "floor":
        below, above = (Fraction(end // 1) for end in a.range)
        if above == a.range[1] and above > below and _leaves_at_once(a):
            above -= 1
        value = below, above
    return Form(value, value, FLAT if value[0] == value[1] else None)


def _size(a: Interval) -> Interval:
    return (a if a[0] >= 0 else I.neg(a)) if a[0] * a[1] > 0 else (I.ZERO, max(-a[0], a[1]))


def _extreme(op: str, a: Form, b: Form) -> Form:
    pick = max if op == "max" else min
    upper, lower = (a, b) if a.range[0] >= b.range[1] else (b, a)
    if upper.range[0] >= lower.range[1]:
        return upper if op == "max" else lower
    slope = None if a.slope is None or b.slope is None else I.hull(a.slope, b.slope)
    pairs = ((a.range, b.range), (a.middle, b.middle))
    both, middle = ((pick(p[0], q[0]), pick(p[1], q[1])) for p, q in pairs)
    return Form(both, middle, slope)


def _smooth(op: str, a: Form, bits: int) -> Form:
    """A differentiable function: its enclosure, and the chain rule."""
    value = I.ELEMENTARY[op](a.range, bits)
    if a.slope is FLAT:
        return _constant(value)
    middle = I.ELEMENTARY[op](a.middle, bits)
    rate = _rate(op, a.range, value, bits)
    slope = None if a.slope is None or rate is None else I.mul(rate, a.slope, bits)
    return Form(value, middle, slope)


def _rate(op: str, at: Interval, value: Interval, bits: int) -> Interval | None:
    """An enclosure of the derivative at ``at``, where ``value`` encloses the function."""
    if op == "exp":
        return value
    if op == "log":
        return I.inverse(at, bits)
    if op == "sin":
        return I.cos(at, bits)
    if op == "cos":
        return I.neg(I.sin(at, bits))
    if op == "inverse":
        return I.neg(I.mul(value, value, bits))
    if op == "tanh":
        return I.add(I.point(1), I.neg(_size(I.mul(value, value, bits))), bits)
    if op == "atan":
        return I.inverse(I.add(I.point(1), _size(I.mul(at, at, bits)), bits), bits)
    return None if value[0] <= 0 else I.inverse(I.mul(I.point(2), value, bits), bits)
