"""Eq. 30 where f is continuous on all sequences and 0 off the cube, as the proof assumes.

Then f is 0 wherever a coordinate is 1, which is where the half-open cubes of Eq. 29 have nothing.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.claims import Obligation
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.compact import coordinate, d
from proofs.sumformer.matching import n, tok
from proofs.sumformer.thm4_1.quantised import (
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
from proofs.sumformer.thm4_1.quantised_lines import CUBE, corner
from proofs.trees.script import statement

HALF = eps / 2
j = var("j")


def top(sequence: Term) -> Term:
    """The largest coordinate of all tokens."""
    return app("top", sequence)


def bar(size: Term, sequence: Term, at: Term, of: Term) -> Term:
    """The function of Eq. 29."""
    return app("bar", size, sequence, at, of)


def _each(names: str, body: Json) -> Json:
    for name in reversed(names):
        body = every(name, "real" if name == "s" else "int", body)
    return body


_IS_TOP = coordinate(tok(s, i), k).equals(top(s))
_SOME_K = exists("k", "int", conj(*coordinate_index(k), _IS_TOP))
_SOME = exists("i", "int", conj(*token_index(i).json[1:], _SOME_K))
_INDICES = token_index(i, *coordinate_index(k))
ATTAINED = _each("s", _SOME)
LARGEST = _each("sik", implies(_INDICES, coordinate(tok(s, i), k) <= top(s)))
SUPPORT = _each(
    "sikjm",
    implies(
        conj(
            *_INDICES.json[1:],
            *token_index(j).json[1:],
            *coordinate_index(m),
            coordinate(tok(s, i), k).equals(1),
        ),
        f(s, j, m).equals(0),
    ),
)
#: the corner p of the half-open cube [p, p + 1/N)
CORNERS = _each(
    "Nsik",
    implies(
        conj(N >= 1, *_INDICES.json[1:]),
        coordinate(tok(corner(N, s), i), k).equals(S.floor(N * coordinate(tok(s, i), k)) / N),
    ),
)


def _in_a_cube(size: Term, sequence: Term, at: Term, of: Term) -> Json:
    """All coordinates are below 1: the value at the corner."""
    value = f(corner(size, sequence), at, of)
    return implies(top(sequence) < 1, bar(size, sequence, at, of).equals(value))


def _in_none(size: Term, sequence: Term, at: Term, of: Term) -> Json:
    """A coordinate is 1: an empty sum."""
    return implies(top(sequence).equals(1), bar(size, sequence, at, of).equals(0))


EQ29 = _each(
    "Nsim",
    implies(
        conj(N >= 1, *token_index(i).json[1:], *coordinate_index(m)),
        conj(_in_a_cube(N, s, i, m), _in_none(N, s, i, m)),
    ),
)


def _error(size: Term) -> Json:
    gap = S.abs(f(s, i, m) - bar(size, s, i, m))
    return _each("sim", implies(token_index(i, *coordinate_index(m)), gap <= HALF))


STATEMENT = statement(
    {"n": "int", "d": "int", "eps": "real"},
    [n >= 1, d >= 1, UNIFORM, eps > 0, CUBE, LARGEST, ATTAINED, SUPPORT, CORNERS, EQ29],
    exists("N", "int", conj(N >= 1, HALF < eps, _error(N))),
    {"tok": 2, "c": 2, "f": 3, "gr": 2, "top": 1, "bar": 4},
)
#: where a coordinate is 1 both sides are 0; elsewhere all coordinates move by at most 1/N
PROOF = written(
    STATEMENT,
    f"""{FINE}{MODULUS}
have floored: for all u: real, |u - floor(N0*u)/N0| <= 1/N0:
  have |N0*u - floor(N0*u)| <= 1
  have |(N0*u - floor(N0*u))/N0| <= 1/N0
have error: for all s: real, for all i, m: int, 1 <= i and i <= n and 1 <= m and m <= d =>
    |f(s, i, m) - bar(N0, s, i, m)| <= eps/2:
  cases below: top(s) < 1:
    have near: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
        |c(tok(s, j), k) - c(tok(gr(N0, s), j), k)| <= delta:
      show by floored(c(tok(s, j), k)), corners(N0, s, j, k), 1/N0 <= delta
    use values: modulus(s, gr(N0, s))
    show by values(i, m), eq29(N0, s, i, m), below
  obtain j from attained(s)
  have largest: exists k: int, 1 <= k and k <= d and c(tok(s, j), k) = top(s)
  obtain k from largest
  have most: c(tok(s, j), k) <= 1 by cube(tok(s, j), k)
  have edge: c(tok(s, j), k) = 1 and top(s) = 1
  have outside: f(s, i, m) = 0 by support(s, j, k, i, m), edge
  have empty: bar(N0, s, i, m) = 0 by eq29(N0, s, i, m), edge
  show by outside, empty, 0 < eps
take N0
show by error
""",
    {
        "uniform": UNIFORM,
        "cube": CUBE,
        "attained": ATTAINED,
        "support": SUPPORT,
        "corners": CORNERS,
        "eq29": EQ29,
    },
)


OBLIGATION = Obligation(
    "sumformer.thm4_1.discontinuous.eq30.support",
    "read with $f$ uniformly continuous on all of $[0, 1]^(n times d)$ and 0 wherever a "
    "coordinate is 1: Eq. 30 with the half-open cubes, for every $n$ and $d$",
    STATEMENT,
    PROOF,
)
