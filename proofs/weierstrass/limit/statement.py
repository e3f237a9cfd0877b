"""f_sigma(v) near 1/sqrt(v): the expectation of what lies between two parabolas.

``f_sigma(v) = E[(v + xi)^(-1/2) 1(v + xi > 0)]`` with xi ~ N(0, sigma^2).  Of the expectation the
hypotheses say that it is linear and monotone, that xi has mean 0 and variance sigma^2, and that its
density is at most ``exp(-v^2/(8 sigma^2))/(sigma sqrt(2 pi))`` where ``xi <= -v/2``.
"""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import S, every_real
from proofs.trees.script import statement

v, sigma, u, a, b, c = (var(name) for name in ("v", "sigma", "u", "a", "b", "c"))
eta, delta = var("eta"), var("delta")
root = S.sqrt(v)
FUNCTIONS = {"f": 1}


def f(at: Term) -> Term:
    """f_sigma(v) for the v that is spoken of."""
    return app("f", at)


def parabola(at: Term) -> Term:
    return a + b * at + c * at**2


def tail(width: Term) -> Term:
    """int_0^(v/2) w^(-1/2) dw = sqrt(2 v), times the largest density there."""
    density = S.exp(-(v**2) / (8 * width**2)) / (width * S.sqrt(2 * S.pi()))
    return S.sqrt(2 * v) * density


_RIGHT = implies(u > -v, parabola(u) <= 1 / S.sqrt(v + u))
_LEFT = implies(u <= -v, parabola(u) <= 0)
BELOW = every_real(
    ("a", "b", "c"),
    implies(every("u", "real", conj(_RIGHT, _LEFT)), a + c * sigma**2 <= f(sigma)),
)
_ABOVE = conj(parabola(u) >= 0, implies(u >= -v / 2, 1 / S.sqrt(v + u) <= parabola(u)))
ABOVE = every_real(
    ("a", "b", "c"),
    implies(every("u", "real", _ABOVE), f(sigma) <= a + c * sigma**2 + tail(sigma)),
)


def each_width(formula: Json) -> Json:
    return every("sigma", "real", implies(sigma > 0, formula))


SMALL, LARGE = each_width(BELOW), each_width(ABOVE)
GIVEN = [v > 0, SMALL, LARGE]
fifth = v**2 * root
LOWER_BOUND = 1 / root - S.const(3) / 2 * sigma**2 / fifth <= f(sigma)
UPPER_BOUND = f(sigma) <= 1 / root + S.const(2) / 3 * sigma**2 / fifth + tail(sigma)
TWO_SIDED = statement({"v": "real"}, GIVEN, each_width(conj(LOWER_BOUND, UPPER_BOUND)), FUNCTIONS)

RATE_BOUND = S.abs(f(sigma) - 1 / root) <= 10 * sigma**2 / fifth
RATE = statement({"v": "real"}, GIVEN, each_width(RATE_BOUND), FUNCTIONS)
_NEAR = implies(sigma > 0, sigma < delta, S.abs(f(sigma) - 1 / root) < eta)
LIMIT = statement(
    {"v": "real"},
    GIVEN,
    every(
        "eta",
        "real",
        implies(eta > 0, exists("delta", "real", conj(delta > 0, every("sigma", "real", _NEAR)))),
    ),
    FUNCTIONS,
)

# --- proofs ---------------------------------------------------------------------------------------

NAMES = {
    "tail": tail,
    "edge": -v / 2,
    "par": lambda a, b, c, u: a + b * u + c * u**2,
    "peak": lambda w: -(v**2) / (8 * w**2),
}
FACTS = {"small": SMALL, "large": LARGE}

