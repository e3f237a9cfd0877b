"""Files of definitions, lemmas and theorems as typed text: ``.netproof``.

    title: Two facts on ReLU
    define leaky(x) = max(x, x/10)

    lemma line: for all x: real; |- leaky(x) >= x/10
    theorem close "Lemma 2 of the paper": |leaky(x) - relu(x)| <= |x|/10

Each begins at the left edge and goes on in the lines that are indented below it.  A theorem may
have the paper's words in quotation marks after its name.  Lemmas are decided first, in order;
those that are proved are hypotheses of what comes after them, with their variables bound by "for
all".  Below a statement may stand ``proof:`` and its steps (:mod:`proofs.language.steps`).  ``#``
begins a comment.  docs/decide.md and docs/proofs.md have the whole language.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Any

from proofs.language.steps import Step, read_steps
from proofs.language.text import (
    MAX_TEXT,
    Definition,
    Statement,
    TextError,
    mentioned,
    read,
    read_definition,
    typed,
    undeclared,
)

Json = Any
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}", re.ASCII)
_HEAD = re.compile(
    r"(?P<word>lemma|theorem|define|let)\b[ \t]*(?P<name>[^\s:\"“]*)[ \t]*"
    r"(?:[\"“](?P<words>[^\"”\n]*)[\"”])?[ \t]*(?P<colon>:)?"
)
_PROOF = re.compile(r"^[ ]+proof:[ \t]*(#[^\n]*)?\n", re.MULTILINE)
MAX_ITEMS, MAX_WORDS = 200, 500


@dataclass(frozen=True)
class Item:
    """A lemma or a theorem: its name, the paper's words or none, and the statement.

    ``text`` is what was typed, in one line; ``line`` is where it begins in the file, from 1 on, or
    0 where there is no file.  ``steps`` is the proof that is written below it, if one is, and
    ``proof`` its text.
    """

    kind: str
    name: str
    words: str
    statement: Statement
    text: str
    line: int = 0
    steps: tuple[Step, ...] = ()
    proof: str = ""


@dataclass(frozen=True)
class Document:
    """What a file says."""

    title: str
    definitions: tuple[Definition, ...]
    items: tuple[Item, ...]


def read_document(source: str, title: str = "") -> Document:
    """The document of a text.

    Raises:
        TextError: it cannot be read, with the place.
    """
    if len(source) > 50 * MAX_TEXT:
        raise TextError(f"{len(source)} characters are too many for one file", source, 0)
    definitions: dict[str, Definition] = {}
    items: list[Item] = []
    for at, block in _blocks(source):
        if block.startswith("title:"):
            title = _line(block[6:].partition("#")[0], at + 6, source)
            continue
        match = _HEAD.match(block)
        if match is None:
            first = block.split()[0]
            says = f"a line begins with title:, define, lemma or theorem, not {first[:40]!r}"
            if first == "proof:":
                says = "a proof stands below its statement and is indented"
            raise TextError(says, source, at, at + len(first))
        if match["word"] in ("define", "let"):
            start = match.end("word")
            made = read_definition(block[start:], definitions, at + start, source)
            place = at + match.start("name")
            if made.name in definitions:
                raise TextError(f"{made.name} is defined twice", source, place)
            for earlier in definitions.values():
                if made.name in mentioned(earlier.body) - {*earlier.parameters}:
                    says = (
                        f"the definition of {earlier.name} above uses {made.name}: put this first"
                    )
                    raise TextError(says, source, place, place + len(made.name))
            definitions[made.name] = made
            continue
        items.append(_item(match, block, at, source, definitions, items))
    for made in definitions.values():
        if (unknown := undeclared(made, definitions)) is not None:
            name, arguments = unknown.parts[0], ", ".join((*made.parameters, unknown.parts[0]))
            says = f"{name} is not declared here: write {made.name}({arguments}) = ..."
            raise TextError(says, source, unknown.at, unknown.end)
    if not items:
        raise TextError("there is no theorem: write theorem NAME: statement", source, 0)
    return Document(title, tuple(definitions.values()), tuple(items))


def _item(
    match: re.Match[str],
    block: str,
    at: int,
    source: str,
    definitions: dict[str, Definition],
    before: list[Item],
) -> Item:
    word, name = match["word"], match["name"] or match["word"]
    place = at + (match.start("name") if match["name"] else 0)
    if not NAME.fullmatch(name):
        raise TextError(f"{name[:40]!r} is no name for a {word}", source, place, place + len(name))
    if name.lower() in (item.name.lower() for item in before):
        raise TextError(f"two statements are called {name}", source, place, place + len(name))
    if match["colon"] is None:
        raise TextError(f": is missing after the name of the {word}", source, at + match.end())
    if len(before) >= MAX_ITEMS:
        raise TextError(f"more than {MAX_ITEMS} statements", source, at)
    body = block[match.end() :]
    steps: tuple[Step, ...] = ()
    proof = ""
    if begins := _PROOF.search(body):
        body, proof = body[: begins.start()], body[begins.end() :]
        steps = read_steps(proof, at + match.end() + begins.end(), source)
    statement = read(body, definitions, at + match.end(), source)
    words = _line(match["words"] or "", at + max(match.start("words"), 0), source)
    line = source.count("\n", 0, at) + 1
    return Item(
        word, name, words, statement, typed(body), line, steps, textwrap.dedent(proof).rstrip()
    )


def _line(text: str, at: int, source: str) -> str:
    """Words for a title, which have to be such as can be printed."""
    words = " ".join(text.split())
    if len(words) > MAX_WORDS:
        raise TextError(f"{len(words)} characters are too many for a title", source, at)
    for character in words:
        if not character.isprintable():
            says = f"the character U+{ord(character):04X} cannot be printed"
            raise TextError(says, source, at + text.index(character))
    return words


def _blocks(source: str) -> list[tuple[int, str]]:
    """The parts of a file with their places: a line at the left edge, and indented ones below."""
    found: list[tuple[int, str]] = []
    at = 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", source):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            if line[0] not in " \t":
                found.append((at, line))
            elif not found:
                raise TextError("the first line is indented", source, at)
            else:
                start = found[-1][0]
                found[-1] = (start, source[start:at] + line)
        at += len(line)
    return found


def closed(statement: Statement) -> Json:
    """The statement as one formula, with its variables bound; ``None`` if it has free functions."""
    sequent = statement.sequent
    if sequent["functions"]:
        return None
    given, formula = sequent["given"], sequent["show"]
    if given:
        premise = given[0] if len(given) == 1 else ["and", *given]
        formula = ["implies", premise, formula]
    for name, sort in reversed(sequent["vars"].items()):
        formula = ["all", name, sort, formula]
    return formula
