"""sumformer.thm4_1.bernstein, its companions and their controls; the proofs are in bernstein.py."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import conj
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.sumformer.paper import source
from proofs.sumformer.thm4_1.bernstein.bound import (
    ERROR,
    POINTWISE,
    POINTWISE_PROOF,
    PROOF,
    STATEMENT,
    L,
    root,
)
from proofs.sumformer.thm4_1.bernstein.smooth import SMOOTH, SMOOTH_PROOF
from proofs.sumformer.thm4_1.bernstein.variables import ADDED, ADDED_PROOF
from proofs.sumformer.thm4_1.bernstein.variables import PROOF as POINTS_PROOF
from proofs.sumformer.thm4_1.bernstein.variables import STATEMENT as OF_POINTS
from proofs.trees.script import Json

NAME = "sumformer.thm4_1.bernstein"

#: one row: m = 1, binomials 1, t^i = 1 - i + i t for i = 0, 1
ONE_ROW: dict[str, tuple[tuple[str, ...], Json]] = {
    "C": (("u", "v"), "1"),
    "P": (("u", "v"), ["+", ["-", "1", "u"], ["*", "u", "v"]]),
}


TENT: tuple[tuple[str, ...], Json] = (("t",), ["abs", ["-", "t", "1/2"]])
SQUARE: tuple[tuple[str, ...], Json] = (("t",), ["*", "t", "t"])


def _data(values: dict[str, int | Fraction], f: tuple[tuple[str, ...], Json]) -> Witness:
    return Witness({"m": 1, **values}, {**ONE_ROW, "f": f})


def _control(name: str, says: str, kind: str, altered: Json, witness: Witness) -> Control:
    return Control(Attempt(f"{NAME}.control.{name}", says, altered, witness), kind)


def _without(number: int) -> Json:
    return {
        **STATEMENT,
        "given": [g for place, g in enumerate(STATEMENT["given"]) if place != number],
    }


_HALF = Fraction(1, 2)
CONTROLS = (
    _control(
        "constant",
        "$m = 1$, $f(t) = abs(t - 1 \\/ 2)$: $B_1 f = 1 \\/ 2$, and $f(1 \\/ 2) = 0$",
        "constant tightened",
        {**STATEMENT, "show": ERROR <= Fraction(9, 10) * (L / (2 * root))},
        _data({"x": _HALF, "L": 1}, TENT),
    ),
    _control(
        "left",
        "$f(t) = t^2$ at $x = -1$: $B_1 f (x) = x$",
        "hypothesis dropped",
        _without(6),
        _data({"x": -1, "L": 2}, SQUARE),
    ),
    _control(
        "right",
        "$f(t) = t^2$ at $x = 2$",
        "hypothesis dropped",
        _without(7),
        _data({"x": 2, "L": 2}, SQUARE),
    ),
    _control(
        "lipschitz",
        "$f(t) = t^2$ and $L = 0$",
        "hypothesis dropped",
        _without(5),
        _data({"x": _HALF, "L": 0}, SQUARE),
    ),
)

BASIS_READINGS = (
    Reading("a degree $m >= 1$", ("given", 0)),
    Reading(
        "binomial coefficients: $binom(i, 0) = binom(i, i) = 1$",
        ("given", 1),
        "$binom(i, k)$ is called $C(i, k)$; rows up to $m$ are all that is asked for",
    ),
    Reading("Pascal's rule", ("given", 2)),
    Reading("$t^0 = 1$", ("given", 3), "$P(k, t) = t^k$"),
    Reading("$t^(i + 1) = t t^i$", ("given", 4)),
)


def _readings(conclusion: str) -> tuple[Reading, ...]:
    return (
        *BASIS_READINGS,
        Reading("$f$ is $L$-Lipschitz on $[0, 1]$", ("given", 5)),
        Reading("$x in [0, 1]$", ("given", 6)),
        Reading("and $x <= 1$", ("given", 7)),
        Reading(
            conclusion,
            ("show",),
            "$(B_m f)(x) = sum_(k = 0)^m f(k \\/ m) binom(m, k) x^k (1 - x)^(m - k)$",
        ),
    )


#: N = 1: a point is its coordinate, F(y) = |y - 1/2| and G_1 = B_1 F = 1/2
ONE_COORDINATE: dict[str, tuple[tuple[str, ...], Json]] = {
    **ONE_ROW,
    "F": TENT,
    "G": (
        ("u", "t"),
        ["+", ["*", ["-", "1", "u"], ["abs", ["-", "t", "1/2"]]], ["/", "u", "2"]],
    ),
    "L": (("u",), "1"),
    "X": (("t", "u"), "t"),
    "r": (("t", "u", "v"), "v"),
}


_of_points = f"{NAME}.variables"
VARIABLES = Claim(
    id=_of_points,
    kind="theorem",
    title="Bernstein polynomials in several variables: the errors add up",
    source=source("Theorem 4.1, the continuous proof: what Stone-Weierstrass is cited for", "36"),
    statement="Let $F$ on $[0, 1]^N$ change by at most $L_i abs(u - y_i)$ where coordinate $i$ of "
    "$y$ becomes $u$. The polynomial $B_m F$ of degree $m$ in each variable, with values of $F$ "
    "at the points of $(ZZ \\/ m)^N$, satisfies $abs((B_m F)(y) - F(y)) <= sum_(i = 1)^N L_i \\/ "
    "(2 sqrt(m))$ for all $N, m >= 1$ and $y in [0, 1]^N$.",
    readings=(
        Reading("a degree $m >= 1$", ("given", 0)),
        Reading("$N >= 1$ variables", ("given", 1)),
        *[
            Reading(reading.printed, ("given", place), reading.note)
            for place, reading in enumerate(BASIS_READINGS[1:], start=2)
        ],
        Reading(
            "points of $RR^N$",
            ("given", 6),
            "$X(y, i)$ is a coordinate; $r(y, i, u)$ is $y$ with $u$ as coordinate $i$",
        ),
        Reading("the coordinates other than that stay", ("given", 7)),
        Reading("$abs(F(r(y, i, u)) - F(y)) <= L_i abs(u - y_i)$ on $[0, 1]^N$", ("given", 8)),
        Reading("$G_0 = F$", ("given", 9)),
        Reading(
            "$G_i$ is $G_(i - 1)$ with $B_m$ applied to its variable $i$",
            ("given", 10),
            "so that $G_N = B_m F$",
        ),
        Reading("$abs(B_m F - F) <= sum_i L_i \\/ (2 sqrt(m))$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{_of_points}.statement", "for all $N$, $m$, $F$ and $y$", OF_POINTS, POINTS_PROOF
        ),
    ),
    satisfiable=Attempt(
        f"{_of_points}.satisfiable",
        "$N = m = 1$ and $F(y) = abs(y - 1 \\/ 2)$",
        OF_POINTS,
        Witness({"m": 1, "N": 1, "y_": 0}, ONE_COORDINATE),
    ),
    notes=("For a function of two variables and more, $L_i$ may be different for each.",),
)

POINTWISE_CLAIM = Claim(
    id=f"{NAME}.pointwise",
    kind="theorem",
    title="The error of Bernstein polynomials point by point",
    source=source("Theorem 4.1, the continuous proof: what Stone-Weierstrass is cited for", "36"),
    statement="For every $L$-Lipschitz $f$ on $[0, 1]$ and all $m >= 1$, $x in [0, 1]$: "
    "$abs((B_m f)(x) - f(x)) <= L sqrt(x (1 - x) \\/ m)$.",
    readings=_readings("$abs((B_m f)(x) - f(x)) <= L sqrt(x (1 - x) \\/ m)$"),
    obligations=(
        Obligation(
            f"{NAME}.pointwise.statement", "for all $m$, $f$ and $x$", POINTWISE, POINTWISE_PROOF
        ),
    ),
    satisfiable=Attempt(
        f"{NAME}.pointwise.satisfiable",
        "$m = 1$, $f(t) = abs(t - 1 \\/ 2)$, $x = 1 \\/ 2$",
        POINTWISE,
        _data({"x": _HALF, "L": 1}, TENT),
    ),
)


_smooth = f"{NAME}.smooth"
_SMOOTH_DATA: dict[str, Any] = {"m": 1, "x": _HALF, "M": 2, "s": 1}
_SMOOTH_FUNCTIONS = {**ONE_ROW, "f": SQUARE}
SMOOTH_CLAIM = Claim(
    id=_smooth,
    kind="theorem",
    title="Bernstein polynomials of functions with bounded curvature",
    source=source("Theorem 4.1, the continuous proof: what Stone-Weierstrass is cited for", "36"),
    statement="If $abs(f(u) - f(x) - s (u - x)) <= M \\/ 2 (u - x)^2$ for some $s$ and all $u in "
    "[0, 1]$, as where $abs(f'') <= M$, then $abs((B_m f)(x) - f(x)) <= M x (1 - x) \\/ (2 m) <= M "
    "\\/ (8 m)$, for all $m >= 1$ and $x in [0, 1]$.",
    readings=(
        *BASIS_READINGS,
        Reading("$abs(f(u) - f(x) - s (u - x)) <= M \\/ 2 (u - x)^2$", ("given", 5)),
        Reading("$x in [0, 1]$", ("given", 6)),
        Reading("and $x <= 1$", ("given", 7)),
        Reading("$abs((B_m f)(x) - f(x)) <= M x (1 - x) \\/ (2 m) <= M \\/ (8 m)$", ("show",)),
    ),
    obligations=(
        Obligation(f"{_smooth}.statement", "for all $m$, $f$ and $x$", SMOOTH, SMOOTH_PROOF),
    ),
    controls=(
        Control(
            Attempt(
                f"{_smooth}.control.constant",
                "$f(t) = t^2$, $m = 1$ and $x = 1 \\/ 2$: the error is $1 \\/ 4$",
                {
                    **SMOOTH,
                    "show": conj(
                        [*SMOOTH["show"][1][:2], ["*", "9/10", SMOOTH["show"][1][2]]],
                        SMOOTH["show"][2],
                    ),
                },
                Witness(_SMOOTH_DATA, _SMOOTH_FUNCTIONS),
            ),
            "constant tightened",
        ),
    ),
    satisfiable=Attempt(
        f"{_smooth}.satisfiable",
        "$f(t) = t^2$, $M = 2$, $s = 2 x$: for every $m$ and $x$ there is equality",
        SMOOTH,
        Witness(_SMOOTH_DATA, _SMOOTH_FUNCTIONS),
    ),
)

_added = f"{NAME}.added"
ADDED_CLAIM = Claim(
    id=_added,
    kind="proof-step",
    title="In several variables the errors of Bernstein polynomials add up",
    source=source("Theorem 4.1, the continuous proof: what Stone-Weierstrass is cited for", "36"),
    statement="If $B_m$ applied to variable $i$ alone changes $F$ by at most $e_i$ on $[0, 1]^N$, "
    "then $abs((B_m F)(y) - F(y)) <= sum_(i = 1)^N e_i$ there.",
    readings=(
        Reading("a degree $m >= 1$", ("given", 0)),
        Reading("$N >= 1$ variables", ("given", 1)),
        *[
            Reading(reading.printed, ("given", place), reading.note)
            for place, reading in enumerate(BASIS_READINGS[1:], start=2)
        ],
        Reading("points of $RR^N$", ("given", 6), "as in `sumformer.thm4_1.bernstein.variables`"),
        Reading("the coordinates other than that stay", ("given", 7)),
        Reading("in variable $i$ alone the error is at most $e_i$", ("given", 8)),
        Reading("$G_0 = F$", ("given", 9)),
        Reading(
            "$G_i$ is $G_(i - 1)$ with $B_m$ applied to its variable $i$",
            ("given", 10),
            "so that $G_N = B_m F$",
        ),
        Reading("$abs(B_m F - F) <= sum_i e_i$", ("show",)),
    ),
    obligations=(
        Obligation(f"{_added}.statement", "for all $N$, $m$, $F$ and $y$", ADDED, ADDED_PROOF),
    ),
    satisfiable=Attempt(
        f"{_added}.satisfiable",
        "$N = m = 1$, $F(y) = abs(y - 1 \\/ 2)$ and $e_1 = 1 \\/ 2$",
        ADDED,
        Witness(
            {"m": 1, "N": 1, "y_": 0},
            {
                **{key: value for key, value in ONE_COORDINATE.items() if key != "L"},
                "e": (("u",), "1/2"),
            },
        ),
    ),
)

CLAIM = Claim(
    id=NAME,
    kind="theorem",
    title="Bernstein polynomials are within L/(2 sqrt m) of L-Lipschitz functions",
    source=source("Theorem 4.1, the continuous proof: what Stone-Weierstrass is cited for", "36"),
    statement="For every $L$-Lipschitz $f$ on $[0, 1]$ and every $m >= 1$ the polynomial "
    "$(B_m f)(x) = sum_(k = 0)^m f(k \\/ m) binom(m, k) x^k (1 - x)^(m - k)$ satisfies "
    "$abs((B_m f)(x) - f(x)) <= L \\/ (2 sqrt(m))$ for all $x in [0, 1]$.",
    readings=_readings("$abs((B_m f)(x) - f(x)) <= L \\/ (2 sqrt(m))$"),
    obligations=(Obligation(f"{NAME}.statement", "for all $m$, $f$ and $x$", STATEMENT, PROOF),),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{NAME}.satisfiable",
        "$m = 1$, $f(t) = abs(t - 1 \\/ 2)$, $x = 1 \\/ 2$: the bound is reached",
        STATEMENT,
        _data({"x": _HALF, "L": 1}, TENT),
    ),
    notes=(
        "The paper cites Stone-Weierstrass (Hutter, 2020) for any continuous $f$ and names no "
        "polynomial. For Lipschitz $f$ this is one, with its error; `verify construct "
        "sumformer.thm4_1.continuous --set route=bernstein` builds the Sumformer of it, and "
        "without a route where $f$ is not seen to be analytic.",
        "For $m = 1$ and $f(t) = abs(t - 1 \\/ 2)$ there is equality at $x = 1 \\/ 2$.",
        "A polynomial in several variables that is symmetric in some of them, as a semi-invariant "
        "$g$ is in the tokens $x_2, ..., x_n$, stays so with the same $m$ in each: exchanging "
        "variables exchanges the grid points. Of each polynomial that is built this is checked.",
        "A domain that is a box $[a, b]^d$ becomes the cube by $x = a + (b - a) u$, with $L (b - "
        "a)$ in place of $L$. A compact $cal(X)$ lies in a box, and a Lipschitz function on "
        "$cal(X)^n$ has an extension to it with the same constants (McShane); what is built is "
        "near the expression that is given, on the whole box.",
    ),
    not_claimed=("that no other polynomial of this degree is closer",),
    cites=(),
    sharpened=(POINTWISE_CLAIM, VARIABLES, SMOOTH_CLAIM, ADDED_CLAIM),
)
