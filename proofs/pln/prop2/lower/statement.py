"""The lower bound of Proposition 2 for every n, L and eps at once, and for all weights.

A unit alpha ReLU(w x + b) is *on* where w x + b > 0; T(x) counts the units whose state at x is not
that at 0.  Between points a < c, with K = T(c) - T(a), the slope D(a) of the units that are on at
a, P = G(c) - G(a) - D(a) (c - a) and Q = (D(c) - D(a)) (c - a),

    K < 1:  G goes straight on, with slope D(a) = D(c): P = Q = 0;
    K < 2:  G(c) - G(a) lies between what slope D(a) and what slope D(c) gives: P (Q - P) >= 0.

So if G changes its sign from each of 0, 1/N, ..., 1 to the next, then T(m/N) >= m - 1, and where
T(m/N) < m the slope at m/N carries G further away from 0: induction over m.  At m = N this says
n >= T(1) >= N - 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from textwrap import indent
from typing import Any

from constructions.adversaries import zigzag
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.symbols import L, N, S, eps, x
from proofs.pln.thm1.sums import reals
from proofs.trees.script import elaborate, statement

n, i, k = var("n"), var("i"), var("k")
WEIGHTS = {"alpha": 1, "w": 1, "b": 1}


def alpha(index: Term) -> Term:
    return app("alpha", index)


def w(index: Term) -> Term:
    return app("w", index)


def b(index: Term) -> Term:
    return app("b", index)


def relu(at: Term) -> Term:
    return S.maximum(0, at)


def on(at: Term) -> Term:
    """1 for at > 0, else 0, as a polynomial in the sign."""
    return S.sign(at) * (1 + S.sign(at)) / 2


def inner(index: Term, at: Term) -> Term:
    """w_i x + b_i."""
    return w(index) * at + b(index)


def G(at: Term, high: Term = n) -> Term:
    """sum_{i=1}^{high} alpha_i ReLU(w_i x + b_i)."""
    return total("i", 1, high, alpha(i) * relu(inner(i, at)))


def D(at: Term, high: Term = n) -> Term:
    """The slope of the units that are on at this point."""
    return total("i", 1, high, alpha(i) * w(i) * on(inner(i, at)))


def T(at: Term, high: Term = n) -> Term:
    """How many units have changed their state since 0."""
    return total("i", 1, high, (on(inner(i, at)) - on(b(i))) ** 2)


# --- the adversary -------------------------------------------------------------------------------


def F(at: Term) -> Term:
    """The zigzag of Eq. 51."""
    return zigzag(S, at, N, eps)


u, v = var("u"), var("v")
IN_CLASS: Json = reals(
    "u v",
    implies(u >= 0, u <= 1, v >= 0, v <= 1, S.abs(F(u) - F(v)) <= L * S.abs(u - v)),
)
CLOSE: Json = every("x", "real", implies(x >= 0, x <= 1, S.abs(G(x) - F(x)) < eps))
GIVEN = [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps))), n >= 0]
STATEMENT = statement(
    {"n": "int", "N": "int", "L": "real", "eps": "real"},
    GIVEN,
    conj(IN_CLASS, implies(CLOSE, N - 1 <= n)),
    WEIGHTS,
)


def _even(at: Term) -> Term:
    """The even integer whose distance the zigzag measures."""
    return 2 * S.floor((at + 1) / 2)


def distance(at: Term) -> Term:
    """The distance to the even integers."""
    return S.abs(at - _even(at))


def in_class(cells: str) -> str:
    """A text: the zigzag with this number of cells is L-Lipschitz."""
    return f"""
fix u, v
have steep: 2*eps*{cells} <= L
have scaled: |{cells}*u - {cells}*v| = {cells}*|u - v| by abs_product({cells}, u - v), {cells} >= 0
have near: |distance({cells}*u) - distance({cells}*v)| <= {cells}*|u - v| by
    even_distance({cells}*u, {cells}*v), scaled
