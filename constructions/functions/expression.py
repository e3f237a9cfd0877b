"""Expressions: an immutable tree, its evaluation in any number system, derivative, printing.

The grammar is that of :mod:`constructions.functions.parse`.  Trees compare and hash by
structure.  :func:`evaluate` uses only the operations of a :class:`System`, so one definition
serves exact rationals, balls, arrays, symbols and the terms of a certificate alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

from constructions.systems import System

UNARY_CALLS = ("abs", "floor", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "atan", "sign")
NARY_CALLS = ("min", "max")
OPERATORS = "+-*/"


class Expression:
    """A node of the tree (closed family: the six classes below)."""

    __slots__ = ()

    def children(self) -> tuple[Expression, ...]:
        return ()

    def __str__(self) -> str:
        return render(self)


@dataclass(frozen=True)
class Number(Expression):
    """An exact rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Pi(Expression):
    """The number pi."""


@dataclass(frozen=True)
class Variable(Expression):
    """``x``, or ``x1``, ``x2``, ..."""

    name: str


@dataclass(frozen=True)
class Negate(Expression):
    """``-argument``."""

    argument: Expression

    def children(self) -> tuple[Expression, ...]:
        return (self.argument,)


@dataclass(frozen=True)
class Binary(Expression):
    """``left operator right`` with an operator of ``+ - * /``."""

    operator: str
    left: Expression
    right: Expression

    def __post_init__(self) -> None:
        if len(self.operator) != 1 or self.operator not in OPERATORS:
            raise ValueError(f"unknown operator {self.operator!r}")

    def children(self) -> tuple[Expression, ...]:
        return (self.left, self.right)


@dataclass(frozen=True)
class Power(Expression):
    """``base ** exponent`` with an integer exponent; ``base ** 0`` is 1 everywhere."""

    base: Expression
    exponent: int

    def children(self) -> tuple[Expression, ...]:
        return (self.base,)


@dataclass(frozen=True)
class Call(Expression):
    """A named function: one argument, or two and more for ``min`` and ``max``."""

    name: str
    arguments: tuple[Expression, ...]

    def __post_init__(self) -> None:
        count = len(self.arguments)
        accepted = count == 1 if self.name in UNARY_CALLS else count >= 2
        if self.name not in (*UNARY_CALLS, *NARY_CALLS) or not accepted:
            raise ValueError(f"{self.name} cannot take {count} arguments")

    def children(self) -> tuple[Expression, ...]:
        return self.arguments


def walk(expression: Expression) -> Iterator[Expression]:
    """Every node, children before their parent."""
    for child in expression.children():
        yield from walk(child)
    yield expression


def variables(expression: Expression) -> tuple[str, ...]:
    """The names that occur, ``x`` first, then ``x1, x2, ...`` in numerical order."""
    names = {node.name for node in walk(expression) if isinstance(node, Variable)}
    return tuple(sorted(names, key=lambda name: (len(name), name)))


def has_call(expression: Expression, names: tuple[str, ...]) -> bool:
    """Whether one of the named functions occurs."""
    return any(isinstance(node, Call) and node.name in names for node in walk(expression))


class Program:
    """An expression flattened for repeated evaluation; equal subtrees become one step."""

    __slots__ = ("expression", "steps")

    def __init__(self, expression: Expression) -> None:
        index: dict[Expression, int] = {}
        steps: list[tuple[Expression, tuple[int, ...]]] = []
        for node in walk(expression):
            if node not in index:
                index[node] = len(steps)
                steps.append((node, tuple(index[child] for child in node.children())))
        self.expression = expression
        self.steps = tuple(steps)

    def run(self, system: System, values: Mapping[str, Any]) -> Any:
        """The value of the expression in ``system`` for the given variables."""
        results: list[Any] = []
        for node, inputs in self.steps:
            results.append(apply_node(node, system, values, [results[i] for i in inputs]))
        return results[-1]


def evaluate(expression: Expression, system: System, values: Mapping[str, Any]) -> Any:
    """The value of the expression in ``system``; equal subtrees are computed once."""
    return Program(expression).run(system, values)


