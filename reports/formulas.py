"""Formulas, authored once in Typst math: as MathML for pages, as plain text for terminals.

:func:`render` compiles every fragment of a run in one Typst call and keeps the result by
content hash.  What comes back from Typst is parsed and rebuilt from an allow-list of
elements and attributes, so a page can only ever contain inert markup.

A fragment is markup and math, never code: an unescaped ``#`` (other than a literal such as
``#true`` or ``#2em``) is refused, and so is ``std.``, the one door to code inside math.
Typst runs with an empty root, without system fonts and without anything to import.

A fragment that cannot be typeset faithfully is shown as its source, with the reason beside
it: a formula that silently lost a sign would be a different theorem.
See ``docs/decisions/0003-formulas.md``.
"""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from html.parser import HTMLParser

from reports.record import Claim, Record

#: Typst drops an overline from MathML (with a warning); an accent says the same and survives.
RULES = '#show math.overline: it => math.accent(it.body, "\\u{203e}")\n'

_DOCUMENT = (
    RULES
    + """\
#for (number, fragment) in json(bytes(sys.inputs.fragments)).enumerate() {
  html.elem("section", attrs: ("data-fragment": str(number)), eval(fragment, mode: "markup"))
}
"""
)

_CODE = re.compile(r"#(?!(?:true|false|none|auto|\d))|\bstd\.\w")
_ESCAPED = re.compile(r"\\.", re.S)


@dataclass(frozen=True)
class Rendered:
    """One fragment: its HTML, one line of plain text, and why it could not be typeset."""

    html: str
    text: str
    problem: str = ""


@dataclass
class _Node:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Node | str] = field(default_factory=list)


_CACHE: dict[str, Rendered] = {}


def refusal(fragment: str) -> str:
    """Why the fragment is not pure markup, or the empty string."""
    if _CODE.search(_ESCAPED.sub("", fragment)):
        return "code is not part of a claim's markup (write \\# for a number sign)"
    return ""


def render(fragments: Iterable[str]) -> dict[str, Rendered]:
    """Each distinct fragment, rendered; one Typst compile for all that are not yet known."""
    wanted = list(dict.fromkeys(fragments))
    new = [fragment for fragment in wanted if _key(fragment) not in _CACHE]
    clean = []
    for fragment in new:
        reason = refusal(fragment)
        if reason:
            _CACHE[_key(fragment)] = _unset(fragment, reason)
        else:
            clean.append(fragment)
    if clean:
        with tempfile.TemporaryDirectory() as root:
            _render_all(clean, root)
    return {fragment: _CACHE[_key(fragment)] for fragment in wanted}


LONG = 60


def breakable(fragment: str) -> str:
    """Long formulas split before their outer relations: browsers do not break inside MathML."""
    parts = fragment.split("$")
    for number in range(1, len(parts) - 1, 2):
        if len(parts[number]) > LONG:
            parts[number] = "$ $".join(_at_relations(parts[number]))
    return "$".join(parts)


def _at_relations(formula: str) -> list[str]:
    pieces, depth, quoted, start = [], 0, False, 0
    for i, char in enumerate(formula):
        quoted ^= char == '"'
        depth += (char in "([{") - (char in ")]}") if not quoted else 0
        if not depth and not quoted and re.match(r" (<=|<|=|>=|>) ", formula[i:]):
            pieces.append(formula[start:i])
            start = i + 1
    return [*(piece for piece in pieces if piece.strip()), formula[start:]]


def problems(record: Record) -> list[tuple[str, str]]:
    """``(fragment, reason)`` for each fragment of the record that cannot be typeset."""
    rendered = render(markup(record))
    return [(name, item.problem) for name, item in rendered.items() if item.problem]


def markup(record: Record) -> Iterator[str]:
    """Every field of the record that is Typst markup."""
    for claim in record["claims"]:
        yield from markup_of(claim)


def markup_of(claim: Claim) -> Iterator[str]:
    """Every field of one claim that is Typst markup."""
    yield claim["statement"]
    if "differs" in claim:
        yield claim["differs"]
    yield from claim["not_claimed"]
    yield from claim["notes"]
    yield from claim["assumes"]
    yield from claim.get("given", [])
    if claim["printed_proof_detail"]:
        yield claim["printed_proof_detail"]["why"]
    if claim["refutation"]:
        yield claim["refutation"]["says"]
    for reading in claim["reading"]:
        yield from (reading["printed"], reading["note"])
    for definition in claim.get("definitions", []):
        yield from (definition["says"], definition["source"])
    for evidence in claim["evidence"]:
        yield evidence["says"]
    for step in claim["proof_steps"]:
        yield from (step["printed"], step["why"], step["repair"])
    for control in claim["controls"]:
        yield control["says"]
    for typing in claim.get("typings", []):
        yield typing["says"]
    for picture in claim.get("pictures", []):
        yield from (picture["title"], picture["says"])
    for explorer in claim.get("explorers", []):
        yield from (explorer["title"], explorer["says"])
    for table in claim.get("tables", []):
        yield table["title"]
        for row in (table["head"], *table["rows"]):
            yield from row


