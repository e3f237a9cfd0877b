"""The statements of pln.thm3 and their proofs: every N, L, eps, delta, d and f at once."""

from __future__ import annotations

from textwrap import indent

from constructions.layers import Padded
from constructions.pln import scaling_unit_on_line, shifted_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.pln import cells
from proofs.pln.bound import HALFWAY, LIPSCHITZ, WIDTH, network, on_domain, steps
from proofs.pln.cells import FEW, FOUND, GRID, WIDE, a_step, bounded, cell
from proofs.pln.symbols import LEVEL, ZERO, L, N, S, c, d, delta, eps, f, lam, offset, t, x
from proofs.pln.units import SCALING_ROOT, layer_scaling_unit
from proofs.trees.script import statement

FUNCTIONS = {"f": 1, "s": 2}
v = var("v")  #: what LS gives at h = 0


def s(scale: Term, at: Term) -> Term:
    """The LS-d unit with weights scaled by ``scale``, at t = x + b_hat."""
    return app("s", scale, at)


def G(scale: Term) -> Term:
    """The network of N units of one kind."""
    return network(lambda index: s(scale, offset(index)), s(scale, x + 1))


def abbreviates(unit: Term) -> Json:
    """For all lam > 0 and t: s(lam, t) = ``unit``."""
    return every("lam", "real", every("t", "real", implies(lam > 0, s(lam, t).equals(unit))))


#: s(lam, t) = alpha^T LS-d(lam [t, 0, ..., 0]) with delta > 0
UNIT: Json = abbreviates(layer_scaling_unit(lam * t))
#: the same with delta = 0, and v in each coordinate at h = 0
UNIT_ZERO: Json = abbreviates(scaling_unit_on_line(S, lam * t, d, S.const(0), at_zero=v))
#: s(c, t) = alpha^T LS-d([t, c, 0, ..., 0]) with LS as in Eq. 4, no delta and no convention
UNIT_PRINTED: Json = every(
    "c",
    "real",
    every("t", "real", implies(c > 0, s(c, t).equals(shifted_unit_on_line(S, t, c, d)))),
)


def error(scale: Term) -> Term:
    """|G(x) - f(x)|."""
    return S.abs(G(scale) - f(x))


def shows(name: str) -> Json:
    """halfway < eps, and some ``name`` > 0 gives an error of at most that on [0, 1]."""
    value = var(name)
    near = on_domain(error(value) <= HALFWAY)
    return conj(HALFWAY < eps, exists(name, "real", conj(value > 0, near)))


def _mean(*head: Term) -> Term:
    """The mean of h^2 for h = (head, 0, ..., 0)."""
    squares = Padded(head, ZERO, d, S.repeated).map(lambda a: a * a)
    return squares.total() / squares.length


def _step(k: Term) -> Term:
    """s(lam, x - k/N)."""
    return s(lam, offset(k))


NAMES = {
    **cells.NAMES,
    "step": _step,
    "G": G,
    "weight": LEVEL,
    "mean": lambda u: _mean(u),
    "mean2": lambda u, c: _mean(u, c),
    "ls": lambda u, small: scaling_unit_on_line(S, u, d, small),
    "ls_zero": lambda u: scaling_unit_on_line(S, u, d, ZERO, at_zero=v),
    "ls_shifted": lambda u, c: shifted_unit_on_line(S, u, c, d),
    "denominator": lambda u: S.sqrt(_mean(u)) + ZERO,
    "ratio": lambda a, b: S.ratio(a, b, v),
}

# --- delta > 0 -----------------------------------------------------------------------------------

#: one unit, for d >= 1: alpha^T LS-d([u, 0, ..., 0]) = u/(|u| + delta sqrt(d))
LS = """
have root: 0 < sqrt(d) by root_positive(d)
have unit: for all u, small: real, 0 < small => ls(u, small) = u/(|u| + small*sqrt(d)):
  have mean: mean(u) = u^2/d by sum_zero(i -> 0*0, 1, d - 1), d >= 1
  have square: mean(u) = (|u|/sqrt(d))^2 by mean, root, sqrt(d)^2 = d
  have rms: sqrt(mean(u)) = |u|/sqrt(d) by square, 0 <= |u|/sqrt(d)
  have scale: 0 < sqrt(mean(u)) + small
  have rest: sum(i = 1..d - 1, 0*(0/(sqrt(mean(u)) + small))) = 0
    by sum_zero(i -> 0*(0/(sqrt(mean(u)) + small)), 1, d - 1), scale
  have value: ls(u, small) = 1/sqrt(d)*(u/(sqrt(mean(u)) + small)) by rest, root, scale
  show by value, rms, root, small > 0
"""

