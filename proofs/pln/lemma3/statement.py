"""Lemma 3: a network of N + 1 units of LN-d is a sum of N sigmoidal functions (Eq. 29-30)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.layers import Dense, Padded, layer_norm
from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.pln.definition3 import certificate_of
from proofs.pln.density.layers import OVER, cited
from proofs.pln.steps_of_ramp import Unit
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, layer_norm_unit
from proofs.pln.thm1.statement import LN, NAMES, ROOTS, variance
from proofs.pln.units import ROOT, smooth_step
from proofs.trees.script import statement

u, v, t, y = var("u"), var("v"), var("t"), var("y")
n, j, i, p = var("n"), var("j"), var("i"), var("p")
FUNCTIONS = {"alpha": 1, "w": 2, "b": 1, "X": 2}


def alpha(index: Term) -> Term:
    return app("alpha", index)


def pre(index: Term, at: Term = p) -> Term:
    """w_j^T x + b_j at the point ``at``."""
    return total("i", 1, n, app("w", index, i) * app("X", at, i)) + app("b", index)


def combination(unit: Unit, high: Term = N) -> Term:
    """sum_{j=1}^{high} alpha_j unit(w_j^T x + b_j), Eq. 27."""
    return total("j", 1, high, alpha(j) * unit(pre(j)))


def ln(at: Term) -> Term:
    """The first coordinate of LN-d([t, -t, 0, ..., 0])."""
    return app("ln", at)


def first_of(at: Term, at_zero: Term | None) -> Term:
    """[1, 0, ..., 0] LN-d([t, -t, 0, ..., 0]) as Eq. 1 has it; ``at_zero`` where sigma = 0."""
    vector = Padded((at, -at), ZERO, d, S.repeated)
    chosen = Padded((ONE, ZERO), ZERO, d, S.repeated)
    return chosen.dot(layer_norm(S, vector, ZERO, at_zero=at_zero))  # type: ignore[arg-type]


#: ln abbreviates the layer of Eq. 1, with v in each coordinate where sigma = 0
LAYER: Json = every("u", "real", ln(u).equals(first_of(u, v)))
#: ln abbreviates the layer of Eq. 1 where that is defined
LAYER_PRINTED: Json = every("u", "real", implies(u.differs(0), ln(u).equals(first_of(u, None))))


def value_of(at: Term) -> Term:
    """sqrt(d/2) sign(t), and v at t = 0."""
    return ROOT * S.sign(at) + v * (1 - S.abs(S.sign(at)))


#: what the unit of Eq. 1 computes, with v in each coordinate where sigma = 0
FIRST: Json = every("u", "real", first_of(u, v).equals(value_of(u)))


def deviation(at: Term) -> Term:
    """sigma of [t, -t, 0, ..., 0], with the 0 that takes the place of delta."""
    return S.sqrt(variance(at, -at)) + ZERO


UNIT_NAMES = {name: NAMES[name] for name in ("mean", "variance", "norm")}
LIMIT_NAMES: dict[str, Any] = {
    **UNIT_NAMES,
    "deviation": deviation,
    "first": lambda u: first_of(u, v),
    "ratio": lambda a, b: S.ratio(a, b, v),
    "root": ROOT,
}
#: sigma = sqrt(2/d) |t|
DEVIATION = f"""{ROOTS}
have mean: for all u: real, mean(u) = 0:
  show by sum_zero(i -> 0, 1, d - 2), d >= 2
have scale: for all u: real, deviation(u) = sqrt(2/d)*|u|:
  have others: sum(i = 1..d - 2, (0 - mean(u))*(0 - mean(u))) = 0
    by sum_zero(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 2), mean(u)
  have variance: variance(u) = 2*u^2/d by mean(u), others, d >= 2
  have square: variance(u) = (sqrt(2/d)*|u|)^2 by variance, sqrt(2/d)^2 = 2/d, d >= 2
  show by square, low, 0 <= sqrt(2/d)*|u|
