"""Theorem 4.1 with d' = 1: phi(x) = B^cell(x), and psi finds a sequence with these cells.

psi(x, Sigma) is f_1 at a sequence r whose first token lies in the cell of x and whose sum is Sigma:
what Eq. 19 calls chi^{-1}(q(x), lambda^{-1}(...)).  That there is one is proved, and that any will
do; there are finitely many cells and sums, so psi takes one for each.
"""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.sumformer import grids
from proofs.sumformer.compact import (
    COMPACT,
    FUNCTIONS,
    SORTS,
    continuous,
    d,
    differences,
    heine,
    uniform,
)
from proofs.sumformer.counts import ONE, POWERS, B
from proofs.sumformer.grids import GRID, NUMBERED, grid
from proofs.sumformer.matching import (
    COUNTS_KEPT,
    EXCHANGES,
    FACTS,
    MOVED,
    PERMUTED,
    SUM_KEPT,
    n,
    pi,
    rearranged,
)
from proofs.trees.script import elaborate, statement

N, N0, eps, eta, delta = (var(name) for name in ("N", "N0", "eps", "eta", "delta"))
i, k, m, p, s, s2, t, t2, X = (
    var(name) for name in ("i", "k", "m", "p", "s", "s2", "t", "t2", "X")
)


def f(sequence: Term, at: Term, coordinate: Term) -> Term:
    """Coordinate m of token i of f(X)."""
    return app("f", sequence, at, coordinate)


def token_index(at: Term, *more: Json) -> Json:
    return conj(at >= 1, at <= n, *more)


def coordinate_index(at: Term) -> list[Json]:
    return [at >= 1, at <= d]


#: Eq. 9, in every coordinate
EQUIVARIANT = every(
    "p",
    "real",
    every(
        "s",
        "real",
        every(
            "i",
            "int",
            every(
                "m",
                "int",
                implies(
                    token_index(i, *coordinate_index(m)),
                    f(app("act", p, s), i, m).equals(f(s, pi(p, i), m)),
                ),
            ),
        ),
    ),
)


#: all values of f
VALUES = differences(f, ("i", n), ("m", d))
UNIFORM = uniform(VALUES)
CONTINUOUS = continuous(VALUES)
#: f is uniformly continuous, since cal(X) is compact
HEINE_PROOF = heine(
    VALUES,
    {"f": 3},
    "f(z, i, m) - f(w, i, m)",
    {"i": "n", "m": "d"},
)


def Sigma(size: Term, sequence: Term) -> Term:
    return app("Sg", size, sequence)


#: Eq. 14, 18
EQ14 = every("N", "int", every("s", "real", implies(N >= 1, Sigma(N, s).equals(grid(N).sum(s)))))


def fits(size: Term, candidate: Term, sequence: Term, at: Term) -> Json:
    """The first token lies in the cell of token i, and the sums are equal."""
    cells = grid(size)
    first = cells.of(candidate)(ONE).equals(cells.of(sequence)(at))
    return conj(first, Sigma(size, candidate).equals(Sigma(size, sequence)))


SEQUENCES = [n >= 1, d >= 1, PERMUTED, EXCHANGES]
CODE = [B >= n - 1, B >= 2, *POWERS, EQ14]
GIVEN = [*SEQUENCES, *COMPACT, EQUIVARIANT, CONTINUOUS, eps > 0, *NUMBERED, *CODE]


def _error(size: Term, bound: Term) -> Json:
    """f_i at X is near f_1 at every sequence that psi(x_i, Sigma) may take it at."""
    gap = S.abs(f(s, i, m) - f(s2, ONE, m))
    indices = token_index(i, *coordinate_index(m)).json[1:]
    known = conj(*indices, *fits(size, s2, s, i).json[1:])
    body = every("m", "int", every("s2", "real", implies(known, gap <= bound)))
    return every("s", "real", every("i", "int", body))


CONCLUSION = exists("N", "int", conj(N >= 1, eps / 2 < eps, _error(N, eps / 2)))
STATEMENT = statement(
    {"n": "int", "d": "int", "B": "int", "eps": "real", **SORTS},
    GIVEN,
    CONCLUSION,
    {
        "tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "f": 3, "cl": 3, "W": 1, "Sg": 2,
        **FUNCTIONS,
    },
)  # fmt: skip

_N1 = var("N1")
#: there is a sequence for R to pick
EXISTS = statement(
    {"n": "int", "d": "int", "N1": "int", "X": "real", "i": "int"},
    [n >= 1, PERMUTED, EXCHANGES, EQ14, _N1 >= 1, i >= 1, i <= n],
    exists("s2", "real", fits(_N1, s2, X, i)),
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "cl": 3, "W": 1, "Sg": 2},
)


#: exchange token i and the first
EXISTS_PROOF = written(
    EXISTS,
    f"""{MOVED}{SUM_KEPT}
let front = act(tr(1, i), X)
take front
use here: moved(X, 1, i)
have first: cell(front, 1) = cell(X, i) by here(1)
show by first, sums(N1, X), sums(N1, front), summed(X, 1, i)
""",
    {**FACTS, "sums": EQ14},
    **grid(_N1).names,
)

