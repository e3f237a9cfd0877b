"""weierstrass.weber: D_(-1/2) solves Weber's equation; its solutions are entire functions.

``D_(-1/2)(x) = e^(-x^2/4) pi^(-1/2) sum_k (-x)^k M_k/k!`` with the moments M_k of
``weierstrass.entire``: its power series is the product of two others.  With g and w for their
coefficients, N >= 4 and 3 <= e <= N,

    N (N - 1) sum_(i <= e) g_i w_(N - i) - 1/4 sum_(i <= e - 4) g_i w_(N - 4 - i)
        = (N - e + 1) (N - e) g_(e - 1) w_(N - e + 1) + (N - e) (N - e - 1) g_e w_(N - e),

which at e = N is the recursion of Weber's equation.
"""

from __future__ import annotations

from typing import Any

from constructions.terms import Json, Term, app, conj, every, exists, implies, total, var
from proofs.claims import Attempt, Claim, Control, Obligation, Reading, Witness
from proofs.library.vectors import ONE, ZERO, S, both_sums, fact, shown_by
from proofs.trees.script import Node, auto, have, induct, intro, lemmas, node, statement
from proofs.weierstrass.paper import source

n, i, N, R, A, C = (var(name) for name in ("n", "i", "N", "R", "A", "C"))


def M(at: Term) -> Term:
    """int_0^oo u^(k - 1/2) exp(-u^2/2) du."""
    return app("M", at)


def V(at: Term) -> Term:
    """(-1)^k/k!."""
    return app("V", at)


def g(at: Term) -> Term:
    """The coefficients of exp(-x^2/4), up to a factor."""
    return app("g", at)


def w(at: Term) -> Term:
    """Those of sum (-x)^k M_k/k!."""
    return M(at) * V(at)


def _from_0(formula: Json) -> Json:
    return every("n", "int", implies(n >= 0, formula))


def d(at: Term, upto: Term | None = None) -> Term:
    """The coefficient of x^at in D_(-1/2), up to a factor, or a part of its sum."""
    return total("i", 0, at if upto is None else upto, g(i) * (M(at - i) * V(at - i)))


MOMENTS = _from_0(M(n + 2).equals((n + S.const(1) / 2) * M(n)))
FACTORIALS = _from_0(((n + 1) * V(n + 1)).equals(-V(n)))
GAUSSIAN = _from_0(((n + 2) * g(n + 2)).equals(-(g(n) / 2)))
_LATER = every("N", "int", implies(N >= 4, (N * (N - 1) * d(N)).equals(d(N - 4) / 4)))
WEBER = statement(
    {},
    [MOMENTS, FACTORIALS, g(ONE).equals(0), GAUSSIAN],
    conj(d(S.const(2)).equals(0), d(S.const(3)).equals(0), _LATER),
    {"M": 1, "V": 1, "g": 1},
)
_q, _e, _N = var("q0"), var("e0"), var("N0")
PRODUCT = _from_0(((n + 1) * (n + 2) * w(n + 2)).equals((n + S.const(1) / 2) * w(n)))


def weber_script() -> Node:
    first = [(PRODUCT, _product())]
    low = fact(GAUSSIAN, [ZERO], fact(GAUSSIAN, [ONE], lemmas(_small(), node(
        "both", _two(), _three(), intro("N0", intro("", _later())))), auto()), auto())  # fmt: skip
    return lemmas(first, low)


def _product() -> Node:
    """(k + 1)(k + 2) V(k + 2) = V(k)."""
    twice = ((_q + 1) * (_q + 2) * V(_q + 2)).equals(V(_q))
    body = have(
        twice,
        auto("two steps"),
        have(
            ((_q + 1) * (_q + 2) * V(_q + 2) * M(_q)).equals(V(_q) * M(_q)), auto(), auto("product")
        ),
    )
    used = fact(MOMENTS, [_q], fact(FACTORIALS, [_q], fact(FACTORIALS, [_q + 1], body, auto()),
                                   auto()), auto())  # fmt: skip
    return intro("q0", intro("", used))


