"""Certificates of |G - f| <= B on [0, 1] for up to a thousand units that are lines on either side.

A unit alpha s(w x + b) is a line left of its place -b/w and a line right of it: ReLU, the sign, and
the step 1 + sign - sign^2.  Beyond its place it is that line exactly, so that on the cell between
two places G is one line, the sum of all.  With the blocks of :mod:`.blocks`, of each block
of units with sum T there is shown, by those of its parts:

    T = p + q x to the right of it, and T = p' + q' x to the left,
    |T + P + Q x - f(x)| <= B for x inside of it, P + Q x what all other units are there.

In a cell the kernel's boxes compare one line with f.  So the cost is linear in the number of units
and boxes, and the bound as sharp as the boxes are.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_term
from proofs.supnorm._float_forms import FloatTerm, NoForm
from proofs.supnorm._line_terms import X, closing, known
from proofs.supnorm.blocks import (
    BITS,
    BLOCK,
    ONE,
    ZERO,
    Blocks,
    F,
    NotWide,
    S,
    balanced,
    linear,
    multiple,
)
from proofs.supnorm.steps import identity
from proofs.supnorm.unit_lemma import GOAL, POSITIVE, T, Z, closed_by
from proofs.trees.script import Node, case, have, intro, look, node, split

Json = Any
UNIT_WORK, BOX_WORK = 10_500, 100
"""What a unit, and a box beside its two enclosures of f, cost the kernel, measured."""
MAX_BOXES = 20_000
HALVINGS = 24
ROOM = 2.0**-20
"""What the floats of the search leave to the kernel's boxes, as a part of B."""

Line = tuple[Fraction, Fraction]
"""p + q x."""


def written(line: Line, x: Json = X) -> Json:
    p, q = line
    if not q:
        return str(p)
    return ["+", str(p), multiple(q, x)] if p else multiple(q, x)


def total(parts: Sequence[tuple[Fraction, Line]]) -> Line:
    """The sum of multiples of lines."""
    return sum((a * p for a, (p, _) in parts), ZERO), sum((a * q for a, (_, q) in parts), ZERO)


@dataclass(frozen=True)
class Unit:
    """alpha s(w x + b)."""

    alpha: Fraction
    w: Fraction
    b: Fraction

    @property
    def place(self) -> Fraction:
        return -self.b / self.w


@dataclass(frozen=True)
class Kind:
    """s: its term, its lines p + q t for t < 0 and for t > 0, the proof of what it is.

    ``below``, ``above``: whether the line on this side holds at t = 0, too; where neither does,
    s is 0 there.
    """

    step: Callable[[Json], Json]
    left: Line
    right: Line
    below: bool
    above: bool
    proof: Callable[[], Node]

    def facts(self, t: Json, value: Json) -> list[Json]:
        """What is said of ``value`` = s(t): 0 its term, 1 for t > 0, 2 for t < 0, 3 at 0."""
        facts = [
            ["all", Z, "real", ["=", value, self.step(t)]],
            _implies("0", self.above, t, ["=", value, written(self.right, t)]),
            _implies(t, self.below, "0", ["=", value, written(self.left, t)]),
        ]
        if not (self.above or self.below):
            facts.append(["implies", ["=", t, "0"], ["=", value, "0"]])
        return facts

    @property
    def lemma(self) -> Json:
        return ["all", T, "real", ["some", S, "real", ["and", *self.facts(T, S)]]]


def _implies(left: Json, weak: bool, right: Json, then: Json) -> Json:
    return ["implies", ["<=" if weak else "<", left, right], then]


# --- the three kinds -----------------------------------------------------------------------------

ABOVE, NOT_BELOW, AT_0 = ("0", "<", T), ("0", "<=", T), (T, "=", "0")
BELOW, NOT_ABOVE = (T, "<", "0"), (T, "<=", "0")


def _all(step: Json, *facts: Node) -> Node:
    """The lemma, from its facts."""
    shown = [intro(Z, identity()), *(intro("", proof) for proof in facts)]
    return intro(T, node("some", node("both", *shown), **{"is": step}))


def _relu(t: Json) -> Json:
    return ["max", "0", t]


def _of_relu() -> Node:
    v = _relu(T)
    by_goal: Any = (1, [GOAL], [])
    is_0 = closed_by([by_goal], [((v, "=", "0"), "1")])
    at_most_t = case(
        v,
        closed_by([by_goal, (1, [NOT_BELOW], [])], [((v, "=", "0"), "1")]),
        closed_by([by_goal], [((v, "=", T), "1")]),
    )
    at_most_0 = case(v, is_0, closed_by([(1, [ABOVE], []), (1, [NOT_ABOVE], [])]))
    right = node("both", at_most_t, closed_by([by_goal, (1, [(T, "<=", v)], [])]))
    left = node("both", at_most_0, closed_by([by_goal, (1, [("0", "<=", v)], [])]))
    return _all(v, right, left)


