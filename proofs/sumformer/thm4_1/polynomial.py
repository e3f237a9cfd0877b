"""Theorem 4.1 with power sums: psi(x, Sigma) = sum_b x^b sigma_b(Sigma - phi(x)), Eq. 17, 36-38.

Tokens, sequences and vectors of d' numbers are named by reals: ``tok(s, i)`` is a token,
``P(t, r)`` the number r of phi(t), ``v(w, r)`` the number r of the vector w.  sigma_b is any
function of vectors, so nothing is used of it but that equal vectors have equal values.
"""

from __future__ import annotations

from textwrap import indent

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.language.elaboration import written
from proofs.library.vectors import S
from proofs.trees.script import statement

n, d, M, latent, i, b, m, r, s, w, w2 = (
    var(name) for name in ("n", "d", "M", "p", "i", "b", "m", "r", "s", "w", "w2")
)
e, eps = var("e"), var("eps")
ZERO, ONE = S.const(0), S.const(1)


def tok(sequence: Term, at: Term) -> Term:
    return app("tok", sequence, at)


def phi(token: Term, at: Term) -> Term:
    """Number ``at`` of phi(token), Eq. 36."""
    return app("P", token, at)


def entry(vector: Term, at: Term) -> Term:
    return app("v", vector, at)


def monomial(token: Term, at: Term) -> Term:
    """x^b, b the multidegree number ``at`` of the finite set P."""
    return app("x", token, at)


def sigma(row: Term, at: Term, vector: Term) -> Term:
    """sigma_b of coordinate ``row``."""
    return app("g", row, at, vector)


def summed(low: Term, high: Term, sequence: Term, at: Term) -> Term:
    """sum_{j=low}^{high} phi(x_j)."""
    return total("j", low, high, phi(tok(sequence, var("j")), at))


def others(sequence: Term, at: Term, row: Term) -> Term:
    """sum_{j != i} phi(x_j)."""
    return summed(ONE, at - 1, sequence, row) + summed(at + 1, n, sequence, row)


def value(name: str, sequence: Term, at: Term, row: Term) -> Term:
    return app(name, sequence, at, row)


def _each(formula: Json, *conditions: tuple[Term, Term]) -> Json:
    inside = conj(*(part for name, high in conditions for part in (name >= 1, name <= high)))
    found = implies(inside, formula)
    for name, _ in reversed(conditions):
        found = every(name.json, "int", found)
    return every("s", "real", found)


def combination(row: Term, sequence: Term, at: Term, vector: Term) -> Term:
    """sum_b x_i^b sigma_b(vector)."""
    token = tok(sequence, at)
    return total("b", 1, M, monomial(token, b) * sigma(row, b, vector))


#: |f - p| <= e: polynomials are near f
NEAR = _each(S.abs(value("f", s, i, m) - value("q", s, i, m)) <= e, (i, n), (m, d))
#: the vector of power sums of the other tokens, and p as a combination (Theorems 2.9, 2.12)
OTHERS = _each(
    entry(app("o", s, i), r).equals(others(s, i, r)),
    (i, n),
    (r, latent),
)
REWRITTEN = _each(value("q", s, i, m).equals(combination(m, s, i, app("o", s, i))), (i, n), (m, d))
#: Sigma - phi(x_i), and S
DIFFERENCE = _each(
    entry(app("D", s, i), r).equals(summed(ONE, n, s, r) - phi(tok(s, i), r)),
    (i, n),
    (r, latent),
)
EQ38 = _each(value("Z", s, i, m).equals(combination(m, s, i, app("D", s, i))), (i, n), (m, d))
_SAME = every("r", "int", implies(conj(r >= 1, r <= latent), entry(w, r).equals(entry(w2, r))))
FUNCTION = every(
    "m",
    "int",
    every(
        "b",
        "int",
        every(
            "w",
            "real",
            every("w2", "real", implies(_SAME, sigma(m, b, w).equals(sigma(m, b, w2)))),
        ),
    ),
)
SIZES = [n >= 1, d >= 1, latent >= 1, M >= 0]
GIVEN = [*SIZES, NEAR, e < eps, OTHERS, REWRITTEN, FUNCTION, DIFFERENCE, EQ38]
SORTS = {"n": "int", "d": "int", "p": "int", "M": "int", "e": "real", "eps": "real"}
FUNCTIONS = {
    "tok": 2, "P": 2, "v": 2, "x": 2, "g": 3, "o": 2, "D": 2, "f": 3, "q": 3, "Z": 3,
}  # fmt: skip
EXACT = _each(value("Z", s, i, m).equals(value("q", s, i, m)), (i, n), (m, d))
CLOSE = _each(S.abs(value("f", s, i, m) - value("Z", s, i, m)) <= e, (i, n), (m, d))
STATEMENT = statement(SORTS, GIVEN, conj(e < eps, CLOSE), FUNCTIONS)
X, at, NUMBER = var("X"), var("i1"), var("r1")
_EQ37 = others(X, at, var("r1")).equals(summed(ONE, n, X, var("r1")) - phi(tok(X, at), var("r1")))
EQ37 = statement(
    {"n": "int", "i1": "int", "r1": "int", "X": "real"},
    [n >= 1, at >= 1, at <= n],
    _EQ37,
    {"tok": 2, "P": 2},
)
EQUAL = statement(SORTS, [*SIZES, *GIVEN[6:]], EXACT, FUNCTIONS)


# --- the proofs, as text (docs/proofs.md) --------------------------------------------------------

FACTS = {
    "near": NEAR, "others": OTHERS, "rewritten": REWRITTEN, "function": FUNCTION,
    "difference": DIFFERENCE, "eq38": EQ38,
}  # fmt: skip
EQ37_PROOF = written(
    EQ37,
    """
use sum_split(j -> P(tok(X, j), r1), 1, i1 - 1, n), sum_first(j -> P(tok(X, j), r1), i1, n)
""",
)
#: the two vectors are equal, so every summand is
VALUES = """
have vectors: for all r: int, 1 <= r => r <= p => v(D(s, i), r) = v(o(s, i), r):
  use others(s, i, r), difference(s, i, r)
  use sum_split(j -> P(tok(s, j), r), 1, i - 1, n), sum_first(j -> P(tok(s, j), r), i, n)
let summand(b, w) = x(tok(s, i), b)*g(m, b, w)
have each: for all b in 1..M, summand(b, D(s, i)) = summand(b, o(s, i)):
  use function(m, b, D(s, i), o(s, i))
use rewritten(s, i, m), eq38(s, i, m)
use sum_equal(b -> summand(b, D(s, i)), b -> summand(b, o(s, i)), 1, M)
"""
EQUAL_PROOF = written(EQUAL, f"fix s, i, m\n{VALUES}", FACTS)
#: |f - S| = |f - p| <= e
PROOF = written(
    STATEMENT,
    f"""
have close: for all s: real, for all i in 1..n, for all m in 1..d, |f(s, i, m) - Z(s, i, m)| <= e:
{indent(VALUES, "  ")}
  use near(s, i, m)
""",
    FACTS,
)
