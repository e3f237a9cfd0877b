"""Exact data for networks: each layer has one neuron, or each has two.

Values are polynomials in layer and coordinate.
"""

from __future__ import annotations

from collections.abc import Mapping

from constructions.terms import Term, var
from proofs.claims import Witness

LAYER, AT = var("u"), var("v")  #: the arguments of a layer's vector
_PARAMETERS = {
    **dict.fromkeys(("rho", "w", "x", "muz", "muy", "g"), ("u",)),
    **dict.fromkeys(("b", "z", "a", "y", "p"), ("u", "v")),
    "U": ("u", "v", "s"),
}
Value = Term | int | str


def data(
    values: Mapping[str, object],
    terms: Mapping[str, Value],
    more: Mapping[str, tuple[tuple[str, ...], Value]] | None = None,
) -> Witness:
    """A witness with the functions of networks, and ``more`` functions with their arguments."""
    functions = {**{f: (_PARAMETERS[f], term) for f, term in terms.items()}, **(more or {})}
    written = {
        name: (at, term.json if isinstance(term, Term) else str(term))
        for name, (at, term) in functions.items()
    }
    return Witness(dict(values), written)


#: one neuron of weight 1 at x = 1, rho(t) = t
ONES: dict[str, Value] = {
    "rho": LAYER,
    "w": 1,
    "x": 1,
    "U": 1,
    "b": 0,
    "z": 1,
    "a": 1,
    "p": 1,
    "g": 1,
}
VALUES = {"L": 1, "l": 1, "beta": 1}
