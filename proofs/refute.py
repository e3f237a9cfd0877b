"""From a sequent and exact data, its negation at those data: what a refutation must prove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from constructions.terms import as_json, implies, plain_json
from proofs.claims import Attempt, Witness
from proofs.methods.script import Json, Node, auto, node, statement


def negation(attempt: Attempt) -> tuple[Json, Node]:
    """The sequent ``hypotheses at the witness, and not the conclusion``, and its script.

    Variables become numbers, functions become terms; a hypothesis ``f is L-Lipschitz`` becomes
    |f(u) - f(v)| <= L |u - v| for all u, v of the interval, to be proved like any other.  Of a
    conclusion that is a conjunction, the part ``attempt.part`` is the one to fail.
    """
    goals, scripts = _hypotheses(attempt)
    show = attempt.statement["show"]
    failing = show[1 + attempt.part] if show[0] == "and" else show
    _check_conditions(attempt, _in_conditions(failing, negated=True))
    goals.append(_not(instantiate(failing, attempt.witness)))
    script = attempt.script() if attempt.script else auto("conclusion fails")
    return statement({}, [], ["and", *goals]), node("both", *scripts, script)


def satisfied(attempt: Attempt) -> tuple[Json, Node]:
    """The sequent ``all hypotheses hold at the witness``: the statement is not vacuous."""
    goals, scripts = _hypotheses(attempt)
    return statement({}, [], ["and", *goals]), node("both", *scripts)


def _hypotheses(attempt: Attempt) -> tuple[list[Json], list[Node]]:
    sequent, witness = attempt.statement, attempt.witness
    missing = set(sequent["vars"]) - set(witness.values)
    missing |= set(sequent["functions"]) - set(witness.functions)
    if missing:
        raise ValueError(f"{attempt.id}: the witness leaves {', '.join(sorted(missing))} open")
    for name, sort in sequent["vars"].items():
        if sort == "int" and not as_json(witness.values[name]).lstrip("-").isdigit():
            raise ValueError(f"{attempt.id}: {name} must be an integer")
    for given in sequent["given"]:
        _check_conditions(attempt, _in_conditions(given))
    goals = [instantiate(given, witness) for given in sequent["given"]]
    scripts = [
        attempt.givens[i]() if i in attempt.givens else auto(f"hypothesis {i}")
        for i in range(len(goals))
    ]
    return goals, scripts


def opened(sequent: Json) -> Json | None:
    """``premises |- T`` of a sequent that concludes ``(for all ...: premises => T) => C``.

    Where the condition or C has no free variable or function, a refutation amounts to a proof of
    ``for all ...: premises => T``, and so it does if nothing meets the premises.  None if the
    sequent has no such condition.
    """
    free = set(sequent["vars"]) | set(sequent["functions"])
    show = sequent["show"]
    for part in show[1:] if show[0] == "and" else [show]:
        if part[0] != "implies":
            continue
        for condition in part[1][1:] if part[1][0] == "and" else [part[1]]:
            found = _universal(condition)
            if found["given"] and not (_free(condition) & free and _free(part[2]) & free):
                sorts = {**sequent["vars"], **found["vars"]}
                given = [*sequent["given"], *found["given"]]
                functions = sequent["functions"]
                return {**found, "vars": sorts, "functions": functions, "given": given}
    return None


def _universal(formula: Json) -> Json:
    """``for all ...: premises => T`` as a sequent."""
    sorts: dict[str, str] = {}
    given: list[Json] = []
    while formula[0] in ("all", "implies"):
        if formula[0] == "all":
            sorts[formula[1]] = formula[2]
        else:
            given += formula[1][1:] if formula[1][0] == "and" else [formula[1]]
        formula = formula[-1]
    return {**statement(sorts, [], formula), "given": given}


def _free(formula: Json) -> set[str]:
    """The free names of a formula: numbers and operators are among them, bound names are not."""
    if not isinstance(formula, list):
        return {formula} if isinstance(formula, str) else set()
    inside = set().union(*map(_free, formula[1:]))
    return inside - {formula[1]} if formula[0] in ("all", "some", "sum") else inside


PARTIAL = ("/", "sqrt", "log")


def _check_conditions(attempt: Attempt, names: set[str]) -> None:
    """No condition may depend on a witness that is undefined somewhere.

    What is to be proved is defined where it is true, so there the witness is as good as any
    function that extends it.  The condition of an implication is false where it is undefined,
    and that is no property of a function.
    """
    values, functions = attempt.witness.values, attempt.witness.functions
    partial = {name for name, value in values.items() if _partial(as_json(value))}
    partial |= {name for name, (_, body) in functions.items() if _partial(body)}
    if names & partial:
        found = ", ".join(sorted(names & partial))
        raise ValueError(f"{attempt.id}: a condition depends on {found}, not defined everywhere")


def _partial(term: Json) -> bool:
    if not isinstance(term, list):
        return False
    constant = term[0] == "/" and isinstance(term[2], str) and term[2].isdigit() and int(term[2])
    return (term[0] in PARTIAL and not constant) or any(_partial(part) for part in term[1:])


def _in_conditions(formula: Json, negated: bool = False) -> set[str]:
    """The names in the conditions of implications, in a formula or in what _not makes of it."""
    op, args = formula[0], formula[1:]
    if op == "implies":
        first = _in_conditions(args[0]) if negated else _names(args[0])
        return first | _in_conditions(args[1], negated)
    if op == "and" and negated and args:
        return _names(args[:-1]) | _in_conditions(args[-1], negated)
    if op == "and":
        return set().union(*map(_in_conditions, args))
    if op == "lipschitz" and not negated:  # for all u, v of the interval
        return _names(args[2:])
    return _in_conditions(args[2], negated) if op in ("all", "some") else set()


def _names(json: Json) -> set[str]:
    if isinstance(json, str):
        return {json}
    return set().union(*map(_names, json)) if isinstance(json, list) else set()


def instantiate(formula: Json, witness: Witness) -> Json:
    """``formula`` with the witness in place of its free variables and functions."""
    return _instantiated(plain_json(formula), witness)


def _instantiated(formula: Json, witness: Witness) -> Json:
    if isinstance(formula, str):
        return as_json(witness.values[formula]) if formula in witness.values else formula
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


def _not(formula: Json) -> Json:
    """The negation, pushed inwards; of a conjunction: where all but the last part hold, that fails.

    A relation is false where a term is undefined, so the relation that stands for its negation
    says more than the negation does: what is proved of it is a refutation all the same.
    """
    op, args = formula[0], formula[1:]
    if op == "<=":
        return ["<", args[1], args[0]]
    if op == "<":
        return ["<=", args[1], args[0]]
    if op in ("=", "!="):
        return ["!=" if op == "=" else "=", *args]
    if op == "implies":
        return ["and", args[0], _not(args[1])]
    if op == "and" and args:
        *held, last = args
        return implies(*held, _not(last)).json
    if op in ("all", "some"):
        return ["some" if op == "all" else "all", args[0], args[1], _not(args[2])]
    raise ValueError(f"no negation for {op}")
