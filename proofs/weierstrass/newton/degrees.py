"""N steps of Newton's iteration from a constant guess, for every N: statement and proof.

The coefficients c(n, k) of the n-th polynomial come from those before by the Cauchy product:
``c(n + 1, k) = (3 c(n, k) - sum_(i + j + l = k - 1) c(n, i) c(n, j) c(n, l))/2``.  They do not
depend on v.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from constructions.weierstrass import newton
from proofs.claims import Reading
from proofs.language.elaboration import written
from proofs.library.vectors import ZERO, S
from proofs.trees.script import statement
from proofs.weierstrass.cauchy import (
    POWER_0,
    POWER_LAW,
    POWER_NEXT,
    UNIT,
    cauchy,
    power,
    zero_above,
)

y0, N, n, k, v, d = (var(name) for name in ("y0", "N", "n", "k", "v", "d"))


def y(at: Term, step: Term | int) -> Term:
    return app("y", at, step)


def c(step: Term | int) -> Any:
    """The coefficients of the polynomial after this step, a sequence."""
    return lambda index: app("c", step, index)


def squares(step: Term | int) -> Any:
    """``s(n, k) = sum_(i <= k) c(n, i) c(n, k - i)``, the coefficients of the square."""
    return lambda index: app("s", step, index)


def cubes(step: Term | int) -> Any:
    """``u(n, k) = sum_(i <= k) c(n, i) s(n, k - i)``, the coefficients of the cube."""
    return lambda index: app("u", step, index)


def _value(at: Term, step: Term, degree: Term) -> Json:
    j = var("j")
    return y(at, step).equals(y0 * total("j", 0, degree, c(step)(j) * power(at * y0**2, j)))


START = every("v", "real", y(v, 0).equals(y0))
STEP = every(
    "v",
    "real",
    every(
        "n",
        "int",
        implies(conj(n >= 0, n < N), y(v, n + 1).equals(newton(S, v, y(v, n), 1)[1])),
    ),
)
FIRST = c(0)(ZERO).equals(1)
CONSTANT = every("k", "int", implies(k > 0, c(0)(k).equals(0)))
RECURSION = every(
    "n",
    "int",
    every(
        "k",
        "int",
        implies(
            conj(n >= 0, n < N, k >= 0),
            c(n + 1)(k).equals((3 * c(n)(k) - cubes(n)(k - 1)) / 2),
        ),
    ),
)
SQUARES = every("n", "int", every("k", "int", squares(n)(k).equals(cauchy(c(n), c(n), k))))
CUBES = every("n", "int", every("k", "int", cubes(n)(k).equals(cauchy(c(n), squares(n), k))))
POWERS = [POWER_0, POWER_NEXT]
COEFFICIENTS = [FIRST, CONSTANT, SQUARES, CUBES, RECURSION]
GIVEN = [N >= 0, *POWERS, START, STEP, *COEFFICIENTS]
FUNCTIONS = {"p": 2, "y": 2, "c": 2, "s": 2, "u": 2}


THREE = power(3, N).equals(2 * d + 1)
SHOW = conj(
    c(N)(d).differs(0),
    (c(N)(d) * power(2, d)).equals(power(-1, N)),
    zero_above(c(N), d),
    every("v", "real", _value(v, N, d)),
)
DEGREES = statement({"y0": "real", "N": "int", "d": "int"}, [*GIVEN, THREE], SHOW, FUNCTIONS)
ODD = statement(
    {"N": "int"}, [N >= 0, *POWERS], exists("e", "int", power(3, N).equals(2 * var("e") + 1)),
    {"p": 2},
)  # fmt: skip

#: names of hypotheses
FACTS = {
    "one": POWER_0,
    "next": POWER_NEXT,
    "first": FIRST,
    "constant": CONSTANT,
    "squares": SQUARES,
    "cubes": CUBES,
    "recursion": RECURSION,
}
#: by induction over n <= N, from the degree f to 3 f + 1: 3^(n + 1) = 2 (3 f + 1) + 1
PROOF = written(
    DEGREES,
    f"""{POWER_LAW}{UNIT}
