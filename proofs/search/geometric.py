"""Data for powers: functions p with p(0) = 1 and p(k + 1) = q p(k) for all integers k >= 0.

For a number q > 0 such a function is exp(t log q), for 0 it is max(0, 1 - t), for -1 a zigzag.  So
a statement with such hypotheses is read with these in the place of p; data against what is left,
or data that meet its hypotheses, are those of the statement, with p written out.

A recursion v(k + 1) = q v(k) + r, or with an inequality, also between absolute values, is met by
r/(1 - q) + c q^k with c = v(0) - r/(1 - q), if q and r depend on no k: other functions are
constants then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

from proofs.claims import Witness
from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.search import data as exact
from proofs.search._moves import poly_json
from proofs.search.cases import replaced
from proofs.search.data import Found
from proofs.trees.script import Json

Search = Callable[[Json], Iterator[Found]]
ARGUMENT = "t"


def powers(statement: Json) -> dict[str, tuple[Json, list[int]]]:
    """Functions that hypotheses define so: q, and the numbers of the two hypotheses."""
    starts: dict[str, int] = {}
    onward: dict[str, tuple[Json, int]] = {}
    for i, formula in enumerate(statement["given"]):
        if formula[0] == "=" and formula[2] == "1" and formula[1][:1] == ["app"]:
            if formula[1][2:] == ["0"]:
                starts[formula[1][1]] = i
            continue
        match formula:
            case ["all", k, "int", ["implies", ["<=", "0", m], ["=", left, ["*", q, right]]]]:
                name = right[1] if right[:1] == ["app"] else ""
                ends = [["app", name, ["+", k, "1"]], ["app", name, k], k]
                if [left, right, m] == ends and not _has(q, k):
                    onward[name] = (q, i)
    return {name: (q, [starts[name], i]) for name, (q, i) in onward.items() if name in starts}


def fixed(statement: Json) -> set[int]:
    """Numbers of the hypotheses that powers come with: their recursion, and bounds of exponents.

    Without them the functions are no powers.
    """
    found = powers(statement)
    inside = set(_exponents([*statement["given"], statement["show"]], found, statement["vars"]))
    own = {i for _, numbers in found.values() for i in numbers}
    bounds = {
        i
        for i, formula in enumerate(statement["given"])
        if formula[0] in ("<=", "<", "=") and isinstance(formula[2], str) and formula[2] in inside
    }
    return own | bounds


def _exponents(term: Json, found: Any, names: Any) -> Iterator[str]:
    """Variables in the arguments of these functions."""
    if isinstance(term, list):
        if term[:1] == ["app"] and term[1] in found:
            yield from exact.free(["", *term[2:]], names)
        for part in term:
            yield from _exponents(part, found, names)


def with_powers(statement: Json, search: Search) -> Iterator[Found]:
    """What ``search`` finds for statements without these functions, with them written out."""
    found = powers(statement)
    if not found or any(_has(q, name) for q, _ in found.values() for name in found):
        return
    taken = {i for _, numbers in found.values() for i in numbers}
    for sign in ("positive", "zero", "negative"):
        reduced = {
            "vars": statement["vars"],
            "functions": {f: n for f, n in statement["functions"].items() if f not in found},
            "given": [
                *(_put(g, found, sign) for i, g in enumerate(statement["given"]) if i not in taken),
                *(_signed(q, sign) for q, _ in found.values()),
            ],
            "show": _put(statement["show"], found, sign),
        }
        for hit in search(reduced):
            made = _bodies(found, hit.witness)
            if made is not None:
                whole = Witness(hit.witness.values, {**hit.witness.functions, **made})
                yield replace(hit, witness=whole)


def _signed(q: Json, sign: str) -> Json:
    if sign == "positive":
        return ["<", "0", q]
    return ["=", q, "0" if sign == "zero" else "-1"]


def body(q: Fraction, at: Json) -> Json | None:
    """The power of a number, as a term; None for negative ones but -1."""
    if q == 1:
        return "1"
    if q == 0:
        return ["max", "0", ["-", "1", at]]
    if q == -1:
        return _zigzag(at)
    return ["exp", ["*", at, ["log", str(q)]]] if q > 0 else None


def _zigzag(at: Json) -> Json:
    return ["-", ["+", "1", ["*", "4", ["floor", ["/", at, "2"]]]], ["*", "2", at]]


def _bodies(found: Any, witness: Witness) -> dict[str, Any] | None:
    made = {}
    for name, (q, _) in found.items():
        point = exact.Point(
            {n: exact.value(v, exact.Point({}, {})) for n, v in witness.values.items()},
            dict(witness.functions),
            [20_000],
        )
        try:
            number = exact.value(q, point)
            term = body(Fraction(number), ARGUMENT)
        except (exact.Undefined, exact._OutOfWork, ValueError, TypeError):
            return None
        if term is None:
            return None
        made[name] = ((ARGUMENT,), term)
    return made


def _put(term: Json, found: Any, sign: str) -> Json:
    if not isinstance(term, list):
        return term
    if term[0] == "app" and term[1] in found:
        at = _put(term[2], found, sign)
        if sign == "zero":
            return ["max", "0", ["-", "1", at]]
        return _zigzag(at) if sign == "negative" else ["exp", ["*", at, ["log", found[term[1]][0]]]]
    return [_put(part, found, sign) for part in term]


def _has(term: Json, name: str) -> bool:
    return any(_has(part, name) for part in term) if isinstance(term, list) else term == name


# --- recursions of first order -------------------------------------------------------------------

CONSTANTS = ("1", "-1", "0")


def with_recursions(statement: Json, search: Search) -> Iterator[Found]:
    """Data whose functions are constants, and solutions of recursions with powers of a number."""
    found = _affine(statement)
    own = powers(statement)
    others = [f for f in statement["functions"] if f not in found and f not in own]
    if not found or any(statement["functions"][f] != 1 for f in (*found, *others)):
        return
    for values in islice(product(CONSTANTS, repeat=len(others)), 9):
        made: dict[str, Json] = dict(zip(others, values, strict=True))
        yield from _solved(statement, found, made, search)


def _affine(statement: Json) -> dict[str, tuple[int, str, Json]]:
    """Functions v with a hypothesis v(k + 1) = t, <= t or >= t for all k >= 0: number, k and t."""
    found: dict[str, tuple[int, str, Json]] = {}
    for i, formula in enumerate(statement["given"]):
        match formula:
            case ["all", k, "int", ["implies", ["<=", "0", m], [op, one, two]]] if m == k:
                for left, right in ((one, two), (two, one)):
                    size = op == "<=" and left[:1] == ["abs"]
                    if size:  # of one that is not negative, as far as that goes
                        left, right = left[1], _bare(right, left[1][1:2])
                    if op in ("=", "<=") and left[:1] == ["app"] and left[2] == ["+", k, "1"]:
                        found.setdefault(left[1], (i, k, right))
    return {v: at for v, at in found.items() if v not in powers(statement)}


def _solved(
    statement: Json, found: dict[str, tuple[int, str, Json]], made: dict[str, Json], search: Search
) -> Iterator[Found]:
    reduced = dict(statement["functions"])
    names, extra, recursions = dict(statement["vars"]), [], []
    bodies: dict[str, Json] = {}
    for v, (i, k, right) in found.items():
        term = _applied(right, made)
        rest = _short(_applied(term, {v: "0"}))
        factor = _short(["-", _applied(term, {v: "1"}), rest])
        if any(_has(part, name) for part in (rest, factor) for name in (k, *found)):
            return
        start, power = f"{v}_start", f"{v}_power"
        if {start, power} & {*names, *reduced}:
            return
        names[start] = "real"
        reduced[power] = 1
        whole = ["/", rest, ["-", "1", factor]]
        bodies[v] = ["+", whole, ["*", ["-", start, whole], ["app", power, ARGUMENT]]]
        extra += [["!=", factor, "1"], ["=", ["app", power, "0"], "1"]]
        step = ["=", ["app", power, ["+", k, "1"]], ["*", factor, ["app", power, k]]]
        extra.append(["all", k, "int", ["implies", ["<=", "0", k], step]])
        recursions.append(i)
    given = [g for i, g in enumerate(statement["given"]) if i not in recursions]
    for v in bodies:
        given = [replaced(g, ["app", v, "0"], f"{v}_start") for g in given]
    asked = {
        "vars": names,
        "functions": {f: n for f, n in reduced.items() if f not in made and f not in found},
        "given": [*(_unbound(_applied(g, {**made, **bodies})) for g in given), *extra],
        "show": _applied(statement["show"], {**made, **bodies}),
    }
    for hit in with_powers(asked, search):
        told = _told(statement, hit, made, bodies)
        if told is not None:
            yield told


def _bare(term: Json, names: list[str]) -> Json:
    """The term without the bars around values of a function."""
    if not isinstance(term, list):
        return term
    if term[0] == "abs" and term[1][:1] == ["app"] and term[1][1:2] == names:
        return term[1]
    return [_bare(part, names) for part in term]


def _unbound(formula: Json) -> Json:
    """P in place of "P for all integers k >= 0", where P does not depend on k."""
    match formula:
        case ["all", k, "int", ["implies", ["<=", "0", m], inner]] if m == k:
            return formula if _has(inner, k) else inner
    return formula


def _told(
    statement: Json, hit: Found, made: dict[str, Json], bodies: dict[str, Json]
) -> Found | None:
    """The data with the functions written out, numbers where there were names."""
    known = {n: exact.value(q, exact.Point({}, {})) for n, q in hit.witness.values.items()}
    functions: dict[str, Any] = {f: ((ARGUMENT,), c) for f, c in made.items()}
    functions |= {f: b for f, b in hit.witness.functions.items() if f in statement["functions"]}
    try:
        for v, whole in bodies.items():
            _, rest, (_, gap, power) = whole
            b, c = (Fraction(exact.value(t, exact.Point(known, {}, [20_000]))) for t in (rest, gap))
            body = hit.witness.functions[power[1]][1]
            scaled = "0" if not c else body if c == 1 else ["*", str(c), body]
            functions[v] = ((ARGUMENT,), scaled if not b else ["+", str(b), scaled])
    except (exact.Undefined, exact._OutOfWork, ValueError, TypeError):
        return None
    values = {n: q for n, q in hit.witness.values.items() if n in statement["vars"]}
    return replace(hit, witness=Witness(values, functions))


def _applied(term: Json, bodies: dict[str, Json]) -> Json:
    """The term with bodies in ``ARGUMENT`` for these functions."""
    if not isinstance(term, list):
        return term
    if term[0] == "app" and term[1] in bodies:
        return _at(bodies[term[1]], _applied(term[2], bodies))
    return [_applied(part, bodies) for part in term]


def _at(term: Json, argument: Json) -> Json:
    if isinstance(term, list):
        return [_at(part, argument) for part in term]
    return argument if term == ARGUMENT else term


def _short(term: Json) -> Json:
    """A polynomial in names, multiplied out; any other term as it is."""
    try:
        poly = _poly(term)
    except (KeyError, ValueError, TypeError, Reject):
        return term
    return poly_json(Context({}, {}, ()), poly)


def _poly(term: Json) -> P.Poly:
    if isinstance(term, str):
        return P.variable(term) if term[0].isalpha() else P.constant(Fraction(term))
    parts = [_poly(part) for part in term[1:]]
    if term[0] == "-":
        return P.minus(*parts) if len(parts) == 2 else P.scale(parts[0], -1)
    return P.add(*parts) if term[0] == "+" else {"*": P.product}[term[0]](parts)
