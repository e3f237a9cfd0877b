"""The proof of one statement, told again for another that differs in its hypotheses.

Literals, hypotheses and atoms are numbered in the order in which they come to be known, so a proof
does not survive a change of the hypotheses as it stands.  ``transport`` walks the proof in both
contexts at once and renumbers; it fails where the proof uses what is no longer there.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from proofs.kernel import poly as P
from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context, Key, freeze
from proofs.kernel.cover import _boxes
from proofs.kernel.errors import Reject
from proofs.trees.script import Json, Node

ONE = Fraction(1)
TERMS = ("on", "show", "term", "at", "is", "first", "second", "from", "claim", "terms", "mult")

FORWARD = ("use", "have", "axiom", "define", "unfold", "empty", "same")
"""Steps that make a fact known and leave the goal as it is."""


class Missing(Exception):
    """The proof uses what the other statement does not have."""


def transport(certificate: Json, statement: Json) -> dict[str, Any] | None:
    """The certificate's proof for ``statement``, or None; the kernel has to check it."""
    old, new = open_statement(certificate["statement"]), open_statement(statement)
    try:
        return {"statement": statement, "proof": walk(old, new, certificate["proof"])}
    except (Missing, Reject):
        return None


def walk(old: Context, new: Context, node: Node, known: Known | None = None) -> Node:
    """A proof in the context ``old``, for ``new``; raises :class:`Missing` or ``Reject``.

    ``known`` are the names above.
    """
    by = node["by"]
    if by in ("leaf", "zero"):
        before = old.literals + old.negated_goal()
        after = new.literals + new.negated_goal()
        names = _known(old, new, known).names

        def at(i: int) -> int:
            found = _place(before[i], after, names)
            if found is None:
                raise Missing
            return found

        leaf: Node = {"by": by, "then": []}
        if by == "zero":
            leaf["lit"] = at(node["lit"])
        leaf["terms"] = [
            [c, [at(i) for i in used], _renamed(squares, names)]
            for c, used, squares in node["terms"]
        ]
        leaf["mult"] = [[at(i), _renamed(p, names)] for i, p in node["mult"]]
        return leaf
    known = _known(old, new, known)
    names = known.names
    told = {
        key: _renamed(part, names) if key in TERMS and by != "finite" else part
        for key, part in node.items()
        if key != "then"
    }
    if "rule" in node:
        rule = _renamed_formula(old.rules[node["rule"]], names)
        if rule not in new.rules:
            raise Missing
        told["rule"] = len(new.rules) - 1 - new.rules[::-1].index(rule)
    if by == "cover" and old.goal == new.goal:  # boxes show what they did; the domain may be less
        _boxes(new, told)
        return {**told, "then": []}
    extent = Extent.of(new)
    second = RULES[by][1](new, told)
    first = RULES[by][1](old, node) if second else []
    if by in FORWARD and extent.knows(second[-1]):
        return walk(first[-1], new, node["then"][-1], known)
    told["then"] = [walk(*pair, known) for pair in zip(first, second, node["then"], strict=True)]
    return told


def shorter(context: Context, proof: Node) -> Node:
    """The proof without steps that make a fact known which nothing below them uses."""
    if not proof["then"]:
        return proof
    children = RULES[proof["by"]][1](context.child(), proof)
    then = [shorter(*pair) for pair in zip(children, proof["then"], strict=True)]
    if proof["by"] in FORWARD:
        with suppress(Missing, Reject):
            return walk(children[-1], context.child(), then[-1])
    return {**proof, "then": then}


#: for atoms of the old context that are in the new one: c and a name, for c times the atom there
Names = dict[str, tuple[Fraction, str]]


def direct(context: Context, proof: Node) -> Node:
    """The proof without facts that the steps of their own proofs make known: these steps instead.

    Where a sum is unfolded to show ``S(m + 1) = S(m) + f(m + 1)``, unfolding it says so already.
    """
    if not proof["then"]:
        return proof
    children = RULES[proof["by"]][1](context.child(), proof)
    then = [direct(*pair) for pair in zip(children, proof["then"], strict=True)]
    steps, inner, here = [], then[0], context.child()
    while proof["by"] == "have" and inner["by"] in FORWARD and inner["then"]:
        steps.append(inner)
        here, inner = RULES[inner["by"]][1](here, inner)[-1], inner["then"][-1]
    if steps and inner["by"] in ("leaf", "zero"):
        with suppress(Missing, Reject):
            end = walk(children[-1], here, then[-1])
            for step in reversed(steps):
                end = {**step, "then": [*step["then"][:-1], end]}
            return end
    return {**proof, "then": then}


