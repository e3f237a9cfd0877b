"""Equations solved by sympy, as closed terms of the kernel's language (plain JSON).

A solution is a hint: complex ones are left out, those that the language cannot write (roots of a
polynomial without radicals) too, and nobody believes the rest without a certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

Json = Any
MAX_SIZE, MAX_DEGREE = 60, 8
_FUNCTIONS = {
    "exp": sympy.exp,
    "log": sympy.log,
    "sqrt": sympy.sqrt,
    "tanh": sympy.tanh,
    "abs": sympy.Abs,
}


class Outside(Exception):
    """The term has a part that is not solved for, or the solution one that cannot be written."""


_UNSOLVED = (
    Outside,
    NotImplementedError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
)


def solutions(equations: Sequence[Json], unknowns: Sequence[str]) -> Iterator[Mapping[str, Json]]:
    """Real solutions of ``[left, right]`` pairs in these unknowns and no other name."""
    names = {name: sympy.Symbol(name, real=True) for name in unknowns}
    try:
        gaps = [_read(left, names) - _read(right, names) for left, right in equations]
        if any(sympy.count_ops(gap) > MAX_SIZE for gap in gaps):
            return
        for gap in gaps:
            if gap.is_polynomial() and sympy.Poly(gap, *names.values()).total_degree() > MAX_DEGREE:
                return
        found = sympy.solve(gaps, list(names.values()), dict=True)
    except _UNSOLVED:
        return
    for solution in found:
        if set(solution) != set(names.values()):
            continue
        try:
            yield {symbol.name: _written(_real(e)) for symbol, e in solution.items()}
        except (Outside, ValueError, TypeError, RecursionError):
            continue


def solved_for(
    equations: Sequence[Json], unknowns: Sequence[str], known: Sequence[str]
) -> Iterator[tuple[Json, ...]]:
    """Terms in the known names that solve ``[left, right]`` pairs, where defined and real."""
    names = {name: sympy.Symbol(name, real=True) for name in (*unknowns, *known)}
    asked = [names[name] for name in unknowns]
    try:
        gaps = [_read(left, names) - _read(right, names) for left, right in equations]
        if sum(map(sympy.count_ops, gaps)) > MAX_SIZE:
            return
        found = sympy.solve(gaps, asked, dict=True)
    except _UNSOLVED:
        return
    for solution in found:
        terms = [solution.get(symbol, sympy.nan) for symbol in asked]
        strange = (sympy.I, sympy.zoo, sympy.oo, sympy.nan, sympy.Piecewise, *asked)
        if any(term.has(*strange) for term in terms):
            continue
        try:
            yield tuple(map(_written, terms))
        except (Outside, ValueError, TypeError, RecursionError):
            continue


def _read(term: Json, names: Mapping[str, Any]) -> Any:
    if isinstance(term, str):
        return names[term] if term in names else sympy.Rational(term)
    op, args = term[0], term[1:]
    if op == "^":
        return _read(args[0], names) ** args[1]
    if op == "pi":
        return sympy.pi
    if op in ("sum", "app"):
        raise Outside(op)
    parts = [_read(part, names) for part in args]
    if op == "+":
        return sympy.Add(*parts)
    if op == "*":
        return sympy.Mul(*parts)
    if op == "-":
        return -parts[0] if len(parts) == 1 else parts[0] - parts[1]
    if op == "/":
        return parts[0] / parts[1]
    if op not in _FUNCTIONS:
        raise Outside(op)
    return _FUNCTIONS[op](parts[0])


def _real(e: Any) -> Any:
    if e.free_symbols or e.has(sympy.I, sympy.zoo, sympy.oo, sympy.nan, sympy.Piecewise):
        raise Outside("complex")
    e = sympy.sqrtdenest(sympy.radsimp(e)) if e.is_algebraic else e
    if abs(complex(e.evalf(30)).imag) > 0:
        raise Outside("complex")
    return e


def _written(e: Any) -> Json:
    if e.is_Rational:
        return str(Fraction(int(e.p), int(e.q)))
    if e.is_Symbol:
        return e.name
    if e is sympy.E:
        return ["exp", "1"]
    if e is sympy.pi:
        return ["pi"]
    if e.is_Mul and e.args[0] is sympy.S.NegativeOne:
        return ["-", _written(-e)]
    if e.is_Add or e.is_Mul:
        top, bottom = e.as_numer_denom()
        if bottom != 1:
            return ["/", _written(top), _written(bottom)]
        return ["+" if e.is_Add else "*", *(_written(part) for part in e.args)]
    if e.is_Pow:
        base, power = e.args
        if base is sympy.E:
            return ["exp", _written(power)]
        if not power.is_Rational:
            raise Outside("power")
        if power < 0:
            return ["/", "1", _written(base**-power)]
        if power.is_Integer:
            return ["^", _written(base), int(power)]
        if base.is_number and not base.is_positive:
            raise Outside("root")
        if power == sympy.Rational(1, 2):
            return ["sqrt", _written(base)]
        return ["exp", ["*", str(power), ["log", _written(base)]]]
    if e.func in (sympy.exp, sympy.log):
        return ["exp" if e.func is sympy.exp else "log", _written(e.args[0])]
    raise Outside(str(e.func))
