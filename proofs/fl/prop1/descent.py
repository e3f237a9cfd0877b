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

from constructions.terms import Term, app, conj, every, exists, implies, var
from proofs.claims import Witness
from proofs.fl.layers import Scale
from proofs.fl.networks import Layers, Networks
from proofs.kernel.context import Context
from proofs.library.vectors import (
    ONE,
    ZERO,
    L,
    S,
    ell,
    fact,
    leaky,
    opened,
    positive_widths,
    proportional,
    rho,
    shown_by,
    summands,
    width,
)
from proofs.library.witnesses import defined, each_layer, leaky_identity, width_known
from proofs.search._moves import partial
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    look,
    node,
    same,
    split,
    statement,
    unread,
)

i, j, k = var("i"), var("j"), var("k")
n, r, t, m = var("n"), var("r"), var("t"), var("m")
s, eta, delta, rate = (var(name) for name in ("s", "eta", "delta", "rate"))
Curve = Callable[[Term], Term]
_BOTH = node("both", auto("inside"), auto("inside"))


# --- derivatives ---------------------------------------------------------------------------------


def derivative(of: Curve, value: Term) -> Json:
    """``value`` is the derivative of ``of`` at 0."""
    gap = S.abs(of(s) - of(ZERO) - value * s) <= eta * S.abs(s)
    near = every("s", "real", implies(S.abs(s) < delta, gap))
    small = exists("delta", "real", conj(delta > 0, near))
    return every("eta", "real", implies(eta > 0, small))


def at_most(of: Curve, value: Term, bound: Term, name: str, then: Node) -> Node:
    """The derivative's delta for this eta, under a name; then go on."""

    def near(size: Term) -> Json:
        gap = S.abs(of(s) - of(ZERO) - value * s) <= bound * S.abs(s)
        return every("s", "real", implies(S.abs(s) < size, gap))

    small = exists("delta", "real", conj(delta > 0, near(delta)))
    return fact(derivative(of, value), [bound], opened(small, name, then), auto("eta > 0"))


def inside_delta(of: Curve, value: Term, bound: Term, name: str, at: Term, then: Node) -> Node:
    """The derivative's inequality at a point that is nearer than its delta."""
    gap = S.abs(of(s) - of(ZERO) - value * s) <= bound * S.abs(s)
    near = every("s", "real", implies(S.abs(s) < var(name), gap))
    return fact(near, [at], then, auto("near"))


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

n0, r0, t0, m0, l0 = (var(name) for name in ("n0", "r0", "t0", "m0", "l0"))
_k, _j, _i = var("ka"), var("ja"), var("ia")
_INSIDE = node("both", auto("0 <= n"), auto("-R < t"), auto("t < R"))


def near_outputs(step: Term) -> Json:
    """At this step, with whatever parameter moved a little, the outputs are the same."""
    inside = conj(t > -reach(step, r), t < reach(step, r))
    return _all("r t", implies(inside, same_outputs(step, r, t)))


#: equal parameters have equal outputs
LEMMA = _all("n", implies(n >= 0, implies(same_parameters(n), near_outputs(n))))


def _moved_facts(
    nets: tuple[Format, Format], number: Term, entry: Callable[[Format], Term], end: Node
) -> Node:
    """From what is said of two entries (implications) to their values, in the case at hand."""

    def values(here: bool) -> Node:
        then = end
        for net, of in zip(nets, (parameter, parameter2), strict=True):
            value = of(n0, number) + t0 if here else of(n0, number)
            premise = number.equals(r0) if here else number.differs(r0)
            then = fact(implies(premise, entry(net).equals(value)), [], then, auto("which one"))
        return then

    apart, equal = values(False), values(True)
    return case(S.sign(number - r0).json, apart, equal, apart)


