"""A shorter code: power sums as digits, phi(u) = u + u^2 M + ... + u^(2 n) M^(2 n - 1).

With M above all power sums the sum of n codes has the power sums p_1, ..., p_(2 n) as digits in
base M.  They name the multiset: for a number v let q be the product of t - r over the other
numbers r in both multisets, of degree 2 n at most.  As q is a combination of powers up to 2 n, the
sums of q are equal; they are q(v) times the numbers of v.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer.counts import Body, added, count, equal
from proofs.sumformer.dprime import POWERS, E
from proofs.trees.script import statement

ZERO, ONE = S.const(0), S.const(1)
n, c, M, v, t, i, j, m, e, u = (
    var(name) for name in ("n", "c", "M", "v", "t", "i", "j", "m", "e", "u")
)
TOP = 2 * n


def LEFT(at: Term) -> Term:
    return app("a", at)


def RIGHT(at: Term) -> Term:
    return app("b", at)


def root(at: Term, number: Term) -> Term:
    """Root ``number`` of the polynomial of v."""
    return app("r", at, number)


def Q(at: Term, number: Term, x: Term) -> Term:
    """(x - r_1) ... (x - r_m)."""
    return app("Q", at, number, x)


def power_sum(label: Body, exponent: Term, high: Term = n) -> Term:
    """p_e = sum_j a_j^e."""
    return added(ONE, high, lambda at: E(label(at), exponent))


PRODUCT = [
    every("v", "real", every("t", "real", Q(v, ZERO, t).equals(1))),
    every(
        "v",
        "real",
        every(
            "t",
            "real",
            every(
                "m",
                "int",
                implies(m >= 0, Q(v, m + 1, t).equals(Q(v, m, t) * (t - root(v, m + 1)))),
            ),
        ),
    ),
]


def _roots(label: Body, shift: Term) -> Json:
    is_root = implies(label(j).differs(v), root(v, shift + j).equals(label(j)))
    inside = implies(conj(j >= 1, j <= n), is_root)
    return every("v", "real", every("j", "int", inside))


ROOTS = [
    every("v", "real", every("m", "int", root(v, m).differs(v))),
    _roots(LEFT, ZERO),
    _roots(RIGHT, n),
]
_EQUAL = power_sum(LEFT, e).equals(power_sum(RIGHT, e))
EQUAL_SUMS = every("e", "int", implies(conj(e >= 1, e <= TOP), _EQUAL))


def _numbers(at: Term) -> Json:
    return count(ONE, n, LEFT, at).equals(count(ONE, n, RIGHT, at))


SAME = every("v", "real", _numbers(v))
MOMENTS = statement(
    {"n": "int"},
    [n >= 1, *POWERS, *PRODUCT, *ROOTS, EQUAL_SUMS],
    SAME,
    {"a": 1, "b": 1, "E": 2, "Q": 3, "r": 2},
)


def _polynomial(a: str, place: str) -> str:
    """Of one multiset: sum_j a_j^e Q_m(a_j) by m, and that it counts v for m = 2 n."""
    return f"""
have linear_{a}: for all x: int, 0 <= x => for all m, e: int, 0 <= m and 0 <= e =>
    sum(j = 1..x, E({a}(j), e)*Q(v, m + 1, {a}(j))) =
    sum(j = 1..x, E({a}(j), e + 1)*Q(v, m, {a}(j))) -
    r(v, m + 1)*sum(j = 1..x, E({a}(j), e)*Q(v, m, {a}(j))) by induction on x:
  step:
    let t = {a}(x + 1)
    have last: E(t, e)*Q(v, m + 1, t) = E(t, e + 1)*Q(v, m, t) - r(v, m + 1)*(E(t, e)*Q(v, m, t))
      by next(t, e), factor(v, t, m)
    use ih(m, e)
have vanishes_{a}: for all j in 1..n, {a}(j) != v => Q(v, 2*n, {a}(j)) = 0:
  have root: r(v, {place}) = {a}(j) by roots_{a}(v, j), {a}(j) != v
  have all: for all m: int, {place} <= m => Q(v, m, {a}(j)) = 0 by induction on m:
    base:
      show by factor(v, {a}(j), {place} - 1), root
    step:
      show by factor(v, {a}(j), m), ih
  show by all(2*n)
