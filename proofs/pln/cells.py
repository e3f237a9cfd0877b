"""As text: a network of N steps is within L/(2N) and what its units miss of every L-Lipschitz f.

The units are any functions s_k(x) in [-1, 1] that have the sign of x - k/N and are within q of it
where |x - k/N| >= 1/(2N) (Eq. 19-26, repaired).  The paper splits [0, 1] into points near to and
far from the breakpoints at an arbitrary delta_0; here x belongs to its nearest breakpoint c/N: all
units but the one at c are q from their signs, and that one mixes y_c and y_(c+1).
"""

from __future__ import annotations

from textwrap import indent

from proofs.pln.symbols import LEVEL, N, h, jump, jumps, offset, y

NAMES = {"h": h, "y": y, "jump": jump, "jumps": jumps(N - 1), "level": LEVEL, "offset": offset}


def a_step(v: str, t: str, q: str) -> str:
    """v is a step at t with error q."""
    return (
        f"-1 <= {v} and {v} <= 1 and 0 <= {v}*({t}) "
        f"and ({t} >= h/2 => 1 - {v} <= {q}) and ({t} <= -h/2 => 1 + {v} <= {q})"
    )


#: from N = floor(L/(2 eps)) + 1
WIDE = """
have lip: 0 <= L by f(0, 1)
have 0 <= L/(2*eps) by lip, eps > 0
have wide: L/(2*eps) < N
have 1 <= N
have margin: L/(2*N) < eps by wide, eps > 0
have half: (L/(2*N) + eps)/2 < eps by margin
"""

#: from N >= 1
GRID = """
have pos: 0 < h
have thin: h <= 1
have lip: 0 <= L by f(0, 1)
have telescope: for all a, b: int, a <= b + 1 => sum(k = a..b, jump(k)) = (y(b + 1) - y(a))/2:
  have all: for all m: int, a - 1 <= m => sum(k = a..m, jump(k)) = (y(m + 1) - y(a))/2
    by induction on m
  show by all(b)
"""

#: |alpha_k| <= L/(2N), so the sum of all is at most L/2
FEW = """
have halves: for all k in 1..N - 1, |jump(k)| <= L*h/2:
  have 0 <= (2*k - 1)*(h/2)
  have (2*k + 1)*(h/2) <= 1
  use f((2*k + 1)/(2*N), (2*k - 1)/(2*N))
have total: jumps <= sum(k = 1..N - 1, L*h/2)
  by sum_mono(k -> |jump(k)|, k -> L*h/2, 1, N - 1), halves
have same: sum(k = 1..N - 1, L*h/2) = (N - 1)*(L*h/2) by sum_constant(1, N - 1, L*h/2)
have few: jumps <= L/2 by total, same, lip
"""

_CELL = """
have near: for all k: int, 1 <= k => k <= N => |f(x) - y(k)| <= L*|x - (2*k - 1)/(2*N)|:
  have 0 <= (2*k - 1)*(h/2)
  have (2*k - 1)*(h/2) <= 1
  use f(x, (2*k - 1)/(2*N))
have left: for all c: int, 1 <= c => -h/2 <= offset(c) =>
    |sum(k = 1..c - 1, jump(k)*step(k)) - (y(c) - y(1))/2| <= far*sum(k = 1..c - 1, |jump(k)|):
  have all: for all k in 1..c - 1, |step(k) - 1| <= far:
    have here: offset(k) >= h/2
    show by each(k), here
  show by weighted_near(k -> jump(k), k -> step(k), 1, far, 1, c - 1), telescope(1, c - 1)
have right: for all c: int, c < N => offset(c) <= h/2 =>
    |sum(k = c + 1..N - 1, jump(k)*step(k)) + (y(N) - y(c + 1))/2|
      <= far*sum(k = c + 1..N - 1, |jump(k)|):
  have all: for all k in c + 1..N - 1, |step(k) - (-1)| <= far:
    have here: offset(k) <= -h/2
    show by each(k), here
  show by weighted_near(k -> jump(k), k -> step(k), -1, far, c + 1, N - 1), telescope(c + 1, N - 1)
have before: for all c: int, 1 <= c => c <= N => -h/2 <= offset(c) =>
    |f(x) - y(c)| <= L*(h/2 + offset(c)):
  have |x - (2*c - 1)/(2*N)| = h/2 + offset(c)
  use near(c)
have after: for all c: int, 0 <= c => c < N => offset(c) <= h/2 =>
    |f(x) - y(c + 1)| <= L*(h/2 - offset(c)):
  have |x - (2*c + 1)/(2*N)| = h/2 - offset(c)
  use near(c + 1)
have cell: |sum(k = 1..N - 1, jump(k)*step(k)) + level - f(x)| <= L/(2*N) + far*jumps:
  cases first: x <= h/2:
    have off: |f(x) - y(1)| <= L*(h/2) by after(0), first, x >= 0
    show by off, right(0), first
  cases last: x >= 1 - h/2:
    have off: |f(x) - y(N)| <= L*(h/2) by before(N), last, x <= 1
    show by off, left(N), last
  let c = floor(x*N + 1/2)
  have inside: 1 <= c <= N - 1
  have above: -h/2 <= offset(c)
  have below: offset(c) <= h/2
  let A = sum(k = 1..c - 1, jump(k)*step(k))
  let B = sum(k = c + 1..N - 1, jump(k)*step(k))
  let r = step(c)
  let mixed = (1 + r)/2*(y(c + 1) - f(x)) + (1 - r)/2*(y(c) - f(x))
  have split: sum(k = 1..N - 1, jump(k)*step(k)) = A + jump(c)*r + B
    by sum_around(k -> jump(k)*step(k), 1, N - 1, c), inside
  have parts: jumps = sum(k = 1..c - 1, |jump(k)|) + |jump(c)| + sum(k = c + 1..N - 1, |jump(k)|)
    by sum_around(k -> |jump(k)|, 1, N - 1, c), inside
  have one: |A - (y(c) - y(1))/2| <= far*sum(k = 1..c - 1, |jump(k)|) by left(c), inside, above
  have two: |B + (y(N) - y(c + 1))/2| <= far*sum(k = c + 1..N - 1, |jump(k)|)
    by right(c), inside, below
  have middle: |mixed| <= L/(2*N) by before(c), after(c), each(c), lip, inside, above, below
  have whole: A + jump(c)*r + B + level - f(x) =
    A - (y(c) - y(1))/2 + (B + (y(N) - y(c + 1))/2) + mixed
  have rest: 0 <= far*|jump(c)|
  calc |sum(k = 1..N - 1, jump(k)*step(k)) + level - f(x)| = |A + jump(c)*r + B + level - f(x)|
         by split
       _ <= |A - (y(c) - y(1))/2| + |B + (y(N) - y(c + 1))/2| + |mixed| by whole
       _ <= far*sum(k = 1..c - 1, |jump(k)|) + far*sum(k = c + 1..N - 1, |jump(k)|) + L/(2*N)
         by one, two, middle
       _ <= L/(2*N) + far*jumps by parts, rest
"""


