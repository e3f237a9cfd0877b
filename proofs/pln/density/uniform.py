"""Heine's theorem for numbered points: functions that are continuous on the cube are uniformly so.

One coordinate after the other may move freely.  Of the next one, the numbers t up to which some gap
will do have no least upper bound T below 1: around T some gap will do, too.  That a gap is positive
is shown of the least upper bound of all gaps that will do, so that the goal is an inequality.
"""

from __future__ import annotations

from functools import cache

from proofs.language.elaboration import written
from proofs.language.steps import read_steps
from proofs.language.text import read
from proofs.pln.density.numbered_points import CONTINUOUS, FACTS, KEPT, MOVING, REPLACED, n
from proofs.trees.script import Json, elaborate, statement

#: with the coordinates after i near those of y: F(z) and F(o) are near where z and o are
_LETS = """
let cube(p) = for all l in 1..n, 0 <= X(p, l) and X(p, l) <= 1
let apart(y, z, g) = for all l in 1..n, |X(y, l) - X(z, l)| <= g
let around(i, y, z, g) = for all l: int, i + 1 <= l and l <= n => |X(z, l) - X(y, l)| <= g
let steady(i, y, g) = for all z, o: real,
  cube(z) and cube(o) and around(i, y, z, g) and apart(z, o, g) => |F(z) - F(o)| <= omega
let upto(i, y, t, g) = for all z, o: real, cube(z) and cube(o) and X(z, i) <= t and
  around(i, y, z, g) and apart(z, o, g) => |F(z) - F(o)| <= omega
let fits(i, y, x) = 0 <= x and x <= 1 and steady(i, y, x)
let gets(i, y, x) = 0 <= x and x <= 1 and (exists g: real, 0 < g and upto(i, y, x, g))
"""
_KNOWN = {step.name: step.definition for step in read_steps(_LETS) if step.definition}
_HEAD = "for all X: real^2 -> real, F: real -> real, n"


def _said(text: str) -> Json:
    return read(text, _KNOWN).sequent


