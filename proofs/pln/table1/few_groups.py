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
from proofs.kernel.context import Context
from proofs.pln.prop2.lower.statement import GIVEN, IN_CLASS, F, H, i, n
from proofs.pln.symbols import ONE, ZERO, N, S, d, delta, eps, x
from proofs.pln.table1.few_units import (
    added,
    have_signs,
    point,
    sign_at,
    wide_script,
)
from proofs.pln.thm1.sums import known
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    split,
    statement,
)

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


def at_least_script(group: Group, least: int) -> Node:
    """n < least is n = 0 or n = 1; in each the signs at the first points contradict."""
    sizes = [(d > 0, auto("d > 0")), (1 / d > 0, auto("1/d > 0"))]
    return lemmas(sizes, wide_script(least, lambda count: _too_few(group, count)))


def _too_few(group: Group, count: int) -> Node:
    if count == 0:
        empty = node("empty", auto("no units"), auto("0 < 0"), on=group.G(ZERO).json)
        return have_signs(group.close(), group.G, 1, empty)
    end = _one_group_zero(group) if group.functions else _one_group(group)
    facts = [
        (N > 0, auto("N > 0")),
        (H > 0, auto("1/N > 0")),
        *_facts(group),
        (affine(group), affine_script(group)),
    ]
    return lemmas(facts, have_signs(group.close(), group.G, 3, end))


def _facts(group: Group) -> list[tuple[Json, Node]]:
    if group.functions:
        return [
            (quotient_zero(group), quotient_zero_script(group)),
            (undefined(group), undefined_script(group)),
        ]
    return [(quotient(group), quotient_script(group))]


def _alone(group: Group, at: Term, then: Node) -> Node:
    """G(at) is the value of the one group."""
    one = node("empty", auto("no more"), then, on=group.G(at, n - 1).json)
    return node("unfold", auto("1 <= n"), one, on=group.G(at).json)


def _one_group(group: Group) -> Node:
    end = auto("no such signs")
    for index in range(3):
        at = point(index)
        end = known(quotient(group), [at], _alone(group, at, end))
    return end


# --- delta > 0 -----------------------------------------------------------------------------------


def quotient(group: Group) -> Json:
    """For all x: D > 0, and alpha^T phi(w x + b) D = T."""
    D = group.root(n, x) + delta
    value, T = group.outputs(n, x).total(), group.numerators(n, x).total()
    return every("x", "real", conj(D > 0, (value * D).equals(T)))


def quotient_script(group: Group) -> Node:
    """D is defined since a sum of squares is not negative; then coordinate by coordinate."""
    squares, root = group.squares(n, x), group.root(n, x)
    D = root + delta
    outputs, numerators = group.outputs(n, x), group.numerators(n, x)

    def claim(high: Term) -> Json:
        return (outputs.total(high) * D).equals(numerators.total(high))

    last = q + 1
    ratio = inside_ratio(group, last)
    value = ((ratio * D).equals(group.inside(n, x).entry(last)), auto("ratio"))
    grown = _unfold(
        [outputs.total(last), numerators.total(last)], lemmas([value], auto("one more"))
    )
    base = _empty([outputs.total(ZERO), numerators.total(ZERO)], auto("0 = 0"))
    done = known(every("q", "int", implies(q >= 0, claim(q))), [d], node("both", auto(), auto()))
    coordinates = induct("q", "0", claim(q), base, grown, done)
    positive = have(D > 0, auto("D > 0"), coordinates)
    mean = have(squares.total() / d >= 0, auto("mean >= 0"), define(root.json, auto(), positive))
    return intro("x", _not_negative(group, mean))


def inside_ratio(group: Group, index: Term) -> Term:
    """Coordinate ``index`` of the layer's output."""
    output: Term = group.layer(S, group.h(n, x)).entry(index)
    return output


def _not_negative(group: Group, then: Node) -> Node:
    """A sum of squares is not negative."""
    squares = group.squares(n, x)
    last = q + 1
    claim = squares.total(q) >= 0
    base = _empty([squares.total(ZERO)], auto("0 >= 0"))
    square = have(
        squares.entry(last) >= 0, _square(group.inside(n, x).entry(last)), auto("one more")
    )
    step = _unfold([squares.total(last)], square)
    whole = every("q", "int", implies(q >= 0, claim))
    return induct("q", "0", claim, base, step, known(whole, [d], then))


def _square(of: Term) -> Node:
    """Proof that a square is not negative, written out: a search would have to factor it."""

    def leaf(context: Context) -> Node:
        negated = len(context.literals)
        terms = [["1", [negated], []], ["1", [], [of.json]]]
        return {"by": "leaf", "terms": terms, "mult": [], "then": []}

    return look(leaf)


def affine(group: Group) -> Json:
    """T(0) + T(2/N) = 2 T(1/N)."""
    return _middle([group.numerators(n, point(index)).total() for index in range(3)])


def _middle(values: list[Term]) -> Json:
    return added([values[0], values[2]]).equals(2 * values[1])


def affine_script(group: Group) -> Node:
    """Sums of affine functions, first for mu and then for T."""
    end = _middle_script([group.numerators(n, point(index)) for index in range(3)])
    if not group.centred:
        return end
    means = [group.h(n, point(index)) for index in range(3)]
    return have(_middle([m.total() for m in means]), _middle_script(means), end)


def _middle_script(sums: list[Coordinates]) -> Node:
    last = q + 1

    def claim(high: Term) -> Json:
        return _middle([s.total(high) for s in sums])

    base = _empty([s.total(ZERO) for s in sums], auto("0 = 0"))
    step = _unfold([s.total(last) for s in sums], auto("one more"))
    whole = every("q", "int", implies(q >= 0, claim(q)))
    return induct("q", "0", claim(q), base, step, known(whole, [d], auto("all")))


