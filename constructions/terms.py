"""The number system of kernel terms: a formula evaluated here is written down, not computed.

Values are the JSON of ``docs/certificate.md``: numbers and names are strings, everything else is
``[operation, argument, ...]``.  Only constants are folded; the kernel does the rest.

Python's syntax cannot lose a part of a formula.  ``0 <= x <= 1``, ``a and b``, ``if x > 0``,
``max(x, y)`` and ``x in [y]`` all ask a formula for its truth value, and it has none: they raise
``TypeError``.  So do floats (``1/3*x``), truth values as numbers, and whatever else would have
been read otherwise than it is written.  Terms and formulas cannot be changed.
"""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from numbers import Rational
from typing import Any, NoReturn

Json = Any

RELATIONS = ("<=", "<", "=", "!=")
FORMULAS = (*RELATIONS, "and", "implies", "all", "some", "lipschitz")
OPERATIONS = (
    *("abs", "sign", "floor", "max", "min", "sqrt", "exp", "log", "sin", "cos", "tan", "tanh"),
    *("atan", "sum", "pi", "app"),
)
WORDS = (
    *("or", "not", "if", "then", "where", "for", "is", "on", "true", "false", "real", "int"),
    "Lipschitz",
)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
NAME_OR_NUMBER = re.compile(rf"{NAME.pattern}|-?[0-9]+(/[0-9]+)?|@[0-9]+")  # @0: an atom

FALSE = ("<", "1", "0")
COMPOUND = (*"+-*/^", *OPERATIONS)

NO_FLOAT = "a float is not exact: write Fraction(1, 3) or the text '1/3' instead of {!r}"


class _Written:
    """What terms and formulas share: a name or number, or ``(operation, argument, ...)``."""

    __slots__ = ("_parts",)
    _parts: Any

    def __init__(self, json: Json) -> None:
        object.__setattr__(self, "_parts", _frozen(json))

    @property
    def json(self) -> Json:
        """As plain JSON, made anew: what is done to it changes nothing here."""
        return _thawed(self._parts)

    def same(self, other: Any) -> bool:
        """Whether both are written alike, part by part."""
        return type(self) is type(other) and bool(self._parts == other._parts)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise TypeError(f"a {self._kind} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise TypeError(f"a {self._kind} cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._parts,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.json!r})"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"a {self._kind} has no truth value in Python: write conj(0 <= x, x <= 1) or "
            "(0 <= x) & (x <= 1), and TermSystem().maximum(x, y) for max(x, y)"
        )

    @property
    def _kind(self) -> str:
        return type(self).__name__.lower()

    def __hash__(self) -> NoReturn:
        raise TypeError(
            f"a {self._kind} is in no set and no key: == is an equation; take str(t.json)"
        )

    __iter__ = None
    __contains__ = None


class Formula(_Written):
    """A formula of the kernel.  A relation with an undefined term is false.

    ``A & B`` is "both", ``A | B`` "one of them" and ``~A`` "not", each exactly: of a language with
    "if ... then" in which every formula is true or false, ``~A`` is "if A then 1 < 0".  So
    ``~(x < y)`` is not ``y <= x``: where x is undefined the first is true and the second false.
    Implication is :func:`implies`: Python reads ``A & B >> C`` as ``A & (B >> C)``.
    """

    __slots__ = ()

    def __init__(self, json: Json) -> None:
        super().__init__(_formula(json))

    def __and__(self, other: Any) -> Formula:
        return _made(Formula, ("and", *_conjuncts(self), *_conjuncts(other)))

    def __rand__(self, other: Any) -> Formula:
        return _made(Formula, ("and", *_conjuncts(other), *_conjuncts(self)))

    def __or__(self, other: Any) -> Formula:
        return implies(~self, other)

    def __ror__(self, other: Any) -> Formula:
        return implies(("implies", _formula(other), FALSE), self)

    def __invert__(self) -> Formula:
        return _made(Formula, ("implies", self._parts, FALSE))

    def _no_implication(self, other: Any) -> NoReturn:
        raise TypeError("write implies(A, B): Python reads A & B >> C as A & (B >> C)")

    def _no_order(self, other: Any) -> NoReturn:
        raise TypeError(
            "formulas are not compared: 'A and B' of chained comparisons is conj(A, B) or A & B, "
            "and A.same(B) says whether both are written alike"
        )

    __rshift__ = __rrshift__ = _no_implication
    __le__ = __lt__ = __ge__ = __gt__ = _no_order
    __eq__ = __ne__ = _no_order
    __hash__ = _Written.__hash__


