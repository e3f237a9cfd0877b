"""weierstrass.newton: y <- y (3 - v y^2)/2 converges quadratically to 1/sqrt(v)."""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Json, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.fl.vectors import ONE, ZERO, S, shown_by
from proofs.methods.script import Node, auto, case, define, have, intro, node, statement
from proofs.weierstrass import instances, newton_outside, newton_rate
from proofs.weierstrass.newton_outside import BETWEEN, BOUNDARY, DIVERGES, SORTS, TURNS
from proofs.weierstrass.newton_proof import (
    FUNCTIONS,
    GIVEN,
    MAIN,
    main_script,
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


def _steps_hold() -> Node:
    """For a sequence that is written with min(n, 1): a first step, then the same value."""
    here, later = S.minimum(_h, ONE), S.minimum(_h + 1, ONE)
    known = have(later.equals(1), case(later.json, auto("1"), auto("1")), auto("a step"))
    return intro(
        "h",
        intro(
            "",
            node(
                "split",
                have(here.equals(1), case(here.json, auto("1"), auto("1")), known),
                have(here.equals(0), case(here.json, auto("0"), auto("0")), known),
                on=(_h - 1).json,
            ),
        ),
    )


def _never_near(v: int, value: int, distance: Fraction) -> Node:
    """From n = 1 on the sequence is ``value``, this far from the limit or farther."""
    low, limit = S.minimum(_h, ONE), 1 / S.sqrt(S.const(v))
    gap = limit >= value + distance
    far = have(low.equals(1), case(low.json, auto("1"), auto("1")), auto("far away"))
    late = node("both", auto("n >= N0"), have(gap, auto("the limit"), far))
    body = define(limit.json, auto("not 0"), intro("h", intro("", shown_by(_h, late))))
    return shown_by(S.const(distance), node("both", auto("eta > 0"), body))


STATEMENT = Obligation(
    "weierstrass.newton.statement",
    "convergence to $1\\/sqrt(v)$ for every $v > 0$; $e_(n+1) = e_n^2 (3 - e_n)\\/2$ for all $n$ "
    "and $e_(n+1) <= 3/2 e_n^2$ from $n = 1$ on, where $e_n = 1 - y_n sqrt(v)$",
    MAIN,
    main_script,
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
            {2: _steps_hold},
            lambda: _never_near(1, -1, Fraction(1)),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.newton.control.sign",
            "without $y_0 > 0$: $-1, -1, ...$ for $v = 1$",
            statement(SORTS, [GIVEN[0], *GIVEN[2:]], MAIN["show"], FUNCTIONS),
            Witness({"v": 1}, {"y": (("a",), "-1")}),
            {},
            lambda: _never_near(1, -1, Fraction(1)),
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            "weierstrass.newton.control.boundary",
            "with $v y_0^2 <= 3$: for $v = 3$, $y_0 = 1$ the iteration is $1, 0, 0, ...$",
            statement(SORTS, _AT_MOST_3, MAIN["show"], FUNCTIONS),
            Witness({"v": 3}, _LOST),
            {3: _steps_hold},
            lambda: _never_near(3, 0, Fraction(1, 2)),
        ),
        "constant tightened",
    ),
)

SHARPENED = Claim(
    id="weierstrass.newton.sharpened",
    kind="theorem",
    title="What the iteration does from every other initial guess",
    source=source(PLACE),
    statement="Let $v > 0$. If $v y_0^2 = 3$, then $y_n = 0$ for all $n >= 1$. If $v y_0^2 < 5$, "
    "some $y_n$ has $v y_n^2 <= 3$, and until then $y$ changes its sign at each step. If "
    "$v y_0^2 = 5$, then $y_(n+1) = -y_n$ for all $n$. If $v y_0^2 > 5$, then "
    "$abs(y_n) -> infinity$.",
    readings=(
        Reading("$v y_0^2 = 3$", ("given", 1), "", "weierstrass.newton.boundary"),
        Reading("$y_n = 0$ for all $n >= 1$", ("show",), "", "weierstrass.newton.boundary"),
        Reading("$v y_0^2 < 5$", ("given", 1), "", "weierstrass.newton.between"),
        Reading("at most 3 at some time, and signs", ("show",), "", "weierstrass.newton.between"),
        Reading("$v y_0^2 = 5$", ("given", 1), "", "weierstrass.newton.turns"),
        Reading("$y_(n+1) = -y_n$", ("show",), "", "weierstrass.newton.turns"),
        Reading("$v y_0^2 > 5$", ("given", 1), "", "weierstrass.newton.diverges"),
        Reading("$abs(y_n) -> infinity$", ("show",), "", "weierstrass.newton.diverges"),
    ),
    obligations=(
        Obligation(
            "weierstrass.newton.boundary",
            "$v y_0^2 = 3$ goes to 0 in one step",
            BOUNDARY,
            newton_outside.boundary_script,
        ),
        Obligation(
            "weierstrass.newton.between",
            "below 5 the iteration comes to $v y_n^2 <= 3$, its sign changing",
            BETWEEN,
            newton_outside.between_script,
        ),
        Obligation(
            "weierstrass.newton.turns",
            "$v y_0^2 = 5$ is a cycle of two",
            TURNS,
            newton_outside.turns_script,
        ),
        Obligation(
            "weierstrass.newton.diverges",
            "above 5 it grows without bound",
            DIVERGES,
            newton_outside.diverges_script,
        ),
    ),
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
            "positive, with $v y_0^2 < 3$: see the controls for what happens elsewhere",
        ),
        Reading("", ("given", 2)),
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
