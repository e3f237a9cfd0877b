"""Proof scripts: certificates with the leaves left to be found.

A script is a tree of the nodes that the kernel checks, built by the functions below; where it
says :func:`auto`, :func:`elaborate` runs the kernel's own rules down to that node and asks
:mod:`proofs.positivity.finder` for the identity that closes it.  Nothing here is trusted: what
comes out is a certificate, and the kernel has the last word.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from constructions.terms import Term, formula_json, named, plain_json
from proofs.kernel.check import expand, open_statement
from proofs.kernel.context import Context, Literal
from proofs.kernel.errors import Reject
from proofs.printing import describe

Json = Any
Node = dict[str, Any]


class Unproved(Exception):
    """A script leads to no certificate, which proves nothing; ``told`` says where it ends."""

    def told(self) -> str:
        return str(self)


class NotFound(Unproved):
    """No certificate was found; ``context`` shows where the search ended."""

    def __init__(self, label: str, context: Context) -> None:
        super().__init__(f"no certificate found at {label or 'a leaf'}")
        self.label, self.context = label, context


def statement(
    variables: dict[str, str],
    given: list[Json],
    show: Json,
    functions: dict[str, int] | None = None,
) -> Json:
    """A sequent: for all ``variables`` and ``functions`` with ``given``, ``show`` holds.

    Names that a printed formula has for something else are refused.
    """
    formulas = [formula_json(formula) for formula in given]
    return sequent(
        {
            "vars": variables,
            "functions": functions or {},
            "given": formulas,
            "show": formula_json(show),
        }
    )


def sequent(data: Json) -> Json:
    """A sequent that may be written with terms and formulas, as plain JSON with clear names."""
    for name in data["vars"]:
        named(name)
    for name in data["functions"]:
        named(name, function=True)
    return plain_json(data)


def position(formula: Json, given: Sequence[Json]) -> int:
    """Which of the formulas is written like this one; ``ValueError`` if none is."""
    return [plain_json(g) for g in given].index(plain_json(formula))


def auto(label: str = "", seconds: float = 20) -> Node:
    """A leaf to be found; conjunctions and implications in the goal are taken apart first."""
    return {"by": "auto", "label": label, "seconds": seconds}


def node(by: str, *then: Node, **parameters: Any) -> Node:
    """A kernel node with its parameters and children."""
    return {"by": by, **{key: plain_json(p) for key, p in parameters.items()}, "then": list(then)}


def have(show: Json, proof: Node, then: Node) -> Node:
    return node("have", proof, then, show=show)


def lemmas(steps: list[tuple[Json, Node]], then: Node) -> Node:
    """``have`` each formula in turn, then go on."""
    for show, proof in reversed(steps):
        then = have(show, proof, then)
    return then


def split(on: Json, above: Node, below: Node) -> Node:
    return node("split", above, below, on=on)


def case(on: Json, *branches: Node) -> Node:
    return node("case", *branches, on=on)


def use(rule: int, at: list[Json], *then: Node) -> Node:
    return node("use", *then, rule=rule, at=at)


def same(first: Term, second: Term, then: Node) -> Node:
    """Two values of one function are equal, since its arguments are."""
    return node("same", auto("equal arguments"), then, first=first, second=second)


def define(term: Json, proof: Node, then: Node) -> Node:
    return node("define", proof, then, term=term)


def intro(name: str, then: Node) -> Node:
    return node("intro", then, **{"as": name})


def induct(on: str, start: Json, claim: Json, base: Node, step: Node, then: Node) -> Node:
    return node("induct", base, step, then, on=on, claim=claim, **{"from": start})


def look(function: Callable[[Context], Node]) -> Node:
    """Choose the next node after a look at the context (which rules and atoms it has)."""
    return {"by": "look", "function": function}


def rule_index(context: Context, pick: Callable[[Any], bool]) -> int:
    """The last hypothesis among ``context.rules`` that ``pick`` accepts."""
    for i in reversed(range(len(context.rules))):
        if pick(context.rules[i]):
            return i
    raise LookupError("no such hypothesis")


def use_all(pick: Callable[[Any], bool], at: list[Term], premises: int, then: Node) -> Node:
    """Instantiate the last hypothesis that ``pick`` accepts and discharge its premises."""

    def first(context: Context) -> Node:
        rest = len(context.rules)  # where the next implication, if any, will stand
        body = then
        for i in reversed(range(1, premises)):
            body = use(rest + i - 1, [], auto(f"premise {i + 1}"), body)
        proof = [auto("premise 1")] if premises else []
        return use(rule_index(context, pick), at, *proof, body)

    return look(first)


def unread(node: Any) -> Json:
    """The JSON of a term or formula that the kernel has read."""
    if isinstance(node, Fraction):
        return str(node)
    if isinstance(node, tuple):
        return [unread(part) for part in node]
    return f"k{node[1:]}" if isinstance(node, str) and node[0] == "#" else node


def elaborate(goal: Json, script: Node) -> Json:
    """The certificate of the statement ``goal`` that ``script`` describes."""
    goal = plain_json(goal)
    return {"statement": goal, "proof": fill(open_statement(goal), script)}


def dumps(certificate: Json) -> bytes:
    """The bytes of a certificate: compact, in the order in which it was built."""
    return (json.dumps(certificate, separators=(",", ":")) + "\n").encode()


def fill(context: Context, script: Node) -> Node:
    """The proof of the context's goal that ``script`` describes."""
    return _fill(context, script, "")


