"""The report as web pages: a front page, one for each paper and claim, and what was measured.

Styles and fonts, the script, and what is searched are each in one file beside the pages; figures
and formulas are inside.  What was checked of a claim, obligations, certificates and controls, is
packed in a script of its own that is loaded where it is opened.  Nothing else is fetched, and a
content security policy says so.  Text from the record reaches a page through Jinja's escaping only;
formulas come from :mod:`reports.formulas`, figures from :mod:`reports.figures`, and both build
their markup from escaped parts.
"""

from __future__ import annotations

import base64
import json
import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from unicodedata import decomposition
from urllib.parse import quote

from reports import (
    boxes,
    coverage,
    differences,
    errata,
    experiments,
    explorers,
    figures,
    formulas,
    graph,
    measured_figures,
    packing,
    pictures,
    prose,
    readings,
    reliability,
    site,
    slips,
    sweep_figures,
    sweeps,
    tables,
)
from reports.files import write_text
from reports.record import (
    Certificate,
    Claim,
    Definition,
    Evidence,
    Explorer,
    Formula,
    Instance,
    NumericRow,
    Picture,
    Plot,
    Reading,
    Record,
    Related,
    Sweep,
    Worked,
    WorkedSide,
)
from reports.reliability import Reliability

SWEEP_LIMIT = 200
LEAD = 400  # units of a drawing: the height up to which a sweep's figure comes first
CHANGES = 8  # of a repair against what is printed; of more, those of the conclusion are listed
TYPESET = 900  # signs: a formula that is longer nobody reads, and it is shown as a text
#: characters, about, of a part of a formula that fits into a column, and into that of a telephone
COLUMN, NARROW = 62, 36
#: what is said of a repair that is not the printed text with a part changed (:func:`_how`)
HOWS = {
    "same": "The words are those of %s: what differs is how they are read.",
    "read": "In other words than %s; what changes in the formulas is marked below.",
    "another": "This is another statement in the place of %s, not the same with a part changed.",
    "unread": "This is another statement in the place of %s, for which no formula stands "
    "that it could be compared with.",
}
STYLESHEET = "netproof.css"
SCRIPT = "netproof.js"
DETAILS = ".details.js"
PROSE = ".prose.js"
LIBRARY = f"library{PROSE}"  # the proofs of lemmas
TOGETHER = 600  # sentences of a claim's proofs from which they are packed with others of the paper
PROSE_FROM = 3  # sentences of a proof; fewer are not told
PACKED = b"netproofDetails("  # how each of these begins
DEFINED = b"var netproofDefinitions="
SEARCHED = b'var netproofSearch="'
SCRIPTS = (PACKED, DEFINED)
#: in every page that is written here; with quotes, where an earlier netproof wrote it
OURS = (b"<meta name=generator content=netproof>", b'<meta name="generator" content="netproof">')

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
    lemmas: Sequence[site.Lemma] = (),
    numbers: Mapping[str, Sequence[str]] | None = None,
    told: Mapping[str, prose.Prose] | None = None,
) -> list[Path]:
    """Write ``index.html`` and ``<claim id>.html`` into ``outdir``; returns the pages' paths.

    ``outdir`` is a folder inside that of the record: links to certificates begin with ``../``.
    ``root`` is the folder of the certificates as the re-check commands name it.  ``measured``
    gets a page ``reliability.html``, the experiments ``tried`` a page ``experiments.html``; the
    slips in the texts (``slipped``) are listed among the errata, which have the kept ``numbers``
    (:func:`reports.errata.collected`); the ``lemmas`` that proofs share are drawn in the graph.
    ``told`` are proofs in prose, by the id of the evidence (:mod:`reports.prose`).
    Everything is rendered before anything is written; pages of claims that the record has no
    more are removed.  Raises :class:`OSError` if a file cannot be written; a page is written whole
    or not at all.
    """
    outdir = Path(outdir)
    pages = render_pages(record, root, measured, tried, slipped, lemmas, numbers, told)
    written = [write_text(outdir / name, slim(text)) for name, text in pages.items()]
    details = render_details(record, root, told)
    proofs = render_prose(record, told or {}, root, lemmas)
    entries = _by_id(errata.collected(record, slipped, numbers))
    labels = {name: entry.label for name, entry in entries.items()}
    before = {
        kind: packing.sample(parts.values()) for kind, parts in (("d", details), ("p", proofs))
    }
    beside = shared_files(record, slipped, labels, before) | definition_files(record)
    beside |= {name: packed(text, "d", before["d"]) for name, text in details.items()}
    beside |= {name: packed(text, "p", before["p"]) for name, text in proofs.items()}
    for name, text in beside.items():
        write_text(outdir / name, text)
    for path in (*outdir.glob("*.html"), *outdir.glob("*.js")):
        kept = path.name in pages or path.name in beside
        head = b"" if kept else path.read_bytes()[:2000]
        if any(ours in head for ours in OURS) or head.startswith(SCRIPTS):
            path.unlink()
    return written


