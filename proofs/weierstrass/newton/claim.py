"""weierstrass.newton: y <- y (3 - v y^2)/2 converges quadratically to 1/sqrt(v)."""

from __future__ import annotations

from collections.abc import Mapping

from constructions.terms import Json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ZERO, S
from proofs.trees.script import (
    statement,
)
from proofs.weierstrass import instances
from proofs.weierstrass.newton import outside as newton_outside
from proofs.weierstrass.newton import rate as newton_rate
from proofs.weierstrass.newton.outside import BETWEEN, BOUNDARY, DIVERGES, SORTS, TURNS
from proofs.weierstrass.newton.proof import (
    FUNCTIONS,
    GIVEN,
    MAIN,
    PROOF,
    v,
    y,
)
from proofs.weierstrass.paper import source

PLACE = "The paper's three routes, route 3"
_ONES = {"y": (("a",), "1")}
_h = var("h")
#: 2, -1, -1, ... with v = 1, and 1, 0, 0, ... with v = 3
_TURNED: Json = {"y": (("a",), ["-", "2", ["*", "3", ["min", "a", "1"]]])}
_LOST: Json = {"y": (("a",), ["-", "1", ["min", "a", "1"]])}


#: the halves of h and h + 1, rounded down, are h together
TURN = """
fix h
have low: h <= 2*floor(h/2) + 1 and 2*floor(h/2) <= h by integers
have high: h <= 2*floor((h + 1)/2) and 2*floor((h + 1)/2) <= h + 1 by integers
have most: floor((h + 1)/2) + floor(h/2) <= h by low, high, integers
have least: h <= floor((h + 1)/2) + floor(h/2) by low, high, integers
have parity: floor((h + 1)/2) = h - floor(h/2) by most, least
cases h <= 2*floor(h/2):
  have even: h = 2*floor(h/2) by low, h <= 2*floor(h/2)
  show by parity, even
have odd: h = 2*floor(h/2) + 1 by low, integers, h > 2*floor(h/2)
show by parity, odd
"""

STATEMENT = Obligation(
    "weierstrass.newton.statement",
    "convergence to $1\\/sqrt(v)$ for every $v > 0$; $e_(n+1) = e_n^2 (3 - e_n)\\/2$ for all $n$ "
    "and $e_(n+1) <= 3/2 e_n^2$ from $n = 1$ on, where $e_n = 1 - y_n sqrt(v)$",
    MAIN,
    PROOF,
)
_NOT_BELOW_3 = [GIVEN[0], GIVEN[1], GIVEN[3]]
_AT_MOST_3 = [*GIVEN[:2], v * y(ZERO) ** 2 <= 3, GIVEN[3]]

CONTROLS = (
    Control(
        Attempt(
            "weierstrass.newton.control.basin",
            "without $v y_0^2 < 3$: for $v = 1$, $y_0 = 2$ the iteration is $2, -1, -1, ...$",
            statement(SORTS, _NOT_BELOW_3, MAIN["show"], FUNCTIONS),
            Witness({"v": 1}, _TURNED),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.newton.control.sign",
            "without $y_0 > 0$: $-1, -1, ...$ for $v = 1$",
            statement(SORTS, [GIVEN[0], *GIVEN[2:]], MAIN["show"], FUNCTIONS),
            Witness({"v": 1}, {"y": (("a",), "-1")}),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.newton.control.boundary",
            "with $v y_0^2 <= 3$: for $v = 3$, $y_0 = 1$ the iteration is $1, 0, 0, ...$",
            statement(SORTS, _AT_MOST_3, MAIN["show"], FUNCTIONS),
            Witness({"v": 3}, _LOST),
        ),
        "constant tightened",
    ),
)


def _outside(name: str, start: str, end: str, steps: int = 2) -> tuple[Reading, ...]:
    """The readings of one of the four statements."""
    parts = ((("given", 0), "$v > 0$"), (("given", 1), start), (("given", steps), "the iteration"))
    of = f"weierstrass.newton.{name}"
    return tuple(Reading(text, path, "", of) for path, text in (*parts, (("show",), end)))


def _at(
    name: str, says: str, sequent: Json, data: Witness, texts: Mapping[int, str] = {}
) -> Attempt:
    """Data that meet the hypotheses of one of the four statements."""
    return Attempt(f"weierstrass.newton.{name}.satisfiable", says, sequent, data, texts)


