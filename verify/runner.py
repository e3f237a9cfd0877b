"""State, construct, prove, sweep, report: one claim, as its entries in the record.

Many claims, in parallel and with what is known of them already: :mod:`verify.runs`.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from string import ascii_lowercase
from typing import Any

from proofs import checkers, notation, vacuity
from proofs import decide as court
from proofs.claims import Attempt, Claim, Control, Line, Reading
from proofs.decide import mistyped
from proofs.definitions import Definition
from proofs.evidence import Evidence, gather
from proofs.explorers import Explorer
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_formula
from proofs.refute import data_text
from proofs.registry import MODULES, find
from proofs.vacuity import Row
from proofs.verdicts import Controls, Decision, altered, decide, offers, question
from verify import kept_rows
from verify.promises import constructor
from verify.worked import of_claim as worked

Json = dict[str, Any]
Files = dict[str, bytes]
VERIFIED = "verified"


def run_claim(claim: Claim, files: Files, search: bool = False, aside: bool = True) -> list[Json]:
    """One claim from its statement to its pages: state, prove, decide, report.

    With ``search``, data and controls are looked for that are not kept.  Certificates go to
    ``files``.  Its instances are constructed and certified apart: :func:`run_instances`.  Without
    ``aside``, mpmath, sympy and z3 are not asked: what is shown without a run is there sooner.

    Within :func:`proofs.checkers.first` the record names, for each certificate and for the verdict,
    which of the two checkers accepted.

    Returns the entries of the claim and of what holds instead of it or beyond it.
    """
    entry = state(claim)
    found = prove(claim)
    controls = vacuity.gather(claim, found, search=search)
    decision = decide(claim, found, controls)
    entry |= verdict(claim, found, decision, controls)
    for row in entry["reading"]:
        row["ends"] = decision.ends.get(row["of"], "open")
    entry["vacuity"] = [_controls(name, rows, files) for name, rows in controls.items()]
    if aside:
        entry |= beside(claim, found, controls)
    if claim.pictures is not None:
        entry["pictures"] = claim.pictures()
    if claim.id in MODULES:
        entry["constructor"] = constructor(claim)
    entry["asks"] = [] if claim.tables is None else list(claim.tables.claims)
    entry["sweep"] = None  # measured apart, by `verify sweep`, and put beside the record
    companions = [
        run_claim(companion, files, search, aside)
        for companion in (*claim.repaired, *claim.sharpened)
    ]
    return [report(claim, entry, found, companions, files), *chain.from_iterable(companions)]


def run_instances(
    claim: Claim, instances: list[dict[str, Any]], files: Files, aside: bool = True
) -> Json:
    """The networks for these inputs, each with its error certified, as the record has them.

    With ``aside`` mpmath is asked of what certifies them.
    """
    evidence: list[Json] = []
    made = construct(claim, instances)
    rows = [_instance(claim, number, row, evidence, files) for number, row in enumerate(made, 1)]
    return {"instances": rows, "evidence": evidence, "numeric": _numeric(claim, made, aside)}


def run_explorers(claim: Claim, files: Files) -> list[Json]:
    """The claim's families of instances with their curves; certificates go to ``files``."""
    return [_explorer(claim, item, files) for item in (claim.explorers or list)()]


def _explorer(claim: Claim, explorer: Explorer, files: Files) -> Json:
    return {
        "title": explorer.title,
        "says": explorer.says,
        "error": explorer.error,
        "x": explorer.x,
        "y": explorer.y,
        "range": list(explorer.reach),
        "under": explorer.under,
        "most": explorer.most,
        "sliders": [{"name": s.name, "labels": list(s.labels)} for s in explorer.sliders],
        "chosen": list(explorer.chosen),
        "fixed": list(explorer.fixed),
        "places": [
            {
                "at": list(place.at),
                "says": place.says,
                "curves": list(place.curves),
                "below": list(place.below),
                "rows": [_certain(claim, says, row, files) for says, row in place.rows],
            }
            for place in explorer.places
        ],
    }


