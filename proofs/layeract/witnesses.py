"""Exact data for layers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from constructions.exact import ExactSystem
from constructions.layeract import dense, hard_sigmoid, mean, variance
from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.library.vectors import S
from proofs.trees.script import Json

_u = var("u")
#: HardSigmoid, as the function of a witness
HARD = (("u",), hard_sigmoid(S, _u).json)
NAMES = ("mu", "nu", "muhat", "v", "w", "vhat", "alpha", "K")
CONSTANT_HALF = (("u",), "1/2")


def listed(*values: int | Fraction | str | Term) -> tuple[tuple[str, ...], Json]:
    """The function with these values at 1, 2, ... and 0 elsewhere, as a total term."""
    body: Term | None = None
    for place, value in enumerate(values, 1):
        amount = value if isinstance(value, Term) else S.const(Fraction(value))
        part = amount * (1 - S.abs(S.sign(_u - place)))
        body = part if body is None else body + part
    if body is None:
        raise ValueError("a list of values")
    return ("u",), body.json


def layer(
    inputs: Sequence[int | Fraction],
    noise: Sequence[int | Fraction],
    alpha: int | Fraction,
    scale: tuple[tuple[str, ...], Json] = HARD,
    constant: Fraction = Fraction(1, 6),
    names: Sequence[str] = NAMES,
) -> Witness:
    """A layer with noise, and its exact means and variances, for these variables."""
    exact = ExactSystem()
    found: dict[str, Fraction] = {"alpha": Fraction(alpha), "K": constant}
    for ending, numbers in (
        (("mu", "v"), inputs),
        (("nu", "w"), noise),
        (("muhat", "vhat"), [a + b for a, b in zip(inputs, noise, strict=True)]),
    ):
        values = dense(exact, [exact.const(q) for q in numbers])
        mu = mean(values)
        found |= {ending[0]: mu.rational(), ending[1]: variance(values, mu).rational()}
    named = {"d": len(inputs), **{name: found[name] for name in names}}
    functions = {"y": listed(*inputs), "eps": listed(*noise), "s": scale}
    return Witness(named, functions)
