"""Theorem 1 with Eq. 1 exactly as it is printed: no delta, no value at sigma = 0, for d >= 3.

The third coordinate of the pre-activation is a constant c > 0, so sigma is never 0, and the unit is
t/sqrt(t^2 + c^2 (1 - 1/d)/2).
"""

from __future__ import annotations

from constructions.pln import shifted_norm_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH, network, on_domain
from proofs.pln.cells import FOUND, GRID, WIDE, a_step, bounded
from proofs.pln.symbols import S, c, d, eps, f, offset, t, x
from proofs.pln.thm1.statement import NAMES as LAYER_NAMES
from proofs.pln.thm1.statement import ROOTS, mean, variance
from proofs.trees.script import statement

FUNCTIONS = {"f": 1, "s": 2}
u = var("u")
OFF = (1 - 1 / d) / 2  #: the variance of [t, -t, c, 0, ..., 0] is 2 (t^2 + c^2 OFF)/d


def s(third: Term, at: Term) -> Term:
    """The LN-d unit with the third coordinate ``third``, at t = x + b_hat."""
    return app("s", third, at)


def G(third: Term) -> Term:
    """The network of N units of one kind."""
    return network(lambda index: s(third, offset(index)), s(third, x + 1))


#: s(c, t) = alpha^T LN-d([t, -t, c, 0, ..., 0]) with LN as in Eq. 1, no delta and no convention
UNIT: Json = every(
    "c",
    "real",
    every("t", "real", implies(c > 0, s(c, t).equals(shifted_norm_unit_on_line(S, t, c, d)))),
)


def hypotenuse(at: Term, third: Term) -> Term:
    """sqrt(t^2 + c^2 (1 - 1/d)/2)."""
    return S.sqrt(at * at + third * third * OFF)


SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real"}
GIVEN: list[Json] = [d >= 3, eps > 0, WIDTH, LIPSCHITZ, UNIT]
STATEMENT = statement(
    SORTS,
    GIVEN,
    conj(
        HALFWAY < eps,
        exists("c", "real", conj(c > 0, on_domain(S.abs(G(c) - f(x)) <= HALFWAY))),
    ),
    FUNCTIONS,
)
#: alpha^T LN-d([u, -u, c, 0, ..., 0]) is called norm
NAMES = {
    **LAYER_NAMES,
    "mean": lambda u, c: mean(u, -u, c),
    "variance": lambda u, c: variance(u, -u, c),
    "norm": lambda u, c: shifted_norm_unit_on_line(S, u, c, d),
}
#: one unit, for d >= 3 and c > 0: u/sqrt(u^2 + c^2 (1 - 1/d)/2)
LN_SHIFTED = f"""{ROOTS}
let off = (1 - 1/d)/2
have off: 0 < off and off <= 1 by d >= 3
have part: 0 < sqrt(off) by root_positive(off), off, d >= 3
have less: sqrt(off) <= 1 by part, sqrt(off)^2 = off, off, d >= 3
have unit: for all u, c: real, 0 < c => norm(u, c)*sqrt(u^2 + (c*sqrt(off))^2) = u:
  let a = c*sqrt(off)
  have some: 0 < a by part
  let r = sqrt(u^2 + a^2)
  have long: 0 < r
  have mean: mean(u, c) = c/d by sum_zero(i -> 0, 1, d - 3), d >= 3
  have others: sum(i = 1..d - 3, (0 - mean(u, c))*(0 - mean(u, c))) = (d - 3)*(c/d)^2
    by sum_same(i -> (0 - mean(u, c))*(0 - mean(u, c)), 1, d - 3, (c/d)^2), mean, d >= 3
  have square: a^2 = c^2*off by sqrt(off)^2 = off, off, d >= 3
  have variance: variance(u, c) = 2*(u^2 + c^2*off)/d by mean, others, d >= 3
  have square: variance(u, c) = (sqrt(2/d)*r)^2
    by variance, square, r^2 = u^2 + a^2, sqrt(2/d)^2 = 2/d, d >= 3
  have sigma: sqrt(variance(u, c)) = sqrt(2/d)*r by square, 0 <= sqrt(2/d)*r
  have scale: 0 < sqrt(variance(u, c)) + 0 by sigma, low, long
  have rest: sum(i = 1..d - 3, 0*((0 - mean(u, c))/(sqrt(variance(u, c)) + 0))) = 0
    by sum_zero(i -> 0*((0 - mean(u, c))/(sqrt(variance(u, c)) + 0)), 1, d - 3), scale, d >= 3
  have value: norm(u, c) = sqrt(2/d)*(u/(sqrt(variance(u, c)) + 0)) by rest, scale, low, d >= 3
  show by value, sigma, low, long
"""
STATEMENT_PROOF = written(
    STATEMENT,
    f"""{WIDE}{GRID}{bounded()}{LN_SHIFTED}
have sharp: for all q: real, 0 < q => exists lam: real, 0 < lam and
    (for all t: real, {a_step("s(lam, t)", "t", "q")}):
  let c = q*(h/2)
  take c
  have here: 0 < c
  have each: for all t: real, {a_step("s(c, t)", "t", "q")}:
    have step: s(c, t)*sqrt(t^2 + (c*sqrt(off))^2) = t by layer(c, t), unit(t, c), here
    have small: 0 < c*sqrt(off) and c*sqrt(off) <= c by here, part, less
    show by root_step(t, c*sqrt(off), s(c, t), h/2, q), step, small, pos
  show by here, each
{FOUND}""",
    {"layer": UNIT},
    **NAMES,
)
