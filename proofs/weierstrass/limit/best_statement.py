"""The best constants in a two-sided bound of (sqrt(v) f_sigma(v) - 1) v^2/sigma^2: statements.

With z = v/sigma, ``f_sigma(v) = sigma^(-1/2) h(z)``.  For z <= 11/2 the integral h is near a sum of
exponentials (:mod:`proofs.weierstrass.limit.best_cells`).  For z > 11/2 it is
``E[(z + xi)^(-1/2) 1(z + xi > 0)]``, between the expectations a + c + 3 e of two polynomials
``a + b u + c u^2 + d u^3 + e u^4``, but for what is near the singularity.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S, every_real
from proofs.trees.script import statement
from proofs.weierstrass.limit.best_cells import (
    ABOVE,
    BELOW,
    HALF_ROOT,
    NEARBY,
    REACH,
    bump,
    error,
    few,
    last,
    over,
    trapezoidal,
    under,
    within_reach,
)

v, sigma, z, u = (var(name) for name in ("v", "sigma", "z", "u"))
a, b, c, d, e = (var(name) for name in "abcde")
FUNCTIONS = {"f": 2, "h": 1}
NINE = S.const(9) / 10


def h(at: Term) -> Term:
    """f_1."""
    return app("h", at)


def f(at: Term, width: Term) -> Term:
    """f_sigma(v)."""
    return app("f", at, width)


def quartic_of(a: Term, b: Term, c: Term, d: Term, e: Term, u: Term) -> Term:
    return a + b * u + c * u**2 + d * u**3 + e * u**4


quartic = quartic_of(a, b, c, d, e, u)
MEAN = a + c + 3 * e


def tail(at: Term) -> Term:
    """int_0^(z/10) w^(-1/2) dw = 2 sqrt(z/10), times the largest density there."""
    return 2 * S.sqrt(at / 10) * S.exp(-81 * at**2 / 200) / S.sqrt(2 * S.pi())


def _for_polynomials(premise: Json, conclusion: Json) -> Json:
    inside = implies(z > REACH, every("u", "real", premise), conclusion)
    return every_real(("z", "a", "b", "c", "d", "e"), inside)


NEAR = within_reach(S.abs(HALF_ROOT * h(z) - trapezoidal(z)) <= error(z))
FAR_LOW = _for_polynomials(
    conj(implies(u > -z, quartic <= 1 / S.sqrt(z + u)), implies(u <= -z, quartic <= 0)),
    MEAN <= h(z),
)
FAR_HIGH = _for_polynomials(
    conj(quartic >= 0, implies(u >= -NINE * z, 1 / S.sqrt(z + u) <= quartic)),
    h(z) <= MEAN + tail(z),
)
SCALE = every_real(
    ("v", "sigma"),
    implies(conj(v > 0, sigma > 0), f(v, sigma).equals(h(v / sigma) / S.sqrt(sigma))),
)


def deviation(at: Term, width: Term) -> Term:
    return S.sqrt(at) * f(at, width) - 1


def two_sided(below: Fraction, above: Fraction) -> Json:
    size = sigma**2 / v**2
    bounds = conj(-S.const(below) * size <= deviation(v, sigma),
                  deviation(v, sigma) <= S.const(above) * size)  # fmt: skip
    return every_real(("v", "sigma"), implies(conj(v > 0, sigma > 0), bounds))


GIVEN = [NEAR, FAR_LOW, FAR_HIGH, SCALE]
BEST = statement({}, GIVEN, two_sided(BELOW, ABOVE), FUNCTIONS)
#: where the two bounds are nearly reached, and the constants that do not do
PEAK, DIP = Fraction(5, 2), Fraction(3, 5)
LESS_ABOVE, LESS_BELOW = Fraction(572, 1000), Fraction(772, 10_000)


def _at(ratio: Fraction) -> tuple[Term, Term]:
    one, at = S.const(1), S.const(ratio)
    return deviation(at, one), one**2 / at**2


_PEAK, _DIP = _at(PEAK), _at(DIP)
_NEEDED = conj(_PEAK[0] > LESS_ABOVE * _PEAK[1], _DIP[0] < -S.const(LESS_BELOW) * _DIP[1])
SHARP = statement({}, [NEAR, SCALE], _NEEDED, FUNCTIONS)

# --- proofs --------------------------------------------------------------------------------------


def minor(s: Term) -> Term:
    """Below (1 + s)^(-1/2), and below 0 for s <= -1."""
    return 1 - s / 2 + s**2 / 5 - S.const(Fraction(17, 10)) * s**4


def cubic(s: Term) -> Term:
    """The first terms of the binomial series."""
    return 1 - s / 2 + S.const(Fraction(3, 8)) * s**2 - S.const(Fraction(5, 16)) * s**3


def major(s: Term) -> Term:
    """Above (1 + s)^(-1/2) for s >= -9/10, and above 0."""
    return cubic(s) + S.const(Fraction(19, 10)) * s**4


def factor(x: Term) -> Term:
    """1 - x cubic(x^2 - 1) = (x - 1)^4 factor(x)/16."""
    return 5 * x**3 + 20 * x**2 + 29 * x + 16


def rest(x: Term) -> Term:
    """x high(x^2 - 1) - 1 = (x - 1)^4 rest(x)."""
    return S.const(Fraction(19, 10)) * x * (x + 1) ** 4 - factor(x) / 16


def _coefficients(at: Term, third: list[Fraction]) -> list[Term]:
    """Of 1, u, ..., u^4 in (1 - s/2 + c2 s^2 + c3 s^3 + c4 s^4)/sqrt(z), s = u/z."""
    r = 1 / S.sqrt(at)
    return [r, -r / (2 * at), *(S.const(q) * r / at ** (2 + i) for i, q in enumerate(third))]


def _lower(at: Term) -> list[Term]:
    return _coefficients(at, [Fraction(1, 5), Fraction(0), Fraction(-17, 10)])


def _upper(at: Term) -> list[Term]:
    return _coefficients(at, [Fraction(3, 8), Fraction(-5, 16), Fraction(19, 10)])


def _part(of: Callable[[Term], list[Term]], number: int) -> Callable[[Term], Term]:
    return lambda z: of(z)[number]


def _value(parts: list[Term], at: Term) -> Term:
    powers = [S.const(1), at, at**2, at**3, at**4]
    first, *others = (p * q if i else p for i, (p, q) in enumerate(zip(parts, powers, strict=True)))
    return sum(others, first)


#: polynomials below and above an inverse root
POLYNOMIALS = """
have square: for all t: real, 0 <= t^2
have below: for all x, y, s: real, x > 0 => x*y = 1 => x^2 = 1 + s => minor(s) <= y:
  have y > 0
  have third: cubic(s) <= y:
    have sq: (x - 1)^4 >= 0 by square((x - 1)^2)
    have pos: 0 <= factor(x)
    have p: 0 <= (x - 1)^4*factor(x) by sq, pos
    have q: 0 <= y*((x - 1)^4*factor(x)) by y > 0, p
    have e: y - cubic(x^2 - 1) = y*((x - 1)^4*factor(x))/16 by x*y = 1
    have t: s = x^2 - 1
    show by q, e, t
  have quad: 0 <= 7/40 - 5/16*s + 17/10*s^2 by square(s), square(s - 1)
  have prod: 0 <= s^2*(7/40 - 5/16*s + 17/10*s^2) by quad
  show by third, prod
