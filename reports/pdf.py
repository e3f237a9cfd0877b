"""The report as PDFs, typeset by Typst: for each paper an article, and an appendix apart.

The article is for reading: counts, verdicts with their pages, errata, what was proved instead,
the lines of printed proofs that do not hold, figures, bibliography.  The appendix is for looking
up: formal readings, obligations, controls, instances, sweeps, and the certificates themselves,
which are attached to it.

The record travels to the templates as data: a user's text arrives there as a string and is
shown as a string, and only fields that are markup by :mod:`reports.record` are evaluated,
after the same refusal of code as for pages.  No date is written, only fonts inside Typst are
used, and figures are drawn by :mod:`reports.figures`, so the same record gives the same bytes.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from reports import (
    boxes,
    coverage,
    errata,
    experiments,
    explorers,
    figures,
    formulas,
    measured_figures,
    pictures,
    prose,
    readings,
    reliability,
    site,
    slips,
    sweep_figures,
    sweeps,
    tables,
    works,
)
from reports.errata import Erratum, Part
from reports.files import write_bytes
from reports.readings import Readings
from reports.record import (
    Certificate,
    Claim,
    Evidence,
    Explorer,
    Formula,
    Instance,
    Reading,
    Record,
    Sweep,
    Worked,
)
from reports.reliability import Reliability

FOLDER = "pdf"  # in the folder of the record
SWEEP_LIMIT = 40
FORMAL_LINES = 60
READING_LINES = 12
PICTURE_LIMIT, FIGURE_LIMIT, INSTANCE_LIMIT = 2, 1, 8  # of a claim, in the article
#: characters of a line, about, that fit the page and the column of the reading table
FORMAL_WIDTH, READING_WIDTH = 118, 62
LONGEST = 56  # characters without a place for a break
LONG_NUMBER = re.compile(r"(\d\.\d{10})\d{9,}")
ARTICLE_PROSE, ARTICLE_PROOFS = 8, 1  # sentences of a proof, and proofs of a claim
OUTLINE = 36  # outermost sentences of a proof that is longer
IN_ALL = 6  # proofs of an article
APPENDIX_PROSE, PROSE_FROM = 30, 4
NOT_TOLD = ("data",)  # kinds of claims that the article has in a table alone

_SHAPES = {
    "proved": "full",
    "proved, given": "half",
    "certified": "half",
    "supported": "empty",
    "supported, given": "empty",
    "refuted": "cross",
    "refuted, given": "cross",
    "ill-formed": "cross",
    "vacuous": "ring",
    "open": "ring",
    "checked": "tick",
    "holds": "tick",
    "gap": "diamond",
    "broken": "cross",
    "fails": "cross",
    "declined": "ring",
    "none": "–",
}
_TEMPLATES = Path(__file__).parent / "templates"


def write_pdfs(
    record: Record,
    folder: str | Path,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
    numbers: Mapping[str, Sequence[str]] | None = None,
    told: Mapping[str, prose.Prose] | None = None,
) -> list[Path]:
    """Write :func:`render_pdfs` into ``pdf/`` in the folder of the record; returns the paths.

    Raises :class:`OSError` if a file cannot be written; it is written whole or not at all.
    """
    made = render_pdfs(record, root, measured, tried, slipped, numbers, folder, told)
    return [write_bytes(Path(folder) / FOLDER / name, data) for name, data in made]


def render_pdfs(
    record: Record,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
    numbers: Mapping[str, Sequence[str]] | None = None,
    folder: str | Path | None = None,
    told: Mapping[str, prose.Prose] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """For each paper of the record ``<paper>.pdf`` and ``<paper>-appendix.pdf``, name and bytes.

    ``folder`` is that of the record, with the certificates that are attached; ``root`` names it in
    the commands that check them again.  The experiments ``tried`` are in the article of their
    paper, ``measured`` is a document of its own, ``reliability.pdf``.  ``slipped`` and ``numbers``
    are as in :func:`reports.errata.collected`, ``told`` are proofs in prose by the id of their
    evidence.  The same record gives the same bytes.
    """
    claims = dict(tables.papers(record))
    for paper in errata.collected(record, slipped, numbers):
        own: Record = {**record, "claims": claims[paper.id]}
        mine = [result for result in tried if result["id"].partition(".")[0] == paper.id]
        stem = re.sub(r"[^A-Za-z0-9._-]", "_", paper.id)
        yield f"{stem}.pdf", render_article(own, paper, root, mine, told)
        yield f"{stem}-appendix.pdf", render_appendix(own, root, folder, told)
    if measured:
        yield "reliability.pdf", render_reliability(measured)


def render_article(
    record: Record,
    paper: errata.Paper,
    root: str = tables.ROOT,
    tried: Sequence[experiments.Result] = (),
    told: Mapping[str, prose.Prose] | None = None,
) -> bytes:
    """The article on the claims of one paper."""
    return _typeset("article", _article(record, paper, root, tried, told or {}))


def render_appendix(
    record: Record,
    root: str = tables.ROOT,
    folder: str | Path | None = None,
    told: Mapping[str, prose.Prose] | None = None,
) -> bytes:
    """The formal appendix; without a ``folder`` no certificates are attached to it."""
    document = _appendix(record, root, told or {})
    listed = document["attached"]
    files = {}
    if folder is not None:
        places = {name: Path(folder) / name for name in listed}
        files = {name: path.read_bytes() for name, path in places.items() if path.is_file()}
    document["attached"] = sorted(name.rpartition("/")[2] for name in files)
    document["says"] += f" Of {len(listed)} certificates {len(files)} are attached."
    return _typeset("appendix", document, files)


def render_errata(papers: Sequence[errata.Paper], version: str, root: str = tables.ROOT) -> bytes:
    """The errata alone, as a document that can be sent."""
    rendered = formulas.render(errata.markup(papers, root))
    shown = [
        {
            "heading": f"Errata: {paper.title}",
            "authors": paper.authors,
            "says": f"{errata.count(paper)}. {errata.SAYS} By netproof {version}.",
            "groups": _groups(paper, rendered, root),
        }
        for paper in papers
    ]
    title = shown[0]["heading"] if len(shown) == 1 else "Errata"
    return _typeset("errata", {"title": title, "running": "Errata", "papers": shown})


def render_reliability(measured: Reliability) -> bytes:
    """What is promised, tried many times."""
    document = {
        "title": "Reliability",
        "running": "netproof",
        "rule": reliability.RULE,
        "rows": reliability.rows(measured),
        "versions": reliability.versions(measured),
    }
    return _typeset("reliability", document)


def _typeset(template: str, document: Any, files: Mapping[str, bytes] | None = None) -> bytes:
    """The PDF of a template with these data; ``files`` are what it may read."""
    import typst

    names = ("parts.typ", f"{template}.typ")
    source = b"\n".join((_TEMPLATES / name).read_bytes() for name in names)
    data = json.dumps(document, ensure_ascii=True, sort_keys=True)
    with tempfile.TemporaryDirectory() as root:
        for name, content in (files or {}).items():
            path = Path(root) / "certificates" / name.rpartition("/")[2]
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        compiler = typst.Compiler(
            source, root=root, ignore_system_fonts=True, sys_inputs={"data": data}
        )
        result = compiler.compile(format="pdf", timestamp=0)
    if not isinstance(result, bytes):
        raise RuntimeError("Typst returned no document")
    return result


class _View:
    """Turns the record into what the template shows: strings and marked markup only."""

    def __init__(
        self, record: Record, root: str, told: Mapping[str, prose.Prose] | None = None
    ) -> None:
        self.proofs = told or {}
        self.rendered = formulas.render(formulas.markup(record))
        self.root = root
        self.known = {claim["id"]: claim for claim in record["claims"]}
        self.readings = readings.otherwise(record)
        self.companions = {
            item["id"]
            for claim in record["claims"]
            for item in (*claim["repaired"], *claim["sharpened"])
        }

    def markup(self, text: str) -> dict[str, str] | None:
        return {"m": text, "problem": self.rendered[text].problem} if text.strip() else None

    def shown(self, text: str) -> dict[str, str]:
        return self.markup(text) or {"m": "", "problem": ""}

    def certificates(self, claim: Claim) -> dict[str, Any]:
        """A row for each certificate, and the command that checks them all again."""
        found: dict[str, Certificate] = {}
        for item in _attached(claim):
            found.setdefault(item["file"], item)
        return {
            "rows": [
                {
                    "file": tables.plain(item["file"].rpartition("/")[2]),
                    "size": tables.size(item["bytes"]),
                    "sha256": item["sha256"],
                }
                for item in found.values()
            ],
            "command": f"verify check {self.root}/certificates/{claim['id']}.*",
        }

    def given(self, claim: Claim) -> dict[str, Any]:
        return {"given": [self.shown(text) for text in tables.given(claim)]}

    def told(self, claim: Claim, entry: Erratum | None) -> dict[str, Any]:
        """A claim in the article; its proof is shown where it differs from the printed one."""
        lines = claim["proof_steps"]
        open_ = [step for step in lines if step["status"] != "holds"]
        figured = [item for item in claim["instances"] if item["plot"] is not None]
        refutation = claim["refutation"]
        return {
            **_heading(claim, self.readings),
            **self.given(claim),
            "statement": self.shown(claim["statement"]),
            "erratum": {"anchor": _anchor(entry), "label": entry.label} if entry else None,
            "fails": self.shown(refutation["says"]) if refutation else None,
            "companions": [
                self.companion(how, self.known[item["id"]])
                for how, found in (
                    ("what holds instead", claim["repaired"]),
                    ("beyond the statement", claim["sharpened"]),
                )
                for item in found
                if item["id"] in self.known
            ],
            "shown": self.proved(claim) if not refutation else [],
            "lines": len(lines),
            "held": len(lines) - len(open_),  # of a proof that holds no line is shown
            "steps": [
                {
                    "status": _kind(step["status"]),
                    "printed": self.shown(step["printed"]),
                    "repair": self.markup(step["repair"]),
                }
                for step in (lines if open_ else [])
            ],
            "written": self.written(claim),
            "notes": [self.shown(text) for text in claim["notes"]],
            "tables": self.tables(claim),
            "pictures": [
                {
                    "title": self.shown(item["title"]),
                    "says": self.shown(item["says"]),
                    "figure": pictures.draw(item, standalone=True),
                    "wide": item["curves"] is not None,
                    "shows": "",
                    "certified": [],
                }
                for item in claim.get("pictures", [])[:PICTURE_LIMIT]
            ]
            + [self.explorer(item) for item in claim.get("explorers", [])],
            "figures": [self.figure(item) for item in figured[:FIGURE_LIMIT]],
            **self.listed(claim, bool(figured)),
        }

    def listed(self, claim: Claim, drawn: bool) -> dict[str, Any]:
        """The instances of a claim in the article, where none of them is drawn."""
        shown = [] if drawn else claim["instances"][:INSTANCE_LIMIT]
        rest = len(claim["instances"]) - len(shown)
        more = f"; {rest} more are in the appendix" if rest else ""
        return {
            "instances": [
                row | {"inputs": LONG_NUMBER.sub(r"\1…", row["inputs"])}
                for row in map(self.instance, shown)
            ],
            "instances-say": f"Instances: the bound that is stated, what is certified{more}",
        }

    def written(self, claim: Claim) -> list[dict[str, Any]]:
        """Proofs in prose that are not the paper's: where its own does not hold, or says less.

        Of a claim with a gap or a false line, or of what holds in its place, one proof is told.
        Those of lines of the printed proof, and all others, are in the appendix.
        """
        found: dict[str, dict[str, Any]] = {}
        ids = [item["id"] for item in claim["repaired"]]
        if claim["printed_proof"] not in ("gap", "broken"):
            return []
        for one in (claim, *(self.known[name] for name in ids if name in self.known)):
            lines = {name for step in one["proof_steps"] for name in step["evidence"]}
            for item in one["evidence"]:
                if item["id"] in self.proofs and item["id"] not in lines:
                    told = self.prose(item, ARTICLE_PROSE)
                    if told is not None:
                        found[item["id"]] = told
        return list(found.values())[:ARTICLE_PROOFS]

    def prose(self, item: Evidence, most: int) -> dict[str, Any] | None:
        """The outer or first sentences of a proof; none where it is hardly more than arithmetic."""
        told = self.proofs.get(item["id"])
        if told is None or prose.sentences(told["blocks"]) < PROSE_FROM:
            return None
        blocks = prose.cut(told["blocks"], most, OUTLINE)
        return {
            "says": self.shown(item["says"]),
            "id": item["id"],
            "rows": prose.typst(blocks),
            "counts": prose.counts(told),
        }

    def explorer(self, item: Explorer) -> dict[str, Any]:
        """A picture with sliders: one place drawn, and what is certified at each."""
        has = explorers.columns(item)
        names = [("says", "Of"), ("units", "Units"), ("bound", "Bound")]
        shown = [(key, name) for key, name in names if has[key]]
        rows = []
        for place in item["places"]:
            for row in place["rows"]:
                told = {
                    "says": tables.plain(row["says"]),
                    "units": "–" if row["units"] is None else str(row["units"]),
                    "bound": "–" if row["bound"] is None else tables.brief(row["bound"]),
                }
                cells = [tables.plain(explorers.where(item, place)), *(told[k] for k, _ in shown)]
                cells += [tables.sup_error(row["error"]), row["level"] or "–"]
                rows.append({"cells": cells, "verdict": _kind(row["verdict"])})
        at = tables.plain(explorers.where(item, explorers.chosen(item)))
        return {
            "title": self.shown(item["title"]),
            "says": self.shown(item["says"]),
            "figure": explorers.draw(item, standalone=True),
            "wide": True,
            "shows": f"Drawn, from sampled values: {at}. On the page of the claim it is moved.",
            "error": tables.plain(item["error"]),
            "head": ["At", *(name for _, name in shown), "Certified value", "Level", "Verdict"],
            "certified": rows,
        }

    def proved(self, claim: Claim) -> list[dict[str, Any]]:
        """What the claim's own obligations say, where they hold for all parameters, and of how many
        it is said.
        """
        lines = {name for step in claim["proof_steps"] for name in step["evidence"]}
        says = Counter(
            item["says"]
            for item in claim["evidence"]
            if item["outcome"] == "holds" and item["scope"] == "all" and item["id"] not in lines
        )
        return [{**self.shown(text), "times": times} for text, times in says.items()]

    def companion(self, how: str, claim: Claim) -> dict[str, Any]:
        return {
            **self.given(claim),
            "how": how,
            "id": claim["id"],
            "verdict": _kind(tables.word(claim)),
            "statement": self.shown(claim["statement"]),
            "differs": self.shown(claim["differs"]) if "differs" in claim else None,
        }

    def tables(self, claim: Claim) -> list[dict[str, Any]]:
        return [
            {
                "title": self.shown(item["title"]),
                "head": [self.shown(text) for text in item["head"]],
                "rows": [[self.shown(text) for text in row] for row in item["rows"]],
            }
            for item in claim.get("tables", [])
        ]

    def formal(self, claim: Claim) -> dict[str, Any]:
        """A claim in the appendix."""
        told, listed = _told(claim)
        rows = [row for group in claim.get("vacuity", []) for row in group["rows"]]
        telling = [row for row in rows if row["outcome"] != "undecided"]
        return {
            **_heading(claim, self.readings),
            "reading": [
                {
                    "printed": self.shown(item["printed"]),
                    "formal": _cut(
                        item["formal"] + tables.ended(item), READING_LINES, READING_WIDTH
                    )[0],
                    "math": _math(item),
                    "ended": tables.ended(item).strip(),
                    "note": self.markup(item["note"]),
                }
                for item in claim["reading"]
            ],
            "definitions": [
                {
                    "math": [boxes.typst(box) for box in item["boxes"]],
                    "says": self.shown(item["says"]),
                    "source": self.markup(item["source"]),
                }
                for item in claim.get("definitions", [])
            ],
            "not_claimed": [self.shown(text) for text in claim["not_claimed"]],
            "evidence": [self.evidence(item) for item in told],
            "listed": [
                {
                    "id": tables.plain(item["id"]),
                    "says": self.shown(item["says"]),
                    "outcome": _kind(item["outcome"]),
                }
                for item in listed
            ],
            "certificates": self.certificates(claim),
            "assumes": [self.shown(text) for text in claim["assumes"]],
            "cites": _names(claim["cites"]),
            "controls": [
                {"says": self.shown(item["says"]), "outcome": tables.plain(item["outcome"])}
                for item in claim["controls"]
            ],
            "vacuity": [
                {
                    "changed": _cut(tables.control_change(row), 3, 66)[0],
                    "outcome": _cut(tables.control_outcome(row), 3, 60)[0],
                }
                for row in telling
                if row["kind"] != "satisfiable"
            ],
            "undecided": f"Of {len(rows)} controls {len(rows) - len(telling)} were not decided."
            if len(telling) < len(rows)
            else "",
            "instances": [self.instance(item) for item in claim["instances"]],
            "sweep": _sweep(claim["sweep"]),
        }

    def evidence(self, item: Evidence) -> dict[str, Any]:
        statement, cut = _cut(item["statement"], FORMAL_LINES, FORMAL_WIDTH)
        named = item["certificate"]["file"].rpartition("/")[2] if item["certificate"] else ""
        rest = f"whole in the attached {tables.plain(named)}" if named else "whole in the record"
        return {
            "id": tables.plain(item["id"]),
            "prose": self.prose(item, APPENDIX_PROSE),
            "says": self.shown(item["says"]),
            "outcome": _kind(item["outcome"]),
            "statement": statement,
            "cut": f"{len(item['statement'])} characters, {rest}" if cut else "",
            "facts": tables.evidence_facts(item),
        }

    def instance(self, item: Instance) -> dict[str, Any]:
        return {
            "inputs": tables.inputs(item["inputs"]),
            "version": item["version"],
            "units": tables.plain(item["units"]),
            "width": tables.plain(item["width"]),
            "bound": tables.number(item["bound"]),
            "error": tables.sup_error(item["sup_error"]),
            "verdict": _kind(item["verdict"]),
        }

    def figure(self, item: Instance) -> dict[str, Any]:
        cost = item["cost"]
        return {
            "inputs": tables.inputs(item["inputs"]),
            "version": item["version"],
            "facts": tables.cost_facts(cost) if cost else "",
            "svg": figures.function_figure(item, standalone=True),
            "alt": f"f and G, and the error against the bound, for {tables.inputs(item['inputs'])}",
        }


def _article(
    record: Record,
    paper: errata.Paper,
    root: str,
    tried: Sequence[experiments.Result],
    proofs: Mapping[str, prose.Prose] | None = None,
) -> dict[str, Any]:
    view = _View(record, root, proofs)
    own = [claim for claim in record["claims"] if claim["id"] not in view.companions]
    told = [claim for claim in own if claim["kind"] not in NOT_TOLD]
    entries = {entry.claim["id"]: entry for entry in paper.errata if entry.claim}
    versions = [f"{name} {version}" for name, version in record["environment"].items()]
    rows = [view.told(claim, entries.get(claim["id"])) for claim in told]
    differing = [row for row in rows if row["written"]]
    for row in differing[IN_ALL:]:
        row["written"] = []
    return {
        "title": paper.title,
        "running": f"netproof: {paper.id}",
        "authors": paper.authors,
        "version": tables.plain(record["netproof"]),
        "environment": tables.plain(" · ".join(versions)),
        "command": tables.plain(record["command"]),
        "counts": [
            {"kind": _kind(word), "count": number}
            for word, number in tables.counts(tables.word(claim) for claim in own)
        ],
        "abstract": _abstract(own, record["claims"], paper, root),
        "rows": [_heading(claim, view.readings) for claim in told],
        "errata": _groups(paper, view.rendered, root),
        "proofs-say": "A printed proof is shown where it does not hold as it stands: line by line, "
        "with what would repair a line in its place. Formal readings, obligations and controls are "
        "in the appendix, and so are proofs in prose"
        + (
            f"; of {min(len(differing), IN_ALL)} that are not the paper's the beginning is here."
            if differing
            else "."
        ),
        "claims": rows,
        "sentences": [
            _heading(claim, view.readings) | {"statement": view.shown(claim["statement"])}
            for claim in own
            if claim["kind"] in NOT_TOLD
        ],
        "experiments": _tried(tried),
        "bibliography": _bibliography(record, paper),
    }


def _appendix(
    record: Record, root: str, told: Mapping[str, prose.Prose] | None = None
) -> dict[str, Any]:
    view = _View(record, root, told)
    names = tables.papers(record)
    title = tables.plain(names[0][1][0]["source"]["title"]) if names else "no claims"
    listed = {item["file"] for claim in record["claims"] for item in _attached(claim)}
    return {
        "title": f"Formal appendix: {title}",
        "running": "Formal appendix",
        "version": tables.plain(record["netproof"]),
        "says": "What was checked, as the kernel read it. Certificates of obligations, "
        "instances and pictures are attached to this file; a PDF reader shows and saves them, and "
        "verify check checks what was saved. Those of controls are in the folder of the record "
        "alone.",
        "claims": [view.formal(claim) for claim in record["claims"]],
        "coverage": _coverage(record),
        "sweeps": _swept(record),
        "attached": sorted(listed),
    }


def _attached(claim: Claim) -> Iterator[Certificate]:
    """The certificates of a claim but those of its controls."""
    for item in (*claim["evidence"], *claim["instances"]):
        if item["certificate"] is not None:
            yield item["certificate"]
    for explorer in claim.get("explorers", []):
        for place in explorer["places"]:
            for row in place["rows"]:
                yield from row["certificates"]


def _abstract(
    own: Sequence[Claim], every: Sequence[Claim], paper: errata.Paper, root: str
) -> list[str]:
    """What was done and what came of it, in numbers that are counted here."""
    words = tables.counts(tables.word(claim) for claim in own)
    told = ", ".join(f"{number} {word}" for word, number in words)
    proofs = tables.proof_counts(claim["printed_proof"] for claim in own)
    printed = sum(number for _, number in proofs)
    ended = ", ".join(f"{number} {word}" for word, number in proofs)
    companions = len(every) - len(own)
    kernel = sum(
        item["level"] == "kernel" and item["outcome"] == "holds"
        for claim in every
        for item in claim["evidence"]
    )
    verified = sum(item["level"] == "verified" for claim in every for item in claim["evidence"])
    of_coq = f", and the checker that Coq proved {verified} others" if verified else ""
    plural = "" if len(own) == 1 else "s"
    of_proofs = f" Of {printed} printed proofs: {ended}." if printed else " No proof is printed."
    return [
        f"{len(own)} statement{plural} of the paper, each read and put to the machine: "
        f"{told}.{of_proofs} {companions} further statements say what holds instead, or more. "
        f"The kernel accepted {kernel} certificates for them{of_coq}. "
        f"In all: {errata.count(paper)}.",
        "A statement is proved if a certificate for each of its obligations is accepted for all "
        "parameters and its hypotheses hold somewhere; it is refuted if the negation is accepted "
        "at exact data. Given names what a verdict rests on unproved. A proof with a gap has a "
        "line whose reason does not hold or is not decided; in a broken one a line is false. A "
        "statement may be true and its proof broken. "
        f"The verdicts are computed; verify run {paper.id} computes them again, and "
        f"verify check {root}/certificates/{paper.id}.* asks the kernel alone.",
    ]


def _bibliography(record: Record, paper: errata.Paper) -> list[dict[str, str]]:
    """The paper, the program, the works that claims name, and facts they cite without a work."""
    used: dict[str, list[str]] = {}
    known = {claim["id"] for claim in record["claims"]}
    for claim in record["claims"]:
        for name in claim["cites"]:
            of_none = not any(re.search(work.named, name) for work in works.WORKS)
            own = name in known or re.fullmatch(r"[a-z]+\.[\w.]+|Theorem [\d.]+", name)
            if name and of_none and not own:
                used.setdefault(name, []).append(claim["id"])
    names = f" Authors: {paper.authors}." if paper.authors else ""
    texts = [(f"{paper.title}.{names}", "")]
    texts.append((f"netproof {tables.plain(record['netproof'])}.", ""))
    found = works.named(record["claims"])
    texts += [(work.text, ", ".join(ids)) for work, ids in found.items()]
    texts += [(f"{tables.plain(name)}.", ", ".join(ids)) for name, ids in sorted(used.items())]
    return [{"mark": f"[{n}]", "text": text, "used": ids} for n, (text, ids) in enumerate(texts, 1)]


def _groups(
    paper: errata.Paper, rendered: Mapping[str, formulas.Rendered], root: str
) -> list[dict[str, Any]]:
    """The errata of a paper by severity."""
    return [
        {
            "severity": severity,
            "title": f"{errata.SEVERITIES[severity]} ({len(own)})",
            "means": errata.MEANS[severity],
            "errata": [_erratum(entry, rendered, root) for entry in own],
        }
        for severity, own in paper.groups()
    ]


def _anchor(entry: Erratum) -> str:
    return f"erratum-{entry.paper}-{entry.number}"


def _erratum(
    entry: Erratum, rendered: Mapping[str, formulas.Rendered], root: str
) -> dict[str, Any]:
    return {
        "label": entry.label,
        "anchor": _anchor(entry),
        "place": entry.place,
        "title": site.title(entry.title),
        "name": entry.claim["id"] if entry.claim else entry.id,
        "kind": entry.kind,
        "word": entry.word,
        "parts": _parts(list(errata.parts(entry, root)), rendered),
    }


def _parts(
    parts: Sequence[Part], rendered: Mapping[str, formulas.Rendered]
) -> list[dict[str, Any]]:
    """The paragraphs; commands are one."""
    commands = "\n".join(part.text for part in parts if part.as_ == "code")
    shown = [_part(part, rendered) for part in parts if part.as_ != "code"]
    return [*shown, *([_part(Part("check", commands, as_="code"), {})] if commands else [])]


def _part(part: Part, rendered: Mapping[str, formulas.Rendered]) -> dict[str, Any]:
    if part.worked:
        return {"name": "", "as": "worked", "worked": _worked(part.worked)}
    text = {"m": part.text, "problem": rendered[part.text].problem} if part.markup else {}
    return {"name": part.name, "of": part.of, "as": part.as_, "text": part.text, **text}


def _worked(worked: Worked) -> dict[str, Any]:
    """A counterexample; formulas in Typst's math."""
    sides = []
    for side in worked["sides"]:
        chain = {item["text"]: item for item in (side["printed"], side["put"]) if item["text"]}
        value = errata.value_of(side["value"])
        shown = [_typst(item) for text, item in chain.items() if text != value]
        sides.append({"chain": shown, "value": value} if shown else {"chain": [], "value": value})
    values = [side["value"] for side in sides]
    return {
        "data": [_typst(item) for item in worked["data"]],
        "sides": [side for side in sides if side["chain"]],
        "false": f"{values[0]} {worked['relation']} {values[1]}" if values else "",
        "negation": [] if values else [boxes.typst(box) for box in worked["negation"]["boxes"]],
    }


