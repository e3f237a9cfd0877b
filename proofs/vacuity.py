"""Does an obligation say something?  Three controls, made and decided without being asked.

satisfiable  for each chain of hypotheses (:func:`proofs.decide.chains`), exact data at which they
             hold, or a proof that there are none
dropped      each hypothesis left out: data against what remains (it is needed), or a proof of what
             remains (it is not needed)
tightened    the bound of the conclusion made a little smaller: data against it, or a proof of it

Of an attempt that proves ``for all ...: premises => T`` in order to refute, the first is asked.

Every decided row has a certificate that the kernel accepts on every run; a search that ends
without one leaves the row ``undecided``, and that says nothing.  The results of a search are kept
in ``proofs/kept/``, undecided rows included, and serve exactly the statement they are
about; hypotheses that are kept as undecided are searched again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from proofs import decide, kept
from proofs.checkers import accepts
from proofs.claims import Attempt, Claim, Obligation, Witness
from proofs.decide import chains, met, named_in, negation
from proofs.evidence import Evidence, dumps, establish, parsed
from proofs.kernel import check
from proofs.kernel.context import Context
from proofs.kernel.errors import Reject
from proofs.refute import instantiate, met_at, named, of_witness, written
from proofs.trees.script import (
    Json,
    Node,
    NotFound,
    auto,
    elaborate,
    have,
    intro,
    look,
    node,
    use,
)

if TYPE_CHECKING:
    from proofs.search.data import Found

RELATIONS = ("<=", "<", "=", "!=")
SATISFIABLE, DROPPED, TIGHTENED = "satisfiable", "dropped", "tightened"
KINDS = (SATISFIABLE, DROPPED, TIGHTENED)
HOLD, NEVER, REFUTED, PROVABLE, UNDECIDED = (
    "hold",
    "contradictory",
    "refuted",
    "provable",
    "undecided",
)
TRIES = 4  # data that the prover looks at
DATA_WORK, WORK = 400_000, 250  # evaluations and searches for an obligation, shared by its rows
MAX_DATA_WORK, MAX_WORK = 60_000, 40  # for one row
LONG = 3_000  # characters of a statement on which less is spent


@dataclass(frozen=True)
class Row:
    """One control: what was changed, and what came of it.

    ``index`` numbers the chain (satisfiable; ``statement`` is the chain then), the hypothesis
    (dropped) or the change (tightened).  ``outcome``: ``hold`` or
    ``contradictory`` for satisfiable; ``refuted`` or ``provable`` for the others; or
    ``undecided``.  ``witness`` and ``part`` are the data behind ``hold`` and ``refuted``.
    """

    kind: str
    index: int
    statement: Json
    changed: Json
    outcome: str = UNDECIDED
    witness: Witness | None = None
    part: int = 0
    certificate: bytes | None = None

    @property
    def needs(self) -> Json:
        """The sequent that a certificate of this outcome has to prove."""
        if self.outcome in (PROVABLE, NEVER):
            return self.statement
        if self.witness is None:
            raise ValueError("no data")
        data = of_witness(self.witness) | {"part": self.part}
        return (met if self.outcome == HOLD else negation)(self.statement, data)

    def digest(self) -> str:
        return hashlib.sha256(self.certificate or b"").hexdigest()


# --- what there is to try ------------------------------------------------------------------------


def controls(statement: Json) -> list[Row]:
    """The rows of a statement, all undecided."""
    given = statement["given"]
    rows = [Row(SATISFIABLE, i, chain, None) for i, chain in enumerate(chains(statement))]
    for i, hypothesis in enumerate(given):
        rest = [g for j, g in enumerate(given) if j != i]
        rows.append(Row(DROPPED, i, {**statement, "given": rest}, hypothesis))
    for i, show in enumerate(tightened(statement["show"])):
        rows.append(Row(TIGHTENED, i, {**statement, "show": show}, show))
    return rows


def tightened(formula: Json) -> list[Json]:
    """The formula with one bound made smaller: ``<=`` to ``<``, and B to B - |B|/10."""
    op, args = formula[0], formula[1:]
    if op in ("<=", "<"):
        left, right = args
        out = [["<", left, right]] if op == "<=" else []
        if right != "0":
            out.append([op, left, ["-", right, ["/", ["abs", right], "10"]]])
        elif left != "0":  # a < 0, made a + |a|/10 < 0, is the same
            return out
        return out
    if op == "and":
        return [
            [op, *args[:i], changed, *args[i + 1 :]]
            for i, part in enumerate(args)
            for changed in tightened(part)
        ][:6]
    if op in ("implies", "all", "some"):
        return [[op, *args[:-1], changed] for changed in tightened(args[-1])]
    return []


# --- search --------------------------------------------------------------------------------------


def decide_row(
    row: Row, proof: Json | None, hints: Sequence[Witness], rows: int = 1, work: int = 0
) -> Row:
    """The row, decided where a short search can; ``rows`` share what an obligation may cost.

    ``work``, if given, is what a proof that the hypotheses contradict each other may cost.
    """
    from proofs.search.prove import prove
    from proofs.trees.transport import transport

    if row.kind == SATISFIABLE:
        found = next(_at_data(row, HOLD, hints, rows), None)
        if found is not None:
            return found
        certificate = nowhere(row.statement) or prove(
            row.statement, 0, (), work or _work(row, rows)
        )
        if certificate is not None:
            return replace(row, outcome=NEVER, certificate=dumps(certificate))
        return row
    if row.kind == DROPPED and proof is not None:
        told = transport(proof, row.statement)
        if told is not None and check(dumps(told)).accepted:
            return replace(row, outcome=PROVABLE, certificate=dumps(told))
    found = next(_at_data(row, REFUTED, hints, rows), None)
    if found is not None:
        return found
    certificate = prove(row.statement, 0, (), _work(row, rows))
    if certificate is not None:
        return replace(row, outcome=PROVABLE, certificate=dumps(certificate))
    return row


def nowhere(chain: Json) -> Json | None:
    """A proof that no function meets ``for all t: g(t) = 1/t``, where 1/t has no value at some t.

    What stands under a partial operation, p(t), has p(t) != 0 (or >= 0, > 0) for every t, since
    the hypothesis holds there; so it does at a t where it does not.
    """
    for i, hypothesis in enumerate(chain["given"]):
        if hypothesis[0] != "all" or hypothesis[3][0] not in RELATIONS:
            continue
        name, body = hypothesis[1], hypothesis[3]
        for condition in _conditions(body):
            if name not in json.dumps(condition):
                continue
            everywhere = ["all", name, "real", condition]
            rule = sum(g[0] not in RELATIONS for g in chain["given"][:i])
            shown = intro(name, node("use", auto(seconds=1), rule=rule, at=[name]))
            for at in ("0", "1", "-1", "2", "1/2", "-2"):
                try:
                    return elaborate(chain, have(everywhere, shown, look(_last_at(at))))
                except (NotFound, Reject, LookupError):
                    continue
    return None


def _last_at(at: str) -> Callable[[Context], Node]:
    return lambda context: use(len(context.rules) - 1, [at], auto(seconds=1))


def _conditions(term: Json) -> Iterator[Json]:
    """What a formula asks for, in order to be defined."""
    if isinstance(term, list):
        if term[0] == "/":
            yield ["!=", term[2], "0"]
        elif term[0] in ("sqrt", "log"):
            yield ["<=" if term[0] == "sqrt" else "<", "0", term[1]]
        for part in term[1:]:
            yield from _conditions(part)


def _meets_dropped(row: Row, found: Found) -> bool:
    """Whether the dropped hypothesis holds at the data for certain: they do not show it needed."""
    from proofs.search import data

    if row.kind != DROPPED or row.changed[0] not in RELATIONS:
        return False
    try:
        none = data.Point({}, {})
        values = {name: data.value(written(q), none) for name, q in found.witness.values.items()}
        point = data.Point(values, dict(found.witness.functions), sure=True)
        return data.truth(row.changed, point)
    except (data.Undefined, data._OutOfWork, KeyError, ValueError, OverflowError):
        return False


def _work(row: Row, rows: int) -> int:
    share = min(MAX_WORK, WORK // rows)
    return share if len(json.dumps(row.statement)) < LONG else max(share // 4, 4)


def _at_data(row: Row, outcome: str, hints: Sequence[Witness], rows: int) -> Iterator[Row]:
    """The row with data that the kernel accepts."""
    from proofs.search.prove import prove

    tries = list(_data(row, outcome, hints, min(MAX_DATA_WORK, DATA_WORK // rows)))
    for effort, chosen in ((0, tries), (1, tries[:1])):
        for found in chosen if effort == 0 or len(json.dumps(row.statement)) < LONG else ():
            tried = replace(row, outcome=outcome, witness=found.witness, part=found.part)
            try:
                certificate = prove(tried.needs, effort, found.hints)
            except (ValueError, KeyError, Reject):  # a condition that is not defined everywhere
                continue
            if certificate is not None:
                yield replace(tried, certificate=dumps(certificate))


def _data(row: Row, outcome: str, hints: Sequence[Witness], work: int) -> Iterator[Found]:
    from proofs.search.data import refuting, satisfying

    statement = row.statement
    if outcome == HOLD:
        used = named_in(statement)
        statement = {
            "vars": {n: sort for n, sort in statement["vars"].items() if n in used},
            "functions": {n: arity for n, arity in statement["functions"].items() if n in used},
            "given": statement["given"],
            "show": statement["show"],
        }
        for hint in hints:
            yield from islice(_extended(statement, hint, work), TRIES)
    search = satisfying if outcome == HOLD else refuting
    telling = (found for found in search(statement, work) if not _meets_dropped(row, found))
    yield from islice(telling, TRIES)


def _extended(chain: Json, hint: Witness, work: int) -> Iterator[Found]:
    """Data for a chain that has those of the hint, where it says anything."""
    from proofs.search.data import Found, satisfying

    values = {n: written(hint.values[n]) for n in chain["vars"] if n in hint.values}
    functions = {
        n: hint.functions[n]
        for n, arity in chain["functions"].items()
        if n in hint.functions and len(hint.functions[n][0]) == arity
    }
    open_ = {n: sort for n, sort in chain["vars"].items() if n not in values}
    if len(functions) < len(chain["functions"]) or not (values or functions):
        return
    at = Witness(values, functions)
    if not open_:
        yield Found(at, ())
        return
    given = [instantiate(formula, at) for formula in chain["given"]]
    rest = {"vars": open_, "functions": {}, "given": given, "show": chain["show"]}
    for found in satisfying(rest, work):
        yield replace(found, witness=Witness({**values, **found.witness.values}, functions))


def _at_known_data(row: Row, known: Attempt) -> Row | None:
    """The row at the data of another statement, with its scripts for the hypotheses they share."""
    data, used = of_witness(known.witness), named_in(row.statement)
    if not used <= named(data):
        return None
    witness = Witness(
        {n: written(known.witness.values[n]) for n in row.statement["vars"] if n in used},
        {n: known.witness.functions[n] for n in row.statement["functions"] if n in used},
    )
    theirs = known.statement["given"]
    scripts = {
        i: known.givens[theirs.index(given)]
        for i, given in enumerate(row.statement["given"])
        if given in theirs and theirs.index(given) in known.givens
    }
    try:
        needs, script = met_at(row.statement, Attempt("data", "", row.statement, witness, scripts))
    except ValueError:
        return None
    shown = establish("data", "", needs, lambda: script, "instance")
    if not shown.proved:
        return None
    return replace(row, outcome=HOLD, witness=witness, certificate=shown.certificate)


# --- all of a claim ------------------------------------------------------------------------------


def gather(
    claim: Claim,
    found: Mapping[str, Evidence],
    others: Sequence[Attempt] = (),
    search: bool = False,
    kinds: Collection[str] = KINDS,
) -> dict[str, list[Row]]:
    """The rows of every obligation of a claim, by its id; a verdict hangs on SATISFIABLE ones.

    ``others`` are data of claims beside it.  Without ``search`` what is not kept stays undecided,
    as it does for claims that are shipped with what was found for them; data of the claim's own,
    which are evidence already, meet their chains in any case.
    """
    known = [*claim.data(), *others]
    hints = [attempt.witness for attempt in claim.data()]
    own = [(d, found[d.id]) for d in claim.data() if found[d.id].proved]
    rows: dict[str, list[Row]] = {}
    for o in claim.all_obligations():
        rows[o.id] = of_obligation(o, found[o.id], hints, known, own, search, kinds)
    return rows | {asked.id: of_premises(asked, known, search) for asked in premises(claim)}


def premises(claim: Claim) -> list[Obligation]:
    """What is proved in order to refute, where it has premises, by the id of the attempt."""
    asked: list[Obligation] = []
    for attempt in claim.all_attempts():
        try:
            shown = decide.negation(
                attempt.statement, of_witness(attempt.witness) | {"part": attempt.part}
            )
        except (ValueError, KeyError):
            continue
        denied = decide.denied(shown)
        if chains(denied):
            asked.append(Obligation(attempt.id, attempt.says, denied))
    return asked


def of_premises(asked: Obligation, known: Sequence[Attempt] = (), search: bool = True) -> list[Row]:
    """Do the premises hold somewhere?  Kept rows that the kernel still accepts, else searched.

    ``known`` have data, and scripts for hypotheses that the premises may share.
    """
    rows = [row for row in controls(asked.statement) if row.kind == SATISFIABLE]
    known_rows = _kept(asked)
    found: list[Row] = []
    for row in rows:
        recalled = _recall(row, known_rows.get(f"{row.kind}.{row.index}"), None)
        if recalled is None and search:
            tried = (_at_known_data(row, attempt) for attempt in known)
            recalled = next((data for data in tried if data is not None), None)
            recalled = recalled or decide_row(row, None, (), work=WORK)
        found.append(recalled or row)
    return found


# --- kept results --------------------------------------------------------------------------------


def of_obligation(
    obligation: Obligation,
    evidence: Evidence,
    hints: Iterable[Witness] = (),
    known: Sequence[Attempt] = (),
    own: Sequence[tuple[Attempt, Evidence]] = (),
    search: bool = True,
    kinds: Collection[str] = KINDS,
) -> list[Row]:
    """The rows of an obligation: kept ones that the kernel still accepts, else searched.

    ``known`` have data, and scripts for hypotheses that this obligation may share; ``own`` have
    been shown to meet theirs.
    """
    known = [*([obligation.data()] if obligation.data and search else []), *known]
    proof = None if evidence.certificate is None else parsed(evidence.certificate)
    known_rows = _kept(obligation)
    witnesses = list(hints)
    rows: list[Row] = []
    asked = [row for row in controls(obligation.statement) if row.kind in kinds]
    for row in asked:
        found = _recall(row, known_rows.get(f"{row.kind}.{row.index}"), proof)
        if found is None and row.kind == SATISFIABLE:
            found = next((r for r in (_as_shown(row, *one) for one in own) if r is not None), None)
            if found is None and search:
                tried = (_at_known_data(row, attempt) for attempt in known)
                found = next((data for data in tried if data is not None), None)
        if found is None and search:
            found = decide_row(row, proof, witnesses, len(asked))
        rows.append(found or row)
    return rows


def _as_shown(row: Row, datum: Attempt, shown: Evidence) -> Row | None:
    """The row at data that are shown to meet just these hypotheses."""
    data = of_witness(datum.witness)
    try:
        if not decide.same(shown.statement, met(row.statement, data)):
            return None
    except (KeyError, ValueError, Reject):
        return None
    return replace(row, outcome=HOLD, witness=datum.witness, certificate=shown.certificate)


def _kept(obligation: Obligation) -> dict[str, Any]:
    try:
        rows = json.loads(kept.found(kept.CONTROLS, obligation.id, obligation.statement) or b"{}")
        return rows if isinstance(rows, dict) else {}
    except (ValueError, RecursionError):
        return {}


def _recall(row: Row, entry: Any, proof: Json | None) -> Row | None:
    """A kept row, if it is undecided or it is accepted that it is what it says."""
    from proofs.trees.transport import transport

    try:
        outcome = entry["outcome"]
        if outcome == UNDECIDED:  # a hint, and only where no verdict hangs on it
            return None if row.kind == SATISFIABLE else row
        witness = entry.get("witness")
        found = replace(
            row,
            outcome=outcome,
            part=entry.get("part", 0),
            witness=None
            if witness is None
            else Witness(
                witness["values"], {n: (tuple(a), b) for n, (a, b) in witness["functions"].items()}
            ),
        )
        if entry["proof"] == "same":
            certificate = transport(proof, row.statement)
        else:
            certificate = {"statement": found.needs, "proof": entry["proof"]}
    except (LookupError, TypeError, ValueError, AttributeError, Reject):
        return None
    if certificate is None or outcome not in _OUTCOMES[row.kind]:
        return None
    data = dumps(certificate)
    return replace(found, certificate=data) if accepts(data) else None


_OUTCOMES = {
    SATISFIABLE: (HOLD, NEVER),
    DROPPED: (REFUTED, PROVABLE),
    TIGHTENED: (REFUTED, PROVABLE),
}


def stored(rows: list[Row], evidence: Evidence) -> bytes:
    """The rows of an obligation, as they are kept."""
    from proofs.trees.transport import transport

    proof = None if evidence.certificate is None else json.loads(evidence.certificate)
    entries: dict[str, Any] = {}
    for row in rows:
        entry: dict[str, Any] = {"outcome": row.outcome}
        if row.witness is not None:
            entry["part"] = row.part
            entry["witness"] = {
                "values": {n: written(q) for n, q in row.witness.values.items()},
                "functions": {n: [list(a), b] for n, (a, b) in row.witness.functions.items()},
            }
        if row.certificate is not None:
            entry["proof"] = json.loads(row.certificate)["proof"]
            if row.kind == DROPPED and row.outcome == PROVABLE and proof is not None:
                told = transport(proof, row.statement)
                if told is not None and dumps(told) == row.certificate:
                    entry["proof"] = "same"
        entries[f"{row.kind}.{row.index}"] = entry
    return dumps(entries)


def joined(old: bytes, new: bytes) -> bytes:
    """What is kept of two that share a statement: of each row, the decided one, else the new."""
    rows = json.loads(old)
    for name, entry in json.loads(new).items():
        if entry["outcome"] != UNDECIDED or name not in rows:
            rows[name] = entry
    return dumps(rows)
