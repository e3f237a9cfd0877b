"""The 0-1 error of a softmax classifier, Eq. 19, as kernel terms, and when two of them agree.

A classifier is given by its logits: a function of the class c, 1 <= c <= C.  Its error on a sample
of label y is 0 iff y is in argmax_c y_hat_c, with y_hat the softmax of the logits.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, app, conj, every, implies, total, var
from proofs.fl.vectors import ONE, Body, S, both_sums, fact, i, sigma, within
from proofs.methods.script import (
    Json,
    Node,
    auto,
    have,
    induct,
    intro,
    node,
    split,
)

C, y = var("C"), var("y")
Logit = Callable[[Term], Term]
Then = Callable[[Node], Node]
_a, _b = var("a"), var("b")
MONOTONE = every(
    "a",
    "real",
    every(
        "b",
        "real",
        conj(
            implies(_a <= _b, S.exp(_a) <= S.exp(_b)),
            implies(S.exp(_a) <= S.exp(_b), _a <= _b),
        ),
    ),
)
EXP_SUM = every("a", "real", every("b", "real", S.exp(_a + _b).equals(S.exp(_a) * S.exp(_b))))
EXP_LINE = every("t", "real", 1 + var("t") <= S.exp(var("t")))


def linear(width: Term, features: Body, weights: str = "W") -> Logit:
    """w_c^T g of every class c."""
    return products(width, lambda label, o: app(weights, label, o), features)


def products(width: Term, weights: Callable[[Term, Term], Term], features: Body) -> Logit:
    """w_c^T g, the weights being any function of the class and the coordinate."""
    return lambda label: sigma(width, lambda o: weights(label, o) * features(o))


def partition(logit: Logit) -> Term:
    """sum_c exp(w_c^T g)."""
    return total("c", 1, C, S.exp(logit(var("c"))))


def softmax(logit: Logit, label: Term) -> Term:
    """y_hat_c."""
    return S.exp(logit(label)) / partition(logit)


def correct(logit: Logit) -> Json:
    """y is in argmax_c y_hat_c: the error is 0."""
    return every("i", "int", within(C, i, softmax(logit, i) <= softmax(logit, y)))


def largest(logit: Logit) -> Json:
    """w_y^T g >= w_c^T g for all c."""
    return every("i", "int", within(C, i, logit(i) <= logit(y)))


def iff(one: Json, other: Json) -> Json:
    """Each implies the other."""
    return conj(implies(one, other), implies(other, one))


def same_error(one: Logit, other: Logit) -> Json:
    """The errors are equal: each is 0 iff the other is."""
    return iff(correct(one), correct(other))


# --- scripts -------------------------------------------------------------------------------------


def in_range(*also: Node) -> Node:
    """1 <= c <= C, and what else is asked."""
    return node("both", auto("1 <= c"), auto("c <= C"), *also)


def monotone(then: Node) -> Node:
    """exp is increasing: exp(b) = exp(b - a) exp(a) and exp(b - a) >= 1 + b - a."""
    one, other = var("a0"), var("b0")

    def known(low: Term, high: Term, then: Node) -> Node:
        line = fact(EXP_LINE, [high - low], then)
        return fact(EXP_SUM, [high - low, low], line)

    up = intro("", known(one, other, auto("exp(a) <= exp(b)")))
    larger = known(other, one, have(S.exp(one) > S.exp(other), auto("exp(b) < exp(a)"), auto()))
    down = intro("", split((other - one).json, auto("a <= b"), larger))
    proof = intro("a0", intro("b0", node("both", up, down)))
    lemma = have(MONOTONE, proof, then)
    return node("axiom", node("axiom", lemma, name="exp-line"), name="exp-sum")


def positive_partition(logit: Logit, then: Node) -> Node:
    """sum_c exp(...) > 0, by induction over the number of classes."""
    at = var("m1")

    def upto(high: Term) -> Term:
        return total("c", 1, high, S.exp(logit(var("c"))))

    claim = upto(at) > 0
    empty = both_sums("unfold", [upto(ONE)], both_sums("empty", [upto(ONE - 1)], auto("one")))
    step = both_sums("unfold", [upto(at + 1)], auto("one more"))
    whole = every("i", "int", implies(i >= 1, upto(i) > 0))
    known = fact(whole, [C], then, auto("1 <= C"))
    return induct("m1", "1", claim, empty, step, known)


def in_logits(logit: Logit, then: Node) -> Node:
    """The error is 0 iff the logit of y is the largest one; then go on."""
    return have(iff(correct(logit), largest(logit)), error_in_logits(logit), then)


def error_in_logits(logit: Logit) -> Node:
    """Proof that the error is 0 iff the logit of y is the largest; needs :func:`monotone`."""
    label = var("j1")

    def at(then: Node) -> Node:
        return fact(MONOTONE, [logit(label), logit(y)], then)

    low, high = logit(label), logit(y)
    exps = S.exp(low) <= S.exp(high)
    down = fact(implies(exps, low <= high), [], auto("logits"), auto("exp"))
    scaled = have(exps, auto("times the partition"), down)
    one = fact(correct(logit), [label], at(scaled), in_range())
    forth = intro("", intro("j1", intro("", one)))
    up = fact(implies(low <= high, exps), [], auto("quotients"), auto("logits"))
    two = fact(largest(logit), [label], at(up), in_range())
    back = intro("", intro("j1", intro("", two)))
    part = partition(logit)
    inverse = have(1 / part > 0, auto("1 / partition > 0"), node("both", forth, back))
    return positive_partition(logit, inverse)


def known(formula: Json) -> Node:
    """Proof of a universal goal about labels that is a hypothesis."""
    index = var("j4")
    return intro("j4", intro("", fact(formula, [index], auto("known"), in_range())))


def scaled_logits(one: Logit, other: Logit, factor: Term) -> Json:
    """one_c = factor other_c for every class."""
    return every("i", "int", within(C, i, one(i).equals(factor * other(i))))


def same_order(one: Logit, other: Logit, factor: Term) -> Node:
    """Proof of the goal largest(one) iff largest(other), where :func:`scaled_logits` is known."""
    scaled = scaled_logits(one, other, factor)

    def order(first: Logit) -> Node:
        index = var("j3")
        ends = fact(largest(first), [index], auto("the same order"), in_range())
        both = fact(scaled, [index], fact(scaled, [y], ends, in_range()), in_range())
        return intro("", intro("j3", intro("", both)))

    return node("both", order(one), order(other))


def errors_agree(one: Logit, other: Logit, factor: Term) -> Node:
    """Proof of same_error(other, one): the factor is positive and the logits are scaled."""

    def pass_on(first: Logit, second: Logit) -> Node:
        last = fact(
            implies(largest(second), correct(second)),
            [],
            known(correct(second)),
            known(largest(second)),
        )
        over = fact(implies(largest(first), largest(second)), [], last, known(largest(first)))
        return intro(
            "",
            fact(implies(correct(first), largest(first)), [], over, known(correct(first))),
        )

    ends = node("both", pass_on(other, one), pass_on(one, other))
    order = have(iff(largest(one), largest(other)), same_order(one, other, factor), ends)
    return monotone(in_logits(one, in_logits(other, order)))
