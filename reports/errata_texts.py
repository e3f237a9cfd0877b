"""Errata as text, Markdown, JSON and CSL-JSON (:mod:`reports.errata`); as PDF: :mod:`reports.pdf`.

Formulas are plain Unicode text on a line, with their Typst source beside it in JSON, and LaTeX
between dollars in Markdown.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from reports import formulas, latex, tables
from reports.errata import MEANS, SAYS, SEVERITIES, Erratum, Paper, Part, count, markup, parts

Json = Any
SCHEMA = 2
NONE = "Every statement and every printed proof in this run stands."


Texts = Mapping[str, str]


def texts(fragments: Iterable[str]) -> dict[str, str]:
    """Each fragment of markup as one line of text."""
    rendered = formulas.render(fragments)
    return {name: tables.lines(item.text) for name, item in rendered.items()}


def marked_down(fragments: Iterable[str]) -> dict[str, str]:
    """Each fragment as Markdown, its formulas in LaTeX; as text where one cannot be had so."""
    found = {}
    for name, item in formulas.render(fragments).items():
        try:
            found[name] = latex.markdown(item.html, _md)
        except latex.Unknown:
            found[name] = _md(item.text)
    return found


def _said(part: Part, text: Texts) -> str:
    said = text[part.text] if part.markup else part.text
    return f"“{said}”" if part.markup and part.as_ == "quote" else said


# --- a terminal -----------------------------------------------------------------------------------


def as_text(
    papers: Sequence[Paper],
    root: str = tables.ROOT,
    width: int = 80,
    text: Texts | None = None,
    shown: Callable[[str], str] = str,
) -> str:
    """All of them for a terminal, or for a letter; ``text`` are the :func:`texts`, if at hand.

    ``shown`` is what a text will be where it goes to, before it is broken into lines.
    """
    text = texts(markup(papers, root)) if text is None else text
    found: list[str] = []

    def lines(said: str, indent: str = "") -> list[str]:
        return _wrapped(shown(said), width, indent)

    for paper in papers:
        if not paper.errata:
            continue
        found += lines(paper.title)
        found += lines(f"{count(paper)}. {SAYS}", "  ")
        for severity, own in paper.groups():
            found += ["", f"{SEVERITIES[severity]} ({len(own)})"]
            for erratum in own:
                found += ["", *lines(_head(erratum))]
                about = f"{erratum.title} ({erratum.kind})" if erratum.title else erratum.kind
                found += lines(about, "  ")
                for part in parts(erratum, root):
                    found += _paragraph(part, shown(_said(part, text)), width)
        found.append("")
    return "\n".join(found) if found else NONE + "\n"


def _head(erratum: Erratum) -> str:
    return f"{erratum.label}  {erratum.place} [{erratum.word}: {_name(erratum)}]"


def _name(erratum: Erratum) -> str:
    return erratum.claim["id"] if erratum.claim else erratum.id


def _paragraph(part: Part, said: str, width: int) -> list[str]:
    if part.as_ == "code":  # a command stays on a line
        return [f"  {part.name}: {said}"]
    named = f"{_named(part)}: " if part.name else "  "
    return [row for line in f"{named}{said}".split("\n") for row in _wrapped(line, width, "  ")]


def _named(part: Part) -> str:
    return f"{part.name} ({part.of})" if part.of else part.name


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + "  ") or [
        ""
    ]


# --- Markdown -------------------------------------------------------------------------------------


def as_markdown(papers: Sequence[Paper], root: str = tables.ROOT, text: Texts | None = None) -> str:
    """A document that can be sent: a heading for each erratum, which links can point to.

    ``text`` are the fragments as they are :func:`marked_down`, if at hand.
    """
    text = marked_down(markup(papers, root)) if text is None else text
    found: list[str] = []
    for paper in papers:
        found += [f"# Errata: {_md(paper.title)}", "", f"{_md(paper.authors)}.", ""]
        found += [f"{count(paper)}. {SAYS}", ""]
        for severity, own in paper.groups():
            found += [f"## {SEVERITIES[severity]}", "", f"*{severity}*: {MEANS[severity]}.", ""]
            for erratum in own:
                found += [f"### {erratum.label}: {_md(erratum.place)}", ""]
                title = f"{_md(erratum.title)} — " if erratum.title else ""
                found += [f"{title}{erratum.kind}, {_md(erratum.word)}: `{_name(erratum)}`", ""]
                told = list(parts(erratum, root))
                for part in told:
                    if part.as_ != "code":
                        found += [*_block(part, _said(part, text)), ""]
                commands = [part.text for part in told if part.as_ == "code"]
                found += ["```console", *commands, "```", ""] if commands else []
        if not paper.errata:
            found += [NONE, ""]
    return "\n".join(found).rstrip() + "\n"


def _block(part: Part, said: str) -> list[str]:
    name = f"*{_md(_named(part))}:* " if part.name else ""
    if part.as_ == "formula":
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", said)), default=0))
        return [f"{fence}text", *said.split("\n"), fence]
    said = said if part.markup else _md(said)
    return [f"> {name}{said}" if part.as_ == "quote" else f"{name}{said}"]


def _md(text: str) -> str:
    """Text in which Markdown finds nothing to do; braces are left that can begin no attributes."""
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_\[\]<>#|~&$]|\{(?=\s*[#.:]))", r"\\\1", one_line)


# --- JSON -----------------------------------------------------------------------------------------


def as_json(papers: Sequence[Paper], root: str = tables.ROOT, text: Texts | None = None) -> Json:
    """What the other forms say, as data; markup has its Typst source beside the text."""
    text = texts(markup(papers, root)) if text is None else text
    return {
        "schema": SCHEMA,
        "papers": [
            {
                "paper": paper.id,
                "title": paper.title,
                "authors": paper.authors,
                "statements": paper.claims,
                "errata": [_entry(erratum, text, root) for erratum in paper.errata],
            }
            for paper in papers
        ],
    }


def _entry(erratum: Erratum, text: Texts, root: str) -> Json:
    claim = erratum.claim
    return {
        "number": erratum.label,
        "id": erratum.id,
        "claim": claim["id"] if claim else None,
        "severity": erratum.severity,
        "place": erratum.place,
        "kind": claim["kind"] if claim else None,
        "verdict": claim["verdict"] if claim else None,
        "printed_proof": claim["printed_proof"] if claim else None,
        "word": erratum.word,
        "worked": erratum.worked,
        "lines": [{"id": line.step["id"], "worked": list(line.worked)} for line in erratum.lines],
        "instead": [{"id": item.id, "word": item.word} for item in erratum.instead],
        "parts": [
            {"name": part.name, "of": part.of, "as": part.as_, "text": _said(part, text)}
            | ({"typst": part.text} if part.markup else {})
            for part in parts(erratum, root)
        ],
    }


# --- CSL-JSON -------------------------------------------------------------------------------------


def as_csl(papers: Iterable[Paper], version: str) -> list[Json]:
    """Two items for each paper, as citation managers read them: the paper, and its errata.

    The record has neither dates nor identifiers of papers, and so these have none.
    """
    items: list[Json] = []
    for paper in papers:
        authors = _names(paper.authors)
        named = {"author": authors} if authors else {}
        items.append({"id": paper.id, "type": "article", "title": paper.title, **named})
        reviewed = {"reviewed-author": authors} if authors else {}
        items.append(
            {
                "id": f"{paper.id}-errata",
                "type": "report",
                "genre": "Errata",
                "title": f"Errata: {paper.title}",
                "author": [{"literal": f"netproof {version}"}],
                "reviewed-title": paper.title,
                **reviewed,
                "abstract": f"{count(paper)}. {SAYS}",
            }
        )
    return items


def _names(authors: str) -> list[dict[str, str]]:
    """``S. Alberti, N. Dern`` as names; what has no initials is one name as it stands."""
    found = []
    for name in filter(None, map(str.strip, authors.split(","))):
        given, _, family = name.rpartition(" ")
        if re.fullmatch(r"(?:[^\W\d_]\.[ -]?)+", given):
            found.append({"family": family, "given": given})
        elif not name.startswith("not named"):
            found.append({"literal": name})
    return found


def dumped(data: Json) -> str:
    """JSON as files have it."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
