"""The report as one PDF, typeset by Typst.

The record travels to the template as data: a user's text arrives there as a string and is
shown as a string, and only fields that are markup by :mod:`reports.record` are evaluated,
after the same refusal of code as for pages.  No date is written, only fonts inside Typst are
used, and figures are drawn by :mod:`reports.figures`, so the same record gives the same bytes.

The PDF is for reading, and leaves to the HTML pages and the certificates what is for looking
up: formulas are cut after some lines (:data:`FORMAL_LINES`), formulas with the data of instances
and controls written in are named and not shown, and a few figures stand for all
(:data:`FIGURE_LIMIT`).  What is left out is said where it is left out.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports import (
    boxes,
    coverage,
    experiments,
    figures,
    formulas,
    measured_figures,
    pictures,
    reliability,
    slips,
    sweep_figures,
    sweeps,
    tables,
)
from reports.files import write_bytes
from reports.record import Certificate, Claim, Evidence, Instance, Reading, Record, Sweep
from reports.reliability import Reliability

SWEEP_LIMIT = 40
FORMAL_LINES = 14
READING_LINES = 12
FIGURE_LIMIT = 3
#: characters of a line, about, that fit the page and the column of the reading table
FORMAL_WIDTH, READING_WIDTH = 92, 52

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


def write_pdf(
    record: Record,
    path: str | Path,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
) -> Path:
    """Typeset the record into ``path``; the same record gives the same bytes.

    ``root`` is the folder of the certificates as the re-check commands name it; ``measured``, the
    experiments ``tried`` and the slips in the texts (``slipped``) are shown after the claims.

    Raises :class:`OSError` if the file cannot be written; it is written whole or not at all.
    """
    return write_bytes(Path(path), render_pdf(record, root, measured, tried, slipped))


def render_pdf(
    record: Record,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
) -> bytes:
    """The PDF's bytes."""
    import typst

    source = (Path(__file__).parent / "templates" / "report.typ").read_bytes()
    document = _document(record, root, measured, tried, slipped)
    data = json.dumps(document, ensure_ascii=True, sort_keys=True)
    with tempfile.TemporaryDirectory() as empty:
        compiler = typst.Compiler(
            source, root=empty, ignore_system_fonts=True, sys_inputs={"data": data}
        )
        result = compiler.compile(format="pdf", timestamp=0)
    if not isinstance(result, bytes):
        raise RuntimeError("Typst returned no document")
    return result