def lemma_script() -> Node:
    """Equal parameters make equal weights, to which Prop. 1 applies."""
    one = each_layer_normalised(n0, r0, t0, m0)
    two = last_layer_normalised(n0, r0, t0, m0)
    nets = (one, two)
    params = same_parameters(n0)

    number = weight_number(_i, _k, _j)
    entries = _moved_facts(nets, number, lambda net: net.U(_i, _k, _j), auto("the same weight"))
    at_number = fact(params, [number], entries)
    for formula in reversed(WEIGHTS):
        at_number = fact(formula, [n0, r0, t0, _i, _k, _j], at_number, auto("0 <= n"))
    same_weights = _all("i k j", one.U(i, k, j).equals(two.U(i, k, j)))
    weights = intro("ia", intro("ka", intro("ja", at_number)))

    number_b = bias_number(_k)
    ends = _moved_facts(nets, number_b, lambda net: net.b(_i, _k), auto("the same bias"))
    first = fact(params, [number_b], ends)
    for net, of in ((two, parameter2), (one, parameter)):
        said = moved(net.b(_i, _k), number_b, of, n0, r0, t0)
        first = fact(implies(_i <= 1, said), [], first, auto("i <= 1"))
    for formula in reversed(BIASES):
        first = fact(formula, [n0, r0, t0, _i, _k], first, auto("0 <= n"))
    later = auto("both are 0")
    for net in nets:
        later = fact(net.no_bias, [_i, _k], later, auto("2 <= i"))
    same_biases = _all("i k", one.b(i, k).equals(two.b(i, k)))
    biases = intro("ia", intro("ka", split((1 - _i).json, first, later)))

    # the second format's layers, with the weights of the first
    layers = one.layers(one.p, one.p)
    value, other = one.affine(_i, _k, one.p), two.affine(_i, _k, two.p)
    joined = fact(same_biases, [_i, _k], same(rho(value), rho(other), auto("the layer")))
    sums = proportional(
        width(_i - 1),
        lambda o: one.U(_i, _k, o) * one.p(_i - 1, o),
        lambda o: two.U(_i, _k, o) * one.p(_i - 1, o),
        ONE,
        lambda o, then: fact(same_weights, [_i, _k, o], then),
        joined,
    )
    said = fact(two.layers(two.p, two.p), [_i, _k], sums, node("both", *[auto("inside")] * 4))
    wide = fact(positive_widths(), [_i - 1], said, _BOTH)
    rows = intro("ia", intro("ka", intro("", wide)))

    outputs = Scale.pair(one).equal_outputs(l0)
    proof = lemmas([(same_weights, weights), (same_biases, biases), (layers, rows)], outputs)
    for formula in reversed(NETWORKS):
        proof = fact(formula, [n0, r0, t0, m0], proof, _INSIDE)
    for formula in reversed(NO_BIAS):
        proof = fact(formula, [n0, r0, t0], proof, auto("0 <= n"))
    proof = intro("m0", intro("l0", intro("", proof)))
    proof = intro("r0", intro("t0", intro("", proof)))
    return intro("n0", intro("", intro("", proof)))


def _again(formula: Json) -> Node:
    """Proof of same_parameters that is known."""
    return intro("r8", fact(formula, [var("r8")], auto("known")))


def statement_script() -> Node:
    """Equal parameters have equal losses near them, equal slopes, and so equal next parameters."""
    at, number = n0, r0
    one, other = loss(at, number), loss2(at, number)
    first, second = slope(at, number), slope2(at, number)
    size = reach(at, number)
    near = every("t", "real", implies(conj(t > -size, t < size), one(t).equals(other(t))))

    outputs = same_outputs(at, number, t0)
    inside = node("both", auto("-R < t"), auto("t < R"))
    listed = intro("m0", intro("l0", intro("", fact(outputs, [m0, l0], auto("equal"), _BOTH))))
    losses = fact(LOSS, [at, number, t0], auto("the same loss"), listed)
    here = fact(near_outputs(at), [number, t0], losses, inside)
    nearby = intro("t0", intro("", here))

    equal = have(first.equals(second), unique(one, other, first, second, near, size), auto("step"))
    moves = equal
    for formula in reversed([*SLOPES, *STEPS]):
        moves = fact(formula, [at, number], moves, auto("0 <= n"))
    moves = fact(REACH, [at, number], have(near, nearby, moves), auto("0 <= n"))
    moves = intro("r0", fact(same_parameters(at), [number], moves))
    applied = fact(LEMMA, [at], _premise(at, moves), auto("0 <= n"))
    claim = same_parameters(at)
    base = intro("r0", fact(START, [number], auto("the start")))
    whole = _all("n", implies(n >= 0, same_parameters(n)))
    end = var("n9")
    parameters = intro("n9", intro("", fact(whole, [end], _again(same_parameters(end)), auto())))
    final = same_outputs(end, var("r9"), ZERO)
    shown = intro("m0", intro("l0", intro("", fact(final, [m0, l0], auto("equal"), _BOTH))))
    at_zero = fact(near_outputs(end), [var("r9"), ZERO], shown, inside)
    used = fact(LEMMA, [end], _premise(end, at_zero), auto("0 <= n"))
    used = fact(REACH, [end, var("r9")], fact(whole, [end], used, auto()), auto("0 <= n"))
    values = intro("n9", intro("r9", intro("", used)))
    steps = induct("n0", "0", claim, base, applied, node("both", parameters, values))
    return have(LEMMA, lemma_script(), steps)


