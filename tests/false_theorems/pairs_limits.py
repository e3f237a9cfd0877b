"""Limits with eta and delta, order of quantifiers, existence with a least width, uniformity."""

from __future__ import annotations

from constructions.terms import Json, Term, conj, every, exists, implies
from proofs.kernel.context import Context
from proofs.trees.script import Node, auto, have, look, node, split, unread

from .pair import (
    CONSTANT,
    CONVERSE,
    DOMAIN,
    EXISTENCE,
    FACTOR,
    HYPOTHESIS,
    INTEGER,
    ORDER,
    QUANTIFIER,
    SIGN,
    STRICT,
    WIDTH,
    ZERO,
    Pair,
    pair,
)
from .words import (
    absolute,
    cases,
    defined,
    f,
    floor,
    intro,
    kinks,
    largest,
    least,
    near,
    number,
    sign,
    sqrt,
)

from .words import L, N, a, b, c, d, delta, eps, eta, h, k, m, n, t, u, v, x, y  # isort: skip

HALF = number("1/2")
T = absolute(t)


def some(at: object, then: Node | None = None) -> Node:
    return node("some", then or auto(), **{"is": at.json if isinstance(at, Term) else str(at)})


def reals(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real", formula)
    return formula


def fix(names: str, then: Node | None = None) -> Node:
    last = then or auto()
    for name in reversed(names.split()):
        last = intro(name, last)
    return last


def given(then: Node | None = None) -> Node:
    """Assume a premise."""
    return intro("", then or auto())


def both(*then: Node) -> Node:
    return node("both", *then)


def limit(term: Term, value: object) -> Json:
    """term -> value as delta -> 0+: for all eta > 0 there is h > 0 ..."""
    close = absolute(term - value) <= eta
    inner = every("delta", "real", implies(delta > 0, delta <= h, close))
    return every("eta", "real", implies(eta > 0, exists("h", "real", conj(h > 0, inner))))


def uniform(term: Term, value: object, over: str) -> Json:
    """The same with one h for all values of ``over``."""
    close = absolute(term - value) <= eta
    inner = reals(over, every("delta", "real", implies(delta > 0, delta <= h, close)))
    return every("eta", "real", implies(eta > 0, exists("h", "real", conj(h > 0, inner))))


def limit_by(at: Term, *steps: Node, conditions: list[Term] | None = None) -> Node:
    last = given(given(*steps)) if steps else given(given())
    body = some(at, both(auto(), intro("delta", last)))
    return intro("eta", given(defined(conditions or [], body)))


def uniform_over_positive() -> Json:
    """One h for all t > 0: false, however small h is there are smaller t."""
    close = absolute(t / (t + delta) - 1) <= eta
    inner = every("delta", "real", implies(delta > 0, delta <= h, close))
    each = every("t", "real", implies(t > 0, inner))
    return every("eta", "real", implies(eta > 0, exists("h", "real", conj(h > 0, each))))


def last_miss(*conditions: Term) -> Node:
    """delta lies in the interval, and the term misses its value."""

    def goal(context: Context) -> Node:
        found: list[Term] = []
        kinks(unread(context.goal), found)
        return node("both", *[defined([*conditions], cases(found, auto()))] * (
            len(context.goal) - 1))  # fmt: skip

    return look(goal)


def no_limit(miss: Term, at: Term, *conditions: Term) -> Node:
    """Whatever h > 0 is, the term misses its value by more than ``miss`` at ``at``."""
    there = cases([at] if isinstance(at.json, list) else [], some(at, last_miss(*conditions)))
    last = some(miss, both(auto(), intro("h", given(there))))

    def conjuncts(context: Context) -> Node:
        return both(*[auto()] * (len(context.goal) - 2), last)

    return look(conjuncts)


def no_integer_root() -> Node:
    """y^2 = 2 lies between 1 and 4."""
    last = split((y - 2).json, auto(), split((y - 1).json, split((1 - y).json, auto(), auto()),
                 split((y + 1).json, auto(), split((y + 2).json, auto(), auto()))))  # fmt: skip
    return last


def shifted_floor() -> Node:
    """floor(x + 1) >= floor(x) + 1."""
    return have(floor(x + 1) >= floor(x) + 1, near(floor(x + 1) - floor(x) - 1), auto())


def line() -> Node:
    slope = (d - c) / (b - a)
    return defined([slope], some(slope, some(c - slope * a, both(auto(), auto()))))


PAIRS: list[Pair] = [
    pair("limit: delta itself", CONSTANT, "x",
         true=[limit(delta, 0)], false=[limit(delta, 1)], at={"x": 0},
         hints={"eta": HALF, "delta": least(h, number("1/4"))},
         script=lambda: limit_by(eta, cases([absolute(delta - 0)], auto())),
         refute=lambda: no_limit(HALF, least(h, number("1/4")))),
    pair("limit: a multiple of delta", FACTOR, "c",
         true=[c > 0, limit(c * delta, 0)], false=[c > 0, limit(c * delta, c)], at={"c": 1},
         hints={"eta": HALF, "delta": least(h, number("1/4"))},
         script=lambda: limit_by(eta / c, cases([absolute(c * delta - 0)], have(
             c * (eta / c) <= eta, auto(), auto())), conditions=[eta / c]),
         refute=lambda: no_limit(HALF, least(h, number("1/4")))),
    pair("limit: a unit away from zero", ZERO, "t",
         true=[t > 0, limit(t / (T + delta), 1)], false=[t >= 0, limit(t / (T + delta), 1)],
         at={"t": 0}, hints={"eta": HALF, "delta": h},
         script=lambda: limit_by(eta * t, defined([t / (T + delta)], cases(
             [T, absolute(t / (T + delta) - 1)], auto()))),
         refute=lambda: no_limit(HALF, h, number(0) / (absolute(number(0)) + h))),
    pair("limit: of a unit on the left", SIGN, "t",
         true=[t < 0, limit(t / (T + delta), -1)], false=[t < 0, limit(t / (T + delta), 1)],
         at={"t": -1}, hints={"eta": 1, "delta": h},
         script=lambda: limit_by(-eta * t, defined([t / (T + delta)], cases(
             [T, absolute(t / (T + delta) - -1)], auto()))),
         refute=lambda: no_limit(number(1), h, number(-1) / (absolute(number(-1)) + h))),
    pair("limit: uniform away from zero, not near it", QUANTIFIER, "c",
         true=[c > 0, every("t", "real", implies(t >= c, limit(t / (t + delta), 1)))],
         false=[c > 0, uniform_over_positive()], at={"c": 1},
         hints={"eta": HALF, "t": h / 2, "delta": h},
         script=lambda: intro("t", given(limit_by(eta * t, defined([t / (t + delta)], cases(
             [absolute(t / (t + delta) - 1)], auto()))))),
         refute=lambda: both(auto(), some(HALF, both(auto(), intro("h", given(some(
             h / 2, both(auto(), some(h, last_miss(h / 2 / (h / 2 + h))))))))))),
    pair("limit: for every x, then for all at once", QUANTIFIER, "c",
         true=[every("x", "real", exists("n", "int", n >= x))],
         false=[exists("n", "int", every("x", "real", n >= x))], at={"c": 0},
         hints={"x": n + 1}, script=lambda: intro("x", some(floor(x) + 1))),
    pair("limit: a successor, then a greatest", QUANTIFIER, "c",
         true=[every("x", "real", exists("y", "real", y > x))],
         false=[exists("y", "real", every("x", "real", y > x))], at={"c": 0}, hints={"x": y},
         script=lambda: intro("x", some(x + 1))),
    pair("limit: a least positive number", QUANTIFIER, "c",
         true=[every("x", "real", implies(x > 0, exists("y", "real", conj(y > 0, y < x))))],
         false=[exists("y", "real", conj(y > 0, every("x", "real", implies(x > 0, y < x))))],
         at={"c": 0}, hints={"x": y},
         script=lambda: intro("x", given(some(x / 2))),
         refute=lambda: both(intro("y", given(some(y, both(auto(), auto())))))),
    pair("limit: inverses one by one", QUANTIFIER, "c",
         true=[every("x", "real", implies(x.differs(0), exists("y", "real", (x * y).equals(1))))],
         false=[exists("y", "real", every("x", "real", implies(x.differs(0), (x * y).equals(1))))],
         at={"c": 0}, hints={"x": 2 - absolute(sign(y - 1))},
         script=lambda: intro("x", given(defined([1 / x], some(1 / x)))),
         refute=lambda: both(intro("y", cases([sign(y - 1), absolute(sign(y - 1))], some(
             2 - absolute(sign(y - 1)), both(auto(), auto())))))),
    pair("limit: an inverse of zero", EXISTENCE, "x",
         true=[x.differs(0), exists("y", "real", (x * y).equals(1))],
         false=[exists("y", "real", (x * y).equals(1))], at={"x": 0},
         script=lambda: defined([1 / x], some(1 / x))),
    pair("limit: a root", EXISTENCE, "x",
         true=[x >= 0, exists("y", "real", (y**2).equals(x))],
         false=[exists("y", "real", (y**2).equals(x))], at={"x": -1},
         script=lambda: defined([sqrt(x)], some(sqrt(x)))),
    pair("limit: a rational root", INTEGER, "x:int",
         true=[x >= 0, exists("y", "real", (y**2).equals(x))],
         false=[x >= 0, exists("y", "int", (y**2).equals(x))], at={"x": 2},
         script=lambda: defined([sqrt(x)], some(sqrt(x))),
         refute=lambda: both(auto(), intro("y", no_integer_root()))),
    pair("limit: half of an integer", INTEGER, "n:int",
         true=[exists("x", "real", (2 * x).equals(n))],
         false=[exists("x", "int", (2 * x).equals(n))],
         at={"n": 1}, script=lambda: some(n / 2),
         refute=lambda: both(intro("x", split((x - 1).json, auto(), auto())))),
    pair("limit: a point between", STRICT, "a b",
         true=[a < b, exists("x", "real", conj(a < x, x < b))],
         false=[a <= b, exists("x", "real", conj(a < x, x < b))], at={"a": 0, "b": 0},
         script=lambda: some((a + b) / 2)),
    pair("limit: an integer between", INTEGER, "a b",
         true=[a + 1 < b, exists("k", "int", conj(a < k, k < b))],
         false=[a < b, exists("k", "int", conj(a < k, k < b))], at={"a": 0, "b": 1},
         script=lambda: some(floor(a) + 1),
         refute=lambda: both(auto(), intro("k", given(near(k - 1))))),
    pair("limit: an integer in an interval of length one", DOMAIN, "a",
         true=[exists("k", "int", conj(a < k, k <= a + 1))],
         false=[exists("k", "int", conj(a < k, k < a + 1))], at={"a": 0},
         script=lambda: some(floor(a) + 1),
         refute=lambda: both(intro("k", given(near(k - 1))))),
    pair("limit: one integer only", STRICT, "a n:int m:int",
         true=[a < n, n <= a + 1, a < m, m <= a + 1, n.equals(m)],
         false=[a <= n, n <= a + 1, a <= m, m <= a + 1, n.equals(m)],
         at={"a": 0, "n": 0, "m": 1},
         script=lambda: both(near(m - n), near(n - m))),
    pair("sup: attained on a closed interval", DOMAIN, "c",
         true=[exists("x", "real", conj(x >= 0, x <= 1, every("y", "real", implies(
             y >= 0, y <= 1, y <= x))))],
         false=[exists("x", "real", conj(x >= 0, x < 1, every("y", "real", implies(
             y >= 0, y < 1, y <= x))))],
         at={"c": 0}, hints={"y": (x + 1) / 2}, script=lambda: some(1)),
    pair("sup: the least bound of an open interval", CONSTANT, "c",
         true=[c.equals(1), every("x", "real", implies(x > 0, x < 1, x < c))],
         false=[c < 1, every("x", "real", implies(x > 0, x < 1, x < c))], at={"c": HALF},
         hints={"x": "3/4"}, script=lambda: intro("x", given(given()))),
    pair("sup: a bound below the supremum", STRICT, "c",
         true=[c < 1, c >= 0, exists("x", "real", conj(x >= 0, x < 1, x > c))],
         false=[c <= 1, c >= 0, exists("x", "real", conj(x >= 0, x < 1, x > c))], at={"c": 1},
         script=lambda: some((c + 1) / 2)),
    pair("limit: bounded by every eta", STRICT, "x",
         true=[every("eta", "real", implies(eta > 0, x <= eta)), x <= 0],
         false=[every("eta", "real", implies(eta > 0, x <= eta)), x < 0], at={"x": 0},
         script=lambda: split((-x).json, auto(), node("use", auto(), auto(), rule=0, at=[
             (x / 2).json]))),
    pair("limit: bounded by every eta from both sides", SIGN, "x",
         true=[every("eta", "real", implies(eta > 0, absolute(x) <= eta)), x.equals(0)],
         false=[every("eta", "real", implies(eta > 0, x <= eta)), x.equals(0)], at={"x": -1},
         script=lambda: cases([absolute(x)], have(absolute(x) <= 0, split(
             (-absolute(x)).json, auto(), node("use", auto(), auto(), rule=0, at=[
                 (absolute(x) / 2).json])), auto()))),
    pair("limit: for some eta only", QUANTIFIER, "x",
         true=[every("eta", "real", implies(eta > 0, x <= 3 * eta)), x <= 0],
         false=[exists("eta", "real", conj(eta > 0, x <= 3 * eta)), x <= 0], at={"x": 1},
         hints={"eta": 1},
         script=lambda: split((-x).json, auto(), node("use", auto(), auto(), rule=0, at=[
             (x / 6).json]))),
    pair("limit: squares go faster", CONVERSE, "x",
         true=[limit(delta**2, 0)], false=[limit(delta**2, 1)], at={"x": 0},
         hints={"eta": HALF, "delta": least(h, number("1/2"))},
         script=lambda: intro("eta", given(cases([least(eta, 1)], some(least(eta, 1), both(
             auto(), intro("delta", given(given(cases([absolute(delta**2 - 0)], auto()))))))))),
         refute=lambda: no_limit(HALF, least(h, HALF))),
    pair("limit: inverse of delta", EXISTENCE, "x",
         true=[limit(delta * (1 / (1 + delta)), 0)], false=[limit(1 / delta, 0)], at={"x": 0},
         hints={"eta": 1, "delta": least(h, HALF)},
         script=lambda: limit_by(eta, defined([1 / (1 + delta)], cases(
             [absolute(delta * (1 / (1 + delta)) - 0)], auto()))),
         refute=lambda: no_limit(number(1), least(h, HALF), 1 / least(h, HALF))),
    pair("limit: continuity at a point", DOMAIN, "x",
         true=[x.equals(1), limit(absolute(x - 1 + delta), 0)],
         false=[x.equals(1), limit(largest(absolute(x - 1 + delta), 1), 0)], at={"x": 1},
         hints={"eta": HALF, "delta": h},
         script=lambda: limit_by(eta, cases([absolute(x - 1 + delta), absolute(
             absolute(x - 1 + delta) - 0)], auto())),
         refute=lambda: no_limit(HALF, h)),
    pair("modulus: Lipschitz gives delta = eps / L", FACTOR, "L eps u v",
         true=[L > 0, eps > 0, absolute(u) <= L * absolute(v), absolute(v) <= eps / L,
               absolute(u) <= eps],
         false=[L > 0, eps > 0, absolute(u) <= L * absolute(v), absolute(v) <= eps,
                absolute(u) <= eps],
         at={"L": 2, "eps": 1, "u": 2, "v": 1},
         script=lambda: have(L * absolute(v) <= L * (eps / L), auto(), auto())),
    pair("modulus: three errors of a third", CONSTANT, "a b c eps",
         true=[absolute(a) <= eps / 3, absolute(b) <= eps / 3, absolute(c) <= eps / 3,
               absolute(a + b + c) <= eps],
         false=[absolute(a) <= eps / 2, absolute(b) <= eps / 2, absolute(c) <= eps / 2,
                absolute(a + b + c) <= eps],
         at={"a": 1, "b": 1, "c": 1, "eps": 2},
         script=lambda: cases([absolute(a), absolute(b), absolute(c), absolute(a + b + c)],
                              auto())),
    pair("quantifier: a bound for each value, a bound for all", QUANTIFIER, "f/1",
         true=[exists("d", "real", every("y", "real", f(y) <= d)),
               every("x", "real", exists("c", "real", f(x) <= c))],
         false=[every("x", "real", exists("c", "real", f(x) <= c)),
                exists("d", "real", every("y", "real", f(y) <= d))],
         at={}, functions={"f": ("t", t)}, hints={"c": x, "y": d + 1},
         script=lambda: intro("x", some(f(x)))),
    pair("quantifier: an upper bound of the values", QUANTIFIER, "a b f/1",
         true=[every("x", "real", f(x) <= a), f(b) <= a],
         false=[every("x", "real", implies(x <= b, f(x) <= a)), f(b + 1) <= a],
         at={"a": 0, "b": 0}, functions={"f": ("t", t)},
         script=lambda: node("use", auto(), rule=0, at=["b"])),
    pair("quantifier: increasing everywhere, at two points", HYPOTHESIS, "a b f/1",
         true=[reals("x y", implies(x <= y, f(x) <= f(y))), a <= b, f(a) <= f(b)],
         false=[reals("x", f(x) <= f(x + 1)), a <= b, f(a) <= f(b)],
         at={"a": 0, "b": HALF}, functions={"f": ("t", 4 * floor(t) - 2 * t)},
         script=lambda: node("use", auto(), auto(), rule=0, at=["a", "b"]),
         refute=lambda: both(intro("x", shifted_floor()), auto(), auto())),
    pair("quantifier: an injective function", CONVERSE, "a b f/1",
         true=[reals("x y", implies(f(x).equals(f(y)), x.equals(y))), f(a).equals(f(b)),
               a.equals(b)],
         false=[reals("x y", implies(x.equals(y), f(x).equals(f(y)))), f(a).equals(f(b)),
                a.equals(b)],
         at={"a": 0, "b": 1}, functions={"f": ("t", 0)},
         script=lambda: node("use", auto(), auto(), rule=0, at=["a", "b"])),
    pair("quantifier: one of two, everywhere", QUANTIFIER, "a",
         true=[reals("x", (largest(x, a) - x) * (largest(x, a) - a) <= 0)],
         false=[reals("x", largest(x, a).equals(a))], at={"a": 0}, hints={"x": 1},
         script=lambda: intro("x", auto())),
    pair("existence: a width for every error", WIDTH, "eps",
         true=[eps > 0, eps <= 1, exists("N", "int", conj(N >= 1, N * eps > 1,
                                                          (N - 1) * eps <= 1))],
         false=[eps > 0, eps <= 1, exists("N", "int", conj(N >= 1, N * eps > 1,
                                                           (N - 1) * eps < 1))],
         at={"eps": 1},
         script=lambda: defined([1 / eps], some(floor(1 / eps) + 1, both(
             near(floor(1 / eps)), auto(), auto()))),
         refute=lambda: both(auto(), auto(), intro("N", given(given(near(N - 2)))))),
    pair("existence: least widths are unique", HYPOTHESIS, "eps n:int m:int",
         true=[eps > 0, n * eps > 1, (n - 1) * eps <= 1, m * eps > 1, (m - 1) * eps <= 1,
               n.equals(m)],
         false=[eps > 0, n * eps > 1, (n - 1) * eps <= 1, m * eps > 1, n.equals(m)],
         at={"eps": 1, "n": 2, "m": 3},
         script=lambda: both(near(m - n), near(n - m))),
    pair("existence: a line through two points", HYPOTHESIS, "a b c d",
         true=[a.differs(b), exists("u", "real", exists("v", "real", conj(
             (u * a + v).equals(c), (u * b + v).equals(d))))],
         false=[exists("u", "real", exists("v", "real", conj(
             (u * a + v).equals(c), (u * b + v).equals(d))))],
         at={"a": 0, "b": 0, "c": 0, "d": 1},
         script=lambda: line(),
         refute=lambda: both(fix("u v", given()))),
    pair("existence: a line through three points", WIDTH, "a b c",
         true=[exists("u", "real", exists("v", "real", conj(v.equals(a), (u + v).equals(b))))],
         false=[exists("u", "real", exists("v", "real", conj(
             v.equals(a), (u + v).equals(b), (2 * u + v).equals(c))))],
         at={"a": 0, "b": 0, "c": 1},
         script=lambda: some(b - a, some(a)),
         refute=lambda: both(fix("u v", given(given())))),
    pair("existence: a parabola through three points", WIDTH, "a b c",
         true=[exists("u", "real", exists("v", "real", exists("t", "real", conj(
             t.equals(a), (u + v + t).equals(b), (4 * u + 2 * v + t).equals(c)))))],
         false=[exists("u", "real", exists("t", "real", conj(
             t.equals(a), (u + t).equals(b), (4 * u + t).equals(c))))],
         at={"a": 0, "b": 1, "c": 2},
         script=lambda: some((c - 2 * b + a) / 2, some((4 * b - c - 3 * a) / 2, some(a))),
         refute=lambda: both(fix("u t", given(given())))),
    pair("existence: one number near three", CONSTANT, "c",
         true=[exists("x", "real", conj(absolute(x) <= 1, absolute(x - 1) <= 1,
                                        absolute(x - 2) <= 1))],
         false=[exists("x", "real", conj(absolute(x) <= number("9/10"), absolute(x - 1) <= 1,
                                         absolute(x - 2) <= 1))],
         at={"c": 0}, script=lambda: some(1),
         refute=lambda: both(intro("x", given(given(cases([absolute(x - 2)], auto())))))),
    pair("existence: a common bound", ORDER, "a b",
         true=[exists("c", "real", conj(a <= c, b <= c))],
         false=[exists("c", "real", conj(a <= c, c <= b))], at={"a": 1, "b": 0},
         script=lambda: some(largest(a, b)), refute=lambda: both(intro("c", given()))),
]  # fmt: skip