def _certain(claim: Claim, says: str, row: Any, files: Files) -> Json:
    """A number beside the curves, with the certificates that show it."""
    stem = f"certificates/{claim.id}.explorer"
    held = [item for item in row.evidence if item.certificate is not None]
    return {
        "says": says,
        "units": row.units,
        "bound": None if row.bound is None else str(row.bound),
        "error": _ends(row),
        "verdict": row.verdict,
        "level": row.level if row.verdict != "open" else None,
        "certificates": [
            _listed(f"{stem}.{d[:16]}.json", item.certificate, d, files)
            for item in held
            for d in (item.digest(),)
        ],
    }


def _ends(row: Any) -> Json:
    """The number that is certified, or its two ends."""
    exact = row.lo == row.hi
    return {"exact": str(row.hi)} if exact else {"lo": str(row.lo), "hi": str(row.hi)}


def _numeric(claim: Claim, made: list[Any], aside: bool) -> list[Json]:
    """The mpmath rows of instances."""
    if not made or not aside:
        return []
    from verify.numeric_rows import of_instances

    shown = {name: item for i, row in enumerate(made, 1) for name, item in _named(claim, i, row)}
    return of_instances(claim, shown)


def tables(claim: Claim, verdicts: Mapping[str, str]) -> list[Json]:
    """The claim's tables, from the verdicts of this run and, where it has none, from new ones."""
    asked = claim.tables
    if asked is None:
        return []
    found = {name: verdicts.get(name) or verdict_of(find(name)) for name in asked.claims}
    return [
        {"title": t.title, "head": list(t.head), "rows": [list(row) for row in t.rows]}
        for t in asked.made(found)
    ]


def verdict_of(claim: Claim) -> str:
    """The verdict alone: what is tried on a printed proof has no part in it."""
    bare = replace(claim, lines=(), controls=(), repaired=(), sharpened=())
    found = gather(bare)
    return decide(bare, found, vacuity.gather(bare, found)).verdict


def state(claim: Claim) -> Json:
    """The statement as printed, and the formal term that stands for each part of it."""
    return {
        "id": claim.id,
        "kind": claim.kind,
        "title": claim.title,
        "source": claim.source.printed,
        "statement": claim.statement,
        **({"differs": claim.differs} if claim.differs else {}),
        "not_claimed": list(claim.not_claimed),
        "reading": _readings(claim),
        "notes": list(claim.notes),
        "assumes": list(claim.assumes),
        "cites": list(claim.cites),
    }


def construct(claim: Claim, instances: list[dict[str, Any]]) -> list[Any]:
    """The networks that the theorem promises for these inputs, each with a certified error."""
    return [row for settings in instances for row in (claim.run(settings) if claim.run else [])]


def prove(claim: Claim) -> dict[str, Evidence]:
    """Evidence for every obligation, and against every statement that is attacked."""
    return gather(claim)


def verdict(
    claim: Claim, found: Mapping[str, Evidence], decision: Decision, controls: Controls
) -> Json:
    """What the evidence amounts to, for the statement and for the printed proof."""
    failing = next((line for line in claim.lines if line.id == decision.first_failing), None)
    return {
        "verdict": decision.verdict,
        "given": list(decision.given),
        "level": decision.level,
        "scope": decision.scope,
        "printed_proof": decision.printed_proof,
        "printed_proof_detail": failing and {"step": failing.id, "why": failing.why},
        "refutation": _refutation(claim, decision, found, controls),
        "because": decision.because,
        "typings": [
            {"id": typing.id, "says": typing.says, "reason": mistyped(typing.statement)}
            for typing in claim.typings
        ],
        "proof_steps": [_line(line, decision, claim.source.definitions) for line in claim.lines],
        "controls": [
            {
                "says": f"{_altered(claim, control)}: {control.attempt.says}",
                "outcome": "refuted" if decision.ends[control.attempt.id] == "refuted" else "open",
                "evidence": control.attempt.id,
            }
            for control in claim.controls
        ],
        "worked": worked(claim, found),
    }


