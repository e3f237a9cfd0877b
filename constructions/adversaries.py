"""The functions that defeat every narrow network (Parallel Layer Normalization, A.5.2, A.6.2).

Each formula is written over a number system, so the same expression is evaluated, drawn and
lowered to the terms of a certificate.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.networks import ParallelNet
from constructions.relu import relu_network

Value = Any


def zigzag(system: Any, x: Value, N: Value, eps: Value) -> Value:
    """Eq. 51 in closed form: -eps + 2 eps |N x - 2 floor((N x + 1)/2)|.

    It is -eps at even and eps at odd multiples of 1/N, linear in between, and 2 eps N-Lipschitz.
    Eq. 51 divides by N; this form has a value, -eps, for N = 0 too.
    """
    t = N * x
    return -eps + 2 * eps * system.abs(t - 2 * system.floor((t + 1) / 2))


def ramp(x: Value, L: Value, level: Value) -> Value:
    """level + L x: A.6.2 takes level 0; with level eps no network of floor(L/(2 eps)) steps is
    closer than eps."""
    return level + L * x


def zigzag_network(N: int, eps: Fraction) -> ParallelNet:
    """The zigzag of Eq. 51 as a ReLU network of N + 1 units, for N >= 1: its error is 0."""
    if N < 1:
        raise ValueError(f"Eq. 51 needs N = floor(L/(2 eps)) >= 1, got {N}")
    return relu_network([eps if k % 2 else -eps for k in range(N + 1)])


def zigzag_text(N: int, eps: Fraction) -> str:
    """The zigzag as a function that a user can type."""
    return f"-({eps})+2*({eps})*abs({N}*x-2*floor(({N}*x+1)/2))"
