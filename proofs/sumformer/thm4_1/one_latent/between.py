"""Bolzano's theorem from epsilon and delta: one_latent asks of phi that it is continuous.

The point is the least upper bound of all u in [0, 1] at which phi - y has the sign that it has
at 0, or is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import elaborate, statement

ZERO, ONE = S.const(0), S.const(1)
s, t, u, y, eta, delta = (var(name) for name in ("s", "t", "u", "y", "eta", "delta"))
Function = Callable[[Term], Term]


def _inside(at: Term) -> list[Json]:
    return [at >= 0, at <= 1]


def continuous(f: Function) -> Json:
    """f is continuous at every point of [0, 1], as a function on [0, 1]."""
    close = implies(conj(*_inside(u), S.abs(u - s) < delta), S.abs(f(u) - f(s)) < eta)
    small = exists("delta", "real", conj(delta > 0, every("u", "real", close)))
    at = every("eta", "real", implies(eta > 0, small))
    return every("s", "real", implies(conj(*_inside(s)), at))


def value(f: Function, of: Term) -> Json:
    """f takes the value ``of`` in [0, 1]."""
    return exists("t", "real", conj(*_inside(t), f(t).equals(of)))


#: where gap > 0 at 0, the least upper bound m of all x with gap(x) >= 0 has gap(m) = 0
_SIDE = """
let gap(x) = {gap}
have start: 0 < gap(0)
have end: gap(1) <= 0 by between, start
let claim(x) = 0 <= x and x <= 1 and 0 <= gap(x)
have some: exists x: real, claim(x):
  take 0
have bounded: exists b: real, for all x: real, claim(x) => x <= b:
  take 1
obtain m from supremum(claim)
have upper: for all x: real, claim(x) => x <= m
have least: for all b: real, (for all x: real, claim(x) => x <= b) => m <= b
have low: 0 <= m by upper(0)
have high: m <= 1 by least(1)
cases 0 < gap(m):
  have before: m < 1:
    cases m < 1:
      show by m < 1
    have last: m = 1
    have {f}(m) = {f}(1) by last
  obtain close: g from continuous(m, gap(m))
  let x = min(m + g/2, 1)
  have inside: 0 <= x and x <= 1 and |x - m| < g and m < x
  have near: |{f}(x) - {f}(m)| < gap(m) by close(x), inside
  have 0 <= gap(x) by near
  use upper(x)
cases gap(m) < 0:
  obtain close: g from continuous(m, -gap(m))
  use least(m - g/2):
    fix x
    cases x <= m - g/2:
      show by x <= m - g/2
    have x <= m by upper(x)
    have |x - m| < g
    have near: |{f}(x) - {f}(m)| < -gap(m) by close(x)
    show by near, 0 <= gap(x)
take m
"""


def theorem(name: str) -> Callable[[], Json]:
    """Leads to a certificate: a continuous f of this name takes every value between its ends."""

    def f(at: Term) -> Term:
        return app(name, at)

    def side(gap: str) -> str:
        return indent(_SIDE.format(f=name, gap=gap), "  ")

    given = [continuous(f), (y - f(ZERO)) * (y - f(ONE)) <= 0]
    stated = statement({"y": "real"}, given, value(f, y), {name: 1})
    proof = written(
        stated,
        f"""
cases {name}(0) < y:
{side(f"y - {name}(x)")}
cases y < {name}(0):
{side(f"{name}(x) - y")}
take 0
""",
        {"continuous": given[0], "between": given[1]},
    )
    return lambda: elaborate(stated, proof())
