"""exp, sin, cos, tan, log and tanh of a value, as :mod:`proofs.supnorm.models` has it.

exp, sin and cos by their sums, at a short number q and v - q, and Taylor's theorem
(:mod:`proofs.supnorm.taylor`) at v - q, a polynomial or, term by term, anything else;
log v near 1 for v = a x + b (:mod:`proofs.supnorm.logarithm`), and of any other v as the
number whose exponential is v; tanh through exp, tan through sin and cos.

A new function is a new method of :class:`Piece`, with its name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

from proofs.kernel.check import expand
from proofs.kernel.context import Context
from proofs.supnorm._line_terms import known
from proofs.supnorm.logarithm import (
    Logarithm,
    NoLogarithm,
    Theorem,
    product_lemma,
    product_proof,
)
from proofs.supnorm.models import (
    MOST,
    MOST_EXACT,
    ONE,
    ZERO,
    Arithmetic,
    Part,
    TooWide,
    Value,
    log2_size,
    number_of,
    product,
    rounded_up,
    to_fmpq,
)
from proofs.supnorm.proof import leaf
from proofs.supnorm.squares import flint_poly, fractions, written
from proofs.supnorm.taylor import series
from proofs.trees.script import Node, node

Json = Any
MAX_EXPONENT = 300
"""Size of a number whose exponential is taken."""


class Piece(Arithmetic):
    """The proof on one piece; a method for each function."""

    def centre(self, v: Value) -> Fraction:
        """A short number in the middle of the range of v."""
        values = [v.P(to_fmpq(Fraction(k, 16))) for k in range(-16, 17)]
        q = (min(values) + max(values)) / 2
        middle = Fraction(int(q.p), int(q.q))
        if v.P.degree() <= 1:
            return middle if middle.denominator.bit_length() < 40 else _near(middle, 20)
        return _near(middle, 6)

    def local(self, name: str, v: Value, q: Fraction) -> tuple[Value, list[int]]:
        """t = v - q with -h <= t <= h; the numbers of the literals of Taylor's theorem at t.

        Raises:
            TooWide: t is not seen to stay in [-h, h].
        """
        rule, theorem = self.theorems[name]
        h, t = theorem.h, (["-", v.term, str(q)] if q else v.term)
        shifted = v.P - flint_poly([q])
        if self.reach(shifted) + v.R > h:
            raise TooWide("an argument that varies much")
        proofs = []
        for sign in (-1, 1):
            K, terms = self.within(shifted, h - v.R, sign)
            parts = [(K, [self.goal], []), *terms]
            if not v.exact:
                parts.append((K, [v.literal(-sign)], []))
            proofs.append(leaf(parts))
        local = Value(t, shifted, v.R)
        ends = self.both([["<=", str(-h), t], ["<=", t, str(h)]], proofs)
        local.size = (h, ends[1], ends[0])
        local.low, local.high, local.equal = v.low, v.high, v.equal
        n = self.goal
        premise = node(
            "both",
            leaf([(1, [n], []), (1, [ends[0]], [])]),
            leaf([(1, [n], []), (1, [ends[1]], [])]),
        )
        found = self.step("use", premise, rule=rule, at=[t])
        # of the literals, those that only say that sin and cos are at most 1 are short
        return local, [i for i in found if len(self.context.literals[i].poly) > 2]

    def taylor(self, name: str, function: str, local: Value, found: list[int]) -> Value:
        """function(t), from the literals of Taylor's theorem."""
        _, theorem = self.theorems[name]
        at = 2 * theorem.names.index(function)
        high, low = found[at : at + 2]
        T, term = series(function, theorem.N), [function, local.term]
        degree = len(T) - 1
        if local.exact and degree * max(1, local.P.degree()) > MOST_EXACT:
            raise TooWide("a polynomial of high degree")
        if local.exact:
            P = flint_poly(T)(local.P)
            found_ = Value(term, P, theorem.R, low, high)
            return found_ if P.degree() <= MOST else self.combined(term, [(1, found_, None)])
        value: Value = self.number(T[-1])
        built: Json = str(T[-1])
        for c in reversed(T[:-1]):
            built = ["*", local.term, built]
            if c:
                built = ["+", str(c), built]
            value = self.combined(built, [(1, local, value)], flint_poly([c]))
        # f - T <= R, |T - P| <= value.R
        R = theorem.R + value.R
        if value.exact:
            return Value(term, value.P, theorem.R, low, high)
        proofs, shows = [], []
        P = written(fractions(value.P), "x")
        for sign in (1, -1):
            bound = high if sign > 0 else low
            parts: list[Any] = [
                (1, [self.goal], []),
                (1, [bound], []),
                (1, [value.literal(-sign)], []),
            ]
            proofs.append(leaf(parts))
            gap = ["-", term, P]
            shows.append(["<=", gap if sign > 0 else ["-", gap], str(R)])
        above, below = self.both(shows, proofs)
        return Value(term, value.P, R, below, above)

    def exp(self, term: Json, v: Value) -> Value:
        if v.exact and v.constant:
            return self.constant(["exp", str(number_of(v.P))])
        q = self.centre(v)
        if abs(q) > MAX_EXPONENT:
            raise TooWide(f"the exponential of a number larger than {MAX_EXPONENT}")
        local, found = self.local("exp", v, q)
        near, t = self.taylor("exp", "exp", local, found), local.term
        if not q:
            return near
        g = self.constant(["exp", str(q)])
        equal = self.axiom("exp-sum", str(q), t)[-1]
        return self.combined(term, [(1, near, g)], equal=[(equal, "1")])

    def sin(self, term: Json, v: Value) -> Value:
        return self.wave("sin", term, v)

    def cos(self, term: Json, v: Value) -> Value:
        return self.wave("cos", term, v)

    def wave(self, name: str, term: Json, v: Value) -> Value:
        if v.exact and v.constant:
            return self.constant([name, str(number_of(v.P))])
        q = self.centre(v)
        if abs(q) > 900:
            raise TooWide("the sine of a number larger than 900")
        key = json.dumps(v.term)
        if key not in self.waves:
            local, found = self.local("sin", v, q)
            self.waves[key] = {f: self.taylor("sin", f, local, found) for f in ("sin", "cos")}
        sine, cosine = (self.waves[key][f] for f in ("sin", "cos"))
        t = sine.term[1]
        if not q:
            return self.waves[key][name]
        for value in (sine, cosine):  # |sin t| <= 1 is known of the atom
            value.size = (
                ONE,
                known(self.context, value.term, "<=", "1"),
                known(self.context, "-1", "<=", value.term),
            )
        a, b = self.constant(["sin", str(q)]), self.constant(["cos", str(q)])
        equal = self.axiom(f"{name}-sum", str(q), t)[-1]
        parts: list[Part] = [(1, cosine, a), (1, sine, b)]
        if name == "cos":
            parts = [(1, cosine, b), (-1, sine, a)]
        return self.combined(term, parts, equal=[(equal, "1")])

    def tan(self, term: Json, v: Value) -> Value:
        """sin v/cos v, which is how the term is written."""
        return self.divide(term, self.sin(term[1], v), self.cos(term[2], v))

    def log(self, term: Json, v: Value) -> Value:
        """log v = P + log(v exp(-P)), where v exp(-P) is nearly 1."""
        from flint import arb

        if v.exact and v.constant:
            return self.constant(["log", str(number_of(v.P))])
        if not v.P[0] > 0:
            raise TooWide("the logarithm of a negative number")
        if v.exact and v.P.degree() == 1:
            return self.log_of_line(term, v)
        least = self.least(v)
        P = self.interpolated(v, lambda q: arb(q).log())
        limit = len(series("exp", self.theorems["exp"][1].N)) - 1
        whole = P.degree() * limit <= MOST
        minus = Value(written(fractions(-P), "x"), -P) if whole else self.named(-P)
        p = ["-", minus.term]
        polynomial = Value(p, P, minus.R, minus.high, minus.low)
        E = self.exp(["exp", minus.term], minus)
        one = self.combined(["*", v.term, E.term], [(1, v, E)], near=flint_poly([ONE]))
        if one.R >= Fraction(1, 4):
            raise TooWide("a logarithm")
        s, at = self.sign_of(v, least)
        if s < 0:
            raise TooWide("the logarithm of a negative number")
        proof = leaf([(1, [self.goal], []), (1, [at], []), (least, [], [])])
        self.step("define", proof, term=term)
        n = self.goal
        premise = leaf([(1, [n], []), (1, [at], []), (least, [], [])])
        is_v = self.axiom("exp-log", v.term, premise=premise)[-1]
        gap, back = ["-", term, p], ["-", p, term]
        down = ["exp", back]
        sum_is = self.axiom("exp-sum", term, minus.term)[-1]
        line_up = self.axiom("exp-line", gap)[-1]
        line_down = self.axiom("exp-line", back)[-1]
        unit = self.axiom("exp-sum", gap, back)[-1]
        (zero,) = self.both([["=", ["exp", "0"], "1"]], [node("evaluate", bits=0)])
        positive_ = known(self.context, "0", "<", down)
        rho, R = one.R, rounded_up(one.R / (1 - one.R))
        # exp(gap) - v E = 0 by sum_is and is_v: exp(L) E - exp(gap) = 0, v - exp(L) = 0
        n = self.goal
        to_v = [(sum_is, "1"), (is_v, E.term)]
        parts: list[Any] = [
            (1, [n], []), (1, [line_up], []), (1, [one.high], []), (R - rho, [], []),
        ]  # fmt: skip
        above = leaf(parts, to_v)
        scale = 1 / (1 - rho)
        parts = [
            (1, [n], []),
            (1, [line_down], []),
            (scale, [positive_, one.literal(1)], []),
            (R - rho * scale, [], []),
        ]
        turned = [(i, product(-scale, p_, down)) for i, p_ in to_v]
        below = leaf(parts, [*turned, (unit, str(-scale)), (zero, str(scale))])
        shows = [["<=", gap, str(R)], ["<=", ["-", gap], str(R)]]
        high, low = self.both(shows, [above, below])
        if whole:
            return Value(term, P, R, low, high)
        rest = Value(gap, flint_poly([ZERO]), R, low, high)
        return self.combined(term, [(1, rest, None), (1, polynomial, None)])

    def log_of_line(self, term: Json, v: Value) -> Value:
        """log v = log(v/q) + log q, where v/q is near 1, for a polynomial v of degree 1."""
        from flint import arb

        middle, half = fractions(v.P)
        half = abs(half)
        lo, up = middle - half, middle + half
        if lo <= 0:
            raise TooWide("the logarithm of a negative number")
        q = ONE
        if min(1 - lo, up - 1) < half / 8:
            k = max(0, 5 - log2_size(half))
            q = Fraction(round(middle * 2**k), 2**k)
        s = v.P / to_fmpq(q)
        k = max(0, 12 - log2_size(half / q))
        a = Fraction(floor(lo / q * 2**k), 2**k)
        b = Fraction(ceil(up / q * 2**k), 2**k)
        try:
            ratio = Value("", s)
            W = self.interpolated(
                ratio, lambda h: (arb(h).log() - (arb(h) - 1)) / (arb(h) - 1) ** 2, 512
            )
            inward = flint_poly([-middle / half, q / half])  # t from v/q, up to its sign
            c = fractions(W(inward if v.P[1] > 0 else -inward))
            n = self.bits + 16 + len(c) * max(1, log2_size(b) + 1)
            theorem = Theorem(Logarithm(a, b, tuple(Fraction(round(w * 2**n), 2**n) for w in c)))
            if theorem.P.degree() > MOST:
                raise TooWide("a polynomial of high degree")
            if self.product is None:
                self.product = self.lemma(product_lemma(), product_proof)
            product_ = self.product
            rule = self.lemma(theorem.lemma, lambda at: theorem.proof(at, product_))
        except NoLogarithm as stopped:
            raise TooWide(str(stopped)) from None
        near = v.term if q == 1 else product(1 / q, v.term)
        shows, proofs = [["<=", str(a), near], ["<=", near, str(b)]], []
        for sign, bound in ((-1, -a), (1, b)):
            K, terms = self.within(s, bound, sign)
            proofs.append(leaf([(K, [self.goal], []), *terms]))
        ends = self.both(shows, proofs)
        n = self.goal
        inside = [leaf([(1, [n], []), (1, [end], [])]) for end in ends]
        high, low = self.step("use", node("both", *inside), rule=rule, at=[near])[-2:]
        found = Value(["log", near], theorem.P(s), theorem.R, low, high)
        if q == 1:
            return found
        n = self.goal
        premise = node(
            "both",
            leaf([(1, [n], []), (1, [ends[0]], []), (a, [], [])]),
            node("evaluate", bits=0),
            node("zero", lit=n, terms=[["1", [], []]], mult=[]),
        )
        equal = self.step("use", premise, rule=product_, at=[near, str(q), v.term])[-1]
        parts: list[Part] = [(1, found, None), (1, self.constant(["log", str(q)]), None)]
        return self.combined(term, parts, equal=[(equal, "1")])

    def lemma(self, show: Json, prove: Callable[[Context], Node]) -> int:
        """``have`` of a universal statement; its number among the hypotheses."""
        bare = {"by": "have", "show": show, "then": [None, None]}
        self.step("have", prove(expand(self.context, bare)[0][0]), show=show)
        return len(self.context.rules) - 1

    def tanh(self, term: Json, v: Value) -> Value:
        """1 - 2/(exp(2 v) + 1)."""
        if v.exact and v.constant:
            return self.constant(["tanh", str(number_of(v.P))])
        twice = self.combined(["*", "2", v.term], [(2, v, None)])
        e = self.exp(["exp", twice.term], twice)
        sum_ = self.combined(["+", e.term, "1"], [(1, e, None)], flint_poly([ONE]))
        inverse = self.inverse(["/", "1", sum_.term], sum_)
        equal = self.axiom("tanh", v.term)[-1]
        return self.combined(term, [(-2, inverse, None)], flint_poly([ONE]), [(equal, "1")])


def _near(q: Fraction, bits: int) -> Fraction:
    k = max(0, bits - max(0, log2_size(q)))
    return Fraction(round(q * 2**k), 2**k)


__all__ = ["Piece"]
