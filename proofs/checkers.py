"""Who is asked whether a certificate is a proof: the kernel or, before it, another checker.

Inside of :func:`first` the program that Coq proved (:mod:`proofs.verified`) is asked, and the
kernel only about what that does not accept.  What the program has accepted is remembered by digest,
so that a record can name, for each certificate, who decided.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Timer

from proofs import decide

SECONDS = 60.0
"""For one certificate; the program has no limits of its own, and then the kernel decides."""
MEMORY = 4 << 30
"""In bytes, for the program, where the system can limit it (Linux)."""
ACCEPT = "accept"
DIGITS = 300
LONG = re.compile(rb"[0-9]{%d}" % (DIGITS + 1))
COVER = re.compile(rb'"by"\s*:\s*"cover"')
"""What has a number with more digits, or without GMP a cover, the kernel checks faster."""
PURE, GMP = "verified", "verified-gmp"


@dataclass(frozen=True)
class Program:
    """A program that Coq proved: the pure one, or the one that computes with GMP."""

    path: Path
    name: str = PURE

    def worth_asking(self, data: bytes) -> bool:
        """Whether it is faster than the kernel (``benchmarks/bench_checkers.py``)."""
        return LONG.search(data) is None and (self.name == GMP or COVER.search(data) is None)


def started(program: Path) -> subprocess.Popen[str]:
    """The program, reading lines; with a limit of its memory."""
    process = subprocess.Popen(
        [str(program), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        errors="surrogateescape",
    )  # fmt: skip
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not Linux, or it has ended
        import resource

        resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
    return process


class First:
    """The program, kept running, and the digests of the certificates that it has accepted."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program = program
        self.accepted: set[str] = set()
        self._copies = (folder / f"{i}.json" for i in count())
        self._refused: set[str] = set()
        self._process: subprocess.Popen[str] | None = None

    def accepts(self, certificate: str | bytes) -> bool:
        """Whether the program accepts these bytes; no, where it gives no answer."""
        data = certificate.encode() if isinstance(certificate, str) else certificate
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self.accepted and digest not in self._refused:
            yes = self.program.worth_asking(data) and self._ask(data) == ACCEPT
            (self.accepted if yes else self._refused).add(digest)
        return digest in self.accepted

    def _ask(self, data: bytes) -> str:
        """The first word of what the program prints about a copy of ``data``.

        Each copy has a name of its own.  What does not end with it speaks of something else, and
        then nothing that this process says is an answer any more.
        """
        copy = next(self._copies)
        copy.write_bytes(data)
        self._process = self._process or started(self.program.path)
        asked, told = self._process.stdin, self._process.stdout
        if asked is None or told is None:
            raise OSError("the program has no pipes")
        late = Timer(SECONDS, self._process.kill)
        late.start()
        try:
            asked.write(f"{copy}\n")
            asked.flush()
            said = told.readline()
        except BrokenPipeError:
            said = ""
        finally:
            late.cancel()
            copy.unlink()
        word, _, rest = said.partition(" ")
        if rest.partition(" ")[2] != f"{copy}\n":
            self.end()
            return ""
        return word

    def end(self) -> None:
        """Stop the program; it is started again when it is asked again."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


_FIRST: ContextVar[First | None] = ContextVar("first", default=None)


@contextmanager
def first(program: Program | None) -> Iterator[First | None]:
    """Inside, ``program`` is asked before the kernel; with None, the kernel alone."""
    if program is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as name:
        asked = First(program, Path(name))
        token = _FIRST.set(asked)
        try:
            yield asked
        finally:
            _FIRST.reset(token)
            asked.end()


def accepted_first(digest: str) -> str:
    """The name of the program, if it accepted the certificate with this digest; else nothing."""
    asked = _FIRST.get()
    return asked.program.name if asked is not None and digest in asked.accepted else ""


def accepts(certificate: str | bytes) -> bool:
    """Whether the checker that is asked first, or the kernel, accepts the certificate."""
    asked = _FIRST.get()
    return (asked is not None and asked.accepts(certificate)) or decide.accepts(certificate)
