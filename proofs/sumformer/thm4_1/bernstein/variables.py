"""sumformer.thm4_1.bernstein.variables: Bernstein polynomials in N variables, one after the other.

Points of [0, 1]^N are labels y with coordinates p(y, i); r(y, i, u) is y with u as coordinate i.
With B_m applied to the first i coordinates, G_i(y) = sum_k G_{i-1}(r(y, i, k/m)) b_{m,k}(p(y, i)),

    |G_i(y) - F(y)| <= |sum_k (G_{i-1} - F)(r(y, i, k/m)) b| + |sum_k F(r(y, i, k/m)) b - F(y)|,

an average of the error before, and the error of F in one variable: errors add up, whatever they
come from, and for Lipschitz F they are L_i/(2 sqrt m).
"""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Term, app, conj, every, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S, sigma
from proofs.sumformer.thm4_1.bernstein.bound import (
    BASIS,
    BASIS_FUNCTIONS,
    BELOW,
    averages,
    m,
    moments,
    root,
    weight,
)
from proofs.trees.script import Json, elaborate, statement

N = var("N")
_i, _l, _y, _u = var("i"), var("l"), var("y"), var("u")


def p(label: Term, index: Term) -> Term:
    """A coordinate of a point."""
    return app("X", label, index)


def r(label: Term, index: Term, value: Term) -> Term:
    """The point with another coordinate."""
    return app("r", label, index, value)


def F(label: Term) -> Term:
    return app("F", label)


def G(index: Term | int, label: Term) -> Term:
    """B_m in the first coordinates."""
    return app("G", index, label)


def L(index: Term) -> Term:
    return app("L", index)


def _index(index: Term) -> Json:
    return conj(index >= 1, index <= N)


def inside(label: Term) -> Json:
    """The point lies in [0, 1]^N."""
    at = p(label, _l)
    return every("l", "int", implies(_index(_l), conj(at >= 0, at <= 1)))


def on_all(body: Json, *bound: tuple[str, str]) -> Json:
    for name, sort in reversed(bound):
        body = every(name, sort, body)
    return body


REPLACED = on_all(
    implies(_index(_i), p(r(_y, _i, _u), _i).equals(_u)),
    ("y", "real"), ("i", "int"), ("u", "real"),
)  # fmt: skip
KEPT = on_all(
    implies(conj(_index(_i), _index(_l), _l.differs(_i)), p(r(_y, _i, _u), _l).equals(p(_y, _l))),
    ("y", "real"), ("i", "int"), ("u", "real"), ("l", "int"),
)  # fmt: skip
LIPSCHITZ = on_all(
    implies(
        inside(_y),
        on_all(
            implies(
                conj(_index(_i), _u >= 0, _u <= 1),
                S.abs(F(r(_y, _i, _u)) - F(_y)) <= L(_i) * S.abs(_u - p(_y, _i)),
            ),
            ("i", "int"), ("u", "real"),
        ),
    ),
    ("y", "real"),
)  # fmt: skip
FIRST = every("y", "real", G(0, _y).equals(F(_y)))


def applied(index: Term, label: Term) -> Term:
    """sum_k G_{index-1}(r(label, index, k/m)) b_{m,k}(p(label, index))."""
    x = p(label, index)
    return averages(lambda k: G(index - 1, r(label, index, k / m)), m, m, x)


AFTER = on_all(implies(_index(_i), G(_i, _y).equals(applied(_i, _y))), ("i", "int"), ("y", "real"))


def total_bound(high: Term) -> Term:
    """sum_{i=1}^{high} L_i/(2 sqrt m)."""
    return sigma(high, lambda index: L(index) / (2 * root))


SHOW = every("y", "real", implies(inside(_y), S.abs(G(N, _y) - F(_y)) <= total_bound(N)))
GIVEN = [m >= 1, N >= 1, *BASIS, REPLACED, KEPT, LIPSCHITZ, FIRST, AFTER]
FUNCTIONS = {**BASIS_FUNCTIONS, "F": 1, "G": 2, "L": 1, "X": 2, "r": 3}
STATEMENT = statement({"m": "int", "N": "int"}, GIVEN, SHOW, FUNCTIONS)


# --- errors add up -------------------------------------------------------------------------------


def e(index: Term) -> Term:
    """The error of B_m in one variable."""
    return app("e", index)


def alone(label: Term, index: Term) -> Term:
    """sum_k F(r(label, index, k/m)) b_{m,k}(p(label, index))."""
    return averages(lambda k: F(r(label, index, k / m)), m, m, p(label, index))


