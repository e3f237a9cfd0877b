"""Theorem 1, the proof: its conclusion, from both cases, as printed and repaired."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from textwrap import indent
from typing import Any

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.claims import Attempt, Witness
from proofs.pln.lemma2.claim import LIPSCHITZ, WIDTH
from proofs.pln.symbols import L, N, S, d, delta, eps, f, k, layer_norm_unit, x
from proofs.pln.thm1.cases import (
    BUDGET,
    CLOSE,
    COUNT,
    EPS1,
    EQ25_NAMES,
    ERROR,
    FINISH,
    SHARP,
    SHARP_NAMES,
    WIDE,
    case1,
    case2,
    on_unit_interval,
)
from proofs.pln.thm1.statement import LN
from proofs.pln.thm1.statement import NAMES as LAYER_NAMES
from proofs.pln.thm1.sums import (
    BREAK,
    MAX,
    MAX_K,
    SMALL,
    UNITS,
    WEIGHTS,
    A,
    A_k,
    alpha,
    at,
    delta0,
    eps2,
    i,
    p,
    sequent,
    smooth,
    t,
)
from proofs.pln.units import ROOT

# --- the conclusion, as printed and repaired -----------------------------------------------------


def top_of(index: Term) -> Term:
    """alpha_k^*, here any bound of the other weights."""
    return app("alphastar", index)


def limit_of(index: Term) -> Term:
    """delta_k as a function of k."""
    return app("deltaof", index)


def max_k(top: Term) -> Json:
    return every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= top))


#: delta_k = eps2 delta_0/((N - 1) alpha_k^*) is defined and delta <= delta_k, for every k < N
FOR_K: Json = every(
    "k",
    "int",
    implies(
        *BREAK,
        conj(
            max_k(top_of(k)),
            (COUNT * top_of(k)).differs(0),
            (limit_of(k) * (COUNT * top_of(k))).equals(eps2 * delta0),
            delta <= limit_of(k),
        ),
    ),
)
CHOSEN = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS, *SMALL, delta > 0]
PRINTED = [
    *CHOSEN,
    EPS1,
    *BUDGET,
    eps2 > 0,
    L / (2 * N) <= eps - eps2,
    FOR_K,
]


NAMES = EQ25_NAMES | SHARP_NAMES | {"top": top_of}
_SMALL = """
have half: delta0 < h/2
have pos: 0 < h
"""
_OTHERS = """
use budget: for_k(k)
have max: for all i: int, 1 <= i => i <= N => i != k => |alpha(i)| <= top(k)
have least: 0 <= top(k):
  cases k = 1:
    show by max(N), k = 1, k <= N - 1
  show by max(1), k != 1, k <= N - 1
have used: (N - 1)*top(k)*delta <= eps2*delta0 by budget, least, 1 <= N
have spent: (N - 1)*(top(k)*(delta/(delta0 + delta))) < eps2
  by used, delta > 0, delta0 > 0, eps2 > 0
"""
PRINTED_FACTS = {
    "weights": WEIGHTS[0], "max": MAX, "small_sign": EPS1, "for_k": FOR_K
}  # fmt: skip
CONCLUSION_TEXT = f"""{WIDE}{_SMALL}have least: 0 <= A by max(1), 1 <= N
have positive: 0 < A by least, A != 0, N*A != 0
have spent: N*A*delta <= eps1*delta0:
  have N*A*deltaN = eps1*delta0
  show by N*A*deltaN = eps1*delta0, delta <= deltaN, positive, 1 <= N
have cost: N*(A*(delta/(delta0 + delta))) < eps1
  by spent, delta > 0, delta0 > 0, eps1 > 0
{CLOSE}
{case1("eps1", "small_sign(x), far")}
{case2("top(k)", _OTHERS, "eps2")}
{FINISH}"""


delta_star = var("deltastar")
REPAIRED_CONCLUSION: Json = exists(
    "deltastar",
    "real",
    conj(
        delta_star > 0,
        every(
            "delta",
            "real",
            implies(delta > 0, delta <= delta_star, on_unit_interval(ERROR < eps)),
        ),
    ),
)
_FEWER = """
have spent: (N - 1)*(A*(delta/(delta0 + delta))) < gain by cost, fewer, delta > 0, delta0 > 0
"""
_BOTH = f"""{_SMALL}
have thin: delta*(N*A) <= gain*delta0 by below, used, positive, 1 <= N
have cost: N*(A*(delta/(delta0 + delta))) < gain by thin, delta > 0, delta0 > 0, gain > 0
have fewer: (N - 1)*(A*(delta/(delta0 + delta))) <= N*(A*(delta/(delta0 + delta)))
  by positive, delta > 0, delta0 > 0
{CLOSE}
{case1("gain", "sharp(x), room")}
{case2("A", _FEWER, "gain")}
{FINISH}"""
#: delta_0 = 1/(4N), and sum |alpha_j| + 1 in place of alpha^*
REPAIRED_TEXT = f"""{WIDE}{SHARP}
have bound: exists A: real, 0 < A and (for all i: int, 1 <= i => i <= N => |alpha(i)| <= A):
  take sum(j = 1..N, |alpha(j)|) + 1
  have positive: 0 < sum(j = 1..N, |alpha(j)|) + 1 by sum_nonneg(j -> |alpha(j)|, 1, N)
  have each: for all i: int, 1 <= i => i <= N => |alpha(i)| <= sum(j = 1..N, |alpha(j)|) + 1:
    show by sum_summand(j -> |alpha(j)|, 1, N, i)
  show by positive, each
