"""How many multisets there are, and how d' grows: bounds for all parameters.

P(d, n) = prod_{i <= d} (n + i)/i = C(n + d, d) is d' + 1 of the continuous construction
(:mod:`proofs.sumformer.dprime`); with d = c - 1 it is also the number of multisets of n of c cells.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S
from proofs.sumformer.dprime import (
    BOTH,
    COUNT,
    COUNTED,
    FACTORIAL,
    ONE_TOKEN,
    POSITIVE,
    POWERS,
    PRODUCT,
    UPPER,
    A,
    D,
    E,
    F,
    P,
    written,
)
from proofs.trees.script import statement

ZERO, ONE = S.const(0), S.const(1)
n, d, b, c, n0 = (var(name) for name in ("n", "d", "b", "c", "n0"))
_x, _e = var("x"), var("e")

# --- c^n <= n! C(c + n - 1, n) -------------------------------------------------------------------

LOWER = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    E(D + 1, n0) <= F(n0) * P(D, n0),
    {"P": 2, "E": 2, "F": 1},
)


BOUNDS = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(E(D + 1, n0) <= F(n0) * P(D, n0), P(D, n0) <= E(D + 1, n0)),
    {"P": 2, "E": 2, "F": 1},
)


#: c^n <= n! P(D, n)
LOWER = """
have low: for all n: int, 0 <= n => F(n) > 0 and E(D + 1, n) >= 0 and
    E(D + 1, n) <= F(n)*P(D, n) by induction on n:
  base:
    use one(D), zero(D + 1)
  step:
    use power(D + 1, n), factorial(n), across(D, n), positive(D, n)
    have (D + 1)*E(D + 1, n) <= (D + 1)*(F(n)*P(D, n))
    have 0 <= F(n)*P(D, n)
    have (D + 1)*(F(n)*P(D, n)) <= (n + D + 1)*(F(n)*P(D, n))
"""
BOUNDS_PROOF = written(BOUNDS, ONE_TOKEN + LOWER + UPPER)

_number = A(D, n0)
_LOW, _HIGH = E(D + 1, n0) <= F(n0) * _number, _number <= E(D + 1, n0)
#: the number A of multisets
MULTISETS = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *COUNTED, *POWERS, *FACTORIAL],
    conj(_number.equals(P(D, n0)), _LOW, _HIGH),
    {"P": 2, "A": 2, "E": 2, "F": 1},
)
#: the bounds without the factorial, and with it on the other side
NO_FACTORIAL = {**MULTISETS, "show": conj(E(D + 1, n0) <= _number, _HIGH)}
EXACT = {**MULTISETS, "show": conj(_LOW, F(n0) * _number <= E(D + 1, n0))}


MULTISETS_PROOF = written(
    MULTISETS,
    f"""{ONE_TOKEN}{LOWER}{UPPER}{COUNT}
use count(D, n0), low(n0), high(n0)
""",
)

# --- exponential in d, and in n and d together ---------------------------------------------------

Delta, d0 = var("Delta"), var("d0")
TOGETHER = statement(
    {"Delta": "int", "d0": "int", "D": "int", "n0": "int"},
    [
        Delta >= 2,
        d0 >= 1,
        (D + 1).equals(E(Delta, d0)),
        n0 >= 1,
        *PRODUCT,
        *POWERS,
        *FACTORIAL,
    ],
    conj(E(Delta, d0) <= P(D, n0), E(E(Delta, d0), n0) <= F(n0) * P(D, n0)),
    {"P": 2, "E": 2, "F": 1},
)


TOGETHER_PROOF = written(
    TOGETHER,
    f"""
have wide: for all e: int, 0 <= e => E(Delta, e) >= 1 by induction on e:
  base:
    use zero(Delta)
  step:
    use power(Delta, e)
    have Delta*E(Delta, e) >= E(Delta, e)
