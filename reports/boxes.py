"""Formal statements as MathML: from the boxes of a record, which :mod:`proofs.notation` lays out.

A browser does not break a line inside a formula, so a long one is several: it is split where one
breathes when reading it, before a relation and after a quantifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any

Box = list[Any]

#: kinds of boxes: how many parts, and which of them are boxes (the rest are words)
PARTS = {
    "name": (3, ()), "num": (1, ()), "op": (1, ()), "text": (1, ()), "frac": (2, (1, 2)),
    "sqrt": (1, (1,)), "sup": (2, (1, 2)), "sub": (2, (1, 2)), "sum": (4, (1, 2, 3, 4)),
    "fence": (3, (2,)),
}  # fmt: skip
DEPTH, WIDE, LONG = 200, 42, 28  # characters, about: of a line, and of what is broken sooner
#: what stands in delimiters is opened from here on, where a browser breaks lines
OPENED = {"(": LONG, "⟨": LONG, "|": WIDE}
BROKEN = 28  # of what stands between delimiters that Typst would not break
_HALF = re.compile("[\ud800-\udfff]")  # half a surrogate pair is text for no renderer
RELATIONS = frozenset("≤<≥>=≠⇒⇔∧∨")
BINARY = RELATIONS | frozenset("+−·∈×↦→")


def fault(box: object, depth: int = 0) -> str:
    """Why this is no box; empty if it is one."""
    if depth > DEPTH:
        return "nested too deeply"
    if not isinstance(box, list) or not box or not isinstance(box[0], str):
        return "a box is a list that begins with its kind"
    kind, parts = box[0], box[1:]
    if kind == "row":
        inner, words = parts, []
    elif kind in PARTS and len(parts) == PARTS[kind][0]:
        inner = [box[i] for i in PARTS[kind][1]]
        words = [box[i] for i in range(1, len(box)) if i not in PARTS[kind][1]]
    else:
        return "no such box"
    if any(not isinstance(word, str) or _HALF.search(word) for word in words):
        return "words of a box are text"
    return next(filter(None, (fault(part, depth + 1) for part in inner)), "")


def mathml(boxes: Sequence[Any]) -> str:
    """A formula, and a line for each name that it needs."""
    lines = []
    for number, box in enumerate(boxes):
        word = "" if not number else "where " if number == 1 else "and "
        lines.append(f'<div class="line">{word}{inline(box)}</div>')
    return "".join(lines)


def inline(box: Box) -> str:
    """A formula within a line of text."""
    return "<wbr>".join(_formulas(box))


def widest(box: Box) -> int:
    """Characters, about, of the widest part of an inline formula that no browser breaks."""
    return max((sum(map(_width, piece)) for piece in _pieces(list(_tokens(box)))), default=0)


def _formulas(box: Box) -> Iterator[str]:
    for piece in _pieces(list(_tokens(box))):
        yield opened(f"<math>{_shorter(''.join(_parts(piece)))}</math>")


def _tokens(box: Box) -> Iterator[Box]:
    """The parts of a row side by side; long parentheses and sums are opened."""
    if box[0] == "row":
        for part in box[1:]:
            yield from _tokens(part)
    elif box[0] == "sum" and _width(box) > LONG:
        yield [*box[:4], ["row"]]
        yield from _tokens(box[4])
    elif box[0] == "fence" and _width(box) > OPENED.get(box[1], DEPTH * WIDE):
        yield ["op", box[1]]
        yield from _tokens(box[2])
        yield ["op", box[3]]
    else:
        yield box


def _pieces(tokens: Sequence[Box]) -> list[list[Box]]:
    widths = [_width(token) for token in tokens]
    if sum(widths) <= WIDE:
        return [list(tokens)]
    pieces: list[list[Box]] = [[]]
    filled = 0  # the width of the last piece
    for token, width in zip(tokens, widths, strict=True):
        sign = token[1] if token[0] == "op" else ""
        words = token[0] == "text" and " " in token[1]
        breaks = words or sign in ("+", "−", "·", ",")
        before = bool(pieces[-1]) and (sign in RELATIONS or (filled > LONG and breaks))
        after = sign == ":" or (before and sign == ",")
        if before and sign != ",":
            pieces.append([])
            filled = 0
        pieces[-1].append(token)
        filled += width
        if after:
            pieces.append([])
            filled = 0
    return [piece for piece in pieces if piece]


def _width(box: Box) -> int:
    """Characters, about."""
    if box[0] == "row":
        return sum(map(_width, box[1:]))
    if box[0] == "frac":
        return max(_width(box[1]), _width(box[2]))
    inner = PARTS[box[0]][1]
    if not inner:
        return sum(map(len, box[1:]))
    words = sum(len(box[i]) for i in range(1, len(box)) if i not in inner)
    return words + sum(_width(box[i]) for i in inner)


def _row(boxes: Sequence[Box]) -> str:
    parts = _parts(boxes)
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def _opens(before: Box | None) -> bool:
    """What follows begins something: a sign there is no difference."""
    return before is not None and before[0] == "op" and before[1] not in (")", "⟩")


def _element(box: Box) -> str:
    kind, parts = box[0], box[1:]
    if kind == "row":
        return _row(list(parts))
    if kind == "name":
        _, base, under = parts
        shown = f"<mi>{escape(base)}</mi>"
        low = f"<mn>{escape(under)}</mn>" if under.isdigit() else f"<mi>{escape(under)}</mi>"
        return f"<msub>{shown}{low}</msub>" if under else shown
    if kind == "num":
        return f"<mn>{escape(parts[0])}</mn>"
    if kind == "text":
        words = escape(parts[0]).replace(" ", "\u00a0")
        is_function = parts[0].isalpha() and parts[0] != "true"
        return f"<mi>{words}</mi>" if is_function else f"<mtext>{words}</mtext>"
    if kind == "op":
        return _operator(parts[0])
    if kind == "frac":
        return f"<mfrac>{_element(parts[0])}{_element(parts[1])}</mfrac>"
    if kind == "sqrt":
        return f"<msqrt>{_element(parts[0])}</msqrt>"
    if kind == "sup":
        return f"<msup>{_element(parts[0])}{_element(parts[1])}</msup>"
    if kind == "sub":
        return f"<msub>{_element(parts[0])}{_element(parts[1])}</msub>"
    if kind == "sum":
        index, low, high, body = map(_element, parts)
        limits = f"<mrow>{index}<mo>=</mo>{low}</mrow>{high}"
        return f"<mrow><munderover><mo>∑</mo>{limits}</munderover>{body}</mrow>"
    left, inner, right = parts
    inside = "".join(_parts([inner], opened=True))
    if not _grows(inner):
        return f"<mrow>{firm(left)}{inside}{firm(right)}</mrow>"
    return f"<mrow>{_fence(left, 'prefix')}{inside}{_fence(right, 'postfix')}</mrow>"


def firm(sign: str) -> str:
    """A parenthesis or bar that keeps its size.

    Browsers leave room around one that may grow for the widest that there is, also where it does
    not; they leave none around an identifier, which this is to them.
    """
    return f"<mi>{escape(sign)}</mi>"


def _grows(box: Box) -> bool:
    """Whether parentheses around it are higher than a letter."""
    inner = box[1:] if box[0] == "row" else [box[i] for i in PARTS[box[0]][1]]
    return box[0] in ("frac", "sqrt", "sum") or any(map(_grows, inner))


def _fence(sign: str, form: str) -> str:
    return f'<mo form="{form}" stretchy="true">{escape(sign)}</mo>'


def _operator(sign: str) -> str:
    if sign in ("ℝ", "ℤ", "π", "⋅", "…"):
        return f"<mi>{sign}</mi>"
    if sign == "¬":
        return '<mo form="prefix">¬</mo>'
    if sign in ("∀", "∃"):
        return f'<mo rspace="0.17em">{sign}</mo>'
    if sign in BINARY:
        return f'<mo form="infix">{escape(sign)}</mo>'
    if sign in ("(", ")", "⟨", "⟩", "|"):
        return firm(sign)
    return f"<mo>{escape(sign)}</mo>"


def _parts(boxes: Sequence[Box], opened: bool = False) -> list[str]:
    """The elements of a row; rows in it are opened, as nothing is drawn of them.

    ``opened``: before the first of them stands a parenthesis.
    """
    flat = list(_opened(boxes))
    parts = []
    for number, box in enumerate(flat):
        before = flat[number - 1] if number else None
        first = opened and not number
        if box == ["op", "−"] and len(flat) > 1 and (first or _opens(before)):
            parts.append('<mo form="prefix">−</mo>')
        else:
            parts.append(_element(box))
    return parts


def _opened(boxes: Sequence[Box]) -> Iterator[Box]:
    for box in boxes:
        if box[0] == "row":
            yield from _opened(box[1:])
        else:
            yield box


#: also where a row begins, of an operator that has no other form
_INFIX = re.compile(r'(?<=.)(?<!<mrow>)<mo form="infix">|<mo form="infix">(?![+−])', re.DOTALL)
_GROWING = re.compile(r'<mo form="(?:prefix|postfix)" stretchy="true">(?=[()\[\]{}⌊⌋])')
_BARS = re.compile(r'(<mo form="(?:prefix|postfix)") stretchy="true">(?=[|‖])')


def _shorter(mathml: str) -> str:
    """Without what browsers take anyway: the form that the place says, fences that grow."""
    return _BARS.sub(r"\1>", _GROWING.sub("<mo>", _INFIX.sub("<mo>", mathml)))


_TAG = re.compile(r"<(/?)(\w+)[^>]*>|[^<]+")
_ROWS = ("mrow", "math", "msqrt")  # their children are a row
#: some that browsers do not slant, since they are no letters
SIGNS = r"[()\[\]{}|,.;:!?/⋅…‖⌊⌋⟨⟩]+"


@lru_cache(1 << 16)  # most formulas are short, and there many times
def opened(mathml: str) -> str:
    """The formula without rows in rows.

    A row stays where an operator begins or ends it: its form, and so its room, is that of the
    place.  Signs side by side in a row are one leaf.

    >>> opened("<math><mi>f</mi><mi>(</mi><mrow><mi>x</mi><mi>)</mi></mrow><mi>)</mi></math>")
    '<math><mi>f</mi><mi>(</mi><mi>x</mi><mi>))</mi></math>'
    """
    stack: list[tuple[str, str, list[tuple[str, str]]]] = [("", "", [])]
    for found in _TAG.finditer(mathml):
        end, tag = found[1], found[2]
        if tag is None:
            stack[-1][2].append(("", found[0]))
        elif not end:
            stack.append((tag, found[0], []))
        else:
            tag, begin, parts = stack.pop()
            ends = (parts[0][0], parts[-1][0]) if parts else ("mo", "mo")
            plain = begin == "<mrow>" and (len(parts) == 1 or "mo" not in ends)
            if plain and (len(parts) == 1 or stack[-1][0] in _ROWS):
                stack[-1][2].extend(parts)
            else:
                inner = "".join(_together(parts) if tag in _ROWS else [text for _, text in parts])
                stack[-1][2].append((tag, f"{begin}{inner}</{tag}>"))
    return "".join(text for _, text in stack[0][2])


def _together(row: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The leaves of a row, signs side by side as one."""
    for signs, leaves in groupby((text for _, text in row), _signs):
        if signs:
            yield f"<mi>{''.join(leaf[4:-5] for leaf in leaves)}</mi>"
        else:
            yield from leaves


