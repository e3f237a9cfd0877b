"""What a verdict is computed from, as digests: files of ours, kept results, versions.

:func:`basis` covers the code: the source of every module that deciding a claim can import, found
by reading import statements, also those inside of functions, without importing anything.
:func:`inputs` adds the certificates and controls that are kept for it.  Two runs with equal digests
are given the same bytes to work on; what that leaves out is said in
``docs/decisions/0021-the-store.md``.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from proofs import kept
from proofs.registry import MODULES, home_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("constructions", "proofs", "reports", "verify")
RUNNER = "verify.runner"
#: what they answer, the module of a claim, is a part of the basis: a claim more changes no other
NAMES = ("proofs.registry", "proofs.index")
#: imports nothing until it is asked for a name, which nothing behind a claim does
FRONT = "verify"
#: packages that evidence may rest on, by the names under which they are installed
DISTRIBUTIONS = {
    "clarabel": "clarabel",
    "cvc5": "cvc5",
    "distributed": "distributed",
    "flint": "python-flint",
    "linformer": "linformer",
    "matplotlib": "matplotlib",
    "mpmath": "mpmath",
    "numpy": "numpy",
    "onnx": "onnx",
    "performer_pytorch": "performer-pytorch",
    "safetensors": "safetensors",
    "scipy": "scipy",
    "sympy": "sympy",
    "torch": "torch",
    "z3": "z3-solver",
}
STARTED = time.time()
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_QUOTED = re.compile(rb"\"([a-z]\w*(?:\.[\w-]+)+)\"")


def digest(value: object) -> str:
    """SHA-256 of the value as JSON, with sorted keys."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def path_of(module: str) -> Path | None:
    """The file of a module of ours."""
    if module.partition(".")[0] not in PACKAGES:
        return None
    place = ROOT.joinpath(*module.split("."))
    if place.is_dir():
        place = place / "__init__"
    file = place.with_suffix(".py")
    return file if file.is_file() else None


@cache
def _read(path: Path) -> tuple[str, frozenset[str], frozenset[str]]:
    """The digest of a file, what it may import, and the names with dots that it quotes."""
    data = path.read_bytes()
    named: set[str] = set()
    for source, names, plain in _IMPORT.findall(data.decode("utf-8", "replace")):
        if source:
            named.add(source)
            named.update(f"{source}.{name}" for name in _NAME.findall(names))
        named.update(_NAME.findall(plain))
    quoted = frozenset(name.decode() for name in _QUOTED.findall(data))
    return _sha256(data), frozenset(named), quoted


@cache
def closure(module: str, without: frozenset[str] = frozenset()) -> dict[str, str]:
    """The digest of every module of ours that importing this one, or calling it, may import.

    ``without`` are modules that are left out, with what only they import.
    """
    found: dict[str, str] = {}
    todo = [module]
    while todo:
        name = todo.pop()
        path = path_of(name)
        if name in found or path is None or name in NAMES or name in without:
            continue
        found[name], named, _ = _read(path)
        todo += named if name != FRONT else ()
        if NAMES[0] in named:
            todo += _claims_beside(name)
        while "." in name:  # a package comes before what is in it
            name = name.rpartition(".")[0]
            todo.append(name)
    return found


def _claims_beside(module: str) -> list[str]:
    """The modules of all claims of a paper, of which a module of that paper may ask by name."""
    paper = ".".join(module.split(".")[:2])
    named = [claim.partition(":")[0] for claim in MODULES.values()]
    return [name for name in named if name.startswith(f"{paper}.")]


def modules(claim_id: str) -> dict[str, str]:
    """The modules that deciding a claim may use, with their digests; of a file, the runner's."""
    home = _home(claim_id)
    return closure(RUNNER) | (closure(home.partition(":")[0]) if home else {})


def _home(claim_id: str) -> str:
    """Where a claim of ours, or the one that it is a companion of, is defined; else empty."""
    try:
        return MODULES[home_of(claim_id)]
    except KeyError:
        return ""


