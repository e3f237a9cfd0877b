"""``python -m proofs.certify [ID...]``: search certificates and keep them in the package.

A kept certificate saves a search, nothing more: every run checks it again with the kernel, and
uses it only where its statement is the one that the claim makes today.  The controls of every
obligation (:mod:`proofs.vacuity`) are kept with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from constructions.files import write_bytes
from proofs import vacuity
from proofs.claims import Claim
from proofs.evidence import SHIPPED, gather
from proofs.registry import ids, load


def family(claim: Claim) -> Iterator[Claim]:
    """A claim and its repaired and sharpened companions."""
    yield claim
    for companion in (*claim.repaired, *claim.sharpened):
        yield from family(companion)


def main(names: list[str]) -> int:
    """Search what is missing or out of date; with no names, all claims, and drop strays."""
    SHIPPED.mkdir(exist_ok=True)
    kept: set[str] = set()
    missing = 0
    for name in names or ids():
        members = list(family(load(name)))
        data = [datum for claim in members for datum in claim.data()]
        for claim in members:
            found = gather(claim)
            for item in found.values():
                kept.add(f"{item.id}.json")
                if item.certificate is None:
                    missing += 1
                    print(f"{item.id}: {item.reason}", file=sys.stderr)
                else:
                    write_bytes(SHIPPED / f"{item.id}.json", item.certificate)
            rows = vacuity.gather(claim, found, data, search=True)
            for obligation in (*claim.all_obligations(), *vacuity.premises(claim)):
                vacuity.keep(obligation, rows[obligation.id], found[obligation.id])
    if not names:
        for stray in {path.name for path in SHIPPED.glob("*.json")} - kept:
            (SHIPPED / stray).unlink()
        for stray in {path.name for path in vacuity.KEPT.glob("*.json")} - kept:
            (vacuity.KEPT / stray).unlink()
    print(f"{len(kept)} certificates, {missing} not found")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