have above: for all x, y, s: real, x > 0 => x*y = 1 => x^2 = 1 + s => s >= -9/10 => y <= major(s):
  have y > 0
  have x^2 >= 1/10
  have x >= 6/19
  have x^2 >= 6/19*x
  have x^3 >= (6/19)^2*x
  have pos: 0 <= rest(x)
  have sq: (x - 1)^4 >= 0 by square((x - 1)^2)
  have p: 0 <= (x - 1)^4*rest(x) by sq, pos
  have q: 0 <= y*((x - 1)^4*rest(x)) by y > 0, p
  have e: major(x^2 - 1) - y = y*((x - 1)^4*rest(x)) by x*y = 1
  have t: s = x^2 - 1
  show by q, e, t
have positive: for all s: real, 0 <= major(s):
  have quad: 0 <= 5/16 - 5/16*s + 19/10*s^2 by square(s), square(s - 1/2)
  have prod: 0 <= s^2*(5/16 - 5/16*s + 19/10*s^2) by quad
  show by prod, square(1 - s/4)
"""

#: and the expectations of those
MEANS = """
have scaled: for all z, u: real, z > 0 => z + u > 0 => sqrt(z + u)/sqrt(z) > 0 and
    sqrt(z + u)/sqrt(z)*(sqrt(z)/sqrt(z + u)) = 1 and (sqrt(z + u)/sqrt(z))^2 = 1 + u/z:
  have p: sqrt(z) > 0
  have q: sqrt(z + u) > 0
  have i: 1/sqrt(z) > 0
  have sqrt(z + u)/sqrt(z) > 0 by q, i
  have sqrt(z + u)/sqrt(z)*(sqrt(z)/sqrt(z + u)) = 1
  have sqrt(z)^2 = z
  have sqrt(z + u)^2 = z + u
  have (1/sqrt(z))^2 = 1/z
  have (sqrt(z + u)/sqrt(z))^2 = (z + u)*(1/z)
