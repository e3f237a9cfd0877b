"""The longest ranges of v for N Newton steps from one guess: numbers, statements and scripts.

With r = y sqrt(v) a step is phi(r) = r (3 - r^2)/2.  N steps from 0 < r < sqrt(3) end within u of 1
if and only if low <= r <= high, where phi^N(low) = phi^N(high) = 1 - u.

A constant guess makes r proportional to s = sqrt(v): v may vary by the factor (high/low)^2.  A
linear one makes r a cubic alpha s + beta s^3, which is best if it is low at both ends and high at
its maximum: with t1 < t2 the positive roots of 3 t - t^3 = 2 low/high, the factor is (t2/t1)^2.
The numbers are computed in integers; what is proved does not rest on how they were found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from constructions.terms import Term, conj, every, implies, plain_json, var
from constructions.weierstrass import newton
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.library.vectors import ONE, S, fact
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    statement,
)
from proofs.weierstrass.newton_proof import root, v
from proofs.weierstrass.newton_steps import (
    BF16,
    FP16,
    after,
    error,
    range_proof,
    sorts,
    steps,
    y,
)

FP32 = Fraction(1, 2**24)  #: unit roundoff
NAMES = {BF16: "BF16", FP16: "FP16", FP32: "FP32"}
GRAIN = Fraction(1, 10**20)
FINE = Fraction(1, 10**8)


# --- numbers -------------------------------------------------------------------------------------


def _bisected(good: Callable[[Fraction], bool], a: Fraction, b: Fraction) -> Fraction:
    """A point within GRAIN of where ``good`` ceases to hold; it holds there."""
    while abs(b - a) > GRAIN:
        middle = Fraction(round((a + b) / 2 / GRAIN * 2), 1) * GRAIN / 2
        a, b = (middle, b) if good(middle) else (a, middle)
    return a


def _reaches(r: Fraction, count: int, unit: Fraction) -> bool:
    """Whether phi^N(r) >= 1 - u, for r with 0 < phi(r) <= 1, each step rounded to GRAIN."""
    for _ in range(count):
        r = Fraction(round(after(r) / GRAIN)) * GRAIN
    return r >= 1 - unit


@lru_cache
def ends(count: int, unit: Fraction) -> tuple[Fraction, Fraction]:
    """low and high, to about 19 places."""
    low = _bisected(lambda r: _reaches(r, count, unit), Fraction(1), GRAIN)
    high = _bisected(lambda r: _reaches(r, count, unit), Fraction(1), Fraction(1732, 1000))
    return low, high


@dataclass(frozen=True)
class Range:
    """``works``: a factor that a guess reaches, ``fails``: one that none does, both of v.

    ``turn``: where the cubic is largest, as a multiple of the least s.
    """

    works: Fraction
    fails: Fraction
    turn: Fraction


@lru_cache
def constant_range(count: int, unit: Fraction) -> Range:
    low, high = ends(count, unit)
    return _range((high / low) ** 2, Fraction(1))


@lru_cache
def linear_range(count: int, unit: Fraction) -> Range:
    low, high = ends(count, unit)
    c = 2 * low / high
    first = _bisected(lambda t: 3 * t - t**3 <= c, Fraction(0), Fraction(1))
    second = _bisected(lambda t: 3 * t - t**3 >= c, Fraction(1), Fraction(2))
    return _range((second / first) ** 2, 1 / first)


def _range(factor: Fraction, turn: Fraction) -> Range:
    """The factor to three places, down and up, with a little room."""
    room = Fraction(1, 10**5)
    down, up = int((factor - room) * 1000), int((factor + room) * 1000) + 1
    return Range(Fraction(down, 1000), Fraction(up, 1000), Fraction(round(turn / FINE)) * FINE)


def square_root(q: Fraction, up: bool = False) -> Fraction:
    """To twelve places, rounded down or up."""
    found = Fraction(isqrt(int(q * 10**24)), 10**12)
    return found + Fraction(1, 10**12) if up else found


# --- a guess that works --------------------------------------------------------------------------


def constant_guess(count: int, unit: Fraction) -> Fraction:
    """low, rounded up: the guess for 1 <= v <= works."""
    low, _ = ends(count, unit)
    return Fraction(int(low / FINE) + 1) * FINE


def linear_guess(count: int, unit: Fraction) -> tuple[Fraction, Fraction]:
    """b and c of the guess b (c - v) for 1 <= v <= works: b s (c - s^2) is equal at both ends."""
    _, high = ends(count, unit)
    end = square_root(linear_range(count, unit).works)
    c = Fraction(round((1 + end + end**2) / FINE)) * FINE
    return Fraction(int(high / (2 * square_root(c / 3) ** 3) / FINE)) * FINE, c


def guess(count: int, unit: Fraction, linear: bool) -> Term:
    if not linear:
        return S.const(constant_guess(count, unit))
    b, c = linear_guess(count, unit)
    return b * (c - v)


def works_statement(count: int, unit: Fraction, linear: bool) -> Json:
    """For 1 <= v <= K the guess leaves an error of at most u after N steps, from the basin."""
    K = (linear_range if linear else constant_range)(count, unit).works
    hypotheses = [v >= 1, v <= K, y(0).equals(guess(count, unit, linear)), *steps(count)]
    show = conj(y(0) > 0, v * y(0) ** 2 < 3, error(count) <= unit)
    return statement(sorts(count), hypotheses, show)


def works_script(count: int, unit: Fraction, linear: bool) -> Node:
    """low' <= y_0 sqrt(v) <= high' by the shape of the guess."""
    K = (linear_range if linear else constant_range)(count, unit).works
    last = square_root(K, up=True)
    facts: list[tuple[Json, Node]] = [
        (v > 0, auto("v > 0")),
        (root >= 1, auto("sqrt(v) >= 1")),
        (root <= last, _root_at_most(last, K)),
    ]
    if linear:
        b, c = linear_guess(count, unit)
        low, high, shape = _cubic(b, c, last)
        value = b * root * (c - root**2)
        facts += [
            ((y(0) * root).equals(value), auto("r_0")),
            *shape,
        ]
    else:
        b = constant_guess(count, unit)
        low, high = b, b * last
    facts += [
        (y(0) * root >= low, auto("r_0 is not small")),
        (y(0) * root <= high, auto("r_0 is not large")),
    ]
    near, far = y(0) * root >= low, y(0) * root <= high
    basin = exactly(  # (high - r) (high + r) + 3 - high^2
        [(high + low, [far], []), (1, [far, near], [])],
        3 - high**2,
        [(v.equals(root**2), y(0) ** 2)],
    )
    accurate = range_proof(count, unit, low, high, 20)
    ending = node("both", auto("y_0 > 0"), basin, accurate)
    return define(root.json, auto("v >= 0"), lemmas(facts, ending))


def _root_at_most(last: Fraction, K: Fraction) -> Node:
    """(sqrt(v) - last) (sqrt(v) + last) = v - last^2."""

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        n = len(probe.literals)
        terms: list[Json] = [
            ["1", [n, _literal(probe, root >= 0)], []],
            [str(last), [n], []],
            ["1", [_literal(probe, v <= K)], []],
            [str(last**2 - K), [], []],
        ]
        mult = [[_literal(probe, v.equals(root**2)), "-1"]]
        return {"by": "leaf", "terms": terms, "mult": mult, "then": []}

    return look(leaf)


def _cubic(
    b: Fraction, c: Fraction, last: Fraction
) -> tuple[Fraction, Fraction, list[tuple[Json, Node]]]:
    """The least and the largest value of b s (c - s^2) for 1 <= s <= last, with their proofs."""

    def at(q: Fraction) -> Fraction:
        return b * q * (c - q * q)

    low, turn = min(at(Fraction(1)), at(last)), square_root(c / 3)
    slope = b * (c - 3 * turn**2)  # b s (c - s^2) = slope s + b (3 turn^2 s - s^3), slope >= 0
    high = slope * last + 2 * b * turn**3
    s = var("s0")
    value = b * s * (c - s**2)
    chord = (s - 1) * (last - s) * (s + 1 + last)
    touch = (s - turn) ** 2 * (s + 2 * turn)
    first, second = s >= 1, s <= last
    lower = exactly(
        [
            (b, [chord >= 0], []),
            ((at(Fraction(1)) - low) / (last - 1), [second], []),
            ((at(last) - low) / (last - 1), [first], []),
        ]
    )
    above_chord = exactly([(1, [first, second, first], []), (2 + last, [first, second], [])])
    below_tangent = exactly([(1, [first], [s - turn]), (1 + 2 * turn, [], [s - turn])])
    upper = exactly([(b, [touch >= 0], []), (slope, [second], [])])
    sides = node(
        "both", have(chord >= 0, above_chord, lower), have(touch >= 0, below_tangent, upper)
    )
    cubic = every("s0", "real", implies(first, second, conj(value >= low, value <= high)))
    here = b * root * (c - root**2)
    ends_at = [root >= 1, root <= last]
    found = conj(here >= low, here <= high)
    facts: list[tuple[Json, Node]] = [
        (cubic, intro("s0", intro("", intro("", sides)))),
        (found, fact(cubic, [root], _discharged(ends_at[1], found), given())),
    ]
    return low, high, facts


def _discharged(premise: Json, conclusion: Json) -> Node:
    return fact(implies(premise, conclusion), [], given(), given())


# --- no guess works ------------------------------------------------------------------------------

m, alpha, beta = (var(name) for name in ("m", "alpha", "beta"))
_s, _w = var("s0"), var("w0")


def point(letter: str, count: int) -> list[Term]:
    return [var(f"{letter}{k}") for k in range(count + 1)]


def chain_of(at: Term, values: list[Term]) -> list[Json]:
    """The steps at v = ``at``."""
    return [new.equals(newton(S, at, old, 1)[1]) for old, new in pairwise(values)]


def gap(at: Term, values: list[Term]) -> Term:
    return S.abs(1 - values[-1] * S.sqrt(at))


def fails_statement(count: int, unit: Fraction, linear: bool) -> Json:
    """Accurate at m (and at turn^2 m), the guess is not accurate at end^2 m."""
    return three_points(count, unit, linear, last_point(count, unit, linear))


def last_point(count: int, unit: Fraction, linear: bool) -> Fraction:
    found = square_root((linear_range if linear else constant_range)(count, unit).fails)
    return Fraction(int(found / FINE)) * FINE


def three_points(count: int, unit: Fraction, linear: bool, end: Fraction) -> Json:
    a, c = point("a", count), point("c", count)
    last = S.const(end**2) * m
    names = {"m": "real", **{str(t.json): "real" for t in a}}
    hypotheses: list[Json] = [m > 0]
    if linear:
        b = point("b", count)
        middle = S.const(linear_range(count, unit).turn ** 2) * m
        names |= {"alpha": "real", "beta": "real", **{str(t.json): "real" for t in b}}
        hypotheses += [
            a[0].equals(alpha + beta * m),
            b[0].equals(alpha + beta * middle),
            c[0].equals(alpha + beta * last),
            a[0] > 0,
            b[0] > 0,
            middle * b[0] ** 2 < 3,
            c[0] > 0,
        ]
        hypotheses += [*chain_of(m, a), *chain_of(middle, b), *chain_of(last, c)]
        hypotheses += [gap(m, a) <= unit, gap(middle, b) <= unit]
    else:
        hypotheses += [a[0] > 0, c[0].equals(a[0]), last * c[0] ** 2 < 3]
        hypotheses += [*chain_of(m, a), *chain_of(last, c), gap(m, a) <= unit]
    names |= {str(t.json): "real" for t in c}
    return statement(names, hypotheses, gap(last, c) > unit)


def _up(q: Fraction) -> Fraction:
    return Fraction(-int(-q * 10**20 // 1), 10**20)


def falling(count: int, start: Fraction) -> list[Fraction]:
    """c_0 = start, c_1, ..., c_N with phi(c_k) <= c_(k+1)."""
    found = [start]
    for _ in range(count):
        found.append(_up(after(found[-1])))
    return found


def outside(count: int, unit: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers a little below low and above high."""
    low, high = ends(count, unit)
    return Fraction(int(low / FINE)) * FINE, Fraction(int(high / FINE) + 1) * FINE


