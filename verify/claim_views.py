"""A claim in hand: shown, run for your own data, its network built, its statements taken out.

    claim = verify.claim("pln.thm1")
    outcome = claim.run(f="abs(x-1/3)", eps="1/10", d=4)
    outcome.verdict, outcome.instances[0]["sup_error"], outcome.plot()

The verdicts are those of ``verify run``: computed from certificates, recalled from the store where
nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from proofs import notation
from proofs.certify import family
from proofs.claims import Attempt, Claim, Obligation
from verify.statements import Counterexample, Statement, clipped, counterexample

Json = Any


@dataclass(frozen=True, eq=False, repr=False)
class ClaimView:
    """A claim of a paper, or one of your own: ``claim`` is its data (:mod:`proofs.claims`).

    ``listed``: it is the one that :mod:`proofs.registry` has under its id, which the store knows.
    """

    claim: Claim
    listed: bool = False

    # -- as it is shown

    @property
    def id(self) -> str:
        return self.claim.id

    @property
    def title(self) -> str:
        return self.claim.title

    def __repr__(self) -> str:
        return f"<claim {self.id}: {clipped(self.title, 70)}>"

    def _repr_html_(self) -> str:
        source = self.claim.source
        place = ", ".join(part for part in (source.title, source.place, source.equations) if part)
        shown = "".join(
            f"<details{'' if number else ' open'}><summary>{escape(name)}</summary>"
            f"{one._repr_html_()}</details>"
            for number, (name, one) in enumerate(self.statements.items())
        )
        head = f"<b>{escape(self.id)}</b> {escape(self.title)}<br><i>{escape(place)}</i>"
        return f"<div><div>{head}</div>{shown}</div>"

    def _repr_latex_(self) -> str:
        """The first of its statements."""
        return next((one._repr_latex_() for one in self.statements.values()), "")

    @property
    def parameters(self) -> dict[str, str]:
        """What :meth:`run` takes, and what each means."""
        return {parameter.name: parameter.described for parameter in self.claim.parameters}

    @property
    def statements(self) -> dict[str, Statement]:
        """What it says formally: the sequents to be proved, and those that are attacked."""
        asked: list[Obligation | Attempt] = [*self.claim.obligations, *self.claim.attempts]
        return {one.id: self._stated(one.statement) for one in asked}

    def _stated(self, sequent: Json) -> Statement:
        return Statement(sequent, definitions=self.claim.source.definitions)

    @property
    def steps(self) -> dict[str, list[Statement]]:
        """The lines of the printed proof, each with its statements."""
        found: dict[str, list[Statement]] = {}
        for line in self.claim.lines:
            asked: list[Obligation | Attempt] = [*line.obligations, *line.attempts]
            found[line.id] = [self._stated(one.statement) for one in asked]
        return found

    # -- decided

    def run(self, **settings: Any) -> Outcome:
        """Decide it, and certify an instance of it; without settings, its own instances.

        ``settings`` are those of ``verify run --set``: :attr:`parameters` has their names.  Numbers
        are exact (``"1/10"``, an int, a Fraction), functions are text or expressions of sympy.

        Raises:
            ValueError: a setting is unknown, or cannot be used, in one line.
        """
        from verify import runs, store

        given = {name: setting(value) for name, value in settings.items()}
        return self._decided(runs, store.default(), given)

    @property
    def verdict(self) -> str:
        """The verdict on the statement, for all parameters."""
        return self._alone().verdict

    def _alone(self) -> Outcome:
        from verify import runs, store

        return self._decided(runs, store.default(), None)

    def _decided(self, runs: Any, kept: Any, settings: Mapping[str, str] | None) -> Outcome:
        from proofs.supnorm.networks import NotCertified

        one: Any = self.id if self.listed else self.claim
        try:
            ((_, family),) = runs.families([one], settings, "inline", kept, aside=False)
        except NotCertified as error:
            raise ValueError(f"the instance could not be certified: {error}") from None
        entries = runs.with_tables([family], kept)
        return Outcome(self, entries, family)

    def network(self, **settings: Any) -> Any:
        """The network that the theorem promises, with exact weights; it displays itself.

        Raises:
            ValueError: the claim has no construction, or a setting cannot be used.
        """
        claim = self.claim
        if claim.construct is None:
            raise ValueError(f"{self.id} has no construction")
        values = claim.settings({name: setting(value) for name, value in settings.items()})
        plan = claim.plan(values) if claim.plan is not None else None
        return plan.build() if plan is not None else claim.construct(values)

    def counterexample(self) -> Counterexample | None:
        """The exact data that refute the statement, or None where it is not refuted."""
        return self._alone().counterexample()

    # -- its statement by other means, where it has one

    def _only(self) -> Statement:
        found = self.statements
        if len(found) != 1:
            names = ", ".join(found) or "none"
            raise ValueError(f"{self.id} has {len(found)} statements; take one of: {names}")
        return next(iter(found.values()))

    def to_sympy(self, named: bool = False) -> Any:
        """As :meth:`verify.statements.Statement.to_sympy`, of its only statement."""
        return self._only().to_sympy(named)

    def lambdify(self) -> Any:
        """As :meth:`verify.statements.Statement.lambdify`, of its only statement."""
        return self._only().array_function()

    def at(self, digits: int = 50, **data: Any) -> Any:
        """As :meth:`verify.statements.Statement.at`, of its only statement."""
        return self._only().at(digits, **data)

    def z3(self) -> Any:
        """As :meth:`verify.statements.Statement.z3`, of its only statement."""
        return self._only().z3()

    def plot(self, **settings: Any) -> Any:
        """f and the network for these settings, as :meth:`Outcome.plot` draws them."""
        return self.run(**settings).plot()


@dataclass(frozen=True, eq=False, repr=False)
class Outcome:
    """What came of a claim: its entry in the record, those of its companions, its instances."""

    view: ClaimView
    entries: list[Json]
    family: Any = field(repr=False)

    @property
    def entry(self) -> Json:
        return self.entries[0]

    @property
    def verdict(self) -> str:
        """The verdict on the statement."""
        return str(self.entry["verdict"])

    @property
    def printed_proof(self) -> str:
        """``checked``, ``gap``, ``broken`` or ``none``."""
        return str(self.entry["printed_proof"])

    @property
    def failing(self) -> str:
        """The first line of the printed proof that fails; empty if none does."""
        detail = self.entry["printed_proof_detail"]
        return str(detail["step"]) if detail else ""

    @property
    def instances(self) -> list[Json]:
        """The networks that were built: inputs, units, width, bound, sup_error, verdict."""
        return list(self.entry["instances"])

    @property
    def repaired(self) -> dict[str, str]:
        """What holds instead: claims and their verdicts."""
        return {one["id"]: one["verdict"] for one in self.entry["repaired"]}

    @property
    def sharpened(self) -> dict[str, str]:
        """What holds beyond: claims and their verdicts."""
        return {one["id"]: one["verdict"] for one in self.entry["sharpened"]}

    def __repr__(self) -> str:
        return f"<{self.view.id}: {'; '.join(self._words())}>"

    def _words(self) -> list[str]:
        from reports import tables

        words = [tables.word(self.entry)]
        if self.printed_proof != "none":
            words.append(f"printed proof {self.printed_proof}")
        if self.instances:
            ended = [item["verdict"] for item in self.instances]
            counts = (f"{ended.count(word)} {word}" for word in dict.fromkeys(ended))
            words.append(f"instances: {', '.join(counts)}")
        return words

    def _repr_html_(self) -> str:
        from reports import tables

        head = f"<b>{escape(self.view.id)}</b> {escape('; '.join(self._words()))}"
        shown = "".join(
            "<tr>"
            + "".join(
                f"<td style='text-align:left'>{escape(str(cell))}</td>"
                for cell in (
                    item["version"],
                    tables.inputs(item["inputs"]),
                    item["units"],
                    item["width"],
                    tables.number(item["bound"]),
                    tables.sup_error(item["sup_error"]),
                    item["verdict"],
                )
            )
            + "</tr>"
            for item in self.instances
        )
        names = ("version", "inputs", "units", "width", "bound", "error", "verdict")
        row = "".join(f"<th style='text-align:left'>{name}</th>" for name in names)
        return f"<div>{head}{f'<table><tr>{row}</tr>{shown}</table>' if shown else ''}</div>"

    def _repr_latex_(self) -> str:
        """The first of the claim's statements."""
        return self.view._repr_latex_()

    def to_sympy(self, named: bool = False) -> Any:
        """As :meth:`ClaimView.to_sympy`."""
        return self.view.to_sympy(named)

    def lambdify(self) -> Any:
        """As :meth:`ClaimView.lambdify`."""
        return self.view._only().array_function()

    def at(self, digits: int = 50, **data: Any) -> Any:
        """As :meth:`ClaimView.at`."""
        return self.view.at(digits, **data)

    def z3(self) -> Any:
        """As :meth:`ClaimView.z3`."""
        return self.view.z3()

    def plot(self, number: int = 0) -> Any:
        """f and the network of one instance, as a figure of matplotlib: samples of the record.

        Raises:
            ValueError: there is no such instance, or it has no curve.
        """
        from constructions.interop.plots import samples
        from reports import tables

        drawn = [item for item in self.instances if item["plot"]]
        if not drawn:
            raise ValueError(f"{self.view.id}: no instance here has a curve")
        if not 0 <= number < len(drawn):
            raise ValueError(f"there are curves 0 to {len(drawn) - 1}")
        plot = drawn[number]["plot"]
        title = clipped(f"{drawn[number]['version']}: {tables.inputs(drawn[number]['inputs'])}", 80)
        return samples({name: (plot["x"], plot[name]) for name in ("f", "G")}, title=title)

    def counterexample(self) -> Counterexample | None:
        """The exact data that refute the statement, or None where it is not refuted."""
        told = self.entry["refutation"]
        if self.verdict != "refuted" or told is None:
            return None
        attempts = {attempt.id: attempt for attempt in self.view.claim.all_attempts()}
        return self._data(attempts[told["evidence"]])

    def data_against(self, step: str) -> list[Counterexample]:
        """The exact data that show that a line of the printed proof fails (:attr:`failing`).

        Raises:
            ValueError: there is no such line.
        """
        lines = {line.id: line for line in self.view.claim.lines}
        if step not in lines:
            raise ValueError(f"there is no line {step[:60]!r}; there are {', '.join(lines)}")
        proved = {item["id"] for item in self.entry["evidence"] if item["outcome"] == "holds"}
        return [self._data(attempt) for attempt in lines[step].attempts if attempt.id in proved]

    def _data(self, attempt: Attempt) -> Counterexample:
        return counterexample(
            attempt.statement, attempt.witness, attempt.part, self.certificates.get(attempt.id)
        )

    @property
    def certificates(self) -> dict[str, bytes]:
        """What the verdict rests on: certificates by the names of the evidence."""
        files = self.family.files()
        listed = {
            item["id"]: item["certificate"] for entry in self.entries for item in entry["evidence"]
        }
        return {name: files[c["file"]] for name, c in listed.items() if c and c["file"] in files}

    def save(self, out: str | Path = "reports/out") -> Path:
        """Add it to the record of a folder, with its certificates, as ``verify run`` does."""
        from verify import folder, runs

        path = Path(out)
        path.mkdir(parents=True, exist_ok=True)
        record = runs.record_of(self.entries, f"verify.claim({self.view.id!r}).run")
        folder.add(path, record, [(self.family.entries, self.family.files)])
        return path / "run.json"


