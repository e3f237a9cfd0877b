"""Whole networks of Theorems 4.3-4.5 for a Lipschitz g, and on other boxes than [0, 1]^d.

A polynomial P with |g - P| <= e is taken from :mod:`constructions.bernstein`, and the network T of
P within eps - e from :mod:`constructions.transformer`, so that |f - T| <= |f - S| + |S - T| < eps.

On [low, high]^d all of it is done in the coordinates u = (x - low)/(high - low) of the cube, which
the embedding computes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from constructions.bernstein import HOW, Near, Target, approximate
from constructions.sumformer import Sumformer, rewrite
from constructions.transformer import TransformerNet, compared, construct

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARE = Fraction(7, 8)
"""The share of eps for |f - S|, where g is no polynomial."""


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
        return f"{line} on [{g.low}, {g.high}] ({how})"

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
        }


def sumformer(near: Near, eps: Fraction | None) -> Sumformer:
    """The Sumformer of P in the tokens x."""
    made = rewrite(near.polynomial)
    if near.method == "exact" or eps is None:
        return made
    return NearSumformer(made.n, made.d, made.degrees, made.sigma, near, eps)


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
    return whole_network(kind, approximate(g, eps * SHARE), eps, k=k, omega=omega)
