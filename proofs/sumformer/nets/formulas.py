"""Theorems 4.3 to 4.5 with every layer written out: the formulas, the lemmas, and how they join.

Blocks with explicit weights make hats max(0, r - |x - t|) of each token x, one head adds them up,
and later blocks take the least of f(q) + N^2 (how far the sums, and x, are from those of q) over
the sequences q of a finite net.  ``sequences.txt`` has what holds of sequences and of f,
``cells.txt`` where the net comes from, ``layers.txt`` what the layers make; all have
definitions, formulas by name, and lemmas with the formulas that they rest on.  Each lemma is a
statement of its own, and its proof is told again where the text of a theorem cites it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from proofs.kernel.check import open_statement
from proofs.language.elaboration import Elaborator, State, _theorem
from proofs.language.formulas import read_in
from proofs.language.library import lemmas as library
from proofs.language.steps import Reason, read_steps
from proofs.language.text import Definition, Expression, read, read_definition
from proofs.sumformer.nets.gaps import GAPS
from proofs.trees.script import Json, Node, elaborate
from proofs.trees.transport import walk

HERE = Path(__file__).parent
#: sequences, permutations, tokens, points of R^d, distances, f, numbers of cells
BASE = {
    **{"tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "x": 2, "mv": 3, "put": 3, "f": 3},
    **{"ds": 2, "num": 4},
}
#: a network W: its net of sequences and radii, its layers, its heads, what they make
NETWORK = {
    **{"net": 2, "rad": 2, "U": 4, "B": 3, "V": 4, "th": 3, "WQ": 4, "WK": 4, "WV": 4},
    **{"S": 5, "O": 5, "Qu": 5, "Ke": 5, "Va": 5, "Sc": 5, "A": 5, "E": 4, "F": 4, "om": 4, "G": 5},
    **{"H": 5},
}
SORTS = {"n": "int", "d": "int", "eps": "real", "beta": "real"}
SIZES = {"N": "int", "R": "int", "W": "real"}


@dataclass(frozen=True)
class Lemma:
    """A formula by name, its proof as text, and what it rests on: names in the text to formulas."""

    name: str
    by: Mapping[str, str]
    text: str

    @property
    def shows(self) -> str:
        """The formula's name; more than one lemma may show it, each with a suffix of its own."""
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Page:
    """Definitions, formulas and lemmas of one file."""

    definitions: Mapping[str, Definition]
    formulas: Mapping[str, str]
    lemmas: Mapping[str, Lemma]


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each head, and the indented lines below it."""
    head = ""
    lines: list[str] = []
    for line in [*text.splitlines(), "#"]:
        if line and not line[0].isspace():
            if head and not head.startswith("#"):
                yield head, "\n".join(lines)
            head, lines = line, []
        else:
            lines.append(line[2:])


@cache
def page() -> Page:
    """What the three files say."""
    definitions: dict[str, Definition] = {}
    formulas: dict[str, str] = {}
    found: dict[str, Lemma] = {}
    for file in ("sequences.txt", "cells.txt", "layers.txt"):
        text = (HERE / file).read_text(encoding="utf-8")
        text = re.sub(r"(?m)^(lemma [^:]*),\n +", r"\1, ", text)
        for head, body in _blocks(text):
            kind, _, rest = head.rstrip(":").partition(" ")
            body = body.strip("\n")
            if kind == "definition":
                made = read_definition(" ".join(body.split()), definitions)
                definitions[made.name] = made
            elif kind == "formula":
                formulas[rest] = " ".join(body.split())
            else:
                name, _, uses = rest.partition(" by ")
                pairs = [part.split(" = ") for part in uses.split(", ") if part]
                found[name] = Lemma(name, dict(pairs), body)
    return Page(definitions, formulas, found)


def _sorts(network: bool, heads: bool = True) -> dict[str, str]:
    return {**SORTS, **(SIZES if network else {}), **({"K": "int"} if network and heads else {})}


def _declared(network: bool) -> str:
    sorts = _sorts(network)
    functions = {**BASE, **(NETWORK if network else {})}
    names = [f"{name}: {sort}" for name, sort in sorts.items()]
    names += [f"{name}: real^{count} -> real" for name, count in functions.items()]
    return "for all " + ", ".join(names)


@cache
def formula(name: str, network: bool = True) -> Json:
    """The formula of this name."""
    text = f"{_declared(network)}; |- {page().formulas[name]}"
    return read(text, page().definitions).sequent["show"]


def sequent(lemma: Lemma, network: bool) -> Json:
    """The lemma as a statement of its own."""
    rests = [
        part for name in dict.fromkeys(lemma.by.values()) for part in parts(formula(name, network))
    ]
    sizes = [["<=", "1", "n"], ["<=", "1", "d"]]
    sizes += [["<=", "1", "N"], ["<=", "1", "R"]] if network else []
    return {
        "vars": _sorts(network, "KSIZE" in lemma.by.values()),
        "functions": {**BASE, **(NETWORK if network else {})},
        "given": [*sizes, ["<", "0", "eps"], *rests],
        "show": formula(lemma.shows, network),
    }


def parts(formula_: Json) -> list[Json]:
    if formula_[0] == "and":
        return [part for inner in formula_[1:] for part in parts(inner)]
    return [formula_]


@dataclass(frozen=True)
class Told:
    """A proof as text, with the definitions of the three files; called, it is a script."""

    sequent: Json
    text: str
    facts: Mapping[str, Json]
    theorems: Mapping[str, Callable[[], Json]]  #: by name, what makes a certificate to cite
    lemmas: Mapping[str, Callable[[], Json]] = field(default_factory=dict)  #: told where cited
    names: Mapping[str, Json] = field(default_factory=dict)  #: names of whole formulas

    @property
    def printed(self) -> str:
        """The text, below the definitions that it uses."""
        return "\n".join([*_lets(self.text), self.text])

    def __call__(self) -> Node:
        elaborator = _Elaborator(self.text, page().definitions, library())
        elaborator.theorems = {name: _theorem(made()) for name, made in self.theorems.items()}
        elaborator.apart, elaborator.formulas = self.lemmas, self.names
        return elaborator.proof(self.sequent, read_steps(self.text), self.facts)


class _Elaborator(Elaborator):
    """A text may call a formula by a name, and cite a lemma on the variables that are in hand."""

    apart: Mapping[str, Callable[[], Json]] = {}
    formulas: Mapping[str, Json] = {}

    def formula(self, state: State, e: Expression | None) -> Json:
        if e is not None and e.op == "name" and e.parts[0] in self.formulas:
            return self.formulas[e.parts[0]]
        return super().formula(state, e)

    def why(self, state: State, fact: Json, why: Sequence[Reason], place: Any) -> Node:
        """The proof of the one lemma that is cited is told again, with what is known here."""
        if len(why) != 1 or why[0].name not in self.apart:
            return super().why(state, fact, why, place)
        made = self.apart[why[0].name]()
        here = state.context.child(goal=read_in(fact, state.context))
        return walk(open_statement(made["statement"]), here, made["proof"])


def _lets(text: str) -> list[str]:
    """The definitions that a text uses, and those that these use."""
    used = set(re.findall(r"\w+", text))
    found: list[str] = []
    for name, definition in reversed([*page().definitions.items()]):
        if name in used:
            used |= set(re.findall(r"\w+", definition.source))
            found.insert(0, f"let {definition.source}")
    return found


def script(lemma: Lemma, network: bool) -> Told:
    """The proof of :func:`sequent`."""
    facts = {name: formula(of, network) for name, of in lemma.by.items()}
    cited = {name: made for name, made in GAPS.items() if f"{name}(" in lemma.text}
    return Told(sequent(lemma, network), lemma.text, facts, cited)


def theorems(names: Sequence[str], network: bool) -> dict[str, Callable[[], Json]]:
    """Each of these lemmas by its name, for a text that cites it."""

    def made(lemma: Lemma) -> Callable[[], Json]:
        return lambda: elaborate(sequent(lemma, network), script(lemma, network)())

    lemmas = [page().lemmas[name] for name in names]
    return {lemma.shows: made(lemma) for lemma in lemmas}


def lines(names: Sequence[str]) -> str:
    """The lemmas as steps of a text."""
    lemmas = [page().lemmas[name] for name in names]
    return "\n".join(
        f"have {lemma.shows.lower()}: {page().formulas[lemma.shows]} by {lemma.shows}"
        for lemma in lemmas
    )
