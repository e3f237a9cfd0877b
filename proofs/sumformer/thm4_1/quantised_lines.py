"""The printed discontinuous proof of Theorem 4.1, Eq. 18-19 and 29-35, line by line."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Obligation, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import Body, S
from proofs.sumformer.compact import coordinate, d
from proofs.sumformer.counts import ONE, POWERS, B, W, added, natural, same_counts
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.sumformer.thm4_1.quantised import (
    EQUIVARIANT,
    FINE,
    MODULUS,
    UNIFORM,
    N,
    coordinate_index,
    eps,
    f,
    i,
    k,
    m,
    s,
    token_index,
)
from proofs.trees.script import statement

x, y, eta, delta, p = (var(name) for name in ("x", "y", "eta", "delta", "p"))
HALF = eps / 2

# --- Eq. 29, 30 ----------------------------------------------------------------------------------


def g(at: Term) -> Term:
    """The function of one token and one coordinate."""
    return app("g", at)


def _within(*names: Term) -> list[Json]:
    return [part for name in names for part in (name >= 0, name <= 1)]


_CLOSE = implies(conj(*_within(x, y), S.abs(x - y) <= delta), S.abs(g(x) - g(y)) <= eta)
_UNIFORM = every(
    "eta",
    "real",
    implies(
        eta > 0,
        exists("delta", "real", conj(delta > 0, every("x", "real", every("y", "real", _CLOSE)))),
    ),
)
#: 1{p/N <= x < (p + 1)/N} for p = 0, ..., N - 1, Eq. 29 with delta = 1/N and n = d = 1
_CELL = 1 - S.abs(S.sign(S.floor(N * x) - p))
EQ29 = total("p", 0, N - 1, g(p / N) * _CELL)
_EQ30 = every("x", "real", implies(conj(*_within(x)), S.abs(g(x) - EQ29) < eps))
EQ30 = statement(
    {"eps": "real"}, [_UNIFORM, eps > 0], exists("N", "int", conj(N >= 1, _EQ30)), {"g": 1}
)


#: at x = 1 every summand of Eq. 29 is 0, as floor(N) is none of 0, ..., N - 1
_AT_ONE = """
fix N
have top: floor(N*1) = N by floor_is(N*1, N)
have none: for all p in 0..N - 1, (1 + 0*(p/N))*(1 - |sign(floor(N*1) - p)|) = 0:
  have |sign(floor(N*1) - p)| = 1 by unequal(floor(N*1), p), top, p <= N - 1
use sum_zero(p -> (1 + 0*(p/N))*(1 - |sign(floor(N*1) - p)|), 0, N - 1)
take 1
"""


def corner(size: Term, sequence: Term) -> Term:
    """The sequence of the corners of the cells."""
    return app("gr", size, sequence)


def quantised(size: Term, value: Term) -> Term:
    """min(floor(N x), N - 1)/N: the last cell is closed."""
    return S.minimum(S.floor(size * value), size - 1) / size


CUBE = every(
    "t",
    "real",
    every(
        "k",
        "int",
        implies(
            conj(*coordinate_index(k)),
            conj(coordinate(var("t"), k) >= 0, coordinate(var("t"), k) <= 1),
        ),
    ),
)
CORNERS = every(
    "N",
    "int",
    every(
        "s",
        "real",
        every(
            "i",
            "int",
            every(
                "k",
                "int",
                implies(
                    conj(N >= 1, *token_index(i).json[1:], *coordinate_index(k)),
                    coordinate(tok(corner(N, s), i), k).equals(
                        quantised(N, coordinate(tok(s, i), k))
                    ),
                ),
            ),
        ),
    ),
)


def _error(size: Term) -> Json:
    gap = S.abs(f(s, i, m) - f(corner(size, s), i, m))
    return every(
        "s",
        "real",
        every(
            "i",
            "int",
            every("m", "int", implies(token_index(i, *coordinate_index(m)), gap <= HALF)),
        ),
    )


REPAIRED = statement(
    {"n": "int", "d": "int", "eps": "real"},
    [n >= 1, d >= 1, UNIFORM, eps > 0, CUBE, CORNERS],
    exists("N", "int", conj(N >= 1, HALF < eps, _error(N))),
    {"tok": 2, "c": 2, "f": 3, "gr": 2},
)
#: all coordinates move by at most 1/N <= delta
REPAIRED_PROOF = written(
    REPAIRED,
    f"""{FINE}{MODULUS}
