"""The statement on sums of ridge functions and its proof: every K, n, d and all profiles at once.

    f(x) is within A of sum_{r <= K} g_r(w_r x + b_r),  |g_r(u) - g_r(v)| <= L_r |u - v|,

and the error is shared out, A + sum e_r <= eps.  Then floor(L_r / (2 e_r)) steps along the
direction w_r, for each r, and one constant unit are enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from constructions.pln import scaling_unit_on_line, unit_on_line
from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.language.elaboration import Written, written
from proofs.pln.cells import a_step
from proofs.pln.ridge import cells
from proofs.pln.ridge.cells import IN_RANGE, K, p
from proofs.pln.symbols import ONE, S, d, delta, eps, lam, t, x
from proofs.pln.thm1.conclusion import placed
from proofs.pln.thm1.statement import LN as LN_UNIT
from proofs.pln.thm1.statement import NAMES as LN_NAMES
from proofs.pln.thm3.statement import LS as LS_UNIT
from proofs.pln.thm3.statement import NAMES as LS_NAMES
from proofs.pln.units import ROOT, SCALING_ROOT
from proofs.trees.script import statement

A, n, i, r = var("A"), var("n"), var("i"), var("r")
FUNCTIONS = {"f": 1, "g": 2, "L": 1, "e": 1, "w": 2, "b": 1, "X": 2, "T": 2, "s": 2}
SORTS = {
    "K": "int", "n": "int", "d": "int", "delta": "real", "eps": "real", "A": "real",
}  # fmt: skip


@dataclass(frozen=True)
class Layer:
    """A normalisation whose unit on [t, ...] is t/(|t| + delta ``root``), for every size d.

    ``text`` shows that, in these ``names``.
    """

    least: int
    root: Term
    unit: Callable[[Term], Term]
    text: str
    names: dict[str, Any]

    @property
    def cost(self) -> Term:
        """The smoothing of the unit, at scale 1."""
        return delta * self.root

    @property
    def abbreviation(self) -> Json:
        """For all lam > 0 and t: s(lam, t) is the unit with weights scaled by lam."""
        meant = s(lam, t).equals(self.unit(lam * t))
        return every("lam", "real", every("t", "real", implies(lam > 0, meant)))


LN = Layer(
    2,
    ROOT,
    lambda at: unit_on_line(S, at, d, delta),
    f"{LN_UNIT}have smooth: 0 < c by high, delta > 0\n",
    {name: LN_NAMES[name] for name in ("mean", "variance", "norm")},
)
LS = Layer(
    1,
    SCALING_ROOT,
    lambda at: scaling_unit_on_line(S, at, d, delta),
    f"{LS_UNIT}have smooth: 0 < c by root, delta > 0\n",
    {name: LS_NAMES[name] for name in ("mean", "ls")},
)


def s(scale: Term, at: Term) -> Term:
    """The unit with weights scaled by ``scale``."""
    return app("s", scale, at)


def e(term: Term) -> Term:
    """e_r, what term r may cost."""
    return app("e", term)


def direction(term: Term, point: Term = x) -> Term:
    """T_r(x)."""
    return app("T", term, point)


#: T_r(x) = w_r x + b_r for x in R^n with coordinates X(1, x), ..., X(n, x)
AFFINE: Json = every(
    "r",
    "int",
    every(
        "x",
        "real",
        direction(r).equals(total("i", 1, n, app("w", r, i) * app("X", i, x)) + app("b", r)),
    ),
)


def step_count(term: Term) -> Term:
    """floor(L_r / (2 e_r))."""
    return S.floor(cells.constant(term) / (2 * e(term)))


def count(term: Term) -> Term:
    """N_r = floor(L_r / (2 e_r)) + 1 cells."""
    return step_count(term) + 1


def along(term: Term, scale: Term) -> Term:
    """The steps of one term: floor(L_r / (2 e_r)) units."""

    def unit(index: Term) -> Term:
        return s(scale, cells.offset(direction(term), index, count(term)))

    return cells.steps(term, unit, step_count(term), count(term))


def all_steps(high: Term, scale: Term) -> Term:
    return total("r", 1, high, along(r, scale))


def levels(high: Term) -> Term:
    """sum_r alpha_{r, N_r}."""
    return total("r", 1, high, cells.level(r, count(r)))


def target(high: Term) -> Term:
    """sum_r g_r(w_r x + b_r)."""
    return total("r", 1, high, cells.g(r, direction(r)))


def halfway(term: Term) -> Term:
    """(L_r / (2 N_r) + e_r)/2, strictly below e_r."""
    return (cells.constant(term) / (2 * count(term)) + e(term)) / 2


def halves(high: Term) -> Term:
    return total("r", 1, high, halfway(r))


def shares(high: Term) -> Term:
    return total("r", 1, high, e(r))


BOUND = A + halves(K)


def network(layer: Layer, scale: Term) -> Term:
    """G(x): the steps of all terms, and one unit with W = O that is constant."""
    last = levels(K) * (1 + layer.cost)
    return all_steps(K, scale) + last * s(ONE, ONE)


def in_range(conclusion: Json) -> Json:
    """For every term 1 <= p <= K."""
    return every("term", "int", implies(*IN_RANGE, conclusion))


POSITIVE = in_range(e(p) > 0)
LIPSCHITZ = in_range(cells.one_lipschitz(p))
INSIDE = in_range(every("x", "real", conj(direction(p) >= 0, direction(p) <= 1)))
CLOSE = every("x", "real", S.abs(app("f", x) - target(K)) <= A)
BUDGET = A + shares(K) <= eps


def given(layer: Layer) -> list[Json]:
    return [
        d >= layer.least,
        delta > 0,
        K >= 1,
        POSITIVE,
        BUDGET,
        LIPSCHITZ,
        AFFINE,
        INSIDE,
        CLOSE,
        layer.abbreviation,
    ]


def error(layer: Layer, scale: Term) -> Term:
    return S.abs(network(layer, scale) - app("f", x))


def sequent(layer: Layer) -> Json:
    near = every("x", "real", error(layer, lam) <= BOUND)
    show = conj(BOUND < eps, exists("lam", "real", conj(lam > 0, near)))
    return statement(SORTS, given(layer), show, FUNCTIONS)


# --- the proof -----------------------------------------------------------------------------------


def margin(term: Term) -> Term:
    """e_r - L_r/(2 N_r), what is left of e_r for the units."""
    return e(term) - cells.constant(term) / (2 * count(term))


def _a_step(at: str) -> str:
    """s(lam, t) is within q of its sign beyond half a cell."""
    return a_step(f"s(lam, {at})", at, "q").replace("h/2", "(1/N/2)")


#: ``unit`` is Lemma 1's, ``smooth`` says c > 0; lam is steep enough for each term
_PROOF = f"""
# one_direction is pln.thm3.any, said of the profile g(k, .)
have product: for all lam, t: real, 0 < lam => s(lam, t)*(lam*|t| + c) = lam*t:
  have value: s(lam, t) = lam*t/(|lam*t| + c) by layer(lam, t), unit(lam*t, delta)
  have size: |lam*t| = lam*|t| by abs_product(lam, t), lam > 0
  show by value, size, smooth, lam > 0
