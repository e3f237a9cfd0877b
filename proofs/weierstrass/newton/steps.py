"""A few steps of Newton's iteration: the polynomial, and the ranges in which N steps are enough.

The values y_0, ..., y_N are variables with the N equations of the steps as hypotheses.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from constructions.terms import Term, var
from constructions.weierstrass import newton
from proofs.language.elaboration import Written, written
from proofs.library.vectors import S
from proofs.trees.script import Json, statement
from proofs.weierstrass.newton.proof import root, v

BF16, FP16 = Fraction(1, 2**8), Fraction(1, 2**11)  #: unit roundoffs, half an ulp of 1


def y(k: int) -> Term:
    return var(f"y{k}")


def steps(count: int) -> list[Json]:
    """y_(k+1) = y_k (3 - v y_k^2)/2 for k < count."""
    return [y(k + 1).equals(newton(S, v, y(k), 1)[1]) for k in range(count)]


def sorts(count: int) -> dict[str, str]:
    return {"v": "real", **{f"y{k}": "real" for k in range(count + 1)}}


# --- the polynomial ------------------------------------------------------------------------------

w = var("w")


def coefficients(count: int) -> list[Fraction]:
    """Of p_N with ``y_N = y_0 p_N(v y_0^2)``: ``p <- p (3 - w p^2)/2``, constant term first."""
    p = [Fraction(1)]
    for _ in range(count):
        cube = _times(_times(p, p), p)
        longer = [Fraction(0), *cube]
        p = [(3 * a - b) / 2 for a, b in zip(p + [Fraction(0)] * len(longer), longer, strict=False)]
    return p


def _times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, left in enumerate(a):
        for j, right in enumerate(b):
            found[i + j] += left * right
    return found


def polynomial(count: int, at: Term) -> Term:
    """sum_i c_i at^i, with the coefficients written out."""
    terms = [S.const(c) * at**i for i, c in enumerate(coefficients(count))]
    found = terms[0]
    for term in terms[1:]:
        found = found + term
    return found


def polynomial_statement(count: int) -> Json:
    hypotheses = [w.equals(v * y(0) ** 2), *steps(count)]
    show = y(count).equals(y(0) * polynomial(count, w))
    return statement({**sorts(count), "w": "real"}, hypotheses, show)


def polynomial_proof(count: int) -> Written:
    """y_k = y_0 p_k(w) step by step, where v y_k^2 = w p_k(w)^2."""
    text = """
have one: for all p, r, s: real, r = y0*p => s = r*(3 - v*r^2)/2 => s = y0*(p*(3 - w*p^2)/2)
have value1: y1 = y0*p1
"""
    for k in range(2, count + 1):
        last = f"p{k - 1}*(3 - w*p{k - 1}^2)/2"
        text += f"""
have expanded{k}: {last} = p{k}
have step{k}: y{k} = y0*({last}) by one(p{k - 1}, y{k - 1}, y{k}), value{k - 1}
have value{k}: y{k} = y0*p{k} by step{k}, expanded{k}
"""
    names: dict[str, Any] = {f"p{k}": polynomial(k, w) for k in range(1, count + 1)}
    return written(polynomial_statement(count), text, **names)


# --- the ranges ----------------------------------------------------------------------------------


#: s (c - s^2) lies above its chords and below its tangents for s > 0; and a step, in r = y sqrt(v)
CUBIC = """
have chord: for all a, b, c, m, s: real, 0 < a and a <= s and s <= b =>
    m <= a*(c - a^2) => m <= b*(c - b^2) => m <= s*(c - s^2):
  cases same: b <= a:
    have s = a by same
  have wide: 0 < b - a
  have above: 0 <= (s - a)*(b - s)
  have 0 <= (b - a)*((s - a)*(b - s)*(s + a + b))
  have 0 <= (b - s)*(a*(c - a^2) - m)
  have 0 <= (s - a)*(b*(c - b^2) - m)
  have product: 0 <= (b - a)*(s*(c - s^2) - m)
  show by product, wide
have tangent: for all b, c, m, s, t: real, 0 < s and s <= b and 0 < t and 3*t^2 <= c =>
    (c - 3*t^2)*b + 2*t^3 <= m => s*(c - s^2) <= m:
  have square: 0 <= (s - t)^2
  have 0 <= (s - t)^2*(s + 2*t) by square
  have 0 <= (c - 3*t^2)*(b - s)
"""
STEP = """
have step: for all s, w, x, y: real, w = s^2 => y = x*(3 - w*x^2)/2 =>
    y*s = x*s*(3 - (x*s)^2)/2
