"""The number system of kernel terms: a formula evaluated here is written down, not computed.

Values are the JSON of ``docs/certificate.md``: numbers and names are strings, everything else is
``[operation, argument, ...]``.  Only constants are folded; the kernel does the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Json = Any


@dataclass(frozen=True)
class Term:
    """A kernel term with Python's operators."""

    json: Json

    def __add__(self, other: Any) -> Term:
        return Term(["+", self.json, as_json(other)])

    def __radd__(self, other: Any) -> Term:
        return Term(["+", as_json(other), self.json])

    def __sub__(self, other: Any) -> Term:
        return Term(["-", self.json, as_json(other)])

    def __rsub__(self, other: Any) -> Term:
        return Term(["-", as_json(other), self.json])

    def __mul__(self, other: Any) -> Term:
        return Term(["*", self.json, as_json(other)])

    def __rmul__(self, other: Any) -> Term:
        return Term(["*", as_json(other), self.json])

    def __truediv__(self, other: Any) -> Term:
        return Term(["/", self.json, as_json(other)])

    def __rtruediv__(self, other: Any) -> Term:
        return Term(["/", as_json(other), self.json])

    def __pow__(self, n: int) -> Term:
        power = Term(["^", self.json, abs(n)])
        return 1 / power if n < 0 else power

    def __neg__(self) -> Term:
        return Term(["-", self.json])

    def __le__(self, other: Any) -> Json:
        return ["<=", self.json, as_json(other)]

    def __lt__(self, other: Any) -> Json:
        return ["<", self.json, as_json(other)]

    def __ge__(self, other: Any) -> Json:
        return ["<=", as_json(other), self.json]

    def __gt__(self, other: Any) -> Json:
        return ["<", as_json(other), self.json]

    def equals(self, other: Any) -> Json:
        return ["=", self.json, as_json(other)]

    def differs(self, other: Any) -> Json:
        return ["!=", self.json, as_json(other)]


def as_json(value: Any) -> Json:
    return value.json if isinstance(value, Term) else str(Fraction(value))


def var(name: str) -> Term:
    return Term(name)


def app(function: str, *args: Any) -> Term:
    """The value of an uninterpreted function."""
    return Term(["app", function, *(as_json(a) for a in args)])


def total(index: str, low: Any, high: Any, body: Any) -> Term:
    """``sum_{index = low}^{high} body``, 0 where high < low."""
    return Term(["sum", index, as_json(low), as_json(high), as_json(body)])


def conj(*formulas: Json) -> Json:
    return ["and", *formulas]


def implies(*formulas: Json) -> Json:
    """``A implies (B implies ... C)`` with the last formula as conclusion."""
    *premises, conclusion = formulas
    for premise in reversed(premises):
        conclusion = ["implies", premise, conclusion]
    return conclusion


def every(name: str, sort: str, formula: Json) -> Json:
    return ["all", name, sort, formula]


def exists(name: str, sort: str, formula: Json) -> Json:
    return ["some", name, sort, formula]


class TermSystem:
    """Formulas over names, lowered to the language in which certificates are written."""

    name = "terms"

    def const(self, q: int | Fraction) -> Term:
        return Term(str(Fraction(q)))

    def pi(self) -> Term:
        return Term(["pi"])

    def sqrt(self, a: Any) -> Term:
        return Term(["sqrt", as_json(a)])

    def abs(self, a: Any) -> Term:
        return Term(["abs", as_json(a)])

    def sign(self, a: Any) -> Term:
        return Term(["sign", as_json(a)])

    def maximum(self, a: Any, b: Any) -> Term:
        return Term(["max", as_json(a), as_json(b)])

    def minimum(self, a: Any, b: Any) -> Term:
        return Term(["min", as_json(a), as_json(b)])

    def floor(self, a: Any) -> Term:
        return Term(["floor", as_json(a)])

    def exp(self, a: Any) -> Term:
        return Term(["exp", as_json(a)])

    def log(self, a: Any) -> Term:
        return Term(["log", as_json(a)])

    def sin(self, a: Any) -> Term:
        return Term(["sin", as_json(a)])

    def cos(self, a: Any) -> Term:
        return Term(["cos", as_json(a)])

    def tan(self, a: Any) -> Term:
        return self.sin(a) / self.cos(a)

    def tanh(self, a: Any) -> Term:
        return Term(["tanh", as_json(a)])

    def atan(self, a: Any) -> Term:
        return Term(["atan", as_json(a)])

    def ratio(self, a: Any, b: Any, at_zero: Any) -> Term:
        """``a/b`` where ``b`` is not 0, else ``at_zero``, as one total term.

        With z = |sign(b)| in {0, 1}: (a z) / (b + 1 - z) + at_zero (1 - z).
        """
        if at_zero is None:
            return Term(["/", as_json(a), as_json(b)])
        nonzero = self.abs(self.sign(b))
        return a * nonzero / (b + 1 - nonzero) + at_zero * (1 - nonzero)

    def repeated(self, a: Any, times: Any) -> Term:
        """``a`` added ``times`` times, as a sum whose length may be symbolic."""
        return total(f"i{_sums(as_json(a)) + 1}", 1, times, a)


def _sums(json: Json) -> int:
    """How deep sums are nested in a term: no index is used again inside its own sum."""
    if not isinstance(json, list):
        return 0
    return (json[0] == "sum") + max((_sums(part) for part in json[1:]), default=0)
