"""Slips in the text of the PLN paper."""

from __future__ import annotations

from proofs.pln.paper import source
from proofs.slips import Pointer, Slip

_OUTLINE = {
    "Table 1": "rows Sigmoid, Tanh, ReLU, PLN-d, PLS-d, PLN-2, PLS-1",
    "Figure 4": "The results of logarithmic loss of PLN-Net with different widths, norm sizes and "
    "dimensions of the inputs",
    "Section 4.1": "Function Approximation Tasks with Shallow Networks",
    "Section 4.2": "Compare PLN with Traditional Activation Functions in Deep Neural Networks",
    "Appendix A.1": "Proof of Theorem 1",
    "Appendix A.4": "Proof of Proposition 1",
}

SLIPS: tuple[Slip, ...] = (
    Slip(
        "pln.slip.variance",
        source("Section 2, after Eq. 1", "1"),
        "are the mean and variance for each sample respectively",
        "are the mean and standard deviation",
        "sigma is the square root of the mean of the squares, by which h - mu is divided.",
    ),
    Slip(
        "pln.slip.table1",
        source("Section 4.1.2", ""),
        "In Table 1, PLN-4 shows the best performance of PLN",
        "In Figure 4",
        "Table 1 has bounds, and none of PLN-4.",
        Pointer("Table 1", "Figure 4", ("norm sizes",), _OUTLINE),
        "pln.table1.best",
    ),
    Slip(
        "pln.slip.landscapes",
        source("Appendix B.1.1", ""),
        "In this section, we will conduct a detailed analysis of the experimental results "
        "mentioned in Section 4.2.",
        "in Section 4.1",
        "The landscapes are fits of a function by shallow networks.",
        Pointer("Section 4.2", "Section 4.1", ("approximation", "shallow"), _OUTLINE),
    ),
    Slip(
        "pln.slip.own_proof",
        source("Appendix A.4.1", ""),
        "with almost the same method of proving Proposition A.4",
        "of proving Theorem 1",
        "A.4 is a section, and this very proof; Eq. 25, which is then taken from it, is in A.1.",
        Pointer("Appendix A.4", "Appendix A.1", ("Theorem 1",), _OUTLINE),
    ),
    Slip(
        "pln.slip.function",
        source("Lemma 2", ""),
        "Given any L-Lipschitz continuous function f ∈ [0, 1]",
        "f ∈ C([0, 1])",
        "f is a function on [0, 1] and not a number in it.",
    ),
    Slip(
        "pln.slip.modulus",
        source("Appendix A.4.1, before Eq. 35", ""),
        "we can prove that G(x) - f(x) < ε",
        "|G(x) - f(x)| < ε",
        "The error bound is on both sides, and the proof shows it on both.",
    ),
    Slip(
        "pln.slip.norm_size",
        source("Appendix A.1.2, last sentence", ""),
        "Consequently, we have proved that N(LN) ≤ ⌊L/2ε⌋ + 1 and W(LN) ≤ 2(⌊L/2ε⌋ + 1).",
        "W(LN-d) ≤ d(⌊L/2ε⌋ + 1)",
        "Theorem 1, whose proof ends here, is for every norm size d; 2 is its case d = 2.",
    ),
    Slip(
        "pln.slip.footnote",
        source("Proof of Lemma 4, after Eq. 56", ""),
        "we define z = [1, -1]⊤ (see footnote in the paper)",
        "(see the convention before Lemma 4)",
        "The footnotes add a small number to the denominator, which gives [0, 0] there; the "
        "convention [1, -1] is stated at the beginning of Appendix A.6.",
    ),
    Slip(
        "pln.slip.batches",
        source("Appendix B.1", ""),
        "and four batch sizes (4, 8, 16)",
        "three batch sizes, or a fourth one in the list",
        "Three are listed.",
        "pln.appB1.batches",
    ),
)
