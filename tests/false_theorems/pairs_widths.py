"""How many units: floor(L/(2 eps)) + 1, Lemma 2 for N = 1, 2, 3 and symbolic N, Lipschitz f."""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies
from proofs.trees.script import Node, auto, have, node, split

from .pair import (
    CONSTANT,
    CONVERSE,
    DOMAIN,
    EXISTENCE,
    FACTOR,
    HYPOTHESIS,
    INTEGER,
    QUANTIFIER,
    RANGE,
    ROUNDING,
    SIGN,
    STRICT,
    TERM,
    WIDTH,
    Pair,
    pair,
)
from .words import (
    L,
    N,
    absolute,
    cases,
    eps,
    f,
    finite,
    floor,
    g,
    kinks,
    largest,
    lipschitz,
    near,
    number,
)

from .words import a, b, e, h, i, j, k, m, t, u, v, x, y  # isort: skip

HALF, QUARTER = number("1/2"), number("1/4")
RATIO = floor(L / (2 * eps))
UNIT_INTERVAL = [x >= 0, x <= 1]
POSITIVE = [L > 0, eps > 0]


def some(at: object, then: Node) -> Node:
    return node("some", then, **{"is": getattr(at, "json", at)})


def both(*then: Node) -> Node:
    return node("both", *then)


def auto_nonneg(term: Term = RATIO) -> Node:
    """floor(t) + 1 >= 1, since floor(t) + 1 > t >= 0 and floor(t) is an integer."""
    return near(term)


def lipschitz_by_cases(first: Term, second: Term) -> Node:
    """|f(u) - f(v)| <= L |u - v| for a piecewise linear f, all cases."""
    found: list[Term] = []
    for term in (first, second):
        kinks(term.json, found)
    return node("intro", node("intro", node("intro", cases(
        [*found, absolute(first - second), absolute(u - v)], auto(seconds=4)), **{"as": ""}),
        **{"as": "v"}), **{"as": "u"})  # fmt: skip


def single_point() -> Node:
    """u and v are both 0."""
    return node("intro", node("intro", node("intro", cases([absolute(u - v)], auto()),
                **{"as": ""}), **{"as": "v"}), **{"as": "u"})  # fmt: skip


def jump(at: Term) -> Term:
    """0 up to 1, 5 from 2 on."""
    return 5 * (largest(at, 1) - largest(at, 2) + 1)


def chain() -> Node:
    """|f(t) - f(0)| <= 2 keeps f(u), f(v) inside [-9, 9]."""
    inner = node("use", auto(), cases([absolute(v - u), absolute(g(f(v)) - g(f(u)))], auto()),
                 rule=1, at=[f(v).json, f(u).json])  # fmt: skip
    third = node("use", auto(), inner, rule=0, at=["v", "u"])
    second = node("use", auto(), cases([absolute(u - 0), absolute(f(u) - f(0))], third),
                  rule=0, at=["u", "0"])  # fmt: skip
    return node("use", auto(), cases([absolute(v - 0), absolute(f(v) - f(0))], second),
                rule=0, at=["v", "0"])  # fmt: skip


