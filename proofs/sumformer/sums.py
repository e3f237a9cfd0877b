"""The numbers 0 and 1, and exp of equal numbers."""

from __future__ import annotations

from constructions.terms import Term, every, implies, var
from proofs.library.vectors import S, fact
from proofs.trees.script import Node, auto, have, intro, node

ZERO, ONE = S.const(0), S.const(1)
_a, _b = var("a"), var("b")
_EQUAL = implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b)))
_EXP = every("a", "real", every("b", "real", _EQUAL))


def exp_of_equals(then: Node) -> Node:
    """Make known that a = b implies exp(a) = exp(b)."""
    a, b = var("a0"), var("b0")
    line = every("t", "real", 1 + var("t") <= S.exp(var("t")))
    total = every(
        "a",
        "real",
        every(
            "b",
            "real",
            S.exp(var("a") + var("b")).equals(S.exp(var("a")) * S.exp(var("b"))),
        ),
    )

    def above(high: Term, low: Term) -> Node:
        """exp(high) >= exp(low), as high = low + 0."""
        grown = have(S.exp(high - low) >= 1, auto("exp(0) >= 1"), auto("exp(a) >= exp(b)"))
        return fact(line, [high - low], fact(total, [low, high - low], grown))

    proof = intro("a0", intro("b0", intro("", node("both", above(b, a), above(a, b)))))
    lemma = have(_EXP, proof, then)
    return node("axiom", node("axiom", lemma, name="exp-line"), name="exp-sum")


def equal_exp(one: Term, other: Term, then: Node) -> Node:
    """exp(one) = exp(other), where one = other is known."""
    return fact(_EXP, [one, other], then, auto("equal arguments"))