have rounded: for all u: real, 0 <= u and u <= 1 =>
    |u - min(floor(N0*u), N0 - 1)/N0| <= 1/N0:
  let q = min(floor(N0*u), N0 - 1)
  have N0*u <= N0
  have low: 0 <= N0*u - q
  have high: N0*u - q <= 1
  have |N0*u - q| <= 1 by low, high
  have |(N0*u - q)/N0| <= 1/N0
have error: for all s: real, for all i, m: int, 1 <= i and i <= n and 1 <= m and m <= d =>
    |f(s, i, m) - f(gr(N0, s), i, m)| <= eps/2:
  have near: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
      |c(tok(s, j), k) - c(tok(gr(N0, s), j), k)| <= delta:
    use cube(tok(s, j), k)
    show by rounded(c(tok(s, j), k)), corners(N0, s, j, k), 1/N0 <= delta
  use values: modulus(s, gr(N0, s))
  use values(i, m)
take N0
show by error
""",
    {"uniform": UNIFORM, "cube": CUBE, "corners": CORNERS},
)

# --- Eq. 31 --------------------------------------------------------------------------------------

_first, _p = var("m0"), var("p0")
FIXES = [pi(_p, ONE).equals(1)]
_h = var("h")
_IMAGE = exists("h", "int", conj(_h >= 1, _h <= n, pi(p, i).equals(_h)))
RANGE = every("p", "real", every("i", "int", implies(token_index(i), _IMAGE)))
_BAR = f(corner(var("N0"), act(_p, var("X0"))), ONE, _first).equals(
    f(corner(var("N0"), var("X0")), ONE, _first)
)
EQ31 = statement(
    {"n": "int", "d": "int", "N0": "int", "m0": "int", "X0": "real", "p0": "real"},
    [
        n >= 1,
        d >= 1,
        PERMUTED,
        RANGE,
        EQUIVARIANT,
        UNIFORM,
        CORNERS,
        var("N0") >= 1,
        *FIXES,
        _first >= 1,
        _first <= d,
    ],
    _BAR,
    {"tok": 2, "c": 2, "f": 3, "gr": 2, "perm": 2, "act": 2},
)


#: the corners of a permuted sequence are the permuted corners, so f has the same value
EQ31_PROOF = written(
    EQ31,
    """
let one = gr(N0, act(p0, X0))
let other = act(p0, gr(N0, X0))
have near: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
    c(tok(one, j), k) = c(tok(other, j), k):
  obtain h from range(p0, j)
  have image: for all e: real, tok(e, perm(p0, j)) = tok(e, h)
  have left: tok(act(p0, X0), j) = tok(X0, h) by permuted(p0, X0, j), image(X0)
  have right: tok(other, j) = tok(gr(N0, X0), h) by permuted(p0, gr(N0, X0), j), image(gr(N0, X0))
  have same: c(tok(act(p0, X0), j), k) = c(tok(X0, h), k) by left
  have corner: c(tok(other, j), k) = c(tok(gr(N0, X0), h), k) by right
  use corners(N0, act(p0, X0), j, k), corners(N0, X0, h, k)
  have floors: floor(N0*c(tok(act(p0, X0), j), k)) = floor(N0*c(tok(X0, h), k))
    by floor_mono(N0*c(tok(act(p0, X0), j), k), N0*c(tok(X0, h), k)),
      floor_mono(N0*c(tok(X0, h), k), N0*c(tok(act(p0, X0), j), k)), same
  show by corners(N0, act(p0, X0), j, k), corners(N0, X0, h, k), floors, corner
