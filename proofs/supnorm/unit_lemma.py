"""What a step is near, and far from, its breakpoint: one lemma for every t, proved by the kernel.

For a step s with smoothing c, its values ``bottom < mid < top`` at -infinity, 0 and infinity, a
distance w > 0 and a number r >= top - s(w),

    all t:  some S:  S = s(t),  bottom <= S <= top,
            w < t => top - r <= S,      t < -w => S <= bottom + r,
            0 <= t => mid <= S,         t <= 0 => S <= mid.

The name S stands for one value of s where a certificate has hundreds of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.layers import SIGMA_PLUS_DELTA
from constructions.pln import SIGMOID, STEEP
from proofs.kernel.context import Context
from proofs.kernel.poly import add, scale
from proofs.supnorm._line_terms import closing, difference, index, known, leaf, poly, printed_step
from proofs.supnorm.steps import axiom, identity
from proofs.trees.script import Node, case, define, have, intro, lemmas, node

Json = Any
HALF = Fraction(1, 2)
DIGITS = 12
MOST = Fraction(60)
"""exp of a larger number is as good as this one."""
T, S, Z = "t", "S", "z"
GOAL: Any = object()
POSITIVE: Json = ["1", [], []]


@dataclass(frozen=True)
class Bounds:
    """s lies between ``bottom`` and ``top``, is ``mid`` at 0 and within ``r`` of them beyond w."""

    c: Fraction
    convention: str
    w: Fraction
    r: Fraction

    @property
    def values(self) -> tuple[Fraction, Fraction, Fraction]:
        """bottom, mid, top."""
        if self.convention == SIGMOID and self.c:
            return Fraction(0), HALF, Fraction(1)
        return Fraction(-1), Fraction(0), Fraction(1)

    def step(self, t: Json) -> Json:
        return printed_step(t, self.c, self.convention) if self.c else ["sign", t]

    def facts(self, t: Json, value: Json) -> list[Json]:
        """What is said of ``value`` = s(t)."""
        bottom, mid, top = map(str, self.values)
        right, left = str(self.values[2] - self.r), str(self.values[0] + self.r)
        return [
            ["all", Z, "real", ["=", value, self.step(t)]],
            ["<=", bottom, value],
            ["<=", value, top],
            ["implies", ["<", str(self.w), t], ["<=", right, value]],
            ["implies", ["<", t, str(-self.w)], ["<=", value, left]],
            ["implies", ["<=", "0", t], ["<=", mid, value]],
            ["implies", ["<=", t, "0"], ["<=", value, mid]],
        ]

    @property
    def lemma(self) -> Json:
        return ["all", T, "real", ["some", S, "real", ["and", *self.facts(T, S)]]]

    def proof(self) -> Node:
        """A script of :attr:`lemma`, without searches."""
        value = self.step(T)
        prepared, around, right, left, above, below = _SHAPES[self._shape](self)
        same = intro(Z, identity())
        facts = [around(-1), around(1), *(intro("", n) for n in (right, left, above, below))]
        some = node("some", node("both", same, *facts), **{"is": value})
        return intro(T, prepared(some))

    @property
    def _shape(self) -> str:
        if not self.c:
            return "sign"
        if self.convention == SIGMA_PLUS_DELTA:
            return SIGMA_PLUS_DELTA
        return "exponential" if self.convention in STEEP else "root"


def bounds(c: Fraction, convention: str, w: Fraction) -> Bounds:
    """With about the least r of few digits that is proved here."""
    if not c:
        return Bounds(c, convention, w, Fraction(0))
    if convention == SIGMA_PLUS_DELTA:
        r = c / (w + c)
    elif convention in STEEP:
        r = _share(convention) / (_power(c, convention, w)[1] + 1)
    else:
        r = c * c / (2 * w * w)
    return Bounds(c, convention, w, min(Fraction(1), _above(r)))


def _above(q: Fraction) -> Fraction:
    """A decimal at least q > 0, of few digits."""
    exponent = DIGITS + max(0, q.denominator.bit_length() - q.numerator.bit_length()) * 3 // 10
    return Fraction(-(-q.numerator * 10**exponent // q.denominator), 10**exponent)


def _share(convention: str) -> int:
    """top - bottom."""
    return 1 if convention == SIGMOID else 2


def _power(c: Fraction, convention: str, w: Fraction) -> tuple[Fraction, Fraction]:
    """(a, M): a <= rate w/c and M <= exp(a)."""
    from constructions.interop.flint import BallSystem, to_fractions

    a = min(_share(convention) * w / c, MOST)
    system = BallSystem(128)
    with system.working():
        low = to_fractions(system.exp(system.const(a)))[0]
    return a, Fraction(math.floor(low * 64), 64)


# --- leaves, written out -------------------------------------------------------------------------

Rows = list[tuple[Fraction | int, list[Any], list[Json]]]


def closed_by(rows: Rows, mult: Sequence[tuple[Any, Json]] = ()) -> Node:
    """A leaf whose literals are named by relations (left, rel, right), GOAL, or finders."""

    def at(context: Context, goal: int, what: Any) -> int:
        if what is GOAL:
            return goal
        return what(context) if callable(what) else known(context, *what)

    def write(context: Context, goal: int) -> Node:
        terms: list[Any] = [(q, [at(context, goal, i) for i in used], sq) for q, used, sq in rows]
        equal = [(at(context, goal, what), p) for what, p in mult]
        return leaf(terms, equal)

    return closing(write)


def _inverse(denominator: Json) -> Callable[[Context], int]:
    """The literal i D - 1 = 0 of i = 1/D."""
    product = ["*", ["/", "1", denominator], denominator]
    return lambda context: index(context, difference(context, "1", product), "=")


def _sign(s: Bounds) -> tuple[Any, ...]:
    sign = ["sign", T]
    zero = ("0", "<=", T), (T, "<=", "0")
    far = (str(s.w), "<", T), (T, "<", str(-s.w))

    def cases(*leaves: Node) -> Node:
        return case(sign, *leaves)

    def around(side: int) -> Node:
        fact = ("-1", "<=", sign) if side < 0 else (sign, "<=", "1")
        return closed_by([(1, [GOAL], []), (1, [fact], [])])

    def equal(v: int) -> Node:
        """The goal from sign(t) = v: it is off by |goal's number - v| >= 0."""

        def write(context: Context, goal: int) -> Node:
            i = known(context, sign, "=", str(v))
            negation = context.negated_goal()[0].poly
            side = negation[((next(iter(poly(context, sign)))[0]),)]
            rest = add(negation, scale(context.literals[i].poly, side))
            return leaf([(1, [goal], []), (-rest.get((), Fraction(0)), [], [])], [(i, str(side))])

        return closing(write)

    def wrong(first: tuple[Json, str, Json], second: tuple[Json, str, Json]) -> Node:
        rows: Rows = [(1, [first], []), (1, [second], [])]
        return closed_by([*rows, (s.w, [], [])] if first in far else rows)

    negative, null, positive = (T, "<", "0"), (T, "=", "0"), ("0", "<", T)

    def at_zero(fact: tuple[Json, str, Json], side: int) -> Node:
        return closed_by([(1, [fact], []), (s.w, [], [])], [(null, str(side))])

    return (
        lambda then: then,
        around,
        cases(equal(1), at_zero(far[0], 1), wrong(far[0], negative)),
        cases(wrong(far[1], positive), at_zero(far[1], -1), equal(-1)),
        cases(equal(1), equal(0), wrong(zero[0], negative)),
        cases(wrong(zero[1], positive), equal(0), equal(-1)),
    )


