"""Proofs of both bounds of Propositions 3 and 4, as text.

Below: T(x) counts the units whose value at x is not that at 0.  It grows by at least 1 wherever G
changes (a unit turns at most once, so none turns back), and G increases from each of 0, 1/N, ..., 1
to the next (Eq. 61-62): N <= T(1) <= n.  Where the function is eps + L x, T(1) = n would mean that
every unit has turned, so G(1) = -G(0), but both are positive.

Above: the network of Lemma 2 takes the value of a cell all over the cell, its left end included.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, total
from proofs.language.elaboration import Written, written
from proofs.pln.lemma2.proof import SMALL, middle
from proofs.pln.lemma4.steps import CALLED, PAIR
from proofs.pln.prop3.statement import (
    LS1,
    Kind,
    Unit,
    i,
    lower,
    n,
    network,
    pair_inner,
    plus,
    scaled,
    stepped,
    upper,
)
from proofs.pln.symbols import ZERO, N, S, eps, h, jump, y

#: LS-1 of one number is 1 or -1, by its sign
SINGLE = """
have size: for all t: real, root(t) = |t|
have on: for all t: real, 0 <= t => scaled(t) = 1:
  cases some: 0 < t:
    have one: sign(root(t)) = 1 by size(t), some
    show by size(t), one, some
  have t = 0
  show by size(t), t = 0
have off: for all t: real, t < 0 => scaled(t) = -1:
  have one: sign(root(t)) = 1 by size(t), t < 0
  show by size(t), one, t < 0
"""

# --- the lower bounds ----------------------------------------------------------------------------

SIDES = """
have one: for all t: real, 0 <= t => plus(t) = 1:
  cases 0 < t:
    have sign(t) = 1
  have sign(t) = 0
have minus: for all t: real, t < 0 => plus(t) = -1:
  have sign(t) = -1
"""
OF_PAIRS = f"""{PAIR}{SIDES}
have values: for all i: int, x: real, unit(i, x) = step(i, x):
  cases order: 0 <= inner(i, x):
    show by one(inner(i, x)), right(first(i, x), second(i, x)), order
  show by minus(inner(i, x)), left(first(i, x), second(i, x)), inner(i, x) < 0
"""
OF_SINGLES = f"""{SINGLE}{SIDES}
have values: for all i: int, x: real, unit(i, x) = step(i, x):
  cases order: 0 <= inner(i, x):
    show by one(inner(i, x)), on(inner(i, x)), order
  show by minus(inner(i, x)), off(inner(i, x)), inner(i, x) < 0
"""
#: 0 <= T <= n, and T grows by at least 1 wherever G changes
TURNS = """
have sums: for all x: real, G(x) = H(x):
  have each: for all i in 1..n, unit(i, x) = step(i, x):
    show by values(i, x)
  show by sum_equal(i -> unit(i, x), i -> step(i, x), 1, n), each, 0 <= n
have square: for all t: real, plus(t)^2 = 1:
  cases 0 <= t:
    show by one(t), 0 <= t
  show by minus(t), t < 0
have range: for all i: int, x: real, 0 <= turned(i, x) and turned(i, x) <= 1:
  show by square(inner(i, x)), square(inner(i, 0))
have count: for all x: real, 0 <= T(x) and T(x) <= n:
  have each: for all i in 1..n, 0 <= turned(i, x) and turned(i, x) <= 1:
    show by range(i, x)
  have least: 0 <= T(x) by sum_nonneg(i -> turned(i, x), 1, n), each, 0 <= n
  have most: T(x) <= sum(i = 1..n, 1) by sum_mono(i -> turned(i, x), i -> 1, 1, n), each, 0 <= n
  show by least, most, sum_constant(1, n, 1), 0 <= n
have once: for all i: int, for all a, c: real, 0 <= a => a < c =>
    turned(i, a) <= turned(i, c) and
    (turned(i, c) < turned(i, a) + 1 => step(i, a) = step(i, c)):
  let start = inner(i, 0)
  let before = inner(i, a)
  let after = inner(i, c)
  have between: start*(c - a) = before*c - after*a
  cases first: 0 <= before:
    cases last: 0 <= after:
      show by one(before), one(after), first, last
    have begin: 0 <= start by between, first, after < 0, 0 <= a, a < c
    show by one(start), one(before), minus(after), begin, first, after < 0
  cases last: after < 0:
    show by minus(before), minus(after), before < 0, last
  have begin: start < 0 by between, before < 0, 0 <= after, 0 <= a, a < c
  show by minus(start), minus(before), one(after), begin, before < 0, 0 <= after
