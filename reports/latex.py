"""Typeset fragments (:mod:`reports.formulas`) as Markdown with LaTeX between dollars.

Only what is known is converted.  A formula with anything else in it is none (:class:`Unknown`), and
whoever asks shows the fragment as text: a formula that silently lost a sign would be another one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as xml

_SIGNS = {
    "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "∈": r"\in ", "∉": r"\notin ", "→": r"\to ",
    "↦": r"\mapsto ", "⇒": r"\Rightarrow ", "⇔": r"\Leftrightarrow ", "∀": r"\forall ",
    "∃": r"\exists ", "∞": r"\infty ", "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ",
    "−": "-", "±": r"\pm ", "×": r"\times ", "·": r"\cdot ", "⋅": r"\cdot ", "∗": "*",
    "∘": r"\circ ", "⊤": r"\top ", "⊆": r"\subseteq ", "⊂": r"\subset ", "∪": r"\cup ",
    "∩": r"\cap ", "∧": r"\land ", "∨": r"\lor ", "≈": r"\approx ", "∼": r"\sim ", "≔": ":=",
    "…": r"\dots ", "⋯": r"\cdots ", "‖": r"\Vert ", "∥": r"\Vert ", "|": r"\vert ",
    "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "{": r"\{", "}": r"\}",
    "′": "'", "″": "''", "<": r"\lt ", ">": r"\gt ", "\u2061": "", "\u2062": "", "\u2063": "",
    "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "ℕ": r"\mathbb{N}", "ℂ": r"\mathbb{C}",
    "≪": r"\ll ", "≫": r"\gg ", "≃": r"\simeq ", "←": r"\gets ", "∂": r"\partial ", "∇": r"\nabla ",
    "∅": r"\emptyset ", "∝": r"\propto ", "∖": r"\setminus ",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu",
    "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "vartheta",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_FUNCTIONS = frozenset(
    [
        "sup",
        "inf",
        "max",
        "min",
        "lim",
        "log",
        "ln",
        "exp",
        "sin",
        "cos",
        "tan",
        "tanh",
        "det",
        "dim",
        "arg",
    ]
)
_PLAIN = frozenset("+-=,;:()[]/!.*'0123456789")
_LARGE = frozenset("∑∏∫⋃⋂")
_ACCENTS = {
    "ˆ": "hat", "\u0302": "hat", "˜": "tilde", "~": "tilde", "\u0303": "tilde", "¯": "bar",
    "\u0304": "bar", "˙": "dot", "\u0307": "dot", "\u203e": "overline", "\u0305": "overline",
}  # fmt: skip
_STYLES = (("BOLD SCRIPT", "mathcal"), ("SCRIPT", "mathcal"), ("DOUBLE-STRUCK", "mathbb"),
           ("BOLD ITALIC", "boldsymbol"), ("BOLD", "mathbf"), ("SANS-SERIF", "mathsf"))  # fmt: skip


class Unknown(ValueError):
    """There is something in it that is not converted."""


def markdown(html: str, plain: Callable[[str], str]) -> str:
    """A fragment's HTML as Markdown; ``plain`` escapes the words between its formulas.

    Raises:
        Unknown: a formula has something in it that is not converted.
    """
    try:
        root = xml.fromstring(f"<p>{html.replace('<br>', ' ')}</p>")
    except xml.ParseError:
        raise Unknown("not a tree") from None
    return " ".join(_prose(root, plain).split())


def _prose(node: xml.Element, plain: Callable[[str], str]) -> str:
    parts = [_words(node.text or "", plain)]
    for child in node:
        if child.tag == "math":
            made = _row(list(child)).strip()
            display = child.get("display") == "block"
            parts.append(f"$${made}$$" if display else f"${made}$")
        elif child.tag in ("p", "span", "em", "strong"):
            sign = {"em": "*", "strong": "**"}.get(child.tag, "")
            parts.append(f"{sign}{_prose(child, plain)}{sign}")
        elif child.tag == "code" and not len(child):
            parts.append(f"`{child.text or ''}`")
        else:
            raise Unknown(child.tag)
        parts.append(_words(child.tail or "", plain))
    return "".join(parts)


def _words(text: str, plain: Callable[[str], str]) -> str:
    """Escaped, with the spaces around it."""
    lead, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{plain(text.strip())}{end}" if text.strip() else text


def _row(nodes: Sequence[xml.Element]) -> str:
    return "".join(map(_math, nodes))


def _math(node: xml.Element) -> str:
    tag, kids = node.tag, list(node)
    if tag in ("mrow", "mpadded"):
        return _row(kids)
    if tag == "mspace":
        return r"\ "
    if tag in ("mi", "mo", "mn", "mtext"):
        if kids:
            raise Unknown(tag)
        return _token(tag, node.text or "")
    if tag == "mfrac" and len(kids) == 2:
        over = r"\binom" if node.get("linethickness") == "0" else r"\frac"
        return f"{over}{{{_math(kids[0])}}}{{{_math(kids[1])}}}"
    if tag == "msqrt":
        return rf"\sqrt{{{_row(kids)}}}"
    if tag == "mover" and node.get("accent") == "true" and len(kids) == 2:
        name = _ACCENTS.get(kids[1].text or "")
        if name is None:
            raise Unknown("an accent")
        return rf"\{name}{{{_math(kids[0])}}}"
    if tag in ("msub", "munder") and len(kids) == 2:
        return f"{_base(kids[0])}_{{{_math(kids[1])}}}"
    if tag in ("msup", "mover") and len(kids) == 2:
        return f"{_base(kids[0])}^{{{_math(kids[1])}}}"
    if tag in ("msubsup", "munderover") and len(kids) == 3:
        return f"{_base(kids[0])}_{{{_math(kids[1])}}}^{{{_math(kids[2])}}}"
    raise Unknown(tag)


def _base(node: xml.Element) -> str:
    made = _math(node)
    large = node.tag == "mo" and (node.text or "") in _LARGE
    word = made.startswith(r"\operatorname") or made.strip()[1:] in _FUNCTIONS
    return made.strip() if large or word or len(made) == 1 else f"{{{made.strip()}}}"


def _token(tag: str, text: str) -> str:
    letters = unicodedata.normalize("NFKC", text)
    if len(text) > 1 and letters.isascii() and letters.isalpha() and not text.isascii():
        if all(unicodedata.name(char, "").startswith("MATHEMATICAL SANS") for char in text):
            return rf"\mathsf{{{letters}}}"
        raise Unknown(text)
    if tag != "mtext" and text in _FUNCTIONS:
        return rf"\{text} "
    if tag == "mtext" or (tag != "mn" and len(text) > 1 and text.isascii() and text.isalpha()):
        words = re.sub(r"([#$%&_{}])", r"\\\1", text.replace("\u00a0", " "))
        if not words.isascii() or "\\" in text or "^" in text or "~" in text:
            raise Unknown(text)
        return rf"\text{{{words}}}" if tag == "mtext" else rf"\operatorname{{{words}}}"
    return "".join(map(_char, text))


def _char(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    if char in _PLAIN or (char.isascii() and char.isalpha()):
        return char
    letter = unicodedata.normalize("NFKC", char)
    if len(letter) == 1 and (letter in _GREEK or (letter.isascii() and letter.isalnum())):
        base = f"\\{_GREEK[letter]}" if letter in _GREEK else letter
        name = unicodedata.name(char, "")
        style = next((style for word, style in _STYLES if word in name), "")
        return rf"\{style}{{{base}}}" if style else f"{base} " if letter in _GREEK else base
    raise Unknown(char)
