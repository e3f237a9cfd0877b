"""Text that repeats itself, as a string of a script: deflated, seven bits to a character.

What many texts have in common comes before each of them, once, in the script of all pages, as what
deflate looks back to; tags that are frequent are one character each, and what was there more than
30 thousand characters before is a reference to it (:func:`referring`).  The bytes are written in
characters of seven bits, which UTF-8 stores in one byte: an eighth is lost, of base64 a quarter.
The five characters that cannot stand in a string of a script make one of two bytes with the next.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterable

SAMPLE, END = 20_000, "\0"  # characters; deflate looks back 32 KiB
#: what stands for a control character, by its code; NUL, tab and the ends of lines stand for none
TOKENS = (
    "", '</math><wbr><math><mo>', "</math><wbr><math>",
    '</p><div class="eq"><div class="line">', '<mo rspace="0.17em">', '<mo stretchy="false">',
    '<mo form="prefix">', '<mo form="postfix">|', "</mo>", "", "", "</mi>", "</mn>", "", "<mo>",
    "<mi>", "<mn>", "</mrow>", "<mrow>", "</msub>", "<msub>", "</msup>", "<msup>", "</mfrac>",
    "<mfrac>", "</munderover>", "<munderover>", "</math>", "<math>", "</div>", "</p>", "<p>",
)  # fmt: skip
REFERENCE, FORMULA = "\x7f", TOKENS.index("<math>")  # before a reference; where one may begin
NEAR, LEAST, KEY = 30_000, 64, 48  # deflate sees what is nearer; units of a reference, of a start
#: what a string of a script cannot have; the script of the pages has the same list
REFUSED = b'\0\n\r"\\'
_REFUSED = re.compile(rb'([\x00\n\r"\\])(.|\Z)', re.DOTALL)


def sample(texts: Iterable[str]) -> str:
    """What many texts have in common: a bit from the middle of each, for :func:`squeezed`."""
    found = list(texts)
    each = SAMPLE // max(1, len(found))
    shorter = (shortened(text) for text in found)
    return "".join(text[len(text) // 2 :][:each] for text in shorter) + END


def squeezed(before: str, text: str) -> tuple[str, str]:
    """One stream of what comes before and the text, in its two parts, as in a script."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    first = stream.compress(before.encode("utf-8")) + stream.flush(zlib.Z_SYNC_FLUSH)
    rest = stream.compress(text.encode("utf-8")) + stream.flush()
    return written(first), written(rest)


def shortened(text: str) -> str:
    """The text with a control character for each of the tokens, and no others."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text)
    for number, token in enumerate(TOKENS):
        text = text.replace(token, chr(number)) if token else text
    return text


def referring(text: str) -> str:
    """A shortened text with references to what it has long before: how much, and how far back.

    Both are in units of UTF-16, as scripts count, and in base 36: deflate looks back 32 KiB, and a
    page with several proofs says most of them again.
    """
    units = _units(text)
    last: dict[str, int] = {}
    made: list[str] = []
    done = 0
    for found in re.finditer(chr(FORMULA), units):
        here = found.start()
        key = units[here : here + KEY]
        there, last[key] = last.get(key, -1), here
        if there < 0 or here < done or here - there <= NEAR:
            continue
        size = _common(units, there, here)
        if 0xD800 <= ord(units[here + size - 1]) < 0xDC00:  # half of a character
            size -= 1
        if size >= LEAST:
            made += [units[done:here], f"{REFERENCE}{_base36(size)},{_base36(here - there)};"]
            done = here + size
    return _characters("".join([*made, units[done:]]))


def expanded(text: str) -> str:
    """The text that :func:`referring` was given; the script of the pages does the same."""
    first, *parts = _units(text).split(REFERENCE)
    made = first
    for part in parts:
        told, rest = part.split(";", 1)
        size, back = (int(number, 36) for number in told.split(","))
        at = len(made) - back
        made += made[at : at + size] + rest
    return _characters(made)


def _common(units: str, there: int, here: int) -> int:
    """How much is the same from two places on; what is referred to ends before the reference."""
    low, high = 0, min(here - there, len(units) - here)
    while low < high:
        middle = (low + high + 1) // 2
        if units[there : there + middle] == units[here : here + middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str) -> str:
    """The units of UTF-16, each as a character."""
    return "".join(map(chr, array("H", text.encode("utf-16-le"))))


def _characters(units: str) -> str:
    return array("H", map(ord, units)).tobytes().decode("utf-16-le")


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def written(data: bytes) -> str:
    """Bytes as characters that may stand between the quotes of a string of a script.

    >>> written(b"")
    ''
    >>> written(bytes([0b0000001_0, 0b000010_00])) == chr(1) + chr(2) + chr(0x80)
    True
    """
    sevens = bytearray()
    whole = data + bytes(-len(data) % 7)
    for start in range(0, len(whole), 7):
        bits = int.from_bytes(whole[start : start + 7], "big")
        sevens += bytes((bits >> shift) & 127 for shift in range(49, -1, -7))
    del sevens[-(-len(data) * 8 // 7) :]
    return _REFUSED.sub(_paired, bytes(sevens)).decode("utf-8")


def _paired(found: re.Match[bytes]) -> bytes:
    """A refused character and the next one, or a refused one that is the last, as one character."""
    number = REFUSED.index(found[1]) + 1
    code = number << 7 | found[2][0] if found[2] else number + len(REFUSED) << 7
    return chr(code).encode("utf-8")


def read(text: str) -> bytes:
    """What :func:`written` was given; the script of the pages does the same.

    >>> read(written(bytes(range(256)))) == bytes(range(256))
    True
    """
    bits = count = 0
    for code in map(ord, text):
        number, low = code >> 7, code & 127
        if number:
            first = REFUSED[(number - 1) % len(REFUSED)]
            bits, count = bits << 7 | first, count + 7
        if number <= len(REFUSED):
            bits, count = bits << 7 | low, count + 7
    return (bits >> count % 8).to_bytes(count // 8, "big")
