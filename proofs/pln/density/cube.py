"""Density in C([0, 1]^n) from the units alone, for networks that are numbered.

Sums of units are near c e^(w^T x), and so near its product with (1 - b e^(a x_i))^N, by induction
on N, which is a step in x_i for large a and N.  From such steps the function is put together, one
coordinate after the other: after i of them for all values of the rest.  These are lemmas of the
library (``networks``).
"""

from __future__ import annotations

from constructions.terms import Json, app
from proofs.language.elaboration import written
from proofs.pln.density.numbered_points import (
    CONTINUOUS,
    EMPTY,
    FACTS,
    KEPT,
    MOVING,
    REPLACED,
    SHOW,
    added,
    n,
    scaled,
)
from proofs.pln.density.uniform import uniform
from proofs.pln.steps_of_ramp import bounded, limit, sig
from proofs.pln.symbols import eps
from proofs.trees.script import statement

_MORE = added(sig)
GIVEN: list[Json] = [
    eps > 0,
    n >= 0,
    bounded(sig),
    limit(sig, 1),
    limit(sig, -1),
    REPLACED,
    KEPT,
    CONTINUOUS,
    EMPTY,
    _MORE,
]
STATEMENT = statement(
    {"n": "int", "eps": "real"}, GIVEN, SHOW, {"sig": 1, "X": 2, "r": 3, "F": 1, "G": 2}
)


def sequent(unit: str, layer: list[Json], sorts: dict[str, str]) -> Json:
    """Networks of a unit, of which ``layer`` is known, come near to every continuous F."""
    one_more = added(lambda at: app(unit, at))
    return statement(
        {**sorts, "n": "int", "eps": "real"},
        [*layer, n >= 0, eps > 0, REPLACED, KEPT, CONTINUOUS, EMPTY, one_more],
        SHOW,
        {"X": 2, "r": 3, "F": 1, "G": 2, unit: 1},
    )


PROOF = written(
    STATEMENT,
    f"""
# uniform: F is uniformly continuous (Heine)
let cube(p) = for all l in 1..n, 0 <= X(p, l) and X(p, l) <= 1
let dot(w, p) = sum(l = 1..n, X(w, l)*X(p, l))
# z has the first i coordinates of p and the others of y
let mixed(i, y, p, z) = cube(p) and cube(z) and
  (for all l in 1..n, (l <= i => X(z, l) = X(p, l)) and (i < l => X(z, l) = X(y, l)))
# units can be added that come near to c e^(w^T x) F(z)
let reached(i) = for all y, c, w, g, e: real, cube(y) and 0 < e =>
  exists h: real, for all p, z: real,
  mixed(i, y, p, z) => |G(h, p) - G(g, p) - c*exp(dot(w, p))*F(z)| <= e
{MOVING}
have added: for all g, c, a, w, b: real, exists h: real, for all p: real,
    cube(p) => G(h, p) = G(g, p) + c*sig(a*dot(w, p) + b):
  obtain one: h from more(g, c, a, w, b)
  take h
  have inside: cube(p)
  have same: scaled(a, w, p) = a*dot(w, p) by sum_scale(l -> X(w, l)*X(p, l), a, 1, n)
  show by one(p), same
use even: uniform(n)
use exponentials: exponentials_reached(G, X, sig, n)
have all: for all m: int, 0 <= m => m <= n => reached(m) by induction on m:
  base:
    have there: cube(y)
    obtain near: h from exponentials(c*F(y), w, g, e)
    take h
    have both: mixed(0, y, p, z)
    have same: F(z) = F(y):
      cases F(z) = F(y):
        show by F(z) = F(y)
      obtain close: d from even(|F(z) - F(y)|/2)
      have for all l in 1..n, |X(z, l) - X(y, l)| <= d:
        show by both, close
      use close(z, y)
    show by near(p), same
  step:
    use frozen: freeze(G, X, r, F, n, m)
    use next: coordinate_reached(G, X, r, F, n, m + 1)
    show by next(y, c, w, g, e)
obtain zero: o from origin(X, r, n)
have cube(o)
use last: all(n)
obtain none: q from empty
obtain near: h from last(o, 1, o, q, eps/2)
take h
have inside: cube(p)
have mixed(n, o, p, p)
have dot(o, p) = 0 by sum_zero(l -> X(o, l)*X(p, l), 1, n), zero
have exp(dot(o, p)) = 1 by exp_zero(dot(o, p)), dot(o, p) = 0
show by near(p, p), none(p), exp(dot(o, p)) = 1, 0 < eps
""",
    {**FACTS, "empty": EMPTY, "more": _MORE},
    {"uniform": uniform},
    scaled=scaled,
)
