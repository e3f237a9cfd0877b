"""From typed mathematics to a sequent of the kernel, or to one clear line with the place.

    for all N: int, x: real; N >= 1, 0 <= x <= 1 |- abs(x*(1 - x)) <= 1/(4*N)

Before ``|-`` stand the variables (``for all ...;``, which may be left out) and the hypotheses,
behind it the conclusion.  What is not declared is a real variable, or a function where it has
arguments.  Typed signs and printed ones mean the same (``<=`` and ``≤``, ``for all`` and ``∀``,
``|-`` and ``⊢``, ``and`` and ``∧``), Greek letters are their English names.  docs/decide.md has the
whole language.

Nothing here is executed, and nothing is trusted: what was read is shown to its author by
:mod:`proofs.notation`, from the sequent that the kernel checks.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from constructions.terms import FALSE, named
from proofs.language.derivatives import HERE, NotSmooth, derivative, replaced

Json = Any
MAX_TEXT, MAX_DEPTH, MAX_SIZE = 20_000, 40, 20_000
MAX_NESTED = 60  # of a sequent's terms: the kernel reads 120, a record about as many
MAX_PARTS = 100  # variables, hypotheses
MAX_POWER = 64
MAX_WAYS = 8  # of a disjunction of conjunctions
MAX_BITS = 2_000  # of a number, above and below

_GREEK = {
    chr(code): unicodedata.name(chr(code)).split()[-1].lower()
    for code in (*range(0x391, 0x3AA), *range(0x3B1, 0x3CA))
    if code not in (0x3A2, 0x3C2)
}
_SIGNS = {
    "≤": "<=",
    "⩽": "<=",
    "≥": ">=",
    "⩾": ">=",
    "≠": "!=",
    "⊢": "|-",
    "⟹": "=>",
    "⇒": "=>",
    "→": "->",
    "⟺": "<=>",
    "⇔": "<=>",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "∀": "forall",
    "∃": "exists",
    "∈": "in",
    "·": "*",
    "×": "*",
    "−": "-",
    "–": "-",
    "÷": "/",
    "√": "sqrt",
    "∑": "sum",
    "Σ": "sum",
    "π": "pi",
    "ℝ": "real",
    "ℤ": "int",
    "ℕ": "nat",
    "…": "..",
}
_RAISED = {raised: str(digit) for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-"}
_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<number>[0-9]+(?:\.(?!\.)[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*'*)"
    r"|(?P<sign>\|-|\.\.\.?|<=>|<->|==>|=>|->|<=|>=|!=|==|/\\|\\/|\*\*|[-+*/^()\[\]{},;:.=<>|_&!~])"
)
_SAME = {"==": "=", "**": "^", "==>": "=>", "<->": "<=>", "/\\": "and", "\\/": "or", "&": "and"}
_SAME |= {"...": "..", "~": "not", "!": "not"}
_WORDS = {"all": "forall", "iff": "<=>", "implies": "=>", "some": "exists", "True": "true"}
_SORTS = {
    "real": "real",
    "reals": "real",
    "int": "int",
    "integer": "int",
    "nat": "nat",
    "R": "real",
}
_SORTS |= {"Z": "int", "float": "real", "natural": "nat"}
_RELATIONS = ("<=", "<", "=", "!=", ">=", ">")
_UNARY = ("abs", "sign", "floor", "sqrt", "exp", "log", "sin", "cos", "tanh", "atan")
_DECLARE = "write it out with exp, log, ..., or declare it for any function"
_NOT_HERE = (
    dict.fromkeys(
        ("erf", "gelu", "gamma", "factorial", "binom", "norm", "softmax", "var", "mean", "argmax"),
        _DECLARE,
    )
    | dict.fromkeys(
        ("asin", "acos", "arcsin", "arccos", "asinh", "acosh", "atanh", "sec", "cot", "csc"),
        _DECLARE,
    )
    | {
        "log2": "write log(x)/log(2)",
        "log10": "write log(x)/log(10)",
        "round": "write floor(x + 1/2)",
        "mod": "write x - m*floor(x/m)",
        "cbrt": "there are no cube roots",
        "prod": "there are no products over an index; take the sum of logarithms",
    }
    | dict.fromkeys(
        ("E", "Var", "Cov", "Pr"),
        "there are no expectations; write the sum, or declare it for any function",
    )
)
_NO_NUMBER = dict.fromkeys(
    ("infinity", "infty", "inf", "Inf", "oo"), "there is no infinity: leave the bound out"
)
_NORM = (
    "norms are written out: |x| of a number, sqrt(x^2 + y^2) of two, "
    "sqrt(sum(k = 1..n, x[k]^2)) of n"
)
_FOREIGN = {
    "\\": ": LaTeX is not read; write <=, x in [0, 1], (a)/(b), sqrt(x)",
    "‖": f": {_NORM}",
    "∥": f": {_NORM}",
}
_PROSE = ("if", "let", "for", "where", "suppose", "assume", "given", "when")
"""Words that begin a hypothesis on paper."""
_SYNONYMS = {"ln": "log", "Abs": "abs", "arctan": "atan", "sgn": "sign"}
_FUNCTIONS = (*_UNARY, *_SYNONYMS, "max", "min", "tan", "ceil", "pow", "sum", "diff")
_KEYWORDS = ("forall", "exists", "in")
EULER = "Euler's number"
"""What ``e`` is taken to be where it is not declared."""


class TextError(ValueError):
    """What was typed cannot be read; ``str()`` is one line, :meth:`shown` has the place."""

    def __init__(self, says: str, source: str = "", at: int = 0, end: int | None = None) -> None:
        super().__init__(says)
        self.says, self.source, self.at = says, source, at
        self.end = at + 1 if end is None else max(end, at + 1)

    @property
    def place(self) -> str:
        """``line 1, column 5``."""
        line = self.source.count("\n", 0, self.at) + 1
        return f"line {line}, column {self.at - self.source.rfind(chr(10), 0, self.at)}"

    @property
    def line(self) -> str:
        """The line in which it is."""
        start, stop = self.source.rfind("\n", 0, self.at) + 1, self.source.find("\n", self.at)
        return self.source[start : len(self.source) if stop < 0 else stop]

    def shown(self, width: int = 80) -> str:
        """The line in which it is, with the place underlined; then what is wrong."""
        start, line = self.source.rfind("\n", 0, self.at) + 1, self.line
        at, end = self.at - start, max(min(self.end - start, len(line)), self.at - start + 1)
        cut = max(0, min(at - width // 2, len(line) - width + 4))
        line = "".join(c if c.isprintable() else " " for c in line)[cut : cut + width - 4]
        place = f"{self.place}: " if "\n" in self.source else ""
        mark = "^" * min(end - at, max(1, width - 4 - (at - cut)))
        return f"  {line}\n  {' ' * (at - cut)}{mark}\n{place}{self.says}"


@dataclass(frozen=True)
class _Token:
    kind: str  # number, name, sign, end
    text: str
    at: int
    end: int


@dataclass(frozen=True)
class Expression:
    """What was typed, as a tree: an operation, its parts, and where it stands."""

    op: str
    parts: tuple[Any, ...]
    at: int
    end: int


@dataclass(frozen=True)
class Definition:
    """``name(parameters) = body``; the body is read anew wherever it is used."""

    name: str
    parameters: tuple[str, ...]
    body: Expression
    source: str


@dataclass(frozen=True)
class Native:
    """A name for terms that are made elsewhere: of so many arguments, from JSON to JSON."""

    arity: int
    of: Callable[..., Json]


@dataclass(frozen=True)
class Declared:
    """A variable: its sort, and the range that it is said to be in."""

    name: str
    sort: str  # real, int, or "function" of ``arity``
    arity: int
    range: Expression | None
    at: int


@dataclass(frozen=True)
class Statement:
    """A sequent with the words that each part of it was typed in.

    ``printed`` are the hypotheses' words, in the order of ``sequent["given"]``, then the
    conclusion's; ``assumed`` names what was not declared, with what it was taken to be.
    """

    sequent: Json
    printed: tuple[str, ...]
    assumed: tuple[tuple[str, str], ...]


def read(
    text: str, definitions: Mapping[str, Definition] | None = None, where: int = 0, whole: str = ""
) -> Statement:
    """The statement that was typed.

    ``where`` is where ``text`` begins in ``whole``, for the places that errors name.

    Raises:
        TextError: it cannot be read, with the place.
    """
    try:
        return _Reader(text, definitions or {}, where, whole or text).statement()
    except RecursionError:
        raise _too_deep(text, where, whole) from None


def read_definition(
    text: str, known: Mapping[str, Definition] | None = None, where: int = 0, whole: str = ""
) -> Definition:
    """``name(x, ...) = term``; raises TextError."""
    try:
        return _Reader(text, known or {}, where, whole or text).definition()
    except RecursionError:
        raise _too_deep(text, where, whole) from None


def _too_deep(text: str, where: int, whole: str) -> TextError:
    at = where + len(text) - len(text.lstrip())
    return TextError("too many operations inside of each other", whole or text, at, at + 1)


def read_term(text: str, names: Sequence[str], functions: Mapping[str, int]) -> Json:
    """A term in these names, as JSON of the kernel; raises TextError."""
    reader = _Reader(text, {}, 0, text)
    tree = reader.parse.formula()
    reader.parse.expect_end()
    lowering = reader.lowering
    lowering.sorts.update(dict.fromkeys(names, "real"))
    lowering.functions.update(functions)
    found = lowering.term(tree)
    if lowering.powers:
        raise TextError("an exponent is a number here", text, 0)
    if lowering.assumed:
        raise TextError(f"the name {lowering.assumed[0][0]} is not known here", text, 0)
    return found


def typed(text: str) -> str:
    """A text in one line, without its comments."""
    return " ".join(re.sub(r"#[^\n]*", "", text).split())


def mentioned(part: Any) -> set[str]:
    """Names that occur in an expression, bound or free."""
    if isinstance(part, Declared):
        return {part.name} | mentioned(part.range)
    if isinstance(part, tuple):
        return set().union(*map(mentioned, part)) if part else set()
    if not isinstance(part, Expression):
        return set()
    head = {part.parts[0]} if part.op in ("name", "call", "sum") else set()
    return head | mentioned(part.parts)


def undeclared(definition: Definition, known: Mapping[str, Definition]) -> Expression | None:
    """The first name of a number in a definition that nothing declares: its place is where it is.

    A statement would give it a meaning that the definition does not show.
    """
    free = {*definition.parameters, *known, *_BUILT_IN, "pi", "e"}

    def first(part: Any, bound: frozenset[str]) -> Expression | None:
        if isinstance(part, Declared):
            return first(part.range, bound)
        if isinstance(part, tuple):
            return next((found for p in part if (found := first(p, bound)) is not None), None)
        if not isinstance(part, Expression):
            return None
        if part.op == "name":
            name = part.parts[0]
            return None if name in free or name in bound or name in _FUNCTIONS else part
        if part.op == "sum":
            index, *limits, body = part.parts
            return first(tuple(limits), bound) or first(body, bound | {index})
        if part.op in ("forall", "exists"):
            declared, body = part.parts
            inner = bound | {item.name for item in declared}
            return first(declared, inner) or first(body, inner)
        parts = part.parts[1:] if part.op in ("call", "lipschitz") else part.parts
        return first(parts, bound)

    return first(definition.body, frozenset())


# --- tokens --------------------------------------------------------------------------------------


def _tokens(source: str, where: int, whole: str) -> list[_Token]:
    if len(source) > MAX_TEXT:
        raise TextError(f"{len(source)} characters; at most {MAX_TEXT} are read", whole, where)
    found: list[_Token] = []
    at = 0
    while at < len(source):
        character = source[at]
        if character == "#":  # a comment, to the end of the line
            stop = source.find("\n", at)
            at = len(source) if stop < 0 else stop
            continue
        sign = _SIGNS.get(character)
        if sign is not None and not (character == "Σ" and source[at + 1 : at + 2] not in "(_ "):
            for part in re.findall(r"[A-Za-z]+|\d+|[^A-Za-z0-9]+", sign):
                kind = "name" if part.isalpha() else "number" if part.isdigit() else "sign"
                found.append(_Token(kind, _WORDS.get(part, part), where + at, where + at + 1))
            at += 1
            continue
        if character in _RAISED:
            end = at + 1
            while end < len(source) and source[end] in _RAISED:
                end += 1
            text = "".join(_RAISED[c] for c in source[at:end])
            if not re.fullmatch(r"-?[0-9]+", text) or re.match(r"\s*(\^|\*\*)", source[end:]):
                says = "this exponent can be read in two ways: write ^ and parentheses"
                raise TextError(says, whole, where + at, where + end)
            place = (where + at, where + end)
            found.append(_Token("sign", "^", *place))
            if text[0] == "-":
                found.append(_Token("sign", "-", *place))
            found.append(_Token("number", text.lstrip("-"), *place))
            at = end
            continue
        if character in _GREEK:
            end = at + 1
            while end < len(source) and re.match(r"[A-Za-z0-9_]", source[end]):
                end += 1
            name = _GREEK[character] + source[at + 1 : end]
            found.append(_Token("name", name, where + at, where + end))
            at = end
            continue
        match = _TOKEN.match(source, at)
        if match is None:
            shown = repr(character) if character.isprintable() else f"U+{ord(character):04X}"
            says = f"the character {shown} is not understood{_FOREIGN.get(character, '')}"
            raise TextError(says, whole, where + at)
        kind, text = str(match.lastgroup), match.group()
        if kind != "space":
            text = _SAME.get(text, text) if kind == "sign" else _WORDS.get(text, text)
            real = "name" if text.isalpha() and kind == "sign" else kind
            found.append(_Token(real, text, where + at, where + match.end()))
        at = match.end()
    joined: list[_Token] = []
    for token in found:  # "for all" is one word
        if joined and token.text == "forall" and joined[-1].text == "for":
            joined[-1] = _Token("name", "forall", joined[-1].at, token.end)
        else:
            joined.append(token)
    stop = joined[-1].end if joined else where
    return [*joined, _Token("end", "the end", stop, stop)]


# --- grammar -------------------------------------------------------------------------------------


#: what stands behind the names that a quantifier binds
_BEHIND_NAMES = (",", ":", ".", ";")


class _Parser:
    """Tokens to trees: what is a number and what a formula is told apart afterwards."""

    def __init__(self, tokens: list[_Token], whole: str) -> None:
        self.tokens, self.whole, self.i = tokens, whole, 0
        self.depth = 0

    @property
    def now(self) -> _Token:
        return self.tokens[self.i]

    def peek(self, text: str, ahead: int = 0) -> bool:
        token = self.tokens[min(self.i + ahead, len(self.tokens) - 1)]
        return token.kind != "end" and token.text == text

    def accept(self, *texts: str) -> _Token | None:
        token = self.now
        if token.kind in ("sign", "name") and token.text in texts:
            self.i += 1
            return token
        return None

    def expect(self, text: str, why: str = "") -> _Token:
        found = self.accept(text)
        if found is None:
            raise self.error(f"{text} is missing here{why}")
        return found

    def expect_end(self) -> None:
        if self.now.kind != "end":
            typed = self.whole[self.now.at : self.now.end]
            raise self.error(f"{typed!r} is not expected here{self._advice()}")

    def error(self, says: str, at: _Token | Expression | None = None) -> TextError:
        place = at or self.now
        return TextError(says, self.whole, place.at, place.end)

    def name(self, what: str) -> _Token:
        token = self.now
        if token.kind != "name":
            raise self.error(f"{what} is expected here, not {token.text!r}")
        self.i += 1
        return token

    # formulas, the loosest first

    def formula(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"nested more than {MAX_DEPTH} deep")
        try:
            left = self._implication()
            if self.accept("<=>"):
                right = self._implication()
                left = Expression("<=>", (left, right), left.at, right.end)
                if self.peek("<=>"):
                    raise self.error("a <=> b <=> c can be read in two ways: write parentheses")
            return left
        finally:
            self.depth -= 1

    def _implication(self) -> Expression:
        left = self._joined("or", lambda: self._joined("and", self._negation))
        if self.accept("=>"):
            right = self._implication()
            return Expression("=>", (left, right), left.at, right.end)
        return left

    def _joined(self, word: str, part: Callable[[], Expression]) -> Expression:
        parts = [part()]
        while self.accept(word):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return Expression(word, tuple(parts), parts[0].at, parts[-1].end)

    def _negation(self) -> Expression:
        start = self.now
        if self.accept("not"):
            inner = self._negation()
            return Expression("not", (inner,), start.at, inner.end)
        if self.peek("forall") or self.peek("exists"):
            return self._quantified()
        return self._comparison()

    def _quantified(self) -> Expression:
        start = self.now
        self.i += 1
        declared = tuple(self.declarations(nested=True))
        if not self.accept(*_BEHIND_NAMES):
            raise self.error("a comma is missing between the bound variable and its formula")
        body = self.formula()
        return Expression(start.text, (declared, body), start.at, body.end)

    def declarations(self, nested: bool = False) -> Iterator[Declared]:
        """``N: int, x y: real, f: real -> real, k in 1..n, x in [0, 1]``, or names alone."""
        while True:
            names = [self._declared_name()]
            while self.now.kind == "name" and not self.peek("in"):
                names.append(self._declared_name())
            while self.peek(",") and self._more_names(nested):
                self.i += 1
                names.append(self._declared_name())
            sort, arity, within = "real", 0, None
            if self.accept(":"):
                sort, arity = self._sort()
            elif self.accept("in"):
                if self.now.kind == "name" and self.now.text in _SORTS and not self.peek("..", 1):
                    sort, arity = self._sort()
                else:
                    within = self._range()
                    sort = "int" if within.op == ".." else "real"
            if arity and nested:
                raise self.error("a function cannot be bound inside of a formula")
            for name in names:
                yield Declared(name.text, sort, arity, within, name.at)
            follows = self.tokens[min(self.i + 1, len(self.tokens) - 1)]
            if not self.peek(",") or follows.kind != "name":
                return
            if nested and not self._more_names(nested):
                return
            self.i += 1

    def _more_names(self, nested: bool) -> bool:
        """Whether a comma goes on a list of names that has its sort or range behind the last.

        In ``for all a, b in [0, 1] => ...`` inside of a formula, the comma ends the names.
        """
        before, i = self.i, self.i
        while self.tokens[i].text == "," and self.tokens[i + 1].kind == "name":
            i += 2
            if self.tokens[i].text == ":":
                return True
            if self.tokens[i].text == "in":
                self.i = i + 1
                try:
                    return not nested or self._ends_declaration()
                finally:
                    self.i = before
        return False

    def _ends_declaration(self) -> bool:
        """Whether a sort or range stands here, and behind it another name or the formula."""
        if self.now.text not in _SORTS or self.peek("..", 1):
            try:
                self._range()
            except TextError:
                return True  # to be told where it is read
        else:
            self.i += 1
        return self.now.text in _BEHIND_NAMES

    def _declared_name(self) -> _Token:
        return self.name("the name of a variable")

    def _sort(self) -> tuple[str, int]:
        token = self.name("a sort (real, int, nat, real -> real)")
        if token.text not in _SORTS:
            says = f"{token.text!r} is no sort: real, int, nat (0, 1, ...), real -> real"
            follows = "" if self.now.kind == "end" or self.now.text in ",;)" else "; a formula"
            raise self.error(f"{says}{follows and f'{follows} stands behind a comma'}", token)
        sort, arity = _SORTS[token.text], 1
        if self.accept("^"):
            if self.now.kind != "number" or not self.now.text.isdigit():
                raise self.error("the number of arguments is expected here")
            arity = int(self.now.text)
            self.i += 1
            if not self.peek("->"):
                raise self.error("vectors have no sort: declare their coordinates, x[1], x[2], ...")
        if not self.accept("->"):
            return sort, 0
        target = self.name("real")
        if _SORTS.get(target.text) != "real":
            raise self.error("the values of a function are real", target)
        if not 1 <= arity <= 8:
            raise self.error("a function has 1 to 8 arguments", target)
        return "function", arity

    def _range(self) -> Expression:
        """``[a, b]``, ``(a, b]``, ... or ``a..b``."""
        start = self.now
        if self.peek("{"):
            raise self.error("ranges are [a, b] or a..b; of single values write x = 0 or x = 1")
        if self.peek("[") or (self.peek("(") and self._is_interval()):
            first = self.now.text
            self.i += 1
            low = self._sum()
            self.expect(",")
            high = self._sum()
            last = self.accept("]", ")", "[")
            if last is None:
                raise self.error("] or ) is missing after the end of the range")
            closed = (first == "[", last.text == "]")
            return Expression("range", (low, high, *closed), start.at, last.end)
        low = self._sum()
        self.expect("..", ": ranges are [a, b] or a..b, sorts real, int, nat (0, 1, ...)")
        high = self._sum()
        return Expression("..", (low, high), start.at, high.end)

    def _is_interval(self) -> bool:
        """Whether a comma stands between this parenthesis and its end."""
        depth, i = 0, self.i
        while self.tokens[i].kind != "end":
            text = self.tokens[i].text
            depth += (text in "([") - (text in ")]") if len(text) == 1 else 0
            if depth == 0:
                return False
            if depth == 1 and text == ",":
                return True
            i += 1
        return False

    def _comparison(self) -> Expression:
        left = self._sum()
        if self.accept("in"):
            if self.now.text in _SORTS and not self.peek("..", 1):
                raise self.error("sorts are declared in front: for all n: int, x: real; ...")
            within = self._range()
            return Expression("in", (left, within), left.at, within.end)
        if self.peek("is") and left.op == "name":
            return self._property(left)
        parts: list[Any] = [left]
        while (token := self.now).kind == "sign" and token.text in _RELATIONS:
            self.i += 1
            parts += [token.text, self._sum()]
        if len(parts) == 1:
            return left
        return Expression("chain", tuple(parts), left.at, parts[-1].end)

    def _property(self, function: Expression) -> Expression:
        """``f is L-Lipschitz on [a, b]``, also L Lipschitz; without ``on``, on the whole line."""
        self.expect("is")
        bound = self._sum()
        if (bound.op == "-" and bound.parts[1] == "Lipschitz") or (
            bound.op == "minus"
            and isinstance(bound.parts[1], Expression)
            and bound.parts[1].parts == ("Lipschitz",)
        ):
            bound = bound.parts[0]
        elif not self.accept("Lipschitz"):
            raise self.error("expected: f is L-Lipschitz on [a, b]", bound)
        if not self.accept("on"):
            return Expression("lipschitz", (function, bound), function.at, bound.end)
        within = self._range()
        if within.op != "range" or within.parts[2:] != (True, True):
            says = "f is Lipschitz on a closed interval [a, b], or without `on` on the whole line"
            raise self.error(says, within)
        return Expression("lipschitz", (function, bound, within), function.at, within.end)

    # terms

    def _sum(self) -> Expression:
        start = self.now
        sign = self.accept("-", "+")
        left = self._product_of()
        if sign and sign.text == "-":
            left = Expression("neg", (left,), start.at, left.end)
        while token := self._plus_or_minus():
            right = self._product_of()
            op = "plus" if token == "+" else "minus"
            left = Expression(op, (left, right), left.at, right.end)
        return left

    def _plus_or_minus(self) -> str:
        token = self.accept("+", "-")
        return token.text if token else ""

    def _product_of(self) -> Expression:
        left = self._signed()
        while True:
            token = self.accept("*", "/")
            if token is None:
                return left
            right = self._signed()
            left = Expression(token.text, (left, right), left.at, right.end)

    def _signed(self) -> Expression:
        start = self.now
        if self.accept("-"):
            inner = self._signed()
            return Expression("neg", (inner,), start.at, inner.end)
        return self._power()

    def _power(self) -> Expression:
        base = self._primary()
        if base.op == "name" and base.parts[0] in (*_FUNCTIONS, *_BUILT_IN) and self.peek("^"):
            raise self.error(f"write {base.parts[0]}(x)^2: the power of a value", base)
        if self.accept("^"):
            exponent = self._braced() if self.peek("{") else self._signed()
            return Expression("^", (base, exponent), base.at, exponent.end)
        return base

    def _braced(self) -> Expression:
        self.expect("{")
        inner = self.formula()
        self.expect("}")
        return inner

    def _primary(self) -> Expression:
        token = self.now
        if token.kind == "number":
            self.i += 1
            return Expression("number", (self._read(token),), token.at, token.end)
        if token.text in ("(", "{"):
            return self._parenthesised()
        if token.text in ("|", "|-"):
            return self._absolute()
        if token.kind == "name":
            return self._named()
        raise self.error(f"a number, a name or ( is expected here, not {token.text!r}")

    def _read(self, token: _Token) -> Fraction:
        """The number, unless it would have more digits than anybody reads."""
        power = re.search(r"[eE][+-]?([0-9]+)", token.text)
        if len(token.text) > MAX_BITS // 4 or (power and len(power[1].lstrip("0")) > 3):
            raise self.error("this number is too long", token)
        value = Fraction(token.text)
        if _bits(value) > MAX_BITS:
            raise self.error("this number is too long", token)
        return value

    def _parenthesised(self) -> Expression:
        start = self.now
        self.i += 1
        inner = self.formula()
        close = self.expect(")" if start.text == "(" else "}")
        return Expression(inner.op, inner.parts, start.at, close.end)

    def _absolute(self) -> Expression:
        start = self.now
        if start.text == "|-":  # |-x| begins with a bar and a minus
            self.tokens[self.i] = _Token("sign", "-", start.at + 1, start.end)
        else:
            self.i += 1
        inner = self._sum()
        close = self.now
        if close.text == "|-":  # |x|-1
            self.tokens[self.i] = _Token("sign", "-", close.at + 1, close.end)
            end = close.at + 1
        else:
            if start.text == "|-" and not self.peek("|"):
                raise self.error("a hypothesis is expected before |-", start)
            end = self.expect("|", ": an absolute value is not closed").end
        bars = self.whole[start.at : start.at + 2] == "||" == self.whole[end - 2 : end]
        if bars and (inner.op, inner.at, inner.end) == ("call", start.at + 1, end - 1):
            raise TextError(_NORM, self.whole, start.at, end)
        return Expression("call", ("abs", (inner,)), start.at, end)

    def _named(self) -> Expression:
        token = self.name("a name")
        text = token.text
        if text in ("forall", "exists"):
            self.i -= 1
            return self._quantified()
        if text == "sum" and self.peek("("):
            return self._total(token)
        if text in ("sum", "sum_") and (self.peek("_") or self.peek("{")):
            self.accept("_")
            return self._total_with_limits(token)
        if text in ("prod", "prod_") and (self.peek("{") or self.peek("=", 2)):
            raise self.error(_NOT_HERE["prod"], token)
        if self.peek("{") and text in (*_FUNCTIONS, *_BUILT_IN):
            raise self.error(f"write {text}(...), with parentheses")
        if self.peek("("):
            return self._call(token)
        if self.peek("["):
            self.i += 1
            arguments = [self.formula()]
            while self.accept(","):
                arguments.append(self.formula())
            close = self.expect("]")
            return Expression("call", (text, tuple(arguments)), token.at, close.end)
        if text in ("true", "false"):
            return Expression(text, (), token.at, token.end)
        if text in _UNARY and self.now.kind in ("number", "name") and text != "sign":
            raise self.error(f"write {text}({self.now.text}), with parentheses")
        return Expression("name", (text,), token.at, token.end)

    def _call(self, token: _Token) -> Expression:
        self.expect("(")
        arguments = [] if self.peek(")") else [self.formula()]
        while self.accept(","):
            arguments.append(self.formula())
        close = self.expect(")", f": the arguments of {token.text} are not closed")
        return Expression("call", (token.text, tuple(arguments)), token.at, close.end)

    def _total(self, start: _Token) -> Expression:
        self.expect("(")
        index = self.name("the index of the sum")
        if not self.accept("=", "in"):
            raise self.error("a sum is written sum(k = 1..n, term)")
        low = self._sum()
        self.expect("..", ": a sum is written sum(k = 1..n, term)")
        high = self._sum()
        self.expect(",", ": a sum is written sum(k = 1..n, term)")
        body = self.formula()
        close = self.expect(")")
        return Expression("sum", (index.text, low, high, body), start.at, close.end)

    def _total_with_limits(self, start: _Token) -> Expression:
        self.expect("{")
        index = self.name("the index of the sum")
        self.expect("=")
        low = self._sum()
        self.expect("}")
        self.expect("^", ": sum_{k=1}^{n} term")
        high = self._braced() if self.peek("{") else self._primary()
        body = self._product_of()
        return Expression("sum", (index.text, low, high, body), start.at, body.end)

    def _advice(self) -> str:
        """The advice where two things stand side by side, or a variable is declared late."""
        before = self.tokens[self.i - 1] if self.i else None
        beside = before is not None and (before.kind in ("number", "name") or before.text in ")]|")
        starts = self.now.kind in ("number", "name") or self.now.text in ("(", "|")
        if before is not None and before.kind == "name" and self.now.text == ":":
            return ": all variables stand first, with commas, as in for all n: nat, x: real; x > 0"
        if before is not None and (before.text in _PROSE or self.now.text in (":", "then")):
            return ": hypotheses stand before |-, as in x >= 0, y >= 0 |- x*y >= 0"
        if before is not None and before.text[-1] == "_" and self.now.text == "{":
            return f": a subscript is written {before.text[:-1]}[k + 1]"
        if beside and self.whole[self.now.at] == "!":
            return ": there are no factorials; their recursion can be a hypothesis"
        if [t.text for t in self.tokens[max(0, self.i - 3) : self.i - 1]] == ["d", "/"]:
            return ": a derivative is written diff(t, x)"
        return ": write * for a product, as in 2*x" if beside and starts else ""


# --- what it means -------------------------------------------------------------------------------


@dataclass
class _Lowering:
    """Trees to the kernel's JSON: names, sorts, definitions."""

    whole: str
    definitions: Mapping[str, Definition]
    sorts: dict[str, str] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    assumed: list[tuple[str, str]] = field(default_factory=list)
    bound: tuple[str, ...] = ()
    whole_bound: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    limits: set[str] = field(default_factory=set)
    inside: tuple[str, ...] = ()
    assuming: bool = False
    size: int = 0
    known: Mapping[str, Native] | None = None
    powers: dict[str, tuple[str, Json]] = field(default_factory=dict)
    starts: dict[str, Json] = field(default_factory=dict)
    exponents: list[tuple[Json, dict[str, Json], Expression]] = field(default_factory=list)

    def error(self, says: str, at: Expression | Declared) -> TextError:
        return TextError(says, self.whole, at.at, getattr(at, "end", at.at + 1))

    # formulas

    def formula(self, e: Expression, values: Mapping[str, Json] = {}) -> Json:
        self._count(e)
        parts = e.parts
        if e.op in ("and", "or"):
            found = [self.formula(p, values) for p in parts]
            return ["and", *found] if e.op == "and" else _either(found)
        if e.op == "not":
            return ["implies", self.formula(parts[0], values), _false()]
        if e.op == "=>":
            return ["implies", *(self.formula(p, values) for p in parts)]
        if e.op == "<=>":
            left, right = (self.formula(p, values) for p in parts)
            return ["and", ["implies", left, right], ["implies", right, left]]
        if e.op == "true":
            return ["and"]
        if e.op == "false":
            return _false()
        if e.op == "chain":
            return self._chain(parts, values)
        if e.op == "in":
            value = self.term(parts[0], values)
            found = self._within(value, parts[1], values)
            if parts[1].op == ".." and not self._whole(value):
                found.append(["=", ["floor", value], value])
            return _all_of(found)
        if e.op == "lipschitz":
            return self._lipschitz(e, values)
        if e.op in ("forall", "exists"):
            return self._quantified(e, values)
        if e.op in ("call", "name") and parts[0] in self.definitions and parts[0] not in values:
            definition = self.definitions[parts[0]]
            if _is_formula(definition.body, self.definitions):
                return self._unfolded(definition, e, values, self.formula)
        says = "this is a number; a formula (<=, <, =, and, ...) is needed here"
        if e.op == "name":
            says += f": of several names write {parts[0]} > 0, y > 0"
        raise self.error(says, e)

    def _chain(self, parts: Sequence[Any], values: Mapping[str, Json]) -> Json:
        terms = [self.term(p, values) for p in parts[::2]]
        found = []
        ways = zip(terms, parts[1::2], terms[1:], pairwise(parts[::2]), strict=False)
        for left, sign, right, sides in ways:
            if left == right and not self._same_text(*sides):
                right = ["+", right, "0"]  # what was typed is no t = t, which says nothing
            if sign in (">=", ">"):
                found.append([{">=": "<=", ">": "<"}[sign], right, left])
            else:
                found.append([sign, left, right])
        return _all_of(found)

    def _same_text(self, first: Expression, second: Expression) -> bool:
        one, other = ("".join(self.whole[e.at : e.end].split()) for e in (first, second))
        return one == other

    def _within(self, value: Json, e: Expression, values: Mapping[str, Json]) -> list[Json]:
        low, high = (self.term(p, values) for p in e.parts[:2])
        first, last = e.parts[2:] if e.op == "range" else (True, True)
        return [["<=" if first else "<", low, value], ["<=" if last else "<", value, high]]

    def _whole(self, value: Json) -> bool:
        """Whether a term is an integer by the sorts of its variables alone."""
        number = _number(value)
        if number is not None:
            return number.denominator == 1
        if isinstance(value, str):
            return self.sorts.get(value) == "int" or value in self.whole_bound
        return value[0] in ("+", "-", "*") and all(map(self._whole, value[1:]))

    def _lipschitz(self, e: Expression, values: Mapping[str, Json]) -> Json:
        function, bound, *within = e.parts
        name = function.parts[0]
        if name in self.definitions or name in self.sorts or name in values:
            raise self.error(
                f"{name} is not a free function: only such can be assumed Lipschitz", e
            )
        self._function(name, 1, function)
        if within:
            low, high = (self.term(p, values) for p in within[0].parts[:2])
            return ["lipschitz", name, self.term(bound, values), low, high]
        written = set(re.findall(r"\w+", self.whole))
        pair = next((pair for pair in ("uv", "st", "yz") if not written & set(pair)), "uv")
        points = [self._fresh(Declared(point, "real", 0, None, e.at)) for point in pair]
        values_there = [["app", name, point] for point in points]
        far = ["*", self.term(bound, values), ["abs", ["-", *points]]]
        near: Json = ["<=", ["abs", ["-", *values_there]], far]
        for point in reversed(points):
            near = ["all", point, "real", near]
        return near

    def _quantified(self, e: Expression, values: Mapping[str, Json]) -> Json:
        declared, body = e.parts
        here, outer = dict(values), self.bound
        names: list[tuple[str, str, list[Json]]] = []
        for item in declared:
            premises = [] if item.range is None else [item.range]
            limits = [(r, dict(here)) for r in premises]
            name = self._fresh(item)
            here[item.name] = name
            if item.sort in ("int", "nat"):
                self.whole_bound.add(name)
            if item.sort == "nat":
                self.starts[name] = "0"
            elif item.range is not None and item.range.op == "..":
                self.starts[name] = self.term(item.range.parts[0], limits[0][1])
            found: list[Json] = []
            for within, before in limits:
                found += self._within(name, within, before)
            if item.sort == "nat":
                found.append(["<=", "0", name])
            names.append((name, "int" if item.sort in ("int", "nat") else "real", found))
            self.bound = (*self.bound, name)
        inner = self.formula(body, here)
        self.bound = outer
        for name, sort, found in reversed(names):
            self.starts.pop(name, None)
            if e.op == "forall":
                inner = ["implies", _all_of(found), inner] if found else inner
                inner = ["all", name, sort, inner]
            else:
                inner = ["and", *found, inner] if found else inner
                inner = ["some", name, sort, inner]
        return inner

    def _fresh(self, item: Declared) -> str:
        """A name for a bound variable that means nothing else here."""
        self._allowed(item.name, item)
        taken = {*self.sorts, *self.functions, *self.bound}
        name, i = item.name, 2
        while name in taken:
            name, i = f"{item.name}_{i}", i + 1
        self.used.add(name)
        return name

    # terms

    def term(self, e: Expression, values: Mapping[str, Json] = {}) -> Json:
        self._count(e)
        op, parts = e.op, e.parts
        if op == "number":
            return str(parts[0])
        if op == "name":
            return self._name(e, values)
        if op == "neg":
            inner = self.term(parts[0], values)
            number = _number(inner)
            return ["-", inner] if number is None else str(-number)
        if op in ("plus", "minus", "*", "/"):
            return self._arithmetic(e, op, [self.term(p, values) for p in parts])
        if op == "^":
            return self._power(e, values)
        if op == "sum":
            return self._total(e, values)
        if op == "call":
            return self._call(e, values)
        raise self.error("this is a formula; a number is needed here", e)

    def _name(self, e: Expression, values: Mapping[str, Json]) -> Json:
        name = e.parts[0]
        if name in values:
            return values[name]
        if name in self.sorts:
            if name == "e" and self.inside:
                says = (
                    "e is Euler's number in a definition: call the statement's variable otherwise"
                )
                raise self.error(says, e)
            if (name, self.sorts[name]) in self.assumed:
                self._one_number(name, values, e)
            return name
        if name in self.definitions:
            definition = self.definitions[name]
            if definition.parameters:
                raise self.error(f"{name} needs {len(definition.parameters)} arguments", e)
            return self._unfolded(definition, e, values, self.term)
        if name == "pi":
            return ["pi"]
        if name == "e":
            if self.assuming and not self.inside:
                says = "e is Euler's number where it is not declared: write exp(1), or declare it"
                raise self.error(f"{says}, as in for all e: real; e > 0 |- ...", e)
            if ("e", EULER) not in self.assumed:
                self.assumed.append(("e", EULER))
            return ["exp", "1"]
        if name in self.functions or name in _FUNCTIONS or name in _BUILT_IN:
            raise self.error(f"{name} is a function: its arguments are missing", e)
        if self.known is not None:
            return self._native(name, (), e, values)
        self._allowed(name, e)
        if name in _NO_NUMBER:
            raise self.error(_NO_NUMBER[name], e)
        self._one_number(name, values, e)
        if name in self.used:
            says = f"{name} is bound elsewhere in the statement: rename one of them"
            if self.whole.lstrip()[:3] == "for":
                says += f"; variables in front end with ;, as in for all {name}: real; ... |- ..."
            raise self.error(says, e)
        self.sorts[name] = "int" if name in self.limits else "real"
        self.assumed.append((name, self.sorts[name]))
        return name

    def _one_number(self, name: str, values: Mapping[str, Json], e: Expression) -> None:
        """Refuse x_k, which nobody declared, where k is an index: it would be one number."""
        stem, _, index = name.rpartition("_")
        whole = values.get(index) in self.bound or self.sorts.get(index) == "int"
        if stem and index and (whole or index in self.limits):
            says = f"{name} would be one number, whatever {index} is: write {stem}[{index}]"
            raise self.error(f"{says}, or declare {name}", e)

    def _folded(self, value: Fraction, e: Expression) -> Json:
        if _bits(value) > MAX_BITS:
            raise self.error("the number that comes of this is too long", e)
        return str(value)

    def _arithmetic(self, e: Expression, op: str, args: list[Json]) -> Json:
        left, right = args
        a, b = _number(left), _number(right)
        if a is not None and b is not None and not (op == "/" and b == 0):
            value = a + b if op == "plus" else a - b if op == "minus" else a * b
            return self._folded(a / b if op == "/" else value, e)
        sign = {"plus": "+", "minus": "-"}.get(op, op)
        if sign in "+*" and isinstance(left, list) and left[0] == sign and len(left) < 1_000:
            return [*left, right]
        return [sign, left, right]

    def _power(self, e: Expression, values: Mapping[str, Json]) -> Json:
        base, exponent = e.parts
        if base.parts == ("e",) and base.op == "name" and "e" not in {*values, *self.sorts}:
            return ["exp", self.term(exponent, values)]
        power, inner = self.term(exponent, values), self.term(base, values)
        q, b = _number(power), _number(inner)
        if q is None:
            if b is not None and b > 0:
                return ["exp", ["*", power, ["log", inner]]]
            return self._sequence(e, inner, power)
        if q == Fraction(1, 2):
            return ["sqrt", inner]
        if q == Fraction(-1, 2):
            return ["/", "1", ["sqrt", inner]]
        if q.denominator != 1:
            raise self.error("an exponent is a whole number or 1/2; else exp(y*log(x))", e)
        if abs(q) > MAX_POWER:
            raise self.error(f"exponents go to {MAX_POWER}", e)
        if b is not None and (b != 0 or q >= 0):
            if _bits(b) * abs(q) > 4 * MAX_BITS:
                raise self.error("the number that comes of this is too long", e)
            return self._folded(b ** int(q), e)
        found = ["^", inner, int(abs(q))]
        return ["/", "1", found] if q < 0 else found

    def _sequence(self, e: Expression, base: Json, power: Json) -> Json:
        """x^n for an integer n >= 0: the value at n of a function that the recursion gives."""
        if not self._whole(power) or self.known is not None:
            says = (
                "the exponent is a number, or an integer that is declared (for all n: nat); "
                "else write exp(y*log(x)), for a positive base"
            )
            raise self.error(says, e)
        if free_names(base) & set(self.bound):
            raise self.error("the base of such a power cannot depend on a bound variable", e)
        if not _total(base):
            says = "this base has a quotient, root or log: write q = ... before |-, and q^n"
            raise self.error(says, e)
        key = json.dumps(base)
        if key not in self.powers:
            stem = base if isinstance(base, str) and base[0].isalpha() else "base"
            taken = {*self.sorts, *self.functions, *self.bound, *self.used}
            numbers = ("", *map(str, range(2, MAX_SIZE)))
            name = next(f"{stem}_to{i}" for i in numbers if f"{stem}_to{i}" not in taken)
            self._allowed(name, e, function=True)
            self.functions[name] = 1
            self.powers[key] = (name, base)
        self.exponents.append((power, dict(self.starts), e))
        return ["app", self.powers[key][0], power]

    def recursions(self, given: Sequence[Json]) -> Iterator[tuple[Json, str]]:
        """What defines the powers that were used, in words, too.

        Raises:
            TextError: an exponent is not known to be at least 0.
        """
        starts: dict[str, Json] = {}
        for formula in given:
            if formula[0] in ("<=", "<", "=") and isinstance(formula[2], str):
                starts.setdefault(formula[2], formula[1])
        for power, inside, e in self.exponents:
            if not _at_least_0(power, {**starts, **inside}, 0):
                says = "an exponent is 0 or more: declare n: nat, or write n >= 0 before |-"
                raise self.error(says, e)
        for name, base in self.powers.values():
            index = self._fresh(Declared("k", "int", 0, None, 0))
            onward = ["=", ["app", name, ["+", index, "1"]], ["*", base, ["app", name, index]]]
            yield ["=", ["app", name, "0"], "1"], f"{name} has the powers"
            yield ["all", index, "int", ["implies", ["<=", "0", index], onward]], ""

    def _total(self, e: Expression, values: Mapping[str, Json]) -> Json:
        index, low, high, body = e.parts
        limits = [self.term(low, values), self.term(high, values)]
        name = self._fresh(Declared(index, "int", 0, None, e.at))
        self.whole_bound.add(name)
        outer, self.bound = self.bound, (*self.bound, name)
        self.starts[name] = limits[0]
        inner = self.term(body, {**values, index: name})
        del self.starts[name]
        self.bound = outer
        return ["sum", name, *limits, inner]

    def _call(self, e: Expression, values: Mapping[str, Json]) -> Json:
        name, arguments = e.parts
        if name in values:
            raise self.error(f"{name} is a number: write * for a product", e)
        if name in self.definitions and name not in self.functions:
            return self._unfolded(self.definitions[name], e, values, self.term)
        if name in self.functions:
            if (name, f"function of {len(arguments)}") in self.assumed:
                self._no_index(name, values, e)
            self._function(name, len(arguments), e)
            return ["app", name, *(self.term(a, values) for a in arguments)]
        name = _SYNONYMS.get(name, name)
        known = name in _UNARY or name in ("max", "min", "tan", "ceil", "pow", "pi", "diff")
        if not known:
            if name in self.sorts or name in self.bound:
                raise self.error(f"{name} is a number: write * for a product", e)
            if self.known is not None and (name in self.known or name not in _BUILT_IN):
                return self._native(name, arguments, e, values)
            if name in _BUILT_IN:
                return self._unfolded(_BUILT_IN[name], e, values, self.term)
            if self.inside:
                where = f"the definition of {self.inside[-1]}"
                says = f"{name} in {where} is no definition, and the statement does not declare it"
                raise self.error(says, e)
            self._no_index(name, values, e)
            self._function(name, len(arguments), e)
            self.assumed.append((name, f"function of {len(arguments)}"))
            return ["app", name, *(self.term(a, values) for a in arguments)]
        if name == "diff":
            return self._derivative(e, values)
        found = [self.term(a, values) for a in arguments]
        if name in ("max", "min"):
            if len(found) < 2:
                raise self.error(f"{name} needs two arguments or more", e)
            whole = found[0]
            for part in found[1:]:
                whole = [name, whole, part]
            return whole
        if name == "pi":
            raise self.error("pi is a number, without arguments", e)
        if len(found) != (2 if name == "pow" else 1):
            raise self.error(f"{name} has one argument, not {len(found)}", e)
        if name == "pow":
            return self._power(Expression("^", arguments, e.at, e.end), values)
        if name == "tan":
            return ["/", ["sin", found[0]], ["cos", found[0]]]
        if name == "ceil":
            return ["-", ["floor", ["-", found[0]]]]
        return [name, found[0]]

    def _no_index(self, name: str, values: Mapping[str, Json], e: Expression) -> None:
        """Refuse log_2 and f_k, which nobody declared: they would be any functions."""
        stem, _, index = name.rpartition("_")
        if stem in _SYNONYMS or stem in _FUNCTIONS or stem in _BUILT_IN:
            log = _SYNONYMS.get(stem, stem) == "log" and index.isdigit()
            instead = f"write log(x)/log({index})" if log else "declare it, or define it in a file"
            raise self.error(f"{name} would be any function: {instead}", e)
        if stem and values.get(index) in self.bound:
            says = f"{name} would be one function, whatever {index} is: write {stem}({index}, ...)"
            raise self.error(f"{says}, or declare {name}", e)

    def _derivative(self, e: Expression, values: Mapping[str, Json]) -> Json:
        """diff(t, x): the derivative of t with respect to x, at x; written out."""
        arguments = e.parts[1]
        if len(arguments) != 2 or arguments[1].op != "name":
            raise self.error("a derivative is written diff(t, x), with a variable x", e)
        variable = arguments[1].parts[0]
        point = self.term(arguments[1], values)
        if self.sorts.get(variable) == "int" and variable not in values:
            raise self.error(f"{variable} is an integer", e)
        inner = self.term(arguments[0], {**values, variable: HERE})
        try:
            found = derivative(inner, HERE)
        except NotSmooth as error:
            raise self.error(f"diff: {error}", e) from None
        self.size += _size(found)
        self._count(e)
        return replaced(found, HERE, point)

    def _native(
        self,
        name: str,
        arguments: tuple[Expression, ...],
        e: Expression,
        values: Mapping[str, Json],
    ) -> Json:
        """A name of :attr:`known`: where that is given, nothing is declared by its use."""
        native = (self.known or {}).get(name)
        if native is None:
            raise self.error(f"{name} is not known here", e)
        if len(arguments) != native.arity:
            raise self.error(f"{name} has {native.arity} arguments, not {len(arguments)}", e)
        return native.of(*(self.term(a, values) for a in arguments))

    def _function(self, name: str, arity: int, e: Expression) -> None:
        if name not in self.functions:
            self._allowed(name, e, function=True)
            if name in _NOT_HERE:
                raise self.error(f"{name} is not available: {_NOT_HERE[name]}", e)
            if name in self.used or name in self.sorts:
                raise self.error(f"{name} is a number elsewhere in the statement", e)
            if not 1 <= arity <= 8:
                raise self.error("a function has 1 to 8 arguments", e)
            self.functions[name] = arity
        elif self.functions[name] != arity:
            raise self.error(f"{name} has {self.functions[name]} arguments, not {arity}", e)

    def _unfolded(
        self,
        definition: Definition,
        e: Expression,
        values: Mapping[str, Json],
        lower: Callable[[Expression, Mapping[str, Json]], Json],
    ) -> Json:
        arguments = e.parts[1] if e.op == "call" else ()
        if definition.name in self.inside:
            raise self.error(f"{definition.name} is defined by itself", e)
        if len(arguments) != len(definition.parameters):
            wanted = len(definition.parameters)
            raise self.error(f"{definition.name} has {wanted} arguments, not {len(arguments)}", e)
        given = [self.term(a, values) for a in arguments]
        inside, self.inside = self.inside, (*self.inside, definition.name)
        found = lower(definition.body, dict(zip(definition.parameters, given, strict=True)))
        self.inside = inside
        self.size += _size(found)
        self._count(e)
        return found

    def _allowed(self, name: str, at: Expression | Declared, function: bool = False) -> None:
        if name in _KEYWORDS:
            raise self.error(f"{name!r} is a word of the language: choose another name", at)
        try:
            named(name, function)
        except ValueError as error:
            raise self.error(str(error), at) from None

    def _count(self, e: Expression) -> None:
        self.size += 1
        if self.size > MAX_SIZE:
            raise self.error(f"more than {MAX_SIZE} parts, with definitions unfolded", e)


