"""Theorems on what neural networks can express, decided by machine.

    from verify import claim, decide, statement

    claim("pln.thm1").run(f="abs(x-1/3)", eps="1/10")       a theorem of a paper, your function
    decide("for all x: real; |- log(1 + x^2) <= x^2")       a statement of your own
    statement("0 <= x <= 1 |- x*(1 - x) <= 1/4").plot()     the same in hand: to_sympy, lambdify,
                                                            at, z3, counterexample

Your own:      decide, decide_document, statement
Of a paper:    claim, load, run
To state one:  Claim, Obligation, Attempt, Witness, Reading, Line, Control, Parameter, Source,
               with terms (the language of the kernel) and script (its proofs)
To check one:  check, which reads a certificate with the kernel alone

``docs/decide.md`` has the language of statements, ``docs/writing-a-claim.md`` shows how a claim is
written; ``notebooks/`` has four short ones.  Names are imported when they are first asked for, so
that the commands that need none of them start quickly.  Networks and functions are in
:mod:`constructions`, modules of torch in :mod:`verify.models`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from constructions import terms as terms
    from proofs.claims import Attempt as Attempt
    from proofs.claims import Claim as Claim
    from proofs.claims import Control as Control
    from proofs.claims import Line as Line
    from proofs.claims import Obligation as Obligation
    from proofs.claims import Parameter as Parameter
    from proofs.claims import Reading as Reading
    from proofs.claims import Source as Source
    from proofs.claims import Witness as Witness
    from proofs.kernel import check as check
    from proofs.registry import load as load
    from proofs.trees import script as script
    from verify.claim_views import claim as claim
    from verify.deciding import decide as decide
    from verify.deciding import decide_document as decide_document
    from verify.runs import run as run
    from verify.statements import statement as statement

HOME = {
    "Attempt": "proofs.claims",
    "Claim": "proofs.claims",
    "Control": "proofs.claims",
    "Line": "proofs.claims",
    "Obligation": "proofs.claims",
    "Parameter": "proofs.claims",
    "Reading": "proofs.claims",
    "Source": "proofs.claims",
    "Witness": "proofs.claims",
    "check": "proofs.kernel",
    "claim": "verify.claim_views",
    "decide": "verify.deciding",
    "decide_document": "verify.deciding",
    "load": "proofs.registry",
    "run": "verify.runs",
    "statement": "verify.statements",
}  #: public name -> the module that defines it
MODULES = {"script": "proofs.trees.script", "terms": "constructions.terms"}

__all__ = [
    "Attempt",
    "Claim",
    "Control",
    "Line",
    "Obligation",
    "Parameter",
    "Reading",
    "Source",
    "Witness",
    "check",
    "claim",
    "decide",
    "decide_document",
    "load",
    "run",
    "script",
    "statement",
    "terms",
]


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(MODULES[name])
    if name in HOME:
        return getattr(import_module(HOME[name]), name)
    raise AttributeError(f"module 'verify' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*HOME, *MODULES})
