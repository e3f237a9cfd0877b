"""Claims: one statement of a paper, what stands for it formally, and what is tried on it.

Everything here is data.  What comes of it (evidence, statuses, verdicts) is computed by
:mod:`proofs.verdicts`; nothing in a claim says how it ends.
Texts are Typst markup unless a docstring says plain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from constructions.terms import plain_json
from proofs import notation
from proofs.decide import chains
from proofs.definitions import Definition
from proofs.trees.script import Json, Node, auto, sequent

if TYPE_CHECKING:
    from proofs.explorers import Explorer

KINDS = ("theorem", "proof-step", "definition", "data", "numeric")


@dataclass(frozen=True)
class Source:
    """Where a claim is printed, and the definitions by whose names its statements are."""

    paper: str
    title: str
    authors: str
    place: str
    equations: str
    definitions: tuple[Definition, ...] = field(default=(), repr=False, compare=False)

    @property
    def printed(self) -> dict[str, str]:
        """What a record has of it."""
        return {
            "paper": self.paper,
            "title": self.title,
            "authors": self.authors,
            "place": self.place,
            "equations": self.equations,
        }


@dataclass(frozen=True)
class Obligation:
    """A sequent to be proved for all its variables and functions.

    ``statement`` is in the kernel's language, or text as in docs/decide.md; ``script`` builds the
    proof, or is its text as in docs/proofs.md (default: a leaf).
    ``data``, if given, are data at which its hypotheses hold, the first chain of them.  A claim
    that ran elsewhere has what its script led to: a certificate, or why there is none.  After
    ``searched`` seconds without a proof no other search is made; solvers are still asked.
    ``written`` is the text of the proof, where it is written as one (docs/proofs.md).
    """

    id: str
    says: str
    statement: Json
    script: Any = auto
    data: Callable[[], Attempt] | None = None
    made: bytes | None = None
    failed: str = ""
    searched: float = 0.0
    written: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "statement", _stated(self.statement))
        if isinstance(self.script, str):
            from proofs.language.elaboration import written

            object.__setattr__(self, "script", written(self.statement, self.script))
        text = self.written or getattr(self.script, "printed", "")
        object.__setattr__(self, "written", text.strip("\n"))


@dataclass(frozen=True)
class Witness:
    """Exact data against a sequent: its negation at these values is a closed formula.

    ``values`` gives a rational (or a closed term) to each variable, ``functions`` to each
    function the names of its parameters and a term in them.
    """

    values: Mapping[str, Any]
    functions: Mapping[str, tuple[tuple[str, ...], Json]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        functions = {name: (at, plain_json(body)) for name, (at, body) in self.functions.items()}
        object.__setattr__(self, "functions", functions)


@dataclass(frozen=True)
class Attempt:
    """A sequent that is attacked: refuted if the kernel accepts its negation at ``witness``.

    What no search finds has a proof here, as text or as a script: hypotheses in ``givens`` (at -1,
    -2, ...: that a value or a function is defined), the negated conclusion in ``script``; of a
    conjunction ``part`` is the one that fails.
    """

    id: str
    says: str
    statement: Json
    witness: Witness
    givens: Mapping[int, Any] = field(default_factory=dict)  # text or scripts, by position
    script: Any = None
    part: int = 0
    made: bytes | None = None  # as of an obligation
    failed: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "statement", _stated(self.statement))
        givens = {place: _script(proof) for place, proof in self.givens.items()}
        object.__setattr__(self, "givens", givens)
        object.__setattr__(self, "script", self.script and _script(self.script))

    def searched(self) -> Attempt:
        """The same where each formula at the data that has no proof here is searched for."""

        def search(label: str) -> Node:
            from proofs.search.spelled import at_data

            return at_data(label)

        # premises inside of the conclusion are hypotheses of a chain
        longest = max(len(c["given"]) for c in (self.statement, *chains(self.statement)))
        found = {place: partial(search, f"hypothesis {place}") for place in range(longest)}
        script = self.script or partial(search, "conclusion fails")
        return replace(self, givens={**found, **self.givens}, script=script)


def _stated(statement: Json) -> Json:
    """A sequent that may be written as text."""
    if isinstance(statement, str):
        from proofs.language.text import read

        statement = read(statement).sequent
    return sequent(statement)


def _script(proof: Callable[[], Node] | str) -> Callable[[], Node]:
    """The script of a proof that may be written as text."""
    return partial(_argued, proof) if isinstance(proof, str) else proof


def _argued(text: str) -> Node:
    from proofs.language.elaboration import argued

    return argued(text)


@dataclass(frozen=True)
class Reading:
    """One printed hypothesis, quantifier, constant or conclusion, and what stands for it.

    ``formal`` points into a checked statement: ``("given", i)``, ``("show",)``, ``("vars",)``;
    reports render the object found there, so the second column cannot drift from the proof.
    """

    printed: str
    formal: tuple[Any, ...]
    note: str = ""
    obligation: str = ""


@dataclass(frozen=True)
class Line:
    """One line of a printed proof.

    It *holds* if every obligation is proved, *fails* if an attempt on it succeeds.  For an
    inference, ``conclusion_stands`` names the obligation that proves the conclusion by other
    means: then a successful attempt on the inference is a *gap*, not a failure.
    """

    id: str
    printed: str
    obligations: tuple[Obligation, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    conclusion_stands: str = ""
    why: str = ""
    repair: str = ""
    reading: str = ""


@dataclass(frozen=True)
class Typing:
    """One reading of a statement that may not type: a sequent for the kernel's reader.

    A claim is ill-formed if the reader rejects every one of them; what it says is the reason.
    """

    id: str
    says: str
    statement: Json

    def __post_init__(self) -> None:
        object.__setattr__(self, "statement", plain_json(self.statement))


@dataclass(frozen=True)
class Control:
    """A statement altered in one place that must fail: the kernel accepts its negation."""

    attempt: Attempt
    kind: str  # "hypothesis dropped" or "constant tightened"


@dataclass(frozen=True)
class Parameter:
    """One ``--set name=value``: how its text is read, and what it is taken to be by default.

    ``read`` raises ``ValueError`` with one clear line, and may have ``limits`` (a
    :class:`proofs.parameters.Reader`); a default of ``None`` means "computed".
    """

    name: str
    says: str  # plain
    read: Callable[[str], Any]
    default: str | None

    @property
    def described(self) -> str:
        """What it says, and what its reader takes."""
        limits = getattr(self.read, "limits", "")
        return f"{self.says}; {limits}" if limits else self.says


@dataclass(frozen=True)
class Table:
    """A table of the report; every text is Typst markup."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.head) for row in self.rows):
            raise ValueError(f"{self.title}: not one text per column")


