"""Sums of every length that have one summand, or equal ones, or none that is not 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from constructions.terms import Term, conj, every, implies, var
from proofs.library.vectors import Body, S, both_sums, fact, put, sigma
from proofs.trees.script import Json, Node, auto, have, induct, intro, node, same, split

ZERO, ONE = S.const(0), S.const(1)
Pointwise = Callable[[Term, Node], Node]
Then = Callable[[Node], Node]
_a, _b = var("a"), var("b")
_EQUAL = implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b)))
_EXP = every("a", "real", every("b", "real", _EQUAL))


def product(factors: Sequence[Body]) -> Body:
    """The product of two sequences, term by term."""
    first, second = factors
    return lambda at: first(at) * second(at)


def _upto(name: str, claim: Json, high: Term, then: Node) -> Node:
    """From ``claim`` for all integers >= 0 to its conclusion at ``high``."""
    whole = every(name, "int", implies(var(name) >= 0, claim))
    used = fact(put(claim, name, high), [], then, auto("the range"))
    return fact(whole, [high], used, auto("0 <= the length"))


def vanishing(high: Term, body: Body, zero: Pointwise, then: Node, name: str) -> Node:
    """sum_{j=1}^{high} body(j) = 0, where ``zero(at, ...)`` makes body(at) = 0 known."""
    m = var(name)
    claim = implies(m <= high, sigma(m, body).equals(0))
    base = intro("", both_sums("empty", [sigma(ZERO, body)], auto("empty sum")))
    close = have(body(m + 1).equals(0), auto("this summand is 0"), auto("still 0"))
    unfolded = both_sums("unfold", [sigma(m + 1, body)], zero(m + 1, close))
    step = intro("", fact(claim, [], unfolded, auto("m <= length")))
    return induct(name, "0", claim, base, step, _upto(name, claim, high, then))


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


def single(
    high: Term, factors: Sequence[Body], at: Term, zero: Pointwise, then: Node, name: str
) -> Node:
    """sum_{j=1}^{high} f(j) g(j) = f(at) g(at), for 1 <= at <= high, the others being 0.

    ``zero(o, ...)`` makes f(o) or g(o) = 0 known where o is another index.  The factors are
    values of functions.
    """
    m = var(name)
    body = product(factors)
    value = body(at)
    before = implies(m < at, sigma(m, body).equals(0))
    after = implies(at <= m, sigma(m, body).equals(value))
    claim = implies(m <= high, conj(before, after))
    empty = [sigma(ZERO, body)]
    none = both_sums("empty", empty, auto("empty sum"))
    base = intro("", node("both", intro("", none), intro("", auto("at >= 1"))))
    new = [sigma(m + 1, body)]
    other = have(body(m + 1).equals(0), auto("this summand is 0"), auto("nothing new"))
    still = fact(before, [], zero(m + 1, other), auto("m < at"))
    hit: Node = have(body(m + 1).equals(value), auto("the summand"), auto("the only one"))
    for factor in factors:
        hit = same(factor(m + 1), factor(at), hit)
    here = fact(before, [], hit, auto("m < at"))
    older = fact(after, [], zero(m + 1, other), auto("at <= m"))
    there = split((at - m - 1).json, here, older)
    parts = node(
        "both",
        intro("", both_sums("unfold", new, still)),
        intro("", both_sums("unfold", new, there)),
    )
    step = intro("", fact(claim, [], parts, auto("m <= length")))
    end = fact(put(after, name, high), [], then, auto("at <= length"))
    return induct(name, "0", claim, base, step, _upto(name, claim, high, end))


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
