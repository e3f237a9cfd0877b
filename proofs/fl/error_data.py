"""Exact data for errors: proofs that a classifier with two classes is right, or not."""

from __future__ import annotations

from constructions.terms import Term, implies
from proofs.fl.errors import MONOTONE, monotone
from proofs.kernel.context import Context
from proofs.library.vectors import ONE, S, fact, put, unfolded
from proofs.library.witnesses import defined, width_known
from proofs.trees.script import Node, auto, have, intro, look, node, split, unread, use


def no_error(strict: bool, label: int, widths: int) -> Node:
    """The error is 0: both implications, where the classifier is right by numbers."""
    right = largest(widths, label if strict else 0)
    return node("both", intro("", auto("0 = 0")), intro("", right))


def an_error(strict: bool, wrong: int) -> Node:
    """The error is 1: ``wrong`` has a larger logit than the label."""
    contradiction = intro("", look(lambda context: _not_right(context, strict, wrong)))
    return node("both", contradiction, intro("", _anything()))


def _anything() -> Node:
    """From an error 1 that is not 1, whatever is said of every class."""
    every_class = intro("h", intro("", defined(auto("anything"))))
    return have(ONE < 0, auto("1 is not 1"), every_class)


def a_tie(strict: bool, other: int, widths: int = 0) -> Node:
    """All logits are equal: no error, or one where ties are errors.

    They are the same term or, with ``widths``, sums of that many numbers that are equal.
    """
    if not strict:
        best = intro("h", intro("", defined(auto("equal"))))
        return node("both", intro("", auto("0 = 0")), intro("", best))
    inside = node("both", auto("1 <= c"), auto("c <= C"), auto("another"))

    def tied(context: Context) -> Node:
        if widths:
            return monotone(look(lambda inner: _not_less(inner, other, widths)))
        return use(len(context.rules) - 1, [str(other)], inside, auto("not less than itself"))

    return node("both", intro("", look(tied)), intro("", _anything()))


def _not_less(context: Context, other: int, widths: int) -> Node:
    """The classifier is said to prefer the label to a class with the same logit."""
    number = next(n for n in reversed(range(len(context.rules))) if "!=" in str(context.rules[n]))
    rule = unread(context.rules[number])
    _, low_value, high_value = put(rule[3][2], rule[1], S.const(other))
    (_, (_, one), partition), (_, (_, label), _) = low_value, high_value
    low, high = Term(one), Term(label)
    inside = node("both", auto("1 <= c"), auto("c <= C"), auto("another"))
    used = use(number, [str(other)], inside, auto("not less"))
    inverse = have(1 / Term(partition) > 0, auto("1 / partition > 0"), used)
    exps = S.exp(high) <= S.exp(low)
    known = fact(implies(high <= low, exps), [], inverse, auto("the logits"))
    equal = unfolded(one, widths, unfolded(label, widths, auto("the logits")))
    order = have(high <= low, equal, fact(MONOTONE, [high, low], known))
    return width_known(widths, order)


def largest(widths: int, label: int = 0) -> Node:
    """Proof that the label is in the argmax of two classes, or, if named, the only one in it."""
    order = look(lambda context: _order(context, widths, label))
    return monotone(intro("h", intro("", order)))


def _not_right(context: Context, strict: bool, wrong: int) -> Node:
    """The classifier is said to be right, which it is not."""
    rule = unread(context.rules[-1])
    order = put(rule[3][2], rule[1], S.const(wrong))
    also = [auto("another")] if strict else []
    inside = node("both", auto("1 <= c"), auto("c <= C"), *also)
    used = use(len(context.rules) - 1, [str(wrong)], inside, auto("a contradiction"))
    return have(["<", order[2], order[1]], auto("softmax"), used)


def _order(context: Context, widths: int, label: int) -> Node:
    """Proof of exp(a) / P <= exp(b) / P, or <, for class h: from the logits of each class."""
    _, (_, (_, one), partition), (_, (_, other), _) = unread(context.goal)
    low, high = Term(one), Term(other)
    inverse, exps = 1 / Term(partition), (S.exp(low), S.exp(high))
    values = unfolded(one, widths, unfolded(other, widths, auto("the logits")))
    classes = [auto("the label itself") if c == label else values for c in (1, 2)]
    below = node("finite", *classes, on="h", **{"from": 1, "to": 2})
    quotients = have(inverse > 0, auto("partition > 0"), auto("the quotients"))
    if label:
        order, first = low < high, exps[0] < exps[1]
        apart = fact(implies(exps[1] <= exps[0], high <= low), [], auto("a contradiction"), auto())
        proof = split((exps[0] - exps[1]).json, apart, auto("exp"))
        used = fact(MONOTONE, [high, low], have(first, proof, quotients))
    else:
        order = low <= high
        known = fact(implies(order, exps[0] <= exps[1]), [], quotients, auto("the logits"))
        used = fact(MONOTONE, [low, high], known)
    return width_known(widths, have(order, below, used))