have each_{a}: for all j in 1..n, E({a}(j), 0)*Q(v, 2*n, {a}(j)) = Q(v, 2*n, v)*equal({a}(j), v):
  have unit: E({a}(j), 0) = 1 by zeroth({a}(j))
  cases here: {a}(j) = v:
    have Q(v, 2*n, {a}(j)) = Q(v, 2*n, v)
    show by unit, indicator_one({a}(j), v), here, Q(v, 2*n, {a}(j)) = Q(v, 2*n, v)
  show by unit, vanishes_{a}(j), unequal({a}(j), v), {a}(j) != v
have counted_{a}: sum(j = 1..n, E({a}(j), 0)*Q(v, 2*n, {a}(j))) =
    Q(v, 2*n, v)*sum(j = 1..n, equal({a}(j), v)) by sum_proportional(
      j -> E({a}(j), 0)*Q(v, 2*n, {a}(j)), j -> equal({a}(j), v), Q(v, 2*n, v), 1, n), each_{a}
"""


_MOMENTS = f"""
fix v
{_polynomial("a", "j")}{_polynomial("b", "n + j")}
have same: for all m: int, 0 <= m => for all e: int, 0 <= e and m + e <= 2*n =>
    sum(j = 1..n, E(a(j), e)*Q(v, m, a(j))) = sum(j = 1..n, E(b(j), e)*Q(v, m, b(j)))
    by induction on m:
  base:
    have left: for all j in 1..n, E(a(j), e)*Q(v, 0, a(j)) = E(a(j), e):
      use empty(v, a(j))
    have right: for all j in 1..n, E(b(j), e)*Q(v, 0, b(j)) = E(b(j), e):
      use empty(v, b(j))
    have moments: sum(j = 1..n, E(a(j), e)) = sum(j = 1..n, E(b(j), e)):
      cases zero: e = 0:
        have ones: for all j in 1..n, E(a(j), e) = E(b(j), e):
          have E(a(j), e) = E(a(j), 0)
          have E(b(j), e) = E(b(j), 0)
          use zeroth(a(j)), zeroth(b(j))
        show by sum_equal(j -> E(a(j), e), j -> E(b(j), e), 1, n), ones
      have 1 <= e
      use sums(e)
    show by moments, sum_equal(j -> E(a(j), e)*Q(v, 0, a(j)), j -> E(a(j), e), 1, n), left,
      sum_equal(j -> E(b(j), e)*Q(v, 0, b(j)), j -> E(b(j), e), 1, n), right
  step:
    use linear_a(n, m, e), linear_b(n, m, e), ih(e), ih(e + 1)
have nonzero: for all m: int, 0 <= m => 0 < Q(v, m, v)^2 by induction on m:
  base:
    use empty(v, v)
  step:
    have gap: 0 < (v - r(v, m + 1))^2 by square_positive(v - r(v, m + 1)), off(v, m + 1)
    have square: Q(v, m + 1, v)^2 = Q(v, m, v)^2*(v - r(v, m + 1))^2 by factor(v, v, m)
    have 0 < Q(v, m, v)^2*(v - r(v, m + 1))^2 by gap, ih
    show by square, 0 < Q(v, m, v)^2*(v - r(v, m + 1))^2
