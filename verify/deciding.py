"""``verify decide``: a statement that nobody has seen, from its text to a page of the report.

A statement is read (:mod:`proofs.language`), attacked and proved side by side
(:mod:`proofs.search.conclude`), and becomes a claim with what was found: its verdict is computed as
that of every claim, from certificates that the kernel reads again.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from constructions.terms import FALSE, Formula, formula_json
from proofs import notation
from proofs.claims import Attempt, Claim, Obligation, Reading, Source, Witness
from proofs.decide import refutable
from proofs.evidence import dumps
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.language.document import Document, Item, closed, read_document
from proofs.language.text import EULER, Statement, TextError, read, typed
from proofs.refute import data_text, written
from proofs.search.conclude import LATE, SECONDS, TO_MEET, Answer, Tried, conclude
from proofs.search.domains import Nowhere
from proofs.search.lemmas import Lemma, assuming, discharged, fitted
from proofs.trees.script import Json
from reports.files import write_text
from verify import plain_text
from verify.runs import families, record_of, with_tables

PAPER = "mine"
MEETING = 3.0  # seconds in which closed terms that meet hypotheses are looked for
Say = Callable[[Tried], None]


@dataclass(frozen=True)
class Decided:
    """What came of a statement: the claim's entry in the record, its files, and what was tried.

    ``word`` is the verdict; ``sides`` are, of a refuted inequality, the values of both sides.
    ``whole`` is the statement as typed where what was decided is written otherwise: ``A or B or C``
    by fewer of its parts, or with what a side needs to be defined beside it.
    """

    item: Item
    claim: Claim
    answer: Answer
    entry: Mapping[str, Any]
    family: Any
    whole: Json | None = None

    @property
    def word(self) -> str:
        return str(self.entry["verdict"])

    @property
    def name(self) -> str:
        """NAME of the claim ``mine.NAME``."""
        return self.claim.id.removeprefix(f"{PAPER}.")

    @property
    def certificates(self) -> list[str]:
        """The files of certificates that the verdict rests on, as the record names them."""
        listed = (item["certificate"] for item in self.entry["evidence"])
        return [item["file"] for item in listed if item is not None]

    @property
    def data(self) -> str:
        """The exact data against a refuted statement, ``x = 1/2``; empty of any other."""
        return _data(self.answer)

    @property
    def sides(self) -> tuple[str, str] | None:
        hit = self.answer.hit
        if hit is None or self.answer.nowhere is not None:
            return None
        return sides_at(self.answer.statement, hit.witness, hit.part)

    def __str__(self) -> str:
        return "\n".join(told(self))

    def __repr__(self) -> str:
        return f"<{self.claim.id}: {self.word}>"

    def _repr_html_(self) -> str:
        """The statement, typeset, and what came of it; a notebook shows this."""
        from html import escape

        from verify.statements import html

        more = "".join(f"<div>{escape(line)}</div>" for line in self._says())
        word = f"<div><b>{escape(self._word())}</b></div>"
        return f"<div>{html(self.answer.statement)}{word}{more}</div>"

    def _repr_latex_(self) -> str:
        from verify.statements import latex

        return latex(self.answer.statement)

    def _word(self) -> str:
        from reports import tables

        word = tables.word(self.entry)  # type: ignore[arg-type]
        given = "; ".join(tables.plain(part) for part in self.entry["given"])
        return f"{tables.MARKS[word]} {word}{' ' + given if given else ''}"

    def _says(self) -> list[str]:
        """The data against it, or what is undefined or was tried, where it is open."""
        if self.answer.nowhere is not None and self.answer.hit is not None:
            return [_undefined_at(self.answer), COUNTS]
        if self.answer.hit is not None:
            return [self.data or "as it stands", *(self.sides or ())]
        if self.word in ("proved", "conditional", "vacuous"):
            return []
        return [f"{t.what}: {t.outcome}" for t in self.answer.tried]

    @property
    def statement(self) -> Any:
        """The statement in hand (:class:`verify.statements.Statement`)."""
        from verify.statements import Statement

        return Statement(self.answer.statement)

    def counterexample(self) -> Any:
        """The data against it (:class:`verify.statements.Counterexample`), or None.

        Refuted statements have some, and no others.
        """
        from verify.statements import counterexample

        hit = self.answer.hit
        if hit is None or self.word != "refuted":
            return None
        return counterexample(self.answer.statement, hit.witness, hit.part, hit.certificate)

    def to_sympy(self) -> Any:
        """As :meth:`verify.statements.Statement.to_sympy`."""
        return self.statement.to_sympy()

    def lambdify(self) -> Any:
        """As :meth:`verify.statements.Statement.lambdify`."""
        return self.statement.array_function()

    def at(self, digits: int = 50, **data: Any) -> Any:
        """As :meth:`verify.statements.Statement.at`."""
        return self.statement.at(digits, **data)

    def plot(self, points: int = 401, **fixed: Any) -> Any:
        """As :meth:`verify.statements.Statement.plot`."""
        return self.statement.plot(points, **fixed)

    def z3(self) -> Any:
        """As :meth:`verify.statements.Statement.z3`."""
        return self.statement.z3()


def decide(
    statement: str | Any,
    *,
    name: str = "",
    seconds: float = SECONDS,
    say: Say = lambda tried: None,
) -> Decided:
    """Decide one statement: proved, refuted, vacuous, conditional, supported or open.

    ``statement`` is typed text (``"for all x: real; x >= 0 |- tanh(x) <= x"``), a formula of
    :mod:`constructions.terms`, a sequent (:func:`proofs.trees.script.statement`) or a relation of
    sympy.  ``seconds`` is about how long proofs and data are looked for.

    Raises:
        TextError: the statement cannot be read (a ``ValueError``).
        ValueError: it is none, or the kernel does not read it.
    """
    item = Item("theorem", name or "theorem", "", *_read(statement))
    return _decided(
        item, name or _name(item.statement), Document("", (), (item,)), [], seconds, say
    )


def decide_document(
    source: str,
    *,
    stem: str = "file",
    seconds: float = SECONDS,
    say: Say = lambda tried: None,
    kept: Path | None = None,
    steps: Path | None = None,
) -> Iterator[Decided]:
    """Decide what a file says, one after the other; lemmas that are proved serve what follows.

    ``kept`` is a folder of certificates of an earlier run: what one of them proves is not searched
    for again.  ``steps`` is a file of what was found for single steps of written proofs, which is
    read and written.

    Raises:
        TextError: the text cannot be read.
    """
    document = read_document(source)
    lemmas: list[Lemma] = []
    cited: dict[str, Lemma] = {}
    found = _steps_of(steps)
    for item in document.items:
        name = f"{stem}.{item.name}"
        answer = _from_kept(item.statement.sequent, name, kept) if kept is not None else None
        if answer is None and item.steps:
            before = set(found)
            answer = _by_steps(item, document, cited, source, seconds, found)
            say(answer.tried[0])
            if steps is not None and set(found) != before:
                write_text(steps, json.dumps(found))
            if answer.proof is None:
                answer = _answered(item.statement.sequent, (), seconds, say, answer.tried)
        elif answer is not None:
            say(answer.tried[0])
        if answer is not None:
            decided = _of_answer(item, name, document, answer)
        else:
            decided = _decided(item, name, document, lemmas, seconds, say)
        if decided.answer.proof is not None:
            formula = closed(decided.item.statement)
            lemma = Lemma(formula, json.loads(decided.answer.proof))
            cited[item.name] = lemma
            if item.kind == "lemma" and formula is not None:
                lemmas.append(lemma)
        yield decided


WRITTEN = "the written proof"
AGAINST, NOTHING = "data against it", "no proof found"


def _went_through(answer: Answer) -> bool:
    """Whether the certificate was found from the written proof."""
    return any(tried.what == WRITTEN and tried.outcome == "accepted" for tried in answer.tried)


def _steps_of(path: Path | None) -> dict[str, Json]:
    """What was found for steps before; nothing, where that cannot be read."""
    try:
        found = {} if path is None else json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _by_steps(
    item: Item,
    document: Document,
    cited: Mapping[str, Lemma],
    source: str,
    seconds: float,
    found: dict[str, Json],
) -> Answer:
    """The answer that the steps below a statement give."""
    from proofs.language.elaboration import Elaborator, StepError
    from proofs.language.library import lemmas
    from proofs.search.data import satisfying

    definitions = {made.name: made for made in document.definitions}
    known = {**lemmas(), **cited}
    sequent, start = item.statement.sequent, time.monotonic()
    outcome, proof = "accepted", None
    try:
        steps = Elaborator(source, definitions, known, seconds=min(seconds, 60.0), kept=found)
        proof = dumps({"statement": sequent, "proof": steps.proof(sequent, item.steps)})
        result = check(proof)
        if not result.accepted:
            outcome, proof = f"the kernel refuses it: {result.code} {result.why}", None
    except StepError as error:
        outcome = error.shown()
    except Reject as error:
        raise ValueError(f"{item.name}: the kernel does not read this statement: {error}") from None
    met = next((found.witness for found in satisfying(sequent, TO_MEET)), None)
    seconds = time.monotonic() - start
    return Answer(sequent, proof, None, met, (Tried(WRITTEN, outcome, seconds),), seconds)


def decide_best(
    text: str,
    constant: str,
    *,
    name: str = "",
    seconds: float = SECONDS,
    say: Say = lambda tried: None,
) -> tuple[Any, list[Decided]]:
    """The best value of a variable of a typed statement, and the claims that show it.

    The statement at the value that is proved, with a companion that no better one will do; where
    that was not proved, also the statement at the value that is refuted.

    Raises:
        TextError: the statement cannot be read.
        ValueError: it has no such variable, or no best value of it.
    """
    from verify.sharpening import best, with_value

    statement, words = _read(text)
    name = name or _name(statement)
    found = best(statement, constant, seconds, lambda line: say(Tried(line, "", 0.0)))
    made: list[Decided] = []
    for q, suffix in ((found.proved, ""), (found.refuted, "-refuted")):
        if q is None or (suffix and found.sharp is not None):
            continue
        there = with_value(statement, constant, q)
        item = Item("theorem", name + suffix, "", there, f"{words}, for {constant} = {q}")
        sharp = found.sharp if not suffix else None
        alone = Document("", (), (item,))
        made.append(_of_answer(item, item.name, alone, found.answers[q], sharp))
    return found, made


def _read(statement: Any) -> tuple[Statement, str]:
    if isinstance(statement, str):
        return read(statement), typed(statement)
    if isinstance(statement, Mapping):
        sequent = dict(statement)
    elif isinstance(statement, Formula):
        sequent = _free(formula_json(statement))
    else:
        from constructions.interop.sympy_statements import sequent_of

        sequent = sequent_of(statement)
    words = [""] * (len(sequent["given"]) + 1)
    text = " ".join(notation.sequent(sequent).lines().split())
    return Statement(sequent, tuple(words), ()), text


def read_any(statement: Any) -> Statement:
    """What :func:`decide` reads; raises as it does."""
    return _read(statement)[0]


def _free(formula: Json) -> Json:
    """The sequent of a formula, for all real values of what is free in it."""
    bound: set[str] = set()
    names: dict[str, str] = {}
    functions: dict[str, int] = {}

    def walk(node: Any, inner: frozenset[str]) -> None:
        if isinstance(node, str):
            if node[0].isalpha() and node not in inner:
                names.setdefault(node, "real")
            return
        if not isinstance(node, list):
            return
        op, *parts = node
        if op == "app":
            functions[parts[0]] = len(parts) - 1
            parts = parts[1:]
        elif op == "lipschitz":
            functions[parts[0]] = 1
            parts = parts[1:]
        elif op in ("all", "some"):
            bound.add(parts[0])
            walk(parts[2], inner | {parts[0]})
            return
        elif op == "sum":
            bound.add(parts[0])
            for part in parts[1:3]:
                walk(part, inner)
            walk(parts[3], inner | {parts[0]})
            return
        elif op == "^":
            parts = parts[:1]
        for part in parts:
            walk(part, inner)

    walk(formula, frozenset())
    if both := bound & set(names):
        raise ValueError(f"{sorted(both)[0]} is both free and bound")
    return {"vars": names, "functions": functions, "given": [], "show": formula}


def _name(statement: Statement) -> str:
    text = json.dumps(statement.sequent, sort_keys=True)
    return "s" + hashlib.sha256(text.encode()).hexdigest()[:8]


def _decided(
    item: Item,
    name: str,
    document: Document,
    lemmas: Sequence[Lemma],
    seconds: float,
    say: Say,
) -> Decided:
    try:
        answer = _answered(item.statement.sequent, lemmas, seconds, say)
    except Reject as error:
        raise ValueError(f"{item.name}: the kernel does not read this statement: {error}") from None
    decided = _of_answer(item, name, document, answer)
    if decided.word == "vacuous":
        return _by_fewer(decided, name, document, lemmas, seconds, say) or decided
    return decided


def _by_fewer(
    decided: Decided,
    name: str,
    document: Document,
    lemmas: Sequence[Lemma],
    seconds: float,
    say: Say,
) -> Decided | None:
    """``A or B or C`` by fewer of its parts, where these are proved and say something.

    To the kernel "if not A" is a hypothesis of it, which nothing meets where A holds anyway.  Only
    what was typed with "or" and without a condition is looked at: one that cannot hold is no part
    to be left out.
    """
    from proofs.search.disjunctions import parts

    item = decided.item
    words = set(re.findall(r"\w+|[^\w\s]+", item.statement.printed[-1]))
    found = parts(item.statement.sequent["show"])
    if len(found) < 2 or not words & {"or", "∨"} or words & {"=>", "⇒", "if", "not", "¬", "~"}:
        return None
    for left_out in range(len(found)):
        *first, show = found[:left_out] + found[left_out + 1 :]
        for part in reversed(first):
            show = ["implies", ["implies", part, list(FALSE)], show]
        statement = replace(item.statement, sequent={**item.statement.sequent, "show": show})
        fewer = _decided(
            replace(item, statement=statement), name, document, lemmas, seconds / len(found), say
        )
        if fewer.word == "vacuous":  # true still, and leaving out more of it was tried
            return None
        if fewer.word == "proved":
            claim = fewer.claim
            note = f"More was decided, by fewer of its parts: {_raw(_then(fewer.answer.statement))}"
            readings = (*claim.readings[:-1], replace(claim.readings[-1], note=note))
            claim = replace(claim, readings=readings)
            (family,) = (family for _, family in families([claim], {}, aside=False))
            whole = item.statement.sequent
            return replace(fewer, claim=claim, entry=family.entries[0], family=family, whole=whole)
    return None


def _then(sequent: Json) -> str:
    """The conclusion of a statement in one line, with what its names stand for."""
    whole = notation.sequent(sequent)
    lines = [line.strip() for line in replace(whole, about=None, given=()).lines().splitlines()]
    return " ".join(lines)


def _of_answer(
    item: Item, name: str, document: Document, answer: Answer, sharp: Answer | None = None
) -> Decided:
    """The claim of a statement with what was found for it, decided."""
    if answer.nowhere is not None and answer.hit is None and answer.proof is None:
        return _beside(item, name, document, answer, answer.nowhere)
    claim = claim_of(item, f"{PAPER}.{name}", document, answer)
    if sharp is not None:
        claim = replace(claim, sharpened=(_sharpened(claim, sharp),))
    (family,) = (family for _, family in families([claim], {}, aside=False))
    return Decided(item, claim, answer, family.entries[0], family)


def _beside(item: Item, name: str, document: Document, answer: Answer, nowhere: Nowhere) -> Decided:
    """The claim of a statement that is false as a side of it is undefined.

    What is refuted is the same statement with what that side needs written beside it.
    """
    wider = replace(item.statement, sequent=nowhere.statement)
    answer = replace(answer, statement=nowhere.statement, hit=nowhere.hit)
    claim = claim_of(replace(item, statement=wider), f"{PAPER}.{name}", document, answer)
    note = f"What a side needs to be defined is written beside it: {_raw(_needed(answer))}"
    readings = (*claim.readings[:-1], replace(claim.readings[-1], note=note))
    claim = replace(claim, readings=readings)
    (family,) = (family for _, family in families([claim], {}, aside=False))
    whole = item.statement.sequent
    return Decided(item, claim, answer, family.entries[0], family, whole)


def _needed(answer: Answer) -> str:
    """What is written beside a statement so that a side of it is defined."""
    return notation.lines(notation.formula(answer.statement, answer.statement["show"][1]))


def _undefined_at(answer: Answer) -> str:
    """Where a side is undefined, and what it needs; empty of any other answer."""
    if answer.nowhere is None or answer.hit is None:
        return ""
    where = f"at {_data(answer)} " if _data(answer) else ""
    side = notation.term(answer.statement, answer.nowhere.side)
    return f"{where}the side {side} is undefined, for it needs {_needed(answer)}"


def _from_kept(sequent: Json, name: str, folder: Path) -> Answer | None:
    """The answer that a kept certificate gives: the kernel accepts it, for this very statement."""
    from proofs.search.data import satisfying

    try:
        data = (folder / f"{PAPER}.{name}.statement.json").read_bytes()
        if not check(data).accepted or json.loads(data)["statement"] != sequent:
            return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    met = next((found.witness for found in satisfying(sequent, TO_MEET)), None)
    return Answer(sequent, data, None, met, (Tried("a kept certificate", "accepted", 0.0),), 0.0)


def with_companions(decided: Decided, sharp: Sequence[Answer]) -> Decided:
    """The claim again, with what says that it cannot be made sharper as companions of it."""
    if not sharp:
        return decided
    numbers = ("", *map(str, range(2, len(sharp) + 1)))
    more = tuple(_sharpened(decided.claim, s, n) for s, n in zip(sharp, numbers, strict=True))
    claim = replace(decided.claim, sharpened=(*decided.claim.sharpened, *more))
    (family,) = (family for _, family in families([claim], {}, aside=False))
    return replace(decided, claim=claim, entry=family.entries[0], family=family)


def _answered(
    sequent: Json, lemmas: Sequence[Lemma], seconds: float, say: Say, before: tuple[Tried, ...] = ()
) -> Answer:
    """An answer to the statement; with lemmas, where there is none without them.

    ``before`` was tried before.
    """
    from verify.sharpening import ready

    ready()
    if not lemmas:
        answer = conclude(sequent, seconds, say)
        return replace(answer, tried=(*before, *answer.tried))
    answer = conclude(sequent, seconds / 2, say)
    if answer.proof is not None or answer.hit is not None or answer.nowhere is not None:
        return answer
    lemmas = [fitted(lemma, sequent) for lemma in lemmas]
    richer = conclude(assuming(sequent, lemmas), seconds / 2, say)
    proof = None
    if richer.proof is not None:
        told_again = discharged(sequent, json.loads(richer.proof)["proof"], lemmas)
        data = dumps({"statement": sequent, "proof": told_again}) if told_again else b""
        proof = data if told_again and check(data).accepted else None
    tried = (*answer.tried, *richer.tried)
    return Answer(sequent, proof, None, answer.met, tried, answer.seconds + richer.seconds)


def claim_of(item: Item, claim_id: str, document: Document, answer: Answer) -> Claim:
    """The statement as a claim, with what was found for it."""
    statement, says = item.statement, _raw(item.text)
    asked = Obligation(
        f"{claim_id}.statement",
        says,
        statement.sequent,
        made=answer.proof,
        failed="" if answer.proof else _told_tried(answer.tried),
        searched=0.0 if answer.proof else answer.seconds,
        written=item.proof if _went_through(answer) else "",
    )
    attempts: tuple[Attempt, ...] = ()
    if answer.hit is not None:
        hit = answer.hit
        attempts = (
            Attempt(
                f"{claim_id}.against",
                _raw(_against(answer)),
                statement.sequent,
                hit.witness,
                part=hit.part,
                made=hit.certificate,
            ),
        )
    met = () if answer.hit is not None else _meeting(f"{claim_id}.data", statement.sequent, answer)
    return Claim(
        id=claim_id,
        kind="theorem",
        title=_short(item.words or item.text),
        source=Source(PAPER, document.title or "Statements of your own", "", item.name, ""),
        statement=says,
        readings=tuple(_readings(statement)),
        obligations=() if answer.hit is not None else (asked,),
        attempts=attempts,
        satisfiable=met,
        notes=tuple(
            f"{_raw(name)} was not declared and is taken to be {_taken(sort)}"
            for name, sort in statement.assumed
        )
        + ((SUMMANDS,) if partial_sums(statement.sequent) else ()),
    )


def _meeting(name: str, sequent: Json, answer: Answer) -> tuple[Attempt, ...]:
    """Data that meet the hypotheses, of which there are some; closed terms where need be."""
    from proofs.decide import chains
    from proofs.search import at_data
    from proofs.search import data as exact
    from proofs.search.closed_terms import meeting
    from proofs.search.disjunctions import flat
    from proofs.search.geometric import with_powers, with_recursions

    about = "data that meet the hypotheses"
    if sequent["show"][0] == "implies":  # A or B: data at which A is denied
        known = next((hit.witness for hit in exact.satisfying(flat(sequent), TO_MEET)), None)
        attempt = None if known is None else Attempt(name, about, sequent, known)
        made = None if attempt is None else at_data.met(attempt)
        if attempt is not None and made is not None:
            return (replace(attempt, made=made),)
    if not sequent["given"]:
        return ()
    if answer.met is not None:
        return (Attempt(name, about, sequent, answer.met),)
    found = meeting(sequent, MEETING)
    chain = next(iter(chains(sequent)), sequent)  # with premises of the conclusion
    for made_of in (with_powers, with_recursions):
        if found is None:
            hits = made_of(chain, lambda inner: exact.satisfying(inner, 20_000))
            found = next((hit.witness for hit in hits), None)
    if found is None:
        return ()
    attempt = Attempt(name, about, sequent, found)
    return (replace(attempt, made=at_data.met(attempt)),)


def _sharpened(claim: Claim, sharp: Answer, number: str = "") -> Claim:
    """That no better constant will do, as a companion of the claim."""
    says = _raw(" ".join(notation.sequent(sharp.statement).lines().split()))
    return Claim(
        id=f"{claim.id}.sharpened{number}",
        kind="theorem",
        title=f"No better constant: {claim.title}",
        source=claim.source,
        statement=says,
        readings=(
            Reading("`it holds for this constant`", ("given", 0)),
            Reading("`the constant is no better`", ("show",)),
        ),
        obligations=(
            Obligation(f"{claim.id}.no_better{number}", says, sharp.statement, made=sharp.proof),
        ),
        satisfiable=(),
    )


SUMMANDS = "a summand that has no value, such as 1/0, counts as 0"


def partial_sums(part: Any) -> bool:
    """Whether a sum has quotients, roots or logarithms in its summands that may be undefined."""
    if isinstance(part, Mapping):
        return any(map(partial_sums, [*part["given"], part["show"]]))
    if not isinstance(part, list):
        return False
    return (part[0] == "sum" and _partial(part[4], part[1], part[2])) or any(
        map(partial_sums, part)
    )


def _partial(term: Any, index: str, low: Any) -> bool:
    if not isinstance(term, list):
        return False
    if term[0] in ("sqrt", "log"):
        return True
    if term[0] == "/":
        below = term[2][1] if term[2][0] == "^" else term[2]
        begun = isinstance(low, str) and not low[0].isalpha() and Fraction(low) > 0
        if isinstance(below, list) or (below[0].isalpha() and not (begun and below == index)):
            return True
        if below == "0":
            return True
    return any(_partial(inner, index, low) for inner in term[1:])


def _taken(sort: str) -> str:
    """What a name that was not declared is taken to be."""
    if sort == EULER:
        return f"{EULER}, exp(1)"
    if sort.startswith("function of "):
        count = int(sort.removeprefix("function of "))
        return f"any function of {'one number' if count == 1 else f'{count} numbers'}"
    return {"real": "any real number", "int": "any integer"}[sort]


def _readings(statement: Statement) -> Iterator[Reading]:
    """Each typed part beside the formula that stands for it."""
    *given, last = statement.printed
    words = ""
    for i, part in enumerate(given):
        words = part or words
        said = part or (words and "the same") or f"hypothesis {i + 1}"
        yield Reading(_raw(said), ("given", i))
    yield Reading(_raw(last or "the conclusion"), ("show",))


def _raw(text: str) -> str:
    """Text as Typst markup that means nothing but itself."""
    inner = text.replace("`", "'")
    return f"`{inner}`" if inner.strip() else ""


def _short(text: str, room: int = 100) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def _told_tried(tried: Sequence[Tried]) -> str:
    return "; ".join(f"{t.what}: {t.outcome}" for t in tried) or "nothing was tried"


# --- what is said --------------------------------------------------------------------------------


def _against(answer: Answer) -> str:
    """``at N = 2, x = 1/2 the left side is 1/4 and the right side 1/8``."""
    hit = answer.hit
    if hit is None:
        return ""
    if answer.nowhere is not None:
        return _undefined_at(answer)
    shown = _data(answer)
    at = f"at {shown}" if shown else "as it stands"
    sides = sides_at(answer.statement, hit.witness, hit.part)
    return f"{at}: {sides[0]} and {sides[1]}" if sides else f"{at} it fails"


def undefined(statement: Json) -> list[str]:
    """Where a conclusion has no value although the hypotheses hold: there it counts as false."""
    from proofs.search.domains import undefined_sides

    found = next(undefined_sides(statement), None)
    if found is None:
        return []
    at = data_text(found[0].witness, {*statement["vars"], *statement["functions"]})
    where = f"at {at} " if at else ""
    return [f"{where}the side {notation.term(statement, found[1])} is undefined, and {COUNTS}"]


COUNTS = "a relation with an undefined side is false: add a hypothesis"


def _data(answer: Answer) -> str:
    """The exact data against the statement, as people read them."""
    if answer.hit is None:
        return ""
    used = {*answer.statement["vars"], *answer.statement["functions"]}
    return data_text(answer.hit.witness, used)


def sides_at(statement: Json, witness: Witness, part: int) -> tuple[str, str] | None:
    """Both sides of the relation that fails at the data, exact or about (12 digits)."""
    from proofs.search.data import Point, Undefined, _OutOfWork, value

    failing = refutable(statement["show"])[part]
    while failing[0] == "implies":
        failing = failing[2]
    if failing[0] not in ("<=", "<", "=", "!="):
        return None
    try:
        values = {name: value(written(q), Point({}, {})) for name, q in witness.values.items()}
        point = Point(values, dict(witness.functions))
        found = [value(side, point) for side in failing[1:]]
    except (Undefined, ValueError, KeyError, OverflowError, _OutOfWork):
        return None
    names = [notation.term(statement, side) for side in failing[1:]]
    left, right = (_valued(name, q) for name, q in zip(names, found, strict=True))
    return left, right


def _valued(name: str, q: Any) -> str:
    """``name = 1/4`` where the value is exact and short, ``name ≈ 0.3678794412`` elsewhere."""
    if isinstance(q, Fraction) and len(str(q)) <= 24:
        return f"{name} = {q}" if name.replace("−", "-") != str(q) else name
    return f"{name} ≈ {float(q):.12g}"


LONGEST, TENTH = 4, 0.05
"""So many ways to a proof are named with their seconds, where these are more than 0.0."""
NEXT = (
    "what you can do: look longer (--minutes 2); put a step that you would write on paper above it "
    "as a lemma, in a file (verify new); or write its proof in steps (docs/proofs.md)"
)


def looked(tried: Sequence[Tried]) -> list[str]:
    """What was tried, in a few lines: data, what took longest, what had no time, what broke."""
    against = [t for t in tried if t.what == AGAINST]
    ways = [t for t in tried if t.what not in (AGAINST, WRITTEN)]
    lines = [f"data against it: {t.outcome} ({t.seconds:.1f} s)" for t in against]
    over = [t for t in ways if t.outcome == NOTHING]
    if over:
        ranked = sorted(over, key=lambda t: -t.seconds)
        named = [f"{t.what} ({t.seconds:.1f} s)" for t in ranked[:LONGEST] if t.seconds >= TENTH]
        count = "1 way" if len(over) == 1 else f"{len(over)} ways"
        rest = f", the longest {', '.join(named)}" if named else ""
        lines.append(f"a proof: none found in {count}{rest}")
    late = [t for t in ways if t.outcome == LATE]
    if late:
        ranked = sorted(late, key=lambda t: -t.seconds)
        named = [f"{t.what} ({t.seconds:.1f} s)" for t in ranked[:LONGEST] if t.seconds >= TENTH]
        left = len(late) - len(named)
        more = [f"{left} more"] if left and named else [f"{left} ways"] if left else []
        lines.append(f"out of time: {', '.join([*named, *more])}")
    broken = [t for t in ways if t.outcome not in (NOTHING, LATE)]
    return [*lines, *(f"{t.what}: {t.outcome}" for t in broken)]


def told(decided: Decided, out: Path | None = None) -> list[str]:
    """The answer for a terminal, a line each."""
    from reports import tables

    entry, answer = decided.entry, decided.answer
    lines = notation.sequent(decided.whole or answer.statement).lines().splitlines()
    kinds: dict[str, list[str]] = {}
    for name, sort in decided.item.statement.assumed:
        kinds.setdefault(_taken(sort), []).append(name)
    for taken, names in kinds.items():
        were = "was" if len(names) == 1 else "were"
        lines.append(f"  ({', '.join(names)} {were} not declared: {taken})")
    if partial_sums(answer.statement):
        lines.append(f"  ({SUMMANDS})")
    word = tables.word(entry)  # type: ignore[arg-type]
    given = "; ".join(tables.plain(part) for part in entry.get("given", []))
    lines.append(f"{tables.MARKS[word]} {word}{' ' + given if given else ''}")
    if decided.whole is not None and answer.nowhere is None:
        lines.append(f"  by fewer of its parts: {_then(answer.statement)}")
    if answer.nowhere is not None and answer.hit is not None:
        lines += [f"  {_undefined_at(answer)}", f"  {COUNTS}"]
    elif answer.hit is not None:
        lines.append(f"  at {_data(answer)}" if _data(answer) else "  as it stands")
        sides = decided.sides
        lines += [f"  {side}" for side in sides or ()]
        lines.append(f"  found by {answer.hit.source}")
    elif decided.word == "vacuous":
        lines.append("  the hypotheses contradict each other, or it is true by its form alone")
        if answer.statement["show"][0] in ("and", "implies"):
            lines.append("  (of A or B, or if A then B, also where one part can be left out)")
    elif decided.word not in ("proved", "conditional"):
        lines += [f"  {line}" for line in looked(answer.tried)]
        if entry["evidence"] and entry["evidence"][0]["reason"]:
            lines.append(f"  {entry['evidence'][0]['reason'].rpartition('; ')[2]}")
        lines += [f"  {line}" for line in undefined(answer.statement)]
        lines.append(f"  {NEXT}")
    shown = [part for line in lines for part in plain_text.wrapped(line)]
    failed = next((t for t in answer.tried if t.what == WRITTEN and t.outcome != "accepted"), None)
    if failed is not None:
        shown += [f"  {WRITTEN} does not go through:", *failed.outcome.splitlines()]
    if out is not None:
        shown += [f"  {out / name}" for name in decided.certificates]
    return shown


def told_best(found: Any) -> str:
    """One line on the best constant: exact, between two values, or one side."""
    name, word = found.name, "least" if found.least else "largest"
    if found.proved is None and found.refuted is None:
        return f"{name}: nothing was decided for any value"
    if found.proved is None or found.refuted is None:
        q, ended = (found.refuted, "refuted") if found.proved is None else (found.proved, "proved")
        return f"{name}: {ended} at {q} and wherever else it was decided"
    if found.sharp is not None:
        return f"the {word} {name} is {found.proved}: it is enough, and needed"
    near = f"{float(found.refuted):.9g}"
    return f"{name}: proved at {found.proved}, refuted at {found.refuted} (about {near})"


def hypotheses(
    decided: Decided, seconds: float, weaken: bool, say: Say = lambda tried: None
) -> tuple[list[Decided], list[str], list[dict[str, Any]]]:
    """What comes of the statement without each hypothesis, or with a weaker one in its place.

    The claims that show it, the decided one first; a line for each hypothesis; and, of weaker ones,
    an entry for each (:func:`verify.weakening.recorded`).
    """
    from verify import weakening
    from verify.sharpening import dropped

    if decided.answer.proof is None or decided.word == "vacuous":
        why = "not proved" if decided.answer.proof is None else "vacuous"
        return [decided], [f"  it is {why}: nothing is said of its hypotheses"], []
    statement = decided.item.statement
    if weaken:
        found = []
        for one in weakening.weakened(statement, seconds, lambda line: say(Tried(line, "", 0.0))):
            found.append(one)
        made, entries = weakening.recorded(decided, found)
        lines = [line for entry in entries for line in plain_text.wrapped(f"  {entry['says']}")]
        return made, lines, entries
    made, lines = [decided], []
    for left in dropped(statement, seconds):
        if left.word != "open":
            name = f"{decided.name}-without{left.index + 1}"
            made.append(weakening.claim(name, statement, left.index, None, left.answer))
        at = f": without it the statement fails at {_data(left.answer)}" if left.answer.hit else ""
        if left.word == "open":
            nowhere = undefined(left.answer.statement)
            nothing = "no proof without it and no data against that were found"
            at = f": {nowhere[0].partition(', and a relation')[0] if nowhere else nothing}"
        given = decided.answer.statement["given"][left.index]
        shown = notation.lines(notation.formula(decided.answer.statement, given))
        lines += plain_text.wrapped(f"  {shown}: {left.word}{at}")
    return made, lines, []


def recorded(
    found: Sequence[Decided],
    out: Path,
    command: str,
    note: Callable[[str], None] = lambda text: None,
    *,
    stems: Sequence[str] = (),
) -> dict[str, Any]:
    """The record of these statements, which is put into the record of the folder too.

    ``note`` is told what left that record, as it was decided by other code.  What the record had
    of the files ``stems`` leaves it: a file is decided as a whole.

    Raises:
        OSError: the folder cannot be written.
    """
    from verify import folder

    ended = [decided.family for decided in found]
    record = record_of(with_tables(ended), command)
    files = [(family.entries, family.files) for family in ended]
    merged = folder.add(out, record, files, tuple(f"{PAPER}.{stem}." for stem in stems))
    for line in merged.left:
        note(line)
    return record


__all__ = ["Decided", "TextError", "decide", "decide_document"]
