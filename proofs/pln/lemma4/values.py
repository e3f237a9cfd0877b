"""LN-2 and LS-1 with the values of A.6 as functions of one sign: trees, for the refutations."""

from __future__ import annotations

from constructions.terms import Json, conj, var
from proofs.pln.prop3.statement import normed, plus, scaled
from proofs.pln.symbols import S
from proofs.pln.thm1.sums import reals
from proofs.trees.script import Node, auto, case, define, intro, lemmas, node

_p, _q = var("p"), var("q0")
_Z1, _Z2 = normed(_p, _q)
#: LN-2 of two numbers
PAIR_LEMMA: Json = reals("p q0", conj(_Z1.equals(plus(_p - _q)), _Z2.equals(-plus(_p - _q))))


def pair_script() -> Node:
    """sigma = |p - q|/2, and at sigma = 0 the values are 1 and -1."""
    mu = (_p + _q) / 2
    squares = (_p - mu) * (_p - mu) + (_q - mu) * (_q - mu)
    sigma = S.sqrt(squares / 2)
    size, shift = S.abs(_p - _q), S.abs(S.sign(sigma))
    value = [
        ((size * size).equals((_p - _q) * (_p - _q)), case(size.json, auto(), auto())),
        ((sigma * sigma).equals(size * size / 4), auto("sigma^2")),
        (sigma.equals(size / 2), auto("sigma = |p - q|/2")),
        (sigma + 1 - shift > 0, case(S.sign(sigma).json, *[case(shift.json, auto(), auto())] * 3)),
    ]
    ends = node("both", auto("z1"), auto("z2"))
    for term in (shift, size):
        ends = case(term.json, ends, ends)
    for term in (S.sign(_p - _q), S.sign(sigma)):
        ends = case(term.json, ends, ends, ends)
    inside = define(sigma.json, auto("variance >= 0"), lemmas(value, ends))
    return intro("p", intro("q0", inside))


_t = var("t")
SINGLE_LEMMA: Json = reals("t", scaled(_t).equals(plus(_t)))


def single_script() -> Node:
    root = S.sqrt(_t * _t / 1)
    shift, size = S.abs(S.sign(root)), S.abs(_t)
    value = [
        ((size * size).equals(_t * _t), case(size.json, auto(), auto())),
        (root.equals(size), auto("root = |t|")),
        (root + 1 - shift > 0, case(S.sign(root).json, *[case(shift.json, auto(), auto())] * 3)),
    ]
    ends = auto("z")
    for term in (shift, size):
        ends = case(term.json, ends, ends)
    for term in (S.sign(_t), S.sign(root)):
        ends = case(term.json, ends, ends, ends)
    return intro("t", define(root.json, auto("t^2 >= 0"), lemmas(value, ends)))
