"""Is a statement false somewhere?  An oracle that reads the JSON itself and knows no proofs.

A value is an interval of two rationals (or infinite ends) that contains the true value; a point
where the value is rational and known.  Elementary functions and roots are enclosed by FLINT's
balls at 200 bits.  A formula is true, false or, where the intervals cannot tell, ``None``.

Only what is certain counts: a statement is *false* if at some point and for some functions every
hypothesis is true and the conclusion false.  ``None`` is never taken for either.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction as F
from math import floor, inf, isqrt
from typing import Any

Json = Any
Interval = tuple[Any, Any]  # Fractions, or -inf and inf
Truth = bool | None
NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?", re.ASCII)
UNARY = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")
ARITY = dict.fromkeys(UNARY, 1) | {"/": 2, "max": 2, "min": 2, "pi": 0}
RELATIONS = ("<=", "<", "=", "!=")
BITS, LONG, MAX_SIZE = 200, 600, 40_000
LINE: Interval = (-inf, inf)


class Unsure(Exception):
    """The intervals do not tell whether a term is defined, or it would take too long."""


class Malformed(Exception):
    """This is no statement of the language at all."""


# Form.


def well_formed(statement: Json) -> None:
    """Raises Malformed unless every name, arity and shape is as the format says."""
    if set(statement) != {"vars", "functions", "given", "show"}:
        raise Malformed("keys")
    if not set(statement["vars"].values()) <= {"real", "int"}:
        raise Malformed("sort")
    for formula in [*statement["given"], statement["show"]]:
        _formula(formula, set(statement["vars"]), statement["functions"])


def _formula(f: Json, names: set[str], arities: Mapping[str, int]) -> None:
    match f:
        case [("<=" | "<" | "=" | "!="), a, b]:
            _terms((a, b), names, arities)
        case ["and", *parts]:
            for part in parts:
                _formula(part, names, arities)
        case ["implies", a, b]:
            _formula(a, names, arities)
            _formula(b, names, arities)
        case ["all" | "some", str(k), "int" | "real", body] if k not in names:
            _formula(body, names | {k}, arities)
        case ["lipschitz", str(name), a, b, c] if arities.get(name) == 1:
            _terms((a, b, c), names, arities)
        case _:
            raise Malformed(str(f)[:60])


def _terms(terms: Any, names: set[str], arities: Mapping[str, int]) -> None:
    for t in terms:
        match t:
            case str():
                if t not in names and not NUMBER.fullmatch(t):
                    raise Malformed(t[:60])
            case ["sum", str(k), a, b, body] if k not in names:
                _terms((a, b), names, arities)
                _terms((body,), names | {k}, arities)
            case ["app", str(name), *args] if arities.get(name) == len(args):
                _terms(args, names, arities)
            case ["^", a, int(e)] if e >= 0:
                _terms((a,), names, arities)
            case ["+" | "*", _, _, *_] | ["-", _] | ["-", _, _]:
                _terms(t[1:], names, arities)
            case [str(op), *args] if ARITY.get(op) == len(args):
                _terms(args, names, arities)
            case _:
                raise Malformed(str(t)[:60])


# Values.


@dataclass(frozen=True)
class Function:
    """A function as a term of the format in the given names."""

    names: tuple[str, ...]
    body: Json
    line: tuple[F, F, F, F] | None = None  # p t + q + r |t - s|, where it is that


class Model:
    """Values of the variables, functions, and the work that one question may take."""

    def __init__(self, at: dict[str, Interval], functions: Mapping[str, Function]) -> None:
        self.at, self.functions, self.left = at, functions, 4_000

    def value(self, term: Json, at: Mapping[str, Interval]) -> Interval | None:
        """An interval around the value; None where it is certainly undefined."""
        self.left -= 1
        if self.left < 0:
            raise Unsure
        if isinstance(term, str):
            return at[term] if term in at else _point(F(term))
        op = term[0]
        if op == "sum":
            return self._sum(term, at)
        if op == "^":
            base = self.value(term[1], at)
            return None if base is None else _power(base, term[2])
        unsure, parts = False, []
        for argument in term[2:] if op == "app" else term[1:]:
            try:
                parts.append(self.value(argument, at))
            except Unsure:
                unsure = True
        if None in parts:
            return None
        if unsure:
            raise Unsure
        if op == "app":
            function = self.functions[term[1]]
            return self.value(function.body, dict(zip(function.names, parts, strict=True)))
        result = _apply(op, parts)
        return None if result is None else _tidy(result)

    def _sum(self, term: Json, at: Mapping[str, Interval]) -> Interval | None:
        limits = [self.value(t, at) for t in term[2:4]]
        if None in limits:
            return None
        (a, a2), (b, b2) = limits  # type: ignore[misc]
        if a != a2 or b != b2 or a.denominator != 1 or b.denominator != 1 or b - a > 60:
            raise Unsure
        total = _point(F(0))
        for k in range(int(a), int(b) + 1):
            summand = self.value(term[4], {**at, term[1]: _point(F(k))})
            if summand is not None:  # undefined summands count as 0
                total = _tidy(_add(total, summand))
        return total

    # Formulas.

    def truth(self, f: Json, at: Mapping[str, Interval], sampled: bool = False) -> Truth:
        """``sampled``: true also where nothing speaks against it, at the points of
        :func:`cells` and to 150 bits.  What is false is certainly false in either case.
        """
        if self.left < 0:  # no relation can be decided any more
            raise Unsure
        op = f[0]
        if op in RELATIONS:
            try:
                left, right = self.value(f[1], at), self.value(f[2], at)
            except Unsure:
                return None
            if left is None or right is None:
                return False
            answer = _related(op, left, right)
            close = sampled and answer is None and op in ("=", "<=") and _close(left, right)
            return True if close else answer
        if op == "and":
            return _all(self.truth(part, at, sampled) for part in f[1:])
        if op == "implies":
            first = self.truth(f[1], at)
            if first is False:
                return True
            second = self.truth(f[2], at, sampled)
            return True if second else (False if first and second is False else None)
        if op == "lipschitz":
            return self._lipschitz(f, at)
        if op == "all":
            boxes = (box for box in cells(f[2]) if not sampled or box[0] == box[1])
            return _all(self.truth(f[3], {**at, f[1]: box}, sampled) for box in boxes)
        answers = (self.truth(f[3], {**at, f[1]: box}) for box in cells(f[2]))
        opposite = _all(None if a is None else not a for a in answers)
        return None if opposite is None else not opposite

    def _lipschitz(self, f: Json, at: Mapping[str, Interval]) -> Truth:
        line = self.functions[f[1]].line
        try:
            ends = [self.value(t, at) for t in f[2:]]
        except Unsure:
            return None
        if None in ends:
            return False
        if line is None or any(e[0] != e[1] for e in ends):  # type: ignore[index]
            return None
        constant, low, high = (e[0] for e in ends)  # type: ignore[index]
        p, _, r, s = line
        slopes = [abs(p + r)] * (high > s) + [abs(p - r)] * (low < s)
        return bool(low >= high or max(slopes) <= constant)


def cells(sort: str) -> Iterator[Interval]:
    """Points first, where counterexamples are looked for; then a cover of the whole sort."""
    if sort == "int":
        yield from (_point(F(k)) for k in (0, 1, -1, 2, 3, -2, 5, 4, -3, -4, 6, -5))
        yield F(7), inf
        yield -inf, F(-6)
        return
    yield from (_point(F(k, 2)) for k in (0, 2, -2, 1, 4, 3, -4, 7, -1))
    yield -inf, F(-3)
    yield from ((F(k, 2), F(k + 1, 2)) for k in range(-6, 8))
    yield F(4), inf


def _all(answers: Iterator[Truth]) -> Truth:
    """False if one is; true if all are."""
    sure = True
    for answer in answers:
        if answer is False:
            return False
        sure = sure and answer is True
    return True if sure else None


def _related(op: str, a: Interval, b: Interval) -> Truth:
    if op == "<=":
        return True if a[1] <= b[0] else (False if a[0] > b[1] else None)
    if op == "<":
        return True if a[1] < b[0] else (False if a[0] >= b[1] else None)
    if a[1] < b[0] or b[1] < a[0]:
        return op == "!="
    return op == "=" if a[0] == a[1] == b[0] == b[1] else None


def _close(a: Interval, b: Interval) -> bool:
    return max(a[1], b[1]) - min(a[0], b[0]) < max(F(1), abs(a[0])) / 2**150


# Interval arithmetic.


def _point(q: F) -> Interval:
    return q, q


def _tidy(a: Interval) -> Interval:
    """Ends that are not exact points get short again, outward; huge ones give up."""
    low, high = a
    if low == high:
        if low.numerator.bit_length() + low.denominator.bit_length() > MAX_SIZE:
            raise Unsure
        return a
    if low not in (-inf, inf) and low.denominator.bit_length() > LONG:
        low = F((low.numerator << LONG) // low.denominator, 1 << LONG)
    if high not in (-inf, inf) and high.denominator.bit_length() > LONG:
        high = F(-((-high.numerator << LONG) // high.denominator), 1 << LONG)
    for end in (low, high):
        if end not in (-inf, inf) and end.numerator.bit_length() > MAX_SIZE:
            raise Unsure
    return low, high


def _sum_of(a: Any, b: Any) -> Any:
    return a if a in (-inf, inf) else (b if b in (-inf, inf) else a + b)


def _times(a: Any, b: Any) -> Any:
    """Of ends: 0 times infinity is 0, since the ends are not themselves values."""
    if a == 0 or b == 0:
        return F(0)
    if a in (-inf, inf) or b in (-inf, inf):
        return inf if (a > 0) == (b > 0) else -inf
    return a * b


def _add(a: Interval, b: Interval) -> Interval:
    return _sum_of(a[0], b[0]), _sum_of(a[1], b[1])


def _mul(a: Interval, b: Interval) -> Interval:
    ends = [_times(p, q) for p in a for q in b]
    return min(ends), max(ends)


def _neg(a: Interval) -> Interval:
    return -a[1], -a[0]


def _power(a: Interval, e: int) -> Interval:
    result = _point(F(1))
    for _ in range(e):
        result = _tidy(_mul(result, a))
    return (max(result[0], F(0)), result[1]) if e % 2 == 0 else result


def _apply(op: str, parts: list[Any]) -> Any:
    if op == "pi":
        return _ball("pi", None)
    a = parts[0]
    if op in ("+", "*"):
        for b in parts[1:]:
            a = _tidy(_add(a, b) if op == "+" else _mul(a, b))
        return a
    if op == "-":
        return _neg(a) if len(parts) == 1 else _add(a, _neg(parts[1]))
    if op in ("max", "min"):
        chosen = max if op == "max" else min
        return chosen(a[0], parts[1][0]), chosen(a[1], parts[1][1])
    if op == "/":
        return _quotient(a, parts[1])
    low, high = a
    if op == "abs":
        return a if low >= 0 else (_neg(a) if high <= 0 else (F(0), max(-low, high)))
    if op == "sign":
        return tuple(F((q > 0) - (q < 0)) for q in a)
    if op == "floor":
        return tuple(q if q in (-inf, inf) else F(floor(q)) for q in a)
    if op in ("sqrt", "log"):
        if high < 0 or (op == "log" and high <= 0):
            return None
        if low < 0 or (op == "log" and low <= 0):
            raise Unsure
    return _elementary(op, a)


def _quotient(a: Interval, b: Interval) -> Any:
    if b[0] == b[1] == 0:
        return None
    if b[0] <= 0 <= b[1]:
        raise Unsure
    ends = [F(0) if q in (-inf, inf) else 1 / q for q in b]
    return _mul(a, (min(ends), max(ends)))


EXACT = {("exp", F(0)): F(1), ("log", F(1)): F(0), ("sin", F(0)): F(0), ("cos", F(0)): F(1),
         ("tanh", F(0)): F(0), ("atan", F(0)): F(0)}  # fmt: skip
LIMITS = {"exp": (F(0), inf), "log": (-inf, inf), "sqrt": (F(0), inf), "tanh": (F(-1), F(1)),
          "atan": (F(-2), F(2))}  # fmt: skip


def _elementary(op: str, a: Interval) -> Interval:
    if a[0] == a[1]:
        return _at(op, a[0])
    if op in ("sin", "cos"):
        if inf in a or -inf in a or a[1] - a[0] > 1:
            return F(-1), F(1)
        middle, reach = _at(op, (a[0] + a[1]) / 2), (a[1] - a[0]) / 2
        return max(middle[0] - reach, F(-1)), min(middle[1] + reach, F(1))
    low = LIMITS[op][0] if a[0] == -inf else _at(op, a[0])[0]
    high = LIMITS[op][1] if a[1] == inf else _at(op, a[1])[1]
    return low, high


def _at(op: str, q: F) -> Interval:
    if (op, q) in EXACT:
        return _point(EXACT[op, q])
    if op == "sqrt":
        root = F(isqrt(q.numerator), isqrt(q.denominator))
        if root * root == q:
            return _point(root)
    if abs(q) > 10_000 and op in ("exp", "tanh"):
        raise Unsure
    return _ball(op, q)


def _ball(op: str, q: F | None) -> Interval:
    from flint import arb, ctx, fmpq

    before, ctx.prec = ctx.prec, BITS
    try:
        if q is None:
            ball = arb.pi()
        else:
            ball = getattr(arb(fmpq(q.numerator, q.denominator)), op)()
        if not ball.is_finite():
            raise Unsure
        return _fraction(ball.lower()), _fraction(ball.upper())
    finally:
        ctx.prec = before


def _fraction(exact: Any) -> F:
    mantissa, exponent = (int(n) for n in exact.mid().man_exp())
    if abs(exponent) > MAX_SIZE:
        raise Unsure
    middle = F(mantissa << exponent) if exponent >= 0 else F(mantissa, 1 << -exponent)
    mantissa, exponent = (int(n) for n in exact.rad().man_exp())
    if mantissa:  # lower() and upper() are exact: a radius would be lost
        raise Unsure
    return middle


# Statements.


@dataclass(frozen=True)
class Finding:
    """``false``: a counterexample was found.  ``judged``: points that it passed."""

    false: bool
    judged: int
    where: str = ""


def judge(statement: Json, rng: random.Random, tries: int = 40, enough: int = 6) -> Finding:
    """Look for a point where the hypotheses hold and the conclusion does not."""
    well_formed(statement)
    sorts, given, show = peeled(statement)
    numbers = sorted({F(n) for n in _numbers([given, show])})
    fixed, given = defined(given)
    through = samples(given)
    judged = 0
    for _ in range(tries):
        functions = {
            name: _function(rng, arity, through.get(name, []))
            for name, arity in statement["functions"].items()
        } | fixed
        at = {name: _point(_guess(rng, sort, numbers)) for name, sort in sorts.items()}
        model = Model(at, functions)
        try:
            if not _repaired(model, rng, sorts, given, numbers):
                continue
            answer = model.truth(show, model.at, sampled=True)
        except (Unsure, OverflowError):
            continue
        if answer is False:
            return Finding(True, judged, _where(model))
        judged += answer is True
        if judged >= enough:
            break
    return Finding(False, judged)


def peeled(statement: Json) -> tuple[dict[str, str], list[Json], Json]:
    """Leading ``all`` and ``implies`` of the conclusion as variables and hypotheses."""
    sorts, given = dict(statement["vars"]), list(statement["given"])
    show = statement["show"]
    while show[0] in ("all", "implies"):
        if show[0] == "implies":
            given.append(show[1])
            show = show[2]
        elif show[1] in sorts:  # the same name twice, one after the other: leave it
            break
        else:
            sorts[show[1]] = show[2]
            show = show[3]
    return sorts, given, show


def defined(given: list[Json]) -> tuple[dict[str, Function], list[Json]]:
    """Functions that a hypothesis defines, and the other hypotheses.

    For all u, f(u) = t, where t is defined for every u and depends on nothing else: the function
    is that, and the hypothesis holds.
    """
    found: dict[str, Function] = {}
    rest = []
    for formula in given:
        match formula:
            case ["all", k, "real", ["=", ["app", name, k2], body]] if (
                k == k2 and name not in found and set(_words(body)) <= {"+", "-", "*", "abs", k}
            ):
                found[name] = Function((k,), body)
            case _:
                rest.append(formula)
    return found, rest


def _words(data: Json) -> Iterator[str]:
    if isinstance(data, str):
        if not NUMBER.fullmatch(data):
            yield data
    elif isinstance(data, list):
        for part in data:
            yield from _words(part)


def _numbers(data: Json) -> Iterator[str]:
    if isinstance(data, str):
        if NUMBER.fullmatch(data) and len(data) < 40:
            yield data
    elif isinstance(data, list):
        for part in data:
            yield from _numbers(part)


def samples(given: list[Json]) -> dict[str, list[tuple[F, F]]]:
    """Points through which a hypothesis f(c) = v or |f(c) - v| <= r wants a function to go."""
    found: dict[str, list[tuple[F, F]]] = {}
    for formula in given:
        match formula:
            case ["=", ["app", name, str(c)], str(v)] | [
                "<=" | "<", ["abs", ["-", ["app", name, str(c)], str(v)]], _
            ] if NUMBER.fullmatch(c) and NUMBER.fullmatch(v):  # fmt: skip
                found.setdefault(name, []).append((F(c), F(v)))
    return found


def _function(rng: random.Random, arity: int, through: list[tuple[F, F]]) -> Function:
    names = tuple(f"u{i}" for i in range(arity))
    p, q, r, s = (F(rng.randrange(-2, 3), rng.choice([1, 2, 4])) for _ in "pqrs")
    if rng.random() < 0.4:
        p = r = F(0)
    if rng.random() < 0.3:
        q = F(0)
    if through and rng.random() < 0.8:
        (c, v), (d, w) = rng.choice(through), rng.choice(through)
        p = (w - v) / (d - c) if c != d else F(0)
        q, r = v - p * c, F(0)
    t = names[0]
    body = ["+", ["*", str(p), t], str(q), ["*", str(r), ["abs", ["-", t, str(s)]]], *names[1:]]
    return Function(names, body, (p, q, r, s) if arity == 1 else None)


SMALL = (F(0), F(1), F(2), F(3), F(-1), F(-2), F(1, 2), F(1, 3), F(4), F(10), F(-1, 2), F(1, 7))
NEAR = (F(0), F(0), F(1), F(-1), F(1, 2), F(-1, 2), F(1, 100), F(-1, 100))


def _guess(rng: random.Random, sort: str, numbers: list[F]) -> F:
    if rng.random() < 0.5 or not numbers:
        q = rng.choice(SMALL)
    elif rng.random() < 0.3:
        a, b = rng.choice(numbers), rng.choice(numbers)
        q = a + (b - a) * F(rng.randrange(9), 8)
    else:
        q = rng.choice(numbers) + rng.choice(NEAR)
    return F(floor(q)) if sort == "int" else q


def _repaired(
    model: Model, rng: random.Random, sorts: dict[str, str], given: list[Json], numbers: list[F]
) -> bool:
    """Whether the hypotheses hold, after some attempts to move the variables so that they do."""
    for _ in range(6):
        wrong = next((g for g in given if model.truth(g, model.at) is not True), None)
        if wrong is None:
            return True
        if not _move(model, rng, sorts, wrong, numbers):
            return False
    return False


def _move(
    model: Model, rng: random.Random, sorts: dict[str, str], wrong: Json, numbers: list[F]
) -> bool:
    match wrong:
        case ["and", *parts]:
            return bool(parts) and _move(model, rng, sorts, rng.choice(parts), numbers)
        case [("<=" | "<" | "=") as op, a, b]:
            sides = [(a, b, -1), (b, a, 1)]
            rng.shuffle(sides)
            for name, term, way in sides:
                if isinstance(name, str) and name in sorts and name not in _words(term):
                    value = model.value(term, model.at)
                    if value is not None and value[0] == value[1] and abs(value[0]) != inf:
                        q = value[0]
                        if op != "=":
                            q += way * rng.choice([F(0), F(1), F(1, 2), F(1, 1000)])
                        if sorts[name] == "int":
                            q = F(floor(q))
                        model.at[name] = _point(q)
                        return True
    names = sorted(set(_words(wrong)) & set(sorts))
    if not names:
        return False
    name = rng.choice(names)
    model.at[name] = _point(_guess(rng, sorts[name], numbers))
    return True


def _where(model: Model) -> str:
    at = ", ".join(f"{k} = {v[0]}" for k, v in model.at.items() if isinstance(v[0], F))
    bodies = (f"{k}({', '.join(f.names)}) = {f.body}" for k, f in model.functions.items())
    return "; ".join([at, *bodies])
