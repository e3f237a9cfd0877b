"""A certificate about one function, told for a member of a family of functions.

``f(t)`` becomes ``F(i, t)`` throughout, and ``f is L-Lipschitz on [a, b]`` what that says of
F(i, .).  What comes out is a proof of another statement; as with any certificate, the kernel has
the last word.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.kernel.check import open_statement
from proofs.trees.script import Json, Node, auto, fill, statement
from proofs.trees.transport import Missing


class Lift:
    """f(t) is F(i, t): ``names`` gives to each function the family and the index, a term."""

    def __init__(self, names: Mapping[str, tuple[str, Json]], points: tuple[str, str]) -> None:
        self.names, self.points = names, points

    def __call__(self, json: Json) -> Json:
        """A term, a formula or a node for the members of the families."""
        if isinstance(json, dict):
            told = {key: self(part) for key, part in json.items()}
            return self._same(told) if told.get("by") == "same" else told
        if not isinstance(json, list):
            return json
        if json[:1] == ["app"] and json[1] in self.names:
            family, index = self.names[json[1]]
            return ["app", family, index, *(self(part) for part in json[2:])]
        if json[:1] == ["lipschitz"] and json[1] in self.names:
            return self.lipschitz(*json[1:])
        return [self(part) for part in json]

    def lipschitz(self, f: str, L: Json, low: Json, high: Json) -> Json:
        """For all u, v of [low, high]: |F(i, u) - F(i, v)| <= L |u - v|, in the kernel's order."""
        first, second = self.points
        values = [self(["app", f, point]) for point in self.points]
        gap = ["<=", ["abs", ["-", *values]], ["*", L, ["abs", ["-", first, second]]]]
        inside = [c for v in self.points for c in (["<=", low, v], ["<=", v, high])]
        body = ["implies", ["and", *inside], gap]
        return ["all", first, "real", ["all", second, "real", body]]

    def _same(self, node: Node) -> Node:
        """Values of one member: that the indices agree is a part of the goal now."""
        if node["first"][2] not in [index for _, index in self.names.values()]:
            return node
        equal, *rest = node["then"]
        if equal["by"] != "both":
            raise Missing
        first = {**equal, "then": [auto("the same member"), *equal["then"]]}
        return {**node, "then": [first, *rest]}


def lifted(certificate: Json, lift: Lift, index: str) -> Json:
    """The certificate for all members of the families: ``index`` is one more of its variables."""
    old = certificate["statement"]
    functions = {
        lift.names[f][0] if f in lift.names else f: arity + (f in lift.names)
        for f, arity in old["functions"].items()
    }
    given, shown = [lift(g) for g in old["given"]], lift(old["show"])
    stated = statement({**old["vars"], index: "real"}, given, shown, functions)
    return {"statement": stated, "proof": fill(open_statement(stated), lift(certificate["proof"]))}
