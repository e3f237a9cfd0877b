"""Theorem 3, density: LS-d with delta > 0, with a value at h = 0, or where h is never 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.layers import Padded, layer_scaling
from constructions.pln import scaling_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.density.cube import sequent
from proofs.pln.density.layers import (
    CROSSING,
    MISSED,
    OVER,
    ROOTS,
    SOFT,
    STEPS,
    cited,
    dense,
    smooth,
)
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, x
from proofs.pln.thm3.proof import UNIT, ls1
from proofs.pln.thm3.statement import NAMES
from proofs.pln.units import SCALING_ROOT
from proofs.trees.script import statement

u, v = var("u"), var("v")


def ls(at: Term) -> Term:
    """The first coordinate of LS-d([t, 0, ..., 0])."""
    return app("ls", at)


def first_of(head: tuple[Term, ...], at_zero: Term | None) -> Term:
    """The first coordinate of LS-d([head, 0, ..., 0]), Eq. 4; ``at_zero`` in each where h = 0."""
    vector = Padded(head, ZERO, d, S.repeated)
    chosen = Padded((ONE, *(ZERO for _ in head[1:])), ZERO, d, S.repeated)
    return chosen.dot(layer_scaling(S, vector, ZERO, at_zero=at_zero))  # type: ignore[arg-type]


# --- with delta > 0 ------------------------------------------------------------------------------

COST = delta * SCALING_ROOT  #: the smoothing of the unit
#: ls abbreviates one unit of LS-d
LAYER_SMOOTH: Json = every("u", "real", ls(u).equals(scaling_unit_on_line(S, u, d, delta)))
STATEMENT = sequent("ls", [d >= 1, delta > 0, LAYER_SMOOTH], {"d": "int", "delta": "real"})


PROOF = dense(
    STATEMENT,
    f"""
have long: 0 < sqrt(d) by root_positive(d), d >= 1
have smooth: 0 < c by long, delta > 0
have value: for all u: real, raw(u) = u/(|u| + c):
  show by layer(u), unit(d, u, delta)
{SOFT}""",
    LAYER_SMOOTH,
    ls,
    ONE,
    UNIT,
    c=COST,
)

# --- a value where h = 0 -------------------------------------------------------------------------

#: ls abbreviates the layer of Eq. 4, with v in each coordinate where h = 0
LAYER_ZERO: Json = every("u", "real", ls(u).equals(first_of((u,), v)))
LIMIT_STATEMENT = sequent("ls", [d >= 1, LAYER_ZERO], {"d": "int", "v": "real"})


#: what the unit of Eq. 4 computes, with v in each coordinate where h = 0
FIRST: Json = every(
    "u",
    "real",
    first_of((u,), v).equals(SCALING_ROOT * S.sign(u) + v * (1 - S.abs(S.sign(u)))),
)


#: the unit is a number for every t, whatever v is
LIMIT_UNIT_STATEMENT = statement({"d": "int", "v": "real"}, [d >= 1], FIRST)
LIMIT_NAMES: dict[str, Any] = {
    **{name: NAMES[name] for name in ("mean", "denominator", "ratio")},
    "first": lambda u: first_of((u,), v),
}
LS_ZERO = f"""
have long: 0 < sqrt(d) by root_positive(d)
{OVER}have scale: for all u: real, denominator(u) = |u|/sqrt(d):
  have mean: mean(u) = u^2/d by sum_zero(i -> 0*0, 1, d - 1), d >= 1
  have square: mean(u) = (|u|/sqrt(d))^2 by mean, long, sqrt(d)^2 = d
  show by square, 0 <= |u|/sqrt(d)
have unit: for all u: real, first(u) = sqrt(d)*sign(u) + v*(1 - |sign(u)|):
  let s = denominator(u)
  have nonneg: 0 <= s by scale(u), long
  have bottom: 0 < s + 1 - |sign(s)|:
    cases s = 0:
      have sign(s) = 0
    have sign(s) = 1 by nonneg, s != 0
  have rest: sum(i = 1..d - 1, 0*ratio(0, s)) = 0
    by sum_zero(i -> 0*ratio(0, s), 1, d - 1), bottom
  have value: first(u) = ratio(u, s) by rest, bottom
  cases u = 0:
    have none: sign(s) = 0 by scale(u), u = 0
    have zero: ratio(u, s) = v by none, u = 0
    have flat: sign(u) = 0
    show by value, zero, flat
  have positive: 0 < s by scale(u), long, u != 0
  have quotient: first(u) = u/s by value, positive, sign(s) = 1
  have s*sqrt(d) = |u| by scale(u), long
  have step: u/s = sqrt(d)*sign(u) by over(u, s, sqrt(d)), positive, s*sqrt(d) = |u|, u != 0
  have full: |sign(u)| = 1 by u != 0
  show by quotient, step, full
"""
LIMIT_UNIT_PROOF = written(LIMIT_UNIT_STATEMENT, f"{LS_ZERO}show by unit", **LIMIT_NAMES)
LIMIT_PROOF = dense(
    LIMIT_STATEMENT,
    f"""
