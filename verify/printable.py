"""Names and messages as one line of a terminal, whatever is in them."""

from __future__ import annotations

import os


def printable(text: object, backslash: str = "\\\\") -> str:
    r"""The text with everything escaped that could move, hide or forge part of a line.

    Letters of all scripts stay.  Control characters, ends of lines, marks of direction, blanks
    other than one space between two words, and what is no character become ``\n``, ``\x1b``,
    ``\u202e``; a backslash is doubled where names of files have none as a separator.
    """
    given, shown = str(text), []
    for i, char in enumerate(given):
        around = given[i - 1 : i] + given[i + 1 : i + 2]
        if char == " ":
            shown.append(char if len(around) == 2 and around[0] != " " else r"\x20")
        elif char == "\\":
            shown.append(backslash if os.sep == "/" else char)
        elif char.isprintable():
            shown.append(char)
        elif "\udc80" <= char <= "\udcff":  # a byte of a name that is not UTF-8
            shown.append(f"\\x{ord(char) - 0xDC00:02x}")
        else:
            shown.append(char.encode("unicode_escape").decode("ascii"))
    return "".join(shown)


def one_line(text: object) -> str:
    """A message without anything that could make it look like two, or like another."""
    return printable(" ".join(str(text).split()), backslash="\\")[:400]
