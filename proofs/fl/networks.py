"""Networks of every depth and all widths, and the recursions of Eq. 13, 14, 17 and 18."""

from __future__ import annotations

from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, implies
from proofs.library.vectors import (
    ONE,
    ZERO,
    Body,
    L,
    differs,
    ell,
    i,
    k,
    rho,
    scaled,
    sigma,
    standardised,
    width,
)
from proofs.trees.script import Json

SORTS = {"L": "int", "l": "int", "beta": "real"}
LAST = [ell >= 1, ell <= width(L)]  #: a coordinate of the last layer


@dataclass(frozen=True)
class Layers:
    """A vector for each layer: a function of the layer and of the coordinate."""

    name: str
    lead: tuple[Term, ...] = ()

    def __call__(self, layer: Term, at: Term) -> Term:
        return app(self.name, *self.lead, layer, at)

    def of(self, layer: Term) -> Body:
        """The vector of one layer."""
        return lambda at: self(layer, at)

    def mean(self, layer: Term) -> Term:
        """mu of the vector of one layer, as a function of the layer."""
        return app(f"mu{self.name}", *self.lead, layer)


def in_layers(formula: Json, *also: Json, first: Term = ONE) -> Json:
    """For all layers i from ``first`` to L and all coordinates k of layer i."""
    inside = conj(i >= first, i <= L, k >= 1, k <= width(i), *also)
    return every("i", "int", every("k", "int", implies(inside, formula)))


def in_all_layers(formula: Json) -> Json:
    return every("i", "int", implies(conj(i >= 1, i <= L), formula))


def not_zero(vector: Layers, layer: Term) -> Json:
    """The layer's vector is not 0."""
    return differs(width(layer), vector.of(layer), ZERO)


def not_constant(vector: Layers, layer: Term) -> Json:
    """The layer's vector is not mu times the all-one vector."""
    return differs(width(layer), vector.of(layer), vector.mean(layer))


@dataclass(frozen=True)
class Networks:
    """A normalised network and its reduction, of the same weights U_i and bias b_1.

    z_i is what is normalised in layer i and a_i what comes of it; y_i is what stands in z_i's
    place in the reduced network, p_i what it hands on, g its output.  With ``lead`` everything
    but the input also depends on what is given there.
    """

    lead: tuple[Term, ...] = ()

    @property
    def z(self) -> Layers:
        return Layers("z", self.lead)

    @property
    def a(self) -> Layers:
        return Layers("a", self.lead)

    @property
    def y(self) -> Layers:
        return Layers("y", self.lead)

    @property
    def p(self) -> Layers:
        return Layers("p", self.lead)

    def g(self, at: Term) -> Term:
        """The output of the reduced network."""
        return app("g", *self.lead, at)

    def U(self, layer: Term, at: Term, other: Term) -> Term:
        return app("U", *self.lead, layer, at, other)

    def b(self, layer: Term, at: Term) -> Term:
        return app("b", *self.lead, layer, at)

    def affine(self, layer: Term, at: Term, before: Layers) -> Term:
        """(U_i v_{i-1} + b_i)_at."""
        products = sigma(width(layer - 1), lambda o: self.U(layer, at, o) * before(layer - 1, o))
        return products + self.b(layer, at)

    def layers(self, after: Layers, before: Layers, first: Term = ONE) -> Json:
        """after_i = rho(U_i before_{i-1} + b_i)."""
        return in_layers(after(i, k).equals(rho(self.affine(i, k, before))), first=first)

    def starts(self, vector: Layers) -> Json:
        """The vector of layer 0 is the input."""
        return every("k", "int", vector(ZERO, k).equals(app("x", k)))

    @property
    def no_bias(self) -> Json:
        """b_i = 0 for i >= 2."""
        return every("i", "int", every("k", "int", implies(i >= 2, self.b(i, k).equals(0))))

    def means(self, vector: Layers) -> Json:
        """mu of each layer's vector."""
        value = sigma(width(i), vector.of(i)) / width(i)
        return in_all_layers(vector.mean(i).equals(value))

    @property
    def scale_normalised(self) -> Json:
        """a_i = n(z_i) wherever z_i is not 0, Eq. 13."""
        equation = self.a(i, k).equals(scaled(width(i), self.z.of(i), k))
        return in_layers(equation, not_zero(self.z, i))

    @property
    def scaled_output(self) -> Json:
        """g = n(p_L) where p_L is not 0, Eq. 14."""
        inside = conj(k >= 1, k <= width(L), not_zero(self.p, L))
        equation = self.g(k).equals(scaled(width(L), self.p.of(L), k))
        return every("k", "int", implies(inside, equation))

    @property
    def nowhere_zero(self) -> Json:
        """No z_i is 0."""
        return in_all_layers(not_zero(self.z, i))

    @property
    def layer_normalised(self) -> Json:
        """a_i = n_MV(z_i) wherever z_i is not constant, Eq. 17."""
        value = standardised(width(i), self.z.of(i), self.z.mean(i), k)
        return in_layers(self.a(i, k).equals(value), not_constant(self.z, i))

    @property
    def standard_output(self) -> Json:
        """g = n_MV(y_L) where y_L is not constant, Eq. 18."""
        inside = conj(k >= 1, k <= width(L), not_constant(self.y, L))
        value = standardised(width(L), self.y.of(L), self.y.mean(L), k)
        return every("k", "int", implies(inside, self.g(k).equals(value)))

    @property
    def nowhere_constant(self) -> Json:
        """No z_i is constant."""
        return in_all_layers(not_constant(self.z, i))

    @property
    def shifted(self) -> Json:
        """p_i = y_i - mu(y_i) 1."""
        return in_layers(self.p(i, k).equals(self.y(i, k) - self.y.mean(i)))

    @property
    def feature_normalised(self) -> list[Json]:
        """Eq. 13 and Eq. 14, with what they assume."""
        return [
            self.no_bias,
            self.starts(self.a),
            self.layers(self.z, self.a),
            self.scale_normalised,
            self.nowhere_zero,
            self.starts(self.p),
            self.layers(self.p, self.p),
            self.scaled_output,
        ]

    @property
    def mean_normalised(self) -> list[Json]:
        """Eq. 17 and Eq. 18, with what they assume."""
        return [
            self.no_bias,
            self.starts(self.a),
            self.layers(self.z, self.a),
            self.means(self.z),
            self.layer_normalised,
            self.nowhere_constant,
            self.starts(self.p),
            self.layers(self.y, self.p),
            self.means(self.y),
            self.shifted,
            self.standard_output,
        ]

    def functions(self, *names: str) -> dict[str, int]:
        """The numbers of arguments of the functions of these names, and of those of any network."""
        arity = {"U": 3, "b": 2, "z": 2, "a": 2, "p": 2, "y": 2, "g": 1, "muz": 1, "muy": 1}
        more = {name: arity[name] + len(self.lead) for name in ("U", "b", *names)}
        return {"rho": 1, "w": 1, "x": 1} | more


NET = Networks()
