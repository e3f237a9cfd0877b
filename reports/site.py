"""How the pages of a report hang together: their names, what stands beside a claim, what is found.

Everything is computed from the record.  The findings of the front page follow :data:`RULE`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypedDict

from reports import formulas, slips, tables
from reports.prose import Prose
from reports.record import Claim, Definition, Record

FINDINGS = 5
RULE = (
    "The worst of each paper, then the next worst: statements that the paper numbers, then its "
    "sentences, and gaps in proofs after both. Of these, one that is refuted or cannot be typed "
    "before one that says nothing, before a printed proof that breaks. Of equals first theorems "
    "before steps of proofs, definitions and data; what the paper says before a reading of it; "
    "what has a proof that breaks too; what more claims rest on or stand beside; what is decided "
    "without anything given; then as printed."
)
#: pages that are of no claim
PAGES = ("index", "errata", "graph", "library", "coverage", "reliability", "experiments", "sweeps")
SEARCH = "netproof-search.js"

_KINDS = ("theorem", "proof-step", "definition", "data", "numeric")
_NUMBERED = ("theorem", "lemma", "proposition", "corollary", "claim")


class Lemma(TypedDict):
    """A lemma of the library.

    ``subject`` is its page there, with a ``title``; ``says`` is plain text, ``about`` what it holds
    for, ``arguments`` the names of its functions and variables, as a proof cites it; ``boxes`` are
    its hypotheses and, last, its conclusion.  ``claims`` are the ids of claims whose proofs cite
    it, of these ``papers``; ``uses`` the ids of lemmas that its own ``proof`` cites.
    """

    id: str
    subject: str
    title: str
    says: str
    about: str
    arguments: list[str]
    boxes: list[Any]
    uses: list[str]
    proof: Prose
    claims: list[str]
    papers: list[str]


@dataclass(frozen=True)
class Links:
    """Where a claim stands among the others, as their ids."""

    parent: str = ""
    companions: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    used_by: tuple[str, ...] = ()
    previous: str = ""
    next: str = ""
    lemmas: tuple[Lemma, ...] = ()


@dataclass(frozen=True)
class Paper:
    """A paper, its page, and its claims: each as printed, with its companions."""

    key: str
    title: str
    authors: str
    page: str
    claims: tuple[tuple[Claim, tuple[Claim, ...]], ...] = field(default=())

    @property
    def printed(self) -> list[Claim]:
        """What the paper says."""
        return [claim for claim, _ in self.claims]

    @property
    def companions(self) -> list[Claim]:
        """What holds instead, and beyond."""
        return [claim for _, beside in self.claims for claim in beside]


def page_names(record: Record) -> tuple[dict[str, str], dict[str, str]]:
    """The file of each claim by its id, and of each paper by its key: no two are the same.

    Names that differ in case alone are one file on some disks.
    """
    taken = {f"{name}.html" for name in PAGES}

    def free(stem: str) -> str:
        while f"{stem}.html".lower() in taken:
            stem += "_"
        taken.add(f"{stem}.html".lower())
        return f"{stem}.html"

    claims = {claim["id"]: free(claim["id"]) for claim in record["claims"]}
    keys = dict.fromkeys(claim["source"]["paper"] for claim in record["claims"])
    return claims, {key: free(f"paper-{slug(key)}") for key in keys}


@dataclass(frozen=True)
class Named:
    """A definition of a paper, its anchor, and the ids of the claims that are printed by it."""

    anchor: str
    item: Definition
    claims: tuple[str, ...]


def glossary(record: Record) -> dict[str, list[Named]]:
    """The definitions of each paper, by its key; those that differ under one id are two."""
    found: dict[str, dict[tuple[str, str], tuple[Definition, list[str]]]] = {}
    for claim in record["claims"]:
        own = found.setdefault(claim["source"]["paper"], {})
        for item in claim.get("definitions", []):
            own.setdefault((item["id"], item["formal"]), (item, []))[1].append(claim["id"])
    return {
        key: [
            Named(_anchor(name, number), item, tuple(claims))
            for ((name, _), (item, claims)), number in zip(own.items(), _repeated(own), strict=True)
        ]
        for key, own in found.items()
    }


def _repeated(names: Iterable[tuple[str, str]]) -> Iterator[int]:
    """How often each id was there before."""
    seen: Counter[str] = Counter()
    for name, _ in names:
        yield seen[name]
        seen[name] += 1


def _anchor(name: str, number: int) -> str:
    return slug(name) + (f"~{number}" if number else "")


def glossary_pages(record: Record) -> dict[str, str]:
    """The file of each paper's definitions, without its ending; no page has its name."""
    claims, pages = page_names(record)
    taken = {name.lower() for name in (*claims.values(), *pages.values())}
    found = {}
    for key, page in pages.items():
        stem = page.removesuffix(".html") + "-definitions"
        while f"{stem}.html".lower() in taken:
            stem += "_"
        taken.add(f"{stem}.html".lower())
        found[key] = stem
    return found