def small(count: int, unit: Fraction, high: bool) -> Json:
    """From 0 < y_0 s < low (or high < y_0 s < sqrt(3)) follows y_N s < 1 - u, where w = s^2."""
    values = point("q", count)
    edge = outside(count, unit)[1 if high else 0]
    r = values[0] * _s
    start = [r >= edge, _w * values[0] ** 2 < 3] if high else [r < edge]
    premise = conj(_s > 0, _w.equals(_s**2), values[0] > 0, *start, *chain_of(_w, values))
    found: Json = implies(premise, values[-1] * _s < 1 - unit)
    for name in reversed([*(str(t.json) for t in values), "w0", "s0"]):
        found = every(name, "real", found)
    return found


def small_script(count: int, unit: Fraction, high: bool) -> Node:
    values = point("q", count)
    edge = outside(count, unit)[1 if high else 0]
    bounds = falling(count, edge)
    old = values[0] * _s
    facts: list[tuple[Json, Node]] = [
        (old > 0, exactly([(1, [values[0] > 0, _s > 0], [])])),
        (ONE_STEP, _one_step_proof()),
    ]
    if high:
        squares = [(_w.equals(_s**2), -(values[0] ** 2))]
        facts.append((old**2 < 3, exactly([(1, [_w * values[0] ** 2 < 3], [])], mult=squares)))
    for k in range(count):
        first = high and k == 0
        lemma = _falls(bounds[k], bounds[k + 1], first)
        old, new = values[k] * _s, values[k + 1] * _s
        moved = old * (3 - old**2) / 2
        inside = [old >= bounds[k], old**2 < 3] if first else [old > 0, old <= bounds[k]]
        if k == 0 and not high:
            facts.append((inside[1], exactly([(1, [old < bounds[0]], [])])))
        image = conj(moved > 0, moved <= bounds[k + 1])
        then = fact(implies(inside[1], image), [], given(), given())
        facts += [
            (lemma, _falls_proof(bounds[k], bounds[k + 1], first)),
            (image, fact(lemma, [old], then, given())),
            (new.equals(moved), _moved(values[k], values[k + 1], moved)),
            (new > 0, exactly([(1, [moved > 0], [])], mult=[(new.equals(moved), S.const(-1))])),
            (
                new <= bounds[k + 1],
                exactly([(1, [moved <= bounds[k + 1]], [])], mult=[(new.equals(moved), ONE)]),
            ),
        ]
    last = values[-1] * _s <= bounds[-1]
    body = intro("", lemmas(facts, exactly([(1, [last], [])], 1 - unit - bounds[-1])))
    for name in reversed([*(str(t.json) for t in values), "w0", "s0"]):
        body = intro(name, body)
    return body


