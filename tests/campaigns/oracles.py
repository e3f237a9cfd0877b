"""Elementary functions at rational points, between rationals 2**-BITS apart or a little more.

Plain series with explicit remainders, in integers; no code of ours, no ball arithmetic, and no
clever reduction of arguments.  exp, sin and cos come from one Taylor series at |q|; the inverse
functions are guessed by Newton's iteration, and what counts is that the guess is checked:
y - e <= log q <= y + e  because  exp(y - e) <= q <= exp(y + e).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction as F
from functools import cache
from itertools import pairwise

BITS = 420
Bounds = tuple[F, F]
MAX_ARGUMENT = 1_000


class NoBounds(Exception):
    """Undefined there, or out of the reach of these series."""


def _outward(low: int, high: int, work: int) -> Bounds:
    drop = work - BITS
    return F(low >> drop, 1 << BITS), F(-(-high >> drop), 1 << BITS)


@cache
def _series(q: F) -> tuple[Bounds, Bounds, Bounds]:
    """exp, sin, cos of q >= 0: the terms q^j/j!, of which ``term`` keeps the whole part.

    A true term (times 2**work) lies in [term, term + error].  Once j >= 2 q the terms at least
    halve, so what is left out is at most twice the next one.
    """
    if q > MAX_ARGUMENT:
        raise NoBounds
    work = BITS + 3 * math.ceil(q) + 32
    n, d = q.numerator, q.denominator
    totals = [0, 0, 0, 0]
    term, error, slack, j = 1 << work, 0, 0, 0
    while True:
        totals[j % 4] += term
        slack += error
        j += 1
        term, error = term * n // (d * j), error * n // (d * j) + 2
        if term <= 1 and j >= 2 * q:
            break
    slack += 2 * (term + error)
    s, c, e = totals[1] - totals[3], totals[0] - totals[2], sum(totals)
    return (
        _outward(e, e + slack, work),
        _outward(s - slack, s + slack, work),
        _outward(c - slack, c + slack, work),
    )


def exp(q: F) -> Bounds:
    low, high = _series(abs(q))[0]
    return (low, high) if q >= 0 else (1 / high, 1 / low)


def sin(q: F) -> Bounds:
    low, high = _series(abs(q))[1]
    return (low, high) if q >= 0 else (-high, -low)


def cos(q: F) -> Bounds:
    return _series(abs(q))[2]


def tan(q: F) -> Bounds:
    s, c = sin(q), cos(q)
    if c[0] <= 0 <= c[1]:
        raise NoBounds
    return quotient(s, c)


def tanh(q: F) -> Bounds:
    if q < 0:
        low, high = tanh(-q)
        return -high, -low
    low, high = (max(e, F(1)) for e in exp(2 * q))
    return (low - 1) / (low + 1), (high - 1) / (high + 1)


@cache
def log(q: F) -> Bounds:
    if q <= 0:
        raise NoBounds
    if q == 1:
        return F(0), F(0)

    def improved(y: F) -> F:
        e = exp(y)[0]
        return y + 2 * (q - e) / (q + e)

    guess = math.log(q.numerator) - math.log(q.denominator)
    return _checked(guess, improved, lambda low, high: exp(low)[1] <= q <= exp(high)[0])


@cache
def atan(q: F) -> Bounds:
    if q < 0:
        low, high = atan(-q)
        return -high, -low
    if q > 2:
        low, high = atan(1 / q)
        half = pi()
        return half[0] / 2 - high, half[1] / 2 - low

    def improved(y: F) -> F:
        s, c = middle(sin(y)), middle(cos(y))
        return y + (q * c - s) / (c + q * s)

    def below(y: F) -> bool:  # tan y <= q, for |y| < pi/2
        return sin(y)[1] <= q * cos(y)[0]

    def above(y: F) -> bool:
        return sin(y)[0] >= q * cos(y)[1]

    def right(low: F, high: F) -> bool:
        return -1 < low < high < F(3, 2) and below(low) and above(high)

    return _checked(math.atan(q), improved, right)


@cache
def pi() -> Bounds:
    """Where sin changes its sign between 3 and 4."""
    return _checked(
        math.pi,
        lambda y: y + middle(sin(y)),
        lambda low, high: 3 < low < high < 4 and sin(low)[0] > 0 > sin(high)[1],
    )


def _checked(guess: float, improved: Callable[[F], F], right: Callable[[F, F], bool]) -> Bounds:
    y = F(guess)
    for _ in range(4):
        y = F(round(improved(y) * (1 << BITS)), 1 << BITS)
    reach = F(1, 1 << (BITS - 8))
    for _ in range(20):
        if right(y - reach, y + reach):
            return y - reach, y + reach
        reach *= 16
    raise NoBounds


def sqrt(q: F) -> Bounds:
    if q < 0:
        raise NoBounds
    scaled = (q.numerator << 2 * BITS) // q.denominator
    root = math.isqrt(scaled)
    exact = root * root == scaled and F(root, 1 << BITS) ** 2 == q
    return F(root, 1 << BITS), F(root + (not exact), 1 << BITS)


def middle(a: Bounds) -> F:
    """The middle, in few digits: only ever a guess."""
    return F(((a[0] + a[1]) * (1 << BITS)).__floor__(), 1 << (BITS + 1))


ELEMENTARY: dict[str, Callable[[F], Bounds]] = {
    "exp": exp, "log": log, "sin": sin, "cos": cos, "tan": tan, "tanh": tanh, "atan": atan,
    "sqrt": sqrt,
}  # fmt: skip


# Arithmetic with true values that are known between rationals.


def plus(a: Bounds, b: Bounds) -> Bounds:
    return a[0] + b[0], a[1] + b[1]


def negative(a: Bounds) -> Bounds:
    return -a[1], -a[0]


def minus(a: Bounds, b: Bounds) -> Bounds:
    return plus(a, negative(b))


def times(a: Bounds, b: Bounds) -> Bounds:
    if a[0] == a[1] and b[0] == b[1]:
        return a[0] * b[0], a[0] * b[0]
    ends = [p * q for p in a for q in b]
    return min(ends), max(ends)


def quotient(a: Bounds, b: Bounds) -> Bounds:
    if b[0] <= 0 <= b[1]:
        raise NoBounds
    return times(a, (1 / b[1], 1 / b[0]))


def exactly(q: F | int) -> Bounds:
    return F(q), F(q)


# Points where something is about to happen.


def hard_points(rng: random.Random, count: int) -> list[F]:
    """Zeros and changes of formula, poles, multiples of pi/2, squares, huge and tiny numbers."""
    found = [F(n, d) for n in (0, 1, 2, 4, 5) for d in (1, 2, 3, 4, 5)]
    found += [F(n) for n in (3, 7, 25, 100, 144, 999, 1000)]
    tiny = [F(1, 2**k) for k in (1, 20, 52, 53, 64, 130, 200, 1074)] + [F(1, 10**30)]
    while len(found) < count:
        kind = rng.randrange(8)
        if kind == 0:
            found.append(rng.choice(tiny))
        elif kind == 1:  # beside an easy point
            found.append(F(rng.choice([1, 2, 4, 8]), rng.choice([1, 2, 3, 4, 5]))
                         + rng.choice([1, -1]) * rng.choice(tiny))  # fmt: skip
        elif kind == 2:  # beside a multiple of pi/4
            bits = rng.choice([3, 10, 30, 64, 100, 150])
            multiple = middle(pi()) * rng.randrange(1, 40) / 4
            found.append(F((multiple * 2**bits).__floor__() + rng.randrange(-1, 3), 2**bits))
        elif kind == 3:  # beside a square
            root = F(rng.randrange(1, 60), rng.randrange(1, 30))
            found.append(root**2 + rng.choice([F(0), rng.choice(tiny), -rng.choice(tiny)]))
        elif kind == 4:
            found.append(F(rng.randrange(1, 10**6), rng.randrange(1, 10**6)))
        elif kind == 5:
            found.append(F(rng.randrange(1, 2**80), 2 ** rng.randrange(70, 90)))
        elif kind == 6:
            found.append(F(rng.randrange(1, 50)) + rng.choice([F(0), F(1, 2), F(1, 10**9)]))
        else:  # beside the logarithm of a short number
            found.append(F(round(math.log(rng.randrange(2, 1000)) * 2**40), 2**40))
    points = {abs(q) for q in found if abs(q) <= MAX_ARGUMENT}
    return sorted({-q for q in points} | points)


def selftest() -> list[str]:
    """Identities that the bounds must be consistent with; what is wrong, in words."""
    wrong = []
    for q in (F(1, 3), F(22, 7), F(10), F(1, 10**30), F(355, 113), F(999, 7)):
        one = plus(times(sin(q), sin(q)), times(cos(q), cos(q)))
        pairs = {
            "sin^2 + cos^2": (one, exactly(1)),
            "exp(log q)": ((exp(log(q)[0])[0], exp(log(q)[1])[1]), exactly(q)),
            "exp(q) exp(-q)": (times(exp(q), exp(-q)), exactly(1)),
            "atan q + atan 1/q": (plus(atan(q), atan(1 / q)), times(pi(), exactly(F(1, 2)))),
        }
        wrong += [f"{name} at {q}" for name, (a, b) in pairs.items() if a[1] < b[0] or b[1] < a[0]]
    points = [F(1, 7), F(1, 2), F(2), F(3)]
    for name in ("exp", "log", "atan", "tanh", "sqrt"):
        values = [ELEMENTARY[name](q) for q in points]
        wrong += [name for a, b in pairwise(values) if not a[1] < b[0]]
    return wrong
