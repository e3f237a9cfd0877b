"""Vectors of every length and networks of every depth as kernel terms, and how to reason of them.

A vector is a function of an index k, 1 <= k <= d; a layer's vector is a function of the layer i
and of k.  The width of layer i is the integer floor(w(i)), so that every sequence of integers is
one.  Sums are taken over an index; what is proved by induction over d or over the layers holds
for every width and depth.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Term, TermSystem, app, conj, every, exists, implies, total, var
from proofs.kernel.context import Context
from proofs.methods.script import (
    Json,
    Node,
    auto,
    induct,
    intro,
    look,
    node,
    use,
)

S = TermSystem()
ZERO, ONE = S.const(0), S.const(1)
i, j, k, m, n, q = (var(name) for name in ("i", "j", "k", "m", "n", "q"))
d, L, t, beta, lam, mu, c = (var(name) for name in ("d", "L", "t", "beta", "lam", "mu", "c"))

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


def norm(high: Term, body: Body) -> Term:
    """The Euclidean norm of (body(1), ..., body(high))."""
    return S.sqrt(sigma(high, lambda at: body(at) ** 2))


def scaled(high: Term, body: Body, at: Term) -> Term:
    """n(v)_at = sqrt(d) v_at / ||v||, the text after Eq. 5, for v = (body(1), ..., body(d))."""
    return S.sqrt(high) * body(at) / norm(high, body)


def mean(high: Term, body: Body) -> Term:
    """mu(v) = (1/d) sum v_j."""
    return sigma(high, body) / high


def nonzero(high: Term, body: Body, index: str = "j") -> Json:
    """The vector is not 0."""
    at = var(index)
    return exists(index, "int", conj(at >= 1, at <= high, body(at).differs(0)))


def within(high: Term, at: Term, conclusion: Json) -> Json:
    """1 <= at <= high implies the conclusion."""
    return implies(conj(at >= 1, at <= high), conclusion)


# --- scripts -------------------------------------------------------------------------------------


def fact(formula: Json, at: list[Term], then: Node, premise: Node | None = None) -> Node:
    """Use the hypothesis ``formula`` at the given terms; ``premise`` proves its premise."""

    def first(context: Context) -> Node:
        wanted = context.read_formula(formula)
        rule = max(n for n, known in enumerate(context.rules) if known == wanted)
        return use(rule, [a.json for a in at], *([premise] if premise else []), then)

    def found(context: Context) -> Node:
        try:
            return first(context)
        except ValueError:
            raise LookupError(f"no hypothesis {formula}"[:300]) from None

    return look(found)


def open_some(formula: Json, name: str, then: Node) -> Node:
    """Name what the existential hypothesis ``formula`` says there is."""

    def found(context: Context) -> Node:
        wanted = context.read_formula(formula)
        rules = [n for n, known in enumerate(context.rules) if known == wanted]
        if not rules:
            raise LookupError(f"no hypothesis {formula}"[:300])
        return node("obtain", then, rule=rules[-1], **{"as": name})

    return look(found)


def steps(*parts: Callable[[Node], Node], then: Node) -> Node:
    """Scripts that wait for what comes after them, one after the other."""
    for part in reversed(parts):
        then = part(then)
    return then


def proportional(
    high: Term,
    left: Body,
    right: Body,
    factor: Term,
    pointwise: Callable[[Term, Node], Node],
    then: Node,
    name: str = "m",
) -> Node:
    """sum left = factor * sum right over 1..high, since left(j) = factor * right(j) there.

    ``pointwise(at, then)`` makes the equation at ``at`` known, where 1 <= at <= high is.
    """
    at = var(name)
    one, other = (lambda upto: sigma(upto, left)), (lambda upto: sigma(upto, right))
    equal = one(at).equals(factor * other(at))
    claim = implies(at <= high, equal)

    def sums(by: str, upto: Term, then: Node) -> Node:
        inner = node(by, auto("range of the sum"), then, on=other(upto).json)
        return node(by, auto("range of the sum"), inner, on=one(upto).json)

    base = intro("", sums("empty", ZERO, auto("empty sums")))
    close = sums("unfold", at + 1, auto("one more summand"))
    step = intro("", fact(claim, [], pointwise(at + 1, close), auto("m <= d")))
    whole = every(name, "int", implies(at >= 0, claim))
    last = fact(whole, [high], fact(_at(claim, name, high), [], then, auto()), auto("0 <= d"))
    return induct(name, "0", claim, base, step, last)


def _at(formula: Json, name: str, value: Term) -> Json:
    if isinstance(formula, list):
        return [_at(part, name, value) for part in formula]
    return value.json if formula == name else formula
