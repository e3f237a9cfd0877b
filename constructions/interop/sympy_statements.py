"""A relation of sympy as a sequent of the kernel's language, as plain JSON.

What sympy assumes of a symbol becomes a hypothesis: ``Symbol("n", integer=True, positive=True)`` is
an integer variable with 0 < n.  Every symbol is real; one that sympy may take for complex is read
as real, too, as in every statement of this project.  An assumption that has no formula here (prime,
irrational, ...) is refused.

What sympy has changed before the relation comes here is not seen: it makes 1 of x/x and x of
exp(log(x)), also where these are undefined, unless it is told ``evaluate=False``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.assumptions import AppliedPredicate

from constructions.interop.symbolic import SymbolicSystem, _Signs
from constructions.systems import NumberError
from constructions.term_values import TooLong, value

Json = Any
_UNARY = {
    sympy.Abs: "abs",
    sympy.sign: "sign",
    sympy.floor: "floor",
    sympy.exp: "exp",
    sympy.log: "log",
    sympy.sin: "sin",
    sympy.cos: "cos",
    sympy.tanh: "tanh",
    sympy.atan: "atan",
}
_RELATIONS = {
    sympy.LessThan: ("<=", False),
    sympy.StrictLessThan: ("<", False),
    sympy.GreaterThan: ("<=", True),
    sympy.StrictGreaterThan: ("<", True),
    sympy.Equality: ("=", False),
    sympy.Unequality: ("!=", False),
}
#: assumptions as sympy writes them apart from symbols: with 0, and whether 0 stands first
_PREDICATES = {
    sympy.Q.positive: ("<", True),
    sympy.Q.negative: ("<", False),
    sympy.Q.nonnegative: ("<=", True),
    sympy.Q.nonpositive: ("<=", False),
    sympy.Q.zero: ("=", False),
    sympy.Q.nonzero: ("!=", False),
}
MAX_POWER = 64
MAX_BITS = 2_000


def sequent_of(statement: Any) -> Json:
    """The sequent of a relation, or of And, Or, Not and Implies of some.

    The premises of an implication are hypotheses, behind those that the symbols bring.

    Raises:
        ValueError: it is none, or has a part that the language does not have.
    """
    if isinstance(statement, (bool, type(sympy.true), type(sympy.false))):
        raise ValueError("sympy has evaluated it to a truth value: pass evaluate=False")
    if not isinstance(statement, sympy.logic.boolalg.Boolean):
        raise ValueError(f"not a relation of sympy: {type(statement).__name__}")
    reader = _Reader()
    premises: list[Json] = []
    try:
        while isinstance(statement, sympy.Implies):
            premise, statement = statement.args
            both = premise.args if isinstance(premise, sympy.And) else (premise,)
            premises += map(reader.formula, _sorted(both))
        show = reader.formula(statement)
    except RecursionError:
        raise ValueError("too many operations inside of each other") from None
    if twice := {*reader.symbols.values()} & {*reader.functions}:
        raise ValueError(f"{sorted(twice)[0]} is a symbol and a function: rename one of them")
    given: list[Json] = []
    for symbol, name in sorted(reader.symbols.items(), key=lambda item: item[1]):
        given += _assumed(symbol, name)
    names = {name: _sort(symbol) for symbol, name in reader.symbols.items()}
    return {
        "vars": names,
        "functions": reader.functions,
        "given": [*given, *premises],
        "show": show,
    }


def relation_of(sequent: Mapping[str, Any]) -> Any:
    """The sequent as a relation of sympy: its hypotheses imply its conclusion.

    Signs that hypotheses give become assumptions of the symbols (``0 < x`` makes x positive), and
    are not repeated as premises; they settle absolute values, signs and maxima: with x on [0, 1],
    ``Abs(x + 1)`` is ``x + 1``.  Sympy simplifies as it reads: ``x/x`` is 1 there, also at 0.

    Raises:
        ValueError: sympy has no formula for a part of it: a quantifier inside, a Lipschitz
            condition, 1/0.
    """
    plain = [part for formula in sequent["given"] for part in _plain(formula)]
    symbols = {
        name: sympy.Symbol(name, **_assumptions(name, sort, plain))
        for name, sort in sequent["vars"].items()
    }
    read = _Writer(symbols)
    try:
        for op, left, right in plain:
            read.knows(op, left, right)
        given = [read.formula(formula) for formula in sequent["given"]]
        show = read.formula(sequent["show"], settled=True)
    except (NumberError, TooLong, ZeroDivisionError, RecursionError) as error:
        raise ValueError(f"sympy cannot write it down: {error}") from None
    left = [premise for premise in given if premise != sympy.true]
    return sympy.Implies(sympy.And(*left), show) if left else show


def function_of(name: str, parameters: Sequence[str], term: Json) -> tuple[Any, Any]:
    """A function of sympy by its name, and the term that it is as a ``Lambda``.

    Raises:
        ValueError: sympy has no formula for a part of it.
    """
    symbols = {one: sympy.Symbol(one, real=True) for one in parameters}
    try:
        body = _Writer(symbols).term(term)
    except (NumberError, TooLong, ZeroDivisionError, RecursionError) as error:
        raise ValueError(f"sympy cannot write it down: {error}") from None
    made = sympy.Lambda(tuple(symbols[one] for one in parameters), body)
    return sympy.Function(name, real=True), made


def _plain(formula: Json) -> Iterator[Json]:
    if formula[0] == "and":
        for part in formula[1:]:
            yield from _plain(part)
    elif formula[0] in ("<=", "<", "=", "!="):
        yield formula


def _assumptions(name: str, sort: str, plain: list[Json]) -> dict[str, bool]:
    """What sympy may assume of a variable: its sort, and its sign where a relation gives it."""
    said: dict[str, bool] = {"integer": True} if sort == "int" else {"real": True}
    for op, left, right in plain:
        low, high = (_number(left), right) if right == name else (left, _number(right))
        if op == "!=" and name in (left, right) and "0" in (left, right):
            said["zero"] = False
        if right == name and isinstance(low, Fraction) and op in ("<=", "<"):
            if low > 0 or (low == 0 and op == "<"):
                said["positive"] = True
            elif low == 0:
                said["nonnegative"] = True
        if left == name and isinstance(high, Fraction) and op in ("<=", "<"):
            if high < 0 or (high == 0 and op == "<"):
                said["negative"] = True
            elif high == 0:
                said["nonpositive"] = True
    try:
        sympy.Symbol(name, **said)
    except sympy.core.facts.InconsistentAssumptions:
        return {"integer": True} if sort == "int" else {"real": True}
    return said


def _number(term: Json) -> Fraction | None:
    try:
        return Fraction(term)
    except (ValueError, TypeError, ZeroDivisionError):
        return None


class _Writer:
    """Formulas and terms of the kernel's language as sympy's."""

    def __init__(self, symbols: Mapping[str, Any]) -> None:
        self.symbols = symbols
        self.system = SymbolicSystem()
        self.signs = _Signs([], [], [])

    def knows(self, op: str, left: Json, right: Json) -> None:
        """A hypothesis, for the signs of the conclusion."""
        kinds = {"<": self.signs.above, "<=": self.signs.least, "!=": self.signs.apart}
        if op in kinds:
            kinds[op].append(self.term(right) - self.term(left))

    def formula(self, formula: Json, settled: bool = False) -> Any:
        op, *args = formula
        if op in _WRITTEN:
            sides = [self.term(side) for side in args]
            if settled:
                sides = [self._settled(side) for side in sides]
            return _WRITTEN[op](*sides)
        if op == "and":
            return sympy.And(*(self.formula(part, settled) for part in args))
        if op == "implies":
            if args[1] == ["<", "1", "0"]:
                return sympy.Not(self.formula(args[0], settled))
            return sympy.Implies(*(self.formula(part, settled) for part in args))
        words = {"all": "'for all' inside", "some": "'exists'", "lipschitz": "'is Lipschitz'"}
        raise ValueError(f"sympy has no formula for {words.get(op, op)}")

    def term(self, term: Json) -> Any:
        return value(term, self.system, self.symbols, self._applied, self._total)

    def _settled(self, side: Any) -> Any:
        return self.signs.put(side) if side.count_ops() <= MAX_SETTLED else side

    @staticmethod
    def _applied(name: str, values: list[Any]) -> Any:
        return sympy.Function(name, real=True)(*values)

    @staticmethod
    def _total(index: str, low: Any, high: Any, body: Any, at: Mapping[str, Any], read: Any) -> Any:
        k = sympy.Symbol(index, integer=True)
        return sympy.Sum(read(body, {**at, index: k}), (k, read(low, at), read(high, at)))


MAX_SETTLED = 120  # operations of a side in which signs are settled
_WRITTEN = {"<=": sympy.Le, "<": sympy.Lt, "=": sympy.Eq, "!=": sympy.Ne}


def term_of(expression: Any) -> Json:
    """An expression of sympy as a term; raises ValueError as :func:`sequent_of` does."""
    return _Reader().term(expression)


def _sort(symbol: Any) -> str:
    return "int" if symbol.is_integer else "real"


def _assumed(symbol: Any, name: str) -> list[Json]:
    """What sympy assumes of the symbol, as hypotheses."""
    if symbol.is_real is False or symbol.is_extended_real is False:
        raise ValueError(f"{name} is not real")
    said: dict[str, bool] = {"integer": True} if symbol.is_integer else {}
    found: list[Json] = []
    if symbol.is_positive or symbol.is_extended_positive:
        said["positive"] = True
        found.append(["<", "0", name])
    elif symbol.is_negative or symbol.is_extended_negative:
        said["negative"] = True
        found.append(["<", name, "0"])
    else:
        if symbol.is_negative is False or symbol.is_extended_nonnegative:
            said["nonnegative"] = True
            found.append(["<=", "0", name])
        if symbol.is_positive is False or symbol.is_extended_nonpositive:
            said["nonpositive"] = True
            found.append(["<=", name, "0"])
        if symbol.is_zero is False:
            said["zero"] = False
            found.append(["!=", name, "0"])
    if symbol.is_integer and not symbol.is_zero and symbol.is_even is not None:
        said["even"] = symbol.is_even
        double = ["*", "2", ["floor", ["*", "1/2", name]]]
        found.append(["=", name, double if symbol.is_even else ["+", double, "1"]])
    kept = sympy.Symbol("x", real=True, **said).assumptions0
    lost = [word for word, on in symbol.assumptions0.items() if kept.get(word) is not on]
    if lost:
        holds = "" if symbol.assumptions0[lost[0]] else "not "
        raise ValueError(f"{name} is assumed {holds}{lost[0]}, which has no formula here")
    return found


class _Reader:
    """Expressions to JSON; the symbols and functions that occur."""

    def __init__(self) -> None:
        self.symbols: dict[Any, str] = {}
        self.functions: dict[str, int] = {}
        self.bound: dict[Any, str] = {}
        self.signs: dict[Any, Any] = {}  # an index as a symbol of which more is known

    def formula(self, e: Any) -> Json:
        if type(e) in _RELATIONS:
            op, turned = _RELATIONS[type(e)]
            left, right = (self.term(side) for side in e.args)
            return [op, right, left] if turned else [op, left, right]
        if isinstance(e, sympy.And):
            return ["and", *map(self.formula, _sorted(e.args))]
        if isinstance(e, sympy.Or):
            *others, last = map(self.formula, _sorted(e.args))
            for other in reversed(others):
                last = ["implies", ["implies", other, ["<", "1", "0"]], last]
            return last
        if isinstance(e, sympy.Contains) and isinstance(e.args[1], sympy.Interval):
            return self.formula(e.args[1].as_relational(e.args[0]))
        if isinstance(e, AppliedPredicate) and e.function in _PREDICATES and len(e.arguments) == 1:
            op, turned = _PREDICATES[e.function]
            inner = self.term(e.arguments[0])
            return [op, "0", inner] if turned else [op, inner, "0"]
        if isinstance(e, sympy.Not):
            return ["implies", self.formula(e.args[0]), ["<", "1", "0"]]
        if isinstance(e, sympy.Implies):
            return ["implies", *map(self.formula, e.args)]
        raise ValueError(f"{type(e).__name__} is not in the language of statements")

    def term(self, e: Any) -> Json:
        if isinstance(e, sympy.Rational):
            if max(int(e.p).bit_length(), int(e.q).bit_length()) > MAX_BITS:
                raise ValueError("a number is too long")
            return str(e.p) if e.q == 1 else f"{e.p}/{e.q}"
        if isinstance(e, sympy.Float):
            raise ValueError(f"{e} is a float: write sympy.Rational, S(1)/3 or nsimplify")
        if isinstance(e, sympy.Symbol):
            return self._symbol(e)
        if e is sympy.pi:
            return ["pi"]
        if e is sympy.E:
            return ["exp", "1"]
        if isinstance(e, (sympy.Add, sympy.Mul)):
            return self._sum_or_product(e)
        if isinstance(e, sympy.Pow):
            return self._power(e)
        for kind, name in _UNARY.items():
            if isinstance(e, kind):
                return [name, self.term(e.args[0])]
        if isinstance(e, (sympy.Max, sympy.Min)):
            name = "max" if isinstance(e, sympy.Max) else "min"
            first, *rest = map(self.term, _sorted(e.args))
            for part in rest:
                first = [name, first, part]
            return first
        if isinstance(e, sympy.Heaviside):
            raise ValueError("Heaviside is not in the language of statements: use sign or max")
        if isinstance(e, (sympy.sinh, sympy.cosh, sympy.tan, sympy.ceiling)):
            return self.term(_written(e))
        if isinstance(e, sympy.core.function.AppliedUndef):
            name = self._named(e.func.__name__, function=True)
            told = {word for word, on in e.func._kwargs.items() if on is not None}
            if told - {"commutative", "real", "extended_real", "complex", "finite", "hermitian"}:
                raise ValueError(f"something is assumed of the values of {name}: make it a premise")
            if self.functions.setdefault(name, len(e.args)) != len(e.args):
                raise ValueError(f"{name} has {self.functions[name]} arguments elsewhere")
            return ["app", name, *map(self.term, e.args)]
        if isinstance(e, sympy.Sum):
            return self._total(e)
        raise ValueError(f"{type(e).__name__} is not in the language of statements")

    def _symbol(self, e: Any) -> str:
        if e in self.bound:
            return self.bound[e]
        name = self._named(e.name)
        if (
            self.symbols.setdefault(e, name) != name
            or sum(n == name for n in self.symbols.values()) > 1
        ):
            raise ValueError(f"two different symbols are called {name}")
        return name

    def _named(self, name: str, function: bool = False) -> str:
        from constructions.terms import named

        return named(name, function)

    def _sum_or_product(self, e: Any) -> Json:
        if e.is_Mul:
            factors = [self.term(a) for a in e.as_ordered_factors()]
            whole = factors[0] if len(factors) == 1 else ["*", *factors]
            taken = _taken_away(whole)
            return whole if taken is None else ["-", taken]
        found, *rest = (self.term(a) for a in e.as_ordered_terms())
        for part in rest:
            taken = _taken_away(part)
            if taken is not None:
                found = ["-", found, taken]
            elif found[0] == "+":
                found = [*found, part]
            else:
                found = ["+", found, part]
        return found

    def _power(self, e: Any) -> Json:
        base, exponent = e.args
        if exponent.is_Integer and abs(int(exponent)) <= MAX_POWER:
            inner = self.term(base)
            n = abs(int(exponent))
            found = inner if n == 1 else ["^", inner, n]
            return ["/", "1", found] if exponent < 0 else found
        if exponent in (sympy.Rational(1, 2), sympy.Rational(-1, 2)):
            root = ["sqrt", self.term(base)]
            return ["/", "1", root] if exponent < 0 else root
        if exponent.is_Rational and exponent.q == 2 and abs(exponent.p) <= MAX_POWER:
            power = ["^", ["sqrt", self.term(base)], abs(int(exponent.p))]
            return ["/", "1", power] if exponent < 0 else power
        if base.is_positive:
            return ["exp", ["*", self.term(exponent), ["log", self.term(base)]]]
        raise ValueError(f"the power {e}: its base is not known to be positive")

    def _total(self, e: Any) -> Json:
        body, *limits = e.args
        return self._summed(body, limits)

    def _summed(self, body: Any, limits: list[Any]) -> Json:
        """The sum over the last of the limits, of the sum over those before it."""
        if not limits:
            return self.term(body)
        *inside, (index, low, high) = limits
        _countable(index, *(end.xreplace(self.signs) for end in (low, high)))
        ends = [self.term(low), self.term(high)]
        name = self._named(index.name)
        while name in (*self.symbols.values(), *self.bound.values(), *self.functions):
            name += "_"
        bound, signs = dict(self.bound), dict(self.signs)
        self.bound[index] = name
        least = low.xreplace(signs)
        self.signs[index] = sympy.Dummy(
            integer=True, nonnegative=least.is_nonnegative, positive=least.is_positive
        )
        inner = self._summed(body, inside)
        self.bound, self.signs = bound, signs
        if name in self.symbols.values():
            raise ValueError(f"{name} is an index and a variable: rename one of them")
        return ["sum", name, *ends, inner]


def _taken_away(term: Json) -> Json | None:
    """What ``term`` is less than nothing: x of -x and of (-1)*x, 2*x of (-2)*x; else None."""
    if isinstance(term, str):
        return term[1:] if term[0] == "-" else None
    if term[0] == "-" and len(term) == 2:
        return term[1]
    if term[0] != "*" or not isinstance(term[1], str) or term[1][0] != "-":
        return None
    rest = term[2:] if term[1] == "-1" else [term[1][1:], *term[2:]]
    return rest[0] if len(rest) == 1 else ["*", *rest]


def _countable(index: Any, low: Any, high: Any) -> None:
    """Sums that mean the same here and in sympy: from one integer up to another."""
    for end in (low, high):
        if not end.is_integer:
            raise ValueError(f"the limit {end} of a sum is not known to be an integer")
    if not (high - low + 1).is_nonnegative:
        raise ValueError(
            f"a sum from {low} to {high} may end below its begin, where sympy counts backwards and "
            "here it is 0: assume more of its limits"
        )
    known = index.assumptions0
    allowed = sympy.Symbol("k", integer=True).assumptions0
    if low.is_nonnegative:
        allowed |= sympy.Symbol("k", integer=True, nonnegative=True).assumptions0
    if low.is_positive:
        allowed |= sympy.Symbol("k", integer=True, positive=True).assumptions0
    if more := [word for word, on in known.items() if allowed.get(word, not on) != on]:
        raise ValueError(f"the index {index} is assumed {more[0]}, which its limits do not say")


def _sorted(args: Any) -> list[Any]:
    return sorted(args, key=sympy.default_sort_key)


def _written(e: Any) -> Any:
    inner = e.args[0]
    if isinstance(e, sympy.tan):
        return sympy.sin(inner) / sympy.cos(inner)
    if isinstance(e, sympy.ceiling):
        return -sympy.floor(-inner)
    return e.rewrite(sympy.exp)
