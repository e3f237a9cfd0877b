"""Sequences with equal sums of powers are rearrangements of each other, cell by cell; every n.

A sequence of tokens is a number s, ``tok(s, j)`` its token j; a permutation pi is a number p with
values ``perm(p, j)``, and ``act(p, s)`` the permuted sequence.  ``tr(a, b)`` is the permutation
that exchanges a and b.  A token lies in the cell ``floor(cl(token))``, a natural number, and
phi(token) = W(cell) = B^cell.

The texts are put in front of those of the proofs, where the facts ``permuted``, ``exchanges`` and
``natural`` are known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from constructions.terms import Json, Term, app, conj, every, implies, var
from proofs.library.vectors import S
from proofs.sumformer.counts import ONE, POWERS, Body, W, added, equal

n, j, a, b, c, s, p, t = (var(name) for name in ("n", "j", "a", "b", "c", "s", "p", "t"))


def tok(sequence: Term, at: Term) -> Term:
    """Token ``at`` of a sequence."""
    return app("tok", sequence, at)


def pi(permutation: Term, at: Term) -> Term:
    return app("perm", permutation, at)


def act(permutation: Term, sequence: Term) -> Term:
    """[x_pi(1), ..., x_pi(n)]."""
    return app("act", permutation, sequence)


def exchange(one: Term, other: Term) -> Term:
    return app("tr", one, other)


def _inside(*names: Term) -> Json:
    return conj(*(part for name in names for part in (name >= 1, name <= n)))


#: [x_pi(1), ..., x_pi(n)] is a sequence
PERMUTED = every(
    "p",
    "real",
    every(
        "s",
        "real",
        every("j", "int", implies(_inside(j), tok(act(p, s), j).equals(tok(s, pi(p, j))))),
    ),
)
_OTHERS = every(
    "c",
    "int",
    implies(
        conj(*_inside(c).json[1:], c.differs(a), c.differs(b)), pi(exchange(a, b), c).equals(c)
    ),
)
#: two indices may be exchanged
EXCHANGES = every(
    "a",
    "int",
    every(
        "b",
        "int",
        implies(
            _inside(a, b),
            conj(pi(exchange(a, b), a).equals(b), pi(exchange(a, b), b).equals(a), _OTHERS),
        ),
    ),
)


@dataclass(frozen=True)
class Cells:
    """How tokens get their cell: ``raw(token)``, whose floor it is."""

    raw: Body

    def of(self, sequence: Term) -> Body:
        """The cells of a sequence, by index."""
        return lambda at: S.floor(self.raw(tok(sequence, at)))

    def sum(self, sequence: Term, low: Term = ONE) -> Term:
        """Sigma = sum_j phi(x_j), from ``low`` on."""
        cells = self.of(sequence)
        return added(low, n, lambda at: W(cells(at)))

    @property
    def names(self) -> dict[str, Callable[..., Term]]:
        """Names in the texts."""

        def cell(sequence: Term, at: Term) -> Term:
            return self.of(sequence)(at)

        def count(sequence: Term, high: Term, value: Term) -> Term:
            return added(ONE, high, lambda at: equal(cell(sequence, at), value))

        return {"raw": self.raw, "cell": cell, "count": count, "equal": equal}


def natural_cells(cells: Cells) -> Json:
    """Every cell has a natural number."""
    return every("t", "real", S.floor(cells.raw(t)) >= 0)


#: names of hypotheses in the texts
FACTS = {"permuted": PERMUTED, "exchanges": EXCHANGES, "power": POWERS[1]}
#: the cells of a sequence in which tokens a and b were exchanged
MOVED = """
have alike: for all p, q: real, p = q => floor(raw(p)) = floor(raw(q)):
  have same: raw(p) = raw(q)
  show by floor_mono(raw(p), raw(q)), floor_mono(raw(q), raw(p)), same
have moved: for all e: real, for all a, b: int, 1 <= a and a <= n and 1 <= b and b <= n =>
    for all k in 1..n, (k = a => cell(act(tr(a, b), e), k) = cell(e, b)) and
    (k = b => cell(act(tr(a, b), e), k) = cell(e, a)) and
    (k != a and k != b => cell(act(tr(a, b), e), k) = cell(e, k)):
  use exchanges(a, b)
  have stays: for all c: int, 1 <= c and c <= n and c != a and c != b => perm(tr(a, b), c) = c
  use permuted(tr(a, b), e, k)
  have to: for all i: int, perm(tr(a, b), k) = i => cell(act(tr(a, b), e), k) = cell(e, i):
    have tok(e, perm(tr(a, b), k)) = tok(e, i)
    show by alike(tok(act(tr(a, b), e), k), tok(e, i))
  have first: k = a => cell(act(tr(a, b), e), k) = cell(e, b):
    have perm(tr(a, b), k) = perm(tr(a, b), a)
    use to(b)
  have second: k = b => cell(act(tr(a, b), e), k) = cell(e, a):
    have perm(tr(a, b), k) = perm(tr(a, b), b)
    use to(a)
  have third: k != a and k != b => cell(act(tr(a, b), e), k) = cell(e, k):
    use stays(k)
    use to(k)
  show by first, second, third
