"""The report as web pages: an index, one page for each claim, and what was measured.

Styles and fonts are in one file beside the pages; script, figures and formulas are inside,
nothing else is fetched, and a content security policy says so.  Text from the record reaches a
page through Jinja's escaping only; formulas come from :mod:`reports.formulas`, figures from
:mod:`reports.figures`, and both build their markup from escaped parts.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

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
from reports.files import write_text
from reports.record import (
    Claim,
    Definition,
    Evidence,
    Instance,
    Picture,
    Plot,
    Reading,
    Record,
    Sweep,
)
from reports.reliability import Reliability

SWEEP_LIMIT = 200
STYLESHEET = "netproof.css"
OURS = b'<meta name="generator" content="netproof">'  # in every page that is written here

_HERE = Path(__file__).parent
_FONTS = (
    ("Netproof Text", 400, "normal", "text"),
    ("Netproof Text", 400, "italic", "text-italic"),
    ("Netproof Text", 600, "normal", "text-semibold"),
    ("Netproof Math", 400, "normal", "math"),
)


def write_html(
    record: Record,
    outdir: str | Path,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
) -> list[Path]:
    """Write ``index.html`` and ``<claim id>.html`` into ``outdir``; returns the paths.

    ``outdir`` is a folder inside that of the record: links to certificates begin with ``../``.
    ``root`` is the folder of the certificates as the re-check commands name it.  ``measured``
    gets a page ``reliability.html``, the experiments ``tried`` a page ``experiments.html``; the
    slips in the texts (``slipped``) are listed in the index.
    Everything is rendered before anything is written; pages of claims that the record has no
    more are removed.  Raises :class:`OSError` if a file cannot be written; a page is written whole
    or not at all.
    """
    outdir = Path(outdir)
    pages = render_pages(record, root, measured, tried, slipped)
    written = [write_text(outdir / name, text) for name, text in pages.items()]
    write_text(outdir / STYLESHEET, stylesheet())
    for path in outdir.glob("*.html"):
        if path.name not in pages and OURS in path.read_bytes()[:2000]:
            path.unlink()
    return written


def render_pages(
    record: Record,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
) -> dict[str, str]:
    """File name to text, the index first."""
    environment = _environment(record, root)
    index = environment.get_template("index.html.j2")
    page = environment.get_template("claim.html.j2")
    swept = sweeps.collected(record)
    pages = {
        "index.html": index.render(
            papers=tables.papers(record),
            errata=tables.errata(record),
            counts=tables.counts(tables.word(claim) for claim in record["claims"]),
            means=tables.MEANS,
            measured=reliability.rows(measured) if measured else [],
            swept=swept,
            covered=bool(coverage.rows(record)),
            tried=experiments.counts(tried),
            slipped=slips.by_paper(slipped),
            slips_say=slips.SAYS,
            slip_tones=slips.TONES,
        )
    }
    for claim in record["claims"]:
        pages[f"{claim['id']}.html"] = page.render(
            claim=claim,
            step_ids={step["id"] for step in claim["proof_steps"]},
            evidence_ids={item["id"] for item in claim["evidence"]},
            swept=swept,
        )
    covered = coverage.rows(record)
    if covered:
        pages["coverage.html"] = environment.get_template("coverage.html.j2").render(
            rows=covered, counts=coverage.counts(covered), head=coverage.HEAD, says=coverage.SAYS
        )
    if measured:
        pages["reliability.html"] = environment.get_template("reliability.html.j2").render(
            measured=reliability.rows(measured),
            versions=reliability.versions(measured),
            rule=reliability.RULE,
        )
    if tried:
        pages["experiments.html"] = environment.get_template("experiments.html.j2").render(
            results=tried,
            counts=experiments.counts(tried),
            says=experiments.SAYS,
            tones=experiments.TONES,
            measured=experiments.measured,
            protocol=experiments.protocol,
            versions=experiments.versions,
        )
    if swept:
        pages["sweeps.html"] = environment.get_template("sweeps.html.j2").render(_sweeps(swept))
    return pages


def _sweeps(swept: sweeps.Swept) -> dict[str, Any]:
    """What the page of sweeps shows."""
    from markupsafe import Markup

    head, rows = sweeps.least_table(swept) if swept.least else ([], [])
    return {
        "swept": swept,
        "still": sum(layer.still for layer in swept.layers),
        "says": sweeps.SAYS,
        "positions": sweeps.POSITIONS,
        "least_says": sweeps.LEAST_SAYS,
        "errors": Markup(_both(sweep_figures.error_figure, swept)),
        "places": Markup(_both(sweep_figures.place_figure, swept)),
        "leasts": Markup(_both(sweep_figures.least_figure, swept)),
        "head": head,
        "rows": rows,
    }


def _environment(record: Record, root: str) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    rendered = formulas.render(formulas.markup(record))
    script = (_HERE / "templates" / "script.js").read_text(encoding="utf-8")
    environment.filters.update(
        m=lambda text: Markup(rendered[text].html),
        figure=lambda instance: Markup(_both(figures.function_figure, instance)),
        sweep_figure=lambda sweep: Markup(_both(measured_figures.drawn, sweep)),
        picture=lambda item: Markup(_picture(item)),
        slides=lambda item: Markup(pictures.slides(item)),
        json=lambda plot: Markup(_plot_json(plot)),
        recheck=lambda certificate: tables.recheck(certificate, root),
        path=lambda name: quote(name),
        slug=_slug,
        haystack=_haystack,
        lines=tables.lines,
        formal=_formal,
        stated=_stated,
        definition=_definition,
        place=tables.place,
        evidence_facts=tables.evidence_facts,
        control_change=tables.control_change,
        numeric_says=tables.numeric_says,
        both_sides=tables.both_sides,
        others=tables.others,
        word=tables.word,
        also_failing=tables.also_failing,
        given=tables.given,
        ended=tables.ended,
        data=tables.data,
        control_outcome=tables.control_outcome,
        cost_facts=tables.cost_facts,
        capitalize_first=lambda text: text[:1].upper() + text[1:],
        dash=lambda value: "–" if value is None else value,
        sweep_table=lambda sweep: tables.sweep_table(sweep, SWEEP_LIMIT),
        sweep_says=tables.sweep_says,
        plain=tables.plain,
        number=tables.number,
        sup_error=tables.sup_error,
        seconds=tables.seconds,
        size=tables.size,
        inputs=tables.inputs,
        level_scope=tables.level_scope,
    )
    environment.globals.update(
        record=record,
        ids={claim["id"] for claim in record["claims"]},
        marks=tables.MARKS,
        proof_marks=tables.PROOF_MARKS,
        step_marks=tables.STEP_MARKS,
        tones=tables.TONES,
        scopes=tables.SCOPES,
        proof_says=tables.PROOF_SAYS,
        sweep_limit=SWEEP_LIMIT,
        numeric_note=tables.NUMERIC,
        others_note=tables.OTHERS,
        # Our own files, not the record: they may stand unescaped.
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode(),
        stylesheet=STYLESHEET,
    )
    return environment


def _formal(reading: Reading) -> str:
    """The formal side of a reading, typeset where the record says how."""
    from markupsafe import Markup

    if reading.get("boxes"):
        return Markup(boxes.mathml(reading["boxes"]) + _unfolded(reading))
    return Markup(f"<pre>{escape(tables.lines(reading['formal']))}</pre>")


def _unfolded(reading: Reading) -> str:
    """The same without names of definitions, to be opened."""
    if "unfolded" not in reading:
        return ""
    inner = boxes.mathml(reading["unfolded"]["boxes"])
    return f'<details class="unfolded"><summary>written out</summary>{inner}</details>'


def _stated(evidence: Evidence) -> str:
    """A statement as it was checked, and the same without names of definitions, to be opened."""
    from markupsafe import Markup

    shown = f"<pre>{escape(tables.lines(evidence['statement']))}</pre>"
    if "unfolded" in evidence:
        plain = f"<pre>{escape(tables.lines(evidence['unfolded']))}</pre>"
        shown += f'<details class="unfolded"><summary>written out</summary>{plain}</details>'
    return Markup(shown)


def _definition(item: Definition) -> str:
    """A name and what it stands for, typeset."""
    from markupsafe import Markup

    return Markup(boxes.mathml(item["boxes"]))


def _picture(item: Picture) -> str:
    """Curves in both layouts; a plane, whose data are large, in one."""
    return _both(pictures.draw, item) if item["curves"] else pictures.draw(item)


def _both(draw: Any, item: Instance | Picture | Sweep | sweeps.Swept) -> str:
    """A wide and a narrow drawing; the page shows the one whose text is readable."""
    wide: str = draw(item, wide=True)
    narrow: str = draw(item, wide=False)
    return wide.replace('class="figure"', 'class="figure wide"', 1) + narrow.replace(
        'class="figure"', 'class="figure narrow"', 1
    )


def _plot_json(plot: Plot) -> str:
    """Plot data for the script; ``<`` and ``&`` are spelled so that no tag can begin."""
    text = json.dumps({key: plot[key] for key in ("x", "f", "G", "error")}, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _slug(text: str) -> str:
    """An id for an anchor: other characters by their code, so that two ids stay two."""
    return re.sub(r"[^A-Za-z0-9._-]", lambda match: f"_{ord(match.group()):x}_", text)


def _haystack(claim: Claim) -> str:
    source = claim["source"]
    words = [
        claim["id"],
        claim["title"],
        tables.word(claim),
        claim["kind"],
        source["place"],
        source["title"],
        source["authors"],
        claim["printed_proof"],
    ]
    return tables.plain(" ".join(words).lower())


def stylesheet() -> str:
    """What all pages share: the fonts and the rules."""
    return _font_faces() + (_HERE / "templates" / "style.css").read_text(encoding="utf-8")


def _font_faces() -> str:
    """The four fonts, as data: a subset of STIX Two (``fonts/OFL.txt``).

    Browsers refuse fonts in files of their own to a page from the file system.
    """
    faces = []
    for family, weight, style, name in _FONTS:
        data = base64.b64encode((_HERE / "fonts" / f"{name}.woff2").read_bytes()).decode()
        faces.append(
            f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
            f'src:url(data:font/woff2;base64,{data}) format("woff2")}}\n'
        )
    return "".join(faces)
