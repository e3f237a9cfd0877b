"""The expectation of route 2 without its mass at eps^(-1/2): it is below f_sigma(v), and close.

With u = v + xi and p = P(u <= 0),

    0 < f_sigma(v) - (E[(max(0, u) + eps)^(-1/2)] - eps^(-1/2) p) <= 3 sqrt(eps)/(sigma sqrt(2 pi)).

The middle is the expectation of ``u^(-1/2) - (u + eps)^(-1/2)`` over u > 0, which lies below
``u^(-1/2)`` and ``(eps/2) u^(-3/2)``; the density of u is at most ``(2 pi sigma^2)^(-1/2)``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from constructions.terms import Json, Term, conj, every, implies, var
from proofs.claims import Witness
from proofs.language.elaboration import argued, written
from proofs.library.vectors import S, every_real
from proofs.trees.script import statement

G, F, p, eps, sigma = (var(name) for name in ("G", "F", "p", "eps", "sigma"))
u, a, b, c, s = (var(name) for name in ("u", "a", "b", "c", "s"))
SCALE = sigma * S.sqrt(2 * S.pi())


def printed(at: Term, small: Term) -> Term:
    """(max(0, u) + eps)^(-1/2) at u = v + xi."""
    return 1 / S.sqrt(S.maximum(0, at) + small)


def _less(at: Term) -> Term:
    return 1 / S.sqrt(at) - printed(at, eps)


def _low(value: Term) -> Json:
    return every("u", "real", implies(u <= 0, printed(u, eps).equals(value)))


def _near(end: Term, factor: Term) -> Json:
    inside = conj(_less(u) > 0, _less(u) <= factor / S.sqrt(u))
    return every("u", "real", implies(conj(u > 0, u <= end), inside))


def _far(end: Term, factor: Term) -> Json:
    inside = conj(_less(u) > 0, _less(u) <= factor / (u * S.sqrt(u)))
    return every("u", "real", implies(u > end, inside))


def _between(rest: Term, most: Term) -> Json:
    return conj(F > rest, F <= rest + most)


#: the mass c p is taken off; 2 a sqrt(s) and 2 b/sqrt(s) are the integrals of both majorants
LINEAR = every_real(
    ("c", "s", "a", "b"),
    implies(
        conj(s > 0, _low(c), _near(s, a), _far(s, b)),
        _between(G - c * p, 2 * (a * S.sqrt(s) + b / S.sqrt(s)) / SCALE),
    ),
)
GIVEN = [eps > 0, sigma > 0, LINEAR]
SORTS = {"G": "real", "F": "real", "p": "real", "eps": "real", "sigma": "real"}
WITHOUT = statement(SORTS, GIVEN, _between(G - p / S.sqrt(eps), 3 * S.sqrt(eps) / SCALE))


#: c = eps^(-1/2), s = eps, a = 1, b = eps/2; with r = sqrt(u) and t = sqrt(u + eps) the majorant
#: eps/2 u^(-3/2) is (t - r)^2 (t + 2 r) >= 0
WITHOUT_PROOF = written(
    WITHOUT,
    """
have root: 0 < sqrt(eps)
have square: sqrt(eps)^2 = eps
have low: for all u: real, u <= 0 => printed(u, eps) = 1/sqrt(eps):
  have same: max(0, u) + eps = eps
  have up: sqrt(max(0, u) + eps) <= sqrt(eps) by root_mono(max(0, u) + eps, eps), same
  have down: sqrt(eps) <= sqrt(max(0, u) + eps) by root_mono(eps, max(0, u) + eps), same
  have 0 < sqrt(max(0, u) + eps) by down, root
  have sqrt(max(0, u) + eps) = sqrt(eps) by up, down
have ahead: for all u: real, 0 < u => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= 1/sqrt(u) and 1/sqrt(u) - printed(u, eps) <= eps/2/(u*sqrt(u)):
  let r = sqrt(u)
  let t = sqrt(max(0, u) + eps)
  have first: 0 < r
  have second: 0 < t
  have small: r^2 = u
  have large: t^2 = u + eps
  have less: r < t:
    cases over: t <= r:
      have 0 <= (r - t)*(r + t) by over, first, second
  have 0 < 1/r
  have 0 < 1/t
  have 0 <= (t - r)^2*(t + 2*r) by less, first, second
  have bound: 2*r^2*(t - r) <= t*(t^2 - r^2)
  have below: 1/t < 1/r by less, first
  have whole: 1/r - 1/t <= (t^2 - r^2)/2/(r^2*r) by bound, first, second
  show by below, 0 < 1/t, whole, small, large
have near: for all u: real, 0 < u and u <= eps => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= 1/sqrt(u):
  use ahead(u)
have far: for all u: real, eps < u => 0 < 1/sqrt(u) - printed(u, eps) and
    1/sqrt(u) - printed(u, eps) <= eps/2/(u*sqrt(u)):
  use ahead(u)
use linear(1/sqrt(eps), eps, 1, eps/2)
have eps/2/sqrt(eps) = sqrt(eps)/2 by root, square
have 0 < sqrt(2*pi)
have 0 < sigma*sqrt(2*pi)
""",
    {"linear": LINEAR},
    printed=printed,
)

# --- data ----------------------------------------------------------------------------------------

#: p = 1/2 and sigma = eps = 1, F - (G - 1/2) = 1/10
HOLDS_AT = Witness({"G": 1, "F": Fraction(6, 10), "p": Fraction(1, 2), "eps": 1, "sigma": 1})

#: c = 1 from u = 0; 1 - 2^(-1/2) <= a if s >= 1, and <= b else, from u = 1
LINEAR_HOLDS = {
    2: partial(
        argued,
        """
fix c, s, a, b
have unit: for all u: real, u <= 0 => printed(u) = c
have near: for all u: real, 0 < u and u <= s =>
    0 < 1/sqrt(u) - printed(u) and 1/sqrt(u) - printed(u) <= a/sqrt(u)
have far: for all u: real, s < u =>
    0 < 1/sqrt(u) - printed(u) and 1/sqrt(u) - printed(u) <= b/(u*sqrt(u))
have c = 1 by unit(0)
let r = sqrt(s)
have root: 0 < r
have square: r^2 = s
have gap: 29/100 <= 1/sqrt(1) - printed(1) by numbers
have one: sqrt(1) = 1
have scale: 39/50 <= 2/sqrt(2*pi) by numbers
have whole: 1/4 <= a*r + b/r:
  cases s < 1:
    have less: r < 1
    have b: 29/100 <= b by far(1), gap, one
    have 0 < a by near(s), root
    have 0 < a*r
    have b <= b/r by b, less, root
  else:
    have more: 1 <= r
    have a: 29/100 <= a by near(1), gap, one
    have a <= a*r by a, more
    have wide: 0 < (s + 1)*sqrt(s + 1)
    have 0 < b by far(s + 1), wide
    have 0 < b/r
have (a*r + b/r)*(2/sqrt(2*pi)) >= 1/10 by whole, scale
""",
        printed=lambda u: printed(u, S.const(1)),
    )
}
