"""Is a sequent false at given data?  Exact rationals, balls for roots and exponentials.

It reads the JSON of ``docs/certificate.md`` by itself and shares no code with the kernel.  A
universal formula that has no counterexample among a few numbers counts as true, an existential
one that has no example among them as false; an answer that rests on this is not ``exact``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction as F
from math import floor, isqrt
from typing import Any

Json = Any
Number = Any  # a Fraction, or a ball (flint.arb)
SAMPLES = {
    "int": [F(n) for n in range(-3, 8)],
    "real": [F(n) for n in range(-2, 3)] + [F(n, 4) for n in range(1, 4)] + [F(1, 64), F(9, 2)],
}
PRECISION = 200


class Undecided(Exception):
    """The balls overlap: no answer."""


@dataclass
class Oracle:
    """Values of variables (terms), functions (parameters and a term) and hints."""

    functions: Mapping[str, tuple[tuple[str, ...], Json]]
    hints: Mapping[str, Json]
    exact: bool = True

    def false(self, statement: Json, values: Mapping[str, Json]) -> bool:
        """Whether the hypotheses hold and the conclusion does not."""
        at: dict[str, Number] = {name: self.value(term, {}) for name, term in values.items()}
        irrational = {name: term for name, term in values.items() if isinstance(term, list)}
        for name, sort in statement["vars"].items():
            if sort == "int" and at[name].denominator != 1:
                raise ValueError(f"{name} must be an integer")
        given = [_put(formula, irrational) for formula in statement["given"]]
        if not all(self.holds(formula, at) for formula in given):
            return False
        return not self.holds(_put(statement["show"], irrational), at)

    def holds(self, formula: Json, at: Mapping[str, Number]) -> bool:
        op, args = formula[0], formula[1:]
        if op == "and":
            return all(self.holds(part, at) for part in args)
        if op == "implies":
            return not self.holds(args[0], at) or self.holds(args[1], at)
        if op == "all":
            return not self._one(args, at, wanted=False)
        if op == "some":
            return self._one(args, at, wanted=True)
        if op == "lipschitz":
            return self._lipschitz(args, at)
        left, right = (self.value(t, at) for t in args)
        if left is None or right is None:
            return False
        if args[0] == args[1]:  # balls would not tell that a number is itself
            return op in ("<=", "=")
        return _compare(op, left, right)

    def _one(self, args: Json, at: Mapping[str, Number], wanted: bool) -> bool:
        """Whether the body has the truth value ``wanted`` somewhere."""
        name, sort, body = args
        tries = list(SAMPLES[sort])
        if name in self.hints:
            hint = self.value(self.hints[name], at)
            if hint is not None and (sort == "real" or _integral(hint)):
                tries.insert(0, hint)
        for number in tries:
            before = self.exact
            if self.holds(body, {**at, name: number}) == wanted:
                return True
            self.exact = before  # what did not serve does not count
        self.exact = False
        return False

    def _lipschitz(self, args: list[Json], at: Mapping[str, Number]) -> bool:
        """|f(u) - f(v)| <= L |u - v| at the points of a grid."""
        f = args[0]
        constant, a, b = (self.value(t, at) for t in args[1:])
        if constant is None or a is None or b is None:
            return False
        self.exact = False
        (parameter,), body = self.functions[f]
        grid = [a + (b - a) * F(n, 24) for n in range(25)] if a <= b else []
        values = [self.value(body, {parameter: u}) for u in grid]
        return all(
            _compare("<=", _distance(values[i], values[j]), constant * abs(grid[i] - grid[j]))
            for i in range(len(grid))
            for j in range(i)
        )

    def value(self, term: Json, at: Mapping[str, Number]) -> Number | None:
        """The value of ``term``, None where it is undefined."""
        if isinstance(term, str):
            return at[term] if term in at else F(term)
        op, args = term[0], term[1:]
        if op == "sum":
            return self._sum(args, at)
        if op == "^":
            base = self.value(args[0], at)
            return None if base is None else _product([base] * args[1])
        if op == "pi":
            return _ball("pi")
        if op == "app":
            parameters, body = self.functions[args[0]]
            given = [self.value(arg, at) for arg in args[1:]]
            if any(part is None for part in given):
                return None
            return self.value(body, dict(zip(parameters, given, strict=True)))
        parts = [self.value(arg, at) for arg in args]
        return None if any(part is None for part in parts) else _apply(op, parts)

    def _sum(self, args: list[Json], at: Mapping[str, Number]) -> Number | None:
        name, low, high, body = args
        first, last = self.value(low, at), self.value(high, at)
        if first is None or last is None or not _integral(first) or not _integral(last):
            return None
        if last - first > 2000:
            raise Undecided("a long sum")
        values = (self.value(body, {**at, name: F(n)}) for n in range(int(first), int(last) + 1))
        return sum((v for v in values if v is not None), F(0))


def _put(data: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(data, list):
        return [data[0], *(_put(part, values) for part in data[1:])]
    return values.get(data, data) if isinstance(data, str) else data


def _distance(left: Number, right: Number) -> Number:
    return _apply("abs", [_apply("-", [left, right])])


def _integral(number: Number) -> bool:
    return isinstance(number, F) and number.denominator == 1


def _product(parts: list[Number]) -> Number:
    product: Number = F(1)
    for part in parts:
        product = _times(product, part)
    return product


def _times(left: Number, right: Number) -> Number:
    if isinstance(left, F) and isinstance(right, F):
        return left * right
    return _as_ball(left) * _as_ball(right)


def _plus(left: Number, right: Number) -> Number:
    if isinstance(left, F) and isinstance(right, F):
        return left + right
    return _as_ball(left) + _as_ball(right)


def _compare(op: str, left: Number, right: Number) -> bool:
    if not isinstance(left, F) or not isinstance(right, F):
        return _compare_balls(op, _as_ball(left), _as_ball(right))
    return {"<=": left <= right, "<": left < right, "=": left == right, "!=": left != right}[op]


def _compare_balls(op: str, left: Number, right: Number) -> bool:
    """Balls decide an order only where they are apart; equality of balls is never seen."""
    if left < right:
        return op in ("<=", "<", "!=")
    if left > right:
        return op == "!="
    raise Undecided(f"{left} {op} {right}")


def _apply(op: str, parts: list[Number]) -> Number | None:
    first = parts[0]
    if op == "+":
        total: Number = F(0)
        for part in parts:
            total = _plus(total, part)
        return total
    if op == "*":
        return _product(parts)
    if op == "-":
        last = _times(F(-1), parts[-1])
        return last if len(parts) == 1 else _plus(first, last)
    if op == "/":
        if isinstance(parts[1], F):
            return _times(first, 1 / parts[1]) if parts[1] else None
        if not _compare_balls("!=", parts[1], _as_ball(F(0))):
            return None
        return _as_ball(first) / parts[1]
    if op in ("max", "min"):
        wins = _compare("<=", parts[1], first)
        return first if wins == (op == "max") else parts[1]
    if op in ("abs", "sign"):
        side = 1 if _compare("<", F(0), first) else -1 if _compare("<", first, F(0)) else 0
        return F(side) if op == "sign" else _times(F(side), first)
    if op == "floor":
        return F(floor(first)) if isinstance(first, F) else _floor_of_ball(first)
    if op == "sqrt":
        return _root(first)
    if op == "log" and not _compare("<", F(0), first):
        return None
    if first == 0 and isinstance(first, F):  # the exact values that are needed
        if op in ("sin", "tanh", "atan"):
            return F(0)
        if op in ("exp", "cos"):
            return F(1)
    if op == "log" and isinstance(first, F) and first == 1:
        return F(0)
    return _ball(op, first)


def _root(number: Number) -> Number | None:
    if not isinstance(number, F):
        return _ball("sqrt", number) if _compare("<", F(0), number) else None
    if number < 0:
        return None
    root = F(isqrt(number.numerator), isqrt(number.denominator))
    return root if root * root == number else _ball("sqrt", number)


def _floor_of_ball(ball: Number) -> F:
    whole = ball.floor().unique_fmpz()
    if whole is None:
        raise Undecided("floor")
    return F(int(whole))


def _as_ball(number: Number) -> Number:
    from flint import arb, ctx, fmpq

    ctx.prec = PRECISION
    if isinstance(number, F):
        return arb(fmpq(number.numerator, number.denominator))
    return number


def _ball(op: str, *parts: Number) -> Number:
    from flint import arb, ctx

    ctx.prec = PRECISION
    if op == "pi":
        return arb.pi()
    return getattr(_as_ball(parts[0]), op)()
