"""The command ``verify lemmas``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from verify import finding, plain_text
from verify.commands.common import as_json, no_pager, print_json
from verify.commands.errors import InputError
from verify.commands.paging import page


@click.command("lemmas")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--search", default="", metavar="WORDS", help="Only those with all these words.")
@no_pager
@as_json
def lemmas(names: tuple[str, ...], search: str, plain: bool, machine: bool) -> None:
    """List the lemmas that a written proof may cite.

    \b
    verify lemmas --search "sum square"
    verify lemmas sum_squares     # with its proof

    NAME is a lemma, or a subject, such as sums.  A proof says
    by sum_squares(n): functions first, then variables.
    """
    from verify.lemmas import library

    known = list(library())
    subjects = {lemma["subject"] for lemma in known}
    ids = {lemma["id"] for lemma in known}
    for name in names:
        if name not in subjects | ids:
            also = finding.did_you_mean(name, sorted(subjects | ids))
            raise InputError(f"there is no lemma or subject {name[:60]!r}{also}")
    found = [one for one in known if not names or {one["id"], one["subject"]} & set(names)]
    words = search.lower().split()
    found = [one for one in found if all(word in _searched(one) for word in words)]
    if machine:
        print_json({"schema": 1, "lemmas": [_plain(one) for one in found]})
        return
    if not found:
        raise InputError(f"no lemma has all of these words: {search}")
    told = set(names) & ids
    page("".join(f"{line}\n" for line in _lines(found, told)), plain)


def _lines(found: list[dict[str, Any]], told: set[str]) -> Iterator[str]:
    """Lemmas below their subjects; those that are ``told`` with their proofs."""
    from verify import prose

    width, subject = finding.terminal_width(), ""
    for lemma in found:
        if lemma["subject"] != subject:
            yield from (["", ""] if subject else [])
            subject = lemma["subject"]
            yield f"{subject}: {lemma['title']}"
        yield ""
        yield from plain_text.wrapped(f"  {_call(lemma)}  {lemma['says']}", width)
        yield from plain_text.wrapped(f"    {lemma['about']}", width)
        for word, text in _stated(lemma):
            yield from plain_text.wrapped(f"    {word:<4} {plain_text.shown(text)}", width)
        if lemma["id"] in told:
            yield "  proof:"
            yield from prose.lines(lemma["proof"], width)


def _stated(lemma: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Hypotheses and conclusion, each with the word before it."""
    from proofs.notation import text

    *given, shown = (text(box) for box in lemma["boxes"])
    yield from (("if", one) for one in given)
    yield "then" if given else "", shown


def _call(lemma: dict[str, Any]) -> str:
    return f"{lemma['id']}({', '.join(lemma['arguments'])})"


def _searched(lemma: dict[str, Any]) -> str:
    return f"{lemma['id']} {lemma['says']} {lemma['title']}".lower()


def _plain(lemma: dict[str, Any]) -> dict[str, Any]:
    kept = ("id", "subject", "says", "about", "arguments", "uses")
    return {
        **{key: lemma[key] for key in kept},
        "statement": [{"word": word, "text": text} for word, text in _stated(lemma)],
    }
