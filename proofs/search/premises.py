"""Hypotheses in other words, for strategies that want them so.

- *There is* a y with P(y): a name for it, and P of it.
- |f(u) - f(v)| <= C |u - v| for all u and v: C is not negative, as u = 1 and v = 0 show.
- a/b <= c where b > 0: a <= c b.
- M = x(j) for a number M: the statement has x(j) for M.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import RELATIONS
from proofs.search.calculus import Line, NotSmooth, occurs, put
from proofs.search.cases import replaced
from proofs.search.lemmas import _renamed, told_in
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.search.stated import closed, lipschitz, positive
from proofs.trees.script import Json, Node, node, unread
from proofs.trees.transport import Missing

WORK = 400
Solve = Callable[[Json], bytes | None]


def reworded(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from one that ``solve`` finds with other words, or None."""
    line, search = Line(open_statement(statement)), _Search(WORK)
    part = {**statement, "vars": {**statement["vars"]}, "given": [*statement["given"]]}
    try:
        _named(line, part)
        for formula in list(part["given"]):
            with suppress(NotSmooth, Reject):
                _sign(line, part, formula, search)
        for i, formula in enumerate(part["given"]):
            with suppress(NotSmooth, Reject):
                part["given"][i] = _multiplied(line, formula, search)
        pairs = _substituted(part)
        if part == statement:
            return None
        found = solve(part)
        if found is None:
            return None
        known = [*statement["given"]]
        for fact in part["given"]:
            if fact in known:
                continue
            line.have_by(fact, partial(_shown if fact[0] in RELATIONS else _told, search))
        line.have_by(part["show"], told_in(part, json.loads(found)["proof"]))
        return closed(line, statement["show"], pairs, search)
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None


def _named(line: Line, part: Json) -> None:
    """Names for what there is."""
    for formula in list(part["given"]):
        while formula[0] == "some":
            rules = [unread(rule) for rule in line.context.rules]
            number = max(i for i, rule in enumerate(rules) if rule[0] == "some")
            name = _free(formula[1], part)
            part["vars"][name] = formula[2]
            body = put(formula[3], formula[1], name)
            line.step(node("obtain", rule=number, **{"as": name}), [])
            at = part["given"].index(formula)
            parts = body[1:] if body[0] == "and" else [body]
            part["given"][at : at + 1] = parts
            formula = parts[-1]


def _free(name: str, part: Json) -> str:
    taken = {*part["vars"], *part["functions"]}
    return next(n for n in (name, *(f"{name}_{i}" for i in range(2, 1000))) if n not in taken)


def _sign(line: Line, part: Json, formula: Json, search: _Search) -> None:
    """0 <= C, for the constant of a Lipschitz bound on the whole line."""
    found = lipschitz(formula)
    if found is None:
        return
    c = found[1]
    shown = ["<=", "0", c]
    rules = [unread(rule) for rule in line.context.rules]
    number = next((i for i, rule in enumerate(rules) if _same_form(rule, formula)), None)
    if number is None:
        return
    line.step(node("use", rule=number, at=["1", "0"]), [])
    line.have_by(shown, lambda context: search.leaf(context, 0))
    if shown not in part["given"]:
        part["given"].append(shown)


def _same_form(rule: Json, formula: Json) -> bool:
    """Whether two formulas differ in the names of bound variables alone."""
    names = (rule, formula)
    bound: list[list[str]] = [[], []]
    for i, one in enumerate(names):
        while one[0] == "all":
            bound[i].append(one[1])
            one = one[3]
    if len(bound[0]) != len(bound[1]):
        return False
    body = rule
    for old, new in zip(*bound, strict=True):
        body = _renamed(body, {old: new})
    return bool(body == formula)


def _multiplied(line: Line, formula: Json, search: _Search) -> Json:
    """A relation between quotients, multiplied out; it is known then."""
    if formula[0] not in ("<=", "<", "="):
        return formula
    op, left, right = formula
    for i, side in enumerate((left, right)):
        if not isinstance(side, list) or side[0] != "/" or _number(side[2]):
            continue
        top, bottom = side[1:]
        line.have_by(["<", "0", bottom], partial(positive, search))
        other = ["*", right if i == 0 else left, bottom]
        show = [op, top, other] if i == 0 else [op, other, top]
        line.have_by(show, partial(_shown, search))
        return _multiplied(line, show, search)
    return formula


def _number(term: Json) -> bool:
    return isinstance(term, str) and not term[0].isalpha()


def _substituted(part: Json) -> list[tuple[Json, Json]]:
    """Values of functions for variables that a hypothesis says are equal to them; the pairs."""
    pairs: list[tuple[Json, Json]] = []
    for formula in list(part["given"]):
        sides = (formula[1:], formula[:0:-1]) if formula[0] == "=" else ()
        for name, term in sides:
            alone = isinstance(name, str) and part["vars"].get(name) == "real"
            if alone and isinstance(term, list) and term[0] == "app" and not occurs(term, name):
                rest = [g for g in part["given"] if g != formula]
                part["given"] = [replaced(g, name, term) for g in rest]
                part["show"] = replaced(part["show"], name, term)
                part["vars"] = {n: sort for n, sort in part["vars"].items() if n != name}
                pairs.append((name, term))
                break
    return pairs


def _told(search: _Search, context: Context) -> Node | None:
    """A hypothesis with a quantifier, of what it says of an equal term."""
    return search.solve(context, Fuel(0, 1, 1, 0), frozenset())


def _shown(search: _Search, context: Context) -> Node | None:
    found = search._two_sides(context, 0) if context.goal[0] == "=" else search.leaf(context, 0)
    return found or search.leaf(context, 1) or positive(search, context)
