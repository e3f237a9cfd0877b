"""One token and one coordinate: data for theorems on continuous functions on a compact set.

What meets the hypotheses has cal(X) = [0, 1]; each control drops one of them.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, var
from proofs.claims import Reading
from proofs.library.vectors import ONE, S

Function = Callable[[Term], Term]
Functions = dict[str, tuple[tuple[str, ...], Json]]
ZERO = S.const(0)
_N, _s, _t, _k, _u = (var(name) for name in ("N", "s", "t", "k", "u"))
NUMBERS: dict[str, int] = {"n": 1, "d": 1, "B": 2, "eps": 1, "beta": 1}


def readings(first: int) -> tuple[Reading, ...]:
    """Of the hypotheses ``COMPACT`` from number ``first`` on."""
    texts = (
        (
            "$cal(X) subset RR^d$",
            "points of $RR^d$ are numbered by reals: $x(y, k)$ is coordinate $k$ of the point $y$, "
            '$"mv"(y, k, u)$ the point with $u$ for it',
        ),
        ("", "its other coordinates stay"),
        (
            "sequences $X in cal(X)^n$",
            "every real $t$ names a token of $cal(X)$, with the coordinates $c(t, k)$, every real "
            '$s$ a sequence of $n$ tokens, and $"put"(s, l, t)$ the one with $t$ for token $l$',
        ),
        ("", "its other tokens stay"),
        ("$cal(X)$ is compact: bounded", "by some $beta$, in each coordinate"),
        ("and closed", "around a point that is no token there is a cube without tokens"),
    )
    return tuple(Reading(text, ("given", first + m), note) for m, (text, note) in enumerate(texts))


def cell(token: Term) -> Term:
    """floor(N (c + beta)), the number of the cell of a token with this coordinate."""
    return S.floor(_N * (token + 1))


def power(of: Term) -> Term:
    """2^h."""
    return S.exp(of * S.log(S.const(2)))


def data(token: Function, value: Function, numbered: bool = True) -> Functions:
    """n = d = 1: ``token(t)`` is the coordinate of token t, ``value(s)`` f at the sequence s."""
    own = cell(token(_t)) if numbered else ZERO
    other = cell(token(_s)) if numbered else ZERO
    return {
        "tok": (("s", "j"), "s"),
        "c": (("t", "k"), token(_t).json),
        "perm": (("p", "j"), "j"),
        "act": (("p", "s"), "s"),
        "tr": (("a", "b"), "0"),
        "x": (("y", "k"), "y"),
        "mv": (("y", "k", "u"), "u"),
        "put": (("s", "i", "t"), "t"),
        "f": (("s", "i", "m"), value(_s).json),
        "cl": (("N", "k", "t"), (_k * own).json),
        "W": (("u",), power(_u).json),
        "Sg": (("N", "s"), power(S.floor(other)).json),
    }


def clamped(t: Term) -> Term:
    """The token of [0, 1] with the name t."""
    return S.maximum(ZERO, S.minimum(ONE, t))


def at_zero(s: Term) -> Term:
    """1 at the token 0, and 0 elsewhere."""
    return 1 - S.sign(clamped(s))


def reciprocal(t: Term) -> Term:
    """The token 1/(1 + |t|)."""
    return 1 / (1 + S.abs(t))


def size(s: Term) -> Term:
    return S.abs(s)


def real(t: Term) -> Term:
    return t


def square(s: Term) -> Term:
    return s * s


# --- proofs that the data meet the hypotheses, or do not ------------------------------------------

#: c = 1 and c = 0
ENDS = "fix N\ntake 1\ntake 1\ntake 1\ntake 0"
#: 2^(u + 1) = 2 2^u
POWERS = "fix u\nshow by exp_sum(u*log(2), log(2)), exp_log(2)"
#: a point off [0, 1] is half its distance away from it
CLOSED = """
fix y
let c(t) = max(0, min(1, t))
have off: for all t: real, exists k: int, 1 <= k and k <= 1 and c(t) != y
obtain k from off(y)
let g = |c(y) - y|/2
have 0 < g
have far: for all t: real, exists k: int, 1 <= k and k <= 1 and g < |c(t) - y|:
  take 1
take g
"""
#: c is continuous, with delta = eta
ITSELF = """
fix eta, s
take eta
"""
_SQUARE = """
let w = 2*|s| + 1
have share: 0 < eta/w
obtain d from small_enough(1, 1, eta/w)
have near: for all z: real, |s - z| <= d => |s*s - z*z| <= eta:
  have gap: |s - z| <= eta/w by |s - z| <= d, d <= eta/w
  have sum: |s + z| <= w by |s - z| <= d, d <= 1
  have product: |s - z|*|s + z| <= eta/w*w
    by product_mono(|s - z|, eta/w, |s + z|, w), gap, sum
  show by abs_product(s - z, s + z), product
