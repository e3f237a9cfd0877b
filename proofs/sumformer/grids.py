"""The cells of a grid on a bounded cal(X), numbered: equal numbers, close coordinates; every d.

In each coordinate there are M = floor(2 beta N) + 1 cells of side 1/N.  The number of a cell is
written with a digit in base M for each coordinate, cl(N, k, t) being made of the first k of them.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Term, app, conj, every, implies, var
from proofs.library.vectors import ZERO, S
from proofs.sumformer.compact import BOUNDED, beta, coordinate, d
from proofs.sumformer.matching import Cells

N, k, t = (var(name) for name in ("N", "k", "t"))


def number(size: Term, token: Term, upto: Term) -> Term:
    """cl(N, k, t): the digits of the first k coordinates."""
    return app("cl", size, upto, token)


def digit(size: Term, token: Term, at: Term) -> Term:
    """floor(N (t_k + beta)): the cell of one coordinate."""
    return S.floor(size * (coordinate(token, at) + beta))


def base(size: Term) -> Term:
    """M, so many cells has a coordinate."""
    return S.floor(2 * beta * size) + 1


def grid(size: Term) -> Cells:
    """The cells of the grid with ``size`` steps to a unit of length."""
    return Cells(lambda token: number(size, token, d))


_NEXT = base(N) * number(N, t, k) + digit(N, t, k + 1)
FIRST = every("N", "int", every("t", "real", number(N, t, ZERO).equals(0)))
NEXT = every(
    "N",
    "int",
    every(
        "t",
        "real",
        every("k", "int", implies(conj(k >= 0, k + 1 <= d), number(N, t, k + 1).equals(_NEXT))),
    ),
)
NUMBERED = [FIRST, NEXT]


def names(size: Term) -> dict[str, Any]:
    """Names in :data:`GRID`."""
    return {
        "M": base(size),
        "digit": lambda token, at: digit(size, token, at),
        "num": lambda upto, token: number(size, token, upto),
    }


#: names of hypotheses in :data:`GRID`
FACTS = {"bounded": BOUNDED, "first": FIRST, "next": NEXT}
#: cells have natural numbers, and tokens with one cell are close; N0 >= 1 is known
GRID = """
have wide: 0 <= beta:
  show by bounded(0, 1)
have 0 <= beta*N0 by wide, 1 <= N0
have many: 1 <= M
have digits: for all t: real, for all k in 1..d, 0 <= digit(t, k) and digit(t, k) <= M - 1:
  have low: -beta <= c(t, k) and c(t, k) <= beta by bounded(t, k)
  have below: 0 <= N0*(c(t, k) + beta) by low, 1 <= N0
  have above: N0*(c(t, k) + beta) <= 2*beta*N0 by low, 1 <= N0
  show by floor_mono(0, N0*(c(t, k) + beta)), floor_mono(N0*(c(t, k) + beta), 2*beta*N0),
    below, above
have numbers: for all m: int, 0 <= m => m <= d => for all t: real,
    exists y: int, 0 <= y and num(m, t) = y by induction on m:
  base:
    use first(N0, t)
    take 0
  step:
    obtain before: y from ih(t)
    have here: 0 <= digit(t, m + 1) by digits(t, m + 1)
    have next: num(m + 1, t) = M*num(m, t) + digit(t, m + 1) by next(N0, t, m)
    have 0 <= M*y by many, before
    take M*y + digit(t, m + 1)
have apart: for all m: int, 0 <= m => m <= d => for all t, q: real, num(m, t) = num(m, q) =>
    for all k in 1..m, |c(t, k) - c(q, k)| <= 1/N0 by induction on m:
  step:
    obtain before: y from numbers(m, t)
    obtain other: z from numbers(m, q)
    let p = digit(t, m + 1)
    let r = digit(q, m + 1)
    have first: 0 <= p and p <= M - 1 by digits(t, m + 1)
    have second: 0 <= r and r <= M - 1 by digits(q, m + 1)
    have equal: M*y + p = M*z + r
      by next(N0, t, m), next(N0, q, m), before, other, num(m + 1, t) = num(m + 1, q)
    have up: y <= z:
      cases over: z + 1 <= y:
        have 0 <= M*(y - z - 1) by many, over
    have down: z <= y:
      cases over: y + 1 <= z:
        have 0 <= M*(z - y - 1) by many, over
    cases older: k <= m:
      have same: num(m, t) = num(m, q) by before, other, up, down
      show by ih(t, q), same, older
    have last: k = m + 1
    have left: c(t, k) = c(t, m + 1)
    have right: c(q, k) = c(q, m + 1)
    have digits: p = r by equal, up, down
    have |N0*(c(t, m + 1) - c(q, m + 1))| <= 1 by digits
    have |c(t, m + 1) - c(q, m + 1)| <= 1/N0
    show by left, right, |c(t, m + 1) - c(q, m + 1)| <= 1/N0
have natural: for all t: real, 0 <= floor(num(d, t)) and num(d, t) = floor(num(d, t)):
  obtain whole: y from numbers(d, t)
  have low: floor(num(d, t)) <= y by floor_bounds(num(d, t)), whole
  have high: y <= floor(num(d, t)):
    have y < floor(num(d, t)) + 1 by floor_bounds(num(d, t)), whole
  show by whole, low, high
have near: for all t, q: real, floor(num(d, t)) = floor(num(d, q)) =>
    for all k in 1..d, |c(t, k) - c(q, k)| <= 1/N0:
  have same: num(d, t) = num(d, q) by natural(t), natural(q), floor(num(d, t)) = floor(num(d, q))
  show by apart(d, t, q), same
"""
