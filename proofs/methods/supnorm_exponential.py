"""sup |p - f| and sup |p/f - 1| for f = exp(alpha x + beta).

On a piece with middle m and |alpha (x - m)| <= 1/2, f = g exp(t) with g = exp(alpha m + beta)
between two rationals and t = alpha (x - m); Taylor's theorem (:mod:`proofs.methods.supnorm_exp`)
puts f between two polynomials in x, which are compared with p as polynomials.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, inf
from typing import Any

from constructions.functions import Function, FunctionError
from constructions.functions.expression import Call, Program
from constructions.systems import NumberError
from constructions.terms import Term, TermSystem
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Reject
from proofs.kernel.terms import read_term
from proofs.methods import supnorm_exp as taylor
from proofs.methods.script import Node, have, node, statement
from proofs.methods.supnorm_poly import (
    MAX_PIECES,
    Enclosure,
    NotEnclosed,
    Quotients,
    above,
    accepted,
    nearby,
    peak,
    value,
)
from proofs.methods.supnorm_proof import Writer, leaf, placed
from proofs.methods.supnorm_squares import (
    Frame,
    LeafTerm,
    NoSquares,
    flint_poly,
    positive,
    written,
)

Json = Any
MOST = 40
"""Largest number of terms of the Taylor polynomial."""
MAX_EXPONENT = 300
"""Of exp; what is much larger or smaller is not told from 0 or infinity in floating point."""


def argument(f: Function) -> tuple[Fraction, Fraction] | None:
    """alpha and beta where f is exp(alpha x + beta) with alpha != 0."""
    if not isinstance(f.expression, Call) or f.expression.name != "exp":
        return None
    system: Any = Quotients()
    try:
        name = f.single_variable()
        inner = Program(f.expression.arguments[0]).run(system, {name: system.x}).poly
    except (FunctionError, NumberError):
        return None
    terms = {tuple(map(int, e)): Fraction(int(c.p), int(c.q)) for e, c in inner.to_dict().items()}
    if not set(terms) <= {(0, 0, 0), (1, 0, 0)} or (1, 0, 0) not in terms:
        return None
    return terms[1, 0, 0], terms.get((0, 0, 0), Fraction(0))


@dataclass(frozen=True)
class Local:
    """A piece: its middle, rationals around g, and the Taylor polynomial of exp(t) in x."""

    lo: Fraction
    up: Fraction
    middle: Fraction
    g: tuple[Fraction, Fraction]
    bits: int


def exponential(
    p: list[Fraction],
    f: Function,
    rate: tuple[Fraction, Fraction],
    a: Fraction,
    b: Fraction,
    relative: bool,
    width: Fraction,
) -> Enclosure:
    """Enclose the supremum for f = exp(alpha x + beta); see :func:`supnorm_poly.supnorm`."""
    return _Exponential(p, f, rate, a, b, relative).enclosure(width)


class _Exponential:
    def __init__(
        self,
        p: list[Fraction],
        f: Function,
        rate: tuple[Fraction, Fraction],
        a: Fraction,
        b: Fraction,
        relative: bool,
    ) -> None:
        self.p, self.a, self.b, self.relative = p, a, b, relative
        self.alpha, self.beta = rate
        self.f = f.evaluate(TermSystem(), **{f.single_variable(): Term("x")}).json
        count = max(1, ceil(abs(self.alpha) * (b - a)))
        if count > MAX_PIECES:
            raise NotEnclosed(f"the exponent varies by more than {MAX_PIECES}")
        self.cuts = [a + (b - a) * k / count for k in range(count + 1)]

    def error(self) -> Json:
        p = written(self.p, "x")
        return ["-", ["/", p, self.f], "1"] if self.relative else ["-", p, self.f]

    def local(self, lo: Fraction, up: Fraction, bits: int) -> Local:
        middle = (lo + up) / 2
        at = self.alpha * middle + self.beta
        if abs(at) > MAX_EXPONENT:
            raise NotEnclosed(f"the exponent {at} is larger in size than {MAX_EXPONENT}")
        bits += max(0, ceil(-at * Fraction(3, 2)))  # exp(at) >= 2^(3 at/2) for at < 0
        try:
            g = enclose(read_term(["exp", str(at)], (), {}), Box("", at, at, bits)).range
        except Reject as stopped:
            raise NotEnclosed(f"exp({at}) is not enclosed: {stopped}") from None
        return Local(lo, up, middle, g, bits)

    def inner(self, piece: Local) -> Any:
        """t as a polynomial in x."""
        return flint_poly([-self.alpha * piece.middle, self.alpha])

    def enclosure(self, width: Fraction) -> Enclosure:
        best, where = 0.0, self.a
        for lo, up in pairwise(self.cuts):
            piece = self.local(lo, up, 256)
            f = flint_poly(taylor.taylor(MOST))(self.inner(piece)) * flint_poly([piece.g[0]])
            D = f if self.relative else flint_poly([Fraction(1)])
            sup, h = peak(flint_poly(self.p) - f, D, (lo, up))
            if sup >= best:
                best, where = sup, lo + (up - lo) * (1 + Fraction(h)) / 2
        if not 2.0**-110 < best < inf:
            raise NotEnclosed("the error cannot be told from 0, or is too large")
        at = nearby(where, self.a, self.b, (self.b - self.a) / 2**32)
        lower, bits = value(self.error(), at, Fraction(best) * width / 32)
        estimate = max(Fraction(best), lower)
        hi = above(lower, estimate, width)
        return self.certified(lower, hi, at, estimate, width, bits)

    def certified(
        self,
        lower: Fraction,
        hi: Fraction,
        at: Fraction,
        estimate: Fraction,
        width: Fraction,
        bits: int,
    ) -> Enclosure:
        size = estimate / (1 + estimate) if self.relative else estimate / self.largest()
        allowed = size * width / 64  # of f, relative to f
        m = max(4, allowed.denominator.bit_length() - allowed.numerator.bit_length() + 4)
        r = max(abs(self.alpha) * (up - lo) / 2 for lo, up in pairwise(self.cuts))
        N = next(
            (n for n in range(4, MOST + 1, 2) if taylor.constant(n) * r**n <= allowed / 4), None
        )
        if N is None:
            raise NotEnclosed("more terms of the Taylor polynomial would be needed")
        writer = _Writer(self, hi, N, m)
        todo, pieces = list(pairwise(self.cuts))[::-1], list[Any]()
        while todo:
            lo, up = todo.pop()
            if len(pieces) + len(todo) >= MAX_PIECES:
                raise NotEnclosed(f"no certificate with {MAX_PIECES} pieces")
            try:
                pieces.append(writer.signed(self.local(lo, up, m + 24), estimate))
            except NoSquares:
                middle = nearby((lo + up) / 2, lo, up, (up - lo) / 64)
                todo += [(middle, up), (lo, middle)]
        certificate = writer.certificate(lower, hi, at, bits, pieces)
        return accepted(lower, hi, at, len(pieces), certificate)

    def largest(self) -> Fraction:
        """An upper bound of f."""
        ends = [self.local(x, x, 64).g[1] for x in (self.a, self.b)]
        return max(ends)


Signs = tuple[tuple[int, list[LeafTerm]], tuple[int, list[LeafTerm]]]


class _Writer(Writer):
    """The proof: Taylor's theorem first, then the pieces."""

    def __init__(self, problem: _Exponential, hi: Fraction, N: int, m: int) -> None:
        self.exponential, self.hi, self.N, self.m = problem, hi, N, m
        self.n, self.steps = 2, []
        self.root_at = self.square = -1

    def ends(self, piece: Local) -> tuple[Any, Any]:
        """Polynomials in x below and above exp(t)."""
        t = self.exponential.inner(piece)
        T = flint_poly(taylor.taylor(self.N))(t)
        near = flint_poly([taylor.constant(self.N)]) * t**self.N
        near += flint_poly([Fraction(1, 2**self.m)])
        return T - near, T + near

    def plan(self, sigma: int) -> tuple[Fraction, bool]:
        """c and whether sigma (p - f) <= hi (or hi f) needs c f from below."""
        if not self.exponential.relative:
            return Fraction(1), sigma > 0
        c = 1 + self.hi if sigma > 0 else 1 - self.hi
        return (c, sigma > 0) if c >= 0 else (-c, True)

    def signed(self, piece: Local, estimate: Fraction) -> tuple[Local, Frame, Signs]:
        """The positive polynomials of -hi <= E and of E <= hi on a piece.

        Raises:
            NoSquares: they are not seen to be positive.
        """
        problem = self.exponential
        frame = Frame("x", (piece.lo, piece.up), (piece.lo, piece.up))
        below, above_ = self.ends(piece)
        margin = (self.hi - estimate) * 3 / 8
        if problem.relative:
            margin *= min(problem.local(x, x, 64).g[0] for x in (piece.lo, piece.up))
        found = []
        for sigma in (-1, 1):
            c, low = self.plan(sigma)
            f = (
                below * flint_poly([piece.g[0] * c])
                if low
                else above_ * flint_poly([piece.g[1] * c])
            )
            q = -sigma * flint_poly(problem.p) + (f if low else -f)
            if not problem.relative:
                q += flint_poly([self.hi])
            found.append(positive(q, margin, frame))
        return piece, frame, (found[0], found[1])

    def certificate(
        self, lower: Fraction, hi: Fraction, at: Fraction, bits: int, pieces: list[Any]
    ) -> Json:
        problem = self.exponential
        E = problem.error()
        inside = [["<=", str(problem.a), "x"], ["<=", "x", str(problem.b)]]
        bounds = ["and", ["<=", str(-hi), E], ["<=", E, str(hi)]]
        goal = [
            "and",
            ["all", "x", "real", ["implies", ["and", *inside], bounds]],
            ["some", "x", "real", ["and", *inside, ["<=", str(lower), ["abs", E]]]],
        ]
        upper = node("axiom", self.tree(pieces, 0, 1), name="exp-sum")
        checked = node("evaluate", bits=bits)
        point = node("some", node("both", checked, checked, checked), **{"is": str(at)})
        every = node("intro", node("intro", upper, **{"as": ""}), **{"as": "x"})
        known = have(
            taylor.lemma(self.N, self.m),
            taylor.proof(self.N, self.m),
            node("both", every, point),
        )
        return {"statement": statement({}, [], goal), "proof": known}

    def tree(self, pieces: list[Any], low: int, high: int) -> Node:
        if len(pieces) == 1:
            piece, frame, signs = pieces[0]
            return self.one(piece, frame, signs, low, high)
        k = len(pieces) // 2
        right = self.branch().tree(pieces[k:], self.n, high)
        left = self.branch().tree(pieces[:k], low, self.n)
        return node("split", right, left, on=["-", "x", str(pieces[k][0].lo)])

    def one(self, piece: Local, frame: Frame, signs: Signs, low: int, high: int) -> Node:
        problem = self.exponential
        alpha, middle = problem.alpha, piece.middle
        places = self.range(frame, low, high)
        at, t = str(alpha * middle + problem.beta), written([-alpha * middle, alpha], "x")
        # exp(at) > 0, exp(t) > 0, f > 0, and f = exp(at) exp(t)
        self.steps.append(("use", {"rule": 1, "at": [at, t]}, ()))
        y, f, product = range(self.n + 1, self.n + 4)
        if at == "0":  # then f is exp(t)
            y, f, product = self.n + 1, self.n + 1, self.n + 2
        self.n = product + 1
        g_low, g_up = (str(q) for q in piece.g)
        checked = node("evaluate", bits=piece.bits)
        show = ["and", ["<=", g_low, ["exp", at]], ["<=", ["exp", at], g_up]]
        around = self.know(show, node("both", checked, checked), 2)
        over = Fraction(1, 2) - abs(alpha) * (piece.up - piece.lo) / 2
        first, second = (low, high) if alpha > 0 else (high, low)
        ends = [
            leaf([(1, [self.n], []), (abs(alpha), [end], []), (over, [], [])])
            for end in (first, second)
        ]
        self.steps.append(("use", {"rule": 0, "at": [t]}, (node("both", *ends),)))
        top = self.n
        self.n += 2
        inverse = -1
        if problem.relative:
            proof = leaf([(1, [f], [])], [(self.n, "1")])
            inverse = self.define(["/", "1", problem.f], proof, 2) + 1
        sides = []
        for sigma, (K, terms) in zip((-1, 1), signs, strict=True):
            c, below = self.plan(sigma)
            # c f >= c g_low exp(t) >= c g_low (T - near), or the same from above
            bound, polynomial = (around, top + 1) if below else (around + 1, top)
            scale = c * (piece.g[0] if below else piece.g[1])
            parts: list[Any] = [*placed(terms, places), (K * c, [bound, y], [])]
            parts += [
                (K * scale, [polynomial], []),
                (K, [self.n, f] if problem.relative else [self.n], []),
            ]
            turn = 1 if below else -1
            mult: list[Any] = [(product, str(-turn * K * c))]
            if problem.relative:
                p = written(problem.p, "x")
                mult.append((inverse, ["*", str(-sigma * K), p]))
            sides.append(leaf(parts, mult))
        return self.close(node("both", *sides))


__all__ = ["argument", "exponential"]