_OF_SIGNS = re.compile(f"<mi>{SIGNS}</mi>")


def _signs(leaf: str) -> bool:
    return _OF_SIGNS.fullmatch(leaf) is not None


# --- Typst ---------------------------------------------------------------------------------------

_TYPST = {"·": " dot.c ", "⋅": " dot.c ", "\u2062": " thin ", ",": "\\,", ";": "\\;", ":": ":"}
_FENCES = {"|": "abs", "⌊": "floor", "‖": "norm"}
_BREAKING = {
    "|": ("bar.v", "bar.v"),
    "‖": ("bar.v.double", "bar.v.double"),
    "⌊": ("floor.l", "floor.r"),
}
_PAIRS = ("()", "[]", "{}", "⟨⟩")


def typst(box: Any) -> str:
    """The box in Typst's math: nothing in it is code, whatever the words are."""
    kind, parts = box[0], box[1:]
    if kind == "row":
        return " ".join(map(typst, parts))
    if kind == "name":
        _, base, under = parts
        low = f"_({_word(under)})" if under else ""
        return f"{_word(base)}{low}"
    if kind in ("num", "text"):
        return _word(parts[0])
    if kind == "op":
        return _TYPST.get(parts[0]) or (parts[0] if parts[0] in _KNOWN else _word(parts[0]))
    if kind == "frac" and max(map(_width, parts)) > BROKEN:
        # a line breaks in no fraction
        return f"{_open('(', parts[0], ')')} \\/ {_open('(', parts[1], ')')}"
    if kind == "frac":
        return f"frac({typst(parts[0])}, {typst(parts[1])})"
    if kind == "sqrt" and _width(parts[0]) > BROKEN:
        return f'"√" {_open("(", parts[0], ")")}'
    if kind == "sqrt":
        return f"sqrt({typst(parts[0])})"
    if kind == "sup":
        return f"{typst(parts[0])}^({typst(parts[1])})"
    if kind == "sub":
        return f"{typst(parts[0])}_({typst(parts[1])})"
    if kind == "sum":
        index, low, high, body = map(typst, parts)
        return f"sum_({index} = {low})^({high}) {body}"
    left, inner, right = parts
    if _width(inner) > BROKEN and (left in _FENCES or left + right in _PAIRS):
        return _open(left, inner, right)
    if left in _FENCES:
        return f"{_FENCES[left]}({typst(inner)})"
    return f"lr(\\{left} {typst(inner)} \\{right})" if left + right in _PAIRS else _word("?")


