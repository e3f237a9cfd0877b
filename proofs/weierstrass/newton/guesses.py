"""The longest ranges of v for N Newton steps from one guess: numbers, statements and proofs.

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

from constructions.terms import Term, conj, var
from constructions.weierstrass import newton
from proofs.language.elaboration import Written, written
from proofs.library.vectors import S
from proofs.trees.script import Json, statement
from proofs.weierstrass.newton.proof import root, v
from proofs.weierstrass.newton.steps import (
    BF16,
    FP16,
    STEP,
    after,
    error,
    range_text,
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


#: from v <= K follows sqrt(v) <= t, where K <= t^2
_BOUND = """
have bound: for all K, t: real, v <= K => K <= t^2 => 0 <= t => root <= t:
  cases over: root > t:
    have root^2 > t^2 by over
"""


def works_proof(count: int, unit: Fraction, linear: bool) -> Written:
    """low' <= y_0 sqrt(v) <= high' by the shape of the guess, in powers of s = sqrt(v)."""
    K = (linear_range if linear else constant_range)(count, unit).works
    last = square_root(K, up=True)
    start = f"""{_BOUND}
have from: 1 <= root
have to: root <= {last} by bound({K}, {last})
"""
    if linear:
        b, c = linear_guess(count, unit)
        turn = square_root(c / 3)
        least = min(c - 1, last * (c - last**2))  # of s (c - s^2)
        most = (c - 3 * turn**2) * last + 2 * turn**3
        low, high = b * least, b * most
        start += f"""
have value: y0*root = {b}*(root*({c} - root^2)) by square
have least: {least} <= root*({c} - root^2) by chord(1, {last}, {c}, {least}, root), from, to
have most: root*({c} - root^2) <= {most}
  by tangent({last}, {c}, {most}, root, {turn}), positive, to
have near0: {low} <= y0*root and y0*root <= {high} by value, least, most
"""
    else:
        low = constant_guess(count, unit)
        high = low * last
        start += f"have near0: {low} <= y0*root and y0*root <= {high} by from, to\n"
    text = f"""{range_text(count, unit, low, high, start, 20)}
have inside: (y0*root)^2 < 3 by near0
have 0 < y0
have v*y0^2 < 3 by inside, square
have |1 - y{count}*root| <= {unit} by near{count}
"""
    return written(works_statement(count, unit, linear), text, root=root)


# --- no guess works ------------------------------------------------------------------------------

m, alpha, beta = (var(name) for name in ("m", "alpha", "beta"))


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


def falling(count: int, start: Fraction, end: Fraction) -> list[Fraction]:
    """c_0 = start, c_1, ..., c_N = end with phi(c_k) < c_(k+1); raises ValueError."""
    found = [start]
    for _ in range(count):
        found.append(Fraction(int(after(found[-1]) * 10**20) + 1, 10**20))
    if found[-1] >= end:
        raise ValueError("the range is not one for these steps")
    return [*found[:-1], end]


def outside(count: int, unit: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers a little below low and above high."""
    low, high = ends(count, unit)
    return Fraction(int(low / FINE)) * FINE, Fraction(int(high / FINE) + 1) * FINE


#: where a step leads from r <= a <= 1, and from 1 <= a <= r < sqrt(3)
_FALLS = """
have low: for all a, m, r: real, 0 < r and r <= a and a <= 1 => a*(3 - a^2)/2 < m =>
    0 < r*(3 - r^2)/2 and r*(3 - r^2)/2 < m:
  have small: r^2 <= 1
  have a^2 <= 1
  have a*r <= 1
  have 0 <= (a - r)*(3 - a^2 - a*r - r^2)
  have 0 < r*(3 - r^2) by small
have high: for all a, m, r: real, 1 <= a and a <= r and r^2 < 3 => a*(3 - a^2)/2 < m =>
    0 < r*(3 - r^2)/2 and r*(3 - r^2)/2 < m:
  have 1 <= a^2
  have 1 <= a*r
  have 1 <= r^2
  have 0 <= (r - a)*(r^2 + a*r + a^2 - 3)
  have 0 < r*(3 - r^2)
"""


