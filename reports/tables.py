"""Words, marks and number formats that every renderer shares.

A verdict is always a mark *and* a word, so that nothing is said by colour alone.
"""

from __future__ import annotations

import json
import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from reports.record import (
    BothSides,
    Certificate,
    Claim,
    Cost,
    Evidence,
    NumericRow,
    ProofStep,
    Reading,
    Record,
    Refutation,
    Related,
    SmtRow,
    SupError,
    Sweep,
    SymbolicRow,
    VacuityRow,
)

#: The tombstone of a finished proof, emptied as the evidence thins.
MARKS = {
    "proved": "■",
    "proved, given": "◩",
    "certified": "◧",
    "supported": "□",
    "supported, given": "▫",
    "refuted": "×",
    "refuted, given": "⨯",
    "vacuous": "∅",
    "ill-formed": "⊥",
    "open": "○",
}
PROOF_MARKS = {"checked": "✓", "gap": "◇", "broken": "×", "none": "–"}
STEP_MARKS = {"holds": "✓", "gap": "◇", "fails": "×", "declined": "○"}
#: One family of four colours; the word beside it carries the meaning.
TONES = {
    "proved": "good",
    "certified": "good",
    "checked": "good",
    "holds": "good",
    "supported": "weak",
    "supported, given": "weak",
    "proved, given": "weak",
    "refuted, given": "bad",
    "gap": "weak",
    "open": "weak",
    "declined": "weak",
    "vacuous": "weak",
    "refuted": "bad",
    "ill-formed": "bad",
    "broken": "bad",
    "fails": "bad",
    "none": "mute",
}
VERDICTS = tuple(MARKS)

MEANS = {
    "proved": "Every obligation holds for all parameters, at kernel level or, where verified "
    "stands beside the word, by the checker that Coq proved; nothing is assumed.",
    "proved, given": "The same, given what is named beside the word: a cited theorem, a step that "
    "is not proved, hypotheses that nothing is shown to meet.",
    "certified": "Holds on the whole domain for every listed instance.",
    "supported": "Only evidence weaker than a certificate.",
    "supported, given": "The same, given what is named beside the word.",
    "refuted": "The kernel accepts the negation, or the checker that Coq proved, where verified "
    "stands beside the word.",
    "refuted, given": "The same, given what is named beside the word.",
    "vacuous": "True, but for a reason that makes it say nothing.",
    "ill-formed": "Cannot be typed as printed, under any reading the paper allows.",
    "open": "Neither proved nor refuted.",
}
PROOF_SAYS = {
    "checked": "every step holds",
    "gap": "first step without a reason",
    "broken": "first step that fails",
    "none": "the paper prints no proof",
}
SCOPES = {"all": "all parameters", "instance": "the listed instances", "samples": "samples"}

_RATIONAL = re.compile(r"[+-]?\d{1,4000}(/\d{1,4000}|\.\d{0,4000})?(e[+-]?\d{1,3})?", re.I)
_DIGITS = 4
_MOST_DIGITS = 20
_LONGEST = 24  # characters of a number that is shown exactly
_SIDES = {"lo": -1, "hi": 1}
#: columns of a sweep that are for figures: bound is the part of predicted that N ideal units have
_LEFT_OUT = ("cells", "bound")
_SIDES = {"lo": -1, "hi": 1}
#: columns of a sweep that are for figures: bound is the part of predicted that N ideal units have
_LEFT_OUT = ("cells", "bound")

#: what is shown of a sweep of samples, beside the setting
_MEASURED = ("quantity", "measured", "low", "high", "proved", "printed", "beyond", "word")

#: The folder of the record, as the commands to check a certificate again name it.
ROOT = "reports/out"


