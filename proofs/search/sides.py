"""Bounds of a size: |A| <= B for both sides, with what bounds the data both ways.

Where A is a difference of logarithms of sums, or of quotients of sums, the search that knows such
sums wants plain inequalities.  So |A| <= B is shown as A <= B and -A <= B; hypotheses |a - b| <= c,
also for all k, are given as a <= b + c and b <= a + c; and a maximum in B, as of |x - u| and
|y - v|, is a variable d with |x - u| <= d and |y - v| <= d.  Each side is a statement of its own,
and is used as a lemma.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from proofs.kernel.check import open_statement
from proofs.kernel.errors import Reject
from proofs.search.calculus import Line, NotSmooth
from proofs.search.cases import kinks, replaced
from proofs.search.lemmas import Lemma, assuming, discharged, told_in
from proofs.search.ordered import _closed, _renamed, _used
from proofs.search.prove import Fuel, _OutOfWork, _Search, prove
from proofs.trees.script import Json, Node
from proofs.trees.transport import Missing

WORK = 300
Solve = Callable[[Json], bytes | None]


def sided(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those that ``solve`` finds for its sides, or None."""
    if statement["show"][0] not in ("<=", "<"):
        return None
    op, left, right = statement["show"]
    sides = [left[1], ["-", left[1]]] if left[0] == "abs" else [left]
    given = [part for g in statement["given"] for part in both_ways(g)]
    largest = next((kink for kink in kinks(right) if kink[0] == "max"), None)
    names, at = {**statement["vars"]}, [*statement["vars"]]
    if largest is not None:
        d = next(f"d{i}" for i in range(1000) if f"d{i}" not in {*names, *statement["functions"]})
        right = replaced(right, largest, d)
        given += [part for t in largest[1:] for part in both_ways(["<=", t, d])]
        names[d], at = "real", [*at, largest]
    elif len(sides) == 1 and given == statement["given"]:
        return None
    parts = [
        {**statement, "vars": names, "given": given, "show": [op, side, right]} for side in sides
    ]
    proofs = []
    for part in parts:
        found = solve(part)
        if found is None:
            return None
        proofs.append(json.loads(found))
    if largest is None:
        return _from_parts(statement, parts, proofs)
    lemmas = [Lemma(_closed(part), proof) for part, proof in zip(parts, proofs, strict=True)]
    bound = {name: f"{name[:30]}_0" for name in names}
    lemmas = [Lemma(_renamed(lemma.formula, bound), lemma.certificate) for lemma in lemmas]
    context = open_statement(assuming(statement, lemmas))
    first = len(context.rules) - len(lemmas)
    proof = _used(context, range(first, first + len(lemmas)), at)
    return None if proof is None else discharged(statement, proof, lemmas)


def _from_parts(statement: Json, parts: list[Json], proofs: list[Json]) -> Node | None:
    """The statement from its sides, where what they are given is shown first."""
    line = Line(open_statement(statement))
    try:
        for fact in parts[0]["given"]:
            if fact not in statement["given"]:
                shown = prove({**statement, "show": fact}, 0)
                if shown is None:
                    return None
                line.have_by(fact, told_in({**statement, "show": fact}, shown["proof"]))
        for part, proof in zip(parts, proofs, strict=True):
            line.have_by(part["show"], told_in(part, proof["proof"]))
        search = _Search(WORK)
        last = search.leaf(line.context, 0) or search.solve(
            line.context, Fuel(0, 0, 1, 0), frozenset()
        )
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None
    return None if last is None else line.chain.close(last)


def both_ways(formula: Json) -> Iterator[Json]:
    """|a - b| <= c as a <= b + c and b <= a + c, also behind quantifiers and premises."""
    if formula[0] in ("all", "implies"):
        for inner in both_ways(formula[-1]):
            yield [*formula[:-1], inner]
        return
    size = formula[1] if formula[0] in ("<=", "<") else None
    if not isinstance(size, list) or size[0] != "abs":
        yield formula
        return
    inner, c = size[1], formula[2]
    if isinstance(inner, list) and inner[0] == "-" and len(inner) == 3:
        yield [formula[0], inner[1], ["+", inner[2], c]]
        yield [formula[0], inner[2], ["+", inner[1], c]]
    else:
        yield [formula[0], inner, c]
        yield [formula[0], ["-", inner], c]
