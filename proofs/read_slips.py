"""``python -m proofs.read_slips PAPER TEXT``: the quotations of slips, against a paper's text.

Compared are letters and digits, so that line ends, markup and hyphens do not matter.  What stands
between the dots of a quotation has to be found in its order.  Exit status: 0 all were found, 1 some
were not, 2 a usage error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from proofs.slips import PAPERS, slips

_MARKUP = re.compile(r"\\[a-zA-Z]+|</?[a-z]+>")


def letters(text: str) -> str:
    """The ASCII letters and digits of a text, lower case, without markup."""
    return re.sub(r"[^a-z0-9]", "", _MARKUP.sub("", text).lower())


def found(quotation: str, text: str) -> bool:
    """Whether all parts of the quotation stand in the text, one after another."""
    there, place = letters(text), 0
    for part in quotation.split("…"):
        place = there.find(letters(part), place)
        if place < 0:
            return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Compare and print; see the module's docstring."""
    if len(arguments) != 2 or arguments[0] not in PAPERS:
        print(f"usage: python -m proofs.read_slips {'|'.join(PAPERS)} TEXT", file=sys.stderr)
        return 2
    try:
        text = Path(arguments[1]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        print(f"cannot read {arguments[1]!r}: {type(error).__name__}", file=sys.stderr)
        return 2
    own = [slip for slip in slips() if slip.source.paper == arguments[0]]
    absent = [slip for slip in own if not found(slip.printed, text)]
    for slip in absent:
        print(f"not found  {slip.id}: {slip.printed}")
    print(f"{len(own) - len(absent)} of {len(own)} quotations found")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