have slope: 2*eps*{cells}*|u - v| <= L*|u - v| by steep
have change: F(u) - F(v) = 2*eps*(distance({cells}*u) - distance({cells}*v))
have moved: |F(u) - F(v)| <= 2*eps*({cells}*|u - v|) by change, near, eps > 0
show by moved, slope
"""


#: where N = floor(L/(2 eps))
ZIGZAG_IN_CLASS = f"""
have 0 <= L/(2*eps)
have N >= 0
{in_class("N")}
"""


# --- proofs --------------------------------------------------------------------------------------

#: one unit changes its state at most once, also between a and c
UNIT = """
have one: for all t: real, 0 < t => on(t) = 1
have zero: for all t: real, t <= 0 => on(t) = 0
have unit: for all a, c, s, t: real, 0 <= a => a < c => 0 <= turn(a, c, s, t) and
    (turn(a, c, s, t) < 1 => rise(a, c, s, t) = 0 and bend(a, c, s, t) = 0) and
    0 <= rise(a, c, s, t)*(bend(a, c, s, t) - rise(a, c, s, t)):
  let p = s*a + t
  let r = s*c + t
  have line: t*(c - a) = p*c - r*a
  cases p > 0:
    cases r > 0:
      show by one(p), one(r), p > 0, r > 0
    have before: t > 0 by line, p > 0, r <= 0, a >= 0, a < c
    have product: 0 <= p*(-r) by p > 0, r <= 0
    show by one(p), zero(r), one(t), p > 0, r <= 0, before, product
  cases r <= 0:
    show by zero(p), zero(r), p <= 0, r <= 0
  have before: t <= 0 by line, p <= 0, r > 0, a >= 0, a < c
  have product: 0 <= (-p)*r by p <= 0, r > 0
  show by zero(p), one(r), zero(t), p <= 0, r > 0, before, product
"""
#: units that each change their state at most once, with their weights r: K, P and Q of their sum
SHARES_TEXT = """
have join: for all ka, pa, qa, kb, pb, qb, r, kc, pc, qc: real, 0 <= ka => 0 <= kb =>
    (ka < 1 => pa = 0 and qa = 0) => (ka < 2 => 0 <= pa*(qa - pa)) =>
    (kb < 1 => pb = 0 and qb = 0) => 0 <= pb*(qb - pb) =>
    kc = ka + kb and pc = pa + r*pb and qc = qa + r*qb => kc < 2 => 0 <= pc*(qc - pc):
  have first: ka < 1 => pa = 0 and qa = 0
  have second: ka < 2 => 0 <= pa*(qa - pa)
  have third: kb < 1 => pb = 0 and qb = 0
  have all: kc = ka + kb and pc = pa + r*pb and qc = qa + r*qb
  cases ka < 1:
    have alone: 0 <= r^2*(pb*(qb - pb))
    show by first, alone, ka < 1, all
  show by second, third, ka >= 1, kc < 2, 0 <= ka, 0 <= kb, all
have turns: for all k in 1..n, 0 <= turn(k)
have smooth: for all k in 1..n, turn(k) < 1 => rise(k) = 0 and bend(k) = 0
have convex: for all k in 1..n, 0 <= rise(k)*(bend(k) - rise(k))
have lastK: for all m: int, 0 <= m => K(m + 1) = K(m) + turn(m + 1):
  show by sum_last(k -> turn(k), 1, m + 1)
have lastP: for all m: int, 0 <= m => P(m + 1) = P(m) + r(m + 1)*rise(m + 1):
  show by sum_last(k -> r(k)*rise(k), 1, m + 1)
have lastQ: for all m: int, 0 <= m => Q(m + 1) = Q(m) + r(m + 1)*bend(m + 1):
  show by sum_last(k -> r(k)*bend(k), 1, m + 1)
have more: for all m: int, 0 <= m => m <= n => 0 <= K(m) by induction on m:
  step:
    show by ih, lastK(m), turns(m + 1)
have flat: for all m: int, 0 <= m => m <= n => K(m) < 1 => P(m) = 0 and Q(m) = 0 by induction on m:
  step:
    have few: turn(m + 1) < 1 by K(m + 1) < 1, lastK(m), more(m)
    have none: K(m) < 1 by K(m + 1) < 1, lastK(m), turns(m + 1)
    show by ih, none, few, smooth(m + 1), lastP(m), lastQ(m)
