"""Long output, in a pager where there is a terminal that is too low for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from verify import finding


@contextmanager
def paged(plain: bool) -> Iterator[Callable[[str], None]]:
    """A function that prints a line; on a terminal that is too low for them all, in a pager."""
    lines: list[str] = []
    yield lines.append
    page("".join(f"{line}\n" for line in lines), plain)


@contextmanager
def paged_console(plain: bool) -> Iterator[Any]:
    """A console on standard output; what is too long for the terminal goes to a pager."""
    from reports.terminal import console

    to = console()
    if plain or not sys.stdout.isatty():
        yield to
        return
    with to.capture() as printed:
        yield to
    page(printed.get(), plain)


def page(text: str, plain: bool) -> None:
    """Print a text; where it is longer than the terminal and not ``plain``, in a pager."""
    if not plain and finding.paged(text):
        click.echo_via_pager(text, color=True)
    else:
        click.echo(text, nl=False)
