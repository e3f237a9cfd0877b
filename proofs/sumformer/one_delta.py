"""The end of Appendix B: psi(x_i, .) near Sigma, with one delta for all sequences.

phi and psi are continuous at every point, by epsilon and delta, psi on cal(X) x R^d', and cal(X)
is compact.  So around each sequence psi(x_i, w) hardly moves with w, for all w near Sigma; by
:func:`proofs.sumformer.compact.Steady` this is so for all sequences at once.  Nothing has to
be known of psi far from Sigma.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import sigma
from proofs.sumformer.compact import (
    COMPACT,
    FUNCTIONS,
    SORTS,
    Gaps,
    S,
    Steady,
    all_names,
    coordinate,
    d,
)
from proofs.sumformer.matching import n, tok
from proofs.trees.script import statement

p = var("p")
_eta, _delta, _g, _i, _k, _m, _r, _s, _t, _t2, _w, _w2, _z = (
    var(name) for name in ("eta", "delta", "g", "i", "k", "m", "r", "s", "t", "t2", "w", "w2", "z")
)


def phi(token: Term, at: Term) -> Term:
    """Number ``at`` of phi(token)."""
    return app("phi", token, at)


def psi(token: Term, at: Term, vector: Term) -> Term:
    """Coordinate ``at`` of psi(token, vector)."""
    return app("psi", token, at, vector)


def entry(vector: Term, at: Term) -> Term:
    return app("vec", vector, at)


def Sigma(sequence: Term) -> Term:
    """The vector sum_j phi(x_j)."""
    return app("Sg", sequence)


def total(sequence: Term, at: Term, upto: Term = n) -> Term:
    return sigma(upto, lambda j: phi(tok(sequence, j), at))


SUMS = all_names(
    "s r:", implies(conj(_r >= 1, _r <= p), entry(Sigma(_s), _r).equals(total(_s, _r)))
)


def token_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(coordinate(one, _k) - coordinate(other, _k)) <= bound
    return every("k", "int", implies(conj(_k >= 1, _k <= d), gap))


def vector_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(entry(one, _r) - entry(other, _r)) <= bound
    return every("r", "int", implies(conj(_r >= 1, _r <= p), gap))


def _phi_near(one: Term, other: Term, bound: Term) -> Json:
    gap = S.abs(phi(one, _r) - phi(other, _r)) <= bound
    return every("r", "int", implies(conj(_r >= 1, _r <= p), gap))


def _psi_near(t: Term, w: Term, t2: Term, w2: Term, bound: Term) -> Json:
    gap = S.abs(psi(t, _m, w) - psi(t2, _m, w2)) <= bound
    return every("m", "int", implies(conj(_m >= 1, _m <= d), gap))


def _phi_at(t: Term, bound: Term, size: Term) -> Json:
    return every("t2", "real", implies(token_near(t, _t2, size), _phi_near(t, _t2, bound)))


def _psi_at(t: Term, w: Term, bound: Term, size: Term) -> Json:
    near = conj(token_near(t, _t2, size), vector_near(w, _w2, size))
    return all_names("t2 w2", implies(near, _psi_near(t, w, _t2, _w2, bound)))


def _small(formula: Callable[[Term], Json]) -> Json:
    return exists("delta", "real", conj(_delta > 0, formula(_delta)))


PHI = all_names("eta t", implies(_eta > 0, _small(lambda size: _phi_at(_t, _eta, size))))
PSI = all_names("eta t w", implies(_eta > 0, _small(lambda size: _psi_at(_t, _w, _eta, size))))
#: a vector near Sigma, and psi there and at Sigma
CLOSE = Gaps(lambda z, w, r: entry(w, r) - entry(Sigma(z), r), (("r", p),))
VALUES = Gaps(
    lambda z, w, i, m: psi(tok(z, i), m, w) - psi(tok(z, i), m, Sigma(z)), (("i", n), ("m", d))
)


def one_for_all(bound: Term) -> Json:
    """Some delta does for all sequences and all vectors near their Sigma."""
    near = implies(CLOSE.near(_s, _w, _delta), VALUES.near(_s, _w, bound))
    return exists("delta", "real", conj(_delta > 0, all_names("s w", near)))


OWN = {"phi": 2, "psi": 3, "vec": 2, "Sg": 1}
CONCLUSION = every("eta", "real", implies(_eta > 0, one_for_all(_eta)))
STATEMENT = statement(
    {"n": "int", "d": "int", "p": "int", **SORTS},
    [n >= 1, d >= 1, p >= 1, *COMPACT, PHI, PSI, SUMS],
    CONCLUSION,
    {"tok": 2, "c": 2, **FUNCTIONS, **OWN},
)

STEADY = Steady(
    "for all r in 1..p, |vec(w, r) - vec(Sg(z), r)| <= g",
    "psi(tok(z, i), m, w) - psi(tok(z, i), m, Sg(z))",
    {"i": "n", "m": "d"},
    "have narrow: close(z, w, g)\nshow by narrow(r), g <= h",
    {"p": "int"},
    OWN,
)
#: the least of finitely many gaps, one for each token, then compactness
PROOF = written(
    STATEMENT,
    """
