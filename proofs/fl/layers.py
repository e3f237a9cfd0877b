"""Layer by layer, z_i = c p_i with some c > 0, as trees: of networks that depend on more.

z_i is what the normalised network normalises in layer i, a_i and p_i are what the two hand on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.fl.networks import NET, Layers, Networks, not_zero
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    ZERO,
    Body,
    L,
    S,
    again,
    c,
    fact,
    homogeneous,
    i,
    k,
    norm,
    opened,
    positive_widths,
    proportional,
    rho,
    roots_proportional,
    shown_by,
    sigma,
    squared,
    width,
)
from proofs.trees.script import Json, Node, auto, define, have, induct, intro, lemmas, node, same

h, q, r = var("h"), var("q"), var("r")
_IN = node("both", auto("inside"), auto("inside"))
Then = Callable[[Node], Node]
Pointwise = Callable[[Term, Node], Node]


@dataclass(frozen=True)
class Reduction:
    """Scripts about a pair of networks; ``of`` is y, or p where the two are one."""

    net: Networks
    of: Layers

    def multiple(self, layer: Term, factor: Term) -> Json:
        """z_i = factor * y_i."""
        inside = conj(k >= 1, k <= width(layer))
        equation = self.net.z(layer, k).equals(factor * self.of(layer, k))
        return every("k", "int", implies(inside, equation))

    def some_multiple(self, layer: Term) -> Json:
        """z_i is a positive multiple of y_i."""
        return exists("c", "real", conj(c > 0, self.multiple(layer, c)))

    def by_layers(self, factor: Term, pointwise: Pointwise, ready: Then, then: Node) -> Node:
        """z_i = c y_i with c > 0 for every layer, by induction over the layers; then go on.

        ``factor`` is a_h / p_h where z_h = r y_h: ``ready`` makes it defined, and ``pointwise``
        makes a(h, at) = factor p(h, at) known.
        """
        net, of = self.net, self.of
        a, p = net.a, net.p
        claim = implies(h <= L, self.some_multiple(h))

        def coordinate(at: Term, one: Term, each: Pointwise, end: Node) -> Node:
            """The goal z(at, q) = ... for each q, where a_{at-1} = one * p_{at-1}."""
            sums = proportional(
                width(at - 1),
                lambda o: net.U(at, q, o) * a(at - 1, o),
                lambda o: net.U(at, q, o) * p(at - 1, o),
                one,
                each,
                end,
            )
            known = fact(net.layers(of, p), [at, q], sums, auto())
            return intro("q", intro("", fact(net.layers(net.z, a), [at, q], known, auto())))

        def inputs(o: Term, then: Node) -> Node:
            equal = have(a(ONE - 1, o).equals(p(ONE - 1, o)), auto("the input"), then)
            return fact(net.starts(a), [o], fact(net.starts(p), [o], equal))

        def value(at: Term, vector: Layers) -> Term:
            return net.affine(at, q, vector)

        first = same(rho(value(ONE, a)), rho(value(ONE, p)), auto("the first layer"))
        start = shown_by(ONE, node("both", auto("1 > 0"), coordinate(ONE, ONE, inputs, first)))
        wide = fact(positive_widths(), [ZERO], auto("the input"), auto("0 <= L"))
        base = intro("", have(width(ONE - 1) >= 1, wide, start))
        at = h + 1
        scaled = fact(HOMOGENEOUS, [factor, value(at, p)], auto("rho(c t)"), auto("c > 0"))
        apart = same(rho(value(at, a)), rho(factor * value(at, p)), scaled)
        unbiased = fact(net.no_bias, [at, q], apart, auto("2 <= i"))
        later = coordinate(at, factor, pointwise, unbiased)
        shown = shown_by(factor, node("both", auto("c > 0"), later))
        positive = have(factor > 0, auto("c > 0"), shown)
        known = fact(positive_widths(), [h], ready(positive), auto("h <= L"))
        step = intro("", fact(claim, [], opened(self.some_multiple(h), "r", known), auto("h <= L")))
        return homogeneous(induct("h", "1", claim, base, step, then))

    def in_layer(self, at: Term, then: Node) -> Node:
        """Use what :meth:`by_layers` leaves for the layer ``at``: z_at = r y_at with r > 0."""
        whole = every("i", "int", implies(i >= 1, implies(i <= L, self.some_multiple(i))))
        inner = implies(at <= L, self.some_multiple(at))
        named = opened(self.some_multiple(at), "r", then)
        return fact(whole, [at], fact(inner, [], named, auto("at most L")), auto("at least 1"))

    def coordinate(self, at: Term, index: Term, then: Node) -> Node:
        """z(at, index) = r y(at, index)."""
        return fact(self.multiple(at, r), [index], then, auto("inside"))

    def squares(
        self, at: Term, gaps: tuple[Body, Body], facts: Callable[[Term, Term], Then], then: Node
    ) -> Node:
        """sum gap(z)^2 = r^2 sum gap(y)^2; ``facts`` goes on from the two sums."""
        one, other = (squared(gap) for gap in gaps)
        go_on = facts(sigma(width(at), one), sigma(width(at), other))(then)

        def pointwise(o: Term, then: Node) -> Node:
            return self.coordinate(at, o, then)

        square = have(r * r > 0, auto("r^2 > 0"), go_on)
        return proportional(width(at), one, other, r * r, pointwise, square)

    def roots(self, one: Term, other: Term, then: Node) -> Node:
        """sqrt(one) = r sqrt(other), both positive, where one = r^2 other and one > 0."""
        root = have(S.sqrt(other) > 0, auto("root > 0"), then)
        roots = define(S.sqrt(other).json, auto("root"), roots_proportional(one, other, r, root))
        positive: list[tuple[Json, Node]] = [
            (one > 0, auto("first > 0")),
            (one.equals(r * r * other), auto("r^2")),
            (other > 0, auto("second > 0")),
        ]
        return lemmas(positive, roots)


def inside_layer(*also: Node) -> Node:
    """1 <= i <= L and 1 <= k <= d_i, and what else is asked."""
    return node("both", *[auto("inside")] * 4, *also)


@dataclass(frozen=True)
class Scale(Reduction):
    """The networks of Eq. 13 and 14."""

    @staticmethod
    def pair(net: Networks = NET) -> Scale:
        return Scale(net, net.p)

    def nonzero(self, at: Term, name: str) -> Node:
        """Proof that z_at is not 0, from the hypothesis."""
        return fact(self.net.nowhere_zero, [at], again(not_zero(self.net.z, at), name), _IN)

    def defined(self, at: Term, then: Node) -> Node:
        """Make the norm of z_at, and that it is not 0, known."""
        some = shown_by(var("o"), auto("the same index"))
        used = fact(self.net.scale_normalised, [at, var("o")], then, inside_layer(some))
        return fact(self.net.nowhere_zero, [at], opened(not_zero(self.net.z, at), "o", used), _IN)

    def reduced(self, then: Node) -> Node:
        """z_i = c p_i in every layer; a_h = sqrt(d_h) r / ||z_h|| p_h."""
        net = self.net
        factor = S.sqrt(width(h)) * r / norm(width(h), net.z.of(h))

        def pointwise(at: Term, then: Node) -> Node:
            last = h + 1 - 1
            equal = have(net.a(last, at).equals(factor * net.p(last, at)), auto("a = c p"), then)
            known = self.coordinate(h, at, equal)
            return fact(net.scale_normalised, [h, at], known, inside_layer(self.nonzero(h, "o2")))

        return self.by_layers(factor, pointwise, lambda then: self.defined(h, then), then)

    def output(self, at: Term, index: Term, then: Node) -> Node:
        """a(at, index) = n(z_at), z = r p there and ||z_at|| = r ||p_at||, for what comes next."""
        net = self.net
        gaps = net.z.of(at), net.p.of(at)
        norms = self.squares(
            at,
            gaps,
            lambda one, other: lambda then: self.roots(one, other, then),
            self.coordinate(at, index, then),
        )
        proof = inside_layer(self.nonzero(at, "o2"))
        used = self.defined(at, fact(net.scale_normalised, [at, index], norms, proof))
        return self.in_layer(at, used)

    def p_nonzero(self, at: Term) -> Node:
        """Proof that p_at is not 0: z_at is not, and z_at = r p_at."""
        index = var("o3")
        shown = shown_by(index, node("both", auto(), auto(), auto("p is not 0")))
        used = opened(not_zero(self.net.z, at), "o3", self.coordinate(at, index, shown))
        return fact(self.net.nowhere_zero, [at], used, _IN)

    def equal_outputs(self, index: Term) -> Node:
        """Proof of a(L, index) = g(index)."""
        premise = node("both", auto("inside"), auto("inside"), self.p_nonzero(L))
        end = fact(self.net.scaled_output, [index], auto("n(z) = n(p)"), premise)
        return self.reduced(self.output(L, index, end))
