"""Gradient descent on the two formats of Prop. 1, step by step, as one sequent.

The weights are parameters with numbers: U_i's entry (k, j) has the number floor(nu(i, k, j)), the
first bias's entry k the number floor(nb(k)).  T(n, r) is parameter r of the format that is
normalised in each layer after n steps, T2(n, r) that of the format that is normalised in the last
layer only.  The loss of step n is looked at where parameter r is moved by t: the networks with
these weights are those of (n, r, t), and m numbers the samples.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Witness
from proofs.fl.networks import Layers, Networks
from proofs.fl.prop1 import claim as prop1
from proofs.fl.prop1.data import Value, data
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, L, S, ell, leaky, positive_widths, width
from proofs.trees.script import Json, elaborate, statement

i, j, k = var("i"), var("j"), var("k")
n, r, t, m = var("n"), var("r"), var("t"), var("m")
s, eta, delta, rate = (var(name) for name in ("s", "eta", "delta", "rate"))
Curve = Callable[[Term], Term]


def derivative(of: Curve, value: Term) -> Json:
    """``value`` is the derivative of ``of`` at 0."""
    gap = S.abs(of(s) - of(ZERO) - value * s) <= eta * S.abs(s)
    near = every("s", "real", implies(S.abs(s) < delta, gap))
    small = exists("delta", "real", conj(delta > 0, near))
    return every("eta", "real", implies(eta > 0, small))


# --- the two formats -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Format(Networks):
    """Networks of step n with parameter r moved by t, at sample m: lead = (n, r, t, m)."""

    weights: str = "U"
    biases: str = "b"

    def U(self, layer: Term, at: Term, other: Term) -> Term:
        return app(self.weights, *self.lead[:3], layer, at, other)

    def b(self, layer: Term, at: Term) -> Term:
        return app(self.biases, *self.lead[:3], layer, at)

    def starts(self, vector: Layers) -> Json:
        return every("k", "int", vector(ZERO, k).equals(app("x", self.lead[3], k)))


def each_layer_normalised(*lead: Term) -> Format:
    """The one format, with weights U and b."""
    return Format(lead)


def last_layer_normalised(*lead: Term) -> Format:
    """The other, with weights V and e."""
    return Format(lead, "V", "e")


def parameter(step: Term, number: Term) -> Term:
    return app("T", step, number)


def parameter2(step: Term, number: Term) -> Term:
    return app("T2", step, number)


def reach(step: Term, number: Term) -> Term:
    """How far the parameter may be moved without a hidden vector becoming 0."""
    return app("R", step, number)


def loss(step: Term, number: Term) -> Curve:
    return lambda at: app("F", step, number, at)


def loss2(step: Term, number: Term) -> Curve:
    return lambda at: app("F2", step, number, at)


def slope(step: Term, number: Term) -> Term:
    return app("D1", step, number)


def slope2(step: Term, number: Term) -> Term:
    return app("D2", step, number)


Parameters = Callable[[Term, Term], Term]


def moved(weight: Term, number: Term, of: Parameters, step: Term, chosen: Term, by: Term) -> Json:
    """The weight is its parameter, and moved where that is the chosen one."""
    here, other = weight.equals(of(step, number) + by), weight.equals(of(step, number))
    return conj(implies(number.equals(chosen), here), implies(number.differs(chosen), other))


def _all(names: str, formula: Json) -> Json:
    for name in reversed(names.split()):
        formula = every(name, "real" if name == "t" else "int", formula)
    return formula


def weight_number(layer: Term, at: Term, other: Term) -> Term:
    return S.floor(app("nu", layer, at, other))


def bias_number(at: Term) -> Term:
    return S.floor(app("nb", at))


def _weights(net: Format, of: Parameters) -> Json:
    step, chosen, by = net.lead[:3]
    return moved(net.U(i, k, j), weight_number(i, k, j), of, step, chosen, by)


def _biases(net: Format, of: Parameters) -> Json:
    step, chosen, by = net.lead[:3]
    return implies(i <= 1, moved(net.b(i, k), bias_number(k), of, step, chosen, by))


_ONE, _TWO = each_layer_normalised(n, r, t, m), last_layer_normalised(n, r, t, m)
FORMATS = [(_ONE, parameter), (_TWO, parameter2)]
WEIGHTS = [
    _all("n r t i k j", implies(n >= 0, _weights(net, of))) for net, of in FORMATS
]  #: of each format, U_i's entries are its parameters
BIASES = [_all("n r t i k", implies(n >= 0, _biases(net, of))) for net, of in FORMATS]
NO_BIAS = [_all("n r t", implies(n >= 0, net.no_bias)) for net, _ in FORMATS]
_NEAR = conj(n >= 0, t > -reach(n, r), t < reach(n, r))
EACH = conj(
    _ONE.starts(_ONE.a), _ONE.layers(_ONE.z, _ONE.a), _ONE.scale_normalised, _ONE.nowhere_zero
)
LAST = conj(_TWO.starts(_TWO.p), _TWO.layers(_TWO.p, _TWO.p), _TWO.scaled_output)
NETWORKS = [_all("n r t m", implies(_NEAR, formats)) for formats in (EACH, LAST)]
REACH = _all("n r", implies(n >= 0, reach(n, r) > 0))
_OUTPUTS = _all(
    "m l",
    implies(conj(ell >= 1, ell <= width(L)), _ONE.a(L, ell).equals(_TWO.g(ell))),
)
#: the loss depends on the outputs only, and in both formats in the same way
LOSS = _all("n r t", implies(_OUTPUTS, loss(n, r)(t).equals(loss2(n, r)(t))))
SLOPES = [
    _all("n r", implies(n >= 0, derivative(loss(n, r), slope(n, r)))),
    _all("n r", implies(n >= 0, derivative(loss2(n, r), slope2(n, r)))),
]
STEPS = [
    _all("n r", implies(n >= 0, of(n + 1, r).equals(of(n, r) - rate * value(n, r))))
    for of, value in ((parameter, slope), (parameter2, slope2))
]


def same_parameters(step: Term) -> Json:
    return _all("r", parameter(step, r).equals(parameter2(step, r)))


def same_outputs(step: Term, chosen: Term, by: Term) -> Json:
    """Both formats have the same outputs on every sample."""
    one = each_layer_normalised(step, chosen, by, m)
    equal = one.a(L, ell).equals(one.g(ell))
    return _all("m l", implies(conj(ell >= 1, ell <= width(L)), equal))


START = same_parameters(ZERO)
GIVEN = [
    leaky(),
    L >= 1,
    positive_widths(),
    START,
    *WEIGHTS,
    *BIASES,
    *NO_BIAS,
    REACH,
    *NETWORKS,
    LOSS,
    *SLOPES,
    *STEPS,
]
SORTS = {"L": "int", "beta": "real", "rate": "real"}
FUNCTIONS = {
    "rho": 1,
    "w": 1,
    "x": 2,
    "nu": 3,
    "nb": 1,
    "T": 2,
    "T2": 2,
    "U": 6,
    "b": 5,
    "V": 6,
    "e": 5,
    "z": 6,
    "a": 6,
    "p": 6,
    "g": 5,
    "R": 2,
    "F": 3,
    "F2": 3,
    "D1": 2,
    "D2": 2,
}
SHOW = conj(
    _all("n", implies(n >= 0, same_parameters(n))),
    _all("n r", implies(n >= 0, same_outputs(n, r, ZERO))),
)
STATEMENT = statement(SORTS, GIVEN, SHOW, FUNCTIONS)


# --- the proof -----------------------------------------------------------------------------------

#: equal parameters have equal outputs, also where one is moved a little: so the losses have equal
#: slopes, and the next parameters are equal
TEXT = """
have outputs: for all n: int, 0 <= n => (for all r: int, T(n, r) = T2(n, r)) =>
    for all r, m, l: int, t: real, -R(n, r) < t and t < R(n, r) and 1 <= l and l <= d(L) =>
      a(n, r, t, m, L, l) = g(n, r, t, m, l):
  have same: for all q: int, T(n, q) = T2(n, q)
  have weights: for all i, k, j: int, U(n, r, t, i, k, j) = V(n, r, t, i, k, j):
    let q = number(i, k, j)
    use same(q), weights_U(n, r, t, i, k, j), weights_V(n, r, t, i, k, j)
    cases q = r:
      use q = r => U(n, r, t, i, k, j) = T(n, q) + t
      use q = r => V(n, r, t, i, k, j) = T2(n, q) + t
    use q != r => U(n, r, t, i, k, j) = T(n, q)
    use q != r => V(n, r, t, i, k, j) = T2(n, q)
  have biases: for all i, k: int, b(n, r, t, i, k) = e(n, r, t, i, k):
    cases first: i <= 1:
      let q = bias(k)
      use same(q), biases_b(n, r, t, i, k), biases_e(n, r, t, i, k)
      cases q = r:
        use q = r => b(n, r, t, i, k) = T(n, q) + t
        use q = r => e(n, r, t, i, k) = T2(n, q) + t
      use q != r => b(n, r, t, i, k) = T(n, q)
      use q != r => e(n, r, t, i, k) = T2(n, q)
    use unbiased_b(n, r, t), unbiased_e(n, r, t)
    have b(n, r, t, i, k) = 0
    have e(n, r, t, i, k) = 0
  use each(n, r, t, m), last(n, r, t, m), unbiased_b(n, r, t)
  have layers: for all i, k: int, 1 <= i and i <= L and 1 <= k and k <= d(i) =>
      p(n, r, t, m, i, k) =
        rho(sum(j = 1..d(i - 1), U(n, r, t, i, k, j)*p(n, r, t, m, i - 1, j)) + b(n, r, t, i, k)):
    use widths(i - 1)
    let u(j) = U(n, r, t, i, k, j)*p(n, r, t, m, i - 1, j)
    let v(j) = V(n, r, t, i, k, j)*p(n, r, t, m, i - 1, j)
    have terms: for all j in 1..d(i - 1), u(j) = v(j):
      show by weights(i, k, j)
    have same: sum(j = 1..d(i - 1), u(j)) = sum(j = 1..d(i - 1), v(j))
      by sum_equal(j -> u(j), j -> v(j), 1, d(i - 1)), terms
    have rho(sum(j = 1..d(i - 1), u(j)) + b(n, r, t, i, k))
      = rho(sum(j = 1..d(i - 1), v(j)) + e(n, r, t, i, k)) by same, biases(i, k)
  # prop1 is Proposition 1
  show by prop1(rho, w, k -> x(m, k), i k j -> U(n, r, t, i, k, j), i k -> b(n, r, t, i, k),
    i k -> z(n, r, t, m, i, k), i k -> a(n, r, t, m, i, k), i k -> p(n, r, t, m, i, k),
    k -> g(n, r, t, m, k), L, l, beta)
