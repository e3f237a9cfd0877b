"""Theorem 1, the proof: its hypotheses, one unit, and sums over a range of units (Eq. 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from constructions.pln import b_hat
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.claims import Obligation
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.language.elaboration import written
from proofs.pln.symbols import LEVEL, ONE, N, S, delta, jump, k, x, y
from proofs.trees.script import (
    Node,
    auto,
    look,
    statement,
    use,
)

FUNCTIONS = {"f": 1, "alpha": 1, "b": 1, "alphastar": 1, "deltaof": 1, "s": 2, "e": 1}
SORTS = {
    "N": "int",
    "k": "int",
    "p": "int",
    "d": "int",
    **dict.fromkeys(
        ("x", "t", "L", "eps", "eps1", "eps2", "delta", "delta0", "deltaN", "deltastar"), "real"
    ),
    **dict.fromkeys(("deltak", "A", "Ak"), "real"),
}
i, p, t = var("i"), var("p"), var("t")
A, A_k, delta0, eps1, eps2, delta_N, delta_k = (
    var(name) for name in ("A", "Ak", "delta0", "eps1", "eps2", "deltaN", "deltak")
)


def alpha(index: Term) -> Term:
    """alpha_hat_index, a function of its own: Eq. 16-20 hold for all weights."""
    return app("alpha", index)


def at(index: Term) -> Term:
    """x + b_hat_index."""
    return x + app("b", index)


def smooth(u: Term) -> Term:
    """s(t) = t / (|t| + delta)."""
    return u / (S.abs(u) + delta)


def step(u: Term) -> Term:
    """t / |t|, the sign of t away from 0."""
    return u / S.abs(u)


G = total("i", 1, N, alpha(i) * smooth(at(i)))
GH = total("i", 1, N, alpha(i) * S.sign(at(i)))  #: G_hat

# --- the hypotheses of the text ------------------------------------------------------------------

#: Eq. 8-9 and b_hat_j = -j/N for j < N, b_hat_N = 1
WEIGHTS: list[Json] = [
    every(
        "i",
        "int",
        implies(
            i >= 1, i <= N - 1, conj(alpha(i).equals(jump(i)), app("b", i).equals(b_hat(i, N)))
        ),
    ),
    alpha(N).equals(LEVEL),
    app("b", N).equals(1),
]
UNITS: list[Json] = [i >= 1, i <= N]
#: case 1: |x + b_hat_j| > delta_0 for every j
FAR: Json = every("i", "int", implies(*UNITS, S.abs(at(i)) > delta0))
#: the units other than k are far
FAR_K: Json = every("i", "int", implies(*UNITS, i.differs(k), S.abs(at(i)) > delta0))
MAX: Json = every("i", "int", implies(*UNITS, S.abs(alpha(i)) <= A))
MAX_K: Json = every("i", "int", implies(*UNITS, i.differs(k), S.abs(alpha(i)) <= A_k))
SMALL: list[Json] = [delta0 > 0, delta0 < 1 / (2 * N)]
BREAK: list[Json] = [k >= 1, k <= N - 1]
NEAR: list[Json] = [*BREAK, S.abs(at(k)) <= delta0]


# --- script helpers ------------------------------------------------------------------------------


def known(formula: Json, at: list[Term], then: Node, *proofs: Node) -> Node:
    """Instantiate the hypothesis ``formula`` at ``at`` and discharge its premises."""
    formula = plain_json(formula)
    bare, premises = formula, 0
    while bare[0] == "all":
        bare = bare[3]
    while bare[0] == "implies":
        bare, premises = bare[2], premises + 1
    shown = [*proofs, *[auto(f"premise of {formula[0]}")] * (premises - len(proofs))]

    def first(context: Context) -> Node:
        names = set(context.sorts) - _bound(formula)
        target = read_formula(formula, names, context.functions)
        place, rest = context.rules.index(target), len(context.rules)
        body = then
        for n in reversed(range(1, premises)):
            body = use(rest + n - 1, [], shown[n], body)
        return use(place, [a.json for a in at], *shown[:1], body)

    return look(first)


def _bound(formula: Json) -> set[str]:
    if not isinstance(formula, list):
        return set()
    own = {formula[1]} if formula[0] in ("all", "some", "sum") else set()
    return own.union(*(_bound(part) for part in formula[1:]))


def mentions(json: Json, name: str) -> bool:
    return json == name or (isinstance(json, list) and any(mentions(a, name) for a in json))


def sequent(given: list[Json], show: Json) -> Json:
    """A statement with the sorts and functions that occur in it."""
    whole = plain_json([*given, show])
    free = {n: s for n, s in SORTS.items() if any(_free(a, n) for a in whole)}
    used = {name: n for name, n in FUNCTIONS.items() if mentions(whole, name)}
    return statement(free, given, show, used)


def _free(json: Json, name: str) -> bool:
    if not isinstance(json, list):
        return bool(json == name)
    if json[0] in ("all", "some") and json[1] == name:
        return False
    if json[0] == "sum" and json[1] == name:
        return any(_free(a, name) for a in json[2:4])
    return any(_free(a, name) for a in json)


def obligation(
    name: str,
    says: str,
    given: list[Json],
    show: Json,
    proof: str | Callable[[], Node] = auto,
    facts: Mapping[str, Json] | None = None,
    names: Mapping[str, Any] | None = None,
) -> Obligation:
    """A step of the printed proof, with its proof as text or as a script."""
    whole = sequent(given, show)
    script = written(whole, proof, facts, **(names or NAMES)) if isinstance(proof, str) else proof
    return Obligation(f"pln.thm1.{name}", says, whole, script)


def reals(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real", formula)
    return formula


def spending(e: Term, number: Term, top: Term) -> Term:
    """delta_N and delta_k of the text, e delta_0/(number top)."""
    return e * delta0 / (number * top)


def each_cost(e: Term, number: Term, top: Term) -> Term:
    return top * spending(e, number, top) * (1 / (delta0 + delta))


# --- sums over a range of units ------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """The summands of Eq. 16 (sign = 1) or Eq. 20 (sign = -1), and their sums over a range."""

    sign: int

    def gap(self, u: Term) -> Term:
        """t/|t| - t/(|t| + delta) in Eq. 16, its negative in Eq. 20."""
        return step(u) - smooth(u) if self.sign > 0 else smooth(u) - step(u)

    def a_gap(self, i: Term) -> Term:
        return alpha(i) * self.gap(at(i))

    def a_size(self, i: Term) -> Term:
        return S.abs(alpha(i)) * S.abs(self.gap(at(i)))

    def gaps(self, a: Term, n: Term) -> Term:
        return total("i", a, n, self.a_gap(i))

    def sizes(self, a: Term, n: Term) -> Term:
        return total("i", a, n, self.a_size(i))

    def names(self) -> dict[str, Any]:
        """What the texts call them."""
        own = (self.gap, self.a_gap, self.a_size, self.gaps, self.sizes)
        return NAMES | {made.__name__: made for made in own}


def error(u: Term) -> Term:
    """delta t / (|t| (|t| + delta))."""
    return delta * u / (S.abs(u) * (S.abs(u) + delta))


def a_sign(i: Term) -> Term:
    return alpha(i) * S.sign(at(i))


def a_unit(i: Term) -> Term:
    return alpha(i) * smooth(at(i))


def an_error(i: Term) -> Term:
    return S.abs(alpha(i)) * S.abs(error(at(i)))


def a_cost(i: Term) -> Term:
    return S.abs(alpha(i)) * (delta / (S.abs(at(i)) + delta))


def signs(a: Term, n: Term) -> Term:
    return total("i", a, n, a_sign(i))


def units(a: Term, n: Term) -> Term:
    return total("i", a, n, a_unit(i))


def errors(a: Term, n: Term) -> Term:
    return total("i", a, n, an_error(i))


def costs(a: Term, n: Term) -> Term:
    return total("i", a, n, a_cost(i))


NAMES: dict[str, Any] = {
    "y": y, "h": 1 / N, "G": G, "GH": GH, "at": at, "smooth": smooth, "step": step, "error": error,
    "a_sign": a_sign, "a_unit": a_unit, "an_error": an_error, "a_cost": a_cost,
    "signs": signs, "units": units, "errors": errors, "costs": costs,
}  # fmt: skip
EQ16_SUMS, EQ20_SUMS = Sums(1), Sums(-1)
EQ16 = conj(
    S.abs(GH - G).equals(S.abs(EQ16_SUMS.gaps(ONE, N))),
    S.abs(EQ16_SUMS.gaps(ONE, N)) <= EQ16_SUMS.sizes(ONE, N),
    EQ16_SUMS.sizes(ONE, N).equals(errors(ONE, N)),
    errors(ONE, N).equals(costs(ONE, N)),
)

#: for t != 0: sign t = t/|t|, |gap| = |delta t/(|t| (|t| + delta))| = delta/(|t| + delta)
_ONE_UNIT = """
have unit: for all t: real, 0 < |t| =>
    sign(t) = step(t) and |gap(t)| = |error(t)| and |error(t)| = delta/(|t| + delta):
  fix t
  let q = delta/(|t| + delta)
  have away: 0 < |t|
  have small: 0 < q by away, delta > 0
  cases t > 0:
    have size: |t| = t by t > 0
    have sign: sign(t) = 1 by t > 0
    have unit: step(t) = 1 by size, away
    have gap: |gap(t)| = q by unit, small, size, delta > 0
    have error: |error(t)| = q by small, size, delta > 0, t > 0
    show by sign, unit, gap, error
  have t < 0
  have size: |t| = -t by t < 0
  have sign: sign(t) = -1 by t < 0
  have unit: step(t) = -1 by size, away
  have gap: |gap(t)| = q by unit, small, size, delta > 0
  have error: |error(t)| = q by small, size, delta > 0, t < 0
  show by sign, unit, gap, error
