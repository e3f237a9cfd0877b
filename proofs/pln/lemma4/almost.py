"""pln.lemma4.almost: one LN-2 unit is a step gamma u(x + beta) + c, up to the value at the jump.

The other reading of "essentially a step function" in Lemma 4.  A unit that faces left differs from
a step that takes its right value in one point, the jump itself.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from constructions.terms import Json, Term, conj, every, exists, implies
from proofs.claims import Attempt, Claim, Control, Line, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.pln.lemma4 import claim as lemma4
from proofs.pln.lemma4.claim import (
    ALONG,
    BETA,
    NAMES,
    SIDED,
    SORTS,
    UNIT,
    a1,
    a2,
    beta,
    c,
    gamma,
    u,
    w1,
    w2,
)
from proofs.pln.paper import source
from proofs.pln.symbols import S, x
from proofs.pln.thm1.conclusion import placed
from proofs.trees.script import statement

ID = "pln.lemma4.almost"


def almost(gamma_: Term, beta_: Term, c_: Term) -> Json:
    """G(x) = gamma u(x + beta) + c for all x other than -beta."""
    step = gamma_ * u(x + beta_) + c_
    return every("x", "real", implies(x.differs(-beta_), UNIT.equals(step)))


def _some_step(more: Callable[[Json], Json] = lambda body: body) -> Json:
    body = more(almost(gamma, beta, c))
    return exists("gamma", "real", exists("beta", "real", exists("c", "real", body)))


STATEMENT = statement(SORTS, [], _some_step())


def _between(value: Term) -> Json:
    """One of the two values of the step: (value - c)(value - gamma - c) = 0."""
    return ((value - c) * (value - gamma - c)).equals(0)


_AT_JUMP = _between(Term(placed(UNIT.json, {"x": -beta})))
JUMP_STATEMENT = statement(SORTS, [], _some_step(lambda body: conj(body, _AT_JUMP)))


#: where 0 <= x + jump or not, for w_2 < w_1, and where 0 < x + jump or not, for w_1 < w_2
RISES = """
cases after: 0 <= x + jump:
  have order: w2*x + b2 <= w1*x + b1 by inner(x), steep, after
  show by high(x), order, up(x + jump), after
have order: w1*x + b1 < w2*x + b2 by inner(x), steep, x + jump < 0
show by low(x), order, down(x + jump), x + jump < 0
"""
FALLS = """
cases after: 0 < x + jump:
  have order: w1*x + b1 < w2*x + b2 by inner(x), steep, after
  show by low(x), order, up(x + jump), after
have before: x + jump < 0 by x != -jump, x + jump <= 0
have order: w2*x + b2 <= w1*x + b1 by inner(x), steep, before
show by high(x), order, down(x + jump), before
"""


def _jumps(rise: str, base: str, step: str, shown: str) -> str:
    """A text: at its jump both numbers are equal, and the unit is alpha_1 - alpha_2."""
    return f"""
have some: exists s: real, (w1 - w2)*s = b1 - b2:
  take (b1 - b2)/(w1 - w2)
obtain jump from some
have tall: exists r: real, r = {rise}
obtain rise from tall
have rise: rise = {rise}
let base = {base}
{ALONG}
have step: for all x: real, x != -jump => G(x) = rise*u(x + jump) + base:
{indent(step, "  ")}
have here: G(-jump) = a1 - a2:
  have order: w2*(-jump) + b2 <= w1*(-jump) + b1 by inner(-jump)
  show by high(-jump), order
take rise
take jump
take base
show by {shown}
"""


def _text(shown: str) -> str:
    """The unit is a step; the goal is ``shown`` from what is called step and here."""
    return f"""{SIDED}
cases steep: w2 < w1:
{indent(_jumps("2*(a1 - a2)", "a2 - a1", RISES, shown), "  ")}
cases steep: w1 < w2:
{indent(_jumps("2*(a2 - a1)", "a1 - a2", FALLS, shown), "  ")}
have w1 = w2
use some: flat
obtain c from some
have all: for all x: real, G(x) = c
have none: exists z: real, z = 0
obtain z from none
have step: for all x: real, x != -z => G(x) = z*u(x + z) + c:
  show by all(x), z = 0
have here: G(-z) = c by all(-z)
take z
take z
take c
show by {shown}
"""


# --- the line that differs -----------------------------------------------------------------------

_LEFT_STEP = almost(2 * (a2 - a1), BETA, a1 - a2)


_LEFT_TEXT = f"""{SIDED}
have steep: w1 < w2
let jump = (b1 - b2)/(w1 - w2)
{ALONG}{FALLS}"""
_LEFT_STATEMENT = statement(SORTS, [w1 < w2], _LEFT_STEP)


WLOG = Line(
    f"{ID}.wlog",
    "without loss of generality, we assume $w_1 - w_2 > 0$, as the case $w_1 - w_2 < 0$ yields an "
    "analogous result",
    (
        Obligation(
            f"{ID}.wlog.left",
            "for $w_1 < w_2$: $G(x) = 2 (alpha_2 - alpha_1) u(x + (b_1 - b_2) \\/ (w_1 - w_2)) + "
            "alpha_1 - alpha_2$, but for the jump",
            _LEFT_STATEMENT,
            written(_LEFT_STATEMENT, _LEFT_TEXT, **NAMES),
        ),
    ),
    reading="up to the value at the jump",
)
LINES = tuple(WLOG if line.id == "pln.lemma4.wlog" else line for line in lemma4.LINES)

# --- controls ------------------------------------------------------------------------------------

_LEFT = {"a1": 1, "a2": 0, "w1": -1, "w2": 0, "b1": 0, "b2": 0}  # 1 for x <= 0, else -1
_UP = {**_LEFT, "w1": 1}  # 1 for x >= 0, else -1
_DOWN = {**_UP, "a1": -1}  # -1 for x >= 0, else 1


#: a unit that falls from 1 to -1 at 0, or rises: two points on either side, one of them not -beta
_WAYS = """
fix gamma, beta, c
cases beta > 0:
  cases gamma + c {right} 0:
    take 1
  cases beta < 3/2:
    take -2
  take -1