def _small() -> list[tuple[Json, Node]]:
    return [
        (g(S.const(2)).equals(-g(ZERO) / 4), auto("g_2")),
        (g(S.const(3)).equals(0), auto("g_3")),
    ]


def _summands(at: Term, high: int, then: Node) -> Node:
    """sum_(i <= high) written out; then go on."""
    last = both_sums("empty", [d(at, ZERO - 1)], then)
    for upto in range(high + 1):
        last = node("unfold", auto("range"), last, on=d(at, S.const(upto)).json)
    return last


def _two() -> Node:
    return _summands(S.const(2), 2, fact(PRODUCT, [ZERO], auto("d_2"), auto()))


def _three() -> Node:
    return _summands(S.const(3), 3, fact(PRODUCT, [ONE], auto("d_3"), auto()))


def _edge(at: Term, upto: Term) -> Term:
    rest = at - upto
    return (rest + 1) * rest * g(upto - 1) * w(rest + 1) + rest * (rest - 1) * g(upto) * w(rest)


def _later() -> Node:
    low = _N - 4
    claim = implies(
        _e <= _N, (_N * (_N - 1) * d(_N, _e) - d(low, _e - 4) / 4).equals(_edge(_N, _e))
    )
    start = fact(PRODUCT, [_N - 2], both_sums("empty", [d(low, ZERO - 1)], auto("start")), auto())
    base = intro("", _summands(_N, 3, start))
    m = _N - _e - 1
    middle = g(_e - 1)
    facts = [
        (((_e - 1) * (_e + 1) * g(_e + 1)).equals(-((_e - 1) * middle / 2)), auto("times k")),
        (
            ((_e + 1) * _e * g(_e + 1)).equals(g(_e - 3) / 4 - middle / 2),
            auto("the Gaussian, twice"),
        ),
        (((_e + 1) * _e * g(_e + 1) * w(m)).equals((g(_e - 3) / 4 - middle / 2) * w(m)), auto()),
        (((_e + 1) * g(_e + 1) * (m * w(m))).equals(-(middle / 2) * (m * w(m))), auto()),
        (
            (middle * ((m + 1) * (m + 2) * w(m + 2))).equals(
                middle * ((m + S.const(1) / 2) * w(m))
            ),
            auto("times g"),
        ),
    ]
    sums = both_sums("unfold", [d(_N, _e + 1), d(low, _e - 3)], lemmas(facts, auto("one more")))
    known = fact(GAUSSIAN, [_e - 1], fact(GAUSSIAN, [_e - 3], fact(PRODUCT, [m], sums, auto()),
                                          auto()), auto())  # fmt: skip
    step = intro("", fact(claim, [], known, auto("e <= N")))
    whole = every("e0", "int", implies(_e >= 3, claim))
    last = implies(_N <= _N, (_N * (_N - 1) * d(_N) - d(low) / 4).equals(_edge(_N, _N)))
    used = fact(whole, [_N], fact(last, [], auto("at N"), auto()), auto("N >= 3"))
    return induct("e0", "3", claim, base, step, used)


# --- entire --------------------------------------------------------------------------------------

k, N0 = var("k"), var("N0")


def m(at: Term) -> Term:
    """abs(d_k), the modulus of a coefficient."""
    return app("m", at)


def P(at: Term) -> Term:
    """R^k."""
    return app("P", at)


def Q(at: Term) -> Term:
    return m(at) * P(at)


def partial(upto: Term) -> Term:
    return total("k", 0, upto, Q(k))


