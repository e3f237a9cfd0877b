"""One group of LN-d or LS-d changes its sign once at most: lower bounds for every d and weights.

alpha^T phi(w x + b) = T(x)/D(x), where T is affine in x and D(x) > 0 is the denominator of the
layer: so at 0, 1/N, 2/N a single group cannot be below, above and below 0, as the zigzag of Eq. 51
is.  Where delta = 0 a group may have points with D = 0: there T = 0 too, and the group has one and
the same value, whatever the convention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from constructions.layers import layer_norm, layer_scaling
from constructions.terms import Json, Term, app, conj, every, implies, plain_json, total, var
from proofs.language.elaboration import Written, written
from proofs.pln.prop2.lower.statement import GIVEN, IN_CLASS, F, distance, i, n
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, eps, x
from proofs.pln.table1.few_units import knots, no_units, wide_text
from proofs.trees.script import statement

q = var("q")
SORTS = {"n": "int", "N": "int", "d": "int"}
SORTS |= dict.fromkeys(("L", "eps", "delta"), "real")
WEIGHTS = {"alpha": 2, "w": 2, "b": 2}


@dataclass(frozen=True)
class Coordinates:
    """A vector of R^length, given by its coordinates: ``entry(j)`` for j = 1, ..., length."""

    entry: Callable[[Term], Term]
    length: Term

    def map(self, function: Callable[[Any], Any]) -> Coordinates:
        return Coordinates(lambda index: function(self.entry(index)), self.length)

    def total(self, high: Term | None = None) -> Term:
        """The sum of the coordinates, or of the first ``high``."""
        name = f"j{_depth(self.entry(var('j')).json) + 1}"
        return total(name, ONE, self.length if high is None else high, self.entry(var(name)))

    def dot(self, other: Coordinates) -> Coordinates:
        """The products of the coordinates; their total is the inner product."""
        return Coordinates(lambda index: self.entry(index) * other.entry(index), self.length)


def _depth(json: Json) -> int:
    """How deep sums are nested in a term."""
    if not isinstance(json, list):
        return 0
    return (json[0] == "sum") + max((_depth(part) for part in json[1:]), default=0)


@dataclass(frozen=True)
class Group:
    """A layer on R^d, and what is known of d and delta: one group of neurons is a unit."""

    layer: Callable[..., Any]
    given: tuple[Json, ...]
    centred: bool
    functions: Mapping[str, int] = field(default_factory=dict)  # z, where delta = 0

    def h(self, index: Term, at: Term) -> Coordinates:
        """w_i x + b_i in R^d."""

        def entry(j: Term) -> Term:
            return app("w", index, j) * at + app("b", index, j)

        return Coordinates(entry, d)

    def inside(self, index: Term, at: Term) -> Coordinates:
        """The numerators of the layer: h - mu, or h."""
        h = self.h(index, at)
        return h.map(lambda a: a - h.total() / d) if self.centred else h

    def squares(self, index: Term, at: Term) -> Coordinates:
        return self.inside(index, at).map(lambda a: a * a)

    def root(self, index: Term, at: Term) -> Term:
        """sigma, or the root of the mean square."""
        return S.sqrt(self.squares(index, at).total() / d)

    def outputs(self, index: Term, at: Term) -> Coordinates:
        """alpha_i times the layer, coordinate by coordinate."""
        alpha = Coordinates(lambda j: app("alpha", index, j), d)
        return alpha.dot(self.layer(S, self.h(index, at)))

    def numerators(self, index: Term, at: Term) -> Coordinates:
        """alpha_i times the numerators: T is their total."""
        alpha = Coordinates(lambda j: app("alpha", index, j), d)
        return alpha.dot(self.inside(index, at))

    def G(self, at: Term, high: Term = n) -> Term:
        """sum_{i=1}^{high} alpha_i^T phi(w_i x + b_i)."""
        return total("i", 1, high, self.outputs(i, at).total())

    def close(self) -> Json:
        """G is closer than eps to the zigzag on [0, 1]."""
        return every("x", "real", implies(x >= 0, x <= 1, S.abs(self.G(x) - F(x)) < eps))


def _norm(system: Any, h: Any) -> Any:
    return layer_norm(system, h, delta)


def _scaling(system: Any, h: Any) -> Any:
    return layer_scaling(system, h, delta)


def at_zero(index: Term) -> Term:
    """Coordinate ``index`` of the layer's output where delta = 0 and the denominator is 0."""
    return app("z", index)