def beside(claim: Claim, found: Mapping[str, Evidence], controls: Controls) -> Json:
    """What mpmath, sympy and z3 say of the same statements; no verdict rests on it."""
    from verify.numeric_rows import of_claim as numeric
    from verify.solver_rows import of_claim as smt
    from verify.symbolic_rows import of_claim as symbolic

    return {
        "numeric": numeric(claim, found, controls),
        "symbolic": symbolic(claim),
        "smt": smt(claim, found),
    }


def _named(claim: Claim, number: int, row: Any) -> list[tuple[str, Evidence]]:
    """The evidence for an instance, each with its name in the record."""
    names = (f"{claim.id}.instance{number}.{letter}" for letter in ascii_lowercase)
    return list(zip(names, row.evidence, strict=False))


def _altered(claim: Claim, control: Control) -> str:
    """What a control changes in a statement of the claim."""
    known = [o.statement for o in claim.all_obligations()] + [a.statement for a in claim.attempts]
    return altered(control.attempt.statement, known) or "another statement"


def _refutation(
    claim: Claim, decision: Decision, found: Mapping[str, Evidence], controls: Controls
) -> Json | None:
    """The attempt that refutes the statement on its own, in its author's words."""
    if not decision.refuted_by:
        return None
    asked = question(claim)
    for attempt in claim.all_attempts():
        if not found[attempt.id].proved:
            continue
        mine = offers(claim, {**found, **_without(claim, found, attempt.id)}, controls)
        alone = court.decide(asked, mine, checkers.accepts)
        if (alone.refuted_by, alone.given) == (decision.refuted_by, decision.given):
            used = {*attempt.statement["vars"], *attempt.statement["functions"]}
            data = data_text(attempt.witness, used)
            return {"says": attempt.says, "evidence": attempt.id, "data": data}
    raise AssertionError(f"{claim.id}: refuted by nothing")


def _without(claim: Claim, found: Mapping[str, Evidence], kept: str) -> dict[str, Evidence]:
    """The evidence of the other attempts, without certificates."""
    others = [found[a.id] for a in claim.all_attempts() if a.id != kept]
    return {item.id: replace(item, certificate=None) for item in others}


def report(
    claim: Claim,
    entry: Json,
    found: Mapping[str, Evidence],
    companions: list[list[Json]],
    files: Files,
) -> Json:
    """The claim's entry in the record; its certificates go to ``files``."""
    known = claim.source.definitions
    texts = {o.id: o.written for o in claim.all_obligations()}
    entry["definitions"] = _definitions(claim, found)
    entry["evidence"] = [
        _evidence(item, item.id, files, definitions=known, written=texts.get(item.id, ""))
        for item in found.values()
    ]
    _name_checker(entry)
    entry["instances"] = []
    ended = {group[0]["id"]: group[0] for group in companions}
    for kind, group in (("repaired", claim.repaired), ("sharpened", claim.sharpened)):
        entry[kind] = [{key: ended[c.id][key] for key in ("id", "verdict", "given")} for c in group]
    return entry


def chosen_instances(claim: Claim, settings: Mapping[str, str] | None) -> list[dict[str, Any]]:
    if settings is None:
        return []
    if settings:
        return [claim.settings(settings)]
    return [claim.settings(given) for given in claim.instances]


def repeat(record: Json) -> str:
    """Repeat what a record says; the first thing that comes out differently, if any.

    Every claim is decided, every instance certified, and every row of mpmath, sympy, z3 and of the
    solvers computed, again.
    """
    from proofs.search.solvers import opinion

    for entry in record["claims"]:
        claim = find(entry["id"])
        statements = {o.id: o.statement for o in claim.all_obligations()}
        for row in entry["evidence"]:
            if row["level"] == "solvers" and not opinion(statements[row["id"]]).holds:
                return row["id"]
        names = {parameter.name for parameter in claim.parameters}
        made: list[Any] = []
        for instance in entry["instances"]:
            given = {k: str(v) for k, v in instance["inputs"].items() if k in names}
            given["delta"] = {"0+": "0"}.get(given.get("delta", ""), given.get("delta", ""))
            given = {k: v for k, v in given.items() if v and "sqrt" not in v}
            rows = claim.run(claim.settings(given)) if claim.run else []
            alike = [row for row in rows if row.units == instance["units"]]
            if instance["verdict"] not in {row.verdict for row in alike}:
                return f"{entry['id']} with {instance['inputs']}"
            version = instance["version"]
            made.append(
                next((r for r in alike if getattr(r, "version", "printed") == version), alike[0])
            )
        told = entry.get("explorers")
        if told and _shown(told) != _shown(run_explorers(claim, {})):
            return f"what {entry['id']} shows on sliders"
        found = prove(claim)
        controls = vacuity.gather(claim, found)
        again = decide(claim, found, controls)
        for what in ("verdict", "given", "printed_proof"):
            if entry[what] != (list(again.given) if what == "given" else getattr(again, what)):
                return f"the {what} of {entry['id']}"
        if "smt" in entry and (what := _otherwise(entry, claim, found, controls, made)):
            return f"the row of {what} beside {entry['id']}"
    return ""


