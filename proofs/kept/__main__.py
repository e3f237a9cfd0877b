"""``python -m proofs.kept [NAME...]``: the certificates of these names; without, order the files.

After a merge a file may have lines twice or in another order; that harms nothing.
"""

from __future__ import annotations

import sys

from proofs import kept


def main(names: list[str]) -> int:
    for name in names:
        found = kept.found(kept.CERTIFICATES, name)
        if found is None:
            print(f"there is no kept certificate of {name[:80]}", file=sys.stderr)
            return 1
        sys.stdout.write(found.decode())
    if not names:
        for path in kept.tidy():
            print(f"{path.name}: in order now")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