have one: s(1, 1)*(1 + c) = 1 by product(1, 1), |1| = 1
have terms: for all k in 1..K, 0 <= L(k) and 1 <= count(k) and 0 < margin(k):
  use near: lipschitz(k)
  have lip: 0 <= L(k) by near(0, 1)
  have own: 0 < e(k) by positive(k)
  have nonneg: 0 <= L(k)/(2*e(k)) by lip, own
  have cells: 1 <= count(k) by nonneg
  have L(k)/(2*e(k)) < count(k)
  have L(k) < 2*e(k)*count(k) by L(k)/(2*e(k)) < count(k), own
  have L(k)/(2*count(k)) < e(k) by L(k) < 2*e(k)*count(k), cells
  show by lip, cells, L(k)/(2*count(k)) < e(k)
have more: for all m: int, 0 <= m => m + 1 <= K =>
    levels(m + 1) = levels(m) + level(m + 1) and halves(m + 1) = halves(m) + half(m + 1):
  use terms(m + 1)
have scales: for all m: int, 0 <= m => m <= K => exists lam: real, 0 < lam and
    (for all k in 1..m, 2*count(k)*c*L(k) <= lam*margin(k)) by induction on m:
  base:
    take 1
  step:
    obtain before: lam from ih
    have own: 0 <= L(m + 1) and 1 <= count(m + 1) and 0 < margin(m + 1) by terms(m + 1)
    let need = 2*count(m + 1)*c*L(m + 1)/margin(m + 1)
    have top: 0 <= 2*count(m + 1)*c*L(m + 1) by own, smooth
    have more: 0 <= need by top, own
    have exact: need*margin(m + 1) = 2*count(m + 1)*c*L(m + 1) by own
    take lam + need
    have each: for all k in 1..m + 1, 2*count(k)*c*L(k) <= (lam + need)*margin(k):
      cases last: k = m + 1:
        have same: L(k) = L(m + 1) and e(k) = e(m + 1) by last
        have ratio: L(k)/(2*e(k)) = L(m + 1)/(2*e(m + 1)) by same, positive(k)
        have cells: count(k) = count(m + 1) by ratio
        have room: margin(k) = margin(m + 1) by same, cells, own
        have top: 2*count(k)*c*L(k) = 2*count(m + 1)*c*L(m + 1) by same, cells
        have 0 <= lam*margin(k) by before, own, room
        show by exact, top, room, 0 <= lam*margin(k)
      have old: 2*count(k)*c*L(k) <= lam*margin(k) by before(k)
      have 0 <= need*margin(k) by more, terms(k)
    show by each, before, more
