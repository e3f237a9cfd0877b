"""Eq. 29 and 30 of Lemma 3 as text: what one unit is, then an induction over the units."""

from __future__ import annotations

from typing import Any

from constructions.terms import Term
from proofs.language.elaboration import written
from proofs.pln.lemma3.statement import (
    EQ29,
    EQ29_STATEMENT,
    EQ30,
    EQ30_STATEMENT,
    Chain,
    first_of,
    plain,
    pre,
)

#: for d = 2
UNIT = """
have twice = 2*root
have value: for all u: real, u != 0 =>
    0 < |u| and 0 < rooted(u) and u/rooted(u) = root*(u/|u|) and ln(u) = root*(u/|u|):
  have pos: 0 < |u| by u != 0
  have size: rooted(u) = |u|
  have layer: ln(u) = plain(u)
  have spread: spread(u) = |u|
  show by pos, size, layer, spread
"""
#: for any d: root^2 = d/2, and the other coordinates are 0
UNITS = """
have 0 < d
have half: root^2 = d/2
have coefficient: 0 < root
have twice = 2*root:
  have 0 <= twice
  have twice^2 = 2*d
  have (2*root)^2 = 2*d by half
  show by 0 <= twice, twice^2 = 2*d, (2*root)^2 = 2*d, coefficient
have none: sum(k = 1..d - 2, 0) = 0 by sum_constant(1, d - 2, 0), d >= 2
have value: for all u: real, u != 0 =>
    0 < |u| and 0 < rooted(u) and u/rooted(u) = root*(u/|u|) and ln(u) = root*(u/|u|):
  have pos: 0 < |u| by u != 0
  have 0 <= 2/d*(u*u) by 0 < d
  have inner: rooted(u)^2 = 2/d*(u*u)
  have squares: (root*rooted(u))^2 = |u|^2 by inner, half, 0 < d
  have scaled: root*rooted(u) = |u| by squares, coefficient, pos, 0 <= rooted(u)
  have some: 0 < rooted(u) by scaled, pos, coefficient
  have quotient: u/rooted(u) = root*(u/|u|) by scaled, some, pos, coefficient
  have layer: ln(u) = plain(u)
  have same: plain(u) = u/rooted(u) by none, some, 0 < d, u != 0
  show by pos, some, quotient, layer, same
"""
CHAIN = """
have one: ln(1) = root by value(1)
fix p
have apart: for all j: int, 1 <= j => j <= N => pre(j) != 0
have all: for all m: int, 0 <= m => m <= N =>
    units(m) + root*weights(m) = roots(m) + constants(m) and
    roots(m) + constants(m) = brackets(m) and brackets(m) = sigmas(m) by induction on m:
  step:
    let t = pre(m + 1)
    let a = alpha(m + 1)
    have some: t != 0 by apart(m + 1), 0 <= m, m + 1 <= N
    have known: 0 < |t| and 0 < rooted(t) and t/rooted(t) = root*(t/|t|) and
        ln(t) = root*(t/|t|) by value(t), some
    have first: units(m + 1) = units(m) + a*root*(t/|t|) by known, 0 <= m
    have second: weights(m + 1) = weights(m) + a by 0 <= m
    have third: roots(m + 1) = roots(m) + a*root*(t/|t|) by known, 0 <= m
    have fourth: constants(m + 1) = constants(m) + root*a by 0 <= m
    have fifth: brackets(m + 1) = brackets(m) + a*root*(t/|t|) + root*a by
        known, 0 <= m, twice = 2*root
    have sixth: sigmas(m + 1) = sigmas(m) + a*root*(t/|t|) + root*a by
        known, 0 <= m, twice = 2*root
    show by ih, m + 1 <= N, first, second, third, fourth, fifth, sixth
show by all(N), one, 0 <= N
"""


def _spread(at: Term) -> Term:
    """The standard deviation of [t, -t]."""
    return Term(Term(plain(at).json[2]).json[1])


_SUMS = ("units", "weights", "roots", "constants", "brackets", "sigmas")


def _names(chain: Chain) -> dict[str, Any]:
    return {
        "pre": pre,
        "root": chain.root,
        "twice": chain.twice,
        "rooted": chain.rooted,
        **dict(zip(_SUMS, chain.sums(), strict=True)),
    }


EQ29_PROOF = written(EQ29_STATEMENT, f"{UNIT}{CHAIN}", plain=plain, spread=_spread, **_names(EQ29))
EQ30_PROOF = written(
    EQ30_STATEMENT, f"{UNITS}{CHAIN}", plain=lambda t: first_of(t, None), **_names(EQ30)
)
