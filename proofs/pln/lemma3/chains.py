"""Eq. 29 of Lemma 3 as text: what one unit is, then an induction over the units."""

from __future__ import annotations

from typing import Any

from constructions.terms import Term
from proofs.language.elaboration import written
from proofs.pln.lemma3.statement import EQ29, EQ29_STATEMENT, plain, pre

TEXT = """
have value: for all u: real, u != 0 => 0 < |u| and sqrt(u*u) = |u| and ln(u) = u/|u|:
  have pos: 0 < |u|
  have size: sqrt(u*u) = |u|
  have layer: ln(u) = plain(u)
  have spread: spread(u) = |u|
  show by pos, size, layer, spread
have one: ln(1) = 1 by value(1)
fix p
have apart: for all j: int, 1 <= j => j <= N => pre(j) != 0
have all: for all m: int, 0 <= m => m <= N => units(m) + weights(m) = roots(m) + constants(m) and
    roots(m) + constants(m) = brackets(m) and brackets(m) = sigmas(m) by induction on m:
  step:
    let t = pre(m + 1)
    let a = alpha(m + 1)
    have some: t != 0 by apart(m + 1), 0 <= m, m + 1 <= N
    have known: 0 < |t| and sqrt(t*t) = |t| and ln(t) = t/|t| by value(t), some
    have first: units(m + 1) = units(m) + a*(t/|t|) by known, 0 <= m
    have second: weights(m + 1) = weights(m) + a by 0 <= m
    have third: roots(m + 1) = roots(m) + a*(t/|t|) by known, 0 <= m
    have fourth: constants(m + 1) = constants(m) + a by 0 <= m
    have fifth: brackets(m + 1) = brackets(m) + a*(t/|t|) + a by known, 0 <= m
    have sixth: sigmas(m + 1) = sigmas(m) + a*(t/|t|) + a by known, 0 <= m
    show by ih, m + 1 <= N, first, second, third, fourth, fifth, sixth
show by all(N), one, 0 <= N
"""


def _spread(at: Term) -> Term:
    """The standard deviation of [t, -t]."""
    return Term(Term(plain(at).json[2]).json[1])


_SUMS = ("units", "weights", "roots", "constants", "brackets", "sigmas")
_NAMES: dict[str, Any] = {
    "pre": pre,
    "plain": plain,
    "spread": _spread,
    **dict(zip(_SUMS, EQ29.sums(), strict=True)),
}
EQ29_PROOF = written(EQ29_STATEMENT, TEXT, **_NAMES)
