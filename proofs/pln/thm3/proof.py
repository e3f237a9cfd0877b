"""The printed proof of Theorem 3 (A.3, Eq. 31), and its lines on density."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.layers import Dense, layer_scaling
from constructions.pln import scaling_unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Line, Obligation, Witness
from proofs.language.elaboration import written
from proofs.pln.bound import LIPSCHITZ, WIDTH
from proofs.pln.symbols import ONE, ZERO, N, S, d, eps, f, x
from proofs.pln.thm1.conclusion import ANY, CONSTANT_0, CONSTANT_1, MAXIMUM
from proofs.pln.thm1.sums import A
from proofs.pln.thm1.sums import sequent as thm1_sequent
from proofs.pln.thm3.statement import LS, NAMES
from proofs.pln.units import SCALING_IDENTITY, SCALING_ROOT, smooth_step
from proofs.trees.script import (
    statement,
)

n, i, j, u = var("n"), var("i"), var("j"), var("u")
_FUNCTIONS = {"alpha": 1, "w": 2, "b": 1, "X": 1}


def alpha(index: Term) -> Term:
    return app("alpha", index)


def pre(index: Term) -> Term:
    """w_j^T x + b_j for x in R^n."""
    return total("i", 1, n, app("w", index, i) * app("X", i)) + app("b", index)


# --- Eq. 31 --------------------------------------------------------------------------------------


def ls(at: Term) -> Term:
    """The first coordinate of LS-d([t, 0, ..., 0])."""
    return app("ls", at)


def _first(at: Term) -> Term:
    """LS-d([t, 0, ..., 0])_1 as Eq. 4 has it: sqrt(d) times the unit with output 1/sqrt(d)."""
    return SCALING_ROOT * scaling_unit_on_line(S, at, d, ZERO)


def sigma(at: Term) -> Term:
    """(t/|t| + 1)/2."""
    return (at / S.abs(at) + 1) / 2


#: ls abbreviates the layer, where Eq. 4 defines it
LAYER: Json = every("u", "real", implies(u.differs(0), ls(u).equals(_first(u))))
APART: Json = every("j", "int", implies(j >= 1, j <= N, pre(j).differs(0)))


def _sum(body: Callable[[Term], Term]) -> Term:
    return total("j", 1, N, body(j))


def _root(index: Term) -> Term:
    return alpha(index) * (pre(index) / S.sqrt(pre(index) * pre(index) / d))


def _bracket(index: Term) -> Term:
    at = pre(index)
    return 2 * SCALING_ROOT * alpha(index) * (at / (2 * S.abs(at)) + Fraction(1, 2))


def _half(index: Term) -> Term:
    return 2 * SCALING_ROOT * alpha(index) * sigma(pre(index))


_NETWORK = _sum(lambda index: alpha(index) * ls(pre(index)))
_WEIGHTS = _sum(alpha)
_ROOTS, _BRACKETS, _SIGMAS = _sum(_root), _sum(_bracket), _sum(_half)
_CONSTANTS = _sum(lambda index: SCALING_ROOT * alpha(index))
EQ31 = conj(
    (_NETWORK + _WEIGHTS * ls(ONE)).equals(_ROOTS + _CONSTANTS),
    (_ROOTS + _CONSTANTS).equals(_BRACKETS),
    _BRACKETS.equals(_SIGMAS),
)
EQ31_STATEMENT = statement(
    {"N": "int", "n": "int", "d": "int"},
    [d >= 1, N >= 0, LAYER, APART],
    EQ31,
    {**_FUNCTIONS, "ls": 1},
)
_EQ31 = """
have pos: 0 < sqrt(d) by root_positive(d)
have value: for all u: real, u != 0 =>
    ls(u) = sqrt(d)*(u/|u|) and 0 < short(u) and u/short(u) = sqrt(d)*(u/|u|):
  have away: 0 < |u| by u != 0
  have part: 0 < |u|/sqrt(d) by away, pos
  have square: u*u/d = (|u|/sqrt(d))^2 by pos, sqrt(d)^2 = d
  have short: short(u) = |u|/sqrt(d) by square, part
  have mean: mean(u) = u*u/d by sum_zero(i -> 0*0, 1, d - 1), d >= 1
  have rms: sqrt(mean(u)) = |u|/sqrt(d) by mean, square, part
  have scale: 0 < sqrt(mean(u)) + 0 by rms, part
  have rest: sum(i = 1..d - 1, 0*(0/(sqrt(mean(u)) + 0))) = 0
    by sum_zero(i -> 0*(0/(sqrt(mean(u)) + 0)), 1, d - 1), scale
  have first: first(u) = u/(sqrt(mean(u)) + 0) by rest, pos, scale
  have ls(u) = first(u) by layer(u)
  show by ls(u) = first(u), first, rms, short, pos, away