have positive: 0 < root by root_positive(d), d >= 1
have value: for all u: real, raw(u) = root*sign(u) + v*(1 - |sign(u)|):
  show by layer(u), unit(d, v, u)
{STEPS}""",
    LAYER_ZERO,
    ls,
    SCALING_ROOT,
    cited("pln.thm3.density.limit.unit", LIMIT_UNIT_STATEMENT, LIMIT_UNIT_PROOF),
)


# --- Eq. 4 as it is printed, for d >= 2 ----------------------------------------------------------

#: ls abbreviates the first coordinate of LS-d([t, 1, 0, ..., 0]), which is never undefined
LAYER_SHIFTED: Json = every("u", "real", ls(u).equals(first_of((u, ONE), None)))
PRINTED_STATEMENT = sequent("ls", [d >= 2, LAYER_SHIFTED], {"d": "int"})


#: the same, said of the layer itself
PRINTED_FACT: Json = smooth(lambda at: first_of((at, ONE), None), SCALING_ROOT, ONE)
PRINTED_UNIT_STATEMENT = statement({"d": "int"}, [d >= 2], PRINTED_FACT)
PRINTED_NAMES: dict[str, Any] = {
    "mean2": NAMES["mean2"],
    "first": lambda u: first_of((u, ONE), None),
}
PRINTED_UNIT = """
have long: 0 < sqrt(d) by root_positive(d), d >= 2
fix u
let q = sqrt(u*u + 1)
have under: 0 <= u*u + 1
have root: 0 < q
have mean: mean2(u, 1) = (u*u + 1)/d by sum_zero(i -> 0*0, 1, d - 2), d >= 2
have square: mean2(u, 1) = (q/sqrt(d))^2 by mean, long, sqrt(d)^2 = d, root, q^2 = u*u + 1
have rms: sqrt(mean2(u, 1)) = q/sqrt(d) by square, 0 <= q/sqrt(d)
have scale: 0 < sqrt(mean2(u, 1)) + 0 by rms, root, long
have rest: sum(i = 1..d - 2, 0*(0/(sqrt(mean2(u, 1)) + 0))) = 0
  by sum_zero(i -> 0*(0/(sqrt(mean2(u, 1)) + 0)), 1, d - 2), scale
have value: first(u) = u/(sqrt(mean2(u, 1)) + 0) by rest, scale
have unit: first(u)*q = sqrt(d)*u by value, rms, long, root
show by under, root, unit
"""
PRINTED_UNIT_PROOF = written(PRINTED_UNIT_STATEMENT, PRINTED_UNIT, **PRINTED_NAMES)
PRINTED_PROOF = dense(
    PRINTED_STATEMENT,
    f"""
have positive: 0 < root by root_positive(d), d >= 2
have some_off: 0 < off
have small_off: off <= 1
have value: for all u: real, raw(u)*sqrt(u*u + off) = root*u:
  show by layer(u), unit(d, u)
{ROOTS}""",
    LAYER_SHIFTED,
    ls,
    SCALING_ROOT,
    cited("pln.thm3.density.printed.unit", PRINTED_UNIT_STATEMENT, PRINTED_UNIT_PROOF),
    off=ONE,
)

# --- Eq. 4 as it is printed, for d = 1 -----------------------------------------------------------

j = var("j")


def _pre(at: Term, index: Term = j) -> Term:
    """w_j x + b_j, for one input."""
    return app("w", index) * at + app("b", index)


def _network(at: Term, high: Term = N) -> Term:
    """sum_j alpha_j LS-1(w_j x + b_j), Eq. 4."""
    return total("j", 1, high, app("alpha", j) * ls1(_pre(at)))


_DEFINED: Json = every(
    "x",
    "real",
    implies(x >= 0, x <= 1, every("j", "int", implies(j >= 1, j <= N, _pre(x).differs(0)))),
)
#: some x in [0, 1] has |G(x) - x| >= 1/2
_MISSED: Json = exists("x", "real", conj(x >= 0, x <= 1, S.abs(_network(x) - x) >= Fraction(1, 2)))
CONSTANT_STATEMENT = statement(
    {"N": "int"}, [N >= 0, _DEFINED], _MISSED, dict.fromkeys(("alpha", "w", "b"), 1)
)


#: each unit keeps its sign on [0, 1], so G(0) = G(1)
CONSTANT_PROOF = written(
    CONSTANT_STATEMENT,
    f"""{CROSSING}
have unit: for all t: real, t != 0 => ls(t) = sign(t):
  have root: sqrt(t^2/1) = |t|
  show by root, t != 0
have same: for all j in 1..N, ls(w(j)*0 + b(j)) = ls(w(j)*1 + b(j)):
  let p = w(j)*0 + b(j)
  let q = w(j)*1 + b(j)
  have start: p != 0 by defined(0, j)
  have stop: q != 0 by defined(1, j)
  use unit(p), unit(q)
  cases rising: p < 0:
    cases 0 < q:
      obtain x from crossing(p, q)
      use defined(x, j)
    have q < 0
  cases q < 0:
    obtain x from crossing(q, p)
    use defined(1 - x, j)
  have 0 < q
have equal: G(0) = G(1)
  by sum_equal(j -> alpha(j)*ls(w(j)*0 + b(j)), j -> alpha(j)*ls(w(j)*1 + b(j)), 1, N), same, N >= 0
{MISSED}""",
    {"defined": _DEFINED},
    ls=ls1,
    G=lambda x: _network(x),
)