"""
#: sqrt(d/2) sign(u) where u is not 0, and v at 0
LN_ZERO = f"""{DEVIATION}{OVER}
have unit: for all u: real, first(u) = root*sign(u) + v*(1 - |sign(u)|):
  let s = deviation(u)
  have nonneg: 0 <= s by scale(u), low
  have bottom: 0 < s + 1 - |sign(s)|:
    cases s = 0:
      have sign(s) = 0
    have sign(s) = 1 by nonneg, s != 0
  have rest: sum(i = 1..d - 2, 0*ratio(0 - mean(u), s)) = 0
    by sum_zero(i -> 0*ratio(0 - mean(u), s), 1, d - 2), bottom
  have value: first(u) = ratio(u, s) by rest, bottom, mean(u)
  cases u = 0:
    have none: sign(s) = 0 by scale(u), u = 0
    have zero: ratio(u, s) = v by none, u = 0
    have flat: sign(u) = 0
    show by value, zero, flat
  have away: 0 < |u| by u != 0
  have one: sign(s) = 1 by scale(u), low, away
  have quotient: first(u) = u/s by value, one, bottom
  have s*root = |u| by scale(u), inverse
  have long: 0 < s by scale(u), low, u != 0
  have step: u/s = root*sign(u) by over(u, s, root), long, s*root = |u|, u != 0
  have full: |sign(u)| = 1 by u != 0
  show by quotient, step, full
"""
#: the unit is a number for every t, whatever v is
LIMIT_UNIT_STATEMENT = statement({"d": "int", "v": "real"}, [d >= 2], FIRST)
LIMIT_UNIT_PROOF = written(LIMIT_UNIT_STATEMENT, f"{LN_ZERO}show by unit", **LIMIT_NAMES)
LIMIT_UNIT = cited("pln.thm2.limit.unit", LIMIT_UNIT_STATEMENT, LIMIT_UNIT_PROOF)

# --- the statement: delta = 0, and v where sigma = 0 ---------------------------------------------

TWICE = S.sqrt(2 * d)  #: sqrt(2 d) of Eq. 30


def sigma_v(at: Term) -> Term:
    """(t/|t| + 1)/2, and at t = 0 what the layer gives there."""
    return (S.sign(at) + v / ROOT * (1 - S.abs(S.sign(at))) + 1) / 2


def last_unit(value: Term) -> Term:
    """The unit with alpha = [sum_j alpha_j, 0, ..., 0], W = O and b = [1, -1, 0, ..., 0]."""
    return total("j", 1, N, alpha(j)) * value


NETWORK = combination(ln) + last_unit(ln(ONE))


def scaled(weight: Term, at: Term) -> Term:
    """sqrt(2 d) alpha sigma(t)."""
    return TWICE * weight * sigma_v(at)


STATEMENT = statement(
    {"N": "int", "n": "int", "d": "int", "v": "real"},
    [d >= 2, N >= 0, LAYER],
    conj(
        every("p", "real", NETWORK.equals(total("j", 1, N, scaled(alpha(j), pre(j))))),
        every("t", "real", S.abs(sigma_v(t)) <= 1 + S.abs(v)),
        every("t", "real", implies(t > 0, sigma_v(t).equals(1))),
        every("y", "real", implies(y < 0, sigma_v(y).equals(0))),
    ),
    {**FUNCTIONS, "ln": 1},
)


TWICE_ROOT = """
have twice: sqrt(2*d) = 2*root:
  have (2*root)^2 = 2*d by root^2 = d/2
  have 0 <= 2*root
"""
#: unit by unit, as ln(t) + sqrt(d/2) = sqrt(2 d) sigma(t)
_STATEMENT_TEXT = f"""
# unit is {LIMIT_UNIT.id}
have high: 1 <= root
{TWICE_ROOT}
have value: for all u: real, ln(u) = root*sign(u) + v*(1 - |sign(u)|):
  show by layer(u), unit(d, v, u)
have one: for all a, t: real, a*ln(t) + root*a = scaled(a, t):
  show by value(t), twice, high
have last: ln(1) = root by value(1)
have network: for all p: real, sum(j = 1..N, alpha(j)*ln(pre(j, p))) + sum(j = 1..N, alpha(j))*ln(1)
    = sum(j = 1..N, scaled(alpha(j), pre(j, p))):
  have all: for all m: int, 0 <= m =>
      sum(j = 1..m, alpha(j)*ln(pre(j, p))) + root*sum(j = 1..m, alpha(j))
      = sum(j = 1..m, scaled(alpha(j), pre(j, p))) by induction on m:
    step:
      show by ih, one(alpha(m + 1), pre(m + 1, p)), sums
  show by all(N), last
have right: for all t: real, 0 < t => sigma(t) = 1:
  have sign(t) = 1
have left: for all t: real, t < 0 => sigma(t) = 0:
  have sign(t) = -1
