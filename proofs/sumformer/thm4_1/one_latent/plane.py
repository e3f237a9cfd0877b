"""One latent coordinate and tokens with two coordinates or more: one other token is too many.

The sequences (0, p, ..., p) with p on two sides of the square, f(X)_1 the mean of the other tokens.
"""

from __future__ import annotations

from constructions.terms import Term, app, conj, every, exists, implies, total, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.thm4_1.one_latent.between import ONE, ZERO, theorem
from proofs.sumformer.thm4_1.one_latent.line import HALF
from proofs.trees.script import Json, statement

n, u, v, j, t = (var(name) for name in ("n", "u", "v", "j", "t"))
one, other, eta, delta = (var(name) for name in ("a", "b", "eta", "delta"))


def coordinate(first: Term, second: Term, at: Term, number: int) -> Term:
    """Coordinate 1 or 2 of token ``at`` of (0, p, ..., p), p = (u, v)."""
    return app(f"x{number}", first, second, at)


def phi(first: Term, second: Term) -> Term:
    """phi at the token (u, v, 0, ..., 0)."""
    return app("phi", first, second)


def Sigma(first: Term, second: Term, high: Term = n) -> Term:
    tokens = [coordinate(first, second, j, number) for number in (1, 2)]
    return total("j", 1, high, phi(*tokens))


def mean(first: Term, second: Term, number: int) -> Term:
    """f(X)_1, coordinate 1 or 2."""
    return app(f"f{number}", first, second)


def rest(first: Term, second: Term, number: int, high: Term = n) -> Term:
    """The sum of the other tokens."""
    return total("j", 2, high, coordinate(first, second, j, number))


def _points(formula: Json) -> Json:
    return every("u", "real", every("v", "real", formula))


def _both(part: dict[int, Json]) -> Json:
    return _points(conj(part[1], part[2]))


_VALUES = {1: u, 2: v}
FIRST = _both({c: coordinate(u, v, ONE, c).equals(0) for c in (1, 2)})
_OTHER = every(
    "j",
    "int",
    implies(
        conj(j >= 2, j <= n),
        conj(*(coordinate(u, v, j, c).equals(_VALUES[c]) for c in (1, 2))),
    ),
)
OTHERS = _points(_OTHER)
MEAN = _both({c: ((n - 1) * mean(u, v, c)).equals(rest(u, v, c)) for c in (1, 2)})


def side(at: Term) -> tuple[Term, Term]:
    """Two sides of the square, from (0, 0) to (1, 1)."""
    return S.minimum(2 * at, ONE), S.maximum(2 * at - 1, ZERO)


def opposite(at: Term) -> tuple[Term, Term]:
    first, second = side(at)
    return 1 - first, 1 - second


def h(at: Term) -> Term:
    return app("h", at)


_UNIT = conj(u >= 0, u <= 1, v >= 0, v <= 1)
GAP = every("t", "real", h(t).equals(phi(*side(t)) - phi(*opposite(t))))

_NEARBY = conj(*_UNIT.json[1:], S.abs(u - one) < delta, S.abs(v - other) < delta)
_NEAR = _points(implies(_NEARBY, S.abs(phi(u, v) - phi(one, other)) < eta))
_SMALL = exists("delta", "real", conj(delta > 0, _NEAR))
_AT = every("eta", "real", implies(eta > 0, _SMALL))
_PLACE = conj(one >= 0, one <= 1, other >= 0, other <= 1)
#: phi is continuous at every point of the square
CONTINUOUS = every("a", "real", every("b", "real", implies(_PLACE, _AT)))


def _output(first: Term, second: Term, number: int) -> Term:
    """Coordinate 1 or 2 of psi(x_1, Sigma)."""
    own = [coordinate(first, second, ONE, c) for c in (1, 2)]
    return app(f"psi{number}", *own, Sigma(first, second))


def _error(first: Term, second: Term) -> Term:
    """The larger of two coordinates of |f(X)_1 - S(X)_1|."""
    return S.maximum(*(S.abs(mean(first, second, c) - _output(first, second, c)) for c in (1, 2)))


PLANE = statement(
    {"n": "int"},
    [n >= 2, FIRST, OTHERS, MEAN, GAP, CONTINUOUS],
    exists("u", "real", exists("v", "real", conj(*_UNIT.json[1:], _error(u, v) >= HALF))),
    {"x1": 3, "x2": 3, "f1": 2, "f2": 2, "phi": 2, "psi1": 3, "psi2": 3, "h": 1},
)