def _rational(s: Bounds) -> tuple[Any, ...]:
    """a = |t|, i = 1/(a + c): i (a + c) = 1, s = t i."""
    a, c, w, r = ["abs", T], s.c, s.w, s.r
    D = ["+", a, str(c)]
    i = ["/", "1", D]
    one, positive = _inverse(D), ("0", "<", i)

    def around(side: int) -> Node:
        # 1 -+ t i = i (a -+ t) + c i
        gap = (T if side > 0 else ["-", T], "<=", a)
        rows: Rows = [(1, [GOAL], []), (1, [positive, gap], []), (c, [positive], [])]
        return closed_by(rows, [(one, "-1")])

    def far(side: int) -> Node:
        # 1 - r -+ t i = -r i (+-t - w) - (r w + r c - c) i
        beyond = (str(w), "<", T) if side > 0 else (T, "<", str(-w))
        size_is = (a, "=", T if side > 0 else ["-", T])
        rows: Rows = [
            (1, [GOAL], []),
            (r, [positive, beyond], []),
            (r * w + r * c - c, [positive], []),
        ]
        near = closed_by(rows, [(one, str(1 - r)), (size_is, ["*", str(1 - r), i])])
        sides = ("0", "<=", T), (T, "<", "0")
        wrong = closed_by([(1, [beyond], []), (1, [sides[side > 0]], []), (w, [], [])])
        return case(a, near, wrong) if side > 0 else case(a, wrong, near)

    def half(side: int) -> Node:
        given = ("0", "<=", T) if side > 0 else (T, "<=", "0")
        return closed_by([(1, [GOAL], []), (1, [positive, given], [])])

    def prepared(then: Node) -> Node:
        size = ("0", "<=", a)
        defined = closed_by([(c, [], []), (1, [size], [])], [(GOAL, "1")])
        above = closed_by([(1, [GOAL], []), (1, [size], []), (c, [], [])])
        inverse = closed_by([(1, [GOAL, ("0", "<", D)], []), (1, [], [])], [(one, "1")])
        steps = [(["<", "0", D], above), (["<", "0", i], inverse)]
        return define(["/", T, D], defined, lemmas(steps, then))

    return prepared, around, far(1), far(-1), half(1), half(-1)


