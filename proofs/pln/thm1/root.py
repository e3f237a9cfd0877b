"""Theorem 1 with (h - mu)/sqrt(var + delta): the error is of first order in delta.

The unit is t/sqrt(t^2 + C) with C = delta d/2.  At t >= w it is within C/(2 w^2) of 1, and nearer
to its breakpoint it mixes the two values beside it, which costs nothing whatever C is.  So with
A = sum_{k<N} |alpha_hat_k| and B = |alpha_hat_N|

    |G(x) - f(x)| <= L/(2N) + 2 N^2 C A + C B/2 .
"""

from __future__ import annotations

from fractions import Fraction

from constructions.layers import ROOT_OF_VAR_PLUS_DELTA
from constructions.pln import unit_on_line
from constructions.terms import Json, Term, app, every, var
from proofs.claims import Attempt, Claim, Obligation, Witness
from proofs.language.elaboration import written
from proofs.pln import cells
from proofs.pln.bound import (
    LIPSCHITZ,
    network,
    on_domain,
)
from proofs.pln.cells import GRID, a_step, cell
from proofs.pln.paper import readings, source
from proofs.pln.symbols import LEVEL, L, N, S, d, delta, eps, f, jumps, k, offset, t, x
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm1.statement import NAMES, ROOTS
from proofs.pln.thm1.sums import once
from proofs.trees.script import (
    statement,
)

C, last = var("C"), var("last")
_t, _c, w, value = (var(name) for name in ("u", "cc", "w", "value"))


def hypotenuse(at: Term, square: Term) -> Term:
    """sqrt(t^2 + C)."""
    return S.sqrt(at * at + square)


def smoothing_error(square: Term) -> Term:
    """2 N^2 C A + C B/2."""
    return 2 * N * N * square * jumps(N - 1) + square / 2 * S.abs(LEVEL)


# --- one unit, and what N of them do -------------------------------------------------------------

#: (r - t)(r + t) = c with r >= t >= w, and 1 - v = (r - t)/r
QUOTIENT = """
have quotient: for all v, t, w, c, q: real,
    0 < c => 0 < w => c <= q*(2*w*w) => v*sqrt(t*t + c) = t =>
    -1 <= v and v <= 1 and 0 <= v*t and (t >= w => 1 - v <= q) and (t <= -w => 1 + v <= q):
  let r = sqrt(t*t + c)
  have root: 0 < r and r^2 = t^2 + c
  have size: |t| <= r by root, 0 < c
  have value: v*r = t
  have unit: -1 <= v and v <= 1 and 0 <= v*t by value, size, root
  have right: t >= w => 1 - v <= q:
    have gap: (r - t)*(r + t) = c by root
    have (r - t)*(2*w) <= c by gap, size, t >= w, 0 < w
    have near: (1 - v)*r = r - t by value
    have (1 - v)*(2*w)*w <= (1 - v)*(2*w)*r by unit, size, t >= w, 0 < w
    have (1 - v)*(2*w*w) <= q*(2*w*w)
    show by (1 - v)*(2*w*w) <= q*(2*w*w), 0 < w
  have left: t <= -w => 1 + v <= q:
    have gap: (r - t)*(r + t) = c by root
    have (r + t)*(2*w) <= c by gap, size, t <= -w, 0 < w
    have near: (1 + v)*r = r + t by value
    have (1 + v)*(2*w)*w <= (1 + v)*(2*w)*r by unit, size, t <= -w, 0 < w
    have (1 + v)*(2*w*w) <= q*(2*w*w)
    show by (1 + v)*(2*w*w) <= q*(2*w*w), 0 < w
  show by unit, right, left
"""
#: after GRID, what ``units`` and ``end`` say are units cost at most 2 N^2 C A + C B/2
COST = f"""{QUOTIENT}
let far = 2*N*N*C
have wide: 0 <= far by smooth
have size: C <= far*(2*(h/2)*(h/2)) by pos, N*h = 1
have each: for all k: int, {a_step("step(k)", "offset(k)", "far")}:
  show by quotient(step(k), offset(k), h/2, C, far), units(k), size, pos, smooth
{cell("far")}
have near: -1 <= last and last <= 1 and 1 - last <= C/2
  by quotient(last, x + 1, 1, C, C/2), end, smooth, x >= 0
have off: |level*(1 - last)| <= |level|*(C/2) by abs_product(level, 1 - last), near
have equal: G = sum(k = 1..N - 1, jump(k)*step(k)) + level - level*(1 - last)
have total: |G - f(x)| <= L/(2*N) + far*jumps + |level|*(C/2) by equal, cell, off
"""


