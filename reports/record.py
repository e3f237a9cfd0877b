"""The record of a run: the one thing the renderers read.

The record is a JSON object.  The classes below *are* its specification: :func:`validate`
walks their annotations, so that what is documented is what is checked.  Two kinds of text
occur in it, and they never mix:

* :data:`Markup` is Typst markup with ``$math$``, written by the author of a claim;
* ``str`` is plain text, possibly typed by a user (a function, a file name).  Renderers show
  it character by character and never interpret it.

Numbers that matter are exact and travel as strings (``"1/22"``).  Floats occur in plots only.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from types import UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from reports import boxes
from reports.files import write_text

SCHEMA = 2
MAX_BYTES = 256 * 1024 * 1024
MAX_PIXELS = 1 << 20

Markup = str

Verdict = Literal[
    "proved",
    "conditional",
    "certified",
    "supported",
    "refuted",
    "vacuous",
    "ill-formed",
    "open",
]
Level = Literal["kernel", "verified", "enclosure", "solvers", "symbolic", "numeric", "sampled"]
CheckerName = Literal["verified", "verified-gmp"]
Scope = Literal["all", "instance", "samples"]
PrintedProof = Literal["checked", "gap", "broken", "none"]
Kind = Literal["theorem", "proof-step", "definition", "data", "numeric"]


class RecordError(ValueError):
    """The record is not what this version can render; the message is one line."""


class Source(TypedDict):
    paper: str
    title: str
    authors: str
    place: str
    equations: str


class Certificate(TypedDict):
    """A certificate file, relative to the folder of the record.

    The kernel has accepted it or, where ``checker`` says so, the checker that Coq proved alone.
    """

    file: str
    sha256: str
    bytes: int
    checker: NotRequired[CheckerName]


class Checker(TypedDict):
    """The checker that Coq proved, of which certificates of a claim were decided by it alone.

    ``sources``: a digest of what it was built from; ``accepted``: how many of the claim's
    ``certificates`` it accepted.  The kernel was not asked about these, and accepted the others.
    With the name ``verified-gmp`` the program computed with GMP, which is believed.
    """

    name: CheckerName
    sources: str
    theorem: str
    accepted: int
    certificates: int


class ProofDetail(TypedDict):
    """The first step of the printed proof that does not go through, and why."""

    step: str
    why: Markup


class Formal(TypedDict):
    """What is said formally, on lines, and laid out (:mod:`reports.boxes`)."""

    formal: str
    boxes: list[object]


class Reading(TypedDict):
    """One printed phrase beside the formal term that stands for it.

    ``of`` is the statement in which the term stands, ``ends`` what came of that; ``boxes`` is
    what ``formal`` says, laid out (:mod:`reports.boxes`).  With names of definitions in it,
    ``unfolded`` says the same without them, and ``uses`` are their ids.
    """

    printed: Markup
    formal: str
    boxes: NotRequired[list[object]]
    unfolded: NotRequired[Formal]
    uses: NotRequired[list[str]]
    note: Markup
    of: NotRequired[str]
    ends: NotRequired[Literal["proved", "refuted", "vacuous", "supported", "open"]]


class Definition(TypedDict):
    """A name that the statements of a claim are printed with, and what it stands for.

    ``words`` are those that stand for it wherever they are printed; not every name has one.
    """

    id: str
    words: NotRequired[list[str]]
    formal: str
    boxes: list[object]
    says: Markup
    source: Markup


class Evidence(TypedDict):
    """One obligation as it was checked; ``statement`` is rendered from the checked object.

    With names of definitions in it, ``unfolded`` is the same without them; ``written`` is its
    proof, where that is written as text.
    """

    id: str
    says: Markup
    statement: str
    unfolded: NotRequired[str]
    written: NotRequired[str]
    method: str
    level: Level | None
    scope: Scope | None
    outcome: Literal["holds", "fails", "declined"]
    certificate: Certificate | None
    seconds: float
    reason: str


class ProofStep(TypedDict):
    """A line of the printed proof; where it does not hold, ``stated`` is what it was read as."""

    id: str
    printed: Markup
    verdict: Verdict
    status: Literal["holds", "fails", "gap"]
    why: Markup
    evidence: list[str]
    repair: Markup
    stated: NotRequired[list[Formal]]


class Control(TypedDict):
    """A hypothesis dropped or a constant tightened: ``says`` what, ``outcome`` what came of it."""

    says: Markup
    outcome: str
    evidence: str


class VacuityRow(TypedDict):
    """One control of an obligation.

    ``satisfiable``: do its hypotheses hold somewhere (``hold``, with the data, ``contradictory``
    or ``undecided``)?  ``dropped``: without the hypothesis ``changed``, and ``tightened``: with the
    conclusion ``changed``, is it ``refuted`` by data, still ``provable``, or ``undecided``?
    """

    kind: Literal["satisfiable", "dropped", "tightened"]
    changed: str
    outcome: Literal["hold", "contradictory", "refuted", "provable", "undecided"]
    data: str
    certificate: Certificate | None


class Vacuity(TypedDict):
    """The controls of one obligation."""

    obligation: str
    rows: list[VacuityRow]


class Typing(TypedDict):
    """One reading of a statement and why it does not type (empty where it does)."""

    id: str
    says: Markup
    reason: str


class Refutation(TypedDict):
    """Why it fails, in the words of whoever stated it, and the data, from the certificate."""

    says: Markup
    evidence: str
    data: NotRequired[str]


class Formula(TypedDict):
    """A formula as text, and laid out (:mod:`reports.boxes`); empty where it is too long."""

    text: str
    boxes: list[object]


class WorkedSide(TypedDict):
    """A side of a comparison: as it stands, with the data in place, and its value.

    The value is a rational, or a decimal that ends in dots, of which all digits are certain; of a
    sum of few rationals, these are its ``summands``.  What is too long as it stands is ``named``:
    with names for what occurs in it again, and an equation for each of these.
    """

    printed: Formula
    put: Formula
    value: str
    summands: NotRequired[list[str]]
    named: NotRequired[Formula]


class Met(TypedDict):
    """A premise that holds at data of its own beside those of the refutation, with both values."""

    data: list[Formula]
    printed: Formula
    relation: str
    values: list[str]


class Worked(TypedDict):
    """A refutation, ``of`` a piece of evidence, worked out.

    At ``data`` either the two ``sides`` are not in the ``relation`` that the statement says they
    are in, or, where no such comparison is found, the ``negation`` is what the kernel accepts.

    Where it says something of every number, the comparison is one at an example.  The last of the
    data are then ``bound`` in the negation: ``every`` such number does, of which one is followed,
    or it is ``named`` by the certificate.  ``met`` are premises that hold there; ``chain`` is what
    the proof that the kernel accepts notes on its way, of every such number.
    """

    of: str
    data: list[Formula]
    relation: str
    sides: list[WorkedSide]
    negation: Formula
    bound: NotRequired[list[Literal["every", "named"]]]
    met: NotRequired[list[Met]]
    chain: NotRequired[list[Formula]]


class SupError(TypedDict):
    """Either ``exact`` or both ``lo`` and ``hi``; never a float."""

    exact: NotRequired[str]
    lo: NotRequired[str]
    hi: NotRequired[str]


class Cost(TypedDict):
    width: int
    depth: int
    parameters: int
    largest_weight: str


class Plot(TypedDict):
    """Samples of f, G and |f - G| in increasing x.

    A jump is a repeated abscissa: two entries are the limits from the left and from the
    right; with three, the middle one is the value at the point.  ``null`` is a gap.
    """

    x: list[float]
    f: list[float | None]
    G: list[float | None]
    error: list[float | None]
    bound: float


class Instance(TypedDict):
    inputs: dict[str, str | int | float | bool]
    version: Literal["printed", "repaired"]
    units: int | None
    width: int | None
    bound: str
    sup_error: SupError | None
    verdict: Verdict
    level: Level | None
    cost: Cost | None
    certificate: Certificate | None
    plot: Plot | None


class Table(TypedDict):
    """A table that the claim computes: one text for each column in every row."""

    title: Markup
    head: list[Markup]
    rows: list[list[Markup]]


class BothSides(TypedDict):
    """A comparison at exact data, both sides to fifty digits, ``digits`` of which agree ``by``."""

    relation: str
    left: str
    right: str
    digits: int | None
    by: str
    data: str


class NumericRow(TypedDict):
    """A statement evaluated by mpmath with fifty digits, beside the evidence for it.

    ``known`` points are data that the kernel has accepted, ``moved`` ones meet the hypotheses as
    far as these can be judged, at ``seeming`` ones none is seen to fail.  At these the statement
    ``holds``, is ``seen`` to hold (a quantifier of it was followed at some values alone, or sides
    are equal to fifty digits), ``fails`` or is ``untold``.  Of ``comparisons``, ``enclosed`` were
    held against the kernel or balls, and all agree to ``digits`` digits.  ``reason``: why nothing
    was evaluated.  ``kept``: the packages of an earlier time by which the row was computed, from
    the same by the same code.
    """

    of: str
    kind: Literal["obligation", "refutation", "instance"]
    known: int
    moved: int
    seeming: int
    holds: int
    seen: NotRequired[int]
    fails: int
    untold: int
    comparisons: int
    enclosed: int
    digits: int | None
    shown: list[BothSides]
    reason: str
    kept: NotRequired[str]


class SymbolicRow(TypedDict):
    """What sympy sees of the equations of an obligation; ``says``: why of some it sees nothing.

    ``identities`` are so in general, ``at_lengths`` more at small values of integers, ``at``.
    """

    of: str
    outcome: Literal["identity", "not decided", "no identity in it"]
    equations: int
    identities: int
    at_lengths: NotRequired[int]
    at: NotRequired[list[str]]
    says: str
    kept: NotRequired[str]


class SmtRow(TypedDict):
    """What z3 says of a negated obligation within fixed work.

    ``outside``: SMT-LIB cannot say it, and ``says`` names what; ``at`` are small values of integers
    at which it can, and no model is found.  Of ``sat`` it says what the model is worth.
    """

    of: str
    outcome: Literal["unsat", "sat", "unknown", "outside"]
    says: str
    at: NotRequired[list[str]]
    kept: NotRequired[str]


class Has(TypedDict):
    """What a theorem has beside its evidence or, where it is not ``made``, why there is none."""

    made: bool
    says: str


Role = Literal["target", "net", "bound", "other", "second", "dots"]


class Series(TypedDict):
    """A named curve through points; ``null`` is a gap.  The role says which line it gets."""

    name: str
    role: Role
    x: list[float]
    y: list[float | None]


class Slide(TypedDict):
    """What a slider shows at one of its places: its value, a line of text, the curves."""

    label: str
    says: str
    series: list[Series]


class Curves(TypedDict):
    """Curves against named axes, shown on ``range`` = [x0, x1, y0, y1] and cut off there.

    ``slider`` is the name of what the slider moves, or empty; then ``frames`` is.  ``chosen`` is
    the place at which it begins.
    """

    x: str
    y: str
    log: Literal["none", "x", "both"]
    range: list[float]
    slider: str
    chosen: int
    fixed: list[Series]
    frames: list[Slide]


class Mark(TypedDict):
    x: float
    y: float
    label: str


class Plane(TypedDict):
    """A function of a complex variable on a grid of pixels, from the upper left, row by row.

    ``argument`` and ``modulus`` hold a byte for each pixel, in base64: arg/(2 pi) in 256 parts,
    and log2 |f| from -reach to reach.
    """

    name: str
    range: list[float]
    columns: int
    rows: int
    argument: str
    modulus: str
    reach: float
    marks: list[Mark]


class Picture(TypedDict):
    """What a claim shows; no evidence.  Either curves or a plane."""

    title: Markup
    says: Markup
    curves: Curves | None
    plane: Plane | None


class Certain(TypedDict):
    """A number that is certified: exact or between two ends, with what shows it.

    ``says``: of what, plain; empty where nothing needs to be said.  ``bound`` is what it is held
    against.
    """

    says: str
    units: int | None
    bound: str | None
    error: SupError
    verdict: Verdict
    level: Level | None
    certificates: list[Certificate]


class Place(TypedDict):
    """One place of the sliders of an explorer: sampled curves, and certified ``rows``."""

    at: list[int]
    says: str
    curves: list[Series]
    below: list[Series]
    rows: list[Certain]


class Slider(TypedDict):
    name: str
    labels: list[str]


class Explorer(TypedDict):
    """A family of instances on sliders; ``places`` has each combination of their labels once.

    ``range`` = [x0, x1, y0, y1] is that of the curves; where ``most`` > 0, those of ``below``
    are shown in a second panel, from 0 to ``most``, named ``under``.  ``error`` is what the
    certified numbers are of.
    """

    title: Markup
    says: Markup
    error: str
    x: str
    y: str
    range: list[float]
    under: str
    most: float
    sliders: list[Slider]
    chosen: list[int]
    fixed: list[Series]
    places: list[Place]


class Related(TypedDict):
    id: str
    verdict: Verdict
    given: NotRequired[list[Markup]]


class Sweep(TypedDict):
    """A table of ``verify sweep``; with ``level`` "enclosure", lo and hi hold on all of [0, 1]."""

    columns: list[str]
    rows: list[list[str | int | float | bool | None]]
    engine: str
    level: NotRequired[Level]


class Claim(TypedDict):
    """One claim.

    ``of`` is the claim that it was run with, itself or the one that it is a companion of;
    ``inputs`` a digest of what it was decided from, ``seal`` that of everything else here.
    """

    id: str
    of: str
    inputs: str
    seal: str
    kind: Kind
    title: str
    source: Source
    statement: Markup
    differs: NotRequired[Markup]
    not_claimed: list[Markup]
    verdict: Verdict
    given: NotRequired[list[Markup]]
    level: Level | None
    checker: NotRequired[Checker]
    scope: Scope | None
    printed_proof: PrintedProof
    printed_proof_detail: ProofDetail | None
    reading: list[Reading]
    definitions: NotRequired[list[Definition]]
    notes: list[Markup]
    assumes: list[Markup]
    evidence: list[Evidence]
    proof_steps: list[ProofStep]
    controls: list[Control]
    vacuity: NotRequired[list[Vacuity]]
    numeric: NotRequired[list[NumericRow]]
    symbolic: NotRequired[list[SymbolicRow]]
    smt: NotRequired[list[SmtRow]]
    constructor: NotRequired[Has]
    sweepable: NotRequired[Has]
    measured_in: NotRequired[list[str]]
    tables: NotRequired[list[Table]]
    pictures: NotRequired[list[Picture]]
    explorers: NotRequired[list[Explorer]]
    because: NotRequired[str]
    typings: NotRequired[list[Typing]]
    worked: NotRequired[list[Worked]]
    refutation: Refutation | None
    instances: list[Instance]
    repaired: list[Related]
    sharpened: list[Related]
    cites: list[str]
    sweep: Sweep | None


class Record(TypedDict):
    schema: int
    netproof: str
    command: str
    environment: dict[str, str]
    claims: list[Claim]


def load(path: str | Path) -> Record:
    """Read and validate a record.

    Raises :class:`RecordError` (one line, naming the place) for anything that is not a valid
    record, and :class:`OSError` if the file cannot be read.
    """
    path = Path(path)
    record = validate(_parsed(_text(path), path.name))
    for number, claim in enumerate(record["claims"]):
        if not is_sealed(claim):
            why = "it is not as it was written; run it again"
            raise RecordError(f"claims[{number}]: {_short(claim['id'])}: {why}")
    return record


def load_claims(
    path: str | Path, of: str = "", papers: Collection[str] = ()
) -> tuple[Record, list[str]]:
    """The claims of a record that are as they were written, and the ids of those that are not.

    With ``of``, only those that were run with that claim, with ``papers`` those that were run with
    a claim of these; the others are not even read.  What the record says of itself is validated,
    the claims are not (:func:`validate`).

    Raises:
        RecordError, OSError: as :func:`load`.
    """
    path = Path(path)
    text = _text(path)
    head, opened, rest = text.partition(CLAIMS)
    lines = rest.removesuffix(END).split(",\n") if opened and rest.endswith(END) else []
    if not opened or "\n" in head or not all(line.startswith('{"id":') for line in lines if line):
        raw = _parsed(text, path.name)  # JSON, but not as it is written here
        claims = raw.get("claims") if isinstance(raw, dict) else None
        claims = claims if isinstance(claims, list) else []
    else:
        raw = _parsed(head + CLAIMS.rstrip() + "]}", path.name)
        places = [f'"of": {json.dumps(name, ensure_ascii=False)}, ' for name in [of] if of]
        places += [f'"of": "{paper}.' for paper in papers]
        wanted = (
            line
            for line in lines
            if line and (not places or any(place in line[:400] for place in places))
        )
        claims = [_parsed(line, path.name) for line in wanted]
    record = validate(raw | {"claims": []} if isinstance(raw, dict) else raw)
    named = [c for c in claims if isinstance(c, dict) and isinstance(c.get("id"), str)]
    named = [claim for claim in named if not of or claim.get("of") == of]
    if papers:
        named = [claim for claim in named if str(claim.get("of")).partition(".")[0] in papers]
    found = [(claim, is_sealed(claim)) for claim in named]
    record["claims"] = [cast(Claim, claim) for claim, whole in found if whole]
    return record, [claim["id"] for claim, whole in found if not whole]


def seal(claim: Mapping[str, Any]) -> str:
    """SHA-256 of the claim without its seal, as JSON with sorted keys.

    It shows that a claim was edited; whoever computes it anew can seal what they like.
    """
    rest = {name: value for name, value in claim.items() if name != "seal"}
    text = json.dumps(rest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(record: Record) -> Record:
    """The record with every claim sealed as it is."""
    for claim in record["claims"]:
        claim["seal"] = seal(claim)
    return record


def is_sealed(claim: Mapping[str, Any]) -> bool:
    return claim.get("seal") == seal(claim)


def listed_files(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The certificates of these claims, by file, with their digests."""
    return {
        certificate["file"]: certificate["sha256"]
        for claim in claims
        for _, certificate in _certificates(cast(Claim, claim))
    }