class _Reader:
    """One text: a statement or a definition."""

    def __init__(
        self, text: str, definitions: Mapping[str, Definition], where: int, whole: str
    ) -> None:
        self.text, self.where, self.whole = text, where, whole
        self.parse = _Parser(_tokens(text, where, whole), whole)
        self.lowering = _Lowering(whole, definitions)

    def statement(self) -> Statement:
        parse, lowering = self.parse, self.lowering
        if parse.now.kind == "end":
            raise parse.error("the statement is empty; for example: for all x: real; |- x^2 >= 0")
        declared = self._variables()
        hypotheses: list[Expression] = []
        conclusion: Expression | None = None
        after = ""
        while conclusion is None:
            if parse.accept("|-"):
                conclusion = parse.formula()
                break
            hypotheses.append(parse.formula())
            if after == "," and _both_meant(*hypotheses[-2:]):
                says = (
                    "0 <= x, y <= 1 can be read in two ways: write 0 <= x <= 1, 0 <= y <= 1, "
                    "or 0 <= x; y <= 1"
                )
                raise parse.error(says, hypotheses[-1])
            if separator := parse.accept(",", ";"):
                after = separator.text
                continue
            if parse.peek("|-"):
                continue
            parse.expect_end()
            if len(hypotheses) > 1:
                raise parse.error("|- is missing before the conclusion")
            conclusion = hypotheses.pop()
        parse.expect_end()
        for e in (*declared, *hypotheses, conclusion):
            lowering.limits |= _limits(e)
        for e in hypotheses:  # who assumes k in 1..n assumes that k is an integer
            if e.op == "in" and e.parts[1].op == ".." and e.parts[0].op == "name":
                lowering.limits |= _names_in(e.parts[0])
        given: list[Json] = []
        printed: list[str] = []
        for item in declared:
            for formula, words in self._declared(item):
                given.append(formula)
                printed.append(words)
        lowering.assuming = True
        for e in hypotheses:
            found = lowering.formula(e)
            parts = found[1:] if found[0] == "and" and len(found) > 1 else [found]
            given += parts
            printed += [self._words(e)] + [""] * (len(parts) - 1)
        lowering.assuming = False
        show = _parted(lowering.formula(conclusion))
        for formula, words in list(lowering.recursions(given)):
            given.append(formula)
            printed.append(words)
        for parts, what in ((given, "hypotheses"), (lowering.sorts, "variables")):
            if len(parts) > MAX_PARTS:
                raise lowering.error(
                    f"{len(parts)} {what}; at most {MAX_PARTS} are read", conclusion
                )
        if any(_nested(formula) > MAX_NESTED for formula in (*given, show)):
            raise _too_deep(self.text, self.where, self.whole)
        sequent = {
            "vars": dict(lowering.sorts),
            "functions": dict(lowering.functions),
            "given": given,
            "show": show,
        }
        return Statement(sequent, (*printed, self._words(conclusion)), tuple(lowering.assumed))

    def definition(self) -> Definition:
        parse = self.parse
        name = parse.name("the name of a definition")
        parameters: list[str] = []
        if parse.accept("("):
            parameters.append(parse.name("a parameter").text)
            while parse.accept(","):
                parameters.append(parse.name("a parameter").text)
            parse.expect(")")
        parse.expect("=", f": {name.text}(x) = ...")
        body = parse.formula()
        parse.expect_end()
        if name.text in (*_FUNCTIONS, *_KEYWORDS, "pi", "e"):
            raise parse.error(f"{name.text} has a meaning already", name)
        for word in (name.text, *parameters):
            try:
                named(word, function=word == name.text)
            except ValueError as error:
                raise parse.error(str(error), name) from None
        if len(set(parameters)) < len(parameters):
            raise parse.error("two parameters have the same name", name)
        return Definition(name.text, tuple(parameters), body, typed(self.text))

    def _variables(self) -> list[Declared]:
        parse = self.parse
        if not parse.peek("forall"):
            return []
        start = parse.i
        parse.i += 1
        declared = list(parse.declarations())
        if parse.accept(";") or (parse.accept(".") is not None) or parse.peek("|-"):
            return declared
        # a quantifier of the conclusion, not the variables of the statement
        parse.i = start
        return []

    def _declared(self, item: Declared) -> Iterator[tuple[Json, str]]:
        lowering = self.lowering
        if item.name in lowering.sorts or item.name in lowering.functions:
            raise lowering.error(f"{item.name} is declared twice", item)
        if item.name in lowering.definitions:
            raise lowering.error(f"{item.name} is a definition", item)
        lowering._allowed(item.name, item, function=item.arity > 0)
        if item.arity:
            lowering.functions[item.name] = item.arity
            return
        lowering.sorts[item.name] = "int" if item.sort in ("int", "nat") else "real"
        if item.sort == "nat":
            yield ["<=", "0", item.name], f"{item.name}: nat"
        if item.range is not None:
            words = f"{item.name} in {self._words(item.range)}"
            for formula in lowering._within(item.name, item.range, {}):
                yield formula, words
                words = ""

    def _words(self, e: Expression) -> str:
        return typed(self.whole[e.at : e.end])


