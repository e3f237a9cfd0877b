"""Polynomials around the terms of an elementary function, with their proof in the kernel.

On a piece with middle m and half-length w, x = m + w t with -1 <= t <= 1 (the variable t is
called ``x`` here).  Of each subterm v of f

    |v - P(t)| <= R    with a polynomial P and a number R

is proved, from the same of its parts: :meth:`Arithmetic.combined` for sums of products; quotients
and roots by the equation that they solve.  For the functions of analysis see
:mod:`proofs.supnorm.functions`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel.check import expand
from proofs.kernel.context import Context
from proofs.kernel.cover import Box, enclose
from proofs.kernel.errors import Decline, Reject
from proofs.kernel.terms import read_term
from proofs.supnorm._line_terms import known
from proofs.supnorm.polynomials import NotEnclosed
from proofs.supnorm.proof import leaf
from proofs.supnorm.squares import (
    ABOVE,
    BELOW,
    HIGH,
    LOW,
    Frame,
    LeafTerm,
    NoSquares,
    chebyshev,
    first_kind,
    flint_poly,
    fractions,
    monomials,
    positive,
    written,
)
from proofs.supnorm.taylor import Taylor
from proofs.trees.script import Node, node

Json = Any
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
UNIT = Frame("x", (-ONE, ONE), (-ONE, ONE))
MOST = 30
"""Largest degree of a polynomial P."""
MOST_EXACT = 60
"""Largest degree of a polynomial that is written out."""


MAX_SHIFT = 65_536
"""Binary places; the kernel's own limit on the size of a number."""


class TooWide(Exception):
    """The piece must be cut, or more is needed than there is."""


@dataclass(eq=False)
class Value:
    """A term v with v - P + R >= 0 (literal ``low``) and P + R - v >= 0 (literal ``high``).

    Where these are None, v is the polynomial P.  ``size``: literals B - v >= 0 and B + v >= 0;
    ``polynomial``: the same of P.  ``equal``: the literal P - v = 0, if it is known.
    """

    term: Json
    P: Any
    R: Fraction = ZERO
    low: int | None = None
    high: int | None = None
    size: tuple[Fraction, int, int] | None = None
    polynomial: tuple[Fraction, int, int] | None = None
    equal: int | None = None

    @property
    def exact(self) -> bool:
        return self.low is None

    @property
    def constant(self) -> bool:
        return bool(self.P.degree() <= 0)

    def literal(self, sign: int) -> int:
        """R + sign (v - P) >= 0."""
        found = self.low if sign > 0 else self.high
        if found is None:
            raise ValueError("the term is a polynomial")
        return found


Part = tuple[Fraction | int, Value, Value | None]


