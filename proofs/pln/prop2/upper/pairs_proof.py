"""Proofs that pairs of kinks are enough, as text: an even number of ReLUs, three, five, and more.

A pair X ReLU(u) + Z ReLU(u - d), u = x - m/M, adds the jump -Z d and the change of slope X + Z:
from line m - 1 to line m.  By induction over the pairs the sum is line m beyond its cell, and near
f before; all lines are near f.  The kinks that face left make up for the first line.
"""

from __future__ import annotations

from textwrap import indent
from typing import Any

from constructions.relu import cell_slope, half_piece, jump_at, left_weights, turn_at
from constructions.terms import Json, Term, plain_json
from proofs.language.elaboration import written
from proofs.pln.prop2.upper.odd import (
    FIVE_NETWORK,
    FIVE_STATEMENT,
    LONGER,
    LONGER_NETWORK,
    LONGER_STATEMENT,
    THREE_NETWORK,
    THREE_SLOPE,
    THREE_STATEMENT,
    R,
    three_line,
)
from proofs.pln.prop2.upper.pairs_statement import (
    FREE,
    FREE_NETWORK,
    FREE_STATEMENT,
    LEFT,
    LEFT_NETWORK,
    LEFT_STATEMENT,
    M,
    Y,
    left_pair,
    line,
    relu,
    y,
)

#: a gap g between the two kinks of a pair, and a weight, that fit the margin
GAP = """
use f(0, 1)
have 0 <= L
have 0 < M
have cell: 0 < 1/M
let mu = eps - L/(4*M)
have margin: 0 < mu
have some: exists g: real, 0 < g and 8*M*g <= 1 and 5*L*g <= mu:
  have wide: 0 < 8*M*(mu + L) by margin, 0 <= L, 0 < M
  have 0 < mu/(8*M*(mu + L)) by wide, margin
  have 8*M*(mu/(8*M*(mu + L))) = mu/(mu + L)
  have mu/(mu + L) <= 1
  have 5*L*(mu/(8*M*(mu + L))) = mu*(5*L/(8*M*(mu + L)))
  have 5*L/(8*M*(mu + L)) <= 1
  take mu/(8*M*(mu + L))
obtain g from some
let low = L/(2*M*g) + 1
have positive: 0 < low
have enough: L/(2*M) <= g*low
let B = L/(4*M) + 5*L*g/2
"""

#: one pair of kinks leads from a line a to a line b, and stays as near to v as they are
STEP = """
have wide: 2*g <= 1/M by 8*M*g <= 1, 0 < M, 0 < g
have step: for all a, b, p, r, u, v, J, D, X, T, E: real, |J| <= L/(2*M) => |D| <= T =>
    low + T <= |X| => b = a + J + D*u =>
    (g <= u + 1/M => p = a) => (u + 1/M < g => |p - v| <= E) =>
    (g <= u + 1/M and u <= g => |a - v| <= E) => (-g <= u and u <= g => |b - v| <= E) =>
    r = p + kinks(X, u, J, D) => (g <= u => r = b) and (u < g => |r - v| <= E):
  let Z = D - X
  let d = -J/Z
  have size: low <= |Z| by |D| <= T, low + T <= |X|
  have some: Z != 0 by size, positive
  have opposite: X*Z <= 0 by |D| <= T, low + T <= |X|, positive
  have place: Z*d = -J by some
  have low*|d| <= |Z|*|d| by size
  have low*|d| <= low*g by low*|d| <= |Z|*|d|, abs_product(Z, d), place, enough, |J| <= L/(2*M)
  have near: |d| <= g by positive, low*|d| <= low*g
  have next: b = a + X*u + Z*(u - d) by place, b = a + J + D*u
  show by kinks_near(a, b, p, r, u, d, X, Z, v, g, 1/M, E), opposite, next, near, wide, some,
      r = p + kinks(X, u, J, D),
      g <= u + 1/M => p = a, u + 1/M < g => |p - v| <= E,
      g <= u + 1/M and u <= g => |a - v| <= E, -g <= u and u <= g => |b - v| <= E
"""

#: an L-Lipschitz function has short jumps and small changes of slope from line to line
SLOPES = """
have slopes: for all k: int, 0 <= k => k <= M - 1 => |slope(k)| <= L/2:
  have 0 <= (4*k + 1)/(4*M)
  have (4*k + 3)/(4*M) <= 1
  have rise: |y(2*k + 1) - y(2*k)| <= L/(2*M) by f((2*(2*k + 1) + 1)/(4*M), (2*(2*k) + 1)/(4*M))
  show by rise, cell
have turns: for all k: int, 1 <= k => k <= M - 1 => |turn(k)| <= L:
  show by slopes(k), slopes(k - 1)
have jumps: for all k: int, 1 <= k => k <= M - 1 => |jump(k)| <= L/(2*M):
  have 0 <= (4*k - 1)/(4*M)
  have (4*k + 1)/(4*M) <= 1
  use f((2*(2*k) + 1)/(4*M), (2*(2*(k - 1) + 1) + 1)/(4*M))
"""