EACH = on_all(
    implies(
        inside(_y),
        every(
            "i",
            "int",
            implies(conj(_i >= 1, _i <= N), S.abs(alone(_y, _i) - F(_y)) <= e(_i)),
        ),
    ),
    ("y", "real"),
)
ADDED = statement(
    {"m": "int", "N": "int"},
    [m >= 1, N >= 1, *BASIS, REPLACED, KEPT, EACH, FIRST, AFTER],
    every("y", "real", implies(inside(_y), S.abs(G(N, _y) - F(_y)) <= sigma(N, e))),
    {**BASIS_FUNCTIONS, "F": 1, "G": 2, "e": 1, "X": 2, "r": 3},
)
_FACTS = {"replaced": REPLACED, "kept": KEPT, "first": FIRST, "after": AFTER}
ADDED_PROOF = written(
    ADDED,
    """
let inside(y) = for all l: int, 1 <= l and l <= N => 0 <= X(y, l) and X(y, l) <= 1
have moved: for all y: real, for all i, k: int, inside(y) => 1 <= i => i <= N =>
    0 <= k => k <= m => inside(r(y, i, k/m)):
  have old: inside(y)
  have 0 <= k/m <= 1
  cases l = i:
    show by replaced(y, i, k/m)
  show by kept(y, i, k/m, l), old(l)
have all: for all j: int, 0 <= j => j <= N => (for all z: real, inside(z) =>
    |G(j, z) - F(z)| <= sum(i = 1..j, e(i))) by induction on j:
  base:
    have none: sum(i = 1..0, e(i)) = 0
    show by first(z), none
  step:
    let E = sum(i = 1..j, e(i))
    let x = X(z, j + 1)
    let at(k) = r(z, j + 1, k/m)
    let old(k) = G(j + 1 - 1, at(k))
    have here: inside(z)
    use here(j + 1)
    use moments(m, x)
    have one: sum(k = 0..m, b(k, x)) = 1
    have before: for all k in 0..m, |old(k) - F(at(k)) - 0| <= 1*E:
      use moved(z, j + 1, k)
      use ih(at(k))
    have linear: for all q: int, 0 <= q => sum(k = 0..q, (old(k) - F(at(k)))*b(k, x)) =
        sum(k = 0..q, old(k)*b(k, x)) - sum(k = 0..q, F(at(k))*b(k, x)) by induction on q
    have so: |sum(k = 0..m, old(k)*b(k, x)) - sum(k = 0..m, F(at(k))*b(k, x))| <= E
      by weighted_bound(k -> old(k) - F(at(k)), k -> E, k -> b(k, x), 0, 1, 0, m),
         one, linear(m), sum_scale(k -> b(k, x), E, 0, m)
    have alone: |sum(k = 0..m, F(at(k))*b(k, x)) - F(z)| <= e(j + 1) by each(z, j + 1), here
    have made: G(j + 1, z) = sum(k = 0..m, old(k)*b(k, x)) by after(j + 1, z)
    have last: sum(i = 1..j + 1, e(i)) = E + e(j + 1)
    show by so, alone, made, last
have here: inside(y)
show by all(N, y), here
""",
    {**_FACTS, "each": EACH},
    {"moments": moments},
    b=weight,
)


def added() -> Json:
    """The certificate of :data:`ADDED`, which the text on Lipschitz functions cites."""
    return elaborate(ADDED, ADDED_PROOF())


PROOF = written(
    STATEMENT,
    f"""
let inside(y) = for all l: int, 1 <= l and l <= N => 0 <= X(y, l) and X(y, l) <= 1
have each: for all y: real, inside(y) => (for all i: int, 1 <= i and i <= N =>
    |sum(k = 0..m, F(r(y, i, k/m))*b(k, X(y, i))) - F(y)| <= L(i)/(2*sqrt(m))):
  fix z, i
  let x = X(z, i)
  let c = L(i)
  have here: inside(z)
  use here(i)
  use moments(m, x)
  have line: for all u: real, 0 <= u => u <= 1 => |F(r(z, i, u)) - F(z)| <= c*|u - x|:
    show by lipschitz(z, i, u), here
  have rate: 0 <= c:
    cases x <= 1/2:
      use line(1)
    use line(0)
  have near: for all k in 0..m, |F(r(z, i, k/m)) - F(z)| <= c*|k/m - x| + 0:
    have 0 <= k/m <= 1
    use line(k/m)
{indent(BELOW, "  ")}
  use close: weighted_spread(k -> F(r(z, i, k/m)), k -> k/m - x, k -> b(k, x),
      F(z), c, 0, x*(1 - x)/m, 0, m)
  show by close, below, rate
use whole: added(C, P, F, G, i -> L(i)/(2*sqrt(m)), X, r, m, N)
show by whole(y)
""",
    {**_FACTS, "lipschitz": LIPSCHITZ},
    {"moments": moments, "added": added},
    b=weight,
)
