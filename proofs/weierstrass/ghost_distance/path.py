"""weierstrass.ghost_distance.path: where a variance that comes to 0 ends a Taylor series.

The path has the parameter t, the current point is t = 0, and v(t) -> 0 as t -> t1 > 0 from below.
Then 1/sqrt(v) is unbounded before t1, and its Taylor series at 0, where it stands for the function
up to t1, converges at no s > t1: otherwise ``|a_k| s^k <= 2`` from some k on, and its sums at all
0 <= t <= t1 would stay below one bound.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, both_sums, every_real, fact, opened, put, shown_by
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
    split,
    statement,
)
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, next_power, power
from proofs.weierstrass.newton.degrees_witness import POWERS, powers_at_0, powers_next
from proofs.weierstrass.paper import source
from proofs.weierstrass.roots import large_reciprocal
from proofs.weierstrass.series import as_defined, where_defined

ID = "weierstrass.ghost_distance.path"
t, t1, eta, delta, B, s, L = (var(name) for name in ("t", "t1", "eta", "delta", "B", "s", "L"))
N, n, k, rho = var("N"), var("n"), var("k"), var("rho")


def v(at: Term) -> Term:
    return app("v", at)


def F(at: Term) -> Term:
    """1/sqrt(v(t))."""
    return app("F", at)


def a(at: Term) -> Term:
    """The Taylor coefficients of F at 0."""
    return app("a", at)


def series(at: Term, upto: Term) -> Term:
    """sum_(k <= n) a_k t^k."""
    return total("k", 0, upto, a(k) * power(at, k))


def _late(at: Term, value: Term, small: Term, first: Term) -> Json:
    return every("n", "int", implies(n >= first, S.abs(series(at, n) - value) < small))


def _from(at: Term, value: Term, small: Term) -> Json:
    return exists("N", "int", conj(N >= 0, _late(at, value, small, N)))


def converges(at: Term, value: Term) -> Json:
    """The partial sums at ``at`` have the limit ``value``."""
    return every("eta", "real", implies(eta > 0, _from(at, value, eta)))


def _before(reach: Term) -> Json:
    return conj(t > t1 - reach, t < t1)


def _down(reach: Term, small: Term) -> Json:
    return every("t", "real", implies(_before(reach), conj(v(t) > 0, v(t) < small)))


def _near(small: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _down(delta, small)))


def _up(reach: Term, bound: Term) -> Json:
    return every("t", "real", implies(_before(reach), F(t) > bound))


def _high(bound: Term) -> Json:
    return exists("delta", "real", conj(delta > 0, _up(delta, bound)))


REACHES = every("eta", "real", implies(eta > 0, _near(eta)))
FACTOR = every("t", "real", implies(v(t) > 0, F(t).equals(1 / S.sqrt(v(t)))))
STANDS = every("t", "real", implies(conj(t >= 0, t < t1), converges(t, F(t))))
UNBOUNDED = every("B", "real", _high(B))
CAPPED = every(
    "s",
    "real",
    implies(s > t1, every("L", "real", implies(converges(s, L), S.const(1) < 0))),
)
FUNCTIONS = {"v": 1, "F": 1, "a": 1, "p": 2}
GIVEN = [t1 > 0, REACHES, FACTOR, STANDS, POWER_0, POWER_NEXT]
PATH = statement({"t1": "real"}, GIVEN, conj(UNBOUNDED, CAPPED), FUNCTIONS)

#: the series stands for F near 0 only, and of v no more is asked
NEAR = every("t", "real", implies(conj(t >= 0, t < rho), converges(t, F(t))))
ANY = statement(
    {"t1": "real", "rho": "real"},
    [t1 > 0, REACHES, FACTOR, conj(rho > 0, rho <= t1), NEAR, POWER_0, POWER_NEXT],
    CAPPED,
    FUNCTIONS,
)

# --- scripts -------------------------------------------------------------------------------------

_t, _s, _L, _h = var("t0"), var("s0"), var("L0"), var("h")
_q = t1 / _s
_gain = 2 / (1 - _q)
_M = var("n1")  #: from there on the sums at s are within 1 of their limit


def path_script() -> Node:
    return have(UNBOUNDED, _unbounded(), node("both", _again(), _capped()))


def _again() -> Node:
    bound = var("B0")
    shown = shown_by(var("d0"), node("both", auto("delta > 0"), _known_up(var("d0"), bound)))
    return intro("B0", fact(UNBOUNDED, [bound], opened(_high(bound), "d0", shown)))


def _known_up(reach: Term, bound: Term) -> Node:
    used = fact(_up(reach, bound), [_t], auto("above"), node("both", auto("near"), auto("before")))
    return intro("t0", intro("", used))


def _unbounded() -> Node:
    """v < 1/(|B| + 1)^2 makes 1/sqrt(v) > |B| + 1."""
    bound = S.abs(var("B0")) + 1
    small = (1 / bound) ** 2
    root = S.sqrt(v(_t))
    large = large_reciprocal(root)
    body = define(root.json, auto(), fact(FACTOR, [_t], large, auto("v > 0")))
    near = node("both", auto("near"), auto("before"))
    used = fact(_down(var("d0"), small), [_t], body, near)
    whole = node("both", auto("delta > 0"), intro("t0", intro("", used)))
    found = opened(_near(small), "d0", shown_by(var("d0"), whole))
    facts = [(bound > 0, auto("> 0")), (1 / bound > 0, auto("> 0")), (small > 0, auto("> 0"))]
    return intro("B0", lemmas(facts, fact(REACHES, [small], found, auto("> 0"))))


def size(at: Term) -> Term:
    return S.abs(a(at)) * power(t1, at)


def sizes(upto: Term) -> Term:
    """sum_(k <= n) |a_k| t1^k."""
    return total("k", 0, upto, size(k))


_SIGNS = every(
    "h",
    "int",
    implies(
        _h >= 0,
        conj(
            power(_s, _h) > 0,
            power(_q, _h) > 0,
            power(t1, _h).equals(power(_q, _h) * power(_s, _h)),
        ),
    ),
)
_TERMS = every("h", "int", implies(_h >= _M, S.abs(a(_h + 1)) * power(_s, _h + 1) <= 2))
_LIMIT = sizes(_M) + _gain * power(_q, _M + 1)
_TOP = every("h", "int", implies(_h >= _M, sizes(_h) <= _LIMIT))


def _capped() -> Node:
    """|F| <= C before t1, with C the bound of sum |a_k| t1^k: but F is unbounded."""
    start = [
        (_s > 0, auto("> 0")),
        (1 / _s > 0, auto("> 0")),
        (_q > 0, auto("> 0")),
        ((_q * _s).equals(t1), auto("q s = t1")),
        ((_s - t1) * (1 / _s) > 0, auto("times 1/s")),
        (1 - _q > 0, auto("q < 1")),
    ]
    after = [
        (1 / (1 - _q) > 0, auto("> 0")),
        (_gain > 0, auto("> 0")),
        ((_gain * (1 - _q)).equals(2), auto("2")),
    ]
    proofs = [
        (_SIGNS, _signs()),
        (_TERMS, _terms()),
        (_TOP, _top()),
    ]
    ending = lemmas(proofs, _contradiction())
    body = opened(_from(_s, _L, ONE), "n1", ending)
    used = fact(converges(_s, _L), [ONE], body, auto("1 > 0"))
    second = define((1 / (1 - _q)).json, auto("!= 0"), lemmas(after, used))
    first = define((1 / _s).json, auto("!= 0"), lemmas(start, second))
    return intro("s0", intro("", intro("L0", intro("", have(_s > 0, auto("> 0"), first)))))


def _signs() -> Node:
    x = var("x0")
    claim = conj(
        power(_s, x) > 0, power(_q, x) > 0, power(t1, x).equals(power(_q, x) * power(_s, x))
    )
    base = auto("1 = 1 dot 1")
    for value in (t1, _q, _s):
        base = fact(POWER_0, [value], base)
    step: Node = lemmas(
        [
            (_s * power(_s, x) > 0, auto("product")),
            (_q * power(_q, x) > 0, auto("product")),
            (
                (t1 * power(t1, x)).equals(_q * _s * (power(_q, x) * power(_s, x))),
                auto("times t1 = q s"),
            ),
        ],
        auto("the next power"),
    )
    for value in (t1, _q, _s):
        step = next_power(value, x, step)
    return induct("x0", "0", claim, base, step, _shown(claim, "x0", _SIGNS))


def _shown(claim: Json, name: str, whole: Json, start: Term | int = 0) -> Node:
    """The claim for all integers, with the name that the formula has."""
    known = every(name, "int", implies(var(name) >= start, claim))
    return intro("z0", intro("", fact(known, [var("z0")], auto("known"), auto("in the range"))))


def _terms() -> Node:
    """The sums up to h and up to h + 1 are both within 1 of the limit."""
    x = var("x0")
    late = _late(_s, _L, ONE, _M)
    term = a(x + 1) * power(_s, x + 1)
    near = [S.abs(series(_s, at) - _L) for at in (x, x + 1)]
    body = lemmas(
        [(term <= 2, auto("both near")), (-term <= 2, auto("both near"))],
        case(S.abs(a(x + 1)).json, auto("a >= 0"), auto("a < 0")),
    )
    for gap in near:
        body = lemmas([(gap < 1, auto("known"))], body)
    summed = node("unfold", auto("range"), body, on=series(_s, x + 1).json)
    used = fact(late, [x], fact(late, [x + 1], summed, auto("n >= N")), auto("n >= N"))
    return intro("x0", intro("", used))


def _top() -> Node:
    """sum + 2/(1 - q) q^(n + 1) does not grow from N on."""
    x = var("x0")
    claim = sizes(x) + _gain * power(_q, x + 1) <= _LIMIT
    facts = [
        (
            size(x + 1).equals(S.abs(a(x + 1)) * power(_s, x + 1) * power(_q, x + 1)),
            auto("t1 = q s"),
        ),
        (
            (2 - S.abs(a(x + 1)) * power(_s, x + 1)) * power(_q, x + 1) >= 0,
            auto("times q^(n + 1)"),
        ),
        ((_gain * (1 - _q) * power(_q, x + 1)).equals(2 * power(_q, x + 1)), auto("the gain")),
    ]
    summed = node("unfold", auto("range"), auto("does not grow"), on=sizes(x + 1).json)
    body = lemmas(facts, summed)
    body = next_power(_q, x + 1, body)
    body = fact(_SIGNS, [x + 1], body, auto("k >= 0"))
    step = fact(_TERMS, [x], body, auto("n >= N"))
    known = every("x0", "int", implies(x >= _M, claim))
    at = var("z0")
    positive = [
        (power(_q, at + 1) > 0, fact(_SIGNS, [at + 1], auto("known"), auto("k >= 0"))),
        (_gain * power(_q, at + 1) > 0, auto("product")),
    ]
    ending = fact(known, [at], lemmas(positive, auto("at most")), auto("n >= N"))
    return induct("x0", _M.json, claim, auto("start"), step, intro("z0", intro("", ending)))


def _contradiction() -> Node:
    """F > C + 1 at some t with 0 <= t < t1, and sums there are at most C, a name for the limit."""
    bound, reach = var("C0") + 1, var("d0")
    at = S.maximum(ZERO, t1 - reach / 2)
    limit = F(at)
    last = _M + var("n2")
    whole = series(at, last)
    inside = [
        (at >= 0, auto("max")),
        (at < t1, case(at.json, auto("0 < t1"), auto("before"))),
        (at > t1 - reach, auto("max")),
    ]
    near = S.abs(whole - limit) < 1
    final = lemmas(
        [
            (S.abs(whole) <= sizes(last), _below(at, last)),
            (sizes(last) <= _LIMIT, fact(_TOP, [last], auto("known"), auto("n >= N"))),
            (near, fact(_late(at, limit, ONE, var("n2")), [last], auto("known"), auto("n >= N"))),
        ],
        auto("1 < 0"),
    )
    close = opened(_from(at, limit, ONE), "n2", final)
    used = fact(converges(at, limit), [ONE], close, auto("1 > 0"))
    stands = fact(STANDS, [at], used, node("both", auto("0 <= t"), auto("t < t1")))
    large = fact(_up(reach, bound), [at], stands, node("both", auto("near"), auto("before")))
    found = opened(_high(bound), "d0", lemmas(inside, large))
    named = exists("x9", "real", var("x9").equals(_LIMIT))
    body = opened(named, "C0", fact(UNBOUNDED, [bound], found))
    return have(named, shown_by(_LIMIT, auto("the limit")), body)


def _below(at: Term, last: Term) -> Node:
    """|sum a_k t^k| <= sum |a_k| t1^k for 0 <= t <= t1."""
    x = var("x0")
    powers = conj(power(at, x) >= 0, power(at, x) <= power(t1, x))
    base = fact(POWER_0, [at], fact(POWER_0, [t1], auto("1 <= 1")))
    step = lemmas(
        [
            (at * power(at, x) >= 0, auto("product")),
            (at * (power(t1, x) - power(at, x)) >= 0, auto("product")),
            ((t1 - at) * power(t1, x) >= 0, auto("product")),
        ],
        auto("the next power"),
    )
    step = next_power(at, x, next_power(t1, x, step))
    known = every("x0", "int", implies(x >= 0, powers))
    y = var("y0")

    def one(index: Term, then: Node) -> Node:
        term = [
            (S.abs(a(index)) >= 0, case(S.abs(a(index)).json, auto(), auto())),
            (
                S.abs(a(index)) * (power(t1, index) - power(at, index)) >= 0,
                auto("times |a|"),
            ),
            (a(index) * power(at, index) <= size(index), _signed(index, at, False)),
            (-a(index) * power(at, index) <= size(index), _signed(index, at, True)),
        ]
        return fact(known, [index], lemmas(term, then), auto("k >= 0"))

    claim = conj(series(at, y) <= sizes(y), -series(at, y) <= sizes(y))
    first = both_sums(
        "unfold",
        [series(at, ZERO), sizes(ZERO)],
        both_sums(
            "empty",
            [series(at, ZERO - 1), sizes(ZERO - 1)],
            node("both", auto("first"), auto("first")),
        ),
    )
    more = both_sums(
        "unfold", [series(at, y + 1), sizes(y + 1)], node("both", auto("sum"), auto("sum"))
    )
    whole = every("y0", "int", implies(y >= 0, claim))
    absolute = S.abs(series(at, last))
    ending = fact(whole, [last], case(absolute.json, auto(">= 0"), auto("< 0")), auto("n >= 0"))
    summed = induct("y0", "0", claim, one(ZERO, first), one(y + 1, more), ending)
    return induct("x0", "0", powers, base, step, summed)


def _signed(index: Term, at: Term, minus: bool) -> Node:
    """-+ a t^k <= |a| t^k <= |a| t1^k."""
    side = S.abs(a(index)) + a(index) if minus else S.abs(a(index)) - a(index)
    product = have(side * power(at, index) >= 0, auto("times t^k"), auto("at most"))
    return have(side >= 0, case(S.abs(a(index)).json, auto(), auto()), product)


# --- data: v = (1 - t)^2, so that 1/sqrt(v) = 1 + t + t^2 + ... up to t1 = 1 ----------------------

_p, _x, _e = var("p"), var("t0"), var("e0")


def _length(at: Term) -> Term:
    """|x|, and 1 for x = 0."""
    return S.abs(at) + 1 - S.sign(at) ** 2


def _raised(base: Term, exponent: Term) -> Term:
    """The power of the data."""
    return Term(put(put(POWERS[1], "a", base), "b", exponent))


_GEOMETRIC: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), ((1 - _p) ** 2).json),
    "F": (("p",), (1 / _length(1 - _p)).json),
    "a": (("p",), "1"),
    "p": POWERS,
}
_UNIT = S.maximum(ZERO, 1 - _p)
_CONSTANT: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), "1"),
    "F": (("p",), "1"),
    "a": (("p",), _UNIT.json),
    "p": POWERS,
}


def _comes_down() -> Node:
    """(1 - t)^2 < 1 - t < eta for 0 < 1 - t < min(1, eta)."""
    reach = S.minimum(ONE, _e)
    rest = 1 - _x
    facts = [
        (rest < 1, auto("min")),
        (rest < _e, auto("min")),
        (rest * (1 - rest) > 0, auto("product")),
        (rest**2 > 0, auto("square")),
    ]
    near = intro("t0", intro("", lemmas(facts, node("both", auto("v > 0"), auto("v < eta")))))
    positive = case(reach.json, auto("> 0"), auto("> 0"))
    return intro("e0", intro("", shown_by(reach, node("both", positive, near))))


def _factor_holds() -> Node:
    """sqrt((1 - t)^2) = abs(1 - t) for t != 1."""
    rest, root = 1 - _x, S.sqrt((1 - _x) ** 2)
    size_ = _length(rest)
    equal = [
        ((size_**2).equals(rest**2), auto("square")),
        (((root - size_) * (root + size_)).equals(0), auto("difference")),
        (root.equals(size_), auto("the same")),
    ]
    same = lemmas(equal, auto("the same reciprocal"))
    sides = case(S.abs(rest).json, same, same)
    cases = case(S.sign(rest).json, sides, auto("1 - t = 0"), sides)
    ready = define(
        (1 / size_).json,
        auto("!= 0"),
        define(root.json, auto(">= 0"), have(root > 0, auto("> 0"), cases)),
    )
    positive = case(S.sign(rest).json, *[_abs_cases(rest)] * 3)
    return intro("t0", intro("", have(size_ > 0, positive, ready)))


def _log_defined(base: Term, then: Node) -> Node:
    argument = _length(base)
    sizes_ = case(S.abs(base).json, auto("> 0"), auto("> 0"))
    signs = case(S.sign(base).json, sizes_, sizes_, sizes_)
    return have(argument > 0, signs, define(S.log(argument).json, auto("> 0"), then))


_AT_0 = every("t", "real", _raised(t, ZERO).equals(1))
_NEXT = every(
    "t",
    "real",
    every("h", "int", implies(_h >= 0, _raised(t, _h + 1).equals(t * _raised(t, _h)))),
)


def _with_powers(then: Node) -> Node:
    return have(_AT_0, powers_at_0(), have(_NEXT, powers_next(), then))


_NUMBERS = tuple(var(name) for name in ("d1", "e1", "b1", "m1", "P1", "X1"))


def _close() -> Json:
    """With P = t^n, d = 1 - t, b = 1/(d^2 e) and d X = -t P: abs(X) < e for n >= b."""
    d, e, b, m, P, X = _NUMBERS
    premises = conj(
        d > 0,
        d <= 1,
        e > 0,
        (b * (d**2 * e)).equals(1),
        m >= b,
        P >= 0,
        P * (1 + m * d) <= 1,
        (d * X).equals((d - 1) * P),
    )
    names = [str(number.json) for number in _NUMBERS]
    return every_real(names, implies(premises, S.abs(X) < e))


_CLOSE = _close()


def _geometric() -> Node:
    """(1 - t) sum = 1 - t^(n + 1), and t^n (1 + n (1 - t)) <= 1."""
    rest, y = 1 - _x, var("y0")
    one = S.const(1)

    def sums(upto: Term) -> Term:
        return total("k", 0, upto, one * _raised(_x, k))

    here = _raised(_x, y)
    small = conj(here >= 0, here * (1 + y * rest) <= 1, (rest * sums(y)).equals(1 - _x * here))
    first = both_sums("unfold", [sums(ZERO)], both_sums("empty", [sums(ZERO - 1)], auto("first")))
    base = fact(_AT_0, [_x], node("both", auto(), auto(), first))
    products = [
        (_x * here >= 0, auto("product")),
        (_x * (1 - here * (1 + y * rest)) >= 0, auto("times t")),
        (rest**2 * here >= 0, auto("product")),
        (y * (rest**2 * here) >= 0, auto("times n")),
        (_x * here * (1 + (y + 1) * rest) <= 1, auto("bound")),
    ]
    more = node("unfold", auto("range"), auto("sum"), on=sums(y + 1).json)
    step = fact(_NEXT, [_x, y], lemmas(products, node("both", auto(), auto(), more)), auto())
    whole = every("y0", "int", implies(y >= 0, small))
    last = var("n0")
    scale = rest**2 * _e
    bound = 1 / scale
    top = S.floor(bound) + 1
    far = sums(last) - 1 / _length(rest)
    value = _raised(_x, last)
    known = [
        (_length(rest).equals(rest), case(S.sign(rest).json, *[_rest_size(rest)] * 3)),
        ((1 / _length(rest) * rest).equals(1), auto("the reciprocal")),
        ((rest * far).equals(-_x * value), auto("the gap")),
        ((bound * scale).equals(1), auto("1")),
    ]
    used = fact(_CLOSE, [rest, _e, bound, last, value, far], auto("close"), auto("premises"))
    ending = lemmas(known, used)
    late = fact(whole, [last], ending, auto("n >= 0"))
    body = intro("n0", intro("", have(last >= 0, auto("n >= N"), late)))
    shown = shown_by(top, node("both", auto("N >= 0"), body))
    start = [
        (rest > 0, auto("> 0")),
        (1 / rest > 0, auto("> 0")),
        (_length(rest) > 0, case(S.sign(rest).json, *[_abs_cases(rest)] * 3)),
        (rest**2 > 0, auto("> 0")),
        (rest**2 * _e > 0, auto("> 0")),
    ]
    close = [(1 / (rest**2 * _e) > 0, auto("> 0")), (top >= 0, auto("floor"))]
    inner = induct("y0", "0", small, base, step, lemmas(close, shown))
    inner = define(bound.json, auto("!= 0"), inner)
    inner = define((1 / _length(rest)).json, auto("!= 0"), inner)
    whole_proof = lemmas(start[2:], _log_defined(_x, inner))
    positive = lemmas(start[:1], define((1 / rest).json, auto(), lemmas(start[1:2], whole_proof)))
    proof = intro("t0", intro("", intro("e0", intro("", positive))))
    return have(_CLOSE, _close_script(), _with_powers(proof))


def _abs_cases(rest: Term) -> Node:
    return case(S.abs(rest).json, auto("> 0"), auto("> 0"))


def _rest_size(rest: Term) -> Node:
    return case(S.abs(rest).json, auto("1 - t"), auto("1 - t"))


def _close_script() -> Node:
    """P + P d e <= d e gives P < d e, and abs(d X) <= P."""
    d, e, b, m, P, X = _NUMBERS
    start = [
        (d**2 > 0, auto("square")),
        (d**2 * e > 0, auto("product")),
        ((m - b) * (d**2 * e) >= 0, auto("n is large")),
        ((m * (d**2 * e) - 1) * P >= 0, auto("times P")),
        (d * e > 0, auto("product")),
        (d * e * (1 - P - m * d * P) >= 0, auto("times d e")),
        (P + P * (d * e) <= d * e, auto("sum")),
    ]
    product = have((P - d * e) * (d * e) >= 0, auto("product"), auto("too large"))
    sizes_ = [
        (P < d * e, split((P - d * e).json, product, auto("below"))),
        (d * P >= 0, auto("product")),
        ((1 - d) * P >= 0, auto("product")),
        (X < e, _divided(X, d, e)),
        (-X < e, _divided(-X, d, e)),
    ]
    body = intro("", lemmas([*start, *sizes_], case(S.abs(X).json, auto("above"), auto("below"))))
    for number in reversed(_NUMBERS):
        body = intro(str(number.json), body)
    return body


def _divided(far: Term, d: Term, e: Term) -> Node:
    """x < e from d x < d e."""
    product = have(d * (far - e) >= 0, auto("product"), auto("too far"))
    return split((far - e).json, product, auto("below"))


def _unit_sums(at: Term, value: Term) -> Node:
    """1, 0, 0, ...: from n = 0 on every sum is 1, which is the value."""
    y, last = var("y0"), var("n0")

    def sums(upto: Term) -> Term:
        return total("k", 0, upto, S.maximum(ZERO, 1 - k) * _raised(at, k))

    first = S.maximum(ZERO, 1 - ZERO)
    later = S.maximum(ZERO, 1 - (y + 1))
    start = both_sums("unfold", [sums(ZERO)], both_sums("empty", [sums(ZERO - 1)], auto("1")))
    base = fact(_AT_0, [at], have(first.equals(1), node("evaluate", bits=0), start))
    more = node("unfold", auto("range"), auto("0 is added"), on=sums(y + 1).json)
    step = have(later.equals(0), case(later.json, auto(), auto()), more)
    claim = sums(y).equals(1)
    whole = every("y0", "int", implies(y >= 0, claim))
    gap = S.abs(sums(last) - value)
    shown = fact(whole, [last], case(gap.json, auto("0"), auto("0")), auto("n >= 0"))
    body = shown_by(ZERO, node("both", auto("0 >= 0"), intro("n0", intro("", shown))))
    return _log_defined(at, induct("y0", "0", claim, base, step, body))


def _constant() -> Node:
    """F = 1."""
    inner = intro("t0", intro("", intro("e0", intro("", _unit_sums(_x, ONE)))))
    return _with_powers(inner)


def _ones_hold() -> Node:
    return intro("t0", intro("", node("evaluate", bits=64)))


def _stays_bounded() -> Node:
    """F = 1 is not above 1, at t = 1 - delta/2."""
    half = 1 - var("d0") / 2
    body = node("both", node("both", auto("> 1 - delta"), auto("< 1")), auto("not above"))
    return shown_by(S.const(1), intro("d0", intro("", shown_by(half, body))))


# --- data: v = 1 up to 1/2, and then 2 - 2 t ------------------------------------------------------

_BENT = S.minimum(ONE, 2 - 2 * _p)
_BENDS: dict[str, tuple[tuple[str, ...], Json]] = {
    "v": (("p",), _BENT.json),
    "F": (("p",), where_defined(1 / S.sqrt(_BENT)).json),
    "a": (("p",), _UNIT.json),
    "p": POWERS,
}


def _bent_down() -> Node:
    """2 - 2 t < eta for 0 < 1 - t < min(1/2, eta/2)."""
    reach = S.minimum(S.const(Fraction(1, 2)), _e / 2)
    value = S.minimum(ONE, 2 - 2 * _x)
    small = [(2 - 2 * _x < _e, auto("min")), (2 - 2 * _x > 0, auto("t < 1"))]
    near = node("both", case(value.json, auto("1 > 0"), auto("> 0")), auto("min"))
    body = intro("t0", intro("", lemmas(small, near)))
    positive = case(reach.json, auto("> 0"), auto("> 0"))
    return intro("e0", intro("", shown_by(reach, node("both", positive, body))))


def _bent_factor() -> Node:
    root = S.sqrt(S.minimum(ONE, 2 - 2 * _x))
    equal = as_defined(1 / root, auto("equal"))
    ready = have(root > 0, auto("> 0"), equal)
    return intro("t0", intro("", define(root.json, auto(">= 0"), ready)))


def _bent_near() -> Node:
    """F = 1/sqrt(1) for 0 <= t < 1/2."""
    value = S.minimum(ONE, 2 - 2 * _x)
    root = S.sqrt(value)
    facts = [
        (value.equals(1), case(value.json, auto("1"), auto("t < 1/2"))),
        (root > 0, auto("> 0")),
        (((root - 1) * (root + 1)).equals(0), auto("squares")),
        (root.equals(1), auto("1")),
        ((1 / root).equals(1), auto("1")),
    ]
    body = as_defined(1 / root, _unit_sums(_x, where_defined(1 / root)))
    ready = define(root.json, auto(">= 0"), lemmas(facts[1:], body))
    inner = intro("t0", intro("", intro("e0", intro("", lemmas(facts[:1], ready)))))
    return _with_powers(inner)


def _converges_beyond() -> Node:
    """At s = 2 every sum is 1."""
    limit = intro("e0", intro("", _unit_sums(S.const(2), ONE)))
    shown = shown_by(ONE, node("both", limit, auto("1 >= 0")))
    return _with_powers(shown_by(S.const(2), node("both", auto("2 > 1"), shown)))


# --- the claim -----------------------------------------------------------------------------------

PATH_CLAIM = Claim(
    id=ID,
    kind="theorem",
    title="A path on which the variance comes to 0 at some t1 caps the radius at t1",
    source=source("The text below the table"),
    statement="Any path in parameter space that causes the variance $v$ to approach zero from any "
    "direction hits this singularity and caps the Taylor convergence radius.",
    readings=(
        Reading(
            "a path",
            ("given", 0),
            "from the current point $t = 0$; what is said of $t_1 < 0$ is said of the path $-t$",
        ),
        Reading(
            "causes the variance $v$ to approach zero",
            ("given", 1),
            "$v(t) -> 0$ as $t -> t_1$ with a finite $t_1$",
        ),
        Reading(
            "from any direction",
            ("given", 1),
            "any $v$ that is positive just before $t_1$ and goes to 0, whatever path of the "
            "parameters it comes from",
        ),
        Reading("$F(t) = 1\\/sqrt(v(t))$", ("given", 2)),
        Reading(
            "the Taylor series stands for $F$ up to $t_1$",
            ("given", 3),
            "not printed: $F(t) = sum_k a_k t^k$ for $0 <= t < t_1$. Where it does not, and $F$ is "
            "analytic before $t_1$, the radius is less than $t_1$ anyway",
        ),
        Reading("powers: $t^0 = 1$", ("given", 4), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 5), "for every integer $k >= 0$"),
        Reading("hits this singularity", ("show", 1), "$F(t) -> infinity$ as $t -> t_1$"),
        Reading(
            "caps the Taylor convergence radius",
            ("show",),
            "and the series converges at no $s > t_1$, so that its radius is at most $t_1$",
        ),
    ),
    obligations=(
        Obligation(
            f"{ID}.capped",
            "$1\\/sqrt(v(t)) -> infinity$ as $t -> t_1$, and the series converges at no $s > t_1$",
            PATH,
            path_script,
        ),
    ),
    satisfiable=Attempt(
        f"{ID}.satisfiable",
        "the hypotheses hold for $v(t) = (1 - t)^2$ with $t_1 = 1$, $a_k = 1$",
        PATH,
        Witness({"t1": 1, "delta_": 1, "t_": "1/2", "s": 2, "eta_": 1, "N_": 0}, _GEOMETRIC),
        {1: _comes_down, 2: _factor_holds, 3: _geometric, 4: powers_at_0, 5: powers_next},
    ),
    controls=(
        Control(
            Attempt(
                f"{ID}.control.apart",
                "for a variance that does not come to 0: $v = 1$, $F = 1$",
                {**PATH, "given": [GIVEN[0], *GIVEN[2:]]},
                Witness({"t1": 1}, _CONSTANT),
                {1: _ones_hold, 2: _constant, 3: powers_at_0, 4: powers_next},
                _stays_bounded,
            ),
            "hypothesis dropped",
        ),
    ),
    notes=(
        "Where $v$ comes to 0 only as $t -> infinity$ nothing is hit and no radius is capped: for "
        "$v(t) = e^(-t)$ the factor $e^(t\\/2)$ is entire.",
        f"Of a path that bends, `{ID}.any`.",
    ),
)
_ANY_GIVENS = {
    1: _bent_down,
    2: _bent_factor,
    4: _bent_near,
    5: powers_at_0,
    6: powers_next,
}
_AT_1 = Witness({"t1": 1, "rho": "1/2"}, _BENDS)
ANY_CLAIM = Claim(
    id=f"{ID}.any",
    kind="theorem",
    title="A path that bends before the variance comes to 0 has its radius capped all the same",
    source=PATH_CLAIM.source,
    statement=PATH_CLAIM.statement,
    readings=(
        *PATH_CLAIM.readings[:4],
        Reading("near the current point", ("given", 3), "up to some $rho$ with $0 < rho <= t_1$"),
        Reading(
            "the Taylor series stands for $F$ near the current point",
            ("given", 4),
            "$F(t) = sum_k a_k t^k$ for $0 <= t < rho$; of the path beyond nothing is asked: that "
            "of a network with ReLUs bends",
        ),
        Reading("powers: $t^0 = 1$", ("given", 5), "convention: $p(t, k) = t^k$"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 6), "for every integer $k >= 0$"),
        Reading(
            "caps the Taylor convergence radius",
            ("show",),
            "the series converges at no $s > t_1$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{ID}.any.bent",
            "$v(t) = min(1, 2 - 2 t)$ with $t_1 = 1$: the series is the constant 1",
            ANY,
            _AT_1,
            _ANY_GIVENS,
            _converges_beyond,
        ),
    ),
    satisfiable=Attempt(
        f"{ID}.any.satisfiable",
        "the hypotheses hold for $v(t) = min(1, 2 - 2 t)$, $t_1 = 1$, $rho = 1\\/2$",
        ANY,
        _AT_1,
        _ANY_GIVENS,
    ),
    repaired=(
        replace(
            PATH_CLAIM,
            id=f"{ID}.any.repaired",
            title="Where the series stands for the factor up to t1, its radius is capped at t1",
            statement="If $v(t) -> 0$ as $t -> t_1$ from below, $v > 0$ before it, and a power "
            "series $sum_k a_k t^k$ stands for $1\\/sqrt(v(t))$ for $0 <= t < t_1$, then that is "
            "unbounded before $t_1$, and the series converges at no $s > t_1$.",
            differs="A power series stands for $1\\/sqrt(v(t))$ up to $t_1$, and $v > 0$ before "
            "it, instead of any path.",
            controls=(),
            notes=(),
        ),
    ),
    notes=(
        "Where $v$ is analytic and positive up to $t_1$, the series stands for the factor up to "
        f"$t_1$ or ends before it: `{ID}`.",
    ),
)