def _of_root(s: Bounds) -> tuple[Any, ...]:
    """q = sqrt(t^2 + c^2), j = 1/q: q^2 = t^2 + c^2, j q = 1, s = t j."""
    c, w, r = s.c, s.w, s.r
    radicand = ["+", ["*", T, T], ["*", str(c), str(c)]]
    q = ["sqrt", radicand]
    j = ["/", "1", q]
    one, root, inverse = _inverse(q), ("0", "<", q), ("0", "<", j)

    def square(context: Context) -> int:
        return index(context, difference(context, radicand, ["*", q, q]), "=")

    def turned(side: int) -> Json:
        return T if side > 0 else ["-", T]

    def around(side: int) -> Node:
        rows: Rows = [(1, [GOAL], []), (1, [inverse, (turned(side), "<=", q)], [])]
        return closed_by(rows, [(one, "-1")])

    def far(side: int) -> Node:
        # (1 - r) q <= |t|, since (1 - r)^2 (t^2 + c^2) <= t^2 for |t| >= w
        t, keep = turned(side), 1 - r
        beyond = (str(w), "<", T) if side > 0 else (T, "<", str(-w))
        lost = 1 - keep * keep
        rows: Rows = [
            (1, [GOAL, GOAL], []),
            (2, [GOAL, beyond], []),
            (2 * w, [GOAL], []),
            (lost, [beyond, beyond], []),
            (2 * w * lost, [beyond], []),
            (lost * w * w - keep * keep * c * c, [], []),
        ]
        small = ["<=", ["*", str(keep), q], t]
        lemma = closed_by(rows, [(square, str(-keep * keep))])
        known_ = (small[1], "<=", small[2])
        last = closed_by([(1, [GOAL], []), (1, [inverse, known_], [])], [(one, str(keep))])
        return have(small, lemma, last)

    def half(side: int) -> Node:
        given = ("0", "<=", T) if side > 0 else (T, "<=", "0")
        return closed_by([(1, [GOAL], []), (1, [inverse, given], [])])

    def prepared(then: Node) -> Node:
        squares: Rows = [(c * c, [], []), (1, [], [T])]
        inside = closed_by([(1, [GOAL], []), *squares])
        nonzero = closed_by(squares, [(square, "1"), (GOAL, q)])
        positive = closed_by([(1, [GOAL, ("0", "<=", q)], []), *squares], [(square, "1")])
        above = closed_by([(1, [GOAL, root], []), (1, [], [])], [(one, "1")])
        size: Rows = [(1, [GOAL, GOAL], []), (2, [GOAL, root], []), (c * c, [], [])]
        steps = [
            (["<", "0", q], positive),
            (["<", "0", j], above),
            *((["<=", turned(side), q], closed_by(size, [(square, "1")])) for side in (1, -1)),
        ]
        return define(q, inside, define(["/", T, q], nonzero, lemmas(steps, then)))

    return prepared, around, far(1), far(-1), half(1), half(-1)