have once: for all m: int, 0 <= m => m <= n => K(m) < 2 => 0 <= P(m)*(Q(m) - P(m)) by
    induction on m:
  step:
    have calm: K(m) < 1 => P(m) = 0 and Q(m) = 0:
      show by flat(m)
    have still: turn(m + 1) < 1 => rise(m + 1) = 0 and bend(m + 1) = 0:
      show by smooth(m + 1)
    have all: K(m + 1) = K(m) + turn(m + 1) and P(m + 1) = P(m) + r(m + 1)*rise(m + 1) and
        Q(m + 1) = Q(m) + r(m + 1)*bend(m + 1) by lastK(m), lastP(m), lastQ(m)
    show by all, K(m + 1) < 2, turns(m + 1), convex(m + 1), more(m), calm, still, ih,
        join(K(m), P(m), Q(m), turn(m + 1), rise(m + 1), bend(m + 1), r(m + 1),
        K(m + 1), P(m + 1), Q(m + 1))
have calm: K(n) < 1 => P(n) = 0 and Q(n) = 0:
  show by flat(n)
have even: K(n) < 2 => 0 <= P(n)*(Q(n) - P(n)):
  show by once(n)
show by more(n), calm, even
"""
#: the step from a to c, for numbers
MOVED = """
have moved: for all m, ta, tc, ga, gc, da, dc, h: real, 0 < h => m - 1 <= ta =>
    (ta < m => 0 < ga*da) => 0 <= tc - ta =>
    (tc - ta < 1 => gc - ga - da*h = 0 and (dc - da)*h = 0) =>
    (tc - ta < 2 => 0 <= (gc - ga - da*h)*((dc - da)*h - (gc - ga - da*h))) => ga*gc < 0 =>
    m <= tc and (tc < m + 1 => 0 < gc*dc):
  have away: ta < m => 0 < ga*da
  have flat: tc - ta < 1 => gc - ga - da*h = 0 and (dc - da)*h = 0
  have once: tc - ta < 2 => 0 <= (gc - ga - da*h)*((dc - da)*h - (gc - ga - da*h))
  cases tc - ta < 1:
    have line: gc = ga + da*h by flat, tc - ta < 1
    have slope: dc = da by flat, tc - ta < 1, 0 < h
    have reached: m <= ta:
      cases ta < m:
        have 0 < ga*da*h by away, ta < m, 0 < h
        show by line, 0 < ga*da*h, ga*gc < 0
    have back: 0 < gc*(da*h) by line, ga*gc < 0
    have turned: 0 < gc*dc by back, slope, 0 < h
    show by reached, turned, 0 <= tc - ta
  have past: m <= tc
  have far: tc < m + 1 => 0 < gc*dc:
    have out: 0 < ga*da by away, tc < m + 1, tc - ta >= 1
    have bent: 0 <= (gc - ga - da*h)*((dc - da)*h - (gc - ga - da*h)) by
        once, tc < m + 1, m - 1 <= ta
    cases ga > 0:
      have down: gc < 0
      have up: 0 < da*h by out, ga > 0, 0 < h
      have steep: (dc - da)*h <= gc - ga - da*h by bent, down, up, ga > 0
      have dc < 0 by steep, down, ga > 0, 0 < h
      show by dc < 0, down
    have low: ga < 0 by ga <= 0, out
    have up: 0 < gc by low, ga*gc < 0
    have down: da*h < 0 by out, low, 0 < h
    have steep: (dc - da)*h >= gc - ga - da*h by bent, down, up, low
    have 0 < dc by steep, up, low, 0 < h
    show by 0 < dc, up
  show by past, far
"""
#: T counts some of the n units
COUNT = """
have least: for all x: real, 0 <= T(x):
  show by squares_nonneg(k -> on(inner(k, x)) - on(b(k)), 1, n)
have most: for all x: real, T(x) <= n:
  have each: for all k in 1..n, (on(inner(k, x)) - on(b(k)))^2 <= 1:
    have bit: for all t: real, 0 <= on(t) and on(t) <= 1:
      cases 0 < t:
        show by one(t), 0 < t
      show by zero(t), t <= 0
    use bit(inner(k, x)), bit(b(k))
  show by each, n >= 0, sum_constant(1, n, 1),
      sum_mono(k -> (on(inner(k, x)) - on(b(k)))^2, k -> 1, 1, n)