#: a grid of N0 >= 1/delta steps
FINE = """
obtain delta from uniform(eps/2)
have steps: exists N0: int, 1 <= N0 and 1/N0 <= delta:
  have 0 < 1/delta
  take floor(1/delta) + 1
  have above: (floor(1/delta) + 1)*delta >= 1
obtain N0 from steps
"""
#: delta for eps/2
MODULUS = """
have modulus: for all s, s2: real,
    (for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
      |c(tok(s, i), k) - c(tok(s2, i), k)| <= delta) =>
    (for all i, m: int, 1 <= i and i <= n and 1 <= m and m <= d =>
      |f(s, i, m) - f(s2, i, m)| <= eps/2)
"""
#: an exchange of tokens beyond the first leaves f_1 alone
_FIRST_KEPT = """use exchanges(r + 1, o)
      have stays: for all c: int, 1 <= c and c <= n and c != r + 1 and c != o =>
          perm(tr(r + 1, o), c) = c
      have to: perm(tr(r + 1, o), 1) = 1 by stays(1), 1 <= r, r + 1 <= o
      have value: f(e, perm(tr(r + 1, o), 1), m) = f(e, 1, m) by to
      show by equivariant(tr(r + 1, o), e, 1, m), value"""
#: any sequence with the first cell and the sum is near a rearrangement of X, the token in front
PROOF = written(
    STATEMENT,
    f"""
use uniform: heine(n, d, beta){FINE}{GRID}{MOVED}{COUNTS_KEPT}{SUM_KEPT}{MODULUS}
have error: for all s: real, for all i, m: int, for all s2: real,
    1 <= i and i <= n and 1 <= m and m <= d and
    cell(s2, 1) = cell(s, i) and Sg(N0, s2) = Sg(N0, s) => |f(s, i, m) - f(s2, 1, m)| <= eps/2:
  let front = act(tr(1, i), s)
  use sums(N0, s), sums(N0, s2), summed(s, 1, i)
  use here: moved(s, 1, i)
  have head: cell(s2, 1) = cell(front, 1) by here(1), cell(s2, 1) = cell(s, i)
  have value: f(front, 1, m) = f(s, i, m):
    use exchanges(1, i)
    have to: perm(tr(1, i), 1) = i
    have f(s, perm(tr(1, i), 1), m) = f(s, i, m) by to
    show by equivariant(tr(1, i), s, 1, m), f(s, perm(tr(1, i), 1), m) = f(s, i, m)
  have code: W(cell(s2, 1)) = W(cell(front, 1)) by codes(cell(s2, 1), cell(front, 1)), head
  use sum_first(j -> W(cell(s2, j)), 1, n), sum_first(j -> W(cell(front, j)), 1, n)
  use sum_moved(j -> W(cell(s2, j)), 1, n - 1), sum_moved(j -> W(cell(front, j)), 1, n - 1)
  have own: for all j in 1..n - 1, 0 <= floor(num(d, tok(s2, j + 1))):
    use natural(tok(s2, j + 1))
  have others: for all j in 1..n - 1, 0 <= floor(num(d, tok(front, j + 1))):
    use natural(tok(front, j + 1))
  use rest: counted(W, j -> num(d, tok(s2, j + 1)), j -> num(d, tok(front, j + 1)),
      B, n - 1, n - 1)
  have counts: for all v: int, 0 <= v => count(s2, n, v) = count(front, n, v):
    use rest(v)
    have same: equal(cell(s2, 1), v) = equal(cell(front, 1), v)
      by same_indicator(cell(s2, 1), cell(front, 1), v), head
    use sum_first(j -> equal(cell(s2, j), v), 1, n)
    use sum_first(j -> equal(cell(front, j), v), 1, n)
    use sum_moved(j -> equal(cell(s2, j), v), 1, n - 1)
    use sum_moved(j -> equal(cell(front, j), v), 1, n - 1)
  have begin: for all j in 1..1, cell(s2, j) = cell(front, j):
    have last: j = 1
    have tok(s2, j) = tok(s2, 1)
    have tok(front, j) = tok(front, 1)
    show by alike(tok(s2, j), tok(s2, 1)), alike(tok(front, j), tok(front, 1)), head
{indent(rearranged("front", "s2", "f(_, 1, m)", _FIRST_KEPT, 1), "  ")}
  have close: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
      |c(tok(e, j), k) - c(tok(front, j), k)| <= delta:
    use cells(j)
    use nearer: near(tok(e, j), tok(front, j))
    show by nearer(k), 1/N0 <= delta
  use values: modulus(e, front)
  use values(1, m)
take N0
show by error
""",
    {**FACTS, **grids.FACTS, "equivariant": EQUIVARIANT, "sums": EQ14},
    {"heine": lambda: elaborate(HEINE_PROOF.sequent, HEINE_PROOF())},
    **grid(N0).names,
    **grids.names(N0),
)