"""


def relations(difference: str, a: str, n: str) -> str:
    """Every relation of Eq. 16 (20) between the sums over a..n; ``difference`` is the first sum."""
    first = difference.replace("a, n", f"{a}, {n}")
    return f"""{first} = gaps({a}, {n}) and
    |gaps({a}, {n})| <= sizes({a}, {n}) and sizes({a}, {n}) = errors({a}, {n}) and
    errors({a}, {n}) = costs({a}, {n})"""


def chain(difference: str) -> str:
    """The relations, for every a and n."""
    return f"""{_ONE_UNIT}
have sums: for all a, n: int, a <= n + 1 => (for all i: int, a <= i => i <= n => 0 < |at(i)|) =>
    {relations(difference, "a", "n")}:
  have away: for all i: int, a <= i => i <= n => 0 < |at(i)|
  have all: for all m: int, a - 1 <= m => m <= n =>
      {relations(difference, "a", "m")} by induction on m:
    base:
      show by sum_empty(i -> a_sign(i), a, a - 1)
    step:
      let r = alpha(m + 1)
      let t = at(m + 1)
      use away(m + 1)
      have values: sign(t) = step(t) and |gap(t)| = |error(t)| and |error(t)| = delta/(|t| + delta)
        by unit(t), away(m + 1), delta > 0
      have signs: signs(a, m + 1) = signs(a, m) + r*sign(t) by sum_last(i -> a_sign(i), a, m + 1)
      have units: units(a, m + 1) = units(a, m) + r*smooth(t) by sum_last(i -> a_unit(i), a, m + 1)
      have gaps: gaps(a, m + 1) = gaps(a, m) + r*gap(t) by sum_last(i -> a_gap(i), a, m + 1)
      have sizes: sizes(a, m + 1) = sizes(a, m) + |r|*|gap(t)|
        by sum_last(i -> a_size(i), a, m + 1)
      have errors: errors(a, m + 1) = errors(a, m) + |r|*|error(t)|
        by sum_last(i -> an_error(i), a, m + 1)
      have costs: costs(a, m + 1) = costs(a, m) + |r|*(delta/(|t| + delta))
        by sum_last(i -> a_cost(i), a, m + 1)
      have difference: {difference.replace("n)", "m + 1)")} = gaps(a, m + 1)
        by ih, signs, units, gaps, values
      have triangle: |gaps(a, m + 1)| <= sizes(a, m + 1)
        by ih, gaps, sizes, abs_product(r, gap(t)), triangle(gaps(a, m), r*gap(t))
      have first: sizes(a, m + 1) = errors(a, m + 1) by ih, sizes, errors, values
      have second: errors(a, m + 1) = costs(a, m + 1) by ih, errors, costs, values
      show by difference, triangle, first, second
  show by all(n)
