"""Certificates of |G - f| <= B on [0, 1] for step networks of up to a thousand units.

Where x lies in the cell around the breakpoint of one unit, all others are within r of the ends of
their step, so that the sum of what they lack is small for every x at once.  So no unit is enclosed
again and again in intervals:

- one lemma (:mod:`.unit_lemma`) says for all t what s(t) is near and far from 0, and gives it a
  name S_j; G is the sum of the alpha_j S_j;
- units are gathered in blocks, blocks in larger ones.  Of each block three things are shown by its
  parts: what its sum T is near to the right of it, and to the left, and, for x inside of it,

      |T + V - f(x)| <= B   for every V between two numbers,

  V being what the units outside of the block add.  A context knows the parts of one block only;
- f lies between p + q x - e and p + q x + e on pieces of [0, 1], by boxes of the kernel;
- in the cell of unit k, for x on one side, S_k lies between the values of s at 0 and at that end.

The last is all that is used of the steep part of a step.  It costs nothing where the smoothing is
small against a cell: G there takes the values between two neighbouring levels, and an L-Lipschitz f
is within L/(2N) of all of these.  Where the bound needs more than that, :class:`NotWide` is raised.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.terms import read_term
from proofs.supnorm._float_forms import FloatTerm, NoForm
from proofs.supnorm._line_terms import OnLine, X
from proofs.supnorm.blocks import (
    BITS,
    BLOCK,
    ONE,
    ZERO,
    Blocks,
    F,
    NotWide,
    balanced,
    linear,
    multiple,
    within,
)
from proofs.supnorm.unit_lemma import Bounds, bounds
from proofs.trees.script import Node, intro, look, node, split

Json = Any
GUARD = Fraction(1, 1 << 40)
"""What the kernel's boxes of f may be wider than those of the floats."""
FAR = Fraction(1, 2)
"""The distance from [0, 1] of a breakpoint that is to the left of it."""
HALVINGS = 24
MAX_PIECES = 8_000
UNIT_WORK, PIECE_WORK = 17_500, 4_000
"""What a unit, and a line for f, cost the kernel, measured."""
V = "V"


Range = tuple[Fraction, Fraction]


def _times(alpha: Fraction, values: Range) -> Range:
    a, b = alpha * values[0], alpha * values[1]
    return (a, b) if a <= b else (b, a)


def _sum(ranges: Sequence[Range]) -> Range:
    return sum((r[0] for r in ranges), ZERO), sum((r[1] for r in ranges), ZERO)


@dataclass(frozen=True)
class Model:
    """p + q x - e <= f <= p + q x + e on a piece."""

    p: Fraction
    q: Fraction
    e: Fraction

    def between(self, low: Fraction, high: Fraction) -> Range:
        """f on this part of the piece."""
        ends = self.p + self.q * low, self.p + self.q * high
        return min(ends) - self.e, max(ends) + self.e


@dataclass
class Part:
    """A unit, or a block of them: alpha times a name, with the part of [0, 1] that it is for.

    ``right``, ``left``: what alpha times the name is for x > ``after`` and for x < ``before``;
    ``others`` what all other units add on [low, high].
    """

    before: Fraction
    after: Fraction
    low: Fraction
    high: Fraction
    right: Range
    left: Range
    alpha: Fraction = ONE
    parts: list[Part] = field(default_factory=list)
    units: list[int] = field(default_factory=list)
    place: Fraction = ZERO
    others: Range = (ZERO, ZERO)
    name: str = ""


@dataclass(frozen=True)
class Zone:
    """A part of the cell of a unit, and which of its rules says what the step is there."""

    part: Part
    low: Fraction
    high: Fraction
    rule: int


