"""pln.prop2.lower: N(ReLU) >= floor(L/(2 eps)) - 1 (Eq. 51-54).

The statement and its proof are in :mod:`proofs.pln.prop2.lower.statement`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from constructions.terms import Json, Term, app, conj, every, implies, plain_json, var
from proofs.claims import (
    Attempt,
    Claim,
    Control,
    Line,
    Obligation,
    Reading,
    Witness,
)
from proofs.language.elaboration import written
from proofs.pln.close_data import data, relus, zigzag_values
from proofs.pln.definition3 import bound_on_width, closely, controls, met, readings
from proofs.pln.paper import also, source
from proofs.pln.prop2 import instances
from proofs.pln.prop2.lower.small import SHARPENED
from proofs.pln.prop2.lower.statement import (
    CLOSE,
    GIVEN,
    IN_CLASS,
    PROOF,
    STATEMENT,
    WEIGHTS,
    WIDTH_PROOF,
    ZIGZAG_IN_CLASS,
    F,
    G,
    alpha,
    distance,
    inner,
    n,
    relu,
)
from proofs.pln.symbols import ZERO, L, N, S, eps, x
from proofs.trees.script import (
    Node,
    statement,
)

i, k, r, s, ga, gb = (var(name) for name in ("i", "k", "r", "s", "ga", "gb"))
left, right = var("u"), var("v")
SORTS = {
    "n": "int",
    "N": "int",
    "r": "int",
    "k": "int",
    "m": "int",
    "L": "real",
    "eps": "real",
    "x": "real",
    "u": "real",
    "v": "real",
    "s": "real",
    "ga": "real",
    "gb": "real",
}


#: what the texts call things
NAMES: dict[str, Any] = {
    "F": F,
    "G": lambda at: G(at),
    "part": lambda at, high: G(at, high),
    "inner": inner,
    "unit": lambda index, at: relu(inner(index, at)),
    "alpha": alpha,
    "distance": distance,
}


def _free(json: Json, name: str) -> bool:
    if isinstance(json, list) and json and json[0] in ("all", "some", "sum") and json[1] == name:
        return False
    return json == name or (isinstance(json, list) and any(_free(a, name) for a in json))


def _line(
    name: str, says: str, given: list[Json], show: Json, proof: str | Callable[[], Node]
) -> Obligation:
    whole = plain_json([*given, show])
    sorts = {n_: s_ for n_, s_ in SORTS.items() if _free(whole, n_)}
    functions = {f_: 1 for f_ in (*WEIGHTS, "g") if _free(whole, f_)}
    sequent = statement(sorts, given, show, functions)
    script = written(sequent, proof, **NAMES) if isinstance(proof, str) else proof
    return Obligation(f"pln.prop2.lower.{name}", says, sequent, script)


# --- the printed proof ---------------------------------------------------------------------------

_FIRST = -eps + 2 * eps * N * x
_SECOND = 3 * eps - 2 * eps * N * x
EQ51 = conj(
    implies(x >= 0, x < 1 / N, F(x).equals(_FIRST)),
    implies(x >= 1 / N, x < 2 / N, F(x).equals(_SECOND)),
    implies(x >= 2 / N, x <= 1, F(x).equals(F(x - 2 / N))),
)


#: the even integer next to N x is 0 on the first cell, 2 on the second, and moves by 2
EQ51_TEXT = """
have first: 0 <= x => x < 1/N => F(x) = -eps + 2*eps*N*x:
  have low: 0 <= N*x
  have high: N*x < 1
  have even: floor((N*x + 1)/2) = 0 by low, high
  show by even, low
have second: 1/N <= x => x < 2/N => F(x) = 3*eps - 2*eps*N*x:
  have low: 1 <= N*x
  have high: N*x < 2
  have even: floor((N*x + 1)/2) = 1 by low, high
  show by even, high
