"""weierstrass.newton.polynomial.sharpened: the signs of the coefficients, for every N.

In -w the step is ``p <- p (3 + w p^2)/2``, in which nothing is subtracted: (-1)^k c(n, k) >= 0.
That no coefficient up to the degree is 0 is not shown here.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, every, implies, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.language.elaboration import written
from proofs.library.vectors import ONE, S
from proofs.trees.script import statement
from proofs.weierstrass.cauchy import POWER_LAW, UNIT, Sequence, power
from proofs.weierstrass.newton import degrees_witness as data
from proofs.weierstrass.newton.degrees import (
    COEFFICIENTS,
    CONSTANT,
    FACTS,
    POWERS,
    N,
    c,
    coefficient_readings,
)
from proofs.weierstrass.paper import source

ID = "weierstrass.newton.polynomial.sharpened"
MINUS = S.const(-1)
_k = var("k")


def _sign(at: Term) -> Term:
    """(-1)^at."""
    return power(MINUS, at)


SIGNS = statement(
    {"N": "int"},
    [N >= 0, *POWERS, *COEFFICIENTS],
    every("k", "int", implies(_k >= 0, S.abs(c(N)(_k)).equals(_sign(_k) * c(N)(_k)))),
    {"p": 2, "c": 2, "s": 2, "u": 2},
)


#: the products of numbers with these signs have them, and so the square and the cube
PROOF = written(
    SIGNS,
    f"""{POWER_LAW}{UNIT}
use law(-1)
have signs: for all n: int, 0 <= n => n <= N => (for all k: int, 0 <= k => 0 <= p(-1, k)*c(n, k))
    by induction on n:
  base:
    fix k
    cases k <= 0:
      have k = 0
      show by k = 0, first, one(-1)
    show by constant(k)
  step:
    have two: for all m: int, 0 <= m => 0 <= p(-1, m)*s(n, m):
      show by squares(n, m), cauchy_signs(i -> c(n, i), i -> c(n, i), i -> p(-1, i), m)
    have three: for all m: int, 0 <= m => 0 <= p(-1, m)*u(n, m):
      show by cubes(n, m), cauchy_signs(i -> c(n, i), i -> s(n, i), i -> p(-1, i), m)
    cases k <= 0:
      have k = 0
      have empty: u(n, -1) = 0 by cubes(n, -1), sum_empty(i -> c(n, i)*s(n, -1 - i), 0, -1)
      show by recursion(n, k), empty, k = 0, ih(k)
    show by recursion(n, k), ih(k), three(k - 1), next(-1, k - 1)
fix k
have sign: 0 <= p(-1, k)*c(N, k) by signs(N)
have size: |p(-1, k)| = 1 by unit(k)
show by sign, size, abs_product(p(-1, k), c(N, k))
""",
    FACTS,
)

# --- data ----------------------------------------------------------------------------------------

_POWERS = {1: data.AT_0, 2: data.NEXT}
_HELD = {**_POWERS, 7: data.RECURSION}
_POSITIVE = every("k", "int", implies(_k >= 0, S.abs(c(N)(_k)).equals(c(N)(_k))))
_STRICT = every("k", "int", implies(_k >= 0, _sign(_k) * c(N)(_k) > 0))


def _witness(steps: int, coefficients: Callable[[Term], Sequence]) -> Witness:
    return Witness({"N": steps}, {"p": data.POWERS, **data.products(coefficients)})


CONTROLS = (
    Control(
        Attempt(
            f"{ID}.control.constant",
            "without $c(0, k) = 0$ for $k > 0$: all coefficients are 1, $N = 0$",
            {**SIGNS, "given": [g for g in SIGNS["given"] if g != CONSTANT.json]},
            _witness(0, lambda n: lambda k: ONE),
            _POWERS,
        ),
        "hypothesis dropped",
    ),
    Control(
        Attempt(
            f"{ID}.control.positive",
            "all signs $+$: the coefficient $-1\\/2$, $N = k = 1$, which is the degree",
            {**SIGNS, "show": _POSITIVE},
            Witness({"N": 1}, {n: data.ONE_STEP[n] for n in "pcsu"}),
            _HELD,
        ),
        "constant tightened",
    ),
    Control(
        Attempt(
            f"{ID}.control.strict",
            "no coefficient is 0: $N = 0$, $k = 1$",
            {**SIGNS, "show": _STRICT},
            _witness(0, lambda n: lambda k: data.delta(k) * (1 - n)),
            _POWERS,
        ),
        "constant tightened",
    ),
)

CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="The coefficients of Newton's polynomials are 0 or have the sign (-1)^k",
    source=source("The paper's three routes, route 3, and the table's row Goldschmidt approx"),
    statement="Let $sum_k c(N, k) w^k$ be the polynomial of `weierstrass.newton.polynomial`. For "
    "every $N >= 0$ and $k >= 0$, $abs(c(N, k)) = (-1)^k c(N, k)$.",
    readings=(
        Reading("every $N >= 0$", ("given", 0)),
        Reading("powers: $t^0 = 1$", ("given", 1), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 2), "for every integer $k >= 0$"),
        *coefficient_readings(3),
        Reading("$abs(c(N, k)) = (-1)^k c(N, k)$", ("show",)),
    ),
    obligations=(
        Obligation(
            f"{ID}.statement",
            "$abs(c(N, k)) = (-1)^k c(N, k)$ for every $N$ and $k$",
            SIGNS,
            PROOF,
        ),
    ),
    controls=CONTROLS,
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $N = 1$ and the coefficients $3\\/2$ and $-1\\/2$",
        SIGNS,
        Witness({"N": 1, "k_": 0}, {n: data.ONE_STEP[n] for n in "pcsu"}),
        _HELD,
    ),
    notes=(
        "So the sum of their absolute values is the iterate at $v = -1$ from $y_0 = 1$, which is "
        "2, 7, 182, 3,014,557 for $N = 1, ..., 4$ and grows like a power with the exponent $3^N$, "
        "while for $N >= 1$ the polynomial is at most $1\\/sqrt(w)$ for $0 < w < 3$: written out "
        "in powers of $v$ it loses digits, step by step it does not.",
    ),
)