def _fill(context: Context, script: Node, path: str) -> Node:
    if script["by"] == "look":
        return _fill(context, script["function"](context.child()), path)
    if script["by"] == "auto":
        return _found(context, script, path)
    label = f"{path}/{script['by']}"
    bare = {**script, "then": [None] * len(script["then"])}
    try:
        children = expand(context, bare)
    except Reject as error:
        raise Reject(error.code, f"{error.why} at {label}\n{describe(context)}") from None
    filled = [
        _fill(child, given, f"{label}.{i}")
        for i, ((child, _), given) in enumerate(zip(children, script["then"], strict=True))
    ]
    return {**script, "then": filled}


def _found(context: Context, script: Node, path: str) -> Node:
    goal = context.goal
    if goal[0] == "and":
        return _fill(context, node("both", *[script] * (len(goal) - 1)), path)
    if goal[0] == "implies":
        return _fill(context, intro("", script), path)
    if goal[0] == "all":
        fresh = next(f"z{i}" for i in range(1000) if f"z{i}" not in context.sorts)
        return _fill(context, intro(fresh, script), path)
    for bits in (0, 64, 256):
        try:
            expand(context.child(), {"by": "evaluate", "bits": bits, "then": []})
        except Reject:
            continue
        return {"by": "evaluate", "bits": bits, "then": []}
    if goal[0] in ("<=", "<", "=", "!="):
        probe = context.child()  # reading the goal names its atoms, in the order of that attempt
        found = searched(probe.literals + probe.negated_goal(), script["seconds"])
        if found is not None:
            ((by, parameters),) = found.items()
            return {"by": by, **parameters, "then": []}
        if goal[0] == "=":
            return _fill(context, node("both", script, script), path)
    raise NotFound(script["label"] or path, context)


def searched(literals: list[Literal], seconds: float) -> Node | None:
    """Look among the linear literals, then those of degree 2 without squared atoms, then all."""
    from proofs.positivity.finder import find

    def degree(literal: Literal) -> int:
        return max((sum(e for _, e in m) for m in literal.poly), default=0)

    def square(literal: Literal) -> bool:  # v^2 = ..., as in the definition of an absolute value
        return literal.rel == "=" and any(
            name[0] == "@" and e > 1 for m in literal.poly for name, e in m
        )

    last = len(literals) - 1
    stages: list[Callable[[int], bool]] = [
        lambda i: i == last or degree(literals[i]) <= 1,
        lambda i: i == last or not square(literals[i]),
        lambda i: True,
    ]
    tried: list[list[int]] = []
    for stage in stages:
        kept = [i for i in range(len(literals)) if stage(i)]
        if kept in tried:
            continue
        tried.append(kept)
        found = find(tuple(literals[i] for i in kept), seconds=seconds)
        if found is not None:
            return _renumber(found, kept)
    return None


def _renumber(found: Node, kept: list[int]) -> Node:
    """Indices into the literals that were searched, back to indices into the context's."""
    ((by, leaf),) = found.items()
    leaf = {**leaf, "mult": [[kept[i], p] for i, p in leaf["mult"]]}
    leaf["terms"] = [[c, [kept[i] for i in used], squares] for c, used, squares in leaf["terms"]]
    if by == "zero":
        leaf["lit"] = kept[leaf["lit"]]
    return {by: leaf}
