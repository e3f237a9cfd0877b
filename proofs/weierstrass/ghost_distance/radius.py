"""weierstrass.ghost_distance.radius: which functions of 1/sqrt(v) the singularity at 0 limits.

A power series ``sum a_k (v - v0)^k`` has a radius of convergence of at most v0 if and only if
``|a_n| t^n`` is unbounded for each t > v0 (Cauchy and Hadamard).  So nothing but sequences is
spoken of here.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ZERO, S, both_sums, every_real, fact, put, shown_by
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
from proofs.weierstrass.cauchy import POWER_0, POWER_NEXT, power
from proofs.weierstrass.newton.degrees_witness import POWERS, first_power, powers_at_0, powers_next
from proofs.weierstrass.paper import source
from proofs.weierstrass.series import as_defined, where_defined

v0, v, s, b, t, B, eta, delta = (
    var(name) for name in ("v0", "v", "s", "b", "t", "B", "eta", "delta")
)
D, N, k, n = (var(name) for name in ("D", "N", "k", "n"))


def a(at: Term) -> Term:
    """The Taylor coefficients at v0."""
    return app("a", at)


def c(at: Term) -> Term:
    """Those of v^s: binom(s, k) v0^(s - k)."""
    return app("c", at)


def g(at: Term) -> Term:
    return app("g", at)


def size(of: Any, base: Term, at: Term) -> Term:
    """|a_n| base^n."""
    return S.abs(of(at)) * power(base, at)


_ABOVE = exists("n", "int", conj(n >= 0, size(a, t, n) > B))
AT_MOST = every("t", "real", implies(t > v0, every("B", "real", _ABOVE)))
#: the radius of convergence is at most v0

# --- every function of 1/sqrt(v) -----------------------------------------------------------------


def series(at: Term, upto: Term) -> Term:
    """sum_(k <= n) a_k (v - v0)^k."""
    return total("k", 0, upto, a(k) * power(at - v0, k))


_GAP = S.abs(series(v, n) - g(1 / S.sqrt(v)))
_FROM = every("n", "int", implies(n >= N, _GAP < eta))
_LIMIT = every("eta", "real", implies(eta > 0, exists("N", "int", conj(N >= 0, _FROM))))
NEAR = every("v", "real", implies(conj(v > 0, S.abs(v - v0) < delta), _LIMIT))
_x, _y = var("x"), var("y")
DEPENDS = exists("x", "real", exists("y", "real", conj(_x > 0, _y > 0, g(_x).differs(g(_y)))))
ANY = statement(
    {"v0": "real", "delta": "real"},
    [v0 > 0, delta > 0, DEPENDS, NEAR, POWER_0, POWER_NEXT],
    AT_MOST,
    {"a": 1, "g": 1, "p": 2},
)

# --- A(v) + b v^s --------------------------------------------------------------------------------

NO_POLYNOMIAL = every("k", "int", implies(k >= 0, s.differs(k)))
FIRST = c(ZERO).equals(S.exp(s * S.log(v0)))
RECURSION = every("k", "int", implies(k >= 0, ((k + 1) * v0 * c(k + 1)).equals((s - k) * c(k))))
BEYOND = every("k", "int", implies(k > D, a(k).equals(b * c(k))))
POWER_SUM = statement(
    {"v0": "real", "s": "real", "b": "real", "D": "int"},
    [v0 > 0, NO_POLYNOMIAL, FIRST, RECURSION, b.differs(0), D >= 0, BEYOND, POWER_0, POWER_NEXT],
    AT_MOST,
    {"a": 1, "c": 1, "p": 2},
)
_t, _B, _h, _j, _q = (var(name) for name in ("t0", "B0", "h1", "j0", "q0"))
_w = _t - v0
_e = _w * (1 / v0) / 2


def u(at: Term) -> Term:
    return size(c, _t, at)


STEP = every(
    "h1", "int", implies(_h >= 0, ((_h + 1) * v0 * u(_h + 1)).equals(S.abs(s - _h) * _t * u(_h)))
)
POSITIVE = every("h1", "int", implies(_h >= 0, u(_h) > 0))
_ENOUGH = 2 * S.abs(s) * _t + _t + v0
_X = _ENOUGH * (1 / _w)
_K = D + 2 + S.floor(_X)
FASTER = every("h1", "int", implies(_h >= _K, u(_h + 1) >= u(_h) * (1 + _e)))
LINEAR = every("j0", "int", implies(_j >= 0, u(_K + _j) >= u(_K) * (1 + _j * _e)))
_SIZES = every_real(
    ("x1", "y1", "f1", "g1"),
    implies(
        conj(var("f1") > 0, (var("f1") * var("x1")).equals(var("g1") * var("y1"))),
        (var("f1") * S.abs(var("x1"))).equals(S.abs(var("g1")) * S.abs(var("y1"))),
    ),
)
_DIVIDED = every_real(
    ("x1", "y1"), implies(conj(var("x1") > 0, var("x1") * var("y1") >= 0), var("y1") >= 0)
)


def power_sum_script() -> Node:
    """u(k + 1) >= (1 + e) u(k) from K on, e = (t - v0)/(2 v0), so u(K + j) >= u(K) (1 + j e)."""
    gain = S.abs(b) * u(_K) * _e
    more = S.floor((S.abs(_B) + 1) * (1 / gain)) + 1
    numbers: list[tuple[Json, Node]] = [
        (_t > 0, auto("t > 0")),
        (1 / v0 > 0, auto("> 0")),
        (_e > 0, have(_w * (1 / v0) > 0, auto("product"), auto("half"))),
        (1 / _w > 0, auto("> 0")),
        (S.abs(s) >= 0, case(S.abs(s).json, auto(), auto())),
        (_ENOUGH >= 0, have(S.abs(s) * _t >= 0, auto("product"), auto("sum"))),
        (_X >= 0, auto("product")),
        (_K > D + 1, auto("floor")),
        (_K * _w >= _ENOUGH, have((_K - _X) * _w >= 0, auto("times t - v0"), auto("K"))),
    ]
    proofs: list[tuple[Json, Node]] = [
        (_SIZES, _sizes_script()),
        (_DIVIDED, _divided_script()),
        (STEP, _step()),
        (POSITIVE, _positive()),
        (FASTER, intro("q0", intro("", _faster()))),
        (LINEAR, _linear()),
    ]
    known = fact(POSITIVE, [_K], _ending(gain, more), auto("K >= 0"))
    body = intro("t0", intro("", intro("B0", define((1 / v0).json, auto("!= 0"),
        define((1 / _w).json, auto("!= 0"), lemmas(numbers, lemmas(proofs, known)))))))  # fmt: skip
    return body


def _sizes_script() -> Node:
    x, y, gg = var("x1"), var("y1"), var("g1")
    leaf = auto("signs")
    cases = case(S.abs(x).json, *[case(S.abs(y).json, *[case(S.abs(gg).json, leaf, leaf)] * 2)] * 2)
    for name in ("", "g1", "f1", "y1", "x1"):
        cases = intro(name, cases)
    return cases


def _divided_script() -> Node:
    y = var("y1")
    return intro("x1", intro("y1", intro("", split(y.json, auto("shown"), auto("x y < 0")))))


def _step() -> Node:
    same = ((_q + 1) * v0 * S.abs(c(_q + 1))).equals(S.abs(s - _q) * S.abs(c(_q)))
    values = [c(_q + 1), c(_q), (_q + 1) * v0, s - _q]
    product = have((_q + 1) * v0 > 0, auto("product"), auto("premises"))
    shown = fact(_SIZES, values, auto("sizes"), product)
    ending = fact(POWER_NEXT, [_t, _q], have(same, shown, auto("times the power")), auto("k >= 0"))
    return intro("q0", intro("", fact(RECURSION, [_q], ending, auto("k >= 0"))))


def _positive() -> Node:
    first = S.exp(s * S.log(v0))
    base = have(S.abs(c(ZERO)) > 0, case(S.abs(c(ZERO)).json, auto("> 0"), auto("> 0")),
                fact(POWER_0, [_t], auto("first")))  # fmt: skip
    apart = S.abs(s - _q)
    facts = [
        (apart > 0, fact(NO_POLYNOMIAL, [_q], _apart(apart), auto("k >= 0"))),
        (apart * _t > 0, auto("product")),
        ((apart * _t) * u(_q) > 0, auto("product")),
        ((_q + 1) * v0 > 0, auto("product")),
    ]
    later = lemmas(facts, split((-u(_q + 1)).json, auto("product"), auto("shown")))
    step = fact(STEP, [_q], later, auto("k >= 0"))
    ready = have(first > 0, auto("> 0"), base)
    return induct("q0", "0", u(_q) > 0, ready, step, _again(POSITIVE))


def _again(formula: Json) -> Node:
    return intro("h9", intro("", fact(formula, [var("h9")], auto("known"), auto("k >= 0"))))


def _apart(apart: Term) -> Node:
    """abs(s - k) > 0 from s != k."""
    return _not_zero(apart, s - _q)


def _not_zero(size_: Term, value: Term) -> Node:
    """abs(x) > 0 from x != 0."""
    zero = have(value.equals(0), node("both", auto("<= 0"), auto(">= 0")), auto("x = 0"))
    return case(size_.json, split((-value).json, zero, auto("> 0")), auto("> 0"))


def _faster() -> Node:
    low, high = u(_q), u(_q + 1)
    gap = 2 * v0 * high - (_t + v0) * low
    apart = S.abs(s - _q)
    facts = [
        (low > 0, fact(POSITIVE, [_q], auto("known"), auto("k >= 0"))),
        (S.abs(s) >= s, case(S.abs(s).json, auto(), auto())),
        (apart >= _q - S.abs(s), case(apart.json, auto(), auto())),
        ((_q - _K) * _w >= 0, auto("product")),
        (_q * _w - _ENOUGH >= 0, auto("k is large")),
        ((_q * _w - _ENOUGH) * low >= 0, auto("times u")),
        ((apart - _q + S.abs(s)) * _t >= 0, auto("times t")),
        ((apart - _q + S.abs(s)) * _t * low >= 0, auto("times u")),
        ((_q + 1) * gap >= 0, auto("times k + 1")),
        (gap >= 0, fact(_DIVIDED, [_q + 1, gap], auto("divided"), auto("premises"))),
        (gap * (1 / v0) >= 0, auto("times 1/v0")),
    ]
    return fact(STEP, [_q], lemmas(facts, auto("faster")), auto("k >= 0"))


def _linear() -> Node:
    claim = u(_K + _q) >= u(_K) * (1 + _q * _e)
    at = _K + _q
    facts = [
        (u(_K) > 0, fact(POSITIVE, [_K], auto("known"), auto("k >= 0"))),
        ((u(at) - u(_K) * (1 + _q * _e)) * (1 + _e) >= 0, auto("times 1 + e")),
        (_q * _e**2 >= 0, auto("j e^2")),
        (_q * _e**2 * u(_K) >= 0, auto("times u")),
    ]
    step = fact(FASTER, [at], lemmas(facts, auto("one more")), auto("k >= K"))
    return induct("q0", "0", claim, auto("equal"), step, _linear_again())


def _linear_again() -> Node:
    return intro("j9", intro("", fact(LINEAR, [var("j9")], auto("known"), auto("j >= 0"))))


def _ending(gain: Term, more: Term) -> Node:
    top = _K + more
    Y = (S.abs(_B) + 1) * (1 / gain)
    whole = S.abs(a(top))
    product = whole.equals(S.abs(b) * S.abs(c(top)))
    signs = auto("signs")
    cases = case(
        whole.json, *[case(S.abs(b).json, *[case(S.abs(c(top)).json, signs, signs)] * 2)] * 2
    )
    facts = [
        (S.abs(b) > 0, _not_zero(S.abs(b), b)),
        (S.abs(b) * u(_K) > 0, auto("product")),
        (gain > 0, auto("product")),
    ]
    after = [
        (1 / gain > 0, auto("> 0")),
        (S.abs(_B) >= 0, case(S.abs(_B).json, auto(), auto())),
        (S.abs(_B) >= _B, case(S.abs(_B).json, auto(), auto())),
        (Y > 0, auto("product")),
        (more > 0, auto("floor")),
        ((more - Y) * gain > 0, auto("times b u e")),
        ((gain * (1 / gain)).equals(1), auto("1")),
        (more * gain > S.abs(_B) + 1, auto("above |B| + 1")),
    ]
    last = [
        (product, cases),
        ((u(top) - u(_K) * (1 + more * _e)) * S.abs(b) >= 0, auto("times |b|")),
        (S.abs(b) * u(top) >= S.abs(b) * u(_K) + more * gain, auto("grown")),
        (size(a, _t, top).equals(S.abs(b) * u(top)), auto("of a")),
    ]
    found = shown_by(top, node("both", auto("n >= 0"), auto("above B")))
    coefficients = fact(BEYOND, [top], lemmas(last, found), auto("n > D"))
    used = fact(LINEAR, [more], coefficients, auto("j >= 0"))
    return lemmas(facts, define((1 / gain).json, auto("!= 0"), lemmas(after, used)))


# --- the claims ----------------------------------------------------------------------------------

_COEFFICIENT = S.maximum(ZERO, S.minimum(S.const(1), 2 - var("q")))
_SQUARE: dict[str, Any] = {
    "a": (("q",), _COEFFICIENT.json),
    "g": (("q",), where_defined(1 / var("q") ** 2).json),
    "p": POWERS,
}


def _raised(base: Term, exponent: Term) -> Term:
    """The power of the witness."""
    return Term(put(put(POWERS[1], "a", base), "b", exponent))


def _coefficient(at: Term) -> Term:
    return Term(put(_COEFFICIENT.json, "q", at))


def _log_defined(base: Term, then: Node) -> Node:
    """abs(x) + 1 - sign(x)^2 > 0, whose logarithm stands in the power."""
    argument = S.abs(base) + 1 - S.sign(base) ** 2
    sizes = case(S.abs(base).json, auto("> 0"), auto("> 0"))
    signs = case(S.sign(base).json, sizes, sizes, sizes)
    return have(argument > 0, signs, define(S.log(argument).json, auto("> 0"), then))


def _is_its_series() -> Node:
    """sum_(k <= n) a_k (v - 1)^k = 1 + (v - 1) for n >= 1, and (1/sqrt(v))^(-2) = v."""
    at, last, m = var("v9"), var("n9"), var("m9")
    base = at - 1

    def sums(upto: Term) -> Term:
        return total("k", 0, upto, _coefficient(k) * _raised(base, k))

    claim = sums(m).equals(at)
    one = S.const(1)
    least = [
        (_coefficient(ZERO).equals(1), node("evaluate", bits=0)),
        (_coefficient(one).equals(1), node("evaluate", bits=0)),
    ]
    start = lemmas(
        least,
        both_sums(
            "unfold",
            [sums(one), sums(ZERO)],
            both_sums("empty", [sums(ZERO - 1)], auto("1 + (v - 1)")),
        ),
    )
    low = S.minimum(one, 2 - (m + 1))
    none = _coefficient(m + 1)
    vanishes = [
        (low <= 0, case(low.json, auto(), auto())),
        (none.equals(0), case(none.json, auto(), auto())),
    ]
    later = lemmas(vanishes, node("unfold", auto("range"), auto("0 is added"), on=sums(m + 1).json))
    whole = every("m9", "int", implies(m >= 1, claim))
    root = S.sqrt(at)
    square = (1 / root) ** 2
    gap = S.abs(sums(last) - (where_defined(1 / square) + 0 * (1 / root)))
    roots = [
        (root > 0, auto("root > 0")),
        (1 / root > 0, auto("> 0")),
        (square > 0, auto("> 0")),
        ((square * at).equals(1), auto("1")),
    ]
    equal = [((1 / square).equals(at), have((1 / square * square * at).equals(at), auto(), auto()))]
    ending = lemmas(
        roots,
        define(
            (1 / square).json,
            auto("!= 0"),
            lemmas(equal, as_defined(1 / square, case(gap.json, auto("0"), auto("0")))),
        ),
    )
    used = fact(whole, [last], define(root.json, auto(">= 0"), ending), auto("n >= 1"))
    body = shown_by(one, node("both", auto("0 <= 1"), intro("n9", intro("", used))))
    inner = intro("e9", intro("", body))
    summed = first_power(base, induct("m9", "1", claim, start, later, inner))
    return intro("v9", intro("", _log_defined(base, summed)))


def _bounded() -> Node:
    """At t = 2: abs(a_n) 2^n <= 3, since 2^n = 1 + n for n = 0 and 1, and a_n = 0 beyond."""
    m, two, e = var("n9"), S.const(2), var("e9")
    low, size_ = S.minimum(S.const(1), 2 - m), S.abs(_coefficient(m))
    none = [
        (low <= 0, case(low.json, auto(), auto())),
        (_coefficient(m).equals(0), case(_coefficient(m).json, auto(), auto())),
        (size_.equals(0), case(size_.json, auto(), auto())),
    ]
    coefficient = _coefficient(m)
    at_most = case(low.json, *[case(coefficient.json, *[case(size_.json, auto(), auto())] * 2)] * 2)
    claim = implies(e <= 1, _raised(two, e).equals(1 + e))
    whole = every("e9", "int", implies(e >= 0, claim))
    zero = every("t", "real", _raised(t, ZERO).equals(1))
    later = every("t", "real", every("k", "int", implies(k >= 0, _raised(t, k + 1).equals(
        t * _raised(t, k)))))  # fmt: skip
    base = intro("", fact(zero, [two], auto("1")))
    step = intro("", fact(later, [two, e], fact(claim, [], auto("2"), auto("<= 1")), auto(">= 0")))
    sizes = [(size_ <= 1, at_most), (size_ >= 0, case(size_.json, auto(), auto()))]
    here = fact(put(claim, "e9", m), [], lemmas(sizes, auto("at most 2")), auto("<= 1"))
    few = fact(whole, [m], here, auto(">= 0"))
    cases = split((m - 2).json, lemmas(none, auto("0")), few)
    inner = shown_by(S.const(3), intro("n9", intro("", cases)))
    known = lemmas(
        [(zero, powers_at_0()), (later, powers_next())], induct("e9", "0", claim, base, step, inner)
    )
    return shown_by(two, node("both", auto("1 < 2"), _log_defined(two, known)))


def _differ() -> Node:
    """g(1) = 1 and g(2) = 1/4."""
    ones = node("both", auto(), auto(), node("evaluate", bits=0))
    return shown_by(S.const(1), shown_by(S.const(2), ones))


_GIVENS = {2: _differ, 3: _is_its_series, 4: powers_at_0, 5: powers_next}
_SIGNS = Term(put(put(POWERS[1], "a", S.const(-1)), "b", var("q"))).json
_AT_MINUS_1: dict[str, Any] = {"a": (("q",), _SIGNS), "c": (("q",), _SIGNS), "p": POWERS}
_UNIT = S.maximum(ZERO, 1 - var("q")).json
_CONSTANT: dict[str, Any] = {"a": (("q",), _UNIT), "c": (("q",), _UNIT), "p": POWERS}


def _unit(at: Term) -> Term:
    """1, 0, 0, ..."""
    return S.maximum(ZERO, 1 - at)


def _signed(then: Node) -> Node:
    """The powers of -1 are known; then go on."""
    return _log_defined(S.const(-1), first_power(S.const(-1), then))


def _signs_first() -> Node:
    log = S.log(S.const(1))
    one = have(S.exp(-log).equals(1), node("evaluate", bits=0), auto("1"))
    return _signed(one)


def _signs_follow() -> Node:
    base = S.const(-1)
    later = every("k", "int", implies(k >= 0, _raised(base, k + 1).equals(
        base * _raised(base, k))))  # fmt: skip
    powers = every("t", "real", every("k", "int", implies(k >= 0, _raised(t, k + 1).equals(
        t * _raised(t, k)))))  # fmt: skip
    x = var("h9")
    used = intro("h9", intro("", fact(powers, [base, x], auto("-1"), auto("k >= 0"))))
    ending = intro("h9", intro("", fact(later, [x], auto("signs"), auto("k >= 0"))))
    return have(powers, powers_next(), _log_defined(base, have(later, used, ending)))


def _signs_equal() -> Node:
    return _log_defined(S.const(-1), intro("h9", intro("", auto("equal"))))


def _unit_first() -> Node:
    return node("evaluate", bits=0)


def _unit_follows() -> Node:
    """Both sides are 0."""
    x = var("h9")
    facts = [
        (_unit(x + 1).equals(0), case(_unit(x + 1).json, auto(), auto())),
        ((x * _unit(x)).equals(0), case(_unit(x).json, auto(), _only_zero(x))),
    ]
    return intro("h9", intro("", lemmas(facts, auto("0"))))


def _only_zero(x: Term) -> Node:
    """k = 0 where 0 <= k < 1."""
    return have(x.equals(0), node("both", split((x - 1).json, auto(), auto()), auto()), auto())


def _constant_bounded() -> Node:
    """At t = 2: abs(a_n) 2^n <= 1."""
    x, two = var("n9"), S.const(2)
    one = fact(every("t", "real", _raised(t, ZERO).equals(1)), [two], auto("2^0 = 1"))
    unit = [
        (_unit(ZERO).equals(1), node("evaluate", bits=0)),
        (S.abs(_unit(ZERO)).equals(1), node("evaluate", bits=0)),
    ]
    claim = S.abs(_unit(x)) * _raised(two, x) <= 1
    after = S.abs(_unit(x + 1))
    later = [
        (_unit(x + 1).equals(0), case(_unit(x + 1).json, auto(), auto())),
        (after.equals(0), case(after.json, auto(), auto())),
    ]
    whole = every("n9", "int", implies(x >= 0, claim))
    at = var("n8")
    ending = intro("n8", intro("", fact(whole, [at], auto("at most 1"), auto("n >= 0"))))
    inner = induct("n9", "0", claim, lemmas(unit, one), lemmas(later, auto("0")),
                   shown_by(S.const(1), ending))  # fmt: skip
    known = have(every("t", "real", _raised(t, ZERO).equals(1)), powers_at_0(), inner)
    return shown_by(two, node("both", auto("1 < 2"), _log_defined(two, known)))


_SOURCE = source("The text before the convolution")
_PRINTED = (
    "But from the convergence-radius perspective, the singularity at $v = 0$ is still relevant — "
    "it limits the Taylor convergence radius of any function that depends on $1\\/sqrt(v)$."
)
_RADIUS = "weierstrass.ghost_distance.radius"
_NO_EXPONENT = statement(
    POWER_SUM["vars"],
    [POWER_SUM["given"][0], *POWER_SUM["given"][2:]],
    AT_MOST,
    POWER_SUM["functions"],
)
CLAIM = Claim(
    id=_RADIUS,
    kind="theorem",
    title="The singularity at v = 0 limits the radius of convergence of powers of 1/sqrt(v)",
    source=_SOURCE,
    statement=f"{_PRINTED} So read here: of $A(v) + b v^s$ at $v_0 > 0$, with a polynomial $A$, "
    "$b != 0$ and a real $s != 0, 1, 2, ...$: of $1\\/sqrt(v)$ itself, and of every real power of "
    "it that is no polynomial in $v$.",
    readings=(
        Reading("around $v_0 > 0$", ("given", 0)),
        Reading(
            "a function that depends on $1\\/sqrt(v)$",
            ("given", 1),
            "$A(v) + b v^s$ with a polynomial $A$, $b != 0$ and a real $s != 0, 1, 2, ...$: as "
            "$v^s = (1\\/sqrt(v))^(-2 s)$, every real power of $1\\/sqrt(v)$ that is no "
            "polynomial in $v$, $1\\/sqrt(v)$ itself ($s = -1\\/2$) among them",
        ),
        Reading("the Taylor coefficients of $v^s$ at $v_0$", ("given", 2), "$c_0 = v_0^s$"),
        Reading(
            "the binomial series",
            ("given", 3),
            "cited: $c_k = binom(s, k) v_0^(s - k)$, recursively",
        ),
        Reading("$b != 0$", ("given", 4)),
        Reading("the degree $D$ of $A$", ("given", 5)),
        Reading(
            "the Taylor coefficients $a_k$ of $A(v) + b v^s$",
            ("given", 6),
            "beyond the degree of $A$ those of $b v^s$",
        ),
        Reading("$p(t, k) = t^k$: $t^0 = 1$", ("given", 7), "convention"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 8), "for every integer $k >= 0$"),
        Reading(
            "limits the Taylor convergence radius",
            ("show",),
            "the radius is at most $v_0$, the distance to the singularity: $abs(a_n) t^n$ is "
            "unbounded for each $t > v_0$ (Cauchy and Hadamard)",
        ),
    ),
    obligations=(
        Obligation(
            f"{_RADIUS}.statement",
            "beyond $v_0$ the terms grow at least linearly from some $k$ on",
            POWER_SUM,
            power_sum_script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{_RADIUS}.control.exponent",
                "with $s = 0$: the constant $v^0 = 1$",
                _NO_EXPONENT,
                Witness({"v0": 1, "s": 0, "b": 1, "D": 0}, _CONSTANT),
                {1: _unit_first, 2: _unit_follows, 6: powers_at_0, 7: powers_next},
                _constant_bounded,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        f"{_RADIUS}.satisfiable",
        "the hypotheses hold for $1\\/v$ at $v_0 = 1$: $c_k = (-1)^k$",
        POWER_SUM,
        Witness({"v0": 1, "s": -1, "b": 1, "D": 0, "t_": 2, "B": 0, "n": 0}, _AT_MINUS_1),
        {
            2: _signs_first,
            3: _signs_follow,
            6: _signs_equal,
            7: powers_at_0,
            8: powers_next,
        },
    ),
    assumes=(
        "the binomial series: the Taylor coefficients of $v^s$ at $v_0$ are $binom(s, k) "
        "v_0^(s - k)$",
        "the radius of convergence is the supremum of all $t >= 0$ for which $abs(a_n) t^n$ stays "
        "bounded (Cauchy and Hadamard)",
    ),
    notes=(
        "For the literal reading, every function of $1\\/sqrt(v)$, see "
        "`weierstrass.ghost_distance.radius.any`.",
        "The radius of $v^s$ is $v_0$: it is analytic for $abs(v - v_0) < v_0$.",
    ),
    not_claimed=("functions that are no sum of a polynomial and one power of $1\\/sqrt(v)$",),
)
ANY_CLAIM = Claim(
    id=f"{_RADIUS}.any",
    kind="theorem",
    title="The singularity at v = 0 limits the radius of every function of 1/sqrt(v)",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading("around $v_0 > 0$", ("given", 0)),
        Reading("near $v_0$", ("given", 1)),
        Reading(
            "any function $g(1\\/sqrt(v))$ that depends on $1\\/sqrt(v)$",
            ("given", 2),
            "$g$ is not constant: a constant is limited by nothing, but does not depend on it",
        ),
        Reading("its Taylor series $sum_k a_k (v - v_0)^k$", ("given", 3)),
        Reading("$p(t, k) = t^k$: $t^0 = 1$", ("given", 4), "convention"),
        Reading("$t^(k + 1) = t dot t^k$", ("given", 5), "for every integer $k >= 0$"),
        Reading(
            "limits the Taylor convergence radius",
            ("show",),
            "the radius is at most $v_0$: $abs(a_n) t^n$ is unbounded for each $t > v_0$",
        ),
    ),
    obligations=(),
    attempts=(
        Attempt(
            f"{_RADIUS}.any.square",
            "$g(x) = x^(-2)$, so that $g(1\\/sqrt(v)) = v$; at $v_0 = 1$ the series is "
            "$1 + (v - 1)$, and $abs(a_n) 2^n <= 3$",
            ANY,
            Witness({"v0": 1, "delta": "1/2"}, _SQUARE),
            _GIVENS,
            _bounded,
        ),
    ),
    satisfiable=Attempt(
        f"{_RADIUS}.any.satisfiable",
        "the hypotheses hold for $g(x) = x^(-2)$ at $v_0 = 1$",
        ANY,
        Witness({"v0": 1, "delta": "1/2"}, _SQUARE),
        _GIVENS,
    ),
    repaired=(
        Claim(
            id=f"{_RADIUS}.any.repaired",
            kind="theorem",
            title="Of the powers of 1/sqrt(v) the singularity limits those that are no polynomials",
            source=_SOURCE,
            statement="For $v_0 > 0$, a polynomial $A$, $b != 0$ and a real $m != 0, -2, -4, ...$ "
            "the Taylor series of $A(v) + b (1\\/sqrt(v))^m$ at $v_0$ has a radius of convergence "
            "of at most $v_0$.",
            readings=CLAIM.readings,
            obligations=CLAIM.obligations,
            satisfiable=CLAIM.satisfiable,
            assumes=CLAIM.assumes,
            notes=("For $m = 0, -2, -4, ...$ the function is a polynomial, which nothing limits.",),
        ),
    ),
    notes=(
        "Of $1\\/sqrt(v)$ itself, and of a polynomial plus a multiple of any power of it that is "
        "no polynomial in $v$: `weierstrass.ghost_distance.radius`.",
    ),
)