def rational(text: object) -> Fraction | None:
    """The exact number a field holds, or None where it holds something else."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int):
        return Fraction(text)
    if isinstance(text, float):
        return Fraction(text) if math.isfinite(text) else None
    if not isinstance(text, str) or not _RATIONAL.fullmatch(text.strip()):
        return None
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        return None


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: Fraction, digits: int = _DIGITS) -> str:
    """``value`` to ``digits`` significant digits, without a detour through floats."""
    if value == 0:
        return "0"
    sign, value = ("−", -value) if value < 0 else ("", value)
    exponent = _exponent(value)
    scaled = round(value * Fraction(10) ** (digits - 1 - exponent))
    if scaled >= 10**digits:
        exponent, scaled = exponent + 1, scaled // 10
    text = str(scaled)
    if -5 <= exponent < 7:
        if exponent >= digits - 1:
            return sign + text + "0" * (exponent - digits + 1)
        if exponent >= 0:
            return sign + text[: exponent + 1] + "." + text[exponent + 1 :]
        return sign + "0." + "0" * (-exponent - 1) + text
    return f"{sign}{text[0]}.{text[1:]} × 10{raised(exponent)}"


def raised(exponent: int) -> str:
    """-43 in small figures: ⁻⁴³."""
    return str(exponent).translate(_RAISED)


def approximation(value: Fraction) -> str:
    """Four digits, or as many as tell ``value`` from the integer next to it.

    >>> approximation(Fraction(2, 3)), approximation(Fraction(29999999, 10000000))
    ('≈ 0.6667', '2.9999999')
    """
    nearest, digits = Fraction(round(value)), _DIGITS
    if value == nearest or not nearest or abs(nearest) >= 10**_DIGITS:
        return f"≈ {decimal(value)}"
    while digits < _MOST_DIGITS and decimal(value, digits) == decimal(nearest, digits):
        digits += 2
    if digits == _DIGITS:
        return f"≈ {decimal(value)}"
    text = decimal(value, digits).rstrip("0")
    return text if rational(text.replace("−", "-")) == value else f"≈ {text}"


def number(text: object) -> str:
    """``"1/22"`` as ``1/22 ≈ 0.04545``; short decimals exactly; other text as it is.

    >>> number("1/22"), number("1/20"), number("3"), number("f(x)")
    ('1/22 ≈ 0.04545', '1/20 = 0.05', '3', 'f(x)')
    """
    value = rational(text)
    if value is None:
        return plain(text)
    if value.denominator == 1 and abs(value) < 10**12:
        return str(value).replace("-", "−")
    finite = _finite_decimal(value)
    exact = str(value).replace("-", "−")
    if len(exact) > _LONGEST:
        return approximation(value)
    return f"{exact} = {finite}" if finite is not None else f"{exact} ≈ {decimal(value)}"


def sup_error(error: SupError | None) -> str:
    """The supremum of the error, exactly or between its two bounds."""
    if error is None:
        return "–"
    if "exact" in error:
        return number(error["exact"])
    return f"[{outward(error['lo'], -1)}, {outward(error['hi'], 1)}]"


def brief(text: object) -> str:
    """An exact number as it is where it is short, else its decimal."""
    value = rational(text)
    if value is None:
        return plain(text)
    exact = str(value).replace("-", "−")
    return exact if len(exact) <= 8 else approximation(value)


def brief_error(error: SupError | None) -> str:
    """One number: the exact error, or an upper bound on it."""
    if error is None:
        return "–"
    return brief(error["exact"]) if "exact" in error else f"≤ {outward(error['hi'], 1)}"


def outward(text: str, side: int) -> str:
    """A bound to five digits, rounded away from the interval so that it stays a bound."""
    value = rational(text)
    if value is None:
        return text
    if value == 0:
        return "0"
    step = Fraction(10) ** (_exponent(abs(value)) - 4)
    units = math.floor(value / step) if side < 0 else math.ceil(value / step)
    return decimal(units * step, 5)


def plain(value: object) -> str:
    """A user's value as one line of harmless text: control characters become visible."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "".join(_visible(char) for char in str(value))