#: the error of a line, from those of its two values
MIX = """
have mix: for all z, a, c: real, -M*g <= z => z <= 1 + M*g => M*|a| <= L*|z - 1/4| =>
    M*|c| <= L*|z - 3/4| =>
    |a*(1 - z) + c*z| <= B:
  have first: M*|a*(1 - z)| <= L*(|1 - z|*|z - 1/4|) by abs_product(a, 1 - z),
      M*|a| <= L*|z - 1/4|
  have second: M*|c*z| <= L*(|z|*|z - 3/4|) by abs_product(c, z), M*|c| <= L*|z - 3/4|
  have weights: |1 - z|*|z - 1/4| + |z|*|z - 3/4| <= 1/4 + 5*(M*g)/2 by quarters(z, M*g),
      8*M*g <= 1, 0 < g, -M*g <= z, z <= 1 + M*g, 0 < M
  have all: M*|a*(1 - z)| + M*|c*z| <= L*(1/4 + 5*(M*g)/2) by first, second, weights, 0 <= L
  have L*(1/4 + 5*(M*g)/2) = M*B
  show by all, L*(1/4 + 5*(M*g)/2) = M*B, 0 < M
"""

#: the weight of the first kinks
STEEP = """
have large: exists S: real, S = low + M*|y(0)| + 2*L:
  take low + M*|y(0)| + 2*L
obtain S from large
have 0 <= M*|y(0)| by 0 < M
have steep: low + L <= |S| by positive, 0 <= L, 0 <= M*|y(0)|, S = low + M*|y(0)| + 2*L
"""

#: every line is near f on its cell, and up to g outside of it
LINES = """
have lines: for all k: int, 0 <= k => k <= M - 1 => -g <= x - k/M => x - k/M <= 1/M + g =>
    |line(k) - f(x)| <= B:
  let z = M*x - k
  let p = (2*(2*k) + 1)/(4*M)
  let q = (2*(2*k + 1) + 1)/(4*M)
  have 0 <= p and p <= 1
  have 0 <= q and q <= 1
  have first: M*p = k + 1/4
  have last: M*q = k + 3/4
  have |z - 1/4| = M*|p - x| by first, abs_product(M, p - x), 0 < M
  have |z - 3/4| = M*|q - x| by last, abs_product(M, q - x), 0 < M
  have left: M*|f(p) - f(x)| <= L*|z - 1/4| by f(p, x), |z - 1/4| = M*|p - x|, 0 <= p and
      p <= 1, 0 <= x, x <= 1, 0 < M
  have right: M*|f(q) - f(x)| <= L*|z - 3/4| by f(q, x), |z - 3/4| = M*|q - x|, 0 <= q and
      q <= 1, 0 <= x, x <= 1, 0 < M
  have value: line(k) - f(x) = (f(p) - f(x))*(1 - z) + (f(q) - f(x))*z
  have low_end: -M*g <= z by -g <= x - k/M, 0 < M
  have high_end: z <= 1 + M*g by x - k/M <= 1/M + g, 0 < M
  show by mix(z, f(p) - f(x), f(q) - f(x)), left, right, value, low_end, high_end
"""

#: what is line m beyond its cell, and near f before, is so for m + 1 with one more pair
GROW = """
let good(m, p) = (g <= x - m/M => p = line(m)) and (x - m/M < g =>
    |p - f(x)| <= L/(4*M) + 5*L*g/2)
have grow: for all m: int, for all X, p, r: real, 0 <= m => m + 1 <= M - 1 =>
    low + L <= |X| => good(m, p) =>
    r = p + pair(m + 1, X) => good(m + 1, r):
  let u = x - (m + 1)/M
  have next: line(m + 1) = line(m) + jump(m + 1) + turn(m + 1)*u
  have before: x - m/M = u + 1/M
  have old: good(m, p)
  have reached: g <= u + 1/M => p = line(m) by old, before
  have close: u + 1/M < g => |p - f(x)| <= B by old, before
  have left: g <= u + 1/M and u <= g => |line(m) - f(x)| <= B:
    have inside: -g <= x - m/M by before, g <= u + 1/M, 0 < g
    show by lines(m), before, inside, 0 <= m, m + 1 <= M - 1, u <= g
  have right: -g <= u and u <= g => |line(m + 1) - f(x)| <= B:
    show by lines(m + 1), -g <= u, u <= g, 0 < g, 0 <= m, m + 1 <= M - 1, wide
  use turns(m + 1), jumps(m + 1)
  show by step(line(m), line(m + 1), p, r, u, f(x), jump(m + 1), turn(m + 1), X, L, B),
      |jump(m + 1)| <= L/(2*M), |turn(m + 1)| <= L, low + L <= |X|, next, reached, close,
      left, right, r = p + pair(m + 1, X)
"""