class Wide(Blocks):
    """The proof for one network, one f and one bound.

    Raises:
        NotWide: there are fewer than two breakpoints in ]0, 1[, or the bound is not shown.
    """

    def __init__(self, network: OnLine, f: Json, B: Fraction) -> None:
        super().__init__(f, B)
        self.network = network
        self.units = sorted(network.units, key=lambda unit: -unit.b)
        self.places = [-unit.b for unit in self.units]
        self.step: Bounds = bounds(network.c, network.convention, Fraction(7, 16 * network.N))
        bottom, mid, top = self.step.values
        r = self.step.r
        self.outer: Bounds = bounds(network.c, network.convention, FAR)
        self.ends = {1: (top - r, top), 2: (bottom, bottom + r), 3: (mid, top), 4: (bottom, mid)}
        self.root = self._blocks()
        self.models: dict[tuple[Fraction, Fraction], Model | None] = {}
        self.pieces: set[tuple[Fraction, Fraction]] = set()
        self._plan(self.root)

    # --- blocks ---

    def _blocks(self) -> Part:
        inner = [j for j, place in enumerate(self.places) if ZERO < place < ONE]
        if len(inner) < 2:
            raise NotWide("fewer than two breakpoints")
        cuts = [(self.places[i] + self.places[j]) / 2 for i, j in pairwise(inner)]
        ends = dict(zip(inner, pairwise([ZERO, *cuts, ONE]), strict=True))
        found = [self._unit(j, *ends.get(j, (ZERO, ZERO))) for j in range(len(self.units))]
        number = 0
        while len(found) > 1:
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

    def _unit(self, j: int, low: Fraction, high: Fraction) -> Part:
        alpha, place = self.units[j].alpha, self.places[j]
        if low == high and place > -FAR:
            raise NotWide("a breakpoint that is neither in ]0, 1[ nor far to the left of it")
        step = self.step if low < high else self.outer
        _, _, top = step.values
        right = _times(alpha, (top - step.r, top))
        left = _times(alpha, (step.values[0], step.values[0] + step.r))
        ends = place - step.w, place + step.w
        name = f"s{j}"
        return Part(*ends, low, high, right, left, alpha, units=[j], place=place, name=name)

    @staticmethod
    def _block(parts: list[Part], name: str) -> Part:
        return Part(
            min(p.before for p in parts),
            max(p.after for p in parts),
            min(p.low for p in parts),
            max(p.high for p in parts),
            _sum([p.right for p in parts]),
            _sum([p.left for p in parts]),
            parts=parts,
            units=[j for p in parts for j in p.units],
            name=name,
        )

    def _share(self, block: Part) -> None:
        for i, part in enumerate(block.parts):
            before = [p.right for p in block.parts[:i]]
            after = [p.left for p in block.parts[i + 1 :]]
            part.others = _sum([block.others, *before, *after])
            self._share(part)

    # --- f ---

    def model(self, low: Fraction, high: Fraction) -> Model | None:
        """A line for f on [low, high], or None where none is seen."""
        if (low, high) not in self.models:
            self.models[low, high] = self._line(low, high)
        return self.models[low, high]

    def _line(self, low: Fraction, high: Fraction) -> Model | None:
        if any(low < kink < high for kink in self.kinks):
            return None
        form = self.form
        try:
            a, b = (sum(form.form(q, q).middle) / 2 for q in (low, high))
            middle = (low + high) / 2
            m = sum(form.form(middle, middle).middle) / 2
        except NoForm:
            return None
        q = _short((b - a) / float(high - low))
        # the middle of what f differs from the chord
        p = _short((a + b) / 4 + m / 2) - q * _short(float(middle))
        p = Fraction(round(p * 2**50), 2**50)
        gap = FloatTerm(read_term(["-", self.f, self._json(p, q)], {X}, {}))
        try:
            found = gap.form(low, high).range
        except NoForm:
            return None
        size = max(abs(found[0]), abs(found[1])) * (1 + 2.0**-30)
        e = Fraction(math.ceil(size * 2**44), 2**44) + GUARD * (1 + abs(Fraction(round(abs(a)))))
        return Model(p, q, e)

    @staticmethod
    def _json(p: Fraction, q: Fraction) -> Json:
        return ["+", str(p), ["*", str(q), X]] if q else str(p)

    def fits(self, zone: Zone, model: Model, low: Fraction, high: Fraction) -> bool:
        """|G - f| <= B on a part of a zone, with this line for f."""
        G = _sum([_times(zone.part.alpha, self.ends[zone.rule]), zone.part.others])
        f = model.between(low, high)
        return G[1] - f[0] <= self.B and f[1] - G[0] <= self.B

    def _plan(self, block: Part) -> None:
        """Find the pieces of [0, 1] on which one line stands for f."""
        if block.parts[0].parts:
            for part in block.parts:
                self._plan(part)
        else:
            self._plan_cells([part for part in block.parts if part.low < part.high])

    def _plan_cells(self, parts: list[Part]) -> None:
        zones = [zone for part in parts for zone in self.zones(part)]
        if len(parts) == 1:
            self._plan_zones(zones)
        elif not self._placed(zones, zones[0].low, zones[-1].high):
            i = len(parts) // 2
            self._plan_cells(parts[:i])
            self._plan_cells(parts[i:])

    def _plan_zones(self, zones: list[Zone]) -> None:
        if len(zones) == 1:
            self._plan_piece(zones[0], zones[0].low, zones[0].high, 0)
        elif not self._placed(zones, zones[0].low, zones[-1].high):
            i = (len(zones) + 1) // 2
            self._plan_zones(zones[:i])
            self._plan_zones(zones[i:])

    def _plan_piece(self, zone: Zone, low: Fraction, high: Fraction, depth: int) -> None:
        if not self._placed([zone], low, high):
            cut = self._cut(low, high)
            if depth > HALVINGS:
                raise NotWide(f"the bound is not shown near x = {float(cut):.9g}", cut)
            self._plan_piece(zone, low, cut, depth + 1)
            self._plan_piece(zone, cut, high, depth + 1)

    def _placed(self, zones: list[Zone], low: Fraction, high: Fraction) -> bool:
        fit = self.all_fit(zones, low, high)
        if fit:
            self.pieces.add((low, high))
            if len(self.pieces) > MAX_PIECES:
                raise NotWide(f"more than {MAX_PIECES} lines for f")
        return fit

    def _cut(self, low: Fraction, high: Fraction) -> Fraction:
        return next((q for q in self.kinks if low < q < high), (low + high) / 2)

    def all_fit(self, zones: Sequence[Zone], low: Fraction, high: Fraction) -> bool:
        """One line does for f on [low, high]."""
        model = self.model(low, high)
        if model is None:
            return False
        inside = ((z, max(z.low, low), min(z.high, high)) for z in zones)
        return all(self.fits(z, model, a, b) for z, a, b in inside if a < b)

    def zones(self, part: Part) -> list[Zone]:
        """The cell of a unit: far to the left of its breakpoint, near, near, far to the right."""
        place, half = part.place, Fraction(1, 2 * self.network.N)
        cuts = [(part.low, place - half, 2), (place - half, place, 4)]
        cuts += [(place, place + half, 3), (place + half, part.high, 1)]
        inside = [(max(part.low, low), min(part.high, high), rule) for low, high, rule in cuts]
        return [Zone(part, low, high, rule) for low, high, rule in inside if low < high]

    # --- the proof ---

    def certificate(self) -> Json:
        """The certificate of |G - f| <= B for 0 <= x <= 1."""
        return self._certificate(self.network.term(), self.root)

    def _lemmas(self) -> list[tuple[str, Json, Node]]:
        outer, step = self.outer, self.step
        return [("outer", outer.lemma, outer.proof()), ("unit", step.lemma, step.proof())]

    def _lemma_at(self, part: Part) -> tuple[str, Json]:
        t = ["+", X, str(self.units[part.units[0]].b)]
        return ("unit" if part.low < part.high else "outer"), t

    @property
    def work(self) -> int:
        """About the work that the kernel will count."""
        each = self._box_work(self.term, ZERO, Fraction(1, self.network.N))
        return UNIT_WORK * len(self.units) + (2 * each + PIECE_WORK) * len(self.pieces)

    # blocks, from their parts

    def _facts(self, block: Part, value: Json) -> list[Json]:
        """What is shown of the sum ``value`` of a block."""
        (right, most), (left, least) = block.right, block.left
        lo, hi = block.others
        difference_ = ["-", ["+", value, V], F]
        inside = [["<=", str(lo), V], ["<=", V, str(hi)]]
        bound = ["and", ["<=", difference_, str(self.B)], ["<=", str(-self.B), difference_]]
        return [
            ["all", "z", "real", ["=", value, self._written(block)]],
            ["implies", ["<", str(block.after), X], within(right, value, most)],
            ["implies", ["<", X, str(block.before)], within(left, value, least)],
            [
                "implies",
                ["and", ["<=", str(block.low), X], ["<=", X, str(block.high)]],
                ["all", V, "real", ["implies", ["and", *inside], bound]],
            ],
        ]

    def _written(self, block: Part) -> Json:
        """The sum of its units, as the network has them."""
        units = [self.units[j] for j in block.units]
        terms = [["*", str(u.alpha), self.step.step(["+", X, str(u.b)])] for u in units]
        return balanced(terms)

    def _shown(self, block: Part) -> Node:
        total = balanced([multiple(p.alpha, p.name) for p in block.parts])
        right = self._assumed(f"{block.name}>", self._beyond(block, 1))
        left = self._assumed(f"{block.name}<", self._beyond(block, -1))
        parts = node("both", self._same(block), right, left, self._inside(block))
        return node("some", parts, **{"is": total})

    def _beyond(self, block: Part, side: int) -> Node:
        """The sum of the parts, for x to the right or to the left of all of them."""
        goal = f"{block.name}{'>' if side > 0 else '<'}"
        rows: dict[str, tuple[int, int]] = {}
        then = node("both", *(self._sum_of(block.parts, rows, upper) for upper in (False, True)))
        for part in reversed(block.parts):
            then = self._use_side(part, side, lambda: self.near[goal], rows, then)
        return then

    def _use_side(
        self,
        part: Part,
        side: int,
        where: Callable[[], int],
        rows: dict[str, tuple[int, int]],
        then: Node,
    ) -> Node:
        """``rows`` learns where the two bounds of a part stand; ``where`` is a literal of x."""

        def known(context: Context) -> Node:
            last = len(context.literals) - 1
            if part.parts:
                rows[part.name] = last - 1, last
            else:  # of a unit the rule says one, the other holds everywhere
                low, high = self.near[part.name] - 2, self.near[part.name] - 1
                rows[part.name] = (last, high) if side > 0 else (low, last)
            return then

        number = 1 if side > 0 else 2
        close = linear(lambda: [(1, where())])
        return look(
            lambda _: node("use", close, look(known), rule=self.at[part.name] + number, at=[])
        )

    def _sum_of(self, parts: list[Part], rows: dict[str, tuple[int, int]], upper: bool) -> Node:
        """A bound of the sum from bounds of the parts."""

        def used() -> list[tuple[Fraction | int, int]]:
            return [self._row(part, rows, upper) for part in parts]

        return linear(used)

    @staticmethod
    def _row(part: Part, rows: dict[str, tuple[int, int]], upper: bool) -> tuple[Fraction, int]:
        low, high = rows[part.name]
        return abs(part.alpha), high if (part.alpha > 0) == upper else low

    # x inside of a block

    def _inside(self, block: Part) -> Node:
        """|T + V - F| <= B for x between the ends of a block."""

        def ready(context: Context) -> Node:
            last = len(context.literals) - 1
            known = _Known(last - 3, last - 2, last - 1, last, {})
            parts = [p for p in block.parts if p.low < p.high]
            always = [p for p in block.parts if p.low == p.high]
            return self._drop(always, 1, known, lambda k: self._cells(block, parts, k, None))

        return intro("", intro(V + "0", intro("", look(ready))))

    def _drop(
        self, parts: list[Part], side: int, known: _Known, then: Callable[[_Known], Node]
    ) -> Node:
        """The bounds of parts that x is beyond."""
        if not parts:
            return look(lambda _: then(known))
        rows = dict(known.rows)
        where = (lambda: known.low) if side > 0 else (lambda: known.high)
        after = look(lambda _: then(_Known(known.low, known.high, known.least, known.most, rows)))
        for part in reversed(parts):
            after = self._use_side(part, side, where, rows, after)
        return after

    def _cells(
        self, block: Part, parts: list[Part], known: _Known, model: tuple[Model, int, int] | None
    ) -> Node:
        low, high = parts[0].low, parts[-1].high
        if len(parts) == 1 and parts[0].parts:
            return self._handed_down(block, parts[0], known)
        if not parts[0].parts and model is None and (low, high) in self.pieces:
            return self._with_model(low, high, lambda m: self._cells(block, parts, known, m))
        if len(parts) == 1:
            return self._zones(block, self.zones(parts[0]), known, model)
        i = len(parts) // 2
        cut = parts[i].low

        def half(side: int) -> Node:
            near, far = (parts[i:], parts[:i]) if side > 0 else (parts[:i], parts[i:])

            def here(context: Context) -> Node:
                k = known.at(side, len(context.literals) - 1)
                return self._drop(far, side, k, lambda k: self._cells(block, near, k, model))

            return look(here)

        return split(["-", X, str(cut)], half(1), half(-1))

    def _with_model(
        self, low: Fraction, high: Fraction, then: Callable[[tuple[Model, int, int]], Node]
    ) -> Node:
        """have: F is between two lines on this piece."""
        model = self.model(low, high)
        if model is None:
            raise NotWide("a piece without a line", low)
        line = self._json(model.p, model.q)
        found = model
        return self._bracketed(
            line, model.e, [low, high], BITS, lambda below, above: then((found, below, above))
        )

    def _handed_down(self, block: Part, part: Part, known: _Known) -> Node:
        """By what is shown of a part, with V and the other parts as what is outside of it."""
        others = [p for p in block.parts if p is not part]
        v = balanced([V + "0", *(multiple(p.alpha, p.name) for p in others)])
        inside = node("both", linear(lambda: [(1, known.low)]), linear(lambda: [(1, known.high)]))

        def outside(upper: bool) -> Node:
            def used() -> list[tuple[Fraction | int, int]]:
                own = known.most if upper else known.least
                return [(1, own), *(self._row(p, known.rows, upper) for p in others)]

            return linear(used)

        def end(context: Context) -> Node:
            last = len(context.literals) - 1
            return node("both", linear(lambda: [(1, last - 1)]), linear(lambda: [(1, last)]))

        def second(context: Context) -> Node:
            there = node("both", outside(False), outside(True))
            return node("use", there, look(end), rule=len(context.rules) - 1, at=[v])

        return look(lambda _: node("use", inside, look(second), rule=self.at[part.name] + 3, at=[]))

    # the cell of one unit

    def _zones(
        self, block: Part, zones: list[Zone], known: _Known, model: tuple[Model, int, int] | None
    ) -> Node:
        low, high = zones[0].low, zones[-1].high
        if model is None and (low, high) in self.pieces:
            return self._with_model(low, high, lambda m: self._zones(block, zones, known, m))
        if len(zones) == 1:
            return self._zone(block, zones[0], known, model)
        i = (len(zones) + 1) // 2

        def half(side: int) -> Node:
            def here(context: Context) -> Node:
                k = known.at(side, len(context.literals) - 1)
                return self._zones(block, zones[i:] if side > 0 else zones[:i], k, model)

            return look(here)

        return split(["-", X, str(zones[i].low)], half(1), half(-1))

    def _zone(
        self, block: Part, zone: Zone, known: _Known, model: tuple[Model, int, int] | None
    ) -> Node:
        right = zone.rule in (1, 3)
        name, rows = zone.part.name, dict(known.rows)

        def ready(context: Context) -> Node:
            last = len(context.literals) - 1
            least, most = self.near[name] - 2, self.near[name] - 1
            rows[name] = (last, most) if right else (least, last)
            full = _Known(known.low, known.high, known.least, known.most, rows)
            return self._piece(block, zone, zone.low, zone.high, full, model)

        close = linear(lambda: [(1, known.low if right else known.high)])
        return look(
            lambda _: node("use", close, look(ready), rule=self.at[name] + zone.rule, at=[])
        )

    def _piece(
        self,
        block: Part,
        zone: Zone,
        low: Fraction,
        high: Fraction,
        known: _Known,
        model: tuple[Model, int, int] | None,
    ) -> Node:
        if model is not None:
            leaves = [self._leaf(block, known, model, upper) for upper in (True, False)]
            return node("both", *leaves)
        if (low, high) in self.pieces:
            return self._with_model(
                low, high, lambda m: self._piece(block, zone, low, high, known, m)
            )
        cut = self._cut(low, high)

        def half(way: int) -> Node:
            a, b = (cut, high) if way > 0 else (low, cut)

            def here(context: Context) -> Node:
                k = known.at(way, len(context.literals) - 1)
                return self._piece(block, zone, a, b, k, None)

            return look(here)

        return split(["-", X, str(cut)], half(1), half(-1))

    def _leaf(self, block: Part, known: _Known, model: tuple[Model, int, int], upper: bool) -> Node:
        line, below, above = model

        def used() -> list[tuple[Fraction | int, int]]:
            rows: list[tuple[Fraction | int, int]] = [
                self._row(p, known.rows, upper) for p in block.parts
            ]
            rows.append((1, known.most if upper else known.least))
            rows.append((1, below if upper else above))
            rising = (line.q > 0) == upper  # f is least, or greatest, at the low end
            rows.append((abs(line.q), known.low if rising else known.high))
            return rows

        return linear(used)

    def _everywhere(self, then: Node) -> Node:
        def second(context: Context) -> Node:
            there = node("both", linear(list), linear(list))
            return node("use", there, then, rule=len(context.rules) - 1, at=["0"])

        domain = node("both", linear(lambda: [(1, 0)]), linear(lambda: [(1, 1)]))
        rule = self.root.name
        return look(lambda _: node("use", domain, look(second), rule=self.at[rule] + 3, at=[]))


@dataclass(frozen=True)
class _Known:
    """Where literals stand: low <= x, x <= high, least <= V, V <= most; the bounds of parts."""

    low: int
    high: int
    least: int
    most: int
    rows: dict[str, tuple[int, int]]

    def at(self, side: int, index_: int) -> _Known:
        low, high = (index_, self.high) if side > 0 else (self.low, index_)
        return _Known(low, high, self.least, self.most, self.rows)


def _short(value: float) -> Fraction:
    return Fraction(round(value * 2**50), 2**50)
