"""weierstrass.ghost_distance.radius: which functions of 1/sqrt(v) the singularity at 0 limits.

A power series ``sum a_k (v - v0)^k`` has a radius of convergence of at most v0 if and only if
``|a_n| t^n`` is unbounded for each t > v0 (Cauchy and Hadamard).  So nothing but sequences is
spoken of here.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import ZERO, S, put
from proofs.trees.script import statement
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, power
from proofs.weierstrass.newton.degrees_witness import (
    AT_0,
    BOTH,
    FIRST,
    LATER,
    NEXT,
    POWERS,
    raised,
)
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import where_defined

v0, v, s, b, t, B, eta, delta = (
    var(name) for name in ("v0", "v", "s", "b", "t", "B", "eta", "delta")
)
D, N, k, n = (var(name) for name in ("D", "N", "k", "n"))


def a(at: Term) -> Term:
    """The Taylor coefficients at v0."""
    return app("a", at)


def c(at: Term) -> Term:
    """Those of v^s: binom(s, k) v0^(s - k)."""
    return app("c", at)


def g(at: Term) -> Term:
    return app("g", at)


def size(of: Any, base: Term, at: Term) -> Term:
    """|a_n| base^n."""
    return S.abs(of(at)) * power(base, at)


_ABOVE = exists("n", "int", conj(n >= 0, size(a, t, n) > B))
AT_MOST = every("t", "real", implies(t > v0, every("B", "real", _ABOVE)))
#: the radius of convergence is at most v0

# --- every function of 1/sqrt(v) -----------------------------------------------------------------


def series(at: Term, upto: Term) -> Term:
    """sum_(k <= n) a_k (v - v0)^k."""
    return total("k", 0, upto, a(k) * power(at - v0, k))


_GAP = S.abs(series(v, n) - g(1 / S.sqrt(v)))
_FROM = every("n", "int", implies(n >= N, _GAP < eta))
_LIMIT = every("eta", "real", implies(eta > 0, exists("N", "int", conj(N >= 0, _FROM))))
NEAR = every("v", "real", implies(conj(v > 0, S.abs(v - v0) < delta), _LIMIT))
_x, _y = var("x"), var("y")
DEPENDS = exists("x", "real", exists("y", "real", conj(_x > 0, _y > 0, g(_x).differs(g(_y)))))
ANY = statement(
    {"v0": "real", "delta": "real"},
    [v0 > 0, delta > 0, DEPENDS, NEAR, POWER_0, POWER_NEXT],
    AT_MOST,
    {"a": 1, "g": 1, "p": 2},
)

# --- A(v) + b v^s --------------------------------------------------------------------------------

NO_POLYNOMIAL = every("k", "int", implies(k >= 0, s.differs(k)))
START = c(ZERO).equals(S.exp(s * S.log(v0)))
RECURSION = every("k", "int", implies(k >= 0, ((k + 1) * v0 * c(k + 1)).equals((s - k) * c(k))))
BEYOND = every("k", "int", implies(k > D, a(k).equals(b * c(k))))
POWER_SUM = statement(
    {"v0": "real", "s": "real", "b": "real", "D": "int"},
    [v0 > 0, NO_POLYNOMIAL, START, RECURSION, b.differs(0), D >= 0, BEYOND, POWER_0, POWER_NEXT],
    AT_MOST,
    {"a": 1, "c": 1, "p": 2},
)

#: with u_k = |c_k| t^k and r = (t - v0)/(2 v0), u_(k + 1) >= (1 + r) u_k from some K on
PROOF = written(
    POWER_SUM,
    """
fix t, B
let u(k) = |c(k)|*p(t, k)
have step: for all k: int, 0 <= k => (k + 1)*v0*u(k + 1) = |s - k|*t*u(k):
  fix k
  have left: |(k + 1)*v0*c(k + 1)| = (k + 1)*v0*|c(k + 1)|
      by abs_product((k + 1)*v0, c(k + 1)), (k + 1)*v0 > 0
  have sizes: (k + 1)*v0*|c(k + 1)| = |s - k|*|c(k)| by recursion(k), left, abs_product(s - k, c(k))
  show by sizes, next(t, k)
