"""Evidence: what was tried on a sequent, how, and how it ended.

A certificate that was found once is kept in ``proofs/kept/`` and found again there by the statement
it proves; it is the kernel, not the store, that makes it evidence.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from proofs import kept
from proofs.checkers import accepts
from proofs.claims import Attempt, Claim, Obligation
from proofs.decide import same
from proofs.kernel import check
from proofs.kernel.errors import Reject
from proofs.refute import negation, satisfied
from proofs.trees.script import Json, Node, Unproved, dumps, elaborate

HOLDS, DECLINED = "holds", "declined"
LEVELS = ("kernel", "enclosure", "solvers", "symbolic", "numeric", "sampled")
CERTAIN = LEVELS[:2]
"""Levels that certify an instance; what rests on others is supported."""


@dataclass(frozen=True)
class Evidence:
    """One obligation, the method, its level and scope, the outcome and the certificate."""

    id: str
    says: str
    statement: Json
    method: str
    level: str
    scope: str
    outcome: str
    certificate: bytes | None
    seconds: float
    reason: str = ""

    @property
    def proved(self) -> bool:
        return self.outcome == HOLDS and self.level == "kernel"

    def digest(self) -> str:
        return hashlib.sha256(self.certificate or b"").hexdigest()


def weakest(evidence: Iterable[Evidence]) -> str:
    """The lowest level among them."""
    return max((item.level for item in evidence), key=LEVELS.index)


def judged(
    evidence: Sequence[Evidence], lo: Fraction, hi: Fraction, bound: Fraction, strict: bool = False
) -> str:
    """What lo <= error <= hi, if the evidence holds, says of error <= bound, or < if ``strict``."""
    if any(item.outcome != HOLDS for item in evidence):
        return "open"
    certain = weakest(evidence) in CERTAIN
    if hi < bound or (hi == bound and not strict):
        return "certified" if certain else "supported"
    if lo > bound or (lo == bound and strict):
        return "refuted" if certain else "open"
    return "open"


@lru_cache(maxsize=4)
def parsed(certificate: bytes) -> Json:
    """What a certificate says, which nobody may change; the last few are remembered."""
    return json.loads(certificate)


def methods(proof: Json) -> str:
    """The rule families that a proof uses, from its nodes."""
    families = {
        "leaf": "positivity",
        "zero": "polynomial identity",
        "induct": "induction",
        "supremum": "least upper bound",
        "cover": "sup-norm cover",
        "evaluate": "exact evaluation",
        "finite": "finite check",
        "split": "case split",
        "case": "case split",
    }
    found: dict[str, None] = {}
    todo = [proof]
    while todo:
        node = todo.pop()
        if node["by"] in families:
            found.setdefault(families[node["by"]])
        todo += node["then"]
    return ", ".join(sorted(found)) or "logic"


def establish(
    name: str,
    says: str,
    sequent: Json,
    script: Callable[[], Node],
    scope: str = "all",
    made: bytes | None = None,
    failed: str = "",
) -> Evidence:
    """Evidence for a sequent: its shipped certificate if it still fits, else a search.

    ``made`` and ``failed`` are what a search in another process led to.
    """
    start = time.perf_counter()
    certificate = shipped(name, sequent) or made
    reason, method = failed, "search"
    if certificate is None and not failed:
        try:
            certificate = dumps(elaborate(sequent, script()))
        except Unproved as error:
            reason = error.told()
        except LookupError as error:  # no such hypothesis to use
            reason = str(error)
        except Reject as error:
            reason = str(error).splitlines()[0]
    outcome = DECLINED
    if certificate is not None:
        method = methods(parsed(certificate)["proof"])
        outcome, reason = _answer(certificate, sequent)
    elapsed = time.perf_counter() - start
    good = certificate if outcome == HOLDS else None
    return Evidence(name, says, sequent, method, "kernel", scope, outcome, good, elapsed, reason)


def _answer(certificate: bytes, sequent: Json) -> tuple[str, str]:
    """Whether it is accepted as a proof of this sequent, and if not, why the kernel says no."""
    if not accepts(certificate):
        return DECLINED, check(certificate).code
    if not same(parsed(certificate)["statement"], sequent):
        return DECLINED, "it proves another statement"
    return HOLDS, ""


def shipped(name: str, sequent: Json) -> bytes | None:
    """The kept certificate of this name, if it is about exactly this sequent."""
    data = kept.found(kept.CERTIFICATES, name, sequent)
    if data is None:
        return None
    try:
        return data if same(parsed(data)["statement"], sequent) else None
    except (ValueError, KeyError, TypeError, Reject):
        return None


def of_obligation(obligation: Obligation) -> Evidence:
    """Its script, else a search without one, else what z3 and cvc5 say and point to."""
    found = establish(
        obligation.id,
        obligation.says,
        obligation.statement,
        obligation.script,
        made=obligation.made,
        failed=obligation.failed,
    )
    if found.outcome == HOLDS:
        return found
    if obligation.searched:
        return by_solvers(found, min(10.0, max(1.0, obligation.searched)), core=False)
    return by_search(found) or by_solvers(found)


def by_search(declined: Evidence) -> Evidence | None:
    """Evidence from a search that follows no script, or None."""
    from proofs.search.prove import prove

    start = time.perf_counter()
    try:
        certificate = prove(declined.statement)
    except Reject:
        return None
    if certificate is None:
        return None
    data, elapsed = dumps(certificate), declined.seconds + time.perf_counter() - start
    result = check(data)
    if not result.accepted:
        return None
    method = methods(certificate["proof"])
    return replace(
        declined, method=method, outcome=HOLDS, certificate=data, seconds=elapsed, reason=""
    )


def by_core(declined: Evidence) -> Evidence | None:
    """A search among the hypotheses that a solver found to be enough; the kernel checks it."""
    from proofs.search.solvers import needed
    from proofs.trees.transport import transport

    given = declined.statement["given"]
    enough = needed(declined.statement)
    if enough is None or len(enough) == len(given):
        return None
    fewer = by_search(
        replace(declined, statement=declined.statement | {"given": [given[i] for i in enough]})
    )
    if fewer is None or fewer.certificate is None:
        return None
    certificate = transport(json.loads(fewer.certificate), declined.statement)
    if certificate is None or not check(dumps(certificate)).accepted:
        return None
    return replace(fewer, statement=declined.statement, certificate=dumps(certificate))


def by_solvers(declined: Evidence, seconds: float = 10.0, core: bool = True) -> Evidence:
    """A proof that the solvers' core points to, or evidence of level ``solvers``.

    The latter where z3 and cvc5 agree; else the reason says what they say.
    """
    from proofs.search.solvers import opinion

    start = time.perf_counter()
    said = opinion(declined.statement, seconds)
    if core and said.agree and (found := by_core(declined)):
        return found
    elapsed = declined.seconds + time.perf_counter() - start
    if said.holds:
        return replace(
            declined, method=said.says(), level="solvers", outcome=HOLDS, seconds=elapsed, reason=""
        )
    return replace(declined, seconds=elapsed, reason=f"{declined.reason}; {said.says()}")


def of_attempt(attempt: Attempt) -> Evidence:
    sequent, script = negation(attempt)
    made, failed = attempt.made, attempt.failed
    return establish(attempt.id, attempt.says, sequent, lambda: script, "instance", made, failed)


def of_satisfiability(attempt: Attempt) -> Evidence:
    sequent, script = satisfied(attempt)
    made, failed = attempt.made, attempt.failed
    return establish(attempt.id, attempt.says, sequent, lambda: script, "instance", made, failed)


def gather(claim: Claim) -> dict[str, Evidence]:
    """All evidence that a claim asks for, by id."""
    found = {o.id: of_obligation(o) for o in claim.all_obligations()}
    found |= {a.id: of_attempt(a.searched()) for a in claim.all_attempts()}
    return found | {d.id: of_satisfiability(d.searched()) for d in claim.data()}
