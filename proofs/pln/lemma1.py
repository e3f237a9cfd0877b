"""pln.lemma1: every sign network is the pointwise limit of PLN networks (Eq. 6-7)."""

from __future__ import annotations

from typing import Any

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln import instances
from proofs.pln.paper import source
from proofs.pln.symbols import N, S, d, delta, eta, k, layer_norm_unit, x
from proofs.pln.thm1.statement import LN, ROOTS
from proofs.pln.thm1.statement import NAMES as LAYER_NAMES
from proofs.pln.units import IDENTITY, ROOT, smooth_step
from proofs.trees.script import Json, statement

FUNCTIONS = {"alpha": 1, "w": 1, "b": 1}
DIMENSIONS = {"N": "int", "d": "int", "x": "real"}
delta0 = var("delta0")


def alpha(index: Term) -> Term:
    return app("alpha", index)


def pre(index: Term) -> Term:
    """w_hat_k x + b_hat_k."""
    return app("w", index) * x + app("b", index)


def sign_sum(high: Term) -> Term:
    """The sign network: sum_{k=1}^{high} alpha_k sign(w_k x + b_k)."""
    return total("k", 1, high, alpha(k) * S.sign(pre(k)))


def pln_sum(high: Term, small: Term = delta) -> Term:
    """The PLN network of Lemma 1 for symbolic d: sum of alpha_k alpha^T LN-d(w_k x + b_k)."""
    return total("k", 1, high, alpha(k) * layer_norm_unit(pre(k), small))


def reciprocal(at: Term) -> Term:
    """1/|t| where t != 0, and 0 at t = 0, as one total term."""
    nonzero = S.abs(S.sign(at))
    return nonzero / (S.abs(at) + 1 - nonzero)


def modulus(high: Term) -> Term:
    """R = sum over t_k != 0 of |alpha_k| / |t_k|: the error is at most c R."""
    return total("k", 1, high, S.abs(alpha(k)) * reciprocal(pre(k)))


ERROR = S.abs(pln_sum(N) - sign_sum(N))
LIMIT = statement(
    DIMENSIONS,
    [N >= 0, d >= 2],
    every(
        "eta",
        "real",
        implies(
            eta > 0,
            exists(
                "delta0",
                "real",
                conj(
                    delta0 > 0,
                    every(
                        "delta",
                        "real",
                        implies(delta > 0, delta < delta0, S.abs(pln_sum(N) - sign_sum(N)) < eta),
                    ),
                ),
            ),
        ),
    ),
    FUNCTIONS,
)
RATE = statement(
    {**DIMENSIONS, "delta": "real"},
    [N >= 0, d >= 2, delta > 0],
    conj(modulus(N) >= 0, delta * ROOT * modulus(N) >= ERROR),
    FUNCTIONS,
)


# --- proofs --------------------------------------------------------------------------------------