def slug(text: str) -> str:
    """An id for an anchor: other characters by their code, so that two ids stay two."""
    return re.sub(r"[^A-Za-z0-9._-]", lambda match: f"_{ord(match.group()):x}_", text)


def parents(record: Record) -> dict[str, str]:
    """The claim that each companion is listed under; what nothing lists has none."""
    ids = {claim["id"] for claim in record["claims"]}
    found: dict[str, str] = {}
    for claim in record["claims"]:
        for beside in (*claim["repaired"], *claim["sharpened"]):
            if beside["id"] in ids and beside["id"] != claim["id"]:
                found.setdefault(beside["id"], claim["id"])
    for claim in record["claims"]:
        if claim["of"] in ids and claim["of"] != claim["id"]:
            found.setdefault(claim["id"], claim["of"])
    return found


def papers(record: Record) -> list[Paper]:
    """The papers in the order of the record, companions under what they are companions of."""
    _, pages = page_names(record)
    above = parents(record)

    def home(claim: Claim) -> str:
        seen = [claim["id"]]
        while seen[-1] in above and above[seen[-1]] not in seen:
            seen.append(above[seen[-1]])
        return seen[-1]

    beside: dict[str, list[Claim]] = {}
    for claim in record["claims"]:
        beside.setdefault(home(claim), []).append(claim)
    found = []
    for key, claims in tables.papers(record):
        own = [claim for claim in claims if claim["id"] in beside]
        nested = tuple(
            (claim, tuple(c for c in beside[claim["id"]] if c["id"] != claim["id"]))
            for claim in own
        )
        source = claims[0]["source"]
        found.append(Paper(key, source["title"], source["authors"], pages[key], nested))
    return found


def links(record: Record, lemmas: Sequence[Lemma] = ()) -> dict[str, Links]:
    """What each claim's page links to; every link has its way back."""
    ids = [claim["id"] for claim in record["claims"]]
    above = parents(record)
    users: dict[str, list[str]] = {}
    for claim in record["claims"]:
        for name in claim["cites"]:
            users.setdefault(name, []).append(claim["id"])
    order = [
        [claim["id"] for one, beside in paper.claims for claim in (one, *beside)]
        for paper in papers(record)
    ]
    before = {b: a for ids_ in order for a, b in pairwise(ids_)}
    after = {a: b for b, a in before.items()}
    return {
        claim["id"]: Links(
            parent=above.get(claim["id"], ""),
            companions=tuple(
                c["id"] for c in record["claims"] if above.get(c["id"]) == claim["id"]
            ),
            uses=tuple(name for name in dict.fromkeys(claim["cites"]) if name in ids),
            used_by=tuple(dict.fromkeys(users.get(claim["id"], []))),
            previous=before.get(claim["id"], ""),
            next=after.get(claim["id"], ""),
            lemmas=tuple(lemma for lemma in lemmas if claim["id"] in lemma["claims"]),
        )
        for claim in record["claims"]
    }


def counted(claims: Sequence[Claim]) -> list[tuple[str, int]]:
    """Verdicts that occur, with how often."""
    return tables.counts(tables.word(claim) for claim in claims)


