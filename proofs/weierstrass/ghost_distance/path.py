"""weierstrass.ghost_distance.path: where a variance that comes to 0 ends a Taylor series.

The path has the parameter t, the current point is t = 0, and v(t) -> 0 as t -> t1 > 0 from below.
Then 1/sqrt(v) is unbounded before t1, and its Taylor series at 0, where it stands for the function
up to t1, converges at no s > t1: otherwise ``|a_k| s^k <= 2`` from some k on, and its sums at all
0 <= t <= t1 would stay below one bound.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import ONE, ZERO, S
from proofs.trees.script import statement
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, power
from proofs.weierstrass.newton.degrees_witness import AT_0, BOTH, FIRST, NEXT, POWERS, raised
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import where_defined

ID = "weierstrass.ghost_distance.path"
t, t1, eta, delta, B, s, L = (var(name) for name in ("t", "t1", "eta", "delta", "B", "s", "L"))
N, n, k, rho = var("N"), var("n"), var("k"), var("rho")


def v(at: Term) -> Term:
    return app("v", at)


def F(at: Term) -> Term:
    """1/sqrt(v(t))."""
    return app("F", at)


def a(at: Term) -> Term:
    """The Taylor coefficients of F at 0."""
    return app("a", at)


def series(at: Term, upto: Term) -> Term:
    """sum_(k <= n) a_k t^k."""
    return total("k", 0, upto, a(k) * power(at, k))


def _late(at: Term, value: Term, small: Term, first: Term) -> Json:
    return every("n", "int", implies(n >= first, S.abs(series(at, n) - value) < small))


def _from(at: Term, value: Term, small: Term) -> Json:
    return exists("N", "int", conj(N >= 0, _late(at, value, small, N)))


def converges(at: Term, value: Term) -> Json:
    """The partial sums at ``at`` have the limit ``value``."""
    return every("eta", "real", implies(eta > 0, _from(at, value, eta)))


def _before(reach: Term) -> Json:
    return conj(t > t1 - reach, t < t1)


def _down(reach: Term, small: Term) -> Json:
    return every("t", "real", implies(_before(reach), conj(v(t) > 0, v(t) < small)))


def _near(small: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _down(delta, small)))


def _up(reach: Term, bound: Term) -> Json:
    return every("t", "real", implies(_before(reach), F(t) > bound))


def _high(bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _up(delta, bound)))


REACHES = every("eta", "real", implies(eta > 0, _near(eta)))
FACTOR = every("t", "real", implies(v(t) > 0, F(t).equals(1 / S.sqrt(v(t)))))
STANDS = every("t", "real", implies(conj(t >= 0, t < t1), converges(t, F(t))))
UNBOUNDED = every("B", "real", _high(B))
CAPPED = every(
    "s",
    "real",
    implies(s > t1, every("L", "real", implies(converges(s, L), S.const(1) < 0))),
)
FUNCTIONS = {"v": 1, "F": 1, "a": 1, "p": 2}
GIVEN = [t1 > 0, REACHES, FACTOR, STANDS, POWER_0, POWER_NEXT]
PATH = statement({"t1": "real"}, GIVEN, conj(UNBOUNDED, CAPPED), FUNCTIONS)

#: the series stands for F near 0 only, and of v no more is asked
NEAR = every("t", "real", implies(conj(t >= 0, t < rho), converges(t, F(t))))
ANY = statement(
    {"t1": "real", "rho": "real"},
    [t1 > 0, REACHES, FACTOR, conj(rho > 0, rho <= t1), NEAR, POWER_0, POWER_NEXT],
    CAPPED,
    FUNCTIONS,
)

# --- the proof -----------------------------------------------------------------------------------

#: with q = t1/s < 1, ``|a_k| t1^k <= 2 q^k`` from some k on, so that the sums stay below one C
PROOF = written(
    PATH,
    """
have unbounded: for all B: real, exists delta: real, 0 < delta and
    (for all t: real, t1 - delta < t and t < t1 => F(t) > B):
  fix B
  let q = 1/(|B| + 1)
  have small: 0 < q
  obtain near: delta from reaches(q^2)
  have high: for all t: real, t1 - delta < t and t < t1 => F(t) > B:
    fix t
    have here: 0 < v(t) and v(t) < q^2 by near
    have root: sqrt(v(t)) < q
    have large: 1/sqrt(v(t)) > |B| + 1 by root, here
    show by factor(t), large
  take delta
  show by high
let tends(s, L) = for all eta: real, 0 < eta => exists N: int, 0 <= N and
    (for all n: int, N <= n => |S(s, n) - L| < eta)
