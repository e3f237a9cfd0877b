"""A certificate about one function, told for a member of a family of functions.

``f(t)`` becomes ``F(i, t)`` throughout, and ``f is L-Lipschitz on [a, b]`` what that says of
F(i, .).  What comes out is a proof of another statement, to be placed by :func:`told` into a
context that knows more; as with any certificate, the kernel has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.trees.script import Json, Node, auto, fill, look
from proofs.trees.transport import Missing, walk

#: where the goal of a node goes on, all children or the last: the others prove what is then known
BRANCHES = ("split", "case", "finite")
TRUNK = ("have", "use", "define", "same", "induct", "unfold", "empty", "obtain", "axiom")


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


def part_of(proof: Node, k: int) -> Node:
    """From a proof of a conjunction, that of its part ``k``."""
    if proof["by"] == "both":
        found: Node = proof["then"][k]
        return found
    if proof["by"] not in (*TRUNK, *BRANCHES):
        raise Missing
    then = proof["then"]
    if proof["by"] in BRANCHES:
        return {**proof, "then": [part_of(child, k) for child in then]}
    return {**proof, "then": [*then[:-1], part_of(then[-1], k)]}


def proof_of(statement: Json, script: Node) -> Node:
    """The script as a proof of the statement, its open leaves filled in."""
    return fill(open_statement(statement), script)


def told(statement: Json, proof: Node) -> Node:
    """A script: the proof of the statement, in a context that knows all of its hypotheses."""
    return look(lambda context: walk(open_statement(statement), context, proof))


def short(statement: Json, proof: Node) -> Node:
    """The proof without the lemmas of its trunk that it does not use."""
    return _short(open_statement(statement), proof)


def _short(context: Context, node: Node) -> Node:
    if node["by"] not in TRUNK:
        return node
    after = RULES[node["by"]][1](context, node)[-1]
    rest = _short(after, node["then"][-1])
    try:
        return walk(after, context, rest)
    except (Missing, Reject):
        return {**node, "then": [*node["then"][:-1], rest]}