have positive: for all k: int, 0 <= k => 0 < u(k) by induction on k:
  base:
    show by first, one(t), 0 < exp(s*log(v0))
  step:
    have apart: 0 < |s - k|*t by other(k)
    have product: 0 < |s - k|*t*u(k) by apart, ih
    show by step(k), product
let w = t - v0
let enough = 2*|s|*t + t + v0
have late: exists K: int, D < K and enough <= K*w:
  take D + 2 + floor(enough/w)
obtain far: K from late
let r = w/(2*v0)
have some: 0 < r
have faster: for all k: int, K <= k => u(k)*(1 + r) <= u(k + 1):
  have later: enough <= k*w by far, K <= k, w > 0
  have apart: k - |s| <= |s - k|
  have low: 0 < u(k) by positive(k)
  have rate: (k + 1)*(t + v0) <= 2*|s - k|*t by later, apart
  have grown: (k + 1)*(t + v0)*u(k) <= 2*(k + 1)*v0*u(k + 1) by rate, low, step(k)
  have (t + v0)*u(k) <= 2*v0*u(k + 1) by grown, k + 1 > 0
have linear: for all j: int, 0 <= j => u(K)*(1 + j*r) <= u(K + j) by induction on j:
  step:
    have start: 0 <= j*r^2*u(K) by positive(K), some
    have here: u(K)*(1 + j*r)*(1 + r) <= u(K + j)*(1 + r) by ih, some
    show by here, start, faster(K + j)
let g = |b|*u(K)*r
have size: 0 < |b| by b != 0
have gain: 0 < g by positive(K), some, size
have often: exists m: int, 0 <= m and |B| + 1 <= m*g:
  take floor((|B| + 1)/g) + 1
obtain many: m from often
let n = K + m
have value: |a(n)|*p(t, n) = |b|*u(n) by beyond(n), abs_product(b, c(n))
have high: |b|*(u(K)*(1 + m*r)) <= |b|*u(n) by linear(m)
have above: |a(n)|*p(t, n) > B by value, high, many, positive(K)
take n
""",
    {
        "other": NO_POLYNOMIAL,
        "first": START,
        "recursion": RECURSION,
        "beyond": BEYOND,
        "one": POWER_0,
        "next": POWER_NEXT,
    },
)

# --- the claims ----------------------------------------------------------------------------------

_COEFFICIENT = S.maximum(ZERO, S.minimum(S.const(1), 2 - var("q")))
_SQUARE: dict[str, Any] = {
    "a": (("q",), _COEFFICIENT.json),
    "g": (("q",), where_defined(1 / var("q") ** 2).json),
    "p": POWERS,
}


#: sum_(k <= n) a_k (v - 1)^k = 1 + (v - 1) for n >= 1, and (1/sqrt(v))^(-2) = v
IS_ITS_SERIES = f"""
fix v, eta
have base: 0 < |v - 1| + 1 - sign(v - 1)^2
{BOTH}
have sums: for all m: int, 1 <= m =>
    sum(k = 0..m, max(0, min(1, 2 - k))*p(v - 1, k)) = v by induction on m:
  base:
    show by zero(v - 1), next(v - 1, 0), base
  step:
    have none: max(0, min(1, 2 - (m + 1))) = 0
    show by ih, none, base
take 1
fix n
let r = 1/sqrt(v)
have root: 0 < r
have square: r^2*v = 1
have value: sum(b = 0..0, 1/r^2) = v by square, root
show by sums(n), value, root, 0 < eta
"""
#: at t = 2: abs(a_n) 2^n is 1, 2, 0, 0, ...
BOUNDED = f"""
take 2
have base: 0 < |2| + 1 - sign(2)^2
{BOTH}
have first: p(2, 1) = 2 by zero(2), next(2, 0), base
have later: for all n: int, 1 <= n => |max(0, min(1, 2 - n))|*p(2, n) <= 3 by induction on n:
  base:
    show by first, base
  step:
    have none: max(0, min(1, 2 - (n + 1))) = 0
    show by none, base
have most: for all n: int, 0 <= n => |max(0, min(1, 2 - n))|*p(2, n) <= 3 by induction on n:
  base:
    show by zero(2), base
  step:
    show by later(n + 1)
