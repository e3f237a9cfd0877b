"""The error of the network for any units, at one point: both conventions of delta at once.

A unit is a step with error q_r along direction r if it has the sign of t = T_r - j/N_r, is at most
1 in size, and is within q_r of its sign where |t| >= 1/(2 N_r).  t/(|t| + c) and t/sqrt(t^2 + c^2)
are such units for c <= q_r/(2 N_r) (``pln.thm1.frameworks``).
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, every, total, var
from proofs.language.elaboration import written
from proofs.pln.ridge import cells
from proofs.pln.ridge.cells import K, p
from proofs.pln.ridge.statement import LIPSCHITZ, in_range
from proofs.pln.symbols import S
from proofs.trees.script import statement

A, r, fx = var("A"), var("r"), var("fx")
SORTS = {"K": "int", "A": "real", "fx": "real"}
FUNCTIONS = {"g": 2, "L": 1, "M": 1, "q": 1, "T": 1, "v": 2}


def number(term: Term) -> Term:
    """N_r = floor(M_r), any natural number."""
    return S.floor(app("M", term))


def place(term: Term) -> Term:
    """T_r, the point of the direction."""
    return app("T", term)


def sharpness(term: Term) -> Term:
    """q_r, how far the units are from their signs."""
    return app("q", term)


def unit(term: Term, index: Term) -> Term:
    return app("v", term, index)


def along(term: Term) -> Term:
    def one(index: Term) -> Term:
        return unit(term, index)

    return cells.steps(term, one, number(term) - 1, number(term))


def cost(term: Term) -> Term:
    """L_r/(2 N_r) + q_r L_r/2."""
    L = cells.constant(term)
    return L / (2 * number(term)) + sharpness(term) * (L / 2)


def every_step(term: Term) -> Json:
    j = var("j0")
    at = cells.offset(place(term), j, number(term))
    half = 1 / number(term) / 2
    return every("j0", "int", cells.step_facts(unit(term, j), at, sharpness(term), half))


def all_steps(high: Term) -> Term:
    return total("r", 1, high, along(r))


def levels(high: Term) -> Term:
    return total("r", 1, high, cells.level(r, number(r)))


def target(high: Term) -> Term:
    return total("r", 1, high, cells.g(r, place(r)))


def costs(high: Term) -> Term:
    return total("r", 1, high, cost(r))


NUMBERS = in_range(number(p) >= 1)
PLACES = in_range(["and", place(p) >= 0, place(p) <= 1])
SHARP = in_range(sharpness(p) >= 0)
STEPS = in_range(every_step(p))
CLOSE = S.abs(fx - target(K)) <= A
UNITS = statement(
    SORTS,
    [K >= 0, NUMBERS, LIPSCHITZ, PLACES, SHARP, STEPS, CLOSE],
    S.abs(all_steps(K) + levels(K) - fx) <= A + costs(K),
    FUNCTIONS,
)


def _level(term: Term) -> Term:
    return cells.level(term, number(term))


UNITS_PROOF = written(
    UNITS,
    """
# one_direction is pln.thm3.any, said of the profile g(k, .)
have each: for all k in 1..K, |along(k) + level(k) - g(k, T(k))| <= cost(k):
  have whole: 1 <= floor(M(k)) by numbers(k)
  use places(k), sharp(k)
  use near: lipschitz(k)
  have for all a, b: real, 0 <= a and a <= 1 and 0 <= b and b <= 1 =>
      |g(k, a) - g(k, b)| <= L(k)*|a - b|:
    use near(a, b)
  use steps(k)
  use one_direction(g, j -> v(k, j), floor(M(k)), T(k), L(k), q(k), k)
have all: for all m: int, 0 <= m => m <= K =>
    |alongs(m) + levels(m) - target(m)| <= costs(m) by induction on m:
  step:
    use each(m + 1)
    have one_more: alongs(m + 1) = alongs(m) + along(m + 1)
    have levels(m + 1) = levels(m) + level(m + 1)
    have target(m + 1) = target(m) + g(m + 1, T(m + 1))
    have costs(m + 1) = costs(m) + cost(m + 1)
have close: |fx - target(K)| <= A
show by all(K), close, K >= 0
""",
    {
        "numbers": NUMBERS,
        "lipschitz": LIPSCHITZ,
        "places": PLACES,
        "sharp": SHARP,
        "steps": STEPS,
    },
    {"one_direction": cells.one_direction},
    along=along,
    level=_level,
    cost=cost,
    alongs=all_steps,
    levels=levels,
    target=target,
    costs=costs,
)