def _open(left: str, inner: Box, right: str) -> str:
    """Between delimiters that do not grow, so that a line may break between them."""
    if left in _BREAKING:
        sign, end = _BREAKING[left]
        return f'class("opening", {sign}) {typst(inner)} class("closing", {end})'
    return f"\\{left} {typst(inner)} \\{right}"


_KNOWN = frozenset("≤<≥>=≠⇒⇔∧∨¬+−×∈∀∃ℝℤπ…↦→∞")


def _word(text: str) -> str:
    """One letter or number as it is, anything else as quoted text."""
    if (len(text) == 1 and text.isalpha()) or (text.isascii() and text.isdigit()):
        return text
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


# --- LaTeX ---------------------------------------------------------------------------------------

_LATEX = {
    "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "∈": r"\in ", "⇒": r"\Rightarrow ",
    "⇔": r"\Leftrightarrow ", "∧": r"\land ", "∨": r"\lor ", "¬": r"\lnot ", "−": "-",
    "·": r"\cdot ",
    "⋅": r"\cdot ", "\u2062": r"\,", "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "∀": r"\forall ",
    "∃": r"\exists\,", "π": r"\pi ", "…": r"\dots ", "×": r"\times ", "↦": r"\mapsto ",
    "→": r"\to ", "∞": r"\infty ", "′": "'", "⊤": r"\top ", ",": ", ", ":": r"\colon ", ";": "; ",
}  # fmt: skip
_LETTERS = dict(zip("αβγδεζηθικλμνξπρστυφχψω", (
    "alpha", "beta", "gamma", "delta", "varepsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "varphi", "chi", "psi",
    "omega"), strict=True))  # fmt: skip