# one_gap: where some gap does around each sequence, one does for all of them (cal(X) is compact)
fix eta
let near(t, t2, g) = for all k in 1..d, |c(t, k) - c(t2, k)| <= g
let beside(v, w, g) = for all r in 1..p, |vec(v, r) - vec(w, r)| <= g
let psi_steady(t, v, g) = for all t2, w: real, near(t, t2, g) and beside(v, w, g) =>
  (for all m in 1..d, |psi(t, m, v) - psi(t2, m, w)| <= eta/2)
let phi_steady(t, h, g) = for all t2: real, near(t, t2, g) =>
  (for all r in 1..p, |phi(t, r) - phi(t2, r)| <= h)
let values(z, w) = for all i, m: int, 1 <= i and i <= n and 1 <= m and m <= d =>
  |psi(tok(z, i), m, w) - psi(tok(z, i), m, Sg(z))| <= eta
have least: for all a, b: real, 0 < a => 0 < b => exists g: real, 0 < g and g <= a and g <= b:
  cases a <= b:
    take a
  take b
have equal: for all z, w: real, beside(w, Sg(z), 0) => values(z, w):
  have zero: beside(w, Sg(z), 0)
  obtain steady: g from psi(eta, tok(z, i), w)
  have close: beside(w, Sg(z), g):
    show by zero(r), g > 0
  have same: near(tok(z, i), tok(z, i), g) by g > 0
  use steady(tok(z, i), Sg(z))
have around: for all s: real, exists g: real, 0 < g and (for all z, w: real,
    (for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
      |c(tok(z, i), k) - c(tok(s, i), k)| <= g) and beside(w, Sg(z), g) => values(z, w)):
  have some_psi: for all u: int, 0 <= u => u <= n => exists g: real, 0 < g and
      (for all i in 1..u, psi_steady(tok(s, i), Sg(s), g)) by induction on u:
    base:
      take 1
    step:
      obtain before: a from ih
      obtain here: b from psi(eta/2, tok(s, u + 1), Sg(s))
      obtain g from least(a, b)
      take g
      have each: for all i in 1..u + 1, psi_steady(tok(s, i), Sg(s), g):
        have tokens: near(tok(s, i), t2, g)
        have vectors: beside(Sg(s), w, g)
        cases i <= u:
          have near_a: near(tok(s, i), t2, a):
            show by tokens(k), g <= a
          have beside_a: beside(Sg(s), w, a):
            show by vectors(r), g <= a
          use before(i, t2, w)
        have last: i = u + 1
        have same: tok(s, i) = tok(s, u + 1) by last
        have near_b: near(tok(s, u + 1), t2, b):
          show by tokens(k), g <= b, same
        have beside_b: beside(Sg(s), w, b):
          show by vectors(r), g <= b
        use moved: here(t2, w)
        show by moved(m), same
      show by each
  obtain steady: a from some_psi(n)
  let h = a/(2*n)
  have share: 0 < h and n*h = a/2
  have some_phi: for all u: int, 0 <= u => u <= n => exists g: real, 0 < g and
      (for all i in 1..u, phi_steady(tok(s, i), h, g)) by induction on u:
    base:
      take 1
    step:
      obtain before: b from ih
      obtain here: e from phi(h, tok(s, u + 1))
      obtain g from least(b, e)
      take g
      have each: for all i in 1..u + 1, phi_steady(tok(s, i), h, g):
        have tokens: near(tok(s, i), t2, g)
        cases i <= u:
          have near_b: near(tok(s, i), t2, b):
            show by tokens(k), g <= b
          use before(i, t2)
        have last: i = u + 1
        have same: tok(s, i) = tok(s, u + 1) by last
        have near_e: near(tok(s, u + 1), t2, e):
          show by tokens(k), g <= e, same
        use moved: here(t2)
        show by moved(r), same
      show by each
  obtain still: b from some_phi(n)
  obtain g from least(a/2, b)
  take g
  have all: for all z, w: real, (for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
      |c(tok(z, i), k) - c(tok(s, i), k)| <= g) and beside(w, Sg(z), g) => values(z, w):
    have tokens: for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
      |c(tok(z, i), k) - c(tok(s, i), k)| <= g
    have vectors: beside(w, Sg(z), g)
    have sigma: for all r in 1..p, |vec(Sg(s), r) - vec(Sg(z), r)| <= a/2:
      have each: for all j in 1..n, |phi(tok(s, j), r) - phi(tok(z, j), r)| <= h:
        have near_b: near(tok(s, j), tok(z, j), b):
          show by tokens(j, k), g <= b
        use still(j, tok(z, j))
      use sum_near(j -> phi(tok(s, j), r), j -> phi(tok(z, j), r), 1, n, h)
      use sums(s, r), sums(z, r)
    have near_a: near(tok(s, i), tok(z, i), a):
      show by tokens(i, k), g <= a/2, a > 0
    have own: beside(Sg(s), Sg(z), a):
      show by sigma(r), a > 0
    have other: beside(Sg(s), w, a):
      show by sigma(r), vectors(r), g <= a/2
    use one: steady(i, tok(z, i), w)
    use two: steady(i, tok(z, i), Sg(z))
    show by one(m), two(m)
  show by all
show by one_gap(n, d, beta, eta, p)
""",
    {"phi": PHI, "psi": PSI, "sums": SUMS},
    {"one_gap": STEADY.one_gap},
)
