"""Sums of every length with equal summands, and exp of equal numbers."""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, every, implies, var
from proofs.library.vectors import Body, S, both_sums, fact, put, sigma
from proofs.trees.script import Json, Node, auto, have, induct, intro, node

ZERO, ONE = S.const(0), S.const(1)
Pointwise = Callable[[Term, Node], Node]
_a, _b = var("a"), var("b")
_EQUAL = implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b)))
_EXP = every("a", "real", every("b", "real", _EQUAL))


def _upto(name: str, claim: Json, high: Term, then: Node) -> Node:
    """From ``claim`` for all integers >= 0 to its conclusion at ``high``."""
    whole = every(name, "int", implies(var(name) >= 0, claim))
    used = fact(put(claim, name, high), [], then, auto("the range"))
    return fact(whole, [high], used, auto("0 <= the length"))


def equal_summands(
    high: Term, body: Body, value: Term, known: Pointwise, then: Node, name: str
) -> Node:
    """sum_{j=1}^{high} body(j) = high value, where ``known`` makes body(at) = value known."""
    m = var(name)
    claim = implies(m <= high, sigma(m, body).equals(m * value))
    base = intro("", both_sums("empty", [sigma(ZERO, body)], auto("empty sum")))
    unfolded = both_sums("unfold", [sigma(m + 1, body)], known(m + 1, auto("one more")))
    step = intro("", fact(claim, [], unfolded, auto("m <= length")))
    return induct(name, "0", claim, base, step, _upto(name, claim, high, then))


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