use same(2*n, 0), nonzero(2*n)
let p = sum(j = 1..n, equal(a(j), v))
let q = sum(j = 1..n, equal(b(j), v))
have equal: Q(v, 2*n, v)*p = Q(v, 2*n, v)*q by same(2*n, 0), counted_a, counted_b
have (p - q)*Q(v, 2*n, v)^2 = 0 by equal
"""
_FACTS = {
    "zeroth": POWERS[0],
    "next": POWERS[1],
    "empty": PRODUCT[0],
    "factor": PRODUCT[1],
    "off": ROOTS[0],
    "roots_a": ROOTS[1],
    "roots_b": ROOTS[2],
}
MOMENTS_PROOF = written(MOMENTS, _MOMENTS, {**_FACTS, "sums": EQUAL_SUMS}, equal=equal)


# --- digits in base M ----------------------------------------------------------------------------


def code(at: Term, x: Term) -> Term:
    """x^k + x^(k + 1) M + ... + x^(2 n) M^(2 n - k); phi is that of k = 1."""
    return app("h", at, x)


def codes(label: Body, at: Term, high: Term = n) -> Term:
    return added(ONE, high, lambda o: code(at, label(o)))


HORNER = [
    every("u", "real", code(TOP + 1, u).equals(0)),
    every(
        "u",
        "real",
        every(
            "i",
            "int",
            implies(conj(i >= 1, i <= TOP), code(i, u).equals(E(u, i) + M * code(i + 1, u))),
        ),
    ),
]
_z = var("z")


def _cell(label: Body) -> Json:
    """Labels are integers from 0 to c - 1."""
    number = exists("z", "int", conj(label(j).equals(_z), _z >= 0, _z <= c - 1))
    return every("j", "int", implies(conj(j >= 1, j <= n), number))


CELLS = [_cell(LEFT), _cell(RIGHT)]
LARGE = every("e", "int", implies(conj(e >= 1, e <= TOP), n * E(c - 1, e) < M))
EQUAL_CODES = codes(LEFT, ONE).equals(codes(RIGHT, ONE))
_GIVEN = [n >= 1, c >= 1, *POWERS, *CELLS, LARGE, *HORNER, EQUAL_CODES]
_SORTS = {"n": "int", "c": "int", "M": "int"}
PACKED = statement(
    _SORTS,
    [*_GIVEN, *PRODUCT, *ROOTS],
    SAME,
    {"a": 1, "b": 1, "E": 2, "h": 2, "Q": 3, "r": 2},
)


def _digits(a: str) -> str:
    """Of one multiset: T_k = p_k + M T_(k + 1), all of them integers, and 0 <= p_k <= n (c - 1)^k.

    T_k is the sum of the codes from k on, p_k the power sum.
    """
    return f"""
have powers_{a}: for all e: int, 0 <= e => for all j in 1..n,
    exists y: int, E({a}(j), e) = y and 0 <= y and y <= E(c - 1, e) by induction on e:
  base:
    use zeroth({a}(j)), zeroth(c - 1)
    take 1
  step:
    obtain cell: z from cells_{a}(j)
    obtain old: y from ih(j)
    have 0 <= z*y by cell, old
    have 0 <= (c - 1 - z)*y by cell, old
    have 0 <= (c - 1)*(E(c - 1, e) - y) by cell, old
    have value: E({a}(j), e + 1) = z*y by next({a}(j), e), cell, old
    use next(c - 1, e)
    take z*y
have codes_{a}: for all m: int, 0 <= m => m <= 2*n => for all j in 1..n,
    exists y: int, h(2*n + 1 - m, {a}(j)) = y by induction on m:
  base:
    use last({a}(j))
    take 0
  step:
    obtain rest: y from ih(j)
    obtain digit: z from powers_{a}(2*n - m, j)
    have value: h(2*n - m, {a}(j)) = z + M*y by horner({a}(j), 2*n - m), rest, digit
    take z + M*y
have tail_{a}: for all k in 1..2*n + 1, exists y: int, T{a}(k) = y:
  have each: for all j in 1..n, exists y: int, h(k, {a}(j)) = y:
    obtain here: y from codes_{a}(2*n + 1 - k, j)
    take y
  show by sum_whole(j -> h(k, {a}(j)), 1, n), each
have digit_{a}: for all k in 1..2*n, exists y: int, p{a}(k) = y:
  have each: for all j in 1..n, exists y: int, E({a}(j), k) = y:
    obtain y from powers_{a}(k, j)
    take y
  show by sum_whole(j -> E({a}(j), k), 1, n), each
