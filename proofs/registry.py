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
    "pln.lemma3": "proofs.pln.lemma3",
    "pln.thm4": "proofs.pln.thm4",
    "pln.thm2": "proofs.pln.thm2",
    "pln.thm3": "proofs.pln.thm3",
    "pln.thm3.density": "proofs.pln.thm3_density",
    "pln.ridge": "proofs.pln.ridge",
    "pln.ridge.rms": "proofs.pln.ridge_rms",
    "pln.prop1.sigmoid": "proofs.pln.prop1_sigmoid",
    "pln.prop1.tanh": "proofs.pln.prop1_tanh",
    "pln.prop2.upper": "proofs.pln.prop2_upper",
    "pln.prop2.lower": "proofs.pln.prop2_lower",
    "pln.lemma4": "proofs.pln.lemma4",
    "pln.prop3": "proofs.pln.prop3",
    "pln.prop4": "proofs.pln.prop4",
    "fl.eq5": "proofs.fl.eq5",
    "fl.assumption1": "proofs.fl.assumption1",
    "fl.assumption1.bias": "proofs.fl.assumption1_bias",
    "fl.assumption1.activation": "proofs.fl.assumption1_activation",
    "fl.lemma1": "proofs.fl.lemma1",
    "fl.absorb": "proofs.fl.absorb",
    "fl.absorb.slope": "proofs.fl.absorb_slope",
    "fl.prop1": "proofs.fl.prop1",
    "fl.eq15": "proofs.fl.eq15",
    "fl.prop1.training": "proofs.fl.prop1_training",
    "fl.prop1.training.biases": "proofs.fl.prop1_training_biases",
    "fl.prop2": "proofs.fl.prop2",
    "fl.resnet": "proofs.fl.resnet",
    "fl.resnet.replace": "proofs.fl.resnet_replace",
    "fl.prop3a": "proofs.fl.prop3a",
    "fl.maxeps": "proofs.fl.maxeps",
    "fl.prop3b.pre": "proofs.fl.prop3b_pre",
    "fl.prop3b.post": "proofs.fl.prop3b_post",
    "fl.prop3b.post.rows": "proofs.fl.prop3b_rows",
    "fl.cor1": "proofs.fl.cor1",
    "fl.thm1": "proofs.fl.thm1",
    "fl.thm1.limits": "proofs.fl.thm1_limits",
}
TITLES = {
    "pln.lemma1": "Every sign network is a limit of PLN networks",
    "pln.lemma2": "Sign networks approximate every L-Lipschitz function",
    "pln.thm1": "Minimum approximation width of PLN-Net",
    "pln.lemma3": "A PLN network is a sum of sigmoidal functions",
    "pln.thm4": "Sums of a bounded sigmoidal function are dense in C([0, 1]^n)",
    "pln.thm2": "PLN-Nets are dense in C([0, 1]^n)",
    "pln.thm3": "Minimum approximation width of PLS-Net",
    "pln.thm3.density": "PLS-Nets are dense in C([0, 1]^n)",
    "pln.ridge": "Width of PLN-Net for functions of n variables",
    "pln.ridge.rms": "Width of PLS-Net for functions of n variables",
    "pln.prop1.sigmoid": "Minimum approximation width of sigmoid networks",
    "pln.prop1.tanh": "Minimum approximation width of tanh networks",
    "pln.prop2.upper": "Minimum approximation width of ReLU networks, upper bound",
    "pln.prop2.lower": "Minimum approximation width of ReLU networks, lower bound",
    "pln.lemma4": "One LN-2 unit is a step function",
    "pln.prop3": "Minimum approximation width of PLN-2",
    "pln.prop4": "Minimum approximation width of PLS-1",
    "fl.eq5": "Mean-variance normalisation is a shift, a division by the norm and a scaling",
    "fl.assumption1": "Networks without biases from the second layer on are scale equivariant",
    "fl.assumption1.bias": "Zero biases are necessary for the equivariance of a network",
    "fl.assumption1.activation": "A (Leaky) ReLU is necessary for equivariance",
    "fl.lemma1": "Scale equivariant activations are linear on each side of 0",
    "fl.absorb": "Leaky ReLU networks express all networks with activations of Eq. 12",
    "fl.absorb.slope": "Absorbed at the same width in Leaky ReLU of a slope that is not negative",
    "fl.prop1": "Scale normalising each layer is scale normalising the last one",
    "fl.eq15": "The layers of the two networks differ by the factors 1/||a'_i||",
    "fl.prop1.training": "Training both formats results in the same network",
    "fl.prop1.training.biases": "Training both formats with biases gives the same network",
    "fl.prop2": "MV normalising each layer is shifting it, and MV normalising the last",
    "fl.resnet": "Residual blocks, and networks of them, are scale equivariant",
    "fl.resnet.replace": "Residual blocks with layer normalisation may be replaced by shifted ones",
    "fl.prop3a": "A vanilla and a feature normalised network err on the same samples",
    "fl.maxeps": "With max{eps, norm} no assumption on the features is needed",
    "fl.prop3b.pre": "Vanilla networks err as those with pre-activation layer normalisation",
    "fl.prop3b.post": "Vanilla networks err as those with post-activation layer normalisation",
    "fl.prop3b.post.rows": (
        "W' = P_L W gives the vanilla network where the rows of W are the class embeddings"
    ),
    "fl.cor1": "Optimal errors: vanilla as feature normalised, and at most layer normalised",
    "fl.thm1": "Minimising the one-class loss makes class or feature norms diverge",
    "fl.thm1.limits": "The same one of the three norms diverges along the whole sequence",
}


def ids() -> list[str]:
    return list(MODULES)


def load(claim_id: str) -> Claim:
    """The claim of this id; ``KeyError`` if there is none."""
    claim: Claim = import_module(MODULES[claim_id]).CLAIM
    return claim


def find(claim_id: str) -> Claim:
    """The claim of this id, companions included; ``KeyError`` if there is none."""
    homes = [name for name in MODULES if f"{claim_id}.".startswith(f"{name}.")]
    todo = [load(max(homes, key=len))] if homes else []
    while todo:
        found = todo.pop()
        if found.id == claim_id:
            return found
        todo += [*found.repaired, *found.sharpened]
    raise KeyError(claim_id)