def _text(path: Path) -> str:
    if path.stat().st_size > MAX_BYTES:
        raise RecordError(f"{path.name}: larger than {MAX_BYTES} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path.name}: not UTF-8 text") from None


def _parsed(text: str, name: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{name}: not JSON ({error.msg} at {place})") from None
    except RecursionError:
        raise RecordError(f"{name}: nested too deeply") from None


#: between what a record says of itself, on its first line, and the claims, a line for each
CLAIMS, END = '"claims": [\n', "\n]}\n"
FIRST = ("id", "of", "inputs", "seal", "verdict", "given", "title")


def dump(record: Record, path: str | Path) -> Path:
    """Validate the record and write it as JSON, in one piece or not at all.

    What the record says of itself stands on the first line, each claim on one of its own.
    """
    validate(record)
    head = {name: value for name, value in record.items() if name != "claims"}
    start = json.dumps(head, ensure_ascii=False)[:-1] + ", "
    lines = [
        json.dumps({n: c[n] for n in FIRST if n in c} | c, ensure_ascii=False)
        for c in cast(list[dict[str, Any]], record["claims"])
    ]
    return write_text(Path(path), start + CLAIMS + ",\n".join(lines) + END)


def validate(raw: object) -> Record:
    """Return ``raw`` as a :class:`Record`, or raise :class:`RecordError`."""
    if not isinstance(raw, dict):
        raise RecordError("record: an object was expected")
    if raw.get("schema") != SCHEMA or isinstance(raw.get("schema"), bool):
        found = _short(raw.get("schema"))
        raise RecordError(f"schema: this version reads schema {SCHEMA}, found {found}")
    _check(raw, Record, "record")
    record = cast(Record, raw)
    for number, claim in enumerate(record["claims"]):
        _check_claim(claim, f"claims[{number}]")
    _unique([claim["id"] for claim in record["claims"]], "claims")
    # Ids become file names, and two names that differ in case alone are one file on some disks.
    _unique([claim["id"].lower() for claim in record["claims"]], "claims (ignoring case)")
    return record


# --- what annotations cannot say -----------------------------------------------------------

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
_SHA = re.compile(r"[0-9a-f]{64}")


def _check_claim(claim: Claim, at: str) -> None:
    if not _ID.fullmatch(claim["id"]) or claim["id"].lower() == "index":
        raise RecordError(f"{at}.id: not an id: {_short(claim['id'])}")
    known = [item["id"] for item in claim["evidence"]]
    _unique(known, f"{at}.evidence")
    for place, name in _references(claim):
        # An empty reference says "no evidence"; a dangling one would promise what is not there.
        if name and name not in known:
            raise RecordError(f"{at}.{place}: no evidence has the id {_short(name)}")
    for place, certificate in _certificates(claim):
        name = certificate["file"]
        if (
            not name
            or "\0" in name
            or "\\" in name
            or name.startswith("/")
            or (".." in name.split("/") or ":" in name.split("/")[0])
        ):
            raise RecordError(f"{at}.{place}.file: not a relative path: {_short(name)}")
        if not _SHA.fullmatch(certificate["sha256"]):
            raise RecordError(f"{at}.{place}.sha256: not a SHA-256 in lower-case hex")
    for number, reading in enumerate(claim["reading"]):
        plain = reading["unfolded"]["boxes"] if "unfolded" in reading else []
        for box in (*reading.get("boxes", []), *plain):
            if why := boxes.fault(box):
                raise RecordError(f"{at}.reading[{number}].boxes: {why}")
    for number, step in enumerate(claim["proof_steps"]):
        for stated in step.get("stated", []):
            for box in stated["boxes"]:
                if why := boxes.fault(box):
                    raise RecordError(f"{at}.proof_steps[{number}]: {why}")
    for number, worked in enumerate(claim.get("worked", [])):
        sides = [item for side in worked["sides"] for item in (side["printed"], side["put"])]
        sides += [*worked.get("chain", []), *(s["named"] for s in worked["sides"] if "named" in s)]
        for met in worked.get("met", []):
            sides += [*met["data"], met["printed"]]
            if len(met["values"]) != 2:
                raise RecordError(f"{at}.worked[{number}]: a comparison has two sides")
        if len(worked.get("bound", [])) > len(worked["data"]):
            raise RecordError(f"{at}.worked[{number}]: more is bound than there are data")
        for formula in (*worked["data"], worked["negation"], *sides):
            for box in formula["boxes"]:
                if why := boxes.fault(box):
                    raise RecordError(f"{at}.worked[{number}]: {why}")
        if len(worked["sides"]) not in (0, 2):
            raise RecordError(f"{at}.worked[{number}]: a comparison has two sides")
    for number, definition in enumerate(claim.get("definitions", [])):
        if not definition["boxes"]:
            raise RecordError(f"{at}.definitions[{number}].boxes: none")
        for box in definition["boxes"]:
            if why := boxes.fault(box):
                raise RecordError(f"{at}.definitions[{number}].boxes: {why}")
    for number, instance in enumerate(claim["instances"]):
        _check_instance(instance, f"{at}.instances[{number}]")
    for number, table in enumerate(claim.get("tables", [])):
        if any(len(row) != len(table["head"]) for row in table["rows"]):
            raise RecordError(f"{at}.tables[{number}]: not one text per column")
    for number, picture in enumerate(claim.get("pictures", [])):
        _check_picture(picture, f"{at}.pictures[{number}]")
    for number, explorer in enumerate(claim.get("explorers", [])):
        _check_explorer(explorer, f"{at}.explorers[{number}]")
    sweep = claim["sweep"]
    for number, row in enumerate(sweep["rows"] if sweep else []):
        if sweep is not None and len(row) != len(sweep["columns"]):
            raise RecordError(f"{at}.sweep.rows[{number}]: not one value per column")


def _check_picture(picture: Picture, at: str) -> None:
    curves, plane = picture["curves"], picture["plane"]
    if (curves is None) == (plane is None):
        raise RecordError(f"{at}: either curves or a plane")
    shown = curves["range"] if curves is not None else plane["range"] if plane is not None else []
    if len(shown) != 4 or not (shown[0] < shown[1] and shown[2] < shown[3]):
        raise RecordError(f"{at}: a range is x0 < x1, y0 < y1")
    if curves is not None:
        logs = {"none": [], "x": shown[:1], "both": [shown[0], shown[2]]}[curves["log"]]
        if any(low <= 0 for low in logs):
            raise RecordError(f"{at}: a logarithmic axis begins above 0")
        if bool(curves["slider"]) != bool(curves["frames"]):
            raise RecordError(f"{at}: a slider has frames, and frames have a slider")
        if curves["frames"] and not 0 <= curves["chosen"] < len(curves["frames"]):
            raise RecordError(f"{at}: no frame has the number {curves['chosen']}")
        if len({len(frame["series"]) for frame in curves["frames"]}) > 1:
            raise RecordError(f"{at}: not the same curves in every frame")
        for series in (*curves["fixed"], *(s for f in curves["frames"] for s in f["series"])):
            if len(series["x"]) != len(series["y"]):
                raise RecordError(f"{at}: not one y for each x in {_short(series['name'])}")
    if plane is not None:
        pixels = plane["columns"] * plane["rows"]
        if not (0 < plane["columns"] and 0 < plane["rows"] and pixels <= MAX_PIXELS):
            raise RecordError(f"{at}: a plane has from 1 to {MAX_PIXELS} pixels")
        if plane["reach"] <= 0:
            raise RecordError(f"{at}: the reach of log2 |f| is > 0")
        for name in ("argument", "modulus"):
            if _size_of(plane[name]) != pixels:
                raise RecordError(f"{at}.{name}: not a byte in base64 for each pixel")


def _check_explorer(explorer: Explorer, at: str) -> None:
    shown, most = explorer["range"], explorer["most"]
    if len(shown) != 4 or not (shown[0] < shown[1] and shown[2] < shown[3]) or most < 0:
        raise RecordError(f"{at}: a range is x0 < x1, y0 < y1")
    sizes = [len(slider["labels"]) for slider in explorer["sliders"]]
    every = [tuple(place["at"]) for place in explorer["places"]]
    if not sizes or sorted(every) != sorted(product(*map(range, sizes))):
        raise RecordError(f"{at}: not one place for each combination of the sliders")
    if tuple(explorer["chosen"]) not in every:
        raise RecordError(f"{at}: no place is {explorer['chosen']}")
    shapes = {(len(place["curves"]), len(place["below"])) for place in explorer["places"]}
    if len(shapes) > 1:
        raise RecordError(f"{at}: not the same curves at every place")
    panels = [(*place["curves"], *place["below"]) for place in explorer["places"]]
    for series in (*explorer["fixed"], *chain.from_iterable(panels)):
        if len(series["x"]) != len(series["y"]):
            raise RecordError(f"{at}: not one y for each x in {_short(series['name'])}")
    for place in explorer["places"]:
        for row in place["rows"]:
            if set(row["error"]) not in ({"exact"}, {"lo", "hi"}):
                raise RecordError(f'{at}: either "exact" or "lo" and "hi"')


def _size_of(text: str) -> int:
    """The number of bytes that the text is in base64, -1 if it is not base64."""
    try:
        return len(base64.b64decode(text, validate=True))
    except ValueError:
        return -1


def _check_instance(instance: Instance, at: str) -> None:
    error = instance["sup_error"]
    if error is not None and set(error) not in ({"exact"}, {"lo", "hi"}):
        raise RecordError(f'{at}.sup_error: either "exact" or "lo" and "hi"')
    plot = instance["plot"]
    if plot is None:
        return
    lengths = {len(plot["x"]), len(plot["f"]), len(plot["G"]), len(plot["error"])}
    if len(lengths) != 1:
        raise RecordError(f"{at}.plot: x, f, G and error differ in length")
    if any(a > b for a, b in zip(plot["x"], plot["x"][1:], strict=False)):
        raise RecordError(f"{at}.plot.x: not in increasing order")


def _references(claim: Claim) -> Iterator[tuple[str, str]]:
    for number, step in enumerate(claim["proof_steps"]):
        for name in step["evidence"]:
            yield f"proof_steps[{number}].evidence", name
    for number, control in enumerate(claim["controls"]):
        yield f"controls[{number}].evidence", control["evidence"]
    for number, item in enumerate(claim.get("vacuity", [])):
        yield f"vacuity[{number}].obligation", item["obligation"]
    for number, worked in enumerate(claim.get("worked", [])):
        yield f"worked[{number}].of", worked["of"]
    if claim["refutation"]:
        yield "refutation.evidence", claim["refutation"]["evidence"]


def _certificates(claim: Claim) -> Iterator[tuple[str, Certificate]]:
    for number, item in enumerate(claim["evidence"]):
        if item["certificate"]:
            yield f"evidence[{number}].certificate", item["certificate"]
    for number, group in enumerate(claim.get("vacuity", [])):
        for place, row in enumerate(group["rows"]):
            if row["certificate"]:
                yield f"vacuity[{number}].rows[{place}].certificate", row["certificate"]
    for number, instance in enumerate(claim["instances"]):
        if instance["certificate"]:
            yield f"instances[{number}].certificate", instance["certificate"]
    for number, explorer in enumerate(claim.get("explorers", [])):
        for k, shown in enumerate(explorer["places"]):
            for told in shown["rows"]:
                for certificate in told["certificates"]:
                    yield f"explorers[{number}].places[{k}].certificates", certificate


def _unique(names: list[str], at: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise RecordError(f"{at}: the id {_short(name)} occurs twice")
        seen.add(name)


# --- annotations as a checker --------------------------------------------------------------


def _check(value: object, kind: Any, at: str) -> None:
    origin = get_origin(kind)
    if origin is NotRequired:
        _check(value, get_args(kind)[0], at)
    elif is_typeddict(kind):
        _check_object(value, kind, at)
    elif origin is Literal:
        if not isinstance(value, str) or value not in get_args(kind):
            raise RecordError(f"{at}: {_short(value)} is none of {', '.join(get_args(kind))}")
    elif origin in (Union, UnionType):
        _check_union(value, get_args(kind), at)
    elif origin is list:
        if not isinstance(value, list):
            raise RecordError(f"{at}: a list was expected, found {_short(value)}")
        for number, item in enumerate(value):
            _check(item, get_args(kind)[0], f"{at}[{number}]")
    elif origin is dict:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise RecordError(f"{at}: an object was expected, found {_short(value)}")
        for key, item in value.items():
            _check(item, get_args(kind)[1], f"{at}.{key}")
    elif not _is_scalar(value, kind):
        name = "null" if kind is type(None) else kind.__name__
        raise RecordError(f"{at}: {name} was expected, found {_short(value)}")


def _check_object(value: object, kind: Any, at: str) -> None:
    if not isinstance(value, dict):
        raise RecordError(f"{at}: an object was expected, found {_short(value)}")
    # Unknown keys are allowed: a newer writer of the same schema may say more.
    prefix = "" if at == "record" else f"{at}."
    for name, hint in _hints(kind).items():
        if name in value:
            _check(value[name], hint, f"{prefix}{name}")
        elif get_origin(hint) is not NotRequired:
            raise RecordError(f"{prefix}{name}: missing")


def _check_union(value: object, kinds: tuple[Any, ...], at: str) -> None:
    if value is None and type(None) in kinds:
        return
    others = [kind for kind in kinds if kind is not type(None)]
    if len(others) == 1:
        _check(value, others[0], at)
    elif not any(_is_scalar(value, kind) for kind in others):
        names = ", ".join(kind.__name__ for kind in others)
        raise RecordError(f"{at}: one of {names} was expected, found {_short(value)}")


def _is_scalar(value: object, kind: Any) -> bool:
    """JSON's booleans are not its numbers, and an integer may stand where a float may."""
    if kind is float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and math.isfinite(cast(float, value))
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is str:
        # Half a surrogate pair is a string for JSON and for no renderer.
        return isinstance(value, str) and not _SURROGATE.search(value)
    return isinstance(value, kind)


_SURROGATE = re.compile("[\ud800-\udfff]")
_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(kind: Any) -> dict[str, Any]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind, include_extras=True)
    return _HINTS[kind]


def _no_constant(name: str) -> None:
    raise RecordError(f"record: {name} is not a number that JSON has")


def _short(value: object) -> str:
    """At most 40 characters, on one line, nothing a terminal would obey."""
    text = json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= 40 else text[:37] + "..."