"""
ROOT = """
have positive: 0 < root
have square: root^2 = v
"""


def after(r: Fraction) -> Fraction:
    """r (3 - r^2)/2, what a step makes of r = y sqrt(v)."""
    return r * (3 - r * r) / 2


def error(count: int) -> Term:
    """|1 - y_N sqrt(v)|."""
    return S.abs(1 - y(count) * root)


def range_statement(count: int, unit: Fraction, low: Fraction, high: Fraction) -> Json:
    """From low <= y_0 sqrt(v) <= high, N steps leave a relative error of at most ``unit``."""
    hypotheses = [v > 0, y(0) * root >= low, y(0) * root <= high, *steps(count)]
    return statement(sorts(count), hypotheses, error(count) <= unit)


def _down(q: Fraction, places: int) -> Fraction:
    """The largest multiple of 10^-places that is at most q."""
    return Fraction(q.numerator * 10**places // q.denominator, 10**places)


def chain(count: int, low: Fraction, high: Fraction, places: int = 9) -> list[Fraction]:
    """a_1, ..., a_N with a_k <= y_k sqrt(v) <= 1 for all starts in the range."""
    found = [_down(min(after(low), after(high)), places)]
    for _ in range(count - 1):
        found.append(_down(after(found[-1]), places))
    return found


def range_text(
    count: int, unit: Fraction, low: Fraction, high: Fraction, start: str, places: int = 9
) -> str:
    """From ``start``, which ends with ``near0``: low <= y_0 sqrt(v) <= high, to ``nearN``.

    r_k = y_k sqrt(v) stays above a_k and, from k = 1 on, at most 1.

    Raises:
        ValueError: N steps from there do not come within ``unit`` of 1.
    """
    bounds = chain(count, low, high, places)
    if not (0 < low < 1 < high and after(high) > 0 and bounds[-1] >= 1 - unit):
        raise ValueError("the range is not one for these steps")
    text, left, right = ROOT + CUBIC + STEP + start, low, high
    for k, bound in enumerate(bounds):
        old, new = f"y{k}", f"y{k + 1}"
        text += f"""
use step(root, v, {old}, {new})
have near{k + 1}: {bound} <= {new}*root and {new}*root <= 1
  by chord({left}, {right}, 3, {2 * bound}, {old}*root), tangent({right}, 3, 2, {old}*root, 1),
    step(root, v, {old}, {new}), near{k}, square
"""
        left, right = bound, Fraction(1)
    return text


def _range_proof(
    sequent: Json, count: int, unit: Fraction, low: Fraction, high: Fraction, start: str
) -> Written:
    start += f"have near0: {low} <= y0*root and y0*root <= {high}\n"
    text = range_text(count, unit, low, high, start) + f"show by near{count}\n"
    return written(sequent, text, root=root)


def range_proof(count: int, unit: Fraction, low: Fraction, high: Fraction) -> Written:
    sequent = range_statement(count, unit, low, high)
    return _range_proof(sequent, count, unit, low, high, "")


def reduced_statement(count: int, unit: Fraction, guess: Term) -> Json:
    """For 1 <= v <= 4 and this initial guess, N steps leave an error of at most ``unit``."""
    hypotheses = [v >= 1, v <= 4, y(0).equals(guess), *steps(count)]
    return statement(sorts(count), hypotheses, error(count) <= unit)


CONSTANT_GUESS = S.const(Fraction(5, 8))
LINEAR_GUESS = 2 * (7 - v) / 13


_ENDS = """
have from: 1 <= root
have to: root <= 2
"""


def constant_proof(count: int, unit: Fraction) -> Written:
    """5/8 <= (5/8) sqrt(v) <= 5/4."""
    sequent = reduced_statement(count, unit, CONSTANT_GUESS)
    return _range_proof(sequent, count, unit, Fraction(5, 8), Fraction(5, 4), _ENDS)


def linear_proof(count: int, unit: Fraction) -> Written:
    """With s = sqrt(v), 6 <= s (7 - s^2) <= 7.13."""
    sequent = reduced_statement(count, unit, LINEAR_GUESS)
    start = f"""{_ENDS}
have least: 6 <= root*(7 - root^2) by chord(1, 2, 7, 6, root), from, to
have most: root*(7 - root^2) <= 713/100
  by tangent(2, 7, 713/100, root, 611/400), positive, to
have value: y0*root = 2/13*(root*(7 - root^2))
"""
    return _range_proof(sequent, count, unit, Fraction(12, 13), Fraction(713, 650), start)
