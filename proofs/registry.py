"""Which claims there are, and the module of each: one theorem, one module.

The titles stand here so that ``verify list`` needs to import no proofs; a test compares them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.claims import Claim

MODULES = {
    "pln.lemma1": "proofs.pln.lemma1",
    "pln.lemma2": "proofs.pln.lemma2",
    "pln.thm1": "proofs.pln.thm1",
    "pln.thm3": "proofs.pln.thm3",
    "pln.thm3.density": "proofs.pln.thm3_density",
    "pln.prop1.tanh": "proofs.pln.prop1_tanh",
    "pln.prop2.upper": "proofs.pln.prop2_upper",
    "pln.prop2.lower": "proofs.pln.prop2_lower",
    "pln.lemma4": "proofs.pln.lemma4",
    "pln.prop3": "proofs.pln.prop3",
    "pln.prop4": "proofs.pln.prop4",
}
TITLES = {
    "pln.lemma1": "Every sign network is a limit of PLN networks",
    "pln.lemma2": "Sign networks approximate every L-Lipschitz function",
    "pln.thm1": "Minimum approximation width of PLN-Net",
    "pln.thm3": "Minimum approximation width of PLS-Net",
    "pln.thm3.density": "PLS-Nets are dense in C([0, 1]^n)",
    "pln.prop1.tanh": "Minimum approximation width of tanh networks",
    "pln.prop2.upper": "Minimum approximation width of ReLU networks, upper bound",
    "pln.prop2.lower": "Minimum approximation width of ReLU networks, lower bound",
    "pln.lemma4": "One LN-2 unit is a step function",
    "pln.prop3": "Minimum approximation width of PLN-2",
    "pln.prop4": "Minimum approximation width of PLS-1",
}


def ids() -> list[str]:
    return list(MODULES)


def load(claim_id: str) -> Claim:
    """The claim of this id; ``KeyError`` if there is none."""
    claim: Claim = import_module(MODULES[claim_id]).CLAIM
    return claim