def _without_delta(layer: Callable[..., Any]) -> Callable[..., Any]:
    """The layer with delta = 0, and any vector where the denominator is 0."""

    def made(system: Any, h: Coordinates) -> Coordinates:
        def entry(index: Term) -> Term:
            value: Term = layer(system, h, ZERO, at_zero=at_zero(index)).entry(index)
            return value

        return Coordinates(entry, h.length)

    return made


LAYER_NORM = Group(_norm, (d >= 2, delta > 0), True)
LAYER_SCALING = Group(_scaling, (d >= 1, delta > 0), False)
#: delta = 0, and any vector z where sigma = 0, or where h = 0
NORM_ZERO = Group(_without_delta(layer_norm), (d >= 3,), True, {"z": 1})
SCALING_ZERO = Group(_without_delta(layer_scaling), (d >= 1,), False, {"z": 1})


def at_least(group: Group, least: int) -> Json:
    """Any network close to the zigzag has ``least`` groups: 1, or 2 where it has two cells."""
    enough = [N >= 2] if least == 2 else []
    given = [*GIVEN, *group.given, *enough]
    show = conj(IN_CLASS, implies(group.close(), ["<=", str(least), "n"]))
    sorts = {name: sort for name, sort in SORTS.items() if _occurs(name, plain_json([given, show]))}
    return statement(sorts, given, show, {**WEIGHTS, **group.functions})


def _occurs(name: str, json: Json) -> bool:
    return json == name or (isinstance(json, list) and any(_occurs(name, a) for a in json))


# --- proofs --------------------------------------------------------------------------------------

#: D > 0, and alpha^T phi(w x + b) D = T
_POSITIVE = """
have positive: for all i: int, for all x: real, 0 < root(i, x) + delta:
  have 0 <= squares(i, x)
"""
_QUOTIENT = """
have quotient: for all x: real, 0 < root(n, x) + delta and value(x)*(root(n, x) + delta) = T(x, d):
  use positive(n, x)
  let D = root(n, x) + delta
  have each: for all j in 1..d, alpha(n, j)*out(n, j, x) = 1/D*(alpha(n, j)*inside(n, j, x))
  have value(x) = 1/D*T(x, d) by sum_proportional(
    j -> alpha(n, j)*out(n, j, x), j -> alpha(n, j)*inside(n, j, x), 1/D, 1, d), each
"""

#: the denominator of the layer as a total term
_POSITIVE_ZERO = """
have bottom: for all r: real, 0 <= r => 0 < r + 0 + 1 - |sign(r + 0)|
have roots: for all i: int, for all x: real, 0 <= root(i, x):
  have 0 <= squares(i, x)
have positive: for all i: int, for all x: real, 0 < root(i, x) + 0 + 1 - |sign(root(i, x) + 0)|:
  use roots(i, x)
  show by bottom(root(i, x))
have ratio: for all r, a, c: real, 0 < r => layer(a, r, c) = a/r:
  have |sign(r + 0)| = 1
have convention: for all r, a, c: real, r = 0 => layer(a, r, c) = c:
  have |sign(r + 0)| = 0
"""
#: where D > 0 as above; where D = 0 all summands of T are 0, and the value is alpha^T z
_QUOTIENT_ZERO = """
have quotient: for all x: real, 0 < root(n, x) => value(x)*root(n, x) = T(x, d):
  use positive(n, x)
  let D = root(n, x)
  have each: for all j in 1..d, alpha(n, j)*out(n, j, x) = 1/D*(alpha(n, j)*inside(n, j, x)):
    show by ratio(D, inside(n, j, x), z(j))
  have value(x) = 1/D*T(x, d) by sum_proportional(
    j -> alpha(n, j)*out(n, j, x), j -> alpha(n, j)*inside(n, j, x), 1/D, 1, d), each
have undefined: for all x: real, root(n, x) <= 0 => T(x, d) = 0 and value(x) = constant:
  use positive(n, x), squares(n, x), roots(n, x)
  have zero: root(n, x) = 0
  have squares(n, x)/d = root(n, x)^2
  have all: squares(n, x) = 0 by squares(n, x)/d = root(n, x)^2, zero, size
  have inside: for all j in 1..d, inside(n, j, x) = 0:
    cases inside(n, j, x) = 0:
      show by inside(n, j, x) = 0
    show by squares_positive(j -> inside(n, j, x), 1, d, j), all
  have products: for all j in 1..d, alpha(n, j)*inside(n, j, x) = 0:
    show by inside(j)
  have T(x, d) = 0 by sum_zero(j -> alpha(n, j)*inside(n, j, x), 1, d), products
  have each: for all j in 1..d, alpha(n, j)*out(n, j, x) = alpha(n, j)*z(j):
    show by convention(root(n, x), inside(n, j, x), z(j)), zero
  have value(x) = constant by sum_equal(
    j -> alpha(n, j)*out(n, j, x), j -> alpha(n, j)*z(j), 1, d), each
"""
#: of points with D = 0 two in a row have one value
_CONTRADICTION_ZERO = """
use roots(n, 0), roots(n, 1/N), roots(n, 2/N)
have before: T(0, d) <= 0:
  cases 0 < root(n, 0):
    show by quotient(0), low, 0 < root(n, 0)
  show by undefined(0)
have after: T(2/N, d) <= 0:
  cases 0 < root(n, 2/N):
    show by quotient(2/N), last, 0 < root(n, 2/N)
  show by undefined(2/N)
cases middle: 0 < root(n, 1/N):
  have 0 < T(1/N, d) by quotient(1/N), high, middle
  show by 0 < T(1/N, d), before, after, affine
use undefined(1/N)
cases first: 0 < root(n, 0):
  have T(0, d) < 0 by quotient(0), low, first
  show by T(0, d) < 0, after, affine, T(1/N, d) = 0
use undefined(0)
show by value(0) = constant, value(1/N) = constant, low, high
"""