def _exponential(s: Bounds) -> tuple[Any, ...]:
    """Y = exp(g t), Y' = exp(-g t), i = 1/(Y + 1): s = 1 - 2 i (tanh) or s = i (sigmoid)."""
    c, w = s.c, s.w
    a, M = _power(c, s.convention, w)
    rho = s.r / _share(s.convention)
    sigmoid = s.convention == SIGMOID
    rate = _share(s.convention) / c
    u = ["/", T, str(c)]
    plus, minus = ["*", str(rate), T], ["*", str(-rate), T]
    Y, other = (["exp", minus], ["exp", plus]) if sigmoid else (["exp", plus], ["exp", minus])
    D = ["+", Y, "1"]
    i = ["/", "1", D]
    one, positive = _inverse(D), ("0", "<", i)
    product = ("1", "=", ["*", Y, other])
    written: Json = ["/", "1", ["+", "1", ["exp", ["-", u]]]] if sigmoid else ["tanh", u]
    value: Json = i if sigmoid else ["-", "1", ["*", "2", i]]
    equal = [] if sigmoid else [((written, "=", value), "1")]

    def goal_by(rows: Rows, mult: Sequence[tuple[Any, Json]], sign: int) -> Node:
        """The goal, whose s is written; ``sign`` is that of s in its negation."""
        turn = [(what, str(sign)) for what, _ in equal]
        return closed_by([(1, [GOAL], []), *rows], [*turn, *mult])

    def around(side: int) -> Node:
        # i > 0, and 1 - i = i Y > 0
        most: Rows = [(1, [positive, ("0", "<", Y)], [])]
        least: Rows = [(1, [positive], [])]
        share = 1 if sigmoid else 2
        low, high = (least, most) if sigmoid else (most, least)
        rows = [(share * q, used, sq) for q, used, sq in (low if side < 0 else high)]
        mult = [(one, str(-share))] if rows[0][1][-1] != positive else []
        return goal_by(rows, mult, side)

    def large(sign: int, least: Json, then: Node, beyond: tuple[Json, str, Json] | None) -> Node:
        """have: least <= exp(sign rate t), from sign t > w or sign t >= 0."""
        z = plus if sign > 0 else minus
        e = ["exp", z]
        if beyond is None:  # 1 + z <= exp z
            given = ("0", "<=", T) if sign > 0 else (T, "<=", "0")
            line = (["+", "1", z], "<=", e)
            rows: Rows = [(1, [GOAL], []), (1, [line], []), (rate, [given], [])]
            return axiom("exp-line", [z], have(["<=", least, e], closed_by(rows), then))
        rest = ["-", z, str(a)]
        X, A = ["exp", rest], ["exp", str(a)]
        above = (["+", "1", rest], "<=", X)
        at_least_one = closed_by(
            [(1, [GOAL], []), (1, [above], []), (rate, [beyond], []), (rate * w - a, [], [])]
        )
        enough = closed_by(
            [
                (1, [GOAL], []),
                (1, [("0", "<", A), ("1", "<=", X)], []),
                (1, [(least, "<=", A)], []),
            ],
            [((e, "=", ["*", A, X]), "-1")],
        )
        steps = [
            (["<=", "1", X], at_least_one),
            (["<=", least, A], node("evaluate", bits=128)),
            (["<=", least, e], enough),
        ]
        return axiom("exp-sum", [str(a), rest], axiom("exp-line", [rest], lemmas(steps, then)))

    def side_of(t_sign: int, far: bool) -> Node:
        """s is near its end (far), or beyond the middle, where t_sign t > w, or >= 0."""
        beyond = None
        if far:
            beyond = (str(w), "<", T) if t_sign > 0 else (T, "<", str(-w))
        bound = M if far else Fraction(1)
        part = rho if far else HALF
        share = 1 if sigmoid else 2
        up = (t_sign > 0) != sigmoid  # whether Y is large here
        if up:  # i <= part: part - i = part i (Y - M) + (part (M + 1) - 1) i
            rows: Rows = [
                (share * part, [positive, (str(bound), "<=", Y)], []),
                (share * (part * (bound + 1) - 1), [positive], []),
            ]
            mult: list[tuple[Any, Json]] = [(one, str(-share * part))]
            sign = 1 if sigmoid else -1
            end = goal_by(rows, mult, sign)
        else:  # 1 - i = i Y <= part: Y' >= M and Y Y' = 1
            big = (str(bound), "<=", other)
            small = ["<=", ["*", str(bound), Y], "1"]
            fact = (small[1], "<=", small[2])
            shown = closed_by([(1, [GOAL], []), (1, [("0", "<", Y), big], [])], [(product, "-1")])
            # part - (1 - i) with 1 = i (Y + 1): (part (M + 1) - 1)/M and (1 - part)/M i (1 - M Y)
            keep = (1 - part) / bound
            rows = [
                (share * keep, [positive, fact], []),
                (share * ((part * (bound + 1) - 1) / bound), [positive], []),
            ]
            mult = [(one, str(share * (1 - part)))]
            sign = -1 if sigmoid else 1
            end = have(small, shown, goal_by(rows, mult, sign))
        return large(t_sign, str(bound), end, beyond)

    def prepared(then: Node) -> Node:
        defined = closed_by([(1, [("0", "<", Y)], []), (1, [], [])], [(GOAL, "1")])
        above = closed_by([(1, [GOAL], []), (1, [("0", "<", Y)], []), (1, [], [])])
        inverse = closed_by([(1, [GOAL, ("0", "<", D)], []), (1, [], [])], [(one, "1")])
        zero = ["=", ["exp", "0"], "1"]

        def whole(context: Context, goal: int) -> Node:
            at = known(context, ["exp", "0"], "=", ["*", Y, other])
            return node(
                "zero",
                lit=goal,
                terms=[POSITIVE],
                mult=[[at, "-1"], [known(context, ["exp", "0"], "=", "1"), "1"]],
            )

        steps = [
            (["<", "0", D], above),
            (["<", "0", i], inverse),
            (zero, node("evaluate", bits=0)),
            (["=", "1", ["*", Y, other]], closing(whole)),
        ]
        inner = axiom("exp-sum", [Y[1], other[1]], lemmas(steps, then))
        if not sigmoid:
            inner = axiom("tanh", [u], inner)
        return define(["/", "1", D], defined, inner)

    return (
        prepared,
        around,
        side_of(1, True),
        side_of(-1, True),
        side_of(1, False),
        side_of(-1, False),
    )


_SHAPES: dict[str, Callable[[Bounds], tuple[Any, ...]]] = {
    "sign": _sign,
    SIGMA_PLUS_DELTA: _rational,
    "root": _of_root,
    "exponential": _exponential,
}
