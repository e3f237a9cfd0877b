"""Polynomials over the rationals with packed monomials, and elimination of equalities.

A monomial ``x_0^e_0 ... x_{n-1}^e_{n-1}`` of degree ``d`` is the integer
``sum e_i 2^(8 i) + d 2^(8 n)``: multiplying monomials is adding integers, and comparing them
compares degrees first.  A polynomial is ``dict[monomial, coefficient]`` without zeros.
Private to the finders; the kernel and the exact check of a finder share none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

MAX_DEGREE = 60  # one packed exponent has 7 bits and a guard bit

Packed = dict[int, Any]  # coefficients are int (fast paths) or Fraction


class TooLarge(ValueError):
    """A polynomial does not fit the packed representation or the finder's budget."""


class Ring:
    """The variables of one problem, in sorted order, and the packing of their monomials."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(sorted(set(names)))
        self.top = 8 * len(self.names)
        self.variables = tuple((1 << 8 * i) + (1 << self.top) for i in range(len(self.names)))
        self._index = {name: i for i, name in enumerate(self.names)}
        self._guard = sum(0x80 << 8 * i for i in range(len(self.names))) + (0x8000 << self.top)

    def pack(self, monomial: Iterable[tuple[str, int]]) -> int:
        """The packed form of ``((variable, exponent), ...)``."""
        packed = 0
        for name, exponent in monomial:
            if not exponent > 0:
                raise ValueError(f"exponent {exponent} of {name} is not positive")
            packed += exponent * self.variables[self._index[name]]
            if packed >> self.top > MAX_DEGREE:
                raise TooLarge("degree")
        return packed

    def unpack(self, monomial: int) -> list[tuple[str, int]]:
        """``[(variable, exponent), ...]`` in the order of the variables."""
        pairs = ((name, monomial >> 8 * i & 0x7F) for i, name in enumerate(self.names))
        return [(name, exponent) for name, exponent in pairs if exponent]

    def divide(self, monomial: int, by: int) -> int | None:
        """``monomial / by``, or None where it does not divide."""
        difference = (monomial | self._guard) - by
        if difference & self._guard != self._guard:
            return None
        return difference ^ self._guard

    def mask(self, p: Packed) -> int:
        """The set of variables of ``p`` as bits at multiples of 8."""
        found = 0
        for m in p:
            found |= m
        bits = 0
        for i in range(len(self.names)):
            if found >> 8 * i & 0x7F:
                bits |= 1 << 8 * i
        return bits

    def degree(self, p: Packed) -> int:
        """The total degree of ``p``; 0 for the zero polynomial."""
        return max(p, default=0) >> self.top


def add(a: Packed, b: Packed, factor: Any = 1) -> Packed:
    """``a + factor * b``."""
    out = dict(a)
    for m, c in b.items():
        value = out.get(m, 0) + factor * c
        if value:
            out[m] = value
        else:
            out.pop(m, None)
    return out


def mul(a: Packed, b: Packed) -> Packed:
    """``a * b``."""
    if len(a) > len(b):
        a, b = b, a
    if len(a) == 1:
        ((m, c),) = a.items()
        return {m + n: c * d for n, d in b.items()}
    out: Packed = {}
    get = out.get
    for m, c in a.items():
        for n, d in b.items():
            out[m + n] = get(m + n, 0) + c * d
    return {m: c for m, c in out.items() if c}


def primitive(p: Packed) -> tuple[Fraction, Packed]:
    """``(content, q)`` with ``p = content * q``, content > 0 and q integer and primitive."""
    if not p:
        return Fraction(1), {}
    denominator = lcm(*(Fraction(c).denominator for c in p.values()))
    integers = {m: int(c * denominator) for m, c in p.items()}
    common = gcd(*integers.values())
    return Fraction(common, denominator), {m: c // common for m, c in integers.items()}


@dataclass(frozen=True)
class Step:
    """``variable = value`` modulo the equalities: ``variable - value = sum of source * eq``.

    ``source`` maps the index of an original equality to its polynomial multiplier.
    """

    place: int
    value: Packed
    source: Mapping[int, Packed]


def substitute(ring: Ring, p: Packed, place: int, value: Packed) -> Packed:
    """``p`` with the variable number ``place`` replaced by ``value``."""
    shift = 8 * place
    if not any(m >> shift & 0x7F for m in p):
        return p
    variable = ring.variables[place]
    powers: list[Packed] = [{0: Fraction(1)}, value]
    out: Packed = {}
    for m, c in p.items():
        exponent = m >> shift & 0x7F
        if not exponent:
            out[m] = out.get(m, 0) + c
            continue
        while len(powers) <= exponent:
            powers.append(mul(powers[-1], value))
        base = m - exponent * variable
        for n, d in powers[exponent].items():
            out[base + n] = out.get(base + n, 0) + c * d
    if ring.degree(out) > MAX_DEGREE:
        raise TooLarge("degree after substitution")
    return {m: c for m, c in out.items() if c}


def quotient(ring: Ring, p: Packed, place: int, value: Packed) -> Packed:
    """``(p(v) - p(value)) / (v - value)`` for the variable ``v`` number ``place``."""
    shift, variable = 8 * place, ring.variables[place]
    powers: list[Packed] = [{0: Fraction(1)}]
    out: Packed = {}
    for m, c in p.items():
        exponent = m >> shift & 0x7F
        base = m - exponent * variable
        for i in range(exponent):
            # c * base * v^i * value^(exponent - 1 - i)
            while len(powers) <= exponent - 1 - i:
                powers.append(mul(powers[-1], value))
            for n, d in powers[exponent - 1 - i].items():
                key = base + i * variable + n
                out[key] = out.get(key, 0) + c * d
    return {m: c for m, c in out.items() if c}


def rest(ring: Ring, p: Packed, steps: Iterable[Step]) -> tuple[Packed, dict[int, Packed]]:
    """``(r, mult)`` with ``p = r + sum of mult * eq`` and no eliminated variable in ``r``."""
    mult: dict[int, Packed] = {}
    for step in steps:
        factor = quotient(ring, p, step.place, step.value)
        if not factor:
            continue
        p = substitute(ring, p, step.place, step.value)
        for index, poly in step.source.items():
            mult[index] = add(mult.get(index, {}), mul(factor, poly))
    return p, {index: poly for index, poly in mult.items() if poly}


def _candidates(ring: Ring, eq: Packed) -> list[tuple[int, Packed, Fraction]]:
    """``(place, value, a)``: ways to read ``eq = a * (variable - value)`` with a constant."""
    found = []
    for place, variable in enumerate(ring.variables):
        if variable not in eq or sum(1 for m in eq if m >> 8 * place & 0x7F) != 1:
            continue
        a = Fraction(eq[variable])
        found.append((place, {m: -c / a for m, c in eq.items() if m != variable}, a))
    return found


def eliminate(
    ring: Ring, equalities: Mapping[int, Packed], others: Mapping[int, Packed], *, linear: bool
) -> tuple[list[Step], dict[int, Packed], dict[int, Packed]]:
    """Solve equalities for a variable with constant coefficient and substitute it away.

    ``linear``: only ``variable = linear expression``; otherwise also short nonlinear ones
    that keep degrees and sizes in hand.  Returns the steps, the equalities that remain and
    the other polynomials, both reduced (indices as given).
    """
    steps: list[Step] = []
    eqs, polys = dict(equalities), dict(others)
    cap = max([4, *(ring.degree(p) for p in [*eqs.values(), *polys.values()])])
    refused: set[tuple[int, int]] = set()
    while True:
        uses = [0] * len(ring.names)
        for p in [*eqs.values(), *polys.values()]:
            for m in p:
                for place in range(len(uses)):
                    uses[place] += m >> 8 * place & 0x7F
        best: tuple[Any, ...] | None = None
        for index in sorted(eqs):
            for place, value, a in _candidates(ring, eqs[index]):
                degree = ring.degree(value)
                if (index, place) in refused or (
                    degree > 1 and (linear or len(value) > 6 or degree > 4)
                ):
                    continue
                cost = (uses[place] - 1) * (len(value) - 1)
                key = (degree > 1, cost, index, place)
                if best is None or key < best[0]:
                    best = (key, index, place, value, a)
        if best is None:
            return steps, {i: p for i, p in eqs.items() if p}, polys
        _, index, place, value, a = best
        new_eqs = {i: substitute(ring, p, place, value) for i, p in eqs.items() if i != index}
        new_polys = {i: substitute(ring, p, place, value) for i, p in polys.items()}
        size = sum(map(len, eqs.values())) + sum(map(len, polys.values()))
        new_size = sum(map(len, new_eqs.values())) + sum(map(len, new_polys.values()))
        degree = max([0, *(ring.degree(p) for p in [*new_eqs.values(), *new_polys.values()])])
        if ring.degree(value) > 1 and (degree > cap or new_size > 2 * size + 40):
            refused.add((index, place))
            continue
        _, source = rest(ring, dict(equalities[index]), steps)
        scaled = {i: {m: -c / a for m, c in p.items()} for i, p in source.items()}
        scaled[index] = add(scaled.get(index, {}), {0: 1 / a})
        steps.append(Step(place, value, {i: p for i, p in scaled.items() if p}))
        eqs, polys = new_eqs, new_polys