class Term(_Written):
    """A kernel term with Python's operators; ``==`` and ``!=`` write down a relation, too."""

    __slots__ = ()

    def __init__(self, json: Json) -> None:
        super().__init__(json)
        parts = self._parts
        known = (
            NAME_OR_NUMBER.fullmatch(parts)
            if isinstance(parts, str)
            else (isinstance(parts, tuple) and parts[0] in COMPOUND)
        )
        if not known:
            raise TypeError(f"not a term: {_shown(json)}")

    def __add__(self, other: Any) -> Term:
        return _term("+", self._parts, _operand(other))

    def __radd__(self, other: Any) -> Term:
        return _term("+", _operand(other), self._parts)

    def __sub__(self, other: Any) -> Term:
        return _term("-", self._parts, _operand(other))

    def __rsub__(self, other: Any) -> Term:
        return _term("-", _operand(other), self._parts)

    def __mul__(self, other: Any) -> Term:
        return _term("*", self._parts, _operand(other))

    def __rmul__(self, other: Any) -> Term:
        return _term("*", _operand(other), self._parts)

    def __truediv__(self, other: Any) -> Term:
        return _term("/", self._parts, _operand(other))

    def __rtruediv__(self, other: Any) -> Term:
        return _term("/", _operand(other), self._parts)

    def __pow__(self, n: int) -> Term:
        if type(n) is not int:
            raise TypeError(
                f"an exponent is a plain integer, not {_shown(n)}: roots are sqrt, and a^t is "
                "exp(t * log(a))"
            )
        power = _term("^", self._parts, abs(n))
        return 1 / power if n < 0 else power

    def __rpow__(self, other: Any) -> NoReturn:
        raise TypeError("an exponent is a plain integer, not a term: a^t is exp(t * log(a))")

    def __neg__(self) -> Term:
        return _term("-", self._parts)

    def __abs__(self) -> Term:
        return _term("abs", self._parts)

    def __le__(self, other: Any) -> Formula:
        return _made(Formula, ("<=", self._parts, _operand(other)))

    def __lt__(self, other: Any) -> Formula:
        return _made(Formula, ("<", self._parts, _operand(other)))

    def __ge__(self, other: Any) -> Formula:
        return _made(Formula, ("<=", _operand(other), self._parts))

    def __gt__(self, other: Any) -> Formula:
        return _made(Formula, ("<", _operand(other), self._parts))

    def __eq__(self, other: Any) -> Formula:  # type: ignore[override]
        return _made(Formula, ("=", self._parts, _operand(other)))

    def __ne__(self, other: Any) -> Formula:  # type: ignore[override]
        return _made(Formula, ("!=", self._parts, _operand(other)))

    equals, differs = __eq__, __ne__
    __hash__ = _Written.__hash__

    def _no_connective(self, other: Any) -> NoReturn:
        raise TypeError(
            "& and | join formulas, and Python reads them before <= and ==: write "
            "(0 <= x) & (x <= 1) with the brackets"
        )

    __and__ = __rand__ = __or__ = __ror__ = __rshift__ = __rrshift__ = _no_connective


def as_json(value: Any) -> Json:
    """A term, an exact number or the JSON of a term, as plain JSON."""
    return _thawed(_operand(value))