take 3
show by most
"""
_GIVENS = {3: partial(argued, IS_ITS_SERIES, p=raised), 4: AT_0, 5: NEXT}
_SIGNS = Term(put(put(POWERS[1], "a", S.const(-1)), "b", var("q"))).json
_AT_MINUS_1: dict[str, Any] = {"a": (("q",), _SIGNS), "c": (("q",), _SIGNS), "p": POWERS}
_UNIT = S.maximum(ZERO, 1 - var("q")).json
_CONSTANT: dict[str, Any] = {"a": (("q",), _UNIT), "c": (("q",), _UNIT), "p": POWERS}


#: the powers of -1
SIGNS = f"""
{LATER}
fix k
have base: 0 < |-1| + 1 - sign(-1)^2
show by next(-1, k), base
"""
#: at t = 2: abs(a_n) 2^n is 1, 0, 0, ...
CONSTANT_BOUNDED = f"""
take 2
have base: 0 < |2| + 1 - sign(2)^2
{FIRST}
have most: for all n: int, 0 <= n => |max(0, 1 - n)|*p(2, n) <= 1 by induction on n:
  base:
    show by zero(2), base
  step:
    have none: max(0, 1 - (n + 1)) = 0
    show by none, base
take 1
show by most
"""

_SOURCE = source("The text before the convolution")
_PRINTED = (
    "But from the convergence-radius perspective, the singularity at $v = 0$ is still relevant — "
    "it limits the Taylor convergence radius of any function that depends on $1\\/sqrt(v)$."
)
_RADIUS = "weierstrass.ghost_distance.radius"
_NO_EXPONENT = statement(
    POWER_SUM["vars"],
    [POWER_SUM["given"][0], *POWER_SUM["given"][2:]],
    AT_MOST,
    POWER_SUM["functions"],
)
CLAIM = Claim(
    id=_RADIUS,
    kind="theorem",
    title="The singularity at v = 0 limits the radius of convergence of powers of 1/sqrt(v)",
    source=_SOURCE,
    statement=f"{_PRINTED} So read here: of $A(v) + b v^s$ at $v_0 > 0$, with a polynomial $A$, "
    "$b != 0$ and a real $s != 0, 1, 2, ...$: of $1\\/sqrt(v)$ itself, and of every real power of "
    "it that is no polynomial in $v$.",
    readings=(
        Reading("around $v_0 > 0$", ("given", 0)),
        Reading(
            "a function that depends on $1\\/sqrt(v)$",
            ("given", 1),
            "$A(v) + b v^s$ with a polynomial $A$, $b != 0$ and a real $s != 0, 1, 2, ...$: as "
            "$v^s = (1\\/sqrt(v))^(-2 s)$, every real power of $1\\/sqrt(v)$ that is no "
            "polynomial in $v$, $1\\/sqrt(v)$ itself ($s = -1\\/2$) among them",
        ),
        Reading("the Taylor coefficients of $v^s$ at $v_0$", ("given", 2), "$c_0 = v_0^s$"),
        Reading(
            "the binomial series",
            ("given", 3),
            "cited: $c_k = binom(s, k) v_0^(s - k)$, recursively",
        ),
        Reading("$b != 0$", ("given", 4)),
        Reading("the degree $D$ of $A$", ("given", 5)),
        Reading(
            "the Taylor coefficients $a_k$ of $A(v) + b v^s$",
            ("given", 6),
            "beyond the degree of $A$ those of $b v^s$",
        ),
        Reading("$p(t, k) = t^k$: $t^0 = 1$", ("given", 7), "convention"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 8), "for every integer $k >= 0$"),
        Reading(
            "limits the Taylor convergence radius",
            ("show",),
            "the radius is at most $v_0$, the distance to the singularity: $abs(a_n) t^n$ is "
            "unbounded for each $t > v_0$ (Cauchy and Hadamard)",
        ),
    ),
    obligations=(
        Obligation(
            f"{_RADIUS}.statement",
            "beyond $v_0$ the terms grow at least linearly from some $k$ on",
            POWER_SUM,
            PROOF,
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{_RADIUS}.control.exponent",
                "with $s = 0$: the constant $v^0 = 1$",
                _NO_EXPONENT,
                Witness({"v0": 1, "s": 0, "b": 1, "D": 0}, _CONSTANT),
                {6: AT_0, 7: NEXT},
                partial(argued, CONSTANT_BOUNDED, p=raised),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        f"{_RADIUS}.satisfiable",
        "the hypotheses hold for $1\\/v$ at $v_0 = 1$: $c_k = (-1)^k$",
        POWER_SUM,
        Witness({"v0": 1, "s": -1, "b": 1, "D": 0, "t_": 2, "B": 0, "n": 0}, _AT_MINUS_1),
        {
            3: partial(argued, SIGNS, p=raised),
            7: AT_0,
            8: NEXT,
        },
    ),
    assumes=(
        "the binomial series: the Taylor coefficients of $v^s$ at $v_0$ are $binom(s, k) "
        "v_0^(s - k)$",
        "the radius of convergence is the supremum of all $t >= 0$ for which $abs(a_n) t^n$ stays "
        "bounded (Cauchy and Hadamard)",
    ),
    notes=(
        "For the literal reading, every function of $1\\/sqrt(v)$, see "
        "`weierstrass.ghost_distance.radius.any`.",
        "The radius of $v^s$ is $v_0$: it is analytic for $abs(v - v_0) < v_0$.",
    ),
    not_claimed=("functions that are no sum of a polynomial and one power of $1\\/sqrt(v)$",),
)
ANY_CLAIM = Claim(
    id=f"{_RADIUS}.any",
    kind="theorem",
    title="The singularity at v = 0 limits the radius of every function of 1/sqrt(v)",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading("around $v_0 > 0$", ("given", 0)),
        Reading("near $v_0$", ("given", 1)),
        Reading(
            "any function $g(1\\/sqrt(v))$ that depends on $1\\/sqrt(v)$",
            ("given", 2),
            "$g$ is not constant: a constant is limited by nothing, but does not depend on it",
        ),
        Reading("its Taylor series $sum_k a_k (v - v_0)^k$", ("given", 3)),
        Reading("$p(t, k) = t^k$: $t^0 = 1$", ("given", 4), "convention"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 5), "for every integer $k >= 0$"),
        Reading(
            "limits the Taylor convergence radius",
            ("show",),
            "the radius is at most $v_0$: $abs(a_n) t^n$ is unbounded for each $t > v_0$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{_RADIUS}.any.square",
            "$g(x) = x^(-2)$, so that $g(1\\/sqrt(v)) = v$; at $v_0 = 1$ the series is "
            "$1 + (v - 1)$, and $abs(a_n) 2^n <= 3$",
            ANY,
            Witness({"v0": 1, "delta": "1/2"}, _SQUARE),
            _GIVENS,
            partial(argued, BOUNDED, p=raised),
        ),
    ),
    satisfiable=Attempt(
        f"{_RADIUS}.any.satisfiable",
        "the hypotheses hold for $g(x) = x^(-2)$ at $v_0 = 1$",
        ANY,
        Witness({"v0": 1, "delta": "1/2"}, _SQUARE),
        _GIVENS,
    ),
    repaired=(
        Claim(
            id=f"{_RADIUS}.any.repaired",
            kind="theorem",
            title="Of the powers of 1/sqrt(v) the singularity limits those that are no polynomials",
            source=_SOURCE,
            statement="For $v_0 > 0$, a polynomial $A$, $b != 0$ and a real $m != 0, -2, -4, ...$ "
            "the Taylor series of $A(v) + b (1\\/sqrt(v))^m$ at $v_0$ has a radius of convergence "
            "of at most $v_0$.",
            readings=CLAIM.readings,
            obligations=CLAIM.obligations,
            satisfiable=CLAIM.satisfiable,
            assumes=CLAIM.assumes,
            notes=("For $m = 0, -2, -4, ...$ the function is a polynomial, which nothing limits.",),
        ),
    ),
    notes=(
        "Of $1\\/sqrt(v)$ itself, and of a polynomial plus a multiple of any power of it that is "
        "no polynomial in $v$: `weierstrass.ghost_distance.radius`.",
    ),
)