def render_pages(
    record: Record,
    root: str = tables.ROOT,
    measured: Reliability | None = None,
    tried: Sequence[experiments.Result] = (),
    slipped: Sequence[slips.Slip] = (),
    lemmas: Sequence[site.Lemma] = (),
    numbers: Mapping[str, Sequence[str]] | None = None,
    told: Mapping[str, prose.Prose] | None = None,
) -> dict[str, str]:
    """File name to text, the front page first."""
    environment = _environment(record, root, lemmas)

    def page(template: str, **values: Any) -> str:
        return joined(environment.get_template(f"{template}.html.j2").render(**values))

    swept = sweeps.collected(record)
    papers = site.papers(record)
    wrong = {paper.id: paper for paper in errata.collected(record, slipped, numbers)}
    entries = _by_id(wrong.values())
    pages = {
        "index.html": page(
            "index",
            papers=papers,
            errata=sum(len(paper.errata) for paper in wrong.values()),
            findings=site.findings(record),
            rule=site.RULE,
            counts=site.counted(record["claims"]),
            means=tables.MEANS,
            measured=reliability.rows(measured) if measured else [],
            swept=swept,
            covered=bool(coverage.rows(record)),
            lemmas=len(lemmas),
            tried=experiments.counts(tried),
        ),
        "errata.html": page(
            "errata",
            errata=[paper for paper in wrong.values() if paper.errata],
            says=errata.SAYS,
            severities=errata.MEANS,
            severities_named=errata.SEVERITIES,
            slips_say=slips.SAYS,
            slip_tones=slips.TONES,
        ),
    }
    files, paper_pages = site.page_names(record)
    glossary, glossaries = site.glossary(record), site.glossary_pages(record)
    pages["graph.html"] = page("graph", **_graphs(papers, lemmas, files, record))
    if lemmas:
        pages["library.html"] = page("library", **_library(lemmas))
    for paper in papers:
        pages[paper.page] = page(
            "paper",
            paper=paper,
            wrong=len(wrong[paper.key].errata),
            glossary=len(glossary[paper.key]),
        )
    for paper in papers:
        if glossary[paper.key]:
            name = f"{glossaries[paper.key]}.html"
            pages[name] = page("definitions", paper=paper, named=glossary[paper.key])
    beside = site.links(record, lemmas)
    claims = site.by_id(record)
    for claim in record["claims"]:
        pages[files[claim["id"]]] = page(
            "claim",
            claim=claim,
            erratum=entries.get(claim["id"]),
            beside=beside[claim["id"]],
            above=_above(claim, beside),
            lead=_lead(claim),
            plots=len(_networks(claim)),
            repairs=_repairs(claim, claims),
            near=_near(claim, claims),
            lemmas=_unlinked(claim, beside[claim["id"]].lemmas, told or {}),
            beyond={r["id"]: _beyond(r["id"], claim, claims) for r in claim["repaired"]},
            further=[claims[r["id"]] for r in claim["sharpened"] if r["id"] in claims],
            step_ids={step["id"] for step in claim["proof_steps"]},
            evidence_ids={item["id"] for item in claim["evidence"]},
            swept=swept,
            details=_details_name(claim, files) if _checked(claim) else "",
            told=_checked(claim),
            proofs={item["id"] for item, _ in _prose(claim, told or {})},
            proofs_told=_proofs_told(claim, told or {}),
            prose_file=_prose_name(claim, files, paper_pages, _prose(claim, told or {})),
            sections=[],  # filled as the page is made
        )
    covered = coverage.rows(record)
    if covered:
        pages["coverage.html"] = page(
            "coverage",
            rows=covered,
            papers=[(paper, rows) for paper in papers if (rows := _rows_of(paper, covered))],
            whys=coverage.reasons(covered),
            counts=coverage.counts(covered),
            head=coverage.HEAD,
            says=coverage.SAYS,
        )
    if measured:
        pages["reliability.html"] = page(
            "reliability",
            measured=reliability.rows(measured),
            versions=reliability.versions(measured),
            rule=reliability.RULE,
        )
    if tried:
        pages["experiments.html"] = page(
            "experiments",
            results=tried,
            counts=experiments.counts(tried),
            says=experiments.SAYS,
            tones=experiments.TONES,
            measured=experiments.measured,
            protocol=experiments.protocol,
            versions=experiments.versions,
        )
    if swept:
        pages["sweeps.html"] = page("sweeps", **_sweeps(swept))
    return pages


_TAG = re.compile("<[A-Za-z][^<>]*>")
_PLAIN_VALUE = re.compile(r"""="([^\s"'=<>`&]+)"(?=[ >])""")
_IMPLIED = re.compile("</(?:td|th|tr|li|thead|tbody|dt|dd)>")
_BLANK = re.compile(r"\n\s*\n")
#: what ends a paragraph without its tag: another block, or the end of what it is in
_CLOSING = re.compile(
    r"</p>(?=\s*(?:<(?:p|div|ul|ol|dl|table|section|details|h[1-6]|nav|pre|blockquote|figure)[\s>]"
    r"|</(?:div|section|article|header|footer|blockquote|figure|details)>))"
)


def slim(page: str) -> str:
    """The same page without what HTML implies: ends of rows, items and paragraphs, quotes of plain
    values.

    Text has no tag in it that is not spelled in entities, and scripts none at all.
    """
    page = _TAG.sub(lambda tag: _PLAIN_VALUE.sub(r"=\1", tag[0]), page)
    return _BLANK.sub("\n", _CLOSING.sub("", _IMPLIED.sub("", page)))


_STOP = re.compile(rf"(<mi>{boxes.SIGNS})?(?(1)</mi>)</math>([,.;:!?)\]])")


