"""Inequalities in one variable, box by box: sup-norm covers and Lipschitz covers.

On the open box between two neighbouring cut points every term is enclosed three times: its
range, its value in the middle, and its slope (a generalised derivative), which tighten one
another by  t(x) in t(m) + slope * (x - m).  The cut points are checked as points, so jumps of
sign and floor at cut points are harmless.

cover            left <= right (or <) for all x between the first and the last cut
lipschitz-cover  the same where f(x) occurs for an uninterpreted f that is L-Lipschitz and whose
                 values at the listed samples are known up to rho: on each box f(x) lies between
                 max(y - rho - L|x - s|) and min(y + rho + L|x - s|) over the samples listed for it
evaluate         a goal without variables
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
from proofs.kernel.terms import Term, substitute

MAX_CUTS, MAX_PRECISION = 100_000, 1_024
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
    boxes = _boxes(context, node)
    left, right = _inequality(context)
    for box in boxes:
        _positive(("-", right, left), box, context.goal[0])
    return []


def lipschitz_cover(context: Context, node: dict[str, Any]) -> list[Context]:
    """Goal |G(x) - f(x)| <= B; ``samples`` lists [s, y, rho], ``near`` the samples of each box."""
    boxes = _boxes(context, node)
    rule = context.rules[node["rule"]] if _index(node["rule"], context.rules) else ()
    left, right = _inequality(context)
    if not rule or rule[0] != "lipschitz" or context.goal[0] != "<=":
        raise Reject("not-a-lipschitz-goal")
    name, constant, low, high = rule[1:]
    if (low, high) != (boxes[0].low, boxes[-1].high):
        raise Reject("domains-differ")
    value = ("app", name, boxes[0].name)
    if not (
        isinstance(left, tuple)
        and left[0] == "abs"
        and isinstance(left[1], tuple)
        and left[1][0] == "-"
        and left[1][2:] == (value,)
    ):
        raise Reject("not-a-lipschitz-goal", "must read |G(x) - f(x)| <= B")
    approximant = left[1][1]
    upper: list[Term] = []
    lower: list[Term] = []
    for sample in node["samples"] if isinstance(node["samples"], list) else []:
        if not isinstance(sample, list) or len(sample) != 3:
            raise Reject("bad-sample")
        s, y, rho = (_number(context.read(q)) for q in sample)
        gap = ("abs", ("-", ("app", name, s), y))
        known = context.literal(("<=", gap, rho), assume=False)
        spend(len(context.literals))
        if not low <= s <= high or known not in context.literals:
            raise Reject("sample-not-known", str(s)[:40])
        reach = ("*", constant, ("abs", ("-", boxes[0].name, s)))
        upper.append(("+", y, rho, reach))
        lower.append(("-", y, ("+", rho, reach)))
    near = node["near"]
    if not isinstance(near, list) or len(near) != len(boxes):
        raise Reject("needs-samples-for-each-box")
    for box, chosen in zip(boxes, near, strict=True):
        if not isinstance(chosen, list) or not chosen:
            raise Reject("needs-samples-for-each-box")
        if not all(_index(i, upper) for i in chosen):
            raise Reject("no-such-sample")
        top, bottom = upper[chosen[0]], lower[chosen[0]]
        for i in chosen[1:]:
            top, bottom = ("min", top, upper[i]), ("max", bottom, lower[i])
        _positive(("-", right, ("-", top, approximant)), box, "<=")
        _positive(("-", right, ("-", approximant, bottom)), box, "<=")
    return []


def evaluate(context: Context, node: dict[str, Any]) -> list[Context]:
    op, left, right = _relation(context, ("<=", "<", "=", "!="))
    value = enclose(("-", right, left), Box("", I.ZERO, I.ZERO, _precision(node))).range
    if op in ("<=", "<"):
        holds = value[0] > 0 or (op == "<=" and value[0] >= 0)
    else:
        holds = value == FLAT if op == "=" else not value[0] <= 0 <= value[1]
    if not holds:
        raise Reject("not-shown", f"right - left is in [{_short(value[0])}, {_short(value[1])}]")
    return []


def _boxes(context: Context, node: dict[str, Any]) -> list[Box]:
    name, cuts, bits = node["on"], node["cuts"], _precision(node)
    if not isinstance(name, str) or context.sorts.get(name) != "real":
        raise Reject("unknown-name", str(name)[:40])
    if not isinstance(cuts, list) or len(cuts) < 2:
        raise Reject("bad-cover")
    if len(cuts) > MAX_CUTS:
        raise Decline("too-many-boxes")
    at = [_number(context.read(q)) for q in cuts]
    boxes = [Box(name, at[0], at[0], bits)]
    for low, high in pairwise(at):
        if not low < high:
            raise Reject("cuts-not-increasing")
        boxes += [Box(name, low, high, bits), Box(name, high, high, bits)]
    x = P.variable(name)
    after, before = P.add(x, P.constant(-at[0])), P.add(P.constant(at[-1]), P.scale(x, -1))
    if not context.evident(after, ">=") or not context.evident(before, ">="):
        raise Reject("domain-not-covered")
    # an end that a hypothesis excludes is not part of the domain
    first, last = (1 if context.evident(p, ">") else 0 for p in (after, before))
    return boxes[first : len(boxes) - last]


def _inequality(context: Context) -> tuple[Term, Term]:
    return _relation(context, ("<=", "<"))[1:]


def _relation(context: Context, allowed: tuple[str, ...]) -> tuple[str, Term, Term]:
    if context.goal[0] not in allowed:
        raise Reject("wrong-goal", context.goal[0])
    op, left, right = context.goal
    return op, left, right


def _positive(term: Term, box: Box, op: str) -> None:
    low = enclose(term, box).range[0]
    if low < 0 or (low == 0 and op == "<"):
        where = f"{box.low}" if box.low == box.high else f"]{box.low}, {box.high}["
        raise Reject("not-shown", f"at {where} the bound may be missed by {_short(-low)}")


def _short(q: Fraction) -> str:
    """Roughly ``q``, for messages: short, and no float even here."""
    return str(round(max(Fraction(-(10**9)), min(q, Fraction(10**9))), 12))


def _precision(node: dict[str, Any]) -> int:
    bits = node["bits"]
    if type(bits) is not int or not 0 <= bits <= MAX_PRECISION:
        raise Reject("bad-precision")
    return bits


def _number(term: Term) -> Fraction:
    if not isinstance(term, Fraction):
        raise Reject("not-a-number", str(term)[:40])
    return term


def _index(i: Any, items: Any) -> bool:
    return type(i) is int and 0 <= i < len(items)


def enclose(term: Term, box: Box) -> Form:
    """Range, middle value and slope of ``term`` on ``box``."""
    spend(20)
    if isinstance(term, Fraction):
        return Form(I.point(term), I.point(term), FLAT)
    if isinstance(term, str):
        if term != box.name:
            raise Reject("free-variable", term)
        middle = I.point((box.low + box.high) / 2)
        return Form((box.low, box.high), middle, I.point(1))
    op = term[0]
    if op in ("app", "sum"):
        return enclose(_expanded(term), box)
    if op == "^":
        parts = [enclose(term[1], box)] * term[2]
        form = Form(I.point(1), I.point(1), FLAT)
        for part in parts:
            form = _tight(_times(form, part, box.bits), box)
        return form
    forms = [enclose(a, box) for a in term[1:]]
    if op == "+":
        form = forms[0]
        for other in forms[1:]:
            form = _plus(form, other, box.bits)
    elif op == "-":
        last = _times(Form(I.point(-1), I.point(-1), FLAT), forms[-1], box.bits)
        form = last if len(forms) == 1 else _plus(forms[0], last, box.bits)
    elif op == "*":
        form = forms[0]
        for other in forms[1:]:
            form = _times(form, other, box.bits)
    elif op == "/":
        form = _times(forms[0], _smooth("inverse", forms[1], box.bits), box.bits)
    elif op in ("abs", "sign", "floor"):
        form = _kinked(op, forms[0], box)
    elif op in ("max", "min"):
        form = _extreme(op, *forms)
    elif op == "pi":
        value = I.pi(box.bits)
        form = Form(value, value, FLAT)
    else:
        form = _smooth(op, forms[0], box.bits)
    return _tight(form, box)


def _expanded(term: Term) -> Term:
    """A sum between constant limits, written out."""
    if term[0] == "app":
        raise Reject("uninterpreted-function", term[1])
    low, high = (enclose(t, Box("", I.ZERO, I.ZERO, 0)).range[0] for t in term[2:4])
    if low.denominator != 1 or high.denominator != 1:
        raise Reject("not-an-integer")
    if high - low >= 10_000:
        raise Decline("range-too-long")
    summands = [substitute(term[4], term[1], Fraction(k)) for k in range(int(low), int(high) + 1)]
    return ("+", I.ZERO, I.ZERO, *summands)


def _tight(form: Form, box: Box) -> Form:
    """Use t(x) in t(m) + slope * [-r, r], and the middle value if the box is a point."""
    if form.slope is None:
        return form
    radius = (box.high - box.low) / 2
    moved = I.add(form.middle, I.mul(form.slope, (-radius, radius)), box.bits)
    return form._replace(range=I.meet(form.range, moved))


def _plus(a: Form, b: Form, bits: int) -> Form:
    slope = None if a.slope is None or b.slope is None else I.add(a.slope, b.slope, bits)
    return Form(I.add(a.range, b.range, bits), I.add(a.middle, b.middle, bits), slope)


def _times(a: Form, b: Form, bits: int) -> Form:
    slope = None
    if a.slope is not None and b.slope is not None:
        slope = I.add(I.mul(a.slope, b.range, bits), I.mul(a.range, b.slope, bits), bits)
    return Form(I.mul(a.range, b.range, bits), I.mul(a.middle, b.middle, bits), slope)


def _side(form: Form, box: Box) -> int | None:
    """The sign of a term on the open box, where it has only one."""
    low, high = form.range
    if low == high == 0:
        return 0
    moving = form.slope is not None and not form.slope[0] <= 0 <= form.slope[1]
    strict = moving and box.low < box.high  # a strictly monotone term leaves its bound at once
    if low > 0 or (low == 0 and strict):
        return 1
    return -1 if high < 0 or (high == 0 and strict) else None


def _kinked(op: str, a: Form, box: Box) -> Form:
    low, high = a.range
    if op == "floor":
        below, above = Fraction(low // 1), Fraction(high // 1)
        moving = a.slope is not None and not a.slope[0] <= 0 <= a.slope[1]
        if above == high and above > below and moving and box.low < box.high:
            above -= 1  # a strictly monotone term does not reach its supremum inside
        return _step((below, above))
    side = _side(a, box)
    if op == "sign":
        return _step(I.UNIT if side is None else I.point(side))
    if side is not None:
        turn = I.point(side)
        slope = None if a.slope is None else I.mul(turn, a.slope)
        return Form(I.mul(turn, a.range), I.mul(turn, a.middle), slope)
    slope = None if a.slope is None else I.hull(a.slope, I.neg(a.slope))
    return Form(_size(a.range), _size(a.middle), slope)


def _size(a: Interval) -> Interval:
    return (a if a[0] >= 0 else I.neg(a)) if a[0] * a[1] > 0 else (I.ZERO, max(-a[0], a[1]))


def _step(value: Interval) -> Form:
    return Form(value, value, FLAT if value[0] == value[1] else None)


def _extreme(op: str, a: Form, b: Form) -> Form:
    pick = max if op == "max" else min
    for winner, other in ((a, b), (b, a)):
        above, below = (winner, other) if op == "max" else (other, winner)
        if above.range[0] >= below.range[1]:
            return winner
    slope = None if a.slope is None or b.slope is None else I.hull(a.slope, b.slope)
    pairs = ((a.range, b.range), (a.middle, b.middle))
    both, middle = ((pick(p[0], q[0]), pick(p[1], q[1])) for p, q in pairs)
    return Form(both, middle, slope)


def _smooth(op: str, a: Form, bits: int) -> Form:
    """A differentiable function: its enclosure, and the chain rule."""
    if op == "inverse":
        value, middle = I.inverse(a.range, bits), I.inverse(a.middle, bits)
        rate: Interval | None = I.neg(I.mul(value, value, bits))
    elif op == "tan":
        sine, cosine = (f(part, bits) for f, part in ((I.sin, a.range), (I.cos, a.range)))
        value = I.mul(sine, I.inverse(cosine, bits), bits)
        middle = I.mul(I.sin(a.middle, bits), I.inverse(I.cos(a.middle, bits), bits), bits)
        rate = I.inverse(_size(I.mul(cosine, cosine, bits)), bits)
    else:
        function = getattr(I, op)
        value, middle = function(a.range, bits), function(a.middle, bits)
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
    square = I.mul(value, value, bits) if op == "tanh" else I.mul(at, at, bits)
    if op == "tanh":
        return I.add(I.point(1), I.neg(_size(square)), bits)
    if op == "atan":
        return I.inverse(I.add(I.point(1), (max(square[0], I.ZERO), square[1]), bits), bits)
    return None if value[0] <= 0 else I.inverse(I.mul(I.point(2), value, bits), bits)
