"""Networks that are closer than eps to a function of the class: data for the lower bounds.

A lower bound says: a network that is closer than eps to the zigzag of Eq. 51 (or to a line) has
at least so many units.  Here are such networks, so that there is something of which it says it.
Of units with steps: about half of eps on either side of 0, with a step where the zigzag is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial
from operator import add, mul, sub, truediv
from typing import Any

from constructions.terms import Json
from proofs.claims import Attempt, Witness
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.kernel.terms import NUMBER
from proofs.pln.definition3 import put
from proofs.trees.script import Node, auto, case, have, intro, look, node, unread

Body = tuple[tuple[str, ...], Json]
BOXES = "fix x\nshow by numbers, 0 <= x, x <= 1"  #: units that boxes see through
BITS = 16  #: half of eps is left, so few places are enough
_ARITHMETIC = {"+": add, "-": sub, "*": mul, "/": truediv}


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


def folded(term: Json) -> Json:
    """The term with every sum, difference, product and quotient of numbers worked out."""
    if not isinstance(term, list):
        return term
    op, parts = term[0], [folded(part) for part in term[1:]]
    numbers = [_number(part) for part in parts]
    if op in _ARITHMETIC and len(parts) == 2 and None not in numbers:
        return str(_ARITHMETIC[op](*numbers))
    neutral = {"+": "0", "*": "1"}.get(op)
    if len(parts) == 2 and neutral in parts:
        return parts[1 - parts.index(neutral)]
    return [op, *parts]


def _number(term: Json) -> Fraction | None:
    return Fraction(term) if isinstance(term, str) and NUMBER.fullmatch(term) else None


# --- proofs --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Units:
    """What unit i of a sum is at x: a term in i and x, and why the sum's own term is that.

    ``at(i, then)`` goes on with that known, and what the unit is defined by.  Before, once,
    ``first(unit, then)`` goes on with what ``at`` needs, where ``unit`` is the term for "i".
    """

    value: Callable[[Json], Json]
    at: Callable[[Json, Node], Node]
    first: Callable[[Json, Node], Node]


def close_script(ends: Sequence[Fraction], units: Units) -> Node:
    """A proof of ``|network - f(x)| < t for all x in [0, 1]``, by boxes; ``ends`` are cuts of it.

    The sum of units is written out first, with numbers for the weights, and the boxes are of that:
    it costs the kernel least.
    """
    leaf = look(lambda context: _written_out(unread(context.goal), units, ends))
    return intro("x", intro("", intro("", leaf)))


def _by_boxes(context: Context, ends: Sequence[Fraction]) -> Node:
    _, low, high = context.goal
    slack = ("-", high, low)
    return node("cover", on="x", cuts=[str(q) for q in _cuts(slack, ends)], bits=BITS)


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


def _written_out(goal: Json, units: Units, ends: Sequence[Fraction]) -> Node:
    """A proof of ``|sum(i = 1..n, unit) - f(x)| < t``."""
    relation, size, bound = goal
    _, (_, total, function) = size
    _, index, low, count, unit = total
    values = [folded(units.value(str(k))) for k in range(1, int(count) + 1)]
    near = [relation, ["abs", ["-", ["+", *values], function]], bound]

    def summed(high: Json, left: int) -> Node:
        on = ["sum", index, low, high, unit]
        if left == 0:
            return node("empty", auto("no units"), case(size, auto("+"), auto("-")), on=on)
        shorter = summed(["-", high, "1"], left - 1)
        return units.at(high, node("unfold", auto("some units"), shorter, on=on))

    rest = have(near, look(lambda c: _by_boxes(c, ends)), summed(count, int(count)))
    return units.first(put(unit, {index: "i"}), rest)


def data(
    name: str,
    says: str,
    sequent: Json,
    values: Mapping[str, Any],
    functions: Mapping[str, Body],
    cells: int,
    units: Units | str = "",
) -> Attempt:
    """Data for the chain of a lower bound whose last premise is that the network is close.

    Of networks without ``units`` that is searched for; or ``units`` is a text.
    """
    close: dict[int, Any] = {}
    if isinstance(units, Units):
        ends = [Fraction(k, max(1, cells)) for k in range(max(1, cells) + 1)]
        close = {len(sequent["given"]): lambda: close_script(ends, units)}
    elif units:
        close = {len(sequent["given"]): units}
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
