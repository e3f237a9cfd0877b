"""Facts about the real numbers that no other rule can reach, added to the hypotheses.

axiom     one fact of the table about elementary functions; ``use`` instantiates it
supremum  where some x meets a claim, and all that do are below a bound, there is a least bound

Each is in every textbook of analysis.
"""

from __future__ import annotations

from typing import Any

from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula


def _all(names: str, body: Any) -> Any:
    for name in reversed(names.split()):
        body = ["all", name, "real", body]
    return body


_SIN_A, _COS_A, _SIN_B, _COS_B = ["sin", "a"], ["cos", "a"], ["sin", "b"], ["cos", "b"]
_SUM, _EXP_2T = ["+", "a", "b"], ["exp", ["*", "2", "t"]]
_SIN_SUM = ["+", ["*", _SIN_A, _COS_B], ["*", _COS_A, _SIN_B]]
_COS_SUM = ["-", ["*", _COS_A, _COS_B], ["*", _SIN_A, _SIN_B]]
AXIOMS: dict[str, Any] = {
    "exp-sum": _all("a b", ["=", ["exp", _SUM], ["*", ["exp", "a"], ["exp", "b"]]]),
    "exp-line": _all("t", ["<=", ["+", "1", "t"], ["exp", "t"]]),
    "exp-log": _all("t", ["implies", ["<", "0", "t"], ["=", ["exp", ["log", "t"]], "t"]]),
    "tanh": _all("t", ["=", ["tanh", "t"], ["-", "1", ["/", "2", ["+", _EXP_2T, "1"]]]]),
    "sin-sum": _all("a b", ["=", ["sin", _SUM], _SIN_SUM]),
    "cos-sum": _all("a b", ["=", ["cos", _SUM], _COS_SUM]),
    "sin-cos": _all("a", ["=", ["+", ["^", _SIN_A, 2], ["^", _COS_A, 2]], "1"]),
    "sin-line": _all("a", ["implies", ["<=", "0", "a"], ["<=", _SIN_A, "a"]]),
}


def axiom(context: Context, node: dict[str, Any]) -> list[Context]:
    if not isinstance(node["name"], str) or node["name"] not in AXIOMS:
        raise Reject("no-such-axiom", str(node["name"])[:40])
    return [context.child(read_formula(AXIOMS[node["name"]], (), {}))]


def supremum(context: Context, node: dict[str, Any]) -> list[Context]:
    x, s, t, claim = (node[key] for key in ("on", "as", "other", "claim"))

    def above(bound: Any) -> Any:
        return ["all", x, "real", ["implies", claim, ["<=", x, bound]]]

    bounded = ["and", ["some", x, "real", claim], ["some", s, "real", above(s)]]
    least = ["all", t, "real", ["implies", above(t), ["<=", s, t]]]
    fact = ["implies", bounded, ["some", s, "real", ["and", above(s), least]]]
    return [context.child(read_formula(fact, context.sorts, context.functions))]