def _otherwise(
    entry: Json,
    claim: Claim,
    found: Mapping[str, Evidence],
    controls: Controls,
    made: list[Any],
) -> str:
    """The first row of mpmath, sympy or z3 that comes out otherwise when it is computed again.

    Rows of instances are looked at where all instances could be made again as they were.
    """
    same = [row.inputs for row in made] == [item["inputs"] for item in entry["instances"]]
    with kept_rows.computed():
        fresh = beside(claim, found, controls)
        fresh["numeric"] += _numeric(claim, made if same else [], True)
    for what, by in (("numeric", "mpmath"), ("symbolic", "sympy"), ("smt", "z3")):
        before = [row for row in entry[what] if same or row.get("kind") != "instance"]
        said = [{k: v for k, v in row.items() if k != "kept"} for row in before]
        for one, other in zip_longest(said, fresh[what]):
            if not kept_rows.alike(one, other):
                return f"{by} for {(one or other)['of']}"
    return ""


def _shown(explorers: list[Json]) -> list[Any]:
    """The numbers beside the curves, with how they ended."""
    rows = (row for item in explorers for place in item["places"] for row in place["rows"])
    return [[row["error"], row["bound"], row["verdict"]] for row in rows]


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("netproof")
    except PackageNotFoundError:
        return "0.1.0 (not installed)"


def environment() -> dict[str, str]:
    """The versions that stand behind the evidence of this run."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    found = {"python": platform.python_version()}
    for name in (
        "python-flint",
        "mpmath",
        "sympy",
        "numpy",
        "scipy",
        "z3-solver",
        "cvc5",
        "typst",
        "torch",
    ):
        try:
            found[name] = installed(name)
        except PackageNotFoundError:
            continue
    return found


def _line(line: Line, decision: Decision, definitions: Sequence[Definition]) -> Json:
    ended = decision.lines[line.id]
    notes = [part.rstrip(".") + "." for part in (line.why, _reading_note(line.reading)) if part]
    return {
        "id": line.id,
        "printed": line.printed,
        "verdict": {"holds": "proved", "open": "open"}.get(ended, "refuted"),
        "status": "gap" if ended == "open" else ended,
        "why": " ".join(notes),
        "evidence": [o.id for o in line.obligations] + [a.id for a in line.attempts],
        "repair": line.repair,
        **({"stated": stated(line, definitions)} if ended != "holds" else {}),
    }


def stated(line: Line, definitions: Sequence[Definition]) -> list[Json]:
    """The hypotheses and conclusions that stand for a line, as in a reading, each once."""
    found: dict[str, Json] = {}
    for sequent in (item.statement for item in (line.attempts or line.obligations)):
        parts = [(["text", "if "], given) for given in sequent["given"]]
        for first, part in (*parts, (None, sequent["show"])):
            boxes = formula(sequent, part, definitions)
            if first:
                boxes[0] = ["row", first, boxes[0]]
            row = _formal(boxes)
            found.setdefault(row["formal"], row)
    return list(found.values())


def _reading_note(reading: str) -> str:
    return f"Reading: {reading}." if reading else ""


def _readings(claim: Claim) -> list[Json]:
    """What each statement is about, then each printed phrase beside what stands for it there."""
    rows: list[Json] = []
    for of, sequent, read in _read(claim):
        about = notation.about(sequent)
        if read and about:
            rows.append({"printed": "", **_formal([about]), "note": "", "of": of})
        rows += [_reading(sequent, of, r, claim.source.definitions) for r in read]
    return rows


def _read(claim: Claim) -> Iterator[tuple[str, Json, list[Reading]]]:
    """Each statement that stands for the claim, and its readings."""
    sequents: dict[str, Json] = {o.id: o.statement for o in claim.obligations}
    sequents |= {a.id: a.statement for a in claim.attempts}
    for of, sequent in sequents.items():
        read = [r for r in claim.readings if (r.obligation or next(iter(sequents))) == of]
        yield of, sequent, read


def _definitions(claim: Claim, found: Mapping[str, Evidence]) -> list[Json]:
    """The definitions by whose names the statements of the claim's entry are printed."""
    known = claim.source.definitions
    if not known:
        return []
    statements = [item.statement for item in found.values()]
    for _, sequent, read in _read(claim):
        parts = (_at(sequent, reading.formal) for reading in read)
        statements += [{**sequent, "given": [], "show": part} for part in parts]
    for attempt in (*claim.attempts, *(a for line in claim.lines for a in line.attempts)):
        statements += _data(attempt)
    used = {d.id for statement in statements for d in notation.used(statement, known)}
    return definition_entries([d for d in known if d.id in used], known)


