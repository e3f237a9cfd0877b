"""What there is, by name: papers, claims with their companions, titles, parameters.

``index.json`` is computed from the claims by ``python -m proofs.index``, so that the command line
can list, complete and suggest names without importing proofs; a test compares them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.claims import Claim

PATH = Path(__file__).with_name("index.json")


@cache
def index() -> dict[str, Any]:
    """``papers``: titles by the first part of ids.  ``claims``, by id: ``of``, the listed claim
    that it belongs to, ``title``, and ``parameters`` as name, what it says, default.
    """
    found: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def made() -> dict[str, Any]:
    """The index, from the claims."""
    from proofs.registry import ids, load

    papers: dict[str, str] = {}
    claims: dict[str, Any] = {}
    for name in ids():
        for claim in _members(load(name)):
            papers.setdefault(claim.id.partition(".")[0], claim.source.title)
            claims[claim.id] = {
                "of": name,
                "title": claim.title,
                "parameters": [[p.name, p.described, p.default] for p in claim.parameters],
            }
    return {"papers": papers, "claims": claims}


def _members(claim: Claim) -> Iterator[Claim]:
    yield claim
    for companion in (*claim.repaired, *claim.sharpened):
        yield from _members(companion)


def main() -> int:
    PATH.write_text(json.dumps(made(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