def lines(text: str) -> str:
    """Several lines of plain text: line ends stay, other control characters become visible."""
    return "\n".join(plain(line) for line in text.replace("\r\n", "\n").split("\n"))


def recheck(certificate: Certificate, root: str = ROOT) -> str:
    """The exact command that checks the certificate again."""
    return "verify check " + shlex.quote(plain(f"{root}/{certificate['file']}"))


def seconds(value: float) -> str:
    """A duration: milliseconds below a second."""
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def size(count: int) -> str:
    """A file size in bytes or kB."""
    return f"{count:,} bytes".replace(",", "\u202f") if count < 10_000 else f"{count / 1000:.0f} kB"


INPUT_LENGTH = 160
"""Of a user's text in tables, in characters; the record has all of it."""


def inputs(values: dict[str, Any]) -> str:
    """``f = sin(x), eps = 1/20, L ≈ 0.9123``: plain text."""
    texts = [(plain(key), _input(key, value)) for key, value in values.items()]
    return ", ".join(f"{key}{'' if t.startswith('≈') else ' ='} {t}" for key, t in texts)


def _input(key: str, value: object) -> str:
    """The user's own text, its start if it is long; a long number gets its decimal instead.

    What is JSON, as networks are, is shown by :func:`structure`.
    """
    text = plain(value)
    if text[:1] in ("{", "["):
        text = _structured(text)
    elif key != "f" and len(text) > 16:
        text = brief(value)
    return text if len(text) <= INPUT_LENGTH else text[: INPUT_LENGTH - 2] + " …"


def _structured(text: str) -> str:
    try:
        return structure(json.loads(text))
    except (ValueError, RecursionError):
        return text


def structure(value: object, name: str = "") -> str:
    """Data as people write them: matrices by rows, the parts of a list numbered.

    >>> structure({"slope": "0", "layers": [{"U": [["1", "0"], ["0", "2"]]}, {"U": [["3"]]}]})
    'slope = 0, U_1 = [1, 0; 0, 2], U_2 = [3]'
    """
    begun = f"{name} = " if name else ""
    if isinstance(value, dict):
        under = name[name.rfind("_") :] if "_" in name else ""
        return ", ".join(structure(part, f"{key}{under}") for key, part in value.items())
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return ", ".join(structure(part, f"{name}_{k}") for k, part in enumerate(value, 1))
    if isinstance(value, list) and value and all(isinstance(part, list) for part in value):
        return f"{begun}[{'; '.join(', '.join(plain(cell) for cell in row) for row in value)}]"
    if isinstance(value, list):
        return f"{begun}[{', '.join(plain(cell) for cell in value)}]"
    return f"{begun}{plain(value)}"


def checked_by(claim: Claim) -> str:
    """Of certificates that the kernel was not asked about: how many, and who accepted them."""
    if "checker" not in claim:
        return ""
    of = claim["checker"]
    believed = " (it computes with GMP, which is believed)" if of["name"] == "verified-gmp" else ""
    return (
        f"{of['accepted']} of {of['certificates']} certificates were accepted by the checker that "
        f"Coq proved{believed}, and the kernel was not asked about them"
    )


def level_scope(claim: Claim) -> str:
    """``kernel, all parameters``."""
    scope = claim["scope"]
    over = "an exact witness" if claim["verdict"] == "refuted" else SCOPES[scope] if scope else None
    return ", ".join(filter(None, [claim["level"], over])) or "–"


def ended(reading: Reading) -> str:
    """What came of the statement in which a formal term stands, where it is not proved.

    Of a hypothesis nothing: it stands between what the statement is about and its conclusion.
    """
    if reading["formal"].startswith("if "):
        return ""
    words = {"proved": "", "refuted": "refuted", "open": "not decided"}
    end = reading.get("ends", "proved")
    return f" [{words.get(end, end)}]" if words.get(end, end) else ""


