"""Numbered points of R^n, functions on the cube, and networks: what Theorem 4 is stated of.

Points are numbered by a real number p: X(p, i) is the i-th coordinate of point p, r(p, i, u) the
number of the point with u in its place, F(p) the value of a function there.  So are networks:
G(g, p) is the value of network number g at point number p.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.pln.steps_of_ramp import Unit
from proofs.pln.symbols import S, eps

n = var("n")
_p, _z, _w, _y, _l, _i, _u = (var(name) for name in ("p", "z", "w", "y", "l", "i", "u"))
_g, _h, _a, _b, _c = (var(name) for name in ("g", "h", "a", "b", "c"))
_omega, _gap = var("omega"), var("gap")


def near(size: Term, bound: Term) -> Json:
    """|size| <= bound, without an absolute value."""
    return conj(size <= bound, -size <= bound)


def names(*bound: str, body: Json) -> Json:
    """For all real numbers of these names, and integers of those with ``: int``."""
    for name in reversed(bound):
        name, _, sort = name.partition(": ")
        body = every(name, sort or "real", body)
    return body


def X(point: Term, index: Term) -> Term:
    """A coordinate of the point, or vector, of this number."""
    return app("X", point, index)


def moved(point: Term, index: Term, value: Term) -> Term:
    """The point with another value as this coordinate."""
    return app("r", point, index, value)


def F(point: Term) -> Term:
    return app("F", point)


def network(number: Term, point: Term) -> Term:
    """The value of a network at a point."""
    return app("G", number, point)


def index(at: Term) -> Json:
    return conj(at >= 1, at <= n)


def cube(point: Term) -> Json:
    """The point lies in [0, 1]^n."""
    return every("l", "int", implies(index(_l), conj(X(point, _l) >= 0, X(point, _l) <= 1)))


def on_cube(body: Callable[[Term], Json]) -> Json:
    """At all points of the cube."""
    return every("p", "real", implies(cube(_p), body(_p)))


def scaled(a: Term, w: Term, p: Term) -> Term:
    """(a w)^T x."""
    return total("i", 1, n, a * X(w, _i) * X(p, _i))


def apart(first: Term, second: Term, gap: Term) -> Json:
    """No coordinates of the two points are further apart than this."""
    return every("l", "int", implies(index(_l), near(X(first, _l) - X(second, _l), gap)))


REPLACED = names("y", "i: int", "u", body=implies(index(_i), X(moved(_y, _i, _u), _i).equals(_u)))
KEPT = names(
    "y",
    "i: int",
    "u",
    "l: int",
    body=implies(
        conj(index(_i), index(_l), _l.differs(_i)), X(moved(_y, _i, _u), _l).equals(X(_y, _l))
    ),
)
_CLOSE = every(
    "z", "real", implies(conj(cube(_z), apart(_y, _z, _gap)), near(F(_y) - F(_z), _omega))
)
CONTINUOUS = names(
    "omega",
    "y",
    body=implies(conj(_omega > 0, cube(_y)), exists("gap", "real", conj(_gap > 0, _CLOSE))),
)
EMPTY = exists("g", "real", on_cube(lambda p: network(_g, p).equals(0)))


def added(unit: Unit) -> Json:
    """To each network each unit may be added."""
    grown = on_cube(
        lambda p: network(_h, p).equals(network(_g, p) + _c * unit(scaled(_a, _w, p) + _b))
    )
    return names("g", "c", "a", "w", "b", body=exists("h", "real", grown))


SHOW = exists("g", "real", on_cube(lambda p: S.abs(network(_g, p) - F(p)) < eps))
#: for texts: r(y, i, u) has u as coordinate i, and the other coordinates of y
MOVING = """
have moving: for all y: real, i: int, u: real, 1 <= i and i <= n =>
    (for all l in 1..n, (l = i => X(r(y, i, u), l) = u) and (l != i => X(r(y, i, u), l) = X(y, l))):
  cases l = i:
    show by replaced(y, i, u), l = i
  show by kept(y, i, u, l), l != i
"""
FACTS = {"replaced": REPLACED, "kept": KEPT}