"""
#: from a to c: all units, one after the other
STEP = """
have step: for all m, a, c: real, 0 <= a => a < c => m - 1 <= T(a) =>
    (T(a) < m => 0 < G(a)*D(a)) => G(a)*G(c) < 0 =>
    m <= T(c) and (T(c) < m + 1 => 0 < G(c)*D(c)):
  have turns: for all k in 1..n, 0 <= turn(a, c, w(k), b(k)):
    show by unit(a, c, w(k), b(k)), 0 <= a, a < c
  have smooth: for all k in 1..n, turn(a, c, w(k), b(k)) < 1 =>
      rise(a, c, w(k), b(k)) = 0 and bend(a, c, w(k), b(k)) = 0:
    show by unit(a, c, w(k), b(k)), turn(a, c, w(k), b(k)) < 1, 0 <= a, a < c
  have convex: for all k in 1..n,
      0 <= rise(a, c, w(k), b(k))*(bend(a, c, w(k), b(k)) - rise(a, c, w(k), b(k))):
    show by unit(a, c, w(k), b(k)), 0 <= a, a < c
  have sum_K: K(a, c) = sum(k = 1..n, turn(a, c, w(k), b(k))) by n >= 0
  have sum_P: P(a, c) = sum(k = 1..n, alpha(k)*rise(a, c, w(k), b(k))) by n >= 0
  have sum_Q: Q(a, c) = sum(k = 1..n, alpha(k)*bend(a, c, w(k), b(k))) by n >= 0
  use all: shares(k -> turn(a, c, w(k), b(k)), k -> rise(a, c, w(k), b(k)),
      k -> bend(a, c, w(k), b(k)), alpha, n)
  have before: T(a) < m => 0 < G(a)*D(a)
  have calm: K(a, c) < 1 => P(a, c) = 0 and Q(a, c) = 0 by all, sum_K, sum_P, sum_Q
  have even: K(a, c) < 2 => 0 <= P(a, c)*(Q(a, c) - P(a, c)) by all, sum_K, sum_P, sum_Q
  have 0 <= K(a, c) by all, sum_K
  show by before, a < c, 0 <= K(a, c), calm, even,
      moved(m, T(a), T(c), G(a), G(c), D(a), D(c), c - a)
"""
#: the zigzag is eps and -eps in turn, so G has the same signs
ALTERNATES = """
have near: for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps
have knot: for all k: int, F(k/N) = -eps + 2*eps*|k - 2*floor((k + 1)/2)|:
  have at: N*(k/N) = k
  have even: floor((N*(k/N) + 1)/2) = floor((k + 1)/2) by at
  show by at, even
have alternates: for all k: int, 0 <= k => k + 1 <= N => G(k/N)*G((k + 1)/N) < 0:
  have 0 <= k/N <= 1
  have 0 <= (k + 1)/N <= 1
  use one: near(k/N)
  use two: near((k + 1)/N)
  let r = floor((k + 1)/2)
  have size: 2*r <= k + 1 and k < 2*r + 1 by floor_bounds((k + 1)/2)
  cases k >= 2*r:
    have k = 2*r by size, k >= 2*r
    have floor((k + 2)/2) = r + 1 by k = 2*r
    have low: F(k/N) = -eps by knot(k), k = 2*r
    have high: F((k + 1)/N) = eps by knot(k + 1), k = 2*r, floor((k + 2)/2) = r + 1
    have G(k/N) < 0 by low, one
    have G((k + 1)/N) > 0 by high, two
    show by G(k/N) < 0, G((k + 1)/N) > 0
  have k = 2*r - 1 by size, k < 2*r
  have floor((k + 2)/2) = r by k = 2*r - 1
  have high: F(k/N) = eps by knot(k), k = 2*r - 1
  have low: F((k + 1)/N) = -eps by knot(k + 1), k = 2*r - 1, floor((k + 2)/2) = r
  have G(k/N) > 0 by high, one
  have G((k + 1)/N) < 0 by low, two
  show by G(k/N) > 0, G((k + 1)/N) < 0
