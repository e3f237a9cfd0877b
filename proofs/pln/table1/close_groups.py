"""Groups of neurons that are closer than eps to the zigzag: data for the lower bounds on groups.

As :mod:`proofs.pln.close_data`, with groups whose layer is a function of one number t that is
affine in x and goes from one value to its opposite:

LN-2 of [t, -t] and LS-1 of t, delta = 1           t/(|t| + 1)
LN-3 of [1 - t, 1 + t, -2], delta = 0              t/sqrt((2 t^2 + 6)/3)
LS-2 of [t, 1], delta = 0                          t/sqrt((t^2 + 1)/2)

The roots in the last two are never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from constructions.terms import Json, Term
from proofs.claims import Witness
from proofs.language.elaboration import argued
from proofs.pln.close_data import BOXES, Body, by_index, steps
from proofs.pln.definition3 import defeated, put
from proofs.refute import instantiate

_HALF = Fraction(1, 2)
HEIGHTS = [Fraction(2 * (-1) ** i, 3) for i in (1, 2, 3)]  #: up and down in turn
STEEP = 32  #: the slope of t


@dataclass(frozen=True)
class Shape:
    """The input of the layer is ``over`` times t plus ``alone``; ``out`` times its numerators is t.

    Without delta ``told`` says why group i is its height times t over the root.
    """

    over: Sequence[int]
    alone: Sequence[int]
    out: Sequence[Fraction | int]
    told: str = ""


NORM = Shape([1, -1], [0, 0], [_HALF, -_HALF])
SCALING = Shape([1], [0], [1])
NORM_ZERO = Shape(
    [-1, 1, 0],
    [1, 1, -2],
    [-_HALF, _HALF, 0],
    """
let simple(i) = sqrt((2*t(i)^2 + 6)/3)
have each: for all i: real, group(i, x) = height(i)*t(i)/simple(i):
  fix i
  have mean: mean(i, x) = 0
  have square: square(i, x) = (2*t(i)^2 + 6)/3 by mean
  have positive: 0 < (2*t(i)^2 + 6)/3
  have size: 0 < simple(i) by positive
  have same: root(i, x) = simple(i) by square, positive
  have sign: |sign(root(i, x) + 0)| = 1 by same, size
  have divisor: divisor(i, x) = simple(i) by sign, same
  have first: neuron(i, 1, x) = height(i)*(t(i) - 1)/(2*simple(i)) by divisor, sign, size, mean
  have second: neuron(i, 2, x) = height(i)*(t(i) + 1)/(2*simple(i)) by divisor, sign, size, mean
  have third: neuron(i, 3, x) = 0 by divisor, sign, size, mean
  show by first, second, third
""",
)
SCALING_ZERO = Shape(
    [1, 0],
    [0, 1],
    [1, 0],
    """
let simple(i) = sqrt((t(i)^2 + 1)/2)
have each: for all i: real, group(i, x) = height(i)*t(i)/simple(i):
  fix i
  have square: square(i, x) = (t(i)^2 + 1)/2
  have positive: 0 < (t(i)^2 + 1)/2
  have size: 0 < simple(i) by positive
  have same: root(i, x) = simple(i) by square, positive
  have sign: |sign(root(i, x) + 0)| = 1 by same, size
  have divisor: divisor(i, x) = simple(i) by sign, same
  have first: neuron(i, 1, x) = height(i)*t(i)/simple(i) by divisor, sign, size
  have second: neuron(i, 2, x) = 0 by divisor, sign, size
  show by first, second
""",
)
_BEFORE = """
fix x
let t(i) = 32*x + 8 - 16*(i - 1)
let height(i) = -2/3 + (i - 1)*(4/3 - (i - 2)*4/3)
"""
_AFTER = """
let total(x) = -2/3*t(1)/simple(1) + 2/3*t(2)/simple(2) - 2/3*t(3)/simple(3)
have whole: network(x) = total(x) by each(1), each(2), each(3)
have near: |total(x) - zigzag(x)| < 63/64 by boxes, 0 <= x, x <= 1
show by whole, near
"""


def groups(shape: Shape) -> dict[str, Body]:
    """Three groups with t = 0 at -1/4, 1/4 and 3/4, for two cells.

    Where delta = 0, what the layer gives where its root is 0, z, is 0.
    """
    one = {name: body for name, (_, body) in steps(HEIGHTS, STEEP).items()}
    over, alone, out = (by_index(v, "j") for v in (shape.over, shape.alone, shape.out))
    weights: dict[str, Body] = {
        "alpha": (("i", "j"), ["*", one["alpha"], out]),
        "w": (("i", "j"), ["*", one["w"], over]),
        "b": (("i", "j"), ["+", ["*", one["b"], over], alone]),
    }
    return weights | ({"z": (("j",), "0")} if shape.told else {})


def why(shape: Shape, sequent: Json, values: Mapping[str, Any]) -> Any:
    """A proof that the network of these groups is closer than eps = 1 to the zigzag."""
    if not shape.told:
        return BOXES
    text = f"{_BEFORE.rstrip()}{shape.told.rstrip()}{_AFTER}"
    return partial(argued, text, **parts(sequent, Witness(values, groups(shape))))


def parts(sequent: Json, witness: Witness) -> dict[str, Callable[..., Term]]:
    """Names for the parts of the network of a lower bound at the data, without delta."""
    made = defeated(sequent)
    network, zigzag = (instantiate(term, witness) for term in (made.network, made.function))
    (_, i_, _, _, group) = network
    (_, j_, _, _, neuron) = group
    root = next(_within(group, "sqrt"))
    divisor = next(part[2] for part in _within(group, "/") if root in _within(part[2], "sqrt"))
    of_group = {"group": group, "root": root, "square": root[1], "divisor": divisor}
    for mean in _within(root[1][1][4], "sum"):  # of LN only
        of_group["mean"] = mean

    def whole(term: Json) -> Callable[[Term], Term]:
        return lambda x: Term(put(term, {"x": x.json}))

    def one(term: Json) -> Callable[[Term, Term], Term]:
        return lambda i, x: Term(put(term, {i_: i.json, "x": x.json}))

    return {
        "network": whole(network),
        "zigzag": whole(zigzag),
        "neuron": lambda i, j, x: Term(put(neuron, {i_: i.json, j_: j.json, "x": x.json})),
        **{name: one(term) for name, term in of_group.items()},
    }


def _within(term: Json, op: str) -> Iterator[Json]:
    """The parts of a term with this operation, outer ones first."""
    if isinstance(term, list):
        if term[0] == op:
            yield term
        for part in term[1:]:
            yield from _within(part, op)
