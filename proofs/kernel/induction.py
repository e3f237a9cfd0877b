"""Induction over the integers, and finite sums.

induct  claim(from) and, for every integer k >= from, claim(k) => claim(k + 1) give the claim for
        all integers >= from.  Functions in the claim stay uninterpreted.
unfold  sum(lo..hi) = sum(lo..hi-1) + body(hi), where lo <= hi is proved.
empty   sum(lo..hi) = 0, where hi < lo is proved.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.logic import defined_of_sort
from proofs.kernel.terms import bind, read_formula, substitute


def induct(context: Context, node: dict[str, Any]) -> list[Context]:
    name, start = node["on"], context.read(node["from"])
    defined_of_sort(context, start, "int")
    step = context.child()
    step.declare(name, "int")
    claim = read_formula(node["claim"], step.sorts, step.functions)
    step.assume(("<=", start, name))
    step.assume(claim)
    step.goal = substitute(claim, name, ("+", name, Fraction(1)))
    bound, body = bind(("implies", ("<=", start, name), claim), name)
    return [
        context.child(goal=substitute(claim, name, start)),
        step,
        context.child(("all", bound, "int", body)),
    ]


def unfold(context: Context, node: dict[str, Any]) -> list[Context]:
    term = _sum(context, node)
    _, bound, low, high, body = term
    shorter = ("sum", bound, low, ("-", high, Fraction(1)), body)
    last = substitute(body, bound, high)
    known = context.child(("<=", low, high))
    known.poly(last)  # the last summand must be defined
    return [
        context.child(goal=("<=", low, high)),
        known.child(("=", term, ("+", shorter, last))),
    ]


def empty(context: Context, node: dict[str, Any]) -> list[Context]:
    term = _sum(context, node)
    condition = ("<", term[3], term[2])
    return [context.child(goal=condition), context.child(condition, ("=", term, Fraction(0)))]


def _sum(context: Context, node: dict[str, Any]) -> Any:
    term = context.read(node["on"])
    if not isinstance(term, tuple) or term[0] != "sum":
        raise Reject("not-a-sum", str(term)[:40])
    defined_of_sort(context, term[2], "int")
    defined_of_sort(context, term[3], "int")
    return term