obtain steep: lam from scales(K)
have wide: 0 < lam
have each: for all x: real, for all k in 1..K,
    |along(k, lam, x) + level(k) - g(k, T(k, x))| <= half(k):
  let N = count(k)
  let q = 2*N*c/lam
  have own: 0 <= L(k) and 1 <= N and 0 < margin(k) by terms(k)
  have far: 0 < q by wide, own, smooth
  have inside: 0 <= T(k, x) and T(k, x) <= 1 by places(k, x)
  use near: lipschitz(k)
  have for all a, b: real, 0 <= a and a <= 1 and 0 <= b and b <= 1 =>
      |g(k, a) - g(k, b)| <= L(k)*|a - b|:
    use near(a, b)
  have steps: for all t: real, {_a_step("t")}:
    have small: 0 < c/lam and c/lam <= q*(1/N/2) by wide, own, smooth
    have step: s(lam, t)*(|t| + c/lam) = t by product(lam, t), wide
    show by rational_step(t, c/lam, s(lam, t), 1/N/2, q), step, small, far, own
  have units: for all j: int, {_a_step("T(k, x) + (-j)/N")}:
    show by steps(T(k, x) + (-j)/N)
  use one_direction(g, j -> s(lam, T(k, x) + (-j)/N), N, T(k, x), L(k), q, k)
  have room: 2*N*c*L(k) <= lam*margin(k) by steep(k)
  have exact: q*lam = 2*N*c by wide
  have q*L(k) <= margin(k) by room, exact, wide
have all: for all x: real, for all m: int, 0 <= m => m <= K =>
    |alongs(m, lam, x) + levels(m) - target(m, x)| <= halves(m):
  have inner: for all m: int, 0 <= m => m <= K =>
      |alongs(m, lam, x) + levels(m) - target(m, x)| <= halves(m) by induction on m:
    step:
      use each(x, m + 1), more(m)
      have alongs(m + 1, lam, x) = alongs(m, lam, x) + along(m + 1, lam, x)
      have target(m + 1, x) = target(m, x) + g(m + 1, T(m + 1, x))
have smaller: for all k in 1..K, half(k) < e(k):
  show by terms(k)
have below: for all m: int, 1 <= m => m <= K => halves(m) < shares(m) by induction on m:
  base:
    use smaller(1), more(0)
    have halves(0) = 0
    have shares(1) = e(1)
  step:
    use smaller(m + 1), more(m)
    have shares(m + 1) = shares(m) + e(m + 1)
have less: A + halves(K) < eps by below(K), budget, K >= 1
have near: for all x: real, |G(lam, x) - f(x)| <= A + halves(K):
  have equal: G(lam, x) = alongs(K, lam, x) + levels(K) by one
  show by equal, all(x, K), close(x), K >= 1
have found: exists lam: real, 0 < lam and
    (for all x: real, |G(lam, x) - f(x)| <= A + halves(K)):
  take lam
  show by near, wide
show by less, found
"""


def _level(term: Term) -> Term:
    return cells.level(term, count(term))


def _at(made: Callable[..., Term]) -> Callable[[Term, Term, Term], Term]:
    """A term at a point of its own."""
    return lambda a, scale, at: Term(placed(made(a, scale).json, {"x": at}))


def proof(layer: Layer) -> Written:
    """Proof of :func:`sequent`: the weights are scaled by a lam that is steep enough."""
    stated = sequent(layer)
    return written(
        stated,
        layer.text + _PROOF,
        {
            "positive": POSITIVE,
            "budget": BUDGET,
            "lipschitz": LIPSCHITZ,
            "places": INSIDE,
            "close": CLOSE,
            "layer": layer.abbreviation,
        },
        {"one_direction": cells.one_direction},
        c=layer.cost,
        count=count,
        margin=margin,
        half=halfway,
        halves=halves,
        shares=shares,
        level=_level,
        levels=levels,
        along=_at(along),
        alongs=_at(all_steps),
        target=lambda high, at: Term(placed(target(high).json, {"x": at})),
        G=lambda scale, at: Term(placed(network(layer, scale).json, {"x": at})),
        **layer.names,
    )
