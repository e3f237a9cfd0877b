"""Exact data for the heads: d = d' = 1, so that D = 4, one or two tokens, one row of E and F."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.trees.script import Json

ROW, COLUMN = var("u"), var("v")  #: the arguments of a matrix
_WIDTH = 4


def at(index: Term, place: int) -> Term:
    """1 if an index from 1 to 4 is ``place``, else 0: a polynomial."""
    others = [m for m in range(1, _WIDTH + 1) if m != place]
    value: Term = (index - others[0]) * (index - others[1]) * (index - others[2])
    return Fraction(1, prod(place - m for m in others)) * value


def entry(row: int, column: int, value: Term | int = 1) -> Term:
    """The 4 x 4 matrix with this one entry."""
    return value * at(ROW, row) * at(COLUMN, column)


Function = tuple[tuple[str, ...], Json]
Entries = Mapping[str, Term | int | Function]
#: a Sumformer with psi = 0 and d' = 1, where a vector is its one number
SUMFORMER: dict[str, Function] = {
    "tok": (("t",), "t"),
    "psi": (("t", "c", "w"), "0"),
    "vec": (("w", "r"), "w"),
}


#: the row and the coordinate that the conclusion speaks of
IN_CONCLUSION = {"i_": 1, "c_": 1}


def matrices(values: Mapping[str, object], entries: Entries) -> Witness:
    """Each matrix as a term in row u and column v; other functions as they are."""
    functions: dict[str, Function] = {}
    for name, term in entries.items():
        if isinstance(term, tuple):
            functions[name] = term
        else:
            functions[name] = (("u", "v"), term.json if isinstance(term, Term) else str(term))
    return Witness(dict(values), functions)