_SIGNS = 1 - 2 * (var("a") - 2 * S.floor(var("a") / 2))  # 1, -1, 1, ...
_OUTSIDE = (
    _at("boundary", "1, 0, 0, ... for $v = 3$", BOUNDARY, Witness({"v": 3, "n_": 1}, _LOST)),
    _at("between", "2, -1, -1, ... for $v = 1$", BETWEEN, Witness({"v": 1, "n_": 0}, _TURNED)),
    _at("turns", "1, -1, 1, ... for $v = 5$", TURNS,
        Witness({"v": 5, "n_": 0}, {"y": (("a",), _SIGNS.json)}), {2: TURN}),
    _at("diverges", "from 3 to -9 for $v = 1$, $N = 1$", DIVERGES,
        Witness({"v": 1, "N": 1}, {"y": (("a",), (3 - 12 * var("a")).json)})),
)  # fmt: skip
SHARPENED = Claim(
    id="weierstrass.newton.sharpened",
    kind="theorem",
    title="What the iteration does from every other initial guess",
    source=source(PLACE),
    statement="Let $v > 0$. If $v y_0^2 = 3$, then $y_n = 0$ for all $n >= 1$. If $v y_0^2 < 5$, "
    "some $y_n$ has $v y_n^2 <= 3$, and wherever $v y_n^2 > 3$ the next step changes the sign. If "
    "$v y_0^2 = 5$, then $y_(n+1) = -y_n$ for all $n$. If $v y_0^2 > 5$, then "
    "$v y_N^2 >= v y_0^2 (1 + N (v y_0^2 - 5))$ for all $N$, so that $abs(y_N) -> infinity$.",
    readings=(
        *_outside("boundary", "$v y_0^2 = 3$", "$y_n = 0$ for all $n >= 1$"),
        *_outside("between", "$v y_0^2 < 5$", "at most 3 at some time, and signs"),
        *_outside("turns", "$v y_0^2 = 5$", "$y_(n+1) = -y_n$ for all $n$"),
        *_outside("diverges", "$v y_0^2 > 5$", "$v y_N^2 >= v y_0^2 (1 + N (v y_0^2 - 5))$", 3),
        Reading("every $N$", ("given", 2), "", "weierstrass.newton.diverges"),
    ),
    obligations=(
        Obligation(
            "weierstrass.newton.boundary",
            "$v y_0^2 = 3$ goes to 0 in one step",
            BOUNDARY,
            newton_outside.BOUNDARY_PROOF,
        ),
        Obligation(
            "weierstrass.newton.between",
            "below 5 the iteration comes to $v y_n^2 <= 3$, its sign changing",
            BETWEEN,
            newton_outside.BETWEEN_PROOF,
        ),
        Obligation(
            "weierstrass.newton.turns",
            "$v y_0^2 = 5$ is a cycle of two",
            TURNS,
            newton_outside.TURNS_PROOF,
        ),
        Obligation(
            "weierstrass.newton.diverges",
            "above 5 it grows at least linearly",
            DIVERGES,
            newton_outside.DIVERGES_PROOF,
        ),
    ),
    satisfiable=_OUTSIDE,
    notes=(
        "Once $0 < v y_n^2 < 3$ the claim applies from there on, to $-y$ where $y_n < 0$. So from "
        "$3 < v y_0^2 < 5$ the limit is $1\\/sqrt(v)$, $-1\\/sqrt(v)$ or 0, as the number of "
        "changes of sign is: the initial guesses from which it is $1\\/sqrt(v)$ are no interval.",
    ),
)

CLAIM = Claim(
    id="weierstrass.newton",
    kind="theorem",
    title="Newton's iteration converges quadratically to 1/sqrt(v)",
    source=source(PLACE),
    statement="$y <- y dot (3 - v dot y^2) \\/ 2$ converges quadratically to $1\\/sqrt(v)$ from a "
    "reasonable initial guess.",
    readings=(
        Reading("$v$", ("given", 0)),
        Reading(
            "from a reasonable initial guess",
            ("given", 1),
            "positive; see the controls for what happens elsewhere",
        ),
        Reading("from a reasonable initial guess", ("given", 2), "below $sqrt(3)\\/sqrt(v)$"),
        Reading("$y <- y dot (3 - v dot y^2) \\/ 2$", ("given", 3)),
        Reading(
            "converges quadratically to $1\\/sqrt(v)$",
            ("show",),
            "the limit; the error after a step, exactly; at most $3\\/2$ of its square",
        ),
    ),
    obligations=(STATEMENT,),
    controls=CONTROLS,
    satisfiable=Attempt(
        "weierstrass.newton.satisfiable",
        "the hypotheses hold for $v = 1$, $y_n = 1$",
        MAIN,
        Witness({"v": 1}, _ONES),
    ),
    sharpened=(SHARPENED, newton_rate.CLAIM),
    notes=(
        "The first step may leave a larger quotient: $e_1 = e_0^2 (3 - e_0)\\/2$ is up to 1.87 "
        "times $e_0^2$, where $y_0$ is above $1\\/sqrt(v)$.",
        "From a constant initial guess $y_0 > 0$ the limit is $1\\/sqrt(v)$ always for "
        "$v < 3\\/y_0^2$; for $3\\/y_0^2 < v < 5\\/y_0^2$ it depends on the number of changes of "
        "sign; for $v > 5\\/y_0^2$ the iteration diverges.",
    ),
    not_claimed=("rounding: see `weierstrass.newton.precision` for what N steps leave",),
    parameters=instances.NEWTON_PARAMETERS,
    instances=instances.NEWTON_INSTANCES,
    run=instances.newton_rows,
    construct=None,
)
