"""What rests on what, as a drawing: the claims of a paper, and the lemmas that their proofs cite.

A layered layout: what something rests on stands above it.  Within a layer the order is that of
the mean place of what is above and below (the barycentre heuristic).  A claim has the colour and
the mark of its verdict, its companions are small marks below it; a lemma has no verdict of its own.
Text from a record is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from reports import site, tables
from reports.figures import _n
from reports.record import Claim

WIDTH = 1120.0
BOX, HIGH, GAP, BETWEEN, MARGIN = 168.0, 40.0, 14.0, 46.0, 4.0
IN_A_ROW = int((WIDTH - 2 * MARGIN + GAP) // (BOX + GAP))
LEAST = 5  # claims of a paper that cite a lemma which its graph shows
_LETTERS = 25  # characters of a box's text


@dataclass
class Node:
    """A box: a claim or a lemma, with its companions."""

    id: str
    href: str
    title: str
    word: str = ""
    beside: list[tuple[str, str, str]] = field(default_factory=list)  # href, title, word
    x: float = 0.0
    y: float = 0.0


def drawn(paper: site.Paper, lemmas: Sequence[site.Lemma]) -> list[site.Lemma]:
    """The lemmas of a paper's graph: those that proofs of so many of its claims cite."""
    own = {c["id"] for claim, beside in paper.claims for c in (claim, *beside)}
    return [lemma for lemma in lemmas if len(own & set(lemma["claims"])) >= LEAST]


def drawing(paper: site.Paper, lemmas: Sequence[site.Lemma], files: Mapping[str, str]) -> str:
    """The graph of one paper as SVG; lemmas are links to the page of the library."""
    nodes = {claim["id"]: _claim(claim, beside, files) for claim, beside in paper.claims}
    homes = {c["id"]: claim["id"] for claim, beside in paper.claims for c in (claim, *beside)}
    own = drawn(paper, lemmas)
    for lemma in own:
        href = f"library.html#l-{lemma['id']}"
        nodes[lemma["id"]] = Node(lemma["id"], href, lemma["says"])
    edges: dict[tuple[str, str], None] = {}
    for claim, beside in paper.claims:
        for one in (claim, *beside):
            for name in one["cites"]:
                if homes.get(name, claim["id"]) != claim["id"]:
                    edges[homes[name], claim["id"]] = None
    for lemma in own:
        for name in lemma["claims"]:
            if name in homes:
                edges[lemma["id"], homes[name]] = None
        for name in lemma["uses"]:
            if name in nodes:
                edges[name, lemma["id"]] = None
    used = _acyclic(list(edges))
    rows = _rows(list(nodes), used)
    height = _placed(rows, nodes)
    body = []
    for kind, shown in (
        ("edge light", [(a, b) for a, b in used if not nodes[a].word]),
        ("edge", [(a, b) for a, b in used if nodes[a].word]),
    ):
        lines = "".join(_edge(nodes[a], nodes[b]) for a, b in shown)
        body += [f'<path class="{kind}" d="{lines}"/>'] if lines else []
    body += [_box(node, paper.key) for node in nodes.values()]
    claims, shared = len(paper.claims), len(own)
    label = (
        f"Graph of {claims} claim{'' if claims == 1 else 's'} and {shared} "
        f"lemma{'' if shared == 1 else 's'}; the page of each lists what it uses."
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="figure graph" role="group" '
        f'viewBox="0 0 {_n(WIDTH)} {_n(height)}" aria-label="{escape(label)}">{"".join(body)}</svg>'
    )


def _claim(claim: Claim, beside: Iterable[Claim], files: Mapping[str, str]) -> Node:
    small = [(files[c["id"]], site.title(c["title"]), tables.word(c)) for c in beside]
    word = tables.word(claim)
    return Node(claim["id"], files[claim["id"]], site.title(claim["title"]), word, small)


