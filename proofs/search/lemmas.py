"""A proof that uses lemmas as hypotheses, made into one that proves them first."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing, direct, walk

LONG = 100_000
"""Characters of a proof that is told as it is."""


@dataclass(frozen=True)
class Lemma:
    """A statement without free functions, as one closed formula, and its certificate."""

    formula: Json
    certificate: Json

    @cached_property
    def proof(self) -> Node:
        """As short as it is told where the lemma is cited: with long terms in it that counts."""
        proof: Node = self.certificate["proof"]
        if len(json.dumps(proof)) > LONG:
            return proof
        return direct(open_statement(self.certificate["statement"]), proof)


def assuming(statement: Json, lemmas: Sequence[Lemma]) -> Json:
    """The statement with the lemmas as its last hypotheses."""
    return {**statement, "given": [*statement["given"], *(lemma.formula for lemma in lemmas)]}


def fitted(lemma: Lemma, statement: Json) -> Lemma:
    """The lemma with names for its bound variables that mean nothing in the statement."""
    known = {*statement["vars"], *statement["functions"]}
    names: dict[str, str] = {}
    for name in sorted(_bound(lemma.formula)):
        new, i = name, 2
        while new in known or (new != name and new in _bound(lemma.formula)):
            new, i = f"{name[:30]}_{i}", i + 1
        names[name] = new
        known.add(new)
    return Lemma(_renamed(lemma.formula, names), lemma.certificate)


def told_in(statement: Json, proof: Node) -> Callable[[Context], Node]:
    """The proof of a statement, told in a context that knows what it is given, and more.

    What comes back raises :class:`Missing` or ``Reject`` where that context does not.
    """
    return lambda context: walk(open_statement(statement), context, proof)


def _bound(formula: Json) -> set[str]:
    """Names that are bound somewhere in a formula."""
    if not isinstance(formula, list):
        return set()
    here = {formula[1]} if formula[0] in ("all", "some", "sum") else set()
    return here.union(*map(_bound, formula[1:]))


def discharged(statement: Json, proof: Node, lemmas: Sequence[Lemma]) -> Node | None:
    """A proof of ``statement`` from a proof of ``assuming(statement, lemmas)``."""
    context = open_statement(statement)
    steps: list[tuple[Node, Node]] = []
    for i, lemma in enumerate(lemmas):
        step = node("have", show=lemma.formula)
        try:
            first, context = RULES["have"][1](context, step)
            steps.append((step, _retold(first, lemma, f"_{i}")))
        except (Missing, Reject):
            return None
    for step, shown in reversed(steps):
        proof = {**step, "then": [shown, proof]}
    return proof


def _retold(context: Context, lemma: Lemma, suffix: str) -> Node:
    """The lemma's proof where its formula is the goal: its variables are introduced first."""
    statement, proof = lemma.certificate["statement"], lemma.proof
    meant = {*context.sorts, *context.functions}
    taken = {*statement["vars"], *_introduced(proof), *(_inside(proof) & meant)}
    bound = _inside(proof) - taken  # these stay, and no other name becomes one of them
    names: dict[str, str] = {}
    for name in sorted(taken):
        names[name] = _free(f"{name[:30]}{suffix}", context, {*bound, *names.values()})
    old = open_statement(_renamed(statement, names))
    steps = [node("intro", **{"as": names[name]}) for name in statement["vars"]]
    if statement["given"]:
        steps.append(node("intro", **{"as": ""}))
    for step in steps:
        (context,) = RULES["intro"][1](context, step)
    told = walk(old, context, _renamed(proof, names))
    for step in reversed(steps):
        told = {**step, "then": [told]}
    return told


def _inside(proof: Any) -> set[str]:
    """Names that are bound in formulas and terms of a proof."""
    found: set[str] = set()
    todo = [proof]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            todo += part.values()
        elif isinstance(part, list):
            todo += part
            if len(part) > 3 and part[0] in ("all", "some", "sum") and isinstance(part[1], str):
                found.add(part[1])
    return found


def _free(name: str, context: Context, others: Collection[str]) -> str:
    while name in context.sorts or name in context.functions or name in others:
        name += "_"
    return name


def _introduced(proof: Node) -> set[str]:
    """Names that nodes of a proof bring in."""
    found: set[str] = set()
    todo = [proof]
    while todo:
        at = todo.pop()
        if at.get("as"):
            found.add(at["as"])
        if at["by"] == "induct":
            found.add(at["on"])
        todo += at["then"]
    return found


def _renamed(part: Any, names: dict[str, str]) -> Any:
    if isinstance(part, str):
        return names.get(part, part)
    if isinstance(part, list):
        return [_renamed(p, names) for p in part]
    if isinstance(part, dict):
        return {names.get(k, k): _renamed(v, names) for k, v in part.items()}
    return part