#: units whose weights are scaled by lam have the smoothing c = delta sqrt(d)/lam
STEEP = f"""
have smooth: 0 < delta*sqrt(d) by root, delta > 0
have product: for all lam, t: real, 0 < lam => s(lam, t)*(lam*|t| + delta*sqrt(d)) = lam*t:
  have value: s(lam, t) = lam*t/(|lam*t| + delta*sqrt(d)) by layer(lam, t), unit(lam*t, delta)
  have size: |lam*t| = lam*|t| by abs_product(lam, t), lam > 0
  show by value, size, smooth, lam > 0
have steps: for all lam, q, t: real, 0 < lam => 0 < q => lam*q >= 2*N*(delta*sqrt(d)) =>
    {a_step("s(lam, t)", "t", "q")}:
  have here: lam*q >= 2*N*(delta*sqrt(d)) and 0 < lam and 0 < q
  let c = delta*sqrt(d)/lam
  have small: 0 < c and c <= q*(h/2) by here, smooth
  have step: s(lam, t)*(|t| + c) = t by product(lam, t), here
  show by rational_step(t, c, s(lam, t), h/2, q), step, here, small
"""

_SHARP = f"""have sharp: for all q: real, 0 < q => exists lam: real, 0 < lam and
    (for all t: real, {a_step("s(lam, t)", "t", "q")}):
"""

GIVEN = [d >= 1, eps > 0, delta > 0, WIDTH, LIPSCHITZ, UNIT]
SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"}
STATEMENT = statement(SORTS, GIVEN, shows("lam"), FUNCTIONS)
STATEMENT_PROOF = written(
    STATEMENT,
    f"""{WIDE}{GRID}{bounded()}{LS}{STEEP}
{_SHARP}
  take 2*N*(delta*sqrt(d))/q
  have lam: 0 < 2*N*(delta*sqrt(d))/q
  have 2*N*(delta*sqrt(d))/q*q >= 2*N*(delta*sqrt(d))
  show by steps(2*N*(delta*sqrt(d))/q, q), lam
{FOUND}""",
    {"layer": UNIT},
    **NAMES,
)

# --- delta = 0: Eq. 4 with the value v in each coordinate at h = 0 --------------------------------

#: for d >= 1 the unit is sign(u) where u is not 0, and v/sqrt(d) at 0
LS_ZERO = """
have root: 0 < sqrt(d) by root_positive(d)
have large: 1 <= sqrt(d)
have scale: for all u: real, denominator(u) = |u|/sqrt(d):
  have mean: mean(u) = u^2/d by sum_zero(i -> 0*0, 1, d - 1), d >= 1
  have square: mean(u) = (|u|/sqrt(d))^2 by mean, root, sqrt(d)^2 = d
  show by square, 0 <= |u|/sqrt(d)
have value: for all u: real, ls_zero(u) = 1/sqrt(d)*ratio(u, denominator(u)):
  have nonneg: 0 <= denominator(u) by scale(u), root
  have bottom: 0 < denominator(u) + 1 - |sign(denominator(u))|:
    cases denominator(u) = 0:
      have sign(denominator(u)) = 0
    have sign(denominator(u)) = 1 by nonneg, denominator(u) != 0
  have rest: sum(i = 1..d - 1, 0*ratio(0, denominator(u))) = 0
    by sum_zero(i -> 0*ratio(0, denominator(u)), 1, d - 1), bottom
  show by rest, root, bottom
have at_zero: for all u: real, u = 0 => ls_zero(u) = v/sqrt(d):
  have none: denominator(u) = 0 by scale(u), u = 0
  have sign: sign(denominator(u)) = 0 by none
  have ratio: ratio(u, denominator(u)) = v by none, sign, u = 0
  show by value(u), ratio, root
have off_zero: for all u: real, u != 0 => ls_zero(u) = u/|u|:
  have away: 0 < |u| by u != 0
  have scale: denominator(u) = |u|/sqrt(d) and 0 < denominator(u) by scale(u), root, away
  have sign: sign(denominator(u)) = 1 by scale
  have ratio: ratio(u, denominator(u)) = u/denominator(u) by scale, sign
  show by value(u), ratio, scale, root, away
"""

ZERO_GIVEN = [d >= 1, eps > 0, v >= -1, v <= 1, WIDTH, LIPSCHITZ, UNIT_ZERO]
ZERO_SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real", "v": "real"}
ZERO_STATEMENT = statement(ZERO_SORTS, ZERO_GIVEN, shows("lam"), FUNCTIONS)
ZERO_PROOF = written(
    ZERO_STATEMENT,
    f"""{WIDE}{GRID}{bounded()}{LS_ZERO}
{_SHARP}
  take 1
  have each: for all t: real, {a_step("s(1, t)", "t", "q")}:
    cases t = 0:
      have s(1, t) = v/sqrt(d) by layer(1, t), at_zero(1*t), t = 0
      have -1 <= v/sqrt(d) by large, -1 <= v
      have v/sqrt(d) <= 1 by large, v <= 1
    have s(1, t) = t/|t| by layer(1, t), off_zero(1*t), t != 0
    cases t < 0:
      have s(1, t) = -1
    have s(1, t) = 1
  show by each
{FOUND}""",
    {"layer": UNIT_ZERO},
    **NAMES,
)

