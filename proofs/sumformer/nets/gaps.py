"""Compactness of cal(X)^n for what the network rests on: one gap for all sequences, three times.

``large_gap``   z and a number w >= 1/gap, which |f(z)_1| does not exceed
``second_gap``  a sequence w near p, and z whose sums of hats are near those of w
``first_gap``   a sequence z, and w whose sums of hats are near those of z

Texts cite these theorems (:func:`proofs.sumformer.compact.one_gap`).
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.terms import Json, Term, app, conj, every, implies, total, var
from proofs.library.vectors import ONE, S, fact
from proofs.sumformer.closure import intros
from proofs.sumformer.compact import TOKENS, ZERO, Close, Gaps, d, one_gap
from proofs.sumformer.matching import n, tok
from proofs.trees.leaves import given
from proofs.trees.script import Node, auto, have, node, split

_p = var("p")


class Large:
    """The second object is a number, and at least 1/gap."""

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return bound * other >= 1

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        positive = split((-other).json, auto("bound * w <= 0"), auto("w > 0"))
        return have(other > 0, positive, auto("a larger gap"))


def _hats(centre: Term, radius: Term, sequence: Term) -> Term:
    """sum_j max(0, r - |x_j - t|)."""
    distance = app("ds", tok(sequence, var("j")), centre)
    return total("j", 1, n, S.maximum(ZERO, radius - distance))


class Near:
    """All sums of hats, and the first tokens, are within a bound."""

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return conj(
            self._sums(one, other, bound), app("ds", tok(one, ONE), tok(other, ONE)) <= bound
        )

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        larger = auto("a larger bound")
        sums = fact(self._sums(one, other, bound), [var("tn"), var("rn")], larger, given())
        return node("both", intros("tn rn .", sums), larger)

    def _sums(self, one: Term, other: Term, bound: Term) -> Json:
        t, r = var("t"), var("r")
        gap = S.abs(_hats(t, r, one) - _hats(t, r, other)) <= bound
        return every("t", "real", every("r", "real", implies(conj(r >= 0, r <= 1), gap)))


class Beside(Near):
    """The same the other way round, the second sequence being within the bound of p, too."""

    def near(self, one: Term, other: Term, bound: Term) -> Json:
        return conj(TOKENS.near(other, _p, bound), super().near(other, one, bound))

    def closer(self, one: Term, other: Term, bound: Term) -> Node:
        tokens = TOKENS.closer(other, _p, bound)
        return node("both", tokens, super().closer(other, one, bound))


def _first(sequence: Term, at: Term) -> Term:
    return app("f", sequence, ONE, at)


_ROWS = (("m", d),)
EXCESS = Gaps(lambda z, w, m: S.maximum(ZERO, S.abs(_first(z, m)) - w), _ROWS)
AHEAD = Gaps(lambda z, w, m: _first(z, m) - _first(w, m), _ROWS)
BACK = Gaps(lambda z, w, m: _first(w, m) - _first(z, m), _ROWS)


def _made(close: Close, values: Gaps, *names: str) -> Callable[[], Json]:
    return lambda: one_gap(close, values, dict.fromkeys(names, "real"), {"f": 3, "ds": 2})


#: what makes each theorem's certificate
GAPS = {
    "large_gap": _made(Large(), EXCESS),
    "second_gap": _made(Beside(), BACK, "p"),
    "first_gap": _made(Near(), AHEAD),
}
