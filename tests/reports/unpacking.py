"""What the script of the pages does with what they load packed."""

from __future__ import annotations

import json
import re
import zlib
from functools import cache

from reports import packing

SHARED = re.compile(r"var netproofPacked=\{tokens:(\[[^\n]*?\])((?:,\w:\"[^\"]*\")*)\};\n")
PACKED = re.compile(r'netproofDetails\("([^"\\\n\r\0]*)","([dp])"\);\n')


def unpacked(script: str, shared: str) -> str:
    """What a script of details hands on; ``shared`` is the script of all pages."""
    found = PACKED.fullmatch(script)
    assert found
    tokens, before = _shared(shared)
    stream = before[found[2]] + packing.read(found[1])
    _, _, text = zlib.decompress(stream, -15).decode().partition("\0")
    return "".join(tokens[ord(c)] or c if ord(c) < len(tokens) else c for c in text)


@cache
def _shared(script: str) -> tuple[list[str], dict[str, bytes]]:
    """The tokens, and what texts of each kind come after."""
    begins = SHARED.match(script)
    assert begins
    before = dict(re.findall(r',(\w):"([^"]*)"', begins[2]))
    return json.loads(begins[1]), {kind: packing.read(text) for kind, text in before.items()}
