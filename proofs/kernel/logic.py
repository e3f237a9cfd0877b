"""Rules that take a goal apart or add what is already known: each returns the child contexts.

split  p >= 0 | p < 0 (p <= -1 for an integral polynomial)
case   the cases of an abs, max, min or sign term
have   a lemma, proved in the first child and known in the second
both   a conjunction, a child for each part; an equality, a child for each of <= and >=
intro  an implication or a universal goal: assume, or fix a new variable
some   an existential goal, shown by a term
obtain a new variable for what an existential hypothesis says there is
use    a hypothesis that is universal, an implication, or a Lipschitz bound at two points
same   f(a) = f(b), where a = b is proved in the first child
define a quotient, root or logarithm whose domain is proved in the first child
finite every value of an integer between two constants, a child for each
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Decline, Reject
from proofs.kernel.terms import Formula, Term, read_formula, substitute

MAX_FINITE = 5_000


def split(context: Context, node: dict[str, Any]) -> list[Context]:
    poly = context.poly(context.read(node["on"]))
    above, below = context.child(), context.child()
    above.add(poly, ">=")
    whole = context.integral(poly)
    below.add(P.minus(P.constant(-1 if whole else 0), poly), ">=" if whole else ">")
    return [above, below]


def case(context: Context, node: dict[str, Any]) -> list[Context]:
    term, zero = context.read(node["on"]), Fraction(0)
    if not isinstance(term, tuple) or term[0] not in ("abs", "max", "min", "sign"):
        raise Reject("no-cases", str(term)[:40])
    context.poly(term)  # its arguments must be defined here
    a, b = term[1], term[2] if len(term) == 3 else zero
    if term[0] == "sign":
        sides = [("<", zero, a), ("=", a, zero), ("<", a, zero)]
        return [context.child(side, ("=", term, Fraction(1 - i))) for i, side in enumerate(sides)]
    upper, lower = {"abs": (a, ("-", a)), "max": (a, b), "min": (b, a)}[term[0]]
    return [
        context.child(("<=", b, a), ("=", term, upper)),
        context.child(("<", a, b), ("=", term, lower)),
    ]


def have(context: Context, node: dict[str, Any]) -> list[Context]:
    formula = read_formula(node["show"], context.sorts, context.functions)
    return [context.child(goal=formula), context.child(formula)]


def both(context: Context, node: dict[str, Any]) -> list[Context]:
    op, *parts = context.goal
    if op == "=":
        parts = [("<=", *parts), ("<=", *reversed(parts))]
    elif op != "and":
        raise Reject("wrong-goal", op)
    return [context.child(goal=part) for part in parts]


def intro(context: Context, node: dict[str, Any]) -> list[Context]:
    goal = context.goal
    if goal[0] == "implies":
        return [context.child(goal[1], goal=goal[2])]
    if goal[0] != "all":
        raise Reject("wrong-goal", goal[0])
    new = context.child()
    new.declare(node["as"], goal[2])
    new.goal = substitute(goal[3], goal[1], node["as"])
    return [new]


def some(context: Context, node: dict[str, Any]) -> list[Context]:
    goal = context.goal
    if goal[0] != "some":
        raise Reject("wrong-goal", goal[0])
    term = context.read(node["is"])
    defined_of_sort(context, term, goal[2])
    return [context.child(goal=substitute(goal[3], goal[1], term))]


def obtain(context: Context, node: dict[str, Any]) -> list[Context]:
    rule = _rule(context, node)
    if rule[0] != "some":
        raise Reject("nothing-to-obtain", rule[0])
    new = context.child()
    new.declare(node["as"], rule[2])
    new.assume(substitute(rule[3], rule[1], node["as"]))
    return [new]


def use(context: Context, node: dict[str, Any]) -> list[Context]:
    if not isinstance(node["at"], list):
        raise Reject("bad-use", str(node["at"])[:40])
    rule, terms = _rule(context, node), [context.read(t) for t in node["at"]]
    if rule[0] == "lipschitz":
        return _lipschitz(context, rule, terms)
    for term in terms:
        if rule[0] != "all":
            raise Reject("too-many-terms")
        defined_of_sort(context, term, rule[2])
        rule = substitute(rule[3], rule[1], term)
    if rule[0] == "implies":
        return [context.child(goal=rule[1]), context.child(rule[2])]
    return [context.child(rule)]


def _rule(context: Context, node: dict[str, Any]) -> Formula:
    index = node["rule"]
    if type(index) is not int or not 0 <= index < len(context.rules):
        raise Reject("no-such-rule", str(index)[:40])
    return context.rules[index]


def _lipschitz(context: Context, rule: Formula, terms: list[Term]) -> list[Context]:
    if len(terms) != 2:
        raise Reject("needs-two-points")
    name, constant, low, high = rule[1:]
    inside: Formula = ("and", *(f for t in terms for f in (("<=", low, t), ("<=", t, high))))
    values = [("app", name, t) for t in terms]
    gap, distance = (("abs", ("-", *pair)) for pair in (values, terms))
    return [context.child(goal=inside), context.child(("<=", gap, ("*", constant, distance)))]


def same(context: Context, node: dict[str, Any]) -> list[Context]:
    first, second = context.read(node["first"]), context.read(node["second"])
    for term in (first, second):
        if not isinstance(term, tuple) or term[:2] != first[:2] or term[0] != "app":
            raise Reject("not-the-same-function", str(term)[:40])
    equal: Formula = ("and", *(("=", a, b) for a, b in zip(first[2:], second[2:], strict=True)))
    return [context.child(goal=equal), context.child(("=", first, second))]


def define(context: Context, node: dict[str, Any]) -> list[Context]:
    term = context.read(node["term"])
    if not isinstance(term, tuple) or term[0] not in ("/", "sqrt", "log"):
        raise Reject("nothing-to-define", str(term)[:40])
    zero, a = Fraction(0), term[2] if term[0] == "/" else term[1]
    condition = {"/": ("!=", a, zero), "sqrt": ("<=", zero, a), "log": ("<", zero, a)}[term[0]]
    known = context.child(condition)
    known.poly(term)
    return [context.child(goal=condition), known]


def finite(context: Context, node: dict[str, Any]) -> list[Context]:
    name, low, high = node["on"], node["from"], node["to"]
    if context.sorts.get(name if isinstance(name, str) else "") != "int":
        raise Reject("not-an-integer", str(name)[:40])
    if type(low) is not int or type(high) is not int:
        raise Reject("bad-range")
    if high - low >= MAX_FINITE:
        raise Decline("range-too-long")
    value = P.variable(name)
    above, below = P.minus(value, P.constant(low)), P.minus(P.constant(high), value)
    if not context.evident(above, ">=") or not context.evident(below, ">="):
        raise Reject("range-not-known", f"needs {low} <= {name} <= {high}")
    return [context.child(("=", name, Fraction(i))) for i in range(low, high + 1)]


def defined_of_sort(context: Context, term: Term, sort: str) -> None:
    """Only a defined term may stand for a variable, only an integral one for an integer."""
    poly = context.poly(term)
    if sort == "int" and not context.integral(poly):
        raise Reject("not-an-integer", str(term)[:40])