have bounded: for all t: real, |sigma(t)| <= 1 + |v|:
  cases 0 < t:
    show by right(t), 0 < t
  cases t < 0:
    show by left(t), t < 0
  have sign(t) = 0
  have |v/root| <= |v| by high
show by network, bounded, right, left
"""
STATEMENT_PROOF = written(
    STATEMENT,
    _STATEMENT_TEXT,
    {"layer": LAYER},
    {"unit": lambda: certificate_of(LIMIT_UNIT)},
    pre=pre,
    root=ROOT,
    sigma=sigma_v,
    scaled=scaled,
)


# --- with delta > 0 ------------------------------------------------------------------------------

COST = delta * ROOT  #: the smoothing of the unit, Eq. 6


def sigma_c(at: Term, c: Term = COST) -> Term:
    """(t/(|t| + c) + 1)/2."""
    return (smooth_step(at, c) + 1) / 2


def _units(high: Term) -> Term:
    return total("j", 1, high, alpha(j) / 2 * layer_norm_unit(pre(j)))


def _halves(high: Term) -> Term:
    return total("j", 1, high, alpha(j) / 2)


def smooth_network(factor: Term) -> Term:
    """N + 1 units of LN-d with delta > 0: the last one has W = O and b = [1, -1, 0, ..., 0].

    Its weight is ``factor`` times the sum of the others; Eq. 29 has the factor 1.
    """
    return _units(N) + _halves(N) * factor * layer_norm_unit(ONE)


SMOOTH_NETWORK = smooth_network(1 + COST)
#: it is sum_j alpha_j sigma_c(w_j^T x + b_j)
SMOOTH: Json = every("p", "real", SMOOTH_NETWORK.equals(combination(sigma_c)))
SMOOTH_STATEMENT = statement(
    {"N": "int", "n": "int", "d": "int", "delta": "real"},
    [d >= 2, delta > 0, N >= 0],
    SMOOTH,
    FUNCTIONS,
)


#: unit by unit, as (norm(t) + 1)/2 = sigma(t)
_SMOOTH_TEXT = f"""{LN}
let c = delta*sqrt(d/2)
have c: 0 < c by high, delta > 0
have value: for all u: real, norm(u, delta) = u/(|u| + c):
  show by unit(u, delta), delta > 0
have one: for all a, t: real, a/2*norm(t, delta) + a/2 = a*sigma(t):
  have 0 < |t| + c by c
  show by value(t), 0 < |t| + c
have last: (1 + c)*norm(1, delta) = 1 by value(1), c
fix p
have all: for all m: int, 0 <= m =>
    sum(j = 1..m, alpha(j)/2*norm(pre(j, p), delta)) + sum(j = 1..m, alpha(j)/2)
    = sum(j = 1..m, alpha(j)*sigma(pre(j, p))) by induction on m:
  step:
    show by ih, one(alpha(m + 1), pre(m + 1, p)), sums