SIZES = _from_0(m(n) >= 0)
RECURSION = every(
    "n", "int", implies(n >= 2, (n + 1) * (n + 2) * m(n + 2) <= A * m(n) + m(n - 2) / 4)
)
POWERS = _from_0(P(n + 1).equals(R * P(n)))
_AFTER = every("n", "int", implies(n >= N0, partial(n) <= C))
ENTIRE = statement(
    {"R": "real", "A": "real"},
    [SIZES, A >= 0, RECURSION, R >= 0, P(ZERO).equals(1), POWERS],
    exists("C", "real", exists("N0", "int", conj(N0 >= 0, _AFTER))),
    {"m": 1, "P": 1},
)
_s = S.floor(8 * A * R**2 + 2 * R**4) + 1
_h, _x, _n9 = var("h1"), var("x0"), var("n9")
NOT_NEGATIVE = every("h1", "int", implies(_h >= 0, conj(P(_h) >= 0, Q(_h) >= 0)))
FALLS = every("h1", "int", implies(_h >= _s, Q(_h + 4) <= (Q(_h + 2) + Q(_h)) / 8))


def entire_script() -> Node:
    """From s on Q(k + 4) <= (Q(k + 2) + Q(k))/8: the sum and a part of the last four Q falls."""
    start = _s + 3

    def potential(at: Term) -> Term:
        return partial(at) + (Q(at) + Q(at - 1)) / 2 + (Q(at - 2) + Q(at - 3)) / 4

    limit = potential(start)
    claim = potential(_x) <= limit
    grown = node("unfold", auto("range"), auto("falls"), on=partial(_x + 1).json)
    known = _signs([_x - 1, _x - 3, _x + 1], fact(FALLS, [_x - 3], grown, auto(">= s")))
    whole = every("x0", "int", implies(_x >= start, claim))
    end = _signs([_n9 - j for j in range(4)], auto("below the potential"))
    body = intro("n9", intro("", fact(whole, [_n9], end, auto("n >= s + 3"))))
    shown = shown_by(limit, shown_by(start, node("both", auto("N0 >= 0"), body)))
    run = induct("x0", start.json, claim, auto("equal"), known, shown)
    facts = [
        (A * R**2 >= 0, have(A * R >= 0, auto(), auto())),
        (R**4 >= 0, auto("a square")),
        (_s > 8 * A * R**2 + 2 * R**4, auto("floor")),
        (_s >= 0, auto("floor")),
        (NOT_NEGATIVE, _not_negative()),
        (FALLS, intro("x0", intro("", _falls()))),
    ]
    return lemmas(facts, run)


def _signs(at: list[Term], then: Node) -> Node:
    for where in at:
        then = fact(NOT_NEGATIVE, [where], then, auto("k >= 0"))
    return then


def _not_negative() -> Node:
    claim = P(_x) >= 0
    step = fact(POWERS, [_x], have(R * P(_x) >= 0, auto("product"), auto("P >= 0")), auto())
    whole = every("x0", "int", implies(_x >= 0, claim))
    at = var("x1")
    product = fact(SIZES, [at], node("both", auto("P"), auto("product")), auto("k >= 0"))
    ending = intro("x1", intro("", fact(whole, [at], product, auto("k >= 0"))))
    return induct("x0", "0", claim, auto("P(0) = 1"), step, ending)


def _falls() -> Node:
    x = _x
    factor = (x + 3) * (x + 4)
    gap = (Q(x + 2) + Q(x)) / 8 - Q(x + 4)
    facts = [
        (P(x + 2).equals(R**2 * P(x)), auto("R^2")),
        (P(x + 4).equals(R**4 * P(x)), auto("R^4")),
        (R**4 * P(x) >= 0, auto("product")),
        (
            (A * m(x + 2) + m(x) / 4 - factor * m(x + 4)) * (R**4 * P(x)) >= 0,
            auto("times the power"),
        ),
        (factor * Q(x + 4) <= A * R**2 * Q(x + 2) + R**4 / 4 * Q(x), auto("of the terms")),
        (factor >= 8 * A * R**2 + 2 * R**4, have(x**2 >= 0, auto(), auto("k is large"))),
        ((factor - 8 * A * R**2) * Q(x + 2) >= 0, auto("times Q")),
        ((factor - 2 * R**4) * Q(x) >= 0, auto("times Q")),
        (factor * gap >= 0, auto("together")),
        (factor > 0, auto("> 0")),
    ]
    ending = lemmas(facts, _divided(factor, gap))
    for j in (3, 2, 1, 0):
        ending = fact(POWERS, [x + j], ending, auto("k >= 0"))
    used = fact(RECURSION, [x + 2], ending, auto("n >= 2"))
    return _signs([x, x + 2, x + 4], used)


