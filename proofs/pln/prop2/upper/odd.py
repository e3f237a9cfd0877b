"""Odd numbers of ReLUs: half as many pairs of kinks, and what the odd unit is for.

Three: the constant f(1/6) on [0, 1/3], a pair of kinks at 1/3, and from there on the line that is
within (2/3) L/4 of f.  Five: two pairs between three lines.  Their first kinks face left and make
up for the value of the first line at 0, the fifth unit, ReLU(x), for its slope.  Seven or more: a
kink in the middle of the last piece, which is longer than the others; the first kinks of the first
two pairs and of the last face left.

Lemmas and symbols are those of :mod:`proofs.pln.prop2.upper.pairs_statement`; for three units
M = 3/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from constructions.relu import (
    cell_slope,
    five_weights,
    half_piece,
    jump_at,
    knot,
    outer_weights,
    piece_slope,
    three_gap,
    three_second,
    three_slope,
)
from constructions.terms import Json, Term, conj, exists, var
from proofs.pln.prop2.upper.pairs_statement import (
    FUNCTIONS,
    LIPSCHITZ,
    M,
    Weights,
    Y,
    everywhere,
    left_pair,
    relu,
    width,
    y,
)
from proofs.pln.symbols import L, N, S, eps, f, x
from proofs.trees.script import (
    statement,
)

# --- three units ---------------------------------------------------------------------------------

THIRD = S.const(Fraction(1, 3))
EDGE = x - THIRD


def _middle(j: int) -> Term:
    return S.const(Fraction(2 * j + 1, 6))


def sixth(j: int) -> Term:
    """f((2j + 1)/6), f at the middle of a third."""
    return f(_middle(j))


THREE_SLOPE = three_slope(sixth)
_SECOND, _GAP = three_second(sixth, Y), three_gap(sixth, Y)
THREE_NETWORK = sixth(0) * relu(0 * x + 1) + Y * relu(EDGE) + _SECOND * relu(EDGE - _GAP)


def three_line(at: Term) -> Term:
    """The line on [1/3, 1]."""
    return sixth(1) + THREE_SLOPE * (at - THIRD)


_BOUND = (L / 6 + eps) / 2
THREE_STATEMENT = statement(
    {"N": "int", "L": "real", "eps": "real"},
    [eps > 0, N.equals(3), L / 6 < eps, LIPSCHITZ],
    conj(_BOUND < eps, exists("Y", "real", everywhere(THREE_NETWORK, _BOUND))),
    FUNCTIONS,
)


# --- five units ----------------------------------------------------------------------------------

_X1, _X2, _AT_X = five_weights(y, M, Y)
FIVE_NETWORK = _AT_X * relu(x) + left_pair(S.const(1), _X1) + left_pair(S.const(2), _X2)
FIVE_STATEMENT = width(FIVE_NETWORK, M.equals(3), N.equals(5), L / 12)


# --- seven units or more ------------------------------------------------------------------------

P, R = var("P"), var("r")
_PIECE = half_piece(M, R)


@dataclass(frozen=True)
class Odd:
    """P pairs and a kink: the weights of the pairs before the last, and that of the last one."""

    pairs: Term
    weights: Weights
    first: Term

    @property
    def at(self) -> Term:
        """x - P/M."""
        return x - knot(self.pairs, M)

    def values(self) -> tuple[Term, Term, Term]:
        """f at (P + 1/4)/M, in the middle of the last piece, and at 1 - 1/(4M)."""
        return y(2 * self.pairs), f(knot(self.pairs, M) + _PIECE), f(1 - 1 / (4 * M))

    def slopes(self) -> tuple[Term, Term]:
        near, middle, end = self.values()
        return piece_slope(near, middle, M, R), piece_slope(middle, end, M, R)

    def lines(self) -> tuple[Term, Term]:
        """The two lines of the last piece, at x."""
        (near, middle, _), (s, t) = self.values(), self.slopes()
        return near + s * self.at, middle + t * (self.at - _PIECE)

    @property
    def turn(self) -> Term:
        return self.slopes()[0] - cell_slope(y, self.pairs - 1, M)

    @property
    def second(self) -> Term:
        return self.turn - self.first

    @property
    def gap(self) -> Term:
        return -jump_at(y, self.pairs) / self.second

    @property
    def pair(self) -> Term:
        """The last pair, its first kink facing right."""
        return self.first * relu(self.at) + self._later

    @property
    def _later(self) -> Term:
        return self.second * relu(self.at - self.gap)

    @property
    def kink(self) -> Term:
        s, t = self.slopes()
        return (t - s) * relu(self.at - _PIECE)

    @property
    def network(self) -> Term:
        """2 P + 1 units: the first kinks of pairs 1, 2 and P face left."""
        one, two = (left_pair(S.const(i + 1), X) for i, X in enumerate(self.weights.early))
        last = self.first * relu(knot(self.pairs, M) - x) + self._later
        return one + two + self.weights.rest(self.weights.top) + last + self.kink


_OUTER = outer_weights(y, M, P, Y)
LONGER = Odd(P, Weights(_OUTER, P - 1), Y)
LONGER_NETWORK = LONGER.network
_ODD_SHARE = L / (2 * N + 1 + 2 * R)


def _odd_statement(network: Term, sorts: dict[str, str], units: list[Json]) -> Json:
    bound = (_ODD_SHARE + eps) / 2
    cells = (4 * M).equals(2 * N + 1 + 2 * R)
    return statement(
        {"N": "int", **sorts, "r": "real", "M": "real", "L": "real", "eps": "real"},
        [eps > 0, *units, R >= 1, R * R <= 2, cells, _ODD_SHARE < eps, LIPSCHITZ],
        conj(bound < eps, exists("Y", "real", everywhere(network, bound))),
        FUNCTIONS,
    )


LONGER_STATEMENT = _odd_statement(LONGER_NETWORK, {"P": "int"}, [N.equals(2 * P + 1), P >= 3])