#: no pair
BEGIN = """
have begin: good(0, line(0)):
  have here: x - 0/M < g => |line(0) - f(x)| <= B:
    show by lines(0), x - 0/M < g, cell, 0 <= x, 0 < g, 1 <= M
  show by here
"""

#: all pairs
END = """
have end: for all m: int, for all r: real, m = M - 1 => 0 <= m => good(m, r) =>
    |r - f(x)| <= B:
  have old: good(m, r)
  cases over: g <= x - m/M:
    have inside: x - m/M <= 1/M + g by x <= 1, 0 < g, 0 < M, m = M - 1
    have last: |line(m) - f(x)| <= B by lines(m), over, inside, m = M - 1, 0 <= m, 0 < g
    have same: r = line(m) by old, over
    show by same, last
  show by old, x - m/M < g
"""


def _rest(first: int, start: str) -> str:
    """All further pairs, after those of ``start``."""
    return f"""
have all: for all m: int, {first} <= m => (for all r: real, m <= M - 1 =>
    r = {start} + rest(S, m) => good(m, r)) by induction on m:
  base:
    fix r
    have none: r = {start} by r = {start} + rest(S, {first}), rest(S, {first}) = 0
    show by any(r), none
  step:
    have before: for all r: real, m <= M - 1 => r = {start} + rest(S, m) => good(m, r) by ih
    fix r
    have some: turn(m + 1) - S != 0 by turns(m + 1), steep, positive, 0 <= m, m + 1 <= M - 1
    have more: rest(S, m + 1) = rest(S, m) + pair(m + 1, S) by some, {first} <= m
    have so_far: exists p: real, p = {start} + rest(S, m):
      take {start} + rest(S, m)
    obtain p from so_far
    have last: r = p + pair(m + 1, S) by more, r = {start} + rest(S, m + 1),
        p = {start} + rest(S, m), some
    have old: good(m, p) by before(p), m + 1 <= M - 1, p = {start} + rest(S, m)
    show by grow(m, S, p, r), old, steep, last, some, 0 <= m, m + 1 <= M - 1
"""


def _whole(share: str, sizes: str, end: str) -> str:
    """The network is near f at every x; ``end`` shows it at x."""
    return f"""{GAP}{STEP}{SLOPES}{MIX}{STEEP}{sizes}
have below: B <= ({share} + eps)/2
have near: for all x: real, 0 <= x => x <= 1 => |G(S) - f(x)| <= ({share} + eps)/2:
{indent(f"{LINES}{GROW}{BEGIN}{END}{end}", "  ")}
have less: ({share} + eps)/2 < eps
have witness: exists Y: real,
    (for all x: real, 0 <= x => x <= 1 => |G(Y) - f(x)| <= ({share} + eps)/2):
  take S
  show by near
show by less, witness
"""


def _pairs(*weights: str) -> str:
    """The first pairs one by one: P1, P2, ... are the sums."""
    text, so_far, was = "", "line(0)", "begin"
    for i, weight in enumerate(weights):
        m = i + 1
        text += f"""
have some{m}: turn({m}) - {weight} != 0 by turns({m}), steep{m}, positive, {m} <= M - 1
have sum: exists V: real, V = {so_far} + pair({m}, {weight}):
  take {so_far} + pair({m}, {weight})
obtain P{m} from sum
have pair{m}: good({m}, P{m}) by grow({i}, {weight}, {so_far}, P{m}), {was}, steep{m}, some{m},
    {m} <= M - 1, P{m} = {so_far} + pair({m}, {weight})
have facing{m}: max(0, {m}/M - x) = max(0, x - {m}/M) - (x - {m}/M)
"""
        so_far, was = f"P{m}", f"pair{m}"
    return text


