"""Lemmas that everybody may cite: ``proofs/library``, a text per subject, with kept proofs.

A lemma is stated once, for all its variables and functions, and proved once.  A step that cites it
gets its proof told again for the terms that are given (:mod:`proofs.language.schemata`), inside of
the certificate: a verdict never rests on this folder.  ``python -m proofs.language.library`` finds
all proofs again.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from proofs.kernel import check
from proofs.language.document import Document, Item, closed, read_document
from proofs.search.clock import now
from proofs.search.lemmas import Lemma
from proofs.trees.script import Json, dumps

FOLDER = Path(__file__).resolve().parents[1] / "library"
KEPT = FOLDER / "proofs.json"
SECONDS = 60.0


@cache
def pages() -> dict[str, Document]:
    """The texts by subject, in the order in which one may cite another."""
    order = (FOLDER / "order.txt").read_text(encoding="utf-8").split()
    texts = {name: (FOLDER / f"{name}.netproof").read_text(encoding="utf-8") for name in order}
    return {name: read_document(text) for name, text in texts.items()}


def items() -> Iterator[tuple[str, Item]]:
    """Every lemma, with the subject that it belongs to."""
    for subject, page in pages().items():
        for item in page.items:
            yield subject, item


@cache
def lemmas() -> dict[str, Lemma]:
    """What may be cited: lemmas with kept proofs."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return {item.name: _lemma(item, kept[item.name]) for _, item in items() if item.name in kept}


def _lemma(item: Item, proof: Json) -> Lemma:
    sequent = item.statement.sequent
    return Lemma(closed(item.statement), {"statement": sequent, "proof": proof})


def found(item: Item, subject: str, before: dict[str, Lemma]) -> Json:
    """The proof of a lemma, from those before it.

    Raises:
        StepError: its steps do not go through.
        ValueError: it has none, and no proof was found.
    """
    from proofs.kernel.check import open_statement
    from proofs.language.elaboration import Elaborator
    from proofs.search.strategies import STRATEGIES
    from proofs.trees.transport import shorter

    sequent = item.statement.sequent
    source = (FOLDER / f"{subject}.netproof").read_text(encoding="utf-8")
    definitions = {made.name: made for made in pages()[subject].definitions}
    if item.steps:
        return Elaborator(source, definitions, before).proof(sequent, item.steps)
    for _, strategy in STRATEGIES:
        data = strategy(sequent, now() + SECONDS)
        if data is not None and check(dumps(json.loads(data))).accepted:
            return shorter(open_statement(sequent), json.loads(data)["proof"])
    raise ValueError(f"no proof of {item.name} was found")


def main(names: list[str]) -> None:
    """Find the proofs again, all or those of some names, and keep them."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() and names else {}
    known: dict[str, Lemma] = {}
    for subject, item in items():
        if item.name not in kept or item.name in names:
            start = time.monotonic()
            kept[item.name] = found(item, subject, known)
            print(f"{time.monotonic() - start:6.1f} s  {subject}.{item.name}", flush=True)
        known[item.name] = _lemma(item, kept[item.name])
    lines = [
        f"{json.dumps(name)}:{json.dumps(kept[name], separators=(',', ':'))}" for name in known
    ]
    KEPT.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