@dataclass(frozen=True)
class Tables:
    """Tables that are computed from the verdicts of other claims, named here by their ids."""

    claims: tuple[str, ...]
    made: Callable[[Mapping[str, str]], list[Table]]


@dataclass(frozen=True, repr=False)
class Claim:
    """One statement of a paper with everything that is tried on it."""

    id: str
    kind: str
    title: str
    source: Source
    statement: str
    readings: tuple[Reading, ...]
    obligations: tuple[Obligation, ...]
    attempts: tuple[Attempt, ...] = ()
    lines: tuple[Line, ...] = ()
    controls: tuple[Control, ...] = ()
    satisfiable: Attempt | tuple[Attempt, ...] = ()
    typings: tuple[Typing, ...] = ()
    notes: tuple[str, ...] = ()
    not_claimed: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    sharpened: tuple[Claim, ...] = ()
    repaired: tuple[Claim, ...] = ()
    differs: str = ""  # of a repair that is another statement: what differs, in a sentence
    parameters: tuple[Parameter, ...] = ()
    instances: tuple[Mapping[str, str], ...] = ()
    run: Callable[[Mapping[str, Any]], list[Any]] | None = None
    construct: Callable[[Mapping[str, Any]], Any] | None = None
    plan: Callable[[Mapping[str, Any]], Any] | None = None
    tables: Tables | None = None
    pictures: Callable[[], list[dict[str, Any]]] | None = None  # as reports/record.py has them
    explorers: Callable[[], list[Explorer]] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.id}: kind is one of {', '.join(KINDS)}")
        names = self.evidence_ids()
        if len(set(names)) != len(names):
            raise ValueError(f"{self.id}: two pieces of evidence share a name")

    def __repr__(self) -> str:
        return f"<claim {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        """Its title, and its statements as people read them."""
        asked = [o.statement for o in self.obligations] + [a.statement for a in self.attempts]
        shown = (escape(notation.sequent(statement).lines()) for statement in asked)
        lines = "".join(f"<pre>{text}</pre>" for text in shown)
        return f"<div><b>{escape(self.id)}</b> {escape(self.title)}{lines}</div>"

    def settings(self, given: Mapping[str, str]) -> dict[str, Any]:
        """The parameters' values; ``ValueError`` names one that is unknown or cannot be read."""
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise ValueError(
                    f"{self.id} has no parameter {name[:40]!r}; it has {', '.join(known) or 'none'}"
                )
        values: dict[str, Any] = {}
        for name, parameter in known.items():
            text = given.get(name, parameter.default)
            values[name] = None if text is None else parameter.read(text)
        return values

    def all_obligations(self) -> list[Obligation]:
        """The claim's own obligations and those of the lines of the printed proof.

        A line may name an obligation of the claim itself, the same object: it is listed once.
        """
        own = {id(o) for o in self.obligations}
        lines = (o for line in self.lines for o in line.obligations)
        return [*self.obligations, *(o for o in lines if id(o) not in own)]

    def all_attempts(self) -> list[Attempt]:
        return [
            *self.attempts,
            *(a for line in self.lines for a in line.attempts),
            *(control.attempt for control in self.controls),
        ]

    def data(self) -> tuple[Attempt, ...]:
        """Exact data that are to meet the hypotheses of statements of this claim.

        Where premises stand inside of a conclusion, a witness names what they bind, too.
        """
        return self.satisfiable if isinstance(self.satisfiable, tuple) else (self.satisfiable,)

    def evidence_ids(self) -> list[str]:
        asked = [o.id for o in self.all_obligations()]
        return asked + [a.id for a in (*self.all_attempts(), *self.data())]
