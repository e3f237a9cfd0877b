"""A continuous f is bounded on cal(X)^n: the lemma on compact sets, for a number w beside z.

Around each sequence some gap g does: of z within g, |f(z)_1| is at most every w >= 1/g (``LARGE``).
By :func:`proofs.sumformer.compact.everywhere` one gap does for all sequences.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.vectors import ONE, S, fact, put
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import (
    OMEGA,
    ZERO,
    Gaps,
    after,
    d,
    everywhere,
    free,
    named,
    pair,
)
from proofs.sumformer.nets.formulas import formula
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, case, define, have, intro, node, split

_z3, _w3, _s3, _ga3, _gap = (var(name) for name in ("z3", "w3", "s3", "ga3", "gn9"))


class Large:
    """The second object is a number, and at least 1/gap."""

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return bound * other >= 1

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        positive = split((-other).json, auto("bound * w <= 0"), auto("w > 0"))
        return have(other > 0, positive, auto("a larger gap"))


def _first(sequence: Term, at: Term) -> Term:
    return app("f", sequence, ONE, at)


LARGE = Large()
#: by how much |f(z)_1| is above w
EXCESS = Gaps(lambda z, w, m: S.maximum(ZERO, S.abs(_first(z, m)) - w), (("m", d),))


def _one_gap(gap: Term) -> Json:
    """One gap for all sequences."""
    premise = LARGE.near(var("z"), var("w"), gap)
    values = EXCESS.near(var("z"), var("w"), OMEGA)
    return every("z", "real", every("w", "real", implies(premise, values)))


def _some_gap() -> Json:
    return exists("a", "real", conj(var("a") > 0, _one_gap(var("a"))))


ONE_GAP = every(OMEGA.json, "real", implies(OMEGA > 0, _some_gap()))


def _no_excess(at: Term, then: Node) -> Node:
    """|max(0, |f| - w)| is 0 or |f| - w; then go on in each case."""
    above = S.abs(_first(_z3, at)) - _w3
    inner = S.maximum(ZERO, above)
    return case(S.abs(inner).json, *[case(inner.json, then, then)] * 2)


def script() -> Node:
    """Proof of ``BOUND`` where ``LARGE`` and that the tokens are compact are known."""
    large = formula("LARGE", False)
    around = put(large[3], large[1], _s3)[3]  # what there is a gap for
    inside = put(around, "a", _gap)[2]

    def below(at: list[Term]) -> Node:
        size = S.abs(_first(_z3, var("m"))) <= _w3
        rows = every("m", "int", implies(conj(var("m") >= 1, var("m") <= d), size))
        return fact(rows, at, _no_excess(at[0], auto("below w")), given())

    tokens = fact(after(ZERO, _z3, _s3, _gap), [var("l9"), var("a9")], auto("near"), given())
    premise = node("both", intros("l9 a9 .", tokens), given())
    shown = pair(fact(inside, [_z3, _w3], EXCESS.taken(below), premise))
    shown = node("some", node("both", given(), shown), **{"is": _gap})
    start = intro("s3", fact(large, [_s3], named("gn9", shown)))
    equal = pair(EXCESS.taken(lambda at: auto("1 <= 0")))
    end = intros("z3 w3 .", free(LARGE, EXCESS, _ga3, given()))
    end = node("some", node("both", given(), end), **{"is": _ga3})
    one_gap = intros("om3 .", everywhere(LARGE, EXCESS, equal, start, end))
    return have(ONE_GAP, one_gap, _used())


def _used() -> Node:
    """The bound 1/gap + 1."""
    gap = var("gn9")
    bound = 1 / gap
    z, m = var("z3"), var("m9")
    values = put(EXCESS.near(z, bound, OMEGA), OMEGA.json, ONE)
    inner = S.maximum(ZERO, S.abs(_first(z, m)) - bound)
    end = case(S.abs(inner).json, *[case(inner.json, auto("below"), auto("below"))] * 2)
    used = fact(values, [m], end, given())
    used = fact(put(_one_gap(gap), OMEGA.json, ONE), [z, bound], used, auto("gap * 1/gap = 1"))
    shown = node("some", intros("z3 m9 .", used), **{"is": bound + 1})
    return fact(ONE_GAP, [ONE], named("gn9", define(bound.json, auto("> 0"), shown)), auto("1 > 0"))
