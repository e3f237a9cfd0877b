"""Formulas for people: as the kernel prints them, with repeated parts named once.

A layer's formula repeats its mean in every coordinate; written out, a statement about it fills a
page.  ``abbreviated`` names what occurs again: ``... T1 ...  where T1 = ...``.  Putting the parts
back in gives the kernel's own text, character by character up to brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula

MIN_SIZE, MAX_NAMES, MAX_NODES = 7, 9, 20_000
LOGICAL = ("<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz")


def about(sequent: Mapping[str, Any], named: Callable[[str], str] = str) -> str:
    """``for all N: int, x: real; functions f/1``: what a sequent speaks of; empty of nothing."""
    variables = ", ".join(f"{named(name)}: {sort}" for name, sort in sequent["vars"].items())
    declared = ", ".join(f"{named(f)}/{arity}" for f, arity in sequent["functions"].items())
    head = "; ".join(part for part in (variables, declared and f"functions {declared}") if part)
    return f"for all {head}" if head else ""


def sequent_text(sequent: Mapping[str, Any], named: Callable[[str], str] = str) -> str:
    """The whole sequent, one hypothesis a line; terms that occur again are named at the end.

    Variables and functions are printed as ``named`` says.
    """
    sorts, functions = sequent["vars"], sequent["functions"]
    head = about(sequent, named)
    lines = [head] if head else []
    read = [
        _renamed(read_formula(data, sorts, functions), named)
        for data in (*sequent["given"], sequent["show"])
    ]
    taken = [named(name) for name in (*sorts, *functions)]
    (*given, goal), parts = abbreviated(read, taken)
    lines += [f"  if   {text}" for text in given] + [f"  then {goal}"]
    lines += [f"  {'where' if i == 0 else '     '} {part}" for i, part in enumerate(parts)]
    return "\n".join(lines)


def _renamed(node: Any, named: Callable[[str], str]) -> Any:
    """The formula with other names for its variables and functions."""
    if isinstance(node, str):
        return node if node[0] == "#" else named(node)
    if not isinstance(node, tuple):
        return node
    if node[0] in ("app", "lipschitz"):
        head: tuple[Any, ...] = (node[0], named(node[1]))
    else:
        head = node[: {"all": 3, "some": 3, "sum": 2}.get(node[0], 1)]
    return (*head, *(_renamed(part, named) for part in node[len(head) :]))


def abbreviated(formulas: list[Any], taken: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """The texts of the formulas, and the lines ``T1 = ...`` that they need.

    A name that is ``taken``, or that stands in the formulas, is no abbreviation.
    """
    used = {*taken, *(name for formula in formulas for name in _strings(formula))}
    free = (name for number in count(1) if (name := f"T{number}") not in used)
    current = list(formulas)
    definitions: list[tuple[str, Any]] = []
    while len(definitions) < MAX_NAMES:
        part = _most_wasteful([*current, *(body for _, body in definitions)])
        if part is None:
            break
        name = next(free)
        current = [_replace(f, part, name) for f in current]
        definitions = [(n, _replace(body, part, name)) for n, body in definitions]
        definitions.append((name, part))
    return [show(f) for f in current], [f"{name} = {show(body)}" for name, body in definitions]


def _strings(node: Any) -> Iterator[str]:
    """All words of a formula: its names and those of its operations."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _strings(part)


def _most_wasteful(formulas: list[Any]) -> Any:
    """The repeated term whose naming saves most."""
    numbers: dict[tuple[Any, ...], int] = {}  # equal terms have equal numbers
    counts: Counter[int] = Counter()
    terms: dict[int, tuple[int, Any]] = {}
    left = MAX_NODES

    def visit(node: Any) -> tuple[int, int]:
        """The size of a term and its number, which is hashed and compared in place of it."""
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLong
        if not isinstance(node, tuple):
            return 1, numbers.setdefault((str(node),), len(numbers))
        inner = [visit(part) for part in node[1:]]
        size = 1 + sum(parts for parts, _ in inner)
        number = numbers.setdefault((node[0], *(n for _, n in inner)), len(numbers))
        if node[0] not in LOGICAL:
            counts[number] += 1
            terms[number] = size, node
        return size, number

    try:
        for formula in formulas:
            visit(formula)
    except _TooLong:
        return None
    saving = {
        n: ((c - 1) * terms[n][0], terms[n][0])
        for n, c in counts.items()
        if c > 1 and terms[n][0] >= MIN_SIZE
    }
    best = max(saving, key=lambda n: saving[n], default=None)
    return None if best is None else terms[best][1]


class _TooLong(Exception):
    """There is more than is looked through."""


def _replace(node: Any, part: Any, name: str) -> Any:
    if node == part:
        return name
    if isinstance(node, tuple):
        return (node[0], *(_replace(child, part, name) for child in node[1:]))
    return node


def show(node: Any) -> str:
    """A term or formula as people read it."""
    if isinstance(node, Fraction):
        return str(node)
    if isinstance(node, (str, int)):
        return str(node).replace("#", "k")
    op, args = node[0], node[1:]
    if op in ("<=", "<", "=", "!="):
        return f"{show(args[0])} {op} {show(args[1])}"
    if op == "and":
        return " and ".join(f"({show(a)})" for a in args) or "true"
    if op == "implies":
        return f"({show(args[0])}) => ({show(args[1])})"
    if op in ("all", "some"):
        return f"for {op} {args[1]} {show(args[0])}: {show(args[2])}"
    if op == "lipschitz":
        return f"{args[0]} is {_atom(args[1])}-Lipschitz on [{show(args[2])}, {show(args[3])}]"
    if op == "sum":
        k = show(args[0])
        return f"sum({k} = {show(args[1])}..{show(args[2])}, {show(args[3])})"
    if op == "app":
        return f"{args[0]}({', '.join(show(a) for a in args[1:])})"
    if op == "^":
        tower = isinstance(args[0], tuple) and args[0][0] == "^"
        return f"({show(args[0])})^{args[1]}" if tower else f"{_atom(args[0])}^{args[1]}"
    if op == "-" and len(args) == 1:
        return f"-{_atom(args[0])}"
    if op in ("+", "-", "*", "/"):
        return f" {op} ".join(_atom(a) if op != "+" else show(a) for a in args)
    return f"{op}({', '.join(show(a) for a in args)})"


def _atom(node: Any) -> str:
    text = show(node)
    compound = isinstance(node, tuple) and node[0] in ("+", "-", "*", "/")
    return f"({text})" if compound or text.startswith("-") or "/" in text else text


def describe(context: Context) -> str:
    """What is known and to be shown at a node, for whoever writes the script of a proof."""
    names = {name: key for key, name in context.atoms.items()}
    lines = [f"{name} := {key}" for name, key in names.items()]
    lines += [f"[{i}] {show_poly(lit.poly)} {lit.rel} 0" for i, lit in enumerate(context.literals)]
    lines += [f"<{i}> {show(rule)}" for i, rule in enumerate(context.rules)]
    return "\n".join([*lines, f"|- {show(context.goal)}"])


def show_poly(poly: P.Poly) -> str:
    """``-1 + @0*N``: the monomials in the kernel's order."""

    def monomial(m: P.Monomial) -> str:
        return "*".join(name if e == 1 else f"{name}^{e}" for name, e in m)

    return (
        " + ".join(
            str(c) if not m else monomial(m) if c == 1 else f"{c}*{monomial(m)}"
            for m, c in sorted(poly.items())
        )
        or "0"
    )
