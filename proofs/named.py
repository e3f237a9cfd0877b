"""Theorems of Coq with the names of a paper's objects, in a file for each paper.

``proofs.plain`` proves statements with everything written out.  Here each is stated again with the
names of :mod:`proofs.definitions`: a definition of the paper becomes one of Coq, of real numbers
and functions, and where a statement has its body the name stands.  The proof of such a theorem is
the one that is written out: Coq unfolds the names and compares, so nothing that is written here is
believed.  Where Coq finds a difference, the theorem stands there written out.

What makes a quotient, root or logarithm defined stands beside it in a theorem.  Where that takes
more than ``SHORT`` characters of an object, ``<name>_defined`` lists it.  Where the argument x has
conditions of its own, ``<name>_partial_x`` and ``<name>_defined_x`` take these as a further
argument, ``x_defined``: in a sum, an undefined summand counts 0.  What occurs in a body more than
once is named there (``part1``).
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from proofs.definitions import (
    Definition,
    Folded,
    Tree,
    Unfolding,
    fold,
    json_of,
    names,
    tree,
    variables,
)
from proofs.plain_text import APPLIED, ATOM, Condition, Text, listed

Json = Any
Form = tuple[bool, tuple[str, ...]]
"""Whether it is the list of conditions, and the parameters that have conditions of their own."""
SHORT, LONG, WIDTH = 40, 30, 100
_HEAD = "From Coq Require Import ZArith Reals List.\n"
_SCOPES = "Import ListNotations.\nLocal Open Scope list_scope.\nLocal Open Scope R_scope.\n"


def form_name(definition: str, form: Form) -> str:
    """What one of its forms is called."""
    conditions, loose = form
    words = ["defined"] if conditions else ["partial"] if loose else []
    return "_".join([coq_name(definition), *words, *loose])


def coq_name(definition: str) -> str:
    """What a definition is called in Coq; another way to write it is numbered from 1."""
    base, _, number = definition.partition("~")
    return re.sub(r"\W", "_", base) + (f"_{int(number) + 1}" if number else "")


@dataclass(frozen=True)
class _Instance:
    """An object with arguments: its value as text, and what makes it defined."""

    value: str
    conditions: list[Condition]


class NamedText(Text):
    """A statement, or the body of a definition, with names of objects, as text of Coq.

    ``conditions_of``: to a variable the list of conditions of what stands for it, by its name.
    ``shared``: terms that a body names.  ``used``: which forms of which definitions the text has.
    """

    def __init__(
        self,
        statement: Json,
        definitions: Mapping[str, Definition] | None = None,
        taken: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(statement)
        self.definitions = definitions or {}
        self.taken = taken
        self.conditions_of: dict[str, str] = {}
        self.shared: Mapping[str, Json] = {}
        self.used: dict[str, set[Form]] = {}

    def name(self, name: str) -> str:
        written = super().name(name)
        return f"{written}_" if written in self.taken else written

    @contextmanager
    def _bound(self, added: Mapping[str, str], without: Sequence[str]) -> Iterator[None]:
        before = self.conditions_of
        self.conditions_of = {k: v for k, v in before.items() if k not in without} | dict(added)
        yield
        self.conditions_of = before

    # --- terms and formulas ----------------------------------------------------------------------

    def _term(self, t: Json, ints: frozenset[str]) -> tuple[int, str]:
        if isinstance(t, list) and t[0] == "defined":
            return APPLIED, self.instance(t, ints).value
        if isinstance(t, list) and t[0] == "sum":
            with self._bound({}, [t[1]]):
                return super()._term(t, ints)
        return super()._term(t, ints)

    def conditions(self, t: Json, ints: frozenset[str]) -> list[Condition]:
        if isinstance(t, str):
            if t in self.shared:
                return self.conditions(self.shared[t], ints)
            return [("", self.conditions_of[t])] if t in self.conditions_of else []
        if t[0] == "defined":
            return self.instance(t, ints).conditions
        if t[0] == "app" and t[1] in self.conditions_of:
            at = [f"{self.term(a, ints, ATOM)} {listed(self.conditions(a, ints))}" for a in t[2:]]
            return [("", f"{self.conditions_of[t[1]]} {' '.join(at)}")]
        return super().conditions(t, ints)

    def formula(self, f: Json, ints: frozenset[str]) -> str:
        if f[0] == "stated":
            return self.instance(f, ints).value
        if f[0] in ("all", "some"):
            with self._bound({}, [f[1]]):
                return super().formula(f, ints)
        return super().formula(f, ints)

    def part(self, f: Json, ints: frozenset[str]) -> str:
        return self.formula(f, ints) if f[0] == "stated" else super().part(f, ints)

    # --- objects ---------------------------------------------------------------------------------

    def instance(self, node: Json, ints: frozenset[str]) -> _Instance:
        """An object of the paper with its arguments."""
        kind, key, *arguments = node
        definition = self.definitions[key]
        given = dict(zip(definition.signature, arguments, strict=True))
        found = {n: self._argument_conditions(a, ints) for n, a in given.items()}
        forms = Forms(definition)
        loose = tuple(
            name
            for name, (own, conditions) in found.items()
            if any(c not in own for c in conditions)
            or (conditions != own and (not own or name in forms.asking))
        )
        values = [self.argument(a, ints) for a in given.values()]

        def applied(form: Form) -> str:
            self.used.setdefault(key, set()).add(form)
            lists = [self._argument_list(given[name], ints) for name in form[1]]
            return " ".join([form_name(key, form), *values, *lists])

        value = applied((False, tuple(name for name in loose if name in forms.guarded)))
        if kind == "stated":
            return _Instance(value, [])
        opened = self._opened(definition, given)
        conditions = self.conditions(opened, ints)
        long = sum(len(text) for _, text in conditions) > SHORT
        if long and any(kind for kind, _ in forms.conditions(loose)):
            conditions = [("", applied((True, loose)))]
        return _Instance(value, conditions)

    def _opened(self, definition: Definition, given: Mapping[str, Json]) -> Json:
        """The body, with these arguments."""
        trees = {name: tree(argument) for name, argument in given.items()}
        taken = {*self.sorts, *self.functions}.union(*map(names, trees.values()))
        return json_of(Unfolding({}, taken)._put(definition.parts[0], trees))

    def _inside(self, argument: Json) -> tuple[list[str], Json]:
        """The variables of an argument, and the term in them."""
        own: list[str] = []
        while isinstance(argument, list) and argument[0] == "lambda":
            own.append(argument[1])
            argument = argument[2]
        return own, argument

    def _argument_conditions(
        self, argument: Json, ints: frozenset[str]
    ) -> tuple[list[Condition], list[Condition]]:
        """Those of its variables, in their order; and those of the whole argument."""
        own, body = self._inside(argument)
        marks = {v: f"{v}_defined" for v in own}
        with self._bound(marks, own):
            found = self.conditions(body, ints - {*own})
        return [("", mark) for mark in marks.values()], found

    def _argument_list(self, argument: Json, ints: frozenset[str]) -> str:
        """The conditions of an argument, as a list or, of a function, a function to lists."""
        own, _ = self._inside(argument)
        _, found = self._argument_conditions(argument, ints)
        if not own:
            return listed(found)
        heads = " ".join(f"({self.name(v)} : R) ({v}_defined : list cond)" for v in own)
        return f"(fun {heads} => {listed(found)})"

    def argument(self, argument: Json, ints: frozenset[str]) -> str:
        own, body = self._inside(argument)
        if not own:
            return self.term(body, ints, ATOM)
        before = body[2 : -len(own)]
        partly = body[0] == "app" and body[2:] == [*before, *own]
        if partly and not {*own} & names(tree(["app", "", *before])):
            inner = [self.name(body[1]), *(self.term(a, ints, ATOM) for a in before)]
            return f"({' '.join(inner)})" if before else inner[0]
        heads = " ".join(map(self.name, own))
        with self._bound({}, own):
            text = self.term(body, ints - {*own})
        return f"(fun {heads} : R => {text})"


class Forms:
    """The texts of a definition: its value and conditions, of total and of partial arguments."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.arity = {name: len(v) for name, v in definition.signature.items()}
        self.parts: list[Json] = definition.json_parts
        self.shared: dict[str, Json] = {}
        if definition.kind == "defined":
            whole, self.shared = shared(self.parts[0], {*self.arity})
            self.parts = [whole]

    def _text(self, loose: Collection[str]) -> NamedText:
        terms = {name: "real" for name, k in self.arity.items() if not k}
        functions = {name: k for name, k in self.arity.items() if k}
        text = NamedText({"vars": terms, "functions": functions, "given": [], "show": ["and"]})
        text.shared = self.shared
        text.conditions_of = {name: f"{name}_defined" for name in loose}
        return text

    def value(self, loose: Collection[str] = ()) -> str:
        text = self._text(loose)
        if self.definition.kind == "stated":
            whole = ["and", *self.parts] if len(self.parts) > 1 else self.parts[0]
            return text.formula(whole, frozenset())
        return self._after(text, text.term(self.parts[0], frozenset()))

    def _after(self, text: NamedText, said: str) -> str:
        """What is said, after the names that it uses."""
        for name, body in reversed(self.shared.items()):
            if re.search(rf"\b{name}\b", said):
                said = f"let {name} := {text.term(body, frozenset())} in\n{said}"
        return said

    @property
    def guarded(self) -> set[str]:
        """The parameters of whose conditions the value depends: those inside of sums."""
        said = self.value(self.arity)
        return {name for name in self.arity if re.search(rf"\b{name}_defined\b", said)}

    def conditions(self, loose: Collection[str] = ()) -> list[Condition]:
        """None of a formula: they stand inside."""
        if self.definition.kind == "stated":
            return []
        return self._text(loose).conditions(self.parts[0], frozenset())

    @property
    def asking(self) -> set[str]:
        """The functions that the body applies to what has conditions."""
        found: set[str] = set()

        def walk(node: Json) -> None:
            if isinstance(node, list):
                applied = node[0] == "app" and node[1] in self.arity
                if applied and any(self._text(()).conditions(a, frozenset()) for a in node[2:]):
                    found.add(node[1])
                for part in node[1:]:
                    walk(part)

        for part in (*self.parts, *self.shared.values()):
            walk(part)
        return found

    def text(self, form: Form) -> str:
        """The definition of Coq for one of its forms."""
        listing, loose = form
        text = self._text(loose)
        kinds = {n: " -> ".join(["R"] * (k + 1)) for n, k in self.arity.items()}
        kinds |= {f"{n}_defined": "R -> list cond -> " * self.arity[n] + "list cond" for n in loose}
        heads = [f"({text.name(n)} : {kind})" for n, kind in kinds.items()]
        if listing:
            kind, body = "list cond", self._after(text, listed(self.conditions(loose)))
        else:
            kind = "R" if self.definition.kind == "defined" else "Prop"
            body = self.value(loose)
        name = form_name(self.definition.id, form)
        head = _wrapped(f"Definition {' '.join([name, *heads])} : {kind} :=")
        lines = (_wrapped(f"  {line}") for line in f"{body}.".splitlines())
        return "\n".join([head, *lines]) + "\n"


