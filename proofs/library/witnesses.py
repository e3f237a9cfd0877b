"""Exact data for networks, and the scripts that show that they are networks.

All layers have one neuron, or all have two; values are polynomials in layer and coordinate.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.kernel.context import Context
from proofs.library.vectors import S, summands
from proofs.search._moves import partial
from proofs.trees.script import (
    Json,
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    look,
    node,
    unread,
)

PARAMETERS = {
    "rho": ("u",),
    "w": ("u",),
    "x": ("u",),
    "U": ("u", "v", "s"),
    "b": ("u", "v"),
    "z": ("u", "v"),
    "a": ("u", "v"),
    "y": ("u", "v"),
    "p": ("u", "v"),
    "muz": ("u",),
    "muy": ("u",),
    "g": ("u",),
}
LAYER, AT = var("u"), var("v")  #: the arguments of a layer's vector


def data(values: Mapping[str, object], terms: Mapping[str, Term | int], lead: str = "") -> Witness:
    """A witness with these functions, as terms in the arguments of :data:`PARAMETERS`.

    With ``lead``, that is the name of a first argument of all functions of networks.
    """
    functions = {}
    for name, term in terms.items():
        more = (lead,) if lead and name not in ("rho", "w", "x") else ()
        json = term.json if isinstance(term, Term) else str(term)
        functions[name] = ((*more, *PARAMETERS[name]), json)
    return Witness(dict(values), functions)


def each_layer(*then: Node, names: str = "h") -> Node:
    """For a goal about all layers i (and coordinates k, for the names ``hq``): each in turn."""
    proof = intro("", node("finite", *then, on="h", **{"from": 1, "to": len(then)}))
    for name in reversed(names):
        proof = intro(name, proof)
    return proof


def each_coordinate(proof: Node) -> Node:
    return intro("h", intro("q", proof))


def width_known(neurons: int, then: Node) -> Node:
    """floor d = d."""
    size = S.const(neurons)
    return have(S.floor(size).equals(size), auto("floor d"), then)


def affine(layers: int, neurons: int) -> Node:
    """after_i = rho(U_i before + b_i): the sum is written out."""
    body = width_known(neurons, summands(neurons, auto("the layer's value")))
    return each_layer(*[body] * layers, names="hq")


def defined(then: Node) -> Node:
    """Show that every quotient and root of the goal is defined; then go on."""

    def found(context: Context) -> Node:
        proof = then
        for term in reversed(partial(context.goal)):
            proof = define(unread(term), auto("defined"), proof)
        return proof

    return look(found)


def with_root(neurons: int, radicand: Fraction, root: Fraction) -> Node:
    """For a goal with one root of a sum in it, of this value."""

    def found(context: Context) -> Node:
        terms = [unread(term) for term in partial(context.goal)]
        place = next(n for n, t in enumerate(terms) if t[0] == "sqrt" and "sum" in str(t))
        term = terms[place]
        ends = have(["=", term, str(root)], auto("root"), defined(auto("the quotient")))
        values = lemmas(
            [
                (["=", term[1], str(radicand)], auto("radicand")),
                (["<=", "0", term[1]], auto("radicand >= 0")),
            ],
            define(term, auto(), ends),
        )
        for inner in reversed(terms[:place]):
            values = define(inner, auto("defined"), values)
        return width_known(neurons, summands(neurons, values))

    return look(found)


def means(neurons: int) -> Node:
    """mu_i = (1/d) sum of the layer's values."""
    body = width_known(neurons, summands(neurons, defined(auto("the mean"))))
    return intro("h", intro("", body))


def leaky_identity() -> Node:
    """t = max(t, 0) + min(t, 0)."""
    return intro("v", signs("v", auto("the two parts of t")))


def signs(at: Json, proof: Node) -> Node:
    for op in ("max", "min"):
        proof = case([op, at, "0"], proof, proof)
    return proof


def each_value(layers: int, neurons: int) -> Node:
    """after_i = rho(...) with ReLU: every layer, every coordinate, both sides of 0."""
    value = summands(neurons, signs_of_goal(auto("the value")))
    size = var("q") <= neurons
    one = node("finite", *[value] * neurons, on="q", **{"from": 1, "to": neurons})
    body = width_known(neurons, have(size, auto("k <= d"), one))
    return each_layer(*[body] * layers, names="hq")


def signs_of_goal(proof: Node) -> Node:
    """A leaf under the cases of every max and min of the goal."""

    def found(context: Context) -> Node:
        out = proof
        for term in _bounds(unread(context.goal)):
            out = case(term, out, out)
        return out

    return look(found)


def _bounds(json: Json) -> list[Json]:
    if not isinstance(json, list) or json[0] == "sum":
        return []
    found = [term for part in json[1:] for term in _bounds(part)]
    return [*found, json] if json[0] in ("max", "min") else found