have grow: for all a, c: real, 0 <= a => a < c =>
    T(a) <= T(c) and (T(c) < T(a) + 1 => G(a) = G(c)):
  have each: for all i in 1..n, turned(i, a) <= turned(i, c) and
      (turned(i, c) < turned(i, a) + 1 => step(i, a) = step(i, c)):
    show by once(i, a, c), 0 <= a, a < c
  show by sums(a), sums(c), each, 0 <= n,
      sum_still(i -> turned(i, a), i -> turned(i, c), i -> step(i, a), i -> step(i, c), 1, n)
"""
#: N units have turned at 1, where G is close to the ramp
REACHED = """
have ramp: for all u, v: real, 0 <= u => u <= 1 => 0 <= v => v <= 1 =>
    |level + L*u - (level + L*v)| <= L*|u - v|:
  show by abs_product(L, u - v), L >= 0
have 0 <= L/(2*eps)
have start: 0 <= N
have wide: 2*eps*N <= L
have reached: (for all x: real, 0 <= x => x <= 1 => |G(x) - (level + L*x)| < eps) => N <= T(1):
  have near: for all x: real, 0 <= x => x <= 1 => |G(x) - (level + L*x)| < eps
  have all: for all m: int, 0 <= m => (for all c: real, m <= N => c*N = m => m <= T(c))
      by induction on m:
    base:
      show by count
    step:
      have before: for all c: real, m <= N => c*N = m => m <= T(c) by ih
      fix c
      let a = m/N
      have N > 0
      have there: a*N = m
      have 0 <= a
      have next: c = a + 1/N by there, c*N = m + 1, N > 0
      have a < c by next, N > 0
      have c <= 1
      have far: L*c - L*a >= 2*eps by next, wide, N > 0
      have apart: G(a) < G(c) by near(a), near(c), far, 0 <= a, a < c, c <= 1
      show by grow(a, c), before(a), there, apart, 0 <= a, a < c, m + 1 <= N
  cases N <= 0:
    show by count(1), N <= 0
  show by all(N, 1), 0 < N
"""
LEAST = """
have enough: (for all x: real, 0 <= x => x <= 1 => |G(x) - (level + L*x)| < eps) => N <= n:
  use reached, count(1)
show by ramp, enough
"""
EXACT = """
have enough: (for all x: real, 0 <= x => x <= 1 => |G(x) - (level + L*x)| < eps) => N + 1 <= n:
  have near: for all x: real, 0 <= x => x <= 1 => |G(x) - (level + L*x)| < eps
  have many: N <= T(1) by reached, near
  have ends: 0 < G(0) and 0 < G(1) by near(0), near(1), L >= 0
  cases n <= N:
    have each: for all i in 1..n, turned(i, 1) <= 1 and
        (1 < turned(i, 1) + 1 => step(i, 0) = -1*step(i, 1)):
      have turned(i, 1) <= 1 by range(i, 1)
      cases moved: 0 < turned(i, 1):
        have plus(inner(i, 0)) = -plus(inner(i, 1)) by
            square(inner(i, 0)), square(inner(i, 1)), moved
    have turned_all: H(0) = sum(i = 1..n, -1*step(i, 1)) by
        each, sum_constant(1, n, 1), many, n <= N, 0 <= n,
        sum_still(i -> turned(i, 1), i -> 1, i -> step(i, 0), i -> -1*step(i, 1), 1, n)
    have minus_all: sum(i = 1..n, -1*step(i, 1)) = -1*H(1) by sum_scale(i -> step(i, 1), -1, 1, n)
    have opposite: H(0) = -H(1) by turned_all, minus_all
    show by ends, sums(0), sums(1), opposite
