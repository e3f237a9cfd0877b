"""Random terms in x, and their true values at rational points, between close rationals.

Terms are written as certificates write them.  The value comes from :mod:`tests.campaigns.oracles`
and exact rationals alone.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from fractions import Fraction as F
from math import floor
from typing import Any

from tests.campaigns import oracles as O
from tests.campaigns.oracles import BITS, Bounds, NoBounds

Json = Any
WIDTHS = (F(0), F(0), F(1, 2**1074), F(1, 2**60), F(1, 10**9), F(1, 1000), F(1, 7), F(1), F(3),
          F(100))  # fmt: skip
PRECISIONS = (1, 2, 3, 5, 8, 16, 24, 53, 64, 64, 100, 128, 200)
ONE_ARGUMENT = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")


class World:
    """Random choices, and hard points in order."""

    def __init__(self, seed: int, size: int = 400) -> None:
        self.rng = random.Random(seed)
        self.points = O.hard_points(random.Random(size), size)  # the same for every block
        self.positive = [q for q in self.points if q > 0]

    def point(self, op: str = "") -> F:
        few = op in ("sqrt", "log") and self.rng.random() < 0.95
        return self.rng.choice(self.positive if few else self.points)

    def around(self, q: F) -> tuple[F, F]:
        """An interval around q: its ends may be q, near it, or far away."""
        low, high = self.rng.choice(WIDTHS), self.rng.choice(WIDTHS)
        scale = self.rng.choice([F(1), F(1), F(1, 3), F(5, 8)])
        return q - low * scale, q + high * scale

    def within(self, low: F, high: F, q: F) -> list[F]:
        """q and up to two other hard points of [low, high]."""
        first, last = bisect_left(self.points, low), bisect_right(self.points, high)
        others = [self.points[self.rng.randrange(first, last)] for _ in "ab" if last > first]
        return [q, *(p for p in others if p != q)]


def tight(a: Bounds) -> Bounds:
    """The same bounds with short ends, outward."""
    low, high = a
    if low == high:
        return a
    if low.denominator.bit_length() > BITS:
        low = F((low * (1 << BITS)).__floor__(), 1 << BITS)
    if high.denominator.bit_length() > BITS:
        high = F((high * (1 << BITS)).__ceil__(), 1 << BITS)
    return low, high


def elementary(op: str, a: Bounds) -> Bounds:
    """The function on [a0, a1], for a0 and a1 next to one another."""
    if a[0] == a[1]:
        return O.ELEMENTARY[op](a[0])
    if op in ("sin", "cos"):
        half, reach = (a[0] + a[1]) / 2, (a[1] - a[0]) / 2
        low, high = O.ELEMENTARY[op](half)
        return low - reach, high + reach
    if op == "tan":
        return O.quotient(elementary("sin", a), elementary("cos", a))
    return O.ELEMENTARY[op](a[0])[0], O.ELEMENTARY[op](a[1])[1]


def step(op: str, a: Bounds) -> Bounds:
    """sign or floor, where the bounds decide it."""
    low, high = (F((q > 0) - (q < 0)) if op == "sign" else F(floor(q)) for q in a)
    if low != high:
        raise NoBounds
    return low, high


def true_value(term: Json, x: F) -> Bounds | None:
    """Bounds on the value at x; None where the term is certainly undefined."""
    if isinstance(term, str):
        return O.exactly(x if term == "x" else F(term))
    op = term[0]
    if op == "pi":
        return O.pi()
    if op == "^":
        base = true_value(term[1], x)
        if base is None:
            return None
        power = O.exactly(1)
        for _ in range(term[2]):
            power = tight(O.times(power, base))
        return power
    parts = [true_value(a, x) for a in term[1:]]
    if None in parts:
        return None
    return _combined(op, parts)


def _combined(op: str, parts: list[Any]) -> Bounds | None:
    a, b = parts[0], parts[1] if len(parts) > 1 else None
    if op == "+":
        return tight(O.plus(a, b))
    if op == "-":
        return O.negative(a) if b is None else tight(O.minus(a, b))
    if op == "*":
        return tight(O.times(a, b))
    if op == "/":
        return None if b == (0, 0) else tight(O.quotient(a, b))
    if op in ("max", "min"):
        chosen = max if op == "max" else min
        return chosen(a[0], b[0]), chosen(a[1], b[1])
    if op == "abs":
        return a if a[0] >= 0 else O.negative(a) if a[1] <= 0 else (F(0), max(-a[0], a[1]))
    if op in ("sign", "floor"):
        return step(op, a)
    if op in ("sqrt", "log") and (a[1] < 0 or (op == "log" and a[1] == 0)):
        return None
    return tight(elementary(op, a))


def random_term(world: World, x0: F, depth: int, smooth: bool = False) -> Json:
    """A term in x.  Arguments of elementary functions are often at a hard point for x = x0.

    ``smooth`` leaves out what jumps.
    """
    rng = world.rng
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(["x", "x", "x", str(F(rng.randrange(-9, 10), rng.randrange(1, 6)))])
    kind = rng.randrange(10)
    if kind < 4:
        ops = [op for op in ONE_ARGUMENT if not (smooth and op in ("sign", "floor"))]
        op = rng.choice(ops)
        if rng.random() < 0.5:
            scale = rng.choice(["1", "1", "-2", "1/3"])
            shift = world.point(op) - F(scale) * x0
            inner: Json = ["+", ["*", scale, "x"], str(shift)]
        else:
            inner = random_term(world, x0, depth - 1, smooth)
        return [op, inner]
    if kind == 9:
        return ["^", random_term(world, x0, depth - 1, smooth), rng.choice([0, 1, 2, 3])]
    if kind == 8:
        return rng.choice([["pi"], ["-", random_term(world, x0, depth - 1, smooth)]])
    op = rng.choice(["+", "-", "*", "*", "/", "max", "min"])
    return [op, *(random_term(world, x0, depth - 1, smooth) for _ in "ab")]