have one: ls(1) = sqrt(d) by value(1), |1| = 1
let c = sqrt(d)
have left: for all j in 1..N, alpha(j)*ls(pre(j)) = root(j):
  show by apart(j), value(pre(j))
have right: for all j in 1..N, alpha(j)*ls(pre(j)) + c*alpha(j) = bracket(j):
  show by apart(j), value(pre(j))
have last: for all j in 1..N, bracket(j) = half(j):
  show by apart(j)
have scaled: constants = c*weights by sum_scale(j -> alpha(j), c, 1, N)
have first: network = roots by sum_equal(j -> alpha(j)*ls(pre(j)), j -> root(j), 1, N), left
have second: sum(j = 1..N, alpha(j)*ls(pre(j)) + c*alpha(j)) = brackets
  by sum_equal(j -> alpha(j)*ls(pre(j)) + c*alpha(j), j -> bracket(j), 1, N), right
have both: sum(j = 1..N, alpha(j)*ls(pre(j)) + c*alpha(j)) = network + constants
  by sum_add(j -> alpha(j)*ls(pre(j)), j -> c*alpha(j), 1, N)
have end: brackets = sigmas by sum_equal(j -> bracket(j), j -> half(j), 1, N), last
have start: network + weights*ls(1) = roots + constants by first, one, scaled
have middle: roots + constants = brackets by first, both, second
show by start, middle, end
"""
EQ31_PROOF = written(
    EQ31_STATEMENT,
    _EQ31,
    {"layer": LAYER, "apart": APART},
    pre=pre,
    first=_first,
    mean=NAMES["mean"],
    short=lambda u: S.sqrt(u * u / d),
    root=_root,
    bracket=_bracket,
    half=_half,
    network=_NETWORK,
    weights=_WEIGHTS,
    roots=_ROOTS,
    constants=_CONSTANTS,
    brackets=_BRACKETS,
    sigmas=_SIGMAS,
)


# --- "even though it is not defined at x = 0" -----------------------------------------------------

_NAMES = ("a1", "w1", "c1", "a2", "w2", "c2")
_a1, _w1, _c1, _a2, _w2, _c2 = (var(name) for name in _NAMES)


def ls1(at: Term) -> Term:
    """LS-1 of one coordinate, exactly as in Eq. 4."""
    value: Term = layer_scaling(S, Dense((at,), S), ZERO).head[0]
    return value


_H1, _H2 = _w1 * x + _c1, _w2 * x + _c2
_ERROR2 = S.abs(_a1 * ls1(_H1) + _a2 * ls1(_H2) - f(x))
_DEFINED: Json = every(
    "x", "real", implies(x >= 0, x <= 1, conj(_H1.differs(0), _H2.differs(0), _ERROR2 < eps))
)


def _some(names: tuple[str, ...], formula: Json) -> Json:
    for name in reversed(names):
        formula = exists(name, "real", formula)
    return formula


#: some unit is undefined in [0, 1], or the network is constant there
_NOWHERE = """
fix a1, w1, c1, a2, w2, c2
have sign1: for all h: real, h != 0 => h/(sqrt(h*h/1) + 0) = sign(h):
  have sqrt(h*h/1) = |h|
  cases h < 0:
    show by sqrt(h*h/1) = |h|, h < 0
  show by sqrt(h*h/1) = |h|, h != 0, 0 <= h
have root: for all w, c: real, c*(w + c) <= 0 => exists x: real, 0 <= x and x <= 1 and w*x + c = 0:
  cases c = 0:
    take 0
  have w != 0
  take -c/w
cases c1*(w1 + c1) <= 0:
  obtain zero: x from root(w1, c1)
  take x
cases c2*(w2 + c2) <= 0:
  obtain zero: x from root(w2, c2)
  take x
let h(w, c, x) = (w*x + c)/(sqrt((w*x + c)*(w*x + c)/1) + 0)
have ends: for all w, c: real, 0 < c*(w + c) => h(w, c, 0) = sign(c) and h(w, c, 1) = sign(c):
  have c != 0
  have w + c != 0
  have sign(w + c) = sign(c)
  show by sign1(w*0 + c), sign1(w*1 + c), c != 0, w + c != 0, sign(w + c) = sign(c)
use one: ends(w1, c1)
use two: ends(w2, c2)
cases a1*sign(c1) + a2*sign(c2) <= 1/2:
  take 1
  show by one, two, a1*sign(c1) + a2*sign(c2) <= 1/2
