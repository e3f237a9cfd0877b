"""layeract.def2_2: a lower bound of the fluctuation and its variance across samples (Section 2.3).

F_1, ..., F_m are the activation fluctuations of m samples, each from 0 to c.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.layeract import Indexed, mean, variance
from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.paper import source
from proofs.layeract.witnesses import listed
from proofs.trees.script import statement

m, k, i, j = (var(name) for name in ("m", "k", "i", "j"))
c, e = var("c"), var("e")
mu, nu, v, w = (var(name) for name in ("mu", "nu", "v", "w"))
PRINTED = (
    "The lower the upper bound $c$ is, the lower the variance of noise-robustness across samples."
)


def F(at: Term) -> Term:
    """The activation fluctuation of a sample."""
    return app("F", at)


def G(at: Term) -> Term:
    """That of another activation function."""
    return app("G", at)


def bounded(f: Term, bound: Term) -> Json:
    """Every sample's fluctuation is from 0 to the bound."""
    return every("k", "int", implies(k >= 1, k <= m, conj(f >= 0, f <= bound)))


def statistics(of: Indexed, center: Term, spread: Term) -> list[Json]:
    return [center.equals(mean(of)), spread.equals(variance(of, center))]


_F, _G = Indexed(F, m), Indexed(G, m)
_SAMPLES = bounded(F(k), c)
REPAIRED = statement(
    {"m": "int", **dict.fromkeys(("c", "mu", "v"), "real")},
    [m >= 1, _SAMPLES, *statistics(_F, mu, v)],
    v <= c**2 / 4,
    {"F": 1},
)
LOWER = statement(
    {**dict.fromkeys(("m", "i", "j"), "int"),
     **dict.fromkeys(("c", "e", "mu", "nu", "v", "w"), "real")},
    [
        m >= 1, _SAMPLES, i >= 1, i <= m, F(i).equals(c), *statistics(_F, mu, v),
        bounded(G(k), e), j >= 1, j <= m, G(j).equals(e), *statistics(_G, nu, w),
        c < e,
    ],
    v <= w,
    {"F": 1, "G": 1},
)  # fmt: skip


POPOVICIU = "show by popoviciu(F, m, 0, c), inside, mean, spread, m >= 1"


_ONE = Witness({"m": 1, "c": 1, "mu": 1, "v": 0}, {"F": listed(1)})
REPAIRED_CLAIM = Claim(
    id="layeract.def2_2.repaired",
    kind="theorem",
    title="The variance of the fluctuation across samples is at most c^2/4",
    source=source("a reading of Section 2.3, after Definition 2.2", ""),
    statement="If $norm(f(y + epsilon) - f(y)) <= c$ for every sample, the variance of the "
    "activation fluctuation across samples is at most $c^2\\/4$: the lower the upper bound $c$ is, "
    "the lower is this bound of the variance.",
    differs="It is a bound of the variance that becomes lower with $c$, not the variance.",
    readings=(
        Reading("samples", ("given", 0), "$m$ of them"),
        Reading("$norm(f(y + epsilon) - f(y)) <= c$, a norm", ("given", 1)),
        Reading("the mean across samples", ("given", 2)),
        Reading("the variance across samples", ("given", 3)),
        Reading("it is at most $c^2\\/4$", ("show",)),
    ),
    obligations=(
        Obligation(
            "layeract.def2_2.repaired.statement",
            "for every number of samples",
            REPAIRED,
            written(
                REPAIRED,
                POPOVICIU,
                dict(zip(("inside", "mean", "spread"), REPAIRED["given"][1:], strict=True)),
            ),
        ),
    ),
    controls=(
        Control(
            Attempt(
                "layeract.def2_2.repaired.control.constant",
                "with $c^2\\/5$: two samples, 0 and 1",
                {**REPAIRED, "show": (v <= c**2 / 5).json},
                Witness(
                    {"m": 2, "c": 1, "mu": Fraction(1, 2), "v": Fraction(1, 4)},
                    {"F": listed(0, 1)},
                ),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        "layeract.def2_2.repaired.satisfiable",
        "one sample",
        REPAIRED,
        _ONE,
    ),
    notes=("It is attained: half of the samples at 0, half at $c$.",),
)
#: ReLU and the identity, for the inputs -5 and -1/4 of a layer of one unit and the noise 1
_DATA = Witness(
    {
        "m": 2, "i": 2, "j": 1, "c": Fraction(3, 4), "e": 1,
        "mu": Fraction(3, 8), "v": Fraction(9, 64), "nu": 1, "w": 0,
    },
    {"F": listed(0, Fraction(3, 4)), "G": listed(1, 1)},
)  # fmt: skip
CLAIM = Claim(
    id="layeract.def2_2",
    kind="theorem",
    title="The lower the bound of the fluctuation, the lower its variance across samples",
    source=source("Section 2.3, after Definition 2.2", ""),
    statement=PRINTED,
    readings=(
        Reading("samples", ("given", 0), "$m$ of them"),
        Reading("$c$ is the upper bound of activation fluctuation", ("given", 1)),
        Reading("the upper bound: the least one", ("given", 2), "the fluctuation of sample $i$"),
        Reading("", ("given", 3)),
        Reading("", ("given", 4)),
        Reading("the variance across samples", ("given", 5), "their mean"),
        Reading("", ("given", 6)),
        Reading("another activation function", ("given", 7), "its upper bound is $e$"),
        Reading("", ("given", 8), "the fluctuation of sample $j$"),
        Reading("", ("given", 9)),
        Reading("", ("given", 10)),
        Reading("", ("given", 11)),
        Reading("", ("given", 12)),
        Reading("the lower the upper bound is", ("given", 13), "$c < e$"),
        Reading("the lower the variance", ("show",), "at most that of the other"),
    ),
    obligations=(),
    attempts=(
        Attempt(
            "layeract.def2_2.two",
            "two samples, the inputs $-5$ and $-1\\/4$ of one unit, and the noise 1: the "
            "fluctuations of ReLU are 0 and $3\\/4$, with the variance $9\\/64$, those of the "
            "identity 1 and 1, with the variance 0",
            LOWER,
            _DATA,
        ),
    ),
    satisfiable=Attempt("layeract.def2_2.satisfiable", "the same data", LOWER, _DATA),
    repaired=(REPAIRED_CLAIM,),
)
