"""``python -m proofs.certify [ID...]``: search certificates and keep them in the package.

A kept certificate saves a search, nothing more: every run checks it again with the kernel, and
uses it only where its statement is the one that the claim makes today.  The controls of every
obligation (:mod:`proofs.vacuity`) are kept with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from proofs import kept, vacuity
from proofs.claims import Claim
from proofs.evidence import gather
from proofs.registry import ids, load


def family(claim: Claim) -> Iterator[Claim]:
    """A claim and its repaired and sharpened companions."""
    yield claim
    for companion in (*claim.repaired, *claim.sharpened):
        yield from family(companion)


def main(names: list[str]) -> int:
    """Search what is missing or out of date; with no names, all claims, and drop strays."""
    known: set[str] = set()
    missing = 0
    for name in names or ids():
        members = list(family(load(name)))
        data = [datum for claim in members for datum in claim.data()]
        proofs, controls = {}, {}
        for claim in members:
            found = gather(claim)
            for item in found.values():
                known.add(item.id)
                if item.certificate is None:
                    missing += 1
                    print(f"{item.id}: {item.reason}", file=sys.stderr)
                else:
                    proofs[item.id] = (item.statement, item.certificate)
            rows = vacuity.gather(claim, found, data, search=True)
            for obligation in (*claim.all_obligations(), *vacuity.premises(claim)):
                content = vacuity.stored(rows[obligation.id], found[obligation.id])
                controls[obligation.id] = (obligation.statement, content)
        kept.put(kept.CERTIFICATES, proofs)
        kept.put(kept.CONTROLS, controls, vacuity.joined)
    if not names:
        for kind in kept.KINDS:
            kept.put(kind, {}, only=known)
    print(f"{len(known)} certificates, {missing} not found")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