_SQUARES = """
have size: 0 < d
have squares: for all i: int, for all x: real, 0 <= squares(i, x):
  show by squares_nonneg(j -> inside(i, j, x), 1, d)
"""
#: what is inside of the layer is affine in x, and so is T
_MEAN = """
have cell: 0 < 1/N
have mean: H(0, d) + H(2/N, d) = 2*H(1/N, d):
  have all: for all q: int, 0 <= q => H(0, q) + H(2/N, q) = 2*H(1/N, q) by induction on q
  show by all(d)
"""
_AFFINE = """
have cell: 0 < 1/N
have affine: T(0, d) + T(2/N, d) = 2*T(1/N, d):
  have all: for all q: int, 0 <= q => T(0, q) + T(2/N, q) = 2*T(1/N, q) by induction on q
  show by all(d)
"""
_ONE_GROUP = """
have group: for all x: real, G(x) = value(x):
  have none: part(x, n - 1) = 0 by sum_empty(i -> group(i, x), 1, n - 1), n = 1
  show by none, sum_last(i -> group(i, x), 1, n)
have low: value(0) < 0 by near(0), knot0, group(0)
have high: 0 < value(1/N) by near(1/N), knot1, group(1/N)
have last: value(2/N) < 0 by near(2/N), knot2, group(2/N)
"""
_CONTRADICTION = """
show by low, high, last, affine, quotient(0), quotient(1/N), quotient(2/N)
"""


def at_least_script(group: Group, least: int) -> Written:
    """n < least is n = 0 or n = 1; in each the signs at the first points contradict."""
    zero = bool(group.functions)
    positive, quotient = (_POSITIVE_ZERO, _QUOTIENT_ZERO) if zero else (_POSITIVE, _QUOTIENT)
    end = _CONTRADICTION_ZERO if zero else _CONTRADICTION
    one = (_MEAN if group.centred else "") + _AFFINE + quotient + _ONE_GROUP + end
    none = no_units("sum_empty(i -> group(i, 0), 1, n)")
    facts = _SQUARES + positive + (knots(3) if least > 1 else "")
    return written(
        at_least(group, least),
        wide_text(least, facts, lambda units: one if units else none),
        F=F,
        G=lambda at: group.G(at),
        part=group.G,
        distance=distance,
        alpha=lambda i, j: app("alpha", i, j),
        H=lambda at, q: group.h(n, at).total(q),
        T=lambda at, q: group.numerators(n, at).total(q),
        value=lambda at: group.outputs(n, at).total(),
        group=lambda i, at: group.outputs(i, at).total(),
        root=group.root,
        layer=lambda a, r, c: S.ratio(a, r + ZERO, c),
        constant=total("j1", ONE, d, app("alpha", n, var("j1")) * at_zero(var("j1"))),
        squares=lambda i, at: group.squares(i, at).total(),
        inside=lambda i, j, at: group.inside(i, at).entry(j),
        out=lambda i, j, at: group.layer(S, group.h(i, at)).entry(j),
    )