obtain A from bound
have max: for all i: int, 1 <= i => i <= N => |alpha(i)| <= A
have positive: 0 < A
have room: exists gain: real, 0 < gain and L/(2*N) <= eps - gain:
  take eps - L/(2*N)
  show by margin
obtain gain from room
have room: L/(2*N) <= eps - gain
have small: exists delta0: real, 0 < delta0 and delta0 < h/2:
  take h/4
obtain delta0 from small
have smaller: exists star: real, 0 < star and star*(N*A) <= gain*delta0:
  take gain*delta0/(N*A)
  show by positive, 0 < gain, 0 < delta0, 1 <= N
obtain star from smaller
have used: star*(N*A) <= gain*delta0
have all: for all delta: real, 0 < delta => delta <= star =>
    for all x: real, 0 <= x => x <= 1 => |G - f(x)| < eps:
  have below: delta <= star
{indent(_BOTH, "  ")}
take star
show by 0 < star, all
"""


def placed(json: Any, values: dict[str, Term]) -> Any:
    """``json`` (a formula, or a script) with terms in place of free names."""
    json = plain_json(json)
    if isinstance(json, str):
        return values[json].json if json in values else json
    if isinstance(json, list):
        if json and json[0] in ("all", "some", "sum"):
            return [*json[:2], *(placed(a, values) for a in json[2:])]
        return [*json[:1], *(placed(a, values) for a in json[1:])] if json else json
    return json


# --- the units, and other norm sizes -------------------------------------------------------------


_TERMS = ("show", "on", "is", "term", "claim", "first", "second", "from")


def put(script: Any, values: dict[str, Term]) -> Any:
    """A script with terms in place of free names, also where it looks before it goes on."""
    if callable(script):
        return lambda context: put(script(context), values)
    if isinstance(script, dict):
        changed = {key: placed(script[key], values) for key in _TERMS if key in script}
        if isinstance(script.get("at"), list):
            changed["at"] = [placed(a, values) for a in script["at"]]
        if "then" in script:
            changed["then"] = [put(child, values) for child in script["then"]]
        if "function" in script:
            changed["function"] = put(script["function"], values)
        return {**script, **changed}
    return script


ROOT_D = delta * ROOT
UNIT_2 = placed(layer_norm_unit(t).json, {"d": S.const(2)})
SMALL_D = (t / (S.abs(t) + ROOT_D)).equals(smooth(t))
ERROR_D = S.abs(total("i", 1, N, alpha(i) * (at(i) / (S.abs(at(i)) + ROOT_D))) - f(x))
#: alpha^* = max |alpha_j|, attained at p
MAXIMUM: list[Json] = [p >= 1, p <= N, A.equals(S.abs(alpha(p))), MAX]
MAXIMUM_K: list[Json] = [
    *BREAK, p >= 1, p <= N, p.differs(k), A_k.equals(S.abs(alpha(p))), MAX_K
]  # fmt: skip
ANY = [eps > 0, WIDTH, LIPSCHITZ, *WEIGHTS]
CONSTANT_0: tuple[tuple[str, ...], Json] = (("u",), "0")
CONSTANT_1: tuple[tuple[str, ...], Json] = (("u",), "1")
CENTRED: tuple[tuple[str, ...], Json] = (("u",), ["-", "u", "1/2"])


def _of_two(made: Callable[..., Term]) -> Callable[[Term], Term]:
    """A term of Lemma 1's unit, for d = 2."""
    return lambda u: Term(placed(made(u).json, {"d": S.const(2)}))


UNIT_2_NAMES = {
    "mean": _of_two(LAYER_NAMES["mean"]),
    "variance": _of_two(LAYER_NAMES["variance"]),
    "norm": lambda u, small: Term(placed(layer_norm_unit(u, small).json, {"d": S.const(2)})),
}
_LN_2 = re.sub(r"\bd\b", "2", LN)
UNIT_2_TEXT = f"""{_LN_2}
have one: sqrt(2/2) = 1
show by unit(t, delta), one, delta > 0
"""


def norm_18() -> Attempt:
    """f = 1 and N = 1 for d = 18: delta = delta_N, and the error at x = 0 is eps."""
    quarter, ninth = Fraction(1, 4), Fraction(1, 9)
    values = {
        "N": 1, "d": 18, "L": 0, "eps": quarter, "eps1": quarter, "eps2": quarter,
        "A": 1, "delta0": Fraction(4, 9), "deltaN": ninth, "delta": ninth,
    }  # fmt: skip
    functions = {
        "f": CONSTANT_1,
        "alpha": CONSTANT_1,
        "b": CONSTANT_1,
        "alphastar": CONSTANT_1,
        "deltaof": CONSTANT_1,
    }
    given = [d >= 2, *PRINTED]
    return Attempt(
        "pln.thm1.simplify.conclusion",
        "$d = 18$, $f = 1$, $N = 1$, $epsilon = epsilon_1 = 1\\/4$, $delta_0 = 4\\/9$, so "
        "$delta_N = 1\\/9 = delta$: the error at $x = 0$ is $epsilon$",
        sequent(given, on_unit_interval(ERROR_D < eps)),
        Witness(values, functions),
    )
