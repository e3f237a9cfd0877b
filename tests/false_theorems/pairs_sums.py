"""Finite sums and induction: telescoping, power sums, empty sums, every index at both ends."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, conj, every, implies, total
from proofs.trees.script import Node, auto, look, node, split, use

from .pair import (
    CONSTANT,
    CONVERSE,
    FACTOR,
    HYPOTHESIS,
    INTEGER,
    ORDER,
    RANGE,
    SIGN,
    STRICT,
    TERM,
    WIDTH,
    ZERO,
    Pair,
    pair,
)
from .words import absolute, cases, defined, f, finite, floor, g, intro, number

from .words import c, e, i, j, k, m, n, t, x  # isort: skip


def unfold(*sums: Term, then: Node | None = None) -> Node:
    """Take the last summand off each sum."""
    last = then or auto()
    for term in reversed(sums):
        last = node("unfold", auto(), last, on=term.json)
    return last


def empty(*sums: Term, then: Node | None = None) -> Node:
    last = then or auto()
    for term in reversed(sums):
        last = node("empty", auto(), last, on=term.json)
    return last


def induction(
    claim: Callable[[Term], Json], start: object, at: Term, base: Node, step: Node
) -> Node:
    """The claim for all j >= start, then used at ``at``."""

    def last(context: object) -> Node:
        return use(len(context.rules) - 1, [at.json], auto(), auto())  # type: ignore[attr-defined]

    first = start.json if isinstance(start, Term) else str(start)
    return node("induct", base, step, look(last), on="j", claim=claim(j), **{"from": first})


def by_sums(
    claim: Callable[[Term], Json], sums: Callable[[Term], list[Term]], start: int = 0,
    at: Term = n,
) -> Node:  # fmt: skip
    """Induction on a claim about sums from 1 to j, which are empty at the start."""
    at_start = sums(number(start))
    base = empty(*at_start)
    return induction(claim, start, at, base, unfold(*sums(j + 1)))


def upto(last: object, body: Term = k, first: object = 1) -> Term:
    return total("k", first, last, body)


def from_rule(rule: int, at: list[Term], then: Node, premises: int = 0) -> Node:
    """Instantiate a hypothesis and, if it is an implication, discharge its premise."""
    return use(rule, [term.json for term in at], *[auto()] * premises, then)


NATURAL = n >= 0
POSITIVE_F = every("i", "int", f(i) > 0)
LINEAR = {"f": ("t", t)}


def step_with(rule: int, sums: list[Term], at: Term, then: Node | None = None) -> Node:
    return from_rule(rule, [at], unfold(*sums, then=then))


def telescope(
    claim: Callable[[Term], Json], terms: Callable[[Term], Term], f: Callable[[Term], Term],
    shift: int = 0,
) -> Node:  # fmt: skip
    """The summand at j + 1 names f(j + 1 - 1), f(j + 1 + 1): atoms by value, nothing to do."""
    return induction(claim, 0, n, empty(terms(number(0))), unfold(terms(j + 1)))


def cauchy() -> Node:
    """(s + f)^2 <= (j + 1)(q + f^2) needs 2 s f <= q + j f^2: from j q >= s^2, apart for j = 0."""

    def claim(j: Term) -> Json:
        return conj(upto(j, f(k)) ** 2 <= j * upto(j, f(k) ** 2), upto(j, f(k) ** 2) >= 0)

    def sums(j: Term) -> list[Term]:
        return [upto(j, f(k)), upto(j, f(k) ** 2)]

    none = node("have", auto(), auto(), show=upto(j, f(k)).equals(0))
    step = unfold(*sums(j + 1), then=split((j - 1).json, auto(), none))
    return induction(claim, 0, n, empty(*sums(number(0))), step)


def low_step() -> Node:
    """At j = 0 both sums are empty."""
    return split((j - 1).json, unfold(upto(j + 1 - 1)), empty(upto(j + 1 - 1)))


def double_sum() -> Node:
    inner = total("i", 1, n, number(1))
    outer = by_sums(lambda j: upto(j, inner).equals(j * inner), lambda j: [upto(j, inner)])
    return node("have", by_sums(lambda j: upto(j, number(1)).equals(j),
                                lambda j: [upto(j, number(1))]), node(
        "have", outer, auto(), show=upto(n, inner).equals(n * inner)),
        show=upto(n, number(1)).equals(n))  # fmt: skip


def fraction_parts() -> Node:
    """i and i + 1 are integers, so both fractional parts are 0."""
    whole = [floor(i).equals(i), floor(i + 1).equals(i + 1)]
    then = auto()
    for fact in whole:
        term = Term(fact[1])
        value = Term(fact[2])
        proof = split((term - value).json, auto(), auto())
        then = node("have", proof, then, show=fact)
    return then


PAIRS: list[Pair] = [
    pair("sum: the first n numbers", FACTOR, "n:int",
         true=[NATURAL, (2 * upto(n)).equals(n * (n + 1))],
         false=[NATURAL, (2 * upto(n)).equals(n * (n - 1))],
         at={"n": 1},
         script=lambda: by_sums(lambda j: (2 * upto(j)).equals(j * (j + 1)),
                                lambda j: [upto(j)])),
    pair("sum: negative n", HYPOTHESIS, "n:int",
         true=[NATURAL, (2 * upto(n)).equals(n * (n + 1))],
         false=[(2 * upto(n)).equals(n * (n + 1))],
         at={"n": -2},
         script=lambda: by_sums(lambda j: (2 * upto(j)).equals(j * (j + 1)),
                                lambda j: [upto(j)])),
    pair("sum: the first n squares", CONSTANT, "n:int",
         true=[NATURAL, (6 * upto(n, k**2)).equals(n * (n + 1) * (2 * n + 1))],
         false=[NATURAL, (6 * upto(n, k**2)).equals(n * (n + 1) * (n + 2))],
         at={"n": 2},
         script=lambda: by_sums(lambda j: (6 * upto(j, k**2)).equals(j * (j + 1) * (2 * j + 1)),
                                lambda j: [upto(j, k**2)])),
    pair("sum: cubes are a square", FACTOR, "n:int",
         true=[NATURAL, (4 * upto(n, k**3)).equals(n**2 * (n + 1) ** 2)],
         false=[NATURAL, (4 * upto(n, k**3)).equals(n**2 * (n + 1))],
         at={"n": 1},
         script=lambda: by_sums(lambda j: (4 * upto(j, k**3)).equals(j**2 * (j + 1) ** 2),
                                lambda j: [upto(j, k**3)])),
    pair("sum: fourth powers, with every term", TERM, "n:int",
         true=[NATURAL, (30 * upto(n, k**4)).equals(
             6 * n**5 + 15 * n**4 + 10 * n**3 - n)],
         false=[NATURAL, (30 * upto(n, k**4)).equals(6 * n**5 + 15 * n**4 + 10 * n**3)],
         at={"n": 1},
         script=lambda: by_sums(lambda j: (30 * upto(j, k**4)).equals(
             6 * j**5 + 15 * j**4 + 10 * j**3 - j), lambda j: [upto(j, k**4)])),
    pair("sum: odd numbers make a square", RANGE, "n:int",
         true=[NATURAL, upto(n, 2 * k - 1).equals(n**2)],
         false=[NATURAL, total("k", 0, n, 2 * k - 1).equals(n**2)],
         at={"n": 0},
         script=lambda: by_sums(lambda j: upto(j, 2 * k - 1).equals(j**2),
                                lambda j: [upto(j, 2 * k - 1)])),
    pair("sum: a telescope, at its lower end", RANGE, "n:int f/1",
         true=[NATURAL, upto(n, f(k) - f(k - 1)).equals(f(n) - f(0))],
         false=[NATURAL, upto(n, f(k) - f(k - 1)).equals(f(n) - f(1))],
         at={"n": 1}, functions=LINEAR,
         script=lambda: telescope(lambda j: upto(j, f(k) - f(k - 1)).equals(f(j) - f(0)),
                                  lambda j: upto(j, f(k) - f(k - 1)), f)),
    pair("sum: a telescope, at its upper end", RANGE, "n:int f/1",
         true=[NATURAL, upto(n, f(k + 1) - f(k)).equals(f(n + 1) - f(1))],
         false=[NATURAL, upto(n, f(k + 1) - f(k)).equals(f(n) - f(1))],
         at={"n": 1}, functions=LINEAR,
         script=lambda: telescope(lambda j: upto(j, f(k + 1) - f(k)).equals(f(j + 1) - f(1)),
                                  lambda j: upto(j, f(k + 1) - f(k)), f, 1)),
    pair("sum: a telescope from zero", RANGE, "n:int f/1",
         true=[NATURAL, total("k", 0, n - 1, f(k + 1) - f(k)).equals(f(n) - f(0))],
         false=[NATURAL, total("k", 0, n, f(k + 1) - f(k)).equals(f(n) - f(0))],
         at={"n": 0}, functions=LINEAR,
         script=lambda: induction(
             lambda j: total("k", 0, j - 1, f(k + 1) - f(k)).equals(f(j) - f(0)), 0, n,
             empty(total("k", 0, number(0) - 1, f(k + 1) - f(k))),
             unfold(total("k", 0, j, f(k + 1) - f(k))))),
    pair("sum: a telescope has a sign", SIGN, "n:int f/1",
         true=[NATURAL, upto(n, f(k - 1) - f(k)).equals(f(0) - f(n))],
         false=[NATURAL, upto(n, f(k - 1) - f(k)).equals(f(n) - f(0))],
         at={"n": 1}, functions=LINEAR,
         script=lambda: telescope(lambda j: upto(j, f(k - 1) - f(k)).equals(f(0) - f(j)),
                                  lambda j: upto(j, f(k - 1) - f(k)), f)),
    pair("sum: a constant, n times", RANGE, "n:int c",
         true=[NATURAL, upto(n, c).equals(n * c)],
         false=[NATURAL, total("k", 0, n, c).equals(n * c)],
         at={"n": 0, "c": 1},
         script=lambda: by_sums(lambda j: upto(j, c).equals(j * c), lambda j: [upto(j, c)])),
    pair("sum: from m to n", RANGE, "n:int m:int",
         true=[n >= m, total("k", m, n, number(1)).equals(n - m + 1)],
         false=[n >= m, total("k", m, n, number(1)).equals(n - m)],
         at={"n": 0, "m": 0},
         script=lambda: induction(
             lambda j: total("k", m, j, number(1)).equals(j - m + 1), m, n,
             unfold(total("k", m, m, number(1)), then=empty(total("k", m, m - 1, number(1)))),
             unfold(total("k", m, j + 1, number(1))))),
    pair("sum: an empty sum is zero", ZERO, "n:int f/1",
         true=[n <= 0, upto(n, f(k)).equals(0)],
         false=[n <= 1, upto(n, f(k)).equals(0)],
         at={"n": 1}, functions=LINEAR,
         script=lambda: empty(upto(n, f(k)))),
    pair("sum: an empty range has no length", ZERO, "n:int m:int",
         true=[n >= m - 1, total("k", m, n, number(1)).equals(n - m + 1)],
         false=[n >= m - 2, total("k", m, n, number(1)).equals(n - m + 1)],
         at={"n": -2, "m": 0},
         script=lambda: induction(
             lambda j: total("k", m, j, number(1)).equals(j - m + 1), m - 1, n,
             empty(total("k", m, m - 1, number(1))), unfold(total("k", m, j + 1, number(1))))),
    pair("sum: positive summands", ZERO, "n:int f/1",
         true=[n >= 1, POSITIVE_F, upto(n, f(k)) > 0],
         false=[n >= 0, POSITIVE_F, upto(n, f(k)) > 0],
         at={"n": 0}, functions={"f": ("t", 1)},
         script=lambda: induction(
             lambda j: upto(j, f(k)) > 0, 1, n,
             from_rule(0, [number(1)], unfold(upto(1, f(k)), then=empty(upto(0, f(k))))),
             step_with(0, [upto(j + 1, f(k))], j + 1))),
    pair("sum: the triangle inequality", STRICT, "n:int f/1",
         true=[NATURAL, absolute(upto(n, f(k))) <= upto(n, absolute(f(k)))],
         false=[NATURAL, absolute(upto(n, f(k))) < upto(n, absolute(f(k)))],
         at={"n": 1}, functions=LINEAR,
         script=lambda: induction(
             lambda j: absolute(upto(j, f(k))) <= upto(j, absolute(f(k))), 0, n,
             empty(upto(0, f(k)), upto(0, absolute(f(k))), then=cases(
                 [absolute(upto(0, f(k)))], auto())),
             unfold(upto(j + 1, f(k)), upto(j + 1, absolute(f(k))), then=cases(
                 [absolute(upto(j, f(k))), absolute(upto(j + 1, f(k)))], auto())))),
    pair("sum: bounded summands", RANGE, "n:int c f/1",
         true=[NATURAL, every("i", "int", f(i) <= c), upto(n, f(k)) <= n * c],
         false=[NATURAL, every("i", "int", f(i) <= c), total("k", 0, n, f(k)) <= n * c],
         at={"n": 0, "c": 1}, functions={"f": ("t", 1)},
         script=lambda: induction(lambda j: upto(j, f(k)) <= j * c, 0, n, empty(upto(0, f(k))),
                                  step_with(0, [upto(j + 1, f(k))], j + 1))),
    pair("sum: Cauchy-Schwarz with n", FACTOR, "n:int f/1",
         true=[NATURAL, upto(n, f(k)) ** 2 <= n * upto(n, f(k) ** 2)],
         false=[NATURAL, upto(n, f(k)) ** 2 <= upto(n, f(k) ** 2)],
         at={"n": 2}, functions={"f": ("t", 1)},
         script=lambda: cauchy()),
    pair("sum: Cauchy-Schwarz with n - 1", WIDTH, "n:int f/1",
         true=[n >= 1, upto(n, f(k)) ** 2 <= n * upto(n, f(k) ** 2)],
         false=[n >= 1, upto(n, f(k)) ** 2 <= (n - 1) * upto(n, f(k) ** 2)],
         at={"n": 2}, functions={"f": ("t", 1)},
         script=lambda: cauchy()),
    pair("sum: linear in the summand", ORDER, "n:int f/1 g/1",
         true=[NATURAL, upto(n, f(k) + g(k)).equals(upto(n, f(k)) + upto(n, g(k)))],
         false=[NATURAL, upto(n, f(k) * g(k)).equals(upto(n, f(k)) * upto(n, g(k)))],
         at={"n": 2}, functions={"f": ("t", 1), "g": ("t", 1)},
         script=lambda: by_sums(
             lambda j: upto(j, f(k) + g(k)).equals(upto(j, f(k)) + upto(j, g(k))),
             lambda j: [upto(j, f(k) + g(k)), upto(j, f(k)), upto(j, g(k))])),
    pair("sum: a factor comes out once", FACTOR, "n:int c f/1",
         true=[NATURAL, upto(n, c * f(k)).equals(c * upto(n, f(k)))],
         false=[NATURAL, upto(n, c * f(k)).equals(n * c * upto(n, f(k)))],
         at={"n": 2, "c": 1}, functions={"f": ("t", 1)},
         script=lambda: by_sums(lambda j: upto(j, c * f(k)).equals(c * upto(j, f(k))),
                                lambda j: [upto(j, c * f(k)), upto(j, f(k))])),
    pair("sum: an added constant counts n times", FACTOR, "n:int c f/1",
         true=[NATURAL, upto(n, f(k) + c).equals(upto(n, f(k)) + n * c)],
         false=[NATURAL, upto(n, f(k) + c).equals(upto(n, f(k)) + c)],
         at={"n": 0, "c": 1}, functions={"f": ("t", 1)},
         script=lambda: by_sums(lambda j: upto(j, f(k) + c).equals(upto(j, f(k)) + j * c),
                                lambda j: [upto(j, f(k) + c), upto(j, f(k))])),
    pair("sum: a shifted index", RANGE, "n:int f/1",
         true=[NATURAL, upto(n, f(k - 1)).equals(total("k", 0, n - 1, f(k)))],
         false=[NATURAL, upto(n, f(k - 1)).equals(total("k", 0, n, f(k)))],
         at={"n": 0}, functions={"f": ("t", 1)},
         script=lambda: induction(
             lambda j: upto(j, f(k - 1)).equals(total("k", 0, j - 1, f(k))), 0, n,
             empty(upto(0, f(k - 1)), total("k", 0, number(0) - 1, f(k))),
             unfold(upto(j + 1, f(k - 1)), total("k", 0, j, f(k)), then=node(
                 "same", auto(), auto(), first=f(j + 1 - 1).json, second=f(j).json)))),
    pair("sum: two ranges that meet", RANGE, "n:int m:int f/1",
         true=[m >= 0, n >= m, (upto(m, f(k)) + total("k", m + 1, n, f(k))).equals(
             upto(n, f(k)))],
         false=[m >= 0, n >= m, (upto(m, f(k)) + total("k", m, n, f(k))).equals(upto(n, f(k)))],
         at={"n": 1, "m": 1}, functions={"f": ("t", 1)},
         script=lambda: induction(
             lambda j: (upto(m, f(k)) + total("k", m + 1, j, f(k))).equals(upto(j, f(k))), m, n,
             empty(total("k", m + 1, m, f(k))),
             unfold(total("k", m + 1, j + 1, f(k)), upto(j + 1, f(k))))),
    pair("sum: ranges that do not meet", HYPOTHESIS, "n:int m:int f/1",
         true=[m >= 0, n >= m, (upto(m, f(k)) + total("k", m + 1, n, f(k))).equals(
             upto(n, f(k)))],
         false=[m >= 0, n >= 0, (upto(m, f(k)) + total("k", m + 1, n, f(k))).equals(
             upto(n, f(k)))],
         at={"n": 0, "m": 1}, functions={"f": ("t", 1)},
         script=lambda: induction(
             lambda j: (upto(m, f(k)) + total("k", m + 1, j, f(k))).equals(upto(j, f(k))), m, n,
             empty(total("k", m + 1, m, f(k))),
             unfold(total("k", m + 1, j + 1, f(k)), upto(j + 1, f(k))))),
    pair("sum: reciprocals of neighbours", RANGE, "n:int",
         true=[NATURAL, ((n + 1) * upto(n, 1 / (k * (k + 1)))).equals(n)],
         false=[NATURAL, (n * upto(n, 1 / (k * (k + 1)))).equals(n - 1)],
         at={"n": 1},
         script=lambda: induction(
             lambda j: ((j + 1) * upto(j, 1 / (k * (k + 1)))).equals(j), 0, n,
             empty(upto(0, 1 / (k * (k + 1)))),
             defined([1 / ((j + 1) * (j + 1 + 1))], unfold(upto(j + 1, 1 / (k * (k + 1))))))),
    pair("sum: numbers below half the square", CONSTANT, "n:int",
         true=[NATURAL, upto(n - 1) <= n**2 / 2],
         false=[NATURAL, upto(n) <= n**2 / 2],
         at={"n": 1},
         script=lambda: induction(
             lambda j: (2 * upto(j - 1)).equals(j * (j - 1)), 0, n,
             empty(upto(number(0) - 1)),
             low_step())),
    pair("sum: alternating in pairs", SIGN, "n:int",
         true=[NATURAL, upto(n, (2 * k) - (2 * k - 1)).equals(n)],
         false=[NATURAL, upto(n, (2 * k - 1) - (2 * k)).equals(n)],
         at={"n": 1},
         script=lambda: by_sums(lambda j: upto(j, (2 * k) - (2 * k - 1)).equals(j),
                                lambda j: [upto(j, (2 * k) - (2 * k - 1))])),
    pair("sum: summands in order", CONVERSE, "n:int f/1 g/1",
         true=[NATURAL, every("i", "int", f(i) <= g(i)), upto(n, f(k)) <= upto(n, g(k))],
         false=[NATURAL, upto(n, f(k)) <= upto(n, g(k)), f(n) <= g(n)],
         at={"n": 2}, functions={"f": ("t", t), "g": ("t", 7 - 3 * t)},
         script=lambda: induction(
             lambda j: upto(j, f(k)) <= upto(j, g(k)), 0, n, empty(upto(0, f(k)), upto(0, g(k))),
             step_with(0, [upto(j + 1, f(k)), upto(j + 1, g(k))], j + 1))),
    pair("sum: summands in order for some indices only", RANGE, "n:int f/1 g/1",
         true=[NATURAL, every("i", "int", implies(i >= 1, f(i) <= g(i))),
               upto(n, f(k)) <= upto(n, g(k))],
         false=[NATURAL, every("i", "int", implies(i >= 2, f(i) <= g(i))),
                upto(n, f(k)) <= upto(n, g(k))],
         at={"n": 1}, functions={"f": ("t", 2), "g": ("t", t)},
         script=lambda: induction(
             lambda j: upto(j, f(k)) <= upto(j, g(k)), 0, n, empty(upto(0, f(k)), upto(0, g(k))),
             from_rule(0, [j + 1], unfold(upto(j + 1, f(k)), upto(j + 1, g(k))), 1))),
    pair("sum: at least its last summand", SIGN, "n:int f/1",
         true=[n >= 1, every("i", "int", f(i) >= 0), upto(n, f(k)) >= f(n)],
         false=[n >= 1, upto(n, f(k)) >= f(n)],
         at={"n": 2}, functions={"f": ("t", 2 * t - 3)},
         script=lambda: from_rule(0, [n], node("induct",
             empty(upto(0, f(k))), from_rule(0, [j + 1], unfold(upto(j + 1, f(k)))),
             from_rule(1, [n - 1], unfold(upto(n, f(k))), 1), on="j", claim=upto(j, f(k)) >= 0,
             **{"from": "0"}))),
    pair("sum: double sums are products", TERM, "n:int",
         true=[NATURAL, upto(n, n * k).equals(n * upto(n))],
         false=[NATURAL, upto(n, k * k).equals(n * upto(n))],
         at={"n": 2},
         script=lambda: by_sums(lambda j: upto(j, n * k).equals(n * upto(j)),
                                lambda j: [upto(j, n * k), upto(j)])),
    pair("sum: inner limit and outer limit", ORDER, "n:int",
         true=[NATURAL, (2 * total("k", 1, n, total("i", 1, n, number(1)))).equals(2 * n * n)],
         false=[NATURAL, (2 * total("k", 1, n, total("i", 1, k, number(1)))).equals(2 * n * n)],
         at={"n": 2},
         script=lambda: double_sum()),
    pair("induction: a recurrence doubles", CONSTANT, "n:int f/1",
         true=[NATURAL, f(0).equals(1), every("i", "int", f(i + 1).equals(2 * f(i))),
               f(n) >= n + 1],
         false=[NATURAL, f(0).equals(1), every("i", "int", f(i + 1).equals(f(i) + 1)),
                f(n) >= n + 2],
         at={"n": 0}, functions={"f": ("t", t + 1)},
         script=lambda: induction(lambda j: f(j) >= j + 1, 0, n, auto(),
                                  from_rule(0, [j], auto()))),
    pair("induction: Bernoulli", HYPOTHESIS, "n:int x f/1",
         true=[NATURAL, x >= -1, f(0).equals(1),
               every("i", "int", f(i + 1).equals((1 + x) * f(i))), f(n) >= 1 + n * x],
         false=[NATURAL, f(0).equals(1), every("i", "int", implies(i >= 0, i <= n - 1,
                f(i + 1).equals((1 + x) * f(i)))), f(n) >= 1 + n * x],
         at={"n": 3, "x": -4}, functions={"f": ("t", 1 - 4 * t + 8 * t * (t - 1)
                                                - number("32/3") * t * (t - 1) * (t - 2))},
         script=lambda: induction(
             lambda j: conj(f(j) >= 1 + j * x, f(j) >= 0), 0, n, auto(),
             from_rule(0, [j], auto())),
         refute=lambda: node("both", auto(), auto(), intro("i", intro("", intro(
             "", finite("i", 0, 2, auto())))), auto())),
    pair("induction: a positive start", HYPOTHESIS, "n:int f/1",
         true=[NATURAL, f(0) > 0, every("i", "int", f(i + 1) >= f(i)), f(n) > 0],
         false=[NATURAL, every("i", "int", f(i + 1) >= f(i)), f(n) > 0],
         at={"n": 0}, functions={"f": ("t", 0)},
         script=lambda: induction(lambda j: f(j) > 0, 0, n, auto(), from_rule(0, [j], auto()))),
    pair("induction: growth goes up only", RANGE, "n:int f/1",
         true=[NATURAL, f(0).equals(0), every("i", "int", f(i + 1) >= f(i) + 1), f(n) >= n],
         false=[f(0).equals(0), every("i", "int", f(i + 1) >= f(i) + 1), f(n) >= n],
         at={"n": -1}, functions={"f": ("t", 2 * t)},
         script=lambda: induction(lambda j: f(j) >= j, 0, n, auto(), from_rule(0, [j], auto()))),
    pair("induction: steps of integers say nothing between", INTEGER, "x f/1",
         true_names="x:int f/1",
         true=[x >= 0, f(0).equals(0), every("i", "int", f(i + 1).equals(f(i))), f(x).equals(0)],
         false=[x >= 0, f(0).equals(0), every("i", "int", f(i + 1).equals(f(i))), f(x).equals(0)],
         at={"x": "1/2"}, functions={"f": ("t", t - floor(t))},
         script=lambda: induction(lambda j: f(j).equals(0), 0, x, auto(),
                                  from_rule(0, [j], auto())),
         refute=lambda: node("both", auto(), auto(), intro("i", fraction_parts()), auto())),
    pair("induction: two steps need two starts", HYPOTHESIS, "n:int f/1",
         true=[NATURAL, f(0).equals(0), f(1).equals(1),
               every("i", "int", f(i + 2).equals(2 * f(i + 1) - f(i))), f(n).equals(n)],
         false=[NATURAL, f(0).equals(0), every("i", "int", f(i + 2).equals(2 * f(i + 1) - f(i))),
                f(n).equals(n)],
         at={"n": 1}, functions={"f": ("t", 2 * t)},
         script=lambda: induction(
             lambda j: conj(f(j).equals(j), f(j + 1).equals(j + 1)), 0, n, auto(),
             from_rule(0, [j], node("same", auto(), auto(), first=f(j + 1 + 1).json,
                                    second=f(j + 2).json)))),
    pair("induction: errors add", CONSTANT, "n:int e f/1",
         true=[NATURAL, f(0).equals(0), every("i", "int", absolute(f(i + 1) - f(i)) <= e),
               f(n) <= n * e],
         false=[n >= 1, f(0).equals(0), every("i", "int", absolute(f(i + 1) - f(i)) <= e),
                f(n) <= (n - 1) * e],
         at={"n": 1, "e": 1}, functions=LINEAR,
         script=lambda: induction(lambda j: f(j) <= j * e, 0, n, auto(),
                                  from_rule(0, [j], auto()))),
    pair("induction: n (n + 1) is even", INTEGER, "n",
         true_names="n:int",
         true=[NATURAL, (2 * upto(n)).equals(n * (n + 1))],
         false=[NATURAL, (2 * floor(n * (n + 1) / 2)).equals(n * (n + 1))],
         at={"n": "1/2"},
         script=lambda: by_sums(lambda j: (2 * upto(j)).equals(j * (j + 1)),
                                lambda j: [upto(j)])),
    pair("induction: powers against squares", RANGE, "n:int f/1",
         true=[n >= 4, f(4).equals(16), every("i", "int", f(i + 1).equals(2 * f(i))),
               f(n) >= n**2],
         false=[n >= 3, f(n).equals(8), f(n) >= n**2],
         at={"n": 3}, functions={"f": ("t", 8)},
         script=lambda: induction(lambda j: f(j) >= j**2, 4, n, auto(),
                                  from_rule(0, [j], auto()))),
]  # fmt: skip