def _typst(item: Formula) -> str:
    laid = [boxes.typst(box) for box in item["boxes"]]
    words = ["", '" where "', *['" and "'] * len(laid)]
    return " ".join(f"{word} {box}".strip() for word, box in zip(words, laid, strict=False))


def _coverage(record: Record) -> dict[str, Any] | None:
    """The table of what each theorem has, as texts."""
    found = coverage.rows(record)
    if not found:
        return None
    told = ", ".join(f"{name} {n}" for name, n in coverage.counts(found))
    return {
        "says": coverage.SAYS,
        "counts": f"{len(found)} theorems: {told}.",
        "head": ["Theorem", *coverage.HEAD],
        "rows": [
            {"id": row.id, "cells": [{"says": c.says, "why": c.why} for c in row.cells]}
            for row in found
        ],
    }


def _tried(tried: Sequence[experiments.Result]) -> dict[str, Any] | None:
    """The printed experiments, as texts and drawings."""
    if not tried:
        return None
    return {
        "says": experiments.SAYS,
        "counts": ", ".join(f"{n} {name}" for name, n in experiments.counts(tried)),
        "results": [
            {
                "title": tables.plain(result["title"]),
                "facts": tables.plain(f"{result['id']} · {result['kind']} · {result['place']}"),
                "figures": [
                    {
                        "svg": pictures.draw(picture, standalone=True),
                        "says": tables.plain(f"{picture['title']}. {picture['says']}"),
                    }
                    for picture in result["pictures"]
                ],
                "sentences": [
                    {
                        "printed": f"“{tables.plain(s['printed'])}” ({tables.plain(s['place'])})",
                        "rule": tables.plain(s["rule"]),
                        "word": tables.plain(s["word"]),
                        "tone": experiments.TONES.get(s["word"], ""),
                        "measured": experiments.measured(s),
                    }
                    for s in result["sentences"]
                ],
                "differs": [tables.plain(line) for line in result["differs"]],
                "protocol": "; ".join(f"{k}: {v}" for k, v in experiments.protocol(result)),
                "versions": experiments.versions(result),
            }
            for result in tried
        ],
    }