class _View:
    """Turns the record into what the template shows: strings and marked markup only."""

    def __init__(self, record: Record, root: str) -> None:
        self.rendered = formulas.render(formulas.markup(record))
        self.root = root
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
        for item in (*claim["evidence"], *claim["instances"]):
            if item["certificate"] is not None:
                found.setdefault(item["certificate"]["file"], item["certificate"])
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

    def claim(self, claim: Claim) -> dict[str, Any]:
        detail, refutation = claim["printed_proof_detail"], claim["refutation"]
        told, listed = _told(claim)
        figured = [item for item in claim["instances"] if item["plot"] is not None]
        says = tables.PROOF_SAYS[claim["printed_proof"]]
        says = says[0].upper() + says[1:]
        if detail:
            says += f": {tables.plain(detail['step'])}"
        return {
            **_heading(claim),
            **self.given(claim),
            "follows": claim["id"] in self.companions,
            "paper": tables.plain(claim["source"]["title"]),
            "authors": tables.plain(claim["source"]["authors"]),
            "place": tables.place(claim),
            "related": [
                f"{name}: {tables.plain(item['id'])}, {tables.word(item)}"
                for name, found in (
                    ("what holds instead", claim["repaired"]),
                    ("sharpened", claim["sharpened"]),
                )
                for item in found
            ],
            "proof-says": says,
            "statement": self.shown(claim["statement"]),
            "detail": self.shown(detail["why"]) if detail else None,
            "refutation": {
                "says": self.shown(refutation["says"]),
                "evidence": tables.plain(refutation["evidence"]),
                "data": _cut(tables.data(refutation), 3, FORMAL_WIDTH),
            }
            if refutation
            else None,
            "tables": [
                {
                    "title": self.shown(item["title"]),
                    "head": [self.shown(text) for text in item["head"]],
                    "rows": [[self.shown(text) for text in row] for row in item["rows"]],
                }
                for item in claim.get("tables", [])
            ],
            "pictures": [
                {
                    "title": self.shown(item["title"]),
                    "says": self.shown(item["says"]),
                    "figure": pictures.draw(item, standalone=True),
                    "wide": item["curves"] is not None,
                }
                for item in claim.get("pictures", [])
            ],
            "steps": [
                {
                    "id": tables.plain(step["id"]),
                    "status": _kind(step["status"]),
                    "printed": self.shown(step["printed"]),
                    "why": self.markup(step["why"]),
                    "repair": self.markup(step["repair"]),
                    "evidence": _names(step["evidence"]),
                }
                for step in claim["proof_steps"]
            ],
            "reading": [
                {
                    "printed": self.shown(item["printed"]),
                    "formal": _cut(
                        item["formal"] + tables.ended(item), READING_LINES, READING_WIDTH
                    ),
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
            "notes": [self.shown(text) for text in claim["notes"]],
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
                {
                    "says": self.shown(item["says"]),
                    "outcome": tables.plain(item["outcome"]),
                    "evidence": tables.plain(item["evidence"]),
                }
                for item in claim["controls"]
            ],
            "instances": [self.instance(item) for item in claim["instances"]],
            "figures": [self.figure(item) for item in figured[:FIGURE_LIMIT]],
            "figures-left": max(0, len(figured) - FIGURE_LIMIT),
            "sweep": _sweep(claim["sweep"]),
        }

    def evidence(self, item: Evidence) -> dict[str, Any]:
        return {
            "id": tables.plain(item["id"]),
            "says": self.shown(item["says"]),
            "outcome": _kind(item["outcome"]),
            "statement": _cut(item["statement"], FORMAL_LINES, FORMAL_WIDTH),
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


def _document(
    record: Record,
    root: str,
    measured: Reliability | None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
) -> dict[str, Any]:
    view = _View(record, root)
    count = len(record["claims"])
    versions = [f"{name} {version}" for name, version in record["environment"].items()]
    return {
        "title": f"{count} claim{'' if count == 1 else 's'}, decided by machine",
        "version": tables.plain(record["netproof"]),
        "environment": tables.plain(" · ".join(versions)),
        "command": tables.plain(record["command"]),
        "counts": [
            {"kind": _kind(word), "count": number}
            for word, number in tables.counts(tables.word(claim) for claim in record["claims"])
        ],
        "papers": [
            {
                "title": tables.plain(claims[0]["source"]["title"]),
                "claims": [_heading(claim) | view.given(claim) for claim in claims],
            }
            for _, claims in tables.papers(record)
        ],
        "claims": [view.claim(claim) for claim in record["claims"]],
        "coverage": _coverage(record),
        "sweeps": _swept(record),
        "slips": _slipped(slipped),
        "experiments": _tried(tried),
        "reliability": {
            "rule": reliability.RULE,
            "rows": reliability.rows(measured),
            "versions": reliability.versions(measured),
        }
        if measured
        else None,
    }


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


def _slipped(slipped: Sequence[slips.Slip]) -> dict[str, Any] | None:
    """The slips in the texts, by paper."""
    if not slipped:
        return None
    return {
        "says": slips.SAYS,
        "papers": [
            {
                "title": tables.plain(title),
                "rows": [
                    {
                        "place": tables.plain(slip["place"]),
                        "printed": f"“{tables.plain(slip['printed'])}”",
                        "should": tables.plain(slip["should"]),
                        "why": tables.plain(slip["why"]),
                        "word": slips.decided(slip),
                        "tone": slips.TONES.get(slip["word"], ""),
                    }
                    for slip in own
                ],
            }
            for title, own in slips.by_paper(slipped)
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


def _heading(claim: Claim) -> dict[str, Any]:
    return {
        "id": claim["id"],
        "anchor": "claim-" + claim["id"],
        "title": tables.plain(claim["title"]),
        "place": tables.plain(claim["source"]["place"]),
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
    if len(reading["formal"]) > READING_LINES * READING_WIDTH:
        return []
    return [boxes.typst(box) for box in reading.get("boxes", [])]


def _cut(text: str, most: int, width: int) -> str:
    """The formula's first ``most`` rows of ``width`` characters; dots stand for the rest."""
    kept: list[str] = []
    left = most
    for line in tables.lines(text).split("\n"):
        rows = max(1, -(-len(line) // width))
        if rows > left:
            return "\n".join([*kept, line[: left * width]]).rstrip() + " …"
        kept.append(line)
        left -= rows
    return "\n".join(kept)


def _kind(word: str) -> dict[str, str]:
    return {"word": word, "tone": tables.TONES[word], "shape": _SHAPES[word]}


def _names(names: list[str]) -> str:
    return ", ".join(tables.plain(name) for name in names if name)
