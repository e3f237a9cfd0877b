"""Corollary 1 as sequents: a family of parameters s, samples t, and the infima of Eq. 30.

All functions of networks depend on s, those of vectors also on t.  The parameters of all networks
of given widths are as many as there are real numbers, so that a family over the real numbers can
be all of them; nothing else is assumed of it than that it contains, with the weights of a layer
normalised network, those of the vanilla network of Prop. 3.B.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.fl.errors import C, Logit, correct, products
from proofs.fl.networks import Layers, Networks
from proofs.fl.vanilla.networks import Pair
from proofs.library.vectors import (
    ZERO,
    Body,
    L,
    S,
    leaky,
    norm,
    positive_widths,
    put,
    sigma,
    squared,
    width,
)
from proofs.trees.script import Json, statement

n, s, t, other = var("n"), var("s"), var("t"), var("s2")
low, low_L = var("e0"), var("e1")
delta, eps = var("dl"), var("eps")
SORTS = {"L": "int", "n": "int", "C": "int", "beta": "real", "e0": "real", "e1": "real"}
FUNCTIONS = {
    "rho": 1,
    "w": 1,
    "x": 2,
    "lab": 1,
    "U": 4,
    "b": 3,
    "W": 3,
    "v": 4,
    "ea": 2,
    "eb": 2,
}
NORMALISED = {"z": 4, "a": 4, "muz": 3}


@dataclass(frozen=True)
class At(Networks):
    """The layer normalised network with parameters lead[0] at the sample lead[1]."""

    def U(self, layer: Term, at: Term, other: Term) -> Term:
        return app("U", self.lead[0], layer, at, other)

    def b(self, layer: Term, at: Term) -> Term:
        return app("b", self.lead[0], layer, at)

    def starts(self, vector: Layers) -> Json:
        return every("k", "int", vector(ZERO, var("k")).equals(app("x", self.lead[1], var("k"))))


@dataclass(frozen=True)
class Family(Pair):
    """A layer normalised network and the vanilla one with the parameters ``new``."""

    new: Term = other

    @property
    def v(self) -> Layers:
        return Layers("v", (self.new, self.net.lead[1]))

    def V(self, layer: Term, at: Term, other: Term) -> Term:
        return app("U", self.new, layer, at, other)

    def e(self, layer: Term, at: Term) -> Term:
        return app("b", self.new, layer, at)

    def w(self, label: Term, at: Term) -> Term:
        return app("W", self.net.lead[0], label, at)

    def new_w(self, label: Term, at: Term) -> Term:
        return app("W", self.new, label, at)

    @property
    def same_bias(self) -> Json:
        """b'_i = b_i."""
        k, i = var("k"), var("i")
        return every("i", "int", every("k", "int", self.e(i, k).equals(self.net.b(i, k))))

    @property
    def vanilla_network(self) -> Json:
        """The vanilla network of the parameters ``new``."""
        return conj(self.net.starts(self.v), self.vanilla)

    @property
    def before_network(self) -> Json:
        """Pre-activation layer normalisation."""
        net = self.net
        return conj(net.starts(net.a), self.affine_layers, net.means(net.z), self.pre_normalised)

    @property
    def after_network(self) -> Json:
        """Post-activation layer normalisation."""
        net = self.net
        return conj(
            net.starts(net.a), net.layers(net.z, net.a), net.means(net.z), net.layer_normalised
        )


def at(parameters: Term, sample: Term, new: Term = other) -> Family:
    return Family(At((parameters, sample)), new)


def label(sample: Term) -> Term:
    """The label of a sample, an integer."""
    return S.floor(app("lab", sample))


LABELS = every("t", "int", implies(conj(t >= 1, t <= n), conj(label(t) >= 1, label(t) <= C)))
NO_BIAS = every("s", "real", at(s, t).net.no_bias)


def for_all(formula: Json) -> Json:
    """For all parameters and samples."""
    return every("s", "real", every("t", "int", formula))


def error(name: str, parameters: Term, sample: Term, right: Json) -> Json:
    """The error is 0 where y is in the argmax, and otherwise 1."""
    value, good = app(name, parameters, sample), put(right, "y", label(sample))
    return conj(implies(good, value.equals(0)), implies(value.differs(1), good))


def plain(parameters: Term, sample: Term, strict: bool = False) -> Json:
    """The vanilla network is right; ``strict``: a tie is an error."""
    pair = at(parameters, sample, parameters)
    return correct(products(width(L), pair.new_w, pair.v.of(L)), strict)


