"""Taylor's theorem for exp, and for sin and cos, near 0, from the kernel's axioms alone.

    |f x - T(x)| <= R  for all x in [-h, h], h <= 1, T = sum_{j < N} of the Taylor series

By halving: exp(x) = exp(x/2)^2, sin(x) = 2 sin(x/2) cos(x/2), cos(x) = cos(x/2)^2 - sin(x/2)^2,
and T satisfies the same up to kappa z^2 with a tiny kappa, for |x| <= z <= h.  So with
g(z) = eta z + c eta z^2

    |f x - T(x)| <= g(z)  for |x| <= z <= n y0,   by induction on the integer n:

a bound g(z/2) at x/2 gives g(z) at x, since slopes are at most 1 there up to a multiple of z.
It begins at z <= y0 = h/2^M, where one box of the rule ``cover`` shows that f is a line up to
2 y0^2.  At n = 2^M it is the theorem, with R = g(h).  (The axioms alone would allow sin(x/2) in
the place of sin; the box excludes it.)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any

from proofs.kernel.check import open_statement
from proofs.kernel.context import Context
from proofs.supnorm._line_terms import closing, fill, known
from proofs.supnorm._line_terms import leaf as plain_leaf
from proofs.supnorm.squares import ABOVE, BELOW, monomials, written
from proofs.trees.script import Node, have, induct, intro, look, node, rule_index, statement, use

Json = Any
Poly = list[Fraction]
ZERO, ONE = Fraction(0), Fraction(1)
HALF: Json = ["*", "1/2", "x"]
MOST = 44
"""Largest number of terms of a Taylor polynomial."""


class NoTaylor(Exception):
    """The accuracy is not reached with so few terms, or on so long an interval."""


def leaf(terms: list[Any], mult: list[tuple[int, Json]] | None = None) -> Node:
    """A leaf, the negated goal last: the kernel adds up from the left, short terms first."""
    return plain_leaf([*terms[1:], terms[0]], mult)


def _add(*polys: Poly) -> Poly:
    return [sum((p[i] for p in polys if i < len(p)), ZERO) for i in range(max(map(len, polys)))]


def _scaled(p: Poly, c: Fraction | int) -> Poly:
    return [a * c for a in p]


def _product(p: Poly, q: Poly) -> Poly:
    found = [ZERO] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return found


def _halved(p: Poly) -> Poly:
    """p(x/2)."""
    return [c / 2**j for j, c in enumerate(p)]


def _largest(p: Poly, h: Fraction) -> Fraction:
    return sum((abs(c) * h**j for j, c in enumerate(p)), ZERO)


def _up(q: Fraction) -> Fraction:
    """A short number a little above q > 0."""
    k = max(0, q.denominator.bit_length() - q.numerator.bit_length()) + 6
    return Fraction(-((-q.numerator << k) // q.denominator), 1 << k)


def series(name: str, N: int) -> Poly:
    """The Taylor polynomial of exp, sin or cos, of degree below N."""
    sign = {"exp": (1, 1, 1, 1), "sin": (0, 1, 0, -1), "cos": (1, 0, -1, 0)}[name]
    found = [Fraction(sign[j % 4], factorial(j)) for j in range(N)]
    while not found[-1]:
        found.pop()
    return found


@dataclass(frozen=True)
class Taylor:
    """The theorem for ``names``: exp alone, or sin and cos together."""

    names: tuple[str, ...]
    N: int
    h: Fraction
    eta: Fraction
    kappa: Fraction
    c: Fraction

    @property
    def R(self) -> Fraction:
        return self.eta * self.h * (1 + self.c * self.h)

    @property
    def halvings(self) -> int:
        """M, with 6 y0 <= eta."""
        q = 6 * self.h / self.eta
        return max(1, q.numerator.bit_length() - q.denominator.bit_length() + 1)

    @property
    def y0(self) -> Fraction:
        return self.h / 2**self.halvings

    def off(self, name: str) -> Poly:
        """T at x by the formula from x/2, less T(x), over x^2."""
        half = {n: _halved(series(n, self.N)) for n in self.names}
        if name == "exp":
            by = _product(half["exp"], half["exp"])
        elif name == "sin":
            by = _scaled(_product(half["sin"], half["cos"]), 2)
        else:
            squares = _product(half["cos"], half["cos"]), _product(half["sin"], half["sin"])
            by = _add(squares[0], _scaled(squares[1], -1))
        return _add(by, _scaled(series(name, self.N), -1))[2:]

    def spare(self) -> Poly:
        """(g(z) - what the step allows)/z^2, as a polynomial in z."""
        e, c = self.eta, self.c
        half = [ZERO, e / 2, c * e / 4]
        g = [ZERO, e, c * e - self.kappa]
        if self.names == ("exp",):
            factor = _add([Fraction(2), ONE, Fraction(3, 10)], _scaled(half, 3))
            return _add(g, _scaled(_product(factor, half), -1))[2:]
        return _add(g, _scaled(_product(_add([Fraction(2), ONE], half), half), -1))[2:]


@lru_cache(maxsize=64)
def taylor(names: tuple[str, ...], h: Fraction, R: Fraction) -> Taylor:
    """The theorem with the fewest terms for this R.

    Raises:
        NoTaylor: more terms would be needed, or h > 1.
    """
    if h > 1:
        raise NoTaylor("an interval longer than [-1, 1]")
    c = Fraction(8 if names == ("exp",) and h > Fraction(1, 2) else 4)
    for N in range(4, MOST + 1, 2):
        found = Taylor(names, N, h, ONE, ONE, c)
        kappa = _up(max(_largest(found.off(name), h) for name in names))
        eta = 3 * kappa
        if eta * h * (1 + c * h) <= R:
            eta = _down(R / h / (1 + c * h), eta)
            found = Taylor(names, N, h, eta, kappa, c)
            spare = found.spare()
            if (
                spare[0] + sum((min(a, ZERO) * h ** (i + 1) for i, a in enumerate(spare[1:])), ZERO)
                < 0
            ):
                raise NoTaylor("the accuracy is too low")
            return found
    raise NoTaylor("more terms of the Taylor polynomial would be needed")


def _down(q: Fraction, least: Fraction) -> Fraction:
    """A power of two at most q, or ``least`` if that is above."""
    k = q.denominator.bit_length() - q.numerator.bit_length() + 1
    return max(least, Fraction(1, 2**k) if k >= 0 else ONE)


def _inside(x: Json, h: Fraction) -> Json:
    return ["and", ["<=", str(-h), x], ["<=", x, str(h)]]


def _close(name: str, T: Poly, bound: Json) -> list[Json]:
    """f x - T(x) <= bound and T(x) - f x <= bound."""
    f, t = [name, "x"], written(T, "x")
    return [["<=", ["-", f, t], bound], ["<=", ["-", t, f], bound]]


FULL, HALVED = {"exp": "w", "sin": "w", "cos": "y"}, {"exp": "u", "sin": "u", "cos": "v"}
"""Names for T(x) and for T(x/2): what is named is read by the kernel once."""


def _named_close(t: Taylor, bound: Json) -> list[Json]:
    """f x - w <= bound and w - f x <= bound, w the name of T(x)."""
    gaps = [([name, "x"], FULL[name]) for name in t.names]
    return [["<=", ["-", *pair], bound] for f, w in gaps for pair in ((f, w), (w, f))]


def _names(t: Taylor, premises: list[Json], conclusions: list[Json], *more: str) -> Json:
    """For all x, ``more`` and w = T(x): the premises imply the conclusions."""
    equal = [["=", FULL[name], written(series(name, t.N), "x")] for name in t.names]
    body: Json = ["implies", ["and", *premises, *equal], ["and", *conclusions]]
    for name in ("x", *more, *(FULL[n] for n in t.names))[::-1]:
        body = ["all", name, "real", body]
    return body


def lemma(t: Taylor) -> Json:
    """For all x in [-h, h]: f x - T(x) <= R and T(x) - f x <= R, for each f."""
    parts = [p for name in t.names for p in _close(name, series(name, t.N), str(t.R))]
    return ["all", "x", "real", ["implies", _inside("x", t.h), ["and", *parts]]]


@lru_cache(maxsize=16)
def proof(t: Taylor, before: tuple[Taylor, ...] = ()) -> Node:
    """The proof of :func:`lemma`, to stand where nothing else is known than those ``before``."""
    claim, context = _claim(t), open_statement(statement({}, [lemma(b) for b in before], lemma(t)))
    script = have(_near(t), _proof_near(t), induct("k", "1", claim, _base(t), _step(t), _then(t)))
    return fill(context, script)


def _g(t: Taylor) -> Json:
    return ["*", "z", ["+", str(t.eta), ["*", str(t.c * t.eta), "z"]]]


def _claim(t: Taylor) -> Json:
    premises = [
        ["<=", "z", str(t.h)],
        ["<=", str(t.y0), ["*", "2", "z"]],
        ["<=", "z", ["*", "k", str(t.y0)]],
        ["<=", ["-", "z"], "x"],
        ["<=", "x", "z"],
    ]
    return _names(t, premises, _named_close(t, _g(t)), "z")


def _both(parts: list[Node]) -> Node:
    return parts[0] if len(parts) == 1 else node("both", *parts)


# |x| <= y0


def _near(t: Taylor) -> Json:
    return _names(t, list(_inside("x", t.y0)[1:]), _named_close(t, str(3 * t.y0**2)))


def _proof_near(t: Taylor) -> Node:
    y0, sides = t.y0, []
    bits = 2 * y0.denominator.bit_length() + 16
    for name in t.names:
        T = series(name, t.N)
        line = written(T[:2], "x")
        for sign in (1, -1):
            f = [name, "x"]
            gap = ["-", f, line] if sign > 0 else ["-", line, f]
            show = ["<=", gap, str(2 * y0**2)]
            cover = node("cover", on="x", cuts=[str(-y0), str(y0)], bits=min(bits, 1024))
            sides.append(have(show, cover, closing(_line(name, T, sign, y0, show))))
    return _intro(t, _both(sides))


def _intro(t: Taylor, then: Node, *more: str) -> Node:
    then = intro("", then)
    for name in ("x", *more, *(FULL[n] for n in t.names))[::-1]:
        then = intro(name, then)
    return then


def _line(name: str, T: Poly, sign: int, y0: Fraction, show: Json) -> Any:
    def close(context: Context, goal: int) -> Node:
        low, high = known(context, str(-y0), "<=", "x"), known(context, "x", "<=", str(y0))
        bend = _add([ONE], _scaled(T[2:], sign))  # sign (T - line) = x^2 (bend - 1)
        parts: list[Any] = [(1, [goal], []), (1, [known(context, *_relation(show))], [])]
        parts += [(1, [low, high], [])]
        parts += _positive(bend, y0, {BELOW: low, ABOVE: high}, 1)
        return leaf(parts, [(known(context, FULL[name], "=", written(T, "x")), str(-sign))])

    return close


def _relation(show: Json) -> tuple[Json, str, Json]:
    return show[1], show[0], show[2]


def _positive(q: Poly, h: Fraction, places: dict[int, int], power: int = 0) -> list[Any]:
    """Terms that add up to q(x) x^(2 power), where q > 0 on [-h, h]."""
    found = []
    for c, used, own in monomials(q, h, []):
        i, rest = power, list(own)
        if rest and rest[0] == "x":
            i, rest = i + 1, rest[1:]
        elif rest and rest[0][0] == "^":
            i, rest = i + rest[0][2], rest[1:]
        x: list[Json] = ["x"] if i == 1 else [["^", "x", i]] if i else []
        found.append((Fraction(c), [places[k] for k in used], [*x, *rest]))
    return found


def _by_near(t: Taylor, strict: bool) -> Node:
    """The claim where z <= y0."""
    y0 = str(t.y0)

    def end(sign: int) -> Any:
        def close(context: Context, goal: int) -> Node:
            own = (["-", "z"], "<=", "x") if sign < 0 else ("x", "<=", "z")
            small = known(context, "z", "<", y0) if strict else known(context, "z", "<=", y0)
            return leaf([(1, [goal], []), (1, [known(context, *own)], []), (1, [small], [])])

        return closing(close)

    def side(which: int) -> Node:
        def close(context: Context, goal: int) -> Node:
            near = _named_close(t, str(3 * t.y0**2))[which]
            least = known(context, y0, "<=", ["*", "2", "z"])
            parts: list[Any] = [(1, [goal], []), (1, [known(context, *_relation(near))], [])]
            parts += [(t.eta / 2, [least], []), (t.c * t.eta, [], ["z"])]
            return leaf([*parts, (t.eta * t.y0 / 2 - 3 * t.y0**2, [], [])])

        return closing(close)

    sides = node("both", *map(side, range(2 * len(t.names))))
    same = [_same(FULL[n], series(n, t.N)) for n in t.names]
    at = ["x", *(FULL[n] for n in t.names)]
    premise = node("both", end(-1), end(1), *same)
    return look(lambda context: use(_rule(context, t, 1), at, premise, sides))


def _same(name: str, T: Poly) -> Node:
    """name = T(x), which is known."""

    def close(context: Context, goal: int) -> Node:
        at = known(context, name, "=", written(T, "x"))
        return node("zero", lit=goal, terms=[["1", [], []]], mult=[[at, "-1"]])

    return closing(close)


def _rule(context: Context, t: Taylor, more: int) -> int:
    """The last hypothesis about all x and ``more - 1`` others, and the names."""

    def pick(rule: Any) -> bool:
        count = 0
        while rule[0] == "all" and rule[2] == "real":
            rule, count = rule[3], count + 1
        return count == more + len(t.names) and rule[0] == "implies"

    return rule_index(context, pick)


def _base(t: Taylor) -> Node:
    return _intro(t, _by_near(t, False), "z")


def _step(t: Taylor) -> Node:
    above = look(lambda context: _halve(t))
    split = node("split", above, _by_near(t, True), on=["-", "z", str(t.y0)])
    return _intro(t, split, "z")


def _axiom(name: str, at: list[Json], then: Node) -> Node:
    return node("axiom", look(lambda context: use(len(context.rules) - 1, at, then)), name=name)


def _named(name: str, term: Json, then: Node) -> Node:
    """A name for a term."""
    equal = closing(lambda context, goal: node("zero", lit=goal, terms=[["1", [], []]], mult=[]))
    fresh = name + "0"
    show = ["some", fresh, "real", ["=", fresh, term]]
    opened = look(
        lambda context: node(
            "obtain", then, rule=rule_index(context, lambda r: r[0] == "some"), **{"as": name}
        )
    )
    return have(show, node("some", equal, **{"is": term}), opened)


class _Facts:
    """Lookups in the context of the step."""

    def __init__(self, t: Taylor, context: Context) -> None:
        self.t, self.context = t, context

    def __call__(self, left: Json, rel: str, right: Json) -> int:
        return known(self.context, left, rel, right)

    @property
    def low(self) -> int:
        return self(["-", "z"], "<=", "x")

    @property
    def high(self) -> int:
        return self("x", "<=", "z")

    @property
    def places(self) -> dict[int, int]:
        return {BELOW: self(str(-self.t.h), "<=", "x"), ABOVE: self("x", "<=", str(self.t.h))}


def _halve(t: Taylor) -> Node:
    """The claim at x, z from that at x/2, z/2."""
    y0, h = str(t.y0), str(t.h)
    names = {n: HALVED[n] for n in t.names}
    half = {n: _halved(series(n, t.N)) for n in t.names}
    G = ["*", "z", ["+", str(t.eta / 2), ["*", str(t.c * t.eta / 4), "z"]]]

    def fact(write: Any) -> Node:
        return closing(lambda context, goal: leaf(*write(_Facts(t, context), goal)))

    premises = [
        fact(lambda f, n: ([(2, [n], []), (1, [f("z", "<=", h)], []), (t.h, [], [])],)),
        fact(lambda f, n: ([(1, [n], []), (1, [f(y0, "<=", "z")], [])],)),
        fact(
            lambda f, n: (
                [
                    (2, [n], []),
                    (1, [f("z", "<=", ["*", ["+", "k", "1"], y0])], []),
                    (t.y0, [f("1", "<=", "k")], []),
                ],
            )
        ),
        fact(lambda f, n: ([(2, [n], []), (1, [f.low], [])],)),
        fact(lambda f, n: ([(2, [n], []), (1, [f.high], [])],)),
    ]
    steps: list[tuple[Json, Node]] = []

    def have_(show: Json, write: Any) -> None:
        steps.append((show, fact(write)))

    def is_(f: _Facts, n: str) -> int:
        return f(names[n], "=", written(half[n], "x"))

    for n in t.names:
        off, by = t.off(n), _by_formula(n, names)
        first = next(i for i, a in enumerate(off) if a)
        gap = ["-", by, FULL[n]]
        D = written([ZERO, ZERO, *off], "x")
        steps.append((["=", gap, D], _equation(t, n, names, half)))
        for sign in (1, -1):
            if off[first] * sign < 0 and first % 2 == 0:  # then sign off <= 0 everywhere
                kappa, rest, power = ZERO, _scaled(off[first:], -sign), 1 + first // 2
            else:
                kappa, rest, power = t.kappa, _add([t.kappa], _scaled(off, -sign)), 1
            have_(
                ["<=", gap if sign > 0 else ["-", gap], _allowed(kappa)],
                lambda f, m, kappa=kappa, rest=rest, power=power, sign=sign, gap=gap, D=D: (
                    [
                        (1, [m], []),
                        (kappa, [f.low, f.high], []),
                        *_positive(rest, t.h, f.places, power),
                    ],
                    [(f(gap, "=", D), str(sign))],
                ),
            )
    sides = (_exp_sides if t.names == ("exp",) else _wave_sides)(t, names, half, have_, is_, G)
    body: Node = node("both", *(closing(side) for side in sides))
    for show, how in reversed(steps):
        body = have(show, how, body)
    for name in ("exp-sum",) if t.names == ("exp",) else ("sin-sum", "cos-sum"):
        body = _axiom(name, [HALF, HALF], body)
    same = [_same(u, half[n]) for n, u in names.items()]
    at = [HALF, ["*", "1/2", "z"], *names.values()]
    conclusion = body

    def instance(context: Context) -> Node:
        return use(_rule(context, t, 2), at, node("both", *premises, *same), conclusion)

    body = look(instance)
    for n, u in reversed(names.items()):
        body = _named(u, written(half[n], "x"), body)
    before: list[tuple[Json, Any]] = [
        (
            ["<", "0", "z"],
            lambda f, n: ([(1, [n], []), (1, [f(y0, "<=", "z")], []), (t.y0, [], [])],),
        ),
        (
            ["<=", str(-t.h), "x"],
            lambda f, n: ([(1, [n], []), (1, [f.low], []), (1, [f("z", "<=", h)], [])],),
        ),
        (
            ["<=", "x", h],
            lambda f, n: ([(1, [n], []), (1, [f.high], []), (1, [f("z", "<=", h)], [])],),
        ),
    ]
    for show, write in reversed(before):
        body = have(show, fact(write), body)
    return body


def _gap(f: Json, T: Json, sign: int) -> Json:
    return ["-", f, T] if sign > 0 else ["-", T, f]


def _formula(f: _Facts, n: str, names: dict[str, str], sign: int) -> list[Any]:
    """kappa z^2 - sign (formula in u, v - T(x)) >= 0."""
    gap = ["-", _by_formula(n, names), FULL[n]]
    gap = gap if sign > 0 else ["-", gap]
    try:
        return [(1, [f(gap, "<=", "0")], []), (f.t.kappa, [], ["z"])]
    except LookupError:
        return [(1, [f(gap, "<=", _allowed(f.t.kappa))], [])]


def _by_formula(n: str, names: dict[str, str]) -> Json:
    if n == "exp":
        return ["^", "u", 2]
    u, v = names["sin"], names["cos"]
    return ["*", "2", u, v] if n == "sin" else ["-", ["^", v, 2], ["^", u, 2]]


def _allowed(kappa: Fraction) -> Json:
    return ["*", str(kappa), ["^", "z", 2]] if kappa else "0"


def _equation(t: Taylor, n: str, names: dict[str, str], half: dict[str, Poly]) -> Node:
    """The formula in u, v less w is a polynomial in x."""

    def close(context: Context, goal: int) -> Node:
        f = _Facts(t, context)

        def is_(q: str) -> int:
            return f(names[q], "=", written(half[q], "x"))

        full = f(FULL[n], "=", written(series(n, t.N), "x"))
        if n == "exp":
            mult = [(is_("exp"), ["-", ["+", "u", written(half["exp"], "x")]])]
        else:
            u, v = names["sin"], names["cos"]
            S, C = written(half["sin"], "x"), written(half["cos"], "x")
            if n == "sin":  # u v - S C = (u - S) v + S (v - C)
                mult = [(is_("sin"), ["*", "-2", v]), (is_("cos"), ["*", "-2", S])]
            else:
                mult = [(is_("cos"), ["-", ["+", v, C]]), (is_("sin"), ["+", u, S])]
        parts = [[i, q] for i, q in [*mult, (full, "1")]]
        return node("zero", lit=goal, terms=[["1", [], []]], mult=parts)

    return closing(close)


def _last(t: Taylor, f: _Facts) -> list[Any]:
    """Terms for spare(z) z^2, which falls from z = 0 on."""
    spare = t.spare()
    room, z = f("z", "<=", str(t.h)), f("0", "<", "z")
    total, parts = spare[0], list[Any]()
    for i, a in enumerate(spare[1:], 1):
        if a >= 0:
            parts.append((a, [z] if i % 2 else [], [["^", "z", 1 + i // 2]]))
            continue
        total += a * t.h**i
        for j in range(i):
            square = ["^", "z", 1 + j // 2] if j > 1 else "z"
            parts.append((-a * t.h ** (i - 1 - j), [room, z] if j % 2 else [room], [square]))
    return [*parts, (total, [], ["z"])]


def _exp_sides(
    t: Taylor, names: Any, half: dict[str, Poly], have_: Any, is_: Any, G: Json
) -> list[Any]:
    e, T = ["exp", HALF], half["exp"]
    upper = ["+", "1", ["*", "1/2", "z"], ["*", "3/20", ["^", "z", 2]]]
    have_(
        ["<=", "u", upper],
        lambda f, n: (
            [
                (1, [n], []),
                (Fraction(1, 2), [f.high], []),
                (Fraction(3, 20), [f.low, f.high], []),
                *_positive(_add([Fraction(3, 20)], _scaled(T[2:], -1)), t.h, f.places, 1),
            ],
            [(is_(f, "exp"), "1")],
        ),
    )

    def side(sign: int) -> Any:
        def close(context: Context, goal: int) -> Node:
            f = _Facts(t, context)
            D = {i: f(_gap(e, "u", i), "<=", G) for i in (1, -1)}  # G - i (e - u) >= 0
            up, z, positive = f("u", "<=", upper), f("0", "<", "z"), f("0", "<", e)
            # G + u + e = (G - e + u) + 2 e >= 0 times G - sign (e - u), and 2 G (upper - u);
            # what is left over is 2 G^2, or what pays for e in the place of u
            parts: list[Any] = [
                (1, [goal], []),
                *_formula(f, "exp", names, sign),
                (1, [D[1], D[sign]], []),
                (2, [positive, D[sign]], []),
                (t.eta, [z, up], []),
                (t.c * t.eta / 2, [up], ["z"]),
            ]
            if sign > 0:
                parts.append((2, [], [G]))
            else:
                parts += [(t.eta, [z, D[1]], []), (t.c * t.eta / 2, [D[1]], ["z"])]
            # exp x = e e stands as a literal e e - exp x = 0
            return leaf([*parts, *_last(t, f)], [(f(["exp", "x"], "=", ["*", e, e]), str(sign))])

        return close

    return [side(1), side(-1)]


def _wave_sides(
    t: Taylor, names: dict[str, str], half: dict[str, Poly], have_: Any, is_: Any, G: Json
) -> list[Any]:
    s, c, u, v = ["sin", HALF], ["cos", HALF], names["sin"], names["cos"]
    ratio = half["sin"][1:]
    for sign in (1, -1):  # z/2 -+ u = ((z + x)(1/2 -+ r) + (z - x)(1/2 +- r))/2 with u = x r
        have_(
            ["<=", u if sign > 0 else ["-", u], ["*", "1/2", "z"]],
            lambda f, n, sign=sign: (
                [
                    (1, [n], []),
                    *_times(Fraction(1, 2), f.low, _margin(ratio, -sign, t.h, f.places)),
                    *_times(Fraction(1, 2), f.high, _margin(ratio, sign, t.h, f.places)),
                ],
                [(is_(f, "sin"), str(sign))],
            ),
        )
    for sign in (1, -1):
        have_(
            ["<=", v if sign > 0 else ["-", v], "1"],
            lambda f, n, sign=sign: (
                [(1, [n], []), *_unit(_scaled(half["cos"], -sign), t.h, f.places)],
                [(is_(f, "cos"), str(sign))],
            ),
        )

    def near(f: _Facts, of: Json, by: str, sign: int) -> int:
        """G -+ (of - by) >= 0."""
        return f(_gap(of, by, sign), "<=", G)

    def unit(f: _Facts, at: Json, sign: int) -> int:
        """1 - sign at >= 0."""
        return f(at, "<=", "1") if sign > 0 else f("-1", "<=", at)

    def pair(
        parts: list[Any], a: Fraction | int, first: tuple[int, int], second: tuple[int, int]
    ) -> None:
        parts += [(a, [first[0], second[1]], []), (a, [first[1], second[0]], [])]

    def sine(sign: int) -> Any:
        def close(context: Context, goal: int) -> Node:
            f = _Facts(t, context)
            parts: list[Any] = [(1, [goal], []), *_formula(f, "sin", names, sign)]
            S = near(f, s, u, sign), near(f, s, u, -sign)
            C = near(f, c, v, sign), near(f, c, v, -sign)
            # 2 G - 2 sign (s - u) c and z G - 2 sign u (c - v)
            pair(parts, 1, S, (unit(f, c, 1), unit(f, c, -1)))
            a = f(u, "<=", ["*", "1/2", "z"]), f(["-", u], "<=", ["*", "1/2", "z"])
            pair(parts, 1, C, a)
            sum_ = f(["sin", "x"], "=", ["+", ["*", s, c], ["*", c, s]])
            parts += _slack(t, f)
            return leaf([*parts, *_last(t, f)], [(sum_, str(sign))])

        return close

    def cosine(sign: int) -> Any:
        def close(context: Context, goal: int) -> Node:
            f = _Facts(t, context)
            half_ = Fraction(1, 2)
            parts: list[Any] = [(1, [goal], []), *_formula(f, "cos", names, sign)]
            C = near(f, c, v, sign), near(f, c, v, -sign)
            S = near(f, s, u, -sign), near(f, s, u, sign)
            # G - sign (c - v) c, G - sign (c - v) v, z G + 2 sign (s - u) u
            pair(parts, half_, C, (unit(f, c, 1), unit(f, c, -1)))
            pair(parts, half_, C, (f(v, "<=", "1"), f(["-", v], "<=", "1")))
            a = f(u, "<=", ["*", "1/2", "z"]), f(["-", u], "<=", ["*", "1/2", "z"])
            pair(parts, 1, S, a)
            if sign > 0:  # G^2 >= 0 is left over, and (s - u)^2
                parts += [(1, [], [["-", s, u]]), (1, [], [G])]
            else:
                parts += [(1, [S[0], S[1]], [])]
            sum_ = f(["cos", "x"], "=", ["-", ["*", c, c], ["*", s, s]])
            return leaf([*parts, *_last(t, f)], [(sum_, str(sign))])

        return close

    return [sine(1), sine(-1), cosine(1), cosine(-1)]


def _slack(t: Taylor, f: _Facts) -> list[Any]:
    """G^2, which the sine does not need."""
    G = ["*", "z", ["+", str(t.eta / 2), ["*", str(t.c * t.eta / 4), "z"]]]
    return [(1, [], [G])]


def _margin(ratio: Poly, sign: int, h: Fraction, places: dict[int, int]) -> list[Any]:
    """1/2 + sign r >= 0, where r = 1/2 - x^2/48 + ..."""
    q = _add([Fraction(1, 2)], _scaled(ratio, sign))
    if q[0]:
        return _positive(q, h, places)
    return _positive(q[2:], h, places, 1)


def _unit(q: Poly, h: Fraction, places: dict[int, int]) -> list[Any]:
    """1 + q >= 0, where q is 1 or -1 at 0 and even."""
    q = _add([ONE], q)
    return _positive(q, h, places) if q[0] else _positive(q[2:], h, places, 1)


def _times(c: Fraction, literal: int, terms: list[Any]) -> list[Any]:
    return [(c * a, [literal, *used], squares) for a, used, squares in terms]


def _then(t: Taylor) -> Node:
    """The claim at k = 2^M, z = h."""
    K = 2**t.halvings

    def own(sign: int) -> Node:
        def close(context: Context, goal: int) -> Node:
            end = (str(-t.h), "<=", "x") if sign < 0 else ("x", "<=", str(t.h))
            return leaf([(1, [goal], []), (1, [known(context, *end)], [])])

        return closing(close)

    checked = node("evaluate", bits=0)
    equal = closing(lambda context, goal: node("zero", lit=goal, terms=[["1", [], []]], mult=[]))
    premise = node("both", checked, checked, checked, own(-1), own(1), *[equal] * len(t.names))
    at = ["x", str(t.h), *(written(series(name, t.N), "x") for name in t.names)]

    def side(name: str, which: int) -> Node:
        def close(context: Context, goal: int) -> Node:
            at = _close(name, series(name, t.N), str(t.R))[which]
            return leaf([(1, [goal], []), (1, [known(context, *_relation(at))], [])])

        return closing(close)

    sides = node("both", *(side(name, i) for name in t.names for i in (0, 1)))
    at_x = look(lambda context: use(len(context.rules) - 1, at, premise, sides))
    body = intro("x", intro("", at_x))
    return look(lambda context: use(len(context.rules) - 1, [str(K)], checked, body))


__all__ = ["NoTaylor", "Taylor", "lemma", "proof", "series", "taylor"]
