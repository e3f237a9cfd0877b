"""Lemmas of the library in reports: what they state, why, and which proofs cite them.

A certificate that cites a lemma contains its proof, so that no verdict rests on the library.  Who
cites a lemma is read off the prose of proofs (:mod:`verify.prose`): the lemma is found in the
certificate by what it states, whether its name was written or not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.prose import Prose
from reports.site import Lemma
from verify import prose

Json = Any


def of_record(record: Mapping[str, Any], told: Mapping[str, Prose]) -> list[Lemma]:
    """Every lemma whose kept proof the kernel accepts, with the claims whose proofs cite it."""
    users: dict[str, dict[str, str]] = {}
    for claim in record["claims"]:
        for item in claim["evidence"]:
            for name in cited(told[item["id"]]["blocks"]) if item["id"] in told else ():
                users.setdefault(name, {})[claim["id"]] = claim["source"]["paper"]
    found = []
    for lemma in library():
        claims = users.get(lemma["id"], {})
        papers = list(dict.fromkeys(claims.values()))
        found.append(lemma | {"claims": list(claims), "papers": papers})
    return found  # type: ignore[return-value]


def cited(blocks: Sequence[Any]) -> list[str]:
    """The names of the lemmas that a proof in prose cites."""
    return [block[1] for block in blocks if block[0] == "cite"]


def library() -> Iterator[dict[str, Any]]:
    """The lemmas by subject, each with its proof, which cites the others."""
    from proofs.kernel import check
    from proofs.language import library as texts
    from proofs.prose import tell
    from proofs.prose.cited import Lemmas

    kept, recognised = texts.lemmas(), prose.library()
    for subject, item in texts.items():
        certificate = kept[item.name].certificate if item.name in kept else None
        if certificate is None or not check(json.dumps(certificate).encode()).accepted:
            continue
        made = tell(certificate, lemmas=Lemmas(one for one in recognised if one.name != item.name))
        sequent = item.statement.sequent
        blocks = json.loads(json.dumps(made.blocks))  # lists, as those that were kept
        yield {
            "id": item.name,
            "subject": subject,
            "title": texts.pages()[subject].title,
            "says": item.words,
            "about": _about(sequent),
            "arguments": [*sequent["functions"], *sequent["vars"]],
            "boxes": _boxes(sequent),
            "uses": cited(blocks),
            "proof": {
                "blocks": blocks,
                "steps": made.steps,
                "told": made.told,
                "unused": made.unused,
                "left": dict(made.left),
            },
        }


def _about(sequent: Json) -> str:
    """``functions f, g; integers a, b``: what a lemma holds for."""
    sorts = sequent["vars"]
    kinds = {
        "function": list(sequent["functions"]),
        "integer": [name for name, sort in sorts.items() if sort == "int"],
        "real": [name for name, sort in sorts.items() if sort == "real"],
    }
    return "; ".join(
        f"{kind}{'' if len(names) == 1 else 's'} {', '.join(names)}"
        for kind, names in kinds.items()
        if names
    )


def _boxes(sequent: Json) -> list[Any]:
    """The hypotheses and, last, the conclusion, typeset."""
    from proofs.notation import Layout, Names, tree
    from proofs.prose.formulas import apart

    layout = Layout(Names())
    return [layout.formula(tree(apart(part))) for part in (*sequent["given"], sequent["show"])]
