"""Proofs of pln.lemma2, as text (docs/proofs.md): Eq. 8-15, both ends, the bound, the whole."""

from __future__ import annotations

from textwrap import indent

from constructions.pln import midpoint
from constructions.terms import Json, Term
from proofs.language import elaboration
from proofs.pln.symbols import G_HAT, N, h, jump, offset, signs, y
from proofs.trees.script import Node


def middle(k: Term) -> Term:
    """The midpoint of cell k."""
    return midpoint(k, N)


NAMES = {
    "h": h, "y": y, "jump": jump, "offset": offset, "signs": signs, "middle": middle, "G": G_HAT,
}  # fmt: skip


def written(sequent: Json, text: str) -> elaboration.Written:
    """The script of an obligation in these names."""
    return elaboration.written(sequent, text, **NAMES)


#: the units left of x have sign 1, those right of it -1
VALUES = """
have pos: 0 < h
have left: for all m: int, 0 <= m => (1 <= m => m*h < x) =>
    signs(m) = (y(m + 1) - y(1))/2 by induction on m:
  step:
    have after: (m + 1)*h < x
    have m*h < x
    have sign(offset(m + 1)) = 1 by after
    use ih
have right: for all a, m: int, a <= m => 0 <= a => x < (a + 1)*h =>
    signs(m) = signs(a) - (y(m + 1) - y(a + 1))/2:
  have all: for all i: int, a <= i =>
      signs(i) = signs(a) - (y(i + 1) - y(a + 1))/2 by induction on i:
    step:
      have before: x < (i + 1)*h
      have sign(offset(i + 1)) = -1 by before
  show by all(m)
"""

DEFINED = """
have 0 <= middle(j)
have middle(j) <= 1
"""

EQ10 = f"""{VALUES}
have (j - 1)*h < x
have x > 0
have sign(x + 1) = 1
have first: for all m: int, 0 <= m =>
    sum(k = 1..m, jump(k)) = (y(m + 1) - y(1))/2 by induction on m
have second: for all m: int, j - 1 <= m =>
    sum(k = j..m, jump(k)) = (y(m + 1) - y(j))/2 by induction on m
use first(j - 1), second(N - 1), left(j - 1), right(j - 1, N - 1)
"""

EQ11 = f"""{VALUES}
have x = j*h
have sign(x + 1) = 1
have first: for all m: int, 0 <= m =>
    sum(k = 1..m, jump(k)) = (y(m + 1) - y(1))/2 by induction on m
have second: for all m: int, j <= m =>
    sum(k = j + 1..m, jump(k)) = (y(m + 1) - y(j + 1))/2 by induction on m
have (j - 1)*h < x
use first(j - 1), second(N - 1), left(j - 1), right(j, N - 1)
have sign(offset(j)) = 0
have signs(j) = signs(j - 1)
"""

AT_0 = f"""{VALUES}
have sign(x + 1) = 1
use left(0), right(0, N - 1)
"""

AT_1 = f"""{VALUES}
have sign(x + 1) = 1
have (N - 1)*h < x
use left(N - 1)
"""

EQ12 = """
have 0 <= middle(1) <= 1
use f(0, middle(1))
"""

EQ13 = """
have 0 <= middle(N) <= 1
use f(1, middle(N))
"""

EQ14 = """
let b = j/N
have 0 <= b <= 1
have 0 <= middle(j) <= 1
have 0 <= middle(j + 1) <= 1
use one: f(b, middle(j))
use two: f(b, middle(j + 1))
have below: |y(j) - f(b)| <= L/(2*N) by one
have above: |y(j + 1) - f(b)| <= L/(2*N) by two
have |(y(j) + y(j + 1))/2 - f(b)| <= |y(j) - f(b)|/2 + |y(j + 1) - f(b)|/2 by search
"""

EQ15 = """
have (j - 1)/N >= 0
have 0 <= middle(j) <= 1
use f(middle(j), x)
use f(0, 1)
have |middle(j) - x| < 1/(2*N)
have L*|middle(j) - x| <= L*(1/(2*N)) by product_mono(L, L, |middle(j) - x|, 1/(2*N)), f(0, 1)
"""

#: x lies inside of a cell, or at its left end
BOUND = f"""{VALUES}
have h <= 1
have near: for all k: int, 1 <= k => k <= N => |x - middle(k)| <= h/2 => |f(x) - y(k)| <= L*h/2:
  have 0 <= (2*k - 1)*(h/2)
  have (2*k - 1)*(h/2) <= 1
  use f(x, middle(k))
  use f(0, 1)
  have L >= 0
  have L*|x - middle(k)| <= L*(h/2) by product_mono(L, L, |x - middle(k)|, h/2)
have sign(x + 1) = 1
cases (N - 1)*h < x:
  use left(N - 1), near(N)
let c = floor(x*N)
have c*h <= x
have x < (c + 1)*h
have 0 <= c <= N - 1
cases c*h < x:
  use left(c), right(c, N - 1), near(c + 1)
have x = c*h
cases some: c >= 1:
  have (c - 1)*h < x
  use left(c - 1), right(c, N - 1), near(c), near(c + 1)
  have here: sign(offset(c)) = 0
  have signs(c) = signs(c - 1) by here, some
have c = 0
have x = 0
use left(0), right(0, N - 1), near(1)
"""

WIDTH = """
have L/(2*eps) < N
"""

#: L/(2N) < eps for N = floor(L/(2 eps)) + 1
SMALL = """
use f(0, 1)
have 0 <= L
have 0 <= L/(2*eps)
have wide: L/(2*eps) < N
have 1 <= N
have L < 2*eps*N by wide, eps > 0
have small: L/(2*N) < eps
"""

STATEMENT = f"""{SMALL}
have bound: |G - f(x)| <= L/(2*N):
{indent(BOUND, "  ")}
show by bound, small
"""

ATTAINED = f"""
have value: G = y(1):
{indent(AT_0, "  ")}
have f(middle(1)) = middle(1)
have f(x) = x
show by value, f(middle(1)) = middle(1), f(x) = x, x = 0
"""


def bounded() -> Node:
    """A part of a script: |G - f(x)| <= L/(2N), from N > 0, the Lipschitz bound and 0 <= x <= 1."""
    return elaboration.argued(BOUND, **NAMES)
