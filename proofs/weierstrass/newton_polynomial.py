"""weierstrass.newton.polynomial: N steps from a constant initial guess are a polynomial in v."""

from __future__ import annotations

from fractions import Fraction

from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.methods.script import statement
from proofs.weierstrass.newton_steps import (
    polynomial_script,
    polynomial_statement,
    sorts,
    w,
    y,
)
from proofs.weierstrass.paper import source

STEPS = (4, 3, 2, 1)
_DEGREES = {1: 1, 2: 4, 3: 13, 4: 40}


def _obligation(count: int) -> Obligation:
    return Obligation(
        f"weierstrass.newton.polynomial.n{count}",
        f"$y_{count} = y_0 p_{count} (v y_0^2)$ with a polynomial of degree {_DEGREES[count]}",
        polynomial_statement(count),
        lambda: polynomial_script(count),
    )


OBLIGATIONS = tuple(_obligation(count) for count in STEPS)
_MAIN = OBLIGATIONS[0].statement
_AT_ONE = {"v": 1, "w": 1, **{f"y{k}": 1 for k in range(5)}}
_GIVEN = _MAIN["given"]
_ONE_STEP = OBLIGATIONS[-1].statement
_HALF = {**_ONE_STEP, "show": y(1).equals(y(0) * (Fraction(3, 2) - w))}

CONTROLS = (
    Control(
        Attempt(
            "weierstrass.newton.polynomial.control.guess",
            "with a polynomial in $w$ that is not $v y_0^2$: $v = 1$, $y_0 = 1$, $w = 0$",
            statement({**sorts(4), "w": "real"}, _GIVEN[1:], _MAIN["show"]),
            Witness({**_AT_ONE, "w": 0}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.newton.polynomial.control.half",
            "with $y_1 = y_0 (3/2 - v y_0^2)$: $v = y_0 = 1$",
            _HALF,
            Witness({"v": 1, "w": 1, "y0": 1, "y1": 1}),
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id="weierstrass.newton.polynomial",
    kind="theorem",
    title="Up to four steps of Newton's iteration are a polynomial in v",
    source=source("The paper's three routes, route 3, and the table's row Goldschmidt approx"),
    statement="Approximate $1\\/sqrt(v)$ by a fixed number of Newton-style polynomial iterations. "
    "The $N$-step sequence is a polynomial (hence entire). (For $N <= 4$; the text has "
    "$N = 3$--$4$.)",
    readings=(
        Reading(
            "a constant initial guess",
            ("given", 0),
            "$w = v y_0^2$, where $y_0$ is any number; it does not depend on $v$",
        ),
        *(
            Reading(f"step {k}", ("given", k), "of the four for which the text gives $N$")
            for k in range(1, 5)
        ),
        Reading("a polynomial in $v$", ("show",), "the coefficients are written out, $N = 4$"),
        Reading("", ("show",), "$N = 3$", "weierstrass.newton.polynomial.n3"),
    ),
    obligations=OBLIGATIONS,
    controls=CONTROLS,
    satisfiable=Attempt(
        "weierstrass.newton.polynomial.satisfiable",
        "the hypotheses hold for $v = y_0 = ... = y_4 = 1$",
        _MAIN,
        Witness(_AT_ONE),
    ),
    notes=(
        "With an initial guess that depends on $v$ the result is what the guess makes it: from "
        "$y_0 = 1\\/sqrt(v)$ all $y_n$ are $1\\/sqrt(v)$, and from a table or from the exponent of "
        "a floating-point number they jump. Entire they are from a constant or polynomial guess.",
        "A polynomial is bounded near 0, so its relative error is nearly 1 for small $v$: "
        "`weierstrass.newton.precision.sharpened`.",
    ),
    not_claimed=("more than four steps: the degree is $(3^N - 1)\\/2$",),
)
