"""Steps that are often printed as if they were evident, each beside what does follow."""

from __future__ import annotations

from constructions.terms import Json, every, exists, implies, total
from proofs.trees.script import Node, auto, have, node

from .pair import (
    CONSTANT,
    CONVERSE,
    DOMAIN,
    HYPOTHESIS,
    INTEGER,
    ORDER,
    QUANTIFIER,
    RANGE,
    SIGN,
    STRICT,
    TERM,
    WIDTH,
    ZERO,
    Pair,
    pair,
)
from .words import absolute, cases, defined, f, floor, g, intro, largest, lipschitz, near, number

from .words import a, b, c, d, e, i, j, k, m, n, p, s, t, u, v, w, x, y, z  # isort: skip

HALF = number("1/2")


def both(*then: Node) -> Node:
    return node("both", *then)


def use(rule: int, at: list[object], *then: Node) -> Node:
    return node("use", *then, rule=rule, at=[getattr(v, "json", v) for v in at])


def increasing(f: object) -> Json:
    return every("x", "real", every("y", "real", implies(x <= y, f(x) <= f(y))))  # type: ignore[operator]


def bound(f: object, c: object) -> Json:
    """f <= c on [0, 1]."""
    return every("x", "real", implies(x >= 0, x <= 1, f(x) <= c))  # type: ignore[operator]