def _both_meant(first: Expression, second: Expression) -> bool:
    """Whether two hypotheses are as in 0 <= x, y <= 1, where papers mean both variables."""
    if not (first.op == second.op == "chain" and len(first.parts) == len(second.parts) == 3):
        return False
    (low, sign, x), (y, other, high) = first.parts, second.parts
    return (
        (low.op, x.op, y.op, high.op) == ("number", "name", "name", "number")
        and x.parts != y.parts
        and sign[0] == other[0]
        and sign[0] in "<>"
    )


def _is_formula(e: Expression, definitions: Mapping[str, Definition], depth: int = 0) -> bool:
    """Whether a definition's body is a formula, not a number."""
    if e.op in ("call", "name") and e.parts[0] in definitions and depth < MAX_DEPTH:
        return _is_formula(definitions[e.parts[0]].body, definitions, depth + 1)
    words = ("and", "or", "not", "=>", "<=>", "true", "false", "chain", "in", "lipschitz")
    return e.op in (*words, "forall", "exists")


def _limits(e: Any) -> set[str]:
    """Names in limits of sums and in ranges a..b: if nobody says otherwise, they are integers."""
    if isinstance(e, Declared):
        return _limits(e.range) if e.range is not None else set()
    if isinstance(e, tuple):
        return set().union(*map(_limits, e)) if e else set()
    if not isinstance(e, Expression):
        return set()
    found: set[str] = set()
    if e.op in ("sum", ".."):
        found |= _names_in(e.parts[1:3] if e.op == "sum" else e.parts[:2])
    return found | _limits(e.parts)


