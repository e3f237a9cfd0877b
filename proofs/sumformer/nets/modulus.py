"""From equal sums of hats to near ones: one gap for all pairs of sequences of a compact set.

Two sequences with the same sums of hats max(0, r - |x_j - t|), for all t and r in [0, 1], and the
same first token, have the same f_1.  Where the sums are near, f_1 is: around each pair of sequences
some gap does (``LOC``), so by :func:`proofs.sumformer.compact.everywhere` one gap does, first for
all second sequences, then for all first ones.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.library.vectors import ONE, S, fact
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import (
    OMEGA,
    ZERO,
    Gaps,
    after,
    d,
    everywhere,
    free,
    local,
    named,
    pair,
)
from proofs.sumformer.matching import n, tok
from proofs.sumformer.nets.formulas import formula
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, have, intro, node

_z3, _w3, _s3, _ga3, _s9, _gap = (var(name) for name in ("z3", "w3", "s3", "ga3", "s9", "gn9"))


def hats(centre: Term, radius: Term, sequence: Term) -> Term:
    """sum_j max(0, r - |x_j - t|)."""
    distance = app("ds", tok(sequence, var("j")), centre)
    return total("j", 1, n, S.maximum(ZERO, radius - distance))


class Near:
    """All sums of hats, and the first tokens, are within a bound."""

    def parts(self, one: Term, other: Term, bound: Term) -> list[Json]:
        t, r = var("t"), var("r")
        gap = S.abs(hats(t, r, one) - hats(t, r, other)) <= bound
        sums = every("t", "real", every("r", "real", implies(conj(r >= 0, r <= 1), gap)))
        return [sums, app("ds", tok(one, ONE), tok(other, ONE)) <= bound]

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return conj(*self.parts(one, other, bound))

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        return node("both", *self.proofs(one, other, bound))

    def proofs(self, one: Term, other: Term, bound: Term) -> list[Node]:
        """The two parts for a larger bound."""
        sums = self.parts(one, other, bound)[0]
        larger = fact(sums, [var("tn"), var("rn")], auto("a larger bound"), given())
        return [intros("tn rn .", larger), auto("a larger bound")]


class Beside(Near):
    """The same, the second sequence being within the bound of the sequence s9, too."""

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return conj(after(ZERO, other, _s9, bound), *self.parts(other, one, bound))

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        tokens = fact(
            after(ZERO, other, _s9, bound),
            [var("ln"), var("an")],
            auto("a larger bound"),
            given(),
        )
        return node("both", intros("ln an .", tokens), *self.proofs(other, one, bound))


def _first(sequence: Term, at: Term) -> Term:
    return app("f", sequence, ONE, at)


SUMS, BESIDE = Near(), Beside()
VALUES = Gaps(lambda z, w, m: _first(z, m) - _first(w, m), (("m", d),))
BACK = Gaps(lambda z, w, m: _first(w, m) - _first(z, m), (("m", d),))


def _tokens(one: Term, other: Term, gap: Term) -> Json:
    """All coordinates of all tokens are within the gap."""
    at, k = var("l"), var("a")
    close = S.abs(app("c", tok(one, at), k) - app("c", tok(other, at), k)) <= gap
    inside = conj(at >= 1, at <= n, k >= 1, k <= d)
    return every("l", "int", every("a", "int", implies(inside, close)))


def _around(one: Term, other: Term, gap: Term) -> Json:
    """What ``LOC`` says of the gap around two sequences."""
    z, w = var("z"), var("w")
    near = conj(_tokens(z, other, gap), _tokens(w, one, gap), SUMS.near(w, z, gap))
    return every("z", "real", every("w", "real", implies(near, BACK.near(z, w, OMEGA))))


def script() -> Node:
    """Proof of ``MODULUS`` where ``INJ``, ``LOC`` and that the tokens are compact are known."""
    equal_ones, around = formula("INJ", False), formula("LOC", False)

    def equal(one: Term, other: Term, values: Gaps) -> Node:
        m = var("m")
        same = every(
            "m", "int", implies(conj(m >= 1, m <= d), _first(one, m).equals(_first(other, m)))
        )

        def leaf(at: list[Term]) -> Node:
            size = values.size(_z3, _w3, at)
            shown = node("case", auto("equal"), auto("equal"), on=size)
            return fact(equal_ones, [one, other], fact(same, at, shown, given()), given())

        return pair(values.taken(leaf))

    def tokens(one: Term, other: Term) -> Node:
        used = fact(
            after(ZERO, one, other, _gap), [var("l9"), var("a9")], auto("the same"), given()
        )
        return intros("l9 a9 .", used)

    near = node("both", tokens(_z3, _s3), tokens(_w3, _s9), given())
    shown = pair(fact(_around(_s9, _s3, _gap), [_z3, _w3], given(), near))
    shown = node("some", node("both", given(), shown), **{"is": _gap})
    start = intro("s3", fact(around, [_s9, _s3, OMEGA], named("gn9", shown), given()))
    inner = intros("w3 z3 .", free(BESIDE, BACK, _ga3, given()))
    inner = node("some", node("both", given(), inner), **{"is": _ga3})
    first = intro("s9", everywhere(BESIDE, BACK, equal(_w3, _z3, BACK), start, inner))
    outer = pair(free(SUMS, VALUES, _ga3, given()))
    outer = node("some", node("both", given(), outer), **{"is": _ga3})
    whole = everywhere(SUMS, VALUES, equal(_z3, _w3, VALUES), given(), outer)
    return intros("om3 .", have(local(SUMS, VALUES, ZERO), first, whole))
