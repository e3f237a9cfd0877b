"""Theorem 2: networks of LN-d units are dense in C([0, 1]^n), in every reading of Eq. 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.layers import Dense, Padded, layer_norm
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.density.cube import sequent
from proofs.pln.density.layers import (
    CROSSING,
    MISSED,
    ROOTS,
    SOFT,
    STEPS,
    cited,
    dense,
    smooth,
)
from proofs.pln.lemma3.statement import COST, LAYER, LIMIT_UNIT, UNIT_NAMES, ln
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, layer_norm_unit, x
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm1.statement import LN, mean, variance
from proofs.pln.thm1.statement import ROOTS as ROOTS_OF_D
from proofs.pln.units import ROOT
from proofs.trees.script import statement

j, u, v = var("j"), var("u"), var("v")

# --- with delta > 0 ------------------------------------------------------------------------------

#: ln abbreviates one unit of LN-d, with the output weights of Eq. 6
LAYER_SMOOTH: Json = every("u", "real", ln(u).equals(layer_norm_unit(u)))
STATEMENT = sequent("ln", [d >= 2, delta > 0, LAYER_SMOOTH], {"d": "int", "delta": "real"})


PROOF = dense(
    STATEMENT,
    f"""{LN}
have smooth: 0 < c by high, delta > 0
have value: for all u: real, raw(u) = u/(|u| + c):
  show by layer(u), unit(u, delta)
{SOFT}""",
    LAYER_SMOOTH,
    ln,
    ONE,
    c=COST,
    **UNIT_NAMES,
)

# --- without delta -------------------------------------------------------------------------------


LIMIT_STATEMENT = sequent("ln", [d >= 2, LAYER], {"d": "int", "v": "real"})
LIMIT_PROOF = dense(
    LIMIT_STATEMENT,
    f"""
have positive: 0 < root by root_positive(d/2), d >= 2
have value: for all u: real, raw(u) = root*sign(u) + v*(1 - |sign(u)|):
  show by layer(u), unit(d, v, u)
{STEPS}""",
    LAYER,
    ln,
    ROOT,
    LIMIT_UNIT,
)

# --- Eq. 1 as it is printed, for d >= 3 ----------------------------------------------------------


def shifted(at: Term) -> Term:
    """[1/2, -1/2, 0, ..., 0] LN-d([t, -t, 1, 0, ..., 0]), Eq. 1: sigma is never 0 for d >= 3."""
    half = S.const(Fraction(1, 2))
    vector = Padded((at, -at, ONE), ZERO, d, S.repeated)
    chosen = Padded((half, -half, ZERO), ZERO, d, S.repeated)
    return chosen.dot(layer_norm(S, vector, ZERO))  # type: ignore[arg-type]


LAYER_SHIFTED: Json = every("u", "real", ln(u).equals(shifted(u)))
OFF = (1 - 1 / d) / 2  #: ln(t) = sqrt(d/2) t/sqrt(t^2 + OFF)


SHIFTED_STATEMENT = sequent("ln", [d >= 3, LAYER_SHIFTED], {"d": "int"})
#: the same, said of the layer itself
SHIFTED_FACT: Json = smooth(shifted, ROOT, OFF)
SHIFTED_UNIT_STATEMENT = statement({"d": "int"}, [d >= 3], SHIFTED_FACT)
SHIFTED_NAMES: dict[str, Any] = {
    "mean": lambda u: mean(u, -u, ONE),
    "variance": lambda u: variance(u, -u, ONE),
    "first": shifted,
}
#: the mean is 1/d, and the variance 2 (u^2 + OFF)/d
SHIFTED_UNIT = f"""
have d >= 2
{ROOTS_OF_D}fix u
let w = u*u + (1 - 1/d)/2
let q = sqrt(w)
have positive: 0 < w
have root: 0 < q
have mean: mean(u) = 1/d by sum_zero(i -> 0, 1, d - 3), d >= 3
have each: (0 - mean(u))*(0 - mean(u)) = 1/d*(1/d) by mean
have others: sum(i = 1..d - 3, (0 - mean(u))*(0 - mean(u))) = (d - 3)*(1/d*(1/d))
  by sum_same(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 3, 1/d*(1/d)), each
have variance: variance(u) = 2*w/d by mean, others, d >= 3
have square: variance(u) = (sqrt(2/d)*q)^2 by variance, sqrt(2/d)^2 = 2/d, q^2 = w, d >= 3
have sigma: sqrt(variance(u)) = sqrt(2/d)*q by square, low, root
have scale: 0 < sqrt(variance(u)) + 0 by sigma, low, root
have rest: sum(i = 1..d - 3, 0*((0 - mean(u))/(sqrt(variance(u)) + 0))) = 0
  by sum_zero(i -> 0*((0 - mean(u))/(sqrt(variance(u)) + 0)), 1, d - 3), scale
