"""From hostile text to an expression, or to one clear line saying why not.

Python's own grammar reads the text, and a whitelist of ours walks over the result; nothing
is ever executed.  Numbers are exact: their source text is read as a decimal fraction, so
``0.1`` is the rational 1/10 and ``1e-3`` is 1/1000.  Bars are turned into ``abs(...)`` before:
no operand stands directly before another, so that a bar opens where an operand is expected and
closes elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from constructions.functions.errors import ParseError, quote
from constructions.functions.expression import (
    NARY_CALLS,
    UNARY_CALLS,
    Call,
    Expression,
    Number,
    Pi,
    Variable,
    fold,
    fold_negate,
    fold_power,
)

if TYPE_CHECKING:
    import ast

MAX_TEXT = 10_000
MAX_DEPTH = 50
MAX_NODES = 2000
LONG_SUM = 32
"""Sums of more terms are read as balanced trees, so that they are not deep."""
MAX_EXPONENT = 64
MAX_DECIMAL_EXPONENT = 60
MAX_DIGITS = 60
MAX_DEGREE = 5000
"""Bound on the growth of exact values: products add, powers multiply."""
MAX_NUMBER_BITS = 4096
"""Bound on the numerator and the denominator of a constant that the reader computes."""

_ALLOWED = re.compile(r"[A-Za-z0-9+\-*/(),.| \t]")
_LITERAL = re.compile(r"(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?")
_WORD = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z][A-Za-z0-9]*")
_VARIABLE = re.compile(r"x(?:[1-9][0-9]{0,5}(?:c[1-9][0-9]{0,2})?)?")
_INDEXED = re.compile(r"\bx_i\b")
_FUNCTIONS = (*UNARY_CALLS, *NARY_CALLS, "sum")
_OVER = ("sum", *NARY_CALLS)
"""With one argument over all coordinates, each in turn in place of x or x_i."""
_ADVICE = {
    "^": "write ** for a power",
    "=": "give only the right-hand side, an expression in x",
    "[": "use round parentheses",
    "{": "use round parentheses",
    "_": "underscores are not part of numbers or names here",
    "!": "factorials are not available",
    "%": "write u - m*floor(u/m) for a remainder",
    "<": "write max, min, abs or sign for a case distinction",
    ">": "write max, min, abs or sign for a case distinction",
    "\n": "the expression must stand on one line",
    "\u2212": "use the plain minus sign -",
    "\u00b7": "use * for a product",
    "\u00d7": "use * for a product",
    "\u03c0": "write pi",
}
_SYNONYMS = {
    "ln": "log",
    "arctan": "atan",
    "Abs": "abs",
    "Max": "max",
    "Min": "min",
    "fabs": "abs",
    "sgn": "sign",
    "pow": "**",
    "relu": "max(u, 0)",
    "e": "exp(1)",
    "Sum": "sum",
}


def parse_expression(text: str, coordinates: Sequence[str] = ()) -> Expression:
    """Read one expression.

    Accepted: ``+ - * /``, ``**`` with an integer exponent, parentheses, ``|u|``, ``pi``, the
    functions abs, min, max, sum, floor, sqrt, exp, log, sin, cos, tan, tanh, atan, sign, the
    variables ``x`` or ``x1, x2, ...``, and decimal numbers.  Of one argument, with ``x`` or
    ``x_i`` in it, sum, max and min are over all ``coordinates``, where these are given.

    Raises:
        ParseError: anything else, with one line saying what is wrong and what would be right.
    """
    if not isinstance(text, str):
        raise ParseError(f"a function is given as text, not as {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise ParseError(f"the expression has {len(text)} characters; at most {MAX_TEXT} are read")
    source = text.strip()
    if not source:
        raise ParseError("the expression is empty; write for example sin(2*x+1)+cos(x)")
    source = _INDEXED.sub("xi", source)
    _check_characters(source)
    source = _without_bars(source)
    _check_parentheses(source)
    _check_words(source)
    body = _python_tree(source)
    return _Reader(source, coordinates).read(body)


def has_sum(text: str) -> bool:
    """Whether the text has a sum, maximum or minimum over all coordinates.

    Raises:
        ParseError: it cannot be read, whatever the coordinates are.
    """
    try:
        parse_expression(text)
    except _OverCoordinates:
        parse_expression(text, ("x1", "x2"))
        return True
    return False


class _OverCoordinates(ParseError):
    """What there is is over all coordinates, and these are not given."""


def _check_characters(source: str) -> None:
    for character in source:
        if not _ALLOWED.match(character):
            advice = _ADVICE.get(character, "letters, digits and + - * / ( ) , . are allowed")
            name = repr(character) if character.isprintable() else f"U+{ord(character):04X}"
            raise ParseError(f"the character {name} is not allowed: {advice}")


def _check_parentheses(source: str) -> None:
    depth = deepest = 0
    for character in source:
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
        if depth < 0:
            raise ParseError("a closing parenthesis has no opening one")
    if depth:
        raise ParseError(
            f"{depth} opening parenthesis is not closed"
            if depth == 1
            else f"{depth} opening parentheses are not closed"
        )
    if deepest > MAX_DEPTH:
        raise ParseError(f"parentheses are nested {deepest} deep; at most {MAX_DEPTH} are read")


def _without_bars(source: str) -> str:
    """``|u|`` as ``abs(u)``."""
    if "|" not in source:
        return source
    made: list[str] = []
    opened: list[str] = []
    operand = False  # whether one has just ended
    for place, character in enumerate(source):
        innermost = opened[-1] if opened else ""
        if character == "(" or (character == "|" and not operand):
            opened.append(character)
            made.append("abs(" if character == "|" else "(")
            operand = False
            continue
        if character == "|" and innermost != "|":
            near = quote(source[place:], 20)
            if "|" in opened:
                raise ParseError(f"a bar | and a parenthesis cross near '{near}'")
            raise ParseError(
                f"a bar | has no opening one, near '{near}': write |u| for an absolute value, "
                "and * for a product"
            )
        if character == ")" and innermost == "|":
            raise ParseError("a bar | is not closed before ): write |u| for an absolute value")
        if character in "|)":
            opened = opened[:-1]
        made.append(")" if character == "|" else character)
        if character not in " \t":
            operand = character not in "+-*/,"
    if "|" in opened:
        raise ParseError("a bar | is not closed: write |u| for an absolute value")
    return "".join(made)


def _check_words(source: str) -> None:
    """Refuse two words side by side (``2x``, ``0x1F``, ``1_000``, ``x if x``) with advice."""
    previous: re.Match[str] | None = None
    for match in _WORD.finditer(source):
        between = source[previous.end() : match.start()] if previous else "+"
        if previous and not between.strip():
            pair = quote(f"{previous.group()}{between}{match.group()}", 40)
            raise ParseError(f"'{pair}' is not understood: write * for a product, as in 2*x")
        previous = match


def _python_tree(source: str) -> ast.expr:
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source, mode="eval").body
    except SyntaxError as error:
        place = error.offset or 0
        near = quote(source[max(0, place - 1) :], 20) or "the end"
        raise ParseError(
            f"'{quote(source)}' is not an expression: something is missing or misplaced near "
            f"'{near}'"
        ) from None
    except (ValueError, RecursionError, MemoryError, OverflowError):
        raise ParseError(f"'{quote(source)}' is too deep or too large to read") from None


def _summands(node: ast.expr) -> list[tuple[bool, ast.expr]]:
    """The terms of a + b - c, with whether each is subtracted."""
    import ast

    found: list[tuple[bool, ast.expr]] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        found.append((isinstance(node.op, ast.Sub), node.right))
        node = node.left
    return [(False, node), *reversed(found)]


class _Reader:
    """Walks over Python's tree; every kind of node not named here is refused."""

    def __init__(self, source: str, coordinates: Sequence[str] = ()) -> None:
        self.source, self.coordinates = source, coordinates
        self.nodes = 0
        self.inside: str | None = None  # the coordinate that stands for x in a sum over all
        self.used = False

    def read(self, body: ast.expr) -> Expression:
        expression, _ = self.node(body, 1)
        return expression

    def text_of(self, node: ast.expr) -> str:
        # The source is ASCII on one line, so Python's byte offsets are character offsets.
        return self.source[node.col_offset : node.end_col_offset]

    def refuse(self, node: ast.expr, why: str) -> NoReturn:
        raise ParseError(f"'{quote(self.text_of(node))}': {why}")

    def node(self, node: ast.expr, depth: int) -> tuple[Expression, int]:
        """The expression and a bound on how exact values grow in it (see MAX_DEGREE)."""
        import ast

        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise ParseError(f"the expression has more than {MAX_NODES} parts")
        if depth > MAX_DEPTH:
            raise ParseError(
                f"the expression is nested more than {MAX_DEPTH} deep; group long products "
                "with parentheses"
            )
        if isinstance(node, ast.Constant):
            return self.literal(node), 1
        if isinstance(node, ast.Name):
            return self.name(node), 1
        if isinstance(node, ast.UnaryOp):
            return self.unary(node, depth)
        if isinstance(node, ast.BinOp):
            return self.binary(node, depth)
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, ast.Tuple):
            self.refuse(node, "a comma belongs inside min(...) or max(...); decimals use a point")
        self.refuse(node, "only arithmetic and the functions " + ", ".join(_FUNCTIONS))

    def literal(self, node: ast.Constant) -> Number:
        text = self.text_of(node)
        match = _LITERAL.fullmatch(text)
        if not match or isinstance(node.value, (bool, complex, str, bytes)) or node.value is None:
            self.refuse(node, "write numbers as 3, 0.25, 1/3 or 1e-3")
        if sum(c.isdigit() for c in match.group(1)) > MAX_DIGITS:
            self.refuse(node, f"numbers have at most {MAX_DIGITS} digits")
        exponent = match.group(2) or "0"
        if len(exponent) > 8 or abs(int(exponent)) > MAX_DECIMAL_EXPONENT:
            self.refuse(node, f"decimal exponents lie between +-{MAX_DECIMAL_EXPONENT}")
        return Number(Fraction(match.group(1)) * Fraction(10) ** int(exponent))

    def name(self, node: ast.Name) -> Expression:
        if node.id == "pi":
            return Pi()
        if node.id in ("x", "xi") and self.inside is not None:
            self.used = True
            return Variable(self.inside)
        if node.id == "xi":
            self.refuse(node, "x_i stands in a sum over all coordinates, as in sum(x_i)")
        if _VARIABLE.fullmatch(node.id):
            return Variable(node.id)
        if node.id in _FUNCTIONS:
            self.refuse(node, f"give an argument, as in {node.id}(x)")
        if node.id in _SYNONYMS:
            self.refuse(node, f"write {_SYNONYMS[node.id]}")
        self.refuse(node, "unknown name; variables are x or x1, x2, ...")

    def unary(self, node: ast.UnaryOp, depth: int) -> tuple[Expression, int]:
        import ast

        if not isinstance(node.op, (ast.USub, ast.UAdd)):
            self.refuse(node, "only the signs + and - stand before an expression")
        argument, degree = self.node(node.operand, depth + 1)
        return (fold_negate(argument) if isinstance(node.op, ast.USub) else argument), degree

    def binary(self, node: ast.BinOp, depth: int) -> tuple[Expression, int]:
        import ast

        operators = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
        if isinstance(node.op, ast.Pow):
            return self.power(node, depth)
        operator = operators.get(type(node.op))
        if operator is None:
            self.refuse(node, "use + - * / or **; write floor(a/b) for a//b")
        if operator in "+-" and len(terms := _summands(node)) > LONG_SUM:
            return self.long_sum(node, terms, depth)
        left, left_degree = self.node(node.left, depth + 1)
        right, right_degree = self.node(node.right, depth + 1)
        degree = self.degree(node, left_degree + right_degree)
        return self.of_size(node, fold(operator, left, right)), degree

    def long_sum(
        self, node: ast.BinOp, terms: list[tuple[bool, ast.expr]], depth: int
    ) -> tuple[Expression, int]:
        """Halves of a sum are added, so its depth is the logarithm of its length."""
        depth += (len(terms) - 1).bit_length()
        read = [(minus, *self.node(term, depth)) for minus, term in terms]
        degree = self.degree(node, sum(part[2] for part in read))
        row = [fold_negate(term) if minus else term for minus, term, _ in read]
        return self.added(node, row), degree

    def added(self, node: ast.expr, row: list[Expression]) -> Expression:
        """The sum, of few terms as it would be written out."""
        while len(row) > 1:
            taken = len(row) if len(row) > LONG_SUM else 2
            pairs = [
                self.of_size(node, fold("+", a, b))
                for a, b in zip(row[:taken:2], row[1:taken:2], strict=False)
            ]
            row = pairs + row[2 * len(pairs) :]
        return row[0]

    def power(self, node: ast.BinOp, depth: int) -> tuple[Expression, int]:
        import ast

        base, degree = self.node(node.left, depth + 1)
        right, sign = node.right, 1
        while isinstance(right, ast.UnaryOp) and isinstance(right.op, (ast.USub, ast.UAdd)):
            sign = -sign if isinstance(right.op, ast.USub) else sign
            right = right.operand
        exponent = self.literal(right).value if isinstance(right, ast.Constant) else None
        if exponent is None or exponent.denominator != 1:
            self.refuse(
                node,
                "an exponent must be a plain integer; for other powers write sqrt(u), or "
                "exp(a*log(u)) where u > 0",
            )
        if exponent > MAX_EXPONENT:
            self.refuse(node, f"exponents lie between +-{MAX_EXPONENT}")
        total = self.degree(node, degree * max(1, int(exponent)))
        return self.of_size(node, fold_power(base, sign * int(exponent))), total

    def call(self, node: ast.Call, depth: int) -> tuple[Expression, int]:
        import ast

        if not isinstance(node.func, ast.Name):
            self.refuse(node, "write * for a product; only named functions are called")
        name = node.func.id
        if name not in _FUNCTIONS:
            if _VARIABLE.fullmatch(name) or name == "pi":
                self.refuse(node, f"write * for a product, as in {name}*(...)")
            if name in _SYNONYMS:
                self.refuse(node, f"write {_SYNONYMS[name]}")
            self.refuse(node, "unknown function; there are " + ", ".join(_FUNCTIONS))
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            self.refuse(node, "arguments are plain expressions separated by commas")
        count = len(node.args)
        if name in _OVER and count == 1:
            return self.over_all(node, name, depth)
        if name in _OVER and count < 1:
            self.refuse(node, f"{name} takes two or more arguments")
        if name in UNARY_CALLS and count != 1:
            self.refuse(node, f"{name} takes one argument, not {count}")
        parts = [self.node(argument, depth + 1) for argument in node.args]
        degree = self.degree(node, sum(part[1] for part in parts))
        row = [part[0] for part in parts]
        return (self.added(node, row) if name == "sum" else Call(name, tuple(row))), degree

    def over_all(self, node: ast.Call, name: str, depth: int) -> tuple[Expression, int]:
        """The sum, maximum or minimum over all coordinates of the argument."""
        if self.inside is not None:
            self.refuse(node, "a sum over all coordinates inside of another; write one of them out")
        count = len(self.coordinates)
        depth += count if count <= LONG_SUM else count.bit_length()
        parts, self.used = [], False
        for coordinate in self.coordinates or ("x1",):
            self.inside = coordinate
            parts.append(self.node(node.args[0], depth + 1))
        self.inside = None
        if not self.used:
            why = "" if name == "sum" else f"{name} takes two or more arguments, or one with "
            self.refuse(node, f"{why}x for each coordinate, as in {name}(x) or {name}(x**2)")
        if not count:
            fewest = "" if name == "sum" else f"{name} takes two or more arguments: "
            raise _OverCoordinates(
                f"'{quote(self.text_of(node))}': {fewest}there is no number of coordinates here; "
                f"write them out, as in {'x1 + x2' if name == 'sum' else f'{name}(x1, x2)'}"
            )
        degree = self.degree(node, sum(part[1] for part in parts))
        row = [part[0] for part in parts]
        if name == "sum" or count == 1:
            return self.added(node, row), degree
        return Call(name, tuple(row)), degree

    def of_size(self, node: ast.expr, value: Expression) -> Expression:
        """Constants are computed at once, so their size is bounded at every step."""
        if isinstance(value, Number):
            q = value.value
            if max(q.numerator.bit_length(), q.denominator.bit_length()) > MAX_NUMBER_BITS:
                self.refuse(node, f"this number has more than {MAX_NUMBER_BITS} bits")
        return value

    def degree(self, node: ast.expr, degree: int) -> int:
        if degree > MAX_DEGREE:
            self.refuse(node, f"powers multiply up to degree {degree}; at most {MAX_DEGREE}")
        return degree
