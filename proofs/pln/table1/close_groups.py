"""Groups of neurons that are closer than eps to the zigzag: data for the lower bounds on groups.

As :mod:`proofs.pln.close_data`, with groups whose layer is a function of one number t that is
affine in x and goes from one value to its opposite:

LN-2 of [t, -t] and LS-1 of t, delta = 1           t/(|t| + 1)
LN-3 of [1 - t, 1 + t, -2], delta = 0              t/sqrt((2 t^2 + 6)/3)
LS-2 of [t, 1], delta = 0                          t/sqrt((t^2 + 1)/2)

The roots in the last two are never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Json
from proofs.pln.close_data import BOXES, Body, Units, by_index, steps
from proofs.pln.definition3 import last, put
from proofs.trees.script import Node, auto, case, define, have, intro, node

HEIGHT = Fraction(2, 3)  #: the factor on a group
STEEP = 16  #: how much t grows over a cell
_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Shape:
    """The input of the layer is ``over`` times t plus ``alone``; ``out`` times its numerators is t.

    ``square``: the mean square of the numerators, a term for t; ``root``: the root of that.
    """

    over: Sequence[int]
    alone: Sequence[int]
    out: Sequence[Fraction | int]
    square: Callable[[Json], Json]
    root: Callable[[Json], Json]
    delta: int


def _one_root(
    over: Sequence[int],
    alone: Sequence[int],
    out: Sequence[Fraction | int],
    square: Callable[[Json], Json],
) -> Shape:
    """Without delta."""
    return Shape(over, alone, out, square, lambda t: ["sqrt", square(t)], 0)


def _size_of(over: Sequence[int], out: Sequence[Fraction | int]) -> Shape:
    """With delta = 1, and |t| as the root."""
    return Shape(over, [0 for _ in over], out, lambda t: ["*", t, t], lambda t: ["abs", t], 1)


NORM = _size_of([1, -1], [_HALF, -_HALF])
SCALING = _size_of([1], [1])
NORM_ZERO = _one_root(
    [-1, 1, 0], [1, 1, -2], [-_HALF, _HALF, 0], lambda t: ["/", ["+", ["*", "2", t, t], "6"], "3"]
)
SCALING_ZERO = _one_root([1, 0], [0, 1], [1, 0], lambda t: ["/", ["+", ["*", t, t], "1"], "2"])


def groups(shape: Shape, cells: int) -> tuple[dict[str, Body], Units | str]:
    """For an even number of cells: N + 1 groups with t = 0 at (2i - 3)/(2N), up and down in turn.

    Where delta = 0, what the layer gives where its root is 0, z, is 0.
    """
    heights = [HEIGHT * (-1) ** i for i in range(1, cells + 2)]
    one = {name: body for name, (_, body) in steps(heights, STEEP * cells).items()}
    over, alone, out = (by_index(v, "j") for v in (shape.over, shape.alone, shape.out))
    weights: dict[str, Body] = {
        "alpha": (("i", "j"), ["*", one["alpha"], out]),
        "w": (("i", "j"), ["*", one["w"], over]),
        "b": (("i", "j"), ["+", ["*", one["b"], over], alone]),
    }
    if shape.delta:
        return weights, BOXES
    weights["z"] = (("j",), "0")

    def t(i: Json) -> Json:
        return ["+", ["*", one["w"], "x"], put(one["b"], {"i": i})]

    def value(i: Json) -> Json:
        height = put(one["alpha"], {"i": i})
        return ["/", ["*", height, t(i)], ["+", shape.root(t(i)), "0"]]

    def first(unit: Json, then: Node) -> Node:
        shown = ["all", "i", "real", ["=", unit, value("i")]]
        return have(shown, intro("i", _worth(unit, t("i"), shape)), then)

    return weights, Units(value, lambda i, then: last([i], then), first)


# --- proofs --------------------------------------------------------------------------------------

Step = Callable[[Node], Node]


def _worth(unit: Json, t: Json, shape: Shape) -> Node:
    """A proof that a group is its height times t/root(t), for a variable i."""
    body = unit[4]
    root = next(_parts(body, "sqrt"))
    squares, simple = root[1][1], shape.root(t)
    bottom = next(part[2] for part in _parts(body, "/") if root in _parts(part[2], "sqrt"))
    quotients = [["/", "1", bottom], ["/", "1", ["+", simple, "0"]]]
    sign = ["sign", ["+", root, "0"]]
    of_the_root = [
        _known(["<", "0", shape.square(t)]),
        _defined(simple),
        _known(["=", root, simple]),
        _known(["<", "0", root]),
        _known(["=", sign, "1"], case(sign, auto("sign +"), auto("sign 0"), auto("sign -"))),
        _known(["=", ["abs", sign], "1"]),
    ]
    mean = next(_parts(squares[4], "sum"), None)  # of LN only: it is 0
    path: list[Step] = [] if mean is None else [_summed(mean), _known(["=", mean, "0"])]
    path += [
        _summed(squares),
        _known(["=", root[1], shape.square(t)]),
        _defined(root),
        *of_the_root,
        *map(_defined, quotients),
        _known(["=", *quotients]),
        _summed(unit),
    ]
    then = auto("t over its root")
    for step in reversed(path):
        then = step(then)
    return then


def _known(show: Json, proof: Node | None = None) -> Step:
    return lambda then: have(show, proof or auto(str(show)[:40]), then)


def _defined(term: Json) -> Step:
    return lambda then: define(term, auto(f"{term[0]} is defined"), then)


def _summed(total: Json) -> Step:
    """A sum of a given number of summands is what they add up to."""
    _, index, low, high, body = total

    def shown(then: Node) -> Node:
        ends = [high]
        for _ in range(int(high)):
            ends.append(["-", ends[-1], "1"])
        then = node("empty", auto("no summands"), then, on=["sum", index, low, ends.pop(), body])
        for end in reversed(ends):
            then = node("unfold", auto("summands"), then, on=["sum", index, low, end, body])
        return then

    return shown


def _parts(term: Json, op: str) -> Iterator[Json]:
    """The parts of a term with this operation, outer ones first."""
    if isinstance(term, list):
        if term[0] == op:
            yield term
        for part in term[1:]:
            yield from _parts(part, op)