def _sign(t: Json) -> Json:
    return ["sign", t]


def _plus(t: Json) -> Json:
    sign = _sign(t)
    return ["-", ["+", "1", sign], ["*", sign, sign]]


def _equal(v: int, factor: Json) -> Node:
    """The equation from sign t = v: left - right = factor (v - sign t)."""

    def write(context: Context, goal: int) -> Node:
        at = known(context, _sign(T), "=", str(v))
        return node("zero", lit=goal, terms=[POSITIVE], mult=[[at, factor]])

    return closing(write)


def _wrong(strict: Any, other: Any) -> Node:
    """Two relations of t that exclude each other."""
    if other is AT_0:
        return closed_by([(1, [strict], [])], [(AT_0, "1" if strict is ABOVE else "-1")])
    return closed_by([(1, [strict], []), (1, [other], [])])


def _of_sign() -> Node:
    sign = _sign(T)
    right = case(sign, _equal(1, "-1"), _wrong(ABOVE, AT_0), _wrong(BELOW, ABOVE))
    left = case(sign, _wrong(ABOVE, BELOW), _wrong(BELOW, AT_0), _equal(-1, "-1"))
    middle = case(sign, _wrong(ABOVE, AT_0), _equal(0, "-1"), _wrong(BELOW, AT_0))
    return _all(sign, right, left, middle)


def _of_plus() -> Node:
    # of 1 + v - v^2, v = sign t: 1 - (1 + v - v^2) = v (v - 1), -1 - (1 + v - v^2) = (v - 2)(v + 1)
    sign = _sign(T)
    right = case(sign, _equal(1, sign), _equal(0, ["-", sign, "1"]), _wrong(BELOW, NOT_BELOW))
    left = case(sign, _wrong(ABOVE, BELOW), _wrong(BELOW, AT_0), _equal(-1, ["-", sign, "2"]))
    return _all(_plus(T), right, left)


RELU = Kind(_relu, (ZERO, ZERO), (ZERO, ONE), True, True, _of_relu)
SIGN = Kind(_sign, (-ONE, ZERO), (ONE, ZERO), False, False, _of_sign)
PLUS = Kind(_plus, (-ONE, ZERO), (ONE, ZERO), False, True, _of_plus)
"""1 + sign t - (sign t)^2: 1 for t >= 0, else -1."""


# --- the network ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """On ]lo, hi[ the network is p + q x."""

    lo: Fraction
    hi: Fraction
    p: Fraction
    q: Fraction

    def at(self, x: Fraction) -> Fraction:
        return self.p + self.q * x


@dataclass
class Part:
    """A unit, or a block of them: alpha times a name, with its cells [low, high[ of [0, 1].

    ``right``, ``left``: what the name is for x > ``after`` and for x < ``before``; ``outside``
    what all other units add on [low, high[.
    """

    before: Fraction
    after: Fraction
    low: Fraction
    high: Fraction
    right: Line
    left: Line
    alpha: Fraction = ONE
    parts: list[Part] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    outside: Line = (ZERO, ZERO)
    name: str = ""

    @property
    def inside(self) -> bool:
        """Whether there are cells of it."""
        return self.low < self.high


@dataclass(frozen=True)
class Network:
    """G as it is written, and the same unit by unit."""

    G: Json
    units: tuple[Unit, ...]
    kind: Kind

    def cells(self) -> list[Cell]:
        """[0, 1] cut at the places, with the line of the network on each part."""
        units = sorted(self.units, key=lambda unit: unit.place)
        sides = [_sides(unit, self.kind) for unit in units]
        places = [unit.place for unit in units]
        p, q = total([(unit.alpha, left) for unit, (left, _) in zip(units, sides, strict=True)])
        ends = [ZERO, *sorted({place for place in places if 0 < place < 1}), ONE]
        found, i = [], 0
        for lo, hi in pairwise(ends):
            while i < len(units) and places[i] <= lo:
                change = [(units[i].alpha, sides[i][1]), (-units[i].alpha, sides[i][0])]
                p, q = total([(ONE, (p, q)), *change])
                i += 1
            found.append(Cell(lo, hi, p, q))
        return found


def _sides(unit: Unit, kind: Kind) -> tuple[Line, Line]:
    """s(w x + b) left and right of its place."""
    left, right = ((p + q * unit.b, q * unit.w) for p, q in (kind.left, kind.right))
    return (left, right) if unit.w > 0 else (right, left)


