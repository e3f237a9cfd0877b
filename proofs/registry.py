"""Which claims there are, and the module of each.

``contents.txt`` in a paper's folder lists its claims in the paper's order.  A claim is ``CLAIM`` in
the module at its id (``prop1.maxeps``: ``prop1/maxeps.py``) or in ``claim.py`` of the folder there
(``thm1/claim.py``).  Claims that share a module have the rest of the id as their name: ``BEST`` of
``table1.py`` is ``table1.best``.  A line ends in another module, or name, where this is not so.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.index import index

if TYPE_CHECKING:
    from proofs.claims import Claim

PAPERS = ("pln", "fl", "layeract", "sumformer", "weierstrass")


def _home(paper: str, name: str) -> str:
    """Where the name of a claim leads: the longest part of it that is a module, and the rest."""
    folder, parts = Path(__file__).parent / paper, name.split(".")
    for cut in range(len(parts), 0, -1):
        place, module = folder.joinpath(*parts[:cut]), ".".join(parts[:cut])
        if place.is_dir() or place.with_name(f"{place.name}.py").is_file():
            module += ".claim" if place.is_dir() else ""
            rest = "_".join(parts[cut:]).upper()
            return f"{module}:{rest}" if rest else module
    raise LookupError(f"{paper}/contents.txt: no module for {name}")


def _contents(paper: str) -> dict[str, str]:
    """The module of each claim of the paper, by id."""
    text = (Path(__file__).parent / paper / "contents.txt").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, module = line.partition(" in ")
            found[f"{paper}.{name}"] = f"proofs.{paper}.{module or _home(paper, name)}"
    return found


#: the module of each listed claim, by id; companions belong to their claim
MODULES = {name: module for paper in PAPERS for name, module in _contents(paper).items()}


def ids() -> list[str]:
    return list(MODULES)


def load(claim_id: str) -> Claim:
    """The claim of this id; ``KeyError`` if there is none."""
    module, _, name = MODULES[claim_id].partition(":")
    claim: Claim = getattr(import_module(module), name or "CLAIM")
    return claim


def home_of(claim_id: str) -> str:
    """The listed claim that has this id, or has it as a companion; ``KeyError`` if none.

    What the index does not know, a claim that is being written, is found by its beginning.
    """
    known = index()["claims"].get(claim_id, {}).get("of")
    if known in MODULES:
        return str(known)
    homes = [name for name in MODULES if f"{claim_id}.".startswith(f"{name}.")]
    if not homes:
        raise KeyError(claim_id)
    return max(homes, key=len)


def find(claim_id: str) -> Claim:
    """The claim of this id, companions included; ``KeyError`` if there is none."""
    todo = [load(home_of(claim_id))]
    while todo:
        found = todo.pop()
        if found.id == claim_id:
            return found
        todo += [*found.repaired, *found.sharpened]
    raise KeyError(claim_id)
