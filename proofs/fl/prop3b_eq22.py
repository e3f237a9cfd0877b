"""Eq. 22: a pre-activation LN network shifts in all layers but the last (Prop. 3.B)."""

from __future__ import annotations

from constructions.terms import Term, conj, every, implies, var
from proofs.fl.layers import Standard, inside_layer
from proofs.fl.networks import LAST, NET, Layers, not_constant
from proofs.fl.vanilla import (
    PAIR,
    combined,
)
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    Body,
    L,
    deviation,
    ell,
    fact,
    homogeneous,
    i,
    k,
    leaky,
    opened,
    positive_widths,
    rho,
    shown_by,
    standardised,
    width,
)
from proofs.trees.script import (
    Json,
    Node,
    auto,
    have,
    induct,
    intro,
    node,
    same,
    statement,
)

h, q, r = var("h"), var("q"), var("r")
_IN = node("both", auto("inside"), auto("inside"))


def _shifted_after(vector: Layers, before: Layers) -> Json:
    """p_i = rho(s(y_i))."""
    gap = before(i, k) - before.mean(i)
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    return every("i", "int", every("k", "int", implies(inside, vector(i, k).equals(rho(gap)))))


def _affine(after: Layers, before: Layers) -> Json:
    inside = conj(i >= 1, i <= L, k >= 1, k <= width(i))
    equation = after(i, k).equals(NET.affine(i, k, before))
    return every("i", "int", every("k", "int", implies(inside, equation)))


SHIFTED = _shifted_after(NET.p, NET.y)
OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L), not_constant(NET.y, L)),
        NET.g(k).equals(rho(standardised(width(L), NET.y.of(L), NET.y.mean(L), k))),
    ),
)
NORMALISED = [
    leaky(),
    L >= 1,
    positive_widths(),
    NET.no_bias,
    NET.starts(NET.a),
    _affine(NET.z, NET.a),
    NET.means(NET.z),
    PAIR.pre_normalised,
    NET.nowhere_constant,
]  #: a network with pre-activation layer normalisation in each layer
EQ22 = statement(
    {"L": "int", "l": "int", "beta": "real"},
    [
        *NORMALISED,
        NET.starts(NET.p),
        _affine(NET.y, NET.p),
        NET.means(NET.y),
        SHIFTED,
        OUTPUT,
        *LAST,
    ],
    NET.a(L, ell).equals(NET.g(ell)),
    NET.functions("z", "a", "muz", "y", "p", "muy", "g"),
)


class PreActivation(Standard):
    """z_i = c y_i, as in Prop. 2', where the activation comes after the normalisation."""

    def defined(self, at: Term, then: Node) -> Node:
        """Make sigma(z_at), and that it is not 0, known; then mu(z_at) = r mu(y_at)."""
        some = shown_by(var("o"), auto("the same index"))
        used = fact(PAIR.pre_normalised, [at, var("o")], self.means(at, then), inside_layer(some))
        return fact(
            self.net.nowhere_constant, [at], opened(not_constant(self.net.z, at), "o", used), _IN
        )

    def reduced(self, then: Node) -> Node:
        """z_i = c y_i with c > 0 in every layer, by induction; then go on."""
        z, y_, a, p = self.net.z, self.net.y, self.net.a, self.net.p
        claim = implies(h <= L, self.some_multiple(h))

        def sums(at: Term, ratio: Term, equation: Json, then: Node) -> Node:
            return combined(
                width(at - 1),
                lambda o: self.net.U(at, q, o) * a(at - 1, o),
                [(ratio, lambda o: self.net.U(at, q, o) * p(at - 1, o))],
                lambda o, then: fact(equation, [o], then, auto("inside")),
                then,
            )

        def coordinate(at: Term, ratio: Term, equation: Json, *also: Json) -> Node:
            body = sums(at, ratio, equation, auto("z = c y"))
            for formula in also:
                body = fact(formula, [at, q], body, auto("2 <= i"))
            known = fact(_affine(y_, p), [at, q], body, auto("inside"))
            return intro("q", intro("", fact(_affine(z, a), [at, q], known, auto("inside"))))

        def handed(layer: Term, ratio: Term) -> Json:
            inside = conj(k >= 1, k <= width(layer))
            equation = a(layer, k).equals(ratio * p(layer, k))
            return every("k", "int", implies(inside, equation))

        inputs = fact(self.net.starts(a), [q], fact(self.net.starts(p), [q], auto("the input")))
        first = shown_by(
            ONE, node("both", auto("1 > 0"), coordinate(ONE, ONE, handed(ONE - 1, ONE)))
        )
        start = have(handed(ONE - 1, ONE), intro("q", intro("", inputs)), first)
        base = intro("", fact(positive_widths(), [ONE - 1], start, _IN))
        factor = r / deviation(width(h), z.of(h), z.mean(h))
        gap, root = z(h, q) - z.mean(h), deviation(width(h), z.of(h), z.mean(h))
        other = y_(h, q) - y_.mean(h)
        ends = fact(HOMOGENEOUS, [factor, other], auto("a = c p"), auto("c > 0"))
        alike = same(rho(gap / root), rho(factor * other), ends)
        shift = fact(SHIFTED, [h, q], alike, inside_layer())
        value = fact(
            PAIR.pre_normalised,
            [h, q],
            self.coordinate(h, q, shift),
            inside_layer(self.varying(h, "o2")),
        )
        later = coordinate(h + 1, factor, handed(h, factor), self.net.no_bias)
        shown = shown_by(factor, node("both", auto("c > 0"), later))
        known = have(handed(h, factor), intro("q", intro("", value)), shown)
        positive = self.defined(h, have(factor > 0, auto("c > 0"), known))
        wide = fact(positive_widths(), [h], positive, auto("h <= L"))
        step = intro("", fact(claim, [], opened(self.some_multiple(h), "r", wide), auto("h <= L")))
        return homogeneous(induct("h", "1", claim, base, step, then))

    def output(self, at: Term, index: Term, then: Node) -> Node:
        """a(at, index) = rho(n_MV(z_at)) and sigma(z_at) = r sigma(y_at)."""
        net = self.net

        def gap(vector: Layers) -> Body:
            return lambda o: vector(at, o) - vector.mean(at)

        deviations = self.squares(
            at,
            (gap(net.z), gap(net.y)),
            lambda one, other: lambda then: self.roots(one / width(at), other / width(at), then),
            self.coordinate(at, index, then),
        )
        proof = inside_layer(self.varying(at, "o2"))
        used = fact(PAIR.pre_normalised, [at, index], deviations, proof)
        return self.in_layer(at, self.defined(at, used))

    def equal_outputs(self, index: Term) -> Node:
        """Proof of a(L, index) = g(index)."""
        net = self.net
        premise = node("both", auto("inside"), auto("inside"), self.y_varies(L))
        one, other = (
            standardised(width(L), vector.of(L), vector.mean(L), index) for vector in (net.z, net.y)
        )
        equal = have(
            one.equals(other), auto("n_MV(z) = n_MV(y)"), same(rho(one), rho(other), auto())
        )
        end = fact(OUTPUT, [index], equal, premise)
        return self.reduced(self.output(L, index, end))


def eq22_script() -> Node:
    """z_L = c y_L with c > 0, so n_MV(z_L) = n_MV(y_L)."""
    return PreActivation(NET, NET.y).equal_outputs(ell)