_p, _q = var("p0"), var("p1")
ONE_STEP = every(
    "p0",
    "real",
    every(
        "p1",
        "real",
        implies(
            _q.equals(newton(S, _w, _p, 1)[1]),
            (_q * _s).equals(_p * _s * (3 - (_p * _s) ** 2) / 2),
        ),
    ),
)  #: with w = s^2


def _one_step_proof() -> Node:
    equation = _q.equals(newton(S, _w, _p, 1)[1])
    return intro(
        "p0",
        intro("p1", intro("", vanishing([(equation, -_s), (_w.equals(_s**2), _p**3 * _s / 2)]))),
    )


def _moved(old: Term, new: Term, moved: Term) -> Node:
    return fact(ONE_STEP, [old, new], given(), given())


def _falls(c: Fraction, bound: Fraction, high: bool) -> Json:
    """0 < phi(r) <= bound for 0 < r <= c <= 1, or for 1 <= c <= r < sqrt(3)."""
    r = var("r0")
    image = r * (3 - r**2) / 2
    inside = (r >= c, r**2 < 3) if high else (r > 0, r <= c)
    return every("r0", "real", implies(*inside, conj(image > 0, image <= bound)))


def _falls_proof(c: Fraction, bound: Fraction, high: bool) -> Node:
    r = var("r0")
    if high:  # phi(c) - phi(r) = (r - c) (r^2 + c r + c^2 - 3)/2
        side, factor = r >= c, r**2 + c * r + c**2 - 3
        not_negative = exactly([(1, [side, side], []), (3 * c, [side], [])], 3 * c**2 - 3)
        positive = exactly([(Fraction(1, 2), [side, r**2 < 3], []), (c / 2, [r**2 < 3], [])])
        facts: list[tuple[Json, Node]] = []
    else:  # (c - r) (3 - c^2 - c r - r^2)/2
        side, factor = r <= c, 3 - c**2 - c * r - r**2
        not_negative = exactly([(1, [side, r > 0], []), (2 * c, [side], [])], 3 - 3 * c**2)
        room = exactly([(c, [side], []), (1, [side, r > 0], [])], 3 - c**2)
        facts = [(3 - r**2 > 0, room)]
        positive = exactly([(Fraction(1, 2), [r > 0, 3 - r**2 > 0], [])])
    facts.append((factor >= 0, not_negative))
    below = exactly([(Fraction(1, 2), [side, factor >= 0], [])], bound - after(c))
    return intro("r0", intro("", intro("", lemmas(facts, node("both", positive, below)))))


