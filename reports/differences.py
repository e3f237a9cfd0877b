"""What is new in a formula: the words and signs of a text that another text has not.

Both are HTML as :mod:`reports.formulas` makes it.  Words of prose and leaves of MathML are compared
in their order; nothing else is touched, so that inert markup stays inert.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

#: Below this share of common words and signs, marks would cover everything and say nothing.
ALIKE = 0.5
_SET_OTHERWISE = frozenset("()/\u2061\u2062")
_TOKEN = re.compile(
    r"(?P<open><(?:mi|mn|mo|mtext)\b[^>]*>)(?P<leaf>[^<]*)(?P<close></(?:mi|mn|mo|mtext)>)"
    r"|(?P<tag><[^>]*>)|(?P<space>\s+)|(?P<word>[^<\s]+)"
)


def marked(printed: str, other: str) -> tuple[str, bool]:
    """``other`` with what ``printed`` has not marked, and whether anything is.

    Nothing is marked where the two have too little in common.
    """
    before = [_key(found) for found in _TOKEN.finditer(printed) if _key(found)]
    tokens = list(_TOKEN.finditer(other))
    counted = [(number, _key(found)) for number, found in enumerate(tokens) if _key(found)]
    matcher = SequenceMatcher(None, before, [key for _, key in counted], autojunk=False)
    if matcher.ratio() < ALIKE:
        return other, False
    new: set[int] = set()
    for kind, _, _, start, end in matcher.get_opcodes():
        if kind in ("insert", "replace"):
            new.update(number for number, _ in counted[start:end])
    parts = [
        _mark(found) if number in new else found.group() for number, found in enumerate(tokens)
    ]
    return "".join(parts), bool(new)


def _key(found: re.Match[str]) -> str:
    """What is compared: a leaf, or a word without the comma or full stop behind it.

    Strokes and parentheses are not: ``L/(2N)`` is the fraction with a bar.
    """
    if found["leaf"] is not None:
        leaf = str(found["leaf"]).strip()
        return "" if leaf in _SET_OTHERWISE else leaf
    return str(found["word"] or "").rstrip(".,;:")


def _mark(found: re.Match[str]) -> str:
    if found["leaf"] is None:
        return f"<mark>{found.group()}</mark>"
    opened = found["open"]
    if "class=" in opened:
        return found.group()
    return f'{opened[:-1]} class="new">{found["leaf"]}{found["close"]}'