"""
#: s^2
SQUARE = f"fix eta, s{_SQUARE}take d"
#: |t| as a function of 1/(1 + |t|)
RECIPROCAL = """
fix eta, s
let a = 1 + |s|
have first: 0 < 1/(2*a)
have second: 0 < eta/(2*a*a)
obtain d from small_enough(1/(2*a), 1/(2*a), eta/(2*a*a))
have near: for all z: real, |1/a - 1/(1 + |z|)| <= d => ||s| - |z|| <= eta:
  let b = 1 + |z|
  have gap: |1/a - 1/b| <= 1/(2*a) by |1/a - 1/b| <= d, d <= 1/(2*a)
  have small: |1/a - 1/b| <= eta/(2*a*a) by |1/a - 1/b| <= d, d <= eta/(2*a*a)
  have half: b <= 2*a:
    have 1/b >= 1/(2*a) by gap
  have product: a*b*|1/a - 1/b| <= eta by small, half
  have first: |s| - |z| = a*b*(1/b - 1/a)
  have upper: a*b*(1/b - 1/a) <= a*b*|1/a - 1/b|
  have lower: a*b*(1/a - 1/b) <= a*b*|1/a - 1/b|
  show by first, upper, lower, product
take d
"""


def square_beside(distance: str) -> str:
    """s^2 beside a token t, of this distance from a token r."""
    return f"""fix eta, t, s{_SQUARE}
have beside: for all r, z: real, (for all k in 1..1, {distance} <= d) and
    (for all k in 1..1, |s - z| <= d) => for all m in 1..1, |s*s - z*z| <= eta:
  have close: |s - z| <= d by (for all k in 1..1, |s - z| <= d)
  show by near(z), close
take d
"""


def _in_one_cell(one: str, other: str, level: str, why: str) -> str:
    """The tokens of these coordinates lie in this cell, so that two sequences have equal sums."""
    first, second = (f"floor(N*({token} + 1))" for token in (one, other))
    return f"""
have one: {first} = {level} by floor_is(N*({one} + 1), {level}), {why}
have other: {second} = {level} by floor_is(N*({other} + 1), {level}), {why}
have again: floor({first}) = {level} by floor_is({first}, {level}), one
have too: floor({second}) = {level} by floor_is({second}, {level}), other
have exp(floor({second})*log(2)) = exp(floor({first})*log(2))
  by exp_equal(floor({second})*log(2), floor({first})*log(2)), again, too
"""


def _apart(text: str, first: str, second: str) -> tuple[str, str]:
    """Two sequences in one cell with values of f that are more than 1/2 apart.

    They are all that is asked for, or there are a token and a coordinate to be named, too.
    """
    return f"{text}take {first}\ntake {second}", f"{text}take {first}\n{_INDEX}take {second}"


_INDEX = "take 1\ntake 1\n"
#: c = 0 and c = 1/(2 N) lie in cell N
JUMP = _apart(
    f"""
fix N
let c(t) = max(0, min(1, t))
let h = 1/(2*N)
have half: N*h = 1/2
have 0 < h and h <= 1/2
have zero: c(0) = 0
have there: c(h) = h
have sign(c(0)) = 0
have sign(c(h)) = 1
{_in_one_cell("c(0)", "c(h)", "N", "zero, there, half")}""",
    "0",
    "h",
)
#: |s| = 4 N and |r| = 4 N + 1: both tokens are below 1/N
UNBOUNDED = _apart(
    f"""
fix N
let c(t) = 1/(1 + |t|)
have |4*N| = 4*N
have |4*N + 1| = 4*N + 1
have first: 0 <= N*c(4*N) and N*c(4*N) < 1
have second: 0 <= N*c(4*N + 1) and N*c(4*N + 1) < 1
{_in_one_cell("c(4*N)", "c(4*N + 1)", "N", "first, second")}""",
    "4*N",
    "4*N + 1",
)
#: s = N + 1/(2 N) and r = N lie in cell N^2 + N, and s^2 - r^2 > 1
STEEP = _apart(
    f"""
fix N
let h = 1/(2*N)
have half: N*h = 1/2
have 0 < h
have (N + h)*(N + h) - N*N = 1 + h*h by half
have 1/2 < |(N + h)*(N + h) - N*N|
{_in_one_cell("N + h", "N", "N*N + N", "half")}""",
    "N + h",
    "N",
)
