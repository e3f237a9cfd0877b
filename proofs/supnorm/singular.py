"""Where a formula divides by 0, or takes a root or a logarithm of 0, on an interval.

Every denominator, every argument of ``log`` and ``sqrt``, and every cosine of an argument of
``tan`` is enclosed by balls on the interval, which is halved until 0 is outside, or until what is
left is so short that no certificate of at most 64 pieces reaches it.  Nothing that is found here
is part of a proof: it says why there will be none.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Power,
    apply_node,
)
from constructions.systems import NumberError

PRECISION = 400
"""Bits of the balls."""
HALVINGS = 70
MOST_BOXES = 400
ROOT = "the root of 0"
Steps = Sequence[tuple[Expression, tuple[int, ...]]]


def singularity(steps: Steps, name: str, lo: Fraction, up: Fraction) -> tuple[str, Fraction] | None:
    """What is undefined, or not analytic, in [lo, up], and near which point; None: nothing seen.

    ``steps``: the program of the formula; ``name``: its variable.  A point may be reported that
    is only close: the relative distance is about 2^-70 of the interval.
    """
    from constructions.interop.flint import BallSystem, from_interval

    system, length = BallSystem(PRECISION), up - lo
    todo = [(lo, up)]
    with system.working():
        for _ in range(MOST_BOXES):
            if not todo:
                return None
            left, right = todo.pop()
            why = _first(steps, name, system, from_interval(left, right))
            if why is None:
                continue
            if right - left <= length / 2**HALVINGS:
                return why, _place(lo, left, right, up)
            middle = (left + right) / 2
            todo += [(middle, right), (left, middle)]
    return None


def _place(lo: Fraction, left: Fraction, right: Fraction, up: Fraction) -> Fraction:
    """An end of the interval, or else a short number near [left, right]."""
    if left == lo or right == up:
        return lo if left == lo else up
    grain = (up - lo) / 2**50
    return round((left + right) / 2 / grain) * grain if left > 0 or right < 0 else Fraction(0)


def _first(steps: Steps, name: str, system: Any, x: Any) -> str | None:
    """The first step that is not seen to be defined and analytic on the box."""
    values: list[Any] = []
    for part, inputs in steps:
        arguments = [values[i] for i in inputs]
        why = _undefined(part, arguments)
        if why is not None:
            return why
        try:
            values.append(system.finite(apply_node(part, system, {name: x}, arguments)))
        except NumberError as error:
            return str(error)
    return None


def _undefined(part: Expression, arguments: list[Any]) -> str | None:
    if isinstance(part, Binary) and part.operator == "/" and arguments[1].contains(0):
        return "a division by 0"
    if isinstance(part, Power) and part.exponent < 0 and arguments[0].contains(0):
        return "a division by 0"
    if isinstance(part, Call):
        if part.name == "log" and not arguments[0] > 0:
            return "the logarithm of 0"
        if part.name == "sqrt" and not arguments[0] > 0:
            return ROOT
        if part.name == "tan" and arguments[0].cos().contains(0):
            return "a pole of tan"
    return None


__all__ = ["ROOT", "singularity"]