def _divided(factor: Term, value: Term) -> Node:
    """factor value >= 0 and factor > 0: the goal follows from value >= 0."""
    a, b = var("a0"), var("b0")
    lemma: Json = implies(conj(a > 0, a * b >= 0), b >= 0)
    proof = intro("", node("split", auto("shown"), auto("a b < 0"), on=b.json))
    for name in ("b0", "a0"):
        lemma, proof = every(name, "real", lemma), intro(name, proof)
    used = fact(lemma, [factor, value], auto("falls"), auto("premises"))
    return have(lemma, proof, used)


def _counts() -> Node:
    """1 + ... + 1 is above every C."""
    largest = S.maximum(var("C0"), ONE)
    top = var("N1") + S.floor(largest) + 1

    def ones(upto: Term) -> Term:
        return total("k", 0, upto, ONE * ONE)

    claim = ones(_x).equals(_x + 1)
    base = both_sums("unfold", [ones(ZERO)], both_sums("empty", [ones(ZERO - 1)], auto("one")))
    step = node("unfold", auto("range"), auto("one more"), on=ones(_x + 1).json)
    whole = every("x0", "int", implies(_x >= 0, claim))
    counted = fact(whole, [top], node("both", auto("n >= N0"), auto("above C")), auto("n >= 0"))
    sizes = [
        (largest >= var("C0"), auto("max")),
        (largest >= 1, auto("max")),
        (top >= 0, auto("n >= 0")),
    ]
    body = intro("C0", intro("N1", intro("", shown_by(top, lemmas(sizes, counted)))))
    return induct("x0", "0", claim, base, step, body)


# --- the claims ----------------------------------------------------------------------------------