have capped: for all s: real, t1 < s => (for all L: real, tends(s, L) => 1 < 0):
  fix s, L
  have limit: tends(s, L)
  obtain late: M from limit(1)
  let q = t1/s
  have below: 0 < q and q < 1
  have powers: for all k: int, 0 <= k => 0 < p(s, k) and 0 < p(q, k) and
      p(t1, k) = p(q, k)*p(s, k) by induction on k:
    base:
      show by one(s), one(q), one(t1)
    step:
      use next(s, k), next(q, k), next(t1, k)
  have terms: for all n: int, M <= n => |a(n + 1)|*p(s, n + 1) <= 2:
    have more: S(s, n + 1) = S(s, n) + a(n + 1)*p(s, n + 1) by sum_last(k -> a(k)*p(s, k), 0, n + 1)
    have last: |a(n + 1)*p(s, n + 1)| <= 2 by late(n), late(n + 1), more
    show by last, abs_product(a(n + 1), p(s, n + 1)), powers(n + 1)
  let Z(n) = sum(k = 0..n, |a(k)|*p(t1, k))
  have bounded: exists C: real, for all n: int, M <= n => Z(n) <= C:
    let g = 2/(1 - q)
    have top: for all n: int, M <= n => Z(n) + g*p(q, n + 1) <= Z(M) + g*p(q, M + 1)
        by induction on n:
      step:
        have more: Z(n + 1) = Z(n) + |a(n + 1)|*p(t1, n + 1)
            by sum_last(k -> |a(k)|*p(t1, k), 0, n + 1)
        have size: |a(n + 1)|*p(t1, n + 1) <= 2*p(q, n + 1) by terms(n), powers(n + 1)
        show by ih, more, size, next(q, n + 1), g*(1 - q) = 2
    take Z(M) + g*p(q, M + 1)
    show by top(n), powers(n + 1), 0 < g
  obtain most: C from bounded
  obtain high: delta from unbounded(C + 1)
  let t = max(0, t1 - delta/2)
  have inside: 0 <= t and t1 - delta < t and t < t1
  have value: tends(t, F(t)) by stands(t), inside
  obtain close: N from value(1)
  let n = M + N
  have monotone: for all k: int, 0 <= k => 0 <= p(t, k) and p(t, k) <= p(t1, k) by induction on k:
    base:
      show by one(t), one(t1)
    step:
      show by ih, next(t, k), next(t1, k), inside
  have each: for all k in 0..n, |a(k)*p(t, k)| <= |a(k)|*p(t1, k):
    fix k
    show by abs_product(a(k), p(t, k)), monotone(k)
  have sum: |S(t, n)| <= Z(n)
      by sum_abs(k -> a(k)*p(t, k), 0, n), sum_mono(k -> |a(k)*p(t, k)|, k -> |a(k)|*p(t1, k), 0, n)
  show by high(t), inside, close(n), sum, most(n)
""",
    {
        "reaches": REACHES,
        "factor": FACTOR,
        "stands": STANDS,
        "one": POWER_0,
        "next": POWER_NEXT,
    },
    S=series,
)

# --- data: v = (1 - t)^2, so that 1/sqrt(v) = 1 + t + t^2 + ... up to t1 = 1 ----------------------

_p = var("p")


def _length(at: Term) -> Term:
    """|x|, and 1 for x = 0."""
    return S.abs(at) + 1 - S.sign(at) ** 2


_GEOMETRIC: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), ((1 - _p) ** 2).json),
    "F": (("p",), (1 / _length(1 - _p)).json),
    "a": (("p",), "1"),
    "p": POWERS,
}
_UNIT = S.maximum(ZERO, 1 - _p)
_CONSTANT: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), "1"),
    "F": (("p",), "1"),
    "a": (("p",), _UNIT.json),
    "p": POWERS,
}


#: with d = 1 - t: d sum = 1 - t^(n + 1), and t^n (1 + n d) <= 1
GEOMETRIC = f"""
fix t, eta
have base: 0 < |t| + 1 - sign(t)^2
{BOTH}

let d = 1 - t
have ahead: 0 < d and d <= 1
have length: |1 - t| + 1 - sign(1 - t)^2 = d
have smaller: for all P, n: real, 0 <= n and 0 <= P and P*(1 + n*d) <= 1 =>
    0 <= t*P and t*P*(1 + (n + 1)*d) <= 1:
  fix P, n
  have square: 0 <= d^2*P by 0 <= P
  have bend: 0 <= (n + 1)*(d^2*P) by square, 0 <= n
  have first: 0 <= t*P
  show by bend, first, P*(1 + n*d) <= 1