FREE_END = f"""
have any: for all r: real, r = line(0) => good(0, r):
  show by begin, r = line(0)
{_rest(0, "line(0)")}
have one: max(0, 0*x + 1) = 1
have same: max(0, x) = x
have value: G(S) = line(0) + rest(S, M - 1) by one, same
have done: good(M - 1, G(S)) by all(M - 1, G(S)), value, 1 <= M
have close: |G(S) - f(x)| <= B by end(M - 1, G(S)), done, 1 <= M
show by close, below
"""

LEFT_SIZES = """
have 1 <= M
have flat: |slope(0)| <= L/2 by slopes(0), M >= 4
have size: |M*y(0)| = M*|y(0)| by abs_product(M, y(0)), 0 < M
have large: S = low + M*|y(0)| + 2*L
have steep1: low + L <= |one(S)| by positive, 0 <= L, size, flat, large
have steep2: low + L <= |two(S)| by positive, 0 <= L, 0 <= M*|y(0)|, large
have steep3: low + L <= |three(S)| by positive, 0 <= L, size, flat, large
"""
#: one(S)*(1/M - x) + two(S)*(2/M - x) + three(S)*(3/M - x) is the first line
LEFT_END = f"""{_pairs("one(S)", "two(S)", "three(S)")}
have any: for all r: real, r = P3 => good(3, r):
  show by pair3, r = P3
{_rest(3, "P3")}
have start: one(S)*(1/M - x) + two(S)*(2/M - x) + three(S)*(3/M - x) = line(0) by 0 < M
have first: left(1, one(S)) = pair(1, one(S)) + one(S)*(1/M - x) by facing1, some1
have second: left(2, two(S)) = pair(2, two(S)) + two(S)*(2/M - x) by facing2, some2
have third: left(3, three(S)) = pair(3, three(S)) + three(S)*(3/M - x) by facing3, some3
have value: G(S) = P3 + rest(S, M - 1) by start, first, second, third, some1, some2, some3,
    P1 = line(0) + pair(1, one(S)), P2 = P1 + pair(2, two(S)), P3 = P2 + pair(3, three(S))
have sum: exists W: real, W = P3 + rest(S, M - 1):
  take P3 + rest(S, M - 1)
obtain W from sum
have done: good(M - 1, W) by all(M - 1, W), 4 <= M, W = P3 + rest(S, M - 1)
have close: |W - f(x)| <= B by end(M - 1, W), done, 4 <= M
have same: G(S) = W by value, W = P3 + rest(S, M - 1)
have finish: for all r: real, r = W => |r - f(x)| <= (L/(2*(N + 2)) + eps)/2:
  show by close, below, r = W
show by finish(G(S)), same
"""

FIVE_SIZES = """
have steep1: low + L <= |M*y(0) - 2*S| by
    positive, 0 <= L, 0 < M, abs_product(M, y(0)), S = low + M*|y(0)| + 2*L
have steep2: low + L <= |S| by steep
"""
FIVE_END = f"""{_pairs("(M*y(0) - 2*S)", "S")}
have same: max(0, x) = x
have value: G(S) = P2 by same, facing1, facing2, some1, some2, 0 < M,
    P1 = line(0) + pair(1, M*y(0) - 2*S), P2 = P1 + pair(2, S)
have close: |P2 - f(x)| <= B by end(2, P2), pair2, M = 3
show by close, value, below
"""

