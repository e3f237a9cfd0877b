"""Theorems 2.13 and C.1: functions of sets, multisets and sequences as psi(sum phi(x)).

f is a function psi of the sum where equal sums have equal values.  In Theorem C.1, where the values
are only near, psi is f at any object with that sum, of which there are finitely many.
"""

from __future__ import annotations

from textwrap import indent

from constructions.terms import (
    Json,
    Term,
    app,
    conj,
    every,
    exists,
    implies,
    total,
    var,
)
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
)
from proofs.sumformer.counts import POWERS, ZERO, B, W
from proofs.sumformer.grids import GRID, NUMBERED, grid
from proofs.sumformer.matching import (
    COUNTS_KEPT,
    EXCHANGES,
    FACTS,
    MOVED,
    PERMUTED,
    Cells,
    act,
    n,
    natural_cells,
    rearranged,
)
from proofs.sumformer.thm4_1.quantised import EQ14, FINE, N0, N, Sigma, eps
from proofs.trees.script import elaborate, statement

s, s2, t, p, M, m, eta, delta = (
    var(name) for name in ("s", "s2", "t", "p", "M", "m", "eta", "delta")
)


def f(of: Term) -> Term:
    """f of a set, or of a sequence."""
    return app("f", of)


def total_of(of: Term) -> Term:
    """Sigma."""
    return app("Sg", of)


# --- Theorem 2.13: sets --------------------------------------------------------------------------


def member(of: Term, at: Term) -> Term:
    """1 if z_m is in the set, else 0."""
    return app("in", of, at)


def _element(formula: Json) -> Json:
    return every("m", "int", implies(conj(m >= 1, m <= M), formula))


BITS = every("s", "real", _element((member(s, m) * (1 - member(s, m))).equals(0)))
_SAME_SET = _element(member(s, m).equals(member(s2, m)))
FUNCTION = every("s", "real", every("s2", "real", implies(_SAME_SET, f(s).equals(f(s2)))))


def set_sum(of: Term, high: Term = M) -> Term:
    """sum of phi(z) over the z in the set, with phi(z_m) = 2^m."""
    return total("j", 1, high, member(of, var("j")) * W(var("j")))


SUM = every("s", "real", total_of(s).equals(set_sum(s)))
#: f is a function of the sum: equal sums have equal values
DECOMPOSED = every(
    "s",
    "real",
    every("s2", "real", implies(total_of(s).equals(total_of(s2)), f(s).equals(f(s2)))),
)
_TWO = [
    W(ZERO).equals(1),
    every("u", "int", implies(var("u") >= 0, W(var("u") + 1).equals(2 * W(var("u"))))),
]
SETS = statement(
    {"M": "int"},
    [M >= 0, BITS, FUNCTION, *_TWO, SUM],
    DECOMPOSED,
    {"in": 2, "f": 1, "W": 1, "Sg": 1},
)


#: binary digits: sum_{m <= k} 2^m < 2^(k + 1), so the last digits are equal, and so on down
SETS_PROOF = written(
    SETS,
    """
have bit: for all e: real, for all m in 1..M, member(e, m) != 0 => member(e, m) = 1:
  have member(e, m)*(1 - member(e, m)) = 0 by bits(e, m)
have below: for all m: int, 0 <= m => m <= M => for all e: real,
    0 <= part(e, m) and part(e, m) < W(m + 1) by induction on m:
  base:
    use power(0)
  step:
    have old: 0 <= part(e, m) and part(e, m) < W(m + 1) by ih
    have next: W(m + 2) = 2*W(m + 1) by power(m + 1)
    have all: part(e, m + 1) = part(e, m) + member(e, m + 1)*W(m + 1)
    cases none: member(e, m + 1) = 0:
      show by old, next, all, none
    have one: member(e, m + 1) = 1 by bit(e, m + 1), member(e, m + 1) != 0
    have more: part(e, m + 1) = part(e, m) + W(m + 1) by all, one
    show by old, next, more
have equal: for all m: int, 0 <= m => m <= M => for all e, z: real, part(e, m) = part(z, m) =>
    for all k in 1..m, member(e, k) = member(z, k) by induction on m:
  step:
    let p = member(e, m + 1)
    let q = member(z, m + 1)
    have sums: part(e, m) + p*W(m + 1) = part(z, m) + q*W(m + 1)
    have first: 0 <= part(e, m) and part(e, m) < W(m + 1) by below(m, e)
    have second: 0 <= part(z, m) and part(z, m) < W(m + 1) by below(m, z)
    have top: p = q:
      cases none: p = 0:
        cases q = 0:
          have p = q
        show by bit(z, m + 1), q != 0, none, sums, first, second
      have one: p = 1 by bit(e, m + 1), p != 0
      cases zero: q = 0:
        show by one, zero, sums, first, second
      show by bit(z, m + 1), q != 0, one
    cases older: k <= m:
      show by ih(e, z), sums, top, older
    have last: k = m + 1
    have member(e, k) = p
    have member(z, k) = q
use sums(s), sums(s2)
use equal(M, s, s2)
use function(s, s2)
""",
    {"bits": BITS, "function": FUNCTION, "power": _TWO[1], "sums": SUM},
    member=member,
    part=set_sum,
)