use wide(d0)
have D >= 0
{ONE_TOKEN}{LOWER}
have grows: for all n: int, 1 <= n => P(D, n) >= D + 1 by induction on n:
  base:
    use one(D), across(D, 0)
  step:
    use across(D, n)
    have D*P(D, n) >= 0
    have (n + 1)*P(D, n + 1) >= (n + 1)*P(D, n)
use low(n0), grows(n0)
have E(E(Delta, d0), n0) = E(D + 1, n0)
""",
)

# --- n -> infinity -------------------------------------------------------------------------------

K = var("K")
N = var("N")
VANISHES = statement(
    {"c": "int", "K": "real"},
    [c >= 1, *POWERS, *FACTORIAL],
    exists("N", "int", every("n", "int", implies(n >= N, K * n * E(c, n) < F(n)))),
    {"E": 2, "F": 1},
)


#: n! >= (n - 2 c + 1) a c^n from n = 2 c on, with a = (2 c)!/c^(2 c)
VANISHES_PROOF = written(
    VANISHES,
    """
have positive: for all u: int, 0 <= u => E(c, u) > 0 and F(u) > 0 by induction on u:
  base:
    use zero(c)
  step:
    use power(c, u), factorial(u)
let a = F(2*c)/E(c, 2*c)
use positive(2*c)
have a > 0
have grown: for all u: int, 2*c <= u => (u - 2*c + 1)*a*E(c, u) <= F(u) by induction on u:
  base:
    have a*E(c, 2*c) = F(2*c)
  step:
    use positive(u), power(c, u), factorial(u)
    have 0 <= a*(c*E(c, u))
    have c*((u - 2*c + 1)*a*E(c, u)) <= c*F(u)
    have 0 <= (u - 2*c)*(a*(c*E(c, u)))
    have 0 <= (u - 2*c + 1)*F(u)
let b = max(K, 0)
let m = 2*c + floor(b*c/a) + 1
have b*c/a >= 0
have m >= 2*c + 1
take m + 1
use positive(n - 1), grown(n - 1), power(c, n - 1), factorial(n - 1)
have b*c < (n - 2*c)*a
have K*c <= b*c
have K*c*E(c, n - 1) < (n - 2*c)*a*E(c, n - 1)
have K*c*E(c, n - 1) < F(n - 1)
have n*(K*c*E(c, n - 1)) < n*F(n - 1)
""",
)

# --- d = n ---------------------------------------------------------------------------------------

DIAGONAL = statement(
    {"D": "int"},
    [D >= 0, *PRODUCT, *POWERS],
    E(S.const(2), D) <= P(D, D),
    {"P": 2, "E": 2},
)


#: P(d + 1, d + 1) = 2 P(d, d + 1) >= 2 P(d, d)
DIAGONAL_PROOF = written(
    DIAGONAL,
    f"""{POSITIVE}
have all: for all d: int, 0 <= d => d <= D => E(2, d) <= P(d, d) by induction on d:
  base:
    use first(0), zero(2)
  step:
    use step(d, d + 1), across(d, d), power(2, d), positive(d, d)
    have (d + 1)*P(d + 1, d + 1) = (d + 1)*(2*P(d, d + 1))
    have (d + 1)*P(d, d) <= (d + 1)*P(d, d + 1)