PAIRS: list[Pair] = [
    pair("trap: all neighbours agree, so all agree", RANGE, "n:int f/1",
         true=[n >= 0, every("i", "int", implies(i >= 0, f(i + 1).equals(f(i)))),
               f(n).equals(f(0))],
         false=[n >= 0, every("i", "int", implies(i >= 1, f(i + 1).equals(f(i)))),
                f(n).equals(f(0))],
         at={"n": 1}, functions={"f": ("t", largest(0, 1 - absolute(t)))},
         script=lambda: node("induct", auto(), use(0, [j], auto(), auto()),
                             use(1, [n], auto(), auto()), on="j", claim=f(j).equals(f(0)),
                             **{"from": "0"}),
         refute=lambda: both(auto(), intro("i", intro("", cases(
             [absolute(i + 1), absolute(i), largest(0, 1 - absolute(i + 1)),
              largest(0, 1 - absolute(i))], auto()))), auto())),
    pair("trap: the supremum of a sum is the sum of suprema", CONVERSE, "a b c f/1 g/1",
         true=[bound(f, a), bound(g, b), every("x", "real", implies(
             x >= 0, x <= 1, f(x) + g(x) <= a + b))],
         false=[bound(f, a), f(0).equals(a), bound(g, b), g(1).equals(b), every(
             "x", "real", implies(x >= 0, x <= 1, f(x) + g(x) <= c)), c >= a + b],
         at={"a": 1, "b": 1, "c": 1},
         functions={"f": ("t", 1 - t), "g": ("t", t)},
         script=lambda: intro("t", intro("", intro("", use(0, ["t"], auto(), use(
             2, [], auto(), use(1, ["t"], auto(), use(3, [], auto(), auto())))))))),
    pair("trap: a product of increasing functions increases", SIGN, "a b f/1 g/1",
         true=[increasing(f), increasing(g), a <= b, f(a) >= 0, g(a) >= 0,
               f(a) * g(a) <= f(b) * g(b)],
         false=[increasing(f), increasing(g), a <= b, f(a) * g(a) <= f(b) * g(b)],
         at={"a": -1, "b": 0}, functions={"f": ("t", t), "g": ("t", t)},
         script=lambda: use(0, ["a", "b"], auto(), use(1, ["a", "b"], auto(), auto()))),
    pair("trap: a composition of increasing functions", ORDER, "a b f/1 g/1",
         true=[increasing(f), increasing(g), a <= b, f(g(a)) <= f(g(b))],
         false=[increasing(f), increasing(g), a <= b, f(g(a)) <= g(f(b))],
         at={"a": 0, "b": 0}, functions={"f": ("t", t + 1), "g": ("t", t / 2)},
         script=lambda: use(1, ["a", "b"], auto(), use(0, [g(a), g(b)], auto(), auto()))),
    pair("trap: a small average error means small errors", CONVERSE, "x y e",
         true=[absolute(x) <= e, absolute(y) <= e, absolute(x) + absolute(y) <= 2 * e],
         false=[absolute(x) + absolute(y) <= 2 * e, absolute(x) <= e],
         at={"x": 2, "y": 0, "e": 1}),
    pair("trap: errors cancel", SIGN, "x y",
         true=[(x + y).equals(0), absolute(x).equals(absolute(y))],
         false=[(x + y).equals(0), (absolute(x) + absolute(y)).equals(0)], at={"x": 1, "y": -1}),
    pair("trap: equal squares", SIGN, "x y",
         true=[x >= 0, y >= 0, (x**2).equals(y**2), x.equals(y)],
         false=[(x**2).equals(y**2), x.equals(y)], at={"x": 1, "y": -1}),
    pair("trap: taking roots of an inequality", SIGN, "x y",
         true=[x**2 <= y**2, x <= absolute(y)], false=[x**2 <= y**2, x <= y],
         at={"x": 0, "y": -1}, script=lambda: cases([absolute(y)], auto())),
    pair("trap: Lipschitz times Lipschitz", HYPOTHESIS, "a b f/1 g/1",
         true=[a <= b, absolute(f(a)) <= 1, absolute(g(b)) <= 1,
               absolute(f(b) - f(a)) <= b - a, absolute(g(b) - g(a)) <= b - a,
               f(b) * g(b) - f(a) * g(a) <= 2 * (b - a)],
         false=[a <= b, absolute(f(b) - f(a)) <= b - a, absolute(g(b) - g(a)) <= b - a,
                f(b) * g(b) - f(a) * g(a) <= 2 * (b - a)],
         at={"a": 2, "b": 3}, functions={"f": ("t", t), "g": ("t", t)},
         script=lambda: cases([absolute(f(a)), absolute(g(b)), absolute(f(b) - f(a)),
                               absolute(g(b) - g(a))], auto())),
    pair("trap: Lipschitz on integers only", INTEGER, "x f/1",
         true=[lipschitz("f", 1, 0, 9), x >= 0, x <= 1, f(x) - f(0) <= x],
         false=[every("i", "int", f(i + 1) - f(i) <= 1), x >= 0, x <= 1, f(x) - f(0) <= x],
         at={"x": "1/2"}, functions={"f": ("t", 3 * (t - floor(t)))},
         script=lambda: use(0, ["x", "0"], auto(), cases([absolute(x - 0), absolute(
             f(x) - f(0))], auto())),
         refute=lambda: both(intro("i", have(floor(i) >= i, near(floor(i) - i), have(
             floor(i + 1) <= i + 1, auto(), have(floor(i + 1) >= i + 1, near(
                 floor(i + 1) - i - 1), auto())))), auto(), auto(), auto())),
    pair("trap: a contraction has its fixed point here", DOMAIN, "x f/1",
         true=[every("y", "real", f(y).equals(y / 2 + 1)), f(2).equals(2)],
         false=[every("y", "real", f(y).equals(y / 2 + 1)), f(x).equals(x)],
         at={"x": 0}, functions={"f": ("t", t / 2 + 1)},
         script=lambda: use(0, ["2"], auto())),
    pair("trap: zero at two ends, zero between", DOMAIN, "x a b",
         true=[a.equals(0), (a + b).equals(0), (a + b * x).equals(0)],
         false=[a.equals(0), (a * x).equals(0), (a + b * x).equals(0)],
         at={"x": 1, "a": 0, "b": 1}),
    pair("trap: the formula of the left half, beyond it", DOMAIN, "x",
         true=[x <= HALF, absolute(x - HALF).equals(HALF - x)],
         false=[x <= 1, absolute(x - HALF).equals(HALF - x)], at={"x": 1}),
    pair("trap: f(2 x) is 2 f(x)", HYPOTHESIS, "x f/1",
         true=[every("u", "real", every("v", "real", f(u + v).equals(f(u) + f(v)))),
               f(2 * x).equals(2 * f(x))],
         false=[f(0).equals(0), f(2 * x).equals(2 * f(x))],
         at={"x": 1}, functions={"f": ("t", t**2)}, script=lambda: use(0, [x, x], auto())),
    pair("trap: an additive function at zero", STRICT, "f/1",
         true=[every("x", "real", every("y", "real", f(x + y).equals(f(x) + f(y)))),
               f(0).equals(0)],
         false=[every("x", "real", every("y", "real", f(x + y) <= f(x) + f(y))),
                f(0).equals(0)],
         at={}, functions={"f": ("t", 1)}, script=lambda: use(0, ["0", "0"], auto())),
    pair("trap: an odd function at zero", SIGN, "f/1",
         true=[every("x", "real", f(-x).equals(-f(x))), f(0).equals(0)],
         false=[every("x", "real", f(-x).equals(f(x))), f(0).equals(0)],
         at={}, functions={"f": ("t", 1)}, script=lambda: use(0, ["0"], auto())),
    pair("trap: a homogeneous function adds", TERM, "x y f/1",
         true=[every("t", "real", every("u", "real", f(t * u).equals(t * f(u)))),
               f(x + y).equals(f(x) + f(y))],
         false=[every("t", "real", every("u", "real", implies(t >= 0, f(t * u).equals(t * f(u))))),
                f(x + y).equals(f(x) + f(y))],
         at={"x": 1, "y": -1}, functions={"f": ("x", absolute(x))},
         script=lambda: use(0, [x, "1"], use(0, [y, "1"], use(0, [x + y, "1"], auto()))),
         refute=lambda: both(intro("t", intro("u", intro("", cases(
             [absolute(t * u), absolute(u)], auto())))), auto())),
    pair("trap: scale equivariance gives bias zero", WIDTH, "a b",
         true=[every("t", "real", implies(t > 0, (a * t + b).equals(t * (a + b)))), b.equals(0)],
         false=[(a * 1 + b).equals(1 * (a + b)), b.equals(0)], at={"a": 0, "b": 1},
         script=lambda: use(0, ["2"], auto(), auto())),
    pair("trap: equal sums, equal summands", CONVERSE, "n:int f/1 g/1",
         true=[n >= 1, total("k", 1, n, f(k)).equals(total("k", 1, n, g(k))),
               total("k", 1, n - 1, f(k)).equals(total("k", 1, n - 1, g(k))),
               f(n).equals(g(n))],
         false=[n >= 1, total("k", 1, n, f(k)).equals(total("k", 1, n, g(k))), f(n).equals(g(n))],
         at={"n": 2}, functions={"f": ("t", t), "g": ("t", 3 - t)},
         script=lambda: node("unfold", auto(), node("unfold", auto(), auto(), on=total(
             "k", 1, n, g(k)).json), on=total("k", 1, n, f(k)).json)),
    pair("trap: a permutation of three keeps the sum, not the weighted sum", ORDER, "x y z",
         true=[(x + y + z).equals(z + x + y)],
         false=[(x + 2 * y + 3 * z).equals(z + 2 * x + 3 * y)], at={"x": 1, "y": 0, "z": 0}),
    pair("trap: equivariant means invariant after the sum", ORDER, "x y f/2",
         true=[every("u", "real", every("v", "real", f(u, v).equals(f(v, u)))),
               f(x, y).equals(f(y, x))],
         false=[every("u", "real", every("v", "real", (f(u, v) + f(v, u)).equals(0))),
                f(x, y).equals(f(y, x))],
         at={"x": 1, "y": 0}, functions={"f": ("s t", s - t)},
         script=lambda: use(0, ["x", "y"], auto())),
    pair("trap: semi-invariant, in the wrong argument", ORDER, "x y z f/3",
         true=[every("u", "real", every("v", "real", every("w", "real", f(u, v, w).equals(
             f(u, w, v))))), f(x, y, z).equals(f(x, z, y))],
         false=[every("u", "real", every("v", "real", every("w", "real", f(u, v, w).equals(
             f(u, w, v))))), f(x, y, z).equals(f(y, x, z))],
         at={"x": 1, "y": 0, "z": 0}, functions={"f": ("p q r", p)},
         script=lambda: use(0, ["x", "y", "z"], auto())),
    pair("trap: for every error a width, so one width", QUANTIFIER, "c",
         true=[every("e", "real", implies(e > 0, exists("n", "int", n * e >= 1)))],
         false=[exists("n", "int", every("e", "real", implies(e > 0, n * e >= 1)))],
         at={"c": 0}, hints={"e": 1 / (absolute(n) + 1)},
         script=lambda: intro("e", intro("", defined([1 / e], node(
             "some", auto(), **{"is": (floor(1 / e) + 1).json})))),
         refute=lambda: both(intro("n", cases([absolute(n)], defined(
             [1 / (absolute(n) + 1)], node("some", both(auto(), auto()), **{
                 "is": (1 / (absolute(n) + 1)).json})))))),
    pair("trap: the mean lies at a data point", STRICT, "x y m",
         true=[m.equals((x + y) / 2), (m - x) * (m - y) <= 0],
         false=[m.equals((x + y) / 2), ((m - x) * (m - y)).equals(0)],
         at={"x": 0, "y": 1, "m": "1/2"}),
    pair("trap: the least squares constant is the midpoint", CONSTANT, "x y z c",
         true=[c.equals((x + y + z) / 3), (x - c) + (y - c) + (z - c) <= 0],
         false=[c.equals((x + z) / 2), x <= y, y <= z, (x - c) + (y - c) + (z - c) <= 0],
         at={"x": 0, "y": 1, "z": 1, "c": "1/2"}),
    pair("trap: min over max", QUANTIFIER, "a b c d",
         true=[largest(a, c) + largest(b, d) >= largest(a + b, c + d)],
         false=[largest(a, c) + largest(b, d) <= largest(a + b, c + d)],
         at={"a": 1, "b": 0, "c": 0, "d": 1}),
    pair("trap: two zeros of a line", WIDTH, "a b x y",
         true=[(a * x + b).equals(0), (a * y + b).equals(0), x < y, a.equals(0)],
         false=[(a * x + b).equals(0), x < y, a.equals(0)],
         at={"a": 1, "b": 0, "x": 0, "y": 1},
         script=lambda: have((a * (y - x)).equals(0), auto(), defined([1 / (y - x)], auto()))),
    pair("trap: three zeros of a parabola", WIDTH, "a b c",
         true=[c.equals(0), (a + b + c).equals(0), (4 * a + 2 * b + c).equals(0), a.equals(0)],
         false=[c.equals(0), (a + b + c).equals(0), a.equals(0)], at={"a": 1, "b": -1, "c": 0}),
    pair("trap: a derivative that vanishes once", ZERO, "x y",
         true=[x > y, x**3 > y**3], false=[x > y, x**3 > y**3 + x * y],
         at={"x": 2, "y": "9/5"}),
    pair("trap: strictly increasing, so steep", CONSTANT, "x y",
         true=[x < y, x**3 < y**3], false=[x < y, y**3 - x**3 >= (y - x) / 10],
         at={"x": 0, "y": "1/10"}),
    pair("trap: nonzero everywhere, so bounded away from zero", QUANTIFIER, "c",
         true=[c >= 0, every("x", "real", implies(x >= 0, 1 / (1 + x) > 0))],
         false=[c > 0, every("x", "real", implies(x >= 0, 1 / (1 + x) >= c))],
         at={"c": 1}, hints={"x": 1},
         script=lambda: intro("x", intro("", defined([1 / (1 + x)], auto())))),
]  # fmt: skip
