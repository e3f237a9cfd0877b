"""layeract.eq9.smaller.sharpened: noise that is the same for all inputs, across all samples."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, Term, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.layeract.eq9.shift import (
    EQUAL,
    FACTS,
    FLUCTUATION,
    HARD_BELOW,
    HARD_BOUND,
    HARD_SILU,
    IDENTITY,
    NAMES,
    SILU,
    SMOOTH_BELOW,
    c,
    d,
    smooth,
)
from proofs.layeract.paper import read_as, source
from proofs.layeract.witnesses import HARD, listed
from proofs.library.vectors import S
from proofs.trees.script import statement

NAME = "layeract.eq9.smaller.sharpened"
_u = var("u")
SMOOTH = (("u",), smooth(_u).json)
#: sqrt(1 + alpha) = 1001/1000
_SMALL = Fraction(2001, 1000000)


def _outlier(count: int, high: Fraction, scale: tuple[tuple[str, ...], Json]) -> Witness:
    """d - 1 inputs ``high`` and one -1/high, of mean 0 and variance 1; all are moved by 1."""
    last = 1 - S.abs(S.sign(_u - count))
    inputs: Term = high - (high + 1 / high) * last
    values = {"d": count, "mu": 0, "muhat": 1, "v": 1, "vhat": 1, "alpha": _SMALL, "c": 1}
    return Witness(values, {"y": (("u",), inputs.json), "eps": (("u",), "1"), "s": scale})


def _point(scale: tuple[tuple[str, ...], Json]) -> Witness:
    """d = 1, y = 0, c = 1."""
    values = {"d": 1, "mu": 0, "muhat": 1, "v": 0, "vhat": 0, "alpha": 1, "c": 1}
    return Witness(values, {"y": (("u",), "0"), "eps": (("u",), "1"), "s": scale})


def _tightened(statement: Json, constant: str) -> Json:
    return {**statement, "show": FLUCTUATION <= S.const(Fraction(constant)) * S.abs(c) * d}


_OPPOSITE = Witness(
    {"d": 2, "mu": 0, "muhat": 0, "v": 0, "vhat": 1, "alpha": 3, "c": 0},
    {"y": (("u",), "0"), "eps": listed(1, -1), "s": HARD},
)
READINGS = (
    Reading("$d$-dimensional", ("given", 0)),
    Reading("$alpha > 0$", ("given", 1)),
    Reading("$mu_y$", ("given", 2)),
    Reading("$sigma_y^2$", ("given", 3)),
    Reading("the mean of $y + epsilon$", ("given", 4)),
    Reading("its variance", ("given", 5)),
    Reading("a shift: $epsilon = (c, ..., c)$", ("given", 6)),
)
_BOUND = "for every $d$, all samples, every shift and $alpha > 0$"

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="A shift of all inputs moves LA-SiLU by at most 0.5303 of it, across all samples",
    source=source("Section 3.2 and Section 1", "6, 7"),
    statement="Let the noise be a shift, $epsilon = (c, ..., c)$.  Then $norm(g(hat(y)) - g(y)) = "
    "abs(c) sum_i s(n_i)$, for every scale into $[0, 1]$.  For all samples $y$, this is at most "
    "$0.5303 abs(c) d$ for LA-SiLU, and at most $(3 + sqrt(10)) / 12 abs(c) d$ for LA-HardSiLU, "
    "which is below $0.5136 abs(c) d$.  Neither $0.53$ for the one nor $0.513$ for the other will "
    "do.",
    readings=(
        *READINGS,
        Reading("$0 <= s <= 1$", ("given", 7), "Definition 3.1; only $s >= 0$ counts"),
        Reading(
            "$norm(g(hat(y)) - g(y)) = abs(c) sum_i s(n_i)$",
            ("show",),
            "the norm of Definition 3.2, a sum of absolute values; $n$ as in Eq. 6",
        ),
        *read_as(
            f"{NAME}.silu",
            (
                *READINGS,
                Reading("LA-SiLU", ("given", 7), "$s(t) = 1 / (1 + e^(-t))$"),
                Reading("at most $0.5303 abs(c) d$", ("show",)),
            ),
        ),
        *read_as(
            f"{NAME}.hard",
            (
                *READINGS,
                Reading("LA-HardSiLU", ("given", 7), "$s(t) = max(0, min(1, t / 6 + 1 / 2))$"),
                Reading("at most $(3 + sqrt(10)) / 12 abs(c) d$", ("show",)),
            ),
        ),
        Reading("which is below $0.5136 abs(c) d$", ("show",), "", f"{NAME}.below"),
    ),
    obligations=(
        Obligation(f"{NAME}.equal", _BOUND, IDENTITY, written(IDENTITY, EQUAL, FACTS, **NAMES)),
        Obligation(f"{NAME}.silu", _BOUND, SILU, written(SILU, SMOOTH_BELOW, FACTS, **NAMES)),
        Obligation(
            f"{NAME}.hard", _BOUND, HARD_SILU, written(HARD_SILU, HARD_BELOW, FACTS, **NAMES)
        ),
        Obligation(
            f"{NAME}.below",
            "the constant of LA-HardSiLU",
            statement({}, [], HARD_BOUND < Fraction("0.5136")),
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{NAME}.control.silu",
                "$0.53$: $d = 17$, sixteen inputs $1 / 4$ and one $-4$, $c = 1$, $sqrt(sigma_y^2 + "
                "alpha) = 1.001$",
                _tightened(SILU, "0.53"),
                _outlier(17, Fraction(1, 4), SMOOTH),
            ),
            "constant tightened",
        ),
        Control(
            Attempt(
                f"{NAME}.control.hard",
                "$0.513$: $d = 37$, 36 inputs $1 / 6$ and one $-6$, $c = 1$, $sqrt(sigma_y^2 + "
                "alpha) = 1.001$",
                _tightened(HARD_SILU, "0.513"),
                _outlier(37, Fraction(1, 6), HARD),
            ),
            "constant tightened",
        ),
        Control(
            Attempt(
                f"{NAME}.control.shift",
                "noise that is no shift: $y = 0$, $epsilon = (1, -1)$, $c = 0$",
                {**IDENTITY, "given": [g for m, g in enumerate(IDENTITY["given"]) if m != 6]},
                _OPPOSITE,
            ),
            "hypothesis dropped",
        ),
        Control(
            Attempt(
                f"{NAME}.control.scale",
                "$s = -1$",
                {**IDENTITY, "given": IDENTITY["given"][:-1]},
                _point((("u",), "-1")),
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=(
        Attempt(
            f"{NAME}.satisfiable",
            "one input 0 that is moved to 1, HardSigmoid",
            IDENTITY,
            _point(HARD),
        ),
        Attempt(f"{NAME}.silu.satisfiable", "the same, sigmoid", SILU, _point(SMOOTH)),
        Attempt(f"{NAME}.hard.satisfiable", "the same, HardSigmoid", HARD_SILU, _point(HARD)),
    ),
    notes=(
        "A shift moves the mean and leaves $n$ alone. The $n_i$ have mean 0 and their squares a "
        "mean of at most 1, so a parabola $a + b t + q t^2$ above $s$ gives $sum_i s(n_i) <= (a + "
        "q) d$.",
        "For HardSigmoid the parabola $(t + 3 + sqrt(10))^2 \\/ (24 sqrt(10))$ meets $s$ at "
        "$sqrt(10) - 3$ and $-sqrt(10) - 3$.",
        "The largest sums have one input far below the others, not half of them on each side.",
    ),
    not_claimed=(
        "that $(3 + sqrt(10)) \\/ 12$ is the least constant, or which is the least for LA-SiLU",
        "anything of noise that is not the same for all inputs (`layeract.eq9.lipschitz`)",
    ),
)
