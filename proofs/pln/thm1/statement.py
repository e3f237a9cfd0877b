"""The statements of pln.thm1 and their proofs: every N, L, eps, delta, d and f at once."""

from __future__ import annotations

import re
from typing import Any

from constructions.layers import Padded
from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.pln import cells
from proofs.pln.bound import error_bound, network
from proofs.pln.cells import FOUND, GRID, WIDE, a_step, bounded, cell
from proofs.pln.symbols import (
    LEVEL,
    ZERO,
    L,
    N,
    S,
    c,
    d,
    delta,
    eps,
    f,
    h,
    k,
    lam,
    layer_norm_unit,
    offset,
    t,
    x,
)
from proofs.pln.units import smooth_facts
from proofs.trees.script import statement

FUNCTIONS = {"f": 1, "s": 2}


def s(scale: Term, at: Term) -> Term:
    """The LN-d unit with weights scaled by ``scale``, at t = x + b_hat."""
    return app("s", scale, at)


#: s abbreviates the unit: for all lam > 0 and t, s(lam, t) = alpha^T LN-d(lam [t, -t, 0, ..., 0])
UNIT: Json = every(
    "lam",
    "real",
    every("t", "real", implies(lam > 0, s(lam, t).equals(layer_norm_unit(lam * t)))),
)
HALFWAY = (L / (2 * N) + eps) / 2  #: strictly below eps, and the same for every f


def error(scale: Term) -> Term:
    """|G(x) - f(x)| for the network with weights scaled by ``scale``."""
    G = network(lambda index: s(scale, offset(index)), s(scale, x + 1))
    return S.abs(G - f(x))


def on_unit_interval(conclusion: Json) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, conclusion))


GIVEN = [
    d >= 2,
    eps > 0,
    delta > 0,
    N.equals(S.floor(L / (2 * eps)) + 1),
    ["lipschitz", "f", L.json, "0", "1"],
    UNIT,
]
STATEMENT = statement(
    {"N": "int", "d": "int", "L": "real", "eps": "real", "delta": "real"},
    GIVEN,
    conj(
        HALFWAY < eps,
        exists("lam", "real", conj(lam > 0, on_unit_interval(error(lam) <= HALFWAY))),
    ),
    FUNCTIONS,
)


# --- the unit of Lemma 1, as text ----------------------------------------------------------------


def _centred(*head: Term) -> tuple[Term, Padded]:
    """The mean of h = (head, 0, ..., 0), and h less its mean."""
    h = Padded(head, ZERO, d, S.repeated)
    mean = h.total() / h.length
    return mean, h.map(lambda a: a - mean)


def mean(*head: Term) -> Term:
    return _centred(*head)[0]


def variance(*head: Term) -> Term:
    squares = _centred(*head)[1].map(lambda a: a * a)
    return squares.total() / squares.length


def _G(lam: Term) -> Term:
    """The network of N units of one kind."""
    return network(lambda index: s(lam, offset(index)), s(lam, x + 1))


#: alpha^T LN-d([u, -u, 0, ..., 0]) is called norm
NAMES: dict[str, Any] = {
    **cells.NAMES,
    "step": lambda k: s(lam, offset(k)),
    "G": _G,
    "weight": LEVEL,
    "mean": lambda u: mean(u, -u),
    "variance": lambda u: variance(u, -u),
    "norm": lambda u, small: layer_norm_unit(u, small),
}
#: the roots of 2/d and d/2, for d >= 2
ROOTS = """
have high: 0 < sqrt(d/2) by root_positive(d/2), d >= 2
have low: 0 < sqrt(2/d) by root_positive(2/d), d >= 2
have inverse: sqrt(2/d)*sqrt(d/2) = 1:
  have square: (sqrt(2/d)*sqrt(d/2))^2 = 1 by sqrt(2/d)^2 = 2/d, sqrt(d/2)^2 = d/2, d >= 2
  have 0 < sqrt(2/d)*sqrt(d/2) by high, low
  show by square, 0 < sqrt(2/d)*sqrt(d/2)
"""
#: one unit, for d >= 2: alpha^T LN-d([u, -u, 0, ..., 0]) = u/(|u| + delta sqrt(d/2))
LN = f"""{ROOTS}
have unit: for all u, small: real, 0 < small => norm(u, small) = u/(|u| + small*sqrt(d/2)):
  have mean: mean(u) = 0 by sum_zero(i -> 0, 1, d - 2), d >= 2
  have others: sum(i = 1..d - 2, (0 - mean(u))*(0 - mean(u))) = 0
    by sum_zero(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 2), mean
  have variance: variance(u) = 2*u^2/d by mean, others, d >= 2
  have square: variance(u) = (sqrt(2/d)*|u|)^2 by variance, sqrt(2/d)^2 = 2/d, d >= 2
  have sigma: sqrt(variance(u)) = sqrt(2/d)*|u| by square, 0 <= sqrt(2/d)*|u|
  have scale: 0 < sqrt(variance(u)) + small
  have rest: sum(i = 1..d - 2, 0*((0 - mean(u))/(sqrt(variance(u)) + small))) = 0
    by sum_zero(i -> 0*((0 - mean(u))/(sqrt(variance(u)) + small)), 1, d - 2), scale
  have value: norm(u, small) = sqrt(2/d)*(u/(sqrt(variance(u)) + small))
    by rest, scale, mean, low, d >= 2
  have bottom: sqrt(variance(u)) + small = sqrt(2/d)*(|u| + small*sqrt(d/2)) by sigma, inverse
  have 0 < |u| + small*sqrt(d/2) by high, small > 0
  show by value, bottom, low, scale, 0 < |u| + small*sqrt(d/2)
"""
#: weights that are scaled by lam
PRODUCT = """
have smooth: 0 < delta*sqrt(d/2) by high, delta > 0
have product: for all lam, t: real, 0 < lam => s(lam, t)*(lam*|t| + delta*sqrt(d/2)) = lam*t:
  have value: s(lam, t) = lam*t/(|lam*t| + delta*sqrt(d/2)) by layer(lam, t), unit(lam*t, delta)
  have size: |lam*t| = lam*|t| by abs_product(lam, t), lam > 0
  show by value, size, smooth, lam > 0
"""
#: such units have the smoothing c = delta sqrt(d/2)/lam
STEPS = f"""
have steps: for all lam, q, t: real, 0 < lam => 0 < q => lam*q >= 2*N*(delta*sqrt(d/2)) =>
    {a_step("s(lam, t)", "t", "q")}:
  have here: lam*q >= 2*N*(delta*sqrt(d/2)) and 0 < lam and 0 < q
  let c = delta*sqrt(d/2)/lam
  have small: 0 < c and c <= q*(h/2) by here, smooth
  have step: s(lam, t)*(|t| + c) = t by product(lam, t), here
  show by rational_step(t, c, s(lam, t), h/2, q), step, here, small
"""
STATEMENT_PROOF = written(
    STATEMENT,
    f"""{WIDE}{GRID}{bounded()}{LN}{PRODUCT}{STEPS}
have sharp: for all q: real, 0 < q => exists lam: real, 0 < lam and
    (for all t: real, {a_step("s(lam, t)", "t", "q")}):
  take 2*N*(delta*sqrt(d/2))/q
  have lam: 0 < 2*N*(delta*sqrt(d/2))/q
  have 2*N*(delta*sqrt(d/2))/q*q >= 2*N*(delta*sqrt(d/2))
  show by steps(2*N*(delta*sqrt(d/2))/q, q), lam
{FOUND}""",
    {"layer": UNIT},
    **NAMES,
)