def _heading(claim: Claim, read: Readings) -> dict[str, Any]:
    return {
        "id": claim["id"],
        "anchor": "claim-" + claim["id"],
        "title": site.title(claim["title"]),
        "place": readings.placed(claim, read, tables.plain(claim["source"]["place"])),
        "level": tables.level_scope(claim),
        "verdict": _kind(tables.word(claim)),
        "proof": _kind(claim["printed_proof"]),
    }


def _sweep(sweep: Sweep | None) -> dict[str, Any] | None:
    if sweep is None:
        return None
    columns, shown = tables.sweep_table(sweep, SWEEP_LIMIT)
    total = len(sweep["rows"])
    cut = f"; the table shows {len(shown)}, failures first" if len(shown) < total else ""
    return {
        "says": f"{total} cases, {tables.plain(sweep['engine'])}{cut}. {tables.sweep_says(sweep)}",
        "figure": measured_figures.drawn(sweep, standalone=True),
        "columns": columns,
        "rows": shown,
    }


def _swept(record: Record) -> dict[str, Any] | None:
    """The section on all sweeps together."""
    swept = sweeps.collected(record)
    if swept is None:
        return None
    head, rows = sweeps.least_table(swept) if swept.least else ([], [])
    return {
        "says": sweeps.SAYS,
        "positions": sweeps.POSITIONS,
        "least-says": sweeps.LEAST_SAYS if swept.least else "",
        "errors": sweep_figures.error_figure(swept, standalone=True),
        "places": sweep_figures.place_figure(swept, standalone=True),
        "leasts": sweep_figures.least_figure(swept, standalone=True),
        "head": head,
        "rows": rows[:SWEEP_LIMIT],
        "cut": f"The first {SWEEP_LIMIT} of {len(rows)} cases." if len(rows) > SWEEP_LIMIT else "",
    }