cases c {left} 0:
  take -1
cases beta > -3/2:
  take 2
take 1
"""
_FALLS, _RISES = _WAYS.format(right=">=", left="<="), _WAYS.format(right="<=", left=">=")
_BOTH = """
fix beta, c
cases c >= 0:
  cases beta < 3/2:
    take -2
  take -1
cases beta > -3/2:
  take 2
take 1
"""


def _control(name: str, says: str, show: Json, data: dict[str, int], script: str) -> Control:
    attempt = Attempt(
        f"{ID}.control.{name}", says, statement(SORTS, [], show), Witness(data), script=script
    )
    return Control(attempt, "constant tightened")


def _step(at: Term) -> Term:
    return gamma * u(at + beta) + c


def _one_way(sign: int) -> Json:
    """Steps with sign gamma >= 0 only."""
    inner = exists("beta", "real", exists("c", "real", almost(gamma, beta, c)))
    return exists("gamma", "real", conj(sign * gamma >= 0, inner))


CONTROLS = (
    _control(
        "everywhere",
        "for all $x$, the jump included: the unit of `pln.lemma4.left` takes its left value there",
        lemma4.STATEMENT["show"],
        _LEFT,
        lemma4.NO_STEP,
    ),
    _control(
        "rising",
        "only $gamma >= 0$: $bold(alpha) = [-1, 0]^top$, $bold(w) = [1, 0]^top$, $bold(b) = 0$ "
        "falls from 1 to $-1$",
        _one_way(1),
        _DOWN,
        _FALLS,
    ),
    _control(
        "falling",
        "only $gamma <= 0$: with $bold(alpha) = [1, 0]^top$ it rises",
        _one_way(-1),
        _UP,
        _RISES,
    ),
    _control(
        "constant",
        "only constants, but for one point: the same unit has each of its values at two points",
        exists("beta", "real", exists("c", "real", almost(S.const(0), beta, c))),
        _UP,
        _BOTH,
    ),
)


CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="One LN-2 unit is a step function, up to its value at the jump",
    source=source("Lemma 4", "55-60"),
    statement=lemma4.CLAIM.statement,
    readings=(
        Reading(
            '$G(x) = bold(alpha)^top "LN"(bold(w) x + bold(b))$ with $bold(alpha), bold(w), '
            "bold(b) in RR^2$ is *essentially* $gamma u(x + beta) + c$",
            ("show",),
            "for all $x in RR$ but $-beta$, where $u$ jumps; LN-2 is Eq. 1 with $[1, -1]^top$ at "
            '$sigma = 0$ (A.6); $u(t) = (2 + "sign" t - ("sign" t)^2) \\/ 2$',
        ),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "for every $bold(alpha)$, $bold(w)$ and $bold(b)$ there are such $gamma$, $beta$ and "
            "$c$",
            STATEMENT,
            written(STATEMENT, _text("step(x)"), **NAMES),
        ),
    ),
    lines=LINES,
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "there are no hypotheses; the data are those of a unit that faces left",
        STATEMENT,
        Witness(_LEFT),
    ),
    notes=(
        "The reading of Lemma 4 in which it is true; with equality at the jump, which the formula "
        "for $u$ asks for, it is refuted (`pln.lemma4`), and a step that faces either way is what "
        "holds (`pln.lemma4.repaired`).",
        "There are no hypotheses to drop; with steps that rise only, or fall only, or with "
        "constants, it fails.",
    ),
    not_claimed=(
        "nothing is said of $delta > 0$: there a unit is no step",
        "a sum of $N$ such units is a sum of $N$ steps at all but $N$ points; how many values it "
        "has is pln.prop3.lower",
    ),
    sharpened=(
        Claim(
            id=f"{ID}.sharpened",
            kind="theorem",
            title="At its jump an LN-2 unit takes its left or its right value",
            source=source("Lemma 4", "55-60"),
            statement='Every $G in cal(G)(1; "LN-2")$ is $gamma u(x + beta) + c$ for all '
            "$x != -beta$, and $G(-beta)$ is $c$ or $gamma + c$.",
            readings=(
                Reading(
                    "the step, and its jump",
                    ("show",),
                    "a product that is 0: one of its factors, $G - c$ and $G - gamma - c$, is 0",
                ),
            ),
            obligations=(
                Obligation(
                    f"{ID}.sharpened.jump",
                    "for every $bold(alpha)$, $bold(w)$ and $bold(b)$",
                    JUMP_STATEMENT,
                    written(JUMP_STATEMENT, _text("step, here"), **NAMES),
                ),
            ),
            satisfiable=Attempt(
                f"{ID}.sharpened.satisfiable",
                "at its jump the unit of $bold(alpha) = bold(w) = [1, 0]^top$, $bold(b) = 0$ has "
                "a value of the step with $gamma = 2$, $beta = 0$, $c = -1$; and $x = 1$",
                JUMP_STATEMENT,
                Witness({**_UP, "gamma": 2, "beta": 0, "c": -1, "x": 1}),
            ),
        ),
    ),
)