class Arithmetic:
    """The proof on one piece, step by step, in a context that grows with it.

    ``theorems``: the number of the hypothesis that is Taylor's theorem for "exp", for "sin".
    """

    def __init__(
        self, context: Context, theorems: dict[str, tuple[int, Taylor]], tolerance: Fraction
    ) -> None:
        self.context, self.theorems = context, theorems
        self.aim(tolerance)
        self.steps: list[tuple[str, dict[str, Any], tuple[Node, ...]]] = []
        n = len(context.literals)
        self.places = {LOW: n - 2, HIGH: n - 1, BELOW: n - 2, ABOVE: n - 1}
        self.constants: dict[str, Value] = {}
        self.waves: dict[str, dict[str, Value]] = {}
        self.product: int | None = None
        """The number of the hypothesis that log(u v) = log u + log v."""

    def aim(self, tolerance: Fraction) -> None:
        """How far off a polynomial may be from here on."""
        self.tolerance = Fraction(1, 2 ** _bits(tolerance))
        self.bits = _bits(tolerance) + 8

    # steps

    def step(self, by: str, *proofs: Node, **parameters: Any) -> list[int]:
        """One node of the proof; the numbers of the literals that it brings."""
        before = len(self.context.literals)
        bare = {"by": by, **parameters, "then": [None] * (len(proofs) + 1)}
        self.context = expand(self.context, bare)[-1][0]
        self.steps.append((by, parameters, proofs))
        return list(range(before, len(self.context.literals)))

    def both(self, shows: list[Json], proofs: list[Node]) -> list[int]:
        """``have`` of some formulas; the numbers of their literals."""
        if len(shows) == 1:
            return self.step("have", proofs[0], show=shows[0])[-1:]
        found = self.step("have", node("both", *proofs), show=["and", *shows])
        return found[-len(shows) :]

    def close(self, last: Node) -> Node:
        for by, parameters, proofs in reversed(self.steps):
            last = node(by, *proofs, last, **parameters)
        return last

    @property
    def goal(self) -> int:
        """The number of the negated goal, where its atoms are all known."""
        return len(self.context.literals)

    def placed(self, terms: list[LeafTerm]) -> list[LeafTerm]:
        return [[c, [self.places[i] for i in used], squares] for c, used, squares in terms]

    def axiom(self, name: str, *at: Json, premise: Node | None = None) -> list[int]:
        """An instance of an axiom; the numbers of its literals (the last one is the fact)."""
        self.step("axiom", name=name)
        proofs = [] if premise is None else [premise]
        return self.step("use", *proofs, rule=len(self.context.rules) - 1, at=list(at))

    # polynomials on [-1, 1]

    def positive(self, q: Any, margin: Fraction) -> tuple[int, list[LeafTerm]]:
        """K and terms that add up to K q(x), where q > margin is expected.

        Raises:
            TooWide: q is not seen to be positive.
        """
        try:
            K, terms = positive(q, margin, UNIT)
        except NoSquares as stopped:
            raise TooWide(str(stopped)) from None
        return K, self.placed(terms)

    def reach(self, q: Any) -> Fraction:
        """A bound of |q|, close to the largest value."""
        c = fractions(q)
        plain = sum(map(abs, c), ZERO)
        return min(plain, sum(map(abs, chebyshev(c)), ZERO)) if c else ZERO

    def within(self, q: Any, bound: Fraction, sign: int) -> tuple[int, list[LeafTerm]]:
        """K and terms that add up to K (bound - sign q)."""
        rest = flint_poly([bound]) - sign * q
        try:
            return 1, self.placed(monomials(fractions(rest) or [ZERO], ONE, []))
        except NoSquares:
            return self.positive(rest, (bound - self.reach(q)) / 2)

    def spread(self, q: Any) -> Fraction:
        """A bound of |q| that :meth:`within` shows cheaply, or else a close one."""
        plain = sum(map(abs, fractions(q)), ZERO)
        return plain if plain <= self.tolerance else self.reach(q)

    def shortened(self, q: Any, tolerance: Fraction) -> tuple[Any, Fraction]:
        """A short polynomial of low degree near q, and a bound of the difference."""
        c = chebyshev(fractions(q))
        n, left = len(c), ZERO
        while n > 1 and left + abs(c[n - 1]) <= tolerance:
            left += abs(c[n - 1])
            n -= 1
        if n - 1 > MOST:
            raise TooWide("a polynomial of high degree")
        k = _bits(tolerance) + n.bit_length() + 2
        near = fractions(flint_poly(monomial(c[:n])))
        short = flint_poly([Fraction(round(a * 2**k), 2**k) for a in near])
        return short, self.spread(q - short)

    # values

    def number(self, q: Fraction | int) -> Value:
        return Value(str(Fraction(q)), flint_poly([Fraction(q)]))

    def constant(self, term: Json) -> Value:
        """A term without x, from its enclosure."""
        key = json.dumps(term)
        if key in self.constants:
            return self.constants[key]
        try:
            read = read_term(term, (), {})
            bits = 64
            low, high = enclose(read, Box("", ZERO, ZERO, bits)).range
            bits = min(1024, self.bits + 16 + max(0, log2_size(max(abs(low), abs(high), ONE))))
            low, high = enclose(read, Box("", ZERO, ZERO, bits)).range
        except Decline as stopped:
            raise NotEnclosed(f"beyond the kernel, a number in f: {stopped}") from None
        except Reject as stopped:
            raise ValueError(f"f has no value: {stopped}") from None
        k = self.bits + 8
        middle = Fraction(round((low + high) / 2 * 2**k), 2**k)
        radius = rounded_up((high - low) / 2 + Fraction(1, 2**k))
        checked = node("evaluate", bits=bits)
        shows = [["<=", str(middle - radius), term], ["<=", term, str(middle + radius)]]
        below, above = self.both(shows, [checked, checked])
        self.constants[key] = Value(term, flint_poly([middle]), radius, below, above)
        return self.constants[key]

    def bounds(self, v: Value) -> tuple[Fraction, int, int]:
        """Literals B - v >= 0 and B + v >= 0."""
        if v.size is None:
            if v.exact:
                v.size = self.polynomial(v)
                return v.size
            B = rounded_up(self.reach(v.P) + v.R)
            proofs = []
            for sign in (1, -1):
                K, terms = self.within(v.P, B - v.R, sign)
                parts = [(K, [self.goal], []), (K, [v.literal(-sign)], []), *terms]
                proofs.append(leaf(parts))
            shows = [["<=", v.term, str(B)], ["<=", ["-", v.term], str(B)]]
            v.size = (B, *self.both(shows, proofs))  # type: ignore[assignment]
        return v.size  # type: ignore[return-value]

    def polynomial(self, v: Value) -> tuple[Fraction, int, int]:
        """Literals B - P >= 0 and B + P >= 0."""
        if v.polynomial is None:
            B = rounded_up(self.reach(v.P))
            proofs = []
            for sign in (1, -1):
                K, terms = self.within(v.P, B, sign)
                proofs.append(leaf([(K, [self.goal], []), *terms]))
            P = written(fractions(v.P), "x")
            shows = [["<=", P, str(B)], ["<=", ["-", P], str(B)]]
            v.polynomial = (B, *self.both(shows, proofs))  # type: ignore[assignment]
        return v.polynomial  # type: ignore[return-value]

    def combined(
        self,
        term: Json,
        parts: Sequence[Part],
        plus: Any = None,
        equal: Sequence[tuple[int, Json]] = (),
        near: Any = None,
    ) -> Value:
        """The sum of c v w (or c v) and of a polynomial, which ``term`` equals.

        ``equal``: multiples of equalities with term - sum = - (their sum).  ``near``: the
        polynomial P to use.
        """
        exact = flint_poly([ZERO]) if plus is None else plus
        spent, plans, equalities = ZERO, list[Any](), list(equal)
        for c, v, w in parts:
            c = Fraction(c)
            if w is None:
                exact += v.P * flint_poly([c])
                if not v.exact:
                    spent += abs(c) * v.R
                    plans.append((c, None, v))
                continue
            if exact.degree() + v.P.degree() + w.P.degree() > 128:
                raise TooWide("a polynomial of high degree")
            exact += v.P * w.P * flint_poly([c])
            if w.exact or (not v.exact and v.constant):
                v, w = w, v  # then v is exact, or w is a constant
            if w.exact:
                continue
            if v.exact:  # c P (w - Q)
                if v.constant:
                    c *= Fraction(int(v.P[0].p), int(v.P[0].q))
                    spent += abs(c) * w.R
                    plans.append((c, None, w))
                else:
                    size = self.polynomial(v)
                    spent += abs(c) * size[0] * w.R
                    plans.append((c, size, w))
                continue
            size = self.bounds(v)  # c v (w - Q) + c Q (v - P)
            spent += abs(c) * size[0] * w.R
            plans.append((c, size, w))
            if v.equal is not None:
                Q = written(fractions(w.P * flint_poly([c])), "x")
                equalities.append((v.equal, Q))
            elif w.constant:
                c *= Fraction(int(w.P[0].p), int(w.P[0].q))
                spent += abs(c) * v.R
                plans.append((c, None, v))
            else:
                size = self.polynomial(w)
                spent += abs(c) * size[0] * v.R
                plans.append((c, size, v))
        if not plans and near is None and not equalities and exact.degree() <= MOST:
            return Value(term, exact)
        if near is None:
            near, off = self.shortened(exact, self.tolerance / 8)
        else:
            off = self.spread(exact - near)
        R = rounded_up(spent + off + self.tolerance / 16)
        return self.shown(term, exact, near, R, spent, plans, equalities)

    def shown(
        self,
        term: Json,
        exact: Any,
        near: Any,
        R: Fraction,
        spent: Fraction,
        plans: list[Any],
        equal: Sequence[tuple[int, Json]],
    ) -> Value:
        P = written(fractions(near), "x")
        proofs, shows = [], []
        for sign in (1, -1):  # sign (term - P) <= R
            K, terms = self.within(exact - near, R - spent, sign)
            parts: list[Any] = [(K, [self.goal], []), *terms]
            for c, size, v in plans:
                way = sign if c > 0 else -sign
                if size is None:
                    parts.append((K * abs(c), [v.literal(-way)], []))
                else:  # B R - way u (v - P), u the factor of size at most B
                    _, below, above = size
                    parts.append((K * abs(c) / 2, [below if way > 0 else above, v.literal(1)], []))
                    parts.append((K * abs(c) / 2, [above if way > 0 else below, v.literal(-1)], []))
            mult = [(i, product(K * sign, p)) for i, p in equal]
            proofs.append(leaf(parts, mult))
            gap = ["-", term, P] if sign > 0 else ["-", P, term]
            shows.append(["<=", gap, str(R)])
        high, low = self.both(shows, proofs)
        return Value(term, near, R, low, high)

    def named(self, P: Any) -> Value:
        """A name for a polynomial: of it there may be polynomials of any degree."""
        name = f"v{len(self.steps)}"
        p = written(fractions(P), "x")
        equal = node("zero", lit=self.goal, terms=[["1", [], []]], mult=[])
        show = ["some", "v", "real", ["=", "v", p]]
        self.step("have", node("some", equal, **{"is": p}), show=show)
        (at,) = self.step("obtain", rule=len(self.context.rules) - 1, **{"as": name})  # P - v = 0
        R = self.tolerance / 16
        off: list[Any] = [(R, [], []), (1, [self.goal], [])]
        proofs = [leaf(off, [(at, "1")]), leaf(off, [(at, "-1")])]
        shows = [["<=", ["-", name, p], str(R)], ["<=", ["-", p, name], str(R)]]
        high, low = self.both(shows, proofs)
        return Value(name, P, R, low, high, equal=at)

    # operations

    def add(self, term: Json, a: Value, b: Value, sign: int = 1) -> Value:
        return self.combined(term, [(1, a, None), (sign, b, None)])

    def multiply(self, term: Json, a: Value, b: Value) -> Value:
        return self.combined(term, [(1, a, b)])

    def power(self, term: Json, a: Value, n: int) -> Value:
        if n == 0:
            return self.number(1)
        if n < 0:
            return self.inverse(term, self.power(["^", a.term, -n], a, -n))
        if n == 1:
            return a
        if a.exact and a.P.degree() * n <= MOST:
            return Value(term, a.P**n)
        half = self.power(["^", a.term, n // 2], a, n // 2)
        if n % 2 == 0:
            return self.multiply(term, half, half)
        even = self.multiply(["^", a.term, n - 1], half, half)
        return self.multiply(term, even, a)

    def sign_of(self, v: Value, floor: Fraction) -> tuple[int, int]:
        """The sign s of v, and the literal s v - floor >= 0."""
        s = 1 if v.P[0] > 0 else -1
        rest = s * v.P - flint_poly([floor + v.R])
        K, terms = self.positive(rest, floor / 4)
        parts: list[Any] = [(K, [self.goal], []), *terms]
        if not v.exact:
            parts.append((K, [v.literal(s)], []))
        proof = leaf(parts)
        (found,) = self.both([["<=", str(floor), product(s, v.term)]], [proof])
        return s, found

    def least(self, v: Value) -> Fraction:
        """About 7/8 of the least |v|, from a few points.

        Raises:
            TooWide: v is not seen to be different from 0.
        """
        values = [v.P(to_fmpq(Fraction(k, 24))) for k in range(-24, 25)]
        smallest = min(abs(Fraction(int(q.p), int(q.q))) for q in values)
        if len({q > 0 for q in values}) > 1 or smallest <= 4 * v.R:
            raise TooWide("a zero")
        floor = smallest * Fraction(7, 8) - v.R
        k = max(0, -log2_size(floor)) + 6
        return Fraction(int(floor * 2**k), 2**k)

    def interpolated(self, v: Value, f: Any, share: int = 16) -> Any:
        """A short polynomial near f(P), f a function of balls, to a share of the tolerance."""
        from flint import arb, ctx, fmpq

        before = ctx.prec
        ctx.prec = self.bits + 80
        try:
            n = MOST + 2
            nodes = [arb(fmpq(2 * k + 1, 2 * n)).cos_pi() for k in range(n)]
            values = [f(v.P(arb_to_fmpq(h, self.bits + 60))) for h in nodes]
            c = []
            for j in range(n):
                total = arb(0)
                for k, value in enumerate(values):
                    total += value * arb(fmpq(j * (2 * k + 1), 2 * n)).cos_pi()
                c.append(arb_to_fraction(total * (2 if j else 1) / n, self.bits + 40))
        finally:
            ctx.prec = before
        P, _ = self.shortened(flint_poly(monomial(c)), self.tolerance / share)
        return P

    def inverse(self, term: Json, v: Value) -> Value:
        """1/v, v != 0."""
        from flint import arb

        if v.exact and v.constant:
            if not v.P:
                raise ValueError("a division by zero")
            return Value(term, flint_poly([1 / fractions(v.P)[0]]))
        floor = self.least(v)
        s, at = self.sign_of(v, floor)
        quotient = ["/", "1", v.term]
        proof = leaf([(1, [at], []), (floor, [], [])], [(self.goal, str(s))])
        self.step("define", proof, term=quotient)
        unit = known(self.context, "1", "=", ["*", quotient, v.term])  # v/v - 1 = 0
        # s/v > 0
        proof = leaf(
            [(1, [self.goal, at], []), (floor, [self.goal], []), (ONE, [], [])], [(unit, "1")]
        )
        (above,) = self.both([["<", "0", product(s, quotient)]], [proof])
        P = self.interpolated(v, lambda q: 1 / arb(q))
        polynomial = Value(written(fractions(P), "x"), P)
        one = self.combined(
            ["*", v.term, polynomial.term], [(1, v, polynomial)], near=flint_poly([ONE])
        )
        if one.exact or one.R >= HALF:
            raise TooWide("a quotient")
        R = rounded_up(one.R / floor)
        proofs, shows = [], []
        for sign in (1, -1):  # sign (1/v - P) <= R: (1 - v P)/v, |1/v| <= 1/floor
            way = sign * s
            parts: list[Any] = [
                (1, [self.goal], []),
                (1, [above, one.literal(way)], []),
                (one.R / floor, [at, above], []),
                (R - one.R / floor, [], []),
            ]
            # what is left is a multiple of v/v - 1
            over = ["-", str(-one.R / floor), product(sign, polynomial.term)]
            proofs.append(leaf(parts, [(unit, over)]))
            gap = ["-", quotient, polynomial.term]
            shows.append(["<=", gap if sign > 0 else ["-", gap], str(R)])
        high, low = self.both(shows, proofs)
        return Value(quotient, P, R, low, high)

    def divide(self, term: Json, a: Value, b: Value) -> Value:
        if b.exact and b.constant:
            if not b.P:
                raise ValueError("a division by zero")
            return self.combined(term, [(1 / fractions(b.P)[0], a, None)])
        inverse = self.inverse(["/", "1", b.term], b)
        return self.combined(term, [(1, a, inverse)])

    def sqrt(self, term: Json, v: Value) -> Value:
        from flint import arb

        if v.exact and v.constant:
            return self.constant(["sqrt", str(number_of(v.P))])
        if v.P[0] < 0:
            raise TooWide("the root of a negative number")
        floor = self.least(v)
        s, at = self.sign_of(v, floor)
        if s < 0:
            raise TooWide("the root of a negative number")
        proof = leaf([(1, [self.goal], []), (1, [at], []), (floor, [], [])])
        self.step("define", proof, term=term)
        root = known(self.context, "0", "<=", term)
        square = known(self.context, v.term, "=", ["*", term, term])
        P = self.interpolated(v, lambda q: arb(q).sqrt())
        polynomial = Value(written(fractions(P), "x"), P)
        lowest = self.least(polynomial)
        _, least = self.sign_of(polynomial, lowest)
        rest = self.combined(
            ["-", v.term, ["^", polynomial.term, 2]],
            [(1, v, None), (-1, polynomial, polynomial)],
            near=flint_poly([ZERO]),
        )
        if rest.exact:
            return Value(term, P)
        R = rounded_up(rest.R / lowest)
        proofs, shows = [], []
        for sign in (1, -1):
            g = self.goal
            parts: list[Any] = [
                (lowest, [g], []),
                (1, [g, least], []),
                (1, [g, root], []),
                (R, [root], []),
                (R, [least], []),
                (1, [rest.literal(-sign)], []),
                (R * lowest - rest.R, [], []),
            ]
            proofs.append(leaf(parts, [(square, str(-sign))]))
            gap = ["-", term, polynomial.term]
            shows.append(["<=", gap if sign > 0 else ["-", gap], str(R)])
        high, low = self.both(shows, proofs)
        return Value(term, P, R, low, high)


def monomial(c: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients in 1, x, x^2, ... of sum c_j T_j."""
    from flint import fmpq_poly

    total = flint_poly([ZERO])
    for j, a in enumerate(c):
        if a:
            total += fmpq_poly(first_kind(j)) * flint_poly([a])
    return fractions(total)


def product(c: Any, *factors: Json) -> Json:
    from proofs.supnorm.proof import times

    return times(Fraction(c), *factors)


def number_of(P: Any) -> Fraction:
    """The value of a constant polynomial."""
    return fractions(P)[0] if P else ZERO


def to_fmpq(q: Fraction) -> Any:
    from flint import fmpq

    return fmpq(q.numerator, q.denominator)


def arb_to_fraction(ball: Any, bits: int) -> Fraction:
    """The middle of a ball as a multiple of 2^-bits.

    Raises:
        TooWide: the ball is not finite.
        OverflowError: its middle is far beyond the numbers of the kernel.
    """
    if not ball.is_finite():
        raise TooWide("a value that is not finite")
    mantissa, exponent = ball.mid().man_exp()
    if exponent > MAX_SHIFT:
        raise OverflowError
    mantissa, exponent = int(mantissa), int(exponent)
    shift = exponent + bits
    scaled = mantissa << shift if shift >= 0 else mantissa >> -shift
    return Fraction(scaled, 2**bits)


def arb_to_fmpq(ball: Any, bits: int) -> Any:
    return to_fmpq(arb_to_fraction(ball, bits))


def log2_size(q: Fraction) -> int:
    """About log2 |q|."""
    return q.numerator.bit_length() - q.denominator.bit_length()


def _bits(q: Fraction) -> int:
    """k >= 0 with 2^-k at most about q."""
    return max(0, q.denominator.bit_length() - q.numerator.bit_length() + 1)


def rounded_up(q: Fraction) -> Fraction:
    """A short number from q on, to about 12 bits."""
    if not q:
        return q
    k = max(0, 12 - log2_size(q))
    return Fraction(-((-q.numerator << k) // q.denominator), 1 << k)


__all__ = ["Arithmetic", "TooWide", "Value"]