have lower4: for all z: real, z > 11/2 => l0(z) + l2(z) + 3*l4(z) <= h(z):
  have r: 1/sqrt(z) > 0
  have zi: z*(1/z) = 1
  have here: for all u: real, (u > -z => under4(z, u) <= 1/sqrt(z + u)) and
      (u <= -z => under4(z, u) <= 0):
    have e: under4(z, u) = 1/sqrt(z)*minor(u/z)
    have near: u > -z => under4(z, u) <= 1/sqrt(z + u):
      have z + u > 0
      use scaled(z, u)
      have k: minor(u/z) <= sqrt(z)/sqrt(z + u)
          by below(sqrt(z + u)/sqrt(z), sqrt(z)/sqrt(z + u), u/z)
      have one: 1/sqrt(z)*(sqrt(z)/sqrt(z + u)) = 1/sqrt(z + u)
      have p: 0 <= 1/sqrt(z)*(sqrt(z)/sqrt(z + u) - minor(u/z)) by r, k
      show by one, p, e
    have past: u <= -z => under4(z, u) <= 0:
      let s = u/z
      have (1/z)*(u + z) <= 0
      have s <= -1
      have s^2 >= 1
      have low: minor(s) <= 0
      show by r, low, e
    show by near, past
  show by far_low(z, l0(z), l1(z), l2(z), l3(z), l4(z))
have upper4: for all z: real, z > 11/2 => h(z) <= h0(z) + h2(z) + 3*h4(z) + tail(z):
  have r: 1/sqrt(z) > 0
  have zi: z*(1/z) = 1
  have here: for all u: real, 0 <= over4(z, u) and (u >= edge(z) => 1/sqrt(z + u) <= over4(z, u)):
    have e: over4(z, u) = 1/sqrt(z)*major(u/z)
    have first: 0 <= over4(z, u):
      have p: 0 <= major(u/z) by positive(u/z)
      show by r, p, e
    have near: u >= edge(z) => 1/sqrt(z + u) <= over4(z, u):
      have z + u > 0
      use scaled(z, u)
      have (1/z)*(u + 9/10*z) >= 0
      have u/z >= -9/10
      have k: sqrt(z)/sqrt(z + u) <= major(u/z)
          by above(sqrt(z + u)/sqrt(z), sqrt(z)/sqrt(z + u), u/z)
      have one: 1/sqrt(z)*(sqrt(z)/sqrt(z + u)) = 1/sqrt(z + u)
      have q: 0 <= 1/sqrt(z)*(major(u/z) - sqrt(z)/sqrt(z + u)) by r, k
      show by one, q, e
    show by first, near
  show by far_high(z, h0(z), h1(z), h2(z), h3(z), h4(z))
