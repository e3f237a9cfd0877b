"""Proofs as typed text: steps in reading order, with their places.

    proof:
      let h = 1/N
      have close: |x - m| <= h/2
      have |f(x) - f(m)| <= L*h/2 by f(x, m), close
      cases x <= 1/2:
        ...
      else:
        ...

A step is a line, which goes on in lines that are indented below it; a line that ends with a colon
is followed by a block.  What a step means, and why it holds, is found in
:mod:`proofs.language.elaboration`; this module only reads.  docs/proofs.md has the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from proofs.language.text import (
    _RELATIONS,
    Definition,
    Expression,
    TextError,
    _Parser,
    _Token,
    _tokens,
    read_definition,
)

KINDS = ("let", "have", "use", "calc", "cases", "obtain", "take", "fix", "suffices", "show")
BLOCKS = ("else", "base", "step")
_FIRST = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True)
class Lambda:
    """``k -> t``: what a function of a lemma stands for."""

    names: tuple[str, ...]
    body: Expression


@dataclass(frozen=True)
class Reason:
    """Why a step holds: a fact by its name, perhaps at terms, or by its formula, or a method."""

    at: int
    end: int
    name: str = ""
    terms: tuple[Expression | Lambda, ...] | None = None
    formula: Expression | None = None

    @property
    def variable(self) -> Expression | None:
        """Of an induction, the name on which it goes."""
        first = self.terms[0] if self.terms else None
        return first if isinstance(first, Expression) else None


@dataclass(frozen=True)
class Link:
    """One link of a chain: relation, right side, reasons."""

    relation: str
    right: Expression
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class Step:
    """One step; which fields are used depends on its kind.  ``text`` is what was typed."""

    kind: str
    text: str
    at: int
    end: int
    name: str = ""
    formula: Expression | None = None
    why: tuple[Reason, ...] = ()
    links: tuple[Link, ...] = ()
    names: tuple[str, ...] = ()
    definition: Definition | None = None
    block: tuple[Step, ...] | None = None
    others: dict[str, tuple[Step, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Line:
    at: int
    indent: int
    text: str  # to the end of the step, without comments at the end


def read_steps(text: str, where: int = 0, whole: str = "") -> tuple[Step, ...]:
    """The steps of a proof.

    ``where`` is where ``text`` begins in ``whole``, for the places that errors name.

    Raises:
        TextError: they cannot be read, with the place.
    """
    whole = whole or text
    lines = list(_lines(text, where, whole))
    if not lines:
        raise TextError("the proof is empty", whole, where)
    return tuple(_block(lines, whole))


def _lines(text: str, where: int, whole: str) -> list[_Line]:
    found: list[_Line] = []
    at = where
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        bare = line.partition("#")[0].rstrip()
        if bare.strip():
            indent = len(bare) - len(bare.lstrip())
            if "\t" in bare[:indent]:
                raise TextError("indent with spaces, not with tabs", whole, at)
            found.append(_Line(at + indent, indent, bare[indent:]))
        at += len(line)
    return found


def _block(lines: list[_Line], whole: str) -> list[Step]:
    """Steps at the indentation of the first line."""
    indent = lines[0].indent
    steps: list[Step] = []
    i = 0
    while i < len(lines):
        first = lines[i]
        if first.indent != indent:
            raise TextError(
                "this line is indented neither as a step nor below one", whole, first.at
            )
        i, last = i + 1, first
        while not last.text.endswith(":") and i < len(lines) and lines[i].indent > indent:
            last, i = lines[i], i + 1
        end = last.at + len(last.text)
        inner: list[_Line] = []
        while i < len(lines) and lines[i].indent > indent:
            inner.append(lines[i])
            i += 1
        if last.text.endswith(":") and not inner:
            raise TextError("a block is missing after the colon", whole, end - 1)
        steps.append(_Reader(whole, first.at, end, inner).step(steps))
    return [step for step in steps if step.kind not in BLOCKS]


class _Reader:
    """One step, from ``at`` to ``end`` in the whole text, with the lines of its block."""

    def __init__(self, whole: str, at: int, end: int, inner: list[_Line]) -> None:
        self.whole, self.at, self.inner = whole, at, inner
        self.text = whole[at:end]
        self.end = end
        body = self.text
        if inner:
            body = body.rstrip()[:-1]
        self.body = body

    def error(self, says: str) -> TextError:
        return TextError(says, self.whole, self.at, self.at + len(self.text.split()[0]))

    def step(self, before: list[Step]) -> Step:
        match = _FIRST.match(self.text)
        word = match.group() if match else self.text.split()[0]
        if word in BLOCKS:
            return self.part(word, before)
        if word not in KINDS:
            raise self.error(f"a step begins with {', '.join(KINDS)}, not {word[:40]!r}")
        if word == "let":
            return self.let()
        parser = _Parser(
            _tokens(self.body[len(word) :], self.at + len(word), self.whole), self.whole
        )
        made: Callable[[_Parser], Step] = getattr(self, word)
        step = made(parser)
        parser.expect_end()
        return step

    def made(self, kind: str, **fields: object) -> Step:
        text = " ".join(re.sub(r"#[^\n]*", "", self.text).split())
        return Step(kind, text, self.at, self.end, **fields)  # type: ignore[arg-type]

    def block(self) -> tuple[Step, ...] | None:
        return tuple(_block(self.inner, self.whole)) if self.inner else None

    def no_block(self, word: str) -> None:
        if self.inner:
            raise self.error(f"no block belongs to {word}")

    def part(self, word: str, before: list[Step]) -> Step:
        """``else:`` after ``cases``: its block becomes a part of that step."""
        if not self.inner or self.body.strip() != word:
            raise self.error(f"{word}: and a block below it")
        if word != "else" or not before or before[-1].kind != "cases" or not before[-1].block:
            raise self.error(f"{word}: has nothing to belong to here")
        if "else" in before[-1].others:
            raise self.error("this is the second else: of these cases")
        before[-1].others["else"] = tuple(_block(self.inner, self.whole))
        return self.made(word)

    # -- each kind

    def let(self) -> Step:
        self.no_block("let")
        rest = self.body[3:]
        definition = read_definition(rest, {}, self.at + 3, self.whole)
        return self.made("let", name=definition.name, definition=definition)

    def have(self, parser: _Parser) -> Step:
        name = _label(parser)
        formula = parser.formula()
        why = _why(parser)
        inducted = next((r for r in why if r.name == "induction"), None)
        if inducted is None or not self.inner:
            return self.made("have", name=name, formula=formula, why=why, block=self.block())
        parts: dict[str, tuple[Step, ...]] = {}
        for at, text, lines in _parts(self.inner, self.whole):
            if text not in ("base", "step") or text in parts or not lines:
                says = "an induction has the blocks base: and step:"
                raise TextError(says, self.whole, at, at + len(text))
            parts[text] = tuple(_block(lines, self.whole))
        return self.made("have", name=name, formula=formula, why=why, others=parts)

    def use(self, parser: _Parser) -> Step:
        name = _label(parser)
        why = _reasons(parser)
        if self.inner and len(why) > 1:
            raise self.error("a block shows what one fact asks for: write use FACT:")
        return self.made("use", name=name, why=why, block=self.block())

    def calc(self, parser: _Parser) -> Step:
        self.no_block("calc")
        name = _label(parser)
        left = parser._sum()
        links: list[Link] = []
        while parser.now.kind != "end":
            if links and not parser.accept("_"):
                raise parser.error("a chain goes on with _ and a relation")
            token = parser.accept(*_RELATIONS)
            if token is None:
                raise parser.error("a relation is expected here")
            right = parser._sum()
            links.append(Link(token.text, right, _why(parser)))
        if not links:
            raise parser.error("a chain has a relation and a right side")
        return self.made("calc", name=name, formula=left, links=tuple(links))

    def cases(self, parser: _Parser) -> Step:
        name = _label(parser)
        return self.made("cases", name=name, formula=parser.formula(), block=self.block())

    def obtain(self, parser: _Parser) -> Step:
        self.no_block("obtain")
        names = [parser.name("a name").text]
        while parser.accept(","):
            names.append(parser.name("a name").text)
        label = ""
        if parser.accept(":"):
            if len(names) > 1:
                raise parser.error("one name stands before the colon")
            label, names = names[0], [parser.name("a name").text]
        if not parser.accept("from"):
            raise parser.error("expected: obtain c from FACT")
        return self.made("obtain", name=label, names=tuple(names), why=_reasons(parser))

    def take(self, parser: _Parser) -> Step:
        self.no_block("take")
        return self.made("take", formula=parser._sum())

    def fix(self, parser: _Parser) -> Step:
        self.no_block("fix")
        names = [parser.name("the name of a variable").text]
        while parser.accept(","):
            names.append(parser.name("the name of a variable").text)
        return self.made("fix", names=tuple(names))

    def suffices(self, parser: _Parser) -> Step:
        name = _label(parser)
        formula = parser.formula()
        return self.made(
            "suffices", name=name, formula=formula, why=_why(parser), block=self.block()
        )

    def show(self, parser: _Parser) -> Step:
        formula = None if parser.peek("by") else parser.formula()
        return self.made("show", formula=formula, why=_why(parser), block=self.block())


def _parts(lines: list[_Line], whole: str) -> list[tuple[int, str, list[_Line]]]:
    """The lines below each of the words at the least indentation."""
    found: list[tuple[int, str, list[_Line]]] = []
    for line in lines:
        if line.indent == lines[0].indent:
            found.append((line.at, line.text.rstrip(":").strip(), []))
        elif line.indent < lines[0].indent:
            raise TextError(
                "this line is indented less than the first of its block", whole, line.at
            )
        else:
            found[-1][2].append(line)
    return found


def _label(parser: _Parser) -> str:
    """``name:`` before a formula."""
    if parser.now.kind == "name" and parser.peek(":", 1):
        name = parser.now.text
        parser.i += 2
        return name
    return ""


def _why(parser: _Parser) -> tuple[Reason, ...]:
    if not parser.accept("by"):
        return ()
    return _reasons(parser)


def _reasons(parser: _Parser) -> tuple[Reason, ...]:
    found = [_reason(parser)]
    while parser.accept(","):
        found.append(_reason(parser))
    return tuple(found)


def _reason(parser: _Parser) -> Reason:
    """``name``, ``name(t, ...)``, ``name(k -> t, ...)`` or a formula."""
    start, place = parser.now, parser.i
    if start.kind == "name":
        parser.i += 1
        if start.text == "induction" and parser.accept("on"):
            name = parser.name("the variable of the induction")
            on = Expression("name", (name.text,), name.at, name.end)
            return Reason(start.at, name.end, "induction", (on,))
        if _ends(parser):
            return Reason(start.at, start.end, start.text)
        if parser.accept("("):
            terms = _terms(parser)
            close = parser.accept(")")
            if terms is not None and close is not None and _ends(parser):
                return Reason(start.at, close.end, start.text, terms)
        parser.i = place
    formula = parser.formula()
    return Reason(start.at, formula.end, formula=formula)


def _ends(parser: _Parser) -> bool:
    return parser.now.kind == "end" or parser.now.text in (",", "_")


def _terms(parser: _Parser) -> tuple[Expression | Lambda, ...] | None:
    found: list[Expression | Lambda] = []
    while True:
        names: list[_Token] = []
        place = parser.i
        while parser.now.kind == "name":
            names.append(parser.name("a name"))
        if names and parser.accept("->"):
            found.append(Lambda(tuple(n.text for n in names), parser._sum()))
        else:
            parser.i = place
            try:
                found.append(parser._sum())
            except TextError:
                return None
        if not parser.accept(","):
            return tuple(found)
