"""A lemma about all functions, for functions that are given by terms.

The kernel has no rule for this: what is told again is the lemma's proof, node by node, with a term
in the place of f(t).  A leaf is an identity between polynomials in what is not polynomial, so it
stays one when a term takes the place of f(t); where a function's values at equal arguments were
equal, the terms are shown to be equal; where a summand has to be defined, that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.search import _moves
from proofs.search.lemmas import Lemma, _introduced, _renamed
from proofs.trees.script import Json, Node, NotFound, auto, fill, node, unread
from proofs.trees.transport import FORWARD, Extent, Missing

TERMS = ("on", "show", "term", "is", "first", "second", "from", "claim")
Functions = Mapping[str, tuple[list[str], Json]]
"""For each function its arguments and the term that it stands for."""


def function_names(lemma: Lemma) -> dict[str, int]:
    """The functions that a lemma is about, with their numbers of arguments."""
    return dict(lemma.certificate["statement"]["functions"])


@dataclass(frozen=True)
class Given:
    """Terms for functions and for variables of a lemma."""

    functions: Mapping[str, tuple[list[str], Json]]
    values: Mapping[str, Json]


def at_terms(
    lemma: Lemma, functions: Functions, terms: Sequence[Json], context: Context
) -> tuple[Json, Callable[[Context], Node]]:
    """The lemma for these functions, and for the terms as its first variables.

    As a formula, and with what proves it where it is the goal.

    The second raises ``Missing`` or ``Reject`` where the proof does not hold for them.
    """
    statement, proof = lemma.certificate["statement"], lemma.proof
    inside = set().union(*(_words(body) for _, body in functions.values()), *map(_words, terms))
    taken = {*context.sorts, *context.functions, *inside}
    own = {*statement["vars"], *_introduced(proof), *_all_bound(statement), *_all_bound(proof)}
    names: dict[str, str] = {}
    for name in sorted(own):
        new = name
        while new in taken or new in names.values():
            new += "_"
        names[name] = new
    # a function of the lemma keeps its name in the old context, whatever it means in the new one
    statement, proof = _renamed(statement, names), _renamed(proof, names)
    formula = statement["show"]
    if statement["given"]:
        given = statement["given"]
        formula = ["implies", given[0] if len(given) == 1 else ["and", *given], formula]
    values = dict(zip(statement["vars"], terms, strict=False))
    left = {name: sort for name, sort in statement["vars"].items() if name not in values}
    for name, sort in reversed(left.items()):
        formula = ["all", name, sort, formula]
    at = Given(functions, values)
    formula = applied(formula, at)

    def proved(new: Context) -> Node:
        old = open_statement(statement)
        steps = [node("intro", **{"as": name}) for name in left]
        steps += [node("intro", **{"as": ""})] if statement["given"] else []
        for step in steps:
            (new,) = RULES["intro"][1](new, step)
        told = _walk(old, new, proof, at)
        for step in reversed(steps):
            told = {**step, "then": [told]}
        return told

    return formula, proved


def applied(part: Json, at: Given) -> Json:
    """A formula or term with the terms for the functions and variables."""
    if not isinstance(part, list):
        return at.values.get(part, part) if isinstance(part, str) else part
    if part[0] == "lipschitz" and part[1] in at.functions:
        raise Missing("a Lipschitz bound is assumed of it")
    if part[0] != "app" or part[1] not in at.functions:
        kept = 2 if part[0] in ("app", "lipschitz", "all", "some", "sum") else 1
        return [*part[:kept], *(applied(p, at) for p in part[kept:])]
    names, body = at.functions[part[1]]
    values = [applied(p, at) for p in part[2:]]
    return _put_all(body, dict(zip(names, values, strict=True)))


def _walk(old: Context, new: Context, at: Node, given: Given) -> Node:
    """As :func:`proofs.trees.transport.walk`, with terms in the place of functions."""
    by = at["by"]
    if by in ("leaf", "zero"):
        return _leaf(old, new, at, given)
    if by == "same" and at["first"][1] in given.functions:
        return _same(old, new, at, given)
    terms = {key: part for key, part in at.items() if key in TERMS and by != "finite"}
    told = {**at, **{key: _text(part, old, given) for key, part in terms.items()}}
    if "at" in at:
        told["at"] = [_text(term, old, given) for term in at["at"]]
    if "rule" in at:
        rule = read_formula(
            applied(unread(old.rules[at["rule"]]), given), _plain(new), new.functions
        )
        if rule not in new.rules:
            raise Missing("a hypothesis")
        told["rule"] = len(new.rules) - 1 - new.rules[::-1].index(rule)
    first = RULES[by][1](old, at)
    chain: list[tuple[Node, list[Node]]] = []
    if by == "unfold":
        new = _defined(new, told["on"], chain)
    extent = Extent.of(new)
    second = RULES[by][1](new, told)
    if by in FORWARD and not chain and extent.knows(second[-1]):
        return _walk(first[-1], new, at["then"][-1], given)
    told["then"] = [_walk(*pair, given) for pair in zip(first, second, at["then"], strict=True)]
    for step, before in reversed(chain):
        told = {**step, "then": [*before, told]}
    return told


def _defined(context: Context, total: Json, chain: list[tuple[Node, list[Node]]]) -> Context:
    """The context where the last summand of a sum is defined, if that can be shown."""
    from proofs.search.prove import Fuel, _Chain, _OutOfWork, _Search

    _, bound, _, high, body = total
    last = _put_all(body, {bound: high})
    inner = _Chain()
    try:
        term = context.read(last)
        ready = _Search(100)._define(
            context, ("=", term, term), Fuel(0, 1, 1, 0), frozenset(), inner
        )
    except (_OutOfWork, Reject):
        return context
    if ready is None:
        return context
    chain += [(step, before) for step, before, _ in inner.steps]
    return ready


def _leaf(old: Context, new: Context, at: Node, given: Given) -> Node:
    before = old.literals + old.negated_goal()
    after = new.literals + new.negated_goal()
    polys = {name: _poly(old, new, key, given) for key, name in old.atoms.items()}
    polys |= {name: _value(new, term) for name, term in given.values.items()}

    def place(i: int) -> int:
        literal = before[i]
        wanted = _put_poly(literal.poly, polys)
        for rel in {">=": (">=", ">"), "!=": ("!=",)}.get(literal.rel, (literal.rel,)):
            for k, other in enumerate(after):
                if wanted is not None and other.rel == rel and other.poly == wanted:
                    return k
        raise Missing("a fact of the proof")

    leaf: Node = {"by": at["by"], "then": []}
    if at["by"] == "zero":
        leaf["lit"] = place(at["lit"])
    leaf["terms"] = [
        [c, [place(i) for i in used], [_text(t, old, given) for t in squares]]
        for c, used, squares in at["terms"]
    ]
    leaf["mult"] = [[place(i), _text(p, old, given)] for i, p in at["mult"]]
    return leaf


def _same(old: Context, new: Context, at: Node, given: Given) -> Node:
    """Equal arguments, then equal values of the term, then the rest."""
    from proofs.search.strategies import tail

    equal, onward = RULES["same"][1](old, at)
    first, second = (_text(at[side], old, given) for side in ("first", "second"))
    premise = applied(unread(equal.goal), given)
    step = node("have", show=premise)
    shown, known = RULES["have"][1](new, step)
    value = node("have", show=["=", first, second])
    goal, after = RULES["have"][1](known, value)
    found = _equal_values(goal, first, second) or tail(goal, float("inf"))
    if found is None:
        raise Missing("equal values at equal arguments")
    proofs = [_walk(equal, shown, at["then"][0], given)]
    rest = {**value, "then": [found, _walk(onward, after, at["then"][1], given)]}
    return {**step, "then": [*proofs, rest]}


def _equal_values(goal: Context, first: Json, second: Json) -> Node | None:
    """The two are equal since functions in them have equal arguments."""
    script = auto("equal values")
    for one, other in _applied_at(first, second):
        arguments = node("both", *[auto("equal arguments")] * len(one[2:]))
        script = node("same", arguments, script, first=one, second=other)
    try:
        return fill(goal, script)
    except NotFound:
        return None


def _applied_at(first: Json, second: Json) -> Iterator[tuple[Json, Json]]:
    """Values of one function at the same place in both terms, which are not the same."""
    if isinstance(first, list) and isinstance(second, list) and first != second:
        if first[:2] == second[:2] and first[0] == "app":
            yield first, second
        elif len(first) == len(second) and first[0] != "sum":
            for one, other in zip(first[1:], second[1:], strict=True):
                yield from _applied_at(one, other)


def _text(part: Any, old: Context, given: Given) -> Any:
    """JSON of a node with terms for functions, and for the names of atoms."""
    if isinstance(part, str) and part[:1] == "@":
        names = {name: key for key, name in old.atoms.items()}
        return applied(_moves.atom_json(old, names[part]), given)
    if isinstance(part, list):
        inside = [part[0], *(_text(p, old, given) for p in part[1:])]
        if part[0] == "app" and part[1] in given.functions:
            parameters, body = given.functions[part[1]]
            return _put_all(body, dict(zip(parameters, inside[2:], strict=True)))
        return inside
    return given.values.get(part, part) if isinstance(part, str) else part


def _poly(old: Context, new: Context, key: Any, given: Given) -> P.Poly | None:
    """What an atom of the old context is in the new one."""
    return _value(new, applied(_moves.atom_json(old, key), given))


def _value(new: Context, term: Json) -> P.Poly | None:
    scratch = new.child()
    before = len(scratch.atoms)
    try:
        poly = scratch.poly(scratch.read(term), assume=True)
    except Reject:
        return None
    return poly if len(scratch.atoms) == before else None


def _put_poly(poly: P.Poly, at: Mapping[str, P.Poly | None]) -> P.Poly | None:
    total: P.Poly = {}
    for monomial, c in poly.items():
        factors = [P.constant(c)]
        for name, e in monomial:
            value = at[name] if name in at else P.variable(name)
            if value is None:
                return None
            factors += [value] * e
        total = P.add(total, P.product(factors))
    return total


def _plain(context: Context) -> set[str]:
    return {name for name in context.sorts if name[0] != "@"}


def _words(part: Json) -> set[str]:
    if isinstance(part, str):
        return {part}
    return set().union(*map(_words, part)) if isinstance(part, list) else set()


def _all_bound(part: Any) -> set[str]:
    """Names that are bound anywhere in a statement or a proof."""
    if isinstance(part, dict):
        return set().union(*map(_all_bound, part.values())) if part else set()
    if isinstance(part, list):
        binds = len(part) > 3 and part[0] in ("all", "some", "sum")
        here = {part[1]} if binds else set()
        return here.union(*map(_all_bound, part))
    return set()


def _put_all(part: Json, at: Mapping[str, Json]) -> Json:
    """A term with values for its variables, whose names no bound name meets."""
    if isinstance(part, str):
        return at.get(part, part)
    if not isinstance(part, list):
        return part
    if part[0] == "sum":
        inner = {k: v for k, v in at.items() if k != part[1]}
        values = set().union(*(_words(v) for v in inner.values())) if inner else set()
        bound, body = part[1], part[4]
        if bound in values:
            new = bound
            while new in values or new in _words(body):
                new += "_"
            bound, body = new, _put_all(body, {bound: new})
        limits = [_put_all(p, at) for p in part[2:4]]
        return ["sum", bound, *limits, _put_all(body, inner)]
    kept = 2 if part[0] == "app" else 1
    return [*part[:kept], *(_put_all(p, at) for p in part[kept:])]