def shared(term: Json, taken: Collection[str]) -> tuple[Json, dict[str, Json]]:
    """The term with names for what occurs in it more than once; these, each after those in it."""
    found: dict[str, Json] = {}
    while often := _often([*found.values(), term]):
        part = json.loads(min(often, key=len))
        name = next(n for i in count(len(found) + 1) if (n := f"part{i}") not in taken)
        found = {n: _put(body, part, name) for n, body in found.items()} | {name: part}
        term = _put(term, part, name)
    ordered: dict[str, Json] = {}
    while left := {n: names(tree(body)) for n, body in found.items() if n not in ordered}:
        name = next(n for n, inside in left.items() if not inside & {*left})
        ordered[name] = found[name]
    return term, ordered


def _often(terms: Sequence[Json]) -> list[str]:
    """What occurs more than once, as JSON, without bound variables; the largest of such."""
    seen: Counter[str] = Counter()
    inside: dict[str, Counter[str]] = {}

    def walk(node: Json, bound: frozenset[str], around: tuple[str, ...]) -> None:
        if not isinstance(node, list):
            return
        key = json.dumps(node)
        if len(key) >= LONG and not variables(tree(node)) & bound:
            seen[key] += 1
            inside.setdefault(key, Counter()).update(around)
            around = (*around, key)
        index = {node[1]} if node[0] == "sum" else set()
        parts = node[2:] if node[0] == "sum" else node[1:]
        for place, part in enumerate(parts):
            walk(part, bound | index if place == 2 and index else bound, around)

    for term in terms:
        walk(term, frozenset(), ())
    return [
        key
        for key, times in seen.items()
        if times > 1 and all(n < times or seen[outer] == 1 for outer, n in inside[key].items())
    ]