def claim(one: str | Claim) -> ClaimView:
    """The claim of this id, or one of your own, in hand.

    ``verify.claim("pln.thm1").run(f="abs(x-1/3)", eps="1/10")`` decides it and certifies the
    network for your function.

    Raises:
        ValueError: there is no such claim, or yours has the name of another.
    """
    from proofs.registry import find
    from verify.finding import unknown
    from verify.own_claims import misnamed

    name = one.id if isinstance(one, Claim) else one
    try:
        known = find(name)
    except KeyError:
        known = None
    if known is not None and (known is one or not isinstance(one, Claim)):
        return ClaimView(known, listed=True)
    if not isinstance(one, Claim):
        raise ValueError(unknown(str(one)))
    if why := next(filter(None, map(misnamed, family(one))), ""):
        raise ValueError(why)
    return ClaimView(one)


def setting(value: Any) -> str:
    """A setting as the text that ``--set`` takes.

    Raises:
        ValueError: it is a float, or has no such text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        raise ValueError(f"{value!r} is not exact: write Fraction(1, 10) or the text '1/10'")
    if isinstance(value, (bool, int, Fraction)):
        return str(value)
    if isinstance(value, Sequence):
        return ", ".join(setting(part) for part in value)
    if hasattr(value, "free_symbols"):
        from constructions.interop.sympy_statements import term_of

        return _typed(term_of(value))
    raise ValueError(
        f"a setting is text, an exact number or an expression of sympy, not {value!r:.60}"
    )


def _typed(term: Json) -> str:
    """A term in the language of functions (:mod:`constructions.functions`)."""
    if _has(term, ("app", "sum")):
        raise ValueError("a function is built from numbers, variables and known functions")
    box = notation.Layout(notation.Names()).term(notation.tree(term))
    return notation.text(box, ascii_only=True).replace("^", "**")


def _has(term: Json, heads: tuple[str, ...]) -> bool:
    return isinstance(term, list) and (term[0] in heads or any(_has(t, heads) for t in term[1:]))


__all__ = ["ClaimView", "Outcome", "claim", "setting"]
