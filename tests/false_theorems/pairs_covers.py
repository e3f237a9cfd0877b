"""Bounds on an interval: suprema over open and closed intervals, jumps at cut points."""

from __future__ import annotations

from constructions.terms import Json, Term
from proofs.trees.script import Node, auto, have, node

from .pair import (
    CONSTANT,
    CONVERSE,
    DOMAIN,
    FACTOR,
    RANGE,
    SIGN,
    STRICT,
    TERM,
    WIDTH,
    ZERO,
    Pair,
    pair,
)
from .words import PI, absolute, cos, cover, defined, exp, floor, largest, least, lipschitz

from .words import f, number, sign, sin, sqrt, tanh, u, x  # isort: skip

HALF, QUARTER = number("1/2"), number("1/4")
CLOSED = [x >= 0, x <= 1]


def cuts(*at: str, bits: int = 24) -> Node:
    return node("cover", on="x", cuts=list(at), bits=bits)


def steps(count: int) -> Term:
    """The staircase with ``count`` steps on [0, 1]: floor(count x) / count."""
    return floor(count * x) / count


def within(term: Term, bound: object) -> Json:
    return absolute(term) <= bound


PAIRS: list[Pair] = [
    pair("cover: the square on a closed interval", STRICT, "x",
         true=[*CLOSED, x**2 <= 1], false=[*CLOSED, x**2 < 1], at={"x": 1},
         script=lambda: cuts("0", "1", bits=0)),
    pair("cover: the square on an open interval", DOMAIN, "x",
         true=[x >= 0, x < 1, x**2 < 1], false=[x >= -1, x < 1, x**2 < 1], at={"x": -1}),
    pair("cover: a bump that is open on the right", DOMAIN, "x",
         true=[x > 0, x < 1, sign(x) - sign(x - 1) >= 2],
         false=[x > 0, x <= 1, sign(x) - sign(x - 1) >= 2], at={"x": 1},
         script=lambda: cuts("0", "1")),
    pair("cover: a staircase below the line", STRICT, "x",
         true=[*CLOSED, steps(4) <= x], false=[*CLOSED, steps(4) < x], at={"x": "1/4"}),
    pair("cover: a staircase of four steps misses by a quarter", WIDTH, "x",
         true=[*CLOSED, x - steps(4) <= QUARTER], false=[*CLOSED, x - steps(3) <= QUARTER],
         at={"x": "8/25"}),
    pair("cover: a staircase at its midpoints", CONSTANT, "x",
         true=[*CLOSED, within(x - steps(4) - number("1/8"), number("1/8"))],
         false=[*CLOSED, within(x - steps(4) - number("1/8"), number("1/9"))], at={"x": 0}),
    pair("cover: a staircase at the last point", DOMAIN, "x",
         true=[x >= 0, x < 1, steps(4) <= number("3/4")],
         false=[*CLOSED, steps(4) <= number("3/4")],
         at={"x": 1}, script=lambda: cuts("0", "1/4", "1/2", "3/4", "1", bits=0)),
    pair("cover: signs against a line", ZERO, "x",
         true=[x >= 0, x <= 1, within(x - (sign(x - HALF) + 1) / 2, HALF)],
         false=[x >= 0, x <= 1, within(x - (sign(x - HALF) + 1) / 2, number("2/5"))],
         at={"x": "9/20"},
         script=lambda: cuts("0", "1/2", "1", bits=0)),
    pair("cover: two signs against a line", CONSTANT, "x",
         true=[*CLOSED, within(x - QUARTER - (sign(x - HALF) + 1) / 4, QUARTER)],
         false=[*CLOSED, within(x - QUARTER - (sign(x - HALF) + 1) / 4, number("6/25"))],
         at={"x": 0}, script=lambda: cuts("0", "1/2", "1", bits=0)),
    pair("cover: a sign at its own jump", ZERO, "x",
         true=[*CLOSED, within(sign(x - HALF), 1)],
         false=[*CLOSED, absolute(sign(x - HALF)) >= 1], at={"x": "1/2"},
         script=lambda: cuts("0", "1/2", "1")),
    pair("cover: a jump from the left", SIGN, "x",
         true=[x >= 0, x < HALF, sign(x - HALF) <= -1],
         false=[x >= 0, x <= HALF, sign(x - HALF) <= -1], at={"x": "1/2"},
         script=lambda: cuts("0", "1/2")),
    pair("cover: sine above its chord", DOMAIN, "x",
         true=[x >= number("1/10"), x <= number("3/2"), sin(x) >= number("63/100") * x],
         false=[x >= number("1/10"), x <= 2, sin(x) >= number("63/100") * x], at={"x": 2},
         script=lambda: cover("x", "1/10", "3/2", 4)),
    pair("cover: sine plus cosine", CONSTANT, "x",
         true=[x >= 0, x <= 2, sin(x) + cos(x) <= number("71/50")],
         false=[x >= 0, x <= 2, sin(x) + cos(x) <= number("7/5")], at={"x": "11/14"},
         script=lambda: cover("x", 0, 2, 24)),
    pair("cover: sine times cosine", FACTOR, "x",
         true=[x >= 0, x <= 3, sin(x) * cos(x) <= number("51/100")],
         false=[x >= 0, x <= 3, 2 * sin(x) * cos(x) <= number("51/100")], at={"x": "11/14"},
         script=lambda: cover("x", 0, 3, 32)),
    pair("cover: a parabola under a sine", CONSTANT, "x",
         true=[x >= 0, x <= 3, sin(x) >= number("2/5") * x * (3 - x) - number("1/20")],
         false=[x >= 0, x <= 3, sin(x) >= number("1/2") * x * (3 - x) - number("1/20")],
         at={"x": "3/2"}, script=lambda: cover("x", 0, 3, 16)),
    pair("cover: exponential against five terms", TERM, "x",
         true=[*CLOSED, within(exp(x) - (1 + x + x**2 / 2 + x**3 / 6 + x**4 / 24), number("1/90"))],
         false=[*CLOSED, within(exp(x) - (1 + x + x**2 / 2 + x**3 / 6), number("1/90"))],
         at={"x": 1}, script=lambda: cover("x", 0, 1, 40)),
    pair("cover: a geometric series cut off", RANGE, "x",
         true=[x >= 0, x <= HALF, 1 / (1 - x) - (1 + x + x**2) <= QUARTER],
         false=[x >= 0, x <= HALF, 1 / (1 - x) - (1 + x) <= QUARTER], at={"x": "1/2"},
         script=lambda: defined([1 / (1 - x)], auto())),
    pair("cover: root against a line", CONSTANT, "x",
         true=[*CLOSED, sqrt(x + 1) <= 1 + x / 2], false=[*CLOSED, sqrt(x + 1) <= 1 + number(
             "2/5") * x], at={"x": 1},
         script=lambda: defined([sqrt(x + 1)], auto())),
    pair("cover: a quotient with a pole outside", DOMAIN, "x",
         true=[*CLOSED, 1 / (x + 1) <= 1], false=[x >= number("-1/2"), x <= 1, 1 / (x + 1) <= 1],
         at={"x": "-1/2"}, script=lambda: defined([1 / (x + 1)], auto())),
    pair("cover: a quotient with a pole at the end", ZERO, "x",
         true=[x > 0, x <= 1, 1 / x >= 1], false=[x >= 0, x <= 1, 1 / x >= 1], at={"x": 0},
         undefined=True),
    pair("cover: greatest of three lines", CONSTANT, "x",
         true=[*CLOSED, largest(x, largest(1 - x, HALF)) >= HALF],
         false=[*CLOSED, largest(x, largest(1 - x, HALF)) >= number("3/5")], at={"x": "1/2"}),
    pair("cover: a tent by its lesser side", CONSTANT, "x",
         true=[*CLOSED, least(x, 1 - x) <= HALF], false=[*CLOSED, least(x, 1 - x) <= number("2/5")],
         at={"x": "1/2"}),
    pair("cover: steep units near a step", DOMAIN, "x",
         true=[x >= QUARTER, x <= 1, within(1 - x / (absolute(x) + number("1/100")),
                                            number("1/20"))],
         false=[x >= number("1/100"), x <= 1, within(1 - x / (absolute(x) + number("1/100")),
                                                     number("1/20"))],
         at={"x": "1/100"},
         script=lambda: defined([x / (absolute(x) + number("1/100"))],
                                cover("x", "1/4", 1, 32))),
    pair("cover: two smooth steps add", WIDTH, "x",
         true=[*CLOSED, within(x - HALF - tanh(4 * (x - HALF)) / 4, number("3/10"))],
         false=[*CLOSED, within(x - HALF - tanh(4 * (x - HALF)), number("3/10"))], at={"x": 1},
         script=lambda: cover("x", 0, 1, 2)),
    pair("cover: pi between its fractions", CONVERSE, "x",
         true=[x.equals(PI), x > number("333/106")],
         false=[x.equals(PI), x > number("355/113")], at={"x": PI},
         script=lambda: have(PI > number("333/106"), auto(), auto())),
    pair("cover: a Lipschitz function on one sample", CONSTANT, "x f/1",
         true=[lipschitz("f", 1), *CLOSED, f(HALF).equals(0), f(x) <= HALF],
         false=[lipschitz("f", 1), *CLOSED, f(HALF).equals(0), f(x) <= number("2/5")],
         at={"x": 1}, functions={"f": ("u", u - HALF)},
         script=lambda: node("use", auto(), have(absolute(x - HALF) <= HALF, node(
             "case", auto(), auto(), on=absolute(x - HALF).json), node(
                 "case", auto(), auto(), on=absolute(f(x) - f(HALF)).json)), rule=0,
             at=["x", "1/2"])),
    pair("cover: a Lipschitz function on two samples", WIDTH, "x f/1",
         true=[lipschitz("f", 1), *CLOSED, f(QUARTER).equals(0), f(number("3/4")).equals(0),
               x >= HALF, f(x) <= QUARTER],
         false=[lipschitz("f", 1), *CLOSED, f(QUARTER).equals(0), x >= HALF, f(x) <= QUARTER],
         at={"x": 1}, functions={"f": ("u", u - QUARTER)},
         script=lambda: node("use", auto(), have(absolute(x - number("3/4")) <= QUARTER, node(
             "case", auto(), auto(), on=absolute(x - number("3/4")).json), node(
                 "case", auto(), auto(), on=absolute(f(x) - f(number("3/4"))).json)), rule=0,
             at=["x", "3/4"])),
]  # fmt: skip