def _data(attempt: Attempt) -> Iterator[Json]:
    """The functions of a refutation, each as a statement that it is 0: what is shown of them."""
    for parameters, body in attempt.witness.functions.values():
        names = dict.fromkeys(parameters, "real")
        yield {"vars": names, "functions": {}, "given": [], "show": ["=", body, "0"]}


def _at(sequent: Json, path: Sequence[Any]) -> Any:
    found: Any = sequent
    for key in path:
        found = found[key]
    return found


def definition_entries(asked: Sequence[Definition], known: Sequence[Definition]) -> list[Json]:
    """Definitions as a record has them, and those that they are made of, in order."""
    entries: dict[str, Json] = {}
    todo = list(asked)
    while todo:
        definition = todo.pop()
        boxes, needed = notation.entry(definition, known)
        entries[definition.id] = {
            "id": definition.id,
            "words": sorted(definition.words),
            **_formal(boxes),
            "says": definition.says,
            "source": definition.source,
        }
        todo += [d for d in known for other in needed
                 if d.id == other.name and d.id not in entries]  # fmt: skip
    return [entries[d.id] for d in known if d.id in entries]


def _reading(sequent: Json, of: str, reading: Reading, definitions: Sequence[Definition]) -> Json:
    """The printed phrase beside the formal object, rendered from the statement that is checked.

    What is a hypothesis there, or a premise in the conclusion, begins with ``if``.  Where names of
    definitions stand in it, it is there without them as well.
    """
    found: Any = sequent
    given = reading.formal[:1] == ("given",)
    try:
        for key in reading.formal:
            given |= key == 1 and found[0] == "implies"
            found = found[key]
        named = formula(sequent, found, definitions)
        plain = formula(sequent, found)
    except (LookupError, TypeError, Reject):
        raise ValueError(
            f"{of}: a reading points to {reading.formal}, where no formula is"
        ) from None
    for boxes in (named, plain) if given else ():
        boxes[0] = ["row", ["text", "if "], boxes[0]]
    row = {"printed": reading.printed, **_formal(named), "note": reading.note, "of": of}
    if named == plain:
        return row
    part = {**sequent, "given": [], "show": found}
    uses = [definition.id for definition in notation.used(part, definitions)]
    return row | {"unfolded": _formal(plain), "uses": uses}


def _formal(boxes: list[notation.Box]) -> Json:
    """The formula as text, and as what a report typesets."""
    return {"formal": notation.lines(boxes), "boxes": boxes}


