"""What occurs again in formulas is named once: ``... T1(x) ...  where T1(x) = ...``.

A layer's formula repeats its mean in every coordinate; written out, a statement about it fills a
page.  Putting the parts back in gives the formulas again: a part is the same term in the same
variables wherever its name stands, and what is bound around it stands as its argument.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

MIN_SIZE, MAX_NAMES, MAX_NODES = 7, 9, 20_000
LOGICAL = ("<=", "<", "=", "!=", "and", "implies", "all", "some", "lipschitz", "stated", "lambda")


@dataclass(frozen=True)
class Part:
    """``name(arguments) = body``."""

    name: str
    arguments: tuple[str, ...]
    body: Any

    @property
    def head(self) -> Any:
        """How the part is written where it stands."""
        return ("app", self.name, *self.arguments) if self.arguments else self.name


def named_parts(
    formulas: Sequence[Any], taken: Collection[str], bound_in: Callable[[Any], Collection[str]]
) -> tuple[list[Any], list[Part]]:
    """The formulas with names for their repeated terms, and what the names stand for.

    A name that is ``taken``, or that stands in the formulas, is no abbreviation.  ``bound_in``
    says which variables of a term have to be its arguments.
    """
    used = {*taken, *(name for formula in formulas for name in _strings(formula))}
    free = (name for number in count(1) if (name := f"T{number}") not in used)
    current, parts = list(formulas), list[Part]()
    while len(parts) < MAX_NAMES:
        body = _most_wasteful([*current, *(part.body for part in parts)], bound_in)
        if body is None:
            break
        arguments = {*bound_in(body)} - {part.name for part in parts}
        part = Part(next(free), tuple(sorted(arguments)), body)
        current = [_replace(formula, body, part.head) for formula in current]
        parts = [Part(p.name, p.arguments, _replace(p.body, body, part.head)) for p in parts]
        parts.append(part)
    return current, parts


def _strings(node: Any) -> Iterator[str]:
    """All words of a formula: its names and those of its operations."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _strings(part)


def _most_wasteful(formulas: Sequence[Any], bound_in: Callable[[Any], Collection[str]]) -> Any:
    """The repeated term whose naming saves most; its arguments have to be written each time."""
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
        if node[0] == "lambda":
            size = _written(node, size)
        elif node[0] == "defined":
            size -= 1  # the name of the definition, which is its head
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
        if c > 1 and terms[n][0] >= MIN_SIZE + len(bound_in(terms[n][1]))
    }
    best = max(saving, key=lambda n: saving[n], default=None)
    return None if best is None else terms[best][1]


def _written(node: Any, size: int) -> int:
    """The size of a function as it is printed: of x -> f(x) that of f."""
    bound = []
    while isinstance(node, tuple) and node[0] == "lambda":
        bound.append(node[1])
        node = node[2]
    if isinstance(node, tuple) and node[0] == "app" and node[-len(bound) :] == (*bound,):
        return len(node) - 1 - len(bound)
    return size


class _TooLong(Exception):
    """There is more than is looked through."""


def _replace(node: Any, part: Any, head: Any) -> Any:
    if node == part:
        return head
    if isinstance(node, tuple):
        return (node[0], *(_replace(child, part, head) for child in node[1:]))
    return node