#: a unit u/(|u| + q) is within q/|u| of the sign
GAP = """
have under: for all u: real, 0 < |u| + 1 - |sign(u)|:
  cases u = 0:
    have sign(u) = 0
  have |sign(u)| = 1
  have 0 < |u|
have r: for all u: real, 0 <= r(u) and (u != 0 => r(u)*|u| = 1):
  use under(u)
  cases u = 0:
    have sign(u) = 0
  have |sign(u)| = 1
  have 0 < |u|
have gap: for all u, q: real, 0 < q => |u/(|u| + q) - sign(u)| <= q*r(u):
  use under(u), r(u)
  cases u = 0:
    have sign(u) = 0
  let v = u/(|u| + q)
  have away: 0 < |u|
  have one: r(u)*|u| = 1
  have some: 0 < r(u) by one, away
  have size: q <= q*r(u)*|u| by one
  use step: rational_step(u, q, v, |u|, q*r(u))
  cases 0 < u:
    have sign(u) = 1
    show by step, 0 < u, sign(u) = 1
  have sign(u) = -1
  show by step, u != 0, sign(u) = -1
"""
DEFINED = f"""{LN}
have bottom: for all u, small: real, 0 < small => 0 < sqrt(variance(u)) + small:
  have mean: mean(u) = 0 by sum_zero(i -> 0, 1, d - 2), d >= 2
  have others: sum(i = 1..d - 2, (0 - mean(u))*(0 - mean(u))) = 0
    by sum_zero(i -> (0 - mean(u))*(0 - mean(u)), 1, d - 2), mean
  have variance: variance(u) = 2*u^2/d by mean, others, d >= 2
  have 0 <= variance(u) by variance, d >= 2
have near: for all u, small: real, 0 < small => |norm(u, small) - sign(u)| <= small*sqrt(d/2)*r(u):
  use bottom(u, small), under(u)
  have c: 0 < small*sqrt(d/2) by high
  show by unit(u, small), gap(u, small*sqrt(d/2)), c
"""
#: unit by unit: |G - G_hat| <= c R
_RATE = f"""{GAP}{DEFINED}
have nonneg: 0 <= modulus(N):
  have each: for all k in 1..N, 0 <= |alpha(k)|*r(pre(k)):
    show by r(pre(k))
  show by sum_nonneg(k -> |alpha(k)|*r(pre(k)), 1, N), each
have rate: for all small: real, 0 < small => |pln(small) - signs(N)| <= small*sqrt(d/2)*modulus(N):
  let c = small*sqrt(d/2)
  have c: 0 < c by high
  have each: for all k: int,
      |alpha(k)*norm(pre(k), small) - alpha(k)*sign(pre(k))| <= c*(|alpha(k)|*r(pre(k))):
    use bottom(pre(k), small), under(pre(k))
    let off = norm(pre(k), small) - sign(pre(k))
    have value: |off| <= c*r(pre(k)) by near(pre(k), small)
    have product: |alpha(k)*off| = |alpha(k)|*|off| by abs_product(alpha(k), off)
    have most: |alpha(k)|*|off| <= |alpha(k)|*(c*r(pre(k))) by value
    show by product, most
  have all: for all m: int, 0 <= m => |part(small, m) - signs(m)| <= c*modulus(m) by induction on m:
    base:
      show by sums
    step:
      use bottom(pre(m + 1), small), under(pre(m + 1))
      have one: part(small, m + 1) = part(small, m) + alpha(m + 1)*norm(pre(m + 1), small)
        by sum_last(k -> alpha(k)*norm(pre(k), small), 1, m + 1)
      have two: signs(m + 1) = signs(m) + alpha(m + 1)*sign(pre(m + 1))
        by sum_last(k -> alpha(k)*sign(pre(k)), 1, m + 1)
      have three: modulus(m + 1) = modulus(m) + |alpha(m + 1)|*r(pre(m + 1))
        by sum_last(k -> |alpha(k)|*r(pre(k)), 1, m + 1)
      show by ih, one, two, three, each(m + 1)
  show by all(N)
"""
#: delta0 = eta/(sqrt(d/2) (R + 1)): then c R < eta
_LIMIT = f"""{_RATE}
fix eta
let K = sqrt(d/2)*(modulus(N) + 1)
have K: 0 < K by high, nonneg
take eta/K
have positive: 0 < eta/K
have each: for all delta: real, 0 < delta => delta < eta/K => |pln(delta) - signs(N)| < eta:
  have product: delta*K < eta by delta < eta/K, K
  have 0 < delta*sqrt(d/2) by high
  show by rate(delta), product, 0 < delta*sqrt(d/2)
show by positive, each
"""


def _limit(unit: str, facts: str, near: str, defined: str = "") -> str:
    """delta0 = eta/(sqrt(d/2) (|a| + 1) (r + 1)) for a unit that equals t/(|t| + c)."""
    return f"""{facts}
fix eta
use r(t), under(t)
let K = sqrt(d/2)*((|a| + 1)*(r(t) + 1))
have K: 0 < K by high, 0 <= r(t)
take eta/K
have positive: 0 < eta/K
have each: for all delta: real, 0 < delta => delta < eta/K => |a*{unit} - a*sign(t)| < eta:
  let c = delta*sqrt(d/2)
  have c: 0 < c by high
  have product: c*((|a| + 1)*(r(t) + 1)) < eta by delta < eta/K, K
{defined}  have near: |{unit} - sign(t)| <= c*r(t) by {near}
  have scaled: |a*({unit} - sign(t))| = |a|*|{unit} - sign(t)| by abs_product(a, {unit} - sign(t))
  have most: |a|*|{unit} - sign(t)| <= |a|*(c*r(t)) by near
  have rest: 0 <= c*|a| and 0 <= c*r(t) by c, 0 <= r(t)
  show by product, scaled, most, rest, c
show by positive, each
"""