@cache
def versions() -> dict[str, str]:
    """Python, the machine, and the packages that evidence may rest on."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": sys.version, "machine": platform.machine(), "system": sys.platform}
    for name in DISTRIBUTIONS.values():
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@cache
def basis(claim_id: str) -> str:
    """The digest of all code behind a claim; of the runner alone for one of a file."""
    return digest(["basis", _home(claim_id), modules(claim_id), versions()])


@cache
def inputs(claim_id: str) -> str:
    """The digest of all that a claim is decided from: the basis, and what is kept for it."""
    found = [_kept(line) for line in kept_lines(claim_id)]
    return digest([basis(claim_id), found, kept_rows(claim_id)])


@cache
def _kept(line: kept.Line) -> str:
    return _sha256(line.content())


def kept_lines(claim_id: str) -> list[kept.Line]:
    """The lines of kept results that have a name which is :func:`foreseen`."""
    wanted = foreseen(claim_id)
    return [
        line
        for paper in papers(claim_id)
        for kind in kept.KINDS
        for line in kept.lines(kind, paper)
        if any(wanted(name) for name in line.names)
    ]


def kept_rows(claim_id: str) -> list[str]:
    """The digests of the rows that are kept for it beside the evidence, and who made them."""
    wanted = foreseen(claim_id)
    rows = [row for paper in papers(claim_id) for row in _rows(paper)]
    return [row for name, row in rows if not name or wanted(f"{name}.")]


def _rows_file(paper: str) -> Path:
    return ROOT / f"verify/rows/{paper}.jsonl"


@cache
def _rows(paper: str) -> list[tuple[str, str]]:
    """A claim and the digest of a line, for each row of ``verify.kept_rows``; first, its makers."""
    try:
        head, *lines = _rows_file(paper).read_bytes().splitlines()
        rows = [("", digest(json.loads(head)["made"]))]
        return rows + [(json.loads(line)[0], _sha256(line)) for line in lines]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []


@cache
def foreseen(claim_id: str) -> Callable[[str], bool]:
    """Which names of kept results deciding a claim may ask for.

    Those of its own and of every claim whose module it may use, and what such a module quotes.
    """
    behind = modules(claim_id) if _home(claim_id) else {}
    homes = [n for n, at in MODULES.items() if at.partition(":")[0] in behind]
    begin = tuple(f"{name}." for name in homes)
    paths = [path for name in behind if (path := path_of(name)) is not None]
    quoted = frozenset().union(*(_read(path)[2] for path in paths))
    return lambda name: name.startswith(begin) or name in quoted


def papers(claim_id: str) -> list[str]:
    """The papers whose modules may be used."""
    if not _home(claim_id):
        return []
    places = {name.split(".")[1] for name in modules(claim_id) if name.count(".") > 1}
    return sorted({claim_id.partition(".")[0], *places & _papers()})


@cache
def _papers() -> frozenset[str]:
    return frozenset(claim_id.partition(".")[0] for claim_id in MODULES)


def sizes() -> dict[str, int]:
    """For each listed claim the bytes of what is kept for it: about how long it takes."""
    found: dict[str, int] = {}
    for paper in _papers():
        for kind in kept.KINDS:
            for line in kept.lines(kind, paper):
                name = line.names[0]
                while name and name not in MODULES:
                    name = name.rpartition(".")[0]
                found[name] = found.get(name, 0) + line.end - line.start
    return found


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def touched(claim_id: str, *fronts: str) -> bool:
    """Whether a file behind the claim, or behind one of these modules, was written since this
    process began.

    Then what is in memory may be older than what :func:`inputs` has digested.
    """
    names = set(modules(claim_id)).union(*map(closure, fronts))
    paths = [path for name in names if (path := path_of(name)) is not None]
    paths += [kept.file(kind, paper) for paper in papers(claim_id) for kind in kept.KINDS]
    paths += filter(Path.exists, map(_rows_file, papers(claim_id)))
    return any(_written(path) >= STARTED - 1 for path in paths)


def _written(path: Path) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:  # it is gone
        return STARTED


def loaded() -> set[str]:
    """The modules of ours that this process has imported."""
    return {name for name in sys.modules if name.partition(".")[0] in PACKAGES}
