"""The certificate of an enclosure that :mod:`proofs.supnorm.polynomials` has found.

Every leaf is written down: which number a literal has follows from the order of the steps, and
is counted along.  E is the error, s is x or the root, W > 0 and U are polynomials in x and s with
f W = U:

    range    the ends of s and bounds of x
    f        W > 0, f W = U; for the relative error also U > 0 (or < 0)
    pieces   -hi <= E and E <= hi on each, one leaf each
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from proofs.supnorm.squares import (
    ABOVE,
    BELOW,
    HIGH,
    LOW,
    ROOT,
    TOP,
    Frame,
    LeafTerm,
    NoSquares,
    positive,
    written,
)
from proofs.trees.script import Node, node, statement

if TYPE_CHECKING:
    from proofs.supnorm.polynomials import Piece, Problem

Json = Any
Places = dict[int, int]
STEPS_DOWN = (1, 4, 8, 16, 32)
"""Halvings of a sampled least value, until it is below the polynomial."""


def leaf(terms: list[Any], mult: list[Any] | None = None) -> Node:
    """A leaf; terms and multipliers that are 0 are left out."""
    kept = [[str(c), used, squares] for c, used, squares in terms if Fraction(c)]
    return node("leaf", terms=kept, mult=[[i, p] for i, p in mult or [] if p != "0"])


def times(*factors: Json) -> Json:
    """The product, with the numbers in it multiplied out."""
    number, rest = Fraction(1), []
    for t in factors:
        if isinstance(t, int | Fraction):
            number *= t
        elif t != "1":
            rest.append(t)
    if not number or "0" in rest:
        return "0"
    parts = ([str(number)] if number != 1 or not rest else []) + rest
    return parts[0] if len(parts) == 1 else ["*", *parts]


class Writer:
    """Steps in the order in which they are taken, and how many literals there are by then."""

    def __init__(self, problem: Problem, hi: Fraction) -> None:
        self.problem, self.hi = problem, hi
        self.n = 2  # x - a >= 0, b - x >= 0
        self.steps: list[tuple[str, Json, tuple[Node, ...]]] = []
        self.square = self.root_at = -1

    def branch(self) -> Self:
        """The same place one literal later, with steps of its own."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, steps=[], n=self.n + 1)
        return new

    def know(self, show: Json, proof: Node, literals: int = 1) -> int:
        """A ``have``; the number of its first literal."""
        self.steps.append(("have", {"show": show}, (proof,)))
        self.n += literals
        return self.n - literals

    def define(self, term: Json, proof: Node, literals: int) -> int:
        self.steps.append(("define", {"term": term}, (proof,)))
        self.n += literals
        return self.n - literals

    def close(self, last: Node) -> Node:
        for by, parameters, proofs in reversed(self.steps):
            last = node(by, *proofs, last, **parameters)
        return last

    # what s is

    def root(self) -> None:
        problem = self.problem
        if problem.f.root is None:
            return
        alpha, beta = problem.f.root
        end, least = (0, alpha * problem.a) if alpha > 0 else (1, alpha * problem.b)
        proof = leaf([(1, [self.n], []), (abs(alpha), [end], []), (least + beta, [], [])])
        at = self.define(problem.at, proof, 3)
        self.root_at, self.square = at + 1, at + 2

    def range(self, frame: Frame, low: int, high: int) -> Places:
        """The literals of a frame, from those about x, which are ``low`` and ``high``."""
        (lo, up), N, n, t = frame.within, frame.common, self.n, frame.at
        first, last = (int(end * N) for end in frame.ends)
        scaled = times(N, t)
        show = ["and", ["<=", str(first), scaled], ["<=", scaled, str(last)]]
        if frame.root is None:
            proofs = [leaf([(1, [n], []), (N, [end], [])]) for end in (low, high)]
        else:
            alpha, beta = frame.root
            (lower, at), (upper, to) = ((lo, low), (up, high))
            if alpha < 0:
                (lower, at), (upper, to) = (upper, to), (lower, at)
            s, rate = self.root_at, N * N * abs(alpha)
            if first > 0:
                over = N * N * (alpha * lower + beta) - first * first
                parts: list[Any] = [
                    (1, [n, n], []),
                    (2 * N, [s, n], []),
                    (rate, [at], []),
                    (over, [], []),
                ]
                proofs = [leaf(parts, [(self.square, str(N * N))])]
            else:
                proofs = [leaf([(1, [n], []), (N, [s], []), (-first, [], [])])]
            over = last * last - N * N * (alpha * upper + beta)
            parts = [(1, [n, n], []), (2 * last, [n], []), (rate, [to], []), (over, [], [])]
            proofs.append(leaf(parts, [(self.square, str(-N * N))]))
        found = self.know(show, node("both", *proofs), 2)
        places: Places = {LOW: found, HIGH: found + 1}
        n, X = self.n, frame.size
        shows = [["<=", str(-X), "x"], ["<=", "x", str(X)]]
        proofs = [
            leaf([(1, [n], []), (1, [low], []), (X + lo, [], [])]),
            leaf([(1, [n], []), (1, [high], []), (X - up, [], [])]),
        ]
        if frame.root is not None:
            over = N * frame.top - last
            shows.append(["<=", t, str(frame.top)])
            proofs.append(leaf([(N, [n], []), (1, [places[HIGH]], []), (over, [], [])]))
        found = self.know(["and", *shows], node("both", *proofs), len(shows))
        places |= {BELOW: found, ABOVE: found + 1, ROOT: self.root_at, TOP: found + 2}
        return places

    # f as a quotient

    def positive(self, poly: Any, frame: Frame, places: Places) -> int:
        """0 < poly(s), a polynomial without a zero on the range."""
        problem = self.problem
        least, K, terms = self.below(poly, frame)
        parts = [*terms, [str(K * least), [], []]]
        term = frame.term(*frame.split(poly))
        rest = self.remainder(problem.ring(times(-K, term)), parts, frame)
        proof = leaf([(K, [self.n], []), *placed(parts, places)], rest)
        return self.know(["<", "0", term], proof)

    def below(self, poly: Any, frame: Frame) -> tuple[Fraction, int, list[LeafTerm]]:
        """A number below poly, with the squares that say so.

        Raises:
            NoSquares: poly is not seen to be positive.
        """
        sampled = self.problem.least(poly, frame.ends)  # above the least value, far where it dips
        for bits in STEPS_DOWN:
            least = sampled / 2**bits
            try:
                return least, *positive(poly - self.problem.number(least), least / 4, frame)
            except NoSquares as stopped:
                why = stopped
        raise why

    def remainder(self, head: Any, terms: list[Any], frame: Frame) -> list[Any]:
        """The multiplier of s^2 - alpha x - beta = 0 that makes head + sum of terms vanish."""
        problem = self.problem
        if frame.root is None:
            return []
        total = head
        literal = problem.literals(frame)
        for c, used, squares in terms:
            value = problem.ring(str(c))
            for i in used:
                value *= literal[i]
            for square in squares:
                value *= problem.ring(square) ** 2
            total += value
        return [(self.square, problem.multiple(-total))]

    def quotient(self, frame: Frame, places: Places) -> None:
        """W > 0, the denominator is not 0, and f W = U."""
        problem = self.problem
        f, turn = problem.f, problem.turn
        self.W, self.U = (frame.term(*frame.split(q)) for q in (problem.W, problem.U))
        self.W_positive: list[int] = []
        self.f_is = -1
        if f.d is None and f.root is None:
            return
        ring = problem.ring
        d = problem.bivariate(f.d or {(0, 0): Fraction(1)})
        divisor = problem.multiple(d * turn - ring(self.W)) if f.root is not None else "0"
        mult: list[Any] = []
        if f.d is not None:
            at = self.positive(problem.W, frame, places)
            self.W_positive = [at]
            proof = leaf([(1, [at], [])], [(self.n, str(turn)), (self.square, divisor)])
            inverse = self.define(["/", "1", problem.term(f.d)], proof, 2) + 1
            mult.append((inverse, times(turn, problem.term(f.B))))
        if f.root is not None:
            top = problem.bivariate(f.A) * d
            if f.d is not None:
                top += problem.bivariate(f.B)
            over = problem.multiple(top * turn - ring(self.U))
            off = times(f.term, divisor)
            mult.append((self.square, over if off == "0" else ["-", over, off]))
        show = ["=", times(f.term, self.W), self.U]
        self.f_is = self.know(show, self.identity(mult))

    def identity(self, mult: list[Any]) -> Node:
        """The negated goal is (a combination of equalities) != 0."""
        kept = [[i, p] for i, p in mult if p != "0"]
        return node("zero", lit=self.n, terms=[["1", [], []]], mult=kept)

    def ratio(self, frame: Frame, places: Places) -> None:
        """For the relative error: U > 0 up to its sign, and f is not 0."""
        problem = self.problem
        self.U_inverse = -1
        if not problem.relative:
            return
        self.U_positive = self.positive(problem.U * problem.side, frame, places)
        mult = [(self.n, times(problem.side, self.W))]
        if self.f_is >= 0:
            mult.append((self.f_is, str(-problem.side)))
        proof = leaf([(1, [self.U_positive], [])], mult)
        constant = self.f_is < 0 and problem.U.degree() <= 0
        at = self.define(["/", "1", problem.f.term], proof, 1 if constant else 2)
        self.U_inverse = -1 if constant else at + 1

    # both bounds

    def cut(self, pieces: list[Piece], low: int, high: int) -> Node:
        """Halve the list of pieces; ``low`` and ``high`` are the literals about x."""
        if len(pieces) == 1:
            frame = pieces[0].frame
            return self.piece(pieces[0], self.range(frame, low, high))
        k = len(pieces) // 2
        right = self.branch().cut(pieces[k:], self.n, high)
        left = self.branch().cut(pieces[:k], low, self.n)
        return node("split", right, left, on=["-", "x", str(pieces[k].frame.within[0])])

    def piece(self, piece: Piece, places: Places) -> Node:
        sides = [self.side(sigma, piece, places) for sigma in (-1, 1)]
        return self.close(node("both", *sides))

    def side(self, sigma: int, piece: Piece, places: Places) -> Node:
        """sigma E <= hi: its negation times W (or U) is minus the positive polynomial."""
        problem, p = self.problem, written(self.problem.p, "x")
        rho = sigma * problem.side
        K, terms = piece.signs[0 if rho == 1 else 1]
        size = times(problem.side, self.U) if problem.relative else self.W
        ring = problem.ring
        head = (ring(p) * ring(self.W) - ring(self.U)) * rho - ring(size) * ring(str(self.hi))
        mult = self.remainder(head * K, terms, piece.frame)
        if problem.relative:
            factor = [self.U_positive]
            ratio = ["/", p, problem.f.term]
            if self.f_is >= 0:
                mult.append((self.f_is, times(-K * rho, ratio)))
            if self.U_inverse >= 0:
                mult.append((self.U_inverse, times(-K * rho, p, self.W)))
        else:
            factor = self.W_positive
            if self.f_is >= 0:
                mult.append((self.f_is, str(-K * sigma)))
        return leaf([*placed(terms, places), (K, [self.n, *factor], [])], mult)