_SOURCE = source("The text after the closed form, and the table's rows")
_PRINTED = (
    "where $D_(-1\\/2)$ is a parabolic cylinder function — a solution of Weber's equation. "
    "Parabolic cylinder functions are entire: no poles, no branch cuts."
)
_NOTHING: dict[str, Any] = dict.fromkeys(("M", "V", "g"), (("p",), "0"))
_ONES: dict[str, Any] = {"m": (("p",), "1"), "P": (("p",), "1")}
_ID = "weierstrass.weber"
CLAIM = Claim(
    id=_ID,
    kind="theorem",
    title="D of order -1/2 is a solution of Weber's equation",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading(
            "$M_(k + 2) = (k + 1\\/2) M_k$",
            ("given", 0),
            "cited, by parts, for $M_k = integral_0^infinity u^(k - 1\\/2) e^(-u^2\\/2) dif u$, as "
            "in `weierstrass.entire`",
        ),
        Reading("$(k + 1) V_(k + 1) = -V_k$", ("given", 1), "$V_k = (-1)^k\\/k!$ up to a factor"),
        Reading(
            "$g_1 = 0$", ("given", 2), "$g_k$: the coefficients of $e^(-x^2\\/4)$, up to a factor"
        ),
        Reading(
            "$(k + 2) g_(k + 2) = -g_k\\/2$", ("given", 3), "$2 y' = -x y$ for $y = e^(-x^2\\/4)$"
        ),
        Reading(
            "$D_(-1\\/2)$ is a solution of Weber's equation",
            ("show",),
            "$y'' = (x^2\\/4 + a) y$ with $a = -nu - 1\\/2 = 0$ for $nu = -1\\/2$: the sums are "
            "the coefficients $d_n$ of the power series of $e^(-x^2\\/4) pi^(-1\\/2) sum_k (-x)^k "
            "M_k\\/k!$, and the coefficients of $x^n$ in $y'' - x^2 y\\/4$ vanish for every $n$: "
            "$d_2 = d_3 = 0$ and $n (n - 1) d_n = d_(n - 4)\\/4$",
        ),
    ),
    obligations=(
        Obligation(
            f"{_ID}.statement",
            "Weber's equation, coefficient by coefficient",
            WEBER,
            weber_script,
        ),
    ),
    satisfiable=Attempt(
        f"{_ID}.satisfiable",
        "the hypotheses hold for $M = V = g = 0$",
        WEBER,
        Witness({}, _NOTHING),
    ),
    assumes=(
        "DLMF 12.5.1 with $a = 0$: $D_(-1\\/2)(x) = e^(-x^2\\/4) pi^(-1\\/2) integral_0^infinity "
        "t^(-1\\/2) e^(-t^2\\/2 - x t) dif t$, where sum and integral may be exchanged "
        "(`weierstrass.entire`)",
        "power series that converge everywhere are multiplied and differentiated term by term",
    ),
    cites=("weierstrass.closed_form", "weierstrass.entire"),
    notes=(
        "That it is entire, as every solution is: `weierstrass.weber.entire`.",
        "The data below are trivial: the moments $M_k$ themselves are values of $Gamma$, which the "
        "kernel has not.",
    ),
)
ENTIRE_CLAIM = Claim(
    id=f"{_ID}.entire",
    kind="theorem",
    title="Parabolic cylinder functions are entire",
    source=_SOURCE,
    statement=_PRINTED,
    readings=(
        Reading("$m_n = abs(d_n) >= 0$", ("given", 0)),
        Reading("$A = abs(a) >= 0$, for any complex $a$", ("given", 1)),
        Reading(
            "parabolic cylinder functions",
            ("given", 2),
            "the solutions $sum_n d_n x^n$ of $y'' = (x^2\\/4 + a) y$, real or complex: "
            "$(n + 1)(n + 2) d_(n + 2) = a d_n + d_(n - 2)\\/4$; of it only the inequality of the "
            "moduli is needed. $D_(-1\\/2)$ is the case $a = 0$",
        ),
        Reading("every argument with $abs(x) <= R$", ("given", 3)),
        Reading("$P_k = R^k$: $P_0 = 1$", ("given", 4)),
        Reading("$P_(k + 1) = R P_k$", ("given", 5)),
        Reading(
            "are entire: no poles, no branch cuts",
            ("show",),
            "$sum_k abs(d_k) R^k$ converges for every $R$, whatever $d_0$ and $d_1$ are: the power "
            "series at 0 is the function, with a value everywhere",
        ),
    ),
    obligations=(
        Obligation(
            f"{_ID}.entire.series",
            "$sum_(k <= n) abs(d_k) R^k$ stays bounded, for every $R >= 0$ and every $a$",
            ENTIRE,
            entire_script,
        ),
    ),
    controls=(
        Control(
            Attempt(
                f"{_ID}.entire.control.equation",
                "without Weber's equation: all $m_k = 1$, $R = 1$",
                statement(
                    ENTIRE["vars"],
                    [*ENTIRE["given"][:2], *ENTIRE["given"][3:]],
                    ENTIRE["show"],
                    ENTIRE["functions"],
                ),
                Witness({"R": 1, "A": 0}, _ONES),
                {},
                _counts,
            ),
            "hypothesis dropped",
        ),
    ),
    satisfiable=Attempt(
        f"{_ID}.entire.satisfiable",
        "the hypotheses hold for $m = 0$, $R = 1$, $A = 0$",
        ENTIRE,
        Witness({"R": 1, "A": 0}, {**_ONES, "m": (("p",), "0")}),
    ),
    assumes=(
        "a power series that converges absolutely for every argument is an entire function",
        "the solutions of $y'' = (x^2\\/4 + a) y$ are these power series: two of them, with "
        "$d_0, d_1 = 1, 0$ and $0, 1$, span all solutions",
    ),
)