UNIFORM = _said(
    f"{_HEAD}: int; |- for all omega: real, 0 < omega => exists gap: real, 0 < gap and "
    "(for all y, z: real, cube(y) and cube(z) and apart(y, z, gap) => |F(y) - F(z)| <= omega)"
)["show"]
STATED = statement(
    {"n": "int"}, [n >= 0, REPLACED, KEPT, CONTINUOUS], UNIFORM, {"X": 2, "r": 3, "F": 1}
)
TEXT = f"""{_LETS}
let beside(y, z, g) = for all l in 1..n, X(y, l) - X(z, l) <= g and -(X(y, l) - X(z, l)) <= g
{MOVING}
use inside: cube_moved(X, r, n)
have equal: for all z, o: real, cube(z) and cube(o) and apart(z, o, 0) => |F(z) - F(o)| <= omega:
  have same: apart(z, o, 0)
  obtain close: d from continuous(omega, z)
  have beside(z, o, d):
    show by same(l), 0 < d
  use close(o)
have all: for all m: int, 0 <= m => m <= n =>
    (for all y: real, cube(y) => exists g: real, 0 < g and steady(m, y, g)) by induction on m:
  base:
    obtain close: d from continuous(omega/2, y)
    take d/2
    have each: steady(0, y, d/2):
      have first: around(0, y, z, d/2)
      have second: apart(z, o, d/2)
      have beside(y, z, d):
        show by first(l), 0 < d
      have beside(y, o, d):
        show by first(l), second(l), 0 < d
      use one: close(z)
      use two: close(o)
      show by one, two
    show by each
  step:
    let s = m + 1
    have here: cube(y)
    have known: for all u, z, g, d: real, d <= g => around(s, y, z, d) => |X(z, s) - u| <= g =>
        around(m, r(y, s, u), z, g):
      have most: around(s, y, z, d)
      use value: moving(y, s, u)
      cases l = s:
        show by value(l), l = s, |X(z, s) - u| <= g
      show by value(l), l != s, most(l), d <= g
    have some: exists x: real, fits(s, y, x):
      take 0
      have steady(s, y, 0):
        show by equal(z, o)
    have bounded: exists B: real, for all x: real, fits(s, y, x) => x <= B:
      take 1
    let fit(x) = fits(m + 1, y, x)
    obtain D from supremum(fit)
    have above: for all x: real, fits(s, y, x) => x <= D
    have lowest: for all t: real, (for all x: real, fits(s, y, x) => x <= t) => D <= t
    have positive: 0 < D:
      cases 0 < D:
        show by 0 < D
      have cube(r(y, s, 0)) by inside(y, s, 0), here
      use left: ih(r(y, s, 0))
      obtain start: a from left
      have begin: upto(s, y, 0, a):
        have both: cube(z)
        have |X(z, s) - 0| <= a by both(s), X(z, s) <= 0, 0 < a
        use known(0, z, a, a)
        use start(z, o)
      have begun: exists g: real, 0 < g and upto(s, y, 0, g):
        take a
        show by begin, 0 < a
      have some: exists x: real, gets(s, y, x):
        take 0
        show by begun
      have bounded: exists B: real, for all x: real, gets(s, y, x) => x <= B:
        take 1
      let get(x) = gets(m + 1, y, x)
      obtain T from supremum(get)
      have upper: for all x: real, gets(s, y, x) => x <= T
      have lower: for all t: real, (for all x: real, gets(s, y, x) => x <= t) => T <= t
      use upper(0)
      have for all x: real, gets(s, y, x) => x <= 1
      use lower(1)
      have cube(r(y, s, T)) by inside(y, s, T), here
      use middle: ih(r(y, s, T))
      obtain there: b from middle
      have for all x: real, gets(s, y, x) => x <= T - b:
        cases x <= T - b:
          show by x <= T - b
        have before: exists g: real, 0 < g and upto(s, y, x, g)
        obtain until: c from before
        use three: small_enough(1, b, c)
        obtain gap: d from three
        have beyond: for all t: real, t <= T + b => upto(s, y, t, d):
          have near: apart(z, o, d)
          cases X(z, s) <= x:
            have around(s, y, z, c)
            have apart(z, o, c)
            use until(z, o)
          have |X(z, s) - T| <= b
          use known(T, z, b, d)
          have apart(z, o, b)
          use there(z, o)
        cases 1 <= T + b:
          use whole: beyond(1)
          have steady(s, y, d):
            have both: cube(z)
            use both(s)
            use whole(z, o)
          use above(d)
        have exists g: real, 0 < g and upto(s, y, T + b, g):
          take d
          use beyond(T + b)
        use upper(T + b)
      use lower(T - b)
    take D/2
    have each: steady(s, y, D/2):
      have around(s, y, z, D/2)
      have apart(z, o, D/2)
      cases |F(z) - F(o)| <= omega:
        show by |F(z) - F(o)| <= omega
      have for all x: real, fits(s, y, x) => x <= D/2:
        cases x <= D/2:
          show by x <= D/2
        have wide: steady(s, y, x)
        have around(s, y, z, x)
        have apart(z, o, x)
        use wide(z, o)
      use lowest(D/2)
    show by each, positive
obtain zero: q from origin(X, r, n)
have cube(q)
use last: all(n)
use free: last(q)
obtain steady: g from free
take g
have each: for all y, z: real, cube(y) and cube(z) and apart(y, z, g) => |F(y) - F(z)| <= omega:
  have around(n, q, y, g)
  show by steady(y, z)
show by each, steady
"""
PROOF = written(STATED, TEXT, {**FACTS, "continuous": CONTINUOUS})


@cache
def uniform() -> Json:
    """The certificate of :data:`STATED`, which texts cite."""
    return elaborate(STATED, PROOF())
