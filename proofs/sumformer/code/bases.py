"""sumformer.code: which base the code of a multiset needs, both ways, and how long the code is.

Appendix A takes Theorem 2.13 to multisets of a known size.  With phi(x) = B^cell(x) the sum names
the multiset from B = n on, and for no smaller integer B; where the size is not known it takes
n + 1.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.counts import (
    ONE,
    POWERS,
    ZERO,
    B,
    Body,
    W,
    added,
    count,
    equal,
    natural,
    same_counts,
)
from proofs.sumformer.matching import n
from proofs.trees.script import (
    Json,
    statement,
)

TWO = ONE + 1
c, m, n1, n2, j = (var(name) for name in ("c", "m", "n1", "n2", "j"))


def _label(name: str) -> Body:
    return lambda at: S.floor(app(name, at))


LEFT, RIGHT = _label("a"), _label("b")


def powers(label: Body, high: Term = n) -> Term:
    """Sigma = sum_j B^(label of j)."""
    return added(ONE, high, lambda at: W(label(at)))


EQUAL_SUMS = powers(LEFT).equals(powers(RIGHT))
LABELS = [natural(ONE, n, LEFT), natural(ONE, n, RIGHT)]
KNOWN = statement(
    {"n": "int", "B": "int"},
    [n >= 1, B >= n, B >= 2, *POWERS, *LABELS, EQUAL_SUMS],
    same_counts(ONE, n, LEFT, RIGHT),
    {"W": 1, "a": 1, "b": 1},
)


KNOWN_PROOF = written(KNOWN, "show by counted(W, a, b, B, n, n)")


# --- below the base ------------------------------------------------------------------------------


def spread(at: Term) -> Term:
    """2 at B + 1, and 0 elsewhere."""
    return 2 * equal(at, B + 1)


def level(at: Term) -> Term:
    """1 up to B + 1, and 0 from there on."""
    return S.sign(S.maximum(B + 2 - at, 0))


def _count(label: Body, high: Term = n) -> Term:
    return count(ONE, high, label, TWO)


COLLIDE = statement(
    {"n": "int", "B": "int"},
    [B >= 1, n >= B + 1, *POWERS],
    conj(powers(spread).equals(powers(level)), _count(spread).equals(1), _count(level).equals(0)),
    {"W": 1},
)


#: names in the proofs
NAMES = {"spread": spread, "level": level, "equal": equal, "left": LEFT, "right": RIGHT, "TWO": TWO}
FACTS = {"power": POWERS[1]}
#: B^0 and B^1
ONE_POWER = """
have W(1) = B by power(0), W(0) = 1
have zero: for all u: real, u = 0 => W(u) = 1
have one: for all u: real, u = 1 => W(u) = B
"""
#: B zeros and a two against B + 1 ones: B + B^2 = (B + 1) B
COLLIDE_PROOF = written(
    COLLIDE,
    f"""{ONE_POWER}
have W(2) = B*B by power(1), W(1) = B
have away: for all j in 1..n, j != B + 1 => spread(j) = 0:
  have |sign(j - (B + 1))| = 1 by unequal(j, B + 1), j != B + 1
have here: spread(B + 1) = 2
have zeros: for all j in 1..n, j != B + 1 => W(spread(j)) = 1:
  have W(spread(j)) = 1 by away(j), j != B + 1, zero(spread(j))
have low: for all j in 1..B + 1, level(j) = 1 and W(level(j)) = B:
  have level(j) = 1
  show by level(j) = 1, one(level(j))
have high: for all j in B + 2..n, level(j) = 0 and W(level(j)) = 1:
  have level(j) = 0
  show by level(j) = 0, zero(level(j))
have two: for all u: real, u = 2 => W(u) = B*B
have W(spread(B + 1)) = B*B by here, two(spread(B + 1))
use sum_split(j -> W(spread(j)), 1, B, n), sum_first(j -> W(spread(j)), B + 1, n)
use sum_split(j -> W(level(j)), 1, B + 1, n)
have sum(j = 1..B, W(spread(j))) = (B - 1 + 1)*1 by sum_same(j -> W(spread(j)), 1, B, 1), zeros
have sum(j = 1..B + 1, W(level(j))) = (B + 1 - 1 + 1)*B
  by sum_same(j -> W(level(j)), 1, B + 1, B), low
have sum(j = B + 2..n, W(spread(j))) = sum(j = B + 2..n, W(level(j)))
  by sum_equal(j -> W(spread(j)), j -> W(level(j)), B + 2, n), zeros, high
have missed: for all j in 1..n, j != B + 1 => equal(spread(j), TWO) = 0:
  have spread(j) = 0 by away(j), j != B + 1
  have spread(j) != TWO by spread(j) = 0
  show by unequal(spread(j), TWO), spread(j) != TWO
have equal(spread(B + 1), TWO) = 1 by here
have sum(j = 1..n, equal(spread(j), TWO)) = equal(spread(B + 1), TWO)
  by sum_only(j -> equal(spread(j), TWO), 1, n, B + 1), missed
have none: for all j in 1..n, equal(level(j), TWO) = 0:
  have level(j) <= 1
  have level(j) != TWO
  show by unequal(level(j), TWO), level(j) != TWO
