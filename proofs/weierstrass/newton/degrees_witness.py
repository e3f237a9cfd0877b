"""Data for the statement on every number of steps: powers with sign, and what one step makes.

The powers are ``t^k = exp(k log abs(t))`` with the sign of t for odd k, and 1, 0, 0, ... for t = 0.
The coefficients of the first two polynomials are 1 and (3/2, -1/2), their squares and cubes the
sums that define them.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent
from typing import Any

from constructions.terms import Term, total, var
from proofs.library.vectors import ZERO, S, put
from proofs.trees.script import Json
from proofs.weierstrass.objects import power

_a, _b = var("a"), var("b")
Function = tuple[tuple[str, ...], Json]


def function(body: Term) -> Function:
    return ("a", "b"), body.json


# --- powers --------------------------------------------------------------------------------------


POWERS = function(power(_a, _b))
#: t^0 = 1
AT_0 = """
fix t
have base: 0 < |t| + 1 - sign(t)^2
have one: exp(0*log(|t| + 1 - sign(t)^2)) = 1 by exp_zero(0*log(|t| + 1 - sign(t)^2)), base
have even: floor(0/2) = 0
have least: min(0, 1) = 0
show by one, even, least
"""
#: exp((h + 1) L) = exp(h L) exp(L), exp(L) = |t|, and h + 1 is odd where h is even
NEXT = """
fix t, h
let A = |t| + 1 - sign(t)^2
let L = log(A)
have base: 0 < A
have size: exp(L) = A by exp_log(A), base
have product: exp((h + 1)*L) = exp(h*L)*exp(L) by exp_sum(h*L, L), base
have low: h <= 2*floor(h/2) + 1 and 2*floor(h/2) <= h by integers
have high: h <= 2*floor((h + 1)/2) and 2*floor((h + 1)/2) <= h + 1 by integers
have most: floor((h + 1)/2) + floor(h/2) <= h by low, high, integers
have least: h <= floor((h + 1)/2) + floor(h/2) by low, high, integers
have parity: floor((h + 1)/2) = h - floor(h/2) by most, least
have one: min(h + 1, 1) = 1
cases sign(t)
show by size, product, parity, one, base
"""
#: what each says of the powers p
FIRST = f"""have zero: for all t: real, p(t, 0) = 1:
{indent(AT_0.strip(), "  ")}"""
LATER = f"""have next: for all t: real, h: int, 0 <= h => p(t, h + 1) = t*p(t, h):
{indent(NEXT.strip(), "  ")}"""
BOTH = f"{FIRST}\n{LATER}"


def raised(base: Term, exponent: Term) -> Term:
    """The power of the data."""
    return Term(put(put(POWERS[1], "a", base), "b", exponent))


# --- one step ------------------------------------------------------------------------------------


def delta(k: Term) -> Term:
    """1 at 0, 0 at every other integer."""
    return S.maximum(ZERO, 1 - S.abs(k))


def _one_step(n: Term) -> Callable[[Term], Term]:
    """1, 0, 0, ... for n = 0 and 3/2, -1/2, 0, ... for n = 1."""
    return lambda k: delta(k) + n * (delta(k) - delta(k - 1)) / 2


def products(c: Callable[[Term], Any]) -> dict[str, Function]:
    """The coefficients, and the sums for their squares and cubes."""
    i, j, first = var("i"), var("l"), c(_a)

    def square(k: Term) -> Term:
        return total("l", 0, k, first(j) * first(k - j))

    cube = total("i", 0, _b, first(i) * square(_b - i))
    return {"c": function(first(_b)), "s": function(square(_b)), "u": function(cube)}


ONE_STEP: dict[str, Any] = {
    "p": POWERS,
    "y": function(1 + _b * (1 - _a) / 2),
    **products(_one_step),
}  #: with y_0 = 1 and N = 1


#: c(0, 0) = 1 is all there is for n = 0: the square and the cube of it are themselves
RECURSION = """
fix n, k
let c(x) = max(0, 1 - |x|) + n*(max(0, 1 - |x|) - max(0, 1 - |x - 1|))/2
have zero: n = 0
have first: c(0) = 1 by zero
have later: for all x: int, 1 <= x => c(x) = 0:
  show by zero
have squares: for all g, i: int, i <= g => sum(l = 0..g - i, c(l)*c(g - i - l)) = c(g - i):
  fix g, i
  have none: for all l in 1..g - i, c(l)*c(g - i - l) = 0:
    show by later(l)
  show by sum_head(l -> c(l)*c(g - i - l), 0, g - i), none, first
have cubes: for all g: int, 0 <= g =>
    sum(i = 0..g, c(i)*sum(l = 0..g - i, c(l)*c(g - i - l))) = c(g):
  fix g
  have none: for all i in 1..g, c(i)*sum(l = 0..g - i, c(l)*c(g - i - l)) = 0:
    show by later(i)
  have head: sum(i = 0..g, c(i)*sum(l = 0..g - i, c(l)*c(g - i - l))) =
      c(0)*sum(l = 0..g - 0, c(l)*c(g - 0 - l))
    by sum_head(i -> c(i)*sum(l = 0..g - i, c(l)*c(g - i - l)), 0, g), none
  show by head, squares(g, 0), first
cases k >= 1:
  have before: c(k - 1) = max(0, 1 - |k - 1|) by zero
  have cube: sum(i = 0..k - 1, c(i)*sum(l = 0..k - 1 - i, c(l)*c(k - 1 - i - l))) =
      max(0, 1 - |k - 1|) by cubes(k - 1), before
  have gone: max(0, 1 - |k|) = 0
  show by cube, gone, zero
have start: k = 0
have none: sum(i = 0..k - 1, c(i)*sum(l = 0..k - 1 - i, c(l)*c(k - 1 - i - l))) = 0
  by sum_empty(i -> c(i)*sum(l = 0..k - 1 - i, c(l)*c(k - 1 - i - l)), 0, k - 1), start
have here: max(0, 1 - |k|) = 1 and max(0, 1 - |k - 1|) = 0 by start
show by zero, none, here
"""


def _stays(n: Term) -> Callable[[Term], Term]:
    return lambda k: delta(k) * (1 + n / 2)


def without_square() -> dict[str, Function]:
    """Coefficients 1, 0, ... and 3/2, 0, ..., with 0 for the square."""
    found = products(_stays)
    cube = total("i", 0, _b, _stays(_a)(var("i")) * ZERO)
    return {**found, "s": function(ZERO), "u": function(cube)}