def _small(name: str, count: int, unit: Fraction, high: bool) -> str:
    """From 0 < y_0 s <= low (or high <= y_0 s < sqrt(3)) follows y_N s < 1 - u, where w = s^2."""
    edge = outside(count, unit)[1 if high else 0]
    bounds = falling(count, edge, 1 - unit)
    values = ", ".join(f"q{k}" for k in range(count + 1))
    steps = " and ".join(f"q{k + 1} = q{k}*(3 - w*q{k}^2)/2" for k in range(count))
    start = f"{edge} <= q0*s and w*q0^2 < 3" if high else f"q0*s <= {edge}"
    inside = f"{edge} <= q0*s and (q0*s)^2 < 3" if high else f"0 < q0*s and q0*s <= {edge}"
    text = f"""
have {name}: for all s, w, {values}: real,
    0 < s and w = s^2 and 0 < q0 and {start} and {steps} => q{count}*s < {1 - unit}:
  have in0: {inside}
"""
    for k, (old, new) in enumerate(pairwise(bounds)):
        how = "high" if high and k == 0 else "low"
        text += f"""
  use step(s, w, q{k}, q{k + 1})
  have in{k + 1}: 0 < q{k + 1}*s and q{k + 1}*s < {new}
    by {how}({old}, {new}, q{k}*s), step(s, w, q{k}, q{k + 1}), in{k}
"""
    return text + f"  show by in{count}\n"


def fails_proof(count: int, unit: Fraction, linear: bool) -> Written:
    """The guess is at least low at m, then not below high in the middle, then not accurate."""
    low, high = outside(count, unit)
    end = last_point(count, unit, linear)

    def at(letter: str, root: str, square: str) -> str:
        return ", ".join([root, square, *(f"{letter}{k}" for k in range(count + 1))])

    end_root, end_at = f"{end}*s", f"{end**2}*m"
    early, late = (_small(name, count, unit, name == "late") for name in ("early", "late"))
    text = f"""{_FALLS}{STEP}{early}{late}
let s = sqrt(m)
have positive: 0 < s
have square: s^2 = m
have root_c: sqrt({end_at}) = {end_root}
cases first: a0*s < {low}:
  have a{count}*s < {1 - unit} by early({at("a", "s", "m")}), first, positive, square
  have |1 - a{count}*s| <= {unit}
"""
    facts = {}
    if linear:
        turn = linear_range(count, unit).turn
        root_b, at_b = f"{turn}*s", f"{turn**2}*m"
        share = turn * (end**2 - turn**2) / (end**2 - 1)
        other = turn * (turn**2 - 1) / (end * (end**2 - 1))
        if not (share + other) * low > high:
            raise ValueError("the points do not show it")
        facts["near_b"] = gap(S.const(turn**2) * m, point("b", count)) <= unit
        text += f"""
have root_b: sqrt({at_b}) = {root_b}
cases second: b0*({root_b}) >= {high}:
  have b{count}*({root_b}) < {1 - unit}
    by late({at("b", root_b, at_b)}), second, positive, square
  have |1 - b{count}*({root_b})| <= {unit} by root_b, near_b
have cubic: b0*({root_b}) = {share}*(a0*s) + {other}*(c0*({end_root}))
have third: c0*({end_root}) <= {low} by cubic, first, second
"""
    else:
        if not end * low > high:
            raise ValueError("the points do not show it")
        text += f"have third: {high} <= c0*({end_root})\n"
    text += f"""
have c{count}*({end_root}) < {1 - unit}
  by {"early" if linear else "late"}({at("c", end_root, end_at)}), third, positive, square
"""
    return written(fails_statement(count, unit, linear), text, facts)
