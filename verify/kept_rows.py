"""Rows of mpmath, sympy and z3 that are kept, each under the digest of what it was computed from.

They stand beside the evidence, no verdict rests on them, and to compute them took longer than the
kernel.  A file for each paper in ``verify/rows/``: a first line that says by which code and by
which packages, and has the SHA-256 of itself and of all that follows, then a line for each row.  A
row is recalled where its key, the digest of everything that is handed to its evaluator, is there,
and the evaluator's source and the packages are those of the first line; it says so (``kept``).  Any
other is computed, and a contradiction stops the run as ever: what was refused is not kept.

``python -m verify.keep_rows`` finds and keeps them; ``verify check --rerun`` computes those of a
record again and compares.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofs.registry import PAPERS
from verify import sources

Json = Any
FOLDER = Path(__file__).parent / "rows"
FORMAT = "netproof-rows/1"
#: the module that makes a row, and the packages that have a part in it
MAKERS = {
    "mpmath": ("verify.numeric_rows", ("mpmath", "gmpy2", "python-flint")),
    "sympy": ("verify.symbolic_rows", ("sympy", "mpmath", "gmpy2", "python-flint")),
    "z3": ("verify.solver_rows", ("z3-solver", "mpmath", "gmpy2")),
}
#: what only hands data to an evaluator: these data are in the key, and finders have no part in it
HANDS = frozenset(
    (
        "proofs.claims",
        "proofs.evidence",
        "proofs.trees.owed",
        "proofs.trees.script",
        "proofs.vacuity",
        "verify.kept_rows",
    )
)
RECALLS: ContextVar[bool] = ContextVar("recalls", default=True)
NOTED: ContextVar[list[Json] | None] = ContextVar("noted", default=None)


def row(
    by: str,
    name: str,
    asked: Json,
    made: Callable[[], Json],
    sure: Callable[[], bool] = lambda: True,
) -> Json:
    """The row ``name`` by one of :data:`MAKERS`: the one that is kept, else ``made()``.

    ``asked`` is everything that ``made`` computes from.  What was made is not noted to be kept
    unless ``sure``: a clock may have had a part in it.
    """
    key = _digest([FORMAT, by, name, asked])
    known = rows_of(name.partition(".")[0]) if RECALLS.get() else {}
    found = known.get(f"{by} {key}")
    if found is None:
        found = made()
        kept = ""
    else:
        kept = words(by)
    noted = NOTED.get()
    if noted is not None and (kept or sure()):
        noted.append([by, key, found])
    return {**found, "kept": kept} if kept else found


def alike(before: Json, now: Json) -> bool:
    """Whether a row that was made before does not say otherwise than the one that is made now.

    That z3 ran out of processor time says nothing: a faster machine may come to the end of its
    work, or to an answer.  What was an answer before has to be one now.
    """
    from verify.solver_rows import SLOW, UNKNOWN

    if before is None or now is None or before["of"] != now["of"]:
        return False
    silent = {"of": before["of"], "outcome": UNKNOWN, "at": []}
    late, done = silent | {"says": SLOW}, silent | {"says": ""}
    return before in (now, late) or (before == done and now == late)


@contextmanager
def computed() -> Iterator[None]:
    """Inside, nothing is recalled."""
    token = RECALLS.set(False)
    try:
        yield
    finally:
        RECALLS.reset(token)


@cache
def maker(by: str) -> dict[str, Any]:
    """The source and the packages behind rows, as the first line of a file has them."""
    from importlib.metadata import PackageNotFoundError, version

    module, names = MAKERS[by]
    packages = {}
    for name in names:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    if by == "z3":  # another build may end its fixed work elsewhere
        packages["for"] = f"{sys.platform} {platform.machine()}"
    return {"code": sources.digest(counted(module)), "packages": packages}


def counted(module: str) -> dict[str, str]:
    """The modules whose source stands behind rows: not the front of ``verify``, which has names."""
    found = sources.closure(module, HANDS)
    return {name: digest for name, digest in found.items() if name != sources.FRONT}


def words(by: str) -> str:
    """``mpmath 1.3.0, python-flint 0.9.0``: what has made the rows that are recalled."""
    return ", ".join(f"{name} {found}" for name, found in maker(by)["packages"].items())


def file_of(paper: str) -> Path:
    return FOLDER / f"{paper}.jsonl"


@cache
def rows_of(paper: str) -> dict[str, Json]:
    """The rows of a paper that this code and these packages have made."""
    fitting = {by for by, made in makers(paper).items() if made == maker(by)}
    return {f"{by} {key}": found for _, by, key, found in lines(paper) if by in fitting}


def makers(paper: str) -> dict[str, Json]:
    return dict(_read(paper)[0])


def lines(paper: str) -> list[Json]:
    """``[claim, by, key, row]`` for each row."""
    return _read(paper)[1]


@cache
def _read(paper: str) -> tuple[Json, list[Json]]:
    """The makers and the rows of a file; none of one that is not as it was written."""
    if paper not in PAPERS:
        return {}, []
    try:
        first, _, rest = file_of(paper).read_text(encoding="utf-8").partition("\n")
        head = json.loads(first)
        if head != {"format": FORMAT, "made": head["made"], "sha256": sealed(head["made"], rest)}:
            return {}, []
        return head["made"], [json.loads(line) for line in rest.split("\n")[:-1]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return {}, []


def sealed(made: Json, rest: str) -> str:
    return _digest([FORMAT, made, rest])


def _digest(value: Json) -> str:
    """SHA-256 of the value as JSON, in its order: that of variables counts."""
    return sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()


def forget() -> None:
    """Read the files again when they are next asked for."""
    _read.cache_clear()
    rows_of.cache_clear()
