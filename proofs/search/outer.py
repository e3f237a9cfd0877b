"""Differences of two values of one function: |h(A) - h(B)| <= c |A - B| <= R.

Where both sides of a difference are the same but for one part, as two ReLU units with other inputs,
that h is c-Lipschitz in this part is a statement about two numbers, and that c |A - B| <= R is one
about the inputs, which may be sums.  Floats choose c; they are in no proof.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from proofs.kernel.check import RULES, open_statement
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import floats
from proofs.search.calculus import Line, NotSmooth, occurs
from proofs.search.cases import replaced
from proofs.search.lemmas import told_in
from proofs.search.prove import Fuel, _OutOfWork, _Search
from proofs.trees.script import Json, Node, node
from proofs.trees.transport import Missing

WORK, SAMPLES = 400, 200
CONSTANTS = tuple(map(Fraction, ("1/4", "1/2", "1", "2")))
OUTER = ("max", "min", "abs", "tanh", "exp", "/", "sqrt", "log", "sin", "cos")
HOLE = "#"
Solve = Callable[[Json], bytes | None]


def peeled(statement: Json, solve: Solve) -> Node | None:
    """A proof of the statement from those of ``solve`` for the function and for its inputs."""
    op, left, right = statement["show"] if len(statement["show"]) == 3 else ("", "", "")
    if op not in ("<=", "<") or not isinstance(left, list) or left[0] != "abs":
        return None
    size = left[1]
    if not isinstance(size, list) or size[0] != "-" or len(size) != 3:
        return None
    fresh = [n for n in (f"h{i}" for i in range(1000)) if not occurs(["", *_all(statement)], n)][:2]
    for hole, first, second in _holes(*size[1:]):
        c = _constant(hole)
        if c is None:
            continue
        gap = ["abs", ["-", first, second]]
        inputs = {**statement, "show": [op, gap if c == 1 else ["*", str(c), gap], right]}
        function = _lipschitz(hole, c, fresh)
        inner = solve(function)
        outer = None if inner is None else solve(inputs)
        if inner is None or outer is None:
            continue
        told = _told(statement, function, inputs, (inner, outer), [first, second])
        if told is not None:
            return told
    return None


def _told(
    statement: Json, function: Json, inputs: Json, proofs: tuple[bytes, bytes], at: list[Json]
) -> Node | None:
    """The statement from what its parts say."""
    line, search = Line(open_statement(statement)), _Search(WORK)
    inner, outer = (json.loads(proof)["proof"] for proof in proofs)
    names = [*function["vars"]]
    show = function["show"]
    for name in reversed(names):
        show = ["all", name, "real", show]

    def introduced(context: Context) -> Node:
        made = context
        for name in names:
            (made,) = RULES["intro"][1](made, node("intro", **{"as": name}))
        proof = told_in(function, inner)(made)
        for name in reversed(names):
            proof = node("intro", proof, **{"as": name})
        return proof

    try:
        line.have_by(show, introduced)
        line.step(node("use", rule=len(line.context.rules) - 1, at=at), [])
        line.have_by(inputs["show"], told_in(inputs, outer))
        last = search.leaf(line.context, 0)
        last = last or search.solve(line.context, Fuel(0, 1, 2, 0), frozenset())
    except (NotSmooth, Missing, Reject, _OutOfWork):
        return None
    return None if last is None else line.chain.close(last)


def _lipschitz(hole: Json, c: Fraction, names: list[str]) -> Json:
    """|h(s) - h(t)| <= c |s - t|, as a statement."""
    values = [replaced(hole, HOLE, name) for name in names]
    gap = ["abs", ["-", *names]]
    show = ["<=", ["abs", ["-", *values]], gap if c == 1 else ["*", str(c), gap]]
    return {"vars": dict.fromkeys(names, "real"), "functions": {}, "given": [], "show": show}


def _holes(one: Json, other: Json) -> Iterator[tuple[Json, Json, Json]]:
    """What two terms share around a part in which they differ; the part in each."""
    hole: Json = HOLE
    path: list[tuple[Json, int]] = []
    while isinstance(one, list) and isinstance(other, list):
        if one[0] != other[0] or len(one) != len(other) or one[0] in ("sum", "app"):
            return
        differ = [i for i in range(1, len(one)) if one[i] != other[i]]
        if len(differ) != 1:
            return
        path.append((one, differ[0]))
        one, other = one[differ[0]], other[differ[0]]
        hole = HOLE
        for term, i in reversed(path):
            hole = [*term[:i], hole, *term[i + 1 :]]
        if any(term[0] in OUTER for term, _ in path) and not _names(hole):
            yield hole, one, other


def _names(term: Json) -> bool:
    """Whether a term has variables."""
    if isinstance(term, str):
        return term[:1].isalpha()
    return any(map(_names, term[1:]))


def _all(statement: Json) -> list[Json]:
    return [*statement["vars"], *statement["functions"], *statement["given"], statement["show"]]


def _constant(hole: Json) -> Fraction | None:
    """The least of a few constants for which h looks Lipschitz."""
    rng, most = Random(0), 0.0
    for _ in range(SAMPLES):
        s = rng.choice((0.1, 1.0, 10.0)) * rng.uniform(-1, 1)
        t = s + rng.choice((0.01, 1.0)) * rng.uniform(-1, 1)
        try:
            pair = [float(floats.value(replaced(hole, HOLE, "s"), {"s": q}, {})) for q in (s, t)]
        except (floats.NotHere, ArithmeticError, TypeError, ValueError):
            return None
        if pair[0] != pair[0] or pair[1] != pair[1]:
            return None
        if s != t:
            most = max(most, abs(pair[0] - pair[1]) / abs(s - t))
    return next((c for c in CONSTANTS if most <= float(c) + 1e-9), None)
