"""weierstrass.ghost_distance.path: where a variance that comes to 0 ends a Taylor series.

The path has the parameter t, the current point is t = 0, and v(t) -> 0 as t -> t1 > 0 from below.
Then 1/sqrt(v) is unbounded before t1, and its Taylor series at 0, where it stands for the function
up to t1, converges at no s > t1: otherwise ``|a_k| s^k <= 2`` from some k on, and its sums at all
0 <= t <= t1 would stay below one bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import ONE, ZERO, S, both_sums, every_real, fact, put, shown_by
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    split,
    statement,
)
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, power
from proofs.weierstrass.newton.degrees_witness import AT_0, NEXT, POWERS
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

_p, _x, _e, _h = var("p"), var("t0"), var("e0"), var("h")


def _length(at: Term) -> Term:
    """|x|, and 1 for x = 0."""
    return S.abs(at) + 1 - S.sign(at) ** 2


def _raised(base: Term, exponent: Term) -> Term:
    """The power of the data."""
    return Term(put(put(POWERS[1], "a", base), "b", exponent))


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


def _log_defined(base: Term, then: Node) -> Node:
    argument = _length(base)
    sizes_ = case(S.abs(base).json, auto("> 0"), auto("> 0"))
    signs = case(S.sign(base).json, sizes_, sizes_, sizes_)
    return have(argument > 0, signs, define(S.log(argument).json, auto("> 0"), then))


_AT_0 = every("t", "real", _raised(t, ZERO).equals(1))
_NEXT = every(
    "t",
    "real",
    every("h", "int", implies(_h >= 0, _raised(t, _h + 1).equals(t * _raised(t, _h)))),
)


def _with_powers(then: Node) -> Node:
    return have(_AT_0, argued(AT_0), have(_NEXT, argued(NEXT), then))


_NUMBERS = tuple(var(name) for name in ("d1", "e1", "b1", "m1", "P1", "X1"))


def _close() -> Json:
    """With P = t^n, d = 1 - t, b = 1/(d^2 e) and d X = -t P: abs(X) < e for n >= b."""
    d, e, b, m, P, X = _NUMBERS
    premises = conj(
        d > 0,
        d <= 1,
        e > 0,
        (b * (d**2 * e)).equals(1),
        m >= b,
        P >= 0,
        P * (1 + m * d) <= 1,
        (d * X).equals((d - 1) * P),
    )
    names = [str(number.json) for number in _NUMBERS]
    return every_real(names, implies(premises, S.abs(X) < e))


_CLOSE = _close()


def _geometric() -> Node:
    """(1 - t) sum = 1 - t^(n + 1), and t^n (1 + n (1 - t)) <= 1."""
    rest, y = 1 - _x, var("y0")
    one = S.const(1)

    def sums(upto: Term) -> Term:
        return total("k", 0, upto, one * _raised(_x, k))

    here = _raised(_x, y)
    small = conj(here >= 0, here * (1 + y * rest) <= 1, (rest * sums(y)).equals(1 - _x * here))
    first = both_sums("unfold", [sums(ZERO)], both_sums("empty", [sums(ZERO - 1)], auto("first")))
    base = fact(_AT_0, [_x], node("both", auto(), auto(), first))
    products = [
        (_x * here >= 0, auto("product")),
        (_x * (1 - here * (1 + y * rest)) >= 0, auto("times t")),
        (rest**2 * here >= 0, auto("product")),
        (y * (rest**2 * here) >= 0, auto("times n")),
        (_x * here * (1 + (y + 1) * rest) <= 1, auto("bound")),
    ]
    more = node("unfold", auto("range"), auto("sum"), on=sums(y + 1).json)
    step = fact(_NEXT, [_x, y], lemmas(products, node("both", auto(), auto(), more)), auto())
    whole = every("y0", "int", implies(y >= 0, small))
    last = var("n0")
    scale = rest**2 * _e
    bound = 1 / scale
    top = S.floor(bound) + 1
    far = sums(last) - 1 / _length(rest)
    value = _raised(_x, last)
    known = [
        (_length(rest).equals(rest), case(S.sign(rest).json, *[_rest_size(rest)] * 3)),
        ((1 / _length(rest) * rest).equals(1), auto("the reciprocal")),
        ((rest * far).equals(-_x * value), auto("the gap")),
        ((bound * scale).equals(1), auto("1")),
    ]
    used = fact(_CLOSE, [rest, _e, bound, last, value, far], auto("close"), auto("premises"))
    ending = lemmas(known, used)
    late = fact(whole, [last], ending, auto("n >= 0"))
    body = intro("n0", intro("", have(last >= 0, auto("n >= N"), late)))
    shown = shown_by(top, node("both", auto("N >= 0"), body))
    start = [
        (rest > 0, auto("> 0")),
        (1 / rest > 0, auto("> 0")),
        (_length(rest) > 0, case(S.sign(rest).json, *[_abs_cases(rest)] * 3)),
        (rest**2 > 0, auto("> 0")),
        (rest**2 * _e > 0, auto("> 0")),
    ]
    close = [(1 / (rest**2 * _e) > 0, auto("> 0")), (top >= 0, auto("floor"))]
    inner = induct("y0", "0", small, base, step, lemmas(close, shown))
    inner = define(bound.json, auto("!= 0"), inner)
    inner = define((1 / _length(rest)).json, auto("!= 0"), inner)
    whole_proof = lemmas(start[2:], _log_defined(_x, inner))
    positive = lemmas(start[:1], define((1 / rest).json, auto(), lemmas(start[1:2], whole_proof)))
    proof = intro("t0", intro("", intro("e0", intro("", positive))))
    return have(_CLOSE, _close_script(), _with_powers(proof))


def _abs_cases(rest: Term) -> Node:
    return case(S.abs(rest).json, auto("> 0"), auto("> 0"))


def _rest_size(rest: Term) -> Node:
    return case(S.abs(rest).json, auto("1 - t"), auto("1 - t"))


def _close_script() -> Node:
    """P + P d e <= d e gives P < d e, and abs(d X) <= P."""
    d, e, b, m, P, X = _NUMBERS
    start = [
        (d**2 > 0, auto("square")),
        (d**2 * e > 0, auto("product")),
        ((m - b) * (d**2 * e) >= 0, auto("n is large")),
        ((m * (d**2 * e) - 1) * P >= 0, auto("times P")),
        (d * e > 0, auto("product")),
        (d * e * (1 - P - m * d * P) >= 0, auto("times d e")),
        (P + P * (d * e) <= d * e, auto("sum")),
    ]
    product = have((P - d * e) * (d * e) >= 0, auto("product"), auto("too large"))
    sizes_ = [
        (P < d * e, split((P - d * e).json, product, auto("below"))),
        (d * P >= 0, auto("product")),
        ((1 - d) * P >= 0, auto("product")),
        (X < e, _divided(X, d, e)),
        (-X < e, _divided(-X, d, e)),
    ]
    body = intro("", lemmas([*start, *sizes_], case(S.abs(X).json, auto("above"), auto("below"))))
    for number in reversed(_NUMBERS):
        body = intro(str(number.json), body)
    return body


def _divided(far: Term, d: Term, e: Term) -> Node:
    """x < e from d x < d e."""
    product = have(d * (far - e) >= 0, auto("product"), auto("too far"))
    return split((far - e).json, product, auto("below"))


def _ones(at: str) -> str:
    """1, 0, 0, ...: every sum is 1."""
    return f"""
have zero: for all t: real, p(t, 0) = 1:
{indent(AT_0.strip(), "  ")}
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
        {3: _geometric, 4: AT_0, 5: NEXT},
    ),
    controls=(
        Control(
            Attempt(
                f"{ID}.control.apart",
                "for a variance that does not come to 0: $v = 1$, $F = 1$",
                {**PATH, "given": [GIVEN[0], *GIVEN[2:]]},
                Witness({"t1": 1}, _CONSTANT),
                {2: partial(argued, CONSTANT, p=_raised), 3: AT_0, 4: NEXT},
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
_ANY_GIVENS: dict[int, Callable[[], Node] | str] = {
    4: partial(argued, BENT_NEAR, p=_raised),
    5: AT_0,
    6: NEXT,
}
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
            partial(argued, BEYOND, p=_raised),
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
