"""Names for terms of what is told: those of the written proof, and new ones for what repeats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from proofs import notation
from proofs.abbreviations import Part as Named
from proofs.abbreviations import named_parts
from proofs.definitions import names as names_in
from proofs.definitions import size, variables
from proofs.prose.boxes import LONGEST

DIGITS = 40  # of a number that gets a name, in a formula of such numbers
LARGE = 150  # operations of a formula for which more names are looked for
MAX_NODES = 15_000  # operations of formulas in which what occurs again is looked for
MANY = 12  # operations of what is named with more arguments than its author wrote
BRIEF = 26  # signs of a term that needs no name


def for_others(part: Named, trees: Sequence[Any], known: set[str]) -> Named:
    """The name with more arguments, if it is about variables for which others stand as well."""
    about = (variables(part.body) - {*part.arguments}) & known
    if not about or size(part.body) < MANY:
        return part
    holes, others, wanted = {*part.arguments, *about}, set[str](), part.body[:1]
    todo = list(trees)
    while todo:
        node = todo.pop()
        if not isinstance(node, tuple):
            continue
        todo += node[1:]
        at: dict[str, Any] = {}
        if node[:1] == wanted and _matches(part.body, node, holes, at) and set(at) == holes:
            values = {name: at[name] for name in about}
            if all(isinstance(value, str) for value in values.values()):
                others |= {name for name, value in values.items() if name != value}
    more = tuple(name for name in sorted(others))
    return Named(part.name, (*part.arguments, *more), part.body)


def called(node: Any, parts: Sequence[Named]) -> Any:
    """The tree with a name wherever something is what it stands for."""
    if not isinstance(node, tuple):
        return node
    for part in parts:
        if part.body[0] != node[0]:
            continue
        at: dict[str, Any] = {}
        if _matches(part.body, node, {*part.arguments}, at) and set(at) == {*part.arguments}:
            inner = [called(at[name], parts) for name in part.arguments]
            return ("app", part.name, *inner) if inner else part.name
    return (node[0], *(called(one, parts) for one in node[1:]))


def repeated(
    trees: Sequence[Any], known: set[str], formulas: int, least: int = 0
) -> tuple[list[Any], list[Named]]:
    """Names for what occurs again in trees that are larger than ``least``.

    Of very many it is looked for in the longest; the first ``formulas`` come before what else
    there is, the bodies of other names.
    """
    sizes = [size(node) for node in trees]
    chosen, left = set[int](), MAX_NODES
    large = [number for number in range(len(trees)) if sizes[number] > least]
    everything = sum(sizes[number] for number in large) <= MAX_NODES
    for number in sorted(large, key=lambda number: (number >= formulas, -sizes[number])):
        if everything or sizes[number] <= left:
            chosen.add(number)
            left -= sizes[number]
        if not everything and left < MAX_NODES // 2:
            break
    some = [node for number, node in enumerate(trees) if number in chosen]
    made, parts = named_parts(some, known, lambda part: variables(part) - known)
    done, smallest = iter(made), min((size(part.body) for part in parts), default=0)

    def named(number: int, node: Any) -> Any:
        if number in chosen:
            return next(done)
        return called(node, parts) if parts and sizes[number] >= smallest else node

    return [named(number, node) for number, node in enumerate(trees)], parts


def long_numbers(trees: Sequence[Any], known: set[str]) -> tuple[list[Any], list[Named]]:
    """Names for the numbers of formulas that are long by their digits."""
    found: dict[Fraction, str] = {}
    taken = known.union(*map(names_in, trees))
    free_ones = (name for i in count(1) if (name := f"number{i}") not in taken)
    for node in trees:
        numbers = [one for one in _numbers(node) if len(str(one)) > DIGITS]
        if sum(len(str(one)) for one in numbers) > LONGEST // 2:
            found |= {one: next(free_ones) for one in numbers if one not in found}
    if not found:
        return list(trees), []
    parts = [Named(name, (), number) for number, name in found.items()]
    return [_with_numbers(node, found) for node in trees], parts


def _numbers(node: Any) -> Iterator[Fraction]:
    if isinstance(node, Fraction):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from _numbers(part)


def _with_numbers(node: Any, names: Mapping[Fraction, str]) -> Any:
    if isinstance(node, Fraction):
        return names.get(node, node)
    return tuple(_with_numbers(p, names) for p in node) if isinstance(node, tuple) else node


def merged(trees: Sequence[Any], parts: Sequence[Named]) -> tuple[list[Any], list[Named]]:
    """Of names for terms, those that are another at other terms, by that other."""
    current, left = list(trees), list(parts)
    for wider in sorted(parts, key=lambda part: -len(part.arguments)):
        if not wider.arguments or wider not in left:
            continue
        for other in [part for part in left if part.name != wider.name]:
            at: dict[str, Any] = {}
            if not _matches(wider.body, other.body, set(wider.arguments), at):
                continue
            if set(at) != set(wider.arguments):
                continue
            value = ("app", wider.name, *(at[name] for name in wider.arguments))
            if other.name in names_in(value) or _uses(wider, other, left):
                continue
            left.remove(other)
            current = [_instead(node, other, value) for node in current]
            left = [Named(p.name, p.arguments, _instead(p.body, other, value)) for p in left]
            wider = next(part for part in left if part.name == wider.name)
    return current, left


def letter(taken: set[str]) -> str:
    """A letter for names; T is that of statements, which may call something else so."""
    letters = (c for c in "ABCDEHPQRST" if not any(name[:1] == c for name in taken))
    return next(letters, "T")


def worth_it(
    trees: Sequence[Any], parts: Sequence[Named], letter: str
) -> tuple[list[Any], list[Named]]:
    """Names stand for terms that are longer than they are; they are one letter, numbered."""
    current, left = list(trees), list(parts)
    layout = notation.Layout(notation.Names())
    while True:
        short = [
            p for p in left if "defined" not in names_in(p.body) and _length(layout, p) < BRIEF
        ]
        if not short:
            break
        part = short[0]
        left.remove(part)
        value = part.body
        current = [_instead(node, part, value) for node in current]
        left = [Named(p.name, p.arguments, _instead(p.body, part, value)) for p in left]
    order = {part.name: f"{letter}{number}" for number, part in enumerate(left, 1)}
    return [renamed(node, order) for node in current], [
        Named(order[p.name], p.arguments, renamed(p.body, order)) for p in left
    ]


def _length(layout: notation.Layout, part: Named) -> int:
    return len(notation.text(layout.term(part.body)))


def _uses(one: Named, other: Named, parts: Sequence[Named]) -> bool:
    """Whether a name stands, perhaps by way of others, in what ``one`` stands for."""
    known = {part.name: part for part in parts}
    todo, seen = [one.name], set[str]()
    while todo:
        name = todo.pop()
        for inner in names_in(known[name].body) & known.keys() - seen:
            seen.add(inner)
            todo.append(inner)
    return other.name in seen


def _matches(pattern: Any, node: Any, holes: set[str], at: dict[str, Any]) -> bool:
    if isinstance(pattern, str) and pattern in holes:
        return bool(at.setdefault(pattern, node) == node)
    if isinstance(pattern, tuple) and isinstance(node, tuple) and len(pattern) == len(node):
        if pattern[0] == "sum" and node[0] == "sum":
            body = _at(pattern[4], {pattern[1]: node[1]})
            limits = [
                _matches(a, b, holes, at) for a, b in zip(pattern[2:4], node[2:4], strict=True)
            ]
            inside = all(limits) and _matches(body, node[4], holes, at)
            return inside and not any(node[1] in names_in(value) for value in at.values())
        if pattern[0] in ("all", "some", "lambda"):
            return pattern == node and not names_in(pattern) & holes
        return all(_matches(a, b, holes, at) for a, b in zip(pattern, node, strict=True))
    return type(pattern) is type(node) and bool(pattern == node)


def _instead(node: Any, part: Named, value: Any) -> Any:
    """The tree with ``value`` where the part's name stands, at whatever terms."""
    if node == part.name and not part.arguments:
        return value
    if not isinstance(node, tuple):
        return node
    inner = [_instead(one, part, value) for one in node[1:]]
    if node[0] == "app" and node[1] == part.name:
        return _at(value, dict(zip(part.arguments, inner[1:], strict=True)))
    return (node[0], *inner)


