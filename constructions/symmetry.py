"""Are two expressions the same function?  By a normal form, or no by a point where they differ.

The normal form is a polynomial over the rationals in variables and *atoms*: calls, reciprocals, and
powers and products that would be long, named by their arguments in normal form.  ``max(a, b) = (a +
b + |a - b|)/2``, a ``max`` of more arguments is taken about their mean, ``min(a, ...) = -max(-a,
...)``; abs and cos are even; sign, sin, tan, tanh, atan are odd; ``|c u| = |c| |u|``.  Equal normal
forms are equal functions wherever both are defined; different ones say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

from constructions.functions.expression import (
    Binary,
    Call,
    Expression,
    Negate,
    Number,
    Pi,
    Power,
    Program,
    Variable,
    transform,
    walk,
)
from constructions.systems import NumberError

Monomial = tuple[tuple[Any, int], ...]  # (atom, exponent), sorted by the text of the atoms
Poly = dict[Monomial, Fraction]
MAX_TERMS = 2_000
"""Powers and products of more terms are left as they are; a sum of more has no normal form."""
POINTS = 200
SEED = 1
PRECISIONS = (64, 192, 640)
EVEN, ODD = ("abs", "cos"), ("sign", "sin", "tan", "tanh", "atan")


class TooLong(ArithmeticError):
    """The normal form would have more than :data:`MAX_TERMS` terms."""


def same(first: Expression, second: Expression) -> bool:
    """Whether the normal forms are equal; if not, nothing is known."""
    try:
        return normal_form(first) == normal_form(second)
    except TooLong:
        return False


def normal_form(expression: Expression) -> Poly:
    """The normal form, monomial -> coefficient; raises :class:`TooLong`."""
    known: dict[Expression, Poly] = {}
    for node in walk(expression):
        if node not in known:
            known[node] = _of_node(node, [known[child] for child in _arguments(node)])
    return known[expression]


def _arguments(node: Expression) -> list[Expression]:
    """The children; of max(max(a, b), c) all three."""
    if not isinstance(node, Call) or node.name not in ("max", "min"):
        return list(node.children())
    found: list[Expression] = []
    for child in node.children():
        nested = isinstance(child, Call) and child.name == node.name
        found += _arguments(child) if nested else [child]
    return found


def _of_node(node: Expression, parts: list[Poly]) -> Poly:
    if isinstance(node, Number):
        return _constant(node.value)
    if isinstance(node, Variable):
        return _atom(("x", node.name))
    if isinstance(node, Pi):
        return _atom(("pi",))
    if isinstance(node, Negate):
        return _scaled(parts[0], Fraction(-1))
    if isinstance(node, Power):
        base = parts[0] if node.exponent >= 0 else _inverse(parts[0])
        return _power(base, abs(node.exponent))
    if isinstance(node, Binary):
        left, right = parts
        if node.operator == "+":
            return _sum(left, right)
        if node.operator == "-":
            return _sum(left, _scaled(right, Fraction(-1)))
        return _times(left, right if node.operator == "*" else _inverse(right))
    if not isinstance(node, Call):
        raise TypeError(f"not an expression: {type(node).__name__}")
    if node.name == "max":
        return _largest(parts)
    if node.name == "min":
        return _scaled(_largest([_scaled(p, Fraction(-1)) for p in parts]), Fraction(-1))
    return _call(node.name, parts[0])


def _call(name: str, argument: Poly) -> Poly:
    if name in (*EVEN, *ODD) and argument:
        lead = argument[_order(argument)[0]]
        scale = lead if name == "abs" else Fraction(1 if lead > 0 else -1)
        argument = _scaled(argument, 1 / scale)
        factor = abs(scale) if name in EVEN else scale
        return _scaled(_atom((name, _frozen(argument))), factor)
    if name in ("abs", *ODD):  # of 0
        return {}
    return _atom((name, _frozen(argument)))


def _largest(parts: list[Poly]) -> Poly:
    kept = {_frozen(part): part for part in parts}
    if len(kept) == 1:
        return parts[0]
    mean: Poly = {}
    for part in kept.values():
        mean = _sum(mean, _scaled(part, Fraction(1, len(kept))))
    if len(kept) == 2:
        a, b = kept.values()
        half = _scaled(_sum(a, _scaled(b, Fraction(-1))), Fraction(1, 2))
        return _sum(mean, _call("abs", half))
    minus = _scaled(mean, Fraction(-1))
    shifted = sorted((_frozen(_sum(part, minus)) for part in kept.values()), key=repr)
    return _sum(mean, _atom(("max", tuple(shifted))))


def _constant(q: Fraction) -> Poly:
    return {(): q} if q else {}


def _atom(key: Any) -> Poly:
    return {((key, 1),): Fraction(1)}


def _order(poly: Poly) -> list[Monomial]:
    return sorted(poly, key=repr)


def _frozen(poly: Poly) -> tuple[tuple[Monomial, Fraction], ...]:
    return tuple((monomial, poly[monomial]) for monomial in _order(poly))


def _scaled(poly: Poly, factor: Fraction) -> Poly:
    return {monomial: c * factor for monomial, c in poly.items()} if factor else {}


def _sum(left: Poly, right: Poly) -> Poly:
    out = dict(left)
    for monomial, c in right.items():
        total = out.get(monomial, Fraction(0)) + c
        if total:
            out[monomial] = total
        else:
            out.pop(monomial, None)
    if len(out) > MAX_TERMS:
        raise TooLong
    return out


def _times(left: Poly, right: Poly) -> Poly:
    if len(left) * len(right) > 2 * MAX_TERMS:
        return _atom(("product", tuple(sorted((_frozen(left), _frozen(right)), key=repr))))
    out: Poly = {}
    for one, c in left.items():
        for other, e in right.items():
            exponents = dict(one)
            for atom, k in other:
                exponents[atom] = exponents.get(atom, 0) + k
            monomial = tuple(sorted(exponents.items(), key=repr))
            out[monomial] = out.get(monomial, Fraction(0)) + c * e
    if len(out) > MAX_TERMS:
        raise TooLong
    return {monomial: c for monomial, c in out.items() if c}


def _power(base: Poly, exponent: int) -> Poly:
    if len(base) == 1:
        ((monomial, c),) = base.items()
        return {tuple((a, k * exponent) for a, k in monomial if exponent): c**exponent}
    if base and exponent > 1 and comb(len(base) + exponent - 1, exponent) > MAX_TERMS:
        return _atom(("power", _frozen(base), exponent))
    out = _constant(Fraction(1))
    for _ in range(exponent):
        out = _times(out, base)
    return out


def _inverse(poly: Poly) -> Poly:
    if not poly:
        return _atom(("inverse", ()))  # defined nowhere
    lead = poly[_order(poly)[0]]
    if set(poly) == {()}:
        return _constant(1 / lead)
    return _scaled(_atom(("inverse", _frozen(_scaled(poly, 1 / lead)))), 1 / lead)


# --- exchanging variables ------------------------------------------------------------------------


def renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    """The expression with other variables, all at once."""
    return transform(
        expression,
        lambda node: (
            Variable(names[node.name])
            if isinstance(node, Variable) and node.name in names
            else None
        ),
    )


def difference_at(
    first: Expression, second: Expression, point: Mapping[str, Fraction]
) -> tuple[str, str] | None:
    """The two values as text if they are shown to differ at a point, None otherwise."""
    from constructions.functions.reals import RealSystem

    programs = Program(first), Program(second)
    for bits in PRECISIONS:
        system = RealSystem(bits)
        values = {name: system.const(q) for name, q in point.items()}
        try:
            one, other = (program.run(system, values) for program in programs)
            if not (one - other).side():
                return None
        except NumberError:
            continue
        return _shown(one), _shown(other)
    return None


def _shown(value: Any) -> str:
    return str(value.exact) if value.exact is not None else f"~{float(value.ball().mid()):.9g}"


def points(
    names: Sequence[str], low: Fraction, high: Fraction, count: int = POINTS
) -> Iterator[dict[str, Fraction]]:
    """Points of the box: few simple coordinates first, then random ones of a fixed seed."""
    random, width = Random(SEED), high - low
    simple = [low + width * Fraction(k, 2) for k in range(3)]
    if 3 ** len(names) <= count:
        for choice in product(simple, repeat=len(names)):
            yield dict(zip(names, choice, strict=True))
    for number in range(count):
        steps = 4 + number % 13
        yield {name: low + width * Fraction(random.randint(0, steps), steps) for name in names}
