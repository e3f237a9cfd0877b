"""How far a run is, on standard error: one live line on a terminal, else a line for each claim."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import click

from verify.finding import word
from verify.printable import one_line

WIDTH = 79  # a line of 80 columns would scroll on some terminals
EVERY = 1.0  # seconds


class Progress:
    """Told of every claim that is done; says nothing of a run of one, or if ``quiet``."""

    def __init__(self, total: int, quiet: bool = False, verbose: bool = False) -> None:
        self.total, self.verbose = total, verbose
        self.speaks = not quiet and (total > 1 or verbose)
        self.live = self.speaks and not verbose and total > 1 and sys.stderr.isatty()
        self.done = self.decided = 0
        self.found: Counter[str] = Counter()
        self.last = ""
        self.start = time.monotonic()

    def seen(self, entries: list[dict[str, Any]], recalled: bool = False) -> None:
        """One claim is done, with its companions."""
        self.ended(entries[0]["id"], word(entries[0]), recalled)
        if self.speaks and not self.live:
            for line in tried(entries) if self.verbose else ():
                click.echo(line, err=True)

    def ended(self, name: str, outcome: str, recalled: bool = False) -> None:
        """One is done, and how it ended."""
        self.done += 1
        self.decided += not recalled
        self.found[outcome] += 1
        self.last = f"{name}: {outcome}"
        if self.live:
            self.draw()
        elif self.speaks:
            click.echo(f"{self.done:>4} of {self.total}  {self.last}", err=True)

    def line(self) -> str:
        """Where the run is: what is done, how long the rest may take, what came of it."""
        words = ", ".join(f"{count} {word}" for word, count in self.found.most_common())
        parts = [f"{self.done} of {self.total}", self.left(), self.last, words]
        return clipped("  ".join(part for part in parts if part))

    def left(self) -> str:
        if not self.decided or self.done == self.total:
            return ""
        seconds = (time.monotonic() - self.start) / self.decided * (self.total - self.done)
        return (
            f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"
        )

    def draw(self) -> None:
        click.echo(f"\r{self.line():<{WIDTH}}", err=True, nl=False)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """The live line is there inside the block, drawn every second, and gone after it."""
        if not self.live:
            yield
            return
        over = Event()
        clock = Thread(target=self._tick, args=(over,), daemon=True)
        clock.start()
        try:
            yield
        finally:
            over.set()
            clock.join()
            self.clear()

    def clear(self) -> None:
        """Nothing of the live line is left on the terminal."""
        if self.live:
            click.echo("\r" + " " * WIDTH + "\r", err=True, nl=False)

    def _tick(self, over: Event) -> None:
        while not over.wait(EVERY):
            self.draw()


def tried(entries: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each piece of evidence: how it ended, what was tried, how long, why not."""
    for entry in entries:
        for item in entry["evidence"]:
            why = f": {item['reason']}" if item["reason"] else ""
            what = f"{item['id']}: {item['method']}, {item['seconds']:.2f} s{why}"
            yield f"      {item['outcome']:<8} {one_line(what)}"


def clipped(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"