def joined(markup: str) -> str:
    """The same with the sign behind a formula inside of it, as no line should begin with a comma.

    Browsers may break a line on both sides of a formula, whatever stands there.
    """
    return _STOP.sub(lambda m: f"{m[1] or '<mi>'}{m[2]}</mi></math>", markup)


def _by_id(papers: Iterable[errata.Paper]) -> dict[str, errata.Erratum]:
    """The errata by the ids of their slips, and of the claims that decide them."""
    entries = [entry for paper in papers for entry in paper.errata]
    return {name: e for e in entries for name in (e.id, e.claim["id"] if e.claim else e.id)}


def shared_files(
    record: Record,
    slipped: Sequence[slips.Slip] = (),
    labels: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """What the pages load: styles with the fonts, the script, what is searched.

    The script has what :func:`packed` texts of each kind come after.
    """
    tokens = json.dumps(packing.TOKENS, separators=(",", ":"))
    shared = [f'{kind}:"{packing.squeezed(text, "")[0]}"' for kind, text in (before or {}).items()]
    unpacking = f"{{{','.join([f'tokens:{tokens}', *shared])}}}"
    script = (_HERE / "templates" / "script.js").read_text(encoding="utf-8")
    searched = packing.squeezed("", site.search_index(record, slipped, labels))[1]
    return {
        STYLESHEET: stylesheet(),
        SCRIPT: f"var netproofPacked={unpacking};\n{script}",
        site.SEARCH: f'{SEARCHED.decode()}{searched}";\n',
    }


def definition_files(record: Record) -> dict[str, str]:
    """A script for each paper with its definitions, shown where one points at a name."""
    environment = _environment(record, tables.ROOT)
    shown = environment.from_string(
        '{{ item | definition }}<div class="says">{{ item.says | m }}'
        "{% if item.source %} ({{ item.source | m }}){% endif %}</div>"
    )
    stems = site.glossary_pages(record)
    found = {}
    for key, own in site.glossary(record).items():
        if not own:
            continue
        known = {named.anchor: shown.render(item=named.item) for named in own}
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
        found[f"{stems[key]}.js"] = f"{DEFINED.decode()}{text};\n"
    return found


def render_details(
    record: Record, root: str = tables.ROOT, told: Mapping[str, prose.Prose] | None = None
) -> dict[str, str]:
    """What was checked of claims, as parts of their pages: the name of a script, and HTML.

    A claim and its companions are in one.  The script holds it :func:`packed` and is loaded where
    it is opened.  It is text that repeats itself, and most of a record; a script is what a page
    from the file system may load.
    """
    environment = _environment(record, root)
    template = environment.get_template("checked.html.j2")
    files, _ = site.page_names(record)
    found: dict[str, str] = {}
    for claim in record["claims"]:
        if _checked(claim):
            name = _details_name(claim, files)
            text = template.render(
                claim=claim,
                plots=_networks(claim),
                built=_recheck([i["certificate"] for i in claim["instances"]], claim, root),
                evidence_ids={item["id"] for item in claim["evidence"]},
                in_prose={item["id"] for item, _ in _prose(claim, told or {})},
                command=_recheck([item["certificate"] for item in claim["evidence"]], claim, root),
            )
            found[name] = f'{found.get(name, "")}<div data-of="{claim["id"]}">{joined(text)}</div>'
    return found


def render_prose(
    record: Record,
    told: Mapping[str, prose.Prose],
    root: str = tables.ROOT,
    lemmas: Sequence[site.Lemma] = (),
) -> dict[str, str]:
    """Proofs in prose, as parts of the pages of their claims: the name of a script, and HTML.

    Those of the library's ``lemmas`` are in one script.
    """
    environment = _environment(record, root, lemmas)
    template = environment.get_template("prose.html.j2")
    files, paper_pages = site.page_names(record)
    found: dict[str, str] = {}
    for claim in record["claims"]:
        if proofs := _prose(claim, told):
            name = _prose_name(claim, files, paper_pages, proofs)
            ids = {item["id"] for item in claim["evidence"]}
            text = template.render(claim=claim, proofs=proofs, evidence_ids=ids)
            found[name] = f'{found.get(name, "")}<div data-of="{claim["id"]}">{joined(text)}</div>'
    names = {lemma["id"] for lemma in lemmas}
    users, cited = _users(lemmas), environment.get_template("cited.html.j2")
    for lemma in lemmas:
        text = joined(_told_prose(lemma["proof"], names))
        text += cited.render(l=lemma, users=users.get(lemma["id"], []))
        found[LIBRARY] = f'{found.get(LIBRARY, "")}<div data-of="{lemma["id"]}">{text}</div>'
    return found


def _prose(claim: Claim, told: Mapping[str, prose.Prose]) -> list[tuple[Evidence, prose.Prose]]:
    """The evidence of a claim that has prose worth a page: more than that it is arithmetic."""
    found = [(item, told[item["id"]]) for item in claim["evidence"] if item["id"] in told]
    return [(item, one) for item, one in found if prose.sentences(one["blocks"]) >= PROSE_FROM]


def _proofs_told(claim: Claim, told: Mapping[str, prose.Prose]) -> str:
    proofs = _prose(claim, told)
    all_blocks = [block for _, one in proofs for block in one["blocks"]]
    return f"{len(proofs)} proof{'' if len(proofs) == 1 else 's'}, {prose.said(all_blocks)}"


def _unlinked(
    claim: Claim, lemmas: Sequence[site.Lemma], told: Mapping[str, prose.Prose]
) -> list[site.Lemma]:
    """The lemmas of a claim's proofs to which no proof on its page has a link."""
    shown = [block for _, one in _prose(claim, told) for block in one["blocks"]]
    linked = {block[1] for block in shown if block[0] == "cite"}
    return [lemma for lemma in lemmas if lemma["id"] not in linked]


def _prose_name(
    claim: Claim,
    files: Mapping[str, str],
    papers: Mapping[str, str],
    proofs: Sequence[tuple[Evidence, prose.Prose]],
) -> str:
    """The script of the claim that this one was run with; very long proofs are with their paper's.

    They have most of their parts in common, which is packed once.
    """
    said = sum(prose.sentences(one["blocks"]) for _, one in proofs)
    page = files.get(claim["of"], files[claim["id"]])
    if said >= TOGETHER:
        page = papers[claim["source"]["paper"]]
    return page.removesuffix(".html") + PROSE


def packed(text: str, kind: str, before: str) -> str:
    """A script that hands the text on, packed as if after ``before`` (:mod:`reports.packing`).

    ``before`` is in the script of all pages, by its ``kind``: what a text has in common with others
    is in none of them.
    """
    rest = packing.squeezed(before, packing.referring(packing.shortened(text)))[1]
    return f'{PACKED.decode()}"{rest}","{kind}");\n'


def _networks(claim: Claim) -> list[Instance]:
    """The instances of which there is more to show than a row."""
    return [i for i in claim["instances"] if i["plot"] or i["certificate"] or i["cost"]]


def _details_name(claim: Claim, files: Mapping[str, str]) -> str:
    """The script of the claim that this one was run with."""
    return files.get(claim["of"], files[claim["id"]]).removesuffix(".html") + DETAILS


def _checked(claim: Claim) -> str:
    """What there is of evidence and controls, in a line."""
    told = _telling(claim)
    controls = len(claim["controls"])
    many = [
        (len(claim["evidence"]), "obligation or attempt", "obligations and attempts"),
        (controls, "control by hand", "controls by hand"),
        (told["said"], "control that says something", "controls that say something"),
        (told["undecided"], "undecided", "undecided"),
    ]
    parts = [f"{n} {one if n == 1 else more}" for n, one, more in many if n]
    further = len(_reading_groups(claim)) - 1
    if further > 0:
        parts.append(f"{further} further statement{'' if further == 1 else 's'}, as read")
    networks, sweep = len(_networks(claim)), claim["sweep"]
    parts += [f"{networks} network{'' if networks == 1 else 's'}"] if networks else []
    parts += ["cases of the sweep"] if sweep else []
    parts += ["fifty digits"] if claim.get("numeric") else []
    parts += ["sympy and z3"] if tables.others(claim) else []
    return ", ".join(parts)


def _recheck(certificates: Sequence[Certificate | None], claim: Claim, root: str) -> str:
    """The command that checks these certificates again, or empty."""
    files = [certificate["file"] for certificate in certificates if certificate]
    start = f"certificates/{claim['id']}."
    if len(files) > 2 and all(name.startswith(start) and name.endswith(".json") for name in files):
        return f"verify check {shlex.quote(tables.plain(f'{root}/{start}'))}*.json"
    names = [shlex.quote(tables.plain(f"{root}/{name}")) for name in files]
    return " ".join(["verify check", *names]) if names else ""


def _rows_of(paper: site.Paper, rows: Sequence[coverage.Row]) -> list[coverage.Row]:
    own = {claim["id"] for claim in paper.printed}
    return [row for row in rows if row.id in own]


def _graphs(
    papers: Sequence[site.Paper],
    lemmas: Sequence[site.Lemma],
    files: Mapping[str, str],
    record: Record,
) -> dict[str, Any]:
    """What the page of graphs shows: of lemmas those that are drawn (:func:`graph.drawn`)."""
    from markupsafe import Markup

    return {
        "graphs": [
            (
                paper,
                Markup(graph.drawing(paper, lemmas, files)),
                graph.drawn(paper, lemmas),
            )
            for paper in papers
        ],
        "counts": site.counted(record["claims"]),
        "least": graph.LEAST,
    }


def _library(lemmas: Sequence[site.Lemma]) -> dict[str, Any]:
    """What the page of lemmas shows, by subject."""
    subjects: dict[str, list[site.Lemma]] = {}
    for lemma in lemmas:
        subjects.setdefault(lemma["subject"], []).append(lemma)
    users = _users(lemmas)
    return {"subjects": subjects, "users": users, "count": len(lemmas), "proofs": LIBRARY}


def _users(lemmas: Sequence[site.Lemma]) -> dict[str, list[str]]:
    """Which lemmas cite which."""
    users: dict[str, list[str]] = {}
    for lemma in lemmas:
        for name in lemma["uses"]:
            users.setdefault(name, []).append(lemma["id"])
    return users


def _above(claim: Claim, beside: Mapping[str, site.Links]) -> list[str]:
    """The claims that this one is a companion of, the outermost first."""
    found: list[str] = []
    name = beside[claim["id"]].parent
    while name and name not in found:
        found.insert(0, name)
        name = beside[name].parent
    return found


def _heading(text: str) -> str:
    """A title, with what Unicode cannot lower or raise: f_sigma(v) has a small sigma below."""
    from markupsafe import Markup

    shown = escape(site.title(text), quote=False)
    shown = re.sub(r"(?<![\w.])(\w['′]?)_(\w+)", r"\1<sub>\2</sub>", shown)
    return Markup(re.sub(r"(\w)\^(?:\(([^()]*)\)|(\w+))", r"\1<sup>\2\3</sup>", shown))


def _beyond(repair: str, claim: Claim, claims: Mapping[str, Claim]) -> list[Related]:
    """What sharpens a repair, where the claim's own page does not name it already."""
    named = {r["id"] for r in (*claim["repaired"], *claim["sharpened"])} | {claim["id"]}
    further = claims[repair]["sharpened"] if repair in claims else []
    return [r for r in further if r["id"] not in named]


def _lead(claim: Claim) -> dict[str, Any]:
    """The picture that comes first: the claim's own, or that of an instance, or its sweep; and the
    others.
    """
    shown = list(claim.get("pictures", []))
    none: dict[str, Any] = {"picture": None, "instance": None, "sweep": False}
    if claim.get("explorers"):
        return none | {"more": shown}
    if shown and not shown[0]["plane"]:
        return none | {"picture": shown[0], "more": shown[1:]}
    plotted = next((item for item in claim["instances"] if item["plot"]), None)
    if shown or plotted:
        return none | {"instance": None if shown else plotted, "more": shown}
    return none | {"sweep": _flat(claim["sweep"]), "more": []}


def _flat(sweep: Sweep | None) -> bool:
    """Whether the sweep has a figure that leaves room for the statement below it."""
    drawn = measured_figures.drawn(sweep, wide=True) if sweep else ""
    height = re.search(r'viewBox="0 0 \S+ ([\d.]+)"', drawn)
    return height is not None and float(height[1]) <= LEAD


def _repairs(claim: Claim, claims: Mapping[str, Claim]) -> list[dict[str, Any]]:
    """What holds instead, beside the printed statement or line, with what differs marked."""
    from markupsafe import Markup

    found = []
    lines = {step["id"]: step["printed"] for step in claim["proof_steps"]}
    for related in claim["repaired"]:
        other = claims.get(related["id"])
        if other is None:
            continue
        against = related["id"].rpartition(".repaired")[0]
        printed = lines.get(against, claim["statement"])
        rendered = formulas.render([printed, other["statement"]])
        both = differences.compared(rendered[printed].html, rendered[other["statement"]].html)
        line = against if against in lines else ""
        changes = differences.changes(claim, other, line)
        entry = {
            "id": other["id"],
            "printed": Markup(_leaner(both.before)),
            "html": Markup(_leaner(both.after)),
            "how": _how(both, changes),
            "differs": other.get("differs", ""),
            "against": line or "the statement",
            "said": "As read" if not line and tables.own_words(claim) else "Printed",
            "changes": [[_change(item) for item in group] for group in changes],
        }
        found.append(entry)
    return found


def _how(both: differences.Compared, changes: Sequence[Sequence[differences.Change]]) -> str:
    """What a repair is to what is printed: ``marked``, word for word the ``same``, like it only as
    it was ``read``, or ``another`` statement; ``unread`` where no formula could be compared.
    """
    if both.alike:
        return "marked" if both.changed else "same"
    if not changes:
        return "unread"
    return "read" if any(map(differences.keeps, changes)) else "another"


def _instead(entry: errata.Erratum, claims: Mapping[str, Claim]) -> list[dict[str, Any]]:
    """What holds instead of an erratum, with its word, and what :func:`errata.parts` calls it."""
    words = {item.id: item.word for item in entry.instead}
    found = _repairs(entry.claim, claims) if entry.claim else []
    return [r | {"word": words[r["id"]], "of": f"{r['id']}, {words[r['id']]}"} for r in found]


def _change(change: differences.Change) -> dict[str, Any]:
    """A change in words, and its formulas: what goes is struck, and what is new is marked."""
    from markupsafe import Markup

    before, after = (_formula(row) for row in (change.before, change.after))
    if before and after:
        before, after, _ = differences.compared(before, after)
    return {"says": change.says, "before": Markup(before), "after": Markup(after)}


def _listed(changes: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The changes that a page lists: all, or those of the conclusion where there are many."""
    many = len(changes) > CHANGES
    return [c for c in changes if "conclusion" in str(c["says"])] if many else changes


def _changed(changes: Sequence[Mapping[str, Any]]) -> str:
    """``new hypothesis, 2 × conclusion changed``: the changes, counted."""
    kinds = Counter(str(item["says"]).partition(",")[0] for item in changes)
    if not kinds:
        return "nothing"
    return ", ".join(f"{n} × {kind}" if n > 1 else kind for kind, n in kinds.items())


def _formula(row: differences.Row | None) -> str:
    if row is None:
        return ""
    if len(row.text) > TYPESET or not row.boxes:
        return f"<pre>{escape(tables.lines(row.text))}</pre>"
    return boxes.mathml(row.boxes)


def _near(claim: Claim, claims: Mapping[str, Claim]) -> str:
    """The claim whose id this one's continues: another reading of what is printed, or its theorem.

    Empty where there is none.
    """
    name = claim["id"].rpartition(".")[0]
    return name if name in claims and name != claim["of"] else ""


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


def _environment(record: Record, root: str, lemmas: Sequence[site.Lemma] = ()) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    read = readings.otherwise(record)
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    rendered = formulas.render([*formulas.markup(record), *site.shortened(record)])
    files, paper_pages = site.page_names(record)
    shown_on = {e["id"]: files[c["id"]] for c in record["claims"] for e in c["evidence"]}
    glossary = _Glossary.of(record)
    claims = site.by_id(record)
    environment.filters.update(
        m=lambda text: Markup(_leaner(rendered[text].html)),
        head=lambda text: Markup(_head(rendered[text])),
        figure=lambda instance: Markup(_both(figures.function_figure, instance)),
        small_figure=lambda instance: Markup(
            _joined(figures.function_figure(instance, wide=False))
        ),
        sweep_figure=lambda sweep: Markup(_both(measured_figures.drawn, sweep)),
        picture=lambda item: Markup(_picture(item)),
        slides=lambda item: Markup(pictures.slides(item)),
        explorer=lambda item: Markup(_both(explorers.draw, item)),
        moves=lambda item: Markup(explorers.moves(item)),
        columns=explorers.columns,
        where=lambda place, item: tables.plain(explorers.where(item, place)),
        told=lambda place, item: explorers.told(item, place),
        json=lambda plot: Markup(_plot_json(plot)),
        path=lambda name: quote(name),
        broken=lambda text: Markup(re.sub(r"(?<=\w)([._])(?=\w)", r"\1<wbr>", escape(text))),
        slug=site.slug,
        title=site.title,
        heading=_heading,
        sentences=site.sentences,
        own_words=tables.own_words,
        otherwise=lambda claim: read.get(claim["id"], ()),
        reading=readings.reading,
        short=site.first_sentence,
        counted=site.counted,
        proofs_counted=site.proofs_counted,
        haystack=_haystack,
        data_list=_data_list,
        worked=_worked,
        parts=lambda entry: errata.parts(entry, root),
        count=errata.count,
        instead=lambda entry: _instead(entry, claims),
        chain=_chain,
        changed=_changed,
        listed=_listed,
        taken=_taken,
        exactly=lambda worked: not any("..." in side["value"] for side in worked["sides"]),
        digits=_digits,
        telling=_telling,
        reading_groups=_reading_groups,
        lines=tables.lines,
        formal=glossary.formal,
        written=lambda reading: Markup(_typeset(reading["unfolded"])),
        stated=_stated,
        prose=lambda told: Markup(_told_prose(told, {lemma["id"] for lemma in lemmas}, shown_on)),
        formula=lambda box: Markup(boxes.inline(box)),
        said=lambda told: prose.said(told["blocks"]),
        definition=_definition,
        typeset=lambda item: Markup(_typeset({"formal": item["text"], **item})),
        stepped=lambda item: Markup(_stepped(item)),
        value=errata.value_of,
        place=tables.place,
        evidence_facts=tables.evidence_facts,
        numeric_note=tables.numeric_note,
        others_note=tables.others_note,
        control_change=tables.control_change,
        numeric_says=tables.numeric_says,
        both_sides=tables.both_sides,
        sides=lambda shown: tables.both_sides(shown | {"data": ""}),
        others=tables.others,
        word=tables.word,
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
        checked_by=tables.checked_by,
    )
    environment.globals.update(
        record=record,
        claims=claims,
        files=files,
        paper_pages=paper_pages,
        glossaries=glossary.pages,
        shorts={key: _short(key, title) for key, title in _titles(record).items()},
        marks=tables.MARKS,
        proof_marks=tables.PROOF_MARKS,
        step_marks=tables.STEP_MARKS,
        tones=tables.TONES,
        scopes=tables.SCOPES,
        proof_says=tables.PROOF_SAYS,
        hows=HOWS,
        sweep_limit=SWEEP_LIMIT,
        stylesheet=STYLESHEET,
        scriptfile=SCRIPT,
        searchfile=site.SEARCH,
    )
    return environment


@dataclass(frozen=True)
class _Glossary:
    """Where the definitions of a record are, for links from its claims."""

    anchors: Mapping[tuple[str, str, str], str]  # of a paper's key, an id and what it says
    pages: Mapping[str, str]

    @classmethod
    def of(cls, record: Record) -> _Glossary:
        found = site.glossary(record)
        anchors = {
            (key, named.item["id"], named.item["formal"]): named.anchor
            for key, own in found.items()
            for named in own
        }
        return cls(anchors, site.glossary_pages(record))

    def anchor(self, claim: Claim, item: Definition) -> str:
        return self.anchors[claim["source"]["paper"], item["id"], item["formal"]]

    def link(self, item: Definition, claim: Claim) -> str:
        """A link to a definition; the page's script shows it where one points."""
        from markupsafe import Markup

        row: Any = item["boxes"][0]
        whole = row[0] == "row" and len(row) > 2 and row[2][:1] == ["op"]  # head = what it is
        name = boxes.inline(row[1] if whole else row)
        at = self.anchor(claim, item)
        page = f"{self.pages[claim['source']['paper']]}.html"
        says = re.sub(r"<[^>]*>", "", name)  # a name that is a formula alone is none to some
        return Markup(f'<a class="def" href="{page}#d-{at}" aria-label="{says}">{name}</a>')

    def formal(self, reading: Reading, claim: Claim, whole: str = "") -> str:
        """The formal side of a reading, typeset where the record says how.

        Where it has names of definitions in it, these are listed below with the same without
        them: to be opened or, with ``whole``, where that anchor is.
        """
        from markupsafe import Markup

        told: Mapping[str, Any] = reading
        known = {item["id"]: item for item in claim.get("definitions", [])}
        used = [known[name] for name in reading.get("uses", []) if name in known]
        shown = self._named(_typeset(told), used, claim)
        links = [str(self.link(item, claim)) for item in used]
        if "unfolded" in told and whole:
            links.append(f'<a href="#{whole}">written out</a>')
        if links:
            shown += f'<p class="uses">{", ".join(links)}</p>'
        if "unfolded" in told and not whole:
            shown += _folded("written out", _typeset(told["unfolded"]))
        return Markup(shown)

    def _named(self, formula: str, used: Sequence[Definition], claim: Claim) -> str:
        """The formula, in which words that stand for one definition alone say for which."""
        known: dict[str, list[str]] = {}
        for item in used:
            for word in item.get("words", []):
                known.setdefault(escape(word), []).append(self.anchor(claim, item))
        for word, names in known.items():
            if len(names) == 1:
                leaf = f"<mi>{word}</mi>"
                marked = f'<mi class="def" data-def="{names[0]}">{word}</mi>'
                formula = formula.replace(leaf, marked)
        return formula


def _told_prose(
    told: prose.Prose, lemmas: Collection[str] = (), pages: Mapping[str, str] = {}
) -> str:
    """A proof in sentences, and what was left out of it."""
    said = prose.html(told["blocks"], lemmas, pages)
    return f'{said}<p class="quiet small">{escape(prose.counts(told))}</p>'


def _typeset(told: Mapping[str, Any]) -> str:
    """Boxes as MathML; as text where there are none, or more than anybody reads."""
    text = f"<pre>{escape(tables.lines(told['formal']))}</pre>"
    if len(told["formal"]) > TYPESET:
        return _folded(f"{len(told['formal']):,} signs, as text", text)
    return boxes.mathml(told["boxes"]) if told.get("boxes") else text


def _stepped(item: Formula) -> str:
    """A formula in a line of text: typeset or, where it would run out of its column, as text."""
    as_text = f"<code>{escape(tables.lines(item['text']))}</code>"
    laid: list[Any] = item["boxes"]
    width = max((boxes.widest(part) for box in laid for part in _spoken(box)), default=0)
    if width > COLUMN:
        return as_text
    words = ["", " where ", *[" and "] * len(laid)]
    shown = "".join(
        word + "".join(map(_said, _spoken(box))) for word, box in zip(words, laid, strict=False)
    )
    return f'<span class="steep">{shown}</span>{as_text}' if width > NARROW else shown


def _spoken(box: Any) -> list[Any]:
    """A formula with words in it as formulas and words, one after the other."""
    if box[0] != "row":
        return [box]
    parts: list[Any] = [["row"]]
    for part in box[1:]:
        if part[0] == "text" and " " in part[1]:
            parts += [part, ["row"]]
        else:
            parts[-1].append(part)
    return [part for part in parts if part != ["row"]]


def _said(part: Any) -> str:
    return escape(tables.plain(part[1])) if part[0] == "text" else boxes.inline(part)


def _stated(evidence: Evidence) -> str:
    """A statement as it was checked, and the same without names of definitions, to be opened."""
    from markupsafe import Markup

    told: Mapping[str, Any] = evidence
    shown = f"<pre>{escape(tables.lines(told['statement']))}</pre>"
    if "unfolded" in told:
        shown += _folded("written out", f"<pre>{escape(tables.lines(told['unfolded']))}</pre>")
    return Markup(shown)


def _head(found: formulas.Rendered) -> str:
    """What heads a column; a formula alone as text, since an empty head is read of it otherwise."""
    alone = found.html.startswith("<math") and found.html.count("<math") == 1
    return escape(found.text) if alone and found.html.endswith("</math>") else found.html


_ITALIC = re.compile("<mi>([\u210e\U0001d434-\U0001d467\U0001d6e2-\U0001d71b])</mi>")
_FORMULA = re.compile("<math>.*?</math>", re.DOTALL)
_FIRM = re.compile(r'<mo stretchy="false">([(\[{⌊|‖⟨⟩‖⌋}\])])</mo>')


def _leaner(mathml: str) -> str:
    """The same formulas in fewer signs: browsers slant a letter that is alone in its leaf, what
    does not grow is no operator to them (:func:`reports.boxes.firm`), and a row in a row is none.
    """
    mathml = _ITALIC.sub(
        lambda m: f"<mi>{chr(int(decomposition(m[1]).split()[1], 16))}</mi>", mathml
    )
    mathml = _FIRM.sub(lambda m: boxes.firm(m[1]), mathml)
    return _FORMULA.sub(lambda m: boxes.opened(m[0]), mathml)


def _definition(item: Mapping[str, Any]) -> str:
    """A name and what it stands for, typeset."""
    from markupsafe import Markup

    return Markup(boxes.mathml(item["boxes"]))


def _folded(summary: str, inner: str) -> str:
    return f'<details class="unfolded"><summary>{summary}</summary>{inner}</details>'


def _picture(item: Picture) -> str:
    """Curves in both layouts; a plane, whose data are large, in one."""
    return _both(pictures.draw, item) if item["curves"] else pictures.draw(item)


def _both(draw: Any, item: Instance | Picture | Explorer | Sweep | sweeps.Swept) -> str:
    """A wide and a narrow drawing; the page shows the one whose text is readable."""
    wide: str = _joined(draw(item, wide=True))
    narrow: str = _joined(draw(item, wide=False))
    return wide.replace('class="figure"', 'class="figure wide"', 1) + narrow.replace(
        'class="figure"', 'class="figure narrow"', 1
    )


_STROKES = re.compile(r'<path class="(grid|axis|net thin)" d="([^"]*)"/>')
_DOTS = re.compile(r'<circle class="dot" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/>')


def _joined(svg: str) -> str:
    """With lines of a grid, axes, ranges and dots of a size in a path each: they are many.

    A dot is a line without length whose ends are round.
    """
    svg = _DOTS.sub(
        lambda m: f'<path class="dot" stroke-width="{2 * float(m[3]):g}" d="M{m[1]} {m[2]}h0"/>',
        svg,
    )
    return _merged(_DOTTED, _merged(_STROKES, svg))


_DOTTED = re.compile(r'<path class="(dot" stroke-width="[\d.]+)" d="([^"]*)"/>')


def _merged(paths: re.Pattern[str], svg: str) -> str:
    """Paths of one kind as one path, where the first of them is."""
    drawn: dict[str, str] = {}
    for kind, line in paths.findall(svg):
        drawn[kind] = drawn.get(kind, "") + line
    return paths.sub(
        lambda m: f'<path class="{m[1]}" d="{drawn.pop(m[1])}"/>' if m[1] in drawn else "", svg
    )


def _plot_json(plot: Plot) -> str:
    """Plot data for the script; ``<`` and ``&`` are spelled so that no tag can begin."""
    shown = {
        key: [None if v is None else float(f"{v:.5g}") for v in plot[key]]
        for key in ("x", "f", "G", "error")
    }
    text = json.dumps(shown, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _titles(record: Record) -> dict[str, str]:
    return {c["source"]["paper"]: c["source"]["title"] for c in reversed(record["claims"])}


def _short(key: str, title: str) -> str:
    """A paper's title as a step of the way to a page: up to its first colon, or its first words."""
    head = tables.plain(title).partition(":")[0] or tables.plain(key)
    words = head.split()
    return head if len(words) <= 5 else " ".join(words[:5]) + " …"


def _data_list(data: str) -> list[str]:
    """Exact data one by one: split at commas outside of parentheses."""
    parts, depth = [""], 0
    for char in tables.plain(data):
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


def _worked(claim: Claim, of: Sequence[str]) -> list[Worked]:
    """The refutations of these pieces of evidence, worked out; none where nothing can be read."""
    return [
        item
        for item in claim.get("worked", [])
        if item["of"] in of and (item["sides"] or item["negation"]["text"])
    ]


def _taken(worked: Worked) -> dict[str, Any]:
    """The data that are given, and those that the negation binds, each with how."""
    hows = worked.get("bound", [])
    split = len(worked["data"]) - len(hows)
    bound = list(zip(hows, worked["data"][split:], strict=True))
    told = {"met": worked.get("met", []), "chain": worked.get("chain", [])}
    met = (item["text"] for row in worked.get("met", []) for item in row["data"])
    every = "every" in hows or any(text.startswith("for every ") for text in met)
    return {"data": worked["data"][:split], "bound": bound, "every": every, **told}


def _chain(side: WorkedSide) -> list[Formula]:
    """A side as it stands and with the data in place, each once, where it can be read."""
    printed = side.get("named") or side["printed"]
    found = {item["text"]: item for item in (printed, side["put"]) if item["text"]}
    value = errata.value_of(side["value"])
    return [item for text, item in found.items() if tables.plain(text) != value]


def _digits(claim: Claim) -> list[NumericRow]:
    """What was evaluated of the statement that is denied."""
    refutation = claim["refutation"]
    if refutation is None:
        return []
    return [
        row
        for row in claim.get("numeric", [])
        if row["of"] == refutation["evidence"] and row["shown"] and row["fails"]
    ]


def _reading_groups(claim: Claim) -> list[tuple[str, list[Reading]]]:
    """The phrases of each statement that stands for the claim, in their order."""
    groups: dict[str, list[Reading]] = {}
    for reading in claim["reading"]:
        groups.setdefault(reading.get("of", ""), []).append(reading)
    return list(groups.items())


def _telling(claim: Claim) -> dict[str, Any]:
    """The controls that say something, by obligation, and how many do not."""
    groups, said, undecided = [], 0, 0
    for group in claim.get("vacuity", []):
        rows = [row for row in group["rows"] if row["outcome"] != "undecided"]
        mute = len(group["rows"]) - len(rows)
        said, undecided = said + len(rows), undecided + mute
        groups.append({"obligation": group["obligation"], "rows": rows, "undecided": mute})
    return {"groups": groups, "said": said, "undecided": undecided}


def _haystack(claim: Claim) -> str:
    """What the filter of a paper's page looks at."""
    place = claim["source"]["place"]
    words = [claim["id"], claim["title"], place, tables.word(claim), claim["kind"]]
    return tables.plain(" ".join([*words, claim["printed_proof"]]).lower())


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