""",
)

# --- fixed n: not exponential in d ---------------------------------------------------------------


def row(at: Term) -> Term:
    """C(n + d, d) for one n."""
    return app("P", at)


#: (d + 1) C(n + d + 1, d + 1) = (n + d + 1) C(n + d, d)
ROW = [
    row(ZERO).equals(1),
    every("d", "int", implies(d >= 0, ((d + 1) * row(d + 1)).equals(row(d) * (n + d + 1)))),
]
POSITIVE_POWERS = [
    every("x", "real", implies(_x > 0, E(_x, ZERO).equals(1))),
    every(
        "x",
        "real",
        every("e", "int", implies(conj(_x > 0, _e >= 0), E(_x, _e + 1).equals(_x * E(_x, _e)))),
    ),
]
EXPONENTIAL = statement(
    {"n": "int"},
    [n >= 1, *ROW, *POSITIVE_POWERS],
    exists(
        "b",
        "real",
        exists(
            "c",
            "real",
            conj(b > 1, c > 0, every("d", "int", implies(d >= 0, c * E(b, d) <= row(d)))),
        ),
    ),
    {"P": 1, "E": 2},
)


def _size(base: Term) -> Term:
    """b for b > 0, and positive for every b, so that its logarithm is defined."""
    return S.abs(base) + 1 - S.abs(S.sign(base))


def power_of(base: Term, exponent: Term) -> Term:
    """b^e = exp(e log b) for b > 0."""
    return S.exp(exponent * S.log(_size(base)))


#: with L = log b, M = c L^4, t = d L/4: b^d = e^(4 t) > t^4, and 4 d^3 < c t^4 where d M > 1024
OUTGROWN = """
fix b, c
let size = |b| + 1 - |sign(b)|
let L = log(size)
have same: size = b
have up: exp(L) = b by exp_log(size), same
have down: exp(-L) < 1 by exp_minus(L), up, 1 < b
have low: 0 < L by exp_line(-L), down
have square: 0 < L*L by low
have fourth: 0 < L*L*(L*L) by square
have five: 0 < c*(L*L*(L*L)) by fourth, 0 < c
let M = c*(L*L*(L*L))
have some: exists d: int, 1 <= d and 1024 < d*M:
  have share: 0 < 1024/M by five
  have low: 0 <= floor(1024/M) by floor_bounds(1024/M), whole(0, floor(1024/M)), share
  have large: 1024 < (floor(1024/M) + 1)*M by floor_bounds(1024/M), five
  take floor(1024/M) + 1
obtain d from some
let t = d*L/4
have small: 0 < t by low, 1 <= d
have first: 1 + t <= exp(t) by exp_line(t)
have second: t*t < exp(2*t) by exp_sum(t, t), first, small
have third: t*t*(t*t) < exp(d*L) by exp_sum(2*t, 2*t), second, small
have cube: 0 < d*d*d by 1 <= d
have growth: 4*(d*d*d) < c*(t*t*(t*t)) by cube, 1024 < d*M
have below: d + 1 <= 4*(d*d*d) by 1 <= d
have scaled: c*(t*t*(t*t)) < c*exp(d*L) by third, 0 < c
take d
"""
#: x^(k + 1) = x x^k
NEXT_POSITIVE_POWER = """
fix x, k
let size = |x| + 1 - |sign(x)|
have same: size = x
have 0 < size
show by exp_sum(k*log(size), log(size)), exp_log(size), same, 0 < size
"""

# --- matrices ------------------------------------------------------------------------------------

_C = var("C")
ENTRIES = statement(
    {"d": "int"},
    [
        d >= 1,
        every("x", "real", E(_x, ZERO).equals(1)),
        every(
            "x",
            "real",
            every(
                "e",
                "int",
                implies(conj(_e >= 0, _e < d), E(_x, _e + 1).equals(_x * E(_x, _e))),
            ),
        ),
    ],
    exists(
        "C",
        "real",
        every("N", "int", exists("n", "int", conj(n >= N, n >= 1, E(n, d) <= _C * n * n))),
    ),
    {"E": 2},
)


#: for d = 3: whatever C is, x^3 > C x^2 for all whole x > C
FEWER_ENTRIES = """
fix C
use floor_bounds(C)
take floor(C) + 1
have above: C < x
have 0 < x*x*(x - C) by above, 1 <= x
"""


def side(degree: Term) -> Term:
    """1 + d + 2 d', the side of W_Q, W_K and W_V."""
    return 1 + D + 2 * (P(D, degree) - 1)


SIDE = statement(
    {"D": "int", "n0": "int"},
    [D >= 1, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(2 * E(n0, D) <= F(D) * side(n0), side(n0) <= 2 * E(n0 + 1, D) + D - 1),
    {"P": 2, "E": 2, "F": 1},
)
SIDE_PROOF = written(
    SIDE,
    f"""{BOTH}
use both(D)
have F(D)*(D - 1) >= 0
""",
)