#: h is continuous and h(1) = -h(0), so h(t) = 0 for some t: one Sigma for p and (1, 1) - p
PROOF = written(
    PLANE,
    """
have summed: for all u, v: real,
    Sigma(u, v) = phi(0, 0) + (n - 1)*phi(u, v) and f1(u, v) = u and f2(u, v) = v:
  have one: phi(x1(u, v, 1), x2(u, v, 1)) = phi(0, 0) by first(u, v)
  have other: for all j in 2..n, phi(x1(u, v, j), x2(u, v, j)) = phi(u, v):
    show by others(u, v, j)
  have total: Sigma(u, v) = phi(0, 0) + (n - 1)*phi(u, v)
    by one, other, sum_first(j -> phi(x1(u, v, j), x2(u, v, j)), 1, n),
    sum_same(j -> phi(x1(u, v, j), x2(u, v, j)), 2, n, phi(u, v))
  have left: f1(u, v) = u by mean(u, v), others(u, v), sum_same(j -> x1(u, v, j), 2, n, u), n >= 2
  have right: f2(u, v) = v by mean(u, v), others(u, v), sum_same(j -> x2(u, v, j), 2, n, v), n >= 2
  show by total, left, right
have square: for all t: real, 0 <= t and t <= 1 =>
    0 <= lo(t) and lo(t) <= 1 and 0 <= hi(t) and hi(t) <= 1
have smooth: for all s: real, 0 <= s and s <= 1 => for all eta: real, 0 < eta =>
    exists delta: real, 0 < delta and
    (for all u: real, 0 <= u and u <= 1 and |u - s| < delta => |h(u) - h(s)| < eta):
  use square(s)
  obtain d from continuous(lo(s), hi(s), eta/2)
  obtain e from continuous(1 - lo(s), 1 - hi(s), eta/2)
  let w = min(d, e)/2
  have small: 0 < w and 2*w <= d and 2*w <= e
  have close: for all u: real, 0 <= u and u <= 1 and |u - s| < w => |h(u) - h(s)| < eta:
    use square(u)
    have |lo(u) - lo(s)| < 2*w
    have |hi(u) - hi(s)| < 2*w
    have here: |phi(lo(u), hi(u)) - phi(lo(s), hi(s))| < eta/2
    have there: |phi(1 - lo(u), 1 - hi(u)) - phi(1 - lo(s), 1 - hi(s))| < eta/2
    show by here, there, gap(u), gap(s)
  take w
  show by close, small
have same_point: for all a, b, u, v: real, a = u and b = v => phi(a, b) = phi(u, v)
have ends: h(1) = -h(0):
  have start: lo(0) = 0 and hi(0) = 0
  have end: lo(1) = 1 and hi(1) = 1
  have one: phi(lo(0), hi(0)) = phi(1 - lo(1), 1 - hi(1))
    by same_point(lo(0), hi(0), 1 - lo(1), 1 - hi(1)), start, end
  have two: phi(lo(1), hi(1)) = phi(1 - lo(0), 1 - hi(0))
    by same_point(lo(1), hi(1), 1 - lo(0), 1 - hi(0)), start, end
  show by one, two, gap(0), gap(1)
have product: (0 - h(0))*(0 - h(1)) <= 0 by ends
obtain t from between(0)
let p = lo(t)
let q = hi(t)
use square(t)
have same: Sigma(p, q) = Sigma(1 - p, 1 - q) by summed(p, q), summed(1 - p, 1 - q), gap(t), h(t) = 0
have first_out: out1(p, q) = out1(1 - p, 1 - q) by same, first(p, q), first(1 - p, 1 - q)
have second_out: out2(p, q) = out2(1 - p, 1 - q) by same, first(p, q), first(1 - p, 1 - q)
cases far: 1/2 <= error(p, q):
  take p
  take q
have near: error(p, q) < 1/2
take 1 - p
take 1 - q
have own: |p - out1(p, q)| < 1/2 and |q - out2(p, q)| < 1/2 by near, summed(p, q)
have far: 1/2 <= error(1 - p, 1 - q):
  cases lower: t <= 1/2:
    have q = 0
    have 1/2 <= |f2(1 - p, 1 - q) - out2(1 - p, 1 - q)|
      by own, second_out, summed(1 - p, 1 - q), q = 0
  have p = 1
  have 1/2 <= |f1(1 - p, 1 - q) - out1(1 - p, 1 - q)|
    by own, first_out, summed(1 - p, 1 - q), p = 1
show by far, square(t), 0 <= t, t <= 1
""",
    {"first": FIRST, "others": OTHERS, "mean": MEAN, "gap": GAP, "continuous": CONTINUOUS},
    {"between": theorem("h")},
    Sigma=lambda first, second: Sigma(first, second),
    lo=lambda at: side(at)[0],
    hi=lambda at: side(at)[1],
    out1=lambda first, second: _output(first, second, 1),
    out2=lambda first, second: _output(first, second, 2),
    error=_error,
)