have falls: for all n: int, 0 <= n => 0 <= p(t, n) and p(t, n)*(1 + n*d) <= 1 by induction on n:
  base:
    show by zero(t), base
  step:
    show by next(t, n), base, smaller(p(t, n), n)
have sums: for all n: int, 0 <= n => d*sum(k = 0..n, 1*p(t, k)) = 1 - t*p(t, n) by induction on n:
  base:
    show by zero(t), base
  step:
    have last: sum(k = 0..n + 1, 1*p(t, k)) = sum(k = 0..n, 1*p(t, k)) + p(t, n + 1)
      by sum_last(k -> 1*p(t, k), 0, n + 1), base
    show by ih, last, next(t, n), base
have near: for all P, n, X: real, 0 <= P and P*(1 + n*d) <= 1 and 1 < n*(d^2*eta) and
    d*X = 1 - t*P => |X - 1/d| < eta:
  fix P, n, X
  have small: P < d*eta:
    cases over: d*eta <= P:
      have P: 0 < P by over, ahead
      have one: P < P*(n*(d^2*eta)) by P, 1 < n*(d^2*eta)
      have two: P*(1 + n*d)*(d*eta) <= d*eta by P*(1 + n*d) <= 1, ahead, eta > 0
      show by one, two, over, P
    show by over
  have gap: d*(X - 1/d) = -t*P by d*X = 1 - t*P, ahead
  have less: |d*(X - 1/d)| < d*eta by gap, small, 0 <= P, ahead
  have product: |d*(X - 1/d)| = d*|X - 1/d| by abs_product(d, X - 1/d), ahead
  show by less, product, ahead
have scale: 0 < d^2*eta
have bound: 0 < 1/(d^2*eta)
take floor(1/(d^2*eta)) + 1
fix n
have many: 1 < n*(d^2*eta) by scale, n >= floor(1/(d^2*eta)) + 1
use near(p(t, n), n, sum(k = 0..n, 1*p(t, k)))
show by near(p(t, n), n, sum(k = 0..n, 1*p(t, k))), length, ahead
"""


def _ones(at: str) -> str:
    """1, 0, 0, ...: every sum is 1."""
    return f"""
{FIRST}
have base: 0 < |{at}| + 1 - sign({at})^2
have sums: for all m: int, 0 <= m => sum(k = 0..m, max(0, 1 - k)*p({at}, k)) = 1 by induction on m:
  base:
    show by zero({at}), base
  step:
    have none: max(0, 1 - (m + 1)) = 0
    show by ih, none, base
"""


#: F = 1
CONSTANT = f"""
fix t, eta
take 0
fix n
{_ones("t")}
show by sums(n), 0 < eta
"""


# --- data: v = 1 up to 1/2, and then 2 - 2 t ------------------------------------------------------

_BENT = S.minimum(ONE, 2 - 2 * _p)
_BENDS: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), _BENT.json),
    "F": (("p",), where_defined(1 / S.sqrt(_BENT)).json),
    "a": (("p",), _UNIT.json),
    "p": POWERS,
}


#: F = 1/sqrt(1) for 0 <= t < 1/2
BENT_NEAR = f"""
fix t, eta
take 0
fix n
{_ones("t")}
have flat: min(1, 2 - 2*t) = 1
have value: sum(i = 0..0, 1/sqrt(min(1, 2 - 2*t))) = 1 by flat
show by sums(n), value, 0 < eta
"""
BEYOND = f"""
{_ones("2")}
have limit: for all eta: real, 0 < eta => exists M: int, M >= 0 and (for all n: int, M <= n =>
    |sum(k = 0..n, max(0, 1 - k)*p(2, k)) - 1| < eta):
  fix eta
  take 0
  fix n
  show by sums(n), 0 < eta
