"""A statement, negated, as one SMT-LIB 2 text for every solver.

The semantics is that of docs/certificate.md, spelled out: a relation is the conjunction of the
definedness of its terms with the relation itself, so a formula with an undefined term is false and
the negated goal is true there.  Integers are of sort Int and read as reals; |t|, max, min and sign
are case distinctions, floor is SMT-LIB's to_int; a quotient or root outside of quantifiers is a
fresh constant with its defining property, inside of them a total function with that property.
Functions are uninterpreted and total; Lipschitz and universal hypotheses are quantified assertions.

What SMT-LIB cannot say is declined: exp, log, sin, cos, tanh, atan, pi, sums of symbolic length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from proofs.trees.script import Json

MAX_POWER, MAX_SUMMANDS, MAX_CHARACTERS = 16, 40, 400_000
OUTSIDE = ("exp", "log", "sin", "cos", "tanh", "atan", "pi")


class Declined(Exception):
    """The statement says something that SMT-LIB cannot; one line."""


@dataclass(frozen=True)
class _Read:
    """A term as SMT-LIB text of sort Real, and the conditions under which it is defined."""

    text: str
    conditions: tuple[str, ...] = ()


@dataclass
class _Writer:
    """Names in scope (name to SMT-LIB text of sort Real) and what was declared on the way."""

    functions: Mapping[str, int]
    lines: list[str] = field(default_factory=list)
    fresh: dict[str, str] = field(default_factory=dict)
    total_root: bool = False
    size: int = 0

    # -- terms

    def term(self, json: Json, scope: Mapping[str, str], bound: frozenset[str]) -> _Read:
        if isinstance(json, str):
            return _Read(scope[json] if json in scope else numeral(Fraction(json)))
        op, args = json[0], json[1:]
        if op in OUTSIDE:
            raise Declined(f"{op} has no counterpart in SMT-LIB")
        if op == "sum":
            return self._sum(args, scope, bound)
        if op == "app":
            parts = [self.term(a, scope, bound) for a in args[1:]]
            text = f"(f_{args[0]} {' '.join(p.text for p in parts)})"
            return self._read(text, parts)
        if op == "^":
            base = self.term(args[0], scope, bound)
            if args[1] > MAX_POWER:
                raise Declined(f"power {args[1]}")
            factors = [base.text] * args[1]
            text = {0: "1.0", 1: base.text}.get(len(factors), f"(* {' '.join(factors)})")
            return self._read(text, [base])
        parts = [self.term(a, scope, bound) for a in args]
        texts = [p.text for p in parts]
        if op in ("+", "-", "*"):
            return self._read(f"({op} {' '.join(texts)})", parts)
        if op == "/":
            return self._quotient(parts, _mentions(json, bound))
        if op == "sqrt":
            return self._root(parts[0], _mentions(json, bound))
        a, b = texts[0], texts[-1]
        shapes = {
            "abs": f"(ite (>= {a} 0.0) {a} (- {a}))",
            "max": f"(ite (>= {a} {b}) {a} {b})",
            "min": f"(ite (<= {a} {b}) {a} {b})",
            "sign": f"(ite (> {a} 0.0) 1.0 (ite (< {a} 0.0) (- 1.0) 0.0))",
            "floor": f"(to_real (to_int {a}))",
        }
        if op not in shapes:
            raise Declined(f"{op} has no counterpart in SMT-LIB")
        return self._read(shapes[op], parts)

    def _read(self, text: str, parts: list[_Read], *more: str) -> _Read:
        self.size += len(text)
        if len(text) > MAX_CHARACTERS or self.size > 4 * MAX_CHARACTERS:
            raise Declined("the text would be too long")
        return _Read(text, _joined(parts, *more))

    def _quotient(self, parts: list[_Read], inside: bool) -> _Read:
        a, b = (p.text for p in parts)
        defined = f"(not (= {b} 0.0))"
        if inside:
            return self._read(f"(/ {a} {b})", parts, defined)
        key = f"(/ {a} {b})"
        name = self._constant(key, "q", lambda q: f"(=> {defined} (= (* {q} {b}) {a}))")
        return self._read(name, parts, defined)

    def _root(self, part: _Read, inside: bool) -> _Read:
        defined = f"(>= {part.text} 0.0)"
        if inside:
            self.total_root = True
            return self._read(f"(root {part.text})", [part], defined)
        name = self._constant(
            f"(root {part.text})",
            "r",
            lambda r: f"(=> {defined} (and (>= {r} 0.0) (= (* {r} {r}) {part.text})))",
        )
        return self._read(name, [part], defined)

    def _constant(self, key: str, letter: str, property_of: object) -> str:
        if key not in self.fresh:
            name = f"{letter}_{len(self.fresh)}"
            self.fresh[key] = name
            self.lines.append(f"(declare-const {name} Real)")
            self.lines.append(f"(assert {property_of(name)})")  # type: ignore[operator]
        return self.fresh[key]

    def _sum(self, args: list[Json], scope: Mapping[str, str], bound: frozenset[str]) -> _Read:
        name, low, high, body = args
        first, last = _constant_value(low), _constant_value(high)
        if first is None or last is None:
            raise Declined("a sum of symbolic length")
        if first.denominator != 1 or last.denominator != 1 or last - first >= MAX_SUMMANDS:
            raise Declined("a sum with such limits")
        summands = []
        for k in range(int(first), int(last) + 1):
            read = self.term(body, {**scope, name: numeral(Fraction(k))}, bound)
            condition = conjunction(read.conditions)  # an undefined summand counts as 0
            summands.append(
                read.text if condition == "true" else f"(ite {condition} {read.text} 0.0)"
            )
        text = {0: "0.0", 1: summands[0] if summands else ""}.get(
            len(summands), f"(+ {' '.join(summands)})"
        )
        return self._read(text, [])

    # -- formulas

    def formula(self, json: Json, scope: Mapping[str, str], bound: frozenset[str]) -> str:
        op, args = json[0], json[1:]
        if op in ("<=", "<", "=", "!="):
            left, right = (self.term(a, scope, bound) for a in args)
            relation = f"({'=' if op == '!=' else op} {left.text} {right.text})"
            if op == "!=":
                relation = f"(not {relation})"
            return conjunction((*_joined([left, right]), relation))
        if op == "and":
            return conjunction(tuple(self.formula(a, scope, bound) for a in args))
        if op == "implies":
            first, second = (self.formula(a, scope, bound) for a in args)
            return f"(=> {first} {second})"
        if op == "lipschitz":
            return self._lipschitz(args, scope, bound)
        name, sort, body = args
        inner = f"b_{len(bound)}_{name}"
        as_real = f"(to_real {inner})" if sort == "int" else inner
        text = self.formula(body, {**scope, name: as_real}, bound | {name})
        word = {"all": "forall", "some": "exists"}[op]
        return f"({word} (({inner} {'Int' if sort == 'int' else 'Real'})) {text})"

    def _lipschitz(self, args: list[Json], scope: Mapping[str, str], bound: frozenset[str]) -> str:
        name, *rest = args
        parts = [self.term(a, scope, bound) for a in rest]
        constant, low, high = (p.text for p in parts)
        inside = " ".join(f"(<= {low} {u}) (<= {u} {high})" for u in ("lu", "lv"))
        gap, distance = (
            f"(ite (>= {a} {b}) (- {a} {b}) (- {b} {a}))"
            for a, b in ((f"(f_{name} lu)", f"(f_{name} lv)"), ("lu", "lv"))
        )
        body = f"(=> (and {inside}) (<= {gap} (* {constant} {distance})))"
        return conjunction((*_joined(parts), f"(forall ((lu Real) (lv Real)) {body})"))


def smt_lib(statement: Json, goal: bool = True, named: bool = False) -> str:
    """The text: all hypotheses and, with ``goal``, the negated conclusion.

    ``unsat`` says that the statement holds; without the goal, that its hypotheses never do.
    ``named``: the hypotheses are called h0, h1, ..., for an unsatisfiable core.
    Raises Declined.
    """
    writer = _Writer(statement["functions"])
    scope = {
        name: f"(to_real v_{name})" if sort == "int" else f"v_{name}"
        for name, sort in statement["vars"].items()
    }
    head: list[str] = []
    for name, sort in statement["vars"].items():
        head.append(f"(declare-const v_{name} {'Int' if sort == 'int' else 'Real'})")
    for name, arity in statement["functions"].items():
        head.append(f"(declare-fun f_{name} ({' '.join(['Real'] * arity)}) Real)")
    wanted = [writer.formula(g, scope, frozenset()) for g in statement["given"]]
    if goal:
        wanted.append(f"(not {writer.formula(statement['show'], scope, frozenset())})")
    if writer.total_root:
        head.append("(declare-fun root (Real) Real)")
        head.append(
            "(assert (forall ((c Real)) (=> (>= c 0.0) "
            "(and (>= (root c) 0.0) (= (* (root c) (root c)) c)))))"
        )
    asserts = [
        f"(assert (! {text} :named h{i}))" if named else f"(assert {text})"
        for i, text in enumerate(wanted)
    ]
    body = "\n".join([*head, *writer.lines, *wanted])
    words = ("forall", "exists", "Int", "to_real", "declare-fun")
    real = not any(word in body for word in words)  # then both have a decision procedure
    head.insert(0, f"(set-logic {'QF_NRA' if real else 'ALL'})")
    text = "\n".join([*head, *writer.lines, *asserts, "(check-sat)"]) + "\n"
    if len(text) > MAX_CHARACTERS:
        raise Declined("the text would be too long")
    return text


def numeral(q: Fraction) -> str:
    """A rational of sort Real."""
    size = abs(q)
    text = f"{size.numerator}.0"
    if size.denominator != 1:
        text = f"(/ {text} {size.denominator}.0)"
    return f"(- {text})" if q < 0 else text


def conjunction(parts: tuple[str, ...]) -> str:
    kept = list(dict.fromkeys(p for p in parts if p != "true"))
    if not kept:
        return "true"
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})"


def _joined(parts: list[_Read], *more: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(c for p in parts for c in p.conditions), *more]))


def _mentions(json: Json, names: frozenset[str]) -> bool:
    if isinstance(json, str):
        return json in names
    return isinstance(json, list) and any(_mentions(part, names) for part in json[1:])


def _constant_value(json: Json) -> Fraction | None:
    """The value of a limit without variables, from + - * of numbers."""
    if isinstance(json, str):
        try:
            return Fraction(json)
        except ValueError:
            return None
    parts = [_constant_value(a) for a in json[1:]] if json[0] in ("+", "-", "*") else [None]
    known = [p for p in parts if p is not None]
    if len(known) != len(parts):
        return None
    if json[0] == "+":
        return sum(known, Fraction(0))
    if json[0] == "-":
        return -known[0] if len(known) == 1 else known[0] - known[1]
    out = Fraction(1)
    for q in known:
        out *= q
    return out