have parameters: for all n: int, 0 <= n => for all r: int, T(n, r) = T2(n, r) by induction on n:
  base:
    show by start(r)
  step:
    use outputs(n)
    have losses: for all t: real, -R(n, r) < t and t < R(n, r) => F(n, r, t) = F2(n, r, t):
      have same: for all m, l: int, 1 <= l and l <= d(L) =>
        a(n, r, t, m, L, l) = g(n, r, t, m, l)
      use loss(n, r, t)
    use reach(n, r), slope(n, r), slope2(n, r)
    have equal: D1(n, r) = D2(n, r) by derivative_unique(
      t -> F(n, r, t), t -> F2(n, r, t), D1(n, r), D2(n, r), R(n, r))
    show by equal, ih(r), next(n, r), next2(n, r)
have final: for all n, r: int, 0 <= n => for all m, l: int, 1 <= l and l <= d(L) =>
    a(n, r, 0, m, L, l) = g(n, r, 0, m, l):
  use parameters(n), outputs(n), reach(n, r)
show by parameters, final
"""
proof = written(
    STATEMENT,
    TEXT,
    {
        "widths": positive_widths(),
        "start": START,
        "weights_U": WEIGHTS[0],
        "weights_V": WEIGHTS[1],
        "biases_b": BIASES[0],
        "biases_e": BIASES[1],
        "unbiased_b": NO_BIAS[0],
        "unbiased_e": NO_BIAS[1],
        "reach": REACH,
        "each": NETWORKS[0],
        "last": NETWORKS[1],
        "loss": LOSS,
        "slope": SLOPES[0],
        "slope2": SLOPES[1],
        "next": STEPS[0],
        "next2": STEPS[1],
    },
    {"prop1": lambda: elaborate(prop1.STATEMENT, prop1.PROOF())},
    d=width,
    number=weight_number,
    bias=bias_number,
)


# --- exact data ----------------------------------------------------------------------------------

_r, _t, _layer = var("u2"), var("u3"), var("u5")
_ARGUMENTS = ("u1", "u2", "u3", "u4", "u5", "u6")


def _is(number: int, chosen: Term) -> Term:
    """1 where the parameter that is moved has this number, else 0."""
    return 1 - S.abs(S.sign(chosen - number))


def _first(layer: Term) -> Term:
    """1 in layer 1, 0 from layer 2 on."""
    return S.maximum(ZERO, S.minimum(ONE, 2 - layer))


def _bias(start: int, layer: Term, chosen: Term, by: Term) -> Term:
    return _first(layer) * (start + _is(2, chosen) * by)


def names(start: int) -> dict[str, Any]:
    """What weights, biases and p are in the data of a format whose parameters are ``start``."""
    return {
        "start": S.const(start),
        "U": lambda r, t: start + _is(1, r) * t,
        "b": partial(_bias, start),
        "p": lambda i, r, t: i * _bias(start, i, r, t),
    }


def witness(second: int = 1, **values: int) -> Witness:
    """One neuron whose input is 0 and whose bias is 1, ``second`` in the second format.

    The outputs are 1 and the loss is 0, so that no parameter is changed.
    """
    bias, other = (_bias(start, _layer, _r, _t) for start in (1, second))
    terms: dict[str, tuple[tuple[str, ...], Value]] = {
        "rho": (("u",), var("u")),
        "w": (("u",), 1),
        "x": (("u", "v"), 0),
        "nu": (("u", "v", "z"), 1),
        "nb": (("u",), 2),
        "T": (("u", "v"), 1),
        "T2": (("u", "v"), second),
        "U": (("u1", "u2", "u3", "u4", "u6", "u7"), 1 + _is(1, _r) * _t),
        "b": (("u1", "u2", "u3", "u5", "u6"), bias),
        "V": (("u1", "u2", "u3", "u4", "u6", "u7"), second + _is(1, _r) * _t),
        "e": (("u1", "u2", "u3", "u5", "u6"), other),
        "z": (_ARGUMENTS, bias),
        "a": (_ARGUMENTS, _layer),
        "p": (_ARGUMENTS, _layer * other),
        "g": (("u1", "u2", "u3", "u4", "u6"), 1),
        "R": (("u", "v"), 1),
        "F": (("u", "v", "z"), 0),
        "F2": (("u", "v", "z"), 0),
        "D1": (("u", "v"), 0),
        "D2": (("u", "v"), 0),
    }
    return data({"L": 1, "beta": 1, "rate": 1, **values}, {}, terms)
