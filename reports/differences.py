"""What is new in a formula, and what a repair changes in the formulas of a statement.

:func:`compared` compares two texts, HTML as :mod:`reports.formulas` makes it.  Words of prose and
leaves of MathML are compared in their order; nothing else is touched, so that inert markup stays
inert.  :func:`changes` compares what was checked: hypotheses with hypotheses, conclusions with
conclusions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from reports.record import Claim

#: Below this share of common words and signs, marks would cover everything and say nothing.
ALIKE = 0.5
LEAST = 8  # signs of a formula that is compared with another one on its own
_FORMULA = re.compile(r"<math\b[^>]*>.*?</math>", re.DOTALL)
_SET_OTHERWISE = frozenset("()/\u2061\u2062")
_TOKEN = re.compile(
    r"(?P<open><(?:mi|mn|mo|mtext)\b[^>]*>)(?P<leaf>[^<]*)(?P<close></(?:mi|mn|mo|mtext)>)"
    r"|(?P<tag><[^>]*>)|(?P<space>\s+)|(?P<word>[^<\s]+)"
)


class Compared(NamedTuple):
    """Two texts: of the first what the second has not is struck, of that what is new is marked.

    What the second says before all and after all that they have in common (hypotheses, around a
    line of a proof) is marked otherwise, and words before it in the first are no loss.  Neither is
    touched where they are not ``alike``: then one is not the other with a part changed.
    """

    before: str
    after: str
    alike: bool

    @property
    def changed(self) -> bool:
        """Whether anything is struck or marked."""
        return _STRUCK.search(self.before) is not None or _MARKED.search(self.after) is not None


_STRUCK, _MARKED = re.compile('<del>|class="old"'), re.compile('<mark|class="(?:new|more)"')


def compared(printed: str, other: str) -> Compared:
    """The two with what differs struck in the first and marked in the second.

    Where they are not alike but formulas of the one are like formulas of the other, these are
    compared, and the first of the texts is these formulas alone.
    """
    whole = _compared(printed, other)
    return whole if whole.alike else _by_formulas(printed, other) or whole


def _by_formulas(printed: str, other: str) -> Compared | None:
    """The formulas that are like one of the other text, compared with it; none where none is.

    A formula that both texts have is no other one, changed.
    """
    ones, twos = (
        [(m, [key for t in _TOKEN.finditer(m[0]) if (key := _key(t))]) for m in found]
        for found in (_FORMULA.finditer(printed), _FORMULA.finditer(other))
    )
    texts = [[signs for _, signs in formulas] for formulas in (ones, twos)]
    scored = [
        (SequenceMatcher(None, texts[0][i], texts[1][j], autojunk=False).ratio(), i, j)
        for i, one in enumerate(texts[0])
        for j, two in enumerate(texts[1])
        if min(len(one), len(two)) >= LEAST and one not in texts[1] and two not in texts[0]
    ]
    pairs: dict[int, int] = {}
    for share, i, j in sorted(scored, key=lambda item: (-item[0], item[1], item[2])):
        if share > ALIKE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    if not pairs:
        return None
    made = {i: _compared(ones[i][0][0], twos[j][0][0]) for i, j in pairs.items()}
    after = other
    for i, j in sorted(pairs.items(), key=lambda pair: -pair[1]):
        start, end = twos[j][0].span()
        after = after[:start] + made[i].after + after[end:]
    return Compared(", ".join(made[i].before for i in sorted(pairs)), after, True)


def _compared(printed: str, other: str) -> Compared:
    tokens = [list(_TOKEN.finditer(text)) for text in (printed, other)]
    counted = [[(n, _key(one)) for n, one in enumerate(found) if _key(one)] for found in tokens]
    keys = [[key for _, key in found] for found in counted]
    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    if matcher.ratio() < ALIKE:
        return Compared(printed, other, False)
    how: tuple[dict[int, tuple[str, str]], ...] = ({}, {})
    codes = matcher.get_opcodes()
    for number, (kind, start, end, begin, until) in enumerate(codes):
        if kind == "equal":
            continue
        gone = [n for n, _ in counted[0][start:end]]
        first, last = number == 0, number == len(codes) - 1
        outside = (first and not _formulas(tokens[0], gone)) or (last and not gone)
        if not outside:
            how[0].update(dict.fromkeys(gone, _OLD))
        near = counted[1][begin - 1 if last else until][0] if outside else 0
        for n, _ in counted[1][begin:until]:
            apart = outside and _formula(tokens[1], n) != _formula(tokens[1], near)
            how[1][n] = _MORE if apart else _NEW
    before, after = (
        "".join(_set(one, own[n]) if n in own else one.group() for n, one in enumerate(found))
        for own, found in zip(how, tokens, strict=True)
    )
    return Compared(before, after, True)


def _formula(tokens: Sequence[re.Match[str]], number: int) -> int:
    """Which formula a sign is of; a word is of one of its own."""
    if tokens[number]["leaf"] is None:
        return -number - 1
    return sum(one["tag"] == "<math>" for one in tokens[:number])


def _formulas(tokens: Sequence[re.Match[str]], numbers: Sequence[int]) -> bool:
    """Whether some of these are signs of a formula."""
    return any(tokens[n]["leaf"] is not None for n in numbers)


def _key(found: re.Match[str]) -> str:
    """What is compared: a leaf, or a word without the comma or full stop behind it.

    Strokes and parentheses are not: ``L/(2N)`` is the fraction with a bar.
    """
    if found["leaf"] is not None:
        leaf = str(found["leaf"]).strip()
        return "" if leaf in _SET_OTHERWISE else leaf
    return str(found["word"] or "").rstrip(".,;:")


_OLD, _NEW, _MORE = ("del", "old"), ("mark", "new"), ("mark", "more")


def _set(found: re.Match[str], how: tuple[str, str]) -> str:
    """A word in a tag of its own, a leaf of MathML with a class."""
    tag, name = how
    if found["leaf"] is None:
        opening = f'{tag} class="{name}"' if how is _MORE else tag
        return f"<{opening}>{found.group()}</{tag}>"
    opened = found["open"]
    if "class=" in opened:
        return found.group()
    return f'{opened[:-1]} class="{name}">{found["leaf"]}{found["close"]}'


# --- what a repair changes in the formulas that are checked ---------------------------------------

CHANGED = 0.6  # the share of common words and signs from which a formula is another one, changed
HYPOTHESIS, CONCLUSION = "hypothesis", "conclusion"
_WORD = re.compile(r"[^\W\d_]\w*|\d+|[^\w\s]")


@dataclass(frozen=True)
class Change:
    """A formula of a statement ``before``, and what stands for it ``after``; one may be missing.

    ``constants`` are the numbers that changed, where nothing else did.
    """

    of: str
    before: Row | None
    after: Row | None
    constants: tuple[tuple[str, str], ...] = ()

    @property
    def says(self) -> str:
        """``new hypothesis``, ``hypothesis changed, constant 2 → 3``."""
        if self.before is None:
            return f"new {self.of}"
        if self.after is None:
            return f"without the {self.of}"
        told = ", ".join(f"{one} → {other}" for one, other in self.constants)
        word = "constants" if len(self.constants) > 1 else "constant"
        return f"{self.of} changed" + (f", {word} {told}" if told else "")


class Row(NamedTuple):
    """A hypothesis or conclusion as text and, where the record has it, laid out."""

    kind: str
    text: str
    boxes: tuple[Any, ...] = ()


def changes(claim: Claim, repair: Claim, line: str = "") -> list[list[Change]]:
    """What each statement of a repair changes in a claim, or in a line of its printed proof.

    Formulas are matched with equal ones first, then with the likest one of their kind that speaks
    of something common; a single conclusion takes the place of a single one, however unlike.
    Empty where the record has no formulas of either.
    """
    before = _of_line(claim, line) if line else _attacked(claim)
    return [_changed(before, after) for after in _statements(repair) if before and after]


def keeps(changes: Sequence[Change]) -> bool:
    """Whether the conclusions stay, or become like ones; else it is another statement.

    Where nothing changed they stay.
    """
    return all(
        one.before is not None
        and one.after is not None
        and _share(one.before, one.after) >= CHANGED
        for one in changes
        if one.of == CONCLUSION
    )


def _share(one: Row, other: Row) -> float:
    return SequenceMatcher(None, _words(one), _words(other), autojunk=False).ratio()


def _changed(before: list[Row], after: list[Row]) -> list[Change]:
    texts = [{row.text for row in rows} for rows in (before, after)]
    before = [row for row in before if row.text not in texts[1]]
    after = [row for row in after if row.text not in texts[0]]
    found: list[Change] = []
    for kind in (HYPOTHESIS, CONCLUSION):
        old = [row for row in before if row.kind == kind]
        new = [row for row in after if row.kind == kind]
        pairs = _pairs(old, new, kind == CONCLUSION)
        left = {id(one) for one, _ in pairs}
        taken = {id(other): one for one, other in pairs}
        found += [Change(kind, row, None) for row in old if id(row) not in left]
        for row in new:
            one = taken.get(id(row))
            found.append(Change(kind, one, row, _constants(one, row) if one else ()))
    return found


def _statements(claim: Claim) -> list[list[Row]]:
    """The formulas of each statement of a claim; those of one that is refuted come first."""
    groups: dict[str, list[Row]] = {}
    for reading in claim["reading"]:
        row = _row(reading["formal"], reading.get("boxes", []))
        if row is not None:
            groups.setdefault(reading.get("of", ""), []).append(row)
    attacked = claim["refutation"]["evidence"] if claim["refutation"] else ""
    return [groups[of] for of in sorted(groups, key=lambda of: of != attacked)]


def _attacked(claim: Claim) -> list[Row]:
    """The formulas of the statement that is refuted or, where none is, of all of them."""
    groups = _statements(claim)
    if claim["refutation"]:
        return groups[0] if groups else []
    return list({row.text: row for group in groups for row in group}.values())


def _row(text: str, boxes: Sequence[Any]) -> Row | None:
    """A row of a reading; none for what the statement speaks of, before its hypotheses."""
    if text.startswith("for all "):
        return None
    if not text.startswith("if "):
        return Row(CONCLUSION, text, tuple(boxes))
    laid = [list(box) for box in boxes]
    if laid and laid[0][:2] == ["row", ["text", "if "]]:
        laid[0] = laid[0][2] if len(laid[0]) == 3 else ["row", *laid[0][2:]]
    return Row(HYPOTHESIS, text.removeprefix("if "), tuple(laid))


def _of_line(claim: Claim, line: str) -> list[Row]:
    """The formulas of a line of the printed proof that does not hold."""
    step = next((step for step in claim["proof_steps"] if step["id"] == line), None)
    stated = step.get("stated", []) if step else []
    return [row for item in stated if (row := _row(item["formal"], item["boxes"]))]


def _pairs(old: list[Row], new: list[Row], whole: bool) -> list[tuple[Row, Row]]:
    """Which formula stands for which: the likest first; ``whole``: the last two as well."""
    scored = [
        (_share(one, other), i, j)
        for i, one in enumerate(old)
        for j, other in enumerate(new)
        if _names(one) & _names(other) or not _names(one) | _names(other)
    ]
    ones: dict[int, int] = {}
    for share, i, j in sorted(scored, key=lambda item: (-item[0], item[1], item[2])):
        if share >= CHANGED and i not in ones and j not in ones.values():
            ones[i] = j
    if whole and len(old) == len(new) == 1:
        ones = {0: 0}
    return [(old[i], new[j]) for i, j in ones.items()]


def _words(row: Row) -> list[str]:
    return _WORD.findall(row.text)


def _names(row: Row) -> set[str]:
    return {word for word in _words(row) if word[0].isalpha()} - {"ℝ", "ℤ"}


def _constants(one: Row, other: Row) -> tuple[tuple[str, str], ...]:
    """The numbers that differ, if that is all that does."""
    before, after = _words(one), _words(other)
    if len(before) != len(after):
        return ()
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    return tuple(dict.fromkeys(pairs)) if all((a + b).isdigit() for a, b in pairs) else ()