take 0
show by one, two, a1*sign(c1) + a2*sign(c2) > 1/2
"""
UNDEFINED = Attempt(
    "pln.thm3.undefined.d1",
    "$d = 1$, $f(u) = u$, $L = 1$, $epsilon = 1\\/2$, so $N = 2$: whatever the weights, some unit "
    "is undefined at a point of $[0, 1]$, or the network is constant there and $1\\/2$ away from "
    "$f$ at an end",
    statement(
        {"N": "int", "L": "real", "eps": "real"},
        [eps > 0, WIDTH, LIPSCHITZ, N.equals(2)],
        _some(_NAMES, _DEFINED),
        {"f": 1},
    ),
    Witness({"N": 2, "L": 1, "eps": Fraction(1, 2)}, {"f": (("u",), "u")}),
    script=_NOWHERE,
)

# --- the smooth sigmoid --------------------------------------------------------------------------


def smooth_sigma(at: Term, c: Term) -> Term:
    """sigma_c(t) = (t/(|t| + c) + 1)/2."""
    return (smooth_step(at, c) + 1) / 2


_c, _eta, _t, _M, _v = var("c"), var("eta"), var("t"), var("M"), var("v")
_SIGMA = smooth_sigma(_t, _c)


def _limit(side: int) -> Json:
    """For all eta > 0 there is M > 0 with sigma_c(t) within eta of its limit for side t > M."""
    off = 1 - _SIGMA if side > 0 else _SIGMA
    beyond: Json = every("t", "real", implies(side * _t > _M, S.abs(off) < _eta))
    return every("eta", "real", implies(_eta > 0, exists("M", "real", beyond)))


SIGMOIDAL = statement(
    {"c": "real"},
    [_c > 0],
    conj(
        every("t", "real", conj(_SIGMA > 0, _SIGMA < 1)),
        every(
            "u",
            "real",
            every(
                "v",
                "real",
                S.abs(smooth_sigma(u, _c) - smooth_sigma(_v, _c)) <= S.abs(u - _v) / _c,
            ),
        ),
        _limit(1),
        _limit(-1),
    ),
)


SIGMOIDAL_PARTS = (
    "bounded: $0 < sigma_c < 1$",
    "continuous: $abs(sigma_c (u) - sigma_c (v)) <= abs(u - v) \\/ c$",
    "$sigma_c (+infinity) = 1$ (Definition 4)",
    "$sigma_c (-infinity) = 0$ (Definition 4)",
)  #: what stands beside the four parts of SIGMOIDAL


SIGMOIDAL_PROOF = written(
    SIGMOIDAL,
    """
have bounded: for all t: real, 0 < sigma(t) and sigma(t) < 1:
  have 0 < |t| + c
  have -1 < t/(|t| + c)
  have t/(|t| + c) < 1
have value: for all t: real, 0 <= t => sigma(t) = 1 - c/(t + c)/2:
  have 0 < t + c
have mirror: for all t: real, sigma(-t) = 1 - sigma(t):
  have |-t| = |t|
  have 0 < |t| + c
have below: for all t: real, 0 <= t => 0 <= c/(t + c) and c/(t + c) <= 1:
  have 0 < t + c
have pair: for all p, q: real, 0 <= p => 0 <= q => c/(p + c) - c/(q + c) <= |p - q|/c:
  have bottom: c*c <= (p + c)*(q + c)
  have gap: c/(p + c) - c/(q + c) = c*(q - p)/((p + c)*(q + c))
  have room: |p - q|/c*(c*c) <= |p - q|/c*((p + c)*(q + c)) by bottom, c > 0
  have top: c*(q - p) <= |p - q|/c*((p + c)*(q + c)) by room, c > 0
  show by gap, quotient_below(c*(q - p), (p + c)*(q + c), |p - q|/c), top, bottom, c > 0
have away: for all p: real, 0 <= p => 1 - c/(p + c) <= p/c:
  have gap: 1 - c/(p + c) = p/(p + c)
  show by gap, c > 0
have one: for all p, q: real, 0 <= p => |sigma(p) - sigma(q)| <= |p - q|/c:
  cases q >= 0:
    have close: |c/(p + c) - c/(q + c)| <= |p - q|/c
      by pair(p, q), pair(q, p), |q - p| = |p - q|, q >= 0
    show by close, value(p), value(q), q >= 0
  have left: q < 0
  have at_q: sigma(q) = c/(-q + c)/2 by mirror(-q), value(-q), left
  have ends: 1 - c/(p + c) <= p/c and 1 - c/(-q + c) <= -q/c by away(p), away(-q), left
  show by value(p), at_q, ends, below(p), below(-q), left, c > 0
have lipschitz: for all u: real, for all v: real, |sigma(u) - sigma(v)| <= |u - v|/c:
  cases right: u >= 0:
    show by one(u, v), right
  have same: |sigma(u) - sigma(v)| = |sigma(-u) - sigma(-v)| by mirror(u), mirror(v)
  have size: |u - v| = |-u - (-v)|
  show by one(-u, -v), same, size, u < 0
