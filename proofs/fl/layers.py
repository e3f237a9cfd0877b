"""The step of both reductions: a normalised network is a multiple of the reduced one in each layer."""

from __future__ import annotations

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.fl.networks import (
    LAYER_NORMALISED,
    NO_BIAS,
    SCALE_NORMALISED,
    Layers,
    U,
    a,
    affine,
    in_all_layers,
    layers,
    mean_of,
    means,
    not_constant,
    not_zero,
    p,
    starts,
    y,
    z,
)
from proofs.fl.vectors import (
    HOMOGENEOUS,
    ONE,
    ZERO,
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
    shown_by,
    width,
)
from proofs.methods.script import Json, Node, auto, have, induct, intro, node, same

h, q, r = var("h"), var("q"), var("r")


def multiple(layer: Term, of: Layers, factor: Term) -> Json:
    """z_i = factor * of_i."""
    inside = conj(k >= 1, k <= width(layer))
    return every("k", "int", implies(inside, z(layer, k).equals(factor * of(layer, k))))


def some_multiple(layer: Term, of: Layers) -> Json:
    """z_i is a positive multiple of the reduced network's vector."""
    return exists("c", "real", conj(c > 0, multiple(layer, of, c)))


NOT_ZERO = in_all_layers(not_zero(z, i))


def inside_layer(*also: Node) -> Node:
    """1 <= i <= L and 1 <= k <= d_i, and what else is asked."""
    return node("both", *[auto("inside")] * 4, *also)


def reduction(
    of: Layers, factor: Term, normalised: "callable", ready: "callable", then: Node
) -> Node:
    """z_i = c of_i with c > 0 for every layer, by induction over the layers; then go on.

    ``factor`` is a_h / p_h where z_h = r of_h; ``ready(then)`` makes it defined, and
    ``normalised(at, then)`` makes a(h, at) = factor p(h, at) known.
    """
    claim = implies(h <= L, some_multiple(h, of))
    before = p

    def layer(at: Term, one: Term, pointwise: "callable", by: Node) -> Node:
        """z_at = one * of_at from a_{at-1} = one * p_{at-1}."""
        sums = proportional(
            width(at - 1),
            lambda o: U(at, q, o) * a(at - 1, o),
            lambda o: U(at, q, o) * before(at - 1, o),
            one,
            pointwise,
            by,
        )
        known = fact(layers(z, a), [at, q], fact(layers(of, p), [at, q], sums, auto()), auto())
        return intro("q", intro("", known))

    def first(o: Term, then: Node) -> Node:
        equal = have(a(ONE - 1, o).equals(p(ONE - 1, o)), auto("the input"), then)
        return fact(starts(a), [o], fact(starts(p), [o], equal))

    same_first = same(rho(affine(ONE, q, a)), rho(affine(ONE, q, p)), auto("the first layer"))
    wide = have(width(ONE - 1) >= 1, fact(positive_widths(), [ZERO], auto(), auto()), auto())
    start = shown_by(ONE, node("both", auto("1 > 0"), layer(ONE, ONE, first, same_first)))
    base = intro("", have(width(ONE - 1) >= 1, wide["then"][0], start))
    at = h + 1
    value = fact(HOMOGENEOUS, [factor, affine(at, q, p)], auto("rho(c t)"), auto("c > 0"))
    apart = same(rho(affine(at, q, a)), rho(factor * affine(at, q, p)), value)
    unbiased = fact(NO_BIAS, [at, q], layer(at, factor, normalised, apart)["then"][0], auto())
    body = intro("q", unbiased)
    positive = have(factor > 0, auto("c > 0"), shown_by(factor, node("both", auto(), body)))
    named = opened(
        some_multiple(h, of), "r", fact(positive_widths(), [h], ready(positive), auto())
    )
    step = intro("", fact(claim, [], named, auto("h <= L")))
    return homogeneous(induct("h", "1", claim, base, step, then))
