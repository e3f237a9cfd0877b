"""Positive sums that stand together, as one variable: e^y + e^z of an entry of a softmax of three.

Where summands occur only with each other, and their variables nowhere else, also a single one in
several sums, nothing is known of them but that they are positive.  The statement with a positive
variable for them has fewer, and what other strategies find for it holds for all its values.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations

from proofs.kernel.check import open_statement
from proofs.search.lemmas import Lemma, assuming, discharged
from proofs.search.ordered import _closed, _renamed, _used
from proofs.trees.script import Json, Node

MAX_SUMMANDS = 5
Solve = Callable[[Json], bytes | None]


def generalised(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from one that ``solve`` finds with a variable more, or None."""
    if statement["functions"]:
        return None
    for together in _together(statement):
        name = next(f"w{i}" for i in range(1000) if f"w{i}" not in statement["vars"])
        given, show = (
            _without(part, together, name) for part in (statement["given"], statement["show"])
        )
        own = set().union(*map(_variables, together))
        if own & _variables(["", *given, show]):
            continue
        names = {n: sort for n, sort in statement["vars"].items() if n not in own}
        part = {**statement, "vars": {**names, name: "real"}, "show": show}
        part["given"] = [*given, ["<", "0", name]]
        found = solve(part)
        if found is None:
            continue
        bound = {n: f"{n[:30]}_0" for n in part["vars"]}
        lemmas = [Lemma(_renamed(_closed(part), bound), json.loads(found))]
        context = open_statement(assuming(statement, lemmas))
        at: list[Json] = [*names, ["+", *together] if len(together) > 1 else together[0]]
        proof = _used(context, range(len(context.rules) - 1, len(context.rules)), at)
        return None if proof is None else discharged(statement, proof, lemmas)
    return None


def _together(statement: Json) -> Iterator[list[Json]]:
    """Positive summands of one sum, most of them first."""
    seen: list[list[Json]] = []
    for summands in _sums(["", *statement["given"], statement["show"]]):
        positive = [s for s in summands if _positive(s) and _variables(s)][:MAX_SUMMANDS]
        for count in range(len(positive), 0, -1):
            for some in combinations(positive, count):
                if list(some) not in seen:
                    seen.append(list(some))
    yield from sorted(seen, key=len, reverse=True)


def _sums(term: Json) -> Iterator[list[Json]]:
    """The summands of each sum in a term, nested ones taken together."""
    if not isinstance(term, list):
        return
    if term[0] == "+":
        summands = list(_flat(term))
        yield summands
        for part in summands:
            yield from _sums(part)
        return
    for part in term[1:]:
        yield from _sums(part)


def _flat(term: Json) -> Iterator[Json]:
    if isinstance(term, list) and term[0] == "+":
        for part in term[1:]:
            yield from _flat(part)
    else:
        yield term


def _without(term: Json, together: list[Json], name: str) -> Json:
    """The term with the name for these summands, wherever all of them stand in a sum."""
    if not isinstance(term, list):
        return term
    if term and term[0] == "+":
        summands = list(_flat(term))
        if all(part in summands for part in together):
            rest = [_without(s, together, name) for s in summands if s not in together]
            return ["+", *rest, name] if rest else name
    return [
        part if i == 0 and isinstance(part, str) else _without(part, together, name)
        for i, part in enumerate(term)
    ]


def _positive(term: Json) -> bool:
    if isinstance(term, str):
        return not term[0].isalpha() and term[0] not in "-0"
    op, *args = term
    return op == "exp" or (op in ("+", "*", "/") and all(map(_positive, args)))


def _variables(term: Json) -> set[str]:
    if isinstance(term, str):
        return {term} if term[:1].isalpha() else set()
    return set().union(*map(_variables, term[1:])) if len(term) > 1 else set()
