"""The public API: state a claim, decide it, check a certificate.

``docs/writing-a-claim.md`` shows how it is used.  Names are imported when they are first asked
for, so that the commands that need none of them start quickly.  Networks and functions are in
:mod:`constructions`.
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
    from proofs.methods import script as script
    from proofs.registry import load as load
    from verify.deciding import decide as decide
    from verify.deciding import decide_document as decide_document
    from verify.runs import run as run

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
    "decide": "verify.deciding",
    "decide_document": "verify.deciding",
    "load": "proofs.registry",
    "run": "verify.runs",
}  #: public name -> the module that defines it
MODULES = {"script": "proofs.methods.script", "terms": "constructions.terms"}


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(MODULES[name])
    if name in HOME:
        return getattr(import_module(HOME[name]), name)
    raise AttributeError(f"module 'verify' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*HOME, *MODULES})