def _unfold(sums: list[Term], then: Node) -> Node:
    for term in sums:
        then = node("unfold", auto("1 <= q + 1"), then, on=term.json)
    return then


def _empty(sums: list[Term], then: Node) -> Node:
    for term in sums:
        then = node("empty", auto("0 < 1"), then, on=term.json)
    return then


# --- delta = 0 -----------------------------------------------------------------------------------


def _one_group_zero(group: Group) -> Node:
    """By the points where the denominator is 0: two of them in a row have one value."""

    def by_points(index: int) -> Node:
        if index == 3:
            return auto("no such signs")
        at = point(index)
        root, value = group.root(n, at), group.outputs(n, at).total()
        T, sign = group.numerators(n, at).total(), sign_at(index)
        there = (sign * value > 0, auto("its sign"))
        positive = known(
            quotient_zero(group), [at], have(sign * T > 0, auto("T"), by_points(index + 1))
        )
        zero = have(
            root.equals(0), auto("root = 0"), known(undefined(group), [at], by_points(index + 1))
        )
        sides = split((-root).json, zero, positive)
        defined = known(_root_defined(group), [at], sides)
        return _alone(group, at, lemmas([there], defined))

    return have(_root_defined(group), _root_defined_script(group), by_points(0))


def _root_defined(group: Group) -> Json:
    """For all x: the root is defined."""
    return every("x", "real", group.root(n, x) >= 0)


def _root_defined_script(group: Group) -> Node:
    squares, root = group.squares(n, x), group.root(n, x)
    mean = have(squares.total() / d >= 0, auto("mean >= 0"), define(root.json, auto(), auto()))
    return intro("x", _not_negative(group, mean))


def quotient_zero(group: Group) -> Json:
    """For all x with D > 0: alpha^T phi(w x + b) D = T."""
    root = group.root(n, x)
    value, T = group.outputs(n, x).total(), group.numerators(n, x).total()
    return every("x", "real", implies(root > 0, (value * root).equals(T)))


def quotient_zero_script(group: Group) -> Node:
    """Coordinate by coordinate."""
    root = group.root(n, x)
    outputs, numerators = group.outputs(n, x), group.numerators(n, x)

    def claim(high: Term) -> Json:
        return (outputs.total(high) * root).equals(numerators.total(high))

    last = q + 1
    ratio = inside_ratio(group, last)
    value = ((ratio * root).equals(group.inside(n, x).entry(last)), _by_sign(root, "ratio"))
    grown = _unfold(
        [outputs.total(last), numerators.total(last)], lemmas([value], auto("one more"))
    )
    base = _empty([outputs.total(ZERO), numerators.total(ZERO)], auto("0 = 0"))
    done = known(every("q", "int", implies(q >= 0, claim(q))), [d], auto("all"))
    whole = induct("q", "0", claim(q), base, grown, done)
    return intro("x", intro("", lemmas([_bottom(root)], whole)))


def _bottom(root: Term) -> tuple[Json, Node]:
    """The denominator of the layer as a total term is not 0."""
    bottom = root + ZERO + 1 - S.abs(S.sign(root + ZERO))
    return bottom.differs(0), _by_sign(root, "not 0")


def _by_sign(root: Term, label: str) -> Node:
    sign = S.sign(root)
    return case(sign.json, *[case(S.abs(sign).json, auto(label), auto(label))] * 3)


def _constant(high: Term) -> Term:
    """sum_j alpha_j z_j, what a group gives where its denominator is 0."""
    return total("j1", ONE, high, app("alpha", n, var("j1")) * at_zero(var("j1")))


def undefined(group: Group) -> Json:
    """For all x with D = 0: the value is alpha^T z, and T = 0."""
    root = group.root(n, x)
    value, T = group.outputs(n, x).total(), group.numerators(n, x).total()
    return every(
        "x", "real", implies(root.equals(0), conj(value.equals(_constant(d)), T.equals(0)))
    )


def undefined_script(group: Group) -> Node:
    """A sum of squares that is 0 has no other summands than 0."""
    squares, root = group.squares(n, x), group.root(n, x)
    outputs, numerators = group.outputs(n, x), group.numerators(n, x)
    inside = group.inside(n, x)

    def claim(high: Term) -> Json:
        none = implies(squares.total(high) <= 0, numerators.total(high).equals(0))
        value = outputs.total(high).equals(_constant(high))
        return conj(squares.total(high) >= 0, none, value)

    last = q + 1
    sums = [outputs.total(last), numerators.total(last), squares.total(last), _constant(last)]
    entry, ratio = inside.entry(last), inside_ratio(group, last)
    square = (squares.entry(last) >= 0, _square(entry))
    value = (ratio.equals(at_zero(last)), _by_sign(root, "z"))
    before = implies(squares.total(q) <= 0, numerators.total(q).equals(0))
    zero = have(entry.equals(0), auto("entry = 0"), known(before, [], auto("T = 0")))
    step = node("both", auto(">= 0"), intro("", zero), auto("value"))
    grown = _unfold(sums, lemmas([square, value], step))
    base = _empty(
        [term.total(ZERO) for term in (outputs, numerators, squares)] + [_constant(ZERO)],
        node("both", auto(), auto(), auto()),
    )
    whole = every("q", "int", implies(q >= 0, claim(q)))
    none = implies(squares.total() <= 0, numerators.total().equals(0))
    mean = have(
        squares.total() <= 0, auto("mean = 0"), known(none, [], node("both", auto(), auto()))
    )
    done = known(whole, [d], mean)
    proof = induct("q", "0", claim(q), base, grown, done)
    return intro("x", intro("", lemmas([_bottom(root)], proof)))