def formula(sequent: Json, data: Any, definitions: Sequence[Definition] = ()) -> list[notation.Box]:
    """A formula of a sequent as people read it; Reject where the kernel reads none."""
    read_formula(data, sequent["vars"], sequent["functions"])
    return notation.formula(sequent, data, definitions)


def _evidence(
    item: Evidence,
    name: str,
    files: Files,
    file: str = "",
    definitions: Sequence[Definition] = (),
    written: str = "",
) -> Json:
    plain = notation.sequent(item.statement).lines()
    named = (
        notation.sequent(item.statement, definitions=definitions).lines() if definitions else plain
    )
    return {
        "id": name,
        "says": item.says,
        "statement": named,
        **({} if named == plain else {"unfolded": plain}),
        **({"written": written} if written else {}),
        "method": item.method,
        "level": _level(item) if item.outcome == "holds" else None,
        "scope": item.scope if item.outcome == "holds" else None,
        "outcome": item.outcome,
        "certificate": _certificate(item, file or name, files),
        "seconds": round(item.seconds, 4),
        "reason": item.reason,
    }


def _level(item: Evidence) -> str:
    """The level of evidence, by who accepted its certificate."""
    return VERIFIED if item.proved and checkers.accepted_first(item.digest()) else item.level


def _name_checker(entry: Json) -> None:
    """Of a claim with certificates that the kernel was not asked about: who accepted them."""
    listed = [item["certificate"] for item in entry["evidence"]]
    listed += [row["certificate"] for group in entry["vacuity"] for row in group["rows"]]
    accepted = [c for c in listed if c is not None and "checker" in c]
    if accepted:
        from proofs import verified

        entry["checker"] = {
            "name": accepted[0]["checker"],
            "sources": verified.digest(),
            "theorem": verified.THEOREM,
            "accepted": len(accepted),
            "certificates": len([c for c in listed if c is not None]),
        }
        entry["level"] = VERIFIED if entry["level"] == "kernel" else entry["level"]


def _certificate(item: Evidence, stem: str, files: Files) -> Json | None:
    if item.certificate is None:
        return None
    return _listed(f"certificates/{stem}.json", item.certificate, item.digest(), files)


def _listed(file: str, data: bytes, digest: str, files: Files) -> Json:
    files[file] = data
    by = checkers.accepted_first(digest)
    named = {"checker": by} if by else {}
    return {"file": file, "sha256": digest, "bytes": len(data), **named}


def _controls(name: str, rows: list[Row], files: Files) -> Json:
    """What was tried on an obligation to see whether it says something."""
    return {"obligation": name, "rows": [_control(name, row, files) for row in rows]}


def _used(row: Row) -> set[str]:
    return {*row.statement["vars"], *row.statement["functions"]}


def _control(name: str, row: Row, files: Files) -> Json:
    certificate = None
    if row.certificate is not None:
        file = f"certificates/{name}.{row.kind}{row.index}.json"
        certificate = _listed(file, row.certificate, row.digest(), files)
    return {
        "kind": row.kind,
        "changed": _changed(row),
        "outcome": row.outcome,
        "data": "" if row.witness is None else data_text(row.witness, _used(row)),
        "certificate": certificate,
    }


def _changed(row: Row) -> str:
    return "" if row.changed is None else notation.lines(formula(row.statement, row.changed))


def _instance(claim: Claim, number: int, row: Any, evidence: list[Json], files: Files) -> Json:
    names = []
    for name, item in _named(claim, number, row):
        # the digest in the name keeps the files of runs with other settings apart
        evidence.append(_evidence(item, name, files, f"{name}.{item.digest()[:12]}"))
        names.append(name)
    first = evidence[-len(row.evidence)]["certificate"] if row.evidence else None
    cost = row.network.cost()
    return {
        "inputs": row.inputs,
        "version": getattr(row, "version", "printed"),
        "units": row.units,
        "width": row.width,
        "bound": str(row.bound),
        "sup_error": _ends(row),
        "verdict": row.verdict,
        "level": row.level if row.verdict != "open" else None,
        "cost": {key: cost[key] for key in ("width", "depth", "parameters", "largest_weight")},
        "certificate": first,
        "evidence": names,
        "plot": row.plot or None,
    }