show by all(N), last
"""
SMOOTH_PROOF = written(
    SMOOTH_STATEMENT, _SMOOTH_TEXT, pre=pre, sigma=lambda t: sigma_c(t), **UNIT_NAMES
)


# --- Eq. 29 and Eq. 30, as they are printed ------------------------------------------------------


def sigma(at: Term) -> Term:
    """(x/|x| + 1)/2."""
    return (at / S.abs(at) + 1) / 2


@dataclass(frozen=True)
class Chain:
    """G and the three expressions that it is set equal to, where no pre-activation is 0.

    ``rooted(t)`` is the denominator, ``root`` the coefficient of the constants and ``twice`` that
    of the sigmoids; ``layer`` says what ln abbreviates and ``value`` what it comes to.
    """

    rooted: Callable[[Term], Term]
    root: Term
    twice: Term
    layer: Json

    def sums(self) -> tuple[Callable[[Term], Term], ...]:
        def over(body: Callable[[Term], Term]) -> Callable[[Term], Term]:
            return lambda high: total("j", 1, high, body(j))

        half = Fraction(1, 2)
        return (
            over(lambda a: alpha(a) * ln(pre(a))),
            over(alpha),
            over(lambda a: alpha(a) * (pre(a) / self.rooted(pre(a)))),
            over(lambda a: self.root * alpha(a)),
            over(lambda a: self.twice * alpha(a) * (pre(a) / (2 * S.abs(pre(a))) + half)),
            over(lambda a: self.twice * alpha(a) * sigma(pre(a))),
        )

    def show(self) -> Json:
        units, weights, roots, constants, brackets, sigmas = (f(N) for f in self.sums())
        return every(
            "p",
            "real",
            implies(
                APART,
                conj(
                    (units + weights * ln(ONE)).equals(roots + constants),
                    (roots + constants).equals(brackets),
                    brackets.equals(sigmas),
                ),
            ),
        )

    def names(self) -> dict[str, Any]:
        """What the texts call them."""
        sums = ("units", "weights", "roots", "constants", "brackets", "sigmas")
        made = dict(zip(sums, self.sums(), strict=True))
        return {**made, "pre": lambda index: pre(index), "rooted": self.rooted, "root": self.root}


#: no pre-activation is 0 at the point p
APART: Json = every("j", "int", implies(j >= 1, j <= N, pre(j).differs(0)))


def _deviation(at: Term) -> Term:
    """sigma of [t, -t]."""
    mu = (at + -at) / 2
    return S.sqrt(((at - mu) * (at - mu) + (-at - mu) * (-at - mu)) / 2)


def _plain(at: Term) -> Term:
    """The first coordinate of LN-2([t, -t]), Eq. 1."""
    value: Term = layer_norm(S, Dense((at, -at), S), ZERO).head[0]
    return value


EQ29 = Chain(
    lambda at: S.sqrt(at * at),
    S.const(1),
    S.const(2),
    every("u", "real", implies(u.differs(0), ln(u).equals(_plain(u)))),
)
EQ30 = Chain(lambda at: S.sqrt(2 / d * (at * at)), ROOT, TWICE, LAYER_PRINTED)


def chain_statement(chain: Chain, given: list[Json], sorts: dict[str, str]) -> Json:
    return statement(
        {"N": "int", "n": "int", **sorts},
        [*given, N >= 0, chain.layer],
        chain.show(),
        {**FUNCTIONS, "ln": 1},
    )


EQ29_STATEMENT = chain_statement(EQ29, [], {})
EQ30_STATEMENT = chain_statement(EQ30, [d >= 2], {"d": "int"})

#: each unit is root t/|t|, and so is its quotient in the first line
_UNITS = """
have value: for all u: real, u != 0 => 0 < |u| and 0 < rooted(u) and
    ln(u) = root*(u/|u|) and u/rooted(u) = root*(u/|u|):
"""
_CHAIN = """
have last: ln(1) = root by value(1)
fix p
have apart: for all j: int, 1 <= j => j <= N => pre(j) != 0
have all: for all m: int, 0 <= m => m <= N =>
    units(m) + root*weights(m) = roots(m) + constants(m) and
    roots(m) + constants(m) = brackets(m) and brackets(m) = sigmas(m) by induction on m:
  step:
    use apart(m + 1), value(pre(m + 1))
show by all(N), last
"""
_EQ29 = f"""{_UNITS}
  have away: 0 < |u|
  have root: rooted(u) = |u|
  have scale: deviation(u) = |u|:
    have deviation(u)^2 = u^2
    have 0 <= deviation(u)
  show by layer(u), away, root, scale, u != 0
{_CHAIN}"""
_EQ30 = f"""{DEVIATION}{TWICE_ROOT}{_UNITS}
  have away: 0 < |u|
  have long: 0 < sqrt(2/d)*|u| by low, away
  have square: 2/d*(u*u) = (sqrt(2/d)*|u|)^2 by sqrt(2/d)^2 = 2/d, d >= 2
  have root: rooted(u) = sqrt(2/d)*|u| by square, long
  have some: 0 < deviation(u) by scale(u), long
  have rest: sum(i = 1..d - 2, 0*((0 - mean(u))/deviation(u))) = 0
    by sum_zero(i -> 0*((0 - mean(u))/deviation(u)), 1, d - 2), some
  have quotient: ln(u) = u/deviation(u) by layer(u), rest, mean(u), some, u != 0
  have step: u/(sqrt(2/d)*|u|) = root*(u/|u|) by inverse, long, away
  show by quotient, step, root, scale(u), away, long
{_CHAIN}"""
EQ29_PROOF = written(
    EQ29_STATEMENT,
    _EQ29,
    {"layer": EQ29.layer},
    deviation=_deviation,
    **EQ29.names(),
)
EQ30_PROOF = written(
    EQ30_STATEMENT, _EQ30, {"layer": EQ30.layer}, deviation=deviation, **UNIT_NAMES, **EQ30.names()
)
