"""Exact data for the heads: d = d' = 1, so that D = 4, one or two tokens, one row of E and F."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from constructions.terms import Term, var
from proofs.claims import Witness
from proofs.kernel.context import Context
from proofs.library.vectors import unfolded
from proofs.library.witnesses import defined
from proofs.sumformer.sums import equal_exp, exp_of_equals
from proofs.trees.script import Json, Node, auto, look, unread

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


def written_out(then: Node | None = None) -> Node:
    """All sums of the goal are written out, and what is divided by is not 0."""

    def found(context: Context) -> Node:
        proof = defined(then or auto("numbers"))
        for term in sums_in(unread(context.goal)):
            proof = unfolded(term, _length(term), proof)
        return proof

    return look(found)


def sums_in(json: Json) -> list[Json]:
    """The sums in a term or formula, the outer ones first."""
    if not isinstance(json, list):
        return []
    found = [] if json[0] != "sum" else [json]
    return found + [term for part in json[1:] for term in sums_in(part)]


def _length(term: Json) -> int:
    return int(_evaluated(term[3], {}) - _evaluated(term[2], {})) + 1


def exponents() -> Node:
    """Exponentials of written out sums are those of their values; then numbers."""

    def found(context: Context) -> Node:
        proof = defined(auto("numbers"))
        for value in _exponents(unread(context.goal)):
            if sums_in(value[1]):
                proof = equal_exp(Term(value[1]), Term(_value(value[1])), proof)
        for term in sums_in(unread(context.goal)):
            proof = unfolded(term, _length(term), proof)
        return exp_of_equals(proof)

    return look(found)


def _exponents(json: Json) -> list[Json]:
    if not isinstance(json, list):
        return []
    found = [json] if json[0] == "exp" else []
    return found + [term for part in json[1:] for term in _exponents(part)]


def _value(json: Json) -> Json:
    """The value of a closed term of sums and numbers, as text."""
    return str(_evaluated(json, {}))


def _evaluated(json: Json, known: Mapping[str, Fraction]) -> Fraction:
    if isinstance(json, str):
        return known[json] if json in known else Fraction(json)
    if json[0] == "sum":
        low, high = (int(_evaluated(part, known)) for part in json[2:4])
        numbers = range(low, high + 1)
        return sum(
            (_evaluated(json[4], {**known, json[1]: Fraction(m)}) for m in numbers), Fraction(0)
        )
    values = [_evaluated(part, known) for part in json[1:]]
    if json[0] == "+":
        return sum(values, Fraction(0))
    if json[0] == "*":
        return prod(values, start=Fraction(1))
    if json[0] == "/":
        return values[0] / values[1]
    return -values[0] if len(values) == 1 else values[0] - values[1]
