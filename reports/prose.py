"""Proofs in prose, as :mod:`proofs.prose` tells them, on a page, in an article, in a terminal.

A prose is a list of blocks:

    ["say", part, ...]               a sentence: words, ["m", box] and ["g", box, number] within the
                                     line, ["f", box, number] displayed, ["r", number] a reference;
                                     ["l", [box, ...], number] on several lines, 0 is no number
    ["items", [[part, ...], [block, ...]], ...]    cases
    ["inner", [block, ...]]                        the proof of what was just said
    ["where", [box, ...]]                          names for terms
    ["cite", name, part, ...]        what a lemma of the library states, or a statement of the
                                     paper, that a sentence names
    ["more", n]                                    n sentences that are not shown (:func:`cut`)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from html import escape
from typing import Any, TypedDict

from reports import boxes

Block = list[Any]


class Prose(TypedDict):
    """The blocks, and how many steps of the certificate are told, or left out, by kind."""

    blocks: list[Block]
    steps: int
    told: int
    unused: int
    left: dict[str, int]


Write = Callable[[Any], str]
FOLD, APART = 20, 3  # sentences of a proof that is folded, and of a part that is then folded


def sentences(blocks: Sequence[Block]) -> int:
    """How many sentences there are."""
    return sum(_sentences(block) for block in blocks)


def said(blocks: Sequence[Block]) -> str:
    """``1 sentence``, ``2 sentences``."""
    many = sentences(blocks)
    return f"{many} sentence{'' if many == 1 else 's'}"


def _sentences(block: Block) -> int:
    if block[0] == "items":
        return sum(1 + sentences(inner) for _, inner in block[1:])
    if block[0] == "inner":
        return sentences(block[1])
    return int(block[0] == "say")


def cut(blocks: Sequence[Block], most: int, outline: int = 0) -> list[Block]:
    """At most so many sentences, and how many are left out: the inner ones, or else the last.

    Of cases each is there.  The outermost sentences may be as many as ``outline``: what is shown of
    a long proof is its course, not its beginning.  Lemmas are stated that are named there.
    """
    cites = [block for block in blocks if block[0] == "cite"]
    shown = _shortened([block for block in blocks if block[0] != "cite"], most, outline)
    named = set(re.findall(r"\blemma (\w+)|\b(?<!lemma )(\w+(?:\.\w+)+)", json.dumps(shown)))
    names = {name for pair in named for name in pair}
    return [*shown, *(block for block in cites if block[1] in names)]


def _shortened(blocks: Sequence[Block], most: int, outline: int) -> list[Block]:
    for depth in range(_depth(blocks), -1, -1):
        outer = _outer(blocks, depth)
        if sentences(outer) <= (most if depth else max(most, outline)):
            return outer
    return _cut(blocks, most)[0]


def _depth(blocks: Sequence[Block]) -> int:
    below = [inner for block in blocks for inner in _inner(block)]
    return max((1 + _depth(inner) for inner in below), default=0)


def _inner(block: Block) -> list[list[Block]]:
    if block[0] == "inner":
        return [block[1]]
    return [inner for _, inner in block[1:]] if block[0] == "items" else []


def _outer(blocks: Sequence[Block], depth: int) -> list[Block]:
    """The same without the sentences that lie deeper."""
    kept: list[Block] = []
    for block in blocks:
        if not (below := _inner(block)):
            kept.append(block)
            continue
        parts = [_outer(inner, depth - 1) if depth else _left(inner) for inner in below]
        if block[0] == "inner":
            kept.append(["inner", *parts])
        else:
            titles = [title for title, _ in block[1:]]
            rows = [[title, part] for title, part in zip(titles, parts, strict=True)]
            kept.append(["items", *rows])
    return kept


def _left(blocks: Sequence[Block]) -> list[Block]:
    """Instead of some blocks, how many sentences they are; of one that is as short, itself."""
    many = sentences(blocks)
    return list(blocks) if many <= 1 else [["more", many]]


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


def counts(prose: Prose) -> str:
    """How many steps of the certificate have a sentence of their own, and what the others are."""
    told, steps, unused = prose["told"], prose["steps"], prose["unused"]
    rest = [f"{n} {name}" for name, n in prose["left"].items() if name != "other"]
    rest += [f"{n} other" for name, n in prose["left"].items() if name == "other"]
    rest += [f"{unused} that no leaf uses"] if unused else []
    has = f"{told} of the certificate's {steps} steps have a sentence of their own"
    return f"{has}; left out: {_and(rest)}." if rest else f"{has}."


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"


def html(
    blocks: Sequence[Block], lemmas: Collection[str] = (), pages: Mapping[str, str] = {}
) -> str:
    """The blocks as HTML; of a proof of many sentences the inner parts are folded.

    Names of ``lemmas`` are links to the page of the library, those of statements of the paper to
    the pages of their claims, by ``pages``.
    """
    shown = _blocks(blocks, sentences(blocks) > FOLD)
    shown = _LEMMA.sub(lambda m: lemma_link(m[2], m[1]) if m[2] in lemmas else m[0], shown)
    for name in (block[1] for block in blocks if block[0] == "cite" and block[1] in pages):
        link = f'<a href="{pages[name]}">{name}</a>'
        shown = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w-]|\.\w)", link, shown)
    return shown


_LEMMA = re.compile(r"\b([Ll]emma )(\w+)")


def lemma_link(name: str, before: str = "") -> str:
    """A link to a lemma on the page of the library."""
    return f'{before}<a href="library.html#l-{name}">{name}</a>'


def _blocks(blocks: Sequence[Block], fold: bool) -> str:
    return "".join(_html(block, fold) for block in blocks)


def _html(block: Block, fold: bool) -> str:
    kind = block[0]
    if kind == "where":
        words = ["Write ", *[", "] * len(block[1])]
        if len(block[1]) > 1:
            words[len(block[1]) - 1] = " and "
        said = "".join(word + boxes.inline(box) for word, box in zip(words, block[1], strict=False))
        return f"<p>{said}.</p>"
    if kind == "say":
        return _said(block[1:])
    if kind == "cite" and any(map(_displayed, block[2:])):
        return f'<div class="quiet small">{_said(block[2:])}</div>'
    if kind == "cite":
        return f'<p class="quiet small">{"".join(map(_part, block[2:]))}</p>'
    if kind == "inner":
        inner = _blocks(block[1], fold)
        if fold and (many := sentences(block[1])) >= APART:
            return f"<details><summary>its proof, {many} sentences</summary>{inner}</details>"
        return f'<div class="inner">{inner}</div>'
    rows = "".join(_item(title, inner, fold) for title, inner in block[1:])
    return f"<ul>{rows}</ul>"


def _item(title: Sequence[Any], blocks: Sequence[Block], fold: bool) -> str:
    head, inner = "".join(map(_part, title)), _blocks(blocks, fold)
    if fold and (many := sentences(blocks)) >= APART:
        count = f' <span class="quiet small">{many} sentences</span>'
        return f"<li><details><summary>{head}{count}</summary>{inner}</details></li>"
    return f"<li><p>{head}:</p>{inner}</li>"


def _displayed(part: Any) -> list[tuple[Any, str]]:
    """The lines of a displayed formula, each with its number; none of what is within a line."""
    if not isinstance(part, list) or part[0] not in ("f", "l"):
        return []
    shown = [part[1]] if part[0] == "f" else part[1]
    return [(box, "") for box in shown[:-1]] + [(shown[-1], f"({part[2]})" if part[2] else "")]


def _said(parts: Sequence[Any]) -> str:
    made, text = "", ""
    for part in parts:
        if displayed := _displayed(part):
            made += f"<p>{text.strip()}</p>" if text.strip() else ""
            for box, number in displayed:
                line = boxes.inline(box)
                made += f'<div class="eq"><div class="line">{line}</div>{number}</div>'
            text = ""
        else:
            text += _part(part)
    return made + (f"<p>{text.strip()}</p>" if text.strip(" .") else "")


def _part(part: Any) -> str:
    if isinstance(part, str):
        return escape(part, quote=False)
    if part[0] == "r":
        return f"({part[1]})"
    return boxes.inline(part[1]) + (f" ({part[2]})" if len(part) > 2 else "")


def typst(blocks: Sequence[Block], depth: int = 0) -> list[dict[str, Any]]:
    """Rows for a template: indentation, and parts that are words or formulas of Typst's math."""
    found: list[dict[str, Any]] = []
    for block in blocks:
        kind = block[0]
        if kind == "where":
            parts: list[Any] = []
            for number, box in enumerate(block[1]):
                last = number == len(block[1]) - 1
                word = " and " if number and last else ", " if number else "Write "
                parts += [{"text": word}, {"math": boxes.typst(box)}]
            found.append({"depth": depth, "parts": [*parts, {"text": "."}], "number": ""})
        elif kind in ("say", "cite"):
            found += _rows(block[1 if kind == "say" else 2 :], depth)
        elif kind == "inner" and found and [part[0] for part in block[1]] == ["more"]:
            left = block[1][0][1]  # on the line that it is the proof of
            text = f" … {left} sentence{'' if left == 1 else 's'}"
            found[-1]["parts"] = [*found[-1]["parts"], {"text": text}]
        elif kind == "inner":
            found += typst(block[1], depth + 1)
        elif kind == "items":
            for title, inner in block[1:]:
                head = [{"text": "– "}, *map(_typst, title), {"text": ":"}]
                found.append({"depth": depth, "parts": head, "number": ""})
                found += typst(inner, depth + 1)
        else:
            text = f"… {block[1]} more sentence{'' if block[1] == 1 else 's'}"
            found.append({"depth": depth, "parts": [{"text": text}], "number": ""})
    return found