def _key(fragment: str) -> str:
    return sha256((RULES + "\0" + fragment).encode("utf-8", "surrogatepass")).hexdigest()


def _unset(fragment: str, reason: str) -> Rendered:
    reason = " ".join(reason.split())
    note = escape(f"not typeset: {reason}")
    html = f'<code class="unset">{escape(fragment)}</code> <small class="unset">({note})</small>'
    return Rendered(html, " ".join(fragment.split()), reason)


def _render_all(fragments: list[str], root: str) -> None:
    """Compile together; only if something is wrong, half by half to find what."""
    try:
        html, ignored = _compile(fragments, root)
        if ignored:
            raise ValueError(ignored)
    except (RuntimeError, ValueError) as error:
        if len(fragments) == 1:
            _CACHE[_key(fragments[0])] = _unset(fragments[0], str(error))
        else:
            middle = len(fragments) // 2
            _render_all(fragments[:middle], root)
            _render_all(fragments[middle:], root)
        return
    parser = _Sections()
    parser.feed(html)
    parser.close()
    for number, fragment in enumerate(fragments):
        nodes = parser.sections[number].children
        text = " ".join(_text_of(nodes).split())
        _CACHE[_key(fragment)] = Rendered(_html_of(nodes).strip(), text)


def _compile(fragments: list[str], root: str) -> tuple[str, str]:
    """The HTML document, and what Typst says it left out."""
    import typst

    compiler = typst.Compiler(
        _DOCUMENT.encode(),
        root=root,
        ignore_system_fonts=True,
        sys_inputs={"fragments": json.dumps([breakable(fragment) for fragment in fragments])},
    )
    html, warnings = compiler.compile_with_warnings(format="html")
    ignored = [str(warning) for warning in warnings if "ignored" in str(warning)]
    if not isinstance(html, bytes):
        raise RuntimeError("Typst returned no document")
    return html.decode("utf-8"), "; ".join(ignored)


# --- from Typst's HTML to a small tree, by allow-list --------------------------------------

_MATH = frozenset(
    {
        "math",
        "mi",
        "mn",
        "mo",
        "mtext",
        "mspace",
        "mrow",
        "mfrac",
        "msqrt",
        "mroot",
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mmultiscripts",
        "mprescripts",
        "mtable",
        "mtr",
        "mtd",
        "mpadded",
        "mphantom",
    }
)
_PROSE = frozenset(
    {"p", "br", "em", "strong", "code", "pre", "ul", "ol", "li", "sub", "sup", "blockquote"}
)
_VOID = frozenset({"br", "mspace", "mprescripts"})
_ATTRIBUTES = {
    "display": r"block|inline",
    "class": r"[a-z][a-z -]{0,60}",
    "form": r"prefix|infix|postfix",
    "mathvariant": r"normal",
    "accent": r"true|false",
    "accentunder": r"true|false",
    "stretchy": r"true|false",
    "symmetric": r"true|false",
    "fence": r"true|false",
    "separator": r"true|false",
    "largeop": r"true|false",
    "movablelimits": r"true|false",
    "displaystyle": r"true|false",
    "scriptlevel": r"[+-]?\d{1,2}",
    "lspace": r"-?[\d.]{1,24}(em|pt|%)?",
    "rspace": r"-?[\d.]{1,24}(em|pt|%)?",
    "minsize": r"-?[\d.]{1,24}(em|pt|%)?",
    "maxsize": r"-?[\d.]{1,24}(em|pt|%)?",
    "width": r"-?[\d.]{1,24}(em|pt|%)?",
    "linethickness": r"-?[\d.]{1,24}(em|pt|%)?",
}