"""
NARROW = f"""
cases N < 1:
  show by N < 1, n >= 0
{UNIT}{MOVED}
{COUNT}{STEP}{ALTERNATES}
have reached: for all m: int, 0 <= m => m <= N =>
    m - 1 <= T(m/N) and (T(m/N) < m => 0 < G(m/N)*D(m/N)) by induction on m:
  base:
    show by least(0/N)
  step:
    have 0 <= m/N
    have m/N < (m + 1)/N
    show by ih, 0 <= m/N, m/N < (m + 1)/N, alternates(m), step(m, m/N, (m + 1)/N)
show by reached(N), most(N/N)
"""


def turn(a: Term, c: Term, s: Term, t: Term) -> Term:
    """Of one unit ReLU(s x + t) between a and c: its share of K, ..."""
    return (on(s * c + t) - on(t)) ** 2 - (on(s * a + t) - on(t)) ** 2


def rise(a: Term, c: Term, s: Term, t: Term) -> Term:
    """... of P ..."""
    return relu(s * c + t) - relu(s * a + t) - s * on(s * a + t) * (c - a)


def bend(a: Term, c: Term, s: Term, t: Term) -> Term:
    """... and of Q."""
    return s * (on(s * c + t) - on(s * a + t)) * (c - a)


def K(a: Term, c: Term) -> Term:
    """How many units change their state between a and c."""
    return T(c) - T(a)


def P(a: Term, c: Term) -> Term:
    """What they add to what the slope at a gives."""
    return G(c) - G(a) - D(a) * (c - a)


def Q(a: Term, c: Term) -> Term:
    """What they add to the slope, times c - a."""
    return (D(c) - D(a)) * (c - a)


NAMES: dict[str, Any] = {
    "F": F, "G": lambda at: G(at), "D": lambda at: D(at), "T": lambda at: T(at),
    "K": K, "P": P, "Q": Q, "turn": turn, "rise": rise, "bend": bend,
    "on": on, "relu": relu, "inner": inner, "distance": distance,
}  # fmt: skip


def _of(name: str) -> Callable[[Term], Term]:
    return lambda k: app(name, k)


_turn, _rise, _bend, _r = map(_of, ("turn", "rise", "bend", "r"))


def _each(formula: Json) -> Json:
    return every("k", "int", implies(k >= 1, k <= n, formula))


def _shares(high: Term) -> tuple[Term, Term, Term]:
    """K, P and Q of the first units, from their shares."""
    P = total("k", 1, high, _r(k) * _rise(k))
    return total("k", 1, high, _turn(k)), P, total("k", 1, high, _r(k) * _bend(k))


_K, _P, _Q = _shares(n)
SHARES = statement(
    {"n": "int"},
    [
        n >= 0,
        _each(_turn(k) >= 0),
        _each(implies(_turn(k) < 1, conj(_rise(k).equals(0), _bend(k).equals(0)))),
        _each(_rise(k) * (_bend(k) - _rise(k)) >= 0),
    ],
    conj(
        _K >= 0,
        implies(_K < 1, conj(_P.equals(0), _Q.equals(0))),
        implies(_K < 2, _P * (_Q - _P) >= 0),
    ),
    {"turn": 1, "rise": 1, "bend": 1, "r": 1},
)


@cache
def shares() -> Json:
    """A certificate of :data:`SHARES`."""
    names: dict[str, Any] = {
        "K": lambda high: _shares(high)[0],
        "P": lambda high: _shares(high)[1],
        "Q": lambda high: _shares(high)[2],
    }
    return elaborate(SHARES, written(SHARES, SHARES_TEXT, **names)())


THEOREMS = {"shares": shares}
#: the statement without its first part
WIDTH = statement(STATEMENT["vars"], GIVEN, implies(CLOSE, N - 1 <= n), WEIGHTS)
WIDTH_PROOF = written(WIDTH, NARROW, theorems=THEOREMS, **NAMES)
PROOF = written(
    STATEMENT,
    f"""
have class: for all u, v: real,
    0 <= u => u <= 1 => 0 <= v => v <= 1 => |F(u) - F(v)| <= L*|u - v|:
{indent(ZIGZAG_IN_CLASS, "  ")}
have narrow: (for all x: real, 0 <= x => x <= 1 => |G(x) - F(x)| < eps) => N - 1 <= n:
{indent(NARROW, "  ")}
""",
    theorems=THEOREMS,
    **NAMES,
)
