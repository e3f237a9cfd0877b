"""What ``verify check`` does with one file: read it, ask the kernel, say what came of it.

The file is whatever somebody sent.  It is read only if it is a regular file, never further than
its limit, and never waited for; what is printed of its name or its contents cannot be taken for
another line of the output, or for a formula that was not proved.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import tempfile
import textwrap
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from proofs.kernel import Result
from proofs.kernel import check as kernel_check
from proofs.kernel.check import MAX_BYTES, parse
from proofs.kernel.terms import ARITY, SHOWN
from proofs.notation import KNOWN
from verify import plain_text
from verify.printable import one_line

MAX_RECORD, MAX_PARTS = 32_000_000, 2_000_000  # bytes of a record; its values, at least
BOUND_FORMATS = ("netproof-bound/1", "netproof-transformer/1")
WIDTH = 80
TOO_LONG = f"a certificate has at most {MAX_BYTES:,} bytes; a record is repeated with --rerun"
TOO_LONG_A_RECORD = f"a record has at most {MAX_RECORD:,} bytes and {MAX_PARTS:,} values"
Item = dict[str, str]
#: what code that expects a record of ours may run into in one of somebody else's
WRONG_CONTENTS = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError,
    OSError, MemoryError,
)  # fmt: skip

#: words that a printed statement uses
PRINTED = {name for name in ARITY if name.isalpha()} | {
    "for", "all", "some", "real", "int", "and", "true", "is", "on", "if", "then", "where",
    "functions", "function", "with", "integer", "Lipschitz", "proved", "accept",
}  # fmt: skip
#: words that people read as something known, though the language has nothing of the name
LIKE_WORDS = {
    "e", "oo", "infinity", "nan", "false", "not", "or", "iff", "xor", "in", "exists", "forall",
    "gamma", "integral",
}  # fmt: skip
MISREAD = {word.lower() for word in PRINTED | KNOWN | LIKE_WORDS}
LIKE_DIGITS = re.compile(r"[lIO]+[lIO0-9]*")
LIKE_PARTS = re.compile(r"T[0-9]+")  # how printed parts are named


class Unreadable(Exception):
    """The file cannot be read; the message says why, in words."""


def read(path: Path, limit: int) -> bytes:
    """What is in a regular file, or its first ``limit`` + 1 bytes.

    Pipes and devices are not opened: some never end, and some do something when they are.

    Raises:
        Unreadable: there is no such file, it is none, or it cannot be read.
    """
    try:
        _regular(os.stat(path).st_mode)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as stream:
            _regular(os.fstat(stream.fileno()).st_mode)  # it may have been exchanged
            data = stream.read(limit + 1)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None
    except ValueError as error:  # NUL in the name
        raise Unreadable(str(error)) from None
    if data is None:  # a file of the system that would have to be waited for
        raise Unreadable("nothing to read yet")
    return data


def _regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Unreadable("Is a directory")
    if not stat.S_ISREG(mode):
        raise Unreadable("not a regular file")


Digests = dict[Path, dict[str, str]]  # by the folder of the record, which many files may share


def by_coq(paths: Sequence[Path], folder: Path, checker: str = "verified") -> tuple[set[str], str]:
    """The digests of the files that the checker accepts which Coq proved, or why it is not asked.

    It is asked about copies: what it has seen are the bytes that have the digest.
    """
    from proofs import verified

    copies: list[Path] = []
    try:
        program = verified.built(folder, checker)
        with tempfile.TemporaryDirectory() as name:
            for i, path in enumerate(paths):
                with suppress(Unreadable):
                    data = read(path, MAX_BYTES)
                    copies.append(Path(name) / f"{i}.json")
                    copies[-1].write_bytes(data)
            found = verified.asked(program, copies)
    except (verified.Absent, verified.Refused) as why:
        return set(), str(why)
    return {said.sha256 for said in found.values() if said.outcome == verified.ACCEPT}, ""


def check_file(
    path: Path,
    rerun: bool,
    second: bool,
    show: bool,
    known: Digests,
    proved: Collection[str] = (),
    checker: str = "verified",
) -> Item:
    """The answer for one file: outcome, code and why, and with ``show`` what was proved.

    The kernel is not asked about a file whose digest is among those that ``checker`` ``proved``
    (:func:`by_coq`).

    Raises:
        Unreadable: the file cannot be read.
    """
    data = read(path, MAX_RECORD if rerun else MAX_BYTES)
    again = _rerun(data, path) if rerun else None
    if again is not None:
        return again
    if rerun and len(data) > MAX_BYTES:
        return _item("decline", "too-large", TOO_LONG_A_RECORD)
    by_theorem = bool(proved) and hashlib.sha256(data).hexdigest() in proved
    result = Result("accept") if by_theorem else kernel_check(data)
    if not result.accepted:
        return _item(result.outcome, result.code, _hint(result.code, data, path) or result.why)
    if not _as_recorded(path, data, known):
        why = "it is a proof, but not the file that the record beside it lists"
        return _item("reject", "altered", why)
    item = _second(data) if second else _item("accept")
    if by_theorem:
        item["checker"] = checker
    if show and item["outcome"] == "accept":
        item["statement"] = statement(data)
    return item


def _item(outcome: str, code: str = "", why: str = "") -> Item:
    return {"outcome": outcome, "code": code, "why": why}


# What was proved.


def statement(data: bytes) -> str:
    """The statement of an accepted certificate, as formulas for people.

    A name that could be read as something else, such as a variable called pi or a function called
    exp, stands in quotes.
    """
    from proofs.notation import sequent

    quoted: set[str] = set()

    def misread(name: str) -> bool:
        if _misread(name):
            quoted.add(name)
        return name in quoted

    try:
        text = sequent(parse(data)["statement"], misread).lines()
    except RecursionError:
        return "(nested too deeply to be shown)"
    if quoted:
        text += "\n(what stands in quotes is a name of this statement and means nothing else)"
    return text


def _misread(name: str) -> bool:
    likes = (LIKE_DIGITS, LIKE_PARTS, SHOWN)
    known = name in MISREAD or (len(name) > 1 and name.lower() in MISREAD)
    return known or any(like.fullmatch(name) for like in likes)


def lines(name: str, item: Item) -> Iterator[str]:
    """The answer as it is printed: one line, and under it what was proved."""
    reason = f"  {item['code']}: {one_line(item['why'])}" if item["code"] else ""
    yield f"{item['outcome']:<7} {plain_text.file_name(name)}{reason.rstrip(': ')}"
    if "statement" in item:
        yield "  proved:"
        for line in plain_text.shown(item["statement"]).splitlines():
            start = len(line) - len(line.lstrip())
            yield from textwrap.wrap(
                line.strip(),
                width=WIDTH,
                initial_indent=" " * (4 + start),
                subsequent_indent=" " * (13 + start),
                break_long_words=False,
                break_on_hyphens=False,
            )


# Records.


def _hint(code: str, data: bytes, path: Path) -> str:
    """Why what is no certificate is none, if it is something else that we know."""
    if code == "too-large":
        return TOO_LONG
    if code == "resources":
        return "nested too deeply, or too large, for the interpreter"
    if code in ("bad-certificate", "float", "not-json") and is_record(data, path):
        file = plain_text.file_name(path)
        return f"a record is no certificate; repeat it: verify check --rerun {file}"
    return ""


def is_record(data: bytes, path: Path) -> bool:
    """Whether these are no certificate but lower evidence, which ``--rerun`` repeats."""
    if _beside(path):
        return True
    content = content_of(data)
    return content.get("format") in BOUND_FORMATS or bool({"claims", "rows"} & set(content))


def _beside(path: Path) -> bool:
    """Whether a record of what is certified of this file stands beside it."""
    return path.with_name(f"{path.name}.bound.json").is_file()


def content_of(data: bytes) -> dict[str, Any]:
    """The JSON object in a file; empty for anything else, and for one that is too large.

    A value takes up to a hundred times its length: they are counted before they are made.
    """
    if len(data) > MAX_RECORD or sum(map(data.count, (b",", b"[", b"{"))) > MAX_PARTS:
        return {}
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _is_ours(claim_id: str) -> bool:
    from proofs.registry import find

    try:
        return find(claim_id) is not None
    except KeyError:
        return False


def _distinct_keys(data: bytes) -> None:
    """``ValueError`` where a key of an object stands there twice."""

    def distinct(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key of the record stands there twice")

    json.loads(data, object_pairs_hook=distinct)


def _as_recorded(path: Path, data: bytes, known: Digests) -> bool:
    """Whether the record of the run that wrote this file, if it is there, has this digest."""
    whole = path.resolve()
    out = whole.parent.parent
    if out not in known:
        known[out] = _digests(out)
    digest = known[out].get(f"{whole.parent.name}/{whole.name}")
    return digest in (None, hashlib.sha256(data).hexdigest())


def _digests(out: Path) -> dict[str, str]:
    """The digests of the certificates that the record of a run lists, by the names of files."""
    try:
        claims = content_of(read(out / "run.json", MAX_RECORD))["claims"]
        listed = [c["certificate"] for claim in claims for c in claim["evidence"]]
        return {c["file"]: c["sha256"] for c in listed if c}
    except (Unreadable, KeyError, TypeError, IndexError):
        return {}


def _second(data: bytes) -> Item:
    """What the independent checker says of a certificate that the kernel accepts."""
    from proofs.replay import check as replay_check

    result = replay_check(data)
    why = "" if result.accepted else f"the second checker disagrees: {result.why}".rstrip(": ")
    return _item(result.outcome, result.code, why)


def _rerun(data: bytes, path: Path) -> Item | None:
    """Repeat the evidence of a record or a sweep; ``None`` for anything else (a certificate).

    Accepted if every claim and instance gets the verdict, and every row the measurement, recorded;
    of a written transformer, or the record beside it, if the file's weights get the same bounds.
    """
    from proofs.supnorm.networks import NotCertified
    from proofs.supnorm.tables import twice
    from verify import measured, transformers, widths
    from verify.runner import repeat as repeat_record
    from verify.sweep import repeat as repeat_sweep

    if not is_record(data, path):
        return None
    beside = _beside(path)
    content = {} if beside else content_of(data)
    try:
        if beside or content.get("format") in BOUND_FORMATS:
            from constructions.interop.transformer_files import repeat as certify_again
            from proofs.sumformer.thm4_1.bernstein.instances import unchanged

            differs = certify_again(path, unchanged)
        elif "claims" in content:
            _distinct_keys(data)
            names = [entry["id"] for entry in content["claims"]]
            others = [name for name in names if not _is_ours(name)]
            if others or not names:
                left = f"{others[0]} is of a file of its own: run that again" if others else "empty"
                return _item("decline", "nothing-to-repeat", one_line(left))
            with twice():
                differs = repeat_record(content)
        else:
            _distinct_keys(data)
            again = widths.repeat if content.get("id") == widths.CLAIM else repeat_sweep
            again = transformers.repeat if content.get("id") in transformers.CLAIMS else again
            again = measured.repeat if content.get("id") in measured.studies() else again
            with twice():
                differs = again(content)
    except WRONG_CONTENTS as error:
        why = f"{type(error).__name__}: {error}" if isinstance(error, RecursionError) else error
        return _item("reject", "not-a-record", one_line(why))
    except NotCertified as error:
        return _item("reject", "differs", one_line(error))
    return _item("reject", "differs", one_line(differs)) if differs else _item("accept")
