"""Exact data for a statement: at which its hypotheses hold, or at which it fails.

A search over small rationals and simple functions, guided by the hypotheses (x <= t proposes t
and its neighbours), with exact arithmetic where that is possible.  What it proposes is a hint:
quantified hypotheses are tried at samples only, and irrational values are floats.  The kernel
decides (:mod:`proofs.refute`).  The search is counted in evaluations, so it is deterministic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

from proofs.claims import Witness
from proofs.decide import refutable
from proofs.trees.script import Json

Number = Fraction | float
RELATIONS = ("<=", "<", "=", "!=")
_REALS = "1 1/2 0 2 -1 1/4 3/4 1/3 3 1/10 -1/2 4 10 -2 1/100 9/10 100 -3 5 1/8"
_SAMPLES = "0 1 1/2 -1 1/4 2 3/4 1/3 -1/2 9/10 10 -10"
REALS = tuple(map(Fraction, _REALS.split()))
INTEGERS = tuple(Fraction(t) for t in (1, 2, 0, 3, -1, 4, 5, 6, 8, 10, -2, 20, 30, 40))
SAMPLES = tuple(map(Fraction, _SAMPLES.split()))
WORK = 60_000


class Undefined(Exception):
    """A term has no value here."""


class _OutOfWork(Exception):
    """The search has used up its evaluations."""


@dataclass
class Point:
    """Values of the variables and functions so far; ``bound`` notes values of bound variables."""

    values: dict[str, Number]
    functions: dict[str, tuple[tuple[str, ...], Json]]
    work: list[int] = field(default_factory=lambda: [WORK])
    hints: dict[str, Number] = field(default_factory=dict)
    sure: bool = False  # nothing is said of floats that nearly agree
    # what terms are here, by the objects that they are (:func:`shared`)
    met: dict[int, tuple[Json, Number]] = field(default_factory=dict, init=False)

    def spend(self) -> None:
        self.work[0] -= 1
        if self.work[0] < 0:
            raise _OutOfWork


# --- evaluation ----------------------------------------------------------------------------------


def value(term: Json, point: Point) -> Number:
    """The value of a term: exact where it is rational, else a float.  Raises Undefined."""
    if isinstance(term, str):
        point.spend()
        if term in point.values:
            return point.values[term]
        try:
            return Fraction(term)
        except ValueError:
            raise Undefined(term) from None
    known = point.met.get(id(term))
    if known is None:
        point.spend()
        known = term, _value(term[0], term[1:], point)
        point.met[id(term)] = known
    return known[1]


def _value(op: str, args: Sequence[Json], point: Point) -> Number:
    if op == "sum":
        return _sum(args, point)
    if op == "app":
        names, body = point.functions[args[0]]
        inner = {n: value(a, point) for n, a in zip(names, args[1:], strict=True)}
        return value(body, Point(inner, point.functions, point.work))
    if op == "^":
        return _sized(value(args[0], point) ** args[1])
    if op == "pi":
        return math.pi
    try:
        return _sized(_OPERATIONS[op](*(value(a, point) for a in args)))
    except (OverflowError, ValueError, ZeroDivisionError):
        raise Undefined(op) from None


def _sized(q: Number) -> Number:
    if isinstance(q, Fraction):
        return q if q.denominator.bit_length() + q.numerator.bit_length() < 600 else float(q)
    if math.isnan(q) or math.isinf(q):
        raise Undefined("size")
    return q


def _sum(args: Sequence[Json], point: Point) -> Number:
    name, low, high, body = args
    first, last = value(low, point), value(high, point)
    if Fraction(first).denominator != 1 or Fraction(last).denominator != 1 or last - first > 40:
        raise Undefined("sum")
    total: Number = Fraction(0)
    for k in range(int(first), int(last) + 1):
        inner = Point({**point.values, name: Fraction(k)}, point.functions, point.work)
        try:
            total += value(body, inner)
        except Undefined:  # an undefined summand counts as 0
            continue
    return total


def _sqrt(a: Number) -> Number:
    if a < 0:
        raise Undefined("sqrt")
    if isinstance(a, Fraction):
        top, bottom = math.isqrt(a.numerator), math.isqrt(a.denominator)
        if top * top == a.numerator and bottom * bottom == a.denominator:
            return Fraction(top, bottom)
    return math.sqrt(a)


def _elementary(name: str) -> Any:
    exact = {"exp": Fraction(1), "cos": Fraction(1)}.get(name, Fraction(0))

    def apply(a: Number) -> Number:
        if name == "log":
            return Fraction(0) if a == 1 and isinstance(a, Fraction) else math.log(a)
        if a == 0 and isinstance(a, Fraction):
            return exact
        result: float = getattr(math, name)(a)
        return result

    return apply


def _plus(*args: Number) -> Number:
    return sum(args, Fraction(0))


def _times(*args: Number) -> Number:
    out: Number = Fraction(1)
    for a in args:
        out = out * a
    return out


_OPERATIONS: dict[str, Any] = {
    "+": _plus,
    "*": _times,
    "-": lambda a, b=None: -a if b is None else a - b,
    "/": lambda a, b: a / b,
    "abs": abs,
    "sign": lambda a: Fraction((a > 0) - (a < 0)),
    "floor": lambda a: Fraction(math.floor(a)),
    "max": max,
    "min": min,
    "sqrt": _sqrt,
} | {name: _elementary(name) for name in ("exp", "log", "sin", "cos", "tanh", "atan")}


def truth(formula: Json, point: Point) -> bool:
    """Whether a formula holds as far as can be seen: quantifiers range over samples."""
    op, args = formula[0], formula[1:]
    point.spend()
    if op in RELATIONS:
        try:
            left, right = value(args[0], point), value(args[1], point)
        except Undefined:
            return False
        return _compare(op, left, right, point.sure)
    if op == "and":
        return all(truth(part, point) for part in args)
    if op == "implies":
        return not truth(args[0], point) or truth(args[1], point)
    if op == "lipschitz":
        return _lipschitz(args, point)
    name, sort, body = args
    for q in _samples(sort, point):
        inner = replace(point, values={**point.values, name: q})
        if truth(body, inner) == (op == "some"):
            point.hints[name] = q
            return op == "some"
    return op == "all"


def fails(formula: Json, point: Point) -> bool:
    """Whether the negation, as :mod:`proofs.refute` pushes it inwards, holds as far as is seen."""
    op, args = formula[0], formula[1:]
    point.spend()
    if op in RELATIONS:
        try:
            left, right = value(args[0], point), value(args[1], point)
        except Undefined:
            return False
        opposite = {"<=": ("<", right, left), "<": ("<=", right, left)}
        negated = opposite.get(op, ({"=": "!=", "!=": "="}.get(op, ""), left, right))
        return _compare(*negated, point.sure)
    if op == "and":
        if not args:
            return False
        return all(truth(part, point) for part in args[:-1]) and fails(args[-1], point)
    if op == "implies":
        return truth(args[0], point) and fails(args[1], point)
    if op == "lipschitz":
        return False
    name, sort, body = args
    held = body[1:-1] if op == "some" and body[0] == "and" else []
    somewhere = False
    for q in _samples(sort, point):
        inner = replace(point, values={**point.values, name: q})
        failed = fails(body, inner)
        if op == "all" and failed:
            point.hints[name] = q
            return True
        # what there is has to fail everywhere: somewhere because of its last part, as a premise
        # that nothing meets would make the negation vacuous
        if op == "some" and not failed and all(truth(part, inner) for part in held):
            return False
        somewhere |= failed
    return op == "some" and somewhere


def _compare(op: str, left: Number, right: Number, sure: bool) -> bool:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        if op in ("<=", "<"):
            return left <= right if op == "<=" else left < right
        return (left == right) == (op == "=")
    gap = float(right) - float(left)
    near = abs(gap) <= 1e-9 * max(1.0, abs(float(left)), abs(float(right)))
    if sure and near:
        return False
    if op in ("=", "!="):
        return near == (op == "=")
    return near if op == "<=" and near else gap > 0 and not near


STEPS = tuple(Fraction(sign, d) for d in (1, 2, 10) for sign in (1, -1))


def _samples(sort: str, point: Point) -> list[Number]:
    pool: list[Number] = list(INTEGERS[:8] if sort == "int" else SAMPLES)
    own = [q for q in point.values.values() if sort == "real" or Fraction(q).denominator == 1]
    near: list[Number] = [q + 1 for q in own[:3]] if sort == "int" else []
    if sort == "real":
        near = [(a + b) / 2 for a, b in combinations(own[:4], 2)] + [q / 2 for q in own[:4]]
        near += [q + s for q in own[:3] for s in STEPS]
    return list(dict.fromkeys([*pool, *own, *near]))


def _lipschitz(args: Sequence[Json], point: Point) -> bool:
    function, *rest = args
    try:
        constant, low, high = (value(a, point) for a in rest)
        share = [Fraction(i, 300) for i in (0, 1, 50, 100, 149, 150, 151, 200, 250, 299, 300)]
        points: list[Number] = [low + (high - low) * q for q in share] if low <= high else []
        images: list[Number] = [value(["app", function, "u"], _at(point, "u", u)) for u in points]
    except Undefined:
        return False
    for i, j in combinations(range(len(points)), 2):
        u, v, fu, fv = points[i], points[j], images[i], images[j]
        gap, distance = fu - fv, u - v
        room = constant * (distance if distance > 0 else -distance)
        if not isinstance(gap, Fraction):
            room = room + 1e-9
        if gap > room or -gap > room:
            return False
    return True


def _at(point: Point, name: str, q: Number) -> Point:
    return Point({**point.values, name: q}, point.functions, point.work)


def shared(term: Json, met: dict[Any, Json] | None = None) -> Json:
    """The term, in which equal parts are one object, so that each is evaluated once at a point."""
    if not isinstance(term, list):
        return term
    met = {} if met is None else met
    parts = [shared(part, met) for part in term]
    key = tuple((id(part),) if isinstance(part, list) else part for part in parts)
    return met.setdefault(key, parts)


def merged(statement: Json, met: dict[Any, Json] | None = None) -> Json:
    """The statement, in whose formulas equal parts are one object."""
    met = {} if met is None else met
    given = [shared(formula, met) for formula in statement["given"]]
    return {**statement, "given": given, "show": shared(statement["show"], met)}


def size(statement: Json) -> int:
    """How many different terms and formulas it has."""
    met: dict[Any, Json] = {}
    merged(statement, met)
    return len(met)


# --- the search ----------------------------------------------------------------------------------


def functions(arity: int, constants: Sequence[Fraction] = ()) -> list[tuple[tuple[str, ...], Json]]:
    """Simple functions of so many arguments, and multiples by the constants."""
    names = tuple(f"a{i}" for i in range(1, arity + 1))
    first = names[0]
    middle = ["abs", ["-", first, "1/2"]]
    bodies: list[Json] = ["0", first, "1", middle, ["-", first], ["-", "1", first]]
    bodies.append(["*", first, first])
    for c in constants:
        bodies += [["*", str(c), first], ["*", str(c), middle], str(c)]
    if arity > 1:
        bodies[1:1] = [["+", *names], names[-1]]
    # small inside of [0, 1] and large outside
    bodies += [["*", "100", ["min", first, "0"]], ["*", "100", ["max", ["-", first, "1"], "0"]]]
    bodies += [["sign", first], ["abs", first], "-1", "2", "1/2"]
    return [(names, body) for body in bodies]


@dataclass(frozen=True)
class Found:
    """Data, and values for bound variables that may have to be named."""

    witness: Witness
    hints: tuple[Json, ...]
    part: int = 0


def satisfying(statement: Json, work: int = WORK) -> Iterator[Found]:
    """Data at which, as far as can be seen, all hypotheses hold."""
    yield from _search(statement, None, work)


def refuting(statement: Json, work: int = WORK, sure: bool = False) -> Iterator[Found]:
    """Data at which the hypotheses hold and a part of the conclusion fails."""
    yield from _search(statement, refutable(statement["show"]), work, sure)


WIDTHS = ((3, 3), (5, 7), (8, 16), (99, 200))  # values a variable, choices of the functions


def _search(
    statement: Json, parts: Sequence[Json] | None, work: int, sure: bool = False
) -> Iterator[Found]:
    budget = [work]
    met: dict[Any, Json] = {}
    statement = merged(statement, met)
    parts = None if parts is None else [shared(part, met) for part in parts]
    choices = list(_function_choices(statement["functions"]))
    try:
        for values, several in WIDTHS:
            for chosen in choices[:several]:
                yield from _variables(statement, parts, dict(chosen), budget, values, sure)
    except _OutOfWork:
        return


def _function_choices(names: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    constants = [Fraction(3), Fraction(1, 2)] if len(names) < 3 else []
    options = [[(n, f) for f in functions(k, constants)[: 16 if len(names) < 3 else 5]]
               for n, k in names.items()]  # fmt: skip
    by_sum = islice(_by_sum([len(o) for o in options]), 200)
    yield from (dict(options[i][j] for i, j in enumerate(chosen)) for chosen in islice(by_sum, 3))
    if [*names.values()] == [1, 1]:
        yield from (dict(zip(names, pair, strict=True)) for pair in WITH_SLOPES)
    first = list(islice(by_sum, 16))
    same = [(j,) * len(options) for j in range(min(map(len, options)))] if len(options) > 1 else []
    for chosen in dict.fromkeys((*first, *same, *by_sum)):
        yield dict(options[i][j] for i, j in enumerate(chosen))


_SQUARE: Json = ["*", "1/2", ["*", "a1", "a1"]]
WITH_SLOPES = tuple(
    ((("a1",), one), (("a1",), other))
    for f, slope in ((_SQUARE, "a1"), (["abs", "a1"], ["sign", "a1"]))
    for one, other in ((f, slope), (slope, f))
)
"""A function and its derivative, as gradient descent has them."""


def _by_sum(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Indices into lists of these lengths: by their sum, then in lexicographic order."""

    def with_sum(total: int, left: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield from [()] if total == 0 else []
            return
        room = sum(length - 1 for length in left[1:])
        for first in range(max(0, total - room), min(left[0] - 1, total) + 1):
            for rest in with_sum(total - first, left[1:]):
                yield (first, *rest)

    for total in range(sum(length - 1 for length in lengths) + 1):
        yield from with_sum(total, lengths)


def _variables(
    statement: Json,
    parts: Sequence[Json] | None,
    chosen: dict[str, Any],
    budget: list[int],
    width: int,
    sure: bool,
) -> Iterator[Found]:
    """Data with these functions, no variable trying more than ``width`` values."""
    sorts = statement["vars"]
    given = [(g, free(g, sorts)) for g in statement["given"]]
    order = _order(sorts, given)
    share = [max(budget[0] // 8, 2_000)]  # of the work, for this choice of functions

    def step(depth: int, values: dict[str, Number]) -> Iterator[Found]:
        point = Point(values, chosen, share, {}, sure)
        if depth == len(order):
            data = {n: str(Fraction(q)) for n, q in values.items()}
            for i, part in enumerate([None] if parts is None else parts):
                point.hints = {}
                if part is None or fails(part, point):
                    named = [Fraction(q).limit_denominator(10**6) for q in point.hints.values()]
                    yield Found(Witness(data, dict(chosen)), tuple(map(str, named)), i)
                    break
            return
        name = order[depth]
        known = set(order[: depth + 1])
        ready = [g for g, names in given if name in names and names <= known]
        if depth == 0:
            ready += [g for g, names in given if not names]
        for q in _choices(name, sorts[name], given, point, known)[:width]:
            more = {**values, name: q}
            here = Point(more, chosen, share, {}, sure)
            if all(truth(g, here) for g in ready):
                yield from step(depth + 1, more)

    before = share[0]
    try:
        if order or all(truth(g, Point({}, chosen, share, {}, sure)) for g, _ in given):
            yield from step(0, {})
    except _OutOfWork:
        pass
    budget[0] -= before - max(share[0], 0)
    if budget[0] <= 0:
        raise _OutOfWork


def _order(sorts: Mapping[str, str], given: Sequence[tuple[Json, set[str]]]) -> list[str]:
    """Variables that others are defined by come first."""
    defined: dict[str, set[str]] = {}
    for g, _ in given:
        if g[0] == "=":
            for side, other in ((g[1], g[2]), (g[2], g[1])):
                if isinstance(side, str) and side in sorts and side not in free(other, sorts):
                    defined.setdefault(side, free(other, sorts))
                    break
    order: list[str] = []

    def place(name: str, below: tuple[str, ...]) -> None:
        if name in order or name in below:
            return
        for other in sorted(defined.get(name, ())):
            place(other, (*below, name))
        order.append(name)

    for name in sorted(sorts, key=lambda n: (n in defined, list(sorts).index(n))):
        place(name, ())
    return order


def _choices(
    name: str,
    sort: str,
    given: Sequence[tuple[Json, set[str]]],
    point: Point,
    known: set[str],
) -> list[Number]:
    """Values for a variable: what its hypotheses ask for, their neighbours, then the pool."""
    exact: list[Number] = []
    ends: list[Number] = []
    relations = [
        (relation, at)
        for g, names in given
        if name in names and names <= known
        for relation, at in _relations(g, {})
    ]
    for (op, left, right), at in relations:
        for side, other in ((left, right), (right, left)):
            if side == name and name not in at and name not in free(other, {name: sort}):
                try:
                    q = value(other, replace(point, values={**point.values, **at}))
                except (Undefined, KeyError):
                    continue
                if isinstance(q, Fraction) or op != "=":
                    (exact if op == "=" else ends).append(Fraction(q).limit_denominator(10**4))
    ends = list(dict.fromkeys(ends))[:4]
    inner: list[Number] = [(a + b) / 2 for a, b in combinations(ends, 2)]
    around: list[Number] = [q + s for q in ends for s in (1, -1, Fraction(1, 10))]
    pool = [*exact, *ends, *inner, *around, *(INTEGERS if sort == "int" else REALS)]
    if sort == "int":
        whole = [Fraction(math.floor(q) + s) for q in [*exact, *ends] for s in (0, 1, -1)]
        pool = [*whole, *(q for q in pool if Fraction(q).denominator == 1)]
    if not exact:  # ends of ranges are tried, but not first
        pool = [*pool[len(ends) :], *pool[: len(ends)]] if sort == "real" else pool
    return list(dict.fromkeys(pool))


def _relations(formula: Json, at: dict[str, Number]) -> Iterator[tuple[Json, dict[str, Number]]]:
    """The relations of a hypothesis, of one about all numbers at 0 and 1."""
    op = formula[0]
    if op in RELATIONS:
        yield formula, at
    elif op == "and":
        for part in formula[1:]:
            yield from _relations(part, at)
    elif op == "implies":
        yield from _relations(formula[2], at)
    elif op == "all" and len(at) < 2:
        for q in (Fraction(0), Fraction(1)):
            yield from _relations(formula[3], {**at, formula[1]: q})


def free(json: Json, names: Any) -> set[str]:
    """Which of the names occur."""
    if isinstance(json, str):
        return {json} if json in names else set()
    found: set[str] = set()
    if isinstance(json, list):
        for part in json[1:]:
            found |= free(part, names)
    return found