def proofs_counted(claims: Sequence[Claim]) -> list[tuple[str, int]]:
    """What came of the printed proofs, of those that are printed."""
    found = Counter(claim["printed_proof"] for claim in claims)
    return [(word, found[word]) for word in ("checked", "gap", "broken") if found[word]]


# --- what matters most ---------------------------------------------------------------------------


def findings(record: Record, most: int = FINDINGS) -> list[Claim]:
    """The errata that come first by :data:`RULE`."""
    place = {claim["id"]: number for number, claim in enumerate(record["claims"])}
    beside = links(record)

    def severity(claim: Claim) -> tuple[int, ...]:
        at = claim["source"]["place"].lower()
        around = beside[claim["id"]]
        worst = {"refuted": 0, "ill-formed": 0, "vacuous": 1}.get(claim["verdict"])
        if worst is None:
            worst = {"broken": 2, "gap": 3}.get(claim["printed_proof"], 4)
        return (
            worst > 2,
            not at.startswith(_NUMBERED),
            worst,
            _KINDS.index(claim["kind"]),
            at.startswith("a reading of"),
            claim["printed_proof"] != "broken",
            -len(around.companions) - len(around.used_by),
            bool(tables.given(claim)),
            place[claim["id"]],
        )

    rounds: list[tuple[int, tuple[int, ...], Claim]] = []
    taken: Counter[str] = Counter()
    printed = [claim for claim in tables.errata(record) if not beside[claim["id"]].parent]
    for claim in sorted(printed, key=severity):
        paper = claim["source"]["paper"]
        rounds.append((taken[paper], severity(claim), claim))
        taken[paper] += 1
    return [claim for _, _, claim in sorted(rounds, key=lambda item: item[:2])[:most]]


def sentences(claim: Claim) -> list[str]:
    """The verdict in sentences: of the statement, of the printed proof, of what holds instead."""
    word = tables.word(claim)
    said = {
        "proved": "This is true as it is read below: proved for all parameters by certificates "
        "that the kernel accepts.",
        "proved, given": "This is proved for all parameters, given what is named below.",
        "certified": "This holds for every instance listed below, each certified on its whole "
        "domain; nothing is said of others.",
        "supported": "Evidence weaker than a certificate speaks for this; it is not proved.",
        "supported, given": "Evidence weaker than a certificate speaks for this, given what is "
        "named below; it is not proved.",
        "refuted": "This is false as it is read below: the kernel accepts its negation.",
        "refuted, given": "This is false as it is read below, given what is named: the kernel "
        "accepts its negation.",
        "vacuous": "This is true, but for a reason that makes it say nothing.",
        "ill-formed": "This cannot be typed as printed, under any reading that is recorded.",
        "open": "This is neither proved nor refuted.",
    }[word]
    proof = {
        "checked": "Every line of the printed proof holds.",
        "gap": "The printed proof has a gap.",
        "broken": "The printed proof breaks.",
        "none": "",
    }[claim["printed_proof"]]
    return [text for text in (said, proof) if text]


def first_sentence(markup: str) -> str:
    """The first sentence of a text in Typst's markup; a full stop inside of math ends none."""
    math = False
    for i, char in enumerate(markup):
        if char == "$" and markup[i - 1 : i] != "\\":
            math = not math
        elif char == "." and not math and re.match(r"\.(\s+[A-Z$]|\s*$)", markup[i:]):
            before = re.search(r"(\w+)$", markup[:i])
            if not before or before[1] not in ("Eq", "Eqs", "cf", "vs", "Th", "al", "i", "e", "g"):
                return markup[: i + 1]
    return markup


def shortened(record: Record) -> list[str]:
    """The markup of the front page that is not a whole field of the record."""
    return [first_sentence(text) for claim in findings(record) for text in failing(claim)[:1]]


# --- search --------------------------------------------------------------------------------------