#: 1/x above and below its parabolas in s = x^2 - 1, and so 1/sqrt(v + u) in u; A is 1/sqrt(v)
PARABOLAS = """
have some: exists A: real, 0 < A and A = 1/sqrt(v):
  have 0 < sqrt(v) by root_positive(v), v > 0
  take 1/sqrt(v)
obtain A from some
have root: 0 < sqrt(v) by root_positive(v), v > 0
have unit: A*sqrt(v) = 1 by A = 1/sqrt(v), root
have square: A^2*v = 1 by unit, v > 0
have nonnegative: for all z: real, 0 <= z^2
have tangent: for all x, y, s: real, 0 < x => x*y = 1 => x^2 = 1 + s => 1 - s/2 - 3/2*s^2 <= y:
  have some: 0 < y by x*y = 1, 0 < x
  have 0 <= (x - 1)^2*(x + 2) by nonnegative(x - 1), 0 < x
  have product: 0 <= y*((x - 1)^2*(x + 2)) by some, 0 <= (x - 1)^2*(x + 2)
  have cube: y*x^3 = x^2 by x*y = 1
  have y*((x - 1)^2*(x + 2)) = x^2 - 3 + 2*y by cube, x*y = 1
  have 0 <= s^2
  show by product, y*((x - 1)^2*(x + 2)) = x^2 - 3 + 2*y, x^2 = 1 + s, 0 <= s^2
have secant: for all x, y, s: real, 0 < x => x*y = 1 => x^2 = 1 + s => -1/2 <= s =>
  y <= 1 - s/2 + 2/3*s^2:
  have some: 0 < y by x*y = 1, 0 < x
  have two: 2/3 <= x:
    cases 2/3 <= x:
      show by 2/3 <= x
    have x^2 < 1/2 by x < 2/3, 0 < x
  have three: 0 <= (x - 2/3)*x^2 by two
  have cubic: 0 <= 4*x^3 + 8*x^2 + x - 6 by two, three, x^2 = 1 + s, -1/2 <= s
  have 0 <= (x - 1)^2*(4*x^3 + 8*x^2 + x - 6) by nonnegative(x - 1), cubic
  have product: 0 <= y*((x - 1)^2*(4*x^3 + 8*x^2 + x - 6))
    by some, 0 <= (x - 1)^2*(4*x^3 + 8*x^2 + x - 6)
  have cube: y*x^3 = x^2 by x*y = 1
  have fifth: y*x^5 = x^4 by x*y = 1
  have value: y*((x - 1)^2*(4*x^3 + 8*x^2 + x - 6)) = 4*x^4 - 11*x^2 + 13 - 6*y
    by cube, fifth, x*y = 1
  have x^4 = (1 + s)^2 by x^2 = 1 + s
  show by product, value, x^2 = 1 + s, x^4 = (1 + s)^2
have scaled: for all u: real, -v < u => 0 < sqrt(v + u) and 0 < sqrt(v + u)*A and
  sqrt(v + u)*A*(sqrt(v)/sqrt(v + u)) = 1 and (sqrt(v + u)*A)^2 = 1 + u*A^2 and
  A*(sqrt(v)/sqrt(v + u)) = 1/sqrt(v + u):
  have 0 < v + u
  have here: 0 < sqrt(v + u) by root_positive(v + u)
  have sqrt(v + u)^2 = v + u by 0 < v + u
  have 0 < sqrt(v + u)*A by here, 0 < A
  show by here, 0 < sqrt(v + u)*A, unit, square, sqrt(v + u)^2 = v + u
have low: for all u: real, (-v < u => par(A, -(A^3)/2, -3/2*A^5, u) <= 1/sqrt(v + u)) and
  (u <= -v => par(A, -(A^3)/2, -3/2*A^5, u) <= 0):
  let s = u*A^2
  have right: -v < u => par(A, -(A^3)/2, -3/2*A^5, u) <= 1/sqrt(v + u):
    use scaled(u)
    use bound: tangent(sqrt(v + u)*A, sqrt(v)/sqrt(v + u), s)
    have A*(1 - s/2 - 3/2*s^2) <= A*(sqrt(v)/sqrt(v + u)) by bound, 0 < A
  have left: u <= -v => par(A, -(A^3)/2, -3/2*A^5, u) <= 0:
    have less: s <= -1 by square, u <= -v, 0 < A
    have 0 <= (-1 - s)*(1 - 3/2*s) by less
    have 1 - s/2 - 3/2*s^2 <= 0 by less, 0 <= (-1 - s)*(1 - 3/2*s)
    have A*(1 - s/2 - 3/2*s^2) <= 0 by 1 - s/2 - 3/2*s^2 <= 0, 0 < A
  show by right, left
have high: for all u: real, 0 <= par(A, -(A^3)/2, 2/3*A^5, u) and
  (edge <= u => 1/sqrt(v + u) <= par(A, -(A^3)/2, 2/3*A^5, u)):
  let s = u*A^2
  have all: 0 <= par(A, -(A^3)/2, 2/3*A^5, u):
    have 0 <= 1 - s/2 + 2/3*s^2 by nonnegative(s - 3/8)
    have 0 <= A*(1 - s/2 + 2/3*s^2) by 0 <= 1 - s/2 + 2/3*s^2, 0 < A
  have near: edge <= u => 1/sqrt(v + u) <= par(A, -(A^3)/2, 2/3*A^5, u):
    have -v < u by edge <= u, v > 0
    use scaled(u)
    have more: -1/2 <= s by square, edge <= u, 0 < A
    use bound: secant(sqrt(v + u)*A, sqrt(v)/sqrt(v + u), s)
    have A*(sqrt(v)/sqrt(v + u)) <= A*(1 - s/2 + 2/3*s^2) by bound, 0 < A
  show by all, near
have inverse: 1/(v^2*sqrt(v)) = A^5 by unit, square, root, v > 0
"""
BOTH = """
use small(sigma, A, -(A^3)/2, -3/2*A^5)
use large(sigma, A, -(A^3)/2, 2/3*A^5)
have below: A + -3/2*A^5*sigma^2 <= f(sigma)
have above: f(sigma) <= A + 2/3*A^5*sigma^2 + tail(sigma)
"""
TWO_SIDED_TEXT = f"""{PARABOLAS}
fix sigma
{BOTH}
show by below, above, inverse, A = 1/sqrt(v), v > 0, root
"""
#: tail <= 9 sigma^2/v^(5/2), since exp(X) >= 1 + X >= (2/5) v/sigma for X = v^2/(24 sigma^2)
RATES = f"""{PARABOLAS}have tails: for all w: real, 0 < w => tail(w) <= 9*w^2*A^5:
  have some: 0 < v/w by v > 0
  let X = v^2/(24*w^2)
  have ratio: X = (v/w)^2/24
  have line: 2/5*(v/w) <= exp(X) by exp_line(X), ratio, nonnegative(v/w - 24/5)
  have unit: exp(-X)*exp(X) = 1 by exp_minus(X)
  have small: exp(-X)*(2/5*(v/w)) <= 1:
    have exp(-X)*(2/5*(v/w)) <= exp(-X)*exp(X) by line
    show by unit, exp(-X)*(2/5*(v/w)) <= exp(-X)*exp(X)
  have third: exp(-X) <= 5/2*(w/v):
    have product: (v/w)*(w/v) = 1 by v > 0
    have 0 < w/v by v > 0
    have exp(-X)*(2/5*(v/w))*(w/v) <= 1*(w/v) by small, 0 < w/v
    show by product, exp(-X)*(2/5*(v/w))*(w/v) <= 1*(w/v)
  have sign: 0 < exp(-X)
  have twice: exp(-X)*exp(-X) <= 5/2*(w/v)*(5/2*(w/v))
    by product_mono(exp(-X), 5/2*(w/v), exp(-X), 5/2*(w/v)), sign, third
  have cube: exp(-X)*exp(-X)*exp(-X) <= 5/2*(w/v)*(5/2*(w/v))*(5/2*(w/v))
    by product_mono(exp(-X)*exp(-X), 5/2*(w/v)*(5/2*(w/v)), exp(-X), 5/2*(w/v)), sign, third, twice
  have whole: exp(peak(w)) = exp(-X)*exp(-X)*exp(-X):
    have three: peak(w) = -X + -X + -X
    show by exp_equal(peak(w), -X + -X + -X), three, exp_sum(-X, -X), exp_sum(-X + -X, -X)
  have below: exp(peak(w)) <= 125/8*(w/v)^3 by whole, cube
  have circle: 1.77 < sqrt(pi)
  have bottom: 0 < sqrt(2*pi) by circle
  have roots: sqrt(2*v)*sqrt(pi) = sqrt(v)*sqrt(2*pi) by circle, v > 0, root, bottom
  have value: tail(w)*(w*sqrt(pi)) = sqrt(v)*exp(peak(w)) by roots, bottom
  have most: sqrt(v)*exp(peak(w)) <= sqrt(v)*(125/8*(w/v)^3) by below, root
  have powers: sqrt(v)*(w/v)^3 = w^3*A^5 by A = 1/sqrt(v), square, root, v > 0
  have fifth: 0 < w^3*A^5
  have times: tail(w)*(w*sqrt(pi)) <= 125/8*(w^3*A^5) by value, most, powers
  have tail(w)*(w*sqrt(pi)) <= 9*w^2*A^5*(w*sqrt(pi)) by times, fifth, circle
  have 0 < w*sqrt(pi) by circle
  show by tail(w)*(w*sqrt(pi)) <= 9*w^2*A^5*(w*sqrt(pi)), 0 < w*sqrt(pi)
have rate: for all sigma: real, 0 < sigma => |f(sigma) - 1/sqrt(v)| <= 10*sigma^2*A^5:
{indent(BOTH, "  ")}
  have some: 0 < A^5*sigma^2
  show by below, above, tails(sigma), A = 1/sqrt(v), root, some
"""
RATE_TEXT = f"""{RATES}
show by rate(sigma), inverse
"""
#: delta = min(1, eta v^(5/2)/10)
LIMIT_TEXT = f"""{RATES}fix eta
have some: 0 < A^5
have 0 < eta/(10*A^5) by some, 0 < eta
obtain delta from small_enough(1, eta/(10*A^5), 1)
have final: for all sigma: real, 0 < sigma => sigma < delta => |f(sigma) - 1/sqrt(v)| < eta:
  have less: sigma^2 <= sigma by 0 < sigma, sigma < delta, delta <= 1
  have sigma < eta/(10*A^5)
  have 10*sigma*A^5 < eta by sigma < eta/(10*A^5), some
  have 10*sigma^2*A^5 <= 10*sigma*A^5 by less, some
  show by rate(sigma), 10*sigma*A^5 < eta, 10*sigma^2*A^5 <= 10*sigma*A^5
take delta
show by 0 < delta, final
"""
