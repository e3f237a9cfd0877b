"""Formulas for people: as the kernel prints them, with repeated parts named once.

A layer's formula repeats its mean in every coordinate; written out, a statement about it fills a
page.  ``abbreviated`` names what occurs again: ``... T1 ...  where T1 = ...``.  Putting the parts
back in gives the kernel's own text, character by character up to brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import count
from typing import Any

from proofs.kernel import poly as P
from proofs.kernel.context import Context

MIN_SIZE, MAX_NAMES, MAX_NODES = 7, 9, 20_000
LOGICAL = ("<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz")


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
    counts: Counter[Any] = Counter()
    sizes: dict[Any, int] = {}

    def visit(node: Any) -> int:
        if not isinstance(node, tuple):
            return 1
        size = 1 + sum(visit(part) for part in node[1:])
        if node[0] not in LOGICAL:
            counts[node] += 1
            sizes[node] = size
        return size

    if sum(visit(f) for f in formulas) > MAX_NODES:
        return None
    saving = {n: (c - 1) * sizes[n] for n, c in counts.items() if c > 1 and sizes[n] >= MIN_SIZE}
    return max(saving, key=lambda n: (saving[n], sizes[n]), default=None)


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
        return f"{args[0]} is {show(args[1])}-Lipschitz on [{show(args[2])}, {show(args[3])}]"
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
