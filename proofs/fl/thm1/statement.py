"""fl.thm1: networks, one-class losses and minimising sequences as kernel terms.

A sequence of networks of one architecture (L layers of widths d_1, ..., d_L, activation rho) with
class embeddings w_1, ..., w_C has, on samples x_1, ..., x_m that all have the label y (the paper's
client k), the loss

    f = (1/m) sum_i log sum_c exp((w_c - w_y)^T g(x_i)),     g = a_L,  a_j = rho(U_j a_{j-1} + b_j).

That the loss tends to its infimum is said with a number ``low`` that is a lower bound of the losses
of the networks of the printed proof.  Names: n a step of the sequence, i a sample, c a class, j a
layer, k and o coordinates.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.library.vectors import ONE, ZERO, Body, L, S, rho, sigma, squared, width
from proofs.trees.script import Json, statement

n, i, c, j, k, o, t = (var(name) for name in ("n", "i", "c", "j", "k", "o", "t"))
C, m, y, x0, low, eta, R, N = (var(name) for name in ("C", "m", "y", "x0", "low", "eta", "R", "N"))
D = width(L)  #: d_L, the number of features


def a(step: Term, sample: Term, layer: Term, at: Term) -> Term:
    """The hidden value a_layer(x_sample)_at of the network of this step."""
    return app("a", step, sample, layer, at)


def W(step: Term, label: Term, at: Term) -> Term:
    """(w_label)_at, of the class embedding of this step."""
    return app("W", step, label, at)


def margin(step: Term, sample: Term, label: Term) -> Term:
    """s = (w_label - w_y)^T g(x_sample)."""
    return app("s", step, sample, label)


def loss(step: Term, sample: Term) -> Term:
    """The loss on one sample."""
    return app("l", step, sample)


def average(of: Body) -> Term:
    """(1/m) sum_v of(v)."""
    return total("v", 1, m, of(var("v"))) / m


def partition(of: Body, high: Term = C) -> Term:
    """sum_{c=1}^{high} exp(of(c))."""
    return total("c", 1, high, S.exp(of(c)))


def f(step: Term) -> Term:
    """f_k, the one-class loss of the network of this step."""
    return average(lambda at: loss(step, at))


def squares(step: Term, label: Term) -> Term:
    """||w_label||^2."""
    return sigma(D, squared(lambda at: W(step, label, at)), "o")


def feature_squares(step: Term, sample: Term) -> Term:
    """||g(x_sample)||^2."""
    return sigma(D, squared(lambda at: a(step, sample, L, at)), "o")


def whole(names: str, formula: Json, *conditions: Json) -> Json:
    """For all integers of these names with the conditions."""
    body = implies(conj(*conditions), formula) if conditions else formula
    for name in reversed(names.split()):
        body = every(name, "int", body)
    return body


IN_LAYER = (j >= 1, j <= L, k >= 1, k <= width(j))
OTHER_CLASS = (c >= 1, c <= C, c.differs(y))
OTHER = (*OTHER_CLASS, i >= 1, i <= m)

# --- any networks --------------------------------------------------------------------------------

INPUT = whole("n i k", a(n, i, ZERO, k).equals(app("x", i, k)))


def affine(step: Term, sample: Term, layer: Term, at: Term) -> Term:
    """(U_layer a_{layer-1} + b_layer)_at."""
    products = sigma(
        width(layer - 1),
        lambda u: app("U", step, layer, at, u) * a(step, sample, layer - 1, u),
        "o",
    )
    return products + app("b", step, layer, at)


LAYERS = whole("n i j k", a(n, i, j, k).equals(rho(affine(n, i, j, k))), *IN_LAYER)


def product(step: Term, sample: Term, label: Term) -> Body:
    """The summands of (w_label - w_y)^T g(x_sample)."""
    return lambda u: (W(step, label, u) - W(step, y, u)) * a(step, sample, L, u)


MARGINS = whole("n i c", margin(n, i, c).equals(sigma(D, product(n, i, c), "o")))
LOSSES = whole("n i", loss(n, i).equals(S.log(partition(lambda at: margin(n, i, at)))))

# --- the networks of B.2 -------------------------------------------------------------------------


def h(sample: Term, layer: Term, at: Term) -> Term:
    """The hidden value of the network of B.2."""
    return app("h", sample, layer, at)


def P(layer: Term, at: Term, other: Term) -> Term:
    """Its weights."""
    return app("P", layer, at, other)


def q(layer: Term, at: Term) -> Term:
    """Its biases."""
    return app("q", layer, at)


def V(label: Term, at: Term) -> Term:
    """Its class embeddings."""
    return app("V", label, at)


def margin2(factor: Term, sample: Term, label: Term) -> Term:
    """(t w_label - t w_y)^T g, the embeddings being multiplied by t."""
    return app("r", factor, sample, label)


def loss2(factor: Term, sample: Term) -> Term:
    return app("e", factor, sample)


def f2(factor: Term) -> Term:
    """The loss of the network of B.2 with t W in place of W."""
    return average(lambda at: loss2(factor, at))


_LATER = (j >= 2, j <= L)
FIRST_WEIGHTS = whole("k o", P(ONE, k, o).equals(0))
FIRST_BIAS = whole("k", q(ONE, k).equals(x0))
WEIGHTS = whole("j k o", P(j, k, o).equals(x0 / (rho(x0) * width(j - 1))), *_LATER)
BIASES = whole("j k", q(j, k).equals(0), *_LATER)
INPUT2 = whole("i k", h(i, ZERO, k).equals(app("x", i, k)))


def product2(sample: Term, layer: Term, at: Term) -> Body:
    """The summands of (U_layer a_{layer-1})_at in the network of B.2."""
    return lambda u: P(layer, at, u) * h(sample, layer - 1, u)


def head2(factor: Term, sample: Term, label: Term) -> Body:
    """The summands of (t w_label - t w_y)^T g in the network of B.2."""
    return lambda u: (factor * V(label, u) - factor * V(y, u)) * h(sample, L, u)


VALUE2 = rho(sigma(width(j - 1), product2(i, j, k), "o") + q(j, k))
LAYERS2 = whole("i j k", h(i, j, k).equals(VALUE2), *IN_LAYER)
OWN = whole("o", V(y, o).equals(rho(x0)))
OTHERS = whole("c o", V(c, o).equals(-rho(x0)), *OTHER_CLASS)
MARGINS2 = every("t", "real", whole("i c", margin2(t, i, c).equals(sigma(D, head2(t, i, c), "o"))))
LOSSES2 = every(
    "t",
    "real",
    whole("i", loss2(t, i).equals(S.log(partition(lambda at: margin2(t, i, at))))),
)

# --- the statement -------------------------------------------------------------------------------

SORTS = {"L": "int", "C": "int", "m": "int", "y": "int", "x0": "real", "low": "real"}
NETWORK = {"rho": 1, "w": 1, "x": 2}
SEQUENCE = {"a": 4, "U": 4, "b": 3, "W": 3, "s": 3, "l": 2}
PRINTED = {"h": 3, "P": 3, "q": 2, "V": 2, "r": 3, "e": 2}
WIDTHS = every("j", "int", implies(conj(j >= 0, j <= L), width(j) >= 1))
SHAPE = [L >= 1, WIDTHS, m >= 1, y >= 1, y <= C, rho(x0).differs(0)]
CONSTANT = [FIRST_WEIGHTS, FIRST_BIAS, WEIGHTS, BIASES, INPUT2, LAYERS2]
HEAD = [OWN, OTHERS, MARGINS2, LOSSES2]
LOWER = every("t", "real", implies(t > 0, low <= f2(t)))
MINIMISING = every(
    "eta",
    "real",
    implies(eta > 0, exists("N", "int", whole("n", f(n) <= low + eta, n >= N))),
)


def largest(step: Term, sample: Term, label: Term) -> Term:
    """max{||w_label||, ||g(x_sample)||, ||w_y||}."""
    own, other = S.sqrt(squares(step, y)), S.sqrt(squares(step, label))
    return S.maximum(other, S.maximum(S.sqrt(feature_squares(step, sample)), own))


DIVERGENT = every(
    "R",
    "real",
    exists("N", "int", whole("n", whole("c i", largest(n, i, c) > R, *OTHER), n >= N)),
)
GIVEN = [*SHAPE, INPUT, LAYERS, MARGINS, LOSSES, *CONSTANT, *HEAD, LOWER, MINIMISING]
STATEMENT = statement(SORTS, GIVEN, DIVERGENT, {**NETWORK, **SEQUENCE, **PRINTED})
