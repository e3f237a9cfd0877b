"""Networks that are closer than eps to a function of the class: data for the lower bounds.

A lower bound says: a network that is closer than eps to the zigzag of Eq. 51 (or to a line) has
at least so many units.  Here are such networks, so that there is something of which it says it.
Of units with steps: half of eps on either side of 0, with a step where the zigzag is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import Any

from constructions.terms import Json
from proofs.claims import Attempt, Witness
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.methods.script import Node, intro, look, node

Body = tuple[tuple[str, ...], Json]
BITS = 64
STEEP = 24  #: the factor on the weights of a step


def by_index(values: Sequence[Any], name: str = "i") -> Json:
    """The polynomial in ``name`` with these values at 1, 2, ..., in Newton's form."""
    differences = [Fraction(value) for value in values]
    coefficients: list[Fraction] = []
    while differences:
        coefficients.append(differences[0] / factorial(len(coefficients)))
        differences = [b - a for a, b in pairwise(differences)]
    *rest, last = coefficients
    term: Json = str(last)
    for k, coefficient in reversed(list(enumerate(rest, start=1))):
        term = ["+", str(coefficient), ["*", ["-", name, str(k)], term]]
    return term


def close_script(ends: Sequence[Fraction]) -> Node:
    """A proof of ``for all x: 0 <= x and x <= 1 give s < t``, by boxes; ``ends`` are cuts of it."""

    def leaf(context: Context) -> Node:
        _, low, high = context.goal
        slack = ("-", high, low)
        return node("cover", on="x", cuts=[str(q) for q in _cuts(slack, ends)], bits=BITS)

    return intro("x", intro("", intro("", look(leaf))))


def _positive(slack: Any, a: Fraction, b: Fraction) -> bool:
    try:
        return enclose(slack, Box("x", a, b, BITS)).range[0] > 0
    except Reject:
        return False


def _cuts(slack: Any, ends: Sequence[Fraction]) -> list[Fraction]:
    cuts = [ends[0]]
    todo = [(a, b) for a, b in reversed(list(pairwise(ends)))]
    while todo:
        a, b = todo.pop()
        if _positive(slack, a, b):
            cuts.append(b)
        elif b - a < Fraction(1, 2**20):
            raise LookupError(f"not close at x = {float(a)}")
        else:
            middle = (a + b) / 2
            todo += [(middle, b), (a, middle)]
    return cuts


def data(
    name: str,
    says: str,
    sequent: Json,
    values: Mapping[str, Any],
    functions: Mapping[str, Body],
    cells: int,
) -> Attempt:
    """Data for the chain of a lower bound whose last premise is that the network is close."""
    ends = [Fraction(k, max(1, cells)) for k in range(max(1, cells) + 1)]
    witness = Witness(values, functions)
    return Attempt(
        name, says, sequent, witness, {len(sequent["given"]): lambda: close_script(ends)}
    )


def zigzag_values(cells: int, units: int, eps: Fraction | int = 1) -> dict[str, Any]:
    """L = 2 N eps, so that the zigzag has N = ``cells`` cells."""
    return {"n": units, "N": cells, "L": 2 * cells * Fraction(eps), "eps": eps}


# --- units of one neuron -------------------------------------------------------------------------


def _one_neuron(alpha: Json, w: Json, b: Json) -> dict[str, Body]:
    return {"alpha": (("i",), alpha), "w": (("i",), w), "b": (("i",), b)}


def relus(cells: int) -> dict[str, Body]:
    """N + 1 ReLUs that are the zigzag with eps = 1: the constant -1, a slope, and N - 1 kinks."""
    n = cells + 1
    alpha = [-1, 2 * cells, *(4 * cells * (-1) ** k for k in range(1, cells))]
    b = [1, 0, *(Fraction(-k, cells) for k in range(1, cells))]
    w = [0, *(1 for _ in range(cells))]
    return _one_neuron(*(by_index(values[:n]) for values in (alpha, w, b)))


_PLACED: Json = ["min", "1", ["-", "i", "1"]]  #: 0 for the first unit, 1 for the others
_TURNS: Json = ["-", "1", ["*", "2", ["-", "i", ["*", "2", ["floor", ["/", "i", "2"]]]]]]  #: (-1)^i


def _steps(cells: int, steep: int, constant: Json, height: str, bias: str) -> dict[str, Body]:
    """A constant unit, and a step at each (2k - 1)/(2N), 1 <= k <= N, up and down in turn."""
    place = ["/", ["-", ["*", "2", "i"], "3"], str(2 * cells)]
    later: Json = ["*", height, _TURNS]
    alpha = ["+", ["*", ["-", "1", _PLACED], constant], ["*", _PLACED, later]]
    b = ["-", ["*", ["-", "1", _PLACED], bias], ["*", _PLACED, ["*", str(steep), place]]]
    return _one_neuron(alpha, ["*", str(steep), _PLACED], b)


def sigmoids(cells: int) -> dict[str, Body]:
    """-1 sigma(0), then steps from 0 to 1 and from 0 to -1 at each (2k - 1)/(2N).

    With polynomials for the weights, which cost the kernel least for few units.
    """
    steep = 3 * cells
    places = [Fraction(2 * k - 1, 2 * cells) for k in range(1, cells + 1)]
    alpha = [-1, *((-1) ** k for k in range(cells))]
    w, b = [0, *(steep for _ in places)], [0, *(-steep * place for place in places)]
    return _one_neuron(*map(by_index, (alpha, w, b)))


def tanhs(cells: int) -> dict[str, Body]:
    """For an even number of steps: the constant -2/3 tanh(1), and steps of 1/2."""
    return _steps(cells, 3 * cells, "-2/3", "1/2", "1")


# --- groups of neurons ---------------------------------------------------------------------------


def _groups(cells: int, constant: Json, signs: Sequence[int], last: Sequence[int]) -> Any:
    """The weights of a step times ``signs`` over the group, and ``last`` as biases.

    Only the first output counts.
    """
    one = _steps(cells, STEEP, constant, "2/5", "1")
    over, alone = by_index(signs, "j"), by_index(last, "j")
    out = by_index([1, *(0 for _ in signs[1:])], "j")
    return {
        "alpha": (("i", "j"), ["*", one["alpha"][1], out]),
        "w": (("i", "j"), ["*", one["w"][1], over]),
        "b": (("i", "j"), ["+", ["*", one["b"][1], over], alone]),
    }


def norm_groups(cells: int) -> dict[str, Body]:
    """LN-3 of [t, -t, 1]: its sigma is never 0."""
    return _groups(cells, "-2/3", [1, -1, 0], [0, 0, 1])


def pairs(cells: int) -> dict[str, Body]:
    """LN-2 of [t, -t]."""
    return _groups(cells, "-1", [1, -1], [0, 0])


def singles(cells: int) -> dict[str, Body]:
    """LS-1 of t."""
    return _groups(cells, "-1", [1], [0])


def scaling_groups(cells: int) -> dict[str, Body]:
    """LS-2 of [t, 1], which is never 0."""
    return _groups(cells, "-2/3", [1, 0], [0, 1])
