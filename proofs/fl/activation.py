"""Eq. 12: activations that are linear on each side of 0, and how they are reasoned of."""

from __future__ import annotations

from constructions.terms import conj, every, implies, var
from proofs.library.vectors import rho, t

a, b = var("a"), var("b")
_first, _second = implies(t > 0, rho(t).equals(a * t)), implies(t <= 0, rho(t).equals(b * t))
EQ12 = every("t", "real", conj(_first, _second))  #: rho(t) = a t for t > 0 and b t for t <= 0


#: rho(c t) = c rho(t) for (Leaky) ReLU: in the texts of proofs, where ``leaky`` is that rho is one
SCALES = """
have scale: for all c, t: real, c > 0 => rho(c*t) = c*rho(t):
  use leaky(t), leaky(c*t)
  cases t > 0:
    have c*t > 0
  have c*t <= 0
"""