have close: for all eta: real, 0 < eta => |f(one, 1, m0) - f(other, 1, m0)| <= eta:
  obtain delta from uniform(eta)
  have modulus: for all s, s2: real,
      (for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
        |c(tok(s, i), k) - c(tok(s2, i), k)| <= delta) =>
      (for all i, m: int, 1 <= i and i <= n and 1 <= m and m <= d =>
        |f(s, i, m) - f(s2, i, m)| <= eta)
  have within: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
      |c(tok(one, j), k) - c(tok(other, j), k)| <= delta:
    use near(j, k)
  use values: modulus(one, other)
  use values(1, m0)
have equal: f(one, 1, m0) = f(other, 1, m0):
  let gap = |f(one, 1, m0) - f(other, 1, m0)|
  cases apart: 0 < gap:
    use close(gap/2)
have fixed: f(gr(N0, X0), perm(p0, 1), m0) = f(gr(N0, X0), 1, m0) by perm(p0, 1) = 1
show by equal, equivariant(p0, gr(N0, X0), 1, m0), fixed
""",
    {
        "permuted": PERMUTED,
        "range": RANGE,
        "equivariant": EQUIVARIANT,
        "uniform": UNIFORM,
        "corners": CORNERS,
    },
)

# --- Eq. 33, 34 ----------------------------------------------------------------------------------


def _label(name: str) -> Body:
    return lambda at: S.floor(app(name, at))


_a, _b = _label("a"), _label("b")


def _sums(label: Body) -> Term:
    return added(ONE, n, lambda at: W(label(at)))


DIGITS = statement(
    {"n": "int", "B": "int"},
    [
        n >= 1,
        B >= n + 1,
        *POWERS,
        natural(ONE, n, _a),
        natural(ONE, n, _b),
        _sums(_a).equals(_sums(_b)),
    ],
    same_counts(ONE, n, _a, _b),
    {"W": 1, "a": 1, "b": 1},
)


DIGITS_PROOF = written(DIGITS, "show by counted(W, a, b, B, n, n)")


_value = lambda at: app("h", at)  # noqa: E731
_rest = added(ONE + 1, n, _value)
EQ34 = statement(
    {"n": "int"}, [n >= 1], (added(ONE, n, _value) - _value(ONE)).equals(_rest), {"h": 1}
)


EQ34_PROOF = written(EQ34, "show by sum_first(h, 1, n)")


_NAME = "sumformer.thm4_1.discontinuous"
EQ30_ATTEMPT = Attempt(
    f"{_NAME}.eq30.one",
    "$n = d = 1$, $cal(X) = [0, 1]$, $f = 1$: at $x = 1$ no cell of Eq. 29 has $x$, so "
    "$overline(g)(1) = 0$ whatever $Delta$",
    EQ30,
    Witness({"eps": "1/2"}, {"g": (("u",), "1")}),
    script=_AT_ONE,
)
DIGITS_OBLIGATION = Obligation(
    f"{_NAME}.lambda.digits",
    "equal sums of powers of a base above the number of tokens: equal multisets, for every number "
    "of tokens",
    DIGITS,
    DIGITS_PROOF,
)
REPAIRED_OBLIGATION = Obligation(
    f"{_NAME}.eq30.repaired.grid",
    "for every $n$, $d$ and every uniformly continuous $f$ on sequences in $[0, 1]^d$",
    REPAIRED,
    REPAIRED_PROOF,
)
EQ31_OBLIGATION = Obligation(
    f"{_NAME}.eq31.equal",
    "for every $n$, $d$, $Delta$ and every permutation with $pi(1) = 1$",
    EQ31,
    EQ31_PROOF,
)
EQ34_OBLIGATION = Obligation(f"{_NAME}.eq34.others", "for every $n$ and $phi$", EQ34, EQ34_PROOF)