#: with t for sqrt(2/d) t and sqrt(delta) for c the unit is t/sqrt(t^2 + c^2)
_UNDER_ROOT = """
have low: 0 < sqrt(2/d) by root_positive(2/d), d >= 2
let p = sqrt(2/d)*|t|
have p: 0 <= p by low
have square: 2*t*t/d = (sqrt(2/d)*t)^2 by sqrt(2/d)^2 = 2/d, d >= 2
fix eta
cases t = 0:
  have none: sign(t) = 0
  take 1
  have each: for all delta: real, 0 < delta => delta < 1 => |rooted(delta) - a*sign(t)| < eta:
    have 0 < 2*t*t/d + delta
  show by each
have some: 0 < p by low, t != 0
let bound = eta*p/(|a| + 1)
have bound: 0 < bound by some
take bound^2
have positive: 0 < bound^2
have each: for all delta: real, 0 < delta => delta < bound^2 => |rooted(delta) - a*sign(t)| < eta:
  let c = sqrt(delta)
  have c: 0 < c and c^2 = delta
  have less: c < bound by c, bound, delta < bound^2
  let q = sqrt(2*t*t/d + delta)
  have q: 0 < q
  have same: q = sqrt((sqrt(2/d)*t)^2 + c^2) by square, c
  let v = sqrt(2/d)*t/q
  have whole: v*sqrt((sqrt(2/d)*t)^2 + c^2) = sqrt(2/d)*t by same, q
  use step: root_step(sqrt(2/d)*t, c, v, p, c/p)
  have near: |v - sign(t)| <= c/p:
    cases 0 < t:
      have sign(t) = 1
      show by step, sign(t) = 1, 0 < t, low
    have sign(t) = -1
    have t < 0
    show by step, sign(t) = -1, t < 0, low
  have value: rooted(delta) = a*v by q
  have scaled: |a*(v - sign(t))| = |a|*|v - sign(t)| by abs_product(a, v - sign(t))
  have most: |a|*|v - sign(t)| <= |a|*(c/p) by near
  have room: |a|*(c/p) < eta by less, some, c
  show by value, scaled, most, room
show by positive, each
"""
NAMES: dict[str, Any] = {
    **{name: LAYER_NAMES[name] for name in ("mean", "variance", "norm")},
    "alpha": alpha,
    "pre": pre,
    "r": reciprocal,
    "signs": sign_sum,
    "modulus": modulus,
    "pln": lambda small: pln_sum(N, small),
    "part": lambda small, high: pln_sum(high, small),
    "step": lambda at, small: smooth_step(at, small * ROOT),
    "rooted": lambda small: under_root(small),
}


_UNIT = statement({"d": "int"}, [d >= 2], IDENTITY)
UNIT = Obligation(
    "pln.lemma1.unit",
    'one unit, for every $d >= 2$: $bold(alpha)^top "LN"([t, -t, 0, ..., 0]) = '
    "t \\/ (abs(t) + delta sqrt(d \\/ 2))$",
    _UNIT,
    written(_UNIT, f"{LN}show by unit", **{n: NAMES[n] for n in ("mean", "variance", "norm")}),
)


# --- the printed proof, line by line -------------------------------------------------------------

_a, _t = var("a"), var("t")
ONE_UNIT = {"d": "int", "a": "real", "t": "real"}


def _tends_to_sign(of_delta: Term) -> Json:
    """lim_{delta -> 0+} of_delta = a sign(t), spelled out."""
    near = S.abs(of_delta - _a * S.sign(_t)) < eta
    small = every("delta", "real", implies(delta > 0, delta < delta0, near))
    some = exists("delta0", "real", conj(delta0 > 0, small))
    return every("eta", "real", implies(eta > 0, some))


def _limit_line(name: str, says: str, of_delta: Term, text: str) -> Obligation:
    sequent = statement(ONE_UNIT, [d >= 2], _tends_to_sign(of_delta))
    return Obligation(f"pln.lemma1.eq6.{name}", says, sequent, written(sequent, text, **NAMES))


def under_root(small: Term) -> Term:
    """The second expression of Eq. 6, with delta under the root."""
    return _a * S.sqrt(2 / d) * _t / S.sqrt(2 * _t * _t / d + small)


LINES = (
    Line(
        "pln.lemma1.eq6",
        'Eq. 6: $lim_(delta -> 0^+) bold(alpha)_j^top "LN"(bold(w)_j x + bold(b)_j) = '
        "lim hat(alpha)_j sqrt(2 \\/ d) dot t / sqrt(2 t^2 \\/ d + delta) = "
        'lim (hat(alpha)_j t) / (abs(t) + delta sqrt(d \\/ 2)) = hat(alpha)_j "sign"(t)$ '
        "with $t = hat(w)_j x + hat(b)_j$, even if $t = 0$",
        (
            _limit_line(
                "layer",
                'the limit of the unit itself is $hat(alpha) "sign"(t)$',
                _a * layer_norm_unit(_t),
                _limit(
                    "norm(t, delta)", GAP + DEFINED, "near(t, delta)", "  use bottom(t, delta)\n"
                ),
            ),
            _limit_line(
                "root",
                "so is that of the second expression, with $delta$ under the root as it is set",
                under_root(delta),
                _UNDER_ROOT,
            ),
            _limit_line(
                "step",
                "and that of the third",
                _a * smooth_step(_t, delta * ROOT),
                _limit("step(t, delta)", GAP + ROOTS, "gap(t, c), c"),
            ),
            UNIT,
        ),
        reading="with $sqrt(2 t^2 \\/ d) + delta$ in the second expression, which is what Eq. 5 "
        "says, the first two equalities hold before the limit as well (`pln.lemma1.unit`); with "
        "$delta$ under the root only the limits agree",
    ),
    Line(
        "pln.lemma1.eq7",
        'Eq. 7: $hat(G)(x) = sum_j hat(alpha)_j "sign"(hat(w)_j x + hat(b)_j) = '
        'lim_(delta -> 0^+) sum_j bold(alpha)_j^top "LN"(bold(w)_j x + bold(b)_j)$',
        (
            Obligation(
                "pln.lemma1.eq7.limit",
                "the limit of the sum, for every number of units",
                LIMIT,
                written(LIMIT, _LIMIT, **NAMES),
            ),
        ),
    ),
)