def proof(problem: Problem, lo: Fraction, hi: Fraction, at: Fraction, pieces: list[Piece]) -> Json:
    """The certificate of -hi <= E <= hi on [a, b], and of lo <= |E| at the point ``at``."""
    E = problem.error()
    inside = [["<=", str(problem.a), "x"], ["<=", "x", str(problem.b)]]
    bounds = ["and", ["<=", str(-hi), E], ["<=", E, str(hi)]]
    goal = [
        "and",
        ["all", "x", "real", ["implies", ["and", *inside], bounds]],
        ["some", "x", "real", ["and", *inside, ["<=", str(lo), ["abs", E]]]],
    ]
    writer = Writer(problem, hi)
    writer.root()
    frame = problem.frame(problem.a, problem.b)
    places = writer.range(frame, 0, 1)
    writer.quotient(frame, places)
    writer.ratio(frame, places)
    if len(pieces) == 1:
        upper = writer.piece(pieces[0], places)
    else:
        upper = writer.close(_same_place(writer).cut(pieces, 0, 1))
    exact, checked = node("evaluate", bits=0), node("evaluate", bits=problem.bits)
    lower = node("some", node("both", exact, exact, checked), **{"is": str(at)})
    every = node("intro", node("intro", upper, **{"as": ""}), **{"as": "x"})
    return {"statement": statement({}, [], goal), "proof": node("both", every, lower)}


def _same_place(writer: Writer) -> Writer:
    new = writer.branch()
    new.n -= 1
    return new


def placed(terms: list[Any], places: Places) -> list[Any]:
    """The terms with the numbers of the frame's literals."""
    return [(c, [places[i] for i in used], squares) for c, used, squares in terms]


__all__ = ["Writer", "leaf", "placed", "proof"]