# --- d >= 2: Eq. 4 exactly as printed, with h = [t, c, 0, ..., 0] ---------------------------------

#: for d >= 2 and c > 0: alpha^T LS-d([u, c, 0, ..., 0]) = u/sqrt(u^2 + c^2)
LS_SHIFTED = """
have root: 0 < sqrt(d) by root_positive(d)
have unit: for all u, c: real, 0 < c => ls_shifted(u, c)*sqrt(u^2 + c^2) = u:
  let r = sqrt(u^2 + c^2)
  have long: 0 < r
  have mean: mean2(u, c) = (u^2 + c^2)/d by sum_zero(i -> 0*0, 1, d - 2), d >= 2
  have square: mean2(u, c) = (r/sqrt(d))^2 by mean, root, sqrt(d)^2 = d, long, r^2 = u^2 + c^2
  have rms: sqrt(mean2(u, c)) = r/sqrt(d) by square, 0 <= r/sqrt(d)
  have scale: 0 < sqrt(mean2(u, c)) + 0 by rms, long, root
  have rest: sum(i = 1..d - 2, 0*(0/(sqrt(mean2(u, c)) + 0))) = 0
    by sum_zero(i -> 0*(0/(sqrt(mean2(u, c)) + 0)), 1, d - 2), scale
  have value: ls_shifted(u, c) = 1/sqrt(d)*(u/(sqrt(mean2(u, c)) + 0)) by rest, root, scale
  show by value, rms, root, long
"""

PRINTED_GIVEN = [d >= 2, eps > 0, WIDTH, LIPSCHITZ, UNIT_PRINTED]
PRINTED_SORTS = {"N": "int", "d": "int", "L": "real", "eps": "real"}
PRINTED_STATEMENT = statement(PRINTED_SORTS, PRINTED_GIVEN, shows("c"), FUNCTIONS)
PRINTED_PROOF = written(
    PRINTED_STATEMENT,
    f"""{WIDE}{GRID}{bounded()}{LS_SHIFTED}
{_SHARP}
  let c = q*(h/2)
  take c
  have here: 0 < c
  have each: for all t: real, {a_step("s(c, t)", "t", "q")}:
    have step: s(c, t)*sqrt(t^2 + c^2) = t by layer(c, t), unit(t, c), here
    show by root_step(t, c, s(c, t), h/2, q), step, here
  show by here, each
{FOUND}""",
    {"layer": UNIT_PRINTED},
    **NAMES,
)

u = var("u")


# --- one hidden layer for every f of the class ----------------------------------------------------

scale = var("scale")  #: of the weights of all steps
#: the last unit has W = 0 and b = [1, 0, ..., 0]: it is exactly the constant 1/(1 + delta sqrt(d))
CONSTANT_UNIT = (1 + delta * SCALING_ROOT) * s(S.const(1), S.const(1))
UNIFORM_G = steps(lambda index: s(scale, offset(index)), N - 1) + LEVEL * CONSTANT_UNIT
STEEP_ENOUGH: Json = 2 * N * L * (delta * SCALING_ROOT) <= scale * (eps - L / (2 * N))
UNIFORM_GIVEN = [d >= 1, eps > 0, delta > 0, scale > 0, WIDTH, STEEP_ENOUGH, LIPSCHITZ, UNIT]
UNIFORM = statement(
    {**SORTS, "scale": "real"},
    UNIFORM_GIVEN,
    conj(HALFWAY < eps, on_domain(S.abs(UNIFORM_G - f(x)) <= HALFWAY)),
    FUNCTIONS,
)
UNIFORM_PROOF = written(
    UNIFORM,
    f"""{WIDE}{GRID}{FEW}{LS}{STEEP}
have some: exists far: real, 0 < far and scale*far = 2*N*(delta*sqrt(d)):
  take 2*N*(delta*sqrt(d))/scale
  show by smooth, scale > 0
obtain far from some
have exact: scale*far = 2*N*(delta*sqrt(d))
have scale*(far*L) <= scale*(eps - L/(2*N)) by enough, exact
have spent: far*L <= eps - L/(2*N)
have near: for all t: real, {a_step("s(scale, t)", "t", "far")}
  by steps(scale, far), 0 < far, exact, scale > 0
have one: s(1, 1)*(1 + delta*sqrt(d)) = 1 by product(1, 1), |1| = 1
have error: for all x: real, 0 <= x => x <= 1 => |network - f(x)| <= (L/(2*N) + eps)/2:
  have each: for all k: int, {a_step("step(k)", "offset(k)", "far")}:
    show by near(offset(k))
{indent(cell("far"), "  ")}
  have equal: network = sum(k = 1..N - 1, jump(k)*step(k)) + level by one
  have cost: far*jumps <= far*(L/2) by few, 0 < far
  show by equal, cell, cost, spent
show by half, error
""",
    {"layer": UNIT, "enough": STEEP_ENOUGH},
    **{**NAMES, "step": lambda k: s(scale, offset(k)), "network": UNIFORM_G},
)