def _put(node: Json, part: Json, name: str) -> Json:
    if node == part:
        return name
    return [node[0], *(_put(n, part, name) for n in node[1:])] if isinstance(node, list) else node


@dataclass(frozen=True)
class Theorem:
    """A statement with names, and what it needs: forms of definitions, the module it is from."""

    name: str
    text: str
    used: Mapping[str, set[Form]]
    needs: str
    definitions: Sequence[Definition]
    statement: Json

    @property
    def written_out(self) -> Theorem:
        """The same, without names."""
        return theorem(self.name, self.statement, (), self.needs)


def theorem(name: str, statement: Json, definitions: Sequence[Definition], module: str) -> Theorem:
    """The theorem ``name`` with the names of these definitions, from ``module.name``.

    Without definitions it is written out.
    """
    taken = frozenset(coq_name(one.id) for d in definitions for one in d.written)
    folded = _open_groups(fold(statement, definitions))
    known = {d.id: d for d in folded.used}
    text = NamedText(statement, known, taken)
    text.given = [json_of(node) for _, node in folded.given]
    text.show = json_of(folded.show)
    said = text.stated(name)
    patterns = [
        "(" + " & ".join(f"H_{i}" for i in places) + ")" if len(places) > 1 else f"H_{places[0]}"
        for places, _ in folded.given
    ]
    heads = [text.name(n) for n in text.kinds]
    hypotheses = sum(len(places) for places, _ in folded.given)
    arguments = [*heads, *(f"H_{i}" for i in range(hypotheses))]
    proof = [f"  intros {' '.join([*heads, *patterns])}."] if arguments else []
    proof.append(f"  exact ({' '.join([f'{module}.{name}', *arguments])}).")
    lines = [*map(_wrapped, said.splitlines()), "Proof.", *map(_wrapped, proof), "Qed."]
    return Theorem(name, "\n".join(lines), text.used, module, definitions, statement)