def normal(parameters: Term, sample: Term, strict: bool = False) -> Json:
    """The layer normalised network is right."""
    pair = at(parameters, sample)
    return correct(products(width(L), pair.w, pair.net.a.of(L)), strict)


def average(name: str, parameters: Term) -> Term:
    """E_S of the error."""
    return sigma(n, lambda o: app(name, parameters, o)) / n


def defined(parameters: Term) -> Json:
    """No vector is constant, at any sample."""
    inside = conj(t >= 1, t <= n)
    return every("t", "int", implies(inside, at(parameters, t).net.nowhere_constant))


def infimum(value: Term, name: str, where: bool = False) -> Json:
    """value = inf_s E_S: a lower bound, and no larger number is one; over s in the domain."""
    below = value <= average(name, s)
    close = average(name, s) < value + delta
    if where:
        below, close = implies(defined(s), below), conj(defined(s), close)
    bound = every("s", "real", below)
    return conj(bound, every("dl", "real", implies(delta > 0, exists("s", "real", close))))


def closure(change: Json) -> Json:
    """With s the family contains s2."""
    return every("s", "real", exists("s2", "real", change))


_PAIR = at(s, t)
BEFORE_CHANGE = conj(_PAIR.left, _PAIR.left_bias, _PAIR.same_head)
AFTER_CHANGE = conj(_PAIR.first, _PAIR.right, _PAIR.same_bias, _PAIR.head)
VANILLA = for_all(at(s, t, s).vanilla_network)


def errors(strict: bool) -> Json:
    """Those of the vanilla network."""
    return for_all(error("ea", s, t, plain(s, t, strict)))


def normal_errors(strict: bool) -> Json:
    """Those of the layer normalised network."""
    return for_all(error("eb", s, t, normal(s, t, strict)))


_FIRST = [leaky(), L >= 1, positive_widths(), n >= 1, LABELS, NO_BIAS, VANILLA]


def _sequent(network: Json, change: Json, strict: bool = False) -> Json:
    given = [
        *_FIRST,
        for_all(network),
        errors(strict),
        normal_errors(strict),
        closure(change),
        infimum(low, "ea"),
        infimum(low_L, "eb", where=True),
    ]
    return statement(SORTS, given, low <= low_L, {**FUNCTIONS, **NORMALISED})


BEFORE = _sequent(_PAIR.before_network, BEFORE_CHANGE)
AFTER = _sequent(_PAIR.after_network, AFTER_CHANGE)
#: the same where a tie is an error
UNIQUE_BEFORE = _sequent(_PAIR.before_network, BEFORE_CHANGE, strict=True)
UNIQUE_AFTER = _sequent(_PAIR.after_network, AFTER_CHANGE, strict=True)


# --- features, from whatever network -------------------------------------------------------------

d, low_F, zero = var("d"), var("e2"), var("s9")
FEATURE_SORTS = {"d": "int", "n": "int", "C": "int", "e0": "real", "e2": "real"}
FEATURE_FUNCTIONS = {"W": 3, "g": 3, "f": 3, "lab": 1, "ea": 2, "ef": 2}


def weights(parameters: Term) -> Callable[[Term, Term], Term]:
    """w_c of these parameters."""
    return lambda label, at: app("W", parameters, label, at)


def features(name: str, parameters: Term, sample: Term) -> Body:
    return lambda at: app(name, parameters, sample, at)


def logits(name: str, parameters: Term, sample: Term) -> Logit:
    """w_c^T g, or w_c^T of the normalised features."""
    return products(d, weights(parameters), features(name, parameters, sample))


def feature_errors(name: str, of: str, strict: bool = False) -> Json:
    return for_all(error(name, s, t, correct(logits(of, s, t), strict)))


def stable(parameters: Term, sample: Term) -> Json:
    """f = sqrt(d) g / max{eps, ||g||}."""
    k, g = var("k"), features("g", parameters, sample)
    value = S.sqrt(d) * g(k) / S.maximum(eps, norm(d, g))
    inside = conj(k >= 1, k <= d)
    return every("k", "int", implies(inside, app("f", parameters, sample, k).equals(value)))


_SIZES = [d >= 1, n >= 1, LABELS]


def _features(strict: bool) -> Json:
    return statement(
        {**FEATURE_SORTS, "eps": "real"},
        [
            *_SIZES,
            eps > 0,
            for_all(stable(s, t)),
            feature_errors("ea", "g", strict),
            feature_errors("ef", "f", strict),
            infimum(low, "ea"),
            infimum(low_F, "ef"),
        ],
        low.equals(low_F),
        FEATURE_FUNCTIONS,
    )