have back: N*(x - 2/N) = N*x - 2
have even: floor((N*(x - 2/N) + 1)/2) = floor((N*x + 1)/2) - 1 by back
have third: F(x) = F(x - 2/N) by back, even
show by first, second, third
"""
_EVEN, _ODD = 2 * r, 2 * r + 1


KNOTS = """
have at_even: N*(2*r/N) = 2*r by N > 0
have at_odd: N*((2*r + 1)/N) = 2*r + 1 by N > 0
have even: floor((N*(2*r/N) + 1)/2) = r by at_even
have odd: floor((N*((2*r + 1)/N) + 1)/2) = r + 1 by at_odd
have low: F(2*r/N) = -eps by at_even, even
have high: F((2*r + 1)/N) = eps by at_odd, odd
"""
SIGNS = f"""{KNOTS}
have 0 <= 2*r/N <= 1
have 0 <= (2*r + 1)/N <= 1
have first: |G(2*r/N) - F(2*r/N)| < eps
have second: |G((2*r + 1)/N) - F((2*r + 1)/N)| < eps
show by low, high, first, second
"""

#: no kink of G lies strictly between u and v
NO_KINK: Json = every(
    "i",
    "int",
    implies(i >= 1, i <= n, inner(i, left) * inner(i, right) >= 0),
)
#: on [u, v] the graph of G is the chord
STRAIGHT = (G(x) * (right - left)).equals(G(left) * (right - x) + G(right) * (x - left))


#: unit by unit: w x + b keeps its sign on [u, v], so ReLU(w x + b) is linear there
STRAIGHT_TEXT = """
have one: for all i: int, 1 <= i => i <= n =>
    unit(i, x)*(v - u) = unit(i, u)*(v - x) + unit(i, v)*(x - u):
  have side: inner(i, u)*inner(i, v) >= 0
  have mixed: inner(i, x)*(v - u) = inner(i, u)*(v - x) + inner(i, v)*(x - u)
  cases 0 < inner(i, u):
    have after: 0 <= inner(i, v) by side, 0 < inner(i, u)
    have here: 0 <= inner(i, x) by mixed, after, 0 < inner(i, u), u < v, u <= x, x <= v
    show by mixed, after, here, 0 < inner(i, u)
  cases 0 < inner(i, v):
    have before: 0 <= inner(i, u) by side, 0 < inner(i, v)
    have here: 0 <= inner(i, x) by mixed, before, 0 < inner(i, v), u < v, u <= x, x <= v
    show by mixed, before, here, 0 < inner(i, v)
  have here: inner(i, x) <= 0 by
      mixed, inner(i, u) <= 0, inner(i, v) <= 0, u < v, u <= x, x <= v
  show by here, inner(i, u) <= 0, inner(i, v) <= 0
have all: for all q: int, 0 <= q => q <= n =>
    part(x, q)*(v - u) = part(u, q)*(v - x) + part(v, q)*(x - u) by induction on q:
  step:
    have at_x: part(x, q + 1) = part(x, q) + alpha(q + 1)*unit(q + 1, x) by
        sum_last(k -> alpha(k)*unit(k, x), 1, q + 1)
    have at_u: part(u, q + 1) = part(u, q) + alpha(q + 1)*unit(q + 1, u) by
        sum_last(k -> alpha(k)*unit(k, u), 1, q + 1)
    have at_v: part(v, q + 1) = part(v, q) + alpha(q + 1)*unit(q + 1, v) by
        sum_last(k -> alpha(k)*unit(k, v), 1, q + 1)
    show by at_x, at_u, at_v, ih, one(q + 1)