_LETTERS |= dict(zip("ΓΔΘΛΞΠΣΦΨΩ", ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma",
                                    "Phi", "Psi", "Omega"), strict=True))  # fmt: skip
_HATS = {"Ĝ": r"\hat{G}", "α̂": r"\hat{\alpha}"}
_LATEX_FENCES = {
    "|": r"|", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "‖": r"\|", "⟨": r"\langle ", "⟩": r"\rangle ",
    "{": r"\{", "}": r"\}", "(": "(", ")": ")", "[": "[", "]": "]",
}  # fmt: skip
_ESCAPED = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}


def latex(box: Any) -> str:
    """The box in LaTeX's math (amsmath, amssymb): nothing in it is a command, whatever it says."""
    kind, parts = box[0], box[1:]
    if kind == "row":
        return "".join(map(latex, parts))
    if kind == "name":
        _, base, under = parts
        return _letters(base) + (f"_{{{_letters(under)}}}" if under else "")
    if kind in ("num", "text"):
        return _letters(parts[0]) if kind == "num" else rf"\text{{{_escaped(parts[0])}}}"
    if kind == "op":
        return _LATEX.get(parts[0]) or (
            parts[0] if parts[0] in "=<>+()!'" else rf"\text{{{_escaped(parts[0])}}}"
        )
    if kind in ("frac", "sqrt"):
        return rf"\{kind}" + "".join(f"{{{latex(part)}}}" for part in parts)
    if kind in ("sup", "sub"):
        return f"{{{latex(parts[0])}}}{'^' if kind == 'sup' else '_'}{{{latex(parts[1])}}}"
    if kind == "sum":
        index, low, high, body = map(latex, parts)
        return rf"\sum_{{{index}={low}}}^{{{high}}} {body}"
    left, inner, right = parts
    ends = [_LATEX_FENCES.get(sign, ".") for sign in (left, right)]
    return rf"\left{ends[0]} {latex(inner)} \right{ends[1]}"


def _letters(text: str) -> str:
    """A letter, a number, or a word that is no product of letters."""
    if text in _HATS or text in _LETTERS:
        return _HATS.get(text) or rf"\{_LETTERS[text]} "
    if len(text) == 2 and text[1] == "\u0302":
        return rf"\hat{{{_letters(text[0])}}}"
    plain = text.isascii() and (text.isdigit() or (len(text) == 1 and text.isalpha()))
    return text if plain else rf"\mathrm{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(c) or (f"\\{c}" if c in "#$%&_{}" else c) for c in text)
