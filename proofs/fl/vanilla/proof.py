"""Layer by layer: a layer normalised network and its vanilla one hand on multiples (Prop. 3.B)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.fl.errors import Logit, errors_agree, products, scaled_logits
from proofs.fl.networks import Layers, Networks, not_constant
from proofs.fl.vanilla.networks import (
    PAIR,
    Factor,
    Pair,
    Pointwise,
    average,
    combined,
    exchanged,
)
from proofs.library.vectors import (
    HOMOGENEOUS,
    ONE,
    ZERO,
    Body,
    L,
    c,
    deviation,
    fact,
    homogeneous,
    i,
    k,
    opened,
    positive_widths,
    rho,
    shown_by,
    sigma,
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
)

h, q, r = var("h"), var("q"), var("r")
Ends = Callable[[Logit, Logit, Term], Node]  #: from the logits of two networks to their errors
_IN = node("both", auto("inside"), auto("inside"))


def _plain(n: Term, U: Callable[[Term, Term], Term], v: Body) -> Body:
    """(U v)_row, with the inner index ``jj``."""
    return lambda row: sigma(n, lambda o: U(row, o) * v(o), "jj")


def _in_layer(*also: Node) -> Node:
    """1 <= i <= L, 1 <= k <= d_i, and what else is asked."""
    return node("both", *[auto("inside")] * 4, *also)


@dataclass(frozen=True)
class Reduction(ABC):
    """Scripts about a pair of networks whose factors are positive.

    What is shown by induction over the layers: the one vector is a positive multiple of the other.
    """

    factor: Factor
    pair: Pair = PAIR
    ratio: Term = r  #: c where it has a name

    def multiple(self, one: Layers, layer: Term, scale: Term) -> Json:
        """one_i = scale v_i."""
        inside = conj(k >= 1, k <= width(layer))
        equation = one(layer, k).equals(scale * self.pair.v(layer, k))
        return every("k", "int", implies(inside, equation))

    def width_known(self, layer: Term, then: Node) -> Node:
        return fact(positive_widths(), [layer], then, _IN)

    def factor_known(self, layer: Term, then: Node) -> Node:
        return fact(self.pair.positive(self.factor), [layer], then, _IN)

    @property
    @abstractmethod
    def start(self) -> int:
        """The layer where the induction starts."""

    def claim(self, layer: Term) -> Json:
        return implies(layer <= L, self.some(layer))

    @abstractmethod
    def some(self, layer: Term) -> Json:
        """The one vector is a positive multiple of the other."""

    @abstractmethod
    def by_layers(self, then: Node) -> Node:
        """The one is a positive multiple of the other in every layer; then go on."""

    def in_last(self, then: Node) -> Node:
        """Name the factor in layer L, r."""
        whole = every("i", "int", implies(i >= self.start, self.claim(i)))
        named = fact(self.claim(L), [], opened(self.some(L), "r", then), auto("L <= L"))
        return self.by_layers(fact(whole, [L], named, auto("the start")))


@dataclass(frozen=True)
class Before(Reduction):
    """Pre-activation: a_i = c v_i, where a_i = rho(factor_i s(z_i)).

    With ``renamed`` the vanilla network has its own name for the class embeddings.
    """

    renamed: bool = False

    def bias(self, layer: Term, scale: Term) -> Json:
        """b_i = scale b_i, as it is where b_i = 0 or the scale is 1."""
        net = self.pair.net
        return every("k", "int", net.b(layer, k).equals(scale * net.b(layer, k)))

    @property
    def start(self) -> int:
        return 0

    def some(self, layer: Term) -> Json:
        """a_i is a positive multiple of v_i."""
        both = conj(c > 0, self.multiple(self.pair.net.a, layer, c), self.bias(layer + 1, c))
        return exists("c", "real", both)

    def by_layers(self, then: Node) -> Node:
        """a_i = c v_i with c > 0 for i = 0, ..., L; then go on."""
        net, v = self.pair.net, self.pair.v
        last, at = h, h + 1
        start = fact(net.starts(net.a), [q], fact(net.starts(v), [q], auto("the input")))
        inputs = intro("q", intro("", start))
        base = intro(
            "", shown_by(ONE, node("both", auto("1 > 0"), inputs, intro("q", auto("b = b"))))
        )
        scale = self.factor(at) * r
        unbiased = intro("q", fact(net.no_bias, [at + 1, q], auto("0 = 0"), auto("2 <= i")))
        coordinates = intro("q", intro("", self._later(at - 1, at)))
        shown = shown_by(scale, node("both", auto("f c > 0"), coordinates, unbiased))
        known = self.factor_known(at, self.width_known(at, self.width_known(last, shown)))
        step = intro("", fact(self.claim(h), [], opened(self.some(h), "r", known), auto("h <= L")))
        return homogeneous(induct("h", "0", self.claim(h), base, step, then))

    def _later(self, last: Term, at: Term) -> Node:
        """Proof of a(at, q) = factor r v(at, q), where a_last = r v_last."""
        net, v = self.pair.net, self.pair.v
        d, n = width(at), width(last)

        def U(row: Term, o: Term) -> Term:
            return net.U(at, row, o)

        def plain(row: Term) -> Term:
            return sigma(n, lambda o: U(row, o) * v(last, o))

        def value(row: Term) -> Json:
            return net.z(at, row).equals(r * (plain(row) + net.b(at, row)))

        row = var("o")
        inside = conj(k >= 1, k <= d)
        values = every("k", "int", implies(inside, value(k)))
        products = combined(
            n,
            lambda o: U(row, o) * net.a(last, o),
            [(r, lambda o: U(row, o) * v(last, o))],
            lambda o, then: fact(self.multiple(net.a, h, r), [o], then, auto("inside")),
            auto("z = c t"),
        )
        biased = fact(self.bias(at, r), [row], products)
        proof = intro("o", intro("", fact(self.pair.affine_layers, [at, row], biased, _in_layer())))

        def column(o: Term) -> Term:
            return sigma(d, lambda a: U(a, o), "jj")

        argument = self.factor(at) * (net.z(at, q) - net.z.mean(at))
        vanilla = self.pair.affine(at, q)
        ends = fact(
            HOMOGENEOUS,
            [self.factor(at) * r, vanilla],
            auto("rho(f c t)"),
            auto("f c > 0"),
        )
        equal = argument.equals(self.factor(at) * r * vanilla)
        alike = have(
            equal,
            auto("the argument"),
            same(rho(argument), rho(self.factor(at) * r * vanilla), ends),
        )
        means = combined(
            d,
            net.z.of(at),
            [(r, _plain(n, U, v.of(last))), (r, lambda o: net.b(at, o))],
            lambda o, then: fact(values, [o], then, auto("inside")),
            fact(net.means(net.z), [at], alike, _IN),
        )
        swapped = exchanged(d, n, U, v.of(last), means)
        projected = combined(
            n,
            lambda o: self.pair.V(at, q, o) * v(last, o),
            [
                (ONE, lambda o: U(q, o) * v(last, o)),
                (-1 / d, lambda o: column(o) * v(last, o)),
            ],
            lambda o, then: fact(
                self.pair.left, [at, q, o], then, node("both", *[auto("inside")] * 6)
            ),
            swapped,
        )
        own = fact(values, [q], projected, auto("inside"))
        bias = fact(self.pair.left_bias, [at, q], own, _in_layer())
        both = fact(self.pair.vanilla, [at, q], bias, _in_layer())
        given = fact(self.pair.before(self.factor), [at, q], both, _in_layer())
        return have(values, proof, given)

    def logits(self) -> tuple[Logit, Logit]:
        """Of the layer normalised network, and of the vanilla one."""
        v = self.pair.v.of(L)
        return products(width(L), self.pair.w, self.pair.net.a.of(L)), products(
            width(L), self.pair.new_w if self.renamed else self.pair.w, v
        )

    def errors(self, ends: Ends = errors_agree) -> Node:
        """Proof that the errors are equal: the logits are multiples of each other."""
        one, other = self.logits()
        label = var("j2")
        weights = self.pair.new_w if self.renamed else self.pair.w

        def coordinate(o: Term, then: Node) -> Node:
            known = fact(self.multiple(self.pair.net.a, L, r), [o], then, auto("inside"))
            if not self.renamed:
                return known
            inside = node("both", *[auto("inside")] * 4)
            return fact(self.pair.same_head, [label, o], known, inside)

        sums = combined(
            width(L),
            lambda o: self.pair.w(label, o) * self.pair.net.a(L, o),
            [(r, lambda o: weights(label, o) * self.pair.v(L, o))],
            coordinate,
            auto("the logits"),
        )
        proof = intro("j2", intro("", self.width_known(L, sums)))
        logits = scaled_logits(one, other, r)
        return self.in_last(have(logits, proof, ends(one, other, r)))

    def normalised(self, then: Node) -> Node:
        """Layer normalisation has the factors 1/sigma, and they are positive; then go on."""
        net, pair = self.pair.net, self.pair
        known = fact(pair.pre_normalised, [h, var("o")], auto("1/sigma > 0"), _known_index())
        varies = opened(not_constant(net.z, h), "o", known)
        positive = intro("h", intro("", fact(net.nowhere_constant, [h], varies, _IN)))
        gap = net.z(h, q) - net.z.mean(h)
        sigma_h = deviation(width(h), net.z.of(h), net.z.mean(h))
        alike = same(rho(gap / sigma_h), rho(self.factor(h) * gap), auto("1/sigma"))
        value = fact(pair.pre_normalised, [h, q], alike, _varying(net))
        return have(
            pair.positive(self.factor),
            positive,
            have(pair.before(self.factor), intro("h", intro("q", intro("", value))), then),
        )


def _known_index() -> Node:
    return _in_layer(shown_by(var("o"), auto("the same index")))


def _varying(net: Networks) -> Node:
    """1 <= h <= L, 1 <= k <= d_h, and z_h is not constant."""
    varies = not_constant(net.z, h)
    some = opened(varies, "o2", shown_by(var("o2"), auto("the same index")))
    return _in_layer(fact(net.nowhere_constant, [h], some, _IN))


@dataclass(frozen=True)
class After(Reduction):
    """Post-activation: z_i = c v_i, where a_i = factor_i s(z_i)."""

    @property
    def start(self) -> int:
        return 1

    def some(self, layer: Term) -> Json:
        """z_i is a positive multiple of v_i."""
        return exists("c", "real", conj(c > 0, self.multiple(self.pair.net.z, layer, c)))

    def by_layers(self, then: Node) -> Node:
        """z_i = c v_i with c > 0 for i = 1, ..., L; then go on."""
        base = shown_by(
            ONE, node("both", auto("1 > 0"), intro("q", intro("", self.first_coordinate())))
        )
        scale, at = self.factor(h) * self.ratio, h + 1
        later = intro("q", intro("", self.next_coordinate(at)))
        shown = shown_by(scale, node("both", auto("f c > 0"), later))
        known = self.factor_known(h, self.width_known(h, shown))
        step = intro("", fact(self.claim(h), [], opened(self.some(h), "r", known), auto("h <= L")))
        wide = self.width_known(ZERO, self.width_known(ONE, base))
        return homogeneous(induct("h", "1", self.claim(h), intro("", wide), step, then))

    def first_coordinate(self) -> Node:
        """Proof of z(1, q) = 1 v(1, q)."""
        net, v, before = self.pair.net, self.pair.v, ONE - 1

        def inputs(o: Term, then: Node) -> Node:
            both = fact(net.starts(v), [o], fact(self.pair.first, [q, o], then))
            return fact(net.starts(net.a), [o], both)

        one, other = net.affine(ONE, q, net.a), self.pair.product(ONE, q) + net.b(ONE, q)
        sums = combined(
            width(before),
            lambda o: net.U(ONE, q, o) * net.a(before, o),
            [(ONE, lambda o: self.pair.V(ONE, q, o) * v(before, o))],
            inputs,
            same(rho(one), rho(other), auto("the first layer")),
        )
        known = fact(self.pair.vanilla_first_bias, [ONE, q], sums, _in_layer())
        return fact(net.layers(net.z, net.a), [ONE, q], known, _in_layer())

    def next_coordinate(self, at: Term) -> Node:
        """Proof of z(at, q) = factor r v(at, q), where z_{at-1} = r v_{at-1}."""
        net, scale = self.pair.net, self.factor(h) * self.ratio
        one, other = net.affine(at, q, net.a), self.pair.product(at, q) + net.b(at, q)
        ends = fact(HOMOGENEOUS, [scale, other], auto("rho(f c t)"), auto("f c > 0"))
        alike = same(rho(one), rho(scale * other), ends)

        def projection(o: Term, then: Node) -> Node:
            inside = node("both", *[auto("inside")] * 6)
            return fact(self.pair.right, [at, q, o], then, inside)

        product = self.through_mean(
            h,
            at - 1,
            lambda o: net.U(at, q, o),
            lambda o: self.pair.V(at, q, o),
            projection,
            alike,
        )
        unbiased = fact(net.no_bias, [at, q], product, auto("2 <= i"))
        known = fact(self.pair.vanilla_first_bias, [at, q], unbiased, _in_layer())
        return fact(net.layers(net.z, net.a), [at, q], known, _in_layer())

    def through_mean(
        self,
        layer: Term,
        written: Term,
        row: Body,
        projected: Body,
        projection: Pointwise,
        then: Node,
    ) -> Node:
        """sum row_j a_j = factor r (sum (P row)_j v_j) in a layer with z = r v.

        ``projection(at, then)`` makes projected(at) = (P row)_at known; ``written`` is the layer
        as it stands in the sums.
        """
        net, v = self.pair.net, self.pair.v
        d, scale = width(layer), self.factor(layer) * self.ratio

        def coordinate(o: Term, then: Node) -> Node:
            known = fact(self.multiple(net.z, layer, self.ratio), [o], then, auto("inside"))
            return fact(self.pair.after(self.factor), [layer, o], known, _in_layer())

        shifted = combined(
            d,
            lambda o: row(o) * net.a(written, o),
            [
                (scale, lambda o: row(o) * v(written, o)),
                (-self.factor(layer) * net.z.mean(layer), row),
            ],
            coordinate,
            then,
        )
        projection_sum = combined(
            d,
            lambda o: projected(o) * v(written, o),
            [
                (ONE, lambda o: row(o) * v(written, o)),
                (-average(d, row), lambda o: v(written, o)),
            ],
            projection,
            shifted,
            name="m2",
        )
        multiple = self.multiple(net.z, layer, self.ratio)
        return combined(
            d,
            net.z.of(layer),
            [(self.ratio, v.of(written))],
            lambda o, then: fact(multiple, [o], then, auto("inside")),
            fact(net.means(net.z), [layer], projection_sum, _IN),
            name="m3",
        )

    def logits(self) -> tuple[Logit, Logit]:
        """Of the layer normalised network, and of the vanilla one with the weights M."""
        one = products(width(L), self.pair.w, self.pair.net.a.of(L))
        return one, products(width(L), self.pair.new_w, self.pair.v.of(L))

    def errors(self, ends: Ends = errors_agree) -> Node:
        """Proof that the errors are equal: the logits are multiples of each other."""
        one, other = self.logits()
        scale, label = self.factor(L) * self.ratio, var("j2")
        inside = node("both", *[auto("inside")] * 4)
        sums = self.through_mean(
            L,
            L,
            lambda o: self.pair.w(label, o),
            lambda o: self.pair.new_w(label, o),
            lambda o, then: fact(self.pair.head, [label, o], then, inside),
            auto("the logits"),
        )
        proof = intro("j2", intro("", sums))
        after = have(scale > 0, auto("f c > 0"), ends(one, other, scale))
        both = have(scaled_logits(one, other, scale), proof, after)
        return self.in_last(self.factor_known(L, self.width_known(L, both)))

    def normalised(self, then: Node) -> Node:
        """Layer normalisation has the factors 1/sigma, and they are positive; then go on."""
        net, pair = self.pair.net, self.pair
        known = fact(net.layer_normalised, [h, var("o")], auto("1/sigma > 0"), _known_index())
        varies = opened(not_constant(net.z, h), "o", known)
        positive = intro("h", intro("", fact(net.nowhere_constant, [h], varies, _IN)))
        value = fact(net.layer_normalised, [h, q], auto("1/sigma"), _varying(net))
        return have(
            pair.positive(self.factor),
            positive,
            have(pair.after(self.factor), intro("h", intro("q", intro("", value))), then),
        )
