"""The kernel's one question: does this certificate prove its statement?

A certificate is ``{"statement": {vars, functions, given, show}, "proof": node}``; a node is
``{"by": rule, parameters..., "then": [nodes]}``.  Every rule turns a context into the contexts
of its children; the walk is a loop, so no certificate can exhaust the stack.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from proofs.kernel import axioms, cover, induction, logic, positivity
from proofs.kernel.context import Context
from proofs.kernel.errors import METER, Decline, Reject
from proofs.kernel.terms import NAME, read_formula

RULES: dict[str, tuple[str, Callable[[Context, dict[str, Any]], list[Context]]]] = {
    "leaf": ("terms mult", positivity.leaf),
    "zero": ("lit terms mult", positivity.leaf),
    "split": ("on", logic.split),
    "case": ("on", logic.case),
    "have": ("show", logic.have),
    "both": ("", logic.both),
    "intro": ("as", logic.intro),
    "some": ("is", logic.some),
    "obtain": ("rule as", logic.obtain),
    "use": ("rule at", logic.use),
    "same": ("first second", logic.same),
    "define": ("term", logic.define),
    "axiom": ("name", axioms.axiom),
    "supremum": ("on as other claim", axioms.supremum),
    "finite": ("on from to", logic.finite),
    "induct": ("on from claim", induction.induct),
    "unfold": ("on", induction.unfold),
    "empty": ("on", induction.empty),
    "cover": ("on cuts bits", cover.cover),
    "evaluate": ("bits", cover.evaluate),
}
MAX_BYTES, MAX_WORK, MAX_NESTING = 8_000_000, 25_000_000, 240
WORK, WORK_PER_BYTE = 400_000, 100  # granted to a certificate, up to MAX_WORK


class Result(NamedTuple):
    """``outcome`` is accept, reject or decline; ``code`` the reason of the latter two."""

    outcome: str
    code: str = ""
    why: str = ""

    @property
    def accepted(self) -> bool:
        return self.outcome == "accept"


def check(certificate: bytes | str) -> Result:
    """Check a certificate given as JSON text.  Never raises on any input."""
    METER.left = min(WORK + WORK_PER_BYTE * len(certificate), MAX_WORK)
    try:
        check_data(parse(certificate))
    except Reject as error:
        return Result(error.outcome, error.code, ascii(error.why)[1:-1])
    except (RecursionError, MemoryError, ArithmeticError, ValueError):
        return Result("decline", "resources")
    finally:
        METER.left = METER.UNLIMITED
    return Result("accept")


def parse(text: bytes | str) -> Any:
    """Strict JSON: UTF-8, no duplicate keys, no floats, no NaN, bounded size."""
    if len(text) > MAX_BYTES:
        raise Decline("too-large")
    try:
        data = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(
            data, object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float
        )
    except ValueError as error:
        raise Reject("not-json", str(error)[:80]) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise Reject("duplicate-key")
    return dict(pairs)


def _no_float(text: str) -> Any:
    raise Reject("float", text[:40])


def open_statement(statement: Any) -> Context:
    """The context in which a statement's proof begins."""
    _keys(statement, "vars functions given show", "bad-statement")
    sorts, functions = statement["vars"], statement["functions"]
    if not isinstance(sorts, dict) or not isinstance(functions, dict):
        raise Reject("bad-statement")
    for name, arity in functions.items():
        if not NAME.fullmatch(name) or type(arity) is not int or not 1 <= arity <= 8:
            raise Reject("bad-function", name[:40])
    context = Context({}, functions, ())
    for name, sort in sorts.items():
        if sort not in ("real", "int"):
            raise Reject("bad-sort", name[:40])
        context.declare(name, sort)
    if not isinstance(statement["given"], list):
        raise Reject("bad-statement")
    goal = read_formula(statement["show"], context.sorts, functions)
    for given in [read_formula(data, context.sorts, functions) for data in statement["given"]]:
        context.assume(given)
    context.goal = goal
    return context


def check_data(certificate: Any) -> None:
    """Raise :class:`Reject` or :class:`Decline` unless the certificate is a proof."""
    _keys(certificate, "statement proof", "bad-certificate")
    todo = [(open_statement(certificate["statement"]), certificate["proof"], 0)]
    while todo:
        context, node, depth = todo.pop()
        if depth > MAX_NESTING:  # what an interpreter's stack allows is not the same everywhere
            raise Decline("too-deep")
        todo += [(*child, depth + 1) for child in expand(context, node)]


def expand(context: Context, node: Any) -> list[tuple[Context, Any]]:
    """Apply the rule of one node: the children still to be checked, each in its context."""
    if not isinstance(node, dict) or not isinstance(node.get("by"), str):
        raise Reject("bad-node", str(node)[:40])
    if node["by"] not in RULES:
        raise Decline("unknown-rule", node["by"][:40])
    parameters, rule = RULES[node["by"]]
    _keys(node, parameters + " by then", "bad-node")
    children = rule(context, node)
    if not isinstance(node["then"], list) or len(node["then"]) != len(children):
        raise Reject("wrong-number-of-children", node["by"])
    return list(zip(children, node["then"], strict=True))


def _keys(data: Any, keys: str, code: str) -> None:
    if not isinstance(data, dict) or set(data) != set(keys.split()):
        raise Reject(code, f"needs exactly the keys {', '.join(sorted(keys.split()))}")