def _is_unit(s: Term, at: Term, square: Term) -> Json:
    """s sqrt(t^2 + C) = t."""
    return (s * hypotenuse(at, square)).equals(at)


_EACH: Json = every("k", "int", _is_unit(app("step", k), offset(k), C))
BOUND = statement(
    {"N": "int", "x": "real", "L": "real", "C": "real", "last": "real"},
    [N > 0, LIPSCHITZ, x >= 0, x <= 1, C > 0, _EACH, _is_unit(last, x + 1, C)],
    S.abs(network(lambda index: app("step", index), last) - f(x))
    <= L / (2 * N) + smoothing_error(C),
    {"f": 1, "step": 1},
)


BOUND_PROOF = written(
    BOUND,
    f"""{GRID}
have smooth: 0 < C
have end: last*sqrt((x + 1)*(x + 1) + C) = x + 1
{COST}
show by total
""",
    {"units": _EACH},
    **cells.NAMES,
    step=lambda k: app("step", k),
    G=network(lambda index: app("step", index), last),
)


# --- the layer -----------------------------------------------------------------------------------


def unit(at: Term) -> Term:
    """alpha^T LN-d([t, -t, 0, ..., 0]) with the root of sigma^2 + delta."""
    made: Term = unit_on_line(S, at, d, delta, ROOT_OF_VAR_PLUS_DELTA)
    return made


SQUARE = delta * d / 2  #: C of the units with the printed weights


def s(at: Term) -> Term:
    """The unit at t = x + b_hat."""
    return app("s", at)


#: s(t) = alpha^T LN-d([t, -t, 0, ..., 0]), for all t
UNIT: Json = every("t", "real", s(t).equals(unit(t)))


#: var + delta = 2 (u^2 + C)/d with C = delta d/2
UNITS = f"""{ROOTS}
have smooth: 0 < C by delta > 0, d >= 2
have unit: for all u: real, 0 < u*u + C and norm(u)*sqrt(u*u + C) = u:
  have mean: mean(u) = 0 by sum_zero(i -> 0, 1, d - 2), d >= 2
  have others: sum(i = 1..d - 2, (0 - mean(u))*(0 - mean(u))) = 0
    by sum_zero(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 2), mean
  have variance: variance(u) + delta = 2*(u*u + C)/d by mean, others, d >= 2
  have under: 0 < u*u + C by smooth
  have top: 0 < sqrt(u*u + C) by under
  have square: variance(u) + delta = (sqrt(2/d)*sqrt(u*u + C))^2
    by variance, sqrt(2/d)^2 = 2/d, sqrt(u*u + C)^2 = u*u + C, d >= 2, under
  have scale: sqrt(variance(u) + delta) = sqrt(2/d)*sqrt(u*u + C) by square, low, top
  have positive: 0 < sqrt(variance(u) + delta) by scale, low, top
  have rest: sum(i = 1..d - 2, 0*((0 - mean(u))/sqrt(variance(u) + delta))) = 0
    by sum_zero(i -> 0*((0 - mean(u))/sqrt(variance(u) + delta)), 1, d - 2), positive
  have value: norm(u) = sqrt(2/d)*(u/sqrt(variance(u) + delta)) by rest, positive, mean, low, d >= 2
  show by value, scale, low, top, under
"""
LAYER = {"mean": NAMES["mean"], "variance": NAMES["variance"], "norm": unit}


_A, _B = jumps(N - 1), S.abs(LEVEL)
#: delta d/2 (2 N^2 A + B/2) < eps - L/(2N)
SMALL: Json = SQUARE * (2 * N * N * _A + _B / 2) < eps - L / (2 * N)
AFTER = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    [d >= 2, delta > 0, N > 0, LIPSCHITZ, SMALL, UNIT],
    on_domain(S.abs(network(lambda index: s(offset(index)), s(x + 1)) - f(x)) < eps),
    {"f": 1, "s": 1},
)
AFTER_PROOF = written(
    AFTER,
    f"""{GRID}{UNITS}
fix x
have all: for all t: real, s(t)*sqrt(t*t + C) = t:
  show by unit(t), layer(t)
have units: for all k: int, step(k)*sqrt(offset(k)*offset(k) + C) = offset(k):
  show by all(offset(k))
have end: last*sqrt((x + 1)*(x + 1) + C) = x + 1 by all(x + 1)
{COST}
show by total, small
""",
    {"layer": UNIT, "small": SMALL},
    **cells.NAMES,
    **LAYER,
    C=SQUARE,
    step=lambda k: s(offset(k)),
    last=s(x + 1),
    G=network(lambda index: s(offset(index)), s(x + 1)),
)