def also_failing(claim: Claim) -> list[ProofStep]:
    """The steps of a printed proof that fail, beyond the one that is named first."""
    first = claim["printed_proof_detail"]
    named = first["step"] if first else ""
    return [s for s in claim["proof_steps"] if s["status"] == "fails" and s["id"] != named]


def versioned(claim: Claim) -> bool:
    """Whether instances of the printed and of a repaired construction stand side by side."""
    return len({item["version"] for item in claim["instances"]}) > 1


def data(refutation: Refutation) -> str:
    """The exact data of a refutation, where there are any."""
    return f"Data: {plain(refutation['data'])}" if refutation.get("data") else ""


def given(item: Claim | Related) -> list[str]:
    """What the verdict rests on unproved, as markup."""
    return item.get("given", [])


def word(item: Claim | Related) -> str:
    """The verdict as it is shown everywhere: what it rests on unproved is part of the word."""
    verdict = {"conditional": "proved"}.get(item["verdict"], item["verdict"])
    return f"{verdict}, given" if given(item) or verdict != item["verdict"] else verdict


_CHANGES = {
    "satisfiable": "Hypotheses",
    "dropped": "Without",
    "tightened": "Tightened to",
}
_OUTCOMES = {
    ("satisfiable", "hold"): ("hold", "hold at"),
    ("satisfiable", "contradictory"): ("contradict each other", ""),
    ("satisfiable", "undecided"): ("not shown to hold anywhere", ""),
    ("dropped", "refuted"): ("needed", "needed: fails at"),
    ("dropped", "provable"): ("not needed: still provable", ""),
    ("tightened", "refuted"): ("fails", "fails at"),
    ("tightened", "provable"): ("still provable", ""),
}


def control_change(row: VacuityRow) -> str:
    """What was changed: ``Without: 0 < eps``."""
    change = _CHANGES[row["kind"]]
    return f"{change}: {lines(row['changed'])}" if row["changed"] else change


def control_outcome(row: VacuityRow) -> str:
    """What came of it, with the data behind it: ``needed: fails at eps = -1``."""
    short, with_data = _OUTCOMES.get((row["kind"], row["outcome"]), (row["outcome"], ""))
    return f"{with_data} {shortened(plain(row['data']))}" if with_data and row["data"] else short


def shortened(data: str) -> str:
    """Data at which something holds or fails, with decimals for the long fractions.

    >>> shortened("m = 1, a0 = 308765419484067/500000000000000")
    'm = 1, a0 ≈ 0.6175'
    """

    def decimal_of(found: re.Match[str]) -> str:
        if len(found[1]) <= _LONGEST:
            return found[0]
        value = approximation(Fraction(found[1]))
        return f" {value}" if value.startswith("≈") else f" = {value}"

    return re.sub(r" = (-?\d+(?:/\d+)?)(?=,|$)", decimal_of, data)


def numeric_says(row: NumericRow) -> str:
    """What a row of mpmath says, in a line."""
    if not row["comparisons"]:
        return f"not evaluated: {plain(row['reason'])}"
    points = {"known": "known to the kernel", "moved": "found", "seeming": "not seen to miss"}
    said = [f"{row[k]} {w}" for k, w in points.items() if row[k]]  # type: ignore[literal-required]
    words = {"holds": "holds", "seen": "is seen to hold", "fails": "fails", "untold": "open"}
    ends = [f"{w} at {row[k]}" for k, w in words.items() if row.get(k)]  # type: ignore[literal-required]
    agree = f"{row['enclosed']} of {row['comparisons']} comparisons agree to {row['digits']} digits"
    if not row["enclosed"]:
        agree = "no side is enclosed"
    return f"points: {', '.join(said)}; {', '.join(ends)}; {agree}"