class _Sections(HTMLParser):
    """Collects ``<section data-fragment>`` as trees; what is not allowed leaves its text only."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: list[_Node] = []
        self._open: list[_Node] = []
        self._mute = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section" and any(name == "data-fragment" for name, _ in attrs):
            self._open = [_Node("section")]
            self.sections.append(self._open[0])
        elif tag in ("script", "style", "head"):
            self._mute += 1
        elif self._open and tag in _MATH | _PROSE:
            kept = {
                name: value
                for name, value in attrs
                if value and name in _ATTRIBUTES and re.fullmatch(_ATTRIBUTES[name], value)
            }
            node = _Node(tag, kept)
            self._open[-1].children.append(node)
            if tag not in _VOID:
                self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "head"):
            self._mute = max(0, self._mute - 1)
        elif tag == "section":
            self._open = []
        elif len(self._open) > 1 and self._open[-1].tag == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and not self._mute:
            # Variation selectors choose between two script alphabets; few fonts have them.
            self._open[-1].children.append(data.replace("\ufe00", "").replace("\ufe01", ""))


def _html_of(nodes: list[_Node | str]) -> str:
    return "".join(
        escape(node, quote=False) if isinstance(node, str) else _tag(node) for node in nodes
    )


def _tag(node: _Node) -> str:
    attributes = dict(node.attributes)
    children = node.children
    if node.tag == "mover" and attributes.get("accent") == "true" and len(children) == 2:
        children = [children[0], _accent(children[1], children[0])]
    elif node.tag == "mrow" and len(children) > 1 and _enclosed(node) and _flat(children[1:-1]):
        # TeX's rule: delimiters grow around fractions and sums, not around letters.
        children = [_fixed(children[0]), *children[1:-1], _fixed(children[-1])]
    elif node.tag == "math" and len(children) == 1:
        only = children[0]  # a formula is a row anyway
        if not isinstance(only, str) and only.tag == "mrow" and not _enclosed(only):
            children = only.children
    text = "".join(f' {name}="{_short(value)}"' for name, value in attributes.items())
    if node.tag in _VOID:
        return f"<{node.tag}{text}>" if node.tag == "br" else f"<{node.tag}{text}></{node.tag}>"
    html = f"<{node.tag}{text}>{_html_of(children)}</{node.tag}>"
    if node.tag == "math" and attributes.get("display") == "block":
        # A long formula scrolls inside its own line, not the page.
        return f'<span class="display">{html}</span>'
    return html


def _short(value: str) -> str:
    """An attribute; lengths to a thousandth, as nobody sees more of them."""
    found = re.fullmatch(r"(-?\d+\.\d{4,})(em|pt|%)", value)
    return f"{round(float(found[1]), 3):g}{found[2]}" if found else escape(value)


#: Combining marks as the spacing characters that browsers place well over a letter.
_ACCENTS = {
    "\u0302": "ˆ",
    "\u0303": "˜",
    "\u0304": "¯",
    "\u0307": "˙",
    "\u0308": "¨",
    "\u0305": "\u203e",
    "\u20d7": "→",
}
_TALL = frozenset({"mfrac", "msqrt", "mroot", "munder", "munderover", "mtable", "mmultiscripts"})


def _accent(mark: _Node | str, base: _Node | str) -> _Node | str:
    """A hat sits on one letter and spans several; an overline always spans."""
    if isinstance(mark, str) or mark.tag != "mo" or len(mark.children) != 1:
        return mark
    char = mark.children[0]
    if not isinstance(char, str) or char not in _ACCENTS:
        return mark
    single = not isinstance(base, str) and base.tag == "mi" and char != "\u0305"
    return _Node("mo", {"stretchy": "false" if single else "true"}, [_ACCENTS[char]])


def _flat(nodes: list[_Node | str]) -> bool:
    return all(
        isinstance(node, str)
        or (
            node.tag not in _TALL
            and "".join(kid for kid in node.children if isinstance(kid, str)) not in _LARGE
            and _flat(node.children)
        )
        for node in nodes
    )


def _fixed(node: _Node | str) -> _Node | str:
    if isinstance(node, str) or "minsize" in node.attributes:
        return node
    return _Node(node.tag, {**node.attributes, "stretchy": "false"}, node.children)


# --- and to one line of text ---------------------------------------------------------------

_SUPER = str.maketrans("0123456789+−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ")
_SUB = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LARGE = frozenset("∑∏∫⋃⋂")
_SPACED = frozenset("=<>≤≥≠≈≡∈∉⊂⊆→↦⇒⇔∧∨∼≪≫≔∝+−±×∪∩∖:")


def _text_of(nodes: list[_Node | str]) -> str:
    return "".join(_text(node) for node in nodes)


def _text(node: _Node | str) -> str:
    if isinstance(node, str):
        return node
    tag, parts = node.tag, node.children
    if tag == "math":
        text = re.sub(r"(?<=[a-z]{2}) \(", "(", re.sub(r" {2,}", " ", _math_text(node))).strip()
        return f" {text} " if node.attributes.get("display") == "block" else text
    if tag == "br":
        return " "
    if tag in ("p", "li"):
        return f" {'• ' if tag == 'li' else ''}{_text_of(parts)} "
    return _text_of(parts)


def _math_text(node: _Node | str) -> str:
    if isinstance(node, str):
        return "".join(_upright(char) for char in node)
    kids = [kid for kid in node.children if isinstance(kid, _Node)]
    tag = node.tag
    if tag == "mo":
        return _operator(node)
    if tag in ("mi", "mn", "mtext"):
        return "".join(_math_text(kid) for kid in node.children)
    if tag == "mspace":
        return " "
    if tag == "mfrac" and len(kids) == 2:
        if node.attributes.get("linethickness") == "0":
            return f"{_math_text(kids[0])} choose {_math_text(kids[1])}"
        return f"{_grouped(kids[0])}/{_grouped(kids[1])}"
    if tag == "msqrt":
        inside = _row(kids).strip()
        return f"√{inside}" if len(inside) == 1 else f"√({inside})"
    if tag == "mroot" and len(kids) == 2:
        return f"root[{_math_text(kids[1])}]({_math_text(kids[0])})"
    if tag in ("msup", "mover", "munder", "msub") and len(kids) == 2:
        return _one_script(node, kids)
    if tag in ("msubsup", "munderover") and len(kids) == 3:
        base, low, high = kids
        name = _math_text(base)
        tail = " " if name.endswith(" ") else ""
        scripts = f"{_script(low, '_', _SUB)}{_script(high, '^', _SUPER)}"
        return f"{name.rstrip() if tail else name}{scripts}{tail}"
    if tag == "mtable":
        rows = [[_math_text(cell).strip() for cell in row.children] for row in kids]
        return "; ".join(" ".join(cell for cell in row if cell) for row in rows)
    return _row(kids)


def _row(kids: list[_Node]) -> str:
    """Side by side; a fraction that is a factor is enclosed: (1/2)f, never 1/2f."""
    parts: list[str] = []
    for number, kid in enumerate(kids):
        text = _math_text(kid)
        if kid.tag == "mfrac" and kid.attributes.get("linethickness") != "0":
            beside = [kids[at].tag for at in (number - 1, number + 1) if 0 <= at < len(kids)]
            if any(tag not in ("mo", "mspace") for tag in beside):
                text = f"({text})"
        if text in (" − ", " + ", " ± ") and (not parts or kids[number - 1].tag == "mo"):
            text = text.strip()
        parts.append(text)
    return "".join(parts)


def _upright(char: str) -> str:
    """Italic and bold letters as plain ones; script and double-struck mean something else."""
    code = ord(char)
    slanted = 0x1D400 <= code <= 0x1D49B or 0x1D6A4 <= code <= 0x1D7CB or char == "ℎ"
    return unicodedata.normalize("NFKC", char) if slanted else char


def _operator(node: _Node) -> str:
    text = "".join(kid for kid in node.children if isinstance(kid, str))
    if text in _SPACED and node.attributes.get("form") != "prefix":
        return f" {text} "
    if text in (",", ";"):
        return f"{text} "
    if text in _LARGE:
        return f" {text} "
    if text in ("∀", "∃"):
        return f" {text}"
    return f"{text} " if text.replace(" ", "").isalpha() and len(text) > 1 else text


def _one_script(node: _Node, kids: list[_Node]) -> str:
    base, script = kids
    text = _math_text(script).strip()
    if node.tag == "mover" and len(text) == 1 and unicodedata.combining(text):
        under = _math_text(base)
        return f"{under}{text}" if len(under) == 1 else f"({under}){text}"
    if node.tag == "msup" and text in ("′", "″", "‴"):
        return f"{_math_text(base)}{text}"
    if node.tag in ("msup", "mover"):
        return f"{_grouped(base)}{_script(script, '^', _SUPER)}"
    name = _math_text(base)
    tail = " " if name.endswith(" ") else ""
    return f"{name.rstrip() if tail else name}{_script(script, '_', _SUB)}{tail}"


def _script(node: _Node, mark: str, table: dict[int, int]) -> str:
    text = _math_text(node).strip()
    short = text.translate(table)
    if text and len(text) <= 2 and all(ord(char) in table for char in text):
        return short
    compact = text.replace(" ", "") if len(text) < 14 else text
    return f"{mark}{compact}" if len(compact) == 1 else f"{mark}{{{compact}}}"


def _grouped(node: _Node) -> str:
    """In parentheses, unless it is one number, one name, or already enclosed."""
    text = _math_text(node).strip()
    if node.tag in ("mi", "mn", "mtext", "msqrt") or (node.tag == "mrow" and _enclosed(node)):
        return text
    # "2N" is a product: 1/(2N) must not become 1/2N.
    if node.tag in ("msub", "mover") or re.fullmatch(r"\d+|\w", text):
        return text
    return f"({text})"


def _enclosed(node: _Node) -> bool:
    kids = [kid for kid in node.children if isinstance(kid, _Node)]
    if not kids or kids[0].tag != "mo" or kids[-1].tag != "mo":
        return False
    return (_math_text(kids[0]), _math_text(kids[-1])) in {
        ("(", ")"),
        ("⌊", "⌋"),
        ("⌈", "⌉"),
        ("|", "|"),
        ("‖", "‖"),
        ("[", "]"),
    }
