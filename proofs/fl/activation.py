"""Eq. 12: activations that are linear on each side of 0, and how they are reasoned of."""

from __future__ import annotations

from constructions.terms import conj, every, implies, var
from proofs.library.vectors import rho, t
from proofs.trees.script import Json, Node, auto, case, intro

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


def cases_of_relu(at: Json, factor: Json) -> Node:
    """A leaf under every sign of ``at`` and of ``factor * at``."""
    proof = auto("signs")
    for bound in (["max", at, "0"], ["max", ["*", factor, at], "0"]):
        proof = case(bound, proof, proof)
    return proof


def relu_is_homogeneous() -> Node:
    """Proof that t -> max(t, 0), up to a factor, satisfies rho(c t) = c rho(t) for c > 0."""
    return intro("u", intro("v", intro("", cases_of_relu("v", "u"))))
