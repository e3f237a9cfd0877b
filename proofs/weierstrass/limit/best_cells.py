"""The smoothed scale factor for 0 < v/sigma <= 11/2: sums of exponentials against two bounds.

After u = x^2, ``f_sigma(sigma z) = sigma^(-1/2) h(z)`` with ``sqrt(2 pi)/2 h(z) = I(z)``, the
integral ``I(z) = int_0^oo g(x) dx`` of ``g(x) = exp(-(x^2 - z)^2/2)``.  This g is even and entire,
so trapezoidal sums are close: with x = k/4, and sums that end at X = 13/4,

    |I(z) - (g(0)/2 + sum_(k=1)^13 g(k/4))/4|  <=  5 e^(2 z + 4)/(e^(8 pi) - 1)
                                                     + g(X)/(2 X (X^2 - z))      for 0 < z < X^2,

the first by |g(x + i b)| = exp(2 b^2 z + 4 b^4) exp(-(x^2 - z - 3 b^2)^2/2), where |b| <= 1 and
``int exp(-(x^2 - w)^2/2) dx <= 2 + sqrt(2 pi) < 5`` for w >= 0; the second since g falls beyond X.

A cell is an interval of z on which one enclosure shows a bound.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import indent

from constructions.terms import Json, Term, every, implies, total, var
from proofs.library.vectors import S

z, k = var("z"), var("k")
STEPS, LAST = 4, 13
END = S.const(Fraction(LAST, STEPS))  #: X
REACH = Fraction(11, 2)  #: cells end here
#: the two constants: -BELOW <= z^2 (sqrt(z) h(z) - 1) <= ABOVE
BELOW, ABOVE = Fraction(773, 10_000), Fraction(5721, 10_000)
HALF_ROOT = S.sqrt(2 * S.pi()) / 2


def bump(x: Term, at: Term) -> Term:
    """g(x)."""
    return S.exp(-((x**2 - at) ** 2) / 2)


def partial(last: Term, at: Term) -> Term:
    """sum_{k=1}^{last} g(k/4)."""
    return total("k", 1, last, bump(k / STEPS, at))


def trapezoidal(at: Term) -> Term:
    return (bump(S.const(0), at) / 2 + partial(S.const(LAST), at)) / STEPS


def error(at: Term) -> Term:
    """Of the trapezoidal sum."""
    strip = 5 * S.exp(2 * at + 4) / (S.exp(2 * STEPS * S.pi()) - 1)
    return strip + bump(END, at) / (2 * END * (END**2 - at))


def within_reach(formula: Json) -> Json:
    return every("z", "real", implies(z > 0, z <= REACH, formula))


# --- simpler sums --------------------------------------------------------------------------------


def gaussian(at: Term, centre: Fraction) -> Term:
    """g(x) for x^2 = centre, with as few operations as may be."""
    return S.exp(S.const(Fraction(-1, 2)) * (at - centre) ** 2)


def last(at: Term) -> Term:
    """g(X)."""
    return gaussian(at, Fraction(LAST, STEPS) ** 2)


def few(at: Term) -> Term:
    """Above the first part of the error."""
    return 5 * S.exp(2 * at + 4) / (8 * S.const(10) ** 10)


def _but_last(at: Term) -> Term:
    value = S.exp(S.const(Fraction(-1, 2)) * at**2) * Fraction(1, 2)
    for number in range(1, LAST):
        value = value + gaussian(at, Fraction(number, STEPS) ** 2)
    return value


def under(at: Term) -> Term:
    """The trapezoidal sum without its last summand, which is more than its part of the error."""
    return _but_last(at) / STEPS


def over(at: Term) -> Term:
    """Above the trapezoidal sum and its error."""
    return (_but_last(at) + last(at) * Fraction(9, 8)) / STEPS + few(at)


# --- cells ---------------------------------------------------------------------------------------

GRID = 2048
#: ends of cells, times GRID: each is about as long as an enclosure with 64 bits shows the bound
ENDS_ABOVE = """
    0 332 763 1323 2051 2739 3265 3666 3972 4205 4381 4514 4625 4718 4788 4845 4892 4930 4965
    4993 5018 5037 5055 5069 5081 5092 5101 5109 5116 5123 5129 5135 5141 5147 5153 5159 5166
    5173 5181 5190 5201 5213 5226 5242 5260 5280 5306 5335 5368 5405 5448 5497 5553 5617 5691
    5777 5876 5979 6098 6222 6366 6517 6675 6840 7012 7192 7381 7579 7786 7981 8185 8399 8601
    8812 9010 9217 9412 9616 9808 10009 10198 10396 10582 10776 10958 11148 11327