def _wrapped(line: str) -> str:
    """The line in lines of no more than ``WIDTH`` characters, where it has spaces."""
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line, WIDTH, subsequent_indent=f"{indent}  ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _open_groups(folded: Folded) -> Folded:
    """Names of several formulas inside of a formula, put back where more stands behind them."""
    known = {d.id: d for d in folded.used}
    taken = frozenset().union(*map(names, folded.trees))
    unfolding = Unfolding(known, taken)

    def several(node: Tree) -> bool:
        return isinstance(node, tuple) and node[0] == "stated" and len(known[node[1]].parts) > 1

    def walk(node: Tree) -> Tree:
        if not isinstance(node, tuple):
            return node
        if node[0] == "and":
            parts: list[Tree] = []
            for place, part in enumerate(node[1:], 2):
                last = place == len(node)
                parts += (
                    map(walk, unfolding.formulas(part))
                    if several(part) and not last
                    else [walk(part)]
                )
            return ("and", *parts)
        return tuple(walk(part) for part in node)

    given = tuple((places, walk(node)) for places, node in folded.given)
    return Folded(given, walk(folded.show), folded.used)


def file(paper: str, theorems: Sequence[Theorem]) -> str:
    """The file of a paper: its objects, as far as the theorems have them, then the theorems."""
    used: dict[str, set[Form]] = {}
    known: dict[str, Definition] = {}
    for one in theorems:
        known |= {w.id: w for d in one.definitions for w in d.written}
        for key, forms in one.used.items():
            used.setdefault(key, set()).update(forms)
    modules = " ".join(sorted({one.needs for one in theorems}))
    lines = [
        f"(* {paper}: written by python -m proofs.plain *)\n{_HEAD}"
        f"From NP Require Import Syntax Plain.\n"
        f"{_wrapped(f'From NP Require {modules}.')}\n{_SCOPES}"
    ]
    for definition in known.values():
        forms = used.get(definition.id, set())
        if forms:
            lines.append(_comment(definition))
            lines += [Forms(definition).text(form) for form in sorted(forms)]
    lines += [one.text + "\n" for one in theorems]
    return "\n".join(lines)


def _comment(definition: Definition) -> str:
    """What it is, as the report says it, and where the paper has it."""
    said = re.sub(r"\s+", " ", definition.says.replace('"', "'").replace("*)", "* )"))
    said = said.replace("(*", "( *")
    return _wrapped(f"(* {said}{f' ({definition.source})' if definition.source else ''} *)")