# --- multisets of a fixed size, and sequences ----------------------------------------------------

CELLS = Cells(lambda token: app("cl", token))
INVARIANT = every("p", "real", every("s", "real", f(act(p, s)).equals(f(s))))
_SAME_ELEMENTS = every(
    "j",
    "int",
    implies(
        conj(var("j") >= 1, var("j") <= n),
        CELLS.of(s)(var("j")).equals(CELLS.of(s2)(var("j"))),
    ),
)
ELEMENTS = every("s", "real", every("s2", "real", implies(_SAME_ELEMENTS, f(s).equals(f(s2)))))
EQ_SUM = every("s", "real", total_of(s).equals(CELLS.sum(s)))
SEQUENCES = [n >= 1, PERMUTED, EXCHANGES]
INVARIANT_KEPT = "use invariant(tr(r + 1, o), e)"
MULTISETS = statement(
    {"n": "int", "B": "int"},
    [
        *SEQUENCES,
        INVARIANT,
        natural_cells(CELLS),
        ELEMENTS,
        B >= n + 1,
        *POWERS,
        EQ_SUM,
    ],
    DECOMPOSED,
    {"tok": 2, "perm": 2, "act": 2, "tr": 2, "f": 1, "cl": 1, "W": 1, "Sg": 1},
)


#: a rearrangement of the one sequence has the other's elements
MULTISETS_PROOF = written(
    MULTISETS,
    f"""{MOVED}{COUNTS_KEPT}
use sums(s), sums(s2)
have base: 2 <= B
use counts: counted(W, j -> cl(tok(s2, j)), j -> cl(tok(s, j)), B, n, n)
{rearranged("s", "s2", "f(_)", INVARIANT_KEPT)}
use elements(e, s)
""",
    {
        **FACTS,
        "invariant": INVARIANT,
        "natural": natural_cells(CELLS),
        "elements": ELEMENTS,
        "sums": EQ_SUM,
    },
    **CELLS.names,
)

# --- Theorem C.1 ---------------------------------------------------------------------------------


VALUES = differences(f)
_HEINE = heine(VALUES, {"f": 1}, "f(z) - f(w)", {})
_CLOSE = implies(Sigma(N, s2).equals(Sigma(N, s)), S.abs(f(s) - f(s2)) <= eps / 2)
_ERROR = every("s", "real", every("s2", "real", _CLOSE))
C1 = statement(
    {"n": "int", "d": "int", "B": "int", "eps": "real", **SORTS},
    [
        n >= 1,
        d >= 1,
        PERMUTED,
        EXCHANGES,
        *COMPACT,
        INVARIANT,
        continuous(VALUES),
        eps > 0,
        *NUMBERED,
        B >= n + 1,
        *POWERS,
        EQ14,
    ],
    exists("N", "int", conj(N >= 1, eps / 2 < eps, _ERROR)),
    {
        "tok": 2, "c": 2, "perm": 2, "act": 2, "tr": 2, "f": 1, "cl": 3, "W": 1, "Sg": 2,
        **FUNCTIONS,
    },
)  # fmt: skip


#: by Heine's theorem f is uniformly continuous
C1_PROOF = written(
    C1,
    f"""
use uniform: heine(n, d, beta){FINE}{GRID}{MOVED}{COUNTS_KEPT}
have modulus: for all s, s2: real,
    (for all i, k: int, 1 <= i and i <= n and 1 <= k and k <= d =>
      |c(tok(s, i), k) - c(tok(s2, i), k)| <= delta) => |f(s) - f(s2)| <= eps/2
have error: for all s, s2: real, Sg(N0, s2) = Sg(N0, s) => |f(s) - f(s2)| <= eps/2:
  use sums(N0, s), sums(N0, s2)
  use counts: counted(W, j -> num(d, tok(s2, j)), j -> num(d, tok(s, j)), B, n, n)
{indent(rearranged("s", "s2", "f(_)", INVARIANT_KEPT), "  ")}
  have close: for all j, k: int, 1 <= j and j <= n and 1 <= k and k <= d =>
      |c(tok(e, j), k) - c(tok(s, j), k)| <= delta:
    use cells(j)
    use nearer: near(tok(e, j), tok(s, j))
    show by nearer(k), 1/N0 <= delta
  use modulus(e, s)
take N0
show by error
""",
    {**FACTS, **grids.FACTS, "invariant": INVARIANT, "sums": EQ14},
    {"heine": lambda: elaborate(_HEINE.sequent, _HEINE())},
    **grid(N0).names,
    **grids.names(N0),
)