#: f(1/6) up to 1/3, from there on the line through the values at 1/2 and 5/6: cells of width 2/3
THREE = f"""
have cells: exists M: real, M = 3/2:
  take 3/2
obtain M from cells
have whole: M = 3/2
{GAP}{STEP}{MIX}
have share: L/(4*M) = L/6 by whole
have below: B <= (L/6 + eps)/2
have large: exists S: real, S = low + L:
  take low + L
obtain S from large
have steep: low + L <= |S| by positive, 0 <= L, S = low + L
have turn: |slope| <= L by f(5/6, 1/2)
have jump: |f(1/2) - f(1/6)| <= L/(2*M) by f(1/2, 1/6), whole
have some: slope - S != 0 by turn, steep, positive
have near: for all x: real, 0 <= x => x <= 1 => |G(S) - f(x)| <= (L/6 + eps)/2:
  let u = x - 1/3
  have constant: x <= 1/3 + g => |f(1/6) - f(x)| <= B:
    have reach: |1/6 - x| <= 1/6 + g by 0 <= x, x <= 1/3 + g, 0 < g
    have size: |f(1/6) - f(x)| <= L*|1/6 - x| by f(1/6, x), 0 <= x, x <= 1
    have far: L*|1/6 - x| <= L*(1/6 + g) by reach, 0 <= L
    have more: 0 <= L*g by 0 <= L, 0 < g
    show by size, far, more, share
  have line: -g <= u => |line(x) - f(x)| <= B:
    let z = M*u
    have first: |z - 1/4| = M*|1/2 - x| by abs_product(M, 1/2 - x), whole
    have last: |z - 3/4| = M*|5/6 - x| by abs_product(M, 5/6 - x), whole
    have left: M*|f(1/2) - f(x)| <= L*|z - 1/4| by f(1/2, x), first, 0 <= x, x <= 1, 0 < M
    have right: M*|f(5/6) - f(x)| <= L*|z - 3/4| by f(5/6, x), last, 0 <= x, x <= 1, 0 < M
    have value: line(x) - f(x) = (f(1/2) - f(x))*(1 - z) + (f(5/6) - f(x))*z by whole
    have low_end: -M*g <= z by -g <= u, 0 < M
    have high_end: z <= 1 + M*g by x <= 1, 0 < M, 0 < g, whole
    show by mix(z, f(1/2) - f(x), f(5/6) - f(x)), left, right, value, low_end, high_end
  have next: line(x) = f(1/6) + (f(1/2) - f(1/6)) + slope*u
  have one: max(0, 0*x + 1) = 1
  have value: G(S) = f(1/6) + kinks(S, u, f(1/2) - f(1/6), slope) by one, some
  have before: u + 1/M < g => |f(1/6) - f(x)| <= B:
    show by constant, u + 1/M < g, cell
  have left: g <= u + 1/M and u <= g => |f(1/6) - f(x)| <= B by constant
  have right: -g <= u and u <= g => |line(x) - f(x)| <= B by line
  have done: (g <= u => G(S) = line(x)) and (u < g => |G(S) - f(x)| <= B) by
      step(f(1/6), line(x), f(1/6), G(S), u, f(x), f(1/2) - f(1/6), slope, S, L, B),
      jump, turn, steep, next, before, left, right, value
  cases g <= u:
    show by done, line, g <= u, 0 < g, below
  show by done, u < g, below
have less: (L/6 + eps)/2 < eps
have witness: exists Y: real,
    (for all x: real, 0 <= x => x <= 1 => |G(Y) - f(x)| <= (L/6 + eps)/2):
  take S
  show by near
show by less, witness
"""

