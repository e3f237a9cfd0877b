"""How many multisets there are, and how d' grows: bounds for all parameters.

P(d, n) = prod_{i <= d} (n + i)/i = C(n + d, d) is d' + 1 of the continuous construction
(:mod:`proofs.sumformer.dprime`); with d = c - 1 it is also the number of multisets of n of c cells.
"""

from __future__ import annotations

from constructions.terms import Json, Term, app, conj, every, exists, implies, var
from proofs.library.exponential import EXP_INVERSE, axiom, have_exp
from proofs.library.vectors import S, fact, put, shown_by
from proofs.sumformer.dprime import (
    BOTH,
    COUNT,
    COUNTED,
    FACTORIAL,
    ONE_TOKEN,
    POSITIVE,
    POWERS,
    PRODUCT,
    UPPER,
    A,
    D,
    E,
    F,
    P,
    written,
)
from proofs.trees.leaves import given, using
from proofs.trees.script import (
    Node,
    auto,
    case,
    define,
    have,
    intro,
    lemmas,
    node,
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


BOUNDS = statement(
    {"D": "int", "n0": "int"},
    [D >= 0, n0 >= 0, *PRODUCT, *POWERS, *FACTORIAL],
    conj(E(D + 1, n0) <= F(n0) * P(D, n0), P(D, n0) <= E(D + 1, n0)),
    {"P": 2, "E": 2, "F": 1},
)


#: c^n <= n! P(D, n)
LOWER = """
have low: for all n: int, 0 <= n => F(n) > 0 and E(D + 1, n) >= 0 and
    E(D + 1, n) <= F(n)*P(D, n) by induction on n:
  base:
    use one(D), zero(D + 1)
  step:
    use power(D + 1, n), factorial(n), across(D, n), positive(D, n)
    have (D + 1)*E(D + 1, n) <= (D + 1)*(F(n)*P(D, n))
    have 0 <= F(n)*P(D, n)
    have (D + 1)*(F(n)*P(D, n)) <= (n + D + 1)*(F(n)*P(D, n))
"""
BOUNDS_PROOF = written(BOUNDS, ONE_TOKEN + LOWER + UPPER)

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


MULTISETS_PROOF = written(
    MULTISETS,
    f"""{ONE_TOKEN}{LOWER}{UPPER}{COUNT}
use count(D, n0), low(n0), high(n0)
""",
)

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


TOGETHER_PROOF = written(
    TOGETHER,
    f"""
have wide: for all e: int, 0 <= e => E(Delta, e) >= 1 by induction on e:
  base:
    use zero(Delta)
  step:
    use power(Delta, e)
    have Delta*E(Delta, e) >= E(Delta, e)
use wide(d0)
have D >= 0
{ONE_TOKEN}{LOWER}
have grows: for all n: int, 1 <= n => P(D, n) >= D + 1 by induction on n:
  base:
    use one(D), across(D, 0)
  step:
    use across(D, n)
    have D*P(D, n) >= 0
    have (n + 1)*P(D, n + 1) >= (n + 1)*P(D, n)
use low(n0), grows(n0)
have E(E(Delta, d0), n0) = E(D + 1, n0)
""",
)

# --- n -> infinity -------------------------------------------------------------------------------

K = var("K")
N = var("N")
VANISHES = statement(
    {"c": "int", "K": "real"},
    [c >= 1, *POWERS, *FACTORIAL],
    exists("N", "int", every("n", "int", implies(n >= N, K * n * E(c, n) < F(n)))),
    {"E": 2, "F": 1},
)


#: n! >= (n - 2 c + 1) a c^n from n = 2 c on, with a = (2 c)!/c^(2 c)
VANISHES_PROOF = written(
    VANISHES,
    """
have positive: for all u: int, 0 <= u => E(c, u) > 0 and F(u) > 0 by induction on u:
  base:
    use zero(c)
  step:
    use power(c, u), factorial(u)
let a = F(2*c)/E(c, 2*c)
use positive(2*c)
have a > 0
have grown: for all u: int, 2*c <= u => (u - 2*c + 1)*a*E(c, u) <= F(u) by induction on u:
  base:
    have a*E(c, 2*c) = F(2*c)
  step:
    use positive(u), power(c, u), factorial(u)
    have 0 <= a*(c*E(c, u))
    have c*((u - 2*c + 1)*a*E(c, u)) <= c*F(u)
    have 0 <= (u - 2*c)*(a*(c*E(c, u)))
    have 0 <= (u - 2*c + 1)*F(u)
let b = max(K, 0)
let m = 2*c + floor(b*c/a) + 1
have b*c/a >= 0
have m >= 2*c + 1
take m + 1
use positive(n - 1), grown(n - 1), power(c, n - 1), factorial(n - 1)
have b*c < (n - 2*c)*a
have K*c <= b*c
have K*c*E(c, n - 1) < (n - 2*c)*a*E(c, n - 1)
have K*c*E(c, n - 1) < F(n - 1)
have n*(K*c*E(c, n - 1)) < n*F(n - 1)
""",
)

# --- d = n ---------------------------------------------------------------------------------------

DIAGONAL = statement(
    {"D": "int"},
    [D >= 0, *PRODUCT, *POWERS],
    E(S.const(2), D) <= P(D, D),
    {"P": 2, "E": 2},
)


#: P(d + 1, d + 1) = 2 P(d, d + 1) >= 2 P(d, d)
DIAGONAL_PROOF = written(
    DIAGONAL,
    f"""{POSITIVE}
have all: for all d: int, 0 <= d => d <= D => E(2, d) <= P(d, d) by induction on d:
  base:
    use first(0), zero(2)
  step:
    use step(d, d + 1), across(d, d), power(2, d), positive(d, d)
    have (d + 1)*P(d + 1, d + 1) = (d + 1)*(2*P(d, d + 1))
    have (d + 1)*P(d, d) <= (d + 1)*P(d, d + 1)
""",
)

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
SIDE_PROOF = written(
    SIDE,
    f"""{BOTH}
use both(D)
have F(D)*(D - 1) >= 0
""",
)
