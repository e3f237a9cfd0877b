"""f(X) = psi(sum_j phi(x_j)) is invariant: sums over permuted tokens."""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.language.elaboration import written
from proofs.sumformer.matching import PERMUTED, act, n, pi, tok
from proofs.trees.script import statement

j = var("j")
_i, _k = var("i"), var("k")


def inverse(permutation: Term, at: Term) -> Term:
    """The index that goes to ``at``."""
    return app("inv", permutation, at)


def _inside(at: Term) -> list[Json]:
    return [at >= 1, at <= n]


def _index(value: Term) -> Json:
    return exists("k", "int", conj(*_inside(_k), value.equals(_k)))


def bijective(permutation: Term) -> list[Json]:
    """pi(j) and its inverse are indices, and undo each other."""

    def each(formula: Json) -> Json:
        return every("j", "int", implies(conj(*_inside(j)), formula))

    there, back = pi(permutation, j), inverse(permutation, j)
    return [
        each(_index(there)),
        each(_index(back)),
        each(inverse(permutation, there).equals(j)),
        each(pi(permutation, back).equals(j)),
    ]


#: names of the hypotheses on a permutation p0
BIJECTION = dict(zip(("range", "back", "undone", "redone"), bijective(var("p0")), strict=True))
#: pi is onto and injective
PERMUTATION = """
have onto: for all i in 1..n, exists k: int, 1 <= k and k <= n and perm(p0, k) = i:
  obtain k from back(i)
  have perm(p0, k) = perm(p0, inv(p0, i)) by inv(p0, i) = k
  take k
  show by perm(p0, k) = perm(p0, inv(p0, i)), redone(i), 1 <= k, k <= n
have injective: for all j in 1..n, for all k in 1..n, perm(p0, j) = perm(p0, k) => j = k:
  have inv(p0, perm(p0, j)) = inv(p0, perm(p0, k)) by perm(p0, j) = perm(p0, k)
  use undone(j), undone(k)
"""


def rearranged(h: str) -> str:
    """sum_j h(x_pi(j)) = sum_j h(x_j) for a function h of a token, written with ``_``."""

    def of(token: str) -> str:
        return h.replace("_", token)

    new, old, moved = of("tok(new, j)"), of("tok(X, i)"), of("tok(X, perm(p0, j))")
    return f"""
have each: for all j in 1..n, {new} = {moved}:
  have tok(new, j) = tok(X, perm(p0, j)) by permuted(p0, X, j)
have alike: for all i in 1..n, for all j in 1..n, perm(p0, j) = i => {moved} = {old}:
  have tok(X, perm(p0, j)) = tok(X, i)
calc sum(j = 1..n, {new}) = sum(j = 1..n, {moved})
       by sum_equal(j -> {new}, j -> {moved}, 1, n), each
     _ = sum(i = 1..n, {old}) by sum_permuted(i -> {old}, j -> perm(p0, j), n)
"""


# --- f(X) = psi(sum_j phi(x_j)) is invariant -----------------------------------------------------

_p, _X = var("p0"), var("X")


def _f(sequence: Term) -> Term:
    return app("f", sequence)


def _sum(sequence: Term) -> Term:
    return total("j", 1, n, app("h", tok(sequence, j)))


_DECOMPOSED = every("s", "real", _f(var("s")).equals(app("g", _sum(var("s")))))
INVARIANT = statement(
    {"n": "int", "p0": "real", "X": "real"},
    [n >= 1, PERMUTED, _DECOMPOSED, *bijective(_p)],
    _f(act(_p, _X)).equals(_f(_X)),
    {"tok": 2, "perm": 2, "act": 2, "inv": 2, "f": 1, "g": 1, "h": 1},
)


INVARIANT_PROOF = written(
    INVARIANT,
    f"""{PERMUTATION}
let new = act(p0, X)
use decomposed(X), decomposed(new)
{rearranged("h(_)")}
""",
    {**BIJECTION, "decomposed": _DECOMPOSED, "permuted": PERMUTED},
)