def _names_in(part: Any) -> set[str]:
    if isinstance(part, tuple):
        return set().union(*map(_names_in, part)) if part else set()
    if not isinstance(part, Expression):
        return set()
    if part.op == "name":
        return {part.parts[0]}
    return _names_in(part.parts) if part.op in ("plus", "minus", "*", "neg") else set()


def _all_of(formulas: list[Json]) -> Json:
    return formulas[0] if len(formulas) == 1 else ["and", *formulas]


def _either(formulas: list[Json]) -> Json:
    """One of them holds: of formulas that are true or false, "if none of the others, the last"."""
    *others, last = formulas
    for formula in reversed(others):
        last = ["implies", ["implies", formula, _false()], last]
    return last


def _parted(show: Json) -> Json:
    """A conclusion "A or (B and C)" as "A or B" and "A or C".

    The denial of "B and C" is "if B then not C", and data where B fails would say nothing.
    """
    parts, last = [], show
    while last[0] == "implies" and last[1][0] == "implies" and last[1][2] == _false():
        parts.append(last[1][1])
        last = last[2]
    choices = [f[1:] if f[0] == "and" and len(f) > 1 else [f] for f in (*parts, last)]
    if not parts or not 1 < math.prod(map(len, choices)) <= MAX_WAYS:
        return show
    return ["and", *(_either(list(chosen)) for chosen in product(*choices))]


