"""Eq. 12: activations that are linear on each side of 0, and how they are reasoned of."""

from __future__ import annotations

from constructions.terms import Term, conj, every, implies, var
from proofs.library.vectors import fact, put, rho, t
from proofs.trees.script import Json, Node, auto, case, intro, split

a, b = var("a"), var("b")
_first, _second = implies(t > 0, rho(t).equals(a * t)), implies(t <= 0, rho(t).equals(b * t))
EQ12 = every("t", "real", conj(_first, _second))  #: rho(t) = a t for t > 0 and b t for t <= 0


def eq12(right: Term, left: Term) -> Json:
    """Eq. 12 with these slopes."""
    return put(put(EQ12, "a", right), "b", left)


def at_point(at: Term, right: Term, left: Term, positive: Node, negative: Node) -> Node:
    """Use Eq. 12 at a point: ``positive`` and ``negative`` go on in the two cases."""
    above = implies(at > 0, rho(at).equals(right * at))
    below = implies(at <= 0, rho(at).equals(left * at))
    return fact(
        eq12(right, left),
        [at],
        split(
            (-at).json,
            fact(below, [], negative, auto("t <= 0")),
            fact(above, [], positive, auto("t > 0")),
        ),
    )


def sufficient(right: Term, left: Term) -> Node:
    """Proof of the goal rho(c t) = c rho(t) for all c > 0 and t, from Eq. 12."""
    factor, point = var("u"), var("v")
    inner = at_point(factor * point, right, left, auto("c t > 0"), auto("c t <= 0"))
    return intro("u", intro("v", intro("", at_point(point, right, left, inner, inner))))


def cases_of_relu(at: Json, factor: Json) -> Node:
    """A leaf under every sign of ``at`` and of ``factor * at``."""
    proof = auto("signs")
    for bound in (["max", at, "0"], ["max", ["*", factor, at], "0"]):
        proof = case(bound, proof, proof)
    return proof


def relu_is_homogeneous() -> Node:
    """Proof that t -> max(t, 0), up to a factor, satisfies rho(c t) = c rho(t) for c > 0."""
    return intro("u", intro("v", intro("", cases_of_relu("v", "u"))))