def apply_node(
    node: Expression, system: System, values: Mapping[str, Any], arguments: list[Any]
) -> Any:
    """One node's operation on the values of its children."""
    if isinstance(node, Number):
        return system.const(node.value)
    if isinstance(node, Variable):
        return values[node.name]
    if isinstance(node, Pi):
        return system.pi()
    if isinstance(node, Negate):
        return -arguments[0]
    if isinstance(node, Power):
        own = getattr(system, "power", None)
        return (own or partial(power, system))(arguments[0], node.exponent)
    if isinstance(node, Binary):
        left, right = arguments
        if node.operator == "+":
            return left + right
        if node.operator == "-":
            return left - right
        if node.operator == "*":
            return left * right
        return left / right
    if not isinstance(node, Call):
        raise TypeError(f"not an expression: {type(node).__name__}")
    if node.name in NARY_CALLS:
        operation = system.maximum if node.name == "max" else system.minimum
        result = arguments[0]
        for argument in arguments[1:]:
            result = operation(result, argument)
        return result
    return getattr(system, node.name)(arguments[0])


def power(system: System, base: Any, exponent: int) -> Any:
    """``base ** exponent``; a negative exponent is one over the positive power.

    Written so because an integer array has no negative powers and a symbolic ``x**0`` is 1.
    A system whose ``**`` falls short of this brings its own ``power(base, exponent)``.
    """
    if exponent == 0:
        return system.const(1) + system.const(0) * base
    if exponent > 0:
        return base**exponent
    return system.const(1) / base**-exponent


# --- building with constant folding -------------------------------------------------------

ZERO = Number(Fraction(0))
ONE = Number(Fraction(1))


def number(q: int | Fraction) -> Number:
    return Number(Fraction(q))


def fold(operator: str, left: Expression, right: Expression) -> Expression:
    """``left operator right``; two constants are combined (a division by zero is kept)."""
    if isinstance(left, Number) and isinstance(right, Number):
        a, b = left.value, right.value
        if operator == "+":
            return Number(a + b)
        if operator == "-":
            return Number(a - b)
        if operator == "*":
            return Number(a * b)
        if b:
            return Number(a / b)
    return Binary(operator, left, right)


def fold_negate(argument: Expression) -> Expression:
    if isinstance(argument, Number):
        return Number(-argument.value)
    if isinstance(argument, Negate):
        return argument.argument
    return Negate(argument)


def fold_power(base: Expression, exponent: int) -> Expression:
    if isinstance(base, Number) and (base.value or exponent >= 0):
        return Number(base.value**exponent)
    return Power(base, exponent)


def add(left: Expression, right: Expression) -> Expression:
    if left == ZERO:
        return right
    if right == ZERO:
        return left
    return fold("+", left, right)


def is_total(expression: Expression) -> bool:
    """Whether the expression has a value at every real point (sufficient condition)."""
    for node in walk(expression):
        if isinstance(node, Call) and node.name in ("sqrt", "log", "tan"):
            return False
        if isinstance(node, Power) and node.exponent < 0:
            return False
        if isinstance(node, Binary) and node.operator == "/":
            divisor = node.right
            if not (isinstance(divisor, Pi) or (isinstance(divisor, Number) and divisor.value)):
                return False
    return True


def subtract(left: Expression, right: Expression) -> Expression:
    """``left - right``, zero where the two are the same tree (both must be defined)."""
    if right == ZERO:
        return left
    if left == ZERO:
        return fold_negate(right)
    if left == right:
        return ZERO
    return fold("-", left, right)


def multiply(left: Expression, right: Expression) -> Expression:
    """``left * right``, zero where one is zero (the other must be defined)."""
    if ZERO in (left, right):
        return ZERO
    if left == ONE:
        return right
    if right == ONE:
        return left
    if left == right:
        return fold_power(left, 2)
    return fold("*", left, right)


def divide(left: Expression, right: Expression) -> Expression:
    if right == ONE:
        return left
    return fold("/", left, right)