def _premise(step: Term, then: Node) -> Node:
    """Use what the lemma says of this step, whose parameters are the same."""
    inner = implies(same_parameters(step), near_outputs(step))
    return fact(inner, [], then, _again(same_parameters(step)))


def unique(one: Curve, other: Curve, first: Term, second: Term, near: Json, reach_: Term) -> Node:
    """Two derivatives of functions that agree near 0 are equal."""
    gap = S.abs(first - second)
    bound = gap / 4
    size = S.minimum(S.minimum(var("delta1"), var("delta2")), reach_)
    at = size / 2
    leaf = auto("the slopes differ by at most half of what they differ")
    gaps = [f(at) - f(ZERO) - value * at for f, value in ((one, first), (other, second))]
    for value in gaps:
        leaf = case(S.abs(value).json, leaf, leaf)
    leaf = case(S.abs(at).json, leaf, auto("s > 0"))
    known = fact(near, [at], fact(near, [ZERO], leaf, _BOTH), _BOTH)
    inner = inside_delta(
        one, first, bound, "delta1", at, inside_delta(other, second, bound, "delta2", at, known)
    )
    smaller = [
        (at > 0, auto("s > 0")),
        (at < var("delta1"), auto("s < delta1")),
        (at < var("delta2"), auto("s < delta2")),
        (at < reach_, auto("s < R")),
        (S.abs(at).equals(at), case(S.abs(at).json, auto(), auto())),
    ]
    body = lemmas(smaller, inner)
    body = case(size.json, body, body)
    body = case(S.minimum(var("delta1"), var("delta2")).json, body, body)
    used = at_most(one, first, bound, "delta1", at_most(other, second, bound, "delta2", body))
    differ = have(gap > 0, case(gap.json, auto("> 0"), auto("> 0")), used)
    return case(S.sign(first - second).json, differ, auto("equal"), differ)


# --- exact data ----------------------------------------------------------------------------------

_r, _t, _layer = var("u2"), var("u3"), var("u5")
_ARGUMENTS = ("u1", "u2", "u3", "u4", "u5", "u6")


def _is(number: int, chosen: Term) -> Term:
    """1 where the parameter that is moved has this number, else 0."""
    return 1 - S.abs(S.sign(chosen - number))


def _first(layer: Term) -> Term:
    """1 in layer 1, 0 from layer 2 on."""
    return S.maximum(ZERO, S.minimum(ONE, 2 - layer))