LONGER_SIZES = """
have 1 <= M
have flat: |slope(0)| <= L/2 by slopes(0), 1 <= M
have size: |M*y(0)| = M*|y(0)| by abs_product(M, y(0)), 0 < M
have large: S = low + M*|y(0)| + 2*L
have most: 0 < S by large, positive, 0 <= L, 0 <= M*|y(0)|
have once: S <= (P - 2)*S by most, P >= 3
have twice: 2*S <= (P - 1)*S by most, P >= 3
have steep1: low + L <= |one(S)| by once, 0 <= L, size, flat, large
have steep2: low + L <= |two(S)| by twice, most, 0 <= L, size, flat, large
have steep3: low + 3*L/2 <= |S| by large, 0 <= L, 0 <= M*|y(0)|, positive
"""
#: the last piece is 2 w/M wide, in its middle is the kink
LAST = """
have half: exists w: real, w = (3 + 2*r)/8:
  take (3 + 2*r)/8
obtain w from half
have wide_half: 5/8 <= w by r >= 1, w = (3 + 2*r)/8
have best: 2*(w - 1/8)^2 <= w by r*r <= 2, w = (3 + 2*r)/8
have worst: for all z: real, 0 <= z => z <= w => (w - z)*|z - 1/4| + z*(w - z) <= w/4:
  cases before: z <= 1/4:
    have (w - z)*(1/4 - z) + z*(w - z) = (w - z)/4
    show by before, 0 <= z, (w - z)*(1/4 - z) + z*(w - z) = (w - z)/4
  have square: 0 <= (4*z - 2*w - 1/4)^2 by z > 1/4
  have (w - z)*(z - 1/4) + z*(w - z) <= w/4 by square, best
  show by z > 1/4, (w - z)*(z - 1/4) + z*(w - z) <= w/4
have last_mix: for all z, a, c, v: real, -M*g <= z => z <= w => M*|a| <= L*|z - 1/4| =>
    M*|c| <= L*(w - z) => M*|c - a| <= L*w => w*v = a*(w - z) + c*z => |v| <= B:
  have error: L*(1/4 + 5*(M*g)/2) = M*B
  have scaled: |w*v| = w*|v| by abs_product(w, v), wide_half
  cases out: z < 0:
    have first: |z - 1/4| = 1/4 - z by out
    have value: w*v = w*a + (c - a)*z by w*v = a*(w - z) + c*z
    have turn: M*|(c - a)*z| <= L*w*(-z) by abs_product(c - a, z), M*|c - a| <= L*w, out
    have start: M*|w*a| <= w*(L*(1/4 - z)) by abs_product(w, a), M*|a| <= L*|z - 1/4|, first,
        wide_half
    have both: M*(w*|v|) <= w*(L*(1/4 - 2*z)) by value, scaled, turn, start, 0 < M
    have above: M*|v| <= L*(1/4 - 2*z) by both, wide_half
    have L*(1/4 - 2*z) <= L*(1/4 + 5*(M*g)/2) by -M*g <= z, 0 <= L, 0 < M, 0 < g
    show by above, L*(1/4 - 2*z) <= L*(1/4 + 5*(M*g)/2), error, 0 < M
  have first: M*|a*(w - z)| <= L*((w - z)*|z - 1/4|) by abs_product(a, w - z), z <= w,
      M*|a| <= L*|z - 1/4|
  have second: M*|c*z| <= L*(z*(w - z)) by abs_product(c, z), M*|c| <= L*(w - z), z >= 0
  have weights: (w - z)*|z - 1/4| + z*(w - z) <= w/4 by worst(z), z >= 0, z <= w
  have sums: M*|a*(w - z)| + M*|c*z| <= L*(w/4) by first, second, weights, 0 <= L
  have both: M*(w*|v|) <= L*(w/4) by sums, scaled, w*v = a*(w - z) + c*z, 0 < M
  have above: M*|v| <= L*(1/4) by both, wide_half
  have 0 <= L*(M*g) by 0 <= L, 0 < M, 0 < g
  show by above, 0 <= L*(M*g), error, 0 < M
have reach: M*piece = w by w = (3 + 2*r)/8, 0 < M
have ends: P/M + 2*piece = 1 by reach, w = (3 + 2*r)/8, 0 < M
have beyond: 5/8*(1/M) <= piece by reach, wide_half, 0 < M
have rise: w*steep_line = M*(f(P/M + piece) - y(2*P)) by w = (3 + 2*r)/8, wide_half
have fall: w*last_slope = M*(f(1 - 1/(4*M)) - f(P/M + piece)) by w = (3 + 2*r)/8, wide_half
have inside: 1/4 + 3/8 <= w by wide_half
have flat_end: |slope(P - 1)| <= L/2 by slopes(P - 1), P >= 3
have long: M*|f(P/M + piece) - y(2*P)| <= L*w:
  let p = (2*(2*P) + 1)/(4*M)
  have first: M*p = P + 1/4
  have far: |P/M + piece - p| = piece - 1/(4*M) by first, beyond, cell, 0 < M
  have rise: |f(P/M + piece) - f(p)| <= L*|P/M + piece - p| by f(P/M + piece, p), first, ends,
      beyond, cell, P >= 3, 0 < M
  have M*(L*(piece - 1/(4*M))) = L*(w - 1/4) by reach, 0 < M
  show by rise, far, M*(L*(piece - 1/(4*M))) = L*(w - 1/4), 0 < M, 0 <= L
have steepness: |steep_line| <= L by rise, long, abs_product(w, steep_line),
    abs_product(M, f(P/M + piece) - y(2*P)), wide_half, 0 < M
have turn_end: |bend| <= 3*L/2 by steepness, flat_end
have end_some: bend - S != 0 by turn_end, steep3, positive
"""
#: the last pair leads to the first line of the last piece, the kink to the second
LONGER_END = f"""{_pairs("one(S)", "two(S)")}
have any: for all r: real, r = P2 => good(2, r):
  show by pair2, r = P2
{_rest(2, "P2")}{LAST}
let u = x - P/M
let z = M*u
have near_end: -g <= u => u <= piece => |near_line - f(x)| <= B:
  let p = (2*(2*P) + 1)/(4*M)
  have first: M*p = P + 1/4
  have 0 <= p and p <= 1 by first, P >= 3, 0 < M, ends, beyond, cell
  have start: |z - 1/4| = M*|p - x| by first, abs_product(M, p - x), 0 < M
  have left: M*|f(p) - f(x)| <= L*|z - 1/4| by f(p, x), start, 0 <= p and p <= 1, 0 <= x, x <= 1,
      0 < M
  have middle: |f(P/M + piece) - f(x)| <= L*(piece - u) by f(P/M + piece, x), u <= piece, 0 <= x,
      x <= 1, ends, beyond, cell
  have right: M*|f(P/M + piece) - f(x)| <= L*(w - z) by middle, reach, 0 < M
  have value: w*(near_line - f(x)) = (f(p) - f(x))*(w - z) + (f(P/M + piece) - f(x))*z by rise
  have low_end: -M*g <= z by -g <= u, 0 < M
  have high_end: z <= w by u <= piece, reach, 0 < M
  have both: M*|(f(P/M + piece) - f(x)) - (f(p) - f(x))| <= L*w by long
  show by last_mix(z, f(p) - f(x), f(P/M + piece) - f(x), near_line - f(x)), left, right, value,
      low_end, high_end, both
have far_end: piece <= u => |far_line - f(x)| <= B:
  let p = 1 - 1/(4*M)
  let y = M*(1 - x)
  have 0 <= p and p <= 1 by 1 <= M
  have start: |y - 1/4| = M*|p - x| by abs_product(M, p - x), 0 < M
  have left: M*|f(p) - f(x)| <= L*|y - 1/4| by f(p, x), start, 0 <= p and p <= 1, 0 <= x, x <= 1,
      0 < M
  have middle: |f(P/M + piece) - f(x)| <= L*(u - piece) by f(P/M + piece, x), piece <= u, 0 <= x,
      x <= 1, ends, beyond, cell
  have place: M*(u - piece) = w - y by ends, reach
  have right: M*|f(P/M + piece) - f(x)| <= L*(w - y) by middle, place, 0 < M
  have both: M*|(f(P/M + piece) - f(x)) - (f(p) - f(x))| <= L*w:
    have |f(P/M + piece) - f(p)| <= L*(piece - 1/(4*M)) by f(P/M + piece, p), 0 <= p and p <= 1,
        ends, beyond, cell
    have M*(L*(piece - 1/(4*M))) = L*(w - 1/4) by reach, 0 < M
    show by |f(P/M + piece) - f(p)| <= L*(piece - 1/(4*M)),
        M*(L*(piece - 1/(4*M))) = L*(w - 1/4), 0 < M, 0 <= L
  have value: w*(far_line - f(x)) = (f(p) - f(x))*(w - y) + (f(P/M + piece) - f(x))*y by fall, place
  have low_end: -M*g <= y by x <= 1, 0 < M, 0 < g
  have high_end: y <= w by piece <= u, place, 0 < M
  show by last_mix(y, f(p) - f(x), f(P/M + piece) - f(x), far_line - f(x)), left, right, value,
      low_end, high_end, both
have sum: exists W: real, W = P2 + rest(S, P - 1):
  take P2 + rest(S, P - 1)
obtain W from sum
have done: good(P - 1, W) by all(P - 1, W), P >= 3, W = P2 + rest(S, P - 1)
have sum: exists V: real, V = W + kinks(S, u, jump(P), bend):
  take W + kinks(S, u, jump(P), bend)
  show by end_some, r >= 1, 0 < M
obtain V from sum
have before: x - (P - 1)/M = u + 1/M by 0 < M
have M >= P + 1 by r >= 1
have next: near_line = line(P - 1) + jump(P) + bend*u
have reached: g <= u + 1/M => W = line(P - 1) by done, before
have close: u + 1/M < g => |W - f(x)| <= B by done, before
have left: g <= u + 1/M and u <= g => |line(P - 1) - f(x)| <= B:
  have inside: -g <= x - (P - 1)/M by before, g <= u + 1/M, 0 < g
  have within: x - (P - 1)/M <= 1/M + g by before, u <= g
  show by lines(P - 1), inside, within, P >= 3, M >= P + 1
have right: -g <= u and u <= g => |near_line - f(x)| <= B:
  have within: u <= piece by u <= g, beyond, wide, cell
  show by near_end, -g <= u, within
use jumps(P)
have last_pair: (g <= u => V = near_line) and (u < g => |V - f(x)| <= B) by
    step(line(P - 1), near_line, W, V, u, f(x), jump(P), bend, S, 3*L/2, B),
    |jump(P)| <= L/(2*M), turn_end, steep3, next, reached, close, left, right,
    V = W + kinks(S, u, jump(P), bend)
have start: one(S)*(1/M - x) + two(S)*(2/M - x) + S*(P/M - x) = line(0) by 0 < M
have facing: max(0, P/M - x) = max(0, u) - u
have first: left(1, one(S)) = pair(1, one(S)) + one(S)*(1/M - x) by facing1, some1
have second: left(2, two(S)) = pair(2, two(S)) + two(S)*(2/M - x) by facing2, some2
have value: G(S) = V + (last_slope - steep_line)*max(0, u - piece) by start, first, second, facing,
    some1, some2, end_some, P1 = line(0) + pair(1, one(S)), P2 = P1 + pair(2, two(S)),
    W = P2 + rest(S, P - 1), V = W + kinks(S, u, jump(P), bend)
have behind: far_line = near_line + (last_slope - steep_line)*(u - piece) by rise, reach, wide_half
have kinked: |V + (last_slope - steep_line)*max(0, u - piece) - f(x)| <= B:
  cases early: u < g:
    have none: max(0, u - piece) = 0 by early, beyond, wide, cell
    show by none, last_pair, early
  have on: V = near_line by last_pair, g <= u
  cases u <= piece:
    have none: max(0, u - piece) = 0 by u <= piece
    have inside: -g <= u by g <= u, 0 < g
    have close: |near_line - f(x)| <= B by near_end, u <= piece, inside
    show by none, on, close
  have some: max(0, u - piece) = u - piece by piece < u
  have far: |far_line - f(x)| <= B by far_end, piece < u
  have after: V + (last_slope - steep_line)*max(0, u - piece) = far_line by some, on, behind
  show by after, far
have sum: exists D: real, D = V + (last_slope - steep_line)*max(0, u - piece):
  take V + (last_slope - steep_line)*max(0, u - piece)
  show by r >= 1, 0 < M
obtain D from sum
have near_all: |D - f(x)| <= B by kinked, D = V + (last_slope - steep_line)*max(0, u - piece)
have same: G(S) = D by value, D = V + (last_slope - steep_line)*max(0, u - piece)
have finish: for all v: real, v = D => |v - f(x)| <= (L/(2*N + 1 + 2*r) + eps)/2:
  show by near_all, below, v = D
show by finish(G(S)), same
"""


