"""weierstrass.newton.precision without the range reduction, which the text does not print.

Two readings of "from a reasonable initial guess": every guess from which the iteration is shown to
converge, and one constant for every v > 0.  Both are attacked with the larger number of steps and
the coarser format; what stands beside them instead are ranges.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import conj, every, exists, implies
from proofs.claims import Attempt, Claim, Reading, Witness
from proofs.trees.script import (
    Json,
    statement,
)
from proofs.weierstrass import instances
from proofs.weierstrass.newton.guesses_linear import CONSTANT_CLAIM
from proofs.weierstrass.newton.precision import GUESSES, PLACE, PRINTED, values
from proofs.weierstrass.newton.steps import BF16, after, error, sorts, steps, v, y
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.precision"
QUOTED = (
    "$y <- y dot (3 - v dot y^2) \\/ 2$ converges quadratically to $1\\/sqrt(v)$ from a reasonable "
    f"initial guess. {PRINTED}"
)
N = 4
EVERY_GUESS = statement(sorts(N), [v > 0, y(0) > 0, v * y(0) ** 2 < 3, *steps(N)], error(N) <= BF16)
_NAMES = ["v", *(f"y{k}" for k in range(1, N + 1))]


def _for_all(names: list[str], formula: Json) -> Json:
    for name in reversed(names):
        formula = every(name, "real", formula)
    return formula


ONE_GUESS = statement(
    {},
    [],
    exists("y0", "real", _for_all(_NAMES, implies(conj(v > 0, *steps(N)), error(N) <= BF16))),
)

# --- one constant guess --------------------------------------------------------------------------

_START = Fraction(1, 10)  #: y_0 sqrt(v) at the v that is chosen, up to its sign


def multiples() -> list[Fraction]:
    """q_k with y_k = q_k y_0 where v y_0^2 is the square of the start."""
    found, r = [Fraction(1)], _START
    for _ in range(N):
        r = after(r)
        found.append(r / _START)
    return found


def one_guess() -> str:
    """v = 1/(100 y_0^2), and v = 1 for y_0 = 0: then y_N sqrt(v) is below 1/2."""
    takes = "\n".join(f"take {q}*y" for q in multiples()[1:])
    return f"""
fix y
cases y = 0:
  take 1
  take 0
  take 0
  take 0
  take 0
let v = 1/(100*y^2)
have square: v*y^2 = 1/100
have positive: 0 < v
have root: (y*sqrt(v))^2 = 1/100 by square, positive
have most: y*sqrt(v) <= 1/10 by root
take v
{takes}
show by square, positive, most
"""


# --- the claims ----------------------------------------------------------------------------------

_NOT_PRINTED = (
    "The text prints no range reduction. After one, by powers of 4, three steps are enough for "
    "BF16 and four for FP16: `weierstrass.newton.precision`."
)
EVERY_CLAIM = Claim(
    id=f"{ID}.basin",
    kind="numeric",
    title="From every guess from which it converges 4 steps are accurate to BF16",
    source=source(PLACE),
    statement=QUOTED,
    readings=(
        Reading("$v$", ("given", 0)),
        Reading("from a reasonable initial guess", ("given", 1), "positive"),
        Reading(
            "from a reasonable initial guess",
            ("given", 2),
            "one from which the iteration is shown to converge: `weierstrass.newton`",
        ),
        *(Reading(f"step {k}", ("given", k + 2)) for k in range(1, N + 1)),
        Reading(
            "accuracy is sufficient for BF16",
            ("show",),
            "the relative error is at most $2^(-8)$, in exact arithmetic",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{ID}.basin.small",
            "at $v = 1\\/100$ from $y_0 = 1$ the relative error after four steps is above $1\\/2$",
            EVERY_GUESS,
            Witness(values(Fraction(1, 100), Fraction(1), N)),
        ),
    ),
    repaired=(GUESSES,),
    notes=(_NOT_PRINTED,),
    parameters=instances.STEPS_PARAMETERS,
    instances=instances.STEPS_INSTANCES,
    run=instances.steps_rows,
)
_KEPT = tuple(
    o.id
    for o in CONSTANT_CLAIM.obligations
    if o.id.endswith(".works") and o.id.split(".")[-3] in ("bf16", "fp16")
)
CONSTANT = Claim(
    id=f"{ID}.unreduced.repaired",
    kind="numeric",
    title="From one constant guess 3 to 4 steps are accurate where v varies by a bounded factor",
    source=source(PLACE),
    statement="From one constant guess the relative error is at most the unit roundoff, in exact "
    "arithmetic: in BF16 after 3 steps where $v$ varies by a factor 4.699 and after 4 steps by "
    "11.149, in FP16 by 3.135 and by 7.279.",
    differs=(
        "$v$ varies by a factor that is bounded, for each format and number of steps, instead "
        "of being any $v > 0$."
    ),
    readings=tuple(r for r in CONSTANT_CLAIM.readings if r.obligation in _KEPT),
    obligations=tuple(o for o in CONSTANT_CLAIM.obligations if o.id in _KEPT),
    satisfiable=tuple(
        d for d in CONSTANT_CLAIM.data() if d.id.removesuffix(".satisfiable") in _KEPT
    ),
    notes=(
        "By a slightly larger factor no constant guess works: `weierstrass.newton.guesses.constant`"
        ".",
    ),
)
ONE_CLAIM = Claim(
    id=f"{ID}.unreduced",
    kind="numeric",
    title="From one constant guess 4 steps are accurate to BF16 for every v > 0",
    source=source(PLACE),
    statement=QUOTED,
    readings=(
        Reading(
            "from a reasonable initial guess, accuracy is sufficient for BF16",
            ("show",),
            "some constant $y_0$ is such that for every $v > 0$ the relative error after $N = 4$ "
            "steps is at most $2^(-8)$, in exact arithmetic",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{ID}.unreduced.small",
            "for $y_0 != 0$ at $v = 1\\/(100 y_0^2)$, for $y_0 = 0$ at $v = 1$: $y_4 sqrt(v)$ is "
            "below $1\\/2$",
            ONE_GUESS,
            Witness({}),
            script=one_guess(),
        ),
    ),
    repaired=(CONSTANT,),
    notes=(_NOT_PRINTED,),
)