have sum(j = 1..n, equal(level(j), TWO)) = 0 by sum_zero(j -> equal(level(j), TWO), 1, n), none
have sum(j = 1..n, W(spread(j))) = sum(j = 1..n, W(level(j)))
""",
    FACTS,
    **NAMES,
)


# --- two cells -----------------------------------------------------------------------------------


def _at_most_one(label: Body) -> Json:
    return every("j", "int", implies(conj(j >= 1, j <= n), label(j) <= 1))


def _both_counts(value: Term) -> Json:
    return count(ONE, n, LEFT, value).equals(count(ONE, n, RIGHT, value))


TWO_CELLS = statement(
    {"n": "int", "B": "int"},
    [
        n >= 1,
        B >= 2,
        *POWERS,
        *LABELS,
        _at_most_one(LEFT),
        _at_most_one(RIGHT),
        EQUAL_SUMS,
    ],
    conj(_both_counts(ZERO), _both_counts(ONE)),
    {"W": 1, "a": 1, "b": 1},
)


def _counted(side: str) -> str:
    """The sum of the codes of a side, and how many of it are 0, by how many are 1."""
    return f"""have {side}s: for all m: int, 0 <= m => m <= n =>
    sum(j = 1..m, W({side}(j))) = m + (B - 1)*sum(j = 1..m, equal({side}(j), 1)) and
    sum(j = 1..m, equal({side}(j), 0)) = m - sum(j = 1..m, equal({side}(j), 1)) by induction on m:
  step:
    have 0 <= {side}(m + 1)
    have {side}(m + 1) <= 1
    use each({side}(m + 1))
"""


#: Sigma = n + (B - 1) (number of ones)
TWO_CELLS_PROOF = written(
    TWO_CELLS,
    f"""{ONE_POWER}
have each: for all u: int, 0 <= u => u <= 1 =>
    W(u) = 1 + (B - 1)*equal(u, 1) and equal(u, 0) = 1 - equal(u, 1):
  cases u = 0:
    have equal(u, 0) = 1 by u = 0
    have |sign(u - 1)| = 1 by unequal(u, 1), u = 0
    use zero(u)
  have u = 1
  have equal(u, 1) = 1 by u = 1
  have |sign(u - 0)| = 1 by unequal(u, 0), u = 1
  use one(u)
{_counted("left")}{_counted("right")}use lefts(n), rights(n)
have (B - 1)*(sum(j = 1..n, equal(left(j), 1)) - sum(j = 1..n, equal(right(j), 1))) = 0
have sum(j = 1..n, equal(left(j), 1)) = sum(j = 1..n, equal(right(j), 1))
""",
    FACTS,
    **NAMES,
)


# --- the size is not known -----------------------------------------------------------------------

ANY_SIZE = statement(
    {"n": "int", "n1": "int", "n2": "int", "B": "int"},
    [
        n >= 1,
        n1 >= 0,
        n1 <= n,
        n2 >= 0,
        n2 <= n,
        B >= n + 1,
        *POWERS,
        natural(ONE, n1, LEFT),
        natural(ONE, n2, RIGHT),
        powers(LEFT, n1).equals(powers(RIGHT, n2)),
    ],
    same_counts(ONE, n1, LEFT, RIGHT, n2),
    {"W": 1, "a": 1, "b": 1},
)


ANY_SIZE_PROOF = written(ANY_SIZE, "show by counted(W, a, b, B, n1, n2)")


def zeros(at: Term) -> Term:
    return 0 * at


def ones(at: Term) -> Term:
    return 1 + 0 * at


COLLIDE_ANY = statement(
    {"n": "int", "B": "int"},
    [B >= 1, B <= n, *POWERS],
    conj(
        powers(zeros, B).equals(powers(ones, ONE)),
        count(ONE, B, zeros, ONE).equals(0),
        count(ONE, ONE, ones, ONE).equals(1),
    ),
    {"W": 1},
)


#: B zeros have the sum B = B^1 of a single one
COLLIDE_ANY_PROOF = written(
    COLLIDE_ANY,
    f"""{ONE_POWER}
have sum(j = 1..B, W(0*j)) = (B - 1 + 1)*1 by sum_same(j -> W(0*j), 1, B, 1), W(0) = 1
have sum(j = 1..B, equal(0*j, 1)) = 0 by sum_zero(j -> equal(0*j, 1), 1, B)
""",
    FACTS,
    **NAMES,
)


# --- how large the code is -----------------------------------------------------------------------


def _below(label: Body) -> Json:
    return every("j", "int", implies(conj(j >= 1, j <= n), label(j) <= c - 1))


LENGTH = statement(
    {"n": "int", "B": "int", "c": "int"},
    [n >= 1, c >= 1, B >= 2, *POWERS, LABELS[0], _below(LEFT)],
    conj(n <= powers(LEFT), powers(LEFT) <= n * W(c - 1)),
    {"W": 1, "a": 1},
)


#: 1 <= B^u <= B^(c - 1) for each of the n labels u
LENGTH_PROOF = written(
    LENGTH,
    """
have grows: for all u: int, 0 <= u => W(u) >= 1 by induction on u:
  step:
    use power(u)
    have B*W(u) >= 2*W(u)
have more: for all u: int, 0 <= u => for all v: int, u <= v => W(v) >= W(u):
  have all: for all v: int, u <= v => W(v) >= W(u) by induction on v:
    step:
      use power(v), grows(v)
      have B*W(v) >= 1*W(v)
have each: for all j in 1..n, 1 <= W(left(j)) and W(left(j)) <= W(c - 1):
  use grows(left(j)), more(left(j), c - 1)
have sum(j = 1..n, 1) <= sum(j = 1..n, W(left(j)))
  by sum_mono(j -> 1, j -> W(left(j)), 1, n), each
have sum(j = 1..n, W(left(j))) <= sum(j = 1..n, W(c - 1))
  by sum_mono(j -> W(left(j)), j -> W(c - 1), 1, n), each
use sum_constant(1, n, 1), sum_constant(1, n, W(c - 1))
""",
    FACTS,
    **NAMES,
)
