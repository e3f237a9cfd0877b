"""Vectors of every length and networks of every depth as kernel terms, and how to reason of them.

A vector is a function of an index k, 1 <= k <= d; a layer's vector is a function of the layer i
and of k.  The width of layer i is the integer floor(w(i)), so that every sequence of integers is
one.  Sums are taken over an index; what is proved by induction over d or over the layers holds
for every width and depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from constructions.terms import (
    Term,
    TermSystem,
    app,
    conj,
    every,
    exists,
    implies,
    plain_json,
    total,
    var,
)
from proofs.kernel.context import Context
from proofs.kernel.terms import read_formula
from proofs.trees.script import Json, Node, look, use

S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)
#: bound in formulas: i, j, k, c, t; free: ell, the coordinate that is spoken of, and the others
i, j, k, c, t, ell = (var(name) for name in ("i", "j", "k", "c", "t", "l"))
d, L, beta, lam, mu = (var(name) for name in ("d", "L", "beta", "lam", "mu"))

Body = Callable[[Term], Term]


def rho(at: Term) -> Term:
    """The activation, a function that is left open."""
    return app("rho", at)


def width(layer: Term) -> Term:
    """d_i, the width of a layer: an integer."""
    return S.floor(app("w", layer))


def positive_widths(first: int = 0) -> Json:
    """Every layer that is spoken of has at least one neuron."""
    return every("i", "int", implies(conj(i >= first, i <= L), width(i) >= 1))


def leaky(slope: Term = beta) -> Json:
    """rho is (Leaky) ReLU with any real slope: t for t > 0, slope t otherwise."""
    return every("t", "real", rho(t).equals(S.maximum(t, ZERO) + slope * S.minimum(t, ZERO)))


HOMOGENEOUS = every(
    "c", "real", every("t", "real", implies(c > 0, rho(c * t).equals(c * rho(t))))
)  #: rho(c t) = c rho(t) for every c > 0


def sigma(high: Term, body: Body, index: str = "j") -> Term:
    """sum_{j=1}^{high} body(j)."""
    return total(index, 1, high, body(var(index)))


def squared(body: Body) -> Body:
    """The squares of a vector's coordinates."""
    return lambda at: body(at) ** 2


def norm(high: Term, body: Body) -> Term:
    """The Euclidean norm of (body(1), ..., body(high))."""
    return S.sqrt(sigma(high, lambda at: body(at) ** 2))


def scaled(high: Term, body: Body, at: Term) -> Term:
    """n(v)_at = sqrt(d) v_at / ||v||, the text after Eq. 5, for v = (body(1), ..., body(d))."""
    return S.sqrt(high) * body(at) / norm(high, body)


def deviation(high: Term, body: Body, center: Term) -> Term:
    """sigma(v) = sqrt((1/d) sum (v_j - mu)^2), Eq. 3."""
    return S.sqrt(sigma(high, lambda at: (body(at) - center) ** 2) / high)


def standardised(high: Term, body: Body, center: Term, at: Term) -> Term:
    """n_MV(v)_at = (v_at - mu) / sigma(v), Eq. 3."""
    return (body(at) - center) / deviation(high, body, center)


def mean(high: Term, body: Body) -> Term:
    """mu(v) = (1/d) sum v_j."""
    return sigma(high, body) / high


def nonzero(high: Term, body: Body, index: str = "j") -> Json:
    """The vector is not 0."""
    return differs(high, body, ZERO, index)


def differs(high: Term, body: Body, constant: Term, index: str = "j") -> Json:
    """The vector is not ``constant`` times the all-one vector."""
    at = var(index)
    return exists(index, "int", conj(at >= 1, at <= high, body(at).differs(constant)))


def within(high: Term, at: Term, conclusion: Json) -> Json:
    """1 <= at <= high implies the conclusion."""
    return implies(conj(at >= 1, at <= high), conclusion)


# --- scripts -------------------------------------------------------------------------------------


def fact(formula: Json, at: list[Term], then: Node, premise: Node | None = None) -> Node:
    """Use the hypothesis ``formula`` at the given terms; ``premise`` proves its premise."""

    def found(context: Context) -> Node:
        proofs = [premise] if premise else []
        return use(position(context, formula), [a.json for a in at], *proofs, then)

    return look(found)


def position(context: Context, formula: Json) -> int:
    """The number of the last hypothesis that is this formula."""
    wanted = read_formula(plain_json(formula), context.sorts, context.functions)
    for number in reversed(range(len(context.rules))):
        if context.rules[number] == wanted:
            return number
    raise LookupError(f"no hypothesis {formula}"[:300])


def put(formula: Json, name: str, value: Term) -> Json:
    """The formula with ``value`` for the name."""
    return _put(plain_json(formula), name, value.json)


def _put(formula: Json, name: str, value: Json) -> Json:
    if isinstance(formula, list):
        return [_put(part, name, value) for part in formula]
    return value if formula == name else formula


def every_real(names: Iterable[str], formula: Json) -> Json:
    for name in reversed(list(names)):
        formula = every(name, "real", formula)
    return formula