def symbolic_says(row: SymbolicRow) -> str:
    """What sympy sees of one obligation, in a line."""
    if not row["equations"]:
        return row["outcome"]
    why = f": {plain(row['says'])}" if row["says"] else ""
    more = row.get("at_lengths", 0)
    small = f", {more} more {at_values(row.get('at', []))}" if more else ""
    return f"{row['outcome']}, {row['identities']} of {row['equations']}{small}{why}"


def at_values(places: Sequence[str], most: int = 3) -> str:
    """``at n = 2, k = 1; n = 3, k = 2``; the largest values are the last ones."""
    return f"at {'; '.join(places[-most:])}"


def smt_says(row: SmtRow) -> str:
    """What z3 says of one negated obligation, in a line."""
    if row.get("at"):
        small = at_values(row.get("at", []))
        return f"unsat {small}; in general outside the fragment: {row['says']}"
    word = {"outside": "outside the fragment"}.get(row["outcome"], row["outcome"])
    return f"{word}: {plain(row['says'])}" if row["says"] else word


def others(claim: Claim) -> list[tuple[str, str, str]]:
    """The obligations with what sympy and z3 say of each."""
    smt = {row["of"]: smt_says(row) for row in claim.get("smt", [])}
    found = claim.get("symbolic", [])
    return [(row["of"], symbolic_says(row), smt.get(row["of"], "")) for row in found]


OTHERS = (
    "sympy: the equations of a conclusion as identities, without most hypotheses. z3: the negated "
    "statement, within fixed work. Where integers have values beside a word, it is said of these "
    "values alone. No verdict rests on either."
)
NUMERIC = (
    "By mpmath, with fifty digits, on exact data: points that the kernel knows to meet the "
    "hypotheses, and points found near them. Each side is held against an enclosure by the kernel "
    "or by balls. A statement is seen to hold where a quantifier in it was followed at some values "
    "alone, or where both sides are equal to fifty digits; it is open where that tells nothing. No "
    "verdict rests on it."
)


def kept_says(by: str, rows: Sequence[NumericRow | SymbolicRow | SmtRow]) -> str:
    """How many of the rows were not computed in this run; empty if all were."""
    kept = Counter(row["kept"] for row in rows if row.get("kept"))
    return " ".join(
        f"Rows of {by} that are kept, computed earlier by the same code from the same data "
        f"({plain(packages)}), not in this run: {count} of {len(rows)}."
        for packages, count in kept.items()
    )


def numeric_note(claim: Claim) -> str:
    """What rows of mpmath are, and how many of them are kept."""
    return f"{NUMERIC} {kept_says('mpmath', claim.get('numeric', []))}".strip()


def others_note(claim: Claim) -> str:
    """What rows of sympy and z3 are, and how many of them are kept."""
    found = ("sympy", claim.get("symbolic", [])), ("z3", claim.get("smt", []))
    return " ".join([OTHERS, *(text for by, rows in found if (text := kept_says(by, rows)))])


def both_sides(shown: BothSides) -> str:
    """The two sides, one above the other, and where."""
    by = "not enclosed"
    if shown["digits"]:
        by = f"{shown['digits']} digits agree with {shown['by']}"
    at = f" at {shortened(plain(shown['data']))}" if shown["data"] else ""
    relation = {"<=": "≤", "!=": "≠"}.get(shown["relation"], shown["relation"])
    sides = f"{'':{len(relation)}} {plain(shown['left'])}\n{relation} {plain(shown['right'])}"
    return f"{sides}\n{by}{at}"


def place(claim: Claim) -> str:
    """``Theorem 1, Eq. 16–26``."""
    source = claim["source"]
    equations = re.sub(r"(?<=\d)-(?=\d)", "–", plain(source["equations"]))
    return plain(source["place"]) + (f", Eq. {equations}" if equations else "")


def compared(claim: Claim) -> bool:
    """Whether it says that printed numbers are equal, as the paper does by printing them."""
    return claim["kind"] == "data" and claim["source"]["place"].startswith("consistency of ")


