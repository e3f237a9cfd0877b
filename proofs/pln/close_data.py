"""Networks that are closer than eps to a function of the class: data for the lower bounds.

A lower bound says: a network that is closer than eps to the zigzag of Eq. 51 (or to a line) has
at least so many units.  Here are such networks, so that there is something of which it says it.
Of units with steps: about half of eps on either side of 0, with a step where the zigzag is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import Any

from constructions.terms import Json
from proofs.claims import Attempt, Witness

Body = tuple[tuple[str, ...], Json]
BOXES = "fix x\nshow by numbers, 0 <= x, x <= 1"  #: units that boxes see through


def by_index(values: Sequence[Any], name: str = "i") -> Json:
    """The polynomial in ``name`` with these values at 1, 2, ..., in Newton's form."""
    differences = [Fraction(value) for value in values]
    coefficients: list[Fraction] = []
    while differences:
        coefficients.append(differences[0] / factorial(len(coefficients)))
        differences = [b - a for a, b in pairwise(differences)]
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
    *rest, top = coefficients
    term: Json = str(top)
    for k, coefficient in reversed(list(enumerate(rest, start=1))):
        term = ["+", str(coefficient), ["*", ["-", name, str(k)], term]]
    return term


def data(
    name: str,
    says: str,
    sequent: Json,
    values: Mapping[str, Any],
    functions: Mapping[str, Body],
    why: Any = "",
) -> Attempt:
    """Data for the chain of a lower bound whose last premise is that the network is close.

    ``why`` is a proof of that, where it is not found.
    """
    close = {len(sequent["given"]): why} if why else {}
    return Attempt(name, says, sequent, Witness(values, functions), close)


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


def steps(heights: Sequence[Fraction | int], steep: int) -> dict[str, Body]:
    """Steps at (2i - 3)/(2N), 1 <= i <= N + 1, of which the first is left of 0."""
    cells = len(heights) - 1
    b = [Fraction(-steep * (2 * i - 1), 2 * cells) for i in range(cells + 1)]
    return _one_neuron(by_index(heights), str(steep), by_index(b))


def tanhs(cells: int) -> tuple[dict[str, Body], str]:
    """For an even number of cells: steps from -1/2 to 1/2 and back, which come to -1/2 at first."""
    return steps([Fraction((-1) ** i, 2) for i in range(1, cells + 2)], 3 * cells), BOXES


def sigmoids(cells: int) -> tuple[dict[str, Body], str]:
    """A step from 0 to -1/2, then steps from 0 to 1 and back."""
    heights = [Fraction(-1, 2), *((-1) ** i for i in range(2, cells + 2))]
    return steps(heights, 6 * cells), BOXES