_A, _B = var("A"), var("B")
#: the smoothing costs at most c (2 N jumps + level)
SPENDING: Json = every(
    "c",
    "real",
    every(
        "A",
        "real",
        every(
            "B",
            "real",
            implies(
                c > 0,
                _A >= 0,
                _B >= 0,
                c / (h / 2 + c) * _A + _B * (c / (1 + c)) <= c * (2 * N * _A + _B),
            ),
        ),
    ),
)


SPENT = statement({"N": "int"}, [N > 0], SPENDING)
SPENDING_PROOF = written(
    SPENT,
    """
fix c, A, B
have pos: 0 < h
have far: c/(h/2 + c) <= 2*N*c by pos, c > 0, N > 0
have near: c/(1 + c) <= c by c > 0
have first: c/(h/2 + c)*A <= 2*N*c*A by far, A >= 0
have second: B*(c/(1 + c)) <= B*c by near, B >= 0
show by first, second, pos, c > 0
""",
    h=h,
)


SHARP = statement(
    {"N": "int", "x": "real", "L": "real", "c": "real", "last": "real"},
    [
        N > 0,
        ["lipschitz", "f", L.json, "0", "1"],
        x >= 0,
        x <= 1,
        c > 0,
        every("k", "int", smooth_facts(app("step", k), offset(k), c)),
        smooth_facts(var("last"), x + 1, c),
    ],
    S.abs(network(lambda index: app("step", index), var("last")) - f(x)) <= error_bound(c),
    {"f": 1, "step": 1},
)
#: ``c`` is the smoothing here, and j the breakpoint next to x
_CELL = re.sub(r"\bc\b", "j", cell("far"))
#: a unit with smoothing c is within c/(h/2 + c) of its sign beyond h/2
SHARP_PROOF = written(
    SHARP,
    f"""{GRID}
let far = c/(h/2 + c)
have some: 0 < h/2 + c by pos, c > 0
have least: 0 <= far by some, c > 0
have each: for all k: int, {a_step("step(k)", "offset(k)", "far")}:
  have rate: far*(h/2 + c) = c by some
  cases side: offset(k) >= 0:
    have right: 0 <= step(k) and step(k) <= 1 and (1 - step(k))*(offset(k) + c) <= c
      by units(k), side
    have beyond: offset(k) >= h/2 => 1 - step(k) <= far:
      show by right, rate, some, offset(k) >= h/2, least
    show by right, side, beyond, pos
  have side: offset(k) < 0
  have left: step(k) <= 0 and -step(k) <= 1 and (1 + step(k))*(c - offset(k)) <= c
    by units(k), side
  have before: offset(k) <= -h/2 => 1 + step(k) <= far:
    show by left, rate, some, offset(k) <= -h/2, least
  show by left, side, before, pos
{_CELL}
have last_unit: 0 <= 1 - last and (1 - last)*(x + 1 + c) <= c
have end: 1 - last <= c/(1 + c) by last_unit, c > 0, x >= 0
have off: |level*(1 - last)| <= |level|*(c/(1 + c))
  by abs_product(level, 1 - last), last_unit, end, c > 0
have equal: G = sum(k = 1..N - 1, jump(k)*step(k)) + level - level*(1 - last)
show by equal, cell, off, some, c > 0
""",
    {"units": SHARP["given"][5]},
    **{**cells.NAMES, "G": network(lambda index: app("step", index), var("last"))},
)
FRAMEWORKS = statement(
    {"t": "real", "c": "real"},
    [c > 0],
    smooth_facts(t / S.sqrt(t * t + c * c), t, c),
)


#: |t| <= q <= |t| + c, so |sign t - t/q| <= c/(|t| + c)
FRAMEWORKS_PROOF = written(
    FRAMEWORKS,
    """
let q = sqrt(t^2 + c^2)
have 0 < q
have q^2 = t^2 + c^2
have |t| <= q
have q <= |t| + c
have t/q*q = t
""",
)