show by ramp, enough
"""


def _root(t: Term) -> Term:
    return S.sqrt(t * t / 1)


def _names(kind: Kind, level: Term) -> dict[str, Any]:
    """What the texts on a layer call things."""

    def step(index: Term, at: Term) -> Term:
        return kind.beta(index) * plus(kind.inner(index, at))

    def turned(index: Term, at: Term) -> Term:
        """Whether the unit's value at x is not that at 0."""
        return (1 - plus(kind.inner(index, ZERO)) * plus(kind.inner(index, at))) / 2

    return {
        **CALLED,
        "root": _root,
        "scaled": scaled,
        "level": level,
        "unit": kind.unit,
        "inner": kind.inner,
        "step": step,
        "turned": turned,
        "first": lambda index, at: pair_inner(1, index, at),
        "second": lambda index, at: pair_inner(2, index, at),
        "G": kind.G,
        "H": lambda at: total("i", 1, n, step(i, at)),
        "T": lambda at: total("i", 1, n, turned(i, at)),
    }


def _lower(kind: Kind, level: Term, least: Term, end: str) -> tuple[Json, Written]:
    sequent = lower(kind, level, least)
    units = OF_SINGLES if kind is LS1 else OF_PAIRS
    return sequent, written(sequent, f"{units}{TURNS}{REACHED}{end}", **_names(kind, level))


def least(kind: Kind) -> tuple[Json, Written]:
    """N units for L x: statement and proof."""
    return _lower(kind, ZERO, N, LEAST)


def exactly(kind: Kind) -> tuple[Json, Written]:
    """N + 1 units for eps + L x."""
    return _lower(kind, eps, N + 1, EXACT)


# --- the upper bound -----------------------------------------------------------------------------

BY_PAIR = f"""{PAIR}
have on: for all t: real, 0 <= t => unit(t) = 1:
  use right(t, -t)
have off: for all t: real, t < 0 => unit(t) = -1:
  use left(t, -t)
"""
UPPER = f"""{SMALL}
have 0 < h
have near: for all x: real, 0 <= x => x <= 1 => |G - f(x)| <= L/(2*N):
  have close: for all k: int, 1 <= k => k <= N => |x - middle(k)| <= h/2 => |f(x) - y(k)| <= L*h/2:
    have 0 <= (2*k - 1)*(h/2)
    have (2*k - 1)*(h/2) <= 1
    use f(x, middle(k))
    have L*|x - middle(k)| <= L*(h/2) by product_mono(L, L, |x - middle(k)|, h/2), 0 <= L
  have left: for all m: int, 0 <= m => m*h <= x =>
      steps(m) = (y(m + 1) - y(1))/2 by induction on m:
    step:
      have here: 0 <= x - (m + 1)/N
      have before: m*h <= x
      have last: steps(m + 1) = steps(m) + jump(m + 1) by on(x - (m + 1)/N), here, 0 <= m
      show by ih, before, last
  have right: for all a, m: int, a <= m => 0 <= a => x < (a + 1)*h =>
      steps(m) = steps(a) - (y(m + 1) - y(a + 1))/2:
    have all: for all i: int, a <= i =>
        steps(i) = steps(a) - (y(i + 1) - y(a + 1))/2 by induction on i:
      step:
        have here: x - (i + 1)/N < 0
        have last: steps(i + 1) = steps(i) - jump(i + 1) by
            off(x - (i + 1)/N), here, 0 <= a, a <= i
        show by ih, last
    show by all(m)
  have level: G = steps(N - 1) + (y(1) + y(N))/2 by on(x + 1), 0 <= x
  cases last: (N - 1)*h <= x:
    have value: G = y(N) by level, left(N - 1), last, 1 <= N
    have |x - middle(N)| <= h/2
    show by value, close(N), |x - middle(N)| <= h/2, 1 <= N
  let c = floor(x*N)
  have low: c*h <= x
  have high: x < (c + 1)*h
  have first: 0 <= c
  have cell: c <= N - 1
  have value: G = y(c + 1) by level, left(c), right(c, N - 1), low, high, first, cell
  have |x - middle(c + 1)| <= h/2
  show by value, close(c + 1), |x - middle(c + 1)| <= h/2, first, cell
show by small, near
"""


def most(unit: Unit) -> tuple[Json, Written]:
    """The network of N units: statement and proof."""
    names = {
        **CALLED,
        "root": _root,
        "scaled": scaled,
        "unit": unit,
        "h": h,
        "y": y,
        "jump": jump,
        "middle": middle,
        "steps": lambda high: stepped(unit, high),
        "G": network(unit),
    }
    sequent = upper(unit)
    return sequent, written(sequent, f"{SINGLE if unit is scaled else BY_PAIR}{UPPER}", **names)
