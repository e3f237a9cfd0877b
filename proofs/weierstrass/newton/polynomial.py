"""weierstrass.newton.polynomial: N steps from a constant initial guess are a polynomial in v."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from constructions.terms import conj, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, ZERO, S
from proofs.trees.script import statement
from proofs.weierstrass.cauchy import zero_above
from proofs.weierstrass.newton import degrees_witness as data
from proofs.weierstrass.newton import signs as newton_signs
from proofs.weierstrass.newton.degrees import (
    DEGREES,
    FUNCTIONS,
    GIVEN,
    ODD,
    ODD_POWERS,
    PROOF,
    N,
    c,
    coefficient_readings,
    d,
)
from proofs.weierstrass.newton.steps import polynomial_proof, polynomial_statement
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.polynomial"
PLACE = "The paper's three routes, route 3, and the table's row Goldschmidt approx"
_DEGREES = {1: 1, 2: 4, 3: 13, 4: 40}


def _obligation(count: int) -> Obligation:
    return Obligation(
        f"{ID}.n{count}",
        f"$y_{count} = y_0 p_{count} (v y_0^2)$ with a polynomial of degree {_DEGREES[count]}",
        polynomial_statement(count),
        polynomial_proof(count),
    )


OBLIGATIONS = (
    Obligation(
        f"{ID}.statement",
        "for every $N$: a polynomial of degree $(3^N - 1)\\/2$ in $v y_0^2$, times $y_0$",
        DEGREES,
        PROOF,
    ),
    Obligation(f"{ID}.odd", "$3^N$ is odd", ODD, written(ODD, ODD_POWERS)),
    *(_obligation(count) for count in (4, 3, 2, 1)),
)

# --- controls ------------------------------------------------------------------------------------

_b = var("b")
NONZERO, LEADING, ABOVE, VALUES = range(4)  #: the parts of the conclusion
_FADING = data.products(lambda n: lambda k: data.delta(k) * (1 - n))
#: the powers, and the recursion where there is a step
POWERS = {1: data.AT_0, 2: data.NEXT}
ONE_STEP = {**POWERS, 9: data.RECURSION}


def _without(
    place: int,
    name: str,
    says: str,
    part: int,
    values: tuple[int, int],
    functions: Mapping[str, Any],
    texts: Mapping[int, str] = POWERS,
) -> Control:
    """Without the hypothesis at this place; N and d are the ``values``, and y_0 = 0."""
    given = DEGREES["given"]
    kept = [i for i in range(len(given)) if i != place]
    sequent = statement(DEGREES["vars"], [given[i] for i in kept], DEGREES["show"], FUNCTIONS)
    placed = {kept.index(i): text for i, text in texts.items() if i in kept}
    whole = {"p": data.POWERS, "y": data.function(ZERO), **functions}
    witness = Witness({"y0": 0, "N": values[0], "d": values[1]}, whole)
    attempt = Attempt(f"{ID}.control.{name}", says, sequent, witness, placed, part=part)
    return Control(attempt, "hypothesis dropped")


_LOWER = conj(*DEGREES["show"][1 : 1 + ABOVE], zero_above(c(N), d - 1), DEGREES["show"][-1])

CONTROLS = (
    _without(
        2,
        "powers",
        "without $t^(k + 1) = t t^k$: all powers are $e^0 = 1$, so that $d = 0$ for $N = 1$",
        ABOVE,
        (1, 0),
        {**data.ONE_STEP, "y": data.function(ZERO), "p": data.function(S.exp(ZERO))},
        {9: data.RECURSION},
    ),
    _without(
        3,
        "start",
        "without $y_0$ at the start: from 1 and not from 0, $N = 0$",
        VALUES,
        (0, 0),
        {**_FADING, "y": data.function(ONE)},
    ),
    _without(
        4,
        "step",
        "without the step: from 0 to 1, $N = 1$",
        VALUES,
        (1, 1),
        {**data.ONE_STEP, "y": data.function(_b)},
        ONE_STEP,
    ),
    _without(
        5,
        "constant",
        "without $c(0, 0) = 1$: all coefficients are 0",
        NONZERO,
        (0, 0),
        data.products(lambda n: lambda k: ZERO),
    ),
    _without(
        6,
        "others",
        "without $c(0, k) = 0$ for $k > 0$: all coefficients are 1, $N = 0$",
        ABOVE,
        (0, 0),
        data.products(lambda n: lambda k: ONE),
    ),
    _without(
        7,
        "square",
        "without the square: taken to be 0, it leaves $c(1, k) = 0$ for $k > 0$",
        NONZERO,
        (1, 1),
        data.without_square(),
    ),
    _without(
        8,
        "cube",
        "without the cube: $c(1, k) = 0$ for all $k$",
        NONZERO,
        (1, 1),
        {**_FADING, "u": data.function(3 * data.delta(_b + 1))},
    ),
    _without(
        9,
        "recursion",
        "without the recursion: $c(1, k) = 0$ for all $k$",
        NONZERO,
        (1, 1),
        _FADING,
    ),
    _without(
        len(GIVEN),
        "degree",
        "with $d = 0$ for $N = 1$",
        ABOVE,
        (1, 0),
        {**data.ONE_STEP, "y": data.function(ZERO)},
        ONE_STEP,
    ),
    Control(
        Attempt(
            f"{ID}.control.lower",
            "a smaller degree: $N = d = 0$",
            {**DEGREES, "show": _LOWER},
            Witness(
                {"y0": 0, "N": 0, "d": 0},
                {"p": data.POWERS, "y": data.function(ZERO), **_FADING},
            ),
            POWERS,
            part=ABOVE,
        ),
        "constant tightened",
    ),
)


def _written_out(count: int) -> tuple[Reading, ...]:
    """The readings of the statement for one N."""
    of = f"{ID}.n{count}"
    return (
        Reading("$w = v y_0^2$", ("given", 0), "", of),
        *(Reading(f"step {k}", ("given", k), "", of) for k in range(1, count + 1)),
        Reading(f"$N = {count}$", ("show",), "the coefficients are written out", of),
    )


CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="N steps of Newton's iteration are a polynomial in v",
    source=source(PLACE),
    statement="Approximate $1\\/sqrt(v)$ by a fixed number of Newton-style polynomial iterations. "
    "The $N$-step sequence is a polynomial (hence entire).",
    readings=(
        Reading("a fixed number", ("given", 0), "every $N$, not only the text's 3 and 4"),
        Reading("powers: $t^0 = 1$", ("given", 1), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 2), "for every integer $k >= 0$"),
        Reading(
            "a constant initial guess",
            ("given", 3),
            "$y_0$ is any number; it does not depend on $v$",
        ),
        Reading("Newton-style polynomial iterations", ("given", 4), "for every real $v$"),
        *coefficient_readings(5),
        Reading("the degree $d = (3^N - 1)\\/2$", ("given", 10), "$3^N$ is odd"),
        Reading(
            "a polynomial (hence entire)",
            ("show",),
            "of degree exactly $d$ in $w = v y_0^2$, with the leading coefficient $(-1)^N 2^(-d)$; "
            "what is a polynomial in real $v$ is the same one in complex $v$",
        ),
        Reading("every $N$", ("given", 0), "", f"{ID}.odd"),
        Reading("powers: $t^0 = 1$", ("given", 1), "", f"{ID}.odd"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 2), "", f"{ID}.odd"),
        Reading("$3^N$ is odd", ("show",), "so that there is such a $d$", f"{ID}.odd"),
        *(reading for count in (4, 3, 2, 1) for reading in _written_out(count)),
    ),
    obligations=OBLIGATIONS,
    controls=CONTROLS,
    satisfiable=(
        Attempt(
            f"{ID}.satisfiable",
            "the hypotheses hold for $N = 1$, $y_0 = 1$ and the coefficients $3\\/2$ and $-1\\/2$",
            DEGREES,
            Witness({"y0": 1, "N": 1, "d": 1, "k_": 2}, data.ONE_STEP),
            {**ONE_STEP, 4: "fix v, n\nhave zero: n = 0\nshow by zero"},
        ),
        Attempt(
            f"{ID}.odd.satisfiable",
            "the hypotheses hold for $N = 1$",
            ODD,
            Witness({"N": 1, "e": 1}, {"p": data.POWERS}),
            POWERS,
        ),
    ),
    sharpened=(newton_signs.CLAIM,),
    notes=(
        "With an initial guess that depends on $v$ the result is what the guess makes it: from "
        "$y_0 = 1\\/sqrt(v)$ all $y_n$ are $1\\/sqrt(v)$, and from a table or from the exponent of "
        "a floating-point number they jump. Entire they are from a constant or polynomial guess.",
        "Where $y_0 = 0$ all $y_n$ are 0; otherwise the degree in $v$ is $(3^N - 1)\\/2$: 1, 4, "
        "13, 40, 121.",
        "A polynomial is bounded near 0, so its relative error is nearly 1 for small $v$: "
        "`weierstrass.newton.precision.sharpened`.",
    ),
)