def own_words(claim: Claim) -> bool:
    """Whether its statement has words of ours: a reading, or what printed numbers should fulfil."""
    place = claim["source"]["place"]
    of_ours = re.search(r"\b(a|an|another) (\w+ )?reading of |^consistency of ", place)
    return bool(of_ours or re.search(r"(^|[\s\[(])Read[: ]", claim["statement"]))


def evidence_facts(item: Evidence) -> str:
    """Method, level, scope, time and reason on one line."""
    scope = SCOPES[item["scope"]] if item["scope"] else ""
    parts = [
        plain(item["method"]),
        item["level"],
        scope,
        seconds(item["seconds"]),
        plain(item["reason"]),
    ]
    return " · ".join(part for part in parts if part)


def cost_facts(cost: Cost) -> str:
    """What the network costs, on one line."""
    return (
        f"{cost['parameters']} parameters, depth {cost['depth']}, "
        f"largest weight {number(cost['largest_weight'])}"
    )


def counts(names: Iterable[str]) -> list[tuple[str, int]]:
    """Verdicts that occur, in the order of :data:`MARKS`, with how often."""
    found = Counter(names)
    return [(name, found[name]) for name in VERDICTS if found[name]]


def proof_counts(names: Iterable[str]) -> list[tuple[str, int]]:
    """What is said of the proofs that are printed, in the order of :data:`PROOF_MARKS`."""
    found = Counter(names)
    return [(name, found[name]) for name in PROOF_MARKS if found[name] and name != "none"]


def papers(record: Record) -> list[tuple[str, list[Claim]]]:
    """Claims by paper, both in the order of the record."""
    groups: dict[str, list[Claim]] = {}
    for claim in record["claims"]:
        groups.setdefault(claim["source"]["paper"], []).append(claim)
    return list(groups.items())


def errata(record: Record) -> list[Claim]:
    """Claims whose statement or whose printed proof does not stand as printed."""
    return [
        claim
        for claim in record["claims"]
        if claim["verdict"] in ("refuted", "ill-formed", "vacuous")
        or claim["printed_proof"] in ("broken", "gap")
    ]


def sweep_points(sweep: Sweep) -> list[tuple[float, float, bool]]:
    """``(predicted, measured, ok)`` of each row that has the two numbers."""
    columns = sweep["columns"]
    if "predicted" not in columns or "measured" not in columns:
        return []
    at, to = columns.index("predicted"), columns.index("measured")
    ok = columns.index("ok") if "ok" in columns else None
    points = []
    for row in sweep["rows"]:
        predicted, measured = rational(row[at]), rational(row[to])
        if predicted is None or measured is None:
            continue
        good = bool(row[ok]) if ok is not None else measured <= predicted
        points.append((float(predicted), float(measured), good))
    return points


def sweep_rows(sweep: Sweep, limit: int) -> list[list[Any]]:
    """At most ``limit`` rows; those that fail come first, so that a cut never hides one."""
    if "ok" not in sweep["columns"]:
        return sweep["rows"][:limit]
    ok = sweep["columns"].index("ok")
    word = sweep["columns"].index("word") if "word" in sweep["columns"] else None

    def after(row: list[Any]) -> tuple[bool, bool]:
        return bool(row[ok]), word is None or not str(row[word]).startswith("beyond")

    return sorted(sweep["rows"], key=after)[:limit]


def sweep_table(sweep: Sweep, limit: int) -> tuple[list[str], list[list[str]]]:
    """Names and :func:`sweep_rows` as texts, without columns that say nothing here.

    These are the empty ones, the layer where there is but one, and those of :data:`_LEFT_OUT`.
    What was measured on samples has one column for all axes instead.
    """
    if set(_MEASURED) <= set(sweep["columns"]):
        return _measured_table(sweep, limit)
    columns, rows = sweep["columns"], sweep_rows(sweep, limit)
    values = [{row[i] for row in sweep["rows"]} for i in range(len(columns))]
    used = [
        i
        for i, name in enumerate(columns)
        if values[i] != {None} and name not in _LEFT_OUT and (name != "layer" or len(values[i]) > 1)
    ]
    shown = [[_sweep_entry(columns[i], row[i]) for i in used] for row in rows]
    return [plain(columns[i]) for i in used], shown