"""


def g(index: Term) -> Term:
    return app("g", index)


#: if no difference were positive, the values would not decrease from first to last
DESCENDS = """
have all: for all m: int, 0 <= m => m <= k => s*g(0) <= s*g(m) by induction on m
show by all(k)
"""
_RISES = every("i", "int", implies(i >= 0, i + 1 <= k, s * g(i) <= s * g(i + 1)))

LINES = (
    Line(
        "pln.prop2.lower.reduction",
        'to prove that $floor(L \\/ 2 epsilon) - 1 <= cal(N)("ReLU")$, we can just prove that '
        "there is an $f$ that can not be approximated by any $G in cal(G)(floor(L \\/ 2 epsilon) "
        '- 2; "ReLU")$; here $N = floor(L \\/ 2 epsilon)$',
        attempts=(
            Attempt(
                "pln.prop2.lower.reduction.small",
                "$L = epsilon = 1$: $N = 0$, so there are no cells of width $1 \\/ N$, and no "
                "networks of $N - 2$ units",
                statement(
                    {"N": "int", "L": "real", "eps": "real"},
                    [eps > 0, L >= 0, N.equals(S.floor(L / (2 * eps)))],
                    N >= 2,
                ),
                Witness({"N": 0, "L": 1, "eps": 1}),
            ),
        ),
        conclusion_stands="pln.prop2.lower.statement",
        why="for $L < 4 epsilon$ the number of units $N - 2$ is negative, and for "
        "$L < 2 epsilon$ Eq. 51 divides by $N = 0$; the bound is then at most 0 and says nothing",
        repair="the case $N <= 1$ is trivial; for $N >= 2$ every line below holds",
        reading="networks of fewer units are among those of $N - 2$: fill up with $alpha_j = 0$",
    ),
    Line(
        "pln.prop2.lower.eq51",
        "Eq. 51: $f(x) = -epsilon + 2 epsilon N x$ on $[0, 1\\/N)$, $3 epsilon - 2 epsilon N x$ "
        "on $[1\\/N, 2\\/N)$, $f(x - 2\\/N)$ on $[2\\/N, 1]$; $f$ is $L$-Lipschitz continuous",
        (
            _line(
                "eq51.closed",
                "$f(x) = -epsilon + 2 epsilon abs(N x - 2 floor((N x + 1)\\/2))$ satisfies each "
                "part of Eq. 51",
                [eps > 0, N > 0],
                EQ51,
                EQ51_TEXT,
            ),
            _line(
                "eq51.lipschitz",
                "it is $L$-Lipschitz on $[0, 1]$, since $2 epsilon N <= L$",
                GIVEN[:3],
                IN_CLASS,
                ZIGZAG_IN_CLASS,
            ),
        ),
        reading="$N >= 1$",
    ),
    Line(
        "pln.prop2.lower.knots",
        "$f(0) = f(2\\/N) = f(4\\/N) = ... = -epsilon$ and $f(1\\/N) = f(3\\/N) = ... = epsilon$",
        (
            _line(
                "knots.values",
                "$f(2 r \\/ N) = -epsilon$ and $f((2 r + 1)\\/N) = epsilon$",
                [eps > 0, N > 0],
                conj(F(_EVEN / N).equals(-eps), F(_ODD / N).equals(eps)),
                KNOTS,
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.signs",
        "$G(0), G(2\\/N), ...$ are all negative, $G(1\\/N), G(3\\/N), ...$ all positive: "
        "$(-1)^k G(k\\/N) < 0$",
        (
            _line(
                "signs.even_odd",
                "for every $r$ with $0 <= 2 r$ and $2 r + 1 <= N$",
                [eps > 0, N > 0, CLOSE, r >= 0, _ODD <= N],
                conj(G(_EVEN / N) < 0, G(_ODD / N) > 0),
                SIGNS,
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.eq52",
        "$G$ is differentiable except at $x = -b_j \\/ w_j$; Eq. 52-53: where it is, "
        "$(-1)^k G'(x_k) = N [(-1)^k G(k\\/N) - (-1)^k G((k-1)\\/N)] < 0$",
        (
            _line(
                "eq52.straight",
                "between points with no kink strictly between them $G$ is its chord, so there "
                "$G'$ is the difference quotient at every point",
                [n >= 0, left < right, left <= x, x <= right, NO_KINK],
                STRAIGHT,
                f"{STRAIGHT_TEXT}show by all(n)",
            ),
            _line(
                "eq53.sign",
                "for $s = (-1)^k$: $(G(k\\/N) - G((k-1)\\/N)) \\/ (1\\/N)$ is $N$ times the "
                "difference, and $s$ times it is negative",
                [N > 0, s * ga > 0, s * gb < 0],
                conj(((gb - ga) / (1 / N)).equals(N * (gb - ga)), N * (s * gb - s * ga) < 0),
                "show by search",
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.eq54",
        "Eq. 54: one of $(-1)^k G(b'_i) - (-1)^k G(b'_(i+1)) > 0$ holds, $b'_0 = (k-1)\\/N$, "
        "$b'_(m+1) = k\\/N$, otherwise $(-1)^k G((k-1)\\/N) <= (-1)^k G(k\\/N)$",
        (
            _line(
                "eq54.otherwise",
                "if none holds, the values do not decrease from the first point to the last",
                [k >= 0, _RISES],
                s * g(ZERO) <= s * g(k),
                DESCENDS,
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.turns",
        "if $a < b$ and $G'(a) != G'(b)$, we will find some $j$ such that $a < -b_j \\/ w_j < b$",
        (
            _line(
                "turns.none",
                "if there is none, $G$ has one slope on $[a, b]$: all its difference quotients "
                "there agree",
                [n >= 0, left < right, left <= x, x <= right, NO_KINK],
                conj(
                    ((G(x) - G(left)) * (right - left)).equals((G(right) - G(left)) * (x - left)),
                    ((G(right) - G(x)) * (right - left)).equals((G(right) - G(left)) * (right - x)),
                ),
                f"{STRAIGHT_TEXT}use all(n)",
            ),
        ),
    ),
    Line(
        "pln.prop2.lower.pigeonhole",
        "for $(x_1, x_2), ..., (x_(N-1), x_N)$ there must be $N - 1$ different $j_k$ with "
        "$-b_(j_k) \\/ w_(j_k) in (x_k, x_(k+1))$; however, only $N - 2$ are available. Therefore "
        '$cal(N)("ReLU") >= floor(L \\/ 2 epsilon) - 1$',
        (
            _line(
                "pigeonhole.count",
                "an error below $epsilon$ needs $N - 1$ units, by counting the units that have "
                "changed their state",
                GIVEN,
                implies(CLOSE, N - 1 <= n),
                WIDTH_PROOF,
            ),
        ),
        reading="the conclusion of the count; units that have changed their state since 0 are "
        "counted in place of kinks $j_k$",
    ),
)


# --- controls ------------------------------------------------------------------------------------

_ZERO_NET = dict.fromkeys(WEIGHTS, (("k",), "0"))
"""All weights 0: the network is 0, which is at a distance of exactly eps from the zigzag."""


def _control(
    name: str,
    kind: str,
    says: str,
    values: dict[str, object],
    given: list[Json],
    show: Json,
    script: str | None = None,
    part: int = 0,
) -> Control:
    altered = statement(STATEMENT["vars"], given, show, WEIGHTS)
    witness = Witness(values, _ZERO_NET)
    attempt = Attempt(
        f"pln.prop2.lower.control.{name}", says, altered, witness, script=script, part=part
    )
    return Control(attempt, kind)


#: the zigzag is too steep between 0 and 1/3
_STEEP = """
take 0
take 1/3
"""
_QUARTER = Fraction(1, 4)
_WITHIN_TWICE = every("x", "real", implies(x >= 0, x <= 1, S.abs(G(x) - F(x)) < 2 * eps))
CONTROLS = (
    _control(
        "eps",
        "hypothesis dropped",
        "without $epsilon > 0$: $epsilon = -1\\/4$ and $N = -2$ cells for $L = 1$ are too steep",
        {"n": 0, "N": -3, "L": 1, "eps": Fraction(-1, 5)},
        GIVEN[1:],
        STATEMENT["show"],
    ),
    _control(
        "L",
        "hypothesis dropped",
        "without $L >= 0$ the class is empty: $L = -1$, $epsilon = 1\\/2$",
        {"n": 0, "N": -1, "L": -1, "eps": Fraction(1, 2)},
        [GIVEN[0], *GIVEN[2:]],
        STATEMENT["show"],
    ),
    _control(
        "any",
        "hypothesis dropped",
        "for any $N$: the zigzag of $N = 3$ cells is too steep, $L = 1$, $epsilon = 1\\/4$",
        {"n": 0, "N": 3, "L": 1, "eps": _QUARTER},
        [*GIVEN[:2], GIVEN[3]],
        STATEMENT["show"],
        _STEEP,
    ),
    _control(
        "cells",
        "constant tightened",
        "one cell more, $N = floor(L \\/ 2 epsilon) + 1$: the zigzag is too steep, $L = 1$, "
        "$epsilon = 1\\/4$",
        {"n": 0, "N": 3, "L": 1, "eps": _QUARTER},
        [*GIVEN[:2], N.equals(S.floor(L / (2 * eps)) + 1), GIVEN[3]],
        STATEMENT["show"],
        _STEEP,
    ),
    _control(
        "bound",
        "constant tightened",
        "errors of $2 epsilon$ instead of $epsilon$: the network 0 is that close, with 0 units "
        "for $N = 2$",
        {"n": 0, "N": 2, "L": 1, "eps": _QUARTER},
        GIVEN,
        conj(IN_CLASS, implies(_WITHIN_TWICE, N - 1 <= n)),
        part=1,
    ),
)


ZIGZAG = Obligation(
    "pln.prop2.lower.statement",
    "for every $L$, $epsilon$, $n$ and all weights, those of value 0 and repeated kinks included",
    STATEMENT,
    PROOF,
)
WIDTH = bound_on_width(ZIGZAG)
MET = met(
    Attempt(
        "pln.prop2.lower.satisfiable",
        "the hypotheses on one network hold for $N = 2$, $n = 0$",
        STATEMENT,
        Witness({"n": 0, "N": 2, "L": 1, "eps": _QUARTER}, _ZERO_NET),
    ),
    WIDTH,
    "the hypotheses hold for $L = 1$, $epsilon = 1\\/4$, $N = 2$, $n = 0$, where all $f$ are the "
    "zigzag and all networks are 0",
)
_CLOSE = data(
    "pln.prop2.lower.satisfiable.network",
    "$L = 4$, $epsilon = 1$, so $N = 2$: three ReLUs are the zigzag",
    STATEMENT,
    zigzag_values(2, 3),
    relus(2),
)
_HYPOTHESES = (
    Reading("the error bound $epsilon > 0$", ("given", 0)),
    Reading("$cal(F)([0, 1]; L)$", ("given", 1), "a Lipschitz constant is not negative"),
    Reading(
        "$floor(L \\/ 2 epsilon)$",
        ("given", 2),
        "$L \\/ 2 epsilon$ is $L \\/ (2 epsilon)$, as Eq. 51 uses it",
    ),
    Reading('$cal(G)(n; "ReLU")$', ("given", 3), "any number of units, all weights open"),
)
CLAIM = Claim(
    id="pln.prop2.lower",
    kind="theorem",
    title="Minimum approximation width of ReLU networks, lower bound",
    source=source("Proposition 2, lower bound", "51-54"),
    statement='Given $cal(F) = cal(F)([0, 1]; L)$ and $cal(G) = cal(G)(N; "ReLU")$, where '
    '$"ReLU"(x) = max(0, x)$ denotes the ReLU function. Given the error bound $epsilon > 0$, we '
    'have $floor(L \\/ 2 epsilon) - 1 <= cal(W)("ReLU") = cal(N)("ReLU")$.',
    readings=(
        *_HYPOTHESES,
        *also(_HYPOTHESES, ZIGZAG.id),
        Reading("a network of $n$ units", ("show",), "near the zigzag of Eq. 51", ZIGZAG.id),
        *readings(
            WIDTH,
            '"ReLU"',
            '$N - 1 <= cal(N)("ReLU")$',
            "The function is the zigzag of Eq. 51 in closed form",
        ),
    ),
    obligations=(WIDTH, ZIGZAG),
    lines=LINES,
    controls=(*CONTROLS, *controls(MET, WIDTH)),
    satisfiable=(_CLOSE, *closely(_CLOSE, WIDTH)),
    notes=(
        "$cal(W) = cal(N)$ since ReLU acts on one neuron.",
        "Our proof counts units that have changed their state where the paper counts kinks: kinks "
        "that coincide or cancel need no care.",
        "No control drops $n >= 0$: a sum of $n < 0$ units is 0, which is at a distance of exactly "
        "$epsilon$ from the zigzag, so nothing is claimed of it.",
    ),
    not_claimed=(
        "nothing is said of networks with a free constant or a free slope at the output",
        "nothing is said of whether the bound is reached",
    ),
    sharpened=(SHARPENED,),
    parameters=instances.ZIGZAG_PARAMETERS,
    instances=instances.ZIGZAG_INSTANCES,
    run=instances.zigzag_rows,
    construct=instances.construct_zigzag,
)