def _at(term: Term, steepness: Term) -> Term:
    """The term with this steepness for Y."""

    def put(json: Json) -> Json:
        if json == Y.json:
            return steepness.json
        return [put(part) for part in json] if isinstance(json, list) else json

    return Term(put(plain_json(term)))


def _kinks(X: Term, u: Term, jump: Term, turn: Term) -> Term:
    Z = turn - X
    return X * relu(u) + Z * relu(u - -jump / Z)


_ONE, _TWO, _THREE = left_weights(y, M, Y)
NAMES: dict[str, Any] = {
    "y": y,
    "line": line,
    "slope": lambda k: cell_slope(y, k, M),
    "jump": lambda k: jump_at(y, k),
    "turn": lambda k: turn_at(y, k, M),
    "kinks": _kinks,
    "pair": FREE.pair,
    "left": left_pair,
    "one": lambda s: _at(_ONE, s),
    "two": lambda s: _at(_TWO, s),
    "three": lambda s: _at(_THREE, s),
}
FREE_PROOF = written(
    FREE_STATEMENT,
    _whole("L/(2*N)", "", FREE_END),
    G=lambda s: _at(FREE_NETWORK, s),
    rest=lambda s, high: _at(FREE.rest(high), s),
    **NAMES,
)
LEFT_PROOF = written(
    LEFT_STATEMENT,
    _whole("L/(2*(N + 2))", LEFT_SIZES, LEFT_END),
    G=lambda s: _at(LEFT_NETWORK, s),
    rest=lambda s, high: _at(LEFT.rest(high), s),
    **NAMES,
)
FIVE_PROOF = written(
    FIVE_STATEMENT,
    _whole("L/12", FIVE_SIZES, FIVE_END),
    G=lambda s: _at(FIVE_NETWORK, s),
    **NAMES,
)
THREE_PROOF = written(
    THREE_STATEMENT,
    THREE,
    G=lambda s: _at(THREE_NETWORK, s),
    kinks=_kinks,
    slope=THREE_SLOPE,
    line=three_line,
)
_FIRST, _OTHER = LONGER.weights.early
LONGER_PROOF = written(
    LONGER_STATEMENT,
    _whole("L/(2*N + 1 + 2*r)", LONGER_SIZES, LONGER_END),
    G=lambda s: _at(LONGER_NETWORK, s),
    rest=lambda s, high: _at(LONGER.weights.rest(high), s),
    piece=half_piece(M, R),
    bend=LONGER.turn,
    steep_line=LONGER.slopes()[0],
    last_slope=LONGER.slopes()[1],
    near_line=LONGER.lines()[0],
    far_line=LONGER.lines()[1],
    **{
        **NAMES,
        "one": lambda s: _at(_FIRST, s),
        "two": lambda s: _at(_OTHER, s),
    },
)