take 2
take 1
show by limit
"""


# --- the claim -----------------------------------------------------------------------------------

PATH_CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="A path on which the variance comes to 0 at some t1 caps the radius at t1",
    source=source("The text below the table"),
    statement="Any path in parameter space that causes the variance $v$ to approach zero from any "
    "direction hits this singularity and caps the Taylor convergence radius.",
    readings=(
        Reading(
            "a path",
            ("given", 0),
            "from the current point $t = 0$; what is said of $t_1 < 0$ is said of the path $-t$",
        ),
        Reading(
            "causes the variance $v$ to approach zero",
            ("given", 1),
            "$v(t) -> 0$ as $t -> t_1$ with a finite $t_1$",
        ),
        Reading(
            "from any direction",
            ("given", 1),
            "any $v$ that is positive just before $t_1$ and goes to 0, whatever path of the "
            "parameters it comes from",
        ),
        Reading("$F(t) = 1\\/sqrt(v(t))$", ("given", 2)),
        Reading(
            "the Taylor series stands for $F$ up to $t_1$",
            ("given", 3),
            "not printed: $F(t) = sum_k a_k t^k$ for $0 <= t < t_1$. Where it does not, and $F$ is "
            "analytic before $t_1$, the radius is less than $t_1$ anyway",
        ),
        Reading("powers: $t^0 = 1$", ("given", 4), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 5), "for every integer $k >= 0$"),
        Reading("hits this singularity", ("show", 1), "$F(t) -> infinity$ as $t -> t_1$"),
        Reading(
            "caps the Taylor convergence radius",
            ("show",),
            "and the series converges at no $s > t_1$, so that its radius is at most $t_1$",
        ),
    ),
    obligations=(
        Obligation(
            f"{ID}.capped",
            "$1\\/sqrt(v(t)) -> infinity$ as $t -> t_1$, and the series converges at no $s > t_1$",
            PATH,
            PROOF,
        ),
    ),
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $v(t) = (1 - t)^2$ with $t_1 = 1$, $a_k = 1$",
        PATH,
        Witness({"t1": 1, "delta_": 1, "t_": "1/2", "s": 2, "eta_": 1, "N_": 0}, _GEOMETRIC),
        {3: partial(argued, GEOMETRIC, p=raised), 4: AT_0, 5: NEXT},
    ),
    controls=(
        Control(
            Attempt(
                f"{ID}.control.apart",
                "for a variance that does not come to 0: $v = 1$, $F = 1$",
                {**PATH, "given": [GIVEN[0], *GIVEN[2:]]},
                Witness({"t1": 1}, _CONSTANT),
                {2: partial(argued, CONSTANT, p=raised), 3: AT_0, 4: NEXT},
            ),
            "hypothesis dropped",
        ),
    ),
    notes=(
        "Where $v$ comes to 0 only as $t -> infinity$ nothing is hit and no radius is capped: for "
        "$v(t) = e^(-t)$ the factor $e^(t\\/2)$ is entire.",
        f"Of a path that bends, `{ID}.any`.",
    ),
)
_ANY_GIVENS = {4: partial(argued, BENT_NEAR, p=raised), 5: AT_0, 6: NEXT}
_AT_1 = Witness({"t1": 1, "rho": "1/2"}, _BENDS)
ANY_CLAIM = Claim(
    id=f"{ID}.any",
    kind="theorem",
    title="A path that bends before the variance comes to 0 has its radius capped all the same",
    source=PATH_CLAIM.source,
    statement=PATH_CLAIM.statement,
    readings=(
        *PATH_CLAIM.readings[:4],
        Reading("near the current point", ("given", 3), "up to some $rho$ with $0 < rho <= t_1$"),
        Reading(
            "the Taylor series stands for $F$ near the current point",
            ("given", 4),
            "$F(t) = sum_k a_k t^k$ for $0 <= t < rho$; of the path beyond nothing is asked: that "
            "of a network with ReLUs bends",
        ),
        Reading("powers: $t^0 = 1$", ("given", 5), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 6), "for every integer $k >= 0$"),
        Reading(
            "caps the Taylor convergence radius",
            ("show",),
            "the series converges at no $s > t_1$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{ID}.any.bent",
            "$v(t) = min(1, 2 - 2 t)$ with $t_1 = 1$: the series is the constant 1",
            ANY,
            _AT_1,
            _ANY_GIVENS,
            partial(argued, BEYOND, p=raised),
        ),
    ),
    satisfiable=Attempt(
        f"{ID}.any.satisfiable",
        "the hypotheses hold for $v(t) = min(1, 2 - 2 t)$, $t_1 = 1$, $rho = 1\\/2$",
        ANY,
        _AT_1,
        _ANY_GIVENS,
    ),
    repaired=(
        replace(
            PATH_CLAIM,
            id=f"{ID}.any.repaired",
            title="Where the series stands for the factor up to t1, its radius is capped at t1",
            statement="If $v(t) -> 0$ as $t -> t_1$ from below, $v > 0$ before it, and a power "
            "series $sum_k a_k t^k$ stands for $1\\/sqrt(v(t))$ for $0 <= t < t_1$, then that is "
            "unbounded before $t_1$, and the series converges at no $s > t_1$.",
            differs="A power series stands for $1\\/sqrt(v(t))$ up to $t_1$, and $v > 0$ before "
            "it, instead of any path.",
            controls=(),
            notes=(),
        ),
    ),
    notes=(
        "Where $v$ is analytic and positive up to $t_1$, the series stands for the factor up to "
        f"$t_1$ or ends before it: `{ID}`.",
    ),
)