"""


EQ16_TEXT = f"""{chain("signs(a, n) - units(a, n)")}
have away: for all i: int, 1 <= i => i <= N => 0 < |at(i)|:
  show by far(i), delta0 > 0
show by sums(1, N), away
"""

#: what a range of units costs, each of them less than ``each``, as delta <= limit and 0 < top
BELOW = """
have term: for all t, r: real, delta0 < t => 0 <= r => r <= top => r*(delta/(t + delta)) < each:
  fix t, r
  have more: r*(delta/(t + delta)) <= top*(delta/(t + delta))
    by r <= top, delta > 0, delta0 < t, delta0 > 0
  have farther: delta/(t + delta) < delta/(delta0 + delta) by delta > 0, delta0 < t, delta0 > 0
  have less: delta/(delta0 + delta) <= limit/(delta0 + delta)
    by delta <= limit, delta > 0, delta0 > 0
  have topped: top*(limit/(delta0 + delta)) = each
  have top*(delta/(t + delta)) < top*(limit/(delta0 + delta)) by positive, farther, less
have below: for all a, n: int, a <= n + 1 =>
    (for all i: int, a <= i => i <= n => delta0 < |at(i)|) =>
    (for all i: int, a <= i => i <= n => |alpha(i)| <= top) =>
    costs(a, n) <= constants(a, n) and (a <= n => costs(a, n) < constants(a, n)):
  have away: for all i: int, a <= i => i <= n => delta0 < |at(i)|
  have most: for all i: int, a <= i => i <= n => |alpha(i)| <= top
  have all: for all m: int, a - 1 <= m => m <= n => costs(a, m) <= constants(a, m) and
      (a <= m => costs(a, m) < constants(a, m)) by induction on m:
    step:
      use away(m + 1), most(m + 1)
      have |at(m + 1)| + delta > 0
      use new: term(|at(m + 1)|, |alpha(m + 1)|)
      have costs: costs(a, m + 1) = costs(a, m) + |alpha(m + 1)|*(delta/(|at(m + 1)| + delta))
        by sum_last(i -> a_cost(i), a, m + 1)
      show by ih, new, costs, sum_last(i -> each, a, m + 1)
  show by all(n)
"""


def budget(e: Term, number: Term, top: Term, limit: Term) -> dict[str, Any]:
    """What :data:`BELOW` calls the bound of the weights, that of delta and that of one summand."""
    each = each_cost(e, number, top)

    def constants(a: Term, n: Term) -> Term:
        return total("i", a, n, each)

    return {"each": each, "top": top, "limit": limit, "constants": constants}


def once(value: Term, high: int = 1) -> Term:
    """A value as a sum with one summand: where it is not defined, that is 0."""
    return total("i", 1, high, value)