have end: for all eta, t: real, 0 < eta => c/eta < t => 0 <= 1 - sigma(t) and 1 - sigma(t) < eta:
  have far: c < eta*t
  have positive: 0 < t by far, c > 0
  have c/(t + c) < eta by far, positive, c > 0
  show by value(t), positive, below(t), c/(t + c) < eta
have right: for all eta: real, 0 < eta =>
    exists M: real, (for all t: real, M < 1*t => |1 - sigma(t)| < eta):
  take c/eta
  show by end(eta, t)
have left: for all eta: real, 0 < eta =>
    exists M: real, (for all t: real, M < opposite(t) => |sigma(t)| < eta):
  take c/eta
  show by end(eta, -t), mirror(t)
show by bounded, lipschitz, right, left
""",
    sigma=lambda t: smooth_sigma(t, _c),
    opposite=lambda t: -1 * t,
)


# --- the lines -----------------------------------------------------------------------------------

UNIT_STATEMENT = statement({"d": "int"}, [d >= 1], SCALING_IDENTITY)
UNIT = Obligation(
    "pln.thm3.unit",
    'one unit, for every $d >= 1$: $bold(alpha)^top "LS"([t, 0, ..., 0]) = '
    "t \\/ (abs(t) + delta sqrt(d))$ with $bold(alpha) = [1\\/sqrt(d), 0, ..., 0]$",
    UNIT_STATEMENT,
    written(UNIT_STATEMENT, f"{LS}show by unit", **NAMES),
)

LINES = (
    Line(
        "pln.thm3.similar",
        "the proof is similar to that of PLN",
        (UNIT,),
        (
            Attempt(
                "pln.thm3.similar.delta",
                "$f = 0$: every weight is $0$, so $delta_N = epsilon_1 delta_0 \\/ (N alpha^*)$ "
                "of the proof of Theorem 1 divides by $0$ here too",
                thm1_sequent([*ANY, *MAXIMUM], (N * A).differs(0)),
                Witness(
                    {"N": 1, "p": 1, "A": 0, "L": 0, "eps": 1},
                    {"f": CONSTANT_0, "alpha": CONSTANT_0, "b": CONSTANT_1},
                ),
            ),
        ),
        conclusion_stands="pln.thm3.statement",
        why="with $delta sqrt(d)$ in place of $delta sqrt(d \\/ 2)$ it is the proof of Theorem 1, "
        "and so is its gap: $delta_N$ divides by $N alpha^*$, which may be $0$",
        repair="any $delta$ with $2 N L delta sqrt(d) <= epsilon - L \\/ (2 N)$ will do, for every "
        "$f$ at once (`pln.thm3.sharpened`)",
        reading="for the width bound no other proof is printed",
    ),
)

DENSITY_LINES = (
    Line(
        "pln.thm3.eq31",
        "Eq. 31: $G(bold(x)) = sum_j hat(alpha)_j t_j \\/ sqrt(t_j^2 \\/ d) + sum_j sqrt(d) "
        "hat(alpha)_j = sum_j 2 sqrt(d) hat(alpha)_j [t_j \\/ (2 abs(t_j)) + 1\\/2] = "
        "sum_j 2 sqrt(d) hat(alpha)_j sigma(t_j)$ with $t_j = bold(w)_j^top bold(x) + b_j$",
        (
            Obligation(
                "pln.thm3.eq31.chain",
                "each of the three equalities, for every $N$, $n$, $d$ and all weights, where no "
                "$t_j$ is $0$",
                EQ31_STATEMENT,
                EQ31_PROOF,
            ),
        ),
        reading="where $t_j != 0$; elsewhere Eq. 4 is not defined",
    ),
    Line(
        "pln.thm3.undefined",
        "$sigma(x) = (x \\/ abs(x) + 1) \\/ 2$ is obvious a bounded measurable sigmoidal function, "
        "even though it is not defined at $x = 0$",
        attempts=(UNDEFINED,),
        conclusion_stands="pln.thm3.density.statement",
        why="Theorem 4 is about functions on $RR$; with Eq. 4 as it stands $G$ is undefined on the "
        "hyperplanes $t_j = 0$, and for $d = 1$ no network of units that are defined on "
        "$[0, 1]$ does better than a constant",
        repair="with $delta > 0$ as in Eq. 5 the unit is $2 sigma_c - 1$ for a bounded "
        "sigmoidal $sigma_c$, to which Theorem 4 applies (`pln.thm3.density.statement`); with a "
        "value at $bold(h) = 0$, which Eq. 4 does not give, the theorem holds too "
        "(`pln.thm3.density.limit`)",
    ),
)