def _measured_table(sweep: Sweep, limit: int) -> tuple[list[str], list[list[str]]]:
    """The setting in one column, as far as it is not that of the first row."""
    columns = sweep["columns"]
    axes = range(columns.index("quantity"))
    home = sweep["rows"][0] if sweep["rows"] else []
    every = [columns.index(name) for name in _MEASURED]
    used = [i for i in every if any(row[i] not in (None, "") for row in sweep["rows"])]

    def at(row: list[Any]) -> str:
        parts = [(columns[i], row[i]) for i in axes if row[i] != home[i]]
        said = parts or [(columns[i], row[i]) for i in axes]
        return plain(", ".join(f"{name} = {value}" for name, value in said))

    shown = [
        [plain(row[used[0]]), at(row), *(_sweep_entry(columns[i], row[i]) for i in used[1:])]
        for row in sweep_rows(sweep, limit)
    ]
    return [plain(columns[used[0]]), "at", *(plain(columns[i]) for i in used[1:])], shown


def _sweep_entry(column: str, value: str | int | float | bool | None) -> str:
    """Bounds stay bounds; floats are shown to five digits; a fraction in full if it is short."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.5g}".replace("-", "−")
    if column in _SIDES and len(str(value)) > 8:
        return outward(str(value), _SIDES[column])
    return brief(value) if isinstance(value, str) else plain(value)


def sweep_says(sweep: Sweep) -> str:
    """How much the numbers of a sweep are worth, in a sentence."""
    if sweep.get("level") == "enclosure":
        return (
            "What is enclosed holds on all of [0, 1], what is measured at the points tried; "
            "no verdict uses either."
        )
    if "sense" in sweep["columns"]:
        return (
            "Largest values over samples are lower estimates, least values upper ones; "
            f"no verdict uses them.{_bounds_of(sweep)}"
        )
    return "A sweep looks for failures; it is not evidence."


def _bounds_of(sweep: Sweep) -> str:
    """Which claims the bounds of a sweep of samples are of."""
    said = []
    for name, what in (("by", "Proved bounds"), ("of", "Printed bounds")):
        if name in sweep["columns"]:
            at = sweep["columns"].index(name)
            ids = dict.fromkeys(plain(row[at]) for row in sweep["rows"] if row[at])
            said += [f" {what}: {', '.join(ids)}."] if ids else []
    return "".join(said)


def _exponent(value: Fraction) -> int:
    """``floor(log10(value))`` of a positive rational, exactly."""
    guess = len(str(value.numerator)) - len(str(value.denominator))
    return guess if value >= Fraction(10) ** guess else guess - 1


def _finite_decimal(value: Fraction) -> str | None:
    """The decimal expansion, where it ends within six digits."""
    for places in range(7):
        scaled = value * 10**places
        if scaled.denominator == 1:
            text = str(abs(scaled.numerator)).rjust(places + 1, "0")
            whole, part = (text[:-places], text[-places:]) if places else (text, "")
            return ("−" if value < 0 else "") + whole + ("." + part if part else "")
    return None


def _visible(char: str) -> str:
    code = ord(char)
    if char in "\n\r\t":
        return " "
    # C0, C1 and the bidirectional controls can repaint a terminal or reorder a line.
    if (
        code < 32
        or 127 <= code < 160
        or code in range(0x202A, 0x202F)
        or (code in range(0x2066, 0x206A) or code in (0x200E, 0x200F, 0x061C))
    ):
        return "�"
    return "�" if 0xD800 <= code < 0xE000 else char
