"""A statement with small values for its integers, so that its sums have known lengths.

Sympy cannot compare sums of symbolic length and SMT-LIB cannot say them.  Here the integers of a
statement, and those that its conclusion binds, get the largest values up to n = 1, 2, 3 at which
the hypotheses about integers alone hold; sums are written out, ``x(2)`` becomes the variable
``x_2``, functions that a hypothesis defines are put in, and a hypothesis about every integer
becomes its instances at 0, ..., 3 n + 1.  Hypotheses are only dropped, never added, so that what
follows here holds at these values.  It says nothing of other lengths: rows name the values.

With ``whole``, which is for sympy, quotients are taken to have values: every sum is written out,
and a function that is defined where certain numbers are not 0 is put in everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

Json = Any
SIZES = (1, 2, 3)
MOST_NAMES, MOST_GIVEN, MOST_NODES = 7, 400, 20_000
RELATIONS = ("<=", "<", "=", "!=")
TRUE: Json = ["and"]


@dataclass(frozen=True)
class Leaf:
    """One relation of a conclusion: what is bound on the way to it, and under which premises."""

    bound: tuple[tuple[str, str], ...]
    premises: tuple[Json, ...]
    relation: Json


@dataclass(frozen=True)
class Small:
    """A relation at small values of its integers; ``at`` names them.

    ``numbers`` says of ``x_2_`` that it is x at 2; ``functions`` are those that were put in.
    """

    at: str
    statement: Json
    values: dict[str, int]
    numbers: dict[str, tuple[Json, ...]]
    functions: dict[str, tuple[tuple[str, ...], Json]]


class TooMuch(Exception):
    """The statement at these values is too long to be of use."""


def leaves(formula: Json) -> Iterator[Leaf]:
    """The parts of a conclusion that are not "and", "all" or "implies"."""
    op, *args = formula
    if op == "and":
        for part in args:
            yield from leaves(part)
    elif op == "implies":
        for leaf in leaves(args[1]):
            yield Leaf(leaf.bound, (args[0], *leaf.premises), leaf.relation)
    elif op == "all":
        for leaf in leaves(args[2]):
            yield Leaf(((args[0], args[1]), *leaf.bound), leaf.premises, leaf.relation)
    else:
        yield Leaf((), (), formula)


def definitions(
    given: list[Json], guarded: bool = False, integers: bool = False
) -> Iterator[tuple[str, tuple[tuple[str, ...], Json]]]:
    """Functions that a hypothesis defines, ``for all u: g(u) = t``, with names and term.

    With ``guarded``, those too that it defines where a number is not 0; with ``integers``, those
    that it defines at integers.
    """
    for hypothesis in given:
        names, body = [], hypothesis
        while body[0] == "all" and (integers or body[2] == "real"):
            names.append(body[1])
            body = body[3]
        if guarded and body[0] == "implies" and body[1][0] == "!=" and body[1][2] == "0":
            body = body[2]
        head = body[1] if body[0] == "=" else None
        if names and isinstance(head, list) and head[0] == "app" and head[2:] == names:
            yield head[1], (tuple(names), body[2])


def at_size(
    statement: Json,
    leaf: Leaf,
    n: int,
    whole: bool,
    put: Mapping[str, Json] = MappingProxyType({}),
    least: bool = False,
) -> Small | None:
    """The relation and its hypotheses with integers up to n, or None where there are no such.

    ``put`` are functions, as names of parameters and a term, that are put in like defined ones.
    With ``least`` all but one of the integers are as small as they can be.

    With ``whole`` every sum is written out; without, only those whose summands have a value
    everywhere, since a summand without a value counts as 0 and a relation with one is false.

    Raises:
        TooMuch: it would be too long.
    """
    given = [*statement["given"], *leaf.premises]
    sorts = {**statement["vars"], **dict(leaf.bound)}
    if len(sorts) < len(statement["vars"]) + len(leaf.bound):
        return None  # one name with two meanings
    names = [name for name, sort in sorts.items() if sort == "int"]
    widths = _widths([*given, leaf.relation], set(statement["functions"]))
    if len(names) > MOST_NAMES or not (names or widths):
        return None
    known = {**put, **dict(definitions(statement["given"], whole))}
    at: dict[str, Json] = {name: ((), str(n)) for name in widths}
    values = _chosen(names, list(_plain(given)), n, at, least)
    if values is None:
        return None
    writer = _Writer({**known, **at}, n, whole)
    scope: dict[str, Json] = {name: str(value) for name, value in values.items()}
    writer.base = scope
    show = writer.formula(leaf.relation, scope)
    kept: list[Json] = []
    for hypothesis in given:
        kept += writer.instances(hypothesis, scope)
        if len(kept) > MOST_GIVEN:
            raise TooMuch("too many hypotheses at these values")
    kept = writer.settled(kept)
    reals = {name: sort for name, sort in sorts.items() if name not in values}
    rest = {f: k for f, k in statement["functions"].items() if _applies([show, *kept], f)}
    if writer.fresh.keys() & sorts.keys():
        return None
    new = {
        "vars": {**reals, **dict.fromkeys(writer.fresh, "real")},
        "functions": rest,
        "given": kept,
        "show": show,
    }
    said = _said({**{f"{w}(i)": n for w in widths}, **values})
    return Small(said, new, values, dict(writer.fresh), {**known, **at})


def _said(values: Mapping[str, int]) -> str:
    """``d = n = 2, k = 1``."""
    by: dict[int, list[str]] = {}
    for name, value in values.items():
        by.setdefault(value, []).append(name)
    return ", ".join(f"{' = '.join(names)} = {value}" for value, names in sorted(by.items()))


def _plain(given: list[Json]) -> Iterator[Json]:
    for formula in given:
        if formula[0] == "and":
            yield from _plain(formula[1:])
        elif formula[0] in RELATIONS:
            yield formula


def _chosen(
    names: list[str], given: list[Json], n: int, widths: Mapping[str, Json], least: bool
) -> dict[str, int] | None:
    """The largest values up to n, the first name first, that no relation between them excludes.

    With ``least`` the smallest ones from 1 on of which one is n.
    """
    writer = _Writer(widths, n, True)
    about = [g for g in given if _names(g) <= {*names, *widths}]
    order = range(1, n + 1) if least else range(n, -1, -1)
    for values in product(*(order for _ in names)):
        at = dict(zip(names, values, strict=True))
        scope = {name: str(value) for name, value in at.items()}
        if (not names or max(values) == n) and all(writer.formula(g, scope) == TRUE for g in about):
            return at
    return None


def _names(node: Json) -> set[str]:
    """The variables and functions in a formula without quantifiers."""
    if isinstance(node, str):
        return set() if _number(node) is not None else {node}
    found: set[str] = set().union(*(_names(part) for part in node[1:] if not isinstance(part, int)))
    return found


def _widths(formulas: list[Json], functions: set[str]) -> list[str]:
    """Functions of integers that stand in the limits of sums: they are constant here."""
    found: dict[str, None] = {}
    todo = list(formulas)
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            if node[0] == "sum":
                for name in functions:
                    if _applies(node[2:4], name):
                        found[name] = None
            todo += node[1:]
    return sorted(found)


def _applies(node: Json, name: str) -> bool:
    if not isinstance(node, list):
        return False
    return node[:2] == ["app", name] or any(_applies(part, name) for part in node)


def _number(node: Json) -> Fraction | None:
    if not isinstance(node, str) or not (node[-1:].isdigit() and node[0] in "-0123456789"):
        return None
    return Fraction(node)


class _Writer:
    """Terms and formulas with numbers for names, simplified as far as numbers go."""

    def __init__(self, functions: Mapping[str, Json], n: int, whole: bool) -> None:
        self.functions = functions
        self.n, self.whole = n, whole
        self.fresh: dict[str, tuple[Json, ...]] = {}
        self.base: Mapping[str, Json] = {}
        self.nodes = 0

    # -- terms

    def term(self, node: Json, scope: Mapping[str, Json]) -> Json:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooMuch("too long at these values")
        if isinstance(node, str):
            return scope.get(node, node)
        op, *args = node
        if op == "sum":
            return self._sum(args, scope)
        if op == "^":
            return _folded(op, [self.term(args[0], scope), args[1]])
        if op == "app":
            return self._applied(args[0], [self.term(a, scope) for a in args[1:]])
        return _folded(op, [self.term(a, scope) for a in args])

    def _applied(self, name: str, args: list[Json]) -> Json:
        if name in self.functions:
            parameters, body = self.functions[name]
            return self.term(body, {**self.base, **dict(zip(parameters, args, strict=False))})
        if all(_number(a) is not None for a in args):
            said = "_".join(str(_number(a)).replace("-", "m").replace("/", "o") for a in args)
            if self.fresh.setdefault(f"{name}_{said}_", (name, *args)) != (name, *args):
                raise TooMuch("two numbers of one name")
            return f"{name}_{said}_"
        return ["app", name, *args]

    def _sum(self, args: list[Json], scope: Mapping[str, Json]) -> Json:
        index, low, high, body = args
        first, last = (self.term(end, scope) for end in (low, high))
        p, q = _number(first), _number(last)
        if p is None or q is None or p.denominator != 1 or q.denominator != 1:
            return ["sum", index, first, last, self.term(body, _without(scope, index))]
        summands = [self.term(body, {**scope, index: str(k)}) for k in range(int(p), int(q) + 1)]
        if not self.whole and any(_partial(s) for s in summands):
            return ["sum", index, first, last, self.term(body, _without(scope, index))]
        return _folded("+", summands) if len(summands) > 1 else summands[0] if summands else "0"

    # -- formulas

    def formula(self, node: Json, scope: Mapping[str, Json]) -> Json:
        """The formula at these numbers: ``["and"]`` where they make it true."""
        op, *args = node
        if op in RELATIONS:
            a, b = (self.term(t, scope) for t in args)
            p, q = _number(a), _number(b)
            if p is not None and q is not None:
                holds = {"<=": p <= q, "<": p < q, "=": p == q, "!=": p != q}[op]
                return TRUE if holds else ["<", "0", "0"]
            return [op, a, b]
        if op == "and":
            parts = [self.formula(part, scope) for part in args]
            if ["<", "0", "0"] in parts:
                return ["<", "0", "0"]
            kept = [part for part in parts if part != TRUE]
            return kept[0] if len(kept) == 1 else ["and", *kept]
        if op == "implies":
            held, then = (self.formula(part, scope) for part in args)
            if held == ["<", "0", "0"]:
                return TRUE
            return then if held == TRUE else ["implies", held, then]
        if op == "lipschitz":
            return [op, args[0], *(self.term(t, scope) for t in args[1:])]
        name, sort, body = args
        return [op, name, sort, self.formula(body, _without(scope, name))]

    def instances(self, node: Json, scope: Mapping[str, Json]) -> list[Json]:
        """What a hypothesis says at the integers 0, ..., 3 n + 1; nothing where it is of reals."""
        op, *args = node
        if op == "and":
            return [one for part in args for one in self.instances(part, scope)]
        if op == "all":
            if args[1] != "int":
                return []
            at = range(3 * self.n + 2)
            return [one for k in at for one in self.instances(args[2], {**scope, args[0]: str(k)})]
        if op == "implies":
            held = self.formula(args[0], scope)
            if held == ["<", "0", "0"]:
                return []
            then = self.instances(args[1], scope)
            return then if held == TRUE else [["implies", held, one] for one in then]
        said = self._some(args, scope) if op == "some" else self.formula(node, scope)
        return [] if said == TRUE else [said]

    def _some(self, args: list[Json], scope: Mapping[str, Json]) -> Json:
        """``some j`` between numbers, as "if the others fail, the last one holds"."""
        name, sort, body = args
        inside = _without(scope, name)
        bounds = [r[1:] for r in _plain([body]) if r[0] == "<="]
        low = [_number(self.term(a, inside)) for a, b in bounds if b == name]
        high = [_number(self.term(b, inside)) for a, b in bounds if a == name]
        if sort != "int" or not low or not high or None in (*low, *high):
            return ["some", name, sort, self.formula(body, inside)]
        ends = max(q for q in low if q is not None), min(q for q in high if q is not None)
        span = range(int(ends[0].__ceil__()), int(ends[1].__floor__()) + 1)
        if len(span) > self.n + 1:
            raise TooMuch("too many values of a bound name")
        ways = [self.formula(body, {**scope, name: str(k)}) for k in span]
        if TRUE in ways:
            return TRUE
        found = [way for way in ways if way != ["<", "0", "0"]]
        if not found or not all(w[0] == "!=" and not _partial(w) for w in found):
            return ["some", name, sort, self.formula(body, inside)]
        said = found[-1]
        for way in found[:-1]:
            said = ["implies", ["=", *way[1:]], said]
        return said

    def settled(self, given: list[Json]) -> list[Json]:
        """Without those premises that are hypotheses themselves."""
        before: list[Json] = []
        while before != given:
            before, held = given, [g for g in given if g[0] != "implies"]
            given = [g[2] if g[0] == "implies" and _all_in(g[1], held) else g for g in given]
        return given


def _all_in(formula: Json, held: list[Json]) -> bool:
    if formula[0] == "and":
        return all(_all_in(part, held) for part in formula[1:])
    if formula[0] == "some":
        return _renamed(formula) in [_renamed(h) for h in held if h[0] == "some"]
    return formula in held


def _renamed(formula: Json) -> Json:
    return _Writer({}, 0, False).formula(formula[3], {formula[1]: "?"})


def _without(scope: Mapping[str, Json], name: str) -> dict[str, Json]:
    """The scope inside of a binder of that name."""
    found = {key: value for key, value in scope.items() if key != name}
    if any(_mentions(value, name) for value in found.values()):
        raise TooMuch("a name that is bound and free")
    return found


def _mentions(node: Json, name: str) -> bool:
    return node == name or (isinstance(node, list) and any(_mentions(p, name) for p in node[1:]))


def _partial(node: Json) -> bool:
    """Whether there may be no value somewhere: a divisor or the argument of a root varies."""
    if not isinstance(node, list):
        return False
    if node[0] in ("/", "sqrt", "log") and not (_number(node[-1]) or 0) > 0:
        return True
    return any(_partial(part) for part in node[1:])


def _folded(op: str, args: list[Any]) -> Json:
    """The term, as a number where numbers make one."""
    if op == "^":
        q = _number(args[0])
        return [op, *args] if q is None else str(q ** args[1])
    numbers = [_number(a) for a in args]
    if not numbers or None in numbers:
        return [op, *args]
    first, *rest = (q for q in numbers if q is not None)
    if op in ("abs", "floor", "sign"):
        one = {"abs": abs(first), "floor": first.__floor__(), "sign": (first > 0) - (first < 0)}
        return str(one[op])
    if op == "-" and not rest:
        return str(-first)
    if op not in ("+", "-", "*", "/", "max", "min") or (op == "/" and 0 in rest):
        return [op, *args]
    for q in rest:
        if op in ("max", "min"):
            first = max(first, q) if op == "max" else min(first, q)
        elif op == "/":
            first = first / q
        else:
            first = first + q if op == "+" else first - q if op == "-" else first * q
    return str(first)