def _told(claim: Claim) -> tuple[list[Evidence], list[Evidence]]:
    """What is shown with its formula, and what is only named.

    Shown is what holds for all parameters, and the data that a line of the printed proof or a
    refutation rests on.  Controls have a table of their own.
    """
    elsewhere = {control["evidence"] for control in claim["controls"]}
    reasons = {name for step in claim["proof_steps"] for name in step["evidence"]}
    if claim["refutation"]:
        reasons.add(claim["refutation"]["evidence"])
    told: list[Evidence] = []
    listed: list[Evidence] = []
    for item in claim["evidence"]:
        if item["scope"] == "all" or item["outcome"] != "holds" or item["id"] in reasons:
            told.append(item)
        elif item["id"] not in elsewhere:
            listed.append(item)
    return told, listed


def _math(reading: Reading) -> list[str]:
    """The lines of the formal side in Typst's math; none where it is too long for its column."""
    formal = reading["formal"]
    if len(formal) > READING_LINES * READING_WIDTH or re.search(r"\d{24}", formal):
        return []
    return [boxes.typst(box) for box in reading.get("boxes", [])]


def _cut(text: str, most: int, width: int) -> tuple[str, bool]:
    """The first ``most`` rows of ``width`` characters, and whether dots stand for more."""
    kept: list[str] = []
    left = most
    for line in _breakable(tables.lines(text)).split("\n"):
        rows = max(1, -(-len(line) // width))
        if rows > left:
            return "\n".join([*kept, line[: left * width]]).rstrip() + " …", True
        kept.append(line)
        left -= rows
    return "\n".join(kept), False


def _breakable(text: str) -> str:
    """The text with places for a break in what is too long for a line and has none."""
    return re.sub(rf"(\S{{{LONGEST}}})(?=\S)", "\\1\u200b", text)


def _kind(word: str) -> dict[str, str]:
    return {"word": word, "tone": tables.TONES[word], "shape": _SHAPES[word]}


def _names(names: list[str]) -> str:
    return ", ".join(tables.plain(name) for name in names if name)