def _bits(B: Fraction) -> int:
    """Enough for boxes that are rounded by a small part of B."""
    return max(BITS, 30 + B.denominator.bit_length() - B.numerator.bit_length()) if B else BITS


class Lines(Blocks):
    """The proof for one network, one f and one bound.

    ``exact``: f is piecewise linear, and compared in fractions.

    Raises:
        NotWide: the bound is not shown, or the units are not of this form.
    """

    def __init__(
        self,
        network: Network,
        f: Json,
        B: Fraction,
        *,
        exact: bool = False,
    ) -> None:
        super().__init__(f, B)
        units, kind = network.units, network.kind
        self.G, self.kind, self.bits = network.G, kind, 0 if exact else _bits(B)
        if any(not unit.w or (unit.w < 0 and not kind.below) for unit in units):
            raise NotWide("a unit without a place, or one that steps down")
        self.units = sorted((u for u in units if u.alpha), key=lambda unit: unit.place)
        if not self.units or self.units[0].place > 0:  # somebody has to be for the first cell
            self.units.insert(0, Unit(ZERO, ONE, ONE))
        self.root = self._blocks()
        self.cuts: dict[Fraction, list[Fraction]] = {}
        self.boxes = 0
        for part in self._all(self.root):
            if part.inside:
                self.cuts[part.low] = self._cuts(part)

    @property
    def work(self) -> int:
        """About the work that the kernel will count."""
        cells = [part for part in self._all(self.root) if part.inside]
        part = cells[len(cells) // 2]
        term = read_term(self._slack(part), {X}, {})
        each = self._box_work(term, part.low, part.high) + self._box_work(term, part.low, part.low)
        return UNIT_WORK * len(self.units) + (each + BOX_WORK) * self.boxes

    def certificate(self) -> Json:
        """The certificate of |G - f| <= B for 0 <= x <= 1."""
        return self._certificate(self.G, self.root)

    def _blocks(self) -> Part:
        places = [unit.place for unit in self.units]
        ends = [min(max(place, ZERO), ONE) for place in places] + [ONE]
        found = [self._part(j, *pair) for j, pair in enumerate(pairwise(ends))]
        number = 0
        while len(found) > 1 or not found[0].parts:
            count = math.ceil(len(found) / BLOCK)
            sizes = [len(found) * i // count for i in range(count + 1)]
            blocks = []
            for a, b in pairwise(sizes):
                number += 1
                blocks.append(self._block(found[a:b], f"T{number}"))
            found = blocks
        (root,) = found
        self._share(root)
        return root

    def _part(self, j: int, low: Fraction, high: Fraction) -> Part:
        unit, name = self.units[j], f"s{j}"
        left, right = _sides(unit, self.kind)
        return Part(unit.place, unit.place, low, high, right, left, unit.alpha, [], [j], name=name)

    @staticmethod
    def _block(parts: list[Part], name: str) -> Part:
        right = total([(p.alpha, p.right) for p in parts])
        left = total([(p.alpha, p.left) for p in parts])
        cells = [p for p in parts if p.inside]
        low, high = (cells[0].low, cells[-1].high) if cells else (ZERO, ZERO)
        units = [j for p in parts for j in p.units]
        before, after = min(p.before for p in parts), max(p.after for p in parts)
        return Part(before, after, low, high, right, left, ONE, parts, units, name=name)

    def _share(self, block: Part) -> None:
        for i, part in enumerate(block.parts):
            before = [(p.alpha, p.right) for p in block.parts[:i]]
            after = [(p.alpha, p.left) for p in block.parts[i + 1 :]]
            part.outside = total([(ONE, block.outside), *before, *after])
            self._share(part)

    def line(self, part: Part) -> Line:
        """The network in the cell of a unit."""
        return total([(ONE, part.outside), (part.alpha, part.right)])

    def _all(self, block: Part) -> Iterator[Part]:
        """The units."""
        for part in block.parts:
            yield from self._all(part) if part.parts else [part]

    # boxes

    def _slack(self, part: Part) -> Json:
        """B - |f - line|, as the kernel's covers show it."""
        return ["-", str(self.B), ["abs", ["-", self.f, written(self.line(part))]]]

    def _cuts(self, part: Part) -> list[Fraction]:
        """Cuts of a cell with |G - f| <= B on every box."""
        kinks = self.kinks[bisect_right(self.kinks, part.low) : bisect_left(self.kinks, part.high)]
        ends = [part.low, *kinks, part.high]
        slack = read_term(self._slack(part), {X}, {})
        holds = self._in_floats(slack) if self.bits else self._exactly(slack)
        cuts = [part.low]
        for low, high in pairwise(ends):
            todo, least = [(low, high)], (high - low) / 2**HALVINGS
            while todo:
                a, b = todo.pop()
                if holds(a, b):
                    cuts.append(b)
                    self.boxes += 1
                    continue
                if self.boxes + len(todo) > MAX_BOXES:
                    raise NotWide(f"more than {MAX_BOXES} boxes", a)
                middle = (a + b) / 2
                if b - a < least or not self.bits or not holds(middle, middle):
                    raise NotWide(f"the bound is not shown near x = {float(middle):.9g}", middle)
                todo += [(middle, b), (a, middle)]
        return cuts

    def _in_floats(self, slack: Any) -> Callable[[Fraction, Fraction], bool]:
        form, room = FloatTerm(slack), float(self.B) * ROOM

        def holds(a: Fraction, b: Fraction) -> bool:
            try:
                return form.form(a, b).range[0] >= room
            except NoForm:
                return False

        return holds

    @staticmethod
    def _exactly(slack: Any) -> Callable[[Fraction, Fraction], bool]:
        def holds(a: Fraction, b: Fraction) -> bool:
            try:
                return enclose(slack, Box(X, a, b, 0)).range[0] >= 0
            except Reject:
                return False

        return holds

    # the proof

    def _lemmas(self) -> list[tuple[str, Json, Node]]:
        return [("unit", self.kind.lemma, self.kind.proof())]

    def _lemma_at(self, part: Part) -> tuple[str, Json]:
        return "unit", self._inner(part)

    def _inner(self, part: Part) -> Json:
        """w x + b of a unit."""
        unit = self.units[part.units[0]]
        return written((unit.b, unit.w))

    def _facts(self, block: Part, value: Json) -> list[Json]:
        right, left = (["=", value, written(line)] for line in (block.right, block.left))
        facts = [
            ["all", "z", "real", ["=", value, self._written(block)]],
            _implies(str(block.after), self.kind.above, X, right),
            _implies(X, self.kind.below, str(block.before), left),
        ]
        if block.inside:
            size = ["-", ["+", value, written(block.outside)], F]
            there = [["<=", str(block.low), X], [self._end_rel(block), X, str(block.high)]]
            bound = ["and", ["<=", size, str(self.B)], ["<=", str(-self.B), size]]
            facts.append(["implies", ["and", *there], bound])
        return facts

    @staticmethod
    def _end_rel(part: Part) -> str:
        """[low, high[, but for the end of [0, 1]."""
        return "<=" if part.high == 1 else "<"

    def _written(self, block: Part) -> Json:
        """The sum of its units, as the network has them."""
        units = ((self.units[j].alpha, self.units[j]) for j in block.units)
        terms = [multiple(a, self.kind.step(written((u.b, u.w)))) for a, u in units]
        return balanced(terms)

    def _shown(self, block: Part) -> Node:
        sum_of_names = balanced([multiple(p.alpha, p.name) for p in block.parts])
        right = self._assumed(f"{block.name}>", self._beyond(block, 1))
        left = self._assumed(f"{block.name}<", self._beyond(block, -1))
        inside = [self._inside(block)] if block.inside else []
        parts = node("both", self._same(block), right, left, *inside)
        return node("some", parts, **{"is": sum_of_names})

    def _beyond(self, block: Part, side: int) -> Node:
        """The sum of the parts, for x to the right or to the left of all of them."""
        rows: dict[str, int] = {}

        def last(context: Context, goal: int) -> Node:
            mult = [[rows[p.name], str(-p.alpha)] for p in block.parts]
            return node("zero", lit=goal, terms=[POSITIVE], mult=mult)

        key = f"{block.name}{'>' if side > 0 else '<'}"
        return self._lines(block.parts, side, lambda: self.near[key], rows, closing(last))

    def _lines(
        self,
        parts: Sequence[Part],
        side: int,
        where: Callable[[], int],
        rows: dict[str, int],
        then: Node,
    ) -> Node:
        """``rows`` learns where it stands which line each part is; ``where`` is a literal of x."""
        for part in reversed(parts):
            then = self._line_of(part, side, where, rows, then)
        return then

    def _line_of(
        self, part: Part, side: int, where: Callable[[], int], rows: dict[str, int], then: Node
    ) -> Node:
        def found(context: Context) -> Node:
            rows[part.name] = len(context.literals) - 1
            return then

        w = ONE if part.parts else self.units[part.units[0]].w
        number = 1 if (side > 0) == (w > 0) else 2
        close = linear(lambda: [(abs(w), where())])
        return look(
            lambda _: node("use", close, look(found), rule=self.at[part.name] + number, at=[])
        )

    # x inside of a block

    def _inside(self, block: Part) -> Node:
        """|T + P + Q x - F| <= B between the ends of a block."""

        def ready(context: Context) -> Node:
            last = len(context.literals) - 1
            cells = [i for i, part in enumerate(block.parts) if part.inside]
            return self._cells(block, cells, last - 1, last)

        return intro("", look(ready))

    def _cells(self, block: Part, cells: list[int], low: int, high: int) -> Node:
        """``low`` and ``high`` are where x >= and x < the ends of these cells stand."""
        if len(cells) > 1:
            i = len(cells) // 2

            def half(above: bool) -> Node:
                def here(context: Context) -> Node:
                    at = len(context.literals) - 1
                    ends = (at, high) if above else (low, at)
                    return self._cells(block, cells[i:] if above else cells[:i], *ends)

                return look(here)

            cut = block.parts[cells[i]].low
            return split(["-", X, str(cut)], half(True), half(False))
        (k,) = cells
        rows: dict[str, int] = {}
        part, before, after = block.parts[k], block.parts[:k], block.parts[k + 1 :]
        own = self._handed_down if part.parts else self._cell
        then = look(lambda _: own(block, part, low, high, rows))
        then = self._lines(after, -1, lambda: high, rows, then)
        return self._lines(before, 1, lambda: low, rows, then)

    def _handed_down(
        self, block: Part, part: Part, low: int, high: int, rows: dict[str, int]
    ) -> Node:
        """By what is shown of a part, where the others are lines."""
        there = node("both", linear(lambda: [(1, low)]), linear(lambda: [(1, high)]))

        def end(context: Context) -> Node:
            last = len(context.literals) - 1
            others = [p for p in block.parts if p is not part]
            return self._closed(others, rows, last - 1, last)

        return look(lambda _: node("use", there, look(end), rule=self.at[part.name] + 3, at=[]))

    def _closed(self, parts: Sequence[Part], rows: dict[str, int], upper: int, lower: int) -> Node:
        """Both sides of the bound from literals that say it where ``parts`` are their lines."""

        def side(sign: int, literal: int) -> Node:
            def write(context: Context, goal: int) -> Node:
                mult = [[rows[p.name], str(sign * p.alpha)] for p in parts if p.alpha]
                terms = [["1", [goal], []], ["1", [literal], []]]
                return node("leaf", terms=terms, mult=mult)

            return closing(write)

        return node("both", side(1, upper), side(-1, lower))

    def _cell(self, block: Part, part: Part, low: int, high: int, rows: dict[str, int]) -> Node:
        """The cell of a unit; where it is the sign, its place is taken apart."""
        jumps = not self.kind.above and part.before == part.low

        def between(context: Context) -> Node:
            at = len(context.literals) - 1 if jumps else low
            near = look(lambda _: self._compared(block, self.line(part), self.cuts[part.low], rows))
            return self._line_of(part, 1, lambda: at, rows, near)

        if not jumps:
            return look(between)

        def there(context: Context) -> Node:
            return self._at_place(block, part, low, len(context.literals) - 1, rows)

        return split(["-", str(part.low), X], look(there), look(between))

    def _at_place(self, block: Part, part: Part, low: int, high: int, rows: dict[str, int]) -> Node:
        """x is the place of a sign, which is 0 there; f is compared with that on a small box."""
        end = part.low + (part.high - part.low) / 2**HALVINGS

        def near(context: Context) -> Node:
            rows[part.name] = len(context.literals) - 1
            small = self._compared(block, part.outside, [part.low, end], rows)
            return have(["<=", X, str(end)], linear(lambda: [(1, high)]), small)

        null = node("both", linear(lambda: [(1, high)]), linear(lambda: [(1, low)]))
        return look(lambda _: node("use", null, look(near), rule=self.at[part.name] + 3, at=[]))

    def _compared(
        self, block: Part, line: Line, cuts: Sequence[Fraction], rows: dict[str, int]
    ) -> Node:
        """By boxes that compare f with the line that the network is here."""
        return self._bracketed(
            written(line),
            self.B,
            cuts,
            self.bits,
            lambda below, above: self._closed(block.parts, rows, below, above),
        )

    def _everywhere(self, then: Node) -> Node:
        domain = node("both", linear(lambda: [(1, 0)]), linear(lambda: [(1, 1)]))
        name = self.root.name
        return look(lambda _: node("use", domain, then, rule=self.at[name] + 3, at=[]))
