"""Newton's iteration from every other initial guess: statements and proofs.

With ``w_n = v y_n^2`` a step is ``w <- w (3 - w)^2/4``: 3 goes to 0, 5 is fixed, above 5 it grows
at least linearly, and between 3 and 5 it falls until it is at most 3, y changing its sign.
"""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.language.elaboration import Written, written
from proofs.library.vectors import ZERO
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass.newton.proof import (
    FUNCTIONS,
    ITERATION,
    N0,
    Json,
    from_on,
    n,
    step,
    v,
    y,
)

SORTS = {"v": "real"}
N = var("N")
w0 = v * y(ZERO) ** 2


def w(at: Term) -> Term:
    return v * y(at) ** 2


BOUNDARY = statement(SORTS, [v > 0, w0.equals(3), ITERATION], from_on(1, y(n).equals(0)), FUNCTIONS)
TURNS = statement(
    SORTS, [v > 0, w0.equals(5), ITERATION], from_on(0, y(n + 1).equals(-y(n))), FUNCTIONS
)
#: only the steps up to N: no formula has all iterates of such a guess
STEPS = every("n", "int", implies(conj(n >= 0, n < N), y(n + 1).equals(step(n))))
DIVERGES = statement(
    {**SORTS, "N": "int"},
    [v > 0, w0 > 5, N >= 0, STEPS],
    w(N) >= w0 * (1 + N * (w0 - 5)),
    FUNCTIONS,
)
_FLIPS = every("n", "int", implies(conj(n >= 0, w(n) > 3), y(n) * y(n + 1) < 0))
BETWEEN = statement(
    SORTS,
    [v > 0, w0 < 5, ITERATION],
    conj(exists("N0", "int", conj(N0 >= 0, w(N0) <= 3)), _FLIPS),
    FUNCTIONS,
)


def _proof(sequent: Json, text: str, step: Json = ITERATION) -> Written:
    return written(sequent, text, {"step": step}, w=w)


BOUNDARY_PROOF = _proof(
    BOUNDARY,
    """
have zero: for all m: int, 1 <= m => y(m) = 0 by induction on m:
  base:
    have none: y(0)*(3 - w(0)) = 0
    show by step(0), none
  step:
    show by step(m), ih
show by zero
""",
)

TURNS_PROOF = _proof(
    TURNS,
    """
have fixed: for all m: int, 0 <= m => w(m) = 5 by induction on m:
  step:
    have same: (w(m) - 5)*y(m) = 0
    have y(m + 1) = -y(m) by step(m), same
have flips: for all m: int, 0 <= m => y(m + 1) = -y(m):
  fix m
  have same: (w(m) - 5)*y(m) = 0 by fixed(m)
  show by step(m), same
show by flips
""",
)

DIVERGES_PROOF = _proof(
    DIVERGES,
    """
let s = (w(0) - 3)^2/4 - 1
have square: 0 <= (w(0) - 5)^2
have above: s >= w(0) - 5 by square
have pos: 0 < s by above
have grows: for all m: int, 0 <= m => m <= N =>
    w(m) >= w(0) and y(m)^2 >= y(0)^2*(1 + m*s) by induction on m:
  step:
    let factor = (w(m) - 3)^2/4
    have at_m: w(m) >= w(0) and y(m)^2 >= y(0)^2*(1 + m*s) by ih
    have (w(m) - w(0))*(w(m) + w(0) - 6) >= 0
    have much: factor >= 1 + s
    have next: y(m + 1)^2 = y(m)^2*factor by step(m)
    have 0 <= y(m)^2*(factor - 1 - s) by much
    have more: y(m + 1)^2 >= y(m)^2*(1 + s)
    have 0 <= y(0)^2*(m*s*s) by pos
    have (y(m)^2 - y(0)^2*(1 + m*s))*(1 + s) >= 0 by at_m, pos
    have y(m + 1)^2 >= y(0)^2*(1 + (m + 1)*s)
    have 0 <= y(m)^2*s by pos
    have 0 <= v*(y(m + 1)^2 - y(m)^2)
have linear: y(N)^2 >= y(0)^2*(1 + N*s) by grows(N)
have 0 <= v*(y(N)^2 - y(0)^2*(1 + N*s)) by linear
have 0 <= N*(s - w(0) + 5) by above
have 0 <= w(0)*(N*(s - w(0) + 5))
""",
    STEPS,
)

BETWEEN_PROOF = _proof(
    BETWEEN,
    """
let s = 1 - (w(0) - 3)^2/4
have falls: for all m: int, 0 <= m => w(m) > 3 =>
    w(m) <= w(0) and w(0) > 3 and w(m)*(1 + m*s) <= w(0) by induction on m:
  step:
    let factor = (w(m) - 3)^2/4
    have next: w(m + 1) = w(m)*factor by step(m)
    have 0 <= w(m)
    cases low: w(m) <= 3:
      have square: 0 <= (w(m) - 1)^2
      have 0 <= (w(m) - 1)^2*(4 - w(m)) by low, square
      have w(m)*factor <= 1
      have w(m + 1) <= 1
    have high: w(m) > 3
    have here: w(m) <= w(0) and w(0) > 3 and w(m)*(1 + m*s) <= w(0) by ih, high
    have (w(0) - w(m))*(w(0) + w(m) - 6) >= 0 by here, high
    have less: factor <= 1 - s
    have 0 < (5 - w(0))*(w(0) - 1) by here
    have pos: 0 < s
    have shrunk: 0 <= w(m)*(1 - s - factor) by less
    have fallen: w(m + 1) <= w(m)*(1 - s) by next, shrunk
    have 0 <= w(m)*s by pos
    have 0 <= m*s by pos
    have 0 <= (w(m)*(1 - s) - w(m + 1))*(1 + (m + 1)*s) by fallen
    have 0 <= w(m)*(s^2*(m + 1))
    have w(m + 1)*(1 + (m + 1)*s) <= w(m)*(1 + m*s)
have flips: for all n: int, 0 <= n and w(n) > 3 => y(n)*y(n + 1) < 0:
  fix n
  have 0 < y(n)^2
  have below: 0 < y(n)^2*(w(n) - 3)
  show by step(n), below
have reaches: exists N0: int, 0 <= N0 and w(N0) <= 3:
  cases w(0) <= 3:
    take 0
  have w(0) > 3
  have 0 < (5 - w(0))*(w(0) - 1)
  have pos: 0 < s
  have 0 < 3*s
  let k = floor(w(0)/(3*s)) + 1
  have 0 <= w(0)/(3*s) by pos
  have start: 0 <= k
  have w(0)/(3*s) <= k
  have enough: k*s >= w(0)/3
  cases low: w(k) <= 3:
    take k
  have high: w(k) > 3
  have w(k)*(1 + k*s) <= w(0) by falls(k), high, start
  have 0 <= (w(k) - 3)*(1 + k*s) by high, enough
show by reaches, flips
""",
)
