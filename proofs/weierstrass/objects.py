"""The text's objects: the steps of Newton's iteration, powers, limits, variances."""

from __future__ import annotations

from constructions.terms import Json, Term, app, every, implies, var
from proofs.definitions import Definition
from proofs.objects import (
    CONVERGES,
    FROM_ABOVE,
    MEAN,
    POWERS,
    POWERS_OF,
    RECURSION,
    S,
    binder,
    num,
    op,
    paren,
    row,
    slot,
    sub,
    symbol,
    value,
    words,
)

v, y, n, x = var("v"), var("y"), var("n"), var("x")
t, k = var("t"), var("k")


def size(base: Term) -> Term:
    """abs(t), and 1 for t = 0."""
    return S.abs(base) + 1 - S.sign(base) ** 2


def odd(exponent: Term) -> Term:
    """1 for an odd integer, 0 for an even one."""
    return exponent - 2 * S.floor(exponent / 2)


def power(base: Term, exponent: Term) -> Term:
    """t^k for a real t and an integer k >= 0: exp(k log abs(t)) with its sign, and at t = 0."""
    sign = S.sign(base)
    negative = (sign**2 - sign) / 2
    at_zero = sign**2 + (1 - sign**2) * (1 - S.minimum(exponent, S.const(1)))
    return S.exp(exponent * S.log(size(base))) * (1 - 2 * negative * odd(exponent)) * at_zero


POWER = Definition(
    "power",
    ("t", "k"),
    power(t, k),
    ["sup", ["factor", "t"], slot("k")],
    "$t^k$ for a real $t$ and an integer $k >= 0$: $e^(k log abs(t))$ with the sign of $t$ for odd "
    "$k$; for $t = 0$ it is 1 at $k = 0$ and else 0",
)

NEWTON = Definition(
    "newton",
    ("v", "y"),
    y * (3 - v * y * y) / 2,
    row(sub(symbol("Newton"), slot("v")), paren(slot("y"))),
    "one step of Newton's iteration for $1 \\/ sqrt(v)$: $y (3 - v y^2) \\/ 2$",
    "Route 3",
)
COEFFICIENTS = Definition(
    "exponential.terms",
    ("T(n)", "x"),
    (
        app("T", S.const(0)).equals(1),
        every("n", "int", implies(n >= 0, ((n + 1) * app("T", n + 1)).equals(x * app("T", n)))),
    ),
    row(
        value("T"), op("="), ["frac", ["sup", ["factor", "x"], binder("T")],
                              row(binder("T"), op("!"))],
        words(" for integers "), binder("T"), op("≥"), num(0),
    ),
    "terms of the exponential series, by recursion: $T_0 = 1$ and $(n + 1) T_(n + 1) = x T_n$; "
    + RECURSION,
    named=("T",),
)  # fmt: skip


def _infinite() -> Json:
    """F(s) > B for all B > 0 as s comes to 0 from above."""
    from constructions.terms import conj, exists

    s, delta, B = var("s"), var("delta"), var("B")
    near = every("s", "real", implies(s > 0, s < delta, app("F", s) > B))
    return every("B", "real", exists("delta", "real", conj(delta > 0, near)))


TO_INFINITY = Definition(
    "limit.infinite",
    ("F(s)",),
    _infinite(),
    row(
        value("F"),
        op("→"),
        op("∞"),
        words(" as "),
        binder("F"),
        op("→"),
        num(0),
        op(","),
        binder("F"),
        op(">"),
        num(0),
    ),
    "for every $B$ there is $delta > 0$ with $F(s) > B$ for $0 < s < delta$",
)

OBJECTS = (NEWTON, POWER, COEFFICIENTS, POWERS, POWERS_OF, CONVERGES, FROM_ABOVE, TO_INFINITY, MEAN)
"""The definitions by which statements on the text are printed."""