have upto_{a}: for all x: int, 0 <= x => x <= n => for all k in 1..2*n,
    sum(j = 1..x, h(k, {a}(j))) =
      sum(j = 1..x, E({a}(j), k)) + M*sum(j = 1..x, h(k + 1, {a}(j))) and
    0 <= sum(j = 1..x, E({a}(j), k)) and sum(j = 1..x, E({a}(j), k)) <= x*E(c - 1, k)
    by induction on x:
  step:
    use ih(k), horner({a}(x + 1), k)
    obtain y from powers_{a}(k, x + 1)
"""


def _tail(label: Body) -> Body:
    return lambda at: codes(label, at)


def _power(label: Body) -> Body:
    return lambda at: power_sum(label, at)


_NAMES = {"Ta": _tail(LEFT), "Tb": _tail(RIGHT), "pa": _power(LEFT), "pb": _power(RIGHT)}
_CODES = {"cells_a": CELLS[0], "large": LARGE, "last": HORNER[0], "horner": HORNER[1]}
#: T_k = p_k + M T_(k + 1), so T_(k + 1) is equal, and then p_k
PACKED_PROOF = written(
    PACKED,
    f"""{_digits("a")}{_digits("b")}
have equal: for all k: int, 1 <= k => k <= 2*n + 1 => Ta(k) = Tb(k) by induction on k:
  step:
    use upto_a(n, k), upto_b(n, k), large(k)
    obtain y from tail_a(k + 1)
    obtain z from tail_b(k + 1)
    have sums: pa(k) - pb(k) = M*(z - y)
    cases over: y + 1 <= z:
      have 0 <= M*(z - y - 1) by over, 0 <= pa(k), pa(k) <= n*E(c - 1, k), n*E(c - 1, k) < M
    cases under: z + 1 <= y:
      have 0 <= M*(y - z - 1) by under, 0 <= pa(k), pa(k) <= n*E(c - 1, k), n*E(c - 1, k) < M
    have y = z
have sums: for all e in 1..2*n, pa(e) = pb(e):
  use upto_a(n, e), upto_b(n, e), equal(e), equal(e + 1)
{_MOMENTS}""",
    {**_FACTS, **_CODES, "cells_b": CELLS[1]},
    **_NAMES,
    equal=equal,
)

# --- how large the code is -----------------------------------------------------------------------

LENGTH = statement(
    _SORTS,
    [n >= 1, c >= 1, *POWERS, CELLS[0], LARGE, *HORNER],
    conj(codes(LEFT, ONE) >= 0, codes(LEFT, ONE) < E(M, TOP)),
    {"a": 1, "E": 2, "h": 2},
)


#: T_k <= M^m - 1 for k = 2 n + 1 - m: the digits are at most M - 1
LENGTH_PROOF = written(
    LENGTH,
    f"""{_digits("a")}
have bound: for all m: int, 0 <= m => m <= 2*n => for all k: int, k = 2*n + 1 - m =>
    0 <= Ta(k) and Ta(k) <= E(M, m) - 1 by induction on m:
  base:
    have none: for all j in 1..n, h(k, a(j)) = 0:
      have h(k, a(j)) = h(2*n + 1, a(j))
      use last(a(j))
    show by sum_zero(j -> h(k, a(j)), 1, n), none, zeroth(M)
  step:
    obtain y from digit_a(k)
    have here: Ta(k) = pa(k) + M*Ta(k + 1) by upto_a(n, k)
    have low: 0 <= pa(k) by upto_a(n, k)
    have less: pa(k) < M by upto_a(n, k), large(k)
    have most: y <= M - 1 by less, pa(k) = y
    have old: 0 <= Ta(k + 1) and Ta(k + 1) <= E(M, m) - 1 by ih(k + 1), k = 2*n - m
    have positive: 0 <= M*Ta(k + 1) by old, low, less
    have rest: 0 <= M*(E(M, m) - 1 - Ta(k + 1)) by old, low, less
    show by here, low, most, pa(k) = y, positive, rest, next(M, m)
use bound(2*n, 1)
""",
    {"zeroth": POWERS[0], "next": POWERS[1], **_CODES},
    **_NAMES,
)
