"""The logarithm near 1 between polynomials, from the kernel's axioms alone.

    |log s - P(s)| <= R  for all s in [a, b],  1/4 <= a < 1 < b <= 4,  P(1) = 0, P'(1) = 1

By halving: log s = 2 log r with r^2 = s, and 2 P(r) - P(r^2) = (r - 1)^2 H(r), |H| <= kappa.  So a
bound c (r - 1)^2 of |log - P| at r gives (2 c + kappa)(r - 1)^2 at s, where (s - 1)^2 is at least
mu (r - 1)^2 with mu > 2.  By induction on the integer k

    |log s - P(s)| <= (eta + A/k)(s - 1)^2,  eta (mu - 2) >= kappa,

which begins with 1 - 1/s <= log s <= s - 1.  No polynomial is put into another one but s = r^2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

from proofs.kernel.context import Context
from proofs.supnorm._line_terms import closing, fill, known
from proofs.supnorm.squares import (
    ABOVE,
    BELOW,
    HIGH,
    LOW,
    Frame,
    NoSquares,
    chebyshev,
    flint_poly,
    fractions,
    moved,
    positive,
    written,
)
from proofs.supnorm.steps import axiom, fact, identity, named, parts, same
from proofs.trees.script import Node, have, induct, intro, look, node, use

Json = Any
ZERO, ONE = Fraction(0), Fraction(1)
LEAST, LARGEST = Fraction(1, 4), Fraction(4)


class NoLogarithm(Exception):
    """The interval is too long, or the accuracy is not reached."""


@dataclass(frozen=True)
class Logarithm:
    """The theorem for P = (s - 1) + (s - 1)^2 W on [a, b]."""

    a: Fraction
    b: Fraction
    W: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not LEAST <= self.a < 1 < self.b <= LARGEST:
            raise NoLogarithm("an interval that is too long")

    @property
    def inner(self) -> tuple[Fraction, Fraction]:
        """Numbers around the roots of a and b, inside of [a, b]."""
        k = 12 + max(_bits(1 - self.a), _bits(self.b - 1))
        low = isqrt((self.a.numerator << 2 * k) // self.a.denominator)
        high = isqrt(-((-self.b.numerator << 2 * k) // self.b.denominator)) + 1
        return Fraction(low, 1 << k), Fraction(high, 1 << k)

    @property
    def P(self) -> Any:
        y = flint_poly([-ONE, ONE])
        return y + y**2 * flint_poly(self.W)

    @property
    def H(self) -> Any:
        P = self.P
        square = flint_poly([ZERO, ZERO, ONE])
        quotient, rest = divmod(P * 2 - P(square), flint_poly([-ONE, ONE]) ** 2)
        if rest:
            raise ArithmeticError("2 P(r) - P(r^2) is a multiple of (r - 1)^2")
        return quotient


def _bits(q: Fraction) -> int:
    return max(0, q.denominator.bit_length() - q.numerator.bit_length() + 1)


def _up(q: Fraction) -> Fraction:
    """A short number a little above q > 0."""
    k = max(0, _bits(q) + 8)
    return Fraction(-((-q.numerator << k) // q.denominator), 1 << k)


PRODUCT: Json = ["=", ["log", "w"], ["+", ["log", "u"], ["log", "v"]]]


def product_lemma() -> Json:
    """log(u v) = log u + log v for positive u, v."""
    premises = ["and", ["<", "0", "u"], ["<", "0", "v"], ["=", "w", ["*", "u", "v"]]]
    body: Json = ["implies", premises, PRODUCT]
    for name in "wvu":
        body = ["all", name, "real", body]
    return body


def _product_script() -> Node:
    a, b, c = (["log", name] for name in "uvw")
    sum_ = ["+", a, b]
    d, back = ["-", c, sum_], ["-", sum_, c]
    A, B, C, S, D, U = (["exp", t] for t in (a, b, c, sum_, d, back))

    def side(sign: int) -> Node:
        def write(f: Any, n: int) -> Any:
            L1, L2, L3 = f(A, "=", "u"), f(B, "=", "v"), f(C, "=", "w")
            L0, L4 = f("w", "=", ["*", "u", "v"]), f(S, "=", ["*", A, B])
            at = f("0", "<", "w")
            if sign > 0:  # w (exp d - 1 - d) + w d = w exp d - w = 0
                line = f(["+", "1", d], "<=", D)
                mult = [
                    (L0, D), (L1, ["-", ["*", "v", D]]), (L2, ["-", ["*", A, D]]),
                    (L4, ["-", D]), (f(C, "=", ["*", S, D]), "-1"), (L3, "1"),
                ]  # fmt: skip
            else:
                line = f(["+", "1", back], "<=", U)
                mult = [
                    (L3, ["-", U]), (f(S, "=", ["*", C, U]), "-1"), (L4, "1"),
                    (L1, "v"), (L2, A), (L0, "-1"),
                ]  # fmt: skip
            return [(1, [n, at], []), (1, [line, at], [])], mult

        return fact(write)

    body = node("both", side(1), side(-1))
    body = axiom("exp-line", [back], body)
    body = axiom("exp-line", [d], body)
    body = axiom("exp-sum", [c, back], body)
    body = axiom("exp-sum", [sum_, d], body)
    body = axiom("exp-sum", [a, b], body)
    for name in "wvu":
        body = axiom("exp-log", [name], body, _known_positive(name))
    above = fact(
        lambda f, n: (
            [(1, [n], []), (1, [f("0", "<", "u"), f("0", "<", "v")], [])],
            [(f("w", "=", ["*", "u", "v"]), "-1")],
        )
    )
    body = have(["<", "0", "w"], above, body)
    return intro("u", intro("v", intro("w", intro("", body))))


def _known_positive(name: str) -> Node:
    return fact(lambda f, n: ([(1, [n], []), (1, [f("0", "<", name)], [])],))


def product_proof(context: Context) -> Node:
    """The proof of :func:`product_lemma` where it is the goal."""
    return fill(context, _product_script())


class Theorem:
    """The statement and its proof, with the numbers that stand in it."""

    def __init__(self, log: Logarithm) -> None:
        self.log = log
        self.ra, self.rb = log.inner
        if not (log.a <= self.ra < 1 < self.rb <= log.b):
            raise NoLogarithm("an interval that is too short")
        self.P, self.H = log.P, log.H
        self.mu = (1 + self.ra) ** 2
        if self.mu <= Fraction(17, 8):
            raise NoLogarithm("an interval that is too long")
        spread = sum(map(abs, chebyshev(moved(self.H, (self.ra, self.rb)))), ZERO)
        self.kappa = _up(spread * Fraction(5, 4))
        self.eta = _up(self.kappa / (self.mu - 2))
        self.start = ceil(2 / (self.mu - 2))
        ends = log.a, log.b
        c = moved(flint_poly(log.W), ends)
        self.large = _up(sum(map(abs, chebyshev(c)), ZERO) * 2 + 1 + 2 / log.a)
        self.A = self.start * self.large
        self.K = 2 ** (8 + _bits(self.eta / self.A))
        self.Y = max(log.b - 1, 1 - log.a)
        self.R = _up((self.eta + self.A / self.K) * self.Y**2)
        self.written = written(fractions(self.P), "s")

    @property
    def lemma(self) -> Json:
        """For all s in [a, b]: log s - P(s) <= R and P(s) - log s <= R."""
        inside = ["and", ["<=", str(self.log.a), "s"], ["<=", "s", str(self.log.b)]]
        gap = ["-", ["log", "s"], self.written], ["-", self.written, ["log", "s"]]
        bounds = ["and", *(["<=", g, str(self.R)] for g in gap)]
        return ["all", "s", "real", ["implies", inside, bounds]]

    def bound(self, k: Json, s: Json, w: Json, sign: int) -> Json:
        """k (log s - w) <= (k eta + A)(s - 1)^2, or the same of w - log s."""
        gap = ["-", ["log", s], w] if sign > 0 else ["-", w, ["log", s]]
        by = ["+", ["*", str(self.eta), k], str(self.A)]
        return ["<=", ["*", k, gap], ["*", by, ["^", ["-", s, "1"], 2]]]

    @property
    def claim(self) -> Json:
        a, b = str(self.log.a), str(self.log.b)
        inside = [["<=", a, "s"], ["<=", "s", b], ["=", "w", self.written]]
        bounds = [self.bound("k", "s", "w", sign) for sign in (1, -1)]
        body = ["implies", ["and", *inside], ["and", *bounds]]
        return ["all", "s", "real", ["all", "w", "real", body]]

    def proof(self, context: Context, product: int) -> Node:
        """The proof of the lemma, where rule ``product`` is :func:`product_lemma`."""
        start = str(self.start)
        script = induct("k", start, self.claim, self.base(), self.step(product), self.then())
        return fill(context, script)

    # log s - P(s) at first

    def base(self) -> Node:
        k, c = self.start, self.large
        a, log = str(self.log.a), ["log", "s"]
        down, back = ["exp", ["-", log]], ["-", log]
        W = flint_poly(self.log.W)
        total = self.start * self.eta + self.A
        s, less = flint_poly([ZERO, ONE]), ["-", "s", "1"]

        def side(sign: int) -> Node:
            def write(f: Any, n: int) -> Any:
                is_ = f("w", "=", self.written)
                if sign > 0:  # log s - P <= s - 1 - P = - (s - 1)^2 W
                    q = flint_poly([total / k]) + W
                    scale, terms = self.terms(q, c / 8, f, "s", (self.log.a, self.log.b))
                    terms = [(t, used, [less, *squares]) for t, used, squares in terms]
                    rows = [(Fraction(scale) / k, [n], []), *terms]
                    line = f(["+", "1", log], "<=", ["exp", log])
                    rows.append((scale, [line], []))
                    return rows, [
                        (f(["exp", log], "=", "s"), str(scale)), (is_, str(-scale)),
                    ]  # fmt: skip
                # s (P - log s) <= s P + 1 - s = (s - 1)^2 (1 + s W)
                q = flint_poly([-ONE]) + s * (flint_poly([total / k]) - W)
                margin = self.log.a * c / 8
                scale, terms = self.terms(q, margin, f, "s", (self.log.a, self.log.b))
                terms = [(t, used, [less, *squares]) for t, used, squares in terms]
                at = f("0", "<", "s")
                rows = [(Fraction(scale) / k, [n, at], []), *terms]
                line = f(["+", "1", back], "<=", down)
                rows.append((scale, [line, at], []))
                unit = f(["exp", "0"], "=", ["*", ["exp", log], down])
                zero = f(["exp", "0"], "=", "1")
                return rows, [
                    (f(["exp", log], "=", "s"), ["*", str(-scale), down]),
                    (unit, str(-scale)),
                    (zero, str(scale)),
                    (is_, ["*", str(scale), "s"]),
                ]

            return fact(write)

        body = node("both", side(1), side(-1))
        zero = node("evaluate", bits=0)
        body = have(["=", ["exp", "0"], "1"], zero, body)
        body = axiom("exp-sum", [log, back], body)
        body = axiom("exp-line", [back], body)
        body = axiom("exp-line", [log], body)
        body = axiom("exp-log", ["s"], body, _known_positive("s"))
        body = self.framed("s", (self.log.a, self.log.b), body)
        above = fact(
            lambda f, n: ([(1, [n], []), (1, [f(a, "<=", "s")], []), (self.log.a, [], [])],)
        )
        body = have(["<", "0", "s"], above, body)
        return intro("s", intro("w", intro("", body)))

    def framed(self, name: str, ends: tuple[Fraction, Fraction], then: Node) -> Node:
        """The literals of a frame, from low <= name <= high."""
        frame = Frame(name, ends, ends)
        N, X, (low, high) = frame.common, frame.size, ends
        below, above = str(low), str(high)
        shows: list[tuple[Json, Any]] = [
            (["<=", str(low * N), ["*", str(N), name]],
             lambda f, n: ([(1, [n], []), (N, [f(below, "<=", name)], [])],)),
            (["<=", ["*", str(N), name], str(high * N)],
             lambda f, n: ([(1, [n], []), (N, [f(name, "<=", above)], [])],)),
            (["<=", str(-X), name],
             lambda f, n: ([(1, [n], []), (1, [f(below, "<=", name)], []), (low + X, [], [])],)),
            (["<=", name, str(X)],
             lambda f, n: ([(1, [n], []), (1, [f(name, "<=", above)], []), (X - high, [], [])],)),
        ]  # fmt: skip
        for show, write in reversed(shows):
            then = have(show, fact(write), then)
        return then

    def terms(
        self, q: Any, margin: Fraction, f: Any, name: str, ends: tuple[Fraction, Fraction]
    ) -> tuple[int, list[Any]]:
        """K and terms that add up to K q, q > 0 on [low, high]."""
        frame = Frame(name, ends, ends)
        N, X, (low, high) = frame.common, frame.size, ends
        try:
            K, found = positive(q, margin, frame)
        except NoSquares as stopped:
            raise NoLogarithm(str(stopped)) from None
        places = {
            LOW: lambda: f(str(low * N), "<=", ["*", str(N), name]),
            HIGH: lambda: f(["*", str(N), name], "<=", str(high * N)),
            BELOW: lambda: f(str(-X), "<=", name),
            ABOVE: lambda: f(name, "<=", str(X)),
        }
        numbers = {i: place() for i, place in places.items()}
        return K, [
            (c, [numbers[i] for i in used], [renamed(t, name) for t in squares])
            for c, used, squares in found
        ]

    # from r to s = r^2

    def step(self, product: int) -> Node:
        a, b, ra, rb = (str(q) for q in (self.log.a, self.log.b, self.ra, self.rb))
        root, square = ["sqrt", "s"], ["=", "s", ["*", "r", "r"]]
        P = written(fractions(self.P), "r")
        H = written(fractions(self.H), "r")
        E = ["*", ["^", ["-", "r", "1"], 2], H]
        powers = ["=", ["^", "r", 2 * self.block], ["^", "s", self.block]]
        gap: Json = ["-", ["*", "2", "u"], "w"]
        allowed = ["*", str(self.kappa), ["^", ["-", "r", "1"], 2]]
        apart = ["*", str(self.mu), ["^", ["-", "r", "1"], 2]], ["^", ["-", "s", "1"], 2]
        ends = self.ra, self.rb

        def last(sign: int) -> Node:
            def write(f: Any, n: int) -> Any:
                k, e, mu, A, start = "k", self.eta, self.mu, self.A, self.start
                more = f(str(start), "<=", k)  # k - start
                near, off = f(*parts(self.bound(k, "r", "u", sign))), f(*parts(within(sign)))
                T = f(apart[0], "<=", apart[1])
                K, both = ["-", k, str(start)], start * (start + 1)
                spare = (mu - 2) * e - self.kappa
                r = ["-", "r", "1"]
                rows: list[Any] = [
                    (1, [n, more], []), (start, [n], []),
                    (2, [near, more], []), (2 * (start + 1), [near], []),
                    (1, [off], [K]), (2 * start + 1, [off, more], []), (both, [off], []),
                    (e, [T], [K]), (e * (2 * start + 1) + A, [T, more], []),
                    (e * both + A * start, [T], []),
                    (spare, [], [K, r]), (spare * (2 * start + 1) + A * (mu - 2), [more], [r]),
                    (spare * both + A * ((mu - 2) * start - 2), [], [r]),
                ]  # fmt: skip
                sum_ = f(["log", "s"], "=", ["+", ["log", "r"], ["log", "r"]])
                return rows, [(sum_, ["*", str(sign), k, ["+", k, "1"]])]

            return fact(write)

        def within(sign: int) -> Json:
            return ["<=", gap if sign > 0 else ["-", gap], allowed]

        def difference(context: Context, goal: int) -> Node:
            f = lambda left, rel, right: known(context, left, rel, right)  # noqa: E731
            first, second = self.quotients()
            mult = [
                [f("u", "=", P), "-2"], [f("w", "=", self.written), "1"],
                [f(*parts(square)), first], [f(*parts(powers)), ["-", second]],
            ]  # fmt: skip
            return node("zero", lit=goal, terms=[["1", [], []]], mult=mult)

        def quotient(sign: int) -> Json:
            return ["<=", H if sign > 0 else ["-", H], str(self.kappa)]

        def bounded(sign: int) -> Node:
            def write(f: Any, n: int) -> Any:
                q = flint_poly([self.kappa]) - sign * self.H
                K, terms = self.terms(q, self.kappa / 8, f, "r", ends)
                return ([(K, [n], []), *terms],)

            return fact(write)

        def small(sign: int) -> Node:
            def write(f: Any, n: int) -> Any:
                rows = [(1, [n], []), (1, [f(*parts(quotient(sign)))], [["-", "r", "1"]])]
                return rows, [(f(gap, "=", E), str(sign))]

            return fact(write)

        def power(context: Context, goal: int) -> Node:
            at = known(context, *parts(square))
            by = _quotient([*[ZERO] * self.block, ONE])
            return node("zero", lit=goal, terms=[["1", [], []]], mult=[[at, by]])

        body = node("both", last(1), last(-1))
        # log s = 2 log r
        positive_ = fact(
            lambda f, n: ([(1, [n], []), (1, [f(ra, "<=", "r")], []), (self.ra, [], [])],)
        )
        premise = node("both", positive_, positive_, same(*_sides(square)))
        after = body
        body = use(product, ["r", "r", "s"], premise, after)
        for sign in (-1, 1):
            body = have(within(sign), small(sign), body)
        for sign in (-1, 1):
            body = have(quotient(sign), bounded(sign), body)
        body = have(["=", gap, E], closing(difference), body)
        body = have(powers, closing(power), body)
        # the claim at r
        more, less = self.ra - self.log.a, self.log.b - self.rb
        end = [
            fact(lambda f, n: ([(1, [n], []), (1, [f(ra, "<=", "r")], []), (more, [], [])],)),
            fact(lambda f, n: ([(1, [n], []), (1, [f("r", "<=", rb)], []), (less, [], [])],)),
        ]  # fmt: skip
        inside = node("both", *end, same("u", P))
        known_ = body
        body = look(lambda c: use(len(c.rules) - 1 - 2, ["r", "u"], inside, known_))
        body = named("u", P, body)

        def apart_(f: Any, n: int) -> Any:
            r, over_ = ["-", "r", "1"], f(ra, "<=", "r")
            rows = [
                (1, [n], []),
                (2 * (1 + self.ra), [over_], [r]),
                (1, [], [["*", r, ["-", "r", ra]]]),
            ]
            over = ["-", "2", ["+", ["*", "r", "r"], "s"]]
            return rows, [(f(*parts(square)), over)]

        body = have(["<=", *apart], fact(apart_), body)
        body = self.framed("r", ends, body)
        low = fact(lambda f, n: (
            [(1, [n, f("0", "<=", "r")], []), (self.ra, [n], []), (1, [f(a, "<=", "s")], []),
             (self.log.a - self.ra**2, [], [])],
            [(f(*parts(square)), "1")],
        ))  # fmt: skip
        high = fact(lambda f, n: (
            [(1, [n, f("0", "<=", "r")], []), (self.rb, [n], []), (1, [f("s", "<=", b)], []),
             (self.rb**2 - self.log.b, [], [])],
            [(f(*parts(square)), "-1")],
        ))  # fmt: skip
        body = have(["<=", ra, "r"], low, have(["<=", "r", rb], high, body))
        # r, the root of s
        show = ["and", ["<=", "0", "y"], ["=", "s", ["*", "y", "y"]]]
        is_root = node("both",
            fact(lambda f, n: ([(1, [n], []), (1, [f("0", "<=", root)], [])],)),
            same("s", ["*", root, root]))  # fmt: skip
        some = node("some", is_root, **{"is": root})
        inner = body
        opened = look(lambda c: node("obtain", inner, rule=len(c.rules) - 1, **{"as": "r"}))
        body = have(["some", "y", "real", show], some, opened)
        least = fact(
            lambda f, n: ([(1, [n], []), (1, [f(a, "<=", "s")], []), (self.log.a, [], [])],)
        )
        body = node("define", least, body, term=root)
        return intro("s", intro("w", intro("", body)))

    @property
    def block(self) -> int:
        return max(2, isqrt(self.P.degree()))

    def quotients(self) -> tuple[Json, Json]:
        """Q and S: P(s) - P(q) = (s - q) Q + (s^m - q^m) S at q = r^2, m the length of a block.

        First q stands for s inside of the blocks, then q^m for s^m.
        """
        P, m = fractions(self.P), self.block
        starts = range(0, len(P), m)
        first = [_shifted(_quotient(P[i : i + m]), i) for i in starts]
        second = [_shifted(written(P[i + m :], ["*", "r", "r"]), i) for i in starts if P[i + m :]]
        return ["+", "0", *first], ["+", "0", *second]

    # for a large k

    def then(self) -> Node:
        log, K = self.log, self.K
        a, b = str(log.a), str(log.b)
        low, high = ([a, "<=", "s"], ["s", "<=", b])
        premise = node("both",
            fact(lambda f, n: ([(1, [n], []), (1, [f(*low)], [])],)),
            fact(lambda f, n: ([(1, [n], []), (1, [f(*high)], [])],)),
            identity())  # fmt: skip

        def side(sign: int) -> Node:
            def write(f: Any, n: int) -> Any:
                near = f(*parts(self.bound(str(K), "s", self.written, sign)))
                one, two = f(*low), f(*high)
                c = self.eta * K + self.A
                rows: list[Any] = [(K, [n], []), (1, [near], []), (c, [one, two], [])]
                more = log.b - 1 - (1 - log.a)
                rows.append((c * abs(more), [two if more > 0 else one], []))
                return [*rows, (K * self.R - c * self.Y**2, [], [])]

            return fact(lambda f, n: (write(f, n),))

        sides = node("both", side(1), side(-1))
        at = look(lambda c: use(len(c.rules) - 1, ["s", self.written], premise, sides))
        # log s stands in the goal; the claim says that it is defined
        checked = node("evaluate", bits=0)
        body = intro("s", intro("", at))
        return look(lambda c: use(len(c.rules) - 1, [str(K)], checked, body))


def _sides(show: Json) -> tuple[Json, Json]:
    return show[1], show[2]


def _quotient(P: list[Fraction]) -> Json:
    """(P(s) - P(q))/(s - q) at q = r^2: s^i times the sum over j > i of P_j q^(j - 1 - i)."""
    value: Json = "0"
    for i in reversed(range(len(P) - 1)):
        inner = written(P[i + 1 :], ["*", "r", "r"])
        value = inner if value == "0" else ["+", inner, ["*", "s", value]]
    return value


def _shifted(term: Json, i: int) -> Json:
    return ["*", ["^", "s", i], term] if i else term


def renamed(term: Json, name: str) -> Json:
    """The term with x replaced by another name."""
    if isinstance(term, list):
        return [term[0], *(renamed(t, name) for t in term[1:])]
    return name if term == "x" else term


__all__ = ["Logarithm", "NoLogarithm", "Theorem", "product_lemma", "product_proof"]