def rebuild(node: Expression, parts: list[Expression]) -> Expression:
    """The node with other children, simplified where it is defined (see :func:`simplify`)."""
    if isinstance(node, Negate):
        return fold_negate(parts[0])
    if isinstance(node, Power):
        if node.exponent == 1:
            return parts[0]
        return fold_power(parts[0], node.exponent)
    if isinstance(node, Binary):
        left, right = parts
        if node.operator == "+":
            return add(left, right)
        if node.operator == "-":
            if left == right and not is_total(left):
                return Binary("-", left, right)
            return subtract(left, right)
        if node.operator == "*":
            if ZERO in (left, right) and not (is_total(left) and is_total(right)):
                return Binary("*", left, right)
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Call) and one.name == "sign" and one.arguments[0] == other:
                    return Call("abs", (other,))
            return multiply(left, right)
        return divide(left, right)
    if isinstance(node, Call):
        inner = parts[0]
        if node.name in NARY_CALLS:
            return _choice(node.name, parts)
        if isinstance(inner, Number):
            known = _known(node.name, inner.value)
            if known is not None:
                return Number(known)
        if node.name == "sqrt" and isinstance(inner, Power) and inner.exponent % 2 == 0:
            root = rebuild(Power(inner.base, inner.exponent // 2), [inner.base])
            return Call("abs", (root,))
        if node.name == "abs" and isinstance(inner, Call) and inner.name in ("abs", "sqrt", "exp"):
            return inner
        return Call(node.name, tuple(parts))
    return node


def _choice(name: str, parts: list[Expression]) -> Expression:
    """``min`` or ``max`` as nested pairs, equal arguments and two constants merged."""
    result = parts[0]
    for part in parts[1:]:
        if isinstance(result, Number) and isinstance(part, Number):
            pick = max if name == "max" else min
            result = Number(pick(result.value, part.value))
        elif result != part:
            result = Call(name, (result, part))
    return result


def _known(name: str, q: Fraction) -> Fraction | None:
    """The exact value of a function at a rational where it needs no more than a glance."""
    if name == "abs":
        return abs(q)
    if name == "floor":
        return Fraction(q.__floor__())
    if name == "sign":
        return Fraction((q > 0) - (q < 0))
    if name == "sqrt" and q >= 0:
        above, below = isqrt(q.numerator), isqrt(q.denominator)
        if above * above == q.numerator and below * below == q.denominator:
            return Fraction(above, below)
    if q == 0 and name in ("sin", "tan", "tanh", "atan"):
        return q
    if q == 0 and name in ("exp", "cos"):
        return Fraction(1)
    return None


def simplify(expression: Expression) -> Expression:
    """A smaller tree with the same value, defined at the same points."""
    return transform(expression, lambda node: None)


def substitute(expression: Expression, name: str, by: Expression) -> Expression:
    """The expression with a variable replaced, simplified."""
    return transform(expression, lambda node: by if node == Variable(name) else None)


def transform(
    expression: Expression, replace: Callable[[Expression], Expression | None]
) -> Expression:
    """Rebuild bottom-up; ``replace`` may put another tree in a node's place (seen top-down)."""
    memo: dict[Expression, Expression] = {}

    def go(node: Expression) -> Expression:
        known = memo.get(node)
        if known is None:
            known = replace(node)
            if known is None:
                known = rebuild(node, [go(child) for child in node.children()])
            memo[node] = known
        return known

    return go(expression)


# --- derivative ---------------------------------------------------------------------------


def derivative(expression: Expression, name: str = "x") -> Expression:
    """The derivative by ``name``, valid wherever no ``abs, min, max, floor, sign`` switches.

    ``abs`` differentiates to ``sign``, ``floor`` and ``sign`` to 0, and ``max(a, b)`` to the
    mean of the two derivatives weighted by ``1 +- sign(a - b)``: right off the switch points.
    """
    half = number(Fraction(1, 2))
    memo: dict[Expression, Expression] = {}

    def d(node: Expression) -> Expression:
        known = memo.get(node)
        if known is None:
            known = memo[node] = rule(node)
        return known

    def chosen(name_: str, a: Expression, b: Expression) -> Expression:
        order = Call("sign", (subtract(a, b) if name_ == "max" else subtract(b, a),))
        return multiply(
            half,
            add(
                multiply(add(ONE, order), d(a)),
                multiply(subtract(ONE, order), d(b)),
            ),
        )

    def rule(node: Expression) -> Expression:
        if isinstance(node, (Number, Pi)):
            return ZERO
        if isinstance(node, Variable):
            return ONE if node.name == name else ZERO
        if isinstance(node, Negate):
            return fold_negate(d(node.argument))
        if isinstance(node, Power):
            if node.exponent == 0:
                return ZERO
            outer = multiply(
                number(node.exponent),
                rebuild(Power(node.base, node.exponent - 1), [node.base])
                if node.exponent != 1
                else ONE,
            )
            return multiply(outer, d(node.base))
        if isinstance(node, Binary):
            a, b = node.left, node.right
            if node.operator == "+":
                return add(d(a), d(b))
            if node.operator == "-":
                return subtract(d(a), d(b))
            if node.operator == "*":
                return add(multiply(d(a), b), multiply(a, d(b)))
            if d(b) == ZERO:
                return divide(d(a), b)
            return divide(subtract(multiply(d(a), b), multiply(a, d(b))), fold_power(b, 2))
        if not isinstance(node, Call):
            raise TypeError(f"not an expression: {type(node).__name__}")
        if node.name in NARY_CALLS:
            rest = node.arguments[-1]
            first = (
                node.arguments[0]
                if len(node.arguments) == 2
                else Call(node.name, node.arguments[:-1])
            )
            return chosen(node.name, first, rest)
        u = node.arguments[0]
        du = d(u)
        if du == ZERO or node.name in ("floor", "sign"):
            return ZERO
        slopes: dict[str, Callable[[], Expression]] = {
            "abs": lambda: Call("sign", (u,)),
            "sqrt": lambda: divide(half, node),
            "exp": lambda: node,
            "log": lambda: divide(ONE, u),
            "sin": lambda: Call("cos", (u,)),
            "cos": lambda: fold_negate(Call("sin", (u,))),
            "tan": lambda: add(ONE, fold_power(node, 2)),
            "tanh": lambda: subtract(ONE, fold_power(node, 2)),
            "atan": lambda: divide(ONE, add(ONE, fold_power(u, 2))),
        }
        return multiply(slopes[node.name](), du)

    return d(expression)


# --- printing -----------------------------------------------------------------------------

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)


def render(expression: Expression) -> str:
    """Text that parses back to the same tree, with as few parentheses as that allows."""
    return _render(expression)[0]


def _wrap(node: Expression, least: int) -> str:
    text, level = _render(node)
    return text if level >= least else f"({text})"


def _render(node: Expression) -> tuple[str, int]:
    if isinstance(node, Number):
        q = node.value
        if q.denominator != 1:
            return str(q), _PRODUCT
        return str(q), (_ATOM if q >= 0 else _SIGN)
    if isinstance(node, Pi):
        return "pi", _ATOM
    if isinstance(node, Variable):
        return node.name, _ATOM
    if isinstance(node, Negate):
        return "-" + _wrap(node.argument, _POWER), _SIGN
    if isinstance(node, Power):
        return f"{_wrap(node.base, _ATOM)}**{node.exponent}", _POWER
    if isinstance(node, Binary):
        if node.operator in "+-":
            left, right = _wrap(node.left, _SUM), _wrap(node.right, _PRODUCT)
            return f"{left} {node.operator} {right}", _SUM
        left, right = _wrap(node.left, _PRODUCT), _wrap(node.right, _SIGN)
        return f"{left}{node.operator}{right}", _PRODUCT
    if isinstance(node, Call):
        return f"{node.name}({', '.join(map(render, node.arguments))})", _ATOM
    raise TypeError(f"not an expression: {type(node).__name__}")
