"""Every claim is decided in the record of the last run: ``make decided``, after ``make verify``.

A share of the claims is decided by the tests, all of them by ``make verify``, whose exit status is
0 whatever the verdicts.  This reads what it found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs import registry
from proofs.certify import family
from reports.record import load

RECORD = Path("reports/out/run.json")
#: printed and not decided here: nothing formal stands for them, and nothing may be claimed
LEFT_OPEN = {
    "sumformer.thm4_3",
    "sumformer.thm4_4",
    "sumformer.thm4_5",
}
DECIDED = ("proved", "conditional", "refuted")


def complaints(record: Any) -> Iterator[str]:
    """A line for each claim that is missing, open, or given more than it says it assumes."""
    found = {claim["id"]: claim for claim in record["claims"]}
    for claim_id in registry.ids():
        for claim in family(registry.load(claim_id)):
            if claim.id not in found:
                yield f"{claim.id}: not in the record"
                continue
            verdict, given = found[claim.id]["verdict"], found[claim.id]["given"]
            if (verdict == "open") != (claim.id in LEFT_OPEN) or verdict not in (*DECIDED, "open"):
                yield f"{claim.id}: {verdict}"
            if not set(given) <= set(claim.assumes):
                yield f"{claim.id}: given {', '.join(given)}"


def main() -> int:
    lines = list(complaints(load(RECORD)))
    print("\n".join(lines) or "every claim is decided")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