FEATURE, UNIQUE_FEATURE = _features(False), _features(True)


# --- n(g) = sqrt(d) g / ||g||, which has no value at 0: there FN errs ----------------------------


def size(parameters: Term, sample: Term) -> Term:
    """||g||^2."""
    return sigma(d, squared(features("g", parameters, sample)))


def normalised(parameters: Term, sample: Term) -> Json:
    """f = n(g), where g is not 0."""
    k, g = var("k"), features("g", parameters, sample)
    value = S.sqrt(d) * g(k) / norm(d, g)
    inside = conj(k >= 1, k <= d, size(parameters, sample) > 0)
    return every("k", "int", implies(inside, app("f", parameters, sample, k).equals(value)))


def error_or_none(parameters: Term, sample: Term) -> Json:
    """Where g is 0 the FN network has no output, and errs."""
    good = correct(logits("f", parameters, sample), True)
    return conj(
        implies(size(parameters, sample) > 0, error("ef", parameters, sample, good)),
        implies(size(parameters, sample) <= 0, app("ef", parameters, sample).equals(1)),
    )


UNIQUE_NORM = statement(
    FEATURE_SORTS,
    [
        *_SIZES,
        C >= 2,
        for_all(normalised(s, t)),
        feature_errors("ea", "g", True),
        for_all(error_or_none(s, t)),
        infimum(low, "ea"),
        infimum(low_F, "ef"),
    ],
    low.equals(low_F),
    FEATURE_FUNCTIONS,
)


def in_domain(value: Term, name: str) -> Json:
    """value = inf E_S over the parameters s with D(s) > 0."""
    inside = app("D", s) > 0
    below = implies(inside, value <= average(name, s))
    close = conj(inside, average(name, s) < value + delta)
    return conj(
        every("s", "real", below),
        every("dl", "real", implies(delta > 0, exists("s", "real", close))),
    )


NO_WEIGHTS = every("c", "int", every("k", "int", app("W", zero, var("c"), var("k")).equals(0)))
ALL_ZERO = statement(
    {"d": "int", "n": "int", "C": "int", "e0": "real", "s9": "real"},
    [
        *_SIZES,
        feature_errors("ea", "g"),
        app("D", zero) > 0,
        NO_WEIGHTS,
        in_domain(low, "ea"),
    ],
    low.equals(0),
    {"W": 3, "g": 3, "lab": 1, "ea": 2, "D": 1},
)


# --- the inferences of the proof, for average errors E, and F where D > 0 ------------------------


def least(value: Term, name: str, where: bool) -> Json:
    """value = inf of a function of the parameters, over all of them or over those with D > 0."""
    inside, at_s = app("D", s) > 0, app(name, s)
    below, close = value <= at_s, at_s < value + delta
    if where:
        below, close = implies(inside, below), conj(inside, close)
    return conj(
        every("s", "real", below),
        every("dl", "real", implies(delta > 0, exists("s", "real", close))),
    )


SAME = every("s", "real", app("F", s).equals(app("E", s)))
SAME_INSIDE = every("s", "real", implies(app("D", s) > 0, app("F", s).equals(app("E", s))))
ATTAINED = every(
    "s",
    "real",
    implies(app("D", s) > 0, exists("s2", "real", app("E", other).equals(app("F", s)))),
)
_PAIR_OF_INFIMA = {"e0": "real", "e2": "real"}
#: from the same errors everywhere to the same infima
EVERYWHERE = statement(
    _PAIR_OF_INFIMA,
    [SAME, least(low, "E", False), least(low_F, "F", False)],
    low.equals(low_F),
    {"E": 1, "F": 1},
)
#: from an error that is attained to an infimum that is not larger
SMALLER = statement(
    _PAIR_OF_INFIMA,
    [ATTAINED, least(low, "E", False), least(low_F, "F", True)],
    low <= low_F,
    {"D": 1, "E": 1, "F": 1},
)
#: from the same errors where D > 0 to the same infima
INFERENCE = statement(
    _PAIR_OF_INFIMA,
    [SAME_INSIDE, least(low, "E", False), least(low_F, "F", True)],
    low.equals(low_F),
    {"D": 1, "E": 1, "F": 1},
)
NORM = statement(
    {**FEATURE_SORTS, "s9": "real"},
    [
        *_SIZES,
        feature_errors("ea", "g"),
        feature_errors("ef", "f"),
        NO_WEIGHTS,
        app("D", zero) > 0,
        infimum(low, "ea"),
        in_domain(low_F, "ef"),
    ],
    low.equals(low_F),
    {**FEATURE_FUNCTIONS, "D": 1},
)