def _at(node: Any, values: Mapping[str, Any]) -> Any:
    """The tree with terms for names; what it binds is renamed where a term would be caught."""
    if isinstance(node, str):
        return values.get(node, node)
    if not isinstance(node, tuple):
        return node
    if node[0] not in ("sum", "all", "some", "lambda"):
        return (node[0], *(_at(one, values) for one in node[1:]))
    bound, body = node[1], node[-1]
    inner = {name: value for name, value in values.items() if name != bound}
    met = frozenset().union(*map(variables, inner.values()))
    if bound in met:
        new = next(f"{bound}{i}" for i in count(1) if f"{bound}{i}" not in met | names_in(body))
        inner, bound = {**inner, bound: new}, new
    middle = (_at(one, values) if node[0] == "sum" else one for one in node[2:-1])
    return (node[0], bound, *middle, _at(body, inner))


def restored(node: Any, parts: Mapping[str, Named]) -> Any:
    """The tree with the terms that names stand for."""
    if isinstance(node, str) and node in parts and not parts[node].arguments:
        return restored(parts[node].body, parts)
    if not isinstance(node, tuple):
        return node
    if node[0] == "app" and node[1] in parts:
        part = parts[node[1]]
        at = [restored(one, parts) for one in node[2:]]
        return _at(restored(part.body, parts), dict(zip(part.arguments, at, strict=True)))
    return (node[0], *(restored(one, parts) for one in node[1:]))


def renamed(node: Any, to: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return to.get(node, node)
    return (node[0], *(renamed(part, to) for part in node[1:])) if isinstance(node, tuple) else node
