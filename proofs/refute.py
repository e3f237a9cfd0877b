"""From a sequent and exact data, what a refutation must prove, and how it is searched for.

What has to be proved is computed by :mod:`proofs.decide`; here it gets a script.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from constructions.terms import as_json, plain_json
from proofs import decide, notation
from proofs.claims import Attempt, Witness
from proofs.trees.owed import defined
from proofs.trees.script import Json, Node, auto, node


def of_witness(witness: Witness) -> dict[str, Any]:
    """A witness as the data of an offer."""
    return {
        "values": {name: written(value) for name, value in witness.values.items()},
        "functions": {name: [list(args), body] for name, (args, body) in witness.functions.items()},
    }


def written(value: Any) -> Json:
    """A number or a term as JSON, which may be given as that."""
    return value if isinstance(value, list) else as_json(value)


def data_text(witness: Witness, used: Collection[str]) -> str:
    """``N = 1, f(x) = |x − 1/2|``: the exact data that are used, as people read them."""
    values = {name: as_json(q) for name, q in witness.values.items() if name in used}
    functions = {name: made for name, made in witness.functions.items() if name in used}
    return notation.data(values, functions)


def negation(attempt: Attempt) -> tuple[Json, Node]:
    """The sequent ``hypotheses at the witness, and not the conclusion``, and its script.

    Raises:
        ValueError: the witness does not fit the statement.
    """
    data = of_witness(attempt.witness) | {"part": attempt.part}
    sequent = _needed(attempt, lambda: decide.negation(attempt.statement, data))
    script = attempt.script() if attempt.script else auto("conclusion fails")
    return sequent, _scripted(attempt, sequent, len(attempt.statement["given"]), script)


def satisfied(attempt: Attempt) -> tuple[Json, Node]:
    """The sequent ``all hypotheses hold at the witness``: the statement is not vacuous.

    The hypotheses are those on the first chain (:func:`proofs.decide.chains`) of which the witness
    names everything.

    Raises:
        ValueError: the witness does not fit the statement.
    """
    data = of_witness(attempt.witness)
    chain = next(
        (c for c in decide.chains(attempt.statement) if decide.named_in(c) <= named(data)),
        attempt.statement,
    )
    return met_at(chain, attempt)


def met_at(chain: Json, attempt: Attempt) -> tuple[Json, Node]:
    """The sequent ``the hypotheses of a chain hold at the witness``, and its script."""
    sequent = _needed(attempt, lambda: decide.met(chain, of_witness(attempt.witness)))
    return sequent, _scripted(attempt, sequent, len(chain["given"]))


def named(data: Mapping[str, Any]) -> set[str]:
    """The variables and functions that data are about."""
    return {*data["values"], *data["functions"]}


def _needed(attempt: Attempt, made: Any) -> Json:
    try:
        return made()
    except KeyError as error:
        raise ValueError(f"{attempt.id}: the witness leaves {error.args[0]} open") from None
    except (ValueError, decide.Reject) as error:
        raise ValueError(f"{attempt.id}: {error}") from None


def _scripted(attempt: Attempt, sequent: Json, given: int, *last: Node) -> Node:
    """The scripts for hypotheses, by position; what is owed for the data comes before them.

    (That a value or a function is defined: the first of these has the position -1.)
    """
    owed = sequent["show"][1 : len(sequent["show"]) - given - len(last)]
    scripts = [
        attempt.givens[i]() if i in attempt.givens else auto(f"hypothesis {i}")
        for i in range(given)
    ]
    first = [attempt.givens.get(-1 - i, defined)() for i in range(len(owed))]
    return node("both", *first, *scripts, *last)


def instantiate(formula: Json, witness: Witness) -> Json:
    """``formula`` with the witness in place of its free variables and functions."""
    return _instantiated(plain_json(formula), witness)


def _instantiated(formula: Json, witness: Witness) -> Json:
    if isinstance(formula, str):
        return written(witness.values[formula]) if formula in witness.values else formula
    if not isinstance(formula, list):
        return formula
    op, args = formula[0], formula[1:]
    if op == "lipschitz":
        name, *rest = args
        constant, low, high = (_instantiated(a, witness) for a in rest)
        return _lipschitz(witness.functions[name], constant, low, high)
    if op == "app":
        parameters, body = witness.functions[args[0]]
        values = [_instantiated(a, witness) for a in args[1:]]
        return _put(body, dict(zip(parameters, values, strict=True)))
    if op in ("all", "some"):
        return [op, args[0], args[1], _instantiated(args[2], _without(witness, args[0]))]
    if op == "sum":
        inner = _without(witness, args[0])
        limits = [_instantiated(a, witness) for a in args[1:3]]
        return [op, args[0], *limits, _instantiated(args[3], inner)]
    return [op, *(_instantiated(a, witness) for a in args)]


def _without(witness: Witness, name: str) -> Witness:
    values = {key: value for key, value in witness.values.items() if key != name}
    return Witness(values, witness.functions)


def _put(term: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(term, str):
        return values.get(term, term)
    return [term[0], *(_put(a, values) for a in term[1:])] if isinstance(term, list) else term


def _lipschitz(function: tuple[tuple[str, ...], Json], L: Json, low: Json, high: Json) -> Json:
    (parameter,), body = function
    first, second = _put(body, {parameter: "u"}), _put(body, {parameter: "v"})
    gap = ["<=", ["abs", ["-", first, second]], ["*", L, ["abs", ["-", "u", "v"]]]]
    inside: list[Any] = [["<=", low, v] for v in "uv"] + [["<=", v, high] for v in "uv"]
    return ["all", "u", "real", ["all", "v", "real", ["implies", ["and", *inside], gap]]]
