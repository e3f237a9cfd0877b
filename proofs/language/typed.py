"""Terms and formulas of the kernel as text that :mod:`proofs.language.text` reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Json = Any
Pattern = tuple[tuple[str, ...], Json]
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*'*\Z")
_NUMBER = re.compile(r"(-?)(\d+)(/\d+)?\Z")
_SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = 1, 2, 3, 4, 5
_RELATIONS = ("<=", "<", "=", "!=")
_WORDS = {"all": "for all", "some": "exists"}
BOUND = ("all", "some", "sum")


class NotTyped(ValueError):
    """There are no words for it."""


class Typist:
    """Writes terms and formulas, those that have a name by that name.

    ``names`` are terms by their names, with the parameters of those that are functions.
    """

    def __init__(self, names: Mapping[str, Pattern] | None = None) -> None:
        found = names or {}
        self.names = sorted(found.items(), key=lambda item: -len(str(item[1][1])))

    def term(self, term: Json, least: int = 0) -> str:
        text, level = self._term(term)
        return f"({text})" if level < least else text

    def formula(self, formula: Json, inside: bool = False) -> str:
        op, *args = formula
        if op in _RELATIONS:
            return f"{self.term(args[0])} {op} {self.term(args[1])}"
        if op == "and" and args:
            text = " and ".join(self.formula(part, inside=part[0] != "and") for part in args)
            return f"({text})" if inside else text
        if op == "implies":
            left = self.formula(args[0], inside=args[0][0] not in _RELATIONS)
            right = self.formula(args[1])
        elif op in _WORDS:
            name, sort, body = args
            left = f"{_WORDS[op]} {named(name)}: {sort}, "
            text = left + self.formula(body, inside=body[0] == "and")
            return f"({text})" if inside else text
        else:
            raise NotTyped(f"there are no words for {op!r}")
        text = f"{left} => {right}"
        return f"({text})" if inside else text

    def _term(self, term: Json) -> tuple[str, int]:
        for name, (parameters, body) in self.names:
            at: dict[str, Json] = {}
            if matches(body, term, parameters, at) and len(at) == len(parameters):
                if not parameters:
                    return name, _ATOM
                return f"{name}({', '.join(self.term(at[p]) for p in parameters)})", _ATOM
        if isinstance(term, str):
            number = _NUMBER.match(term)
            if number is None:
                return named(term), _ATOM
            level = _SIGNED if number[1] else _PRODUCT if number[3] else _ATOM
            return term, min(level, _PRODUCT if number[3] else level)
        op, *args = term
        if op == "+":
            return self._sum(args), _SUM
        if op == "-" and len(args) == 2:
            return f"{self.term(args[0])} - {self.term(args[1], _PRODUCT)}", _SUM
        if op == "-":
            return f"-{self.term(args[0], _POWER)}", _SIGNED
        if op == "*":
            first, *rest = args
            factors = [self.term(first, _PRODUCT), *(self.term(a, _SIGNED) for a in rest)]
            return "*".join(f if not f.startswith("-") else f"({f})" for f in factors), _PRODUCT
        if op == "/":
            return f"{self.term(args[0], _PRODUCT)}/{self.term(args[1], _POWER)}", _PRODUCT
        if op == "^":
            return f"{self.term(args[0], _ATOM)}^{args[1]}", _POWER
        if op == "sum":
            k, low, high, body = args
            inner = f"{named(k)} = {self.term(low)}..{self.term(high)}, {self.term(body)}"
            return f"sum({inner})", _ATOM
        if op == "abs":
            inner = self.term(args[0])
            return (f"abs({inner})" if "|" in inner else f"|{inner}|"), _ATOM
        if op == "app":
            op, args = named(args[0]), args[1:]
        return f"{op}({', '.join(self.term(a) for a in args)})", _ATOM

    def _sum(self, args: Sequence[Json]) -> str:
        text = self.term(args[0])
        for part in args[1:]:
            number = isinstance(part, str) and part.startswith("-")
            negative = isinstance(part, list) and part[0] == "-" and len(part) == 2
            if number:
                text += f" - {part[1:]}"
            elif negative:
                text += f" - {self.term(part[1], _PRODUCT)}"
            else:
                text += f" + {self.term(part, _PRODUCT)}"
        return text


def named(name: str) -> str:
    if not _NAME.match(name):
        raise NotTyped(f"{name!r} is no name")
    return name


def matches(pattern: Json, term: Json, parameters: Sequence[str], at: dict[str, Json]) -> bool:
    """Whether the term is the pattern at some values of its parameters, which ``at`` gets."""
    if isinstance(pattern, str):
        if pattern in parameters:
            return bool(at.setdefault(pattern, term) == term)
        return bool(pattern == term)
    if not isinstance(term, list) or len(term) != len(pattern) or term[0] != pattern[0]:
        return False
    parts = zip(pattern[1:], term[1:], strict=True)
    return all(matches(one, other, parameters, at) for one, other in parts)