_STEP = {"alpha": (("i",), "1"), "w": (("i",), "1"), "b": (("i",), "0")}


CLAIM = Claim(
    id="pln.lemma1",
    kind="theorem",
    title="Every sign network is a limit of PLN networks",
    source=source("Lemma 1", "6-7"),
    statement='Given a $hat(G)(x) in cal(G)(N; "sign")$, there is a $G(x) in cal(G)(N; "LN")$, '
    'subjected to $lim_(delta -> 0^+) G(x) = hat(G)(x)$. Here $"sign"(x)$ is the sign function, '
    "which outputs $-1, 0, 1$ when $x < 0, x = 0, x > 0$ respectively.",
    readings=(
        Reading(
            'a $hat(G) in cal(G)(N; "sign")$',
            ("given", 0),
            "any number of units, any weights $hat(alpha)_k, hat(w)_k, hat(b)_k$",
        ),
        Reading(
            '$"LN"$ on $RR^d$',
            ("given", 1),
            "$d >= 2$ is printed in Theorem 1; the dimension is symbolic",
        ),
        Reading(
            "$lim_(delta -> 0^+) G(x) = hat(G)(x)$",
            ("show",),
            "at every $x$, with the weights of the proof, which do not depend on $delta$; the "
            "limit is spelled out",
        ),
    ),
    obligations=(
        Obligation(
            "pln.lemma1.statement",
            "the limit, for every $N$, $d$, $x$ and all weights",
            LIMIT,
            written(LIMIT, _LIMIT, **NAMES),
        ),
    ),
    lines=LINES,
    controls=(),
    satisfiable=Attempt(
        "pln.lemma1.satisfiable",
        "the hypotheses hold for one unit with $d = 2$",
        LIMIT,
        Witness({"N": 1, "d": 2, "x": 1}, _STEP),
    ),
    notes=(
        "In Eq. 6 the second expression has $delta$ under the root, where Eq. 5 has $sigma + "
        "delta$. All the printed equalities are between limits, and they hold either way.",
        "No control drops $N >= 0$ or $d >= 2$: they only say that there are so many units and "
        "coordinates. For $N < 0$ the sums are empty; for $d < 2$ the vector $[t, -t, 0, ..., 0]$ "
        "does not exist. No constant is there to tighten.",
    ),
    not_claimed=(
        "the limit is pointwise: near a breakpoint no single $delta$ is small enough for all $x$",
    ),
    parameters=instances.LIMIT_PARAMETERS,
    instances=instances.LIMIT_INSTANCES,
    run=instances.limit_rows,
    construct=instances.construct_limit,
    sharpened=(
        Claim(
            id="pln.lemma1.sharpened",
            kind="theorem",
            title="The rate of convergence in Lemma 1",
            source=source("beyond Lemma 1", "6-7"),
            statement="For every $delta > 0$: $abs(G(x) - hat(G)(x)) <= delta sqrt(d \\/ 2) "
            "sum_(k : t_k != 0) abs(hat(alpha)_k) \\/ abs(t_k)$, $t_k = hat(w)_k x + hat(b)_k$.",
            readings=(
                Reading("any number of units", ("given", 0), obligation="pln.lemma1.rate"),
                Reading("$d >= 2$", ("given", 1), obligation="pln.lemma1.rate"),
                Reading("$delta > 0$", ("given", 2), obligation="pln.lemma1.rate"),
                Reading("the bound", ("show",), obligation="pln.lemma1.rate"),
            ),
            obligations=(
                Obligation(
                    "pln.lemma1.rate",
                    "the rate, for every $N$, $d$, $delta$, $x$ and all weights",
                    RATE,
                    written(RATE, f"{_RATE}show by nonneg, rate(delta)", **NAMES),
                ),
            ),
        ),
    ),
)