def cell(far: str) -> str:
    """|sum_{k<N} alpha_k s_k + alpha_N - f(x)| <= L/(2N) + far sum |alpha_k|, after GRID.

    Needs 0 <= x <= 1, 0 <= ``far`` and that ``each`` says of all k that step(k) is one.
    """
    return _CELL.replace("far", far)


#: what the network is, with its last unit
EQUAL = "G(lam) = sum(k = 1..N - 1, jump(k)*step(k)) + level - weight*(1 - s(lam, x + 1))"


def bounded(equal: str = f"have equal: {EQUAL}") -> str:
    """For all lam and q, where s(lam, t) are steps: |G(lam) - f(x)| <= L/(2N) + q (jumps + |w|).

    After GRID.  ``step(k)`` is s(lam, offset(k)), ``weight`` w, and ``equal`` says EQUAL, and why.
    """
    return f"""
have bounded: for all lam, q: real, 0 <= q => (for all t: real, {a_step("s(lam, t)", "t", "q")}) =>
    for all x: real, 0 <= x => x <= 1 => |G(lam) - f(x)| <= L/(2*N) + q*(jumps + |weight|):
  have unit: for all t: real, {a_step("s(lam, t)", "t", "q")}
  have each: for all k: int, {a_step("step(k)", "offset(k)", "q")}:
    show by unit(offset(k))
{indent(cell("q"), "  ")}
  have last: 1 - q <= s(lam, x + 1) and s(lam, x + 1) <= 1 by unit(x + 1), thin, x >= 0
  have off: |weight*(1 - s(lam, x + 1))| <= |weight|*q
    by abs_product(weight, 1 - s(lam, x + 1)), last
{indent(equal, "  ")}
  show by equal, cell, off
"""


#: the error is at most (L/(2N) + eps)/2 for some lam, where ``sharp`` has one for every q > 0
FOUND = f"""
have total: 0 <= jumps by sum_nonneg(k -> |jump(k)|, 1, N - 1)
have tiny: exists q: real, 0 < q and q*(jumps + |weight|) <= (eps - L/(2*N))/2:
  let cost = jumps + |weight| + 1
  have cost: 1 <= cost by total
  take (eps - L/(2*N))/2/cost
  show by cost, margin
obtain q from tiny
obtain lam from sharp(q)
have near: for all t: real, {a_step("s(lam, t)", "t", "q")}
have works: exists lam: real, 0 < lam and
    (for all x: real, 0 <= x => x <= 1 => |G(lam) - f(x)| <= (L/(2*N) + eps)/2):
  take lam
  have all: for all x: real, 0 <= x => x <= 1 => |G(lam) - f(x)| <= L/(2*N) + q*(jumps + |weight|)
    by bounded(lam, q), near
  show by all, q*(jumps + |weight|) <= (eps - L/(2*N))/2, 0 < lam
show by half, works
"""