def formula_json(value: Any) -> Json:
    """A formula, or the JSON of one, as plain JSON."""
    return _thawed(_formula(value))


def plain_json(value: Any) -> Any:
    """``value`` with plain JSON in place of the terms and formulas in its lists and dicts."""
    if isinstance(value, _Written):
        return value.json
    if isinstance(value, dict):
        return {key: plain_json(part) for key, part in value.items()}
    if not isinstance(value, list | tuple):
        return value
    parts = [plain_json(part) for part in value]
    same = type(value) is list and all(map(operator.is_, parts, value))
    return value if same else parts


def named(name: str, function: bool = False) -> str:
    """The name of a variable or function, if a reader takes it for nothing else.

    Refused are the words that a printed formula has of its own.  A function may be called ``pi``:
    its values are printed with their arguments, ``pi(i)``, the number as ``pi()``.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(f"a name is a letter and up to 40 letters, digits and _, not {name!r:.60}")
    if (
        name in WORDS
        or name in FORMULAS
        or (name in OPERATIONS and not (function and name == "pi"))
    ):
        raise ValueError(f"{name!r} is a word of printed formulas: choose another name")
    if name[0] == "k" and name[1:].isdigit():
        raise ValueError(f"{name!r} is how a bound variable is printed: choose another name")
    return name


def var(name: str) -> Term:
    return _made(Term, named(name))


def app(function: str, *args: Any) -> Term:
    """The value of an uninterpreted function."""
    return _term("app", named(function, True), *map(_operand, args))


def total(index: str, low: Any, high: Any, body: Any) -> Term:
    """``sum_{index = low}^{high} body``, 0 where high < low."""
    return _term("sum", named(index), _operand(low), _operand(high), _operand(body))


def conj(*formulas: Any) -> Formula:
    """All of the formulas; with none of them, the formula that is always true."""
    return _made(Formula, ("and", *map(_formula, formulas)))


def implies(*formulas: Any) -> Formula:
    """``A implies (B implies ... C)`` with the last formula as conclusion."""
    *premises, conclusion = map(_formula, formulas)
    for premise in reversed(premises):
        conclusion = ("implies", premise, conclusion)
    return _made(Formula, conclusion)


def every(name: str, sort: str, formula: Any) -> Formula:
    return _made(Formula, ("all", named(name), _sort(sort), _formula(formula)))


def exists(name: str, sort: str, formula: Any) -> Formula:
    return _made(Formula, ("some", named(name), _sort(sort), _formula(formula)))


def _sort(sort: str) -> str:
    if sort not in ("real", "int"):
        raise ValueError(f"a sort is 'real' or 'int', not {sort!r:.60}")
    return sort


def _made(kind: type[Any], parts: Any) -> Any:
    """A term or formula of parts that are frozen already."""
    new = object.__new__(kind)
    object.__setattr__(new, "_parts", parts)
    return new


def _term(op: str, *parts: Any) -> Term:
    return _made(Term, (op, *parts))


def _operand(value: Any) -> Any:
    """The parts of a term, of an exact number or of the JSON of a compound term."""
    if isinstance(value, Term):
        return value._parts
    if type(value) is int:
        return str(value)
    if isinstance(value, bool):
        raise TypeError(f"{value} is a truth value, not a number")
    if isinstance(value, Rational):
        return str(Fraction(value))
    if isinstance(value, str):
        try:
            return str(Fraction(value))
        except (ValueError, ZeroDivisionError):
            wrong = f"{_shown(value)} is not an exact number: a variable is var('x'), not its name"
            raise ValueError(wrong) from None
    if _headed(value, COMPOUND):
        return _frozen(value)
    if isinstance(value, float):
        raise TypeError(NO_FLOAT.format(value))
    raise TypeError(f"neither a term nor an exact number (int, Fraction, text): {_shown(value)}")


def _formula(value: Any) -> Any:
    """The parts of a formula, or of the JSON of one."""
    if isinstance(value, Formula):
        return value._parts
    if _headed(value, FORMULAS):
        return _frozen(value)
    if isinstance(value, bool):
        raise TypeError(
            f"{value} is Python's answer to a comparison of numbers, not a formula: write "
            "terms.TermSystem().const(0) <= 1"
        )
    raise TypeError(f"not a formula (formulas are given one by one): {_shown(value)}")


def _headed(value: Any, heads: tuple[str, ...]) -> bool:
    """Whether this is the JSON of something compound, with one of these heads."""
    if not isinstance(value, list | tuple) or not value:
        return False
    return isinstance(value[0], str) and value[0] in heads


def _conjuncts(value: Any) -> Any:
    parts = _formula(value)
    return parts[1:] if parts[0] == "and" else (parts,)


def _frozen(json: Json) -> Any:
    if isinstance(json, str):
        return json
    if isinstance(json, _Written):
        return json._parts
    if isinstance(json, list | tuple) and json and isinstance(json[0], str):
        return tuple(map(_frozen, json))
    if type(json) is int:  # an exponent
        return json
    if isinstance(json, float):
        raise TypeError(NO_FLOAT.format(json))
    raise TypeError(f"not part of a term or formula: {_shown(json)}")


def _thawed(parts: Any) -> Json:
    if not isinstance(parts, tuple):
        return parts
    root = list(parts)
    todo = [root]
    while todo:
        node = todo.pop()
        for i, part in enumerate(node):
            if isinstance(part, tuple):
                node[i] = fresh = list(part)
                todo.append(fresh)
    return root


def _shown(value: Any) -> str:
    """One short line."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class TermSystem:
    """Formulas over names, lowered to the language in which certificates are written."""

    name = "terms"

    def const(self, q: int | Fraction) -> Term:
        return _made(Term, _operand(q))

    def pi(self) -> Term:
        return _term("pi")

    def sqrt(self, a: Any) -> Term:
        return _term("sqrt", _operand(a))

    def abs(self, a: Any) -> Term:
        return _term("abs", _operand(a))

    def sign(self, a: Any) -> Term:
        return _term("sign", _operand(a))

    def maximum(self, a: Any, b: Any) -> Term:
        return _term("max", _operand(a), _operand(b))

    def minimum(self, a: Any, b: Any) -> Term:
        return _term("min", _operand(a), _operand(b))

    def floor(self, a: Any) -> Term:
        return _term("floor", _operand(a))

    def exp(self, a: Any) -> Term:
        return _term("exp", _operand(a))

    def log(self, a: Any) -> Term:
        return _term("log", _operand(a))

    def sin(self, a: Any) -> Term:
        return _term("sin", _operand(a))

    def cos(self, a: Any) -> Term:
        return _term("cos", _operand(a))

    def tan(self, a: Any) -> Term:
        return self.sin(a) / self.cos(a)

    def tanh(self, a: Any) -> Term:
        return _term("tanh", _operand(a))

    def atan(self, a: Any) -> Term:
        return _term("atan", _operand(a))

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Term:
        """``a/b`` where ``b`` is not 0, else ``at_zero``, as one total term.

        With z = |sign(b)| in {0, 1}: (a z) / (b + 1 - z) + at_zero (1 - z).
        """
        if at_zero is None:
            return _term("/", _operand(a), _operand(b))
        nonzero = self.abs(self.sign(b))
        return a * nonzero / (b + 1 - nonzero) + at_zero * (1 - nonzero)

    def repeated(self, a: Any, times: Any) -> Term:
        """``a`` added ``times`` times, as a sum whose length may be symbolic."""
        return total(f"i{_sums(_operand(a)) + 1}", 1, times, a)


def _sums(parts: Any) -> int:
    """How deep sums are nested in a term: no index is used again inside its own sum."""
    if not isinstance(parts, tuple):
        return 0
    return (parts[0] == "sum") + max((_sums(part) for part in parts[1:]), default=0)
