"""Fewer ReLUs than Proposition 2 takes: pairs of kinks, for every N, L, eps and f at once.

Cell k of M has the line through (k/M, y_{2k}) and ((k+1)/M, y_{2k+1}), with y_j = f((2j+1)/(4M)):
it is within L/(4M) of f on its cell, and within L/(4M) + (5/2) L g of f where x is at most g
outside of it.  From line to line a pair of kinks, X ReLU(x - t) + Z ReLU(x - t - d), where the
value between its kinks lies between the two lines.  The induction runs over the pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from constructions.relu import (
    cell_line,
    cell_slope,
    gap_of_pair,
    knot,
    left_weights,
    quarter_point,
    second_of_pair,
)
from constructions.terms import Json, Term, conj, every, exists, implies, total, var
from proofs.pln.symbols import ZERO, L, N, S, eps, f, k, x
from proofs.trees.script import statement

M, q, Y = var("M"), var("q"), var("Y")
FUNCTIONS = {"f": 1}
LIPSCHITZ: Json = ["lipschitz", "f", L.json, "0", "1"]
TOP = M - 1  #: the number of the last line, the first one has the number 0


def y(index: Term | int) -> Term:
    """f((2 index + 1)/(4M))."""
    return f(quarter_point(S.const(index) if isinstance(index, int) else index, M))


def relu(at: Term) -> Term:
    return S.maximum(0, at)


def line(index: Term) -> Term:
    return cell_line(y, index, M, x)


@dataclass(frozen=True)
class Weights:
    """The first weight of every pair: ``early`` of pairs 1, 2, ..., and Y of all others.

    ``top`` is the number of the last line, and of the last pair.
    """

    early: Sequence[Term]
    top: Term = TOP

    def pair(self, index: Term, first: Term) -> Term:
        """X ReLU(x - k/M) + Z ReLU(x - k/M - d), the second kink as the first of it."""
        u = x - knot(index, M)
        gap = gap_of_pair(y, index, M, first)
        return first * relu(u) + second_of_pair(y, index, M, first) * relu(u - gap)

    def rest(self, high: Term) -> Term:
        return total("k", len(self.early) + 1, high, self.pair(k, Y))


# --- the networks and their error ----------------------------------------------------------------

FREE, LEFT = Weights(()), Weights(left_weights(y, M, Y))


def left_pair(index: Term, first: Term) -> Term:
    """X ReLU(k/M - x) + Z ReLU(x - k/M - d): the first kink faces left."""
    gap, second = gap_of_pair(y, index, M, first), second_of_pair(y, index, M, first)
    return first * relu(knot(index, M) - x) + second * relu(x - knot(index, M) - gap)


#: 2M units: a constant, a slope and M - 1 pairs
FREE_NETWORK = y(0) * relu(0 * x + 1) + cell_slope(y, ZERO, M) * relu(x) + FREE.rest(M - 1)
_PAIRS = [left_pair(S.const(i + 1), first) for i, first in enumerate(LEFT.early)]
#: 2M - 2 units: M - 1 pairs, of which three have a kink that faces left
LEFT_NETWORK = _PAIRS[0] + _PAIRS[1] + _PAIRS[2] + LEFT.rest(M - 1)


def error(network: Term) -> Term:
    return S.abs(network - f(x))


def everywhere(network: Term, bound: Term) -> Json:
    return every("x", "real", implies(x >= 0, x <= 1, error(network) <= bound))


# --- for every eps above the bound ---------------------------------------------------------------


def width(network: Term, cells: Json, units: Json, share: Term) -> Json:
    """N units are enough where ``share`` < eps: one bound below eps, one network for every x."""
    bound = (share + eps) / 2
    return statement(
        {"N": "int", "M": "int", "L": "real", "eps": "real"},
        [eps > 0, units, cells, share < eps, LIPSCHITZ],
        conj(bound < eps, exists("Y", "real", everywhere(network, bound))),
        FUNCTIONS,
    )


LEFT_STATEMENT = width(LEFT_NETWORK, M >= 4, N.equals(2 * M - 2), L / (2 * (N + 2)))
FREE_STATEMENT = width(FREE_NETWORK, M >= 1, N.equals(2 * M), L / (2 * N))
