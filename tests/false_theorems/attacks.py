"""Ways to prove a statement, tried on the true member of a pair and on the false one alike."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from constructions.terms import as_json
from proofs.claims import Attempt, Witness
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.refute import instantiate, negation, satisfied
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    auto,
    elaborate,
    intro,
    node,
    statement,
)

from .mutate import mutated
from .oracle import Oracle
from .pair import Pair
from .words import every_case

SECONDS = 1.0  # for one leaf of a false statement
EFFORT = 0


def accepted(statement: Json, proof: Json) -> bool:
    return check(json.dumps({"statement": statement, "proof": proof})).accepted


def by_script(statement: Json, script: Callable[[], Node]) -> Json | None:
    """The proof that the script gives of the statement, if any; not yet checked."""
    try:
        return elaborate(statement, script())["proof"]
    except (NotFound, Reject, LookupError, ValueError):
        return None


def search(statement: Json, effort: int = EFFORT) -> Json | None:
    """What the general search finds; not yet checked."""
    from proofs.search.prove import prove

    found = prove(statement, effort=effort, stubborn=True)  # it must not look for data first
    return None if found is None else found["proof"]


def skeleton(proof: Json, seconds: float = SECONDS) -> Node:
    """The proof with its leaves left to be found."""
    if proof["by"] in ("leaf", "zero", "evaluate"):
        return auto(seconds=seconds)
    return {**proof, "then": [skeleton(child, seconds) for child in proof["then"]]}


def hurried(script: Node, seconds: float = SECONDS) -> Node:
    """The script with less time for each leaf."""
    if script["by"] == "auto":
        return {**script, "seconds": seconds}
    if script["by"] == "look":
        inner = script["function"]
        return {**script, "function": lambda context: hurried(inner(context), seconds)}
    return {**script, "then": [hurried(child, seconds) for child in script["then"]]}


def repeated(rng: random.Random, proof: Json, times: int) -> list[Json]:
    return [mutated(rng, proof, 1 + n % 3) for n in range(times)]


# The falsehood of the false statement.


def seen_false(pair: Pair) -> tuple[bool, bool]:
    """What the oracle says of the false statement, and whether exactly."""
    oracle = Oracle(pair.witness.functions, pair.hints)
    values = {name: as_json(value) for name, value in pair.witness.values.items()}
    answer = oracle.false(pair.false, values)
    return answer, oracle.exact


def negated(pair: Pair) -> list[Json]:
    """What the kernel has to accept for the falsehood of the false statement.

    In general its negation at the witness, a closed formula.  Where the conclusion fails because
    a term is undefined no relation says so: then the hypotheses at the witness, and beside them
    that the conclusion, with the variables equal to the witness, entails 1 <= 0.
    """
    attempt = _attempt(pair)
    if not pair.undefined:
        return [negation(attempt)[0]]
    fixed = [["=", name, as_json(value)] for name, value in pair.witness.values.items()]
    conclusion = instantiate(pair.false["show"], Witness({}, pair.witness.functions))
    return [
        satisfied(attempt)[0],
        statement(pair.false["vars"], [*fixed, conclusion], ["<=", "1", "0"]),
    ]


def refutation(pair: Pair) -> list[Json | None]:
    """Proofs of :func:`negated`; not yet checked."""
    found = []
    for goal in negated(pair):
        script = partial(_refuter, goal["show"], pair.hints, ())
        if pair.refute and not goal["vars"]:
            script = partial(pair.refute)
        found.append(by_script(goal, script))
    return found


def _attempt(pair: Pair) -> Attempt:
    return Attempt(pair.name, "", pair.false, pair.witness, part=pair.part)


def _refuter(formula: Json, hints: Any, names: tuple[str, ...]) -> Node:
    """Name what is to be named, fix what is to be fixed, and leave the relations to be found."""
    op, args = formula[0], formula[1:]
    if op == "and":
        return node("both", *(_refuter(part, hints, names) for part in args))
    if op == "implies":
        return intro("", _refuter(args[1], hints, names))
    if op == "some":
        name, _, body = args
        if name not in hints:
            raise LookupError(f"no value for {name}")
        return node("some", _refuter(body, hints, names), **{"is": hints[name]})
    if op == "all":
        name, _, body = args
        return intro(name, _refuter(body, hints, (*names, name)))
    return every_case() if names else auto()
