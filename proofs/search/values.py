"""Functions against a statement: their values at the points in sight, joined by lines.

The integers of a statement, and the variables that functions are applied to, get small values.
Then sums can be written out, and ``f(1/4)`` is a number like any other: quantified hypotheses
become their instances at the points in sight, ``f is L-Lipschitz`` a bound on each pair of values.
What refutes this statement without functions is made into one again: a constant, a line, a hat, a
zigzag, the 0 sequence but for one member.  Whether the hypotheses hold between the points is for
the kernel to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from proofs.claims import Witness
from proofs.search import data as exact
from proofs.search.clock import now
from proofs.search.closed_terms import put, small
from proofs.search.data import Found
from proofs.trees.script import Json

WHOLE = ("1", "2", "3", "0", "4")
REALS = ("1/2", "1", "0", "1/4", "2", "3/4", "1/3", "-1")
MAX_CHOICES, MAX_TERMS, MAX_POINTS, MAX_INSTANCES = 40, 12, 8, 60
Body = tuple[tuple[str, ...], Json]
Refuting = Callable[[Json], Iterator[Found]]


class NotHere(Exception):
    """A function is applied to what is no number, or there are too many of something."""


def joined_values(statement: Json, deadline: float, refuting: Refuting) -> Iterator[Found]:
    """Data with such functions; ``refuting`` finds data against statements without functions."""
    arities = statement["functions"]
    if not arities or any(arity != 1 for arity in arities.values()):
        return
    inside = sorted(_applied_to(statement, set(statement["vars"])))
    pools = [WHOLE if statement["vars"][name] == "int" else REALS for name in inside]
    for number, chosen in enumerate(small(pools)):
        if number >= MAX_CHOICES or now() > deadline:
            return
        at = dict(zip(inside, chosen, strict=True))
        try:
            ground = _Ground({name: {} for name in arities})
            reduced = ground.statement(statement, at)
        except (NotHere, exact.Undefined, ValueError):
            continue
        for found in refuting(reduced):
            yield from _joined(statement, at, ground, found)


def _applied_to(statement: Json, names: set[str]) -> set[str]:
    """The integers, and the variables in arguments of functions and in limits of sums."""
    found = {name for name in names if statement["vars"][name] == "int"}

    def walk(part: Any) -> None:
        if not isinstance(part, list):
            return
        if part[0] == "app":
            found.update(exact.free(["", *part[2:]], names))
        if part[0] == "sum":
            found.update(exact.free(["", *part[2:4]], names))
        for inner in part[1:]:
            walk(inner)

    for formula in (*statement["given"], statement["show"]):
        walk(formula)
    return found


@dataclass
class _Ground:
    """The points at which each function is looked at, with the names of its values there."""

    points: dict[str, dict[Fraction, str]]
    open: bool = field(default=True)

    def statement(self, statement: Json, at: Mapping[str, str]) -> Json:
        show = self.formula(put(statement["show"], at))
        given = [put(g, at) for g in statement["given"]]
        later = [g for g in given if g[0] in ("all", "lipschitz")]
        found = [self.formula(g) for g in given if g not in later]
        bounded = [(g, _range(g)) for g in later]
        for g, ends in bounded:
            if ends is not None:
                found += [self.formula(put(g[3], {g[1]: str(k)})) for k in ends]
        for g, ends in bounded:
            if ends is None:
                found += self.instances(g)
        names = {name: "real" for table in self.points.values() for name in table.values()}
        rest = {n: sort for n, sort in statement["vars"].items() if n not in at}
        return {"vars": {**rest, **names}, "functions": {}, "given": found, "show": show}

    def instances(self, formula: Json) -> list[Json]:
        """What a quantified hypothesis says at the points in sight, and of no others."""
        if formula[0] == "lipschitz":
            return list(self._pairs(formula))
        names: list[str] = []
        whole: list[bool] = []
        body = formula
        while body[0] == "all":
            names.append(body[1])
            whole.append(body[2] == "int")
            body = body[3]
        seen = sorted({t for table in self.points.values() for t in table})
        found: list[Json] = []
        former, self.open = self.open, False
        for chosen in product(seen, repeat=len(names)):
            if any(w and t.denominator != 1 for w, t in zip(whole, chosen, strict=True)):
                continue
            try:
                found.append(
                    self.formula(put(body, dict(zip(names, map(str, chosen), strict=True))))
                )
            except NotHere:
                continue
            if len(found) > MAX_INSTANCES:
                break
        self.open = former
        return found

    def _pairs(self, formula: Json) -> Iterator[Json]:
        _, name, constant, low, high = formula
        L = self.term(constant)
        ends = (_number(self.term(low)), _number(self.term(high)))
        table = self.points[name]
        seen = [t for t in sorted(table) if None in ends or ends[0] <= t <= ends[1]]  # type: ignore
        for s, t in pairwise(seen):  # neighbours are enough: it is a sum
            yield ["<=", ["abs", ["-", table[s], table[t]]], ["*", L, str(t - s)]]

    def formula(self, part: Json) -> Json:
        op, args = part[0], part[1:]
        if op in exact.RELATIONS:
            return [op, *(self.term(a) for a in args)]
        if op in ("and", "implies"):
            return [op, *(self.formula(a) for a in args)]
        ends = _range(part) if op == "all" else None
        if ends is None:
            raise NotHere(op)
        return ["and", *(self.formula(put(args[2], {args[0]: str(k)})) for k in ends)]

    def term(self, part: Json) -> Json:
        if isinstance(part, str):
            return part
        op, args = part[0], part[1:]
        if op == "^":
            return [op, self.term(args[0]), args[1]]
        if op == "sum":
            low, high = (_number(self.term(a)) for a in args[1:3])
            if low is None or high is None or high - low >= MAX_TERMS:
                raise NotHere("sum")
            parts = [
                self.term(put(args[3], {args[0]: str(k)})) for k in range(int(low), int(high) + 1)
            ]
            return ["+", *parts] if len(parts) > 1 else parts[0] if parts else "0"
        if op == "app":
            t = _number(self.term(args[1]))
            if t is None:
                raise NotHere("argument")
            table = self.points[args[0]]
            if t not in table:
                if not self.open or len(table) >= MAX_POINTS:
                    raise NotHere("point")
                table[t] = f"{args[0]}_at_{len(table)}"
            return table[t]
        return [op, *(self.term(a) for a in args)]


def _range(formula: Json) -> range | None:
    """The values of a bounded integer: ``for all k: 1 <= k and k <= 3 => ...``."""
    if formula[0] != "all" or formula[2] != "int" or formula[3][0] != "implies":
        return None
    name, premise = formula[1], formula[3][1]
    lows, highs = [], []
    for part in premise[1:] if premise[0] == "and" else [premise]:
        if part[0] in ("<=", "<"):
            strict = part[0] == "<"
            if part[2] == name and (q := _number(part[1])) is not None:
                lows.append(q.__floor__() + 1 if strict else q.__ceil__())
            if part[1] == name and (q := _number(part[2])) is not None:
                highs.append(q.__ceil__() - 1 if strict else q.__floor__())
    if not lows or not highs or min(highs) - max(lows) >= MAX_TERMS:
        return None
    return range(max(lows), min(highs) + 1)


def _number(term: Json) -> Fraction | None:
    """The value of a closed rational term."""
    try:
        found = exact.value(term, exact.Point({}, {}))
    except (exact.Undefined, KeyError, exact._OutOfWork):
        return None
    return found if isinstance(found, Fraction) else None


# --- from values to functions --------------------------------------------------------------------


def _joined(
    statement: Json, at: Mapping[str, str], ground: _Ground, found: Found
) -> Iterator[Found]:
    values = found.witness.values
    whole = {n: at.get(n, values.get(n, "1")) for n in statement["vars"]}
    options: list[list[Json]] = []
    for table in ground.points.values():
        points = [(t, Fraction(str(values[name]))) for t, name in sorted(table.items())]
        options.append(list(dict.fromkeys(map(_frozen, shapes(points)))))
    for bodies in zip(*_padded(options), strict=True):
        functions: dict[str, Body] = {
            name: (("t",), _thawed(body)) for name, body in zip(ground.points, bodies, strict=True)
        }
        yield replace(found, witness=Witness(whole, functions), hints=())


def _padded(options: Sequence[list[Any]]) -> list[list[Any]]:
    most = max(map(len, options))
    return [[*some, *[some[-1]] * (most - len(some))] for some in options]


def _frozen(term: Json) -> Any:
    return tuple(map(_frozen, term)) if isinstance(term, list) else term


def _thawed(term: Any) -> Json:
    return list(map(_thawed, term)) if isinstance(term, tuple) else term


def shapes(points: Sequence[tuple[Fraction, Fraction]]) -> Iterator[Json]:
    """Terms in ``t`` through the points, whose abscissas ascend: the simplest first.

    A constant, a line; 0 but for one hat; lines between the points that go on beyond the last ones,
    and such that end there.
    """
    values = [v for _, v in points]
    if len(set(values)) <= 1:
        yield str(values[0]) if values else "0"
        return
    slopes = [(w - v) / (u - t) for (t, v), (u, w) in pairwise(points)]
    if len(set(slopes)) == 1:
        yield _plus(_times(slopes[0], "t"), values[0] - slopes[0] * points[0][0])
        return
    there = [t for t, v in points if v]
    if len(there) == 1:
        width = min(abs(t - there[0]) for t, v in points if not v)
        hat = ["-", "1", _times(1 / width, ["abs", _plus("t", -there[0])])]
        yield _times(dict(points)[there[0]], ["max", "0", hat])
    inner = [t for t, _ in points[1:-1]]
    yield _kinked(points, slopes, inner)
    yield _kinked(points, [Fraction(0), *slopes, Fraction(0)], [t for t, _ in points])


def _kinked(
    points: Sequence[tuple[Fraction, Fraction]], slopes: list[Fraction], kinks: list[Fraction]
) -> Json:
    """Through the first point, with these slopes between the kinks: a line and absolute values."""
    first, value = points[0]
    turns = [(b - a) / 2 for a, b in pairwise(slopes)]
    slope = (slopes[0] + slopes[-1]) / 2
    rest = (
        value
        - slope * first
        - sum((c * abs(first - t) for c, t in zip(turns, kinks, strict=True)), Fraction(0))
    )
    parts = [_times(c, ["abs", _plus("t", -t)]) for c, t in zip(turns, kinks, strict=True) if c]
    parts += [_times(slope, "t")] * bool(slope) + [str(rest)] * bool(rest)
    return ["+", *parts] if len(parts) > 1 else parts[0]


def _plus(term: Json, q: Fraction) -> Json:
    return term if q == 0 else ["+", term, str(q)] if q > 0 else ["-", term, str(-q)]


def _times(q: Fraction, term: Json) -> Json:
    return "0" if q == 0 else term if q == 1 else ["-", term] if q == -1 else ["*", str(q), term]
