"""Networks of every depth and all widths, and the recursions of Eq. 13, 14, 17 and 18."""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, implies
from proofs.fl.vectors import (
    ONE,
    ZERO,
    Body,
    L,
    differs,
    i,
    k,
    l,
    rho,
    scaled,
    sigma,
    standardised,
    width,
)
from proofs.methods.script import Json

FUNCTIONS = {"rho": 1, "w": 1, "U": 3, "b": 2, "x": 1}
SORTS = {"L": "int", "l": "int", "beta": "real"}


def U(layer: Term, at: Term, other: Term) -> Term:
    return app("U", layer, at, other)


def bias(layer: Term, at: Term) -> Term:
    return app("b", layer, at)


def x(at: Term) -> Term:
    return app("x", at)


class Layers:
    """A vector for each layer: a function of the layer and of the coordinate."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, layer: Term, at: Term) -> Term:
        return app(self.name, layer, at)

    def of(self, layer: Term) -> Body:
        """The vector of one layer."""
        return lambda at: self(layer, at)


#: FN or LN network: z before normalisation, a after it; reduced network: y after rho, p after s
z, a, y, p = (Layers(name) for name in "zayp")


def g(at: Term) -> Term:
    """The output of the reduced network."""
    return app("g", at)


def mean_of(vector: Layers, layer: Term) -> Term:
    """mu of a layer's vector, as a function of the layer."""
    return app(f"mu{vector.name}", layer)


def in_layers(formula: Json, *also: Json, first: Term = ONE) -> Json:
    """For all layers i from ``first`` to L and all coordinates k of layer i."""
    inside = conj(i >= first, i <= L, k >= 1, k <= width(i), *also)
    return every("i", "int", every("k", "int", implies(inside, formula)))


def affine(layer: Term, at: Term, before: Layers) -> Term:
    """(U_i v_{i-1} + b_i)_at."""
    products = sigma(width(layer - 1), lambda o: U(layer, at, o) * before(layer - 1, o))
    return products + bias(layer, at)


def layers(after: Layers, before: Layers, first: Term = ONE) -> Json:
    """after_i = rho(U_i before_{i-1} + b_i)."""
    return in_layers(after(i, k).equals(rho(affine(i, k, before))), first=first)


def starts(vector: Layers) -> Json:
    """The vector of layer 0 is the input."""
    return every("k", "int", vector(ZERO, k).equals(x(k)))


NO_BIAS = every("i", "int", every("k", "int", implies(i >= 2, bias(i, k).equals(0))))


def means(vector: Layers) -> Json:
    """mu of each layer's vector."""
    inside = conj(i >= 1, i <= L)
    value = sigma(width(i), vector.of(i)) / width(i)
    return every("i", "int", implies(inside, mean_of(vector, i).equals(value)))


def not_zero(vector: Layers, layer: Term) -> Json:
    """The layer's vector is not 0."""
    return differs(width(layer), vector.of(layer), ZERO)


def not_constant(vector: Layers, layer: Term) -> Json:
    """The layer's vector is not mu times the all-one vector."""
    return differs(width(layer), vector.of(layer), mean_of(vector, layer))


def in_all_layers(formula: Json) -> Json:
    return every("i", "int", implies(conj(i >= 1, i <= L), formula))


#: a_i = n(z_i) wherever z_i is not 0 (Eq. 13), and the output n(y_L) of Eq. 14
SCALE_NORMALISED = in_layers(a(i, k).equals(scaled(width(i), z.of(i), k)), not_zero(z, i))
SCALED_OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L), not_zero(p, L)),
        g(k).equals(scaled(width(L), p.of(L), k)),
    ),
)
#: a_i = n_MV(z_i) wherever z_i is not constant (Eq. 17), and the output n_MV(y_L) of Eq. 18
LAYER_NORMALISED = in_layers(
    a(i, k).equals(standardised(width(i), z.of(i), mean_of(z, i), k)), not_constant(z, i)
)
STANDARD_OUTPUT = every(
    "k",
    "int",
    implies(
        conj(k >= 1, k <= width(L), not_constant(y, L)),
        g(k).equals(standardised(width(L), y.of(L), mean_of(y, L), k)),
    ),
)
SHIFTED = in_layers(p(i, k).equals(y(i, k) - mean_of(y, i)))
LAST = [l >= 1, l <= width(L)]