have value: first(u) = u/(sqrt(variance(u)) + 0) by rest, scale, mean, d >= 3
have unit: first(u)*q = sqrt(d/2)*u by value, sigma, inverse, low, root
show by positive, root, unit
"""
SHIFTED_UNIT_PROOF = written(SHIFTED_UNIT_STATEMENT, SHIFTED_UNIT, **SHIFTED_NAMES)
SHIFTED_PROOF = dense(
    SHIFTED_STATEMENT,
    f"""
have positive: 0 < root by root_positive(d/2), d >= 3
have some_off: 0 < off
have small_off: off <= 1
have value: for all u: real, raw(u)*sqrt(u*u + off) = root*u:
  show by layer(u), unit(d, u)
{ROOTS}""",
    LAYER_SHIFTED,
    ln,
    ROOT,
    cited("pln.thm2.printed.unit", SHIFTED_UNIT_STATEMENT, SHIFTED_UNIT_PROOF),
    off=OFF,
)

# --- Eq. 1 as it is printed, for d = 2 -----------------------------------------------------------


def _input(which: int, at: Term) -> Term:
    """w_j x + b_j, coordinate ``which``, for one input."""
    return app(f"w{which}", j) * at + app(f"b{which}", j)


def _pair(first: Term, second: Term) -> tuple[Term, ...]:
    head: tuple[Term, ...] = layer_norm(S, Dense((first, second), S), ZERO).head
    return head


def _pairs(at: Term, high: Term = N) -> Term:
    """sum_j alpha_j^T LN-2(w_j x + b_j), Eq. 1."""
    z1, z2 = _pair(_input(1, at), _input(2, at))
    return total("j", 1, high, app("a1", j) * z1 + app("a2", j) * z2)


_DEFINED: Json = every(
    "x",
    "real",
    implies(
        x >= 0,
        x <= 1,
        every("j", "int", implies(j >= 1, j <= N, _input(1, x).differs(_input(2, x)))),
    ),
)
#: some x in [0, 1] has |G(x) - x| >= 1/2
_MISSED: Json = exists("x", "real", conj(x >= 0, x <= 1, S.abs(_pairs(x) - x) >= Fraction(1, 2)))
UNDEFINED_STATEMENT = statement(
    {"N": "int"},
    [N >= 0, _DEFINED],
    _MISSED,
    dict.fromkeys(("a1", "a2", "w1", "w2", "b1", "b2"), 1),
)


def _term(index: Term, at: Term) -> Term:
    """alpha_j^T LN-2(w_j x + b_j)."""
    pair = (Term(placed(_input(which, at).json, {"j": index})) for which in (1, 2))
    z1, z2 = _pair(*pair)
    return app("a1", index) * z1 + app("a2", index) * z2


#: each unit keeps its sign on [0, 1], so G(0) = G(1)
UNDEFINED_PROOF = written(
    UNDEFINED_STATEMENT,
    f"""{CROSSING}
have unit: for all u, v: real, u != v =>
    first(u, v) = sign(u - v) and second(u, v) = -sign(u - v):
  have root: sqrt(variance(u, v)) = |u - v|/2
  have off: 0 < |u - v| by u != v
  show by root, off, u != v
have same: for all j in 1..N, first(u(j, 0), v(j, 0)) = first(u(j, 1), v(j, 1)) and
    second(u(j, 0), v(j, 0)) = second(u(j, 1), v(j, 1)):
  let p = u(j, 0) - v(j, 0)
  let q = u(j, 1) - v(j, 1)
  have start: p != 0 by defined(0, j)
  have stop: q != 0 by defined(1, j)
  use unit(u(j, 0), v(j, 0)), unit(u(j, 1), v(j, 1))
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
  by sum_equal(j -> term(j, 0), j -> term(j, 1), 1, N), same, N >= 0
{MISSED}""",
    {"defined": _DEFINED},
    first=lambda u, v: _pair(u, v)[0],
    second=lambda u, v: _pair(u, v)[1],
    variance=lambda u, v: Term(_pair(u, v)[0].json[2][1][1]),
    u=lambda j, x: app("w1", j) * x + app("b1", j),
    v=lambda j, x: app("w2", j) * x + app("b2", j),
    term=_term,
    G=lambda x: _pairs(x),
)