"""


def kept(name: str, h: str, reads: str, more: str = "") -> str:
    """sum_j h(cell of token j) stays the same where tokens a <= b are exchanged.

    ``h`` is written with ``_``; ``reads`` says that it has equal values at equal cells.
    """

    def of(cell: str) -> str:
        return h.replace("_", cell)

    def same(one: str, other: str) -> str:
        return f"{reads}({one}, {other}{more})"

    new, old = "cell(act(tr(a, b), e), k)", "cell(e, k)"
    return f"""
have {name}: for all e{more}: real, for all a, b: int, 1 <= a and a <= b and b <= n =>
    sum(k = 1..n, {of(new)}) = sum(k = 1..n, {of(old)}):
  use here: moved(e, a, b)
  let at_a = {of("cell(e, a)")}
  let at_b = {of("cell(e, b)")}
  have first: for all k in 1..n, k = a => {of(new)} = at_b and {of(old)} = at_a:
    have tok(e, k) = tok(e, a)
    have now: {new} = cell(e, b) by here(k), k = a
    have was: {old} = cell(e, a) by alike(tok(e, k), tok(e, a))
    show by {same(new, "cell(e, b)")}, {same(old, "cell(e, a)")}
  have second: for all k in 1..n, k = b => {of(new)} = at_a and {of(old)} = at_b:
    have tok(e, k) = tok(e, b)
    have now: {new} = cell(e, a) by here(k), k = b
    have was: {old} = cell(e, b) by alike(tok(e, k), tok(e, b))
    show by {same(new, "cell(e, a)")}, {same(old, "cell(e, b)")}
  have third: for all k in 1..n, k != a and k != b => {of(new)} = {of(old)}:
    have now: {new} = {old} by here(k), k != a, k != b
    show by {same(new, old)}
  show by sum_exchanged(k -> {of(new)}, k -> {of(old)}, n, a, b, at_a, at_b), first, second, third
"""


#: as many tokens as before lie in every cell
COUNTS_KEPT = kept("kept", "equal(_, v)", "same_indicator", ", v")
#: Sigma is what it was
SUM_KEPT = """
have codes: for all p, q: real, p = q => W(p) = W(q)
""" + kept("summed", "W(_)", "codes")


def rearranged(goal: str, start: str, value: str, keeps: str, low: int = 0) -> str:
    """A sequence e that is ``start`` but for its order, with the cells of ``goal``.

    Known are ``counts``, and ``begin`` of the first ``low`` cells.  ``value`` of e, written with
    ``_``, is that of ``start``, as ``keeps`` says of one exchange of tokens after these.
    """
    was, now, old = (value.replace("_", of) for of in ("e", "new", start))
    return f"""
have found: for all r: int, {low} <= r => r <= n => exists e: real, {was} = {old} and
    (for all j in 1..r, cell(e, j) = cell({goal}, j)) and
    (for all v: int, 0 <= v => count(e, n, v) = count({goal}, n, v)) by induction on r:
  base:
    take {start}
  step:
    obtain e from ih
    let w = cell({goal}, r + 1)
    have size: 0 <= w by natural(tok({goal}, r + 1))
    have before: for all j in 1..r, cell(e, j) = cell({goal}, j)
    have counts: for all v: int, 0 <= v => count(e, n, v) = count({goal}, n, v)
    have total: count(e, n, w) = count({goal}, n, w) by counts(w), size
    have each: for all j in 1..r, equal(cell(e, j), w) = equal(cell({goal}, j), w):
      use before(j)
      show by same_indicator(cell(e, j), cell({goal}, j), w)
    have first: count(e, r, w) = count({goal}, r, w)
      by sum_equal(j -> equal(cell(e, j), w), j -> equal(cell({goal}, j), w), 1, r), each
    use sum_split(j -> equal(cell(e, j), w), 1, r, n)
    use sum_split(j -> equal(cell({goal}, j), w), 1, r, n)
    use sum_first(j -> equal(cell({goal}, j), w), r + 1, n)
    have rest: 0 <= sum(j = r + 2..n, equal(cell({goal}, j), w))
      by sum_nonneg(j -> equal(cell({goal}, j), w), r + 2, n)
    have one: equal(w, w) = 1 by indicator_one(w, w)
    have positive: 0 < sum(j = r + 1..n, equal(cell(e, j), w))
    obtain o from summand_positive(j -> equal(cell(e, j), w), r + 1, n)
    have hit: cell(e, o) = w:
      cases cell(e, o) != w:
        use unequal(cell(e, o), w)
    let new = act(tr(r + 1, o), e)
    take new
    use moved: moved(e, r + 1, o)
    have same: {now} = {was}:
      {keeps}
    have upto: for all j in 1..r + 1, cell(new, j) = cell({goal}, j):
      cases last: j = r + 1:
        have tok({goal}, j) = tok({goal}, r + 1)
        show by moved(j), last, hit, alike(tok({goal}, j), tok({goal}, r + 1))
      have j <= r
      have apart: j != o
      have other: j != r + 1
      show by moved(j), before(j), apart, other
    have again: for all v: int, 0 <= v => count(new, n, v) = count({goal}, n, v):
      use kept(e, v, r + 1, o), counts(v)
    show by upto, again, same, {was} = {old}
obtain e from found(n)
have cells: for all j in 1..n, cell(e, j) = cell({goal}, j)
"""