def _literal(context: Context, formula: Json) -> int:
    """The number of a fact that is known in this form."""
    probe = context.child()
    wanted = probe.literal(read_formula(plain_json(formula), probe.sorts, probe.functions))
    for number, literal in enumerate(probe.literals):
        if literal == wanted:
            return number
    raise LookupError(f"not known: {formula}"[:300])


def exactly(
    parts: list[tuple[Fraction | int, list[Json], list[Term]]],
    constant: Fraction | int = 0,
    mult: list[tuple[Json, Term]] | None = None,
    goal: bool = True,
) -> Node:
    """A goal that is the sum of c (product of known facts) (squares), a constant, and equalities.

    Without ``goal`` that sum is 0 < 0, whatever the goal is.  The numbers have too many digits for
    a search in floating point.
    """

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        terms: list[Json] = [["1", [len(probe.literals)], []]] if goal else []
        for c, facts, squares in parts:
            if c:
                numbers = [_literal(probe, formula) for formula in facts]
                terms.append([str(c), numbers, [t.json for t in squares]])
        if constant:
            terms.append([str(constant), [], []])
        factors = [[_literal(probe, formula), t.json] for formula, t in mult or []]
        return {"by": "leaf", "terms": terms, "mult": factors, "then": []}

    return look(leaf)