def _false() -> Json:
    return list(FALSE)


def _number(term: Json) -> Fraction | None:
    if isinstance(term, str) and (term[0].isdigit() or term[0] == "-"):
        return Fraction(term)
    return None


def free_names(term: Json) -> set[str]:
    """Names of variables in a term, of bound ones, too."""
    if isinstance(term, str):
        return {term} if term[0].isalpha() else set()
    return set().union(*map(free_names, term[1:])) if isinstance(term, list) else set()


def _total(term: Json) -> bool:
    """Whether a term has a value, whatever the values of its variables."""
    if not isinstance(term, list):
        return True
    if term[0] == "/" and (_number(term[2]) or 0) == 0:
        return False
    return term[0] not in ("sqrt", "log", "sum") and all(map(_total, term[1:]))


def _at_least_0(term: Json, starts: Mapping[str, Json], depth: int) -> bool:
    """Whether a sum of names is at least 0 by the terms that they are at least."""
    least = _number(term)
    if least is not None:
        return least >= 0
    if depth > MAX_DEPTH:
        return False
    if isinstance(term, str):
        return term in starts and _at_least_0(starts[term], starts, depth + 1)
    if term[0] in ("+", "*"):
        return all(_at_least_0(part, starts, depth + 1) for part in term[1:])
    if term[0] == "-" and len(term) == 3 and (taken := _number(term[2])) is not None:
        low = starts.get(term[1]) if isinstance(term[1], str) else None
        number = None if low is None else _number(low)
        return number is not None and number >= taken
    return False


def _bits(q: Fraction) -> int:
    return max(q.numerator.bit_length(), q.denominator.bit_length())


def _nested(formula: Json) -> int:
    """How deep a formula is, found without recursion."""
    level, depth = [formula], 0
    while level:
        level, depth = [p for node in level if isinstance(node, list) for p in node[1:]], depth + 1
    return depth


def _size(term: Json) -> int:
    return 1 + sum(map(_size, term[1:])) if isinstance(term, list) else 1


def _built_in() -> dict[str, Definition]:
    """Names of the field that everybody reads alike; a text may define them otherwise."""
    texts = (
        "relu(x) = max(x, 0)",
        "sigmoid(x) = 1/(1 + exp(-x))",
        "silu(x) = x/(1 + exp(-x))",
        "swish(x) = x/(1 + exp(-x))",
        "softplus(x) = log(1 + exp(x))",
        "sinh(x) = (exp(x) - exp(-x))/2",
        "cosh(x) = (exp(x) + exp(-x))/2",
    )
    found = [read_definition(text) for text in texts]
    return {definition.name: definition for definition in found}


_BUILT_IN: dict[str, Definition] = {}
_BUILT_IN.update(_built_in())
