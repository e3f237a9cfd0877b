"""Slips in the text of the Sumformer paper."""

from __future__ import annotations

from proofs.slips import Pointer, Slip
from proofs.sumformer.paper import source

_OUTLINE = {
    "Section 3": "Sumformer; Definition 3.1",
    "Section 4.1": "Universal approximation, Sumformer; Theorem 4.1 (Universal Approximation by "
    "Sumformer)",
    "Theorem 4.2": "Universal Approximation by Transformer (Yun et al., 2019), Eq. 20, cited "
    "without a proof",
    "Theorem 4.3": "Universal Approximation by Transformer, Eq. 21; its proof sketch has Eq. 22, "
    "Eq. 23, Eq. 24",
    "Lemma 2.9": "Equivalence of Equivariance and Semi-invariance",
}

SLIPS: tuple[Slip, ...] = (
    Slip(
        "sumformer.slip.section",
        source("Section 1.1", ""),
        "First, we show that the Sumformer architecture is able to approximate all continuous "
        "equivariant sequence-to-sequence functions on compact sets (Sec. 3).",
        "(Sec. 4.1)",
        "Section 3 only defines the architecture.",
        Pointer("Section 3", "Section 4.1", ("universal approximation",), _OUTLINE),
    ),
    Slip(
        "sumformer.slip.cited_theorem",
        source("Proof of Theorem 4.4", ""),
        "Therefore, we can use the same construction for ψ and ϕ as in the proof of Theorem 4.2.",
        "of Theorem 4.3",
        "Theorem 4.2 is the one of Yun et al., which is cited without a proof.",
        Pointer("Theorem 4.2", "Theorem 4.3", ("proof sketch",), _OUTLINE),
    ),
    Slip(
        "sumformer.slip.cited_equation",
        source("Proof of Theorem 4.4, after Eq. 26", ""),
        "we get the same output as in Equation (24) in Theorem 4.2",
        "Equation (24) in Theorem 4.3",
        "Eq. 24 stands in the proof of Theorem 4.3.",
        Pointer("Theorem 4.2", "Theorem 4.3", ("Eq. 24",), _OUTLINE),
    ),
    Slip(
        "sumformer.slip.lemma",
        source("Theorem 4.1, proof sketches, and Appendix A", ""),
        "is equivariant we can use Theorem 2.9 to represent",
        "Lemma 2.9",
        "2.9 is a lemma.",
        Pointer("Theorem 2.9", "Lemma 2.9", ("Semi-invariance",), _OUTLINE),
    ),
    Slip(
        "sumformer.slip.semi",
        source("Section 2.3, heading", ""),
        "Equivariant and Semi-Equivariant Functions",
        "Equivariant and Semi-Invariant Functions",
        "What is defined there is semi-invariance; nothing is called semi-equivariant.",
    ),
    Slip(
        "sumformer.slip.to_point",
        source("Definition 2.7", "9"),
        "A sequence-to-point function … is equivariant to the order of elements in a sequence",
        "A sequence-to-sequence function f : X^n -> Y^n",
        "Eq. 9 compares sequences: its values are [f_pi(1)(X), ..., f_pi(n)(X)].",
    ),
    Slip(
        "sumformer.slip.softmax",
        source("Definition 2.1", "1"),
        "be the softmax function. A (self-)attention head is a function",
        "rho : R^n -> R^n",
        "Printed is R^d -> R^d before it; rho is applied to the rows of an n x n matrix, and in "
        "Definition 2.5 to those of an n x k matrix.",
    ),
    Slip(
        "sumformer.slip.bound_variable",
        source("Theorem 2.13", ""),
        "if and only if it can be decomposed in the form … for suitable transformations",
        "psi(sum over z in Z of phi(z))",
        "Printed is phi(x) under the sum over z.",
    ),
    Slip(
        "sumformer.slip.identity",
        source("Appendix B, before Eq. 41", ""),
        "such that it acts as the identity on the first n components",
        "on the first d components",
        "A row is [x_i, x_i] in R^2d (Eq. 40), and becomes [x_i, phi(x_i)].",
    ),
    Slip(
        "sumformer.slip.second_parameter",
        source("Appendix C, last sentence", ""),
        "This difference is the reason why we need a second parameter in ϕ.",
        "in psi",
        "In Definition 3.1 phi has one argument and psi has two, x and Sigma.",
    ),
)
