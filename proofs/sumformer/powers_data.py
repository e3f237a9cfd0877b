"""Exact data for x^e and e!, and for the code by power sums, with what no search finds of them.

    x^e = s |x|^e,   |x|^e = exp(e log |x|) for x != 0,   e! = exp(log 1 + ... + log e),

with the sign s = 1 - 2 (e - 2 floor(e/2)) for x < 0.  At x = 0 it is 1 for e = 0, and else 0.
"""

from __future__ import annotations

from constructions.terms import Json, Term, total, var
from proofs.library.vectors import S

Functions = dict[str, tuple[tuple[str, ...], Json]]
ZERO, ONE = S.const(0), S.const(1)


def _size(base: Term) -> Term:
    """|x|, and 1 for x = 0."""
    return S.abs(base) + 1 - S.abs(S.sign(base))


def _sign(base: Term, exponent: Term) -> Term:
    """The sign of x^e."""
    sign, parity = S.sign(base), exponent - 2 * S.floor(exponent / 2)
    zero = 1 - S.abs(sign)
    return zero * (1 - S.abs(S.sign(exponent))) + (1 - zero) * (1 - (1 - sign) * parity)


def power(base: Term, exponent: Term) -> Term:
    """x^e for every real x and natural e, with 0^0 = 1."""
    return _sign(base, exponent) * S.exp(exponent * S.log(_size(base)))


def factorial(number: Term) -> Term:
    """e! for natural e."""
    return S.exp(total("k", 1, number, S.log(var("k"))))


POWER: Functions = {"E": (("x", "e"), power(var("x"), var("e")).json)}
FACTORIAL: Functions = {"F": (("e",), factorial(var("e")).json)}

_LOGARITHM = """
let size = |x| + 1 - |sign(x)|
have 0 < size
"""
_ZEROTH = f"""{_LOGARITHM}
have exp(0*log(size)) = 1 by exp_zero(0*log(size))
have floor(0/2) = 0
have |sign(0)| = 0
"""
_NEXT = f"""{_LOGARITHM}
have there: |sign(k + 1)| = 1 by sign(k + 1) = 1, k >= 0
have low: 2*floor(k/2) <= k by floor_bounds(k/2)
have k < 2*floor(k/2) + 2 by floor_bounds(k/2)
have high: k <= 2*floor(k/2) + 1 by whole(k, 2*floor(k/2) + 1), k < 2*floor(k/2) + 2
have half: floor((k + 1)/2) = k - floor(k/2) by floor_is((k + 1)/2, k - floor(k/2)), low, high
have grown: exp((k + 1)*log(size)) = exp(k*log(size))*size
  by exp_sum(k*log(size), log(size)), exp_log(size), 0 < size
cases x < 0:
  show by there, half, grown, sign(x) = -1, |sign(x)| = 1, size = -x
cases x = 0:
  have |sign(x)| = 0
  show by there, half, grown, x = 0, |sign(x)| = 0, sign(x) = 0
show by there, half, grown, sign(x) = 1, |sign(x)| = 1, size = x
"""
#: x^0 = 1, x^(k + 1) = x x^k, and so for the exponent first; (k + 1)! = (k + 1) k!
FIRST_POWER, NEXT_POWER = f"fix x{_ZEROTH}", f"fix x, k{_NEXT}"
POWER_AFTER = f"fix k, x{_NEXT}"
NEXT_FACTORIAL = """
fix k
have more: sum(b = 1..k + 1, log(b)) = sum(b = 1..k, log(b)) + log(k + 1)
  by sum_last(b -> log(b), 1, k + 1)
show by exp_equal(sum(b = 1..k + 1, log(b)), sum(b = 1..k, log(b)) + log(k + 1)), more,
  exp_sum(sum(b = 1..k, log(b)), log(k + 1)), exp_log(k + 1)
"""

# --- one token in one cell -----------------------------------------------------------------------

_i, _u, _v, _m, _t = (var(name) for name in ("i", "u", "v", "m", "t"))


def _root(value: Term) -> Term:
    """1 for v = 0, and 0 elsewhere: never v."""
    return 1 - S.abs(S.sign(value))


#: n = c = M = 1: h(1, u) = u + u^2, h(2, u) = u^2, h(3, u) = 0, and (t - r)^m
ONE_CELL: Functions = {
    **POWER,
    "a": (("j",), "0"),
    "b": (("j",), "0"),
    "h": (
        ("i", "u"),
        ((1 - (_i - 1) * (_i - 2) / 2) * _u * _u + (2 - _i) * (3 - _i) / 2 * _u).json,
    ),
    "r": (("v", "m"), _root(_v).json),
    "Q": (("v", "m", "t"), power(_t - _root(_v), _m).json),
}

_HORNER = f"""fix x, i{_LOGARITHM}
have there: |sign(i)| = 1 by sign(i) = 1, 1 <= i
cases one: i = 1:
  have half: floor(i/2) = 0 by floor_is(i/2, 0), one
  have power: exp(i*log(size)) = size
    by exp_equal(i*log(size), log(size)), exp_log(size), one, 0 < size
  cases x < 0:
    show by there, half, power, one, sign(x) = -1, |sign(x)| = 1, size = -x
  cases x = 0:
    show by there, half, power, one, x = 0, |sign(x)| = 0, sign(x) = 0
  show by there, half, power, one, sign(x) = 1, |sign(x)| = 1, size = x
have two: i = 2
have half: floor(i/2) = 1 by floor_is(i/2, 1), two
have power: exp(i*log(size)) = size*size
  by exp_equal(i*log(size), log(size) + log(size)), exp_sum(log(size), log(size)), exp_log(size),
  two, 0 < size
cases x < 0:
  show by there, half, power, two, sign(x) = -1, |sign(x)| = 1, size = -x
cases x = 0:
  show by there, half, power, two, x = 0, |sign(x)| = 0, sign(x) = 0
show by there, half, power, two, sign(x) = 1, |sign(x)| = 1, size = x
"""
_SHIFTED = "let x = t - (1 - |sign(v)|)"
CODE_GIVENS = {
    2: FIRST_POWER,
    3: NEXT_POWER,
    8: _HORNER,
    10: f"fix v, t\n{_SHIFTED}{_ZEROTH}",
    11: f"fix v, t, k\n{_SHIFTED}{_NEXT}",
}
"""For the hypotheses of :data:`proofs.sumformer.code.packed.PACKED`."""