def _acyclic(edges: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges without those that would close a circle, which texts may have."""
    below: dict[str, set[str]] = {}
    kept = []
    for start, end in edges:
        todo, seen = [end], {end}
        while todo:
            for after in below.get(todo.pop(), ()):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        if start not in seen:
            below.setdefault(start, set()).add(end)
            kept.append((start, end))
    return kept


def _rows(names: list[str], edges: list[tuple[str, str]]) -> list[list[str]]:
    """Layers from the top, each in rows that fit; last what has no edge."""
    above: dict[str, list[str]] = {name: [] for name in names}
    below: dict[str, list[str]] = {name: [] for name in names}
    for start, end in edges:
        above[end].append(start)
        below[start].append(end)
    depth: dict[str, int] = {}

    def deep(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max((deep(other) for other in above[name]), default=-1)
        return depth[name]

    joined = [name for name in names if above[name] or below[name]]
    for name in joined:
        deep(name)
    for name in joined:  # what nothing is above of stands next to its first user
        if not above[name]:
            depth[name] = min(depth[other] for other in below[name]) - 1
    layers = [[n for n in joined if depth[n] == k] for k in sorted(set(depth.values()))]
    for turn in range(6):
        place = {name: i / max(1, len(layer)) for layer in layers for i, name in enumerate(layer)}
        around = above if turn % 2 == 0 else below
        for layer in layers:
            layer.sort(
                key=lambda name: (
                    sum(place[o] for o in around[name]) / len(around[name])
                    if around[name]
                    else place[name]
                )
            )
    alone = [name for name in names if not above[name] and not below[name]]
    return [
        layer[start : start + IN_A_ROW]
        for layer in (*layers, alone)
        for start in range(0, len(layer), IN_A_ROW)
    ]


def _placed(rows: list[list[str]], nodes: Mapping[str, Node]) -> float:
    """Give each box its place; the height of all."""
    top = MARGIN
    for row in rows:
        step = (WIDTH - 2 * MARGIN - BOX) / max(1, IN_A_ROW - 1)
        left = MARGIN + (IN_A_ROW - len(row)) * step / 2
        for number, name in enumerate(row):
            nodes[name].x, nodes[name].y = left + number * step, top
        top += HIGH + BETWEEN
    return top - BETWEEN + 18


def _edge(start: Node, end: Node) -> str:
    """A curve in whole units, which nobody tells from one in tenths."""
    x, y = round(start.x + BOX / 2), round(start.y + HIGH)
    right, down = round(end.x + BOX / 2) - x, round(end.y) - y
    return f"M{x} {y}c0 {down // 2} {right} {down - down // 2} {right} {down}"


def _text(node: Node, text: str) -> str:
    """The text of a box: on two lines where it is too long for one, broken after a dot or a _."""
    lines = [text]
    if len(text) > _LETTERS:
        ends = [at + 1 for at, sign in enumerate(text[:-1]) if sign in "._"] or [_LETTERS]
        fits = [at for at in ends if max(at, len(text) - at) <= _LETTERS] or ends
        cut = min(fits, key=lambda at: (text[at - 1] != ".", abs(2 * at - len(text))))
        lines = [text[:cut], text[cut:]]
    down = 24.0 if len(lines) == 1 else 17.0
    return "".join(
        f'<text x="{_n(node.x + BOX / 2)}" y="{_n(node.y + down + 14 * k)}" class="m">'
        f"{escape(line)}</text>"
        for k, line in enumerate(lines)
    )


def _box(node: Node, paper: str) -> str:
    tone = tables.TONES[node.word] if node.word else "lemma"
    name = node.id.removeprefix(f"{paper}.")
    said = f"{node.id}, {node.word}: {node.title}" if node.word else f"Lemma: {node.title}"
    mark = f"{tables.MARKS[node.word]} " if node.word else ""
    parts = [
        f'<a href="{escape(node.href)}" class="node {tone}"><title>{escape(said)}</title>'
        f'<rect x="{_n(node.x)}" y="{_n(node.y)}" width="{_n(BOX)}" height="{_n(HIGH)}" rx="'
        f'{"3" if node.word else "20"}"/>'
        f"{_text(node, mark + name)}</a>"
    ]
    for k, (href, title, word) in enumerate(node.beside[:11]):
        x = node.x + 8 + 14 * k
        parts.append(
            f'<a href="{escape(href)}" class="node {tables.TONES[word]}">'
            f"<title>{escape(f'{word}: {title}')}</title>"
            f'<rect class="small" x="{_n(x)}" y="{_n(node.y + HIGH + 3)}" width="10" height="10"/>'
            "</a>"
        )
    return "".join(parts)