"""
#: and those of the other bound
ENDS_BELOW = """
    0 332 680 872 989 1068 1119 1156 1180 1196 1208 1217 1226 1235 1244 1255 1269 1287 1310 1339
    1376 1424 1486 1566 1670 1805 1980 2207 2502 2885 3382 4028 4707 5348 5893 6408 6894 7353
    7786 8194 8623 9028 9410 9770 10110 10467 10804 11122 11421
"""


def on_cells(bound: str, ends: str) -> str:
    """Steps that show a bound cell by cell.

    A cell is open, and begins a bit before the one below it ends: its ends need no enclosures.
    """
    return _among(bound, [int(end) for end in ends.split()])


def _among(bound: str, ends: list[int]) -> str:
    if len(ends) == 2:
        low, high = Fraction(max(0, 2 * ends[0] - 1), 2 * GRID), Fraction(ends[1], GRID)
        return f"""
have cell: for all z: real, {low} < z => z < {high} => {bound} by boxes
show by cell(z)
"""
    half = len(ends) // 2
    below, beyond = _among(bound, ends[: half + 1]), _among(bound, ends[half:])
    return f"cases z < {Fraction(ends[half], GRID)}:\n{indent(below, '  ')}{beyond}"


#: the summands of the trapezoidal sum, one by one
_EACH = ", ".join(f"sum_last(k -> bump(k/4, z), 1, {number})" for number in range(1, LAST + 1))
_ABOVE, _BELOW = (
    "z^2*(sqrt(z)*over(z)) <= Q*(z^2 + A)",
    "Q*(z^2 - B) <= z^2*(sqrt(z)*(under(z) - few(z)))",
)
NEARBY = f"""
have above: for all z: real, 0 < z => z <= 11/2 => {_ABOVE}:
{indent(on_cells(_ABOVE, ENDS_ABOVE), "  ")}
have below: for all z: real, 0 < z => z <= 11/2 => {_BELOW}:
{indent(on_cells(_BELOW, ENDS_BELOW), "  ")}
have strip: for all z: real, 0 < z => z <= 11/2 => err(z) <= few(z) + last(z)/32:
  have e: 1/(exp(8*pi) - 1) <= 1/(8*10^10)
  have f: 5*exp(2*z + 4)*(1/(exp(8*pi) - 1)) <= few(z) by e, exp(2*z + 4) > 0
  have k: 1/(13/2*(169/16 - z)) <= 1/32
  have g: last(z)*(1/(13/2*(169/16 - z))) <= last(z)*(1/32) by k, last(z) > 0
  show by f, g
have summands: for all z: real, T(z) = under(z) + last(z)/4:
  show by {_EACH}
have nearby: for all z: real, z > 0 => z <= 11/2 => z^2 - B <= z^2*sqrt(z)*h(z) and
    z^2*sqrt(z)*h(z) <= z^2 + A:
  have q: Q > 0
  have r: sqrt(z) > 0
  have m: z^2*sqrt(z) > 0 by r, z > 0
  have g: last(z) > 0
  have top: Q*h(z) <= over(z) by near(z), strip(z), summands(z)
  have down: under(z) - few(z) <= Q*h(z) by near(z), strip(z), summands(z), g
  have one: z^2*sqrt(z)*(Q*h(z)) <= z^2*sqrt(z)*over(z) by top, m
  have two: z^2*sqrt(z)*(under(z) - few(z)) <= z^2*sqrt(z)*(Q*h(z)) by down, m
  have three: Q*(z^2*sqrt(z)*h(z)) <= Q*(z^2 + A) by one, above(z)
  have four: Q*(z^2 - B) <= Q*(z^2*sqrt(z)*h(z)) by two, below(z)
  have z^2*sqrt(z)*h(z) <= z^2 + A by three, q
  have z^2 - B <= z^2*sqrt(z)*h(z) by four, q
"""
