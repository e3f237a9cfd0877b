"""The record on a terminal: tables that fit 80 columns, and plain text where none is.

Colour is used for verdicts only and never alone; where the output is not a terminal, rich
writes no control codes.  Formulas are shown as one line of text (:mod:`reports.formulas`).
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports import coverage, errata, formulas, readings, tables
from reports.record import Claim, Definition, Record, Worked

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

_STYLES = {"good": "green", "weak": "yellow", "bad": "red", "mute": "dim"}
#: Without a terminal the width is fixed, so that logs look alike everywhere.
WIDTH = 80
NARROW = 24  # columns for ids and titles, below which a list of claims has none


def console(width: int | None = None) -> Console:
    """A console on standard output; 80 columns wide where that is no terminal."""
    from rich.console import Console

    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that cannot show a mark shows a question mark, not a traceback.
        sys.stdout.reconfigure(errors="replace")
    if width is None and not sys.stdout.isatty():
        width = WIDTH
    return Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def shown(text: str) -> str:
    """The text as standard output will have it, where that says so (``verify.plain_text``).

    ASCII takes more room, so that this is asked for before a text is broken into lines.
    """
    found: str = getattr(sys.stdout, "shown", str)(text)
    return found


def print_claims(record: Record, to: Console | None = None) -> None:
    """One row for each claim, and the count of each verdict."""
    to = to or console()
    text = _texts(item for claim in record["claims"] for item in tables.given(claim))
    claims = record["claims"]
    beside = [max((len(tables.word(claim)) + 2 for claim in claims), default=0)]
    beside += [max(map(len, map(_short_level, claims)), default=0)]
    room = to.width - sum(max(n, len("Printed proof")) + 2 for n in (*beside, 0)) - 2
    if room < NARROW:
        _print_rows(claims, text, to)
    else:
        _print_columns(claims, text, to, beside, room)
    found = tables.counts(tables.word(claim) for claim in record["claims"])
    to.print(_plain(", ".join(f"{count} {word}" for word, count in found) or "no claims"))


def _print_columns(
    claims: Sequence[Claim], text: dict[str, str], to: Console, beside: Sequence[int], room: int
) -> None:
    """A table; an id for which its column has no room stands on a line above its row."""

    def begun() -> Table:
        table = _table("Claim", "Statement", "Printed proof", "Level, scope")
        table.columns[0].ratio = 1
        for column, width in zip(table.columns[1:], (beside[0], 0, beside[1]), strict=True):
            column.width = max(width, len(str(column.header)))
        return table

    table = begun()
    for claim in claims:
        long = len(claim["id"]) > room
        if long:
            if table.rows or table.show_header:
                to.print(table)
            to.print(_plain(claim["id"]))
            table = begun()
            table.show_header = False
        table.add_row(
            _claim_cell(claim, text, named=not long),
            _word(tables.word(claim), tables.MARKS),
            _word(claim["printed_proof"], tables.PROOF_MARKS),
            _plain(_short_level(claim)),
        )
    to.print(table)


def _print_rows(claims: Iterable[Claim], text: dict[str, str], to: Console) -> None:
    """The same without columns, for which there is no room."""
    for claim in claims:
        to.print(_plain(claim["id"]), soft_wrap=True)  # it is never broken
        row = _word(tables.word(claim), tables.MARKS)
        row.append("; printed proof: ")
        row.append(_word(claim["printed_proof"], tables.PROOF_MARKS))
        row.append(f"; {_short_level(claim)}")
        to.print(_padded(row))
        for line in _told(claim, text):
            to.print(_indented(line, style="dim"))


def print_claim(
    record: Record, claim_id: str, to: Console | None = None, root: str = tables.ROOT
) -> None:
    """Everything about one claim; ``root`` is the folder of its certificates' folder.

    Raises :class:`KeyError` for an unknown id.
    """
    to = to or console()
    claim = next((c for c in record["claims"] if c["id"] == claim_id), None)
    if claim is None:
        raise KeyError(claim_id)
    text = _texts(formulas.markup_of(claim))
    read = readings.otherwise(record)
    to.print(_plain(f"{claim['id']}  {readings.placed(claim, read)}", "dim"))
    to.print(_plain(tables.plain(claim["title"]), "bold"))
    source = claim["source"]
    byline = ", ".join(filter(None, (source["authors"], source["title"])))
    to.print(_plain(tables.plain(byline), "dim"))
    to.print()
    to.print(_status(claim))
    if tables.checked_by(claim):
        to.print(_indented(tables.checked_by(claim)))
    for rest in tables.given(claim):
        to.print(_indented(f"given: {text[rest]}"))
    if claim.get("because"):
        to.print(_indented(f"why: {tables.plain(claim['because'])}"))
    for name, related in (
        ("what holds instead", claim["repaired"]),
        ("sharpened", claim["sharpened"]),
    ):
        for item in related:
            to.print(_plain(f"  {name}: {tables.plain(item['id'])}, {tables.word(item)}"))
    to.print()
    to.print(_plain(text[claim["statement"]]))
    if claim["refutation"]:
        _head(to, "Why it fails")
        to.print(_plain(text[claim["refutation"]["says"]]))
        to.print(_plain(tables.data(claim["refutation"])))
        for worked in claim.get("worked", []):
            if worked["of"] == claim["refutation"]["evidence"]:
                for line in _worked(worked):
                    to.print(_indented(line))
    _print_tables(claim, text, to)
    _print_proof(claim, text, to)
    _print_reading(claim, text, to)
    _print_definitions(claim, text, to)
    _list(to, "What is not claimed", [text[item] for item in claim["not_claimed"]])
    _list(to, "Notes", [text[item] for item in claim["notes"]])
    _print_evidence(claim, text, to, root)
    _list(to, "Assumed", [text[item] for item in claim["assumes"]])
    _list(
        to,
        "Controls",
        [f"{text[item['says']]} {tables.plain(item['outcome'])}" for item in claim["controls"]],
    )
    _print_vacuity(claim, to)
    _print_numeric(claim, to)
    _print_others(claim, to)
    if claim["instances"]:
        _head(to, "Instances")
        print_instances(claim, to)


def print_instances(claim: Claim, to: Console | None = None) -> None:
    """The instances of a claim: inputs, size, bound, error, verdict."""
    to = to or console()
    table = _table("Inputs", "Units", "Width", "Bound", "Error", "Verdict")
    table.columns[0].ratio = 1
    for column in table.columns[1:]:
        column.no_wrap = True
    table.columns[1].justify = table.columns[2].justify = "right"
    version = "{}: " if tables.versioned(claim) else ""
    for item in claim["instances"]:
        table.add_row(
            _plain(version.format(item["version"]) + tables.inputs(item["inputs"])),
            _plain(tables.plain(item["units"])),
            _plain(tables.plain(item["width"])),
            _plain(tables.brief(item["bound"])),
            _plain(tables.brief_error(item["sup_error"])),
            _word(item["verdict"], tables.MARKS),
        )
    to.print(table)


def print_errata(record: Record, to: Console | None = None) -> None:
    """Statements that do not hold as printed, and proofs that do not go through."""
    to = to or console()
    found = tables.errata(record)
    if not found:
        to.print(_plain("Every statement and every printed proof in this run stands."))
        return
    text = _texts(item for claim in found for item in _in_errata(claim))
    read = readings.otherwise(record)
    for number, claim in enumerate(found):
        if number:
            to.print()
        to.print(_plain(f"{claim['id']}  {readings.placed(claim, read)}", "bold"))
        to.print(_status(claim))
        for given in tables.given(claim):
            to.print(_indented(f"given: {text[given]}"))
        detail = claim["printed_proof_detail"]
        if claim["refutation"]:
            to.print(_indented(text[claim["refutation"]["says"]]))
        if claim.get("because"):
            to.print(_indented(tables.plain(claim["because"])))
        if detail:
            to.print(_indented(f"{tables.plain(detail['step'])}: {text[detail['why']]}"))
        for step in tables.also_failing(claim):
            to.print(_indented(f"{tables.plain(step['id'])}: {text[step['why']]}"))
        for item in claim["repaired"]:
            related = f"{tables.plain(item['id'])}, {tables.word(item)}"
            to.print(_indented(f"what holds instead: {related}"))


def print_coverage(record: Record, to: Console | None = None) -> None:
    """What each theorem has beside its verdict; what it has not, with the reason."""
    to = to or console()
    found = coverage.rows(record)
    for row in found:
        to.print(_plain(row.id, "bold"))
        for name, cell in zip(coverage.HEAD, row.cells, strict=True):
            to.print(_indented(f"{name:<12} {cell.text}", style="" if cell.there else "dim"))
    told = [f"{name} {n}" for name, n in coverage.counts(found)]
    to.print(_plain(f"{len(found)} theorems: {', '.join(told)}"))


def _in_errata(claim: Claim) -> Iterator[str]:
    """What the errata say of a claim, as markup."""
    yield from tables.given(claim)
    if claim["refutation"]:
        yield claim["refutation"]["says"]
    if claim["printed_proof_detail"]:
        yield claim["printed_proof_detail"]["why"]
    yield from (step["why"] for step in tables.also_failing(claim))


# --- parts ---------------------------------------------------------------------------------


def _print_proof(claim: Claim, text: dict[str, str], to: Console) -> None:
    if not claim["proof_steps"]:
        return
    _head(to, "The printed proof, step by step")
    for step in claim["proof_steps"]:
        head = _word(step["status"], tables.STEP_MARKS)
        head.append(f"  {tables.plain(step['id'])}", style="dim")
        to.print(head)
        to.print(_indented(text[step["printed"]]))
        if step["why"]:
            to.print(_indented(text[step["why"]]))
        if step["repair"]:
            to.print(_indented("Repair: " + text[step["repair"]]))


def _print_reading(claim: Claim, text: dict[str, str], to: Console) -> None:
    if not claim["reading"]:
        return
    _head(to, "How the statement was read")
    table = _table("As printed", "Formally")
    table.columns[0].ratio, table.columns[1].ratio = 2, 3
    for item in claim["reading"]:
        printed = text[item["printed"]] + (f"\n({text[item['note']]})" if item["note"] else "")
        table.add_row(_plain(printed), _plain(tables.lines(item["formal"]) + tables.ended(item)))
    to.print(table)


def _print_definitions(claim: Claim, text: dict[str, str], to: Console) -> None:
    """What the names in the formulas stand for."""
    found = claim.get("definitions", [])
    if found:
        _head(to, "Definitions")
    for item in found:
        print_definition(item, text, to)


def print_definition(item: Definition, text: Mapping[str, str], to: Console) -> None:
    """A name, what it stands for, what that is, and where the paper has it."""
    to.print(_plain(tables.lines(item["formal"])))
    source = f" ({text[item['source']]})" if item["source"] else ""
    to.print(_indented(f"{text[item['says']]}{source}", style="dim"))


def print_definitions(found: Sequence[Any], to: Console) -> None:
    """The definitions of papers, each with the claims of the record that are printed with it."""
    text = _texts(part for item in found for part in (item["says"], item["source"]))
    paper = ""
    for item in found:
        if item["paper"] != paper:
            paper = item["paper"]
            _head(to, tables.plain(paper))
        print_definition(item, text, to)
        if item["used"]:
            to.print(_indented("in " + ", ".join(item["used"]), style="dim"))


def _print_evidence(claim: Claim, text: dict[str, str], to: Console, root: str) -> None:
    if not claim["evidence"]:
        return
    _head(to, "Obligations, as checked")
    for item in claim["evidence"]:
        head = _word(item["outcome"], tables.STEP_MARKS)
        head.append(shown(f"  {text[item['says']]}"))
        to.print(head)
        to.print(_indented(tables.lines(item["statement"]), 4))
        to.print(_indented(tables.evidence_facts(item), style="dim"))
        if item["certificate"]:
            # on one line, also where it is longer than that: it is there to be copied
            command = f"  {tables.recheck(item['certificate'], root)}"
            to.print(_plain(command, "dim"), soft_wrap=True)


def _print_tables(claim: Claim, text: dict[str, str], to: Console) -> None:
    for item in claim.get("tables", []):
        _head(to, text[item["title"]])
        table = _table(*(text[name] for name in item["head"]))
        for row in item["rows"]:
            table.add_row(*(_plain(text[cell]) for cell in row))
        to.print(table)


def _print_vacuity(claim: Claim, to: Console) -> None:
    groups = claim.get("vacuity", [])
    if groups:
        _head(to, "Does each obligation say something?")
    for group in groups:
        to.print(_plain(group["obligation"], "dim"))
        table = _table("Change", "Outcome")
        table.columns[0].ratio, table.columns[1].ratio = 3, 2
        for row in group["rows"]:
            table.add_row(_plain(tables.control_change(row)), _plain(tables.control_outcome(row)))
        to.print(table)


def _print_numeric(claim: Claim, to: Console) -> None:
    rows = claim.get("numeric", [])
    if rows:
        _head(to, "At fifty digits")
        to.print(_plain(tables.numeric_note(claim), "dim"))
    for row in rows:
        to.print(_plain(f"{row['of']}  {row['kind']}", "dim"))
        to.print(_indented(tables.numeric_says(row)))
        for sides in row["shown"]:
            to.print(_indented(tables.both_sides(sides), 4, "dim"))


def _print_others(claim: Claim, to: Console) -> None:
    rows = tables.others(claim)
    if not rows:
        return
    _head(to, "sympy and z3")
    to.print(_plain(tables.others_note(claim), "dim"))
    table = _table("Obligation", "sympy", "z3")
    for row in rows:
        table.add_row(*map(_plain, row))
    to.print(table)


def _status(claim: Claim) -> Text:
    line = _word(tables.word(claim), tables.MARKS)
    line.append(f" ({tables.level_scope(claim)}); printed proof: ")
    line.append_text(_word(claim["printed_proof"], tables.PROOF_MARKS))
    detail = claim["printed_proof_detail"]
    if detail:
        says = tables.PROOF_SAYS[claim["printed_proof"]]
        line.append(f" ({says}: {tables.plain(detail['step'])})")
    return line


def _worked(worked: Worked) -> Iterator[str]:
    """What is bound in a refutation, both sides with their values, and what is not so."""
    bound = len(worked.get("bound", []))
    if bound:
        told = [tables.lines(item["text"]) for item in worked["data"][-bound:]]
        yield f"It fails: {', '.join(told)}."
    for side in worked["sides"]:
        told = [side["printed"]["text"], side["put"]["text"], errata.value_of(side["value"])]
        chain = list(dict.fromkeys(filter(None, told)))
        if len(chain) > 1:
            yield " = ".join(map(tables.plain, chain))
    if worked["sides"]:
        left, right = (errata.value_of(side["value"]) for side in worked["sides"])
        yield f"{left} {worked['relation']} {right} is false."


def _claim_cell(claim: Claim, text: dict[str, str], named: bool) -> RenderableType:
    from rich.text import Text

    title, *rest = _told(claim, text)
    cell = Text(f"{claim['id']}\n" if named else "")
    cell.append(shown(title), style="dim")
    for line in rest:
        cell.append(shown(f"\n{line}"))
    return cell


def _told(claim: Claim, text: dict[str, str]) -> list[str]:
    """The title, and what else has to be known of the verdict."""
    found = [tables.plain(claim["title"])]
    found += [f"given: {text[item]}" for item in tables.given(claim)]
    return found + ([f"why: {tables.plain(claim['because'])}"] if claim.get("because") else [])


def _short_level(claim: Claim) -> str:
    return ", ".join(filter(None, [claim["level"], claim["scope"]])) or "–"


def _word(word: str, marks: dict[str, str]) -> Text:
    from rich.text import Text

    return Text(shown(f"{marks[word]} {word}"), style=_STYLES[tables.TONES[word]])


def _plain(text: str, style: str = "") -> Text:
    """Text objects are never parsed for markup, so a user's ``[red]`` stays what it is."""
    from rich.text import Text

    return Text(shown(text), style=style)


def _indented(text: str, by: int = 2, style: str = "") -> RenderableType:
    return _padded(_plain(textwrap.dedent(text), style), by)


def _padded(text: Text, by: int = 2) -> RenderableType:
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, by), expand=False)


def _head(to: Console, text: str) -> None:
    to.print()
    to.print(_plain(text, "bold"))


def _list(to: Console, head: str, items: list[str]) -> None:
    if items:
        _head(to, head)
        for item in items:
            to.print(_indented("– " + item))


def _table(*columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="dim"
    )
    for name in columns:
        table.add_column(shown(name), overflow="fold")
    return table


def _texts(fragments: Iterable[str]) -> dict[str, str]:
    """Each fragment as one line of text; only what is shown, as each has to be typeset."""
    rendered = formulas.render(fragments)
    return {name: tables.plain(item.text) for name, item in rendered.items()}
