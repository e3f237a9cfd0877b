"""The step networks of *Parallel Layer Normalization*, A.6: units whose values are 1 and -1.

The weights are those of Lemma 2.  LN-2 and LS-1 without delta take the sign of one affine function
and, by the convention of A.6, the value 1 where it is 0 (LN-2: [1, -1]).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from constructions.exact import Surd
from constructions.layers import LayerNorm, LayerScaling
from constructions.networks import ParallelNet, Unit
from constructions.pln import sign_network

PAIR = LayerNorm(2, Surd.of(0), at_zero=(1, -1))  #: LN-2 of A.6
SINGLE = LayerScaling(1, Surd.of(0), at_zero=1)  #: LS-1 of A.6


def pair_network(y: Sequence[Fraction]) -> ParallelNet:
    """N groups of LN-2 through the midpoint values: alpha = [alpha_hat, 0], w = [1, -1]."""

    def unit(step: Unit) -> Unit:
        (alpha,), ((w,),), (b,) = step.alpha, step.W, step.b
        return Unit(step.name, (alpha, Surd.of(0)), ((w,), (-w,)), (b, -b))

    return ParallelNet(PAIR, 1, tuple(unit(u) for u in sign_network(y).units))


def single_network(y: Sequence[Fraction]) -> ParallelNet:
    """N units of LS-1 through the midpoint values."""
    return ParallelNet(SINGLE, 1, sign_network(y).units)