def vanishing(mult: list[tuple[Json, Term]]) -> Node:
    """An equation that is this combination of known equations."""

    def leaf(context: Context) -> Node:
        probe = context.child()
        probe.negated_goal()
        factors = [[_literal(probe, formula), t.json] for formula, t in mult]
        lit = len(probe.literals)
        return node("zero", lit=lit, terms=[["1", [], []]], mult=factors)

    return look(leaf)


def fails_script(count: int, unit: Fraction, linear: bool) -> Node:
    low, high = outside(count, unit)
    end = last_point(count, unit, linear)
    sigma = S.sqrt(m)
    a, b, c = (point(letter, count) for letter in "abc")
    last = S.const(end**2) * m
    below, above = small(count, unit, False), small(count, unit, True)

    def bad(lemma: Json, s: Term, at: Term, values: list[Term], then: Node) -> Node:
        """y_N s < 1 - u there."""
        return fact(lemma, [*values, at, s], then, given())

    r_a, r_c = a[0] * sigma, c[0] * (sigma * end)
    far = S.abs(1 - c[-1] * S.sqrt(last))
    late = c[-1] * (end * sigma) < 1 - unit
    equal = S.sqrt(last).equals(end * sigma)
    inaccurate = exactly(
        [(1, [late], []), (1, [far >= 1 - c[-1] * S.sqrt(last)], [])], mult=[(equal, c[-1])]
    )
    shown = have(far >= 1 - c[-1] * S.sqrt(last), _size(last, c), inaccurate)
    goal = bad(below if linear else above, end * sigma, last, c, shown)
    if linear:
        turn = linear_range(count, unit).turn
        middle = S.const(turn**2) * m
        r_b = b[0] * (turn * sigma)
        share = turn * (end**2 - turn**2) / (end**2 - 1)
        other = turn * (turn**2 - 1) / (end * (end**2 - 1))
        over = (share * low + other * low - high) / other
        if not over > 0:
            raise ValueError("the points do not show it")
        cubic = r_b.equals(share * r_a + other * r_c)
        guesses = [
            (b[0].equals(alpha + beta * middle), -(turn * sigma)),
            (a[0].equals(alpha + beta * m), share * sigma),
            (c[0].equals(alpha + beta * last), other * end * sigma),
        ]
        at_end = exactly(
            [(1 / other, [r_b < high], []), (share / other, [r_a >= low], [])],
            over,
            [(cubic, S.const(-1 / other))],
        )
        third = lemmas([(cubic, vanishing(guesses)), (r_c < low, at_end)], goal)
        equal_b = S.sqrt(middle).equals(turn * sigma)
        wrong = _contradiction(middle, b, turn * sigma, unit, equal_b)
        inner = node("split", bad(above, turn * sigma, middle, b, wrong), third,
                     on=(r_b - high).json)  # fmt: skip
    else:
        if not end * low > high:
            raise ValueError("the points do not show it")
        large = exactly(
            [(end, [r_a >= low], [])], end * low - high, [(c[0].equals(a[0]), -(end * sigma))]
        )
        inner = have(r_c >= high, large, goal)
    wrong = _contradiction(m, a, sigma, unit, None)
    whole = node("split", inner, bad(below, sigma, m, a, wrong), on=(r_a - low).json)
    roots: list[tuple[Term, Term]] = [(last, end * sigma)]
    if linear:
        roots.append((middle, turn * sigma))
    for at, value in roots:
        same = (S.sqrt(at).equals(value), _same_root(S.sqrt(at), value))
        whole = define(S.sqrt(at).json, auto("not negative"), lemmas([same], whole))
    body = define(sigma.json, auto("m >= 0"), have(sigma > 0, auto("sqrt(m) > 0"), whole))
    facts: list[tuple[Json, Node]] = [(above, small_script(count, unit, True))]
    if linear:
        facts.append((below, small_script(count, unit, False)))
    else:
        facts.insert(0, (below, small_script(count, unit, False)))
    return lemmas(facts, body)


def _size(at: Term, values: list[Term]) -> Node:
    return case(gap(at, values).json, using(recent=4), using(recent=4))


def _contradiction(
    at: Term, values: list[Term], s: Term, unit: Fraction, equal: Json | None
) -> Node:
    """y_N s < 1 - u, and the error was said to be at most u."""
    y_end = values[-1]
    size = gap(at, values) >= 1 - y_end * S.sqrt(at)
    mult = [(equal, y_end)] if equal is not None else []
    falsum = exactly(
        [
            (1, [y_end * s < 1 - unit], []),
            (1, [gap(at, values) <= unit], []),
            (1, [size], []),
        ],
        mult=mult,
        goal=False,
    )
    return have(size, _size(at, values), falsum)


def _same_root(first: Term, second: Term) -> Node:
    a, b = var("x0"), var("x1")
    lemma: Json = implies(conj(a >= 0, b > 0, (a**2).equals(b**2)), a.equals(b))
    proof = intro("", have(a + b > 0, auto(), have(((a - b) * (a + b)).equals(0), auto(), auto())))
    for name in ("x1", "x0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    return have(lemma, proof, fact(lemma, [first, second], auto("instance"), auto("premises")))
