"""weierstrass.newton.rate: the error of Newton's iteration after N steps, for every N.

From ``e^2 <= e^2 (3 - e)/2 <= 3/2 e^2`` for 0 <= e <= 1: between ``e_1^(2^N)`` and
``2/3 (3/2 e_1)^(2^N)`` after N + 1 steps.
"""

from __future__ import annotations

from fractions import Fraction

from constructions.terms import Term, conj, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, S
from proofs.trees.script import (
    Json,
    statement,
)
from proofs.weierstrass.cauchy import POWER_0, POWER_LAW, POWER_NEXT, power
from proofs.weierstrass.newton import degrees_witness as data
from proofs.weierstrass.newton.proof import (
    ERRORS,
    FACTS,
    GIVEN,
    ITERATION,
    NAMES,
    e,
    n,
    step,
    y,
)
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.rate"
N, M = var("N"), var("M")
_HALVES = S.const(Fraction(3, 2))


def _upper(step: Term, count: Term) -> Json:
    """3/2 e_(n + 1) <= (3/2 e_1)^count."""
    return _HALVES * e(step + 1) <= power(_HALVES * e(ONE), count)


def _lower(step: Term, count: Term) -> Json:
    return power(e(ONE), count) <= e(step + 1)


RATE = statement(
    {"v": "real", "N": "int", "M": "int"},
    [*GIVEN, N >= 0, POWER_0, POWER_NEXT, power(2, N).equals(M)],
    conj(_upper(N, M), _lower(N, M)),
    {"y": 1, "p": 2},
)


#: the bounds are squared in each step, as the error is
PROOF = f"""{ERRORS}{POWER_LAW}
have doubles: for all n: int, 0 <= n => exists f: int, 1 <= f and p(2, n) = f and 0 <= p(e(1), f)
    and 3/2*e(n + 1) <= p(3/2*e(1), f) and p(e(1), f) <= e(n + 1) by induction on n:
  base:
    take 1
    use one(2), one(e(1)), one(3/2*e(1)), next(e(1), 0), next(3/2*e(1), 0), inside(1)
  step:
    obtain f from ih
    let E = e(n + 1)
    take 2*f
    have here: 0 <= E and E < 1 by inside(n + 1)
    have small: p(e(1), 2*f) = p(e(1), f)^2 by law(e(1), f, f)
    have large: p(3/2*e(1), 2*f) = p(3/2*e(1), f)^2 by law(3/2*e(1), f, f)
    have after: e(n + 2) = E^2*(3 - E)/2 by squared(n + 1)
    have 0 <= E^3 by here
    have 0 <= E^2*(1 - E) by here
    let P = p(3/2*e(1), f)
    let Q = p(e(1), f)
    have above: 3/2*E <= P
    have below: 0 <= Q and Q <= E
    have 0 <= (P - 3/2*E)*(P + 3/2*E) by above, here
    have 0 <= (E - Q)*(E + Q) by below
    have 0 <= Q^2
    use next(2, n)
obtain f from doubles(N)
have same: f = M
have p(e(1), f) = p(e(1), M) by same
have p(3/2*e(1), f) = p(3/2*e(1), M) by same
"""


# --- data ----------------------------------------------------------------------------------------

_REST = {"y": (("a",), "1"), "p": data.POWERS}  # from v = 1, at the limit
_HELD = {5: data.AT_0, 6: data.NEXT}
_STRICT = {**RATE, "show": conj(_HALVES * e(N + 1) < power(_HALVES * e(ONE), M), _lower(N, M))}


_FIRST = S.const(Fraction(11, 16))  # the step from y_0 = 1/2 with v = 1
#: only the steps that lead to y_(N + 1) are asked for: no formula has the iterates after them
_STEPS = every("n", "int", implies(conj(n >= 0, n <= N), y(n + 1).equals(step(n))))


def _tightened(name: str, says: str, upper: Json) -> Control:
    given = [_STEPS if formula == ITERATION.json else formula for formula in RATE["given"]]
    first = ("a",), (S.const(Fraction(1, 2)) + var("a") * (_FIRST - Fraction(1, 2))).json
    attempt = Attempt(
        f"{ID}.control.{name}",
        says,
        {**RATE, "given": given, "show": conj(upper, _lower(N, M))},
        Witness({"v": 1, "N": 0, "M": 1}, {"y": first, "p": data.POWERS}),
        _HELD,
    )
    return Control(attempt, "constant tightened")


CONTROLS = (
    _tightened(
        "base",
        "1 in place of $3\\/2$: from $y_0 = 1\\/2$ to $y_1 = 11\\/16$ for $v = 1$, $N = 0$, "
        "with the steps up to $N$ given only",
        S.const(Fraction(3, 2)) * e(N + 1) <= power(e(ONE), M),
    ),
    _tightened(
        "factor",
        "$1\\/2$ in place of $2\\/3$: the same iterates",
        2 * e(N + 1) <= power(_HALVES * e(ONE), M),
    ),
    Control(
        Attempt(
            f"{ID}.control.powers",
            "without $t^(k + 1) = t t^k$: all powers are 1, at the limit",
            statement(
                RATE["vars"],
                [given for given in RATE["given"] if given != POWER_NEXT.json],
                RATE["show"],
                RATE["functions"],
            ),
            Witness({"v": 1, "N": 0, "M": 1}, {**_REST, "p": data.function(ONE)}),
            part=1,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{ID}.control.strict",
            "strictly below: at the limit both sides are 0",
            _STRICT,
            Witness({"v": 1, "N": 0, "M": 1}, _REST),
            _HELD,
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="The error of Newton's iteration after N steps, from both sides",
    source=source("The paper's three routes, route 3"),
    statement="Let $v > 0$, $y_0 > 0$ and $v y_0^2 < 3$, and $e_n = 1 - y_n sqrt(v)$. For every "
    "$N >= 0$, $e_1^(2^N) <= e_(N + 1) <= 2\\/3 (3\\/2 e_1)^(2^N)$.",
    readings=(
        Reading("$v > 0$", ("given", 0)),
        Reading("$y_0 > 0$", ("given", 1)),
        Reading("$v y_0^2 < 3$", ("given", 2)),
        Reading("the iteration", ("given", 3)),
        Reading("$N >= 0$", ("given", 4)),
        Reading("powers: $t^0 = 1$", ("given", 5), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 6), "for every integer $k >= 0$"),
        Reading("$2^N$", ("given", 7), "an integer M"),
        Reading("the bounds of $e_(N + 1)$", ("show",), "times $3\\/2$ in the upper one"),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "$e_1^(2^N) <= e_(N + 1) <= 2\\/3 (3\\/2 e_1)^(2^N)$ for every $N$",
            RATE,
            written(RATE, PROOF, {**FACTS, "one": POWER_0, "next": POWER_NEXT}, **NAMES),
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $v = 1$, $y_n = 1$, $N = 0$",
        RATE,
        Witness({"v": 1, "N": 0, "M": 1}, _REST),
        _HELD,
    ),
    notes=(
        "$e_1 = e_0^2 (3 - e_0)\\/2$ lies in $[0, 1)$. Below $2\\/3$ the upper bound says that the "
        "number of correct digits doubles with each step; from $2\\/3$ on it is at least $e_1$.",
    ),
)
