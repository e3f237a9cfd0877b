"""One token and one coordinate: data for theorems on continuous functions on a compact set.

What meets the hypotheses has cal(X) = [0, 1]; each control drops one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from constructions.terms import Term, conj, every, exists, implies, var
from proofs.claims import Reading
from proofs.library.exponential import axiom
from proofs.library.vectors import ONE, S, fact, opened, shown_by, summands
from proofs.sumformer.closure import intros
from proofs.trees.leaves import given
from proofs.trees.script import Json, Node, auto, case, define, have, intro, lemmas, node, split

Function = Callable[[Term], Term]
Functions = dict[str, tuple[tuple[str, ...], Json]]
Proofs = Mapping[int, Callable[[], Node]]
ZERO, HALF = S.const(0), S.const(Fraction(1, 2))
_N, _s, _t, _k, _u = (var(name) for name in ("N", "s", "t", "k", "u"))
NUMBERS: dict[str, int] = {"n": 1, "d": 1, "B": 2, "eps": 1, "beta": 1}


def readings(first: int) -> tuple[Reading, ...]:
    """Of the hypotheses ``COMPACT`` from number ``first`` on."""
    texts = (
        (
            "$cal(X) subset RR^d$",
            "points of $RR^d$ are numbered by reals: $x(y, k)$ is coordinate $k$ of the point $y$, "
            '$"mv"(y, k, u)$ the point with $u$ for it',
        ),
        ("", "its other coordinates stay"),
        (
            "sequences $X in cal(X)^n$",
            "every real $t$ names a token of $cal(X)$, with the coordinates $c(t, k)$, every real "
            '$s$ a sequence of $n$ tokens, and $"put"(s, l, t)$ the one with $t$ for token $l$',
        ),
        ("", "its other tokens stay"),
        ("$cal(X)$ is compact: bounded", "by some $beta$, in each coordinate"),
        ("and closed", "around a point that is no token there is a cube without tokens"),
    )
    return tuple(Reading(text, ("given", first + m), note) for m, (text, note) in enumerate(texts))


def cell(token: Term) -> Term:
    """floor(N (c + beta)), the number of the cell of a token with this coordinate."""
    return S.floor(_N * (token + 1))


def power(of: Term) -> Term:
    """2^h."""
    return S.exp(of * S.log(S.const(2)))


def data(token: Function, value: Function, numbered: bool = True) -> Functions:
    """n = d = 1: ``token(t)`` is the coordinate of token t, ``value(s)`` f at the sequence s."""
    own = cell(token(_t)) if numbered else ZERO
    other = cell(token(_s)) if numbered else ZERO
    return {
        "tok": (("s", "j"), "s"),
        "c": (("t", "k"), token(_t).json),
        "perm": (("p", "j"), "j"),
        "act": (("p", "s"), "s"),
        "tr": (("a", "b"), "0"),
        "x": (("y", "k"), "y"),
        "mv": (("y", "k", "u"), "u"),
        "put": (("s", "i", "t"), "t"),
        "f": (("s", "i", "m"), value(_s).json),
        "cl": (("N", "k", "t"), (_k * own).json),
        "W": (("u",), power(_u).json),
        "Sg": (("N", "s"), power(S.floor(other)).json),
    }


def clamped(t: Term) -> Term:
    """The token of [0, 1] with the name t."""
    return S.maximum(ZERO, S.minimum(ONE, t))


def in_cases(of: Term, leaf: Node) -> Node:
    return case(S.minimum(ONE, of).json, *[case(clamped(of).json, leaf, leaf)] * 2)


# --- proofs that the data meet the hypotheses -----------------------------------------------------


def _no_other(names: str, index: str, other: str) -> Node:
    """Two indices of 1..1 do not differ."""
    return intros(f"{names} .", node("finite", node("finite", auto("1 is 1"), on=other, **ENDS),
                                     on=index, **ENDS))  # fmt: skip


ENDS = {"from": 1, "to": 1}


def kept() -> Node:
    return _no_other("y0 h0 u0 a0", "h0", "a0")


def others() -> Node:
    return _no_other("s0 l0 t0 h0", "l0", "h0")


def bounded() -> Node:
    """|c| <= 1."""
    size = S.abs(clamped(var("t0")))
    return intros("t0 h0 .", in_cases(var("t0"), case(size.json, auto("<= 1"), auto(">= -1"))))


def apart(token: Function, point: Term) -> Json:
    """The premise of ``CLOSED``."""
    off = token(_t).differs(point)
    return every("t", "real", exists("k", "int", conj(_k >= 1, _k <= 1, off)))


def used_at(token: Function, point: Term, name: Term, then: Node) -> Node:
    """The token of this name is not the point."""
    inside = exists("k", "int", conj(_k >= 1, _k <= 1, token(name).differs(point)))
    return fact(apart(token, point), [name], opened(inside, "h0", then))


def closed() -> Node:
    """A point off [0, 1] is half its distance away from it."""
    y, t = var("y0"), var("t0")
    gap = S.abs(clamped(y) - y) / 2
    size = S.abs(clamped(t) - y)
    far = in_cases(t, case(size.json, auto("far"), auto("far")))
    nothing = have((clamped(y) - y).equals(0), auto("0"), auto("it is a token"))
    positive = split((-gap).json, nothing, auto("> 0"))
    shown = shown_by(
        gap,
        node(
            "both",
            given(),
            intro("t0", shown_by(ONE, node("both", auto("1"), auto("1"), far))),
        ),
    )
    shown = have(gap > 0, positive, shown)
    either = case(S.abs(clamped(y) - y).json, shown, shown)
    return intros("y0 .", used_at(clamped, y, y, in_cases(y, either)))


def close_by(token: Function, one: Term, other: Term, gap: Term) -> Json:
    """All coordinates are within ``gap``."""
    i = var("i")
    near = S.abs(token(one) - token(other)) <= gap
    inside = implies(conj(i >= 1, i <= 1, _k >= 1, _k <= 1), near)
    return every("i", "int", every("k", "int", inside))


@dataclass(frozen=True)
class Modulus:
    """How a function is seen to be continuous, where its argument has the name s."""

    gap: Callable[[Term, Term], Term]  #: delta, of s and eta
    positive: Node
    leaf: Callable[[Term, Term], Node]  #: of s and another argument within delta
    known: Callable[[Node], Node] = lambda then: then  #: what the first two need


#: of c: eta
ITSELF = Modulus(lambda s, eta: eta, auto("eta > 0"), lambda s, z: auto("<= eta"))


def continuous(token: Function, by: Modulus, sequence: bool = True) -> Node:
    """f is continuous, as a function of this coordinate of s0."""
    eta, one, other = var("eta0"), var("s0"), var("z0")
    gap = by.gap(one, eta)
    used = fact(
        close_by(token, one, other, gap),
        [ONE, ONE],
        by.leaf(one, other),
        node("both", *[auto("1")] * 4),
    )
    inside = intros("z0 . i0 m0 ." if sequence else "z0 .", used)
    shown = shown_by(gap, node("both", by.positive, inside))
    return intros("eta0 s0 .", by.known(shown))


def identity() -> Node:
    """f = c, with delta = eta."""
    return continuous(clamped, ITSELF)


def no_digits() -> Node:
    """cl(N, 0, t) = 0."""
    return intros("N0 t0", auto("0 times a cell"))


def one_digit() -> Node:
    """cl(N, 1, t) = floor(N (c + 1))."""
    return intros("N0 t0 h0 .", node("finite", auto("one digit"), on="h0", **{"from": 0, "to": 0}))


def powers() -> Node:
    """e^((u + 1) log 2) = 2 e^(u log 2)."""
    logarithm = S.log(S.const(2))
    two = axiom("exp-log", [S.const(2)], auto("2 e^(u log 2)"), premises=1)
    return intros("u0 .", axiom("exp-sum", [var("u0") * logarithm, logarithm], two))


def first_power() -> Node:
    return axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))


def one_summand() -> Node:
    return intros("N0 s0 .", summands(1, auto("one summand")))


def met_compact(first: int) -> dict[int, Callable[[], Node]]:
    """The hypotheses ``COMPACT`` from ``first`` on, where the tokens are those of [0, 1]."""
    return {first + 1: kept, first + 3: others, first + 4: bounded, first + 5: closed}


def met(first: int, f: int, cells: int) -> dict[int, Callable[[], Node]]:
    """``COMPACT`` from ``first`` on, f, and the cells from ``cells`` on."""
    return {**met_compact(first), f: identity, cells: no_digits, cells + 1: one_digit}


# --- two sequences in one cell --------------------------------------------------------------------

_a, _b = var("a"), var("b")
EXP_EQUAL = every(
    "a", "real", every("b", "real", implies(_a.equals(_b), S.exp(_a).equals(S.exp(_b))))
)


def exp_equal(then: Node) -> Node:
    """Equal numbers have equal exponentials; then go on."""
    one, other = var("a0"), var("b0")
    line = axiom("exp-line", [one - other], axiom("exp-line", [other - one], auto("equal")))
    sums = axiom("exp-sum", [other, one - other], axiom("exp-sum", [one, other - one], line))
    return have(EXP_EQUAL, intros("a0 b0 .", sums), then)


def floor_is(of: Term, value: Term, then: Node) -> Node:
    """floor(of) = value, an integer, from value <= of < value + 1; then go on."""
    level = S.floor(of)
    proof = split(
        (level - value - 1).json,
        auto("not above"),
        split((level - value).json, auto("equal"), auto("not below")),
    )
    return have(level.equals(value), proof, then)


def same_cell(size: Term, one: Term, other: Term, value: Term, then: Node) -> Node:
    """The tokens with these coordinates lie in cell ``value``; then go on."""
    for token in (other, one):
        level = S.floor(size * (token + 1))
        then = floor_is(size * (token + 1), value, floor_is(level, value, then))
    return then


def two_apart(size: Term, one: Term, other: Term, tokens: tuple[Term, Term], value: Term,
              gap: Node, sequence: bool = True) -> Node:  # fmt: skip
    """Two sequences in the cell ``value`` with values of f that are more than 1/2 apart."""
    levels = [S.floor(S.floor(size * (token + 1))) * S.log(S.const(2)) for token in tokens]
    sums = fact(EXP_EQUAL, levels[::-1], auto("equal sums"), auto("equal cells"))
    index = [auto("1")] * 4 if sequence else []
    cells = [auto("the cell")] if sequence else []
    there = shown_by(other, node("both", node("both", *index, *cells, sums), gap)
                     if sequence else node("both", sums, gap))  # fmt: skip
    proof = shown_by(one, shown_by(ONE, shown_by(ONE, there)) if sequence else there)
    return same_cell(size, *tokens, value, proof)


def at_zero(s: Term) -> Term:
    """1 at the token 0, and 0 elsewhere."""
    return 1 - S.sign(clamped(s))


def jump(size: Term, sequence: bool = True) -> Node:
    """c = 0 and c = 1/(2 N) lie in cell N."""
    near = 1 / (2 * size)
    gap = S.abs(at_zero(ZERO) - at_zero(near))
    tokens = clamped(ZERO), clamped(near)
    leaf = two_apart(size, ZERO, near, tokens, size, case(gap.json, auto("1"), auto("1")), sequence)
    leaf = have(S.sign(tokens[1]).equals(1), case(S.sign(tokens[1]).json, *[auto("> 0")] * 3), leaf)
    leaf = have(S.sign(tokens[0]).equals(0), case(S.sign(tokens[0]).json, *[auto("= 0")] * 3), leaf)
    leaf = have(tokens[1].equals(near), in_cases(near, auto("1/(2 N)")), leaf)
    leaf = have(tokens[0].equals(0), in_cases(ZERO, auto("0")), leaf)
    half = lemmas([(near > 0, auto("> 0")), (near * size <= HALF, auto("1/2"))], leaf)
    return define(near.json, auto("N > 0"), half)


def reciprocal(t: Term) -> Term:
    """The token 1/(1 + |t|)."""
    return 1 / (1 + S.abs(t))


def size(s: Term) -> Term:
    return S.abs(s)


def _positive(*tokens: Term, then: Node) -> Node:
    for token in reversed(tokens):
        whole = 1 + S.abs(token)
        then = define((1 / whole).json, auto("1 + |t| > 0"), have(1 / whole > 0, auto("> 0"), then))
        then = have(whole >= 1, auto("|t| >= 0"), then)
    return then


def reciprocal_bounded() -> Node:
    t = var("t0")
    leaf = case(S.abs(reciprocal(t)).json, auto("<= 1"), auto(">= -1"))
    return intros("t0 h0 .", _positive(t, then=leaf))


def reciprocal_modulus(one: Term, eta: Term) -> Modulus:
    """|t| as a function of 1/(1 + |t|): with a = 1 + |s|, delta = min(1/(2 a), eta/(2 a^2))."""
    c = reciprocal(one)
    first, second = c / 2, eta * c * c / 2
    gap = S.minimum(first, second)

    def leaf(s: Term, z: Term) -> Node:
        a, b = 1 + S.abs(s), 1 + S.abs(z)
        p, q = 1 / a, 1 / b
        near = S.abs(p - q)
        facts: list[tuple[Json, Node]] = [
            (p - q <= first, auto("p/2")),
            (q >= p / 2, auto("half of it")),
            (b * q - b * p / 2 >= 0, auto("b (q - p/2)")),
            (b * p <= 2, auto("b p <= 2")),
            (near <= eta * p * p / 2, auto("delta")),
            (a * b * near <= a * b * (eta * p * p / 2), auto("times a b")),
            (a * b * (eta * p * p / 2) <= eta, auto("b p <= 2")),
            ((S.abs(s) - S.abs(z)).equals(a * b * (q - p)), auto("a - b")),
            (a * b * (q - p) <= a * b * near, auto("q - p")),
            (a * b * (p - q) <= a * b * near, auto("p - q")),
        ]
        end = case(S.abs(S.abs(s) - S.abs(z)).json, auto("<= eta"), auto(">= -eta"))
        whole = have(a * b >= 1, auto("a b >= 1"), lemmas(facts, end))
        return _positive(z, then=case(gap.json, whole, whole))

    products = [(c * c > 0, auto("c^2 > 0")), (eta * (c * c) > 0, auto("eta c^2"))]
    positive = lemmas(products, case(gap.json, auto("> 0"), auto("> 0")))
    return Modulus(lambda s, e: gap, positive, leaf, lambda then: _positive(one, then=then))


def square_modulus(one: Term, eta: Term) -> Modulus:
    """delta = min(1, eta/(2 |s| + 1))."""
    whole = 2 * S.abs(one) + 1
    share = eta / whole
    gap = S.minimum(ONE, share)

    def leaf(s: Term, z: Term) -> Node:
        near, total = S.abs(s - z), S.abs(s + z)
        facts: list[tuple[Json, Node]] = [
            (near <= 1, auto("<= 1")),
            (total <= whole, case(total.json, auto("2 s + 1"), auto("2 s + 1"))),
            (near * total <= near * whole, auto("a product")),
            (near * whole <= eta, auto("eta")),
            ((s * s - z * z) <= near * total, auto("a product")),
            ((z * z - s * s) <= near * total, auto("a product")),
        ]
        end = case(S.abs(s * s - z * z).json, auto("<= eta"), auto(">= -eta"))
        parts = lemmas(facts, end)
        cases = case(near.json, *[case(S.abs(s).json, parts, parts)] * 2)
        return case(gap.json, cases, cases)

    def known(then: Node) -> Node:
        then = have(1 / whole > 0, auto("> 0"), have(share > 0, auto("> 0"), then))
        return have(whole >= 1, auto(">= 1"), define(share.json, auto("> 0"), then))

    positive = case(gap.json, auto("> 0"), auto("> 0"))
    return Modulus(lambda s, e: gap, positive, leaf, known)


def reciprocal_continuous() -> Node:
    return continuous(reciprocal, reciprocal_modulus(var("s0"), var("eta0")))


def square_continuous() -> Node:
    return continuous(real, square_modulus(var("s0"), var("eta0")))


def reciprocal_cells() -> dict[int, Callable[[], Node]]:
    """That the cells of these tokens are numbered, and their sums."""
    zero = intros("N0 t0", _positive(var("t0"), then=auto("0 times a cell")))
    last = node("finite", auto("one digit"), on="h0", **{"from": 0, "to": 0})
    one = intros("N0 t0 h0", _positive(var("t0"), then=intro("", last)))
    total = intros("N0 s0", _positive(var("s0"), then=intro("", summands(1, auto("one")))))
    return {13: lambda: zero, 14: lambda: one, 19: lambda: total}


def unbounded(size: Term, sequence: bool = True) -> Node:
    """|s| = 4 N and |r| = 4 N + 1: both tokens are below 1/N."""
    one, other = 4 * size, 4 * size + 1
    tokens = reciprocal(one), reciprocal(other)
    gap = S.abs(S.abs(one) - S.abs(other))
    leaf = two_apart(size, one, other, tokens, size, case(gap.json, auto("1"), auto("1")), sequence)
    facts = [(size * token < 1, auto("below 1/N")) for token in tokens]
    facts = [(size * token >= 0, auto("a product")) for token in tokens] + facts
    inside = _positive(one, other, then=lemmas(facts, leaf))
    for term in (one, other):
        inside = have(
            S.abs(term).equals(term), case(S.abs(term).json, auto(">"), auto(">")), inside
        )
    return inside


def real(t: Term) -> Term:
    return t


def square(s: Term) -> Term:
    return s * s


def real_closed() -> Node:
    """Every point is a token."""
    y = var("y0")
    never = shown_by(ONE, node("both", auto("0"), intro("t0", shown_by(ONE, auto("y is not y")))))
    return intros("y0 .", used_at(real, y, y, never))


def steep(size: Term, sequence: bool = True) -> Node:
    """s = N + 1/(2 N) and r = N lie in cell N^2 + N, and s^2 - r^2 > 1."""
    near = 1 / (2 * size)
    one, other = size + near, size
    gap = S.abs(one * one - other * other)
    leaf = two_apart(
        size,
        one,
        other,
        (one, other),
        size * size + size,
        case(gap.json, auto("1"), auto("1")),
        sequence,
    )
    half = lemmas([(near > 0, auto("> 0")), ((near * size).equals(HALF), auto("1/2"))], leaf)
    return define(near.json, auto("N > 0"), half)


def one_cell(size: Term) -> Node:
    """c = 1 and c = 0."""
    tokens = clamped(ONE), clamped(ZERO)
    gap = S.abs(tokens[0] - tokens[1])
    end = case(gap.json, auto("1"), auto("1"))
    end = in_cases(ONE, in_cases(ZERO, end))
    inside = node("both", *[auto("an index or a sum")] * 6)
    there = shown_by(ZERO, node("both", inside, end))
    return shown_by(ONE, shown_by(ONE, shown_by(ONE, there)))