def witness(second: int = 1, **values: int) -> Witness:
    """One neuron whose input is 0 and whose bias is 1, ``second`` in the second format.

    The outputs are 1 and the loss is 0, so that no parameter is changed.
    """
    bias, other = (_first(_layer) * (start + _is(2, _r) * _t) for start in (1, second))
    terms: dict[str, tuple[tuple[str, ...], Term | int]] = {
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
    return Witness(
        {"L": 1, "beta": 1, "rate": 1, **values},
        {
            name: (names, term.json if isinstance(term, Term) else str(term))
            for name, (names, term) in terms.items()
        },
    )


def _signs_of(number: int, then: Node) -> Node:
    """Whether the number is that of the parameter which is moved."""
    inner = S.sign(var("rr") - number)
    return case(inner.json, *[case(S.abs(inner).json, then, then)] * 3)


def _in_first(layer: Term, then: Node) -> Node:
    inner = case(_first(layer).json, then, then)
    return case(S.minimum(ONE, 2 - layer).json, inner, inner)


def _named(names: str, then: Node) -> Node:
    for name in reversed(names.split()):
        then = intro(name, then)
    return then


def _whole(number: int, then: Node) -> Node:
    """floor of an integer."""
    return have(S.floor(S.const(number)).equals(number), auto("floor"), then)


def _entries() -> Node:
    both = node("both", *[intro("", _whole(1, _signs_of(1, auto("the weight"))))] * 2)
    return _named("nn rr tt ia ka ja", intro("", both))


def _first_bias() -> Node:
    value = _in_first(var("ia"), _signs_of(2, auto("the bias")))
    both = node("both", *[intro("", _whole(2, value))] * 2)
    return _named("nn rr tt ia ka", intro("", intro("", both)))


def _no_bias() -> Node:
    body = intro("", _in_first(var("ia"), auto("0")))
    return _named("nn rr tt", intro("", _named("ia ka", body)))


def _positive(layer: Term, start: int, then: Callable[[Term], Node]) -> Node:
    """The value of layer 1 is positive; then go on with it."""
    first, factor = _first(layer), start + _is(2, var("rr")) * var("tt")
    facts: list[tuple[Json, Node]] = [
        (first.equals(1), _in_first(layer, auto("1 in layer 1"))),
        (factor > 0, _signs_of(2, auto("the start, or the start + t"))),
        (first * factor > 0, auto("positive")),
    ]
    return lemmas(facts, then(first * factor))


def _root(value: Term) -> Node:
    """For a goal with the norm of one positive number in it."""

    def found(context: Context) -> Node:
        terms = [unread(term) for term in partial(context.goal)]
        place = next(at for at, term in enumerate(terms) if "sum" in str(term[1:]))
        term = terms[place]
        radicand = Term(term[1])
        ends = have(["=", term, value.json], auto("the root"), defined(auto("the quotient")))
        facts: list[tuple[Json, Node]] = [
            (radicand.equals(value * value), auto("the square")),
            (value * value > 0, auto("positive")),
            (radicand >= 0, auto("not negative")),
        ]
        values = lemmas(facts, define(term, auto("root"), ends))
        for inner in reversed(terms[:place]):
            values = define(inner, auto("defined"), values)
        return width_known(1, summands(1, values))

    return look(found)


def _networks(*parts: Node) -> Node:
    return _named("nn rr tt mm", intro("", node("both", *parts)))


def _value() -> Node:
    return each_layer(width_known(1, summands(1, auto("the value of layer 1"))), names="hq")


def _each() -> Node:
    some = shown_by(ONE, width_known(1, auto("not 0")))
    return _networks(
        intro("q", auto("the input")),
        _value(),
        each_layer(_positive(var("h"), 1, _root), names="hq"),
        each_layer(_positive(var("h"), 1, lambda _: some)),
    )


def _last(start: int) -> Node:
    output = _positive(ONE, start, lambda value: _root(1 * value))
    return _networks(intro("q", auto("the input")), _value(), intro("q", intro("", output)))


def _flat() -> Node:
    """The derivative of 0 is 0."""
    near = intro("s1", intro("", look(_absolutes)))
    small = shown_by(ONE, node("both", auto("1 > 0"), near))
    return _named("nn rr", intro("", intro("h", intro("", small))))


def _absolutes(context: Context) -> Node:
    """Cases for both sides of an inequality of absolute values."""
    _, left, right = unread(context.goal)
    proof = auto("0 <= eta |s|")
    for term in (left, right[2]):
        proof = case(term, proof, proof)
    return proof


def givens(second: int = 1) -> dict[int, Callable[[], Node]]:
    """Scripts for the hypotheses at :func:`witness`."""
    return {
        0: leaky_identity,
        2: lambda: intro("h", intro("", auto("1 <= floor 1"))),
        3: lambda: intro("rr", auto("1 = 1")),
        4: _entries,
        5: _entries,
        6: _first_bias,
        7: _first_bias,
        8: _no_bias,
        9: _no_bias,
        10: lambda: _named("nn rr", intro("", auto("0 < 1"))),
        11: _each,
        12: lambda: _last(second),
        13: lambda: _named("nn rr tt", intro("", auto("0 = 0"))),
        14: _flat,
        15: _flat,
        16: lambda: _named("nn rr", intro("", auto("1 = 1 - 0"))),
        17: lambda: _named("nn rr", intro("", auto("1 = 1 - 0"))),
    }
