"""Whole networks of Theorems 4.3-4.5 for a Lipschitz g, and on other boxes than [0, 1]^d.

A polynomial P with |g - P| <= e is taken from :mod:`constructions.bernstein`, and the network T of
P within eps - e from :mod:`constructions.transformer`, so that |f - T| <= |f - S| + |S - T| < eps.

On [low, high]^d all of it is done in the coordinates u = (x - low)/(high - low) of the cube, which
the embedding computes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Any

from constructions.bernstein import HOW, Near, Target, approximate
from constructions.sumformer import Sumformer, rewrite
from constructions.transformer import TransformerNet, compared, construct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHARE = Fraction(7, 8)
"""The share of eps for |f - S|, where g is no polynomial."""
MAX_DIGITS = 4_000
"""Of a numerator or denominator that is written; Python reads up to 4,300."""


@dataclass(frozen=True)
class NearSumformer(Sumformer):
    """The Sumformer of a polynomial that is within eps of g; ``near`` says how near."""

    near: Near
    eps: Fraction

    @property
    def layer(self) -> str:
        return f"Sumformer with {self.latent} power sums, of a polynomial near f"

    @property
    def says(self) -> str:
        """The bound in one line, and where it is from."""
        g, near = self.near.target, self.near
        line = compared(near.bound, self.eps).replace("T", "S")
        how = f"degree {near.degree}, {HOW[near.method]}"
        return f"{line} on [{g.low}, {g.high}] ({how})\n{self.arithmetic}"

    @property
    def arithmetic(self) -> str:
        """What becomes of it in float64, in one line."""
        off, count = self.in_float64
        if off is None:
            return "for exact arithmetic: float64 overflows"
        points = f"the most at {count} points"
        return f"for exact arithmetic: float64 is off by {off:.1e} ({points})"

    @cached_property
    def in_float64(self) -> tuple[float | None, int]:
        """The largest |S in float64 - S| at some inputs, corners among them; None: no number.

        A measurement, not a bound.  Coefficients of a high degree are large, and cancel.
        """
        g, worst, points = self.near.target, Fraction(0), _few_points(self.n * self.d)
        for u in points:
            x = [float(g.low + (g.high - g.low) * q) for q in u]
            tokens = [x[i : i + self.d] for i in range(0, len(x), self.d)]
            system: Any = _Doubles()
            try:
                features = [self.phi(system, token) for token in tokens]
                Sigma = [sum(column) for column in zip(*features, strict=True)]
                made = self.psi(system, tokens[0], Sigma)
            except OverflowError:
                return None, len(points)
            for value, values in zip(made, self.near.values, strict=True):
                if not isfinite(value):
                    return None, len(points)
                worst = max(worst, abs(Fraction(value) - values.near(u)[0]))
        return float(worst), len(points)

    def to_json(self) -> dict[str, Any]:
        """The Sumformer, and what it is near to."""
        g, near = self.near.target, self.near
        return {
            **super().to_json(),
            "g": g.text,
            "symmetrised": g.symmetrised,
            "domain": f"all tokens in [{g.low}, {g.high}]^d",
            "eps": str(self.eps),
            "polynomial": {"of": "Bernstein", "degree": near.degree, "by": HOW[near.method]},
            "error_at_most": str(near.bound),
            "of_each_output": [str(bound) for bound in near.bounds],
            "arithmetic": self.arithmetic,
        }


class _Doubles:
    """Python's floats, for a Sumformer."""

    name = "float64"

    @staticmethod
    def const(q: int | Fraction) -> float:
        return float(q)


def _few_points(size: int) -> list[tuple[Fraction, ...]]:
    """Corners, middles and the diagonal of the cube, at most 81 of the first two."""
    diagonal = [(Fraction(k, 8),) * size for k in range(9)]
    sides = (Fraction(0), Fraction(1, 2), Fraction(1))
    more = product(sides, repeat=size) if size <= 4 else product(sides[::2], repeat=size)
    return list(dict.fromkeys([*diagonal, *more]))


def sumformer(near: Near, eps: Fraction | None) -> Sumformer:
    """The Sumformer of P in the tokens x.

    Raises:
        ValueError: a coefficient has more than :data:`MAX_DIGITS` digits.
    """
    most = max((c.bit_length() for c in _parts(near)), default=0)
    if 3 * most > 10 * MAX_DIGITS:  # log10(2) > 3/10
        raise ValueError(
            f"the polynomial near g, of degree {near.degree}, has coefficients of about "
            f"{most * 3 // 10} digits, and at most {MAX_DIGITS} are written: take a "
            "larger eps, or a box with shorter numbers"
        )
    made = rewrite(near.polynomial)
    if near.method == "exact" or eps is None:
        return made
    return NearSumformer(made.n, made.d, made.degrees, made.sigma, near, eps)


def _parts(near: Near) -> Iterator[int]:
    """Numerators and denominators of the coefficients of a P that is near g."""
    for data in near.polynomial.near:
        for c in data.values():
            yield c.numerator
            yield c.denominator


def whole_network(
    kind: str, near: Near, eps: Fraction, *, k: int = 1, omega: Sequence[Fraction] = ()
) -> TransformerNet:
    """The network with sup ||f - T||_oo < eps on the box, f that of ``near.target``.

    Raises:
        ValueError: P is not within eps of g, or see :func:`construct`.
    """
    if near.bound >= eps:
        raise ValueError(f"the polynomial is within {near.bound}, and eps = {eps}")
    g = near.target
    options: dict[str, Any] = {"k": k, "omega": omega}
    net = construct(kind, rewrite(near.in_unit), eps - near.bound, g=g.text, **options)
    if near.method == "exact":
        about: dict[str, Any] = {"symmetrise": "yes"} if g.symmetrised else {}
        return replace(net, low=g.low, high=g.high, about=about)
    about = {
        "polynomial": {
            "of": "Bernstein",
            "degree": near.degree,
            "error_at_most": str(near.bound),
            "by": near.method,
        }
    }
    if g.L is not None:
        about["L"] = str(g.L)
    if g.symmetrised:
        about["symmetrise"] = "yes"
    bound = replace(net.bound, polynomial=near.bounds)
    if bound.total >= eps:
        raise ArithmeticError(f"the bound {bound.total} is not below eps = {eps}")
    return replace(net, eps=eps, bound=bound, low=g.low, high=g.high, about=about)


def whole(
    kind: str, g: Target, eps: Fraction, *, k: int = 1, omega: Sequence[Fraction] = ()
) -> TransformerNet:
    """:func:`whole_network` with the polynomial within :data:`SHARE` of eps.

    Raises:
        ValueError: see :func:`approximate` and :func:`whole_network`.
    """
    return whole_network(kind, approximate(g, eps * SHARE, eps), eps, k=k, omega=omega)
