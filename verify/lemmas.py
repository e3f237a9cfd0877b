"""Facts that the proofs of several claims share, found by reading the sources.

A lemma is a public function of a paper's folder, or of the library, that returns a proof (its
annotation is ``Node``), whose docstring begins with a relation (``sum left = factor sum right``),
and on which three claims of the registry rest, directly or by way of other lemmas.  It has no
verdict of its own: what it gives is a part of each certificate that uses it, and is checked there.
References are followed by name, as they stand in the source; what a program looks up otherwise is
not seen.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache

from proofs.registry import MODULES, PAPERS
from reports.site import Lemma
from verify.sources import path_of

Place = tuple[str, str]  # a module, and a name in it
LEAST = 3  # claims that rest on a lemma
FOLDERS = (*PAPERS, "library")
_RELATION = re.compile(r"(?<=\S) (=|<|>|<=|>=|!=) (?=\S)")


@dataclass
class _Module:
    """Names of a module: what each refers to, which are imported, which return proofs."""

    refers: dict[str, set[str]] = field(default_factory=dict)
    imported: dict[str, Place] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)


@cache
def shared() -> tuple[Lemma, ...]:
    """The lemmas of all papers, by place."""
    uses: dict[Place, tuple[Place, ...]] = {}
    direct: dict[Place, list[str]] = {}
    below: dict[Place, set[str]] = {}
    for claim_id, home in MODULES.items():
        module, _, name = home.partition(":")
        todo = list(_lemmas_behind((module, name or "CLAIM")))
        for lemma in todo:
            direct.setdefault(lemma, []).append(claim_id)
        while todo:
            lemma = todo.pop()
            users = below.setdefault(lemma, set())
            if claim_id not in users:
                users.add(claim_id)
                if lemma not in uses:
                    uses[lemma] = tuple(_lemmas_behind(lemma))
                todo += uses[lemma]
    kept = {lemma for lemma, users in below.items() if len(users) >= LEAST}
    rest = {p: {claim_id.partition(".")[0] for claim_id in below[p]} for p in kept}
    return tuple(
        Lemma(
            id=_name(place),
            papers=[paper for paper in PAPERS if paper in rest[place]],
            says=_module(place[0]).says[place[1]],
            claims=direct.get(place, []),
            uses=sorted(_name(p) for p in uses[place] if p in kept),
        )
        for place in sorted(kept)
    )


def behind(ids: Collection[str]) -> list[Lemma]:
    """The lemmas on which these claims rest, by way of other lemmas too."""
    if not any(claim_id in MODULES for claim_id in ids):
        return []
    lemmas = {lemma["id"]: lemma for lemma in shared()}
    todo = [name for name, lemma in lemmas.items() if any(one in ids for one in lemma["claims"])]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += lemmas[name]["uses"]
    return [lemma for name, lemma in lemmas.items() if name in found]


def _name(place: Place) -> str:
    """``pln.units.size_facts``."""
    return f"{place[0].removeprefix('proofs.')}.{place[1]}"


def _lemmas_behind(start: Place) -> Iterator[Place]:
    """The lemmas that a name refers to, not those that these refer to in turn."""
    seen, todo = {start}, [start]
    while todo:
        place = todo.pop()
        module = _module(place[0])
        if place != start and place[1] in module.says:
            yield place
            continue
        for name in module.refers.get(place[1], ()):
            other = _resolved(place[0], name)
            if other is not None and other not in seen:
                seen.add(other)
                todo.append(other)


def _resolved(module: str, name: str) -> Place | None:
    """Where a name of a module is defined: ``vectors.fact`` by way of ``from x import vectors``."""
    known = _module(module)
    first, _, rest = name.partition(".")
    if first in known.refers and not rest:
        return module, first
    if first not in known.imported:
        return None
    home, own = known.imported[first]
    inner = f"{home}.{own}" if own else home
    if rest and path_of(inner):
        home, own = inner, rest
    return (home, own) if _of_paper(home) and path_of(home) else None


def _of_paper(module: str) -> bool:
    """Whether it is in the folder of a paper, or in what they share."""
    parts = module.split(".")
    return len(parts) > 2 and parts[0] == "proofs" and parts[1] in FOLDERS


@cache
def _module(name: str) -> _Module:
    found = _Module()
    path = path_of(name)
    if path is None:
        return found
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found.imported[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                found.imported[alias.asname or alias.name] = (alias.name, "")
    for statement in tree.body:
        refers = set(_referred(statement))
        for own in _bound(statement):
            found.refers.setdefault(own, set()).update(refers)
        if isinstance(statement, ast.FunctionDef) and (says := _says(statement)):
            found.says[statement.name] = says
    return found


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _referred(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"


def _says(function: ast.FunctionDef) -> str:
    """What a function proves, if it returns a proof and says so; else empty."""
    if function.name.startswith("_") or not isinstance(function.returns, ast.Name):
        return ""
    if function.returns.id != "Node":
        return ""
    text = " ".join((ast.get_docstring(function) or "").partition("\n\n")[0].split())
    text = re.sub(r";? then go on\b|``|:data:", "", text).replace("`", "").rstrip(".") + "."
    return text if _RELATION.search(text.partition(". ")[0]) else ""
