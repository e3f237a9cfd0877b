"""Proofs in prose, as :mod:`proofs.prose` tells them, on a page, in an article, in a terminal.

A prose is a list of blocks:

    ["say", part, ...]               a sentence: words, ["m", box] and ["g", box, number] within the
                                     line, ["f", box, number] displayed, ["r", number] a reference
    ["items", [[part, ...], [block, ...]], ...]    cases
    ["inner", [block, ...]]                        the proof of what was just said
    ["where", [box, ...]]                          names for terms
    ["more", n]                                    n sentences that are not shown here
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from reports import boxes

Block = list[Any]
Write = Callable[[Any], str]


def sentences(blocks: Sequence[Block]) -> int:
    """How many sentences there are."""
    return sum(_sentences(block) for block in blocks)


def _sentences(block: Block) -> int:
    if block[0] == "items":
        return sum(1 + sentences(inner) for _, inner in block[1:])
    if block[0] == "inner":
        return sentences(block[1])
    return int(block[0] == "say")


def cut(blocks: Sequence[Block], most: int) -> list[Block]:
    """The first sentences, and how many are left out; of cases each is there."""
    kept, left = _cut(blocks, most)
    return kept


def _cut(blocks: Sequence[Block], most: int) -> tuple[list[Block], int]:
    kept: list[Block] = []
    for number, block in enumerate(blocks):
        if most <= 0 and block[0] != "where":
            return [*kept, ["more", sentences(blocks[number:])]], most
        if block[0] == "say":
            kept.append(block)
            most -= 1
        elif block[0] == "inner":
            inner, most = _cut(block[1], most)
            kept.append(["inner", inner])
        elif block[0] == "items":
            rows = []
            for title, inner in block[1:]:
                shown, most = _cut(inner, most - 1)
                rows.append([title, shown])
            kept.append(["items", *rows])
        else:
            kept.append(block)
    return kept, most


def lines(blocks: Sequence[Block], say: Write, indent: int = 0) -> Iterator[tuple[int, str, str]]:
    """Indentation, text, and the number at its end; ``say`` writes a box on a line."""
    for block in blocks:
        kind = block[0]
        if kind == "where":
            for number, box in enumerate(block[1]):
                yield indent + (0 if not number else 2), f"{'Write ' if not number else 'and '}{say(box)}", ""
        elif kind == "say":
            yield from _sentence(block[1:], say, indent)
        elif kind == "inner":
            yield from lines(block[1], say, indent + 2)
        elif kind == "items":
            for title, inner in block[1:]:
                text = "".join(_worded(part, say) for part in title)
                yield indent, f"– {text}:", ""
                yield from lines(inner, say, indent + 2)
        elif kind == "more":
            yield indent, f"… {block[1]} more sentence{'' if block[1] == 1 else 's'}", ""


def _worded(part: Any, say: Write) -> str:
    if isinstance(part, str):
        return part
    if part[0] == "r":
        return f"({part[1]})"
    return say(part[1]) + (f" ({part[2]})" if len(part) > 2 else "")


def _sentence(parts: Sequence[Any], say: Write, indent: int) -> Iterator[tuple[int, str, str]]:
    text = ""
    for part in parts:
        if isinstance(part, list) and part[0] == "f":
            if text.strip():
                yield indent, text.strip(), ""
            yield indent + 4, say(part[1]), f"({part[2]})"
            text = ""
        else:
            text += _worded(part, say)
    if text.strip(" "):
        yield indent, text.strip(), ""
