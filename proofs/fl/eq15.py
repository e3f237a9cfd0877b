"""fl.eq15: the chain of Eq. 15, and the factors lambda_i with which it holds."""

from __future__ import annotations

from constructions.terms import conj, var
from proofs.claims import Attempt, Claim, Obligation, Reading
from proofs.fl.chains import UNIT, WHY_UNIT, unit_attempt
from proofs.fl.networks import NET, SORTS
from proofs.fl.paper import source
from proofs.fl.prop1.data import ONES, VALUES, data
from proofs.fl.reductions import FACTS, SCALE, norms
from proofs.language.elaboration import written
from proofs.library.vectors import L, S, ell, leaky, norm, positive_widths, width
from proofs.trees.script import statement

e = var("e")  #: the layer that is spoken of
_LAMBDA = S.sqrt(width(e)) / norm(width(e), NET.p.of(e))
REPAIRED = statement(
    {**SORTS, "e": "int"},
    [
        leaky(),
        L >= 1,
        positive_widths(),
        *NET.feature_normalised[:-1],
        e >= 1,
        e <= L,
        ell >= 1,
        ell <= width(e),
    ],
    conj(_LAMBDA > 0, NET.a(e, ell).equals(_LAMBDA * NET.p(e, ell))),
    NET.functions("z", "a", "p"),
)


#: z_i = c p_i, so a_i = sqrt(d_i) z_i / ||z_i|| = sqrt(d_i) p_i / ||p_i||
TEXT = f"""{SCALE}{norms("e")}
have 0 < sqrt(d(e))/sqrt(P)
show by normalised(e, l), multiple(l), norms, r > 0, 0 < sqrt(P)
"""
_ATTEMPT = unit_attempt("fl.eq15.factor")
CLAIM = Claim(
    id="fl.eq15",
    kind="proof-step",
    title="The layers of the two networks differ by the factors 1/||a'_i||",
    source=source("Proof of Proposition 1'", "15"),
    statement="For $i = 1$, we have $bold(a)_1 = bold(a)'_1 \\/ norm(bold(a)'_1) = lambda_1 "
    "bold(a)'_1$ "
    "with $lambda_1 = 1 \\/ norm(bold(a)'_1)$. [...] Then $bold(a)_(i+1) = sans(n) compose "
    "rho(bold(U)_(i+1) bold(a)_i) = rho(bold(U)_(i+1) bold(a)_i) \\/ norm(rho(bold(U)_(i+1) "
    "bold(a)_i)) = [...] = lambda_(i+1) bold(a)'_(i+1)$, where $lambda_(i+1) = 1 \\/ "
    "norm(bold(a)'_(i+1))$.",
    readings=(
        Reading("a layer of $d$ neurons", ("given", 0)),
        Reading("whose vector $rho(bold(U)_(i+1) bold(a)_i)$ is not $bold(0)$", ("given", 1)),
        Reading("any coordinate", ("given", 2)),
        Reading("", ("given", 3)),
        Reading(
            "$sans(n) compose rho(...) = rho(...) \\/ norm(rho(...))$",
            ("show",),
            "$sans(n)(bold(x)) = sqrt(d) bold(x) \\/ norm(bold(x))$, as after Eq. 5; with "
            "$sans(n)(bold(x)) = bold(x) \\/ norm(bold(x))$ the chain holds "
            "(`fl.prop1.start.unit`, `fl.prop1.eq15.unit`)",
        ),
    ),
    obligations=(),
    attempts=(_ATTEMPT,),
    satisfiable=Attempt(
        "fl.eq15.satisfiable",
        "the hypotheses hold for $d = 4$ and $(1, 1, 1, 1)$",
        UNIT,
        _ATTEMPT.witness,
    ),
    notes=(WHY_UNIT[0].upper() + WHY_UNIT[1:] + ".",),
    repaired=(
        Claim(
            id="fl.eq15.repaired",
            kind="proof-step",
            title="The layers of the two networks differ by the factors sqrt(d_i)/||a'_i||",
            source=source("Proof of Proposition 1'", "15"),
            statement="For $1 <= i <= L$: $bold(a)_i = lambda_i bold(a)'_i$ with $lambda_i = "
            "sqrt(d_i) \\/ norm(bold(a)'_i) > 0$ (for $i = L$, $bold(a)'_L$ being $rho(bold(U)_L "
            "bold(a)'_(L-1))$ before it is normalised).",
            readings=(
                Reading("(Leaky) ReLU", ("given", 0)),
                Reading("layers $1, ..., L$", ("given", 1)),
                Reading("of all widths", ("given", 2)),
                Reading("no bias from the second layer on", ("given", 3)),
                Reading("Eq. 13: $bold(a)_0 = bold(x)$", ("given", 4)),
                Reading(
                    "Eq. 13: $rho(bold(U)_i bold(a)_(i-1) + bold(b)_i)$, called $bold(z)_i$",
                    ("given", 5),
                ),
                Reading("Eq. 13: $bold(a)_i = sans(n)(bold(z)_i)$", ("given", 6)),
                Reading("no $bold(z)_i$ is $bold(0)$", ("given", 7)),
                Reading("Eq. 14: $bold(a)'_0 = bold(x)$", ("given", 8)),
                Reading(
                    "Eq. 14: $bold(a)'_i = rho(bold(U)_i bold(a)'_(i-1) + bold(b)_i)$, called "
                    "$bold(p)_i$",
                    ("given", 9),
                ),
                Reading("$1 <= i <= L$: the layer $e$", ("given", 10)),
                Reading("", ("given", 11)),
                Reading("any coordinate", ("given", 12)),
                Reading("", ("given", 13)),
                Reading("$lambda_i > 0$ and $bold(a)_i = lambda_i bold(a)'_i$", ("show",)),
            ),
            obligations=(
                Obligation(
                    "fl.eq15.factors",
                    "for every layer of every network",
                    REPAIRED,
                    written(REPAIRED, TEXT, FACTS, d=width, e=e),
                ),
            ),
            satisfiable=Attempt(
                "fl.eq15.factors.satisfiable",
                "the hypotheses hold for one neuron of weight 1 at $x = 1$",
                REPAIRED,
                data({**VALUES, "e": 1}, {n: t for n, t in ONES.items() if n != "g"}),
            ),
        ),
    ),
)
