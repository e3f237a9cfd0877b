"""Newton's iteration for 1/sqrt(v), for every v > 0: statement and proof.

With ``e_n = 1 - y_n sqrt(v)`` a step is ``e <- e^2 (3 - e)/2``.  From ``v y_0^2 < 3``, ``y_0 > 0``
all later e_n lie in [0, 1) and decrease, and ``e_(n+1) (1 + n s) <= 1`` with ``s = (1 - e_1)/2``.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, var
from constructions.weierstrass import newton
from proofs.language.elaboration import written
from proofs.library.vectors import ZERO, S
from proofs.trees.script import (
    Json,
    statement,
)

v, eta, n, N0, start = (var(name) for name in ("v", "eta", "n", "N0", "start"))
root = S.sqrt(v)
m, q = var("m"), var("q")


def y(at: Term) -> Term:
    return app("y", at)


def e(at: Term) -> Term:
    """The relative error 1 - y_n sqrt(v)."""
    return 1 - y(at) * root


def step(at: Term) -> Term:
    """y_n (3 - v y_n^2)/2, from the formula that is run in every number system."""
    found: Term = newton(S, v, y(at), 1)[1]
    return found


def from_on(first: int, formula: Json) -> Json:
    return every("n", "int", implies(n >= first, formula))


ITERATION = from_on(0, y(n + 1).equals(step(n)))
GIVEN = [v > 0, y(ZERO) > 0, v * y(ZERO) ** 2 < 3, ITERATION]
FUNCTIONS = {"y": 1}

SQUARED = from_on(0, e(n + 1).equals(e(n) ** 2 * (3 - e(n)) / 2))
INSIDE = from_on(1, conj(e(n) >= 0, e(n) < 1))
QUADRATIC = from_on(1, e(n + 1) <= S.const(3) / 2 * e(n) ** 2)


def tends(gap: Term) -> Json:
    """gap(n) -> 0, where the gap is written in n."""
    late = every("n", "int", implies(n >= N0, gap < eta))
    return every("eta", "real", implies(eta > 0, exists("N0", "int", conj(N0 >= 1, late))))


CONVERGES = tends(S.abs(y(n) - 1 / root))
MAIN = statement({"v": "real"}, GIVEN, conj(CONVERGES, SQUARED, QUADRATIC), FUNCTIONS)

NAMES = {"e": e, "root": root}
FACTS = {"step": ITERATION}

#: the error is squared, and lies in [0, 1) from n = 1 on
ERRORS = """
have root > 0
have squared: for all n: int, 0 <= n => e(n + 1) = e(n)^2*(3 - e(n))/2:
  fix n
  have root^2 = v
  show by step(n)
have inside: for all n: int, 1 <= n => 0 <= e(n) and e(n) < 1 by induction on n:
  base:
    have positive: 0 < y(0)*root
    have small: y(0)^2*root^2 < 3
    have top: 0 < y(0)*root*(3 - y(0)^2*root^2) by positive, small
    have below: e(0) < 1 by positive
    have bottom: 0 <= e(0)^2*(3 - e(0)) by below
    show by squared(0), top, bottom
  step:
    have here: 0 <= e(n) and e(n) < 1 by ih
    have bottom: 0 <= e(n)^2*(3 - e(n)) by here
    have 0 < 2 + 2*e(n) - e(n)^2 by here
    have top: 0 < (1 - e(n))*(2 + 2*e(n) - e(n)^2)
    show by squared(n), top, bottom
"""

PROOF = written(
    MAIN,
    f"""{ERRORS}
have quadratic: for all n: int, 1 <= n => e(n + 1) <= 3/2*e(n)^2:
  fix n
  have cube: 0 <= e(n)*e(n)^2 by inside(n)
  show by squared(n), cube
let s = (1 - e(1))/2
have pos: 0 < s by inside(1)
have rate: for all m: int, 0 <= m => e(m + 1) <= e(1) and e(m + 1)*(1 + m*s) <= 1 by induction on m:
  base:
    show by inside(1)
  step:
    let E = e(m + 1)
    have here: 0 <= E and E < 1 by inside(m + 1)
    have known: E <= e(1) and E*(1 + m*s) <= 1 by ih
    have 0 <= (e(1) - E)*(2 + E) by here, known
    have factor: E*(3 - E)/2 <= 1 - s
    have next: e(m + 2) <= E*(1 - s) by squared(m + 1), factor, here
    have 0 <= m*s by pos
    have 0 <= E*s by here, pos
    have e(m + 2)*(1 + (m + 1)*s) <= E*(1 - s)*(1 + (m + 1)*s) by next, pos
    have 0 <= E*((m + 1)*s*s) by here, pos
have converges: for all eta: real, 0 < eta => exists N0: int, 1 <= N0 and
    (for all n: int, N0 <= n => |y(n) - 1/root| < eta):
  fix eta
  let size = s*eta*root
  have 0 < s*eta by pos
  have large: 0 < size
  have 0 < 1/size by large
  let first = floor(1/size) + 2
  have near: for all n: int, first <= n => |y(n) - 1/root| < eta:
    fix n
    have n - 1 >= 1/size
    have many: (n - 1)*size >= 1
    have here: 0 <= e(n) and e(n) < 1 by inside(n)
    have slow: e(n)*(1 + (n - 1)*s) <= 1 by rate(n - 1)
    have below: e(n) < eta*root:
      cases over: e(n) >= eta*root:
        have start: 0 <= n - 1
        have wide: 0 <= (n - 1)*s by pos, start
        have 0 <= (e(n) - eta*root)*(1 + (n - 1)*s) by over, wide
        have e(n)*((n - 1)*s) >= eta*root*((n - 1)*s) by over, wide
    have gap: y(n) - 1/root = -(e(n)/root)
    have e(n)/root < eta by below
    have 0 <= e(n)/root by here
  take first
  show by near
show by converges, squared, quadratic
""",
    FACTS,
    **NAMES,
)