def _rows(parts: Sequence[Any], depth: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    line: list[dict[str, str]] = []
    for part in parts:
        if displayed := _displayed(part):
            if line:
                found.append({"depth": depth, "parts": line, "number": ""})
            for box, number in displayed:
                shown = [{"math": boxes.typst(box)}]
                found.append({"depth": depth + 1, "parts": shown, "number": number})
            line = []
        else:
            line.append(_typst(part))
    return [*found, {"depth": depth, "parts": line, "number": ""}] if line else found


def _typst(part: Any) -> dict[str, str]:
    if isinstance(part, str):
        return {"text": part}
    if part[0] == "r":
        return {"text": f"({part[1]})"}
    number = f" ({part[2]})" if len(part) > 2 else ""
    return {"math": boxes.typst(part[1]), "after": number}


def lines(blocks: Sequence[Block], say: Write, indent: int = 0) -> Iterator[tuple[int, str, str]]:
    """Indentation, text, and the number at its end; ``say`` writes a box on a line."""
    for block in blocks:
        kind = block[0]
        if kind == "where":
            for number, box in enumerate(block[1]):
                yield (
                    indent + (0 if not number else 2),
                    f"{'Write ' if not number else 'and '}{say(box)}",
                    "",
                )
        elif kind in ("say", "cite"):
            yield from _sentence(block[1 if kind == "say" else 2 :], say, indent)
        elif kind == "inner":
            yield from lines(block[1], say, indent + 2)
        elif kind == "items":
            for title, inner in block[1:]:
                text = "".join(_worded(part, say) for part in title)
                yield indent, f"– {text}:", ""
                yield from lines(inner, say, indent + 2)


def _worded(part: Any, say: Write) -> str:
    if isinstance(part, str):
        return part
    if part[0] == "r":
        return f"({part[1]})"
    return say(part[1]) + (f" ({part[2]})" if len(part) > 2 else "")


def _sentence(parts: Sequence[Any], say: Write, indent: int) -> Iterator[tuple[int, str, str]]:
    text = ""
    for part in parts:
        if displayed := _displayed(part):
            if text.strip():
                yield indent, text.strip(), ""
            for box, number in displayed:
                yield indent + 4, say(box), number
            text = ""
        else:
            text += _worded(part, say)
    if text.strip(" "):
        yield indent, text.strip(), ""