class Extent(NamedTuple):
    """How much a context knew."""

    sorts: int
    atoms: int
    literals: int
    rules: int

    @classmethod
    def of(cls, context: Context) -> Extent:
        literals, rules = len(context.literals), len(context.rules)
        return cls(len(context.sorts), len(context.atoms), literals, rules)

    def knows(self, after: Context) -> bool:
        """Whether a step from there to the context after it has said only what was known."""
        literals, rules = after.literals[: self.literals], after.rules[: self.rules]
        return (
            (len(after.sorts), len(after.atoms)) == (self.sorts, self.atoms)
            and all(literal in literals for literal in after.literals[self.literals :])
            and all(rule in rules for rule in after.rules[self.rules :])
        )


@dataclass(frozen=True)
class Known:
    """The names of atoms, those ``missing`` in the new context, and how many each context had."""

    names: Names
    missing: tuple[tuple[Key, str], ...]
    old: int
    new: int


def _known(old: Context, new: Context, above: Known | None) -> Known:
    """The names at contexts from those above, of which all atoms are there still."""
    above = above or Known({}, (), 0, -1)
    if (len(old.atoms), len(new.atoms)) == (above.old, above.new):
        return above
    names, missing = dict(above.names), []
    for key, name in (*above.missing, *islice(old.atoms.items(), above.old, None)):
        try:
            told = Key(_renamed_key(part, names) for part in key)
        except Missing:
            missing.append((key, name))
            continue
        if told in new.atoms:
            names[name] = ONE, new.atoms[told]
            continue
        if key[0] == "inv":  # scaled by its leading monomial, and that depends on the names
            poly = dict(told[1])
            lead = poly[max(poly)]
            scaled = Key(("inv", freeze(P.scale(poly, 1 / lead))))
            if scaled in new.atoms:
                names[name] = 1 / lead, new.atoms[scaled]
                continue
        missing.append((key, name))
    return Known(names, tuple(missing), len(old.atoms), len(new.atoms))


def _renamed_key(part: Any, names: Names) -> Any:
    """A part of an atom's key: a frozen polynomial, or something without atoms."""
    frozen = isinstance(part, tuple) and all(
        isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], tuple) for item in part
    )
    if not frozen:
        return part
    return freeze(_renamed_poly(dict(part), names))


def _renamed_poly(poly: P.Poly, names: Names) -> P.Poly:
    out: P.Poly = {}
    for monomial, c in poly.items():
        told = []
        for name, e in monomial:
            if name[0] == "@" and name not in names:
                raise Missing
            factor, other = names.get(name, (ONE, name))
            told.append((other, e))
            c *= factor**e
        out[tuple(sorted(told))] = c
    return out


def _place(literal: Any, after: list[Any], names: Names) -> int | None:
    try:
        poly = _renamed_poly(literal.poly, names)
    except Missing:
        return None
    strong = {">=": (">=", ">"), "!=": ("!=",)}.get(literal.rel, (literal.rel,))
    for rel in strong:
        for i, other in enumerate(after):
            if other.rel == rel and other.poly == poly:
                return i
    return None


def _renamed(json: Json, names: Names) -> Json:
    if isinstance(json, str):
        if json[:1] == "@" and json not in names:
            raise Missing
        factor, name = names.get(json, (ONE, json))
        return name if factor == 1 else ["*", str(factor), name]
    return [_renamed(part, names) for part in json] if isinstance(json, list) else json


def _renamed_formula(formula: Any, names: Names) -> Any:
    if isinstance(formula, str):
        factor, name = names.get(formula, (ONE, formula))
        return name if factor == 1 else ("*", factor, name)
    if isinstance(formula, tuple):
        return tuple(_renamed_formula(part, names) for part in formula)
    return formula