"""

#: what is near the singularity
SMALL = """
have small: for all z: real, z > 11/2 => z^3*exp(-81*z^2/200) <= 1/100:
  have e: exp(-81*z^2/400)*exp(-81*z^2/400) = exp(-81*z^2/200) by exp_sum(-81*z^2/400, -81*z^2/400)
  let t = 81/400*(z^2 - 121/4)
  have t >= 0
  have exp(-81*z^2/400) = exp(-81/400*121/4)*exp(-t) by exp_sum(-81/400*121/4, -t)
  have exp(-81/400*121/4) <= 22/10000
  have l: 1 + t <= exp(t) by exp_line(t)
  have m: exp(-t)*exp(t) = 1 by exp_minus(t)
  have n: exp(-t)*(1 + t) <= 1 by l, m, exp(-t) > 0
  have y: exp(-81*z^2/400)*(1 + t) <= 22/10000
  have y0: 0 <= exp(-81*z^2/400)*(1 + t)
  have yy: (exp(-81*z^2/400)*(1 + t))^2 <= (22/10000)^2 by y, y0
  have yz: exp(-81*z^2/200)*(1 + t)^2 <= (22/10000)^2 by yy, e
  have big: z^3 <= 400*(1 + t)^2
  have bz: z^3*exp(-81*z^2/200) <= 400*(1 + t)^2*exp(-81*z^2/200) by big, exp(-81*z^2/200) > 0
  show by yz, bz
"""

FAR = """
have far: for all z: real, z > 11/2 => z^2 - B <= z^2*sqrt(z)*h(z) and
    z^2*sqrt(z)*h(z) <= z^2 + A:
  let r = 1/sqrt(z)
  have r > 0
  use one: lower4(z)
  use two: upper4(z)
  have w: sqrt(z) > 0
  have wr: sqrt(z)*r = 1
  have zz: z^2 > 121/4
  have iz: z^2*(1/z^2) = 1
  have k: 1/z^2 <= 4/121
  have m: z^2*sqrt(z) > 0
  have first: z^2*sqrt(z)*(l0(z) + l2(z) + 3*l4(z)) <= z^2*sqrt(z)*h(z) by one, m
  have value: z^2*sqrt(z)*(l0(z) + l2(z) + 3*l4(z)) = z^2 + 1/5 - 51/10*(1/z^2) by wr, iz
  have down: z^2 - B <= z^2*sqrt(z)*h(z) by first, value, k
  have root: sqrt(z)*sqrt(z/10) <= z/3:
    have a: sqrt(z/10) <= sqrt(z)/3 by root_scale(1/3, z, z/9), root_mono(z/10, z/9)
    have b: sqrt(z)*sqrt(z) = z
    show by a, b, w
  have pi: 1/sqrt(2*pi) <= 2/5
  have E: exp(-81*z^2/200) > 0
  have p0: 1/sqrt(2*pi) > 0
  have s: z^3*exp(-81*z^2/200) <= 1/100 by small(z)
  have t1: z^2*exp(-81*z^2/200)*(sqrt(z)*sqrt(z/10)) <= z^2*exp(-81*z^2/200)*(z/3) by root, E
  have t2: z^2*exp(-81*z^2/200)*(sqrt(z)*sqrt(z/10)) <= 1/300 by t1, s
  have t3: z^2*exp(-81*z^2/200)*(sqrt(z)*sqrt(z/10)) >= 0
  have t4: z^2*exp(-81*z^2/200)*(sqrt(z)*sqrt(z/10))*(1/sqrt(2*pi)) <= 1/300*(2/5) by t2, t3, pi, p0
  have t5: z^2*sqrt(z)*tail(z) = 2*(z^2*exp(-81*z^2/200)*(sqrt(z)*sqrt(z/10))*(1/sqrt(2*pi)))
  have second: z^2*sqrt(z)*h(z) <= z^2*sqrt(z)*(h0(z) + h2(z) + 3*h4(z) + tail(z)) by two, m
  have worth: z^2*sqrt(z)*(h0(z) + h2(z) + 3*h4(z)) = z^2 + 3/8 + 57/10*(1/z^2) by wr, iz
  have top: z^2*sqrt(z)*h(z) <= z^2 + A by second, worth, t4, t5, k
  show by down, top