# --- data, and the claim -------------------------------------------------------------------------

IDENTITY: tuple[tuple[str, ...], Json] = (("u",), "u")
_SMALL_LAYER = {"d": S.const(2), "delta": S.const(1)}
_BOUND_SQUARE, _HALF = S.const(4), S.const(Fraction(1, 2))


def _quotient(at: Term, square: Term) -> Term:
    return at / hypotenuse(at, square)


_S2 = placed(once(_quotient(t, SQUARE)).json, {**_SMALL_LAYER, "t": var("v")})
DATA = (
    Attempt(
        "pln.thm1.root.bound.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $x = 1\\/2$ and $C = 4$",
        BOUND,
        Witness(
            {"N": 2, "x": Fraction(1, 2), "L": 1, "C": 4, "last": Fraction(3, 5)},
            {
                "f": IDENTITY,
                "step": (("k",), _quotient(Fraction(1, 2) - k / 2, _BOUND_SQUARE).json),
            },
        ),
    ),
    Attempt(
        "pln.thm1.root.delta.satisfiable",
        "the hypotheses hold for $f(u) = u$, $L = 1$, $N = 2$, $epsilon = 3$, $d = 2$, "
        "$delta = 1$, and inside for $x = 1\\/2$",
        AFTER,
        Witness(
            {"N": 2, "d": 2, "L": 1, "eps": 3, "delta": 1, "x": Fraction(1, 2)},
            {"f": IDENTITY, "s": (("v",), _S2)},
        ),
    ),
)
_TERMS = "$A = sum_(k < N) abs(hat(alpha)_k)$, $B = abs(hat(alpha)_N)$"
ROOT = Claim(
    id="pln.thm1.sharpened4",
    kind="theorem",
    title="With the root of var + delta the error is of first order in delta",
    source=source("beyond Theorem 1", "16-26"),
    statement="For every $N >= 1$, every $L$-Lipschitz $f$ and units $t \\/ sqrt(t^2 + C)$ at "
    "$k \\/ N$ with $C > 0$: $abs(G(x) - f(x)) <= L/(2 N) + 2 N^2 C A + C B \\/ 2$ on $[0, 1]$, "
    f"where {_TERMS}. For $d >= 2$ and $(h - mu) \\/ sqrt(sigma^2 + delta)$ with the weights of "
    "Lemma 1 that is $C = delta d \\/ 2$: every $delta > 0$ with "
    "$(delta d \\/ 2) (2 N^2 A + B \\/ 2) < epsilon - L \\/ (2 N)$ gives "
    "$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$.",
    readings=(
        *readings(
            "pln.thm1.root.bound",
            (
                "$N >= 1$",
                "every $L$-Lipschitz $f$",
                "on $[0, 1]$",
                "on $[0, 1]$",
                "$C > 0$",
                ("units $t \\/ sqrt(t^2 + C)$ at $k \\/ N$", "$s_k$, as a function of $k$"),
                ("units $t \\/ sqrt(t^2 + C)$ at $k \\/ N$", "the unit with $hat(b)_N = 1$"),
            ),
            ("$abs(G(x) - f(x)) <= L/(2 N) + 2 N^2 C A + C B \\/ 2$", _TERMS),
        ),
        *readings(
            "pln.thm1.root.delta",
            (
                "$d >= 2$",
                "every $delta > 0$",
                "$N >= 1$",
                "every $L$-Lipschitz $f$",
                (
                    "$(delta d \\/ 2) (2 N^2 A + B \\/ 2) < epsilon - L \\/ (2 N)$",
                    _TERMS,
                ),
                (
                    "$(h - mu) \\/ sqrt(sigma^2 + delta)$ with the weights of Lemma 1",
                    "$s(t)$ is its unit, for symbolic $d$",
                ),
            ),
            ("$abs(G(x) - f(x)) < epsilon$ on $[0, 1]$", "$delta$ may depend on $f$"),
        ),
    ),
    obligations=(
        Obligation(
            "pln.thm1.root.bound",
            "$abs(G - f) <= L \\/ (2 N) + 2 N^2 C A + C B \\/ 2$",
            BOUND,
            BOUND_PROOF,
        ),
        Obligation(
            "pln.thm1.root.delta",
            "for every $d$, $N$, $f$ and every $delta$ that is so small",
            AFTER,
            AFTER_PROOF,
        ),
    ),
    satisfiable=DATA,
    notes=(
        "The bound of pln.thm1.sharpened with $c = sqrt(C)$ holds of these units too; its last two "
        "terms are of first order in $c$, these of second order.",
    ),
    not_claimed=("that such $delta$ are the largest that will do",),
)
