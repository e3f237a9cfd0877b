"""Mathematics on terminals that have few characters: ``x² ≤ ε`` becomes ``x^2 <= epsilon``.

A stream whose encoding has no ``≤`` is replaced by one that writes what it cannot show in ASCII,
and escapes what has no such form.  Output to UTF-8 is not touched.  ASCII takes more room, so that
what is broken into lines is turned into it before (:func:`shown`).
"""

from __future__ import annotations

import io
import re
import sys
from typing import Any

from verify.printable import printable

_SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "∈": "in", "∧": "and", "∨": "or", "¬": "not ", "⇒": "=>",
    "⇔": "<=>", "→": "->", "∀": "for all ", "∃": "for some ", "−": "-", "–": "-", "·": "*",
    "×": "x", "⋅": ".", "±": "+-", "√": "sqrt ", "∑": "sum", "Σ": "sum", "…": "...", "⌊": "floor(",
    "⌋": ")", "ℝ": "reals", "ℤ": "integers", "ℕ": "naturals", "∞": "oo", "∗": "*", "∂": "d",
    "∫": "integral ", "“": '"', "”": '"', "’": "'", "‖": "||", "≈": "~", "∅": "0", "⊥": "_|_",
    "■": "#", "◩": "#", "◧": "#", "□": "o", "▫": "o", "○": "o", "◇": "~", "⨯": "x", "✓": "+",
    "⟨": "<", "⟩": ">", "′": "'", "″": "''", "↦": "|->", "←": "<-", "≔": ":=", "≪": "<<",
    "≫": ">>", "∼": "~", "≃": "~=", "∉": "not in", "⊂": "subset of", "⊆": "subset of", "⊤": "T",
    "∘": " o ", "∏": "prod", "⌈": "ceil(", "⌉": ")", "∖": "\\", "⋯": "...", "—": "-",
    "─": "-", "━": "-", "│": "|", "┃": "|", "█": "#", "\u2062": "*",
    "\u0301": "", "\u0308": "",  # Fejér, Müntz: the letter alone
    "\u0302": "_hat", "\u0303": "_tilde", "\u0304": "_bar", "\u0305": "_bar", "\u0307": "_dot",
}  # fmt: skip
_RAISED = {**dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)), "⁻": "-", "ⁿ": "n", "ᵏ": "k"}
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_RUNS = (("^", _RAISED), ("_", _LOWERED))
_BESIDE = re.compile(r"(\d)(?=[Α-Ωα-ω])")  # 2ε: without the sign it would be a name
_LETTERS = re.compile(r"(?<=[Α-Ωα-ω])(?=[A-Za-zΑ-Ωα-ω])|(?<=[A-Za-z])(?=[Α-Ωα-ω])")  # γu, too


def ascii_text(text: str) -> str:
    """The text in ASCII; what has no form there is escaped.

    >>> ascii_text("|f(x) − f(y)| ≤ ε·x₁²")
    '|f(x) - f(y)| <= epsilon*x_1^2'
    >>> ascii_text("L/(2ε)")
    'L/(2*epsilon)'
    >>> ascii_text("γu + β")
    'gamma u + beta'
    >>> ascii_text("Fejér: ŷ")
    'Fejer: y_hat'
    """
    for sign, digits in _RUNS:
        letters = "".join(digits)

        def plain(match: re.Match[str], sign: str = sign, digits: dict[str, str] = digits) -> str:
            return sign + "".join(digits[c] for c in match.group())

        text = re.sub(f"[{letters}]+", plain, text)
    text = _LETTERS.sub(" ", _BESIDE.sub(r"\1*", text))
    return "".join(c if c.isascii() else _one(c) for c in text)


def _one(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    import unicodedata

    words = unicodedata.name(character, "").split()
    if words[:2] in (["GREEK", "SMALL"], ["GREEK", "CAPITAL"]) and len(words) == 4:
        name = words[3].lower().replace("lamda", "lambda")  # as Unicode has it
        return name if words[1] == "SMALL" else name.capitalize()
    parts = unicodedata.normalize("NFKD", character)
    if parts != character and all(c.isascii() or c in _SIGNS for c in parts):
        return "".join(c if c.isascii() else _SIGNS[c] for c in parts)
    return character.encode("unicode_escape").decode("ascii")


class _Plain(io.TextIOWrapper):
    """A stream that says that it has all characters, and writes them in ASCII."""

    kept: Any = None

    def write(self, text: str) -> int:
        super().write(self.shown(text))
        return len(text)

    @staticmethod
    def shown(text: str) -> str:
        """The text as it will be written: what is broken into lines asks for it before."""
        return text if text.isascii() else ascii_text(text)


def fitted(stream: Any) -> Any:
    """The stream, or one that writes ASCII where its encoding has no mathematics."""
    encoding = getattr(stream, "encoding", None)
    buffer = getattr(stream, "buffer", None)
    if encoding is None or buffer is None:
        return stream
    try:
        "≤ε■".encode(encoding)
    except UnicodeEncodeError:
        stream.flush()
        plain = _Plain(buffer, encoding="utf-8", line_buffering=True)
        plain.kept = stream  # or it would close the buffer
        return plain
    if isinstance(stream, io.TextIOWrapper):  # it may have these signs, and not all letters
        stream.reconfigure(errors="backslashreplace")
    return stream


def shown(text: str) -> str:
    """The text as standard output will have it, which is asked for before it is broken into lines.

    >>> shown("x² ≤ ε")
    'x² ≤ ε'
    """
    return _Plain.shown(text) if isinstance(sys.stdout, _Plain) else text


def file_name(name: object) -> str:
    """The name of a file on one line, none for another's: a letter that is not there is escaped.

    >>> file_name("données.json")
    'données.json'
    """
    line = printable(name)
    if isinstance(sys.stdout, _Plain):
        return line.encode("ascii", "backslashreplace").decode("ascii")
    return line


def wrapped(line: str, width: int = 80) -> list[str]:
    """The line as it will be shown, and more where it is too long, indented as it is.

    >>> wrapped("  if x is positive and y is positive", 20)
    ['  if x is positive', '    and y is', '    positive']
    >>> wrapped("  # h is one half of a step", 18)
    ['  # h is one half', '  #   of a step']
    """
    import textwrap

    line = shown(line)
    indent = " " * (len(line) - len(line.lstrip()))
    indent += "#   " if line.lstrip().startswith("# ") else "  "
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False) or [""]
