"""``python -m proofs.kept.from_files [--stay]``: the lines of what was kept as a file each.

Reads ``proofs/certificates/`` and ``proofs/vacuity_results/``, and removes them, unless they are
to ``--stay``.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from proofs import kept, vacuity
from proofs.evidence import dumps

PROOFS = Path(__file__).parent.parent
CERTIFICATES, CONTROLS = PROOFS / "certificates", PROOFS / "vacuity_results"


def convert(certificates: Path, controls: Path) -> int:
    """Keep as lines what the files of these folders have; how many there were."""
    proofs, rows = {}, {}
    for path in sorted(certificates.glob("*.json")):
        data = path.read_bytes()
        proofs[path.stem] = (json.loads(data)["statement"], data)
    for path in sorted(controls.glob("*.json")):
        found = json.loads(path.read_bytes())
        rows[path.stem] = (found["statement"], dumps(found["rows"]))
    kept.put(kept.CERTIFICATES, proofs)
    kept.put(kept.CONTROLS, rows, vacuity.joined)
    return len(proofs) + len(rows)


def main(words: list[str]) -> int:
    print(f"{convert(CERTIFICATES, CONTROLS)} files")
    if "--stay" not in words:
        for folder in (CERTIFICATES, CONTROLS):
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