PAIRS: list[Pair] = [
    pair("width: one more than the floor", WIDTH, "L eps N:int",
         true=[*POSITIVE, N.equals(RATIO + 1), L < 2 * eps * N],
         false=[*POSITIVE, N.equals(RATIO), L < 2 * eps * N],
         at={"L": 3, "eps": 1, "N": 1}),
    pair("width: the floor itself gives the bound at equality only", STRICT, "L eps N:int",
         true=[*POSITIVE, N.equals(RATIO), 2 * eps * N <= L],
         false=[*POSITIVE, N.equals(RATIO), 2 * eps * N < L],
         at={"L": 4, "eps": 1, "N": 2}),
    pair("width: the bound divided by N", WIDTH, "L eps N:int",
         true=[*POSITIVE, N.equals(RATIO + 1), L / (2 * N) < eps],
         false=[*POSITIVE, N >= 1, N.equals(RATIO), L / (2 * N) < eps],
         at={"L": 2, "eps": 1, "N": 1},
         script=lambda: have(N >= 1, split(N.json, split((N - 1).json, auto(), auto()), auto()),
                             node("define", auto(), auto(), term=(L / (2 * N)).json))),
    pair("width: the factor 2 in the width", FACTOR, "L eps N:int",
         true=[*POSITIVE, N.equals(floor(L / (2 * eps)) + 1), L < 2 * eps * N],
         false=[*POSITIVE, N.equals(floor(L / (3 * eps)) + 1), L < 2 * eps * N],
         at={"L": "5/2", "eps": 1, "N": 1}),
    pair("width: the ceiling is enough for the weak bound", STRICT, "L eps N:int",
         true=[*POSITIVE, N.equals(-floor(-(L / (2 * eps)))), L <= 2 * eps * N],
         false=[*POSITIVE, N.equals(-floor(-(L / (2 * eps)))), L < 2 * eps * N],
         at={"L": 2, "eps": 1, "N": 1}),
    pair("width: the ceiling is not one more than the floor", ROUNDING, "x",
         true=[-floor(-x) <= floor(x) + 1],
         false=[(-floor(-x)).equals(floor(x) + 1)],
         at={"x": 2},
         script=lambda: split((floor(x) + 1 + floor(-x)).json, auto(), auto())),
    pair("width: minimality", WIDTH, "L eps N:int m:int",
         true=[*POSITIVE, N.equals(RATIO + 1), L < 2 * eps * m, N <= m],
         false=[*POSITIVE, N.equals(RATIO + 1), L <= 2 * eps * m, N <= m],
         at={"L": 2, "eps": 1, "N": 2, "m": 1},
         script=lambda: split((m - N).json, auto(), auto())),
    pair("width: minimality of an integer width", INTEGER, "L eps N:int m:real",
         true_names="L eps N:int m:int",
         true=[*POSITIVE, N.equals(RATIO + 1), L < 2 * eps * m, N <= m],
         false=[*POSITIVE, N.equals(RATIO + 1), L < 2 * eps * m, N <= m],
         at={"L": 1, "eps": 1, "N": 1, "m": "3/4"},
         script=lambda: split((m - N).json, auto(), auto())),
    pair("width: some width is enough", QUANTIFIER, "L",
         true=[L > 0, every("eps", "real", implies(eps > 0, exists("m", "int", conj(
             m >= 1, L < 2 * eps * m))))],
         false=[L > 0, exists("m", "int", every("eps", "real", implies(eps > 0, conj(
             m >= 1, L < 2 * eps * m))))],
         at={"L": 1}, hints={"eps": 1 / (2 * absolute(m) + 2)},
         script=lambda: node("intro", node("intro", node(
             "define", auto(), some(RATIO + 1, both(auto_nonneg(), auto())),
             term=(L / (2 * eps)).json), **{"as": ""}), **{"as": "eps"}),
         refute=lambda: both(auto(), node("intro", cases([absolute(m)], node(
             "define", auto(), some(1 / (2 * absolute(m) + 2), both(
                 auto(), node("intro", auto(), **{"as": ""}))),
             term=(1 / (2 * absolute(m) + 2)).json)), **{"as": "m"}))),
    pair("width: no width serves all constants", QUANTIFIER, "eps",
         true=[eps > 0, every("L", "real", exists("m", "int", L <= 2 * eps * m))],
         false=[eps > 0, exists("m", "int", every("L", "real", L <= 2 * eps * m))],
         at={"eps": 1}, hints={"L": 2 * m + 1},
         script=lambda: node("intro", node("define", auto(), some(RATIO + 1, auto()),
                                           term=(L / (2 * eps)).json), **{"as": "L"})),
    pair("width: nearest grid point", RANGE, "x N:int",
         true=[N >= 1, *UNIT_INTERVAL,
               exists("k", "int", conj(k >= 0, k <= N, absolute(N * x - k) <= HALF))],
         false=[N >= 1, *UNIT_INTERVAL,
                exists("k", "int", conj(k >= 1, k <= N, absolute(N * x - k) <= HALF))],
         at={"x": 0, "N": 1},
         script=lambda: some(floor(N * x + HALF), both(
             near(floor(N * x + HALF)), near(N - floor(N * x + HALF)),
             cases([absolute(N * x - floor(N * x + HALF))], auto())))),
    pair("width: nearest grid point, on the right", RANGE, "x N:int",
         true=[N >= 1, *UNIT_INTERVAL,
               exists("k", "int", conj(k >= 0, k <= N, absolute(N * x - k) <= HALF))],
         false=[N >= 1, *UNIT_INTERVAL,
                exists("k", "int", conj(k >= 0, k <= N - 1, absolute(N * x - k) <= HALF))],
         at={"x": 1, "N": 2},
         script=lambda: some(floor(N * x + HALF), both(
             near(floor(N * x + HALF)), near(N - floor(N * x + HALF)),
             cases([absolute(N * x - floor(N * x + HALF))], auto())))),
    pair("width: the nearest grid point is within a half", CONSTANT, "x",
         true=[exists("k", "int", absolute(x - k) <= HALF)],
         false=[exists("k", "int", absolute(x - k) <= number("49/100"))],
         at={"x": "1/2"},
         script=lambda: some(floor(x + HALF), cases([absolute(x - floor(x + HALF))], auto())),
         refute=lambda: both(node("intro", split((k - 1).json, cases(
             [absolute(HALF - k)], auto()), cases([absolute(HALF - k)], auto())),
             **{"as": "k"}))),
    pair("width: rounding is within a half", STRICT, "x",
         true=[absolute(floor(x + HALF) - x) <= HALF],
         false=[absolute(floor(x + HALF) - x) < HALF],
         at={"x": "1/2"}),
    pair("width: a cell's midpoint is near", WIDTH, "x N:int k:int",
         true=[N >= 1, k - 1 <= N * x, N * x <= k, absolute(2 * N * x - (2 * k - 1)) <= 1],
         false=[N >= 1, k - 1 <= N * x, N * x <= k + 1, absolute(2 * N * x - (2 * k - 1)) <= 1],
         at={"x": 1, "N": 1, "k": 0}),
    pair("width: N = 1 samples the middle", CONSTANT, "x L f/1",
         true=[L > 0, lipschitz("f", L), *UNIT_INTERVAL, f(x) - f(HALF) <= L / 2],
         false=[L > 0, lipschitz("f", L), *UNIT_INTERVAL, f(x) - f(HALF) <= L / 3],
         at={"x": 1, "L": 1}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), cases([absolute(f(x) - f(HALF)), absolute(x - HALF)],
                                                  auto()), rule=0, at=["x", "1/2"])),
    pair("width: one sample at the end is not enough", CONSTANT, "x L f/1",
         true=[L > 0, lipschitz("f", L), *UNIT_INTERVAL, absolute(f(x) - f(0)) <= L],
         false=[L > 0, lipschitz("f", L), *UNIT_INTERVAL, absolute(f(x) - f(0)) <= L / 2],
         at={"x": 1, "L": 1}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), cases([absolute(x - 0)], auto()), rule=0,
                             at=["x", "0"])),
    pair("width: N = 2 on the left half", DOMAIN, "x L f/1",
         true=[L > 0, lipschitz("f", L), x >= 0, x <= HALF, absolute(f(x) - f(QUARTER)) <= L / 4],
         false=[L > 0, lipschitz("f", L), x >= 0, x <= number("3/4"),
                absolute(f(x) - f(QUARTER)) <= L / 4],
         at={"x": "3/4", "L": 1}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), cases([absolute(x - QUARTER)], auto()), rule=0,
                             at=["x", "1/4"])),
    pair("width: N = 3, the third cell", RANGE, "x L f/1",
         true=[L > 0, lipschitz("f", L), 3 * x >= 2, x <= 1,
               absolute(f(x) - f(number("5/6"))) <= L / 6],
         false=[L > 0, lipschitz("f", L), 3 * x >= 1, x <= 1,
                absolute(f(x) - f(number("5/6"))) <= L / 6],
         at={"x": "1/3", "L": 1}, functions={"f": ("t", -t)},
         script=lambda: node("use", auto(), cases([absolute(x - number("5/6"))], auto()), rule=0,
                             at=["x", "5/6"])),
    pair("width: symbolic N, one cell", FACTOR, "x m L N:int k:int f/1",
         true=[L > 0, N >= 1, lipschitz("f", L), k >= 1, k <= N, k - 1 <= N * x, N * x <= k,
               (2 * N * m).equals(2 * k - 1), absolute(f(x) - f(m)) <= L / (2 * N)],
         false=[L > 0, N >= 1, lipschitz("f", L), k >= 1, k <= N, k - 1 <= N * x, N * x <= k,
                (2 * N * m).equals(2 * k - 1), absolute(f(x) - f(m)) <= L / (4 * N)],
         at={"x": 1, "L": 1, "N": 2, "k": 2, "m": "3/4"}, functions={"f": ("t", t)},
         script=lambda: node(
             "use", auto(),
             node("define", auto(), have(N * absolute(x - m) <= HALF, cases(
                 [absolute(x - m)], auto()), auto()), term=(L / (2 * N)).json),
             rule=0, at=["x", "m"])),
    pair("width: a piece that is constant misses by the half range", CONSTANT, "a e h x y",
         true=[absolute(a - x) <= e, absolute(a - y) <= e, absolute(x - y) <= 2 * e],
         false=[absolute(a - x) <= e, absolute(a - y) <= e, absolute(x - y) <= e],
         at={"a": 1, "e": 1, "h": 0, "x": 0, "y": 2},
         script=lambda: cases([absolute(x - y), absolute(a - x), absolute(a - y)], auto())),
    pair("width: the lower bound of one level", CONSTANT, "a e L f/1",
         true=[L > 0, f(0).equals(0), f(HALF).equals(L / 2), absolute(a - f(0)) <= e,
               absolute(a - f(HALF)) <= e, e >= L / 4],
         false=[L > 0, f(0).equals(0), f(HALF).equals(L / 2), absolute(a - f(0)) <= e,
                absolute(a - f(HALF)) <= e, e >= L / 3],
         at={"a": "1/4", "e": "1/4", "L": 1}, functions={"f": ("t", t)},
         script=lambda: cases([absolute(a - f(0)), absolute(a - f(HALF))], auto())),
    pair("width: three values on two levels", WIDTH, "a b e",
         true=[absolute(a) <= e, absolute(a - 1) <= e, absolute(b - 2) <= e, 2 * e >= 1],
         false=[absolute(a) <= e, absolute(b - 1) <= e, absolute(b - 2) <= e, 2 * e > 1],
         at={"a": 0, "b": "3/2", "e": "1/2"},
         script=lambda: cases([absolute(a), absolute(a - 1)], auto())),
    pair("width: of three points in two cells, two are together", WIDTH, "i:int j:int k:int",
         true=[i >= 0, i <= 1, j >= 0, j <= 1, k >= 0, k <= 1,
               ((i - j) * (j - k) * (i - k)).equals(0)],
         false=[i >= 0, i <= 2, j >= 0, j <= 2, k >= 0, k <= 2,
                ((i - j) * (j - k) * (i - k)).equals(0)],
         at={"i": 0, "j": 1, "k": 2},
         script=lambda: finite("i", 0, 1, finite("j", 0, 1, finite("k", 0, 1, auto())))),
    pair("width: Lipschitz means close values", DOMAIN, "u v f/1",
         true=[lipschitz("f", 2), u >= 0, u <= 1, v >= 0, v <= 1,
               absolute(f(u) - f(v)) <= 2 * absolute(u - v)],
         false=[lipschitz("f", 2), u >= 0, u <= 2, v >= 0, v <= 1,
                absolute(f(u) - f(v)) <= 2 * absolute(u - v)],
         at={"u": 2, "v": 1}, functions={"f": ("t", 5 * (absolute(t - 1) + (t - 1)))},
         script=lambda: node("use", auto(), auto(), rule=0, at=["u", "v"]),
         refute=lambda: both(lipschitz_by_cases(5 * (absolute(u - 1) + (u - 1)),
                                                5 * (absolute(v - 1) + (v - 1))),
                             *[auto()] * 5)),
    pair("width: the constant of a sum", TERM, "u v f/1 g/1",
         true=[lipschitz("f", 1), lipschitz("g", 1), u >= 0, u <= v, v <= 1,
               f(v) + g(v) - f(u) - g(u) <= 2 * (v - u)],
         false=[lipschitz("f", 1), lipschitz("g", 1), u >= 0, u <= v, v <= 1,
                f(v) + g(v) - f(u) - g(u) <= v - u],
         at={"u": 0, "v": 1}, functions={"f": ("t", t), "g": ("t", t)},
         script=lambda: node("use", auto(), node("use", auto(), cases(
             [absolute(v - u), absolute(f(v) - f(u)), absolute(g(v) - g(u))], auto()),
             rule=1, at=["v", "u"]), rule=0, at=["v", "u"])),
    pair("width: the constant of a composition", FACTOR, "u v f/1 g/1",
         true=[lipschitz("f", 2), lipschitz("g", 3, -9, 9), u >= 0, u <= v, v <= 1,
               f(0).equals(0), g(f(v)) - g(f(u)) <= 6 * (v - u)],
         false=[lipschitz("f", 2), lipschitz("g", 3, -9, 9), u >= 0, u <= v, v <= 1,
                f(0).equals(0), g(f(v)) - g(f(u)) <= 5 * (v - u)],
         at={"u": 0, "v": 1}, functions={"f": ("t", 2 * t), "g": ("t", 3 * t)},
         script=lambda: chain()),
    pair("width: Lipschitz on two intervals that meet", DOMAIN, "f/1",
         true=[lipschitz("f", 1, 0, 1), lipschitz("f", 1, 1, 2), f(2) - f(0) <= 2],
         false=[lipschitz("f", 1, 0, 1), lipschitz("f", 1, 2, 3), f(2) - f(0) <= 2],
         at={}, functions={"f": ("t", jump(t))},
         script=lambda: node("use", auto(), node("use", auto(), cases(
             [absolute(f(0) - f(1)), absolute(number(0) - number(1)),
              absolute(f(1) - f(2)), absolute(number(1) - number(2))], auto()),
             rule=1, at=["1", "2"]), rule=0, at=["0", "1"]),
         refute=lambda: both(*[lipschitz_by_cases(jump(u), jump(v))] * 2, auto())),
    pair("width: a function between its neighbours", CONSTANT, "x f/1",
         true=[lipschitz("f", 1), *UNIT_INTERVAL, f(0).equals(0), f(1).equals(0), f(x) <= HALF],
         false=[lipschitz("f", 1), *UNIT_INTERVAL, f(0).equals(0), f(1).equals(0),
                f(x) <= number("9/20")],
         at={"x": "1/2"}, functions={"f": ("t", HALF - absolute(t - HALF))},
         script=lambda: node("use", auto(), node("use", auto(), cases(
             [absolute(x - 0), absolute(x - 1), absolute(f(x) - f(0)), absolute(f(x) - f(1))],
             auto()), rule=0, at=["x", "1"]), rule=0, at=["x", "0"]),
         refute=lambda: both(lipschitz_by_cases(HALF - absolute(u - HALF),
                                                HALF - absolute(v - HALF)), *[auto()] * 5)),
    pair("width: a larger constant is weaker", CONVERSE, "L f/1",
         true=[L <= 1, lipschitz("f", L), f(1) - f(0) <= 1],
         false=[L >= 1, lipschitz("f", L), f(1) - f(0) <= 1],
         at={"L": 2}, functions={"f": ("t", 2 * t)},
         script=lambda: node("use", auto(), cases(
             [absolute(f(1) - f(0)), absolute(number(1) - number(0))], auto()),
             rule=0, at=["1", "0"])),
    pair("width: constants are not negative", DOMAIN, "L a b f/1",
         true=[a < b, lipschitz("f", L, a, b), L >= 0],
         false=[a <= b, lipschitz("f", L, a, b), L >= 0],
         at={"L": -1, "a": 0, "b": 0}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), cases([absolute(b - a)], auto()), rule=0,
                             at=["b", "a"]),
         refute=lambda: both(auto(), single_point(), auto())),
    pair("width: steps of one N-th add to the whole", RANGE, "h N:int",
         true=[N >= 1, (N * h).equals(1), (N - 1) * h < 1],
         false=[N >= 1, (N * h).equals(1), (N + 1) * h <= 1],
         at={"h": 1, "N": 1}),
    pair("width: halving the error doubles the width", ROUNDING, "x",
         true=[floor(2 * x) + 1 <= 2 * (floor(x) + 1)],
         false=[(floor(2 * x) + 1).equals(2 * (floor(x) + 1))],
         at={"x": 0},
         script=lambda: split((2 * floor(x) + 1 - floor(2 * x)).json, auto(), auto())),
    pair("width: half the error never needs twice the units less one", WIDTH, "x",
         true=[x >= 0, 2 * (floor(x) + 1) - 1 <= floor(2 * x) + 1],
         false=[x >= 0, 2 * (floor(x) + 1) <= floor(2 * x) + 1],
         at={"x": 0},
         script=lambda: split((floor(2 * x) - 2 * floor(x)).json, auto(), auto())),
    pair("width: two networks side by side", ROUNDING, "x y",
         true=[floor(x + y) + 1 <= (floor(x) + 1) + (floor(y) + 1)],
         false=[floor(x + y) + 1 <= floor(x) + floor(y) + 1],
         at={"x": "1/2", "y": "1/2"},
         script=lambda: split((floor(x) + floor(y) + 1 - floor(x + y)).json, auto(), auto())),
    pair("width: every unit is used", EXISTENCE, "N:int",
         true=[N >= 1, exists("x", "real", conj(x >= 0, x < 1, floor(N * x).equals(N - 1)))],
         false=[N >= 1, exists("x", "real", conj(x >= 0, x < 1, floor(N * x).equals(N)))],
         at={"N": 2},
         script=lambda: node("define", auto(), some((N - 1) / N, both(auto(), auto(), split(
             (N - 1 - floor(N * ((N - 1) / N))).json,
             split((floor(N * ((N - 1) / N)) - (N - 1)).json, auto(), auto()), auto()))),
             term=((N - 1) / N).json),
         refute=lambda: both(auto(), node("intro", node("intro", auto(), **{"as": ""}),
                                          **{"as": "x"}))),
    pair("width: the last cell is closed", DOMAIN, "x N:int",
         true=[N >= 1, x >= 0, x < 1, floor(N * x) <= N - 1],
         false=[N >= 1, x >= 0, x <= 1, floor(N * x) <= N - 1],
         at={"x": 1, "N": 3},
         script=lambda: near(N - 1 - floor(N * x))),
    pair("width: levels differ by at most the step", FACTOR, "x y L N:int k:int f/1",
         true=[N >= 1, L > 0, lipschitz("f", L), k >= 0, k <= N - 1, (N * x).equals(k),
               (N * y).equals(k + 1), N * (f(y) - f(x)) <= L],
         false=[N >= 1, L > 0, lipschitz("f", L), k >= 0, k <= N - 1, (N * x).equals(k),
                (N * y).equals(k + 1), N * (f(y) - f(x)) <= L / 2],
         at={"L": 1, "N": 1, "k": 0, "x": 0, "y": 1}, functions={"f": ("t", t)},
         script=lambda: have((N * (y - x)).equals(1), auto(), have(y >= x, auto(), have(
             y <= 1, auto(), node("use", auto(), cases([absolute(y - x), absolute(f(y) - f(x))],
                                                       auto()), rule=0, at=["y", "x"]))))),
    pair("width: errors with two signs", SIGN, "x e L f/1",
         true=[lipschitz("f", L), *UNIT_INTERVAL, absolute(x - HALF) <= e, L >= 0,
               absolute(f(x) - f(HALF)) <= L * e],
         false=[lipschitz("f", L), *UNIT_INTERVAL, x - HALF <= e, L >= 0,
                absolute(f(x) - f(HALF)) <= L * e],
         at={"x": 0, "e": 0, "L": 1}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), auto(), rule=0, at=["x", "1/2"])),
    pair("width: eps is positive", HYPOTHESIS, "eps N:int",
         true=[eps > 0, exists("m", "int", conj(m >= 1, eps * m > 1))],
         false=[eps >= 0, exists("m", "int", conj(m >= 1, eps * m > 1))],
         at={"eps": 0, "N": 0},
         script=lambda: node("define", auto(), some(floor(1 / eps) + 1, both(auto_nonneg(
             floor(1 / eps)), auto())), term=(1 / eps).json)),
]  # fmt: skip