"""

WHOLE = f"""{NEARBY}{POLYNOMIALS}{MEANS}{SMALL}{FAR}
fix v, sigma
let z = v/sigma
have zp: z > 0
have y: v = z*sigma
have rs: sqrt(sigma) > 0
have ri: sqrt(sigma)*(1/sqrt(sigma)) = 1
have root: sqrt(v) = sqrt(z)*sqrt(sigma):
  have sqrt(sigma)^2 = sigma
  show by root_scale(sqrt(sigma), z, v)
use sc: scale(v, sigma)
have value: sqrt(v)*f(v, sigma) = sqrt(z)*h(z) by sc, root, ri
have size: sigma^2/v^2 = 1/z^2
have iz: z^2*(1/z^2) = 1
have ip: 1/z^2 > 0
have both: z^2 - B <= z^2*sqrt(z)*h(z) and z^2*sqrt(z)*h(z) <= z^2 + A:
  cases z <= 11/2:
    show by nearby(z)
  show by far(z)
have low: (1/z^2)*(z^2 - B) <= (1/z^2)*(z^2*sqrt(z)*h(z)) by both, ip
have high: (1/z^2)*(z^2*sqrt(z)*h(z)) <= (1/z^2)*(z^2 + A) by both, ip
have one: -B*(1/z^2) <= sqrt(z)*h(z) - 1 by low, iz
have two: sqrt(z)*h(z) - 1 <= A*(1/z^2) by high, iz
show by one, two, value, size
"""

NEEDED = """
have q: Q > 0
use n: near(peak)
use m: near(dip)
use s: scale(peak, 1)
use t: scale(dip, 1)
have one: sqrt(1) = 1
have a: sqrt(peak)*(T(peak) - err(peak)) > Q*(1 + C/peak^2)
have b: sqrt(dip)*(T(dip) + err(dip)) < Q*(1 - D/dip^2)
have a1: T(peak) - err(peak) <= Q*h(peak) by n
have a2: sqrt(peak)*(T(peak) - err(peak)) <= sqrt(peak)*(Q*h(peak)) by a1, sqrt(peak) > 0
have a3: Q*(1 + C/peak^2) < Q*(sqrt(peak)*h(peak)) by a, a2
have a4: 1 + C/peak^2 < sqrt(peak)*h(peak) by a3, q
have b1: Q*h(dip) <= T(dip) + err(dip) by m
have b2: sqrt(dip)*(Q*h(dip)) <= sqrt(dip)*(T(dip) + err(dip)) by b1, sqrt(dip) > 0
have b3: Q*(sqrt(dip)*h(dip)) < Q*(1 - D/dip^2) by b, b2
have b4: sqrt(dip)*h(dip) < 1 - D/dip^2 by b3, q
show by a4, b4, s, t, one
"""

NAMES = {
    "minor": minor, "major": major, "cubic": cubic, "factor": factor, "rest": rest, "tail": tail,
    "T": trapezoidal, "err": error, "Q": HALF_ROOT, "A": S.const(ABOVE), "B": S.const(BELOW),
    "C": S.const(LESS_ABOVE), "D": S.const(LESS_BELOW), "peak": S.const(PEAK), "dip": S.const(DIP),
    "few": few, "last": last, "under": under, "over": over, "bump": bump,
    "edge": lambda z: -NINE * z,
    "under4": lambda z, u: _value(_lower(z), u), "over4": lambda z, u: _value(_upper(z), u),
    **{f"l{i}": _part(_lower, i) for i in range(5)},
    **{f"h{i}": _part(_upper, i) for i in range(5)},
}  # fmt: skip


FACTS = {"near": NEAR, "scale": SCALE, "far_low": FAR_LOW, "far_high": FAR_HIGH}
BEST_SCRIPT = written(BEST, WHOLE, FACTS, **NAMES)
SHARP_SCRIPT = written(SHARP, NEEDED, {"near": NEAR, "scale": SCALE}, **NAMES)
