"""How many multisets there are, and how d' grows: bounds for all parameters.

P(d, n) = prod_{i <= d} (n + i)/i = C(n + d, d) is d' + 1 of the continuous construction
(:mod:`proofs.sumformer.dprime`); with d = c - 1 it is also the number of multisets of n of c cells.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.exponential import EXP_INVERSE, axiom, have_exp
from proofs.library.vectors import S, fact, put, shown_by
from proofs.sumformer.dprime import (
    ACROSS,
    CONCLUSION,
    COUNTED,
    FACTORIAL,
    ONE_TOKEN,
    POWERS,
    PRODUCT,
    STEP,
    A,
    D,
    E,
    F,
    P,
    in_d_script,
    in_n_script,
    product_known,
)
from proofs.sumformer.dprime import script as count_script
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    induct,
    intro,
    lemmas,
    node,
    same,
    split,
    statement,
)

ZERO, ONE = S.const(0), S.const(1)
n, d, b, c, n0 = (var(name) for name in ("n", "d", "b", "c", "n0"))
_x, _e = var("x"), var("e")

# --- c^n <= n! C(c + n - 1, n) -------------------------------------------------------------------

LOWER = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    E(D + 1, n0) <= F(n0) * P(D, n0),
    {"P": 2, "E": 2, "F": 1},
)


def lower_script() -> Node:
    """(n + 1)! P(D, n + 1) = n! P(D, n) (n + D + 1) >= c^n c."""
    at = var("n4")
    p, q, power, factorial = P(D, at), P(D, at + 1), E(D + 1, at), F(at)
    claim = conj(p > 0, factorial > 0, power >= 0, power <= factorial * p)
    across = ((at + 1) * q).equals(p * (at + D + 1))
    base = fact(POWERS[0], [D + 1], fact(ONE_TOKEN, [D], auto("1"), auto("D <= D")))
    products: list[tuple[Json, Node]] = [
        ((at + 1) * q > 0, using(across, p > 0, at >= 0, D >= 0)),
        (q > 0, using((at + 1) * q > 0, at >= 0)),
        ((at + 1) * factorial > 0, using(at >= 0, factorial > 0)),
        (factorial * p > 0, using(factorial > 0, p > 0)),
        (factorial * p * at >= 0, using(factorial * p > 0, at >= 0)),
        ((D + 1) * power >= 0, using(D >= 0, power >= 0)),
        ((D + 1) * (factorial * p - power) >= 0, using(D >= 0, power <= factorial * p)),
        (((at + 1) * factorial * q).equals(factorial * p * (at + D + 1)), using(across)),
    ]
    step = fact(
        POWERS[1],
        [D + 1, at],
        fact(
            FACTORIAL[1],
            [at],
            fact(ACROSS, [D, at], lemmas(products, auto("one more")), auto("indices")),
            given(),
        ),
        given(),
    )
    whole = every("n4", "int", implies(at >= 0, claim))
    last = fact(whole, [n0], given(), given())
    return product_known(induct("n4", "0", claim, base, step, last))


BOUNDS = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(E(D + 1, n0) <= F(n0) * P(D, n0), P(D, n0) <= E(D + 1, n0)),
    {"P": 2, "E": 2, "F": 1},
)


def bounds_script() -> Node:
    return node("both", lower_script(), in_d_script())


_number = A(D, n0)
_LOW, _HIGH = E(D + 1, n0) <= F(n0) * _number, _number <= E(D + 1, n0)
#: the number A of multisets
MULTISETS = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *COUNTED, *POWERS, *FACTORIAL],
    conj(_number.equals(P(D, n0)), _LOW, _HIGH),
    {"P": 2, "A": 2, "E": 2, "F": 1},
)
#: the bounds without the factorial, and with it on the other side
NO_FACTORIAL = {**MULTISETS, "show": conj(E(D + 1, n0) <= _number, _HIGH)}
EXACT = {**MULTISETS, "show": conj(_LOW, F(n0) * _number <= E(D + 1, n0))}


def multisets_script() -> Node:
    bounds = E(D + 1, n0) <= F(n0) * P(D, n0), P(D, n0) <= E(D + 1, n0)
    scaled = (F(n0) * _number).equals(F(n0) * P(D, n0))
    equal = _number.equals(P(D, n0))
    parts = node("both", given(), using(scaled, bounds[0]), using(equal, bounds[1]))
    known = fact(CONCLUSION, [n0], have(scaled, using(equal), parts), given())
    first = [(bounds[0], lower_script()), (bounds[1], in_d_script()), (CONCLUSION, count_script())]
    return lemmas(first, known)


# --- exponential in d, and in n and d together ---------------------------------------------------

Delta, d0 = var("Delta"), var("d0")
TOGETHER = statement(
    {"Delta": "int", "d0": "int", "D": "int", "n0": "int"},
    [
        Delta >= 2,
        d0 >= 1,
        (D + 1).equals(E(Delta, d0)),
        n0 >= 1,
        *PRODUCT,
        *POWERS,
        *FACTORIAL,
    ],
    conj(E(Delta, d0) <= P(D, n0), E(E(Delta, d0), n0) <= F(n0) * P(D, n0)),
    {"P": 2, "E": 2, "F": 1},
)


def together_script() -> Node:
    """(n + 1) P(D, n + 1) = (n + D + 1) P(D, n) >= (n + 1) P(D, n), from P(D, 1) = c on."""
    at, e = var("m4"), var("e4")
    p, q = P(D, at), P(D, at + 1)
    positive = every("e4", "int", implies(e >= 0, E(Delta, e) >= 1))
    power = E(Delta, e)
    grows = have((Delta - 1) * power >= 0, using(Delta >= 2, power >= 1), auto("Delta^(e + 1)"))
    power_step = fact(POWERS[1], [Delta, e], grows, given())
    across = ((at + 1) * q).equals(p * (at + D + 1))
    claim = p >= D + 1
    products: list[tuple[Json, Node]] = [
        (D * p >= 0, using(D >= 0, p >= D + 1)),
        ((at + 1) * (q - p) >= 0, using(across, D * p >= 0)),
        (q >= p, using((at + 1) * (q - p) >= 0, at >= 1)),
    ]
    step = fact(ACROSS, [D, at], lemmas(products, using(q >= p, p >= D + 1)), auto("indices"))
    first = fact(ONE_TOKEN, [D], auto("P(D, 1) = D + 1"), auto("D <= D"))
    base = fact(ACROSS, [D, ZERO], first, auto("indices"))
    whole = every("m4", "int", implies(at >= 1, claim))
    known = E(D + 1, n0) <= F(n0) * P(D, n0)
    second = have(
        E(E(Delta, d0), n0) <= F(n0) * P(D, n0),
        have(known, lower_script(), same(E(D + 1, n0), E(E(Delta, d0), n0), auto("c^n"))),
        product_known(
            induct(
                "m4",
                "1",
                claim,
                base,
                step,
                fact(whole, [n0], node("both", auto("c"), given()), given()),
            )
        ),
    )
    used = fact(positive, [d0], have(D >= 0, auto("c >= 1"), second), auto("d >= 0"))
    return induct("e4", "0", power >= 1, fact(POWERS[0], [Delta], auto("1")), power_step, used)


# --- n -> infinity -------------------------------------------------------------------------------

K = var("K")
N = var("N")
VANISHES = statement(
    {"c": "int", "K": "real"},
    [c >= 1, *POWERS, *FACTORIAL],
    exists("N", "int", every("n", "int", implies(n >= N, K * n * E(c, n) < F(n)))),
    {"E": 2, "F": 1},
)


def vanishes_script() -> Node:
    """n! >= (n - 2 c + 1) a c^n from n = 2 c on, with a = (2 c)!/c^(2 c)."""
    share, bound = F(2 * c) / E(c, 2 * c), S.maximum(K, ZERO)
    inverse = 1 / share
    size = S.floor(bound * c * inverse)
    top = 2 * c + size + 1
    enough: list[tuple[Json, Node]] = [
        (bound * c >= 0, using(bound >= 0, c >= 1)),
        (bound * c * inverse >= 0, using(inverse > 0, recent=1)),
        (size >= 0, split(size.json, given(), auto("floor"))),
        (size + 1 > bound * c * inverse, auto("floor")),
        (top >= 1, auto("m >= 1")),
    ]
    number = var("n7")
    m = number - 1
    rest = m - 2 * c + 1
    part = share * E(c, m)
    ends: list[tuple[Json, Node]] = [
        (
            (size + 1 - bound * c * inverse) * share > 0,
            using(share > 0, size + 1 > bound * c * inverse),
        ),
        ((size + 2) * share > bound * c, auto("times a")),
        ((bound - K) * c >= 0, using(bound >= K, c >= 1)),
        ((size + 2) * share > K * c, using(recent=2)),
        (((size + 2) * share - K * c) * E(c, m) > 0, using(E(c, m) > 0, recent=1)),
        (part > 0, using(share > 0, E(c, m) > 0)),
        ((rest - (size + 2)) * part >= 0, using(part > 0, number >= top + 1)),
        (K * c * E(c, m) < F(m), using(rest * share * E(c, m) <= F(m), recent=3)),
        (number * (F(m) - K * c * E(c, m)) > 0, using(number >= top + 1, top >= 1, recent=1)),
    ]
    last = lemmas(ends, _next(m, auto("times n")))
    at = var("m6")
    grown = (at - 2 * c + 1) * share * E(c, at) <= F(at)
    whole = every("m6", "int", implies(at >= 2 * c, grown))
    far = fact(whole, [m], fact(_POSITIVE, [m], last, auto("m >= 0")), auto("m >= 2 c"))
    shown = shown_by(top + 1, intro("n7", intro("", far)))
    base = auto("a c^(2 c) = (2 c)!")
    second = induct(
        "m6", (2 * c).json, grown, base, _grown_step(at, share, grown), lemmas(enough, shown)
    )
    inverse_known = define(inverse.json, auto("a > 0"), have(inverse > 0, auto("1/a > 0"), second))
    share_known = define(
        share.json, auto("c^(2 c) > 0"), have(share > 0, auto("a > 0"), inverse_known)
    )
    first = var("m4")
    power, factorial = E(c, first), F(first)
    more: list[tuple[Json, Node]] = [
        (c * power > 0, using(c >= 1, power > 0)),
        ((first + 1) * factorial > 0, using(first >= 0, factorial > 0)),
    ]
    return induct(
        "m4",
        "0",
        conj(power > 0, factorial > 0),
        fact(POWERS[0], [c], auto("0! = c^0 = 1")),
        _next(first, lemmas(more, auto("one more"))),
        fact(_POSITIVE, [2 * c], share_known, auto("2 c >= 0")),
    )


_m4 = var("m4")
_POSITIVE = every("m4", "int", implies(_m4 >= 0, conj(E(c, _m4) > 0, F(_m4) > 0)))


def _next(at: Term, then: Node) -> Node:
    """c^(m + 1) = c c^m and (m + 1)! = (m + 1) m!; then go on."""
    after = fact(FACTORIAL[1], [at], then, auto("m >= 0"))
    return fact(POWERS[1], [c, at], after, auto("m >= 0"))


def _grown_step(at: Term, share: Term, grown: Json) -> Node:
    """(m + 1)! >= 2 c m!, and 2 (r + 1) >= r + 2."""
    power, factorial, rest = E(c, at), F(at), at - 2 * c
    steps: list[tuple[Json, Node]] = [
        (c * power > 0, using(c >= 1, power > 0)),
        ((rest + 1) * factorial >= 0, using(at >= 2 * c, factorial > 0)),
        (c * (factorial - (rest + 1) * share * power) >= 0, using(c >= 1, grown)),
        (share * (c * power) > 0, using(share > 0, c * power > 0)),
        (rest * (share * (c * power)) >= 0, using(at >= 2 * c, share * (c * power) > 0)),
    ]
    return fact(_POSITIVE, [at], _next(at, lemmas(steps, auto("one more"))), auto("m >= 0"))


# --- d = n ---------------------------------------------------------------------------------------

DIAGONAL = statement(
    {"D": "int"},
    [D >= 0, *PRODUCT, *POWERS],
    E(S.const(2), D) <= P(D, D),
    {"P": 2, "E": 2},
)


def diagonal_script() -> Node:
    """P(m + 1, m + 1) = 2 P(m, m + 1) >= 2 P(m, m)."""
    at, two = var("m4"), S.const(2)
    here, side, there = P(at, at), P(at, at + 1), P(at + 1, at + 1)
    claim = implies(at <= D, conj(here > 0, E(two, at) <= here))
    base = intro("", fact(POWERS[0], [two], fact(ONE_TOKEN, [ZERO], auto("1"), auto("0 <= D"))))
    steps: list[tuple[Json, Node]] = [
        (
            ((at + 1) * there).equals((at + 1) * (2 * side)),
            using(((at + 1) * there).equals(side * (at + 1 + at + 1))),
        ),
        (there.equals(2 * side), auto("divided by m + 1")),
        (at * here >= 0, using(at >= 0, here > 0)),
        (
            (at + 1) * (side - here) >= 0,
            using(((at + 1) * side).equals(here * (at + at + 1)), at * here >= 0),
        ),
        (side >= here, using((at + 1) * (side - here) >= 0, at >= 0)),
    ]
    power = fact(POWERS[1], [two, at], lemmas(steps, auto("doubled")), given())
    rows = fact(STEP, [at, at + 1], fact(ACROSS, [at, at], power, auto("d")), auto("d"))
    step = intro("", fact(claim, [], rows, auto("m <= D")))
    whole = every("m4", "int", implies(at >= 0, claim))
    last = fact(whole, [D], fact(put(claim, "m4", D), [], auto("at D"), auto("D <= D")), given())
    return product_known(induct("m4", "0", claim, base, step, last))


# --- fixed n: not exponential in d ---------------------------------------------------------------


def row(at: Term) -> Term:
    """C(n + d, d) for one n."""
    return app("P", at)


#: (d + 1) C(n + d + 1, d + 1) = (n + d + 1) C(n + d, d)
ROW = [
    row(ZERO).equals(1),
    every("d", "int", implies(d >= 0, ((d + 1) * row(d + 1)).equals(row(d) * (n + d + 1)))),
]
POSITIVE_POWERS = [
    every("x", "real", implies(_x > 0, E(_x, ZERO).equals(1))),
    every(
        "x",
        "real",
        every("e", "int", implies(conj(_x > 0, _e >= 0), E(_x, _e + 1).equals(_x * E(_x, _e)))),
    ),
]
EXPONENTIAL = statement(
    {"n": "int"},
    [n >= 1, *ROW, *POSITIVE_POWERS],
    exists(
        "b",
        "real",
        exists(
            "c",
            "real",
            conj(b > 1, c > 0, every("d", "int", implies(d >= 0, c * E(b, d) <= row(d)))),
        ),
    ),
    {"P": 1, "E": 2},
)


def _size(base: Term) -> Term:
    """b for b > 0, and positive for every b, so that its logarithm is defined."""
    return S.abs(base) + 1 - S.abs(S.sign(base))


def _size_known(base: Term, then: Node) -> Node:
    """It is b, where b > 0 is known; then go on."""
    inner = case(S.abs(base).json, auto("b"), auto("b"))
    each = case(S.abs(S.sign(base)).json, inner, inner)
    return have(_size(base).equals(base), case(S.sign(base).json, each, each, each), then)


def power_of(base: Term, exponent: Term) -> Term:
    """b^e = exp(e log b) for b > 0."""
    return S.exp(exponent * S.log(_size(base)))


def outgrown(values: Term) -> Node:
    """For all b > 1 and c > 0 some d has values(d) < c b^d, where values(d) <= 4 d^3 for d >= 1.

    ``values`` is a polynomial in d.  With L = log b > 0 and t = d L/4: b^d = e^(4 t) > t^4, and
    4 d^3 < c t^4 for d > 1024/(c L^4).
    """
    base, scale = var("b5"), var("c5")
    L = S.log(_size(base))
    square = L * L
    fourth = scale * (square * square)
    inverse = 1 / fourth
    at = S.floor(1024 * inverse) + 1
    t = at * L / 4
    quarter, half, whole = S.exp(t), S.exp(at * L / 2), S.exp(at * L)
    value = Term(put(values.json, "d", at))
    negative = fact(EXP_INVERSE, [L], auto("b > 1"))
    steps: list[tuple[Json, Node]] = [
        (S.exp(L).equals(base), axiom("exp-log", [_size(base)], auto("e^L = b"), premises=1)),
        (S.exp(-L) >= 1 - L, axiom("exp-line", [-L], auto("1 - L"))),
        (L > 0, negative),
        (square > 0, using(L > 0)),
        (square * square > 0, using(square > 0)),
        (fourth > 0, using(square * square > 0, scale > 0)),
    ]
    large: list[tuple[Json, Node]] = [
        (inverse > 0, auto("1/(c L^4) > 0")),
        (at >= 1, split((at - 1).json, given(), auto("1024/(c L^4) > 0"))),
        (at > 1024 * inverse, auto("floor")),
        (at * fourth > 1024, auto("d c L^4 > 1024")),
        (t > 0, using(L > 0, at >= 1)),
        (quarter >= 1 + t, axiom("exp-line", [t], auto("1 + t"))),
        (half.equals(quarter * quarter), axiom("exp-sum", [t, t], auto("2 t"))),
        (whole.equals(half * half), axiom("exp-sum", [2 * t, 2 * t], auto("4 t"))),
        (quarter * quarter > t * t, using(quarter >= 1 + t, t > 0)),
        (half > t * t, using(half.equals(quarter * quarter), quarter * quarter > t * t)),
        (t * t > 0, using(t > 0)),
        (half * half > t * t * (t * t), using(half > t * t, t * t > 0)),
        (at * at * at > 0, using(at >= 1)),
        (at * at * at * (at * fourth - 1024) > 0, using(at * at * at > 0, at * fourth > 1024)),
        (value <= 4 * at * at * at, using(at >= 1)),
        (
            scale * (half * half - t * t * (t * t)) > 0,
            using(scale > 0, half * half > t * t * (t * t)),
        ),
    ]
    end = using(
        whole.equals(half * half),
        scale * (half * half - t * t * (t * t)) > 0,
        at * at * at * (at * fourth - 1024) > 0,
        value <= 4 * at * at * at,
    )
    found = shown_by(at, node("both", auto("d >= 0"), end))
    proof = lemmas(steps, define(inverse.json, auto("c L^4 > 0"), lemmas(large, found)))
    inner = _size_known(base, define(L.json, auto("b > 0"), have_exp(proof)))
    return intro("b5", intro("c5", intro("", intro("", inner))))


def positive_powers() -> list[Node]:
    """e^(0 log x) = 1 and e^((e + 1) log x) = x e^(e log x)."""
    base, exponent = var("x0"), var("e0")
    L = S.log(_size(base))

    def logarithm(then: Node) -> Node:
        return intro("", _size_known(base, define(L.json, auto("x > 0"), then)))

    first = axiom("exp-sum", [ZERO, ZERO], auto("e^0 = 1"))
    value = axiom("exp-log", [_size(base)], auto("x e^(e log x)"), premises=1)
    second = axiom("exp-sum", [exponent * L, L], value)
    return [
        intro("x0", logarithm(first)),
        intro("x0", intro("e0", logarithm(second))),
    ]


# --- matrices ------------------------------------------------------------------------------------

_C = var("C")
ENTRIES = statement(
    {"d": "int"},
    [
        d >= 1,
        every("x", "real", E(_x, ZERO).equals(1)),
        every(
            "x",
            "real",
            every(
                "e",
                "int",
                implies(conj(_e >= 0, _e < d), E(_x, _e + 1).equals(_x * E(_x, _e))),
            ),
        ),
    ],
    exists(
        "C",
        "real",
        every("N", "int", exists("n", "int", conj(n >= N, n >= 1, E(n, d) <= _C * n * n))),
    ),
    {"E": 2},
)


def fewer_entries() -> Node:
    """For d = 3: whatever C is, n^3 > C n^2 for all n > C."""
    at, number = var("C5"), var("n5")
    size = S.floor(S.maximum(at, ZERO)) + 1
    known: list[tuple[Json, Node]] = [
        (number > at, auto("n > C")),
        (number * number > 0, have(number > 0, auto("n >= 1"), auto("n^2 > 0"))),
        (number * number * (number - at) > 0, using(number > at, number * number > 0)),
    ]
    inner = lemmas(known, auto("n^3 > C n^2"))
    return intro("C5", shown_by(size, intro("n5", intro("", intro("", inner)))))


def side(degree: Term) -> Term:
    """1 + d + 2 d', the side of W_Q, W_K and W_V."""
    return 1 + D + 2 * (P(D, degree) - 1)


SIDE = statement(
    {"D": "int", "n0": "int"},
    [D >= 1, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(2 * E(n0, D) <= F(D) * side(n0), side(n0) <= 2 * E(n0 + 1, D) + D - 1),
    {"P": 2, "E": 2, "F": 1},
)


def side_script() -> Node:
    end = have(F(D) * (D - 1) >= 0, using(F(D) > 0, D >= 1), auto("2 P + d - 1"))
    return have(D >= 0, auto("D >= 0"), in_n_script(end))