let P(n, f, w) = sum(j = 0..f, c(n, j)*p(w, j))
have degree: for all n: int, 0 <= n => n <= N => exists f: int, 0 <= f and p(3, n) = 2*f + 1 and
    c(n, f)*p(2, f) = p(-1, n) and (for all k: int, f < k => c(n, k) = 0) and
    (for all v: real, y(v, n) = y0*P(n, f, v*y0^2)) by induction on n:
  base:
    take 0
    have value: for all v: real, y(v, 0) = y0*P(0, 0, v*y0^2):
      have P(0, 0, v*y0^2) = c(0, 0)*p(v*y0^2, 0)
      show by begin(v), first, one(v*y0^2), P(0, 0, v*y0^2) = c(0, 0)*p(v*y0^2, 0)
    have top: c(0, 0)*p(2, 0) = p(-1, 0) by first, one(2), one(-1)
    show by value, top, constant, one(3)
  step:
    obtain old: f from ih
    have ends: for all k: int, f < k => c(n, k) = 0 by old
    have here: for all v: real, y(v, n) = y0*P(n, f, v*y0^2) by old
    have square: for all k: int, s(n, k) = sum(i = 0..k, c(n, i)*c(n, k - i))
    have cube: for all k: int, u(n, k) = sum(i = 0..k, c(n, i)*s(n, k - i))
    use two: cauchy_degree(i -> c(n, i), i -> c(n, i), i -> s(n, i), f, f)
    use three: cauchy_degree(i -> c(n, i), i -> s(n, i), i -> u(n, i), f, f + f)
    have cube_ends: for all k: int, 3*f < k => u(n, k) = 0 by three
    have cube_top: u(n, 3*f) = c(n, f)^3 by two, three
    take 3*f + 1
    have power: p(3, n + 1) = 2*(3*f + 1) + 1 by next(3, n), old
    have late: for all k: int, 3*f + 1 < k => c(n + 1, k) = 0:
      show by recursion(n, k), ends(k), cube_ends(k - 1)
    have top: c(n + 1, 3*f + 1)*p(2, 3*f + 1) = p(-1, n + 1):
      have coefficient: c(n + 1, 3*f + 1) = -(c(n, f)^3/2)
          by recursion(n, 3*f + 1), ends(3*f + 1), cube_top
      have doubled: p(2, 3*f + 1) = 2*p(2, f)^3 by next(2, 3*f), law(2, f, 2*f), law(2, f, f)
      have signs: (c(n, f)*p(2, f))^3 = p(-1, n) by old, unit(n)
      show by coefficient, doubled, signs, next(-1, n)
    have value: for all v: real, y(v, n + 1) = y0*P(n + 1, 3*f + 1, v*y0^2):
      let w = v*y0^2
      let A = P(n, f, w)
      have squared: sum(k = 0..f + f, s(n, k)*p(w, k)) = A*A
          by cauchy_product(i -> c(n, i), i -> c(n, i), i -> s(n, i), i -> p(w, i), f, f)
      have cubed: sum(k = 0..3*f, u(n, k)*p(w, k)) = A*(A*A) by squared,
          cauchy_product(i -> c(n, i), i -> s(n, i), i -> u(n, i), i -> p(w, i), f, f + f)
      have sums: for all m: int, 0 <= m => 2*P(n + 1, m, w) =
          3*P(n, m, w) - w*sum(k = 0..m - 1, u(n, k)*p(w, k)) by induction on m:
        base:
          have empty: u(n, -1) = 0 by cube(-1), sum_empty(i -> c(n, i)*s(n, -1 - i), 0, -1)
          show by recursion(n, 0), empty
        step:
          show by ih, recursion(n, m + 1), next(w, m), sum_last(j -> c(n + 1, j)*p(w, j), 0, m + 1),
              sum_last(j -> c(n, j)*p(w, j), 0, m + 1), sum_last(k -> u(n, k)*p(w, k), 0, m)
      have longer: P(n, 3*f + 1, w) = A by sum_ends(j -> c(n, j)*p(w, j), 0, f, 3*f + 1)
      have new: 2*P(n + 1, 3*f + 1, w) = 3*A - w*(A*(A*A)) by sums(3*f + 1), longer, cubed
      show by step(v, n), here(v), new
    show by power, top, late, value
obtain here: f from degree(N)
have same: f = d
have coefficient: c(N, f) = c(N, d) by same
have power: p(2, f) = p(2, d) by same
have top: c(N, d)*p(2, d) = p(-1, N) by here, coefficient, power
have some: c(N, d) != 0 by top, unit(N)
have ends: for all k: int, d < k => c(N, k) = 0 by here, same
have value: for all v: real, y(v, N) = y0*P(N, d, v*y0^2):
  have values: for all v: real, y(v, N) = y0*P(N, f, v*y0^2) by here
  show by values(v), same, sum_ends(j -> c(N, j)*p(v*y0^2, j), 0, f, d)
show by some, top, ends, value
""",
    {**FACTS, "begin": START, "step": STEP},
)

#: 3^(n + 1) = 3 (2 e + 1) = 2 (3 e + 1) + 1
ODD_POWERS = """
have start: p(3, 0) = 1
have all: for all n: int, 0 <= n => exists f: int, p(3, n) = 2*f + 1 by induction on n:
  base:
    take 0
  step:
    obtain f from ih
    take 3*f + 1
    have next: p(3, n + 1) = 3*p(3, n)
    show by next, p(3, n) = 2*f + 1
show by all(N)
"""


def coefficient_readings(first: int) -> tuple[Reading, ...]:
    """What stands beside :data:`COEFFICIENTS`, which begin at the place ``first``."""
    texts = (
        ("$c(0, 0) = 1$", "$y_0$ is $y_0 dot 1$, a polynomial in $w = v y_0^2$ times $y_0$"),
        ("$c(0, k) = 0$ for $k > 0$", ""),
        ("the square of $sum_k c(n, k) w^k$", "its coefficients"),
        ("the cube of $sum_k c(n, k) w^k$", "its coefficients"),
        (
            "$p <- p (3 - w p^2)\\/2$",
            "coefficient by coefficient; the conditions say nothing of $v$ and determine the "
            "coefficients one after the other",
        ),
    )
    return tuple(Reading(text, ("given", first + i), note) for i, (text, note) in enumerate(texts))