def search_index(
    record: Record,
    slipped: Sequence[slips.Slip] = (),
    labels: Mapping[str, str] | None = None,
) -> str:
    """What is searched, as JSON: a row for each claim and each slip.

    A row: page, what is shown of it, verdict and tone, then texts: id, title, statement,
    equations (as printed, line by line), errata.  ``labels`` are those of the errata, by the id of
    the claim or slip, and stand before the last text.
    """
    labels = labels or {}
    files, _ = page_names(record)
    texts = {name: item.text for name, item in formulas.render(formulas.markup(record)).items()}
    rows: list[list[str]] = []
    for claim in record["claims"]:
        word = tables.word(claim)
        lines = [f"{tables.plain(s['id'])} {texts[s['printed']]}" for s in claim["proof_steps"]]
        rows.append(
            [
                files[claim["id"]],
                word,
                tables.TONES[word],
                claim["id"],
                f"{title(claim['title'])} · {tables.place(claim)}",
                texts[claim["statement"]],
                " ".join([f"Eq. {tables.plain(claim['source']['equations'])}", *lines]),
                " ".join(
                    [*_labelled(labels, claim["id"]), *(texts[text] for text in failing(claim))]
                ),
            ]
        )
    for slip in slipped:
        tone = slips.TONES.get(slip["word"], "weak")
        shown = f"{slip['place']}: it should say {slip['should']}"
        said = " ".join(
            [*_labelled(labels, slip["id"]), slip["printed"], slip["should"], slip["why"]]
        )
        at = f"errata.html#slip-{slug(slip['id'])}"
        row = [at, f"slip, {slip['word']}", tone, slip["id"], shown, "", "", said]
        rows.append([tables.plain(text) for text in row])
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _labelled(labels: Mapping[str, str], name: str) -> list[str]:
    return [f"Erratum {labels[name]}."] if name in labels else []


def failing(claim: Claim) -> list[str]:
    """What is said of what does not stand as printed, as markup."""
    found = []
    if claim["refutation"]:
        found.append(claim["refutation"]["says"])
    if claim["printed_proof_detail"]:
        found.append(claim["printed_proof_detail"]["why"])
    found += [step["why"] for step in tables.also_failing(claim)]
    return [text for text in dict.fromkeys(found) if text]


# --- titles --------------------------------------------------------------------------------------

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi "
    "psi omega Delta Lambda Sigma Omega"
)
_LETTERS = {
    name: unicodedata.lookup(
        f"GREEK {'SMALL' if name.islower() else 'CAPITAL'} LETTER "
        f"{'LAMDA' if name.lower() == 'lambda' else name.upper()}"
    )
    for name in _GREEK.split()
}
_LETTERS |= {"eps": "ε", "sqrt": "√"}
_SIGNS = (
    ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("->", "→"), ("||", "‖"),
    (" - ", " − "), ("(-", "(−"), ("= -", "= −"),
)  # fmt: skip
_RAISED = dict(zip("0123456789ndkij", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵈᵏⁱʲ", strict=True))
_LOWERED = dict(zip("0123456789ijk", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖ", strict=True))


def title(text: str) -> str:
    """A title with its formulas in mathematical signs: ``sqrt(v) <= eps`` is ``√v ≤ ε``.

    >>> title("Newton's iteration converges quadratically to 1/sqrt(v)")
    "Newton's iteration converges quadratically to 1/√v"
    """
    text = tables.plain(text)
    for sign, shown in _SIGNS:
        text = text.replace(sign, shown)
    names = "|".join(sorted(_LETTERS, key=len, reverse=True))
    text = re.sub(rf"(?<![A-Za-z.])({names})(?![A-Za-z.])", lambda m: _LETTERS[m[1]], text)
    text = re.sub(r"\^([0-9ndkij])(?!\w)", lambda m: _RAISED[m[1]], text)
    text = re.sub(r"(?<![\w.])(\w['′]?)_([0-9ijk])(?!\w)", lambda m: m[1] + _LOWERED[m[2]], text)
    return re.sub(r"√(?:\((\w)\)| (\w)(?!\w))", lambda m: "√" + (m[1] or m[2]), text)


def by_id(record: Record) -> Mapping[str, Claim]:
    """The claims of a record by their ids."""
    return {claim["id"]: claim for claim in record["claims"]}
