"""Formulas of prose as boxes: least upper bounds in words, long formulas on several lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofs import notation
from proofs.definitions import same, tree, variables
from proofs.kernel.terms import RELATIONS

Json = Any
CHAINED = ("<=", "<", "=")
BROKEN, BESIDE = 260, 90  # signs of a formula on one line, and of what stands beside on it
LONGEST, TITLE = 700, 900  # signs of a line, and of a title; what is longer is named by its length


def completeness(formula: Json) -> bool:
    """What is nonempty and bounded has a least upper bound, as the rule says it, for all terms."""
    while formula[0] == "all":
        formula = formula[3]
    if formula[0] != "implies" or formula[2][0] != "some" or formula[1][0] != "and":
        return False
    some, premises = formula[2], formula[1][1:]
    found = least_bound(tree(some[3]), some[1])
    if found is None or len(premises) != 2:
        return False
    x, claim = found
    bounded = ("some", some[1], "real", tree(some[3])[1])
    return same(tree(premises[0]), ("some", x, "real", claim)) and same(tree(premises[1]), bounded)


def least_bound(node: Any, bound: Any) -> tuple[str, Any] | None:
    """x and P, where a formula says that ``bound`` is the least upper bound of all x with P."""
    if not isinstance(node, tuple) or node[0] != "and" or len(node) != 3:
        return None
    above, least = node[1:]
    if above[:1] + above[2:3] != ("all", "real") or least[:1] + least[2:3] != ("all", "real"):
        return None
    x, t = above[1], least[1]
    if above[3][0] != "implies" or above[3][2] != ("<=", x, bound) or x == bound:
        return None
    claim = above[3][1]
    if x in variables(bound) or {t} & (variables(claim) | variables(bound)):
        return None
    other = ("all", x, "real", ("implies", claim, ("<=", x, t)))
    if least[3][0] != "implies" or least[3][2] != ("<=", bound, t) or x == t:
        return None
    return (x, claim) if same(least[3][1], other) else None


def with_bounds(node: Any) -> Any:
    """The tree in which "is the least upper bound of all x with P" is one formula."""
    if not isinstance(node, tuple):
        return node
    if node[0] == "and" and len(node) == 3 and node[2][0] == "all" and node[2][3][0] == "implies":
        least = node[2][3][2]
        found = least_bound(node, least[1]) if len(least) == 3 else None
        if found is not None:
            return ("least bound", least[1], found[0], with_bounds(found[1]))
    return (node[0], *(with_bounds(part) for part in node[1:]))


@dataclass
class Boxes(notation.Layout):
    """As statements are laid out, but for what prose has a word for, and long formulas."""

    def _formula(self, node: Any) -> tuple[Any, int]:
        if node[0] != "least bound":
            return super()._formula(node)
        _, bound, x, claim = node
        among = self.ranges([(x, "real")], list(notation._conjuncts(claim)))
        words = ["text", " is the least upper bound of all "]
        return ["row", self.term(bound), words, among], notation.PREMISES

    def lines(self, node: Any, joined: str = ",") -> list[Any]:
        """A formula on several lines where it is long: its premises, parts and conclusion."""
        whole = self.formula(node)
        if len(notation.text(whole)) <= BROKEN:
            return [whole]
        if node[0] == "and":
            return self.beside(list(notation._conjuncts(node)), joined)
        bound: list[tuple[str, str]] = []
        goal = node
        while goal[0] == "all":
            bound.append((goal[1], goal[2]))
            goal = goal[3]
        given, goal = notation._premises(goal)
        if not bound and not given:
            return self.compared(node, whole)
        if not bound:
            return [*self.beside(given, " ∧", " ⇒"), *self.lines(goal, " ∧")]
        ranges, given = notation._ranges(bound, given)
        head = ["row", ["op", "∀"], self._listed_ranges(bound, ranges)]
        head.append(["text", " with"] if given else ["op", ":"])
        left = self.lines(goal, " ∧")
        if not given:
            return [["row", head, left[0]], *left[1:]]
        return [head, *self.beside(given, ",", ":"), *left]

    def beside(self, parts: Sequence[Any], joined: str, last: str = "") -> list[Any]:
        """Formulas, each with a sign behind it; short ones are on a line together."""
        made: list[Any] = []
        groups = self.groups(parts)
        for number, (box, part) in enumerate(groups):
            sign = last if number == len(groups) - 1 else joined
            lines = self.within(part) if len(notation.text(box)) > LONGEST else [box]
            if sign:
                lines[-1] = ["row", lines[-1], ["text", sign]]
            if made and len(notation.text(made[-1])) + len(notation.text(lines[0])) < BESIDE:
                lines[0] = ["row", made.pop(), ["text", " "], lines[0]]
            made += lines
        return made

    def groups(self, parts: Sequence[Any]) -> list[tuple[Any, Any]]:
        """As :meth:`conditions`, each with the formula that it is; a chain has the last."""
        groups: list[list[Any]] = []
        for part in parts:
            before: Any = groups[-1][-1] if groups else ("",)
            chained = part[0] in CHAINED and before[0] in CHAINED and before[2] == part[1]
            if chained:
                groups[-1].append(part)
            else:
                groups.append([part])
        return [(self.conditions(g, notation.RELATION)[0], g[-1]) for g in groups]

    def within(self, node: Any) -> list[Any]:
        """The lines of a formula among others, in parentheses."""
        lines = self.lines(node, " ∧")
        if node[0] not in RELATIONS:
            lines[0] = ["row", ["text", "("], lines[0]]
            lines[-1] = ["row", lines[-1], ["text", ")"]]
        return lines

    def compared(self, node: Any, whole: Any) -> list[Any]:
        """The sides of a comparison on a line each, if they are very long together."""
        if node[0] not in RELATIONS or len(notation.text(whole)) <= LONGEST:
            return [whole]
        right = ["row", ["op", notation.RELATIONS[node[0]]], self.term(node[2])]
        return [self.term(node[1]), right]


def measured(box: Any, most: int = LONGEST) -> Any:
    signs = len(notation.text(box))
    return box if signs <= most else ["text", f"a formula of {signs:,} signs"]
