"""Layer normalised networks as vanilla ones: multiplication by P = I - (1/d) 1 1^T (Prop. 3.B).

The layer normalised network hands on a_i, the vanilla one v_i.  In both, layer i multiplies a
vector minus its mean by a positive factor: in layer normalisation 1/sigma.  Nothing else is used
of the factors, which are a function of the layer here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, implies, var
from proofs.fl.errors import C
from proofs.fl.networks import NET, Layers, Networks, in_all_layers, in_layers, not_constant
from proofs.library.vectors import ONE, Body, L, deviation, i, k, rho, sigma, width
from proofs.trees.script import Json

j = var("j")
Factor = Callable[[Term], Term]


def average(high: Term, body: Body) -> Term:
    """(1/d) sum of a row or a column."""
    return sigma(high, body, "jj") / high


def centred(high: Term, body: Body) -> Body:
    """P v for v = (body(1), ..., body(d)): v minus its mean."""
    return lambda at: body(at) - average(high, body)


@dataclass(frozen=True)
class Pair:
    """A layer normalised network of weights U, b, W and a vanilla one of weights V, e, M.

    Both at one input; with ``lead`` everything but the input depends on what is given there.
    """

    net: Networks = NET

    @property
    def v(self) -> Layers:
        """What the vanilla network hands on."""
        return Layers("v", self.net.lead)

    def V(self, layer: Term, at: Term, other: Term) -> Term:
        return app("V", *self.net.lead, layer, at, other)

    def e(self, layer: Term, at: Term) -> Term:
        return app("e", *self.net.lead, layer, at)

    def rows(self, formula: Callable[[Term, Term], Json], first: Term = ONE) -> Json:
        """For all layers i from ``first`` to L, coordinates k of layer i, and j of layer i - 1."""
        inside = conj(i >= first, i <= L, k >= 1, k <= width(i), j >= 1, j <= width(i - 1))
        inner = every("j", "int", implies(inside, formula(k, j)))
        return every("i", "int", every("k", "int", inner))

    @property
    def left(self) -> Json:
        """U'_i = P_i U_i."""
        return self.rows(
            lambda at, other: self.V(i, at, other).equals(
                centred(width(i), lambda o: self.net.U(i, o, other))(at)
            )
        )

    @property
    def left_bias(self) -> Json:
        """b'_i = P_i b_i."""
        value = centred(width(i), lambda o: self.net.b(i, o))(k)
        return in_layers(self.e(i, k).equals(value))

    @property
    def first(self) -> Json:
        """U'_1 = U_1."""
        return every(
            "k",
            "int",
            every("j", "int", self.V(ONE, k, j).equals(self.net.U(ONE, k, j))),
        )

    @property
    def right(self) -> Json:
        """U'_i = U_i P_(i-1) from the second layer on."""
        return self.rows(
            lambda at, other: self.V(i, at, other).equals(
                centred(width(i - 1), lambda o: self.net.U(i, at, o))(other)
            ),
            first=ONE + 1,
        )

    def affine(self, layer: Term, at: Term) -> Term:
        """(U'_i v_{i-1} + b'_i)_at of the network with b' = e."""
        return self.product(layer, at) + self.e(layer, at)

    def product(self, layer: Term, at: Term) -> Term:
        """(U'_i v_{i-1})_at."""
        return sigma(width(layer - 1), lambda o: self.V(layer, at, o) * self.v(layer - 1, o))

    @property
    def vanilla(self) -> Json:
        """v_i = rho(U'_i v_{i-1} + b'_i)."""
        return in_layers(self.v(i, k).equals(rho(self.affine(i, k))))

    @property
    def vanilla_first_bias(self) -> Json:
        """v_i = rho(U'_i v_{i-1} + b_i), with the bias of the layer normalised network."""
        value = self.product(i, k) + self.net.b(i, k)
        return in_layers(self.v(i, k).equals(rho(value)))

    @property
    def affine_layers(self) -> Json:
        """z_i = U_i a_{i-1} + b_i: what is normalised before the activation."""
        return in_layers(self.net.z(i, k).equals(self.net.affine(i, k, self.net.a)))

    @property
    def pre_normalised(self) -> Json:
        """a_i = rho(n_MV(z_i)) wherever z_i is not constant."""
        z = self.net.z
        gap = (z(i, k) - z.mean(i)) / deviation(width(i), z.of(i), z.mean(i))
        return in_layers(self.net.a(i, k).equals(rho(gap)), not_constant(z, i))

    # the classes

    def w(self, label: Term, at: Term) -> Term:
        """The class embeddings of the layer normalised network."""
        return app("W", label, at)

    def new_w(self, label: Term, at: Term) -> Term:
        """Those of the vanilla network, where they are others."""
        return app("M", label, at)

    def heads(self, value: Callable[[Term], Body]) -> Json:
        """For all classes and coordinates of the last layer: w'_c = value(c)."""
        inside = conj(i >= 1, i <= C, k >= 1, k <= width(L))
        equation = self.new_w(i, k).equals(value(i)(k))
        return every("i", "int", every("k", "int", implies(inside, equation)))

    @property
    def head(self) -> Json:
        """w'_c = P_L w_c."""
        return self.heads(lambda label: centred(width(L), lambda o: self.w(label, o)))

    @property
    def same_head(self) -> Json:
        """w'_c = w_c."""
        return self.heads(lambda label: lambda at: self.w(label, at))

    # with any positive factors

    def positive(self, factor: Factor) -> Json:
        """The factors are positive."""
        return in_all_layers(factor(i) > 0)

    def before(self, factor: Factor) -> Json:
        """a_i = rho(factor_i (z_i - mu(z_i) 1))."""
        z = self.net.z
        return in_layers(self.net.a(i, k).equals(rho(factor(i) * (z(i, k) - z.mean(i)))))

    def after(self, factor: Factor) -> Json:
        """a_i = factor_i (z_i - mu(z_i) 1)."""
        z = self.net.z
        return in_layers(self.net.a(i, k).equals(factor(i) * (z(i, k) - z.mean(i))))


PAIR = Pair()
#: M = W P_L, whose rows are P_L w_c
HEAD = PAIR.head


def any_factor(layer: Term) -> Term:
    """A factor that is left open."""
    return app("f", layer)
